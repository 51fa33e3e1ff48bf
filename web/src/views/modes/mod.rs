//! The modes as a tree that can be edited. Every edit is written into the text.

mod row;

use crate::signals::{Effect, Memo, RwSignal};
use colex::look::Look;
use colex::names::listed_at;
use colex::notebook::Span;
use colex::words::Tongue;
use colex::{Layout, Names, Nested, Shape};
use colex_document::Document;
use colex_document::edit::{self, EditError, EditProblem, Field, TreeEdit};
use colex_document::words::edit_sentence;
use leptos::prelude::*;

use crate::browser;
use crate::languages::say;
use crate::loader::part;
use crate::panels::frame::FACTS_ID;
use crate::panels::writing::{append_copy, spelled_for};
use crate::session::{Parts, Session, Tastes};
use row::ModeRow;

/// The most modes that have a row: beyond it nobody edits number by number.
const ROWS: usize = 128;
/// Steps of the same number that follow each other within this many milliseconds are one step of the history.
const STROKE: f64 = 800.0;

/// Something that could not be done, and at which number or mode.
#[derive(Debug, Clone, PartialEq)]
enum Trouble {
    /// The edit is impossible.
    Edit(EditError),
    /// Typed text is no integer.
    NotAnInteger(String),
}

impl Trouble {
    fn sentence(&self, tastes: Tastes) -> String {
        let tongue = tastes.tongue.get();
        match self {
            Trouble::Edit(error) => tastes.spell(&edit_sentence(error, tongue == Tongue::Chinese)),
            Trouble::NotAnInteger(typed) if typed.trim().is_empty() => {
                tongue.pick("A number is needed here", "这里需要一个数字").to_string()
            }
            Trouble::NotAnInteger(typed) => {
                say!(tongue, en("{typed} is not an integer of 64 bits"), zh("{typed} 不是 64 位整数"))
            }
        }
    }
}

/// The last edit of a number, which the next may continue.
#[derive(Clone)]
struct Stroke {
    place: (Vec<usize>, Field),
    time: f64,
    after: Document,
}

/// Place that is typed into: a mode's extent or stride, or without a field its name.
type Place = (StoredValue<Vec<usize>>, Option<Field>);

/// The tree that is edited: what its rows share.
#[derive(Clone, Copy)]
struct Editing {
    session: Session,
    /// The layout on the screen.
    look: Memo<Option<Look>>,
    /// The names in front of its modes, by paths that ascend: found once for all rows.
    names: Memo<Vec<(Vec<usize>, String)>>,
    /// True if it can be edited: its statement spells it out, and the text is not broken.
    editable: Memo<bool>,
    /// The siblings marked for grouping: their parent, the first, one past the last.
    marked: RwSignal<Option<(Vec<usize>, usize, usize)>>,
    /// Edit that could not be done, and where.
    trouble: RwSignal<Option<(Vec<usize>, Trouble)>>,
    /// Text that is being typed, and where.
    draft: RwSignal<Option<(Place, String)>>,
    stroke: StoredValue<Option<Stroke>>,
}

impl Editing {
    /// The name in front of a mode, empty where there is none.
    fn name_of(self, path: &[usize]) -> String {
        self.names.with(|names| listed_at(names, path).unwrap_or_default().to_string())
    }

    /// Returns the text that is being typed at a place.
    fn draft(self, place: Place) -> Option<String> {
        self.draft.with(|draft| draft.as_ref().filter(|(at, _)| *at == place).map(|(_, typed)| typed.clone()))
    }

    /// Shows what is written again.
    fn drop_draft(self, place: Place) {
        if self.draft.with_untracked(|draft| draft.as_ref().is_some_and(|(at, _)| *at == place)) {
            self.draft.set(None);
        }
    }

    /// The mode that edits apply to.
    fn selected(self) -> Vec<usize> {
        self.session.draft.view.with(|view| view.mode.clone())
    }

    fn selected_untracked(self) -> Vec<usize> {
        untrack(move || self.selected())
    }

    fn select(self, path: Vec<usize>) {
        self.leave();
        self.session.draft.look_at(|view| view.mode = path);
    }

    /// Shows the facts of a mode while the pointer is over it.
    fn hover(self, path: &[usize]) {
        if self.session.focus.hover_mode.with_untracked(Option::is_none) {
            // The facts stand above the tree: taller ones would move the row from under the pointer.
            browser::hold_height(FACTS_ID, true);
        }
        self.session.focus.hover_mode.set(Some(path.to_vec()));
    }

    fn leave(self) {
        if self.session.focus.hover_mode.with_untracked(Option::is_some) {
            browser::hold_height(FACTS_ID, false);
            self.session.focus.hover_mode.set(None);
        }
    }

    /// Does an edit and writes the text, or says why not. `stroke` names the number of a quick series of steps that is
    /// one step of the history, and whether the series goes on however long it takes.
    fn apply(self, edit: &TreeEdit, place: &[usize], stroke: Option<(Field, bool)>, then: Option<Vec<usize>>) -> bool {
        let Some(look) = self.look.get_untracked().filter(|_| self.editable.get_untracked()) else { return false };
        let Some(span) = look.literal else { return false };
        let (layout, names) = match edited(&look, edit) {
            Ok(edited) => edited,
            Err(error) => {
                self.trouble.set(Some((place.to_vec(), Trouble::Edit(error))));
                return false;
            }
        };
        self.trouble.set(None);
        let text = spelled_for(self.session.draft, &look, &written(&look, &layout, &names, edit));
        let stroke = stroke.map(|(field, held)| ((place.to_vec(), field), held));
        self.write(span, &text, stroke, then.unwrap_or_else(|| place.to_vec()));
        true
    }

    /// Says of an edit that is being typed whether it could be done.
    fn check(self, edit: &TreeEdit, place: &[usize]) {
        let error = self.look.with_untracked(|look| edited(look.as_ref()?, edit).err());
        self.trouble.set(error.map(|error| (place.to_vec(), Trouble::Edit(error))));
    }

    fn write(self, span: Span, text: &str, stroke: Option<((Vec<usize>, Field), bool)>, mode: Vec<usize>) {
        let before = untrack(move || self.session.draft.document());
        if before.text.get(span.start..span.end).is_none() {
            return;
        }
        let mut after = before.clone();
        after.replace(span, text);
        after.view.mode = mode;
        self.leave();
        let now = browser::now();
        let goes_on = self.stroke.with_value(|last| match (last, &stroke) {
            (Some(last), Some((place, held))) => {
                let same =
                    last.place == *place && last.after.text == before.text && last.after.options == before.options;
                same && (*held || now - last.time < STROKE)
            }
            _ => false,
        });
        let wanted = after.clone();
        if goes_on {
            self.session.draft.go_on_editing(|document| *document = wanted);
        } else {
            self.session.draft.edit(|document| *document = wanted);
        }
        self.session.draft.complaining.set(true);
        self.stroke.set_value(stroke.map(|(place, _)| Stroke { place, time: now, after }));
    }
}

/// A layout and its names after an edit.
fn edited(look: &Look, edit: &TreeEdit) -> Result<(Layout, Names), EditError> {
    let names = match &look.names {
        Some(names) => (**names).clone(),
        None => Names::none(look.layout.shape()),
    };
    let layout = edit::apply(look.layout.innermost(), edit)?;
    let names = edit::apply_to_names(&names, edit)?;
    Ok((layout, names))
}

/// Returns the text of an edited layout: a bare shape stays one, unless a stride was set.
fn written(look: &Look, layout: &Layout, names: &Names, edit: &TreeEdit) -> String {
    let sets_stride =
        matches!(edit, TreeEdit::SetStride { .. } | TreeEdit::Step { field: Field::Stride, .. } | TreeEdit::Compact(_));
    if look.generated.is_some() && !sets_stride && !layout.shape().is_leaf() {
        names.written(layout.shape())
    } else {
        names.written_layout(layout)
    }
}

/// The paths of all modes in the order of the text, and whether each is a single number.
fn rows(shape: &Shape) -> Vec<(Vec<usize>, bool)> {
    fn below(shape: &Shape, path: &[usize], found: &mut Vec<(Vec<usize>, bool)>) {
        if found.len() >= ROWS {
            return;
        }
        found.push((path.to_vec(), shape.is_leaf()));
        for (index, mode) in shape.modes().iter().enumerate().filter(|_| !shape.is_leaf()) {
            below(mode, &[path, &[index]].concat(), found);
        }
    }
    let mut found = Vec::new();
    below(shape, &[], &mut found);
    found
}

/// `0`, `1,0`.
fn spelled(path: &[usize]) -> String {
    path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

part! {
    /// The modes as a tree.
    pub PART: tools = |session, _| view! { <Tree session/> }.into_any()
}

/// The tree.
#[component]
fn Tree(session: Session) -> impl IntoView {
    let Parts { tastes, screen, .. } = *session;
    let look = screen.look;
    let stale = screen.stale;
    let literal = Memo::new(move |_| look.with(|look| look.as_ref().is_some_and(|look| look.literal.is_some())));
    let editing = Editing {
        session,
        look,
        names: Memo::new(move |_| look.with(|look| Some(look.as_ref()?.names.as_ref()?.listed())).unwrap_or_default()),
        editable: Memo::new(move |_| literal.get() && !stale.get()),
        marked: RwSignal::new(None),
        trouble: RwSignal::new(None),
        draft: RwSignal::new(None),
        stroke: StoredValue::new(None),
    };
    // Another structure, or another statement: what was marked, typed and refused is about modes that may be gone.
    let profile = Memo::new(move |_| look.with(|look| look.as_ref().map(|look| rows(look.layout.shape()))));
    let statement = Memo::new(move |_| look.with(|look| look.as_ref().map(|look| look.statement)));
    Effect::new(move |_| {
        profile.track();
        statement.track();
        editing.marked.set(None);
        editing.trouble.set(None);
        editing.draft.set(None);
    });
    let each = move || profile.get().unwrap_or_default();
    let is_cut = move || profile.with(|rows| rows.as_ref().is_some_and(|rows| rows.len() >= ROWS));
    // A refusal is told where it was tried, and as long as somebody is there.
    let leave = move |_| {
        if editing.trouble.with_untracked(Option::is_some) {
            editing.trouble.set(None);
        }
    };
    let copy = move |_| {
        if let Some(look) = look.get_untracked() {
            append_copy(session.draft, &look);
        }
    };
    view! {
        <section class="tree" class:stale=move || stale.get() aria-label=move || tastes.say("Modes", "Mode") on:focusout=leave>
            <div class="pane-head"><h2>{move || tastes.say("Modes", "Mode")}</h2></div>
            <Show when=move || look.with(Option::is_some)>
                <Show when=move || literal.get() fallback=move || view! {
                    <p class="row small">
                        <span class="quiet">{move || tastes.say("This layout is computed by a call", "此布局由调用计算得出")}</span>
                        <button on:click=copy>{move || tastes.say("Edit a copy", "编辑副本")}</button>
                    </p>
                }>
                    <Actions editing/>
                </Show>
                <div role="treegrid" class="modes" aria-label=move || tastes.say("Modes with extent and stride", "mode 及其长度与步长")
                    on:pointerleave=move |_| editing.leave()>
                    <div role="row" class="mode-row unseen">
                        <span role="columnheader">{move || tastes.say("mode", "Mode")}</span>
                        <span role="columnheader">{move || tastes.say("name", "名称")}</span>
                        <span role="columnheader">{move || tastes.say("extent", "长度")}</span>
                        <span role="columnheader">{move || tastes.say("stride", "步长")}</span>
                    </div>
                    <For each=each key=|(path, is_leaf)| (path.clone(), *is_leaf) let:((path, is_leaf))>
                        <ModeRow editing path is_leaf/>
                    </For>
                </div>
                <Show when=is_cut>
                    <p class="quiet small">{move || say!(tastes.tongue.get(), en("The first {ROWS} modes are listed"), zh("只列出前 {ROWS} 个 mode"))}</p>
                </Show>
            </Show>
        </section>
    }
}

/// A mode moved among its siblings; beyond the left end there is no position to name.
fn moved(path: Vec<usize>, by: isize) -> Option<TreeEdit> {
    let to = path.last()?.checked_add_signed(by)?;
    Some(TreeEdit::Move { path, to })
}

/// Reports whether an edit does not fit the tree of the layout, whatever its numbers are.
fn is_impossible(layout: &Layout, edit: &TreeEdit) -> bool {
    let problem = edit::apply(layout, edit).err().map(|error| error.problem);
    matches!(
        problem,
        Some(
            EditProblem::NoSuchMode
                | EditProblem::OnlyMode
                | EditProblem::NothingToUngroup
                | EditProblem::NoSuchPosition { .. }
        )
    )
}

/// Shows what can be done with the selected mode.
#[component]
fn Actions(editing: Editing) -> impl IntoView {
    let Parts { tastes, .. } = *editing.session;
    let at = Memo::new(move |_| editing.selected());
    let size = move |path: &[usize]| {
        editing
            .look
            .with_untracked(|look| look.as_ref().and_then(|look| look.layout.shape().at(path).ok().map(Nested::rank)))
    };
    let selected = move || at.get_untracked();
    // A button that could only be refused whatever the numbers are.
    let is_off = move |edit: fn(Vec<usize>) -> Option<TreeEdit>| {
        !editing.editable.get()
            || editing.look.with(|look| {
                let edit = edit(at.get());
                look.as_ref().zip(edit).is_none_or(|(look, edit)| is_impossible(look.layout.innermost(), &edit))
            })
    };
    let move_by = move |by: isize| {
        let path = selected();
        let Some(edit) = moved(path.clone(), by) else { return };
        let TreeEdit::Move { to, .. } = edit else { return };
        let then = path.split_last().map(|(_, parent)| [parent, &[to]].concat());
        editing.apply(&edit, &path, None, then);
    };
    // One past the last of those that would be grouped: the marked ones, else the mode and its right neighbour.
    let range = Memo::new(move |_| {
        let path = at.get();
        if let Some((parent, begin, end)) = editing.marked.get() {
            return Some((parent, begin, end));
        }
        let (&index, parent) = path.split_last()?;
        let rank = editing.look.with(|look| Some(look.as_ref()?.layout.shape().at(parent).ok()?.rank()))?;
        Some((parent.to_vec(), index, (index + 2).min(rank)))
    });
    let group = move |_| {
        let Some((path, begin, end)) = range.get_untracked() else { return };
        let grouped = [path.as_slice(), &[begin]].concat();
        editing.apply(&TreeEdit::Group { path, begin, end }, &selected(), None, Some(grouped));
    };
    let add = move |_| {
        let path = selected();
        let rank = size(&path).unwrap_or_default();
        let added = match path.split_last() {
            Some((&index, parent)) => [parent, &[index + 1]].concat(),
            None => vec![rank],
        };
        editing.apply(&TreeEdit::Add { path: path.clone() }, &path, None, Some(added));
    };
    let remove = move |_| {
        let path = selected();
        let stays = match path.split_last() {
            Some((&index, parent)) => {
                let left = size(parent).unwrap_or(1).saturating_sub(2);
                [parent, &[index.min(left)]].concat()
            }
            None => Vec::new(),
        };
        editing.apply(&TreeEdit::Remove { path: path.clone() }, &path, None, Some(stays));
    };
    let ungroup = move |_| {
        let path = selected();
        editing.apply(&TreeEdit::Ungroup { path: path.clone() }, &path, None, None);
    };
    let place = move || {
        let path = at.get();
        if path.is_empty() {
            tastes.say("whole layout", "整个布局").to_string()
        } else {
            say!(tastes.tongue.get(), en("mode {}", spelled(&path)), zh("mode {}", spelled(&path)))
        }
    };
    let grouping = move || {
        let tongue = tastes.tongue.get();
        match range.get() {
            Some((path, begin, end)) if path.is_empty() => {
                say!(tongue, en("Group: group<{begin},{end}>"), zh("组合：group<{begin},{end}>"))
            }
            Some((path, begin, end)) => {
                let place = spelled(&path);
                say!(
                    tongue,
                    en("Group: group<{begin},{end}> in mode {place}"),
                    zh("组合：group<{begin},{end}>（mode {place} 内）")
                )
            }
            None => tongue.pick("Group", "组合").to_string(),
        }
    };
    view! {
        <div class="row actions" role="toolbar" aria-label=move || tastes.say("Change the modes", "修改 mode")>
            <span class="quiet small" role="status" aria-live="polite">{place}</span>
            <button disabled=move || !editing.editable.get() on:click=add>{move || tastes.say("Add", "添加")}</button>
            <button disabled=move || is_off(|path| Some(TreeEdit::Remove { path })) on:click=remove>{move || tastes.say("Remove", "删除")}</button>
            <button disabled=move || is_off(|path| moved(path, -1)) on:click=move |_| move_by(-1) aria-label=move || tastes.say("Move left", "左移")
                title=move || tastes.say("Move left", "左移")>"←"</button>
            <button disabled=move || is_off(|path| moved(path, 1)) on:click=move |_| move_by(1) aria-label=move || tastes.say("Move right", "右移")
                title=move || tastes.say("Move right", "右移")>"→"</button>
            <button disabled=move || !editing.editable.get() || range.with(Option::is_none) aria-label=grouping title=grouping
                on:click=group>{tastes.text("Group", "组合")}</button>
            <button disabled=move || is_off(|path| Some(TreeEdit::Ungroup { path })) on:click=ungroup>{move || tastes.say("Ungroup", "取消组合")}</button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::evaluate;
    use colex::look;
    use colex::notebook::Settings;
    use colex::notebook::value::without_underscores;

    fn look_at(text: &str) -> Look {
        let document = Document::of_text(text);
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        look::look(&evaluation, &document.view).expect(text)
    }

    #[test]
    fn a_bare_shape_stays_one_until_a_stride_is_set() {
        let check = |text: &str, edit: TreeEdit, expected: &str| {
            let look = look_at(text);
            let layout = edit::apply(look.layout.innermost(), &edit).expect(text);
            let names = look.names.as_ref().map_or_else(|| Names::none(look.layout.shape()), |names| (**names).clone());
            let names = edit::apply_to_names(&names, &edit).expect(text);
            assert_eq!(without_underscores(&written(&look, &layout, &names, &edit)), expected, "{text} {edit:?}");
        };
        check("S = (3,(2,3))", TreeEdit::SetShape { path: vec![0], value: 4 }, "(4,(2,3))");
        check("S = (3,(2,3))", TreeEdit::SetStride { path: vec![0], value: 4 }, "(3,(2,3)):(4,(3,6))");
        check("S = (3,(2,3))", TreeEdit::Group { path: vec![], begin: 0, end: 2 }, "((3,(2,3)))");
        check("S = (8)", TreeEdit::Ungroup { path: vec![] }, "8:1");
        check("(2,3):(3,1)", TreeEdit::SetShape { path: vec![0], value: 4 }, "(4,3):(3,1)");
        check("(M=2,3)", TreeEdit::SetShape { path: vec![0], value: 4 }, "(M=4,3)");
        let name = |name: &str| TreeEdit::Name { path: vec![1], name: Some(name.to_string()) };
        check("(M=2,3)", name("K"), "(M=2,K=3)");
        check("(M=2,3):(3,1)", name("K_1"), "(M=2,K_1=3):(3,1)");
    }

    #[test]
    fn what_no_numbers_make_possible_is_off() {
        let check = |text: &str, edit: Option<TreeEdit>, expected: bool| {
            let off = edit.as_ref().is_none_or(|edit| is_impossible(look_at(text).layout.innermost(), edit));
            assert_eq!(off, expected, "{text} {edit:?}");
        };
        let ungroup = |path: &[usize]| Some(TreeEdit::Ungroup { path: path.to_vec() });
        let remove = |path: &[usize]| Some(TreeEdit::Remove { path: path.to_vec() });
        for (path, off) in [(&[][..], true), (&[0], true), (&[1], false), (&[1, 0], true)] {
            check("(3,(2,3)):(3,(12,1))", ungroup(path), off);
        }
        check("((3,2)):((1,3))", ungroup(&[]), false);
        check("8:2", ungroup(&[]), true);
        check("(3,(2,3)):(3,(12,1))", moved(vec![0], -1), true);
        check("(3,(2,3)):(3,(12,1))", moved(vec![0], 1), false);
        check("(3,(2,3)):(3,(12,1))", moved(vec![1, 1], 1), true);
        check("(3,(2,3)):(3,(12,1))", moved(vec![], 1), true);
        check("(3,(2,3)):(3,(12,1))", remove(&[]), true);
        check("(3,(2,3)):(3,(12,1))", remove(&[1, 0]), false);
        check("(3,(2)):(3,(12))", remove(&[1, 0]), true);
    }

    #[test]
    fn rows_follow_the_text() {
        let look = look_at("(3,(2,3)):(3,(12,1))");
        let rows = rows(look.layout.shape());
        let rows = rows.iter().map(|(path, is_leaf)| format!("{}{}", spelled(path), if *is_leaf { "" } else { "()" }));
        assert_eq!(rows.collect::<Vec<_>>(), ["()", "0", "1()", "1,0", "1,1"]);
    }
}

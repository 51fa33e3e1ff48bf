//! One mode of the tree: its path, and of a single number its extent and stride as fields.

use crate::signals::{Memo, RwSignal};
use colex::Nested;
use colex::names::NAME_LIMIT;
use colex_document::edit::{Field, TreeEdit};
use leptos::prelude::*;
use leptos::tachys::html::attribute::custom::custom_attribute;

use super::{Editing, Trouble, spelled};
use crate::browser::{self, KeyboardEvent, PointerEvent, WheelEvent};
use crate::languages::say;
use crate::session::Parts;

/// Distance that the pointer is dragged for a step of one, in CSS pixels.
const SCRUB: f64 = 7.0;
/// Distance that it has to go before it is a drag and not a click, in CSS pixels.
const SCRUB_BEGINS: f64 = 4.0;
/// The step with Shift and with the page keys.
const BIG_STEP: i64 = 8;

/// One mode.
#[component]
pub fn ModeRow(editing: Editing, path: Vec<usize>, is_leaf: bool) -> impl IntoView {
    let Parts { tastes, focus, .. } = *editing.session;
    let path = StoredValue::new(path);
    let depth = path.with_value(Vec::len);
    let label = path.with_value(|path| spelled(path));
    let is_selected = Memo::new(move |_| path.with_value(|path| editing.selected() == *path));
    let is_marked = Memo::new(move |_| {
        editing.marked.with(|marked| {
            let Some((parent, begin, end)) = marked else { return false };
            path.with_value(|path| {
                path.split_last().is_some_and(|(at, own)| own == parent && (begin..end).contains(&at))
            })
        })
    });
    let is_at_caret = Memo::new(move |_| {
        focus.caret_mode.with(|mode| mode.as_ref().is_some_and(|mode| path.with_value(|path| path == mode)))
    });
    // Choosing one sibling after the other marks all from the first to the last; choosing a marked one begins anew.
    let choose = move |_| {
        let chosen = path.get_value();
        let before = editing.selected_untracked();
        editing.marked.update(|marked| *marked = marks(marked.take(), &before, &chosen));
        editing.select(chosen);
    };
    let printed = Memo::new(move |_| {
        let part = editing.look.with(|look| path.with_value(|path| look.as_ref()?.layout.innermost().at(path).ok()));
        part.map(|part| tastes.spell(&part.to_string())).unwrap_or_default()
    });
    let trouble = move || {
        let (place, trouble) = editing.trouble.get()?;
        path.with_value(|path| place == *path).then(|| trouble.sentence(tastes))
    };
    let name = {
        let label = label.clone();
        move || match label.as_str() {
            "" => tastes.say("whole", "整体").to_string(),
            label => label.to_string(),
        }
    };
    let described = {
        let label = label.clone();
        move || match label.as_str() {
            "" => tastes.say("The whole layout", "整个布局").to_string(),
            label => say!(
                tastes.tongue.get(),
                en("Mode {label}; choose a second one beside it to mark both for grouping"),
                zh("mode {label}；再选同级的另一个，即可标记两者之间的 mode 以便组合")
            ),
        }
    };
    view! {
        <div role="row" class=format!("mode-row level-{}", depth.min(8)) class:marked=move || is_marked.get() class:at-caret=move || is_at_caret.get()
            {..custom_attribute("aria-level", (depth + 1).to_string())} aria-selected=move || is_selected.get().to_string()
            aria-expanded=(!is_leaf).then_some("true")
            on:pointerenter=move |event: PointerEvent| if event.pointer_type() == "mouse" { editing.hover(&path.get_value()) }>
            <span role="rowheader">
                <button class="plain mono mode-name" class:chosen=move || is_selected.get() title=described on:click=choose>{name}</button>
            </span>
            <span role="gridcell" class="name-cell">{(depth > 0).then(|| view! { <NameField editing path/> })}</span>
            {if is_leaf {
                view! {
                    <span class="extent-stride" role="presentation">
                        <span role="gridcell"><NumberField editing path field=Field::Shape/></span>
                        <span class="colon mono" aria-hidden="true">":"</span>
                        <span role="gridcell"><NumberField editing path field=Field::Stride/></span>
                    </span>
                }.into_any()
            } else {
                view! { <span role="gridcell" class="mono quiet whole-mode" aria-colspan="2">{move || printed.get()}</span> }.into_any()
            }}
            <span class="warn small trouble" role="status" aria-live="polite">{trouble}</span>
        </div>
    }
}

/// The name of a mode: typed, and written into the text when the field is left or Enter is pressed.
#[component]
fn NameField(editing: Editing, path: StoredValue<Vec<usize>>) -> impl IntoView {
    let Parts { tastes, .. } = *editing.session;
    let label = path.with_value(|path| spelled(path));
    let id = StoredValue::new(format!("tree-name-{}", label.replace(',', "-")));
    let place = (path, None);
    let name = Memo::new(move |_| path.with_value(|path| editing.name_of(path)));
    // The edit that the draft asks for: none where it is the name already.
    let edit = move || {
        let typed = untrack(|| editing.draft(place))?.trim().to_string();
        (typed != name.get_untracked())
            .then(|| TreeEdit::Name { path: path.get_value(), name: (!typed.is_empty()).then_some(typed) })
    };
    let type_name = move |typed: String| {
        editing.draft.set(Some((place, typed)));
        match edit() {
            Some(edit) => editing.check(&edit, &path.get_value()),
            None => editing.trouble.set(None),
        }
    };
    let give = move || {
        if edit().is_none_or(|edit| editing.apply(&edit, &path.get_value(), None, None)) {
            editing.drop_draft(place);
        }
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => give(),
        "Escape" if untrack(|| editing.draft(place)).is_some() => {
            event.prevent_default();
            editing.drop_draft(place);
            editing.trouble.set(None);
        }
        _ => {}
    };
    let on_blur = move |_| {
        give();
        // A text that cannot be a name is not kept.
        editing.drop_draft(place);
    };
    let shown = move || editing.draft(place).unwrap_or_else(|| name.get());
    let invalid = move || {
        let here = editing
            .trouble
            .with(|trouble| trouble.as_ref().is_some_and(|(place, _)| path.with_value(|path| place == path)));
        (here && editing.draft(place).is_some()).to_string()
    };
    let width = move || shown().chars().count().clamp(3, 16).to_string();
    view! {
        <input type="text" class="mono mode-label" id=id.get_value() autocomplete="off" autocapitalize="off" spellcheck="false"
            size=width maxlength=NAME_LIMIT.to_string() placeholder=move || tastes.say("name", "名称")
            aria-label=move || say!(tastes.tongue.get(), en("name of mode {label}"), zh("mode {label} 的名称"))
            aria-invalid=invalid readonly=move || !editing.editable.get() prop:value=shown
            on:input=move |event| type_name(event_target_value(&event))
            on:focus=move |_| editing.select(path.get_value())
            on:keydown=on_key on:blur=on_blur/>
    }
}

/// Returns what is marked after a mode was chosen: the range widens to it, or begins with the two, or ends.
fn marks(
    marked: Option<(Vec<usize>, usize, usize)>,
    before: &[usize],
    chosen: &[usize],
) -> Option<(Vec<usize>, usize, usize)> {
    let (&index, parent) = chosen.split_last()?;
    match marked {
        Some((own, begin, end)) if own == parent => {
            (!(begin..end).contains(&index)).then(|| (own, begin.min(index), end.max(index + 1)))
        }
        _ => {
            let (&other, beside) = before.split_last()?;
            (beside == parent && other != index).then(|| (parent.to_vec(), other.min(index), other.max(index) + 1))
        }
    }
}

/// An extent or a stride: typed, stepped by keys, wheel and buttons, or dragged.
#[component]
fn NumberField(editing: Editing, path: StoredValue<Vec<usize>>, field: Field) -> impl IntoView {
    let Parts { tastes, .. } = *editing.session;
    let label = path.with_value(|path| spelled(path));
    let id = format!("tree-{}-{}", if field == Field::Shape { "extent" } else { "stride" }, label.replace(',', "-"));
    let id = StoredValue::new(id);
    let place = (path, Some(field));
    let focused = RwSignal::new(false);
    let drag = StoredValue::new(None::<Drag>);
    // The number, and of a basis stride what follows it.
    let value = Memo::new(move |_| {
        editing.look.with(|look| {
            let layout = look.as_ref()?.layout.innermost();
            path.with_value(|path| match field {
                Field::Shape => match layout.shape().at(path).ok()? {
                    Nested::Leaf(extent) => Some((extent.value(), extent.is_static(), String::new())),
                    Nested::Tuple(_) => None,
                },
                Field::Stride => match layout.stride().at(path).ok()? {
                    Nested::Leaf(stride) => {
                        let printed = stride.to_string();
                        let basis = printed.split_once('@').map(|(_, modes)| format!("@{modes}")).unwrap_or_default();
                        Some((stride.scale().value(), stride.scale().is_static(), basis))
                    }
                    Nested::Tuple(_) => None,
                },
            })
        })
    });
    let number = move || value.with(|value| value.as_ref().map_or(0, |(number, ..)| *number));
    let basis = move || value.with(|value| value.as_ref().map(|(.., basis)| basis.clone())).unwrap_or_default();
    let shows_underscore = move || {
        tastes.has_underscores() && value.with(|value| value.as_ref().is_some_and(|(_, is_static, _)| *is_static))
    };
    let step = move |by: i64, held: bool| {
        editing.drop_draft(place);
        let path = path.get_value();
        editing.apply(&TreeEdit::Step { path: path.clone(), field, by }, &path, Some((field, held)), None)
    };
    let set = move |number: i64| {
        let path = path.get_value();
        let edit = match field {
            Field::Shape => TreeEdit::SetShape { path: path.clone(), value: number },
            Field::Stride => TreeEdit::SetStride { path: path.clone(), value: number },
        };
        editing.apply(&edit, &path, Some((field, false)), None);
    };
    let type_number = move |typed: String| {
        match typed.trim().trim_start_matches('_').parse::<i64>() {
            Ok(number) => set(number),
            Err(_) => editing.trouble.set(Some((path.get_value(), Trouble::NotAnInteger(typed.clone())))),
        }
        editing.draft.set(Some((place, typed)));
    };
    let on_key = move |event: KeyboardEvent| {
        let big = if event.shift_key() { BIG_STEP } else { 1 };
        match event.key().as_str() {
            "ArrowUp" => step(big, false),
            "ArrowDown" => step(-big, false),
            "PageUp" => step(BIG_STEP, false),
            "PageDown" => step(-BIG_STEP, false),
            _ => return,
        };
        event.prevent_default();
    };
    let on_wheel = move |event: WheelEvent| {
        if focused.get_untracked() && event.delta_y() != 0.0 && editing.editable.get_untracked() {
            event.prevent_default();
            step(if event.delta_y() < 0.0 { 1 } else { -1 }, false);
        }
    };
    let on_focus = move |_| {
        focused.set(true);
        editing.select(path.get_value());
    };
    let on_blur = move |_| {
        focused.set(false);
        editing.drop_draft(place);
    };
    // A drag that begins on a field that is being edited selects text as everywhere; on any other it changes the number.
    let on_down = move |event: PointerEvent| {
        if focused.get_untracked() || event.button() != 0 || !editing.editable.get_untracked() {
            return;
        }
        drag.set_value(Some(Drag { from: f64::from(event.client_x()), steps: 0, moved: false }));
        browser::capture_pointer(&event);
        if event.pointer_type() == "mouse" {
            event.prevent_default();
        }
    };
    let on_move = move |event: PointerEvent| {
        let Some(mut now) = drag.get_value() else { return };
        let distance = f64::from(event.client_x()) - now.from;
        if !now.moved && distance.abs() < SCRUB_BEGINS {
            return;
        }
        let wanted = (distance / SCRUB) as i64;
        let by = wanted - now.steps;
        let held = now.moved;
        if by != 0 && step(by, held) {
            now.steps = wanted;
        }
        now.moved = now.moved || by != 0;
        drag.set_value(Some(now));
    };
    let on_up = move |event: PointerEvent| {
        let ended = drag.get_value();
        drag.set_value(None);
        if let Some(ended) = ended {
            if !ended.moved {
                id.with_value(|id| browser::focus_and_select(id));
            } else {
                event.prevent_default();
            }
        }
    };
    let named = StoredValue::new(names(field, &label));
    let number_name = move || named.with_value(|(english, chinese)| tastes.tongue.get().pick(english, chinese).clone());
    let invalid = move || {
        let here = editing
            .trouble
            .with(|trouble| trouble.as_ref().is_some_and(|(place, _)| path.with_value(|path| place == path)));
        (here && (editing.draft(place).is_some() || focused.get())).to_string()
    };
    let shown = move || editing.draft(place).unwrap_or_else(|| number().to_string());
    let width = move || shown().len().clamp(2, 12).to_string();
    let button = move |by: i64, sign: &'static str, english: &'static str, chinese: &'static str| {
        view! {
            <button class="plain step" tabindex="-1" disabled=move || !editing.editable.get()
                aria-label=move || say!(tastes.tongue.get(), en("{english} {}", number_name()), zh("{chinese}{}", number_name()))
                on:click=move |_| { editing.select(path.get_value()); step(by, false); }>{sign}</button>
        }
    };
    view! {
        <span class="number">
            {button(-1, "−", "Less", "减少")}
            {move || shows_underscore().then_some("_")}
            <input type="text" inputmode="numeric" class="mono" id=id.get_value() role="spinbutton" autocomplete="off"
                aria-valuenow=move || number().to_string() aria-label=number_name aria-invalid=invalid
                aria-valuemin=(field == Field::Shape).then_some("1")
                size=width readonly=move || !editing.editable.get() prop:value=shown
                title=move || tastes.say("Arrow keys or wheel step, drag changes", "方向键或滚轮增减，拖动可改变")
                on:input=move |event| type_number(event_target_value(&event))
                on:keydown=on_key on:wheel=on_wheel on:focus=on_focus on:blur=on_blur
                on:pointerdown=on_down on:pointermove=on_move on:pointerup=on_up
                on:pointercancel=move |_| drag.set_value(None)/>
            {basis}
            {button(1, "+", "More", "增加")}
        </span>
    }
}

/// Returns the name of a number in both languages; of a layout that is a single number there is no mode to name.
fn names(field: Field, label: &str) -> (String, String) {
    let (english, chinese) = match field {
        Field::Shape => ("extent", "长度"),
        Field::Stride => ("stride", "步长"),
    };
    if label.is_empty() {
        return (english.to_string(), chinese.to_string());
    }
    (format!("{english} of mode {label}"), format!("mode {label} 的{chinese}"))
}

/// A drag over a number.
#[derive(Clone, Copy)]
struct Drag {
    from: f64,
    steps: i64,
    moved: bool,
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn marks_grow_between_siblings_only() {
        assert_eq!(marks(None, &[0], &[2]), Some((vec![], 0, 3)));
        assert_eq!(marks(Some((vec![], 0, 3)), &[2], &[4]), Some((vec![], 0, 5)));
        assert_eq!(marks(Some((vec![], 0, 3)), &[2], &[1]), None);
        assert_eq!(marks(None, &[0], &[1, 0]), None);
        assert_eq!(marks(None, &[1, 0], &[1, 1]), Some((vec![1], 0, 2)));
        assert_eq!(marks(None, &[], &[1]), None);
        assert_eq!(marks(None, &[1], &[1]), None);
    }
}

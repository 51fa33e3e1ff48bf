//! One row for each 1-D coordinate, with its other forms and its index.

use crate::signals::{Effect, Memo, RwSignal};
use colex::look::{self, Look};
use colex::words;
use colex::{AnyLayout, Shape};
use leptos::prelude::*;

use crate::browser::KeyboardEvent;
use crate::languages::say;
use crate::loader::part;
use crate::panels::list::list;
use crate::panels::said::{predicting, shortened};
use crate::session::{Parts, Session, Tastes};

/// Number of rows of a page.
const ROWS: i64 = 16;
/// A domain of up to this size is shown as one page.
const ONE_PAGE: i64 = 24;
/// Number of characters of one coordinate that are shown.
const WIDEST: usize = 48;

/// One row, as text.
#[derive(Clone, PartialEq)]
struct Row {
    linear: i64,
    flat: Option<String>,
    natural: Option<String>,
    in_set: Option<String>,
    index: String,
}

/// Which columns a layout has besides the 1-D coordinate and the index.
#[derive(Clone, PartialEq, Default)]
struct Columns {
    flat: bool,
    natural: bool,
    set: Option<Shape>,
}

part! {
    /// The table of coordinates.
    pub PART: tools = |session, _| view! { <Coordinates session/> }.into_any()
}

/// The coordinates of a layout as a table.
#[component]
fn Coordinates(session: Session) -> impl IntoView {
    let Parts { tastes, screen, focus, .. } = *session;
    let layout = screen.look;
    let size = Memo::new(move |_| {
        layout.with(|layout| {
            let layout = layout.as_ref()?;
            let size = layout.layout.size().map(|size| size.value().max(0));
            // A coordinate that has no point is the only other thing that can go wrong.
            Some(size.and_then(|size| if size > 0 { layout.point_at(0).map(|_| size) } else { Ok(0) }))
        })
    });
    let rows_on_page = move |size: i64| if size <= ONE_PAGE { size } else { ROWS };
    let chosen = focus.chosen;
    let first = RwSignal::new(0_i64);
    let count = move || match size.get() {
        Some(Ok(size)) => size,
        _ => 0,
    };
    let turn_to = move |linear: i64| {
        let size = untrack(count);
        let page = rows_on_page(size).max(1);
        let at = linear.clamp(0, (size - 1).max(0));
        first.set(at - at % page);
    };
    // The page follows the chosen point, and a smaller domain.
    Effect::new(move |_| {
        let size = count();
        let page = rows_on_page(size).max(1);
        let from = first.get_untracked();
        match chosen.get() {
            Some(linear) if !(from..from + page).contains(&linear) => turn_to(linear),
            None if from >= size => turn_to(size - 1),
            _ if from % page != 0 => turn_to(from),
            _ => {}
        }
    });
    let columns = Memo::new(move |_| {
        layout
            .with(|layout| {
                layout.as_ref().map(|look| columns_of(&look.layout, focus.coordinate_set.get().and_then(Result::ok)))
            })
            .unwrap_or_default()
    });
    let rows = move || {
        let (from, size) = (first.get(), count());
        let until = from.saturating_add(rows_on_page(size)).min(size);
        let columns = columns.get();
        layout.with(|layout| {
            let Some(layout) = layout else { return Vec::new() };
            (from..until).filter_map(|linear| row(tastes, layout, &columns, linear)).collect()
        })
    };
    let index_of = move |linear: Option<i64>| {
        let linear = linear?;
        layout.with(|layout| Some(tastes.spell(&layout.as_ref()?.point_at(linear).ok()?.index.to_string())))
    };
    // Which other coordinates have the index that is predicted would tell it.
    let shown = move |linear: Option<i64>| linear.filter(|_| !focus.hides_index.get());
    let chosen_index = Memo::new(move |_| index_of(shown(chosen.get())));
    let hovered_index = Memo::new(move |_| index_of(shown(focus.hover.get())));

    let on_key = move |event: KeyboardEvent| {
        if event.alt_key() || event.meta_key() {
            return;
        }
        let (size, at) = (untrack(count), chosen.get_untracked());
        if size == 0 {
            return;
        }
        let page = rows_on_page(size);
        let from = at.unwrap_or(first.get_untracked());
        let to = match event.key().as_str() {
            "ArrowUp" => from - i64::from(at.is_some()),
            "ArrowDown" => from.saturating_add(i64::from(at.is_some())),
            "PageUp" => from.saturating_sub(page),
            "PageDown" => from.saturating_add(page),
            "Home" => 0,
            "End" => size - 1,
            _ => return,
        };
        event.prevent_default();
        session.draft.choose_linear(to.clamp(0, size - 1));
    };
    // Names of the modes, one by one or with the parentheses of the natural coordinate.
    let names = move |is_natural: bool| {
        screen.look.with(|look| {
            let names = look.as_ref()?.names.as_ref()?;
            let each = if is_natural { (**names).clone() } else { names.each() };
            (!each.is_empty()).then(|| shortened(&each.tree().to_string(), WIDEST))
        })
    };
    let names = move |is_natural: bool| {
        names(is_natural).map(|names| view! { " " <span class="mono mode-names">{names}</span> })
    };
    let caption = move || {
        let size = count();
        let from = first.get();
        let last = from.saturating_add(rows_on_page(size)).min(size) - 1;
        if size == 0 {
            return tastes.say("no coordinates", "没有坐标").to_string();
        }
        say!(tastes.tongue.get(), en("rows {from}–{last} of {size}"), zh("第 {from}–{last} 行，共 {size} 行"))
    };
    let problem = move || match size.get() {
        Some(Err(error)) => Some(tastes.spell(&words::error(&error, tastes.tongue.get()))),
        _ => None,
    };
    let in_view = move || {
        let from = first.get();
        chosen.get().filter(|linear| (from..from.saturating_add(rows_on_page(count()))).contains(linear))
    };
    let at_start = move || first.get() <= 0;
    let at_end = move || first.get().saturating_add(rows_on_page(count())) >= count();
    let page = move || rows_on_page(untrack(count)).max(1);
    let hidden = focus.hides_coordinate;
    let has_pages = move || count() > ONE_PAGE && !hidden.get();
    view! {
        <section class="coordinates" class:stale=move || screen.stale.get()
            aria-label=move || tastes.say("Coordinates", "坐标")>
            <div class="pane-head">
                <h2>{move || tastes.say("Coordinates", "坐标")} " " <span class="quiet coordinates-part">{move || (!hidden.get()).then(caption)}</span></h2>
                <Show when=has_pages>
                    <div class="row">
                        <button class="plain" disabled=at_start on:click=move |_| first.set(0)
                            aria-label=move || tastes.say("First rows", "最前面的行")>"|◀"</button>
                        <button class="plain" disabled=at_start on:click=move |_| turn_to(first.get_untracked() - page())
                            aria-label=move || tastes.say("Previous rows", "前面的行")>"◀"</button>
                        <button class="plain" disabled=at_end on:click=move |_| turn_to(first.get_untracked().saturating_add(page()))
                            aria-label=move || tastes.say("Next rows", "后面的行")>"▶"</button>
                        <button class="plain" disabled=at_end on:click=move |_| turn_to(untrack(count) - 1)
                            aria-label=move || tastes.say("Last rows", "最后面的行")>"▶|"</button>
                    </div>
                </Show>
            </div>
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <Show when=move || hidden.get()>
                <p class="quiet">{predicting(tastes)}</p>
            </Show>
            <Show when=move || { count() > 0 && !hidden.get() }>
                <div class="coordinates-frame">
                    <table role="grid" tabindex="0" class="coordinates-table" on:keydown=on_key
                        on:pointerleave=move |_| focus.hover.set(None)
                        aria-label=move || tastes.say("Coordinates; arrow keys choose a row", "坐标表；用方向键选择行")
                        aria-rowcount=move || count().saturating_add(1).to_string()
                        aria-activedescendant=move || in_view().map(|linear| format!("coordinate-{linear}"))>
                        <thead>
                            <tr aria-rowindex="1">
                                <th scope="col">{move || tastes.say("1-D", "一维")}</th>
                                {move || columns.get().flat.then(|| view! {
                                    <th scope="col">{move || match columns.get().natural {
                                        true => tastes.say("R-D", "R 维"),
                                        false => tastes.say("R-D, natural", "R 维（自然）"),
                                    }}{move || names(false)}</th>
                                })}
                                {move || columns.get().natural.then(|| view! {
                                    <th scope="col">{move || tastes.say("natural (h-D)", "自然（h 维）")}{move || names(true)}</th>
                                })}
                                {move || columns.get().set.map(|set| view! {
                                    <th scope="col">{move || tastes.say("in", "按")} " " <span class="mono">{tastes.spell(&set.to_string())}</span></th>
                                })}
                                <th scope="col">{move || tastes.say("index", "索引")}</th>
                            </tr>
                        </thead>
                        <tbody>
                            {list(rows, Box::new(move |_, row| view! { <Line session row chosen_index hovered_index/> }.into_any()))}
                        </tbody>
                    </table>
                </div>
            </Show>
        </section>
    }
}

/// One row of the table.
#[component]
fn Line(
    session: Session,
    row: RwSignal<Row>,
    chosen_index: Memo<Option<String>>,
    hovered_index: Memo<Option<String>>,
) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, .. } = *session;
    let linear = Memo::new(move |_| row.with(|row| row.linear));
    let index = Memo::new(move |_| row.with(|row| row.index.clone()));
    let cell = move |part: fn(&Row) -> &Option<String>| {
        let text = move || row.with(|row| part(row).as_deref().map(|text| shortened(text, WIDEST)));
        view! { <td class="mono" hidden=move || row.with(|row| part(row).is_none())>{text}</td> }
    };
    let is_chosen = move || focus.chosen.get() == Some(linear.get());
    let is_lit = move || focus.hover.get() == Some(linear.get());
    let is_same = Memo::new(move |_| {
        index.with(|index| {
            [chosen_index, hovered_index].iter().any(|other| other.with(|other| other.as_ref() == Some(index)))
        })
    });
    let index_shown = move || match is_chosen() && focus.hides_index.get() {
        true => "?".to_string(),
        false => index.with(|index| shortened(index, WIDEST)),
    };
    let beyond = Memo::new(move |_| {
        screen.beyond.with(|beyond| {
            let beyond = beyond.as_ref().filter(|beyond| (beyond.is.0)(linear.get()))?;
            Some(format!("{} {}", tastes.say("beyond", "超出"), shortened(&beyond.operand, WIDEST)))
        })
    });
    let same_words = move || (is_same.get() && !is_chosen()).then(|| tastes.say("same index", "同一索引"));
    view! {
        <tr id=move || format!("coordinate-{}", linear.get()) aria-rowindex=move || linear.get().saturating_add(2).to_string()
            aria-selected=move || is_chosen().to_string() class:chosen=is_chosen class:lit=is_lit class:same=move || is_same.get() class:beyond=move || beyond.with(Option::is_some)
            on:click=move |_| draft.choose_linear(linear.get_untracked())
            on:pointerenter=move |_| focus.hover.set(Some(linear.get_untracked()))>
            <th scope="row" class="mono">{move || linear.get()}</th>
            {cell(|row| &row.flat)}
            {cell(|row| &row.natural)}
            {cell(|row| &row.in_set)}
            <td class="mono coordinates-index">{index_shown} <span class="unseen">{same_words}</span>
                {move || beyond.get().map(|words| view! { " " <span class="quiet small coordinates-beyond">{words}</span> })}</td>
        </tr>
    }
}

fn columns_of(layout: &AnyLayout, set: Option<Shape>) -> Columns {
    let depth = layout.shape().depth();
    // The 1-D, R-D and natural coordinates have columns of their own.
    let set = set.filter(|set| {
        let is_flat = set.depth() == 1 && set.rank() == layout.rank();
        !set.is_leaf() && !is_flat && !set.is_congruent_to(layout.shape())
    });
    Columns { flat: depth > 0, natural: depth > 1, set }
}

fn row(tastes: Tastes, look: &Look, columns: &Columns, linear: i64) -> Option<Row> {
    let point = look.point_at(linear).ok()?;
    let in_set =
        |set| look::coordinate_in(set, &look.layout, &point.natural).map(|in_set| tastes.spell(&in_set.to_string()));
    Some(Row {
        linear,
        flat: columns.flat.then(|| tastes.spell(&point.flat.to_string())),
        natural: columns.natural.then(|| tastes.spell(&point.natural.to_string())),
        in_set: columns.set.as_ref().map(|set| in_set(set).unwrap_or_default()),
        index: tastes.spell(&point.index.to_string()),
    })
}

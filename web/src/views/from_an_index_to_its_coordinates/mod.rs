//! The way back: from an index to every coordinate that reaches it, and what CuTe's own function answers instead.

use crate::signals::{Effect, Memo, RwSignal};
use colex::after::After;
use colex::facts::indices_between;
use colex::look::Point;
use colex::preimage::{Preimage, PreimageSearch};
use colex::table::FlatLayout;
use colex::way_back::{Cute, Reason, is_compact, subtractions, unswizzled};
use colex::words::{self, Tongue};
use colex::work::{Budget, Progress, Work};
use colex::{AnyLayout, Error};
use leptos::prelude::*;

use crate::browser::Pursuit;
use crate::languages::say;
use crate::loader::part;
use crate::panels::list::list;
use crate::panels::said::{predicting, shortened};
use crate::session::{Draft, Focus, Parts, Session, Tastes};

/// The units of work between two looks at the clock.
const UNITS: u64 = 4096;
/// After so many units the search stops until it is asked to go on.
const BUDGET: u64 = 20_000_000;
/// Number of coordinates that are listed.
const LISTED: usize = 50;

/// Query that is searched.
#[derive(Clone, PartialEq)]
struct Query {
    layout: AnyLayout,
    index: i64,
}

/// A search that stops after so many units.
struct Limited {
    search: PreimageSearch,
    limit: u64,
}

impl Work for Limited {
    type Output = ();

    fn resume(&mut self, budget: &mut Budget) -> Progress<()> {
        let spent = self.search.so_far().spent;
        let units = budget.spend_up_to(self.limit.saturating_sub(spent));
        match self.search.resume(&mut Budget::new(units)) {
            Progress::More { done, total } if units > 0 => Progress::More { done, total },
            _ => Progress::Done(()),
        }
    }
}

/// State of the search.
#[derive(Clone, PartialEq)]
enum Found {
    /// So much, and whether it goes on by itself.
    So { preimage: Preimage, running: bool },
    /// It cannot be searched.
    Not(Error),
}

part! {
    /// From an index to its coordinates.
    pub PART: tools = |session, _| view! { <WayBack session/> }.into_any()
}

/// The coordinates of an index.
#[component]
fn WayBack(session: Session) -> impl IntoView {
    let Parts { tastes, screen, focus, .. } = *session;
    let layout = screen.layout;
    let is_ints = Memo::new(move |_| {
        layout.with(|layout| layout.as_ref().is_none_or(|layout| layout.innermost().int_stride().is_some()))
    });
    let index = Memo::new(move |_| focus.index_looked_at());
    let query =
        Memo::new(move |_| Some(Query { layout: layout.get().filter(|_| is_ints.get())?, index: index.get()? }));
    let found = RwSignal::new(None::<Found>);
    let pursuit = Pursuit::new(UNITS);
    let search = move |work: Limited| {
        pursuit.begin(work, move |work, _| {
            let preimage = work.search.so_far();
            let running = !preimage.complete && preimage.spent < work.limit;
            found.set(Some(Found::So { preimage, running }));
            Some(work)
        });
    };
    Effect::new(move |_| {
        let Some(query) = query.get() else {
            pursuit.stop();
            return found.set(None);
        };
        match PreimageSearch::any(&query.layout, query.index, LISTED) {
            Ok(begun) => search(Limited { search: begun, limit: BUDGET }),
            Err(error) => {
                pursuit.stop();
                found.set(Some(Found::Not(error)));
            }
        }
    });
    let further = move || {
        if let Some(mut work) = pursuit.take() {
            work.limit = work.limit.saturating_add(BUDGET);
            search(work);
        }
    };

    let draft = RwSignal::new(None::<String>);
    let is_wrong = move || {
        draft.with(|draft| {
            draft.as_ref().is_some_and(|draft| !draft.trim().is_empty() && draft.trim().parse::<i64>().is_err())
        })
    };
    let on_input = move |event| {
        let text: String = event_target_value(&event);
        let asked = text.trim().replace('−', "-").parse::<i64>().ok();
        if asked.is_some() || text.trim().is_empty() {
            session.draft.look_at(|view| view.index = asked);
        }
        draft.set(Some(text));
    };
    // Only a layout with strides has such a function in CuTe.
    let is_plain = move || query.with(|query| query.as_ref().is_some_and(|query| query.layout.plain().is_some()));
    let hidden = focus.hides_index;
    let unreached = Memo::new(move |_| {
        found.with(|found| match found {
            Some(Found::So { preimage, .. }) => preimage.complete && preimage.count == 0,
            // Without elements there is nothing that could reach it.
            Some(Found::Not(error)) => matches!(error, Error::NoElements { .. }),
            None => false,
        })
    });
    let shown_index =
        move || draft.get().unwrap_or_else(|| index.get().map(|index| index.to_string()).unwrap_or_default());
    let range = move || {
        let flat = layout.with(|layout| {
            layout.as_ref().and_then(|layout| FlatLayout::any(layout).ok().filter(|flat| flat.size() > 0))
        })?;
        Some(indices_between(&flat, tastes.tongue.get()))
    };
    view! {
        <section class="wayback" class:stale=move || screen.stale.get()
            aria-label=move || tastes.say("From an index to its coordinates", "从索引到坐标")>
            <div class="pane-head">
                <h2>{move || tastes.say("From an index to its coordinates", "从索引到坐标")}</h2>
            </div>
            <Show when=move || !hidden.get() fallback=move || view! { <p class="quiet">{predicting(tastes)}</p> }>
            <Show when=move || is_ints.get() fallback=move || view! {
                <p class="quiet">{move || tastes.say(
                    "The strides are basis strides such as 1@0: the indices are coordinates, so there is no single number to go back from",
                    "步长是 1@0 这样的基步长：索引本身就是坐标，没有单个数字可供反查",
                )}</p>
            }>
                <div class="row">
                    <label for="wayback-index">{move || tastes.say("Index", "索引")}</label>
                    <input type="text" id="wayback-index" class="mono" inputmode="numeric" autocomplete="off" spellcheck="false"
                        prop:value=shown_index on:input=on_input on:blur=move |_| draft.set(None)
                        aria-invalid=move || is_wrong().to_string()/>
                    <span class="quiet small">{range}</span>
                </div>
                <Show when=is_wrong>
                    <p class="warn small" role="status">{move || tastes.say("An index is one integer of 64 bits", "索引是一个 64 位整数")}</p>
                </Show>
                <Answer draft=session.draft tastes focus query found further/>
                <Show when=is_plain>
                    <CuteAnswer draft=session.draft tastes query unreached/>
                </Show>
            </Show>
            </Show>
        </section>
    }
}

/// The coordinates found, or why there are none.
#[component]
fn Answer(
    draft: Draft,
    tastes: Tastes,
    focus: Focus,
    query: Memo<Option<Query>>,
    found: RwSignal<Option<Found>>,
    further: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let so_far = Memo::new(move |_| match found.get() {
        Some(Found::So { preimage, running }) => Some((preimage, running)),
        _ => None,
    });
    let status = move || {
        let tongue = tastes.tongue.get();
        if let Some(Found::Not(error)) = found.get() {
            return Some(tastes.spell(&words::error(&error, tongue)));
        }
        let ((preimage, running), query) = (so_far.get()?, query.get()?);
        Some(status(&preimage, running, query.index, tongue))
    };
    let reason = move || {
        let ((preimage, _), query) = (so_far.get()?, query.get()?);
        let tongue = tastes.tongue.get();
        let flat = FlatLayout::new(query.layout.innermost()).ok();
        let flat = flat.filter(|_| preimage.complete && preimage.count == 0)?;
        let (lines, inner) = unswizzled(&query.layout, query.index);
        let reason = Reason::of(&flat, inner?).words(tongue);
        Some(match lines.is_empty() {
            true => reason,
            false if has_swizzle(&query.layout) => say!(
                tongue,
                en("Before the swizzle that is {}. {reason}", lines.join(", ")),
                zh("swizzle 之前即 {}。{reason}", lines.join("，"))
            ),
            false => say!(
                tongue,
                en("Counted from where the data begin that is {}. {reason}", lines.join(", ")),
                zh("从数据的起点数起即 {}。{reason}", lines.join("，"))
            ),
        })
    };
    let stopped =
        move || so_far.with(|so_far| so_far.as_ref().is_some_and(|(preimage, running)| !running && !preimage.complete));
    let listed = move || {
        so_far.with(|so_far| so_far.as_ref().map(|(preimage, _)| preimage.coordinates.clone()).unwrap_or_default())
    };
    let is_swizzled = move || query.with(|query| query.as_ref().is_some_and(|query| has_swizzle(&query.layout)));
    let chosen = focus.chosen;
    let how = Memo::new(move |_| {
        let lines = || {
            let ((preimage, _), query) = (so_far.get()?, query.get()?);
            let mine = preimage.coordinates.iter().find(|reached| i64::try_from(reached.linear).ok() == chosen.get());
            let natural = &mine.or(preimage.coordinates.first())?.natural;
            let (mut lines, inner) = unswizzled(&query.layout, query.index);
            lines.extend(subtractions(query.layout.innermost(), natural, inner?));
            Some(lines)
        };
        lines().unwrap_or_default()
    });
    view! {
        <p role="status">{status}</p>
        {move || reason().map(|reason| view! { <p class="quiet small">{reason}</p> })}
        <Show when=stopped>
            <button on:click=move |_| further()>{move || tastes.say("Search on", "继续搜索")}</button>
        </Show>
        <ul class="wayback-list" aria-label=move || tastes.say("Coordinates found", "找到的坐标")>
            <For each=listed key=|reached| (reached.linear, reached.natural.clone()) let:reached>
                {
                    let linear = i64::try_from(reached.linear).unwrap_or(i64::MAX);
                    let natural = StoredValue::new(reached.natural.to_string());
                    let text = move || {
                        let natural = natural.with_value(|natural| tastes.spell(natural));
                        let linear = linear.to_string();
                        if natural == linear { natural } else { format!("{linear} ~ {}", shortened(&natural, 40)) }
                    };
                    view! {
                        <li>
                            <button class="mono plain" aria-pressed=move || (chosen.get() == Some(linear)).to_string()
                                on:click=move |_| draft.choose_linear(linear)
                                on:pointerenter=move |_| focus.hover.set(Some(linear))
                                on:pointerleave=move |_| focus.hover.set(None)
                                on:focus=move |_| focus.hover.set(Some(linear)) on:blur=move |_| focus.hover.set(None)>{text}</button>
                        </li>
                    }
                }
            </For>
        </ul>
        <Show when=move || how.with(|lines| !lines.is_empty())>
            <Show when=is_swizzled>
                <p class="small quiet">{tastes.text(
                    "A swizzle undoes itself: applied to the index, it gives what was there before it, and an offset is taken off",
                    "swizzle 作用两次即复原：对索引再作用一次，就得到 swizzle 之前的数；若有偏移，再减去它",
                )}</p>
            </Show>
            <p class="small quiet">{move || tastes.say(
                "Peel off the largest stride first; the rest must be reachable with the smaller ones",
                "先取最大的步长；剩余部分必须能由较小的步长凑出",
            )}</p>
            <ol class="wayback-how mono small">
                {list(move || how.get(), Box::new(|_, line: RwSignal<String>| view! { <li>{move || line.get()}</li> }.into_any()))}
            </ol>
        </Show>
    }
}

/// Reports whether a swizzle comes after the strides, and not an offset alone.
fn has_swizzle(layout: &AnyLayout) -> bool {
    After::of(layout).parts().iter().any(|(_, swizzle)| !swizzle.is_identity())
}

fn status(preimage: &Preimage, running: bool, index: i64, tongue: Tongue) -> String {
    let Preimage { count, searched, to_search, spent, .. } = preimage;
    let kept = preimage.coordinates.len() as u64;
    let english = tongue == Tongue::English;
    if !preimage.complete {
        let spent = grouped(*spent);
        return match (running, english) {
            (true, true) => format!(
                "Searching: {searched} of {to_search} digits of the largest stride done, {count} coordinates found"
            ),
            (true, false) => {
                format!("正在搜索：最大步长的 {to_search} 个数字已完成 {searched} 个，找到 {count} 个坐标")
            }
            (false, true) => format!(
                "Stopped after {spent} trials: {searched} of {to_search} digits of the largest stride are searched, {count} coordinates of index {index} found"
            ),
            (false, false) => format!(
                "试了 {spent} 次后停止：最大步长的 {to_search} 个数字已搜索 {searched} 个，找到索引 {index} 的 {count} 个坐标"
            ),
        };
    }
    match (count, english) {
        (0, true) => format!("No coordinate reaches {index}"),
        (0, false) => format!("没有坐标能到达 {index}"),
        (1, true) => format!("One coordinate reaches {index}"),
        (1, false) => format!("有一个坐标到达 {index}"),
        (_, true) if *count > kept => {
            format!("{} coordinates reach {index}; {kept} of them are listed", grouped(*count))
        }
        (_, false) if *count > kept => format!("有 {} 个坐标到达 {index}，这里列出其中 {kept} 个", grouped(*count)),
        (_, true) => format!("{count} coordinates reach {index}"),
        (_, false) => format!("有 {count} 个坐标到达 {index}"),
    }
}

/// A number with its thousands set apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{202f}")
}

/// Answer of CuTe's `get_hier_coord`.
#[derive(Clone, PartialEq)]
struct CuteSays {
    index: i64,
    answer: Cute,
    /// The 1-D coordinate of the answer where that is in the domain.
    linear: Option<i64>,
    /// True if the layout is one for which the answer is always right.
    is_compact: bool,
}

impl CuteSays {
    fn of(query: &Query) -> CuteSays {
        let (layout, index) = (query.layout.innermost(), &query.index);
        let answer = Cute::of(layout, *index);
        let linear = match &answer {
            Cute::Answer { coordinate, .. } => {
                Point::of(&query.layout, &coordinate.into()).ok().filter(|point| point.inside)
            }
            _ => None,
        };
        let is_compact = FlatLayout::new(layout).is_ok_and(|flat| is_compact(&flat));
        CuteSays { index: *index, answer, linear: linear.map(|point| point.linear), is_compact }
    }
}

/// Shows the answer of CuTe's `get_hier_coord`, and whether that is so.
#[component]
fn CuteAnswer(draft: Draft, tastes: Tastes, query: Memo<Option<Query>>, unreached: Memo<bool>) -> impl IntoView {
    let own = Memo::new(move |_| query.with(|query| query.as_ref().map(CuteSays::of)));
    let linear = move || own.with(|own| own.as_ref().and_then(|own| own.linear));
    let is = move |what: fn(&CuteSays) -> bool| own.with(|own| own.as_ref().is_some_and(what));
    let is_wrong = move || is(|own| matches!(own.answer, Cute::Answer { right: false, .. }));
    let called = move || own.with(|own| own.as_ref().map(|own| format!("get_hier_coord({})", own.index)));
    let coordinate = move || {
        own.with(|own| match own.as_ref().map(|own| &own.answer) {
            Some(Cute::Answer { coordinate, .. }) => Some(shortened(&tastes.spell(&coordinate.to_string()), 40)),
            _ => None,
        })
    };
    let verdict = move || {
        let tongue = tastes.tongue.get();
        own.with(|own| {
            let CuteSays { answer, index, .. } = own.as_ref()?;
            Some(match answer {
                Cute::Answer { right: true, .. } => tongue.pick("right".to_string(), "正确".to_string()),
                Cute::Answer { .. } if unreached.get() => say!(
                    tongue,
                    en("no answer can be right: no coordinate reaches {index}"),
                    zh("任何答案都不会正确：没有坐标能到达 {index}")
                ),
                Cute::Answer { inside: false, .. } => tongue.pick(
                    "wrong here: that coordinate is outside the domain".to_string(),
                    "在此不正确：该坐标超出定义域".to_string(),
                ),
                Cute::Answer { index, .. } => {
                    let index = tastes.spell(&index.to_string());
                    say!(
                        tongue,
                        en("wrong here: that coordinate has index {index}"),
                        zh("在此不正确：该坐标的索引是 {index}")
                    )
                }
                Cute::DividesByZero => {
                    tongue.pick("fails: it divides by 0".to_string(), "失败：它会除以 0".to_string())
                }
                Cute::Fails(error) => tastes.spell(&words::error(error, tongue)),
            })
        })
    };
    view! {
        <div class="wayback-cute small">
            <p>
                {move || tastes.say("CuTe's own ", "CuTe 自带的 ")} <code>{called}</code> " "
                <Show when=move || coordinate().is_some()>
                    {move || tastes.say("answers", "给出")} " "
                    <button class="mono plain" disabled=move || linear().is_none()
                        on:click=move |_| if let Some(linear) = untrack(linear) { draft.choose_linear(linear) }>{coordinate}</button> " "
                </Show>
                <span class:warn=is_wrong><b>{move || if is_wrong() { "✗ " } else { "" }} {verdict}</b></span>
            </p>
            <p class="quiet">{move || match (is(|own| own.answer == Cute::DividesByZero), is(|own| own.is_compact)) {
                (true, _) => tastes.say(
                    "It computes (index / stride) mod extent in every mode",
                    "它在每个 mode 上计算 (索引 / 步长) mod 长度",
                ),
                (_, true) => tastes.say(
                    "It computes (index / stride) mod extent in every mode. On a compact layout such as this one that is right for every index reached",
                    "它在每个 mode 上计算 (索引 / 步长) mod 长度；对这样的紧凑布局，凡能到达的索引都正确",
                ),
                _ => tastes.say(
                    "It computes (index / stride) mod extent in every mode. Only on compact layouts is that sure to be right",
                    "它在每个 mode 上计算 (索引 / 步长) mod 长度；只有对紧凑布局才保证正确",
                ),
            }}</p>
        </div>
    }
}

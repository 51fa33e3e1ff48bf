//! Operands and result of the selected statement's operation side by side: the same colour is the same tile, copy or
//! coordinate, and pointing at a cell shows which cells of the others it corresponds to.

mod corner;
mod legend;
mod paint;
mod panel;
mod predicate;
mod room;
mod sheet;
mod switches;

use crate::signals::{Effect, Memo, RwSignal};
use colex::insight::{Insight, insights};
use colex::words;
use colex_document::Colour;
use leptos::html::Div;
use leptos::prelude::*;

use self::legend::{legend, said, way};
use self::panel::{panel, rows_of, stands_aside};
use self::predicate::predicate;
use self::room::{Room, room_on_stage};
use self::sheet::{Fit, Height};
use self::switches::switches;
use crate::browser;
use crate::languages::say;
use crate::loader::part;
use crate::panels::measured;
use crate::panels::said::place;
use crate::session::acts::Acts;
use crate::session::derivation::Stepping;
use crate::session::{Parts, Picture, Session, Tastes, told};

/// The most panels that an operation has.
const PANELS: usize = 3;
/// The room between two panels, and the least for one beside another whose cells cannot be read, in CSS pixels.
const GAP: f64 = 24.0;
const HALF_LEAST: f64 = 330.0;
/// Part of the window's height that the cells have at most where one presents, and at least in CSS pixels.
const STAGE: f64 = 0.42;
const STAGE_LEAST: f64 = 160.0;
/// The same where the page scrolls, for cells that are larger than needs be: memory is seen below them.
const SHARE: f64 = 0.44;

/// A cell of a panel.
type Point = (usize, i64);

/// State that the panels share.
#[derive(Clone, Copy)]
struct Stage {
    session: Session,
    picture: Picture,
    /// The cell under the pointer.
    pointed: RwSignal<Option<Point>>,
    /// The cell that keys chose, while its panel has the focus.
    pinned: RwSignal<Option<Point>>,
    /// The cell that is looked at.
    point: Memo<Option<Point>>,
    /// The room for all panels, in CSS pixels.
    width: RwSignal<f64>,
    /// The room for one panel whose cells cannot be read: half of it, where that suffices for two side by side.
    room: Memo<f64>,
    /// Size of cells, so that panels stand side by side.
    fit: Memo<Option<Fit>>,
    /// The middle and the side of the cell on the way of the point on the screen, for each panel.
    places: RwSignal<[Option<(f64, f64, f64)>; PANELS]>,
    /// Number of times that a panel took another room.
    moved: RwSignal<u32>,
    /// Which cells without a class, or beyond A, are in view, for each panel.
    bare: RwSignal<[[bool; 2]; PANELS]>,
    /// True if a tile's corner is held: cells keep their size under the hand.
    pulled: RwSignal<bool>,
}

part! {
    /// Operands and result side by side.
    pub PART: story = |session, _| {
        told(session, |session, story| {
            view! { <Operation session picture=story.picture stepping=story.stepping acts=story.acts/> }.into_any()
        })
    }
}

/// Operands and result side by side; nothing where the statement is no operation.
#[component]
fn Operation(session: Session, picture: Picture, stepping: Stepping, acts: Acts) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, .. } = *session;
    let (pointed, pinned) = (RwSignal::new(None::<Point>), RwSignal::new(None::<Point>));
    let point = Memo::new(move |_| {
        let of_result = |linear: Option<i64>| Some((picture.shown.get()?, linear?));
        let fits = |point: &Point| {
            let scene = picture.scene.get()?;
            let size = scene.0.panels.get(point.0)?.size;
            (0..size).contains(&point.1).then_some(())
        };
        let found = pointed.get().or_else(|| of_result(focus.hover.get())).or_else(|| pinned.get());
        // A way is there from the first, unless it would say what is asked.
        let example = || picture.scene.get()?.0.example().filter(|_| !focus.hides_index.get());
        let found = found.filter(|point| fits(point).is_some()).or_else(|| of_result(focus.marked.get()));
        found.or_else(example)
    });
    Effect::new(move |_| {
        picture.scene.track();
        pinned.set(None);
        pointed.set(None);
    });
    let room = NodeRef::<Div>::new();
    let width = measured::width(room);
    let scale = move || if tastes.big.get() { 1.5 } else { 1.0 };
    // All of it stands on the stage.
    let presents = Memo::new(move |_| draft.options.with(|options| options.present));
    let window = RwSignal::new(browser::viewport_height());
    StoredValue::new_local(browser::hear_window_size(move || {
        window.try_set(browser::viewport_height());
    }));
    let height = move || {
        let part = |part: f64| (window.get() * part).max(STAGE_LEAST);
        if presents.get() { Height::Most(part(STAGE)) } else { Height::Wanted(part(SHARE)) }
    };
    let on_stage = room_on_stage(room, presents);
    let pulled = RwSignal::new(false);
    // Where memory stands beside the panels, and how large cells are.
    let placed = Memo::new(move |before: Option<&Option<(bool, Fit)>>| {
        if let Some(before) = before.filter(|before| before.is_some() && pulled.get()) {
            return *before;
        }
        picture.scene.with(|scene| {
            let scene = &scene.as_ref()?.0;
            let all = scene.panels.iter().enumerate();
            let all = all.map(|(number, panel)| (stands_aside(scene, number), (panel.size, rows_of(scene, number))));
            let (aside, panels) = all.partition::<Vec<_>, _>(|(is_aside, _)| *is_aside);
            let sizes = |panels: Vec<(bool, _)>| panels.into_iter().map(|(_, size)| size).collect::<Vec<_>>();
            let (panels, aside) = (sizes(panels), sizes(aside));
            let fit = |width: f64, height: Height| Fit::of((&panels, &aside), width, scale(), height);
            let Some(room) = on_stage.get() else { return Some((false, fit(width.get(), height()))) };
            // Memory stands where it leaves cells the larger.
            let beside = fit(room.beside(), Height::Most(room.height));
            let is_beside = beside.is_better(&fit(room.width, Height::Most(room.height - Room::BELOW)));
            let below = || fit(room.width, Height::Most(room.height - room.below));
            Some((is_beside, if is_beside { beside } else { below() }))
        })
    });
    let is_beside = Memo::new(move |_| placed.get().is_some_and(|(is_beside, _)| is_beside));
    let fit = Memo::new(move |_| placed.get().map(|(_, fit)| fit));
    let half = Memo::new(move |_| {
        let both = (width.get() - GAP) / 2.0;
        let beside = |scene: &colex::scene::Scene| {
            (0..scene.panels.len()).filter(|number| !stands_aside(scene, *number)).count() > 1
        };
        let is_beside = picture.scene.with(|scene| scene.as_ref().is_some_and(|scene| beside(&scene.0)));
        if is_beside && both >= HALF_LEAST { both } else { width.get() }
    });
    let stage = Stage {
        session,
        picture,
        pointed,
        pinned,
        point,
        width,
        room: half,
        fit,
        places: RwSignal::new([None; PANELS]),
        moved: RwSignal::new(0),
        bare: RwSignal::new([[false; 2]; PANELS]),
        pulled,
    };
    // The source and the result, then what only says how the one became the other.
    let order = Memo::new(move |_| {
        let panels = |scene: &colex::scene::Scene| {
            let mut panels = (0..scene.panels.len().min(PANELS)).collect::<Vec<_>>();
            panels.sort_by_key(|number| stands_aside(scene, *number));
            panels
        };
        picture.scene.with(|scene| scene.as_ref().map(|scene| panels(&scene.0)).unwrap_or_default())
    });
    view! {
        <Show when=move || order.with(|order| !order.is_empty())>
            <section class="operation" class:stale=move || screen.stale.get()
                aria-label=tastes.text("Operands and result", "操作数与结果")>
                <div class="operation-told">
                    {head(stage)}
                    {switches(draft, tastes, screen, brackets(stage, acts))}
                    {told_in_acts(tastes, acts)}
                    {steps(tastes, picture, stepping, acts)}
                    {why(stage)}
                </div>
                {panels(stage, room, order, is_beside)}
                {predicate(stage)}
                <p class="operation-said mono small" role="status" aria-live="polite">{said(stage)}</p>
                {legend(stage)}
            </section>
        </Show>
    }
}

/// Explains what is right and still surprises.
fn why(stage: Stage) -> AnyView {
    let Stage { session, picture, .. } = stage;
    let Parts { draft, tastes, .. } = *session;
    let found = Memo::new(move |_| {
        let statement = picture.statement.get();
        draft.evaluation.with(|found| statement.map(|statement| insights(&found.0, statement)).unwrap_or_default())
    });
    let said = move || {
        let said = |insight: Insight| {
            let said = tastes.spell(&words::insight(&insight, tastes.tongue.get()));
            view! { <p class="operation-why small">{said}</p> }
        };
        found.get().into_iter().map(said).collect_view()
    };
    view! { {said} }.into_any()
}

fn head(stage: Stage) -> AnyView {
    let Stage { session, picture, .. } = stage;
    let Parts { draft, tastes, screen, .. } = *session;
    let name = move || picture.scene.with(|scene| scene.as_ref().map(|scene| scene.0.operation));
    let is_on = Memo::new(move |_| draft.options.with(|options| options.colour == Colour::Tile));
    let has_own = Memo::new(move |_| {
        let has_classes = picture.colours.with(|colours| colours.as_ref().is_some_and(|it| it.meaning.is_some()));
        has_classes && picture.shown.get().is_some()
    });
    let turn = move |_| {
        draft.edit(|document| {
            let is_on = document.options.colour == Colour::Tile;
            document.options.colour = if is_on { Colour::Index } else { Colour::Tile };
        });
    };
    // A tiler is shown at work, where it is used.
    let used = move || {
        let statement = picture.statement.get().filter(|found| Some(*found) != screen.chosen_statement.get())?;
        let start = draft.evaluation.with(|found| Some(found.0.statements().get(statement)?.span.start))?;
        let (line, _) = draft.text.with(|text| place(text, start));
        let said = say!(tastes.tongue.get(), en("in line {line}"), zh("第 {line} 行"));
        Some(view! { <button class="small" on:click=move |_| draft.choose_statement(statement)>{said}</button> })
    };
    view! {
        <div class="pane-head">
            <h2>{tastes.text("Operands and result", "操作数与结果")} " " <span class="mono">{name}</span></h2>
            {used}
            {move || has_own.get().then(|| view! {
                <button class="small" aria-pressed=move || is_on.get().to_string() on:click=turn>
                    {tastes.text("Use these colours in the grid", "在网格中使用这些颜色")}
                </button>
            })}
        </div>
    }
    .into_any()
}

/// Which bracket moves from one of the operations that are alike to the next: the result's shape, and what is marked in it.
fn brackets(stage: Stage, acts: Acts) -> AnyView {
    let Stage { session, picture, .. } = stage;
    let told = move || {
        let scene = picture.scene.get()?;
        let brackets = scene.0.brackets()?;
        let shape = lit(session.tastes.spelled_parts(&brackets.shape, &brackets.within));
        let said = words::brackets(&brackets, scene.0.kind, session.tastes.tongue.get());
        // An act has its own.
        let is_told = move || acts.current.get().is_some();
        Some(view! { <p class="brackets small" class:behind=is_told>{shape}" "<span class="quiet">{said}</span></p> })
    };
    view! { {told} }.into_any()
}

/// The act that is read, above the picture that it colours, with the shape that there is then.
fn told_in_acts(tastes: Tastes, acts: Acts) -> AnyView {
    let sentence = move || {
        let place = acts.place();
        let hint = move || tastes.say("▶ shows them one by one in the picture", "按 ▶ 在图中逐步查看");
        let said = acts.said().map_or_else(|| hint().to_string(), |said| said.sentence);
        say!(tastes.tongue.get(), en("{place}: {said}"), zh("{place}：{said}"))
    };
    let shape = move || acts.said().map(|said| lit(said.shape));
    view! {
        <Show when=move || acts.are_told()>
            <div class="operation-step small" role="group" aria-label=tastes.text("Acts in the picture", "图中的各阶段")>
                <div class="row">{acts.turns()}</div>
                <p class:quiet=move || acts.current.get().is_none() aria-live="polite">{sentence}" "{shape}</p>
            </div>
        </Show>
    }
    .into_any()
}

/// A shape with the brackets that are told of marked.
fn lit(parts: Vec<(String, bool)>) -> AnyView {
    let part = |(text, is_lit): (String, bool)| match is_lit {
        true => view! { <mark>{text}</mark> }.into_any(),
        false => text.into_any(),
    };
    view! { <code>{parts.into_iter().map(part).collect::<Vec<_>>()}</code> }.into_any()
}

/// The step that is read where there are no acts, or somebody looks at a step, above the picture that it colours: there is
/// room for it before, so that the picture stays where it is.
fn steps(tastes: Tastes, picture: Picture, stepping: Stepping, acts: Acts) -> AnyView {
    let is_shown = Memo::new(move |_| picture.scene.with(|scene| scene.as_ref().is_some_and(|it| it.0.shows_steps())));
    let sentence = move || {
        let tongue = tastes.tongue.get();
        let place = stepping.place();
        let Some(said) = stepping.sentence() else {
            return match is_shown.get() {
                true => say!(
                    tongue,
                    en("{place}: ▶ shows them one by one in the picture"),
                    zh("{place}：按 ▶ 在图中逐步查看")
                ),
                false => say!(tongue, en("{place}: ▶ tells them one by one"), zh("{place}：按 ▶ 逐步查看")),
            };
        };
        say!(tongue, en("{place}: {said}"), zh("{place}：{said}"))
    };
    view! {
        <Show when=move || { stepping.count.get() > 1 && !acts.are_told() }>
            <div class="operation-step small" role="group" aria-label=tastes.text("Steps in the picture", "图中的步骤")>
                <div class="row">{stepping.turns()}</div>
                <Show when=move || { acts.count() > 0 }>
                    <button class="plain" on:click=move |_| stepping.look(None)>{move || acts.place()}</button>
                </Show>
                <p class:quiet=move || stepping.current.get().is_none()>{sentence}</p>
            </div>
        </Show>
    }
    .into_any()
}

fn panels(stage: Stage, room: NodeRef<Div>, order: Memo<Vec<usize>>, is_beside: Memo<bool>) -> AnyView {
    view! {
        <div class="operation-panels" class:beside=move || is_beside.get() node_ref=room>
            {move || order.get().into_iter().map(|number| panel(stage, number)).collect::<Vec<_>>()}
            {way(stage)}
        </div>
    }
    .into_any()
}

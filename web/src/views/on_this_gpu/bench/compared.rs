//! Kernels side by side: bars with whiskers, what was seen in words, what is taken away, what was recorded elsewhere.

use crate::signals::{Memo, RwSignal};
use colex::notebook::value::without_underscores;
use colex::words::Tongue;
use colex_document::run::{Asked, COMPARED_LIMIT, Entry, Recorded, Run, Times};
use colex_shaders::bound::Bound;
use colex_shaders::kernels::ROWS;
use colex_shaders::program::Work;
use colex_shaders::rate::Rate;
use colex_shaders::words::{covers, predicted as predicted_sentence, predicted_in_short};
use leptos::prelude::*;
use std::sync::Arc;

use super::binding::{Layouts, asked, titles};
use super::drawing::{Dot, axes, bar, roofline, roofline_svg};
use super::export::{Place, Row, csv, json, markdown};
use super::figures::{bandwidth, percent, seconds, speed, speed_of};
use super::measured::{Measured, Timed, intensity, part_of_roof, rate};
use super::report::{Ran, Report, html};
use super::told;
use super::{Panel, bind, result};
use crate::browser;
use crate::panels::frame::bring;
use crate::session::{Notice, Parts, Shared};

/// The kernels of the guided experiment, one after the other.
pub(super) fn experiment() -> impl Iterator<Item = Asked> {
    ROWS.iter().flat_map(|row| {
        let variants = row.variants.iter().filter(|variant| variant.is_guided);
        variants.map(|variant| {
            variant.values.iter().fold(Asked::of(row.id()), |asked, (key, value)| asked.with(key, value))
        })
    })
}

/// Puts the kernels of the experiment side by side, before those that stand there, and runs them.
pub(super) fn guide(panel: Panel) {
    let all = experiment().collect::<Vec<_>>();
    panel.change(|run| {
        let is_other = |entry: &Entry| !all.contains(&entry.asked);
        let old = run.chosen.take().into_iter().chain(run.compared.drain(..)).filter(is_other).collect::<Vec<_>>();
        let mut entries = all.iter().map(|asked| Entry::of(asked.clone())).collect::<Vec<_>>();
        for entry in old {
            if entries.len() < COMPARED_LIMIT && entries.iter().all(|other| other.asked != entry.asked) {
                entries.push(entry);
            }
        }
        (run.chosen, run.compared) = (entries.first().cloned(), entries);
    });
    panel.start(all, false);
}

/// One of the kernels side by side.
#[derive(Clone)]
pub(super) struct Line {
    bound: Arc<Bound>,
    name: [String; 2],
    measured: Option<Measured>,
    /// Its place among those that are compared; the one that is chosen has none.
    place: Option<usize>,
}

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        let is_same = Arc::ptr_eq(&self.bound, &other.bound) && self.place == other.place;
        is_same && self.name == other.name && self.measured == other.measured
    }
}

impl Line {
    /// The kernel.
    pub(super) fn bound(&self) -> Arc<Bound> {
        Arc::clone(&self.bound)
    }

    fn name(&self, tongue: Tongue) -> &str {
        let [english, chinese] = &self.name;
        tongue.pick(english, chinese)
    }

    fn timed(&self) -> Option<(&Measured, Timed)> {
        let measured = self.measured.as_ref()?;
        Some((measured, measured.timed?))
    }
}

/// The one that is chosen and those that it stands beside, each once, kernel by kernel.
pub(super) fn lines(run: Memo<Run>, known: Memo<Layouts>, results: RwSignal<Shared<[Measured]>>) -> Vec<Line> {
    let (run, known) = (run.get(), known.get());
    let compared = run.compared.iter().enumerate().map(|(place, entry)| (Some(place), entry.asked.clone()));
    let chosen = run.chosen.iter().map(|entry| (None, entry.asked.clone()));
    let mut all: Vec<(Option<usize>, Arc<Bound>)> = Vec::new();
    // The one that is chosen stands where it is compared, or else before the others.
    for (place, asked) in compared.chain(chosen) {
        let Some(bound) = bind(&asked, &known) else { continue };
        match place {
            _ if all.iter().any(|(_, other)| other.key == bound.key) => {}
            Some(_) => all.push((place, bound)),
            None => all.insert(0, (place, bound)),
        }
    }
    let order = |bound: &Bound| ROWS.iter().position(|row| row.id() == bound.row.id());
    all.sort_by_key(|(_, bound)| order(bound));
    let mut lines = Vec::with_capacity(all.len());
    for group in all.chunk_by(|one, other| one.1.row.id() == other.1.row.id()) {
        let bound = group.iter().map(|(_, bound)| Arc::clone(bound)).collect::<Vec<_>>();
        for ((place, bound), name) in group.iter().zip(titles(&bound)) {
            let measured = results.with(|results| result(results, &bound.key));
            lines.push(Line { bound: Arc::clone(bound), name, measured, place: *place });
        }
    }
    lines
}

/// The kernels of which something is predicted; while it is worked out, those of which there was before.
pub(super) fn foretold(lines: &[Line], before: &[&'static str]) -> Vec<&'static str> {
    let groups = lines.chunk_by(|one, other| one.bound.row.id() == other.bound.row.id());
    let is_foretold = |group: &&[Line]| {
        let known = group.iter().map(|line| line.bound.known_prediction());
        match known.collect::<Option<Vec<_>>>() {
            Some(known) => known.iter().any(|known| !predicted_in_short(known, Tongue::English).is_empty()),
            None => group.first().is_some_and(|line| before.contains(&line.bound.row.id())),
        }
    };
    groups.filter(is_foretold).filter_map(|group| Some(group.first()?.bound.row.id())).collect()
}

/// Operations in a second, or bytes where nothing is computed.
fn rate_text(work: Work, times: Times) -> String {
    let rate = rate(work, times);
    if work.flops > 0 { speed_of(rate.flops_per_s, work.is_integer) } else { bandwidth(rate.bytes_per_s) }
}

/// The rate of a kernel that took a time, where it has a program.
fn bound_rate(bound: &Bound, times: Times) -> Option<String> {
    bound.program().as_ref().ok().map(|program| rate_text(program.work, times))
}

/// The times that the link recorded of kernels with layouts that the notebook has still, and the number of others.
fn recorded_times(panel: Panel, run: &Run) -> (Vec<(Arc<Bound>, Times)>, usize) {
    if run.recorded.is_none() {
        return (Vec::new(), 0);
    }
    // The one that is chosen may stand among the others too.
    let others = run.compared.iter().filter(|other| run.chosen.as_ref().is_none_or(|own| own.asked != other.asked));
    let entries = run.chosen.iter().chain(others);
    // Without a check nothing says that the notebook's layouts are still those that ran.
    let is_it = |bound: &Bound, of: Option<u32>| of.map_or(!bound.is_of_notebook(), |of| of == bound.check());
    let (timed, others): (Vec<_>, Vec<_>) = entries
        .filter_map(|entry| Some((panel.bind(&entry.asked)?, entry.times?, entry.of)))
        .partition(|(bound, _, of)| is_it(bound, *of));
    (timed.into_iter().map(|(bound, times, _)| (bound, times)).collect(), others.len())
}

/// Shows what stands side by side.
#[component]
pub(super) fn Compared(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    let is_several = Memo::new(move |_| panel.run.with(|run| !run.compared.is_empty()));
    let run_all = move |_| {
        let all = panel.lines.get_untracked().iter().map(|line| asked(&line.bound)).collect();
        panel.start(all, false);
    };
    let clear = move |_| panel.change(|run| run.compared.clear());
    let is_running = Memo::new(move |_| panel.doing.with(Option::is_some));
    view! {
        <Show when=move || is_several.get()>
            <section class="bench-compared" aria-label=tastes.text("Comparison", "比较")>
                <div class="pane-head">
                    <h3>{tastes.text("Side by side", "并排比较")}</h3>
                    <div class="row">
                        <button disabled=move || is_running.get() on:click=run_all>{tastes.text("Run all side by side", "全部交替运行")}</button>
                        <button class="plain" disabled=move || is_running.get() on:click=clear>{tastes.text("Remove all", "全部移除")}</button>
                    </div>
                </div>
                {move || groups(panel)}
                {move || {
                    let tongue = tastes.tongue.get();
                    let (words, roofs, dots) = all_under_roofs(panel, &panel.lines.get(), tongue)?;
                    (dots.len() > 1).then(|| roofline(roofs, &dots, &words, axes(tongue)))?
                }}
                <p class="quiet small">{tastes.text(
                    "Bar: median; whisker: the middle half of the samples; tick: the fastest. Run side by side, all take turns, so that what disturbs one disturbs all",
                    "条：中位数；须：中间一半的样本；短线：最快的样本。交替运行时，干扰对所有 kernel 相同",
                )}</p>
            </section>
        </Show>
        <TakeAway panel/>
        <RecordedView panel/>
    }
}

/// The lines of each kernel: shorter bars are faster, which is said.
fn groups(panel: Panel) -> AnyView {
    let lines = panel.lines.get();
    let groups = lines.chunk_by(|one, other| one.bound.row.id() == other.bound.row.id());
    groups.map(|group| view_group(panel, group)).collect_view().into_any()
}

fn view_group(panel: Panel, group: &[Line]) -> AnyView {
    let Parts { tastes, .. } = *panel.session;
    let tongue = tastes.tongue.get();
    let machine = panel.machine.get();
    let roofs = machine.as_ref().and_then(|machine| machine.roofs);
    let (recorded, _) = panel.run.with(|run| recorded_times(panel, run));
    let day = panel.run.with(|run| run.recorded.as_ref().map(|recorded| recorded.date.clone()).unwrap_or_default());
    let recorded_of = |line: &Line| {
        let found = recorded.iter().find(|(bound, _)| bound.key == line.bound.key);
        found.map(|(_, times)| *times)
    };
    let highs = group.iter().flat_map(|line| [line.timed().map(|(_, timed)| timed.times), recorded_of(line)]);
    let longest = highs.flatten().map(|times| times.high).max().unwrap_or(0);
    let kernel = group.first().map(|line| line.bound.row);
    let has_predictions = kernel.is_some_and(|kernel| panel.foretold.with(|foretold| foretold.contains(&kernel.id())));
    let row = |(number, line): (usize, &Line)| {
        let bound = Arc::clone(&line.bound);
        let prediction = move || {
            panel.predicted.track();
            Some(predicted_in_short(bound.known_prediction()?, tongue))
        };
        let figures = match (&line.measured, line.timed()) {
            (_, Some((measured, timed))) => {
                let [median, ..] = timed.times.seconds();
                let rate = rate_text(measured.work, timed.times);
                let part = roofs.map(|roofs| percent(part_of_roof(measured.work, timed.times, roofs)));
                view! {
                    <td class="bench-bar-cell">{bar(timed.times, longest)}</td>
                    <td class="mono">{seconds(median)}</td><td class="mono">{rate}</td><td class="mono">{part}</td>
                }
                .into_any()
            }
            (Some(_), None) => {
                view! { <td colspan="4" class="warn">{tongue.pick("✗ wrong, so not timed", "✗ 结果错误，未计时")}</td> }
                    .into_any()
            }
            (None, None) => {
                let left_out = panel.left_out.with(|left_out| {
                    let trouble = left_out.iter().find(|(key, _)| *key == line.bound.key);
                    trouble.map(|(_, trouble)| told::trouble(trouble, tongue))
                });
                match left_out {
                    Some(why) => view! { <td colspan="4" class="warn bench-why">{why}</td> }.into_any(),
                    None => {
                        view! { <td colspan="4" class="quiet">{tongue.pick("not run yet", "尚未运行")}</td> }.into_any()
                    }
                }
            }
        };
        let name = line.name(tongue).to_owned();
        let place = line.place;
        let id = format!("bench-{}-{number}", line.bound.row.id());
        let choose = {
            let (asked, id) = (asked(&line.bound), id.clone());
            move |_| {
                panel.change(|run| {
                    let old = run.chosen.replace(Entry::of(asked.clone()));
                    // The one that was chosen stays where it can be seen.
                    let is_new = |old: &Entry| run.compared.iter().all(|entry| entry.asked != old.asked);
                    if let Some(old) = old.filter(is_new).filter(|_| run.compared.len() < COMPARED_LIMIT) {
                        run.compared.insert(0, old);
                    }
                });
                // The table is built anew.
                let id = id.clone();
                browser::before_paint(move || browser::focus(&id));
            }
        };
        let remove = place.map(|place| {
            let words = format!("{} {name}", tongue.pick("Remove", "移除"));
            view! { <button class="plain" aria-label=words on:click=move |_| panel.change(|run| {
                if place < run.compared.len() { run.compared.remove(place); }
            })>"×"</button> }
        });
        let is_chosen = panel.bound.with(|bound| bound.as_ref().is_some_and(|bound| bound.0.key == line.bound.key));
        let recorded = recorded_of(line).map(|times| {
            let rate = bound_rate(&line.bound, times);
            let [median, ..] = times.seconds();
            view! {
                <tr class="bench-recorded-row">
                    <th scope="row" class="quiet small">{tongue.pick(format!("recorded, {day}"), format!("记录于 {day}"))}</th>
                    <td class="bench-bar-cell">{bar(times, longest)}</td>
                    <td class="mono">{seconds(median)}</td><td class="mono">{rate}</td><td></td>
                    {has_predictions.then(|| view! { <td></td> })}
                    <td></td>
                </tr>
            }
        });
        view! {
            <tr class:chosen=is_chosen>
                <th scope="row"><button class="plain" id=id aria-current=is_chosen.then_some("true") on:click=choose>{name}</button></th>
                {figures}
                {has_predictions.then(|| view! { <td class="bench-prediction">{prediction}</td> })}
                <td>{remove}</td>
            </tr>
            {recorded}
        }
    };
    // Ratios of a processor that plays a GPU would only mislead.
    let is_software = machine.is_some_and(|machine| machine.is_software);
    let measured = group.iter().filter_map(|line| Some((line.name(tongue).to_owned(), line.measured.as_ref()?)));
    let measured = measured.collect::<Vec<_>>();
    let software = is_software && !measured.is_empty();
    let seen = if is_software { Vec::new() } else { told::seen(&measured, roofs, tongue) };
    let name = kernel.map(|kernel| {
        let [english, chinese] = kernel.name.words;
        tongue.pick(english, chinese)
    });
    view! {
        <div class="bench-table">
            <table>
                <thead><tr>
                    <th scope="col">{name}</th>
                    <th scope="col">{tongue.pick("time, shorter is faster", "时间，越短越快")}</th>
                    <th scope="col">{tongue.pick("median", "中位数")}</th>
                    <th scope="col">{tongue.pick("rate", "速率")}</th>
                    <th scope="col">{tongue.pick("of the roof", "占上限")}</th>
                    {has_predictions.then(|| view! { <th scope="col">{tongue.pick("predicted", "预测")}</th> })}
                    <td></td>
                </tr></thead>
                <tbody>{group.iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        </div>
        <ul class="bench-seen small">
            {seen.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view()}
            {software.then(|| view! { <li class="warn">{told::software(tongue)}</li> })}
        </ul>
    }
    .into_any()
}

/// The kernels that were timed under the roofs of this GPU, each with its number; none of a single one, which has its own.
fn all_under_roofs(panel: Panel, lines: &[Line], tongue: Tongue) -> Option<(String, Rate, Vec<Dot>)> {
    let roofs = panel.machine.get()?.roofs?;
    let timed = lines.iter().filter(|line| line.measured.is_some()).enumerate();
    let dots = timed.filter_map(|(number, line)| {
        let (measured, timed) = line.timed().filter(|(measured, _)| measured.work.flops > 0)?;
        let speed = rate(measured.work, timed.times).flops_per_s;
        let name = (number + 1).to_string();
        Some((line.name(tongue), Dot { name, intensity: intensity(measured.work), speed }))
    });
    let dots = dots.collect::<Vec<_>>();
    let list = dots.iter().map(|(name, dot)| format!("{} {name}: {}", dot.name, speed(dot.speed)));
    let list = list.collect::<Vec<_>>().join("; ");
    let words = tongue.pick(format!("Roofline of all kernels: {list}"), format!("所有 kernel 的屋顶线：{list}"));
    Some((words, roofs, dots.into_iter().map(|(_, dot)| dot).collect()))
}

/// The report of everything that was measured of what is on the screen.
fn report(panel: Panel, address: String, tongue: Tongue) -> Report {
    let (rows, place) = rows(panel);
    let lines = panel.lines.get();
    let measured = lines.iter().filter(|line| line.measured.is_some());
    let ran = measured.zip(rows).map(|(line, row)| {
        let bound = &line.bound;
        let layouts = bound.given.values().filter_map(|(key, value)| {
            let [english, chinese] = bound.row.parameters.iter().find(|parameter| parameter.key == key)?.name;
            Some((tongue.pick(english, chinese).to_owned(), without_underscores(&value.layout.as_ref()?.to_string())))
        });
        Ran {
            row,
            layouts: layouts.collect(),
            predicted: bound.predicted().iter().map(|part| predicted_sentence(part, tongue)).collect(),
            covered: covers(bound.covers(), tongue),
            wgsl: bound.program().as_ref().map(|program| program.wgsl.clone()).unwrap_or_default(),
        }
    });
    let picture = all_under_roofs(panel, &lines, tongue)
        .and_then(|(words, roofs, dots)| roofline_svg(roofs, &dots, &words, axes(tongue)));
    Report { address, browser: browser::name(), place, ran: ran.collect(), picture, tongue }
}

/// Everything that was measured of what is on the screen, as rows.
fn rows(panel: Panel) -> (Vec<Row>, Place) {
    let machine = panel.machine.get();
    let roofs = machine.as_ref().and_then(|machine| machine.roofs);
    let lines = panel.lines.get();
    let mut method = "";
    let mut rows = Vec::new();
    for line in &lines {
        let Some(measured) = &line.measured else { continue };
        if let Some(timed) = measured.timed {
            method = told::method(timed.method, Tongue::English);
        }
        rows.push(Row {
            name: line.bound.in_full(),
            compared: measured.verdict.compared,
            wrong: measured.verdict.wrong,
            seconds: measured.timed.map(|timed| timed.times.seconds()),
            samples: measured.timed.map_or(0, |timed| timed.samples),
            runs: measured.timed.map_or(0, |timed| timed.runs),
            bytes: measured.work.bytes,
            flops: measured.work.flops,
            is_integer: measured.work.is_integer,
            of_roof: measured.timed.and_then(|timed| Some(part_of_roof(measured.work, timed.times, roofs?))),
        });
    }
    let place = Place {
        gpu: machine.as_ref().map(|machine| machine.name.clone()).unwrap_or_default(),
        is_software: machine.is_some_and(|machine| machine.is_software),
        date: browser::today(),
        method: method.to_owned(),
        roofs: roofs.map(|roofs| (roofs.bytes_per_s, roofs.flops_per_s)),
        processors: panel.machine.get().and_then(|machine| machine.processors),
    };
    (rows, place)
}

/// The figures as a table, CSV, JSON, and in the link.
#[component]
fn TakeAway(panel: Panel) -> impl IntoView {
    let Parts { draft, tastes, notices, .. } = *panel.session;
    let has_some = Memo::new(move |_| panel.lines.with(|lines| lines.iter().any(|line| line.measured.is_some())));
    let copied = move |text: String, done: (&'static str, &'static str)| {
        browser::spawn(async move {
            let notice = match browser::copy(text).await {
                true => Notice::Done(done.0, done.1),
                false => Notice::Done("The browser does not let this page copy", "浏览器不允许本页面复制"),
            };
            notices.notify(notice);
        });
    };
    let table = move |_| {
        let (rows, place) = untrack(move || rows(panel));
        copied(markdown(&rows, &place), ("Table copied", "表格已复制"));
    };
    let save_csv = move |_| {
        let (rows, place) = untrack(move || rows(panel));
        browser::download("colex-measured.csv", "text/csv", &csv(&rows, &place));
    };
    let save_json = move |_| {
        let (rows, place) = untrack(move || rows(panel));
        browser::download("colex-measured.json", "application/json", &json(&rows, &place));
    };
    let record = move || {
        let lines = panel.lines.get_untracked();
        let times = |asked: &Asked| {
            let bound = untrack(move || panel.bind(asked))?;
            let line = lines.iter().find(|line| line.bound.key == bound.key)?;
            Some((line.timed()?.1, line.bound.check()))
        };
        let machine = panel.machine.get_untracked();
        panel.change(|run| {
            let mut how = "";
            for entry in run.chosen.iter_mut().chain(&mut run.compared) {
                let timed = times(&entry.asked);
                (entry.times, entry.of) = (timed.map(|(timed, _)| timed.times), timed.map(|(_, check)| check));
                how = timed.map_or(how, |(timed, _)| told::method_word(timed.method));
            }
            let software = machine.as_ref().is_some_and(|machine| machine.is_software);
            run.recorded = Some(Recorded {
                gpu: machine.map(|machine| machine.name).unwrap_or_default(),
                date: browser::today(),
                how: if software { "software" } else { how }.to_owned(),
            });
        });
        untrack(move || draft.address())
    };
    let share = move |_| {
        if let Some(address) = record() {
            copied(address, ("Link with this measurement copied", "已复制带有本次测量的链接"));
        }
    };
    let save_report = move |_| {
        // Its link has the measurement, and the page stays as it is.
        let before = panel.run.get_untracked();
        let address = record().unwrap_or_default();
        panel.change(|run| *run = before);
        let page = untrack(move || html(&report(panel, address, tastes.tongue.get())));
        browser::download("colex-report.html", "text/html", &page);
    };
    view! {
        <Show when=move || has_some.get()>
            <div class="row bench-take" role="group" aria-label=tastes.text("Take the figures away", "导出测量结果")>
                <button class="small" on:click=table>{tastes.text("Copy as a table", "复制为表格")}</button>
                <button class="small" on:click=save_csv>"CSV"</button>
                <button class="small" on:click=save_json>"JSON"</button>
                <button class="small" on:click=save_report>{tastes.text("Report", "报告")}</button>
                <button class="small" on:click=share>{tastes.text("Link with this measurement", "带本次测量的链接")}</button>
            </div>
        </Show>
    }
}

/// The element with what was measured somewhere.
const RECORDED_ID: &str = "recorded-measurement";

/// Shows what the link says was measured somewhere, which is not live.
#[component]
fn RecordedView(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    // A link that carries a measurement was sent for it: it is brought to where it is seen, on a phone from another column.
    if panel.run.with_untracked(|run| run.recorded.is_some()) {
        bring(RECORDED_ID.to_string());
    }
    let content = move || {
        let run = panel.run.get();
        let recorded = run.recorded.clone()?;
        let (timed, others) = recorded_times(panel, &run);
        if timed.is_empty() && others == 0 {
            return None;
        }
        let tongue = tastes.tongue.get();
        // What stands side by side has them in its table.
        let timed = if run.compared.is_empty() { timed } else { Vec::new() };
        let others = (others > 0).then(|| {
            let count = others;
            tongue.pick(
                format!("{count} more of other layouts than the notebook has now: not shown"),
                format!("另有 {count} 项属于笔记本现已更改的布局：不予显示"),
            )
        });
        let names = titles(&timed.iter().map(|(bound, _)| Arc::clone(bound)).collect::<Vec<_>>());
        let longest = timed.iter().map(|(_, times)| times.high).max().unwrap_or(0);
        let rows = timed.iter().zip(names).map(|((bound, times), [english, chinese])| {
            let [median, ..] = times.seconds();
            let rate = bound_rate(bound, *times);
            view! {
                <tr><th scope="row">{tongue.pick(english, chinese)}</th><td class="bench-bar-cell">{bar(*times, longest)}</td>
                    <td class="mono">{seconds(median)}</td><td class="mono">{rate}</td></tr>
            }
        });
        let Recorded { gpu, date, how } = recorded;
        let where_from = tongue.pick(
            format!("Recorded on {gpu}, {date}; not measured here and now"),
            format!("记录于 {gpu}，{date}；并非此时此地的测量"),
        );
        let software = (how == "software").then(|| view! { <p class="small warn">{told::software(tongue)}</p> });
        let forget = move |_| panel.change(Run::forget_recorded);
        Some(view! {
            <section class="bench-recorded" id=RECORDED_ID aria-label=tongue.pick("Recorded measurement", "记录的测量")>
                <div class="pane-head">
                    <p class="small">{where_from}</p>
                    <button class="plain small" on:click=forget>{tongue.pick("Remove", "移除")}</button>
                </div>
                {software}
                {others.map(|sentence| view! { <p class="small warn">{sentence}</p> })}
                {(!timed.is_empty()).then(|| view! {
                    <div class="bench-table" tabindex="0"><table><tbody>{rows.collect_view()}</tbody></table></div>
                })}
            </section>
        })
    };
    view! { {content} }
}

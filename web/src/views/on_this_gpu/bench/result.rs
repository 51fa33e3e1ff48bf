//! Results of the kernel that is chosen, and its text.

use crate::signals::{Memo, RwSignal};
use colex_shaders::accesses::Covers;
use colex_shaders::bound::Bound;
use colex_shaders::predicted::Predicted;
use colex_shaders::rate::{Bound as BoundBy, Rate};
use colex_shaders::section::Part;
use colex_shaders::words::{self, grouped, predicted as predicted_sentence};
use leptos::prelude::*;

use super::Panel;
use super::drawing::{Dot, axes, roofline};
use super::figures::{bandwidth, percent, seconds, speed, speed_of, three};
use super::measured::{ABOVE, Measured, Timed, intensity, part_of_roof, rate, speed_at};
use super::told;
use crate::browser;
use crate::session::{Notice, Parts};

/// Predictions of a kernel.
#[derive(Clone, PartialEq)]
struct Told {
    kernel: &'static str,
    predicted: Vec<Predicted>,
    covers: Covers,
}

/// Shows what the analysis says of the kernel that is chosen, before it runs and beside what is measured.
#[component]
pub(super) fn PredictedView(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    // While it is worked out, what was predicted of the same kernel stays.
    let known = Memo::new(move |before: Option<&Option<Told>>| {
        panel.predicted.track();
        let bound = panel.bound.get()?.0;
        match bound.known_prediction() {
            Some(predicted) => {
                Some(Told { kernel: bound.row.id(), predicted: predicted.to_vec(), covers: bound.covers() })
            }
            None => before.cloned().flatten().filter(|before| before.kernel == bound.row.id()),
        }
    });
    let told = move || {
        let Told { predicted, covers, .. } = known.get().filter(|told| !told.predicted.is_empty())?;
        let tongue = tastes.tongue.get();
        let covered = words::covers(covers, tongue);
        let heading = tongue.pick(format!("Predicted of {covered}"), format!("预测：{covered}"));
        let sentences =
            predicted.iter().map(|part| view! { <li>{predicted_sentence(part, tongue)}</li> }).collect_view();
        Some(view! {
            <div class="bench-predicted">
                <h3>{heading}</h3>
                <ul class="bench-seen small">{sentences}</ul>
            </div>
        })
    };
    view! { {told} }
}

/// The verdict, then the figures of the kernel that is chosen.
#[component]
pub(super) fn Result(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    let measured = Memo::new(move |_| {
        let key = panel.bound.with(|bound| bound.as_ref().map(|bound| bound.0.key.clone()))?;
        panel.result(&key)
    });
    let told = move || {
        let measured = measured.get()?;
        let machine = panel.machine.get();
        let tongue = tastes.tongue.get();
        let is_right = measured.verdict.is_right();
        let on = machine.as_ref().map(|machine| told::machine(machine, tongue)).unwrap_or_default();
        let software = machine.as_ref().is_some_and(|machine| machine.is_software).then(|| told::software(tongue));
        let verdict = told::verdict(&measured.verdict, measured.is_sampled, tongue);
        Some(view! {
            <div class="bench-result">
                <p class="bench-verdict" class:warn=!is_right>
                    <span class="bench-sign" aria-hidden="true">{if is_right { "✓" } else { "✗" }}</span>{verdict}
                </p>
                {measured.timed.map(|timed| figures(panel, &measured, timed, machine.as_ref().and_then(|machine| machine.roofs)))}
                <p class="quiet small">{on}{software.map(|software| view! { <span class="warn">" · "{software}</span> })}</p>
            </div>
        })
    };
    view! { {told} }
}

/// Median, minimum, spread, rates, the part of the roof.
fn figures(panel: Panel, measured: &Measured, timed: Timed, roofs: Option<Rate>) -> AnyView {
    let Parts { tastes, .. } = *panel.session;
    let tongue = tastes.tongue.get();
    let work = measured.work;
    let [median, least, low, high] = timed.times.seconds();
    let rate = rate(work, timed.times);
    let mut rows: Vec<(&'static str, String)> = vec![
        (tongue.pick("Median", "中位数"), seconds(median)),
        (tongue.pick("Minimum", "最小值"), seconds(least)),
        (tongue.pick("Spread (IQR)", "波动（四分位距）"), seconds(high - low)),
    ];
    if work.flops > 0 {
        rows.push((tongue.pick("Arithmetic", "运算"), speed_of(rate.flops_per_s, work.is_integer)));
    }
    if work.flops == 0 || roofs.is_some_and(|roofs| rate.bound_by(roofs) == BoundBy::Memory) {
        rows.push((tongue.pick("Bandwidth", "带宽"), bandwidth(rate.bytes_per_s)));
    }
    if let Some(roofs) = roofs {
        rows.push((
            tongue.pick("Of this GPU's roof", "占本机 GPU 上限"),
            percent(part_of_roof(work, timed.times, roofs)),
        ));
    }
    if work.flops > 0 {
        rows.push((tongue.pick("Arithmetic intensity", "运算强度"), format!("{} FLOP/B", three(intensity(work)))));
    }
    let cells = rows
        .into_iter()
        .map(|(name, figure)| view! { <div><dt class="quiet small">{name}</dt><dd class="mono">{figure}</dd></div> });
    let samples = tongue.pick(
        format!(
            "{} samples of {} {}; {}",
            timed.samples,
            grouped(timed.runs.into()),
            if timed.runs == 1 { "run" } else { "runs" },
            told::method(timed.method, tongue)
        ),
        format!(
            "{} 个样本，每个 {} 次运行；{}",
            timed.samples,
            grouped(timed.runs.into()),
            told::method(timed.method, tongue)
        ),
    );
    // Nothing is faster than the roof but what does not go that far, or has a roof of its own.
    let above = roofs.filter(|roofs| part_of_roof(work, timed.times, *roofs) > ABOVE).map(|roofs| {
        if rate.bound_by(roofs) == BoundBy::Arithmetic {
            tongue.pick(
                "; above 100 %: the roof is that of f32 arithmetic, and tensor cores have a higher one",
                "；超过 100 %：这里的上限是 f32 运算的上限，张量核心的上限更高",
            )
        } else {
            tongue.pick(
                "; above 100 %: a cache holds what is moved, take a larger size",
                "；超过 100 %：数据在缓存中，请选更大的大小",
            )
        }
    });
    let picture = roofs.and_then(|roofs| {
        let dot = Dot { name: String::new(), intensity: intensity(work), speed: rate.flops_per_s };
        let part = percent(part_of_roof(work, timed.times, roofs));
        let words = tongue.pick(
            format!(
                "Roofline: at {} operations a byte this GPU does at most {}; this kernel does {}, which is {part}",
                three(dot.intensity),
                speed(speed_at(roofs, dot.intensity)),
                speed_of(rate.flops_per_s, work.is_integer)
            ),
            format!(
                "屋顶线：运算强度为每字节 {} 次运算时，本机 GPU 最多 {}；此 kernel 为 {}，即 {part}",
                three(dot.intensity),
                speed(speed_at(roofs, dot.intensity)),
                speed_of(rate.flops_per_s, work.is_integer)
            ),
        );
        roofline(roofs, &[dot], &words, axes(tongue))
    });
    view! {
        <dl class="bench-figures">{cells.collect_view()}</dl>
        <p class="quiet small">{samples}{above}</p>
        {picture}
    }
    .into_any()
}

/// The kernel in WGSL, part by part; copied and saved it is one text.
#[component]
pub(super) fn Text(panel: Panel) -> impl IntoView {
    let Parts { tastes, notices, .. } = *panel.session;
    let is_open = RwSignal::new(false);
    // The kernel, as long as it has a program and somebody looks.
    let bound = move || is_open.get().then(|| panel.bound.get())?.filter(|bound| bound.0.program().is_ok());
    let parts = Memo::new(move |_| bound().map(|bound| parts(&bound.0)).unwrap_or_default());
    let wgsl = move || Some(panel.bound.get_untracked()?.0.program().as_ref().ok()?.wgsl.clone());
    let copy = move |_| {
        let Some(text) = wgsl() else { return };
        browser::spawn(async move {
            let notice = match browser::copy(text).await {
                true => Notice::Done("WGSL copied", "WGSL 已复制"),
                false => Notice::Done("The browser does not let this page copy", "浏览器不允许本页面复制"),
            };
            notices.notify(notice);
        });
    };
    let save = move |_| {
        let Some(text) = wgsl() else { return };
        let name = panel.bound.with_untracked(|bound| bound.as_ref().map_or("kernel", |bound| bound.0.row.id()));
        browser::download(&format!("{name}.wgsl"), "text/plain", &text);
    };
    view! {
        <details on:toggle=move |_| is_open.update(|open| *open = !*open)>
            <summary>{tastes.text("The kernel in WGSL", "WGSL kernel 代码")}</summary>
            <Show when=move || bound().is_some()>
                <div class="row bench-take">
                    <button class="small" on:click=copy>{tastes.text("Copy", "复制")}</button>
                    <button class="small" on:click=save>{tastes.text("Download", "下载")}</button>
                </div>
                {move || parts.get().into_iter().map(|part| section(panel, part)).collect_view()}
            </Show>
        </details>
    }
}

/// Number of lines of a kernel that all stand open at first.
const OPEN_LIMIT: usize = 80;

/// The parts of a kernel's text in order, each with whether it stands open at first: all of a short text, of a long one
/// its head.
fn parts(bound: &Bound) -> Vec<(Part, bool)> {
    let Ok(program) = bound.program() else { return Vec::new() };
    let is_short = program.wgsl.lines().count() <= OPEN_LIMIT;
    program.parts().map(|(part, _)| (part, is_short || part == Part::Head)).collect()
}

/// A part of the kernel's text, which folds.
fn section(panel: Panel, (part, is_open): (Part, bool)) -> AnyView {
    let Parts { tastes, .. } = *panel.session;
    let text = move || {
        let bound = panel.bound.get()?.0;
        let program = bound.program().as_ref().ok()?;
        program.parts().find(|(other, _)| *other == part).map(|(_, text)| text.trim_matches('\n').to_owned())
    };
    let lines = move || {
        let count = text()?.lines().count();
        let tongue = tastes.tongue.get();
        let english = if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
        Some(tongue.pick(english, format!("{count} 行")))
    };
    view! {
        <details class="bench-part" open=is_open>
            <summary>{move || words::part(part, tastes.tongue.get())}<span class="quiet">" · "{lines}</span></summary>
            <pre class="mono" tabindex="0">{text}</pre>
        </details>
    }
    .into_any()
}

//! The parameters of a kernel: what of the notebook, and which numbers.

use crate::session::Parts;
use crate::signals::Memo;
use colex_shaders::bound::Bound;
use colex_shaders::index::Bounds;
use colex_shaders::kernel::Refusal;
use colex_shaders::parameter::{Kind, Parameter};
use colex_shaders::row::Row;
use colex_shaders::words;
use leptos::prelude::*;

use super::{Panel, kernel};

/// The fields of the kernel that is chosen, and why they do not fit together.
#[component]
pub(super) fn Fields(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    let chosen = Memo::new(move |_| panel.bound.with(|bound| bound.as_ref().map(|bound| bound.0.row.id())));
    let fields = move || {
        let row: &'static Row = kernel(chosen.get()?)?;
        Some(row.parameters.iter().map(|parameter| field(panel, parameter)).collect_view())
    };
    let refusal = move || {
        let bound = panel.bound.get()?.0;
        let refusal = bound.program().as_ref().err()?;
        // A refusal for which one field is to blame stands beside that field.
        let mut parameters = bound.row.parameters.iter();
        let is_told = parameters.any(|parameter| blame(&bound, parameter, Some(refusal)).is_some());
        (!is_told).then(|| words::refusal(refusal, tastes.tongue.get()))
    };
    view! {
        <div class="bench-fields">{fields}</div>
        <p class="small warn" role="status">{refusal}</p>
    }
}

/// Why the value of a parameter has no kernel, whatever the others are; or that it is what was refused.
fn blame(bound: &Bound, parameter: &Parameter, refusal: Option<&Refusal>) -> Option<Refusal> {
    if bound.given.missing(parameter.key).is_some() {
        return match parameter.kind {
            Kind::TiledMma => bound.given.subgroups(parameter.key).err(),
            _ => bound.given.layout(parameter.key).err(),
        };
    }
    let layout = bound.given.value(parameter.key)?.layout.as_ref()?;
    let own = Bounds::of(layout).err();
    own.or_else(|| {
        let Some(Refusal::WrongRank { layout: named, .. }) = refusal else { return None };
        (*named == layout.to_string()).then(|| refusal.cloned()).flatten()
    })
}

fn field(panel: Panel, parameter: &'static Parameter) -> AnyView {
    let Parts { tastes, .. } = *panel.session;
    let key = parameter.key;
    let [english, chinese] = parameter.name;
    let chosen = Memo::new(move |_| {
        panel.bound.with(|bound| Some(bound.as_ref()?.0.given.value(key)?.key.clone())).unwrap_or_default()
    });
    let choose = move |value: String| {
        panel.change(|run| {
            if let Some(entry) = &mut run.chosen {
                entry.asked.choose(key, Some(value).filter(|value| !value.is_empty()));
                // Another way than the one that a search found.
                let row = kernel(&entry.asked.kernel);
                if let Some(found) = row.filter(|row| row.ways.contains(&key)).and_then(Row::found) {
                    entry.asked.choose(found, None);
                }
                entry.times = None;
            }
        });
    };
    let said = move || {
        if let Kind::Size { least, most, .. } = parameter.kind {
            let asked = panel.run.with(|run| Some(run.chosen.as_ref()?.asked.value(key)?.to_owned()))?;
            let is_taken = asked.parse().is_ok_and(|asked: u32| (least..=most).contains(&asked));
            let used = panel.bound.with(|bound| Some(bound.as_ref()?.0.given.number(key)))?;
            return (!is_taken).then(|| {
                tastes.tongue.get().pick(
                    format!("A whole number from {least} to {most}: {used} is used"),
                    format!("应为 {least} 到 {most} 的整数：现用 {used}"),
                )
            });
        }
        let bound = panel.bound.get()?.0;
        let blamed = blame(&bound, parameter, bound.program().as_ref().err())?;
        Some(words::refusal(&blamed, tastes.tongue.get()))
    };
    let control = match parameter.kind {
        Kind::Found => {
            let forget = move |_| choose(String::new());
            let found = move || {
                let found = Some(chosen.get()).filter(|chosen| !chosen.is_empty())?;
                Some(view! {
                    <div class="bench-field wide" role="group" aria-label=tastes.text(english, chinese)>
                        <span class="quiet small">{tastes.text(english, chinese)}</span>
                        <span class="row"><span class="mono small">{found}</span>
                            <button class="plain small" on:click=forget>{tastes.text("Leave it", "不使用")}</button></span>
                    </div>
                })
            };
            return view! { {found} }.into_any();
        }
        Kind::Size { least, most, .. } => {
            let asked = Memo::new(move |_| {
                panel.run.with(|run| Some(run.chosen.as_ref()?.asked.value(key)?.to_owned())).unwrap_or_default()
            });
            let is_idle = move || panel.bound.with(|bound| bound.as_ref().is_some_and(|bound| !bound.0.is_sized));
            let hint = move || match is_idle() {
                true => tastes.say("of the layouts", "由布局决定"),
                false => tastes.say("automatic", "自动选择"),
            };
            view! {
                <input type="number" class="mono" disabled=is_idle min=least max=most step="1" placeholder=hint
                    prop:value=move || if is_idle() { String::new() } else { asked.get() } on:change=move |event| choose(event_target_value(&event))/>
            }
            .into_any()
        }
        _ => {
            let options = move || {
                let mut all = panel.known.with(|known| parameter.offers(&known.0));
                // A name that is not in the notebook stays chosen, and is said to be missed.
                let missing = panel.bound.with(|bound| Some(bound.as_ref()?.0.given.missing(key)?.to_owned()));
                all.extend(missing.map(|name| (chosen.get(), [format!("{name}?"), format!("{name}？")])));
                let option = |(value, [english, chinese]): (String, [String; 2])| {
                    let own = value.clone();
                    let text = tastes.tongue.get().pick(english, chinese);
                    view! { <option value=value prop:selected=move || chosen.with(|chosen| *chosen == own)>{text}</option> }
                };
                all.into_iter().map(option).collect_view()
            };
            view! { <select on:change=move |event| choose(event_target_value(&event))>{options}</select> }.into_any()
        }
    };
    // The layout that a preset is, which its name does not say.
    let spelled = move || {
        let layout = panel.bound.with(|bound| Some(bound.as_ref()?.0.given.value(key)?.layout.as_ref()?.to_string()));
        layout.map(|layout| tastes.spell(&layout))
    };
    let is_idle = move || {
        panel.bound.with(|bound| bound.as_ref().is_some_and(|bound| (bound.0.row.is_idle)(&bound.0.given, key)))
    };
    view! {
        <label class="bench-field" hidden=is_idle>
            <span class="quiet small">{tastes.text(english, chinese)}</span>
            {control}
            <span class="mono small bench-spelled">{spelled}</span>
            {move || said().map(|said| view! { <span class="small warn">{said}</span> })}
        </label>
    }
    .into_any()
}

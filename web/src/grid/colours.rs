//! What the colours of the grid mean: to choose from, and in words while a view explains something with them.

use colex::document::Colour;
use leptos::prelude::*;

use crate::browser;
use crate::session::Session;

/// What the colours mean: the index, the coordinate in the mode that is pointed at, nothing.
pub fn options(session: Session) -> AnyView {
    let colour = Memo::new(move |_| session.options.with(|options| options.colour));
    let options = [
        (Colour::Index, "index mod 8", "索引 mod 8"),
        (Colour::Mode, "mode", "模式"),
        (Colour::Tile, "tile or copy", "块或副本"),
        (Colour::None, "none", "无"),
    ];
    let choose = move |event: browser::Event| {
        let picked = event_target_value(&event);
        let picked = options.iter().find(|(_, english, _)| *english == picked).map(|(colour, ..)| *colour);
        session.edit(|document| document.options.colour = picked.unwrap_or_default());
    };
    view! {
        <select class="plain small" aria-label=session.text("Colour by", "着色依据") on:change=choose
            disabled=move || session.colouring.with(Option::is_some) && colour.get() != Colour::Tile>
            <option value="" hidden=true selected=move || session.colouring.with(Option::is_some)>{session.text("as said below", "见下方图例")}</option>
            {options.map(|(option, english, chinese)| view! {
                <option value=english selected=move || colour.get() == option && session.colouring.with(Option::is_none)>{session.text(english, chinese)}</option>
            })}
        </select>
    }
    .into_any()
}

/// What the colours of a view that explains something mean.
pub fn legend(session: Session) -> AnyView {
    (move || {
        session.colouring.with(|colouring| {
            let entries = colouring.as_ref()?.legend.iter().map(|(class, words)| {
                let [english, chinese] = words.clone();
                let tongue = session.tongue;
                view! {
                    <li><span class="swatch" data-class=(class % 8).to_string() aria-hidden="true"></span>{move || tongue.get().pick(english.clone(), chinese.clone())}</li>
                }
            });
            Some(view! { <ul class="legend small" aria-label=session.text("Colours", "颜色")>{entries.collect_view()}</ul> })
        })
    })
    .into_any()
}

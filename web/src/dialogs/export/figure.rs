//! Which parts stand in the figure, and how it looks.

use crate::signals::RwSignal;
use colex::figure::Part;
use colex::words::Tongue;
use leptos::prelude::*;

use crate::browser;
use crate::panels::figure::{Seen, unfolded, view_of};
use crate::session::{Parts, Session};

/// Choices for the figure.
#[derive(Clone, Copy)]
pub(super) struct Composer {
    session: Session,
    /// The parts that stand in it.
    pub(super) chosen: RwSignal<Vec<Part>>,
    /// Those that there are.
    all: RwSignal<Vec<Part>>,
    /// The address of the picture, or why there is none.
    preview: RwSignal<Option<Result<Preview, String>>>,
}

/// The figure, or why there is none.
pub(super) fn svg(seen: &Seen, parts: &[Part], tongue: Tongue) -> Result<String, String> {
    if parts.is_empty() {
        return Err(tongue.pick("Choose what stands in the figure", "请选择图中的内容").to_string());
    }
    seen.svg(parts)
}

/// A figure as an image.
#[derive(Clone)]
struct Preview {
    address: String,
    /// Width and height: its place is there before the image, so that what stands below it stays where one presses.
    sides: [String; 2],
}

impl Preview {
    fn of(svg: &str) -> Option<Preview> {
        let side = |name: &str| {
            let (_, behind) = svg.split_once(name)?;
            Some(behind.split('"').next()?.split('.').next()?.to_string())
        };
        let sides = [side(" width=\"")?, side(" height=\"")?];
        Some(Preview { address: browser::picture_address(svg)?, sides })
    }
}

impl Composer {
    pub(super) fn new(session: Session) -> Composer {
        let composer = Composer {
            session,
            chosen: RwSignal::new(Vec::new()),
            all: RwSignal::new(Vec::new()),
            preview: RwSignal::new(None),
        };
        on_cleanup(move || composer.forget());
        composer
    }

    /// The dialog opens: the figure is what is seen on the page.
    pub(super) fn begin(self) {
        let all = untrack(move || Seen::now(self.session)).map(|seen| seen.parts()).unwrap_or_default();
        let seen = untrack(move || unfolded(self.session.desk));
        let mut chosen = all.iter().copied().filter(|part| seen.contains(part)).collect::<Vec<_>>();
        if chosen.is_empty() {
            chosen.extend(all.first());
        }
        self.all.set(all);
        self.chosen.set(chosen);
        self.draw();
    }

    /// The dialog was closed.
    pub(super) fn end(self) {
        self.forget();
        self.preview.try_set(None);
    }

    fn forget(self) {
        if let Some(Some(Ok(preview))) = self.preview.try_get_untracked() {
            browser::forget_address(&preview.address);
        }
    }

    fn draw(self) {
        let made = untrack(move || {
            let tongue = self.session.tastes.tongue.get();
            let svg = svg(&Seen::now(self.session)?, &self.chosen.get(), tongue);
            Some(svg.and_then(|svg| Preview::of(&svg).ok_or_else(String::new)))
        });
        self.forget();
        self.preview.set(made);
    }

    fn turn(self, part: Part) {
        self.chosen.update(|chosen| match chosen.iter().position(|other| *other == part) {
            Some(place) => {
                chosen.remove(place);
            }
            None => chosen.push(part),
        });
        self.draw();
    }

    /// A box for each part, and the figure as it will be.
    pub(super) fn view(self) -> AnyView {
        let Parts { tastes, .. } = *self.session;
        let choice = move |part: Part| {
            view! {
                <label class="row">
                    <input type="checkbox" prop:checked=move || self.chosen.with(|chosen| chosen.contains(&part))
                        on:change=move |_| self.turn(part)/>
                    {tastes.heading(view_of(part))}
                </label>
            }
            .into_any()
        };
        let shown = move || match self.preview.get()? {
            Ok(Preview { address, sides: [width, height] }) => {
                let words = tastes.text("The figure as it will be", "图的预览");
                Some(view! { <div class="figure-preview" tabindex="0" role="group" aria-label=words><img src=address alt=words width=width height=height/></div> }.into_any())
            }
            Err(reason) => Some(view! { <p class="quiet small" role="status">{reason}</p> }.into_any()),
        };
        view! {
            <div class="row figure-parts" role="group" aria-label=tastes.text("What stands in the figure", "图中的内容")>
                {move || self.all.get().into_iter().map(choice).collect_view()}
            </div>
            {shown}
        }
        .into_any()
    }
}

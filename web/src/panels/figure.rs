//! Picture that is seen, as a figure that one takes away.

use std::sync::Arc;

use colex::draw::palette;
use colex::figure::{Figure, Fill, Part};
use colex::look::{Look, mode_period};
use colex::notebook::Evaluation;
use colex::notebook::value::writes_statics;
use colex::scene::{Colours, Scene};
use colex::words::{self, Tongue};
use colex_document::arrangement::ViewId;
use colex_document::{Colour, Options, View};

use crate::session::{Colouring, Desk, Parts, Session};

/// The views that a figure has, each with its part.
const VIEWS: [(Part, ViewId); 4] = [
    (Part::Grid, ViewId::Grid),
    (Part::Memory, ViewId::Memory),
    (Part::Operation, ViewId::Operation),
    (Part::Threads, ViewId::Threads),
];

/// Picture that is seen, as it is now.
pub struct Seen {
    evaluation: Arc<Evaluation>,
    look: Look,
    view: View,
    options: Options,
    tongue: Tongue,
    is_dark: bool,
    chosen: Option<i64>,
    index: Option<i64>,
    colouring: Option<Colouring>,
    slots: Option<Colouring>,
    /// The mode that the options may colour by.
    mode: Vec<usize>,
    operation: Option<(Arc<Scene>, Colours)>,
}

/// The view that a part is a picture of.
pub fn view_of(part: Part) -> ViewId {
    VIEWS.into_iter().find(|(of, _)| *of == part).map_or(ViewId::Grid, |(_, view)| view)
}

impl Seen {
    /// Returns the picture on the screen, if there is a layout.
    pub fn now(session: Session) -> Option<Seen> {
        let Parts { draft, tastes, screen, focus, .. } = *session;
        let story = screen.story.get();
        let operation =
            story.and_then(|story| Some((Arc::clone(&story.picture.scene.get()?.0), story.picture.colours.get()?)));
        Some(Seen {
            evaluation: draft.evaluation.get().0,
            look: screen.look.get()?,
            view: draft.view.get(),
            options: draft.options.get(),
            tongue: tastes.tongue.get(),
            is_dark: tastes.dark.get(),
            chosen: focus.marked.get(),
            index: focus.index_looked_at().filter(|_| !focus.hides_index.get()),
            colouring: screen.colouring.get(),
            slots: screen.slots.get(),
            mode: focus.caret_mode.get().unwrap_or_else(|| draft.view.with(|view| view.mode.clone())),
            operation,
        })
    }

    /// Does something with the figure of it.
    fn with<T>(&self, theme: palette::Theme, read: impl FnOnce(&Figure<'_>) -> T) -> T {
        let period = match self.options.colour {
            Colour::Mode => mode_period(self.look.layout.shape(), &self.mode),
            _ => None,
        };
        let of_mode = period.map(|(apart, size)| move |linear: i64| u8::try_from(linear / apart % size % 8).ok());
        let fill = match (&self.colouring, &of_mode, self.options.colour) {
            (Some(colouring), ..) => Fill::Class(&*colouring.class.0),
            (None, Some(of_mode), _) => Fill::Class(of_mode),
            (None, None, Colour::None) => Fill::Plain,
            _ => Fill::Index,
        };
        let legend = self.colouring.iter().flat_map(|colouring| &colouring.legend);
        let legend = legend.map(|(class, [english, chinese])| (*class, self.tongue.pick(english, chinese).clone()));
        read(&Figure {
            evaluation: &self.evaluation,
            look: &self.look,
            view: &self.view,
            held: self.options.held,
            label: self.options.label,
            theme,
            tongue: self.tongue,
            underscores: self.options.underscores || writes_statics(self.evaluation.text()),
            chosen: self.chosen,
            index: self.index,
            fill,
            slots: self.slots.as_ref().map_or(Fill::Index, |colouring| Fill::Class(&*colouring.class.0)),
            legend: legend.collect(),
            operation: self.operation.as_ref().map(|(scene, colours)| (&**scene, colours)),
        })
    }

    /// Which parts a figure of it may have.
    pub fn parts(&self) -> Vec<Part> {
        self.with(palette::Theme::Light, |figure| figure.parts())
    }

    /// The figure of some parts, in light as reports are, or why there is none.
    pub fn svg(&self, parts: &[Part]) -> Result<String, String> {
        let made = self.with(palette::Theme::Light, |figure| figure.svg(parts));
        made.map_err(|error| words::error(&error, self.tongue))
    }

    /// The grid alone, in the colours of the page.
    pub fn grid(&self) -> Result<String, String> {
        let theme = if self.is_dark { palette::Theme::Dark } else { palette::Theme::Light };
        self.with(theme, |figure| figure.svg(&[Part::Grid])).map_err(|error| words::error(&error, self.tongue))
    }
}

/// The parts that stand unfolded on the page.
pub fn unfolded(desk: Desk) -> Vec<Part> {
    let is_seen = |view: ViewId| {
        desk.arrangement.with(|arrangement| arrangement.place(view).is_some() && !arrangement.is_folded(view))
    };
    VIEWS.into_iter().filter(|(_, view)| is_seen(*view)).map(|(part, _)| part).collect()
}

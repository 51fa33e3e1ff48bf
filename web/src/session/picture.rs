//! The picture of the selected statement's operation: what its panels are and what colours them now. Steps recolour it
//! together with the grid.

use std::sync::Arc;

use crate::signals::Memo;
use colex::notebook::Evaluation;
use colex::operations::{cut_by, scene};
use colex::scene::{Act, Class, Colours, Meaning, Scene};
use colex::steps::Step;
use colex::words::{self, Tongue};
use colex_document::Colour;
use colex_document::arrangement::ViewId;

use super::{Colouring, Desk, Draft, Screen, Shared, Stands};

/// Of layouts of at most so many cells the classes are found at once, before the grid asks for them.
const TABLE_LIMIT: i64 = 1 << 16;
/// So many classes have a colour of their own.
const COLOURS: i64 = 8;
/// No class, in a table of them.
const NO_CLASS: u8 = u8::MAX;

/// Picture of an operation.
#[derive(Clone, Copy)]
pub struct Picture {
    /// The statement whose operation it is: the selected one, or of a tiler the first that cuts with it.
    pub statement: Memo<Option<usize>>,
    /// The operation; `None` where the statement is none.
    pub scene: Memo<Option<Shared<Scene>>>,
    /// Summary of its steps, in a few acts.
    pub acts: Memo<Vec<Act>>,
    /// Which of them is looked at.
    pub act: Memo<Option<usize>>,
    /// Colours of the picture: of the act or the step that is looked at, or of the operation itself.
    pub colours: Memo<Option<Colours>>,
    /// The panel of the result, where the grid shows it.
    pub shown: Memo<Option<usize>>,
}

impl Picture {
    /// The picture of the selected statement.
    pub(super) fn of(draft: Draft, screen: Screen) -> Picture {
        let found = Memo::new(move |old: Option<&Option<(usize, Shared<Scene>)>>| {
            // While one types the last picture stays, as that of the grid does.
            if screen.is_before.get() {
                return old.cloned().flatten();
            }
            let instead = screen.shown.with(|shown| {
                let shown = shown.as_ref().filter(|shown| shown.stands == Stands::Instead)?;
                Some(shown.look.statement)
            });
            let statement = instead.or_else(|| screen.chosen_statement.get())?;
            let of = |evaluation: &Evaluation| {
                let own = scene(evaluation, statement).map(|scene| (statement, scene));
                own.or_else(|| cut_by(evaluation, statement))
            };
            let (statement, scene) = draft.evaluation.with(|evaluation| of(&evaluation.0))?;
            Some((statement, Shared(Arc::new(scene))))
        });
        let scene = Memo::new(move |_| found.with(|found| found.as_ref().map(|(_, scene)| scene.clone())));
        let row = Memo::new(move |_| draft.view.with(|view| view.derivation));
        let acts = Memo::new(move |_| {
            // The steps are those of the selected statement.
            let is_own =
                found.with(|found| found.as_ref().map(|(statement, _)| *statement)) == screen.chosen_statement.get();
            let scene = scene.get().filter(|_| is_own);
            scene.map(|scene| screen.steps.with(|steps| scene.0.acts(steps))).unwrap_or_default()
        });
        let asked = Memo::new(move |_| draft.view.with(|view| view.act));
        let act = Memo::new(move |_| {
            let last = acts.with(Vec::len).checked_sub(1)?;
            Some(usize::try_from(asked.get()?).unwrap_or(last).min(last))
        });
        let colours = Memo::new(move |_| {
            let scene = scene.get()?.0;
            if let Some(act) = act.get() {
                return acts.with(|acts| acts.get(act).map(|act| act.colours.clone()));
            }
            let Some(row) = row.get() else { return Some(scene.colours.clone()) };
            let found = screen.steps.with(|steps| Some(scene.at_step(steps, step_of_row(steps, row)?)));
            Some(found.unwrap_or_else(|| scene.colours.clone()))
        });
        let shown = Memo::new(move |_| {
            let scene = scene.get()?.0;
            let result = scene.result()?;
            let panel = scene.panels.get(result)?;
            screen.layout.with(|layout| layout.as_ref() == Some(&panel.layout)).then_some(result)
        });
        Picture {
            statement: Memo::new(move |_| found.with(|found| found.as_ref().map(|(statement, _)| *statement))),
            scene,
            acts,
            act,
            colours,
            shown,
        }
    }

    /// Reports whether there are operands and a result to show.
    pub(super) fn is_there(self) -> bool {
        self.scene.with(Option::is_some)
    }

    /// Returns the part of it that colours the grid: the step that is looked at, or the operation where the options say
    /// so.
    pub(super) fn colouring(self, draft: Draft, desk: Desk) -> Memo<Option<Colouring>> {
        let is_wanted = Memo::new(move |_| {
            // While one of the views that explain it is there.
            let is_explained = desk.shows(ViewId::Steps) || desk.shows(ViewId::Operation);
            let is_looked_at = draft.view.with(|view| view.derivation.is_some()) || self.act.get().is_some();
            is_explained && (is_looked_at || draft.options.with(|options| options.colour == Colour::Tile))
        });
        self.where_wanted(is_wanted)
    }

    /// Returns the part of it that colours the slots of memory: as the picture is coloured, while it is on the screen.
    pub(super) fn of_slots(self, desk: Desk) -> Memo<Option<Colouring>> {
        self.where_wanted(Memo::new(move |_| desk.shows(ViewId::Operation) && desk.shows(ViewId::Memory)))
    }

    fn where_wanted(self, is_wanted: Memo<bool>) -> Memo<Option<Colouring>> {
        Memo::new(move |_| {
            // Asked for last, so that nothing is worked out where nothing is wanted.
            let colours = is_wanted.get().then(|| self.colours.get()).flatten();
            let colours = colours.filter(|colours| colours.meaning.is_some())?;
            Some(colouring(&self.scene.get()?, self.shown.get()?, colours))
        })
    }
}

/// The number of a step among all that were told, of a row that the steps view numbers: what an operation comes to
/// stands in the row where it begins.
pub fn step_of_row(steps: &[Step], row: u32) -> Option<usize> {
    let mut depth = 0_usize;
    let mut rows = steps.iter().enumerate().filter(|(_, step)| match step {
        Step::Enter { .. } => {
            depth += 1;
            true
        }
        Step::Leave { .. } | Step::Result { .. } if depth > 0 => {
            depth -= 1;
            false
        }
        _ => true,
    });
    rows.nth(usize::try_from(row).ok()?).map(|(place, _)| place)
}

fn number(class: Class) -> u8 {
    match class {
        Class::Of(number) | Class::Beyond(number) => number.rem_euclid(COLOURS) as u8,
        Class::None | Class::Index => NO_CLASS,
    }
}

fn colouring(scene: &Shared<Scene>, panel: usize, colours: Colours) -> Colouring {
    let scene = Arc::clone(&scene.0);
    let legend = colours.meaning.map_or_else(Vec::new, |meaning| entries(&scene, meaning, colours.count)).into_iter();
    let legend = legend.map(|(class, english, chinese)| (class, [english, chinese])).collect();
    let size = scene.panels.get(panel).map_or(0, |panel| panel.size);
    let table = if size <= TABLE_LIMIT { scene.classes(panel, 0..size, &colours) } else { Vec::new() };
    let table = table.into_iter().map(number).collect::<Vec<_>>();
    let class = move |linear: i64| {
        let known = usize::try_from(linear).ok().and_then(|linear| table.get(linear).copied());
        let class = known.or_else(|| scene.classes(panel, [linear], &colours).first().copied().map(number))?;
        (class != NO_CLASS).then_some(class)
    };
    Colouring { class: Shared(Arc::new(class)), legend, of_options: false }
}

/// Returns the meaning of each colour, in both languages: from the ninth class on colours come again.
pub fn entries(scene: &Scene, meaning: Meaning, count: i64) -> Vec<(u8, String, String)> {
    let entry = |number: i64| {
        let said = |tongue| words::class_again(scene, meaning, (number, count), tongue);
        (number as u8, said(Tongue::English), said(Tongue::Chinese))
    };
    (0..count.min(COLOURS)).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::evaluate;
    use colex::notebook::Settings;

    #[test]
    fn rows_of_the_steps_view_are_steps() {
        let evaluation = evaluate("logical_divide(8:1, 2:2)", Settings { compile_time: true, ..Settings::default() });
        let steps = evaluation.steps(0);
        let rows = (0..).map_while(|row| step_of_row(&steps, row)).collect::<Vec<_>>();
        let ends = steps.iter().filter(|step| matches!(step, Step::Leave { .. })).count();
        assert_eq!(rows.len(), steps.len() - ends);
        assert!(rows.iter().all(|row| !matches!(steps.get(*row), Some(Step::Leave { .. }))));
    }

    #[test]
    fn colours_that_come_again_say_so() {
        let evaluation = evaluate("A = 4:2\ncomplement(A, 24)", Settings::default());
        let scene = scene(&evaluation, 1).expect("a scene");
        let entries = |meaning, count| entries(&scene, meaning, count);
        let texts =
            |count| entries(Meaning::Tile, count).into_iter().map(|(_, english, _)| english).collect::<Vec<_>>();
        assert_eq!(texts(2), ["tile 0", "tile 1"]);
        let filler = entries(Meaning::Filler, 9).into_iter().map(|(_, english, _)| english).next();
        assert_eq!(filler.as_deref(), Some("A itself, copy 8"));
        assert_eq!(texts(9).first().map(String::as_str), Some("tile 0, 8"));
        assert_eq!(texts(100).first().map(String::as_str), Some("tile 0, 8, …"));
    }
}

//! The scene of a statement: its operation draws the panels, or they stand side by side.

use super::draft::Draft;
use super::space::Reading;
use super::{Drawing, Kind, Meaning, Role, Scene};
use crate::after::After;
use crate::algebra::Tiler;
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::int_tuple::{IntTuple, product};
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::functions::Function;
use crate::notebook::value::ValueKind;
use crate::notebook::{Evaluation, Performed, Value};

/// Among so many statements that use a tiler the one is looked for that cuts with it.
const USER_LIMIT: usize = 16;
/// The words that sentences use for what has no name.
const WORDS: [&str; 9] = ["A", "B", "lhs", "rhs", "layout", "block", "tiler", "copies", "result"];

/// Source of the drawing of an operation.
pub(crate) type Drawn = fn(&Function) -> Option<&'static Drawing>;

/// The scene of a statement that is an operation on layouts whose result is a layout; `None` of any other.
pub(crate) fn scene(evaluation: &Evaluation, statement: usize, drawn: Drawn) -> Option<Scene> {
    let performed = evaluation.performed(statement, None).or_else(|| evaluation.sliced(statement))?;
    let name = evaluation.statements().get(statement)?.name.as_ref();
    of_performed(evaluation, &performed, name.map(|(name, _)| name.as_str()), drawn)
}

/// The first operation that cuts with a statement's tuple, and its scene: what a tiler takes out of what it is used on.
/// `None` of anything but a tuple.
pub(crate) fn cut_by(evaluation: &Evaluation, statement: usize, drawn: Drawn) -> Option<(usize, Scene)> {
    if !matches!(evaluation.value(statement)?, Value::Tuple(Nested::Tuple(_))) {
        return None;
    }
    let scenes =
        evaluation.users(statement).take(USER_LIMIT).filter_map(|user| Some((user, scene(evaluation, user, drawn)?)));
    scenes.into_iter().find(|(_, scene)| scene.colours.meaning == Some(Meaning::Tile))
}

/// The scene of an operation whose result may have a name.
pub(super) fn of_performed(
    evaluation: &Evaluation,
    performed: &Performed,
    whole: Option<&str>,
    drawn: Drawn,
) -> Option<Scene> {
    let answer = performed.answer().as_ref().ok()?;
    let is_layout = answer.as_any_layout().is_some() || answer.kind() == ValueKind::Composed;
    let result = pictured(answer).filter(|_| is_layout)?;
    let texts = performed.places.iter().map(|place| place.of(evaluation.text()).trim());
    let room = Room { performed, texts: texts.collect(), result, whole };
    let drawing = drawn(performed.function);
    let mut scene = drawing.and_then(|drawing| (drawing.draw)(&room)).or_else(|| room.side_by_side())?;
    scene.operation = performed.function.name;
    scene.told_as = drawing.map_or(&[], |drawing| drawing.told_as);
    // A tensor is more than the layout by which it is drawn.
    let tensor = |value: &Value| value.engine().map(|engine| (value.to_string(), engine.begin().cloned()));
    let of_operand = performed.arguments.values.iter().find_map(tensor);
    let of_result = tensor(answer);
    for panel in &mut scene.panels {
        let found = match panel.role {
            Role::Operand => &of_operand,
            Role::Result => &of_result,
            _ => continue,
        };
        if let Some((printed, begin)) = found {
            (panel.printed, panel.begin) = (printed.clone(), begin.clone());
        }
    }
    let names = evaluation.statements().iter().filter_map(|statement| statement.name.as_ref());
    let taken = |word: &&&str| names.clone().any(|(name, _)| name == **word);
    scene.taken = WORDS.iter().filter(taken).map(|word| (*word).to_string()).collect();
    Some(scene)
}

/// A layout, plain or with a swizzle, of a tensor from where its data begin; a bare shape stands for its column-major
/// layout.
pub(crate) fn pictured(value: &Value) -> Option<AnyLayout> {
    let shape = || Layout::compact(value.as_ints()?, Major::Left).ok().map(AnyLayout::Plain);
    value.drawn().or_else(shape)
}

/// An operation that was performed, and what the notebook writes for its operands.
pub(crate) struct Room<'a> {
    pub(crate) performed: &'a Performed,
    pub(crate) texts: Vec<&'a str>,
    pub(crate) result: AnyLayout,
    /// The name of the result.
    pub(crate) whole: Option<&'a str>,
}

impl Room<'_> {
    pub(crate) fn text(&self, position: usize) -> Option<&str> {
        self.texts.get(position).copied().filter(|text| !text.is_empty())
    }

    /// The texts of all arguments from a position on.
    pub(crate) fn texts_from(&self, position: usize) -> Option<String> {
        match self.texts.get(position..)? {
            [] => None,
            [only] => Some((*only).to_string()),
            several => Some(format!("<{}>", several.join(", "))),
        }
    }

    pub(crate) fn values(&self) -> &[Value] {
        &self.performed.arguments.values
    }

    /// The operands and the result, where nothing is known of what corresponds.
    fn side_by_side(&self) -> Option<Scene> {
        let mut draft = Draft::default();
        let mut roles = [Role::Operand, Role::Copies].into_iter();
        let values = self.values().iter().enumerate();
        let layouts = values.filter_map(|(position, value)| Some((position, value.as_any_layout()?)));
        for ((position, layout), role) in layouts.zip(roles.by_ref()) {
            let reading = Reading::new(Vec::new(), Vec::new(), After::default());
            draft.panel(role, layout, self.text(position), reading)?;
        }
        let reading = Reading::new(Vec::new(), Vec::new(), After::default());
        let result = draft.panel(Role::Result, self.result.clone(), self.whole, reading)?;
        (result > 0).then(|| draft.done(Kind::Other, Draft::by_index()))
    }

    /// The arguments behind the first as a tiler.
    pub(crate) fn tiler(&self) -> Option<Tiler> {
        match self.values().get(1..)? {
            [] => None,
            [only] => only.as_tiler(),
            several => Some(Nested::Tuple(several.iter().map(Value::as_tiler).collect::<Option<_>>()?)),
        }
    }
}

/// The digits of a block and of its copies, both padded to the same rank.
pub(crate) fn ranked(draft: &mut Draft, a: &Layout, b: &Layout) -> Option<[Nested<usize>; 2]> {
    let rank = a.rank().max(b.rank());
    let mut padded = |layout: &Layout| -> Option<Nested<usize>> {
        Some(draft.digits(layout.append_to(rank, &Layout::trivial()).ok()?.shape()))
    };
    Some([padded(a)?, padded(b)?])
}

pub(crate) fn leaves(tree: &Nested<usize>) -> Vec<usize> {
    tree.leaves().into_iter().copied().collect()
}

/// Computes what one step in the mode at the end of a path adds to the 1-D coordinate.
pub(crate) fn weight_at(shape: &IntTuple, path: &[usize]) -> Option<i64> {
    let Some((mode, inner)) = path.split_first() else { return Some(1) };
    let before = shape.modes().get(..*mode)?.iter();
    let before = before.map(|mode| product(mode).map(Int::value)).collect::<Result<Vec<_>, _>>().ok()?;
    let before = before.into_iter().try_fold(1_i64, i64::checked_mul)?;
    before.checked_mul(weight_at(shape.mode(*mode).ok()?, inner)?)
}

//! Which panels an operation has, and which digits they share; of divides and products here, which cut and repeat.

use super::draft::{Cut, Cutting, Draft, layout_of_leaf, tiler_layout};
use super::space::Reading;
use super::{Kind, Meaning, Part, Role, Scene};
use crate::after::After;
use crate::algebra::Tiler;
use crate::algebra::tile::unzip;
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::int_tuple::{IntTuple, ceil_div, product, product_each};
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::{Evaluation, Performed, Value};

/// The words that sentences use for what has no name.
const WORDS: [&str; 7] = ["left", "right", "layout", "block", "tiler", "copies", "result"];

/// The scene of a statement that is an operation on layouts whose result is a layout; `None` of any other.
pub fn scene(evaluation: &Evaluation, statement: usize) -> Option<Scene> {
    let performed = evaluation.performed(statement, None).or_else(|| evaluation.sliced(statement))?;
    let name = evaluation.statements().get(statement)?.name.as_ref();
    of_performed(evaluation, &performed, name.map(|(name, _)| name.as_str()))
}

/// The scene of an operation whose result may have a name.
pub(super) fn of_performed(evaluation: &Evaluation, performed: &Performed, whole: Option<&str>) -> Option<Scene> {
    let answer = performed.answer().ok()?;
    let result = any(&answer).filter(|_| answer.as_any_layout().is_some())?;
    let texts = performed.places.iter().map(|place| place.of(evaluation.text()).trim());
    let room = Room { performed, texts: texts.collect(), result, whole };
    let mut scene = room.scene().or_else(|| room.side_by_side())?;
    scene.operation = performed.function.name;
    // A tensor is more than the layout by which it is drawn.
    let tensor = |value: &Value| match value {
        Value::Tensor(tensor) => Some((tensor.to_string(), tensor.engine.begin().cloned())),
        _ => None,
    };
    let of_operand = performed.arguments.values.iter().find_map(tensor);
    let of_result = tensor(&answer);
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
pub(super) fn any(value: &Value) -> Option<AnyLayout> {
    if let Value::Tensor(tensor) = value {
        return Some(tensor.engine.drawn(&tensor.layout));
    }
    let shape = || Layout::compact(value.as_ints()?, Major::Left).ok().map(AnyLayout::Plain);
    value.as_any_layout().or_else(shape)
}

/// An operation that was performed, and what the notebook writes for its operands.
pub(super) struct Room<'a> {
    pub(super) performed: &'a Performed,
    pub(super) texts: Vec<&'a str>,
    pub(super) result: AnyLayout,
    /// The name of the result.
    pub(super) whole: Option<&'a str>,
}

impl Room<'_> {
    pub(super) fn text(&self, position: usize) -> Option<&str> {
        self.texts.get(position).copied().filter(|text| !text.is_empty())
    }

    /// The texts of all arguments from a position on.
    pub(super) fn texts_from(&self, position: usize) -> Option<String> {
        match self.texts.get(position..)? {
            [] => None,
            [only] => Some((*only).to_string()),
            several => Some(format!("<{}>", several.join(", "))),
        }
    }

    pub(super) fn values(&self) -> &[Value] {
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

    fn scene(&self) -> Option<Scene> {
        let first = || any(self.values().first()?);
        match self.performed.function.name {
            name @ ("logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide") => {
                self.divide(&first()?, name != "logical_divide")
            }
            name @ ("logical_product" | "zipped_product" | "tiled_product" | "flat_product") => {
                self.product(&first()?, name != "logical_product")
            }
            name @ ("blocked_product" | "raked_product") => {
                let copies = any(self.values().get(1)?)?;
                let order = if name == "blocked_product" { [0, 1] } else { [1, 0] };
                self.by_rank(&first()?, copies.plain()?, self.text(1), order)
            }
            "tile_to_shape" => self.tile_to_shape(&first()?),
            "composition" => self.composition(),
            "complement" => self.complement(&first()?),
            "right_inverse" => self.right_inverse(&first()?),
            "left_inverse" => self.left_inverse(&first()?),
            "coalesce" | "flatten" | "unflatten" | "group" | "with_shape" => self.reshape(&first()?),
            "filter" | "filter_zeros" => self.filter(&first()?),
            "select" | "take" | "get" | "layout" => self.modes(&first()?),
            "local_tile" | "local_partition" | "outer_partition" => self.partition(&first()?),
            "slice" => self.slice(&any(self.values().get(1)?)?, &self.values().first()?.as_coordinate()?),
            "upcast" | "downcast" | "recast_layout" => self.recast(&first()?),
            _ => None,
        }
    }

    /// The arguments behind the first as a tiler.
    pub(super) fn tiler(&self) -> Option<Tiler> {
        match self.values().get(1..)? {
            [] => None,
            [only] => only.as_tiler(),
            several => Some(Nested::Tuple(several.iter().map(Value::as_tiler).collect::<Option<_>>()?)),
        }
    }

    fn divide(&self, a: &AnyLayout, zipped: bool) -> Option<Scene> {
        let tiler = self.tiler()?;
        let (mut draft, mut cut) = (Draft::default(), Cut::new());
        let tree = cut.by(&mut draft, a.innermost(), &tiler, Cutting::Divide)?;
        let (mut tile, mut rest) = (std::mem::take(&mut cut.tile), std::mem::take(&mut cut.rest));
        let tree = if zipped {
            let (tiles, rests) = unzip(&tree, &tiler).ok()?;
            (tile, rest) = (leaves(&tiles), leaves(&rests));
            Nested::Tuple(vec![tiles, rests])
        } else {
            tree
        };
        draft.panel(Role::Operand, a.clone(), self.text(0), cut.reading())?;
        if let Some(layout) = tiler_layout(&tiler, Some(a.innermost())) {
            // Under `_` a mode may be cut where it has parentheses; then the tiler as a layout has other cells.
            draft.whole(Role::Tiler, &layout.into(), self.texts_from(1).as_deref(), &tile);
        }
        draft.whole(Role::Result, &self.result, self.whole, &leaves(&tree))?;
        let colours = draft.by_digits(rest, Meaning::Tile)?;
        Some(draft.done(Kind::Divide, colours))
    }

    fn product(&self, a: &AnyLayout, zipped: bool) -> Option<Scene> {
        fn repeated(
            draft: &mut Draft,
            a: &Layout,
            tiler: &Tiler,
            block: &mut Vec<usize>,
            copies: &mut Vec<usize>,
        ) -> Option<Nested<usize>> {
            if let Nested::Tuple(tilers) = tiler {
                let mut modes = Vec::with_capacity(a.rank());
                for index in 0..a.rank().max(tilers.len()) {
                    let mode = a.at(&[index]).ok()?;
                    modes.push(match tilers.get(index) {
                        Some(tiler) => repeated(draft, &mode, tiler, block, copies)?,
                        None => own(draft, &mode, block),
                    });
                }
                return Some(Nested::Tuple(modes));
            }
            let whole = own(draft, a, block);
            let Some(b) = layout_of_leaf(tiler) else { return Some(whole) };
            let digits = draft.digits(b.shape());
            let of_leaf = leaves(&digits);
            copies.extend(of_leaf.iter().copied());
            let size = a.size().ok()?.value();
            draft.parts.push(Part { leaves: of_leaf.clone(), rest: of_leaf, weight: 1, size });
            Some(Nested::Tuple(vec![whole, digits]))
        }
        fn own(draft: &mut Draft, a: &Layout, block: &mut Vec<usize>) -> Nested<usize> {
            let digits = draft.digits(a.shape());
            block.extend(leaves(&digits));
            digits
        }
        let tiler = self.tiler()?;
        let (mut draft, mut block, mut copies) = (Draft::default(), Vec::new(), Vec::new());
        let tree = repeated(&mut draft, a.innermost(), &tiler, &mut block, &mut copies)?;
        let order = match zipped {
            true => {
                let (blocks, rests) = unzip(&tree, &tiler).ok()?;
                [leaves(&blocks), leaves(&rests)].concat()
            }
            false => leaves(&tree),
        };
        draft.whole(Role::Operand, a, self.text(0), &block)?;
        if let Some(layout) = tiler_layout(&tiler, None) {
            draft.whole(Role::Copies, &layout.into(), self.texts_from(1).as_deref(), &copies);
        }
        draft.whole(Role::Result, &self.result, self.whole, &order)?;
        let colours = draft.by_digits(copies, Meaning::Copy)?;
        Some(draft.done(Kind::Product, colours))
    }

    /// Block and copies mode by mode, in this order within each.
    fn by_rank(&self, a: &AnyLayout, b: &Layout, written: Option<&str>, order: [usize; 2]) -> Option<Scene> {
        let mut draft = Draft::default();
        let [block, copies] = self.ranked(&mut draft, a.innermost(), b)?;
        draft.whole(Role::Operand, a, self.text(0), &leaves(&block))?;
        draft.whole(Role::Copies, &b.clone().into(), written, &leaves(&copies));
        let all = leaves(&copies);
        draft.parts.push(Part { leaves: all.clone(), rest: all.clone(), weight: 1, size: 1 });
        let tree = Nested::Tuple(vec![block, copies]).select(&order).ok()?.zip().ok()?;
        draft.whole(Role::Result, &self.result, self.whole, &leaves(&tree))?;
        let colours = draft.by_digits(all, Meaning::Copy)?;
        Some(draft.done(Kind::Product, colours))
    }

    /// The digits of a block and of its copies, both padded to the same rank.
    fn ranked(&self, draft: &mut Draft, a: &Layout, b: &Layout) -> Option<[Nested<usize>; 2]> {
        let rank = a.rank().max(b.rank());
        let mut padded = |layout: &Layout| -> Option<Nested<usize>> {
            Some(draft.digits(layout.append_to(rank, &Layout::trivial()).ok()?.shape()))
        };
        Some([padded(a)?, padded(b)?])
    }

    fn tile_to_shape(&self, a: &AnyLayout) -> Option<Scene> {
        let target = self.values().get(1)?;
        let target = target.as_any_layout().map(|layout| layout.shape().clone()).or_else(|| target.as_ints())?;
        let block = a.innermost().append_to(target.rank(), &Layout::trivial()).ok()?;
        let block = product_each(block.shape()).ok()?;
        let copies = ceil_div(&product_each(&target).ok()?, &block).ok()?;
        let copies = Layout::compact(copies, Major::Left).ok()?;
        let mut draft = Draft::default();
        let [block, copies] = self.ranked(&mut draft, a.innermost(), &copies)?;
        draft.whole(Role::Operand, a, self.text(0), &leaves(&block))?;
        let all = leaves(&copies);
        let tree = Nested::Tuple(vec![block, copies]).zip().ok()?;
        draft.whole(Role::Result, &self.result, self.whole, &leaves(&tree))?;
        let colours = draft.by_digits(all, Meaning::Copy)?;
        Some(draft.done(Kind::Product, colours))
    }
}

pub(super) fn leaves(tree: &Nested<usize>) -> Vec<usize> {
    tree.leaves().into_iter().copied().collect()
}

/// What one step in the mode at the end of a path adds to the 1-D coordinate.
pub(super) fn weight_at(shape: &IntTuple, path: &[usize]) -> Option<i64> {
    let Some((mode, inner)) = path.split_first() else { return Some(1) };
    let before = shape.modes().get(..*mode)?.iter();
    let before = before.map(|mode| product(mode).map(Int::value)).collect::<Result<Vec<_>, _>>().ok()?;
    let before = before.into_iter().try_fold(1_i64, i64::checked_mul)?;
    before.checked_mul(weight_at(shape.mode(*mode).ok()?, inner)?)
}

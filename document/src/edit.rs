//! Edits of a layout by its tree: step a number, add, remove, move, group and ungroup modes.
//!
//! Impossible edits are refused with their reason; no edit repairs anything else on the way.

use colex::basis::{ScaledBasis, StrideLeaf};
use colex::error::Error;
use colex::int::Int;
use colex::layout::Layout;
use colex::make::Major;
use colex::names::{NameProblem, Names, check_name};
use colex::nested::{DEPTH_LIMIT, LEAF_LIMIT, Nested};

/// The extent of a mode that was just added.
pub const ADDED_EXTENT: i64 = 2;

/// Which of the two numbers of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The extent.
    Shape,
    /// The stride.
    Stride,
}

/// One edit. A path goes through parentheses from the outside in; the empty path is the whole layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeEdit {
    /// Another extent for a leaf, which stays static or dynamic as it is.
    SetShape {
        /// The leaf.
        path: Vec<usize>,
        /// The extent, at least 1.
        value: i64,
    },
    /// Another stride for a leaf, which stays static or dynamic as it is; of a basis stride the factor.
    SetStride {
        /// The leaf.
        path: Vec<usize>,
        /// The stride.
        value: i64,
    },
    /// A number of a leaf changed by some amount.
    Step {
        /// The leaf.
        path: Vec<usize>,
        /// Which number.
        field: Field,
        /// By how much.
        by: i64,
    },
    /// A new mode after that at `path`, in the same parentheses; with the empty path at the end.
    ///
    /// It has extent 2 and the layout's cosize as stride, so that all it reaches lies beyond what was reached before:
    /// an injective layout stays injective. Beside basis strides it gets a direction of its own.
    Add {
        /// The mode to stand before it.
        path: Vec<usize>,
    },
    /// A mode taken away. Parentheses stay: `(4,2) -> (4)`.
    Remove {
        /// The mode.
        path: Vec<usize>,
    },
    /// A mode at another position in its parentheses.
    Move {
        /// The mode.
        path: Vec<usize>,
        /// Its position afterwards.
        to: usize,
    },
    /// Neighbouring modes in parentheses of their own. Law: `group(A)(i) = A(i)`.
    Group {
        /// The mode that they are modes of.
        path: Vec<usize>,
        /// The first.
        begin: usize,
        /// One past the last.
        end: usize,
    },
    /// The parentheses of a mode taken away. Law: `ungroup(A)(i) = A(i)`. Those of the whole go only from around a
    /// single mode.
    Ungroup {
        /// The mode.
        path: Vec<usize>,
    },
    /// The same shape with strides generated anew.
    Compact(Major),
    /// Another name for a mode, or none. No number changes.
    Name {
        /// The mode.
        path: Vec<usize>,
        /// Its name; without one it has none.
        name: Option<String>,
    },
}

/// Why an edit is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditProblem {
    /// The path leads nowhere.
    NoSuchMode,
    /// A number is to be set where a tuple stands.
    NotALeaf,
    /// Modes are to be grouped where a number stands.
    NotATuple,
    /// An extent of zero or less.
    ExtentBelowOne {
        /// Extent that would result.
        value: i64,
    },
    /// The only mode in its parentheses, or the whole layout, is to be removed.
    OnlyMode,
    /// A number, or the several modes of a whole layout, are to be ungrouped.
    NothingToUngroup,
    /// A mode is to be moved beyond its parentheses.
    NoSuchPosition {
        /// The position asked for.
        to: usize,
        /// Number of modes.
        rank: usize,
    },
    /// The modes to group are none, or not all there.
    EmptyRange {
        /// The first.
        begin: usize,
        /// One past the last.
        end: usize,
    },
    /// A number, the size or the cosize would not fit in 64 bits.
    Overflow,
    /// Parentheses would nest deeper than the limit.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// There would be more modes than the limit.
    TooManyModes {
        /// The limit.
        limit: usize,
    },
    /// A word cannot name the mode.
    Name {
        /// The word.
        name: String,
        /// Why not.
        problem: NameProblem,
    },
}

/// An impossible edit and where it was to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditError {
    /// Why.
    pub problem: EditProblem,
    /// The mode, from the outside in.
    pub path: Vec<usize>,
}

/// A leaf of a layout: its extent and its stride. Edited together, the two parts of a layout cannot come apart.
type Leaf = (Int, StrideLeaf);

type Outcome<T> = Result<T, EditProblem>;

/// The layout after an edit.
///
/// Law: the result has a size and a cosize of at most 64 bits, and every leaf that the edit does not name is as before.
/// Fails with the [`EditProblem`] and the path of the edit.
pub fn apply(layout: &Layout, edit: &TreeEdit) -> Result<Layout, EditError> {
    applied(layout, edit).map_err(|problem| EditError { problem, path: path_of(edit).to_vec() })
}

/// The names of the modes after an edit of a layout that had these. A mode that was added is called as the mode is in
/// which it stands.
pub fn apply_to_names(names: &Names, edit: &TreeEdit) -> Result<Names, EditError> {
    let named = |problem| EditError { problem, path: path_of(edit).to_vec() };
    if let TreeEdit::Name { path, name } = edit {
        let word = name.as_deref();
        let refused = |problem| EditProblem::Name { name: name.clone().unwrap_or_default(), problem };
        return names.renamed(path, word).map_err(|problem| named(refused(problem)));
    }
    let mut tree = names.tree().clone();
    if let TreeEdit::Add { path } = edit {
        let parent = path.split_last().map_or(&[][..], |(_, parent)| parent);
        insert(&mut tree, path, Nested::Leaf(names.own_label(parent))).map_err(named)?;
    } else {
        rearranged(&mut tree, edit).map_err(named)?;
    }
    Ok(Names::of_tree(tree))
}

fn path_of(edit: &TreeEdit) -> &[usize] {
    match edit {
        TreeEdit::SetShape { path, .. }
        | TreeEdit::SetStride { path, .. }
        | TreeEdit::Step { path, .. }
        | TreeEdit::Add { path }
        | TreeEdit::Remove { path }
        | TreeEdit::Move { path, .. }
        | TreeEdit::Group { path, .. }
        | TreeEdit::Ungroup { path }
        | TreeEdit::Name { path, .. } => path,
        TreeEdit::Compact(_) => &[],
    }
}

fn applied(layout: &Layout, edit: &TreeEdit) -> Outcome<Layout> {
    let mut tree = tree_of(layout)?;
    match edit {
        TreeEdit::SetShape { path, value } => set_extent(leaf_at(&mut tree, path)?, *value)?,
        TreeEdit::SetStride { path, value } => set_stride(leaf_at(&mut tree, path)?, *value),
        TreeEdit::Step { path, field, by } => {
            let leaf = leaf_at(&mut tree, path)?;
            let sum = |value: i64| value.checked_add(*by).ok_or(EditProblem::Overflow);
            match field {
                Field::Shape => set_extent(leaf, sum(leaf.0.value())?)?,
                Field::Stride => set_stride(leaf, sum(leaf.1.scale().value())?),
            }
        }
        TreeEdit::Add { path } => add(&mut tree, path, layout)?,
        TreeEdit::Name { path, name } => {
            if let Some(Err(problem)) = name.as_deref().map(check_name) {
                return Err(EditProblem::Name { name: name.clone().unwrap_or_default(), problem });
            }
            mode_at(&mut tree, path)?;
        }
        TreeEdit::Remove { .. } | TreeEdit::Move { .. } | TreeEdit::Group { .. } | TreeEdit::Ungroup { .. } => {
            rearranged(&mut tree, edit)?;
        }
        TreeEdit::Compact(major) => {
            let compact = Layout::compact(layout.shape().clone(), *major).map_err(problem)?;
            return within_limits(compact);
        }
    }
    let shape = tree.map(&mut |leaf| leaf.0);
    let stride = tree.map(&mut |leaf| leaf.1.clone());
    within_limits(Layout::new(shape, stride).map_err(problem)?)
}

/// An edit that only moves modes about, whatever their leaves are.
fn rearranged<T: Clone>(tree: &mut Nested<T>, edit: &TreeEdit) -> Outcome<()> {
    match edit {
        TreeEdit::Remove { path } => {
            let (modes, index) = siblings(tree, path, EditProblem::OnlyMode)?;
            if modes.len() == 1 {
                return Err(EditProblem::OnlyMode);
            }
            modes.remove(index);
        }
        TreeEdit::Move { path, to } => {
            let whole = EditProblem::NoSuchPosition { to: *to, rank: 1 };
            let (modes, index) = siblings(tree, path, whole)?;
            if *to >= modes.len() {
                return Err(EditProblem::NoSuchPosition { to: *to, rank: modes.len() });
            }
            let mode = modes.remove(index);
            modes.insert(*to, mode);
        }
        TreeEdit::Group { path, begin, end } => {
            let Nested::Tuple(modes) = mode_at(tree, path)? else { return Err(EditProblem::NotATuple) };
            if begin >= end || *end > modes.len() {
                return Err(EditProblem::EmptyRange { begin: *begin, end: *end });
            }
            let inner = modes.drain(begin..end).collect();
            modes.insert(*begin, Nested::Tuple(inner));
        }
        TreeEdit::Ungroup { path } => ungroup(tree, path)?,
        _ => {}
    }
    Ok(())
}

/// Refuses a layout whose size or cosize overflows. Other errors of these concern strides that cannot be added, which
/// no edit makes and which the layout may have had before.
fn within_limits(layout: Layout) -> Outcome<Layout> {
    let overflows = |error: &Error| matches!(error, Error::Overflow { .. });
    match layout.size().err().filter(overflows).or_else(|| layout.coshape().err().filter(overflows)) {
        Some(_) => Err(EditProblem::Overflow),
        None => Ok(layout),
    }
}

fn problem(error: Error) -> EditProblem {
    match error {
        Error::TooDeep { .. } => EditProblem::TooDeep { limit: DEPTH_LIMIT },
        Error::TooLarge { .. } => EditProblem::TooManyModes { limit: LEAF_LIMIT },
        Error::NoSuchMode { .. } => EditProblem::NoSuchMode,
        _ => EditProblem::Overflow,
    }
}

fn tree_of(layout: &Layout) -> Outcome<Nested<Leaf>> {
    let mut strides = layout.stride().leaves().into_iter();
    layout
        .shape()
        .try_map(&mut |extent| Ok((*extent, strides.next().ok_or(Error::Empty)?.clone())))
        .map_err(|_| EditProblem::NoSuchMode)
}

fn mode_at<'a, T>(tree: &'a mut Nested<T>, path: &[usize]) -> Outcome<&'a mut Nested<T>> {
    path.iter().try_fold(tree, |mode, &index| match mode {
        Nested::Leaf(_) => Err(EditProblem::NoSuchMode),
        Nested::Tuple(modes) => modes.get_mut(index).ok_or(EditProblem::NoSuchMode),
    })
}

fn leaf_at<'a>(tree: &'a mut Nested<Leaf>, path: &[usize]) -> Outcome<&'a mut Leaf> {
    match mode_at(tree, path)? {
        Nested::Leaf(leaf) => Ok(leaf),
        Nested::Tuple(_) => Err(EditProblem::NotALeaf),
    }
}

/// The modes in the same parentheses as that at `path`, and its position; `whole` where the path is empty.
fn siblings<'a, T>(
    tree: &'a mut Nested<T>,
    path: &[usize],
    whole: EditProblem,
) -> Outcome<(&'a mut Vec<Nested<T>>, usize)> {
    let (&index, parent) = path.split_last().ok_or(whole)?;
    match mode_at(tree, parent)? {
        Nested::Tuple(modes) if index < modes.len() => Ok((modes, index)),
        _ => Err(EditProblem::NoSuchMode),
    }
}

fn like(old: Int, value: i64) -> Int {
    if old.is_static() { Int::constant(value) } else { Int::dynamic(value) }
}

fn set_extent(leaf: &mut Leaf, value: i64) -> Outcome<()> {
    if value < 1 {
        return Err(EditProblem::ExtentBelowOne { value });
    }
    leaf.0 = like(leaf.0, value);
    Ok(())
}

fn set_stride(leaf: &mut Leaf, value: i64) {
    leaf.1 = leaf.1.with_scale(like(leaf.1.scale(), value));
}

fn add(tree: &mut Nested<Leaf>, path: &[usize], layout: &Layout) -> Outcome<()> {
    let after = mode_at(tree, path)?;
    let is_static = after.leaves().into_iter().all(|(extent, _)| extent.is_static());
    let int = |value| if is_static { Int::constant(value) } else { Int::dynamic(value) };
    let stride = match layout.coshape().map_err(problem)? {
        Nested::Leaf(cosize) => StrideLeaf::Int(int(cosize.value().max(1))),
        Nested::Tuple(directions) => StrideLeaf::Basis(ScaledBasis { scale: Int::ONE, path: vec![directions.len()] }),
    };
    insert(tree, path, Nested::Leaf((int(ADDED_EXTENT), stride)))
}

/// A mode after that at a path, or at the end of the whole.
fn insert<T: Clone>(tree: &mut Nested<T>, path: &[usize], mode: Nested<T>) -> Outcome<()> {
    match (path, &mut *tree) {
        ([], Nested::Tuple(modes)) => modes.push(mode),
        ([], Nested::Leaf(_)) => *tree = Nested::Tuple(vec![tree.clone(), mode]),
        _ => {
            let (modes, index) = siblings(tree, path, EditProblem::NoSuchMode)?;
            modes.insert(index + 1, mode);
        }
    }
    Ok(())
}

fn ungroup<T>(tree: &mut Nested<T>, path: &[usize]) -> Outcome<()> {
    let Nested::Tuple(modes) = mode_at(tree, path)? else { return Err(EditProblem::NothingToUngroup) };
    let modes = std::mem::take(modes);
    if path.is_empty() {
        *tree = match <[Nested<T>; 1]>::try_from(modes) {
            Ok([only]) => only,
            Err(_) => return Err(EditProblem::NothingToUngroup),
        };
        return Ok(());
    }
    let (around, index) = siblings(tree, path, EditProblem::NothingToUngroup)?;
    around.splice(index..=index, modes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use colex::int_tuple::IntTuple;

    /// Reads `(4,(2,_3)):(1,(4,8))`, all that these tests write.
    fn layout(text: &str) -> Layout {
        fn tuple(text: &mut &str) -> IntTuple {
            if let Some(rest) = text.strip_prefix('(') {
                *text = rest;
                let mut modes = Vec::new();
                while !text.starts_with(')') {
                    modes.push(tuple(text));
                    *text = text.strip_prefix(',').unwrap_or(text);
                }
                *text = &text[1..];
                return Nested::Tuple(modes);
            }
            let end = text.find([',', ')']).unwrap_or(text.len());
            let (number, rest) = text.split_at(end);
            *text = rest;
            match number.strip_prefix('_') {
                Some(number) => Nested::Leaf(Int::constant(number.parse().unwrap())),
                None => Nested::Leaf(Int::dynamic(number.parse().unwrap())),
            }
        }
        let (mut shape, mut stride) = text.split_once(':').unwrap();
        Layout::with_ints(tuple(&mut shape), &tuple(&mut stride)).unwrap()
    }

    #[test]
    fn possible_edits() {
        let step = |path: &[usize], field, by| TreeEdit::Step { path: path.to_vec(), field, by };
        let first = "(_3,(2,3)):(3,(12,1))";
        let cases = [
            (first, TreeEdit::SetShape { path: vec![0], value: 5 }, "(_5,(2,3)):(3,(12,1))"),
            (first, TreeEdit::SetShape { path: vec![1, 1], value: 7 }, "(_3,(2,7)):(3,(12,1))"),
            (first, TreeEdit::SetStride { path: vec![1, 0], value: -4 }, "(_3,(2,3)):(3,(-4,1))"),
            (first, step(&[1, 0], Field::Shape, -1), "(_3,(1,3)):(3,(12,1))"),
            (first, step(&[1, 0], Field::Stride, -13), "(_3,(2,3)):(3,(-1,1))"),
            (first, TreeEdit::Add { path: vec![0] }, "(_3,_2,(2,3)):(3,_21,(12,1))"),
            (first, TreeEdit::Add { path: vec![1, 0] }, "(_3,(2,2,3)):(3,(12,21,1))"),
            (first, TreeEdit::Add { path: vec![1] }, "(_3,(2,3),2):(3,(12,1),21)"),
            (first, TreeEdit::Add { path: vec![] }, "(_3,(2,3),2):(3,(12,1),21)"),
            ("4:-2", TreeEdit::Add { path: vec![] }, "(4,2):(-2,7)"),
            ("():()", TreeEdit::Add { path: vec![] }, "(_2):(_1)"),
            (first, TreeEdit::Remove { path: vec![0] }, "((2,3)):((12,1))"),
            (first, TreeEdit::Remove { path: vec![1, 1] }, "(_3,(2)):(3,(12))"),
            (first, TreeEdit::Move { path: vec![0], to: 1 }, "((2,3),_3):((12,1),3)"),
            (first, TreeEdit::Move { path: vec![1, 1], to: 0 }, "(_3,(3,2)):(3,(1,12))"),
            ("(2,3,4):(1,2,6)", TreeEdit::Move { path: vec![0], to: 2 }, "(3,4,2):(2,6,1)"),
            ("(2,3,4):(1,2,6)", TreeEdit::Group { path: vec![], begin: 1, end: 3 }, "(2,(3,4)):(1,(2,6))"),
            (first, TreeEdit::Group { path: vec![1], begin: 0, end: 1 }, "(_3,((2),3)):(3,((12),1))"),
            (first, TreeEdit::Ungroup { path: vec![1] }, "(_3,2,3):(3,12,1)"),
            ("((2,3)):((1,2))", TreeEdit::Ungroup { path: vec![] }, "(2,3):(1,2)"),
            ("(8):(1)", TreeEdit::Ungroup { path: vec![] }, "8:1"),
            (first, TreeEdit::Compact(Major::Right), "(_3,(2,3)):(6,(3,_1))"),
            (first, TreeEdit::Compact(Major::Left), "(_3,(2,3)):(_1,(_3,6))"),
        ];
        for (before, edit, after) in cases {
            let result = apply(&layout(before), &edit).map(|layout| layout.to_string());
            assert_eq!(result.as_deref(), Ok(after), "{before} {edit:?}");
        }
    }

    #[test]
    fn impossible_edits_say_why_and_where() {
        let first = "(3,(2,3)):(3,(12,1))";
        let deep = format!("{}8{}:{}1{}", "(".repeat(64), ")".repeat(64), "(".repeat(64), ")".repeat(64));
        let wide = format!("({0}1):({0}1)", "1,".repeat(LEAF_LIMIT - 1));
        let cases = [
            (first, TreeEdit::SetShape { path: vec![1, 0], value: 0 }, EditProblem::ExtentBelowOne { value: 0 }),
            (first, TreeEdit::SetShape { path: vec![1], value: 4 }, EditProblem::NotALeaf),
            (first, TreeEdit::SetStride { path: vec![2], value: 4 }, EditProblem::NoSuchMode),
            (first, TreeEdit::SetStride { path: vec![0, 0], value: 4 }, EditProblem::NoSuchMode),
            (first, TreeEdit::SetStride { path: vec![0], value: i64::MIN }, EditProblem::Overflow),
            (first, TreeEdit::SetShape { path: vec![0], value: i64::MAX }, EditProblem::Overflow),
            (
                first,
                TreeEdit::Step { path: vec![0], field: Field::Shape, by: -5 },
                EditProblem::ExtentBelowOne { value: -2 },
            ),
            (first, TreeEdit::Step { path: vec![0], field: Field::Stride, by: i64::MAX }, EditProblem::Overflow),
            (first, TreeEdit::Add { path: vec![0, 1] }, EditProblem::NoSuchMode),
            (&wide, TreeEdit::Add { path: vec![0] }, EditProblem::TooManyModes { limit: LEAF_LIMIT }),
            (first, TreeEdit::Remove { path: vec![] }, EditProblem::OnlyMode),
            ("(4):(1)", TreeEdit::Remove { path: vec![0] }, EditProblem::OnlyMode),
            ("(2,(4)):(1,(2))", TreeEdit::Remove { path: vec![1, 0] }, EditProblem::OnlyMode),
            (first, TreeEdit::Remove { path: vec![7] }, EditProblem::NoSuchMode),
            (first, TreeEdit::Move { path: vec![0], to: 2 }, EditProblem::NoSuchPosition { to: 2, rank: 2 }),
            (first, TreeEdit::Move { path: vec![], to: 0 }, EditProblem::NoSuchPosition { to: 0, rank: 1 }),
            (first, TreeEdit::Move { path: vec![3], to: 0 }, EditProblem::NoSuchMode),
            (first, TreeEdit::Group { path: vec![], begin: 1, end: 1 }, EditProblem::EmptyRange { begin: 1, end: 1 }),
            (first, TreeEdit::Group { path: vec![1], begin: 1, end: 3 }, EditProblem::EmptyRange { begin: 1, end: 3 }),
            (first, TreeEdit::Group { path: vec![0], begin: 0, end: 1 }, EditProblem::NotATuple),
            (&deep, TreeEdit::Group { path: vec![], begin: 0, end: 1 }, EditProblem::TooDeep { limit: DEPTH_LIMIT }),
            (first, TreeEdit::Ungroup { path: vec![0] }, EditProblem::NothingToUngroup),
            (first, TreeEdit::Ungroup { path: vec![] }, EditProblem::NothingToUngroup),
            ("4:1", TreeEdit::Ungroup { path: vec![] }, EditProblem::NothingToUngroup),
        ];
        for (before, edit, problem) in cases {
            let path = path_of(&edit).to_vec();
            assert_eq!(apply(&layout(before), &edit), Err(EditError { problem, path }), "{before} {edit:?}");
        }
    }

    #[test]
    fn beside_basis_strides_a_new_mode_has_its_own_direction() {
        let identity = Layout::identity(layout("(4,(2,3)):(1,(4,8))").shape().clone());
        let added = apply(&identity, &TreeEdit::Add { path: vec![] }).map(|layout| layout.to_string());
        assert_eq!(added.as_deref(), Ok("(4,(2,3),2):(_1@0,(_1@0@1,_1@1@1),_1@2)"));
        let scaled = apply(&identity, &TreeEdit::SetStride { path: vec![0], value: 3 });
        assert_eq!(scaled.map(|layout| layout.to_string()).as_deref(), Ok("(4,(2,3)):(_3@0,(_1@0@1,_1@1@1))"));
    }

    fn indices(layout: &Layout) -> Vec<i64> {
        let size = layout.size().unwrap().value();
        let index = |i| layout.index(&Nested::Leaf(Int::dynamic(i).into())).unwrap();
        (0..size).map(|i| index(i).leaves()[0].value()).collect()
    }

    fn nested() -> impl Strategy<Value = Nested<(i64, i64)>> {
        let leaf = (1i64..5, -20i64..40).prop_map(Nested::Leaf);
        leaf.prop_recursive(3, 5, 3, |inner| proptest::collection::vec(inner, 1..4).prop_map(Nested::Tuple))
    }

    fn edits() -> impl Strategy<Value = TreeEdit> {
        let path = || proptest::collection::vec(0usize..3, 0..4);
        let number = || prop_oneof![-3i64..12, any::<i64>()];
        prop_oneof![
            (path(), number()).prop_map(|(path, value)| TreeEdit::SetShape { path, value }),
            (path(), number()).prop_map(|(path, value)| TreeEdit::SetStride { path, value }),
            (path(), number()).prop_map(|(path, by)| TreeEdit::Step { path, field: Field::Shape, by }),
            (path(), number()).prop_map(|(path, by)| TreeEdit::Step { path, field: Field::Stride, by }),
            path().prop_map(|path| TreeEdit::Add { path }),
            path().prop_map(|path| TreeEdit::Remove { path }),
            (path(), 0usize..4).prop_map(|(path, to)| TreeEdit::Move { path, to }),
            (path(), 0usize..4, 0usize..5).prop_map(|(path, begin, end)| TreeEdit::Group { path, begin, end }),
            path().prop_map(|path| TreeEdit::Ungroup { path }),
            prop_oneof![Just(Major::Left), Just(Major::Right)].prop_map(TreeEdit::Compact),
        ]
    }

    proptest! {
        #[test]
        fn any_edit_keeps_its_laws(tree in nested(), edit in edits()) {
            let shape = tree.map(&mut |leaf| Int::dynamic(leaf.0));
            let before = Layout::with_ints(shape, &tree.map(&mut |leaf| Int::dynamic(leaf.1))).unwrap();
            let Ok(after) = apply(&before, &edit) else { return Ok(()) };
            prop_assert!(after.size().is_ok() && after.cosize().is_ok());
            match edit {
                TreeEdit::Group { .. } | TreeEdit::Ungroup { .. } => {
                    prop_assert_eq!(indices(&before), indices(&after));
                }
                TreeEdit::Add { .. } => {
                    let distinct = |layout: &Layout| {
                        indices(layout).into_iter().collect::<std::collections::BTreeSet<_>>().len()
                    };
                    prop_assert_eq!(2 * distinct(&before), distinct(&after));
                }
                TreeEdit::Move { .. } => {
                    let sorted = |layout: &Layout| {
                        let mut indices = indices(layout);
                        indices.sort_unstable();
                        indices
                    };
                    prop_assert_eq!(sorted(&before), sorted(&after));
                }
                _ => {}
            }
        }
    }
}

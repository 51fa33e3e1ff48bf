//! Which shapes accept each other's coordinates: congruent, compatible and their weak forms.

use crate::error::{Error, Result};
use crate::int::{Int, Truth};
use crate::int_tuple::{IntTuple, product};
use crate::nested::Nested;
use crate::steps::{Comparison, Step, Trace};

/// The four relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The same parentheses.
    Congruent,
    /// The first has the parentheses of the second, or coarser ones.
    WeaklyCongruent,
    /// Every coordinate of the first is one of the second, and both have the same size.
    Compatible,
    /// Every integer of the first divides the size of its mode of the second.
    WeaklyCompatible,
}

/// The same parentheses. Always known at compile time. Law: an equivalence.
///
/// ```
/// use colex::compatible::congruent;
/// use colex::layout::Shape;
///
/// let [a, b, c]: [Shape; 3] = ["(4,(2,8))".parse()?, "(1,(1,1))".parse()?, "(_2,(_3,_5))".parse()?];
/// assert!(congruent(&a, &a).value);
/// assert_eq!(congruent(&a, &b), congruent(&b, &a));
/// assert!(congruent(&a, &b).value && congruent(&b, &c).value && congruent(&a, &c).value);
/// # Ok::<(), colex::ParseError>(())
/// ```
pub fn congruent(a: &IntTuple, b: &IntTuple) -> Truth {
    Truth::constant(a.is_congruent_to(b))
}

/// The parentheses of `a` are those of `b` or coarser: an integer of `a` may face a tuple of `b`. Law: a partial order
/// on profiles.
///
/// ```
/// use colex::compatible::weakly_congruent;
/// use colex::layout::Shape;
///
/// let [a, b, c]: [Shape; 3] = ["8".parse()?, "(4,8)".parse()?, "(4,(2,8))".parse()?];
/// assert!(weakly_congruent(&a, &a)?.value);
/// assert!(weakly_congruent(&b, &c)?.value && !weakly_congruent(&c, &b)?.value);
/// assert!(weakly_congruent(&a, &b)?.value && weakly_congruent(&a, &c)?.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn weakly_congruent(a: &IntTuple, b: &IntTuple) -> Result<Truth> {
    Relation::WeaklyCongruent.told(a, b, &mut Trace::silent())
}

/// Every coordinate of `a` is a coordinate of `b`, and both have the same size: an integer of `a` equals the size of
/// its mode of `b`. Law: a partial order (reflexive, antisymmetric, transitive).
///
/// ```
/// use colex::compatible::compatible;
/// use colex::layout::Shape;
///
/// let [a, b, c]: [Shape; 3] = ["24".parse()?, "(4,6)".parse()?, "(4,(2,3))".parse()?];
/// assert!(compatible(&a, &a)?.value);
/// assert!(compatible(&b, &c)?.value && !compatible(&c, &b)?.value);
/// assert!(compatible(&a, &b)?.value && compatible(&a, &c)?.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compatible(a: &IntTuple, b: &IntTuple) -> Result<Truth> {
    Relation::Compatible.told(a, b, &mut Trace::silent())
}

/// Every integer of `a` divides the size of its mode of `b`. CuTe had it up to version 3.5.1.
///
/// ```
/// use colex::compatible::{compatible, weakly_compatible};
///
/// let (a, b) = ("(4,3)".parse()?, "((2,4),6)".parse()?);
/// assert!(weakly_compatible(&a, &b)?.value);
/// assert!(!compatible(&a, &b)?.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn weakly_compatible(a: &IntTuple, b: &IntTuple) -> Result<Truth> {
    Relation::WeaklyCompatible.told(a, b, &mut Trace::silent())
}

/// The coarsest shape that refines both: the join of `a` and `b` in the order of [`compatible`], the paper's
/// `common_refinement`.
///
/// Law: `compatible(a, c)`, `compatible(b, c)`, and `c` refines no other such shape; symmetric.
///
/// Errors: [`Error::NoRefinement`].
///
/// ```
/// use colex::compatible::{common_refinement, compatible};
///
/// let (a, b) = ("(8,(2,3))".parse()?, "((2,4),6)".parse()?);
/// let c = common_refinement(&a, &b)?;
/// assert_eq!(c.to_string(), "((2,4),(2,3))");
/// assert!(compatible(&a, &c)?.value && compatible(&b, &c)?.value);
/// assert_eq!(c, common_refinement(&b, &a)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn common_refinement(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    fn join(a: &IntTuple, b: &IntTuple, path: &mut Vec<usize>) -> Result<IntTuple> {
        let none =
            |path: &[usize]| Err(Error::NoRefinement { modes: [a.to_string(), b.to_string()], path: path.to_vec() });
        match (a, b) {
            (Nested::Tuple(left), Nested::Tuple(right)) if left.len() == right.len() => {
                let mut modes = Vec::with_capacity(left.len());
                for (index, (left, right)) in left.iter().zip(right).enumerate() {
                    path.push(index);
                    modes.push(join(left, right, path)?);
                    path.pop();
                }
                Ok(Nested::Tuple(modes))
            }
            (Nested::Tuple(_), Nested::Tuple(_)) => none(path),
            (Nested::Leaf(_), finer) | (finer, Nested::Leaf(_)) => {
                let is_same = product(a)?.value() == product(b)?.value();
                if is_same { Ok(finer.clone()) } else { none(path) }
            }
        }
    }
    join(a, b, &mut Vec::new())
}

/// The finest shape that both refine: the meet of `a` and `b` in the order of [`compatible`], the paper's
/// `common_coarsening`. At worst it is their size.
///
/// Law: `compatible(c, a)`, `compatible(c, b)`, and no other such shape refines `c`; symmetric.
///
/// Errors: [`Error::SizesDiffer`].
///
/// ```
/// use colex::compatible::{common_coarsening, compatible};
///
/// let (a, b) = ("(8,(2,3))".parse()?, "((2,4),6)".parse()?);
/// let c = common_coarsening(&a, &b)?;
/// assert_eq!(c.to_string(), "(8,6)");
/// assert!(compatible(&c, &a)?.value && compatible(&c, &b)?.value);
/// assert_eq!(c, common_coarsening(&b, &a)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn common_coarsening(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    let sizes = [product(a)?, product(b)?];
    if sizes[0].value() != sizes[1].value() {
        let shapes = [a.to_string(), b.to_string()];
        return Err(Error::SizesDiffer { shapes, sizes: sizes.map(Int::value) });
    }
    match (a, b) {
        (Nested::Tuple(left), Nested::Tuple(right)) if left.len() == right.len() => {
            let modes = left.iter().zip(right).map(|(left, right)| common_coarsening(left, right));
            match modes.collect::<Result<_>>() {
                Ok(modes) => Ok(Nested::Tuple(modes)),
                Err(Error::SizesDiffer { .. }) => Ok(Nested::Leaf(sizes[0])),
                Err(error) => Err(error),
            }
        }
        _ => Ok(Nested::Leaf(sizes[0])),
    }
}

impl Relation {
    /// Reports whether it holds, telling what is found mode by mode.
    pub fn told(self, a: &IntTuple, b: &IntTuple, trace: &mut Trace<'_>) -> Result<Truth> {
        self.compare(a, b, &mut Vec::new(), trace)
    }

    fn compare(self, a: &IntTuple, b: &IntTuple, path: &mut Vec<usize>, trace: &mut Trace<'_>) -> Result<Truth> {
        if let (Nested::Tuple(left), Nested::Tuple(right)) = (a, b)
            && left.len() == right.len()
        {
            let mut all = Truth::constant(true);
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                path.push(index);
                all = all.and(self.compare(left, right, path, trace)?);
                path.pop();
            }
            return Ok(all);
        }
        let (truth, reason) = self.at_leaf(a, b)?;
        trace.tell(|| Step::Compare { left: a.to_string(), right: b.to_string(), path: path.clone(), reason });
        Ok(truth)
    }

    fn at_leaf(self, a: &IntTuple, b: &IntTuple) -> Result<(Truth, Comparison)> {
        use Comparison::{
            Coarser, Divides, DoesNotDivide, OtherParentheses, OtherRank, OtherSize, SameParentheses, SameSize,
            TupleForInteger,
        };
        let constant = |reason: Comparison| (Truth::constant(reason.holds()), reason);
        let either = |truth: Truth, yes, no| (truth, if truth.value { yes } else { no });
        Ok(match (self, a, b) {
            (_, Nested::Tuple(_), Nested::Tuple(_)) => constant(OtherRank),
            (Relation::Congruent, Nested::Leaf(_), Nested::Leaf(_))
            | (Relation::WeaklyCongruent, Nested::Leaf(_), Nested::Leaf(_)) => constant(SameParentheses),
            (Relation::WeaklyCongruent, Nested::Leaf(_), _) => constant(Coarser),
            (Relation::Congruent, ..) => constant(OtherParentheses),
            (_, Nested::Tuple(_), Nested::Leaf(_)) => constant(TupleForInteger),
            (Relation::Compatible, Nested::Leaf(extent), _) => {
                either(extent.compare(product(b)?, i64::eq), SameSize, OtherSize)
            }
            (Relation::WeaklyCompatible, Nested::Leaf(extent), _) => {
                either(product(b)?.modulo(*extent)?.compare(Int::ZERO, i64::eq), Divides, DoesNotDivide)
            }
        })
    }
}

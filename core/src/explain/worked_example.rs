//! The worked example as data: what `idx2crd` and `crd2idx` told while they worked, one number to a line.

use std::collections::HashMap;

use crate::after::After;
use crate::basis::{StrideLeaf, add};
use crate::coordinate::{self, Coordinate, Slot};
use crate::sentences::{self, Tongue};
use crate::steps::{CoordinateStep, Record, Step, Trace};
use crate::{AnyLayout, Int, IntTuple, Layout, Names, Nested, Result, Swizzle};

/// The most summands that the last line spells out.
const SUMMANDS: usize = 16;

/// Deed of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// The remainder, which is the coordinate in the mode.
    Remainder,
    /// The quotient, which goes to the one mode that is left, or to all the modes after this one.
    Quotient {
        /// The mode that takes all of it.
        heir: Option<Vec<usize>>,
    },
    /// A coordinate times its stride.
    Product,
    /// The products added up to the index.
    Sum,
    /// The products added up to what a swizzle is made of.
    InnerSum,
    /// An offset added before a swizzle.
    Offset,
    /// The products added up to what an outer layout is asked for.
    Before,
    /// The sum as a coordinate of an outer layout.
    OuterCoordinate,
    /// Its digits times the strides of the outer layout, added up.
    Outer,
    /// Where the data of a tensor begin, added.
    Begin,
    /// Bits moved by a swizzle.
    Swizzle {
        /// The swizzle.
        swizzle: Swizzle,
        /// Step that it told.
        step: Option<Step>,
    },
}

/// One line: `16 mod 3` and its answer `1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its deed.
    pub deed: Deed,
    /// The mode it concerns, from the outside in.
    pub path: Vec<usize>,
    /// The left side: `16 mod 3`.
    pub question: String,
    /// The right side: `1`.
    pub answer: String,
    /// Name of the mode, if it has one.
    pub name: Option<String>,
    /// Name of the mode that takes all that is left, if there is one and it has a name.
    pub heir: Option<String>,
}

/// All the lines for one coordinate of one layout.
///
/// Law: the answer of the last line is the index.
#[derive(Debug, Clone)]
pub struct Chain {
    /// The lines, divisions before products before the sum.
    pub lines: Vec<Line>,
    /// Number of lines that divide.
    pub divisions: usize,
    /// The index.
    pub index: String,
    /// The inner product in one line, with what comes after it: `1·3 + 1·12 + 2·1`, `Sw<1,0,1>(4 + 1·1 + 1·2)`.
    pub inner_product: String,
    /// `true` if a swizzle comes after it.
    pub is_swizzled: bool,
    /// The sum of the products.
    sum: Option<IntTuple>,
    /// Each digit of the natural coordinate, and how many lines come before it is known.
    digits: Nested<(i64, usize)>,
}

/// The most zeros before a number that are written out.
const ZEROS: usize = 16;

/// A product in the direction of its stride: a coordinate, or where that would be all zeros, as a basis stride.
fn along(stride: &StrideLeaf, product: Int) -> String {
    let is_short = match stride {
        StrideLeaf::Int(_) => true,
        StrideLeaf::Basis(basis) => basis.path.iter().sum::<usize>() <= ZEROS,
    };
    if is_short { plain(&stride.along(product)) } else { stride.with_scale(product).to_string() }
}

impl Chain {
    /// The lines of a coordinate in any form that the shape accepts.
    ///
    /// Errors: those of `idx2crd` and `crd2idx`; [`crate::Error::MixedIndices`] of a swizzle after basis strides.
    ///
    /// ```
    /// use colex::{AnyLayout, worked_example::Chain};
    ///
    /// let layout: AnyLayout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// let chain = Chain::of(&layout, &"(1,5)".parse()?)?;
    /// assert_eq!(chain.lines.last().map(|line| line.answer.as_str()), Some("17"));
    /// assert_eq!(chain.index, layout.index(&"(1,5)".parse()?)?.to_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(any: &AnyLayout, typed: &Coordinate) -> Result<Chain> {
        let (layout, after) = (any.innermost(), After::of(any));
        let is_swizzled = after.parts().iter().any(|(_, swizzle)| !swizzle.is_identity());
        // A static zero ends the divisions early; as a dynamic number every one of them is told.
        let typed = typed.map(&mut |slot| Slot::Int(Int::dynamic(slot.int().value())));
        let mut record = Record::default();
        let natural = coordinate::idx2crd_with_trace(&typed, layout.shape(), &mut record)?;
        let mut lines = Vec::new();
        let mut known = HashMap::new();
        for step in record.coordinate_steps {
            match step {
                CoordinateStep::Divide { path, dividend, extent, digit, quotient } => {
                    let (dividend, extent) = (dividend.value(), extent.value());
                    let heir = heir(layout, &path);
                    let question = format!("{} mod {}", signed(dividend), signed(extent));
                    let remainder = Line::new(Deed::Remainder, path.clone(), question, digit.value().to_string());
                    let question = format!("{} div {}", signed(dividend), signed(extent));
                    let deed = Deed::Quotient { heir };
                    let quotient = Line::new(deed, path.clone(), question, quotient.value().to_string());
                    known.insert(path, lines.len() + 1);
                    lines.extend([remainder, quotient]);
                }
                CoordinateStep::Rest { path, .. } => {
                    known.insert(path, lines.len());
                }
                CoordinateStep::Product { .. } => {}
            }
        }
        let divisions = lines.len();
        let digits = numbered(&natural, &mut Vec::new(), &known);

        let mut record = Record::default();
        let index =
            coordinate::crd2idx_with_trace(&Coordinate::from(&natural), layout.shape(), layout.stride(), &mut record)?;
        let mut terms = Vec::new();
        for step in record.coordinate_steps {
            let CoordinateStep::Product { path, coordinate, stride, product } = step else { continue };
            let question = format!("{}·{}", signed(coordinate.value()), factor(&stride));
            lines.push(Line::new(Deed::Product, path, question, along(&stride, product)));
        }
        for line in lines.get(divisions..).unwrap_or_default() {
            terms.push((line.question.clone(), line.answer.clone()));
        }
        let inner = index;
        let index = plain(&inner);
        let inner_product = joined(terms.iter().map(|term| term.0.clone()));
        if terms.len() > 1 {
            let question = joined(terms.iter().map(|term| match term.1.starts_with('-') {
                true => format!("({})", term.1),
                false => term.1.clone(),
            }));
            let deed = match after.outer() {
                Some(_) => Deed::Before,
                None if is_swizzled => Deed::InnerSum,
                None => Deed::Sum,
            };
            lines.push(Line::new(deed, Vec::new(), question, index.clone()));
        }
        let mut chain = Chain { lines, divisions, index, inner_product, is_swizzled, sum: Some(inner.clone()), digits };
        if !after.is_empty() {
            // Of basis strides this says that there is no number to swizzle.
            any.index(&Coordinate::from(&natural))?;
            if let Nested::Leaf(inner) = inner {
                chain.go_on(inner, &after)?;
            }
        }
        Ok(chain)
    }

    /// The same with the modes called by their names.
    pub fn named(mut self, names: &Names) -> Chain {
        for line in self.lines.iter_mut().filter(|line| !line.path.is_empty()) {
            line.name = names.label(&line.path);
            if let Deed::Quotient { heir: Some(heir) } = &line.deed {
                line.heir = names.label(heir);
            }
        }
        self
    }

    /// The same of a tensor of coordinates that counts from one.
    pub fn counted_from(mut self, begin: &IntTuple) -> Result<Chain> {
        let index = self.sum.take().map_or_else(|| Ok(begin.clone()), |index| add(begin, &index))?;
        let question = format!("{} + {}", plain(begin), self.index);
        self.inner_product = format!("{} + {}", plain(begin), self.inner_product);
        self.index = plain(&index);
        self.lines.push(Line::new(Deed::Begin, Vec::new(), question, self.index.clone()));
        Ok(self)
    }

    /// The lines of what comes after the strides.
    fn go_on(&mut self, inner: Int, after: &After) -> Result<()> {
        let mut index = inner;
        for (offset, swizzle) in after.parts() {
            if *offset != 0 {
                let question = format!("{} + {}", signed(*offset), signed(index.value()));
                index = index.plus(Int::dynamic(*offset))?;
                self.inner_product = format!("{} + {}", signed(*offset), self.inner_product);
                let is_begin = swizzle.is_identity() && after.outer().is_none();
                let deed = if is_begin { Deed::Begin } else { Deed::Offset };
                self.push(deed, question, index);
            }
            if !swizzle.is_identity() {
                let mut steps = Vec::new();
                let question = format!("{swizzle}({})", index.value());
                index = swizzle.apply_with_trace(index, &mut Trace::to(&mut steps));
                self.inner_product = format!("{swizzle}({})", self.inner_product);
                self.push(Deed::Swizzle { swizzle: *swizzle, step: steps.pop() }, question, index);
            }
        }
        if let Some(outer) = after.outer() {
            let coordinate = Nested::Leaf(Slot::Int(Int::dynamic(index.value())));
            let digits = coordinate::idx2crd(&coordinate, outer.shape())?;
            let shape = plain(outer.shape());
            let question = format!("idx2crd({}, {shape})", index.value());
            self.lines.push(Line::new(Deed::OuterCoordinate, Vec::new(), question, plain(&digits)));
            let strides = outer.stride().leaves().into_iter().map(|stride| signed(stride.scale().value()));
            let products = digits.leaves().into_iter().zip(strides);
            let products = products.map(|(digit, stride)| format!("{}·{stride}", digit.value())).collect::<Vec<_>>();
            let stride = outer.stride().map(&mut |stride| stride.scale().value());
            self.inner_product = format!("({shape}:{stride})({})", self.inner_product);
            self.index = plain(&outer.index(&coordinate)?);
            self.lines.push(Line::new(Deed::Outer, Vec::new(), products.join(" + "), self.index.clone()));
        }
        Ok(())
    }

    fn push(&mut self, deed: Deed, question: String, answer: Int) {
        self.index = answer.value().to_string();
        self.lines.push(Line::new(deed, Vec::new(), question, self.index.clone()));
    }

    /// The natural coordinate as far as it is known after so many lines: `(1,(1,·))`.
    pub fn natural_after(&self, lines: usize) -> String {
        self.digits
            .map(&mut |(digit, from)| if *from <= lines { digit.to_string() } else { "·".to_string() })
            .to_string()
    }
}

impl Line {
    fn new(deed: Deed, path: Vec<usize>, question: String, answer: String) -> Line {
        Line { deed, path, question, answer, name: None, heir: None }
    }

    /// Says what the line is about, for the reader beside the numbers. It tells the answer only where that is not asked
    /// for.
    pub fn words(&self, asking: bool, tongue: Tongue) -> String {
        let mode = self.name.clone().unwrap_or_else(|| mode_name(&self.path, tongue));
        match &self.deed {
            Deed::Remainder => tongue.pick(format!("coordinate in {mode}"), format!("{mode} 中的坐标")),
            Deed::Quotient { heir: Some(heir) } => {
                let heir = self.heir.clone().unwrap_or_else(|| mode_name(heir, tongue));
                tongue.pick(format!("left for {heir}"), format!("剩余部分留给 {heir}"))
            }
            Deed::Quotient { heir: None } => {
                tongue.pick(format!("left for the modes after {mode}"), format!("剩余部分留给 {mode} 之后的 mode"))
            }
            Deed::Product => tongue.pick(format!("in {mode}"), format!("在 {mode} 中")),
            Deed::Sum => tongue.pick("the index", "索引").to_string(),
            Deed::InnerSum => tongue.pick("the index before the swizzle", "swizzle 之前的索引").to_string(),
            Deed::Begin => tongue.pick("counted from where the data begin", "从数据的起点数起").to_string(),
            Deed::Before => tongue.pick("what the inner layout answers", "内层布局的结果").to_string(),
            Deed::OuterCoordinate => {
                tongue.pick("the sum is a 1-D coordinate of the outer layout", "和作为外层布局的一维坐标").to_string()
            }
            Deed::Outer => tongue.pick("the index", "索引").to_string(),
            Deed::Offset => tongue.pick("the offset comes first", "先加上偏移").to_string(),
            Deed::Swizzle { step: Some(step), .. } if !asking => sentences::step(step, tongue),
            Deed::Swizzle { swizzle, .. } => {
                let (from, onto) = (sentences::bits(swizzle.yyy(), None), sentences::bits(swizzle.zzz(), None));
                tongue
                    .pick(format!("bits {from} are XORed onto bits {onto}"), format!("第 {from} 位异或到第 {onto} 位"))
            }
        }
    }

    /// Returns true if a typed answer is right.
    pub fn is_right(&self, typed: &str) -> bool {
        let bare =
            |text: &str| text.replace('−', "-").chars().filter(|c| !c.is_whitespace() && *c != '_').collect::<String>();
        let (typed, answer) = (bare(typed), bare(&self.answer));
        match (typed.parse::<i64>(), answer.parse::<i64>()) {
            (Ok(typed), Ok(answer)) => typed == answer,
            _ => typed == answer,
        }
    }
}

/// A mode as CuTe's `get` names it.
pub fn mode_name(path: &[usize], tongue: Tongue) -> String {
    if path.is_empty() {
        return tongue.pick("the only mode", "唯一的 mode").to_string();
    }
    format!("get<{}>", path.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

/// The mode after `path` where it is the last one of its tuple, which takes all that is left.
fn heir(layout: &Layout, path: &[usize]) -> Option<Vec<usize>> {
    let (last, outer) = path.split_last()?;
    let rank = layout.shape().at(outer).ok()?.rank();
    (last + 2 == rank).then(|| [outer, &[last + 1]].concat())
}

fn numbered(natural: &IntTuple, path: &mut Vec<usize>, known: &HashMap<Vec<usize>, usize>) -> Nested<(i64, usize)> {
    match natural {
        Nested::Leaf(digit) => Nested::Leaf((digit.value(), known.get(path).copied().unwrap_or(0))),
        Nested::Tuple(modes) => {
            let mut below = Vec::with_capacity(modes.len());
            for (index, mode) in modes.iter().enumerate() {
                path.push(index);
                below.push(numbered(mode, path, known));
                path.pop();
            }
            Nested::Tuple(below)
        }
    }
}

fn joined(terms: impl ExactSizeIterator<Item = String>) -> String {
    let more = terms.len() > SUMMANDS;
    let mut joined = terms.take(SUMMANDS).collect::<Vec<_>>().join(" + ");
    if more {
        joined.push_str(" + …");
    }
    joined
}

/// A tuple without the underscores of static integers.
fn plain(tuple: &IntTuple) -> String {
    tuple.map(&mut |int| int.value()).to_string()
}

fn signed(value: i64) -> String {
    if value < 0 { format!("({value})") } else { value.to_string() }
}

fn factor(stride: &StrideLeaf) -> String {
    match stride {
        StrideLeaf::Int(int) => signed(int.value()),
        basis @ StrideLeaf::Basis(_) => basis.with_scale(Int::dynamic(basis.scale().value())).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::look::View;
    use crate::look::{self, read_point};
    use crate::notebook::Settings;
    use crate::operations::CATALOGUE;

    fn chain(text: &str, typed: &str) -> Chain {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let look = look::look(&evaluation, &View::default()).expect("a layout");
        let point = read_point(&look.layout, typed, &CATALOGUE).expect("a point");
        Chain::of(&look.layout, &point.typed).expect("a chain")
    }

    fn told(chain: &Chain) -> Vec<String> {
        chain.lines.iter().map(|line| format!("{} = {}", line.question, line.answer)).collect()
    }

    #[test]
    fn the_first_screen() {
        let chain = chain("(3,(2,3)):(3,(12,1))", "16");
        let expected = [
            "16 mod 3 = 1",
            "16 div 3 = 5",
            "5 mod 2 = 1",
            "5 div 2 = 2",
            "1·3 = 3",
            "1·12 = 12",
            "2·1 = 2",
            "3 + 12 + 2 = 17",
        ];
        assert_eq!(told(&chain), expected);
        assert_eq!(chain.inner_product, "1·3 + 1·12 + 2·1");
        let naturals = (0..=4).map(|lines| chain.natural_after(lines)).collect::<Vec<_>>();
        assert_eq!(naturals, ["(·,(·,·))", "(1,(·,·))", "(1,(·,·))", "(1,(1,·))", "(1,(1,2))"]);
        assert_eq!(chain.lines[1].words(false, Tongue::English), "left for get<1>");
        assert!(chain.lines[1].is_right(" 5 ") && !chain.lines[1].is_right("4"));
    }

    #[test]
    fn cases() {
        let cases: &[(&str, &str, &[&str])] = &[
            ("(3,(2,3)):(3,(12,1))", "(1,(1,2))", &["1·3 = 3", "1·12 = 12", "2·1 = 2", "3 + 12 + 2 = 17"]),
            (
                "(3,(2,3)):(3,(12,1))",
                "(_1,_5)",
                &["5 mod 2 = 1", "5 div 2 = 2", "1·3 = 3", "1·12 = 12", "2·1 = 2", "3 + 12 + 2 = 17"],
            ),
            ("8:-2", "3", &["3·(-2) = -6"]),
            ("(2,2):(1,-4)", "_3", &["3 mod 2 = 1", "3 div 2 = 1", "1·1 = 1", "1·(-4) = -4", "1 + (-4) = -3"]),
        ];
        for (layout, typed, expected) in cases {
            assert_eq!(told(&chain(layout, typed)), *expected, "{layout} at {typed}");
        }
    }

    #[test]
    fn a_swizzle_goes_on_after_the_inner_product() {
        let chain = chain("Sw<2,0,3> o _5 o (4,8):(8,1)", "(3,2)");
        assert_eq!(told(&chain), ["3·8 = 24", "2·1 = 2", "24 + 2 = 26", "5 + 26 = 31", "Sw<2,0,3>(31) = 28"]);
        assert_eq!((chain.inner_product.as_str(), chain.index.as_str()), ("Sw<2,0,3>(5 + 3·8 + 2·1)", "28"));
        let swizzle = chain.lines.last().expect("the swizzle");
        assert!(swizzle.words(false, Tongue::English).starts_with("31 is 11111 in binary"));
        let hint = "bits 4-3 are XORed onto bits 1-0";
        assert_eq!(swizzle.words(true, Tongue::English), hint);
        assert!(!swizzle.words(true, Tongue::Chinese).contains("28"));
        // An identity that adds nothing is not told.
        let plain = self::chain("make_composed_layout(Swizzle<0,0,3>{}, Int<0>{}, Layout<_8,_2>{})", "3");
        assert_eq!(told(&plain), ["3·2 = 6"]);
    }

    #[test]
    fn coordinates_as_indices() {
        let chain = chain("make_identity_layout((4,2))", "5");
        assert_eq!(chain.index, "(1,1)");
        assert!(chain.lines.last().expect("a sum").is_right("(1, 1)"));
    }
}

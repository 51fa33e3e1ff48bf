//! Size of an element in memory.

use super::Held;
use crate::atom::tiled_mma::Matrix;
use crate::notebook::made::AtomValue;
use crate::notebook::{Evaluation, Value};
use crate::swizzle::Offset;
use crate::tensor::{Engine, Tensor};

/// The bits of an element of which nothing is said.
pub const BITS: u32 = 32;
/// So many names are followed to where something says it.
const NAMES: usize = 16;

/// The bits of an element of a statement's value: what the reader says, else what the text says where the value comes
/// from (a pointer, the atom of a copy, a type), else what all instructions of the notebook read and move, else 32.
pub fn element_bits(evaluation: &Evaluation, statement: Option<usize>, held: Held) -> u32 {
    said_bits(evaluation, statement, held).unwrap_or(BITS)
}

/// The same; `None` where nothing says it.
pub fn said_bits(evaluation: &Evaluation, statement: Option<usize>, held: Held) -> Option<u32> {
    let reader = Some(held.bits).filter(|bits| *bits > 0);
    let text = || of_statement(evaluation, statement?, &mut NAMES.clone());
    reader.or_else(text).or_else(|| of_instructions(evaluation))
}

/// Returns the size that the instructions of a notebook read and move, where it is the same for all of them.
fn of_instructions(evaluation: &Evaluation) -> Option<u32> {
    let values = (0..evaluation.statements().len()).filter_map(|statement| evaluation.value(statement));
    let mut sizes = values.filter_map(|value| {
        let Value::Made(made) = value else { return None };
        match made.as_kind::<AtomValue>()? {
            AtomValue::Mma(atom) => Some(atom.operand(Matrix::A).element.bits),
            AtomValue::TiledMma(mma) => Some(mma.atom.operand(Matrix::A).element.bits),
            AtomValue::MmaSlice(slice) => Some(slice.mma.atom.operand(Matrix::A).element.bits),
            _ => of_value(value),
        }
    });
    let first = sizes.next().filter(|bits| *bits > 0)?;
    sizes.all(|bits| bits == first).then_some(first)
}

fn of_statement(evaluation: &Evaluation, statement: usize, left: &mut usize) -> Option<u32> {
    *left = left.checked_sub(1)?;
    let own = evaluation.value(statement).and_then(of_value);
    let named = || {
        let uses = evaluation.uses(statement).iter();
        uses.filter_map(|(_, found)| *found).find_map(|used| of_statement(evaluation, used, left))
    };
    own.or_else(named)
}

fn of_value(value: &Value) -> Option<u32> {
    let bits = match value {
        Value::Tensor(Tensor { engine: Engine::Typed(pointer), .. }) => pointer.bits,
        Value::Element(element) => element.bits,
        Value::Made(made) => match made.as_kind::<AtomValue>()? {
            AtomValue::Copy(atom) => atom.bits,
            AtomValue::TiledCopy(copy) => copy.atom.bits,
            AtomValue::CopySlice(slice) => slice.copy.atom.bits,
            _ => return None,
        },
        value => match value.as_any_layout()? {
            crate::composed::AnyLayout::Composed(layout) => match layout.offset() {
                Offset::Flag(bits) => bits,
                _ => return None,
            },
            _ => return None,
        },
    };
    Some(bits).filter(|bits| *bits > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;

    #[test]
    fn elements_are_as_large_as_the_text_says() {
        let copy = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, \
                    Layout<Shape<_1,_8>>{})";
        for (text, expected) in [
            ("A = (4,8)".to_string(), 32),
            ("T = make_tensor(make_smem_ptr<half_t>(0), (4,8))".to_string(), 16),
            ("T = make_tensor(make_smem_ptr<double>(0), (4,8))\nt = T(_,3)\nu = layout(t)".to_string(), 64),
            ("GMMA::Layout_K_SW128_Atom<float_e4m3_t>".to_string(), 8),
            (format!("c = {copy}\nS = c.get_layoutS_TV()"), 16),
        ] {
            let evaluation = evaluate(&text, Settings::default());
            let last = evaluation.statements().len() - 1;
            assert_eq!(element_bits(&evaluation, Some(last), Held::default()), expected, "{text}");
            let chosen = Held { bits: 4, ..Held::default() };
            assert_eq!(element_bits(&evaluation, Some(last), chosen), 4, "{text}");
        }
    }
}

//! Types of CuTe as compilers print them, as the notebook writes their values:
//! `cute::Layout<cute::tuple<cute::C<4>, int>, …>` is `(_4,n1):…`.

use super::cursor::Cursor;
use super::tree::Tree;
use super::value::Part;
use crate::nested::DEPTH_LIMIT;

/// A type with its template arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Type {
    /// Its name without namespaces; a number where an argument is one.
    pub(super) name: String,
    pub(super) arguments: Vec<Type>,
}

/// The type that stands at the cursor, which moves behind it.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Option<Type> {
    below(cursor, 0)
}

fn below(cursor: &mut Cursor<'_>, depth: usize) -> Option<Type> {
    if depth > DEPTH_LIMIT {
        return None;
    }
    let mut name = String::new();
    // Words before the name, and its namespaces: `const cute::`, `(int)8`.
    for _ in 0..32 {
        cursor.blanks();
        if cursor.take("(") {
            cursor.until(')', 64)?;
            continue;
        }
        if cursor.take("::") || cursor.take("&") || cursor.take("*") {
            continue;
        }
        let begin = cursor.at();
        cursor.take("-");
        while cursor.rest().starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            let next = cursor.rest().chars().next()?;
            let mut letter = [0; 4];
            cursor.take(next.encode_utf8(&mut letter));
        }
        let word = cursor.since(begin);
        if word.is_empty() {
            break;
        }
        if !matches!(word, "const" | "volatile" | "struct" | "class" | "typename" | "cute" | "cutlass" | "std") {
            name = word.to_string();
        }
        if cursor.rest().starts_with('<') {
            break;
        }
    }
    if name.is_empty() {
        return None;
    }
    let mut arguments = Vec::new();
    if cursor.take("<") {
        loop {
            cursor.blanks();
            if cursor.take(">") {
                break;
            }
            arguments.push(below(cursor, depth + 1)?);
            cursor.blanks();
            if cursor.take(">") {
                break;
            }
            if !cursor.take(",") {
                return None;
            }
        }
    }
    // `const T &`, `T *`.
    loop {
        cursor.blanks();
        let is_qualified = cursor.take("&") || cursor.take("*") || cursor.take("const");
        if !is_qualified {
            break;
        }
    }
    Some(Type { name, arguments })
}

impl Type {
    /// A number or a tuple of such.
    pub(super) fn tree(&self) -> Option<Tree> {
        let known = |text: String| Some(Tree::Known(text));
        match (self.name.as_str(), self.arguments.as_slice()) {
            ("C" | "Int", [number]) => known(format!("_{}", number.number()?)),
            ("constant" | "integral_constant", [_, number]) => known(format!("_{}", number.number()?)),
            ("Underscore" | "X", []) => known("_".to_string()),
            (
                "int" | "long" | "unsigned" | "short" | "size_t" | "int32_t" | "uint32_t" | "int64_t" | "uint64_t",
                [],
            ) => Some(Tree::Unknown { divisor: 1 }),
            ("ScaledBasis", [scale, path @ ..]) => {
                let Tree::Known(mut text) = scale.tree()? else { return Some(Tree::Known("1@0".to_string())) };
                for mode in path.iter().rev() {
                    text.push_str(&format!("@{}", mode.number()?));
                }
                known(text)
            }
            // The parameters of a template are called so, too.
            ("Shape" | "Stride" | "Coord" | "Step" | "Tile", []) => None,
            ("tuple" | "Shape" | "Stride" | "Coord" | "Step" | "Tile" | "ArithmeticTuple", modes) => {
                Some(Tree::Tuple(modes.iter().map(Type::tree).collect::<Option<_>>()?))
            }
            (name, []) => {
                let digits = name.strip_prefix('_').filter(|digits| !digits.is_empty())?;
                let digits = digits.replace('m', "-");
                digits.parse::<i64>().ok().and_then(|number| known(format!("_{number}")))
            }
            _ => None,
        }
    }

    fn number(&self) -> Option<i64> {
        let digits = self.name.trim_end_matches(['u', 'U', 'l', 'L']);
        match digits {
            "true" => Some(1),
            "false" => Some(0),
            _ => digits.parse().ok(),
        }
    }

    /// Its parts as a value of the notebook.
    pub(super) fn parts(&self) -> Option<Vec<Part>> {
        let text = |text: &str| Some(vec![Part::Text(text.to_string())]);
        match (self.name.as_str(), self.arguments.as_slice()) {
            ("Layout", [shape, stride, ..]) => Some(vec![Part::Layout(shape.tree()?, stride.tree()?)]),
            ("Swizzle", [bits, base, shift, ..]) => {
                text(&format!("Sw<{},{},{}>", bits.number()?, base.number()?, shift.number()?))
            }
            ("smem_ptr_flag_bits", [bits]) => text(&format!("smem_ptr[{}b](unset)", bits.number()?)),
            ("ComposedLayout", [first, offset, last]) => {
                let mut parts = first.parts()?;
                parts.push(Part::Text(" o ".to_string()));
                parts.extend(offset.parts()?);
                parts.push(Part::Text(" o ".to_string()));
                parts.extend(last.parts()?);
                Some(parts)
            }
            ("Tensor", [engine, layout]) => {
                let mut parts = vec![engine.engine()?, Part::Text(" o ".to_string())];
                parts.extend(layout.parts()?);
                Some(parts)
            }
            ("LayoutLeft" | "GenColMajor", []) => text("LayoutLeft"),
            ("LayoutRight" | "GenRowMajor", []) => text("LayoutRight"),
            ("tuple" | "Tile", modes) if modes.iter().any(|mode| mode.name == "Layout") => {
                let mut parts = vec![Part::Text("<".to_string())];
                for (index, mode) in modes.iter().enumerate() {
                    if index > 0 {
                        parts.push(Part::Text(",".to_string()));
                    }
                    parts.extend(mode.parts()?);
                }
                parts.push(Part::Text(">".to_string()));
                Some(parts)
            }
            _ => Some(vec![Part::Tree(self.tree()?)]),
        }
    }

    /// Returns what a tensor points into.
    fn engine(&self) -> Option<Part> {
        let of = self.arguments.first()?;
        Some(match self.name.as_str() {
            "ArithmeticTupleIterator" => {
                let mut text = "ArithTuple".to_string();
                of.tree()?.write(&mut text, &mut |_| "0".to_string());
                Part::Text(text)
            }
            "gmem_ptr" => Part::Text(format!("gmem_ptr[{}b](…)", of.bits())),
            "smem_ptr" => Part::Text(format!("smem_ptr[{}b](…)", of.bits())),
            "rmem_ptr" | "ArrayEngine" => Part::Text(format!("ptr[{}b](…)", of.bits())),
            "ViewEngine" | "ConstViewEngine" => {
                of.engine().unwrap_or_else(|| Part::Text(format!("ptr[{}b](…)", of.bits())))
            }
            _ => return None,
        })
    }

    /// Returns how many bits an element of this type has.
    fn bits(&self) -> i64 {
        match self.name.as_str() {
            "double" | "long" | "int64_t" | "uint64_t" => 64,
            "half_t" | "bfloat16_t" | "__half" | "__nv_bfloat16" | "short" | "int16_t" | "uint16_t" => 16,
            "char" | "int8_t" | "uint8_t" | "float_e4m3_t" | "float_e5m2_t" | "float_ue8m0_t" | "float_ue4m3_t"
            | "byte" => 8,
            "int4b_t" | "uint4b_t" | "float_e2m1_t" => 4,
            "uint128_t" => 128,
            _ => self.arguments.first().map_or(32, Type::bits),
        }
    }
}

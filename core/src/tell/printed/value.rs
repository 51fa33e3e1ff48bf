//! A value as CuTe's C++ and the Python DSL print it, as the notebook writes it.
//!
//! NVIDIA CUTLASS: `cute::print` of pointers, swizzles, layouts and tensors; `str` of the same of the CuTe DSL, and the
//! types of its MLIR dialect. ROCm FlyDSL: `str` and types of the same.

use super::atom;
use super::cursor::Cursor;
use super::tree::{Tree, tree};

/// Maximum reach of a bracket that opens what is no value of ours, in bytes.
const REACH: usize = 4096;

/// A value that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Read {
    /// Its parts in order.
    pub(super) parts: Vec<Part>,
    /// True if nothing else is written so: a layout with parentheses, a tensor. A number alone may be anything.
    pub(super) is_certain: bool,
    /// Its elements follow in the next lines.
    pub(super) has_list: bool,
}

/// A part of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Text that the notebook reads as it stands.
    Text(String),
    /// A shape, a coordinate, an offset.
    Tree(Tree),
    /// A layout.
    Layout(Tree, Tree),
    /// A pointer and a swizzle around it: `Sw<3,4,3>_smem_ptr[16b](…)`, which a tensor of a layout under a swizzle has.
    Around(String, String),
}

impl Read {
    fn of(parts: Vec<Part>) -> Read {
        Read { parts, is_certain: true, has_list: false }
    }
}

/// The value that stands at the cursor, which moves behind it.
pub(super) fn value(cursor: &mut Cursor<'_>) -> Option<Read> {
    let rest = cursor.rest();
    if is_type(rest) {
        return mlir(cursor);
    }
    if let Some(read) = named_type(cursor) {
        return Some(read);
    }
    // Values of a thread: the first mode goes fastest.
    if cursor.take("tensor_value<vector<") {
        let (_, element) = cursor.until('>', 32)?.split_once('x')?;
        let begin = format!("make_tensor({}, make_layout(", pointer("", None, element_bits(element)?));
        if !cursor.composes() {
            return None;
        }
        let parts = vec![Part::Text(begin), Part::Tree(tree(cursor)?), Part::Text("))".to_string())];
        cursor.blanks();
        return cursor.take(">").then(|| Read::of(parts));
    }
    if cursor.take("tensor<") {
        let read = tensor(cursor, engine)?;
        cursor.blanks();
        return cursor.take(">").then_some(read);
    }
    if cursor.take("tensor(") {
        let mut read = tensor(cursor, engine)?;
        cursor.blanks();
        // `, data=` and the elements; a tensor in one line ends with its parenthesis.
        read.has_list = cursor.take(", data=");
        return (read.has_list || cursor.take(")")).then_some(read);
    }
    if let Some(begin) = engine(&mut cursor.clone()) {
        let mut ahead = cursor.clone();
        engine(&mut ahead)?;
        let mut parts = vec![begin];
        if let [Part::Around(pointer, swizzle)] = parts.as_slice()
            && ahead.composes()
            && let Some(layout) = layouts(&mut ahead)
        {
            let mut parts =
                vec![Part::Text(format!("make_tensor({pointer}, {swizzle} o {} o ", pointer.replace('…', "unset")))];
            parts.extend(layout);
            parts.push(Part::Text(")".to_string()));
            *cursor = ahead;
            let has_list = cursor.rest().trim_end() == ":";
            return Some(Read { has_list, ..Read::of(parts) });
        }
        if ahead.composes() {
            let Some(layout) = layouts(&mut ahead) else {
                engine(cursor)?;
                return Some(Read::of(parts));
            };
            parts.push(Part::Text(" o ".to_string()));
            parts.extend(layout);
            *cursor = ahead;
            let has_list = cursor.rest().trim_end() == ":";
            return Some(Read { has_list, ..Read::of(parts) });
        }
        *cursor = ahead;
        return Some(Read::of(parts));
    }
    let mut parts = layouts(cursor)?;
    // `(0,0) o (128,64):(1@0,1@1)`: a tensor of coordinates, from which they count.
    if let [Part::Tree(begin), Part::Text(_), Part::Layout(_, stride)] = parts.as_slice()
        && begin.is_tuple()
        && stride.has_path()
    {
        parts.insert(0, Part::Text("ArithTuple".to_string()));
    }
    let is_certain = match parts.as_slice() {
        [Part::Layout(shape, stride)] => shape.is_tuple() || shape.has_static() || stride.has_static(),
        [Part::Tree(tree)] => !tree.is_tuple() && tree.has_path(),
        _ => true,
    };
    Some(Read { is_certain, ..Read::of(parts) })
}

/// `ENGINE o LAYOUT`.
fn tensor(cursor: &mut Cursor<'_>, engine: impl Fn(&mut Cursor<'_>) -> Option<Part>) -> Option<Read> {
    let mut parts = vec![match engine(cursor) {
        Some(engine) => engine,
        // `tensor<(0,0) o (4,8):(1@0,1@1)>`: coordinates.
        None => {
            let begin = tree(cursor)?;
            let inner = Part::Tree(begin);
            let mut parts = vec![Part::Text("ArithTuple".to_string()), inner];
            if !cursor.composes() {
                return None;
            }
            parts.push(Part::Text(" o ".to_string()));
            parts.extend(layouts(cursor)?);
            return Some(Read::of(parts));
        }
    }];
    if !cursor.composes() {
        return None;
    }
    parts.push(Part::Text(" o ".to_string()));
    parts.extend(layouts(cursor)?);
    Some(Read::of(parts))
}

/// A layout, with what is applied behind it before it: `Sw<3,4,3> o _0 o (8,64):(64,1)`; a tuple or a swizzle alone.
pub(super) fn layouts(cursor: &mut Cursor<'_>) -> Option<Vec<Part>> {
    let mut parts = vec![function(cursor)?];
    for _ in 0..8 {
        let before = cursor.clone();
        if !cursor.composes() {
            break;
        }
        let Some(next) = function(cursor) else {
            *cursor = before;
            break;
        };
        parts.push(Part::Text(" o ".to_string()));
        parts.push(next);
    }
    Some(parts)
}

/// A swizzle, the pointer of a swizzled atom that is not set, a layout, or a tuple.
fn function(cursor: &mut Cursor<'_>) -> Option<Part> {
    if let Some(swizzle) = swizzle(cursor) {
        return Some(Part::Text(swizzle));
    }
    let begin = cursor.clone();
    if let Some(unset) = unset(cursor) {
        return Some(Part::Text(unset));
    }
    *cursor = begin;
    // `[4:1;8:1]`, `(4:1,8:1)`, `(4:1, 8:1)`: a tiler by mode.
    for (open, between, close) in [("[", ";", "]"), ("(", ",", ")"), ("(", ", ", ")")] {
        if let Some(tiler) = tiler(cursor, open, between, close) {
            return Some(tiler);
        }
    }
    let shape = tree(cursor)?;
    let behind = cursor.clone();
    if cursor.take(":") {
        // `((2, 2), 3): ((24, 2), 8)`; in `(2,3): (4,5)` a coordinate may stand before what it is mapped to.
        if shape.is_nested() {
            cursor.blanks();
        }
        let (has_gap, begin) = (cursor.at() > behind.at() + 1, cursor.at());
        match tree(cursor) {
            Some(stride) if shape.is_congruent(&stride) => return Some(Part::Layout(shape, stride)),
            // A layout that is none: what is wrong with it is said.
            Some(stride) if !has_gap && shape.is_tuple() && stride.is_tuple() => {
                let mut text = String::new();
                shape.write(&mut text, &mut |divisor| divisor.to_string());
                return Some(Part::Text(format!("{text}:{}", cursor.since(begin))));
            }
            _ => {}
        }
        *cursor = behind;
    }
    Some(Part::Tree(shape))
}

/// `[4:1;8:1]` as `<4:1,8:1>`.
fn tiler(cursor: &mut Cursor<'_>, open: &str, between: &str, close: &str) -> Option<Part> {
    let mut ahead = cursor.clone();
    if !ahead.take(open) {
        return None;
    }
    let mut text = "<".to_string();
    let mut has_layout = false;
    for index in 0..16 {
        if index > 0 {
            text.push(',');
        }
        let shape = tree(&mut ahead)?;
        let mut one = |_: i64| "1".to_string();
        shape.write(&mut text, &mut one);
        // A mode may be left whole, or cut by its extent: `[32:1;_]`, `(_4,_2:_4)`.
        if ahead.take(":") {
            let stride = tree(&mut ahead).filter(|stride| shape.is_congruent(stride))?;
            text.push(':');
            stride.write(&mut text, &mut one);
            has_layout = true;
        }
        has_layout |= open == "[" && (text.ends_with('_') || between == "|");
        if ahead.take(close) {
            return has_layout.then(|| {
                *cursor = ahead;
                Part::Text(text + ">")
            });
        }
        if !ahead.take(between) {
            return None;
        }
    }
    None
}

/// `Sw<3,4,3>`, which Python writes `S<3,4,3>`.
fn swizzle(cursor: &mut Cursor<'_>) -> Option<String> {
    let mut ahead = cursor.clone();
    if !ahead.take("Sw<") && !ahead.take("S<") {
        return None;
    }
    let inner = ahead.until('>', 24)?;
    let numbers = inner.split(',').map(|number| number.trim().parse::<i8>().ok()).collect::<Option<Vec<_>>>()?;
    let [bits, base, shift] = numbers.as_slice() else { return None };
    *cursor = ahead;
    Some(format!("Sw<{bits},{base},{shift}>"))
}

/// `smem_ptr[16b](unset)` between a swizzle and a layout, where an offset stands: the atoms of shared memory say so of how
/// many bits they count.
fn unset(cursor: &mut Cursor<'_>) -> Option<String> {
    if !cursor.take("smem_ptr[") {
        return None;
    }
    let bits = cursor.number()?;
    (bits > 0 && cursor.take("b](unset)")).then(|| format!("smem_ptr[{bits}b](unset)"))
}

/// Returns what a tensor points into.
fn engine(cursor: &mut Cursor<'_>) -> Option<Part> {
    let mut ahead = cursor.clone();
    let part = cpp_pointer(&mut ahead).or_else(|| {
        ahead = cursor.clone();
        python_pointer(&mut ahead)
    });
    let part = part.or_else(|| {
        ahead = cursor.clone();
        iterator(&mut ahead)
    })?;
    *cursor = ahead;
    Some(part)
}

/// `gmem_ptr[16b](0x7f…)`, `smem_Sw<3,4,3>_ptr[16b](…)`, `Sw<3,4,3>_smem_ptr[16b](…)`, `subptr[4b](…)`, `tmem_[32b](…)`.
fn cpp_pointer(cursor: &mut Cursor<'_>) -> Option<Part> {
    let (mut space, mut swizzled) = ("", None);
    let mut is_around = false;
    for _ in 0..6 {
        if let Some(found) = ["gmem_", "smem_", "rmem_"].into_iter().find(|space| cursor.take(space)) {
            space = found;
            is_around |= swizzled.is_some();
        } else if cursor.take("sparse<") {
            cursor.until('>', 8)?;
            cursor.take("_").then_some(())?;
        } else if let Some(found) = swizzle(cursor) {
            cursor.take("_").then_some(())?;
            swizzled = Some(found);
        } else {
            break;
        }
    }
    let is_tensor_memory = space.is_empty() && cursor.take("tmem_[");
    if !is_tensor_memory && !cursor.take("ptr[") && !cursor.take("subptr[") {
        return None;
    }
    let bits = cursor.number()?;
    if !cursor.take("b](") {
        return None;
    }
    // An address, what a document has in its place, or nothing that is set.
    cursor.closing('(', ')', 64)?;
    if let (true, Some(swizzle)) = (is_around, &swizzled) {
        return Some(Part::Around(pointer(space, None, bits), swizzle.clone()));
    }
    Some(Part::Text(pointer(if is_tensor_memory { "tmem_" } else { space }, swizzled.as_deref(), bits)))
}

/// `ptr<f16, gmem, align<16>, S<3,4,3>>` and `raw_ptr(0x7f…: f32, gmem, align<4>)`.
fn python_pointer(cursor: &mut Cursor<'_>) -> Option<Part> {
    let inner = if cursor.take("ptr<") {
        cursor.closing('<', '>', 256)?
    } else if cursor.take("raw_ptr(") {
        let inner = cursor.closing('(', ')', 256)?;
        inner.split_once(": ").map(|(_, facts)| facts)?
    } else {
        return None;
    };
    described(inner).map(Part::Text)
}

/// `f16, gmem, align<16>, S<3,4,3>` as a pointer of C++.
fn described(facts: &str) -> Option<String> {
    let element = facts.split(',').next()?.trim();
    let bits = element_bits(element)?;
    let space = match facts.split(',').nth(1).map(str::trim) {
        // Memory of AMD's GPUs that a descriptor tells of is global, too.
        Some("gmem" | "global" | "#fly_rocdl.buffer_desc") => "gmem_",
        Some("smem" | "shared") => "smem_",
        Some("rmem" | "register") => "rmem_",
        Some("tmem") => "tmem_",
        _ => "",
    };
    let swizzled = facts.find("S<").and_then(|at| swizzle(&mut Cursor::new(facts, at)));
    Some(pointer(space, swizzled.as_deref(), bits))
}

/// Returns how many bits an element has, by the name of its type in MLIR: `f16`, `bf16`, `f8E4M3FN`, `i32`.
pub(super) fn element_bits(element: &str) -> Option<i64> {
    let digits = element.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let bits = digits.get(..end)?.parse::<i64>().ok().filter(|bits| (1..=1024).contains(bits))?;
    // A tfloat32 lies in 32 bits, whatever of them counts.
    Some(bits)
}

fn pointer(space: &str, swizzle: Option<&str>, bits: i64) -> String {
    // Elements of less than a byte have a pointer of their own.
    let part = if bits < 8 { "sub" } else { "" };
    match (space, swizzle) {
        ("tmem_", _) => format!("tmem_[{bits}b](…)"),
        (_, Some(swizzle)) => format!("{space}{swizzle}_{part}ptr[{bits}b](…)"),
        (_, None) => format!("{space}{part}ptr[{bits}b](…)"),
    }
}

/// `counting_iter(0)`, `ArithTuple(0,0)`.
fn iterator(cursor: &mut Cursor<'_>) -> Option<Part> {
    for name in ["counting_iter(", "random_iter("] {
        if cursor.take(name) {
            let inner = cursor.closing('(', ')', 64)?;
            return Some(Part::Text(format!("{name}{inner})")));
        }
    }
    // Descriptors say nothing of their layout.
    for name in ["UMMA::DescriptorIterator", "GMMA::DescriptorIterator"] {
        if cursor.take(name) {
            return Some(Part::Text(name.to_string()));
        }
    }
    if cursor.take("ArithTuple") {
        cursor.take("Iterator");
        let begin = tree(cursor)?;
        let mut text = "ArithTuple".to_string();
        begin.write(&mut text, &mut |divisor| divisor.to_string());
        return Some(Part::Text(text));
    }
    None
}

/// Reports whether a type of a dialect of MLIR begins here that has layouts: of CuTe's or of FlyDSL's.
pub(super) fn is_type(rest: &str) -> bool {
    DIALECTS.iter().any(|dialect| rest.starts_with(dialect))
}

const DIALECTS: [&str; 3] = ["!cute.", "!cute_nvgpu.", "!fly."];

/// `!cute.layout<"(?,2):(1,?)">`, `!cute.memref<f16, gmem, align<16>, "(4,8):(8,1)">`, `!fly.layout<(?,2):(1,?)>`.
fn mlir(cursor: &mut Cursor<'_>) -> Option<Read> {
    DIALECTS.iter().any(|dialect| cursor.take(dialect)).then_some(())?;
    let name = cursor.until('<', 32)?;
    let inner = cursor.closing('<', '>', REACH)?;
    described_by(name, inner).map(Read::of)
}

/// Number of places of a line that are looked at for what FlyDSL prints.
const LOOKED_AT: usize = 8;

/// Reports whether a line has a value as FlyDSL alone prints it; code writes `Layout<A, B>`, `Tile<_8>`, too.
pub(super) fn has_named_type(line: &str) -> bool {
    ["Layout<(", "IntTuple<(", "Tile<[", "Tensor<", "Swizzle<S<"].into_iter().any(|sign| {
        line.match_indices(sign).take(LOOKED_AT).any(|(at, _)| {
            let before = line.get(..at).unwrap_or_default();
            !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
                && named_type(&mut Cursor::new(line, at)).is_some()
        })
    })
}

/// `Layout<(4,8):(1,4)>`, `Tensor<f32, global, (8,24):(?,1)>`, `Tile<[2|4:1|*]>`: values of FlyDSL as it prints them.
fn named_type(cursor: &mut Cursor<'_>) -> Option<Read> {
    const KINDS: [(&str, &str); 10] = [
        ("Layout<", "layout"),
        ("ComposedLayout<", "composed_layout"),
        ("IntTuple<", "int_tuple"),
        ("Tile<", "tile"),
        ("Swizzle<", "swizzle"),
        ("Tensor<", "memref"),
        ("Pointer<", "ptr"),
        ("CoordTensor<", "coord_tensor"),
        ("CopyAtom<", "copy_atom"),
        ("TiledCopy<", "tiled_copy"),
    ];
    let mut ahead = cursor.clone();
    let (_, kind) = KINDS.into_iter().find(|(begin, _)| ahead.take(begin))?;
    let parts = described_by(kind, ahead.closing('<', '>', REACH)?)?;
    *cursor = ahead;
    Some(Read::of(parts))
}

/// What a type of MLIR describes: the layout of a tensor in quotes (CuTe) or without (FlyDSL), and facts on its memory.
fn described_by(kind: &str, inner: &str) -> Option<Vec<Part>> {
    let whole_of = |kind: &str, text: &str| {
        let text = text.trim().trim_matches('"').replace(" : ", ":");
        let mut inner = Cursor::new(&text, 0);
        let parts = match kind {
            "tile" => tiler(&mut inner, "[", "|", "]").map(|part| vec![part]).or_else(|| layouts(&mut inner))?,
            _ => layouts(&mut inner)?,
        };
        inner.rest().is_empty().then_some(parts)
    };
    let whole = |text: &str| whole_of(kind, text);
    let is_layout = |piece: &&str| piece.starts_with('"') || piece.contains(':');
    let pieces = pieces(inner);
    match (kind, pieces.as_slice()) {
        // FlyDSL calls a tensor of coordinates one, too.
        ("coord_tensor" | "memref", [begin, layout])
            if begin.starts_with(['(', '?', '"']) || kind == "coord_tensor" =>
        {
            let mut parts = vec![Part::Text("ArithTuple".to_string())];
            parts.extend(whole(begin)?);
            parts.push(Part::Text(" o ".to_string()));
            parts.extend(whole(layout)?);
            Some(parts)
        }
        ("memref", pieces) => {
            let facts = pieces.iter().filter(|piece| !is_layout(piece)).copied().collect::<Vec<_>>().join(", ");
            let mut parts = vec![Part::Text(described(&facts)?), Part::Text(" o ".to_string())];
            parts.extend(whole(pieces.iter().find(|piece| is_layout(piece))?)?);
            Some(parts)
        }
        ("ptr", _) => Some(vec![Part::Text(described(inner)?)]),
        ("tiled_mma" | "tiled_copy", [first, ..]) => {
            let (make, layout, tile) = match kind {
                "tiled_mma" => ("make_tiled_mma", "atom_layout_MNK", "permutation_MNK"),
                _ => ("make_tiled_copy_impl", "layout_copy_tv", "tiler_mn"),
            };
            // FlyDSL's stand in order, with their types.
            let own = |kind: &str| {
                let begin = format!("!fly.{kind}<");
                let of = pieces.iter().find_map(|piece| piece.strip_prefix(begin.as_str())?.strip_suffix('>'))?;
                whole_of(kind, of)
            };
            let quoted = |name: &str| match atom::field(&pieces, name) {
                Some(field) => whole(field.trim_matches(['<', '>'])),
                None => own(if name == layout { "layout" } else { "tile" }),
            };
            let mut parts = vec![Part::Text(format!("{make}({}, ", atom::operand(first)?))];
            parts.extend(quoted(layout)?);
            if let Some(tile) = quoted(tile) {
                parts.push(Part::Text(", ".to_string()));
                parts.extend(tile);
            }
            parts.push(Part::Text(")".to_string()));
            Some(parts)
        }
        _ if let Some(atom) = atom::atom(kind, inner) => Some(vec![Part::Text(atom)]),
        (_, [layout]) => whole(layout),
        _ => None,
    }
}

/// What commas divide outside of brackets and quotes, at most so many pieces that no value has more.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let (mut depth, mut is_quoted, mut begin) = (0_usize, false, 0);
    let mut found = Vec::new();
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let is_arrow = before == '-' && letter == '>';
        before = letter;
        match letter {
            _ if is_arrow => {}
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && !is_quoted && found.len() < 8 => {
                found.push(text.get(begin..at).unwrap_or_default().trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.push(text.get(begin..).unwrap_or_default().trim());
    found
}

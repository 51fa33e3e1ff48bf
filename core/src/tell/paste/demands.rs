//! Demands of a text on its own inputs: the rank of a tuple by how it is taken apart, numbers and types by what is asserted
//! of them. An input that nobody gave is worth what meets them, so that `static_assert(D == 512)` makes 512 of `D`.
//!
//! Law: an assertion that holds, or of which nothing is known, decides nothing; no input that is given changes.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use super::cpp::attention;
use super::defaults;
use super::document::{Document, InputKind, Language, RoleKind};
use super::python::host;
use crate::called;
use crate::int::Int;
use crate::int_tuple::{Shape, product_each};
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::construct;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Statement};
use crate::notebook::value::{Item, Value};
use crate::notebook::written::Program;
use crate::operations;

/// Parts of expressions that are looked at in all.
const STEP_LIMIT: usize = 1 << 20;

/// Definitions that are followed from a name.
const DEFINITION_LIMIT: usize = 16;

/// A tile of which nothing is known but that it is one.
const TILE: &str = "(_128,_64)";

/// Modes that a tuple is given.
const RANK_LIMIT: usize = 16;

/// Depth of coordinates within a coordinate that are looked at.
const NESTED_DEPTH: usize = 3;

/// Parts of inputs that one assertion may decide.
const PARTS_DECIDED: usize = 4;

/// Earlier assertions that must still hold.
const KEPT_LIMIT: usize = 64;

/// An input by its number, or a mode of one.
type Place = (usize, Vec<usize>);

/// A value that an assertion compares.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Found {
    /// A number, or a truth as 0 or 1.
    Number(i64),
    /// A type of elements, by its name in C++.
    Element(&'static str),
}

/// Modes that a text takes from a tuple.
#[derive(Debug, Default)]
struct Modes {
    /// Number of modes that it has at least.
    least: usize,
    /// `true` where a tuple is taken apart; the rank of a layout or of a tensor may be asked, too.
    is_tuple: bool,
    /// Number of modes that it has at most: those of the coordinate of a tile.
    most: Option<usize>,
    /// `true` where it is cut into tiles: it is as large as a matrix.
    is_tiled: bool,
    /// `true` where a copy by TMA writes to it: it is laid out as one of its tiles.
    is_box: bool,
    /// `true` where a copy by TMA is made of it.
    is_instruction: bool,
    /// What a function takes at its place.
    wanted: Option<Wanted>,
    /// `true` where it is multiplied or divided: it is a number.
    is_number: bool,
    /// Name that is given to it.
    name: Option<String>,
    parts: BTreeMap<usize, Modes>,
}

/// What a function of layouts takes at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wanted {
    /// A layout or a tensor.
    Laid,
    /// A layout that another one is cut by, or repeated by.
    Tiler,
    /// A tensor.
    Tensor,
    /// A tile that threads share out.
    Tile,
}

/// The arguments of a call at whose places a layout or a tensor stands: `size<0>(x)`, `logical_divide(x, y)`, `x(_, 0)`.
pub(super) fn wanted(of: &Expression) -> Vec<(Cow<'_, Expression>, Wanted)> {
    if let ExpressionKind::Code(code) = &of.kind
        && let Code::Invoke(call) = &**code
        && call.is_member
    {
        let is_part = ["retile", "make_fragment_"].iter().any(|begin| call.name.starts_with(begin));
        return match call.arguments.as_slice() {
            [_, tile] if call.name.starts_with("partition_") => vec![(Cow::Borrowed(tile), Wanted::Tile)],
            [_, tensor] if is_part => vec![(Cow::Borrowed(tensor), Wanted::Tensor)],
            [of] if call.name == "layout" => vec![(Cow::Borrowed(of), Wanted::Laid)],
            _ => Vec::new(),
        };
    }
    let Some((name, template, arguments)) = as_call(of) else { return Vec::new() };
    let kinds: &[Option<Wanted>] = match name {
        "size" | "rank" | "depth" | "shape" | "stride" | "cosize" | "layout" | "coalesce" | "right_inverse"
        | "left_inverse" | "flatten" | "filter" | "filter_zeros" | "complement" | "group_modes" | "group"
        | "make_layout_like" | "upcast" | "downcast" | "nullspace" | "recast_layout" => &[Some(Wanted::Laid)],
        "composition" | "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" | "logical_product"
        | "zipped_product" | "tiled_product" | "flat_product" | "blocked_product" | "raked_product" => {
            &[Some(Wanted::Laid), Some(Wanted::Tiler)]
        }
        "local_tile" | "local_partition" | "make_tensor_like" | "make_fragment_like" | "recast" => {
            &[Some(Wanted::Tensor)]
        }
        "domain_offset" | "py domain_offset" | "make_tmem_copy" => &[None, Some(Wanted::Tensor)],
        "make_tma_copy" | "make_tma_atom" => &[None, Some(Wanted::Tensor), Some(Wanted::Laid)],
        "py make_tiled_tma_atom" => &[None, Some(Wanted::Tensor), Some(Wanted::Laid), Some(Wanted::Tiler)],
        "make_tensor" if template.is_empty() && arguments.len() == 2 => &[None, Some(Wanted::Laid)],
        _ => &[],
    };
    let mut found = Vec::new();
    for (argument, kind) in arguments.iter().zip(kinds) {
        found.extend(kind.map(|kind| (Cow::Borrowed(argument), kind)));
    }
    // A coordinate with `_` cuts a tensor.
    let is_name = kinds.is_empty() && template.is_empty() && operations::find(name).is_none();
    if is_name && arguments.iter().any(|argument| has_underscore(argument, NESTED_DEPTH)) {
        let tensor = Expression { kind: ExpressionKind::Name(name.to_string()), span: of.span };
        found.push((Cow::Owned(tensor), Wanted::Tensor));
    }
    found
}

/// Reports whether an expression is a coordinate with `_` in it.
fn has_underscore(of: &Expression, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let any = |items: &[Expression]| items.iter().any(|item| has_underscore(item, depth));
    match &of.kind {
        ExpressionKind::Underscore => true,
        ExpressionKind::Tuple(items) => any(items),
        _ => as_call(of).is_some_and(|(name, template, items)| {
            name == "make_coord" && any(items) || name == "repeat" && template.len() == 1 && any(items)
        }),
    }
}

/// Gives the inputs of a program defaults that meet what its statements demand of them.
pub(super) fn meet(document: &mut Document, statements: &[Statement]) {
    if document.inputs.is_empty() {
        return;
    }
    let found = Reading::of(document, statements).modes();
    for (number, modes) in found {
        give_modes(document, number, &modes);
    }
    let strides = Reading::of(document, statements).strides();
    for ((number, path), profile) in strides {
        let Some(input) = document.inputs.get_mut(number) else { continue };
        let whole = match (path.is_empty(), defaults::typed(input, &input.default)) {
            (true, _) => strides_of(&profile),
            (false, Some(Value::Tuple(mut whole))) => {
                let Some(part) = part_mut(&mut whole, &path) else { continue };
                *part = strides_of(&profile);
                whole
            }
            (false, _) => continue,
        };
        (input.kind, input.default) = (InputKind::Value, Value::Tuple(whole).to_string());
    }
    let decided = Reading::of(document, statements).decide();
    for ((number, path), found) in decided {
        let Some(input) = document.inputs.get_mut(number) else { continue };
        let value = defaults::typed(input, &input.default);
        input.default = match (path.as_slice(), found, input.kind) {
            (path, Found::Number(number), _) if let Some(layout) = value.as_ref().and_then(Value::as_any_layout) => {
                let mut shape = layout.innermost().shape().clone();
                // The size of a mode that has modes: they are one.
                if let Some(Nested::Tuple(_)) = part(&shape, path) {
                    let Ok(sizes) = product_each(&shape) else { continue };
                    shape = sizes;
                }
                let Some(Nested::Leaf(int)) = part_mut(&mut shape, path) else { continue };
                *int = Int::constant(number);
                let is_tensor = matches!(value, Some(Value::Tensor(_)));
                match compact(&shape, is_tensor.then(|| place_of(&input.name))) {
                    Some(text) => text,
                    None => continue,
                }
            }
            ([], Found::Number(number), InputKind::Truth) => (number != 0).to_string(),
            ([], Found::Number(number), _) => number.to_string(),
            ([], Found::Element(name), _) => name.to_string(),
            (path, Found::Number(number), _) => {
                let Some(Value::Tuple(mut whole)) = value else { continue };
                let Some(Nested::Leaf(Item::Int(int))) = part_mut(&mut whole, path) else { continue };
                *int = if int.is_static() { Int::constant(number) } else { Int::dynamic(number) };
                Value::Tuple(whole).to_string()
            }
            (_, Found::Element(_), _) => continue,
        };
    }
}

/// Reports whether a name is one of a shape or a coordinate; pairs of layouts, atoms or types have parts of another kind.
fn is_tuple(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    has(&["shape", "coord", "offset", "tile", "size", "extent", "dims", "problem", "blk"])
        && !has(&["pair", "layout", "stride", "copy", "mma", "atom", "tensor", "swizzle"])
}

/// Gives the default of an input the modes that are taken from it. What is a layout or an atom has its own.
fn give_modes(document: &mut Document, number: usize, modes: &Modes) {
    let is_python = document.language == Language::Python;
    let Some(input) = document.inputs.get_mut(number) else { return };
    if document.assumed.contains_key(&input.name) {
        return;
    }
    if modes.is_number && modes.least == 0 && input.kind == InputKind::Value && is_tuple(&input.name) {
        let (kind, default) = defaults::of_integer(&input.name);
        (input.kind, input.default) = (kind, default.to_string());
        return;
    }
    let lower = input.name.to_ascii_lowercase();
    let is_other = ["pair", "atom", "copy", "mma", "swizzle"].iter().any(|word| lower.contains(word));
    if modes.is_instruction && input.kind == InputKind::Value {
        input.default = defaults::TMA_LOAD.to_string();
        return;
    }
    let is_short_size = input.kind == InputKind::Size
        && input.name.len() <= 2
        && !modes.is_number
        && input.name.starts_with(|first: char| first.is_lowercase());
    if modes.is_box && (input.kind == InputKind::Value || is_short_size) {
        let is_told = !matches!(input.default.as_str(), "" | defaults::LAYOUT | defaults::DYNAMIC_BOX);
        // The DSL's swizzles count bytes of no address.
        match is_python {
            true if is_told && !is_short_size => {}
            true => input.default = defaults::PLAIN_BOX.to_string(),
            false => input.default = if modes.least == 3 { defaults::BOXES } else { defaults::BOX }.to_string(),
        }
        input.kind = InputKind::Value;
        return;
    }
    // A name that says nothing, of what stands where a layout does: `size(x)`, `template <class T> … coalesce(t)`.
    let is_untold = match input.kind {
        InputKind::Value => input.default.is_empty() || input.default == defaults::LAYOUT,
        InputKind::Element => input.name.len() <= 2,
        // The size of `r` is asked: it is no number itself.
        InputKind::Size => is_short_size || modes.wanted == Some(Wanted::Tile) && !modes.is_number,
        InputKind::Index | InputKind::Truth => false,
    };
    let is_asked = input.default == defaults::LAYOUT;
    let is_numbers = is_tuple(&input.name) || lower.contains("stride");
    let is_one = |wanted: &Wanted| *wanted >= Wanted::Tensor || is_asked || !is_numbers;
    let wanted = modes.wanted.filter(|wanted| is_untold && !is_other && is_one(wanted));
    // A tile that nothing else is known of: two modes by which something is cut.
    if modes.wanted == Some(Wanted::Tiler)
        && input.kind == InputKind::Value
        && input.default.is_empty()
        && is_numbers
        && modes.least == 0
        && !modes.is_number
    {
        input.default = TILE.to_string();
        return;
    }
    // What is asked for as something else has demands of its own alone.
    if modes.wanted.is_some() && wanted.is_none() && modes.least == 0 && !modes.is_number {
        return;
    }
    let place = place_of(&input.name);
    let is_tensor = lower.contains("tensor")
        || (!lower.contains("layout") && (wanted >= Some(Wanted::Tensor) || (wanted.is_some() && place.is_some())));
    let is_layout = (lower.contains("layout") || is_tensor || wanted.is_some()) && !is_other;
    if wanted.is_some() && matches!(input.kind, InputKind::Element | InputKind::Size) {
        (input.kind, input.default) = (InputKind::Value, String::new());
    }
    let rank = |value: Value| Some(value.as_any_layout()?.innermost().shape().rank());
    let own_rank = || defaults::typed(input, &input.default).and_then(rank);
    if modes.most == Some(1)
        && modes.least == 1
        && input.kind == InputKind::Value
        && own_rank().is_none_or(|own| own > 1)
    {
        let extent = Nested::Leaf(Int::constant(8));
        input.default = compact(&extent, is_tensor.then_some(place)).unwrap_or_default();
        return;
    }
    let is_short = || own_rank().is_some_and(|rank| rank < modes.least);
    if input.kind == InputKind::Value && is_layout && (input.default.is_empty() || wanted.is_some() || is_short()) {
        if wanted.is_some() && place == Some('t') {
            input.default = in_tensor_memory(modes.least);
            return;
        }
        let is_flat = modes.parts.values().all(|part| part.least == 0);
        if modes.least == 3 && is_flat && !input.default.is_empty() && lower.contains("smem") {
            input.default = defaults::STAGES.to_string();
            return;
        }
        if (modes.is_tiled && (wanted.is_none() || is_tensor || lower.contains("layout")))
            || (wanted.is_some() && place == Some('m'))
        {
            input.default = matrix(modes, &lower, is_tensor);
            return;
        }
        let is_flat = modes.parts.values().all(|part| part.least == 0);
        let text = match wanted {
            Some(_) if matches!(place, Some('g' | 's')) && is_flat && !input.name.starts_with('t') => {
                Some(tile(modes, &input.name))
            }
            Some(Wanted::Tile) if modes.least < 3 && is_flat && is_tensor && place.is_none() => {
                Some(tile(modes, &input.name))
            }
            _ if modes.least > 1 => compact(&extents(modes, 0), is_tensor.then_some(place)),
            None => None,
            Some(_) if is_tensor => {
                compact(&Nested::Tuple([8, 4].map(|extent| Nested::Leaf(Int::constant(extent))).into()), Some(place))
            }
            Some(wanted) if wanted == Wanted::Tiler || lower.contains("tiler") => Some("_4:_2".to_string()),
            Some(_) => Some(defaults::LAYOUT.to_string()),
        };
        if let Some(text) = text {
            input.default = text;
        }
        return;
    }
    let before = match (input.kind, defaults::typed(input, &input.default)) {
        (InputKind::Value, Some(Value::Tuple(Nested::Tuple(mut items)))) => {
            if let Some(most) = modes.most.filter(|most| (modes.least..items.len()).contains(most)) {
                items.truncate(most);
                input.default = Value::Tuple(Nested::Tuple(items.clone())).to_string();
            }
            Some(Nested::Tuple(items))
        }
        (InputKind::Value, Some(Value::Tuple(whole))) => Some(whole),
        (InputKind::Element, _) if input.name.len() <= 2 => None,
        (InputKind::Value, None) if is_tuple(&input.name) => None,
        (InputKind::Index | InputKind::Size, _) if modes.least > 1 && modes.is_tuple => None,
        _ => return,
    };
    let (kind, default) = defaults::of_integer(&input.name);
    let own = if kind == InputKind::Index { 0 } else { default.parse().unwrap_or(1) };
    let is_static = input.is_static && kind != InputKind::Index && before.is_none();
    let pad = if is_static { Int::constant(own) } else { Int::dynamic(own) };
    let after = grown(before.clone(), modes, pad);
    if before.as_ref() != Some(&after) {
        (input.kind, input.default) = (InputKind::Value, Value::Tuple(after).to_string());
    }
}

/// Strides of a matrix whose elements lie together along its second mode, of several of them, of their modes.
fn strides_of(profile: &Nested<()>) -> Nested<Item> {
    fn alike(profile: &Nested<()>, own: Int) -> Nested<Item> {
        match profile {
            Nested::Leaf(()) => Nested::Leaf(Item::Int(own)),
            Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(|mode| alike(mode, own)).collect()),
        }
    }
    let own = |mode: usize| match mode {
        0 => Int::dynamic(512),
        1 => Int::constant(1),
        _ => Int::dynamic(262_144),
    };
    match profile {
        Nested::Leaf(()) => Nested::Leaf(Item::Int(Int::constant(1))),
        Nested::Tuple(modes) => {
            Nested::Tuple(modes.iter().enumerate().map(|(mode, profile)| alike(profile, own(mode))).collect())
        }
    }
}

/// Extents of as many modes as are taken from a layout.
fn extents(modes: &Modes, depth: usize) -> Shape {
    let own = |place: usize| match (depth, place) {
        (0, 0) => Int::constant(8),
        (0, 1 | 2) => Int::constant(4),
        _ => Int::constant(2),
    };
    let part = |place: usize| match modes.parts.get(&place) {
        Some(part) if part.least > 0 => extents(part, depth + 1),
        _ => Nested::Leaf(own(place)),
    };
    Nested::Tuple((0..modes.least).map(part).collect())
}

/// A matrix whose elements lie together along its second mode, or several of them, as one types it.
fn matrix(modes: &Modes, name: &str, is_tensor: bool) -> String {
    let is_result = ["ctensor", "dtensor"].iter().any(|begin| name.starts_with(begin))
        || ["tensorc", "tensord"].iter().any(|end| name.trim_end_matches('_').ends_with(end));
    let bits = if is_result { 32 } else { 16 };
    fn alike(modes: Option<&Modes>, own: &str) -> String {
        match modes.filter(|modes| modes.least > 1) {
            None => own.to_string(),
            Some(modes) => {
                let parts = (0..modes.least).map(|mode| alike(modes.parts.get(&mode), own));
                format!("({})", parts.collect::<Vec<_>>().join(","))
            }
        }
    }
    let each = |own: fn(usize) -> &'static str| {
        let modes = (0..modes.least.max(2)).map(|mode| alike(modes.parts.get(&mode), own(mode)));
        format!("({})", modes.collect::<Vec<_>>().join(","))
    };
    let shape = each(|mode| if mode < 2 { "512" } else { "1" });
    let stride = each(|mode| ["512", "_1"].get(mode).copied().unwrap_or("262144"));
    match is_tensor {
        true => format!("gmem_ptr[{bits}b](…) o {shape}:{stride}"),
        false => format!("{shape}:{stride}"),
    }
}

/// Tiles of a matrix in global memory, or their stages in shared memory, as the tutorials name them: `gA` of an operand, `sC` of
/// the result.
fn tile(modes: &Modes, name: &str) -> String {
    let is_result = name.starts_with(['C', 'D']) || name.get(1..).is_some_and(|of| of.starts_with(['C', 'D']));
    let rank = modes.least.max(2);
    let of = |own: &[&str], other: &str| {
        let modes = (0..rank).map(|mode| own.get(mode).copied().unwrap_or(other).to_string());
        modes.collect::<Vec<_>>().join(",")
    };
    if name.starts_with('s') {
        let (columns, tile) = if is_result { ("_128", "_16384") } else { ("_64", "_8192") };
        let shape = of(&["_128", columns, "_4"], "_1");
        return format!("smem_ptr[16b](…) o ({shape}):({})", of(&[columns, "_1", tile], "_32768"));
    }
    let shape = of(&["_128", if is_result { "_128" } else { "_64" }, "8"], "1");
    format!("gmem_ptr[16b](…) o ({shape}):({})", of(&["512", "_1", "_64"], "262144"))
}

/// Accumulators in tensor memory: the tile of an instruction and how often it stands there; of two modes that tile alone, of
/// four or more the tiles of an epilogue.
fn in_tensor_memory(rank: usize) -> String {
    let (shape, stride) = match rank {
        2 => ("(_128,_128)".to_string(), "(_65536,_1)".to_string()),
        0..=3 => ("((_128,_128),_1,_1)".to_string(), "((_65536,_1),_0,_0)".to_string()),
        _ => {
            let more = rank - 4;
            (format!("(_128,_32,_1,_4{})", ",_1".repeat(more)), format!("(_65536,_1,_0,_32{})", ",_0".repeat(more)))
        }
    };
    format!("tmem_[32b](…) o {shape}:{stride}")
}

/// The memory of a tensor by its name, as the tutorials and CUTLASS write it: `m` and `g` of `mA` and `tAgA`, `s`, `r`, `t` of
/// tensor memory, and `c` of coordinates.
fn place_of(name: &str) -> Option<char> {
    let mut letters = name.chars().peekable();
    let mut first = letters.next()?;
    if ["gmem", "smem", "rmem", "tmem"].iter().any(|memory| name.starts_with(memory)) {
        return Some(first);
    }
    if first == 't' && name != "tmem" {
        while letters.next_if(|letter| letter.is_ascii_uppercase() || *letter == '_').is_some() {}
        first = letters.next()?;
    }
    let is_name = letters.next().is_some_and(|next| next.is_ascii_uppercase());
    (is_name && matches!(first, 'm' | 'g' | 's' | 'r' | 'c' | 't')).then_some(first)
}

/// The compact layout of a shape, or a tensor with it whose data lie where its name says, as one types it.
fn compact(shape: &Shape, tensor: Option<Option<char>>) -> Option<String> {
    if tensor == Some(Some('c')) {
        let layout = Layout::identity(shape.clone());
        let zeros = vec!["0"; shape.rank()].join(",");
        return Some(format!("ArithTuple({zeros}) o {layout}"));
    }
    let layout = Layout::compact(shape.clone(), Major::Left).ok()?;
    Some(match tensor {
        None => layout.to_string(),
        Some(Some('m' | 'g')) => format!("gmem_ptr[16b](…) o {layout}"),
        Some(Some('s')) => format!("smem_ptr[16b](…) o {layout}"),
        Some(_) => format!("ptr[16b](…) o {layout}"),
    })
}

/// A tuple with as many modes as are taken from it; those that it lacks are worth what the text calls them, or what the one
/// before is worth.
fn grown(before: Option<Nested<Item>>, modes: &Modes, pad: Int) -> Nested<Item> {
    if modes.least == 0 {
        return before.unwrap_or(Nested::Leaf(Item::Int(pad)));
    }
    let mut items = match before {
        Some(Nested::Tuple(items)) => items,
        Some(Nested::Leaf(Item::Int(int))) => vec![Nested::Leaf(Item::Int(int))],
        Some(Nested::Leaf(_)) | None => Vec::new(),
    };
    let last = items.iter().rev().find_map(|item| match item {
        Nested::Leaf(Item::Int(int)) => Some(*int),
        _ => None,
    });
    for place in items.len()..modes.least {
        let named = modes.parts.get(&place).and_then(|part| part.name.as_deref()).map(defaults::of_integer);
        let int = match (last, named) {
            (Some(last), _) if last.is_static() || last.value() == 0 => last,
            (_, Some((InputKind::Size, default))) => Int::dynamic(default.parse().unwrap_or(1)),
            (Some(_), Some(_)) => Int::dynamic(1),
            (Some(last), None) => last,
            (None, _) => pad,
        };
        items.push(Nested::Leaf(Item::Int(int)));
    }
    let taken = std::mem::take(&mut items).into_iter().enumerate();
    Nested::Tuple(
        taken
            .map(|(place, item)| match modes.parts.get(&place) {
                Some(part) => grown(Some(item), part, pad),
                None => item,
            })
            .collect(),
    )
}

fn part<'a, T>(whole: &'a Nested<T>, path: &[usize]) -> Option<&'a Nested<T>> {
    path.iter().try_fold(whole, |part, place| match part {
        Nested::Tuple(items) => items.get(*place),
        Nested::Leaf(_) => None,
    })
}

fn part_mut<'a, T>(whole: &'a mut Nested<T>, path: &[usize]) -> Option<&'a mut Nested<T>> {
    path.iter().try_fold(whole, |part, place| match part {
        Nested::Tuple(items) => items.get_mut(*place),
        Nested::Leaf(_) => None,
    })
}

/// The operands of an expression.
pub(super) fn operands(of: &Expression) -> Vec<&Expression> {
    fn all_of(call: &Call) -> Vec<&Expression> {
        let named = call.named.iter().map(|(_, _, value)| value);
        call.template.iter().chain(&call.arguments).chain(named).collect()
    }
    match &of.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::Tiler(items) | ExpressionKind::Compose(items) => {
            items.iter().collect()
        }
        ExpressionKind::Named(_, _, of) | ExpressionKind::Unary(_, of) => vec![of],
        ExpressionKind::Layout(a, b) | ExpressionKind::Binary(_, a, b) => vec![a, b],
        ExpressionKind::Call(call) => all_of(call),
        ExpressionKind::Apply(of, arguments) => std::iter::once(&**of).chain(arguments).collect(),
        ExpressionKind::Code(code) => match &**code {
            Code::Conditional(a, b, c) => vec![a, b, c],
            Code::Member(of, _) | Code::Pointer(of) | Code::Deref(of) => vec![of],
            Code::Invoke(call) => all_of(call),
            Code::Construct(of, arguments) => std::iter::once(of).chain(arguments).collect(),
            Code::Typed(a, b) | Code::With(a, _, b) => vec![a, b],
            Code::Lambda(_) | Code::Deduced(..) | Code::Of(_) | Code::Foreign => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The name, the template arguments and the arguments of a call, however it is written.
fn as_call(of: &Expression) -> Option<(&str, &[Expression], &[Expression])> {
    match &of.kind {
        ExpressionKind::Call(call) => Some((&call.name, &call.template, &call.arguments)),
        ExpressionKind::Apply(of, arguments) => match &of.kind {
            ExpressionKind::Call(call) if call.arguments.is_empty() => Some((&call.name, &call.template, arguments)),
            ExpressionKind::Name(name) => Some((name, &[], arguments)),
            _ => None,
        },
        ExpressionKind::Code(code) => match &**code {
            Code::Invoke(call) if !call.is_member => Some((&call.name, &call.template, &call.arguments)),
            _ => None,
        },
        _ => None,
    }
}

/// The value that an expression takes modes from, those modes, and the rank that is left at least.
fn taken(of: &Expression) -> Option<(Cow<'_, Expression>, Vec<usize>, usize)> {
    if let ExpressionKind::Binary("==", a, b) = &of.kind {
        let rank = |of| match as_call(bare(of))? {
            ("rank", [], [argument]) => Some(argument),
            _ => None,
        };
        let (argument, number) = rank(a).map(|of| (of, b)).or_else(|| rank(b).map(|of| (of, a)))?;
        let number = match &bare(number).kind {
            ExpressionKind::Int { value, .. } => *value,
            _ => match as_call(bare(number))? {
                (called::STATIC_INT, [number], []) => match number.kind {
                    ExpressionKind::Int { value, .. } => value,
                    _ => return None,
                },
                _ => return None,
            },
        };
        let rank = usize::try_from(number).ok().filter(|rank| *rank <= RANK_LIMIT)?;
        return Some((Cow::Borrowed(argument), Vec::new(), rank));
    }
    let (name, template, arguments) = as_call(of)?;
    let [argument] = arguments else {
        // A tensor is called with a coordinate; what is no tensor asks for nothing.
        let tensor = Expression { kind: ExpressionKind::Name(name.to_string()), span: of.span };
        let is_call = arguments.len() > 1 && template.is_empty();
        return is_call.then(|| (Cow::Owned(tensor), Vec::new(), arguments.len().min(RANK_LIMIT)));
    };
    let argument = Cow::Borrowed(argument);
    let places = places(template).filter(|places| !places.is_empty())?;
    match name {
        "select" => places.iter().max().map(|last| (argument, Vec::new(), last + 1)),
        called::GET | "size" | called::SHAPE => Some((argument, places, 0)),
        _ => None,
    }
}

/// Reports whether an expression has few parts, and may be copied.
fn is_short(of: &Expression) -> bool {
    const PARTS: usize = 64;
    let (mut open, mut count) = (vec![of], 0);
    while let Some(of) = open.pop() {
        count += 1;
        if count + open.len() > PARTS {
            return false;
        }
        open.extend(operands(of));
    }
    true
}

/// Number of modes of a tuple that is written out.
fn count(of: &Expression) -> Option<usize> {
    match &of.kind {
        ExpressionKind::Tuple(items) => Some(items.len()),
        _ => match as_call(bare(of))? {
            (
                "make_coord" | "make_shape" | "make_tile" | "make_tuple" | "Shape" | "Coord" | "Tile",
                template,
                items,
            ) => Some(template.len().max(items.len())),
            ("select", modes, [_]) => Some(modes.len()),
            _ => None,
        },
    }
}

/// A tensor that is cut into tiles, and how many modes it has at least.
fn cut(of: &Expression) -> Option<(&Expression, usize)> {
    let (name, [], [tensor, tiler, rest @ ..]) = as_call(of)? else { return None };
    if name == "domain_offset" {
        let count = match as_call(bare(tensor)) {
            Some(("select", modes, _)) => modes.len(),
            Some(("make_coord", _, items)) => items.len(),
            _ => 2,
        };
        return Some((tiler, count.clamp(2, RANK_LIMIT)));
    }
    if !matches!(name, "local_tile" | "zipped_divide" | "tiled_divide" | "flat_divide") {
        return None;
    }
    let kept = |step: &Expression| match as_call(bare(step)) {
        Some(("Step", items, _)) => {
            let is_left_out = |of: &&Expression| {
                matches!(of.kind, ExpressionKind::Underscore)
                    || matches!(&of.kind, ExpressionKind::Name(name) if name == "X")
            };
            Some(items.len() - items.iter().filter(is_left_out).count())
        }
        _ => None,
    };
    let rank = rest.get(1).and_then(kept).or_else(|| count(rest.first()?)).or_else(|| count(tiler)).unwrap_or(2);
    Some((tensor, rank.clamp(2, RANK_LIMIT)))
}

/// Reports whether a statement is an assertion about what is known when the program is compiled.
fn is_claimed(of: &Expression) -> bool {
    matches!(&of.kind, ExpressionKind::Call(call) if [called::STATIC_ASSERT, crate::called::ASSERT].contains(&call.name.as_str()))
}

/// What `x.layout()` is the layout of.
fn laid_out(of: &Expression) -> &Expression {
    let ExpressionKind::Code(code) = &of.kind else { return of };
    match &**code {
        Code::Invoke(call) if call.is_member && call.name == "layout" => call.arguments.first().unwrap_or(of),
        _ => of,
    }
}

/// What a rank is asked of: `rank(x)`, `Layout::rank`.
fn ranked(of: &Expression) -> Option<&Expression> {
    if let ExpressionKind::Code(code) = &of.kind {
        match &**code {
            Code::Member(of, member) if member == "rank" => return Some(of),
            Code::Invoke(call) if call.name == "rank" => return call.arguments.first(),
            _ => {}
        }
    }
    match as_call(of) {
        Some(("rank", [], [of])) => Some(of),
        _ => None,
    }
}

/// An expression without what turns it into a type or a number: `decltype(x)::value`, `x{}`.
fn bare(of: &Expression) -> &Expression {
    let mut of = of;
    for _ in 0..DEFINITION_LIMIT {
        of = match &of.kind {
            ExpressionKind::Code(code) => match &**code {
                Code::Member(of, member) if member == "value" => of,
                Code::Construct(of, arguments) if arguments.is_empty() => of,
                _ => return of,
            },
            _ => match as_call(of) {
                Some(("decltype", [], [argument])) => argument,
                _ => return of,
            },
        };
    }
    of
}

/// Modes as they are written in angles: `get<0,1>`.
fn places(template: &[Expression]) -> Option<Vec<usize>> {
    let place = |of: &Expression| match of.kind {
        ExpressionKind::Int { value, .. } => usize::try_from(value).ok().filter(|place| *place < RANK_LIMIT),
        _ => None,
    };
    template.iter().map(place).collect()
}

/// The assertions that hold in any case that a text has.
fn assertions<'a>(
    document: &'a Document,
    statements: &'a [Statement],
) -> impl Iterator<Item = (usize, &'a Expression)> {
    let is_claim = |of: &Expression| match &of.kind {
        ExpressionKind::Call(_) => is_claimed(of),
        ExpressionKind::Binary(operator, ..) => {
            matches!(*operator, "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||")
        }
        _ => false,
    };
    statements.iter().enumerate().filter_map(move |(index, statement)| {
        let role = document.roles.get(index)?;
        let is_one = statement.name.is_none() && role.guard.is_none() && role.kind == RoleKind::Value;
        (is_one && is_claim(&statement.expression)).then_some((index, &statement.expression))
    })
}

/// What a value is taken from.
enum Next<'a> {
    Expression(&'a Expression),
    Statement(usize),
}

/// The program as its demands are read.
struct Reading<'a> {
    document: &'a Document,
    statements: &'a [Statement],
    steps: Cell<usize>,
    values: RefCell<HashMap<usize, Option<Value>>>,
    decided: HashMap<Place, Found>,
    trial: Option<(Place, Found)>,
    /// Parts of inputs that the last assertion asked for.
    asked: RefCell<Vec<Place>>,
    /// Numbers and types that it names.
    named: RefCell<Vec<Found>>,
}

impl<'a> Reading<'a> {
    fn of(document: &'a Document, statements: &'a [Statement]) -> Self {
        Reading {
            document,
            statements,
            steps: Cell::new(STEP_LIMIT),
            values: RefCell::default(),
            decided: HashMap::new(),
            trial: None,
            asked: RefCell::default(),
            named: RefCell::default(),
        }
    }

    /// Counts a step; `None` when there are none left.
    fn step(&self) -> Option<()> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        Some(())
    }

    /// Modes that are taken from each input.
    fn modes(&self) -> BTreeMap<usize, Modes> {
        let mut found = BTreeMap::new();
        for (index, statement) in self.statements.iter().enumerate() {
            let site = self.site(index);
            let mut open = vec![&statement.expression];
            let name = statement.name.as_ref().map(|(name, _)| name.as_str());
            while let Some(of) = open.pop() {
                if self.step().is_none() {
                    return found;
                }
                for (argument, places, last) in taken(of).into_iter().chain(self.nested(of, site)) {
                    let (argument, places, last) = self.behind_partition(argument, places, last, site);
                    let is_whole = std::ptr::eq(of, &raw const statement.expression);
                    let name = name.filter(|_| is_whole && places.last().is_some());
                    for (number, path) in self.inputs_of(&argument, site) {
                        let mut modes: &mut Modes = found.entry(number).or_default();
                        modes.is_tuple |= as_call(of).is_some_and(|(name, ..)| matches!(name, called::GET | "select"));
                        for place in path.iter().chain(&places) {
                            modes.least = modes.least.max(place + 1);
                            modes = modes.parts.entry(*place).or_default();
                        }
                        modes.least = modes.least.max(last);
                        if let Some(name) = name {
                            modes.name.get_or_insert_with(|| name.to_string());
                        }
                    }
                }
                for (argument, wanted) in wanted(of) {
                    for (number, path) in self.inputs_of(&argument, site) {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            modes.wanted = modes.wanted.max(Some(wanted));
                        }
                    }
                }
                if let Some(("local_tile", [], [_, tiler, coordinate])) = as_call(of)
                    && let Some(rank) = count(self.defined(coordinate, site).0)
                {
                    for (number, path) in self.inputs_of(tiler, site) {
                        if path.is_empty() {
                            found.entry(number).or_default().most = Some(rank);
                        }
                    }
                }
                // `Step<_1, X, _1>` says how many modes both have.
                if let Some(("local_tile", [], [_, tiler, coordinate, step])) = as_call(of)
                    && let Some(("Step", items, _)) = as_call(bare(step))
                    && items.len() <= RANK_LIMIT
                {
                    for (number, path) in
                        self.inputs_of(tiler, site).into_iter().chain(self.inputs_of(coordinate, site))
                    {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            (modes.least, modes.most) = (modes.least.max(items.len()), Some(items.len()));
                        }
                    }
                }
                // `make_tensor(p, shape, stride)(_, _, head)`
                if let ExpressionKind::Apply(tensor, arguments) = &of.kind
                    && arguments.len() > 1
                    && let Some(("make_tensor", _, [_, shape, ..])) = as_call(tensor)
                {
                    for (number, path) in self.inputs_of(shape, site) {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            (modes.least, modes.is_tuple) = (modes.least.max(arguments.len().min(RANK_LIMIT)), true);
                        }
                    }
                }
                // Accumulators are values of an instruction, and how often it stands along M and N.
                if let Some((name, _, [layout])) = as_call(of)
                    && attention::is_of_accumulators(name)
                {
                    for (number, path) in self.inputs_of(laid_out(layout), site) {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            modes.least = modes.least.max(3);
                            let first = modes.parts.entry(0).or_default();
                            first.least = first.least.max(2);
                        }
                    }
                }
                // `static_assert(Layout::rank == 3)`
                if is_claimed(&statement.expression)
                    && let ExpressionKind::Binary("==", left, right) = &of.kind
                    && let Some(of) = ranked(bare(left))
                    && let ExpressionKind::Int { value, .. } = right.kind
                    && let Some(rank) = usize::try_from(value).ok().filter(|rank| (1..=RANK_LIMIT).contains(rank))
                {
                    for (number, path) in self.inputs_of(of, site) {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            (modes.least, modes.most) = (modes.least.max(rank), Some(rank));
                        }
                    }
                }
                if let ExpressionKind::Binary("*" | "/" | "%", left, right) = &of.kind {
                    for side in [left, right] {
                        for (number, path) in self.inputs_of(bare(side), site) {
                            if path.is_empty() {
                                found.entry(number).or_default().is_number = true;
                            }
                        }
                    }
                }
                // `composition(layout, make_tuple(_, _, _, stages))`
                if let Some(("composition" | "logical_divide", [], [layout, tiler])) = as_call(of)
                    && let Some(rank) = count(tiler)
                {
                    for (number, path) in self.inputs_of(layout, site) {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            modes.least = modes.least.max(rank.min(RANK_LIMIT));
                        }
                    }
                }
                if let Some((
                    "make_tma_copy" | "make_tma_atom" | "py make_tiled_tma_atom",
                    _,
                    [instruction, tensor, smem, ..],
                )) = as_call(of)
                {
                    for (number, path) in self.inputs_of(instruction, site) {
                        if path.is_empty() {
                            found.entry(number).or_default().is_instruction = true;
                        }
                    }
                    for (number, path) in self.inputs_of(tensor, site) {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            (modes.least, modes.is_tiled) = (modes.least.max(2), true);
                        }
                    }
                    // `layout(_, _, 0)` is a stage of it.
                    let stages = match as_call(smem) {
                        Some((name, [], [_, ..])) if operations::find(name).is_none() => {
                            Cow::Owned(Expression { kind: ExpressionKind::Name(name.to_string()), span: smem.span })
                        }
                        _ => Cow::Borrowed(smem),
                    };
                    for (number, path) in self.inputs_of(&stages, site) {
                        if path.is_empty() {
                            found.entry(number).or_default().is_box = true;
                        }
                    }
                }
                if let Some((tensor, rank)) = cut(of) {
                    for (number, path) in self.inputs_of(tensor, site) {
                        if path.is_empty() {
                            let modes: &mut Modes = found.entry(number).or_default();
                            (modes.least, modes.is_tiled) = (modes.least.max(rank), true);
                        }
                    }
                }
                open.extend(operands(of));
            }
        }
        found
    }

    /// Coordinates within the coordinate that a tensor is called with, `S(make_coord(_, _), x, y)`: each asks for as many
    /// modes within its own.
    fn nested<'e>(&self, of: &'e Expression, site: usize) -> Vec<(Cow<'e, Expression>, Vec<usize>, usize)> {
        let call = as_call(of).filter(|(_, template, arguments)| template.is_empty() && arguments.len() > 1);
        let Some((name, _, arguments)) = call else { return Vec::new() };
        let tensor = Expression { kind: ExpressionKind::Name(name.to_string()), span: of.span };
        let mut found = Vec::new();
        for (place, argument) in arguments.iter().enumerate().take(RANK_LIMIT) {
            self.modes_within(argument, site, vec![place], &mut found);
        }
        found.into_iter().map(|(path, count)| (Cow::Owned(tensor.clone()), path, count)).collect()
    }

    /// The tensor that a thread has a part of, and its own modes: behind the first one, of the atom, they follow in order.
    fn behind_partition<'e>(
        &self,
        of: Cow<'e, Expression>,
        mut places: Vec<usize>,
        mut last: usize,
        site: usize,
    ) -> (Cow<'e, Expression>, Vec<usize>, usize) {
        let (found, _) = self.defined(&of, site);
        let tensor = match &found.kind {
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.is_member && call.name.starts_with("partition_") => call.arguments.get(1),
                _ => None,
            },
            _ => None,
        };
        let Some(tensor) = tensor.filter(|tensor| is_short(tensor)).cloned() else { return (of, places, last) };
        match places.first_mut() {
            Some(0) => return (of, places, last),
            Some(place) => *place -= 1,
            None => last = last.saturating_sub(1),
        }
        (Cow::Owned(tensor), places, last)
    }

    /// Modes within each mode of a coordinate that is written out.
    fn modes_within(&self, of: &Expression, site: usize, path: Vec<usize>, found: &mut Vec<(Vec<usize>, usize)>) {
        if self.step().is_none() {
            return;
        }
        let (of, site) = self.defined(of, site);
        let Some(count) = count(of).filter(|count| (2..=RANK_LIMIT).contains(count) && path.len() < NESTED_DEPTH)
        else {
            return;
        };
        found.push((path.clone(), count));
        let items = match &of.kind {
            ExpressionKind::Tuple(items) => items.as_slice(),
            _ => as_call(of).map_or(&[][..], |(_, _, items)| items),
        };
        for (place, item) in items.iter().enumerate() {
            self.modes_within(item, site, [path.as_slice(), &[place]].concat(), found);
        }
    }

    /// The statement whose names an expression of a statement means.
    fn site(&self, index: usize) -> usize {
        self.document.roles.get(index).and_then(|role| role.site).unwrap_or(index)
    }

    /// The inputs that an expression is a mode of: its own, and what tells of it where that is not known.
    fn inputs_of(&self, of: &Expression, site: usize) -> Vec<Place> {
        let mut all = Vec::new();
        if let ExpressionKind::Name(name) = &of.kind
            && let Some(input) =
                self.document.defining(name, site).and_then(|parameter| self.document.told_by.get(&parameter))
        {
            all.push((*input, Vec::new()));
        }
        all.extend(self.place(of, site));
        all
    }

    /// The strides that nobody gave and that do not have the modes of the shape before them, with those:
    /// `make_tensor(p, make_shape(M, K, L), params.dA)`.
    fn strides(&self) -> Vec<(Place, Nested<()>)> {
        let mut found: Vec<(Place, Nested<()>)> = Vec::new();
        for (index, statement) in self.statements.iter().enumerate() {
            let site = self.site(index);
            let mut open = vec![&statement.expression];
            while let Some(of) = open.pop() {
                if self.step().is_none() {
                    return found;
                }
                let pair = match as_call(of) {
                    Some((called::MAKE_LAYOUT, [], [shape, stride]) | ("make_tensor", _, [_, shape, stride])) => {
                        Some((shape, stride))
                    }
                    _ => None,
                };
                if let Some((shape, stride)) = pair
                    && let Some(place) = self.place(stride, site)
                    && found.iter().all(|(other, _)| *other != place)
                    && let Some(profile @ Nested::Tuple(_)) = self.profile(shape, site, NESTED_DEPTH)
                    && self.is_to_be_given(&place, &profile)
                {
                    found.push((place, profile));
                }
                open.extend(operands(of));
            }
        }
        found
    }

    /// Reports whether an input that nobody gives, or a part of one, has other modes than a profile.
    fn is_to_be_given(&self, (number, path): &Place, profile: &Nested<()>) -> bool {
        let Some(input) = self.document.inputs.get(*number) else { return false };
        let is_given = self.document.assumed.contains_key(&input.name);
        let is_stride = input.name.rsplit('.').next().is_some_and(|name| name.starts_with("stride"));
        let is_number = matches!(input.kind, InputKind::Index | InputKind::Size) && !is_stride;
        let Some(Value::Tuple(whole)) = defaults::typed(input, &input.default) else { return false };
        !is_given && !is_number && part(&whole, path).is_some_and(|own| own.map(&mut |_| ()) != *profile)
    }

    /// The modes of a shape: those that are written out, and of an input those that it has.
    fn profile(&self, of: &Expression, site: usize, depth: usize) -> Option<Nested<()>> {
        self.step()?;
        let depth = depth.checked_sub(1)?;
        let (of, site) = self.defined(of, site);
        let items = match &of.kind {
            ExpressionKind::Tuple(items) => Some(items.as_slice()),
            _ => match as_call(bare(of)) {
                Some(("make_shape", _, items)) => Some(items),
                Some((called::SHAPE_TYPE, items, [])) => Some(items),
                _ => None,
            },
        };
        if let Some(items) = items {
            let modes = items.iter().map(|item| self.profile(item, site, depth).unwrap_or(Nested::Leaf(())));
            return Some(Nested::Tuple(modes.collect()));
        }
        let (number, path) = self.place(of, site)?;
        let input = self.document.inputs.get(number)?;
        let said = self.document.assumed.get(&input.name).unwrap_or(&input.default);
        let Value::Tuple(whole) = defaults::typed(input, said)? else { return None };
        Some(part(&whole, &path)?.map(&mut |_| ()))
    }

    /// The input, or the mode of one, that an expression is. What is given to a parameter comes before what is asked for it.
    fn place(&self, of: &Expression, site: usize) -> Option<Place> {
        let (mut path, mut of, mut site, mut asked) = (Vec::new(), of, site, None);
        for _ in 0..DEFINITION_LIMIT {
            let Some(next) = self.followed(of, site, &mut path) else { break };
            let statement = match next {
                Next::Expression(next) => {
                    of = next;
                    continue;
                }
                Next::Statement(statement) => statement,
            };
            let (Some(role), Some(found)) = (self.document.roles.get(statement), self.statements.get(statement)) else {
                break;
            };
            if let RoleKind::Input(number) = role.kind {
                asked = Some((number, path.clone()));
            } else if !matches!(role.kind, RoleKind::Value | RoleKind::Hidden) {
                break;
            }
            (of, site) = (&found.expression, self.site(statement));
        }
        asked
    }

    /// What an expression takes a value, or a mode of one, from.
    fn followed<'e>(&self, of: &'e Expression, site: usize, path: &mut Vec<usize>) -> Option<Next<'e>> {
        self.step()?;
        match &of.kind {
            ExpressionKind::Name(name) => self.document.defining(name, site).map(Next::Statement),
            ExpressionKind::Code(code) if !matches!(**code, Code::Invoke(_)) => match &**code {
                Code::Of(statement) | Code::Deduced(statement, false) => Some(Next::Statement(*statement)),
                Code::Typed(_, value) => Some(Next::Expression(value)),
                Code::Construct(type_, arguments) if arguments.is_empty() => Some(Next::Expression(type_)),
                Code::Member(object, member) => self.member(object, member, site).map(Next::Statement),
                _ => None,
            },
            _ => {
                let (name, template, arguments) = as_call(of)?;
                if let ("Tensor", [_, layout], []) = (name, template, arguments) {
                    return Some(Next::Expression(layout));
                }
                // From another element on it is the same tensor.
                if let ("domain_offset" | "py domain_offset" | "make_tensor", [], [_, tensor]) =
                    (name, template, arguments)
                {
                    return Some(Next::Expression(tensor));
                }
                let [argument] = arguments else { return None };
                match name {
                    called::GET => *path = [places(template)?, std::mem::take(path)].concat(),
                    "decltype" | "as_position_independent_swizzle_tensor" | host::NUMBERS => {}
                    _ => return None,
                }
                Some(Next::Expression(argument))
            }
        }
    }

    /// The statement of a member of an object whose class the text has.
    fn member(&self, object: &Expression, member: &str, site: usize) -> Option<usize> {
        let ExpressionKind::Name(name) = &object.kind else { return None };
        let made = &self.statements.get(self.document.defining(name, site)?)?.expression;
        let ExpressionKind::Code(code) = &made.kind else { return None };
        let Code::Construct(type_, _) = &**code else { return None };
        let class = match &type_.kind {
            ExpressionKind::Name(name) => name,
            _ => as_call(type_)?.0,
        };
        let found = self.document.types.get(self.document.type_named(class)?)?;
        self.document.member(found, member)
    }

    /// The value of an input, or of a mode of it, as it is now.
    fn worth(&self, (number, path): &Place) -> Option<Found> {
        let is_it = |(place, _): &&(Place, Found)| place.0 == *number && place.1 == *path;
        if let Some((_, found)) = self.trial.as_ref().filter(is_it) {
            return Some(*found);
        }
        if let Some(found) = self.decided.get(&(*number, path.clone())) {
            return Some(*found);
        }
        let mut values = self.values.borrow_mut();
        let value = values.entry(*number).or_insert_with(|| {
            let input = self.document.inputs.get(*number)?;
            let said = self.document.assumed.get(&input.name).unwrap_or(&input.default);
            defaults::typed(input, said)
        });
        match value.as_ref()? {
            Value::Element(element) if path.is_empty() => Some(Found::Element(element.name)),
            Value::Truth(truth) if path.is_empty() => Some(Found::Number(i64::from(truth.value))),
            value if let Some(layout) = value.as_any_layout() => {
                let size = part(layout.innermost().shape(), path)?
                    .leaves()
                    .iter()
                    .try_fold(1_i64, |size, int| size.checked_mul(int.value()));
                size.filter(|_| !path.is_empty()).map(Found::Number)
            }
            Value::Tuple(whole) => match part(whole, path)? {
                Nested::Leaf(Item::Int(int)) => Some(Found::Number(int.value())),
                _ => None,
            },
            _ => None,
        }
    }

    fn ask(&self, place: Place) -> Option<Found> {
        let found = self.worth(&place)?;
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&place) {
            asked.push(place);
        }
        Some(found)
    }

    fn name(&self, found: Found) -> Found {
        let mut named = self.named.borrow_mut();
        if named.len() < KEPT_LIMIT && !named.contains(&found) {
            named.push(found);
        }
        found
    }

    /// The value of an expression of numbers and types of elements.
    fn value(&self, of: &Expression, site: usize, depth: usize) -> Option<Found> {
        self.step()?;
        let number = |of: &Expression| match self.value(of, site, depth)? {
            Found::Number(number) => Some(number),
            Found::Element(_) => None,
        };
        match &of.kind {
            ExpressionKind::Int { value, .. } => Some(self.name(Found::Number(*value))),
            ExpressionKind::Name(name) => match self.document.defining(name, site) {
                Some(index) => self.statement(index, depth),
                None if called::TRUTHS.contains(&name.as_str()) => {
                    Some(Found::Number(i64::from(name.eq_ignore_ascii_case(called::TRUE))))
                }
                None => construct::element(name).map(|element| self.name(Found::Element(element.name))),
            },
            ExpressionKind::Unary("!", of) => Some(Found::Number(i64::from(number(of)? == 0))),
            ExpressionKind::Unary("-", of) => number(of)?.checked_neg().map(Found::Number),
            ExpressionKind::Binary(operator, a, b) => {
                let (a, b) = (self.value(a, site, depth), self.value(b, site, depth));
                binary(operator, a, b)
            }
            ExpressionKind::Code(code) if !matches!(**code, Code::Invoke(_)) => match &**code {
                Code::Conditional(condition, yes, no) => {
                    let of = if number(condition)? != 0 { yes } else { no };
                    self.value(of, site, depth)
                }
                Code::Member(of, member) if member == "value" => self.value(of, site, depth),
                Code::Construct(of, arguments) => match arguments.as_slice() {
                    [] => self.value(of, site, depth),
                    [argument] => self.value(argument, site, depth),
                    _ => None,
                },
                Code::Typed(_, value) => self.value(value, site, depth),
                Code::Of(statement) | Code::Deduced(statement, false) => self.statement(*statement, depth),
                _ => None,
            },
            _ => {
                let (name, template, arguments) = as_call(of)?;
                match (name, template, arguments) {
                    (
                        called::STATIC_ASSERT | crate::called::ASSERT | "decltype" | "bool_constant" | host::NUMBERS,
                        [],
                        [of],
                    ) => self.value(of, site, depth),
                    ("is_same_v" | "is_same", [a, b], []) => {
                        binary("==", self.value(a, site, depth), self.value(b, site, depth))
                    }
                    (called::STATIC_INT | called::WIDE_INT | "bool_constant", [of], []) => self.value(of, site, depth),
                    ("sizeof_bits_v" | "sizeof_bits", [of], []) => match self.value(of, site, depth)? {
                        Found::Element(name) => Some(Found::Number(i64::from(construct::element(name)?.bits))),
                        Found::Number(_) => None,
                    },
                    ("min", _, [a, b]) => Some(Found::Number(number(a)?.min(number(b)?))),
                    ("max", _, [a, b]) => Some(Found::Number(number(a)?.max(number(b)?))),
                    ("ceil_div", [], [a, b]) => {
                        let (a, b) = (number(a)?, number(b)?);
                        (a >= 0 && b > 0).then(|| Found::Number(a / b + i64::from(a % b != 0)))
                    }
                    (called::GET, ..) => self.ask(self.place(of, site)?),
                    ("size", template, [argument]) => {
                        let (number, path) = self.place(argument, site)?;
                        self.ask((number, [path, places(template)?].concat()))
                    }
                    _ => None,
                }
            }
        }
    }

    fn statement(&self, index: usize, depth: usize) -> Option<Found> {
        let depth = depth.checked_sub(1)?;
        let (role, statement) = (self.document.roles.get(index)?, self.statements.get(index)?);
        let (is_missing, site) = (statement.expression.kind == ExpressionKind::Missing, self.site(index));
        match role.kind {
            RoleKind::Input(number) => {
                let said = || (!is_missing).then(|| self.value(&statement.expression, site, depth)).flatten();
                let is_given = || Some(self.document.assumed.contains_key(&self.document.inputs.get(number)?.name));
                match is_given()? {
                    true => self.worth(&(number, Vec::new())),
                    false => said().or_else(|| self.ask((number, Vec::new()))),
                }
            }
            RoleKind::Value | RoleKind::Hidden => self.value(&statement.expression, site, depth),
            _ => None,
        }
    }

    fn claim(&self, index: usize, of: &Expression) -> Option<bool> {
        self.asked.borrow_mut().clear();
        self.named.borrow_mut().clear();
        match self.value(of, self.site(index), DEFINITION_LIMIT)? {
            Found::Number(number) => Some(number != 0),
            Found::Element(_) => None,
        }
    }

    /// What assertions decide of the inputs that nobody gave.
    fn decide(mut self) -> HashMap<Place, Found> {
        let mut kept: Vec<(usize, &Expression, Vec<Place>)> = Vec::new();
        for (index, of) in assertions(self.document, self.statements) {
            let holds = self.claim(index, of);
            let asked = self.asked.take();
            let named = self.named.take();
            let is_kept = match holds {
                Some(false) => self.try_all(index, of, &asked, &named, &kept),
                Some(true) => true,
                None => false,
            };
            if is_kept && !asked.is_empty() && kept.len() < KEPT_LIMIT {
                kept.push((index, of, asked));
            }
        }
        for index in 0..self.statements.len() {
            self.fit_copies(index, &kept);
        }
        self.decided
    }

    /// Decides the elements of the tiled copies of a statement: as many as a thread has make whole accesses of the atom.
    fn fit_copies(&mut self, index: usize, kept: &[(usize, &Expression, Vec<Place>)]) {
        let Some(statement) = self.statements.get(index) else { return };
        let site = self.site(index);
        let mut open = vec![&statement.expression];
        while let Some(of) = open.pop() {
            if self.step().is_none() {
                return;
            }
            if let Some((called::MAKE_TILED_COPY, [], [atom, _, values])) = as_call(of)
                && let Some((place, element)) = self.fitting(atom, values, site)
            {
                self.trial = Some((place.clone(), element));
                let still = self.all_hold(&place, kept);
                self.trial = None;
                if still {
                    self.decided.insert(place, element);
                }
            }
            open.extend(operands(of));
        }
    }

    /// The input that is the element of a copy, and one of which the values of a thread make whole accesses, where those of
    /// its own do not.
    fn fitting(&self, atom: &Expression, values: &Expression, site: usize) -> Option<(Place, Found)> {
        let (atom, site_of_atom) = self.defined(atom, site);
        let (called::COPY_ATOM, [access, element], []) = as_call(bare(atom))? else { return None };
        let (_, [access], []) = as_call(bare(access))? else { return None };
        let access = self.bits(access, site_of_atom)?;
        let place = self.place(element, site_of_atom)?;
        let Found::Element(own) = self.worth(&place)? else { return None };
        let count = self.count(values, site, DEFINITION_LIMIT)?;
        let is_whole = |bits: i64| count.checked_mul(bits).is_some_and(|all| access > 0 && all % access == 0);
        if is_whole(i64::from(construct::element(own)?.bits)) {
            return None;
        }
        let fits = |name: &&str| construct::element(name).is_some_and(|element| is_whole(i64::from(element.bits)));
        let name = ["float", "half_t", "int8_t", "double"].into_iter().find(fits)?;
        Some((place, Found::Element(name)))
    }

    /// The expression that a name stands for, and the statement whose names it means.
    fn defined<'e>(&'e self, of: &'e Expression, site: usize) -> (&'e Expression, usize) {
        let (mut of, mut site) = (of, site);
        for _ in 0..DEFINITION_LIMIT {
            let ExpressionKind::Name(name) = &bare(of).kind else { break };
            let Some(index) = self.document.defining(name, site) else { break };
            match (self.document.roles.get(index).map(|role| role.kind), self.statements.get(index)) {
                (Some(RoleKind::Value | RoleKind::Hidden), Some(found)) => {
                    (of, site) = (&found.expression, self.site(index));
                }
                _ => break,
            }
        }
        (of, site)
    }

    fn bits(&self, of: &Expression, site: usize) -> Option<i64> {
        match self.value(of, site, DEFINITION_LIMIT)? {
            Found::Element(name) => Some(i64::from(construct::element(name)?.bits)),
            Found::Number(number) => Some(number),
        }
    }

    /// Elements of a layout or a shape that is written out.
    fn count(&self, of: &Expression, site: usize, depth: usize) -> Option<i64> {
        self.step()?;
        let depth = depth.checked_sub(1)?;
        let (of, site) = self.defined(of, site);
        match as_call(bare(of)) {
            Some(("Layout", [shape, ..], []) | (called::MAKE_LAYOUT, [], [shape, ..])) => {
                self.count(shape, site, depth)
            }
            Some((called::SHAPE_TYPE, items, []) | (called::MAKE_SHAPE, [], items)) => {
                items.iter().try_fold(1_i64, |all, item| all.checked_mul(self.count(item, site, depth)?))
            }
            _ => match self.value(of, site, depth)? {
                Found::Number(number) => Some(number),
                Found::Element(_) => None,
            },
        }
    }

    /// Reports whether all earlier assertions on a part of an input hold.
    fn all_hold(&self, place: &Place, kept: &[(usize, &Expression, Vec<Place>)]) -> bool {
        let mut asked = kept.iter().filter(|(.., places)| places.contains(place));
        asked.all(|(index, of, _)| self.claim(*index, of) == Some(true))
    }

    /// Looks for a value of one part of an input with which an assertion holds, and those before it still do.
    fn try_all(
        &mut self,
        index: usize,
        of: &Expression,
        asked: &[Place],
        named: &[Found],
        kept: &[(usize, &Expression, Vec<Place>)],
    ) -> bool {
        for place in asked.iter().take(PARTS_DECIDED) {
            let Some(now) = self.worth(place) else { continue };
            for found in candidates(now, named) {
                self.trial = Some((place.clone(), found));
                let holds = self.claim(index, of) == Some(true) && self.all_hold(place, kept);
                self.trial = None;
                if holds {
                    self.decided.insert(place.clone(), found);
                    return true;
                }
            }
        }
        false
    }
}

/// Values that may meet an assertion, the nearest first.
fn candidates(now: Found, named: &[Found]) -> Vec<Found> {
    let Found::Number(now) = now else {
        return named.iter().copied().filter(|found| matches!(found, Found::Element(_))).collect();
    };
    let named = named.iter().filter_map(|found| match found {
        Found::Number(number) => Some(*number),
        Found::Element(_) => None,
    });
    let named = named.collect::<Vec<_>>();
    let near = named.iter().flat_map(|number| [*number, number.saturating_mul(2), number.saturating_mul(3)]);
    let mut all = near.chain((0..=16).map(|power| 1_i64 << power)).filter(|number| *number > 0).collect::<Vec<_>>();
    // Farther numbers are less like what one would have guessed; 0 is the last resort.
    let far = |number: &i64| ((*number).max(1) as f64 / now.max(1) as f64).log2().abs();
    all.sort_by(|a, b| far(a).partial_cmp(&far(b)).unwrap_or(Ordering::Equal));
    all.dedup();
    all.extend([0, 1].into_iter().filter(|number| named.contains(number) || now <= 1));
    all.into_iter().map(Found::Number).collect()
}

fn binary(operator: &str, a: Option<Found>, b: Option<Found>) -> Option<Found> {
    let truth = |value: bool| Some(Found::Number(i64::from(value)));
    // One operand may decide by itself.
    match (operator, a, b) {
        ("&&", Some(Found::Number(0)), _) | ("&&", _, Some(Found::Number(0))) => return truth(false),
        ("||", Some(Found::Number(one)), _) | ("||", _, Some(Found::Number(one))) if one != 0 => return truth(true),
        _ => {}
    }
    let (a, b) = match (a?, b?) {
        (Found::Number(a), Found::Number(b)) => (a, b),
        (a, b) => {
            return match operator {
                "==" => truth(a == b),
                "!=" => truth(a != b),
                _ => None,
            };
        }
    };
    let number = match operator {
        "+" => a.checked_add(b)?,
        "-" => a.checked_sub(b)?,
        "*" => a.checked_mul(b)?,
        "/" | "//" if b > 0 && a >= 0 => a / b,
        "%" if b > 0 && a >= 0 => a % b,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "<<" => a.checked_shl(u32::try_from(b).ok().filter(|bits| *bits < 32)?)?,
        ">>" => a.checked_shr(u32::try_from(b).ok().filter(|bits| *bits < 64)?)?,
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "<" => return truth(a < b),
        "<=" => return truth(a <= b),
        ">" => return truth(a > b),
        ">=" => return truth(a >= b),
        "&&" => return truth(a != 0 && b != 0),
        "||" => return truth(a != 0 || b != 0),
        _ => return None,
    };
    Some(Found::Number(number))
}

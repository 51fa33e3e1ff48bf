//! Canonical layouts of shared memory: those that `wgmma` and `tcgen05.mma` read by a descriptor, and where any other layout
//! parts from them.
//!
//! PTX ISA, Asynchronous Warpgroup Level Matrix Shared Memory Layout, and Canonical Layouts of `tcgen05`: rows of 16 bytes
//! by eight make a core matrix; the swizzle says how many of them lie side by side.

use std::fmt;

use crate::algebra::{Tiler, TilerLeaf};
use crate::composed::{AnyLayout, ComposedLayout};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::steps::Trace;
use crate::swizzle::{Offset, Swizzle};

/// Number of bits that a descriptor counts by.
const UNIT: i64 = 128;

/// Which instructions read by the descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// `wgmma`, of SM90.
    Gmma,
    /// `tcgen05.mma`, of SM100.
    Umma,
}

/// Along which mode neighbours in memory lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// K.
    K,
    /// M or N.
    Mn,
}

/// Reach of a swizzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// Core matrices alone, without a swizzle: `INTER`.
    Inter,
    /// 32 bytes.
    B32,
    /// 64 bytes.
    B64,
    /// 128 bytes.
    B128,
    /// 128 bytes, of which 32 stay together: for 32-bit elements along M or N, and only of SM100.
    B128By32,
}

impl Span {
    const ALL: [Span; 5] = [Span::Inter, Span::B32, Span::B64, Span::B128, Span::B128By32];

    /// Returns its word in names.
    pub fn word(self) -> &'static str {
        match self {
            Span::Inter => "INTER",
            Span::B32 => "SW32",
            Span::B64 => "SW64",
            Span::B128 => "SW128",
            Span::B128By32 => "SW128_32B",
        }
    }

    /// Returns its name in the CUDA driver behind `CU_TENSOR_MAP_SWIZZLE_`.
    pub fn driver(self) -> &'static str {
        match self {
            Span::Inter => "NONE",
            Span::B32 => "32B",
            Span::B64 => "64B",
            Span::B128 => "128B",
            Span::B128By32 => "128B_ATOM_32B",
        }
    }

    /// `(B,M,S)` of its swizzle of bytes.
    fn swizzle(self) -> [i64; 3] {
        match self {
            Span::Inter => [0, 4, 3],
            Span::B32 => [1, 4, 3],
            Span::B64 => [2, 4, 3],
            Span::B128 => [3, 4, 3],
            Span::B128By32 => [2, 5, 2],
        }
    }

    /// Returns the number of rows of 16 bytes that lie side by side.
    pub(super) fn width(self) -> i64 {
        match self {
            Span::Inter => 1,
            Span::B32 => 2,
            Span::B64 => 4,
            Span::B128 | Span::B128By32 => 8,
        }
    }

    /// After how many of them, one below the other, it begins again.
    fn height(self) -> i64 {
        if self == Span::B128By32 { 4 } else { 8 }
    }

    /// The number by which a descriptor calls it.
    fn code(self, reader: Reader) -> u64 {
        match (self, reader) {
            (Span::Inter, _) => 0,
            (Span::B128, Reader::Gmma) => 1,
            (Span::B64, Reader::Gmma) => 2,
            (Span::B32, Reader::Gmma) => 3,
            (Span::B128By32, _) => 1,
            (Span::B128, Reader::Umma) => 2,
            (Span::B64, Reader::Umma) => 4,
            (Span::B32, Reader::Umma) => 6,
        }
    }
}

fn leaf(extent: i64) -> Nested<Int> {
    Nested::Leaf(Int::constant(extent))
}

/// The canonical layout of a span for elements of so many bits: from coordinates to elements, behind a pointer that is not
/// set yet.
///
/// Errors: those of the recast, where an element is no whole part of 16 bytes.
pub fn canonical(along: Along, span: Span, bits: u32) -> Result<AnyLayout> {
    let [b, m, s] = span.swizzle();
    let swizzle = Swizzle::new(b, m, s)?.recast(8, i64::from(bits))?;
    let (wide, high) = (UNIT * span.width(), span.height());
    let (shape, stride) = match along {
        Along::Mn => ([wide, high], [1, wide]),
        Along::K => ([high, wide], [wide, 1]),
    };
    let pair = |numbers: [i64; 2]| Nested::Tuple(numbers.into_iter().map(leaf).collect());
    let inner = Layout::with_ints(pair(shape), &pair(stride))?.upcast(i64::from(bits))?;
    Ok(AnyLayout::Composed(ComposedLayout::new(swizzle, Offset::Flag(bits), inner.into())))
}

/// The layout of a name without its namespace and arguments, `Layout_K_SW128_Atom`, or `Layout_SW128_Atom` where the second
/// argument says along which mode; `None` where it is no such name.
pub fn named(reader: Reader, name: &str, along: Option<Along>, bits: u32) -> Option<Result<AnyLayout>> {
    let word = name.strip_prefix("Layout_")?.strip_suffix("_Atom")?;
    let (along, word) = match (word.strip_prefix("K_"), word.strip_prefix("MN_"), along) {
        (Some(word), _, None) => (Along::K, word),
        (_, Some(word), None) => (Along::Mn, word),
        (None, None, Some(along)) => (along, word),
        _ => return None,
    };
    let span = Span::ALL.into_iter().find(|span| span.word() == word)?;
    let is_there = span != Span::B128By32 || (reader == Reader::Umma && along == Along::Mn);
    is_there.then(|| canonical(along, span, bits))
}

/// All names, of one reader.
pub fn names(reader: Reader) -> impl Iterator<Item = String> {
    let namespace = if reader == Reader::Gmma { "GMMA" } else { "UMMA" };
    let of = move |along: &'static str| {
        let is_there = move |span: &Span| *span != Span::B128By32 || (reader == Reader::Umma && along == "MN");
        Span::ALL.into_iter().filter(is_there).map(move |span| (along, span))
    };
    of("K").chain(of("MN")).map(move |(along, span)| format!("{namespace}::Layout_{along}_{}_Atom", span.word()))
}

/// Where a layout parts from all that an instruction reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parting {
    /// It has other than two modes.
    Rank {
        /// Number of its modes.
        found: usize,
    },
    /// Its swizzle is none of those that there are.
    Swizzle {
        /// As one of bytes, printed.
        found: String,
    },
    /// Something is added before the swizzle.
    Offset,
    /// 32 bytes that stay together are for neighbours along M or N alone.
    AlongK,
    /// 16 bytes do not lie side by side along the mode that they should.
    Runs,
    /// Its rows are no multiple of eight.
    Rows {
        /// Number of them.
        found: i64,
    },
    /// One instruction takes other than so many elements of K.
    Depth {
        /// Number of elements that there are.
        found: i64,
        /// Numbers that it may take.
        legal: Vec<i64>,
    },
    /// Cut into core matrices, a mode has more than one stride.
    Profile {
        /// Mode that it is then, in units of 16 bytes, printed.
        found: String,
    },
    /// A stride, in units of 16 bytes, is not what the swizzle asks for.
    Stride {
        /// `true` if of M or N, else of K.
        is_of_rows: bool,
        /// Stride that it is.
        found: i64,
        /// Stride that it should be.
        wanted: i64,
    },
    /// A dynamic number cannot be in a descriptor.
    Dynamic {
        /// It, printed.
        found: String,
    },
}

/// Content of a descriptor for a layout, in units of 16 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptor {
    /// Reader of the descriptor.
    pub reader: Reader,
    /// Reach of the swizzle.
    pub span: Span,
    /// From one core matrix to the next, along the mode that neighbours lie along.
    pub leading: i64,
    /// The same of the other mode.
    pub stride: i64,
}

impl fmt::Display for Descriptor {
    /// As CuTe prints the descriptor of what lies at address 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = |number: i64| u64::try_from(number).unwrap_or(0) & 0x3fff;
        let (leading, stride) = (field(self.leading), field(self.stride));
        let code = self.span.code(self.reader);
        let kind = match self.span {
            Span::Inter => "INTERLEAVE",
            Span::B32 => "B32",
            Span::B64 => "B64",
            Span::B128 => "B128",
            Span::B128By32 => "B128_BASE32B",
        };
        let (name, bits) = match self.reader {
            Reader::Gmma => ("GmmaDescriptor", code << 62),
            Reader::Umma => ("SmemDescriptor", code << 61 | 1 << 46),
        };
        let whole = bits | stride << 32 | leading << 16;
        writeln!(f, "{name}: {whole:#018x}")?;
        writeln!(f, "  start_addr :  0x0000")?;
        writeln!(f, "  leading_off:  {leading:#06x} ({leading})")?;
        writeln!(f, "  stride_off :  {stride:#06x} ({stride})")?;
        writeln!(f, "  base_offset:  0x0")?;
        writeln!(f, "  layout_type:  {code:#03x} ({kind})")
    }
}

/// The span of a swizzle of bytes.
pub(super) fn span_of(swizzle: Swizzle, reader: Reader) -> Option<Span> {
    let found = [i64::from(swizzle.bits()), i64::from(swizzle.base()), i64::from(swizzle.shift())];
    if swizzle.is_identity() {
        return Some(Span::Inter);
    }
    let spans = Span::ALL.into_iter().filter(|span| *span != Span::B128By32 || reader == Reader::Umma);
    spans.into_iter().find(|span| span.swizzle() == found)
}

/// Makes the descriptor of a tile of elements of `bits` bits, as one instruction reads it: CuTe's `make_gmma_desc` and
/// `make_umma_desc`. `of_pointer` is a swizzle of bytes that the pointer has.
pub fn descriptor(
    layout: &AnyLayout,
    of_pointer: Option<Swizzle>,
    bits: u32,
    along: Along,
    reader: Reader,
) -> std::result::Result<Descriptor, Parting> {
    let bits = i64::from(bits.max(1));
    if layout.rank() != 2 {
        return Err(Parting::Rank { found: layout.rank() });
    }
    let (swizzle, inner) = match layout {
        AnyLayout::Plain(inner) => (of_pointer, inner),
        AnyLayout::Composed(composed) => {
            let is_set = !matches!(composed.offset(), Offset::ZERO | Offset::Flag(_));
            if is_set || of_pointer.is_some() {
                return Err(Parting::Offset);
            }
            let AnyLayout::Plain(inner) = composed.inner() else { return Err(Parting::Offset) };
            let of_bytes = composed.swizzle().recast(bits, 8);
            let found = || Parting::Swizzle { found: composed.swizzle().to_string() };
            (Some(of_bytes.map_err(|_| found())?), inner)
        }
    };
    let span = match swizzle {
        None => Span::Inter,
        Some(swizzle) => span_of(swizzle, reader).ok_or_else(|| Parting::Swizzle { found: swizzle.to_string() })?,
    };
    if span == Span::B128By32 && along == Along::K {
        return Err(Parting::AlongK);
    }
    let dynamic = |_: Error| Parting::Dynamic { found: inner.to_string() };
    let size = |layout: &Layout, mode: usize| {
        let size = layout.at(&[mode]).and_then(|mode| mode.size()).map_err(dynamic)?;
        if size.is_static() { Ok(size.value()) } else { Err(Parting::Dynamic { found: layout.to_string() }) }
    };
    let depth = size(inner, 1)?;
    let units = inner.recast_with_trace(bits, UNIT, &mut Trace::silent()).map_err(|_| Parting::Runs)?;
    // 16 bytes have become one: of another mode than they should, if that one is as long as before.
    let (own, whole) = match along {
        Along::K => (size(&units, 1)?, depth),
        Along::Mn => (size(&units, 0)?, size(inner, 0)?),
    };
    if own * (UNIT / bits).max(1) != whole {
        return Err(Parting::Runs);
    }
    if reader == Reader::Gmma {
        let legal = match along {
            Along::K => vec![2 * UNIT / bits, 4 * UNIT / bits],
            Along::Mn => vec![2 * UNIT / bits, UNIT / bits, 4 * UNIT / bits],
        };
        if !legal.contains(&depth) {
            return Err(Parting::Depth { found: depth, legal });
        }
    }
    let rows = size(&units, 0)?;
    if along == Along::K && rows % 8 != 0 {
        return Err(Parting::Rows { found: rows });
    }
    let (width, height) = (span.width(), span.height());
    let cut = |extent: i64| -> std::result::Result<Tiler, Parting> {
        let extent = Layout::compact(leaf(extent), Major::Left).map_err(dynamic)?;
        Ok(Nested::Leaf(TilerLeaf::Layout(extent)))
    };
    let tiler = match along {
        Along::K => [cut(8)?, cut(2)?],
        Along::Mn => [cut(width)?, cut(height)?],
    };
    let profile = |layout: &Layout| Parting::Profile { found: layout.to_string() };
    let canonical = units.logical_divide(&Nested::Tuple(tiler.into())).map_err(|_| profile(&units))?;
    let stride = |mode: usize, part: usize| {
        let found = canonical.at(&[mode, part]).ok().filter(|found| found.shape().is_leaf());
        let found = found.ok_or_else(|| profile(&canonical))?;
        match found.stride().clone() {
            Nested::Leaf(crate::basis::StrideLeaf::Int(int)) if int.is_static() => Ok(int.value()),
            _ => Err(Parting::Dynamic { found: canonical.to_string() }),
        }
    };
    let [[inner_rows, outer_rows], [inner_depth, outer_depth]] =
        [[stride(0, 0)?, stride(0, 1)?], [stride(1, 0)?, stride(1, 1)?]];
    let expect = |is_of_rows: bool, found: i64, wanted: i64| match found == wanted {
        true => Ok(()),
        false => Err(Parting::Stride { is_of_rows, found, wanted }),
    };
    let is_free = span == Span::Inter;
    match along {
        Along::K => {
            expect(true, inner_rows, width)?;
            if !is_free {
                expect(false, inner_depth, 1)?;
            }
            Ok(Descriptor { reader, span, leading: inner_depth, stride: outer_rows })
        }
        Along::Mn => {
            if !is_free {
                expect(true, inner_rows, 1)?;
            }
            expect(false, inner_depth, width)?;
            let [leading, stride] = if is_free { [outer_depth, outer_rows] } else { [outer_rows, outer_depth] };
            Ok(Descriptor { reader, span, leading, stride })
        }
    }
}

/// A layout of core matrices repeated over a tile of an instruction: CuTe's `tile_to_mma_shape`, of
/// `((MMA_M,MMA_N),M_MMAs,N_MMAs,…)`.
pub fn tile_to_mma_shape(
    block: &Layout,
    tile: &crate::layout::Shape,
    order: &crate::algebra::product::Order,
) -> Result<Layout> {
    let one = tile.mode(0)?;
    let (rows, columns) = (one.mode(0)?.clone(), one.mode(1)?.clone());
    let pair = |own: Nested<Int>, times: &Nested<Int>| Nested::Tuple(vec![own, times.clone()]);
    let mut whole = vec![pair(rows, tile.mode(1)?), pair(columns, tile.mode(2)?)];
    whole.extend(tile.modes().iter().skip(3).cloned());
    let tiled = block.tile_to_shape(&Nested::Tuple(whole), order)?;
    let cut = crate::int_tuple::product_each(one)?.map(&mut |extent| TilerLeaf::Extent(*extent));
    tiled.tiled_divide(&cut)
}

//! Values of inputs where nobody says: 0 for an index, a round power of two for a size.

use super::document::{Input, InputKind};
use super::python::runtime;
use crate::evaluate;
use crate::int::Int;
use crate::nested::Nested;
use crate::notebook::construct;
use crate::notebook::diagnostic::DiagnosticKind;
use crate::notebook::evaluation::Settings;
use crate::notebook::value::Value;

/// A pointer of C++ to elements of which nobody says what they are.
pub(super) const MEMORY: &str = "ptr[16b](…)";

/// A pointer whose address nobody asks for.
pub(super) const POINTER: &str = "gmem_ptr[16b](…)";

/// A tiled MMA and a tiled copy of which nothing is known but what they are.
macro_rules! tiled_mma {
    () => {
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_16>{})"
    };
    (Warpgroup) => {
        "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}, Layout<Shape<_2,_1,_1>>{})"
    };
    (Tcgen05) => {
        "make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,UMMA::Major::K,UMMA::Major::K>{})"
    };
}
macro_rules! tiled_copy {
    () => {
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})"
    };
}
pub(super) const TILED_MMA: &str = tiled_mma!();
pub(super) const TILED_COPY: &str = tiled_copy!();

/// The part of it of the first thread.
const THREAD_COPY: &str = concat!(tiled_copy!(), ".get_slice(0)");

/// A copy by TMA of which nothing is known but the instruction: of a tile of a matrix whose elements lie together along K.
pub(super) const TMA_COPY: &str = "make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (512,512):(512,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64>{}), Shape<_128,_64>{}, _1{})";

/// A layout of which nothing is known.
pub(super) const LAYOUT: &str = "(_8,_4):(_4,_1)";

/// Stages of a tile in shared memory, as a warp reads them.
pub(super) const STAGES: &str =
    "tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}), Shape<_128,_64,_3>{})";

/// A tile in shared memory as a copy by TMA writes it, and several of them.
pub(super) const BOX: &str = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64>{})";
pub(super) const BOXES: &str = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64,_4>{})";
/// The same as the DSL has it.
pub(super) const PLAIN_BOX: &str = "Sw<3,4,3> o _0 o (_128,_64):(_64,_1)";
/// A layout that an annotation alone says is one.
pub(super) const DYNAMIC_BOX: &str = "(128,64):(64,_1)";

/// Maximum length of the written value of an input.
const INPUT_LENGTH: usize = 1 << 12;

/// The value that is typed for an input; `None` where it is none.
pub(super) fn typed(input: &Input, text: &str) -> Option<Value> {
    let text = text.trim();
    if text.is_empty() || text.len() > INPUT_LENGTH {
        return None;
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(Value::int(Int::dynamic(number)));
    }
    let bare = text.rsplit([':', '.']).next().unwrap_or(text);
    if let (InputKind::Element, Some(element)) = (input.kind, construct::element(bare)) {
        return Some(Value::Element(element));
    }
    if let Some(word) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        return Some(Value::Text(word.to_string()));
    }
    // A word of an enumeration that Python alone has.
    if let Some(word) = text.strip_prefix("LayoutEnum.")
        && word.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
    {
        return Some(Value::Text(text.to_string()));
    }
    // Parameters of the DSL's scheduler of tiles: how many there are, and the shape of a cluster.
    if let Some((class @ "PersistentTileSchedulerParams", counts)) = text.split_once('(') {
        let all = evaluate(&format!("({counts}"), Settings::default());
        let Value::Tuple(Nested::Tuple(counts)) = all.value(0)? else { return None };
        let counts = counts.iter().cloned().map(Value::of_mode);
        return runtime::tuple(std::iter::once(Value::Text(class.to_string())).chain(counts).collect());
    }
    let evaluation = evaluate(text, Settings::default());
    evaluation.outcomes().rev().find_map(|outcome| outcome.value.clone())
}

/// The compute capability of the first device that has such instructions, as one types it.
pub(super) fn capability(instructions: Instructions) -> &'static str {
    match instructions {
        Instructions::Warp => "(8,0)",
        Instructions::Warpgroup => "(9,0)",
        Instructions::Tcgen05 => "(10,0)",
    }
}

/// Reports whether what is typed for an input has a value once code has arrived that is on its way.
pub(super) fn is_awaited(text: &str) -> bool {
    text.len() <= INPUT_LENGTH
        && evaluate(text, Settings::default()).diagnostics().iter().any(|wrong| wrong.kind == DiagnosticKind::Loading)
}

/// Reports whether a name is one that the tutorials give an extent of a tile, which is compile-time.
pub(super) fn is_block(name: &str) -> bool {
    ["bM", "bN", "bK", "bP"].contains(&name)
}

/// Reports whether a name is one of where something is, rather than of how many there are.
fn is_index(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    // How many stages the tiles of an operand have: `ab_stage`, `num_c_stage`.
    let is_count = lower.starts_with("num")
        || lower.contains("_num_")
        || lower
            .strip_suffix("_stage")
            .is_some_and(|of| ["a", "b", "c", "d", "ab", "q", "k", "v", "kv", "acc", "epi", "mma", "sf"].contains(&of));
    if is_count {
        return false;
    }
    let ends = [
        "idx",
        "index",
        "coord",
        "_id",
        "tid",
        "bid",
        "lane",
        "rank",
        "offset",
        "phase",
        "stage",
        "iter",
        "state.count",
        "tiles_executed",
    ];
    let begins = ["threadidx", "blockidx", "tid", "bid", "warp_id", "lane_id"];
    let words = [
        "i",
        "j",
        "l",
        "ii",
        "jj",
        "b",
        "ix",
        "iy",
        "iz",
        "tx",
        "ty",
        "tz",
        "bx",
        "by",
        "bz",
        "thr",
        "thread",
        "block",
        "thread_id",
        "pipe",
        "v",
        "t",
        "x",
        "y",
        "z",
    ];
    ends.iter().any(|end| lower.ends_with(end))
        || lower.starts_with("offset")
        || lower.ends_with("_block") && !lower.starts_with("num") && !lower.contains("_per_")
        || begins.iter().any(|begin| lower.starts_with(begin))
        || words.contains(&lower.as_str())
        || ["_rank_in_", "_id_in_", "_idx_"].iter().any(|inner| lower.contains(inner))
}

/// The instructions that a text is about, by the words in it: what a name of a tiled MMA or of an atom stands for where
/// nobody says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Instructions {
    /// `mma` of a warp, `ldmatrix`, `cp.async`.
    Warp,
    /// `wgmma` of Hopper, TMA.
    Warpgroup,
    /// `tcgen05` of Blackwell, tensor memory.
    Tcgen05,
}

impl Instructions {
    /// Those that a text speaks of first; what its comments say does not count.
    pub(super) fn of(text: &str) -> Self {
        let is_comment = |line: &&str| ["# ", "*", "/*"].iter().any(|begin| line.trim_start().starts_with(begin));
        let lines = text.lines().filter(|line| !is_comment(line));
        let text = lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
        let found = |words: &[&str]| words.iter().filter_map(|word| text.find(word)).min();
        let first = |words: &[&str]| found(words).unwrap_or(usize::MAX);
        // Tensor memory came with Blackwell.
        if first(&["tmem", "Tmem", "TMEM"]) < usize::MAX {
            return Self::Tcgen05;
        }
        let hopper = first(&["SM90", "Sm90", "sm90", "GMMA", "warpgroup"]);
        let blackwell = first(&["SM100", "Sm100", "sm100", "UMMA", "Umma", "umma", "tcgen05", "SM103", "Sm103"]);
        let ampere = first(&["SM80", "Sm80", "sm80", "SM75", "SM120", "Sm120", "ldmatrix", "cp_async"]);
        match hopper.min(blackwell).min(ampere) {
            // TMA came with Hopper.
            usize::MAX if first(&["tma_", "Tma", "TMA"]) < usize::MAX => Self::Warpgroup,
            usize::MAX => Self::Warp,
            first if first == ampere => Self::Warp,
            first if first == blackwell => Self::Tcgen05,
            _ => Self::Warpgroup,
        }
    }

    pub(super) fn tiled_mma(self) -> &'static str {
        match self {
            Self::Warp => TILED_MMA,
            Self::Warpgroup => tiled_mma!(Warpgroup),
            Self::Tcgen05 => tiled_mma!(Tcgen05),
        }
    }

    /// Returns the part of the tiled MMA that the first thread, or the first block, has.
    pub(super) fn thread_mma(self) -> &'static str {
        match self {
            Self::Warp => concat!(tiled_mma!(), ".get_slice(0)"),
            Self::Warpgroup => concat!(tiled_mma!(Warpgroup), ".get_slice(0)"),
            Self::Tcgen05 => concat!(tiled_mma!(Tcgen05), ".get_slice(0)"),
        }
    }

    /// Returns what a thread has of the tile of 128 x 128 that the tiled MMA makes.
    pub(super) fn accumulators(self) -> &'static str {
        match self {
            Self::Warp => "make_tensor<float>(Layout<Shape<Shape<_2,_2>,_4,_8>>{})",
            Self::Warpgroup => "make_tensor<float>(Layout<Shape<Shape<_2,_2,_16>,_1,_1>>{})",
            Self::Tcgen05 => {
                "make_tensor(make_tmem_ptr<float>(0), Layout<Shape<Shape<_128,_128>,_1,_1>,Stride<Stride<_65536,_1>,_0,_0>>{})"
            }
        }
    }

    fn smem_layout(self) -> &'static str {
        match self {
            Self::Warp => {
                "tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}), Shape<_128,_64>{})"
            }
            Self::Warpgroup => "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64,_4>{})",
            Self::Tcgen05 => "tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_128,_16>,_1,_4>{})",
        }
    }

    /// Returns a matrix of batches, or its tiles, where a name says its modes: `mA_mkl`, `gB_nkl`. Copies by TMA count them by
    /// coordinates.
    fn of_matrix(self, name: &str) -> Option<&'static str> {
        let (of, modes) = name.split_once('_')?;
        let is_operand = matches!(modes, "mkl" | "nkl");
        let mut letters = of.chars();
        let place = letters.next()?;
        if !letters.next()?.is_uppercase() || of.contains("SF") || !(is_operand || modes == "mnl") {
            return None;
        }
        Some(match (place, self, is_operand) {
            ('m', Self::Warp, _) => "gmem_ptr[16b](…) o (512,512,1):(512,_1,262144)",
            ('m', _, _) => "ArithTuple(_0,_0,_0) o (512,512,1):(_1@1,_1@0,_1@2)",
            ('g', Self::Warp, true) => "gmem_ptr[16b](…) o (_128,_64,4,8,1):(512,_1,65536,_64,262144)",
            ('g', Self::Warp, false) => "gmem_ptr[16b](…) o (_128,_128,4,4,1):(512,_1,65536,_128,262144)",
            ('g', _, true) => "ArithTuple(_0,_0,_0) o (_128,_64,4,8,1):(_1@1,_1@0,_128@1,_64@0,_1@2)",
            ('g', _, false) => "ArithTuple(_0,_0,_0) o (_128,_128,4,4,1):(_1@1,_1@0,_128@1,_128@0,_1@2)",
            _ => return None,
        })
    }

    /// Returns a tile of an operand in shared memory.
    fn shared_tile(self) -> &'static str {
        match self {
            Self::Warp => {
                "make_tensor(make_smem_ptr<half_t>(nullptr), tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}), Shape<_128,_64>{}))"
            }
            Self::Warpgroup => {
                "make_tensor(make_smem_ptr<half_t>(nullptr), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64,_4>{}))"
            }
            Self::Tcgen05 => {
                "make_tensor(make_smem_ptr<half_t>(nullptr), UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_128,_16>,_1,_4>{}))"
            }
        }
    }

    fn smem_atom(self) -> &'static str {
        match self {
            Self::Warp => "composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})",
            Self::Warpgroup => "GMMA::Layout_K_SW128_Atom<half_t>",
            Self::Tcgen05 => "UMMA::Layout_K_SW128_Atom<half_t>",
        }
    }
}

/// Returns what a member of a class that nothing defines is, `KernelTraits::kBlockM`, where its name tells it.
pub(super) fn of_member(name: &str, instructions: Instructions) -> Option<(InputKind, &'static str)> {
    let starts =
        |start: &str| name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    if starts("Is") || name.starts_with("Is_") || name.starts_with("Has_") || name.starts_with("Share_") {
        return Some((InputKind::Truth, "false"));
    }
    let is_element = name == "value_type"
        || matches!(name, "operand_t" | "input_t" | "DTypeIn" | "DType")
        || ["element", "Element"].iter().any(|word| name.starts_with(word));
    match of_type(name, instructions) {
        (InputKind::Value, default) if !default.is_empty() => Some((InputKind::Value, default)),
        (InputKind::Element, default) if is_element => Some((InputKind::Element, default)),
        _ => {
            let is_number = (starts("k") && !name.ends_with("Major"))
                || ["Stages", "Count"].iter().any(|end| name.ends_with(end))
                || ["Num", "MaxThreads"].iter().any(|start| starts(start))
                || (name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
            is_number.then(|| of_integer(name))
        }
    }
}

/// Returns what a name of C++ is that nothing defines, where the tutorials and CUTLASS call a tuple, a layout or an
/// atom so: the name of an object or of a type.
pub(super) fn of_object(name: &str, instructions: Instructions) -> Option<&'static str> {
    let plain = name.to_ascii_lowercase().replace('_', "");
    let plain = plain.strip_suffix("type").or_else(|| plain.strip_suffix("ref")).unwrap_or(&plain);
    let plain = plain.trim_end_matches(|last: char| last.is_ascii_digit());
    // A name for each operand is that of the first.
    let bare = plain.strip_suffix(['a', 'b', 'c', 'd', 'q', 'k', 'v', 'o']).unwrap_or(plain);
    if let "da" | "db" | "dc" | "dd" = plain
        && name.len() == 2
    {
        return Some("(512,_1)");
    }
    if let ("ta" | "tb" | "tc", 2) = (plain, name.len())
        && name.starts_with('t')
    {
        return Some("(_32,_8):(_1,_32)");
    }
    if let Some(instruction) = of_tma(plain) {
        return Some(instruction);
    }
    Some(match plain {
        "shapemnk" | "problemshape" | "probshape" | "problemshapemnk" => "(512,512,512)",
        "shapemnkl" | "problemshapemnkl" | "problemsize" => "(512,512,512,1)",
        "ctatiler" | "mmatiler" | "tileshape" | "ctatile" | "tileshapemnk" | "ctatileshape" | "ctatileshapemnk"
        | "ctatilemnk" | "blkmnk" | "blkshape" | "blockshape" | "blktileshape" | "blktiler" | "ctashapemnk" => {
            "(_128,_128,_64)"
        }
        "clustershape" | "clustershapemnk" | "atomthrshape" | "atomthrshapemnk" => "(_1,_1,_1)",
        "epiloguetile" | "epitile" | "epilogueshape" | "epitiler" | "epitilermn" => match instructions {
            Instructions::Tcgen05 => "(_128,_32)",
            _ => "(_64,_32)",
        },
        "mma" | "tiledmma" => instructions.tiled_mma(),
        "thrmma" | "threadmma" | "ctamma" => instructions.thread_mma(),
        "tmemload" | "loadop" | "copyopt2r" | "opt2r" => "SM100_TMEM_LOAD_32dp32b32x{}",
        "tmemstore" | "storeop" | "copyopr2t" | "opr2t" => "SM100_TMEM_STORE_32dp32b32x{}",
        _ if plain.ends_with("r2scopyop") || plain.ends_with("s2rcopyop") => {
            "AutoVectorizingCopyWithAssumedAlignment<128>{}"
        }
        "copyopr2s" | "copyops2r" | "copyopr2g" | "copyopr2r" => "AutoVectorizingCopyWithAssumedAlignment<128>{}",
        "copyopg2s" => "SM90_TMA_LOAD{}",
        "copyops2g" => "SM90_TMA_STORE{}",
        "ctacoord" | "ctacoordmnk" => "(0,0,_)",
        "tilecoord" | "tilecoordmnkl" | "tilecoordinmnkl" => "(0,0,0,0)",
        "tilecoordmnk" => "(0,0,0)",
        _ if plain.starts_with("thrmma") || plain.starts_with("threadmma") => instructions.thread_mma(),
        // `G2SCopy`, `S2RCopyA`: from where to where.
        _ if ["g2s", "s2r", "r2s", "s2g", "r2g", "g2r"].iter().any(|way| {
            plain.strip_prefix(way).is_some_and(|rest| matches!(rest, "copy" | "copya" | "copyb" | "copyc" | "copyd"))
        }) =>
        {
            TILED_COPY
        }
        _ if plain.contains("thrcopy") || plain.contains("threadcopy") => THREAD_COPY,
        "mmaatom" => "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}",
        "blkcoord" | "blockcoord" => "(0,0,_,0)",
        "ktileiterator" | "ktileiter" => "0",
        "frgtensor" | "frgtensorc" | "frgtensord" | "accumulators" | "accumulator" => instructions.accumulators(),
        "tacc" | "tctacc" if instructions == Instructions::Tcgen05 => instructions.accumulators(),
        _ if plain.ends_with("problemshape") => "(512,512,512)",
        _ if plain.starts_with("tiledmma") && !plain.contains("pair") => instructions.tiled_mma(),
        _ if plain.ends_with("tileshape") => "(_128,_128,_64)",
        _ if plain.starts_with("mmatiler") || plain.starts_with("ctatiler") => "(_128,_128,_64)",
        "tcsa" | "tcsb" | "tcsq" | "tcsk" | "tcsv" | "sa" | "sb" | "sq" | "sk" | "sv"
            if name.ends_with(char::is_uppercase) =>
        {
            instructions.shared_tile()
        }
        _ if let Some(tensor) = instructions.of_matrix(name) => tensor,
        _ if plain.starts_with("tileshape") => match plain.trim_start_matches("tileshape") {
            "mn" => "(_128,_128)",
            "mk" | "nk" => "(_128,_64)",
            _ => "(_128,_128,_64)",
        },
        _ if plain.starts_with("smemlayout") && !plain.contains("atom") && !plain.contains("pair") => {
            instructions.smem_layout()
        }
        "asmemlayout" | "bsmemlayout" => instructions.smem_layout(),
        "csmemlayout" => "(_128,_128):(_1,_128)",
        "astride" | "bstride" | "cstride" | "dstride" => "(512,_1)",
        "threadlayout" | "thrlayout" | "athreadlayout" | "bthreadlayout" | "cthreadlayout" => "(_32,_8):(_1,_32)",
        _ => match bare {
            "threadlayout" | "thrlayout" => "(_32,_8):(_1,_32)",
            "stride" | "strides" | "internalstride" | "gmemstride" => "(512,_1,262144)",
            "copy" | "tiledcopy" | "smemtiledcopy" | "copytiled" => TILED_COPY,
            "gmemtiledcopy" if instructions != Instructions::Warp => "SM90_TMA_LOAD{}",
            "smemlayoutatom" | "smematom" => instructions.smem_atom(),
            "smemcopyatom" | "s2ratom" => match instructions {
                Instructions::Warp => "Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}",
                _ => "Copy_Atom<DefaultCopy, half_t>{}",
            },
            "gmemcopyatom" | "copyatom" => "Copy_Atom<UniversalCopy<uint128_t>, half_t>{}",
            // What is read across for the second product, and what is written back.
            _ if plain.starts_with("smemcopyatomtransposed") => "Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}",
            _ if plain.starts_with("smemcopyatom") && !plain.contains("atoms") && !plain.contains("pair") => {
                "Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>{}"
            }
            _ if plain.starts_with("tiledcopy") => TILED_COPY,
            _ if plain.starts_with("gmemtiledcopy") && !plain.contains("pair") => TILED_COPY,
            _ => return None,
        },
    })
}

/// A tiled MMA, a tiled copy, what a thread has of one, an atom or its operation, by the name that the DSL's documents give
/// it: `thr_mma`, `tiled_copy_A`, `op`.
pub(super) fn of_part(name: &str, instructions: Instructions) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let is_other = ["shape", "layout", "tiler", "tile", "warp", "barrier", "pipeline", "smem_layout", "stage"];
    if is_other.iter().any(|word| lower.contains(word) && !lower.starts_with("tiled")) {
        return None;
    }
    Some(match lower.as_str() {
        "op" | "mma_op" => "SM80_16x8x16_F32F16F16F32_TN{}",
        "atom" | "mma_atom" => "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}",
        "copy_op" => "UniversalCopy<uint128_t>{}",
        "copy_atom" | "atom_copy" => "Copy_Atom<UniversalCopy<uint128_t>, half_t>{}",
        _ if lower.starts_with("tiled_mma") || lower.ends_with("_tiled_mma") => instructions.tiled_mma(),
        _ if lower.starts_with("thr_mma") || lower.ends_with("_thr_mma") => instructions.thread_mma(),
        _ if lower.starts_with("copy_atom_") || lower.starts_with("atom_copy_") => {
            "Copy_Atom<UniversalCopy<uint128_t>, half_t>{}"
        }
        _ if lower.contains("tiled_copy") => TILED_COPY,
        _ if lower.contains("thr_copy") => THREAD_COPY,
        _ => return None,
    })
}

/// The instruction that a copy by TMA is made of.
pub(super) const TMA_LOAD: &str = "SM90_TMA_LOAD{}";

/// The instruction that a copy by TMA is made of, by its name in small letters: `tma_load_a`, `TmaB`.
pub(super) fn of_tma(plain: &str) -> Option<&'static str> {
    let rest = &plain[plain.find("tma")? + "tma".len()..];
    let begins = |words: &[&str]| words.iter().any(|word| rest.starts_with(word));
    if begins(&["desc", "bytes", "tile", "shape", "layout", "stage", "warp", "thread", "box", "bar", "tx", "trans"]) {
        return None;
    }
    let is_copy = begins(&["load", "store", "atom", "copy", "red"]) || (plain.starts_with("tma") && rest.len() <= 2);
    is_copy.then_some(match rest {
        _ if begins(&["store"]) => "SM90_TMA_STORE{}",
        _ if begins(&["red"]) => "SM90_TMA_REDUCE_ADD{}",
        _ => TMA_LOAD,
    })
}

/// The kind of an integer by its name, and what it is where nobody says.
pub(super) fn of_integer(name: &str) -> (InputKind, &'static str) {
    // The batches of a problem; `l` is which of them.
    if name == "L" {
        return (InputKind::Size, "1");
    }
    if is_index(name) {
        return (InputKind::Index, "0");
    }
    let lower = name.trim_end_matches('_').to_ascii_lowercase();
    let default = match lower.as_str() {
        "griddim.x" | "griddim.y" | "griddim.z" | "blockdim.y" | "blockdim.z" => "1",
        "blockdim.x" => "128",
        // One thread of a warp is elected: this one.
        "argc" | "elect_one_sync" => "1",
        _ if lower.ends_with(".major") => "9",
        _ if lower.ends_with(".minor") => "0",
        // Of an H200.
        "max_active_clusters" | "multiprocessors" => "132",
        _ if ["multiprocessorcount", "sm_count", "num_sms", "numsms"].iter().any(|end| lower.ends_with(end)) => "132",
        // Constants of CUTLASS.
        "numthreadsperwarp" => "32",
        "numthreadsperwarpgroup" => "128",
        "numwarpsperwarpgroup" => "4",
        "m" | "n" | "k" | "gemm_m" | "gemm_n" | "gemm_k" => "512",
        _ if lower.starts_with("ld") => "512",
        _ if lower.starts_with("log") || lower.starts_with("klog") => "4",
        _ if lower.contains("vec_size") => "32",
        _ if lower.contains("smem_capacity") => "232448",
        _ if lower.contains("stage") || lower.contains("pipe") => "4",
        _ if lower.contains("cluster") || lower.contains("divmod") => "1",
        _ if lower.contains("warp") => "4",
        _ if lower.contains("thread") || lower.contains("thr") => "128",
        _ if lower.contains("batch") || lower == "l" => "1",
        _ if lower.ends_with('k') || lower.ends_with("dim") => "64",
        _ => "128",
    };
    (InputKind::Size, default)
}

/// The kind of a template parameter that is a type, by its name, and what it is where nobody says.
pub(super) fn of_type(name: &str, instructions: Instructions) -> (InputKind, &'static str) {
    let lower = name.to_ascii_lowercase();
    // A pair of types is none.
    if let Some(instruction) = of_tma(&lower.replace('_', "")) {
        return (InputKind::Value, instruction);
    }
    let is_other =
        ["pair", "layout", "shape", "stride", "tiler", "copy", "mma", "atom", "tensor", "coord", "swizzle", "tile"];
    if is_other.iter().any(|word| lower.contains(word)) {
        return (InputKind::Value, of_object(name, instructions).unwrap_or_default());
    }
    let is_object = ["options", "params", "arguments", "storage", "traits", "config", "state", "scheduler", "pipeline"];
    if is_object.iter().any(|end| lower.trim_end_matches(['_', 't']).ends_with(end.trim_end_matches('t'))) {
        return (InputKind::Value, "");
    }
    let is_element = name.len() <= 2
        || lower.contains("engine")
        || ["type", "element", "alpha", "beta", "accum"].iter().any(|word| lower.contains(word))
        || lower.starts_with("elem");
    if !is_element {
        return (InputKind::Value, "");
    }
    let is_wide = lower.contains("accum")
        || matches!(name, "TC" | "TD" | "TI")
        || ["acc", "c", "d", "alpha", "beta"].iter().any(|end| lower.ends_with(end));
    let is_scale = ["sf", "sfa", "sfb"].iter().any(|end| lower.trim_end_matches('_').ends_with(end));
    (
        InputKind::Element,
        if is_scale {
            "float_ue8m0_t"
        } else if is_wide {
            "float"
        } else {
            "half_t"
        },
    )
}

//! Why the layouts of an atom are as they are, and why a name is no atom.

use super::Tongue;
use crate::atom::Place;
use crate::atom::family::{Counts, Dimension, Extents, Mode, Quirk, Reason, Role, Told};
use crate::atom::shared::Parting;
use crate::atom::tma::Unfit;

/// A step of why an atom's layouts are as they are.
pub fn told_of_atom(told: &Told, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    match told {
        Told::Depth { k, bits, element } if english => {
            let element = element.cpp;
            format!("One instruction takes {bits} bits of each row of A: {k} elements of {element} along K.")
        }
        Told::Depth { k, bits, element } => {
            let element = element.cpp;
            format!("一条指令从 A 的每一行取 {bits} 位：沿 K 取 {k} 个 {element} 元素。")
        }
        Told::Tile { role, rows, columns, element, place } => {
            let (role, place, element) = (letter(*role, tongue), lies(*place, tongue), element.cpp);
            match english {
                true => format!(
                    "{role} is {rows} by {columns} elements of {element}, {place}, counted column by column: (i,j) is the number i + {rows}·j."
                ),
                false => format!(
                    "{role} 是 {rows}×{columns} 个 {element} 元素，{place}，按列编号：(i,j) 的编号为 i + {rows}·j。"
                ),
            }
        }
        Told::Mode { role, of_threads, mode, apart } => mode_sentence(*role, *of_threads, *mode, *apart, tongue),
        Told::Printed { role, quirk } => {
            let role = letter(*role, tongue);
            let (english, chinese) = match quirk {
                Quirk::TupleOfOne => {
                    ("the values are one mode with parentheses of its own", "值只有一个 mode，却自带括号")
                }
                Quirk::ExtraParentheses => {
                    ("the strides of the values stand in one more pair of parentheses", "值的步长多一层括号")
                }
                Quirk::None => ("it is printed as it is", "照原样打印"),
            };
            match tongue {
                Tongue::English => format!("{role}: {english}, as CuTe has it."),
                Tongue::Chinese => format!("{role}：{chinese}，CuTe 就是这样写的。"),
            }
        }
        Told::Reference { role } => {
            let role = letter(*role, tongue);
            match english {
                true => format!("Threads and values of a tiled copy are counted by {role}."),
                false => format!("TiledCopy 的线程和值按{role}来数。"),
            }
        }
    }
}

/// One mode: how many of what, and how far apart.
fn mode_sentence(role: Role, of_threads: bool, mode: Mode, apart: (i64, i64), tongue: Tongue) -> String {
    let Mode { extent, stride, counts } = mode;
    let what = counted(counts, tongue);
    let role_name = letter(role, tongue);
    let whose = match (of_threads, tongue) {
        (true, Tongue::English) => "threads",
        (false, Tongue::English) => "values",
        (true, Tongue::Chinese) => "线程",
        (false, Tongue::Chinese) => "值",
    };
    let is_copy = matches!(role, Role::Source | Role::Destination);
    let (down, along) = match role {
        Role::A => ("M", "K"),
        Role::B => ("N", "K"),
        Role::C => ("M", "N"),
        Role::Source | Role::Destination => ("", ""),
    };
    let (rows, columns) = apart;
    let far = match (tongue, is_copy, stride) {
        (Tongue::English, _, 0) => "all at the same place".to_string(),
        (Tongue::Chinese, _, 0) => "都在同一处".to_string(),
        // Bits side by side lie nowhere else.
        (_, true, 1) if counts == Counts::Bits => String::new(),
        (Tongue::English, true, _) => format!("each {} further", bits_of(rows, tongue)),
        (Tongue::Chinese, true, _) => format!("每个相隔 {}", bits_of(rows, tongue)),
        (Tongue::English, false, _) => match (rows, columns) {
            (0, columns) => format!("each {columns} further along {along}"),
            (rows, 0) => format!("each {rows} further along {down}"),
            (rows, columns) => format!("each {rows} further along {down} and {columns} along {along}"),
        },
        (Tongue::Chinese, false, _) => match (rows, columns) {
            (0, columns) => format!("每个沿 {along} 相隔 {columns}"),
            (rows, 0) => format!("每个沿 {down} 相隔 {rows}"),
            (rows, columns) => format!("每个沿 {down} 相隔 {rows}、沿 {along} 相隔 {columns}"),
        },
    };
    let far = if far.is_empty() { far } else { tongue.pick(format!(", {far}"), format!("，{far}")) };
    match tongue {
        Tongue::English => format!("{role_name}, {whose} {extent}:{stride}: {extent} {what}{far}."),
        Tongue::Chinese => format!("{role_name}，{whose} {extent}:{stride}：{extent} {what}{far}。"),
    }
}

fn bits_of(bits: i64, tongue: Tongue) -> String {
    match tongue {
        Tongue::English if bits == 1 => "1 bit".to_string(),
        Tongue::English => format!("{bits} bits"),
        Tongue::Chinese => format!("{bits} 位"),
    }
}

fn letter(role: Role, tongue: Tongue) -> &'static str {
    match role {
        Role::A => "A",
        Role::B => "B",
        Role::C => "C",
        Role::Source => tongue.pick("the source", "源"),
        Role::Destination => tongue.pick("the destination", "目标"),
    }
}

fn lies(place: Place, tongue: Tongue) -> &'static str {
    match place {
        Place::Registers => tongue.pick("in registers", "在寄存器中"),
        Place::Shared => tongue.pick("in shared memory", "在共享内存中"),
        Place::Tensor => tongue.pick("in tensor memory", "在张量内存中"),
    }
}

/// Names what a mode counts.
fn counted(counts: Counts, tongue: Tongue) -> &'static str {
    let (english, chinese) = match counts {
        Counts::Lanes => ("lanes of a quad", "个 quad 内的 lane"),
        Counts::Quads => ("quads of the warp", "个 warp 内的 quad"),
        Counts::Warps => ("warps", "个 warp"),
        Counts::Everyone => {
            ("threads that all see the whole operand, by a descriptor", "个线程，都通过描述符看到整个操作数")
        }
        Counts::Ctas => ("blocks (CTAs), each with its rows", "个线程块（CTA），各有自己的行"),
        Counts::Threads => ("threads", "个线程"),
        Counts::Elements => ("neighbours in one thread", "个同一线程中相邻的元素"),
        Counts::Below => ("halves of the 16 rows, the second 8 rows below", "个 16 行的两半，第二半在 8 行之下"),
        Counts::Beyond => {
            ("registers further on, where the lanes of the quad end", "个更远的寄存器，接在 quad 的各 lane 之后")
        }
        Counts::Rows => ("rows", "行"),
        Counts::Columns => ("columns", "列"),
        Counts::Values => ("values", "个值"),
        Counts::Bits => ("bits side by side", "个相邻的位"),
        Counts::Addresses => ("lanes that give the address of a row", "个给出行地址的 lane"),
        Counts::Unasked => {
            ("groups of lanes; only the addresses of the first are asked for", "组 lane；只用第一组的地址")
        }
        Counts::Matrices => ("matrices of 8 rows of 16 bytes", "个 8 行、每行 16 字节的矩阵"),
        Counts::Datapaths => ("lanes of tensor memory", "个张量内存的 lane"),
        Counts::Repetitions => ("repetitions along the row", "次沿行的重复"),
        Counts::Copies => ("copies of the same source", "份同一源的副本"),
    };
    tongue.pick(english, chinese)
}

/// Why no TMA instruction moves a tile.
pub fn unfit(unfit: &Unfit, tongue: Tongue) -> String {
    let (english, chinese) = match unfit {
        Unfit::Modes { tensor, tile } => (
            format!("the tensor has {tensor} modes and the tile {tile}; both need the same number, five at most"),
            format!("张量有 {tensor} 个 mode，tile 有 {tile} 个；两者须相同，且最多五个"),
        ),
        Unfit::Nested { found } => (
            format!("a mode of {found} is not one extent and one stride"),
            format!("{found} 的某个 mode 不是单一的长度与步长"),
        ),
        Unfit::NoNeighbours => {
            ("no mode of the tensor has stride 1".to_string(), "张量没有步长为 1 的 mode".to_string())
        }
        Unfit::Stride { mode, bits } if bits % 8 == 0 => {
            let bytes = bits / 8;
            (
                format!("the stride of mode {mode} of the tensor is {bytes} bytes, no multiple of 16"),
                format!("张量 mode {mode} 的步长是 {bytes} 字节，不是 16 的倍数"),
            )
        }
        Unfit::Stride { mode, bits } => (
            format!("the stride of mode {mode} of the tensor is {bits} bits, no multiple of 16 bytes"),
            format!("张量 mode {mode} 的步长是 {bits} 位，不是 16 字节的倍数"),
        ),
        Unfit::Dynamic { found } => (
            format!("the tile of shared memory must be static, as (_64,_64):(_64,_1) is, and {found} is not"),
            format!("共享内存的 tile 须是静态的，如 (_64,_64):(_64,_1)，而 {found} 不是"),
        ),
        Unfit::Turned { .. } => (
            "neighbours in shared memory are none in the tensor: the tile is contiguous along another mode than the tensor is (K-major against MN-major)".to_string(),
            "共享内存中相邻的元素在张量中不相邻：tile 与张量沿不同的 mode 连续（K-major 与 MN-major）".to_string(),
        ),
        Unfit::Row { bits } => (
            format!("a row of the box has {bits} bits, no multiple of 16 bytes"),
            format!("box 的一行有 {bits} 位，不是 16 字节的倍数"),
        ),
        Unfit::Span { row, span } => (
            format!("a row of the box has {row} bytes, and the swizzle reaches over {span}"),
            format!("box 的一行有 {row} 字节，而 swizzle 的跨度是 {span} 字节"),
        ),
        Unfit::Extent { mode, found } => (
            format!("the extent {found} of mode {mode} of the box is more than 256"),
            format!("box 的 mode {mode} 长度为 {found}，超过 256"),
        ),
        Unfit::Swizzle { found } => {
            (format!("the swizzle of {found} is none that TMA has"), format!("{found} 的 swizzle 不是 TMA 支持的"))
        }
    };
    tongue.pick(
        format!("No TMA instruction moves this tile: {english}"),
        format!("没有能搬运这个 tile 的 TMA 指令：{chinese}"),
    )
}

/// Where a layout of shared memory parts from those that an instruction reads by a descriptor.
pub fn parting(layout: &str, parting: &Parting, tongue: Tongue) -> String {
    let (english, chinese) = match parting {
        Parting::Rank { found } => {
            (format!("it has {found} modes where a tile has two"), format!("它有 {found} 个 mode，而 tile 应有两个"))
        }
        Parting::Swizzle { found } => (
            format!("its swizzle, of bytes {found}, is none of Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3> and Sw<3,4,3>"),
            format!("按字节计其 swizzle 为 {found}，不在 Sw<0,4,3>、Sw<1,4,3>、Sw<2,4,3>、Sw<3,4,3> 之中"),
        ),
        Parting::Offset => (
            "something is added before the swizzle, or there are two swizzles".to_string(),
            "swizzle 之前有偏移，或者有两个 swizzle".to_string(),
        ),
        Parting::AlongK => (
            "a swizzle that keeps 32 bytes together is for neighbours along M or N".to_string(),
            "保持 32 字节不拆的 swizzle 只用于沿 M 或 N 相邻的元素".to_string(),
        ),
        Parting::Runs => (
            "16 bytes do not lie side by side along the major mode".to_string(),
            "沿主 mode 没有连续的 16 字节".to_string(),
        ),
        Parting::Rows { found } => {
            (format!("it has {found} rows, no multiple of 8"), format!("它有 {found} 行，不是 8 的倍数"))
        }
        Parting::Depth { found, legal } => {
            let joined = |word: &str| legal.iter().map(i64::to_string).collect::<Vec<_>>().join(word);
            (
                format!("K has {found} elements, and one instruction takes {}: partition it first", joined(" or ")),
                format!("K 有 {found} 个元素，而一条指令取 {} 个：请先划分", joined(" 或 ")),
            )
        }
        Parting::Profile { found } => (
            format!("cut into core matrices, a mode has more than one stride: {found} in units of 16 bytes"),
            format!("切成 core matrix 后，某个 mode 的步长不止一个：以 16 字节为单位是 {found}"),
        ),
        Parting::Stride { is_of_rows, found, wanted } => {
            let mode = if *is_of_rows { tongue.pick("M or N", "M 或 N") } else { "K" };
            (
                format!(
                    "within a core matrix the stride of {mode} is {found} times 16 bytes, and its swizzle needs {wanted}"
                ),
                format!("在 core matrix 内 {mode} 的步长是 {found} 个 16 字节，而其 swizzle 要求 {wanted} 个"),
            )
        }
        Parting::Dynamic { found } => {
            (format!("{found} is not known at compile time"), format!("{found} 在编译期未知"))
        }
    };
    tongue.pick(format!("No descriptor reads {layout}: {english}"), format!("没有能读取 {layout} 的描述符：{chinese}"))
}

/// Why a name is no atom.
pub fn atom_reason(reason: &Reason, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    match reason {
        Reason::TooLong { bytes } if english => format!("it has {bytes} bytes, more than any name"),
        Reason::TooLong { bytes } => format!("它有 {bytes} 字节，比任何名字都长"),
        Reason::Brackets => tongue.pick("its brackets do not close", "尖括号没有闭合").to_string(),
        Reason::Unread { read: 0 } => tongue.pick("no atom is called so", "没有这样命名的 atom").to_string(),
        Reason::Unread { read } if english => format!("no atom's name goes on like this after character {read}"),
        Reason::Unread { read } => format!("第 {read} 个字符之后，没有 atom 的名字是这样的"),
        Reason::Extent { dimension, found, legal, element } => {
            let (name, legal) = (self::dimension(*dimension, tongue), extents(legal, tongue));
            match (element, english) {
                (Some(element), true) => format!("{name} is {found}; with {element} it may be {legal}"),
                (None, true) => format!("{name} is {found}; it may be {legal}"),
                (Some(element), false) => format!("{name} 为 {found}；类型为 {element} 时可为 {legal}"),
                (None, false) => format!("{name} 为 {found}；可为 {legal}"),
            }
        }
        Reason::Generation { generation, element } if english => {
            format!("SM{generation} has no such instruction for {element}")
        }
        Reason::Generation { generation, element } => format!("SM{generation} 没有用于 {element} 的这种指令"),
        Reason::Factors { a, b } if english => format!("{a} and {b} are not multiplied with each other"),
        Reason::Factors { a, b } => format!("{a} 与 {b} 不能相乘"),
        Reason::Accumulator { a, found, legal } => {
            let legal = legal.join(tongue.pick(" or ", " 或 "));
            match english {
                true => format!("products of {a} are added up in {legal}, not in {found}"),
                false => format!("{a} 的乘积以 {legal} 累加，不能用 {found}"),
            }
        }
        Reason::Type { found, legal } => {
            let legal = legal.join(tongue.pick(", ", "、"));
            match english {
                true => format!("the type {found} is none of {legal}"),
                false => format!("类型 {found} 不在 {legal} 之中"),
            }
        }
        Reason::Ending { found, legal, element } => {
            let shown = |ending: &str| {
                if ending.is_empty() { tongue.pick("nothing", "无").to_string() } else { ending.to_string() }
            };
            let legal = legal.iter().map(|ending| shown(ending)).collect::<Vec<_>>().join(tongue.pick(" or ", " 或 "));
            let found = shown(found);
            match (element, english) {
                (Some(element), true) => format!("it ends in {found}; with {element} it may end in {legal}"),
                (None, true) => format!("it ends in {found}; it may end in {legal}"),
                (Some(element), false) => format!("结尾为 {found}；类型为 {element} 时可为 {legal}"),
                (None, false) => format!("结尾为 {found}；可为 {legal}"),
            }
        }
        Reason::Major { element, by_place: true } if english => {
            format!("the operand of {element} does not come from shared memory, so that it cannot be MN-major")
        }
        Reason::Major { element, by_place: true } => format!("{element} 操作数不来自共享内存，不能是 MN-major"),
        Reason::Major { element, .. } if english => format!("{element} cannot be MN-major"),
        Reason::Major { element, .. } => format!("{element} 不能是 MN-major"),
        Reason::Blocks { count } if english => {
            format!("it multiplies {count} pairs of matrices at once, so that there is no one (M,N,K)")
        }
        Reason::Blocks { count } => format!("它同时计算 {count} 对矩阵的乘积，没有单一的 (M,N,K)"),
        Reason::Half { element } if english => {
            format!(
                "each result of {element} has a register of its own, and a modifier chooses the half; the name does not say which"
            )
        }
        Reason::Half { element } => {
            format!("每个 {element} 结果独占一个寄存器，由修饰符选择上半或下半，名字里看不出来")
        }
        Reason::Opaque { whose } if english => {
            format!(
                "a program of {whose} can only load, multiply and store such a matrix whole, and no document says which thread holds which element"
            )
        }
        Reason::Opaque { whose } => {
            format!("{whose} 的程序只能整体读取、相乘和写回这样的矩阵，没有文档说明哪个线程持有哪个元素")
        }
        Reason::Argument { position, found } => match (found, english) {
            (Some(found), true) => format!("{found} is no template argument {position} of it"),
            (Some(found), false) => format!("{found} 不能作为第 {position} 个模板实参"),
            (None, true) => format!("its template argument {position} is missing"),
            (None, false) => format!("缺少第 {position} 个模板实参"),
        },
    }
}

fn dimension(dimension: Dimension, tongue: Tongue) -> &'static str {
    match dimension {
        Dimension::M => "M",
        Dimension::N => "N",
        Dimension::K => "K",
        Dimension::Vector => tongue.pick("the number of elements that share a scale", "共用一个缩放因子的元素数"),
        Dimension::Count => tongue.pick("the count", "个数"),
        Dimension::Bits => tongue.pick("the number of bits", "位数"),
        Dimension::Rows => tongue.pick("the number of lanes", "lane 数"),
        Dimension::Lane => tongue.pick("the lane", "lane"),
        Dimension::Generation => tongue.pick("the generation", "代"),
    }
}

/// `8, 16, 24 or a multiple of 16 from 32 to 256`.
fn extents(extents: &Extents, tongue: Tongue) -> String {
    let few = extents.few.iter().map(i64::to_string).collect::<Vec<_>>();
    let multiples = extents.multiples.map(|(step, from, to)| match tongue {
        Tongue::English => format!("a multiple of {step} from {from} to {to}"),
        Tongue::Chinese => format!("{from} 到 {to} 之间 {step} 的倍数"),
    });
    let all = few.into_iter().chain(multiples).collect::<Vec<_>>();
    match (all.as_slice(), tongue) {
        ([most @ .., last], Tongue::English) if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        (all, Tongue::English) => all.join(", "),
        ([most @ .., last], Tongue::Chinese) if !most.is_empty() => format!("{} 或 {last}", most.join("、")),
        (all, Tongue::Chinese) => all.join("、"),
    }
}

//! Pictures of operations in words: what panels and colours are, and the way of a cell through the operation.

use super::Tongue;
use crate::scene::{Class, Colours, Kind, Meaning, Role, Scene, Stop};

/// So many classes have a colour of their own.
const COLOURS: i64 = 8;

/// Tells what a panel is to the operation.
pub fn role(scene: &Scene, role: Role, tongue: Tongue) -> &'static str {
    let (english, chinese) = match (role, scene.kind) {
        (Role::Operand, Kind::Product) => ("block", "块"),
        (Role::Operand, _) => ("operand", "操作数"),
        (Role::Tiler, _) => ("tiler", "tiler"),
        (Role::Copies, Kind::Product) => ("copies", "副本"),
        (Role::Copies, _) => ("second operand", "第二操作数"),
        (Role::First, _) => ("applied first", "先作用"),
        (Role::Result, _) => ("result", "结果"),
        (Role::Space, _) => ("index space", "索引空间"),
    };
    tongue.pick(english, chinese)
}

/// Returns what to call a panel in a sentence: as the notebook does, or else by the field's word for it.
pub fn called(scene: &Scene, role: Role, tongue: Tongue) -> String {
    let panel = scene.panel(role).and_then(|panel| scene.panels.get(panel));
    if let Some(name) = panel.and_then(|panel| panel.name()) {
        return name.to_string();
    }
    let is_taken = |word: &str| scene.taken.iter().any(|taken| taken == word);
    // CuTe's own letters, or its parameters where the notebook means something else by them.
    let letter = |letter: &'static str, parameter: &'static str| if is_taken(letter) { parameter } else { letter };
    let (english, chinese) = match (role, scene.kind) {
        (Role::Operand, Kind::Product) => ("block", "块"),
        (Role::Operand, Kind::Composition | Kind::Sum) => [letter("A", "lhs"); 2].into(),
        (Role::Operand, _) => ("layout", "布局"),
        (Role::Tiler, _) => ("tiler", "tiler"),
        (Role::Copies, Kind::Product) => ("copies", "副本"),
        (Role::First, _) | (Role::Copies, Kind::Sum) => [letter("B", "rhs"); 2].into(),
        (Role::Copies, _) => ("second operand", "第二操作数"),
        (Role::Result, _) => ("result", "结果"),
        (Role::Space, _) => ("index space", "索引空间"),
    };
    let word = tongue.pick(english, chinese);
    match panel.and_then(|panel| panel.written.as_deref()) {
        // Where the word is a name for something else, what is written says which is meant.
        Some(written) if is_taken(word) => format!("({written})"),
        None if is_taken(word) => tongue.pick(format!("the {word}"), word.to_string()),
        _ => word.to_string(),
    }
}

/// The same within a sentence, where a word has an article.
pub(super) fn meant(scene: &Scene, role: Role, tongue: Tongue) -> String {
    let called = called(scene, role, tongue);
    let has_name =
        scene.panel(role).and_then(|panel| scene.panels.get(panel)).is_some_and(|panel| panel.name().is_some());
    // Letters have no article.
    let is_letter = matches!(
        (role, scene.kind),
        (Role::First, _) | (Role::Operand, Kind::Composition | Kind::Sum) | (Role::Copies, Kind::Sum)
    );
    match tongue {
        Tongue::English if !has_name && !is_letter && !called.starts_with("the ") && !called.starts_with('(') => {
            format!("the {called}")
        }
        _ => called,
    }
}

/// Tells what colours mean, as a heading of the legend.
pub fn colours(scene: &Scene, colours: &Colours, tongue: Tongue) -> String {
    super::without_stray_blanks(said_of_colours(scene, colours, tongue))
}

fn said_of_colours(scene: &Scene, colours: &Colours, tongue: Tongue) -> String {
    let called = |role| meant(scene, role, tongue);
    let Some(meaning) = colours.meaning else {
        return tongue.pick("Same colour, same index modulo 8", "同色即索引模 8 相同").to_string();
    };
    let text = match meaning {
        Meaning::Tile => tongue.pick("Same colour, same tile", "同色即同一块").to_string(),
        Meaning::Copy => tongue.pick("Same colour, same copy", "同色即同一副本").to_string(),
        Meaning::Filler => tongue.pick("Colour: who fills the slot", "颜色表示由谁填充").to_string(),
        Meaning::Coordinate => tongue.pick("Same colour, cells that correspond", "同色即相互对应的格").to_string(),
        Meaning::Element => tongue.pick("Same colour, same larger element", "同色即同一个大元素").to_string(),
        Meaning::Leaves { role, first, last } if first == last => tongue.pick(
            format!("Colour: coordinate along mode {first} of {}", called(role)),
            format!("颜色表示沿 {} 的 mode {first} 的坐标", called(role)),
        ),
        Meaning::Leaves { role, first, last } => tongue.pick(
            format!("Colour: coordinate along modes {first} to {last} of {}, which are one", called(role)),
            format!("颜色表示沿 {} 的mode {first} 至 {last}（合为一个）的坐标", called(role)),
        ),
        Meaning::CutLeaf { leaf } => tongue.pick(
            format!("Colour: coordinate along mode {leaf} of the tiler and its complement"),
            format!("颜色表示沿 tiler 及其补的 mode {leaf} 的坐标"),
        ),
        Meaning::Bits { least, count } => {
            let bits = match count {
                1 => format!("{least}"),
                _ => format!("{}-{least}", least + count - 1),
            };
            tongue.pick(
                format!("Colour: bits {bits} of the index, which the swizzle changes"),
                format!("颜色表示索引的第 {bits} 位，swizzle 改变这些位"),
            )
        }
        Meaning::CoalescedMode { mode } => tongue.pick(
            format!("Colour: coordinate along mode {mode} of {}, coalesced", called(Role::Operand)),
            format!("颜色表示沿合并后 {} 的 mode {mode} 的坐标", called(Role::Operand)),
        ),
    };
    match colours.filled_up_to() {
        Some(end) => tongue.pick(format!("{text}; filled below {end} so far"), format!("{text}；目前填到 {end} 以下")),
        None => text,
    }
}

/// Returns what a class is called in the legend.
pub fn class(scene: &Scene, meaning: Meaning, number: i64, tongue: Tongue) -> String {
    super::without_stray_blanks(said_of_class(scene, meaning, number, tongue))
}

fn said_of_class(scene: &Scene, meaning: Meaning, number: i64, tongue: Tongue) -> String {
    match meaning {
        Meaning::Tile => tongue.pick(format!("tile {number}"), format!("tile {number}")),
        Meaning::Filler if number == 0 => {
            let a = meant(scene, Role::Operand, tongue);
            tongue.pick(format!("{a} itself"), format!("{a} 自身"))
        }
        Meaning::Copy | Meaning::Filler => tongue.pick(format!("copy {number}"), format!("副本 {number}")),
        Meaning::Element => tongue.pick(format!("element {number}"), format!("元素 {number}")),
        Meaning::Bits { count, .. } => format!("{number:0width$b}", width = count as usize),
        Meaning::Coordinate | Meaning::Leaves { .. } | Meaning::CutLeaf { .. } | Meaning::CoalescedMode { .. } => {
            tongue.pick(format!("coordinate {number}"), format!("坐标 {number}"))
        }
    }
}

/// The same of one of `count` classes whose colours come again: `tile 0, 8, …`.
pub fn class_again(scene: &Scene, meaning: Meaning, (number, count): (i64, i64), tongue: Tongue) -> String {
    let own = class(scene, meaning, number, tongue);
    let next = number.saturating_add(COLOURS);
    // A itself is no number that could go on.
    let word = match (meaning, number) {
        (Meaning::Filler, 0) | (Meaning::Bits { .. }, _) => class(scene, meaning, next, tongue),
        _ => next.to_string(),
    };
    match next {
        _ if next >= count => own,
        _ if next.saturating_add(COLOURS) >= count => tongue.pick(format!("{own}, {word}"), format!("{own}、{word}")),
        _ => tongue.pick(format!("{own}, {word}, …"), format!("{own}、{word}…")),
    }
}

/// Tells what a cell is without a class, or beyond the operand.
pub fn classless(scene: &Scene, class: Class, tongue: Tongue) -> Option<String> {
    match (class, scene.kind) {
        (Class::Beyond(_), _) => {
            let a = meant(scene, Role::Operand, tongue);
            Some(super::without_stray_blanks(tongue.pick(format!("beyond {a}"), format!("超出 {a}"))))
        }
        (Class::None, Kind::Complement | Kind::Divide) => Some(tongue.pick("not filled", "未填充").to_string()),
        (Class::None, _) => Some(tongue.pick("not reached", "未到达").to_string()),
        _ => None,
    }
}

/// Which leaves of the operand became a leaf of the result.
pub fn merged(scene: &Scene, leaves: (usize, usize), leaf: usize, tongue: Tongue) -> String {
    super::without_stray_blanks(said_of_leaves(scene, leaves, leaf, tongue))
}

fn said_of_leaves(scene: &Scene, (first, last): (usize, usize), leaf: usize, tongue: Tongue) -> String {
    let [a, r] = [Role::Operand, Role::Result].map(|role| meant(scene, role, tongue));
    match first == last {
        true => tongue.pick(
            format!("Mode {first} of {a} is mode {leaf} of {r}"),
            format!("{a} 的 mode {first} 即 {r} 的 mode {leaf}"),
        ),
        false => tongue.pick(
            format!("Modes {first} to {last} of {a} are mode {leaf} of {r}"),
            format!("{a} 的 mode {first} 至 {last} 合为 {r} 的 mode {leaf}"),
        ),
    }
}

/// The way of a cell through the operation, with its numbers.
pub fn way(scene: &Scene, from: usize, coordinate: i64, tongue: Tongue) -> String {
    super::without_stray_blanks(said_of_way(scene, from, coordinate, tongue))
}

fn said_of_way(scene: &Scene, from: usize, coordinate: i64, tongue: Tongue) -> String {
    let Some(own) = scene.panels.get(from) else { return String::new() };
    let stops = scene.way(from, coordinate);
    let at = |role: Role| {
        let panel = scene.panel(role)?;
        stops.iter().find(|stop: &&Stop| stop.panel == panel)?.coordinate
    };
    let name = |role: Role| called(scene, role, tongue);
    let a = meant(scene, Role::Operand, tongue);
    let value = |role: Role, cell: i64| {
        let panel = scene.panel(role).and_then(|panel| scene.panels.get(panel));
        panel.map_or_else(String::new, |panel| format!("{}({cell}) = {}", name(role), panel.index(cell)))
    };
    let number = scene.classes(from, [coordinate], &scene.colours).into_iter().next().unwrap_or(Class::None);
    let itself = match own.role {
        Role::Space => tongue.pick(format!("Slot {coordinate}"), format!("位置 {coordinate}")),
        role => value(role, coordinate),
    };
    let nowhere = |sentence: String| {
        if own.is_known() {
            sentence
        } else {
            tongue.pick(
                format!("{itself}; too many cells to find what corresponds"),
                format!("{itself}；格子太多，无法找出对应者"),
            )
        }
    };
    match scene.kind {
        Kind::Composition | Kind::Inverse if own.role != Role::Result || at(Role::Operand).is_some() => {
            let chain = chain(scene, &at, &value, &name, tongue);
            chain.unwrap_or_else(|| {
                nowhere(tongue.pick(format!("{itself}; nothing leads here"), format!("{itself}；没有到达此处的坐标")))
            })
        }
        Kind::Divide
        | Kind::Part
        | Kind::Reshape
        | Kind::Recast
        | Kind::Composition
        | Kind::Inverse
        | Kind::Swizzle => {
            let other = if own.role == Role::Result { Role::Operand } else { Role::Result };
            let text = match (at(other), own.role) {
                // The answer is not where the result reads.
                (Some(cell), Role::Tiler)
                    if at(Role::Operand).is_some_and(|read| {
                        scene.meant(Role::Tiler, coordinate).is_some_and(|meant| meant != read)
                    }) =>
                {
                    let read = at(Role::Operand).unwrap_or_default();
                    let (own, result) = (value(Role::Operand, read), value(Role::Result, cell));
                    tongue.pick(
                        format!("{itself}; element {coordinate} of tile 0 is {result} = {own} all the same: CuTe's answer is another function"),
                        format!("{itself}；但 tile 0 的元素 {coordinate} 是 {result} = {own}：CuTe 的结果是另一个函数"),
                    )
                }
                (Some(cell), Role::Tiler) => tongue.pick(
                    format!(
                        "{itself}, the coordinate in {a} of element {coordinate} of tile 0: {}",
                        value(Role::Result, cell)
                    ),
                    format!("{itself}，即 tile 0 中元素 {coordinate} 在 {a} 中的坐标：{}", value(Role::Result, cell)),
                ),
                (Some(cell), _) if scene.kind == Kind::Swizzle => {
                    let (before, after) = (value(Role::Operand, cell), value(Role::Result, cell));
                    tongue.pick(format!("{before} becomes {after}"), format!("{before} 变为 {after}"))
                }
                (Some(cell), _) if scene.kind == Kind::Recast => tongue.pick(
                    format!("{itself} lies with {}", value(other, cell)),
                    format!("{itself} 对应 {}", value(other, cell)),
                ),
                (Some(cell), _) => tongue.pick(
                    format!("{itself} is {}({cell})", name(other)),
                    format!("{itself} 即 {}({cell})", name(other)),
                ),
                (None, Role::Result) => {
                    let r = name(Role::Result);
                    tongue.pick(
                        format!("Coordinate {coordinate} of {r} lies beyond {a}: {itself}"),
                        format!("{r} 的坐标 {coordinate} 超出 {a}：{itself}"),
                    )
                }
                (None, _) => {
                    return nowhere(
                        tongue
                            .pick(format!("{itself}; the result does not read it"), format!("{itself}；结果不读取它")),
                    );
                }
            };
            match (number, at(Role::Tiler)) {
                (Class::Of(tile) | Class::Beyond(tile), Some(element))
                    if scene.kind == Kind::Divide && own.role != Role::Tiler =>
                {
                    tongue.pick(
                        format!("{text}, element {element} of tile {tile}"),
                        format!("{text}，tile {tile} 的元素 {element}"),
                    )
                }
                (Class::Of(tile) | Class::Beyond(tile), None) if scene.kind == Kind::Divide => {
                    tongue.pick(format!("{text}, tile {tile}"), format!("{text}，tile {tile}"))
                }
                _ => text,
            }
        }
        Kind::Product => match (own.role, at(Role::Operand), number) {
            (Role::Copies, ..) => tongue
                .pick(format!("{itself}: copy {coordinate} of the block"), format!("{itself}：块的副本 {coordinate}")),
            (Role::Operand, ..) => tongue.pick(
                format!("{itself}: element {coordinate} of every copy"),
                format!("{itself}：每个副本的元素 {coordinate}"),
            ),
            (_, Some(element), Class::Of(copy)) => tongue.pick(
                format!("{itself} is element {element} of copy {copy}; {}", value(Role::Operand, element)),
                format!("{itself} 是副本 {copy} 的元素 {element}；{}", value(Role::Operand, element)),
            ),
            _ => nowhere(itself.clone()),
        },
        Kind::Sum => match (at(Role::Operand), at(Role::Copies), at(Role::Result)) {
            (Some(a), Some(b), Some(r)) => {
                let of = |role: Role, cell: i64| value(role, cell);
                let (left, right, sum) = (of(Role::Operand, a), of(Role::Copies, b), of(Role::Result, r));
                tongue.pick(format!("{left} and {right}, so {sum}"), format!("{left}，{right}，故 {sum}"))
            }
            _ => nowhere(itself.clone()),
        },
        Kind::Complement => match (own.role, at(Role::Operand), at(Role::Result), number) {
            (Role::Space, Some(element), _, Class::Of(0)) => tongue.pick(
                format!("{itself} is filled by {a} itself: {}", value(Role::Operand, element)),
                format!("{itself} 由 {a} 自身填充：{}", value(Role::Operand, element)),
            ),
            (Role::Space, Some(element), Some(copy), Class::Of(_)) => tongue.pick(
                format!(
                    "{itself} is filled by copy {copy}: {} and {}",
                    value(Role::Operand, element),
                    value(Role::Result, copy)
                ),
                format!(
                    "{itself} 由副本 {copy} 填充：{}，{}",
                    value(Role::Operand, element),
                    value(Role::Result, copy)
                ),
            ),
            (Role::Space, ..) => {
                nowhere(tongue.pick(format!("{itself} is filled by nothing"), format!("{itself} 没有填充")))
            }
            (Role::Result, ..) if coordinate == 0 => {
                tongue.pick(format!("{itself}: {a} itself begins here"), format!("{itself}：{a} 自身从此处开始"))
            }
            (Role::Result, ..) => tongue.pick(
                format!("{itself}: copy {coordinate} of {a} begins here"),
                format!("{itself}：{a} 的副本 {coordinate} 从此处开始"),
            ),
            _ => tongue.pick(
                format!("{itself}: this slot, and one in every copy"),
                format!("{itself}：此位置，以及每个副本中的一个位置"),
            ),
        },
        Kind::Other => itself,
    }
}

/// Of a composition `b -> B(b) -> A(B(b)) = R(b)`, of an inverse the same without a panel for the index.
fn chain(
    scene: &Scene,
    at: &dyn Fn(Role) -> Option<i64>,
    value: &dyn Fn(Role, i64) -> String,
    name: &dyn Fn(Role) -> String,
    tongue: Tongue,
) -> Option<String> {
    let (operand, result) = (at(Role::Operand)?, at(Role::Result)?);
    let (a, r) = (meant(scene, Role::Operand, tongue), meant(scene, Role::Result, tongue));
    let called = name(Role::Result);
    Some(match (scene.kind, at(Role::First)) {
        (Kind::Inverse, _) if scene.leads.first() == Some(&Role::Operand) => tongue.pick(
            format!("{}, the coordinate of {r}: {}", value(Role::Operand, operand), value(Role::Result, result)),
            format!("{}，即 {r} 的坐标：{}", value(Role::Operand, operand), value(Role::Result, result)),
        ),
        (Kind::Inverse, _) => tongue.pick(
            format!("{}, the coordinate of {a}: {}", value(Role::Result, result), value(Role::Operand, operand)),
            format!("{}，即 {a} 的坐标：{}", value(Role::Result, result), value(Role::Operand, operand)),
        ),
        (_, Some(first)) => {
            let (a, b) = (name(Role::Operand), name(Role::First));
            let own = value(Role::Operand, operand);
            match scene.meant(Role::First, first).filter(|meant| *meant != operand) {
                None => format!("{called}({result}) = {a}({b}({first})) = {own}"),
                Some(meant) => {
                    let meant = value(Role::Operand, meant);
                    tongue.pick(
                        format!("{called}({result}) = {own}, where {a}({b}({first})) = {meant}: CuTe's answer is another function"),
                        format!("{called}({result}) = {own}，而 {a}({b}({first})) = {meant}：CuTe 的结果是另一个函数"),
                    )
                }
            }
        }
        (_, None) => tongue.pick(
            format!("{}, which is {called}({result})", value(Role::Operand, operand)),
            format!("{}，即 {called}({result})", value(Role::Operand, operand)),
        ),
    })
}

//! Functions of Python: lambdas, what comprehensions run for each item, and parameters.

use super::expression::{call_of, invoke, tuple};
use super::host;
use super::lexer::Kind;
use super::names;
use super::reader::{LOOKED_AT, NotRead, Read, Reader, code, int};
use super::statement::asked as by_name;
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Span};
use crate::notebook::written::Reason;
use crate::paste::defaults::Instructions;
use crate::paste::document::Entry;
use crate::paste::{Function, Input, InputKind, Parameter, RoleKind, defaults};

/// A tensor of which nothing is known but its name.
const TENSOR: &str = "gmem_ptr[16b](…) o (512,512):(512,_1)";

/// One with a mode of batches.
const BATCHED: &str = "gmem_ptr[16b](…) o (512,512,1):(512,_1,262144)";

/// One with a single mode.
const VECTOR: &str = "gmem_ptr[16b](…) o 1024:_1";

/// One cut into tiles.
const TILED: &str = "gmem_ptr[16b](…) o ((_16,_16),(32,32)):((512,_1),(8192,_16))";

/// One of batches, rows, heads and the elements of a head.
const HEADS: &str = "gmem_ptr[16b](…) o (1,512,8,64):(262144,512,64,_1)";

/// One whose heads are groups of heads.
const GROUPED_HEADS: &str = "gmem_ptr[16b](…) o (1,512,8,1,64):(262144,512,64,64,_1)";

/// Tile that an instruction of one thread takes, how often, and further modes: of the sums in tensor memory, and of a
/// tile.
const SUMS: &str = "tmem_[32b](…) o ((_128,_128),_1,_1,_2):((_65536,_1),_0,_0,_128)";
const SUMS_OF_ONE: &str = "tmem_[32b](…) o ((_128,_128),_1,_1):((_65536,_1),_0,_0)";
const TILES: [&str; 4] = [
    "gmem_ptr[16b](…) o ((_128,_128),_1,_1):((512,_1),_0,_0)",
    "gmem_ptr[16b](…) o ((_128,_128),_1,_1,4):((512,_1),_0,_0,65536)",
    "gmem_ptr[16b](…) o ((_128,_128),_1,_1,4,4):((512,_1),_0,_0,65536,_128)",
    "gmem_ptr[16b](…) o ((_128,_128),_1,_1,4,4,1):((512,_1),_0,_0,65536,_128,262144)",
];

/// Part that a thread has of a tile: values, rows, columns, stages.
const PARTS: [&str; 2] = [
    "smem_ptr[16b](…) o ((_8,_1),_8,_4):((_1,_0),_1024,_16)",
    "smem_ptr[16b](…) o ((_8,_1),_8,_4,_3):((_1,_0),_1024,_16,_8192)",
];

/// Registers that a thread reads at a time from tensor memory.
const REGISTERS: &str = "ptr[16b](…) o ((_32,_1),_1,_1):((_1,_0),_0,_0)";

/// Which thread holds what of such a tile.
const THREAD_VALUES: &str = "((_8,_4),(_2,_4)):((_2,_64),(_1,_16))";

/// Layout of the stages of a tile in shared memory: as an instruction takes them, and by rows and columns.
const STAGED_FOR_MMA: &str = "Sw<3,4,3> o _0 o ((_128,_16),_1,_4,_4):((_64,_1),_0,_16,_8192)";
const STAGED: &str = "Sw<3,4,3> o _0 o (_128,_64,_4):(_64,_1,_8192)";

/// Number of modes of a tensor by what stands in brackets behind its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    /// So many.
    Modes(usize),
    /// A tile and what is around it, as `zipped_divide` makes them.
    Tiled,
    /// So many, the first of which is a tile.
    OfTile(usize),
}

impl Reader<'_> {
    /// Returns how many modes the brackets that open at a token name; `None` of one index, which may be of a list.
    pub(super) fn rank_at(&self, open: usize) -> Option<Rank> {
        let end = self.behind_bracket_within(open, LOOKED_AT).saturating_sub(1);
        let mut begin = open + 1;
        let is_tuple = self.is_mark_of(begin, "(") && self.behind_bracket_within(begin, LOOKED_AT) == end;
        begin += usize::from(is_tuple);
        let is_of_tile = is_tuple && self.is_mark_of(begin, "(");
        let (mut depth, mut commas, mut is_tiled) = (0_usize, 0, false);
        for at in begin..end.saturating_sub(usize::from(is_tuple)) {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(Kind::Mark("(" | "[")) => depth += 1,
                Some(Kind::Mark(")" | "]")) => depth = depth.saturating_sub(1),
                Some(Kind::Mark(",")) if depth == 0 => commas += 1,
                Some(Kind::Mark(",")) if depth == 1 => is_tiled = true,
                _ => {}
            }
        }
        match (is_tiled, commas) {
            (true, 1) => Some(Rank::Tiled),
            (true, 2..=5) if is_of_tile => Some(Rank::OfTile(commas + 1)),
            (_, 0) if !is_tuple => None,
            _ => Some(Rank::Modes(commas + 1)),
        }
    }

    /// Where `for` stands within the bracket that is open, if what begins here is a comprehension.
    pub(super) fn comprehension_at(&self) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                Kind::Mark("(" | "[" | "{") => depth += 1,
                Kind::Mark(")" | "]" | "}") => depth = depth.checked_sub(1)?,
                Kind::Mark(",") if depth == 0 => return None,
                Kind::Newline => return None,
                Kind::Name if depth == 0 && self.word_at(at) == "for" => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// `f(i) for i in range(n) if …`, whose `for` stands at a token; of `k: f(k) for k in …` pairs.
    pub(super) fn comprehension(&mut self, for_at: usize, start: Span) -> Read<Expression> {
        let body = self.at;
        self.clauses(for_at, body, start)
    }

    /// The clauses of a comprehension from a `for` on, whose body stands at a token.
    fn clauses(&mut self, for_at: usize, body: usize, start: Span) -> Read<Expression> {
        self.descend()?;
        self.at = for_at + 1;
        let targets = self.targets_before("in").ok_or(NotRead)?;
        let iterable = self.any_of()?;
        let filter = (self.word() == "if").then_some(self.at + 1);
        // To the next `for`, or to the bracket that ends it.
        let mut depth = 0_usize;
        while !(depth == 0 && self.word() == "for") {
            match self.kind() {
                Some(Kind::Mark("(" | "[" | "{")) => depth += 1,
                Some(Kind::Mark(")" | "]" | "}")) => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => break,
                },
                Some(Kind::Name) if depth == 0 && self.word() == "async" => return Err(NotRead),
                None | Some(Kind::Newline) => return Err(NotRead),
                Some(_) if filter.is_none() => return Err(NotRead),
                Some(_) => {}
            }
            self.at += 1;
        }
        let inner = (self.word() == "for").then_some(self.at);
        let mut end = self.at;
        let made = match inner {
            None => self.each(&targets, |reader| reader.body_at(body))?,
            Some(inner) => {
                let made = self.each(&targets, |reader| reader.clauses(inner, body, start))?;
                end = self.at;
                made
            }
        };
        let mut arguments = vec![made, iterable];
        if let Some(filter) = filter {
            arguments.push(self.each(&targets, |reader| reader.body_at(filter))?);
        }
        self.at = end;
        self.depth -= 1;
        let made = invoke(names::FOR, arguments, start.to(self.before()));
        Ok(match inner {
            Some(_) => invoke(names::FLAT, vec![made], start.to(self.before())),
            None => made,
        })
    }

    /// What a comprehension makes of an item, or its condition, which stands at a token.
    fn body_at(&mut self, at: usize) -> Read<Expression> {
        self.at = at;
        let first = self.starred()?;
        if !self.take(":") {
            return Ok(first);
        }
        let second = self.starred()?;
        let span = first.span.to(second.span);
        Ok(invoke(names::TUPLE, vec![first, second], span))
    }

    /// Reads what is done for each item, and leaves the token behind it.
    fn each(
        &mut self,
        targets: &[(String, Span, Vec<i64>)],
        read: impl FnOnce(&mut Self) -> Read<Expression>,
    ) -> Read<Expression> {
        let span = targets.first().map_or(Span::default(), |(_, span, _)| *span);
        let first = self.builder.count();
        self.builder.open();
        let is_flat = targets.iter().all(|(_, _, path)| path.len() < 2);
        let parameters = match is_flat {
            true => targets.iter().map(|(name, span, _)| self.parameter_of((name.clone(), *span))).collect(),
            false => vec![self.parameter_of((String::new(), span))],
        };
        let before = self.builder.within_function(true);
        let guard = self.builder.under(None);
        if let (false, Some(whole)) = (is_flat, parameters.first().map(|whole: &Parameter| whole.statement)) {
            for (name, place, path) in targets {
                let of = code(Code::Of(whole), *place);
                let item = path.iter().fold(of, |of, mode| invoke(names::AT, vec![of, int(*mode, *place)], *place));
                self.builder.push(*place, Some((name.clone(), *place)), item, RoleKind::Hidden, false);
            }
        }
        let body = read(self);
        let span = body.as_ref().map_or(span, |body| body.span);
        if let Ok(body) = &body {
            let index = self.builder.push(span, None, body.clone(), RoleKind::Return, false);
            // The body for each item is no statement of the text.
            if let Some(role) = self.builder.role(index) {
                role.site = Some(index);
            }
        }
        self.builder.under(guard);
        self.builder.within_function(before);
        self.builder.close();
        body?;
        let range = first..self.builder.count();
        let number = self.builder.function(Function { parameters, range, ..Function::default() });
        Ok(code(Code::Lambda(number), span))
    }

    /// The shape of a cluster, as far as a text says how large it has to be.
    pub(super) fn of_cluster(&self, name: &str, default: String) -> String {
        match default.strip_prefix("(1,1") {
            Some(rest) if self.is_paired && name.contains("cluster") => format!("(2,1{rest}"),
            _ => default,
        }
    }

    /// Where a tile is, as far as a text says by `tile_coord[2][1]` and `tile_coord[3]` what that has.
    pub(super) fn of_coordinate(&self, name: &str, default: String) -> String {
        let is_tile = name.ends_with("tile_idx") || name.ends_with("_coord");
        if default != "(0,0,0)" || !is_tile || self.coordinates.is_empty() {
            return default;
        }
        let count = self.coordinates.iter().map(|(mode, _)| mode + 1).max().unwrap_or(3).max(3);
        let mode = |mode| {
            let within = self.coordinates.iter().filter(|(of, _)| *of == mode).filter_map(|(_, within)| *within).max();
            within.map_or("0".to_string(), |within| format!("({})", vec!["0"; within + 1].join(",")))
        };
        format!("({})", (0..count).map(mode).collect::<Vec<_>>().join(","))
    }

    fn parameter_of(&mut self, name: (String, Span)) -> Parameter {
        let statement = self.builder.unknown(name.1, name, Reason::NotDefined, false);
        self.bound.insert(statement);
        Parameter { statement, ..Parameter::default() }
    }

    /// Names of a loop up to `in`, each with where it stands in what is taken: of `i, (m, n)` `n` is at 1, 1.
    pub(super) fn loop_targets(&mut self) -> Option<Vec<(String, Span, Vec<i64>)>> {
        self.targets_before("in")
    }

    /// Names that a tuple is given to, up to a word or a mark, with the place of each in it.
    pub(super) fn targets_before(&mut self, end: &str) -> Option<Vec<(String, Span, Vec<i64>)>> {
        let mut found = Vec::new();
        // Places so far of the tuples that are open; parentheses around all of them say nothing.
        let mut path = vec![0_i64];
        let is_in = |reader: &Self, at: usize| reader.word_at(at) == end || reader.is_mark_of(at, end);
        let whole = self.is_mark("(") && is_in(self, self.behind_bracket_within(self.at, LOOKED_AT));
        self.at += usize::from(whole);
        while !is_in(self, self.at) {
            match self.kind()? {
                Kind::Name => found.push((self.word().to_string(), self.span(), path.clone())),
                Kind::Mark(",") => *path.last_mut()? += 1,
                Kind::Mark("(") if path.len() < 8 => path.push(0),
                Kind::Mark(")") if path.len() > 1 => _ = path.pop(),
                Kind::Mark(")") if whole => {}
                _ => return None,
            }
            self.at += 1;
        }
        self.at += 1;
        // A name alone is all that is taken.
        if let [(_, _, only)] = found.as_mut_slice()
            && *only == [0]
            && path == [0]
        {
            only.clear();
        }
        Some(found)
    }

    /// `lambda x, y: …`.
    pub(super) fn lambda(&mut self) -> Read<Expression> {
        self.at += 1;
        let mut targets = Vec::new();
        let (mut defaults, mut rest) = (Vec::new(), None);
        while !self.is_mark(":") {
            match self.kind() {
                Some(Kind::Name) => {
                    let place = i64::try_from(targets.len()).unwrap_or_default();
                    targets.push((self.word().to_string(), self.span(), vec![place]));
                    self.at += 1;
                }
                Some(Kind::Mark(",")) => self.at += 1,
                Some(Kind::Mark("*")) => {
                    self.at += 1;
                    if self.kind() == Some(Kind::Name) {
                        rest = Some(targets.len());
                    }
                }
                Some(Kind::Mark("=")) => {
                    self.at += 1;
                    let value = self.expression()?;
                    defaults.extend(targets.len().checked_sub(1).map(|place| (place, value)));
                }
                _ => return Err(NotRead),
            }
        }
        let at = self.at + 1;
        let made = self.each(&targets, |reader| {
            reader.at = at;
            reader.starred()
        })?;
        let number = match &made.kind {
            ExpressionKind::Code(code) => match **code {
                Code::Lambda(number) => number,
                _ => return Ok(made),
            },
            _ => return Ok(made),
        };
        if let Some(function) = self.builder.function_mut(number) {
            for (place, value) in defaults {
                if let Some(parameter) = function.parameters.get_mut(place) {
                    parameter.default = Some(value);
                }
            }
            if let Some(parameter) = rest.and_then(|place| function.parameters.get_mut(place)) {
                parameter.is_rest = true;
                function.is_variadic = true;
            }
        }
        Ok(made)
    }

    /// A parameter of `def`, which begins here; `None` of `self`, `*` and the like.
    pub(super) fn parameter(&mut self) -> Option<Parameter> {
        let is_rest = self.take("*");
        let is_names = !is_rest && self.take("**");
        if is_rest || is_names || self.take("/") {
            if self.kind() != Some(Kind::Name) {
                return None;
            }
            let name = (self.word().to_string(), self.span());
            self.at += 1;
            let statement = self.builder.unknown(name.1, name, Reason::NotDefined, false);
            let nothing = match is_names {
                true => invoke(names::DICTIONARY, Vec::new(), self.before()),
                false => tuple(Vec::new(), self.before()),
            };
            let default = Some(nothing);
            return Some(Parameter { statement, default, is_rest, is_names, ..Parameter::default() });
        }
        let (name, span) = (self.word().to_string(), self.span());
        self.at += 1;
        let mut annotation = String::new();
        if self.take(":") {
            let begin = self.span().start;
            let mut depth = 0_usize;
            while let Some(kind) = self.kind() {
                match kind {
                    Kind::Mark("(" | "[" | "{") => depth += 1,
                    Kind::Mark(")" | "]" | "}") if depth == 0 => break,
                    Kind::Mark(")" | "]" | "}") => depth -= 1,
                    Kind::Mark("," | "=") if depth == 0 => break,
                    Kind::Newline => break,
                    _ => {}
                }
                self.at += 1;
            }
            annotation = self.text.get(begin..self.before().end).unwrap_or_default().to_string();
        }
        let default = if self.take("=") { self.expression().ok() } else { None };
        if matches!(name.as_str(), "self" | "cls") {
            return None;
        }
        let said = default.clone().filter(|default| !matches!(default.kind, ExpressionKind::Text(_)));
        // An object of a class of the text is one as the text makes it.
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let class = annotation.split(|letter| !is_word(letter)).find(|word| self.is_class(word)).map(str::to_string);
        let class = class.map(|class| self.class_itself(&class, span));
        let said = said.or_else(|| class.clone());
        let rank = self.ranks.get(&name).copied();
        // Without a word of what it is, it is what it is used as.
        let is_used_as_tensor = self.tensors.contains(&name) && !name.to_ascii_lowercase().ends_with("layout");
        if annotation.is_empty() && default.is_none() && (is_used_as_tensor || is_of_memory(&name)) {
            annotation.push_str("Tensor");
        }
        let is_untold = annotation.is_empty() && default.is_none() && !is_of_numbers(&name);
        let statement =
            match asked(&name, &annotation, default.as_ref(), rank, self.is_batched, (self.instructions, self.entry)) {
                Some((kind, default, is_static)) => {
                    // The matrices of a product have the modes that they are taken by further on.
                    let is_matrix = name.len() <= 2 || name.ends_with("_tensor");
                    let default = match default.as_str() {
                        _ if annotation.is_empty() && said.is_none() && self.objects.contains(&name) => String::new(),
                        TENSOR if self.is_batched && rank.is_none() && is_matrix => BATCHED.to_string(),
                        _ => self.of_cluster(&name, default),
                    };
                    // Factors with scale factors have narrow elements, and so have these.
                    let default = match (self.is_scaled && is_factor(&name), kind) {
                        (true, InputKind::Element) if name.starts_with("sf") => "float_ue8m0_t".to_string(),
                        (true, InputKind::Element) => "float_e4m3_t".to_string(),
                        (true, _) => default.replace("gmem_ptr[16b]", "gmem_ptr[8b]"),
                        // Scale factors of whole blocks are as wide as the sums.
                        (false, _) if is_scales(&name) => default.replace("gmem_ptr[16b]", "gmem_ptr[32b]"),
                        (false, _) => default,
                    };
                    let kind = if default.is_empty() { InputKind::Value } else { kind };
                    let input = Input { name, statement: 0, kind, is_static, default, span };
                    self.builder.input(input, span, said)
                }
                None if let (Some(_), Some(said)) = (&self.fields, said) => {
                    self.builder.push(span, Some((name, span)), said, RoleKind::Value, false)
                }
                None => self.builder.unknown(span, (name, span), Reason::NotDefined, false),
            };
        if is_untold {
            self.builder.is_untold(statement);
        }
        // A tensor of the host that is given to it becomes one of the DSL.
        let is_tensor = annotation.contains("Tensor")
            && !annotation.contains("torch")
            && !annotation.contains("SSA")
            && !is_of_several(&annotation);
        let declared = is_tensor.then(|| invoke(host::PARAMETER, Vec::new(), span)).or(class);
        // Shapes and coordinates are as static as they are given.
        let is_of_layouts = annotation
            .split(|letter| !is_word(letter))
            .any(|word| matches!(word, "Shape" | "Tile" | "Tiler" | "Stride" | "Coord" | "IntTuple"));
        let is_constant = annotation.contains("Constexpr") || annotation.contains("Type[") || is_of_layouts;
        let passed = (!is_constant).then(|| call_of(host::NUMBERS, span, Vec::new()));
        Some(Parameter { statement, declared, default, passed, ..Parameter::default() })
    }
}

/// Reports whether a name is that of a number: `num_blocks`, `n_block_max`, `M`.
fn is_of_numbers(name: &str) -> bool {
    const WORDS: [&str; 22] = [
        "iter", "per_", "step", "num", "count", "size", "block", "dim", "mask", "max", "min", "len", "tile", "idx",
        "index", "stage", "warp", "thread", "cta", "rank", "bits", "width",
    ];
    let lower = name.to_ascii_lowercase();
    lower.starts_with("n_")
        || matches!(lower.as_str(), "m" | "n" | "k" | "l")
        || WORDS.iter().any(|word| lower.contains(word))
}

/// Reports whether a type is that of several values: `List[cute.Tensor]`.
fn is_of_several(annotation: &str) -> bool {
    let begin = annotation.trim_matches(['"', '\'']).split('[').next().unwrap_or_default();
    let word = begin.rsplit('.').next().unwrap_or_default();
    annotation.contains('[')
        && matches!(word, "List" | "list" | "Tuple" | "tuple" | "Sequence" | "Iterable" | "Dict" | "dict" | "Mapping")
}

/// Reports whether a name is that of a tensor, by where it lies: `mA`, `gC_mnl`, `sQ`.
fn is_of_memory(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|memory| matches!(memory, 'm' | 'g' | 's'))
        && letters.next().is_some_and(|of| of.is_ascii_uppercase())
        && letters.next().is_none_or(|letter| letter == '_')
        && !name.contains("layout")
}

/// Reports whether a name is that of a factor of a product, or of its scale factors: `mA_mkl`, `sfb_ptr`.
fn is_factor(name: &str) -> bool {
    let bare = name.strip_prefix(['m', 'g']).filter(|rest| rest.starts_with(char::is_uppercase)).unwrap_or(name);
    let is_one = |part: &str| ["a", "b", "ab", "sf", "sfa", "sfb"].contains(&part.to_ascii_lowercase().as_str());
    bare.split('_').next().is_some_and(is_one) || bare.rsplit('_').next().is_some_and(is_one)
}

/// Reports whether a name is that of scale factors of a factor of a product: `mSFA_mkl`.
fn is_scales(name: &str) -> bool {
    let lower = name.strip_prefix('m').unwrap_or(name).to_ascii_lowercase();
    lower.starts_with("sfa") || lower.starts_with("sfb")
}

/// Reports whether a name is that of a thread's part of a tensor: `tCsA`, `tAgA_copy`.
fn is_part(name: &str) -> bool {
    let letters = name.strip_prefix('t').unwrap_or_default().chars();
    let mut letters = letters.skip_while(|letter| letter.is_ascii_uppercase() || *letter == '_');
    name.chars().nth(1).is_some_and(char::is_uppercase)
        && letters.next().is_some_and(|memory| matches!(memory, 's' | 'g' | 'r' | 'c'))
        && letters.next().is_some_and(char::is_uppercase)
}

/// Returns accumulators in tensor memory, and stages of them, where a name says that they lie there: `tStS`, `tOtO_staged`.
fn in_tensor_memory(name: &str, rank: Option<Rank>) -> Option<&'static str> {
    let mut letters =
        name.strip_prefix('t')?.chars().skip_while(|letter| letter.is_ascii_uppercase() || *letter == '_');
    let is_there = name.chars().nth(1).is_some_and(char::is_uppercase)
        && letters.next() == Some('t')
        && letters.next().is_some_and(char::is_uppercase);
    is_there.then_some(match rank {
        Some(Rank::Modes(2)) => "tmem_[32b](…) o (_128,_128):(_65536,_1)",
        Some(Rank::Modes(4)) => "tmem_[32b](…) o ((_128,_128),_1,_1,_2):((_65536,_1),_0,_0,_128)",
        _ if name.contains("staged") => "tmem_[32b](…) o ((_128,_128),_1,_1,_2):((_65536,_1),_0,_0,_128)",
        _ => "tmem_[32b](…) o ((_128,_128),_1,_1):((_65536,_1),_0,_0)",
    })
}

/// Stages of an operand in shared memory, as `tcgen05` takes them.
const SHARED_FOR_MMA: &str = "make_tensor(make_smem_ptr<half_t>(nullptr), UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_128,_16>,_1,_4,_4>{}))";

/// Stages of scale factors in shared memory, as `tcgen05` takes them.
const SCALES_FOR_MMA: &str = "((((_32,_4),_1),(_32,_1)),_1,_4,_4):((((_16,_4),_0),(_0,_0)),_0,_1,_512)";

/// Reports whether a name is that of a layout of an operand in shared memory: `a_smem_layout`, of a result it is not.
fn is_operand(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or_default();
    !matches!(first, "c" | "d" | "epi" | "o" | "lse") && !first.starts_with("sf")
}

/// Reports whether a name is that of an operand in shared memory: `sA`, `sQ`; scale factors are others.
fn is_shared(name: &str) -> bool {
    let rest = name.strip_prefix('s').unwrap_or_default();
    rest.starts_with(char::is_uppercase) && rest.len() <= 2 && !matches!(rest, "C" | "D" | "O" | "SF")
}

/// CTAs of a cluster of one.
const CLUSTER: &str = "((_1),_1,_1,_1):((_0),_0,_0,_0)";

/// Reports whether a name is that of the layout of the CTAs of a cluster.
fn is_cluster(name: &str) -> bool {
    ["cluster_layout", "cta_layout"].iter().any(|word| name.contains(word)) && name.ends_with("mnk")
}

/// Reports whether a name is that of the layout of the stages of a tile in shared memory: `sA_layout`.
fn is_staged(name: &str) -> bool {
    let mut letters = name.chars();
    let is_memory = letters.next() == Some('s') && letters.next().is_some_and(char::is_uppercase);
    (is_memory && name.ends_with("_layout")) || name.contains("smem_layout_staged")
}

/// Returns the stages of a tile in shared memory, by the name of their layout: `a_smem_layout_staged`.
pub(super) fn staged_layout(name: &str, instructions: Instructions) -> &'static str {
    match name {
        _ if is_scales(name) => SCALES_FOR_MMA,
        _ if instructions == Instructions::Tcgen05 && is_operand(name) => STAGED_FOR_MMA,
        _ => STAGED,
    }
}

/// Returns what is asked for a parameter: its kind, what it is where nobody says, and whether the program knows it when
/// it is compiled. `None` of what has no value here.
pub(super) fn asked(
    name: &str,
    annotation: &str,
    default: Option<&Expression>,
    rank: Option<Rank>,
    is_batched: bool,
    (instructions, entry): (Instructions, Entry),
) -> Option<(InputKind, String, bool)> {
    let bare = annotation.trim_matches(['"', '\'']);
    let is_compiled = bare.contains("Constexpr")
        || bare.contains("uple[int")
        || (entry != Entry::Kernel && matches!(bare, "int" | "bool"));
    let value = |default: &str| Some((InputKind::Value, default.to_string(), is_compiled));
    let integer = |is_static: bool| {
        // One letter of a parameter is a size, unless it counts.
        if name.len() == 1 && !matches!(name, "i" | "j" | "M" | "N" | "K" | "m" | "n" | "k") {
            return Some((InputKind::Size, "8".to_string(), is_static));
        }
        let (kind, default) = defaults::of_integer(name);
        Some((kind, default.to_string(), is_static))
    };
    if let Some(ExpressionKind::Text(text)) = default.map(|default| &default.kind) {
        return value(&format!("\"{text}\""));
    }
    let kind = bare.rsplit(['.', '[']).next().unwrap_or(bare).trim_end_matches(']');
    if bare.contains("Tensor") && is_of_several(bare) {
        return value("");
    }
    if bare.contains("Tensor") && !bare.contains("TensorSSA") {
        let is_batched = is_batched && ["_mkl", "_nkl", "_mnl", "_mnk"].iter().any(|end| name.ends_with(end));
        return value(match rank {
            _ if let Some(sums) = in_tensor_memory(name, rank) => sums,
            Some(Rank::OfTile(modes)) => match (name.contains("Acc"), modes) {
                (true, 3) => SUMS_OF_ONE,
                (true, 4) => SUMS,
                _ => TILES.get(modes.saturating_sub(3)).copied().unwrap_or(TENSOR),
            },
            Some(Rank::Modes(modes @ 3..=4)) if is_part(name) => PARTS.get(modes - 3).copied().unwrap_or(TENSOR),
            None | Some(Rank::Modes(4)) if instructions == Instructions::Tcgen05 && is_shared(name) => SHARED_FOR_MMA,
            None if name.starts_with("tTR_r") || name.starts_with("tRS_r") => REGISTERS,
            Some(Rank::Modes(4)) => HEADS,
            Some(Rank::Modes(5)) => GROUPED_HEADS,
            Some(Rank::Modes(1)) => VECTOR,
            Some(Rank::Modes(3)) => BATCHED,
            Some(Rank::Tiled) => TILED,
            None | Some(Rank::Modes(_)) if is_batched => BATCHED,
            _ => TENSOR,
        });
    }
    if bare.contains("Type[") || bare.contains("Numeric") || name.ends_with("dtype") || name.ends_with("_type") {
        let default = if name.contains("acc") { "float" } else { "half_t" };
        return Some((InputKind::Element, default.to_string(), true));
    }
    match kind {
        "bool" | "Boolean" => {
            let default = if name.ends_with("tma_store") { "true" } else { "false" };
            return Some((InputKind::Truth, default.to_string(), is_compiled));
        }
        "int" | "Int32" | "Int64" | "Integer" | "Uint32" | "Uint64" | "Int8" | "Int16" | "Uint8" | "Uint16"
        | "IntTuple" => {
            return integer(is_compiled);
        }
        "float" | "Float32" | "Float16" | "str" | "Callable" | "CUstream" | "Stream" | "Optional" | "Any" => {
            return None;
        }
        _ => {}
    }
    match kind {
        "TiledMma" | "ThrMma" => return value(instructions.tiled_mma()),
        _ if bare.contains("CopyAtom") || bare.contains("TmaInfo") => {
            let plain = name.to_ascii_lowercase().replace('_', "");
            return value(defaults::of_tma(&plain).unwrap_or("Copy_Atom<UniversalCopy<uint128_t>, half_t>{}"));
        }
        "PersistentTileSchedulerParams" | "ClcDynamicPersistentTileSchedulerParams" => {
            return value("PersistentTileSchedulerParams((4,4,1),(1,1,1))");
        }
        "Layout" if is_cluster(name) && name.ends_with("vmnk") => return value(CLUSTER),
        "Layout" if is_cluster(name) => return value("(_1,_1,_1):(_0,_0,_0)"),
        "Layout" if name.starts_with("thr_") => return value("(4,32):(32,1)"),
        "Layout" if name.starts_with("val_") => return value("(4,4):(4,1)"),
        "Layout" if is_scales(name) && name.contains("smem") => return value(SCALES_FOR_MMA),
        "Layout" if is_staged(name) => return value("(128,64,4):(64,1,8192)"),
        "TiledCopy" | "ThrCopy" => return value(defaults::TILED_COPY),
        "ComposedLayout" => {
            return value(match rank {
                Some(Rank::Modes(4)) => STAGED_FOR_MMA,
                Some(Rank::Modes(3)) => STAGED,
                None if instructions == Instructions::Tcgen05 && is_operand(name) => STAGED_FOR_MMA,
                None if name.contains("staged") => STAGED,
                _ => defaults::PLAIN_BOX,
            });
        }
        "Layout" if name.starts_with("tv_") => return value(THREAD_VALUES),
        // What a thread has of the sums of a product.
        "Layout" if name.contains("acc") => return value("((_2,_2),_4,_8):((_1,_2),_4,_16)"),
        "Layout" if rank == Some(Rank::Modes(3)) => return value("(128,64,4):(64,_1,8192)"),
        "Layout" => return value(defaults::DYNAMIC_BOX),
        "Shape" | "Coord"
            if let (InputKind::Value, default) = by_name(name)
                && default.starts_with('(') =>
        {
            return value(&default);
        }
        "Shape" => return value("(512,512)"),
        "Tile" | "Tiler" => return value("(_128,_64)"),
        _ => {}
    }
    // `tile: Tuple[int, int, int]`
    let count = bare.matches("int").count() + bare.matches("Int32").count();
    if (bare.contains("uple[") || bare.contains("Shape") || bare.contains("Tile")) && count > 0 {
        let lower = name.to_ascii_lowercase();
        if lower.contains("atom_layout") && count == 3 {
            return value("(2,2,1)");
        }
        if lower.contains("cluster") {
            return value(&format!("({})", vec!["1"; count.clamp(1, 8)].join(",")));
        }
        if count == 3 {
            return value("(128,128,64)");
        }
        let default = vec!["128"; count.clamp(1, 8)].join(",");
        return value(&format!("({default})"));
    }
    if bare.contains("Pointer") {
        return value(defaults::POINTER);
    }
    let lower = name.to_ascii_lowercase();
    if annotation.is_empty()
        && let Some(instruction) = defaults::of_tma(&lower.replace('_', ""))
    {
        return value(instruction);
    }
    let is_known = default.is_some_and(|default| matches!(default.kind, ExpressionKind::Int { .. }));
    if is_known {
        return integer(true);
    }
    if annotation.is_empty() || bare.ends_with("Constexpr") {
        // A time is no number of layouts.
        if matches!(lower.as_str(), "ms" | "us") || ["_ms", "_us", "_time"].iter().any(|end| lower.ends_with(end)) {
            return None;
        }
        match by_name(name) {
            (InputKind::Value, default) if default.starts_with('(') => return value(&default),
            (InputKind::Truth, default) => return Some((InputKind::Truth, default, is_compiled)),
            _ => {}
        }
        if annotation.is_empty()
            && let Some(part) = defaults::of_part(name, instructions)
        {
            return value(part);
        }
        if let Some(sums) = in_tensor_memory(name, rank) {
            return value(sums);
        }
        if name.contains("smem_layout_staged") {
            return value(staged_layout(name, instructions));
        }
        // A layout of shared memory is swizzled; of another one it is told by what is done with it.
        if lower.ends_with("layout") && (is_staged(name) || lower.contains("smem")) {
            return asked(name, "ComposedLayout", default, rank, is_batched, (instructions, entry));
        }
        if lower.ends_with("layout") && !is_cluster(name) {
            return match ["thr_", "val_", "tv_"].iter().any(|begin| name.starts_with(begin)) {
                true => asked(name, "Layout", default, rank, is_batched, (instructions, entry)),
                false => value(defaults::LAYOUT),
            };
        }
        let is_other = [
            "layout", "shape", "stride", "tiler", "copy", "mma", "atom", "tensor", "coord", "swizzle", "tile",
            "pipeline", "storage", "smem", "params", "stream", "op", "fn", "func", "config", "dtype",
        ];
        if is_other.iter().any(|word| lower.contains(word)) {
            return value("");
        }
        // What a function that is compiled on its own is given is known when it runs.
        return integer(is_compiled || entry == Entry::None);
    }
    value("")
}

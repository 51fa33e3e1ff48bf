//! Python on its way to a document: the tokens, and what a name of a module means.

use std::collections::{HashMap, HashSet};

use super::content;
use super::expression::{invoke, is_of_layouts, tuple};
use super::fly;
use super::function::Rank;
use super::lexer::{Kind, Token, tokens};
use super::objects;
use super::{callable, names};
use crate::nested::LEAF_LIMIT;
use crate::notebook::alternatives::Family;
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Span, Spelling};
use crate::notebook::written::Program;
use crate::operations;
use crate::paste::defaults::Instructions;
use crate::paste::document::{Entry, Parameter};
use crate::paste::{Builder, InputKind, Language, notation};

/// An expression that is not understood.
#[derive(Debug, Clone, Copy)]
pub(super) struct NotRead;

/// What an argument of the command line is where nobody says: its kind, what one types, or what the text makes it of.
#[derive(Debug, Clone)]
pub(super) struct Argument {
    pub(super) kind: InputKind,
    pub(super) default: String,
    pub(super) said: Option<Expression>,
}

pub(super) type Read<T> = Result<T, NotRead>;

/// Modules of the DSL, under the names that programs give them.
const MODULES: [&str; 28] = [
    "blockscaled_utils",
    "cute",
    "cutlass",
    "utils",
    "cutlass_utils",
    "sm80_utils",
    "sm90_utils",
    "sm100_utils",
    "sm120_utils",
    "hopper_helpers",
    "blackwell_helpers",
    "tcgen05",
    "cpasync",
    "warp",
    "warpgroup",
    "nvgpu",
    "pipeline",
    "arch",
    "nvvm",
    "cute_ext",
    "cute_rt",
    "layout_utils",
    "copy_utils",
    "core",
    "runtime",
    // PyCuTe and FlyDSL have the same functions.
    "pycute",
    "flydsl",
    "fx",
];

/// Modules about something else.
const FOREIGN: [&str; 26] = [
    "torch",
    "np",
    "numpy",
    "math",
    "ctypes",
    "cuda",
    "os",
    "sys",
    "time",
    "argparse",
    "jax",
    "jnp",
    "triton",
    "cutlass_torch",
    "testing",
    "functools",
    "itertools",
    "random",
    "typing",
    "subprocess",
    "logging",
    "enum",
    "dataclasses",
    "inspect",
    "warnings",
    "plt",
];

/// Number of tokens between `assert` and the rank that it is about, at most.
const ASSERTED: usize = 8;

/// Number of tokens that one looks ahead for the end of a bracket where each is looked at.
pub(super) const LOOKED_AT: usize = 1024;

/// A call of a function of the program, with where it stands: its parameters get these arguments.
pub(super) struct Site {
    pub(super) name: String,
    /// The class that it is a method of, where the object says so.
    pub(super) class: Option<String>,
    pub(super) arguments: Vec<Expression>,
    pub(super) named: Vec<(String, Expression)>,
    pub(super) statement: usize,
}

/// Number of names that a function is called through: `f = g`, a parameter, `partial(f, 4)`.
const CALLED_THROUGH: usize = 8;

/// An argument of a call, with its name where it has one, and the statement where it stands.
#[derive(Clone)]
struct Passed {
    name: Option<String>,
    value: Expression,
    statement: usize,
}

/// The function of a call, and what it is given.
struct Target {
    function: usize,
    given: Vec<Passed>,
}

/// Numbers that a launch says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Blocks of the grid.
    Grid,
    /// Threads of a block.
    Block,
}

/// A launch of a kernel.
pub(super) struct Launch {
    /// What is launched: a call, or a name that is given one.
    pub(super) kernel: Expression,
    pub(super) grid: Option<Expression>,
    pub(super) block: Option<Expression>,
    pub(super) statement: usize,
}

/// A text on its way to a document.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    /// Names of functions that another one has too, by where the words begin that mean them.
    apart: &'a HashMap<usize, String>,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) depth: usize,
    /// Number of blocks that are open.
    pub(super) blocks: usize,
    pub(super) builder: Builder,
    /// Names of modules that the text imports, and whether they are about something else.
    pub(super) modules: HashMap<String, bool>,
    /// Those of FlyDSL.
    pub(super) of_fly: HashSet<String>,
    /// The text is of FlyDSL.
    pub(super) is_fly: bool,
    /// Names that are assigned somewhere.
    pub(super) assigned: HashSet<String>,
    /// Statements that define members of the object at hand, which outlive their method.
    pub(super) members: Vec<usize>,
    /// Within a block that may not be run, where names outlive it all the same.
    pub(super) in_branch: usize,
    /// What the decorators above the next function say.
    pub(super) entry: Entry,
    /// `true` if the next class is one of data, as its decorator says.
    pub(super) is_data: bool,
    /// The class of the text that the class at hand is derived from.
    pub(super) base: Option<String>,
    /// Fields of the class of data that stands here, as its `__init__` takes them.
    pub(super) fields: Option<Vec<Parameter>>,
    /// `true` within a function whose decorator compiles it.
    pub(super) is_compiled_function: bool,
    /// True if the function that is read gives on what it makes, one by one.
    pub(super) yields: bool,
    /// Fields of the classes of data.
    pub(super) data_fields: HashMap<String, Vec<Parameter>>,
    /// The first statements of loops that are open; `None` of one that is not run.
    pub(super) rounds: Vec<Option<usize>>,
    /// Statements of loops that are not run.
    pub(super) unrun: Vec<std::ops::Range<usize>>,
    /// Calls of functions of the program.
    pub(super) sites: Vec<Site>,
    /// Statements that are worth how many threads a block has, or how many blocks there are: which of the two, and the place.
    pub(super) extents: Vec<(usize, Extent, usize)>,
    /// Launches of kernels.
    pub(super) launches: Vec<Launch>,
    /// Rank of each name by how it is indexed first.
    pub(super) ranks: HashMap<String, Rank>,
    /// Names that are asked for what a tensor alone has.
    pub(super) tensors: HashSet<String>,
    /// Names of parameters of each function, for arguments by name.
    pub(super) parameters: HashMap<String, Vec<String>>,
    /// Functions that the text calls, whose parameters are what they are given.
    pub(super) called: HashSet<String>,
    /// Statements whose values are given elsewhere in the text: parameters of what is called.
    pub(super) bound: HashSet<usize>,
    /// Methods of the class at hand that are not read yet, with where each is defined: they are read where they are first
    /// called, since what the object has by then is what they see.
    pub(super) methods: HashMap<String, usize>,
    /// Those of them that take nothing and answer nothing.
    pub(super) performed: HashSet<String>,
    /// Modes that are asked of coordinates of tiles, and of which a mode is asked in turn: `tile_coord[2][1]`.
    pub(super) coordinates: HashSet<(usize, Option<usize>)>,
    /// True if names say that its matrices have a mode of batches: `mA_mkl`.
    pub(super) is_batched: bool,
    /// Names that are asked for members of an object, and of nothing that has modes.
    pub(super) objects: HashSet<String>,
    /// Names of objects that hold what they are given by name: `params = SimpleNamespace(tile=…)`.
    pub(super) namespaces: HashSet<String>,
    /// Classes that the text defines.
    pub(super) classes: HashSet<String>,
    /// Names of their members, behind the name of the class.
    pub(super) has: HashSet<(String, String)>,
    /// Methods that are asked for as members.
    pub(super) properties: HashSet<String>,
    /// The class that stands here.
    pub(super) class: Option<String>,
    /// Names in the bodies of classes that are given other values from outside: `Kernel.stages = 4`.
    pub(super) given_to_classes: HashSet<String>,
    /// Names that a function gives other values outside of it: `global count`.
    pub(super) given_outside: HashSet<String>,
    /// Names of what is changed in place; `None` where anything may be.
    pub(super) changed: Option<HashSet<String>>,
    /// The first statement of the enumeration that stands here, and whether its members are bits.
    pub(super) enumeration: Option<(usize, bool)>,
    /// Types of elements of members of shared memory.
    pub(super) ranges: HashMap<String, Expression>,
    /// Functions of `itertools` by the names under which they were imported.
    pub(super) itertools: HashMap<String, String>,
    /// Structs in shared memory, and the statements of their sizes.
    pub(super) storages: HashMap<String, usize>,
    /// The tokens of the last block that is tried.
    pub(super) tried: std::ops::Range<usize>,
    /// True of a call of a module's function, whatever the text calls so.
    pub(super) is_of_module: bool,
    /// Functions of the DSL by the names under which they were imported.
    pub(super) renamed: HashMap<String, String>,
    /// Functions that make tensors of the host by the names under which they were imported, with their modules.
    pub(super) of_host: HashMap<String, (&'static str, String)>,
    /// The same names, whichever class they are of.
    pub(super) in_classes: HashSet<String>,
    /// Functions that are given the object at hand, with the place of the argument.
    pub(super) given_self: HashSet<(String, usize)>,
    /// Instructions that the text is about.
    pub(super) instructions: Instructions,
    /// True if factors come with scale factors, and so have narrow elements.
    pub(super) is_scaled: bool,
    /// True if two CTAs may compute a product together, for which a cluster has to have two.
    pub(super) is_paired: bool,
    /// Arguments of the command line where nobody says anything.
    pub(super) command: HashMap<String, Argument>,
    /// Where methods are defined that were read elsewhere.
    pub(super) done: HashSet<usize>,
    /// True if methods of the class at hand wait until they are called.
    pub(super) waits: bool,
}

/// Members that a tensor has and nothing else.
const TENSORS: [&str; 4] = ["element_type", "iterator", "memspace", "mark_layout_dynamic"];

/// Reports whether a function cuts its first operand by its second.
fn cuts(name: &str) -> bool {
    let family = operations::find(name).and_then(operations::family);
    matches!(family, Some(Family::Divide | Family::Partition))
}

pub(super) fn read(text: &str) -> Builder {
    let below = notation::begin(text, Language::Python);
    let whole = Span { start: 0, end: below.min(crate::notebook::TEXT_LIMIT) };
    let mut end = whole.end;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut tokens = tokens(text, Span { start: 0, end }, false);
    super::attributes::as_assignments(text, &mut tokens);
    let apart = super::scopes::told_apart(text, &tokens);
    let mut reader = Reader {
        text,
        tokens,
        apart: &apart,
        at: 0,
        depth: 0,
        blocks: 0,
        builder: Builder::new(Language::Python, Spelling::Python),
        modules: HashMap::new(),
        is_fly: false,
        of_fly: fly::MODULES.into_iter().map(str::to_string).collect(),
        assigned: HashSet::new(),
        members: Vec::new(),
        in_branch: 0,
        entry: Entry::None,
        is_data: false,
        base: None,
        fields: None,
        is_compiled_function: false,
        yields: false,
        data_fields: HashMap::new(),
        rounds: Vec::new(),
        unrun: Vec::new(),
        sites: Vec::new(),
        extents: Vec::new(),
        launches: Vec::new(),
        command: HashMap::new(),
        ranks: HashMap::new(),
        tensors: HashSet::new(),
        parameters: HashMap::new(),
        called: HashSet::new(),
        bound: HashSet::new(),
        methods: HashMap::new(),
        performed: HashSet::new(),
        done: HashSet::new(),
        waits: false,
        coordinates: HashSet::new(),
        is_batched: false,
        is_paired: false,
        objects: HashSet::new(),
        instructions: Instructions::of(text),
        is_scaled: false,
        namespaces: HashSet::new(),
        classes: HashSet::new(),
        has: HashSet::new(),
        in_classes: HashSet::new(),
        ranges: HashMap::new(),
        tried: 0..0,
        is_of_module: false,
        renamed: HashMap::new(),
        of_host: HashMap::new(),
        properties: HashSet::new(),
        class: None,
        given_to_classes: HashSet::new(),
        given_outside: HashSet::new(),
        changed: None,
        enumeration: None,
        itertools: HashMap::new(),
        storages: HashMap::new(),
        given_self: HashSet::new(),
    };
    reader.builder.assume(crate::paste::assumed(text));
    reader.changed = content::changed(text, &reader.tokens);
    reader.survey();
    while reader.at < reader.tokens.len() {
        let before = reader.at;
        reader.statement();
        if reader.at == before {
            reader.at += 1;
        }
    }
    reader.bind_sites();
    reader.bind_launches();
    notation::read(&mut reader.builder, text, below);
    reader.builder
}

impl<'a> Reader<'a> {
    /// Reports whether a name is that of an object whose members the text gives by name.
    pub(super) fn is_object(&self, name: &str) -> bool {
        name == "self" || self.namespaces.contains(name)
    }

    /// Reports whether the text says at a token that its matrices have two modes: `(*c.shape, 1)`,
    /// `tiles[(0, (None, None))]`.
    fn says_two_modes(&self, at: usize) -> bool {
        let is_none = |at: usize| self.word_at(at) == "None";
        let is_pair = self.is_mark_of(at, ",")
            && self.is_mark_of(at + 1, "(")
            && is_none(at + 2)
            && self.is_mark_of(at + 3, ",")
            && is_none(at + 4)
            && [")", ")", "]"].iter().enumerate().all(|(place, mark)| self.is_mark_of(at + 5 + place, mark));
        let is_int = |at: usize| matches!(self.tokens.get(at).map(|token| token.kind), Some(Kind::Int(_)));
        let is_before = |places: usize, mark: &str| at.checked_sub(places).is_some_and(|at| self.is_mark_of(at, mark));
        let is_shape = self.word_at(at) == "shape"
            && self.is_mark_of(at + 1, ",")
            && is_int(at + 2)
            && self.is_mark_of(at + 3, ")")
            && [3, 5].iter().any(|places| is_before(*places, "*") && is_before(*places + 1, "("));
        is_shape || is_pair && is_before(2, "(") && is_before(3, "[") && at.checked_sub(1).is_some_and(is_int)
    }

    /// Looks ahead for what is defined anywhere: functions with their parameters, and names that are assigned.
    fn survey(&mut self) {
        // Where the tuple opens that a name is first given.
        let mut tuples = HashMap::new();
        let mut least_ranks = HashMap::<&str, usize>::new();
        let mut is_flat = false;
        for at in 0..self.tokens.len() {
            let word = self.word_at(at);
            self.is_batched |= ["_mkl", "_nkl", "_mnl"].iter().any(|end| word.ends_with(end));
            self.is_batched |= word == "tile_atom_to_shape_SF";
            is_flat |= self.says_two_modes(at);
            self.is_paired |= word.contains("2cta");
            if (word.ends_with("_coord") || word.ends_with("tile_idx") || word.ends_with("_coord_mnl"))
                && self.is_mark_of(at + 1, "[")
                && self.is_mark_of(at + 3, "]")
                && let Some(mode) = self.number_at(at + 2).filter(|mode| *mode < 8)
            {
                let is_nested = self.is_mark_of(at + 4, "[") && self.is_mark_of(at + 6, "]");
                let within = self.number_at(at + 5).filter(|within| is_nested && *within < 8);
                self.coordinates.insert((mode, within));
            }
            self.is_scaled |= word.contains("blockscaled") || word.contains("sf_vec_size");
            if self.is_mark_of(at + 1, ".")
                && !self.is_mark_of(at + 3, "(")
                && !is_of_layouts(self.word_at(at + 2))
                && at.checked_sub(1).is_none_or(|before| !self.is_mark_of(before, "."))
            {
                self.objects.insert(word.to_string());
            }
            // A value given to several names is no number.
            if self.is_mark_of(at, "=")
                && self.tokens.get(at + 1).is_some_and(|token| token.kind == Kind::Name)
                && matches!(self.tokens.get(at + 2).map(|token| token.kind), None | Some(Kind::Newline))
                && at.checked_sub(2).is_some_and(|comma| {
                    [comma, comma + 1].iter().any(|at| self.is_mark_of(*at, ",")) || self.is_mark_of(comma + 1, ")")
                })
            {
                self.objects.insert(self.word_at(at + 1).to_string());
            }
            // `Tile = collections.namedtuple("Tile", "m n k")`
            if word == "namedtuple" && self.is_mark_of(at + 1, "(") {
                let mut first = at;
                while first > 1 && self.is_mark_of(first - 1, ".") {
                    first -= 2;
                }
                if first > 1 && self.is_mark_of(first - 1, "=") && !self.word_at(first - 2).is_empty() {
                    self.classes.insert(self.word_at(first - 2).to_string());
                }
            }
            if word == "class" && !self.word_at(at + 1).is_empty() {
                self.classes.insert(self.word_at(at + 1).to_string());
            }
            if self.word_at(at) == "def" && self.is_mark_of(at + 2, "(") {
                let name = self.word_at(at + 1).to_string();
                let close = self.behind_bracket_within(at + 2, LOOKED_AT).saturating_sub(1);
                let mut found = Vec::new();
                let mut place = at + 3;
                let mut is_first = true;
                while place < close {
                    if is_first && self.tokens.get(place).is_some_and(|token| token.kind == Kind::Name) {
                        found.push(self.word_at(place).to_string());
                    }
                    is_first = self.is_mark_of(place, ",") || (is_first && self.is_mark_of(place, "*"));
                    place = match self.tokens.get(place).map(|token| token.kind) {
                        Some(Kind::Mark("(" | "[" | "{")) => self.behind_bracket_within(place, LOOKED_AT),
                        _ => place + 1,
                    };
                }
                found.retain(|name| !matches!(name.as_str(), "self" | "cls"));
                let above = at.checked_sub(2).map_or("", |above| self.word_at(above));
                if matches!(above, "property" | "cached_property") {
                    self.properties.insert(name.clone());
                }
                self.parameters.insert(name, found);
            }
            if self.is_mark_of(at + 1, "(") && at.checked_sub(1).is_none_or(|before| self.word_at(before) != "def") {
                self.called.insert(self.word_at(at).to_string());
            }
            if word == "SimpleNamespace" && at.checked_sub(1).is_some_and(|before| self.is_mark_of(before, "=")) {
                self.namespaces.insert(self.word_at(at - 2).to_string());
            }
            if self.is_object(word) && (self.is_mark_of(at + 1, ",") || self.is_mark_of(at + 1, ")")) {
                self.given_self.extend(self.place_of_argument(at));
            }
            if self.is_mark_of(at + 1, "=") && self.is_mark_of(at + 2, "(") {
                tuples.entry(self.word_at(at)).or_insert(at + 2);
            }
            if let Some((name, rank)) = self.rank_of_use(at, &tuples)
                && !self.ranks.contains_key(name)
            {
                self.ranks.insert(name.to_string(), rank);
            }
            if let Some((name, least)) = self.least_of_use(at)
                && !self.ranks.contains_key(name)
            {
                let known = least_ranks.entry(name).or_default();
                *known = least.max(*known);
            }
            // So does what a shape is divided by.
            if word == "ceil_div"
                && self.is_mark_of(at + 1, "(")
                && self.is_mark_of(at + 3, ".")
                && self.word_at(at + 4) == "shape"
                && self.is_mark_of(at + 5, ",")
                && let Some(Rank::Modes(modes)) = self.rank_at(at + 6).filter(|_| self.is_mark_of(at + 6, "("))
            {
                let known = least_ranks.entry(self.word_at(at + 2)).or_default();
                *known = modes.max(*known);
            }
            // `m, n, l = c.shape` says how many modes there are.
            if word == "shape"
                && matches!(self.tokens.get(at + 1).map(|token| token.kind), None | Some(Kind::Newline))
                && at.checked_sub(3).is_some_and(|before| self.is_mark_of(before, "="))
            {
                let (mut modes, mut place) = (1, at - 3);
                while let Some(comma) = place.checked_sub(2).filter(|comma| self.is_mark_of(*comma, ",")) {
                    (modes, place) = (modes + 1, comma);
                }
                let name = self.word_at(at - 2);
                if modes > 1 && !name.is_empty() && !self.ranks.contains_key(name) {
                    self.ranks.insert(name.to_string(), Rank::Modes(modes));
                }
            }
            // Cut values are tensors, in a program.
            if self.is_mark_of(at + 1, "(") && self.is_mark_of(at + 3, ",") && cuts(self.word_at(at)) {
                self.tensors.insert(self.word_at(at + 2).to_string());
            }
            if self.is_mark_of(at + 1, ".") && TENSORS.contains(&self.word_at(at + 2)) {
                self.tensors.insert(self.word_at(at).to_string());
            }
            // `x: tuple = …` gives no `tuple` a value.
            let is_type = at.checked_sub(1).is_some_and(|before| self.is_mark_of(before, ":"));
            let is_name = self.tokens.get(at).is_some_and(|token| token.kind == Kind::Name);
            if self.is_mark_of(at + 1, "=") && is_name && !(is_type && names::is_same(word)) {
                self.assigned.insert(self.word_at(at).to_string());
            }
        }
        self.survey_classes();
        for at in 0..self.tokens.len() {
            if matches!(self.word_at(at), "global" | "nonlocal") {
                let mut place = at + 1;
                while self.tokens.get(place).is_some_and(|token| token.kind == Kind::Name) {
                    self.given_outside.insert(self.word_at(place).to_string());
                    place += if self.is_mark_of(place + 1, ",") { 2 } else { 1 };
                }
            }
            let is_class = self.word_at(at) == "cls" || self.classes.contains(self.word_at(at));
            let is_given = ["=", "+=", "-=", "*=", "//=", "|="].iter().any(|mark| self.is_mark_of(at + 3, mark));
            if is_class && is_given && self.is_mark_of(at + 1, ".") && !self.is_mark_of(at.wrapping_sub(1), ".") {
                self.given_to_classes.insert(self.word_at(at + 2).to_string());
            }
        }
        // A function that is given away is called, too.
        for at in 0..self.tokens.len() {
            let word = self.word_at(at);
            let before = |places: usize| at.checked_sub(places).map_or("", |at| self.word_at(at));
            let is_behind_dot = at.checked_sub(1).is_some_and(|at| self.is_mark_of(at, "."));
            let is_of_self = is_behind_dot && matches!(before(2), "self" | "cls");
            let is_given = self.is_function(word, is_of_self)
                && is_of_self == is_behind_dot
                && ["(", "=", ":"].iter().all(|mark| !self.is_mark_of(at + 1, mark))
                && before(1) != "def";
            if is_given {
                self.called.insert(word.to_string());
            }
        }
        for (name, least) in least_ranks.into_iter().filter(|(_, least)| *least > 2) {
            self.ranks.insert(name.to_string(), Rank::Modes(least));
        }
        self.is_batched &= !is_flat;
    }

    /// Reports whether a name is that of a function of the text: of a method where it is asked of the object at hand, else
    /// of one that is in no class.
    pub(super) fn is_function(&self, word: &str, is_of_self: bool) -> bool {
        self.parameters.contains_key(word) && self.in_classes.contains(word) == is_of_self
    }

    /// Notes what objects of each class have: what its methods give them, and what stands in its body.
    fn survey_classes(&mut self) {
        // Classes that are open, with how deep each of them stands.
        let mut open = Vec::<(String, usize)>::new();
        let (mut depth, mut head) = (0_usize, None);
        for at in 0..self.tokens.len() {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(Kind::Indent) => {
                    depth += 1;
                    open.extend(head.take().map(|class| (class, depth)));
                }
                Some(Kind::Dedent) => {
                    open.retain(|(_, of)| *of < depth);
                    depth = depth.saturating_sub(1);
                }
                Some(Kind::Name) if self.word_at(at) == "class" && !self.word_at(at + 1).is_empty() => {
                    head = Some(self.word_at(at + 1).to_string());
                }
                Some(Kind::Name) => {
                    let Some((class, of)) = open.last() else { continue };
                    let is_first = at.checked_sub(1).and_then(|at| self.tokens.get(at)).is_none_or(|before| {
                        matches!(before.kind, Kind::Newline | Kind::Indent | Kind::Dedent | Kind::Mark(";"))
                    });
                    let name = match self.word_at(at) {
                        "self" if self.is_mark_of(at + 1, ".") => self.word_at(at + 2),
                        "def" if depth == *of => self.word_at(at + 1),
                        word if is_first && depth == *of => word,
                        _ => continue,
                    };
                    self.in_classes.insert(name.to_string());
                    self.has.insert((class.clone(), name.to_string()));
                }
                _ => {}
            }
        }
    }

    /// Returns how many modes a name has at least by how one is taken at a token: `q.shape[4]`, `size(q, mode=[4])`.
    fn least_of_use(&self, at: usize) -> Option<(&'a str, usize)> {
        let is_member = self.is_mark_of(at + 1, ".") && matches!(self.word_at(at + 2), "shape" | "stride");
        let (name, open) = match self.word_at(at) {
            "size" if self.is_mark_of(at + 1, "(") && self.word_at(at + 4) == "mode" => (at + 2, at + 6),
            _ if is_member && at.checked_sub(1).is_none_or(|before| !self.is_mark_of(before, ".")) => (at, at + 3),
            _ => return None,
        };
        let is_one = self.is_mark_of(open, "[") && self.is_mark_of(open + 2, "]");
        let place = self.number_at(open + 1).filter(|_| is_one)?;
        Some((self.word_at(name), place + 1)).filter(|(name, _)| !name.is_empty())
    }

    /// Where an argument ends that begins at a token.
    fn behind_argument(&self, mut at: usize) -> usize {
        let end = at + LOOKED_AT;
        while at < end {
            at = match self.tokens.get(at).map(|token| token.kind) {
                None | Some(Kind::Mark("," | ")" | "]" | "}")) => return at,
                Some(Kind::Mark("(" | "[" | "{")) => self.behind_bracket_within(at, LOOKED_AT),
                Some(_) => at + 1,
            };
        }
        at
    }

    /// The function whose argument stands at a token, with the argument's place.
    fn place_of_argument(&self, at: usize) -> Option<(String, usize)> {
        let (mut depth, mut place) = (0_usize, 0);
        for before in (at.saturating_sub(LOOKED_AT)..at).rev() {
            match self.tokens.get(before)?.kind {
                Kind::Mark(")" | "]" | "}") => depth += 1,
                Kind::Mark("(") if depth == 0 => {
                    let name = self.word_at(before.checked_sub(1)?);
                    let is_call =
                        !name.is_empty() && before.checked_sub(2).is_none_or(|def| self.word_at(def) != "def");
                    return is_call.then(|| (name.to_string(), place));
                }
                Kind::Mark("(" | "[" | "{") => depth = depth.checked_sub(1)?,
                Kind::Mark(",") if depth == 0 => place += 1,
                Kind::Newline => return None,
                _ => {}
            }
        }
        None
    }

    /// The small number at a token.
    fn number_at(&self, at: usize) -> Option<usize> {
        let token = self.tokens.get(at)?;
        token.span.of(self.text).parse().ok().filter(|number| *number < LEAF_LIMIT)
    }

    /// Returns how many modes a name has by how it is used at a token: `t[…]`, `slice_(t, (…))`, `select(t, mode=[…])`.
    fn rank_of_use(&self, at: usize, tuples: &HashMap<&str, usize>) -> Option<(&'a str, Rank)> {
        if self.is_mark_of(at + 1, "[") {
            let is_name = self.is_mark_of(at + 3, "]") && !self.word_at(at + 2).is_empty();
            // A coordinate that has a name is what it was written as.
            let open = if is_name { *tuples.get(self.word_at(at + 2))? } else { at + 1 };
            return Some((self.word_at(at), self.rank_at(open)?));
        }
        // `domain_offset((0, k, 0), t)`.
        if self.word_at(at) == "domain_offset" && self.is_mark_of(at + 1, "(") && self.is_mark_of(at + 2, "(") {
            let behind = self.behind_bracket_within(at + 2, LOOKED_AT);
            let name = self.word_at(behind + 1);
            let is_name = self.is_mark_of(behind, ",") && self.is_mark_of(behind + 2, ")") && !name.is_empty();
            return Some((name, self.rank_at(at + 2).filter(|_| is_name)?));
        }
        if !self.is_mark_of(at + 1, "(") || self.word_at(at + 2).is_empty() {
            return None;
        }
        let is_layout_of = self.is_mark_of(at + 3, ".") && self.word_at(at + 4) == "layout";
        let comma = if is_layout_of { at + 5 } else { at + 3 };
        // `assert cute.rank(t) == 3`
        if self.word_at(at) == "rank" && self.is_mark_of(comma, ")") && self.is_mark_of(comma + 1, "==") {
            let before = (at.saturating_sub(ASSERTED)..at).rev();
            let mut before =
                before.take_while(|at| !matches!(self.tokens.get(*at).map(|token| token.kind), Some(Kind::Newline)));
            let is_asserted = before.any(|at| self.word_at(at) == "assert");
            let rank = self.number_at(comma + 2).filter(|rank| is_asserted && *rank > 0)?;
            return Some((self.word_at(at + 2), Rank::Modes(rank)));
        }
        if !self.is_mark_of(comma, ",") {
            return None;
        }
        let rank = match self.word_at(at) {
            "slice_" if self.is_mark_of(comma + 1, "(") => self.rank_at(comma + 1)?,
            // Without a projection the tile and its coordinate have the modes of the tensor.
            "local_tile" => {
                let tile = comma + 1;
                let behind = self.behind_argument(tile);
                let coordinate = behind + 1;
                let end = self.behind_argument(coordinate);
                let is_whole = self.is_mark_of(end, ")") || self.is_mark_of(end, ",") && self.is_mark_of(end + 1, ")");
                let of = [tile, coordinate].into_iter().find(|at| self.is_mark_of(*at, "("));
                self.rank_at(of.filter(|_| is_whole && self.is_mark_of(behind, ","))?)?
            }
            "select" if self.word_at(comma + 1) == "mode" && self.is_mark_of(comma + 3, "[") => {
                let Rank::Modes(chosen) = self.rank_at(comma + 3)? else { return None };
                let modes = (0..chosen).map(|place| self.number_at(comma + 4 + 2 * place)).collect::<Option<Vec<_>>>();
                match modes.filter(|modes| !modes.iter().copied().eq(0..chosen)) {
                    // Modes in another order are all that there are.
                    Some(modes) => Rank::Modes(modes.into_iter().max()? + 1),
                    // Modes left out of what is staged are the stages.
                    None => Rank::Modes(chosen + 1),
                }
            }
            _ => return None,
        };
        Some((self.word_at(at + 2), rank))
    }

    /// Gives functions the arguments of their first calls.
    fn bind_sites(&mut self) {
        let mut sites = std::mem::take(&mut self.sites);
        // What a text does itself says more than what one of its functions may do.
        let mut is_within = vec![false; self.builder.count()];
        for function in &self.builder.document().functions {
            is_within.get_mut(function.range.clone()).into_iter().flatten().for_each(|within| *within = true);
        }
        sites.sort_by_key(|site| is_within.get(site.statement).copied().unwrap_or(false));
        // A parameter may be a function, and is known as one when its own function is given it.
        for _ in 0..CALLED_THROUGH {
            let before = sites.len();
            sites.retain(|site| !self.bind_site(site));
            if sites.is_empty() || sites.len() == before {
                break;
            }
        }
    }

    /// Makes `cute.arch.block_dim()` in a kernel that is launched alike everywhere what it is launched with.
    fn bind_launches(&mut self) {
        let launches = std::mem::take(&mut self.launches);
        for (statement, extent, place) in std::mem::take(&mut self.extents) {
            let document = self.builder.document();
            let is_launched = |launch: &&Launch| {
                let kernel = self.launched(launch);
                kernel.is_some_and(|kernel| {
                    document.functions_named(kernel).any(|(_, found)| found.range.contains(&statement))
                })
            };
            let of = |launch: &Launch| match extent {
                Extent::Grid => launch.grid.clone(),
                Extent::Block => launch.block.clone(),
            };
            let mut own = launches.iter().filter(is_launched);
            let Some((said, site)) = own.next().and_then(|first| Some((of(first)?, first.statement))) else { continue };
            let is_other =
                |launch: &Launch| of(launch).is_none_or(|of| of.span.of(self.text) != said.span.of(self.text));
            if own.any(is_other) {
                continue;
            }
            let span = said.span;
            let told = match said.kind {
                ExpressionKind::Tuple(items) => items.into_iter().nth(place).unwrap_or_else(|| int(1, span)),
                kind => {
                    let place = i64::try_from(place).unwrap_or_default();
                    invoke(names::AT, vec![Expression { kind, span }, int(place, span)], span)
                }
            };
            // It is known when the program runs.
            self.builder.tell(statement, invoke(super::host::NUMBERS, vec![told], span), site);
        }
    }

    /// The function that is launched.
    fn launched<'of>(&'of self, launch: &'of Launch) -> Option<&'of str> {
        let kernel = match &launch.kernel.kind {
            ExpressionKind::Name(name) => {
                let statement = self.builder.document().defining(name, launch.statement)?;
                self.builder.expression(statement)?
            }
            _ => &launch.kernel,
        };
        callable::invoked(kernel).map(|(name, _)| name)
    }

    /// Gives the function that is called at a site its arguments; `false` where nothing tells which that is.
    fn bind_site(&mut self, site: &Site) -> bool {
        let Some(target) = self.callee(site) else { return false };
        let number = target.function;
        let Some(function) = self.builder.document().functions.get(number) else { return true };
        let name_of =
            |parameter: &Parameter| self.builder.name_of(parameter.statement).map_or_else(String::new, str::to_string);
        let names_of = function.parameters.iter().map(name_of).collect::<Vec<_>>();
        let rest = function.parameters.iter().position(|found| found.is_rest);
        let (named, mut arguments) = target.given.into_iter().partition::<Vec<_>, _>(|given| given.name.is_some());
        let (spread, mut named) =
            named.into_iter().partition::<Vec<_>, _>(|given| given.name.as_deref() == Some(names::NAMES));
        // Of `*rest` and `**options` each parameter has what they say of it, or its default.
        let star =
            arguments.iter().position(|given| callable::invoked(&given.value).is_some_and(|(of, _)| of == names::STAR));
        let star = star.filter(|place| rest.is_none_or(|rest| *place < rest)).map(|place| arguments.split_off(place));
        // What stands behind it comes last.
        let behind = star.as_ref().map_or(0, |star| star.len() - 1);
        let asked = |of: &Expression, key: Expression, parameter: &Parameter| {
            let all = [of.clone(), key].into_iter().chain(parameter.default.clone());
            invoke(names::GIVEN, all.collect(), of.span)
        };
        let of = star.as_ref().and_then(|star| Some(callable::invoked(&star.first()?.value)?.1.first()?.clone()));
        if let Some(of) = &of {
            let begin = arguments.len();
            let places = function.parameters.len().saturating_sub(behind);
            for (place, parameter) in function.parameters.iter().enumerate().take(places).skip(begin) {
                let is_named = named.iter().any(|given| given.name.as_ref() == names_of.get(place));
                if parameter.is_rest || parameter.is_names || is_named {
                    break;
                }
                let key = int(i64::try_from(place - begin).unwrap_or_default(), of.span);
                let value = asked(of, key, parameter);
                arguments.push(Passed { name: None, value, statement: site.statement });
            }
            arguments.extend(star.into_iter().flatten().skip(1));
        }
        for Passed { value: of, .. } in &spread {
            for (place, parameter) in function.parameters.iter().enumerate().skip(arguments.len()) {
                let Some(name) = names_of.get(place) else { continue };
                if parameter.is_rest
                    || parameter.is_names
                    || named.iter().any(|given| given.name.as_ref() == Some(name))
                {
                    continue;
                }
                let key = Expression { kind: ExpressionKind::Text(name.clone()), span: of.span };
                let value = asked(of, key, parameter);
                named.push(Passed { name: Some(name.clone()), value, statement: site.statement });
            }
        }
        // `*modes` takes all that follow.
        if let Some(rest) = rest
            && arguments.len() > rest
        {
            let items = arguments.split_off(rest).into_iter().map(|given| given.value).collect::<Vec<_>>();
            let span = items.first().map_or(Span::default(), |first| first.span);
            arguments.push(Passed { name: None, value: tuple(items, span), statement: site.statement });
        }
        // `**options` has what no other takes.
        let others = function.parameters.iter().position(|found| found.is_names).and_then(|place| names_of.get(place));
        let named = match others {
            None => named,
            Some(others) => {
                let is_other =
                    |given: &Passed| given.name.as_ref().is_some_and(|name| name == others || !names_of.contains(name));
                let (left, mut named) = named.into_iter().partition::<Vec<_>, _>(is_other);
                let span = left.first().map_or(Span::default(), |first| first.value.span);
                let text = |name: String| Expression { kind: ExpressionKind::Text(name), span };
                let star = |of: Expression| [invoke(names::STAR, vec![of], span), foreign(span)];
                let spread = spread.into_iter().map(|given| star(given.value));
                let pairs = left.into_iter().filter_map(|given| Some([text(given.name?), given.value]));
                let pairs = spread.chain(pairs).flatten();
                let value = invoke(names::DICTIONARY, pairs.collect(), span);
                named.push(Passed { name: Some(others.clone()), value, statement: site.statement });
                named
            }
        };
        let given = |name: &String| named.iter().rev().find(|given| given.name.as_ref() == Some(name));
        let last = names_of.iter().rposition(|name| given(name).is_some());
        for name in names_of.iter().take(last.map_or(0, |last| last + 1)).skip(arguments.len()) {
            // What is not given has its default.
            let nothing = Expression { kind: ExpressionKind::Missing, span: Span::default() };
            let nothing = || Passed { name: None, value: nothing, statement: site.statement };
            arguments.push(given(name).cloned().unwrap_or_else(nothing));
        }
        for (place, argument) in arguments.iter().enumerate() {
            // What the command line says where nobody does is said.
            let is_of_command = |name: &str| {
                let mut words = name.split('.').skip(1);
                words.next().is_some_and(|word| self.command.contains_key(word)) && words.next().is_none()
            };
            if let ExpressionKind::Name(name) = &argument.value.kind
                && !is_of_command(name)
            {
                self.builder.ask_as_parameter(name, number, place);
            }
            // Members of a parameter that is the object itself are asked of the object.
            if let (ExpressionKind::Name(object), Some(parameter)) = (&argument.value.kind, names_of.get(place))
                && self.is_object(object)
            {
                self.builder.bind_members(number, parameter, object, argument.statement);
            }
        }
        let arguments = arguments.into_iter().map(|given| (given.value, given.statement)).collect::<Vec<_>>();
        self.builder.bind(number, &[], &arguments, site.statement);
        (0..arguments.len()).for_each(|place| self.builder.tell_members(number, place));
        true
    }

    /// The function that is called at a site, with all that it is given.
    fn callee(&self, site: &Site) -> Option<Target> {
        let document = self.builder.document();
        let here =
            |name: Option<String>, value: &Expression| Passed { name, value: value.clone(), statement: site.statement };
        let mut given = site.arguments.iter().map(|value| here(None, value)).collect::<Vec<_>>();
        given.extend(site.named.iter().map(|(name, value)| here(Some(name.clone()), value)));
        if let Some(class) = &site.class {
            let method = document.type_named(class).and_then(|class| objects::method(document, class, &site.name));
            let own = || document.functions_named(&site.name).next().filter(|_| !site.name.starts_with("__"));
            let (function, _) = method.or_else(own)?;
            return Some(Target { function, given });
        }
        if let Some((function, _)) = document.functions_named(&site.name).next() {
            return Some(Target { function, given });
        }
        // A name of a function, or of one that has some of its arguments.
        let mut at = site.statement;
        let mut name = site.name.clone();
        for _ in 0..CALLED_THROUGH {
            let statement = document.defining(&name, at)?;
            let mut of = self.builder.expression(statement)?;
            at = document.roles.get(statement)?.site.unwrap_or(statement);
            while let Some((names::PARTIAL, [callee, arguments @ ..])) = callable::invoked(of) {
                let before = arguments.iter().map(|argument| match &argument.kind {
                    ExpressionKind::Named(name, _, value) => {
                        Passed { name: Some(name.clone()), value: (**value).clone(), statement: at }
                    }
                    _ => Passed { name: None, value: argument.clone(), statement: at },
                });
                given = before.chain(given).collect();
                if given.len() > LEAF_LIMIT {
                    return None;
                }
                of = callee;
            }
            match (callable::invoked(of), &of.kind) {
                (Some((names::FUNCTION, [Expression { kind: ExpressionKind::Text(of), .. }])), _) => {
                    let (function, _) = document.functions_named(of).next()?;
                    return Some(Target { function, given });
                }
                (_, ExpressionKind::Name(of)) => name.clone_from(of),
                // An object that is called.
                (_, kind) => {
                    let class = document.type_named(&self.class_made(kind)?)?;
                    let (function, _) = objects::method(document, class, "__call__")?;
                    return Some(Target { function, given });
                }
            }
        }
        None
    }

    pub(super) fn word_at(&self, at: usize) -> &'a str {
        let Some(token) = self.tokens.get(at).filter(|token| token.kind == Kind::Name) else { return "" };
        self.apart.get(&token.span.start).map_or_else(|| token.span.of(self.text), String::as_str)
    }

    pub(super) fn word(&self) -> &'a str {
        self.word_at(self.at)
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    pub(super) fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(Span { start: self.text.len(), end: self.text.len() }, |token| token.span)
    }

    /// Where the token before this one stands.
    pub(super) fn before(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or_else(Span::default, |token| token.span)
    }

    pub(super) fn is_mark_of(&self, at: usize, mark: &str) -> bool {
        matches!(self.tokens.get(at).map(|token| token.kind), Some(Kind::Mark(found)) if found == mark)
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        self.is_mark_of(self.at, mark)
    }

    pub(super) fn take(&mut self, mark: &str) -> bool {
        let stands = self.is_mark(mark);
        self.at += usize::from(stands);
        stands
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let stands = self.word() == word;
        self.at += usize::from(stands);
        stands
    }

    /// The token behind the bracket that closes the one at `open`, or the end.
    pub(super) fn behind_bracket(&self, open: usize) -> usize {
        self.behind_bracket_within(open, self.tokens.len())
    }

    /// The same of a bracket that closes within so many tokens: who looks ahead at each bracket of a text looks no further.
    pub(super) fn behind_bracket_within(&self, open: usize, most: usize) -> usize {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open).take(most) {
            match token.kind {
                Kind::Mark("(" | "[" | "{") => depth += 1,
                Kind::Mark(")" | "]" | "}") => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                Kind::Newline | Kind::Indent | Kind::Dedent => return at,
                _ => {}
            }
        }
        self.tokens.len().min(open.saturating_add(most))
    }

    /// Reports whether a name is a module, and whether that is about something else.
    pub(super) fn module(&self, name: &str) -> Option<bool> {
        if let Some(is_foreign) = self.modules.get(name) {
            return Some(*is_foreign);
        }
        if self.assigned.contains(name) {
            return None;
        }
        if MODULES.contains(&name) {
            return Some(false);
        }
        FOREIGN.contains(&name).then_some(true)
    }

    /// To the end of the logical line, over a block that it opens; answers the last place.
    pub(super) fn skip_line(&mut self) {
        while let Some(kind) = self.kind() {
            self.at += 1;
            if kind == Kind::Newline {
                break;
            }
        }
    }

    /// Over an indented block, if one begins here.
    pub(super) fn skip_block(&mut self) {
        if self.kind() != Some(Kind::Indent) {
            return;
        }
        let mut depth = 0_usize;
        while let Some(kind) = self.kind() {
            match kind {
                Kind::Indent => depth += 1,
                Kind::Dedent => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
    }
}

/// Makes an expression that only programs write.
pub(super) fn code(code: Code, span: Span) -> Expression {
    Expression { kind: code.kind(), span }
}

/// Makes an expression that has no value here.
pub(super) fn foreign(span: Span) -> Expression {
    code(Code::Foreign, span)
}

/// A name.
pub(super) fn name_of(name: &str, span: Span) -> Expression {
    Expression { kind: ExpressionKind::Name(name.to_string()), span }
}

/// An integer.
pub(super) fn int(value: i64, span: Span) -> Expression {
    Expression { kind: ExpressionKind::Int { value, is_static: false }, span }
}

//! What of the notebook, and which numbers, the parameters of a kernel are.

use std::sync::Arc;

use colex::AnyLayout;
use colex::document::look::own;
use colex::document::run::Asked;
use colex::document::threads::{is_answered, threads};
use colex::document::{Held, Options, View};
use colex::notebook::Evaluation;
use colex_shaders::kernel::Refusal;
use colex_shaders::program::Program;

use super::kernels::{Kernel, Making};
use super::predicted::{Predicted, predicted};

/// A parameter of a kernel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter {
    /// Its name in links.
    pub(super) key: &'static str,
    /// Its name in English and Chinese.
    pub(super) name: [&'static str; 2],
    /// What it may be.
    pub(super) kind: Kind,
}

/// What a parameter may be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// A layout: one that every notebook has, or one of this notebook.
    Layout {
        /// What is there without a notebook; the first is what a parameter is unless `prefers` finds something.
        presets: &'static [Preset],
        /// What of the notebook is bound at once.
        prefers: Preference,
    },
    /// A number out of a row, each twice the one before.
    Size {
        /// The smallest, which any machine manages.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// What a search on a GPU found, in a spelling of the kernel's own; empty where none did. It overrides the ways.
    Found,
    /// One of several words; the first is what it is unless another was chosen.
    Choice(&'static [Choice]),
}

/// A word to choose.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// Its name in links.
    pub(super) key: &'static str,
    /// Its name in English and Chinese.
    pub(super) name: [&'static str; 2],
}

/// A layout that is there without a notebook; it may depend on the numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Preset {
    /// Its name in links.
    pub(super) key: &'static str,
    /// Its name in English and Chinese.
    pub(super) name: [&'static str; 2],
    /// The layout.
    pub(super) layout: fn(&Given) -> Option<AnyLayout>,
}

/// Which layout of the notebook is bound at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Preference {
    /// The one that is looked at.
    Looked,
    /// A map of threads and values.
    ThreadValue,
    /// None: it is chosen by hand.
    ByHand,
}

/// A layout of the notebook.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Known {
    /// How it is referred to: its name, or the number of its statement.
    pub(super) name: String,
    /// The layout.
    pub(super) layout: AnyLayout,
    /// Whether it is what `make_layout_tv` answered.
    pub(super) is_map: bool,
    /// The extents of the tile that such a map is over.
    pub(super) tile: Vec<u32>,
    /// Whether it is the one that is looked at.
    pub(super) is_looked_at: bool,
}

impl Known {
    /// What it is called beside others: by its name and its shape, and by all of it where it has no name.
    fn title(&self) -> [String; 2] {
        let is_named = !self.name.starts_with(|letter: char| letter.is_ascii_digit());
        let text = if is_named {
            format!("{} {}", self.name, shortened(&self.layout.shape().to_string()))
        } else {
            shortened(&self.layout.to_string())
        };
        [text.clone(), text]
    }
}

/// How many layouts of a notebook are offered.
pub(super) const KNOWN_LIMIT: usize = 100;
/// What stands before the name of a layout of the notebook.
const OF_NOTEBOOK: char = '_';

/// The layouts of a notebook, the last of each name.
pub(super) fn known(evaluation: &Evaluation, looked_at: Option<usize>, options: &Options) -> Vec<Known> {
    let mut found: Vec<Known> = Vec::new();
    for statement in 0..evaluation.statements().len() {
        let view = View { statement: Some(statement), ..View::default() };
        let Some(look) = own(evaluation, statement, options) else { continue };
        // A bare tuple may be a shape; a small one is rather a coordinate.
        if look.generated.is_some() && !is_worth(&look.layout) {
            continue;
        }
        let known = Known {
            name: look.name.unwrap_or_else(|| (statement + 1).to_string()),
            layout: look.layout,
            is_map: is_answered(evaluation, statement),
            tile: tile(evaluation, statement, &view),
            is_looked_at: looked_at == Some(statement),
        };
        found.retain(|other| other.name != known.name);
        if found.len() < KNOWN_LIMIT {
            found.push(known);
        }
    }
    found
}

/// The extents of the tile of a map of threads and values; none of what is no map.
fn tile(evaluation: &Evaluation, statement: usize, view: &View) -> Vec<u32> {
    let Some(Ok(found)) = threads(evaluation, statement, view, Held::default()) else { return Vec::new() };
    found.map.tile().extents().iter().filter_map(|extent| u32::try_from(*extent).ok()).collect()
}

/// What a parameter is, and how to say it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Value {
    /// In links.
    pub(super) key: String,
    /// On the screen, in English and Chinese.
    pub(super) name: [String; 2],
    /// The layout, if it is one.
    pub(super) layout: Option<AnyLayout>,
    /// The number, if it is one.
    pub(super) number: u32,
    /// The extents of the tile, if it is a map of threads and values.
    pub(super) tile: Vec<u32>,
}

impl Value {
    /// Whether it is a layout of the notebook, there or missed.
    fn is_of_notebook(&self) -> bool {
        self.key.starts_with(OF_NOTEBOOK)
    }
}

/// The values of all parameters.
#[derive(Debug, Clone, Default)]
pub(super) struct Given {
    values: Vec<(&'static str, Value)>,
}

impl Given {
    pub(super) fn value(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// A number; 0 where there is none.
    pub(super) fn number(&self, key: &str) -> u32 {
        self.value(key).map_or(0, |value| value.number)
    }

    /// A word; empty where there is none.
    pub(super) fn word(&self, key: &str) -> &str {
        self.value(key).map_or("", |value| value.key.as_str())
    }

    /// A layout, or that there is none.
    pub(super) fn layout(&self, key: &str) -> Result<&AnyLayout, Refusal> {
        if let Some(name) = self.missing(key) {
            return Err(Refusal::Mismatched {
                what: format!("{name} is no layout of the notebook"),
                chinese: format!("笔记本中没有布局 {name}"),
            });
        }
        self.value(key).and_then(|value| value.layout.as_ref()).ok_or_else(|| Refusal::Mismatched {
            what: format!("{key} follows from a layout that has not two modes"),
            chinese: format!("{key} 所依据的布局没有两个模式"),
        })
    }

    /// The name of the notebook that a parameter asks for and that is no layout there.
    pub(super) fn missing(&self, key: &str) -> Option<&str> {
        let value = self.value(key).filter(|value| value.layout.is_none())?;
        value.key.strip_prefix(OF_NOTEBOOK)
    }

    /// The extents of the tile of a map of threads and values, for a layout of this rank: as the map has them, or all of
    /// it as one.
    pub(super) fn tile(&self, key: &str, rank: usize) -> Vec<u32> {
        let extents = self.value(key).map_or(&[] as &[u32], |value| &value.tile);
        if extents.len() == rank {
            extents.to_vec()
        } else {
            vec![extents.iter().fold(1, |size, extent| size.saturating_mul(*extent))]
        }
    }
}

/// A parameter and its value as they are: of a layout itself, not what it is called.
fn said(key: &str, value: &Value) -> String {
    match &value.layout {
        Some(layout) => format!("{key}={layout}"),
        None => format!("{key}={}", value.key),
    }
}

/// The values of all parameters. Layouts come last, for they may follow from numbers and words.
fn given(kernel: &Kernel, asked: &Asked, known: &[Known]) -> Given {
    let mut given = Given::default();
    let (layouts, others): (Vec<_>, Vec<_>) =
        kernel.parameters.iter().partition(|parameter| matches!(parameter.kind, Kind::Layout { .. }));
    for parameter in others.into_iter().chain(layouts) {
        let value = value(parameter, asked.value(parameter.key), known, &given);
        given.values.push((parameter.key, value));
    }
    given
}

/// A kernel with everything that it needs.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    /// The kernel.
    pub(super) kernel: &'static Kernel,
    /// The notebook's layouts.
    known: Arc<[Known]>,
    /// What was asked for.
    pub(super) asked: Asked,
    /// The values of its parameters.
    pub(super) given: Given,
    /// Whether how large it is follows from its size parameter.
    pub(super) is_sized: bool,
    /// Kernel and values as one text.
    pub(super) key: String,
}

impl Bound {
    /// Finds the value of each parameter: what was asked for if it is there, or else what fits; the smallest size.
    pub(super) fn new(kernel: &'static Kernel, asked: &Asked, known: &Arc<[Known]>) -> Bound {
        let given = given(kernel, asked, known);
        // Where all layouts are the notebook's, the size is theirs.
        let is_sized = kernel.size().is_some_and(|(key, least, most)| {
            let other = if given.number(key) == least { most } else { least };
            let other = self::given(kernel, &asked.clone().with(key, other), known);
            let layouts =
                |given: &Given| given.values.iter().map(|(_, value)| value.layout.clone()).collect::<Vec<_>>();
            let (own, other) = (layouts(&given), layouts(&other));
            own != other || own.iter().all(Option::is_none)
        });
        let mut bound =
            Bound { kernel, known: Arc::clone(known), asked: asked.clone(), given, is_sized, key: String::new() };
        let values = bound.given.values.iter().filter(|(key, _)| bound.counts(key));
        let values = values.map(|(key, value)| said(key, value));
        bound.key = values.fold(kernel.id.to_owned(), |text, value| format!("{text};{value}"));
        bound
    }

    /// Whether a parameter has a say in what runs: a size has none where the layouts say how large it is.
    fn counts(&self, key: &str) -> bool {
        let idle_size = self.kernel.size().filter(|_| !self.is_sized).map(|(key, ..)| key);
        Some(key) != idle_size && !(self.kernel.is_idle)(&self.given, key)
    }

    /// The value of a parameter that has a say in what runs.
    fn counted(&self, key: &str) -> Option<&Value> {
        self.given.value(key).filter(|_| self.counts(key))
    }

    /// Whether something of it is the notebook's, which may change.
    pub(super) fn is_of_notebook(&self) -> bool {
        self.given.values.iter().any(|(key, value)| value.is_of_notebook() && self.counts(key))
    }

    /// The parameter that is its size, with the smallest and the largest; none where its layouts say how large it is.
    fn sized(&self) -> Option<(&'static str, u32, u32)> {
        self.kernel.size().filter(|_| self.is_sized)
    }

    /// Kernel and values as somebody reads them who does not have the notebook.
    pub(super) fn in_full(&self) -> String {
        let (kernel, values) = self.key.split_once(';').unwrap_or((&self.key, ""));
        let values = values.split(';').filter(|value| !value.ends_with('=')).collect::<Vec<_>>();
        colex::notebook::value::without_underscores(&format!("{kernel}: {}", values.join(", ")))
    }

    /// A number that tells it from what is made of other values.
    pub(super) fn check(&self) -> u32 {
        hash(&self.key)
    }

    /// The same of what must be written.
    pub(super) fn task_check(&self) -> u32 {
        hash(&self.task())
    }

    /// The program, or why there is none.
    pub(super) fn program(&self) -> Result<Program, Refusal> {
        (self.kernel.program)(&self.given)
    }

    /// What the program must write.
    pub(super) fn twin(&self) -> Result<Making, Refusal> {
        (self.kernel.twin)(&self.given)
    }

    /// What the analysis says of it; nothing of a kernel that does not say what it touches.
    pub(super) fn predicted(&self) -> Vec<Predicted> {
        let instructions = self.kernel.accesses.and_then(|accesses| accesses(&self.given).ok());
        instructions.map(|instructions| predicted(&instructions)).unwrap_or_default()
    }

    /// Kernel and values but for the size.
    pub(super) fn variant(&self) -> String {
        let size = self.kernel.size().map(|(key, ..)| key);
        let values = self.given.values.iter().filter(|(key, _)| Some(*key) != size);
        let values = values.map(|(key, value)| format!("{key}={}", value.key));
        values.fold(self.kernel.id.to_owned(), |text, value| format!("{text};{value}"))
    }

    /// Everything on which depends what must be written: programs of one task write the same.
    pub(super) fn task(&self) -> String {
        let size = self.kernel.size().filter(|_| !self.is_sized).map(|(key, ..)| key);
        let counts = |key: &str| !self.kernel.ways.contains(&key) && Some(key) != size;
        let values = self.given.values.iter().filter(|(key, _)| counts(key));
        values
            .map(|(key, value)| said(key, value))
            .fold(self.kernel.id.to_owned(), |text, value| format!("{text};{value}"))
    }

    /// The size; 0 of a kernel that has none.
    pub(super) fn size(&self) -> u32 {
        self.sized().map_or(0, |(key, ..)| self.given.number(key))
    }

    /// The smallest and the largest size.
    pub(super) fn sizes(&self) -> (u32, u32) {
        self.sized().map_or((0, 0), |(_, least, most)| (least, most))
    }

    /// Whether nobody chose its size.
    pub(super) fn is_free(&self) -> bool {
        self.sized().is_some_and(|(key, ..)| self.asked.value(key).is_none())
    }

    /// The same kernel at another size.
    pub(super) fn at(&self, size: u32) -> Bound {
        match self.sized() {
            Some((key, ..)) => Bound::new(self.kernel, &self.asked.clone().with(key, size), &self.known),
            None => self.clone(),
        }
    }

    /// The same at half the size, if it can be halved.
    pub(super) fn halved(&self) -> Option<Bound> {
        let half = self.size() / 2;
        (half > 0 && half >= self.sizes().0).then(|| self.at(half))
    }
}

fn value(parameter: &Parameter, asked: Option<&str>, known: &[Known], given: &Given) -> Value {
    match parameter.kind {
        Kind::Size { least, most } => {
            let number = asked.and_then(|asked| asked.parse().ok()).unwrap_or(least).clamp(least, most);
            let text = number.to_string();
            Value { name: [text.clone(), text.clone()], key: text, number, ..Value::default() }
        }
        Kind::Found => {
            let key = asked.unwrap_or_default().to_owned();
            Value { name: [key.clone(), key.clone()], key, ..Value::default() }
        }
        Kind::Choice(choices) => {
            let found = choices.iter().find(|choice| asked == Some(choice.key)).or(choices.first());
            let (key, name) = found.map_or(("", ["", ""]), |choice| (choice.key, choice.name));
            Value { key: key.to_owned(), name: name.map(str::to_owned), ..Value::default() }
        }
        Kind::Layout { presets, prefers } => {
            let of_notebook = |known: &Known| Value {
                key: format!("{OF_NOTEBOOK}{}", known.name),
                name: known.title(),
                layout: Some(known.layout.clone()),
                tile: known.tile.clone(),
                ..Value::default()
            };
            let of_preset = |preset: &Preset| Value {
                key: preset.key.to_owned(),
                name: preset.name.map(str::to_owned),
                layout: (preset.layout)(given),
                ..Value::default()
            };
            let asked_for = asked.and_then(|asked| match asked.strip_prefix(OF_NOTEBOOK) {
                // What is not there is not another layout: it is missed.
                Some(name) => Some(known.iter().find(|known| known.name == name).map_or_else(
                    || Value { key: asked.to_owned(), name: [name.to_owned(), name.to_owned()], ..Value::default() },
                    of_notebook,
                )),
                None => presets.iter().find(|preset| preset.key == asked).map(of_preset),
            });
            let preferred = || match prefers {
                Preference::Looked => {
                    known.iter().find(|known| known.is_looked_at && is_worth(&known.layout)).map(of_notebook)
                }
                Preference::ThreadValue => known.iter().rev().find(|known| known.is_map).map(of_notebook),
                Preference::ByHand => None,
            };
            let first = || presets.first().map(of_preset);
            asked_for.or_else(preferred).or_else(first).unwrap_or_default()
        }
    }
}

/// What a parameter may be chosen to be: in links, and on the screen in both languages.
pub(super) fn offers(parameter: &Parameter, known: &[Known]) -> Vec<(String, [String; 2])> {
    match parameter.kind {
        Kind::Size { least, most } => {
            let sizes = std::iter::successors(Some(least.max(1)), |size| size.checked_mul(2));
            let sizes = sizes.take_while(|size| *size <= most).map(|size| size.to_string());
            sizes.map(|size| (size.clone(), [size.clone(), size])).collect()
        }
        Kind::Found => Vec::new(),
        Kind::Choice(choices) => {
            choices.iter().map(|choice| (choice.key.to_owned(), choice.name.map(str::to_owned))).collect()
        }
        Kind::Layout { presets, .. } => {
            let presets = presets.iter().map(|preset| (preset.key.to_owned(), preset.name.map(str::to_owned)));
            let notebook = known.iter().map(|known| {
                let text = format!("{} = {}", known.name, shortened(&known.layout.to_string()));
                (format!("{OF_NOTEBOOK}{}", known.name), [text.clone(), text])
            });
            presets.chain(notebook).collect()
        }
    }
}

/// How many elements a layout has at least that is bound without asking: less is over before it has begun.
const WORTH: i64 = 1024;

fn is_worth(layout: &AnyLayout) -> bool {
    layout.size().is_ok_and(|size| size.value() >= WORTH)
}

/// How many letters of a layout stand in a list.
const SHOWN_LIMIT: usize = 40;

fn shortened(text: &str) -> String {
    let text = colex::notebook::value::without_underscores(text);
    if text.chars().count() <= SHOWN_LIMIT { text } else { text.chars().take(SHOWN_LIMIT - 1).chain(['…']).collect() }
}

/// FNV-1a.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum: u32, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// What to call programs beside each other: what they differ in. One alone is called by what was chosen of it. What has
/// no say in what ran is not told, and a layout of the notebook is, whoever bound it: it says how large the rest is.
pub(super) fn titles(bound: &[Bound]) -> Vec<[String; 2]> {
    let first_kernel = bound.first().map(|first| first.kernel.id);
    let is_one_kernel = bound.iter().all(|other| Some(other.kernel.id) == first_kernel);
    let differs = |key: &str| {
        let mut values = bound.iter().map(|other| other.counted(key).map(|value| &value.key));
        let first = values.next();
        values.any(|other| Some(other) != first)
    };
    let title = |bound: &Bound, is_alone: bool| {
        let found_differs = bound.kernel.found().is_some_and(differs);
        let is_told = |(parameter, value): &(&Parameter, &Value)| {
            let (is_chosen, is_way) =
                (bound.asked.value(parameter.key).is_some(), bound.kernel.ways.contains(&parameter.key));
            let is_chosen = is_chosen || value.is_of_notebook();
            // What a layout follows from is told instead of it. A way is told where others were found.
            let is_news = is_chosen || is_way || !matches!(parameter.kind, Kind::Layout { .. });
            if is_alone { is_chosen } else { (differs(parameter.key) && is_news) || (is_way && found_differs) }
        };
        let told = bound.kernel.parameters.iter();
        let told = told.filter_map(|parameter| Some((parameter, bound.counted(parameter.key)?)));
        let told = told.filter(is_told).filter(|(_, value)| !value.key.is_empty());
        let told = told.collect::<Vec<_>>();
        [0, 1].map(|tongue| {
            let word = |words: &[&str; 2]| words.get(tongue).copied().unwrap_or_default().to_owned();
            // One layout says of itself what it is for; of several each needs its name.
            let layouts = told.iter().filter(|(parameter, _)| matches!(parameter.kind, Kind::Layout { .. })).count();
            let parts = told.iter().map(|(parameter, value)| {
                let value = value.name.get(tongue).cloned().unwrap_or_default();
                match parameter.kind {
                    Kind::Choice(_) => value,
                    Kind::Layout { .. } if layouts == 1 => value,
                    _ => format!("{} {value}", word(&parameter.name)),
                }
            });
            let is_named = !is_one_kernel || told.is_empty() || is_alone;
            let kernel = is_named.then(|| word(&bound.kernel.name));
            kernel.into_iter().chain(parts).collect::<Vec<_>>().join(", ")
        })
    };
    bound.iter().map(|one| title(one, bound.len() < 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::notebook::{Settings, evaluate};

    use crate::gpu::bench::kernels::{KERNELS, kernel};

    const TEXT: &str =
        "A = (64,64):(64,1)\nT = make_layout_tv((4,8):(8,1), (2,2):(2,1))\nS = (4,4):(4,1)\nA = (32,64):(64,1)";

    fn notebook(looked_at: usize) -> Arc<[Known]> {
        let evaluation = evaluate(TEXT, Settings { compile_time: true, ..Settings::default() });
        known(&evaluation, Some(looked_at), &Options::default()).into()
    }

    fn bound(asked: &Asked, looked_at: usize) -> Bound {
        Bound::new(kernel(&asked.kernel).expect("a kernel"), asked, &notebook(looked_at))
    }

    #[test]
    fn the_last_layout_of_a_name_is_known() {
        let known = notebook(3);
        let names =
            known.iter().map(|known| (known.name.as_str(), known.is_map, known.is_looked_at)).collect::<Vec<_>>();
        assert_eq!(names, [("T", true, false), ("S", false, false), ("A", false, true)]);
        assert_eq!(known[0].tile, [8, 16]);
        assert_eq!(known[2].layout.to_string(), "(_32,_64):(_64,_1)");
    }

    #[test]
    fn what_fits_is_bound_at_once() {
        let copy = Asked::of("copy");
        let said = |bound: &Bound, key: &str| bound.given.value(key).map(|value| value.key.clone());
        // The layout that is looked at, if it is worth a copy; the map of threads and values.
        assert_eq!(said(&bound(&copy, 3), "source").as_deref(), Some("_A"));
        assert_eq!(said(&bound(&copy, 2), "source").as_deref(), Some("row"));
        assert_eq!(said(&bound(&copy, 2), "threads").as_deref(), Some("_T"));
        assert_eq!(bound(&copy, 3).given.tile("threads", 2), [8, 16]);
        assert_eq!(bound(&copy, 3).given.tile("threads", 1), [128]);
        // A name that is not there is missed; what makes no sense is as if nothing had been asked for.
        let gone = bound(&copy.clone().with("source", "_gone"), 2);
        assert_eq!((gone.given.missing("source"), gone.given.missing("destination")), (Some("gone"), None));
        assert!(matches!(gone.program(), Err(Refusal::Mismatched { what, .. }) if what.contains("gone")));
        for asked in ["gone", ""] {
            let asked = copy.clone().with("source", asked).with("n", "many").with("element", asked);
            assert_eq!(said(&bound(&asked, 2), "source").as_deref(), Some("row"));
            assert_eq!((bound(&asked, 2).size(), said(&bound(&asked, 2), "element").as_deref()), (128, Some("f32")));
        }
        assert_eq!(bound(&copy.clone().with("n", 1 << 30), 2).size(), 16_384);
        // Where the notebook says how large it is, no size does.
        let (own, other) = (bound(&copy, 3), bound(&copy.with("n", 512), 3));
        assert!(own.key == other.key && !own.is_free() && own.halved().is_none() && own.size() == 0);
    }

    #[test]
    fn every_kernel_has_a_program_as_it_is_and_in_its_experiment() {
        for kernel in KERNELS {
            let experiment = kernel
                .experiment
                .iter()
                .map(|values| values.iter().fold(Asked::of(kernel.id), |asked, (key, value)| asked.with(key, value)));
            for asked in experiment.chain([Asked::of(kernel.id)]) {
                let bound = Bound::new(kernel, &asked, &notebook(2));
                let program = bound.program().unwrap_or_else(|refusal| panic!("{}: {refusal:?}", bound.key));
                assert!(program.wgsl.contains("@compute") && program.work.bytes > 0, "{}", bound.key);
                assert!(bound.is_free() && bound.halved().is_none(), "{}", bound.key);
                let twice = bound.at(bound.size() * 2);
                assert!(
                    !twice.is_free() && twice.variant() == bound.variant() && twice.key != bound.key,
                    "{}",
                    bound.key
                );
                assert_eq!(twice.halved().map(|bound| bound.size()), Some(bound.size()));
            }
        }
    }

    #[test]
    fn titles_say_what_differs() {
        let english = |all: &[Asked]| {
            let bound = all.iter().map(|asked| bound(asked, 2)).collect::<Vec<_>>();
            titles(&bound).into_iter().map(|[english, _]| english).collect::<Vec<_>>()
        };
        let transpose = |way: &str, tile: &str| Asked::of("transpose").with("way", way).with("tile", tile);
        assert_eq!(
            english(&[transpose("naive", "padded"), transpose("scalars", "row")]),
            ["naive, without a tile", "number by number, row-major"]
        );
        assert_eq!(
            english(&[transpose("scalars", "row"), transpose("scalars", "padded"), transpose("blocks", "fit")]),
            [
                "number by number, row-major",
                "number by number, row-major, padded",
                "4×4 blocks in registers, swizzled to fit"
            ]
        );
        let gemm = Asked::of("gemm");
        assert_eq!(english(&[gemm.clone().with("n", 256)]), ["gemm, Size 256"]);
        assert_eq!(english(&[gemm.clone().with("n", 256), gemm.clone().with("n", 512)]), ["Size 256", "Size 512"]);
        assert_eq!(english(&[gemm.clone(), Asked::of("copy")])[0], "gemm, tuned");
        assert_eq!(english(&[gemm.clone(), gemm.with("scheme", "64x64")]), ["tuned", "tuned, Found by a search 64x64"]);
    }

    /// A size that was asked for and that the notebook's layouts overrule is not what ran.
    #[test]
    fn titles_say_what_ran() {
        let text = "A = (4096,4096):(4096,1)\nB = (2048,4096):(4096,1)\n(64,64):(64,1)";
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let known: Arc<[Known]> = known(&evaluation, Some(0), &Options::default()).into();
        let bound = |asked: &Asked| Bound::new(kernel(&asked.kernel).expect("a kernel"), asked, &known);
        let check = |all: &[Asked], titles: &[&str]| {
            let all = all.iter().map(bound).collect::<Vec<_>>();
            assert_eq!(super::titles(&all).into_iter().map(|[english, _]| english).collect::<Vec<_>>(), titles);
            for (bound, title) in all.iter().zip(titles) {
                // What is said of the size is in what is taken away, and in what the program moves.
                let program = bound.program().expect("a program");
                let size = title.split("Size ").nth(1).and_then(|rest| rest.split(',').next());
                assert!(size.is_none() || bound.is_sized, "{title}");
                assert_eq!(bound.in_full().contains(" n="), bound.is_sized, "{}", bound.in_full());
                if let Some(size) = size.and_then(|size| size.parse::<u64>().ok()) {
                    let again = bound.at(size as u32).program().expect("a program");
                    assert_eq!(program.work, again.work, "{title}");
                }
            }
        };
        let copy = |n: u32| Asked::of("copy").with("n", n);
        check(&[copy(8192)], &["copy, A (4096,4096)"]);
        check(&[Asked::of("copy")], &["copy, A (4096,4096)"]);
        check(&[copy(8192).with("source", "row")], &["copy, Size 8192, row-major"]);
        check(&[copy(8192).with("source", "_3")], &["copy, (64,64):(64,1)"]);
        check(&[copy(8192), copy(512).with("source", "column")], &["A (4096,4096)", "Size 512, column-major"]);
        check(&[copy(8192), copy(8192).with("source", "_B")], &["A (4096,4096)", "B (2048,4096)"]);
        let transpose = |source: &str| Asked::of("transpose").with("n", 256).with("source", source);
        check(&[transpose("_B"), transpose("row")], &["B (2048,4096)", "Size 256, row-major"]);
        let gemm = Asked::of("gemm").with("n", 256);
        check(&[gemm.clone().with("a", "_B"), gemm.clone()], &["B (2048,4096)", "gemm"]);
        let all = gemm.with("a", "_A").with("b", "_B");
        check(&[all], &["gemm, A (M,K) A (4096,4096), B (N,K) B (2048,4096)"]);
        check(&[Asked::of("sum").with("n", 65_536)], &["sum, A (4096,4096)"]);
        assert!(bound(&copy(8192)).is_of_notebook() && !bound(&copy(8192).with("source", "row")).is_of_notebook());
    }
}

//! The parameters of a kernel: what each may be, and what it is by what was chosen and by the layouts of a notebook.

use colex::AnyLayout;

use crate::kernel::Refusal;
use crate::machine::Machine;

/// A parameter of a kernel.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name in links.
    pub key: &'static str,
    /// Its name in English and Chinese.
    pub name: [&'static str; 2],
    /// Kind of its values.
    pub kind: Kind,
}

/// Kind of the values of a parameter.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A layout: one that every notebook has, or one of this notebook.
    Layout {
        /// Layouts that are there without a notebook; the first is what a parameter is unless `prefers` finds
        /// something.
        presets: &'static [Preset],
        /// Layouts of the notebook that are bound at once.
        prefers: Preference,
    },
    /// A number out of a row, each twice the one before.
    Size {
        /// The smallest, which any machine manages.
        least: u32,
        /// The largest.
        most: u32,
        /// Items that it counts.
        counts: Counted,
    },
    /// A TiledMMA of the notebook, or none.
    TiledMma,
    /// Result of a search on a GPU, in a spelling of the kernel's own; empty where none found one. It overrides the
    /// ways.
    Found,
    /// One of several words; the first is what it is unless another was chosen.
    Choice(&'static [Choice]),
}

/// Items that a size counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// The rows, and the columns, of square matrices.
    Rows,
    /// All numbers of a buffer.
    Numbers,
}

impl Counted {
    /// The size of what is made of square matrices with so many rows.
    pub const fn of_rows(self, rows: u32) -> u32 {
        match self {
            Counted::Rows => rows,
            Counted::Numbers => rows.saturating_mul(rows),
        }
    }
}

/// A word to choose.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// Its name in links.
    pub key: &'static str,
    /// Its name in English and Chinese.
    pub name: [&'static str; 2],
}

/// A layout that is there without a notebook; it may depend on the numbers, and on the layouts before it.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its name in links.
    pub key: &'static str,
    /// Its name in English and Chinese.
    pub name: [&'static str; 2],
    /// The layout.
    pub layout: fn(&Given) -> Option<AnyLayout>,
}

/// Which layout of the notebook is bound at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preference {
    /// The one that is looked at.
    Looked,
    /// A map of threads and values.
    ThreadValue,
    /// None: it is chosen by hand.
    ByHand,
}

/// A layout of the notebook, or a TiledMMA with the layout of its atoms.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// Reference to it: its name, or the number of its statement.
    pub name: String,
    /// The layout.
    pub layout: AnyLayout,
    /// True if it is what `make_layout_tv` answered.
    pub is_map: bool,
    /// The extents of the tile that such a map is over.
    pub tile: Vec<u32>,
    /// True if it is the one that is looked at.
    pub is_looked_at: bool,
    /// The subgroups of a TiledMMA along M and along N.
    pub subgroups: Option<[u32; 2]>,
}

impl Known {
    /// Returns what it is called beside others: its name and its shape, and all of it where it has no name.
    fn title(&self) -> [String; 2] {
        let is_named = !self.name.starts_with(|letter: char| letter.is_ascii_digit());
        let text = if is_named {
            format!("{} {}", self.name, shortened(&self.layout.shape().to_string()))
        } else {
            shortened(&self.layout.to_string())
        };
        [text.clone(), text]
    }

    /// Returns how a parameter refers to it in links.
    fn key(&self) -> String {
        format!("{OF_NOTEBOOK}{}", self.name)
    }
}

/// Prefix of the name of a layout of the notebook.
const OF_NOTEBOOK: char = '_';

/// Value of a parameter, and how to say it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Value {
    /// In links.
    pub key: String,
    /// On the screen, in English and Chinese.
    pub name: [String; 2],
    /// The layout, if it is one.
    pub layout: Option<AnyLayout>,
    /// The number, if it is one.
    pub number: u32,
    /// The extents of the tile, if it is a map of threads and values.
    pub tile: Vec<u32>,
    /// The subgroups along M and along N, if it is a TiledMMA.
    pub subgroups: Option<[u32; 2]>,
}

impl Value {
    /// Returns true if it is a layout of the notebook, there or missed.
    pub fn is_of_notebook(&self) -> bool {
        self.key.starts_with(OF_NOTEBOOK)
    }
}

/// The values of all parameters, and the machine for which what follows from them is to be best.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// The machine.
    pub machine: Machine,
    values: Vec<(&'static str, Value)>,
}

impl Given {
    /// No values yet, for a machine.
    pub(crate) fn of(machine: Machine) -> Given {
        Given { machine, values: Vec::new() }
    }

    /// Returns the value of a parameter.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Returns all keys and values.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.values.iter().map(|(key, value)| (*key, value))
    }

    /// Adds the value of a parameter.
    pub(crate) fn push(&mut self, key: &'static str, value: Value) {
        self.values.push((key, value));
    }

    /// Returns a number; 0 where there is none.
    pub fn number(&self, key: &str) -> u32 {
        self.value(key).map_or(0, |value| value.number)
    }

    /// Returns a word; an empty one where there is none.
    pub fn word(&self, key: &str) -> &str {
        self.value(key).map_or("", |value| value.key.as_str())
    }

    /// Returns a layout.
    ///
    /// Errors: [`Refusal::Mismatched`] where the notebook has none of this name, or none follows from the other layouts.
    pub fn layout(&self, key: &str) -> Result<&AnyLayout, Refusal> {
        if let Some(name) = self.missing(key) {
            return Err(Refusal::Mismatched {
                what: format!("{name} is no layout of the notebook"),
                chinese: format!("笔记本中没有布局 {name}"),
            });
        }
        self.value(key).and_then(|value| value.layout.as_ref()).ok_or_else(|| Refusal::Mismatched {
            what: format!("{key} follows from a layout that has not two modes"),
            chinese: format!("{key} 所依据的布局没有两个 mode"),
        })
    }

    /// Returns the subgroups of a TiledMMA along M and along N; `None` where none was chosen.
    ///
    /// Errors: [`Refusal::Mismatched`] where the notebook has none of this name.
    pub fn subgroups(&self, key: &str) -> Result<Option<[u32; 2]>, Refusal> {
        match self.missing(key) {
            Some(name) => Err(Refusal::Mismatched {
                what: format!("{name} is no TiledMMA of warps in the notebook"),
                chinese: format!("笔记本中没有由 warp 组成的 TiledMMA {name}"),
            }),
            None => Ok(self.value(key).and_then(|value| value.subgroups)),
        }
    }

    /// Returns the name of the notebook that a parameter asks for and that is no layout, or no TiledMMA, there.
    pub fn missing(&self, key: &str) -> Option<&str> {
        let value = self.value(key).filter(|value| value.layout.is_none() && value.subgroups.is_none())?;
        value.key.strip_prefix(OF_NOTEBOOK)
    }

    /// Returns the extents of the tile of a map of threads and values, for a layout of this rank: as the map has them, or
    /// all of it as one.
    pub fn tile(&self, key: &str, rank: usize) -> Vec<u32> {
        let extents = self.value(key).map_or(&[] as &[u32], |value| &value.tile);
        if extents.len() == rank {
            extents.to_vec()
        } else {
            vec![extents.iter().fold(1, |size, extent| size.saturating_mul(*extent))]
        }
    }

    /// Returns the extent of a mode of a matrix that is bound.
    pub(crate) fn extent(&self, key: &str, mode: usize) -> Option<u32> {
        let layout = self.layout(key).ok()?;
        u32::try_from(layout.at(&[mode]).ok()?.size().ok()?.value()).ok()
    }
}

/// Which sizes a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// Those that it offers; of others the nearest.
    Offered,
    /// Any.
    Any,
}

/// Choice for a layout parameter, before any preset is computed.
enum Pick<'a> {
    Known(&'a Known),
    /// A name that the notebook does not have.
    Missing(&'a str),
    Preset(&'static Preset),
    Nothing,
}

/// Finds what a layout parameter is: what was asked for if it is there, or else what is preferred, or the first preset.
fn pick<'a>(presets: &'static [Preset], prefers: Preference, asked: Option<&'a str>, known: &'a [Known]) -> Pick<'a> {
    let known = || known.iter().filter(|known| known.subgroups.is_none());
    let asked_for = asked.and_then(|asked| match asked.strip_prefix(OF_NOTEBOOK) {
        // A name that is not there is not another layout: it is missed.
        Some(name) => Some(known().find(|known| known.name == name).map_or(Pick::Missing(name), Pick::Known)),
        None => presets.iter().find(|preset| preset.key == asked).map(Pick::Preset),
    });
    let preferred = || match prefers {
        Preference::Looked => known().find(|known| known.is_looked_at && is_worth(&known.layout)).map(Pick::Known),
        Preference::ThreadValue => known().rev().find(|known| known.is_map).map(Pick::Known),
        Preference::ByHand => None,
    };
    let first = || presets.first().map(Pick::Preset);
    asked_for.or_else(preferred).or_else(first).unwrap_or(Pick::Nothing)
}

/// What a TiledMMA is where none was chosen.
const USUAL: Choice = Choice { key: "usual", name: ["usual", "默认"] };

/// Finds the TiledMMA of a name.
fn tiled_mma<'a>(asked: Option<&'a str>, known: &'a [Known]) -> Pick<'a> {
    let Some(name) = asked.and_then(|asked| asked.strip_prefix(OF_NOTEBOOK)) else { return Pick::Nothing };
    let found = known.iter().find(|known| known.name == name && known.subgroups.is_some());
    found.map_or(Pick::Missing(name), Pick::Known)
}

impl Parameter {
    /// Returns true if its value is a layout.
    pub const fn is_layout(&self) -> bool {
        matches!(self.kind, Kind::Layout { .. })
    }

    /// Finds its value: what was asked for if it is there, or else what fits.
    pub(crate) fn value(&self, asked: Option<&str>, known: &[Known], given: &Given, sizes: Sizes) -> Value {
        match self.kind {
            Kind::Size { least, most, .. } => {
                let number = asked.and_then(|asked| asked.parse().ok()).unwrap_or(least);
                let number = if sizes == Sizes::Any { number } else { number.clamp(least, most) };
                let text = number.to_string();
                Value { name: [text.clone(), text.clone()], key: text, number, ..Value::default() }
            }
            Kind::TiledMma => match tiled_mma(asked, known) {
                Pick::Known(known) => {
                    Value { key: known.key(), name: known.title(), subgroups: known.subgroups, ..Value::default() }
                }
                Pick::Missing(name) => Value {
                    key: format!("{OF_NOTEBOOK}{name}"),
                    name: [name.to_owned(), name.to_owned()],
                    ..Value::default()
                },
                Pick::Preset(_) | Pick::Nothing => {
                    let (key, name) = (USUAL.key.to_owned(), USUAL.name.map(str::to_owned));
                    Value { key, name, ..Value::default() }
                }
            },
            Kind::Found => {
                let key = asked.unwrap_or_default().to_owned();
                Value { name: [key.clone(), key.clone()], key, ..Value::default() }
            }
            Kind::Choice(choices) => {
                let found = choices.iter().find(|choice| asked == Some(choice.key)).or(choices.first());
                let (key, name) = found.map_or(("", ["", ""]), |choice| (choice.key, choice.name));
                Value { key: key.to_owned(), name: name.map(str::to_owned), ..Value::default() }
            }
            Kind::Layout { presets, prefers } => match pick(presets, prefers, asked, known) {
                Pick::Known(known) => Value {
                    key: known.key(),
                    name: known.title(),
                    layout: Some(known.layout.clone()),
                    tile: known.tile.clone(),
                    ..Value::default()
                },
                Pick::Missing(name) => Value {
                    key: format!("{OF_NOTEBOOK}{name}"),
                    name: [name.to_owned(), name.to_owned()],
                    ..Value::default()
                },
                Pick::Preset(preset) => Value {
                    key: preset.key.to_owned(),
                    name: preset.name.map(str::to_owned),
                    layout: (preset.layout)(given),
                    ..Value::default()
                },
                Pick::Nothing => Value::default(),
            },
        }
    }

    /// Returns true if a value is still what the same choice finds among other layouts of a notebook. What is no layout
    /// does not depend on them; a preset follows from other parameters alone.
    pub(crate) fn is_still(&self, value: &Value, asked: Option<&str>, known: &[Known]) -> bool {
        let (presets, prefers) = match self.kind {
            Kind::Layout { presets, prefers } => (presets, prefers),
            Kind::TiledMma => {
                return match tiled_mma(asked, known) {
                    Pick::Known(known) => value.subgroups == known.subgroups && value.key == known.key(),
                    Pick::Missing(name) => {
                        value.subgroups.is_none() && value.key.strip_prefix(OF_NOTEBOOK) == Some(name)
                    }
                    Pick::Preset(_) | Pick::Nothing => value.key == USUAL.key,
                };
            }
            _ => return true,
        };
        match pick(presets, prefers, asked, known) {
            Pick::Known(known) => {
                value.layout.as_ref() == Some(&known.layout) && value.tile == known.tile && value.key == known.key()
            }
            Pick::Missing(name) => value.layout.is_none() && value.key.strip_prefix(OF_NOTEBOOK) == Some(name),
            Pick::Preset(preset) => value.key == preset.key,
            Pick::Nothing => value.key.is_empty(),
        }
    }

    /// Lists what it may be chosen to be: in links, and on the screen in both languages.
    pub fn offers(&self, known: &[Known]) -> Vec<(String, [String; 2])> {
        match self.kind {
            Kind::Size { least, most, .. } => {
                let sizes = std::iter::successors(Some(least.max(1)), |size| size.checked_mul(2));
                let sizes = sizes.take_while(|size| *size <= most).map(|size| size.to_string());
                sizes.map(|size| (size.clone(), [size.clone(), size])).collect()
            }
            Kind::Found => Vec::new(),
            Kind::TiledMma => {
                let usual = (USUAL.key.to_owned(), USUAL.name.map(str::to_owned));
                let notebook = known.iter().filter(|known| known.subgroups.is_some());
                std::iter::once(usual).chain(notebook.map(|known| (known.key(), known.title()))).collect()
            }
            Kind::Choice(choices) => {
                choices.iter().map(|choice| (choice.key.to_owned(), choice.name.map(str::to_owned))).collect()
            }
            Kind::Layout { presets, .. } => {
                let presets = presets.iter().map(|preset| (preset.key.to_owned(), preset.name.map(str::to_owned)));
                let notebook = known.iter().filter(|known| known.subgroups.is_none()).map(|known| {
                    let text = format!("{} = {}", known.name, shortened(&known.layout.to_string()));
                    (known.key(), [text.clone(), text])
                });
                presets.chain(notebook).collect()
            }
        }
    }
}

/// Least number of elements of a layout that is bound without asking: less is over before it has begun.
const WORTH: i64 = 1024;

/// Returns true if a layout is large enough to be bound without asking.
pub fn is_worth(layout: &AnyLayout) -> bool {
    layout.size().is_ok_and(|size| size.value() >= WORTH)
}

/// Number of letters of a layout that stand in a list.
const SHOWN_LIMIT: usize = 40;

fn shortened(text: &str) -> String {
    let text = colex::notebook::value::without_underscores(text);
    if text.chars().count() <= SHOWN_LIMIT { text } else { text.chars().take(SHOWN_LIMIT - 1).chain(['…']).collect() }
}

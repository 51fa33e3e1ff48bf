//! The state of the view of an atom: what is shown, asked and pointed at. It draws nothing.

use std::sync::Arc;

use crate::signals::{Memo, RwSignal};
use colex::atom::asked::{Asked, Group, Lit, NotAsked, What};
use colex::atom::board::Board;
use colex::atom::family::{self, Told};
use colex::atom::tiled_copy::CopyAtom;
use colex::atom::tiled_mma::TiledMma;
use colex::error::{Error, Result};
use colex::notebook::Value;
use colex::notebook::made::AtomValue;
use colex::thread_value::Pair;
use colex::{Nested, Tiler, TilerLeaf};
use leptos::prelude::*;

use crate::panels::pauses::rested;
use crate::session::{Draft, Notices, Session, Shared, Tastes};

/// The atom, or what is made of atoms, that a value is.
pub(super) fn atom_of(value: &Value) -> Option<&AtomValue> {
    match value {
        Value::Made(made) => made.as_kind(),
        _ => None,
    }
}

fn latex_of(value: &Value) -> Option<Result<String>> {
    match value {
        Value::Made(made) => made.latex(),
        _ => None,
    }
}

/// Atom that is shown.
pub(super) struct Found {
    /// Its operands.
    pub(super) board: Board,
    /// Name of the atom: that of its instruction.
    pub(super) name: String,
    /// Why its layouts are as they are, step by step.
    pub(super) told: Vec<Told>,
    /// Of a tiled product, itself.
    pub(super) product: Option<TiledMma>,
    /// Drawing by `print_latex`.
    pub(super) latex: Option<Result<String>>,
    /// The question that a slice is: what its thread has.
    own: Option<Asked>,
}

impl Found {
    fn of(value: &Value, is_permuted: bool) -> Option<Result<Found>> {
        // A copy by TMA has one thread; its box is what is looked at.
        let found = atom_of(value).filter(|found| found.tensor_map().is_none())?;
        let thread = |thread: colex::Int| {
            let threads = Some(Group::Thread(u64::try_from(thread.value()).unwrap_or(0)));
            Asked { panel: None, what: What::Held { threads, value: None, register: None } }
        };
        let product = |mma: &TiledMma| {
            let mut mma = mma.clone();
            if !is_permuted {
                // The tile stays as large as it is.
                let sizes = [0, 1, 2].map(|mode| mma.tile_size(mode));
                mma.permutation = sizes.map(|size| Nested::Leaf(size.map_or(TilerLeaf::All, TilerLeaf::Extent)));
            }
            Ok(Found::new(Board::of_product(&mma)?, &mma.atom.name, family::told(&mma.atom)))
        };
        let copy = |atom: &CopyAtom| {
            let told = family::told_of_copy(&atom.operation);
            Board::of_copy_atom(atom).map(|board| Found::new(board, &atom.operation.name, told))
        };
        let built = match found {
            AtomValue::Tag(_) => return None,
            AtomValue::Mma(atom) => Board::of_atom(atom).map(|board| Found::new(board, &atom.name, family::told(atom))),
            AtomValue::Operation(operation) => CopyAtom::untyped(operation).and_then(|atom| copy(&atom)),
            AtomValue::Copy(atom) => copy(atom),
            AtomValue::TiledMma(mma) => product(mma).map(|found: Found| Found { product: Some(mma.clone()), ..found }),
            AtomValue::MmaSlice(slice) => product(&slice.mma).map(|found: Found| Found {
                product: Some(slice.mma.clone()),
                own: Some(thread(slice.thread)),
                ..found
            }),
            AtomValue::TiledCopy(tiled) => {
                let told = family::told_of_copy(&tiled.atom.operation);
                Board::of_copy(tiled).map(|board| Found::new(board, &tiled.atom.operation.name, told))
            }
            AtomValue::CopySlice(slice) => {
                let (operation, own) = (&slice.copy.atom.operation, Some(thread(slice.thread)));
                let told = family::told_of_copy(operation);
                Board::of_copy(&slice.copy).map(|board| Found { own, ..Found::new(board, &operation.name, told) })
            }
        };
        Some(built.map(|found| Found { latex: latex_of(value), ..found }))
    }

    fn new(board: Board, name: &str, told: Vec<Told>) -> Found {
        Found { board, name: name.to_string(), told, product: None, latex: None, own: None }
    }

    /// Reports whether one of its modes is permuted.
    pub(super) fn is_permuted(&self) -> bool {
        let is_layout = |tiler: &Tiler| !matches!(tiler, Nested::Leaf(TilerLeaf::All | TilerLeaf::Extent(_)));
        self.product.as_ref().is_some_and(|mma| mma.permutation.iter().any(is_layout))
    }
}

/// An element of an operand: which of the operands, and its 1-D coordinate.
pub(super) type Element = (usize, u64);

/// The atom on the screen. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    pub(super) draft: Draft,
    pub(super) tastes: Tastes,
    pub(super) notices: Notices,
    /// The atom that is looked at, if it is one.
    pub(super) found: Memo<Option<Result<Shared<Found>>>>,
    /// True if a tiled product is shown with its permutation.
    pub(super) is_permuted: RwSignal<bool>,
    /// Question that is asked.
    pub(super) asked: Memo<Option<std::result::Result<Asked, NotAsked>>>,
    /// Elements that light up.
    pub(super) lit: Memo<Shared<Lit>>,
    /// The element that is asked for.
    pub(super) chosen: Memo<Option<Element>>,
    /// The element under the pointer.
    pub(super) hovered: RwSignal<Option<Element>>,
}

impl Scene {
    pub(super) fn of(session: Session) -> Scene {
        let source = rested(move || (session.draft.evaluation.get(), session.screen.chosen_statement.get()));
        let is_permuted = RwSignal::new(true);
        let found = Memo::new(move |_| {
            source.with(|(evaluation, statement)| {
                let built = Found::of(evaluation.0.value((*statement)?)?, is_permuted.get())?;
                Some(built.map(|found| Shared(Arc::new(found))))
            })
        });
        let typed = Memo::new(move |_| session.draft.view.with(|view| view.asked.clone()));
        let asked = Memo::new(move |_| {
            found.with(|found| {
                let Some(Ok(found)) = found else { return None };
                match typed.get().filter(|typed| !typed.trim().is_empty()) {
                    Some(typed) => Some(Asked::read(&typed, &found.0.board)),
                    None => found.0.own.clone().map(Ok),
                }
            })
        });
        let lit = Memo::new(move |_| {
            found.with(|found| {
                let asked = asked.get().and_then(|asked| asked.ok());
                let lit = match found {
                    Some(Ok(found)) => Lit::of(asked.as_ref(), &found.0.board),
                    _ => Lit::default(),
                };
                Shared(Arc::new(lit))
            })
        });
        let chosen = Memo::new(move |_| {
            let asked = asked.get()?.ok()?;
            found.with(|found| {
                let Some(Ok(found)) = found else { return None };
                let (panel, cell) = asked.element(&found.0.board)?;
                let number = found.0.board.panels.iter().position(|other| other.letter == panel.letter)?;
                Some((number, cell))
            })
        });
        Scene {
            draft: session.draft,
            tastes: session.tastes,
            notices: session.notices,
            found,
            is_permuted,
            asked,
            lit,
            chosen,
            hovered: RwSignal::new(None),
        }
    }

    /// Something of the atom; `None` where there is none.
    pub(super) fn with<T>(self, read: impl FnOnce(&Found) -> T) -> Option<T> {
        self.found.with(|found| match found {
            Some(Ok(found)) => Some(read(&found.0)),
            _ => None,
        })
    }

    /// Why it is not shown.
    pub(super) fn refusal(self) -> Option<Error> {
        self.found.with(|found| match found {
            Some(Err(error)) => Some(error.clone()),
            Some(Ok(found)) => found.0.board.panels.iter().find_map(|panel| panel.refusal().cloned()),
            None => None,
        })
    }

    /// Asks something, or nothing.
    pub(super) fn ask(self, asked: Option<String>) {
        self.draft.look_at(|view| view.asked = asked);
    }

    /// Asks who holds an element.
    pub(super) fn choose(self, (number, cell): Element) {
        let asked = untrack(move || {
            self.with(|found| {
                let panel = found.board.panels.get(number)?;
                Some(Asked { panel: Some(panel.letter), what: What::Element(panel.coordinate(cell)) }.to_string())
            })
        });
        if let Some(Some(asked)) = asked {
            self.ask(Some(asked));
        }
    }

    /// The thread that is asked for, or the first that holds the element that is.
    pub(super) fn thread(self) -> Option<u64> {
        let asked = self.asked.get()?.ok()?;
        self.with(|found| asked.threads(&found.board)?.first().copied())?
    }

    /// Asks what a thread holds.
    pub(super) fn ask_thread(self, thread: u64) {
        self.ask(Some(format!("T{thread}")));
    }

    /// All elements that the threads hold that hold one, with their operands.
    pub(super) fn together(self, (number, cell): Element) -> Vec<Element> {
        /// More cannot be told apart.
        const MOST: usize = 4096;
        let found = self.with(|found| {
            let board = &found.board;
            let panel = board.panels.get(number)?;
            let mut threads = panel.holders(cell).iter().map(|pair| pair.thread).collect::<Vec<_>>();
            threads.dedup();
            if panel.counts().0 <= 1 && board.threads > 1 {
                return Some(vec![(number, cell)]);
            }
            let cells = board.panels.iter().enumerate().filter(|(_, panel)| panel.counts().0 > 1 || board.threads == 1);
            let cells = cells.flat_map(|(number, panel)| {
                let held = threads.iter().flat_map(|thread| {
                    let values = panel.counts().1.min(MOST as u64);
                    (0..values).filter_map(|value| panel.held(Pair { thread: *thread, value })).collect::<Vec<_>>()
                });
                held.map(move |cell| (number, cell)).collect::<Vec<_>>()
            });
            Some(cells.take(MOST).collect())
        });
        found.flatten().unwrap_or_default()
    }
}

//! Atoms: every text is an atom or is told why not, what is completed goes on, and what threads hold can be asked.

use colex::atom::asked::Asked;
use colex::atom::board::Board;
use colex::atom::tiled_copy::CopyAtom;
use colex::atom::{Atom, family};
use colex::words::{Tongue, atom_reason};

const TONGUES: [Tongue; 2] = [Tongue::English, Tongue::Chinese];

/// Number of ways to go on that are looked at.
const COMPLETIONS: usize = 4;

/// The first line is a name, the others are questions about it.
pub fn atom(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let name = lines.next().unwrap_or_default();
    for completion in family::complete(name, COMPLETIONS) {
        assert!(completion.text.ends_with(&completion.token), "{name:?}: {completion:?}");
    }
    let found = match family::find(name, &[]) {
        Ok(found) => found,
        Err(unknown) => {
            assert!(TONGUES.iter().all(|tongue| !atom_reason(&unknown.reason, *tongue).is_empty()), "{name:?}");
            for near in &unknown.nearest {
                let bare = family::find(near, &[]);
                // A name without its arguments is proposed where these are still to be chosen.
                let has_brackets = near.contains('<');
                assert!(bare.is_ok() || !has_brackets, "{name:?} is told to be {near:?}: {bare:?}");
            }
            return;
        }
    };
    assert_eq!(family::find(found.name(), &[]).as_ref(), Ok(&found), "{name:?} is called {:?}", found.name());
    assert!(family::source(&found).is_some_and(|source| !source.is_empty()));
    let board = match &found {
        Atom::Mma(atom) => Board::of_atom(atom),
        Atom::Copy(operation) => CopyAtom::untyped(operation).and_then(|atom| Board::of_copy_atom(&atom)),
    };
    let Ok(board) = board else { return };
    for line in lines {
        if let Ok(asked) = Asked::read(line, &board) {
            assert_eq!(Asked::read(&asked.to_string(), &board), Ok(asked), "{line:?}");
        }
    }
}

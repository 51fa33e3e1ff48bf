//! Structs in shared memory: `@cute.struct`, `@fx.struct`.

use super::expression::invoke;
use super::lexer::Kind;
use super::names;
use super::reader::{NotRead, Reader, code, foreign, int};
use crate::notebook::syntax::{Code, Expression, ExpressionKind};

impl Reader<'_> {
    /// Answers how much memory a struct in shared memory takes, and notes of what type the elements of its members are:
    /// `sA: cute.struct.Align[MemRange[T, n], 128]`.
    pub(super) fn read_storage(&mut self, block: std::ops::Range<usize>) -> Expression {
        let behind = self.at;
        let span = self.tokens.get(block.start).map_or(self.before(), |token| token.span);
        let mut all = Some(Vec::new());
        for at in block {
            let is_first = at
                .checked_sub(1)
                .and_then(|at| self.tokens.get(at))
                .is_none_or(|before| matches!(before.kind, Kind::Newline | Kind::Indent | Kind::Dedent));
            if !is_first || !self.is_mark_of(at + 1, ":") {
                continue;
            }
            let member = self.word_at(at).to_string();
            self.at = at + 2;
            match self.field_of_storage() {
                Ok(field) => {
                    if !matches!(field[1].kind, ExpressionKind::Underscore) {
                        self.ranges.insert(member, field[0].clone());
                    }
                    all.iter_mut().for_each(|all| all.extend(field.clone()));
                }
                Err(NotRead) => all = None,
            }
        }
        self.at = behind;
        all.map_or_else(|| foreign(span), |all| invoke(names::STORAGE, all, span))
    }

    /// What a member of shared memory is: its elements, how many there are, `_` of a number alone, and what its address has to
    /// be a multiple of.
    fn field_of_storage(&mut self) -> Result<[Expression; 3], NotRead> {
        while self.is_mark_of(self.at + 1, ".")
            && (matches!(self.word(), "cute" | "struct" | "cutlass") || self.of_fly.contains(self.word()))
        {
            self.at += 2;
        }
        let span = self.span();
        let one = |kind| Expression { kind, span };
        match self.word() {
            "Align" if self.is_mark_of(self.at + 1, "[") => {
                self.at += 2;
                self.descend()?;
                let [of, count, _] = self.field_of_storage()?;
                self.depth -= 1;
                let align = if self.take(",") { self.expression()? } else { return Err(NotRead) };
                self.take(",");
                if self.take("]") { Ok([of, count, align]) } else { Err(NotRead) }
            }
            // FlyDSL's say how they lie, too.
            "MemRange" | "Array" if self.is_mark_of(self.at + 1, "[") => {
                self.at += 2;
                let of = self.expression()?;
                let count = if self.take(",") { self.expression()? } else { return Err(NotRead) };
                let align = if self.take(",") && !self.is_mark("]") { self.expression()? } else { int(1, span) };
                self.take(",");
                if self.take("]") { Ok([of, count, align]) } else { Err(NotRead) }
            }
            word => {
                let nested = self.storages.get(word).copied();
                let of = match nested {
                    Some(index) => {
                        self.at += 1;
                        code(Code::Of(index), span)
                    }
                    None => self.expression()?,
                };
                Ok([of, one(ExpressionKind::Underscore), int(1, span)])
            }
        }
    }
}

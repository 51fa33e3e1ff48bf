//! The row of an operation: all that is said of it, each facet in the words of whoever reads it.

use std::ops::RangeInclusive;

use crate::doctor::Advice;
use crate::laws::{Laws, Promise};
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::alternatives::Alternatives;
use crate::notebook::evaluate::{Compared, Remarked, Travel};
use crate::notebook::functions::{Function, Help, Holds, Subject, Template};
use crate::notebook::parse::Pythonic;
use crate::scene::{Drawing, Picture};

/// Whose operation it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// CuTe's: what a program compiled with it printed is recorded, and a test demands so.
    Cute,
    /// Another's, or a program of CuTe's prints nothing of it: this says why.
    Other(&'static str),
}

/// Description of an operation. A facet that is `None` was forgotten, and a test says so: that an operation has no laws
/// is said as well, with the reason. Of the other facets [`USUAL`] has what most rows say.
///
/// Rows exist while this is compiled and no later: the program has a table for each facet, so that the page loads with
/// each of its parts only what that part asks.
pub(crate) struct Row {
    /// CuTe's name.
    pub(crate) name: &'static str,
    /// Other names that mean the same.
    pub(crate) aliases: &'static [&'static str],
    /// Whose it is; CuTe's where a row does not say.
    pub(crate) origin: Origin,
    /// Names of the parameters.
    pub(crate) parameters: &'static [&'static str],
    /// Number of arguments that it takes.
    pub(crate) arity: RangeInclusive<usize>,
    /// Template arguments.
    pub(crate) template: Template,
    /// Content of its brackets, for whoever writes in them.
    pub(crate) holds: Holds,
    /// Subject of a call: what is looked at.
    pub(crate) subject: Subject,
    /// Python's ways to write it otherwise.
    pub(crate) python: &'static [Pythonic],
    /// Code that computes it.
    pub(crate) apply: Option<Apply>,
    /// Frequency with which it sets the leaves of its operands against each other.
    pub(crate) compared: Option<Compared>,
    /// Travel of the names of modes through it.
    pub(crate) names: Option<Travel>,
    /// Facts that a person should know about its value.
    pub(crate) remarks: &'static [Remarked],
    /// Explanation of it.
    pub(crate) help: Option<Help>,
    /// Laws that it promises of its result.
    pub(crate) laws: Option<Laws>,
    /// Picture of it.
    pub(crate) picture: Option<Picture>,
    /// Why its answer is what it is.
    pub(crate) reasons: Reasons,
    /// Advice on what may be tried instead.
    pub(crate) advice: Advice,
    /// Cases in which its answer is a layout of threads and values.
    pub(crate) map: Maps,
    /// Operations that may be written for it on the same operands.
    pub(crate) alternatives: Alternatives,
}

/// Facets that most rows say alike, and nothing of what each has to say itself.
pub(super) const USUAL: Row = Row {
    name: "",
    aliases: &[],
    origin: Origin::Cute,
    parameters: &[],
    arity: 0..=0,
    template: Template::None,
    holds: Holds::Arguments,
    subject: Subject::Operands,
    python: &[],
    apply: None,
    compared: None,
    names: None,
    remarks: &[],
    help: None,
    laws: None,
    picture: None,
    reasons: Reasons::Operands,
    advice: Advice::Operands,
    map: Maps::Never,
    alternatives: Alternatives::Alone,
};

impl Row {
    /// Returns what the parser knows of it.
    pub(super) const fn function(&self) -> Function {
        Function {
            name: self.name,
            aliases: self.aliases,
            parameters: self.parameters,
            least: *self.arity.start(),
            most: *self.arity.end(),
            template: self.template,
            tells: matches!(self.apply, Some(Apply::Traced(_))),
            is_on_atoms: false,
            holds: self.holds,
            subject: self.subject,
            compared: match self.compared {
                Some(compared) => compared,
                None => Compared::Always,
            },
            place: 0,
            catalogue: &super::CATALOGUE,
        }
    }

    /// Returns the code that computes it.
    pub(super) const fn applied(&self) -> Apply {
        match self.apply {
            Some(apply) => apply,
            None => Apply::Untraced(|_| Err(crate::notebook::functions::Problem::Arity)),
        }
    }

    /// Returns how names travel; why they do not is nothing that the program asks.
    pub(super) const fn travels(&self) -> Travel {
        match self.names {
            Some(Travel::None(_)) | None => Travel::None(""),
            Some(travel) => travel,
        }
    }

    pub(super) const fn helps(&self) -> Help {
        match self.help {
            Some(help) => help,
            None => Help { line: ["", ""], example: "" },
        }
    }

    /// Returns what it promises, where it promises something.
    pub(super) const fn promised(&self) -> Option<Promise> {
        match self.laws {
            Some(Laws::Promised(promise)) => Some(promise),
            Some(Laws::None(_)) | None => None,
        }
    }

    /// Returns what draws it, where something corresponds.
    pub(super) const fn drawn(&self) -> Option<Drawing> {
        match self.picture {
            Some(Picture::Drawn(drawing)) => Some(drawing),
            Some(Picture::Beside(_) | Picture::None(_)) | None => None,
        }
    }

    /// Returns what may be tried; why nothing may is nothing that the program asks.
    pub(super) const fn advised(&self) -> Advice {
        match self.advice {
            Advice::None(_) => Advice::None(""),
            advice => advice,
        }
    }
}

/// The facets of which a row says nothing, in words: `coalesce has no word on its laws`.
#[cfg(test)]
pub(super) fn complaints(row: &Row) -> Vec<String> {
    let facets = [
        ("its name", !row.name.is_empty()),
        ("what computes it", row.apply.is_some()),
        ("how often it compares leaves", row.compared.is_some()),
        ("how names travel", row.names.is_some()),
        ("its help", row.help.is_some()),
        ("its laws", row.laws.is_some()),
        ("its picture", row.picture.is_some()),
    ];
    let name = if row.name.is_empty() { "a row" } else { row.name };
    let missing = facets.iter().filter(|(_, is_said)| !is_said);
    let mut found = missing.map(|(facet, _)| format!("{name} has no word on {facet}")).collect::<Vec<_>>();
    // "None" is an answer only with its reason.
    let reasons = [
        ("its laws", matches!(row.laws, Some(Laws::None("")))),
        ("its picture", matches!(row.picture, Some(Picture::None("") | Picture::Beside("")))),
        ("how names travel", matches!(row.names, Some(Travel::None("")))),
        ("what may be tried instead", matches!(row.advice, Advice::None(""))),
        ("a record of CuTe's", matches!(row.origin, Origin::Other(""))),
    ];
    let bare = reasons.iter().filter(|(_, is_bare)| *is_bare);
    found.extend(bare.map(|(facet, _)| format!("{name} does not say why it has nothing for {facet}")));
    if let Some(help) = &row.help
        && (help.line.iter().any(|line| line.is_empty()) || help.example.is_empty())
    {
        found.push(format!("{name} has no help in both languages with an example"));
    }
    found
}

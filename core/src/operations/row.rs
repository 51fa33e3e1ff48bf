//! The row of an operation: all that is said of it, each facet in the words of whoever reads it.

use std::ops::RangeInclusive;

use crate::doctor::Advice;
use crate::laws::{Laws, Promise};
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::Brothers;
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

/// What is said of an operation. A facet that is `None` was forgotten, and a test says so: that an operation has no laws
/// is said as well, with the reason.
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
    /// How many arguments it takes.
    pub(crate) arity: RangeInclusive<usize>,
    /// Template arguments.
    pub(crate) template: Template,
    /// What its brackets hold, for who writes in them.
    pub(crate) holds: Option<Holds>,
    /// What a call is about: what is looked at.
    pub(crate) subject: Option<Subject>,
    /// How Python writes it otherwise.
    pub(crate) python: Option<&'static [Pythonic]>,
    /// What computes it.
    pub(crate) apply: Option<Apply>,
    /// How often it sets the leaves of its operands against each other.
    pub(crate) compared: Option<Compared>,
    /// How the names of modes travel through it.
    pub(crate) names: Option<Travel>,
    /// What a person should know about its value.
    pub(crate) remarks: Option<&'static [Remarked]>,
    /// What explains it.
    pub(crate) help: Option<Help>,
    /// What it promises of its result.
    pub(crate) laws: Option<Laws>,
    /// How it is pictured.
    pub(crate) picture: Option<Picture>,
    /// Why its answer is what it is.
    pub(crate) reasons: Option<Reasons>,
    /// What may be tried instead.
    pub(crate) advice: Option<Advice>,
    /// Whether what it answers is a layout of threads and values.
    pub(crate) map: Option<Maps>,
    /// What may be written for it on the same operands.
    pub(crate) brothers: Option<Brothers>,
}

/// The row of which nothing is said.
pub(super) const BLANK: Row = Row {
    name: "",
    aliases: &[],
    origin: Origin::Cute,
    parameters: &[],
    arity: 0..=0,
    template: Template::None,
    holds: None,
    subject: None,
    python: None,
    apply: None,
    compared: None,
    names: None,
    remarks: None,
    help: None,
    laws: None,
    picture: None,
    reasons: None,
    advice: None,
    map: None,
    brothers: None,
};

impl Row {
    /// What the parser knows of it.
    pub(super) const fn function(&self) -> Function {
        Function {
            name: self.name,
            aliases: self.aliases,
            parameters: self.parameters,
            least: *self.arity.start(),
            most: *self.arity.end(),
            template: self.template,
            tells: matches!(self.apply, Some(Apply::Told(_))),
            is_on_atoms: false,
            holds: match self.holds {
                Some(holds) => holds,
                None => Holds::Arguments,
            },
            subject: match self.subject {
                Some(subject) => subject,
                None => Subject::Operands,
            },
            compared: match self.compared {
                Some(compared) => compared,
                None => Compared::Always,
            },
            place: 0,
            catalogue: &super::CATALOGUE,
        }
    }

    /// What computes it.
    pub(super) const fn applied(&self) -> Apply {
        match self.apply {
            Some(apply) => apply,
            None => Apply::Silent(|_| Err(crate::notebook::functions::Problem::Arity)),
        }
    }

    /// How names travel; why they do not is nothing that the program asks.
    pub(super) const fn travels(&self) -> Travel {
        match self.names {
            Some(Travel::None(_)) | None => Travel::None(""),
            Some(travel) => travel,
        }
    }

    pub(super) const fn remarked(&self) -> &'static [Remarked] {
        match self.remarks {
            Some(remarks) => remarks,
            None => &[],
        }
    }

    pub(super) const fn helps(&self) -> Help {
        match self.help {
            Some(help) => help,
            None => Help { line: ["", ""], example: "" },
        }
    }

    /// What it promises, where it promises something.
    pub(super) const fn promised(&self) -> Option<Promise> {
        match self.laws {
            Some(Laws::Promised(promise)) => Some(promise),
            Some(Laws::None(_)) | None => None,
        }
    }

    /// What draws it, where something corresponds.
    pub(super) const fn drawn(&self) -> Option<Drawing> {
        match self.picture {
            Some(Picture::Drawn(drawing)) => Some(drawing),
            Some(Picture::Beside(_) | Picture::None(_)) | None => None,
        }
    }

    pub(super) const fn explained(&self) -> Reasons {
        match self.reasons {
            Some(reasons) => reasons,
            None => Reasons::Operands,
        }
    }

    /// What may be tried; why nothing may is nothing that the program asks.
    pub(super) const fn advised(&self) -> Advice {
        match self.advice {
            Some(Advice::None(_)) => Advice::None(""),
            Some(advice) => advice,
            None => Advice::Operands,
        }
    }

    pub(super) const fn mapped(&self) -> Maps {
        match self.map {
            Some(map) => map,
            None => Maps::Never,
        }
    }

    pub(super) const fn related(&self) -> Brothers {
        match self.brothers {
            Some(brothers) => brothers,
            None => Brothers::Alone,
        }
    }
}

/// The facets of which a row says nothing, in words: `coalesce has no word on its laws`.
#[cfg(test)]
pub(super) fn complaints(row: &Row) -> Vec<String> {
    let facets = [
        ("its name", !row.name.is_empty()),
        ("what its brackets hold", row.holds.is_some()),
        ("what a call is about", row.subject.is_some()),
        ("how Python writes it", row.python.is_some()),
        ("what computes it", row.apply.is_some()),
        ("how often it compares leaves", row.compared.is_some()),
        ("how names travel", row.names.is_some()),
        ("its remarks", row.remarks.is_some()),
        ("its help", row.help.is_some()),
        ("its laws", row.laws.is_some()),
        ("its picture", row.picture.is_some()),
        ("why its answer is so", row.reasons.is_some()),
        ("what may be tried instead", row.advice.is_some()),
        ("whether it makes a thread-value map", row.map.is_some()),
        ("what its brothers are", row.brothers.is_some()),
    ];
    let name = if row.name.is_empty() { "a row" } else { row.name };
    let missing = facets.iter().filter(|(_, is_said)| !is_said);
    let mut found = missing.map(|(facet, _)| format!("{name} has no word on {facet}")).collect::<Vec<_>>();
    // "None" is an answer only with its reason.
    let reasons = [
        ("its laws", matches!(row.laws, Some(Laws::None("")))),
        ("its picture", matches!(row.picture, Some(Picture::None("") | Picture::Beside("")))),
        ("how names travel", matches!(row.names, Some(Travel::None("")))),
        ("what may be tried instead", matches!(row.advice, Some(Advice::None("")))),
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

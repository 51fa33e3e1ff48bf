//! Values as text of other tools: CuTe's C++, the Python DSL, CuTe's printed form, JSON.
//!
//! Law: what is emitted reads back to the same value. The printed form does so to the letter, where plain numbers are
//! dynamic; C++ there too, and elsewhere but for a bare number; Python does so where plain numbers are compile-time.
//! Exceptions, all of the printed form: it does not show whether a truth value is static, a text stands for itself, and a
//! swizzle of no bits without an offset reads as the layout that it leaves as it is.

pub(crate) mod cpp;
pub(crate) mod json;
mod known;
pub(crate) mod python;

use crate::names::Names;
use crate::notebook::Value;
use crate::notebook::value::ValueKind;
use crate::tensor::Engine;

pub use json::JSON_VERSION;
pub use known::Known;

/// Form in which a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// CuTe's C++: types where every number is static, `make_…` functions elsewhere.
    Cpp,
    /// The Python DSL, with `cute` for `cutlass.cute`.
    Python,
    /// As CuTe prints it.
    Printed,
    /// One JSON object in one line.
    Json,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 4] = [Form::Cpp, Form::Python, Form::Printed, Form::Json];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Form::Cpp => "cpp",
            Form::Python => "python",
            Form::Printed => "printed",
            Form::Json => "json",
        }
    }

    /// Returns the ending of the name of a file in this form.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Cpp => "cpp",
            Form::Python => "py",
            Form::Printed => "txt",
            Form::Json => "json",
        }
    }
}

/// A form has no spelling for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unspelled {
    /// The form.
    pub form: Form,
    /// Value that it cannot say, as CuTe prints it; empty of a text.
    pub printed: String,
}

impl Unspelled {
    pub(crate) fn new(form: Form, printed: impl ToString) -> Self {
        Unspelled { form, printed: printed.to_string() }
    }

    fn engine(form: Form, engine: &Engine) -> Self {
        Unspelled::new(form, engine)
    }
}

/// A value as an expression.
///
/// Errors: [`Unspelled`] for texts and random data in C++ and Python, and in Python for `LayoutLeft`, mixed bits and
/// counting iterators. The printed form and JSON have everything.
///
/// ```
/// use colex::notebook::emit::{Form, emit};
/// use colex::{evaluate, notebook::Settings};
///
/// let value = evaluate("(_4,8):(8,_1)", Settings::default()).value(0).cloned().ok_or("a layout")?;
/// for form in [Form::Printed, Form::Cpp] {
///     let text = emit(&value, form).map_err(|_| "a form has no spelling")?;
///     assert_eq!(evaluate(&text, Settings::default()).value(0), Some(&value));
/// }
/// # Ok::<(), &str>(())
/// ```
pub fn emit(value: &Value, form: Form) -> Result<String, Unspelled> {
    match form {
        Form::Cpp => value.cpp(),
        Form::Python => value.python(),
        Form::Printed => Ok(value.to_string()),
        Form::Json => Ok(json::object(None, value)),
    }
}

/// A value as a statement that defines `name`: `auto A = …;`, `A = …`; without a name as a statement by itself. In JSON
/// the name is a field.
///
/// Errors: those of [`emit`].
pub fn statement(name: Option<&str>, value: &Value, form: Form) -> Result<String, Unspelled> {
    let text = emit(value, form)?;
    Ok(match (form, name) {
        (Form::Json, name) => json::object(name, value),
        (Form::Cpp, Some(name)) => format!("auto {name} = {text};"),
        (Form::Cpp, None) => format!("{text};"),
        (Form::Printed, _) if value.kind() == ValueKind::Text => text,
        (Form::Python | Form::Printed, Some(name)) => format!("{name} = {text}"),
        (Form::Python | Form::Printed, None) => text,
    })
}

/// [`statement`] with what the modes of the value are called: in C++ and Python behind it as a comment, as CuTe's own
/// code says it, `// (TileM,TileK,RestK)`; in JSON as a field. The printed form has no names.
///
/// Errors: those of [`emit`].
pub fn named_statement(
    name: Option<&str>,
    value: &Value,
    names: Option<&Names>,
    form: Form,
) -> Result<String, Unspelled> {
    let text = statement(name, value, form)?;
    Ok(match (form, names.filter(|names| !names.is_empty())) {
        (_, None) | (Form::Printed, _) => text,
        (Form::Cpp, Some(names)) => format!("{text}  // {}", names.tree()),
        (Form::Python, Some(names)) => format!("{text}  # {}", names.tree()),
        (Form::Json, Some(names)) => json::with_modes(&text, names),
    })
}

/// A text in quotes, as JSON has it.
pub fn quoted(text: &str) -> String {
    json::string(text)
}

/// Parts with a separator between them, or the first part that cannot be said.
fn joined<T>(parts: &[T], write: impl FnMut(&T) -> Result<String, Unspelled>) -> Result<String, Unspelled> {
    Ok(parts.iter().map(write).collect::<Result<Vec<_>, _>>()?.join(", "))
}

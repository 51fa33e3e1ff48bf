//! Values that a form cannot say, as a sentence.

use super::Tongue;
use crate::emit::{Form, Unspelled};

/// The sentence of a value that a form has no spelling for.
pub fn unspelled(unspelled: &Unspelled, tongue: Tongue) -> String {
    let form = match unspelled.form {
        Form::Cpp => "C++",
        Form::Python => "Python",
        Form::Printed => tongue.pick("The printed form", "打印形式"),
        Form::Json => "JSON",
    };
    let what = if unspelled.printed.is_empty() { tongue.pick("a text", "文本") } else { &unspelled.printed };
    tongue.pick(format!("{form} has no spelling for {what}"), format!("{form} 无法表示 {what}"))
}

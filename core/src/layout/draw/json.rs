//! The table of a layout as JSON.

use std::fmt::Write;

use super::csv::for_each_row;
use crate::composed::AnyLayout;
use crate::error::Result;

/// The version of the object; fields may be added without a new one, never changed or removed.
pub const JSON_TABLE_VERSION: u32 = 1;

/// One object with the layout as CuTe prints it, the size of its domain, and for each 1-D coordinate the natural
/// coordinate and the index, of any rank and with a swizzle too.
///
/// Example: `(2,2):(2,1)` gives `{"version":1,"layout":"(2,2):(2,1)","size":4,"table":[` and then rows such as
/// `{"coordinate":1,"natural":[1,0],"index":2}`. Errors: those of [`super::csv::csv_table`].
pub fn json_table(layout: &AnyLayout) -> Result<String> {
    let size = layout.size()?.value();
    let mut text = format!("{{\"version\":{JSON_TABLE_VERSION},\"layout\":\"{layout}\",\"size\":{size},\"table\":[");
    for_each_row(layout, &mut |coordinate, natural, index| {
        let natural = natural.replace('(', "[").replace(')', "]");
        let comma = if coordinate > 0 { "," } else { "" };
        // Writing into a string does not fail.
        let _ = write!(text, "{comma}\n{{\"coordinate\":{coordinate},\"natural\":{natural},\"index\":{index}}}");
    })?;
    text.push_str("\n]}\n");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::evaluate;
    use crate::notebook::Settings;

    fn table(text: &str) -> Result<String> {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        json_table(&evaluation.value(0).and_then(|value| value.as_any_layout()).expect("a layout"))
    }

    #[test]
    fn tables_of_layouts_swizzles_and_tensors() {
        let row = |coordinate: u32, natural: &str, index: i32| {
            format!("{{\"coordinate\":{coordinate},\"natural\":{natural},\"index\":{index}}}")
        };
        for (text, size, last) in [
            ("(2,2):(2,1)", 4, row(3, "[1,1]", 3)),
            ("8:-2", 8, row(7, "7", -14)),
            ("(3,(2,3)):(3,(12,1))", 18, row(17, "[2,[1,2]]", 20)),
            ("Sw<1,0,1> o _0 o (2,4):(4,1)", 8, row(7, "[1,3]", 6)),
            ("make_tensor(counting_iterator(7), (2,2):(2,1))", 4, row(3, "[1,1]", 3)),
        ] {
            let table = table(text).expect(text);
            assert!(table.contains(&format!("\"size\":{size},\"table\":[\n{{")), "{table}");
            assert!(table.ends_with(&format!("{last}\n]}}\n")), "{table}");
            assert_eq!(table.lines().count(), size + 2);
        }
        assert!(matches!(table("(2048,2048):(1,2048)"), Err(Error::TooLarge { .. })));
    }
}

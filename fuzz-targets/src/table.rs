//! Tables: whatever is pasted is read or refused with a sentence, and a table that is full comes back from its own text.

use colex::from_table::{CELL_LIMIT, layout_of_table, read_sheet};
use colex::words::{Tongue, read_error, refutation};

/// The bytes as the text of a table.
pub fn table(data: &[u8]) {
    let offered = String::from_utf8_lossy(data);
    match read_sheet(&offered) {
        Ok(sheet) => {
            assert!(sheet.rows().saturating_mul(sheet.columns()) <= CELL_LIMIT);
            if sheet.missing() == 0 {
                assert_eq!(read_sheet(&sheet.to_csv()), Ok(sheet.clone()));
            } else {
                let _ = read_sheet(&sheet.to_csv());
            }
            if let Err(found) = layout_of_table(&sheet) {
                assert!(
                    [Tongue::English, Tongue::Chinese].iter().all(|tongue| !refutation(&found, *tongue).is_empty())
                );
            }
        }
        Err(error) => {
            assert!([Tongue::English, Tongue::Chinese].iter().all(|tongue| !read_error(&error, *tongue).is_empty()));
        }
    }
}

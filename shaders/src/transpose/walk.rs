//! In which order the workgroups take the tiles.

use std::fmt;

use crate::kernel::{Refusal, mismatched};
use crate::writer::Writer;

/// In which order the workgroups take the tiles: the tiles that run at the same time are neighbours in this order.
///
/// Law: `Walk::read(&walk.to_string()) == Some(walk)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Walk {
    /// Along the rows of tiles of the source.
    Across,
    /// Along the columns of tiles of the source.
    Down,
    /// In bands of so many rows of tiles, each band column by column.
    Bands(u32),
    /// Along the diagonals, so that neighbours share neither a row nor a column.
    Diagonal,
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Walk::Across => f.write_str("across"),
            Walk::Down => f.write_str("down"),
            Walk::Bands(band) => write!(f, "band{band}"),
            Walk::Diagonal => f.write_str("diagonal"),
        }
    }
}

impl Walk {
    /// The walk that a text names: `across`, `down`, `diagonal`, `band16`.
    pub fn read(text: &str) -> Option<Walk> {
        match text {
            "across" => Some(Walk::Across),
            "down" => Some(Walk::Down),
            "diagonal" => Some(Walk::Diagonal),
            _ => Some(Walk::Bands(text.strip_prefix("band")?.parse().ok().filter(|band| *band > 0)?)),
        }
    }

    /// Returns the number of workgroups that it takes over so many rows and columns of tiles.
    pub(super) fn groups(self, [rows, columns]: [u32; 2]) -> Result<u32, Refusal> {
        let rows = match self {
            Walk::Bands(0) => {
                return Err(mismatched("a band has one row of tiles at least", "一个条带至少有一行 tile"));
            }
            Walk::Bands(band) => u64::from(rows.div_ceil(band)) * u64::from(band),
            _ => rows.into(),
        };
        let limit = crate::index::SIZE_LIMIT;
        // Less than 2^32 rows of less than 2^32 columns.
        let tiles = rows.saturating_mul(u64::from(columns));
        u32::try_from(tiles)
            .ok()
            .filter(|tiles| *tiles <= limit)
            .ok_or(Refusal::TooManyWorkgroups { workgroups: u32::try_from(tiles).unwrap_or(u32::MAX), limit })
    }

    /// From `number`, that of a workgroup, to `tile_row` and `tile_column`. What is beyond the tiles returns.
    pub(super) fn write(self, writer: &mut Writer, [rows, columns]: [u32; 2]) {
        match self {
            Walk::Across => {
                writer.note("The tiles from left to right, row by row.");
                writer.line(format!("let tile_row = number / {columns}u;"));
                writer.line(format!("let tile_column = number % {columns}u;"));
            }
            Walk::Down => {
                writer.note("The tiles from the top down, column by column.");
                writer.line(format!("let tile_row = number % {rows}u;"));
                writer.line(format!("let tile_column = number / {rows}u;"));
            }
            Walk::Bands(band) => {
                let whole = u64::from(band) * u64::from(columns);
                writer.note(format!("The tiles in bands of {band} rows, each band column by column."));
                writer.line(format!("let tile_row = number / {whole}u * {band}u + number % {band}u;"));
                writer.line(format!("let tile_column = number % {whole}u / {band}u;"));
                if !rows.is_multiple_of(band) {
                    writer.open(format!("if (tile_row >= {rows}u) {{"));
                    writer.line("return;");
                    writer.close("}");
                }
            }
            Walk::Diagonal => {
                writer.note("The tiles along the diagonals.");
                writer.line(format!("let tile_row = number / {columns}u;"));
                writer.line(format!("let tile_column = (number + tile_row) % {columns}u;"));
            }
        }
    }
}

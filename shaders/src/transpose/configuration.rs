//! Configuration of a transpose, and the ones that are usual.

use colex::AnyLayout;

use super::walk::Walk;
use crate::make::{column_major, nested, row_major, swizzled};
use crate::program::Element;

/// Way of a tile from the one side to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Straight: reads run along the rows of the source, writes are as far apart as the destination has them.
    Naive,
    /// Through workgroup memory, number by number.
    Scalars,
    /// In blocks of 4x4 that threads transpose in their registers, and four numbers wide through workgroup memory.
    Blocks,
    /// In blocks of 4x4 that threads transpose in their registers, and without workgroup memory: some threads stand below
    /// each other and some side by side, so that both sides touch whole sectors.
    Registers,
}

/// Configuration of a transpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// `(row, column) -> index` of what is read.
    pub source: AnyLayout,
    /// `(column, row) -> index` of what is written: its shape is that of the source with the modes exchanged.
    pub destination: AnyLayout,
    /// [`Element::F32`] or [`Element::F16`].
    pub element: Element,
    /// Way of a tile across.
    pub kind: Kind,
    /// Rows and columns of a tile of the source.
    pub tile: [u32; 2],
    /// `(row, column) -> index` in workgroup memory, of the shape of the tile. Naively and in registers
    /// alone there is none, and it is not looked at.
    pub shared: AnyLayout,
    /// Threads of a workgroup.
    pub threads: u32,
    /// Rows and columns of tiles that one workgroup takes one after the other, reading the next while it writes this one:
    /// one of them is 1, and both are but in blocks.
    pub strip: [u32; 2],
    /// Number of threads below each other and of these side by side, in registers alone; else it is not looked at. They
    /// read that many blocks of a row, and write that many of a column, side by side.
    pub lanes: [u32; 2],
    /// The order of the tiles, or of the strips where there are some.
    pub walk: Walk,
}

impl Configuration {
    /// The fastest one known for a row-major matrix: in blocks where rows and columns are multiples of four.
    pub fn for_size(rows: u32, columns: u32) -> Configuration {
        if rows.is_multiple_of(4) && columns.is_multiple_of(4) {
            // Down the source is along the destination: neighbours write beside each other (NOTES.md has the figures).
            Configuration { walk: Walk::Down, ..Configuration::blocks(rows, columns, [64, 64], 256) }
        } else {
            let shared = swizzled((5, 0, 6), row_major(64, 64, 64)).unwrap_or_else(|_| row_major(64, 64, 65));
            Configuration { walk: Walk::Down, ..Configuration::scalars(rows, columns, [64, 64], shared) }
        }
    }

    /// In blocks of 4x4 through the workgroup memory of [`Configuration::block_swizzle`].
    pub fn blocks(rows: u32, columns: u32, tile: [u32; 2], threads: u32) -> Configuration {
        let shared = Configuration::block_swizzle(tile);
        let kind = Kind::Blocks;
        Configuration { kind, tile, shared, threads, ..Configuration::naive(rows, columns) }
    }

    /// In blocks of 4x4 without workgroup memory.
    pub fn registers(rows: u32, columns: u32, tile: [u32; 2], threads: u32) -> Configuration {
        Configuration { kind: Kind::Registers, ..Configuration::blocks(rows, columns, tile, threads) }
    }

    /// Number by number, 256 threads, through workgroup memory of this layout.
    pub fn scalars(rows: u32, columns: u32, tile: [u32; 2], shared: AnyLayout) -> Configuration {
        Configuration { kind: Kind::Scalars, tile, shared, ..Configuration::naive(rows, columns) }
    }

    /// Straight, 256 threads on 32x32.
    pub fn naive(rows: u32, columns: u32) -> Configuration {
        Configuration {
            source: row_major(rows, columns, columns),
            destination: row_major(columns, rows, rows),
            element: Element::F32,
            kind: Kind::Naive,
            tile: [32, 32],
            shared: row_major(32, 32, 32),
            threads: 256,
            strip: [1, 1],
            lanes: [8, 4],
            walk: Walk::Across,
        }
    }

    /// Column-major workgroup memory under the swizzle that moves the number of a block in its row onto that in its
    /// column: neither the threads that write neighbouring blocks of a row nor those that read neighbouring blocks of a
    /// column collide. Where the rows of the tile are no power of two from 32 on, it is [`Configuration::block_padding`].
    pub fn block_swizzle([rows, columns]: [u32; 2]) -> AnyLayout {
        let padded = Configuration::block_padding([rows, columns]);
        if !rows.is_power_of_two() || rows < 32 {
            return padded;
        }
        // Banks serve 8 blocks of f32 or 16 of f16 at a time. Blocks of a row begin 4 * rows apart.
        let bits = (rows / 4).trailing_zeros().min(4);
        swizzled((bits, 2, rows.trailing_zeros()), column_major(rows, columns, rows)).unwrap_or(padded)
    }

    /// Column-major workgroup memory with four numbers more after each four columns, `(32,(4,8)):(1,(32,132))`: after
    /// each column it would not help, because blocks of a row would still begin four times an even number apart.
    pub fn block_padding([rows, columns]: [u32; 2]) -> AnyLayout {
        nested(&[&[(rows, 1)], &[(4, rows), (columns.div_ceil(4), rows.saturating_mul(4).saturating_add(4))]])
    }
}

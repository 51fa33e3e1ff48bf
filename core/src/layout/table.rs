//! Tables: a layout compiled once into flat arrays, then run over its domain without division.
//!
//! A block of up to [`BLOCK`] elements of the fastest modes is computed when the layout is compiled. A table is that
//! block written again and again on top of a base that an odometer advances, so the inner loop is one addition per
//! element whatever the number of modes, and vectorises.

use std::ops::Range;

use crate::after::After;
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::nested::Nested;

/// The most elements of the fastest modes that are kept ready: 8 KiB of 64-bit indices, which stay in the first-level
/// cache beside what is written.
pub const BLOCK: usize = 1024;

/// The largest domain of a composed layout that is run over for its least and its greatest index: 2^20 coordinates.
pub const EXACT_LIMIT: u64 = 1 << 20;

/// A layout as flat arrays of shape and stride, and what comes after them, checked once: no index of its domain
/// overflows 64 bits.
///
/// Law: `FlatLayout::any(A)?.index(i) = A(i)` for every 1-D coordinate `i >= 0`.
#[derive(Debug, Clone)]
pub struct FlatLayout {
    /// Extent and stride of every leaf, as written.
    leaves: Vec<(u64, i64)>,
    /// Those that say something of an index: extents of 1 go, but the last leaf, which takes what is left.
    telling: Vec<(u64, i64)>,
    size: u64,
    least: i64,
    greatest: i64,
    /// The elements of one round of the block's modes; the last, partial block of a round is cut off.
    round: u64,
    /// Amount that the base gains from one block to the next within a round.
    step: i64,
    /// The slower modes, which count rounds.
    outer: Vec<Mode>,
    block: Vec<i64>,
    /// The block in 32 bits, empty where an index of the domain does not fit.
    narrow: Vec<i32>,
    /// Parts after the strides; the block holds what comes before.
    after: After,
    is_exact: bool,
}

#[derive(Debug, Clone, Copy)]
struct Mode {
    extent: u64,
    stride: i64,
}

impl FlatLayout {
    /// Compiles a layout.
    ///
    /// Errors: [`Error::MixedIndices`] for basis strides, [`Error::NoElements`] for negative extents,
    /// [`Error::Overflow`] where the size or an index of the domain does not fit in 64 bits.
    pub fn new(layout: &Layout) -> Result<Self> {
        let leaves = leaves_of(layout)?;
        let size = layout.size()?.value().unsigned_abs();
        let (least, greatest) = extremes(&leaves)?;
        let modes = if size == 0 { Vec::new() } else { merge(&leaves) };

        // The block: whole modes as long as they fit, then as much of the next one as fits.
        let mut block: Vec<i64> = if size == 0 { Vec::new() } else { vec![0] };
        let mut outer = Vec::new();
        let (mut round, mut step) = (block.len() as u64, 0);
        for Mode { extent, stride } in modes {
            let inner = block.len();
            let fitting = if outer.is_empty() && round == inner as u64 { (BLOCK / inner.max(1)) as u64 } else { 0 };
            let taken = fitting.min(extent);
            if taken < 2 {
                outer.push(Mode { extent, stride });
                continue;
            }
            for digit in 1..taken {
                let base = stride.wrapping_mul(digit as i64);
                block.extend_from_within(..inner);
                let fresh = block.iter_mut().rev().take(inner);
                fresh.for_each(|element| *element = element.wrapping_add(base));
            }
            round = inner as u64 * extent;
            step = stride.wrapping_mul(taken as i64);
        }
        let fits = i32::try_from(least).is_ok() && i32::try_from(greatest).is_ok();
        let narrow = if fits { block.iter().map(|index| *index as i32).collect() } else { Vec::new() };
        let (after, is_exact) = (After::default(), true);
        let last = leaves.len().saturating_sub(1);
        let telling = leaves.iter().enumerate().filter(|(mode, (extent, _))| *extent != 1 || *mode == last);
        let telling = telling.map(|(_, leaf)| *leaf).collect();
        Ok(FlatLayout { leaves, telling, size, least, greatest, round, step, outer, block, narrow, after, is_exact })
    }

    /// Compiles any layout. One with a swizzle is run over once where its domain is not above [`EXACT_LIMIT`].
    ///
    /// Errors: those of [`FlatLayout::new`], also where an offset leads out of 64 bits.
    ///
    /// ```
    /// use colex::{AnyLayout, table::FlatLayout};
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?;
    /// let flat = FlatLayout::any(&a)?;
    /// for i in 0..16 {
    ///     assert_eq!(a.index(&i.to_string().parse()?)?, flat.index(i)?.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn any(layout: &AnyLayout) -> Result<Self> {
        let mut flat = FlatLayout::new(layout.innermost())?;
        let after = After::of(layout);
        if after.is_empty() || flat.size == 0 {
            return Ok(flat);
        }
        let (least, greatest) = after.bounds(flat.least, flat.greatest)?;
        flat.after = after;
        flat.is_exact = flat.size <= EXACT_LIMIT;
        (flat.least, flat.greatest) = if flat.is_exact { flat.run_over()? } else { (least, greatest) };
        if i32::try_from(flat.least).is_err() || i32::try_from(flat.greatest).is_err() {
            flat.narrow = Vec::new();
        }
        Ok(flat)
    }

    /// The least and the greatest of all indices.
    fn run_over(&self) -> Result<(i64, i64)> {
        let mut indices = [0; BLOCK];
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        let mut start = 0;
        while start < self.size {
            let length = usize::try_from(self.size - start).unwrap_or(BLOCK).min(BLOCK);
            let indices = indices.get_mut(..length).unwrap_or_default();
            self.fill(start, indices)?;
            for index in indices.iter() {
                (least, greatest) = (least.min(*index), greatest.max(*index));
            }
            start += length as u64;
        }
        Ok((least, greatest))
    }

    /// The size of the domain.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The extents of the leaves from left to right.
    pub fn extents(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.leaves.iter().map(|(extent, _)| *extent)
    }

    /// The strides of the leaves from left to right.
    pub fn strides(&self) -> impl ExactSizeIterator<Item = i64> + '_ {
        self.leaves.iter().map(|(_, stride)| *stride)
    }

    /// Returns what comes after the strides.
    pub fn after(&self) -> &After {
        &self.after
    }

    /// Extent and stride of the fewest modes that are the same function before what comes after the strides; none of an
    /// empty domain.
    ///
    /// Law: two plain layouts of one size are the same function exactly where these are equal. For the extent of the first
    /// mode is the first coordinate `i` with `A(i) != i * A(1)`, or the size; and what is left is again a layout.
    pub(crate) fn merged(&self) -> Vec<(u64, i64)> {
        if self.size == 0 {
            return Vec::new();
        }
        merge(&self.leaves).into_iter().map(|mode| (mode.extent, mode.stride)).collect()
    }

    /// Returns true if [`FlatLayout::least`] and [`FlatLayout::greatest`] are indices of the domain, and not only
    /// bounds of them: always but for composed layouts above [`EXACT_LIMIT`].
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The smallest index of the domain; 0 where the domain is empty. Below 0 only with negative strides or offsets.
    pub fn least(&self) -> i64 {
        self.least
    }

    /// The largest index of the domain; 0 where the domain is empty.
    ///
    /// Law: of a plain layout without negative strides `greatest = cosize - 1`.
    ///
    /// ```
    /// use colex::{Layout, table::FlatLayout};
    ///
    /// let a: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// let flat = FlatLayout::new(&a)?;
    /// assert_eq!(flat.greatest(), a.cosize()?.value() - 1);
    /// assert_eq!(flat.greatest(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn greatest(&self) -> i64 {
        self.greatest
    }

    /// Returns true if every index of the domain fits in 32 bits, so that [`FlatLayout::fill_i32`] works.
    pub fn fits_i32(&self) -> bool {
        self.narrow.len() == self.block.len()
    }

    /// The index of one 1-D coordinate, which may lie outside the domain: the last mode takes what is left.
    ///
    /// Errors: [`Error::DivisionByZero`] behind an extent of zero, [`Error::Overflow`] outside the domain only.
    pub fn index(&self, coordinate: u64) -> Result<i64> {
        let mut rest = coordinate;
        let mut index = 0_i128;
        let last = self.telling.len().saturating_sub(1);
        for (mode, &(extent, stride)) in self.telling.iter().enumerate() {
            let digit = if mode == last {
                rest
            } else {
                let by_zero = || Error::DivisionByZero { expression: format!("{rest} % {extent}") };
                let digit = rest.checked_rem(extent).ok_or_else(by_zero)?;
                rest = rest.checked_div(extent).ok_or_else(by_zero)?;
                digit
            };
            index += i128::from(digit) * i128::from(stride);
        }
        let index = i64::try_from(index).map_err(|_| Error::Overflow { expression: index.to_string() })?;
        self.after.apply(index)
    }

    /// Writes the indices of the 1-D coordinates from `start` on, as many as `out` has room for.
    ///
    /// Law: `out[j] = A(start + j)`. Costs about one addition per element, and two divisions per mode for a start
    /// above zero; four operations more for each swizzle. Errors: [`Error::TooLarge`] where the range leaves the domain; then nothing is written.
    ///
    /// ```
    /// use colex::table::FlatLayout;
    ///
    /// let table = FlatLayout::new(&"(2,3):(3,1)".parse()?)?;
    /// let mut indices = [0; 6];
    /// table.fill(0, &mut indices)?;
    /// assert_eq!(indices, [0, 3, 1, 4, 2, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(&self, start: u64, out: &mut [i64]) -> Result<()> {
        self.fill_with(&self.block, start, out)?;
        if !self.after.is_empty() {
            out.iter_mut().for_each(|index| *index = self.after.of_index(*index));
        }
        Ok(())
    }

    /// [`FlatLayout::fill`] in 32 bits, which is half the memory to write.
    ///
    /// Errors: also [`Error::Overflow`] where an index of the domain does not fit.
    pub fn fill_i32(&self, start: u64, out: &mut [i32]) -> Result<()> {
        if !self.fits_i32() {
            let index = if i32::try_from(self.least).is_ok() { self.greatest } else { self.least };
            return Err(Error::Overflow { expression: index.to_string() });
        }
        self.fill_with(&self.narrow, start, out)?;
        if !self.after.is_empty() {
            out.iter_mut().for_each(|index| *index = self.after.of_index(i64::from(*index)) as i32);
        }
        Ok(())
    }

    fn fill_with<T: Element>(&self, block: &[T], start: u64, out: &mut [T]) -> Result<()> {
        check_range(start, out.len(), self.size)?;
        if out.is_empty() {
            return Ok(());
        }
        let mut in_round = start % self.round;
        let mut rest = start / self.round;
        // Sums and products wrap: a sum that is used is an index of the domain, which fits.
        let mut round_base = 0_i64;
        let mut digits = Vec::with_capacity(self.outer.len());
        for mode in &self.outer {
            let digit = rest % mode.extent;
            rest /= mode.extent;
            round_base = round_base.wrapping_add(mode.stride.wrapping_mul(digit as i64));
            digits.push(digit);
        }

        let block_length = block.len() as u64;
        let mut out = out;
        loop {
            let mut in_block = (in_round % block_length) as usize;
            let blocks = (in_round / block_length) as i64;
            let mut base = round_base.wrapping_add(self.step.wrapping_mul(blocks));
            while in_round < self.round {
                let left_in_round = usize::try_from(self.round - in_round).unwrap_or(usize::MAX);
                let source = block.get(in_block..).unwrap_or_default();
                let count = source.len().min(left_in_round).min(out.len());
                let Some((now, later)) = out.split_at_mut_checked(count) else { return Ok(()) };
                T::write(now, source, base);
                out = later;
                if out.is_empty() {
                    return Ok(());
                }
                in_block = 0;
                in_round += count as u64;
                base = base.wrapping_add(self.step);
            }
            in_round = 0;
            for (mode, digit) in self.outer.iter().zip(&mut digits) {
                *digit += 1;
                round_base = round_base.wrapping_add(mode.stride);
                if *digit < mode.extent {
                    break;
                }
                *digit = 0;
                round_base = round_base.wrapping_sub(mode.stride.wrapping_mul(mode.extent as i64));
            }
        }
    }
}

/// Element of a table: 64-bit or 32-bit indices.
trait Element: Copy {
    /// Writes `source + base`, as far as both go.
    fn write(out: &mut [Self], source: &[Self], base: i64);
}

impl Element for i64 {
    fn write(out: &mut [i64], source: &[i64], base: i64) {
        out.iter_mut().zip(source).for_each(|(out, element)| *out = element.wrapping_add(base));
    }
}

impl Element for i32 {
    fn write(out: &mut [i32], source: &[i32], base: i64) {
        let base = base as i32;
        out.iter_mut().zip(source).for_each(|(out, element)| *out = element.wrapping_add(base));
    }
}

fn check_range(start: u64, length: usize, size: u64) -> Result<()> {
    let end = u128::from(start) + length as u128;
    if end > u128::from(size) {
        return Err(Error::TooLarge { what: "coordinates", count: end.to_string(), limit: size });
    }
    Ok(())
}

/// Extent and stride of every leaf.
fn leaves_of(layout: &Layout) -> Result<Vec<(u64, i64)>> {
    let extents = layout.shape().leaves();
    let strides = layout.stride().leaves();
    let pairs = extents.into_iter().zip(strides);
    pairs
        .map(|(extent, stride)| {
            let extent =
                u64::try_from(extent.value()).map_err(|_| Error::NoElements { shape: layout.shape().to_string() })?;
            match stride {
                StrideLeaf::Int(stride) => Ok((extent, stride.value())),
                StrideLeaf::Basis(_) => Err(Error::MixedIndices { left: "1".into(), right: stride.to_string() }),
            }
        })
        .collect()
}

/// The smallest and the largest index of the domain. Every sum over a part of the modes lies between them.
fn extremes(leaves: &[(u64, i64)]) -> Result<(i64, i64)> {
    if leaves.iter().any(|(extent, _)| *extent == 0) {
        return Ok((0, 0));
    }
    leaves.iter().try_fold((0_i64, 0_i64), |(least, greatest), &(extent, stride)| {
        let overflow = || Error::Overflow { expression: format!("({extent} - 1) * {stride}") };
        let reach = i128::from(extent - 1) * i128::from(stride);
        let reach = i64::try_from(reach).map_err(|_| overflow())?;
        let overflow = |sum: i64| Error::Overflow { expression: format!("{sum} + {reach}") };
        if reach < 0 {
            Ok((least.checked_add(reach).ok_or_else(|| overflow(least))?, greatest))
        } else {
            Ok((least, greatest.checked_add(reach).ok_or_else(|| overflow(greatest))?))
        }
    })
}

/// Fewer modes for the same function on the domain: extents of 1 go, neighbours that continue each other merge.
fn merge(leaves: &[(u64, i64)]) -> Vec<Mode> {
    let mut modes: Vec<Mode> = Vec::with_capacity(leaves.len());
    for &(extent, stride) in leaves.iter().filter(|(extent, _)| *extent != 1) {
        match modes.last_mut() {
            Some(mode) if i128::from(mode.extent) * i128::from(mode.stride) == i128::from(stride) => {
                mode.extent *= extent;
            }
            _ => modes.push(Mode { extent, stride }),
        }
    }
    modes
}

/// A layout seen as rows and columns: mode 0 × mode 1, with a fixed coordinate in every mode beyond. A layout of rank 1
/// has one column.
///
/// Only the window that is asked for is computed, so the layout may have 10^18 elements.
#[derive(Debug, Clone)]
pub struct Grid {
    rows: FlatLayout,
    columns: FlatLayout,
    row_mode: Layout,
    column_mode: Layout,
    offset: i64,
    after: After,
}

impl Grid {
    /// Compiles the view; `slice` holds one 1-D coordinate for each mode from mode 2 on.
    ///
    /// Errors: those of [`FlatLayout::new`]; [`Error::NeedsRank`] where `slice` does not have one coordinate for each
    /// mode beyond the second; [`Error::TooLarge`] where one of them lies outside its mode.
    pub fn new(layout: &Layout, slice: &[u64]) -> Result<Self> {
        Grid::with(layout, slice, After::default())
    }

    /// The view of any layout. Errors: those of [`Grid::new`], also where an offset leads out of 64 bits.
    pub fn any(layout: &AnyLayout, slice: &[u64]) -> Result<Self> {
        Grid::with(layout.innermost(), slice, After::of(layout))
    }

    fn with(layout: &Layout, slice: &[u64], after: After) -> Result<Self> {
        let (least, greatest) = extremes(&leaves_of(layout)?)?;
        after.bounds(least, greatest)?;
        layout.size()?;
        let rank = layout.rank();
        if rank.saturating_sub(2) != slice.len() {
            return Err(Error::NeedsRank { expected: "2, or a coordinate for every further mode", found: rank });
        }
        let mode = |index: usize| if index < rank { layout.at(&[index]) } else { Ok(Layout::trivial()) };
        let mut offset = 0_i64;
        for (index, &coordinate) in slice.iter().enumerate() {
            let beyond = FlatLayout::new(&mode(index + 2)?)?;
            check_range(coordinate, 1, beyond.size())?;
            offset = offset.wrapping_add(beyond.index(coordinate)?);
        }
        let (row_mode, column_mode) = (mode(0)?, mode(1)?);
        let (rows, columns) = (FlatLayout::new(&row_mode)?, FlatLayout::new(&column_mode)?);
        Ok(Grid { rows, columns, row_mode, column_mode, offset, after })
    }

    /// The number of rows: the size of mode 0.
    pub fn rows(&self) -> u64 {
        self.rows.size()
    }

    /// The number of columns: the size of mode 1.
    pub fn columns(&self) -> u64 {
        self.columns.size()
    }

    /// Mode 0, whose coordinates run down the rows.
    pub fn row_mode(&self) -> &Layout {
        &self.row_mode
    }

    /// Mode 1, whose coordinates run along the columns.
    pub fn column_mode(&self) -> &Layout {
        &self.column_mode
    }

    /// Returns what comes after the strides.
    pub fn after(&self) -> &After {
        &self.after
    }

    /// The index of one cell.
    ///
    /// Errors: [`Error::TooLarge`] outside the grid.
    pub fn index(&self, row: u64, column: u64) -> Result<i64> {
        Ok(self.after.of_index(self.inner_index(row, column)?))
    }

    /// The index of one cell before what comes after the strides: a part of the row and a part of the column.
    ///
    /// Law: `index(r, c) = after(inner_index(r, c))`. Errors: [`Error::TooLarge`] outside the grid.
    ///
    /// ```
    /// use colex::{AnyLayout, table::Grid};
    ///
    /// let grid = Grid::any(&"Sw<2,0,2> o _5 o (_4,_4):(_4,_1)".parse::<AnyLayout>()?, &[])?;
    /// for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
    ///     assert_eq!(grid.index(row, column)?, grid.after().apply(grid.inner_index(row, column)?)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inner_index(&self, row: u64, column: u64) -> Result<i64> {
        check_range(row, 1, self.rows())?;
        check_range(column, 1, self.columns())?;
        Ok(self.offset.wrapping_add(self.rows.index(row)?).wrapping_add(self.columns.index(column)?))
    }

    /// Writes the indices of a window row by row into the front of `out`.
    ///
    /// Law: `out[r * columns.len() + c] = A(rows.start + r, columns.start + c, slice...)`. Costs one addition a cell.
    /// Errors: [`Error::TooLarge`] where the window leaves the grid or `out` has fewer cells than the window.
    ///
    /// ```
    /// use colex::{Layout, table::Grid};
    ///
    /// let a: Layout = "(4,8,2):(1,4,32)".parse()?;
    /// let mut out = [0; 6];
    /// Grid::new(&a, &[1])?.fill_window(1..3, 5..8, &mut out)?;
    /// assert_eq!(out, [53, 57, 61, 54, 58, 62]);
    /// for (place, index) in out.into_iter().enumerate() {
    ///     let coordinate = format!("({},{},1)", 1 + place / 3, 5 + place % 3);
    ///     assert_eq!(a.index(&coordinate.parse()?)?, index.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill_window(&self, rows: Range<u64>, columns: Range<u64>, out: &mut [i64]) -> Result<()> {
        let height = rows.end.saturating_sub(rows.start);
        let width = columns.end.saturating_sub(columns.start);
        let cells = u128::from(height) * u128::from(width);
        if cells > out.len() as u128 {
            return Err(Error::TooLarge { what: "cells", count: cells.to_string(), limit: out.len() as u64 });
        }
        if cells == 0 {
            return Ok(());
        }
        let mut row_part = vec![0; height as usize];
        let mut column_part = vec![0; width as usize];
        self.rows.fill(rows.start, &mut row_part)?;
        self.columns.fill(columns.start, &mut column_part)?;
        for (out, row) in out.chunks_exact_mut(column_part.len()).zip(row_part) {
            i64::write(out, &column_part, self.offset.wrapping_add(row));
            if !self.after.is_empty() {
                out.iter_mut().for_each(|index| *index = self.after.of_index(*index));
            }
        }
        Ok(())
    }
}

/// The natural coordinates of a shape in the order of their 1-D coordinates, by an odometer.
#[derive(Debug, Clone)]
pub struct NaturalCoordinates<'a> {
    shape: &'a Nested<crate::Int>,
    extents: Vec<i64>,
    digits: Vec<i64>,
}

impl<'a> NaturalCoordinates<'a> {
    /// At coordinate 0.
    pub fn new(shape: &'a Nested<crate::Int>) -> Self {
        let extents = shape.leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
        let digits = vec![0; extents.len()];
        NaturalCoordinates { shape, extents, digits }
    }

    /// The digits of the present coordinate, one for each leaf.
    pub fn digits(&self) -> &[i64] {
        &self.digits
    }

    /// Goes to the next coordinate, and answers how many leaves have begun anew: 0 for a step within the first leaf.
    /// After the last coordinate it begins anew in all of them.
    ///
    /// ```
    /// use colex::{coordinate::idx2crd, table::NaturalCoordinates};
    ///
    /// let shape = "(3,(2,3))".parse()?;
    /// let mut coordinates = NaturalCoordinates::new(&shape);
    /// for i in 0..18 {
    ///     let natural = idx2crd(&i.to_string().parse()?, &shape)?;
    ///     assert!(natural.leaves().iter().map(|digit| digit.value()).eq(coordinates.digits().iter().copied()));
    ///     coordinates.advance();
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(&mut self) -> usize {
        for (leaf, (digit, extent)) in self.digits.iter_mut().zip(&self.extents).enumerate() {
            *digit += 1;
            if *digit < *extent {
                return leaf;
            }
            *digit = 0;
        }
        self.digits.len()
    }

    /// Writes the present coordinate in the parentheses of the shape.
    pub fn write(&self, out: &mut String) {
        fn below(shape: &Nested<crate::Int>, digits: &mut std::slice::Iter<'_, i64>, out: &mut String) {
            match shape {
                Nested::Leaf(_) => out.push_str(&digits.next().copied().unwrap_or_default().to_string()),
                Nested::Tuple(modes) => {
                    out.push('(');
                    for (index, mode) in modes.iter().enumerate() {
                        if index > 0 {
                            out.push(',');
                        }
                        below(mode, digits, out);
                    }
                    out.push(')');
                }
            }
        }
        below(self.shape, &mut self.digits.iter(), out);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Int, IntTuple};

    /// A layout of flat modes.
    fn layout(modes: &[(i64, i64)]) -> Layout {
        let tuple = |pick: fn(&(i64, i64)) -> i64| {
            IntTuple::Tuple(modes.iter().map(|mode| Nested::Leaf(Int::dynamic(pick(mode)))).collect())
        };
        Layout::with_ints(tuple(|mode| mode.0), &tuple(|mode| mode.1)).unwrap()
    }

    fn by_definition(layout: &Layout, coordinate: u64) -> i64 {
        let coordinate = Nested::Leaf(Int::dynamic(coordinate as i64).into());
        match layout.index(&coordinate).unwrap() {
            Nested::Leaf(int) => int.value(),
            Nested::Tuple(_) => panic!("an integer"),
        }
    }

    #[test]
    fn overflow_and_bad_extents_are_errors() {
        let too_far = layout(&[(3, i64::MAX / 2), (2, 3)]);
        assert!(matches!(FlatLayout::new(&too_far), Err(Error::Overflow { .. })));
        assert!(matches!(Grid::new(&too_far, &[]), Err(Error::Overflow { .. })));
        assert!(matches!(FlatLayout::new(&layout(&[(1 << 40, 0), (1 << 40, 0)])), Err(Error::Overflow { .. })));
        assert!(matches!(FlatLayout::new(&layout(&[(-3, 1)])), Err(Error::NoElements { .. })));
        assert!(matches!(
            FlatLayout::new(&Layout::identity(layout(&[(2, 1), (2, 1)]).shape().clone())),
            Err(Error::MixedIndices { .. })
        ));
        let outside = FlatLayout::new(&layout(&[(4, 1), (2, i64::MAX / 2)])).unwrap();
        assert!(matches!(outside.index(u64::MAX), Err(Error::Overflow { .. })));
        let extreme = FlatLayout::new(&layout(&[(2, i64::MIN)])).unwrap();
        assert_eq!((extreme.least(), extreme.greatest(), extreme.index(1)), (i64::MIN, 0, Ok(i64::MIN)));
    }

    #[test]
    fn an_empty_domain_has_an_empty_table() {
        let empty = FlatLayout::new(&layout(&[(4, 1), (0, 3), (2, -5)])).unwrap();
        assert_eq!((empty.size(), empty.least(), empty.greatest()), (0, 0, 0));
        assert_eq!(empty.fill(0, &mut []), Ok(()));
        assert!(matches!(empty.fill(0, &mut [0]), Err(Error::TooLarge { .. })));
        assert!(matches!(empty.index(7), Err(Error::DivisionByZero { .. })));
    }

    #[test]
    fn what_leaves_the_domain_is_refused() {
        let flat = FlatLayout::new(&layout(&[(4, 1), (4, 5)])).unwrap();
        assert!(flat.fill(0, &mut [0; 17]).is_err() && flat.fill(u64::MAX, &mut [0; 2]).is_err());
        let wide = FlatLayout::new(&layout(&[(4, 1 << 40)])).unwrap();
        assert!(!wide.fits_i32() && matches!(wide.fill_i32(0, &mut [0]), Err(Error::Overflow { .. })));
    }

    #[test]
    fn a_window_of_a_huge_layout_costs_only_the_window() {
        let side = 1_000_000_000;
        let huge = Grid::new(&layout(&[(side, side), (side, 1)]), &[]).unwrap();
        let mut out = [0; 6];
        let last = side as u64;
        huge.fill_window(last - 2..last, last - 3..last, &mut out).unwrap();
        let end = side * side - 1;
        assert_eq!(out, [end - side - 2, end - side - 1, end - side, end - 2, end - 1, end]);
        assert!(matches!(huge.fill_window(0..last, 0..last, &mut out), Err(Error::TooLarge { .. })));
        assert!(huge.fill_window(last - 1..last + 1, 0..1, &mut out).is_err());
        assert_eq!(huge.index(last - 1, last - 1), Ok(end));
        assert!(huge.index(last, 0).is_err());
    }

    #[test]
    fn modes_beyond_the_second_are_fixed() {
        let cube = layout(&[(2, 1), (3, 10), (4, 100), (2, -7)]);
        let grid = Grid::new(&cube, &[3, 1]).unwrap();
        let mut out = [0; 6];
        grid.fill_window(0..2, 0..3, &mut out).unwrap();
        assert_eq!(out, [293, 303, 313, 294, 304, 314]);
        assert!(Grid::new(&cube, &[]).is_err() && Grid::new(&cube, &[4, 0]).is_err());
        let vector = Grid::new(&layout(&[(3, 2)]), &[]).unwrap();
        assert_eq!((vector.rows(), vector.columns(), vector.index(2, 0)), (3, 1, Ok(4)));
    }

    #[test]
    fn natural_coordinates_run_in_order() {
        let extent = |value| Nested::Leaf(Int::dynamic(value));
        let shape = Nested::Tuple(vec![extent(2), Nested::Tuple(vec![extent(1), extent(2)])]);
        let mut natural = NaturalCoordinates::new(&shape);
        let mut text = String::new();
        let mut begun = Vec::new();
        for _ in 0..4 {
            natural.write(&mut text);
            begun.push(natural.advance());
        }
        assert_eq!(text, "(0,(0,0))(1,(0,0))(0,(0,1))(1,(0,1))");
        assert_eq!(begun, [0, 2, 0, 3]);
    }

    proptest! {
        #[test]
        fn a_table_holds_what_the_layout_answers(
            modes in prop::collection::vec((1_i64..9, -40_i64..40), 1..6),
            large in 1_i64..3000,
            place in 0_usize..6,
            cut in 0.0..1.0_f64,
            length in 0.0..1.0_f64,
        ) {
            let mut modes = modes;
            // Keeps the whole small enough, with one mode that does not fit in a block.
            modes.truncate(4);
            if let Some(mode) = modes.get_mut(place) {
                mode.0 = large;
            }
            let layout = layout(&modes);
            let flat = FlatLayout::new(&layout).unwrap();
            let start = (flat.size() as f64 * cut) as u64;
            let count = ((flat.size() - start) as f64 * length) as usize;
            let mut wide = vec![0; count];
            let mut narrow = vec![0; count];
            flat.fill(start, &mut wide).unwrap();
            flat.fill_i32(start, &mut narrow).unwrap();
            for (offset, (wide, narrow)) in wide.iter().zip(&narrow).enumerate() {
                let index = flat.index(start + offset as u64).unwrap();
                prop_assert_eq!(*wide, index);
                prop_assert_eq!(i64::from(*narrow), index);
            }
            for coordinate in (start..start + 100).chain([flat.size() * 3 + 1]) {
                prop_assert_eq!(flat.index(coordinate).unwrap(), by_definition(&layout, coordinate));
            }
            let mut all = vec![0; flat.size() as usize];
            flat.fill(0, &mut all).unwrap();
            prop_assert_eq!(all.iter().min().copied(), Some(flat.least()));
            prop_assert_eq!(all.iter().max().copied(), Some(flat.greatest()));
        }
    }
}

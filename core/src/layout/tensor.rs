//! Tensors: a layout with data behind it.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::algebra::{Tiler, TilerLeaf};
use crate::basis::add;
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{IntTuple, product_each};
use crate::layout::{Index, Layout, Shape};
use crate::nested::Nested;
use crate::slice::pick;
use crate::steps::Trace;
use crate::swizzle::{Offset, Swizzle};

/// Target that the indices of a tensor's layout point into.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Memory, from an element on: only where something lies is known, not what.
    Pointer(Int),
    /// Memory of which the size of its elements is known.
    Typed(TypedPointer),
    /// The numbers themselves, from one on: CuTe's `counting_iterator`.
    Counting(Int),
    /// Pseudo-random bytes by a seed, from an element on: the same seed gives the same data everywhere.
    Random {
        /// The seed.
        seed: Int,
        /// The element that index 0 points at; static where the pointer is not set yet.
        offset: Int,
    },
    /// Coordinates, from one on: what identity tensors point into.
    Coordinates(IntTuple),
}

/// A pointer of C++: `float*`, or CuTe's `gmem_ptr`. Nobody knows its address, so it says how many elements further on than
/// where it began it points.
///
/// Two are equal where CuTe prints the same of them: the name of the elements' type does not count.
#[derive(Debug, Clone, Copy)]
pub struct TypedPointer {
    /// Memory that it points into.
    pub space: Space,
    /// Number of bits of an element.
    pub bits: u32,
    /// Name of the type of an element in C++ (`bfloat16_t`), where it is said: prints of CuTe tell only the bits.
    pub type_name: Option<&'static str>,
    /// Swizzle that changes addresses before they are used: CuTe's `swizzle_ptr`.
    pub swizzle: Option<Swizzle>,
    /// The element that index 0 points at.
    pub begin: Int,
    /// `true` if the swizzle stands around the space, as where a layout of shared memory brings it:
    /// `Sw<3,4,3>_smem_ptr`.
    pub is_around: bool,
}

/// A memory of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// Not said.
    Any,
    /// Memory that all threads see.
    Global,
    /// Memory that the threads of a block see.
    Shared,
    /// Shared memory by descriptors, as instructions of a warpgroup read it.
    WarpgroupDescriptor,
    /// Shared memory by descriptors, as instructions of tensor memory read it.
    TensorDescriptor,
    /// Memory that one thread sees.
    Register,
    /// No memory: values that one thread holds as a vector, the Python DSL's `TensorSSA`.
    Vector,
    /// Memory that the tensor cores of a multiprocessor see: CuTe prints its addresses in another way.
    Tensor,
}

impl PartialEq for TypedPointer {
    fn eq(&self, other: &Self) -> bool {
        self.counted() == other.counted()
    }
}

impl Eq for TypedPointer {}

impl Hash for TypedPointer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.counted().hash(state);
    }
}

impl TypedPointer {
    fn counted(&self) -> (Space, u32, Option<Swizzle>, Int, bool) {
        (self.space, self.bits, self.swizzle, self.begin, self.is_around)
    }

    /// A pointer of C++ to elements of so many bits.
    pub fn raw(bits: u32) -> Self {
        TypedPointer {
            space: Space::Any,
            bits,
            type_name: None,
            swizzle: None,
            begin: Int::dynamic(0),
            is_around: false,
        }
    }

    /// A pointer to shared memory that is not set: CuTe's `smem_ptr_flag_bits`.
    pub fn unset(bits: u32) -> Self {
        TypedPointer { space: Space::Shared, begin: Int::ZERO, ..TypedPointer::raw(bits) }
    }

    /// The name of the type of its elements in MLIR: `bf16`, `f8E4M3FN`, `i32`.
    fn type_in_mlir(&self) -> String {
        match self.type_name {
            Some("half_t") => "f16",
            Some("bfloat16_t") => "bf16",
            Some("tfloat32_t") => "tf32",
            Some("float_e5m2_t") => "f8E5M2",
            Some("float_e4m3_t") => "f8E4M3FN",
            Some("float_ue8m0_t") => "f8E8M0FNU",
            Some("float_e2m3_t") => "f6E2M3FN",
            Some("float_e3m2_t") => "f6E3M2FN",
            Some("float_e2m1_t") => "f4E2M1FN",
            Some("float" | "double") => return format!("f{}", self.bits),
            _ => return format!("i{}", self.bits),
        }
        .to_string()
    }

    /// Reports whether it is such a pointer.
    pub fn is_unset(&self) -> bool {
        self.space == Space::Shared && self.begin.is_static()
    }
}

impl fmt::Display for TypedPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = match self.space {
            Space::Any => "",
            Space::Global => "gmem_",
            Space::Shared => "smem_",
            Space::Register => "rmem_",
            Space::Tensor => "tmem_",
            Space::Vector => "vector_",
            Space::WarpgroupDescriptor => return f.write_str("GMMA::DescriptorIterator"),
            Space::TensorDescriptor => return f.write_str("UMMA::DescriptorIterator"),
        };
        if let (true, Some(swizzle)) = (self.is_around, self.swizzle) {
            write!(f, "{swizzle}_")?;
        }
        f.write_str(space)?;
        if let (false, Some(swizzle)) = (self.is_around, self.swizzle) {
            write!(f, "{swizzle}_")?;
        }
        if self.space == Space::Tensor {
            return match self.begin.value() {
                0 => write!(f, "[{}b](…)", self.bits),
                begin => write!(f, "[{}b](…{begin:+})", self.bits),
            };
        }
        // Elements of less than a byte are pointed at by CuTe's `subbyte_iterator`.
        let part = if self.bits < 8 && !self.is_unset() { "sub" } else { "" };
        match self.begin.value() {
            0 if self.is_unset() => write!(f, "ptr[{}b](unset)", self.bits),
            0 => write!(f, "{part}ptr[{}b](…)", self.bits),
            begin => write!(f, "{part}ptr[{}b](…{begin:+})", self.bits),
        }
    }
}

/// A layout with data: indices of the layout count from the engine's first element.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tensor {
    /// The data.
    pub engine: Engine,
    /// The layout.
    pub layout: AnyLayout,
}

impl Engine {
    /// The same data from `offset` elements further on.
    ///
    /// ```
    /// use colex::{Int, tensor::Engine};
    ///
    /// let data = Engine::Counting(Int::dynamic(5));
    /// assert_eq!(data.advance(&3.into())?.advance(&4.into())?, data.advance(&7.into())?);
    /// assert_eq!(data.advance(&7.into())?.element(), Some(12.into()));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn advance(&self, offset: &Index) -> Result<Engine> {
        if let Engine::Coordinates(begin) = self {
            return add(begin, offset).map(Engine::Coordinates);
        }
        let Nested::Leaf(by) = offset else {
            return Err(Error::MixedIndices { left: self.to_string(), right: offset.to_string() });
        };
        Ok(match self {
            Engine::Pointer(begin) => Engine::Pointer(begin.plus(*by)?),
            Engine::Typed(pointer) => Engine::Typed(TypedPointer { begin: pointer.begin.plus(*by)?, ..*pointer }),
            Engine::Counting(begin) => Engine::Counting(begin.plus(*by)?),
            Engine::Random { seed, offset } => Engine::Random { seed: *seed, offset: offset.plus(*by)? },
            Engine::Coordinates(_) => self.clone(),
        })
    }

    /// From which element on it counts; of coordinates there is no such number.
    pub fn offset(&self) -> Option<Int> {
        match self {
            Engine::Pointer(begin) | Engine::Counting(begin) => Some(*begin),
            Engine::Typed(pointer) => Some(pointer.begin),
            Engine::Random { offset, .. } => Some(*offset),
            Engine::Coordinates(_) => None,
        }
    }

    /// The layout that a tensor is drawn by: its indices count from where the data begin.
    pub fn drawn(&self, layout: &AnyLayout) -> AnyLayout {
        match self.offset().filter(|offset| offset.value() != 0) {
            Some(offset) => {
                let offset = Offset::Int(Int::dynamic(offset.value()));
                AnyLayout::composed(Swizzle::IDENTITY, offset, layout.clone())
            }
            None => layout.clone(),
        }
    }

    /// The coordinate from which a tensor of coordinates counts, where that is not the first.
    pub fn begin(&self) -> Option<&IntTuple> {
        let Engine::Coordinates(begin) = self else { return None };
        begin.leaves().into_iter().any(|digit| digit.value() != 0).then_some(begin)
    }

    /// The first element, where the data is known.
    pub fn element(&self) -> Option<IntTuple> {
        match self {
            Engine::Pointer(_) | Engine::Typed(_) => None,
            Engine::Counting(value) => Some(Nested::Leaf(Int::dynamic(value.value()))),
            Engine::Random { seed, offset } => {
                Some(Nested::Leaf(Int::dynamic(random_byte(seed.value(), offset.value()))))
            }
            Engine::Coordinates(place) => Some(place.clone()),
        }
    }
}

/// A number from 0 to 255 by the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
fn random_byte(seed: i64, place: i64) -> i64 {
    let mut word = (seed as u64).wrapping_add((place as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((word ^ (word >> 31)) & 0xff) as i64
}

impl Tensor {
    /// The coordinates of a shape as a tensor: CuTe's `make_identity_tensor`. Law: `T(c) = c`.
    ///
    /// ```
    /// use colex::{Tensor, coordinate::idx2crd};
    ///
    /// let tensor = Tensor::identity("(4,(2,3))".parse()?)?;
    /// assert_eq!(tensor.to_string(), "ArithTuple(_0,(_0,_0)) o (4,(2,3)):(_1@0,(_1@0@1,_1@1@1))");
    /// for i in 1..24 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(tensor.at(&i)?.element(), Some(idx2crd(&i, tensor.layout.shape())?));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn identity(shape: Shape) -> Result<Tensor> {
        let layout = Layout::identity(shape);
        let begin = layout.coshape()?.map(&mut |_| Int::ZERO);
        Ok(Tensor { engine: Engine::Coordinates(begin), layout: layout.into() })
    }

    /// The element at a coordinate, as a tensor that begins there would have it first.
    pub fn at(&self, coordinate: &Coordinate) -> Result<Engine> {
        self.engine.advance(&self.layout.index(coordinate)?)
    }

    /// The modes under `_`, from the element on that the others choose.
    ///
    /// ```
    /// use colex::{Int, Tensor, tensor::Engine};
    ///
    /// let tensor = Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: "(4,8):(1,4)".parse()? };
    /// let row = tensor.slice(&"(3,_)".parse()?)?;
    /// for d in 0..8 {
    ///     let place = format!("(3,{d})").parse()?;
    ///     assert_eq!(row.at(&d.to_string().parse()?)?, tensor.at(&place)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice(&self, coordinate: &Coordinate) -> Result<Tensor> {
        let (layout, offset) = self.layout.slice_and_offset(coordinate)?;
        Ok(Tensor { engine: self.engine.advance(&offset)?, layout })
    }

    /// The same layout from the element at a coordinate on: CuTe's `domain_offset`.
    ///
    /// ```
    /// use colex::{Int, Tensor, tensor::Engine};
    ///
    /// let tensor = Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: "(4,8):(1,4)".parse()? };
    /// let moved = tensor.domain_offset(&"(1,2)".parse()?)?;
    /// assert_eq!(moved.layout, tensor.layout);
    /// assert_eq!(moved.at(&"(2,5)".parse()?)?, tensor.at(&"(3,7)".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// What is added to an index before a swizzle stays in the layout:
    ///
    /// ```
    /// # use colex::{Int, Tensor, tensor::Engine};
    /// let tensor = Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: "Sw<2,0,2> o _0 o (4,4):(4,1)".parse()? };
    /// let moved = tensor.domain_offset(&"(1,0)".parse()?)?;
    /// assert_eq!(moved.to_string(), "counting_iter(0) o Sw<2,0,2> o 4 o (4,4):(4,1)");
    /// assert_eq!(moved.at(&"(2,3)".parse()?)?, tensor.at(&"(3,3)".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn domain_offset(&self, coordinate: &Coordinate) -> Result<Tensor> {
        if let Some(layout) = self.layout.offset_by(coordinate)? {
            return Ok(Tensor { engine: self.engine.clone(), layout });
        }
        Ok(Tensor { engine: self.at(coordinate)?, layout: self.layout.clone() })
    }

    /// The same data under a changed layout.
    ///
    /// ```
    /// use colex::{Int, Tensor, tensor::Engine};
    ///
    /// let tensor = Tensor { engine: Engine::Counting(Int::dynamic(7)), layout: "(4,8):(1,4)".parse()? };
    /// let flat = tensor.with(&mut |layout| layout.with_shape(&"32".parse().map_err(|_| colex::Error::Empty)?))?;
    /// assert_eq!(flat.engine, tensor.engine);
    /// assert_eq!(flat.at(&"30".parse()?)?, tensor.at(&"30".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(&self, change: &mut dyn FnMut(&Layout) -> Result<Layout>) -> Result<Tensor> {
        Ok(Tensor { engine: self.engine.clone(), layout: self.layout.map(change)? })
    }

    /// One tile: the tensor cut by a tiler, at a coordinate among the tiles, in which `_` keeps a mode. CuTe's
    /// `local_tile`, also called `inner_partition`.
    ///
    /// ```
    /// use colex::{Int, Tensor, tensor::Engine};
    ///
    /// let tensor = Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: "(8,6):(1,8)".parse()? };
    /// let tile = tensor.local_tile(&"(4,2)".parse()?, &"(1,2)".parse()?)?;
    /// assert_eq!(tile.to_string(), "counting_iter(36) o (4,2):(1,8)");
    /// assert_eq!(tile.at(&"(3,1)".parse()?)?, tensor.at(&"(7,5)".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn local_tile(&self, tiler: &Tiler, coordinate: &Coordinate) -> Result<Tensor> {
        self.local_tile_with_trace(tiler, coordinate, &mut Trace::silent())
    }

    /// [`Tensor::local_tile`], telling how the tensor is cut.
    pub fn local_tile_with_trace(
        &self,
        tiler: &Tiler,
        coordinate: &Coordinate,
        trace: &mut Trace<'_>,
    ) -> Result<Tensor> {
        let tiled = self.with(&mut |layout| layout.zipped_divide_with_trace(tiler, trace))?;
        let shape = tiled.layout.shape().clone();
        let rest = shape.mode(1)?.rank();
        tiled
            .slice(&Nested::Tuple(vec![crate::algebra::tile::all_of(shape.mode(0)?.rank()), padded(coordinate, rest)?]))
    }

    /// The same place in every tile: the tensor cut by a tiler, at a coordinate within the tile. CuTe's
    /// `outer_partition`.
    ///
    /// ```
    /// use colex::{Int, Tensor, tensor::Engine};
    ///
    /// let tensor = Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: "(8,6):(1,8)".parse()? };
    /// let part = tensor.outer_partition(&"(4,2)".parse()?, &"(3,1)".parse()?)?;
    /// assert_eq!(part.to_string(), "counting_iter(11) o (2,3):(4,16)");
    /// assert_eq!(part.at(&"(1,2)".parse()?)?, tensor.at(&"(7,5)".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outer_partition(&self, tiler: &Tiler, coordinate: &Coordinate) -> Result<Tensor> {
        self.outer_partition_with_trace(tiler, coordinate, &mut Trace::silent())
    }

    /// [`Tensor::outer_partition`], telling how the tensor is cut.
    pub fn outer_partition_with_trace(
        &self,
        tiler: &Tiler,
        coordinate: &Coordinate,
        trace: &mut Trace<'_>,
    ) -> Result<Tensor> {
        let tiled = self.with(&mut |layout| layout.zipped_divide_with_trace(tiler, trace))?;
        let shape = tiled.layout.shape().clone();
        let tile = shape.mode(0)?.rank();
        tiled
            .slice(&Nested::Tuple(vec![padded(coordinate, tile)?, crate::algebra::tile::all_of(shape.mode(1)?.rank())]))
    }

    /// The part of thread `index` where threads are laid out by `threads`: CuTe's `local_partition`.
    ///
    /// ```
    /// use colex::{Int, Layout, Tensor, tensor::Engine};
    ///
    /// let tensor = Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: "(8,6):(1,8)".parse()? };
    /// let threads: Layout = "(4,2):(1,4)".parse()?;
    /// let part = tensor.local_partition(&threads, Int::dynamic(7))?;
    /// assert_eq!(part, tensor.outer_partition(&"(4,2)".parse()?, &"(3,1)".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn local_partition(&self, threads: &Layout, index: Int) -> Result<Tensor> {
        let (tiler, place) = place_of_thread(threads, index)?;
        self.outer_partition(&tiler, &place)
    }
}

/// The tile that threads cover, and in it the place of one of them.
///
/// ```
/// use colex::{Int, Layout, tensor::place_of_thread};
///
/// let threads: Layout = "(4,2):(2,1)".parse()?;
/// let (tiler, place) = place_of_thread(&threads, Int::dynamic(5))?;
/// assert_eq!((tiler.to_string().as_str(), place.to_string().as_str()), ("(4,2)", "(2,1)"));
/// assert_eq!(threads.index(&place)?, 5.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn place_of_thread(threads: &Layout, index: Int) -> Result<(Tiler, Coordinate)> {
    let tiler = product_each(threads.shape())?.map(&mut |extent| TilerLeaf::Extent(*extent));
    Ok((tiler, Coordinate::from(&threads.get_flat_coord(index)?)))
}

/// A tiler and a coordinate without the modes where a projection has `_` (`X` in a `Step`). What the coordinate has beyond
/// the projection stays, as in the Python DSL; C++ does not compile it.
pub fn projected(tiler: &Tiler, coordinate: &Coordinate, step: &Coordinate) -> Result<(Tiler, Coordinate)> {
    let place = match (step, coordinate) {
        (Nested::Tuple(steps), Nested::Tuple(modes)) if modes.len() > steps.len() => {
            let (within, beyond) = modes.split_at(steps.len());
            let mut place = pick(step, &Nested::Tuple(within.to_vec()), false)?.modes().to_vec();
            place.extend_from_slice(beyond);
            Nested::Tuple(place)
        }
        _ => pick(step, coordinate, false)?,
    };
    Ok((pick(step, tiler, false)?, place))
}

/// A tuple padded with `_` up to `rank` modes; an integer stays.
pub(crate) fn padded(coordinate: &Coordinate, rank: usize) -> Result<Coordinate> {
    match coordinate {
        Nested::Leaf(_) => Ok(coordinate.clone()),
        Nested::Tuple(_) => coordinate.append_to(rank, &Nested::Leaf(Slot::All)),
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Pointer(begin) => write!(f, "ptr({begin})"),
            Engine::Typed(pointer) => pointer.fmt(f),
            Engine::Counting(begin) => write!(f, "counting_iter({begin})"),
            Engine::Random { seed, offset } => write!(f, "random_iter({seed},{offset})"),
            Engine::Coordinates(Nested::Tuple(modes)) => {
                f.write_str("ArithTuple(")?;
                for (index, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if index > 0 { "," } else { "" })?;
                }
                f.write_str(")")
            }
            Engine::Coordinates(begin) => write!(f, "ArithTuple{begin}"),
        }
    }
}

/// A shape as Python prints it: `((2, 2), (4,))`.
fn in_python(shape: &Shape, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match shape {
        Nested::Leaf(extent) => write!(f, "{}", extent.value()),
        Nested::Tuple(modes) => {
            f.write_str("(")?;
            for (place, mode) in modes.iter().enumerate() {
                f.write_str(if place == 0 { "" } else { ", " })?;
                in_python(mode, f)?;
            }
            f.write_str(if modes.len() == 1 { ",)" } else { ")" })
        }
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.engine {
            // As the Python DSL prints it, whose values have no strides.
            Engine::Typed(pointer) if pointer.space == Space::Vector => {
                let count = self.layout.size().map_or(0, Int::value);
                write!(f, "tensor_value<vector<{count}x{}> o ", pointer.type_in_mlir())?;
                in_python(self.layout.shape(), f)?;
                f.write_str(">")
            }
            engine => write!(f, "{engine} o {}", self.layout),
        }
    }
}

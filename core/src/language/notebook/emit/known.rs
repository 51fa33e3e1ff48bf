//! The same value with every number static, or every number dynamic.

use crate::basis::StrideLeaf;
use crate::composed::{AnyLayout, ComposedLayout};
use crate::int::Int;
use crate::layout::{Layout, Stride};
use crate::notebook::Value;
use crate::swizzle::Offset;

/// Which numbers of a layout are known at compile time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Known {
    /// All of them: C++ writes the layout as a type.
    Static,
    /// None of them, but for unit strides along a mode, which are types: C++ writes calls of `make_…`.
    Dynamic,
}

impl Known {
    pub(crate) fn int(self, int: Int) -> Int {
        match self {
            Known::Static => Int::constant(int.value()),
            Known::Dynamic => Int::dynamic(int.value()),
        }
    }

    fn stride(self, stride: &Stride) -> Stride {
        stride.map(&mut |leaf| match leaf {
            StrideLeaf::Basis(basis) if basis.scale.is_constant(1) => leaf.clone(),
            leaf => leaf.with_scale(self.int(leaf.scale())),
        })
    }

    pub(crate) fn plain(self, layout: &Layout) -> Layout {
        let shape = layout.shape().map(&mut |int| self.int(*int));
        // Only what the numbers are known as has changed.
        Layout::new(shape, self.stride(layout.stride())).unwrap_or_else(|_| layout.clone())
    }

    /// The same layout with its numbers known, or not. Law: it answers the same indices.
    ///
    /// ```
    /// use colex::AnyLayout;
    /// use colex::notebook::emit::Known;
    ///
    /// let layout: AnyLayout = "(_4,8):(8,_1)".parse()?;
    /// let [fixed, dynamic] = [Known::Static.layout(&layout), Known::Dynamic.layout(&layout)];
    /// assert_eq!((fixed.to_string().as_str(), dynamic.to_string().as_str()), ("(_4,_8):(_8,_1)", "(4,8):(8,1)"));
    /// for i in 0..32 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!([fixed.index(&i)?, dynamic.index(&i)?], [layout.index(&i)?, layout.index(&i)?]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layout(self, layout: &AnyLayout) -> AnyLayout {
        match layout {
            AnyLayout::Plain(layout) => AnyLayout::Plain(self.plain(layout)),
            AnyLayout::Composed(composed) => AnyLayout::Composed(self.composed(composed)),
        }
    }

    pub(crate) fn composed(self, composed: &ComposedLayout) -> ComposedLayout {
        if let Some(outer) = composed.outer() {
            let (offset, inner) = (self.int(composed.offset().int()), composed.inner().innermost());
            return ComposedLayout::through(self.plain(outer), offset, self.plain(inner));
        }
        let offset = match composed.offset() {
            offset @ Offset::Flag(_) => offset,
            offset => Offset::Int(self.int(offset.int())),
        };
        ComposedLayout::new(composed.swizzle(), offset, self.layout(composed.inner()))
    }

    /// The same value; of a tensor its layout changes, and what it points into stays.
    pub fn value(self, value: &Value) -> Value {
        value.known(self)
    }
}

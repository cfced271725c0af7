//! Windows: the block of an array that a kernel argument shows in the current grid step.
//!
//! A block that lies wholly inside an array nobody else writes is shown in place; any other block
//! is a private dense copy, fetched when its index changes and, for outputs, written back when the
//! index changes and at the end. What lies outside the array reads as the uninitialised pattern and
//! is not written back.

use crate::copy::{Dims, Transfer};
use crate::element::ElementType;
use crate::fault::BlockOutsideArray;
use crate::spec::{ArgSpec, ArraySpec, Pads, row_major};

/// One dimension of a window.
#[derive(Clone, Debug)]
struct Dim {
    /// Elements of the block.
    block: i64,
    /// Elements of the array.
    size: i64,
    /// Elements per index: the block, or 1 for element windows.
    scale: i64,
    /// Pad before the first element and after the last.
    low: i64,
    high: i64,
    /// Distance of neighbours in the array and in the private copy, in elements.
    stride: i64,
    dense: i64,
    /// What the kernel told for the coming step.
    index: i32,
}

/// Where the kernel sees the current block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Nothing was loaded yet.
    Nothing,
    /// In place.
    Direct,
    /// In the private copy.
    Private,
}

/// One window of one core.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) arg: usize,
    pub(crate) is_output: bool,
    is_element: bool,
    /// Whether nobody else touches the array, so that blocks may be shown in place.
    may_be_direct: bool,
    element: ElementType,
    element_bytes: usize,
    dims: Vec<Dim>,
    array: *mut u8,
    /// Null when a private copy is never needed.
    buffer: *mut u8,
    buffer_bytes: usize,
    /// An index was told that differs from the loaded one.
    pub(crate) is_changed: bool,
    pub(crate) held: Held,
    /// The private block was written back already.
    is_flushed: bool,
    /// The part of the private copy that lies inside the array.
    inside: Transfer,
    inside_array: isize,
    inside_buffer: isize,
}

impl Window {
    /// A window of `arg` over `array`. Its ranks are equal.
    pub(crate) fn new(arg: usize, spec: &ArgSpec, array: &ArraySpec, pads: Option<&Pads>) -> Self {
        let (strides, dense) = (row_major(&array.shape), row_major(&spec.shape));
        let dims = (0..array.shape.len())
            .map(|dim| Dim {
                block: spec.shape[dim],
                size: array.shape[dim],
                scale: if pads.is_some() { 1 } else { spec.shape[dim] },
                low: pads.map_or(0, |pads| pads.low[dim]),
                high: pads.map_or(0, |pads| pads.high[dim]),
                stride: strides[dim],
                dense: dense[dim],
                index: 0,
            })
            .collect();
        let element_bytes = spec.element.bits() as usize / 8;
        Self {
            arg,
            is_output: false,
            is_element: pads.is_some(),
            may_be_direct: false,
            element: spec.element,
            element_bytes,
            dims,
            array: std::ptr::null_mut(),
            buffer: std::ptr::null_mut(),
            buffer_bytes: 0,
            is_changed: true,
            held: Held::Nothing,
            is_flushed: false,
            inside: Transfer::new(element_bytes, &[], &[], &[]),
            inside_array: 0,
            inside_buffer: 0,
        }
    }

    /// Whether some block may reach over the array's edge.
    pub(crate) fn may_cross_edge(&self) -> bool {
        self.is_element || self.dims.iter().any(|dim| dim.block == 0 || dim.size % dim.block != 0)
    }

    /// Ties the window to memory. `buffer` is `None` when a private copy is never needed.
    ///
    /// # Safety
    /// `array` spans the array and `buffer` the block for as long as the window is used.
    pub(crate) unsafe fn bind(
        &mut self,
        is_output: bool,
        array: *mut u8,
        buffer: Option<(*mut u8, usize)>,
        direct: bool,
    ) {
        self.is_output = is_output;
        self.array = array;
        (self.buffer, self.buffer_bytes) = buffer.unwrap_or((std::ptr::null_mut(), 0));
        self.may_be_direct = direct;
    }

    /// The index of the coming step in one dimension; `false` when there is no such dimension.
    pub(crate) fn tell(&mut self, dim: usize, index: i32) -> bool {
        let Some(dim) = self.dims.get_mut(dim) else {
            return false;
        };
        self.is_changed |= dim.index != index;
        dim.index = index;
        true
    }

    /// Strides that the kernel sees, in elements.
    pub(crate) fn strides(&self) -> Dims {
        let pick = |dim: &Dim| {
            if self.held == Held::Direct { dim.stride } else { dim.dense }
        };
        self.dims.iter().map(pick).collect()
    }

    /// Where the private copy lies.
    pub(crate) fn buffer_address(&self) -> usize {
        self.buffer as usize
    }

    /// Writes a private output block back; `false` when there is none.
    pub(crate) fn flush(&mut self) -> bool {
        if !self.is_output || self.held != Held::Private || self.is_flushed {
            return false;
        }
        let back = Transfer {
            source: self.inside.target.clone(),
            target: self.inside.source.clone(),
            ..self.inside.clone()
        };
        // SAFETY: `load` computed the part inside both the block and the array, and `bind`'s caller
        // vouches that both are there.
        unsafe { back.run(self.buffer.offset(self.inside_buffer), self.array.offset(self.inside_array)) };
        self.is_flushed = true;
        true
    }

    /// Shows the block of the told index: its address.
    ///
    /// # Errors
    /// The block has no element of the array. Names and the grid point are left to the caller.
    pub(crate) fn load(&mut self) -> Result<*mut u8, BlockOutsideArray> {
        let mut offset = 0_i64;
        let mut is_inside = true;
        for dim in 0..self.dims.len() {
            let it = &self.dims[dim];
            let start = i64::from(it.index).saturating_mul(it.scale).saturating_sub(it.low);
            let is_outside = start.saturating_add(it.block) <= -it.low || start >= it.size + it.high;
            if is_outside && it.block > 0 {
                return Err(self.outside(dim));
            }
            is_inside &= start >= 0 && start + it.block <= it.size;
            offset += start * it.stride;
        }
        self.is_changed = false;
        if is_inside && self.may_be_direct {
            self.held = Held::Direct;
            let bytes = offset as isize * self.element_bytes as isize;
            // SAFETY: every dimension of the block was found inside the array.
            return Ok(unsafe { self.array.offset(bytes) });
        }
        self.fetch(is_inside);
        self.is_flushed = false;
        self.held = Held::Private;
        Ok(self.buffer)
    }

    /// Fills the private copy.
    fn fetch(&mut self, is_inside: bool) {
        let (mut array, mut buffer) = (0, 0);
        let (mut sizes, mut strides, mut dense) = (Dims::new(), Dims::new(), Dims::new());
        for it in &self.dims {
            let start = i64::from(it.index) * it.scale - it.low;
            let first = start.clamp(0, it.size);
            sizes.push(((start + it.block).min(it.size) - first).max(0));
            array += first * it.stride;
            buffer += (first - start) * it.dense;
            strides.push(it.stride);
            dense.push(it.dense);
        }
        let bytes = self.element_bytes as isize;
        (self.inside_array, self.inside_buffer) = (array as isize * bytes, buffer as isize * bytes);
        self.inside = Transfer::new(self.element_bytes, &sizes, &strides, &dense);
        if self.is_output || !is_inside {
            // SAFETY: `bind`'s caller vouches for the buffer; no reference into it exists.
            self.element.fill(unsafe { std::slice::from_raw_parts_mut(self.buffer, self.buffer_bytes) });
        }
        if !self.is_output && !sizes.contains(&0) {
            // SAFETY: the sizes were cut to what lies inside both the block and the array.
            unsafe {
                self.inside.run(self.array.offset(self.inside_array), self.buffer.offset(self.inside_buffer))
            };
        }
    }

    #[cold]
    fn outside(&self, dim: usize) -> BlockOutsideArray {
        let it = &self.dims[dim];
        let (low, high) = if self.is_element {
            (1 - it.block, it.size + it.low + it.high - 1)
        } else {
            (0, (it.size + it.block - 1) / it.block - 1)
        };
        BlockOutsideArray {
            window: String::new(),
            arg: self.arg,
            dim,
            index: i64::from(it.index),
            is_element: self.is_element,
            low: low.min(0),
            high,
            shape: self.dims.iter().map(|dim| dim.size).collect(),
            point: Vec::new(),
        }
    }
}

#[cfg(test)]
#[path = "window_tests.rs"]
mod tests;

//! Arrays as the host sees them: dense, row-major, in storage aligned to 64 bytes.

use crate::element::ElementType;
use crate::fault::{BadArray, OutOfMemory, Refusal};
use bytemuck::{Pod, Zeroable};

/// One cache line; gives every buffer the alignment that vector code may rely on.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Bytes that start on a 64-byte boundary. Never empty, so that its address names it.
#[derive(Clone, Debug)]
pub(crate) struct AlignedBytes {
    lines: Vec<Line>,
    len: usize,
}

impl AlignedBytes {
    /// `len` zero bytes.
    pub(crate) fn zeroed(len: usize) -> Result<Self, OutOfMemory> {
        Self::repeated(len, Line::zeroed())
    }

    /// `len` bytes that hold the uninitialised pattern of `element`.
    pub(crate) fn uninitialised(len: usize, element: ElementType) -> Result<Self, OutOfMemory> {
        let mut line = Line::zeroed();
        element.fill(&mut line.0);
        Self::repeated(len, line)
    }

    fn repeated(len: usize, line: Line) -> Result<Self, OutOfMemory> {
        let count = len.div_ceil(64).max(1);
        let mut lines = Vec::new();
        lines.try_reserve_exact(count).map_err(|_| OutOfMemory { bytes: len })?;
        lines.resize(count, line);
        Ok(Self { lines, len })
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.lines)[..self.len]
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.len]
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.lines.as_mut_ptr().cast()
    }
}

/// A dense row-major array. Its storage starts on a 64-byte boundary.
#[derive(Clone, Debug)]
pub struct Array {
    shape: Vec<i64>,
    element: ElementType,
    bytes: AlignedBytes,
}

impl Array {
    /// An array that holds the uninitialised pattern of its element type.
    ///
    /// # Errors
    /// A negative or overflowing shape, or too little memory.
    pub fn uninitialised(element: ElementType, shape: &[i64]) -> Result<Self, Refusal> {
        let len = byte_count(element, shape)?;
        let bytes = AlignedBytes::uninitialised(len, element)?;
        Ok(Self { shape: shape.to_vec(), element, bytes })
    }

    /// An array of zero bits.
    ///
    /// # Errors
    /// As [`Array::uninitialised`].
    pub fn zeroed(element: ElementType, shape: &[i64]) -> Result<Self, Refusal> {
        let bytes = AlignedBytes::zeroed(byte_count(element, shape)?)?;
        Ok(Self { shape: shape.to_vec(), element, bytes })
    }

    /// An array with a copy of `bytes`: row-major, little-endian elements.
    ///
    /// # Errors
    /// As [`Array::uninitialised`], or `bytes` is not as long as the shape says.
    pub fn from_bytes(element: ElementType, shape: &[i64], bytes: &[u8]) -> Result<Self, Refusal> {
        let expected = byte_count(element, shape)?;
        if bytes.len() != expected {
            let why = format!("{} bytes were given where {expected} are needed", bytes.len());
            return Err(BadArray { element, shape: shape.to_vec(), why }.into());
        }
        let mut array = Self::zeroed(element, shape)?;
        array.bytes.as_mut_slice().copy_from_slice(bytes);
        Ok(array)
    }

    /// An array with a copy of `values`, whose type must be as wide as `element`.
    ///
    /// # Errors
    /// As [`Array::from_bytes`], or the widths differ.
    pub fn from_slice<T: Pod>(element: ElementType, shape: &[i64], values: &[T]) -> Result<Self, Refusal> {
        if size_of::<T>() * 8 != element.bits() as usize {
            let why = format!("values of {} bits were given", size_of::<T>() * 8);
            return Err(BadArray { element, shape: shape.to_vec(), why }.into());
        }
        Self::from_bytes(element, shape, bytemuck::cast_slice(values))
    }

    /// Elements per dimension.
    #[must_use]
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// The element type.
    #[must_use]
    pub const fn element(&self) -> ElementType {
        self.element
    }

    /// The elements' bytes, row-major.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// The elements' bytes, row-major, to write into.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes.as_mut_slice()
    }

    /// The elements as values of `T`; `None` when `T` is not as wide as the element.
    #[must_use]
    pub fn as_slice<T: Pod>(&self) -> Option<&[T]> {
        if size_of::<T>() * 8 != self.element.bits() as usize {
            return None;
        }
        bytemuck::try_cast_slice(self.bytes()).ok()
    }

    pub(crate) fn into_storage(self) -> AlignedBytes {
        self.bytes
    }

    pub(crate) fn from_storage(element: ElementType, shape: Vec<i64>, bytes: AlignedBytes) -> Self {
        Self { shape, element, bytes }
    }
}

/// Bytes of a dense array.
///
/// # Errors
/// A negative or overflowing shape.
pub(crate) fn byte_count(element: ElementType, shape: &[i64]) -> Result<usize, Refusal> {
    let bad = |why: &str| BadArray { element, shape: shape.to_vec(), why: why.into() };
    if shape.iter().any(|size| *size < 0) {
        return Err(bad("a size is negative").into());
    }
    let count = shape.iter().try_fold(1_i64, |count, size| count.checked_mul(*size));
    let bytes = count.and_then(|count| element.bytes(count));
    bytes.ok_or_else(|| bad("its size overflows").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_is_aligned_and_keeps_values() {
        let array =
            Array::from_slice(ElementType::F32, &[2, 3], &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert_eq!(array.bytes().as_ptr() as usize % 64, 0);
        assert_eq!(array.as_slice::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert!(array.as_slice::<u8>().is_none());
    }

    #[test]
    fn empty_and_fresh_arrays() {
        assert!(Array::zeroed(ElementType::I32, &[0, 7]).unwrap().bytes().is_empty());
        let fresh = Array::uninitialised(ElementType::I32, &[2]).unwrap();
        assert_eq!(fresh.as_slice::<i32>().unwrap(), [i32::MAX; 2]);
    }

    #[test]
    fn bad_arrays_are_refused_with_a_code() {
        let code = |result: Result<Array, Refusal>| result.unwrap_err().code().number;
        assert_eq!(code(Array::zeroed(ElementType::F32, &[-1])), 815);
        assert_eq!(code(Array::zeroed(ElementType::F32, &[i64::MAX, 8])), 815);
        assert_eq!(code(Array::from_bytes(ElementType::F32, &[2], &[0; 7])), 815);
        assert_eq!(code(Array::from_slice(ElementType::F32, &[2], &[0_u8; 8])), 815);
        assert_eq!(code(Array::zeroed(ElementType::I8, &[i64::MAX])), 805);
    }
}

//! Element types of arrays and buffers, and what memory holds before anything was written.

use std::fmt;

/// How an element is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// One truth value per byte.
    Bool,
    /// Two's complement; signedness is a matter of the operation.
    Integer,
    /// Any floating-point format.
    Float,
    /// A counter in semaphore memory.
    Semaphore,
}

macro_rules! elements {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $kind:ident, $bits:literal, $fill:literal;)*) => {
        /// The type of one element. The discriminant is the element code of the C interface.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        pub enum ElementType { $($(#[$doc])* $variant,)* }

        impl ElementType {
            /// Every element type, in the order of their codes.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name as MLIR spells it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How the element is coded.
            #[must_use]
            pub const fn kind(self) -> ElementKind {
                match self { $(Self::$variant => ElementKind::$kind,)* }
            }

            /// Bits of one element in memory. Types of less than a byte take a whole one each, their
            /// value in its low bits: what several of them look like in one word is a matter of the
            /// operations that reinterpret memory, and it depends on the shape there.
            #[must_use]
            pub const fn bits(self) -> u32 {
                match self { $(Self::$variant => $bits,)* }
            }

            /// The bits that memory holds before the first write: NaN for floats, the largest
            /// signed number for integers, true for booleans, zero for semaphores.
            #[must_use]
            pub const fn uninitialised(self) -> u64 {
                match self { $(Self::$variant => $fill,)* }
            }
        }
    };
}

elements! {
    /// One truth value per byte.
    Bool = "i1", Bool, 8, 1;
    /// 4-bit integer, one to a byte.
    I4 = "i4", Integer, 8, 0x7;
    /// 2-bit integer, one to a byte.
    I2 = "i2", Integer, 8, 0x1;
    /// 8-bit integer.
    I8 = "i8", Integer, 8, 0x7f;
    /// 16-bit integer.
    I16 = "i16", Integer, 16, 0x7fff;
    /// 32-bit integer.
    I32 = "i32", Integer, 32, 0x7fff_ffff;
    /// 64-bit integer.
    I64 = "i64", Integer, 64, 0x7fff_ffff_ffff_ffff;
    /// IEEE half.
    F16 = "f16", Float, 16, 0x7e00;
    /// Brain float.
    BF16 = "bf16", Float, 16, 0x7fc0;
    /// IEEE single.
    F32 = "f32", Float, 32, 0x7fc0_0000;
    /// IEEE double.
    F64 = "f64", Float, 64, 0x7ff8_0000_0000_0000;
    /// 8-bit float, finite, one NaN per sign.
    F8E4M3FN = "f8E4M3FN", Float, 8, 0x7f;
    /// 8-bit float, IEEE-like.
    F8E5M2 = "f8E5M2", Float, 8, 0x7e;
    /// 8-bit float with bias 11 and one NaN.
    F8E4M3B11FNUZ = "f8E4M3B11FNUZ", Float, 8, 0x80;
    /// 8-bit power-of-two scale.
    F8E8M0FNU = "f8E8M0FNU", Float, 8, 0xff;
    /// 4-bit float, one to a byte.
    F4E2M1FN = "f4E2M1FN", Float, 8, 0x7;
    /// A regular semaphore: counts signals.
    Semaphore = "!tpu.semaphore", Semaphore, 64, 0;
    /// A DMA semaphore: counts bytes.
    DmaSemaphore = "!tpu.dma_semaphore", Semaphore, 64, 0;
}

impl ElementType {
    /// The number that names the type in the C interface.
    #[must_use]
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The type named by `code`, if there is one.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.get(usize::try_from(code).ok()?).copied()
    }

    /// Whether the element is a counter in semaphore memory.
    #[must_use]
    pub const fn is_semaphore(self) -> bool {
        matches!(self.kind(), ElementKind::Semaphore)
    }

    /// Bytes that `count` elements take; `None` when it overflows or `count` is negative.
    #[must_use]
    pub fn bytes(self, count: i64) -> Option<usize> {
        let bits = u128::try_from(count).ok()? * u128::from(self.bits());
        usize::try_from(bits.div_ceil(8)).ok().filter(|bytes| isize::try_from(*bytes).is_ok())
    }

    /// Writes the uninitialised pattern over `memory`, whose length is a multiple of the element's.
    pub fn fill(self, memory: &mut [u8]) {
        let pattern = self.uninitialised().to_le_bytes();
        match self.bits() {
            64 => memory.chunks_exact_mut(8).for_each(|cell| cell.copy_from_slice(&pattern)),
            32 => memory.chunks_exact_mut(4).for_each(|cell| cell.copy_from_slice(&pattern[..4])),
            16 => memory.chunks_exact_mut(2).for_each(|cell| cell.copy_from_slice(&pattern[..2])),
            _ => memory.fill(pattern[0]),
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_positions_and_come_back() {
        for (position, element) in ElementType::ALL.iter().enumerate() {
            assert_eq!(element.code(), i32::try_from(position).unwrap());
            assert_eq!(ElementType::from_code(element.code()), Some(*element));
        }
        assert_eq!(ElementType::from_code(-1), None);
        assert_eq!(ElementType::from_code(99), None);
        assert_eq!((ElementType::I32.code(), ElementType::F32.code()), (5, 9));
    }

    #[test]
    fn fills_are_nan_largest_and_true() {
        let filled = |element: ElementType, bytes: usize| {
            let mut memory = vec![0; bytes];
            element.fill(&mut memory);
            memory
        };
        let f32s = filled(ElementType::F32, 8);
        assert!(f32::from_le_bytes(f32s[4..].try_into().unwrap()).is_nan());
        assert!(f64::from_le_bytes(filled(ElementType::F64, 8).try_into().unwrap()).is_nan());
        assert_eq!(i32::from_le_bytes(filled(ElementType::I32, 4).try_into().unwrap()), i32::MAX);
        assert_eq!(i16::from_le_bytes(filled(ElementType::I16, 2).try_into().unwrap()), i16::MAX);
        assert_eq!(filled(ElementType::Bool, 2), [1, 1]);
        assert_eq!(filled(ElementType::I4, 1), [0x07]);
        assert_eq!(filled(ElementType::Semaphore, 8), [0; 8]);
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(ElementType::F32.bytes(3), Some(12));
        assert_eq!(ElementType::I4.bytes(3), Some(3));
        assert_eq!(ElementType::F32.bytes(-1), None);
        assert_eq!(ElementType::F64.bytes(i64::MAX), None);
    }
}

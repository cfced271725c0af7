//! Arrays in and out of safetensors files.
//!
//! Tensors are named `in0`.., `out0`.., `mask0`.., with `dev1.` before the name for one device of several. Element
//! types that safetensors does not have travel in a carrier of the same bytes: 4-bit integers one to a byte in int8 or
//! uint8, the rarer 8-bit floats as their bits in uint8.

use crate::container::TensorType;
use half::{bf16, f16};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Tensors by name.
pub type Tensors = BTreeMap<String, Tensor>;

/// Why tensors could not be read, written or taken for another type.
#[derive(Debug, Error)]
pub enum TensorError {
    /// Not a safetensors file, or damaged.
    #[error("this is no intact safetensors file: {0}")]
    Unreadable(#[from] SafeTensorError),
    /// An element type that no kernel has.
    #[error("tensor `{name}` has elements of type {kind}, which no kernel takes")]
    ElementNotSupported {
        /// The tensor.
        name: String,
        /// The type's name in safetensors.
        kind: String,
    },
    /// Byte count and shape do not agree.
    #[error("{element}[{shape:?}] needs {needed} bytes, but has {found}")]
    WrongLength {
        /// The element type.
        element: Element,
        /// The shape.
        shape: Vec<usize>,
        /// Bytes needed.
        needed: usize,
        /// Bytes there.
        found: usize,
    },
}

macro_rules! elements {
    ($($(#[$doc:meta])* $name:ident = $mlir:literal, $bytes:literal, $carrier:ident;)*) => {
        /// Element types of arrays around kernels.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Element { $($(#[$doc])* $name,)* }

        impl Element {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// MLIR's spelling.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $mlir,)* }
            }

            /// Bytes an element takes in a [`Tensor`].
            #[must_use]
            pub const fn bytes(self) -> usize {
                match self { $(Self::$name => $bytes,)* }
            }

            /// The safetensors type that carries it.
            const fn carrier(self) -> Dtype {
                match self { $(Self::$name => Dtype::$carrier,)* }
            }
        }
    };
}

// The first element with a carrier is what that carrier is read as.
elements! {
    /// Truth values, one a byte.
    Bool = "i1", 1, BOOL;
    /// Signed 8 bits.
    I8 = "i8", 1, I8;
    /// Unsigned 8 bits.
    U8 = "ui8", 1, U8;
    /// Signed 16 bits.
    I16 = "i16", 2, I16;
    /// Unsigned 16 bits.
    U16 = "ui16", 2, U16;
    /// Signed 32 bits.
    I32 = "i32", 4, I32;
    /// Unsigned 32 bits.
    U32 = "ui32", 4, U32;
    /// Signed 64 bits.
    I64 = "i64", 8, I64;
    /// Unsigned 64 bits.
    U64 = "ui64", 8, U64;
    /// IEEE half.
    F16 = "f16", 2, F16;
    /// The upper half of a float.
    BF16 = "bf16", 2, BF16;
    /// IEEE single.
    F32 = "f32", 4, F32;
    /// IEEE double.
    F64 = "f64", 8, F64;
    /// 4 exponent bits, no infinities.
    F8E4M3FN = "f8E4M3FN", 1, F8_E4M3;
    /// 5 exponent bits, IEEE-like.
    F8E5M2 = "f8E5M2", 1, F8_E5M2;
    /// Powers of two.
    F8E8M0FNU = "f8E8M0FNU", 1, F8_E8M0;
    /// Signed 4 bits, one a byte.
    I4 = "i4", 1, I8;
    /// Unsigned 4 bits, one a byte.
    U4 = "ui4", 1, U8;
    /// Signed 2 bits, one a byte.
    I2 = "i2", 1, I8;
    /// Unsigned 2 bits, one a byte.
    U2 = "ui2", 1, U8;
    /// 4 exponent bits with bias 11, one zero, one NaN.
    F8E4M3B11FNUZ = "f8E4M3B11FNUZ", 1, U8;
    /// 4 exponent bits with bias 8, one zero, one NaN.
    F8E4M3FNUZ = "f8E4M3FNUZ", 1, U8;
    /// 5 exponent bits with bias 16, one zero, one NaN.
    F8E5M2FNUZ = "f8E5M2FNUZ", 1, U8;
    /// 2 exponent bits, no special values, one a byte.
    F4E2M1FN = "f4E2M1FN", 1, U8;
}

impl fmt::Display for Element {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Element {
    /// The element of that MLIR name.
    #[must_use]
    pub fn from_mlir(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|element| element.name() == name)
    }

    fn from_carrier(carrier: Dtype) -> Option<Self> {
        Self::ALL.iter().copied().find(|element| element.carrier() == carrier)
    }

    /// Whether it is an integer or a truth value.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        use Element::{Bool, I2, I4, I8, I16, I32, I64, U2, U4, U8, U16, U32, U64};
        matches!(self, Bool | I2 | I4 | I8 | I16 | I32 | I64 | U2 | U4 | U8 | U16 | U32 | U64)
    }
}

/// A dense row-major array, little-endian.
#[derive(Clone, PartialEq, Eq)]
pub struct Tensor {
    element: Element,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl fmt::Debug for Tensor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.kind())
    }
}

impl Tensor {
    /// A tensor of these bytes.
    ///
    /// # Errors
    /// The byte count does not fit the shape.
    pub fn new(element: Element, shape: Vec<usize>, bytes: Vec<u8>) -> Result<Self, TensorError> {
        let needed = shape.iter().try_fold(element.bytes(), |product, size| product.checked_mul(*size));
        if needed == Some(bytes.len()) {
            return Ok(Self { element, shape, bytes });
        }
        Err(TensorError::WrongLength {
            element,
            shape,
            needed: needed.unwrap_or(usize::MAX),
            found: bytes.len(),
        })
    }

    /// The element type.
    #[must_use]
    pub const fn element(&self) -> Element {
        self.element
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// How many elements there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.bytes.len() / self.element.bytes()
    }

    /// The type, as a call would state it.
    #[must_use]
    pub fn kind(&self) -> TensorType {
        let shape = self.shape.iter().map(|size| u64::try_from(*size).ok()).collect();
        TensorType { shape, element: self.element.name().to_owned() }
    }

    /// The same bytes taken as another element type that shares the carrier (int8 as i4, uint8 as an 8-bit float,
    /// uint8 or int8 as truth values); itself when it has that type already.
    #[must_use]
    pub fn taken_as(&self, element: Element) -> Option<Self> {
        let carried = self.element == element
            || (Element::from_carrier(element.carrier()) == Some(self.element)
                && element.bytes() == self.element.bytes())
            || (element == Element::Bool && matches!(self.element, Element::I8 | Element::U8));
        carried.then(|| Self { element, shape: self.shape.clone(), bytes: self.bytes.clone() })
    }

    /// A kernel's output as the element type its caller gives it: kernels know no signs, and hold truth values as
    /// 32-bit integers. Itself when neither applies.
    #[must_use]
    pub fn as_seen_by_caller(&self, element: Element) -> Self {
        let same_bits =
            self.element.is_integer() && element.is_integer() && self.element.bytes() == element.bytes();
        if same_bits && element != Element::Bool {
            // The high bits of a narrow number's byte are the kernel's affair, where it is a signed one.
            let mask = match element {
                Element::U4 => 0xf,
                Element::U2 => 0x3,
                _ => 0xff,
            };
            let bytes = self.bytes.iter().map(|byte| byte & mask).collect();
            return Self { element, shape: self.shape.clone(), bytes };
        }
        if element == Element::Bool && self.element.is_integer() {
            let bytes = (0..self.count()).map(|index| u8::from(self.integer(index) != 0)).collect();
            return Self { element, shape: self.shape.clone(), bytes };
        }
        self.clone()
    }

    fn array<const N: usize>(&self, index: usize) -> [u8; N] {
        let start = index.saturating_mul(N);
        self.bytes.get(start..start + N).and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
    }

    /// An element as an exact integer; 0 for floats and beyond the end.
    #[must_use]
    pub fn integer(&self, index: usize) -> i128 {
        match self.element {
            Element::Bool => i128::from(self.array::<1>(index) != [0]),
            Element::I8 => i128::from(i8::from_le_bytes(self.array(index))),
            Element::U8 => i128::from(u8::from_le_bytes(self.array(index))),
            // Of a narrow number only the low bits of its byte count.
            Element::I4 => i128::from((i8::from_le_bytes(self.array(index)) << 4) >> 4),
            Element::I2 => i128::from((i8::from_le_bytes(self.array(index)) << 6) >> 6),
            Element::U4 => i128::from(u8::from_le_bytes(self.array(index)) & 0xf),
            Element::U2 => i128::from(u8::from_le_bytes(self.array(index)) & 0x3),
            Element::I16 => i128::from(i16::from_le_bytes(self.array(index))),
            Element::U16 => i128::from(u16::from_le_bytes(self.array(index))),
            Element::I32 => i128::from(i32::from_le_bytes(self.array(index))),
            Element::U32 => i128::from(u32::from_le_bytes(self.array(index))),
            Element::I64 => i128::from(i64::from_le_bytes(self.array(index))),
            Element::U64 => i128::from(u64::from_le_bytes(self.array(index))),
            _ => 0,
        }
    }

    /// An element as a float; exact for every float type, rounded for wide integers, 0 beyond the end.
    #[must_use]
    pub fn float(&self, index: usize) -> f64 {
        let [byte] = self.array(index);
        match self.element {
            Element::F64 => f64::from_le_bytes(self.array(index)),
            Element::F32 => f64::from(f32::from_le_bytes(self.array(index))),
            Element::F16 => f16::from_le_bytes(self.array(index)).to_f64(),
            Element::BF16 => bf16::from_le_bytes(self.array(index)).to_f64(),
            Element::F8E4M3FN if byte & 0x7f == 0x7f => f64::NAN,
            Element::F8E4M3FN => small_float(byte, 3, 7),
            Element::F8E5M2 if byte & 0x7f == 0x7c => {
                f64::INFINITY.copysign(if byte & 0x80 == 0 { 1.0 } else { -1.0 })
            }
            Element::F8E5M2 if byte & 0x7c == 0x7c => f64::NAN,
            Element::F8E5M2 => small_float(byte, 2, 15),
            Element::F8E8M0FNU if byte == 0xff => f64::NAN,
            Element::F8E8M0FNU => (f64::from(byte) - 127.0).exp2(),
            Element::F8E4M3B11FNUZ | Element::F8E4M3FNUZ | Element::F8E5M2FNUZ if byte == 0x80 => f64::NAN,
            Element::F4E2M1FN => small_float((byte & 7) | ((byte & 8) << 4), 1, 1),
            Element::F8E4M3B11FNUZ => small_float(byte, 3, 11),
            Element::F8E4M3FNUZ => small_float(byte, 3, 8),
            Element::F8E5M2FNUZ => small_float(byte, 2, 16),
            Element::I64 => self.integer(index) as f64,
            Element::U64 => self.integer(index) as f64,
            _ => i32::try_from(self.integer(index)).map_or(self.integer(index) as f64, f64::from),
        }
    }
}

/// An 8-bit float with that many mantissa bits and that bias, special values aside.
fn small_float(byte: u8, mantissa_bits: i32, bias: i32) -> f64 {
    let magnitude = i32::from(byte & 0x7f);
    let (exponent, mantissa) = (magnitude >> mantissa_bits, magnitude & ((1 << mantissa_bits) - 1));
    let (lead, exponent) = if exponent == 0 { (0, 1) } else { (1 << mantissa_bits, exponent) };
    let value = f64::from(lead | mantissa) * f64::from(exponent - bias - mantissa_bits).exp2();
    if byte & 0x80 == 0 { value } else { -value }
}

/// Reads a safetensors file.
///
/// # Errors
/// The file is damaged, or holds an element type that no kernel has.
pub fn from_bytes(bytes: &[u8]) -> Result<Tensors, TensorError> {
    let mut tensors = Tensors::new();
    for (name, view) in SafeTensors::deserialize(bytes)?.tensors() {
        let Some(element) = Element::from_carrier(view.dtype()) else {
            return Err(TensorError::ElementNotSupported { name, kind: format!("{:?}", view.dtype()) });
        };
        tensors.insert(name, Tensor::new(element, view.shape().to_vec(), view.data().to_vec())?);
    }
    Ok(tensors)
}

/// Writes a safetensors file.
///
/// # Errors
/// A tensor's byte count does not fit its shape.
pub fn to_bytes(tensors: &Tensors) -> Result<Vec<u8>, TensorError> {
    let mut views = Vec::with_capacity(tensors.len());
    for (name, tensor) in tensors {
        views.push((name, TensorView::new(tensor.element.carrier(), tensor.shape.clone(), &tensor.bytes)?));
    }
    Ok(safetensors::serialize(views, None)?)
}

/// What a tensor's name says: `dev1.out0` is output 0 of device 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TensorName {
    /// The device, when the name has one.
    pub device: Option<usize>,
    /// Input, output or mask.
    pub role: Role,
    /// The index among those of one role.
    pub index: usize,
}

/// What a tensor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// An operand of the call.
    Input,
    /// A result of the call.
    Output,
    /// Which elements of the output of that index count.
    Mask,
}

impl TensorName {
    /// Takes a name apart; `None` for names that follow no such pattern.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let (device, rest) = match name.strip_prefix("dev") {
            Some(rest) => {
                rest.split_once('.').and_then(|(number, rest)| Some((Some(number.parse().ok()?), rest)))?
            }
            None => (None, name),
        };
        let roles = [("in", Role::Input), ("out", Role::Output), ("mask", Role::Mask)];
        let (digits, role) = roles.iter().find_map(|(word, role)| Some((rest.strip_prefix(word)?, *role)))?;
        let index = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
        Some(Self { device, role, index })
    }
}

impl fmt::Display for TensorName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(device) = self.device {
            write!(out, "dev{device}.")?;
        }
        let role = match self.role {
            Role::Input => "in",
            Role::Output => "out",
            Role::Mask => "mask",
        };
        write!(out, "{role}{}", self.index)
    }
}

#[cfg(test)]
mod tests;

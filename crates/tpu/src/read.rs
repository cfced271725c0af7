//! Attributes of an op as plain Rust values. A missing attribute, or one of
//! another kind, reads as nothing.

use crate::raw;
use melior::ir::{
    Attribute, Type,
    attribute::AttributeLike,
    operation::{OperationLike, OperationRef},
};

/// The attribute of a name.
pub fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    op.attribute(name).ok()
}

/// An integer of any width up to 64 bits, signed as its type says.
#[must_use]
pub fn integer(attribute: Attribute<'_>) -> Option<i64> {
    let raw = attribute.to_raw();
    unsafe {
        if !mlir_sys::mlirAttributeIsAInteger(raw) {
            return None;
        }
        let of = mlir_sys::mlirAttributeGetType(raw);
        if mlir_sys::mlirTypeIsAIndex(of) {
            return Some(mlir_sys::mlirIntegerAttrGetValueInt(raw));
        }
        if !mlir_sys::mlirTypeIsAInteger(of) || mlir_sys::mlirIntegerTypeGetWidth(of) > 64 {
            return None;
        }
        if mlir_sys::mlirIntegerTypeIsUnsigned(of) {
            return i64::try_from(mlir_sys::mlirIntegerAttrGetValueUInt(raw)).ok();
        }
        Some(if mlir_sys::mlirIntegerTypeIsSigned(of) {
            mlir_sys::mlirIntegerAttrGetValueSInt(raw)
        } else {
            mlir_sys::mlirIntegerAttrGetValueInt(raw)
        })
    }
}

/// An integer attribute that fits 32 bits.
pub fn int32(op: OperationRef<'_, '_>, name: &str) -> Option<i32> {
    i32::try_from(int64(op, name)?).ok()
}

/// An integer attribute.
pub fn int64(op: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    integer(attribute(op, name)?)
}

/// A boolean attribute.
pub fn boolean(op: OperationRef<'_, '_>, name: &str) -> Option<bool> {
    boolean_of(attribute(op, name)?)
}

/// What a boolean attribute holds.
#[must_use]
pub fn boolean_of(attribute: Attribute<'_>) -> Option<bool> {
    let raw = attribute.to_raw();
    unsafe { mlir_sys::mlirAttributeIsABool(raw).then(|| mlir_sys::mlirBoolAttrGetValue(raw)) }
}

/// A string attribute.
pub fn string<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<&'c str> {
    text_of(attribute(op, name)?)
}

/// What a string attribute holds.
#[must_use]
pub fn text_of<'c>(attribute: Attribute<'c>) -> Option<&'c str> {
    let raw = attribute.to_raw();
    unsafe {
        // The context owns the characters, so they live as long as it does.
        mlir_sys::mlirAttributeIsAString(raw).then(|| raw::text(mlir_sys::mlirStringAttrGetValue(raw)))
    }
}

/// A type attribute.
pub fn type_of<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Type<'c>> {
    type_in(attribute(op, name)?)
}

/// What a type attribute holds.
#[must_use]
pub fn type_in<'c>(attribute: Attribute<'c>) -> Option<Type<'c>> {
    let raw = attribute.to_raw();
    unsafe {
        mlir_sys::mlirAttributeIsAType(raw).then(|| Type::from_raw(mlir_sys::mlirTypeAttrGetValue(raw)))
    }
}

macro_rules! dense {
    ($(#[$doc:meta])* $name:ident, $of:ident, $item:ty, $is:ident, $get:ident) => {
        $(#[$doc])*
        pub fn $name(op: OperationRef<'_, '_>, name: &str) -> Vec<$item> {
            attribute(op, name).map($of).unwrap_or_default()
        }

        $(#[$doc])*
        #[must_use]
        pub fn $of(attribute: Attribute<'_>) -> Vec<$item> {
            let raw = attribute.to_raw();
            unsafe {
                if !mlir_sys::$is(raw) {
                    return Vec::new();
                }
                let count = mlir_sys::mlirDenseArrayGetNumElements(raw);
                (0..count).map(|index| mlir_sys::$get(raw, index)).collect()
            }
        }
    };
}

dense! {
    /// A dense array of booleans.
    booleans, booleans_of, bool,
    mlirAttributeIsADenseBoolArray, mlirDenseBoolArrayGetElement
}
dense! {
    /// A dense array of 32-bit integers.
    int32s, int32s_of, i32,
    mlirAttributeIsADenseI32Array, mlirDenseI32ArrayGetElement
}
dense! {
    /// A dense array of 64-bit integers.
    int64s, int64s_of, i64,
    mlirAttributeIsADenseI64Array, mlirDenseI64ArrayGetElement
}

/// An integer attribute of any width and signedness.
#[must_use]
pub fn integer_of(op: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    integer(attribute(op, name)?)
}

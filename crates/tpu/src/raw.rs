//! Strings and lists across the C boundary.

use mlir_sys::MlirStringRef;
use std::slice;

/// Lends text to C. The result is valid as long as the text is.
pub fn lend(text: &str) -> MlirStringRef {
    lend_bytes(text.as_bytes())
}

/// Lends bytes to C. The result is valid as long as the bytes are.
pub fn lend_bytes(bytes: &[u8]) -> MlirStringRef {
    MlirStringRef { data: bytes.as_ptr().cast(), length: bytes.len() }
}

/// Reads bytes that C owns.
///
/// # Safety
///
/// The bytes must be valid for the lifetime asked for.
pub unsafe fn bytes<'a>(string: MlirStringRef) -> &'a [u8] {
    if string.data.is_null() {
        return &[];
    }
    unsafe { slice::from_raw_parts(string.data.cast::<u8>(), string.length) }
}

/// Reads a string that C owns; empty if it is not UTF-8.
///
/// # Safety
///
/// The string must be valid for the lifetime asked for.
pub unsafe fn text<'a>(string: MlirStringRef) -> &'a str {
    str::from_utf8(unsafe { bytes(string) }).unwrap_or_default()
}

/// Turns a count that C returned into a size; a negative one means none.
pub fn size(count: isize) -> usize {
    usize::try_from(count).unwrap_or_default()
}

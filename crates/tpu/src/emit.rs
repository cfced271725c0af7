//! Diagnostics with a severity and notes, for whoever handles those of the context.

use crate::raw;
use melior::ir::{Location, Value, ValueLike};
use mlir_sys::{MlirLocation, MlirStringRef};
use std::ffi::c_int;

/// How bad a diagnostic is. MLIR has no free-standing notes; what is only worth
/// knowing is a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something is wrong.
    Error,
    /// Something is most likely not meant.
    Warning,
    /// Something is worth knowing.
    Remark,
}

#[repr(C)]
struct Note {
    location: MlirLocation,
    text: MlirStringRef,
}

unsafe extern "C" {
    fn tesseraEmit(
        location: MlirLocation,
        severity: c_int,
        message: MlirStringRef,
        notes: *const Note,
        count: isize,
    );
}

/// Sends a diagnostic with notes to the handlers of the context.
pub fn emit(location: Location<'_>, severity: Severity, message: &str, notes: &[(Location<'_>, String)]) {
    let notes: Vec<Note> =
        notes.iter().map(|(at, text)| Note { location: at.to_raw(), text: raw::lend(text) }).collect();
    let severity = match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Remark => 2,
    };
    let count = isize::try_from(notes.len()).unwrap_or_default();
    // Strings and notes live until the call returns, and the handlers copy them.
    unsafe {
        tesseraEmit(location.to_raw(), severity, raw::lend(message), notes.as_ptr(), count);
    }
}

/// Where a value was made: the location of an argument, or that of the op.
#[must_use]
pub fn location_of<'c>(value: Value<'c, '_>) -> Location<'c> {
    // Every live value has a location, which belongs to the context.
    unsafe { Location::from_raw(mlir_sys::mlirValueGetLocation(value.to_raw())) }
}

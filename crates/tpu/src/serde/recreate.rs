//! An op under another name.

use super::fault::BadOp;
use crate::{ffi, ops, raw};
use melior::ir::operation::OperationRef;
use mlir_sys::MlirStringRef;
use std::ffi::c_void;

const NO_DICTIONARY: &str = "its properties are no dictionary";

/// Puts an op called `name` in the place of `op`, with all that it had. `op` is gone then, unless this
/// fails.
pub(super) fn as_named<'c, 'a>(op: OperationRef<'c, 'a>, name: &str) -> Result<OperationRef<'c, 'a>, BadOp> {
    let mut reason = String::new();
    let data = (&raw mut reason).cast();
    // SAFETY: the op is live and, on success, replaced by one that lives as long; the name is copied, and
    // the callback is only called before this returns.
    let fresh = unsafe {
        OperationRef::from_option_raw(ffi::tesseraRecreate(op.to_raw(), raw::lend(name), Some(keep), data))
    };
    fresh.ok_or_else(|| BadOp { op: name.to_owned(), reason })
}

/// Makes plain attributes of what text may give an op of the format as properties.
pub(super) fn flatten(op: OperationRef<'_, '_>, name: &str) -> Result<(), BadOp> {
    // SAFETY: the op is live.
    if unsafe { ffi::tesseraFlatten(op.to_raw()) } {
        return Ok(());
    }
    Err(BadOp { op: name.to_owned(), reason: NO_DICTIONARY.to_owned() })
}

/// Whether a loaded dialect defines the op.
pub(super) fn is_known(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: asks a live context about a name.
    unsafe {
        let context = mlir_sys::mlirOperationGetContext(op.to_raw());
        mlir_sys::mlirContextIsRegisteredOperation(context, raw::lend(ops::name_of(op)))
    }
}

/// Keeps a text that C++ hands over.
unsafe extern "C" fn keep(text: MlirStringRef, data: *mut c_void) {
    // SAFETY: `data` is the string that `as_named` lent, and the text lives until we return.
    unsafe {
        let into: &mut String = &mut *data.cast();
        into.push_str(raw::text(text));
    }
}

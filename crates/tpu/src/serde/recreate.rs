//! An op under another name.

use super::fault::BadOp;
use crate::{ffi, ops, raw};
use melior::ir::operation::OperationRef;
use mlir_sys::MlirStringRef;
use std::ffi::c_void;

/// Puts an op called `name` in the place of `op`, with all that it had. `op` is gone then, unless this
/// fails.
pub(super) fn as_named<'c, 'a>(
    op: OperationRef<'c, 'a>,
    name: &str,
) -> Result<OperationRef<'c, 'a>, BadOp> {
    let mut reason = String::new();
    let data = (&raw mut reason).cast();
    // SAFETY: the op is live and, on success, replaced by one that lives as long; the name is copied, and
    // the callback is only called before this returns.
    let fresh = unsafe {
        OperationRef::from_option_raw(ffi::tesseraRecreate(
            op.to_raw(),
            raw::lend(name),
            Some(keep),
            data,
        ))
    };
    fresh.ok_or_else(|| BadOp { op: name.to_owned(), reason })
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

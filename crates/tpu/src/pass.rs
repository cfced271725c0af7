//! Passes written in Rust, known to pipelines by name.

use crate::{ffi, raw};
use melior::ir::operation::{OperationLike, OperationRef};
use mlir_sys::{MlirOperation, MlirStringRef};
use std::{
    any::Any,
    ffi::{CString, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
    slice,
};

/// One option: name, default value, help.
pub type PassOption = (&'static str, &'static str, &'static str);

/// The body of a pass.
pub type PassBody = fn(OperationRef<'_, '_>, &PassOptions<'_>) -> Result<(), PassFailed>;

/// A pass in one table line.
#[derive(Clone, Copy)]
pub struct PassSpec {
    /// The name in a pipeline.
    pub name: &'static str,
    /// One line for `--help`.
    pub description: &'static str,
    /// Whether it runs on `builtin.module` only; otherwise it runs on any op.
    pub on_module: bool,
    /// The options, written `name{option=value}` in a pipeline.
    pub options: &'static [PassOption],
    /// What it does.
    pub run: PassBody,
}

/// A pass did not do its work; it has said why in diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pass failed")]
pub struct PassFailed;

/// The option values of one run.
pub struct PassOptions<'a> {
    options: &'static [PassOption],
    values: &'a [MlirStringRef],
}

impl PassOptions<'_> {
    /// The value of an option, or its default; empty if there is no such option.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let mut pairs = self.options.iter().zip(self.values);
        let found = pairs.find(|((known, _, _), _)| *known == name);
        // The pass owns the strings, and the pass outlives its run.
        found.map_or("", |(_, value)| unsafe { raw::text(*value) })
    }
}

/// Makes a pass known. The table line is kept for the rest of the process.
pub fn register_pass(spec: PassSpec) {
    let options: Vec<_> = spec
        .options
        .iter()
        .map(|(name, default, help)| ffi::PassOption {
            name: raw::lend(name),
            default: raw::lend(default),
            help: raw::lend(help),
        })
        .collect();
    let data: &'static PassSpec = Box::leak(Box::new(spec));
    unsafe {
        ffi::tesseraRegisterPass(
            raw::lend(data.name),
            raw::lend(data.description),
            data.on_module,
            options.as_ptr(),
            isize::try_from(options.len()).unwrap_or_default(),
            run,
            std::ptr::from_ref(data).cast(),
        );
    }
}

/// What C++ calls. A panic ends here: it must not unwind through C++ frames.
unsafe extern "C" fn run(
    data: *const c_void,
    operation: MlirOperation,
    values: *const MlirStringRef,
    count: isize,
) -> bool {
    let spec = unsafe { &*data.cast::<PassSpec>() };
    let values =
        if values.is_null() { &[] } else { unsafe { slice::from_raw_parts(values, raw::size(count)) } };
    let options = PassOptions { options: spec.options, values };
    let operation = unsafe { OperationRef::from_raw(operation) };
    match catch_unwind(AssertUnwindSafe(|| (spec.run)(operation, &options))) {
        Ok(result) => result.is_ok(),
        Err(cause) => {
            report_panic(operation, spec.name, &*cause);
            false
        }
    }
}

fn report_panic(operation: OperationRef<'_, '_>, pass: &str, cause: &(dyn Any + Send)) {
    let said = cause
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| cause.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    emit_error(
        operation,
        &format!("T9901: pass {pass} panicked: {said}; this is a bug in Tessera, not in the kernel"),
    );
}

/// Sends an error about an op to the diagnostic handlers of its context.
pub fn emit_error(operation: OperationRef<'_, '_>, message: &str) {
    // C reads up to the first zero, so none may be inside.
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    unsafe { mlir_sys::mlirEmitError(operation.location().to_raw(), text.as_ptr()) };
}

//! The `tpu` dialect for Rust: reading, printing, verifying and viewing modules.
//!
//! The dialect is defined in `tpu.td`. From it the build makes the C++ classes
//! that MLIR registers, and the borrowed views in [`ops`] that Rust works with.
//! This is the only crate that talks to MLIR's C API directly.

pub mod attrs;
pub mod emit;
pub mod enums;
mod ffi;
pub mod ir;
pub mod loc;
pub mod ops;
pub mod pass;
mod raw;
pub mod read;
pub mod serde;
pub mod skew_text;
pub mod types;

pub use self::{
    ops::TpuOp,
    pass::{PassFailed, PassOptions, PassSpec, emit_error, register_pass},
};

use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{
        BytecodeWriterConfig, Module,
        operation::{Operation, OperationLike, OperationRef},
    },
};
use mlir_sys::MlirOperation;
use std::{
    ffi::{CString, OsStr, c_char, c_int},
    os::unix::ffi::OsStrExt,
    panic::{self, AssertUnwindSafe},
    ptr,
    sync::OnceLock,
};

/// Adds the `tpu` dialect to a registry.
pub fn register(registry: &DialectRegistry) {
    unsafe { ffi::tesseraRegisterDialect(registry.to_raw()) }
}

/// Adds the `tpu` dialect, all upstream dialects with their extensions, and the
/// translations to LLVM IR.
pub fn register_everything(registry: &DialectRegistry) {
    unsafe { ffi::tesseraRegisterEverything(registry.to_raw()) }
}

/// Makes all upstream passes known by name. Further calls do nothing.
pub fn register_upstream_passes() {
    unsafe { ffi::tesseraRegisterUpstreamPasses() }
}

/// Runs `mlir-opt` with our dialect and the passes registered so far. The first
/// argument is the program's name. A module in the `stable_mosaic` format is read as
/// the module it stands for, text of a later MLIR in its words. Returns the exit code.
pub fn opt_main<I>(arguments: I) -> i32
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    let arguments: Vec<_> = arguments.into_iter().map(|argument| argument.as_ref().to_owned()).collect();
    // Who asks for the pass wants to see what it does.
    let by_pass = arguments.iter().any(|argument| argument.to_string_lossy().contains("mosaic-serde"));
    let hook: ffi::ReadHook = if by_pass { as_it_is } else { deserialized };
    call_main(|count, pointers| unsafe { ffi::tesseraOptMain(count, pointers, hook) }, arguments)
}

/// The hook that leaves serialized modules as they are, in bytecode or text that MLIR 22 reads.
unsafe extern "C" fn as_it_is(
    bytes: mlir_sys::MlirStringRef,
    name: mlir_sys::MlirStringRef,
    accept: ffi::Accept,
    to: *mut std::ffi::c_void,
) {
    // SAFETY: the arguments are handed on as they came.
    unsafe { replace(serde::known_bytecode, bytes, name, accept, to) }
}

/// The hook of `tesseraOptMain`: serialized modules are replaced by what they stand for.
unsafe extern "C" fn deserialized(
    bytes: mlir_sys::MlirStringRef,
    name: mlir_sys::MlirStringRef,
    accept: ffi::Accept,
    to: *mut std::ffi::c_void,
) {
    // SAFETY: the arguments are handed on as they came.
    unsafe { replace(serde::plain_bytecode, bytes, name, accept, to) }
}

/// Hands over what `convert` makes of the bytes, if anything.
unsafe fn replace(
    convert: fn(&[u8], &str) -> Option<Vec<u8>>,
    bytes: mlir_sys::MlirStringRef,
    name: mlir_sys::MlirStringRef,
    accept: ffi::Accept,
    to: *mut std::ffi::c_void,
) {
    // SAFETY: both are lent for the duration of the call.
    let (bytes, name) = unsafe { (raw::bytes(bytes), raw::text(name)) };
    let found = panic::catch_unwind(|| convert(bytes, name).or_else(|| skew_text::adapt(bytes)));
    let found = found.unwrap_or(None);
    if let Some(converted) = found {
        // SAFETY: `accept` copies the bytes before it returns.
        unsafe { accept(to, raw::lend_bytes(&converted)) }
    }
}

/// Runs `mlir-lsp-server` with our dialect, like [`opt_main`].
pub fn lsp_main<I>(arguments: I) -> i32
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    call_main(|count, pointers| unsafe { ffi::tesseraLspServerMain(count, pointers) }, arguments)
}

/// Has MLIR's verifier call `hook` with every kernel function, before what is inside
/// it is verified. The hook may emit diagnostics. For drivers that verify on their own
/// (the language server); to be called once, before anything is verified. A panic in the
/// hook counts as nothing said.
pub fn on_verify(hook: fn(OperationRef<'_, '_>)) {
    static HOOK: OnceLock<fn(OperationRef<'_, '_>)> = OnceLock::new();
    unsafe extern "C" fn call(function: MlirOperation) {
        let Some(hook) = HOOK.get() else { return };
        let work = AssertUnwindSafe(|| hook(unsafe { OperationRef::from_raw(function) }));
        let _nothing_said = panic::catch_unwind(work);
    }
    if HOOK.set(hook).is_ok() {
        unsafe { ffi::tesseraSetVerifyHook(call) }
    }
}

fn call_main<I>(main: impl FnOnce(c_int, *mut *mut c_char) -> c_int, arguments: I) -> i32
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    // No argument of a process holds a zero byte, so none is lost here.
    let arguments: Vec<CString> = arguments
        .into_iter()
        .filter_map(|argument| CString::new(argument.as_ref().as_bytes()).ok())
        .collect();
    let mut pointers: Vec<*mut c_char> =
        arguments.iter().map(|argument| argument.as_ptr().cast_mut()).collect();
    pointers.push(ptr::null_mut());
    let count = c_int::try_from(arguments.len()).unwrap_or(c_int::MAX);
    main(count, pointers.as_mut_ptr())
}

/// Leaves out of errors the note that shows the whole operation. A small file can hold an
/// operation whose text has gigabytes.
pub fn do_not_print_ops(context: &Context) {
    unsafe { ffi::tesseraDoNotPrintOps(context.to_raw()) }
}

/// Reads a module from text, also as a later MLIR prints it (see [`skew_text`]), or
/// bytecode, without verifying it. `name` is the file
/// in its locations. On failure the reasons go to the diagnostic handlers of the
/// context.
#[must_use]
pub fn parse<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Option<Module<'c>> {
    let adapted = skew_text::adapt(bytes);
    let bytes = adapted.as_deref().unwrap_or(bytes);
    let operation = unsafe {
        Operation::from_option_raw(ffi::tesseraParse(
            context.to_raw(),
            raw::lend_bytes(bytes),
            raw::lend(name),
            false,
        ))
    };
    Module::from_operation(operation?)
}

/// Runs MLIR's verifier on an op and all below it. Faults go to the diagnostic
/// handlers of the context.
#[must_use]
pub fn verify(operation: OperationRef<'_, '_>) -> bool {
    unsafe { ffi::tesseraVerify(operation.to_raw()) }
}

/// MLIR cannot write the bytecode version that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot write MLIR bytecode of version {0}")]
pub struct UnsupportedBytecode(pub i64);

/// Writes bytecode of the newest version.
#[must_use]
pub fn write_bytecode(operation: OperationRef<'_, '_>) -> Vec<u8> {
    operation.write_bytecode()
}

/// Writes bytecode of a given version.
///
/// # Errors
///
/// If MLIR does not write that version, or not for this module.
pub fn write_bytecode_version(
    operation: OperationRef<'_, '_>,
    version: i64,
) -> Result<Vec<u8>, UnsupportedBytecode> {
    let config = BytecodeWriterConfig::new();
    config.set_desired_emit_version(version);
    operation.write_bytecode_with_config(&config).map_err(|_| UnsupportedBytecode(version))
}

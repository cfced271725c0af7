//! The C functions of the shim, as declared in cpp/shim.h.

use mlir_sys::{
    MlirAttribute, MlirContext, MlirDialectRegistry, MlirOperation, MlirStringCallback, MlirStringRef,
    MlirType,
};
use std::ffi::{c_char, c_int, c_void};

/// One option of a pass; the strings are copied.
#[repr(C)]
pub struct PassOption {
    pub name: MlirStringRef,
    pub default: MlirStringRef,
    pub help: MlirStringRef,
}

/// The body of a pass.
pub type PassRun = unsafe extern "C" fn(
    data: *const c_void,
    operation: MlirOperation,
    values: *const MlirStringRef,
    count: isize,
) -> bool;

/// Looks at the bytes of an input.
pub type ReadHook = unsafe extern "C" fn(MlirStringRef, MlirStringRef, Accept, *mut c_void);

/// Takes bytes in place of those of the input.
pub type Accept = unsafe extern "C" fn(*mut c_void, MlirStringRef);

unsafe extern "C" {
    pub fn tesseraRegisterDialect(registry: MlirDialectRegistry);
    pub fn tesseraRegisterEverything(registry: MlirDialectRegistry);
    pub fn tesseraRegisterUpstreamPasses();

    pub fn tesseraSetVerifyHook(hook: unsafe extern "C" fn(function: MlirOperation));
    pub fn tesseraOptMain(count: c_int, arguments: *mut *mut c_char, hook: ReadHook) -> c_int;
    pub fn tesseraLspServerMain(count: c_int, arguments: *mut *mut c_char) -> c_int;

    pub fn tesseraRegisterPass(
        name: MlirStringRef,
        description: MlirStringRef,
        on_module: bool,
        options: *const PassOption,
        option_count: isize,
        run: PassRun,
        data: *const c_void,
    );

    pub fn tesseraDoNotPrintOps(context: MlirContext);
    pub fn tesseraParse(
        context: MlirContext,
        bytes: MlirStringRef,
        name: MlirStringRef,
        verify: bool,
    ) -> MlirOperation;
    pub fn tesseraVerify(operation: MlirOperation) -> bool;
    pub fn tesseraFlatten(operation: MlirOperation) -> bool;
    pub fn tesseraRecreate(
        operation: MlirOperation,
        name: MlirStringRef,
        why: MlirStringCallback,
        data: *mut c_void,
    ) -> MlirOperation;

    pub fn tesseraEnumValue(attribute: MlirAttribute, value: *mut i64) -> bool;
    pub fn tesseraEnumName(attribute: MlirAttribute) -> MlirStringRef;
    pub fn tesseraEnumKeyword(attribute: MlirAttribute) -> MlirStringRef;
    pub fn tesseraMemorySpaceCore(attribute: MlirAttribute) -> i64;
    pub fn tesseraMemorySpaceGet(context: MlirContext, space: i64, core: i64) -> MlirAttribute;
    pub fn tesseraCoreTypeGet(context: MlirContext, core: i64) -> MlirAttribute;
    pub fn tesseraListKind(attribute: MlirAttribute) -> c_int;
    pub fn tesseraListGet(attribute: MlirAttribute, index: isize, data: *mut *const i64) -> isize;

    pub fn tesseraTypeKind(r#type: MlirType) -> c_int;
    pub fn tesseraFloat8Underlying(r#type: MlirType) -> MlirType;
    pub fn tesseraSemaphoreGet(context: MlirContext) -> MlirType;
    pub fn tesseraDMASemaphoreGet(context: MlirContext) -> MlirType;
}

//! The faults the root package itself can find: unreadable files, differing values, our own bugs.
//!
//! Faults of the kernel proper live beside the rule that finds them, in `passes` and `crates/runtime`.

/// Ties a payload to its code, and optionally to a hint made from the payload.
macro_rules! fault {
    ($payload:ty, $code:expr) => {
        fault!($payload, $code, |_fault| None);
    };
    ($payload:ty, $code:expr, |$fault:ident| $hint:expr) => {
        impl tessera_core::diag::Fault for $payload {
            fn code(&self) -> &'static tessera_core::diag::Code {
                &$code
            }
            fn hint(&self) -> Option<String> {
                let $fault = self;
                $hint
            }
            fn as_any(&self) -> &dyn std::any::Any {
                self
            }
        }
    };
}

pub mod bug;
pub mod bytecode;
pub mod call;
pub mod file;
pub mod kernel;
pub mod mlir;
pub mod values;

use tessera_core::diag::Code;

/// Every code of the root package, by number.
pub const CODES: &[&Code] = &[
    &mlir::SYNTAX_ERROR,
    &file::EMPTY_FILE,
    &file::NOT_A_KERNEL,
    &file::NESTED_TOO_DEEPLY,
    &call::CALL_MALFORMED,
    &call::NO_TPU_CALL,
    &call::CONFIG_NOT_JSON,
    &call::CONFIG_WITHOUT_BODY,
    &call::CONFIG_WRONG_SHAPE,
    &call::BODY_NOT_BASE64,
    &call::BODY_NOT_MLIR,
    &call::BODY_TRUNCATED,
    &call::ALIAS_IMPOSSIBLE,
    &bytecode::UNREADABLE_BYTECODE,
    &bytecode::BYTECODE_TOO_NEW,
    &bytecode::READER_FAILED,
    &mlir::OP_INVARIANT,
    &mlir::UNKNOWN_OP,
    &mlir::FOREIGN_OP,
    &kernel::BAD_SIGNATURE,
    &values::VALUES_DIFFER,
    &values::OUTPUT_TYPE_DIFFERS,
    &values::NOTHING_COMPARED,
    &bug::INTERNAL_ERROR,
    &mlir::PASS_FAILED,
];

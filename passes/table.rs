//! The table of passes, and the pipeline that lowers a checked module to the LLVM dialect.

use crate::analysis::loc_of;
use crate::lower::{self, Stop, fault};
use melior::ir::operation::{OperationLike, OperationRef};
use std::cell::RefCell;
use tessera_core::diag::{Code, Diagnostic};
use tessera_tpu::emit::Severity;
use tessera_tpu::pass::{PassFailed, PassSpec};

/// Our passes by name.
pub static PASSES: &[PassSpec] = &[
    crate::verify::pass::VERIFY,
    crate::verify::pass::GRAPH,
    tessera_tpu::serde::PASS,
    PassSpec {
        name: "lower-grid",
        description: "Make the grid and its windows explicit: a loop over the steps of one core",
        on_module: true,
        options: &[],
        run: |module, _| done(module, lower::grid::run(module)),
    },
    PassSpec {
        name: "lower-memory",
        description: "Turn scoped regions and allocations into run-time calls",
        on_module: true,
        options: &[],
        run: |module, _| done(module, lower::memory::run(module)),
    },
    PassSpec {
        name: "lower-dma",
        description: "Turn DMAs, semaphores and questions to the machine into run-time calls",
        on_module: true,
        options: &[],
        run: |module, _| done(module, lower::dma::run(module)),
    },
    PassSpec {
        name: "guard-accesses",
        description: "Stop the run where a load or store leaves its ref",
        on_module: true,
        options: &[],
        run: |module, _| done(module, lower::guard::run(module)),
    },
    PassSpec {
        name: "fuse-vectors",
        description: "Turn block-sized vector code into fused loops over native vectors",
        on_module: true,
        options: &[("vector-bits", "512", "bits of a native vector: 128, 256 or 512")],
        run: |module, options| match options.get("vector-bits").parse() {
            Ok(vector_bits @ (128 | 256 | 512)) => {
                done(module, lower::fuse::run(module, lower::fuse::Options { vector_bits }))
            }
            _ => {
                tessera_tpu::emit_error(module, "option vector-bits is 128, 256 or 512");
                Err(PassFailed)
            }
        },
    },
    PassSpec {
        name: "lower-refs",
        description: "Turn refs and their views into addresses",
        on_module: true,
        options: &[],
        run: |module, _| done(module, lower::refs::run(module)),
    },
];

/// The passes that lower a checked module, for pipelines; `{bits}` is the native vector width.
pub const LOWER: &str = "lower-grid,canonicalize,lower-memory,lower-dma,\
guard-accesses,fuse-vectors{vector-bits={bits}},lower-refs,canonicalize,cse,\
arith-emulate-unsupported-floats{source-types=bf16,f16 target-type=f32},\
arith-expand{include-bf16=true},convert-scf-to-cf,convert-vector-to-llvm,\
convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,convert-arith-to-llvm,\
convert-index-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts";

/// Every code that this crate can report.
pub static CODES: &[&Code] = &[&fault::UNSUPPORTED, &fault::BROKEN_IR];

/// Makes the passes known to pipelines. Call once per process.
pub fn register() {
    for pass in PASSES {
        tessera_tpu::register_pass(*pass);
    }
}

thread_local! {
    static LAST: RefCell<Option<Diagnostic>> = const { RefCell::new(None) };
}

/// Why the last pass of ours on this thread gave up, once.
#[must_use]
pub fn take_stop() -> Option<Diagnostic> {
    LAST.take()
}

/// Says what went wrong on the module, with its code, and keeps it for [`take_stop`].
fn done(module: OperationRef<'_, '_>, result: Result<(), Stop>) -> Result<(), PassFailed> {
    let Err(stop) = result else { return Ok(()) };
    let (item, location) = match stop {
        Stop::Unsupported { op, what, location } => {
            let location = location.map_or_else(|| module.location(), fault::RawLocation::get);
            let name = op.clone();
            (Diagnostic::new(fault::Unsupported { op, what }, loc_of(location), name), location)
        }
        Stop::Broken(what) => {
            let location = module.location();
            (Diagnostic::new(fault::BrokenIr { what }, loc_of(location), ""), location)
        }
    };
    let text = format!("{}: {}", item.code(), item.fault);
    tessera_tpu::emit::emit(location, Severity::Error, &text, &[]);
    LAST.set(Some(item));
    Err(PassFailed)
}

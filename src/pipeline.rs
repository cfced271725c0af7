//! Pass pipelines: the presets by name, and running the lowering one on an opened kernel.

use crate::fault::kernel::BadSignature;
use crate::fault::mlir::PassFailed;
use crate::session::{Diagnostics, Opened};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, TypeLike, ValueLike};
use melior::pass::PassManager;
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::Loc;
use tessera_passes::signature::{self, Signature};

/// Names of the presets.
pub const PRESETS: &[&str] = &["check", "lower", "run"];

/// The pipeline of a preset, as `tessera-opt --pass-pipeline=` takes it.
#[must_use]
pub fn preset(name: &str) -> Option<String> {
    match name {
        "check" => Some("builtin.module(tpu-verify)".into()),
        "lower" => Some(lowering(crate::codegen::host_vector_bits())),
        "run" => Some(format!(
            "builtin.module(tpu-verify,{})",
            lowering(crate::codegen::host_vector_bits())
                .trim_start_matches("builtin.module(")
                .trim_end_matches(')')
        )),
        _ => None,
    }
}

fn lowering(bits: u32) -> String {
    format!("builtin.module({})", tessera_passes::LOWER.replace("{bits}", &bits.to_string()))
}

/// Why the functions of a module cannot be taken for kernels: the check lets modules pass that are only parts.
fn unfit(opened: &Opened<'_>) -> Option<String> {
    let kernels = match signature::kernels_of(opened.root()) {
        Ok(kernels) => kernels,
        Err(error) => return Some(error.to_string()),
    };
    for kernel in kernels {
        let signature = match Signature::of(kernel) {
            Ok(signature) => signature,
            Err(error) => return Some(error.to_string()),
        };
        let body = signature::body_of(kernel)?;
        for index in signature.grid.len()..signature.arguments() {
            let kind = body.argument(index).ok()?.r#type();
            if !kind.is_mem_ref() {
                return Some(format!(
                    "argument {index} of @{} is a {kind}, where a ref is needed",
                    signature.name
                ));
            }
        }
    }
    None
}

/// Lowers to the LLVM dialect. Returns whether that worked; if not, `sink` knows why.
pub fn lower(opened: &mut Opened<'_>, sink: &mut Sink) -> bool {
    let refused = tessera_passes::lower::table::unsupported(opened.root());
    if !refused.is_empty() {
        refused.into_iter().for_each(|fault| sink.push(fault));
        return false;
    }
    if let Some(message) = unfit(opened) {
        let fault = BadSignature { message };
        let loc = crate::session::loc_of(opened.root().location());
        sink.push(Diagnostic::new(fault, loc, "func.func"));
        return false;
    }
    let context = opened.context();
    let text = lowering(crate::codegen::host_vector_bits());
    let (lowered, said) = Diagnostics::during(context, || {
        let manager = PassManager::new(context);
        melior::utility::parse_pass_pipeline(manager.as_operation_pass_manager(), &text)?;
        manager.enable_verifier(cfg!(debug_assertions));
        manager.run(opened.module_mut())
    });
    let Err(error) = lowered else { return true };
    if let Some(fault) = tessera_passes::table::take_stop() {
        sink.push(fault);
        return false;
    }
    let message = said.first().map_or_else(|| error.to_string(), |item| item.message.clone());
    let loc = said.first().map_or_else(Loc::default, |item| item.loc.clone());
    let op = tessera_tpu::ops::name_of(opened.root());
    debug_assert!(opened.root().region_count() == 1);
    sink.push(Diagnostic::new(PassFailed { message }, loc, op));
    false
}

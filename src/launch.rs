//! From a kernel and its call to a machine that runs it.

mod groups;
mod plan;

pub use plan::{Plan, PlanError};

use crate::codegen;
use crate::engine::{RunOptions, Timings};
use crate::pipeline;
use crate::session::Opened;
use crate::tensors::{Element, Tensor, Tensors};
use inkwell::context::Context as LlvmContext;
use std::time::Instant;
use tessera_core::diag::Sink;
use tessera_runtime::{Array, Machine, MachineOptions};

/// Lowers, compiles and runs; the outputs by name, and the lines printed. `None` when something prevented it, which
/// `sink` then tells.
pub fn run(
    mut opened: Opened<'_>,
    plan: Plan,
    options: &RunOptions,
    sink: &mut Sink,
    timings: &mut Timings,
) -> Option<(Tensors, Vec<String>)> {
    if !timings.phase("lower", || pipeline::lower(&mut opened, sink)) {
        return None;
    }
    let spec = plan.spec(&opened);
    let llvm = LlvmContext::create();
    let compiled = timings.phase("compile", || codegen::compile(&llvm, &opened, sink))?;
    let machine_options = MachineOptions {
        devices: plan.devices(),
        cores: u32::try_from(options.cores.unwrap_or(1)).unwrap_or(u32::MAX),
        seed: options.seed,
        ..MachineOptions::default()
    };
    let mut machine = match Machine::new(machine_options, &spec) {
        Ok(machine) => machine,
        Err(faults) => {
            sink.append(faults);
            return None;
        }
    };
    let mut last = None;
    for _ in 0..options.repeat.max(1) {
        let inputs = match plan.arrays() {
            Ok(inputs) => inputs,
            Err(fault) => {
                sink.push(*fault);
                return None;
            }
        };
        let start = Instant::now();
        // SAFETY: the entry was compiled for this spec by our own passes.
        let outcome = unsafe { machine.run_programs(compiled.entries(), inputs) };
        timings.runs.push(start.elapsed());
        match outcome {
            Ok(outcome) => last = Some(outcome),
            Err(faults) => {
                sink.append(faults);
                return None;
            }
        }
    }
    let outcome = last?;
    sink.append(outcome.warnings);
    let mut tensors = Tensors::new();
    let several = outcome.outputs.len() > 1;
    for (device, outputs) in outcome.outputs.into_iter().enumerate() {
        for (index, array) in outputs.into_iter().enumerate() {
            let name = if several { format!("dev{device}.out{index}") } else { format!("out{index}") };
            let tensor = tensor_of(&array)?;
            let element = plan.output_element(index).unwrap_or_else(|| tensor.element());
            tensors.insert(name, tensor.as_seen_by_caller(element));
        }
    }
    Some((tensors, outcome.printed))
}

fn tensor_of(array: &Array) -> Option<Tensor> {
    let element = Element::from_mlir(array.element().name())?;
    let shape = array.shape().iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect();
    Tensor::new(element, shape, array.bytes().to_vec()).ok()
}

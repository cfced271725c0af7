//! What the module alone does not say: array shapes, outputs, aliases, ids.
//!
//! In this order the answers come from the custom call, from options, and from the tensors given;
//! whatever had to be assumed is said.

use super::groups;
use crate::container::{KernelCall, TensorType};
use crate::engine::{RunOptions, UsageError};
use crate::session::{Opened, loc_of};
use crate::tensors::{Element, Tensor, Tensors};
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Value, ValueLike};
use tessera_core::diag::Diagnostic;
use tessera_core::loc::Loc;
use tessera_passes::lower::grid;
use tessera_passes::signature::{Indexing, Signature, body_of, kernels_of};
use tessera_passes::sites::Sites;
use tessera_runtime::{
    ArgSpec, Array, ArraySpec, DimensionSemantics, ElementType, KernelSpec, Pads, Role, Site, Space,
};

/// Why a kernel cannot be launched.
#[derive(Debug)]
pub enum PlanError {
    /// The options or tensors do not fit the kernel.
    Usage(UsageError),
    /// The kernel does not.
    Fault(Box<Diagnostic>),
}

impl PlanError {
    fn usage(message: impl Into<String>) -> Self {
        Self::Usage(UsageError::new(message))
    }
}

/// All that is needed to set up the machine for one kernel.
#[derive(Debug)]
pub struct Plan {
    spec: KernelSpec,
    /// Which arguments are input windows, as (argument, window).
    windows: Vec<usize>,
    inputs: Vec<Vec<Tensor>>,
    /// Element types of the outputs as the call names them.
    outputs: Vec<Option<Element>>,
}

/// One kernel argument as the module declares it.
struct Argument {
    name: String,
    loc: Loc,
    space: Space,
    element: ElementType,
    shape: Vec<i64>,
}

impl Plan {
    /// Puts together what `call`, `options` and the tensors say about the kernel in `opened`.
    ///
    /// # Errors
    /// Anything missing or contradictory.
    pub fn new(
        opened: &Opened<'_>,
        call: &KernelCall,
        options: &RunOptions,
        assumed: &mut Vec<String>,
    ) -> Result<Self, PlanError> {
        let kernels = kernels_of(opened.root()).map_err(|error| fault(&error, kernel_loc(opened)))?;
        let kernel = *kernels.first().ok_or_else(|| PlanError::usage("the module has no kernel"))?;
        let signature = Signature::of(kernel).map_err(|error| fault(&error, loc_of(kernel.location())))?;
        let body = body_of(kernel).ok_or_else(|| PlanError::usage("the kernel has no body"))?;
        let mut arguments = Vec::new();
        for index in signature.grid.len()..signature.arguments() {
            let value = body.argument(index).map_err(|error| PlanError::usage(error.to_string()))?;
            arguments.push(argument(value.into(), &signature, index)?);
        }
        let devices = devices(options);
        let bounds = signature.grid.iter().filter(|size| **size < 0).count();
        let count = Counts::new(&signature, call, options, bounds, assumed)?;
        let mut inputs = Vec::new();
        for device in 0..devices {
            inputs.push(device_inputs(&options.inputs, device, count.operands)?);
        }
        let first = inputs.first().ok_or_else(|| PlanError::usage("a run needs at least one device"))?;
        let grid = grid(&signature, first.get(..bounds).unwrap_or_default())?;
        let kinds = operand_kinds(call, options, first);
        let mut spec = KernelSpec {
            name: signature.name.clone(),
            groups: groups::of(&kernels, &grid, options.cores)?,
            grid,
            semantics: signature.semantics.iter().map(|case| semantics(*case)).collect(),
            collective_id: options.collective_id.or(call.settings.collective_id),
            aliases: call
                .aliases
                .iter()
                .chain(&options.aliases)
                .filter_map(|(input, output)| Some((input.checked_sub(bounds)?, *output)))
                .collect(),
            ..KernelSpec::default()
        };
        let arrays = signature.prefetch + signature.windows.len();
        for (number, argument) in arguments.iter().take(arrays).enumerate() {
            let shape = if number < count.inputs {
                kinds.get(bounds + number).map(sizes)
            } else {
                output_shape(call, options, number - count.inputs, &signature, number)
            };
            let shape = shape.ok_or_else(|| {
                PlanError::usage(format!(
                    "the shape of output {} is not known: the kernel stands alone and its block does not cover it; give the file with the custom call, or a tensor out{} of its shape among the inputs",
                    number - count.inputs,
                    number - count.inputs
                ))
            })?;
            let array = ArraySpec { shape, element: argument.element };
            if number < count.inputs { spec.inputs.push(array) } else { spec.outputs.push(array) }
        }
        let mut windows = Vec::new();
        for (number, argument) in arguments.into_iter().enumerate() {
            let role = role(&signature, number);
            if matches!(role, Role::Window { .. }) {
                windows.push(number);
            }
            let Argument { name, loc, space, element, shape } = argument;
            spec.args.push(ArgSpec { name, loc, space, element, shape, role });
        }
        let inputs = inputs.into_iter().map(|list| list.into_iter().skip(bounds).collect()).collect();
        let outputs = call.signature.as_ref().map_or_else(Vec::new, |types| {
            types.results.iter().map(|kind| Element::from_mlir(&kind.element)).collect()
        });
        Ok(Self { spec, windows, inputs, outputs })
    }

    /// The element type that the call gives output `index`.
    #[must_use]
    pub fn output_element(&self, index: usize) -> Option<Element> {
        self.outputs.get(index).copied().flatten()
    }

    /// Number of devices.
    #[must_use]
    pub fn devices(&self) -> u32 {
        u32::try_from(self.inputs.len()).unwrap_or(u32::MAX)
    }

    /// The kernel as the machine sees it; `lowered` has what the passes found out.
    #[must_use]
    pub fn spec(&self, lowered: &Opened<'_>) -> KernelSpec {
        let mut spec = self.spec.clone();
        let kernels = kernels_of(lowered.root()).unwrap_or_default();
        let Some(kernel) = kernels.first().copied() else { return spec };
        let arena = |kernel| tessera_tpu::read::integer_of(kernel, tessera_passes::lower::fuse::ARENA_BYTES);
        spec.arena_bytes =
            kernels.iter().filter_map(|kernel| usize::try_from(arena(*kernel)?).ok()).max().unwrap_or(0);
        let contiguous = tessera_tpu::read::int64s(kernel, grid::CONTIGUOUS);
        let written = tessera_tpu::read::int64s(kernel, grid::WRITTEN);
        let inputs = spec.inputs.len();
        for number in &self.windows {
            let Some(argument) = spec.args.get_mut(*number) else { continue };
            if let Role::Window { array, private, .. } = &mut argument.role {
                let listed = |list: &[i64]| i64::try_from(*number).is_ok_and(|number| list.contains(&number));
                *private = listed(&contiguous) || (*array < inputs && listed(&written));
            }
        }
        spec.sites = Sites::of(lowered.root())
            .entries()
            .into_iter()
            .map(|(location, op)| Site { loc: loc_of(location), op })
            .collect();
        spec
    }

    /// The input arrays per device.
    ///
    /// # Errors
    /// An array that the machine refuses.
    pub fn arrays(&self) -> Result<Vec<Vec<Array>>, Box<Diagnostic>> {
        let mut devices = Vec::new();
        for tensors in &self.inputs {
            let mut arrays = Vec::new();
            for (tensor, spec) in tensors.iter().zip(&self.spec.inputs) {
                let shape: Vec<i64> =
                    tensor.shape().iter().map(|size| i64::try_from(*size).unwrap_or(i64::MAX)).collect();
                // What the machine is told is what the tensor is; it compares with the kernel.
                let element = element_of(tensor, spec.element);
                let bytes = widened(tensor, spec.element);
                let array = Array::from_bytes(element, &shape, bytes.as_deref().unwrap_or(tensor.bytes()))
                    .map_err(|refusal| {
                        Box::new(Diagnostic {
                            fault: refusal,
                            loc: Loc::default(),
                            op: String::new(),
                            function: None,
                            labels: Vec::new(),
                            order: 0,
                        })
                    })?;
                arrays.push(array);
            }
            devices.push(arrays);
        }
        Ok(devices)
    }
}

/// How many of what.
struct Counts {
    /// Operands of the call: dynamic grid bounds, scalar prefetch, inputs.
    operands: usize,
    /// Arrays among the kernel's arguments that are inputs: scalar prefetch and input windows.
    inputs: usize,
}

impl Counts {
    fn new(
        signature: &Signature,
        call: &KernelCall,
        options: &RunOptions,
        bounds: usize,
        assumed: &mut Vec<String>,
    ) -> Result<Self, PlanError> {
        let arrays = signature.prefetch + signature.windows.len();
        if let Some(types) = &call.signature {
            let (given, results) = (types.operands.len(), types.results.len());
            if given + results != bounds + arrays {
                return Err(PlanError::usage(format!(
                    "the call has {given} operands and {results} results, but the kernel takes {bounds} grid bounds and {arrays} arrays"
                )));
            }
            return Ok(Self { operands: given, inputs: given - bounds.min(given) });
        }
        let tensors = (0..).take_while(|index| tensor(&options.inputs, 0, *index).is_some()).count();
        let outputs = match (options.outputs, &options.operands) {
            (Some(outputs), _) => outputs,
            (None, Some(operands)) => arrays.saturating_sub(operands.len().saturating_sub(bounds)),
            (None, None) => {
                let outputs = arrays.saturating_sub(tensors.saturating_sub(bounds));
                assumed.push(format!("the last {outputs} of {arrays} arrays are outputs, since {tensors} tensors in0.. are given"));
                outputs
            }
        };
        let inputs = arrays.checked_sub(outputs).ok_or_else(|| {
            PlanError::usage(format!(
                "the kernel has {arrays} arrays, fewer than the {outputs} outputs asked for"
            ))
        })?;
        Ok(Self { operands: bounds + inputs, inputs })
    }
}

fn devices(options: &RunOptions) -> usize {
    let named =
        options.inputs.keys().filter_map(|name| crate::tensors::TensorName::parse(name)?.device).max();
    options.devices.unwrap_or_else(|| named.map_or(1, |last| last + 1))
}

fn tensor(tensors: &Tensors, device: usize, index: usize) -> Option<&Tensor> {
    tensors.get(&format!("dev{device}.in{index}")).or_else(|| tensors.get(&format!("in{index}")))
}

fn device_inputs(tensors: &Tensors, device: usize, operands: usize) -> Result<Vec<Tensor>, PlanError> {
    (0..operands)
        .map(|index| {
            tensor(tensors, device, index).cloned().ok_or_else(|| {
                let given: Vec<&str> = tensors.keys().map(String::as_str).collect();
                PlanError::usage(format!(
                    "the kernel takes {operands} operands, but there is no tensor in{index}{}; given: {}",
                    if device == 0 { String::new() } else { format!(" for device {device}") },
                    if given.is_empty() { "none".to_owned() } else { given.join(", ") },
                ))
            })
        })
        .collect()
}

fn operand_kinds(call: &KernelCall, options: &RunOptions, given: &[Tensor]) -> Vec<TensorType> {
    if let Some(types) = &call.signature {
        return types.operands.clone();
    }
    options.operands.clone().unwrap_or_else(|| given.iter().map(Tensor::kind).collect())
}

/// The shape of output `output`, which is kernel argument `number`.
fn output_shape(
    call: &KernelCall,
    options: &RunOptions,
    output: usize,
    signature: &Signature,
    number: usize,
) -> Option<Vec<i64>> {
    if let Some(types) = &call.signature {
        return types.results.get(output).map(sizes);
    }
    let given = options
        .inputs
        .get(&format!("out{output}"))
        .or_else(|| options.inputs.get(&format!("dev0.out{output}")));
    if let Some(tensor) = given {
        return Some(sizes(&tensor.kind()));
    }
    let window = signature.windows.get(number.checked_sub(signature.prefetch)?)?;
    matches!(window.indexing, Indexing::Whole | Indexing::Trivial).then(|| window.bounds.clone())
}

fn sizes(kind: &TensorType) -> Vec<i64> {
    kind.shape.iter().map(|size| size.and_then(|size| i64::try_from(size).ok()).unwrap_or(0)).collect()
}

fn grid(signature: &Signature, bounds: &[Tensor]) -> Result<Vec<i64>, PlanError> {
    let mut bounds = bounds.iter();
    signature
        .grid
        .iter()
        .map(|size| {
            if *size >= 0 {
                return Ok(*size);
            }
            let bound = bounds.next().filter(|bound| bound.count() == 1 && bound.element().is_integer());
            let bound =
                bound.ok_or_else(|| PlanError::usage("a dynamic grid bound is not given as one integer"))?;
            i64::try_from(bound.integer(0))
                .map_err(|_| PlanError::usage("a dynamic grid bound is out of range"))
        })
        .collect()
}

fn role(signature: &Signature, number: usize) -> Role {
    let Some(window) = number.checked_sub(signature.prefetch) else { return Role::Operand { array: number } };
    match signature.windows.get(window).map(|window| &window.indexing) {
        None => Role::Scratch,
        Some(Indexing::Whole) => Role::Operand { array: number },
        Some(Indexing::Trivial | Indexing::Blocks { .. }) => {
            Role::Window { array: number, pads: None, private: false }
        }
        Some(Indexing::Elements { pad_low, pad_high, .. }) => Role::Window {
            array: number,
            pads: Some(Pads { low: pad_low.clone(), high: pad_high.clone() }),
            private: false,
        },
    }
}

fn argument(value: Value<'_, '_>, signature: &Signature, index: usize) -> Result<Argument, PlanError> {
    let kind = value.r#type();
    let location = tessera_tpu::emit::location_of(value);
    let what = || format!("argument {index} of @{}, a {kind},", signature.name);
    let shape =
        tessera_tpu::ir::shape_of(kind).ok_or_else(|| PlanError::usage(format!("{} is no ref", what())))?;
    let element = tessera_tpu::ir::element_of(kind).map(|element| element.to_string()).unwrap_or_default();
    let element =
        ElementType::ALL.iter().copied().find(|known| known.name() == element).ok_or_else(|| {
            PlanError::usage(format!("{} has elements that the machine does not hold", what()))
        })?;
    let space = tessera_tpu::types::memory_space_of(kind).map_or("vmem", |space| space.name());
    let position = tessera_passes::lower::runtime::SPACE_CODES.iter().position(|name| *name == space);
    let space = position
        .and_then(|code| Space::from_code(i32::try_from(code).ok()?))
        .ok_or_else(|| PlanError::usage(format!("{} is in no known memory space", what())))?;
    let name = tessera_passes::analysis::argument_name(location).unwrap_or_default();
    Ok(Argument { name, loc: loc_of(location), space, element, shape })
}

pub(super) fn semantics(case: i64) -> DimensionSemantics {
    match case {
        0 => DimensionSemantics::Parallel,
        2 => DimensionSemantics::CoreParallel,
        3 => DimensionSemantics::SubcoreParallel,
        _ => DimensionSemantics::Arbitrary,
    }
}

/// What the machine is told a tensor is: unsigned integers and truth values have the bits of the
/// kernel's signless type.
fn element_of(tensor: &Tensor, wanted: ElementType) -> ElementType {
    let name = tensor.element().name();
    if tensor.element() == Element::Bool && wanted == ElementType::I32 {
        return ElementType::I32;
    }
    // Elements that files have no type for come in bytes: 4-bit integers, the rarer narrow floats.
    let is_carrier = matches!(tensor.element(), Element::I8 | Element::U8);
    if is_carrier && wanted.bits() == 8 && !matches!(wanted, ElementType::Bool | ElementType::I8) {
        return wanted;
    }
    let signless = name.strip_prefix('u').unwrap_or(name);
    ElementType::ALL.iter().copied().find(|known| known.name() == signless).unwrap_or(wanted)
}

/// Truth values as the 32-bit integers that kernels take.
fn widened(tensor: &Tensor, wanted: ElementType) -> Option<Vec<u8>> {
    (tensor.element() == Element::Bool && wanted == ElementType::I32)
        .then(|| tensor.bytes().iter().flat_map(|byte| i32::from(*byte).to_le_bytes()).collect())
}

fn kernel_loc(opened: &Opened<'_>) -> Loc {
    loc_of(opened.root().location())
}

pub(super) fn fault(error: &tessera_passes::signature::SignatureError, loc: Loc) -> PlanError {
    let fault = crate::fault::kernel::BadSignature { message: error.to_string() };
    PlanError::Fault(Box::new(Diagnostic::new(fault, loc, "func.func")))
}

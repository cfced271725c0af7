//! Checks of a kernel's description before anything is built, so that the rest may index freely.

use crate::array::{Array, byte_count};
use crate::fault::{BadKernelSpec, InputMismatch, Refusal, located, shape_text};
use crate::spec::{ArgSpec, ArraySpec, KernelSpec, Pads, Role};
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::Loc;

/// Everything that is wrong with `spec`.
pub(crate) fn kernel(spec: &KernelSpec) -> Sink {
    let mut check = Check { spec, sink: Sink::new() };
    check.grid();
    check.arrays();
    for (arg, it) in spec.args.iter().enumerate() {
        check.arg(arg, it);
    }
    check.sink
}

/// What does not fit between the inputs of a run and the kernel.
pub(crate) fn inputs(spec: &KernelSpec, devices: usize, inputs: &[Vec<Array>]) -> Sink {
    let mut sink = Sink::new();
    let mut report = |fault: InputMismatch| sink.push(Diagnostic::new(fault, Loc::default(), ""));
    if inputs.len() != devices {
        report(InputMismatch::Devices { given: inputs.len(), expected: devices });
    }
    for (device, given) in inputs.iter().enumerate() {
        if given.len() != spec.inputs.len() {
            report(InputMismatch::Count { device, given: given.len(), expected: spec.inputs.len() });
        }
        for (input, (given, wanted)) in given.iter().zip(&spec.inputs).enumerate() {
            if given.shape() != wanted.shape || given.element() != wanted.element {
                report(InputMismatch::Type {
                    device,
                    input,
                    given_shape: given.shape().to_vec(),
                    given_element: given.element(),
                    shape: wanted.shape.clone(),
                    element: wanted.element,
                });
            }
        }
    }
    sink
}

struct Check<'a> {
    spec: &'a KernelSpec,
    sink: Sink,
}

impl Check<'_> {
    fn report(&mut self, loc: &Loc, why: impl Into<String>) {
        let fault = BadKernelSpec { kernel: self.spec.name.clone(), why: why.into() };
        self.sink.push(Diagnostic::new(fault, loc.clone(), ""));
    }

    fn refuse(&mut self, loc: &Loc, refusal: Refusal) {
        self.sink.push(located(refusal, loc.clone(), ""));
    }

    fn grid(&mut self) {
        let (grid, semantics) = (&self.spec.grid, &self.spec.semantics);
        let nowhere = Loc::default();
        if !semantics.is_empty() && semantics.len() != grid.len() {
            let why = format!("{} dimension semantics for a grid of rank {}", semantics.len(), grid.len());
            self.report(&nowhere, why);
        }
        if grid.iter().any(|size| *size < 0 || i32::try_from(*size).is_err()) {
            let why = format!("the grid {} has a size below 0 or above 2147483647", shape_text(grid));
            self.report(&nowhere, why);
        } else if grid.iter().try_fold(1_i64, |steps, size| steps.checked_mul(*size)).is_none() {
            self.report(&nowhere, format!("the grid {} has too many steps", shape_text(grid)));
        }
    }

    fn arrays(&mut self) {
        let nowhere = Loc::default();
        let spec = self.spec;
        for it in spec.inputs.iter().chain(&spec.outputs) {
            if let Err(refusal) = byte_count(it.element, &it.shape) {
                self.refuse(&nowhere, refusal);
            }
        }
        for (position, &(input, output)) in spec.aliases.iter().enumerate() {
            let (Some(from), Some(to)) = (spec.inputs.get(input), spec.outputs.get(output)) else {
                self.report(&nowhere, format!("alias of input {input} and output {output}: no such array"));
                continue;
            };
            if from != to {
                self.report(&nowhere, format!("input {input} and its alias output {output} differ in type"));
            }
            if spec.aliases[..position].iter().any(|other| other.0 == input || other.1 == output) {
                self.report(&nowhere, format!("input {input} or output {output} is aliased twice"));
            }
        }
    }

    fn arg(&mut self, arg: usize, it: &ArgSpec) {
        if let Err(refusal) = byte_count(it.element, &it.shape) {
            self.refuse(&it.loc, refusal);
            return;
        }
        let (array, window) = match &it.role {
            Role::Scratch => return,
            Role::Operand { array } => (*array, None),
            Role::Window { array, pads, .. } => (*array, Some(pads.as_ref())),
        };
        let name = self.spec.arg_name(arg);
        let Some(array) = self.spec.array(array) else {
            self.report(&it.loc, format!("{name} uses array {array}, which does not exist"));
            return;
        };
        if array.element != it.element {
            let why = format!("{name} has elements of {} but its array of {}", it.element, array.element);
            self.report(&it.loc, why);
        }
        match window {
            None if array.shape != it.shape => {
                let sizes = (shape_text(&it.shape), shape_text(&array.shape));
                self.report(&it.loc, format!("{name} is {} but its whole array is {}", sizes.0, sizes.1));
            }
            None => {}
            Some(pads) => self.window(&name, it, array, pads),
        }
    }

    fn window(&mut self, name: &str, it: &ArgSpec, array: &ArraySpec, pads: Option<&Pads>) {
        let rank = array.shape.len();
        if it.shape.len() != rank {
            let why = format!("{name} has a block of rank {} over an array of rank {rank}", it.shape.len());
            return self.report(&it.loc, why);
        }
        if it.shape.iter().zip(&array.shape).any(|(block, size)| *block == 0 && *size > 0) {
            self.report(&it.loc, format!("{name} has an empty block over an array with elements"));
        }
        let Some(pads) = pads else { return };
        if pads.low.len() != rank || pads.high.len() != rank {
            self.report(&it.loc, format!("{name} needs one pair of pads per dimension"));
        } else if pads.low.iter().chain(&pads.high).any(|pad| *pad < 0 || i32::try_from(*pad).is_err()) {
            self.report(&it.loc, format!("{name} has a pad below 0 or above 2147483647"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;
    use crate::space::Space;

    fn array(shape: &[i64]) -> ArraySpec {
        ArraySpec { shape: shape.to_vec(), element: ElementType::F32 }
    }

    fn arg(shape: &[i64], role: Role) -> ArgSpec {
        ArgSpec {
            name: "x".into(),
            loc: Loc::default(),
            space: Space::Vmem,
            element: ElementType::F32,
            shape: shape.to_vec(),
            role,
        }
    }

    fn window(array: usize) -> Role {
        Role::Window { array, pads: None, private: false }
    }

    fn faults(spec: &KernelSpec) -> Vec<String> {
        let sink = kernel(spec);
        sink.items().iter().map(|item| format!("{} {}", item.code(), item.fault)).collect()
    }

    #[test]
    fn a_good_kernel_has_no_faults() {
        let spec = KernelSpec {
            grid: vec![4],
            inputs: vec![array(&[32, 128])],
            outputs: vec![array(&[32, 128])],
            aliases: vec![(0, 0)],
            args: vec![arg(&[8, 128], window(0)), arg(&[32, 128], Role::Operand { array: 1 })],
            ..KernelSpec::default()
        };
        assert!(faults(&spec).is_empty());
    }

    #[test]
    fn every_fault_is_reported_not_only_the_first() {
        let spec = KernelSpec {
            name: "k".into(),
            grid: vec![-1],
            inputs: vec![array(&[32, 128])],
            outputs: vec![array(&[32])],
            aliases: vec![(0, 0), (0, 3)],
            args: vec![arg(&[8], window(0)), arg(&[8], Role::Operand { array: 1 }), arg(&[1], window(7))],
            ..KernelSpec::default()
        };
        let found = faults(&spec);
        assert_eq!(found.len(), 6, "{found:#?}");
        assert!(found.iter().all(|text| text.starts_with("T0802 kernel `k`: ")));
        assert!(found[3].ends_with("argument 0 `x` has a block of rank 1 over an array of rank 2"));
        assert!(found[4].ends_with("argument 1 `x` is 8 but its whole array is 32"));
    }

    #[test]
    fn overflowing_types_have_their_own_code() {
        let huge = arg(&[i64::MAX, 2], Role::Scratch);
        let spec = KernelSpec { args: vec![huge], ..KernelSpec::default() };
        let found = faults(&spec);
        assert!(found[0].starts_with("T0815 "), "{found:?}");
    }

    #[test]
    fn inputs_are_compared_with_the_kernel() {
        let spec = KernelSpec { inputs: vec![array(&[4])], ..KernelSpec::default() };
        let wrong = Array::zeroed(ElementType::I32, &[4]).unwrap();
        let sink = inputs(&spec, 2, &[vec![wrong], vec![], vec![]]);
        let texts: Vec<String> = sink.items().iter().map(|item| item.fault.to_string()).collect();
        assert_eq!(
            texts,
            [
                "inputs for 3 devices were given to a machine of 2",
                "input 0 of device 0 is i32[4] where the kernel takes f32[4]",
                "device 1 got 0 input arrays where the kernel takes 1",
                "device 2 got 0 input arrays where the kernel takes 1",
            ]
        );
    }
}

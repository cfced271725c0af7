//! Short ways to say kernels and to run them.

use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::{Frame, Loc};
use tessera_runtime::abi::tessera_dma_start;
use tessera_runtime::{
    ArgSpec, Array, ArraySpec, Core, ElementType, Entry, KernelSpec, Machine, MachineOptions, Outcome, Role,
    Site, Space,
};

pub fn array(element: ElementType, shape: &[i64]) -> ArraySpec {
    ArraySpec { shape: shape.to_vec(), element }
}

pub fn arg(name: &str, space: Space, element: ElementType, shape: &[i64], role: Role) -> ArgSpec {
    ArgSpec { name: name.into(), loc: at(100).loc, space, element, shape: shape.to_vec(), role }
}

/// An i32 block of `array`.
pub fn window(name: &str, array: usize, shape: &[i64]) -> ArgSpec {
    arg(name, Space::Vmem, ElementType::I32, shape, Role::Window { array, pads: None, private: false })
}

/// A whole i32 array in HBM.
pub fn whole(name: &str, array: usize, shape: &[i64]) -> ArgSpec {
    arg(name, Space::Any, ElementType::I32, shape, Role::Operand { array })
}

/// i32 scratch in VMEM.
pub fn scratch(name: &str, shape: &[i64]) -> ArgSpec {
    arg(name, Space::Vmem, ElementType::I32, shape, Role::Scratch)
}

pub fn dma_semaphores(name: &str, count: i64) -> ArgSpec {
    arg(name, Space::Semaphore, ElementType::DmaSemaphore, &[count], Role::Scratch)
}

pub fn semaphores(name: &str, count: i64) -> ArgSpec {
    arg(name, Space::Semaphore, ElementType::Semaphore, &[count], Role::Scratch)
}

/// A place in line `line` of `k.py`.
pub fn at(line: u32) -> Site {
    let frame = Frame { file: "k.py".into(), line, column: 0, function: None };
    Site { loc: Loc { python: vec![frame], ..Loc::default() }, op: format!("tpu.line{line}") }
}

/// Sites 0 to 9 lie in lines 0 to 9.
pub fn kernel() -> KernelSpec {
    KernelSpec { name: "k".into(), sites: (0..10).map(at).collect(), ..KernelSpec::default() }
}

pub fn i32s(values: &[i32]) -> Array {
    Array::from_slice(ElementType::I32, &[values.len() as i64], values).unwrap()
}

pub fn run(
    options: &MachineOptions,
    spec: &KernelSpec,
    entry: Entry,
    inputs: Vec<Vec<Array>>,
) -> Result<Outcome, Sink> {
    let mut machine = Machine::new(options.clone(), spec)?;
    // SAFETY: the test kernels stay inside the memory their specs describe.
    unsafe { machine.run(entry, inputs) }
}

pub fn values(outcome: &Outcome, device: usize, output: usize) -> Vec<i32> {
    outcome.outputs[device][output].as_slice::<i32>().unwrap().to_vec()
}

/// `T0810 k.py:3 message`.
pub fn line(item: &Diagnostic) -> String {
    format!("{} {} {}", item.code(), item.loc, item.fault)
}

pub fn lines(sink: &Sink) -> Vec<String> {
    sink.items().iter().map(line).collect()
}

/// Starts a dense copy of `count` i32s.
///
/// # Safety
/// As `tessera_dma_start`.
pub unsafe fn start(core: *mut Core, site: i32, count: i64, from: *mut u8, to: *mut u8, semaphore: *mut u8) {
    let descriptor = [1, 32, count, 1, 1];
    // SAFETY: the caller's contract.
    unsafe {
        tessera_dma_start(
            core,
            site,
            descriptor.as_ptr(),
            from,
            to,
            std::ptr::null_mut(),
            semaphore.cast(),
            -1,
            -1,
            0,
        );
    }
}

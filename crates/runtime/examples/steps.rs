//! Times 100,000 grid steps with three windows and an empty body, copies, and a matrix product.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::ptr::null_mut;
use std::time::Instant;
use tessera_core::loc::Loc;
use tessera_runtime::abi::{
    tessera_alloc, tessera_dma_start, tessera_dma_wait, tessera_gemm, tessera_grid_index, tessera_ref,
    tessera_step_begin, tessera_step_end, tessera_steps, tessera_window_index, tessera_windows_ready,
};
use tessera_runtime::{
    ArgSpec, Array, ArraySpec, Core, ElementType, KernelSpec, Machine, MachineOptions, Role, Space,
    WindowMode,
};

const ROWS: i64 = 400;
const COLUMNS: i64 = 250;

/// A matrix product's windows: x by (i, 0), y by (0, j), o by (i, j).
unsafe extern "C" fn kernel(core: *mut Core) {
    let mut strides = [0_i64; 2];
    // SAFETY: called by the machine with its core.
    unsafe {
        for step in 0..tessera_steps(core) {
            tessera_step_begin(core, step);
            let (i, j) = (tessera_grid_index(core, 0), tessera_grid_index(core, 1));
            for (arg, index) in [(0, [i, 0]), (1, [0, j]), (2, [i, j])] {
                tessera_window_index(core, arg, 0, index[0]);
                tessera_window_index(core, arg, 1, index[1]);
            }
            tessera_windows_ready(core);
            for arg in 0..3 {
                black_box(tessera_ref(core, arg, strides.as_mut_ptr()));
            }
            tessera_step_end(core);
        }
    }
}

const COPIES: u32 = 100_000;
const SIDE: i64 = 1024;

/// Starts and waits for copies of one 8x8 block, then multiplies square matrices once.
unsafe extern "C" fn calls(core: *mut Core) {
    // SAFETY: called by the machine with its core; all ranges lie inside their buffers.
    unsafe {
        let alloc = |space: Space, element: ElementType, count| {
            tessera_alloc(core, 0, space.code(), element.code(), count)
        };
        let [a, b, c] = [0; 3].map(|_| alloc(Space::Vmem, ElementType::F32, SIDE * SIDE));
        let semaphore = alloc(Space::Semaphore, ElementType::DmaSemaphore, 1).cast::<i64>();
        let descriptor = [2_i64, 32, 8, 8, SIDE, 1, SIDE, 1];
        let begin = Instant::now();
        for _ in 0..COPIES {
            tessera_dma_start(core, 0, descriptor.as_ptr(), a, b, null_mut(), semaphore, -1, -1, 0);
            tessera_dma_wait(core, 0, semaphore, 256);
        }
        let each = begin.elapsed().as_secs_f64() * 1e9 / f64::from(COPIES);
        println!("copy of 8 rows of 32 bytes, started and waited for: {each:.1} ns");
        for matrix in [a, b] {
            std::slice::from_raw_parts_mut(matrix.cast::<f32>(), (SIDE * SIDE) as usize).fill(1.0);
        }
        let begin = Instant::now();
        let code = ElementType::F32.code();
        tessera_gemm(core, code, SIDE, SIDE, SIDE, a, SIDE, 1, b, SIDE, 1, c, SIDE, 1, 0);
        let rate = 2.0 * (SIDE as f64).powi(3) / begin.elapsed().as_secs_f64() / 1e9;
        println!("f32 product of side {SIDE}: {rate:.1} GFLOP/s");
    }
}

fn main() {
    let element = ElementType::F32;
    let array = |shape: [i64; 2]| ArraySpec { shape: shape.to_vec(), element };
    let arg = |array| ArgSpec {
        name: String::new(),
        loc: Loc::default(),
        space: Space::Vmem,
        element,
        shape: vec![1, 1],
        role: Role::Window { array, pads: None, private: false },
    };
    let spec = KernelSpec {
        name: "steps".into(),
        grid: vec![ROWS, COLUMNS],
        inputs: vec![array([ROWS, 1]), array([1, COLUMNS])],
        outputs: vec![array([ROWS, COLUMNS])],
        args: (0..3).map(arg).collect(),
        ..KernelSpec::default()
    };
    for windows in [WindowMode::Direct, WindowMode::Copied] {
        let options = MachineOptions { windows, ..MachineOptions::default() };
        let Ok(mut machine) = Machine::new(options, &spec) else { return };
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let arrays = spec.inputs.iter().map(|input| Array::zeroed(element, &input.shape));
            let Ok(inputs) = arrays.collect::<Result<Vec<_>, _>>() else { return };
            let start = Instant::now();
            // SAFETY: the kernel touches no memory and uses little stack.
            let Ok(outcome) = (unsafe { machine.run(kernel, vec![inputs]) }) else { return };
            best = best.min(start.elapsed().as_secs_f64() * 1e9 / outcome.stats.steps as f64);
        }
        println!("{windows:?}: {best:.1} ns per step, setup and output included");
    }
    let Ok(mut machine) = Machine::new(MachineOptions::default(), &KernelSpec::default()) else { return };
    // SAFETY: the kernel stays inside its scoped buffers.
    let _ = unsafe { machine.run(calls, vec![vec![]]) };
}

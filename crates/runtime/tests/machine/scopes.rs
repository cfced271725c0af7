//! Scoped allocations, temporaries, matrix products.

use crate::support::*;
use std::ptr::null_mut;
use tessera_runtime::abi::*;
use tessera_runtime::{Core, ElementType, KernelSpec, MachineOptions, Space};

fn spec() -> KernelSpec {
    KernelSpec {
        inputs: vec![array(ElementType::I32, &[8])],
        outputs: vec![array(ElementType::I32, &[8])],
        args: vec![whole("x", 0, &[8]), whole("o", 1, &[8])],
        arena_bytes: 100,
        ..kernel()
    }
}

unsafe fn alloc(core: *mut Core, site: i32, space: Space, element: ElementType, count: i64) -> *mut u8 {
    // SAFETY: the caller is a kernel.
    unsafe { tessera_alloc(core, site, space.code(), element.code(), count) }
}

/// Copies through a scoped buffer with a scoped semaphore, three times over.
unsafe extern "C" fn through_scopes(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        tessera_step_begin(core, 0);
        let (x, o) = (tessera_ref(core, 0, null_mut()), tessera_ref(core, 1, null_mut()));
        for _ in 0..3 {
            let buffer = alloc(core, 1, Space::Vmem, ElementType::I32, 8);
            let sem = alloc(core, 2, Space::Semaphore, ElementType::DmaSemaphore, 1);
            assert_eq!(*buffer.cast::<i32>(), i32::MAX);
            assert_eq!((buffer as usize % 64, tessera_sem_read(core, 3, sem.cast())), (0, 0));
            start(core, 4, 8, x, buffer, sem);
            tessera_dma_wait(core, 5, sem.cast(), 32);
            start(core, 6, 8, buffer, o, sem);
            tessera_dma_wait(core, 7, sem.cast(), 32);
            tessera_free(core, sem);
            tessera_free(core, buffer);
        }
        let arena = tessera_arena(core);
        assert_eq!(arena as usize % 64, 0);
        arena.write_bytes(1, 100);
    }
}

#[test]
fn scoped_buffers_are_fresh_every_time() {
    let outcome =
        run(&MachineOptions::default(), &spec(), through_scopes, vec![vec![i32s(&[7; 8])]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [7; 8]);
    assert!(outcome.warnings.is_empty(), "{:?}", lines(&outcome.warnings));
}

/// Leaves scopes with a copy in flight and with a count.
unsafe extern "C" fn left_over(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        tessera_step_begin(core, 0);
        let (x, o) = (tessera_ref(core, 0, null_mut()), tessera_ref(core, 1, null_mut()));
        let sem = alloc(core, 2, Space::Semaphore, ElementType::DmaSemaphore, 1);
        start(core, 4, 8, x, o, sem);
        tessera_free(core, sem);
        let sem = alloc(core, 3, Space::Semaphore, ElementType::Semaphore, 2);
        tessera_sem_signal(core, 5, sem.add(8).cast(), 2, -1, -1);
        tessera_free(core, sem);
    }
}

#[test]
fn scopes_are_checked_when_they_end() {
    let outcome = run(&MachineOptions::default(), &spec(), left_over, vec![vec![i32s(&[7; 8])]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [7; 8]);
    assert_eq!(
        lines(&outcome.warnings),
        [
            "T0808 k.py:4 the copy of 32 bytes into argument 1 `o` was still in flight when its semaphore's \
             scope ended",
            "T0809 k.py:3 the semaphore_mem buffer allocated at k.py:3 slot 1 of device 0 core 0 is 2 at the end",
        ]
    );
}

/// Multiplies two 96x96 matrices of ones on the core's own stack.
unsafe extern "C" fn multiply(core: *mut Core) {
    // SAFETY: called by the machine; matrices span 96x96 elements.
    unsafe {
        tessera_step_begin(core, 0);
        let side = 96_i64;
        let [a, b, c] = [1, 2, 3].map(|site| alloc(core, site, Space::Vmem, ElementType::F32, side * side));
        for matrix in [a, b] {
            (0..96 * 96).for_each(|at| matrix.cast::<f32>().add(at).write(1.0));
        }
        let f32_code = ElementType::F32.code();
        tessera_gemm(core, f32_code, side, side, side, a, side, 1, b, 1, side, c, side, 1, 0);
        tessera_gemm(core, f32_code, side, side, side, a, side, 1, b, 1, side, c, side, 1, 1);
        let o = tessera_ref(core, 1, null_mut()).cast::<i32>();
        (0..8).for_each(|at| o.add(at).write(*c.cast::<f32>().add(at * 1000) as i32));
        [c, b, a].into_iter().for_each(|matrix| tessera_free(core, matrix));
    }
}

#[test]
fn products_run_on_the_cores_stack() {
    let outcome = run(&MachineOptions::default(), &spec(), multiply, vec![vec![i32s(&[0; 8])]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [192; 8]);
}

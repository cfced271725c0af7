//! Local copies: when they move, and who waits for them.

use crate::support::*;
use std::ptr::null_mut;
use tessera_runtime::abi::*;
use tessera_runtime::{Core, DmaMode, ElementType, KernelSpec, MachineOptions};

fn with(dma: DmaMode, seed: u64) -> MachineOptions {
    MachineOptions { dma, seed, ..MachineOptions::default() }
}

/// x and o in HBM, two buffers in VMEM, two DMA semaphores.
fn spec() -> KernelSpec {
    KernelSpec {
        inputs: vec![array(ElementType::I32, &[8])],
        outputs: vec![array(ElementType::I32, &[8])],
        args: vec![
            whole("x", 0, &[8]),
            whole("o", 1, &[8]),
            scratch("a", &[4]),
            scratch("b", &[4]),
            dma_semaphores("sem", 2),
        ],
        ..kernel()
    }
}

unsafe fn refs(core: *mut Core) -> [*mut u8; 5] {
    // SAFETY: the caller is a kernel of `spec`.
    unsafe {
        tessera_step_begin(core, 0);
        [0, 1, 2, 3, 4].map(|arg| tessera_ref(core, arg, null_mut()))
    }
}

/// Both halves of x go through VMEM, waited for out of order, and come out swapped.
unsafe extern "C" fn swap_halves(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        let [x, o, a, b, sem] = refs(core);
        start(core, 1, 4, x, a, sem);
        start(core, 2, 4, x.add(16), b, sem.add(8));
        tessera_dma_wait(core, 3, sem.add(8).cast(), 16);
        start(core, 4, 4, b, o, sem.add(8));
        tessera_dma_wait(core, 5, sem.cast(), 16);
        start(core, 6, 4, a, o.add(16), sem);
        tessera_dma_wait(core, 7, sem.cast(), 16);
        tessera_dma_wait(core, 8, sem.add(8).cast(), 16);
        assert_eq!(tessera_sem_read(core, 9, sem.cast()), 0);
    }
}

#[test]
fn two_semaphores_may_be_waited_for_out_of_order() {
    for (dma, seed) in [(DmaMode::Late, 0), (DmaMode::Eager, 0), (DmaMode::Random, 1), (DmaMode::Random, 2)] {
        let input = i32s(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let outcome = run(&with(dma, seed), &spec(), swap_halves, vec![vec![input]]).unwrap();
        assert_eq!(values(&outcome, 0, 0), [5, 6, 7, 8, 1, 2, 3, 4]);
        assert!(outcome.warnings.is_empty(), "{:?}", lines(&outcome.warnings));
        assert_eq!((outcome.stats.copies, outcome.stats.copied_bytes), (4, 64));
    }
}

/// Uses a buffer before its copy was waited for.
unsafe extern "C" fn missing_wait(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        let [x, o, a, _, sem] = refs(core);
        start(core, 1, 4, x, a, sem);
        start(core, 2, 4, a, o, sem.add(8));
        tessera_dma_wait(core, 3, sem.add(8).cast(), 16);
    }
}

#[test]
fn a_missing_wait_shows_stale_data_and_a_warning() {
    let input = || vec![vec![i32s(&[1, 2, 3, 4, 5, 6, 7, 8])]];
    let late = run(&with(DmaMode::Late, 0), &spec(), missing_wait, input()).unwrap();
    assert_eq!(values(&late, 0, 0)[..4], [i32::MAX; 4]);
    assert_eq!(
        lines(&late.warnings),
        ["T0808 k.py:1 the copy of 16 bytes into argument 2 `a` was still in flight when the kernel ended"]
    );
    let eager = run(&with(DmaMode::Eager, 0), &spec(), missing_wait, input()).unwrap();
    assert_eq!(values(&eager, 0, 0)[..4], [1, 2, 3, 4]);
    assert_eq!(
        lines(&eager.warnings),
        ["T0809 k.py:100 argument 4 `sem` slot 0 of device 0 core 0 is 16 at the end"]
    );
}

/// Two copies on one semaphore; one wait.
unsafe extern "C" fn one_of_two(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        let [x, o, _, _, sem] = refs(core);
        start(core, 1, 4, x, o, sem);
        start(core, 2, 4, x, o.add(16), sem);
        tessera_dma_wait(core, 3, sem.cast(), 16);
        // Only the newer copy has moved.
        assert_eq!(*o.cast::<i32>(), i32::MAX);
        assert_eq!(*o.add(16).cast::<i32>(), 1);
        tessera_dma_wait(core, 4, sem.cast(), 16);
        assert_eq!(*o.cast::<i32>(), 1);
    }
}

#[test]
fn the_newest_copy_lands_first() {
    let outcome = run(&with(DmaMode::Late, 0), &spec(), one_of_two, vec![vec![i32s(&[1; 8])]]).unwrap();
    assert!(outcome.warnings.is_empty());
}

/// Reads past the end of x.
unsafe extern "C" fn past_the_end(core: *mut Core) {
    // SAFETY: called by the machine; the machine refuses the range.
    unsafe {
        let [x, _, a, _, sem] = refs(core);
        start(core, 4, 4, x.add(20), a, sem);
        unreachable!();
    }
}

#[test]
fn ranges_are_checked_against_their_buffer() {
    let sink = run(&with(DmaMode::Late, 0), &spec(), past_the_end, vec![vec![i32s(&[1; 8])]]).unwrap_err();
    assert_eq!(
        lines(&sink),
        ["T0807 k.py:4 the source of the copy covers bytes 20 to 35 of argument 0 `x`, which has 32 bytes"]
    );
    assert_eq!(sink.items()[0].op, "tpu.line4");
}

/// A regular semaphore as target counts copies.
unsafe extern "C" fn regular_target(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        let [x, o, _, _, _] = refs(core);
        let sem = tessera_ref(core, 5, null_mut());
        start(core, 1, 8, x, o, sem);
        tessera_sem_wait(core, 2, sem.cast(), 1);
    }
}

#[test]
fn a_regular_semaphore_counts_whole_copies() {
    let mut spec = spec();
    spec.args.push(semaphores("done", 1));
    let outcome = run(&with(DmaMode::Late, 0), &spec, regular_target, vec![vec![i32s(&[3; 8])]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [3; 8]);
    assert!(outcome.warnings.is_empty());
}

/// Polls instead of waiting.
unsafe extern "C" fn poll(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        let [x, o, _, _, sem] = refs(core);
        start(core, 1, 8, x, o, sem);
        while tessera_sem_read(core, 2, sem.cast()) < 32 {}
        tessera_dma_wait(core, 3, sem.cast(), 32);
    }
}

#[test]
fn polling_lets_copies_land() {
    let outcome = run(&with(DmaMode::Late, 0), &spec(), poll, vec![vec![i32s(&[3; 8])]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [3; 8]);
}

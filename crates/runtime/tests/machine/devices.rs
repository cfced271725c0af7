//! Several devices and cores: remote copies, signals, barriers.

use crate::support::*;
use std::ptr::null_mut;
use tessera_runtime::abi::*;
use tessera_runtime::{Core, DimensionSemantics, DmaMode, ElementType, KernelSpec, MachineOptions, Turns};

fn machine(devices: u32, dma: DmaMode, turns: Turns, seed: u64) -> MachineOptions {
    MachineOptions { devices, dma, turns, seed, ..MachineOptions::default() }
}

/// x and o in HBM, send and receive semaphores.
fn spec() -> KernelSpec {
    KernelSpec {
        inputs: vec![array(ElementType::I32, &[4])],
        outputs: vec![array(ElementType::I32, &[4])],
        args: vec![
            whole("x", 0, &[4]),
            whole("o", 1, &[4]),
            dma_semaphores("send", 1),
            dma_semaphores("recv", 1),
        ],
        ..kernel()
    }
}

/// Sends x to the next device's o.
unsafe extern "C" fn pass_right(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        tessera_step_begin(core, 0);
        let [x, o, send, recv] = [0, 1, 2, 3].map(|arg| tessera_ref(core, arg, null_mut()));
        let right = (tessera_device_id(core) + 1) % 3;
        let descriptor = [1_i64, 32, 4, 1, 1];
        tessera_dma_start(core, 1, descriptor.as_ptr(), x, o, send.cast(), recv.cast(), right, -1, 0);
        tessera_dma_wait(core, 2, send.cast(), 16);
        // Sent: the source may change.
        x.cast::<i32>().write(-1);
        tessera_dma_wait(core, 3, recv.cast(), 16);
    }
}

#[test]
fn three_devices_pass_arrays_round() {
    for (dma, turns, seed) in [
        (DmaMode::Late, Turns::InOrder, 0),
        (DmaMode::Eager, Turns::InOrder, 0),
        (DmaMode::Random, Turns::Random, 1),
        (DmaMode::Random, Turns::Random, 2),
    ] {
        let inputs = (0..3).map(|device| vec![i32s(&[device; 4])]).collect();
        let outcome = run(&machine(3, dma, turns, seed), &spec(), pass_right, inputs).unwrap();
        assert_eq!(values(&outcome, 0, 0), [2; 4]);
        assert_eq!(values(&outcome, 1, 0), [0; 4]);
        assert_eq!(values(&outcome, 2, 0), [1; 4]);
        assert!(outcome.warnings.is_empty(), "{:?}", lines(&outcome.warnings));
    }
}

#[test]
fn a_device_that_does_not_exist_is_named() {
    let inputs = (0..2).map(|device| vec![i32s(&[device; 4])]).collect();
    let sink = run(&machine(2, DmaMode::Late, Turns::InOrder, 0), &spec(), pass_right, inputs).unwrap_err();
    assert_eq!(lines(&sink), ["T0811 k.py:1 device 2 is addressed, but there are 2, numbered from 0"]);
}

/// Both neighbours signal the barrier semaphore; then x goes right through a scoped buffer that the
/// neighbour may not have allocated yet.
unsafe extern "C" fn barrier_then_scoped(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        tessera_step_begin(core, 0);
        let [x, o, send, recv] = [0, 1, 2, 3].map(|arg| tessera_ref(core, arg, null_mut()));
        let me = tessera_device_id(core);
        let barrier = tessera_barrier_semaphore(core, 1);
        for other in [(me + 1) % 3, (me + 2) % 3] {
            tessera_sem_signal(core, 2, barrier, 1, other, -1);
        }
        tessera_sem_wait(core, 3, barrier, 2);
        let landing = tessera_alloc(core, 4, 1, ElementType::I32.code(), 4);
        let descriptor = [1_i64, 32, 4, 1, 1];
        tessera_dma_start(
            core,
            5,
            descriptor.as_ptr(),
            x,
            landing,
            send.cast(),
            recv.cast(),
            (me + 1) % 3,
            -1,
            0,
        );
        tessera_dma_wait(core, 6, recv.cast(), 16);
        tessera_dma_wait(core, 7, send.cast(), 16);
        o.copy_from_nonoverlapping(landing, 16);
        tessera_free(core, landing);
    }
}

#[test]
fn a_barrier_and_a_scoped_target() {
    for (dma, turns) in
        [(DmaMode::Late, Turns::InOrder), (DmaMode::Eager, Turns::InOrder), (DmaMode::Random, Turns::Random)]
    {
        let spec = KernelSpec { collective_id: Some(7), ..spec() };
        let inputs = (0..3).map(|device| vec![i32s(&[10 + device; 4])]).collect();
        let outcome = run(&machine(3, dma, turns, 5), &spec, barrier_then_scoped, inputs).unwrap();
        assert_eq!([0, 1, 2].map(|device| values(&outcome, device, 0)[3]), [12, 10, 11]);
        assert!(outcome.warnings.is_empty(), "{:?}", lines(&outcome.warnings));
    }
}

#[test]
fn the_barrier_needs_a_collective_id() {
    let inputs = (0..3).map(|device| vec![i32s(&[device; 4])]).collect();
    let options = machine(3, DmaMode::Late, Turns::InOrder, 0);
    let sink = run(&options, &spec(), barrier_then_scoped, inputs).unwrap_err();
    assert_eq!(
        lines(&sink),
        ["T0812 k.py:1 the barrier semaphore is used, but the kernel has no collective id"]
    );
}

/// Core 0 signals core 1, which polls for it, and back.
unsafe extern "C" fn ping_pong(core: *mut Core) {
    // SAFETY: called by the machine; each core writes its own element.
    unsafe {
        tessera_step_begin(core, 0);
        let sem = tessera_ref(core, 1, null_mut()).cast::<i64>();
        let me = tessera_core_id(core);
        assert_eq!(tessera_grid_index(core, 0), me);
        if me == 0 {
            tessera_sem_signal(core, 1, sem, 3, -1, 1);
            tessera_sem_wait(core, 2, sem, 1);
        } else {
            while tessera_sem_read(core, 3, sem) < 3 {}
            tessera_sem_wait(core, 4, sem, 3);
            tessera_sem_signal(core, 5, sem, 1, -1, 0);
        }
        tessera_ref(core, 0, null_mut()).cast::<i32>().add(me as usize).write(me);
    }
}

#[test]
fn cores_of_a_device_share_hbm_and_signal_each_other() {
    let spec = KernelSpec {
        grid: vec![2],
        semantics: vec![DimensionSemantics::CoreParallel],
        outputs: vec![array(ElementType::I32, &[2])],
        args: vec![whole("o", 0, &[2]), semaphores("sem", 1)],
        ..kernel()
    };
    let options = MachineOptions { cores: 2, ..MachineOptions::default() };
    let outcome = run(&options, &spec, ping_pong, vec![vec![]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [0, 1]);
    assert!(outcome.warnings.is_empty());
}

//! Runs that stop: deadlock, traps, misuse; and the events of a run.

use crate::support::*;
use std::cell::RefCell;
use std::ptr::null_mut;
use std::rc::Rc;
use tessera_core::diag::Sink;
use tessera_runtime::abi::*;
use tessera_runtime::event::{Event, Observer};
use tessera_runtime::fault::{Deadlock, PeerState};
use tessera_runtime::{Core, ElementType, Entry, KernelSpec, Machine, MachineOptions};

fn spec() -> KernelSpec {
    KernelSpec {
        grid: vec![2, 2],
        inputs: vec![array(ElementType::I32, &[4])],
        outputs: vec![array(ElementType::I32, &[4])],
        args: vec![whole("x", 0, &[4]), whole("o", 1, &[4]), semaphores("go", 2), dma_semaphores("sem", 1)],
        ..kernel()
    }
}

fn on(devices: u32, entry: Entry) -> Sink {
    let inputs = (0..devices).map(|_| vec![i32s(&[0; 4])]).collect();
    run(&MachineOptions { devices, ..MachineOptions::default() }, &spec(), entry, inputs).unwrap_err()
}

/// Device 0 finishes; the others wait in step 1 for one signal more than there is.
unsafe extern "C" fn starve(core: *mut Core) {
    // SAFETY: called by the machine.
    unsafe {
        tessera_step_begin(core, 0);
        let go = tessera_ref(core, 2, null_mut()).cast::<i64>();
        tessera_step_begin(core, 1);
        match tessera_device_id(core) {
            0 => {}
            1 => {
                tessera_sem_signal(core, 1, go.add(1), 2, -1, -1);
                tessera_sem_wait(core, 2, go.add(1), 3);
            }
            _ => tessera_dma_wait(core, 3, tessera_ref(core, 3, null_mut()).cast(), 64),
        }
    }
}

#[test]
fn every_core_of_a_deadlock_is_reported() {
    let sink = on(3, starve);
    assert_eq!(
        lines(&sink),
        [
            "T0810 k.py:2 device 1 core 0 waits for ever at grid point (0, 1) (step 1): argument 2 `go` slot 1 \
             holds 2 of the 3 needed; device 0 core 0 has finished, device 2 core 0 waits for 64 on argument 3 \
             `sem` (0 there)",
            "T0810 k.py:3 device 2 core 0 waits for ever at grid point (0, 1) (step 1): argument 3 `sem` holds 0 \
             of the 64 needed; device 0 core 0 has finished, device 1 core 0 waits for 3 on argument 2 `go` slot \
             1 (2 there)",
        ]
    );
    let first = &sink.items()[0];
    assert_eq!(first.labels[0].text, "device 2 core 0 waits here");
    assert_eq!(first.labels[0].loc, at(3).loc);
    let typed = first.fault.as_any().downcast_ref::<Deadlock>().unwrap();
    assert_eq!(typed.peers[0].state, PeerState::Finished);
}

/// Polls a semaphore that nobody signals.
unsafe extern "C" fn poll_for_ever(core: *mut Core) {
    // SAFETY: called by the machine.
    unsafe {
        tessera_step_begin(core, 0);
        let go = tessera_ref(core, 2, null_mut()).cast::<i64>();
        while tessera_sem_read(core, 4, go) == 0 {}
    }
}

#[test]
fn endless_polling_is_a_deadlock() {
    let sink = on(1, poll_for_ever);
    assert_eq!(
        lines(&sink),
        [
            "T0810 k.py:4 device 0 core 0 waits for ever at grid point (0, 0) (step 0): argument 2 `go` slot 0 holds \
          0 of the 1 needed; there is no other core that could signal"
        ]
    );
}

/// Fails an assertion in the third step.
unsafe extern "C" fn trap(core: *mut Core) {
    // SAFETY: called by the machine.
    unsafe {
        tessera_step_begin(core, 2);
        tessera_fail(core, 6, 0);
        unreachable!();
    }
}

#[test]
fn traps_name_the_grid_point() {
    let sink = on(1, trap);
    assert_eq!(lines(&sink), ["T0813 k.py:6 an assertion failed on device 0 core 0, grid point (1, 0)"]);
}

/// Signals a slot that the array does not have.
unsafe extern "C" fn wrong_slot(core: *mut Core) {
    // SAFETY: called by the machine, which refuses the address.
    unsafe {
        let go = tessera_ref(core, 2, null_mut()).cast::<i64>();
        tessera_sem_signal(core, 7, go.add(2), 1, -1, -1);
    }
}

#[test]
fn a_slot_past_the_end_is_no_semaphore() {
    let sink = on(1, wrong_slot);
    assert_eq!(lines(&sink), ["T0814 k.py:7 no semaphore there: byte 16 of argument 2 `go` slot 2"]);
}

/// Breaks the agreement between generated code and the machine.
unsafe extern "C" fn misuse(core: *mut Core) {
    // SAFETY: called by the machine.
    unsafe {
        tessera_ref(core, 17, null_mut());
    }
}

#[test]
fn misuse_is_tesseras_own_bug() {
    assert_eq!(lines(&on(1, misuse)), ["T9902 unknown place there is no argument 17"]);
}

#[derive(Default)]
struct Recorder(Rc<RefCell<Vec<String>>>);

impl Observer for Recorder {
    fn event(&mut self, event: &Event<'_>) {
        let name = format!("{event:?}");
        let name = name.split([' ', '{']).next().unwrap().to_owned();
        self.0.borrow_mut().push(name);
    }
}

/// One copy from x to o with a scoped semaphore.
unsafe extern "C" fn copy(core: *mut Core) {
    // SAFETY: called by the machine; all ranges lie inside their buffers.
    unsafe {
        tessera_step_begin(core, 0);
        let (x, o) = (tessera_ref(core, 0, null_mut()), tessera_ref(core, 1, null_mut()));
        let sem = tessera_alloc(core, 1, 5, ElementType::DmaSemaphore.code(), 1);
        start(core, 2, 4, x, o, sem);
        tessera_dma_wait(core, 3, sem.cast(), 16);
        tessera_free(core, sem);
    }
}

#[test]
fn observers_hear_events_in_order() {
    let recorder = Recorder::default();
    let heard = Rc::clone(&recorder.0);
    let mut machine = Machine::new(MachineOptions::default(), &spec()).unwrap();
    machine.observe(Box::new(recorder));
    // SAFETY: the kernel stays inside its buffers.
    unsafe { machine.run(copy, vec![vec![i32s(&[1; 4])]]) }.unwrap();
    let expected =
        ["Step", "Allocated", "CopyStarted", "CopyRead", "CopyWritten", "Waited", "Freed", "Finished"];
    assert_eq!(*heard.borrow(), expected);
}

/// An observer that fails.
struct Broken;

impl Observer for Broken {
    fn event(&mut self, event: &Event<'_>) {
        assert!(!matches!(event, Event::Step { .. }), "observer trouble");
    }
}

#[test]
fn a_panic_inside_a_call_becomes_a_report() {
    let mut machine = Machine::new(MachineOptions::default(), &spec()).unwrap();
    machine.observe(Box::new(Broken));
    // SAFETY: the kernel stays inside its buffers.
    let sink = unsafe { machine.run(copy, vec![vec![i32s(&[1; 4])]]) }.unwrap_err();
    assert_eq!(lines(&sink), ["T9902 unknown place the machine failed: observer trouble"]);
}

#[test]
fn bad_requests_are_refused_before_anything_runs() {
    let none = MachineOptions { devices: 0, ..MachineOptions::default() };
    let sink = Machine::new(none, &spec()).err().unwrap();
    assert_eq!(lines(&sink), ["T0803 unknown place a machine cannot have 0 devices of 1 cores"]);
    let mut machine = Machine::new(MachineOptions::default(), &spec()).unwrap();
    // SAFETY: nothing runs.
    let sink = unsafe { machine.run(copy, vec![]) }.unwrap_err();
    assert_eq!(lines(&sink), ["T0801 unknown place inputs for 0 devices were given to a machine of 1"]);
}

//! Steps and windows.

use crate::support::*;
use proptest::prelude::*;
use std::ptr::null_mut;
use tessera_runtime::abi::*;
use tessera_runtime::{
    Array, Core, DimensionSemantics, ElementType, KernelSpec, MachineOptions, Role, Space, WindowMode,
};

fn with(windows: WindowMode) -> MachineOptions {
    MachineOptions { windows, ..MachineOptions::default() }
}

const BOTH: [WindowMode; 2] = [WindowMode::Direct, WindowMode::Copied];

/// o[i] (one element, revisited over j) = sum over j of x[i, j].
unsafe extern "C" fn row_sums(core: *mut Core) {
    // SAFETY: called by the machine; accesses stay inside the blocks.
    unsafe {
        for step in 0..tessera_steps(core) {
            tessera_step_begin(core, step);
            let (i, j) = (tessera_grid_index(core, 0), tessera_grid_index(core, 1));
            tessera_window_index(core, 0, 0, i);
            tessera_window_index(core, 0, 1, j);
            tessera_window_index(core, 1, 0, i);
            tessera_windows_ready(core);
            let mut strides = [0_i64; 2];
            let x = tessera_ref(core, 0, strides.as_mut_ptr()).cast::<i32>();
            let o = tessera_ref(core, 1, null_mut()).cast::<i32>();
            if j == 0 {
                *o = 0;
            }
            for column in 0..2 {
                *o += *x.offset((column * strides[1]) as isize);
            }
            tessera_step_end(core);
        }
    }
}

#[test]
fn a_revisited_output_accumulates() {
    let spec = KernelSpec {
        grid: vec![3, 2],
        inputs: vec![array(ElementType::I32, &[3, 4])],
        outputs: vec![array(ElementType::I32, &[3])],
        args: vec![window("x", 0, &[1, 2]), window("o", 1, &[1])],
        ..kernel()
    };
    let x: Vec<i32> = (1..=12).collect();
    for mode in BOTH {
        let input = Array::from_slice(ElementType::I32, &[3, 4], &x).unwrap();
        let outcome = run(&with(mode), &spec, row_sums, vec![vec![input]]).unwrap();
        assert_eq!(values(&outcome, 0, 0), [10, 26, 42]);
        assert_eq!(outcome.stats.steps, 6);
        // Six blocks in, three out; in place nothing moves.
        assert_eq!(outcome.stats.window_copies, if mode == WindowMode::Direct { 0 } else { 9 });
    }
}

#[test]
fn parallel_rows_are_shared_by_two_cores() {
    let spec = KernelSpec {
        grid: vec![3, 2],
        semantics: vec![DimensionSemantics::Parallel, DimensionSemantics::Arbitrary],
        inputs: vec![array(ElementType::I32, &[3, 4])],
        outputs: vec![array(ElementType::I32, &[3])],
        args: vec![window("x", 0, &[1, 2]), window("o", 1, &[1])],
        ..kernel()
    };
    let x: Vec<i32> = (1..=12).collect();
    let input = Array::from_slice(ElementType::I32, &[3, 4], &x).unwrap();
    let options = MachineOptions { cores: 2, ..MachineOptions::default() };
    let outcome = run(&options, &spec, row_sums, vec![vec![input]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [10, 26, 42]);
    assert_eq!(outcome.stats.turns, 2);
}

/// o[i] = x[order[i]], with the order prefetched to scalar memory.
unsafe extern "C" fn gather(core: *mut Core) {
    // SAFETY: called by the machine; accesses stay inside the blocks.
    unsafe {
        for step in 0..tessera_steps(core) {
            tessera_step_begin(core, step);
            let i = tessera_grid_index(core, 0);
            let order = tessera_ref(core, 0, null_mut()).cast::<i32>();
            tessera_window_index(core, 1, 0, *order.add(i as usize));
            tessera_window_index(core, 2, 0, i);
            tessera_windows_ready(core);
            let x = tessera_ref(core, 1, null_mut()).cast::<i32>();
            let o = tessera_ref(core, 2, null_mut()).cast::<i32>();
            o.copy_from_nonoverlapping(x, 2);
            tessera_step_end(core);
        }
    }
}

#[test]
fn scalar_prefetch_steers_windows() {
    let spec = KernelSpec {
        grid: vec![3],
        inputs: vec![array(ElementType::I32, &[3]), array(ElementType::I32, &[6])],
        outputs: vec![array(ElementType::I32, &[6])],
        args: vec![
            arg("order", Space::Smem, ElementType::I32, &[3], Role::Operand { array: 0 }),
            window("x", 1, &[2]),
            window("o", 2, &[2]),
        ],
        ..kernel()
    };
    for mode in BOTH {
        let inputs = vec![i32s(&[2, 0, 0]), i32s(&[1, 2, 3, 4, 5, 6])];
        let outcome = run(&with(mode), &spec, gather, vec![inputs]).unwrap();
        assert_eq!(values(&outcome, 0, 0), [5, 6, 1, 2, 1, 2]);
        // The block that stays is not fetched again.
        assert_eq!(outcome.stats.window_copies, if mode == WindowMode::Direct { 0 } else { 5 });
    }
}

#[test]
fn a_window_outside_its_array_is_reported_with_its_range() {
    let spec = KernelSpec {
        grid: vec![3],
        inputs: vec![array(ElementType::I32, &[3]), array(ElementType::I32, &[6])],
        outputs: vec![array(ElementType::I32, &[6])],
        args: vec![
            arg("order", Space::Smem, ElementType::I32, &[3], Role::Operand { array: 0 }),
            window("x", 1, &[2]),
            window("o", 2, &[2]),
        ],
        ..kernel()
    };
    let inputs = vec![i32s(&[2, 3, 0]), i32s(&[1, 2, 3, 4, 5, 6])];
    let sink = run(&MachineOptions::default(), &spec, gather, vec![inputs]).unwrap_err();
    assert_eq!(
        lines(&sink),
        [
            "T0806 k.py:100 argument 1 `x` selects block 3 in dimension 0 at grid point (1), but an array of 6 has \
          0 to 2"
        ]
    );
}

/// o[i] = x[i] + 1 over blocks of four, one window each.
unsafe extern "C" fn add_one(core: *mut Core) {
    // SAFETY: called by the machine; accesses stay inside the blocks of four.
    unsafe {
        for step in 0..tessera_steps(core) {
            tessera_step_begin(core, step);
            let i = tessera_grid_index(core, 0);
            tessera_window_index(core, 0, 0, i);
            tessera_window_index(core, 1, 0, i);
            tessera_windows_ready(core);
            let x = tessera_ref(core, 0, null_mut()).cast::<i32>();
            let o = tessera_ref(core, 1, null_mut()).cast::<i32>();
            for lane in 0..4 {
                *o.add(lane) = (*x.add(lane)).wrapping_add(1);
            }
            tessera_step_end(core);
        }
    }
}

fn add_one_spec(length: i64, is_aliased: bool) -> KernelSpec {
    KernelSpec {
        grid: vec![(length + 3) / 4],
        inputs: vec![array(ElementType::I32, &[length])],
        outputs: vec![array(ElementType::I32, &[length])],
        aliases: if is_aliased { vec![(0, 0)] } else { vec![] },
        args: vec![window("x", 0, &[4]), window("o", 1, &[4])],
        ..kernel()
    }
}

proptest! {
    #[test]
    fn edges_and_aliases_do_not_change_values(
        x in proptest::collection::vec(-1000_i32..1000, 1..40),
        is_aliased in any::<bool>(),
        is_direct in any::<bool>(),
    ) {
        let mode = BOTH[usize::from(!is_direct)];
        let spec = add_one_spec(x.len() as i64, is_aliased);
        let outcome = run(&with(mode), &spec, add_one, vec![vec![i32s(&x)]]).unwrap();
        let expected: Vec<i32> = x.iter().map(|value| value + 1).collect();
        prop_assert_eq!(values(&outcome, 0, 0), expected);
    }
}

/// Writes nothing.
unsafe extern "C" fn idle(core: *mut Core) {
    // SAFETY: called by the machine.
    unsafe {
        for step in 0..tessera_steps(core) {
            tessera_step_begin(core, step);
            tessera_windows_ready(core);
            tessera_step_end(core);
        }
    }
}

#[test]
fn unwritten_outputs_hold_the_fill_and_aliased_ones_the_input() {
    let mut spec = add_one_spec(4, false);
    let outcome = run(&MachineOptions::default(), &spec, idle, vec![vec![i32s(&[1, 2, 3, 4])]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [i32::MAX; 4]);
    // In HBM nothing is written back.
    spec.aliases = vec![(0, 0)];
    spec.args = vec![whole("x", 0, &[4]), whole("o", 1, &[4])];
    let outcome = run(&MachineOptions::default(), &spec, idle, vec![vec![i32s(&[1, 2, 3, 4])]]).unwrap();
    assert_eq!(values(&outcome, 0, 0), [1, 2, 3, 4]);
}

#[test]
fn a_grid_of_no_steps_runs_nothing() {
    let mut spec = add_one_spec(4, false);
    spec.grid = vec![0];
    let outcome = run(&MachineOptions::default(), &spec, add_one, vec![vec![i32s(&[1, 2, 3, 4])]]).unwrap();
    assert_eq!((values(&outcome, 0, 0), outcome.stats.steps), (vec![i32::MAX; 4], 0));
}

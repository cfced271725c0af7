//! The elementary functions of compiled kernels are as accurate as `docs/math.md` says.
//!
//! Here a part of all floats is tried; `cargo run --release --example ulp` tries more and prints the table.

mod ulp;

use ulp::{Exact, FUNCTIONS, Worst, floats, measure, pairs, special};

#[test]
fn functions_are_accurate_to_few_units_in_the_last_place() {
    let mut complaints = Vec::new();
    for function in FUNCTIONS {
        let mut worst = Worst::default();
        measure(function, &special(), &mut worst);
        match function.exact {
            // A prime step meets every exponent and every low bit.
            Exact::One(_) => floats(0, 16_411, |some| measure(function, some, &mut worst)),
            Exact::Two(_) => measure(function, &pairs(1 << 17), &mut worst),
        }
        if worst.ulp > function.limit {
            let Worst { ulp, at: (x, y), got, .. } = worst;
            complaints.push(format!("{}: {ulp} ulp at {x:e} (and {y:e}): {got:e}", function.name));
        }
    }
    assert!(complaints.is_empty(), "less accurate than promised:\n{}", complaints.join("\n"));
}

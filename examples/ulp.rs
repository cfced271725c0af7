//! Prints the largest errors of the elementary functions, as the table of `docs/math.md`.
//!
//! ```sh
//! cargo run --release --example ulp            # every 61st float
//! cargo run --release --example ulp 1          # every float: hours
//! cargo run --release --example ulp 1 exp log  # every float, these functions
//! ```
//!
//! For functions of two operands the step says how many pairs are tried: 2^30 / step.

#![allow(clippy::print_stdout, reason = "it is what the program is for")]
#![allow(clippy::unwrap_used, reason = "a measurement that cannot be made has no result")]

#[path = "../tests/ulp/mod.rs"]
mod ulp;

use ulp::{Exact, FUNCTIONS, Worst, floats, measure, pairs, special};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let step: u32 = arguments.next().map_or(61, |text| text.parse().unwrap());
    let chosen: Vec<String> = arguments.collect();
    println!("| function | largest error in ulp | promised | at | result there | operands tried |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for function in FUNCTIONS {
        if !chosen.is_empty() && !chosen.iter().any(|name| name == function.name) {
            continue;
        }
        let mut worst = Worst::default();
        measure(function, &special(), &mut worst);
        let two = match function.exact {
            Exact::One(_) => {
                floats(0, step, |some| measure(function, some, &mut worst));
                false
            }
            Exact::Two(_) => {
                let count = usize::try_from((1_u32 << 30) / step).unwrap();
                pairs(count).chunks(1 << 22).for_each(|some| measure(function, some, &mut worst));
                true
            }
        };
        let Worst { tried, ulp, at, got } = worst;
        let at = if two { format!("{:e}, {:e}", at.0, at.1) } else { format!("{:e}", at.0) };
        println!("| `{}` | {ulp:.2} | {:.1} | {at} | {got:e} | {tried} |", function.name, function.limit);
    }
}

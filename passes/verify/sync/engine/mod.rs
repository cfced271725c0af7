//! Running a kernel's scalar code on every path, with copies and semaphores followed.
//!
//! See `docs/synchronisation.md` for the method, what it proves and what it misses.

mod arithmetic;
mod control;
mod decode;
mod effects;
mod exec;
mod facts;
mod finding;
mod finish;
mod grid;
mod memory;
mod number;
mod program;
mod region;
mod roots;
mod state;
mod windows;

pub use finding::{Finding, Kind, When};
pub use grid::{Analysis, analyse};
pub use windows::{WindowFault, WindowKind};

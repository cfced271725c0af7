//! The emulated TPU: devices, cores, memories, DMA engines and semaphores on one host thread.
//!
//! A kernel is a native function that runs once per core and calls back through [`abi`]. Each core's
//! program is a coroutine; one scheduler runs them in an order that depends on nothing but the
//! options, so every run can be repeated. Copies move as late as legal, which shows missing waits;
//! a run in which nobody can go on ends with a report of who waits for what.
//!
//! The crate knows neither MLIR nor LLVM: it speaks in addresses, argument numbers and site numbers.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod abi;
pub mod event;
pub mod fault;

mod array;
mod closing;
mod copy;
mod core;
mod dma;
mod element;
mod grid;
mod groups;
mod indirect;
mod machine;
mod memory;
mod scheduler;
mod setup;
mod space;
mod spec;
mod validate;
mod window;
mod world;

pub use array::Array;
pub use core::Core;
pub use element::{ElementKind, ElementType};
pub use groups::{CoreGroup, CoreKind};
pub use machine::{DmaMode, Entry, Machine, MachineOptions, Outcome, Stats, Turns, WindowMode};
pub use space::Space;
pub use spec::{ArgSpec, ArraySpec, DimensionSemantics, KernelSpec, Pads, Role, Site};

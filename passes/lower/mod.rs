//! The lowering passes: from a checked Mosaic module to the LLVM dialect.
//!
//! In order: [`grid`] makes grid and windows explicit, [`memory`] turns scoped allocations into
//! run-time calls, [`dma`] does so with copies and semaphores, [`guard`] keeps accesses inside their
//! refs, [`fuse`] turns block-sized vector code into loops over native
//! vectors, [`refs`] turns refs into pointers; upstream passes do the rest. Each works alone on a module that the earlier ones have not seen, as far as that makes
//! sense, so that a test can look at one step.

pub mod build;
pub mod dma;
pub mod fault;
pub mod fuse;
pub mod grid;
pub mod guard;
pub mod memory;
pub mod refs;
pub mod runtime;
pub mod table;

pub use build::symbol_name;
pub use fault::Stop;

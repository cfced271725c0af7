//! What every other part of Tessera speaks in: diagnostics with stable codes, source locations,
//! the kernel graph and facts about target chips. Pure Rust; builds in seconds.

pub mod diag;
pub mod graph;
pub mod loc;

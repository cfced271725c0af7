//! Tessera: checks, lowers and runs TPU Mosaic modules on an ordinary CPU.
//!
//! The library behind the `tessera` command. [`engine::Engine`] is the seam: bytes and options in,
//! reports out; [`session::Session`] is the engine of this build.

#[macro_use]
pub mod fault;

pub mod cli;
pub mod codegen;
pub mod container;
pub mod engine;
pub mod expect;
pub mod explain;
pub mod extract;
pub mod info;
pub mod launch;
pub mod pipeline;
pub mod render;
pub mod session;
pub mod shield;
pub mod tensors;

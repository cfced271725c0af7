//! The machine, driven by kernels written by hand against the C interface.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod copies;
mod devices;
mod failures;
mod grid;
mod scopes;
mod support;

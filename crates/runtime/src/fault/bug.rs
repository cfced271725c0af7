//! Tessera's own mistakes.

use super::fault;
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// T9902.
pub static RUNTIME_BUG: Code = Code::new(
    9902,
    "runtime_bug",
    Level::Bug,
    "## What it checks
Generated code calls the machine as agreed, and the machine does not fail by itself.
## Why
Your kernel is not at fault, or at least should have been told so in other words.
## Wrong
Nothing that a kernel can do.
## Right
Please report the kernel together with this message.
## Source
Tessera.
",
);

/// The machine panicked, or generated code broke the agreement with it.
#[derive(Debug, Error)]
#[error("{what}")]
pub struct RuntimeBug {
    /// What happened.
    pub what: String,
}
fault!(RuntimeBug, RUNTIME_BUG, |_| Some("please report this with the kernel".into()));

//! The verifier's rules and the lowering passes: the two tables of this crate.

pub mod analysis;
pub mod lower;
pub mod rules;
pub mod signature;
pub mod sites;
pub mod table;
pub mod verify;

pub use table::{CODES, LOWER, register};

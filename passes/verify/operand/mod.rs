//! What operands and results have to be. The demands are in [`kinds`](super::kinds).

pub mod not_array;
pub mod not_ref;
pub mod not_scalar;
pub mod wrong_element;
pub mod wrong_rank;

//! Operands and results that have to agree. The demands are in [`agreement`](super::agreement).

pub mod elements_differ;
pub mod shapes_differ;
pub mod types_differ;

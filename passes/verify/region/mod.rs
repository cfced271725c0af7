//! Scopes: `tpu.region`, `tpu.trace`, and what they give back.

pub mod result_type;
pub mod yield_types;

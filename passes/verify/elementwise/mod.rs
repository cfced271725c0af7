//! Elementwise operations and promises.

pub mod mixed;
pub mod multiple_broken;
pub mod multiple_not_positive;
pub mod reciprocal_not_f32;
pub mod stochastic_target;
pub mod weird_types;

//! Printing from a kernel: `tpu.log` and `tpu.log_buffer`.

pub mod array_on_scalar_core;
pub mod buffer_shape;
pub mod formatted;
pub mod too_many;

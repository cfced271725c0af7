//! Loads, stores and atomic updates.

pub mod atomic_core;
pub mod atomic_not_in_smem;
pub mod element_differs;
pub mod index_count;
pub mod index_shape;
pub mod mask_shape;
pub mod masked_width;
pub mod not_in_vmem;
pub mod out_of_bounds;
pub mod rank_differs;
pub mod scalar_not_in_smem;
pub mod stride_count;
pub mod stride_too_small;
pub mod strides_given;
pub mod sublanes;

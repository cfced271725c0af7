//! Rearranging arrays: rotate, iota, gather, concatenate, transpose, reshape, repeat.

pub mod axis;
pub mod axis_repeated;
pub mod concatenate_one;
pub mod concatenate_shapes;
pub mod element_count;
pub mod gather_shape;
pub mod joined_shape;
pub mod permutation_length;
pub mod permuted_shape;
pub mod rotate_stride;
pub mod shuffle;

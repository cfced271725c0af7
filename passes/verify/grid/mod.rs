//! The kernel as a whole: arguments against attributes, grid, windows and their transforms.
//!
//! [`KernelForm`](super::kernel::KernelForm) is what the rules see; it is lenient, so that each fault gets a report of its own.

pub mod argument_count;
pub mod attribute_kind;
pub mod block_shape;
pub mod call_array_type;
pub mod call_arrays;
pub mod core_parallel;
pub mod index_type;
pub mod negative_bound;
pub mod no_such_dimension;
pub mod operand_not_ref;
pub mod scratch_in_hbm;
pub mod semantics_count;
pub mod transform_arguments;
pub mod transform_missing;
pub mod transform_results;
pub mod two_kernels;
pub mod window_not_blocked;
pub mod window_padding;
pub mod window_revisit;
pub mod window_shape;

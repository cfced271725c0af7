//! The table of rules. A rule is a line here, a file of the fault's name under `verify/`, and a file of
//! that name under `lit-tests/verify/`.
//!
//! Order is meaning: for one operation the rules are asked from top to bottom, and what an earlier rule has
//! reported silences later ones (see [`crate::verify::cx`]). So the rules on what a thing *is* come before
//! those on how things go together. Codes follow the order.

use crate::verify::cx::Cx;
use crate::verify::dma::{self, Dma};
use crate::verify::family::Subject;
use crate::verify::form::OpForm;
use crate::verify::kernel::KernelForm;
use crate::verify::semaphore::{self, SemaphoreOp};
use crate::verify::sync::{self, Found};
use crate::verify::{
    agree, core, elementwise, grid, log, matmul, memory, operand, pack, reduce, region, vector, view,
};
use std::collections::HashMap;
use std::sync::LazyLock;
use tessera_core::diag::Code;
use tessera_tpu::ops::{
    EnqueueDma, EnqueueIndirectDma, SemAlloc, SemBarrier, SemRead, SemSignal, SemWait, WaitDma, WaitDma2,
    WaitIndirectDma,
};

/// When a rule is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Once for each operation it applies to.
    Operation,
    /// Once for each kernel, with the whole graph.
    Kernel,
}

/// The function of a rule, by what it looks at. `None` means that it had nothing to say.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// Looks at DMA starts and waits.
    Dma(fn(&Dma, &mut Cx<'_>) -> Option<()>),
    /// Looks at operations on semaphores.
    Semaphore(fn(&SemaphoreOp, &mut Cx<'_>) -> Option<()>),
    /// Looks at any operation, by itself.
    Op(fn(&OpForm, &mut Cx<'_>) -> Option<()>),
    /// Looks at a kernel as a whole.
    Kernel(fn(&KernelForm, &mut Cx<'_>) -> Option<()>),
    /// Looks at what the analysis of synchronisation found in a kernel.
    Sync(fn(&Found, &mut Cx<'_>) -> Option<()>),
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// What it reports.
    pub code: &'static Code,
    /// The operations it applies to.
    pub ops: &'static [&'static str],
    /// Its function.
    pub check: Check,
}

impl Rule {
    /// The family and the fault: the path of its file under `verify/`, and of its test.
    #[must_use]
    pub fn path(&self) -> String {
        self.code.name.replacen('_', "/", 1)
    }

    /// When it is asked.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        match self.check {
            Check::Dma(_) | Check::Semaphore(_) | Check::Op(_) => Stage::Operation,
            Check::Kernel(_) | Check::Sync(_) => Stage::Kernel,
        }
    }

    /// Asks it about `subject`, if that is of its family.
    pub fn ask(&self, subject: &Subject, cx: &mut Cx<'_>) {
        let _nothing_to_say = match (self.check, subject) {
            (Check::Dma(check), Subject::Dma(dma)) => check(dma, cx),
            (Check::Semaphore(check), Subject::Semaphore(semaphore)) => check(semaphore, cx),
            (Check::Op(check), Subject::Op(form)) => check(form, cx),
            (Check::Kernel(check), Subject::Kernel(form)) => check(form, cx),
            (Check::Sync(check), Subject::Sync(found)) => check(found, cx),
            (Check::Dma(_) | Check::Semaphore(_) | Check::Op(_) | Check::Kernel(_) | Check::Sync(_), _) => {
                None
            }
        };
    }
}

const START: &[&str] = &[EnqueueDma::NAME];
const STARTS: &[&str] = &[EnqueueDma::NAME, EnqueueIndirectDma::NAME];
const INDIRECT_START: &[&str] = &[EnqueueIndirectDma::NAME];
const INDIRECT: &[&str] = &[EnqueueIndirectDma::NAME, WaitIndirectDma::NAME];
const BYTE_WAITS: &[&str] = &[WaitDma2::NAME, WaitIndirectDma::NAME];
const END_WAIT: &[&str] = &[WaitDma::NAME];
const WITH_IDS: &[&str] = &[EnqueueDma::NAME, WaitDma::NAME, WaitDma2::NAME];
const WITH_SUBCORE: &[&str] = &[EnqueueDma::NAME, WaitDma::NAME];
const DMAS: &[&str] =
    &[EnqueueDma::NAME, EnqueueIndirectDma::NAME, WaitDma::NAME, WaitDma2::NAME, WaitIndirectDma::NAME];
const SIGNAL: &[&str] = &[SemSignal::NAME];
const WAIT: &[&str] = &[SemWait::NAME];
const READ: &[&str] = &[SemRead::NAME];
const COUNTS: &[&str] = &[SemSignal::NAME, SemWait::NAME];
const USES: &[&str] = &[SemSignal::NAME, SemWait::NAME, SemRead::NAME];
const ALLOC: &[&str] = &[SemAlloc::NAME];
const BARRIER: &[&str] = &[SemBarrier::NAME];
const MAKERS: &[&str] = &[SemAlloc::NAME, SemBarrier::NAME];

const fn dma(
    code: &'static Code,
    ops: &'static [&'static str],
    check: fn(&Dma, &mut Cx<'_>) -> Option<()>,
) -> Rule {
    Rule { code, ops, check: Check::Dma(check) }
}

const fn semaphore(
    code: &'static Code,
    ops: &'static [&'static str],
    check: fn(&SemaphoreOp, &mut Cx<'_>) -> Option<()>,
) -> Rule {
    Rule { code, ops, check: Check::Semaphore(check) }
}

/// The rule of a module that says itself which operations it is for.
macro_rules! op {
    ($family:ident::$fault:ident) => {
        Rule {
            code: &$family::$fault::CODE,
            ops: $family::$fault::OPS,
            check: Check::Op($family::$fault::check),
        }
    };
}

/// The same for a rule on whole kernels.
macro_rules! kernel {
    ($family:ident::$fault:ident) => {
        Rule { code: &$family::$fault::CODE, ops: &[], check: Check::Kernel($family::$fault::check) }
    };
}

const fn sync(code: &'static Code, check: fn(&Found, &mut Cx<'_>) -> Option<()>) -> Rule {
    Rule { code, ops: &[], check: Check::Sync(check) }
}

/// All rules, in the order in which they are asked.
pub static RULES: &[Rule] = TABLE;

/// The rules on operation `name`, in the order in which they are asked, with the name as the table has it.
#[must_use]
pub fn rules_of(name: &str) -> Option<(&'static str, &'static [&'static Rule])> {
    static BY_NAME: LazyLock<HashMap<&'static str, Vec<&'static Rule>>> = LazyLock::new(|| {
        let mut by_name: HashMap<&'static str, Vec<&'static Rule>> = HashMap::new();
        for rule in RULES {
            for op in rule.ops {
                let rules = by_name.entry(op).or_default();
                // A table may name an operation more than once.
                if !rules.last().is_some_and(|last| std::ptr::eq(*last, rule)) {
                    rules.push(rule);
                }
            }
        }
        by_name
    });
    BY_NAME.get_key_value(name).map(|(name, rules)| (*name, rules.as_slice()))
}

#[rustfmt::skip]
const TABLE: &[Rule] = &[
    op!(core::type_missing),
    op!(core::on_tensor_core),
    op!(core::with_grid),
    op!(log::formatted),
    op!(log::too_many),
    op!(log::array_on_scalar_core),
    op!(log::buffer_shape),
    op!(region::result_type),
    op!(region::yield_types),
    op!(operand::not_array),
    op!(operand::not_ref),
    op!(operand::not_scalar),
    op!(operand::wrong_element),
    op!(operand::wrong_rank),
    op!(agree::types_differ),
    op!(agree::shapes_differ),
    op!(agree::elements_differ),
    op!(elementwise::mixed),
    op!(elementwise::weird_types),
    op!(elementwise::reciprocal_not_f32),
    op!(elementwise::stochastic_target),
    op!(elementwise::multiple_not_positive),
    op!(elementwise::multiple_broken),
    op!(reduce::kind),
    op!(reduce::of_bools),
    op!(reduce::type_changes),
    op!(reduce::arg_element),
    op!(reduce::index_width),
    op!(reduce::axis),
    op!(reduce::axis_too_long),
    op!(reduce::rank),
    op!(reduce::result_shape),
    op!(reduce::scan_off_vector_subcore),
    op!(reduce::scan_rank),
    op!(reduce::scan_mask),
    op!(vector::axis),
    op!(vector::axis_repeated),
    op!(vector::rotate_stride),
    op!(vector::element_count),
    op!(vector::permutation_length),
    op!(vector::permuted_shape),
    op!(vector::gather_shape),
    op!(vector::concatenate_one),
    op!(vector::concatenate_shapes),
    op!(vector::joined_shape),
    op!(vector::shuffle),
    op!(pack::too_many),
    op!(pack::positions),
    op!(pack::index),
    op!(pack::unsigned_float),
    op!(pack::width),
    op!(pack::types),
    op!(pack::mask_shape),
    op!(pack::bitcast_shape),
    op!(matmul::accumulator_width),
    op!(matmul::transpose_flag),
    op!(matmul::dimensions),
    op!(matmul::contraction),
    op!(matmul::batch),
    op!(matmul::output_order),
    op!(matmul::result_shape),
    op!(matmul::integers_and_floats),
    dma(&dma::operand_not_ref::CODE, DMAS, dma::operand_not_ref::check),
    dma(&dma::semaphore_not_ref::CODE, DMAS, dma::semaphore_not_ref::check),
    dma(&dma::semaphore_wrong_type::CODE, DMAS, dma::semaphore_wrong_type::check),
    dma(&dma::wait_on_regular_semaphore::CODE, BYTE_WAITS, dma::wait_on_regular_semaphore::check),
    dma(&dma::indirect_on_regular_semaphore::CODE, INDIRECT_START, dma::indirect_on_regular_semaphore::check),
    dma(&dma::semaphore_not_in_semaphore_memory::CODE, DMAS, dma::semaphore_not_in_semaphore_memory::check),
    dma(&dma::semaphore_not_scalar::CODE, DMAS, dma::semaphore_not_scalar::check),
    dma(&dma::missing_target_semaphore::CODE, START, dma::missing_target_semaphore::check),
    dma(&dma::missing_awaited_semaphore::CODE, END_WAIT, dma::missing_awaited_semaphore::check),
    dma(&dma::source_semaphore_on_local_copy::CODE, START, dma::source_semaphore_on_local_copy::check),
    dma(&dma::remote_without_source_semaphore::CODE, START, dma::remote_without_source_semaphore::check),
    dma(&dma::semaphore_kinds_differ::CODE, START, dma::semaphore_kinds_differ::check),
    dma(&dma::element_type_mismatch::CODE, STARTS, dma::element_type_mismatch::check),
    dma(&dma::shape_mismatch::CODE, START, dma::shape_mismatch::check),
    dma(&dma::bool_element::CODE, STARTS, dma::bool_element::check),
    dma(&dma::source_is_target::CODE, START, dma::source_is_target::check),
    dma(&dma::priority_negative::CODE, START, dma::priority_negative::check),
    dma(&dma::priority_too_high::CODE, START, dma::priority_too_high::check),
    dma(&dma::remote_priority::CODE, START, dma::remote_priority::check),
    dma(&dma::device_id_not_i32::CODE, WITH_IDS, dma::device_id_not_i32::check),
    dma(&dma::semaphore_on_another_core::CODE, WITH_IDS, dma::semaphore_on_another_core::check),
    dma(&dma::core_id_missing::CODE, START, dma::core_id_missing::check),
    dma(&dma::subcore_id_off_vector_subcore::CODE, WITH_SUBCORE, dma::subcore_id_off_vector_subcore::check),
    dma(&dma::strict_ordering_off_sparse_core::CODE, START, dma::strict_ordering_off_sparse_core::check),
    dma(&dma::smem_with_regular_semaphore::CODE, START, dma::smem_with_regular_semaphore::check),
    dma(&dma::indirect_off_vector_subcore::CODE, INDIRECT, dma::indirect_off_vector_subcore::check),
    dma(&dma::regular_semaphore::CODE, START, dma::regular_semaphore::check),
    dma(&dma::indirect_memory_pair::CODE, INDIRECT, dma::indirect_memory_pair::check),
    dma(&dma::offsets_wrong_type::CODE, INDIRECT_START, dma::offsets_wrong_type::check),
    dma(&dma::offsets_not_in_vmem::CODE, INDIRECT_START, dma::offsets_not_in_vmem::check),
    dma(&dma::offsets_shape::CODE, INDIRECT_START, dma::offsets_shape::check),
    dma(&dma::indirect_shape_mismatch::CODE, INDIRECT_START, dma::indirect_shape_mismatch::check),
    semaphore(&semaphore::operand_not_ref::CODE, USES, semaphore::operand_not_ref::check),
    semaphore(&semaphore::operand_is_data_ref::CODE, USES, semaphore::operand_is_data_ref::check),
    semaphore(&semaphore::signal_on_dma_semaphore::CODE, SIGNAL, semaphore::signal_on_dma_semaphore::check),
    semaphore(&semaphore::wait_on_dma_semaphore::CODE, WAIT, semaphore::wait_on_dma_semaphore::check),
    semaphore(&semaphore::not_in_semaphore_memory::CODE, USES, semaphore::not_in_semaphore_memory::check),
    semaphore(&semaphore::not_scalar::CODE, USES, semaphore::not_scalar::check),
    semaphore(&semaphore::amount_not_i32::CODE, COUNTS, semaphore::amount_not_i32::check),
    semaphore(&semaphore::amount_negative::CODE, COUNTS, semaphore::amount_negative::check),
    semaphore(&semaphore::device_id_not_i32::CODE, SIGNAL, semaphore::device_id_not_i32::check),
    semaphore(&semaphore::signal_to_another_core::CODE, SIGNAL, semaphore::signal_to_another_core::check),
    semaphore(&semaphore::subcore_id_off_vector_subcore::CODE, SIGNAL, semaphore::subcore_id_off_vector_subcore::check),
    semaphore(&semaphore::alloc_of_data::CODE, ALLOC, semaphore::alloc_of_data::check),
    semaphore(&semaphore::barrier_not_regular::CODE, BARRIER, semaphore::barrier_not_regular::check),
    semaphore(&semaphore::alloc_not_in_semaphore_memory::CODE, MAKERS, semaphore::alloc_not_in_semaphore_memory::check),
    semaphore(&semaphore::barrier_not_scalar::CODE, BARRIER, semaphore::barrier_not_scalar::check),
    semaphore(&semaphore::read_not_i32::CODE, READ, semaphore::read_not_i32::check),
    op!(memory::index_count),
    op!(memory::not_in_vmem),
    op!(memory::element_differs),
    op!(memory::strides_given),
    op!(memory::stride_count),
    op!(memory::stride_too_small),
    op!(memory::rank_differs),
    op!(memory::masked_width),
    op!(memory::mask_shape),
    op!(memory::index_shape),
    op!(memory::sublanes),
    op!(memory::out_of_bounds),
    op!(memory::scalar_not_in_smem),
    op!(memory::atomic_core),
    op!(memory::atomic_not_in_smem),
    op!(view::dynamic_source),
    op!(view::dynamic_sizes),
    op!(view::semaphore_element),
    op!(view::index_count),
    op!(view::space_changes),
    op!(view::layout_kind),
    op!(view::tile_rank),
    op!(view::squeezed_shape),
    op!(view::squeezed_tile),
    op!(view::one_dimension),
    op!(view::element_count),
    op!(view::tiling_changes),
    op!(view::tiles_scattered),
    op!(view::minor_changes),
    op!(view::bitcast_shape),
    op!(view::bitcast_tile),
    op!(view::out_of_bounds),
    sync(&sync::copy_never_awaited::CODE, sync::copy_never_awaited::check),
    sync(&sync::wait_without_start::CODE, sync::wait_without_start::check),
    sync(&sync::wait_size_differs::CODE, sync::wait_size_differs::check),
    sync(&sync::ambiguous_wait::CODE, sync::ambiguous_wait::check),
    sync(&sync::read_in_flight::CODE, sync::read_in_flight::check),
    sync(&sync::write_in_flight::CODE, sync::write_in_flight::check),
    sync(&sync::semaphore_not_restored::CODE, sync::semaphore_not_restored::check),
    sync(&sync::wait_never_satisfied::CODE, sync::wait_never_satisfied::check),
    sync(&sync::depends_on_branch::CODE, sync::depends_on_branch::check),
    sync(&sync::block_revisited::CODE, sync::block_revisited::check),
    sync(&sync::block_shared::CODE, sync::block_shared::check),
    sync(&sync::output_never_written::CODE, sync::output_never_written::check),
    sync(&sync::uninitialised_read::CODE, sync::uninitialised_read::check),
    sync(&sync::cannot_tell::CODE, sync::cannot_tell::check),
    kernel!(grid::attribute_kind),
    kernel!(grid::argument_count),
    kernel!(grid::index_type),
    kernel!(grid::operand_not_ref),
    kernel!(grid::semantics_count),
    kernel!(grid::core_parallel),
    kernel!(grid::negative_bound),
    kernel!(grid::two_kernels),
    kernel!(grid::window_shape),
    kernel!(grid::transform_missing),
    kernel!(grid::transform_arguments),
    kernel!(grid::transform_results),
    kernel!(grid::window_padding),
    kernel!(grid::window_revisit),
    kernel!(grid::window_not_blocked),
    op!(grid::no_such_dimension),
    kernel!(grid::scratch_in_hbm),
    kernel!(grid::call_arrays),
    kernel!(grid::call_array_type),
    kernel!(grid::block_shape),
    kernel!(grid::barrier_without_id),
    kernel!(grid::id_without_barrier),
];

/// The codes of all rules, ascending.
pub static CODES: &[&Code] = &{
    let mut codes = [TABLE[0].code; TABLE.len()];
    let mut index = 1;
    while index < codes.len() {
        codes[index] = TABLE[index].code;
        index += 1;
    }
    codes
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn codes_are_unique_ascend_and_have_a_full_page() {
        assert!(RULES.is_sorted_by(|a, b| a.code.number < b.code.number));
        let headings = ["## What it checks\n", "## Why\n", "## Wrong\n", "## Right\n", "## Source\n"];
        for rule in RULES {
            let mut rest = rule.code.page;
            for heading in headings {
                let at = rest.find(heading);
                assert!(at.is_some(), "{} lacks {heading:?}, or has it out of order", rule.code);
                rest = &rest[at.unwrap_or_default()..];
            }
        }
    }

    #[test]
    fn every_rule_has_a_file_and_a_test_of_its_name() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for rule in RULES {
            let code = root.join("verify").join(rule.path()).with_extension("rs");
            assert!(code.exists(), "{} is missing", code.display());
            let test = root.join("../lit-tests/verify").join(rule.path()).with_extension("mlir");
            let text = std::fs::read_to_string(&test).unwrap_or_default();
            assert!(
                text.contains(&rule.code.to_string()),
                "{} does not expect {}",
                test.display(),
                rule.code
            );
        }
    }
}

//! Which cores a kernel wants: most take what the machine has, kernels of SparseCores and of meshes
//! say it with their grid.

use super::plan::{PlanError, semantics};
use crate::session::loc_of;
use melior::ir::operation::{OperationLike, OperationRef};
use tessera_passes::lower::memory::{name_of, walk};
use tessera_passes::signature::Signature;
use tessera_runtime::{CoreGroup, CoreKind, DimensionSemantics};

/// A group of cores for every program. Empty when the grid is shared by however many cores there are;
/// `grid` is that of the first program, `cores` what the user asked for.
pub(super) fn of(
    kernels: &[OperationRef<'_, '_>],
    grid: &[i64],
    cores: Option<usize>,
) -> Result<Vec<CoreGroup>, PlanError> {
    let mut groups = Vec::new();
    for (number, kernel) in kernels.iter().enumerate() {
        let signature =
            Signature::of(*kernel).map_err(|error| super::plan::fault(&error, loc_of(kernel.location())))?;
        let grid = if number == 0 { grid.to_vec() } else { signature.grid.clone() };
        let kind = kernel
            .attribute("tpu.core_type")
            .ok()
            .and_then(tessera_tpu::attrs::enum_value)
            .and_then(|code| CoreKind::from_code(i32::try_from(code).ok()?))
            .unwrap_or_default();
        let dims: Vec<DimensionSemantics> = signature.semantics.iter().map(|case| semantics(*case)).collect();
        let is_mesh = kind != CoreKind::Tensor
            || signature.is_mesh
            || dims.iter().any(|dim| {
                matches!(dim, DimensionSemantics::CoreParallel | DimensionSemantics::SubcoreParallel)
            })
            || (names_cores(*kernel) && !dims.is_empty() && dims.iter().all(|dim| dim.is_parallel()));
        if kernels.len() == 1 && (!is_mesh || cores.is_some()) {
            return Ok(Vec::new());
        }
        let count = |wanted: fn(&DimensionSemantics) -> bool| -> u32 {
            let sizes = dims.iter().zip(&grid).filter(|(dim, _)| wanted(dim)).map(|(_, size)| *size);
            sizes
                .fold(1, |product: u32, size| product.saturating_mul(u32::try_from(size).unwrap_or(u32::MAX)))
        };
        let subcores = count(|dim| *dim == DimensionSemantics::SubcoreParallel);
        let units =
            count(|dim| matches!(dim, DimensionSemantics::CoreParallel | DimensionSemantics::Parallel));
        groups.push(CoreGroup {
            kind,
            units: units.max(1),
            subcores: subcores.max(1),
            grid,
            semantics: dims,
        });
    }
    Ok(groups)
}

/// Whether the kernel addresses another core by number.
fn names_cores(kernel: OperationRef<'_, '_>) -> bool {
    walk(kernel).into_iter().any(|op| match name_of(op) {
        "tpu.sem_signal" | "tpu.enqueue_dma" => {
            // Core ids come after all refs: semaphore, amount, device, core; or two refs, two
            // semaphores, device, core.
            let segments = tessera_tpu::read::int32s(op, "operandSegmentSizes");
            let at = if name_of(op) == "tpu.sem_signal" { 3 } else { 5 };
            segments.get(at) == Some(&1)
        }
        _ => false,
    })
}

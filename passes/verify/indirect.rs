//! Gathers and scatters: which way they go follows from the memories.
//!
//! Memory that several subcores share is HBM, VMEM_SHARED, or the VMEM of a TensorCore. A gather takes
//! slices of shared memory to the subcore's own VMEM, a scatter the other way. Each offset picks one slice
//! on the shared side. Source: the rules IDMA-04 and WAIT-24 of the `tpu` dialect, jax-ml/jax cec06d1.

use super::dma::Dma;
use crate::verify::cx::Cx;
use tessera_core::graph::{CoreType, MemorySpace, Operand, RefType, ValueType};

/// Which way an indirect DMA goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From shared memory.
    Gather,
    /// To shared memory.
    Scatter,
}

impl Direction {
    /// The direction between two refs; `None` where there is none. Gather wins when both would do.
    #[must_use]
    pub fn of(source: &RefType, target: &RefType) -> Option<Self> {
        let own = |ty: &RefType| ty.space == Some(MemorySpace::Vmem);
        if is_shared(source) && own(target) {
            Some(Self::Gather)
        } else if own(source) && is_shared(target) {
            Some(Self::Scatter)
        } else {
            None
        }
    }

    /// The word for it, with an article.
    #[must_use]
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Gather => "a gather",
            Self::Scatter => "a scatter",
        }
    }
}

fn is_shared(ty: &RefType) -> bool {
    match ty.space {
        Some(MemorySpace::Hbm | MemorySpace::VmemShared) => true,
        Some(MemorySpace::Vmem) => ty.core == Some(CoreType::Tc),
        Some(MemorySpace::Any | MemorySpace::Smem | MemorySpace::Cmem) => false,
        Some(MemorySpace::SemaphoreMem | MemorySpace::Host) | None => false,
    }
}

/// The sizes of sound offsets, in a ref or in a vector.
#[must_use]
pub fn offsets_shape(dma: &Dma, cx: &Cx<'_>) -> Option<(Operand, Vec<Option<u64>>)> {
    let offsets = cx.sound(dma.offsets)?;
    let shape = match &cx.graph().value(offsets.value)?.ty {
        ValueType::Ref(ty) => ty.shape.clone(),
        ValueType::Vector { shape, .. } => shape.iter().copied().map(Some).collect(),
        ValueType::Scalar(_) | ValueType::Other(_) => return None,
    };
    Some((offsets, shape))
}

//! A DMA copies element for element, so both ends have one shape.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`DmaShapeMismatch`].
pub static CODE: Code = Code::new(
    314,
    "dma_shape_mismatch",
    Level::Error,
    "## What it checks
Source and target of a DMA have equal shapes. Sizes known at run time only must be so at both ends.

## Why
The engine neither reshapes nor broadcasts; the tail of the longer end would be undefined.

## Wrong
```python
buf = ...            # scratch: pltpu.VMEM((16, 128), jnp.float32)
pltpu.make_async_copy(x_hbm, buf, sem).start()      # x_hbm is (8, 128)
```

## Right
```python
pltpu.make_async_copy(x_hbm, buf.at[pl.ds(0, 8)], sem).start()
```

## Source
DMA-06 (the `tpu` dialect); tracing lets it pass (DMAC-20). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A DMA copies element for element, so both ends have one shape.
#[derive(Debug, thiserror::Error)]
#[error("a DMA copies element for element, but {from} is {} and {to} {}", .from_type.short(), .to_type.short())]
pub struct DmaShapeMismatch {
    /// What to call the source.
    pub from: String,
    /// Its type.
    pub from_type: RefType,
    /// What to call the target.
    pub to: String,
    /// Its type.
    pub to_type: RefType,
}

impl Fault for DmaShapeMismatch {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        let (from, to) = (&self.from_type, &self.to_type);
        let of = |ty: &RefType| ty.shape.iter().copied().filter(|size| *size != Some(1)).collect::<Vec<_>>();
        if from.rank() != to.rank() && of(from) == of(to) {
            let name = if from.rank() > to.rank() { &self.from } else { &self.to };
            return Some(format!(
                "an integer index drops a size-1 dimension, a slice keeps it: index {name} with integers"
            ));
        }
        if let Some((larger, name, smaller)) = self.larger_and_smaller() {
            let part = |(large, small): (&u64, &u64)| {
                if large == small { ":".to_owned() } else { format!("pl.ds(i, {small})") }
            };
            let mut parts: Vec<String> = larger.iter().zip(&smaller).map(part).collect();
            while parts.last().is_some_and(|part| part == ":") {
                parts.pop();
            }
            return Some(format!("copy a part of {name} only: `.at[{}]`", parts.join(", ")));
        }
        if from.elements().is_some() && from.elements() == to.elements() {
            return Some(
                "the engine does not reshape: view one end as the other with `ref.reshape(...)`".into(),
            );
        }
        Some("slice both ends to one shape with `.at[...]`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl DmaShapeMismatch {
    /// If one end covers the other in every dimension: its sizes, its name, and the sizes of the other.
    fn larger_and_smaller(&self) -> Option<(Vec<u64>, &str, Vec<u64>)> {
        let sizes = |ty: &RefType| ty.shape.iter().copied().collect::<Option<Vec<u64>>>();
        let (from, to) = (sizes(&self.from_type)?, sizes(&self.to_type)?);
        let covers = |big: &[u64], small: &[u64]| {
            big.len() == small.len() && big.iter().zip(small).all(|(big, small)| big >= small)
        };
        if covers(&from, &to) {
            Some((from, &self.from, to))
        } else if covers(&to, &from) {
            Some((to, &self.to, from))
        } else {
            None
        }
    }
}

/// Checks starts. A size known at run time only equals no other.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (source, source_type) = cx.dma_ref_type(dma.source)?;
    let (target, target_type) = cx.dma_ref_type(dma.target)?;
    if source_type.shape != target_type.shape {
        let fault = DmaShapeMismatch {
            from: cx.name(source.value),
            from_type: source_type.clone(),
            to: cx.name(target.value),
            to_type: target_type.clone(),
        };
        cx.report(fault).blame(source).blame(target);
    }
    Some(())
}

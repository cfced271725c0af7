//! MLIR's types, attributes and locations as plain data.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef, Type, TypeLike};
use tessera_core::graph::{self, CoreType, Element, MemorySpace, RefType, Tiling, ValueType};
use tessera_core::loc::Loc;
use tessera_tpu::enums;
use tessera_tpu::loc::{Decoded, decode};
use tessera_tpu::types::{self, Layout, SemaphoreKind};

/// A location as plain data.
///
/// JAX's locations carry names and call chains and lead to Python; a bare file location is one that the
/// parser made, and leads to the text of the module.
#[must_use]
pub fn loc_of(location: Location<'_>) -> Loc {
    let Decoded { frames, names } = decode(location);
    let bare = names.is_empty() && frames.iter().all(|frame| frame.function.is_none());
    match frames.as_slice() {
        [_] if bare => Loc { module: frames.into_iter().next(), ..Loc::default() },
        _ => Loc { python: frames, ..Loc::default() },
    }
}

/// The Python name that JAX's location of an argument records.
pub fn argument_name(location: Location<'_>) -> Option<String> {
    let Decoded { frames, names } = decode(location);
    // A name right around a file location is read as that of a function; on an argument it is its own.
    let name = names.into_iter().next().or_else(|| frames.into_iter().next()?.function)?;
    (!name.is_empty()).then_some(name)
}

/// The type of a value.
pub fn value_type(ty: Type<'_>) -> ValueType {
    if let Some(memory) = types::RefType::of(ty) {
        return ValueType::Ref(RefType {
            shape: memory.shape.iter().map(|size| size.and_then(|size| u64::try_from(size).ok())).collect(),
            element: element(memory.element),
            space: memory.space.map(|space| space_of(space.space)),
            core: memory.space.and_then(|space| space.core).map(core_of),
            layout: match memory.layout {
                Layout::RowMajor => None,
                Layout::Tiled(tiled) => {
                    Some(graph::Layout::Tiled(Tiling { tiles: tiled.tiles, strides: tiled.tile_strides }))
                }
                Layout::Other(attribute) => Some(graph::Layout::Other(attribute.to_string())),
            },
        });
    }
    if let Some(vector) = types::VectorType::of(ty) {
        let shape = vector.shape.iter().map(|size| u64::try_from(*size).unwrap_or_default()).collect();
        return ValueType::Vector { shape, element: element(vector.element) };
    }
    match element(ty) {
        Element::Other(text) => ValueType::Other(text),
        scalar => ValueType::Scalar(scalar),
    }
}

/// What a ref or array is made of, or a scalar is. Integers with a sign of their own are none of JAX's.
pub fn element(ty: Type<'_>) -> Element {
    match SemaphoreKind::of(ty) {
        Some(SemaphoreKind::Dma) => return Element::DmaSemaphore,
        Some(SemaphoreKind::Regular) => return Element::Semaphore,
        None => {}
    }
    if ty.is_index() {
        return Element::Index;
    }
    match types::bit_width(ty) {
        Some(bits) if types::is_signless(ty) => Element::Int(bits),
        Some(_) if ty.is_integer() => Element::Other(ty.to_string()),
        Some(bits) => Element::Float(ty.to_string(), bits),
        None => Element::Other(ty.to_string()),
    }
}

const fn space_of(space: enums::MemorySpace) -> MemorySpace {
    match space {
        enums::MemorySpace::Any => MemorySpace::Any,
        enums::MemorySpace::Vmem => MemorySpace::Vmem,
        enums::MemorySpace::Smem => MemorySpace::Smem,
        enums::MemorySpace::Hbm => MemorySpace::Hbm,
        enums::MemorySpace::Cmem => MemorySpace::Cmem,
        enums::MemorySpace::SemaphoreMem => MemorySpace::SemaphoreMem,
        enums::MemorySpace::VmemShared => MemorySpace::VmemShared,
        enums::MemorySpace::Host => MemorySpace::Host,
    }
}

const fn core_of(core: enums::CoreType) -> CoreType {
    match core {
        enums::CoreType::Tc => CoreType::Tc,
        enums::CoreType::ScScalarSubcore => CoreType::ScScalarSubcore,
        enums::CoreType::ScVectorSubcore => CoreType::ScVectorSubcore,
    }
}

/// The core type that an operation announces for what is inside it.
pub fn core_type(op: OperationRef<'_, '_>) -> Option<CoreType> {
    op.attribute("tpu.core_type").ok().and_then(enums::CoreType::of).map(core_of)
}

/// The value of an integer constant.
pub fn constant(op: OperationRef<'_, '_>) -> Option<i64> {
    let value = op.attribute("value").ok()?;
    Some(IntegerAttribute::try_from(value).ok()?.value())
}

//! Types in plain Rust.

pub use crate::{
    attrs::TiledLayout,
    enums::{CoreType, MemorySpace},
};
use crate::{ffi, ir};
use melior::{
    Context,
    ir::{Attribute, Type, attribute::AttributeLike, r#type::TypeLike},
};
use std::{ffi::c_int, fmt};

/// The two kinds of semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemaphoreKind {
    /// `!tpu.semaphore`, which counts signals.
    Regular,
    /// `!tpu.dma_semaphore`, which counts bytes.
    Dma,
}

// The values of TesseraTypeKind in cpp/shim.h.
const SEMAPHORE: c_int = 1;
const DMA_SEMAPHORE: c_int = 2;

impl SemaphoreKind {
    /// The kind of a semaphore type.
    #[must_use]
    pub fn of(r#type: Type<'_>) -> Option<Self> {
        match unsafe { ffi::tesseraTypeKind(r#type.to_raw()) } {
            SEMAPHORE => Some(Self::Regular),
            DMA_SEMAPHORE => Some(Self::Dma),
            _ => None,
        }
    }

    /// The type of this kind.
    #[must_use]
    pub fn to_type(self, context: &Context) -> Type<'_> {
        unsafe {
            Type::from_raw(match self {
                Self::Regular => ffi::tesseraSemaphoreGet(context.to_raw()),
                Self::Dma => ffi::tesseraDMASemaphoreGet(context.to_raw()),
            })
        }
    }
}

/// The float inside a `!tpu.float8_exmy`.
#[must_use]
pub fn float8_underlying<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    unsafe { Type::from_option_raw(ffi::tesseraFloat8Underlying(r#type.to_raw())) }
}

/// The bits that an element of this type takes in memory; `None` for types
/// without a fixed size. A `!tpu.float8_exmy` takes a whole byte.
#[must_use]
pub fn bit_width(r#type: Type<'_>) -> Option<u32> {
    if float8_underlying(r#type).is_some() { Some(8) } else { ir::element_bits(r#type) }
}

/// Whether this is an integer type that says nothing about signs, as all of JAX's are.
#[must_use]
pub fn is_signless(r#type: Type<'_>) -> bool {
    // SAFETY: the sign is only asked of an integer type.
    unsafe {
        let raw = r#type.to_raw();
        mlir_sys::mlirTypeIsAInteger(raw) && mlir_sys::mlirIntegerTypeIsSignless(raw)
    }
}

/// A memory, and whose one if a core is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    /// The memory.
    pub space: MemorySpace,
    /// The kind of core that it belongs to.
    pub core: Option<CoreType>,
}

impl Space {
    /// What a `#tpu.memory_space` says.
    #[must_use]
    pub fn of(attribute: Attribute<'_>) -> Option<Self> {
        let space = MemorySpace::of(attribute)?;
        let core = unsafe { ffi::tesseraMemorySpaceCore(attribute.to_raw()) };
        Some(Self { space, core: CoreType::try_from(core).ok() })
    }

    /// The attribute that says this.
    #[must_use]
    pub fn to_attribute(self, context: &Context) -> Option<Attribute<'_>> {
        let core = self.core.map_or(-1, CoreType::value);
        unsafe {
            Attribute::from_option_raw(ffi::tesseraMemorySpaceGet(context.to_raw(), self.space.value(), core))
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.space)?;
        self.core.map_or(Ok(()), |core| write!(out, " of {core}"))
    }
}

/// The layout of a ref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout<'c> {
    /// Row-major, as without any layout in the type.
    RowMajor,
    /// A `#tpu.tiled`.
    Tiled(TiledLayout),
    /// Strided, affine or foreign.
    Other(Attribute<'c>),
}

/// A ref: a ranked memref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefType<'c> {
    /// The sizes; `None` where one is known only when the kernel runs.
    pub shape: Vec<Option<i64>>,
    /// What it holds.
    pub element: Type<'c>,
    /// Where it lives; `None` if not said, or not in a `#tpu.memory_space`.
    pub space: Option<Space>,
    /// The memory space as written.
    pub space_attribute: Option<Attribute<'c>>,
    /// How the elements lie.
    pub layout: Layout<'c>,
}

impl<'c> RefType<'c> {
    /// Reads a memref type.
    #[must_use]
    pub fn of(r#type: Type<'c>) -> Option<Self> {
        let raw = r#type.to_raw();
        if !unsafe { mlir_sys::mlirTypeIsAMemRef(raw) } {
            return None;
        }
        let space_attribute =
            unsafe { Attribute::from_option_raw(mlir_sys::mlirMemRefTypeGetMemorySpace(raw)) };
        let layout = unsafe { Attribute::from_raw(mlir_sys::mlirMemRefTypeGetLayout(raw)) };
        Some(Self {
            shape: shape(r#type)?,
            element: ir::element_of(r#type)?,
            space: space_attribute.and_then(Space::of),
            space_attribute,
            layout: layout_of(layout),
        })
    }

    /// The kind of the semaphores that it holds.
    #[must_use]
    pub fn semaphore(&self) -> Option<SemaphoreKind> {
        SemaphoreKind::of(self.element)
    }

    /// The number of elements; `None` if a size is not known or the product is
    /// too large.
    #[must_use]
    pub fn element_count(&self) -> Option<i64> {
        self.shape.iter().try_fold(1_i64, |product, size| product.checked_mul((*size)?))
    }
}

impl fmt::Display for RefType<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_shaped(out, &self.shape, self.element)?;
        self.space.map_or(Ok(()), |space| write!(out, " in {space}"))
    }
}

/// A vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorType<'c> {
    /// The sizes.
    pub shape: Vec<i64>,
    /// What it holds.
    pub element: Type<'c>,
}

impl<'c> VectorType<'c> {
    /// Reads a vector type.
    #[must_use]
    pub fn of(r#type: Type<'c>) -> Option<Self> {
        if !unsafe { mlir_sys::mlirTypeIsAVector(r#type.to_raw()) } {
            return None;
        }
        Some(Self { shape: ir::shape_of(r#type)?, element: ir::element_of(r#type)? })
    }
}

impl fmt::Display for VectorType<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<_> = self.shape.iter().copied().map(Some).collect();
        write_shaped(out, &shape, self.element)
    }
}

fn write_shaped(out: &mut fmt::Formatter<'_>, shape: &[Option<i64>], element: Type<'_>) -> fmt::Result {
    for size in shape {
        match size {
            Some(size) => write!(out, "{size}x")?,
            None => write!(out, "?x")?,
        }
    }
    write!(out, "{element}")
}

fn layout_of(attribute: Attribute<'_>) -> Layout<'_> {
    if let Some(tiled) = TiledLayout::of(attribute) {
        return Layout::Tiled(tiled);
    }
    let raw = attribute.to_raw();
    let row_major = unsafe {
        mlir_sys::mlirAttributeIsAAffineMap(raw)
            && mlir_sys::mlirAffineMapIsIdentity(mlir_sys::mlirAffineMapAttrGetValue(raw))
    };
    if row_major { Layout::RowMajor } else { Layout::Other(attribute) }
}

/// The sizes of a ranked type, with `None` for those not known.
fn shape(r#type: Type<'_>) -> Option<Vec<Option<i64>>> {
    let sizes = ir::shape_of(r#type)?;
    Some(sizes.into_iter().map(|size| (size != i64::MIN).then_some(size)).collect())
}

/// The memory of a ref, whoever owns it; `None` if the type names none.
#[must_use]
pub fn memory_space_of(r#type: Type<'_>) -> Option<MemorySpace> {
    RefType::of(r#type)?.space.map(|space| space.space)
}

//! Types of values, in the words of a kernel author: refs, vectors and scalars.

use std::fmt;

/// What a ref or vector is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// `!tpu.dma_semaphore`: counts the bytes that copies have moved.
    DmaSemaphore,
    /// `!tpu.semaphore`: counts what signals add.
    Semaphore,
    /// An integer of so many bits; one bit is a bool.
    Int(u32),
    /// A float by its short name, e.g. `bf16`, and its bits.
    Float(String, u32),
    /// MLIR's `index`.
    Index,
    /// Anything else, as MLIR prints it.
    Other(String),
}

impl Element {
    /// Whether this is a semaphore of either kind.
    #[must_use]
    pub const fn is_semaphore(&self) -> bool {
        match self {
            Self::DmaSemaphore | Self::Semaphore => true,
            Self::Int(_) | Self::Float(..) | Self::Index | Self::Other(_) => false,
        }
    }

    /// Bits of one element, where that is known.
    #[must_use]
    pub const fn bits(&self) -> Option<u32> {
        match self {
            Self::Int(bits) | Self::Float(_, bits) => Some(*bits),
            Self::DmaSemaphore | Self::Semaphore | Self::Index | Self::Other(_) => None,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DmaSemaphore => out.write_str("DMA semaphore"),
            Self::Semaphore => out.write_str("regular semaphore"),
            Self::Int(1) => out.write_str("bool"),
            Self::Int(bits) => write!(out, "i{bits}"),
            Self::Float(name, _) => out.write_str(name),
            Self::Index => out.write_str("index"),
            Self::Other(text) => out.write_str(text),
        }
    }
}

/// The memories of a TPU, as `#tpu.memory_space` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemorySpace {
    /// Wherever the compiler likes; HBM in practice.
    Any,
    /// Vector memory.
    Vmem,
    /// Scalar memory.
    Smem,
    /// Main memory of the device.
    Hbm,
    /// Common memory of some generations.
    Cmem,
    /// Where semaphores live.
    SemaphoreMem,
    /// Vector memory that the subcores of a SparseCore share.
    VmemShared,
    /// Memory of the host.
    Host,
}

impl MemorySpace {
    /// All spaces, in the order of the dialect.
    pub const ALL: [Self; 8] = [
        Self::Any,
        Self::Vmem,
        Self::Smem,
        Self::Hbm,
        Self::Cmem,
        Self::SemaphoreMem,
        Self::VmemShared,
        Self::Host,
    ];

    /// The word of the dialect.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Vmem => "vmem",
            Self::Smem => "smem",
            Self::Hbm => "hbm",
            Self::Cmem => "cmem",
            Self::SemaphoreMem => "semaphore_mem",
            Self::VmemShared => "vmem_shared",
            Self::Host => "host",
        }
    }

    /// The space of that dialect word.
    #[must_use]
    pub fn from_keyword(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|space| space.keyword() == word)
    }
}

impl fmt::Display for MemorySpace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Any => "ANY",
            Self::Vmem => "VMEM",
            Self::Smem => "SMEM",
            Self::Hbm => "HBM",
            Self::Cmem => "CMEM",
            Self::SemaphoreMem => "semaphore memory",
            Self::VmemShared => "VMEM_SHARED",
            Self::Host => "HOST",
        })
    }
}

/// The kinds of core that run kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoreType {
    /// A TensorCore.
    Tc,
    /// The scalar subcore of a SparseCore.
    ScScalarSubcore,
    /// A vector subcore of a SparseCore.
    ScVectorSubcore,
}

impl CoreType {
    /// All core types, in the order of the dialect.
    pub const ALL: [Self; 3] = [Self::Tc, Self::ScScalarSubcore, Self::ScVectorSubcore];

    /// The word of the dialect.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Tc => "tc",
            Self::ScScalarSubcore => "sc_scalar_subcore",
            Self::ScVectorSubcore => "sc_vector_subcore",
        }
    }

    /// The core type of that dialect word.
    #[must_use]
    pub fn from_keyword(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|core| core.keyword() == word)
    }
}

impl fmt::Display for CoreType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Tc => "TensorCore",
            Self::ScScalarSubcore => "SparseCore scalar subcore",
            Self::ScVectorSubcore => "SparseCore vector subcore",
        })
    }
}

/// A memref: shape, element, where it lives and how it is laid out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RefType {
    /// Sizes; `None` where the size is known at run time only.
    pub shape: Vec<Option<u64>>,
    /// What it holds.
    pub element: Element,
    /// The memory; `None` when the type names none or one that is not a TPU memory.
    pub space: Option<MemorySpace>,
    /// The core that the memory belongs to, when the type says so.
    pub core: Option<CoreType>,
    /// How the elements lie; `None` for row by row.
    pub layout: Option<Layout>,
}

/// How the elements of a ref lie, where that is not row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `#tpu.tiled`: in tiles, themselves cut into smaller ones.
    Tiled(Tiling),
    /// Strided, affine or foreign, as MLIR prints it.
    Other(String),
}

/// Nested tiles, as `#tpu.tiled` describes them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tiling {
    /// The tiles, the outermost first.
    pub tiles: Vec<Vec<i64>>,
    /// For each dimension, the distance of neighbours in first tiles.
    pub strides: Vec<i64>,
}

impl Tiling {
    /// The first tile; empty when there is none.
    #[must_use]
    pub fn first(&self) -> &[i64] {
        self.tiles.first().map_or(&[], Vec::as_slice)
    }
}

impl fmt::Display for Tiling {
    /// `(8,128)(2,1)`, without the strides.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tiles.is_empty() {
            return out.write_str("no tiles");
        }
        for tile in &self.tiles {
            let sizes: Vec<String> = tile.iter().map(ToString::to_string).collect();
            write!(out, "({})", sizes.join(","))?;
        }
        Ok(())
    }
}

impl RefType {
    /// Number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The tiling, if the layout is one.
    #[must_use]
    pub const fn tiling(&self) -> Option<&Tiling> {
        match &self.layout {
            Some(Layout::Tiled(tiling)) => Some(tiling),
            Some(Layout::Other(_)) | None => None,
        }
    }

    /// Number of elements, when all sizes are known and the product fits.
    #[must_use]
    pub fn elements(&self) -> Option<u64> {
        self.shape.iter().try_fold(1u64, |count, size| count.checked_mul((*size)?))
    }

    /// The shape as Python writes a tuple: `()`, `(2,)`, `(8, 128)`.
    #[must_use]
    pub fn shape_tuple(&self) -> String {
        shape_tuple(&self.shape)
    }

    /// Element and shape in JAX's short form, `f32[8,128]`, without the memory.
    ///
    /// Semaphores have no such form: `DMA semaphore`, `2-element DMA semaphore array`.
    #[must_use]
    pub fn short(&self) -> String {
        if !self.element.is_semaphore() {
            return format!("{}[{}]", self.element, join(&self.shape, ","));
        }
        match self.shape.as_slice() {
            [] => self.element.to_string(),
            [Some(count)] => format!("{count}-element {} array", self.element),
            sizes => format!("{} array of shape {}", self.element, shape_tuple(sizes)),
        }
    }
}

impl fmt::Display for RefType {
    /// `f32[8,128] in VMEM`; semaphores in semaphore memory go without the memory.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.short())?;
        match self.space {
            Some(MemorySpace::SemaphoreMem) if self.element.is_semaphore() => Ok(()),
            Some(space) => write!(out, " in {space}"),
            None if self.element.is_semaphore() => out.write_str(" in no stated memory"),
            None => Ok(()),
        }
    }
}

fn join(sizes: &[Option<u64>], separator: &str) -> String {
    let texts: Vec<String> =
        sizes.iter().map(|size| size.map_or_else(|| "?".to_owned(), |size| size.to_string())).collect();
    texts.join(separator)
}

/// A shape as Python writes a tuple: `()`, `(2,)`, `(8, ?)`.
#[must_use]
pub fn shape_tuple(sizes: &[Option<u64>]) -> String {
    let comma = if sizes.len() == 1 { "," } else { "" };
    format!("({}{comma})", join(sizes, ", "))
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// Memory.
    Ref(RefType),
    /// An array value in registers.
    Vector {
        /// Sizes.
        shape: Vec<u64>,
        /// Element type.
        element: Element,
    },
    /// One number.
    Scalar(Element),
    /// Anything else, as MLIR prints it.
    Other(String),
}

impl ValueType {
    /// The ref type, if this is a ref.
    #[must_use]
    pub const fn as_ref_type(&self) -> Option<&RefType> {
        match self {
            Self::Ref(ty) => Some(ty),
            Self::Vector { .. } | Self::Scalar(_) | Self::Other(_) => None,
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ref(ty) => write!(out, "{ty}"),
            Self::Vector { shape, element } => {
                let sizes: Vec<Option<u64>> = shape.iter().copied().map(Some).collect();
                write!(out, "{element}[{}]", join(&sizes, ","))
            }
            Self::Scalar(element) => write!(out, "{element}"),
            Self::Other(text) => out.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shape: &[Option<u64>], element: Element, space: Option<MemorySpace>) -> RefType {
        RefType { shape: shape.to_vec(), element, space, core: None, layout: None }
    }

    #[test]
    fn refs_read_as_in_pallas() {
        let f32 = Element::Float("f32".into(), 32);
        let data = of(&[Some(8), None], f32, Some(MemorySpace::Vmem));
        assert_eq!(data.to_string(), "f32[8,?] in VMEM");
        assert_eq!(data.elements(), None);
        let sem = |shape: &[Option<u64>]| of(shape, Element::DmaSemaphore, Some(MemorySpace::SemaphoreMem));
        assert_eq!(sem(&[]).to_string(), "DMA semaphore");
        assert_eq!(sem(&[Some(2)]).to_string(), "2-element DMA semaphore array");
        assert_eq!(sem(&[Some(2), Some(3)]).to_string(), "DMA semaphore array of shape (2, 3)");
        assert_eq!(sem(&[Some(2)]).shape_tuple(), "(2,)");
        assert_eq!(of(&[], Element::Semaphore, None).to_string(), "regular semaphore in no stated memory");
    }

    #[test]
    fn words_of_the_dialect_go_both_ways() {
        for space in MemorySpace::ALL {
            assert_eq!(MemorySpace::from_keyword(space.keyword()), Some(space));
        }
        for core in CoreType::ALL {
            assert_eq!(CoreType::from_keyword(core.keyword()), Some(core));
        }
        assert_eq!(MemorySpace::from_keyword("attic"), None);
    }
}

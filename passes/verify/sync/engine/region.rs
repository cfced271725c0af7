//! What part of which memory a ref stands for.
//!
//! A part is a box in the dimensions of the memory below all views. Where a view cannot be written as such a
//! box (a slice of a reshaped ref), the box is what it surely lies in, and is marked as not exact: two such
//! parts can be proved apart, but never proved to overlap.

use super::number::{Number, Numbers};
use tessera_core::graph::{RefType, ValueId, ViewKind};

/// A part of a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The memory, below all views.
    pub root: ValueId,
    /// Where it starts, per dimension of the memory.
    pub start: Vec<Number>,
    /// How much it spans, per dimension of the memory.
    pub size: Vec<Number>,
    /// Whether all of the box belongs to it.
    pub exact: bool,
}

/// A ref at run time: its part of the memory, and how its own dimensions lie in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The part.
    pub region: Region,
    /// For each dimension of the ref the dimension of the memory; `None` when views have mixed them.
    pub dimensions: Vec<Option<usize>>,
    /// Sizes of the ref.
    pub shape: Vec<Number>,
    /// Bits of an element, where known.
    pub bits: Option<u32>,
}

/// How two parts lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// They share nothing.
    Apart,
    /// They share something.
    Certain,
    /// It depends on what is not known.
    Unknown,
}

impl Region {
    /// How this part lies to another.
    pub fn overlap(&self, other: &Self, numbers: &mut Numbers) -> Overlap {
        if self.root != other.root || self.start.len() != other.start.len() {
            return Overlap::Unknown.when(self.root == other.root);
        }
        let mut all = self.exact && other.exact;
        for dimension in 0..self.start.len() {
            let span = |region: &Self| Some((*region.start.get(dimension)?, *region.size.get(dimension)?));
            let (Some(a), Some(b)) = (span(self), span(other)) else { return Overlap::Unknown };
            match spans(a, b, numbers) {
                Overlap::Apart => return Overlap::Apart,
                Overlap::Unknown => all = false,
                Overlap::Certain => {}
            }
        }
        if all { Overlap::Certain } else { Overlap::Unknown }
    }
}

impl Overlap {
    /// This when `same`, else apart.
    const fn when(self, same: bool) -> Self {
        if same { self } else { Self::Apart }
    }
}

/// How two half-open spans, given by start and size, lie to each other.
fn spans(a: (Number, Number), b: (Number, Number), numbers: &mut Numbers) -> Overlap {
    if let (Number::Known(s), Number::Known(t)) = (a.1, b.1)
        && (s <= 0 || t <= 0)
    {
        return Overlap::Apart;
    }
    match numbers.sub(b.0, a.0) {
        Number::Known(distance) => {
            let (size, at) = if distance >= 0 { (a.1, distance) } else { (b.1, -distance) };
            match size {
                Number::Known(size) if at >= size => Overlap::Apart,
                Number::Known(_) if matches!((a.1, b.1), (Number::Known(_), Number::Known(_))) => {
                    Overlap::Certain
                }
                Number::Known(_) | Number::Form(_) => touching(size, at, numbers),
            }
        }
        distance @ Number::Form(_) => {
            if (a.1, b.1) == (Number::Known(1), Number::Known(1)) && numbers.equal(a.0, b.0) == Some(false) {
                return Overlap::Apart;
            }
            // Behind each other by exactly the size of the first: `[o, o + n)` and `[o + n, ..)`.
            let gap = numbers.sub(distance, a.1);
            let other = numbers.combine(Number::Known(0), distance, -1);
            let back = numbers.sub(other, b.1);
            let apart = |gap: Number| matches!(gap, Number::Known(gap) if gap >= 0);
            if apart(gap) || apart(back) { Overlap::Apart } else { Overlap::Unknown }
        }
    }
}

/// Spans of unknown size that start at one place overlap, unless they are empty; nobody copies nothing.
fn touching(size: Number, at: i64, numbers: &mut Numbers) -> Overlap {
    let _ = numbers;
    if at == 0 && matches!(size, Number::Form(_) | Number::Known(1..)) {
        Overlap::Certain
    } else {
        Overlap::Unknown
    }
}

impl View {
    /// All of a memory of that type.
    pub fn whole(root: ValueId, ty: &RefType, numbers: &mut Numbers) -> Self {
        let shape: Vec<Number> = ty.shape.iter().map(|size| size_of(*size, numbers)).collect();
        let region =
            Region { root, start: vec![Number::Known(0); shape.len()], size: shape.clone(), exact: true };
        Self { region, dimensions: (0..shape.len()).map(Some).collect(), shape, bits: ty.element.bits() }
    }

    /// The window of that size at those offsets.
    #[must_use]
    pub fn slice(&self, offsets: &[Number], sizes: &[Number], numbers: &mut Numbers) -> Self {
        let mut view = self.clone();
        if offsets.len() != self.shape.len() || sizes.len() != self.shape.len() {
            view.region.exact = false;
            view.shape = sizes.to_vec();
            view.dimensions = vec![None; sizes.len()];
            return view;
        }
        for (index, (offset, size)) in offsets.iter().zip(sizes).enumerate() {
            let full = self.shape.get(index) == Some(size) && *offset == Number::Known(0);
            match self.dimensions.get(index).copied().flatten() {
                Some(dimension) => {
                    if let Some(start) = view.region.start.get_mut(dimension) {
                        *start = numbers.add(*start, *offset);
                    }
                    if let Some(span) = view.region.size.get_mut(dimension) {
                        *span = *size;
                    }
                }
                None if full => {}
                None => view.region.exact = false,
            }
        }
        view.shape = sizes.to_vec();
        view
    }

    /// The view of that kind and type, other than a slice.
    #[must_use]
    pub fn seen_as(&self, kind: ViewKind, ty: &RefType, numbers: &mut Numbers) -> Self {
        let mut view = self.clone();
        let sizes: Vec<Number> = ty.shape.iter().map(|size| size_of(*size, numbers)).collect();
        match kind {
            ViewKind::EraseLayout | ViewKind::AssumeLayout | ViewKind::Cast | ViewKind::Slice => {
                if sizes.len() != self.shape.len() {
                    view.dimensions = vec![None; sizes.len()];
                    view.shape = sizes;
                }
            }
            ViewKind::Squeeze => {
                let kept = self.kept(&sizes, ty);
                view.dimensions =
                    kept.iter().map(|index| self.dimensions.get((*index)?).copied().flatten()).collect();
                view.shape = kept
                    .iter()
                    .zip(&sizes)
                    .map(|(index, size)| {
                        index.and_then(|index| self.shape.get(index)).copied().unwrap_or(*size)
                    })
                    .collect();
            }
            ViewKind::Reshape => {
                let same = self.shape.iter().zip(&sizes).take_while(|(a, b)| a == b).count();
                let all = same == sizes.len() && same == self.shape.len();
                view.dimensions = (0..sizes.len())
                    .map(|index| {
                        self.dimensions.get(index).copied().flatten().filter(|_| index < same || all)
                    })
                    .collect();
                view.shape = sizes;
            }
            ViewKind::Bitcast => {
                let mixed = sizes.len().checked_sub(2);
                view.dimensions = (0..sizes.len())
                    .map(|index| {
                        self.dimensions
                            .get(index)
                            .copied()
                            .flatten()
                            .filter(|_| Some(index) != mixed && sizes.len() > 1)
                    })
                    .collect();
                view.shape = sizes;
            }
            ViewKind::Transpose => {
                view.dimensions = vec![None; sizes.len()];
                view.shape = sizes;
            }
            ViewKind::Reinterpret => {
                view.region.exact = false;
                view.dimensions = vec![None; sizes.len()];
                view.shape = sizes;
            }
        }
        view.bits = ty.element.bits();
        view
    }

    /// For each dimension of a squeezed ref the dimension it was, matched from the minor end.
    fn kept(&self, sizes: &[Number], ty: &RefType) -> Vec<Option<usize>> {
        let mut kept = vec![None; sizes.len()];
        let mut left = sizes.len();
        for (index, size) in self.shape.iter().enumerate().rev() {
            let Some(last) = left.checked_sub(1) else { break };
            let dynamic = ty.shape.get(last).is_some_and(Option::is_none);
            let must_keep = index < left;
            if sizes.get(last) == Some(size) || (dynamic && *size != Number::Known(1)) || must_keep {
                if let Some(slot) = kept.get_mut(last) {
                    *slot = Some(index);
                }
                left = last;
            }
        }
        kept
    }

    /// Bytes of the whole ref; `None` when the element has no known size.
    #[must_use]
    pub fn bytes(&self, numbers: &mut Numbers) -> Option<Number> {
        let bits = i64::from(self.bits?);
        let mut product = Number::Known(1);
        for size in &self.shape {
            product = numbers.mul(product, *size);
        }
        Some(match product {
            Number::Known(count) => Number::Known(count.checked_mul(bits)?.checked_add(7)? / 8),
            form @ Number::Form(_) if bits % 8 == 0 => numbers.mul(form, Number::Known(bits / 8)),
            Number::Form(_) => return None,
        })
    }
}

fn size_of(size: Option<u64>, numbers: &mut Numbers) -> Number {
    match size.and_then(|size| i64::try_from(size).ok()) {
        Some(size) => Number::Known(size),
        None => numbers.fresh(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tessera_core::graph::{Element, MemorySpace};

    fn buffer(numbers: &mut Numbers) -> View {
        let ty = RefType {
            shape: vec![Some(2), Some(8), Some(128)],
            element: Element::Float("f32".into(), 32),
            space: Some(MemorySpace::Vmem),
            core: None,
            layout: None,
        };
        View::whole(ValueId::new(0), &ty, numbers)
    }

    #[test]
    fn slots_of_a_buffer_are_apart_and_the_whole_overlaps_both() {
        let mut numbers = Numbers::default();
        let whole = buffer(&mut numbers);
        let mut slot = |index: Number| {
            let known = |n| Number::Known(n);
            whole.slice(&[index, known(0), known(0)], &[known(1), known(8), known(128)], &mut numbers)
        };
        let (first, second) = (slot(Number::Known(0)), slot(Number::Known(1)));
        assert_eq!(first.region.overlap(&second.region, &mut numbers), Overlap::Apart);
        assert_eq!(whole.region.overlap(&second.region, &mut numbers), Overlap::Certain);
        let at = numbers.fresh();
        let known = Number::Known;
        let some = whole.slice(&[at, known(0), known(0)], &[known(1), known(8), known(128)], &mut numbers);
        assert_eq!(some.region.overlap(&first.region, &mut numbers), Overlap::Unknown);
        assert_eq!(some.region.overlap(&some.region, &mut numbers), Overlap::Certain);
        assert_eq!(some.bytes(&mut numbers), Some(known(4096)));
    }
}

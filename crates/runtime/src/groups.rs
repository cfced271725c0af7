//! Which cores a device has: one kind for most kernels, scalar and vector subcores for some.
//!
//! Cores of all kinds are numbered through, kind by kind; within a kind by unit (SparseCore), then by
//! subcore.

use crate::spec::{DimensionSemantics, KernelSpec};

/// A kind of core. The discriminant is its code in the C interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum CoreKind {
    /// A TensorCore.
    #[default]
    Tensor = 0,
    /// The scalar subcore of a SparseCore.
    ScalarSubcore = 1,
    /// A vector subcore of a SparseCore.
    VectorSubcore = 2,
}

impl CoreKind {
    /// The kind named by `code`.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        [Self::Tensor, Self::ScalarSubcore, Self::VectorSubcore].get(usize::try_from(code).ok()?).copied()
    }
}

/// The cores that run one program of a kernel, and the grid that they share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoreGroup {
    /// What they are.
    pub kind: CoreKind,
    /// Units per device.
    pub units: u32,
    /// Cores per unit.
    pub subcores: u32,
    /// Steps per grid dimension, slowest first.
    pub grid: Vec<i64>,
    /// One per grid dimension, or empty for all arbitrary.
    pub semantics: Vec<DimensionSemantics>,
}

impl CoreGroup {
    /// Cores of the group per device.
    #[must_use]
    pub const fn cores(&self) -> u32 {
        self.units.saturating_mul(self.subcores)
    }
}

/// The groups of a kernel; without any, `cores` cores of one kind share the kernel's grid.
pub(crate) fn of(spec: &KernelSpec, cores: u32) -> Vec<CoreGroup> {
    if !spec.groups.is_empty() {
        return spec.groups.clone();
    }
    let (grid, semantics) = (spec.grid.clone(), spec.semantics.clone());
    vec![CoreGroup { kind: CoreKind::Tensor, units: cores, subcores: 1, grid, semantics }]
}

/// Where a core is among the groups of its device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) group: usize,
    pub(crate) unit: u32,
    pub(crate) subcore: u32,
}

impl Position {
    /// The position of core number `core`.
    pub(crate) fn of(groups: &[CoreGroup], core: u32) -> Self {
        let mut left = core;
        for (group, it) in groups.iter().enumerate() {
            if left < it.cores() {
                return Self { group, unit: left / it.subcores, subcore: left % it.subcores };
            }
            left -= it.cores();
        }
        Self::default()
    }

    /// The number of the core in its group.
    pub(crate) fn rank(self, groups: &[CoreGroup]) -> u32 {
        groups.get(self.group).map_or(0, |group| self.unit * group.subcores + self.subcore)
    }
}

/// The number of the core of `kind` at `unit` and `subcore`; -1 means where the caller is. `None` when
/// there is no such core.
pub(crate) fn number(
    groups: &[CoreGroup],
    from: Position,
    kind: CoreKind,
    unit: i32,
    subcore: i32,
) -> Option<u32> {
    let mut first = 0;
    for group in groups {
        if group.kind == kind {
            let own = |given: i32, own: u32| if given == -1 { Some(own) } else { u32::try_from(given).ok() };
            let is_same = groups.get(from.group).is_some_and(|own| own.kind == kind);
            let unit = own(unit, from.unit)?;
            let subcore = own(subcore, if is_same { from.subcore } else { 0 })?;
            return (unit < group.units && subcore < group.subcores)
                .then(|| first + unit * group.subcores + subcore);
        }
        first += group.cores();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_numbered_kind_by_kind() {
        let group = |kind, units, subcores| CoreGroup { kind, units, subcores, ..CoreGroup::default() };
        let groups = [group(CoreKind::VectorSubcore, 2, 16), group(CoreKind::ScalarSubcore, 2, 1)];
        let at = Position::of(&groups, 20);
        assert_eq!(at, Position { group: 0, unit: 1, subcore: 4 });
        assert_eq!(at.rank(&groups), 20);
        assert_eq!(Position::of(&groups, 33), Position { group: 1, unit: 1, subcore: 0 });
        assert_eq!(number(&groups, at, CoreKind::VectorSubcore, -1, 3), Some(19));
        assert_eq!(number(&groups, at, CoreKind::ScalarSubcore, -1, -1), Some(33));
        assert_eq!(number(&groups, at, CoreKind::VectorSubcore, 2, 0), None);
        assert_eq!(number(&groups, at, CoreKind::Tensor, 0, 0), None);
    }
}

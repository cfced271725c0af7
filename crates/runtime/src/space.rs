//! Memory spaces: what holds a buffer, and who shares it.

use std::fmt;

/// Where a buffer lives. The discriminant is the space code of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Space {
    /// The compiler's choice; treated as HBM.
    Any = 0,
    /// Vector memory of one core.
    Vmem = 1,
    /// Scalar memory of one core.
    Smem = 2,
    /// Main memory of one device.
    Hbm = 3,
    /// Common memory of one device.
    Cmem = 4,
    /// Semaphores of one core.
    Semaphore = 5,
    /// Vector memory shared by the cores of one device.
    VmemShared = 6,
    /// Memory of the host, reachable from one device.
    Host = 7,
}

impl Space {
    /// Every space, in the order of their codes.
    pub const ALL: &[Self] = &[
        Self::Any,
        Self::Vmem,
        Self::Smem,
        Self::Hbm,
        Self::Cmem,
        Self::Semaphore,
        Self::VmemShared,
        Self::Host,
    ];

    /// The number that names the space in the C interface.
    #[must_use]
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The space named by `code`, if there is one.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.get(usize::try_from(code).ok()?).copied()
    }

    /// Whether every core has a buffer of its own there; otherwise the cores of a device share it.
    #[must_use]
    pub const fn is_per_core(self) -> bool {
        matches!(self, Self::Vmem | Self::Smem | Self::Semaphore)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Any => "any",
            Self::Vmem => "vmem",
            Self::Smem => "smem",
            Self::Hbm => "hbm",
            Self::Cmem => "cmem",
            Self::Semaphore => "semaphore_mem",
            Self::VmemShared => "vmem_shared",
            Self::Host => "host",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_positions() {
        for (position, space) in Space::ALL.iter().enumerate() {
            assert_eq!(space.code(), i32::try_from(position).unwrap());
            assert_eq!(Space::from_code(space.code()), Some(*space));
        }
        assert_eq!(Space::from_code(8), None);
    }
}

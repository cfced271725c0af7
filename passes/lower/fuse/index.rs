//! Element coordinates: where in a value a loop nest currently is.

use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use melior::ir::Value;
use tessera_tpu::ir::{ValueKey, value_key};

/// One coordinate, in elements.
#[derive(Clone, Copy)]
pub enum Coord<'c, 'a> {
    /// Known now.
    Const(i64),
    /// An `index` value plus a constant.
    Value(Value<'c, 'a>, i64),
}

impl<'c: 'a, 'a> Coord<'c, 'a> {
    /// The coordinate `distance` elements further on.
    #[must_use]
    pub fn shift(self, distance: i64) -> Self {
        match self {
            Self::Const(at) => Self::Const(at + distance),
            Self::Value(value, at) => Self::Value(value, at + distance),
        }
    }

    /// The coordinate as an `index` value.
    pub fn emit(self, b: &Builder<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        match self {
            Self::Const(at) => b.index(at),
            Self::Value(value, 0) => Ok(value),
            Self::Value(value, at) => {
                let at = b.index(at)?;
                b.binary("arith.addi", value, at)
            }
        }
    }

    /// `self + other`.
    pub fn plus(self, b: &Builder<'c, 'a>, other: Self) -> Result<Self, Stop> {
        Ok(match (self, other) {
            (Self::Const(one), other) => other.shift(one),
            (one, Self::Const(other)) => one.shift(other),
            (Self::Value(one, a), Self::Value(other, c)) => {
                Self::Value(b.binary("arith.addi", one, other)?, a + c)
            }
        })
    }

    /// `self * factor`.
    pub fn times(self, b: &Builder<'c, 'a>, factor: i64) -> Result<Self, Stop> {
        Ok(match self {
            _ if factor == 0 => Self::Const(0),
            Self::Const(at) => Self::Const(at * factor),
            same if factor == 1 => same,
            Self::Value(value, at) => {
                let by = b.index(factor)?;
                Self::Value(b.binary("arith.muli", value, by)?, at * factor)
            }
        })
    }

    /// A key under which equal coordinates are equal.
    #[must_use]
    pub fn key(self) -> (Option<ValueKey>, i64) {
        match self {
            Self::Const(at) => (None, at),
            Self::Value(value, at) => (Some(value_key(value)), at),
        }
    }
}

/// A position in a value, or in lane mode a run of neighbouring positions along one dimension.
#[derive(Clone)]
pub struct Index<'c, 'a> {
    /// One coordinate per dimension.
    pub coords: Vec<Coord<'c, 'a>>,
    /// The dimension along which the lanes run; `None` for a single element.
    pub lane: Option<usize>,
}

/// What makes two indices the same.
pub type IndexKey = (Vec<(Option<ValueKey>, i64)>, Option<usize>);

impl<'c: 'a, 'a> Index<'c, 'a> {
    /// The key for memo tables.
    #[must_use]
    pub fn key(&self) -> IndexKey {
        (self.coords.iter().map(|coord| coord.key()).collect(), self.lane)
    }

    /// The index of one lane as a single element.
    #[must_use]
    pub fn of_lane(&self, lane: u64) -> Self {
        let mut coords = self.coords.clone();
        if let Some(coord) = self.lane.and_then(|dim| coords.get_mut(dim)) {
            *coord = coord.shift(lane.cast_signed());
        }
        Self { coords, lane: None }
    }

    /// Row-major position in an array of `shape`.
    pub fn linear(&self, b: &Builder<'c, 'a>, shape: &[i64]) -> Result<Coord<'c, 'a>, Stop> {
        let mut total = Coord::Const(0);
        let mut stride = 1;
        for (coord, size) in self.coords.iter().zip(shape).rev() {
            let part = coord.times(b, stride)?;
            total = total.plus(b, part)?;
            stride *= size;
        }
        Ok(total)
    }
}

/// How the index of a reshaped value maps to its source when only unit dimensions come and go:
/// for every source dimension the result dimension it corresponds to. `None` for other reshapes.
#[must_use]
pub fn unit_reshape(from: &[i64], to: &[i64]) -> Option<Vec<Option<usize>>> {
    let mut kept = to.iter().enumerate().filter(|(_, size)| **size != 1);
    let mut map = Vec::with_capacity(from.len());
    for size in from {
        if *size == 1 {
            map.push(None);
        } else {
            let (dim, other) = kept.next()?;
            if other != size {
                return None;
            }
            map.push(Some(dim));
        }
    }
    kept.next().is_none().then_some(map)
}

#[cfg(test)]
mod tests {
    use super::unit_reshape;

    #[test]
    fn unit_dimensions_come_and_go() {
        assert_eq!(unit_reshape(&[1, 64, 128], &[64, 128]), Some(vec![None, Some(0), Some(1)]));
        assert_eq!(unit_reshape(&[64], &[64, 1]), Some(vec![Some(0)]));
        assert_eq!(unit_reshape(&[64, 2], &[128]), None);
        assert_eq!(unit_reshape(&[2, 3], &[3, 2]), None);
        assert_eq!(unit_reshape(&[1, 1], &[1]), Some(vec![None, None]));
    }
}

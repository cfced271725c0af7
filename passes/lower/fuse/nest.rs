//! Loop nests over the elements of a block, in native vectors along one dimension.

use super::index::{Coord, Index};
use super::node::{Kind, NodeId};
use super::{Fuser, Spill};
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use std::collections::HashMap;

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Emits loops over `shape` and calls `body` for every run of lanes: with the index in lane
    /// mode and the number of lanes, or in element mode and 1.
    ///
    /// Everything that `body` evaluates is fused into this nest; a node that is expensive, used
    /// again later and evaluated exactly once per element is kept in a temporary on the way.
    pub fn nest(
        &mut self,
        b: &Builder<'c, 'a>,
        shape: &[i64],
        body: &mut NestBody<'_, 'c, 'a>,
    ) -> Result<(), Stop> {
        let lane_dim = shape.iter().rposition(|size| *size != 1);
        self.root(|fuser| {
            let coords = vec![Coord::Const(0); shape.len()];
            fuser.nest_from(b, shape, 0, lane_dim, coords, body)
        })
    }

    /// Like [`Fuser::nest`], one element at a time.
    pub fn element_nest(
        &mut self,
        b: &Builder<'c, 'a>,
        shape: &[i64],
        body: &mut NestBody<'_, 'c, 'a>,
    ) -> Result<(), Stop> {
        self.root(|fuser| {
            let coords = vec![Coord::Const(0); shape.len()];
            fuser.nest_from(b, shape, 0, None, coords, body)
        })
    }

    /// Runs `emit` as one place where code comes into being: with a fresh memo, and with what it
    /// kept in temporaries known to be there afterwards.
    pub fn root<T>(&mut self, emit: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        let outer = std::mem::take(&mut self.spills);
        let memo = std::mem::take(&mut self.memo);
        let position = self.position.take();
        let result = emit(self);
        self.memo = memo;
        self.position = position;
        let spilled = std::mem::replace(&mut self.spills, outer);
        for spill in spilled {
            self.set_kind(spill.node, Kind::Buffer(spill.buffer));
        }
        result
    }

    fn nest_from(
        &mut self,
        b: &Builder<'c, 'a>,
        shape: &[i64],
        dim: usize,
        lane_dim: Option<usize>,
        coords: Vec<Coord<'c, 'a>>,
        body: &mut NestBody<'_, 'c, 'a>,
    ) -> Result<(), Stop> {
        let Some(size) = shape.get(dim).copied() else {
            let index = Index { coords, lane: None };
            self.stand_at(shape, &index);
            return body(self, b, &index, 1);
        };
        if Some(dim) == lane_dim {
            return self.lane_loop(b, shape, dim, &coords, body);
        }
        if size == 1 {
            return self.nest_from(b, shape, dim + 1, lane_dim, coords, body);
        }
        let (zero, end, one) = (b.index(0)?, b.index(size)?, b.index(1)?);
        b.for_loop((zero, end, one), &[], |inner, at, _| {
            let mut coords = coords.clone();
            set(&mut coords, dim, Coord::Value(at, 0));
            self.nest_from(inner, shape, dim + 1, lane_dim, coords, body)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    fn lane_loop(
        &mut self,
        b: &Builder<'c, 'a>,
        shape: &[i64],
        dim: usize,
        coords: &[Coord<'c, 'a>],
        body: &mut NestBody<'_, 'c, 'a>,
    ) -> Result<(), Stop> {
        let size = shape.get(dim).copied().unwrap_or(1);
        for (start, trips, lanes) in pieces(size, self.lanes) {
            let mut run = |fuser: &mut Self, b: &Builder<'c, 'a>, at: Coord<'c, 'a>| {
                let mut coords = coords.to_vec();
                set(&mut coords, dim, at);
                let index = Index { coords, lane: (lanes > 1).then_some(dim) };
                fuser.stand_at(shape, &index);
                body(fuser, b, &index, lanes)
            };
            if trips == 1 {
                run(self, b, Coord::Const(start))?;
                continue;
            }
            let step = lanes.cast_signed();
            let (from, to, by) = (b.index(start)?, b.index(start + trips * step)?, b.index(step)?);
            b.for_loop((from, to, by), &[], |inner, at, _| {
                run(self, inner, Coord::Value(at, 0))?;
                Ok(Vec::new())
            })?;
        }
        Ok(())
    }

    /// Says that code is now emitted for `index` of a nest that visits every element of `shape`
    /// exactly once. Values computed for another place are forgotten.
    pub fn stand_at(&mut self, shape: &[i64], index: &Index<'c, 'a>) {
        self.memo = HashMap::new();
        self.position = Some((shape.to_vec(), index.key()));
    }

    /// Computes `node` into a temporary now; afterwards it is a plain buffer.
    pub fn materialise(&mut self, b: &Builder<'c, 'a>, node: NodeId) -> Result<(), Stop> {
        if matches!(self.node(node).kind, Kind::Buffer(_) | Kind::Dead) {
            return Ok(());
        }
        let shape = self.node(node).shape.clone();
        let buffer = self.allocate(&shape, self.node(node).element)?;
        self.nest(b, &shape.clone(), &mut |fuser, b, index, lanes| {
            // The node's own value goes to `buffer`; it must not be spilled a second time.
            let value = fuser.compute(b, node, index, lanes)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        self.set_kind(node, Kind::Buffer(buffer));
        Ok(())
    }

    /// Remembers that `node` is being kept in a temporary by the current nest.
    pub fn spill_buffer(&mut self, node: NodeId) -> Result<Spill<'c, 'a>, Stop> {
        if let Some(known) = self.spills.iter().find(|spill| spill.node == node) {
            return Ok(*known);
        }
        let (shape, element) = (self.node(node).shape.clone(), self.node(node).element);
        let spill = Spill { node, buffer: self.allocate(&shape, element)? };
        self.spills.push(spill);
        Ok(spill)
    }
}

/// What a nest does for every run of lanes.
pub type NestBody<'f, 'c, 'a> =
    dyn FnMut(&mut Fuser<'c, 'a>, &Builder<'c, 'a>, &Index<'c, 'a>, u64) -> Result<(), Stop> + 'f;

/// Cuts `size` elements into runs: start, number of runs, lanes of each. Full native vectors
/// first, then ever smaller powers of two.
#[must_use]
pub fn pieces(size: i64, native: u64) -> Vec<(i64, i64, u64)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut lanes = native;
    while start < size && lanes > 0 {
        let width = lanes.cast_signed();
        let trips = (size - start) / width;
        if trips > 0 {
            found.push((start, trips, lanes));
            start += trips * width;
        }
        lanes /= 2;
    }
    found
}

fn set<'c, 'a>(coords: &mut [Coord<'c, 'a>], dim: usize, to: Coord<'c, 'a>) {
    if let Some(coord) = coords.get_mut(dim) {
        *coord = to;
    }
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn pieces_cover_every_element_once() {
        assert_eq!(pieces(128, 16), [(0, 8, 16)]);
        assert_eq!(pieces(100, 16), [(0, 6, 16), (96, 1, 4)]);
        assert_eq!(pieces(7, 16), [(0, 1, 4), (4, 1, 2), (6, 1, 1)]);
        for size in 1..200 {
            let covered: i64 =
                pieces(size, 8).iter().map(|(_, trips, lanes)| trips * lanes.cast_signed()).sum();
            assert_eq!(covered, size);
        }
    }
}

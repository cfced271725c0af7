//! Which core runs which grid points, in which order.
//!
//! Steps run in lexicographic order, the last dimension fastest. With several cores the steps of
//! parallel dimensions are cut into contiguous chunks, rounded up, so trailing cores may idle.

use crate::spec::DimensionSemantics;

/// The steps of one core: a run of consecutive points of a box inside the grid.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    /// First index of the box per dimension.
    low: Vec<i64>,
    /// Sizes of the box.
    sizes: Vec<i64>,
    /// Position of the core's first point in the box.
    first: i64,
    /// How many steps the core runs.
    steps: i64,
    /// The step `point` belongs to.
    step: i64,
    point: Vec<i64>,
}

impl Schedule {
    /// The share of `core` among `cores`. `semantics` is empty or has the rank of `grid`.
    pub(crate) fn new(grid: &[i64], semantics: &[DimensionSemantics], core: u32, cores: u32) -> Self {
        let mut schedule = Self {
            low: vec![0; grid.len()],
            sizes: grid.to_vec(),
            first: 0,
            steps: grid.iter().product(),
            step: -1,
            point: vec![0; grid.len()],
        };
        let parallel = |dim: &usize| semantics.get(*dim).is_some_and(|it| it.is_parallel());
        let (core, cores) = (i64::from(core), i64::from(cores));
        let prefix = (0..grid.len()).take_while(parallel).count();
        if cores == 1 || schedule.steps == 0 {
            return schedule;
        }
        if prefix > 0 && !(prefix..grid.len()).any(|dim| parallel(&dim)) {
            let shared: i64 = grid[..prefix].iter().product();
            let (low, count) = chunk(shared, core, cores);
            let inner: i64 = grid[prefix..].iter().product();
            (schedule.first, schedule.steps) = (low * inner, count * inner);
        } else if let Some(dim) = split_dim(grid, parallel, cores) {
            let (low, count) = chunk(grid[dim], core, cores);
            (schedule.low[dim], schedule.sizes[dim]) = (low, count);
            schedule.steps = schedule.sizes.iter().product();
        } else if core > 0 {
            schedule.steps = 0;
        }
        schedule
    }

    /// How many steps the core runs.
    pub(crate) const fn steps(&self) -> i64 {
        self.steps
    }

    /// The current step, or -1 before the first.
    pub(crate) const fn step(&self) -> i64 {
        self.step
    }

    /// The grid point of the current step.
    pub(crate) fn point(&self) -> &[i64] {
        &self.point
    }

    /// Moves to `step`, which must be in `0..steps`; `false` otherwise.
    pub(crate) fn seek(&mut self, step: i64) -> bool {
        if !(0..self.steps).contains(&step) {
            return false;
        }
        if step == self.step + 1 && step > 0 {
            for dim in (0..self.point.len()).rev() {
                self.point[dim] += 1;
                if self.point[dim] < self.low[dim] + self.sizes[dim] {
                    break;
                }
                self.point[dim] = self.low[dim];
            }
        } else {
            let mut rest = self.first + step;
            for dim in (0..self.point.len()).rev() {
                self.point[dim] = self.low[dim] + rest % self.sizes[dim];
                rest /= self.sizes[dim];
            }
        }
        self.step = step;
        true
    }
}

/// The `core`th of `cores` contiguous chunks of `0..count`: start and length.
fn chunk(count: i64, core: i64, cores: i64) -> (i64, i64) {
    let size = count / cores + i64::from(count % cores != 0);
    let low = (core * size).min(count);
    (low, size.min(count - low))
}

/// When parallel dimensions are not the leading ones: the dimension to cut. The first that divides
/// evenly, else the largest.
fn split_dim(grid: &[i64], parallel: impl Fn(&usize) -> bool, cores: i64) -> Option<usize> {
    let candidates = || (0..grid.len()).filter(&parallel);
    candidates().find(|dim| grid[*dim] % cores == 0).or_else(|| candidates().max_by_key(|dim| grid[*dim]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use DimensionSemantics::{Arbitrary, Parallel};
    use proptest::prelude::*;

    fn points(schedule: &mut Schedule) -> Vec<Vec<i64>> {
        (0..schedule.steps())
            .map(|step| {
                assert!(schedule.seek(step));
                schedule.point().to_vec()
            })
            .collect()
    }

    #[test]
    fn order_is_lexicographic() {
        let mut schedule = Schedule::new(&[2, 3], &[], 0, 1);
        let expected: &[&[i64]] = &[&[0, 0], &[0, 1], &[0, 2], &[1, 0], &[1, 1], &[1, 2]];
        assert_eq!(points(&mut schedule), expected);
        assert!(!schedule.seek(6));
        assert!(schedule.seek(2));
        assert_eq!(schedule.point(), [0, 2]);
    }

    #[test]
    fn no_grid_is_one_step_and_a_zero_size_is_none() {
        assert_eq!(Schedule::new(&[], &[], 0, 1).steps(), 1);
        assert_eq!(Schedule::new(&[3, 0], &[Parallel, Parallel], 1, 2).steps(), 0);
    }

    #[test]
    fn a_parallel_prefix_is_cut_as_one_run() {
        let mut second = Schedule::new(&[3, 2], &[Parallel, Arbitrary], 1, 2);
        assert_eq!(points(&mut second), [[2, 0], [2, 1]]);
        let mut last = Schedule::new(&[3, 1], &[Parallel, Parallel], 1, 2);
        assert_eq!(points(&mut last), [[2, 0]]);
    }

    #[test]
    fn an_inner_parallel_dimension_is_cut_alone() {
        let mut second = Schedule::new(&[2, 4], &[Arbitrary, Parallel], 1, 2);
        assert_eq!(points(&mut second), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }

    #[test]
    fn arbitrary_grids_run_on_the_first_core() {
        assert_eq!(Schedule::new(&[4], &[Arbitrary], 0, 2).steps(), 4);
        assert_eq!(Schedule::new(&[4], &[Arbitrary], 1, 2).steps(), 0);
    }

    proptest! {
        #[test]
        fn every_point_runs_exactly_once(
            dims in proptest::collection::vec((0_i64..5, any::<bool>()), 0..4),
            cores in 1_u32..5,
        ) {
            let grid: Vec<i64> = dims.iter().map(|dim| dim.0).collect();
            let semantics: Vec<_> = dims.iter().map(|dim| if dim.1 { Parallel } else { Arbitrary }).collect();
            let mut all: Vec<Vec<i64>> = Vec::new();
            for core in 0..cores {
                let own = points(&mut Schedule::new(&grid, &semantics, core, cores));
                prop_assert!(own.is_sorted());
                all.extend(own);
            }
            all.sort();
            let expected = points(&mut Schedule::new(&grid, &[], 0, 1));
            prop_assert_eq!(all, expected);
        }
    }
}

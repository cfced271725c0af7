//! Views as a kernel author writes them: `.at[...]`.

use super::KernelGraph;
use super::edge::ViewKind;
use super::id::ValueId;
use super::query::View;

impl KernelGraph {
    /// The indices inside `.at[...]` that make `value` from its root; empty when it is its own root.
    ///
    /// `?` stands for an index known at run time only. `None` when other views than a slice and a squeeze
    /// are on the way, which `.at` cannot make.
    #[must_use]
    pub fn at(&self, value: ValueId) -> Option<String> {
        let views = self.views(value);
        let mut steps = views.steps.iter().filter(|step| step.kind != ViewKind::EraseLayout);
        let Some(slice) = steps.next() else { return Some(String::new()) };
        let squeeze = steps.next();
        let plain = slice.kind == ViewKind::Slice
            && squeeze.is_none_or(|step| step.kind == ViewKind::Squeeze)
            && steps.next().is_none();
        if !plain {
            return None;
        }
        self.indices(*slice, squeeze.copied())
    }

    fn indices(&self, slice: View, squeeze: Option<View>) -> Option<String> {
        let from = self.ref_type(slice.source)?;
        let to = self.ref_type(slice.result)?;
        let kept = match squeeze {
            Some(step) => kept_dimensions(&to.shape, &self.ref_type(step.result)?.shape)?,
            None => vec![true; to.rank()],
        };
        let operands = self.operands(self.defining_op(slice.result)?);
        let starts: Vec<Option<i64>> =
            operands.iter().skip(1).take(to.rank()).map(|item| self.constant(item.value)).collect();
        if from.rank() != to.rank() || starts.len() != to.rank() {
            return None;
        }
        let mut texts = Vec::new();
        for (((start, whole), size), kept) in starts.iter().zip(&from.shape).zip(&to.shape).zip(kept) {
            texts.push(index(*start, *whole, *size, kept));
        }
        while texts.len() > 1 && texts.last().is_some_and(|text| text == ":") {
            texts.pop();
        }
        Some(texts.join(", "))
    }
}

fn index(start: Option<i64>, whole: Option<u64>, size: Option<u64>, kept: bool) -> String {
    match (start, size) {
        (Some(start), _) if !kept => start.to_string(),
        (None, _) if !kept => "?".into(),
        (Some(0), Some(_)) if size == whole => ":".into(),
        (Some(start), Some(size)) => {
            let end = i64::try_from(size).ok().and_then(|size| start.checked_add(size));
            end.map_or_else(|| format!("{start}:?"), |end| format!("{start}:{end}"))
        }
        (start, size) => {
            let start = start.map_or_else(|| "?".to_owned(), |start| start.to_string());
            let size = size.map_or_else(|| "?".to_owned(), |size| size.to_string());
            format!("pl.ds({start}, {size})")
        }
    }
}

/// Which dimensions of `from` a squeeze to `to` keeps, matched from the minor end as the dialect does.
fn kept_dimensions(from: &[Option<u64>], to: &[Option<u64>]) -> Option<Vec<bool>> {
    let mut kept = vec![false; from.len()];
    let mut left = to.len();
    for (dimension, size) in from.iter().enumerate().rev() {
        if left > 0 && to.get(left - 1) == Some(size) {
            left -= 1;
            *kept.get_mut(dimension)? = true;
        } else if *size != Some(1) {
            return None;
        }
    }
    (left == 0).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squeezes_match_from_the_minor_end() {
        let sizes = |list: &[u64]| list.iter().copied().map(Some).collect::<Vec<_>>();
        let kept = |from: &[u64], to: &[u64]| kept_dimensions(&sizes(from), &sizes(to));
        assert_eq!(kept(&[1, 8, 128], &[8, 128]), Some(vec![false, true, true]));
        assert_eq!(kept(&[1, 1], &[1]), Some(vec![false, true]));
        assert_eq!(kept(&[1], &[]), Some(vec![false]));
        assert_eq!(kept(&[2, 8], &[8]), None);
    }

    #[test]
    fn indices_read_as_python() {
        assert_eq!(index(Some(0), Some(8), Some(8), true), ":");
        assert_eq!(index(Some(8), Some(32), Some(8), true), "8:16");
        assert_eq!(index(None, Some(32), Some(8), true), "pl.ds(?, 8)");
        assert_eq!(index(None, Some(2), Some(1), false), "?");
        assert_eq!(index(Some(1), Some(2), Some(1), false), "1");
    }
}

//! Shapes of HLO: `f32[16,128]{1,0:T(8,128)}`, tuples of them, and what is no array.

use super::line::split;
use crate::container::TensorType;

/// The shape of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape<'a> {
    /// An array.
    Array(TensorType),
    /// A tuple.
    Tuple(Vec<Self>),
    /// A token, an opaque type, or what cannot be read.
    Other(&'a str),
}

/// Tuples of tuples occur; deeper nesting does not.
const DEEPEST: usize = 8;

impl<'a> Shape<'a> {
    pub(super) fn read(text: &'a str) -> Self {
        Self::at_depth(text.trim(), 0)
    }

    fn at_depth(text: &'a str, depth: usize) -> Self {
        if let Some(inner) =
            text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|_| depth < DEEPEST)
        {
            return Self::Tuple(split(inner).map(|part| Self::at_depth(part, depth + 1)).collect());
        }
        array(text).map_or(Self::Other(text), Self::Array)
    }

    /// The arrays it consists of, if it consists of arrays.
    pub(super) fn arrays(&self) -> Result<Vec<TensorType>, String> {
        let parts = match self {
            Self::Tuple(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let array = |part: &Self| match part {
            Self::Array(kind) => Ok(kind.clone()),
            Self::Tuple(_) => Err("one of its results is a tuple".to_owned()),
            Self::Other(text) => {
                let shown: String = text.chars().take(40).collect();
                Err(format!("its result `{shown}` is no array"))
            }
        };
        parts.iter().map(array).collect()
    }
}

/// The shapes in `{f32[8]{0}, s32[]}`.
pub(super) fn list(text: &str) -> Vec<Shape<'_>> {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    split(inner).map(Shape::read).collect()
}

fn array(text: &str) -> Option<TensorType> {
    let (element, rest) = text.split_once('[')?;
    let (sizes, _layout) = rest.split_once(']')?;
    let mut shape = Vec::new();
    for size in sizes.split(',').map(str::trim).filter(|size| !size.is_empty()) {
        // `<=16` and `?` are known when it runs.
        shape.push(if size.starts_with(['<', '?']) { None } else { Some(size.parse().ok()?) });
    }
    Some(TensorType { shape, element: element_type(element)? })
}

/// MLIR's spelling of an element type.
fn element_type(name: &str) -> Option<String> {
    let known = match name {
        "pred" => "i1".to_owned(),
        "bf16" | "f16" | "f32" | "f64" => name.to_owned(),
        "c64" => "complex<f32>".to_owned(),
        "c128" => "complex<f64>".to_owned(),
        _ => {
            let is_width = |width: &&str| matches!(*width, "1" | "2" | "4" | "8" | "16" | "32" | "64");
            if let Some(width) = name.strip_prefix('s').filter(is_width) {
                format!("i{width}")
            } else if let Some(width) = name.strip_prefix('u').filter(is_width) {
                format!("ui{width}")
            } else if name.starts_with("f8e") || name.starts_with("f6e") || name.starts_with("f4e") {
                let (small, rest) = name.split_at(2);
                format!("{small}{}", rest.to_ascii_uppercase())
            } else {
                return None;
            }
        }
    };
    Some(known)
}

//! Types of the arrays around a kernel, in MLIR's spelling and in the shorter one of the command line.

use std::fmt;

/// An array: its shape and its element type in MLIR's spelling (`f32`, `bf16`, `i8`, `ui32`, `f8E4M3FN`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// Sizes; `None` where the size is not known before the run.
    pub shape: Vec<Option<u64>>,
    /// The element type.
    pub element: String,
}

impl fmt::Display for TensorType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self
            .shape
            .iter()
            .map(|size| size.map_or_else(|| "?".to_owned(), |size| size.to_string()))
            .collect();
        write!(out, "{}[{}]", self.element, sizes.join(","))
    }
}

impl TensorType {
    /// Reads `tensor<8x?xf32>`; an encoding after the element type is ignored.
    pub(super) fn from_mlir(text: &str) -> Option<Self> {
        let inner = text.trim().strip_prefix("tensor<")?.strip_suffix('>')?;
        let mut rest = inner.split(',').next()?.trim();
        let mut shape = Vec::new();
        loop {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let end = if rest.starts_with('?') { 1 } else { digits };
            let Some(after) = rest.get(end..).and_then(|tail| tail.strip_prefix('x')).filter(|_| end > 0)
            else {
                break;
            };
            let size = rest.get(..end)?;
            shape.push(if size == "?" { None } else { Some(size.parse().ok()?) });
            rest = after;
        }
        let starts_well = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!');
        starts_well.then(|| Self { shape, element: rest.to_owned() })
    }

    /// Reads `f32[8,128]` or `f32[8,?]`; the element may be spelled as in MLIR, JAX or numpy.
    pub(super) fn from_short(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let bad =
            || format!("`{text}` is no array type: write for example f32[8,128], or i32[] for a scalar");
        let (element, sizes) =
            text.strip_suffix(']').and_then(|head| head.split_once('[')).ok_or_else(bad)?;
        let element =
            mlir_element(element.trim()).ok_or_else(|| format!("`{}` is no element type", element.trim()))?;
        let sizes = sizes.trim();
        let mut shape = Vec::new();
        if !sizes.is_empty() {
            for size in sizes.split([',', 'x']) {
                let size = size.trim();
                shape.push(if size == "?" { None } else { Some(size.parse().map_err(|_| bad())?) });
            }
        }
        Ok(Self { shape, element })
    }
}

/// MLIR's spelling of an element type given in MLIR's, JAX's or numpy's.
fn mlir_element(name: &str) -> Option<String> {
    let known = match name {
        "bool" | "pred" => "i1".to_owned(),
        "float16" => "f16".to_owned(),
        "float32" => "f32".to_owned(),
        "float64" => "f64".to_owned(),
        "bfloat16" => "bf16".to_owned(),
        "f16" | "f32" | "f64" | "bf16" => name.to_owned(),
        _ => {
            let lower = name.to_ascii_lowercase().replace('_', "");
            let eight = lower.strip_prefix("float8").or_else(|| lower.strip_prefix("f8"));
            if let Some(kind) = eight {
                return ["e4m3fn", "e5m2", "e4m3b11fnuz", "e4m3fnuz", "e5m2fnuz", "e8m0fnu"]
                    .contains(&kind)
                    .then(|| format!("f8{}", kind.to_ascii_uppercase()));
            }
            let unsigned = lower
                .strip_prefix("uint")
                .or_else(|| lower.strip_prefix("ui"))
                .or_else(|| lower.strip_prefix('u'));
            let signed = lower
                .strip_prefix("int")
                .or_else(|| lower.strip_prefix("si"))
                .or_else(|| lower.strip_prefix('i'))
                .or_else(|| lower.strip_prefix('s'));
            let (prefix, width) = match (unsigned, signed) {
                (Some(width), _) => ("ui", width),
                (None, Some(width)) => ("i", width),
                (None, None) => return None,
            };
            if !["1", "2", "4", "8", "16", "32", "64"].contains(&width) {
                return None;
            }
            format!("{prefix}{width}")
        }
    };
    Some(known)
}

/// Reads a list such as `f32[16,128];i32[2]`.
///
/// # Errors
/// A sentence that names the part which is not an array type.
pub fn parse_tensor_list(text: &str) -> Result<Vec<TensorType>, String> {
    text.split(';').filter(|part| !part.trim().is_empty()).map(TensorType::from_short).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mlir_spelling() {
        let show = |text| TensorType::from_mlir(text).map(|found| found.to_string());
        assert_eq!(show("tensor<64x256xf32>").as_deref(), Some("f32[64,256]"));
        assert_eq!(show("tensor<i32>").as_deref(), Some("i32[]"));
        assert_eq!(show("tensor<?x8xf8E4M3B11FNUZ, #e>").as_deref(), Some("f8E4M3B11FNUZ[?,8]"));
        for bad in
            ["tensor<>", "tensor<8x>", "memref<8xf32>", "tensor<99999999999999999999xf32>", "tensor<8", ""]
        {
            assert_eq!(show(bad), None, "{bad}");
        }
    }

    #[test]
    fn short_spelling() {
        let show = |text: &str| {
            parse_tensor_list(text)
                .map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"))
        };
        assert_eq!(show("f32[16,128]; int32[2];").as_deref(), Ok("f32[16,128];i32[2]"));
        assert_eq!(show("u8[];bfloat16[?,4];float8_e4m3fn[8]").as_deref(), Ok("ui8[];bf16[?,4];f8E4M3FN[8]"));
        for bad in ["f32", "f32[8", "f33[8]", "f32[8,a]", "i5[1]"] {
            assert!(show(bad).is_err(), "{bad}");
        }
    }
}

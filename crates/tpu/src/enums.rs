//! The enums of the dialect, generated from its definition.

use crate::attrs;
use melior::ir::Attribute;
use std::fmt;

include!(concat!(env!("OUT_DIR"), "/enums.rs"));

/// A number that is no case of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{value} is no case of {of}")]
pub struct UnknownCase {
    /// The name of the enum.
    pub of: &'static str,
    /// The number.
    pub value: i64,
}

/// The number in an enum attribute of the dialect, if it has this keyword.
fn number(attribute: Attribute<'_>, keyword: &str) -> Option<i64> {
    if attrs::enum_keyword(attribute)? == keyword { attrs::enum_value(attribute) } else { None }
}

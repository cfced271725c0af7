//! T0130 to T0140: the `stable_mosaic` format.

mod read;
mod write;

pub use self::{read::*, write::*};

use std::any::Any;
use tessera_core::{
    diag::{Code, Diagnostic, Fault},
    loc::Loc,
};

/// Every code of the format, by number.
pub static CODES: &[&Code] = &[
    &SERDE_VERSION_MISSING,
    &SERDE_VERSION_UNKNOWN,
    &SERDE_NOT_MANGLED,
    &SERDE_BAD_OP,
    &UNKNOWN_OP,
    &SERDE_OLD_OP,
    &SERDE_TARGET_UNKNOWN,
    &SERDE_TOO_NEW,
    &SERDE_ALREADY,
    &SERDE_NO_UNREGISTERED,
    &SERDE_NEWER_ATTRIBUTE,
];

macro_rules! faults {
    ($($variant:ident = $code:ident,)*) => {
        /// Any fault of the format.
        #[derive(Debug, thiserror::Error)]
        pub enum SerdeFault {
            $(
                #[doc = concat!("See [`", stringify!($variant), "`].")]
                #[error(transparent)]
                $variant(#[from] $variant),
            )*
        }

        impl SerdeFault {
            /// The fault as a diagnostic, with its own payload inside.
            #[must_use]
            pub fn into_diagnostic(self, loc: Loc, op: String) -> Diagnostic {
                match self {
                    $(Self::$variant(fault) => Diagnostic::new(fault, loc, op),)*
                }
            }
        }

        impl Fault for SerdeFault {
            fn code(&self) -> &'static Code {
                match self {
                    $(Self::$variant(fault) => fault.code(),)*
                }
            }
            fn hint(&self) -> Option<String> {
                match self {
                    $(Self::$variant(fault) => fault.hint(),)*
                }
            }
            fn as_any(&self) -> &dyn Any {
                match self {
                    $(Self::$variant(fault) => fault,)*
                }
            }
        }

        $(
            impl Fault for $variant {
                fn code(&self) -> &'static Code {
                    &$code
                }
                fn hint(&self) -> Option<String> {
                    Some(self.hint_text())
                }
                fn as_any(&self) -> &dyn Any {
                    self
                }
            }
        )*
    };
}

faults! {
    VersionMissing = SERDE_VERSION_MISSING,
    VersionUnknown = SERDE_VERSION_UNKNOWN,
    NotMangled = SERDE_NOT_MANGLED,
    BadOp = SERDE_BAD_OP,
    UnknownOp = UNKNOWN_OP,
    OldOp = SERDE_OLD_OP,
    TargetUnknown = SERDE_TARGET_UNKNOWN,
    TooNew = SERDE_TOO_NEW,
    AlreadySerialized = SERDE_ALREADY,
    NoUnregistered = SERDE_NO_UNREGISTERED,
    NewerAttribute = SERDE_NEWER_ATTRIBUTE,
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn codes_ascend_and_have_a_full_page() {
        assert!(CODES.is_sorted_by(|a, b| a.number < b.number));
        let headings = ["## What it checks\n", "## Why\n", "## Wrong\n", "## Right\n", "## Source\n"];
        for code in CODES {
            let mut rest = code.page;
            for heading in headings {
                let at = rest.find(heading);
                assert!(at.is_some(), "{code} lacks {heading:?}, or has it out of order");
                rest = &rest[at.unwrap_or_default()..];
            }
        }
    }
}

//! What a copy writes is not read before the copy is done.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::access_phrase;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncReadInFlight`].
pub static CODE: Code = Code::new(
    605,
    "sync_read_in_flight",
    Level::Error,
    "## What it checks
No load, and no other copy, reads a part of memory that a copy under way writes.

## Why
What is read may be the old content, the new one, or half of each.

## Wrong
```python
copy.start()
o_ref[...] = buf[...]
copy.wait()
```

## Right
```python
copy.start()
copy.wait()
o_ref[...] = buf[...]
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// What a copy writes is not read before the copy is done.
#[derive(Debug, thiserror::Error)]
#[error("{access} {name} while the copy that writes it may still be under way")]
pub struct SyncReadInFlight {
    /// How it is read.
    pub access: &'static str,
    /// What is read.
    pub name: String,
}

impl Fault for SyncReadInFlight {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("wait for the copy before reading what it writes".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a read of the target of a copy under way.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always().filter(|finding| finding.kind == Kind::ReadInFlight)?;
    let fault =
        SyncReadInFlight { access: access_phrase(cx, finding.op, false), name: cx.name(finding.value) };
    let report = cx.report(fault).comes_from("ref", finding.value);
    if let Some(start) = finding.other {
        report.place(start, "the copy is started here, and nothing waits for it in between");
    }
    Some(())
}

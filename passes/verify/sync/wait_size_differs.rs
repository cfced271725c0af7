//! A wait takes off the bytes that its copies bring.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::awaited;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncWaitSizeDiffers`].
pub static CODE: Code = Code::new(
    603,
    "sync_wait_size_differs",
    Level::Error,
    "## What it checks
The bytes of the ref that a wait names, summed over the waits on a semaphore, are those of the copies started on it.

## Why
DMA semaphores count bytes. A wait for more hangs; a wait for less passes early, or leaves bytes behind that let a later wait pass early.

## Wrong
```python
pltpu.make_async_copy(x_hbm.at[pl.ds(0, 8)], buf, sem).start()
pltpu.make_async_copy(x_hbm, big, sem).wait()      # twice the bytes
```

## Right
```python
copy = pltpu.make_async_copy(x_hbm.at[pl.ds(0, 8)], buf, sem)
copy.start()
copy.wait()
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// A wait takes off the bytes that its copies bring.
#[derive(Debug, thiserror::Error)]
#[error("this waits for {need} bytes on {semaphore}, but the copies on it bring {have}")]
pub struct SyncWaitSizeDiffers {
    /// Bytes waited for.
    pub need: i64,
    /// Bytes that arrive.
    pub have: i64,
    /// What to call the semaphore.
    pub semaphore: String,
}

impl Fault for SyncWaitSizeDiffers {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("name refs of the same size at the start and at the wait, best through one copy object".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a wait of the wrong size.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always()?;
    let Kind::WaitSize { need, have } = finding.kind else { return None };
    let semaphore = awaited(cx, finding.op).unwrap_or(finding.value);
    let fault = SyncWaitSizeDiffers { need, have, semaphore: cx.name(semaphore) };
    let report = cx.report(fault).comes_from("semaphore", semaphore);
    if let Some(start) = finding.other {
        report.place(start, "the copy is started here");
    }
    Some(())
}

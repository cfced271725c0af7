//! Every copy that a kernel starts is waited for before its semaphore goes away.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::copy_phrase;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncCopyNeverAwaited`].
pub static CODE: Code = Code::new(
    601,
    "sync_copy_never_awaited",
    Level::Error,
    "## What it checks
On every path that runs the start, the waits on its semaphore take off at least what the copies started on it add, before the semaphore's scope or the kernel ends.

## Why
The copy may still be under way when its buffers are used for something else, and the bytes left in the semaphore make the next wait on it pass too early. Hardware checks semaphores at the end of a kernel.

## Wrong
```python
pltpu.make_async_copy(x_hbm, buf, sem).start()
o_ref[...] = buf[...]
```

## Right
```python
copy = pltpu.make_async_copy(x_hbm, buf, sem)
copy.start()
copy.wait()
o_ref[...] = buf[...]
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// Every copy that a kernel starts is waited for before its semaphore goes away.
#[derive(Debug, thiserror::Error)]
#[error("the copy from {copy} is started here, but no wait on {semaphore} covers it")]
pub struct SyncCopyNeverAwaited {
    /// From what to what.
    pub copy: String,
    /// What to call the semaphore.
    pub semaphore: String,
}

impl Fault for SyncCopyNeverAwaited {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("wait for the copy before its buffers are used and before the kernel ends: `copy.wait()`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a start that nothing waits for.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always().filter(|finding| finding.kind == Kind::NeverAwaited)?;
    let fault = SyncCopyNeverAwaited { copy: copy_phrase(cx, finding.op), semaphore: cx.name(finding.value) };
    let report = cx.report(fault).comes_from("semaphore", finding.value);
    if let Some(wait) = finding.other {
        report.place(wait, "this wait is on the same semaphore, but takes off too little for both copies");
    }
    Some(())
}

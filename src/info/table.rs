//! The facts for people.

use super::{Argument, Counts, KernelInfo, Memory};
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use std::fmt::Write;

impl Memory {
    /// All bytes, as they are.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.windows.saturating_add(self.scratch).saturating_add(self.inside)
    }
}

/// One kernel as a heading, a table of its arguments, a table of memory, and a line on its operations.
#[must_use]
pub fn kernel_text(info: &KernelInfo) -> String {
    let mut text = heading(info);
    if !info.arguments.is_empty() {
        let _infallible = write!(text, "\n{}", arguments(&info.arguments));
    }
    if !info.memory.is_empty() {
        let _infallible = write!(text, "\n{}", memory(info));
    }
    let _infallible = write!(text, "\n{}", counts(&info.counts));
    text
}

fn heading(info: &KernelInfo) -> String {
    let core = info.core.as_deref().unwrap_or("not said");
    let form = info
        .serde_version
        .map_or_else(|| "not serialized".to_owned(), |version| format!("stable_mosaic {version}"));
    let grid: Vec<String> = info
        .grid
        .iter()
        .map(|part| {
            let size = part.size.map_or_else(|| "dynamic".to_owned(), |size| size.to_string());
            format!("{size} {}", part.semantics)
        })
        .collect();
    let grid = if grid.is_empty() { "none".to_owned() } else { grid.join(" x ") };
    format!("kernel {}\n  core: {core}   form: {form}\n  grid: {grid}", info.name)
}

fn table(header: &[&str], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_header(header);
    for index in right {
        if let Some(column) = table.column_mut(*index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn arguments(list: &[Argument]) -> Table {
    let mut table = table(&["argument", "type", "block", "array", "memory", "pipeline", "bytes"], &[6]);
    for argument in list {
        let bytes = match (argument.semaphores, argument.bytes) {
            (Some(count), _) => format!("{count} semaphore{}", if count == 1 { "" } else { "s" }),
            (None, Some(bytes)) if argument.buffers > 1 => format!("{} x {}", argument.buffers, size(bytes)),
            (None, Some(bytes)) => size(bytes),
            (None, None) => "?".to_owned(),
        };
        table.add_row([
            argument.role.as_str(),
            &argument.element,
            &argument.block,
            argument.array.as_deref().unwrap_or("-"),
            &argument.space,
            &argument.pipeline,
            &bytes,
        ]);
    }
    table
}

fn memory(info: &KernelInfo) -> Table {
    let mut table = table(
        &["memory", "windows", "scratch", "inside", "total", "in whole tiles", "limit"],
        &[1, 2, 3, 4, 5, 6],
    );
    for memory in &info.memory {
        let limit = info.vmem_limit.filter(|_| memory.space == "vmem").map_or_else(|| "-".to_owned(), size);
        table.add_row([
            memory.space.clone(),
            size(memory.windows),
            size(memory.scratch),
            size(memory.inside),
            size(memory.total()),
            size(memory.padded),
            limit,
        ]);
    }
    table
}

fn counts(counts: &Counts) -> String {
    let mut parts = vec![many(counts.ops, "operation", "operations")];
    let dmas = counts.local_dmas + counts.remote_dmas + counts.indirect_dmas;
    let kinds =
        [(counts.local_dmas, "local"), (counts.remote_dmas, "remote"), (counts.indirect_dmas, "indirect")];
    let kinds: Vec<String> =
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| format!("{count} {kind}")).collect();
    parts.push(match kinds.as_slice() {
        [] => "no DMAs".to_owned(),
        kinds => format!("{} ({})", many(dmas, "DMA", "DMAs"), kinds.join(", ")),
    });
    let all = counts.semaphores + counts.allocated_semaphores;
    for (count, one, several) in [
        (counts.dma_waits, "DMA wait", "DMA waits"),
        (counts.semaphore_waits, "semaphore wait", "semaphore waits"),
        (counts.signals, "signal", "signals"),
        (counts.remote_signals, "signal to another device", "signals to other devices"),
        (all, "semaphore", "semaphores"),
        (counts.barriers, "use of the barrier", "uses of the barrier"),
    ] {
        if count > 0 {
            parts.push(many(count, one, several));
        }
    }
    parts.join("; ")
}

fn many(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Bytes with a unit where that is exact enough to be useful.
fn size(bytes: u64) -> String {
    match bytes {
        0 => "0".to_owned(),
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} B"),
    }
}

//! One fault as a few lines for a terminal.

use super::Sources;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use tessera_core::diag::{Diagnostic, Level};
use tessera_core::loc::{Frame, Loc};

/// Longest source line shown whole.
const WIDEST: usize = 120;

const BOLD: Style = Style::new().bold();
const EDGE: Style = AnsiColor::Blue.on_default().bold();

fn level_style(level: Level) -> Style {
    let color = match level {
        Level::Note => AnsiColor::Cyan,
        Level::Warning => AnsiColor::Yellow,
        Level::Error => AnsiColor::Red,
        Level::Unsupported => AnsiColor::Magenta,
        Level::Bug => AnsiColor::BrightRed,
    };
    color.on_default().bold()
}

/// The fault with its place, source line, notes and hint; no newline at the end. Always styled: the writer strips
/// styles where they would not be seen.
#[must_use]
pub fn fault_text(item: &Diagnostic, sources: &mut Sources) -> String {
    let code = item.code();
    let style = level_style(code.level);
    let mut lines =
        vec![format!("{style}{}[{code}]{style:#}{BOLD}: {}{BOLD:#}", code.level.name(), item.fault)];
    if let Some(place) = headline_place(&item.loc) {
        lines.push(format!("  {EDGE}-->{EDGE:#} {place}"));
    }
    if let Some(frame) = item.loc.primary() {
        lines.extend(excerpt(frame, item.loc.user().is_some(), sources));
    }
    if let Some(line) = module_line(item, sources) {
        lines.push(format!("   {EDGE}|{EDGE:#}  {line}"));
    }
    for label in &item.labels {
        lines.push(match headline_place(&label.loc) {
            Some(_) => remark("note", &format!("{}, {}", label.text, place(&label.loc))),
            None => remark("note", &label.text),
        });
    }
    if let Some(hint) = item.fault.hint() {
        lines.push(remark("hint", &hint));
    }
    if !code.page.is_empty() {
        lines.push(remark("more", &format!("tessera explain {code}")));
    }
    lines.join("\n")
}

fn remark(word: &str, text: &str) -> String {
    format!("   {EDGE}={EDGE:#} {BOLD}{word}{BOLD:#}: {text}")
}

fn place(loc: &Loc) -> String {
    match loc.primary() {
        Some(frame) if frame.line == 0 => frame.file.clone(),
        _ => loc.to_string(),
    }
}

/// `kernel.py:41:4 (in `copy_in`, called from model.py:12)`; nothing when no place is known.
fn headline_place(loc: &Loc) -> Option<String> {
    loc.primary().map(|_| ()).or_else(|| loc.ordinal.as_ref().map(|_| ()))?;
    let mut text = place(loc);
    let function = loc.user().and_then(|frame| frame.function.as_deref()).map(|name| format!("in `{name}`"));
    let caller = loc.python.get(1).map(|frame| format!("called from {frame}"));
    let around: Vec<String> = function.into_iter().chain(caller).collect();
    if !around.is_empty() {
        let _infallible = write!(text, " ({})", around.join(", "));
    }
    Some(text)
}

/// The source line with its number, and a mark below the column.
fn excerpt(frame: &Frame, is_python: bool, sources: &mut Sources) -> Vec<String> {
    let Some(line) = sources.line(frame) else { return Vec::new() };
    let column = usize::try_from(frame.column).unwrap_or(0);
    // Python columns count from 0, columns in MLIR text from 1.
    let mark = if is_python { column } else { column.saturating_sub(1) };
    let shown = shorten(line);
    let number = frame.line.to_string();
    let gap = " ".repeat(number.len().max(2));
    let mut lines = vec![format!("{EDGE}{number:>2} |{EDGE:#} {shown}")];
    if column > 0 && mark < shown.chars().count().min(WIDEST) {
        let before: String = shown.chars().take(mark).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        lines.push(format!("{EDGE}{gap} |{EDGE:#} {before}{BOLD}^{BOLD:#}"));
    }
    lines
}

/// Where the op stands in the module, beside its Python place; or just which op it is.
fn module_line(item: &Diagnostic, sources: &mut Sources) -> Option<String> {
    let Some(frame) = item.loc.module.as_ref().filter(|_| item.loc.user().is_some()) else {
        let around = item.function.as_ref().map(|name| format!(" in @{name}")).unwrap_or_default();
        let excerpt_shows_it =
            item.loc.user().is_none() && item.loc.primary().is_some_and(|at| sources.line(at).is_some());
        return (!item.op.is_empty() && !excerpt_shows_it).then(|| format!("{}{around}", item.op));
    };
    let text = sources.line(frame).map_or_else(|| item.op.clone(), |line| shorten(line.trim()));
    Some(format!("{frame}  {text}"))
}

/// A line without control characters, cut where nobody reads on.
fn shorten(line: &str) -> String {
    let clean = |c: char| if c.is_control() && c != '\t' { ' ' } else { c };
    let mut text: String = line.chars().take(WIDEST).map(clean).collect();
    if line.chars().nth(WIDEST).is_some() {
        text.push_str(" ...");
    }
    text.truncate(text.trim_end().len());
    text
}

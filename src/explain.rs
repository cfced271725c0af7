//! The table of all codes, and the pages behind `tessera explain`.

use crate::fault;
use tessera_core::diag::Code;

/// The lists of codes, one a crate. A crate that reports faults has its line here; `tests/tidy.rs` sees to it.
fn lists() -> impl Iterator<Item = &'static Code> {
    let crates = [
        fault::CODES,
        tessera_tpu::serde::CODES,
        tessera_passes::rules::CODES,
        tessera_passes::CODES,
        tessera_runtime::fault::CODES,
    ];
    crates.into_iter().flatten().copied()
}

/// The headings of every page, in order.
pub const HEADINGS: &[&str] = &["## What it checks", "## Why", "## Wrong", "## Right", "## Source"];

/// Every code there is, by number.
#[must_use]
pub fn codes() -> Vec<&'static Code> {
    let mut codes: Vec<&Code> = lists().collect();
    codes.sort_by_key(|code| code.number);
    codes
}

/// Finds a code by `T0302`, `302` or its name.
#[must_use]
pub fn find(text: &str) -> Option<&'static Code> {
    let text = text.trim();
    let digits = text.strip_prefix(['T', 't']).unwrap_or(text);
    let number: Option<u16> = digits.parse().ok();
    codes().into_iter().find(|code| number == Some(code.number) || code.name == text)
}

/// Codes that `text` may have meant: those of its group, or whose name shares a word.
#[must_use]
pub fn similar(text: &str) -> Vec<&'static Code> {
    let group = |shown: &str| shown.to_ascii_uppercase().get(..3).map(ToOwned::to_owned);
    let words: Vec<&str> = text.split('_').filter(|word| word.len() > 2).collect();
    let alike = |code: &&Code| {
        (text.len() == 5 && group(&code.to_string()) == group(text))
            || code.name.split('_').any(|word| words.contains(&word))
    };
    codes().into_iter().filter(alike).collect()
}

/// The page of a code, with its title.
#[must_use]
pub fn page(code: &Code) -> String {
    format!("{code} {} ({})\n\n{}", code.name, code.level.name(), code.page.trim_end())
}

/// One line a code: number, level, name.
#[must_use]
pub fn list() -> Vec<String> {
    codes().iter().map(|code| format!("{code}  {:<11}  {}", code.level.name(), code.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_by_number_and_name() {
        for text in ["T0125", "t0125", "125", "body_not_base64"] {
            assert_eq!(find(text).map(|code| code.number), Some(125), "{text}");
        }
        assert!(find("T0000").is_none());
        assert!(find("body_").is_none());
        assert!(similar("T0129").iter().any(|code| code.number == 125));
        assert!(similar("body_bad").iter().any(|code| code.number == 125));
        assert!(similar("\u{e9}\u{e9}x").is_empty());
    }
}

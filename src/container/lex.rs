//! A lexer for MLIR's surface: words, strings, punctuation. No grammar, no recursion, one pass.

use std::cell::Cell;
use std::ops::Range;

/// What the lexer tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, digits, `_`, `.`, `$`, with the sigil before them if there is one: `%arg0`, `stablehlo.add`, `#loc1`.
    Word(Range<usize>),
    /// A string, quotes not included, escapes not yet resolved.
    Str(Range<usize>),
    /// `->`.
    Arrow,
    /// Any other single character that is not blank.
    Punct(u8),
}

/// Reads tokens from left to right. An unclosed string runs to the end of the text.
#[derive(Clone)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$') || byte >= 0x80
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str, pos: usize) -> Self {
        Self { text, pos }
    }

    /// Where the next token will be looked for.
    pub(super) const fn pos(&self) -> usize {
        self.pos
    }

    /// The text in `range`.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn skip_blank(&mut self) {
        while let Some(byte) = self.byte(self.pos) {
            if byte.is_ascii_whitespace() {
                self.pos += 1;
            } else if byte == b'/' && self.byte(self.pos + 1) == Some(b'/') {
                while self.byte(self.pos).is_some_and(|byte| byte != b'\n') {
                    self.pos += 1;
                }
            } else {
                break;
            }
        }
    }

    /// The next token without consuming it.
    pub(super) fn peek(&self) -> Option<Token> {
        self.clone().next()
    }

    /// Consumes the next token if it is this character.
    pub(super) fn eat(&mut self, wanted: u8) -> bool {
        let mut ahead = self.clone();
        let found = ahead.next() == Some(Token::Punct(wanted));
        if found {
            *self = ahead;
        }
        found
    }

    /// Runs to the end of a balanced stretch: up to `,` or a closing bracket at depth 0, or the end. Returns the
    /// stretch without consuming what ended it; `None` when the text ends inside brackets.
    pub(super) fn balanced(&mut self) -> Option<Range<usize>> {
        self.skip_blank();
        let start = self.pos;
        let mut end = start;
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                None if depth == 0 => return Some(start..end),
                None => return None,
                Some(Token::Punct(b'(' | b'[' | b'{' | b'<')) => depth += 1,
                Some(Token::Punct(b',')) if depth == 0 => return Some(start..end),
                Some(Token::Punct(b')' | b']' | b'}' | b'>')) => match depth.checked_sub(1) {
                    None => return Some(start..end),
                    Some(less) => depth = less,
                },
                Some(_) => {}
            }
            self.next();
            end = self.pos;
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_blank();
        let start = self.pos;
        let first = self.byte(start)?;
        self.pos += 1;
        match first {
            b'"' => {
                while let Some(byte) = self.byte(self.pos) {
                    match byte {
                        b'"' => {
                            let range = start + 1..self.pos;
                            self.pos += 1;
                            return Some(Token::Str(range));
                        }
                        b'\\' => self.pos += 2,
                        _ => self.pos += 1,
                    }
                }
                self.pos = self.text.len();
                Some(Token::Str(start + 1..self.text.len()))
            }
            b'-' if self.byte(self.pos) == Some(b'>') => {
                self.pos += 1;
                Some(Token::Arrow)
            }
            b'%' | b'@' | b'#' | b'!' | b'^' => {
                while self.byte(self.pos).is_some_and(is_word) {
                    self.pos += 1;
                }
                Some(Token::Word(start..self.pos))
            }
            byte if is_word(byte) => {
                while self.byte(self.pos).is_some_and(is_word) {
                    self.pos += 1;
                }
                Some(Token::Word(start..self.pos))
            }
            byte => Some(Token::Punct(byte)),
        }
    }
}

/// Offset of the first character that is neither blank nor comment.
pub(super) fn skip_blank(text: &str) -> usize {
    let mut lexer = Lexer::new(text, 0);
    lexer.skip_blank();
    lexer.pos
}

/// The first place where brackets nest deeper than `limit`, with the depth there.
pub(super) fn nesting_beyond(text: &str, limit: usize) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    let mut lexer = Lexer::new(text, 0);
    while let Some(token) = lexer.next() {
        match token {
            Token::Punct(b'(' | b'[' | b'{' | b'<') => {
                depth += 1;
                if depth > limit {
                    return Some((depth, lexer.pos - 1));
                }
            }
            Token::Punct(b')' | b']' | b'}' | b'>') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Whether JSON text has more than `limit` values in its lists and objects.
pub(super) fn json_values_beyond(text: &str, limit: usize) -> bool {
    let mut rest = text.as_bytes();
    let mut found = 0_usize;
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b',' | b'"' | b'[' | b'{')) {
        let is_string = rest.get(at) == Some(&b'"');
        rest = rest.get(at + 1..).unwrap_or_default();
        found += usize::from(!is_string);
        if found > limit {
            return true;
        }
        while is_string {
            let Some(end) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else { return false };
            let escape = rest.get(end) == Some(&b'\\');
            rest = rest.get(end + 1 + usize::from(escape)..).unwrap_or_default();
            if !escape {
                break;
            }
        }
    }
    false
}

/// Resolves the escapes of an MLIR string: `\\`, `\"`, `\n`, `\t` and two hex digits. Bytes that do not form UTF-8
/// become replacement characters.
pub(super) fn unescape(raw: &str) -> String {
    let hex = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16)).and_then(|digit| u8::try_from(digit).ok());
    let bytes = raw.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match (hex(bytes.get(at)), hex(bytes.get(at + 1)), bytes.get(at)) {
            (Some(high), Some(low), _) => {
                out.push(high * 16 + low);
                at += 2;
            }
            (_, _, Some(b'n')) => {
                out.push(b'\n');
                at += 1;
            }
            (_, _, Some(b't')) => {
                out.push(b'\t');
                at += 1;
            }
            (_, _, Some(&other)) => {
                out.push(other);
                at += 1;
            }
            (_, _, None) => out.push(b'\\'),
        }
    }
    String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Offsets to lines and columns, both from 1. Counts from the last place asked for, and keeps nothing else, so that a
/// file of nothing but line ends costs no memory.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// Offset, line, and offset of the line's start.
    last: Cell<(usize, u32, usize)>,
}

impl<'a> Lines<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, last: Cell::new((0, 1, 0)) }
    }

    pub(super) fn place(&self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.text.len());
        let (mut from, mut line, mut start) = self.last.get();
        if offset < from {
            (from, line, start) = (0, 1, 0);
        }
        for (at, byte) in self.text.as_bytes().get(from..offset).unwrap_or_default().iter().enumerate() {
            if *byte == b'\n' {
                line = line.saturating_add(1);
                start = from + at + 1;
            }
        }
        self.last.set((offset, line, start));
        (line, u32::try_from(offset - start + 1).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_a_call() {
        let text = r#"%0:2 = a.b @"c" (%x#1) -> "q\22" // end"#;
        let lexer = Lexer::new(text, 0);
        let shown: Vec<String> = lexer
            .clone()
            .map(|token| match token {
                Token::Word(range) => lexer.slice(range).to_owned(),
                Token::Str(range) => format!("'{}'", unescape(lexer.slice(range))),
                Token::Arrow => "->".into(),
                Token::Punct(byte) => char::from(byte).to_string(),
            })
            .collect();
        assert_eq!(shown, ["%0", ":", "2", "=", "a.b", "@", "'c'", "(", "%x", "#1", ")", "->", "'q\"'"]);
    }

    #[test]
    fn balanced_stops_at_the_comma_outside() {
        let text = "affine_map<(d0) -> (d0, \",\")>, next";
        let mut lexer = Lexer::new(text, 0);
        let range = lexer.balanced().unwrap_or_default();
        assert_eq!(lexer.slice(range), "affine_map<(d0) -> (d0, \",\")>");
        assert!(lexer.eat(b','));
        assert_eq!(Lexer::new("a(b", 0).balanced(), None);
    }

    #[test]
    fn escapes_and_places() {
        assert_eq!(unescape(r#"\22a\\\0A\n\"\C3\A9"#), "\"a\\\n\n\"\u{e9}");
        assert_eq!(unescape("\\"), "\\");
        let lines = Lines::new("ab\ncd");
        assert_eq!((lines.place(0), lines.place(4)), ((1, 1), (2, 2)));
    }
}

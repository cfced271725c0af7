//! A lexer for MLIR's surface: words, strings, punctuation. No grammar, no recursion, one pass over any bytes.

use std::ops::Range;

/// What the lexer tells apart. Blanks and comments lie between tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, digits, `_`, `.`, `$`, with the sigil before them if there is one.
    Word(Range<usize>),
    /// A string.
    Str,
    /// `->`.
    Arrow,
    /// Any other single byte.
    Punct(u8),
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// Whether a word is the name of an operation with its dialect.
pub(super) fn is_operation_name(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_alphabetic) && word.contains(&b'.')
}

/// Reads tokens from left to right. An unclosed string runs to the end.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pos: 0 }
    }

    /// The end of the last token.
    pub(super) const fn pos(&self) -> usize {
        self.pos
    }

    /// The bytes in `range`, as far as there are any.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a [u8] {
        self.bytes.get(range.start..range.end.min(self.bytes.len())).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Moves on while the bytes are such.
    fn skip(&mut self, such: impl Fn(u8) -> bool) {
        while self.byte(self.pos).is_some_and(&such) {
            self.pos += 1;
        }
    }

    /// Consumes the next token if it is this character; otherwise nothing.
    pub(super) fn eat(&mut self, wanted: u8) -> bool {
        let mut ahead = self.clone();
        let found = ahead.next() == Some(Token::Punct(wanted));
        if found {
            *self = ahead;
        }
        found
    }

    /// After an opening bracket: moves on behind the one that closes it. Not checked is whether brackets in
    /// between are of matching kinds. False when the text ends first.
    pub(super) fn close(&mut self) -> bool {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next() {
                None => return false,
                Some(Token::Punct(b'(' | b'[' | b'{' | b'<')) => depth += 1,
                Some(Token::Punct(b')' | b']' | b'}' | b'>')) => depth -= 1,
                Some(_) => {}
            }
        }
        true
    }

    fn string(&mut self) {
        while let Some(byte) = self.byte(self.pos) {
            self.pos += 1;
            match byte {
                b'"' => return,
                b'\\' => self.pos = (self.pos + 1).min(self.bytes.len()),
                _ => {}
            }
        }
    }
}

impl Iterator for Cursor<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip(|byte| byte.is_ascii_whitespace());
        while self.byte(self.pos) == Some(b'/') && self.byte(self.pos + 1) == Some(b'/') {
            self.skip(|byte| byte != b'\n');
            self.skip(|byte| byte.is_ascii_whitespace());
        }
        let start = self.pos;
        let first = self.byte(start)?;
        self.pos += 1;
        Some(match first {
            b'"' => {
                self.string();
                Token::Str
            }
            b'-' if self.byte(self.pos) == Some(b'>') => {
                self.pos += 1;
                Token::Arrow
            }
            b'%' | b'@' | b'#' | b'^' | b'!' if self.byte(self.pos).is_some_and(is_word) => {
                self.skip(is_word);
                Token::Word(start..self.pos)
            }
            byte if is_word(byte) => {
                self.skip(is_word);
                Token::Word(start..self.pos)
            }
            byte => Token::Punct(byte),
        })
    }
}

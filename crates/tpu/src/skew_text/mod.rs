//! Text in the spelling of a later MLIR than 22, put into that of MLIR 22.
//!
//! JAX prints modules with the MLIR that it is built with, and the spelling of some upstream operations has
//! changed there: what used to stand in the dictionary of attributes got words of its own. The table is the
//! result of having jaxlib 0.10.2, 0.11.0 and 0.12.0.1 print every operation of `arith`, `cf`, `func`, `math`,
//! `memref`, `scf` and `vector`; only 0.12.0.1 says anything otherwise. (What differs in the attributes
//! themselves is in `serde/skew.rs`.)
//!
//! Lines stay where they are, and so do columns wherever the new spelling has blanks to spare, as
//! the printer's has nearly always.

mod lex;
#[cfg(test)]
mod tests;

use self::lex::{Cursor, Token};
use std::ops::Range;

/// How MLIR bytecode begins.
const MAGIC: &[u8] = b"ML\xefR";

/// What the later MLIR writes in place of the dictionary, or of a part of it.
enum Spelling {
    /// `word = value`, several with commas or blanks between them.
    Clauses(&'static [&'static str]),
    /// `word(value)`, several with blanks between them.
    Calls(&'static [&'static str]),
    /// One word for an attribute that is set.
    Flag { word: &'static str, attribute: &'static str },
    /// A word for what MLIR 22 always does. Other words in its place are left for the parser to refuse.
    Usual(&'static str),
    /// The attributes of the operation's own definition in angle brackets, after the operands.
    Angles,
}

struct Entry {
    ops: &'static [&'static str],
    spelling: Spelling,
}

static TABLE: &[Entry] = &[
    Entry {
        ops: &["vector.extract_strided_slice", "vector.insert_strided_slice"],
        spelling: Spelling::Clauses(&["offsets", "sizes", "strides"]),
    },
    Entry { ops: &["vector.scan"], spelling: Spelling::Clauses(&["reduction_dim", "inclusive"]) },
    Entry {
        ops: &[
            "vector.load",
            "vector.store",
            "vector.maskedload",
            "vector.maskedstore",
            "vector.gather",
            "vector.scatter",
            "vector.expandload",
            "vector.compressstore",
        ],
        spelling: Spelling::Clauses(&["alignment", "nontemporal"]),
    },
    Entry {
        ops: &["memref.alloc", "memref.alloca", "memref.realloc", GLOBAL],
        spelling: Spelling::Clauses(&["alignment"]),
    },
    // MLIR 22 keeps `invariant`, which is a promise and no more, without knowing it.
    Entry {
        ops: &["memref.load", "memref.store"],
        spelling: Spelling::Calls(&["alignment", "nontemporal", "invariant"]),
    },
    Entry {
        ops: &["arith.extui", "arith.uitofp", "arith.index_castui"],
        spelling: Spelling::Flag { word: "nneg", attribute: "nonNeg" },
    },
    Entry {
        ops: &["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "math.fma"],
        spelling: Spelling::Usual("to_nearest_even"),
    },
    Entry { ops: &["call", "func.call"], spelling: Spelling::Angles },
    Entry {
        ops: &["call_indirect", "func.call_indirect"],
        spelling: Spelling::Clauses(&["arg_attrs", "res_attrs"]),
    },
];

/// The one operation whose attributes come after its type.
const GLOBAL: &str = "memref.global";

/// The text in the spelling of MLIR 22, or `None` if it has that already, or is bytecode.
#[must_use]
pub fn adapt(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.starts_with(MAGIC) {
        return None;
    }
    let mut rewriter = Rewriter { at: Cursor::new(bytes), edits: Vec::new() };
    rewriter.run();
    rewriter.result()
}

struct Rewriter<'a> {
    at: Cursor<'a>,
    /// What goes in the place of what, from left to right.
    edits: Vec<(Range<usize>, &'static str)>,
}

impl Rewriter<'_> {
    fn run(&mut self) {
        while let Some(token) = self.at.next() {
            let Token::Word(range) = token else { continue };
            let name = self.at.slice(range);
            let found = TABLE.iter().find(|entry| entry.ops.iter().any(|op| op.as_bytes() == name));
            if let Some(entry) = found {
                self.operation(&entry.spelling, name == GLOBAL.as_bytes());
            }
        }
    }

    /// Goes through an operation from after its name to where its new spelling is or could no longer be.
    fn operation(&mut self, spelling: &Spelling, past_type: bool) {
        let mut after_bracket = false;
        loop {
            let before = self.at.clone();
            let Some(token) = self.at.next() else { return };
            match token {
                Token::Word(word) => {
                    let text = self.at.slice(word.clone());
                    match spelling {
                        Spelling::Clauses(words) | Spelling::Calls(words) if is_one_of(text, words) => {
                            return self.attributes(&word, words, matches!(spelling, Spelling::Calls(_)));
                        }
                        Spelling::Flag { word: flag, attribute } if text == flag.as_bytes() => {
                            return self.flag(word, attribute);
                        }
                        Spelling::Usual(usual) if text == usual.as_bytes() => {
                            return self.edits.push((word, ""));
                        }
                        _ => {}
                    }
                    if lex::is_operation_name(text) {
                        self.at = before;
                        return;
                    }
                    after_bracket = false;
                }
                Token::Punct(b'<') if after_bracket && matches!(spelling, Spelling::Angles) => {
                    return self.angles();
                }
                Token::Punct(b'(' | b'[' | b'<') => {
                    self.at.close();
                    after_bracket = true;
                }
                Token::Punct(b':' | b'=') if past_type => {}
                // A dictionary, the types, the next statement, or the end of the block.
                Token::Punct(b'{' | b'}' | b')' | b']' | b'>' | b':' | b'=') => {
                    self.at = before;
                    return;
                }
                Token::Punct(_) | Token::Str | Token::Arrow => after_bracket = false,
            }
        }
    }

    /// Puts clauses, the first with the word at `first`, into a dictionary.
    fn attributes(&mut self, first: &Range<usize>, words: &[&str], called: bool) {
        let kept = self.edits.len();
        self.open(first.start);
        loop {
            if !(if called { self.called_value() } else { self.equal_value() }) {
                // Something else with such a word in it.
                return self.edits.truncate(kept);
            }
            let end = self.at.pos();
            let mut ahead = self.at.clone();
            let mut next = ahead.next();
            let comma = next == Some(Token::Punct(b','));
            if comma {
                next = ahead.next();
            }
            match next {
                Some(Token::Word(range)) if is_one_of(self.at.slice(range.clone()), words) => {
                    if !comma {
                        self.in_blank(end, ",");
                    }
                    self.at = ahead;
                }
                _ => return self.finish(end, None),
            }
        }
    }

    /// Reads `= value`.
    fn equal_value(&mut self) -> bool {
        if !self.at.eat(b'=') {
            return false;
        }
        self.at.eat(b'-');
        match self.at.next() {
            Some(Token::Word(_)) => true,
            Some(Token::Punct(b'[')) => self.at.close(),
            _ => false,
        }
    }

    /// Reads `(value)`, which becomes `=value`.
    fn called_value(&mut self) -> bool {
        if !self.at.eat(b'(') {
            return false;
        }
        let open = self.at.pos() - 1;
        if !self.at.close() {
            return false;
        }
        let close = self.at.pos() - 1;
        self.edits.push((open..open + 1, "="));
        self.edits.push((close..close + 1, " "));
        true
    }

    /// Reads up to `>`, and makes the angle brackets those of a dictionary.
    fn angles(&mut self) {
        let open = self.at.pos() - 1;
        if self.at.close() {
            self.edits.push((open..open + 1, "{"));
            let end = self.at.pos();
            self.finish(end, Some(end - 1..end));
        }
    }

    /// Puts a single attribute in the place of `word`.
    fn flag(&mut self, word: Range<usize>, attribute: &'static str) {
        self.open(word.start);
        self.edits.push((word.clone(), attribute));
        self.finish(word.end, None);
    }

    /// Opens a dictionary right before `start`.
    fn open(&mut self, start: usize) {
        match start.checked_sub(1) {
            Some(before) if self.at.slice(before..start) == b" " => self.edits.push((before..start, "{")),
            _ => self.edits.push((start..start, "{")),
        }
    }

    /// Ends the dictionary at `end`, in place of the bracket at `closer` if there is one; a dictionary that
    /// follows continues it.
    fn finish(&mut self, end: usize, closer: Option<Range<usize>>) {
        let mut ahead = self.at.clone();
        if ahead.eat(b'{') {
            let brace = ahead.pos() - 1;
            let empty = ahead.next() == Some(Token::Punct(b'}'));
            self.edits.extend(closer.map(|closer| (closer, " ")));
            self.edits.push((brace..brace + 1, if empty { " " } else { "," }));
        } else if let Some(closer) = closer {
            self.edits.push((closer, "}"));
        } else {
            self.in_blank(end, "}");
        }
    }

    /// Puts a character at `at`, in the place of the blank there if there is one.
    fn in_blank(&mut self, at: usize, character: &'static str) {
        let blank = usize::from(self.at.slice(at..at + 1) == b" ");
        self.edits.push((at..at + blank, character));
    }

    fn result(self) -> Option<Vec<u8>> {
        if self.edits.is_empty() {
            return None;
        }
        let mut text = Vec::with_capacity(self.at.slice(0..usize::MAX).len() + self.edits.len());
        let mut from = 0;
        for (range, with) in &self.edits {
            text.extend_from_slice(self.at.slice(from..range.start));
            text.extend_from_slice(with.as_bytes());
            // A word that goes leaves blanks.
            if with.is_empty() {
                text.resize(text.len() + range.len(), b' ');
            }
            from = range.end;
        }
        text.extend_from_slice(self.at.slice(from..usize::MAX));
        Some(text)
    }
}

fn is_one_of(text: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| word.as_bytes() == text)
}

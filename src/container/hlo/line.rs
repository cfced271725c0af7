//! Instructions of HLO text and their attributes.

/// The head of an instruction, up to the bracket behind its operands.
#[derive(Debug)]
pub(super) struct Instruction<'a> {
    /// Offset of its name.
    pub(super) start: usize,
    pub(super) root: bool,
    pub(super) name: &'a str,
    pub(super) shape: &'a str,
    pub(super) opcode: &'a str,
    pub(super) operands: &'a str,
    /// Offset behind the bracket that closes the operands.
    pub(super) operands_end: usize,
}

impl<'a> Instruction<'a> {
    /// Reads `ROOT %name = shape opcode(operands)` from the line at `start..end` of the text.
    pub(super) fn read(text: &'a str, start: usize, end: usize) -> Option<Self> {
        let line = text.get(start..end)?;
        let head = line.trim_start();
        let root = head.starts_with("ROOT ");
        let head = head.strip_prefix("ROOT ").unwrap_or(head);
        let (name, rest) = head.split_once(" = ")?;
        let name = name.trim().trim_start_matches('%');
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
        {
            return None;
        }
        let shape_end = if rest.starts_with('(') { balanced(rest, 0)? } else { rest.find(' ')? };
        let shape = rest.get(..shape_end)?;
        let rest = rest.get(shape_end..)?.trim_start();
        let open = rest.find('(')?;
        let opcode = rest.get(..open)?;
        if opcode.is_empty() || !opcode.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return None;
        }
        let close = balanced(rest, open)?;
        let operands = rest.get(open + 1..close - 1)?;
        let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        Some(Self {
            start: offset(name),
            root,
            name,
            shape,
            opcode,
            operands,
            operands_end: offset(rest) + close,
        })
    }
}

/// Offset behind the bracket that closes the one at `open`. Strings are passed over.
fn balanced(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = open;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' => at = string_end(bytes, at)? - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Offset behind the quote that closes the one at `open`.
fn string_end(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// `key=value` pairs behind the operands.
#[derive(Debug)]
pub(super) struct Attributes<'a> {
    pairs: Vec<(&'a str, &'a str, usize)>,
    /// Offset behind the last.
    pub(super) end: usize,
    /// Whether the last value ended.
    pub(super) complete: bool,
}

/// More attributes than any instruction has.
const MOST: usize = 64;

impl<'a> Attributes<'a> {
    /// Reads `, key=value` from offset `start` for as long as they go on.
    pub(super) fn read(text: &'a str, start: usize) -> Self {
        let mut found = Self { pairs: Vec::new(), end: start, complete: true };
        while found.pairs.len() < MOST {
            let rest = text.get(found.end..).unwrap_or_default();
            let trimmed = rest.trim_start_matches([',', ' ']);
            let Some(equals) = trimmed.find('=') else { break };
            let key = trimmed.get(..equals).unwrap_or_default();
            if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                break;
            }
            let at = found.end + (rest.len() - trimmed.len()) + equals + 1;
            let value = text.get(at..).unwrap_or_default();
            let length = match value.as_bytes().first() {
                Some(b'{') => balanced(value, 0),
                Some(b'"') => string_end(value.as_bytes(), 0),
                _ => Some(value.find([',', '\n', '}']).unwrap_or(value.len())),
            };
            let Some(value) = length.and_then(|length| value.get(..length)) else {
                found.complete = false;
                // Damaged: go on with the next line, not with the end of the file.
                found.end = at;
                break;
            };
            found.pairs.push((key, value, at));
            found.end = at + value.len();
        }
        found
    }

    /// The value of `key`.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(name, ..)| *name == key).map(|(_, value, _)| *value)
    }

    /// Where the value of `key` stands.
    pub(super) fn place(&self, key: &str) -> Option<usize> {
        self.pairs.iter().find(|(name, ..)| *name == key).map(|(.., at)| *at)
    }
}

/// Parts of a list, separated by commas outside brackets; comments (`/*index=5*/`) left out, blank parts too.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut depth = 0_usize;
        let end = rest.bytes().position(|byte| {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            byte == b',' && depth == 0
        });
        let part = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        rest = end.and_then(|end| rest.get(end + 1..)).unwrap_or_default();
        Some(without_comment(part))
    })
    .filter(|part| !part.is_empty())
}

/// Without blanks and the comment in front.
pub(super) fn without_comment(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
        Some((_, rest)) => rest.trim(),
        None => text,
    }
}

/// Resolves the escapes of an HLO string: those of C.
pub(super) fn unescape(raw: &str) -> String {
    let bytes = raw.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let (digits, base, skip) = match bytes.get(at) {
            Some(b'x') => (2, 16, 1),
            Some(b'0'..=b'7') => (3, 8, 0),
            _ => (0, 10, 0),
        };
        let number: &[u8] = bytes.get(at + skip..).unwrap_or_default();
        let length = number.iter().take(digits).take_while(|byte| char::from(**byte).is_digit(base)).count();
        let number =
            raw.get(at + skip..at + skip + length).and_then(|digits| u8::from_str_radix(digits, base).ok());
        if let Some(number) = number.filter(|_| length > 0) {
            out.push(number);
            at += skip + length;
            continue;
        }
        let Some(&escaped) = bytes.get(at) else {
            out.push(b'\\');
            break;
        };
        out.push(match escaped {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            other => other,
        });
        at += 1;
    }
    String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

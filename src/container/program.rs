//! StableHLO text: finds the `tpu_custom_call`s and the functions they stand in.
//!
//! Both printed forms are read, `stablehlo.custom_call @tpu_custom_call(...)` and the generic
//! `"stablehlo.custom_call"(...) <{call_target_name = "tpu_custom_call", ...}>`. Everything else in the program is
//! passed over token by token.

use super::lex::{Lexer, Lines, Token, unescape};
use super::{
    Form, Function, KernelCall, KernelFile, MOST_FAULTS, Reader, Signature, TensorType, alias, result_names,
};
use crate::fault::call::{CallMalformed, NoTpuCall};

/// The op's name, as locations and diagnostics show it.
const OP: &str = "stablehlo.custom_call";

/// Reads the calls of a StableHLO program; `None` when the text is no such program.
pub(super) fn read(text: &str, reader: &mut Reader<'_>) -> Option<KernelFile> {
    if !text.contains("stablehlo.") && !text.contains("mhlo.") {
        return None;
    }
    let mut scan = Scan {
        lexer: Lexer::new(text, 0),
        lines: Lines::new(text),
        file: KernelFile::empty(Form::StableHloText),
        results: Vec::new(),
        calls: 0,
        faults: 0,
        is_program: false,
    };
    scan.all(reader);
    if scan.calls > 0 {
        return Some(scan.file);
    }
    if scan.is_program {
        reader.report(NoTpuCall, 0, 0, "");
        return Some(scan.file);
    }
    None
}

struct Scan<'a> {
    lexer: Lexer<'a>,
    lines: Lines<'a>,
    file: KernelFile,
    /// Names bound by the statement being read, e.g. `%0` and 2 for `%0:2 = ...`.
    results: Vec<(&'a str, usize)>,
    calls: usize,
    faults: usize,
    is_program: bool,
}

/// The parts of a call op as they stand in the text.
#[derive(Default)]
struct Parts<'a> {
    target: Option<String>,
    operands: Vec<&'a str>,
    config: Option<(&'a str, usize)>,
    config_is_string: bool,
    name: Option<String>,
    side_effect: bool,
    aliases: Option<&'a str>,
}

impl<'a> Scan<'a> {
    fn all(&mut self, reader: &mut Reader<'_>) {
        while let Some(token) = self.lexer.next() {
            match token {
                Token::Word(range) => {
                    let start = range.start;
                    match self.lexer.slice(range) {
                        "stablehlo.custom_call" | "mhlo.custom_call" => self.call(start, false, reader),
                        "func.func" => self.function(),
                        "return" | "func.return" => self.returns(),
                        "mhlo.num_partitions" => self.file.partitions = self.count().or(self.file.partitions),
                        "mhlo.num_replicas" => self.file.replicas = self.count().or(self.file.replicas),
                        word if word.starts_with("stablehlo.") => self.is_program = true,
                        word if word.starts_with('%') => self.binding(word),
                        _ => {}
                    }
                }
                Token::Str(range) => {
                    let start = range.start;
                    match self.lexer.slice(range) {
                        "stablehlo.custom_call" | "mhlo.custom_call" => self.call(start, true, reader),
                        word if word.starts_with("stablehlo.") => self.is_program = true,
                        _ => {}
                    }
                }
                Token::Arrow | Token::Punct(_) => {}
            }
            if self.faults >= MOST_FAULTS {
                break;
            }
        }
    }

    /// `= 2 : i32`.
    fn count(&mut self) -> Option<u32> {
        self.is_program = true;
        if !self.lexer.eat(b'=') {
            return None;
        }
        let mut ahead = self.lexer.clone();
        match ahead.next() {
            Some(Token::Word(range)) => self.lexer.slice(range).parse().ok(),
            _ => None,
        }
    }

    /// Names on the left of `=`: `%0`, `%0:2`, `%0, %1:2`.
    fn binding(&mut self, first: &'a str) {
        let mut ahead = self.lexer.clone();
        let mut names = Vec::new();
        let mut word = first;
        loop {
            let mut count = 0;
            if ahead.eat(b':') {
                let Some(Token::Word(range)) = ahead.next() else { return };
                let Ok(many) = ahead.slice(range).parse() else { return };
                count = many;
            }
            names.push((word, count));
            match ahead.next() {
                Some(Token::Punct(b'=')) => break,
                Some(Token::Punct(b',')) if names.len() < 64 => match ahead.next() {
                    Some(Token::Word(range)) if ahead.slice(range.clone()).starts_with('%') => {
                        word = ahead.slice(range)
                    }
                    _ => return,
                },
                _ => return,
            }
        }
        self.results = names;
        self.lexer = ahead;
    }

    /// `public @main(%arg0: tensor<8xf32> {...}, ...) -> ...`.
    fn function(&mut self) {
        let mut function = Function::default();
        loop {
            match self.lexer.next() {
                Some(Token::Word(range)) => {
                    if let Some(name) = self.lexer.slice(range).strip_prefix('@') {
                        name.clone_into(&mut function.name);
                    }
                }
                Some(Token::Str(range)) => function.name = unescape(self.lexer.slice(range)),
                Some(Token::Punct(b'(')) => break,
                _ => return,
            }
        }
        while let Some(range) = self.lexer.balanced() {
            let argument = self.lexer.slice(range);
            if let Some((name, rest)) = argument.split_once(':') {
                let mut parts = Lexer::new(rest, 0);
                let mut end = 0;
                while let Some(token) = parts.next() {
                    if matches!(token, Token::Punct(b'{'))
                        || parts.slice(end..parts.pos()).trim_start().starts_with("loc(")
                    {
                        break;
                    }
                    end = parts.pos();
                }
                let kind = TensorType::from_mlir(rest.get(..end).unwrap_or_default());
                function.arguments.push((name.trim().to_owned(), kind));
            }
            if !self.lexer.eat(b',') {
                break;
            }
        }
        self.file.functions.push(function);
    }

    /// `%0#0, %1 : types`.
    fn returns(&mut self) {
        let names = self.names(b':');
        if let Some(function) = self.file.functions.last_mut() {
            function.returns = names.into_iter().map(ToOwned::to_owned).collect();
        }
    }

    /// SSA names up to, not including, `end`; a name keeps its result number (`%0#1`).
    fn names(&mut self, end: u8) -> Vec<&'a str> {
        let mut names: Vec<&'a str> = Vec::new();
        let mut last = 0;
        loop {
            let mut ahead = self.lexer.clone();
            match ahead.next() {
                Some(Token::Word(range)) if ahead.slice(range.clone()).starts_with('%') => {
                    last = range.start;
                    names.push(ahead.slice(range));
                }
                Some(Token::Word(range)) if ahead.slice(range.clone()).starts_with('#') => {
                    if let Some(name) = names.last_mut() {
                        *name = ahead.slice(last..range.end);
                    }
                }
                Some(Token::Punct(byte)) if byte == b',' && byte != end => {}
                _ => return names,
            }
            self.lexer = ahead;
        }
    }

    fn call(&mut self, at: usize, generic: bool, reader: &mut Reader<'_>) {
        self.is_program = true;
        let (line, column) = self.lines.place(at);
        let results = std::mem::take(&mut self.results);
        let mut parts = Parts::default();
        let outcome = self.call_parts(generic, &mut parts);
        match parts.target.as_deref() {
            Some("tpu_custom_call") => {}
            Some(_) => return,
            // The target could not be found: report only what claims to be ours.
            None if generic && outcome.is_ok() => return,
            None => {}
        }
        self.calls += 1;
        let signature = match outcome.and_then(|()| self.signature()) {
            Ok(signature) => signature,
            Err(reason) => {
                self.faults += 1;
                reader.report(CallMalformed { reason }, line, column, OP);
                return;
            }
        };
        let Some((raw, start)) = parts.config.filter(|_| parts.config_is_string) else {
            self.faults += 1;
            let reason = match parts.config {
                Some(_) => "its backend_config is not a string".to_owned(),
                None => "it has no backend_config".to_owned(),
            };
            reader.report(CallMalformed { reason }, line, column, OP);
            return;
        };
        let (config_line, config_column) = self.lines.place(start);
        let Some((body, settings)) = reader.config(&unescape(raw), config_line, config_column, OP) else {
            self.faults += 1;
            return;
        };
        let (aliases, wrong) =
            alias::pairs(&alias::from_stablehlo(parts.aliases.unwrap_or_default()), &signature);
        for fault in wrong {
            reader.report(fault, line, column, OP);
        }
        self.file.kernels.push(KernelCall {
            name: parts.name,
            body,
            result_names: result_names(&results, signature.results.len()),
            signature: Some(signature),
            aliases,
            has_side_effect: parts.side_effect,
            settings,
            operand_names: parts.operands.into_iter().map(ToOwned::to_owned).collect(),
            function: self.file.functions.len().checked_sub(1),
            line,
        });
    }

    /// Everything up to the `:` before the type.
    fn call_parts(&mut self, generic: bool, parts: &mut Parts<'a>) -> Result<(), String> {
        if !generic {
            let target = match self.lexer.next() {
                Some(Token::Word(range)) => {
                    self.lexer.slice(range).strip_prefix('@').unwrap_or_default().to_owned()
                }
                _ => return Err("its target is missing".into()),
            };
            let quoted = match self.lexer.peek() {
                Some(Token::Str(range)) if target.is_empty() => Some(unescape(self.lexer.slice(range))),
                _ => None,
            };
            if quoted.is_some() {
                self.lexer.next();
            }
            parts.target = Some(quoted.unwrap_or(target));
        }
        if !self.lexer.eat(b'(') {
            return Err("its operands are missing".into());
        }
        parts.operands = self.names(b')');
        if !self.lexer.eat(b')') {
            return Err("its operands do not end".into());
        }
        if self.lexer.eat(b'<') {
            self.attributes(parts)?;
            if !self.lexer.eat(b'>') {
                return Err("`>` is missing after its properties".into());
            }
        }
        self.attributes(parts)?;
        if self.lexer.eat(b':') { Ok(()) } else { Err("its type is missing".into()) }
    }

    /// `{name = value, flag}`, or nothing.
    fn attributes(&mut self, parts: &mut Parts<'a>) -> Result<(), String> {
        if !self.lexer.eat(b'{') {
            return Ok(());
        }
        loop {
            if self.lexer.eat(b'}') {
                return Ok(());
            }
            let name = match self.lexer.next() {
                Some(Token::Word(range) | Token::Str(range)) => self.lexer.slice(range),
                Some(_) => return Err("an attribute has no name".into()),
                None => return Err("its attributes do not end".into()),
            };
            let value = if self.lexer.eat(b'=') {
                let string = matches!(self.lexer.peek(), Some(Token::Str(_)));
                let range = self.lexer.balanced().ok_or("its attributes do not end")?;
                Some((self.lexer.slice(range.clone()), range.start, string))
            } else {
                None
            };
            let text = |value: &str| unescape(value.trim().trim_start_matches('"').trim_end_matches('"'));
            match (name, value) {
                ("backend_config", Some((value, start, string))) => {
                    let inner =
                        value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
                    parts.config = Some((inner, start));
                    parts.config_is_string = string;
                }
                ("call_target_name", Some((value, ..))) => parts.target = Some(text(value)),
                ("kernel_name", Some((value, ..))) => parts.name = Some(text(value)),
                ("has_side_effect", Some((value, ..))) => {
                    parts.side_effect = value.trim().starts_with("true")
                }
                ("output_operand_aliases", Some((value, ..))) => parts.aliases = Some(value),
                _ => {}
            }
            if !self.lexer.eat(b',') && !matches!(self.lexer.peek(), Some(Token::Punct(b'}'))) {
                return Err("its attributes do not end".into());
            }
        }
    }

    /// `(tensor<..>, ...) -> tensor<..>` or `-> (tensor<..>, ...)`.
    fn signature(&mut self) -> Result<Signature, String> {
        if !self.lexer.eat(b'(') {
            return Err("its type is no function type".into());
        }
        let operands = self.type_list()?;
        if self.lexer.next() != Some(Token::Arrow) {
            return Err("`->` is missing in its type".into());
        }
        let results = if self.lexer.eat(b'(') { self.type_list()? } else { vec![self.tensor()?] };
        Ok(Signature { operands, results })
    }

    fn type_list(&mut self) -> Result<Vec<TensorType>, String> {
        let mut list = Vec::new();
        while !self.lexer.eat(b')') {
            if !list.is_empty() && !self.lexer.eat(b',') {
                return Err("a list of types does not end".into());
            }
            list.push(self.tensor()?);
        }
        Ok(list)
    }

    fn tensor(&mut self) -> Result<TensorType, String> {
        let start = self.lexer.pos();
        let range = match (self.lexer.next(), self.lexer.eat(b'<')) {
            (Some(Token::Word(_)), true) => {
                while let Some(range) = self.lexer.balanced() {
                    if range.is_empty() || !self.lexer.eat(b',') {
                        break;
                    }
                }
                self.lexer.eat(b'>');
                start..self.lexer.pos()
            }
            _ => start..self.lexer.pos(),
        };
        let text = self.lexer.slice(range).trim();
        let shown: String = text.chars().take(40).collect();
        TensorType::from_mlir(text).ok_or_else(|| format!("`{shown}` in its type is no tensor type"))
    }
}

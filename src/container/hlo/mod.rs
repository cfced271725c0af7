//! HLO text, as XLA dumps it and `compiled.as_text()` prints it: finds the `tpu_custom_call`s.
//!
//! An instruction stands on a line of its own, `name = shape opcode(operands), attribute=value, ...`, but the JSON of a
//! backend_config may go over several. Lines that are no instruction are passed over.

mod line;
mod shape;

#[cfg(test)]
mod tests;

use super::lex::Lines;
use super::{
    Body, Form, Function, KernelCall, KernelFile, MOST_FAULTS, Reader, Signature, TensorType, alias,
    bytecode, result_names,
};
use crate::fault::call::{CallMalformed, NoTpuCall};
use line::{Attributes, Instruction, unescape};
use shape::Shape;
use std::collections::HashMap;

const OP: &str = "custom-call";

/// Reads the calls of an HLO module.
pub(super) fn read(text: &str, reader: &mut Reader<'_>) -> KernelFile {
    let mut scan = Scan {
        text,
        lines: Lines::new(text),
        file: KernelFile::empty(Form::HloText),
        values: HashMap::new(),
        calls: 0,
        faults: 0,
    };
    scan.all(reader);
    if scan.calls == 0 {
        reader.report(NoTpuCall, 0, 0, "");
    }
    scan.file
}

struct Scan<'a> {
    text: &'a str,
    lines: Lines<'a>,
    file: KernelFile,
    /// Instructions of the computation being read: their shapes, and the names of what they give.
    values: HashMap<&'a str, Value<'a>>,
    calls: usize,
    faults: usize,
}

struct Value<'a> {
    shape: Shape<'a>,
    names: Vec<String>,
}

impl<'a> Scan<'a> {
    fn all(&mut self, reader: &mut Reader<'_>) {
        let mut at = 0;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let line = rest.get(..length).unwrap_or_default();
            if line.trim_start().starts_with("HloModule") {
                self.header(line);
            } else if let Some(name) = computation(line) {
                self.values.clear();
                self.file.functions.push(Function { name: name.to_owned(), ..Function::default() });
            } else if let Some(instruction) = Instruction::read(self.text, at, at + length) {
                let end = self.instruction(&instruction, reader);
                // A call that goes over several lines ends at its last.
                if end > at + length {
                    let rest = self.text.get(end..).unwrap_or_default();
                    at = end + rest.find('\n').map_or(rest.len(), |end| end + 1);
                    continue;
                }
            }
            if self.faults >= MOST_FAULTS {
                break;
            }
            at += length;
        }
    }

    fn header(&mut self, line: &str) {
        let number = |key: &str| {
            let rest = line.split(key).nth(1)?;
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest.get(..end)?.parse().ok()
        };
        self.file.partitions = number(", num_partitions=").or(self.file.partitions);
        self.file.replicas = number(", replica_count=").or(self.file.replicas);
    }

    /// Takes one instruction in; returns where it ends.
    fn instruction(&mut self, found: &Instruction<'a>, reader: &mut Reader<'_>) -> usize {
        let shape = Shape::read(found.shape);
        let mut end = found.operands_end;
        let base = format!("%{}", found.name);
        let count = if let Shape::Tuple(parts) = &shape { parts.len() } else { 0 };
        let mut names = result_names(&[(&base, count)], count);
        match found.opcode {
            "custom-call" => end = self.call(found, &shape, &names, reader),
            "parameter" => {
                let index = found.operands.trim().parse().unwrap_or(usize::MAX);
                if let (Some(function), Shape::Array(kind)) = (self.file.functions.last_mut(), &shape) {
                    // Parameters are numbered, and may stand in any order.
                    let room = function.arguments.len().max(index.saturating_add(1));
                    if room <= 1 << 16 {
                        function.arguments.resize(room, (String::new(), None));
                        if let Some(slot) = function.arguments.get_mut(index) {
                            *slot = (base, Some(kind.clone()));
                        }
                    }
                }
            }
            "get-tuple-element" => {
                let attributes = Attributes::read(self.text, found.operands_end);
                let index = attributes.get("index").and_then(|index| index.trim().parse::<usize>().ok());
                let operand = operands(found.operands).next().map(|(_, name)| name);
                let source = operand.and_then(|name| self.values.get(name));
                if let Some(name) = source.zip(index).and_then(|(source, index)| source.names.get(index)) {
                    names = vec![name.clone()];
                }
            }
            "tuple" => names = operands(found.operands).map(|(_, name)| self.first_name(name)).collect(),
            _ => {}
        }
        if found.root
            && let Some(function) = self.file.functions.last_mut()
        {
            function.returns.clone_from(&names);
        }
        self.values.insert(found.name, Value { shape, names });
        end
    }

    fn first_name(&self, name: &str) -> String {
        let known = self.values.get(name).and_then(|value| value.names.first());
        known.cloned().unwrap_or_else(|| format!("%{name}"))
    }

    fn call(
        &mut self,
        found: &Instruction<'a>,
        shape: &Shape<'a>,
        names: &[String],
        reader: &mut Reader<'_>,
    ) -> usize {
        let attributes = Attributes::read(self.text, found.operands_end);
        let target = attributes.get("custom_call_target").map(|target| unescape(target.trim_matches('"')));
        if target.as_deref() != Some("tpu_custom_call") {
            return attributes.end;
        }
        self.calls += 1;
        let (line, column) = self.lines.place(found.start);
        match self.kernel(found, shape, names, &attributes, reader) {
            Ok(Some(kernel)) => self.file.kernels.push(KernelCall { line, ..kernel }),
            Ok(None) => self.faults += 1,
            Err(reason) => {
                self.faults += 1;
                reader.report(CallMalformed { reason }, line, column, OP);
            }
        }
        attributes.end
    }

    fn kernel(
        &mut self,
        found: &Instruction<'a>,
        shape: &Shape<'a>,
        names: &[String],
        attributes: &Attributes<'a>,
        reader: &mut Reader<'_>,
    ) -> Result<Option<KernelCall>, String> {
        if !attributes.complete {
            return Err("its attributes do not end".into());
        }
        let signature =
            Signature { operands: self.operand_types(found, attributes)?, results: shape.arrays()? };
        let config = attributes.get("backend_config").ok_or("it has no backend_config")?;
        let start = attributes.place("backend_config").unwrap_or(found.start);
        let (line, column) = self.lines.place(start);
        // JSON stands there as it is; anything else would be a string.
        let quoted = config.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map(unescape);
        let Some((body, settings)) = reader.config(quoted.as_deref().unwrap_or(config), line, column, OP)
        else {
            return Ok(None);
        };
        let pairs = attributes.get("output_to_operand_aliasing").map(alias::from_hlo).unwrap_or_default();
        let (aliases, wrong) = alias::pairs(&pairs, &signature);
        let (line, column) = self.lines.place(found.start);
        for fault in wrong {
            reader.report(fault, line, column, OP);
        }
        Ok(Some(KernelCall {
            name: Some(Self::name(found, attributes, &body)),
            body,
            signature: Some(signature),
            aliases,
            has_side_effect: attributes
                .get("custom_call_has_side_effect")
                .is_some_and(|value| value.trim() == "true"),
            settings,
            operand_names: operands(found.operands).map(|(_, name)| self.first_name(name)).collect(),
            result_names: names.to_vec(),
            function: self.file.functions.len().checked_sub(1),
            line,
        }))
    }

    /// HLO does not keep the kernel's name as such. It is told by an attribute, by the module, or is that of the
    /// instruction.
    fn name(found: &Instruction<'_>, attributes: &Attributes<'_>, body: &Body) -> String {
        let inner = attributes.get("frontend_attributes").and_then(|text| text.strip_prefix('{'));
        let inner = inner.map(|inner| Attributes::read(inner, 0));
        if let Some(name) = inner.as_ref().and_then(|inner| inner.get("kernel_name")) {
            return unescape(name.trim_matches('"'));
        }
        let module = if let Body::Bytecode(bytes) = body { bytecode::module_name(bytes) } else { None };
        module.filter(|name| name != "main").unwrap_or_else(|| found.name.to_owned())
    }

    /// Types of the operands: beside them, at their definition, or from the constraints on their layouts.
    fn operand_types(
        &self,
        found: &Instruction<'a>,
        attributes: &Attributes<'a>,
    ) -> Result<Vec<TensorType>, String> {
        let constraints = attributes.get("operand_layout_constraints").map(shape::list).unwrap_or_default();
        let type_of = |(index, (typed, name)): (usize, (&str, &str))| {
            let typed = (!typed.is_empty()).then(|| Shape::read(typed));
            let known = typed.as_ref().or_else(|| self.values.get(name).map(|value| &value.shape));
            let known = known.or_else(|| constraints.get(index));
            match known {
                Some(Shape::Array(kind)) => Ok(kind.clone()),
                Some(_) => Err(format!("its operand `{name}` is no array")),
                None => Err(format!("the shape of its operand `{name}` is not known")),
            }
        };
        operands(found.operands).enumerate().map(type_of).collect()
    }
}

/// Operands as (shape, name); the shape may be empty.
fn operands(text: &str) -> impl Iterator<Item = (&str, &str)> {
    line::split(text).map(|operand| {
        let (shape, name) = operand.rsplit_once(char::is_whitespace).unwrap_or(("", operand));
        (line::without_comment(shape), name.trim_start_matches('%'))
    })
}

/// The name of the computation that begins on this line: `ENTRY %main.5 (a: f32[8]) -> f32[8] {` or `%body {`.
fn computation(line: &str) -> Option<&str> {
    let head = line.trim_end().strip_suffix('{').filter(|_| !line.starts_with([' ', '\t', '}']))?;
    let head = head.strip_prefix("ENTRY ").unwrap_or(head).trim_start().trim_start_matches('%');
    let end = head.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(head.len());
    head.get(..end).filter(|name| !name.is_empty() && !name.contains(['"', '=']))
}

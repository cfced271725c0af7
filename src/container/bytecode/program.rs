//! StableHLO programs in bytecode, as portable artifacts (`vhlo`) or plain: the calls of kernels in them.

use super::cursor::below;
use super::values::Attr;
use super::walk::{Event, Op, walk};
use super::{Damage, Tables};
use crate::container::{
    Form, Function, KernelCall, KernelFile, MOST_FAULTS, Reader, Signature, TensorType, alias, result_names,
};
use crate::fault::call::{CallMalformed, NoTpuCall};
use std::collections::HashMap;

const OP: &str = "stablehlo.custom_call";

/// Reads the calls of a program.
pub(in crate::container) fn read(bytes: &[u8], reader: &mut Reader<'_>) -> KernelFile {
    let mut file = KernelFile::empty(Form::StableHloBytecode);
    let outcome = Tables::read(bytes).and_then(|tables| {
        let mut scan = Scan {
            tables: &tables,
            values: HashMap::new(),
            count: 0,
            enters: false,
            file: &mut file,
            calls: 0,
            faults: 0,
        };
        walk(&tables, |event| scan.event(&event, reader))?;
        Ok(scan.calls)
    });
    match outcome {
        Ok(0) => reader.report(NoTpuCall, 0, 0, ""),
        Ok(_) => {}
        Err(damage) => {
            file.kernels.clear();
            reader.report_boxed(damage.into_fault(), 0, 0, "");
        }
    }
    file
}

struct Scan<'t, 'a> {
    tables: &'t Tables<'a>,
    /// Names and types of values, by scope and number. A number is used again when its region has ended.
    values: HashMap<(usize, usize), (String, usize)>,
    count: usize,
    /// Whether the arguments of a function come next.
    enters: bool,
    file: &'t mut KernelFile,
    calls: usize,
    faults: usize,
}

/// The parts of a call as the file gives them: indices of attributes.
#[derive(Default)]
struct Parts {
    target: Option<usize>,
    config: Option<usize>,
    name: Option<usize>,
    side_effect: Option<usize>,
    aliases: Option<usize>,
}

impl Parts {
    fn set(&mut self, key: &str, value: usize) {
        let slot = match key {
            "call_target_name" => &mut self.target,
            "backend_config" => &mut self.config,
            "kernel_name" => &mut self.name,
            "has_side_effect" => &mut self.side_effect,
            "output_operand_aliases" => &mut self.aliases,
            _ => return,
        };
        *slot = Some(value);
    }
}

impl Scan<'_, '_> {
    fn event(&mut self, event: &Event<'_>, reader: &mut Reader<'_>) -> Result<(), Damage> {
        match event {
            Event::Arguments(scope, first, types) => self.arguments(*scope, *first, types),
            Event::Op(op) => self.op(op, reader),
        }
    }

    fn arguments(&mut self, scope: usize, first: usize, types: &[usize]) -> Result<(), Damage> {
        let of_function = std::mem::take(&mut self.enters);
        for (index, kind) in types.iter().enumerate() {
            let name = if of_function { format!("%arg{index}") } else { self.fresh() };
            if of_function {
                let kind = self.tables.tensor(*kind)?;
                if let Some(function) = self.file.functions.last_mut() {
                    function.arguments.push((name.clone(), kind));
                }
            }
            self.values.insert((scope, first + index), (name, *kind));
        }
        Ok(())
    }

    fn fresh(&mut self) -> String {
        let name = format!("%{}", self.count);
        self.count += 1;
        name
    }

    fn op(&mut self, op: &Op, reader: &mut Reader<'_>) -> Result<(), Damage> {
        self.enters = false;
        let Some((dialect, name)) = self.tables.op_name(op.name) else { return Ok(()) };
        let results = self.bind(op);
        match (dialect, name.name) {
            (b"builtin", b"module") => self.module(op),
            (b"func", b"func") | (b"vhlo", b"func_v1") => self.function(op, dialect),
            (b"func", b"return") | (b"vhlo", b"return_v1") => {
                let returns = op.operands.iter().map(|value| self.name(op.scope, *value)).collect();
                if let Some(function) = self.file.functions.last_mut().filter(|_| op.depth == 3) {
                    function.returns = returns;
                }
                Ok(())
            }
            (b"stablehlo" | b"mhlo", b"custom_call") => self.call(op, dialect, results, reader),
            (b"vhlo", call) if call.starts_with(b"custom_call_v") => self.call(op, dialect, results, reader),
            _ => Ok(()),
        }
    }

    /// Names the results of an operation.
    fn bind(&mut self, op: &Op) -> Vec<String> {
        if op.results.is_empty() {
            return Vec::new();
        }
        let base = self.fresh();
        let many = if op.results.len() == 1 { 0 } else { op.results.len() };
        let names = result_names(&[(&base, many)], op.results.len());
        for (index, (name, kind)) in names.iter().zip(&op.results).enumerate() {
            self.values.insert((op.scope, op.first_result + index), (name.clone(), *kind));
        }
        names
    }

    fn name(&self, scope: usize, value: usize) -> String {
        self.values.get(&(scope, value)).map_or_else(|| "%?".to_owned(), |(name, _)| name.clone())
    }

    fn module(&mut self, op: &Op) -> Result<(), Damage> {
        for (key, value) in op.attributes.map_or(Ok(Vec::new()), |index| self.tables.dictionary(index))? {
            let slot = match key.as_str() {
                "mhlo.num_partitions" => &mut self.file.partitions,
                "mhlo.num_replicas" => &mut self.file.replicas,
                _ => continue,
            };
            if let Attr::Integer(number) = self.tables.attribute(value)? {
                *slot = u32::try_from(number).ok();
            }
        }
        Ok(())
    }

    fn function(&mut self, op: &Op, dialect: &[u8]) -> Result<(), Damage> {
        self.enters = true;
        let mut function = Function::default();
        for (key, value) in op.attributes.map_or(Ok(Vec::new()), |index| self.tables.dictionary(index))? {
            if key == "sym_name" {
                function.name = self.tables.text(value)?.unwrap_or_default();
            }
        }
        if let Some(index) = op.properties {
            for (key, value) in self.properties(index, FUNCTION, dialect)? {
                if key == "sym_name" {
                    function.name = self.tables.text(value)?.unwrap_or_default();
                }
            }
        }
        self.file.functions.push(function);
        Ok(())
    }

    fn call(
        &mut self,
        op: &Op,
        dialect: &[u8],
        result_names: Vec<String>,
        reader: &mut Reader<'_>,
    ) -> Result<(), Damage> {
        let mut parts = Parts::default();
        for index in op.attributes.into_iter().chain(op.property_attribute) {
            for (key, value) in self.tables.dictionary(index)? {
                parts.set(&key, value);
            }
        }
        if let Some(index) = op.properties {
            for (key, value) in self.properties(index, CALL, dialect)? {
                parts.set(key, value);
            }
        }
        let text = |index: Option<usize>| index.map_or(Ok(None), |index| self.tables.text(index));
        if text(parts.target)?.as_deref() != Some("tpu_custom_call") {
            return Ok(());
        }
        self.calls += 1;
        if self.faults >= MOST_FAULTS {
            return Ok(());
        }
        let (operands, results) = (self.operand_types(op)?, self.tensors(&op.results)?);
        let (name, config) = (text(parts.name)?, text(parts.config)?);
        let missing = match (&config, &operands, &results) {
            (None, ..) => Some("its backend_config is not a string"),
            (_, None, _) | (.., None) => Some("not all of its operands and results are tensors"),
            _ => None,
        };
        if let Some(reason) = missing {
            self.faults += 1;
            reader.report(CallMalformed { reason: reason.to_owned() }, 0, 0, OP);
            return Ok(());
        }
        let (config, operands, results) =
            (config.unwrap_or_default(), operands.unwrap_or_default(), results.unwrap_or_default());
        let Some((body, settings)) = reader.config(&config, 0, 0, OP) else {
            self.faults += 1;
            return Ok(());
        };
        let signature = Signature { operands, results };
        let (aliases, wrong) = alias::pairs(&self.aliases(parts.aliases)?, &signature);
        for fault in wrong {
            reader.report(fault, 0, 0, OP);
        }
        let side_effect = parts.side_effect.map_or(Ok(Attr::Other), |index| self.tables.attribute(index))?;
        self.file.kernels.push(KernelCall {
            name,
            body,
            signature: Some(signature),
            aliases,
            has_side_effect: matches!(side_effect, Attr::Integer(value) if value != 0),
            settings,
            operand_names: op.operands.iter().map(|value| self.name(op.scope, *value)).collect(),
            result_names,
            function: self.file.functions.len().checked_sub(1),
            line: 1,
        });
        Ok(())
    }

    /// The properties there are, by name.
    fn properties(
        &self,
        index: usize,
        layout: &[(&'static str, bool)],
        dialect: &[u8],
    ) -> Result<Vec<(&'static str, usize)>, Damage> {
        let Some(mut at) = self.tables.properties.get(index).cloned() else { return Ok(Vec::new()) };
        // In a portable artifact everything is there, and there is no such thing as inlining.
        let portable = dialect == b"vhlo";
        let mut found = Vec::new();
        for (key, optional) in layout.iter().filter(|(key, _)| !(portable && *key == "no_inline")) {
            if at.is_empty() {
                break;
            }
            let start = at.at();
            let value = at.varint("a property")?;
            let (value, there) =
                if *optional && !portable { (value >> 1, value & 1 != 0) } else { (value, true) };
            if there {
                found.push((*key, below(value, self.tables.attributes.len(), "attribute", start)?));
            }
        }
        Ok(found)
    }

    fn operand_types(&self, op: &Op) -> Result<Option<Vec<TensorType>>, Damage> {
        let kinds =
            op.operands.iter().map(|value| self.values.get(&(op.scope, *value)).map(|(_, kind)| *kind));
        match kinds.collect::<Option<Vec<_>>>() {
            Some(kinds) => self.tensors(&kinds),
            None => Ok(None),
        }
    }

    fn tensors(&self, kinds: &[usize]) -> Result<Option<Vec<TensorType>>, Damage> {
        kinds.iter().map(|kind| self.tables.tensor(*kind)).collect()
    }

    /// Pairs (operand, output).
    fn aliases(&self, list: Option<usize>) -> Result<Vec<(u64, u64)>, Damage> {
        let Some(list) = list else { return Ok(Vec::new()) };
        let Attr::Array(entries) = self.tables.attribute(list)? else { return Ok(Vec::new()) };
        let mut pairs = Vec::new();
        for entry in entries {
            if let Attr::Alias { output, operand } = self.tables.attribute(entry)? {
                pairs.push((operand, output.unwrap_or(0)));
            }
        }
        Ok(pairs)
    }
}

/// Properties of `custom_call` in the order in which bytecode holds them, and whether they may be missing.
const CALL: &[(&str, bool)] = &[
    ("api_version", true),
    ("backend_config", true),
    ("call_target_name", false),
    ("called_computations", true),
    ("has_side_effect", true),
    ("operand_layouts", true),
    ("output_operand_aliases", true),
    ("result_layouts", true),
];

/// The same for functions.
const FUNCTION: &[(&str, bool)] = &[
    ("arg_attrs", true),
    ("function_type", false),
    ("no_inline", true),
    ("res_attrs", true),
    ("sym_name", false),
    ("sym_visibility", true),
];

/// The name that a kernel's module has: its symbol, or that of the first function.
pub(in crate::container) fn module_name(bytes: &[u8]) -> Option<String> {
    let tables = Tables::read(bytes).ok()?;
    let mut found = None;
    let _stopped = walk(&tables, |event| {
        let Event::Op(op) = event else { return Ok(()) };
        for index in op.attributes.into_iter().chain(op.property_attribute) {
            for (key, value) in tables.dictionary(index)? {
                if key == "sym_name" && found.is_none() {
                    found = tables.text(value)?;
                }
            }
        }
        if found.is_some() || op.depth > 2 { Err(Damage::Nested(0)) } else { Ok(()) }
    });
    found
}

//! The subcommands: read files, ask the engine, show what it found.

use super::args::{
    Arguments, CheckArgs, Command, CompileArgs, ExplainArgs, GraphArgs, OutputsArg, PipelineArgs, RunArgs,
};
use super::{Status, inspect};
use crate::engine::{CompileOptions, Engine, Input, Report, RunOptions, UsageError};
use crate::expect::{self, Tolerance};
use crate::explain;
use crate::fault::bug::InternalError;
use crate::fault::bytecode::ReaderFailed;
use crate::render::{self, Format, Out, Sources, Tally};
use crate::shield::{self, Stream};
use crate::tensors::{self, Tensors};
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::{Frame, Loc};

pub(super) fn dispatch(engine: &dyn Engine, arguments: Arguments, out: &mut Out, err: &mut Out) -> Status {
    let mut screen = Screen { out, err, sources: Sources::new(), tally: Tally::default() };
    let outcome = match arguments.command {
        Command::Check(args) => Ok(check(engine, &args, &mut screen)),
        Command::Run(args) => run(engine, *args, &mut screen),
        Command::Compile(args) => compile(engine, &args, &mut screen),
        Command::Explain(args) => explain_code(&args, &mut screen),
        Command::Graph(args) => graph(engine, &args, &mut screen),
        Command::Extract(args) => inspect::extract(engine, &args, &mut screen),
        Command::Info(args) => Ok(inspect::info(engine, &args, &mut screen)),
        Command::Pipeline(args) => pipeline(engine, &args, &mut screen),
    };
    outcome.unwrap_or_else(|error| screen.usage(&error))
}

pub(super) struct Screen<'a> {
    pub(super) out: &'a mut Out,
    pub(super) err: &'a mut Out,
    sources: Sources,
    tally: Tally,
}

impl Screen<'_> {
    pub(super) fn usage(&mut self, error: &UsageError) -> Status {
        self.err.line(format!("tessera: {error}"));
        Status::Usage
    }

    /// Shows faults; returns the status they stand for.
    pub(super) fn faults(&mut self, faults: Sink, file: &str, format: Format, to_stdout: bool) -> Status {
        let items = faults.into_sorted();
        let mut tally = Tally::default();
        for item in &items {
            tally.add(item.code().level);
            self.tally.add(item.code().level);
        }
        let out = if to_stdout { &mut *self.out } else { &mut *self.err };
        render::faults(&items, file, &mut self.sources, format, out);
        tally.into()
    }

    /// Shows a report whose faults go to standard error, because standard output carries something else.
    pub(super) fn report_aside(&mut self, report: Report, file: &str) -> Status {
        self.assumed(&report.assumed);
        self.faults(report.faults, file, Format::Text, false)
    }

    fn assumed(&mut self, assumed: &[String]) {
        for text in assumed {
            self.err.line(format!("note: {text}"));
        }
    }

    /// Reads a file, and says what to write in which stream if the process ends over it.
    pub(super) fn read(&mut self, path: &Path, stream: Stream, format: Format) -> Result<Input, UsageError> {
        let input = read_file(path)?;
        shield::announce(stream, |what, reading| last_words(&input.name, what, reading, format));
        self.sources.add(&input.name, &input.bytes);
        Ok(input)
    }
}

fn last_words(file: &str, what: &str, reading: bool, format: Format) -> String {
    let frame = Frame { file: file.to_owned(), ..Frame::default() };
    let loc = Loc { module: Some(frame), ..Loc::default() };
    let item = if reading {
        Diagnostic::new(ReaderFailed { what: what.to_owned() }, loc, "")
    } else {
        let fault =
            InternalError { message: format!("it {what}"), place: "lowering or running the kernel".into() };
        Diagnostic::new(fault, loc, "")
    };
    match format {
        Format::Text => {
            let text = render::fault_text(&item, &mut Sources::new());
            format!("{}\n", anstream::adapter::strip_str(&text))
        }
        Format::Json => format!("{}\n", render::fault_json(&item, file)),
    }
}

fn read_file(path: &Path) -> Result<Input, UsageError> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| UsageError::new(format!("cannot read standard input: {error}")))?;
        return Ok(Input { name: "<stdin>".into(), bytes });
    }
    let refuse = |error: io::Error| UsageError::new(format!("cannot read {}: {error}", path.display()));
    // A device may never end. Pipes do.
    let kind = fs::metadata(path).map_err(refuse)?.file_type();
    if kind.is_char_device() || kind.is_block_device() {
        return Err(UsageError::new(format!("{} is a device, not a file", path.display())));
    }
    let bytes = fs::read(path).map_err(refuse)?;
    Ok(Input { name: path.display().to_string(), bytes })
}

fn read_tensors(path: &Path) -> Result<Tensors, UsageError> {
    let input = read_file(path)?;
    tensors::from_bytes(&input.bytes).map_err(|error| UsageError::new(format!("{}: {error}", input.name)))
}

pub(super) fn write_file(path: &Path, bytes: &[u8], out: &mut Out) -> Result<(), UsageError> {
    if path.as_os_str() == "-" {
        out.binary(bytes);
        return Ok(());
    }
    fs::write(path, bytes)
        .map_err(|error| UsageError::new(format!("cannot write {}: {error}", path.display())))
}

fn check(engine: &dyn Engine, args: &CheckArgs, screen: &mut Screen<'_>) -> Status {
    let options = args.rules.options();
    let mut status = Status::Fine;
    for path in &args.files {
        let checked = screen
            .read(path, Stream::Out, args.format)
            .and_then(|input| Ok((engine.check(&input, &options)?, input)));
        let one = match checked {
            Ok((report, input)) => {
                screen.assumed(&report.assumed);
                screen.faults(report.faults, &input.name, args.format, true)
            }
            Err(error) => screen.usage(&error),
        };
        status = status.max(one);
    }
    if args.format == Format::Text {
        let tally = screen.tally;
        screen.out.line(tally);
    }
    status
}

fn run(engine: &dyn Engine, args: RunArgs, screen: &mut Screen<'_>) -> Result<Status, UsageError> {
    let (count, file) = outputs(args.outputs)?;
    let input = screen.read(&args.file, Stream::Out, args.format)?;
    let inputs = args.inputs.as_deref().map(read_tensors).transpose()?.unwrap_or_default();
    let expected = args.expect.as_deref().map(read_tensors).transpose()?;
    let options = RunOptions {
        check: (!args.no_check).then(|| args.rules.options()),
        kernel: args.rules.kernel.clone(),
        inputs,
        operands: args.operands.map(|operands| operands.0),
        outputs: count,
        aliases: args.aliases,
        collective_id: args.collective_id,
        seed: args.seed,
        devices: args.devices,
        cores: args.cores,
        repeat: args.repeat,
    };
    let run = engine.run(&input, &options)?;
    screen.assumed(&run.report.assumed);
    for line in &run.printed {
        screen.err.line(line);
    }
    let mut status = screen.faults(run.report.faults, &input.name, args.format, true);
    if let Some(outputs) = run.outputs {
        if let Some(path) = file {
            let bytes = tensors::to_bytes(&outputs).map_err(|error| UsageError::new(error.to_string()))?;
            write_file(&path, &bytes, screen.out)?;
        }
        if let Some(expected) = expected {
            let mut sink = Sink::new();
            let tolerance = Tolerance { relative: args.rtol, absolute: args.atol };
            let comparisons = expect::compare(&outputs, &expected, tolerance, &mut sink);
            if args.format == Format::Text {
                for comparison in comparisons.iter().filter(|comparison| comparison.differing == 0) {
                    screen.out.line(comparison);
                }
            }
            status = status.max(screen.faults(sink, &input.name, args.format, true));
        }
    }
    if args.timings && args.format == Format::Text {
        screen.out.line(&run.timings);
    }
    if args.format == Format::Text && screen.tally != Tally::default() {
        let tally = screen.tally;
        screen.out.line(tally);
    }
    Ok(status)
}

/// The count and the file among the values of `--outputs`.
fn outputs(values: Vec<OutputsArg>) -> Result<(Option<usize>, Option<std::path::PathBuf>), UsageError> {
    let (mut count, mut file) = (None, None);
    for value in values {
        let twice = match value {
            OutputsArg::Count(number) => count.replace(number).is_some(),
            OutputsArg::File(path) => file.replace(path).is_some(),
        };
        if twice {
            return Err(UsageError::new("--outputs takes at most one path and one number"));
        }
    }
    Ok((count, file))
}

fn compile(engine: &dyn Engine, args: &CompileArgs, screen: &mut Screen<'_>) -> Result<Status, UsageError> {
    let input = screen.read(&args.file, Stream::Err, Format::Text)?;
    let options = CompileOptions {
        check: (!args.no_check).then(|| args.rules.options()),
        kernel: args.rules.kernel.clone(),
        emit: args.emit,
    };
    let compiled = engine.compile(&input, &options)?;
    let status = screen.report_aside(compiled.report, &input.name);
    if let Some(artifact) = compiled.artifact {
        write_file(args.output.as_deref().unwrap_or(Path::new("-")), &artifact, screen.out)?;
    }
    Ok(status)
}

fn graph(engine: &dyn Engine, args: &GraphArgs, screen: &mut Screen<'_>) -> Result<Status, UsageError> {
    let input = screen.read(&args.file, Stream::Err, Format::Text)?;
    let graph = engine.graph(&input, args.kernel.as_deref())?;
    let status = screen.report_aside(graph.report, &input.name);
    if let Some(dot) = graph.dot {
        screen.out.line(dot.trim_end());
    }
    Ok(status)
}

fn pipeline(engine: &dyn Engine, args: &PipelineArgs, screen: &mut Screen<'_>) -> Result<Status, UsageError> {
    let Some(name) = &args.preset else {
        for preset in engine.presets() {
            let passes = engine.pipeline(preset).unwrap_or_default();
            screen.out.line(format!("{preset}: {passes}"));
        }
        return Ok(Status::Fine);
    };
    let passes = engine.pipeline(name).ok_or_else(|| {
        UsageError::new(format!("no pipeline is called `{name}`; there are {}", engine.presets().join(", ")))
    })?;
    screen.out.line(passes);
    Ok(Status::Fine)
}

fn explain_code(args: &ExplainArgs, screen: &mut Screen<'_>) -> Result<Status, UsageError> {
    let Some(text) = args.code.as_deref() else {
        for line in explain::list() {
            screen.out.line(line);
        }
        return Ok(Status::Fine);
    };
    let Some(code) = explain::find(text) else {
        let similar: Vec<String> =
            explain::similar(text).iter().map(|code| format!("{code} {}", code.name)).collect();
        let hint = match similar.as_slice() {
            [] => "`tessera explain --list` shows all".to_owned(),
            some => format!("near it: {}", some.join(", ")),
        };
        return Err(UsageError::new(format!("there is no code `{text}`; {hint}")));
    };
    screen.out.line(explain::page(code));
    Ok(Status::Fine)
}

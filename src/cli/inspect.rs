//! The subcommands that show what is in a file and judge nothing: `extract` and `info`.

use super::Status;
use super::args::{ExtractArgs, InfoArgs};
use super::commands::{Screen, write_file};
use crate::engine::{Engine, ModuleForm, UsageError};
use crate::extract::Extracted;
use crate::info;
use crate::render::Format;
use crate::shield::Stream;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

pub(super) fn extract(engine: &dyn Engine, args: &ExtractArgs, screen: &mut Screen<'_>) -> Result<Status, UsageError> {
    let input = screen.read(&args.file, Stream::Err, Format::Text)?;
    let done = engine.extract(&input, args.kernel.as_deref(), args.form)?;
    let status = screen.report_aside(done.report, &input.name);
    match args.output.as_deref() {
        Some(folder) if folder.as_os_str() != "-" => to_folder(&done.kernels, folder, args, screen)?,
        given => to_stdout(&done.kernels, given.is_some(), args, screen)?,
    }
    Ok(status)
}

/// One file a kernel; the facts on standard output.
fn to_folder(
    kernels: &[Extracted],
    folder: &Path,
    args: &ExtractArgs,
    screen: &mut Screen<'_>,
) -> Result<(), UsageError> {
    fs::create_dir_all(folder)
        .map_err(|error| UsageError::new(format!("cannot make the folder {}: {error}", folder.display())))?;
    let mut used = HashSet::new();
    for kernel in kernels {
        let plain = kernel.file_name(args.form);
        let (stem, ending) = plain.rsplit_once('.').unwrap_or((&plain, ""));
        let mut name = plain.clone();
        let mut count = 1;
        // Several calls may have one name, also where letters differ in their case only.
        while !used.insert(name.to_lowercase()) {
            count += 1;
            name = format!("{stem}.{count}.{ending}");
        }
        let path = folder.join(name);
        write_file(&path, &kernel.module, screen.out)?;
        let path = path.display().to_string();
        match args.format {
            Format::Text => screen.out.line(lines(kernel, "", Some(&path))),
            Format::Json => screen.out.line(with_file(kernel, Some(path))),
        }
    }
    Ok(())
}

fn to_stdout(
    kernels: &[Extracted],
    bare: bool,
    args: &ExtractArgs,
    screen: &mut Screen<'_>,
) -> Result<(), UsageError> {
    if args.form != ModuleForm::Text && kernels.len() > 1 {
        return Err(UsageError::new("the file holds several kernels: choose one with --kernel, or a folder with --output"));
    }
    for (index, kernel) in kernels.iter().enumerate() {
        if index > 0 {
            screen.out.line("// -----");
        }
        let text = args.form == ModuleForm::Text && !bare;
        match args.format {
            Format::Text if text => screen.out.line(lines(kernel, "// ", None)),
            Format::Text => screen.err.line(lines(kernel, "", None)),
            Format::Json => screen.err.line(with_file(kernel, None)),
        }
        screen.out.binary(&kernel.module);
        if args.form == ModuleForm::Text && !kernel.module.ends_with(b"\n") {
            screen.out.bytes(b"\n");
        }
    }
    Ok(())
}

fn lines(kernel: &Extracted, before: &str, path: Option<&str>) -> String {
    let width = kernel.facts.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let facts = kernel.facts.iter().map(|(key, value)| (*key, value.as_str()));
    let facts = facts.chain(path.map(|path| ("written to", path)));
    // A line end in a name must not end the comment.
    let line = |(key, value): (&str, &str)| format!("{before}{key:<width$}  {}", value.replace(['\n', '\r'], " "));
    facts.map(line).collect::<Vec<_>>().join("\n")
}

fn with_file(kernel: &Extracted, path: Option<String>) -> Value {
    let mut json = kernel.json.clone();
    if let (Some(object), Some(path)) = (json.as_object_mut(), path) {
        object.insert("written_to".to_owned(), path.into());
    }
    json
}

pub(super) fn info(engine: &dyn Engine, args: &InfoArgs, screen: &mut Screen<'_>) -> Status {
    let mut status = Status::Fine;
    let mut first = true;
    for path in &args.files {
        let found = screen.read(path, Stream::Err, Format::Text).and_then(|input| Ok((engine.info(&input, args.kernel.as_deref())?, input)));
        let (found, input) = match found {
            Ok(found) => found,
            Err(error) => {
                status = status.max(screen.usage(&error));
                continue;
            }
        };
        status = status.max(screen.report_aside(found.report, &input.name));
        for kernel in &found.kernels {
            match args.format {
                Format::Json => screen.out.line(info::kernel_json(kernel, &input.name)),
                Format::Text => {
                    if !std::mem::take(&mut first) {
                        screen.out.line("");
                    }
                    screen.out.line(info::kernel_text(kernel));
                }
            }
        }
    }
    status
}

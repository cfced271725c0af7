//! Turns the dialect definition into C++ classes and Rust views, compiles the
//! C++ side, and says how to link it.

mod model;
mod views;

use std::{
    env,
    error::Error,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

type Fallible<T> = Result<T, Box<dyn Error>>;

const GENERATED: [(&str, &str); 10] = [
    ("-gen-dialect-decls", "tpu_dialect.h.inc"),
    ("-gen-dialect-defs", "tpu_dialect.cpp.inc"),
    ("-gen-enum-decls", "tpu_enums.h.inc"),
    ("-gen-enum-defs", "tpu_enums.cpp.inc"),
    ("-gen-attrdef-decls", "tpu_attrs.h.inc"),
    ("-gen-attrdef-defs", "tpu_attrs.cpp.inc"),
    ("-gen-typedef-decls", "tpu_types.h.inc"),
    ("-gen-typedef-defs", "tpu_types.cpp.inc"),
    ("-gen-op-decls", "tpu_ops.h.inc"),
    ("-gen-op-defs", "tpu_ops.cpp.inc"),
];

const SOURCES: [&str; 9] =
    ["dialect", "ops", "releases", "capi", "driver", "bytecode", "emit", "pass", "serde"];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Cargo shows the error stream of a build script that failed.
            #[allow(clippy::print_stderr)]
            {
                eprintln!("error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Fallible<()> {
    tell("rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    tell("rerun-if-env-changed=MLIR_SYS_LINK_SHARED");
    for watched in ["build", "cpp"] {
        tell(&format!("rerun-if-changed={watched}"));
    }
    for entry in fs::read_dir(".")? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("td")) {
            tell(&format!("rerun-if-changed={}", path.display()));
        }
    }

    let prefix = env::var_os("MLIR_SYS_220_PREFIX")
        .filter(|value| !value.is_empty())
        .map_or_else(|| PathBuf::from("/usr/lib/llvm-22"), PathBuf::from);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);

    generate_cpp(&prefix, &out)?;
    generate_rust(&prefix, &out)?;
    compile(&prefix, &out)?;
    link(&prefix, &out)
}

fn generate_cpp(prefix: &Path, out: &Path) -> Fallible<()> {
    for (action, file) in GENERATED {
        tablegen(prefix, "mlir-tblgen", "mlir-22-tools", action, &out.join(file))?;
    }
    Ok(())
}

fn generate_rust(prefix: &Path, out: &Path) -> Fallible<()> {
    let json = out.join("tpu.json");
    tablegen(prefix, "llvm-tblgen", "llvm-22", "--dump-json", &json)?;
    let dump = serde_json::from_slice(&fs::read(&json)?)?;
    let dialect = model::Dialect::read(&dump)?;
    fs::write(out.join("ops.rs"), views::ops(&dialect))?;
    fs::write(out.join("enums.rs"), views::enums(&dialect))?;
    Ok(())
}

fn tablegen(prefix: &Path, tool: &str, package: &str, action: &str, file: &Path) -> Fallible<()> {
    let program = prefix.join("bin").join(tool);
    let status = Command::new(&program)
        .arg(action)
        .arg("-I")
        .arg(prefix.join("include"))
        .args(["-I", ".", "tpu.td", "-o"])
        .arg(file)
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{} {action} tpu.td: {status}", program.display()).into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(format!(
            "{} is missing: install {package} (Debian), or point MLIR_SYS_220_PREFIX to LLVM 22",
            program.display()
        )
        .into()),
        Err(error) => Err(format!("{}: {error}", program.display()).into()),
    }
}

fn compile(prefix: &Path, out: &Path) -> Fallible<()> {
    let headers = prefix.join("include");
    if !headers.join("mlir/IR/Dialect.h").exists() {
        return Err(
            format!("{} has no MLIR headers: install libmlir-22-dev (Debian)", headers.display()).into()
        );
    }
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .include("cpp")
        // As system headers, LLVM's and the generated code keep their warnings.
        .flag("-isystem")
        .flag(&headers)
        .flag("-isystem")
        .flag(out)
        .flag("-fno-exceptions")
        // Nobody steps through generated parsers, and the files shrink tenfold.
        .debug(false)
        .files(SOURCES.map(|name| format!("cpp/{name}.cpp")));
    // LLVM's own clang is about twice as fast as gcc on these headers.
    let clang = prefix.join("bin/clang++");
    if env::var_os("CXX").is_none() && clang.exists() {
        build.compiler(clang);
    }
    build.try_compile("tessera_tpu_shim")?;
    Ok(())
}

fn link(prefix: &Path, out: &Path) -> Fallible<()> {
    // Statically, mlir-sys names every archive there is, and that is enough.
    if env::var("MLIR_SYS_LINK_SHARED").as_deref() != Ok("1") {
        return Ok(());
    }
    // Debian has libMLIR.so, but the C API only as archives. mlir-sys asks for
    // libMLIR-C.so, so that name becomes a linker script that lists them.
    let libraries = prefix.join("lib");
    let mut archives = Vec::new();
    for entry in fs::read_dir(&libraries)? {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.starts_with("libMLIRCAPI") && name.ends_with(".a") {
            archives.push(path.display().to_string());
        }
    }
    archives.sort();
    let folder = out.join("capi");
    fs::create_dir_all(&folder)?;
    let script = format!("INPUT({} -lMLIR)\n", archives.join(" "));
    fs::write(folder.join("libMLIR-C.so"), script)?;
    tell(&format!("rustc-link-search=native={}", folder.display()));
    // For our own tests; binaries of other packages get theirs from the flags in
    // .cargo/config.toml, because cargo does not hand this one on.
    tell(&format!("rustc-link-arg=-Wl,-rpath,{}", libraries.display()));
    Ok(())
}

/// Passes an instruction to cargo.
#[allow(clippy::print_stdout)]
fn tell(instruction: &str) {
    println!("cargo:{instruction}");
}

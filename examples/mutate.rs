//! Damages files at random and sees how `tessera check` takes it: `cargo run --example mutate -- SECONDS SEED FILE..`.
//!
//! Whatever ends in another status than 0, 1, 2 or 3, or takes longer than twenty seconds, is kept as
//! `target/mutate/STATUS_SEED_ROUND` with a line on standard output. The last line counts mutations, damage that was
//! seen, and findings. The shorter test that always runs is `tests/hostile.rs`.

#[path = "../tests/support/mutate.rs"]
mod mutate;

use mutate::{Draw, mutated};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// Files for one start of the program.
const BATCH: usize = 16;
const LONGEST: Duration = Duration::from_secs(20);

// Its product is what it prints.
#[allow(clippy::print_stdout)]
fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let seconds: u64 = args.next().ok_or("usage: mutate SECONDS SEED FILE..")?.parse()?;
    let seed: u64 = args.next().ok_or("usage: mutate SECONDS SEED FILE..")?.parse()?;
    let files: Vec<PathBuf> = args.map(PathBuf::from).collect();
    if files.is_empty() {
        return Err("usage: mutate SECONDS SEED FILE..".into());
    }
    let examples = env::current_exe()?.parent().map(Path::to_owned).ok_or("no folder")?;
    let program = examples.parent().map(|folder| folder.join("tessera")).ok_or("no folder")?;
    let folder = examples.join("../../mutate");
    fs::create_dir_all(&folder)?;
    // A copy, so that a build meanwhile does no harm.
    let copy = folder.join("tessera");
    fs::copy(&program, &copy)?;
    let program = copy;
    let mut draw = Draw(seed);
    let start = Instant::now();
    let (mut done, mut seen, mut found) = (0_usize, 0_usize, 0_usize);
    while start.elapsed() < Duration::from_secs(seconds) {
        let whole = fs::read(&files[draw.below(files.len())])?;
        let paths: Vec<PathBuf> = (0..BATCH).map(|index| folder.join(format!("now_{index}"))).collect();
        for path in &paths {
            fs::write(path, mutated(&whole, &mut draw))?;
        }
        let status = check(&program, &paths)?;
        seen += usize::from(status == "1" || status == "3");
        done += BATCH;
        if is_fine(&status) {
            continue;
        }
        for path in &paths {
            let status = check(&program, std::slice::from_ref(path))?;
            if !is_fine(&status) {
                found += 1;
                let kept = folder.join(format!("{status}_{seed}_{done}_{found}"));
                fs::copy(path, &kept)?;
                println!("{status}: {}", kept.display());
            }
        }
    }
    println!("{done} mutations, {seen} of {} batches with damage seen, {found} findings", done / BATCH);
    Ok(if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn is_fine(status: &str) -> bool {
    ["0", "1", "2", "3"].contains(&status)
}

/// The exit status, `late`, or the signal.
fn check(program: &Path, paths: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let mut child =
        Command::new(program).arg("check").args(paths).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code().map_or_else(|| "signal".to_owned(), |code| code.to_string()));
        }
        if start.elapsed() > LONGEST {
            child.kill()?;
            child.wait()?;
            return Ok("late".to_owned());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#!/usr/bin/env python3
"""Holds the `stable_mosaic` format that we write and read against jaxlib's own pass, release by release.

    scripts/jax/serde.py [FILE | FOLDER ...]        default: lit-tests/jax

A file is a kernel in the format (`kernel.mlirbc`). For every version of the format that a release of jaxlib knows,
`tessera-opt` and jaxlib each write the kernel for that version. The release must read what we wrote and get what it gets
from its own, down to the locations and what its verifier says; we must read what it wrote; and where one refuses, so
must the other.

Needs the built `tessera-opt` (its folder in TESSERA_BIN_DIR, else target/debug), and Python 3.11, 3.12 and 3.13. The
releases are installed into .tools/jaxlib-RELEASE when they are absent. Exits with 1 when anything differs.
"""

import argparse
import base64
import collections
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OPT = pathlib.Path(os.environ.get("TESSERA_BIN_DIR", ROOT / "target" / "debug")) / "tessera-opt"


@dataclasses.dataclass(frozen=True)
class Release:
    jaxlib: str
    python: str
    newest: int  # version of the format
    pins: tuple[str, ...]


RELEASES = [
    Release("0.10.2", "3.11", 15, ("ml_dtypes==0.6.0", "numpy==2.4.6", "opt_einsum==3.4.0", "scipy==1.17.1")),
    Release("0.11.0", "3.12", 15, ("ml_dtypes==0.6.0", "numpy==2.5.5", "opt_einsum==3.4.0", "scipy==1.18.1")),
    Release("0.12.0.1", "3.13", 18, ("ml_dtypes==0.6.0", "numpy==2.5.5", "opt_einsum==3.4.0", "scipy==1.18.1")),
]


def find_python(version):
    """A Python of that version, from the path or from pyenv."""
    pyenv = pathlib.Path.home() / ".pyenv" / "versions"
    candidates = [shutil.which(f"python{version}"), *map(str, sorted(pyenv.glob(f"{version}.*/bin/python")))]
    check = f"import sys; sys.exit('%d.%d' % sys.version_info[:2] != '{version}')"
    for candidate in filter(None, candidates):
        if subprocess.run([candidate, "-c", check], capture_output=True).returncode == 0:
            return candidate
    sys.exit(f"serde.py: no Python {version} found")


def environment(release):
    """The Python of a virtual environment with the release, made when it is absent or has other pins."""
    venv = ROOT / ".tools" / f"jaxlib-{release.jaxlib}"
    wanted = "\n".join([f"jax=={release.jaxlib}", f"jaxlib=={release.jaxlib}", *release.pins]) + "\n"
    python, stamp = venv / "bin" / "python", venv / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"installing jaxlib {release.jaxlib}", file=sys.stderr)
        subprocess.run([find_python(release.python), "-m", "venv", "--clear", venv], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted.split()]
        subprocess.run(pip, check=True)
        stamp.write_text(wanted)
    return python


def serve():
    """Child process, run by the release's Python: one JSON answer for each JSON request."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    from jax._src.interpreters import mlir
    from jax._src.tpu_custom_call import tpu
    from jaxlib.mlir import ir, passmanager
    import io

    def verdict(module):
        try:
            return str(module.operation.verify())
        except Exception as err:  # pylint: disable=broad-except
            return str(err)

    def answer(request):
        context = mlir.make_ir_context()
        tpu.register_dialect(context)
        context.allow_unregistered_dialects = True
        try:
            with context, ir.Location.unknown():
                module = ir.Module.parse(base64.b64decode(request["module"]))
                passes = passmanager.PassManager.parse(request["pipeline"])
                passes.enable_verifier(False)
                passes.run(module.operation)
                if not request["bytes"]:
                    text = module.operation.get_asm(
                        enable_debug_info=True, print_generic_op_form=True, assume_verified=True
                    )
                    return {"text": text, "verifier": verdict(module)}
                out = io.BytesIO()
                module.operation.write_bytecode(out, desired_version=0)
                return {"module": base64.b64encode(out.getvalue()).decode()}
        except Exception as err:  # pylint: disable=broad-except
            lines = [line for line in str(err).splitlines() if "error:" in line] or str(err).splitlines()[:1]
            return {"error": lines[0].strip() if lines else "no message"}

    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


class Jaxlib:
    """One release, in a child process that is started again when it has crashed."""

    def __init__(self, python):
        self.command = [python, __file__, "--child"]
        self.child = None

    def ask(self, module, pipeline, wants_bytes):
        if self.child is None:
            self.child = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        request = {"module": base64.b64encode(module).decode(), "pipeline": pipeline, "bytes": wants_bytes}
        try:
            self.child.stdin.write(json.dumps(request) + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            pass
        line = self.child.stdout.readline()
        if line:
            return json.loads(line)
        status, self.child = self.child.wait(), None
        return {"error": f"jaxlib crashed with exit status {status}"}

    def write(self, module, version):
        pipeline = f"builtin.module(mosaic-serde{{serialize=false}},{writing(version)})"
        return self.ask(module, pipeline, wants_bytes=True)

    def read(self, module):
        return self.ask(module, "builtin.module(mosaic-serde{serialize=false})", wants_bytes=False)


def writing(version):
    return f"mosaic-serde{{serialize=true target-version={version}}}"


def tessera(file, *passes, out):
    """Runs passes on a file; the first error, or None."""
    pipeline = f"--pass-pipeline=builtin.module({','.join(passes)})"
    options = ["--allow-unregistered-dialect", "--emit-bytecode", "--emit-bytecode-version=0", "-o", out]
    run = subprocess.run([OPT, file, pipeline, *options], capture_output=True, text=True)
    if run.returncode == 0:
        return None
    errors = [line for line in run.stderr.splitlines() if "error:" in line] or [f"exit status {run.returncode}"]
    return errors[0].split("error: ", 1)[-1]


def compare(file, version, jaxlib, folder):
    """What came of one kernel at one version, and more about it."""
    ours, theirs = folder / "ours.mlirbc", folder / "theirs.mlirbc"
    refusal = tessera(file, "mosaic-serde{serialize=false}", writing(version), out=ours)
    written = jaxlib.write(file.read_bytes(), version)
    if refusal or "error" in written:
        if refusal and "error" in written:
            return "both refuse", ""
        return ("only we refuse", refusal) if refusal else ("only jaxlib refuses", written["error"])
    read = jaxlib.read(ours.read_bytes())
    if "error" in read:
        return "jaxlib does not read ours", read["error"]
    theirs.write_bytes(base64.b64decode(written["module"]))
    if read != jaxlib.read(theirs.read_bytes()):
        return "jaxlib reads ours otherwise", ""
    if refusal := tessera(theirs, "mosaic-serde{serialize=false}", out=folder / "back.mlirbc"):
        return "we do not read jaxlib's", refusal
    return "same", ""


FINE = ("same", "both refuse")


def main():
    if sys.argv[1:] == ["--child"]:
        return serve()
    parser = argparse.ArgumentParser(description="Compare the stable_mosaic format with jaxlib's own.")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="files or folders (default: lit-tests/jax)")
    parser.add_argument("--release", action="append", help="only this release of jaxlib; may be given again")
    args = parser.parse_args()
    if not os.access(OPT, os.X_OK):
        parser.error(f"no {OPT}: build it, or set TESSERA_BIN_DIR")
    paths = args.paths or [ROOT / "lit-tests" / "jax"]
    if missing := [str(path) for path in paths if not path.exists()]:
        parser.error(f"no such file: {', '.join(missing)}")
    files = sorted({f for path in paths for f in (path.rglob("*.mlirbc") if path.is_dir() else [path])})

    bad = False
    for release in RELEASES:
        if args.release and release.jaxlib not in args.release:
            continue
        jaxlib = Jaxlib(environment(release))
        counts = collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            for file in files:
                for version in range(1, release.newest + 1):
                    outcome, more = compare(file, version, jaxlib, pathlib.Path(folder))
                    counts[outcome] += 1
                    if outcome not in FINE:
                        bad = True
                        print(f"{release.jaxlib} version {version} {file.parent.name}: {outcome}: {more}")
        total = ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common())
        print(f"jaxlib {release.jaxlib}, versions 1 to {release.newest}, {len(files)} kernels: {total}", flush=True)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())

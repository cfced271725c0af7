#!/usr/bin/env python3
"""Asks jaxlib's own parser and verifier about the verifier tests, case by case, and compares.

    scripts/jax/verdict.py [FILE | FOLDER ...]        default: lit-tests/verify

A case is a part of a file between `// -----` lines. We call it wrong when it carries an `expected-error` or `FAULT:`
mark. jaxlib may let a wrong case pass, in which case we are the stricter; it should take every right one. Exits with
1 when jaxlib refuses a case that we call right, or when it crashed.

jaxlib runs in a child process for each file, so that a crash in it costs one case and not the run.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SPLIT = re.compile(r"^// -----.*$\n?", re.MULTILINE)
MARK = re.compile(r"expected-error|FAULT:")


@dataclasses.dataclass
class Verdict:
    file: str
    case: int
    ours: str  # right or wrong
    jaxlib: str  # accepts, refuses or crashes
    error: str

    @property
    def kind(self):
        if self.jaxlib == "crashes":
            return "crash"
        return {
            ("right", "accepts"): "agree",
            ("wrong", "refuses"): "agree",
            ("wrong", "accepts"): "stricter",
            ("right", "refuses"): "laxer",
        }[self.ours, self.jaxlib]


def cases(path):
    """The cases of a file, each under as many blank lines as keep the line numbers of the file."""
    text = path.read_text()
    start, found = 0, []
    for match in [*SPLIT.finditer(text), None]:
        end = match.start() if match else len(text)
        found.append("\n" * text.count("\n", 0, start) + text[start:end])
        start = match.end() if match else end
    return found


def first_error(message):
    """The first line of a diagnostic, without the name jaxlib gives to its input."""
    for line in message.splitlines():
        if "error:" in line:
            return re.sub(r'error: "-":(\d+):(\d+): ', r"\1:\2 ", line).strip()
    return message.strip().splitlines()[0] if message.strip() else "no message"


def ask(path, first):
    """Child process: one JSON line per case, from the given one on."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    from jax._src.interpreters import mlir
    from jax._src.lib import tpu
    from jaxlib.mlir import ir

    for number, text in enumerate(cases(path)):
        if number < first:
            continue
        ctx = mlir.make_ir_context()
        tpu.register_dialect(ctx)
        try:
            with ctx, ir.Location.unknown():
                ir.Module.parse(text).operation.verify()
            answer = ["accepts", ""]
        except Exception as err:  # pylint: disable=broad-except
            answer = ["refuses", first_error(str(err))]
        print(json.dumps(answer), flush=True)


def answers(path, count):
    """jaxlib's answers to all cases of a file, going on behind a case that it crashed on."""
    got = []
    while len(got) < count:
        command = [sys.executable, __file__, "--child", str(len(got)), str(path)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        got += [json.loads(line) for line in run.stdout.splitlines() if line.startswith("[")]
        if len(got) < count:
            if run.returncode == 1:  # A Python error: ours, and it would come again for every case.
                sys.exit(f"verdict.py: asking about {path} failed\n{run.stderr}")
            got.append(["crashes", f"exit status {run.returncode}"])
    return got


def compare(path):
    texts = cases(path)
    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    for number, (text, (jaxlib, error)) in enumerate(zip(texts, answers(path, len(texts))), 1):
        yield Verdict(name, number, "wrong" if MARK.search(text) else "right", jaxlib, error)


def summary(verdicts):
    count = lambda kind: sum(v.kind == kind for v in verdicts)
    wrong = sum(v.ours == "wrong" for v in verdicts)
    print(f"\n{len(verdicts)} cases: {wrong} wrong, {len(verdicts) - wrong} right; jaxlib agrees on {count('agree')}")
    for kind, title in (
        ("stricter", "we refuse, jaxlib accepts"),
        ("laxer", "we accept, jaxlib refuses"),
        ("crash", "jaxlib crashes"),
    ):
        print(f"{count(kind):4} where {title}")
        for v in verdicts:
            if v.kind == kind:
                print(f"       {v.file} case {v.case}  {v.error}".rstrip())


def main():
    parser = argparse.ArgumentParser(description="Compare the verifier tests with jaxlib's own verdicts.")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="files or folders (default: lit-tests/verify)")
    parser.add_argument("--width", type=int, default=110, help="cut the error column here; 0 for no cut")
    parser.add_argument("--json", type=pathlib.Path, help="write the verdicts to this file too")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child is not None:
        ask(args.paths[0], args.child)
        return 0

    paths = [p.resolve() for p in args.paths] or [ROOT / "lit-tests" / "verify"]
    if missing := [str(p) for p in paths if not p.exists()]:
        parser.error(f"no such file: {', '.join(missing)}")
    files = sorted({f for p in paths for f in (p.rglob("*.mlir") if p.is_dir() else [p])})
    width = max((len(str(f.relative_to(ROOT) if f.is_relative_to(ROOT) else f)) for f in files), default=4)
    print(f"{'file':{width}}  case  ours   jaxlib   first error")
    verdicts = []
    for file in files:
        for v in compare(file):
            verdicts.append(v)
            error = v.error if not args.width or len(v.error) <= args.width else v.error[: args.width - 3] + "..."
            print(f"{v.file:{width}}  {v.case:4}  {v.ours:5}  {v.jaxlib:7}  {error}".rstrip(), flush=True)
    summary(verdicts)
    if args.json:
        args.json.write_text(json.dumps([dataclasses.asdict(v) | {"kind": v.kind} for v in verdicts], indent=1) + "\n")
    return int(any(v.kind in ("laxer", "crash") for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())

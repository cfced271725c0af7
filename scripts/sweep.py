#!/usr/bin/env python3
"""Runs `tessera` over a folder of recorded kernels and says how many come out right.

usage: sweep.py CORPUS [--tessera PATH] [--command run|check] [--only TEXT] [--jobs N] [--list KIND]

CORPUS has a folder per source and per entry, with `call.mlir` or `kernel.mlirbc`, `io.safetensors` and `meta.json`.
Only entries whose values were checked count for `run`. Kinds: right, differs, unsupported, error, bug, crash, timeout.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = {0: "right", 1: "error", 2: "usage", 3: "unsupported", 70: "bug"}


def entries(corpus, only):
    for meta in sorted(corpus.glob("*/*/meta.json")):
        name = f"{meta.parent.parent.name}/{meta.parent.name}"
        if only in name:
            yield name, meta.parent, json.loads(meta.read_text())


def command(arguments, folder, meta):
    call = folder / "call.mlir"
    file = call if call.exists() else folder / "kernel.mlirbc"
    if arguments.command == "check":
        return [arguments.tessera, "check", str(file)]
    io = folder / "io.safetensors"
    tolerance = meta.get("tolerance") or {}
    return [arguments.tessera, "run", str(file), "--inputs", str(io), "--expect", str(io),
            "--rtol", str(tolerance.get("rtol", 1e-5)), "--atol", str(tolerance.get("atol", 1e-5))]


def one(arguments, name, folder, meta):
    try:
        done = subprocess.run(command(arguments, folder, meta), capture_output=True, text=True, timeout=60,
                              env={"NO_COLOR": "1", "PATH": ""})
    except subprocess.TimeoutExpired:
        return name, "timeout", ""
    text = done.stdout + done.stderr
    kind = KINDS.get(done.returncode, "crash")
    if kind == "error" and "T0890" in text:
        kind = "differs"
    first = next((line for line in text.splitlines() if re.match(r"(error|unsupported|bug)\[|error:|tessera:", line)), "")
    return name, kind, first or text.strip()[-200:].replace("\n", " ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--tessera", default=str(ROOT / "target/debug/tessera"))
    parser.add_argument("--command", choices=["run", "check"], default="run")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="append", default=[])
    arguments = parser.parse_args()
    wanted = [entry for entry in entries(arguments.corpus, arguments.only)
              if arguments.command == "check" or entry[2].get("values") == "checked"]
    counts, reasons = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, kind, first in pool.map(lambda entry: one(arguments, *entry), wanted):
            counts[kind] += 1
            if kind != "right":
                reasons[(kind, re.sub(r"\d+", "N", first)[:150])] += 1
            if kind in arguments.list:
                print(f"{kind}\t{name}\t{first}")
    for (kind, reason), count in reasons.most_common(60):
        print(f"{count:5} {kind:12} {reason}")
    print(" ".join(f"{kind}={count}" for kind, count in counts.most_common()), f"of {sum(counts.values())}")
    sys.exit(0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How long a blocked f32 matmul takes: tessera against Pallas' two interpreters on the same host.

    $(scripts/jax/venv.sh) bench/matmul.py [--json FILE]

Every contestant does the same job in the same run: read the inputs from a file, multiply, write the output to a
file, and the output is compared with NumPy's. `cold` is the wall time of a whole process, from its start to its end.
`warm` is one more call inside a process that has already made one, without files. The cold contestants take turns,
round by round, so that other load on the host meets them alike.
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "examples"))

INTERPRETERS = ("interpret=True", "InterpretParams")
BASE = "tessera run, cold"
RTOL = ATOL = 1e-5


def child(args):
    """One process of JAX: multiplies once, then --warm times more, and prints the times of those."""
    import jax.numpy as jnp
    from jax.experimental.pallas import tpu as pltpu
    from safetensors.numpy import load_file, save_file

    from kernels.matmul import matmul

    interpret = {"interpret=True": True, "InterpretParams": pltpu.InterpretParams()}[args.child]
    inputs = load_file(args.dir / "in.safetensors")
    x, y = jnp.asarray(inputs["in0"]), jnp.asarray(inputs["in1"])
    multiply = lambda: matmul(x, y, block=(args.block,) * 3, interpret=interpret).block_until_ready()
    save_file({"out0": multiply().__array__()}, args.dir / "out.safetensors")
    times = []
    for _ in range(args.warm):
        start = time.perf_counter()
        multiply()
        times.append(time.perf_counter() - start)
    print(json.dumps(times))


def prepare(args):
    """Writes the kernel and its inputs, and returns the product."""
    import jax.numpy as jnp
    import numpy as np
    from safetensors.numpy import save_file

    import mosaic
    from kernels.matmul import matmul, operands

    x, y = (np.asarray(v) for v in operands(np.random.default_rng(0), args.size, jnp.float32))
    save_file({"in0": x, "in1": y}, args.dir / "in.safetensors")
    (args.dir / "call.mlir").write_text(mosaic.lower(matmul, x, y, block=(args.block,) * 3))
    return x.astype(np.float64) @ y.astype(np.float64)


class Failed(Exception):
    """A contestant that did not finish, or not with the right output."""


def timed(command, args, want=None):
    """The wall time of a process, and what it printed. With `want`, the output it left must be that."""
    import numpy as np
    from safetensors.numpy import load_file

    output = args.dir / "out.safetensors"
    output.unlink(missing_ok=True)
    start = time.perf_counter()
    run = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    wall = time.perf_counter() - start
    if run.returncode:
        raise Failed(f"exit status {run.returncode}: {(run.stderr or run.stdout).strip()[-300:]}")
    if want is not None:
        if not output.exists():
            raise Failed("no output written")
        got = load_file(output)["out0"]
        if not np.allclose(got, want, RTOL, ATOL):
            raise Failed(f"wrong output: off by up to {np.abs(got - want).max():.3g}")
    return wall, run.stdout


def python(args, name, warm):
    size = ["--size", args.size, "--block", args.block, "--dir", args.dir]
    return [sys.executable, __file__, "--child", name, "--warm", warm, *size]


def measure(args, want):
    """Times by contestant, and the failures."""
    cold, times, failures = {}, {}, {}
    if args.tessera:
        call, inputs, output = (args.dir / f for f in ("call.mlir", "in.safetensors", "out.safetensors"))
        cold["tessera check, cold"] = [args.tessera, "check", call], None
        cold[BASE] = [args.tessera, "run", call, "--inputs", inputs, "--outputs", output], want
    for name in INTERPRETERS:
        cold[f"{name}, cold"] = python(args, name, 0), want

    def attempt(name, work):
        if name in failures:
            return
        try:
            times.setdefault(name, []).extend(work())
        except Failed as err:
            failures[name] = str(err)
            times.pop(name, None)

    for number in range(args.rounds):
        print(f"round {number + 1} of {args.rounds}", file=sys.stderr)
        for name, (command, output) in cold.items():
            attempt(name, lambda c=command, o=output: [timed(c, args, o)[0]])
    for name in INTERPRETERS:
        print(f"{name}, warm", file=sys.stderr)
        attempt(f"{name}, warm", lambda n=name: json.loads(timed(python(args, n, args.warm), args, want)[1]))
    return times, failures


def report(args, times, failures):
    steps = (args.size // args.block) ** 3
    print(f"f32 matmul {args.size}x{args.size}x{args.size}, blocks of {args.block}, {steps} grid steps")
    base = statistics.median(times[BASE]) if BASE in times else None
    print(f"{'':26}{'median':>11}{'min':>11}{'max':>11}  runs" + ("   times tessera run" if base else ""))
    for name, values in times.items():
        ms = [1e3 * v for v in (statistics.median(values), min(values), max(values))]
        ratio = f"{statistics.median(values) / base:20.2f}" if base else ""
        print(f"{name:26}" + "".join(f"{v:8.1f} ms" for v in ms) + f"{len(values):6}{ratio}")
    for name, why in failures.items():
        print(f"{name:26}  failed: {why}")
    if args.tessera:
        print(f"tessera is {args.tessera}")
    else:
        print("no tessera binary found: build one, or name it with --tessera")


def as_json(args, times, failures):
    import jax

    rows = {
        name: {"median": statistics.median(v), "min": min(v), "max": max(v), "seconds": v} for name, v in times.items()
    }
    host = {"machine": platform.machine(), "system": platform.system(), "cpus": os.cpu_count(), "load": os.getloadavg()}
    versions = {"jax": jax.__version__, "python": platform.python_version()}
    build = args.tessera.parent.name if args.tessera else None
    case = {"size": args.size, "block": args.block, "dtype": "float32"}
    return {"case": case, "host": host, "versions": versions, "tessera": build, "rows": rows, "failures": failures}


def find_tessera(path):
    if path:
        return path.resolve() if path.exists() else None
    candidates = (ROOT / "target" / kind / "tessera" for kind in ("release", "debug"))
    return next((c for c in candidates if c.exists()), None)


def main():
    parser = argparse.ArgumentParser(description="Time a blocked f32 matmul in tessera and in Pallas' interpreters.")
    parser.add_argument("--tessera", type=pathlib.Path, help="the binary (default: target/release, then target/debug)")
    parser.add_argument("--size", type=int, default=512, help="rows and columns of the matrices")
    parser.add_argument("--block", type=int, default=128, help="rows and columns of a block")
    parser.add_argument("--rounds", type=int, default=5, help="cold runs of each contestant")
    parser.add_argument("--warm", type=int, default=10, help="warm runs of each interpreter")
    parser.add_argument("--json", type=pathlib.Path, help="write the times, in seconds, to this file too")
    parser.add_argument("--child", choices=INTERPRETERS, help=argparse.SUPPRESS)
    parser.add_argument("--dir", type=pathlib.Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(args)
        return 0
    if args.size % args.block:
        parser.error("--block must divide --size")
    binary = find_tessera(args.tessera)
    if args.tessera and not binary:
        parser.error(f"no such binary: {args.tessera}")
    args.tessera = binary
    with tempfile.TemporaryDirectory(prefix="bench-matmul-") as folder:
        args.dir = pathlib.Path(folder)
        times, failures = measure(args, prepare(args))
    report(args, times, failures)
    if args.json:
        args.json.write_text(json.dumps(as_json(args, times, failures), indent=1) + "\n")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())

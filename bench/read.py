#!/usr/bin/env python3
"""What reading and printing a large module costs, beside stock `mlir-opt` on the same file.

    python3 bench/read.py [--ops 200000] [--rounds 5] [--json FILE]

The module is in generic form and without semaphores or memory spaces, so that stock `mlir-opt`
(with --allow-unregistered-dialect) reads it too. Both programs take turns. Also measured: `tessera check` on it.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PREFIX = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX") or "/usr/lib/llvm-22")
REF = "memref<8x128xf32>"
BLOCK = "vector<8x128xf32>"


def module(ops):
    lines = ['"builtin.module"() ({',
             f'"func.func"() <{{function_type = ({REF}, {REF}) -> (), sym_name = "kernel"}}> ({{',
             f"^bb0(%a: {REF}, %b: {REF}):",
             '%z = "arith.constant"() <{value = 0 : index}> : () -> index']
    for i in range(ops // 5):
        lines += [
            f'%l{i} = "vector.load"(%a, %z, %z) <{{nontemporal = false}}> : ({REF}, index, index) -> {BLOCK}',
            f'%m{i} = "arith.addf"(%l{i}, %l{i}) <{{fastmath = #arith.fastmath<none>}}> : ({BLOCK}, {BLOCK}) -> {BLOCK}',
            f'%t{i} = "tpu.transpose"(%m{i}) {{permutation = array<i64: 1, 0>}} : ({BLOCK}) -> vector<128x8xf32>',
            f'%u{i} = "tpu.transpose"(%t{i}) {{permutation = array<i64: 1, 0>}} : (vector<128x8xf32>) -> {BLOCK}',
            f'"tpu.vector_store"(%u{i}, %b, %z, %z) {{add = false, operandSegmentSizes = array<i32: 1, 1, 2, 0>, '
            f'strides = array<i32>}} : ({BLOCK}, {REF}, index, index) -> ()',
        ]
    return "\n".join(lines + ['"func.return"() : () -> ()', "}) : () -> ()", "}) : () -> ()", ""])


def measure(command):
    """User plus system seconds and peak memory in KB of one process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ops", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "target/release")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "large.mlir"
        file.write_text(module(args.ops))
        contestants = {
            "mlir-opt": [PREFIX / "bin/mlir-opt", "--allow-unregistered-dialect", "--mlir-print-op-generic", file],
            "tessera-opt": [args.bin / "tessera-opt", "--mlir-print-op-generic", file],
            "tessera check": [args.bin / "tessera", "check", file],
        }
        seen = {name: [] for name in contestants}
        for _ in range(args.rounds):
            for name, line in contestants.items():
                seen[name].append(measure([str(part) for part in line]))
    result = {name: {"seconds": statistics.median(t for t, _ in runs), "kilobytes": statistics.median(m for _, m in runs)}
              for name, runs in seen.items()}
    base = result["mlir-opt"]
    print(f"{args.ops} ops, processor time and peak memory, median of {args.rounds} rounds")
    for name, row in result.items():
        row["time_ratio"] = row["seconds"] / base["seconds"]
        row["memory_ratio"] = row["kilobytes"] / base["kilobytes"]
        print(f"{name:14} {row['seconds']:7.3f} s {row['kilobytes'] / 1024:8.0f} MiB"
              f"   {row['time_ratio']:5.2f} x time {row['memory_ratio']:5.2f} x memory")
    if args.json:
        args.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()

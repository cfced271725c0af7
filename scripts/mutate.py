"""Breaks valid kernels, one thing at a time, and counts what the analysis of synchronisation says about it.

usage: mutate.py TESSERA FOLDER... [--kinds drop_wait,..] [--per-kernel N] [--show KIND] [--jobs N]

Every `kernel.mlir` below the folders that starts copies or uses semaphores, and on which the analysis is silent, is
broken in every way of every kind at up to N places. A mutant counts as caught when the check reports a T06 code. Mutants
that other rules refuse, as a semaphore used before it is made, and those in code that never runs are left out.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import tempfile

WAIT = re.compile(r"^\s*tpu\.(wait_dma2|wait_dma|wait_indirect_dma)\b")
START = re.compile(r"^\s*tpu\.(enqueue_dma|enqueue_indirect_dma)\b")
SIGNAL = re.compile(r"^\s*tpu\.sem_signal\b")
SEM_WAIT = re.compile(r"^\s*tpu\.sem_wait\b")
SEMAPHORE = re.compile(r"(?:semaphore\(|sem_wait |sem_signal )(%[\w#]+)")


def lines_of(text, pattern):
    return [number for number, line in enumerate(text) if pattern.match(line)]


def without(text, number):
    return text[:number] + text[number + 1:]


ARITHMETIC = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b, "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b, "xori": lambda a, b: a ^ b, "minsi": min, "maxsi": max,
    "divsi": lambda a, b: int(a / b) if b else None, "remsi": lambda a, b: a - b * int(a / b) if b else None,
    "remui": lambda a, b: a % b if b and a >= 0 else None, "divui": lambda a, b: a // b if b and a >= 0 else None,
}
COMPARE = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "slt": lambda a, b: a < b, "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b, "sge": lambda a, b: a >= b,
}


def dead_lines(text):
    """Numbers of lines that never run: in loops of no rounds, and in branches that constants decide."""
    known, dead, skip = {}, set(), []
    for number, line in enumerate(text):
        indent = len(line) - len(line.lstrip())
        while skip and indent <= skip[-1][0] and not (indent == skip[-1][0] and line.strip() == "" ):
            closed = skip.pop()
            if line.strip().startswith("} else {") and closed[1] is not None:
                skip.append((indent, None, not closed[2]))
                break
            if closed[1] is None or line.strip().startswith("}"):
                break
        if any(entry[2] for entry in skip):
            dead.add(number)
        constant = re.match(r"^\s*(%[\w#]+) = arith\.constant (-?\d+|true|false)\b", line)
        binary = re.match(r"^\s*(%[\w#]+) = arith\.(\w+) (%[\w#]+), (%[\w#]+) : (?:i32|i1|index)", line)
        compare = re.match(r"^\s*(%[\w#]+) = arith\.cmpi (\w+), (%[\w#]+), (%[\w#]+) : (?:i32|i1|index)", line)
        cast = re.match(r"^\s*(%[\w#]+) = arith\.(?:extui|index_cast) (%[\w#]+) :", line)
        select = re.match(r"^\s*(%[\w#]+) = arith\.select (%[\w#]+), (%[\w#]+), (%[\w#]+) : (?:i32|i1|index)", line)
        loop = re.match(r"^(\s*).*scf\.for %[\w#]+ = (%[\w#]+) to (%[\w#]+) step", line)
        branch = re.match(r"^(\s*).*scf\.if (%[\w#]+)", line)
        if constant:
            value = constant.group(2)
            known[constant.group(1)] = {"true": 1, "false": 0}.get(value) if value in ("true", "false") else int(value)
        elif compare:
            name, kind, a, b = compare.groups()
            values = known.get(a), known.get(b)
            known[name] = int(COMPARE[kind](*values)) if None not in values and kind in COMPARE else None
        elif select:
            name, condition, a, b = select.groups()
            condition = known.get(condition)
            known[name] = None if condition is None else known.get(a if condition else b)
        elif binary and binary.group(2) in ARITHMETIC:
            name, kind, a, b = binary.groups()
            values = known.get(a), known.get(b)
            known[name] = ARITHMETIC[kind](*values) if None not in values else None
        elif cast:
            known[cast.group(1)] = known.get(cast.group(2))
        elif loop:
            low, high = known.get(loop.group(2)), known.get(loop.group(3))
            skip.append((indent, None, None not in (low, high) and low >= high))
        elif branch:
            value = known.get(branch.group(2))
            skip.append((indent, value, value == 0))
        for name in re.findall(r"^\s*(%[\w]+)(?::\d+)? = (?:scf|tpu|memref|vector)", line):
            known.pop(name, None)
    return dead


def swapped(text, number, other):
    """The semaphore of one line put in place of that of another."""
    mine, theirs = SEMAPHORE.findall(text[number]), SEMAPHORE.findall(text[other])
    if not mine or not theirs or mine[-1] == theirs[-1]:
        return None
    changed = list(text)
    changed[number] = re.sub(r"(semaphore\(|sem_wait |sem_signal )" + re.escape(mine[-1]) + r"\b",
                             lambda match: match.group(1) + theirs[-1], text[number])
    return changed


def doubled(text, number):
    return text[:number + 1] + [text[number]] + text[number + 1:]


def shifted(text, number, pattern):
    """The slot of the semaphore that a line names, moved by one, when it is sliced from an array of several."""
    names = SEMAPHORE.findall(text[number])
    if not names:
        return None
    value = names[-1]
    for at in range(number - 1, max(number - 60, 0), -1):
        squeeze = re.match(r"^\s*" + re.escape(value) + r" = tpu\.memref_squeeze (%[\w#]+)", text[at])
        if squeeze:
            value = squeeze.group(1)
            continue
        cut = re.match(r"^(\s*)" + re.escape(value) + r" = tpu\.memref_slice (%[\w#]+)\[(%[\w#]+)\] : memref<(\d+)x", text[at])
        if cut:
            indent, array, index, count = cut.groups()
            if int(count) < 2:
                return None
            uses = sum(len(re.findall(re.escape(value) + r"\b", line)) for line in text) - 1
            if uses > 1:
                return None
            new = [f"{indent}%mutant_one = arith.constant 1 : i32", f"{indent}%mutant_sum = arith.addi {index}, %mutant_one : i32",
                   f"{indent}%mutant_count = arith.constant {count} : i32",
                   f"{indent}%mutant_slot = arith.remsi %mutant_sum, %mutant_count : i32"]
            return text[:at] + new + [text[at].replace(f"{array}[{index}]", f"{array}[%mutant_slot]")] + text[at + 1:]
        if re.match(r"^\s*" + re.escape(value) + r" =", text[at]):
            return None
    return None


def recounted(text, number):
    """A signal or wait for one more."""
    line = text[number]
    match = re.match(r"^(\s*)(tpu\.sem_(?:signal|wait) %[\w#]+, )(%[\w#]+)(.*)$", line)
    if not match:
        return None
    indent, head, amount, tail = match.groups()
    new = [f"{indent}%mutant_one = arith.constant 1 : i32", f"{indent}%mutant_sum = arith.addi {amount}, %mutant_one : i32",
           f"{indent}{head}%mutant_sum{tail}"]
    return text[:number] + new + text[number + 1:]


def mutants(text):
    """Pairs (kind, mutant, line)."""
    kinds = [("drop_wait", WAIT), ("drop_start", START), ("drop_signal", SIGNAL), ("drop_sem_wait", SEM_WAIT)]
    for kind, pattern in kinds:
        for number in lines_of(text, pattern):
            yield kind, without(text, number), number
    for kind, pattern in [("double_wait", WAIT), ("double_start", START), ("double_signal", SIGNAL), ("double_sem_wait", SEM_WAIT)]:
        for number in lines_of(text, pattern):
            yield kind, doubled(text, number), number
    for kind, pattern in [("swap_semaphore_of_start", START), ("swap_semaphore_of_wait", WAIT)]:
        places = lines_of(text, pattern)
        for number in places:
            for other in places:
                depth = len(text[number]) - len(text[number].lstrip())
                near = other < number and len(text[other]) - len(text[other].lstrip()) <= depth
                mutant = swapped(text, number, other) if near else None
                if mutant and mutant != text:
                    yield kind, mutant, number
                    break
    for kind, pattern in [("shift_slot_of_start", START), ("shift_slot_of_wait", WAIT)]:
        for number in lines_of(text, pattern):
            mutant = shifted(text, number, pattern)
            if mutant:
                yield kind, mutant, number
    for kind, pattern in [("count_of_signal", SIGNAL), ("count_of_sem_wait", SEM_WAIT)]:
        for number in lines_of(text, pattern):
            mutant = recounted(text, number)
            if mutant:
                yield kind, mutant, number


def check(tessera, files):
    """Codes of errors and warnings by file."""
    found = collections.defaultdict(list)
    for start in range(0, len(files), 50):
        command = [tessera, "check", "--check", "sync", "--format", "json", *files[start:start + 50]]
        done = subprocess.run(command, capture_output=True, text=True)
        for line in done.stdout.splitlines():
            item = json.loads(line)
            if item["severity"] in ("error", "warning"):
                found[item["file"]].append(item["code"])
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--kinds")
    parser.add_argument("--per-kernel", type=int, default=4)
    parser.add_argument("--show", action="append", default=[], help="print the mutants of this kind that are not caught")
    options = parser.parse_args()
    kernels = [path for folder in options.folders for path in sorted(folder.rglob("kernel.mlir")) if "invalid" not in path.parts]
    kernels = [path for path in kernels if re.search(r"tpu\.(enqueue|sem_|wait_)", path.read_text())]
    loud = check(options.tessera, [str(path) for path in kernels])
    kernels = [path for path in kernels if not loud.get(str(path))]
    wanted = options.kinds.split(",") if options.kinds else None
    made, caught = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        places, files, equivalent = {}, [], 0
        for path in kernels:
            text = path.read_text().split("\n")
            count = collections.Counter()
            dead = dead_lines(text)
            for kind, mutant, line in mutants(text):
                if line in dead:
                    equivalent += 1
                    continue
                count[kind] += 1
                if (wanted and kind not in wanted) or count[kind] > options.per_kernel:
                    continue
                file = f"{folder}/{len(files)}.mlir"
                pathlib.Path(file).write_text("\n".join(mutant))
                places[file] = (kind, path, line + 1)
                files.append(file)
        found, broken = check(options.tessera, files), 0
        for file in files:
            kind, path, line = places[file]
            codes = found.get(file, [])
            if codes and not any(code.startswith("T06") for code in codes):
                broken += 1
                continue
            made[kind] += 1
            caught[kind] += bool(codes)
            if not codes and kind in options.show:
                print(f"not caught: {kind} {path}:{line}")
    print(f"{len(kernels)} kernels, {len(files)} mutants, left out: {equivalent} in code that never runs, {broken} not well formed")
    for kind in sorted(made):
        share = 100 * caught[kind] / made[kind]
        print(f"{kind:26} {made[kind]:6} made {caught[kind]:6} caught {share:6.1f} %")
    total, all_caught = sum(made.values()), sum(caught.values())
    print(f"{'all':26} {total:6} made {all_caught:6} caught {100 * all_caught / max(total, 1):6.1f} %")


if __name__ == "__main__":
    main()

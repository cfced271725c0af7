"""Writes a safetensors file from a compact description of its tensors.

    make.py FILE 'in0=f32[4,8]: 8*i + j' 'in1=i32[3]: [2, 0, 1][i]' 'out0=f32[4,8]: in0[i, j] + 1'

After the colon stands a Python expression for one element. It may use the indices `i`, `j`, `k`, `l`, the tensors
before it (dots in their names become underscores), the functions of `math`, and `nan`.
"""

import itertools
import json
import math
import re
import struct
import sys

# Name here -> name in safetensors, struct code.
TYPES = {
    "f64": ("F64", "d"),
    "f32": ("F32", "f"),
    "f16": ("F16", "e"),
    "bf16": ("BF16", "H"),
    "i64": ("I64", "q"),
    "i32": ("I32", "i"),
    "i16": ("I16", "h"),
    "i8": ("I8", "b"),
    "ui8": ("U8", "B"),
    "i1": ("BOOL", "?"),
}


def bf16(value):
    """The bits of the nearest bfloat16, ties to even."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    if value != value:
        return 0x7FC0
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def parse(text):
    """Name, element type, shape and expression of one description."""
    match = re.fullmatch(r"\s*([\w.]+)\s*=\s*(\w+)\[([\d, ]*)\]\s*:(.*)", text, re.DOTALL)
    if not match:
        sys.exit(f"make.py: cannot read `{text}`: write NAME=TYPE[SHAPE]: EXPRESSION")
    name, kind, shape, expression = match.groups()
    return name, kind, [int(size) for size in shape.split(",") if size.strip()], expression.strip()


def main():
    path, *descriptions = sys.argv[1:]
    names = {**vars(math), "nan": math.nan, "inf": math.inf}
    header, data = {}, b""
    for description in descriptions:
        name, kind, shape, expression = parse(description)
        compiled = compile(expression, name, "eval")
        values = {}
        for index in itertools.product(*map(range, shape)):
            # Globals, so that generators and comprehensions see them too.
            names.update(zip("ijkl", index))
            values[index[0] if len(index) == 1 else index] = eval(compiled, names)
        names[name.replace(".", "_")] = values
        stored, code = TYPES[kind]
        numbers = [bf16(value) if kind == "bf16" else value for value in values.values()]
        packed = struct.pack(f"<{len(numbers)}{code}", *numbers)
        header[name] = {"dtype": stored, "shape": shape, "data_offsets": [len(data), len(data) + len(packed)]}
        data += packed
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


main()

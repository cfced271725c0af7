"""Makes hostile files and prints, for each, the status of `tessera check` and the first code."""

import pathlib
import re
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def function(attribute):
    return f"module {{ func.func @f() attributes {{t.a = {attribute}}} {{ return }} }}\n"


short = bytearray((pathlib.Path(__file__).parent / "short_data.mlirbc").read_bytes())
files = {
    "sums": function("affine_map<(d0) -> (d0" + "+d0" * 200_000 + ")>"),
    "minus": function("affine_map<(d0) -> (" + "-" * 200_000 + "d0)>"),
    "shared": "#a0 = [unit]\n"
    + "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(60))
    + "module attributes {x = #a60} {}\n",
    "regions": "module {" * 10_000,
    "attributes": function("[" * 10_000 + "]" * 10_000),
    "locations": "module { } loc(" + "callsite(" * 10_000 + "unknown" + " at unknown)" * 10_000 + ")",
    "utf16": "module {}".encode("utf-16"),
    "latin1": b"module { // caf\xe9\n}",
    "short_data": bytes(short),
    "huge_section": b"ML\xefR\x01x\0\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f",
    "version": b"ML\xefR\x63x\0",
    "magic": b"ML\xefS" + bytes(short[4:]),
    "lines": "\n" * (16 << 20),
    "list": '{"a": [' + "1," * (4 << 20) + "1]}",
    "calls": '%0 = stablehlo.custom_call @tpu_custom_call() {backend_config = "x"} : () -> ()\n' * 20_000,
}
for name, content in files.items():
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = subprocess.run(["tessera", "check", path], capture_output=True, timeout=120)
    code = re.search(rb"\[(T\d{4})\]", done.stdout)
    print(f"{name}: {done.returncode} {code[1].decode() if code else 'no code'}", flush=True)

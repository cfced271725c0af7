"""`call.py MODULE TYPE`: a custom call of that type, `(tensor<...>, ...) -> tensor<...>`, around a kernel module."""

import base64
import pathlib
import sys

module, kind = pathlib.Path(sys.argv[1]).read_bytes(), sys.argv[2]
operands, result = (part.strip() for part in kind.split("->"))
names = [f"%arg{number}" for number in range(operands.count("tensor"))]
types = [f"tensor{part.strip(' ,()')}" for part in operands.split("tensor")[1:]]
body = base64.b64encode(module).decode()
print(f"""module {{
  func.func public @main({", ".join(f"{name}: {of}" for name, of in zip(names, types))}) -> {result} {{
    %0 = stablehlo.custom_call @tpu_custom_call({", ".join(names)}) {{backend_config = "{{\\22custom_call_config\\22: {{\\22body\\22: \\22{body}\\22}}}}", kernel_name = "kernel"}} : {operands} -> {result}
    return %0 : {result}
  }}
}}""")

"""Wraps a kernel into the custom call that JAX would make of it.

    call.py KERNEL CALL '(tensor<8xf32>) -> tensor<8xf32>' [alias=OPERAND:OUTPUT].. [KEY=VALUE]..

Other keys go into the custom call's configuration, their values as JSON.
"""

import base64
import json
import sys

kernel, path, types, *settings = sys.argv[1:]
operands, results = types.split("->")
operands = operands.strip()[1:-1].split(", ")
is_tuple = results.strip().startswith("(")

config = {"body": base64.b64encode(open(kernel, "rb").read()).decode()}
aliases = []
for key, value in (setting.split("=", 1) for setting in settings):
    if key == "alias":
        operand, output = value.split(":")
        index = output if is_tuple else ""
        aliases.append(
            f"#stablehlo.output_operand_alias<output_tuple_indices = [{index}],"
            f" operand_index = {operand}, operand_tuple_indices = []>"
        )
    else:
        config[key] = json.loads(value)
text = json.dumps({"custom_call_config": config}).replace('"', "\\22")

names = ", ".join(f"%arg{number}" for number in range(len(operands)))
arguments = ", ".join(f"%arg{number}: {kind}" for number, kind in enumerate(operands))
number = f":{results.count('tensor')}" if is_tuple else ""
with open(path, "w") as file:
    file.write(f"""module @program {{
  func.func public @main({arguments}) {{
    %0{number} = stablehlo.custom_call @tpu_custom_call({names}) {{backend_config = "{text}", kernel_name = "kernel",
      output_operand_aliases = [{", ".join(aliases)}]}} : ({", ".join(operands)}) -> {results.strip()}
    return
  }}
}}
""")

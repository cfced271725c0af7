"""From a jitted function to its Mosaic modules with the MLIR that ships inside jaxlib."""

import base64
import dataclasses
import json
import pathlib
import re
from typing import Any

import jax
from jax._src.interpreters import mlir
from jax._src.lib import tpu
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo as hlo
from jaxlib.mlir.passmanager import PassManager

ROOT = pathlib.Path(__file__).resolve().parent.parent


def lower(function, *args, **options):
    """The StableHLO text of a jitted function lowered for TPU, which needs no TPU.

    File names in the kernel's locations become relative to the repository.
    """
    before = jax.config.jax_hlo_source_file_canonicalization_regex
    jax.config.update("jax_hlo_source_file_canonicalization_regex", f"^{re.escape(str(ROOT))}/")
    try:
        return function.trace(*args, **options).lower(lowering_platforms=("tpu",)).as_text()
    finally:
        jax.config.update("jax_hlo_source_file_canonicalization_regex", before)


def context():
    """An MLIR context that knows the `tpu` dialect and tolerates the stable names of the serial form."""
    ctx = mlir.make_ir_context()
    tpu.register_dialect(ctx)
    ctx.allow_unregistered_dialects = True
    return ctx


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A kernel as a StableHLO module carries it."""

    name: str
    # The serialized module.
    body: bytes
    # What the call says beside the module.
    backend_config: dict[str, Any]
    # Pairs of an input and the output that shares its memory.
    aliases: list[tuple[int, int]]


def kernels(call_text):
    """The kernels of a StableHLO module, in the order of their calls."""
    found = []

    def visit(op):
        if op.name == "stablehlo.custom_call":
            attributes = op.attributes
            if ir.StringAttr(attributes["call_target_name"]).value == "tpu_custom_call":
                config = json.loads(ir.StringAttr(attributes["backend_config"]).value)
                body = base64.b64decode(config["custom_call_config"].pop("body"))
                name = ir.StringAttr(attributes["kernel_name"]).value
                found.append(Kernel(name, body, config, aliases(attributes)))
        return ir.WalkResult.ADVANCE

    with context(), ir.Location.unknown():
        ir.Module.parse(call_text).operation.walk(visit)
    return found


def aliases(attributes):
    """The aliases of a call. Outputs are elements of a tuple unless there is only one."""
    if "output_operand_aliases" not in attributes:
        return []
    pairs = [hlo.OutputOperandAlias(a) for a in ir.ArrayAttr(attributes["output_operand_aliases"])]
    return [(p.operand_index, p.output_tuple_indices[0] if p.output_tuple_indices else 0) for p in pairs]


def version(body):
    """The version of the serial form."""
    with context(), ir.Location.unknown():
        return ir.IntegerAttr(ir.Module.parse(body).operation.attributes["stable_mosaic.version"]).value


def text(body, locations=False):
    """The kernel as `tpu` dialect text. It need not be right: nothing here verifies it."""
    with context(), ir.Location.unknown():
        module = ir.Module.parse(body)
        names = PassManager.parse("builtin.module(mosaic-serde{serialize=false})")
        names.enable_verifier(False)
        names.run(module.operation)
        del module.operation.attributes["stable_mosaic.version"]
        return module.operation.get_asm(enable_debug_info=locations, assume_verified=True).rstrip() + "\n"

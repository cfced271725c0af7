#!/usr/bin/env bash
# The demo: real kernels, as JAX emitted them, are checked, lowered and run on the emulated TPU, and their values are
# held against JAX's. Then a broken kernel is refused. Fails if anything is not as it should be. `make demo` runs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bin=${TESSERA_BIN_DIR:-${CARGO_TARGET_DIR:-target}/debug}
export PATH="$bin:$PATH"
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi

say() { printf '%s%-14s%s %s\n' "$bold" "$1" "$plain" "$2"; }

# Runs a step; shows its last line when it went well, and all of it when it did not.
step() {
  local kernel=$1 what=$2 output
  shift 2
  if ! output=$("$@" 2>&1); then
    printf '%s\n' "$output"
    say "$kernel" "$what FAILED: $*"
    exit 1
  fi
  say "$kernel" "$what: $(tail -n1 <<<"$output")"
}

tessera --version
echo
passes=$(tessera pipeline lower)
say passes "$passes"
echo
for kernel in async_copy matmul_f32 matmul_bf16 softmax double_buffer prefetch; do
  folder=lit-tests/jax/$kernel
  step "$kernel" check tessera check "$folder/call.mlir"
  step "$kernel" run tessera run "$folder/call.mlir" --inputs "$folder/io.safetensors" --expect "$folder/io.safetensors"
done
echo
say broken 'and now a kernel with six mistakes; JAX stops at the first of them'
echo
status=0
report=$(tessera check lit-tests/jax/broken/call.mlir) || status=$?
printf '%s\n\n' "$report"
codes=$(grep -o '^error\[T[0-9]*\]' <<<"$report" | sort -u | wc -l)
places=$(grep -c -- '--> examples/broken/.*\.py:[0-9]' <<<"$report" || true)
if [ "$status" != 1 ] || [ "$codes" -lt 3 ] || [ "$places" -lt 3 ]; then
  say broken "FAILED: exit status $status, $codes codes, $places Python places; expected 1 and at least 3 of each"
  exit 1
fi
say broken "refused as it should be: $codes kinds of fault, $places places in Python"

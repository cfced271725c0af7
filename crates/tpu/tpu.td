// The `tpu` dialect: what JAX Pallas hands to the TPU compiler ("Mosaic").
//
// The definitions are deliberately loose. An op fixes its structure (operand
// groups, attribute kinds, regions, effects, assembly), and almost nothing about
// types: a kernel that breaks a rule must still parse, because MLIR's verifier
// stops at the first fault of a function while our own rules report all of them.
//
// This is the one place to add an op: build.rs derives the C++ classes and the
// Rust views from it.

#ifndef TESSERA_TPU_TD
#define TESSERA_TPU_TD

include "tpu_types.td"
include "tpu_ops_vector.td"
include "tpu_ops_compute.td"
include "tpu_ops_memory.td"
include "tpu_ops_sync.td"
include "tpu_ops_structure.td"
include "tpu_ops_releases.td"

#endif // TESSERA_TPU_TD

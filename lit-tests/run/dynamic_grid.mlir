// A grid size known only when the kernel is called: the first operand, before all others.
//
// RUN: %{python} %S/Inputs/make.py %t.2 'in0=i32[]: 2' 'in1=f32[32,128]: 128*i + j' \
// RUN:   'out0=f32[32,128]: in1[i, j] + 2' 'mask0=i1[32,128]: i < 16'
// RUN: tessera run %s --outputs 1 --inputs %t.2 --expect %t.2 | FileCheck --check-prefix=TWO %s
// RUN: %{python} %S/Inputs/make.py %t.4 'in0=i32[]: 4' 'in1=f32[32,128]: 128*i + j' 'out0=f32[32,128]: in1[i, j] + 4'
// RUN: tessera run %s --outputs 1 --inputs %t.4 --expect %t.4 | FileCheck --check-prefix=FOUR %s

// TWO: out0: all 2048 elements as expected
// FOUR: out0: all 4096 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @add_steps(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: -9223372036854775808>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @block, window_bounds = array<i64: 8, 128>}, {transform_indices = @block, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %bound = tpu.iteration_bound 0 : i32
  %float = arith.sitofp %bound : i32 to f32
  %steps = vector.broadcast %float : f32 to vector<8x128xf32>
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = arith.addf %0, %steps : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @block(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}

// With its custom call a kernel needs no options: shapes, aliases and the barrier's id stand there.
//
// RUN: split-file %s %t.d
// RUN: %{python} %S/Inputs/call.py %t.d/alias.mlir %t.alias.mlir '(tensor<32x128xf32>) -> tensor<32x128xf32>' alias=0:0
// RUN: %{python} %S/Inputs/make.py %t.alias 'in0=f32[32,128]: i' 'out0=f32[32,128]: -i if 8 <= i < 16 else i'
// RUN: tessera run %t.alias.mlir --inputs %t.alias --expect %t.alias 2>&1 | FileCheck --check-prefix=ALIAS %s
// RUN: %{python} %S/Inputs/call.py %t.d/meet.mlir %t.meet.mlir \
// RUN:   '(tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>)' collective_id=4 alias=1:0
// RUN: %{python} %S/Inputs/make.py %t.meet 'in0=i32[1]: 5' 'in1=i32[1]: 7' 'dev0.out0=i32[1]: 7' 'dev1.out0=i32[1]: 7' \
// RUN:   'dev0.out1=i32[1]: 5' 'dev1.out1=i32[1]: 6'
// RUN: tessera run %t.meet.mlir --devices 2 --inputs %t.meet --expect %t.meet 2>&1 | FileCheck --check-prefix=MEET %s

// ALIAS-NOT: note
// ALIAS: out0: all 4096 elements as expected
// MEET-NOT: note
// MEET: dev0.out0: all 1 elements as expected
// MEET: dev0.out1: all 1 elements as expected
// MEET: dev1.out0: all 1 elements as expected
// MEET: dev1.out1: all 1 elements as expected

//--- alias.mlir
#vmem = #tpu.memory_space<vmem>
func.func @negate_one_block(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 1>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @second, window_bounds = array<i64: 8, 128>}, {transform_indices = @second, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = arith.negf %0 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @second(%i: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  return %c1, %i : i32, i32
}

//--- meet.mlir
#smem = #tpu.memory_space<smem>
#hbm = #tpu.memory_space<hbm>
!barrier = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
func.func @meet(%n: memref<1xi32, #smem>, %kept: memref<1xi32, #hbm>, %same: memref<1xi32, #hbm>, %o: memref<1xi32, #smem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %me = tpu.device_id : i32
  %other = arith.subi %one, %me : i32
  %barrier = tpu.sem_barrier : !barrier
  tpu.sem_signal %barrier, %one device_id %other : !barrier
  tpu.sem_wait %barrier, %one : !barrier
  %number = memref.load %n[%c0] : memref<1xi32, #smem>
  %sum = arith.addi %number, %me : i32
  memref.store %sum, %o[%c0] : memref<1xi32, #smem>
  return
}

func.func @f(%a: f32) {
  %0 = arith.addf %a, %a downward : f32
  return
}

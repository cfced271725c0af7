module {
  "test.types"() {a0 = tf32, a1 = f8E5M2, a2 = f8E4M3, a3 = f8E4M3FN, a4 = f8E5M2FNUZ, a5 = f8E4M3FNUZ, a6 = f8E4M3B11FNUZ, a7 = f8E3M4, a8 = f4E2M1FN, a9 = f6E2M3FN, b0 = f6E3M2FN, b1 = f8E8M0FNU, b2 = memref<8xf8E5M2>} : () -> ()
  "test.values"() {a = 1.5 : f8E5M2, b = dense<[0.5, 2.0]> : vector<2xf8E4M3FN>} : () -> ()
  "test.identity"() {a = affine_map<() -> ()>, b = affine_map<(d0) -> (d0)>, c = affine_map<(d0, d1, d2) -> (d0, d1, d2)>} : () -> ()
  "test.permutation"() {a = affine_map<(d0, d1) -> (d1, d0)>, b = affine_map<(d0, d1, d2) -> (d2, d0, d1)>} : () -> ()
  "test.projection"() {a = affine_map<(d0) -> ()>, b = affine_map<(d0, d1, d2) -> (d2, d0)>} : () -> ()
  "test.general"() {a = affine_map<(d0)[s0] -> (d0, s0, 5, -1)>, b = affine_map<(d0, d1) -> (d0 + d1 * 2, d0 floordiv 3, d1 ceildiv 7, d0 mod 2)>, c = affine_map<(d0)[s0] -> (d0 - s0)>} : () -> ()
  "test.sets"() {a = affine_set<(d0) : (d0 >= 0)>, b = affine_set<(d0)[s0] : (d0 == 0, s0 - 1 >= 0)>} : () -> ()
  "test.strided"() {a = strided<[?, 1, -3], offset: 7>, b = strided<[], offset: ?>, c = memref<2x3xf32, strided<[4, 1], offset: 2>>} : () -> ()
}

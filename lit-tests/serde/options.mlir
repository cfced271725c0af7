// RUN: tessera-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(mosaic-serde{serialize=true})' \
// RUN:   | FileCheck %s --check-prefix=WRITTEN
// RUN: tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=7},mosaic-serde{serialize=false})' \
// RUN:   | FileCheck %s --check-prefix=KEPT
// RUN: tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=7},mosaic-serde{serialize=false keep-version-attr=false})' \
// RUN:   | FileCheck %s --check-prefix=DROPPED
// RUN: not tessera-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(mosaic-serde)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-DIRECTION
// RUN: not tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=new})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-NUMBER
// RUN: not tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=19})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TOO-NEW
// RUN: not tessera-opt %s --pass-pipeline='builtin.module(mosaic-serde{serialize=true})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOT-ALLOWED
// RUN: not tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true},mosaic-serde{serialize=true})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE

// WRITTEN: module attributes {stable_mosaic.version = 18 : i64}
// KEPT: module attributes {stable_mosaic.version = 7 : i64}
// KEPT-NEXT: func.func @f()
// DROPPED: module {
// DROPPED-NEXT: func.func @f()
// NO-DIRECTION: option serialize of mosaic-serde is true or false
// NO-NUMBER: option target-version of mosaic-serde is a number
// TOO-NEW: error: T0136: there is no stable_mosaic version 19 to write: Tessera writes versions 1 to 18
// TOO-NEW: note: hint:
// NOT-ALLOWED: error: T0139
// TWICE: error: T0138: stable_mosaic.func.func is in the stable_mosaic format already
func.func @f() {
  return
}

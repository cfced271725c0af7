use super::adapt;

/// What becomes of a text.
fn read(text: &str) -> String {
    adapt(text.as_bytes())
        .map_or_else(|| text.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn every_entry() {
    let cases = [
        (
            "%0 = vector.extract_strided_slice %v offsets = [0, 0], sizes = [2, 3], strides = [1, 1] : vector<8x9xf32>",
            "%0 = vector.extract_strided_slice %v{offsets = [0, 0], sizes = [2, 3], strides = [1, 1]}: vector<8x9xf32>",
        ),
        (
            "vector.insert_strided_slice %w, %v offsets = [0], strides = [1] {note = 1 : i32} : vector<4xf32>",
            "vector.insert_strided_slice %w, %v{offsets = [0], strides = [1] ,note = 1 : i32} : vector<4xf32>",
        ),
        (
            "vector.scan <add>, %v, %w reduction_dim = 0, inclusive = true : vector<8xf32>",
            "vector.scan <add>, %v, %w{reduction_dim = 0, inclusive = true}: vector<8xf32>",
        ),
        (
            "vector.load %m[%i, %i] alignment = 8 nontemporal = true : memref<8xf32>",
            "vector.load %m[%i, %i]{alignment = 8,nontemporal = true}: memref<8xf32>",
        ),
        (
            "memref.alloc(%i) alignment = 8 {} : memref<?xf32>",
            "memref.alloc(%i){alignment = 8  } : memref<?xf32>",
        ),
        (
            "memref.global @h : memref<2xf32> = dense<[1.0e+00, 2.0]> alignment = 64\nreturn",
            "memref.global @h : memref<2xf32> = dense<[1.0e+00, 2.0]>{alignment = 64}\nreturn",
        ),
        (
            "memref.load %m[%i] alignment(8) nontemporal(true) invariant(true) {a} : memref<8xf32>",
            "memref.load %m[%i]{alignment=8 ,nontemporal=true ,invariant=true  ,a} : memref<8xf32>",
        ),
        ("arith.extui %a nneg : i8 to i32", "arith.extui %a{nonNeg}: i8 to i32"),
        (
            "arith.addf %a, %a to_nearest_even fastmath<fast> : f32",
            "arith.addf %a, %a                 fastmath<fast> : f32",
        ),
        ("call @f(%a) <no_inline> : (i32) -> i32", "call @f(%a) {no_inline} : (i32) -> i32"),
        (
            "call @f(%a) <arg_attrs = [{llvm.noundef}], no_inline> {a} : (i32) -> i32",
            "call @f(%a) {arg_attrs = [{llvm.noundef}], no_inline  ,a} : (i32) -> i32",
        ),
        (
            "call_indirect %f(%0) arg_attrs = [{llvm.noundef}] : (i32) -> i32",
            "call_indirect %f(%0){arg_attrs = [{llvm.noundef}]}: (i32) -> i32",
        ),
    ];
    for (later, known) in cases {
        assert_eq!(read(later), known);
        assert_eq!(read(known), known, "has the spelling already");
    }
}

#[test]
fn leaves_the_rest_alone() {
    for text in [
        "",
        "%0 = vector.load %m[%i] {alignment = 8 : i64} : memref<8xf32>",
        "\"arith.addf\"(%a, %a) <{roundingmode = 0 : i32}> : (f32, f32) -> f32",
        "// vector.load %m[%i] alignment = 8 : memref<8xf32>",
        "loc(\"arith.extui %a nneg : i8 to i32\")",
        "arith.addf %a, %a downward : f32",
        "module attributes {memref.alloc = \"x\", call, vector.scan} { func.func @alignment() }",
        "call @f() : () -> ()\n%x = foo.bar <no_inline>",
        "memref.global @h : memref<2xf32>\nfoo.bar alignment = 64",
        "memref.load %m[%i] alignment : memref<8xf32>",
    ] {
        assert_eq!(adapt(text.as_bytes()), None, "{text}");
    }
    assert_eq!(adapt(b"ML\xefR arith.extui %a nneg : i8"), None, "bytecode");
}

/// Cut anywhere, and with bytes that are no text.
#[test]
fn hostile() {
    let text = b"vector.load %m[%i] alignment = 8 nontemporal = true {a\"\\";
    for end in 0..=text.len() {
        let _any = adapt(text.get(..end).unwrap_or_default());
    }
    let _any = adapt(b"memref.load %m \xff\xfe alignment(\x00) { -> \" \\");
    assert_eq!(read("arith.extui %a\tnneg"), "arith.extui %a\t{nonNeg}");
}

/// A hundred thousand beginnings without an end take no longer than so many words.
#[test]
fn linear() {
    for piece in [
        "call @f() <",
        "vector.load %m[",
        "memref.load %a alignment(",
        "vector.scan offsets = [",
        "memref.alloc ",
    ] {
        let _any = adapt(piece.repeat(100_000).as_bytes());
    }
}

//! The interface between compiled kernels and the run time is written down on both sides: the compiler's table and the
//! run time's functions must say the same.

use std::collections::BTreeMap;
use tessera_passes::lower::runtime::{ALL, Abi, ELEMENT_CODES, SPACE_CODES};
use tessera_runtime::abi::{AbiType, symbols};
use tessera_runtime::{ElementType, Space};

/// Parameters after the core, and the result.
type Shape = (Vec<AbiType>, Option<AbiType>);

const fn same(abi: Abi) -> AbiType {
    match abi {
        Abi::Ptr => AbiType::Pointer,
        Abi::I32 => AbiType::I32,
        Abi::I64 => AbiType::I64,
    }
}

#[test]
fn functions_have_the_same_names_and_types() {
    let called: BTreeMap<&str, Shape> = ALL
        .iter()
        .map(|function| {
            let parameters = function.parameters.iter().map(|abi| same(*abi)).collect();
            (function.name, (parameters, function.result.map(same)))
        })
        .collect();
    let offered: BTreeMap<&str, Shape> =
        symbols().into_iter().map(|symbol| (symbol.name, (symbol.parameters, symbol.result))).collect();
    assert_eq!(called.len(), ALL.len(), "a function is listed twice");
    assert_eq!(called, offered);
}

#[test]
fn elements_have_the_same_codes() {
    let offered: Vec<&str> = ElementType::ALL.iter().map(|element| element.name()).collect();
    assert_eq!(ELEMENT_CODES, offered);
    for (code, element) in ElementType::ALL.iter().enumerate() {
        assert_eq!(*element as usize, code, "{}", element.name());
    }
}

#[test]
fn memory_spaces_have_the_same_codes() {
    let offered: Vec<String> = Space::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(SPACE_CODES, offered);
    for (code, space) in Space::ALL.iter().enumerate() {
        assert_eq!(usize::try_from(space.code()), Ok(code), "{space}");
    }
}

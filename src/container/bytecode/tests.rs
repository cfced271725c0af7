use super::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// An empty module in version 0, built section by section.
fn tiny() -> Vec<u8> {
    let number = |value: u8| value << 1 | 1;
    let section = |id: u8, content: &[u8]| {
        let length = number(u8::try_from(content.len()).unwrap_or(0));
        [&[id, length][..], content].concat()
    };
    [
        MAGIC.to_vec(),
        b"\x01me\0".to_vec(),
        section(0, &[&[number(2), number(7), number(8)][..], b"builtin\0module\0"].concat()),
        section(1, &[number(1), number(0), number(0), number(1), number(1)]),
        section(2, &[number(15)]),
        section(3, &[number(1), number(0), number(0), number(1), number(3)]),
        section(4, &[number(2), number(0), 16, number(0), number(2), number(0)]),
    ]
    .concat()
}

/// The same as the body of a backend_config.
pub(in crate::container) fn tiny_base64() -> String {
    STANDARD.encode(tiny())
}

fn said(bytes: &[u8]) -> String {
    check(bytes).map_or_else(|damage| damage.into_fault().to_string(), |()| "fine".to_owned())
}

#[test]
fn a_whole_module_is_fine_and_no_cut_one() {
    let whole = tiny();
    assert_eq!(said(&whole), "fine");
    for end in 0..whole.len() {
        let cut = whole.get(..end).unwrap_or_default();
        assert!(check(cut).is_err(), "cut at {end}");
    }
}

#[test]
fn each_damage_is_told() {
    let with = |from: &[u8], to: &[u8]| {
        let mut bytes = tiny();
        let at = bytes.windows(from.len()).position(|window| window == from).unwrap_or(0);
        bytes.splice(at..at + from.len(), to.iter().copied());
        said(&bytes)
    };
    assert_eq!(with(b"module\0", b"modul\xff\0"), "the bytecode is damaged: a string is not UTF-8");
    assert!(with(b"module\0", b"modules").contains("does not end with a zero byte"));
    assert!(
        with(&[31], &[61])
            .contains("newer than this Tessera, or damaged: it has builtin attribute with the code 30")
    );
    assert!(with(&[31], &[5]).contains("needs 1 bytes"), "a string attribute without its string");
    assert!(with(&[16, 1, 5, 1], &[16, 9, 5, 1]).contains("attribute 4 does not exist, there are 1"));
    assert!(with(b"\x01me", b"\x0fme").contains("version 7"));
}

#[test]
fn nesting_and_cycles_end() {
    // An array of itself: code 0, one element, attribute 0.
    let mut bytes = tiny();
    let at = bytes.windows(3).position(|window| window == [2, 3, 31]).unwrap_or(0);
    bytes.splice(at..at + 3, [2, 7, 1, 3, 1]);
    let at = bytes.windows(7).position(|window| window == [3, 11, 3, 1, 1, 3, 7]).unwrap_or(0);
    bytes[at + 6] = 15;
    assert!(said(&bytes).contains("contains itself"), "{}", said(&bytes));
}

#[test]
fn numbers() {
    let mut at = cursor::Cursor::new(&[0b1110, 0b1, 0, 1, 0, 0, 0, 0, 0, 0, 0], 0);
    assert_eq!(at.varint("x").ok(), Some(0b1_0000_1110 >> 2));
    assert_eq!(at.varint("x").ok(), Some(1));
    let mut at = cursor::Cursor::new(&[0b101, 0b111], 0);
    assert_eq!((at.signed("x").ok(), at.signed("x").ok()), (Some(1), Some(-2)));
}

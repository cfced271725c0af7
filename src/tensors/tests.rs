use super::*;

#[test]
fn round_trip_and_carriers() -> Result<(), TensorError> {
    let mut tensors = Tensors::new();
    for element in Element::ALL {
        let bytes = (0..element.bytes() * 6).map(|at| u8::try_from(at).unwrap_or(0)).collect();
        tensors.insert(format!("in_{element}"), Tensor::new(*element, vec![2, 3], bytes)?);
    }
    let back = from_bytes(&to_bytes(&tensors)?)?;
    for (name, tensor) in &tensors {
        assert_eq!(back[name].taken_as(tensor.element()).as_ref(), Some(tensor), "{name}");
    }
    assert_eq!(back["in_i32"].taken_as(Element::F32), None);
    assert!(Tensor::new(Element::F32, vec![2], vec![0; 7]).is_err());
    assert!(Tensor::new(Element::F32, vec![usize::MAX, 8], vec![]).is_err());
    assert!(from_bytes(b"\x08\0\0\0\0\0\0\0nonsense").is_err());
    Ok(())
}

#[test]
fn small_floats() {
    let value = |element, byte| Tensor { element, shape: vec![], bytes: vec![byte] }.float(0);
    assert_eq!(value(Element::F8E4M3FN, 0x7e), 448.0);
    assert_eq!(value(Element::F8E4M3FN, 0x81), -(2.0_f64.powi(-9)));
    assert!(value(Element::F8E4M3FN, 0xff).is_nan());
    assert_eq!(value(Element::F8E5M2, 0x7b), 57344.0);
    assert_eq!(value(Element::F8E5M2, 0xfc), f64::NEG_INFINITY);
    assert_eq!(value(Element::F8E4M3B11FNUZ, 0x7f), 30.0);
    assert!(value(Element::F8E4M3B11FNUZ, 0x80).is_nan());
    assert_eq!(value(Element::F8E8M0FNU, 128), 2.0);
}

#[test]
fn names() {
    for name in ["in0", "out12", "dev3.mask1"] {
        assert_eq!(TensorName::parse(name).map(|parsed| parsed.to_string()).as_deref(), Some(name));
    }
    for name in ["in", "dev.in0", "devx.in0", "result", "out-1", "in0.x", "out+1"] {
        assert_eq!(TensorName::parse(name), None, "{name}");
    }
}

use super::*;
use crate::space::Space;
use crate::spec::Role;
use proptest::prelude::*;
use tessera_core::loc::Loc;

fn window(block: &[i64], size: &[i64], pads: Option<&Pads>) -> Window {
    let role = Role::Window { array: 0, pads: pads.cloned(), private: false };
    let element = ElementType::I32;
    let arg = ArgSpec {
        name: String::new(),
        loc: Loc::default(),
        space: Space::Vmem,
        element,
        shape: block.to_vec(),
        role,
    };
    Window::new(0, &arg, &ArraySpec { shape: size.to_vec(), element }, pads)
}

fn bind(window: &mut Window, is_output: bool, array: &mut [i32], buffer: &mut [i32], direct: bool) {
    let memory = (buffer.as_mut_ptr().cast(), size_of_val(buffer));
    // SAFETY: the tests keep both slices alive while they use the window.
    unsafe { window.bind(is_output, array.as_mut_ptr().cast(), Some(memory), direct) };
}

#[test]
fn blocks_inside_are_shown_in_place_with_the_arrays_strides() {
    let (mut array, mut buffer) = ((0..24).collect::<Vec<i32>>(), vec![0; 4]);
    let mut it = window(&[2, 2], &[4, 6], None);
    bind(&mut it, false, &mut array, &mut buffer, true);
    it.tell(0, 1);
    it.tell(1, 2);
    let seen: *mut i32 = it.load().unwrap().cast();
    assert_eq!((it.held, &it.strides()[..]), (Held::Direct, &[6, 1][..]));
    // SAFETY: `load` returned the address of a whole block.
    assert_eq!(unsafe { seen.read() }, 16);
}

#[test]
fn an_edge_block_reads_fill_outside_and_drops_writes_there() {
    let (mut array, mut buffer) = (vec![1, 2, 3, 4, 5], vec![0; 4]);
    let mut it = window(&[4], &[5], None);
    bind(&mut it, false, &mut array, &mut buffer, true);
    it.tell(0, 1);
    it.load().unwrap();
    assert_eq!(buffer, [5, i32::MAX, i32::MAX, i32::MAX]);

    bind(&mut it, true, &mut array, &mut buffer, true);
    it.load().unwrap();
    assert_eq!(buffer, [i32::MAX; 4]);
    buffer.copy_from_slice(&[50, 60, 70, 80]);
    assert!(it.flush());
    assert_eq!(array, [1, 2, 3, 4, 50]);
    assert!(!it.flush());
}

#[test]
fn element_windows_count_from_the_start_of_their_pad() {
    let pads = Pads { low: vec![2], high: vec![1] };
    let (mut array, mut buffer) = (vec![1, 2, 3, 4], vec![0; 3]);
    let mut it = window(&[3], &[4], Some(&pads));
    bind(&mut it, false, &mut array, &mut buffer, false);
    let mut at = |offset| {
        it.tell(0, offset);
        it.load().map(|_| buffer.clone())
    };
    assert_eq!(at(0).unwrap(), [i32::MAX, i32::MAX, 1]);
    assert_eq!(at(3).unwrap(), [2, 3, 4]);
    assert_eq!(at(6).unwrap(), [i32::MAX; 3]);
    let fault = at(7).unwrap_err();
    assert_eq!((fault.dim, fault.index, fault.low, fault.high, fault.is_element), (0, 7, -2, 6, true));
}

#[test]
fn a_block_wholly_outside_names_the_valid_range() {
    let (mut array, mut buffer) = (vec![0; 5], vec![0; 4]);
    let mut it = window(&[4], &[5], None);
    bind(&mut it, false, &mut array, &mut buffer, true);
    for index in [2, -1, i32::MIN, i32::MAX] {
        it.tell(0, index);
        let fault = it.load().unwrap_err();
        assert_eq!((fault.index, fault.low, fault.high), (i64::from(index), 0, 1));
    }
}

proptest! {
    #[test]
    fn fetching_and_flushing_match_the_naive_model(
        dims in proptest::collection::vec((1_i64..5, 1_i64..7, 0_i64..3), 1..4),
        pick in any::<u32>(),
        direct in any::<bool>(),
    ) {
        let block: Vec<i64> = dims.iter().map(|dim| dim.0).collect();
        let size: Vec<i64> = dims.iter().map(|dim| dim.1).collect();
        let index: Vec<i64> =
            dims.iter().map(|dim| i64::from(pick) % ((dim.1 + dim.0 - 1) / dim.0)).collect();
        let count: i64 = size.iter().product();
        let block_count: i64 = block.iter().product();
        let original: Vec<i32> = (0..count as i32).collect();
        let (mut array, mut buffer) = (original.clone(), vec![-1; block_count as usize]);
        let mut it = window(&block, &size, None);

        // Position in the array of every element of the block, if it has one.
        let position = |element: i64| {
            let (mut rest, mut at, mut scale, mut inside) = (element, 0, 1, true);
            for dim in (0..block.len()).rev() {
                let place = index[dim] * block[dim] + rest % block[dim];
                rest /= block[dim];
                inside &= place < size[dim];
                at += place * scale;
                scale *= size[dim];
            }
            inside.then_some(at as usize)
        };
        for is_output in [false, true] {
            bind(&mut it, is_output, &mut array, &mut buffer, direct);
            for (dim, value) in index.iter().enumerate() {
                it.tell(dim, *value as i32);
            }
            let seen: *mut i32 = it.load().unwrap().cast();
            let strides = it.strides();
            let is_whole = (0..block_count).all(|element| position(element).is_some());
            prop_assert_eq!(it.held == Held::Direct, direct && is_whole);
            for element in 0..block_count {
                let (mut rest, mut offset) = (element, 0);
                for dim in (0..block.len()).rev() {
                    offset += rest % block[dim] * strides[dim];
                    rest /= block[dim];
                }
                // SAFETY: an element of the block that `load` showed.
                let value = unsafe { seen.offset(offset as isize).read() };
                if !is_output || it.held == Held::Direct {
                    let expected = position(element).map_or(i32::MAX, |at| original[at]);
                    prop_assert_eq!(value, expected);
                } else {
                    prop_assert_eq!(value, i32::MAX);
                }
                // SAFETY: as above.
                unsafe { seen.offset(offset as isize).write(1000 + element as i32) };
            }
            it.flush();
            if is_output {
                let mut expected = original.clone();
                for element in 0..block_count {
                    if let Some(at) = position(element) {
                        expected[at] = 1000 + element as i32;
                    }
                }
                prop_assert_eq!(&array, &expected);
            }
            array.copy_from_slice(&original);
        }
    }
}

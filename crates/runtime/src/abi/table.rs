//! Names, addresses and types of every symbol, for linkers that work in memory.

use crate::core::Core;
use std::ffi::c_void;

/// A scalar type of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbiType {
    /// An address.
    Pointer,
    /// `int32_t`.
    I32,
    /// `int64_t`.
    I64,
}

/// One function that generated code may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: &'static str,
    /// Its address in this process.
    pub address: *const c_void,
    /// Its parameters after the core.
    pub parameters: Vec<AbiType>,
    /// What it returns.
    pub result: Option<AbiType>,
}

trait Scalar {
    const TYPE: AbiType;
}
impl Scalar for i32 {
    const TYPE: AbiType = AbiType::I32;
}
impl Scalar for i64 {
    const TYPE: AbiType = AbiType::I64;
}
impl<T> Scalar for *const T {
    const TYPE: AbiType = AbiType::Pointer;
}
impl<T> Scalar for *mut T {
    const TYPE: AbiType = AbiType::Pointer;
}

trait Returned {
    const TYPE: Option<AbiType>;
}
impl Returned for () {
    const TYPE: Option<AbiType> = None;
}
impl<T: Scalar> Returned for T {
    const TYPE: Option<AbiType> = Some(T::TYPE);
}

/// Reads parameters and result off a function's type. `Arity` only keeps the cases apart.
trait Callable<Arity> {
    fn symbol(self, name: &'static str) -> Symbol;
}

macro_rules! callable {
    ($($parameter:ident)*) => {
        impl<R: Returned, $($parameter: Scalar),*> Callable<($($parameter,)* R,)>
            for unsafe extern "C" fn(*mut Core, $($parameter),*) -> R
        {
            fn symbol(self, name: &'static str) -> Symbol {
                let parameters = vec![$($parameter::TYPE),*];
                Symbol { name, address: self as *const c_void, parameters, result: R::TYPE }
            }
        }
    };
}
callable!();
callable!(A);
callable!(A B);
callable!(A B C);
callable!(A B C D);
callable!(A B C D E);
callable!(A B C D E F G);
callable!(A B C D E F G H);
callable!(A B C D E F G H I);
callable!(A B C D E F G H I J);
callable!(A B C D E F G H I J K);
callable!(A B C D E F G H I J K L M N);

macro_rules! cast {
    ($symbol:ident()) => { super::$symbol as unsafe extern "C" fn(_) -> _ };
    ($symbol:ident($($hole:tt)*)) => { super::$symbol as unsafe extern "C" fn(_, $($hole),*) -> _ };
}

macro_rules! table {
    ($($symbol:ident($($hole:tt)*);)*) => {
        /// Every function that generated code may call, by name.
        #[must_use]
        pub fn symbols() -> Vec<Symbol> {
            vec![$(cast!($symbol($($hole)*)).symbol(stringify!($symbol))),*]
        }
    };
}

// One hole per parameter after the core.
table! {
    tessera_all_reduce(_ _ _ _ _ _ _ _);
    tessera_alloc(_ _ _ _);
    tessera_arena();
    tessera_barrier_semaphore(_);
    tessera_core_id();
    tessera_core_number(_ _ _ _);
    tessera_device_id();
    tessera_dma_start(_ _ _ _ _ _ _ _ _);
    tessera_dma_wait(_ _ _);
    tessera_fail(_ _);
    tessera_fetch_add(_ _ _ _);
    tessera_free(_);
    tessera_gemm(_ _ _ _ _ _ _ _ _ _ _ _ _ _);
    tessera_grid_index(_);
    tessera_indirect_start(_ _ _ _ _ _ _ _ _ _);
    tessera_iteration_bound(_);
    tessera_log(_ _ _);
    tessera_log_array(_ _ _ _);
    tessera_log_value(_ _);
    tessera_prng_bits(_ _);
    tessera_prng_seed(_ _);
    tessera_ref(_ _);
    tessera_scan(_ _ _ _ _ _ _ _);
    tessera_scan_count(_ _ _ _ _ _ _);
    tessera_sem_read(_ _);
    tessera_sem_signal(_ _ _ _ _);
    tessera_sem_wait(_ _ _);
    tessera_sort(_ _ _ _ _ _ _ _ _ _);
    tessera_step_begin(_);
    tessera_step_end();
    tessera_steps();
    tessera_subcore_barrier(_ _);
    tessera_subcore_id();
    tessera_window_index(_ _ _);
    tessera_windows_ready();
}

#[cfg(test)]
mod tests {
    use super::*;
    use AbiType::{I32, I64, Pointer};

    #[test]
    fn symbols_are_sorted_and_have_addresses() {
        let table = symbols();
        assert!(table.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(table.iter().all(|symbol| !symbol.address.is_null()));
    }

    #[test]
    fn types_are_read_off_the_functions() {
        let find = |name| symbols().into_iter().find(|symbol| symbol.name == name).unwrap();
        let alloc = find("tessera_alloc");
        assert_eq!((alloc.parameters, alloc.result), (vec![I32, I32, I32, I64], Some(Pointer)));
        let wait = find("tessera_dma_wait");
        assert_eq!((wait.parameters, wait.result), (vec![I32, Pointer, I64], None));
        assert_eq!(find("tessera_steps").result, Some(I64));
    }
}

//! The few IR edits that melior does not offer, as safe functions.
//!
//! Everything here works on borrowed operations of a module that the caller owns. The lifetimes
//! say "as long as the module": an operation that was erased must not be used again, which is the
//! one promise a caller makes.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use melior::{
    Context, ContextRef,
    ir::{
        Attribute, AttributeLike, Block, BlockLike, BlockRef, Location, Operation, OperationRef, Type,
        TypeLike, Value, ValueLike, operation::OperationLike,
    },
};

/// Identity of a value, usable as a map key. Valid while the value lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueKey(usize);

/// Identity of an operation, usable as a map key. Valid while the operation lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpKey(usize);

/// The identity of `value`.
#[must_use]
pub fn value_key(value: Value<'_, '_>) -> ValueKey {
    ValueKey(value.to_raw().ptr.addr())
}

/// The identity of `op`.
#[must_use]
pub fn op_key(op: OperationRef<'_, '_>) -> OpKey {
    OpKey(op.to_raw().ptr.addr())
}

/// The identity of a block, in the same spirit.
#[must_use]
pub fn block_key(block: BlockRef<'_, '_>) -> usize {
    BlockLike::to_raw(&block).ptr.addr()
}

/// The context that `op` lives in.
///
/// melior's `&Context` is a reference to a handle, and a borrowed operation owns none. So one
/// handle per context address is kept for the life of the process: a few bytes, and never
/// dropped, since the handle does not own its context.
#[must_use]
pub fn context_of<'c>(op: OperationRef<'c, '_>) -> &'c Context {
    static HANDLES: Mutex<BTreeMap<usize, &'static Handle>> = Mutex::new(BTreeMap::new());
    struct Handle(ContextRef<'static>);
    // SAFETY: the handle is only ever lent out; MLIR contexts may be named from any thread.
    unsafe impl Sync for Handle {}
    // SAFETY: as above.
    unsafe impl Send for Handle {}

    // SAFETY: the operation is live, so its context is.
    let raw = unsafe { mlir_sys::mlirOperationGetContext(op.to_raw()) };
    let mut handles = HANDLES.lock().unwrap_or_else(PoisonError::into_inner);
    let handle = handles.entry(raw.ptr.addr()).or_insert_with(|| {
        // SAFETY: the pointer is a live context; the handle does not own it.
        Box::leak(Box::new(Handle(unsafe { ContextRef::from_raw(raw) })))
    });
    // SAFETY: the handle stays where it is for ever, and names a context that lives for `'c`.
    unsafe { handle.0.to_ref() }
}

/// Erases `op` with everything inside it. No result of it may have uses left.
pub fn erase(op: OperationRef<'_, '_>) {
    // SAFETY: the operation is live; the module-level invariant "not used afterwards" is the caller's.
    unsafe { mlir_sys::mlirOperationDestroy(op.to_raw()) }
}

/// Makes every use of `from` a use of `to`.
pub fn replace_uses<'c>(from: Value<'c, '_>, to: Value<'c, '_>) {
    // SAFETY: both values are live values of one context.
    unsafe { mlir_sys::mlirValueReplaceAllUsesOfWith(from.to_raw(), to.to_raw()) }
}

/// The users of `value`, in MLIR's order (the last added first), with the operand number.
#[must_use]
pub fn uses<'c, 'a>(value: Value<'c, 'a>) -> Vec<(OperationRef<'c, 'a>, usize)> {
    let mut found = Vec::new();
    // SAFETY: walks the intrusive use list of a live value without changing it.
    unsafe {
        let mut operand = mlir_sys::mlirValueGetFirstUse(value.to_raw());
        while !mlir_sys::mlirOpOperandIsNull(operand) {
            let owner = OperationRef::from_raw(mlir_sys::mlirOpOperandGetOwner(operand));
            let number = mlir_sys::mlirOpOperandGetOperandNumber(operand);
            found.push((owner, usize::try_from(number).unwrap_or(0)));
            operand = mlir_sys::mlirOpOperandGetNextUse(operand);
        }
    }
    found
}

/// Whether anything uses `value`.
#[must_use]
pub fn has_uses(value: Value<'_, '_>) -> bool {
    // SAFETY: reads the use list head of a live value.
    unsafe { !mlir_sys::mlirOpOperandIsNull(mlir_sys::mlirValueGetFirstUse(value.to_raw())) }
}

/// The operation that makes `value`, unless it is a block argument.
#[must_use]
pub fn defining_op<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    if !value.is_operation_result() {
        return None;
    }
    // SAFETY: the value is an operation result, so its owner is a live operation.
    unsafe { OperationRef::from_option_raw(mlir_sys::mlirOpResultGetOwner(value.to_raw())) }
}

/// The block and number of a block argument.
#[must_use]
pub fn argument_of<'c, 'a>(value: Value<'c, 'a>) -> Option<(BlockRef<'c, 'a>, usize)> {
    if !value.is_block_argument() {
        return None;
    }
    // SAFETY: the value is a block argument of a live block.
    unsafe {
        let block = BlockRef::from_option_raw(mlir_sys::mlirBlockArgumentGetOwner(value.to_raw()))?;
        let number = mlir_sys::mlirBlockArgumentGetArgNumber(value.to_raw());
        Some((block, usize::try_from(number).ok()?))
    }
}

/// A deep copy of `op`, not inserted anywhere; operands from outside stay as they are.
#[must_use]
pub fn clone_op<'c>(op: OperationRef<'c, '_>) -> Operation<'c> {
    // SAFETY: cloning a live operation gives a fresh, owned one.
    unsafe { Operation::from_raw(mlir_sys::mlirOperationClone(op.to_raw())) }
}

/// Moves `op` in front of `before`.
pub fn move_before(op: OperationRef<'_, '_>, before: OperationRef<'_, '_>) {
    // SAFETY: both are live; MLIR relinks the operation.
    unsafe { mlir_sys::mlirOperationMoveBefore(op.to_raw(), before.to_raw()) }
}

/// Moves `op` to the end of `block`.
pub fn move_to_end(op: OperationRef<'_, '_>, block: BlockRef<'_, '_>) {
    // SAFETY: detaching a live operation and giving it to the block keeps one owner.
    unsafe {
        mlir_sys::mlirOperationRemoveFromParent(op.to_raw());
        mlir_sys::mlirBlockAppendOwnedOperation(BlockLike::to_raw(&block), op.to_raw());
    }
}

/// Sets an attribute on an operation that is only borrowed.
pub fn set_attribute(op: OperationRef<'_, '_>, name: &str, value: Attribute<'_>) {
    let name = melior::StringRef::new(name);
    // SAFETY: live operation and attribute of one context; the name is copied by MLIR.
    unsafe {
        mlir_sys::mlirOperationSetAttributeByName(op.to_raw(), name.to_raw(), value.to_raw());
    }
}

/// Removes an attribute if it is there.
pub fn remove_attribute(op: OperationRef<'_, '_>, name: &str) {
    let name = melior::StringRef::new(name);
    // SAFETY: live operation; removing an absent attribute does nothing.
    unsafe {
        mlir_sys::mlirOperationRemoveAttributeByName(op.to_raw(), name.to_raw());
    }
}

/// Sets operand `index` of `op`.
pub fn set_operand<'c>(op: OperationRef<'c, '_>, index: usize, value: Value<'c, '_>) {
    if index < op.operand_count() {
        // SAFETY: the index is in range and the value is live.
        unsafe {
            mlir_sys::mlirOperationSetOperand(op.to_raw(), index.cast_signed(), value.to_raw());
        }
    }
}

/// Appends a fresh block with `arguments` to region `index` of `op`.
#[must_use]
pub fn append_block<'c, 'a>(
    op: OperationRef<'c, 'a>,
    index: usize,
    arguments: &[(Type<'c>, Location<'c>)],
) -> Option<BlockRef<'c, 'a>> {
    if index >= op.region_count() {
        return None;
    }
    let block = Block::new(arguments);
    // SAFETY: the region index is in range; the block is handed over to the region.
    unsafe {
        let region = mlir_sys::mlirOperationGetRegion(op.to_raw(), index.cast_signed());
        let raw = block.into_raw();
        mlir_sys::mlirRegionAppendOwnedBlock(region, raw);
        BlockRef::from_option_raw(raw)
    }
}

/// The raw bytes of a dense elements attribute; `None` for other attributes.
///
/// Splats hold one element. Integers of less than 8 bits take a byte each, `i1` splats a byte.
#[must_use]
pub fn dense_bytes(attribute: Attribute<'_>) -> Option<Vec<u8>> {
    // SAFETY: the kind is checked first; the buffer lives as long as the context, and its length
    // follows from the element count and width.
    unsafe {
        let raw = attribute.to_raw();
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let shaped = mlir_sys::mlirAttributeGetType(raw);
        let element = mlir_sys::mlirShapedTypeGetElementType(shaped);
        let bits = element_bits(Type::from_raw(element))?;
        let count = if mlir_sys::mlirDenseElementsAttrIsSplat(raw) {
            1
        } else {
            usize::try_from(mlir_sys::mlirElementsAttrGetNumElements(raw)).ok()?
        };
        let size = count.checked_mul(usize::try_from(bits).ok()?.div_ceil(8))?;
        let data = mlir_sys::mlirDenseElementsAttrGetRawData(raw).cast::<u8>();
        if data.is_null() {
            return None;
        }
        Some(std::slice::from_raw_parts(data, size).to_vec())
    }
}

/// The width of a scalar integer, float or index type, in bits.
#[must_use]
pub fn element_bits(r#type: Type<'_>) -> Option<u32> {
    if r#type.is_index() {
        return Some(64);
    }
    if r#type.is_integer() {
        // SAFETY: the type is an integer type.
        return Some(unsafe { mlir_sys::mlirIntegerTypeGetWidth(r#type.to_raw()) });
    }
    if r#type.is_float() {
        // SAFETY: the type is a float type.
        return Some(unsafe { mlir_sys::mlirFloatTypeGetWidth(r#type.to_raw()) });
    }
    None
}

/// `location` with the lifetime forgotten, to be carried out of a pass in an error value.
#[must_use]
pub fn static_location(location: Location<'_>) -> Location<'static> {
    // SAFETY: locations are uniqued in their context and stay valid as long as it lives; callers
    // only use the result with that context.
    unsafe { Location::from_raw(location.to_raw()) }
}

/// Removes argument `index` of `block`. It must have no uses left.
pub fn erase_argument(block: BlockRef<'_, '_>, index: usize) {
    if index < block.argument_count() {
        // SAFETY: the index is in range; callers have replaced the uses.
        unsafe { block.erase_argument(index) }
    }
}

/// Sizes of a ranked memref, vector or tensor type; a dynamic size is [`i64::MIN`]. `None` for
/// anything else.
#[must_use]
pub fn shape_of(r#type: Type<'_>) -> Option<Vec<i64>> {
    let raw = r#type.to_raw();
    // SAFETY: rank and sizes are only asked of a ranked shaped type, within range.
    unsafe {
        if !mlir_sys::mlirTypeIsAShaped(raw) || !mlir_sys::mlirShapedTypeHasRank(raw) {
            return None;
        }
        let rank = mlir_sys::mlirShapedTypeGetRank(raw);
        Some(
            (0..isize::try_from(rank).unwrap_or(0))
                .map(|dim| {
                    if mlir_sys::mlirShapedTypeIsDynamicDim(raw, dim) {
                        i64::MIN
                    } else {
                        mlir_sys::mlirShapedTypeGetDimSize(raw, dim)
                    }
                })
                .collect(),
        )
    }
}

/// The element type of a memref, vector or tensor type.
#[must_use]
pub fn element_of<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    // SAFETY: the element type is only asked of a shaped type.
    unsafe {
        mlir_sys::mlirTypeIsAShaped(r#type.to_raw())
            .then(|| Type::from_raw(mlir_sys::mlirShapedTypeGetElementType(r#type.to_raw())))
    }
}

/// Whether the type is a vector.
#[must_use]
pub fn is_vector(r#type: Type<'_>) -> bool {
    r#type.is_vector()
}

/// Erases a block with everything in it. Nothing outside may use what it defines.
pub fn erase_block(block: BlockRef<'_, '_>) {
    // SAFETY: the block is live and detached before it is destroyed.
    unsafe {
        let raw = BlockLike::to_raw(&block);
        mlir_sys::mlirBlockDetach(raw);
        mlir_sys::mlirBlockDestroy(raw);
    }
}

/// The one element of a splat constant.
#[must_use]
pub fn splat_of<'c>(attribute: Attribute<'c>) -> Option<Attribute<'c>> {
    // SAFETY: the kind is checked before the splat is asked for.
    unsafe {
        let raw = attribute.to_raw();
        (mlir_sys::mlirAttributeIsADenseElements(raw) && mlir_sys::mlirDenseElementsAttrIsSplat(raw))
            .then(|| Attribute::from_raw(mlir_sys::mlirDenseElementsAttrGetSplatValue(raw)))
    }
}

/// The same dense elements with another shape of equal element count.
#[must_use]
pub fn dense_reshaped<'c>(attribute: Attribute<'c>, r#type: Type<'c>) -> Option<Attribute<'c>> {
    // SAFETY: kind and element count are checked first.
    unsafe {
        let raw = attribute.to_raw();
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let count: i64 = shape_of(r#type)?.iter().product();
        (mlir_sys::mlirElementsAttrGetNumElements(raw) == count)
            .then(|| Attribute::from_raw(mlir_sys::mlirDenseElementsAttrReshapeGet(raw, r#type.to_raw())))
    }
}

/// The elements of a dense constant of `i1`.
#[must_use]
pub fn dense_bools(attribute: Attribute<'_>) -> Option<Vec<bool>> {
    // SAFETY: the kind is checked first and every index is in range.
    unsafe {
        let raw = attribute.to_raw();
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let element = mlir_sys::mlirShapedTypeGetElementType(mlir_sys::mlirAttributeGetType(raw));
        if element_bits(Type::from_raw(element)) != Some(1) {
            return None;
        }
        let count = mlir_sys::mlirElementsAttrGetNumElements(raw);
        Some(
            (0..isize::try_from(count).ok()?)
                .map(|index| mlir_sys::mlirDenseElementsAttrGetBoolValue(raw, index))
                .collect(),
        )
    }
}

/// Translates a module of the LLVM dialect to an LLVM module in the LLVM context `llvm_context`
/// (an `LLVMContextRef`). Returns an owned `LLVMModuleRef`, or null with diagnostics.
///
/// # Safety
/// `llvm_context` is a live LLVM context of the LLVM that MLIR is linked with.
#[must_use]
pub unsafe fn translate_to_llvm(
    module: OperationRef<'_, '_>,
    llvm_context: *mut std::ffi::c_void,
) -> *mut std::ffi::c_void {
    // SAFETY: the module is live; the caller vouches for the context. The translations were
    // registered with everything else.
    unsafe {
        mlir_sys::mlirRegisterAllLLVMTranslations(mlir_sys::mlirOperationGetContext(module.to_raw()));
        mlir_sys::mlirTranslateModuleToLLVMIR(module.to_raw(), llvm_context.cast()).cast()
    }
}

//! Edits of an op that no dialect defines, as the rules make them.

use crate::{enums::CoreType, ir, read};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, Identifier, Location, OperationRef, Type, TypeLike, Value,
        ValueLike,
        attribute::{BoolAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute},
        operation::{OperationBuilder, OperationLike},
        r#type::IntegerType,
    },
};
use mlir_sys::MlirValue;

/// The attribute with the sizes of the groups of operands.
pub(super) const SEGMENTS: &str = "operandSegmentSizes";

/// An op with a name of the format, under a rule.
#[derive(Clone, Copy)]
pub(super) struct Draft<'c, 'a>(pub OperationRef<'c, 'a>);

impl<'c, 'a> Draft<'c, 'a> {
    pub fn context(self) -> &'c Context {
        ir::context_of(self.0)
    }

    pub fn location(self) -> Location<'c> {
        self.0.location()
    }

    pub fn get(self, name: &str) -> Option<Attribute<'c>> {
        read::attribute(self.0, name)
    }

    pub fn set(self, name: &str, value: Attribute<'c>) {
        ir::set_attribute(self.0, name, value);
    }

    pub fn remove(self, name: &str) {
        ir::remove_attribute(self.0, name);
    }

    /// The value of a boolean attribute; `None` if there is none of that name.
    pub fn flag(self, name: &str) -> Result<Option<bool>, String> {
        match (self.get(name), read::boolean(self.0, name)) {
            (None, _) => Ok(None),
            (Some(_), Some(value)) => Ok(Some(value)),
            (Some(other), None) => Err(format!("{name} is no boolean: {other}")),
        }
    }

    pub fn set_flag(self, name: &str, value: bool) {
        self.set(name, BoolAttribute::new(self.context(), value).into());
    }

    pub fn set_int32(self, name: &str, value: i32) {
        let of = self.int32_type();
        self.set(name, IntegerAttribute::new(of, value.into()).into());
    }

    pub fn set_int64(self, name: &str, value: i64) {
        let of = IntegerType::new(self.context(), 64).into();
        self.set(name, IntegerAttribute::new(of, value).into());
    }

    /// A list of 32-bit integers.
    pub fn int32s(self, name: &str) -> Result<Vec<i32>, String> {
        let attribute = self.get(name).ok_or_else(|| format!("{name} is missing"))?;
        // SAFETY: asks a live attribute for its kind.
        if unsafe { mlir_sys::mlirAttributeIsADenseI32Array(attribute.to_raw()) } {
            Ok(read::int32s_of(attribute))
        } else {
            Err(format!("{name} is no list of 32-bit integers: {attribute}"))
        }
    }

    pub fn set_int32s(self, name: &str, values: &[i32]) {
        self.set(name, DenseI32ArrayAttribute::new(self.context(), values).into());
    }

    pub fn set_int64s(self, name: &str, values: &[i64]) {
        self.set(name, DenseI64ArrayAttribute::new(self.context(), values).into());
    }

    /// The sizes of the groups of operands, of which there must be `count`, and which must fit the
    /// operands.
    pub fn segments(self, count: usize) -> Result<Vec<i32>, String> {
        let sizes = self.int32s(SEGMENTS)?;
        let operands = self.0.operand_count();
        if sizes.len() != count {
            return Err(format!("{SEGMENTS} has {} numbers instead of {count}", sizes.len()));
        }
        let total =
            sizes.iter().try_fold(0, |sum: usize, size| sum.checked_add(usize::try_from(*size).ok()?));
        if total == Some(operands) {
            Ok(sizes)
        } else {
            Err(format!("{SEGMENTS} does not add up to the {operands} operands"))
        }
    }

    pub fn operands(self) -> Vec<Value<'c, 'a>> {
        self.0.operands().collect()
    }

    pub fn set_operands(self, operands: &[Value<'c, 'a>]) {
        let raw: Vec<MlirValue> = operands.iter().map(ValueLike::to_raw).collect();
        let count = isize::try_from(raw.len()).unwrap_or_default();
        // SAFETY: the op and all values are live, and the list is as long as said.
        unsafe { mlir_sys::mlirOperationSetOperands(self.0.to_raw(), count, raw.as_ptr()) }
    }

    /// Whether the op runs on a vector subcore: what the nearest op around it says that says anything.
    pub fn is_on_vector_subcore(self) -> bool {
        let mut around = self.0.parent_operation();
        while let Some(op) = around {
            if let Some(core) = read::attribute(op, "tpu.core_type").and_then(CoreType::of) {
                return core == CoreType::ScVectorSubcore;
            }
            around = op.parent_operation();
        }
        false
    }

    /// The element type of the first operand, or its type if it has no elements.
    pub fn element(self) -> Result<Type<'c>, String> {
        let operand = OperationLike::operand(&self.0, 0).map_err(|_| "it has no operand".to_owned())?;
        let of = operand.r#type();
        Ok(ir::element_of(of).unwrap_or(of))
    }

    /// The rank of the first operand.
    pub fn rank(self) -> Result<usize, String> {
        let operand = OperationLike::operand(&self.0, 0).map_err(|_| "it has no operand".to_owned())?;
        let shape = ir::shape_of(operand.r#type()).ok_or_else(|| "its operand has no shape".to_owned())?;
        Ok(shape.len())
    }

    /// Puts an op with a name of the format and an `i32` result in front of this one.
    pub fn put_before(
        self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<OperationRef<'c, 'a>, String> {
        let attributes: Vec<_> =
            attributes.iter().map(|(name, value)| (Identifier::new(self.context(), name), *value)).collect();
        let built = OperationBuilder::new(name, self.location())
            .add_operands(operands)
            .add_results(&[self.int32_type()])
            .add_attributes(&attributes)
            .build()
            .map_err(|_| format!("{name} cannot be made"))?;
        let block = self.0.block().ok_or_else(|| "it is in no block".to_owned())?;
        Ok(block.insert_operation_before(self.0, built))
    }

    pub fn int32_type(self) -> Type<'c> {
        IntegerType::new(self.context(), 32).into()
    }
}

/// Whether a type is a float of any kind.
pub(super) fn is_float(of: Type<'_>) -> bool {
    // SAFETY: asks a live type for its kind.
    unsafe { mlir_sys::mlirTypeIsAFloat(of.to_raw()) }
}

/// Whether a type is an integer of any width.
pub(super) fn is_integer(of: Type<'_>) -> bool {
    of.is_integer()
}

/// Whether an attribute holds the elements of a vector or tensor of `i1`.
pub(super) fn is_dense_booleans(attribute: Attribute<'_>) -> bool {
    let raw = attribute.to_raw();
    // SAFETY: only a dense attribute is asked for its type, which is a shaped one.
    let element = unsafe {
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return false;
        }
        mlir_sys::mlirShapedTypeGetElementType(mlir_sys::mlirAttributeGetType(raw))
    };
    // SAFETY: the element type is live, and is only asked for its width if it is an integer.
    unsafe { mlir_sys::mlirTypeIsAInteger(element) && mlir_sys::mlirIntegerTypeGetWidth(element) == 1 }
}

//! Constants that are not the same number everywhere: read-only tables of the module.

use super::Fuser;
use super::node::Buffer;
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use melior::ir::{
    Attribute, BlockRef, Location, Region, RegionLike, Type,
    attribute::{DenseElementsAttribute, FlatSymbolRefAttribute, TypeAttribute},
    operation::OperationLike,
    r#type::{MemRefType, RankedTensorType},
};
use tessera_tpu::ir;

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// A table with the elements of the dense constant `values`, row-major.
    pub fn table(
        &mut self,
        b: &Builder<'c, 'a>,
        values: Attribute<'c>,
        shape: &[i64],
        element: Type<'c>,
    ) -> Result<Buffer<'c, 'a>, Stop> {
        let count: i64 = shape.iter().product();
        let is_bool = element == b.int_type(1);
        let is_byte =
            super::narrow::is_narrow(element) || ir::element_bits(element).is_some_and(|bits| bits < 8);
        let stored = if is_byte { b.int_type(8) } else { element };
        let flat: Type<'c> = RankedTensorType::new(&[count.cast_unsigned()], stored, None).into();
        let values = if is_bool {
            let bytes: Vec<i8> = ir::dense_bools(values)
                .ok_or_else(|| Stop::broken("a constant that is not dense"))?
                .into_iter()
                .map(i8::from)
                .collect();
            DenseElementsAttribute::i8_values(flat, &bytes).into()
        } else if is_byte {
            let bytes: Vec<i8> = ir::dense_bytes(values)
                .ok_or_else(|| Stop::broken("a constant that is not dense"))?
                .into_iter()
                .map(u8::cast_signed)
                .collect();
            DenseElementsAttribute::i8_values(flat, &bytes).into()
        } else {
            ir::dense_reshaped(values, flat).ok_or_else(|| Stop::broken("a constant that is not dense"))?
        };
        let module_body: BlockRef<'c, 'a> = self
            .module
            .region(0)
            .ok()
            .and_then(|region| region.first_block())
            .ok_or_else(|| Stop::broken("module without a body"))?;
        // Several programs of one module each have tables.
        let name = format!("tessera_table_{}_{}", self.number, self.globals);
        self.globals += 1;
        let array = Type::parse(b.context, &format!("!llvm.array<{count} x {stored}>"))
            .ok_or_else(|| Stop::broken("an array type that does not parse"))?;
        let linkage = Attribute::parse(b.context, "#llvm.linkage<private>")
            .ok_or_else(|| Stop::broken("a linkage that does not parse"))?;
        let at_module = Builder::at_end(b.context, Location::unknown(b.context), module_body);
        at_module.op_with_regions(
            "llvm.mlir.global",
            &[],
            &[],
            &[
                ("sym_name", b.string(&name)),
                ("global_type", TypeAttribute::new(array).into()),
                ("linkage", linkage),
                ("constant", Attribute::unit(b.context)),
                ("alignment", b.i64_attr(64)),
                ("value", values),
            ],
            vec![Region::new()],
        )?;
        let entry = Builder::before(self.context, self.anchor)?;
        let symbol = FlatSymbolRefAttribute::new(b.context, &name).into();
        let address = entry.value("llvm.mlir.addressof", &[], b.ptr_type(), &[("global_name", symbol)])?;
        let memref = MemRefType::new(stored, &[count], None, None).into();
        Ok(Buffer { memref: first_result(entry.cast(&[address], &[memref])?)? })
    }
}

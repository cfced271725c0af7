//! A small builder over melior: an insertion block, a location, and the handful of ops that the
//! lowering passes make. Constants of one block are shared.

use super::fault::Stop;
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, BlockRef, Identifier, Location, OperationRef, Region, RegionLike, Type,
        TypeLike, Value, ValueLike,
        attribute::{
            BoolAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, FloatAttribute, IntegerAttribute,
            StringAttribute, TypeAttribute,
        },
        operation::{OperationBuilder, OperationLike},
        r#type::{FunctionType, IntegerType},
    },
};

/// Where and how new operations are made.
#[derive(Clone, Copy)]
pub struct Builder<'c, 'a> {
    /// The context of the module.
    pub context: &'c Context,
    /// The location given to new operations.
    pub location: Location<'c>,
    point: Point<'c, 'a>,
}

#[derive(Clone, Copy)]
enum Point<'c, 'a> {
    End(BlockRef<'c, 'a>),
    Before(BlockRef<'c, 'a>, OperationRef<'c, 'a>),
}

impl<'c, 'a> Builder<'c, 'a> {
    /// Builds at the end of `block`.
    pub fn at_end(context: &'c Context, location: Location<'c>, block: BlockRef<'c, 'a>) -> Self {
        Self { context, location, point: Point::End(block) }
    }

    /// Builds in front of `op`, with its location.
    pub fn before(context: &'c Context, op: OperationRef<'c, 'a>) -> Result<Self, Stop> {
        let block = op.block().ok_or_else(|| Stop::broken("operation outside any block"))?;
        Ok(Self { context, location: op.location(), point: Point::Before(block, op) })
    }

    /// The same insertion point with another location.
    #[must_use]
    pub fn at(mut self, location: Location<'c>) -> Self {
        self.location = location;
        self
    }

    /// A builder at the end of another block, same location.
    #[must_use]
    pub fn inside(&self, block: BlockRef<'c, 'a>) -> Self {
        Self { point: Point::End(block), ..*self }
    }

    /// The block that new operations go to.
    #[must_use]
    pub fn block(&self) -> BlockRef<'c, 'a> {
        match self.point {
            Point::End(block) | Point::Before(block, _) => block,
        }
    }

    /// Inserts a finished operation.
    pub fn insert(&self, op: melior::ir::Operation<'c>) -> OperationRef<'c, 'a> {
        match self.point {
            Point::End(block) => block.append_operation(op),
            Point::Before(block, next) => block.insert_operation_before(next, op),
        }
    }

    /// Makes an operation by name.
    pub fn op(
        &self,
        name: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<OperationRef<'c, 'a>, Stop> {
        self.op_with_regions(name, operands, results, attributes, Vec::new())
    }

    /// Makes an operation with regions.
    pub fn op_with_regions(
        &self,
        name: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
        regions: Vec<Region<'c>>,
    ) -> Result<OperationRef<'c, 'a>, Stop> {
        let attributes: Vec<_> =
            attributes.iter().map(|(key, value)| (Identifier::new(self.context, key), *value)).collect();
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(results)
            .add_attributes(&attributes)
            .add_regions_vec(regions)
            .build()
            .map_err(|error| Stop::broken(format!("cannot build {name}: {error}")))?;
        Ok(self.insert(op))
    }

    /// Makes an operation with exactly one result and returns it.
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c, '_>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Value<'c, 'a>, Stop> {
        first_result(self.op(name, operands, &[result], attributes)?)
    }

    /// The type `index`.
    #[must_use]
    pub fn index_type(&self) -> Type<'c> {
        Type::index(self.context)
    }

    /// The signless integer type of `bits` bits.
    #[must_use]
    pub fn int_type(&self, bits: u32) -> Type<'c> {
        IntegerType::new(self.context, bits).into()
    }

    /// The type `f32`.
    #[must_use]
    pub fn f32_type(&self) -> Type<'c> {
        Type::float32(self.context)
    }

    /// The type `!llvm.ptr`.
    #[must_use]
    pub fn ptr_type(&self) -> Type<'c> {
        melior::dialect::llvm::r#type::pointer(self.context, 0)
    }

    /// `vector<lanes x element>`, or `element` itself for one lane.
    #[must_use]
    pub fn lanes_type(&self, lanes: u64, element: Type<'c>) -> Type<'c> {
        if lanes == 1 { element } else { Type::vector(&[lanes], element) }
    }

    /// A string attribute.
    #[must_use]
    pub fn string(&self, text: &str) -> Attribute<'c> {
        StringAttribute::new(self.context, text).into()
    }

    /// A unit-like `true` attribute.
    #[must_use]
    pub fn bool_attr(&self, value: bool) -> Attribute<'c> {
        BoolAttribute::new(self.context, value).into()
    }

    /// An i64 attribute.
    #[must_use]
    pub fn i64_attr(&self, value: i64) -> Attribute<'c> {
        IntegerAttribute::new(self.int_type(64), value).into()
    }

    /// A dense i64 array attribute.
    #[must_use]
    pub fn i64_array(&self, values: &[i64]) -> Attribute<'c> {
        DenseI64ArrayAttribute::new(self.context, values).into()
    }

    /// `arith.constant` of an integer or index type.
    pub fn int(&self, r#type: Type<'c>, value: i64) -> Result<Value<'c, 'a>, Stop> {
        let value = IntegerAttribute::new(r#type, value).into();
        self.value("arith.constant", &[], r#type, &[("value", value)])
    }

    /// An `index` constant.
    pub fn index(&self, value: i64) -> Result<Value<'c, 'a>, Stop> {
        self.int(self.index_type(), value)
    }

    /// An `i32` constant.
    pub fn i32(&self, value: i64) -> Result<Value<'c, 'a>, Stop> {
        self.int(self.int_type(32), value)
    }

    /// A float constant of type `r#type`.
    pub fn float(&self, r#type: Type<'c>, value: f64) -> Result<Value<'c, 'a>, Stop> {
        let value = FloatAttribute::new(self.context, r#type, value).into();
        self.value("arith.constant", &[], r#type, &[("value", value)])
    }

    /// A binary operation whose result has the type of its operands.
    pub fn binary(
        &self,
        name: &str,
        left: Value<'c, '_>,
        right: Value<'c, '_>,
    ) -> Result<Value<'c, 'a>, Stop> {
        self.value(name, &[left, right], left.r#type(), &[])
    }

    /// `scalar` in every lane; the scalar itself for one lane.
    pub fn splat(&self, scalar: Value<'c, 'a>, lanes: u64) -> Result<Value<'c, 'a>, Stop> {
        if lanes == 1 {
            return Ok(scalar);
        }
        let r#type = Type::vector(&[lanes], scalar.r#type());
        self.value("vector.broadcast", &[scalar], r#type, &[])
    }

    /// Converts between integer-like scalar types (index, i32, i64).
    pub fn index_cast(&self, value: Value<'c, 'a>, to: Type<'c>) -> Result<Value<'c, 'a>, Stop> {
        if value.r#type() == to {
            return Ok(value);
        }
        if value.r#type().is_index() || to.is_index() {
            return self.value("arith.index_cast", &[value], to, &[]);
        }
        let (from_bits, to_bits) =
            (tessera_tpu::ir::element_bits(value.r#type()), tessera_tpu::ir::element_bits(to));
        let name = if from_bits < to_bits { "arith.extsi" } else { "arith.trunci" };
        self.value(name, &[value], to, &[])
    }

    /// `builtin.unrealized_conversion_cast`.
    pub fn cast(
        &self,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
    ) -> Result<OperationRef<'c, 'a>, Stop> {
        self.op("builtin.unrealized_conversion_cast", operands, results, &[])
    }

    /// A call of `callee`; the declaration is added by [`declare`].
    pub fn call(
        &self,
        callee: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
    ) -> Result<OperationRef<'c, 'a>, Stop> {
        let callee = FlatSymbolRefAttribute::new(self.context, callee).into();
        self.op("func.call", operands, results, &[("callee", callee)])
    }

    /// Runs `body` where `condition` holds.
    pub fn when<F>(&self, condition: Value<'c, 'a>, body: F) -> Result<(), Stop>
    where
        F: FnOnce(&Self) -> Result<(), Stop>,
    {
        let region = Region::new();
        let block = region.append_block(Block::new(&[]));
        let inner = self.inside(block);
        body(&inner)?;
        inner.op("scf.yield", &[], &[], &[])?;
        self.op_with_regions("scf.if", &[condition], &[], &[], vec![region, Region::new()])?;
        Ok(())
    }

    /// What `yes` or `no` gives, whichever `condition` says.
    pub fn choose<Y, N>(
        &self,
        condition: Value<'c, 'a>,
        r#type: Type<'c>,
        yes: Y,
        no: N,
    ) -> Result<Value<'c, 'a>, Stop>
    where
        Y: FnOnce(&Self) -> Result<Value<'c, 'a>, Stop>,
        N: FnOnce(&Self) -> Result<Value<'c, 'a>, Stop>,
    {
        let (first, second) = (Region::new(), Region::new());
        let inner = self.inside(first.append_block(Block::new(&[])));
        let value = yes(&inner)?;
        inner.op("scf.yield", &[value], &[], &[])?;
        let inner = self.inside(second.append_block(Block::new(&[])));
        let value = no(&inner)?;
        inner.op("scf.yield", &[value], &[], &[])?;
        first_result(self.op_with_regions("scf.if", &[condition], &[r#type], &[], vec![first, second])?)
    }

    /// `scf.for` from `lower` to `upper` by `step` carrying `init`. The body gets the induction
    /// variable and the carried values and returns what to carry on.
    pub fn for_loop<F>(
        &self,
        (lower, upper, step): (Value<'c, 'a>, Value<'c, 'a>, Value<'c, 'a>),
        init: &[Value<'c, 'a>],
        body: F,
    ) -> Result<Vec<Value<'c, 'a>>, Stop>
    where
        F: FnOnce(&Self, Value<'c, 'a>, &[Value<'c, 'a>]) -> Result<Vec<Value<'c, 'a>>, Stop>,
    {
        let mut arguments = vec![(lower.r#type(), self.location)];
        arguments.extend(init.iter().map(|value| (value.r#type(), self.location)));
        let region = Region::new();
        let block = region.append_block(Block::new(&arguments));
        let mut operands = vec![lower, upper, step];
        operands.extend_from_slice(init);
        let results: Vec<_> = init.iter().map(|value| value.r#type()).collect();
        let op = self.op_with_regions("scf.for", &operands, &results, &[], vec![region])?;
        let inner = self.inside(block);
        let carried: Vec<_> = (0..init.len()).map(|i| argument(block, i + 1)).collect::<Result<_, _>>()?;
        let next = body(&inner, argument(block, 0)?, &carried)?;
        inner.op("scf.yield", &next, &[], &[])?;
        results_of(op)
    }
}

/// Argument `index` of `block`.
pub fn argument<'c, 'a>(block: BlockRef<'c, 'a>, index: usize) -> Result<Value<'c, 'a>, Stop> {
    Ok(block.argument(index).map_err(Stop::melior)?.into())
}

/// The first result of `op`.
pub fn first_result<'c, 'a>(op: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
    Ok(op.result(0).map_err(Stop::melior)?.into())
}

/// All results of `op`.
pub fn results_of<'c, 'a>(op: OperationRef<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Stop> {
    (0..op.result_count()).map(|index| Ok(op.result(index).map_err(Stop::melior)?.into())).collect()
}

/// Declares `name` as a private function in `module_body` unless it is there already.
pub fn declare<'c>(
    context: &'c Context,
    module_body: BlockRef<'c, '_>,
    name: &str,
    inputs: &[Type<'c>],
    results: &[Type<'c>],
) -> Result<(), Stop> {
    let mut next = module_body.first_operation();
    while let Some(op) = next {
        if symbol_name(op) == Some(name) {
            return Ok(());
        }
        next = op.next_in_block();
    }
    let builder = Builder::at_end(context, Location::unknown(context), module_body);
    let r#type = FunctionType::new(context, inputs, results).into();
    builder.op_with_regions(
        "func.func",
        &[],
        &[],
        &[
            ("sym_name", builder.string(name)),
            ("sym_visibility", builder.string("private")),
            ("function_type", TypeAttribute::new(r#type).into()),
        ],
        vec![Region::new()],
    )?;
    Ok(())
}

/// The symbol name of `op`, if it has one.
#[must_use]
pub fn symbol_name<'c>(op: OperationRef<'c, '_>) -> Option<&'c str> {
    let name = op.attribute("sym_name").ok()?;
    StringAttribute::try_from(name).ok().map(|name| name.value())
}

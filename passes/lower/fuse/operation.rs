//! What each operation on block values becomes: mostly a lazy node, sometimes code.

use super::Fuser;
use super::index::{Index, unit_reshape};
use super::node::{Input, Kind, Load, NodeId};
use super::store::Store;
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use melior::ir::{
    OperationRef, Value, ValueLike,
    attribute::{ArrayAttribute, IntegerAttribute},
    operation::OperationLike,
};
use tessera_tpu::{ir, ops::TpuOp, read};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Rebuilds an operation that has a block value among operands or results.
    pub fn vector_operation(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        name: &str,
    ) -> Result<(), Stop> {
        // A read whose result nobody wants is no read: every store of JAX is preceded by one.
        if is_pure(name) && op.results().all(|result| !ir::has_uses(result.into())) {
            return Ok(());
        }
        if let Some(view) = TpuOp::of(op) {
            return self.tpu_operation(b, op, view);
        }
        match name {
            "arith.constant" => self.constant(b, op),
            "vector.load" => self.plain_load(op, 0),
            "vector.store" => self.plain_store(b, op),
            "vector.broadcast" => self.broadcast(op),
            "vector.shape_cast" => self.reshape(b, op),
            "vector.multi_reduction" => self.multi_reduction(b, op),
            "vector.extract" => self.extract(b, op),
            "vector.extract_strided_slice" => {
                let (source, result) = (self.operand_node(op, 0)?, first_result(op)?);
                let strides = int_list(op, "strides");
                if strides.iter().any(|stride| *stride != 1) {
                    return Err(Stop::unsupported(op, "a slice with a stride other than 1"));
                }
                let mut offsets = int_list(op, "offsets");
                offsets.resize(self.node(source).shape.len(), 0);
                self.add(result, Kind::Slice(source, offsets))?;
                Ok(())
            }
            "vector.transpose" => {
                let permutation = read::int64s(op, "permutation");
                self.transpose(op, &permutation)
            }
            "vector.bitcast" if changes_width(op) => {
                let rank = ir::shape_of(first_result(op)?.r#type()).map_or(1, |shape| shape.len());
                self.bitcast(b, op, rank.saturating_sub(1))
            }
            _ if super::elementwise::recipe(name).is_some() => self.map(op),
            _ => Err(Stop::unsupported(op, "it has no lowering on block values yet")),
        }
    }

    fn tpu_operation(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        view: TpuOp<'c, 'a>,
    ) -> Result<(), Stop> {
        match view {
            TpuOp::VectorLoad(load) => match load.mask() {
                None => self.plain_load(op, 0),
                Some(mask) => {
                    let base = present(op, load.base())?;
                    self.masked_load(b, op, (base, load.indices(), mask))
                }
            },
            TpuOp::VectorLoadIdx(load) => self.load_idx(b, op, load),
            TpuOp::VectorStoreIdx(store) => self.store_idx(b, op, store),
            TpuOp::DynamicGather(_) => self.dynamic_gather(b, op),
            TpuOp::Gather(_) => self.static_gather(b, op),
            TpuOp::ReduceIndex(_) => self.reduce_index(b, op),
            TpuOp::Scan(scan) => self.scan(b, op, scan.mask()),
            TpuOp::ScanCount(_) => self.scan_count(b, op),
            TpuOp::Sort(sort) => self.sort(b, op, sort.mask()),
            TpuOp::AllReduce(_) => self.all_reduce(b, op),
            TpuOp::PackSubelements(_) => self.pack_subelements(b, op),
            TpuOp::UnpackSubelements(_) => self.unpack_subelements(b, op),
            TpuOp::Bitcast(_) if changes_width(op) => {
                let rank = ir::shape_of(first_result(op)?.r#type()).map_or(1, |shape| shape.len());
                self.bitcast(b, op, rank.saturating_sub(2))
            }
            TpuOp::Bitcast(_)
            | TpuOp::PackElementwise(_)
            | TpuOp::UnpackElementwise(_)
            | TpuOp::StochasticConvert(_) => self.map(op),
            TpuOp::StridedLoad(_) => self.strided_load(op),
            TpuOp::VectorStore(store) => {
                let mask = store.mask().map(|mask| self.node_of(mask)).transpose()?;
                let packed = mask.filter(|_| self.is_vector_subcore);
                let store = Store {
                    op,
                    value: self.node_of(present(op, store.value_to_store())?)?,
                    memref: present(op, store.base())?,
                    indices: store.indices(),
                    strides: vec![1; store.indices().len()],
                    mask,
                    add: store.add(),
                };
                match packed {
                    Some(mask) => self.compressed_store(b, &store, mask),
                    None => self.store(b, &store),
                }
            }
            TpuOp::StridedStore(store) => self.store(
                b,
                &Store {
                    op,
                    value: self.node_of(present(op, store.value_to_store())?)?,
                    memref: present(op, store.base())?,
                    indices: store.indices(),
                    strides: read::int32s(op, "strides").into_iter().map(i64::from).collect(),
                    mask: None,
                    add: false,
                },
            ),
            TpuOp::Iota(_) => {
                let dims = read::int32s(op, "dimensions")
                    .into_iter()
                    .filter_map(|dim| usize::try_from(dim).ok())
                    .collect();
                self.add(first_result(op)?, Kind::Iota(dims))?;
                Ok(())
            }
            TpuOp::Matmul(matmul) => self.matmul(b, op, matmul),
            TpuOp::Transpose(_) => {
                let permutation = read::int64s(op, "permutation");
                self.transpose(op, &permutation)
            }
            TpuOp::Reshape(_) => self.reshape(b, op),
            TpuOp::Concatenate(_) => self.concatenate(b, op),
            TpuOp::Repeat(repeat) => {
                let source = self.operand_node(op, 0)?;
                self.materialise(b, source)?;
                let dim = repeat.dimension().and_then(|dim| usize::try_from(dim).ok()).unwrap_or(0);
                self.add(first_result(op)?, Kind::Repeat(source, dim))?;
                Ok(())
            }
            TpuOp::DynamicRotate(_) => self.rotate(b, op),
            TpuOp::Reciprocal(_) | TpuOp::Logistic(_) | TpuOp::Weird(_) => self.map(op),
            _ => Err(Stop::unsupported(op, "it has no lowering on block values yet")),
        }
    }

    /// The node of an old block value.
    pub fn node_of(&self, value: Value<'c, 'a>) -> Result<NodeId, Stop> {
        self.vectors
            .get(&ir::value_key(value))
            .copied()
            .ok_or_else(|| Stop::broken("a block value was used before it was rebuilt"))
    }

    /// The node of operand `index`.
    pub fn operand_node(&self, op: OperationRef<'c, 'a>, index: usize) -> Result<NodeId, Stop> {
        self.node_of(op.operand(index).map_err(Stop::melior)?)
    }

    fn map(&mut self, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let mut inputs = Vec::with_capacity(op.operand_count());
        for operand in op.operands() {
            inputs.push(if ir::is_vector(operand.r#type()) {
                Input::Node(self.node_of(operand)?)
            } else {
                Input::Scalar(self.scalar(operand)?)
            });
        }
        self.add(first_result(op)?, Kind::Map(op, inputs))?;
        Ok(())
    }

    fn plain_load(&mut self, op: OperationRef<'c, 'a>, memref: usize) -> Result<(), Stop> {
        let indices: Vec<_> = op.operands().skip(memref + 1).collect();
        let strides = vec![1; indices.len()];
        self.load_node(op, memref, &indices, strides)
    }

    fn strided_load(&mut self, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let indices: Vec<_> = op.operands().skip(1).collect();
        let strides = read::int32s(op, "strides").into_iter().map(i64::from).collect();
        self.load_node(op, 0, &indices, strides)
    }

    fn load_node(
        &mut self,
        op: OperationRef<'c, 'a>,
        memref: usize,
        indices: &[Value<'c, 'a>],
        strides: Vec<i64>,
    ) -> Result<(), Stop> {
        let memref = op.operand(memref).map_err(Stop::melior)?;
        let result = first_result(op)?;
        let rank = ir::shape_of(result.r#type()).map_or(0, |shape| shape.len());
        let memref_rank = ir::shape_of(memref.r#type()).map_or(0, |shape| shape.len());
        if rank > memref_rank || indices.len() != memref_rank || strides.len() != memref_rank {
            return Err(Stop::unsupported(op, "a read of a rank above the ref's"));
        }
        let load = Load {
            memref: self.scalar(memref)?,
            root: self.root_of_old(memref)?,
            start: self.coordinates(indices)?,
            strides,
        };
        if rank < memref_rank {
            // The value lies along the last dimensions.
            let (shape, element) = self.whole_rank(result, memref_rank)?;
            let to = ir::shape_of(result.r#type()).unwrap_or_default();
            let map = unit_reshape(&shape, &to).ok_or_else(|| Stop::broken("odd read"))?;
            let inner = self.add_inner(shape, element, Kind::Load(load));
            self.add(result, Kind::Reshape(inner, map))?;
            return Ok(());
        }
        self.add(result, Kind::Load(load))?;
        Ok(())
    }

    /// Shape and element type of a value with leading unit dimensions up to a rank.
    fn whole_rank(
        &self,
        value: Value<'c, 'a>,
        rank: usize,
    ) -> Result<(Vec<i64>, melior::ir::Type<'c>), Stop> {
        let shape = ir::shape_of(value.r#type()).unwrap_or_default();
        let element =
            ir::element_of(value.r#type()).ok_or_else(|| Stop::broken("a vector without element type"))?;
        let mut whole = vec![1; rank.saturating_sub(shape.len())];
        whole.extend(shape);
        Ok((whole, super::narrow::physical(self.context, element)))
    }

    fn plain_store(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let indices: Vec<_> = op.operands().skip(2).collect();
        let store = Store {
            op,
            value: self.operand_node(op, 0)?,
            memref: op.operand(1).map_err(Stop::melior)?,
            strides: vec![1; indices.len()],
            indices,
            mask: None,
            add: false,
        };
        self.store(b, &store)
    }

    fn broadcast(&mut self, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let source = op.operand(0).map_err(Stop::melior)?;
        let kind = if ir::is_vector(source.r#type()) {
            let source = self.node_of(source)?;
            match self.node(source).kind {
                Kind::Splat(scalar) => Kind::Splat(scalar),
                _ => Kind::Broadcast(source),
            }
        } else {
            Kind::Splat(self.scalar(source)?)
        };
        self.add(first_result(op)?, kind)?;
        Ok(())
    }

    fn reshape(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let (source, result) = (self.operand_node(op, 0)?, first_result(op)?);
        let to = ir::shape_of(result.r#type()).unwrap_or_default();
        if let Kind::Splat(scalar) = self.node(source).kind {
            self.add(result, Kind::Splat(scalar))?;
            return Ok(());
        }
        if let Some(map) = unit_reshape(&self.node(source).shape, &to) {
            self.add(result, Kind::Reshape(source, map))?;
            return Ok(());
        }
        // Temporaries are row-major, so any other reshape is the same memory seen differently.
        self.materialise(b, source)?;
        let kind = self.node(source).kind.clone();
        self.add(result, kind)?;
        Ok(())
    }

    fn transpose(&mut self, op: OperationRef<'c, 'a>, permutation: &[i64]) -> Result<(), Stop> {
        let source = self.operand_node(op, 0)?;
        let permutation = permutation.iter().filter_map(|dim| usize::try_from(*dim).ok()).collect();
        self.add(first_result(op)?, Kind::Transpose(source, permutation))?;
        Ok(())
    }

    fn rotate(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        if read::integer_of(op, "stride").is_some_and(|stride| stride != 0) {
            let dim = read::integer_of(op, "dimension").and_then(|dim| usize::try_from(dim).ok());
            let dim = dim.ok_or_else(|| Stop::broken("rotation without dimension"))?;
            return self.strided_rotate(b, op, dim);
        }
        let source = self.operand_node(op, 0)?;
        self.materialise(b, source)?;
        let amount = self.scalar(op.operand(1).map_err(Stop::melior)?)?;
        let amount = b.index_cast(amount, b.index_type())?;
        let dim = read::integer_of(op, "dimension").and_then(|dim| usize::try_from(dim).ok());
        let dim = dim.ok_or_else(|| Stop::broken("rotation without dimension"))?;
        self.add(first_result(op)?, Kind::Rotate(source, dim, amount))?;
        Ok(())
    }

    fn concatenate(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let result = first_result(op)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element =
            ir::element_of(result.r#type()).ok_or_else(|| Stop::broken("a vector without element type"))?;
        let dim = read::integer_of(op, "dimension").and_then(|dim| usize::try_from(dim).ok());
        let dim = dim.ok_or_else(|| Stop::broken("concatenation without dimension"))?;
        let buffer = self.allocate(&shape, element)?;
        let mut at = 0;
        for operand in op.operands() {
            let source = self.node_of(operand)?;
            let part = self.node(source).shape.clone();
            self.nest(b, &part.clone(), &mut |fuser, b, index, lanes| {
                let value = fuser.eval(b, source, index, lanes)?;
                let mut moved: Index<'c, 'a> = index.clone();
                if let Some(coord) = moved.coords.get_mut(dim) {
                    *coord = coord.shift(at);
                }
                fuser.scatter(b, buffer, &shape, &moved, value)
            })?;
            at += part.get(dim).copied().unwrap_or(0);
        }
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// An element or a part of a block value. One element is computed here.
    fn extract(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let source = self.operand_node(op, 0)?;
        let result = first_result(op)?;
        let mut dynamic = op.operands().skip(1);
        let mut coords = Vec::new();
        for position in read::int64s(op, "static_position") {
            coords.push(if position == i64::MIN {
                let position = dynamic.next().ok_or_else(|| Stop::broken("missing position"))?;
                super::index::Coord::Value(self.scalar(position)?, 0)
            } else {
                super::index::Coord::Const(position)
            });
        }
        if ir::is_vector(result.r#type()) {
            let shape = self.node(source).shape.clone();
            let mut offsets = Vec::new();
            for coord in &coords {
                match coord {
                    super::index::Coord::Const(at) => offsets.push(*at),
                    super::index::Coord::Value(..) => {
                        return Err(Stop::unsupported(op, "a part at a position known only at run time"));
                    }
                }
            }
            offsets.resize(shape.len(), 0);
            let mut part = shape.clone();
            part.iter_mut().take(coords.len()).for_each(|size| *size = 1);
            let element = self.node(source).element;
            let slice = self.add_inner(part.clone(), element, Kind::Slice(source, offsets));
            let to = ir::shape_of(result.r#type()).unwrap_or_default();
            let map = unit_reshape(&part, &to).ok_or_else(|| Stop::broken("odd extract"))?;
            self.add(result, Kind::Reshape(slice, map))?;
            return Ok(());
        }
        let value = self.root(|fuser| fuser.eval(b, source, &Index { coords, lane: None }, 1))?;
        self.scalars.insert(ir::value_key(result), value);
        Ok(())
    }

    /// Constants: one number everywhere, or a table in read-only memory.
    fn constant(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let result = first_result(op)?;
        let attribute = op.attribute("value").map_err(Stop::melior)?;
        let element =
            ir::element_of(result.r#type()).ok_or_else(|| Stop::broken("a vector without element type"))?;
        if let Some(splat) = ir::splat_of(attribute) {
            let scalar = b.value("arith.constant", &[], element, &[("value", splat)])?;
            let scalar = self.held(b, scalar)?;
            self.add(result, Kind::Splat(scalar))?;
            return Ok(());
        }
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let buffer = self.table(b, attribute, &shape, element)?;
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }
}

/// Whether operand and result have elements of different width.
fn changes_width(op: OperationRef<'_, '_>) -> bool {
    let bits = |value: Value<'_, '_>| ir::element_bits(super::narrow::element_type(value));
    match (op.operand(0), op.result(0)) {
        (Ok(source), Ok(result)) => bits(source) != bits(result.into()),
        _ => false,
    }
}

/// Numbers of an array attribute of integers.
fn int_list(op: OperationRef<'_, '_>, name: &str) -> Vec<i64> {
    let Some(array) = op.attribute(name).ok().and_then(|a| ArrayAttribute::try_from(a).ok()) else {
        return Vec::new();
    };
    (0..array.len())
        .filter_map(|index| array.element(index).ok())
        .filter_map(|number| IntegerAttribute::try_from(number).ok())
        .map(|number| number.value())
        .collect()
}

fn present<'c, 'a>(op: OperationRef<'c, 'a>, value: Option<Value<'c, 'a>>) -> Result<Value<'c, 'a>, Stop> {
    value.ok_or_else(|| Stop::broken(format!("{} misses an operand", tessera_tpu::ops::name_of(op))))
}

fn is_pure(name: &str) -> bool {
    !matches!(
        name,
        "vector.store"
            | "tpu.vector_store"
            | "tpu.strided_store"
            | "tpu.vector_store_idx"
            | "tpu.store"
            | "tpu.shuffled_store"
            | "tpu.prng_random_bits"
            | "tpu.log"
    )
}

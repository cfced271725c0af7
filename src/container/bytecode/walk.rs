//! The operations of a bytecode file, one after the other.
//!
//! Nesting is kept on a stack of our own, so that no file can exhaust the thread's.

use super::cursor::{Cursor, below};
use super::sections::{Tables, section};
use super::{DEEPEST, Damage};

/// An operation as it stands in the file: indices into the tables, numbers of values.
#[derive(Clone, Debug, Default)]
pub(super) struct Op {
    /// Index of the name.
    pub(super) name: usize,
    /// The dictionary of attributes.
    pub(super) attributes: Option<usize>,
    /// The properties: an index into the section of properties.
    pub(super) properties: Option<usize>,
    /// The properties of an operation that the writer did not know: an attribute.
    pub(super) property_attribute: Option<usize>,
    /// Types of the results.
    pub(super) results: Vec<usize>,
    /// The first result's number in the scope; the others follow.
    pub(super) first_result: usize,
    /// Numbers of values in the scope.
    pub(super) operands: Vec<usize>,
    /// Which scope of values it stands in. Scopes are numbered as they are met.
    pub(super) scope: usize,
    /// How many regions are around it.
    pub(super) depth: usize,
}

/// What the walk meets.
pub(super) enum Event<'o> {
    /// An operation, before what is inside it.
    Op(&'o Op),
    /// The arguments of a block: their scope, the number of the first, and their types.
    Arguments(usize, usize, &'o [usize]),
}

/// Values of one scope, that is, of everything inside an operation isolated from above.
struct Scope {
    id: usize,
    /// How many values are announced.
    values: usize,
}

/// One region that is being read.
struct Region<'a> {
    /// Where its operations stand, if not in what surrounds it.
    own: Option<Cursor<'a>>,
    /// Regions of the same operation that follow.
    more: usize,
    isolated: bool,
    /// Blocks that follow the one being read.
    blocks: usize,
    /// Blocks in all.
    all_blocks: usize,
    /// Operations left in the block.
    ops: u64,
    /// The number of the next value.
    next: usize,
    /// The first number that belongs to something else.
    end: usize,
    /// How many values the scope has without this region.
    before: usize,
}

/// Walks over every operation. Checks every index and count on the way.
pub(super) fn walk<'a>(
    tables: &Tables<'a>,
    mut visit: impl FnMut(Event<'_>) -> Result<(), Damage>,
) -> Result<(), Damage> {
    let mut state = Walk {
        tables,
        at: tables.code.clone(),
        around: Vec::new(),
        regions: Vec::new(),
        scopes: Vec::new(),
        met: 1,
    };
    state.scopes.push(Scope { id: 0, values: 0 });
    let mut top = Region {
        own: None,
        more: 0,
        isolated: true,
        blocks: 0,
        all_blocks: 1,
        ops: 0,
        next: 0,
        end: 0,
        before: 0,
    };
    state.block(&mut top, &mut visit)?;
    state.regions.push(top);
    while let Some(region) = state.regions.last_mut() {
        if region.ops > 0 {
            region.ops -= 1;
            state.op(&mut visit)?;
        } else if region.blocks > 0 {
            state.next_block(&mut visit)?;
        } else {
            state.leave(&mut visit)?;
        }
    }
    if state.at.is_empty() {
        return Ok(());
    }
    Err(Damage::malformed("bytes follow the last operation".into(), state.at.at()))
}

struct Walk<'t, 'a> {
    tables: &'t Tables<'a>,
    at: Cursor<'a>,
    /// Where to go on after regions that stand in a section of their own.
    around: Vec<Cursor<'a>>,
    regions: Vec<Region<'a>>,
    scopes: Vec<Scope>,
    met: usize,
}

impl<'a> Walk<'_, 'a> {
    fn attribute(&mut self) -> Result<usize, Damage> {
        self.at.index(self.tables.attributes.len(), "attribute")
    }

    fn next_block(&mut self, visit: &mut impl FnMut(Event<'_>) -> Result<(), Damage>) -> Result<(), Damage> {
        let Some(mut region) = self.regions.pop() else { return Ok(()) };
        region.blocks -= 1;
        self.block(&mut region, visit)?;
        self.regions.push(region);
        Ok(())
    }

    /// The head of a block: how many operations, and its arguments.
    fn block(
        &mut self,
        region: &mut Region<'a>,
        visit: &mut impl FnMut(Event<'_>) -> Result<(), Damage>,
    ) -> Result<(), Damage> {
        let start = self.at.at();
        let (ops, has_arguments) = self.at.flagged("a block")?;
        self.at.bounded(ops, "the operations of a block")?;
        region.ops = ops;
        if !has_arguments {
            return Ok(());
        }
        let count = self.at.count("the arguments of a block")?;
        let mut types = Vec::with_capacity(count);
        for _ in 0..count {
            let start = self.at.at();
            let (kind, has_location) = if self.tables.version < 4 {
                (self.at.varint("the type of an argument")?, true)
            } else {
                self.at.flagged("the type of an argument")?
            };
            types.push(below(kind, self.tables.types.len(), "type", start)?);
            if has_location {
                self.attribute()?;
            }
        }
        if self.tables.version >= 3 && self.at.byte("the order of uses")? != 0 {
            self.use_orders(count)?;
        }
        let first = region.next;
        region.next = take_values(region, count, start)?;
        visit(Event::Arguments(self.scopes.last().map_or(0, |scope| scope.id), first, &types))
    }

    fn use_orders(&mut self, values: usize) -> Result<(), Damage> {
        let count = if values > 1 { self.at.count("the orders of uses")? } else { 1 };
        for _ in 0..count {
            if values > 1 {
                self.at.index(values, "value")?;
            }
            let (uses, pairs) = self.at.flagged("the uses of a value")?;
            let uses = self.at.bounded(uses, "the uses of a value")?;
            for _ in 0..uses {
                self.at.varint(if pairs { "a pair of uses" } else { "a use" })?;
            }
        }
        Ok(())
    }

    fn op(&mut self, visit: &mut impl FnMut(Event<'_>) -> Result<(), Damage>) -> Result<(), Damage> {
        let start = self.at.at();
        let name = self.at.index(self.tables.ops.len(), "operation name")?;
        let mask = self.at.byte("an operation")?;
        self.attribute()?;
        let has = |bit: u8| mask & bit != 0;
        let mut op = Op { name, depth: self.regions.len(), ..Op::default() };
        if has(1) {
            op.attributes = Some(self.attribute()?);
        }
        if has(64) {
            if self.tables.ops.get(name).is_some_and(|op| op.registered) {
                op.properties = Some(self.at.index(self.tables.properties.len(), "properties")?);
            } else {
                op.property_attribute = Some(self.attribute()?);
            }
        }
        if has(2) {
            for _ in 0..self.at.count("the results of an operation")? {
                op.results.push(self.at.index(self.tables.types.len(), "type")?);
            }
        }
        let values = self.scopes.last().map_or(0, |scope| scope.values);
        op.scope = self.scopes.last().map_or(0, |scope| scope.id);
        if has(4) {
            for _ in 0..self.at.count("the operands of an operation")? {
                op.operands.push(self.at.index(values, "value")?);
            }
        }
        if has(8) {
            let blocks = self.regions.last().map_or(0, |region| region.all_blocks);
            for _ in 0..self.at.count("the successors of an operation")? {
                self.at.index(blocks, "block")?;
            }
        }
        if has(32) {
            self.use_orders(op.results.len())?;
        }
        if let Some(region) = self.regions.last_mut() {
            op.first_result = region.next;
            region.next = take_values(region, op.results.len(), start)?;
        }
        visit(Event::Op(&op))?;
        if has(16) {
            let (count, isolated) = self.at.flagged("the regions of an operation")?;
            let count = self.at.bounded(count, "the regions of an operation")?;
            if count > 0 {
                return self.enter(count, isolated, visit);
            }
        }
        Ok(())
    }

    /// The first of an operation's regions.
    fn enter(
        &mut self,
        count: usize,
        isolated: bool,
        visit: &mut impl FnMut(Event<'_>) -> Result<(), Damage>,
    ) -> Result<(), Damage> {
        if self.regions.len() >= DEEPEST {
            return Err(Damage::Nested(self.regions.len() + 1));
        }
        let mut own = None;
        if isolated && self.tables.version >= 2 {
            let start = self.at.at();
            let (kind, data) = section(&mut self.at)?;
            if kind != 4 {
                return Err(Damage::malformed(format!("section {kind} where operations should be"), start));
            }
            self.around.push(std::mem::replace(&mut self.at, data.clone()));
            own = Some(data);
        }
        if isolated {
            self.scopes.push(Scope { id: self.met, values: 0 });
            self.met += 1;
        }
        self.region(
            Region {
                own,
                more: count - 1,
                isolated,
                blocks: 0,
                all_blocks: 0,
                ops: 0,
                next: 0,
                end: 0,
                before: 0,
            },
            visit,
        )
    }

    /// The head of a region.
    fn region(
        &mut self,
        mut region: Region<'a>,
        visit: &mut impl FnMut(Event<'_>) -> Result<(), Damage>,
    ) -> Result<(), Damage> {
        let blocks = self.at.count("the blocks of a region")?;
        if blocks > 0 {
            let values = self.at.count("the values of a region")?;
            if let Some(scope) = self.scopes.last_mut() {
                region.before = scope.values;
                region.next = scope.values;
                scope.values = scope.values.saturating_add(values);
                region.end = scope.values;
            }
            region.blocks = blocks - 1;
            region.all_blocks = blocks;
            self.block(&mut region, visit)?;
        } else if let Some(scope) = self.scopes.last() {
            region.before = scope.values;
        }
        self.regions.push(region);
        Ok(())
    }

    /// The end of a region.
    fn leave(&mut self, visit: &mut impl FnMut(Event<'_>) -> Result<(), Damage>) -> Result<(), Damage> {
        let Some(mut region) = self.regions.pop() else { return Ok(()) };
        if region.next != region.end {
            let reason = format!(
                "a region announces {} values and defines {}",
                region.end - region.before,
                region.next - region.before
            );
            return Err(Damage::malformed(reason, self.at.at()));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.values = region.before;
        }
        if region.more > 0 {
            region.more -= 1;
            return self.region(Region { next: 0, end: 0, ..region }, visit);
        }
        if region.isolated {
            self.scopes.pop();
        }
        if region.own.is_some() {
            if !self.at.is_empty() {
                return Err(Damage::malformed(
                    "bytes follow the last operation of a region".into(),
                    self.at.at(),
                ));
            }
            if let Some(outside) = self.around.pop() {
                self.at = outside;
            }
        }
        Ok(())
    }
}

fn take_values(region: &Region<'_>, count: usize, at: usize) -> Result<usize, Damage> {
    let next = region.next.saturating_add(count);
    if next <= region.end {
        return Ok(next);
    }
    Err(Damage::malformed("a region defines more values than it announces".into(), at))
}

//! Sites: the places that generated code names by number, so that run-time reports can say where.
//!
//! MLIR locations are attributes, so the module attribute `tessera.sites` holds them as they are;
//! `tessera.site_ops` beside it holds the operation names.

use crate::lower::memory::name_of;
use melior::ir::{
    Attribute, Location, OperationRef,
    attribute::{ArrayAttribute, StringAttribute},
    operation::OperationLike,
};
use tessera_tpu::ir;

const LOCATIONS: &str = "tessera.sites";
const OPERATIONS: &str = "tessera.site_ops";

/// The growing table of one module.
#[derive(Debug)]
pub struct Sites<'c> {
    context: &'c melior::Context,
    locations: Vec<Attribute<'c>>,
    operations: Vec<Attribute<'c>>,
}

impl<'c> Sites<'c> {
    /// The table that earlier passes left on `module`.
    #[must_use]
    pub fn of(module: OperationRef<'c, '_>) -> Self {
        let list = |name: &str| -> Vec<Attribute<'c>> {
            let array = module.attribute(name).ok().and_then(|a| ArrayAttribute::try_from(a).ok());
            array.map_or_else(Vec::new, |array| {
                (0..array.len()).filter_map(|index| array.element(index).ok()).collect()
            })
        };
        Self { context: ir::context_of(module), locations: list(LOCATIONS), operations: list(OPERATIONS) }
    }

    /// The number for `op`; one place and operation name gets one number.
    pub fn add(&mut self, op: OperationRef<'c, '_>) -> i64 {
        self.add_named(op.location(), name_of(op))
    }

    /// The number for an operation that is already gone.
    pub fn add_named(&mut self, location: Location<'c>, name: &str) -> i64 {
        let location = location.to_attribute();
        let name = StringAttribute::new(self.context, name).into();
        let known = self
            .locations
            .iter()
            .zip(&self.operations)
            .position(|(place, operation)| *place == location && *operation == name);
        let index = known.unwrap_or_else(|| {
            self.locations.push(location);
            self.operations.push(name);
            self.locations.len() - 1
        });
        i64::try_from(index).unwrap_or(0)
    }

    /// Writes the table back to `module`.
    pub fn store(self, module: OperationRef<'c, '_>) {
        ir::set_attribute(module, LOCATIONS, ArrayAttribute::new(self.context, &self.locations).into());
        ir::set_attribute(module, OPERATIONS, ArrayAttribute::new(self.context, &self.operations).into());
    }

    /// Location and operation name of every site, in order.
    #[must_use]
    pub fn entries(&self) -> Vec<(Location<'c>, String)> {
        self.locations
            .iter()
            .zip(&self.operations)
            .map(|(place, operation)| {
                let name = StringAttribute::try_from(*operation)
                    .map_or_else(|_| String::new(), |text| text.value().to_owned());
                (Location::from_attribute(*place), name)
            })
            .collect()
    }

    /// Removes the table from `module`.
    pub fn clear(module: OperationRef<'c, '_>) {
        ir::remove_attribute(module, LOCATIONS);
        ir::remove_attribute(module, OPERATIONS);
    }
}

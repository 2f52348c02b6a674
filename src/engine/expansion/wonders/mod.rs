//! The Wonders of Humanity: twelve wonders, each one tile of five squares.

use super::Expansion;
use crate::engine::setup::SetupContext;

const ID: &str = "wonders";

pub struct Wonders;

impl Expansion for Wonders {
    fn id(&self) -> &'static str {
        ID
    }

    fn takes_part(&self, context: &SetupContext) -> bool {
        context.has_expansion(ID)
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../../data/wonders.toml"))
    }
}

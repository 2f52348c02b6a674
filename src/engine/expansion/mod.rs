//! Expansions: a trait of hooks, and the ordered list. Nothing outside an expansion's module names it.

pub mod abbot;
pub mod base_game;
pub mod inns_and_cathedrals;
pub mod river;
pub mod wonders;

use super::catalogue::Kind;
use super::error::{Reason, Violation};
use super::event::Value;
use super::geometry::{Pos, Rotation};
use super::position::Position;
use super::regions::RegionId;
use super::setup::{FigureDef, OptionDef, RuleDef, SetupContext, UnitDef};
use super::turn::{Action, Step};

/// All expansions, in the order in which their hooks are asked.
pub static ALL: &[&dyn Expansion] =
    &[&base_game::BaseGame, &abbot::Abbot, &river::River, &inns_and_cathedrals::InnsAndCathedrals, &wonders::Wonders];

/// What an expansion brings. Hooks look and return; they change nothing.
pub trait Expansion: Sync {
    /// Its id, as in its data file.
    fn id(&self) -> &'static str;

    /// Whether its hooks are asked in a game.
    fn takes_part(&self, context: &SetupContext) -> bool;

    /// Its tiles and sets.
    fn data(&self) -> Option<&'static str> {
        None
    }

    fn options(&self) -> &'static [OptionDef] {
        &[]
    }

    fn figures(&self) -> &'static [FigureDef] {
        &[]
    }

    fn rules(&self) -> &'static [RuleDef] {
        &[]
    }

    fn units(&self) -> &'static [UnitDef] {
        &[]
    }

    /// Reasons of its own for which something is refused.
    fn reasons(&self) -> &'static [Reason] {
        &[]
    }

    /// Rows for the turn.
    fn steps(&self) -> &'static [&'static dyn Step] {
        &[]
    }

    /// What a player may do in step 2.
    fn actions(&self) -> &'static [&'static dyn Action] {
        &[]
    }

    /// Changes how many tiles of each kind (by index) are in the game.
    fn set_up(&self, _context: &SetupContext, _tiles: &mut [u32]) {}

    /// Advice on a setup that is no rule.
    fn advice(&self, _context: &SetupContext, _notes: &mut Vec<String>) {}

    /// Takes out of the kinds in the bag, ascending, those that may not be drawn yet. Others must be left.
    fn hold_back(&self, _position: &Position, _kinds: &mut Vec<Kind>) {}

    /// Whether a tile may lie there, beyond what its edges say. Reasons against it are told if a list is given; the
    /// tile need not fit then.
    fn allows_tile(
        &self,
        _position: &Position,
        _kind: Kind,
        _pos: Pos,
        _rotation: Rotation,
        _violations: Option<&mut Vec<Violation>>,
    ) -> bool {
        true
    }

    /// Changes what a feature is worth.
    fn change_value(&self, _position: &Position, _region: RegionId, _completed: bool, _value: &mut Value) {}

    /// Everything about a state that could not have come about under its rules; paths start at the state.
    fn validate(&self, _position: &Position, _violations: &mut Vec<Violation>) {}
}

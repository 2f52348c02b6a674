//! Expansions: a trait of hooks, and the ordered list. Nothing outside an expansion's module names it, but for expansions whose
//! rules name it: large meeples guard towers and mark wonders.

pub mod abbey_and_mayor;
pub mod abbot;
pub mod base_game;
pub mod inns_and_cathedrals;
pub mod princess_and_dragon;
pub mod river;
pub mod tower;
pub mod traders_and_builders;
pub mod wonders;

use super::catalogue::{Catalogue, Kind};
use super::error::{Reason, Violation};
use super::event::{Event, Value};
use super::geometry::{Pos, Rotation};
use super::moves::Place;
use super::position::Position;
use super::regions::RegionId;
use super::setup::{FigureDef, FigureKind, OptionDef, RuleDef, SetupContext, TokenDef, UnitDef};
use super::state::{Elsewhere, Figure, Held, Neutral, PlacedTokens};
use super::tile::Traits;
use super::turn::{Action, Flow, Step, StepId};

/// All expansions, in the order in which their hooks are asked.
pub static ALL: &[&dyn Expansion] = &[
    &base_game::BaseGame,
    &abbot::Abbot,
    &river::River,
    &inns_and_cathedrals::InnsAndCathedrals,
    &traders_and_builders::TradersAndBuilders,
    &princess_and_dragon::PrincessAndDragon,
    &tower::Tower,
    &abbey_and_mayor::AbbeyAndMayor,
    &wonders::Wonders,
];

/// A figure that is placed on a feature.
#[derive(Clone, Copy)]
pub struct Placement {
    pub player: u8,
    pub figure: FigureKind,
    /// A segment.
    pub place: Place,
}

/// What the validation of a state cannot count on.
#[derive(Clone, Copy, Default)]
pub struct Loose {
    /// That turns go around, each with one tile drawn.
    pub turns: bool,
    /// That one tile is placed in a turn, or in a part of it.
    pub tiles: bool,
    /// That figures are placed on the tile of their player's turn, on features that nobody occupies.
    pub figures: bool,
    /// That a turn has one part.
    pub parts: bool,
    /// That nobody scores between what is scored at the end of a turn and the tile of the next.
    pub points: bool,
}

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

    fn tokens(&self) -> &'static [TokenDef] {
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

    /// What the player whose turn it is may do in any decision of it, which then still is to be made.
    fn interrupts(&self) -> &'static [&'static dyn Action] {
        &[]
    }

    /// From which step on the turn is gone through again after an action that came before a decision; usually from that of
    /// the decision.
    fn resume_from(&self, _position: &Position) -> Option<StepId> {
        None
    }

    /// Kinds that lie open in front of each player when the game begins.
    fn hands(&self, _context: &SetupContext) -> Vec<Kind> {
        Vec::new()
    }

    /// Whether figures may now be placed on all the table, on features that are not completed.
    fn reaches_everywhere(&self, _position: &Position) -> bool {
        false
    }

    /// Why no figure may be put on the features of a tile.
    fn bars(&self, _position: &Position, _tile: u16) -> Option<(Reason, &'static str)> {
        None
    }

    /// Whether a figure that stands on no feature can be taken away by others as if it stood on one.
    fn exposes(&self, _position: &Position, _figure: &Elsewhere) -> bool {
        false
    }

    /// What follows when figures have left their places; the position is the one after.
    fn figures_left(&self, _position: &Position, _events: &mut Vec<Event>) {}

    /// Whether a figure stays for now when its feature is scored.
    fn stays(&self, _position: &Position, _figure: &Figure) -> bool {
        false
    }

    /// How much a figure counts for a majority on a feature, if not as always.
    fn strength(&self, _position: &Position, _region: RegionId, _figure: &Figure) -> Option<u32> {
        None
    }

    /// What scores whenever a feature is scored for all who stand there, the end of the game included.
    fn with_award(&self, _position: &Position, _region: RegionId, _events: &mut Vec<Event>) {}

    /// Whether a figure of nobody may be where it is.
    fn may_roam(&self, _position: &Position, _figure: &Neutral) -> bool {
        false
    }

    /// Whether tokens may lie where they do.
    fn may_lie(&self, _position: &Position, _tokens: &PlacedTokens) -> bool {
        false
    }

    /// Whether a player has something left to place when no tile can be drawn any more.
    fn has_left_over(&self, _position: &Position, _player: u8) -> bool {
        false
    }

    /// What is wrong with a setup beyond what the core knows; paths start at the setup.
    fn check_setup(&self, _context: &SetupContext, _violations: &mut Vec<Violation>) {}

    /// How many tiles lie ready beside the table if nobody says.
    fn tiles_ready(&self, _context: &SetupContext) -> u32 {
        0
    }

    /// Why a tile cannot lie ready in a game though a set brings it.
    fn leaves_out(&self, _context: &SetupContext, _kind: Kind) -> Option<(Reason, String)> {
        None
    }

    /// Figures that wait on no feature when the game begins, taken from the supply.
    fn waiting_figures(&self, _context: &SetupContext) -> Vec<Elsewhere> {
        Vec::new()
    }

    /// Changes how many tiles of each kind (by index) are in the game.
    fn set_up(&self, _context: &SetupContext, _tiles: &mut [u32]) {}

    /// Advice on a setup that is no rule.
    fn advice(&self, _context: &SetupContext, _notes: &mut Vec<String>) {}

    /// Traits of the tiles because of which it may hold back some, these or others. With none of them in the bag,
    /// `hold_back` is not asked.
    fn holds_back(&self, _catalogue: &Catalogue) -> Traits {
        Traits::default()
    }

    /// Takes out of the kinds in the bag, ascending, those that may not be drawn yet. If none is left, the stack has run
    /// out.
    fn hold_back(&self, _position: &Position, _kinds: &mut Vec<Kind>) {}

    /// Whether it has a say now in where a tile of that kind may lie.
    fn restricts(&self, _position: &Position, _kind: Kind) -> bool {
        false
    }

    /// Whether a tile may lie there, beyond what its edges say, for an expansion that restricts it. Reasons against it are
    /// told if a list is given; the tile need not fit then.
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

    /// What follows when a figure is placed on a feature; the position is the one before.
    fn figure_placed(&self, _position: &Position, _figure: &Placement, _events: &mut Vec<Event>) {}

    /// What scores before the features that a tile completed do.
    fn before_scoring(&self, _position: &Position, _completed: &[RegionId], _events: &mut Vec<Event>) {}

    /// What scores with a feature, at any time but the end of the game.
    fn with_feature(&self, _position: &Position, _region: RegionId, _completed: bool, _events: &mut Vec<Event>) {}

    /// What follows when the figures of these features have returned, completed ones or fields; the position is the one
    /// before.
    fn after_scoring(&self, _position: &Position, _scored: &[RegionId], _events: &mut Vec<Event>) {}

    /// How it goes on when no tile can be drawn any more, if there is more to do.
    fn prolong(&self, _position: &Position, _events: &mut Vec<Event>) -> Option<Flow> {
        None
    }

    /// What scores at the end of the game, before the features do.
    fn at_the_end(&self, _position: &Position, _events: &mut Vec<Event>) {}

    /// What scores at the end of the game with the features, after those that hold meeples.
    fn after_features(&self, _position: &Position, _events: &mut Vec<Event>) {}

    /// What scores at the end of the game after everything on the table.
    fn last_of_all(&self, _position: &Position, _events: &mut Vec<Event>) {}

    /// Changes what one of those who score a feature gets for it.
    fn change_share(&self, _position: &Position, _region: RegionId, _player: u8, _completed: bool, _value: &mut Value) {
    }

    /// Whether a figure may stand where it does, on no feature.
    fn may_wait(&self, _position: &Position, _figure: &Elsewhere) -> bool {
        false
    }

    /// Whether a tile may lie in front of a player.
    fn may_hold(&self, _position: &Position, _player: u8, _held: Held) -> bool {
        false
    }

    /// How many figures a player can have placed on a tile of that kind in the turn in which it was placed.
    fn figures_of_turn(&self, _position: &Position, _kind: Kind) -> usize {
        1
    }

    /// What cannot be told from a state any more because of this expansion.
    fn loosens(&self, _position: &Position) -> Loose {
        Loose::default()
    }

    /// Changes what a feature is worth.
    fn change_value(&self, _position: &Position, _region: RegionId, _completed: bool, _value: &mut Value) {}

    /// Everything about a state that could not have come about under its rules; paths start at the state.
    fn validate(&self, _position: &Position, _violations: &mut Vec<Violation>) {}
}

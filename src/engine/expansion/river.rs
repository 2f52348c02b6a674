//! The River, first and second: its tiles come before all others and continue the river from the spring to the lake.

use super::Expansion;
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::geometry::{Pos, Rotation, Side};
use crate::engine::position::Position;
use crate::engine::setup::{OptionDef, OptionId, SetupContext};
use crate::engine::state::State;
use crate::engine::tile::{EdgeSet, Feature, TileKind};

pub const START_TILE: OptionId = OptionId(4);
const START_TILE_BOX: u8 = 1;

const ID: &str = "river";

pub const NOT_CONTINUED: Reason = Reason::new(73, "RIVER_NOT_CONTINUED");
pub const U_TURN: Reason = Reason::new(74, "RIVER_U_TURN");
pub const BLOCKED: Reason = Reason::new(75, "RIVER_BLOCKED");
pub const CLOSED_EARLY: Reason = Reason::new(76, "RIVER_CLOSED_EARLY");

pub struct River;

impl Expansion for River {
    fn id(&self) -> &'static str {
        ID
    }

    fn takes_part(&self, context: &SetupContext) -> bool {
        context.has_expansion(ID)
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/river.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[OptionDef {
            id: START_TILE,
            name: "river-start-tile",
            values: &["box", "shuffled"],
            default: |_| START_TILE_BOX,
            description: "with a river, the base game's start tile stays in the box or is shuffled among the others",
        }]
    }

    fn reasons(&self) -> &'static [Reason] {
        &[NOT_CONTINUED, U_TURN, BLOCKED, CLOSED_EARLY]
    }

    /// "The spring lies on the table instead of the start tile, which is returned to the box (option: it is shuffled
    /// among the ordinary tiles)." One start tile is in play however many copies of its set there are.
    fn set_up(&self, context: &SetupContext, tiles: &mut [u32]) {
        if context.setup.options.get(START_TILE) == START_TILE_BOX || context.setup.options.get(START_TILE) == 0 {
            let start = context.start();
            let others = context.setup.sets.iter().filter_map(|(set, _)| context.catalogue.set(*set).start);
            let mut others: Vec<Kind> = others.filter(|kind| Some(*kind) != start).collect();
            others.sort();
            others.dedup();
            for kind in others {
                tiles[kind.0 as usize] = tiles[kind.0 as usize].saturating_sub(1);
            }
        }
    }

    /// "All river tiles are drawn before any other tile, in random order, the lake last." "The fork is drawn right after
    /// the spring." Of what is left, the first of these groups is drawn: forks, river tiles, lakes, all others.
    fn hold_back(&self, position: &Position, kinds: &mut Vec<Kind>) {
        let [fork, lake, river] =
            ["river-fork", "river-lake", "river"].map(|name| position.catalogue().trait_named(name));
        let group = |kind: &Kind| {
            let traits = position.kind(*kind).traits;
            match () {
                () if traits.contains(fork) => 0,
                () if traits.contains(lake) => 2,
                () if traits.contains(river) => 1,
                () => 3,
            }
        };
        if let Some(first) = kinds.iter().map(group).min() {
            kinds.retain(|kind| group(kind) == first);
        }
    }

    fn allows_tile(
        &self,
        position: &Position,
        kind: Kind,
        pos: Pos,
        rotation: Rotation,
        violations: Option<&mut Vec<Violation>>,
    ) -> bool {
        let tile = position.kind(kind);
        if !is_river(tile) {
            return true;
        }
        let against = objection(position, tile, pos, rotation);
        if let (Some((reason, text)), Some(violations)) = (against, violations) {
            violations.push(Violation::new("place_tile", reason, text));
        }
        against.is_none()
    }

    /// River tiles come first: no other tile lies on the table while some are in the bag or were placed later.
    fn validate(&self, position: &Position, violations: &mut Vec<Violation>) {
        let state = position.state();
        let river = |kind: Kind| is_river(position.kind(kind));
        let last_river = state.tiles.iter().rposition(|t| river(t.kind)).unwrap_or(0);
        let remaining = in_bag(position).any(river) || state.turn.tile.is_some_and(river);
        for (i, tile) in state.tiles.iter().enumerate().skip(1) {
            if !river(tile.kind) && (remaining || i < last_river) {
                let text = "river tiles come before all others";
                violations.push(Violation::new(format!("tiles[{i}]"), Reason::PLACEMENT_ORDER, text));
            }
        }
    }
}

fn is_river(kind: &TileKind) -> bool {
    kind.segments.iter().any(|segment| segment.feature == Feature::River)
}

fn in_bag(position: &Position) -> impl Iterator<Item = Kind> {
    let State { bag, .. } = position.state();
    position.catalogue().all_kinds().filter(|kind| bag[kind.0 as usize] > 0)
}

/// Sides over which the river leaves the (one) square of a tile.
fn river_sides(kind: &TileKind, rotation: Rotation) -> impl Iterator<Item = Side> {
    let edges = kind.squares(rotation)[0].edges;
    Side::ALL.into_iter().filter(move |side| edges.get(*side) == EdgeSet::RIVER)
}

/// Which way a bend turns for a river that enters over `inflow`: 1 is right, 3 is left. None if it is no bend.
fn bend(kind: &TileKind, rotation: Rotation, inflow: Side) -> Option<u8> {
    let mut others = river_sides(kind, rotation).filter(|side| *side != inflow);
    let (outflow, end) = (others.next()?, others.next());
    let turn = (outflow as u8 + 4 - inflow.opposite() as u8) % 4;
    (end.is_none() && turn % 2 == 1).then_some(turn)
}

/// What the rules of the river have against a river tile.
fn objection(position: &Position, kind: &TileKind, pos: Pos, rotation: Rotation) -> Option<(Reason, &'static str)> {
    let board = position.board();
    if !board.is_empty(pos) {
        // the ends around it are joined already
        return None;
    }
    let mut continued = 0;
    let mut opened = 0;
    for side in river_sides(kind, rotation) {
        let Some(before) = board.at(pos.step(side)) else {
            opened += 1;
            continue;
        };
        let (placed, before) = position.tile(before.tile);
        if before.squares(placed.rotation)[0].edges.get(side.opposite()) != EdgeSet::RIVER {
            // "a river tile whose open end points at an occupied space is not legal"
            return Some((BLOCKED, "the river would run into an occupied square"));
        }
        continued += 1;
        // "two bends directly following each other may not turn the same way"
        let inflow = river_sides(before, placed.rotation).find(|s| *s != side.opposite());
        if let (Some(turn), Some(inflow)) = (bend(kind, rotation, side), inflow)
            && bend(before, placed.rotation, inflow) == Some(turn)
        {
            return Some((U_TURN, "two bends in a row turn the same way"));
        }
    }
    if continued == 0 {
        return Some((NOT_CONTINUED, "a river tile must continue the river"));
    }
    // decided: a tile that would close the last open end while other river tiles remain is not legal
    let open = open_ends(position) + opened - continued;
    let more = in_bag(position).any(|kind| is_river(position.kind(kind)));
    (open == 0 && more).then_some((CLOSED_EARLY, "the river would end while river tiles remain"))
}

/// Open ends of the river on the table.
fn open_ends(position: &Position) -> u32 {
    let frontier = position.board().frontier().iter();
    frontier
        .map(|pos| {
            let asks = position.board().asks(*pos);
            Side::ALL.into_iter().filter(|side| asks.get(*side) == EdgeSet::RIVER).count() as u32
        })
        .sum()
}

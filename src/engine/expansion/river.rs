//! The River, first and second: its tiles come before all others and continue the river from the spring to the lake.

use super::Expansion;
use crate::engine::catalogue::{Catalogue, Kind};
use crate::engine::error::{Reason, Violation};
use crate::engine::geometry::{Pos, Rotation, Side};
use crate::engine::position::Position;
use crate::engine::setup::{OptionDef, OptionId, SetupContext};
use crate::engine::state::State;
use crate::engine::tile::{EdgeSet, Edges, Feature, Square, TileKind, Traits};

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
    fn holds_back(&self, catalogue: &Catalogue) -> Traits {
        marks(catalogue).into_iter().fold(Traits::default(), Traits::with)
    }

    fn hold_back(&self, position: &Position, kinds: &mut Vec<Kind>) {
        let group = groups(position.catalogue());
        if let Some(first) = kinds.iter().map(|kind| group(*kind)).min() {
            kinds.retain(|kind| group(*kind) == first);
        }
    }

    fn restricts(&self, position: &Position, kind: Kind) -> bool {
        is_river(position.kind(kind))
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
        let laid = Laid { position, tiles: usize::MAX };
        let closes = |more: u32, fewer: u32| {
            let remain = || in_bag(position).any(|kind| is_river(position.kind(kind)));
            open_ends(position) + more <= fewer && remain()
        };
        let mut none = true;
        let mut violations = violations;
        objections(&laid, tile, pos, rotation, closes, |reason, text| {
            none = false;
            if let Some(violations) = &mut violations {
                violations.push(Violation::new("place_tile", reason, text));
            }
        });
        none
    }

    /// The tiles were drawn group by group, and each river tile continued what lay before it.
    fn validate(&self, position: &Position, violations: &mut Vec<Violation>) {
        let state = position.state();
        let group = groups(position.catalogue());
        let placed = || state.tiles.iter().skip(1).map(|tile| tile.kind).chain(state.turn.tile);
        let drawn = || placed().filter(|kind| !position.lies_beside(*kind));
        let left = in_bag(position).map(&group).min();
        let mut before = 0;
        for (i, kind) in drawn().enumerate() {
            let group = group(kind);
            if group < before || left.is_some_and(|left| left < group) {
                let text = "forks are drawn first, then other river tiles, then the lake, then all others";
                let path = if i + 1 < state.tiles.len() { format!("tiles[{}]", i + 1) } else { "turn".into() };
                violations.push(Violation::new(path, Reason::PLACEMENT_ORDER, text));
            }
            before = group;
        }
        let river = |kind: Kind| is_river(position.kind(kind));
        let mut more = drawn().filter(|kind| river(*kind)).count();
        let more_later = || in_bag(position).any(river);
        let mut open = 0;
        for (i, tile) in state.tiles.iter().enumerate().filter(|(_, tile)| river(tile.kind)) {
            let laid = Laid { position, tiles: i };
            if i == 0 {
                open = position.kind(tile.kind).squares(tile.rotation).iter().flat_map(river_sides).count() as u32;
                continue;
            }
            more -= 1;
            let kind = position.kind(tile.kind);
            let closes = |added: u32, fewer: u32| {
                open = (open + added).saturating_sub(fewer);
                open == 0 && (more > 0 || more_later())
            };
            objections(&laid, kind, tile.pos, tile.rotation, closes, |reason, text| {
                violations.push(Violation::new(format!("tiles[{i}]"), reason, text));
            });
        }
    }
}

/// The table as it was when only so many tiles lay there.
struct Laid<'a> {
    position: &'a Position,
    tiles: usize,
}

impl Laid<'_> {
    /// What lies on a square of the table.
    fn at(&self, pos: Pos) -> Option<&Square> {
        let covered = self.position.board().at(pos).filter(|covered| usize::from(covered.tile) < self.tiles)?;
        let (placed, kind) = self.position.tile(covered.tile);
        Some(&kind.squares(placed.rotation)[covered.square as usize])
    }
}

/// Traits of forks, of lakes and of all river tiles.
fn marks(catalogue: &Catalogue) -> [Traits; 3] {
    ["river-fork", "river-lake", "river"].map(|name| catalogue.trait_named(name))
}

/// The groups in which tiles are drawn: forks, river tiles, lakes, all others.
fn groups(catalogue: &Catalogue) -> impl Fn(Kind) -> u8 {
    let [fork, lake, river] = marks(catalogue);
    move |kind| {
        let traits = catalogue.kind(kind).traits;
        match () {
            () if traits.contains(fork) => 0,
            () if traits.contains(lake) => 2,
            () if traits.contains(river) => 1,
            () => 3,
        }
    }
}

fn is_river(kind: &TileKind) -> bool {
    kind.shows(Feature::River)
}

fn in_bag(position: &Position) -> impl Iterator<Item = Kind> {
    let State { bag, .. } = position.state();
    position.game().drawn.iter().copied().filter(|kind| bag[kind.0 as usize] > 0)
}

/// Sides over which the river leaves a square.
fn river_sides(square: &Square) -> impl Iterator<Item = Side> {
    let edges = square.edges;
    Side::ALL.into_iter().filter(move |side| edges.get(*side) == EdgeSet::RIVER)
}

/// Which way a bend turns for a river that enters over `inflow`: 1 is right, 3 is left. None if it is no bend.
fn bend(square: &Square, inflow: Side) -> Option<u8> {
    let mut others = river_sides(square).filter(|side| *side != inflow);
    let (outflow, end) = (others.next()?, others.next());
    let turn = (outflow as u8 + 4 - inflow.opposite() as u8) % 4;
    (end.is_none() && turn % 2 == 1).then_some(turn)
}

/// What the rules of the river have `against` a river tile. `closes`: whether the river would end with so many more open
/// ends and so many fewer, while other river tiles are still to come; it is asked at most once.
fn objections(
    laid: &Laid,
    kind: &TileKind,
    pos: Pos,
    rotation: Rotation,
    closes: impl FnOnce(u32, u32) -> bool,
    mut against: impl FnMut(Reason, &'static str),
) {
    let (mut continued, mut opened) = (0, 0);
    for square in kind.squares(rotation) {
        for side in river_sides(square) {
            let Some(before) = laid.at((pos + square.offset).step(side)) else {
                opened += 1;
                continue;
            };
            if before.edges.get(side.opposite()) != EdgeSet::RIVER {
                // "a river tile whose open end points at an occupied space is not legal"
                against(BLOCKED, "the river would run into an occupied square");
                continue;
            }
            continued += 1;
            // "two bends directly following each other may not turn the same way"
            let inflow = river_sides(before).find(|s| *s != side.opposite());
            if let (Some(turn), Some(inflow)) = (bend(square, side), inflow)
                && bend(before, inflow) == Some(turn)
            {
                against(U_TURN, "two bends in a row turn the same way");
            }
        }
    }
    if continued == 0 {
        return against(NOT_CONTINUED, "a river tile must continue the river");
    }
    // decided: a tile that would close the last open end while other river tiles remain is not legal
    if closes(opened, continued) {
        against(CLOSED_EARLY, "the river would end while river tiles remain");
    }
}

/// Open ends of the river on the table.
fn open_ends(position: &Position) -> u32 {
    let ends = |asks: Edges| Side::ALL.into_iter().filter(|side| asks.get(*side) == EdgeSet::RIVER).count() as u32;
    position.board().frontier().map(|(_, asks)| ends(asks)).sum()
}

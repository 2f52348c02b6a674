//! From the engine's types to responses. What is the same is always written the same way.

use super::proto::{
    self, event, r#move as mv_kind, place as place_kind, setup as setup_draw, turn, violation as detail,
};
use super::status::{MAX_TEXT, Refused, bounded};
use crate::engine::setup::options;
use crate::engine::turn::{ACTION, DRAW, OVER, PLACE_TILE};
use crate::engine::{
    Catalogue, Detail, Draw, Event, Feature, Figure, FigureKind, Kind, Move, Place, PlayerState, Pos, Rotation, Setup,
    Side, State, Turn, Value, Violation,
};

// Enums of the protos begin at 1; a test compares all of them by name.

pub fn rotation(rotation: Rotation) -> i32 {
    rotation as i32 + 1
}

pub fn side(side: Side) -> i32 {
    side as i32 + 1
}

pub fn feature(feature: Feature) -> i32 {
    feature as i32 + 1
}

pub fn figure_kind(kind: FigureKind) -> i32 {
    i32::from(kind.0)
}

pub fn number(catalogue: &Catalogue, kind: Kind) -> u32 {
    catalogue.kind(kind).number
}

pub fn square(pos: Pos) -> proto::Square {
    proto::Square { x: Some(pos.x.into()), y: Some(pos.y.into()) }
}

/// A refusal for all of these.
pub fn refused(found: Vec<Violation>) -> Refused {
    Refused::new(found.iter().map(violation).collect())
}

pub fn violation(violation: &Violation) -> proto::Violation {
    let detail = match &violation.detail {
        Detail::None => None,
        Detail::Edge { square: at, side: on, own, neighbour } => Some(detail::Detail::Edge(proto::EdgeConflict {
            square: Some(square(*at)),
            side: side(*on),
            own: feature(*own),
            neighbour: feature(*neighbour),
        })),
        Detail::Occupants(figures) => Some(detail::Detail::Occupants(proto::Occupants {
            figures: figures.iter().map(|figure| region_figure(figure.player, figure.figure, figure.place)).collect(),
        })),
    };
    proto::Violation {
        field: bounded(&violation.path, MAX_TEXT),
        reason: violation.reason.number,
        description: bounded(&violation.text, MAX_TEXT),
        detail,
    }
}

pub fn region_figure(player: u8, kind: FigureKind, at: Place) -> proto::RegionFigure {
    proto::RegionFigure { player: Some(player.into()), kind: figure_kind(kind), place: Some(place(at)) }
}

pub fn place(place: Place) -> proto::Place {
    proto::Place { kind: Some(place_kind::Kind::Segment(segment_place(place))) }
}

pub fn segment_place(place: Place) -> proto::SegmentPlace {
    let Place::Segment { square, segment } = place;
    proto::SegmentPlace { x: Some(square.x.into()), y: Some(square.y.into()), segment: Some(segment.into()) }
}

pub fn mv(catalogue: &Catalogue, mv: &Move) -> proto::Move {
    let kind = match *mv {
        Move::DrawTile { kind } => mv_kind::Kind::DrawTile(proto::DrawTile { kind: Some(number(catalogue, kind)) }),
        Move::PlaceTile { kind, pos, rotation: turned } => mv_kind::Kind::PlaceTile(proto::PlaceTile {
            kind: Some(number(catalogue, kind)),
            x: Some(pos.x.into()),
            y: Some(pos.y.into()),
            rotation: rotation(turned),
        }),
        Move::PlaceFigure { figure, place: at } => {
            mv_kind::Kind::PlaceFigure(proto::PlaceFigure { figure: figure_kind(figure), place: Some(place(at)) })
        }
        Move::ReturnFigure { figure, place: at } => {
            mv_kind::Kind::ReturnFigure(proto::ReturnFigure { figure: figure_kind(figure), place: Some(place(at)) })
        }
        Move::Pass => mv_kind::Kind::Pass(proto::Pass {}),
    };
    proto::Move { kind: Some(kind) }
}

pub fn moves(catalogue: &Catalogue, moves: &[Move]) -> Vec<proto::Move> {
    moves.iter().map(|one| mv(catalogue, one)).collect()
}

pub fn setup(catalogue: &Catalogue, setup: &Setup) -> proto::Setup {
    let mut rules = proto::Options::default();
    for def in options() {
        proto::set_option(&mut rules, def.name, setup.options.get(def.id).into());
    }
    let set = |(set, copies): &(_, _)| proto::SetCount { set: catalogue.set(*set).id.clone(), copies: Some(*copies) };
    proto::Setup {
        players: setup.players.iter().map(|name| proto::Player { name: name.clone() }).collect(),
        sets: setup.sets.iter().map(set).collect(),
        options: Some(rules),
        figures: setup.figures.iter().map(|(kind, count)| figure_count(*kind, *count)).collect(),
        draw: Some(match &setup.draw {
            Draw::Host => setup_draw::Draw::Host(proto::HostDraw {}),
            Draw::Seeded(seed) => {
                setup_draw::Draw::Seeded(proto::SeededDraw { seed: seed.clone().unwrap_or_default() })
            }
        }),
    }
}

fn figure_count(kind: FigureKind, count: u8) -> proto::FigureCount {
    proto::FigureCount { kind: figure_kind(kind), count: Some(count.into()) }
}

pub fn state(catalogue: &Catalogue, state: &State) -> proto::State {
    let mut figures = state.figures.iter().peekable();
    let tile = |(index, tile): (usize, &crate::engine::PlacedTile)| {
        let large = catalogue.kind(tile.kind).squares(Rotation::R0).len() > 1;
        let on_tile = std::iter::from_fn(|| figures.next_if(|figure| usize::from(figure.tile) == index));
        proto::PlacedTile {
            kind: Some(number(catalogue, tile.kind)),
            x: Some(tile.pos.x.into()),
            y: Some(tile.pos.y.into()),
            rotation: rotation(tile.rotation),
            figures: on_tile.map(|figure| placed_figure(figure, large)).collect(),
        }
    };
    let tiles = state.tiles.iter().enumerate().map(tile).collect();
    let bag = catalogue.all_kinds().zip(&state.bag).filter(|(_, count)| **count > 0);
    proto::State {
        rules_version: Some(state.rules_version),
        setup: Some(setup(catalogue, &state.setup)),
        tiles,
        players: state.players.iter().map(player).collect(),
        bag: bag.map(|(kind, count)| tile_count(catalogue, kind, *count)).collect(),
        discarded: state.discarded.iter().map(|kind| number(catalogue, *kind)).collect(),
        draws: Some(state.draws),
        turn: Some(turn(catalogue, &state.turn)),
    }
}

pub fn tile_count(catalogue: &Catalogue, kind: Kind, count: u32) -> proto::TileCount {
    proto::TileCount { kind: Some(number(catalogue, kind)), count: Some(count) }
}

fn placed_figure(figure: &Figure, large: bool) -> proto::PlacedFigure {
    proto::PlacedFigure {
        player: Some(figure.player.into()),
        kind: figure_kind(figure.kind),
        segment: Some(figure.segment.into()),
        square: large.then_some(figure.square.into()),
    }
}

fn player(player: &PlayerState) -> proto::PlayerState {
    proto::PlayerState {
        points: points(player),
        supply: player.supply().map(|(kind, count)| figure_count(kind, count)).collect(),
    }
}

pub fn points(player: &PlayerState) -> Vec<proto::RulePoints> {
    let points =
        |(rule, points): (crate::engine::Rule, u32)| proto::RulePoints { rule: rule.0.into(), points: Some(points) };
    player.points_by_rule().map(points).collect()
}

fn turn(catalogue: &Catalogue, turn: &Turn) -> proto::Turn {
    let phase = match (turn.step, turn.tile) {
        (DRAW, _) => Some(turn::Phase::Draw(proto::DrawPhase {})),
        (PLACE_TILE, tile) => {
            Some(turn::Phase::PlaceTile(proto::PlaceTilePhase { kind: tile.map(|kind| number(catalogue, kind)) }))
        }
        (ACTION, _) => Some(turn::Phase::Action(proto::ActionPhase {})),
        (OVER, _) => Some(turn::Phase::Over(proto::GameOver {})),
        // all other steps go on by themselves
        _ => None,
    };
    proto::Turn { player: Some(turn.player.into()), phase }
}

pub fn events(catalogue: &Catalogue, events: &[Event]) -> Vec<proto::Event> {
    events.iter().map(|one| event(catalogue, one)).collect()
}

fn event(catalogue: &Catalogue, event: &Event) -> proto::Event {
    use event::Kind::{
        FigurePlaced, FigureReturned, GameEnded, Scored, TileDiscarded, TileDrawn, TilePlaced, TurnStarted,
    };
    let kind = match *event {
        Event::TurnStarted { player } => TurnStarted(proto::TurnStarted { player: Some(player.into()) }),
        Event::TileDrawn { kind } => TileDrawn(proto::TileDrawn { kind: Some(number(catalogue, kind)) }),
        Event::TileDiscarded { kind } => TileDiscarded(proto::TileDiscarded { kind: Some(number(catalogue, kind)) }),
        Event::TilePlaced { player, kind, pos, rotation: turned } => TilePlaced(proto::TilePlaced {
            player: player.map(u32::from),
            kind: Some(number(catalogue, kind)),
            x: Some(pos.x.into()),
            y: Some(pos.y.into()),
            rotation: rotation(turned),
        }),
        Event::FigurePlaced { player, figure, place: at } => FigurePlaced(proto::FigurePlaced {
            player: Some(player.into()),
            figure: figure_kind(figure),
            place: Some(place(at)),
        }),
        Event::FigureReturned { player, figure, place: at } => FigureReturned(proto::FigureReturned {
            player: Some(player.into()),
            figure: figure_kind(figure),
            place: Some(place(at)),
        }),
        Event::Scored { player, value, place } => Scored(scored(player, &value, place)),
        Event::GameEnded => GameEnded(proto::GameEnded {}),
    };
    proto::Event { kind: Some(kind) }
}

pub fn scored(player: u8, value: &Value, place: Place) -> proto::Scored {
    proto::Scored {
        player: Some(player.into()),
        rule: value.rule.0.into(),
        points: Some(value.points()),
        terms: terms(value),
        place: Some(self::place(place)),
    }
}

pub fn terms(value: &Value) -> Vec<proto::Term> {
    let terms = value.terms().iter();
    terms.map(|term| proto::Term { unit: term.unit.0.into(), count: Some(term.count), each: Some(term.each) }).collect()
}

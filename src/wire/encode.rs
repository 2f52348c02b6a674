//! From the engine's types to responses. What is the same is always written the same way.

use super::proto::{
    self, event, r#move as mv_kind, offer as offer_form, place as place_kind, setup as setup_draw, turn,
    violation as detail,
};
use super::status::{MAX_TEXT, Refused, bounded};
use crate::engine::setup::{Offer, Token, options};
use crate::engine::state::{Elsewhere, Held, Neutral, Owned, PlacedTokens, SecondPart};
use crate::engine::turn::{ACTION, DRAW, OVER, PLACE_TILE, phases};
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
    let coordinates = |square: Pos| (Some(square.x.into()), Some(square.y.into()));
    let kind = match place {
        Place::Segment { square, segment } => place_kind::Kind::Segment(segment_place(square, segment)),
        Place::Tile { square } => {
            let (x, y) = coordinates(square);
            place_kind::Kind::Tile(proto::TilePlace { x, y })
        }
        Place::Space { square, space } => {
            let (x, y) = coordinates(square);
            place_kind::Kind::Space(proto::SpacePlace { x, y, space: Some(space.into()) })
        }
        Place::Track { space } => place_kind::Kind::Track(proto::TrackPlace { space: Some(space.into()) }),
        Place::Square { square } => {
            let (x, y) = coordinates(square);
            place_kind::Kind::Square(proto::SquarePlace { x, y })
        }
        Place::Corner { square } => {
            let (x, y) = coordinates(square);
            place_kind::Kind::Corner(proto::CornerPlace { x, y })
        }
    };
    proto::Place { kind: Some(kind) }
}

pub fn segment_place(square: Pos, segment: u8) -> proto::SegmentPlace {
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
        Move::OfferTile { kind } => mv_kind::Kind::OfferTile(proto::OfferTile { kind: Some(number(catalogue, kind)) }),
        Move::RevealTile { kind } => {
            mv_kind::Kind::RevealTile(proto::RevealTile { kind: Some(number(catalogue, kind)) })
        }
        Move::TakeTile { kind } => mv_kind::Kind::TakeTile(proto::TakeTile { kind: Some(number(catalogue, kind)) }),
        Move::ChooseTile { kind } => {
            mv_kind::Kind::ChooseTile(proto::ChooseTile { kind: Some(number(catalogue, kind)) })
        }
        Move::ChoosePlayer { player } => {
            mv_kind::Kind::ChoosePlayer(proto::ChoosePlayer { player: Some(player.into()) })
        }
        Move::MoveFigure { figure, from, to } => mv_kind::Kind::MoveFigure(proto::MoveFigure {
            figure: figure_kind(figure),
            from: Some(place(from)),
            to: Some(place(to)),
        }),
        Move::TakeTurn => mv_kind::Kind::TakeTurn(proto::TakeTurn {}),
        Move::MoveNeutral { figure, to, beside } => mv_kind::Kind::MoveNeutral(proto::MoveNeutral {
            figure: figure_kind(figure),
            to: Some(place(to)),
            beside: beside.map(owned),
        }),
        Move::RemoveFigure { player, figure, place: at } => mv_kind::Kind::RemoveFigure(proto::RemoveFigure {
            player: Some(player.into()),
            figure: figure_kind(figure),
            place: Some(place(at)),
        }),
        Move::PlaceToken { token, place: at } => {
            mv_kind::Kind::PlaceToken(proto::PlaceToken { token: token.0.into(), place: Some(place(at)) })
        }
        Move::CaptureFigure { player, figure, place: at } => mv_kind::Kind::CaptureFigure(proto::CaptureFigure {
            player: Some(player.into()),
            figure: figure_kind(figure),
            place: Some(place(at)),
        }),
        Move::ReleasePrisoner { holder, figure } => mv_kind::Kind::ReleasePrisoner(proto::ReleasePrisoner {
            holder: Some(holder.into()),
            figure: figure_kind(figure),
        }),
        Move::PayRansom { holder, figure } => {
            mv_kind::Kind::PayRansom(proto::PayRansom { holder: Some(holder.into()), figure: figure_kind(figure) })
        }
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
        offer: setup.offer.as_ref().map(|offer| proto::Offer {
            form: Some(match offer {
                Offer::Drawn(count) => offer_form::Form::Count(*count),
                Offer::Kinds(kinds) => {
                    let kinds = kinds.iter().map(|kind| number(catalogue, *kind)).collect();
                    offer_form::Form::Kinds(proto::OfferedKinds { kinds })
                }
            }),
        }),
    }
}

fn owned(figure: Owned) -> proto::OwnedFigure {
    proto::OwnedFigure { player: Some(figure.player.into()), figure: figure_kind(figure.figure) }
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
    let bag = bag.map(|(kind, count)| tile_count(catalogue, kind, *count)).collect();
    proto::State { setup: Some(setup(catalogue, &state.setup)), tiles, bag, ..rest(catalogue, state) }
}

/// A state without setup, tiles and bag, which `state_bytes` writes on its own.
pub(super) fn rest(catalogue: &Catalogue, state: &State) -> proto::State {
    proto::State {
        rules_version: Some(state.rules_version),
        setup: None,
        tiles: Vec::new(),
        players: state.players.iter().map(|player| self::player(catalogue, player)).collect(),
        bag: Vec::new(),
        discarded: state.discarded.iter().map(|kind| number(catalogue, *kind)).collect(),
        draws: Some(state.draws),
        turn: Some(turn(catalogue, state)),
        offer: state.offer.iter().map(|kind| number(catalogue, *kind)).collect(),
        elsewhere: state.elsewhere.iter().map(elsewhere).collect(),
        neutral: state.neutral.iter().map(neutral).collect(),
        tokens: state.tokens.iter().map(placed_tokens).collect(),
        seal: Vec::new(), // the service puts it on
    }
}

fn neutral(figure: &Neutral) -> proto::NeutralFigure {
    proto::NeutralFigure {
        kind: figure_kind(figure.kind),
        place: Some(place(figure.place)),
        beside: figure.beside.map(owned),
    }
}

fn placed_tokens(tokens: &PlacedTokens) -> proto::PlacedTokens {
    proto::PlacedTokens {
        place: Some(place(tokens.place)),
        token: tokens.token.0.into(),
        count: Some(tokens.count.into()),
    }
}

fn elsewhere(figure: &Elsewhere) -> proto::FigureElsewhere {
    proto::FigureElsewhere {
        player: Some(figure.player.into()),
        kind: figure_kind(figure.kind),
        place: Some(place(figure.place)),
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

fn player(catalogue: &Catalogue, player: &PlayerState) -> proto::PlayerState {
    let held = |held: &Held| match held {
        Held::Open(kind) => proto::HeldTile { kind: Some(number(catalogue, *kind)), face_down: false },
        Held::Down(kind) => proto::HeldTile { kind: Some(number(catalogue, *kind)), face_down: true },
        Held::Hidden => proto::HeldTile { kind: None, face_down: true },
    };
    proto::PlayerState {
        points: points(player),
        supply: player.supply().map(|(kind, count)| figure_count(kind, count)).collect(),
        hand: player.hand.iter().map(held).collect(),
        tokens: player.tokens().map(|(token, count)| token_count(token, count)).collect(),
        prisoners: player.prisoners.iter().copied().map(owned).collect(),
        paid: player.paid,
    }
}

pub fn points(player: &PlayerState) -> Vec<proto::RulePoints> {
    let points =
        |(rule, points): (crate::engine::Rule, u32)| proto::RulePoints { rule: rule.0.into(), points: Some(points) };
    player.points_by_rule().map(points).collect()
}

fn turn(catalogue: &Catalogue, state: &State) -> proto::Turn {
    let turn = &state.turn;
    let phase = match (turn.step, turn.tile) {
        (DRAW, _) => Some(turn::Phase::Draw(proto::DrawPhase {})),
        (PLACE_TILE, tile) => {
            Some(turn::Phase::PlaceTile(proto::PlaceTilePhase { kind: tile.map(|kind| number(catalogue, kind)) }))
        }
        (ACTION, _) => Some(turn::Phase::Action(proto::ActionPhase {})),
        (OVER, _) => Some(turn::Phase::Over(proto::GameOver {})),
        // all others that wait are named by an expansion
        (step, _) => phases().into_iter().find(|phase| phase.step == step).map(|phase| {
            turn::Phase::Decision(proto::DecisionPhase {
                decision: phase.number,
                player: turn.asked.map(|asked| asked.player.into()),
                left: turn.asked.map(|asked| asked.left.into()),
                about: turn.asked.and_then(|asked| asked.about).map(place),
                trail: state.trail.iter().copied().map(square).collect(),
            })
        }),
    };
    let placed = (turn.placed != Turn::usually_placed(turn.step)).then_some(turn.placed.into());
    let second_part = match turn.second_part {
        None => proto::SecondPart::Unspecified,
        Some(SecondPart::Due) => proto::SecondPart::Due,
        Some(SecondPart::UnderWay) => proto::SecondPart::UnderWay,
    };
    proto::Turn {
        player: Some(turn.player.into()),
        phase,
        closing: turn.closing.map(u32::from),
        placed,
        second_part: second_part as i32,
        ransomed: turn.ransomed,
    }
}

pub fn events(catalogue: &Catalogue, events: &[Event]) -> Vec<proto::Event> {
    events.iter().map(|one| event(catalogue, one)).collect()
}

fn event(catalogue: &Catalogue, event: &Event) -> proto::Event {
    use event::Kind::{
        DecisionsLeft, FigureCaptured, FigureMoved, FigurePlaced, FigureReturned, GameEnded, LastTurnEnded,
        NeutralMoved, PrisonerReleased, RansomPaid, Scored, SecondPartDue, SecondPartStarted, TileChosen,
        TileDiscarded, TileDrawn, TileKept, TileObtained, TileOffered, TilePassed, TilePlaced, TileRevealed,
        TokenPlaced, TokensTaken, TurnStarted,
    };
    let number = |kind| Some(number(catalogue, kind));
    let seat = |player: u8| Some(u32::from(player));
    let kind = match *event {
        Event::TurnStarted { player } => TurnStarted(proto::TurnStarted { player: seat(player) }),
        Event::TileDrawn { kind } => TileDrawn(proto::TileDrawn { kind: number(kind) }),
        Event::TileDiscarded { kind } => TileDiscarded(proto::TileDiscarded { kind: number(kind) }),
        Event::TilePlaced { player, kind, pos, rotation: turned } => TilePlaced(proto::TilePlaced {
            player: player.map(u32::from),
            kind: number(kind),
            x: Some(pos.x.into()),
            y: Some(pos.y.into()),
            rotation: rotation(turned),
        }),
        Event::FigurePlaced { player, figure, place: at } => FigurePlaced(proto::FigurePlaced {
            player: seat(player),
            figure: figure_kind(figure),
            place: Some(place(at)),
        }),
        Event::FigureReturned { player, figure, place: at } => FigureReturned(proto::FigureReturned {
            player: seat(player),
            figure: figure_kind(figure),
            place: Some(place(at)),
        }),
        Event::Scored { player, value, place } => Scored(scored(player, &value, place)),
        Event::GameEnded => GameEnded(proto::GameEnded {}),
        Event::TileOffered { kind } => TileOffered(proto::TileOffered { kind: number(kind) }),
        Event::TileObtained { player, kind } => {
            TileObtained(proto::TileObtained { player: seat(player), kind: number(kind) })
        }
        Event::TileKept { player, kind } => TileKept(proto::TileKept { player: seat(player), kind: number(kind) }),
        Event::TileChosen { player, kind } => {
            TileChosen(proto::TileChosen { player: seat(player), kind: number(kind) })
        }
        Event::TilePassed { from, to } => TilePassed(proto::TilePassed { from: seat(from), to: seat(to) }),
        Event::TileRevealed { player, kind } => {
            TileRevealed(proto::TileRevealed { player: seat(player), kind: number(kind) })
        }
        Event::FigureMoved { player, figure, from, to } => FigureMoved(proto::FigureMoved {
            player: seat(player),
            figure: figure_kind(figure),
            from: Some(place(from)),
            to: Some(place(to)),
        }),
        Event::DecisionsLeft { player, count, about } => DecisionsLeft(proto::DecisionsLeft {
            player: seat(player),
            count: Some(count.into()),
            about: about.map(place),
        }),
        Event::TokensTaken { player, token, count } => {
            TokensTaken(proto::TokensTaken { player: seat(player), token: token.0.into(), count: Some(count.into()) })
        }
        Event::SecondPartDue { player } => SecondPartDue(proto::SecondPartDue { player: seat(player) }),
        Event::SecondPartStarted { player } => SecondPartStarted(proto::SecondPartStarted { player: seat(player) }),
        Event::LastTurnEnded { player } => LastTurnEnded(proto::LastTurnEnded { player: seat(player) }),
        Event::NeutralMoved { figure, to, beside, step } => NeutralMoved(proto::NeutralMoved {
            figure: figure_kind(figure),
            to: Some(place(to)),
            beside: beside.map(owned),
            step,
        }),
        Event::FigureCaptured { player, figure, place: at, by } => FigureCaptured(proto::FigureCaptured {
            player: seat(player),
            figure: figure_kind(figure),
            place: Some(place(at)),
            by: seat(by),
        }),
        Event::PrisonerReleased { player, figure, holder } => PrisonerReleased(proto::PrisonerReleased {
            player: seat(player),
            figure: figure_kind(figure),
            holder: seat(holder),
        }),
        Event::TokenPlaced { player, token, place: at } => {
            TokenPlaced(proto::TokenPlaced { player: seat(player), token: token.0.into(), place: Some(place(at)) })
        }
        Event::RansomPaid { player, points } => {
            RansomPaid(proto::RansomPaid { player: seat(player), points: Some(points) })
        }
    };
    proto::Event { kind: Some(kind) }
}

fn token_count(token: Token, count: u8) -> proto::TokenCount {
    proto::TokenCount { kind: token.0.into(), count: Some(count.into()) }
}

pub fn scored(player: u8, value: &Value, place: Option<Place>) -> proto::Scored {
    proto::Scored {
        player: Some(player.into()),
        rule: value.rule.0.into(),
        points: Some(value.points()),
        terms: terms(value),
        place: place.map(self::place),
    }
}

pub fn terms(value: &Value) -> Vec<proto::Term> {
    let terms = value.terms().iter();
    terms.map(|term| proto::Term { unit: term.unit.0.into(), count: Some(term.count), each: Some(term.each) }).collect()
}

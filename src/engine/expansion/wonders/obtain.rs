//! How a player comes by a wonder: "When your scoring meeple reaches or exceeds the space with the meeple pairs (the first
//! time it is the 10 space), choose one of the wonder tiles available; take your two meeples next to the scoreboard; move
//! all remaining meeples 5 spaces forward. You must never move the meeple pairs beyond the 25 space" (2023).

use super::{
    BY_LARGE_MEEPLE, MARKED_BY, MARKER, NOT_DUE, NOT_READY, PER_PLAYER, STEP_CLAIM, TWO, is_wonder, next_marker,
    unplaced_wonders,
};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::expansion::base_game::MEEPLE;
use crate::engine::expansion::inns_and_cathedrals::LARGE_MEEPLE;
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::setup::{self, FigureKind, SetupContext};
use crate::engine::state::{Asked, Elsewhere};
use crate::engine::turn::{self, Flow, Phase, Step, StepId, not_now};
use crate::engine::validate;

const DUE: StepId = StepId(450);
const TAKE: StepId = StepId(455);
/// Where it goes on when nobody is due any more.
const AFTER: StepId = StepId(470);

/// Where the pairs stand at first, how far they move, and where they stay.
const FIRST: u8 = 10;
const STRIDE: u8 = 5;
const LAST: u8 = 25;
/// Where the second marker waits in the variant, and for how many points.
const SECOND: u8 = 0;
const SECOND_POINTS: u32 = 50;

/// What each player has beside the track when the game begins.
struct Pair {
    marker: FigureKind,
    /// Whether players have meeples at all.
    meeple: bool,
    /// Whether a second marker waits.
    two: bool,
}

impl Pair {
    /// "Place 2 meeples in each color next to the 10 space outside the scoreboard. One of these two is used only to mark
    /// your wonder" (2023); "and 1 meeple next to the 0/50 starting space" (variant of 2024).
    fn new(context: &SetupContext) -> Pair {
        let options = &context.setup.options;
        let large = options.get(MARKED_BY) == BY_LARGE_MEEPLE;
        Pair {
            marker: if large { LARGE_MEEPLE } else { MARKER },
            meeple: setup::figure(MEEPLE).is_some_and(|def| context.figure_count(def) > 0),
            two: options.get(PER_PLAYER) == TWO,
        }
    }

    /// What is still there of a player with so many wonders, when the pairs stand at a space.
    fn left(&self, player: u8, wonders: usize, space: u8) -> impl Iterator<Item = Elsewhere> + use<> {
        let first = wonders == 0;
        let figures = [
            (first && self.meeple, space, MEEPLE),
            (first, space, self.marker),
            (self.two && wonders < 2, SECOND, MARKER),
        ];
        let waiting = figures.into_iter().filter(|(waits, ..)| *waits);
        waiting.map(move |(_, space, kind)| Elsewhere { place: Place::Track { space }, player, kind })
    }
}

pub fn waiting_figures(context: &SetupContext) -> Vec<Elsewhere> {
    let pair = Pair::new(context);
    (0..context.setup.players.len() as u8).flat_map(|player| pair.left(player, 0, FIRST)).collect()
}

/// Figures beside the track with the space at which they stand.
fn on_track(position: &Position) -> impl Iterator<Item = (u8, &Elsewhere)> {
    position.state().elsewhere.iter().filter_map(|figure| match figure.place {
        Place::Track { space } => Some((space, figure)),
        _ => None,
    })
}

/// The space of a player's figures that wait for the next wonder.
fn waiting_at(position: &Position, player: u8) -> Option<u8> {
    let own = on_track(position).filter(|(_, figure)| figure.player == player);
    own.map(|(space, _)| space).max()
}

/// Players who may take a wonder now, ascending. "No further wonder can be obtained" when the last turn is over.
fn due(position: &Position) -> Vec<u8> {
    let state = position.state();
    if state.offer.is_empty() || state.turn.closing.is_some() {
        return Vec::new();
    }
    let seats = 0..state.players.len() as u8;
    let reached = |player: &u8| {
        let score = state.players[*player as usize].score();
        waiting_at(position, *player)
            .is_some_and(|space| score >= if space == SECOND { SECOND_POINTS } else { space.into() })
    };
    seats.filter(reached).collect()
}

/// "If several players reach the space on the same turn, the person whose turn it is chooses which of them will take a
/// wonder tile. After that the pairs are moved as usual. If there are still scoring meeples of other players on or past
/// that space, the person whose turn it is decides again, and so on" (2023).
pub struct Due;

impl Step for Due {
    fn id(&self) -> StepId {
        DUE
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: DUE, number: 6, name: "next-player" })
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        match due(position)[..] {
            [] => Flow::GoTo(AFTER),
            [player] => {
                events.push(Event::DecisionsLeft { player, count: 1, about: None });
                Flow::Next
            }
            _ => Flow::Wait,
        }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(due(position).into_iter().map(|player| Move::ChoosePlayer { player }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::ChoosePlayer { player } = mv else { return not_now(violations) };
        if !due(position).contains(player) {
            let text = format!("P{} has not reached the figures beside the track", u32::from(*player) + 1);
            violations.push(Violation::new("choose_player.player", NOT_DUE, text));
        }
    }

    fn play(&self, _: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let Move::ChoosePlayer { player } = *mv {
            events.push(Event::DecisionsLeft { player, count: 1, about: None });
        }
        Flow::Next
    }
}

/// "Choose one of the wonder tiles available and place it in front of you."
pub struct Take;

impl Step for Take {
    fn id(&self) -> StepId {
        TAKE
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: TAKE, number: 7, name: "take-wonder" })
    }

    fn asks(&self) -> bool {
        true
    }

    /// Decided: whoever pays points before they have taken it and has too few now does not take it.
    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let asked = position.state().turn.asked;
        let may_take = |asked: &Asked| asked.left == 1 && due(position).contains(&asked.player);
        match asked {
            None => Flow::GoTo(AFTER),
            Some(asked) if may_take(&asked) => Flow::Wait,
            Some(Asked { player, .. }) => {
                events.push(Event::DecisionsLeft { player, count: 0, about: None });
                Flow::GoTo(DUE)
            }
        }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(position.state().offer.iter().map(|kind| Move::TakeTile { kind: *kind }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::TakeTile { kind } = mv else { return not_now(violations) };
        if !position.state().offer.contains(kind) {
            let text = format!("{} does not lie ready", position.kind(*kind).id);
            violations.push(Violation::new("take_tile.kind", NOT_READY, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        let (Move::TakeTile { kind }, Some(asked)) = (*mv, position.state().turn.asked) else { return Flow::Next };
        let player = asked.player;
        events.push(Event::TileObtained { player, kind });
        let at = waiting_at(position, player);
        for (space, &Elsewhere { place, player: owner, kind: figure }) in on_track(position) {
            if Some(space) != at {
                continue;
            }
            if owner == player {
                events.push(Event::FigureReturned { player, figure, place });
            } else if space != SECOND && space < LAST {
                let to = Place::Track { space: space + STRIDE };
                events.push(Event::FigureMoved { player: owner, figure, from: place, to });
            }
        }
        // a wonder that lies on the table from the start is marked at once
        let on_table = position.state().tiles.iter().position(|tile| tile.kind == kind);
        if let Some(tile) = on_table {
            let place = Place::Tile { square: position.square(tile as u16, 0) };
            events.push(Event::FigurePlaced { player, figure: next_marker(position, player), place });
            events.push(Event::DecisionsLeft { player, count: super::meeples::MOST, about: None });
            return Flow::GoTo(STEP_CLAIM);
        }
        events.push(Event::DecisionsLeft { player, count: 0, about: None });
        Flow::GoTo(DUE)
    }
}

/// Whoever reaches the figures beside the track by what comes before a decision after that, takes a wonder before the
/// decision.
pub fn resume_from(position: &Position) -> Option<StepId> {
    (position.state().turn.step >= AFTER && !due(position).is_empty()).then_some(DUE)
}

/// Wonders, markers and figures beside the track fit together and the scores.
pub fn validate(position: &Position, violations: &mut Vec<Violation>) {
    let state = position.state();
    let pair = Pair::new(&position.setup_context());
    let placing = |seat: usize| {
        let kind = state.turn.tile.filter(|kind| is_wonder(position, *kind));
        usize::from(kind.is_some() && usize::from(state.turn.player) == seat)
    };
    let marked = |seat: usize| {
        let markers = state.elsewhere.iter().filter(|figure| matches!(figure.place, Place::Tile { .. }));
        markers.filter(|figure| usize::from(figure.player) == seat).count()
    };
    let unplaced = |seat: usize| unplaced_wonders(position, seat as u8).count() + placing(seat);
    let wonders: Vec<usize> = (0..state.players.len()).map(|seat| unplaced(seat) + marked(seat)).collect();
    let taken = wonders.iter().filter(|count| **count > 0).count() as u8;
    let pairs = LAST.min(FIRST + STRIDE * taken);
    let mut wanted: Vec<Elsewhere> = Vec::new();
    for (seat, count) in wonders.iter().enumerate() {
        wanted.extend(pair.left(seat as u8, *count, pairs));
        let path = format!("players[{seat}]");
        // what was paid later does not count
        let (most, score) = (if pair.two { 2 } else { 1 }, state.players[seat].score() + state.players[seat].paid);
        if *count > most {
            let text = format!("{count} wonders; a player can have {most}");
            violations.push(Violation::new(format!("{path}.hand"), Reason::TILE_COUNT, text));
        }
        if score < [0, FIRST.into(), SECOND_POINTS][(*count).min(2)] {
            let text = format!("{score} points are too few for {count} wonders");
            violations.push(Violation::new(format!("{path}.points"), NOT_DUE, text));
        }
        // a wonder for which nothing can make room any more leaves its marker free
        let marked_soon = unplaced(seat) > 0 && (placing(seat) > 0 || !turn::is_empty(position));
        if marked_soon && state.players[seat].supply[next_marker(position, seat as u8).0 as usize] == 0 {
            let text = "the figure that is to mark the wonder is not in the supply";
            violations.push(Violation::new(format!("{path}.supply"), Reason::FIGURE_COUNT, text));
        }
    }
    wanted.sort_unstable();
    if !on_track(position).map(|(_, figure)| figure).eq(&wanted) {
        let text = format!("beside the track, {} figures would wait, the pairs at {pairs}", wanted.len());
        violations.push(Violation::new("elsewhere", Reason::FIGURE_PLACE, text));
    }
    // nobody is due from the end of one turn to the first tile of the next, unless somebody scores then: they take their
    // wonder at the end of the turn
    let (step, placed) = (state.turn.step, state.turn.placed);
    let between = step < turn::ACTION && placed == 0 || step >= AFTER && step < turn::OVER;
    if between && !validate::loose(position).points && !due(position).is_empty() {
        let text = "a player has reached the figures beside the track and took no wonder";
        violations.push(Violation::new("turn", Reason::WRONG_PHASE, text));
    }
}

//! What a feature is worth and who gets it.

use super::event::{Event, Value};
use super::expansion::base_game::{
    self, CITY, CITY_INCOMPLETE, COAT_OF_ARMS, COMPLETED_CITY, FIELD, GARDEN, GARDEN_INCOMPLETE, MONASTERY,
    MONASTERY_INCOMPLETE, NEIGHBOUR, ROAD, ROAD_INCOMPLETE, TILE,
};
use super::position::Position;
use super::regions::{RegionId, SegmentRef};
use super::setup::MAX_PLAYERS;
use super::state::{Figure, PlayerState};
use super::tile::{Feature, Traits};
use super::turn;

/// The squares that count as the tiles of a region, each once "even where a feature enters the same tile twice" (base
/// game, scoring): pairs of tile and square of its kind, sorted.
pub fn squares(position: &Position, region: RegionId) -> Vec<(u16, u8)> {
    let mut squares = Vec::with_capacity(position.regions().size(region));
    for at in position.regions().members(region) {
        let mut on = position.segment(at).squares;
        while on != 0 {
            squares.push((at.tile, on.trailing_zeros() as u8));
            on &= on - 1;
        }
    }
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Number of coats of arms in a region.
pub fn coats_of_arms(position: &Position, region: RegionId) -> u32 {
    position.regions().members(region).map(|at| u32::from(position.segment(at).coats_of_arms)).sum()
}

/// All traits of the segments of a region.
pub fn traits(position: &Position, region: RegionId) -> Traits {
    position.regions().members(region).fold(Traits::default(), |all, at| all.with(position.segment(at).traits))
}

/// The completed cities that touch a field, each once "however often it touches it" (base game, fields), sorted.
pub fn completed_cities(position: &Position, field: RegionId) -> Vec<RegionId> {
    let mut cities = Vec::new();
    for at in position.regions().members(field) {
        for &segment in &position.segment(at).touches {
            cities.push(position.region(SegmentRef { tile: at.tile, segment }));
        }
    }
    cities.sort_unstable();
    cities.dedup();
    cities.retain(|city| position.is_completed(*city));
    cities
}

/// What a feature is worth: as completed, or as it is at the end of the game. Expansions have changed what they change.
pub fn value(position: &Position, region: RegionId, completed: bool) -> Value {
    let tiles = || squares(position, region).len() as u32;
    let mut value = match position.regions().feature(region) {
        Feature::Road => Value::new(if completed { ROAD } else { ROAD_INCOMPLETE }).add(TILE, tiles(), 1),
        Feature::City => {
            let each = if completed { 2 } else { 1 };
            Value::new(if completed { CITY } else { CITY_INCOMPLETE }).add(TILE, tiles(), each).add(
                COAT_OF_ARMS,
                coats_of_arms(position, region),
                each,
            )
        }
        Feature::Monastery => surrounded(position, region, if completed { MONASTERY } else { MONASTERY_INCOMPLETE }),
        Feature::Garden => surrounded(position, region, if completed { GARDEN } else { GARDEN_INCOMPLETE }),
        Feature::Field => Value::new(FIELD).add(COMPLETED_CITY, completed_cities(position, region).len() as u32, 3),
        Feature::River => Value::new(base_game::NO_RULE),
    };
    for expansion in &position.game().expansions {
        expansion.change_value(position, region, completed, &mut value);
    }
    value
}

/// "9: itself and its 8 neighbours; incomplete 1 + 1 per neighbour present" (base game, scoring).
fn surrounded(position: &Position, region: RegionId, rule: super::event::Rule) -> Value {
    Value::new(rule).add(TILE, 1, 1).add(NEIGHBOUR, 8 - position.missing_neighbours(region), 1)
}

/// How much each player counts in a region.
pub fn strengths(position: &Position, region: RegionId) -> [u32; MAX_PLAYERS] {
    let mut strengths = [0; MAX_PLAYERS];
    for figure in position.figures_on(region) {
        let usual = || position.figure_def(figure.kind).map_or(0, |def| def.strength);
        let expansions = &position.game().expansions;
        let strength = expansions.iter().find_map(|e| e.strength(position, region, figure)).unwrap_or_else(usual);
        strengths[figure.player as usize] += strength;
    }
    strengths
}

/// "The player with most meeples in the feature scores all of its points. On a tie every tied player scores all of its
/// points" (base game, majority). Seats, ascending.
pub fn majority(strengths: &[u32; MAX_PLAYERS]) -> impl Iterator<Item = u8> + use<> {
    let strengths = *strengths;
    let most = strengths.into_iter().max().unwrap_or(0);
    (0..MAX_PLAYERS).filter(move |seat| most > 0 && strengths[*seat] == most).map(|seat| seat as u8)
}

/// Scores a feature before the end of the game, with all that scores with it.
pub fn score(position: &Position, region: RegionId, completed: bool, events: &mut Vec<Event>) {
    award(position, region, completed, events);
    position.game().expansions.iter().for_each(|e| e.with_feature(position, region, completed, events));
}

/// Scores a feature before the end of the game for one of those who stand there alone.
pub fn score_for(position: &Position, player: u8, region: RegionId, completed: bool, events: &mut Vec<Event>) {
    let place = Some(position.place(position.regions().first_member(region)));
    let value = share(position, region, player, completed, value(position, region, completed));
    events.push(Event::Scored { player, value, place });
    let mut more = Vec::new();
    position.game().expansions.iter().for_each(|e| e.with_feature(position, region, completed, &mut more));
    events
        .extend(more.into_iter().filter(|event| matches!(event, Event::Scored { player: own, .. } if *own == player)));
}

/// Awards a feature to whoever holds the majority; awards of 0 points are told too.
pub fn award(position: &Position, region: RegionId, completed: bool, events: &mut Vec<Event>) {
    award_value(position, region, completed, value(position, region, completed), events);
}

/// The same for another value than the usual one.
pub fn award_value(position: &Position, region: RegionId, completed: bool, value: Value, events: &mut Vec<Event>) {
    let place = Some(position.place(position.regions().first_member(region)));
    for player in majority(&strengths(position, region)) {
        let value = share(position, region, player, completed, value);
        events.push(Event::Scored { player, value, place });
    }
    position.game().expansions.iter().for_each(|e| e.with_award(position, region, events));
}

/// What one of those who score a feature gets for it.
fn share(position: &Position, region: RegionId, player: u8, completed: bool, mut value: Value) -> Value {
    for expansion in &position.game().expansions {
        expansion.change_share(position, region, player, completed, &mut value);
    }
    value
}

/// Every figure on a feature returns to its owner, "meeples that won nothing also" (base game, step 3).
pub fn send_home(position: &Position, region: RegionId, events: &mut Vec<Event>) {
    let stays = |figure: &&Figure| position.game().expansions.iter().any(|e| e.stays(position, figure));
    events.extend(position.figures_on(region).filter(|figure| !stays(figure)).map(|figure| Event::FigureReturned {
        player: figure.player,
        figure: figure.kind,
        place: position.place_of(figure),
    }));
}

/// What players would have if the game ended now, and the scorings that make the difference; none when it is over.
pub fn if_ended_now(position: &Position) -> (Vec<PlayerState>, Vec<Event>) {
    let mut events = Vec::new();
    if !position.is_over() {
        final_scoring(position, &mut events);
    }
    let mut players = position.state().players.clone();
    for event in &events {
        if let Event::Scored { player, value, .. } = event {
            let points = &mut players[usize::from(*player)].points[usize::from(value.rule.0)];
            *points = points.saturating_add(value.points());
        }
    }
    (players, events)
}

/// The end of the game: what some expansions score comes first, then every occupied feature, fields last, what else scores on
/// the table, and what players have in front of them. Also answers "if the game ended now".
pub fn final_scoring(position: &Position, events: &mut Vec<Event>) {
    position.game().expansions.iter().for_each(|e| e.at_the_end(position, events));
    let mut regions: Vec<_> = position
        .state()
        .figures
        .iter()
        .map(|figure| {
            let region = position.region(SegmentRef { tile: figure.tile, segment: figure.segment });
            let field = position.regions().feature(region) == Feature::Field;
            (field, position.regions().first_member(region), region)
        })
        .collect();
    regions.sort_unstable();
    regions.dedup();
    for (_, _, region) in regions {
        // a feature of the tile just placed may be completed and not yet scored; if it was, a figure that stays for now
        // stands there
        if position.is_completed(region) && position.state().turn.step > turn::SCORE {
            continue;
        }
        award(position, region, position.is_completed(region), events);
    }
    position.game().expansions.iter().for_each(|e| e.after_features(position, events));
    position.game().expansions.iter().for_each(|e| e.last_of_all(position, events));
}

//! Score: points by rule, and every region with what it is worth.

use super::{encode, proto};
use crate::engine::{Event, Feature, PlayerState, Position, RegionId, scoring};

pub fn score(position: &Position) -> proto::ScoreResponse {
    let (ended, events) = scoring::if_ended_now(position);
    let final_scoring = events.iter().filter_map(|event| match event {
        Event::Scored { player, value, place } => Some(encode::scored(*player, value, *place)),
        _ => None,
    });
    proto::ScoreResponse {
        now: player_scores(&position.state().players),
        if_ended_now: player_scores(&ended),
        final_scoring: final_scoring.collect(),
        regions: regions(position),
    }
}

fn player_scores(players: &[PlayerState]) -> Vec<proto::PlayerScore> {
    let score = |(seat, player): (usize, &PlayerState)| proto::PlayerScore {
        player: Some(seat as u32),
        points: Some(player.score()),
        by_rule: encode::points(player),
        paid: (player.paid > 0).then_some(player.paid),
    };
    players.iter().enumerate().map(score).collect()
}

fn regions(position: &Position) -> Vec<proto::Region> {
    let all = position.regions().all();
    let number = |city: RegionId| all.iter().position(|other| *other == city).map(|index| index as u32);
    let region = |id: &RegionId| {
        let mut cities = Vec::new();
        if position.regions().feature(*id) == Feature::Field {
            cities.extend(scoring::completed_cities(position, *id).into_iter().filter_map(number));
            cities.sort_unstable();
        }
        proto::Region { completed_cities: cities, ..region(position, *id) }
    };
    all.iter().map(region).collect()
}

/// A region without the cities that touch it.
fn region(position: &Position, id: RegionId) -> proto::Region {
    let feature = position.regions().feature(id);
    let completed = position.is_completed(id);
    let value = scoring::value(position, id, completed);
    let strengths = scoring::strengths(position, id);
    let mut segments: Vec<_> = position.regions().members(id).collect();
    segments.sort_unstable();
    let squares = scoring::squares(position, id);
    let traits = scoring::traits(position, id);
    proto::Region {
        feature: encode::feature(feature),
        segments: segments.into_iter().map(|at| encode::segment_place(position.centre(at), at.segment)).collect(),
        squares: squares.into_iter().map(|(tile, square)| encode::square(position.square(tile, square))).collect(),
        completed: Some(completed),
        open: match feature {
            Feature::Road | Feature::City | Feature::River => Some(position.regions().open_edges(id).into()),
            Feature::Monastery | Feature::Garden => Some(position.missing_neighbours(id)),
            Feature::Field => None,
        },
        coats_of_arms: Some(scoring::coats_of_arms(position, id)),
        traits: position.catalogue().trait_names(traits).map(Into::into).collect(),
        figures: position
            .figures_on(id)
            .map(|figure| encode::region_figure(figure.player, figure.kind, position.place_of(figure)))
            .collect(),
        strengths: (0..)
            .zip(strengths)
            .filter(|(_, strength)| *strength > 0)
            .map(|(player, strength)| proto::Strength { player: Some(player), strength: Some(strength) })
            .collect(),
        majority: scoring::majority(&strengths).map(u32::from).collect(),
        value: Some(value.points()),
        terms: encode::terms(&value),
        completed_cities: Vec::new(),
    }
}

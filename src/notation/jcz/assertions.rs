//! What a recording claims about points.

use super::names::feature_named;
use super::{Played, Problem};
use crate::engine::{Event, Feature, setup};

/// A claim, and how it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    pub text: String,
    /// Index of the player.
    player: u8,
    points: u32,
    /// The points of one award for such a feature, complete or not; without it, all points of the player.
    feature: Option<Feature>,
}

impl Assertion {
    /// Reads `Alice has 9 points` or `Alice scored garden for 9 points`. Names may contain spaces.
    pub(super) fn read(text: &str, players: &[String]) -> Result<Assertion, Problem> {
        let unknown = || Problem::Unsupported(format!("assertion {text:?}"));
        let rest = text.strip_suffix(" points").or(text.strip_suffix(" point")).ok_or_else(unknown)?;
        let (rest, points) = rest.rsplit_once(' ').ok_or_else(unknown)?;
        let points = points.parse().map_err(|_| unknown())?;
        let (name, feature) = if let Some(name) = rest.strip_suffix(" has") {
            (name, None)
        } else {
            let (name, feature) =
                rest.strip_suffix(" for").and_then(|rest| rest.rsplit_once(" scored ")).ok_or_else(unknown)?;
            (name, Some(feature_named(feature).ok_or_else(unknown)?))
        };
        let player = players.iter().position(|player| player == name);
        let player = player.ok_or_else(|| Problem::Fail(format!("assertion {text:?}: no player {name:?}")))?;
        Ok(Assertion { text: text.into(), player: player as u8, points, feature })
    }
}

impl Played {
    /// Compares with what was claimed.
    ///
    /// # Errors
    /// The first claim that does not hold, and what is true instead.
    pub fn verify(&self, assertions: &[Assertion]) -> Result<(), Problem> {
        for Assertion { text, player, points, feature } in assertions {
            let found = match feature {
                None => vec![self.points()[*player as usize]],
                Some(feature) => self.awards(*player, *feature),
            };
            if !found.contains(points) {
                let what = feature.map_or("has", Feature::name);
                let found: Vec<_> = found.iter().map(u32::to_string).collect();
                let found = if found.is_empty() { "no award".into() } else { found.join(", ") };
                return Err(Problem::Fail(format!("assertion {text:?}: {what}: {found}")));
            }
        }
        Ok(())
    }

    /// Points of each award to a player for a kind of feature, complete or not, in the order of play.
    fn awards(&self, player: u8, feature: Feature) -> Vec<u32> {
        let of_feature = |name: &str| name == feature.name() || name.starts_with(&format!("{}-", feature.name()));
        let of_feature = |rule| setup::rules().any(|def| def.rule == rule && of_feature(def.name));
        let awards = self.events.iter().filter_map(|event| match event {
            Event::Scored { player: p, value, .. } if *p == player && of_feature(value.rule) => Some(value.points()),
            _ => None,
        });
        awards.collect()
    }
}

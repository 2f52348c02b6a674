//! Their names and ours: `data/jcz.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::engine::setup::{self, FigureDef, OptionDef, OptionId, Token};
use crate::engine::{Catalogue, Feature, FigureKind, Kind, Rotation, SetIndex};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Names {
    pub other_rules: Vec<String>,
    surplus: Vec<String>,
    sets: BTreeMap<String, String>,
    pub figures: BTreeMap<String, FigureName>,
    pub switches: BTreeMap<String, String>,
    pub always: BTreeMap<String, String>,
    pub rules: BTreeMap<String, RuleName>,
    pub acting: BTreeMap<String, Acting>,
    pub needed: BTreeMap<String, Vec<String>>,
    tokens: BTreeMap<String, String>,
    spaces: BTreeMap<String, String>,
    kinds: BTreeMap<String, KindName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureName {
    pub figure: String,
    meeple: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleName {
    pub option: String,
    pub default: String,
    pub values: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Acting {
    #[serde(default)]
    pub with: Vec<String>,
    #[serde(default)]
    pub unless: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindName {
    kind: String,
    #[serde(default)]
    turn: usize,
}

pub(super) static NAMES: LazyLock<Names> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../data/jcz.toml")).expect("a test reads the data that the program carries")
});

/// Our set for one of theirs (`basic:1`).
pub fn our_set(catalogue: &Catalogue, theirs: &str) -> Option<SetIndex> {
    catalogue.set_by_id(NAMES.sets.get(theirs)?)
}

/// Our kind for one of their tiles (`BA/RCr`), and the turn that makes our unrotated tile theirs.
pub fn kind(catalogue: &Catalogue, theirs: &str) -> Option<(Kind, Rotation)> {
    let name = NAMES.kinds.get(theirs)?;
    Some((catalogue.kind_by_id(&name.kind)?, Rotation::from_quarters(name.turn)))
}

/// Whether their games deal one more of a kind than ours.
pub(super) fn is_surplus(catalogue: &Catalogue, ours: Kind) -> bool {
    NAMES.surplus.iter().any(|theirs| kind(catalogue, theirs).is_some_and(|(kind, _)| kind == ours))
}

/// Our figure for the name within a meeple's id (`small` in `0.small.1`).
pub(super) fn figure_of_meeple(meeple: &str) -> Option<FigureKind> {
    let name = NAMES.figures.values().find(|name| name.meeple == meeple)?;
    figure(&name.figure).map(|def| def.kind)
}

pub(super) fn token(theirs: &str) -> Option<Token> {
    let name = NAMES.tokens.get(theirs)?;
    setup::tokens().find(|def| def.name == name).map(|def| def.token)
}

/// The name of our space for one of their features.
pub(super) fn space(theirs: &str) -> Option<&'static str> {
    NAMES.spaces.get(theirs).map(String::as_str)
}

pub(super) fn figure(name: &str) -> Option<&'static FigureDef> {
    setup::figures().find(|def| def.name == name)
}

/// The number of a value of an option, by their names.
pub(super) fn option_value(option: &str, value: &str) -> Option<(OptionId, u8)> {
    let def: &OptionDef = setup::options().find(|def| def.name == option)?;
    let value = def.values.iter().position(|v| *v == value)?;
    Some((def.id, value as u8 + 1))
}

/// Our feature for one of theirs, in any case of letters; older recordings have farms and cloisters.
pub(super) fn feature_named(theirs: &str) -> Option<Feature> {
    match theirs.to_ascii_lowercase().as_str() {
        "cloister" => Some(Feature::Monastery),
        "farm" => Some(Feature::Field),
        other => Feature::from_name(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_ours_exists() {
        let catalogue = Catalogue::built_in().unwrap();
        for theirs in NAMES.sets.keys() {
            assert!(our_set(&catalogue, theirs).is_some(), "set {theirs}");
        }
        for theirs in &NAMES.surplus {
            assert!(kind(&catalogue, theirs).is_some(), "surplus {theirs}");
        }
        for theirs in NAMES.kinds.keys() {
            assert!(kind(&catalogue, theirs).is_some(), "kind {theirs}");
        }
        for theirs in NAMES.tokens.keys() {
            assert!(token(theirs).is_some(), "token {theirs}");
        }
        for name in NAMES.spaces.values() {
            let spaces = || catalogue.kinds.iter().flat_map(|kind| &kind.spaces);
            assert!(spaces().any(|space| space.name == *name), "space {name}");
        }
        for name in NAMES.figures.values() {
            assert!(figure(&name.figure).is_some(), "figure {}", name.figure);
        }
        for (theirs, option) in &NAMES.switches {
            assert!(option_value(option, "on").is_some() && option_value(option, "off").is_some(), "element {theirs}");
        }
        for (option, value) in &NAMES.always {
            assert!(option_value(option, value).is_some(), "option {option}");
        }
        for (theirs, rule) in &NAMES.rules {
            assert!(rule.values.contains_key(&rule.default), "rule {theirs}");
            assert!(rule.values.values().all(|value| option_value(&rule.option, value).is_some()), "rule {theirs}");
        }
    }
}

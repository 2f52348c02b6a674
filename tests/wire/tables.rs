//! The numbers and names of the engine are those of the protos.

use std::collections::BTreeMap;

use carcassonne_engine::engine::expansion::{ALL, base_game};
use carcassonne_engine::engine::{Feature, HalfSide, Reason, Rotation, Side, setup, turn};
use carcassonne_engine::wire::proto::{FILE_DESCRIPTOR_SET, OPTION_VALUES};
use prost::Message;
use prost_types::{FileDescriptorProto, FileDescriptorSet};

fn files() -> Vec<FileDescriptorProto> {
    FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect("descriptors").file
}

/// The values of an enum but the first: numbers, and names without their prefix in lower case with hyphens.
fn values(name: &str, prefix: &str) -> BTreeMap<i32, String> {
    let files = files();
    let found = files.iter().flat_map(|file| &file.enum_type).find(|found| found.name() == name).expect("an enum");
    let values = found.value.iter().filter(|value| value.number() != 0).map(|value| {
        let name = value.name().strip_prefix(prefix).expect("the prefix").to_lowercase().replace('_', "-");
        (value.number(), name)
    });
    values.collect()
}

fn table<N: Into<i32>, S: Into<String>>(entries: impl IntoIterator<Item = (N, S)>) -> BTreeMap<i32, String> {
    let mut table = BTreeMap::new();
    for (number, name) in entries {
        let before = table.insert(number.into(), name.into());
        assert_eq!(before, None, "a number is used twice");
    }
    table
}

#[test]
fn figures() {
    let mut figures = values("FigureKind", "FIGURE_KIND_");
    // the only name that the notation shortens
    for name in figures.values_mut().filter(|name| name.contains('-')) {
        *name = name.split('-').next().unwrap_or_default().into();
    }
    assert_eq!(table(setup::figures().map(|def| (def.kind.0, def.name))), figures);
}

#[test]
fn rules_and_units() {
    assert_eq!(table(setup::rules().map(|def| (def.rule.0, def.name))), values("ScoringRule", "SCORING_RULE_"));
    assert_eq!(table(setup::units().map(|def| (def.unit.0, def.name))), values("Unit", "UNIT_"));
}

#[test]
fn tokens() {
    assert_eq!(table(setup::tokens().map(|def| (def.token.0, def.name))), values("Token", "TOKEN_"));
}

#[test]
fn decisions() {
    assert_eq!(table(turn::phases().iter().map(|phase| (phase.number, phase.name))), values("Decision", "DECISION_"));
}

#[test]
fn features_sides_and_rotations() {
    let numbered = |names: Vec<String>| table((1..).zip(names));
    let features = Feature::ALL.map(|feature| feature.name().to_string());
    assert_eq!(numbered(features.to_vec()), values("Feature", "FEATURE_"));
    let rotations = Rotation::ALL.map(|rotation| format!("{rotation:?}").to_lowercase());
    assert_eq!(numbered(rotations.to_vec()), values("Rotation", "ROTATION_"));

    let initial = |name: &str| name.chars().next().map(|letter| letter.to_ascii_uppercase());
    let sides: Vec<_> = values("Side", "SIDE_").into_values().map(|name| initial(&name)).collect();
    assert_eq!(sides, Side::ALL.map(|side| Some(side.letter())));
    let halves: Vec<String> = values("HalfSide", "HALF_SIDE_")
        .into_values()
        .map(|name| name.split('-').filter_map(initial).collect())
        .collect();
    assert_eq!(halves, HalfSide::all().map(HalfSide::name).collect::<Vec<_>>());
}

#[test]
fn options_and_their_values() {
    let files = files();
    let messages = files.iter().flat_map(|file| &file.message_type);
    let fields = &messages.clone().find(|message| message.name() == "Options").expect("a message").field;
    let fields = table(fields.iter().map(|field| (field.number(), field.name().replace('_', "-"))));
    assert_eq!(table(setup::options().map(|def| (def.id.0, def.name))), fields);

    let ours: BTreeMap<_, Vec<_>> =
        setup::options().map(|def| (def.name, (1..).zip(def.values.iter()).collect())).collect();
    let theirs: BTreeMap<_, Vec<_>> = OPTION_VALUES
        .iter()
        .map(|(name, values)| (*name, values.iter().map(|(value, number)| (*number, value)).collect()))
        .collect();
    assert_eq!(ours, theirs);
}

/// Reasons from here on are those of the service around the rules.
const FIRST_OF_THE_SERVICE: i32 = 200;

#[test]
fn reasons() {
    let shared = [
        Reason::MALFORMED,
        Reason::MISSING,
        Reason::OUT_OF_RANGE,
        Reason::DUPLICATE,
        Reason::UNSORTED,
        Reason::NOTATION,
        Reason::LIMIT,
        Reason::UNKNOWN_SET,
        Reason::UNKNOWN_TILE,
        Reason::UNKNOWN_FIGURE,
        Reason::UNKNOWN_RULES_VERSION,
        Reason::OVERLAP,
        Reason::EDGE_MISMATCH,
        Reason::ISLAND,
        Reason::TILE_COUNT,
        Reason::FIGURE_COUNT,
        Reason::FIGURE_PLACE,
        Reason::WRONG_PHASE,
        Reason::UNSCORED,
        Reason::PLAYER_COUNT,
        Reason::PLACEMENT_ORDER,
        Reason::GAME_OVER,
        Reason::NOT_NOW,
        Reason::WRONG_TILE,
        Reason::NOT_IN_BAG,
        Reason::OCCUPIED_SQUARE,
        Reason::NOT_ADJACENT,
        Reason::NO_SUCH_SEGMENT,
        Reason::NOT_THE_PLACED_TILE,
        Reason::OCCUPIED_FEATURE,
        Reason::FIGURE_NOT_ALLOWED,
        Reason::NO_FIGURE_LEFT,
        Reason::NO_SUCH_FIGURE,
        Reason::FARMERS_OFF,
        Reason::COMPLETED_FEATURE,
        Reason::NO_TOKEN_LEFT,
    ];
    let own = ALL.iter().flat_map(|expansion| expansion.reasons());
    let ours = shared.iter().chain(own).map(|reason| (reason.number, reason.name.to_lowercase().replace('_', "-")));
    let mut told = values("Reason", "REASON_");
    told.retain(|number, _| *number < FIRST_OF_THE_SERVICE);
    assert_eq!(table(ours), told);
}

#[test]
fn numbers_fit_the_tables_of_a_state() {
    assert!(setup::figures().all(|def| usize::from(def.kind.0) < setup::FIGURE_KINDS && def.kind.0 > 0));
    assert!(setup::rules().all(|def| usize::from(def.rule.0) < setup::RULES && def.rule != base_game::NO_RULE));
    assert!(setup::tokens().all(|def| usize::from(def.token.0) < setup::TOKENS && def.token.0 > 0));
    assert!(setup::options().all(|def| usize::from(def.id.0) < setup::OPTIONS && def.id.0 > 0));
}

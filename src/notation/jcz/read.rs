//! Reads the JSON of a recording. The text may come from anybody: every part of it is checked before it is used.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

use super::names::{self, NAMES};
use super::{Action, Assertion, Message, Pointer, Problem, Recording};
use crate::engine::setup::{self, MAX_TILES, SetupContext};
use crate::engine::state::Owned;
use crate::engine::{Catalogue, Draw, Pos, Rotation, Setup};

/// Longest recording that is read: ten times that of the largest game.
pub const MAX_BYTES: usize = 8 << 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileData {
    setup: SetupData,
    players: Vec<PlayerData>,
    replay: Vec<MessageData>,
    #[serde(default)]
    game_annotations: Option<Annotations>,
    #[serde(default)]
    test: Option<TestData>,
}

#[derive(Deserialize)]
struct SetupData {
    sets: BTreeMap<String, u32>,
    #[serde(default)]
    elements: BTreeMap<String, Value>,
    #[serde(default)]
    rules: BTreeMap<String, Value>,
    #[serde(default)]
    start: Option<Vec<StartData>>,
    /// Counts of single tiles in place of those of the sets.
    #[serde(default)]
    tiles: Option<BTreeMap<String, Value>>,
}

#[derive(Deserialize)]
struct StartData {
    tile: String,
    x: i64,
    y: i64,
    #[serde(default)]
    rotation: Value,
}

#[derive(Deserialize)]
struct PlayerData {
    #[serde(default)]
    name: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Annotations {
    #[serde(default)]
    draw_order: Option<Vec<String>>,
    #[serde(default)]
    end_turn: Option<u32>,
}

#[derive(Deserialize, Default)]
struct TestData {
    #[serde(default)]
    assertions: Vec<String>,
}

#[derive(Deserialize)]
struct MessageData {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    payload: Value,
    #[serde(default)]
    player: Option<u8>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlaceTileData {
    tile_id: String,
    rotation: String,
    position: [i64; 2],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeployData {
    pointer: FeaturePointer,
    meeple_id: String,
}

#[derive(Deserialize)]
struct ReturnData {
    pointer: MeeplePointer,
    #[serde(default)]
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MeeplePointer {
    feature_pointer: FeaturePointer,
    meeple_id: String,
}

#[derive(Deserialize)]
struct FeaturePointer {
    position: [i64; 2],
    #[serde(default)]
    feature: Option<String>,
    location: String,
}

#[derive(Deserialize)]
struct CaptureData {
    pointer: MeeplePointer,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NeutralData {
    figure_id: String,
    to: Target,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Target {
    Square([i64; 2]),
    Beside(MeeplePointer),
}

#[derive(Deserialize)]
struct TokenData {
    token: String,
    pointer: FeaturePointer,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PrisonerData {
    meeple_id: String,
}

fn fail<T>(text: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Fail(text.into()))
}

fn unsupported<T>(text: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Unsupported(text.into()))
}

/// Reads a recording.
///
/// # Errors
/// It is no recording, or something in it is not supported.
pub fn read(text: &str, catalogue: &Arc<Catalogue>) -> Result<Recording, Problem> {
    if text.len() > MAX_BYTES {
        return fail(format!("{} bytes; at most {MAX_BYTES} are read", text.len()));
    }
    let data: FileData = serde_json::from_str(text).map_err(|error| {
        let what = if error.classify() == Category::Data { "not a recorded game" } else { "not JSON" };
        Problem::Fail(format!("{what}: {error}"))
    })?;
    let players: Vec<String> = data.players.into_iter().map(|player| player.name.unwrap_or_default()).collect();
    let setup = read_setup(&data.setup, players, catalogue)?;
    let mut messages = Vec::with_capacity(data.replay.len());
    for (i, message) in data.replay.into_iter().enumerate() {
        let name = format!("replay[{i}] {}", message.kind);
        let action = read_action(&message, catalogue).map_err(|problem| match problem {
            Problem::Fail(text) => Problem::Fail(format!("{name}: {text}")),
            unsupported => unsupported,
        })?;
        messages.push(Message { name, player: message.player, action });
    }
    let annotations = data.game_annotations.unwrap_or_default();
    let draws = annotations.draw_order.unwrap_or_default().into_iter();
    let assertions = data.test.unwrap_or_default().assertions;
    Ok(Recording {
        catalogue: catalogue.clone(),
        messages,
        draws: draws.map(|id| names::kind(catalogue, &id).map(|(kind, _)| kind).ok_or(id)).collect(),
        end_turn: annotations.end_turn,
        assertions: assertions.iter().map(|text| Assertion::read(text, &setup.players)).collect::<Result<_, _>>()?,
        setup,
    })
}

fn read_setup(data: &SetupData, players: Vec<String>, catalogue: &Catalogue) -> Result<Setup, Problem> {
    let missing: Vec<&str> =
        data.sets.keys().filter(|id| names::our_set(catalogue, id).is_none()).map(String::as_str).collect();
    if !missing.is_empty() {
        return unsupported(format!("set {}", missing.join(", ")));
    }
    if data.tiles.as_ref().is_some_and(|tiles| !tiles.is_empty()) {
        return unsupported("setup.tiles: tiles counted one by one");
    }
    let mut sets = Vec::new();
    for (id, copies) in &data.sets {
        sets.extend(names::our_set(catalogue, id).map(|set| (set, *copies)));
    }
    sets.sort_unstable();
    let one_of = |sets: &[String]| sets.iter().any(|set| data.sets.contains_key(set));
    let acting = NAMES.acting.iter().find(|(element, acting)| {
        is_on(data.elements.get(*element))
            && (acting.with.is_empty() || one_of(&acting.with))
            && !one_of(&acting.unless)
    });
    if let Some((element, _)) = acting {
        return unsupported(format!("element {element}"));
    }
    for (element, sets) in &NAMES.needed {
        if one_of(sets) && !is_on(data.elements.get(element)) {
            return unsupported(format!("tiles of a set without its element {element}"));
        }
    }
    let mut setup =
        Setup { players, sets, options: Default::default(), figures: Vec::new(), draw: Draw::Host, offer: None };
    let mut choose = |option: &str, value: &str| match names::option_value(option, value) {
        Some((option, value)) => {
            setup.options.set(option, value);
            Ok(())
        }
        None => unsupported(format!("option {option} = {value}")),
    };
    for (option, value) in &NAMES.always {
        choose(option, value)?;
    }
    for (element, option) in &NAMES.switches {
        choose(option, if is_on(data.elements.get(element)) { "on" } else { "off" })?;
    }
    for (rule, name) in &NAMES.rules {
        let given = data.rules.get(rule).map_or(name.default.clone(), text_of);
        match name.values.get(&given) {
            Some(value) => choose(&name.option, value)?,
            None => return unsupported(format!("rule {rule} = {given}")),
        }
    }
    let unknown = |rule: &&String| !NAMES.rules.contains_key(*rule) && !NAMES.other_rules.contains(rule);
    if let Some(rule) = data.rules.keys().find(unknown) {
        return unsupported(format!("rule {rule}"));
    }
    for def in setup::owned_figures() {
        let element = NAMES.figures.iter().find(|(_, name)| name.figure == def.name).map(|(element, _)| element);
        let count = match element.and_then(|element| data.elements.get(element)) {
            None | Some(Value::Null) => 0,
            Some(Value::Bool(on)) => u8::from(*on),
            Some(value) => match value.as_u64().and_then(|count| u8::try_from(count).ok()) {
                Some(count) => count,
                None => return unsupported(format!("{value} figures of the kind {}", def.name)),
            },
        };
        setup.figures.push((def.kind, count));
    }
    // options of expansions that take no part say nothing
    let context = SetupContext { setup: &setup, catalogue };
    let usual: Vec<_> =
        setup::options().filter(|def| setup.options.get(def.id) == (def.default)(&context)).map(|def| def.id).collect();
    usual.into_iter().for_each(|option| setup.options.set(option, 0));
    check_start(data, &setup, catalogue)?;
    Ok(setup)
}

/// The one tile that lies on the table must be the one with which the game begins here.
fn check_start(data: &SetupData, setup: &Setup, catalogue: &Catalogue) -> Result<(), Problem> {
    let Some(start) = &data.start else { return Ok(()) };
    let [one] = start.as_slice() else { return unsupported(format!("start: {} tiles", start.len())) };
    let ours = SetupContext { setup, catalogue }.start();
    let unrotated = matches!(text_of(&one.rotation).as_str(), "0" | "R0" | "null");
    match names::kind(catalogue, &one.tile) {
        Some((kind, Rotation::R0)) if Some(kind) == ours && one.x == 0 && one.y == 0 && unrotated => Ok(()),
        _ => unsupported(format!("start: {} at {},{}", one.tile, one.x, one.y)),
    }
}

fn read_action(message: &MessageData, catalogue: &Catalogue) -> Result<Action, Problem> {
    match message.kind.as_str() {
        "PASS" => Ok(Action::Pass),
        "COMMIT" => Ok(Action::Commit),
        "PLACE_TILE" => {
            let PlaceTileData { tile_id, rotation, position } = payload(message)?;
            let Some((kind, turn)) = names::kind(catalogue, &tile_id) else {
                return unsupported(format!("tile {tile_id}"));
            };
            let rotation = match rotation.as_str() {
                "R0" => Rotation::R0,
                "R90" => Rotation::R90,
                "R180" => Rotation::R180,
                "R270" => Rotation::R270,
                other => return fail(format!("no rotation {other:?}")),
            };
            Ok(Action::PlaceTile { kind, pos: read_pos(position)?, rotation: turn.then(rotation) })
        }
        "DEPLOY_MEEPLE" => {
            let DeployData { pointer, meeple_id } = payload(message)?;
            Ok(Action::DeployMeeple(read_pointer(pointer, &meeple_id)?))
        }
        "RETURN_MEEPLE" => {
            let ReturnData { pointer, source } = payload(message)?;
            let pointer = read_pointer(pointer.feature_pointer, &pointer.meeple_id)?;
            match source.as_deref() {
                None | Some("ABBOT_RETURN") => Ok(Action::ReturnMeeple(pointer)),
                Some("PRINCESS") => Ok(Action::SendHome(pointer)),
                Some(source) => unsupported(format!("message RETURN_MEEPLE of {source}")),
            }
        }
        "CAPTURE_FOLLOWER" => {
            let CaptureData { pointer } = payload(message)?;
            Ok(Action::CaptureFollower(read_pointer(pointer.feature_pointer, &pointer.meeple_id)?))
        }
        "MOVE_NEUTRAL_FIGURE" => {
            let NeutralData { figure_id, to } = payload(message)?;
            let name = figure_id.split('.').next().unwrap_or("");
            let Some(def) = names::figure(name).filter(|def| def.neutral) else {
                return unsupported(format!("element {name}"));
            };
            Ok(match to {
                Target::Square(square) => Action::MoveNeutral(def.kind, read_pos(square)?),
                Target::Beside(to) => Action::MoveBeside(def.kind, read_pointer(to.feature_pointer, &to.meeple_id)?),
            })
        }
        "PLACE_TOKEN" => {
            let TokenData { token, pointer } = payload(message)?;
            let (Some(known), Some(space)) = (names::token(&token), pointer.feature.as_deref().and_then(names::space))
            else {
                return unsupported(format!("token {token}"));
            };
            Ok(Action::PlaceToken(known, read_pos(pointer.position)?, space.into()))
        }
        "EXCHANGE_FOLLOWER" => {
            let PrisonerData { meeple_id } = payload(message)?;
            Ok(Action::ExchangeFollower(read_meeple(&meeple_id)?))
        }
        "PAY_RANSOM" => {
            let PrisonerData { meeple_id } = payload(message)?;
            Ok(Action::PayRansom(read_meeple(&meeple_id)?))
        }
        other => unsupported(format!("message {other}")),
    }
}

fn payload<'a, T: Deserialize<'a>>(message: &'a MessageData) -> Result<T, Problem> {
    T::deserialize(&message.payload).map_err(|error| Problem::Fail(format!("payload: {error}")))
}

/// A meeple's id is its player, its kind and a number: `0.small.1`.
fn read_meeple(meeple: &str) -> Result<Owned, Problem> {
    let mut parts = meeple.split('.');
    let (Some(player), Some(kind), Some(_)) = (parts.next().and_then(|p| p.parse().ok()), parts.next(), parts.next())
    else {
        return fail(format!("no meeple {meeple:?}"));
    };
    let Some(figure) = names::figure_of_meeple(kind) else { return unsupported(format!("element {kind}")) };
    Ok(Owned { player, figure })
}

fn read_pointer(data: FeaturePointer, meeple: &str) -> Result<Pointer, Problem> {
    let Owned { player, figure } = read_meeple(meeple)?;
    let space = data.feature.as_deref().and_then(names::space).map(str::to_string);
    let feature = match &data.feature {
        None => None,
        Some(_) if space.is_some() => None,
        Some(name) => match names::feature_named(name) {
            Some(feature) => Some(feature),
            None => return unsupported(format!("feature {name}")),
        },
    };
    Ok(Pointer { player, figure, pos: read_pos(data.position)?, feature, space, location: data.location })
}

/// No game reaches farther than it has tiles.
fn read_pos([x, y]: [i64; 2]) -> Result<Pos, Problem> {
    let limit = i64::from(MAX_TILES);
    let within = |value: i64| i16::try_from(value).ok().filter(|_| (-limit..=limit).contains(&value));
    match (within(x), within(y)) {
        (Some(x), Some(y)) => Ok(Pos::new(x, y)),
        _ => fail(format!("position {x},{y} is too far away")),
    }
}

/// Whether an element is in the game: a number above 0, or true.
fn is_on(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(value) => value.as_f64() != Some(0.0),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

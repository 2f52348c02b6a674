//! `import`: recorded games of JCloisterZone, replayed here or through a running service.

use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne_engine::engine::{Catalogue, Position};
use carcassonne_engine::notation::jcz::{self, MAX_BYTES, Played, Problem};
use carcassonne_engine::notation::{Record, print_record};
use carcassonne_engine::wire::encode;
use carcassonne_engine::wire::proto::position::Form;
use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{self, ApplyMoveRequest, NewGameRequest, ScoreRequest};
use clap::Args;
use tonic::Status;
use tonic::transport::Channel;

/// Largest state that a service may answer with.
const MAX_RESPONSE_BYTES: usize = 16 << 20;

#[derive(Args)]
pub struct Arguments {
    /// Recorded games (.jcz, JSON)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Play them through a running service too, and compare every state with the one computed here
    #[arg(long, value_name = "URL")]
    via: Option<String>,
    /// Print each game in the notation of records
    #[arg(long)]
    notation: bool,
}

/// Prints a line for each file: `ok`, `FAIL` and the first difference, or `unsupported` and what is missing.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let catalogue = Catalogue::built_in().map_err(|errors| errors.join("; "))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut service = match &arguments.via {
        None => None,
        Some(url) => {
            let connection = runtime.block_on(Channel::from_shared(url.clone())?.connect());
            let channel = connection.map_err(|error| format!("no service at {url}: {}", with_sources(&error)))?;
            Some(RulesServiceClient::new(channel).max_decoding_message_size(MAX_RESPONSE_BYTES))
        }
    };
    let mut failed = 0;
    let mut out = io::stdout().lock();
    for path in &arguments.files {
        let mut result = read(path).and_then(|text| jcz::check(&text, &catalogue));
        if let (Ok(played), Some(service)) = (&result, &mut service)
            && let Err(text) = runtime.block_on(play_via(service, &catalogue, played))
        {
            result = Err(Problem::Fail(format!("service: {text}")));
        }
        match result {
            Ok(played) => {
                writeln!(out, "{}: ok", path.display())?;
                if arguments.notation {
                    write!(out, "{}", record(&catalogue, played)?)?;
                }
            }
            Err(problem) => {
                failed += u32::from(matches!(problem, Problem::Fail(_)));
                writeln!(out, "{}: {}", path.display(), one_line(&problem.to_string()))?;
            }
        }
    }
    if failed > 0 { Err(format!("{failed} of {} recordings failed", arguments.files.len()).into()) } else { Ok(()) }
}

fn read(path: &Path) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    // one byte more than allowed tells that there is more
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| Problem::Fail(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| Problem::Fail(format!("not JSON: {error}")))
}

fn record(catalogue: &Arc<Catalogue>, played: Played) -> Result<String, String> {
    let Played { position, moves, .. } = played;
    let record = Record { setup: (*position.state().setup).clone(), moves };
    print_record(catalogue, &record)
        .map_err(|found| found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

/// Plays a game move by move through the service. The error is the first difference from what happens here.
async fn play_via(
    service: &mut RulesServiceClient<Channel>,
    catalogue: &Arc<Catalogue>,
    played: &Played,
) -> Result<(), String> {
    let setup = &played.position.state().setup;
    let mut events = Vec::new();
    let mut position = Position::new_game(catalogue, setup, &mut events).map_err(|found| format!("{found:?}"))?;
    let request = NewGameRequest { setup: Some(encode::setup(catalogue, setup)), ..Default::default() };
    let answer = service.new_game(request).await.map_err(|status| refused("NewGame", &status))?.into_inner();
    let mut state = answer.state.unwrap_or_default();
    let same = |name: &str, state: &proto::State, theirs: &[proto::Event], position: &Position, events: &[_]| {
        let events_differ = theirs != encode::events(catalogue, events);
        match *state == encode::state(catalogue, position.state()) {
            false => Err(format!("{name}: another state than here")),
            true if events_differ => Err(format!("{name}: other events than here")),
            true => Ok(()),
        }
    };
    same("NewGame", &state, &answer.events, &position, &events)?;
    for (i, mv) in played.moves.iter().enumerate() {
        let name = format!("ApplyMove {i}");
        events.clear();
        position.apply(mv, Some(&mut events)).map_err(|found| format!("{found:?}"))?;
        let moves = vec![encode::mv(catalogue, mv)];
        let request = ApplyMoveRequest { position: Some(typed(state)), moves, ..Default::default() };
        let answer = service.apply_move(request).await.map_err(|status| refused(&name, &status))?.into_inner();
        state = answer.state.unwrap_or_default();
        same(&name, &state, &answer.events, &position, &events)?;
    }
    let request = ScoreRequest { position: Some(typed(state)) };
    let score = service.score(request).await.map_err(|status| refused("Score", &status))?.into_inner();
    let scores = if played.ended_early { score.if_ended_now } else { score.now };
    let theirs: Vec<u32> = scores.iter().filter_map(|player| player.points).collect();
    let here = played.points();
    if theirs == here { Ok(()) } else { Err(format!("Score: {theirs:?}, here {here:?}")) }
}

fn typed(state: proto::State) -> proto::Position {
    proto::Position { form: Some(Form::State(Box::new(state))) }
}

fn refused(call: &str, status: &Status) -> String {
    format!("{call}: {:?}: {}", status.code(), status.message())
}

fn with_sources(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(&format!(": {error}"));
        source = error.source();
    }
    text
}

/// What a file holds must not look like the line of another one.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

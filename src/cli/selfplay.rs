//! `selfplay`: random games in process; one JSON object on stdout.

use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::thread;

use carcassonne_engine::engine::{Catalogue, Draw, Setup};
use carcassonne_engine::selfplay::{self, Job, Policy};
use carcassonne_engine::setup_text::{Figures, OptionValues, Ready, Sets};
use clap::Args;
use clap::error::ErrorKind;
use indicatif::{ProgressBar, ProgressStyle};

/// The same arguments give the same games and the same output, but for games_per_second.
#[derive(Args)]
pub struct Arguments {
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many players
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    players: u8,
    /// Sets of tiles, with copies: base,river:2
    #[arg(long, default_value = "base")]
    sets: Sets,
    /// House rules: farmers:off,small-city:half
    #[arg(long, default_value = "")]
    options: OptionValues,
    /// Figures per player that differ from the usual: meeple:5,abbot:2
    #[arg(long, default_value = "")]
    figures: Figures,
    /// Tiles that lie ready beside the table: how many are drawn, or which: stonehenge,tikal
    #[arg(long)]
    ready: Option<Ready>,
    /// How players decide
    #[arg(long, value_enum, default_value_t)]
    policy: Policy,
    /// Seed of all that is random
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads; all cores if not given. The games do not depend on it
    #[arg(long)]
    threads: Option<NonZero<usize>>,
}

pub fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let catalogue = Catalogue::built_in().map_err(|errors| errors.join("\n"))?;
    let setup = Setup {
        players: vec![String::new(); arguments.players.into()],
        sets: arguments.sets.0,
        options: arguments.options.0,
        figures: arguments.figures.0,
        draw: Draw::Host,
        offer: arguments.ready.map(|Ready(offer)| offer),
    };
    let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = arguments.threads.unwrap_or_else(cores);
    let job = Job { setup, policy: arguments.policy, games: arguments.games, seed: arguments.seed, threads };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")?;
    // drawn on stderr, and only if that is a terminal
    let bar = ProgressBar::new(job.games).with_style(style);
    let summary = selfplay::run(&catalogue, &job, &|| bar.inc(1)).unwrap_or_else(|violations| {
        let lines: Vec<String> = violations.iter().map(|violation| format!("--{violation}\n")).collect();
        clap::Error::raw(ErrorKind::ValueValidation, lines.concat()).exit()
    });
    bar.finish_and_clear();
    writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&summary)?)?;
    Ok(())
}

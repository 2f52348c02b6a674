//! The command line. A subcommand is a module with its arguments and a function `run`.

mod import;
mod render;
mod selfplay;
mod serve;

use std::error::Error;

use carcassonne_engine::server::Settings;
use clap::{Parser, Subcommand};

/// Rules engine for Carcassonne as a stateless gRPC service (unofficial).
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Settings,
}

#[derive(Subcommand)]
enum Command {
    /// Serve on a network address (what happens without a subcommand)
    Serve(Settings),
    /// Replay recorded games of JCloisterZone and check what they claim
    Import(import::Arguments),
    /// Play random games and print a summary as JSON
    Selfplay(selfplay::Arguments),
    /// Draw a position, the last position of a record, or the catalogue as SVG
    Render(render::Arguments),
}

impl Cli {
    /// Does what was asked for.
    pub fn run(self) -> Result<(), Box<dyn Error>> {
        match self.command.unwrap_or(Command::Serve(self.serve)) {
            Command::Serve(settings) => serve::run(&settings),
            Command::Import(arguments) => import::run(&arguments),
            Command::Selfplay(arguments) => selfplay::run(arguments),
            Command::Render(arguments) => render::run(&arguments),
        }
    }
}

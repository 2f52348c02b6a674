//! The command line. A subcommand is a module with its arguments and a function `run`.

mod import;
mod render;
mod selfplay;
mod serve;

use std::env;
use std::error::Error;
use std::path::PathBuf;

use carcassonne_engine::engine::Catalogue;
use carcassonne_engine::server::Settings;
use clap::{Args, Parser, Subcommand};

/// Rules engine for Carcassonne as a stateless gRPC service (unofficial).
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Settings,
    #[command(flatten)]
    catalogue: CatalogueFiles,
}

/// Tiles of the operator's own, read before everything else because other arguments name sets.
#[derive(Args)]
pub struct CatalogueFiles {
    /// File with tiles and sets of one's own (format: data/base.toml); those with the id of one that is there take its
    /// place. Every replica of a service needs the same
    #[arg(long = "catalogue-file", env = CatalogueFiles::VARIABLE, value_name = "FILE", global = true,
          value_delimiter = ',')]
    files: Vec<PathBuf>,
}

impl CatalogueFiles {
    const FLAG: &str = "--catalogue-file";
    const VARIABLE: &str = "CARCASSONNE_CATALOGUE_FILE";

    /// The files as they stand in the arguments or, if there are none, in the environment.
    fn early() -> Vec<PathBuf> {
        let mut named = Vec::new();
        let mut arguments = env::args();
        while let Some(argument) = arguments.next() {
            match argument.strip_prefix(Self::FLAG) {
                Some("") => named.extend(arguments.next()),
                Some(rest) => named.extend(rest.strip_prefix('=').map(String::from)),
                None => {}
            }
        }
        if named.is_empty() {
            named.extend(env::var(Self::VARIABLE).ok());
        }
        named.iter().flat_map(|list| list.split(',')).filter(|path| !path.is_empty()).map(PathBuf::from).collect()
    }
}

/// Lays the operator's tiles over those that the engine carries.
pub fn install_catalogue() -> Result<(), Box<dyn Error>> {
    let files = CatalogueFiles::early();
    if files.is_empty() {
        return Ok(());
    }
    let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let texts = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    Catalogue::install(&texts).map_err(|errors| errors.join("\n").into())
}

#[derive(Subcommand)]
enum Command {
    /// Serve on a network address (what happens without a subcommand)
    Serve(Box<Settings>),
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
        match self.command.unwrap_or(Command::Serve(Box::new(self.serve))) {
            Command::Serve(settings) => serve::run(&settings),
            Command::Import(arguments) => import::run(&arguments),
            Command::Selfplay(arguments) => selfplay::run(arguments),
            Command::Render(arguments) => render::run(&arguments),
        }
    }
}

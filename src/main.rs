//! The program: one subcommand each in `cli`, serving if none is given.

mod cli;

use std::process::ExitCode;

use carcassonne_engine::server::parse;

fn main() -> ExitCode {
    let run = || match parse::<cli::Cli>(std::env::args_os().collect()) {
        Ok(cli) => cli.run(),
        Err(error) => error.exit(),
    };
    match cli::install_catalogue().and_then(|()| run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("carcassonne-engine: {error}");
            ExitCode::FAILURE
        }
    }
}

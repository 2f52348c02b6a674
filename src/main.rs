//! The program: one subcommand each in `cli`, serving if none is given.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::install_catalogue().and_then(|()| cli::Cli::parse().run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("carcassonne-engine: {error}");
            ExitCode::FAILURE
        }
    }
}

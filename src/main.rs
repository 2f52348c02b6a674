//! The program: one subcommand each in `cli`, serving if none is given.

mod cli;

use std::process::ExitCode;

use carcassonne_engine::server::parse;

fn main() -> ExitCode {
    // arguments may name what the catalogue holds, but whatever is wrong is told at once
    let catalogue = cli::install_catalogue();
    let parsed = parse::<cli::Cli>(std::env::args_os().collect());
    let told = |error: &dyn std::fmt::Display| eprintln!("carcassonne-engine: {error}");
    if let Err(error) = &catalogue {
        told(error);
    }
    match parsed {
        Err(error) => error.exit(),
        Ok(_) if catalogue.is_err() => ExitCode::from(2),
        Ok(cli) => match cli.run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                told(&error);
                ExitCode::FAILURE
            }
        },
    }
}

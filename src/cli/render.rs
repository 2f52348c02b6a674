//! `render`: a picture of a position or of the catalogue.

use std::error::Error;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use carcassonne_engine::deal;
use carcassonne_engine::engine::{Catalogue, Position, Violation};
use carcassonne_engine::notation::{parse_position, parse_record};
use carcassonne_engine::render::{RenderOptions, catalogue_sheet, svg};
use clap::Args;

/// What is drawn and where it goes.
#[derive(Args)]
pub struct Arguments {
    /// Position line or record of a game (its last position); standard input if left out or "-"
    file: Option<PathBuf>,
    /// Where the SVG goes; standard output if left out
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Mark what may be done next
    #[arg(long)]
    legal: bool,
    /// Pixels of the side of a square
    #[arg(long, default_value_t = RenderOptions::default().square, value_parser = clap::value_parser!(u32).range(1..=1000))]
    square: u32,
    /// Draw every kind of tile instead
    #[arg(long, conflicts_with_all = ["file", "legal", "square"])]
    catalogue: bool,
}

/// Draws what was asked for.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let catalogue = Catalogue::built_in().map_err(|errors| errors.join("\n"))?;
    let picture = if arguments.catalogue {
        catalogue_sheet(&catalogue)
    } else {
        let text = read(arguments)?;
        let position = position(&catalogue, &text).map_err(|violations| {
            let lines: Vec<String> = violations.iter().map(Violation::to_string).collect();
            lines.join("\n")
        })?;
        let options = RenderOptions { legal: arguments.legal, square: arguments.square, ..RenderOptions::default() };
        svg(&position, &options)
    };
    match &arguments.output {
        Some(path) => std::fs::write(path, picture).map_err(|error| format!("{}: {error}", path.display()))?,
        None => io::stdout().write_all(picture.as_bytes())?,
    }
    Ok(())
}

fn read(arguments: &Arguments) -> Result<String, String> {
    match arguments.file.as_deref().filter(|path| path.as_os_str() != "-") {
        Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display())),
        None => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
            Ok(text)
        }
    }
}

/// The position of a line, or the last one of a record.
fn position(catalogue: &Arc<Catalogue>, text: &str) -> Result<Position, Vec<Violation>> {
    if text.trim_start().starts_with("carcassonne/") {
        return Position::from_state(catalogue, parse_position(catalogue, text.trim())?);
    }
    let record = parse_record(catalogue, text)?;
    let mut position = Position::new_game(catalogue, &record.setup, &mut Vec::new())?;
    deal::deal(&mut position, None);
    for mv in &record.moves {
        deal::apply(&mut position, mv, None)?;
    }
    Ok(position)
}

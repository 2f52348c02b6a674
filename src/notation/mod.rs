//! Text forms: a position in one line, a record of a game, and the moves in both. `docs/notation.md` is their manual.
//!
//! Each thing is printed in exactly one way. What is read may differ from that where the manual says so; everything else
//! is refused with the place and what was expected there. Sets, tiles, figures, options and rules are called what the
//! catalogue and the tables of the engine call them, so a new expansion needs nothing here.

mod moves;
mod position;
mod record;
mod segment;
mod setup;
mod text;

pub use moves::{parse_moves, print_move};
pub use position::{parse_position, print_position};
pub use record::{Record, parse_record, print_record};
pub use segment::{parse_segment, segment_name};
pub use text::MAX_BYTES;

//! Rules engine for Carcassonne.
pub mod deal;
pub mod engine;
pub mod selfplay;
pub mod setup_text;

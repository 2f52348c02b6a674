//! Rules engine for Carcassonne.
pub mod engine;

//! Rules engine for Carcassonne.
pub mod engine;
pub mod server;
pub mod wire;

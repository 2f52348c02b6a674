//! The service as operators, callers and attackers meet it, over real sockets.

mod callers;
mod common;
mod hostile;
mod life;
mod limits;
mod play;
mod positions;
#[path = "../process/mod.rs"]
mod process;
mod rollout;
mod sealing;
mod settings;
mod telemetry;
mod tls;
mod web;

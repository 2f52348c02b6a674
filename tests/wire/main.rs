//! The RPCs as functions: round trips, refusals, tables.

mod games;
mod play;
mod positions;
mod refusals;
mod rollout;
mod round_trips;
mod rpcs;
mod state_bytes;
mod tables;
mod texts;

//! The RPCs as functions: round trips, refusals, tables.

mod games;
mod refusals;
mod round_trips;
mod rpcs;
mod tables;

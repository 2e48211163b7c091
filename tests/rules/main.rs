//! The rules against data: games, perft lists, laws.

mod games;
mod laws;
mod perft;
#[path = "../support/properties.rs"]
mod properties;
mod squares;

//! The rules against data: games, perft lists, laws.

mod games;
mod hans38;
mod laws;
mod perft;

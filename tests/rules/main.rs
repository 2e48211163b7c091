//! The rules against data: games, perft lists, laws.

mod games;
mod laws;
mod perft;
mod squares;

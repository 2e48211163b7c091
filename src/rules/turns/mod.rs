//! Turns: what a game has to say of them ([`ruleset`]), and what follows from that for every game:
//! listing, judging what a player typed, perft, and the game in progress.

pub mod judge;
pub mod listing;
pub mod perft;
pub mod ruleset;
pub mod selector;
mod session;

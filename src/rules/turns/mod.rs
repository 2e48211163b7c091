//! Turns: what a game has to say of them ([`ruleset`]), and what follows from that for every game:
//! listing, judging what a player typed, finding turns in what people write, perft, and the game in
//! progress.

mod captures;
mod followers;
pub mod judge;
pub mod listing;
mod mentions;
pub mod perft;
mod reading;
pub mod ruleset;
pub mod selector;
mod session;
pub mod visit;
pub mod walk;

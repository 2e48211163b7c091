//! The kit that all games share: squares, boards, movement, positions, turns, notation, diagrams,
//! perft. It knows nothing of time, chance, files, mail or the database.

pub mod bitboard;
pub mod diagram;
pub mod game;
pub mod geometry;
pub mod movement;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod placement;
pub mod repetition;
pub mod ruleset;
pub mod session;
pub mod square;
pub mod variant;

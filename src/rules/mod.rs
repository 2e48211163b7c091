//! The kit that all games share: squares, boards, movement, positions, turns, notation, diagrams,
//! perft. It knows nothing of time, chance, files, mail or the database.

pub mod diagram;
pub mod game;
pub mod outcome;

//! The command line.

pub mod perft;
pub mod referee;
pub mod variant;

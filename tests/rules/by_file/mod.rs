//! Games that come from files.

pub mod faults;
pub mod vectors;

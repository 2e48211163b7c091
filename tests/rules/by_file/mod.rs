//! Games that come from files.

pub mod betza;
pub mod cases;
pub mod faults;
pub mod vectors;

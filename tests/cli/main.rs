//! The real program, started as users start it.

mod commands;
// Only debug builds stop at named points.
#[cfg(debug_assertions)]
mod kill;
mod once;
mod place;
mod receive;

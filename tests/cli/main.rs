//! Tests of the program itself, started as a process.

mod commands;
#[cfg(debug_assertions)]
mod daemon;
mod doctor;
// Only debug builds stop at named points.
#[cfg(debug_assertions)]
mod kill;
mod manual;
mod once;
mod place;
mod quarantine;
mod receive;
mod running;

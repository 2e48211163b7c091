//! The real program, started as users start it.

mod commands;
mod daemon;
mod doctor;
mod manual;
mod once;
mod place;
mod put_aside;
mod receive;
mod running;

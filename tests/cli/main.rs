//! Tests of the program itself, started as a process.

mod commands;
mod daemon;
mod delivery;
mod doctor;
mod giants;
mod manual;
mod migration;
mod newer_rules;
mod once;
mod parse;
mod place;
mod quarantine;
mod receive;
mod running;

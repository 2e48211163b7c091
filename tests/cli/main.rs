//! Tests of the program itself, started as a process.

mod boards;
mod bounced;
mod budgets;
mod commands;
mod daemon;
mod delivery;
mod directed;
mod doctor;
mod engines;
mod event;
mod faults;
mod giants;
#[allow(dead_code, reason = "the laws of conversations use the rest")]
#[path = "../support/html_page.rs"]
mod html_page;
mod links;
mod lists;
mod manual;
mod migration;
mod mounts;
mod newer_rules;
mod once;
#[path = "../support/openmetrics.rs"]
mod openmetrics;
mod pages;
mod parse;
#[allow(dead_code, reason = "the tests against servers use all of it")]
#[path = "../server/peer.rs"]
mod peer;
mod people;
mod place;
mod play;
mod postgres;
mod quarantine;
mod ratings;
mod receive;
mod refused;
mod restore;
mod running;
mod secrets;
mod seen;
mod served;
mod setup;
mod upgrade;
mod variants;

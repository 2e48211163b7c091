//! The rules against data (games, perft lists, typed turns), and laws.

mod bin;
mod by_file;
mod data;
mod eight_piece;
mod exports;
mod games;
mod kit;
mod laws;
mod lessons;
mod lists;
mod people;
mod perft;
#[path = "../support/properties.rs"]
mod properties;
mod squares;
mod words;
#[path = "yonin-bishogi/mod.rs"]
mod yonin;

//! Zugpost: correspondence chess variants, played by answering e-mails.
//!
//! # The rooms
//!
//! | room | what it does |
//! |---|---|
//! | [`rules`] | the kit all games share: squares, boards, movement, turns, notation, diagrams |
//! | [`variants`] | one folder per game family; [`variants::VARIANTS`] is the only list |
//! | [`commands`] | the text of a mail → verbs, guards, and lines that only the game can read |
//! | [`letters`] | one struct per outgoing letter → subject and body |
//! | [`mail`] | bytes ↔ messages; where mail comes from and goes to |
//! | [`games`] | stored games: row, events, and the position they lead to |
//! | [`store`] | SQLite: text, bytes and ids only |
//! | [`office`] | the server's mind: one message in, one transaction out |
//! | [`daemon`] | the loops of `zugpost run`: fetcher, writer, sender |
//! | [`cli`] | the command line |
//!
//! # One mail's journey
//!
//! A [`mail::source::Source`] hands over bytes → stored in the inbox, committed → marked at the
//! source → parsed; robots end here → the sender is recognised → commands are read → `office`
//! decides on a copy of the game → one transaction writes events, state and finished letters → the
//! sender of letters counts the try, hands over, marks. Killed anywhere, the next start goes on.

pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod daemon;
pub mod games;
pub mod helper;
pub mod ids;
pub mod letters;
pub mod mail;
pub mod office;
pub mod rules;
pub mod store;
pub mod text;
pub mod variants;

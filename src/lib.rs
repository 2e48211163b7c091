//! Zugpost: correspondence chess variants, played by answering e-mails.
//!
//! # Modules
//!
//! | module | what it does |
//! |---|---|
//! | [`rules`] | what all games share: squares, boards, movement, turns, notation, views |
//! | [`variants`] | one folder per game family; [`variants::VARIANTS`] is the only list |
//! | [`store`] | the database (SQLite): text, bytes and ids only |
//! | [`games`] | stored games: row, events, and the position that the events lead to |
//! | [`words`] | the sentences that readers get, by name and language |
//! | [`referee`] | answers requests about positions and turns, as JSON |
//! | [`drawings`] | makes boards, and the rules in words, of what games return |
//! | [`commands`] | reads the commands in the text of a mail |
//! | [`mail`] | parses and composes messages; sources of mail and transports for letters |
//! | [`letters`] | renders the texts of letters from templates |
//! | [`office`] | decides what a mail does, and writes it in one transaction |
//! | [`daemon`] | the threads of `zugpost run`: fetcher, judge, deliverer |
//! | [`cli`] | the command line |
//! | [`clock`], [`config`], [`ids`], [`text`] | time, settings, tokens, text for letters |
//!
//! # What happens to a mail
//!
//! 1. A [`mail::source::Source`] hands over a [`mail::source::RawMessage`]. It is stored in the inbox and
//!    committed, then marked at the source.
//! 2. [`office`] parses the mail. Mails of programs are not answered.
//! 3. The author is found, the commands are read and carried out on the game in memory.
//! 4. One transaction writes verdict, events, status and composed letters.
//! 5. For each letter the try is counted, the letter is handed to a [`mail::transport::Transport`], and
//!    the result is noted.
//!
//! A process may be killed at any time; the next one continues.

pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod daemon;
pub mod drawings;
pub mod games;
pub mod ids;
pub mod letters;
pub mod mail;
pub mod office;
pub mod referee;
pub mod rules;
pub mod secret;
pub mod store;
pub mod text;
pub mod variants;
pub mod words;

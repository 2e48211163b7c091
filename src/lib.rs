//! Zugpost: correspondence chess variants, played by answering e-mails.
//!
//! # Modules
//!
//! | module | what it does |
//! |---|---|
//! | [`reading`] | the words by which is read what people write, in all languages |
//! | [`rules`] | what all games share: squares, boards, movement, turns, notation, views |
//! | [`variants`] | one folder per game family; [`variants::VARIANTS`] is the only list of those that can be played |
//! | [`store`] | what is stored: the trait [`store::Store`], decisions as data, SQLite and PostgreSQL |
//! | [`games`] | stored games: the position that the events lead to, and what is decided about requests |
//! | [`words`] | the sentences that readers get, by name and language |
//! | [`engines`] | programs of others that play: what is said to them |
//! | [`lessons`] | small positions with which a game is learnt |
//! | [`partner`] | the program that plays: which turn it finds best |
//! | [`ratings`] | what the rated games of each month make of ratings, as plain numbers |
//! | [`referee`] | answers requests about positions and turns, as JSON |
//! | [`drawings`] | makes boards, and the rules in words, of what games return |
//! | [`commands`] | reads the commands in the text of a mail |
//! | [`challenge`] | a challenge or a seek as a plain value |
//! | [`meeting`] | how players meet: the terms of challenges and seeks, names, limits |
//! | [`contests`] | events of several games: who plays whom, and the table |
//! | [`listen`] | sockets on which other programs connect |
//! | [`mail`] | parses and composes messages; sources of mail and transports for letters |
//! | [`letters`] | what letters say, as data, and how it becomes text |
//! | [`office`] | decides what a mail, a command, a timer or a delivery brings about, and sends letters |
//! | [`time`] | time controls, clocks, leave, dates and time zones, as pure functions |
//! | [`pages`] | public pages as files for a web server |
//! | [`web`] | the served part of the pages: requests become answers, forms become mails |
//! | [`daemon`] | the threads of `zugpost run`: fetcher, judge, deliverers |
//! | [`cli`] | the command line |
//! | [`clock`], [`config`], [`ids`], [`metrics`], [`outside`], [`secret`], [`status`], [`text`], [`tokens`] | time, settings, numbers of rows, what is counted, programs of others, the file of the secret, words of status, text for letters, tokens |
//!
//! # What happens to a mail
//!
//! 1. A [`mail::source::Source`] hands over a [`mail::source::RawMessage`]. It is stored in the inbox and
//!    committed, then marked at the source.
//! 2. [`office`] parses the mail. Mails of programs are not answered. The author is found, and the games of
//!    which the mail holds the author's reply tokens.
//! 3. Each line is a query, which is noted, or a request, which [`games::decide`] decides about: events
//!    happen, or it is refused.
//! 4. One transaction writes a [`store::Decision`]: the verdict on the mail, events, tokens, and letters as
//!    data ([`letters::LetterData`]).
//! 5. A letter is put into words when it is tried for the first time. Try and bytes are stored, the letter
//!    is handed to a [`mail::transport::Transport`], and the result is noted.
//!
//! A process may be killed at any time; the next one continues.

pub mod challenge;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod contests;
pub mod daemon;
pub mod drawings;
pub mod engines;
pub mod games;
pub mod ids;
pub mod lessons;
pub mod letters;
pub mod listen;
pub mod mail;
pub mod meeting;
pub mod metrics;
pub mod office;
pub mod outside;
pub mod pages;
pub mod partner;
pub mod ratings;
pub mod reading;
pub mod referee;
pub mod rules;
pub mod secret;
pub mod status;
pub mod store;
pub mod text;
pub mod time;
mod tls;
pub mod tokens;
pub mod variants;
pub mod web;
pub mod words;

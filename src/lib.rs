//! Zugpost: correspondence chess variants, played by answering e-mails.

pub mod clock;
pub mod commands;
pub mod config;
pub mod rules;
pub mod variants;

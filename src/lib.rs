//! Zugpost: correspondence chess variants, played by answering e-mails.

pub mod cli;
pub mod rules;
pub mod variants;

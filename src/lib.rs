//! Zugpost: correspondence chess variants, played by answering e-mails.

pub mod mail;
pub mod rules;
pub mod variants;

//! Zugpost: correspondence chess variants, played by answering e-mails.

pub mod commands;
pub mod ids;
pub mod rules;
pub mod store;
pub mod variants;

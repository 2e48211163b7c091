//! Words that people put around turns, in the common languages: frames (`I play …`), closing formulas,
//! corrections and doubts, answers to an offer. Text only; no game is asked.
//!
//! The words are in `templates/*/reading/`; `words` says how a line is compared with them. Every function takes time
//! proportional to the length of the line and accepts any text.

mod clauses;
mod closings;
mod commands;
mod contacts;
mod doubts;
mod for_now;
mod frames;
mod names;
mod offers;
mod questions;
mod requests;
mod sentences;
mod subjects;
mod talk;
mod wishes;
mod words;

#[cfg(test)]
mod tests;

pub use closings::closes;
pub use commands::translated;
pub use contacts::is_contact;
pub use doubts::{Doubt, casts_doubt, doubt, jokes, names_square, takes_back};
pub use for_now::{for_now, weighs};
pub use frames::{without_frame, without_turn_word};
pub use names::{is_lone_name, is_same_name};
pub use offers::{answer_to_offer, is_farewell, names_draw};
pub use questions::holds_question;
pub use requests::{Asked, answer_to_request, grant, request, request_and_talk};
pub use sentences::{Cut, cuts, sentences_of};
pub use subjects::subjects;
pub use talk::{continues_freely, has_short_objection, language, leads_freely, leaves_turns};
pub use wishes::{Wish, before_offer, wish};

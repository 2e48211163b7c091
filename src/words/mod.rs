//! The sentences that readers get: their texts by name, in each language.
//!
//! The texts are files in `templates/<language>/`. Everywhere else a sentence is a name with
//! arguments. The files of the folders `notices`, `reasons`, `help` and `names` hold many short
//! texts each (`sections.rs` has their form); those of `letters` and `rules` are one text each.
//!
//! A text that a language does not have is taken from English, sentence by sentence. An operator's
//! folder may replace any text and add languages; a text of theirs that cannot be used is passed
//! over, with a warning.

mod built_in;
mod catalog;
mod check;
mod environment;
mod forms;
mod reason;
mod sections;
mod told;
mod trial;
mod voice;

pub use built_in::english_files;
pub use catalog::{ENGLISH, Words};
pub use check::{Fault, FaultKind};
pub use sections::read as sections;
pub use told::{kind, told, unnamed};
pub use trial::Trial;
pub use voice::Voice;

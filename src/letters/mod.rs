//! Letters: what they say as data, and how it becomes text.
//!
//! A letter is stored as [`LetterData`] and rendered at its first try. All words are in
//! `templates/<language>/`; here every kind of refusal, event, note and report finds its own. The
//! module knows nothing of headers, addresses and the outbox.
//!
//! | file | contents |
//! |---|---|
//! | `data` | [`LetterData`]: everything that a letter can say |
//! | `render` | [`Renderer`]: a letter as subject and body |
//! | `seat` | the page of a game for one seat |
//! | `game_words`, `notes` | the words of refusals, events, notes, notices, reports |
//! | `html` | the HTML part of a letter, made from its text: `lines` are its paragraphs, `page` writes them; `links`: turns that are links there |
//! | `shown` | [`Shown`](shown::Shown): what a letter speaks of besides its own data, read by the office: views of games and what has happened in them, no game |
//! | `settings` | what a player has chosen |
//! | `personal`, `choices` | the words of settings, of leave, and about games that are watched |
//! | `digest` | letters with the news of several games, or of one that is watched |
//! | `clock`, `time_words` | clocks, and what happens to them; `instants`: moments for a reader |
//! | `consent_words` | the words of what needs the consent of others |
//! | `plans` | the words about conditional turns |
//! | `account` | the words of letters to players about no game |
//! | `challenges` | the words of challenges and seeks |
//! | `ruling` | answers to umpires who write by mail |
//! | `public` | answers to people without a token |
//! | `query`, `preview` | answers to what a player wants to see; the board after turns that are not played, or only begun |
//! | `files` | files that go with letters: records of games, and games as moving pictures |
//! | `help` | the list of commands, and hints |
//! | `views` | lists and boards as lines of text |
//! | `samples` | recorded letters that say everything, which every text is tried on |

mod account;
mod cases;
mod challenges;
mod choices;
mod clock;
mod consent_words;
mod contests;
mod data;
mod digest;
mod files;
mod game_words;
mod headline;
pub mod help;
mod html;
mod instants;
mod lessons;
mod links;
mod notes;
mod outsiders;
mod people;
mod personal;
mod persons;
mod plans;
mod preview;
mod public;
mod query;
mod ratings;
mod render;
mod reviews;
mod ruling;
pub mod samples;
mod seat;
pub mod settings;
pub mod shown;
mod subjects;
mod time_words;
pub mod views;

pub use challenges::challenge_text;
pub use choices::value as choice_value;
pub use clock::Present;
pub use consent_words::{answer_lines, no_terms};
pub use data::*;
pub use files::{FileContent, LetterFile};
pub use game_words::GameWords;
pub use html::{AnswerTo, HtmlPart, ShownPicture};
pub use instants::Instants;
pub use notes::note as note_text;
pub use render::{Rendered, Renderer};
pub use reviews::comment as review_comment;
pub use settings::{PlayerSettings, RatingMoved};

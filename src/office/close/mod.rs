//! What has changed is closed: news, watchers, timers, plans, digests and letters become parts of the decision.
//!
//! | file | contents |
//! |---|---|
//! | `game` | the one way in which a changed game is closed |
//! | `watchers` | those who watch a game are told |
//! | `challenge` | the one way in which a changed challenge is closed |
//! | `log` | what is written of acts to the logs of challenges and players |
//! | `person` | the one way in which a changed player is closed |
//! | `person_rows` | what has happened to a player, as changes of rows |
//! | `leave` | opponents are told about leave |
//! | `due` | when something is due next in a game |
//! | `answer` | the mail of a player is closed, and answered |
//! | `begin` | a game that is begun |
//! | `questions` | questions about no game |
//! | `letters` | letters to be sent, with their tokens |
//! | `digests` | news that wait for one letter a day |
//! | `limits` | what is limited by day: answers, words, letters to strangers |

pub(in crate::office) mod answer;
pub(in crate::office) mod begin;
pub(in crate::office) mod challenge;
mod contest;
pub(in crate::office) mod digests;
pub(in crate::office) mod due;
pub(in crate::office) mod game;
pub(in crate::office) mod leave;
pub(in crate::office) mod letters;
pub(in crate::office) mod limits;
mod log;
mod person;
pub mod person_rows;
pub(in crate::office) mod questions;
mod watchers;

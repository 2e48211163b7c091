//! What a mail or a letter needs is loaded: the content of a mail, its author, the games that it is about, when it came,
//! and what a letter speaks of.
//!
//! | file | contents |
//! |---|---|
//! | `ahead` | what the usual mail and the usual letter need, asked for together |
//! | `mail` | a mail of the inbox with what was read of it |
//! | `author` | who wrote a mail, and which of their games it proves to be about |
//! | `tokens` | the reply tokens in it |
//! | `scope` | which games a mail without a key is about |
//! | `reader` | what the reader of a mail asks the games about |
//! | `doubt` | reason to doubt who has written it |
//! | `challenges` | challenges, of the rows in which they are stored |
//! | `people` | players, of the rows in which they are stored |
//! | `language` | the language in which somebody is answered who is no member |
//! | `mailboxes` | which accounts are those of one person |
//! | `clocks` | when mails came and when mail was read; whether the machine's clock can be trusted |
//! | `shown` | what a letter speaks of, read from one snapshot |

pub(in crate::office) mod ahead;
pub(in crate::office) mod author;
pub mod challenges;
mod clocks;
pub mod contests;
pub(in crate::office) mod doubt;
pub(in crate::office) mod language;
pub(in crate::office) mod mail;
pub(in crate::office) mod mailboxes;
pub(in crate::office) mod people;
pub(in crate::office) mod reader;
pub(in crate::office) mod scope;
pub mod shown;
pub(in crate::office) mod tokens;

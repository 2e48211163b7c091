//! What is wanted is carried out, request by request, each on what the one before has left.
//!
//! | file | contents |
//! |---|---|
//! | `session` | the mail of a player: their games, as its lines change them |
//! | `script` | the lines of a mail, as they are read |
//! | `lines`, `in_game` | the lines as requests and queries, and what comes of them |
//! | `requests`, `consent`, `plans` | what a line wants done or shown |
//! | `several` | lines without a number, in the answer to a letter about several games |
//! | `answers` | what `yes` answers |
//! | `trust` | what an author may do in a game |
//! | `member` | lines about no game, and questions that wait for a `yes` |
//! | `oneself` | what players want to change about themselves is decided and closed |
//! | `addresses` | a player's addresses, the format of their letters, games that they decline |
//! | `preferences`, `times`, `leave` | what a player chooses; leave |
//! | `watching` | who watches which game |
//! | `challenges` | challenges and seeks |
//! | `people` | who joins and leaves; what members may know of each other; letters to those who are none |
//! | `unproven` | mails without proof: of strangers, and in a player's name |
//! | `bounce`, `spam` | delivery reports; spam complaints |
//! | `deadlines` | what becomes due in games |
//! | `engines` | programs of others: which games they can play, and what happens when they do not play |
//! | `programs` | programs that play think about their turns, and answer what they are asked |
//! | `quiz` | they try again what they have done wrong |
//! | `reviews` | they look back at games that are over |
//! | `umpire` | commands of the umpire |

mod addresses;
mod answers;
pub(in crate::office) mod bounce;
pub mod challenges;
mod consent;
pub mod contests;
mod deadlines;
mod engines;
mod in_game;
mod leave;
pub(in crate::office) mod lessons;
mod lines;
pub(in crate::office) mod member;
mod oneself;
pub mod people;
mod plans;
mod preferences;
pub mod programs;
mod quiz;
mod requests;
mod reviews;
mod script;
pub(in crate::office) mod session;
mod several;
mod spam;
mod times;
mod trust;
pub mod umpire;
mod unproven;
mod watching;

//! The referee: answers questions about positions and turns, without mail or database
//! (`docs/rules/README.md`, The referee).
//!
//! | file | contents |
//! |---|---|
//! | `request` | [`Request`]: what is asked |
//! | `reply` | [`Answer`]: what is answered, or why it is [`Refused`] |
//! | `judge` | [`answer`]: plays the turns of a request and answers its questions |
//! | `lines` | [`answer_lines`]: one request and one answer on each line |
//!
//! ```
//! use zugpost::referee::{Answer, Request, answer};
//! use zugpost::variants::Games;
//!
//! let request: Request =
//!     serde_json::from_str(r#"{"variant":"chess","turns":["e4"],"ask":["count","check"]}"#)?;
//! let Answer::Given(given) = answer(Games::built_in(), &request) else { panic!("a right request") };
//! assert_eq!(given.to_move.as_deref(), Some("black"));
//! assert_eq!(given.count, Some(Some(20)));
//! assert_eq!(
//!     serde_json::to_string(&given)?,
//!     r#"{"check":[],"count":20,"to_move":"black"}"#
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

mod judge;
mod lines;
mod reply;
mod request;

pub use judge::answer;
pub use lines::{LONGEST_LINE, answer_lines};
pub use reply::{Answer, Code, Ended, Given, Refused};
pub use request::Request;

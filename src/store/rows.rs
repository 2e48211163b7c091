//! What is stored, as it is read.

mod acts;
mod challenges;
mod digests;
mod games;
mod people;
mod players;
mod post;
mod questions;
mod server;
mod times;
mod tokens;

pub use acts::{ActRow, LogOf};
pub use challenges::{ChallengeRow, PlaceRow};
pub use digests::DigestRow;
pub use games::{Answers, Course, EventRow, GameRow, LoggedEvent, SeatRow};
pub use people::{NoteRow, OutsiderRow, RelationRow};
pub use players::{AddressRow, ConfirmationRow, Membership, PlayerLogRow, PlayerRow};
pub use post::{ClaimedMail, LetterRow, MailBytes, MailRow};
pub use questions::{AccountQuestionRow, Asked, QuestionRow};
pub(super) use server::RETRIED;
pub use server::{Counts, QueueRow, Spent, TimerRow};
pub use times::{ClockCounts, LeaveRow, OpenTurn, OutageRow};
pub use tokens::{TokenRow, TokenScope, TokenSection};

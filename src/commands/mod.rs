//! The text of a mail → what it asks for.
//!
//! [`read`] takes the lines that the mail room left over (quotes, signatures and closing words are
//! gone) and says what each of them asks for. This room is pure and knows no game: whether a line
//! that is no command is a turn, only the game in scope can say, so that it comes in as a function.
//! [`table::VERBS`] is the only list of commands; the texts of `commands` and `help` come from it.
//!
//! How sure a reading is decides what prose can set off. A line that has a command's whole shape is
//! *sure*. A line that merely begins with a command's word (`show me how`) is *loose*: it begins no
//! commands while a surer line follows, and below a turn it is comment. What cannot be taken back
//! is only ever read from a whole line.

pub mod help;
pub mod subject;
pub mod table;

mod habits;
mod line;
mod shapes;
mod walk;

pub use habits::without_password;
pub use subject::{subject_game, subject_text};

/// What a mail asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The lines that were read, in the order of the mail. Text above the first command, blank
    /// lines, lines of punctuation alone and comments of turns are not among them.
    pub lines: Vec<Line>,
    /// How many lines (blank ones and mere punctuation not counted) were left unread: those after
    /// the third that made no sense, those of a comment after its tenth, and those after a `PRESS`
    /// without end.
    pub unread: usize,
    /// The body held no command, and the one line in `lines` is the Subject.
    pub from_subject: bool,
}

/// One line of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line as written, trimmed; a password in it is blanked.
    pub text: String,
    /// The game that the line names: `#17` as its first word, alone on an earlier line, or in the
    /// ways of older servers. [`Command::Show`] holds the game it asks for itself.
    pub game: Option<i64>,
    /// What the line asks for.
    pub command: Command,
}

/// What a line asks for. Names, squares and turns are as written, nothing is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A turn.
    Turn {
        /// The turn it is meant for.
        guard: Option<Guard>,
        /// The turn without guard and extra; never empty.
        turn: String,
        /// What shall be done with it.
        then: Option<Extra>,
        /// The paragraph below it, at most ten lines, joined by `\n`, passwords blanked.
        comment: Option<String>,
        /// Written as `move TURN` (or as older servers did), whether or not the game reads it as
        /// a turn. When false, the game did.
        sure: bool,
    },
    /// `preview TURN`.
    Preview(String),
    /// `legal`, or `legal e2`.
    Legal(Option<String>),
    /// `hold PREFIX`.
    Hold(String),
    /// `drop`: forget what is held.
    Drop,
    /// `resign`.
    Resign,
    /// All that begins with `draw`.
    Draw(Draw),
    /// `say TEXT`, `say to blue: TEXT`, or `PRESS` … `ENDPRESS`.
    Say {
        /// Whom it is for; `None`: everybody in the game.
        to: Option<String>,
        /// Never empty; of several lines only after `PRESS`.
        text: String,
    },
    /// `show [#17] [at 12]`.
    Show {
        /// After this turn; `None`: as it stands.
        at: Option<u32>,
        /// This game; `None`: the line's game, or the one in scope.
        game: Option<i64>,
    },
    /// `history`.
    History,
    /// `games`.
    Games,
    /// `help`, or `help TOPIC`.
    Help(Option<String>),
    /// `commands`.
    Commands,
    /// `rules VARIANT`; `None`: of the game in scope.
    Rules(Option<String>),
    /// `variants`.
    Variants,
    /// `resend`: the last letter again.
    Resend,
    /// A command that this server does not have yet, or one in a shape that cannot be read.
    Misused {
        /// The command's name.
        verb: &'static str,
        /// What to write instead, one sentence without final line end.
        hint: String,
    },
    /// Neither a command nor a turn.
    Unrecognised,
}

/// What shall be done together with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// `TURN draw offer`.
    DrawOffer,
    /// `TURN draw claim`.
    DrawClaim,
}

/// What a line about a draw asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// `draw offer`.
    Offer,
    /// `draw accept`.
    Accept,
    /// `draw decline`.
    Decline,
    /// `draw claim`, or `draw claim TURN`: the turn that the claim rests on, as written.
    Claim(Option<String>),
}

/// The number before a turn: it is played only if that is the turn on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The number; [`u32::MAX`] for all that are too long.
    pub number: u32,
    /// 1 (`3.`): the first seat's turn, or any seat's where all are written so. 3 (`3...`,
    /// `3. ...`): the second seat's.
    pub dots: u8,
}

/// What a mail asks for. `lines` are those that count, quotes and signatures removed, and
/// `turnlike(text)` tells whether the game in scope reads `text` as a turn, legal or not.
///
/// Sure readings win over the Subject, the Subject over loose ones; if nothing in the mail makes
/// sense, its first three lines are returned as [`Command::Unrecognised`]. Never fails.
#[must_use]
pub fn read(lines: &[String], subject: &str, turnlike: &dyn Fn(&str) -> bool) -> Script {
    read_each(lines, subject, &|_, text| turnlike(text))
}

/// As [`read`], for mails in which lines name games of their own: `turnlike(game, text)` is asked
/// about the game that the line names, `None` standing for the one in scope.
#[must_use]
pub fn read_each(
    lines: &[String],
    subject: &str,
    turnlike: &dyn Fn(Option<i64>, &str) -> bool,
) -> Script {
    walk::walk(lines, subject, turnlike)
}

//! Reads the commands in the text of a mail.
//!
//! [`read`] takes the author's own lines (without quotes, signatures and closing words) and says what
//! each of them asks for. The module knows no game. Whether a line that is no command is a turn, is
//! decided by the games, which the caller passes in as [`Turns`]. [`table::VERBS`] is the only list of commands; the
//! texts of `commands` and `help` are made from it. What players read is not here: a hint is data, and
//! `letters` has its words.
//!
//! Each reading has a certainty, so that prose is not carried out. A line with the complete form of a
//! command is *sure*. A line that only begins with the word of a command (`show me how`) is *loose*: the
//! commands do not begin there if a sure line follows, and below a turn it is a comment. Commands that
//! cannot be taken back are read from sure lines only.

pub mod classifier;
pub mod phrases;
pub mod subject;
pub mod table;
pub mod umpire;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

mod against;
mod consent;
mod doubts;
mod events;
mod habits;
mod items;
mod line;
mod meeting;
mod people;
mod personal;
mod plans;
mod shapes;
mod turns;
mod walk;
mod words;

pub use consent::{Consent, TimeOffer};
pub use events::{BESIDE, OfEvent, event_hint};
pub use habits::without_password;
pub use line::{meant_game, named_game};
pub use meeting::Meeting;
pub use people::People;
pub use personal::{Choice, Leave, Setting};
pub use plans::{BLANK as PLAN_BLANK, without_plans};
pub use subject::{answers_letter_of, subject_game, subject_text};
pub use table::Scope;
pub use turns::{NoGame, Stage, Turns};

/// What a mail asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The lines that were read, in the order of the mail, without text above the first command, blank
    /// lines, lines with punctuation alone, and words for others.
    pub lines: Vec<Line>,
    /// How many lines were not read, without blank ones and punctuation: those after the third line that
    /// was not understood, those after a `PRESS` without end, and those of a mail that is too long.
    pub unread: usize,
    /// How many lines below a turn look like a signature, and are not sent on.
    pub signature: usize,
    /// Whether `lines` is the Subject alone, because the text has no command.
    pub from_subject: bool,
    /// Whether the mail holds too many texts like turns. There are no `lines` then: what was not looked at
    /// may contradict what was.
    pub too_many_turns: bool,
}

/// One line of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line as written, trimmed, with a password blanked. Lines that make one turn are joined.
    pub text: String,
    /// The game that the line names: by `#17` as its first word, by `#17` alone on an earlier line, or in
    /// the syntax of older servers. [`Command::Show`] has a field for the game that it asks for.
    pub game: Option<i64>,
    /// What the line asks for.
    pub command: Command,
    /// Words for the others in the game that are below it, paragraphs separated by an empty line,
    /// passwords blanked.
    pub words: Option<String>,
    /// Why it is not carried out without a question.
    pub doubt: Option<Doubt>,
}

impl Line {
    fn new(text: String, command: Command) -> Self {
        Self {
            text,
            game: None,
            command,
            words: None,
            doubt: None,
        }
    }
}

/// Why it is not sure what a mail means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The legal turns that may be meant, in canonical text, sorted; none for a command that is no turn.
    pub turns: Vec<String>,
    /// What makes it doubtful; the letter that asks says it.
    pub why: Why,
}

/// Why something is asked back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A turn is part of a sentence.
    Sentence,
    /// It is not written as turns are here, as with the letters of pieces in another language.
    Letters,
    /// The mail holds other turns, or commands that do not go with it.
    Others,
    /// These words of the mail speak against it.
    Words(String),
    /// It cannot be taken back, and the mail says more than thanks besides.
    Final,
    /// It is where it may be quoted.
    Quoted,
}

/// What a line asks for. Names, squares and turns are as written and not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A turn, with what is asked for together with it.
    Turn {
        /// The turn number that it is meant for.
        guard: Option<Guard>,
        /// The turn without number and extra; never empty.
        turn: String,
        /// A draw offer or claim on the same line.
        then: Option<Extra>,
        /// The legal turns that it may mean, in canonical text, if it is not written as turns are here.
        means: Option<Vec<String>>,
        /// True if it was written as `move TURN` or in the syntax of older servers, so that the game was
        /// not asked whether it is a turn; false if the game reads it as one.
        sure: bool,
    },
    /// `preview TURN`, or several turns, as written: the board after them.
    Preview(String),
    /// `legal`, or `legal e2`.
    Legal(Option<String>),
    /// `hold PREFIX`, as written: to keep the beginning of a turn.
    Hold(String),
    /// `drop`: drop the held beginning.
    Drop,
    /// `finish`: play the held beginning as it is. With one that is held it is read as [`Command::Turn`].
    Finish,
    /// `resign`: to give the game up for the writer's seat.
    Resign,
    /// A command that begins with `draw`.
    Draw(Draw),
    /// `undo`, `undo accept`, `undo decline`: the own last turn, or that of the player who asks.
    Undo(Consent),
    /// `pause`, `pause accept`, `pause decline`.
    Pause(Consent),
    /// `resume`: let the clocks go on.
    Resume,
    /// `time T`, `time accept`, `time decline`.
    Time(TimeOffer),
    /// `forgive`: give the seat to move the time of one more turn.
    Forgive,
    /// `addtime 2d`: give it so much time, as written.
    AddTime(String),
    /// `say TEXT`, `say to blue: TEXT`, or `PRESS` … `ENDPRESS`.
    Say {
        /// The seat it is for; `None`: all others in the game.
        to: Option<String>,
        /// The words; never empty. Only after `PRESS` they may have several lines.
        text: String,
    },
    /// `show [#17] [at 12]`.
    Show {
        /// The position before this turn; `None`: the present one.
        at: Option<Guard>,
        /// The game; `None`: that of the line, or the one in scope.
        game: Option<i64>,
    },
    /// `show [#17] film [10-20]`.
    Film {
        /// The numbers of the first and the last turn; `None`: all.
        turns: Option<(u32, u32)>,
        /// As in [`Command::Show`].
        game: Option<i64>,
    },
    /// `export [#17]`; `None`: the game of the line, or the one in scope.
    Export(Option<i64>),
    /// `history`: all turns of the game.
    History,
    /// `clock`: what each seat has left, and what each turn has taken.
    Clock,
    /// `games`: the writer's games.
    Games,
    /// `help`, or `help TOPIC`.
    Help(Option<String>),
    /// `commands`: the list of all commands.
    Commands,
    /// `rules VARIANT`; `None`: the variant of the game in scope.
    Rules(Option<String>),
    /// `variants`: the list of the games that can be played.
    Variants(Option<String>),
    /// `resend`: send the last letter again.
    Resend,
    /// `yes`: the answer to a question.
    Yes,
    /// `yes, add`: as `yes`, and the address that the question is about becomes one of the player's.
    YesAdd,
    /// `no`: the answer to a question.
    No,
    /// A command that begins with `address`.
    Address(Addresses),
    /// `confirm`, with the code or without: the code may be elsewhere in the mail.
    Confirm,
    /// `decline #17`: a game that was set up for the wrong person.
    Decline(i64),
    /// `refuse points`: a game that is won by flag only shall not count for ratings.
    RefusePoints,
    /// `unsubscribe`: the umpire is told that the writer wants no more letters.
    Unsubscribe,
    /// `set format plain` (`true`), or `set format both`.
    Format {
        /// Whether letters shall have no HTML part.
        plain: bool,
    },
    /// A setting about times, or a question about it.
    Setting(Setting),
    /// `set flip on`, with the value as written; `None` asks what it is.
    Choice(Choice, Option<String>),
    /// `set`: what the writer has chosen, setting by setting.
    Settings,
    /// `legend`: the signs on the board, explained.
    Legend,
    /// `watch #17`: to get letters about a game of others.
    Watch(i64),
    /// `unwatch #17`, or `unwatch`.
    Unwatch(Option<i64>),
    /// `review #17`, or `review`: to look back at a game that is over.
    Review(Option<i64>),
    /// A command that begins with `leave`.
    Leave(Leave),
    /// Something about challenges or seeks.
    Meeting(Meeting),
    /// A command about people.
    People(People),
    /// A command about events of several games.
    Event(OfEvent),
    /// `if TURN then TURN; …`: conditional turns, without the `if`, a text for each `if` of the mail; lines
    /// that the mail program wrapped are joined.
    Plan(Vec<String>),
    /// `plans`: the conditional turns that are kept.
    Plans,
    /// `plans clear`, or `plans clear N`.
    ClearPlans(Option<u32>),
    /// `plans test TURN; TURN`: what would happen after these turns of others.
    TestPlans(String),
    /// A command that this server does not have yet, or one with wrong arguments.
    Misused {
        /// The command's word in [`table::VERBS`].
        verb: &'static str,
        /// What to write instead.
        hint: Hint,
    },
    /// Neither a command nor a turn.
    Unrecognised,
}

impl Command {
    /// The name of its verb in [`table::VERBS`]; `None` for a line that is no command.
    #[must_use]
    pub fn verb(&self) -> Option<&'static str> {
        Some(match self {
            Self::Turn { .. } => "move",
            Self::Preview(_) => "preview",
            Self::Legal(_) => "legal",
            Self::Hold(_) => "hold",
            Self::Drop => "drop",
            Self::Finish => "finish",
            Self::Resign => "resign",
            Self::Draw(_) => "draw",
            Self::Undo(_) => "undo",
            Self::Pause(_) => "pause",
            Self::Resume => "resume",
            Self::Time(_) => "time",
            Self::Forgive => "forgive",
            Self::AddTime(_) => "addtime",
            Self::Say { .. } => "say",
            Self::Show { .. } | Self::Film { .. } => "show",
            Self::Export(_) => "export",
            Self::History => "history",
            Self::Clock => "clock",
            Self::Games => "games",
            Self::Help(_) => "help",
            Self::Commands => "commands",
            Self::Rules(_) => "rules",
            Self::Variants(_) => "variants",
            Self::Resend => "resend",
            Self::Yes | Self::YesAdd => "yes",
            Self::No => "no",
            Self::Address(_) => "address",
            Self::Confirm => "confirm",
            Self::Decline(_) => "decline",
            Self::RefusePoints => "refuse",
            Self::Unsubscribe => "unsubscribe",
            Self::Format { .. }
            | Self::Choice(..)
            | Self::Settings
            | Self::Setting(Setting::Calendar(_)) => "set",
            Self::Legend => "legend",
            Self::Watch(_) => "watch",
            Self::Unwatch(_) => "unwatch",
            Self::Review(_) => "review",
            Self::Setting(Setting::Zone(_)) => "zone",
            Self::Setting(Setting::Quiet(_)) => "quiet",
            Self::Setting(Setting::Remind(_)) => "remind",
            Self::Leave(_) => "leave",
            Self::Meeting(meeting) => meeting.verb(),
            Self::People(what) => what.verb(),
            Self::Event(what) => what.verb(),
            Self::Plan(_) => "if",
            Self::Plans | Self::ClearPlans(_) | Self::TestPlans(_) => "plans",
            Self::Misused { verb, .. } => verb,
            Self::Unrecognised => return None,
        })
    }

    /// Whether it does something in a game, other than talk. Lines like these may contradict each other.
    #[must_use]
    pub fn is_deed(&self) -> bool {
        let alone = matches!(
            self,
            Self::Turn { .. }
                | Self::Draw(_)
                | Self::Resign
                | Self::Hold(_)
                | Self::Drop
                | Self::Finish
        );
        alone || self.concerns_others()
    }

    /// Whom it is for: what the table says of its verb, but that `rules`, `show` and `export` without a name
    /// ask for the game at hand.
    #[must_use]
    pub fn scope(&self) -> Scope {
        match self {
            Self::Rules(None)
            | Self::Export(None)
            | Self::Show { game: None, .. }
            | Self::Film { game: None, .. } => Scope::Game,
            other => other
                .verb()
                .and_then(table::find)
                .map_or(Scope::Game, |verb| verb.scope),
        }
    }
}

/// What to write in place of a line that is no command as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Hint {
    /// The arguments do not fit.
    Shape {
        /// How the command is written.
        shape: Cow<'static, str>,
        /// A line that has this shape.
        example: Cow<'static, str>,
    },
    /// The command has no arguments.
    Alone {
        /// How the command is written.
        shape: Cow<'static, str>,
    },
    /// This server does not have the command yet.
    NotYet {
        /// The word of the command, as it is in [`table::VERBS`].
        verb: Cow<'static, str>,
    },
    /// A login of older servers, which is not needed.
    NoPassword,
    /// A command in the syntax of older servers, whose password is not needed.
    NoPasswordFor {
        /// The game that it names.
        game: i64,
        /// What to write behind the game.
        example: Cow<'static, str>,
    },
    /// `PRESS` without `ENDPRESS`: where the words end is not known.
    PressEnd,
    /// `PRESS` without a text.
    PressText,
}

/// What is asked for together with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// `TURN draw offer`: a draw is offered with the turn.
    DrawOffer,
    /// `TURN draw claim`: a draw is claimed for the position after the turn.
    DrawClaim,
}

/// What a line about a draw asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// `draw offer`: to offer a draw without a turn.
    Offer,
    /// `draw accept`: to agree to the draw that is offered.
    Accept,
    /// `draw decline`: to decline the draw that is offered.
    Decline,
    /// `draw claim`, or `draw claim TURN` with the turn as written.
    Claim(Option<String>),
}

/// What is asked about the writer's own addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// `address`: which ones there are.
    List,
    /// `address add A`, as written.
    Add(String),
    /// `address remove A`, as written.
    Remove(String),
}

/// The number of a turn. A turn behind such a number is played only if it is the turn due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The number; [`u32::MAX`] if it is too long.
    pub number: u32,
    /// 1 (`3.`) for a turn of the first seat, or of any seat; 3 (`3...`, `3. ...`) for one of the second
    /// seat.
    pub dots: u8,
}

/// Reads what a mail asks for. `lines` are the author's own lines, and `turns` knows the games.
///
/// Sure lines are preferred to the Subject, and the Subject to loose lines. If nothing is understood, a
/// legal turn that is part of a sentence is asked about; else the first three lines are returned as
/// [`Command::Unrecognised`]. It never fails.
#[must_use]
pub fn read(lines: &[String], subject: &str, turns: &dyn Turns) -> Script {
    let script = walk::walk(lines, subject, turns);
    match turns.are_too_many() {
        true => Script {
            too_many_turns: true,
            ..Script::default()
        },
        false => script,
    }
}

//! What is to be written, as data. A [`Decision`] is written whole or not at all.

mod challenges;
mod contests;
mod games;
mod letters;
mod players;
mod subjects;

pub use challenges::*;
pub use contests::*;
pub use games::*;
pub use letters::*;
pub use players::*;
pub use subjects::*;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::ids::{
    AccountQuestionId, GameId, LetterId, MailId, PlayerId, QuestionId, TokenId, VariantFileId,
};
use crate::store::{Budget, DigestRow, EngineGameRow, ReviewRow, ThoughtRow, TimerKind};

/// All that one mail, one command of the umpire, one timer or one delivery changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The present time, as RFC 3339 in UTC with whole seconds; its first ten bytes are the day.
    pub now: String,
    /// What the view has seen that it was made from ([`super::snapshot::ReadServer::seen`]); `None`: it was made from
    /// none, so that nothing but events and challenges can have changed.
    pub seen: Option<Seen>,
    /// What else it depends on than follows from what it writes.
    pub subjects: BTreeSet<Subject>,
    /// Not more than so many of these may be there once it is written.
    pub limits: BTreeMap<Counted, i64>,
    /// Who decides, for the log of players: the umpire's name. For a mail it is the mail's id.
    pub by: String,
    /// Under which name its mail and letters are claimed. If another has claimed the mail meanwhile, nothing is written;
    /// what came of a letter that another has claimed does not count, unless it was sent. `None`: nobody is asked.
    pub claimant: Option<String>,
    /// The mail that is judged by it; it has to be new still.
    pub mail: Option<(MailId, Judgement)>,
    /// Players that are added or change, in order.
    pub players: Vec<PlayerChange>,
    /// What else changes about people, in order; after the letters that change, before the new ones.
    pub people: Vec<PeopleChange>,
    /// A game that is begun.
    pub new_game: Option<NewGame>,
    /// Games that change; each at most once.
    pub games: Vec<GameChange>,
    /// Tokens that no longer count.
    pub void_tokens: Vec<TokenId>,
    /// Questions that are asked.
    pub asks: Vec<NewQuestion>,
    /// Questions that are answered or lapse; before `asks`.
    pub close_questions: Vec<QuestionId>,
    /// Questions about no game that are asked.
    pub account_asks: Vec<NewAccountQuestion>,
    /// Questions about no game that are answered or lapse; before `account_asks`.
    pub close_account_questions: Vec<AccountQuestionId>,
    /// Letters to be sent, in order.
    pub letters: Vec<NewLetter>,
    /// Letters that change; before `letters` are added.
    pub letter_changes: Vec<LetterChange>,
    /// What is counted against limits of today.
    pub spends: Vec<Spending>,
    /// Timers that are set anew; a timer of the same kind and game is replaced.
    pub timers: Vec<NewTimer>,
    /// Timers that are not needed any more; before `timers`.
    pub clear_timers: Vec<(TimerKind, GameId)>,
    /// Changes of what is known about times in which no mail was read.
    pub clock_changes: Vec<ClockChange>,
    /// Challenges and seeks that are made or change, each at most once.
    pub challenges: Vec<ChallengeWrite>,
    /// Contests that are made or change, each at most once.
    pub contests: Vec<ContestWrite>,
    /// Acts for the logs of players. Where `players` or `people` change what is in these and no act
    /// says so, the log gets the state that follows.
    pub player_acts: Vec<PlayerActs>,
    /// News that wait for a digest; after `letters`.
    pub digests: Vec<DigestRow>,
    /// News that a digest of this decision tells; before `digests`.
    pub close_digests: Vec<DigestRow>,
    /// Who watches games, and who does not any more.
    pub watches: Vec<WatchChange>,
    /// What programs of the server's have thought about.
    pub thoughts: Vec<ThoughtRow>,
    /// What came of trying which games programs of others can play.
    pub engine_games: Vec<EngineGameRow>,
    /// What changes about games that players want to look back at.
    pub reviews: Vec<ReviewChange>,
    /// What changes about files with games that came by mail, in order.
    pub variants: Vec<VariantChange>,
}

impl Decision {
    /// The umpire who decides; `None`: what a mail of somebody else's brings about.
    pub fn umpire(&self) -> Option<&str> {
        match (&self.mail, self.by.as_str()) {
            (Some(_), "") => None,
            (None, "") => Some("umpire"),
            (_, by) => Some(by),
        }
    }

    /// The players that it adds, in order: name and address.
    pub fn added(&self) -> impl Iterator<Item = (&str, &str)> {
        self.players.iter().filter_map(|change| match change {
            PlayerChange::Add { name, address } => Some((name.as_str(), address.as_str())),
            PlayerChange::AddProgram { name, .. } => Some((name.as_str(), "")),
            _ => None,
        })
    }
}

/// A change of what players want to look back at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewChange {
    /// It is asked for; nothing happens if it waits already.
    Ask(ReviewRow),
    /// What is kept of it.
    Keep(ReviewRow),
    /// It is done, or no longer wanted.
    End(PlayerId, GameId),
}

/// A change of files with games that umpires have sent by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantChange {
    /// A file has come, and waits for its check.
    Add(NewVariantFile),
    /// Its check begins.
    Begin(VariantFileId),
    /// It is checked, and these of its games can be played from now on, in place of others of these names that came by
    /// mail.
    Checked {
        /// The file.
        file: VariantFileId,
        /// The games: the name, and the text of the section with those that it takes over from.
        games: Vec<(String, String)>,
    },
    /// No game is begun any more of the one with this name.
    Remove(String),
}

/// A file with games that has come by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewVariantFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
    /// The mail that it came with.
    pub mail: MailId,
    /// The umpire who has sent it.
    pub by: String,
    /// Whether its games are to be played; `false`: it is only to be checked.
    pub adds: bool,
}

/// A change of who watches a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchChange {
    /// A player watches it.
    Begin(GameId, PlayerId),
    /// A player does not watch it any more.
    End(GameId, PlayerId),
    /// A player watches nothing any more.
    EndAllOf(PlayerId),
    /// Nobody watches it any more.
    EndOfGame(GameId),
}

/// What was decided about a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is judged, with this verdict for the log.
    Done(Verdict),
    /// Judging it has failed, for this reason.
    Quarantined(String),
}

/// What was decided about a mail that could be judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Verdict {
    /// One word for lists: `played`, `refused`, `answered`, `robot` …
    pub word: String,
    /// The reason, for the operator.
    pub reason: Option<String>,
    /// Address in the From header.
    pub sender: Option<String>,
    /// Message-ID without `<>`; `None`: the mail has none. Mails sent again are found by it.
    pub message_id: Option<String>,
    /// Hash of the body.
    pub body_hash: Option<String>,
    /// The date in the header, in seconds since 1970; 0: it has none, or it was not noted.
    pub sent_at: i64,
    /// The game that it was about.
    pub game: Option<GameId>,
    /// Whether its author was proven.
    pub proven: bool,
}

/// A change of what is known about the server's own clock and about times in which no mail was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockChange {
    /// No mail was read in this time.
    Outage {
        /// The beginning of that time.
        from_at: String,
        /// The end of that time.
        to_at: String,
        /// Who says so; `None`: the server itself.
        declared: Option<String>,
    },
    /// The machine's clock cannot be trusted from here on, for this reason.
    Stop(String),
    /// It is far ahead from here on, or it was and a mail agrees with it.
    FarAhead(bool),
    /// The umpire accepts the machine's clock.
    Accept,
}

/// Something that counts against a limit of today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    /// The limit that it counts against.
    pub budget: Budget,
    /// By whom or what it is counted; [`Budget`] says which key each limit has.
    pub key: String,
    /// How often it is spent.
    pub count: i64,
}

/// A timer to be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTimer {
    /// When it is due.
    pub due: String,
    /// What it is for.
    pub kind: TimerKind,
    /// The game, if it is for one.
    pub game: Option<GameRef>,
    /// Whether it stays as it is where it is due earlier already.
    pub keep_earlier: bool,
}

/// What a written decision has made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// The players that were added, in order.
    pub players: Vec<PlayerId>,
    /// The game that was begun.
    pub game: Option<GameId>,
    /// The letters, in order.
    pub letters: Vec<LetterId>,
    /// The questions that were asked, in order.
    pub questions: Vec<QuestionId>,
    /// The questions about no game that were asked, in order.
    pub account_questions: Vec<AccountQuestionId>,
    /// How many letters or mails [`Decision::letter_changes`] has changed.
    pub changed: usize,
}

//! What is to be written, as data. A [`Decision`] is written whole or not at all.

mod people;
mod subjects;

pub use people::PeopleChange;
pub use subjects::{Counted, Subject};

use std::collections::{BTreeMap, BTreeSet};

use super::{
    AccountQuestionId, Answers, Asked, Budget, ChallengeId, Course, DigestRow, GameId, LetterId,
    LetterKind, LetterStatus, MailId, OpenTurn, PlayerId, QuestionId, TimerKind, TokenId,
    TokenSection,
};

mod challenges;

pub use challenges::ChallengeWrite;

/// All that one mail, one command of the umpire, one timer or one delivery changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The present time.
    pub now: String,
    /// The number of the last change when the view was taken that it was made from ([`super::Snapshot::version`]);
    /// `None`: it was made from none, so that nothing but events and challenges can have changed.
    pub seen: Option<i64>,
    /// What else it depends on than follows from what it writes.
    pub subjects: BTreeSet<Subject>,
    /// Not more than so many of these may be there once it is written.
    pub limits: BTreeMap<Counted, i64>,
    /// Who decides, for the log of players: the umpire's name. For a mail its id stands there.
    pub by: String,
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
    /// Timers that are set anew; a timer of the same kind, game and seat is replaced.
    pub timers: Vec<NewTimer>,
    /// Timers that are not needed any more; before `timers`.
    pub clear_timers: Vec<(TimerKind, GameId)>,
    /// Changes of what is known about times in which no mail was read.
    pub clock_changes: Vec<ClockChange>,
    /// Challenges and seeks that are made or change, each at most once.
    pub challenges: Vec<ChallengeWrite>,
    /// News that wait for a digest; after `letters`.
    pub digests: Vec<DigestRow>,
    /// News that a digest of this decision tells; before `digests`.
    pub close_digests: Vec<DigestRow>,
    /// Who watches games, and who does not any more.
    pub watches: Vec<WatchChange>,
}

impl Decision {
    /// The umpire who decides; `None`: what a mail of somebody else's brings about.
    #[must_use]
    pub fn umpire(&self) -> Option<&str> {
        match (&self.mail, self.by.as_str()) {
            (Some(_), "") => None,
            (None, "") => Some("umpire"),
            (_, by) => Some(by),
        }
    }
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
    /// It is done.
    Done(Verdict),
    /// Judging it has failed, for this reason.
    Quarantined(String),
}

/// What was decided about a mail that could be judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// One word for lists: `played`, `refused`, `answered`, `robot` …
    pub word: String,
    /// The reason, for the operator.
    pub reason: Option<String>,
    /// Address in the From header.
    pub sender: Option<String>,
    /// Message-ID without `<>`.
    pub message_id: Option<String>,
    /// Hash of the body.
    pub body_hash: Option<String>,
    /// The game that it was about.
    pub game: Option<GameId>,
    /// Whether its author was proven.
    pub proven: bool,
}

/// A change of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerChange {
    /// A new one, with a main address.
    Add {
        /// The name.
        name: String,
        /// The address.
        address: String,
    },
    /// Another name.
    Rename(PlayerId, String),
    /// An address of record; a main one takes the place of the former main one.
    Address {
        /// Whose.
        player: PlayerId,
        /// The address.
        address: String,
        /// Whether letters go there.
        main: bool,
    },
    /// An address is an address of record no more.
    RemoveAddress(PlayerId, String),
    /// Whether mails from this address of record are vouched for.
    Vouched(String, bool),
    /// A player wants to add an address; what he has asked for the same one before lapses.
    AskConfirmation(super::ConfirmationRow),
    /// This address waits for no confirmation of this player any more.
    CloseConfirmation(PlayerId, String),
    /// Nobody waits any more for confirmations that were asked for before this time.
    ForgetConfirmations(String),
    /// A line of the log of a player: what, and more about it.
    Log(PlayerId, String, String),
    /// The language of the nth [`PlayerChange::Add`] of the decision, from 0.
    LanguageOfNew(usize, String),
    /// Another language; `None`: that of the server.
    Language(PlayerId, Option<String>),
    /// What letters are made of.
    Format(PlayerId, crate::status::LetterFormat),
    /// What he has chosen about times.
    Times(PlayerId, crate::time::PlayerTimes),
    /// What else he has chosen, as JSON; `None`: nothing.
    Settings(PlayerId, Option<String>),
    /// Days on which his clocks stand still: from here, to here.
    BookLeave(PlayerId, String, String),
    /// The player's leave with this id ends here; where it begins: it is cancelled as a whole.
    CutLeave(PlayerId, i64, String),
    /// A letter to this address of a player could not be delivered: it is marked, if it is not yet.
    Failed {
        /// Whose.
        player: PlayerId,
        /// The address.
        address: String,
        /// Why.
        why: String,
    },
    /// A letter to this address is late.
    Trouble {
        /// The address.
        address: String,
        /// Why.
        why: String,
    },
    /// A mail has come from this address: its failures are forgotten, and its mark is taken away.
    ClearFailures(String),
}

/// A player, who may be one that the same decision adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerRef {
    /// A stored one.
    Known(PlayerId),
    /// The nth [`PlayerChange::Add`] of the decision, from 0.
    New(usize),
}

/// A game, which may be the one that the same decision begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRef {
    /// A stored one.
    Known(GameId),
    /// [`Decision::new_game`].
    New,
}

/// A game to be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Variant id.
    pub variant: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Options as a JSON object.
    pub options: String,
    /// Start position, if not that of the variant.
    pub position: Option<String>,
    /// The terms of time; `None`: without clocks.
    pub time: Option<String>,
    /// Seat index of the first player to move.
    pub to_move: u8,
    /// Players by seat.
    pub players: Vec<PlayerRef>,
    /// Who has created it.
    pub actor: String,
    /// Whether it is in no public list.
    pub private: bool,
    /// The challenge that makes it.
    pub challenge: Option<ChallengeId>,
}

/// A change of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// The game.
    pub id: GameId,
    /// Position in the log of the last event that the decision knows of; 0: none.
    pub expected_seq: i64,
    /// Events to be appended, in order; their positions follow `expected_seq`.
    pub events: Vec<NewEvent>,
    /// Status, result and reason, if they change.
    pub course: Option<Course>,
    /// Changes of seats.
    pub seats: Vec<SeatChange>,
}

impl GameChange {
    /// Nothing yet.
    #[must_use]
    pub fn new(id: GameId, expected_seq: i64) -> Self {
        Self {
            id,
            expected_seq,
            events: Vec::new(),
            course: None,
            seats: Vec::new(),
        }
    }
}

/// An event to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The game's state number after it.
    pub state: i64,
    /// The seat to move after it.
    pub to_move: u8,
    /// When the mail that causes it arrived.
    pub arrived_at: Option<String>,
    /// The kind of event.
    pub kind: String,
    /// The seat that it is of, if any.
    pub seat: Option<u8>,
    /// The seat that alone may read its words; `None`: all.
    pub reader: Option<u8>,
    /// A turn in canonical notation, words, a result, or a reason.
    pub text: String,
    /// The line as the player wrote it; stored only if it differs from `text`.
    pub typed: Option<String>,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// The umpire who causes it; `None`: the author of that mail.
    pub actor: Option<String>,
    /// The account of the time of a turn or a flag, as JSON.
    pub time: Option<String>,
}

/// A change of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// The held beginning of a turn; `None`: it is dropped.
    Held(u8, Option<String>),
    /// An unproven mail was answered at this state.
    Nudged(u8, i64),
    /// So many mails were answered that have changed nothing.
    Answers(u8, Answers),
    /// The conditional turns of the seat, as JSON; `None`: it has none.
    Plans(u8, Option<String>),
    /// The turn that the seat has to play.
    OpenTurn(u8, OpenTurn),
    /// Another player holds the seat. What its former player has begun and planned is dropped, and so is what was
    /// counted for him; the tokens of the seat that there are count no more. The turn that is open stays.
    Player(u8, PlayerRef),
}

/// A change of what is known about the server's own clock and about times in which no mail was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockChange {
    /// No mail was read in this time.
    Outage {
        /// From here.
        from_at: String,
        /// To here.
        to_at: String,
        /// Who says so; `None`: the server itself.
        declared: Option<String>,
    },
    /// The machine's clock cannot be trusted from here on, for this reason.
    Stop(String),
    /// The umpire accepts the machine's clock.
    Accept,
}

/// A question to be asked. One that waits for the same seat lapses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewQuestion {
    /// The game.
    pub game: GameId,
    /// The seat that is asked.
    pub seat: u8,
    /// State number of the game.
    pub state: i64,
    /// What is asked and what waits, as JSON.
    pub data: String,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// The letter that asks it, as an index of [`Decision::letters`]; without one it cannot be answered.
    pub letter: Option<usize>,
}

/// A token to be made for a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    /// What it proves.
    pub scope: NewScope,
    /// Random bytes.
    pub nonce: Vec<u8>,
    /// The generation of the secret.
    pub generation: i64,
    /// The seats that a token of a list is of; empty for all others.
    pub sections: Vec<TokenSection>,
}

/// What a new token proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewScope {
    /// See [`super::TokenScope::Seat`].
    Seat {
        /// The game.
        game: GameRef,
        /// Seat index.
        seat: u8,
        /// State number that the letter shows.
        state: i64,
    },
    /// See [`super::TokenScope::Player`].
    Player(PlayerId),
    /// The same for the nth [`PlayerChange::Add`] of the decision, from 0.
    NewPlayer(usize),
    /// See [`super::TokenScope::Challenge`].
    Challenge {
        /// The challenge.
        challenge: ChallengeId,
        /// The place in it.
        place: u8,
        /// The version of the terms.
        version: i64,
    },
    /// See [`super::TokenScope::Question`]: the nth of [`Decision::account_asks`], from 0.
    Question(usize),
    /// See [`super::TokenScope::List`]; the seats stand with the token.
    List(PlayerId),
}

/// A question about no game, to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccountQuestion {
    /// Who is asked.
    pub asked: Asked,
    /// What is asked and what waits, as JSON.
    pub data: String,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// From here on it cannot be answered.
    pub expires_at: String,
    /// When something is to be done if it is not answered.
    pub due_at: Option<String>,
    /// The letter to a player that asks it, as an index of [`Decision::letters`]: his `yes` to it counts.
    pub letter: Option<usize>,
}

/// Something that counts against a limit of today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    /// Which limit.
    pub budget: Budget,
    /// Whose.
    pub key: String,
    /// How often it is spent.
    pub count: i64,
}

/// A letter to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLetter {
    /// What it is written for.
    pub kind: LetterKind,
    /// Envelope recipient; asked again at the first try if `seat` is given.
    pub recipient: String,
    /// Game and seat that it is for.
    pub seat: Option<(GameRef, u8)>,
    /// The first event that it tells; 0: none.
    pub first_event: i64,
    /// The last event whose position it shows.
    pub last_event: i64,
    /// The mail that it answers or that causes it.
    pub mail: Option<MailId>,
    /// Its tokens, the one for replies first.
    pub tokens: Vec<NewToken>,
    /// What it says, as JSON.
    pub data: String,
    /// Whether it takes the place of a letter of news to the same seat of the same game that was not
    /// tried yet, and tells its events as well.
    pub supersedes: bool,
    /// The matter that it is about, if one letter a day about it is enough: further ones are not written.
    pub once: Option<String>,
}

/// A change of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LetterChange {
    /// A waiting letter is closed, and its bytes are deleted unless they are kept on request or are
    /// all that is left to send it again. One that is closed already stays as it is.
    Close {
        /// Which.
        letter: LetterId,
        /// How.
        status: LetterStatus,
        /// Why.
        reason: Option<String>,
    },
    /// A try has failed; the letter goes on waiting.
    Defer {
        /// Which.
        letter: LetterId,
        /// Why.
        reason: String,
        /// When it may be tried next.
        next_try: String,
        /// Whether the try hung until it was cut off.
        hung: bool,
    },
    /// A delivery report was counted for it.
    Bounced(LetterId),
    /// The letter that gives a turn was not delivered: the clock of its seat stands still, if that turn is open.
    StopClock {
        /// The game.
        game: GameId,
        /// The seat.
        seat: u8,
        /// The event that gives the turn.
        turn: i64,
        /// From when the clock runs again in any case; `None`: when another letter leaves.
        left_at: Option<String>,
        /// How many reports have stopped it in this game.
        returned: i64,
    },
    /// The waiting letters of a game are dropped.
    DropOfGame(GameId, String),
    /// The waiting letters to a seat are dropped.
    DropOfSeat(GameId, u8, String),
    /// A waiting letter is due now; nothing happens to others.
    Due(LetterId),
    /// A claimed letter was not tried: its try does not count.
    GiveBack(LetterId),
    /// A waiting letter is due now; one that was given up, dropped or quarantined waits again.
    Retry(LetterId),
    /// All waiting letters are due now.
    RetryWaiting,
    /// A quarantined mail is judged again.
    RetryMail(MailId),
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
    /// The seat, if it is for one.
    pub seat: Option<u8>,
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

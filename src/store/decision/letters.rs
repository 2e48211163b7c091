//! New letters with their tokens and questions, and what becomes of letters.

use crate::ids::{GameId, LetterId, MailId};
use crate::store::{Asked, GameRef, LetterKind, LetterStatus, PlayerRef, TokenScope, TokenSection};

/// A question to be asked. One that waits for the same seat lapses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewQuestion {
    /// The game that the question is about, which is stored already.
    pub game: GameId,
    /// The seat that is asked.
    pub seat: u8,
    /// State number of the game.
    pub state: i64,
    /// What is asked and what waits, as JSON.
    pub data: String,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// The letter that asks it, as an index of [`super::Decision::letters`]; without one it cannot be answered.
    pub letter: Option<usize>,
}

/// A token to be made for a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    /// What it proves to have been read; game and player may be those that the decision adds.
    pub scope: NewScope,
    /// Eight random bytes, from which the token is derived with the secret.
    pub nonce: Vec<u8>,
    /// The generation of the secret.
    pub generation: i64,
    /// The seats that a token of a list is of; empty for all others.
    pub sections: Vec<TokenSection>,
}

/// What a new token proves. A question is the nth of [`super::Decision::account_asks`], from 0.
pub type NewScope = TokenScope<GameRef, PlayerRef, usize>;

/// A question about no game, to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccountQuestion {
    /// Who may answer it: a player from any address of record, or one address alone.
    pub asked: Asked,
    /// What is asked and what waits, as JSON.
    pub data: String,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// From here on it cannot be answered.
    pub expires_at: String,
    /// When something is to be done if it is not answered.
    pub due_at: Option<String>,
    /// The letter to a player that asks it, as an index of [`super::Decision::letters`]: that
    /// player's `yes` to it counts.
    pub letter: Option<usize>,
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

/// How the reason of a letter begins that waits although no try has failed: [`crate::store::Store::correct_next_tries`]
/// does not take its time for one of a wrong clock.
pub const PUT_OFF: &str = "waits until ";

/// A change of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LetterChange {
    /// A waiting letter is closed, and its bytes are deleted unless they are kept on request or are
    /// all that is left to send it again. One that is closed already stays as it is.
    Close {
        /// The letter that is closed.
        letter: LetterId,
        /// The status that it gets.
        status: LetterStatus,
        /// Why it is closed, if there is a reason to note.
        reason: Option<String>,
    },
    /// A try has failed; the letter goes on waiting.
    Defer {
        /// The letter that could not be delivered.
        letter: LetterId,
        /// Why the try has failed.
        reason: String,
        /// When it may be tried next.
        next_try: String,
        /// Whether the try hung until it was cut off.
        hung: bool,
    },
    /// A claimed letter is not to be tried before a time: neither a try nor a rendering of it counts.
    PutOff {
        /// The letter that was claimed.
        letter: LetterId,
        /// Why it waits; it begins with [`PUT_OFF`].
        reason: String,
        /// When it may be claimed next.
        next_try: String,
    },
    /// A delivery report was counted for it.
    Bounced(LetterId),
    /// Its reader has marked it as spam; this is counted by domain, once a day for each letter.
    MarkedAsSpam {
        /// The letter.
        letter: LetterId,
        /// The domain of its reader.
        domain: String,
    },
    /// The letter that gives a turn was not delivered: the clock of its seat stands still, if that turn is open.
    StopClock {
        /// The game whose clock stands still.
        game: GameId,
        /// The index of the seat that did not get the letter.
        seat: u8,
        /// The event that gives the turn.
        turn: i64,
        /// From when the clock runs again in any case; `None`: when another letter leaves.
        left_at: Option<String>,
        /// How many reports have stopped it in this game.
        returned: i64,
    },
    /// A delivery report says that a letter with an open turn has come back; nothing happens if the turn is no longer open.
    CameBack {
        /// The game.
        game: GameId,
        /// The index of the seat to which the letter was.
        seat: u8,
        /// The event that gives the turn.
        turn: i64,
        /// When the report came.
        at: String,
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

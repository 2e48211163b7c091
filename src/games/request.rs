//! What somebody wants done in a game, by whom, and what comes of it.

use serde::{Deserialize, Serialize};

use crate::rules::{Seat, outcome};

use super::consent::{ConsentRefusal, Topic, Wish};
use super::event::{Event, Person, Votes};
use super::plans::{PlanFault, Plans};

/// Who makes a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The player of a seat, who is proven.
    Seat {
        /// The seat whose player makes the request.
        seat: Seat,
        /// State number that the letter with the token showed; the present one where none is needed.
        shown: i64,
    },
    /// The umpire, from the command line or by mail.
    Umpire,
}

impl Actor {
    /// The seat, unless it is the umpire.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Seat { seat, .. } => Some(*seat),
            Self::Umpire => None,
        }
    }
}

/// What somebody wants done in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// To play a turn.
    Play {
        /// The turn as typed, without its number.
        turn: String,
        /// The number before it, if any: it is played only if that is the turn due.
        number: Option<Guard>,
    },
    /// To keep the beginning of a turn.
    Hold(String),
    /// To drop what is held.
    Drop,
    /// To play what is held, though nothing was held before the mail.
    Finish,
    /// To resign for the seat.
    Resign,
    /// To offer a draw, or to agree to one.
    OfferDraw,
    /// To agree to a draw.
    AcceptDraw,
    /// To decline the draw offers.
    DeclineDraw,
    /// To claim a draw for the position on the board.
    ClaimDraw,
    /// To send words to other seats; they are not a turn.
    Say {
        /// The word for the seat that reads it; `None`: all the others.
        to: Option<String>,
        /// The words, as typed.
        words: String,
    },
    /// To keep conditional turns, one text for each line of play; none: they came from another address than
    /// the player's, and are not kept.
    Plan(Vec<String>),
    /// To drop conditional turns: a pair with what follows it, or all.
    ClearPlans(Option<u32>),
    /// To take back the end of the game, or its last turn, or that a seat has left it.
    Undo {
        /// Why, in the umpire's words.
        reason: String,
    },
    /// To take a seat out of the game, as if it resigned.
    Forfeit {
        /// The word of the seat as typed.
        seat: String,
        /// Why, in the umpire's words.
        reason: String,
    },
    /// To end the game with a result.
    Adjudicate {
        /// The result as typed.
        result: String,
        /// Why, in the umpire's words.
        reason: String,
        /// What the adjudicators of its event have said, if they have decided it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        votes: Option<Votes>,
    },
    /// To ask the others for something.
    Propose(Wish),
    /// To agree to what another seat asks for.
    Agree(Topic),
    /// To decline what other seats ask for.
    Disagree(Topic),
    /// To give the seat that is to move, or whose flag has fallen, the time of one more turn.
    Forgive,
    /// To give it so much time, as typed.
    AddTime(String),
    /// To let a game that is won by flag only not count for ratings.
    RefusePoints,
    /// To let the clocks go on.
    Resume,
    /// To stop the clocks, by the umpire.
    Pause {
        /// Why, in the umpire's words.
        reason: String,
    },
    /// To give a seat time, by the umpire.
    Extend {
        /// The word of the seat as typed.
        seat: String,
        /// How much, in seconds.
        seconds: i64,
    },
    /// To give a seat to another player, by the umpire.
    Replace {
        /// The word of the seat, or the name of its player, as typed.
        who: String,
        /// The player who takes the seat, as given by the umpire.
        newcomer: Person,
        /// Why, in the umpire's words.
        reason: String,
    },
    /// To take back all turns from this one on, by the umpire.
    Rollback {
        /// The number of the first turn that is taken back.
        turn: Guard,
        /// Why, in the umpire's words.
        reason: String,
    },
    /// To end a game that was set up for the wrong person, before the own first turn.
    DeclineGame,
    /// To call the game off.
    Abort {
        /// Why, in the umpire's words.
        reason: String,
    },
}

/// A number before a turn: `3.` or `3...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// The number of the turn, from 1.
    pub number: u32,
    /// Whether it has three dots, as for the second seat.
    pub second: bool,
}

impl Guard {
    /// Reads `12`, `12.` or `12...`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.trim_end_matches('.');
        let second = match text.len() - digits.len() {
            0 | 1 => false,
            3 => true,
            _ => return None,
        };
        let plain = digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| plain)?;
        Some(Self { number, second })
    }
}

/// What is decided about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is done: these events happen, in order.
    Done(Vec<Event>),
    /// The seat holds another beginning of a turn from now on, or none.
    Held {
        /// The beginning that the seat holds from now on, in canonical text; `None`: nothing.
        now: Option<String>,
        /// What it has held.
        before: Option<String>,
    },
    /// The seat has other plans from now on, or none.
    Planned {
        /// All plans that the seat has from now on; `None`: none.
        plans: Option<Plans>,
        /// How many pairs are added; 0: some are removed.
        added: usize,
        /// How many are removed.
        removed: usize,
        /// Whether what is added may end the game for the seat, so that it needs a `yes`.
        is_final: bool,
    },
    /// Nothing happens, for this reason.
    Refused(Refusal),
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The game is not being played.
    Closed(Closure),
    /// The letter that is answered shows another position.
    OldLetter {
        /// The label of the turn that was due then.
        then: String,
        /// The label of the turn that is due now.
        now: String,
    },
    /// The turn was played before, by the same seat.
    AlreadyPlayed {
        /// The label of the turn.
        label: String,
        /// The turn in canonical notation.
        turn: String,
    },
    /// The seat is out of the game.
    Out,
    /// The seat that the umpire would take out of the game is out already.
    OutAlready(Seat),
    /// Another seat is to move.
    NotYourTurn {
        /// The seat that is to move.
        mover: Seat,
        /// The label of its turn.
        label: String,
    },
    /// The number before the turn is that of another turn.
    WrongNumber {
        /// The number as typed.
        typed: Guard,
        /// The label of the turn that is due.
        due: String,
    },
    /// The text is no legal turn.
    Turn {
        /// What is wrong with it.
        why: Box<outcome::Refusal>,
        /// The beginning that could be held.
        hold: Option<String>,
        /// Whether that beginning is held already.
        held: bool,
    },
    /// What is typed may go on with what is held, or be a whole turn.
    TwoReadings {
        /// The beginning of a turn that is held.
        held: String,
        /// The turn if it goes on.
        continued: String,
        /// The turn if it is whole.
        whole: String,
    },
    /// What is typed neither goes on with what is held, nor is it a whole turn.
    NeitherReading {
        /// The beginning of a turn that is held.
        held: String,
        /// Why it does not go on.
        continued: Box<outcome::Refusal>,
        /// Why it is no whole turn.
        whole: Box<outcome::Refusal>,
    },
    /// What is to be held cannot begin a turn.
    NoBeginning(Box<outcome::Refusal>),
    /// What is to be held does not go on with what is held.
    NoContinuation {
        /// What is still held.
        held: String,
        /// Why nothing is added.
        why: Box<outcome::Refusal>,
    },
    /// What is to be held is a whole turn.
    WholeTurn(String),
    /// The seat holds no beginning of a turn that could be played or dropped.
    NothingHeld,
    /// The draw offer stands already.
    OfferStands,
    /// There is no draw offer to accept.
    NoOffer,
    /// There is no draw offer to decline.
    NothingToDecline,
    /// Only the seat to move may claim a draw.
    ClaimOutOfTurn,
    /// The claim is not right.
    ClaimFails(Box<outcome::Refusal>),
    /// No other seat has this name.
    NoSuchSeat(String),
    /// No seat that the umpire could take out of the game has this name.
    NotASeat(String),
    /// There are no words to send.
    NoWords,
    /// The seat has played a turn, so that its player has taken the game up.
    TakenUp,
    /// The turn is that of the seat's last turn again, in a mail without a key: it may be an old mail.
    NumberNeeded {
        /// The label of the turn that is due.
        due: String,
    },
    /// It is a game of an event, in which this needs the umpire.
    OfEvent,
    /// It was begun anew for another player of its event, so it does not go on.
    Renewed,
    /// The last day of its event was over at this moment (RFC 3339), and the mail came after that.
    LastDay(String),
    /// The points of the game are not refused.
    Points(PointsRefusal),
    /// What needs the consent of others is not done.
    Consent(ConsentRefusal),
    /// Conditional turns are not kept, or not cleared.
    Plan(Box<PlanFault>),
    /// The time of the seat was over at this moment (RFC 3339), and its mail came after that.
    TimeOver(String),
    /// The same said to others, or to the umpire.
    TimeOverFor {
        /// The seat whose time was over.
        seat: Seat,
        /// The moment (RFC 3339).
        at: String,
    },
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to take back from this turn on.
    NoRollback {
        /// The number of the turn as typed.
        typed: Guard,
        /// The label of the turn that is due.
        due: String,
    },
    /// No seat of the game has this name, nor a player of it.
    NotInGame(String),
    /// The player with this name has several seats.
    SeveralSeats(String),
    /// The seat is this player's already.
    SamePlayer(Seat),
    /// The text is no result of this game.
    NoResult {
        /// The result as typed.
        typed: String,
        /// It can be read, but does not name each seat once.
        missing: bool,
    },
}

/// Why a player cannot refuse the points of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsRefusal {
    /// They have not won it by a flag, or it does not count for ratings anyway.
    NotByFlag,
    /// It was won too long ago.
    TooLate,
    /// They have refused them already.
    Already,
}

/// Why a game is not being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closure {
    /// An error was found in its events, or its rules are not known here.
    Frozen,
    /// The umpire has called it off.
    Aborted,
    /// It has ended with a result.
    Over {
        /// The result, such as `1-0` or `red>blue=green>yellow`.
        result: String,
        /// The reason of the result.
        reason: outcome::Reason,
    },
}

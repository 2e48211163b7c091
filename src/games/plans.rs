//! Plans: conditional turns of a seat, which are played when the turns come that they answer.
//!
//! A plan is a tree of pairs, each a turn of the others and the answer to it. It is data of a seat, not an event:
//! nobody but the seat's player sees it, and nothing follows from it before it is played. A planned turn is an
//! event like any other, which neither a mail holds nor the umpire has entered.
//!
//! | file | contents |
//! |---|---|
//! | `read` | what a player writes, as pairs |
//! | `make` | judging pairs, and adding them to those that are kept |
//! | `play` | playing what is planned, and ending plans |
//! | `trial` | what would happen after some turns |

use serde::{Deserialize, Serialize};

use crate::rules::{Game, Seat, outcome};
use crate::store::EventRow;

use super::{event::EventKind, request::Guard, stored_game::StoredGame};

mod make;
mod play;
mod read;
mod trial;

pub(super) use make::{clear, keep};
pub use trial::{Trial, TrialEnd, TrialTurn};

/// The version of the form in which plans are stored.
const VERSION: u32 = 1;
/// At most this many pairs are kept for a seat.
pub const MOST_PAIRS: usize = 200;
/// At most this many pairs follow each other.
pub const MOST_DEPTH: usize = 50;
/// At most this many turns are played at once.
pub const MOST_PLAYED: usize = 50;

/// The conditional turns of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plans {
    /// The version of the form.
    v: u32,
    /// How many turns had been played where the first pairs begin.
    after: usize,
    /// The number of the last pair that was added. Numbers are not used again while a plan goes on.
    last: u32,
    /// The pairs; each comes behind the one that it follows.
    pub pairs: Vec<Pair>,
    /// Why the plan has come to its end, if its owner has not moved since; there are no pairs then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// A turn of the others, and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Its number, by which its owner names it.
    pub number: u32,
    /// The number of the pair that it follows; `None`: it answers the next turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The turn; `None`: any that no other pair names.
    pub when: Option<String>,
    /// What the owner of the plan does if the turn comes.
    pub answer: Answer,
    /// The turns are as typed, and are judged when their time comes: the position is not known before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// What answers a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// This turn, in canonical text unless the pair is open.
    Turn(String),
    /// A turn with the offer of a draw.
    DrawOffer(String),
    /// Resigning, as soon as that turn is played.
    Resign,
    /// Agreeing to the draw that is offered with the turn.
    DrawAccept,
    /// Nothing: the plan stops here.
    Ask,
}

impl Answer {
    /// The turn in it.
    pub fn turn(&self) -> Option<&str> {
        match self {
            Self::Turn(turn) | Self::DrawOffer(turn) => Some(turn),
            Self::Resign | Self::DrawAccept | Self::Ask => None,
        }
    }

    /// Whether it ends the game for its seat, so that it needs a `yes`.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Resign | Self::DrawAccept)
    }
}

/// Why a plan has come to its end, where its owner could not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// A planned turn was not legal when its time came.
    Illegal {
        /// The planned turn, as it was kept.
        turn: String,
        /// Why it was not legal.
        why: Box<outcome::Refusal>,
    },
    /// This turn, with its label, was played, which the plan does not answer.
    OtherTurn(String),
    /// The turn came with the offer of a draw.
    DrawOffered,
    /// The turn came with the wish to take a turn back.
    TakeBackProposed,
    /// A turn was taken back, or a seat has left the game.
    Changed,
    /// So many planned turns were played at once that no more are.
    TooMany,
}

/// Why a plan is not kept, or not cleared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanFault {
    /// It came from another address than its owner's.
    Elsewhere,
    /// It came in a mail that others have got as well.
    SeenByOthers,
    /// A part of the mail was not read, which may belong to the plan.
    Cut,
    /// It is the owner's own turn.
    YourTurn,
    /// A piece between two `;` has no `then`.
    WithoutThen {
        /// The piece as typed, such as `e5`, cut if it is long.
        piece: String,
        /// The piece before it, to whose turn it may belong.
        before: Option<String>,
    },
    /// A piece that is not the first one begins with `if`.
    SecondIf {
        /// The piece before it.
        before: String,
        /// The piece, without the `if`.
        piece: String,
    },
    /// A piece has more than one `then`.
    TwoThens(String),
    /// A piece lacks the turn before `then`, or the answer behind it.
    Half(String),
    /// Pairs follow an answer after which there are none.
    AfterEnd {
        /// The pair with that answer.
        piece: String,
        /// The pair that follows it, as typed.
        next: String,
    },
    /// A turn is not legal in its place.
    Turn {
        /// The pair that has the turn.
        piece: String,
        /// The turn as typed, cut if it is long.
        turn: String,
        /// The label that it would have: `12.` or `12...`.
        label: String,
        /// The seat that would play it.
        seat: Seat,
        /// Whether that is the owner of the plan.
        own: bool,
        /// Why it is not legal.
        why: Box<outcome::Refusal>,
    },
    /// A turn is not written as turns are.
    Unreadable {
        /// The pair that has the turn.
        piece: String,
        /// The turn as typed, cut if it is long.
        turn: String,
    },
    /// A turn may mean several.
    Doubtful {
        /// The pair that has the turn.
        piece: String,
        /// The turn as typed, cut if it is long.
        turn: String,
        /// What it may mean.
        means: Vec<String>,
    },
    /// The number before a turn is not the one that it has.
    WrongNumber {
        /// The pair that has the turn.
        piece: String,
        /// The number as typed.
        typed: Guard,
        /// The label that the turn has.
        due: String,
    },
    /// The game is over before the answer, or before what follows it.
    Over {
        /// The pair that ends it.
        piece: String,
    },
    /// One turn has two answers.
    TwoAnswers {
        /// The turn; `None`: any.
        when: Option<String>,
        /// The answer of the pair that was there first.
        one: Answer,
        /// The answer that was to be added.
        other: Answer,
        /// The number of the pair with the first one, if it was kept before.
        number: Option<u32>,
    },
    /// With more than two seats in play, a plan answers one turn.
    OnePair,
    /// There are too many pairs, or too many that follow each other.
    TooLong,
    /// Judging it takes too long.
    TooMuch,
    /// No pair has this number.
    NoSuchPair(u32),
    /// There is nothing to clear.
    Nothing,
}

impl Plans {
    /// Without a pair, beginning after so many turns.
    fn new(after: usize) -> Self {
        Self {
            v: VERSION,
            after,
            last: 0,
            pairs: Vec::new(),
            ended: None,
        }
    }

    /// A plan that has come to its end.
    pub fn ended(why: Ended) -> Self {
        Self {
            ended: Some(why),
            ..Self::new(0)
        }
    }

    /// Reads stored plans; `None` if they are of a form that is not known here.
    pub fn from_json(text: &str) -> Option<Self> {
        let plans: Self = serde_json::from_str(text).ok()?;
        (plans.v == VERSION).then_some(plans)
    }

    /// As they are stored. It cannot fail: every key is a string.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The pairs that follow this one; `None`: the first ones.
    pub fn following(&self, parent: Option<u32>) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(move |pair| pair.parent == parent)
    }

    /// The pair that answers a turn, in canonical text. `before` is the position before it, which is needed for
    /// pairs that are not judged yet. A pair that names the turn goes before one for any.
    fn answering(&self, turn: &str, before: &dyn Fn() -> Option<Box<dyn Game>>) -> Option<&Pair> {
        let named = |pair: &&Pair| pair.when.as_deref() == Some(turn);
        if let Some(pair) = self.following(None).find(named) {
            return Some(pair);
        }
        let open = self.following(None).filter(|pair| pair.open);
        let open = open.filter_map(|pair| Some((pair, pair.when.as_deref()?)));
        let mut open = open.peekable();
        let board = open.peek().and_then(|_| before());
        let meaning = |when: &str| make::meaning(board.as_deref()?, when).ok();
        let found = open.find(|(_, when)| meaning(when).as_deref() == Some(turn));
        let any = || self.following(None).find(|pair| pair.when.is_none());
        found.map(|(pair, _)| pair).or_else(any)
    }

    /// What is left once a pair is played, `after` so many turns; `None` if that is nothing.
    fn behind(&self, number: u32, after: usize) -> Option<Self> {
        let mut kept = vec![number];
        let mut left = Self {
            after,
            pairs: Vec::new(),
            ..self.clone()
        };
        for pair in &self.pairs {
            if pair.parent.is_some_and(|parent| kept.contains(&parent)) {
                kept.push(pair.number);
                let parent = pair.parent.filter(|parent| *parent != number);
                left.pairs.push(Pair {
                    parent,
                    ..pair.clone()
                });
            }
        }
        (!left.pairs.is_empty()).then_some(left)
    }
}

/// Whether an event of the log has happened by a plan.
pub fn by_plan(event: &EventRow) -> bool {
    // Clocks cause other events that nobody has written.
    let kinds = [EventKind::Turn, EventKind::Resign, EventKind::Offer];
    event.is_planned() && kinds.iter().any(|kind| kind.as_str() == event.kind)
}

impl StoredGame {
    /// The conditional turns of a seat, or why they have come to an end.
    pub fn plans(&self, seat: Seat) -> Option<Plans> {
        let row = self.seats.get(seat.index())?;
        Plans::from_json(row.plans.as_deref()?)
    }
}

//! How games end, and why turns are refused.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::reason;
use crate::rules::{Seat, Seats};

/// Why a game ended (docs/rules/README.md, Results).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The side to move was attacked and had no legal turn.
    Checkmate,
    /// The side to move had no legal turn and was not attacked.
    Stalemate,
    /// A player gave up.
    Resignation,
    /// A player ran out of time.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// The same position came back often enough.
    Repetition,
    /// Too many turns without progress.
    #[serde(rename = "move rule")]
    MoveRule,
    /// Nobody can win any more.
    #[serde(rename = "dead position")]
    DeadPosition,
    /// Xiangqi X4: at the third occurrence of a position, one side alone had always given check.
    #[serde(rename = "perpetual check")]
    PerpetualCheck,
    /// Xiangqi X4: at the third occurrence of a position, one side alone had always chased a piece.
    #[serde(rename = "perpetual chase")]
    PerpetualChase,
    /// Games by file: a side has too few pieces of a kind, or none.
    Extinction,
    /// Games by file: a piece has reached its region.
    Goal,
    /// Games by file: a side has castled, or cannot castle any more.
    Castling,
    /// Games by file: a side has given so many checks.
    #[serde(rename = "checks given")]
    Checks,
    /// Games by file: pieces of a side are in a row, in a square, or join two regions.
    Connection,
    /// Games by file: the kings face each other again.
    #[serde(rename = "facing kings")]
    FacingKings,
    /// Games by file: both sides have passed.
    Passes,
    /// Games by file: no square is empty.
    #[serde(rename = "full board")]
    FullBoard,
    /// Games by file: it was counted to the limit of a rule of counting.
    Counting,
    /// The umpire set the result, whatever the position.
    Umpire,
}

/// The words that docs/rules/README.md gives: `move rule`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The end of a game: the order of finish, winner first, and the reason of the last event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Groups of seats that share a place, best first; seats within a group in playing order.
    pub places: Vec<Vec<Seat>>,
    /// The reason of the last event that ended the game or took a seat out of it.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `winner` over `loser`.
    pub fn win(winner: Seat, loser: Seat, reason: Reason) -> Self {
        Self {
            places: vec![vec![winner], vec![loser]],
            reason,
        }
    }

    /// All of `seats` share first place.
    pub fn draw(seats: Vec<Seat>, reason: Reason) -> Self {
        Self {
            places: vec![seats],
            reason,
        }
    }

    /// The place of a seat, from 1: one more than there are seats before it; `None` if it has none.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        let at = self.places.iter().position(|group| group.contains(&seat))?;
        Some(1 + self.places[..at].iter().map(Vec::len).sum::<usize>())
    }

    /// `1-0`, `0-1`, `1/2-1/2` for two seats; `red>blue=green>yellow` for more.
    pub fn result(&self, seats: &[&str]) -> String {
        if seats.len() == 2 {
            return match self.places.first().map(Vec::as_slice) {
                Some([Seat(0)]) => "1-0",
                Some([Seat(1)]) => "0-1",
                _ => "1/2-1/2",
            }
            .to_owned();
        }
        let name = |seat: &Seat| seats.get(seat.index()).copied();
        let group = |group: &Vec<Seat>| group.iter().filter_map(name).collect::<Vec<_>>().join("=");
        self.places.iter().map(group).collect::<Vec<_>>().join(">")
    }
}

/// Who is still in a game, and in which order the others left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Seats still in the game.
    pub playing: Seats,
    /// Those who have left, the first to leave first; seats of one group left at the same moment.
    pub left: Vec<Vec<Seat>>,
}

impl Standings {
    /// These seats are in; a place is for them alone.
    pub const fn of(playing: Seats) -> Self {
        Self {
            playing,
            left: Vec::new(),
        }
    }

    /// Takes a group out that leaves at one moment and shares a place.
    pub fn leave(&mut self, group: Vec<Seat>) {
        for seat in &group {
            self.playing = self.playing.without(*seat);
        }
        self.left.push(group);
    }

    /// The end of the game: those still in share the first place.
    pub fn outcome(&self, reason: Reason) -> Outcome {
        let playing: Vec<Seat> = self.playing.iter().collect();
        let groups = std::iter::once(playing).chain(self.left.iter().rev().cloned());
        let places = groups.filter(|group| !group.is_empty()).collect();
        Outcome { places, reason }
    }
}

/// A draw that may be claimed, and what the claim rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Why the game ends if the draw is claimed.
    pub reason: Reason,
    /// How many turns ago, the farthest first. For repetition: each time that the position was
    /// on the board, 0 being now. For the move rule: since when nothing has progressed.
    pub rests_on: Vec<usize>,
}

/// Why a player's text is no legal turn. The reason says what was understood and what to do next;
/// what is displayed is for logs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[error("{reason}")]
pub enum Refusal {
    /// The text is no turn in any reading.
    Unreadable {
        /// What could not be read, and what a turn looks like.
        reason: reason::Reason,
    },
    /// Understood, but against the rules.
    Illegal {
        /// Which action is wrong, from 1, where the turn has several.
        action: Option<usize>,
        /// The canonical text of the actions before it that are fine, empty if none.
        good: String,
        /// Always named: never only 'illegal move'.
        reason: reason::Reason,
    },
    /// More than one legal turn fits.
    Ambiguous {
        /// The canonical texts that fit, sorted.
        candidates: Vec<String>,
        /// What to write instead.
        reason: reason::Reason,
    },
    /// The beginning of a legal turn, with something missing.
    Incomplete {
        /// The canonical text of the actions made.
        good: String,
        /// What is missing, such as the choice of a promotion; a sentence.
        reason: reason::Reason,
    },
    /// The game has ended.
    GameOver {
        /// How the game has ended, as a sentence.
        reason: reason::Reason,
    },
}

impl Refusal {
    /// That something beside the turns is not possible.
    pub const fn illegal(reason: reason::Reason) -> Self {
        Self::Illegal {
            action: None,
            good: String::new(),
            reason,
        }
    }

    /// The sentence that says it.
    pub const fn reason(&self) -> &reason::Reason {
        match self {
            Self::Unreadable { reason }
            | Self::Illegal { reason, .. }
            | Self::Ambiguous { reason, .. }
            | Self::Incomplete { reason, .. }
            | Self::GameOver { reason } => reason,
        }
    }
}

/// Why a game cannot be begun as asked. What is displayed is for logs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum SetupError {
    /// An unknown option or value; the reason lists what is allowed.
    BadOption(reason::Reason),
    /// A position text that cannot be read or cannot stand.
    BadPosition(reason::Reason),
    /// A version of the rules that is not known here: the game was begun by a newer program.
    #[error("version {version} of the rules is not known here (the newest is {newest})")]
    UnknownVersion {
        /// The version asked for.
        version: u32,
        /// The newest one known.
        newest: u32,
    },
}

impl SetupError {
    /// The sentence that says it.
    pub fn reason(&self) -> reason::Reason {
        match self {
            Self::BadOption(reason) | Self::BadPosition(reason) => reason.clone(),
            Self::UnknownVersion { version, newest } => reason::Reason::new("unknown-version")
                .number("version", *version)
                .number("newest", *newest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Reason; 20] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Resignation,
        Reason::Time,
        Reason::Agreement,
        Reason::Repetition,
        Reason::MoveRule,
        Reason::DeadPosition,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::Extinction,
        Reason::Goal,
        Reason::Castling,
        Reason::Checks,
        Reason::Connection,
        Reason::FacingKings,
        Reason::Passes,
        Reason::FullBoard,
        Reason::Counting,
        Reason::Umpire,
    ];

    #[test]
    fn places_are_the_order_of_leaving_turned_round() {
        let names = ["red", "green", "yellow", "blue"];
        let mut standings = Standings::of(Seats::first(4));
        standings.leave(vec![Seat(1)]);
        standings.leave(vec![Seat(0), Seat(3)]);
        let outcome = standings.outcome(Reason::Checkmate);
        assert_eq!(outcome.result(&names), "yellow>red=blue>green");
        let places = [0, 1, 2, 3].map(|seat| outcome.place(Seat(seat)));
        assert_eq!(places, [Some(2), Some(4), Some(1), Some(2)]);
        standings.leave(vec![Seat(2)]);
        let nobody = standings.outcome(Reason::Umpire);
        assert_eq!(nobody.result(&names), "yellow>red=blue>green");
    }

    #[test]
    fn refusals_are_kept_as_json() {
        let refusal = Refusal::Illegal {
            action: Some(2),
            good: "Ng1-f3".to_owned(),
            reason: reason::Reason::new("reserve-is-empty"),
        };
        let text = serde_json::to_string(&refusal).expect("JSON");
        assert!(text.starts_with(r#"{"illegal":{"action":2"#), "{text}");
        assert_eq!(
            serde_json::from_str::<Refusal>(&text).expect("read"),
            refusal
        );
    }

    #[test]
    fn reasons_are_kept_by_their_words() {
        let words = [
            "checkmate",
            "stalemate",
            "resignation",
            "time",
            "agreement",
            "repetition",
            "move rule",
            "dead position",
            "perpetual check",
            "perpetual chase",
            "extinction",
            "goal",
            "castling",
            "checks given",
            "connection",
            "facing kings",
            "passes",
            "full board",
            "counting",
            "umpire",
        ];
        assert_eq!(ALL.len(), words.len());
        for (reason, word) in ALL.into_iter().zip(words) {
            let text = serde_json::to_string(&reason).expect("JSON");
            assert_eq!(text, format!("{word:?}"));
            assert_eq!(reason.to_string(), word);
        }
    }
}

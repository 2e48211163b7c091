//! A game in progress, as the server sees it: text in, text and board views out.
//!
//! [`Game`] is object-safe and knows nothing of time, chance, files or mail. A
//! [`super::variant::Variant`] starts one.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::seat::Seat;
use super::turns::walk::Walk;
use super::{outcome::Reason, reason};
use crate::rules::{BoardView, Outcome, PieceLetters, Refusal};

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The turn in canonical notation.
    pub canonical: String,
    /// Its number and seat as players write it before the turn: `3.` or `3...`; four-seat games
    /// write `3.` for every seat.
    pub label: String,
    /// The turn in another notation that players of this game use, where there is one.
    pub also: Option<String>,
}

impl fmt::Display for Played {
    /// As letters say it: `3. Ch3-e3 (C2=5)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.label, self.canonical)?;
        let also = self.also.as_ref();
        also.map_or(Ok(()), |also| write!(f, " ({also})"))
    }
}

/// What may follow an unfinished turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The actions made so far, canonical, one space between them; empty at the start of a turn.
    pub made: String,
    /// The legal next single actions, canonical, sorted bytewise.
    pub next: Vec<String>,
    /// Whether the turn may stop here.
    pub ends: bool,
}

/// Legal turns, or the news that there are too many to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// All of them, canonical, sorted bytewise.
    All(Vec<String>),
    /// More than the limit; how many, where that can be known without listing them.
    Over(Option<u64>),
    /// The turns are chains of actions, which are not looked through: these single actions of those that may
    /// come next, canonical, sorted bytewise.
    Next(Vec<String>),
}

/// How a text that a person has typed reads as a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnReading {
    /// It is not written as a turn.
    No,
    /// It is written as a turn, legal or not. The text is what [`Game::play`] reads: words, figurines,
    /// look-alike letters and stray blanks have become notation.
    Turn(String),
    /// It is written as a turn, but not as turns are written here, as with the letters of pieces in another
    /// language: these legal turns may be meant, in canonical text.
    Doubtful(Vec<String>),
}

/// A place in a text that is written as a turn or as an action of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The text of the turn or action as it was typed, with one blank between words.
    pub typed: String,
    /// The legal turns that it may mean, in canonical text; none for what is not legal, and for an action
    /// that is no whole turn.
    pub turns: Vec<String>,
}

/// A game in progress: setup, turns and the position they lead to.
///
/// Nothing here changes the game unless it says so, and whatever returns an error has changed
/// nothing.
pub trait Game: Send {
    /// A copy that can be tried out.
    fn fork(&self) -> Box<dyn Game>;
    /// Whose turn it is, or was when the game ended.
    fn to_move(&self) -> Seat;
    /// The label of the turn now due: `3.` or `3...` (see [`Played::label`]).
    fn label(&self) -> String;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<&Outcome>;
    /// Plays a turn written in any way that docs/rules/README.md allows (a leading number is ignored
    /// here: guards are the mail layer's).
    ///
    /// # Errors
    /// The reason why the text is no legal turn. Nothing has changed then.
    fn play(&mut self, text: &str) -> Result<Played, Refusal>;
    /// Replays a turn that [`Game::play`] accepted before: canonical text, not judged again.
    ///
    /// # Errors
    /// Text that cannot be the canonical form of a turn here: the record is damaged.
    fn replay(&mut self, canonical: &str) -> Result<(), Refusal>;
    /// Reads a text that holds nothing but a turn, as people write it: with words (`knight to f3`),
    /// figurines, blanks between the letters, look-alike letters, letters of pieces in other languages.
    fn reading(&self, text: &str) -> TurnReading {
        self.reading_by(text, None)
    }
    /// The same for a player who may write the pieces of chess with the letters of another language. Texts that are no
    /// legal turn with them are read as they are.
    fn reading_by(&self, text: &str, letters: Option<&PieceLetters>) -> TurnReading;
    /// A turn in canonical text, written with the letters of another language; `None` if that changes nothing, or could be
    /// mistaken for another turn.
    fn written_by(&self, canonical: &str, letters: &PieceLetters) -> Option<String>;
    /// The turns and actions that are in a text among other words, in order; at most 20.
    fn mentions(&self, text: &str) -> Vec<Mention>;
    /// The canonical text of the turn that `text` means; nothing is played.
    ///
    /// # Errors
    /// As [`Game::play`].
    fn meaning(&self, text: &str) -> Result<String, Refusal>;
    /// Whether the player to move would lose for want of a legal turn next time if nothing but this turn, in
    /// canonical text, changed the board. False in games in which nobody loses so.
    fn strands(&self, canonical: &str) -> bool;
    /// Ends the game as drawn if the player to move may claim that for the position on the board.
    /// Returns what the claim rests on (see [`super::outcome::Claim::rests_on`]).
    ///
    /// # Errors
    /// Why the claim fails.
    fn claim_draw(&mut self) -> Result<Vec<usize>, Refusal>;
    /// A seat leaves the game by resignation, on time or by the umpire's decision. With two
    /// players left this ends the game. A seat that is out already changes nothing.
    fn retire(&mut self, seat: Seat, reason: Reason);
    /// Ends the game as drawn between those who are in it; those who are out keep their places. A game that is
    /// over stays as it is.
    fn agree(&mut self);
    /// Ends the game by decision of the umpire with the given places (see [`Outcome`]).
    fn end(&mut self, outcome: Outcome);
    /// Seats still in the game, in playing order.
    fn playing(&self) -> Vec<Seat>;
    /// The seats that have left the game, the first to leave first; those of one group left at the same moment.
    fn left(&self) -> Vec<Vec<Seat>>;
    /// The place that a seat has or, if it is out of a game that goes on, will have; `None` for a seat that plays on.
    fn place(&self, seat: Seat) -> Option<usize> {
        if let Some(outcome) = self.outcome() {
            return outcome.place(seat);
        }
        let left = self.left();
        let group = left.iter().position(|group| group.contains(&seat))?;
        let later: usize = left[group + 1..].iter().map(Vec::len).sum();
        Some(1 + self.playing().len() + later)
    }
    /// Whether `seat` has too little left to win by any turns: when the other's time is over, the
    /// game is drawn.
    fn cannot_win(&self, seat: Seat) -> bool;
    /// The present position as text, in the form in which the variant also reads a start position.
    fn position(&self) -> String;
    /// Seats whose king any other player attacks, in seat order.
    fn in_check(&self) -> Vec<Seat>;
    /// The sign that players write after a turn that has led here: `+` for check, `#` for checkmate, else nothing.
    fn check_sign(&self) -> &'static str;
    /// How many legal turns there are; `None` where that would take too long.
    fn count(&self) -> Option<u64>;
    /// The legal turns as engines write them (UCI), sorted bytewise; `None` in games of our own, which have no such texts.
    fn uci(&self) -> Option<Vec<String>>;
    /// A legal turn, given as canonical text, as engines write it; `None` in games of our own, and for other texts.
    fn uci_of(&self, canonical: &str) -> Option<String>;
    /// Whether there are more legal turns than `limit`: where there are very many, sooner known than their number.
    /// `false` where counting would take too long.
    fn has_more_turns(&self, limit: u64) -> bool;
    /// The legal turns, if at most `limit`.
    fn legal(&self, limit: usize) -> Listing;
    /// The legal turns in which an action has to do with the piece or square named by `what` (`e2`,
    /// `N`, `Ng1`, `@@`): it begins or ends there, or is made by that piece. They begin with the
    /// actions `made` (lenient, may be empty), which themselves do not count. If at most `limit`.
    ///
    /// # Errors
    /// `what` names no square or piece of this game; `made` cannot begin a legal turn.
    fn legal_of(&self, what: &str, made: &str, limit: usize) -> Result<Listing, Refusal>;
    /// Whether turns are chains of actions, of any length.
    fn chains(&self) -> bool;
    /// Reads `partial` (lenient, may be empty) as the beginning of a turn.
    ///
    /// # Errors
    /// The reason why it cannot begin a legal turn.
    fn begin(&self, partial: &str) -> Result<Continuation, Refusal>;
    /// A legal turn to show as an example, preferring one that shows off the notation; `None` if
    /// the game is over. Cheap: never lists the turns.
    fn example(&self) -> Option<String>;
    /// Leaf turns `depth` turns deep.
    fn perft(&self, depth: u32) -> u64 {
        self.perft_while(depth, &|_| true).unwrap_or_default()
    }
    /// The game from here on as a tree, for a program that plays it. Draws by agreement and decisions of the umpire are
    /// not known there.
    fn walk(&self) -> Box<dyn Walk>;
    /// How much was looked at to read texts in this position, in actions. It grows with the time that this
    /// takes, and is the same on every machine.
    fn effort(&self) -> u64;
    /// As [`Game::perft`], but `None` once `go_on` says no. It is asked at every position, and told how many
    /// leaves were counted there; 1, where none were. Where turns are counted one by one, it is asked at each.
    fn perft_while(&self, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64>;
    /// For each legal turn (canonical, sorted bytewise) the leaf turns below it, `depth` turns
    /// deep in all. `depth` is at least 1.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// What the players should know of the rules before the next turn, a sentence each: that a
    /// repetition would end the game, and for whom. Empty when the game is over.
    fn warnings(&self) -> Vec<reason::Reason>;
    /// How a turn is written here and now, with examples of `reader`, who need not be to move, paragraph by
    /// paragraph.
    fn writing(&self, reader: Seat) -> Vec<reason::Reason>;
    /// The board as `viewer` sees it, own side below, last turn marked; `None`: as the first seat.
    fn view(&self, viewer: Option<Seat>) -> BoardView;
    /// The same after the actions with which a turn begins (lenient). `None` if they begin none, and in
    /// games that have no board to show within a turn.
    fn view_begun(&self, partial: &str, viewer: Option<Seat>) -> Option<BoardView>;
}

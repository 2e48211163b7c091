//! What the reader asks the games about.

use crate::rules::game::{Mention, TurnReading};
use crate::variants::Games;

use super::phrases;

/// The games that a mail may be about, as its reader sees them. In each function `game` is the number that a
/// line names; `None`: the game in scope.
pub trait Turns {
    /// How the game reads a text that holds nothing but a turn.
    fn reading(&self, game: Option<i64>, text: &str) -> TurnReading;
    /// The canonical text of the turn that would be played if the author wrote this; `None` if it is refused.
    fn legal(&self, game: Option<i64>, text: &str) -> Option<String>;
    /// Whether a turn that begins so may go on with further actions.
    fn goes_on(&self, game: Option<i64>, text: &str) -> bool;
    /// The turns and actions that are in a text among other words.
    fn mentions(&self, game: Option<i64>, text: &str) -> Vec<Mention>;
    /// The beginning of a turn that the author holds.
    fn held(&self, _game: Option<i64>) -> Option<String> {
        None
    }
    /// What the author may do in the game besides playing.
    fn stage(&self, game: Option<i64>) -> Stage;
    /// Whether the answered letter asks a question about the game, which waits for `yes` or `no`.
    fn asked(&self, game: Option<i64>) -> bool;
    /// Whether the letter of a game that is answered asks a question about no game, which waits for `yes` or `no`.
    fn asked_elsewhere(&self) -> bool {
        false
    }
    /// Whether the answered letter shows that others ask the author for something, other than a draw.
    fn proposed(&self, _game: Option<i64>) -> bool {
        false
    }
    /// The games that can be played here.
    fn games(&self) -> &Games;
    /// Whether there is a player of this name.
    fn is_player(&self, _name: &str) -> bool {
        false
    }
    /// Whether there is an event of this name.
    fn is_event(&self, _name: &str) -> bool {
        false
    }
    /// The author's name; empty if it is not known.
    fn author(&self) -> &str;
    /// Whether so many texts were asked about that the last answers are those of texts that are no turns.
    fn are_too_many(&self) -> bool {
        false
    }
}

/// Whether a text is the author's name, or the first part of it, with which they sign, in any
/// spelling.
pub(super) fn signs(turns: &dyn Turns, text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let author = turns.author();
    let first = author.split_whitespace().next().unwrap_or_default();
    phrases::is_same_name(text, author) || phrases::is_same_name(text, first)
}

/// The game that one line is about.
#[derive(Clone, Copy)]
pub(super) struct InGame<'a> {
    pub turns: &'a dyn Turns,
    pub game: Option<i64>,
}

impl InGame<'_> {
    pub fn reading(&self, text: &str) -> TurnReading {
        self.turns.reading(self.game, text)
    }
    pub fn stage(&self) -> Stage {
        self.turns.stage(self.game)
    }
}

/// How far a game is, as far as it matters for reading words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// There is no such game, or it is not known yet which one is meant.
    None,
    /// It is being played.
    Playing,
    /// It is being played, and somebody else offers the author a draw.
    Offered,
    /// It is over: there is nothing to do in it but talk.
    Over,
}

/// No game: for mails of people who play none. It has the games that can be played here.
#[derive(Clone, Copy, Debug)]
pub struct NoGame<'a>(pub &'a Games);

impl Turns for NoGame<'_> {
    fn reading(&self, _game: Option<i64>, _text: &str) -> TurnReading {
        TurnReading::No
    }
    fn legal(&self, _game: Option<i64>, _text: &str) -> Option<String> {
        None
    }
    fn goes_on(&self, _game: Option<i64>, _text: &str) -> bool {
        false
    }
    fn mentions(&self, _game: Option<i64>, _text: &str) -> Vec<Mention> {
        Vec::new()
    }
    fn stage(&self, _game: Option<i64>) -> Stage {
        Stage::None
    }
    fn asked(&self, _game: Option<i64>) -> bool {
        false
    }
    fn games(&self) -> &Games {
        self.0
    }
    fn author(&self) -> &str {
        ""
    }
}

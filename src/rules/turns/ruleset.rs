//! The typed side of a game: what a family implements, once, for the server to see it as a
//! [`Variant`](crate::rules::variant::Variant).

use std::fmt::Debug;
use std::ops::ControlFlow;

use super::walk::{Field, Glimpse, Survey};
use super::{listing, perft};
use crate::rules::notation::iccf;
use crate::rules::variant::Credits;
use crate::rules::view::{KindView, Name};
use crate::rules::{
    BoardView, Capture, Claim, OptionSpec, Options, Outcome, Reason, Refusal, Role, Sample, Seat,
    Seats, SetupError, Sketch, Speech, Standings,
};

/// What a catalogue says of a game.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The id players write: `hans38`.
    pub id: &'a str,
    /// The name people read: `Hans38 Chess`.
    pub name: &'a str,
    /// One line for lists: its code (see [`Reason`]).
    pub summary: &'static str,
    /// Seat words in playing order, lower case.
    pub seats: &'a [Name],
    /// The options that the game can be set up with; empty if it has none.
    pub options: &'static [OptionSpec],
    /// The newest version of its rules; all from 1 on can be played.
    pub rules_version: u32,
}

/// The seat words of most games.
const WHITE_AND_BLACK: &[Name] = &[Name::Borrowed("white"), Name::Borrowed("black")];

impl<'a> About<'a> {
    /// A game of White and Black without options.
    pub const fn new(id: &'a str, name: &'a str, summary: &'static str) -> Self {
        Self {
            id,
            name,
            summary,
            seats: WHITE_AND_BLACK,
            options: &[],
            rules_version: 1,
        }
    }

    /// The same with options.
    #[must_use]
    pub const fn with_options(self, options: &'static [OptionSpec]) -> Self {
        Self { options, ..self }
    }
}

/// A game at one moment.
#[derive(Clone, Debug)]
pub struct State<R: Ruleset> {
    /// The options in force, resolved.
    pub rules: R::Rules,
    /// The version of the rules that the game was begun with. A changed ruling asks for it.
    pub rules_version: u32,
    /// Board, hands, rights, side to move.
    pub position: R::Position,
    /// Repetition and whatever else the rules look back at, the present position included.
    pub history: R::History,
    /// Who is still in the game.
    pub standings: Standings,
}

/// A whole turn, action by action.
pub type Turn<R> = Vec<<R as Ruleset>::Action>;

/// A visitor of actions.
pub type VisitAction<'a, R> = &'a mut dyn FnMut(<R as Ruleset>::Action) -> ControlFlow<()>;

/// A visitor of turns.
pub type VisitTurn<'a, R> = &'a mut dyn FnMut(&[<R as Ruleset>::Action]) -> ControlFlow<()>;

/// A choice among actions.
pub type Filter<R> = Box<dyn Fn(&<R as Ruleset>::Action) -> bool>;

/// A typed action: the word itself, and what it may mean before it meets a position.
#[derive(Clone, Debug)]
pub struct Word<T> {
    /// The word as typed, for answers that quote it.
    pub text: String,
    /// What it may mean.
    pub means: T,
}

/// One game (or one value of a family) in its own types.
///
/// A turn is a list of actions. A game says which actions may come next, what a whole turn does,
/// how actions are written and why one is not possible; everything else follows (see
/// [`super::listing`], [`super::judge`], [`super::perft`]). The methods with a body may be
/// overridden where a game can do better; laws in `tests/` compare both.
///
/// The caller looks for the end of the game first: methods that read or list turns are called only
/// while the game goes on.
pub trait Ruleset: Clone + Send + Sync + 'static {
    /// Options in force, resolved; small.
    type Rules: Clone + Send;
    /// Board, hands, rights, side to move; cheap to clone.
    type Position: Clone + Send;
    /// What the rules look back at, the present position included.
    type History: Clone + Send;
    /// One action of a turn.
    type Action: Clone + PartialEq + Debug + Send;
    /// A typed action before it meets a position.
    type Typed: Clone;

    /// What a catalogue says of it.
    fn about(&self) -> About<'_>;
    /// See [`crate::rules::variant::Variant::summary`].
    fn summary(&self) -> Reason {
        Reason::new(self.about().summary)
    }
    /// See [`crate::rules::variant::Variant::credits`].
    fn credits(&self) -> Option<Credits<'_>> {
        None
    }
    /// See [`crate::rules::variant::Variant::kinds`].
    fn kinds(&self) -> Vec<KindView> {
        Vec::new()
    }
    /// See [`crate::rules::variant::Variant::explained`].
    fn explained(&self, _part: &str) -> Vec<Reason> {
        Vec::new()
    }
    /// How the kind of piece with this letter moves, as a drawing of its steps:
    /// [`crate::rules::variant::Variant::sketch`].
    fn sketch(&self, _letter: char) -> Option<Sketch> {
        None
    }
    /// See [`crate::rules::variant::Variant::settle`]; games without chance leave it as it is.
    ///
    /// # Errors
    /// Unknown options and values.
    fn settle(&self, options: &Options, _sample: Sample<'_>) -> Result<Options, SetupError> {
        self.rules(options, false).map(|_| options.clone())
    }
    /// Resolves options. `placed` tells that a position text will give the start position, so that
    /// an option left `random` is no fault.
    ///
    /// # Errors
    /// Unknown options and values; `random` where nothing else gives the start position.
    fn rules(&self, options: &Options, placed: bool) -> Result<Self::Rules, SetupError>;

    /// The text of the position at the beginning, unless the game is set up with another one.
    fn start(&self, rules: &Self::Rules) -> String;
    /// Reads a position text and checks that it can stand.
    ///
    /// # Errors
    /// Why it cannot be read or cannot stand.
    fn read(&self, rules: &Self::Rules, text: &str) -> Result<Self::Position, SetupError>;
    /// The position text: reading it back gives the same text.
    fn write(&self, state: &State<Self>) -> String;
    /// A fresh history that starts with this position.
    fn history(&self, rules: &Self::Rules, position: &Self::Position) -> Self::History;

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Seat;
    /// Who plays on in a position that a game may begin with: all, or those whom a position text names.
    fn playing(&self, _position: &Self::Position) -> Seats {
        Seats::first(self.about().seats.len())
    }
    /// The label of the turn now due: `3.` or `3...`; games of more than two write `3.` for every seat.
    fn label(&self, position: &Self::Position) -> String;
    /// Visits the actions that may follow those `made`, each once, in any order, until `visit` breaks:
    /// only actions after which the turn can still be completed legally.
    fn actions(
        &self,
        state: &State<Self>,
        made: &[Self::Action],
        visit: VisitAction<'_, Self>,
    ) -> ControlFlow<()>;
    /// Whether the actions `made` (at least one, each allowed by [`Ruleset::actions`]) are a whole turn.
    fn may_end(&self, _state: &State<Self>, made: &[Self::Action]) -> bool {
        !made.is_empty()
    }
    /// Puts the actions of a turn into the order in which it is written, where several orders are
    /// one turn.
    fn order(&self, _turn: &mut [Self::Action]) {}
    /// Plays a legal turn; fast (no look at legality, checks or the end of the game).
    fn apply(&self, state: &mut State<Self>, turn: &[Self::Action]);
    /// Removes the seats that are eliminated before the next player takes a turn, with their pieces,
    /// and returns them; called until it returns none. Games of two leave this empty and end by
    /// [`Ruleset::adjudicate`].
    fn eliminate(&self, _state: &mut State<Self>) -> Vec<Seat> {
        Vec::new()
    }
    /// Takes the pieces of a seat off the board that leaves the game while others play on, and moves
    /// the turn on if it was its own. The caller keeps the standings.
    fn remove(&self, _state: &mut State<Self>, _seat: Seat) {}
    /// How the game ends with this position, if it does. It may ask whether there is any turn, and must
    /// not list them.
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome>;
    /// What a draw claim of the player to move comes to.
    ///
    /// # Errors
    /// Why the claim fails.
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal>;
    /// Whether `seat` has too little left to win by any turns, so that the other's time running out
    /// draws.
    fn cannot_win(&self, _state: &State<Self>, _seat: Seat) -> bool {
        false
    }
    /// Seats whose king any other player attacks, in seat order.
    fn in_check(&self, state: &State<Self>) -> Vec<Seat>;
    /// Whether players write a `+` after a turn that gives check: not where it means something else, nor where check
    /// depends on the turns of others.
    fn writes_check(&self) -> bool {
        true
    }

    /// The canonical text of an action.
    fn text(&self, rules: &Self::Rules, action: &Self::Action) -> String;
    /// Reads the canonical text of a turn that was legal here, without judging it; fast. `None` if
    /// it cannot be one.
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>>;
    /// Takes typed text apart, without a look at the position. The text is cleaned (see
    /// [`crate::rules::notation::clean`]) and has lost its leading number.
    ///
    /// # Errors
    /// It is no turn in any reading.
    fn lex(&self, rules: &Self::Rules, text: &str) -> Result<Vec<Word<Self::Typed>>, Refusal>;
    /// What people call the pieces and what else there is in this game.
    fn speech<'a>(&'a self, rules: &'a Self::Rules) -> Speech<'a>;
    /// Whether a word begins an action by itself, other than as the name of a piece or a square: `push`.
    fn is_action(&self, _word: &str) -> bool {
        false
    }
    /// Whether words without a turn say more about the one beside them, which therefore is not meant as it stands:
    /// `facing north`.
    fn adds(&self, _words: &str) -> bool {
        false
    }
    /// Whether text is written so that it means a turn of just this form, legal or not: no other reading is tried.
    fn is_exact(&self, _text: &str) -> bool {
        false
    }
    /// Text in signs of another script, in those that [`Ruleset::lex`] reads; `None` where it holds
    /// none.
    fn transcribed(&self, _text: &str) -> Option<String> {
        None
    }
    /// What text means in a code of squares that is not that of this server, as text for
    /// [`Ruleset::lex`], and whether it can be nothing else. It counts where the text itself is no legal
    /// turn and the other one is.
    fn coded(&self, _state: &State<Self>, text: &str) -> Option<(String, bool)> {
        Some((iccf(text)?, true))
    }
    /// The capture that a first action makes; `None` for other actions.
    fn capture(&self, _state: &State<Self>, _action: &Self::Action) -> Option<Capture> {
        None
    }
    /// Whether a typed word may mean this action.
    fn fits(&self, state: &State<Self>, action: &Self::Action, typed: &Self::Typed) -> bool;
    /// What a word leaves open that fits just these actions, all of which it may mean: which piece a
    /// pawn becomes. A sentence; `None` if it leaves nothing open or more than that.
    fn left_open(
        &self,
        _state: &State<Self>,
        _typed: &Self::Typed,
        _fitting: &[Self::Action],
    ) -> Option<Reason> {
        None
    }
    /// Why a typed word is none of the actions that may follow; completes a sentence.
    fn refuse(
        &self,
        state: &State<Self>,
        made: &[Self::Action],
        word: &Word<Self::Typed>,
    ) -> Reason;
    /// What is missing where the actions `made` begin a legal turn and are none; a sentence.
    fn missing(&self, _state: &State<Self>, _made: &[Self::Action]) -> Reason {
        Reason::new("turn-incomplete")
    }
    /// A turn played in `position`, in another notation that players of this game use.
    fn also(&self, _position: &Self::Position, _turn: &[Self::Action]) -> Option<String> {
        None
    }
    /// An action as engines write it (UCI), in games whose turns engines write; docs/variants/file-board-fen.md, 12.
    fn uci(&self, _position: &Self::Position, _action: &Self::Action) -> Option<String> {
        None
    }
    /// The actions that `what` names (see [`super::selector::Selector`]); `None` if it names nothing of this game.
    fn select(&self, state: &State<Self>, what: &str) -> Option<Filter<Self>>;
    /// How well a turn serves as an example: turns that show off the notation, give no advice and do
    /// their player no harm are worth more. `u8::MAX` is as good as it gets: no further turn is looked
    /// at.
    fn worth(&self, _state: &State<Self>, _turn: &[Self::Action]) -> u8 {
        0
    }
    /// See [`crate::rules::game::Game::strands`]; `after` is the state after the turn of `seat`.
    fn stranded(&self, _after: &State<Self>, _seat: Seat) -> bool {
        false
    }
    /// Sentences about the next turn, such as a repetition that would end the game; empty: none.
    fn warnings(&self, _state: &State<Self>) -> Vec<Reason> {
        Vec::new()
    }

    /// Visits the legal turns, each once, in any order, until `visit` breaks.
    fn turns(&self, state: &State<Self>, visit: VisitTurn<'_, Self>) -> ControlFlow<()> {
        listing::each(self, state, &mut Vec::new(), visit)
    }
    /// Whether all turns may be listed, however many; else no more than 10,000 are looked at
    /// (docs/rules/README.md, The referee).
    fn listable(&self) -> bool {
        true
    }
    /// How many legal turns there are, if that can be known.
    fn count(&self, state: &State<Self>) -> Option<u64> {
        self.listable().then(|| listing::count(self, state))
    }
    /// Whether there are more than `limit` legal turns; `false` where counting would take too long.
    fn has_more_turns(&self, state: &State<Self>, limit: u64) -> bool {
        self.count(state).is_some_and(|count| count > limit)
    }
    /// Leaf turns `depth` turns deep; see [`crate::rules::game::Game::perft_while`].
    fn perft(&self, state: &State<Self>, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
        perft::leaves(self, state, depth, go_on)
    }

    /// Hands the turn to the other player of two, as if that were allowed, for a program that asks what a threat is
    /// worth; `false` where a game has no such position.
    fn pass(&self, _position: &mut Self::Position) -> bool {
        false
    }
    /// What does not change in a game, for a program that plays it.
    fn field(&self, rules: &Self::Rules) -> Field;
    /// Where a piece can go: [`super::walk::Walk::reach`].
    fn reach(&self, rules: &Self::Rules, piece: (Role, Seat), from: u8, men: [u128; 2]) -> u128;
    /// What is known of an action before it is tried.
    fn glimpse(&self, state: &State<Self>, made: &[Self::Action], action: &Self::Action)
    -> Glimpse;
    /// Describes the position for a program that estimates who is better; whose turn it is and counters are left out.
    fn survey(&self, state: &State<Self>, survey: &mut Survey);
    /// Whether turns may have so many actions that a program looks at them one by one.
    fn by_actions(&self, _rules: &Self::Rules) -> bool {
        false
    }

    /// How turns are written, with examples of `reader`, one reason for each paragraph.
    fn writing(&self, state: &State<Self>, reader: Seat) -> Vec<Reason>;
    /// The board as `viewer` sees it, with the marks of the turn that led here, if there is one; what it was is told
    /// by the caller ([`Fact::LastTurn`](crate::rules::Fact::LastTurn)).
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Self::Action]) -> BoardView;
    /// The board after the actions `made`, with which a turn begins; `None` where a game has no such
    /// board to show.
    fn view_begun(
        &self,
        _state: &State<Self>,
        _made: &[Self::Action],
        _viewer: Seat,
    ) -> Option<BoardView> {
        None
    }
}

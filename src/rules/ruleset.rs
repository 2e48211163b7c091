//! The typed side of a game: what a family implements, once, for the server to see it as a
//! [`super::variant::Variant`].

use std::ops::ControlFlow;

use super::diagram::{Diagram, Style};
use super::game::{Continuation, Seat};
use super::outcome::{Claim, Outcome, Reason, Refusal, SetupError};
use super::variant::{OptionSpec, Options};

/// A game at one moment: its settled rules, what a glance at the board tells, and what some rules
/// look back at.
#[derive(Clone, Debug)]
pub struct State<V: Ruleset> {
    /// The options in force, resolved.
    pub rules: V::Rules,
    /// Board, hands, rights, side to move.
    pub position: V::Position,
    /// Repetition and whatever else the rules remember.
    pub history: V::History,
}

/// One game (or one value of a family) in its own types.
///
/// The blanket implementation in [`super::session`] turns this into [`super::variant::Variant`] and
/// [`super::game::Game`]: it checks for the end of the game before every call that needs it, so
/// methods that read or list turns are only called while the game goes on.
pub trait Ruleset: Clone + Send + Sync + 'static {
    /// Options in force, resolved; small.
    type Rules: Clone + Send;
    /// Board, hands, rights, side to move; cheap to clone.
    type Position: Clone + Send;
    /// What the rules look back at, the present position included.
    type History: Clone + Send;
    /// A whole turn.
    type Turn: Clone + Send;

    /// See [`super::variant::Variant::id`].
    fn id(&self) -> &'static str;
    /// See [`super::variant::Variant::name`].
    fn name(&self) -> &'static str;
    /// See [`super::variant::Variant::summary`].
    fn summary(&self) -> &'static str;
    /// See [`super::variant::Variant::seats`].
    fn seats(&self) -> &'static [&'static str] {
        &["white", "black"]
    }
    /// See [`super::variant::Variant::options`].
    fn options(&self) -> &'static [OptionSpec];
    /// See [`super::variant::Variant::rules_version`].
    fn rules_version(&self) -> u32 {
        1
    }
    /// See [`super::variant::Variant::rules`].
    fn guide(&self) -> String;

    /// See [`super::variant::Variant::settle`]; games without chance leave it as it is.
    ///
    /// # Errors
    /// Unknown options and values.
    fn settle(
        &self,
        options: &Options,
        _chance: &mut dyn FnMut(u32) -> u32,
    ) -> Result<Options, SetupError> {
        self.rules(options, false).map(|_| options.clone())
    }
    /// Resolves options. `placed` tells that a position text will give the array, so that an
    /// option left `random` is no fault.
    ///
    /// # Errors
    /// Unknown options and values; `random` where nothing else gives the array.
    fn rules(&self, options: &Options, placed: bool) -> Result<Self::Rules, SetupError>;
    /// The array.
    fn start(&self, rules: &Self::Rules) -> Self::Position;
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
    /// The label of the turn now due: `3.` or `3...`.
    fn label(&self, position: &Self::Position) -> String;
    /// Reads and judges a turn; `text` is cleaned (see [`super::notation::clean`]) and has lost
    /// its leading number.
    ///
    /// # Errors
    /// The reason why it is no legal turn.
    fn parse(&self, state: &State<Self>, text: &str) -> Result<Self::Turn, Refusal>;
    /// Reads the canonical text of a turn that was legal here, without judging it; fast. `None`
    /// if it cannot be one.
    fn parse_trusted(&self, state: &State<Self>, canonical: &str) -> Option<Self::Turn>;
    /// The canonical text of a turn that is legal in `position`.
    fn format(&self, rules: &Self::Rules, position: &Self::Position, turn: &Self::Turn) -> String;
    /// The same turn in another notation that players of this game use (see
    /// [`super::game::Played::also`]).
    fn also(
        &self,
        _rules: &Self::Rules,
        _position: &Self::Position,
        _turn: &Self::Turn,
    ) -> Option<String> {
        None
    }
    /// Plays a legal turn; fast (no look at legality, checks or the end of the game).
    fn play_unchecked(&self, state: &mut State<Self>, turn: &Self::Turn);
    /// How the game ends with this position, if it does. Never lists turns.
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome>;
    /// Whether cleaned text looks like a turn at all (see [`super::game::Game::reads_as_turn`]).
    fn reads_as_turn(&self, rules: &Self::Rules, text: &str) -> bool;
    /// What a draw claim of the player to move comes to.
    ///
    /// # Errors
    /// Why the claim fails.
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal>;
    /// A seat leaves the game; the outcome if that ends it. As written here it suits two seats.
    fn retire(&self, _state: &mut State<Self>, seat: Seat, reason: Reason) -> Option<Outcome> {
        Some(Outcome::win(Seat(1 - seat.0.min(1)), seat, reason))
    }
    /// Seats still in the game.
    fn playing(&self, _position: &Self::Position) -> Vec<Seat> {
        (0..self.seats().len() as u8).map(Seat).collect()
    }
    /// Seats whose king any other player attacks, in seat order.
    fn in_check(&self, state: &State<Self>) -> Vec<Seat>;

    /// Visits the legal turns, each once, in any order, until `visit` breaks.
    fn turns(
        &self,
        state: &State<Self>,
        visit: &mut dyn FnMut(Self::Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    /// Visits the legal turns whose canonical text `keep` lets through, until `visit` breaks. As
    /// written here it looks at every turn; games with many turns skip those that begin otherwise.
    fn turns_where(
        &self,
        state: &State<Self>,
        keep: &Filter,
        visit: &mut dyn FnMut(Self::Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.turns(
            state,
            &mut |turn| match keep(&self.format(&state.rules, &state.position, &turn)) {
                true => visit(turn),
                false => ControlFlow::Continue(()),
            },
        )
    }
    /// How many legal turns there are, if that can be known.
    fn count(&self, state: &State<Self>) -> Option<u64>;
    /// Whether [`Ruleset::turns`] may be listed in full whatever its length (rules/README.md: all
    /// games but In The Bin).
    fn listable(&self) -> bool {
        true
    }
    /// A filter for [`super::game::Game::legal_of`]: whether a canonical text begins with what
    /// `what` names.
    ///
    /// # Errors
    /// `what` names no square or piece of this game.
    fn named(&self, state: &State<Self>, what: &str) -> Result<Filter, Refusal>;
    /// See [`super::game::Game::begin`]; `partial` is cleaned.
    ///
    /// # Errors
    /// Why it cannot begin a legal turn.
    fn begin(&self, state: &State<Self>, partial: &str) -> Result<Continuation, Refusal>;
    /// See [`super::game::Game::example`].
    fn example(&self, state: &State<Self>) -> Option<Self::Turn>;
    /// Leaf turns `depth` turns deep. As written here it plays every turn on a copy and counts
    /// the last ply in bulk; games for which speed matters bring their own.
    fn perft(&self, state: &State<Self>, depth: u32) -> u64 {
        super::perft::leaves(self, state, depth)
    }
    /// See [`super::game::Game::warnings`].
    fn warnings(&self, _state: &State<Self>) -> Vec<String> {
        Vec::new()
    }
    /// The board as `viewer` sees it, with the marks of the turn that led here.
    fn draw(&self, state: &State<Self>, viewer: Seat, last: Option<&LastTurn<Self>>) -> Diagram;
    /// The board in another style than ASCII, if the game has one for it.
    fn draw_in(
        &self,
        state: &State<Self>,
        viewer: Seat,
        last: Option<&LastTurn<Self>>,
        _style: Style,
    ) -> Diagram {
        self.draw(state, viewer, last)
    }
}

/// A choice among canonical texts.
pub type Filter = Box<dyn Fn(&str) -> bool>;

/// The turn that led to a position, with what a diagram says of it.
#[derive(Clone, Debug)]
pub struct LastTurn<V: Ruleset> {
    /// The turn.
    pub turn: V::Turn,
    /// Who played it.
    pub seat: Seat,
    /// Its canonical text.
    pub canonical: String,
    /// Its label: `3.` or `3...`.
    pub label: String,
}

impl<V: Ruleset> LastTurn<V> {
    /// The line below a board that names it; `side` is who played it.
    pub fn note(&self, side: &str) -> String {
        format!("Last turn: {} {} ({side})", self.label, self.canonical)
    }
}

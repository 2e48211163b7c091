//! Yonin Bishogi, for four players (docs/rules/yonin-bishogi.md).

mod ends;
mod notation;
mod pieces;
mod position;
mod refusals;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod view;
mod writing;

use std::ops::ControlFlow;

use crate::rules::chesslike::no_options;
use crate::rules::turns::ruleset::{About, Filter, State, Turn, VisitAction, Word};
use crate::rules::{
    BoardView, Capture, Claim, Options, Outcome, Reason, Refusal, Repetition, Ruleset, Seat, Seats,
    Selector, SetupError, Sketch, Speech,
};

use self::notation::Words;
use self::pieces::{NAMES, PIECES};
use self::position::{Action, Identity, Position};

/// The rules of Yonin Bishogi, for four players.
#[derive(Clone, Copy, Debug)]
pub struct YoninBishogi;

/// The variant `yonin-bishogi`, which [`crate::variants::VARIANTS`] lists.
pub static YONIN_BISHOGI: YoninBishogi = YoninBishogi;

impl Ruleset for YoninBishogi {
    type Rules = ();
    type Position = Position;
    type History = Repetition<Identity>;
    type Action = Action;
    type Typed = Words;

    fn about(&self) -> About {
        About {
            seats: NAMES,
            ..About::new("yonin-bishogi", "Yonin Bishogi", "summary-yonin-bishogi")
        }
    }
    fn sketch(&self, letter: char) -> Option<Sketch> {
        Sketch::new(PIECES.about(PIECES.by_letter(letter)?))
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<(), SetupError> {
        no_options(options)
    }
    fn start(&self, _rules: &()) -> Position {
        Position::start()
    }
    fn read(&self, _rules: &(), text: &str) -> Result<Position, SetupError> {
        text::read(text)
    }
    fn write(&self, state: &State<Self>) -> String {
        text::write(&state.position)
    }
    fn history(&self, _rules: &(), position: &Position) -> Repetition<Identity> {
        ends::history(position)
    }
    fn to_move(&self, position: &Position) -> Seat {
        position.base.to_move
    }
    fn playing(&self, position: &Position) -> Seats {
        position.playing
    }
    fn label(&self, position: &Position) -> String {
        format!("{}.", position.base.fullmove_number)
    }

    fn actions(
        &self,
        state: &State<Self>,
        made: &[Action],
        visit: VisitAction<'_, Self>,
    ) -> ControlFlow<()> {
        match made {
            [] => turns::each(&state.position, visit),
            _ => ControlFlow::Continue(()),
        }
    }
    fn apply(&self, state: &mut State<Self>, turn: &[Action]) {
        for action in turn {
            state.position.play(action);
            // Captures, drops and pawn moves can all be undone: pieces come back from hands.
            state.history.push(state.position.identity(), false);
        }
    }
    fn eliminate(&self, state: &mut State<Self>) -> Vec<Seat> {
        ends::eliminate(state)
    }
    fn remove(&self, state: &mut State<Self>, seat: Seat) {
        ends::remove(state, seat);
    }
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        ends::adjudicate(state)
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        ends::claim(state)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        state.position.in_check()
    }

    fn text(&self, _rules: &(), action: &Action) -> String {
        notation::text(action)
    }
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>> {
        let action = notation::read(&state.position, canonical)?;
        Some(vec![action])
    }
    fn speech(&self, _rules: &()) -> Speech {
        Speech::of(&PIECES)
    }
    /// The codes of squares are those of boards of 8 by 8.
    fn coded(&self, _state: &State<Self>, _text: &str) -> Option<(String, bool)> {
        None
    }
    fn capture(&self, state: &State<Self>, action: &Action) -> Option<Capture> {
        match action {
            Action::Move(mv) => mv.capture(&PIECES, &state.position.base),
            Action::Drop(..) | Action::Pass => None,
        }
    }
    fn lex(&self, _rules: &(), text: &str) -> Result<Vec<Word<Words>>, Refusal> {
        notation::lex(text)
    }
    fn fits(&self, state: &State<Self>, action: &Action, typed: &Words) -> bool {
        notation::fits(&state.position, action, typed)
    }
    fn left_open(&self, _state: &State<Self>, typed: &Words, fitting: &[Action]) -> Option<Reason> {
        refusals::left_open(typed, fitting)
    }
    fn refuse(&self, state: &State<Self>, _made: &[Action], word: &Word<Words>) -> Reason {
        refusals::refuse(&state.position, word)
    }
    fn select(&self, state: &State<Self>, what: &Selector) -> Option<Filter<Self>> {
        notation::select(&state.position, what)
    }
    fn writing(&self, state: &State<Self>, reader: Seat) -> Vec<Reason> {
        writing::writing(&state.position, reader)
    }
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Action]) -> BoardView {
        view::view(state, viewer, last)
    }
}

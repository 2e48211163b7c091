//! Yonin Bishogi, for four players (docs/rules/yonin-bishogi.md).

mod notation;
mod pieces;
mod position;
mod refusals;
mod surveyed;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod view;
mod writing;

use std::ops::ControlFlow;

use crate::rules::repetition::{DrawLimits, FIDE};
use crate::rules::turns::ruleset::{About, Filter, State, Turn, VisitAction, Word};
use crate::rules::turns::walk::{Field, Glimpse, Survey};
use crate::rules::{
    BoardView, Capture, Claim, Options, Outcome, Reason, Refusal, Repetition, Role, Ruleset, Seat,
    Seats, Selector, SetupError, Sketch, Speech, chesslike::no_options, moves, outcome,
};

use self::notation::Words;
use self::pieces::{NAMES, PIECES};
use self::position::{Action, Identity, Position};
use self::turns::{Duty, duty};

/// The rules of Yonin Bishogi, for four players.
#[derive(Clone, Copy, Debug)]
pub struct YoninBishogi;

/// The variant `yonin-bishogi`, which [`crate::variants::VARIANTS`] lists.
pub static YONIN_BISHOGI: YoninBishogi = YoninBishogi;

/// Fivefold and threefold repetition, and 75 and 50 turns by each player who is left (Y8).
fn limits(position: &Position) -> DrawLimits {
    let players = position.players() as u32;
    DrawLimits {
        clock: Some(75 * players),
        claimed_clock: Some(50 * players),
        ..FIDE
    }
}

impl Ruleset for YoninBishogi {
    type Rules = ();
    type Position = Position;
    type History = Repetition<Identity>;
    type Action = Action;
    type Typed = Words;

    fn about(&self) -> About<'_> {
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
    fn start(&self, _rules: &()) -> String {
        text::START.to_owned()
    }
    fn read(&self, _rules: &(), text: &str) -> Result<Position, SetupError> {
        text::read(text)
    }
    fn write(&self, state: &State<Self>) -> String {
        text::write(&state.position)
    }
    fn history(&self, _rules: &(), position: &Position) -> Repetition<Identity> {
        Repetition::new(position.identity())
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
    /// Those go out whose king the side to move attacks (Y5).
    fn eliminate(&self, state: &mut State<Self>) -> Vec<Seat> {
        let out = state.position.checkmated();
        out.iter().for_each(|seat| self.remove(state, *seat));
        out
    }
    /// What was on the board before somebody went out never comes back.
    fn remove(&self, state: &mut State<Self>, seat: Seat) {
        state.position.remove(seat);
        state.history = self.history(&(), &state.position);
    }
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        let position = &state.position;
        let shared = |reason| state.standings.outcome(reason);
        match position.players() {
            0 | 1 => return Some(shared(outcome::Reason::Checkmate)),
            // With more players left, one who has no turn passes (Y6).
            2 if duty(position) == Duty::Pass => {
                let loser = position.base.to_move;
                if position.checkers(loser).is_empty() {
                    return Some(shared(outcome::Reason::Stalemate));
                }
                let mut standings = state.standings.clone();
                standings.leave(vec![loser]);
                return Some(standings.outcome(outcome::Reason::Checkmate));
            }
            _ => {}
        }
        limits(position)
            .reached(state.history.times(), position.base.halfmove_clock)
            .or_else(|| position.is_bare().then_some(outcome::Reason::DeadPosition))
            .map(shared)
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        let (position, players) = (&state.position, state.standings.playing.iter().count());
        limits(position).claim(&state.history, position.base.halfmove_clock, players)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        state.position.in_check()
    }
    fn writes_check(&self) -> bool {
        false
    }

    fn text(&self, _rules: &(), action: &Action) -> String {
        notation::text(action)
    }
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>> {
        let action = notation::read(&state.position, canonical)?;
        Some(vec![action])
    }
    fn speech<'a>(&'a self, _rules: &'a ()) -> Speech<'a> {
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
    fn select(&self, state: &State<Self>, what: &str) -> Option<Filter<Self>> {
        notation::select(&state.position, &Selector::parse(what)?)
    }
    fn field(&self, (): &()) -> Field {
        surveyed::field()
    }
    fn reach(&self, (): &(), piece: (Role, Seat), from: u8, men: [u128; 2]) -> u128 {
        moves::surveyed::reach(&PIECES, surveyed::AREA, piece, from, men)
    }
    fn glimpse(&self, state: &State<Self>, _made: &[Action], action: &Action) -> Glimpse {
        surveyed::glimpse(&state.position, action)
    }
    fn survey(&self, state: &State<Self>, survey: &mut Survey) {
        surveyed::survey(&state.position, survey);
    }
    fn writing(&self, state: &State<Self>, reader: Seat) -> Vec<Reason> {
        writing::writing(&state.position, reader)
    }
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Action]) -> BoardView {
        view::view(state, viewer, last)
    }
}

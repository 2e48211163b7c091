//! In The Bin (docs/rules/in-the-bin.md): pieces come out of a bin and go back into it, and neither board nor
//! bin may be twice as they were.

mod history;
mod line;
mod notation;
mod pieces;
mod position;
mod refusals;
mod speech;
mod surveyed;
#[cfg(test)]
mod tests;
mod text;
mod view;

use std::ops::ControlFlow;

use crate::rules::turns::ruleset::{About, Filter, State, Turn, VisitAction, VisitTurn, Word};
use crate::rules::turns::walk::{Field, Glimpse, Survey};
use crate::rules::{
    BoardView, Capture, Claim, Move, Options, Outcome, Refusal, Repetition, Role, Ruleset, Seat,
    Selector, SetupError, Sketch, Speech, chesslike::no_options, moves, outcome::Reason, reason,
    repetition::DrawLimits,
};

use self::history::History;
use self::line::Line;
use self::notation::Words;
use self::pieces::{AREA, PIECES};
use self::position::{Action, Position};

/// The game of the bin.
#[derive(Clone, Copy, Debug)]
pub struct InTheBin;

/// The variant `in-the-bin`, which [`crate::variants::VARIANTS`] lists.
pub static IN_THE_BIN: InTheBin = InTheBin;

/// A draw may be claimed after 100 turns by each side without a capture, selection or push; nothing ends the
/// game by itself (B10).
const LIMITS: DrawLimits = DrawLimits {
    repetition: None,
    claimed_repetition: None,
    clock: None,
    claimed_clock: Some(200),
};

/// What people call the pieces.
fn speech() -> Speech<'static> {
    Speech {
        names: &speech::NAMES,
        selects: true,
        ..Speech::of(&PIECES)
    }
}

impl Ruleset for InTheBin {
    type Rules = ();
    type Position = Position;
    type History = History;
    type Action = Action;
    type Typed = Words;

    fn about(&self) -> About<'_> {
        About::new("in-the-bin", "In The Bin", "summary-in-the-bin")
    }
    fn sketch(&self, letter: char) -> Option<Sketch> {
        Sketch::new(PIECES.about(PIECES.by_letter(letter)?))
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<(), SetupError> {
        no_options(options)
    }
    fn start(&self, (): &()) -> String {
        text::START.to_owned()
    }
    fn read(&self, (): &(), text: &str) -> Result<Position, SetupError> {
        text::read(text)
    }
    fn write(&self, state: &State<Self>) -> String {
        text::write(&state.position)
    }
    fn history(&self, (): &(), position: &Position) -> History {
        History::new(position)
    }
    fn to_move(&self, position: &Position) -> Seat {
        position.base.to_move
    }
    fn label(&self, position: &Position) -> String {
        position.base.label()
    }

    fn actions(
        &self,
        state: &State<Self>,
        made: &[Action],
        visit: VisitAction<'_, Self>,
    ) -> ControlFlow<()> {
        Line::new(state, made).each(visit)
    }
    /// The action that a capture or push earns is compulsory if there is a legal one (B6).
    fn may_end(&self, state: &State<Self>, made: &[Action]) -> bool {
        match made.last() {
            None => false,
            Some(last) => !last.earns() || !Line::new(state, made).any(),
        }
    }
    fn apply(&self, state: &mut State<Self>, turn: &[Action]) {
        let line = Line::new(state, turn);
        (state.position, state.history) = (line.position, line.history);
        state.history.end_turn();
        let progress = turn.iter().any(Action::changes_bin);
        state.position.base.pass_turn(progress);
    }
    /// Without a legal action a player is checkmated if attacked, else the game is drawn (B8).
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        if Line::new(state, &[]).any() {
            return None;
        }
        let seat = state.position.base.to_move;
        let attacked = state.position.base.checkers(&PIECES, seat).any();
        Some(match attacked {
            true => Outcome::win(seat.other(), seat, Reason::Checkmate),
            false => Outcome::draw(Seat::BOTH.to_vec(), Reason::Stalemate),
        })
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        let clock = state.position.base.halfmove_clock;
        LIMITS.claim(&Repetition::new(()), clock, 2)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        state.position.base.in_check(&PIECES)
    }

    fn text(&self, (): &(), action: &Action) -> String {
        notation::text(action)
    }
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>> {
        notation::read(&state.position, canonical)
    }
    fn lex(&self, (): &(), text: &str) -> Result<Vec<Word<Words>>, Refusal> {
        notation::lex(text)
    }
    fn speech<'a>(&'a self, (): &'a ()) -> Speech<'a> {
        speech()
    }
    fn is_action(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case("push")
    }
    fn capture(&self, state: &State<Self>, action: &Action) -> Option<Capture> {
        match action {
            Action::Move(mv @ Move::Step { .. }) => mv.capture(&PIECES, &state.position.base),
            _ => None,
        }
    }
    fn fits(&self, state: &State<Self>, action: &Action, typed: &Words) -> bool {
        notation::fits(&state.position, action, typed)
    }
    fn refuse(&self, state: &State<Self>, made: &[Action], word: &Word<Words>) -> reason::Reason {
        refusals::refuse(&Line::new(state, made), word)
    }
    fn missing(&self, state: &State<Self>, made: &[Action]) -> reason::Reason {
        refusals::missing(&Line::new(state, made), made)
    }
    fn select(&self, state: &State<Self>, what: &str) -> Option<Filter<Self>> {
        notation::selected(&state.position, &Selector::parse(what)?)
    }
    /// A selection shows what is special here; the king's steps show least.
    fn worth(&self, _state: &State<Self>, turn: &[Action]) -> u8 {
        match turn {
            [Action::Select(..)] => u8::MAX,
            [Action::Move(Move::Step { role, .. })] if *role != pieces::KING => u8::MAX,
            [_] => 2,
            _ => 1,
        }
    }

    fn turns(&self, state: &State<Self>, visit: VisitTurn<'_, Self>) -> ControlFlow<()> {
        Line::new(state, &[]).each_turn(&mut Vec::new(), visit)
    }
    /// Turns are chains of actions: their number may be beyond all bounds.
    fn listable(&self) -> bool {
        false
    }

    fn field(&self, (): &()) -> Field {
        moves::surveyed::field(&PIECES, AREA)
    }
    fn reach(&self, (): &(), piece: (Role, Seat), from: u8, men: [u128; 2]) -> u128 {
        moves::surveyed::reach(&PIECES, AREA, piece, from, men)
    }
    fn glimpse(&self, state: &State<Self>, made: &[Action], action: &Action) -> Glimpse {
        surveyed::glimpse(state, made, action)
    }
    fn survey(&self, state: &State<Self>, survey: &mut Survey) {
        surveyed::survey(state, survey);
    }
    fn by_actions(&self, (): &()) -> bool {
        true
    }
    fn writing(&self, state: &State<Self>, _reader: Seat) -> Vec<reason::Reason> {
        let spot = match state.position.base.to_move {
            Seat(0) => "d4",
            _ => "d6",
        };
        let write = reason::Reason::new("how-to-write-in-the-bin").text("spot", spot);
        vec![
            write,
            reason::Reason::new("how-chains-are-written").text("spot", spot),
        ]
    }
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Action]) -> BoardView {
        let by = state.position.base.to_move.other();
        view::view(&Line::new(state, &[]), viewer, (last, by))
    }
    fn view_begun(&self, state: &State<Self>, made: &[Action], viewer: Seat) -> Option<BoardView> {
        let by = state.position.base.to_move;
        Some(view::view(&Line::new(state, made), viewer, (made, by)))
    }
}

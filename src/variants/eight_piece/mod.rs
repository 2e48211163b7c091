//! 8-Piece Chess and Randomized 8-Piece Chess (docs/rules/eight-piece.md).

mod attacks;
mod castling;
mod history;
mod legal;
mod notation;
mod pieces;
mod position;
mod refusals;
mod setup;
mod surveyed;
#[cfg(test)]
mod tests;
mod text;
mod typed;
mod view;
mod ways;
mod worded;
mod writing;

use std::ops::ControlFlow;

use crate::rules::turns::ruleset::{About, Filter, State, Turn, VisitAction, VisitTurn, Word};
use crate::rules::turns::walk::{Field, Glimpse, Survey};
use crate::rules::{
    BoardView, Capture, Claim, Options, Outcome, Refusal, Role, Ruleset, Sample, Seat, Selector,
    SetupError, Sketch, Speech, chesslike::no_options, moves, outcome::Reason, reason,
    turns::perft, variant, variant::bad_option,
};

use self::history::{CLOCK, History, LIMITS};
use self::pieces::{AREA, BISHOP, KING, KNIGHT, LANCER, PIECES, SENTRY};
use self::position::{Action, Position};
use self::setup::{OPTIONS, Rules, USUAL};
use self::typed::Typed;

/// One game of the family.
#[derive(Clone, Copy, Debug)]
pub struct EightPiece {
    random: bool,
}

/// The variant `eight-piece`, with the usual array.
pub static EIGHT_PIECE: EightPiece = EightPiece { random: false };

/// The variant `eight-piece-random`, whose array is drawn by lot.
pub static EIGHT_PIECE_RANDOM: EightPiece = EightPiece { random: true };

impl Ruleset for EightPiece {
    type Rules = Rules;
    type Position = Position;
    type History = History;
    type Action = Action;
    type Typed = Vec<Typed>;

    fn about(&self) -> About<'_> {
        let (id, name) = ("eight-piece-random", "Randomized 8-Piece Chess");
        match self.random {
            false => About::new("eight-piece", "8-Piece Chess", "summary-eight-piece"),
            true => About::new(id, name, "summary-eight-piece-random").with_options(OPTIONS),
        }
    }
    /// A lancer's movement depends on where it looks and has no sketch.
    fn sketch(&self, letter: char) -> Option<Sketch> {
        let role = PIECES.by_letter(letter).filter(|role| *role != LANCER)?;
        Sketch::new(PIECES.about(role))
    }
    fn settle(&self, options: &Options, sample: Sample<'_>) -> Result<Options, SetupError> {
        let mut array = self.rules(options, true)?.array;
        let mut settled = options.clone();
        if self.random {
            // Each with the same chance.
            if options.get("setup").is_none_or(|setup| setup == "random") {
                let all = setup::arrays();
                array.clone_from(&all[sample(all.len() as u32) as usize % all.len()]);
            }
            settled.insert("setup".to_owned(), array);
        }
        Ok(settled)
    }
    fn rules(&self, options: &Options, placed: bool) -> Result<Rules, SetupError> {
        let random = self.random;
        if !random {
            no_options(options)?;
        }
        let none = reason::Reason::new("eight-piece-has-no-option");
        let array = match variant::setup(options, none)? {
            Some(text) if text != "random" => setup::read(text)?,
            _ if placed || !random => USUAL.to_owned(),
            _ => return bad_option(reason::Reason::new("eight-piece-not-drawn")),
        };
        Ok(Rules { random, array })
    }
    fn start(&self, rules: &Rules) -> String {
        setup::start(rules)
    }
    fn read(&self, rules: &Rules, text: &str) -> Result<Position, SetupError> {
        text::read(rules.random, text)
    }
    fn write(&self, state: &State<Self>) -> String {
        text::write(state.rules.random, &state.position)
    }
    fn history(&self, _rules: &Rules, position: &Position) -> History {
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
        match made {
            [] => legal::each(&state.position, visit),
            _ => ControlFlow::Continue(()),
        }
    }
    fn apply(&self, state: &mut State<Self>, turn: &[Action]) {
        for action in turn {
            state.position.act(action);
            let progress = state.history.follow(action, &state.position.base.board);
            state.position.base.pass_turn(progress);
            // What pawns do may be undone by pushes; a capture may not.
            let fresh = action.captured().is_some();
            let identity = state.position.identity();
            state.history.repetition.push(identity, fresh);
        }
    }
    /// In the order of docs/rules/README.md, Results (E4).
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        let position = &state.position;
        let loser = position.base.to_move;
        let drawn = |reason| Outcome::draw(Seat::BOTH.to_vec(), reason);
        if !legal::any(position) {
            return Some(match position.checkers(loser).any() {
                true => Outcome::win(loser.other(), loser, Reason::Checkmate),
                false => drawn(Reason::Stalemate),
            });
        }
        let clock = position.base.halfmove_clock;
        LIMITS
            .reached(state.history.repetition.times(), clock)
            .or_else(|| legal::dead(position).then_some(Reason::DeadPosition))
            .map(drawn)
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        let clock = state.position.base.halfmove_clock;
        LIMITS.claim(&state.history.repetition, clock, 2)
    }
    /// A lone king cannot win, nor a king with one knight, bishop or sentry against a lone king.
    fn cannot_win(&self, state: &State<Self>, seat: Seat) -> bool {
        let board = &state.position.base.board;
        let minor = board.role(KNIGHT) | board.role(BISHOP) | board.role(SENTRY);
        board.has_too_little(seat, KING, minor)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        let attacked = |seat: &Seat| state.position.checkers(*seat).any();
        Seat::BOTH.into_iter().filter(attacked).collect()
    }

    fn text(&self, _rules: &Rules, action: &Action) -> String {
        notation::text(action)
    }
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>> {
        notation::read(&state.position, canonical).map(|action| vec![action])
    }
    fn speech<'a>(&'a self, _rules: &'a Rules) -> Speech<'a> {
        Speech::of(&PIECES)
    }
    fn adds(&self, words: &str) -> bool {
        worded::faces(words)
    }
    fn transcribed(&self, text: &str) -> Option<String> {
        let plain = text.trim_end_matches(['.', '!', ' ']).to_ascii_lowercase();
        // In the randomized game the partners stand on either side.
        match plain.as_str() {
            "castle with the jailer" | "castle with jailer" if !self.random => {
                Some("O-O-O".to_owned())
            }
            "castle with the rook" | "castle with rook" if !self.random => Some("O-O".to_owned()),
            _ => worded::worded(text),
        }
    }
    fn capture(&self, state: &State<Self>, action: &Action) -> Option<Capture> {
        match action {
            Action::Move { mv, .. } => mv.capture(&PIECES, &state.position.base),
            _ => None,
        }
    }
    fn lex(&self, _rules: &Rules, text: &str) -> Result<Vec<Word<Vec<Typed>>>, Refusal> {
        typed::lex(text)
    }
    fn fits(&self, state: &State<Self>, action: &Action, typed: &Vec<Typed>) -> bool {
        let mut typed = typed.iter();
        typed.any(|typed| typed.fits(&state.position, action))
    }
    fn left_open(
        &self,
        state: &State<Self>,
        typed: &Vec<Typed>,
        fitting: &[Action],
    ) -> Option<reason::Reason> {
        match fitting {
            [] => refusals::push_begun(&state.position, typed),
            _ => typed::left_open(typed, fitting),
        }
    }
    fn refuse(
        &self,
        state: &State<Self>,
        _made: &[Action],
        word: &Word<Vec<Typed>>,
    ) -> reason::Reason {
        refusals::refuse(&state.position, &word.text, &word.means)
    }
    fn select(&self, state: &State<Self>, what: &str) -> Option<Filter<Self>> {
        notation::select(&state.position, &Selector::parse(what)?)
    }
    fn worth(&self, _state: &State<Self>, turn: &[Action]) -> u8 {
        turn.first().map_or(0, writing::worth)
    }

    fn turns(&self, state: &State<Self>, visit: VisitTurn<'_, Self>) -> ControlFlow<()> {
        legal::each(&state.position, &mut |action| visit(&[action]))
    }
    fn count(&self, state: &State<Self>) -> Option<u64> {
        Some(legal::count(&state.position))
    }
    fn perft(&self, state: &State<Self>, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
        // A fifth repetition takes four rounds, of two turns where both pass, and the first position.
        let positions = state.history.repetition.keys.len() + depth as usize;
        let clock = state.position.base.halfmove_clock + depth;
        match depth > 0 && positions < 9 && clock <= CLOCK {
            true => legal::perft(&state.position, depth, go_on),
            false => perft::leaves(self, state, depth, go_on),
        }
    }

    fn pass(&self, position: &mut Position) -> bool {
        position.pushed = None;
        position.base.en_passant = None;
        position.base.pass_turn(false);
        true
    }
    fn field(&self, _rules: &Rules) -> Field {
        Field {
            by_reach: false,
            ..moves::surveyed::field(&PIECES, AREA)
        }
    }
    fn reach(&self, _rules: &Rules, piece: (Role, Seat), from: u8, men: [u128; 2]) -> u128 {
        surveyed::reach(piece, from, men)
    }
    fn glimpse(&self, state: &State<Self>, _made: &[Action], action: &Action) -> Glimpse {
        surveyed::glimpse(&state.position, action)
    }
    fn survey(&self, state: &State<Self>, survey: &mut Survey) {
        surveyed::survey(&state.position, survey);
    }
    fn writing(&self, state: &State<Self>, _reader: Seat) -> Vec<reason::Reason> {
        writing::writing(&state.position)
    }
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Action]) -> BoardView {
        view::view(&state.position, viewer, last)
    }
}

//! What [`Ruleset`] asks, answered for every [`ChessLike`] game.

use std::ops::ControlFlow;

use super::{ChessLike, view};
use crate::rules::moves::{Position, fen, select, surveyed};
use crate::rules::pieces::castling::CastlingFault;
use crate::rules::turns::ruleset::{About, Filter, State, Turn, VisitAction, VisitTurn, Word};
use crate::rules::turns::walk::{Field, Glimpse, Survey};
use crate::rules::{
    BoardView, Capture, Claim, Explain, Move, Options, Outcome, Reason, Refusal, Repetition, Role,
    Ruleset, Sample, Seat, Selector, SetupError, Sketch, Speech,
};
use crate::rules::{moves::dialect::Typed, notation::actions, turns::perft};

/// A typed move, before it is known whether it is legal in the position.
#[derive(Clone, Debug)]
pub enum Words {
    /// In the notation of this server.
    Own(Typed),
    /// In another one (see [`ChessLike::other_notation`]).
    Other(String),
}

impl<G: ChessLike> Ruleset for G {
    type Rules = G::Rules;
    type Position = Position;
    type History = Repetition<G::Entry>;
    type Action = Move;
    type Typed = Words;

    fn about(&self) -> About<'_> {
        ChessLike::about(self)
    }
    fn sketch(&self, letter: char) -> Option<Sketch> {
        let pieces = self.pieces();
        Sketch::new(pieces.about(pieces.by_letter(letter)?))
    }
    fn settle(&self, options: &Options, sample: Sample<'_>) -> Result<Options, SetupError> {
        ChessLike::settle(self, options, sample)
    }
    fn rules(&self, options: &Options, placed: bool) -> Result<G::Rules, SetupError> {
        ChessLike::rules(self, options, placed)
    }
    fn start(&self, rules: &G::Rules) -> String {
        ChessLike::start(self, rules)
    }
    fn read(&self, rules: &G::Rules, text: &str) -> Result<Position, SetupError> {
        let pieces = self.pieces();
        let home = || fen::read(pieces, None, &ChessLike::start(self, rules), &|_| Ok(()));
        let home = self.castles_from_home(rules).then(home).transpose()?;
        fen::read(pieces, home.as_ref(), text, &|position| {
            self.check(position)
        })
    }
    fn write(&self, state: &State<Self>) -> String {
        fen::write(self.pieces(), &state.position)
    }
    fn history(&self, _rules: &G::Rules, position: &Position) -> Repetition<G::Entry> {
        Repetition::new(self.entry(position, None))
    }
    fn to_move(&self, position: &Position) -> Seat {
        position.to_move
    }
    fn label(&self, position: &Position) -> String {
        position.label()
    }
    fn actions(
        &self,
        state: &State<Self>,
        made: &[Move],
        visit: VisitAction<'_, Self>,
    ) -> ControlFlow<()> {
        match made {
            [] => state.position.legal(self.pieces(), visit),
            _ => ControlFlow::Continue(()),
        }
    }
    fn apply(&self, state: &mut State<Self>, turn: &[Move]) {
        for mv in turn {
            state.position.play(self.pieces(), mv);
            let fresh = state.position.halfmove_clock == 0;
            let entry = self.entry(&state.position, Some(mv));
            state.history.push(entry, fresh);
        }
    }
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        match state.position.can_move(self.pieces()) {
            true => self.ends(state),
            false => Some(self.stuck(&state.position)),
        }
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        ChessLike::claim(self, state)
    }
    fn cannot_win(&self, state: &State<Self>, seat: Seat) -> bool {
        ChessLike::cannot_win(self, &state.position, seat)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        state.position.in_check(self.pieces())
    }

    fn text(&self, _rules: &G::Rules, mv: &Move) -> String {
        self.pieces().write(mv)
    }
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>> {
        let mv = self.pieces().read(&state.position, canonical)?;
        Some(vec![mv])
    }
    fn speech<'a>(&'a self, _rules: &'a G::Rules) -> Speech<'a> {
        Speech {
            names: self.names(),
            ..Speech::of(self.pieces())
        }
    }
    fn transcribed(&self, text: &str) -> Option<String> {
        ChessLike::transcribed(self, text)
    }
    fn coded(&self, state: &State<Self>, text: &str) -> Option<(String, bool)> {
        ChessLike::coded(self, &state.position, text)
    }
    fn capture(&self, state: &State<Self>, mv: &Move) -> Option<Capture> {
        mv.capture(self.pieces(), &state.position)
    }
    fn lex(&self, _rules: &G::Rules, text: &str) -> Result<Vec<Word<Words>>, Refusal> {
        let transcribed = ChessLike::transcribed(self, text);
        let text = transcribed.as_deref().unwrap_or(text);
        let pieces = self.pieces();
        let writing = ChessLike::writing(self);
        match self.reads_other(text) {
            Ok(false) => {
                let words = pieces.with_promotions(actions(text));
                let own = |word: &str| pieces.lex(word, true).map(Words::Own);
                pieces.only_word(&words, text, writing, own)
            }
            Ok(true) => {
                let (text, means) = (text.to_owned(), Words::Other(text.to_owned()));
                Ok(vec![Word { text, means }])
            }
            Err(why) => Err(pieces.unreadable(why, writing)),
        }
    }
    fn fits(&self, state: &State<Self>, mv: &Move, typed: &Words) -> bool {
        let position = &state.position;
        match typed {
            Words::Own(typed) => self.pieces().fits(position, mv, typed),
            Words::Other(text) => {
                let moves = self.other_notation(position, text);
                moves.is_some_and(|moves| moves.is_ok_and(|moves| moves.contains(mv)))
            }
        }
    }
    fn left_open(&self, _state: &State<Self>, typed: &Words, fitting: &[Move]) -> Option<Reason> {
        match typed {
            Words::Own(typed) => self.pieces().left_open(typed, fitting),
            Words::Other(_) => None,
        }
    }
    fn refuse(&self, state: &State<Self>, _made: &[Move], word: &Word<Words>) -> Reason {
        let position = &state.position;
        let lost = |wing| self.castling_lost(&state.rules, position, wing);
        let explain = Explain {
            hint: G::hint,
            lost: &lost,
            ..Explain::new(self.pieces(), position)
        };
        match &word.means {
            Words::Own(Typed::Step(readings)) => explain.step(&word.text, readings),
            Words::Own(Typed::Castle(wing)) => {
                let fault = position.castling_fault(self.pieces(), *wing);
                explain.castling(*wing, fault.unwrap_or(CastlingFault::Lost))
            }
            Words::Other(text) => match self.other_notation(position, text) {
                Some(Err(why)) => why,
                Some(Ok(moves)) => explain.meant(&moves),
                None => Reason::new("no-move-named"),
            },
        }
    }
    fn also(&self, position: &Position, turn: &[Move]) -> Option<String> {
        ChessLike::also(self, position, turn.first()?)
    }
    fn select(&self, state: &State<Self>, what: &str) -> Option<Filter<Self>> {
        select(self.pieces(), &state.position, &Selector::parse(what)?)
    }
    fn worth(&self, _state: &State<Self>, turn: &[Move]) -> u8 {
        match turn {
            [
                Move::Step {
                    role,
                    captured: None,
                    promotion: None,
                    ..
                },
            ] => self.shows(*role),
            _ => 0,
        }
    }
    fn warnings(&self, state: &State<Self>) -> Vec<Reason> {
        ChessLike::warnings(self, state)
    }
    fn turns(&self, state: &State<Self>, visit: VisitTurn<'_, Self>) -> ControlFlow<()> {
        state.position.legal(self.pieces(), &mut |mv| visit(&[mv]))
    }
    fn count(&self, state: &State<Self>) -> Option<u64> {
        Some(state.position.count(self.pieces()))
    }
    fn perft(&self, state: &State<Self>, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
        match depth > 0 && self.endless(state, depth) {
            true => {
                let over = |position: &Position| self.dead(position);
                state.position.perft(self.pieces(), depth, &over, go_on)
            }
            false => perft::leaves(self, state, depth, go_on),
        }
    }
    fn pass(&self, position: &mut Position) -> bool {
        position.en_passant = None;
        position.pass_turn(false);
        true
    }
    fn field(&self, _rules: &G::Rules) -> Field {
        surveyed::field(self.pieces(), self.area())
    }
    fn reach(&self, _rules: &G::Rules, piece: (Role, Seat), from: u8, men: [u128; 2]) -> u128 {
        surveyed::reach(self.pieces(), self.area(), piece, from, men)
    }
    fn glimpse(&self, state: &State<Self>, _made: &[Move], mv: &Move) -> Glimpse {
        surveyed::glimpse(self.pieces(), &state.position, mv)
    }
    fn survey(&self, state: &State<Self>, survey: &mut Survey) {
        surveyed::survey(&state.position, survey);
    }
    fn writing(&self, _state: &State<Self>, _reader: Seat) -> Vec<Reason> {
        self.samples()
    }
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Move]) -> BoardView {
        view::view(self, state, viewer, last)
    }
}

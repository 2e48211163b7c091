//! The ruleset of games of two in which a turn is one move of one piece: chess, xiangqi and their
//! relatives.
//!
//! Such a game says which pieces it has and how it begins; what is special about it, it says by
//! overriding a method of [`ChessLike`].

mod ruleset;
mod view;

use super::turns::ruleset::{About, State};
use super::{moves::Position, notation::iccf, outcome, repetition::FIDE};
use crate::rules::variant::bad_option;
use crate::rules::{
    Bitboard, Claim, Fact, Move, Options, Outcome, PieceSet, Reason, Refusal, Role, Sample, Seat,
    SetupError, Square, Surface, Wing, echo,
};

/// A game of two in which a turn is one move of one piece.
pub trait ChessLike: Clone + Send + Sync + 'static {
    /// Options in force, resolved.
    type Rules: Clone + Send;
    /// What repetition keeps of each position.
    type Entry: Clone + PartialEq + Send + Sync;

    /// Id, name, seats and options for the list of games.
    fn about(&self) -> About<'_>;
    /// The pieces on their board.
    fn pieces(&self) -> &'static PieceSet;
    /// The squares of the board.
    fn area(&self) -> Bitboard {
        let (files, ranks) = self.pieces().size;
        Bitboard::rectangle(files, ranks)
    }
    /// See [`super::turns::ruleset::Ruleset::rules`].
    ///
    /// # Errors
    /// Unknown options and values.
    fn rules(&self, options: &Options, placed: bool) -> Result<Self::Rules, SetupError>;
    /// The text of the position at the beginning, unless the game is set up with another one.
    fn start(&self, rules: &Self::Rules) -> String;
    /// What repetition keeps of the position that a move (none at the start) led to.
    fn entry(&self, position: &Position, last: Option<&Move>) -> Self::Entry;

    /// See [`super::turns::ruleset::Ruleset::settle`].
    ///
    /// # Errors
    /// Unknown options and values.
    fn settle(&self, options: &Options, _sample: Sample<'_>) -> Result<Options, SetupError> {
        self.rules(options, false).map(|_| options.clone())
    }
    /// Whether kings and their partners castle only from where they stand at the start; else a position
    /// text may hold rights from elsewhere.
    fn castles_from_home(&self, _rules: &Self::Rules) -> bool {
        true
    }
    /// Whether a position that was read can stand, beyond one king on each side.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, _position: &Position) -> Result<(), SetupError> {
        Ok(())
    }
    /// How the game ends for a player without a legal move: as in chess, by checkmate or drawn by
    /// stalemate.
    fn stuck(&self, position: &Position) -> Outcome {
        let (loser, winner) = (position.to_move, position.to_move.other());
        match position.checkers(self.pieces(), loser).any() {
            true => Outcome::win(winner, loser, outcome::Reason::Checkmate),
            false => Outcome::draw(Seat::BOTH.to_vec(), outcome::Reason::Stalemate),
        }
    }
    /// How the game ends while there are legal moves.
    fn ends(&self, state: &State<Self>) -> Option<Outcome> {
        use outcome::Reason::DeadPosition;
        let reached = FIDE.reached(state.history.times(), state.position.halfmove_clock);
        let dead = || self.dead(&state.position).then_some(DeadPosition);
        let reason = reached.or_else(dead)?;
        Some(Outcome::draw(Seat::BOTH.to_vec(), reason))
    }
    /// Whether nobody can win any more, as far as that ends the game at once.
    fn dead(&self, _position: &Position) -> bool {
        false
    }
    /// Whether no repetition and no clock can end the game within `turns` further turns.
    fn endless(&self, state: &State<Self>, turns: u32) -> bool {
        // A fifth repetition takes four rounds of four turns and the first position.
        let positions = state.history.keys.len() + turns as usize;
        positions < 17 && state.position.halfmove_clock + turns <= 150
    }
    /// See [`super::turns::ruleset::Ruleset::claim`].
    ///
    /// # Errors
    /// Why the claim fails.
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        FIDE.claim(&state.history, state.position.halfmove_clock, 2)
    }
    /// See [`super::turns::ruleset::Ruleset::cannot_win`]: alone with the king.
    fn cannot_win(&self, position: &Position, seat: Seat) -> bool {
        !position.board.of(seat).many()
    }
    /// How well a quiet move of this kind of piece serves as an example, from 1.
    fn shows(&self, role: Role) -> u8 {
        let pieces = self.pieces();
        match role {
            role if role == pieces.royal => 1,
            role if pieces.plain == Some(role) => 2,
            _ => 3,
        }
    }
    /// Why a piece does not go there, where the game says it better than the kit (see
    /// [`super::moves::explain::Hint`]).
    fn hint(_role: Role, _seat: Seat, _from: Square, _to: Square) -> Option<Reason> {
        None
    }
    /// What the board tells of a lost right to castle; completes a sentence.
    fn castling_lost(
        &self,
        _rules: &Self::Rules,
        _position: &Position,
        _wing: Wing,
    ) -> Option<Reason> {
        None
    }
    /// Other notations: the moves that `text` means in them, or `None` if it is none of them. What
    /// is not possible says why, completing a sentence.
    fn other_notation(
        &self,
        _position: &Position,
        _text: &str,
    ) -> Option<Result<Vec<Move>, Reason>> {
        None
    }
    /// Whether text is in another notation (see [`ChessLike::other_notation`]).
    ///
    /// # Errors
    /// It tries to be and is not.
    fn reads_other(&self, _text: &str) -> Result<bool, Reason> {
        Ok(false)
    }
    /// Further names by which players call the pieces, with their letters; what `knight` and other
    /// names of chess mean here, where no piece has that name.
    fn names(&self) -> &'static [(&'static str, char)] {
        &[]
    }
    /// The text with signs of another script (見) replaced by those of the notation; `None`: it has
    /// none.
    fn transcribed(&self, _text: &str) -> Option<String> {
        None
    }
    /// A text in a numeric code of squares, as a move: [`super::turns::ruleset::Ruleset::coded`].
    fn coded(&self, _position: &Position, text: &str) -> Option<(String, bool)> {
        Some((iccf(text)?, true))
    }
    /// The move in another notation that players of the game use, such as that of the WXF.
    fn also(&self, _position: &Position, _mv: &Move) -> Option<String> {
        None
    }
    /// Sentences about a repetition that would end the game:
    /// [`super::turns::ruleset::Ruleset::warnings`].
    fn warnings(&self, _state: &State<Self>) -> Vec<Reason> {
        Vec::new()
    }
    /// How moves are written, with examples: what an answer to unreadable text says.
    fn writing(&self) -> Reason {
        Reason::new("moves-are-written")
    }
    /// How a turn is written, for the letter that shows the board.
    fn samples(&self) -> Vec<Reason> {
        vec![Reason::new("how-to-write").with("writing", self.writing())]
    }
    /// What its board is made of.
    fn surface(&self) -> Surface {
        Surface::Squares
    }
    /// The end of the game by a ruling that players may not know, where this position ends it so.
    fn ending(&self, _state: &State<Self>) -> Option<Fact> {
        None
    }
}

/// Checks that no option was given.
///
/// # Errors
/// One was.
pub fn no_options(options: &Options) -> Result<(), SetupError> {
    match options.keys().next() {
        None => Ok(()),
        Some(key) => bad_option(Reason::new("no-options").text("option", echo(key))),
    }
}

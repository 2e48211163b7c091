//! Chess by the FIDE laws, and Chess960 (docs/rules/chess.md).

mod setup;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use crate::rules::moves::{Identity, Position};
use crate::rules::pieces::{WHITE_AND_BLACK, piece_type};
use crate::rules::variant::{self, bad_option};
use crate::rules::{
    Bitboard, Move, Options, PieceSet, PieceType, Reason, Role, Sample, Seat, SetupError, Square,
    Wing, board::text::bad, chesslike::ChessLike, turns::ruleset::About,
};

use self::setup::{ARRAYS, Rules, USUAL};

/// FIDE chess, with Chess960 as an option.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

/// The variant `chess`, which [`crate::variants::VARIANTS`] lists.
pub static CHESS: Chess = Chess;

const TYPES: [PieceType; 6] = [
    piece_type('P', "pawn", "mfWcfF").with_characters(['♙', '♟']),
    piece_type('N', "knight", "N").with_characters(['♘', '♞']),
    piece_type('B', "bishop", "B").with_characters(['♗', '♝']),
    piece_type('R', "rook", "R").with_characters(['♖', '♜']),
    piece_type('Q', "queen", "Q").with_characters(['♕', '♛']),
    piece_type('K', "king", "K").with_characters(['♔', '♚']),
];
const PAWN: Role = Role(0);
const KNIGHT: Role = Role(1);
const BISHOP: Role = Role(2);
const ROOK: Role = Role(3);
const QUEEN: Role = Role(4);
const KING: Role = Role(5);

static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    PieceSet::new(&TYPES, 'K', WHITE_AND_BLACK, (8, 8))
        .with_pawns('P', Bitboard::rank(1), Bitboard::rank(7), "QRBN")
        .with_castling([('R', [(6, 5), (2, 3)]); 2])
});

impl ChessLike for Chess {
    type Rules = Rules;
    type Entry = Identity;

    fn about(&self) -> About<'_> {
        About::new("chess", "Chess", "summary-chess").with_options(setup::OPTIONS)
    }
    fn pieces(&self) -> &'static PieceSet {
        &PIECES
    }
    fn settle(&self, options: &Options, sample: Sample<'_>) -> Result<Options, SetupError> {
        self.rules(options, true)?;
        let mut settled = options.clone();
        if let Some(setup) = settled.get_mut("setup").filter(|s| *s == "random") {
            *setup = (sample(ARRAYS) % ARRAYS).to_string();
        }
        Ok(settled)
    }
    fn rules(&self, options: &Options, placed: bool) -> Result<Rules, SetupError> {
        let setup = variant::setup(options, Reason::new("chess-has-no-option"))?;
        match setup {
            None => Ok(Some(USUAL)),
            Some("random") if placed => Ok(None),
            Some("random") => bad_option(Reason::new("setup-not-drawn")),
            Some(text) => setup::number(text).map(Some),
        }
    }
    fn start(&self, rules: &Rules) -> String {
        setup::start(*rules)
    }
    fn castles_from_home(&self, rules: &Rules) -> bool {
        *rules == Some(USUAL)
    }
    fn entry(&self, position: &Position, _last: Option<&Move>) -> Identity {
        position.identity(&PIECES)
    }
    fn check(&self, position: &Position) -> Result<(), SetupError> {
        let ends = Bitboard::rank(0) | Bitboard::rank(7);
        match (position.board.role(PAWN) & ends).first() {
            Some(at) => bad(Reason::new("pawn-cannot-stand").text("square", at)),
            None => Ok(()),
        }
    }
    /// Whether nobody can mate any more, as far as that is judged at once (C2, FIDE 5.2.2).
    fn dead(&self, position: &Position) -> bool {
        let all = |role| position.board.role(role);
        if (all(PAWN) | all(ROOK) | all(QUEEN)).any() {
            return false;
        }
        let (knights, bishops) = (all(KNIGHT), all(BISHOP));
        match knights.any() {
            true => bishops.is_empty() && !knights.many(),
            false => bishops.is_of_one_shade(),
        }
    }
    /// A lone king cannot win, nor a king with one bishop or knight against a lone king.
    fn cannot_win(&self, position: &Position, seat: Seat) -> bool {
        let minor = position.board.role(KNIGHT) | position.board.role(BISHOP);
        position.board.has_too_little(seat, KING, minor)
    }
    fn shows(&self, role: Role) -> u8 {
        match role {
            KNIGHT | BISHOP => u8::MAX,
            ROOK | QUEEN => 3,
            PAWN => 2,
            _ => 1,
        }
    }
    /// What the board shows of a lost right. In Chess960 the king's and the rook's first places are
    /// not known here, so less is said.
    fn castling_lost(&self, rules: &Rules, position: &Position, wing: Wing) -> Option<Reason> {
        if *rules != Some(USUAL) {
            return None;
        }
        let seat = position.to_move;
        let king = position.king(&PIECES, seat);
        let (file, side) = match wing {
            Wing::King => (7, Reason::new("king-side")),
            Wing::Queen => (0, Reason::new("queen-side")),
        };
        let home = if seat == Seat(0) { 0 } else { 7 };
        let corner = Square::new(file, home)?;
        let there = position.board.pieces(seat, ROOK).has(corner);
        let keeps_one = position.castling[seat.index()].iter().any(Option::is_some);
        Some(if keeps_one {
            Reason::new("rook-has-moved").with("side", side)
        } else if king.rank() != home || king.file() != 4 {
            Reason::new("king-has-moved").text("king", king)
        } else if !there {
            Reason::new("no-rook-in-corner").text("corner", corner)
        } else {
            Reason::new("king-or-rook-has-moved").text("corner", corner)
        })
    }
    fn samples(&self) -> Vec<Reason> {
        vec![Reason::new("chess-samples")]
    }
}

//! Capablanca chess.

use std::sync::LazyLock;

use zugpost::rules::board::bitboard::Bitboard;
use zugpost::rules::chesslike::{ChessLike, no_options};
use zugpost::rules::moves::{Identity, Move, Position};
use zugpost::rules::outcome::SetupError;
use zugpost::rules::pieces::{PieceSet, WHITE_AND_BLACK, piece_type};
use zugpost::rules::turns::ruleset::About;
use zugpost::rules::variant::Options;

const START: &str = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";

static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    let types = [
        piece_type('P', "pawn", "mfWcfF"),
        piece_type('N', "knight", "N"),
        piece_type('B', "bishop", "B"),
        piece_type('R', "rook", "R"),
        piece_type('A', "archbishop", "BN"),
        piece_type('C', "chancellor", "RN"),
        piece_type('Q', "queen", "Q"),
        piece_type('K', "king", "K"),
    ];
    PieceSet::new(&types, 'K', WHITE_AND_BLACK, (10, 8))
        .with_pawns('P', Bitboard::rank(1), Bitboard::rank(7), "QCARBN")
        .with_castling([('R', [(8, 7), (2, 3)]); 2])
});

/// Chess with two more pieces on ten files.
#[derive(Clone)]
pub struct Capablanca;

impl ChessLike for Capablanca {
    type Rules = ();
    type Entry = Identity;
    fn about(&self) -> About<'_> {
        About::new("capablanca", "Capablanca Chess", "summary-capablanca")
    }
    fn pieces(&self) -> &'static PieceSet {
        &PIECES
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<(), SetupError> {
        no_options(options)
    }
    fn start(&self, _rules: &()) -> String {
        START.to_owned()
    }
    fn entry(&self, position: &Position, _last: Option<&Move>) -> Identity {
        position.identity(&PIECES)
    }
}

#[test]
fn capablanca_chess_has_the_published_perft_numbers() {
    super::perft(&Capablanca, &[28, 784, 25_228, 805_128]);
}

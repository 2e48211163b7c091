use std::sync::LazyLock;

use zugpost::rules::board::bitboard::Bitboard;
use zugpost::rules::chesslike::{ChessLike, no_options};
use zugpost::rules::moves::{Identity, Move, Position};
use zugpost::rules::outcome::SetupError;
use zugpost::rules::pieces::{PieceSet, WHITE_AND_BLACK, piece_type};
use zugpost::rules::turns::ruleset::About;
use zugpost::rules::variant::Options;

const START: &str = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";

static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    let types = [
        piece_type('P', "pawn", "mfWcfF"),
        piece_type('N', "knight", "N"),
        piece_type('R', "rook", "R"),
        piece_type('Q', "queen", "Q"),
        piece_type('K', "king", "K"),
    ];
    PieceSet::new(&types, 'K', WHITE_AND_BLACK, (6, 6)).with_pawns(
        'P',
        Bitboard::EMPTY,
        Bitboard::rank(5),
        "QRN",
    )
});

#[derive(Clone)]
struct LosAlamos;

impl ChessLike for LosAlamos {
    type Rules = ();
    type Entry = Identity;
    fn about(&self) -> About<'_> {
        About::new("los-alamos", "Los Alamos Chess", "summary-los-alamos")
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
fn los_alamos_chess_has_the_published_perft_numbers() {
    super::perft(&LosAlamos, &[10, 100, 1_212, 14_332, 191_846]);
}

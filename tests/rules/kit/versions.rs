//! A ruling that changes keeps the games that were begun before as they were.

use std::sync::LazyLock;

use zugpost::rules::board::bitboard::Bitboard;
use zugpost::rules::chesslike::{ChessLike, no_options};
use zugpost::rules::moves::{Identity, Move, Position};
use zugpost::rules::outcome::{Outcome, Reason, SetupError};
use zugpost::rules::pieces::{PieceSet, WHITE_AND_BLACK, piece_type};
use zugpost::rules::seat::Seat;
use zugpost::rules::turns::ruleset::{About, State};
use zugpost::rules::variant::{Options, Variant};

static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    let types = [
        piece_type('P', "pawn", "mfWcfF"),
        piece_type('K', "king", "K"),
    ];
    PieceSet::new(&types, 'K', WHITE_AND_BLACK, (8, 8)).with_pawns(
        'P',
        Bitboard::EMPTY,
        Bitboard::rank(7),
        "K",
    )
});

/// Kings and a pawn. By version 1 the game is drawn after two turns without a pawn move, by version
/// 2 after four.
#[derive(Clone)]
struct Walk;

impl ChessLike for Walk {
    type Rules = ();
    type Entry = Identity;
    fn about(&self) -> About<'_> {
        About {
            rules_version: 2,
            ..About::new("walk", "Walk", "summary-walk")
        }
    }
    fn pieces(&self) -> &'static PieceSet {
        &PIECES
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<(), SetupError> {
        no_options(options)
    }
    fn start(&self, _rules: &()) -> String {
        "k7/8/8/8/8/8/P7/K7 w - - 0 1".to_owned()
    }
    fn entry(&self, position: &Position, _last: Option<&Move>) -> Identity {
        position.identity(&PIECES)
    }
    fn ends(&self, state: &State<Self>) -> Option<Outcome> {
        let limit = if state.rules_version < 2 { 2 } else { 4 };
        let over = state.position.halfmove_clock >= limit;
        over.then(|| Outcome::draw(Seat::BOTH.to_vec(), Reason::MoveRule))
    }
}

/// How many king moves a game by this version lasts.
fn length(version: u32) -> usize {
    let variant: &dyn Variant = &Walk;
    let mut game = variant
        .start_version(version, &Options::new(), None)
        .expect("starts");
    let walk = ["Ka1-b1", "Ka8-b8", "Kb1-a1", "Kb8-a8"];
    let played = walk
        .iter()
        .cycle()
        .take_while(|turn| game.play(turn).is_ok());
    played.count()
}

#[test]
fn a_game_keeps_the_version_of_the_rules_that_it_was_begun_with() {
    assert_eq!((length(1), length(2)), (2, 4));
}

#[test]
fn an_unknown_version_is_refused_and_named() {
    let variant: &dyn Variant = &Walk;
    for version in [0, 3] {
        let refused = variant.start_version(version, &Options::new(), None).err();
        let known = SetupError::UnknownVersion { version, newest: 2 };
        assert_eq!(refused, Some(known));
    }
}

//! Legal moves found by checkers and shields are those that trying each one finds, for every way of
//! moving that the kit knows.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use zugpost::rules::board::bitboard::Bitboard;
use zugpost::rules::board::square::Square;
use zugpost::rules::moves::{Move, Position};
use zugpost::rules::pieces::movement::movement;
use zugpost::rules::pieces::{Piece, PieceSet, PieceType, Role, WHITE_AND_BLACK, piece_type};
use zugpost::rules::seat::Seat;

/// One piece for each way of moving: leaps, lame leaps, slides with and without limit, hops, oblique
/// rides, facing kings, zones.
static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    let types = [
        piece_type('P', "pawn", "mfWcfF"),
        piece_type('R', "rook", "R"),
        piece_type('B', "short bishop", "B3"),
        piece_type('H', "horse", "nN"),
        piece_type('E', "elephant", "nA"),
        piece_type('C', "cannon", "mRcpR"),
        piece_type('V', "vao", "mBcpB"),
        piece_type('N', "nightrider", "NN"),
        piece_type('G', "charging rook", "fsRbK"),
        PieceType {
            movement: movement("K").from(Bitboard::ranks(4, 7), "FAD"),
            ..piece_type('S', "sergeant", "")
        },
        PieceType {
            faces: "Q",
            ..piece_type('K', "king", "K")
        },
    ];
    PieceSet::new(&types, 'K', WHITE_AND_BLACK, (8, 8))
        .with_pawns('P', Bitboard::rank(1), Bitboard::rank(7), "RNC")
        .with_castling([('R', [(6, 5), (2, 3)]); 2])
});

/// A small generator of chance, so that every run looks at the same positions.
fn sample(seed: &mut u64, below: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % below as u64) as usize
}

/// A position in which the side that waits is not attacked, with holes in the board.
fn position(seed: &mut u64, pieces: usize) -> Option<Position> {
    let mut area = Bitboard::BOARD_8X8;
    for _ in 0..sample(seed, 9) {
        area = area.without(square(seed));
    }
    let mut position = Position::empty(area);
    position.to_move = Seat(sample(seed, 2) as u8);
    for seat in Seat::BOTH {
        let at = square(seed);
        if !area.has(at) || position.board.at(at).is_some() {
            return None;
        }
        position.board.put(at, Piece::new(PIECES.royal, seat));
    }
    for _ in 0..pieces {
        let (at, role) = (square(seed), Role(sample(seed, 10) as u8));
        let seat = Seat(sample(seed, 2) as u8);
        let last = PIECES.is_pawn(role) && matches!(at.rank(), 0 | 7);
        if area.has(at) && position.board.at(at).is_none() && !last {
            position.board.put(at, Piece::new(role, seat));
        }
    }
    let waiting = position.to_move.other();
    position
        .checkers(&PIECES, waiting)
        .is_empty()
        .then_some(position)
}

fn square(seed: &mut u64) -> Square {
    let mut all = Bitboard::BOARD_8X8;
    all.nth(sample(seed, 64)).expect("64 squares")
}

fn texts(
    visit: impl FnOnce(&mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<String> {
    let mut all = Vec::new();
    let _ = visit(&mut |mv| {
        all.push(PIECES.write(&mv));
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    all
}

/// The moves after which, played on a copy, the own king is not attacked.
fn tried(position: &Position) -> Vec<String> {
    texts(|visit| {
        position.pseudo_legal(&PIECES, &mut |mv| {
            let mut after = position.clone();
            after.play(&PIECES, &mv);
            match after.checkers(&PIECES, position.to_move).is_empty() {
                true => visit(mv),
                false => ControlFlow::Continue(()),
            }
        })
    })
}

#[test]
fn legal_moves_are_those_that_trying_each_finds() {
    let (mut seed, mut looked, mut checks) = (0x5eed, 0, 0);
    while looked < 4000 {
        let Some(mut position) = position(&mut seed, 4 + looked % 20) else {
            continue;
        };
        // A few moves on, so that double steps, captures and promotions come in.
        for _ in 0..4 {
            let legal = texts(|visit| position.legal(&PIECES, visit));
            assert_eq!(legal, tried(&position), "position {looked}");
            assert_eq!(
                position.count(&PIECES),
                legal.len() as u64,
                "position {looked}"
            );
            assert_eq!(
                position.can_move(&PIECES),
                !legal.is_empty(),
                "position {looked}"
            );
            looked += 1;
            checks += usize::from(position.checkers(&PIECES, position.to_move).any());
            let mut moves = Vec::new();
            let _ = position.legal(&PIECES, &mut |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
            if moves.is_empty() {
                break;
            }
            position.play(&PIECES, &moves[sample(&mut seed, moves.len())]);
        }
    }
    assert!(checks > 400, "only {checks} positions in check");
}

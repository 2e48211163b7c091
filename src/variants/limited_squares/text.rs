//! The position text (docs/rules/limited-squares.md, Position text).

use crate::rules::board::text::{
    bad, clock, fields, or_dash, read_placement, require_canonical, turn_number, write_placement,
};
use crate::rules::moves::{self, fen};
use crate::rules::{Bitboard, PieceSet, Reason, Seat, SetupError, Square, echo};

use super::position::Position;
use super::rules::{Barring, Rules, TurnRule};

/// The text of the array: both armies on their ranks, holes between.
pub fn start(rules: &Rules) -> String {
    format!(
        "{} w KQkq - - {} 0 1",
        array(rules),
        reserves(rules, rules.reserves)
    )
}

/// The pieces in the array.
fn array(rules: &Rules) -> String {
    let [white, black] = Seat::BOTH.map(|seat| {
        let [rook, knight, bishop, queen] = rules.army(seat).pieces.each_ref().map(|k| k.letter);
        String::from_iter([rook, knight, bishop, queen, 'K', bishop, knight, rook])
    });
    let black = black.to_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white}")
}

/// The array as a position of chess: from where kings and partners castle.
pub fn home(rules: &Rules) -> moves::Position {
    let text = format!("{} w KQkq - 0 1", array(rules));
    fen::read(rules.pieces, None, &text, &|_| Ok(())).expect("the array can stand")
}

/// Writes the position text, which [`read`] reads.
pub fn write(rules: &Rules, position: &Position) -> String {
    let base = &position.base;
    let fields = [
        write_placement(rules.pieces.size, |square| {
            sign(rules.pieces, position, square)
        }),
        fen::side(base.to_move).to_string(),
        fen::castling(rules.pieces, base),
        fen::en_passant(base),
        or_dash(position.barred.names().join(",")),
        reserves(rules, position.reserves),
        base.halfmove_clock.to_string(),
        base.fullmove_number.to_string(),
    ];
    fields.join(" ")
}

/// The sign of a location, none for a hole: a piece, or the owner of an empty square.
pub fn sign(pieces: &PieceSet, position: &Position, square: Square) -> Option<char> {
    let [white, black] = position.owned;
    match position.base.board.at(square) {
        Some(piece) => Some(fen::sign(pieces, piece)),
        None if !position.base.area.has(square) => None,
        None if white.has(square) => Some('+'),
        None if black.has(square) => Some('-'),
        None => Some('='),
    }
}

/// The squares in reserve, or that they never run out.
fn reserves(rules: &Rules, [white, black]: [u8; 2]) -> String {
    match rules.family.unlimited {
        true => "*".to_owned(),
        false => format!("{white},{black}"),
    }
}

/// Reads a position and checks that it can stand.
///
/// # Errors
/// What is wrong with it.
pub fn read(rules: &Rules, text: &str) -> Result<Position, SetupError> {
    // The longest text has 64 signs of board and some 40 more.
    let fields = fields(text, 200, Reason::new("position-fields"))?;
    let [
        board,
        side,
        castling,
        passed,
        barred,
        reserves,
        halfmoves,
        number,
    ] = fields;
    let pieces = rules.pieces;
    let mut position = read_squares(rules, board)?;
    position.base.to_move = fen::read_side(pieces, side)?;
    fen::check_kings(pieces, &position.base)?;
    fen::check_waiting(pieces, &position.base)?;
    fen::read_castling(pieces, Some(&home(rules)), castling, &mut position.base)?;
    position.barred = read_barred(rules, barred, &position)?;
    read_en_passant(rules, passed, &mut position)?;
    position.reserves = read_reserves(rules, reserves)?;
    position.base.halfmove_clock = clock(halfmoves)?;
    position.base.fullmove_number = turn_number(number)?;
    require_canonical(&fields, &write(rules, &position))?;
    Ok(position)
}

fn read_squares(rules: &Rules, board: &str) -> Result<Position, SetupError> {
    let mut position = Position {
        base: moves::Position::empty(Bitboard::EMPTY),
        owned: [Bitboard::EMPTY; 2],
        reserves: [0; 2],
        barred: Bitboard::EMPTY,
    };
    read_placement(rules.pieces.size, board, |square, sign, _| {
        let owner = match (sign, rules.family.owned) {
            ('+', true) => Some(Seat(0)),
            ('-', true) => Some(Seat(1)),
            ('=', false) => None,
            ('+' | '-', false) => return bad(Reason::new("squares-have-no-owners")),
            ('=', true) => return bad(Reason::new("squares-have-owners")),
            _ => {
                let piece = fen::piece(rules.pieces, sign)?;
                position.base.board.put(square, piece);
                piece.owner
            }
        };
        position.base.area = position.base.area.with(square);
        if let Some(seat) = owner.filter(|_| rules.family.owned) {
            position.owned[seat.index()] |= Bitboard::of(square);
        }
        Ok(())
    })?;
    Ok(position)
}

/// Whether a piece of the opponent's may have been carried to where it stands (S15).
fn may_be_carried(rules: &Rules, position: &Position, at: Square) -> bool {
    let board = &position.base.board;
    let pieces = board.of(position.base.to_move.other()) & !board.role(rules.pieces.royal);
    rules.family.carries && pieces.has(at)
}

fn read_barred(rules: &Rules, text: &str, position: &Position) -> Result<Bitboard, SetupError> {
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let most = match (rules.barring, rules.turn) {
        (Barring::None, _) => return bad(Reason::new("no-square-is-barred")),
        (Barring::Moved, _) | (_, TurnRule::Postal) => 1,
        _ => 2,
    };
    let mut barred = Bitboard::EMPTY;
    for word in text.split(',') {
        let Some(square) = Square::parse(word).filter(|s| position.base.area.has(*s)) else {
            return bad(Reason::new("no-square-to-bar").text("typed", echo(word)));
        };
        if !position.empty().has(square) && !may_be_carried(rules, position, square) {
            return bad(Reason::new("occupied-not-barred").text("square", square));
        }
        barred = barred.with(square);
    }
    match barred.count() > most {
        true => bad(Reason::new("too-many-barred").number("most", most)),
        false => Ok(barred),
    }
}

/// Reads the en passant field. Beyond what a pawn's double step takes anywhere, the passed-over
/// square exists, neither it nor the pawn's was moved since (S7), and the square that the pawn
/// left is not the other side's.
fn read_en_passant(rules: &Rules, text: &str, position: &mut Position) -> Result<(), SetupError> {
    let (us, them) = (position.base.to_move, position.base.to_move.other());
    let pawns = rules.pieces.pawns.as_ref();
    let origin = Square::parse(text).and_then(|square| pawns?.ahead(them, square, -1));
    let mut before = position.base.clone();
    if let Some(origin) = origin.filter(|at| may_be_carried(rules, position, *at)) {
        before.board.take(origin);
    }
    let right = fen::read_en_passant(rules.pieces, text, &before)?;
    if let Some(right) = right {
        let moved = position.barred.has(right.square) || position.barred.has(right.pawn);
        let foreign = origin.is_some_and(|at| position.owned[us.index()].has(at));
        if !position.empty().has(right.square) || moved || foreign {
            return bad(Reason::new("no-pawn-stepped-over").text("typed", echo(text)));
        }
    }
    position.base.en_passant = right;
    Ok(())
}

fn read_reserves(rules: &Rules, text: &str) -> Result<[u8; 2], SetupError> {
    if rules.family.unlimited {
        return match text {
            "*" => Ok([0; 2]),
            _ => bad(Reason::new("reserves-unlimited")),
        };
    }
    let pair = text.split_once(',').and_then(|(white, black)| {
        let read = |n: &str| n.parse::<u8>().ok().filter(|n| *n <= 64);
        Some([read(white)?, read(black)?])
    });
    pair.map_or_else(|| bad(Reason::new("bad-reserves")), Ok)
}

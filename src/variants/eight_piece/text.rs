//! The position text (docs/rules/eight-piece.md, Position text).

use crate::rules::board::text::{
    bad, clock, fields, read_placement, require_canonical, turn_number, write_placement,
};
use crate::rules::moves::{self, fen};
use crate::rules::{Bitboard, Piece, Reason, Seat, SetupError, Square, Wing, echo};

use super::pieces::{AREA, JAILER, LANCER, PIECES, ROOK, SENTRY, by_compass, faced, facing};
use super::position::{Position, Pushed};

/// The longest text that is looked at: 64 lancers have 324 signs of board, and 40 follow.
const LONGEST: usize = 400;

/// Writes a position; `by_file` where castling rights are written by the partners' files.
pub fn write(by_file: bool, position: &Position) -> String {
    let base = &position.base;
    let pushed = position.pushed.map(|p| format!("{}{}", p.from, p.to));
    let fields = [
        write_placement(PIECES.size, |square| base.board.at(square).map(token)),
        fen::side(base.to_move).to_string(),
        castling(by_file, base),
        fen::en_passant(base),
        pushed.unwrap_or_else(|| "-".to_owned()),
        base.halfmove_clock.to_string(),
        base.fullmove_number.to_string(),
    ];
    fields.join(" ")
}

/// A piece; a lancer with its facing in braces.
fn token(piece: Piece) -> String {
    let sign = fen::sign(&PIECES, piece);
    match piece.role {
        LANCER => format!("{sign}{{{}}}", facing(piece).compass()),
        _ => sign.to_string(),
    }
}

fn castling(by_file: bool, base: &moves::Position) -> String {
    fen::castling_by(base, |_, wing, partner| match (by_file, wing) {
        (true, _) => char::from(b'A' + partner.file()),
        (false, Wing::King) => 'K',
        (false, Wing::Queen) => 'Q',
    })
}

/// Reads a position and checks that it can stand.
///
/// # Errors
/// What is wrong with it.
pub fn read(by_file: bool, text: &str) -> Result<Position, SetupError> {
    let fields = fields(text, LONGEST, Reason::new("eight-piece-fields"))?;
    let [board, side, castling, passed, pushed, halfmoves, number] = fields;
    let mut base = moves::Position::empty(AREA);
    read_placement(PIECES.size, board, |square, letter, rest| {
        let mut piece = fen::piece(&PIECES, letter)?;
        if piece.role == LANCER {
            let braced = rest.as_str().strip_prefix('{');
            let braced = braced.and_then(|rest| rest.split_once('}'));
            let read = braced.and_then(|(word, behind)| Some((by_compass(word)?, behind)));
            let Some((facing, behind)) = read else {
                return bad(Reason::new("lancer-without-facing").text("square", square));
            };
            (piece, *rest) = (faced(piece, facing), behind.chars());
        }
        base.board.put(square, piece);
        Ok(())
    })?;
    base.to_move = fen::read_side(&PIECES, side)?;
    fen::check_kings(&PIECES, &base)?;
    base.en_passant = fen::read_en_passant(&PIECES, passed, &base)?;
    let pushed = read_pushed(pushed, &base)?;
    let mut position = Position { base, pushed };
    let waiting = position.base.to_move.other();
    fen::spares(&PIECES, &position.base, waiting, position.checkers(waiting))?;
    read_castling(by_file, castling, &mut position.base)?;
    position.base.halfmove_clock = clock(halfmoves)?;
    position.base.fullmove_number = turn_number(number)?;
    require_canonical(&fields, &write(by_file, &position))?;
    Ok(position)
}

/// The unit of the side to move that was pushed, and before it the sentry that has done it.
fn read_pushed(text: &str, base: &moves::Position) -> Result<Option<Pushed>, SetupError> {
    if text == "-" {
        return Ok(None);
    }
    let squares = Square::lex(text).and_then(|(from, rest)| Some((from, Square::parse(rest)?)));
    let on_board = squares.filter(|(from, to)| AREA.has(*from) && AREA.has(*to));
    let Some((from, to)) = on_board else {
        return bad(Reason::new("bad-pushed-field").text("typed", echo(text)));
    };
    let us = base.to_move;
    if !base.board.pieces(us.other(), SENTRY).has(from) {
        return bad(Reason::new("pushed-without-sentry").text("square", from));
    }
    if !base.board.of(us).has(to) {
        return bad(Reason::new("pushed-without-unit").text("square", to));
    }
    match base.en_passant.is_some() {
        true => bad(Reason::new("pushed-and-passed")),
        false => Ok(Some(Pushed { from, to })),
    }
}

/// Reads the castling field: `K` for the rook on the h-file and `Q` for the jailer on the a-file, or
/// the partners' files.
fn read_castling(by_file: bool, text: &str, base: &mut moves::Position) -> Result<(), SetupError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let seat = Seat(u8::from(!letter.is_ascii_uppercase()));
        let king = base.king(&PIECES, seat);
        let home = if seat == Seat(0) { 0 } else { 7 };
        let file = match (letter.to_ascii_uppercase(), by_file) {
            ('K', false) => 7,
            ('Q', false) => 0,
            (file @ 'A'..='H', true) => file as u8 - b'A',
            _ => return bad(Reason::new("bad-partners-field").text("typed", echo(text))),
        };
        let side = PIECES.side(seat);
        if king.rank() != home || !by_file && king.file() != 4 {
            let reason = Reason::new("castling-king-has-left").text("letter", letter);
            return bad(reason.name("side", side).text("king", king));
        }
        let wing = match file > king.file() {
            true => Wing::King,
            false => Wing::Queen,
        };
        let (rooks, jailers) = (base.board.role(ROOK), base.board.role(JAILER));
        let (partners, name) = match (by_file, wing) {
            (true, _) => (rooks | jailers, "rook or jailer"),
            (false, Wing::King) => (rooks, "rook"),
            (false, Wing::Queen) => (jailers, "jailer"),
        };
        let there = partners & base.board.of(seat) & Bitboard::rank(home) & Bitboard::file(file);
        let partner = there.first();
        if partner.is_none() {
            let reason = Reason::new("castling-partner-missing").text("letter", letter);
            return bad(reason.name("side", side).name("partner", name));
        }
        base.castling[seat.index()][wing as usize] = partner;
        // A king with both rights has one rook and one jailer to castle with.
        let role = |at: Option<Square>| base.board.at(at?).map(|piece| piece.role);
        let [king, queen] = base.castling[seat.index()].map(role);
        if king.is_some() && king == queen {
            return bad(Reason::new("partners-of-one-kind").name("side", side));
        }
    }
    Ok(())
}

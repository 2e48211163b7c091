//! The position text: FEN, with the castling field of X-FEN where kings and partners may begin
//! elsewhere.

use crate::rules::board::text::{
    bad, clock, fields, or_dash, read_placement, require_canonical, turn_number, write_placement,
};
use crate::rules::{
    Bitboard, EnPassant, Piece, PieceSet, Reason, Seat, Seats, SetupError, Square, Wing, echo,
};

use super::Position;

/// The longest text that is looked at: 121 signs of board and some 40 more.
const LONGEST: usize = 200;

/// The letter of a piece in position texts: the first seat's in upper case.
pub fn sign(pieces: &PieceSet, piece: Piece) -> char {
    cased(pieces.about(piece.role).sign, piece.owner == Some(Seat(0)))
}

/// A letter in upper case for the first seat, in lower case for any other.
fn cased(letter: char, first: bool) -> char {
    if first {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

/// The piece that is meant by a letter of a position text.
///
/// # Errors
/// There is none; names those that there are.
pub fn piece(pieces: &PieceSet, letter: char) -> Result<Piece, SetupError> {
    let upper = letter.to_ascii_uppercase();
    let role = pieces.roles().find(|r| pieces.about(*r).sign == upper);
    let seat = Seat(u8::from(!letter.is_ascii_uppercase()));
    let unknown = || {
        let reason = Reason::new("no-piece-sign").text("typed", echo(&letter.to_string()));
        bad(reason.list("signs", pieces.types.iter().map(|t| t.sign)))
    };
    role.map_or_else(unknown, |role| Ok(Piece::new(role, seat)))
}

/// Writes a position: `BOARD SIDE CASTLING EN-PASSANT CLOCK TURN`.
pub fn write(pieces: &PieceSet, position: &Position) -> String {
    let at = |square| position.board.at(square).map(|piece| sign(pieces, piece));
    let fields = [
        write_placement(pieces.size, at),
        side(position.to_move).to_string(),
        castling(pieces, position),
        en_passant(position),
        position.halfmove_clock.to_string(),
        position.fullmove_number.to_string(),
    ];
    fields.join(" ")
}

/// The letter of FEN for the side to move: `w` for the first seat, `b` for any other.
pub const fn side(seat: Seat) -> char {
    match seat {
        Seat(0) => 'w',
        _ => 'b',
    }
}

/// Reads `w` or `b`.
///
/// # Errors
/// It is neither.
pub fn read_side(pieces: &PieceSet, text: &str) -> Result<Seat, SetupError> {
    match text {
        "w" => Ok(Seat(0)),
        "b" => Ok(Seat(1)),
        _ => {
            let reason = Reason::new("bad-side-to-move").name("first", pieces.side(Seat(0)));
            let reason = reason.name("second", pieces.side(Seat(1)));
            bad(reason.text("typed", echo(text)))
        }
    }
}

/// The en passant field: the square passed over, or `-`.
pub fn en_passant(position: &Position) -> String {
    let right = position.en_passant;
    right.map_or("-".to_owned(), |right| right.square.to_string())
}

/// The castling field: `K` and `Q` for the outermost partner on its side of the king, else the
/// partner's file; lower case for the second seat.
pub fn castling(pieces: &PieceSet, position: &Position) -> String {
    castling_by(position, |seat, wing, partner| {
        let usual = outermost(pieces, position, seat, wing) == Some(partner);
        match (usual, wing) {
            (true, Wing::King) => 'K',
            (true, Wing::Queen) => 'Q',
            (false, _) => char::from(b'A' + partner.file()),
        }
    })
}

/// The castling field with a letter for each right; lower case for the second seat.
pub fn castling_by(position: &Position, letter: impl Fn(Seat, Wing, Square) -> char) -> String {
    let mut text = String::new();
    for seat in Seat::BOTH {
        for wing in Wing::ALL {
            let right = position.castling[seat.index()][wing as usize];
            let letter = right.map(|partner| letter(seat, wing, partner));
            text.extend(letter.map(|letter| cased(letter, seat == Seat(0))));
        }
    }
    or_dash(text)
}

/// The partner of `seat` on its king's rank that is farthest from the king on this wing.
fn outermost(pieces: &PieceSet, position: &Position, seat: Seat, wing: Wing) -> Option<Square> {
    let castling = pieces.castling.as_ref()?;
    let king = position.king(pieces, seat);
    let home = Bitboard::rank(castling.goals(seat, wing).king.rank());
    let partners = position.board.pieces(seat, castling.partner(seat)) & home;
    match wing {
        Wing::King => partners.last().filter(|r| r.file() > king.file()),
        Wing::Queen => partners.first().filter(|r| r.file() < king.file()),
    }
}

/// Reads a position and checks that it can stand; `check` is what the game asks of it besides.
/// `home` is the position in which kings and partners stand at the start, where that is known:
/// rights are then held from there alone.
///
/// # Errors
/// What is wrong with it.
pub fn read(
    pieces: &PieceSet,
    home: Option<&Position>,
    text: &str,
    check: &dyn Fn(&Position) -> Result<(), SetupError>,
) -> Result<Position, SetupError> {
    if text.len() > LONGEST {
        return bad(Reason::new("fen-too-long"));
    }
    let fields = fields(text, LONGEST, Reason::new("fen-fields"))?;
    let [board, side, castling, passed, halfmoves, number] = fields;
    let (files, ranks) = pieces.size;
    let mut position = Position::empty(Bitboard::rectangle(files, ranks));
    read_placement(pieces.size, board, |square, letter, _| {
        position.board.put(square, piece(pieces, letter)?);
        Ok(())
    })?;
    position.to_move = read_side(pieces, side)?;
    check_kings(pieces, &position)?;
    check(&position)?;
    check_waiting(pieces, &position)?;
    read_castling(pieces, home, castling, &mut position)?;
    position.en_passant = read_en_passant(pieces, passed, &position)?;
    position.halfmove_clock = clock(halfmoves)?;
    position.fullmove_number = turn_number(number)?;
    require_canonical(&fields, &write(pieces, &position))?;
    Ok(position)
}

/// Checks that there is one king on each side, and no pawn where it would be promoted.
///
/// # Errors
/// What is wrong.
pub fn check_kings(pieces: &PieceSet, position: &Position) -> Result<(), SetupError> {
    let mut both = Seat::BOTH.into_iter();
    both.try_for_each(|seat| check_king(pieces, position, seat))
}

/// The same for one side.
///
/// # Errors
/// What is wrong.
pub fn check_king(pieces: &PieceSet, position: &Position, seat: Seat) -> Result<(), SetupError> {
    let kings = position.board.pieces(seat, pieces.royal).count();
    if kings != 1 {
        let reason = Reason::new("not-one-king").name("side", pieces.side(seat));
        return bad(reason.number("count", kings));
    }
    if let Some(pawns) = &pieces.pawns
        && let Some(at) = (position.board.pieces(seat, pawns.role) & pawns.zone(seat)).first()
    {
        return bad(Reason::new("pawn-cannot-stand").text("square", at));
    }
    Ok(())
}

/// Checks that none of these squares has a piece of the side to move that attacks the king of `waiting`.
///
/// # Errors
/// One does.
pub fn spares(
    pieces: &PieceSet,
    position: &Position,
    waiting: Seat,
    checkers: Bitboard,
) -> Result<(), SetupError> {
    let Some(from) = checkers.first() else {
        return Ok(());
    };
    let king = position.king(pieces, waiting);
    let reason = Reason::new("waiting-king-attacked").name("side", pieces.side(waiting));
    let reason = reason.text("king", king).text("from", from);
    bad(reason.name("mover", pieces.side(position.to_move)))
}

/// Checks that the side to move does not attack the other's king.
///
/// # Errors
/// It does, and from where.
pub fn check_waiting(pieces: &PieceSet, position: &Position) -> Result<(), SetupError> {
    let waiting = position.to_move.other();
    let checkers = position.checkers(pieces, waiting);
    let faces = !pieces.about(pieces.royal).faces.is_empty();
    if faces && (checkers & position.board.role(pieces.royal)).any() {
        let file = char::from(b'a' + position.king(pieces, waiting).file());
        return bad(Reason::new("kings-face").text("file", file));
    }
    spares(pieces, position, waiting, checkers)
}

/// Reads the castling field into `position`; see [`read`] for `home`.
///
/// # Errors
/// A right that cannot be held.
pub fn read_castling(
    pieces: &PieceSet,
    home: Option<&Position>,
    text: &str,
    position: &mut Position,
) -> Result<(), SetupError> {
    if text == "-" {
        return Ok(());
    }
    let Some(castling) = &pieces.castling else {
        return bad(Reason::new("no-castling-here").text("typed", echo(text)));
    };
    for letter in text.chars() {
        let seat = Seat(u8::from(!letter.is_ascii_uppercase()));
        let king = position.king(pieces, seat);
        let (wing, partner) = match letter.to_ascii_uppercase() {
            'K' => (Wing::King, outermost(pieces, position, seat, Wing::King)),
            'Q' => (Wing::Queen, outermost(pieces, position, seat, Wing::Queen)),
            file @ 'A'..='K' if home.is_none() && (file as u8) < b'A' + pieces.size.0 => {
                let partner = Square::new(file as u8 - b'A', king.rank());
                match partner.is_some_and(|p| p.file() > king.file()) {
                    true => (Wing::King, partner),
                    false => (Wing::Queen, partner),
                }
            }
            _ => return bad(Reason::new("bad-castling-field").text("typed", echo(text))),
        };
        let side = pieces.side(seat);
        let at_home = match home {
            Some(home) => home.king(pieces, seat) == king,
            None => king.rank() == castling.goals(seat, wing).king.rank(),
        };
        if !at_home {
            let reason = Reason::new("castling-king-has-left").text("letter", letter);
            return bad(reason.name("side", side).text("king", king));
        }
        let partners = position.board.pieces(seat, castling.partner(seat));
        let usual = home.map(|home| home.castling[seat.index()][wing as usize]);
        let partner = partner.filter(|p| partners.has(*p));
        let partner = partner.filter(|p| usual.is_none_or(|usual| usual == Some(*p)));
        if partner.is_none() {
            let partner = pieces.about(castling.partner(seat)).name;
            let reason = Reason::new("castling-partner-missing").text("letter", letter);
            return bad(reason.name("side", side).name("partner", partner));
        }
        position.castling[seat.index()][wing as usize] = partner;
    }
    Ok(())
}

/// Reads the en passant field. The square passed over lies behind an enemy pawn that has just come
/// from beyond it.
///
/// # Errors
/// The right cannot stand.
pub fn read_en_passant(
    pieces: &PieceSet,
    text: &str,
    position: &Position,
) -> Result<Option<EnPassant>, SetupError> {
    if text == "-" {
        return Ok(None);
    }
    let them = position.to_move.other();
    let wrong = || {
        let reason = Reason::new("bad-en-passant-field").name("side", pieces.side(them));
        bad(reason.text("typed", echo(text)))
    };
    let (Some(square), Some(pawns)) = (Square::parse(text), &pieces.pawns) else {
        return wrong();
    };
    let (Some(pawn), Some(origin)) = (pawns.ahead(them, square, 1), pawns.ahead(them, square, -1))
    else {
        return wrong();
    };
    if !pawns.may_double(them, origin) {
        return wrong();
    }
    if position.board.at(pawn) != Some(Piece::new(pawns.role, them)) {
        let reason = Reason::new("en-passant-without-pawn").text("square", square);
        return bad(reason.text("pawn", pawn));
    }
    let taken = |s: &Square| position.board.at(*s).is_some();
    if let Some(at) = [square, origin].into_iter().find(taken) {
        let reason = Reason::new("en-passant-over-piece").text("square", square);
        return bad(reason.name("side", pieces.side(them)).text("at", at));
    }
    let seats = Seats::first(2).without(them);
    Ok(Some(EnPassant {
        square,
        pawn,
        seats,
    }))
}

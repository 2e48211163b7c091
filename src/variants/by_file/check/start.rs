//! Position texts of the beginning, read strictly: the format skips what it does not understand, and what follows
//! means something else (docs/variants/file-board-fen.md, 10).

use std::collections::BTreeMap;

use crate::rules::board::square::SquareOn;
use crate::rules::{Reason, Seat};

use crate::variants::by_file::ini::shown;
use crate::variants::by_file::keys::kinds::Word;
use crate::variants::by_file::keys::lists;
use crate::variants::by_file::keys::value::Squares;
use crate::variants::by_file::section::Resolved;

/// The longest position text, in bytes.
const LONGEST: usize = 400;

/// What a position text says.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Pieces on the board.
    pub board: BTreeMap<SquareOn<12>, (Word, Seat)>,
    /// Pieces in hand.
    pub hands: Vec<(Word, Seat)>,
    /// Walls.
    pub walls: Squares,
    /// Whether anybody has a right to castle or to gate.
    pub rights: bool,
    /// What its author should know.
    pub remarks: Vec<Reason>,
}

impl Start {
    /// How many pieces of a kind a seat has on the board.
    pub fn count(&self, kind: Word, seat: Seat) -> usize {
        let all = self.board.values();
        all.filter(|found| **found == (kind, seat)).count()
    }

    /// Whether a piece of this kind is on this square.
    fn has(&self, kind: impl Fn(Word) -> bool, seat: Seat, square: SquareOn<12>) -> bool {
        let found = self.board.get(&square);
        found.is_some_and(|(of, whose)| *whose == seat && kind(*of))
    }
}

/// Reads the position text of a section.
///
/// # Errors
/// What the format would skip, misread, or take for something that is not there.
pub fn read(section: &Resolved) -> Result<Start, Reason> {
    let text = section.start();
    if text.len() > LONGEST {
        return Err(Reason::new("start-too-long").number("most", LONGEST));
    }
    if text.contains("  ") {
        return Err(Reason::new("start-two-blanks"));
    }
    let mut fields = text.split(' ').peekable();
    let board_and_hand = fields.next().unwrap_or_default();
    let mut start = Start::default();
    let board = match board_and_hand.split_once('[') {
        Some((board, hand)) => {
            hands(section, hand, &mut start)?;
            board
        }
        None => board_and_hand,
    };
    pieces(section, board, &mut start)?;
    match fields.next() {
        Some("w" | "b") => {}
        // White begins; but the format takes a `b` at the very end of the text for the side.
        None if !board_and_hand.ends_with('b') => {}
        side => {
            let typed = shown(side.unwrap_or_default());
            return Err(Reason::new("start-side").text("typed", typed));
        }
    }
    let is_clock = |field: &&str| field.starts_with(|c: char| c.is_ascii_digit());
    if fields.peek().is_some_and(|field| !is_clock(field)) {
        rights(section, fields.next().unwrap_or_default(), &mut start)?;
        let Some(en_passant) = fields.next() else {
            return Err(Reason::new("start-without-en-passant"));
        };
        let counting = section.word("countingRule") != "none" && is_number(en_passant);
        if !counting && !marks(section, en_passant) {
            let reason = Reason::new("start-en-passant").text("typed", shown(en_passant));
            return Err(reason);
        }
    }
    if section.flag("checkCounting") {
        let given = fields.next_if(|field| field.contains('+'));
        match given {
            Some(field) => checks(field)?,
            None => start.remarks.push(Reason::new("start-one-check")),
        }
    }
    for _ in 0..2 {
        if let Some(field) = fields.next()
            && !is_number(field)
        {
            return Err(Reason::new("start-clock").text("typed", shown(field)));
        }
    }
    match fields.next() {
        None => Ok(start),
        Some(field) => Err(Reason::new("start-goes-on").text("typed", shown(field))),
    }
}

/// A number as clocks have it.
fn is_number(field: &str) -> bool {
    (1..=4).contains(&field.len()) && field.chars().all(|c| c.is_ascii_digit())
}

/// The piece with this letter, whose seat the case is. `second`: second letters are read, too.
fn piece(section: &Resolved, sign: char, second: bool) -> Result<(Word, Seat), Reason> {
    let letters = section.letters();
    let low = sign.to_ascii_lowercase();
    let mut all = section.figures.iter();
    let other = || {
        let found = all.find(|(_, f)| second && f.letter.is_some() && f.synonym == Some(low));
        found.map(|(kind, _)| *kind)
    };
    let kind = lists::find(&letters, sign).or_else(other);
    let seat = Seat(u8::from(sign.is_ascii_lowercase()));
    kind.map(|kind| (kind, seat)).ok_or_else(|| {
        let reason = Reason::new("start-letter").text("letter", shown(&sign.to_string()));
        reason.list("letters", letters.values())
    })
}

fn pieces(section: &Resolved, board: &str, start: &mut Start) -> Result<(), Reason> {
    let size = section.size();
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != usize::from(size.ranks) {
        let reason = Reason::new("start-ranks").number("found", ranks.len());
        return Err(reason.number("wanted", size.ranks));
    }
    let promotions = section.promotions();
    for (rank, row) in (0..size.ranks).rev().zip(ranks) {
        let mut file = 0_usize;
        let mut signs = row.chars().peekable();
        let mut promoted = false;
        while let Some(sign) = signs.next() {
            if let Some(digit) = sign.to_digit(10) {
                let mut empty = digit as usize;
                if let Some(second) = signs.next_if(char::is_ascii_digit) {
                    empty = 10 * empty + second.to_digit(10).unwrap_or(0) as usize;
                }
                let more = signs.peek().is_some_and(char::is_ascii_digit);
                if digit == 0 || more || promoted {
                    return Err(Reason::new("start-number").text("rank", shown(row)));
                }
                file += empty;
                continue;
            }
            if sign == '+' && !promoted {
                promoted = true;
                continue;
            }
            let square = u8::try_from(file).ok();
            let square = square.and_then(|file| SquareOn::new(file, rank));
            file += 1;
            if sign == '*' && !promoted {
                start.walls |= square.map_or(Squares::EMPTY, Squares::of);
                continue;
            }
            let (kind, seat) = piece(section, sign, !promoted)?;
            let there = match (promoted, promotions.get(&kind)) {
                (false, _) => kind,
                (true, Some(to)) => *to,
                (true, None) => {
                    return Err(Reason::new("start-not-promoted").text("letter", sign));
                }
            };
            // What came by promotion as a pawn does.
            signs.next_if(|next| *next == '~' && !promoted);
            promoted = false;
            if let Some(square) = square {
                start.board.insert(square, (there, seat));
            }
        }
        if promoted {
            piece(section, '+', false)?;
        }
        if file != usize::from(size.files) {
            let reason = Reason::new("start-files").text("rank", shown(row));
            return Err(reason.number("found", file).number("wanted", size.files));
        }
    }
    Ok(())
}

fn hands(section: &Resolved, hand: &str, start: &mut Start) -> Result<(), Reason> {
    let Some(inner) = hand.strip_suffix(']') else {
        return Err(Reason::new("start-hand-open"));
    };
    if !section.flag("pieceDrops") && !section.flag("seirawanGating") {
        return Err(Reason::new("start-hand-without-drops"));
    }
    for sign in inner.chars().filter(|_| inner != "-") {
        start.hands.push(piece(section, sign, false)?);
    }
    Ok(())
}

/// Reads rights to castle and squares of unmoved pieces: the format leaves out in silence those of pieces that are not
/// there.
fn rights(section: &Resolved, field: &str, start: &mut Start) -> Result<(), Reason> {
    let wrong = |sign: char| {
        let reason = Reason::new("start-right").text("sign", shown(&sign.to_string()));
        Err(reason)
    };
    if field == "-" {
        return Ok(());
    }
    let size = section.size();
    let (castling, gating) = (section.flag("castling"), section.flag("gating"));
    // A rank beyond the board is told by itself.
    if castling && section.line_of("castlingRank") >= size.ranks {
        return Ok(());
    }
    // The format reads rights and gives none.
    if !castling && !gating && field.chars().all(|sign| "KQkq".contains(sign)) {
        start
            .remarks
            .push(Reason::new("start-rights-without-castling"));
        return Ok(());
    }
    for (at, sign) in field.char_indices() {
        if field[..at].contains(sign) {
            let reason = Reason::new("start-right-twice").text("sign", shown(&sign.to_string()));
            return Err(reason);
        }
        let seat = Seat(u8::from(sign.is_ascii_lowercase()));
        let low = sign.to_ascii_lowercase();
        let rank = match seat {
            Seat(0) => section.line_of("castlingRank"),
            _ => size
                .ranks
                .saturating_sub(1 + section.line_of("castlingRank")),
        };
        let on_rank = |file: u8| SquareOn::new(file, rank).filter(|_| file < size.files);
        let rooks = section.kinds("castlingRookPieces", seat);
        let king = section.kind("castlingKingPiece", seat);
        let all = || (0..size.files).filter_map(on_rank);
        let king_there = all().any(|at| start.has(|kind| Some(kind) == king, seat, at));
        let found = match low {
            'k' | 'q' if castling => {
                all().any(|at| start.has(|kind| rooks.has(kind), seat, at)) && king_there
            }
            'a'..='l' => {
                let at = on_rank(low as u8 - b'a');
                let rook = at.is_some_and(|at| start.has(|kind| rooks.has(kind), seat, at));
                // Pawns on such squares would promote in ways that nobody meant.
                let any = at.is_some_and(|at| start.has(|k| k != Word::PAWN, seat, at));
                castling && rook && king_there || gating && any
            }
            _ => false,
        };
        if !found {
            return wrong(sign);
        }
        start.rights = true;
    }
    match field.is_empty() {
        true => wrong(' '),
        false => Ok(()),
    }
}

/// Whether a field is squares of en passant, or none.
fn marks(section: &Resolved, field: &str) -> bool {
    let size = section.size();
    let mut rest = field;
    while !rest.is_empty() && field != "-" {
        let Some((square, after)) = SquareOn::<12>::lex(rest) else {
            return false;
        };
        // The tenth rank is written and cannot be read.
        if square.file() >= size.files || square.rank() >= size.ranks.min(9) {
            return false;
        }
        rest = after;
    }
    !field.is_empty()
}

fn checks(field: &str) -> Result<(), Reason> {
    let one = |text: &str| text.len() == 1 && matches!(text.as_bytes(), [b'1'..=b'9']);
    match field.split_once('+') {
        Some((white, black)) if one(white) && one(black) => Ok(()),
        _ => Err(Reason::new("start-checks").text("typed", shown(field))),
    }
}

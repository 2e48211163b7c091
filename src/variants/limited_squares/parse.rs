//! Reading what players type, and saying what is wrong with it.

use crate::rules::bitboard::Bitboard;
use crate::rules::notation::{Reading, actions, castling, echo, enumerate, promotion, readings};
use crate::rules::outcome::Refusal;
use crate::rules::square::Square;

use super::army::{ABOUT, Kind};
use super::explain;
use super::judge::{Fault, SquareAction, judge};
use super::moves::{castling_fault, piece_moves};
use super::notation::{piece_text, read, turn_text};
use super::position::{PieceMove, Position, Turn};
use super::rules::Rules;

/// One typed action, before it meets the position.
#[derive(Clone, Debug)]
pub enum Word {
    /// A piece move in all its readings.
    Piece(Vec<Reading>),
    /// Castling, queen's side or not.
    Castle(bool),
    /// Anything that begins with `@`.
    Square(SquareAction),
}

/// Reads a line into actions; `Err` holds the word that is none.
pub fn words(rules: &Rules, text: &str) -> Result<Vec<Word>, String> {
    let all = actions(text);
    let read =
        |(i, word): (usize, &String)| read_word(rules, word, i == 0).ok_or_else(|| word.clone());
    all.iter().enumerate().map(read).collect()
}

fn on_board(square: Square) -> bool {
    Bitboard::BOARD_8X8.has(square)
}

fn read_word(rules: &Rules, word: &str, first: bool) -> Option<Word> {
    if let Some(queen) = castling(word) {
        return Some(Word::Castle(queen));
    }
    if word.starts_with('@') {
        return read_square_action(word).map(Word::Square);
    }
    let letters: String = (0..ABOUT.len() as u8)
        .map(Kind)
        .filter(|k| rules.has(*k))
        .map(Kind::letter)
        .collect();
    let mut all = readings(word, &letters, first);
    // Betza's own names: WAg1-e3, FADc3:d4.
    for about in ABOUT
        .iter()
        .filter(|a| a.betza.len() > 1 && letters.contains(a.letter))
    {
        if let Some(rest) = word.strip_prefix(about.betza) {
            all.extend(readings(
                &format!("{}{rest}", about.letter),
                &letters,
                false,
            ));
        }
    }
    all.retain(|r| {
        on_board(r.to)
            && r.file.is_none_or(|f| f < 8)
            && r.rank.is_none_or(|r| r < 8)
            && promotion(&r.tail).is_some()
    });
    (!all.is_empty()).then_some(Word::Piece(all))
}

/// `@@f3` or `@f3` places; `@g8-e6`, `@@g8-e6`, `@g8e6` move, `=Q` may follow.
fn read_square_action(word: &str) -> Option<SquareAction> {
    let rest = word.strip_prefix("@@").or_else(|| word.strip_prefix('@'))?;
    let (from, rest) = Square::lex(rest).filter(|(s, _)| on_board(*s))?;
    if rest.is_empty() {
        return Some(SquareAction::Place(from));
    }
    let target = rest
        .strip_prefix("->")
        .or_else(|| rest.strip_prefix(['-', '>']))
        .unwrap_or(rest);
    let (to, tail) = Square::lex(target).filter(|(s, _)| on_board(*s))?;
    let kind = match promotion(tail)? {
        None => None,
        Some(letter) => Some(Kind::from_letter(letter)?),
    };
    Some(SquareAction::Shift(from, to, kind))
}

/// Reads and judges a whole turn.
///
/// # Errors
/// Why it is no legal turn.
pub fn parse(rules: &Rules, position: &Position, text: &str) -> Result<Turn, Refusal> {
    // A text that is exactly a legal turn's canonical text is that turn (rules/README.md).
    if let Some(turn) = read(position, text)
        && exactly_legal(rules, position, &turn)
    {
        return Ok(turn);
    }
    let words = words(rules, text).map_err(|word| unreadable(rules, text, &word))?;
    let several = words.len() > 1;
    let (first, squares) = split(rules, position, words, text)?;
    let Some(first) = first else {
        return judge(rules, position, None, &squares).map_err(|f| f.refusal(several));
    };
    let candidates = candidates(rules, position, &first)
        .map_err(|message| Fault::new(0, String::new(), typed(text), message).refusal(several))?;
    let mut legal: Vec<Turn> = Vec::new();
    let mut fault = None;
    for piece in &candidates {
        match judge(rules, position, Some(*piece), &squares) {
            Ok(turn) => legal.push(turn),
            Err(f) => fault = fault.or(Some(f)),
        }
    }
    match legal[..] {
        [turn] => needs_no_letter(&first, turn),
        [] => Err(fault.map_or_else(|| unreadable(rules, text, text), |f| f.refusal(several))),
        _ => Err(several_fit(&first, &legal)),
    }
}

/// Whether `turn`, read from canonical text, is legal and that is its text.
fn exactly_legal(rules: &Rules, position: &Position, turn: &Turn) -> bool {
    if turn
        .piece
        .is_some_and(|piece| !piece_moves(rules, position).contains(&piece))
    {
        return false;
    }
    let place = turn.place.map(SquareAction::Place);
    let shift = turn
        .shift
        .map(|s| SquareAction::Shift(s.from, s.to, s.promotion));
    let (a, b) = if turn.refills {
        (shift, place)
    } else {
        (place, shift)
    };
    let squares: Vec<SquareAction> = a.into_iter().chain(b).collect();
    judge(rules, position, turn.piece, &squares) == Ok(*turn)
}

/// The first action as typed, for messages about a word that fits no move.
fn typed(text: &str) -> String {
    echo(actions(text).first().map_or(text, String::as_str))
}

fn unreadable(rules: &Rules, text: &str, word: &str) -> Refusal {
    let whole = if text.trim() == word {
        String::new()
    } else {
        format!(" in \"{}\"", echo(text))
    };
    let mut letters: Vec<String> = (0..ABOUT.len() as u8)
        .map(Kind)
        .filter(|k| rules.has(*k))
        .map(|k| k.letter().to_string())
        .collect();
    letters.sort_unstable();
    let message = format!(
        "I cannot read \"{}\"{whole}. A piece move is written Ng1-f3, e2-e4, e4:d5, e7-e8=Q or \
         O-O; a square is placed by @@e3 and moved by @g1-h3. Pieces here are {}; squares run \
         from a1 to h8.",
        echo(word),
        letters.join(" ")
    );
    Refusal::Unreadable { message }
}

/// Takes a line apart into its piece move, which comes first, and its square actions.
fn split(
    rules: &Rules,
    position: &Position,
    words: Vec<Word>,
    text: &str,
) -> Result<(Option<Word>, Vec<SquareAction>), Refusal> {
    if words.is_empty() {
        let message = "There is no turn here. A turn looks like Ng1-f3, @@e3 or @g1-h3.".to_owned();
        return Err(Refusal::Unreadable { message });
    }
    let mut first = None;
    let mut squares = Vec::new();
    for (i, word) in words.into_iter().enumerate() {
        match word {
            Word::Square(action) => squares.push(action),
            piece if i == 0 => first = Some(piece),
            _ => return Err(second_piece(rules, position, text, i)),
        }
    }
    Ok((first, squares))
}

/// A piece move where none may be. If something before it is wrong already, that is the reason.
fn second_piece(rules: &Rules, position: &Position, text: &str, at: usize) -> Refusal {
    let typed = actions(text);
    let good = match parse(rules, position, &typed[..at].join(" ")) {
        Ok(turn) => turn_text(&turn),
        Err(Refusal::Incomplete { good, .. }) => good,
        Err(Refusal::Illegal {
            action,
            good,
            message,
        }) => {
            return Refusal::Illegal {
                action: action.or(Some(1)),
                good,
                message,
            };
        }
        Err(other) => return other,
    };
    let reason = "a turn has at most one piece move, and begins with it".to_owned();
    Fault::new(at, good, echo(&typed[at]), reason).refusal(true)
}

/// The moves that a typed piece move may mean, by geometry.
///
/// # Errors
/// The reason why there is none.
pub fn candidates(
    rules: &Rules,
    position: &Position,
    word: &Word,
) -> Result<Vec<PieceMove>, String> {
    let readings = match word {
        Word::Castle(queen) => {
            return match castling_fault(rules, position, *queen) {
                None => Ok(vec![PieceMove::Castle(*queen)]),
                Some(reason) => Err(reason),
            };
        }
        Word::Piece(readings) => readings,
        Word::Square(_) => return Ok(Vec::new()),
    };
    let moves = piece_moves(rules, position);
    let fits = |m: &PieceMove| readings.iter().any(|r| matches(m, r));
    let found: Vec<PieceMove> = moves.into_iter().filter(fits).collect();
    if found.is_empty() {
        Err(explain::no_move(rules, position, readings))
    } else {
        Ok(found)
    }
}

/// Whether a reading may mean this move. A promotion left out is asked for later.
fn matches(piece: &PieceMove, reading: &Reading) -> bool {
    let PieceMove::Step {
        kind,
        from,
        to,
        captured,
        promotion: becomes,
    } = piece
    else {
        return false;
    };
    let origin_given = reading.file.is_some() && reading.rank.is_some();
    let kind_fits = match reading.piece {
        Some(letter) => kind.letter() == letter,
        None => origin_given || *kind == Kind::PAWN,
    };
    let letter = promotion(&reading.tail).flatten();
    let promotion_fits = letter.is_none() || becomes.map(Kind::letter) == letter;
    kind_fits
        && promotion_fits
        && *to == reading.to
        && reading.file.is_none_or(|f| f == from.file())
        && reading.rank.is_none_or(|r| r == from.rank())
        && (captured.is_some() || !reading.capture)
}

/// A sole promotion must still be named, or a one-piece army would promote unasked.
fn needs_no_letter(first: &Word, turn: Turn) -> Result<Turn, Refusal> {
    let named = match first {
        Word::Piece(all) => all.iter().any(|r| !r.tail.is_empty()),
        _ => true,
    };
    match turn.piece {
        Some(PieceMove::Step {
            promotion: Some(_), ..
        }) if !named => Err(several_fit(first, &[turn])),
        _ => Ok(turn),
    }
}

/// More than one legal turn fits: a promotion without its letter is incomplete, anything else
/// ambiguous.
fn several_fit(first: &Word, legal: &[Turn]) -> Refusal {
    let mut texts: Vec<String> = legal.iter().map(turn_text).collect();
    texts.sort_unstable();
    let route = |t: &Turn| match t.piece {
        Some(PieceMove::Step { from, to, .. }) => Some((from, to)),
        _ => None,
    };
    let one_route = legal.windows(2).all(|w| route(&w[0]) == route(&w[1]));
    if one_route
        && let (
            Word::Piece(_),
            Some(Turn {
                piece: Some(piece), ..
            }),
        ) = (first, legal.first())
    {
        let text = piece_text(piece);
        let bare = text.split('=').next().unwrap_or_default();
        let message = format!(
            "{bare} promotes the pawn: say what it becomes, by {}.",
            enumerate(&texts, 8)
        );
        return Refusal::Incomplete {
            good: String::new(),
            message,
        };
    }
    let message = format!(
        "This can mean {}. Please write one of them in full.",
        enumerate(&texts, 12)
    );
    Refusal::Ambiguous {
        candidates: texts,
        message,
    }
}

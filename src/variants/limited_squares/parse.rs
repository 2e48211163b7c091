//! Reading what players type, and saying what is wrong with it.

use crate::rules::notation::{Reading, echo, enumerate, promotion};
use crate::rules::outcome::Refusal;

use super::army::Kind;
use super::explain;
use super::fault::Fault;
use super::judge::{SquareAction, judge};
use super::lex::{Word, letters, split_words, words};
use super::moves::{castling_fault, piece_moves};
use super::notation::{piece_text, read, turn_text};
use super::position::{PieceMove, Position, Turn, castling_squares};
use super::rules::{Rules, TurnRule};
use super::turns;

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
    let candidates = candidates(rules, position, &first).map_err(|mut reason| {
        if rules.turn != TurnRule::Single && turns::squares_alone(rules, position) {
            reason.push_str(
                "; on this first turn none of your pieces can move, so that you make square \
                 actions alone, such as @@e3 (S3)",
            );
        }
        Fault::new(0, String::new(), typed(text), reason).refusal(several)
    })?;
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
        _ => exactly_typed(text, &legal).map_or_else(|| Err(several_fit(&first, &legal)), Ok),
    }
}

/// Of several readings, the one whose piece move stands there in canonical text: the order of the
/// square actions (S11) must not change what the piece move means.
fn exactly_typed(text: &str, legal: &[Turn]) -> Option<Turn> {
    // The inventor's sign for a capture, or everybody else's.
    let word = text.split_whitespace().next()?.replace('x', ":");
    let exact = |turn: &&Turn| turn.piece.is_some_and(|piece| piece_text(&piece) == word);
    let mut found = legal.iter().filter(exact);
    found.next().copied().filter(|_| found.next().is_none())
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
    echo(split_words(text).first().map_or(text, String::as_str))
}

fn unreadable(rules: &Rules, text: &str, word: &str) -> Refusal {
    let whole = if text.trim() == word {
        String::new()
    } else {
        format!(" in \"{}\"", echo(text))
    };
    let mut letters: Vec<String> = letters(rules).chars().map(String::from).collect();
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
            _ if first.is_none() && rules.turn != TurnRule::Single => {
                return Err(piece_too_late(text, i));
            }
            _ => return Err(second_piece(rules, position, text, i)),
        }
    }
    Ok((first, squares))
}

/// A piece move after square actions.
fn piece_too_late(text: &str, at: usize) -> Refusal {
    let mut typed: Vec<String> = split_words(text).iter().map(|w| echo(w)).collect();
    let wrong = typed[0].clone();
    let piece = typed.remove(at);
    let squares = typed.join(" ");
    let reason = format!("the piece move comes first, then the square actions: {piece} {squares}");
    Fault::new(0, String::new(), wrong, reason).refusal(true)
}

/// A piece move where none may be. If something before it is wrong already, that is the reason.
fn second_piece(rules: &Rules, position: &Position, text: &str, at: usize) -> Refusal {
    let typed = split_words(text);
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
    let fits = |m: &PieceMove| readings.iter().any(|r| matches(rules, position, m, r));
    let found: Vec<PieceMove> = moves.into_iter().filter(fits).collect();
    if found.is_empty() {
        Err(explain::no_move(rules, position, readings))
    } else {
        Ok(found)
    }
}

/// Whether a reading may mean this move. A promotion left out is asked for later.
fn matches(rules: &Rules, position: &Position, piece: &PieceMove, reading: &Reading) -> bool {
    let (kind, from, to, captured, becomes) = match piece {
        PieceMove::Castle(queen) => return matches_castling(rules, position, *queen, reading),
        PieceMove::Step {
            kind,
            from,
            to,
            captured,
            promotion,
        } => (kind, from, to, captured, promotion),
    };
    let origin_given = reading.file.is_some() && reading.rank.is_some();
    let kind_fits = match reading.piece {
        Some(letter) => kind.letter() == letter,
        None => origin_given || *kind == Kind::PAWN,
    };
    let letter = promotion(&reading.tail).flatten();
    let promotion_fits = letter.is_none() || becomes.map(Kind::letter) == letter;
    // A square alone means the pawn behind it, never one that captures.
    let aside =
        *kind == Kind::PAWN && captured.is_some() && reading.file.is_none() && !reading.capture;
    kind_fits
        && !aside
        && promotion_fits
        && *to == reading.to
        && reading.file.is_none_or(|f| f == from.file())
        && reading.rank.is_none_or(|r| r == from.rank())
        && (captured.is_some() || !reading.capture)
}

/// Castling written as the king's move of two squares or more (`Ke1-g1`, `e1g1`, `Kg1`).
fn matches_castling(rules: &Rules, position: &Position, queen: bool, reading: &Reading) -> bool {
    let [king, goal, ..] = castling_squares(rules, position.side, queen);
    let named = match reading.piece {
        Some(letter) => letter == Kind::KING.letter(),
        None => reading.file.is_some() && reading.rank.is_some(),
    };
    named
        && reading.to == goal
        && reading.file.is_none_or(|f| f == king.file())
        && reading.rank.is_none_or(|r| r == king.rank())
        && !reading.capture
        && reading.tail.is_empty()
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

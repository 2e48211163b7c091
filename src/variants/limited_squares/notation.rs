//! How actions are written, and what players type.

use crate::rules::moves::dialect::Typed;
use crate::rules::moves::select;
use crate::rules::notation::{actions, promotion};
use crate::rules::turns::ruleset::{Filter, Word};
use crate::rules::{Bitboard, PieceType, Reason, Refusal, Selector, Square, echo};

use super::LimitedSquares;
use super::army::by_letter;
use super::position::{Action, Position, Shift};
use super::rules::Rules;
use super::squares::Squares;

/// A typed action before it meets a position.
#[derive(Clone, Debug)]
pub enum Words {
    Move(Typed),
    /// A square is placed there.
    Place(Square),
    /// A square moved, and the letter of what a carried pawn becomes.
    Shift(Square, Square, Option<char>),
}

impl Words {
    /// The square action that is meant; `None` for a piece move. A pawn becomes nothing where the
    /// letter names no piece of the game.
    pub fn action(&self, rules: &Rules) -> Option<Action> {
        match *self {
            Self::Move(_) => None,
            Self::Place(at) => Some(Action::Place(at)),
            Self::Shift(from, to, letter) => Some(Action::Shift(Shift {
                from,
                to,
                promotion: letter.and_then(|letter| rules.pieces.by_letter(letter)),
            })),
        }
    }
}

/// The canonical text of an action.
pub fn text(rules: &Rules, action: &Action) -> String {
    match action {
        Action::Move(mv) => rules.pieces.write(mv),
        Action::Place(at) => format!("@@{at}"),
        Action::Shift(Shift {
            from,
            to,
            promotion,
        }) => {
            let becomes = promotion.map(|role| rules.pieces.about(role).letter);
            let becomes = becomes.map_or(String::new(), |letter| format!("={letter}"));
            format!("@{from}-{to}{becomes}")
        }
    }
}

/// Reads the canonical text of a turn. Whether the turn is legal is not judged, but each of its
/// actions is possible, so that the board stays whole whatever the text.
pub fn read(rules: &Rules, position: &Position, canonical: &str) -> Option<Vec<Action>> {
    let mut turn = Vec::with_capacity(3);
    let mut after = position.clone();
    for word in canonical.split(' ') {
        let action = match word.starts_with('@') {
            false if turn.is_empty() => Action::Move(rules.pieces.read(&position.base, word)?),
            false => return None,
            true => lex_square_action(word)?.action(rules)?,
        };
        (text(rules, &action) == word).then_some(())?;
        let squares = Squares::new(rules, &after, &turn);
        squares.judge(&action).ok()?;
        if let Action::Shift(shift) = action {
            let becomes = squares.promotions(shift.from, shift.to);
            let fits = match shift.promotion {
                Some(role) => becomes.contains(&role),
                None => becomes.is_empty(),
            };
            fits.then_some(())?;
        }
        after.act(rules, &action);
        turn.push(action);
    }
    Some(turn)
}

/// The actions of a line as typed: an `@` begins a new one even without a blank before it, and a
/// promotion's letter may be apart.
fn split(rules: &Rules, typed: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(typed.len() + 4);
    for c in typed.chars() {
        if c == '@' && spaced.ends_with(|c: char| c.is_ascii_alphanumeric() || ")+#!?".contains(c))
        {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    rules.pieces.with_promotions(actions(&spaced))
}

/// Takes a typed line apart.
///
/// # Errors
/// A word that is no action, or no word at all.
pub fn lex(rules: &Rules, typed: &str) -> Result<Vec<Word<Words>>, Refusal> {
    let words = split(rules, typed);
    if words.is_empty() {
        let reason = Reason::new("no-turn-with-squares-here");
        return Err(Refusal::Unreadable { reason });
    }
    let read = |(place, word): (usize, String)| match lex_word(rules, &word, place == 0) {
        Some(means) => {
            let text = with_sign(word);
            Ok(Word { text, means })
        }
        None => Err(unreadable(rules, typed, &word)),
    };
    words.into_iter().enumerate().map(read).collect()
}

/// The word with the inventor's sign of a capture between two squares, so that `b2xc3` is the
/// canonical text that it would be elsewhere.
fn with_sign(word: String) -> String {
    match word.split_once('x') {
        Some((from, to)) if from.ends_with(|c: char| c.is_ascii_digit()) && !to.is_empty() => {
            format!("{from}:{to}")
        }
        _ => word,
    }
}

fn unreadable(rules: &Rules, typed: &str, word: &str) -> Refusal {
    let letters = rules.pieces.types.iter().map(|t| t.letter);
    let mut letters: Vec<char> = letters.collect();
    letters.sort_unstable();
    let reason = Reason::new("unreadable-action").text("word", echo(word));
    let reason = match typed.trim() == word {
        true => reason,
        false => reason.text("typed", echo(typed)),
    };
    Refusal::Unreadable {
        reason: reason.list("letters", letters),
    }
}

fn lex_word(rules: &Rules, word: &str, first: bool) -> Option<Words> {
    let word = with_letter(rules, word);
    match word.starts_with('@') {
        true => lex_square_action(&word),
        false => lex_move(rules, &word, first).map(Words::Move),
    }
}

/// Reads a piece move. Betza's own names may stand for letters: `WAg1-e3`, `FADc3:d4`; small
/// letters mean them where nothing else fits.
fn lex_move(rules: &Rules, word: &str, first: bool) -> Option<Typed> {
    let pieces = rules.pieces;
    let mut readings = match pieces.lex(word, first) {
        Some(castling @ Typed::Castle(_)) => return Some(castling),
        Some(Typed::Step(readings)) => readings,
        None => Vec::new(),
    };
    for exact in [true, false] {
        let tried = exact || first && readings.is_empty();
        for kind in rules.pieces.types.iter().filter(|_| tried) {
            let named = word.split_at_checked(kind.movement.notation.len());
            if let Some((_, rest)) = named.filter(|(name, _)| is_betza(kind, name, exact)) {
                let lettered = format!("{}{rest}", kind.letter);
                readings.extend(pieces.readings(&lettered, false));
            }
        }
    }
    readings.dedup();
    (!readings.is_empty()).then_some(Typed::Step(readings))
}

/// Whether this is Betza's name of a kind, which is longer than a letter. The parts of a name
/// made of capitals alone may come in any order: `NB` is `BN`.
fn is_betza(kind: &PieceType, name: &str, exact: bool) -> bool {
    let sorted = |name: &str| {
        let mut letters = match exact {
            true => name.as_bytes().to_vec(),
            false => name.to_ascii_uppercase().into_bytes(),
        };
        if letters.iter().all(u8::is_ascii_uppercase) {
            letters.sort_unstable();
        }
        letters
    };
    name.len() > 1 && sorted(name) == sorted(kind.movement.notation)
}

/// The word with the letter of what a pawn becomes, where Betza's or the piece's full name was
/// written: `a8=FAD`, `a8=Fad`.
fn with_letter(rules: &Rules, word: &str) -> String {
    let Some((start, name)) = word.split_once('=') else {
        return word.to_owned();
    };
    let bare = name.trim_start_matches('(').trim_end_matches(')');
    let called = |kind: &&PieceType| {
        bare.len() > 1 && (is_betza(kind, bare, false) || bare.eq_ignore_ascii_case(kind.name))
    };
    match rules.pieces.types.iter().find(called) {
        Some(kind) => format!("{start}={}", kind.letter),
        None => word.to_owned(),
    }
}

/// `@@f3` or `@f3` places; `@g8-e6`, `@@g8-e6`, `@g8e6` move, `=Q` may follow.
fn lex_square_action(word: &str) -> Option<Words> {
    let on_board = |(square, _): &(Square, &str)| Bitboard::BOARD_8X8.has(*square);
    let rest = word.strip_prefix("@@").or_else(|| word.strip_prefix('@'))?;
    let (from, rest) = Square::lex(rest).filter(on_board)?;
    if rest.is_empty() {
        return Some(Words::Place(from));
    }
    let target = rest.strip_prefix("->");
    let target = target.or_else(|| rest.strip_prefix(['-', '>']));
    let (to, tail) = Square::lex(target.unwrap_or(rest)).filter(on_board)?;
    let letter = promotion(tail)?;
    let known = letter.is_none_or(|letter| by_letter(letter).is_some());
    known.then_some(Words::Shift(from, to, letter))
}

/// A square's move that is written like a piece's, from a square on which nothing stands: `g1 to h3`.
pub fn moved_location(position: &Position, text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let route = lower.strip_prefix("move ").unwrap_or(&lower);
    let route = route.trim_end_matches(['!', '.']);
    let (from, to) = route.split_once(" to ").or_else(|| route.split_once('-'))?;
    let (from, to) = (Square::parse(from.trim())?, Square::parse(to.trim())?);
    let empty = position.base.board.at(from).is_none();
    empty.then(|| format!("@{from}-{to}"))
}

/// Whether a typed word may mean this action. A promotion left out is asked for later.
pub fn fits(rules: &Rules, position: &Position, action: &Action, typed: &Words) -> bool {
    match (typed, action) {
        (Words::Move(typed), Action::Move(mv)) => rules.pieces.fits(&position.base, mv, typed),
        (Words::Place(place), Action::Place(at)) => place == at,
        (Words::Shift(from, to, letter), Action::Shift(shift)) => {
            let becomes = shift.promotion.map(|role| rules.pieces.about(role).letter);
            (shift.from, shift.to) == (*from, *to) && (letter.is_none() || becomes == *letter)
        }
        _ => false,
    }
}

/// The actions that a selector names: a square names every action that begins or ends on it.
pub fn selected(
    rules: &Rules,
    position: &Position,
    what: &Selector,
) -> Option<Filter<LimitedSquares>> {
    let what = *what;
    let on_board = |at| Bitboard::BOARD_8X8.has(at);
    let moves = match what {
        Selector::Place(Some(at)) | Selector::Shift(Some(at)) if !on_board(at) => return None,
        Selector::Place(_) | Selector::Shift(_) => None,
        _ => Some(select(rules.pieces, &position.base, &what)?),
    };
    Some(Box::new(move |action| match (what, action) {
        (_, Action::Move(mv)) => moves.as_ref().is_some_and(|moves| moves(mv)),
        (Selector::Place(at), Action::Place(place)) => at.is_none_or(|at| at == *place),
        (Selector::Shift(None), Action::Shift(_)) => true,
        (Selector::Shift(Some(at)) | Selector::Square(at), Action::Place(place)) => at == *place,
        (Selector::Shift(Some(at)) | Selector::Square(at), Action::Shift(shift)) => {
            shift.from == at || shift.to == at
        }
        _ => false,
    }))
}

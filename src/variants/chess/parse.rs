//! Reading what players type.

use crate::rules::bitboard::Bitboard;
use crate::rules::notation::{Reading, actions, castling, echo, enumerate, promotion, readings};
use crate::rules::outcome::Refusal;

use super::explain::Explain;
use super::notation::{read, write};
use super::piece::Role;
use super::position::{Position, Turn, Wing};

/// What was typed, before it meets the position.
#[derive(Clone, Debug)]
pub enum Typed {
    /// A piece move in all its readings, at least one.
    Step(Vec<Reading>),
    /// Castling by its own sign.
    Castle(Wing),
}

/// Reads and judges a turn; `shuffled` for Chess960, where less is known of a lost castling right.
///
/// # Errors
/// Why it is no legal turn.
pub fn parse(position: &Position, shuffled: bool, text: &str) -> Result<Turn, Refusal> {
    // A text that is exactly a legal turn's canonical text is that turn (rules/README.md).
    if let Some(turn) = read(position, text)
        && position.is_legal(&turn)
    {
        return Ok(turn);
    }
    let typed = lex(text)?;
    let explain = Explain { position, shuffled };
    let readings = match &typed {
        Typed::Castle(wing) => {
            return match position.castling_fault(*wing) {
                None => Ok(Turn::Castle(*wing)),
                Some(fault) => Err(refuse(text, &explain.castling(*wing, fault))),
            };
        }
        Typed::Step(readings) => readings,
    };
    let fits = |turn: &Turn| readings.iter().any(|r| matches(position, turn, r));
    let found: Vec<Turn> = position.legal().into_iter().filter(fits).collect();
    match found[..] {
        [turn] if !unnamed_promotion(&turn, readings) => Ok(turn),
        [] => Err(refuse(text, &explain.step(text, readings))),
        _ => Err(several(&found, readings)),
    }
}

/// Takes a line apart, without a look at any position.
///
/// # Errors
/// It is not one turn in any reading.
pub fn lex(text: &str) -> Result<Typed, Refusal> {
    let mut words = actions(text);
    // `e7-e8 Q`: the letter of the new piece, set apart.
    if words.len() == 2 && is_promotion_letter(&words[1]) && words[0].len() > 1 {
        let letter = words.remove(1);
        words[0].push_str(&letter);
    }
    let word = match &words[..] {
        [word] => word,
        [] => return unreadable("There is no turn here."),
        _ => {
            return unreadable(&format!(
                "A turn is one move, but \"{}\" has {} parts.",
                echo(text),
                words.len()
            ));
        }
    };
    if let Some(queen) = castling(word) {
        return Ok(Typed::Castle(if queen { Wing::Queen } else { Wing::King }));
    }
    let mut all = readings(word, "PNBRQK", true);
    all.retain(|r| {
        Bitboard::BOARD_8X8.has(r.to)
            && r.file.is_none_or(|f| f < 8)
            && r.rank.is_none_or(|r| r < 8)
            && promotion(&r.tail).is_some()
    });
    if all.is_empty() {
        return unreadable(&format!("I cannot read \"{}\" as a move.", echo(word)));
    }
    Ok(Typed::Step(all))
}

fn is_promotion_letter(word: &str) -> bool {
    let letter = word.trim_start_matches('/').to_ascii_uppercase();
    matches!(letter.as_str(), "Q" | "R" | "B" | "N")
}

fn unreadable<T>(what: &str) -> Result<T, Refusal> {
    let message = format!(
        "{what} A move is written Ng1-f3, e2-e4, e4xd5, e7-e8=Q or O-O (short forms like Nf3 and \
         exd5 are fine); pieces are K Q R B N, squares run from a1 to h8."
    );
    Err(Refusal::Unreadable { message })
}

fn refuse(text: &str, reason: &str) -> Refusal {
    Refusal::Illegal {
        action: None,
        good: String::new(),
        message: format!("\"{}\" is not possible: {reason}.", echo(text)),
    }
}

/// Whether a reading may mean this turn. A promotion left out is asked for later.
fn matches(position: &Position, turn: &Turn, reading: &Reading) -> bool {
    let (role, from, to, capture, becomes) = match *turn {
        Turn::Castle(wing) => return matches_castling(position, wing, reading),
        Turn::Step {
            role,
            from,
            to,
            capture,
            becomes,
        } => (role, from, to, capture, becomes),
    };
    let role_fits = match reading.piece {
        Some(letter) => role.letter() == letter,
        None => role == Role::Pawn || reading.file.is_some() && reading.rank.is_some(),
    };
    let letter = promotion(&reading.tail).flatten();
    // A square alone means the pawn in front of it, never one that captures.
    let aside = role == Role::Pawn && capture && reading.file.is_none() && !reading.capture;
    role_fits
        && !aside
        && to == reading.to
        && (letter.is_none() || becomes.map(Role::letter) == letter)
        && reading.file.is_none_or(|f| f == from.file())
        && reading.rank.is_none_or(|r| r == from.rank())
        && (capture || !reading.capture)
}

/// Castling written as the king's move of two squares or more (`Ke1-g1`, `e1g1`, `Kg1`).
fn matches_castling(position: &Position, wing: Wing, reading: &Reading) -> bool {
    let king = position.king(position.side);
    let (goal, _) = wing.goals(position.side);
    let named = match reading.piece {
        Some(letter) => letter == 'K',
        None => reading.file.is_some() && reading.rank.is_some(),
    };
    named
        && reading.to == goal
        && king.distance(goal) > 1
        && reading.file.is_none_or(|f| f == king.file())
        && reading.rank.is_none_or(|r| r == king.rank())
        && !reading.capture
        && reading.tail.is_empty()
}

fn unnamed_promotion(turn: &Turn, readings: &[Reading]) -> bool {
    let promotes = matches!(
        turn,
        Turn::Step {
            becomes: Some(_),
            ..
        }
    );
    promotes && readings.iter().all(|r| r.tail.is_empty())
}

/// More than one legal turn fits: a promotion without its letter is incomplete, anything else
/// ambiguous.
fn several(found: &[Turn], readings: &[Reading]) -> Refusal {
    let mut candidates: Vec<String> = found.iter().map(write).collect();
    candidates.sort_unstable();
    let route = |t: &Turn| match t {
        Turn::Step { from, to, .. } => Some((*from, *to)),
        Turn::Castle(_) => None,
    };
    let one_route = found.windows(2).all(|w| route(&w[0]) == route(&w[1]));
    if one_route && found.iter().all(|t| unnamed_promotion(t, readings)) {
        let bare = candidates[0].split('=').next().unwrap_or_default();
        let message = format!(
            "{bare} promotes the pawn: say what it becomes, by {}.",
            enumerate(&candidates, 4)
        );
        return Refusal::Incomplete {
            good: String::new(),
            message,
        };
    }
    let message = format!(
        "This can mean {}. Please write one of them in full.",
        enumerate(&candidates, 12)
    );
    Refusal::Ambiguous {
        candidates,
        message,
    }
}

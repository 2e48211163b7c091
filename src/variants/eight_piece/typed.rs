//! What players type: the inventor's forms, and those that all games allow.

use crate::rules::moves::dialect::Typed as Plain;
use crate::rules::notation::actions;
use crate::rules::turns::{listing::sorted, ruleset::Word};
use crate::rules::{Bitboard, Direction, Move, Reason, Refusal, Role, Square, echo};

use super::notation::text;
use super::pieces::{AREA, LANCER, PIECES, by_compass, facing, forward};
use super::position::{Action, Position};
use super::worded::{VAGUE, worded};
use crate::reading::phrases;

/// One way to read a typed turn. What was typed of the square of the unit is given as all squares that it may
/// mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A move or castling, and where a lancer looks after it.
    Move(Plain, Option<Direction>),
    /// A lancer turns and does not move.
    Turn(Bitboard, Direction),
    /// A lancer turns and moves, and whether it captures.
    TurnMove(Bitboard, Direction, Square, bool),
    /// A sentry pushes a unit.
    Push {
        /// Where the sentry stands.
        from: Bitboard,
        /// Where the unit stands.
        at: Square,
        /// What is pushed, if it was said.
        role: Option<Role>,
        /// The square to which the unit goes.
        to: Square,
        /// Whether a capture was typed.
        captures: bool,
    },
    /// A sentry pushes a unit of a kind to a square: `SQ-d8`.
    PushKind(Role, Square),
    /// A piece captures a unit of a kind: `QxS`.
    Takes(Role, Role),
    Pass,
    /// No turn of this game, though what is meant is clear: why.
    Wrong(Reason),
}

impl Typed {
    /// Whether it may mean this action.
    pub fn fits(&self, position: &Position, action: &Action) -> bool {
        match (self, action) {
            (Self::Move(plain, turned), Action::Move { mv, facing }) => {
                PIECES.fits(&position.base, mv, plain) && turn_fits(position, mv, *facing, *turned)
            }
            (Self::Turn(origin, typed), Action::Turn { at, facing }) => {
                origin.has(*at) && typed == facing
            }
            (Self::TurnMove(origin, typed, goal, takes), Action::TurnMove { facing, mv }) => {
                let captures = action.captured().is_some();
                let on_way = |(from, to)| origin.has(from) && to == *goal;
                typed == facing && mv.route().is_some_and(on_way) && (captures || !takes)
            }
            (
                Self::Push {
                    from,
                    at,
                    role,
                    to,
                    captures,
                },
                Action::Push(push),
            ) => {
                from.has(push.from)
                    && (*at, *to) == (push.at, push.to)
                    && role.is_none_or(|role| role == push.role)
                    && (push.captures || !captures)
            }
            (Self::PushKind(role, to), Action::Push(push)) => (*role, *to) == (push.role, push.to),
            (Self::Takes(by, taken), Action::Move { mv, .. }) => {
                let capture = mv.capture(&PIECES, &position.base);
                let kind = |letter| PIECES.by_letter(letter);
                capture.is_some_and(|c| (kind(c.by), kind(c.taken)) == (Some(*by), Some(*taken)))
            }
            (Self::Pass, Action::Pass) => true,
            _ => false,
        }
    }
}

/// Whether a lancer that looks `facing` after a move, where it has turned, looks where it was typed.
/// Without a word it goes on looking where it looked, and what was a pawn looks ahead.
fn turn_fits(
    position: &Position,
    mv: &Move,
    facing_then: Option<Direction>,
    typed: Option<Direction>,
) -> bool {
    let Move::Step { role, from, .. } = *mv else {
        return typed.is_none();
    };
    let before = match (role, mv.promotion()) {
        (LANCER, _) => position.base.board.at(from).map(facing),
        (_, Some(LANCER)) => Some(forward(position.base.to_move)),
        _ => return typed.is_none(),
    };
    facing_then.or(before) == typed.or(before)
}

/// Takes a typed line apart.
///
/// # Errors
/// It is no turn in any reading.
pub fn lex(typed: &str) -> Result<Vec<Word<Vec<Typed>>>, Refusal> {
    let transcribed = worded(typed);
    let typed = transcribed.as_deref().unwrap_or(typed);
    let words = joined(PIECES.with_promotions(actions(typed)));
    let writing = Reason::new("eight-piece-moves-are-written");
    PIECES.only_word(&words, typed, writing, |word| {
        Some(readings(word)).filter(|all| !all.is_empty())
    })
}

/// The words, where two of them are one turn of a sentry or a lancer: `S-e7 Pxf8`, `La5=ne c7`,
/// `L e4=e`.
fn joined(words: Vec<String>) -> Vec<String> {
    let [first, second] = &words[..] else {
        return words;
    };
    let sentry = first.starts_with(['S', 's']);
    let fits = |word: &String| {
        readings(word).iter().any(|typed| match typed {
            // Two moves of chess are not one push.
            Typed::Push { .. } => sentry,
            Typed::TurnMove(..) | Typed::Move(_, Some(_)) => true,
            _ => false,
        })
    };
    let both = [format!("{first}{second}"), format!("{first}-{second}")];
    match both.into_iter().find(fits) {
        Some(joined) => vec![joined],
        None => words,
    }
}

/// All readings of a word.
fn readings(word: &str) -> Vec<Typed> {
    if word.eq_ignore_ascii_case("pass") {
        return vec![Typed::Pass];
    }
    let mut all = Vec::new();
    all.extend(push(word));
    all.extend(lancer_turn(word));
    if let Some(kinds) = kinds(word) {
        return vec![kinds];
    }
    if let Some(wrong) = wrong(word) {
        return vec![Typed::Wrong(wrong)];
    }
    all.extend(PIECES.lex(word, true).map(|plain| Typed::Move(plain, None)));
    if let Some((head, facing)) = turned(word)
        && let Some(plain @ Plain::Step(_)) = PIECES.lex(&head, true)
    {
        all.push(Typed::Move(plain, Some(facing)));
    }
    all
}

/// What names units by their kinds alone: `QxS`, `SQ-d8`.
fn kinds(word: &str) -> Option<Typed> {
    let role = |byte: u8| PIECES.by_letter(char::from(byte));
    match *word.as_bytes() {
        [by, b'x', taken] => Some(Typed::Takes(role(by)?, role(taken)?)),
        [b'S', unit, b'-' | b'x', ..] => {
            let to = on_board(word[3..].trim_start_matches('x'))?;
            Some(Typed::PushKind(role(unit)?, to))
        }
        _ => None,
    }
}

/// What is wrong with a word whose meaning is clear.
fn wrong(word: &str) -> Option<Reason> {
    if let Some((head, tail)) = word.rsplit_once('=') {
        let step = || matches!(PIECES.lex(head, true), Some(Plain::Step(_)));
        let lancer = head.starts_with(['L', 'l']) || head.ends_with(['L', 'l']);
        let vague = tail.is_empty() || phrases(VAGUE).contains(&tail.to_ascii_lowercase().as_str());
        if lancer && vague && (step() || head.trim_end_matches('=').len() <= 3) {
            return Some(match tail {
                "" => Reason::new("facing-missing"),
                _ => Reason::new("no-direction").text("typed", echo(tail)),
            });
        }
    }
    let (head, _) = turned(word)?;
    match (push(&head), lancer_turn(&head)) {
        (Some(_), _) if head.starts_with(['S', 's']) => Some(Reason::new("push-with-facing")),
        (_, Some(Typed::TurnMove(..))) => Some(Reason::new("lancer-turned-twice")),
        _ => None,
    }
}

/// A move with what a lancer turns to behind it: `Lb1-e4=e`, `e8=Lsw`, `e8=L=sw`.
fn turned(word: &str) -> Option<(String, Direction)> {
    let word = word.replace(')', "").replace('(', "=");
    let letters = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let letters = word.len() - letters.len();
    // `e8=LSW`, `Le4=E`: all that is a direction, the longest first.
    for length in [2, 1].into_iter().filter(|n| *n <= letters) {
        let (head, tail) = word.split_at(word.len() - length);
        let Some(direction) = by_compass(tail) else {
            continue;
        };
        let bare = head.trim_end_matches(['=', '/', '-']);
        let apart = bare.len() < head.len() && bare.ends_with(|c: char| c.is_ascii_alphanumeric());
        let promoted = head.ends_with(['L', 'l']) && head.contains(|c: char| c.is_ascii_digit());
        // `Le4e`: the lancer's letter is no file.
        let lancer = head.starts_with(['L', 'l']) && head.ends_with(|c: char| c.is_ascii_digit());
        if apart || promoted || lancer {
            return Some((bare.to_owned(), direction));
        }
    }
    None
}

/// `La5=ne`, `L=ne-c7`, `La5=nexc7`, `a5=ne`.
fn lancer_turn(word: &str) -> Option<Typed> {
    let (head, tail) = word.split_once('=')?;
    let square = head.strip_prefix(['L', 'l']).unwrap_or(head);
    let origin = origin(square)?;
    if square.len() == head.len() && origin.many() {
        return None;
    }
    let end = tail.bytes().take_while(u8::is_ascii_alphabetic).count();
    // `nexc7`: the letters of the direction, of the capture and of the file.
    for length in [2, 1].into_iter().filter(|n| *n <= end) {
        let (word, rest) = tail.split_at(length);
        let Some(direction) = by_compass(word) else {
            continue;
        };
        if rest.is_empty() {
            return Some(Typed::Turn(origin, direction));
        }
        let goal = rest.trim_start_matches(['-', 'x', 'X', ':', '>']);
        let captures = rest[..rest.len() - goal.len()].contains(['x', 'X', ':']);
        if let Some(to) = on_board(goal) {
            return Some(Typed::TurnMove(origin, direction, to, captures));
        }
    }
    None
}

/// The squares that a square, a file, a rank or nothing may mean.
fn origin(text: &str) -> Option<Bitboard> {
    if let Some(at) = on_board(text) {
        return Some(Bitboard::of(at));
    }
    match text.to_ascii_lowercase().as_bytes() {
        [] => Some(AREA),
        [file @ b'a'..=b'h'] => Some(AREA & Bitboard::file(file - b'a')),
        [rank @ b'1'..=b'8'] => Some(AREA & Bitboard::rank(rank - b'1')),
        _ => None,
    }
}

fn on_board(text: &str) -> Option<Square> {
    Square::parse(text).filter(|at| AREA.has(*at))
}

/// `Sc1-e3Nf5`, `S-e3Nxf5`, `Se3Nf5`, `c1e3Nf5`, `Sc1-e3-f5`.
fn push(word: &str) -> Option<Typed> {
    let rest = word.strip_prefix(['S', 's']);
    let (body, named) = (rest.unwrap_or(word), rest.is_some());
    // The last square is where the unit goes, what is in front of it the unit's letter.
    let (front, last) = body.split_at_checked(body.len().checked_sub(2)?)?;
    let to = on_board(last)?;
    let bare = front.trim_end_matches(['-', 'x', 'X', ':', '>']);
    let captures = front[bare.len()..].contains(['x', 'X', ':']);
    let letter = bare.chars().next_back().filter(char::is_ascii_alphabetic);
    let role = letter.and_then(|letter| PIECES.by_letter(letter.to_ascii_uppercase()));
    let squares = match (letter, role) {
        (Some(_), None) => return None,
        (Some(_), Some(_)) => &bare[..bare.len() - 1],
        (None, _) => bare,
    };
    let squares = squares.trim_end_matches(['-', 'x', ':', '/', '(']);
    let (before, at) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
    let at = on_board(at)?;
    let hyphen = before.ends_with(['-', 'x', ':', '>']);
    let from = origin(before.trim_end_matches(['-', 'x', ':', '>']))?;
    // Without the unit's letter, two squares are a move of the sentry.
    let sure = match (named, role.is_some()) {
        (true, true) => true,
        (true, false) => !from.many() || from == AREA && hyphen,
        (false, _) => !from.many(),
    };
    sure.then_some(Typed::Push {
        from,
        at,
        role,
        to,
        captures,
    })
}

/// What is left open by a pawn's move that does not say what the pawn becomes.
pub fn left_open(typed: &[Typed], fitting: &[Action]) -> Option<Reason> {
    let plain = typed.iter().find_map(|typed| match typed {
        Typed::Move(plain @ Plain::Step(_), None) => Some(plain),
        _ => None,
    })?;
    let moves = fitting.iter().map(|action| match action {
        Action::Move { mv, .. } => Some(*mv),
        _ => None,
    });
    PIECES.left_open(plain, &moves.collect::<Option<Vec<Move>>>()?)?;
    // As the turns are written, a lancer with its facing.
    let texts = sorted(fitting.iter().map(text));
    let bare = texts[0].split('=').next().unwrap_or_default();
    let open = Reason::new("eight-piece-promotion-open").text("step", bare);
    Some(open.list("turns", &texts))
}

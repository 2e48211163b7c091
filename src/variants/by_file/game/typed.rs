//! What people type, against the turns that it may mean.

use crate::rules::composed::army::Word as Kind;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Act;
use crate::rules::composed::walls::Walling;
use crate::rules::composed::{GRID_FILES, Square};
use crate::rules::notation::{actions, castling, promotion, readings};
use crate::rules::turns::listing::sorted;
use crate::rules::turns::ruleset::{Filter, Word};
use crate::rules::{Reading, Reason, Refusal, Wing, echo};

use super::{Action, ByFile, refusals, written};

/// A typed turn, before it meets a position.
#[derive(Clone, Debug)]
pub struct Typed {
    /// As engines write it, in lower case, if it is written so.
    uci: Option<String>,
    /// What it says of pieces.
    pub main: Main,
    /// The letter of a piece that comes from hand onto a square that is left, and that square if it is given.
    gate: Option<(char, Option<Square>)>,
    /// Where it puts a wall.
    wall: Option<Square>,
    /// Where it says that a piece has arrived before the wall, as engines repeat it.
    arrived: Option<Square>,
}

/// What a typed turn says of pieces.
#[derive(Clone, Debug)]
pub enum Main {
    /// Nothing is done.
    Pass,
    /// Castling by its own sign.
    Castle(Wing),
    /// A piece comes from hand.
    Drop {
        /// Its letter, in upper case.
        letter: char,
        /// Whether it comes promoted.
        promoted: bool,
        /// Where it comes to.
        to: Square,
    },
    /// A piece moves, in all readings, at least one.
    Move {
        /// The readings.
        readings: Vec<Reading<GRID_FILES>>,
        /// Whether it is written with the sign of a promoted piece.
        plus: bool,
        /// What is said of promotion.
        becomes: Becomes,
        /// Whether it begins with a capital letter, which means a piece rather than a file.
        capital: bool,
    },
}

/// What is said of promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// Nothing.
    Open,
    /// It becomes the piece with this letter.
    Piece(char),
    /// It is promoted.
    Promoted,
    /// It becomes what it was.
    Demoted,
}

impl Typed {
    /// The wall, and the turn without it.
    pub fn without_wall(&self) -> Option<(Square, Self)> {
        let wall = self.wall?;
        let open = Self {
            wall: None,
            ..self.clone()
        };
        Some((wall, open))
    }

    /// The turn without what it says of promotion.
    pub fn without_promotion(&self) -> Option<Self> {
        let mut open = self.clone();
        match &mut open.main {
            Main::Move { becomes, .. } if *becomes != Becomes::Open => *becomes = Becomes::Open,
            _ => return None,
        }
        Some(open)
    }
}

/// Reads text as a turn.
///
/// # Errors
/// It is none in any reading.
pub fn lex(game: &ByFile, text: &str) -> Result<Vec<Word<Typed>>, Refusal> {
    let (text_of, wall) = with_wall(game, text);
    let words = joined(game, text_of);
    let why = match &words[..] {
        [] => Reason::new("no-turn-here"),
        [word] => {
            if let Some(means) = typed(game, text, word, wall) {
                let text = text.to_owned();
                return Ok(vec![Word { text, means }]);
            }
            Reason::new("no-move-at-all").text("typed", echo(text))
        }
        _ => {
            let why = Reason::new("more-than-one-move").text("typed", echo(text));
            why.number("parts", words.len())
        }
    };
    Err(refusals::unreadable(game, why))
}

/// The words of a turn, with the letter of what a pawn becomes at its move: `e7-e8 Q`.
fn joined(game: &ByFile, text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in actions(text) {
        let letter = word.trim_start_matches(['=', '/']);
        let alone = letter.len() == 1 && letter.chars().all(|c| game.by_letter(upper(c)).is_some());
        match words.last_mut() {
            Some(last) if alone && last.ends_with(|c: char| c.is_ascii_digit()) => {
                last.push_str(&word);
            }
            // `S c3-c4`.
            Some(last) if last.len() == 1 && game.by_letter(upper_of(last)).is_some() => {
                last.push_str(&word);
            }
            _ => words.push(word),
        }
    }
    words
}

fn upper(c: char) -> char {
    c.to_ascii_uppercase()
}

fn upper_of(text: &str) -> char {
    text.chars().next().map_or(' ', upper)
}

/// A wall that is put, and where a piece has arrived before, if both are written.
type Wall = Option<(Square, Option<Square>)>;

/// Text without a wall at its end, and the wall: `e2-e4 @d5`, `e2e4,e4d5`.
fn with_wall<'a>(game: &ByFile, text: &'a str) -> (&'a str, Wall) {
    let text = text.trim();
    if game.game().parts.walls.rule.is_none() {
        return (text, None);
    }
    let alone = |at: usize| {
        let wall = Square::parse(text[at + 1..].trim())?;
        Some((text[..at].trim_end(), Some((wall, None))))
    };
    // Behind the comma, engines repeat where the piece has arrived.
    let both = |at: usize| {
        let (arrived, wall) = Square::lex(text[at + 1..].trim())?;
        Some((&text[..at], Some((Square::parse(wall)?, Some(arrived)))))
    };
    let found = text.rfind('@').and_then(alone);
    let found = found.or_else(|| text.rfind(',').and_then(both));
    found.unwrap_or((text, None))
}

fn typed(game: &ByFile, whole: &str, word: &str, wall: Wall) -> Option<Typed> {
    let uci = whole.replace(' ', "").to_ascii_lowercase();
    let two_squares = || Square::lex(Square::lex(&uci)?.1);
    let uci = (uci.contains('@') || two_squares().is_some()).then_some(uci);
    let (word, gate) = with_gate(game, word);
    let main = match word.to_ascii_lowercase().as_str() {
        "pass" | "0000" | "--" => Main::Pass,
        _ => match castling(word) {
            Some(wing) => Main::Castle(wing),
            None => drop(word)
                .or_else(|| put(game, word))
                .or_else(|| moved(game, whole, word))?,
        },
    };
    Some(Typed {
        uci,
        main,
        gate,
        wall: wall.map(|(wall, _)| wall),
        arrived: wall.and_then(|(_, arrived)| arrived),
    })
}

/// The word without the piece that comes onto a square that is left: `Nb1-c3/H`, `O-O/Hh1`.
fn with_gate<'a>(game: &ByFile, word: &'a str) -> (&'a str, Option<(char, Option<Square>)>) {
    let found = word.rsplit_once('/').and_then(|(before, gate)| {
        let letter = upper(gate.chars().next()?);
        game.by_letter(letter)?;
        let square = match &gate[letter.len_utf8()..] {
            "" => None,
            square => Some(Square::parse(square)?),
        };
        game.game().parts.gates.seirawan.then_some(())?;
        Some((before, Some((letter, square))))
    });
    found.unwrap_or((word, None))
}

/// `N*f5`, `N@f5`, `+P*e1`.
fn drop(word: &str) -> Option<Main> {
    let (head, square) = word.split_once(['*', '@'])?;
    let promoted = head.starts_with('+');
    let mut letters = head.trim_start_matches('+').chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let to = Square::parse(square)?;
    letters.next().is_none().then_some(Main::Drop {
        letter: upper(letter),
        promoted,
        to,
    })
}

/// `e3`, `*e3` and `Pe3` in a game whose pieces never move: a drop.
fn put(game: &ByFile, word: &str) -> Option<Main> {
    let kinds = &game.game().parts.army.kinds;
    let [kind] = &kinds[..] else {
        return None;
    };
    let word = word.trim_start_matches(['*', '@']);
    let named = |word: &str| {
        let letter = word.chars().next()?;
        (upper(letter) == kind.letter).then(|| Square::parse(&word[1..]))?
    };
    let to = Square::parse(word).or_else(|| named(word))?;
    (kind.atoms.is_empty() && kind.initial.is_empty()).then_some(Main::Drop {
        letter: kind.letter,
        promoted: false,
        to,
    })
}

/// Whether a sign behind a move says that its piece is promoted, and whether one says that it becomes what it was.
fn promotes(game: &ByFile) -> (bool, bool) {
    let parts = &game.game().parts;
    let promotes = parts.army.kinds.iter().any(|kind| kind.promoted.is_some());
    (promotes, promotes && parts.promotion.demotion)
}

/// Whether text ends with the sign of a promotion, in a game in which pieces are promoted: nothing but that is meant.
pub fn says_promotion(game: &ByFile, text: &str) -> bool {
    let (promotes, demotes) = promotes(game);
    let signed = |sign: char| {
        let before = text.trim_end().strip_suffix(sign);
        before.is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
    };
    promotes && signed('+') || demotes && signed('-')
}

fn moved(game: &ByFile, whole: &str, word: &str) -> Option<Main> {
    let plus = word.starts_with('+');
    let word = word.trim_start_matches('+');
    let end = whole.trim_end_matches(['!', '?', '#', ' ', '.']);
    let (promotes, demotes) = promotes(game);
    let sign = match end.chars().next_back() {
        Some('+') if promotes => Some(Becomes::Promoted),
        Some('-') if demotes => Some(Becomes::Demoted),
        _ => None,
    };
    let bare = word.trim_end_matches(['+', '-']);
    let known = |letter: char| game.by_letter(letter).is_some();
    let (files, ranks) = game.game().parts.size;
    let mut all = readings::<GRID_FILES>(bare, &known, true);
    all.retain(|reading| {
        let on_board = reading.to.file() < files && reading.to.rank() < ranks;
        on_board && promotion(&reading.tail).is_some()
    });
    let letter = all.iter().find_map(|reading| promotion(&reading.tail)?);
    let becomes = letter.map(Becomes::Piece).or(sign).unwrap_or(Becomes::Open);
    (!all.is_empty()).then_some(Main::Move {
        readings: all,
        plus,
        becomes,
        capital: bare.starts_with(|c: char| c.is_ascii_uppercase()),
    })
}

/// Whether a typed turn may mean this one.
pub fn fits(game: &ByFile, at: &Position, action: &Action, typed: &Typed) -> bool {
    let turn = &action.turn;
    if is_uci(game, at, action, typed) {
        return true;
    }
    if origin(at, typed).is_some_and(|from| from != turn.from) {
        return false;
    }
    let army = &game.game().parts.army;
    let gate = match (typed.gate, turn.gate) {
        (None, gate) => gate.is_none(),
        (Some(_), None) => false,
        (Some((letter, square)), Some((role, onto))) => {
            army.about(role).letter == letter && square.is_none_or(|square| square == onto)
        }
    };
    let goal = match turn.act {
        Act::Castle => game.game().castled(turn).0,
        _ => turn.to,
    };
    let wall = typed.wall.is_none() || typed.wall == turn.wall;
    let wall = wall && typed.arrived.is_none_or(|arrived| arrived == goal);
    gate && wall && main_fits(game, action, &typed.main)
}

/// The square that comes first in two squares of small letters, if a piece of the side to move is there: `d2e1` is not
/// of a piece with the letter D then.
fn origin(at: &Position, typed: &Typed) -> Option<Square> {
    let Main::Move { capital: false, .. } = typed.main else {
        return None;
    };
    let (from, _) = Square::lex(typed.uci.as_deref()?)?;
    let piece = at.board.at(from)?;
    (piece.owner == Some(at.to_move)).then_some(from)
}

/// Whether it is written as engines write this turn.
fn is_uci(game: &ByFile, at: &Position, action: &Action, typed: &Typed) -> bool {
    let written = typed.uci.as_ref();
    written.is_some_and(|uci| game.game().text(at, &action.turn).eq_ignore_ascii_case(uci))
}

fn main_fits(game: &ByFile, action: &Action, main: &Main) -> bool {
    let turn = &action.turn;
    let army = &game.game().parts.army;
    match (main, turn.act) {
        (Main::Pass, act) => act == Act::Pass,
        (Main::Castle(wing), act) => act == Act::Castle && written::wing(action) == *wing,
        (
            Main::Drop {
                letter,
                promoted,
                to,
            },
            Act::Drop(role) | Act::DropPromoted(role),
        ) => {
            let as_promoted = matches!(turn.act, Act::DropPromoted(_));
            army.about(role).letter == *letter && as_promoted == *promoted && turn.to == *to
        }
        (Main::Drop { .. }, _) => false,
        (
            Main::Move {
                readings,
                plus,
                becomes,
                ..
            },
            _,
        ) if turn.moves() => {
            let promotion = match (becomes, turn.act) {
                // What becomes another piece where it is names that.
                (Becomes::Open, _) => turn.from != turn.to,
                (Becomes::Piece(letter), Act::Promote(role)) => army.about(role).letter == *letter,
                // Behind a piece that cannot be promoted it is a sign of check.
                (Becomes::Promoted, act) => {
                    let promotes = army.about(action.role).promoted.is_some();
                    act == Act::PiecePromote || !promotes || action.before.is_some()
                }
                (Becomes::Demoted, act) => act == Act::Demote,
                (Becomes::Piece(_), _) => false,
            };
            let plus = !plus || action.before.is_some();
            promotion && plus && readings.iter().any(|reading| reads(game, action, reading))
        }
        (Main::Move { .. }, _) => false,
    }
}

/// Whether one reading of a typed move may mean this turn.
fn reads(game: &ByFile, action: &Action, reading: &Reading<GRID_FILES>) -> bool {
    let (turn, army) = (&action.turn, &game.game().parts.army);
    let is_pawn = army.is(action.role, Kind::PAWN);
    let whole = reading.file.is_some() && reading.rank.is_some();
    let shown = action.before.unwrap_or(action.role);
    let named = match reading.piece {
        Some(letter) => [shown, action.role]
            .iter()
            .any(|role| army.about(*role).letter == letter),
        None => whole || game.plain() == Some(action.role),
    };
    // A square alone means the pawn in front of it, never one that captures.
    let ahead = turn.from.file() == turn.to.file() && !action.captures;
    let aside = is_pawn && !ahead && reading.file.is_none() && !reading.capture;
    named
        && !aside
        && turn.to == reading.to
        && reading.is_from(turn.from)
        && (action.captures || !reading.capture)
}

/// What a typed turn leaves open that fits just these: what a pawn becomes, whether a piece is promoted, where a wall is
/// put.
pub fn left_open(
    game: &ByFile,
    at: &Position,
    typed: &Typed,
    fitting: &[Action],
) -> Option<Reason> {
    let first = fitting.first()?;
    let same_way = |other: &Action| {
        (other.turn.from, other.turn.to) == (first.turn.from, first.turn.to)
            && !other.turn.is_drop()
    };
    let exact = |other: &Action| is_uci(game, at, other, typed);
    if fitting.len() < 2 || fitting.iter().any(exact) || !fitting.iter().all(same_way) {
        return None;
    }
    let text = |action: &Action| written::text(game.game(), action);
    let bare = |text: &str| {
        text.split([' ', '=', '/'])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    if typed.wall.is_none() && fitting.iter().all(|other| other.turn.wall.is_some()) {
        let duck = game.game().parts.walls.rule == Some(Walling::Duck);
        let reason = Reason::new("wall-open").number("duck", u8::from(duck));
        let reason = reason.text("step", bare(&text(first)));
        return Some(reason.text("turn", text(first)));
    }
    let texts = sorted(fitting.iter().map(text));
    let pieces = |other: &Action| matches!(other.turn.act, Act::PiecePromote | Act::Demote);
    let open = match fitting.iter().any(pieces) {
        true => Reason::new("piece-promotion-open"),
        false => Reason::new("promotion-open"),
    };
    let must = fitting.iter().all(|other| other.turn.act != Act::Move);
    let open = open.number("must", u8::from(must));
    let step = bare(&texts[0]);
    let open = open.text("step", step.trim_end_matches(['+', '-']));
    Some(open.list("turns", &texts))
}

/// The turns that have to do with a square (`e2`), a kind of piece (`N`) or one piece (`Ng1`).
pub fn select(game: &ByFile, at: &Position, what: &str) -> Option<Filter<ByFile>> {
    let what = what.trim();
    let (files, ranks) = game.game().parts.size;
    let on_board = |square: &Square| square.file() < files && square.rank() < ranks;
    if let Some(wing) = castling(what) {
        return Some(Box::new(move |action| {
            action.turn.act == Act::Castle && written::wing(action) == wing
        }));
    }
    if let Some(square) = Square::parse(what).filter(on_board) {
        return Some(Box::new(move |action| touches(action, square)));
    }
    let role = game.by_letter(upper_of(what))?;
    let rest = what.get(1..)?;
    let drops = rest.starts_with(['*', '@']);
    let square = match rest.trim_start_matches(['*', '@']) {
        "" => None,
        rest => Some(Square::parse(rest).filter(on_board)?),
    };
    if let Some(square) = square
        && at.board.at(square).is_some_and(|piece| piece.role != role)
    {
        return None;
    }
    Some(Box::new(move |action| {
        let own = match action.turn.act {
            Act::Drop(dropped) | Act::DropPromoted(dropped) => dropped == role,
            _ => !drops && (action.role == role || action.before == Some(role)),
        };
        own && square.is_none_or(|square| touches(action, square))
    }))
}

fn touches(action: &Action, square: Square) -> bool {
    action.turn.from == square || action.turn.to == square
}

//! Turns in words that only this game has: facings, turning and pushing.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::reading::phrases;
use crate::rules::{Direction, Speech, Square};

use super::pieces::{PIECES, by_compass};
use crate::rules::notation::{Says, bare, listed, says};

/// The most words of a turn.
const MOST: usize = 16;

/// The directions in words: the sections of other languages, each named by the English word.
const DIRECTIONS: [&str; 8] = [
    "turns/north",
    "turns/northeast",
    "turns/east",
    "turns/southeast",
    "turns/south",
    "turns/southwest",
    "turns/west",
    "turns/northwest",
];

/// The same in other languages.
static FOREIGN: LazyLock<[HashSet<String>; 8]> = LazyLock::new(|| DIRECTIONS.map(listed));
/// Words for turning, for pushing and for nothing in other languages.
static TURNS: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/turned"));
static PUSHES: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/pushes"));
static LITTLE: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/little-of-facings"));

/// The section of words that name a direction only for somebody who looks at a board.
pub const VAGUE: &str = "turns/vague-directions";

/// What a word is in notation.
enum Sign {
    /// Itself or a sign that stands for it.
    Text(String),
    /// A direction in words.
    Direction(&'static str),
    /// A word for a direction that is none of the compass.
    Vague(String),
    /// What says that a lancer turns: `facing`, `turns`.
    Turns,
    /// What is written between a move and a facing.
    Equals,
    /// What says that a sentry pushes: `pushes`.
    Pushes,
    /// What says nothing that a turn needs: `the`.
    Filler,
}

/// The notation of text that says in words where a lancer looks, what is pushed, or that the player
/// passes; `None` for other text.
pub fn worded(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let plain = lower.trim_end_matches(['.', '!', ' ']);
    if phrases("turns/i-pass").contains(&plain) {
        return Some("pass".to_owned());
    }
    let words = split(text);
    if words.len() > MOST {
        return None;
    }
    let words: Option<Vec<Sign>> = words.iter().map(|word| sign(word)).collect();
    let mut words = words?;
    words.retain(|word| !matches!(word, Sign::Filler));
    if let [Sign::Text(by), Sign::Text(sign), Sign::Text(taken)] = &words[..]
        && sign == "x"
        && [by, taken].iter().all(|word| word.len() == 1)
        && lower.contains(' ')
    {
        return Some(format!("{by}x{taken}"));
    }
    let has = |what: fn(&Sign) -> bool| words.iter().any(what);
    let says = has(|word| matches!(word, Sign::Turns | Sign::Pushes));
    let direction = has(|word| matches!(word, Sign::Direction(_) | Sign::Vague(_)));
    let equals = has(|word| matches!(word, Sign::Equals));
    let first = words.iter().find_map(|word| match word {
        Sign::Text(text) => Some(text.as_str()),
        _ => None,
    });
    // A piece and a square in front of a direction: `Le4 east`.
    let goes = first.is_some_and(|text| text.starts_with(['L', 'l']));
    if !says && !(direction && (equals || goes)) {
        return None;
    }
    let mut notation = String::new();
    for word in words {
        match word {
            Sign::Text(text) => notation.push_str(&text),
            // `Lb1-e4=e, facing east`.
            Sign::Direction(word) if notation.ends_with(&format!("={word}")) => {}
            Sign::Direction(word) => notation.push_str(word),
            Sign::Vague(word) => {
                if !notation.ends_with('=') {
                    notation.push('=');
                }
                notation.push_str(&word);
            }
            Sign::Turns | Sign::Equals if !notation.contains('=') => notation.push('='),
            Sign::Turns | Sign::Equals | Sign::Pushes | Sign::Filler => {}
        }
    }
    Some(match notation.strip_prefix('=') {
        Some(rest) => turned(rest)?,
        None => named_behind(&notation.replace("=-", "=")),
    })
}

/// Whether words say where a lancer looks: `Blick nach Norden`.
pub fn faces(text: &str) -> bool {
    let words = split(text);
    let signs: Vec<Sign> = words.iter().filter_map(|word| sign(word)).collect();
    let has = |what: fn(&Sign) -> bool| signs.iter().any(what);
    has(|sign| matches!(sign, Sign::Turns)) && has(|sign| matches!(sign, Sign::Direction(_)))
}

/// The English words for the directions.
fn english() -> impl Iterator<Item = &'static str> {
    let name = |section: &'static str| section.strip_prefix("turns/");
    DIRECTIONS.into_iter().filter_map(name)
}

/// The words, with compass words of two parts in one, and `=` apart where directions are words.
fn split(text: &str) -> Vec<String> {
    let lower = text.to_ascii_lowercase();
    let mut long = english().chain(phrases(VAGUE).iter().copied());
    let apart = long.any(|word| lower.contains(word));
    let spaced = match apart || lower.contains("lancer") {
        true => text.replace('=', " = "),
        false => text.to_owned(),
    };
    let mut words: Vec<String> = Vec::new();
    let parts = spaced.split([' ', ',', ';']);
    for word in parts.filter(|word| !word.is_empty()) {
        let word = word.trim_end_matches(['.', '!']);
        let lower = word.to_ascii_lowercase();
        let ends = ["east", "west"].contains(&lower.as_str());
        let begins = |last: &String| ["north", "south"].contains(&&*last.to_ascii_lowercase());
        match words.last_mut().filter(|last| ends && begins(last)) {
            Some(last) => last.push_str(&lower),
            None => words.push(word.to_owned()),
        }
    }
    words
}

/// `e4L=s` as `Le4=s`: the lancer was named behind its square. On a last rank a pawn becomes one.
fn named_behind(notation: &str) -> String {
    let parts = notation.split_once("L=");
    let square = parts.and_then(|(square, facing)| Some((Square::parse(square)?, facing)));
    match square.filter(|(square, _)| (1..7).contains(&square.rank())) {
        Some((square, facing)) => format!("L{square}={facing}"),
        None => notation.to_owned(),
    }
}

/// `La5-ne` as `La5=ne`: the lancer was named behind the word.
fn turned(rest: &str) -> Option<String> {
    let mut lengths = [2, 1].into_iter();
    lengths.find_map(|length| {
        let (head, tail) = rest.split_at_checked(rest.len().checked_sub(length)?)?;
        let facing = by_compass(tail)?;
        let head = head.trim_end_matches(['-', '=']);
        let ends = head.is_empty() || head.ends_with(|c: char| c.is_ascii_digit() || c == 'L');
        ends.then(|| format!("{head}={}", facing.compass()))
    })
}

fn sign(typed: &str) -> Option<Sign> {
    let word = typed.to_ascii_lowercase();
    if let Some(kind) = PIECES.types.iter().find(|kind| kind.name == word) {
        return Some(Sign::Text(kind.letter.to_string()));
    }
    if typed == "L" {
        return Some(Sign::Text(typed.to_owned()));
    }
    let whole = word.replace('-', "");
    let bare = bare(&whole);
    let mut known = english().zip(FOREIGN.iter());
    if let Some(at) = known.position(|(name, words)| name == whole || words.contains(&bare)) {
        return Some(Sign::Direction(Direction::ALL[at].compass()));
    }
    let speech = Speech::of(&PIECES);
    if let Some(letter) = says(&word).find_map(|says| speech.piece(says)) {
        return Some(Sign::Text(letter.to_string()));
    }
    // The English word is none of the little ones.
    if TURNS.contains(&bare) {
        return Some(Sign::Turns);
    }
    if PUSHES.contains(&bare) {
        return Some(Sign::Pushes);
    }
    if typed != "I" && LITTLE.contains(&bare) {
        return Some(Sign::Filler);
    }
    let is_one = |section| phrases(section).contains(&word.as_str());
    Some(match () {
        () if is_one(VAGUE) => Sign::Vague(word),
        () if is_one("turns/facing-turned") => Sign::Turns,
        () if word == "=" || is_one("turns/facing-equals") => Sign::Equals,
        () if is_one("turns/facing-pushes") => Sign::Pushes,
        () if is_one("turns/facing-to") => Sign::Text("-".to_owned()),
        () if is_one("turns/facing-takes") => Sign::Text("x".to_owned()),
        () if is_one("turns/facing-little") => Sign::Filler,
        // What leads to a square, in other languages.
        () if says(&word).any(|says| matches!(says, Says::To | Says::Filler | Says::Place)) => {
            Sign::Filler
        }
        () => {
            let square = word.contains(|c: char| c.is_ascii_digit()) || by_compass(&word).is_some();
            let notation = |c: char| c.is_ascii_alphanumeric() || "-=x:()".contains(c);
            // Letters keep their case: capitals are pieces.
            return (square && word.chars().all(notation)).then(|| Sign::Text(typed.to_owned()));
        }
    })
}

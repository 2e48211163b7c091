//! Taking a single piece move apart.

use super::letters::latin;
use crate::rules::board::square::{SIDE, SquareOn};

/// One way to read a word as a piece move, from `Ng1-f3` down to `f3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<const W: u8 = SIDE> {
    /// The piece letter in upper case; `None` where none was written (a pawn, or any piece if the
    /// origin is given).
    pub piece: Option<char>,
    /// The origin's file, from 0.
    pub file: Option<u8>,
    /// The origin's rank, from 0.
    pub rank: Option<u8>,
    /// The square of the destination, which a reading always has.
    pub to: SquareOn<W>,
    /// Whether a capture sign (`x`, `:`) was written.
    pub capture: bool,
    /// What follows the destination, such as `=Q`; empty if nothing does.
    pub tail: String,
}

impl<const W: u8> Reading<W> {
    /// Two squares, and nothing else.
    pub const fn of_squares(from: SquareOn<W>, to: SquareOn<W>) -> Self {
        Self {
            piece: None,
            file: Some(from.file()),
            rank: Some(from.rank()),
            to,
            capture: false,
            tail: String::new(),
        }
    }

    /// Whether what is said of the origin fits this square.
    pub fn is_from(&self, at: SquareOn<W>) -> bool {
        self.file.is_none_or(|file| file == at.file())
            && self.rank.is_none_or(|rank| rank == at.rank())
    }
}

/// All ways to read `word` as a move of pieces; `known` tells which letters (upper case) they have. A first letter
/// in upper case is tried as a piece and as a file; one in lower case is a file, and where it
/// begins the line (`first`) a piece too.
pub fn readings<const W: u8>(
    word: &str,
    known: &dyn Fn(char) -> bool,
    first: bool,
) -> Vec<Reading<W>> {
    let mut all: Vec<Reading<W>> = body(word, None).into_iter().collect();
    let begins = |c: &char| c.is_ascii_uppercase() || first && c.is_ascii_lowercase();
    let letter = word.chars().next().filter(begins);
    let piece = letter.map(|c| c.to_ascii_uppercase());
    if piece.is_some_and(known) {
        all.extend(body(&word[1..], piece));
    }
    all
}

/// `[file][rank][sign]square[tail]`, the longest origin that leaves a destination.
fn body<const W: u8>(text: &str, piece: Option<char>) -> Option<Reading<W>> {
    let origin = |file, rank, rest| finish(piece, file, rank, rest);
    if let Some((from, rest)) = SquareOn::<W>::lex(text)
        && let Some(reading) = origin(Some(from.file()), Some(from.rank()), rest)
    {
        return Some(reading);
    }
    // `R10e2`-like ranks first in full, then by their first digit.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    for len in (1..=digits.min(2)).rev() {
        let rank = text[..len].parse::<u8>().ok()?.checked_sub(1)?;
        if let Some(reading) = origin(None, Some(rank), &text[len..]) {
            return Some(reading);
        }
    }
    let by_file = || {
        let first = text.bytes().next()?.to_ascii_lowercase();
        let file = first.checked_sub(b'a').filter(|file| *file < W)?;
        origin(Some(file), None, &text[1..])
    };
    origin(None, None, text).or_else(by_file)
}

fn finish<const W: u8>(
    piece: Option<char>,
    file: Option<u8>,
    rank: Option<u8>,
    rest: &str,
) -> Option<Reading<W>> {
    let target = rest.trim_start_matches(['-', '>', 'x', 'X', ':', '*']);
    let signs = &rest[..rest.len() - target.len()];
    if signs.len() > 2 {
        return None;
    }
    let (to, tail) = SquareOn::lex(target)?;
    let capture = signs.contains(['x', 'X', ':', '*']);
    let ends_well =
        tail.is_empty() || tail.starts_with(|c: char| c.is_ascii_alphabetic() || "=(/".contains(c));
    (ends_well && tail.len() <= 12).then(|| Reading {
        piece,
        file,
        rank,
        to,
        capture,
        tail: tail.to_owned(),
    })
}

/// The piece letter (upper case) in a promotion's tail: `=Q`, `Q`, `(Q)`, `/Q`, any case.
/// `Some(None)` for an empty tail, `None` for a tail that is none.
pub fn promotion(tail: &str) -> Option<Option<char>> {
    if tail.is_empty() {
        return Some(None);
    }
    let bare = tail.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let bare = bare.unwrap_or_else(|| tail.trim_start_matches(['=', '/']));
    let mut chars = bare.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_ascii_alphabetic() => Some(Some(c.to_ascii_uppercase())),
        _ => None,
    }
}

/// The move that a number of ICCF's means: `5254` is `e2e4`; behind it 1 to 4 for queen, rook, bishop,
/// knight.
///
/// ```
/// use zugpost::rules::notation::iccf;
///
/// assert_eq!(iccf("5254").as_deref(), Some("e2e4"));
/// assert_eq!(iccf("57581").as_deref(), Some("e7e8q"));
/// assert_eq!(iccf("1904"), None);
/// ```
pub fn iccf(text: &str) -> Option<String> {
    let digits: String = text.chars().map(latin).filter(|c| *c != '-').collect();
    let bytes = digits.as_bytes();
    let squares = bytes.get(..4)?;
    if !squares.iter().all(|b| (b'1'..=b'8').contains(b)) || bytes.len() > 5 {
        return None;
    }
    let square = |pair: &[u8]| [char::from(b'a' + pair[0] - b'1'), char::from(pair[1])];
    let mut turn: String = squares.chunks(2).flat_map(square).collect();
    if let Some(b) = bytes.get(4) {
        turn.push("qrbn".chars().nth(usize::from(b.checked_sub(b'1')?))?);
    }
    Some(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(word: &str, first: bool) -> Vec<String> {
        let show = |r: Reading<SIDE>| {
            let file = r
                .file
                .map_or(String::new(), |f| char::from(b'a' + f).to_string());
            let rank = r.rank.map_or(String::new(), |r| (r + 1).to_string());
            let piece = r.piece.map_or(String::new(), |c| c.to_string());
            let sign = if r.capture { "x" } else { "-" };
            format!("{piece}{file}{rank}{sign}{}{}", r.to, r.tail)
        };
        readings(word, &|letter| "NBRQK".contains(letter), first)
            .into_iter()
            .map(show)
            .collect()
    }

    #[test]
    fn words_are_read_in_all_their_ways() {
        assert_eq!(show("Ng1-f3", false), ["Ng1-f3"]);
        assert_eq!(show("g1f3", false), ["g1-f3"]);
        assert_eq!(show("Nbd2", false), ["Nb-d2"]);
        assert_eq!(show("R1e2", false), ["R1-e2"]);
        assert_eq!(show("bxc3", true), ["bxc3", "Bxc3"]);
        assert_eq!(show("Bxc3", false), ["bxc3", "Bxc3"]);
        assert_eq!(show("bxc3", false), ["bxc3"]);
        assert_eq!(show("e7-e8=Q", false), ["e7-e8=Q"]);
        assert_eq!(show("e8Q", false), ["-e8Q"]);
        assert_eq!(show("Ne10-f12", false), Vec::<String>::new());
        assert_eq!(promotion("(q)"), Some(Some('Q')));
        assert_eq!(promotion("=QQ"), None);
    }
}

//! Turns as other programs write them.

use crate::rules::Game;
use crate::rules::game::{Listing, Seat};

/// So many turns of a position are looked through.
const MOST: usize = 20_000;

/// A legal turn, given as canonical text, as other programs write it.
pub fn uci_of(game: &dyn Game, canonical: &str) -> Option<String> {
    let of_file = game.uci_of(canonical);
    of_file.or_else(|| plain(canonical, game.to_move()))
}

/// The same in chess and xiangqi.
fn plain(canonical: &str, seat: Seat) -> Option<String> {
    let castles = ["O-O", "O-O-O"].iter().position(|text| *text == canonical);
    if let Some(side) = castles {
        let (rank, file) = (["1", "8"].get(seat.index())?, ["g", "c"][side]);
        return Some(format!("e{rank}{file}{rank}"));
    }
    let piece = |c: char| c.is_ascii_uppercase();
    let squares = canonical.strip_prefix(piece).unwrap_or(canonical);
    let kept = squares.chars().filter(|c| !"-x=".contains(*c));
    Some(kept.collect::<String>().to_ascii_lowercase())
}

/// The legal turn, canonical, that another program writes so.
pub(super) fn find(game: &dyn Game, text: &str) -> Option<String> {
    let Listing::All(turns) = game.legal(MOST) else {
        return None;
    };
    let mut turns = turns.into_iter();
    turns.find(|turn| uci_of(game, turn).as_deref() == Some(text))
}

/// A turn in the squares of USI: files are numbered from the right, ranks have letters from the top. It is also the way
/// back, but for pieces from the hand, which have `*`.
pub(super) fn usi(text: &str, (files, ranks): (u8, u8)) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    if let Some((piece, square)) = text.split_once(['@', '*']) {
        let sign = if text.contains('@') { '*' } else { '@' };
        out = format!("{piece}{sign}");
        rest = square;
    }
    let mut count = 0;
    while !rest.is_empty() && rest != "+" && rest != "-" {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let first = rest.chars().next()?;
        let (letter, number, length) = match first {
            'a'..='z' => (first, &rest[1..], 1 + digits(&rest[1..])),
            _ => (rest.chars().nth(digits(rest))?, rest, digits(rest) + 1),
        };
        let number: u8 = number[..digits(number)].parse().ok()?;
        let letter = u8::try_from(u32::from(letter).checked_sub(97)?).ok()?;
        let (other, name): (u8, u8) = match first {
            'a'..='z' => (files.checked_sub(letter)?, ranks.checked_sub(number)?),
            _ => (ranks.checked_sub(letter)?, files.checked_sub(number)?),
        };
        let name = char::from(97 + name);
        match first {
            'a'..='z' => out.push_str(&format!("{other}{name}")),
            _ => out.push_str(&format!("{name}{other}")),
        }
        rest = rest.get(length..)?;
        count += 1;
    }
    out.push_str(rest);
    (1..=2).contains(&count).then_some(out)
}

/// A position of a game by file in the form of USI.
pub(super) fn sfen(position: &str) -> Option<String> {
    let mut words = position.split_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let (board, hand) = board.split_once('[').unwrap_or((board, ""));
    let side = if side == "w" { "b" } else { "w" };
    let mut held = String::new();
    let hand: Vec<char> = hand.chars().filter(|c| c.is_ascii_alphabetic()).collect();
    let mut kinds = hand.clone();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        match hand.iter().filter(|c| **c == kind).count() {
            1 => held.push(kind),
            count => held.push_str(&format!("{count}{kind}")),
        }
    }
    if held.is_empty() {
        held.push('-');
    }
    Some(format!("{board} {side} {held} 1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Options;
    use crate::variants;

    fn game(id: &str, position: Option<&str>) -> Box<dyn Game> {
        let variant = variants::find(id).expect("a game");
        variant.start(&Options::new(), position).expect("a start")
    }

    #[test]
    fn turns_of_chess_and_xiangqi_are_written_as_other_programs_do() {
        let castles = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (id, position, canonical, written) in [
            ("chess", None, "Ng1-f3", "g1f3"),
            ("chess", Some(castles), "O-O-O", "e1c1"),
            ("chess", Some(castles), "b7xa8=N", "b7a8n"),
            ("xiangqi", None, "Ch3xh10", "h3h10"),
            ("crazyhouse", None, "e2-e4", "e2e4"),
        ] {
            let game = game(id, position);
            assert_eq!(uci_of(game.as_ref(), canonical).as_deref(), Some(written));
            assert_eq!(find(game.as_ref(), written).as_deref(), Some(canonical));
        }
        assert_eq!(find(game("chess", None).as_ref(), "e2e5"), None);
        assert_eq!(find(game("chess", None).as_ref(), "0000"), None);
    }

    #[test]
    fn squares_of_usi_are_read_and_written() {
        for (uci, usi_text) in [("c3c4", "7g7f"), ("P@e5", "P*5e"), ("b3h9+", "8g2a+")] {
            assert_eq!(usi(uci, (9, 9)).as_deref(), Some(usi_text));
            assert_eq!(usi(usi_text, (9, 9)).as_deref(), Some(uci));
        }
        for odd in ["", "resign", "win", "7", "é", "7g7g7g", "99999a1b"] {
            assert_eq!(usi(odd, (9, 9)), None, "{odd}");
        }
        let position = "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL[PPp] w 0 1";
        let said = "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b 2Pp 1";
        assert_eq!(sfen(position).as_deref(), Some(said));
    }
}

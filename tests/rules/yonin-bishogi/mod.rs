//! Yonin Bishogi: its rulings one by one, and what holds for its geometry and its pieces.

mod ends;
mod laws;
mod rulings;
mod shown;

use zugpost::rules::game::{Game, Listing};
use zugpost::rules::seat::Seat;

use super::data;

/// Seat words in playing order.
const SEATS: [&str; 4] = ["red", "green", "yellow", "blue"];
/// The letters of the seats in position texts.
const LETTERS: &str = "rgyb";

/// A position from pieces such as `rKg1` or `r+Nf5`, behind them the other fields of its text, the hands left out
/// where all are empty: `rKg1 gKk5 | g - 0 1`.
fn position(text: &str) -> String {
    let (pieces, rest) = text.split_once(" | ").expect("pieces | fields");
    let mut cells = vec![vec![String::new(); 11]; 11];
    for piece in pieces.split_whitespace() {
        let at = piece
            .rfind(|c: char| c.is_ascii_lowercase())
            .expect("a square");
        let file = usize::from(piece.as_bytes()[at] - b'a');
        let rank: usize = piece[at + 1..].parse().expect("a rank");
        let cell = &mut cells[rank - 1][file];
        assert!(cell.is_empty(), "two pieces on {}", &piece[at..]);
        piece[..at].clone_into(cell);
    }
    let line = |rank: &Vec<String>| {
        let (mut line, mut gap) = (String::new(), 0);
        for cell in rank {
            if cell.is_empty() {
                gap += 1;
                continue;
            }
            if gap > 0 {
                line += &gap.to_string();
            }
            gap = 0;
            line += cell;
        }
        match gap {
            0 => line,
            _ => line + &gap.to_string(),
        }
    };
    let board: Vec<String> = cells.iter().rev().map(line).collect();
    let playing: String = LETTERS
        .chars()
        .filter(|c| pieces.contains(&format!("{c}K")))
        .collect();
    let empty: Vec<String> = playing.chars().map(|c| format!("{c}:-")).collect();
    let fields: Vec<&str> = rest.split(' ').collect();
    let rest = match fields[..] {
        [to_move, rights, clock, turn] => {
            format!(
                "{to_move} {playing} {} {rights} {clock} {turn}",
                empty.join(",")
            )
        }
        [to_move, hands, rights, clock, turn] => {
            format!("{to_move} {playing} {hands} {rights} {clock} {turn}")
        }
        _ => panic!("fields of {text}"),
    };
    format!("{} {rest}", board.join("/"))
}

/// A game from such a position (see [`position`]).
fn game(text: &str) -> Box<dyn Game> {
    data::start("yonin-bishogi", "", &position(text))
}

/// Plays turns, `|` between them.
fn play(game: &mut dyn Game, turns: &str) {
    for turn in turns.split(" | ") {
        game.play(turn).unwrap_or_else(|e| panic!("{turn}: {e}"));
    }
}

fn legal(game: &dyn Game) -> Vec<String> {
    match game.legal(usize::MAX) {
        Listing::All(turns) => turns,
        Listing::Over(_) | Listing::Next(_) => panic!("all turns can be listed"),
    }
}

fn is_legal(game: &dyn Game, turn: &str) -> bool {
    legal(game).iter().any(|known| known == turn)
}

/// The fields of the position text: board, seat, in, hands, en passant, clock, turn.
fn fields(game: &dyn Game) -> Vec<String> {
    game.position().split(' ').map(str::to_owned).collect()
}

/// Who is in the game, as letters.
fn playing(game: &dyn Game) -> String {
    let letter = |seat: &Seat| LETTERS.chars().nth(seat.index()).expect("a seat");
    game.playing().iter().map(letter).collect()
}

/// Result and reason, `*` where the game goes on.
fn end(game: &dyn Game) -> String {
    game.outcome().map_or("*".to_owned(), |outcome| {
        format!("{} {}", outcome.result(&SEATS), outcome.reason)
    })
}

/// Kings that are in nobody's way.
const KINGS: &str = "rKg1 gKk5 yKe11 bKa7";

fn around(more: &str) -> Box<dyn Game> {
    let (pieces, rest) = more.split_once(" | ").expect("pieces | fields");
    game(&format!("{KINGS} {pieces} | {rest}"))
}

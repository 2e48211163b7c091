//! 8-Piece Chess: its rulings, the source's worked examples, and the randomized arrays.

mod drawn;
mod jailers_and_lancers;
mod moves_and_ends;
mod random;
mod sentries;
mod source;

use zugpost::rules::game::{Game, Listing};

use super::data::{said, start};

/// The game from a position after turns with blanks between them; `claim` claims a draw.
fn played(position: &str, turns: &str) -> Box<dyn Game> {
    let mut game = start("eight-piece", "", position);
    for turn in turns.split_whitespace() {
        let played = match turn {
            "claim" => game.claim_draw().map(drop),
            turn => game.play(turn).map(drop),
        };
        played.unwrap_or_else(|e| panic!("{turn} in {position}: {e}"));
    }
    game
}

fn legal(position: &str, turns: &str) -> Vec<String> {
    match played(position, turns).legal(10_000) {
        Listing::All(all) => all,
        Listing::Over(_) | Listing::Next(_) => panic!("{position}"),
    }
}

/// The legal turns that begin with a text are these, sorted.
fn only(position: &str, turns: &str, begin: &str, expected: &str) {
    let mut all = legal(position, turns);
    all.retain(|turn| turn.starts_with(begin));
    assert_eq!(all.join(" "), expected, "{begin} in {position}");
}

fn has(position: &str, turns: &str, turn: &str) {
    let all = legal(position, turns);
    assert!(
        all.iter().any(|t| t == turn),
        "{turn} in {position}: {all:?}"
    );
}

fn lacks(position: &str, turns: &str, turn: &str) {
    let all = legal(position, turns);
    assert!(all.iter().all(|t| t != turn), "{turn} in {position}");
    assert!(!all.is_empty(), "{position}");
}

/// What a player is told who types this.
fn told(position: &str, turns: &str, typed: &str, words: &str) {
    let refused = played(position, turns).play(typed);
    let refused = refused.expect_err(typed);
    assert!(
        said(&refused).contains(words),
        "{typed}: {}",
        said(&refused)
    );
}

/// The seat whose king is attacked, or none.
fn check(position: &str, turns: &str, seat: &str) {
    let game = played(position, turns);
    let seats = game.in_check();
    let names: Vec<&str> = seats
        .iter()
        .map(|seat| ["white", "black"][usize::from(seat.0)])
        .collect();
    assert_eq!(names.join(" "), seat, "{position}");
}

/// The position that turns lead to.
fn after(position: &str, turns: &str, expected: &str) {
    assert_eq!(
        played(position, turns).position(),
        expected,
        "{turns} in {position}"
    );
}

/// How the game ends with the last turn; `*` if it goes on.
fn ends(position: &str, turns: &str, expected: &str) {
    let game = played(position, turns);
    let outcome = game.outcome().map_or("*".to_owned(), |outcome| {
        format!("{} {}", outcome.result(&["white", "black"]), outcome.reason)
    });
    assert_eq!(outcome, expected, "{turns} in {position}");
}

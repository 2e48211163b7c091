//! The Limited Supply of Squares (docs/rules/limited-squares.md).

mod drawn;
mod laws;
mod rulings;
mod texts;
mod typed;

use zugpost::rules::game::{Game, Listing};
use zugpost::rules::outcome::Refusal;
use zugpost::rules::variant::{Options, Variant};
use zugpost::variants::find;

use super::data::said;

/// The four games of the family.
const FAMILY: [&str; 4] = [
    "hans38",
    "hans38-neutral",
    "infinite-reserves",
    "moving-squares",
];

fn variant(id: &str) -> &'static dyn Variant {
    find(id).expect("registered")
}

fn begin(id: &str, options: &str, position: Option<&str>) -> Box<dyn Game> {
    let pair = |p: &str| p.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned()));
    let options: Options = options.split_whitespace().filter_map(pair).collect();
    variant(id).start(&options, position).expect("starts")
}

fn play(game: &mut Box<dyn Game>, turns: &[&str]) {
    for turn in turns {
        game.play(turn).unwrap_or_else(|e| panic!("{turn}: {e}"));
    }
}

/// The refusal of a turn that is tried on a copy.
fn refusal(game: &dyn Game, turn: &str) -> Refusal {
    let before = game.position();
    let mut copy = game.fork();
    let refusal = copy.play(turn).expect_err(turn);
    assert_eq!(copy.position(), before, "a refused turn leaves no trace");
    refusal
}

/// What its player is told.
fn told(game: &dyn Game, turn: &str) -> String {
    said(&refusal(game, turn))
}

fn legal(game: &dyn Game) -> Vec<String> {
    match game.legal(usize::MAX) {
        Listing::All(turns) => turns,
        Listing::Over(_) | Listing::Next(_) => panic!("no limit was given"),
    }
}

fn is_legal(game: &dyn Game, turn: &str) -> bool {
    let listed = legal(game).iter().any(|t| t == turn);
    let played = game.fork().play(turn).is_ok_and(|p| p.canonical == turn);
    assert_eq!(listed, played, "{turn} in {}", game.position());
    listed
}

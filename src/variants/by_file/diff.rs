//! What differs between two games: keys that do not say the same, with both values.

use super::keys::kinds::Word;
use super::keys::squares::Size;
use super::keys::table::{Key, Sides, TABLE};
use super::keys::value::{Squares, Value};
use super::keys::{COLOURS, readers, region, squares};
use super::section::{Figure, Movement, Resolved};
use crate::rules::Seat;

/// A key that does not say the same in two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The key, with a colour if it does not say the same for both.
    pub key: String,
    /// What it says in the first game and in the second, with the words for pieces, since letters may differ; `-` for
    /// nothing.
    pub values: [String; 2],
}

/// What differs in the rules of two games, whatever their sections are made of: board and pieces first, then the keys in
/// the order of [`TABLE`]. What sections say to readers is left out.
pub fn differences(games: [&Resolved; 2]) -> Vec<Difference> {
    let mut found = Vec::new();
    let is_board = |key: &&Key| matches!(key.name, "maxRank" | "maxFile");
    TABLE
        .iter()
        .filter(is_board)
        .for_each(|key| setting(games, key, &mut found));
    for kind in Word::all() {
        piece(games, kind, &mut found);
    }
    TABLE
        .iter()
        .filter(|key| !is_board(key))
        .for_each(|key| setting(games, key, &mut found));
    let flag = |name: &str, of: fn(&Resolved) -> bool, found: &mut Vec<Difference>| {
        let values = games.map(|game| of(game).to_string());
        add(format!("{}{name}", readers::PREFIX), values, found);
    };
    flag("freeDrops", |game| game.about.free_drops, &mut found);
    flag("dead", Resolved::dead, &mut found);
    found
}

fn add(key: String, values: [String; 2], found: &mut Vec<Difference>) {
    if values[0] != values[1] {
        let values = values.map(|value| match value.is_empty() {
            true => "-".to_owned(),
            false => value,
        });
        found.push(Difference { key, values });
    }
}

/// A kind of piece: its letter, with its movement where that is not the one that the word means, and where it may arrive.
fn piece(games: [&Resolved; 2], kind: Word, found: &mut Vec<Difference>) {
    let figures = games.map(|game| game.figures.get(&kind).filter(|one| one.letter.is_some()));
    let said =
        figures.map(|figure| figure.map_or_else(String::new, |figure| written(figure, kind)));
    add(kind.to_string(), said, found);
    for (colour, seat) in COLOURS {
        let regions =
            figures.map(|figure| Some(figure?.region[seat.index()]).filter(|set| set.any()));
        let values = [0, 1].map(|game| regions[game].map(|set| shown(set, games[game].size())));
        if regions[0] != regions[1] {
            add(
                region(kind, colour),
                values.map(Option::unwrap_or_default),
                found,
            );
        }
    }
}

fn written(figure: &Figure, kind: Word) -> String {
    let mut text: String = figure.letter.into_iter().collect();
    text.extend(figure.synonym.map(|sign| format!(" or {sign}")));
    if figure.movement != Movement::As(kind) {
        text.push(':');
        text.push_str(figure.notation());
    }
    text
}

/// A row of the table, if games have values of it.
fn setting(games: [&Resolved; 2], key: &Key, found: &mut Vec<Difference>) {
    if !key.is_kept() {
        return;
    }
    let pair = |seat: Seat| {
        let same = games[0].get(key.name, seat) == games[1].get(key.name, seat);
        // Ranks and files of the same key may be longer on another board; that follows from the board.
        let squares = matches!(games[0].get(key.name, seat), Value::Squares(_));
        match same && squares {
            true => [String::new(), String::new()],
            false => games.map(|game| text(game, key, seat)),
        }
    };
    let [white, black] = Seat::BOTH.map(pair);
    if key.sides == Sides::Same || key.sides == Sides::Each && white == black {
        return add(key.name.to_owned(), white, found);
    }
    for ((colour, _), values) in COLOURS.into_iter().zip([white, black]) {
        add(format!("{}{colour}", key.name), values, found);
    }
}

/// A value as text.
fn text(game: &Resolved, key: &Key, seat: Seat) -> String {
    match game.get(key.name, seat) {
        Value::Squares(set) => shown(*set, game.size()),
        // What captured promoted pieces are in hand is the type that was written last.
        Value::Pieces(kinds) if key.name == "promotionPawnTypes" && kinds.iter().count() > 1 => {
            let last = game.main_pawn[seat.index()];
            let last = last.map_or_else(String::new, |kind| format!(", {kind} last"));
            format!("{kinds}{last}")
        }
        value => value.to_string(),
    }
}

/// Squares as far as they are on the board, whole ranks as `*3`.
pub(super) fn shown(set: Squares, size: Size) -> String {
    let mut rest = set & size.squares();
    let mut words = Vec::new();
    for number in 0..size.ranks {
        let rank = Squares::rank(number) & size.squares();
        if (rank & !rest).is_empty() {
            rest &= !rank;
            words.push(format!("*{}", number + 1));
        }
    }
    if rest.any() {
        words.push(squares::shown(rest));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::by_file::base;

    fn between(first: &str, second: &str) -> Vec<String> {
        let games = [first, second].map(|name| base::find(name).expect("a game"));
        let found = differences([&games[0], &games[1]]);
        let line = |one: Difference| format!("{}: {}", one.key, one.values.join(" -> "));
        found.into_iter().map(line).collect()
    }

    #[test]
    fn keys_that_differ_are_told_in_the_order_of_the_table() {
        let found = between("chess", "crazyhouse");
        assert!(
            found.iter().any(|line| line == "pieceDrops: false -> true"),
            "{found:?}"
        );
        assert!(
            found
                .iter()
                .any(|line| line == "capturesToHand: false -> true"),
            "{found:?}"
        );
        assert_eq!(found.len(), 3, "{found:?}");
        let found = between("chess", "3check");
        assert_eq!(found[0], "checkCounting: false -> true");
        assert!(found[1].starts_with("startFen: "), "{found:?}");
        let found = between("chess", "makruk");
        for line in ["silver: - -> s", "queen: q -> -", "castling: true -> false"] {
            assert!(found.iter().any(|one| one == line), "{line}: {found:#?}");
        }
        let found = between("chess", "xiangqi");
        assert_eq!(found[..2], ["maxRank: 8 -> 10", "maxFile: 8 -> 9"]);
        let palace = "mobilityRegionWhiteFers: - -> d1 e1 f1 d2";
        assert!(
            found.iter().any(|one| one.starts_with(palace)),
            "{found:#?}"
        );
    }

    #[test]
    fn a_game_has_the_rules_of_itself() {
        let mut seen = 0;
        for name in base::names() {
            assert_eq!(between(name, name), Vec::<String>::new(), "{name}");
            seen += 1;
        }
        assert!(seen > 50, "{seen}");
    }
}

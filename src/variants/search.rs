//! Games that people may mean by a word or a part of a name.

use crate::rules::{Reason, Variant};

/// Other names by which games are known, and how they are written in `challenge`.
const OTHER_NAMES: [(&str, &str); 7] = [
    ("chess960", "chess setup=random"),
    ("960", "chess setup=random"),
    ("fischer random", "chess setup=random"),
    ("fischer random chess", "chess setup=random"),
    ("freestyle chess", "chess setup=random"),
    ("othello", "flipello"),
    ("reversi", "flipello"),
];

/// How a game is written that is known by another name.
pub fn other_name(typed: &str) -> Option<&'static str> {
    let typed = words(typed).join(" ");
    let known = OTHER_NAMES.iter().find(|(name, _)| *name == typed);
    known.map(|(_, written)| *written)
}

/// Words that more names have mean none of them.
const MOST_MEANT: usize = 8;
/// At most so many letters of a name may be others.
const MOST_SLIPS: usize = 2;

/// The group of a game; `None`: it is one of our own.
pub fn group(game: &dyn Variant) -> Option<&str> {
    Some(game.credits()?.group)
}

/// Words as they are compared.
fn words(typed: &str) -> Vec<String> {
    let parts = typed.split(|c: char| !c.is_alphanumeric() && c != '-');
    let words = parts.filter(|part| !part.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether each of the words begins a word of the name, or is a part of the id.
fn named(game: &dyn Variant, typed: &[String]) -> bool {
    let name = words(game.name());
    let found = |word: &String| {
        let begins = name.iter().any(|part| part.starts_with(&**word));
        word.len() > 1 && begins || word.len() > 2 && game.id().contains(&**word)
    };
    !typed.is_empty() && typed.iter().all(found)
}

/// Why a game with this name is not played here; `None`: nothing is known of such a game.
pub fn not_played(typed: &str) -> Option<Reason> {
    let plain = |text: &str| {
        let mut words = words(text);
        // Most people leave this word out.
        if words.len() > 1 && words.last().is_some_and(|last| last == "chess") {
            words.pop();
        }
        words
    };
    let typed = plain(typed);
    let lines = include_str!("../../templates/variants/not-played.txt").lines();
    let mut games = lines.filter_map(|line| line.split_once(": "));
    games.find_map(|(why, names)| {
        let mut names = names.split(", ");
        let name = names.find(|name| plain(name) == typed)?;
        Some(
            Reason::new("not-played")
                .text("name", name)
                .text("why", why),
        )
    })
}

/// The games that a part of a name may mean, or a name with slips: the one whose id or name it is, else all whose
/// names have its words, else the one whose name is near. Words that more than `MOST_MEANT` names have mean none.
pub fn meant<'a>(games: &[&'a dyn Variant], typed: &str) -> Vec<&'a dyn Variant> {
    let (all, typed) = (|| games.iter().copied(), words(typed));
    let whole = typed.join(" ");
    let close = typed.concat();
    // `hans 38`, `los alamos`.
    let is_it = |game: &&dyn Variant| {
        let name = words(game.name());
        game.id() == whole || name == typed || [game.id(), &name.concat()].contains(&&*close)
    };
    if let Some(game) = all().find(is_it) {
        return vec![game];
    }
    let other = other_name(&whole).and_then(|name| name.split(' ').next());
    if let Some(game) = all().find(|game| Some(game.id()) == other) {
        return vec![game];
    }
    if not_played(&whole).is_some() {
        return Vec::new();
    }
    let found: Vec<_> = all().filter(|game| named(*game, &typed)).collect();
    if (1..=MOST_MEANT).contains(&found.len()) {
        return found;
    }
    let far = |name: &str| strsim::osa_distance(&whole, name);
    let names = all().map(|game| {
        let name = words(game.name()).join(" ");
        (far(game.id()).min(far(&name)), game)
    });
    let near = names.min_by_key(|(far, _)| *far);
    let most = MOST_SLIPS.min(whole.len() / 3);
    let near = near.filter(|(far, _)| *far <= most);
    near.into_iter().map(|(_, game)| game).collect()
}

/// The games that words find: those of a group, and those whose name or inventor has the words; else those whose
/// rules have them.
pub fn search<'a>(games: &[&'a dyn Variant], typed: &str) -> Vec<&'a dyn Variant> {
    let (all, typed) = (|| games.iter().copied(), words(typed));
    let whole = typed.join(" ");
    let has = |text: Option<&str>| {
        let text = words(text.unwrap_or_default());
        !typed.is_empty() && typed.iter().all(|word| text.contains(word))
    };
    let found = |game: &&dyn Variant| {
        let about = game.credits().unwrap_or_default();
        group(*game) == Some(&whole) || named(*game, &typed) || has(about.by) || has(about.year)
    };
    let mut hits: Vec<_> = all().filter(found).collect();
    if hits.is_empty() {
        let in_rules = |game: &&dyn Variant| has(game.credits().unwrap_or_default().rules);
        hits = all().filter(in_rules).collect();
    }
    if hits.is_empty() {
        hits = meant(games, &whole);
    }
    // The group comes first; the rest stays in order.
    hits.sort_by_key(|game| group(*game) != Some(&whole));
    hits
}

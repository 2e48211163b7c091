//! Typed text made plain: selections and pushes in all the ways in which people write them, and names of
//! pieces.

use std::sync::LazyLock;

use crate::reading;
use crate::rules::Square;
use crate::rules::notation::{Says, names_of, says};

/// Further names of pieces, with their letters.
pub static NAMES: LazyLock<Vec<(&str, char)>> = LazyLock::new(|| {
    names_of(&[
        ("pieces/bin-nightrider", 'H'),
        ("pieces/bin-ferz", 'F'),
        ("pieces/bin-wazir", 'W'),
    ])
});

fn is_one(section: &str, word: &str) -> bool {
    reading::any(section, |known| word.eq_ignore_ascii_case(known))
}

/// The letter of the piece with this name, of more than one letter.
fn named(name: &str) -> Option<char> {
    let known = |(known, _): &(&str, char)| name.eq_ignore_ascii_case(known);
    let speech = super::speech();
    let found = speech.all_names().find(known);
    found.map(|(_, letter)| letter)
}

/// The text with `push` for `P!`, no blanks around `@`, and `@` for the `*` of a selection: `Q * d4`. A `*`
/// behind a square stays: it captures.
pub fn plain(typed: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in typed.split(' ') {
        let bare = word.trim_end_matches([',', ';']);
        let glued = words.last().is_some_and(|last| last.ends_with('@'));
        if bare.eq_ignore_ascii_case("p!") {
            words.push("push,".to_owned());
            continue;
        }
        let word = at_sign(word);
        match words.last_mut() {
            Some(last) if glued || word.starts_with('@') && can_be_selected(last) => {
                last.push_str(&word);
            }
            _ => words.push(word),
        }
    }
    words.join(" ")
}

/// A word with `@` for the `*` that is no capture.
fn at_sign(word: &str) -> String {
    match word.split_once('*') {
        Some((before, after)) if !before.ends_with(|c: char| c.is_ascii_digit()) => {
            format!("{before}@{after}")
        }
        _ => word.to_owned(),
    }
}

/// Whether a word names a piece, by its letter or name.
fn can_be_selected(word: &str) -> bool {
    word.len() == 1 || named(word).is_some()
}

/// The words of a line, each of them one action: a selection as `Q@d4`, a push as `push`, and pieces by their
/// letters.
pub fn joined(words: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = words;
    while let [word, after @ ..] = rest {
        rest = after;
        if is_one("turns/bin-pushes", word) {
            all.push("push".to_owned());
        } else if is_one("turns/bin-selects", word) {
            let (action, length) = selection(after);
            all.push(action.unwrap_or_else(|| word.clone()));
            rest = &after[length..];
        } else {
            let (action, length) = lettered(word, after);
            all.push(action);
            rest = &after[length..];
        }
    }
    all
}

/// What `select` begins, and how many words that takes: `Q d4`, `the queen on d4`, `Q@d4`.
fn selection(words: &[String]) -> (Option<String>, usize) {
    let mut said = String::new();
    for (index, word) in words.iter().enumerate().take(8) {
        let parts = word.split(['-', '@']).filter(|part| !part.is_empty());
        for part in parts {
            if is_one("turns/bin-little", part) {
                continue;
            }
            match (said.is_empty(), part.len()) {
                (true, 1) => said.push_str(part),
                // `Qd4`: the piece and the square in one.
                (true, 3) if Square::parse(&part[1..]).is_some() => {
                    let (letter, square) = part.split_at(1);
                    return (Some(format!("{letter}@{square}")), index + 1);
                }
                (true, _) => match named(part) {
                    Some(letter) => said.push(letter),
                    None => return (None, 0),
                },
                (false, _) if Square::parse(part).is_some() => {
                    return (Some(format!("{said}@{part}")), index + 1);
                }
                (false, _) => return (None, 0),
            }
        }
    }
    (None, 0)
}

/// A word with the letter of the piece that it names, and how many words behind it belong to it:
/// `Nightrider d4-e6`, `NNd4-e6`, `queen@d4`.
fn lettered(word: &str, after: &[String]) -> (String, usize) {
    if let Some(letter) = named(word) {
        let ranked = |next: &&String| next.contains(|c: char| c.is_ascii_digit());
        return match after.first().filter(ranked) {
            Some(goal) => (format!("{letter}{goal}"), 1),
            None => (word.to_owned(), 0),
        };
    }
    // A letter that is apart: `Q d4-e5`.
    let apart = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    let whole =
        |next: &&String| next.contains('-') && next.starts_with(|c: char| c.is_ascii_lowercase());
    if let Some(goal) = after.first().filter(|next| apart && whole(next)) {
        return (format!("{word}{goal}"), 1);
    }
    for (name, letter) in super::speech().all_names() {
        // Two small letters may be something else.
        let begins = |head: &str| match name.len() {
            2 => head == name.to_ascii_uppercase(),
            _ => head.eq_ignore_ascii_case(name),
        };
        if let Some((head, rest)) = word.split_at_checked(name.len())
            && begins(head)
            && !rest.is_empty()
        {
            return (format!("{letter}{rest}"), 0);
        }
    }
    (word.to_owned(), 0)
}

/// The parts of a text between which an action ends: at commas and the like, `and` and `then`.
pub fn phrases(plain: &str) -> Vec<String> {
    let spaced = plain.replace([',', ';', '&'], " , ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let ends = |word: &&str| *word == "," || says(word).any(|says| says == Says::And);
    let all = words.split(ends).filter(|phrase| !phrase.is_empty());
    all.map(|phrase| match is_push(phrase) {
        true => "push".to_owned(),
        false => phrase.join(" "),
    })
    .collect()
}

/// Whether words say that everything is pushed: `empujo todo al bote`.
fn is_push(words: &[&str]) -> bool {
    let square = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    words.iter().any(|word| is_one("turns/bin-pushes", word)) && !words.iter().any(square)
}

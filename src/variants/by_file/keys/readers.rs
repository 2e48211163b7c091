//! Keys for readers: `zugpost.` in front, ignored by other programs.

use std::collections::BTreeMap;

use crate::rules::Reason;

use super::super::ini::{LONGEST_NAME, shown};
use super::kinds::Word;
use super::lists::{self, Letters};
use super::read;

/// What these keys begin with.
pub const PREFIX: &str = "zugpost.";
/// What names of pieces begin with, behind [`PREFIX`]; a letter follows.
const NAME: &str = "name.";

/// The groups of games by file (`zugpost.group`), in the order of lists.
pub const GROUPS: [&str; 12] = [
    "aims", "captures", "armies", "pawns", "drops", "small", "large", "old", "shogi", "xiangqi",
    "makruk", "few",
];

/// Where games by file are that name no group.
pub const OTHER: &str = "other";

/// What a group is called; the first letter is a small one.
pub fn group_name(group: &str) -> Reason {
    Reason::new("group-of-games").text("group", group)
}

/// A key for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReaderKey {
    /// What the game is called.
    Title,
    /// Who invented it.
    By,
    /// In which year, as far as it is known.
    Year,
    /// Where it is described.
    Source,
    /// A paragraph on its rules.
    Rules,
    /// The group of games in which lists have it.
    Group,
    /// The name of the piece with this letter.
    Name(char),
    /// What the two seats are called.
    Seats,
    /// A game to look at.
    Example,
    /// How many lines of play there are, to check by.
    Counts,
    /// Too little material ends the game.
    Dead,
    /// Whether games are rated.
    Rated,
    /// The game in whose list of ratings its games count.
    RatedAs,
    /// Everything may be dropped at any time, as in the format's ataxx.
    FreeDrops,
}

/// The keys without names of pieces.
const PLAIN: [(&str, ReaderKey); 13] = [
    ("title", ReaderKey::Title),
    ("by", ReaderKey::By),
    ("year", ReaderKey::Year),
    ("source", ReaderKey::Source),
    ("rules", ReaderKey::Rules),
    ("group", ReaderKey::Group),
    ("seats", ReaderKey::Seats),
    ("example", ReaderKey::Example),
    ("counts", ReaderKey::Counts),
    ("dead", ReaderKey::Dead),
    ("rated", ReaderKey::Rated),
    ("rated_as", ReaderKey::RatedAs),
    ("freeDrops", ReaderKey::FreeDrops),
];

/// Every name without those of pieces.
pub fn names() -> impl Iterator<Item = (String, ReaderKey)> {
    let all = PLAIN.into_iter();
    all.map(|(word, key)| (format!("{PREFIX}{word}"), key))
}

/// The name of a piece: `zugpost.name.q`, with the letter in either case.
pub fn name_of_piece(name: &str) -> Option<ReaderKey> {
    let letter = name.strip_prefix(PREFIX)?.strip_prefix(NAME)?;
    let mut signs = letter.chars();
    let letter = signs.next().filter(char::is_ascii_alphabetic)?;
    let alone = signs.next().is_none();
    alone.then(|| ReaderKey::Name(letter.to_ascii_lowercase()))
}

/// What a section says to readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What the game is called.
    pub title: Option<String>,
    /// Who invented it.
    pub by: Option<String>,
    /// In which year, as far as it is known: `about 1870`.
    pub year: Option<String>,
    /// Where it is described.
    pub source: Option<String>,
    /// A paragraph on its rules.
    pub rules: Option<String>,
    /// The group of games in which lists have it; a child has its parent's.
    pub group: Option<&'static str>,
    /// Names of pieces; a child has its parent's.
    pub names: BTreeMap<Word, String>,
    /// What the two seats are called, White's first; a child has its parent's.
    pub seats: Option<[String; 2]>,
    /// Turns of a game to look at.
    pub example: Vec<String>,
    /// How many lines of play of 1, 2, … turns there are.
    pub counts: Vec<u64>,
    /// Too little material ends the game.
    pub dead: bool,
    /// Whether games are rated.
    pub rated: bool,
    /// The game in whose list of ratings its games count; `None`: they have a list of their own.
    pub rated_as: Option<String>,
    /// Everything may be dropped at any time; a child has its parent's.
    pub free_drops: bool,
}

impl About {
    /// What a child begins with.
    #[must_use]
    pub fn of_child(&self) -> Self {
        Self {
            group: self.group,
            names: self.names.clone(),
            seats: self.seats.clone(),
            free_drops: self.free_drops,
            ..Self::default()
        }
    }

    /// Reads a value.
    ///
    /// # Errors
    /// What is too long, and what is not understood.
    pub fn read(&mut self, key: ReaderKey, text: &str, letters: &Letters) -> Result<(), Reason> {
        match key {
            ReaderKey::Title => {
                // It is in Subjects, where these signs end a part.
                let ends = |c: char| "[]:#@<>|\u{2013}".contains(c);
                let title = line(text, 60)?;
                if title.contains(ends) || !title.contains(char::is_alphabetic) {
                    return Err(Reason::new("title-wanted").text("typed", shown(text)));
                }
                self.title = Some(title);
            }
            ReaderKey::By => self.by = Some(line(text, 80)?),
            ReaderKey::Year => self.year = Some(line(text, 30)?),
            ReaderKey::Source => self.source = Some(line(text, 200)?),
            ReaderKey::Rules => self.rules = Some(line(text, 2000)?),
            ReaderKey::Group => {
                let known = GROUPS.into_iter().find(|known| known == &text);
                let wanted = || Reason::new("group-wanted").text("typed", shown(text));
                self.group = Some(known.ok_or_else(|| wanted().list("known", GROUPS))?);
            }
            ReaderKey::Name(letter) => {
                let kind = lists::known(letters, letter)?;
                self.names.insert(kind, line(text, 24)?);
            }
            ReaderKey::Seats => {
                let words: Vec<&str> = text.split_ascii_whitespace().collect();
                let [first, second] = words[..] else {
                    return Err(Reason::new("seats-wanted").text("typed", shown(text)));
                };
                let is_word = |word: &str| {
                    (2..=16).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase())
                };
                let swapped = first == "black" || second == "white";
                if !is_word(first) || !is_word(second) || first == second || swapped {
                    return Err(Reason::new("seats-wanted").text("typed", shown(text)));
                }
                self.seats = Some([first.to_owned(), second.to_owned()]);
            }
            ReaderKey::Example => {
                let turns: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
                if turns.len() > 40 {
                    return Err(Reason::new("example-too-long").number("most", 40));
                }
                self.example = turns;
            }
            ReaderKey::Counts => {
                let number = |word: &str| match word.parse::<u64>() {
                    Ok(number @ 0..=200_000) => Ok(number),
                    _ => Err(Reason::new("counts-wanted").text("typed", shown(word))),
                };
                self.counts = text
                    .split_ascii_whitespace()
                    .map(number)
                    .collect::<Result<_, _>>()?;
                if self.counts.len() > 4 {
                    return Err(Reason::new("counts-wanted").text("typed", shown(text)));
                }
            }
            ReaderKey::Dead => self.dead = flag(text)?,
            ReaderKey::Rated => self.rated = flag(text)?,
            ReaderKey::RatedAs => self.rated_as = Some(line(text, LONGEST_NAME)?),
            ReaderKey::FreeDrops => self.free_drops = flag(text)?,
        }
        Ok(())
    }
}

fn line(text: &str, most: usize) -> Result<String, Reason> {
    match text.chars().count() <= most {
        true => Ok(text.to_owned()),
        false => Err(Reason::new("text-too-long").number("most", most)),
    }
}

fn flag(text: &str) -> Result<bool, Reason> {
    Ok(read::word(text, &["true", "false"])? == "true")
}

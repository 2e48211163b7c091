//! Commands with which players find each other: challenges, seeks, and the answers to them.

use crate::variants::{Games, VARIANTS};

use super::line::{Certainty, game_number};
use super::shapes::{Arguments, Reading, sure};
use super::{Command, OfEvent, events};

/// What a line asks for that concerns a challenge or a seek. Names, terms and words are as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// `challenge WHO VARIANT …`: what follows the word.
    Challenge(String),
    /// `seek VARIANT …`: what follows the word.
    Seek(String),
    /// `seeks`, or `seeks VARIANT`.
    Seeks(Option<String>),
    /// `join N`: to take a place in the seek with this number.
    Join(i64),
    /// `withdraw N`; without a number, the challenge of the letter that is answered.
    Withdraw(Option<i64>),
    /// `accept N`, or `accept`.
    Accept(Option<i64>),
    /// `decline N`, or `decline`, with words to the others.
    Decline {
        /// The number of the challenge; `None`: that of the letter that is answered.
        number: Option<i64>,
        /// Words to the others, as written; `None`: there are none.
        words: Option<String>,
    },
    /// `counter N …`, or `counter …`, with the terms that shall be different.
    Counter {
        /// The number of the challenge; `None`: that of the letter that is answered.
        number: Option<i64>,
        /// The terms that shall be different, as written.
        changes: String,
    },
    /// `rematch`: the same terms again with other seats, after the game of the letter has ended.
    Rematch,
}

impl Meeting {
    /// The name of its verb in [`super::table::VERBS`].
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Challenge(_) => "challenge",
            Self::Seek(_) => "seek",
            Self::Seeks(_) => "seeks",
            Self::Join(_) => "join",
            Self::Withdraw(_) => "withdraw",
            Self::Accept(_) => "accept",
            Self::Decline { .. } => "decline",
            Self::Counter { .. } => "counter",
            Self::Rematch => "rematch",
        }
    }
}

impl Command {
    /// Whether lines below it may belong to it, or are words that go to nobody: it is about a challenge.
    pub(super) fn is_of_meeting(&self) -> bool {
        let alone = |meeting: &Meeting| matches!(meeting, Meeting::Rematch | Meeting::Seeks(_));
        matches!(self, Self::Meeting(meeting) if !alone(meeting))
    }
}

/// How many words behind the command may name a game by file.
const NEAR: usize = 3;

/// Whether one of these words is a game that can be played here. Only then is it certain that a
/// line is not prose: `Challenge accepted!`
fn names_game<'a>(words: impl Iterator<Item = &'a str>, games: &Games) -> bool {
    let bare = |word: &'a str| word.trim_matches(['.', ',', ';', '!', '"']);
    let words: Vec<&str> = words.map(bare).collect();
    let named = |name: &str| {
        let name: Vec<String> = name.split(' ').map(str::to_lowercase).collect();
        name.len() > 1 && words.windows(name.len()).any(|part| part == name)
    };
    // Ids of games by file are everyday words, too: `grand`, `courier`.
    let near = &words[..words.len().min(NEAR)];
    let own = |word: &&str| {
        VARIANTS
            .iter()
            .any(|game| game.id().eq_ignore_ascii_case(word))
    };
    words.iter().any(own)
        || near.iter().any(|word| games.find(word).is_some())
        || games.all().any(|game| named(game.name()))
}

fn with_game(a: &Arguments, skipped: usize, command: Meeting) -> Reading {
    let words = a.plain().split(' ').skip(skipped);
    let certainty = match names_game(words, a.games()) {
        true => Certainty::Sure,
        false => Certainty::Loose,
    };
    (Command::Meeting(command), certainty)
}

pub(super) fn challenge(a: &Arguments) -> Option<Reading> {
    if let Some(reading) = events::challenge(a) {
        return Some(reading);
    }
    let text = a.text().filter(|_| a.count(2..=200))?;
    Some(with_game(a, 1, Meeting::Challenge(text)))
}

pub(super) fn seek(a: &Arguments) -> Option<Reading> {
    Some(with_game(a, 0, Meeting::Seek(a.text()?)))
}

pub(super) fn seeks(a: &Arguments) -> Option<Reading> {
    let variant = Some(a.plain()).filter(|plain| !plain.is_empty());
    let variant = variant.map(str::to_owned);
    match (a.word_count(), &variant) {
        (0, _) => sure(Command::Meeting(Meeting::Seeks(None))),
        (1..=3, Some(_)) => Some(with_game(a, 0, Meeting::Seeks(variant))),
        _ => None,
    }
}

/// The number of a challenge, which is written without `#`: that is a game.
fn number(word: &str) -> Option<i64> {
    game_number(word.trim_end_matches([':', '.', ',', '!']))
}

pub(super) fn join(a: &Arguments) -> Option<Reading> {
    sure(Command::Meeting(Meeting::Join(number(a.plain())?)))
}

/// A verb with the number of a challenge, or alone: then it is also a word of messages.
fn numbered(a: &Arguments, command: impl Fn(Option<i64>) -> Meeting) -> Option<Reading> {
    if a.are(&[""]) {
        return Some((Command::Meeting(command(None)), Certainty::Loose));
    }
    sure(Command::Meeting(command(Some(number(a.plain())?))))
}

/// `withdraw 12` is about a challenge, `withdraw ladies-2027` about an event.
pub(super) fn withdraw(a: &Arguments) -> Option<Reading> {
    if a.word_count() > 0 && number(a.plain()).is_none() {
        return events::named(a, OfEvent::Withdraw);
    }
    numbered(a, Meeting::Withdraw)
}

pub(super) fn accept(a: &Arguments) -> Option<Reading> {
    numbered(a, Meeting::Accept)
}

/// `decline #17` is about a game, `decline 12` about a challenge.
pub(super) fn decline(a: &Arguments) -> Option<Reading> {
    if let Some(game) = a.plain().strip_prefix('#') {
        return sure(Command::Decline(game_number(game)?));
    }
    let decline = |number, words| Command::Meeting(Meeting::Decline { number, words });
    let Some((first, words)) = a.split_first() else {
        return Some((decline(None, None), Certainty::Loose));
    };
    let words = words.map(str::to_owned);
    match number(&first) {
        Some(number) => sure(decline(Some(number), words)),
        None => Some((decline(None, a.text()), Certainty::Loose)),
    }
}

pub(super) fn counter(a: &Arguments) -> Option<Reading> {
    let (first, rest) = a.split_first()?;
    if let Some(number) = number(&first) {
        let changes = rest.unwrap_or_default().to_owned();
        let number = Some(number);
        return sure(Command::Meeting(Meeting::Counter { number, changes }));
    }
    let changes = a.text()?;
    // Terms of time, a seat, an option: but also `counter attack`.
    let of_terms = |word: &str| {
        matches!(
            word,
            "as" | "time" | "random" | "private" | "from" | "expires"
        ) || word.contains('=')
    };
    let known = of_terms(&first) || names_game(a.plain().split(' ').take(3), a.games());
    let certainty = if known {
        Certainty::Sure
    } else {
        Certainty::Loose
    };
    let number = None;
    Some((
        Command::Meeting(Meeting::Counter { number, changes }),
        certainty,
    ))
}

pub(super) fn rematch(a: &Arguments) -> Option<Reading> {
    let alone = a.are(&["", "?"]);
    alone.then_some((Command::Meeting(Meeting::Rematch), Certainty::Sure))
}

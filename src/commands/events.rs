//! Commands about events of several games.

use super::Command;
use super::line::Certainty;
use super::shapes::{Arguments, Reading, sure};

/// What a line asks for that concerns an event. Names are as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfEvent {
    /// `events`: which there are.
    List,
    /// `enter NAME`.
    Enter(String),
    /// `withdraw NAME`; with a number it is about a challenge.
    Withdraw(String),
    /// `table NAME`.
    Table(String),
    /// `pairings NAME`.
    Pairings(String),
    /// `challenge WHO NAME`: in a ladder.
    Challenge {
        /// The name of the event.
        event: String,
        /// Whom.
        who: String,
    },
}

impl OfEvent {
    /// The name of its verb in [`super::table::VERBS`].
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::List => "events",
            Self::Enter(_) => "enter",
            Self::Withdraw(_) => "withdraw",
            Self::Table(_) => "table",
            Self::Pairings(_) => "pairings",
            Self::Challenge { .. } => "challenge",
        }
    }
}

/// Whether a word is no word of a sentence: it has letters, and digits or a hyphen.
fn looks_like_one(name: &str) -> bool {
    let sign = |c: char| c.is_ascii_digit() || c == '-';
    name.len() >= 3
        && name.chars().all(|c| c.is_ascii_alphabetic() || sign(c))
        && name.contains(|c: char| c.is_ascii_alphabetic())
        && name.contains(sign)
}

/// `challenge Boris ladder-2027`, also with `in` between; `None`: the last word is no event.
pub(super) fn challenge(a: &Arguments) -> Option<Reading> {
    let (who, event) = a.plain().rsplit_once(' ')?;
    let event = event.trim_matches(['"', '<', '>']);
    let who = who.strip_suffix(" in").unwrap_or(who).trim();
    if !a.is_event(event) || who.is_empty() {
        return None;
    }
    let (event, who) = (event.to_owned(), who.to_owned());
    sure(Command::Event(OfEvent::Challenge { event, who }))
}

/// A command with the name of an event, which is one word. If there is no such event, it may be prose.
pub(super) fn named(a: &Arguments, what: fn(String) -> OfEvent) -> Option<Reading> {
    let name = a.plain().trim_matches(['"', '<', '>']).to_owned();
    match a.word_count() {
        1 if a.is_event(&name) || looks_like_one(&name) => sure(Command::Event(what(name))),
        1 => Some((Command::Event(what(name)), Certainty::Loose)),
        0 => None,
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn events(a: &Arguments) -> Option<Reading> {
    match a.word_count() {
        0 => sure(Command::Event(OfEvent::List)),
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn enter(a: &Arguments) -> Option<Reading> {
    named(a, OfEvent::Enter)
}

pub(super) fn table(a: &Arguments) -> Option<Reading> {
    named(a, OfEvent::Table)
}

pub(super) fn pairings(a: &Arguments) -> Option<Reading> {
    named(a, OfEvent::Pairings)
}

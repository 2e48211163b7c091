//! Commands about the writer himself: his time zone, quiet hours, reminders, calendar, and leave.

use super::line::{Certainty, game_number};
use super::shapes::{Arguments, Reading, sure};
use super::{Command, People};

/// A setting of the writer's, with its value as written; `None` asks what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `zone Europe/Rome`.
    Zone(Option<String>),
    /// `quiet 22:00-07:00`.
    Quiet(Option<String>),
    /// `remind 3d 1d 6h`.
    Remind(Option<String>),
    /// `set calendar on`.
    Calendar(Option<bool>),
}

/// What is asked about the writer's leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// `leave`: what is booked.
    List,
    /// `leave DATE to DATE`, as written.
    Book(String),
    /// `leave cancel`, with the number of an entry of the list.
    Cancel(Option<usize>),
}

/// Words that stand between the dates of `leave`.
const BETWEEN: [&str; 7] = ["to", "until", "till", "through", "-", "–", "—"];

pub(super) fn zone(a: &Arguments) -> Option<Reading> {
    let value = a.text();
    match a.word_count() {
        0 | 1 => sure(Command::Setting(Setting::Zone(value))),
        // `zone New York`; more is prose.
        2 | 3 => Some((Command::Setting(Setting::Zone(value)), Certainty::Loose)),
        _ => None,
    }
}

pub(super) fn quiet(a: &Arguments) -> Option<Reading> {
    Some(value_or_prose(a, Setting::Quiet))
}

pub(super) fn remind(a: &Arguments) -> Option<Reading> {
    Some(value_or_prose(a, Setting::Remind))
}

/// A setting whose value is `off`, or has a digit in each word. `remind` and `quiet` begin sentences, too: with other
/// words behind them they are none.
fn value_or_prose(a: &Arguments, setting: impl Fn(Option<String>) -> Setting) -> Reading {
    let digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let dash = |word: &str| ["-", "–", "—", "to", "and", "off", "usual"].contains(&word);
    if a.all_words(|word| digit(word) || dash(word)) {
        return (Command::Setting(setting(a.text())), Certainty::Sure);
    }
    if a.word_count() == 1 || a.begin_with_digit() {
        return (Command::Setting(setting(a.text())), Certainty::Loose);
    }
    (Command::Unrecognised, Certainty::None)
}

/// `set NAME VALUE`; the value is read as after the command of that name.
pub(super) fn set(a: &Arguments) -> Option<Reading> {
    let (name, value) = a.split_first()?;
    let value = value.map(str::to_owned);
    sure(match name.as_str() {
        "format" => Command::Format {
            plain: match value?.trim_end_matches(['.', '!']).to_lowercase().as_str() {
                "plain" | "text" => true,
                "both" | "html" => false,
                _ => return None,
            },
        },
        "calendar" => Command::Setting(Setting::Calendar(match value {
            None => None,
            Some(word) => Some(
                match word.trim_end_matches(['.', '!']).to_lowercase().as_str() {
                    "on" | "yes" => true,
                    "off" | "no" => false,
                    _ => return None,
                },
            ),
        })),
        "zone" | "timezone" => Command::Setting(Setting::Zone(value)),
        "quiet" => Command::Setting(Setting::Quiet(value)),
        "remind" | "reminders" => Command::Setting(Setting::Remind(value)),
        _ => return None,
    })
}

/// `leave` is an ordinary word, too: `leave me alone` is no command.
pub(super) fn leave(a: &Arguments) -> Option<Reading> {
    if a.are(&[""]) {
        return sure(Command::Leave(Leave::List));
    }
    if a.begin_with(&["cancel"]) {
        let number = a.after_first();
        if number.is_empty() {
            return sure(Command::Leave(Leave::Cancel(None)));
        }
        let number = game_number(number.trim_start_matches('#'))?;
        return sure(Command::Leave(Leave::Cancel(usize::try_from(number).ok())));
    }
    if a.are(&["server", "the server", "this server"]) {
        return sure(Command::People(People::LeaveServer));
    }
    let book = |certainty| {
        a.text()
            .map(|text| (Command::Leave(Leave::Book(text)), certainty))
    };
    if a.all_words(|word| is_of_date(word) || BETWEEN.contains(&word)) && a.has_digit() {
        return book(Certainty::Sure);
    }
    match a.has_digit() {
        true => book(Certainty::Loose),
        false => Some((Command::Unrecognised, Certainty::None)),
    }
}

/// Whether a word can be a part of a date: a number, the name of a month or of a day.
fn is_of_date(word: &str) -> bool {
    const NAMES: [&str; 19] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon",
        "tue", "wed", "thu", "fri", "sat", "sun",
    ];
    let begins = |name: &&str| word.starts_with(*name) && word.len() < 12;
    word.starts_with(|c: char| c.is_ascii_digit())
        || word
            .chars()
            .all(|c| c.is_ascii_alphabetic() || c == '.' || c == ',')
            && NAMES.iter().any(begins)
}

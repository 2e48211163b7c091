//! Commands about the writer: settings, leave, and watched games.

use serde::{Deserialize, Serialize};

use crate::rules::notation::PieceLetters;

use super::line::{Certainty, game_number};
use super::shapes::{Arguments, Reading, sure};
use super::{Command, People};

/// A setting of the writer's, with its value as written; `None` asks what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `zone Europe/Rome`: the time zone, not yet looked up.
    Zone(Option<String>),
    /// `quiet 22:00-07:00`: hours without reminders.
    Quiet(Option<String>),
    /// `remind 3d 1d 6h`.
    Remind(Option<String>),
    /// `set calendar on`: whether deadlines come as calendar entries.
    Calendar(Option<bool>),
}

/// A setting that is chosen among a few values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The signs of boards.
    Board,
    /// What letters are made of.
    Format,
    /// How turns are written in letters.
    Notation,
    /// What pieces have on them that have signs of Chinese characters.
    Pieces,
    /// How much each letter explains.
    Legend,
    /// Boards seen from the other side.
    Flip,
    /// Words of others, and to others.
    Chat,
    /// Each turn is shown before it is played.
    Confirm,
    /// Only full notation plays.
    Strict,
    /// When letters come: each at once, or in a digest.
    Mail,
    /// The language of letters to the player.
    Lang,
    /// Whether the player gets a look back at each game that is over.
    Review,
    /// How much of the player's games is shown on public pages.
    Public,
    /// Whether the player may answer on pages of the server, too.
    Web,
}

impl Choice {
    /// All of them, in the order of their names.
    pub const ALL: [Self; 14] = [
        Self::Board,
        Self::Chat,
        Self::Confirm,
        Self::Flip,
        Self::Format,
        Self::Lang,
        Self::Legend,
        Self::Mail,
        Self::Notation,
        Self::Pieces,
        Self::Public,
        Self::Review,
        Self::Strict,
        Self::Web,
    ];

    /// Its name, as players write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Format => "format",
            Self::Notation => "notation",
            Self::Pieces => "pieces",
            Self::Legend => "legend",
            Self::Flip => "flip",
            Self::Chat => "chat",
            Self::Confirm => "confirm",
            Self::Strict => "strict",
            Self::Mail => "mail",
            Self::Lang => "lang",
            Self::Review => "review",
            Self::Public => "public",
            Self::Web => "web",
        }
    }

    /// The one with this name, in lower case.
    fn named(name: &str) -> Option<Self> {
        let name = match name {
            "language" => "lang",
            "letters" => "mail",
            name => name,
        };
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }
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

/// Words that are used between the dates of `leave`.
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
    let Some((name, value)) = a.split_first() else {
        return sure(Command::Settings);
    };
    let value = value.map(str::to_owned);
    sure(match name.as_str() {
        "format" => format(value.as_deref()),
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
        name => Command::Choice(Choice::named(name)?, value),
    })
}

/// `set format plain`, or one of the other values of `format`.
fn format(value: Option<&str>) -> Command {
    let plain = value.map(|value| value.trim_end_matches(['.', '!']).to_lowercase());
    match plain.as_deref() {
        Some("plain" | "text") => Command::Format { plain: true },
        Some("both" | "html") => Command::Format { plain: false },
        _ => Command::Choice(Choice::Format, value.map(str::to_owned)),
    }
}

/// A setting without `set` before it: only with one of these values, since its name may begin a sentence.
fn short(a: &Arguments, choice: Choice, values: &[&str]) -> Option<Reading> {
    if !a.begin_with(values) || a.word_count() > 2 {
        return Some((Command::Unrecognised, Certainty::None));
    }
    if a.word_count() == 2 && choice != Choice::Mail {
        return Some((Command::Unrecognised, Certainty::None));
    }
    sure(match choice {
        Choice::Format => format(a.text().as_deref()),
        _ => Command::Choice(choice, a.text()),
    })
}

/// `format plain`, without `set` before it.
pub(super) fn short_format(a: &Arguments) -> Option<Reading> {
    short(
        a,
        Choice::Format,
        &["plain", "text", "both", "html", "spoken"],
    )
}

/// `notation wxf`, without `set` before it.
pub(super) fn short_notation(a: &Arguments) -> Option<Reading> {
    let languages = PieceLetters::all()
        .iter()
        .flat_map(|language| language.names);
    // A code of two letters may be a word of a sentence.
    let languages = languages.filter(|name| name.chars().count() > 2).copied();
    let values: Vec<&str> = ["wxf", "points", "both", "english"]
        .into_iter()
        .chain(languages)
        .collect();
    short(a, Choice::Notation, &values)
}

/// `mail digest 07:00`, without `set` before it.
pub(super) fn short_mail(a: &Arguments) -> Option<Reading> {
    short(a, Choice::Mail, &["each", "digest"])
}

/// `flip on`, without `set` before it.
pub(super) fn short_flip(a: &Arguments) -> Option<Reading> {
    short(a, Choice::Flip, &["on", "off"])
}

/// `strict on`, without `set` before it.
pub(super) fn short_strict(a: &Arguments) -> Option<Reading> {
    short(a, Choice::Strict, &["on", "off"])
}

/// `chat off`, without `set` before it.
pub(super) fn short_chat(a: &Arguments) -> Option<Reading> {
    short(a, Choice::Chat, &["on", "off"])
}

/// `lang de`, or `lang` to ask which language it is.
pub(super) fn short_lang(a: &Arguments) -> Option<Reading> {
    match a.word_count() {
        0 | 1 => sure(Command::Choice(Choice::Lang, a.text())),
        _ => None,
    }
}

/// `legend`: the signs on the board, explained; `legend full` sets how much each letter explains.
pub(super) fn legend(a: &Arguments) -> Option<Reading> {
    match a.are(&[""]) {
        true => sure(Command::Legend),
        false => short(a, Choice::Legend, &["short", "full"]),
    }
}

/// `watch #17`. It begins sentences, too.
pub(super) fn watch(a: &Arguments) -> Option<Reading> {
    match a.number() {
        Some(game) => sure(Command::Watch(game)),
        None => Some((Command::Unrecognised, Certainty::None)),
    }
}

/// `unwatch #17`, or `unwatch` in the answer to a letter about a game that is watched.
pub(super) fn unwatch(a: &Arguments) -> Option<Reading> {
    if a.are(&[""]) {
        return sure(Command::Unwatch(None));
    }
    sure(Command::Unwatch(Some(a.number()?)))
}

/// `review #17`, or `review` in the answer to a letter about the game. It begins sentences, too.
pub(super) fn review(a: &Arguments) -> Option<Reading> {
    if a.are(&[""]) {
        return sure(Command::Review(None));
    }
    match a.number() {
        Some(game) => sure(Command::Review(Some(game))),
        None => Some((Command::Unrecognised, Certainty::None)),
    }
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

//! Commands about people: who joins and leaves, what one may know of others, and who wants nothing of whom.
//!
//! Most of their words begin sentences as well. Such a line is sure only in its whole form: `who` and `mute` with a name
//! that there is, `note`, `report` and `message` with a colon.

use super::Command;
use super::line::{Certainty, game_number};
use super::shapes::{Arguments, Reading, sure};

/// What is asked about people. Names are as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum People {
    /// `register NAME`: to become a player with this name.
    Register(String),
    /// `name NAME`: another name for the writer.
    Rename(String),
    /// `leave server`: to be no player any more.
    LeaveServer,
    /// `forget me`: to leave, and to have name and addresses replaced by a number.
    ForgetMe,
    /// `export me`: everything that is stored about the writer.
    ExportMe,
    /// `never`: somebody who is no member wants no letters.
    Never,
    /// `who NAME`: what everybody may know of this player.
    Who(String),
    /// `rating NAME GAME`: the ratings of a player; with a game, month by month.
    Rating {
        /// Whose; `None`: the writer's.
        who: Option<String>,
        /// In which game, as typed; `None`: in all.
        game: Option<String>,
    },
    /// `ratings GAME`: who has which rating.
    Ratings(Option<String>),
    /// `games NAME`: the public games of this player.
    GamesOf(String),
    /// `games next`: the writer's games in which it is their turn.
    GamesNext,
    /// `lesson GAME`, `lesson GAME 3`: a lesson at the position that is open, or at another one.
    Lesson {
        /// The game, as typed.
        game: String,
        /// The number of the position.
        position: Option<usize>,
    },
    /// `lessons`: which there are, and how far the writer is.
    Lessons,
    /// `quiz`: positions in which the writer has made mistakes.
    Quiz,
    /// `message NAME`, the words below it, and `end`.
    Message {
        /// The name of the player who gets it, as typed.
        to: String,
        /// The words; empty: there are none.
        text: String,
    },
    /// `note: WORDS`: to keep words about the game that only the writer sees.
    Note(String),
    /// `notes`: the notes that the writer has made.
    Notes,
    /// `mute NAME`: no words of this player are shown to the writer any more.
    Mute(String),
    /// `unmute NAME`: this player's words are shown again.
    Unmute(String),
    /// `block NAME`: neither words nor challenges of this player arrive any more.
    Block(String),
    /// `unblock NAME`: words and challenges of this player arrive again.
    Unblock(String),
    /// `report: WORDS`: a complaint to the umpire.
    Report(String),
    /// `substitute #17 NAME`: somebody else shall take the writer's seat.
    Substitute {
        /// The game; `None`: that of the line or the letter.
        game: Option<i64>,
        /// The name of the player who shall take it, as typed.
        who: String,
    },
}

impl People {
    /// Whether the lines below belong to it, to `end` or to the end of the mail.
    pub(super) fn has_text(&self) -> bool {
        matches!(self, Self::Message { .. } | Self::Report(_))
    }

    /// The name of its verb.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Register(_) => "register",
            Self::Rename(_) => "name",
            Self::LeaveServer => "leave",
            Self::ForgetMe => "forget",
            Self::ExportMe => "export",
            Self::Never => "never",
            Self::Who(_) => "who",
            Self::Rating { .. } => "rating",
            Self::Ratings(_) => "ratings",
            Self::GamesOf(_) | Self::GamesNext => "games",
            Self::Lesson { .. } => "lesson",
            Self::Lessons => "lessons",
            Self::Quiz => "quiz",
            Self::Message { .. } => "message",
            Self::Note(_) => "note",
            Self::Notes => "notes",
            Self::Mute(_) => "mute",
            Self::Unmute(_) => "unmute",
            Self::Block(_) => "block",
            Self::Unblock(_) => "unblock",
            Self::Report(_) => "report",
            Self::Substitute { .. } => "substitute",
        }
    }
}

/// `substitute #17 NAME`, or `substitute NAME` for the game of the letter.
pub(super) fn substitute(a: &Arguments) -> Option<Reading> {
    let text = a.text()?;
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
    let (game, who) = match first.strip_prefix('#').map(game_number) {
        Some(number) => (Some(number?), rest.trim()),
        None => (None, text.as_str()),
    };
    let one = !who.is_empty() && !who.contains(char::is_whitespace);
    one.then(|| {
        let who = who.trim_end_matches('.').to_owned();
        (
            Command::People(People::Substitute { game, who }),
            Certainty::Sure,
        )
    })
}

fn people(what: People, certainty: Certainty) -> Option<Reading> {
    Some((Command::People(what), certainty))
}

/// A name as written, without what people write around it.
fn bare(text: &str) -> String {
    let ends = [' ', '\t', '.', ',', ';', '!', ':', '"', '<', '>', '?'];
    text.trim_matches(ends).to_owned()
}

/// A command with a name; with more words behind it is prose.
fn named(a: &Arguments, what: fn(String) -> People) -> Option<Reading> {
    let name = bare(&a.text()?);
    match a.word_count() {
        _ if a.is_player(&name) => people(what(name), Certainty::Sure),
        1 => people(what(name), Certainty::Loose),
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn who(a: &Arguments) -> Option<Reading> {
    named(a, People::Who)
}

/// `rating`, `rating GAME`, `rating NAME`, `rating NAME GAME`.
pub(super) fn rating(a: &Arguments) -> Option<Reading> {
    let of = |who: &str, game: &str| {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let (who, game) = (some(&bare(who)), some(&bare(game)));
        Command::People(People::Rating { who, game })
    };
    let Some(text) = a.text() else {
        return sure(of("", ""));
    };
    let is_game = |text: &str| a.games().meant(&bare(text)).len() == 1;
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
    match a.word_count() {
        _ if a.is_player(&bare(first)) && (rest.is_empty() || is_game(rest)) => {
            sure(of(first, rest))
        }
        1..=4 if is_game(&text) => sure(of("", &text)),
        1 => Some((of(first, ""), Certainty::Loose)),
        // Somebody whom nobody knows.
        _ if is_game(rest) => Some((of(first, rest), Certainty::Loose)),
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

/// `ratings`, `ratings GAME`.
pub(super) fn ratings(a: &Arguments) -> Option<Reading> {
    let Some(text) = a.text() else {
        return sure(Command::People(People::Ratings(None)));
    };
    let game = bare(&text);
    let certainty = match a.games().meant(&game).len() {
        1 => Certainty::Sure,
        _ if a.word_count() <= 2 => Certainty::Loose,
        _ => return Some((Command::Unrecognised, Certainty::None)),
    };
    people(People::Ratings(Some(game)), certainty)
}

pub(super) fn mute(a: &Arguments) -> Option<Reading> {
    named(a, People::Mute)
}

pub(super) fn unmute(a: &Arguments) -> Option<Reading> {
    named(a, People::Unmute)
}

pub(super) fn block(a: &Arguments) -> Option<Reading> {
    named(a, People::Block)
}

pub(super) fn unblock(a: &Arguments) -> Option<Reading> {
    named(a, People::Unblock)
}

pub(super) fn register(a: &Arguments) -> Option<Reading> {
    let name = bare(&a.text()?);
    match a.word_count() {
        1 => people(People::Register(name), Certainty::Sure),
        // A name of several words is refused, with the reason.
        2 | 3 => people(People::Register(name), Certainty::Loose),
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn name(a: &Arguments) -> Option<Reading> {
    let name = bare(&a.text()?);
    match a.word_count() {
        1 => people(People::Rename(name), Certainty::Sure),
        2 | 3 => people(People::Rename(name), Certainty::Loose),
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn forget(a: &Arguments) -> Option<Reading> {
    match a.are(&["me"]) {
        true => people(People::ForgetMe, Certainty::Sure),
        false => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn never(a: &Arguments) -> Option<Reading> {
    match a.are(&["", "again"]) {
        true => people(People::Never, Certainty::Loose),
        false => Some((Command::Unrecognised, Certainty::None)),
    }
}

/// `games`, `games next`, `games NAME`.
pub(super) fn games(a: &Arguments) -> Option<Reading> {
    if a.are(&[""]) {
        return sure(Command::Games);
    }
    if a.are(&["next"]) {
        return sure(Command::People(People::GamesNext));
    }
    named(a, People::GamesOf)
}

/// `lesson GAME`, `lesson GAME N`, with the whole name of the game or a part of it.
pub(super) fn lesson(a: &Arguments) -> Option<Reading> {
    let text = bare(&a.text()?);
    let numbered = text.rsplit_once(char::is_whitespace);
    let numbered = numbered.and_then(|(game, number)| Some((game, number.parse().ok()?)));
    let (game, position) = numbered.map_or((text.as_str(), None), |(game, number)| {
        (game.trim_end(), Some(number))
    });
    let certainty = match a.games().meant(game).len() {
        1 => Certainty::Sure,
        _ if a.word_count() <= 2 => Certainty::Loose,
        _ => return Some((Command::Unrecognised, Certainty::None)),
    };
    let game = game.to_owned();
    people(People::Lesson { game, position }, certainty)
}

pub(super) fn lessons(a: &Arguments) -> Option<Reading> {
    a.are(&[""])
        .then_some((Command::People(People::Lessons), Certainty::Sure))
}

/// `quiz`; a sentence may begin with this word.
pub(super) fn quiz(a: &Arguments) -> Option<Reading> {
    match a.word_count() {
        _ if a.are(&[""]) => Some((Command::People(People::Quiz), Certainty::Sure)),
        ..3 => None,
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn notes(a: &Arguments) -> Option<Reading> {
    a.are(&[""])
        .then_some((Command::People(People::Notes), Certainty::Sure))
}

pub(super) fn note(a: &Arguments) -> Option<Reading> {
    worded(a, People::Note)
}

pub(super) fn report(a: &Arguments) -> Option<Reading> {
    worded(a, People::Report)
}

/// A command with words: sure only with a colon behind its own word.
fn worded(a: &Arguments, what: fn(String) -> People) -> Option<Reading> {
    let certainty = match a.has_colon() {
        true => Certainty::Sure,
        false => Certainty::Loose,
    };
    people(what(a.text()?), certainty)
}

/// `message NAME`, and words behind a colon; those of the lines below are added by who goes through the lines.
pub(super) fn message(a: &Arguments) -> Option<Reading> {
    let raw = a.text()?;
    let (to, text) = match raw.split_once(':') {
        Some((to, text)) => (to, text),
        None => (&*raw, ""),
    };
    let colon = raw.contains(':') || a.has_colon();
    let (to, text) = (bare(to), text.trim().to_owned());
    if to.is_empty() || to.split_whitespace().count() > 2 && !a.is_player(&to) {
        return Some((Command::Unrecognised, Certainty::None));
    }
    let certainty = match colon && a.is_player(&to) {
        true => Certainty::Sure,
        false => Certainty::Loose,
    };
    people(People::Message { to, text }, certainty)
}

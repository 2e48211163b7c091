//! Words about settings that are chosen among a few values, the list of all settings, and games that are watched.

use minijinja::context;

use crate::commands::Choice;
use crate::rules::notation::PieceLetters;
use crate::status::LetterFormat;
use crate::time::Reminders;
use crate::words::Voice;

use super::data::{SettingNote, WatchNote};
use super::settings::{BoardSigns, Notation};
use super::shown::Chosen;

/// Where the second and the third column of the list of settings begin.
const COLUMNS: [usize; 2] = [10, 30];

/// The value of a setting, as a player writes it. `language` is that of the server.
#[must_use]
pub fn value(chosen: &Chosen, choice: Choice, language: &str) -> String {
    let settings = chosen.settings();
    let on = |on: bool| if on { "on" } else { "off" };
    let word = match choice {
        Choice::Board => match settings.board() {
            BoardSigns::Ascii => "ascii",
            BoardSigns::Unicode => "unicode",
            BoardSigns::Large => "large",
            BoardSigns::Picture => "picture",
        },
        Choice::Format => match chosen.format {
            _ if settings.spoken() => "spoken",
            LetterFormat::Both => "both",
            LetterFormat::Plain => "plain",
        },
        Choice::Notation => {
            let xiangqi = match settings.notation() {
                Notation::Both => "both",
                Notation::Points => "points",
                Notation::Wxf => "wxf",
            };
            let letters = settings.letters().map_or("english", PieceLetters::name);
            return format!("{xiangqi}, {letters}");
        }
        Choice::Legend if settings.full_legend() => "full",
        Choice::Legend => "short",
        Choice::Flip => on(settings.flip()),
        Choice::Chat => on(settings.chat()),
        Choice::Confirm => on(settings.confirm()),
        Choice::Strict => on(settings.strict()),
        Choice::Mail => {
            let digest = settings.digest();
            return digest.map_or_else(|| "each".to_owned(), |one| format!("digest {}", one.at));
        }
        Choice::Lang => chosen.language.as_deref().unwrap_or(language),
    };
    word.to_owned()
}

/// A line that changes a setting.
fn example(choice: Choice, value: &str) -> String {
    let other = match choice {
        Choice::Board if value == "ascii" => "unicode",
        Choice::Board => "ascii",
        Choice::Format if value == "both" => "plain",
        Choice::Format => "both",
        Choice::Notation if value.ends_with("english") => "german",
        Choice::Notation => "english",
        Choice::Legend if value == "full" => "short",
        Choice::Legend => "full",
        Choice::Mail if value == "each" => "digest 07:00",
        Choice::Mail => "each",
        Choice::Lang => value,
        Choice::Flip | Choice::Chat | Choice::Confirm | Choice::Strict if value == "on" => "off",
        Choice::Flip | Choice::Chat | Choice::Confirm | Choice::Strict => "on",
    };
    format!("set {} {other}", choice.name())
}

/// All settings with their values, each with a line that changes it.
#[must_use]
pub(super) fn list(chosen: &Chosen, language: &str) -> Vec<String> {
    let times = &chosen.times;
    let usual = Reminders::usual().to_string();
    let remind = match times.remind.as_deref() {
        Some("") => "off",
        Some(set) => set,
        None => usual.as_str(),
    };
    let calendar = if times.calendar { "on" } else { "off" };
    let other = if times.calendar { "off" } else { "on" };
    let mut rows = vec![
        (
            "calendar",
            calendar.to_owned(),
            format!("set calendar {other}"),
        ),
        (
            "quiet",
            times.quiet.clone().unwrap_or_else(|| "off".to_owned()),
            "set quiet 22:00-07:00".to_owned(),
        ),
        (
            "remind",
            remind.to_owned(),
            "set remind 3d 1d 6h".to_owned(),
        ),
        (
            "zone",
            times.zone.clone().unwrap_or_else(|| "UTC".to_owned()),
            "set zone Europe/Rome".to_owned(),
        ),
    ];
    rows.extend(Choice::ALL.into_iter().map(|choice| {
        let value = value(chosen, choice, language);
        let example = example(choice, &value);
        (choice.name(), value, example)
    }));
    rows.sort_by_key(|(name, ..)| *name);
    let [second, third] = COLUMNS;
    let width = third - second - 1;
    let line = |(name, value, example): (&str, String, String)| {
        format!("  {name:<second$}{value:<width$} {example}")
    };
    rows.into_iter().map(line).collect()
}

/// An answer about such a setting.
pub(super) fn setting(voice: Voice<'_>, note: &SettingNote) -> String {
    match note {
        SettingNote::Choice { choice, value, set } => {
            // `digest 07:00`, and `both, german`.
            let (word, more) = value.split_once([' ', ',']).unwrap_or((value.as_str(), ""));
            let args = context! { value => word, more => more.trim(), set };
            voice.say(&format!("notices/choice-{}", choice.name()), args)
        }
        SettingNote::NoChoice {
            choice,
            typed,
            known,
        } => {
            let name = choice.name();
            let args = context! { name, typed, known };
            voice.say("notices/no-choice", args)
        }
        _ => String::new(),
    }
}

/// An answer about games that are watched.
pub(super) fn watch(voice: Voice<'_>, note: &WatchNote) -> String {
    let say = |name: &str, args| voice.say(&format!("notices/watch-{name}"), args);
    match note {
        WatchNote::Begun(game) => say("begun", context! { game => game.0 }),
        WatchNote::Already(game) => say("already", context! { game => game.0 }),
        WatchNote::Ended(game) => say("ended", context! { game => game.0 }),
        WatchNote::NotWatched(game) => say("not-watched", context! { game => game.0 }),
        WatchNote::Asked(game) => say("asked", context! { game => game.0 }),
        WatchNote::NotToday(game) => say("not-today", context! { game => game.0 }),
        WatchNote::Agreed { game, name, left } => {
            say("agreed", context! { game => game.0, name, left })
        }
        WatchNote::Lapsed(game) => say("lapsed", context! { game => game.0 }),
        WatchNote::Over(game) => say("over", context! { game => game.0 }),
        WatchNote::Own(game) => say("own", context! { game => game.0 }),
        WatchNote::Full { game, most } => say("full", context! { game => game.0, most }),
        WatchNote::TooMany(most) => say("too-many", context! { most }),
        WatchNote::Which(games) => {
            let games: Vec<String> = games.iter().map(|game| format!("#{game}")).collect();
            say("which", context! { games })
        }
        WatchNote::Nothing => say("nothing", context! {}),
    }
}

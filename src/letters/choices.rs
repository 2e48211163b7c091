//! Words about settings that are chosen among a few values, the list of all settings, and games that are watched.

use minijinja::context;

use crate::commands::Choice;
use crate::rules::notation::PieceLetters;
use crate::time::Reminders;
use crate::words::{Voice, kind};

use super::data::WatchNote;
use super::people::numbers;
use super::shown::Chosen;

/// Where the second and the third column of the list of settings begin.
const COLUMNS: [usize; 2] = [10, 30];

/// The value of a setting, as a player writes it. `language` is that of the server.
pub fn value(chosen: &Chosen, choice: Choice, language: &str) -> String {
    let settings = chosen.settings();
    let on = |on: bool| if on { "on" } else { "off" };
    let word = match choice {
        Choice::Board => return kind(&settings.board()),
        Choice::Format if settings.spoken() => "spoken",
        Choice::Format => chosen.format.as_str(),
        Choice::Notation => {
            let xiangqi = kind(&settings.notation());
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

/// An answer about games that are watched.
pub(super) fn watch(voice: Voice<'_>, note: &WatchNote) -> String {
    let args = match note {
        WatchNote::Begun(game)
        | WatchNote::Already(game)
        | WatchNote::Ended(game)
        | WatchNote::NotWatched(game)
        | WatchNote::Asked(game)
        | WatchNote::NotToday(game)
        | WatchNote::Lapsed(game)
        | WatchNote::Over(game)
        | WatchNote::Own(game) => context! { game => game.0 },
        WatchNote::TooMany(most) => context! { most },
        WatchNote::Which(games) => context! { games => numbers(games) },
        WatchNote::Agreed { .. } | WatchNote::Full { .. } | WatchNote::Nothing => context! {},
    };
    voice.tell("watch", note, args)
}

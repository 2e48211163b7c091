//! Words about settings that are chosen among a few values, the list of all settings, and games that are watched.

use minijinja::context;

use crate::commands::Choice;
use crate::rules::notation::PieceLetters;
use crate::time::Reminders;
use crate::words::{Voice, kind, unnamed};

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
        Choice::Pieces => return kind(&settings.pieces()),
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
        Choice::Review => on(settings.review()),
        Choice::Web => on(settings.web()),
        Choice::Public => {
            let public = settings.public();
            return public.map_or_else(|| "not set".to_owned(), |public| public.to_string());
        }
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
    let (one, other) = match choice {
        Choice::Board => ("picture", "table"),
        Choice::Format => ("both", "plain"),
        Choice::Notation => ("english", "german"),
        Choice::Legend => ("full", "short"),
        Choice::Pieces => ("kanji", "letters"),
        Choice::Mail => ("each", "digest 07:00"),
        Choice::Lang => (value, value),
        Choice::Flip
        | Choice::Chat
        | Choice::Confirm
        | Choice::Public
        | Choice::Review
        | Choice::Strict
        | Choice::Web => ("on", "off"),
    };
    // The notation is that of xiangqi, and then the letters of chess.
    let changed = if value.ends_with(one) { other } else { one };
    format!("set {} {changed}", choice.name())
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
    let (calendar, other) = match times.calendar {
        true => ("on", "set calendar off"),
        false => ("off", "set calendar on"),
    };
    let quiet = times.quiet.as_deref().unwrap_or("off");
    let zone = times.zone.as_deref().unwrap_or("UTC");
    let mut rows: Vec<(&str, String, String)> = [
        ("calendar", calendar, other),
        ("quiet", quiet, "set quiet 22:00-07:00"),
        ("remind", remind, "set remind 3d 1d 6h"),
        ("zone", zone, "set zone Europe/Rome"),
    ]
    .map(|(name, value, example)| (name, value.to_owned(), example.to_owned()))
    .into();
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
        WatchNote::Which(games) => context! { games => numbers(games) },
        _ => unnamed(note, &["game", "most"]),
    };
    voice.tell("watch", note, args)
}

//! Settings of a player that concern times: zone, quiet hours, reminders, calendar entries.

use anyhow::Result;

use crate::commands::Setting;
use crate::letters::{RemindFault, SettingNote};
use crate::store::PlayerChange;
use crate::text::clean;
use crate::time::reminders::{self, RemindersError};
use crate::time::{PlayerTimes, Quiet, Reminders, zones};

use crate::office::{MailSession, Office};

/// At most this many characters of a value are repeated.
const LONGEST: usize = 60;
/// What takes a setting away.
const OFF: [&str; 4] = ["off", "none", "no", "never"];
/// What sets the usual reminders again.
const USUAL: [&str; 4] = ["usual", "default", "on", "yes"];

impl MailSession<'_> {
    /// Sets what a line says, or says what is set. What follows from it is seen by the next lines of the mail.
    ///
    /// # Errors
    /// The store fails, or a game of the player's cannot be loaded.
    pub(super) fn of_times(&mut self, setting: &Setting) -> Result<SettingNote> {
        let mut times = self.player.times.clone();
        let note = match setting {
            Setting::Zone(value) => self.draft.office.zone(&mut times, value.as_deref()),
            Setting::Quiet(value) => quiet(&mut times, value.as_deref()),
            Setting::Remind(value) => remind(&mut times, value.as_deref()),
            Setting::Calendar(value) => {
                times.calendar = value.unwrap_or(times.calendar);
                let (on, set) = (times.calendar, value.is_some());
                SettingNote::Calendar { on, set }
            }
        };
        if times != self.player.times {
            let change = PlayerChange::Times(self.player.id, times.clone());
            self.draft.decision.players.push(change);
            self.player.times = times;
            self.draft.look_again(self.player.id)?;
        }
        Ok(note)
    }
}

impl Office {
    fn zone(&self, times: &mut PlayerTimes, value: Option<&str>) -> SettingNote {
        if let Some(value) = value {
            let typed = bare(value);
            let utc = typed.eq_ignore_ascii_case("utc") || is_one_of(&typed, &OFF);
            times.zone = match zones::find(&typed) {
                _ if utc => None,
                Ok(zone) => Some(zone.name().to_owned()),
                Err(nearest) => {
                    let near = nearest.into_iter().map(str::to_owned).collect();
                    return SettingNote::NoZone { typed, near };
                }
            };
        }
        SettingNote::Zone {
            zone: times.zone.clone(),
            at: self.stamp(),
            set: value.is_some(),
        }
    }
}

fn quiet(times: &mut PlayerTimes, value: Option<&str>) -> SettingNote {
    if let Some(value) = value {
        let typed = bare(value);
        times.quiet = match typed.parse::<Quiet>() {
            _ if is_one_of(&typed, &OFF) => None,
            Ok(hours) => Some(hours.to_string()),
            Err(_) => return SettingNote::NoQuiet { typed },
        };
    }
    SettingNote::Quiet {
        hours: times.quiet.clone(),
        zone: times.zone.clone(),
        set: value.is_some(),
    }
}

fn remind(times: &mut PlayerTimes, value: Option<&str>) -> SettingNote {
    if let Some(value) = value {
        let typed = bare(value);
        times.remind = match typed.parse::<Reminders>() {
            _ if is_one_of(&typed, &USUAL) => None,
            Ok(chosen) => Some(chosen.to_string()),
            Err(why) => {
                let why = match why {
                    RemindersError::Unreadable => RemindFault::Unreadable,
                    RemindersError::TooMany => RemindFault::TooMany(reminders::MOST),
                    RemindersError::OutOfRange => RemindFault::OutOfRange,
                };
                return SettingNote::NoRemind { typed, why };
            }
        };
    }
    let reminders = Reminders::of_stored(times.remind.as_deref());
    let before = reminders.before().iter();
    SettingNote::Remind {
        before: before.map(|length| length.seconds()).collect(),
        chosen: times.remind.is_some(),
        set: value.is_some(),
    }
}

/// A value without the punctuation that ends a sentence.
pub(in crate::office) fn bare(value: &str) -> String {
    let value = value.trim().trim_end_matches(['.', '!', ',', ';', '?']);
    clean(value, LONGEST)
}

fn is_one_of(typed: &str, words: &[&str]) -> bool {
    words.iter().any(|word| typed.eq_ignore_ascii_case(word))
}

//! Words about settings that concern times, and about leave.

use chrono::NaiveDate;
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::words::{Voice, kind, unnamed};

use super::data::{LeaveDays, LeaveFault, LeaveLeft, LeaveNote, LeaveNotice, SettingNote};
use super::game_words::GameWords;
use super::instants::{self, Instants, stored};
use super::people::numbers;
use super::time_words::length;

impl GameWords<'_> {
    /// What is in a calendar at the deadline of the turn that is due.
    pub fn calendar_summary(&self) -> String {
        let args = context! {
            game => self.game.id.0,
            name => self.voice.name(&self.game.name),
            turn => self.turn(&self.game.label),
        };
        self.say("calendar-summary", args)
    }
}

/// An answer about a setting.
pub(super) fn setting(voice: Voice<'_>, note: &SettingNote) -> String {
    let tell = |args| voice.tell("setting", note, args);
    match note {
        SettingNote::Zone { zone, at, .. } => {
            tell(context! { now => stored(voice, zone.as_deref(), at, Instants::plain) })
        }
        SettingNote::Quiet { hours, .. } => {
            let both = hours.as_ref().and_then(|hours| hours.split_once('-'));
            let hours = both.map(|(from, to)| vec![from.to_owned(), to.to_owned()]);
            tell(context! { hours })
        }
        SettingNote::Remind { before, .. } => {
            let before: Vec<String> = before.iter().map(|one| length(voice, *one)).collect();
            tell(context! { before })
        }
        SettingNote::NoRemind { why, .. } => {
            tell(context! { why => kind(why), ..unnamed(why, &["most"]) })
        }
        SettingNote::Choice { choice, value, set } => {
            let (word, more) = value.split_once([' ', ',']).unwrap_or((value.as_str(), ""));
            let args = context! { value => word, more => more.trim(), set };
            voice.notice(&format!("choice-{}", choice.name()), args)
        }
        SettingNote::NoChoice {
            choice,
            typed,
            known,
        } => {
            let name = choice.name();
            voice.notice("no-choice", context! { name, typed, known })
        }
        _ => tell(context! {}),
    }
}

/// An answer about leave.
pub(super) fn leave(voice: Voice<'_>, note: &LeaveNote) -> String {
    let args = match note {
        LeaveNote::List { all, left } => {
            context! { all => all_of(voice, all), left => rest(voice, left) }
        }
        LeaveNote::Booked { leave, left, .. } => {
            context! { leave => days(voice, leave), left => rest(voice, left) }
        }
        LeaveNote::Refused { leave, why } => {
            context! { leave => days(voice, leave), why => fault(voice, why) }
        }
        LeaveNote::TwoDates { readings, .. } => {
            context! { readings => readings.each_ref().map(|one| day(voice, one)) }
        }
        LeaveNote::Cancelled { leave, .. }
        | LeaveNote::Shortened { leave, .. }
        | LeaveNote::EndsAnyway { leave } => context! { leave => days(voice, leave) },
        LeaveNote::Which { all } => context! { all => all_of(voice, all) },
        _ => context! {},
    };
    voice.tell("leave", note, args)
}

/// Why a leave is not booked.
fn fault(voice: Voice<'_>, why: &LeaveFault) -> String {
    let args = match why {
        LeaveFault::TooSoon { earliest } => context! { earliest => day(voice, earliest) },
        LeaveFault::Overlaps { other } | LeaveFault::TooNear { other, .. } => {
            context! { other => days(voice, other) }
        }
        LeaveFault::UsedUp { left, .. } => context! { year => left.year, days => left.days },
        _ => context! {},
    };
    voice.tell("leave", why, args)
}

/// What an opponent is told.
pub(super) fn notice(voice: Voice<'_>, notice: &LeaveNotice) -> String {
    let (change, also) = (kind(&notice.change), numbers(&notice.also));
    let (name, leave) = (&notice.name, days(voice, &notice.leave));
    let args = context! { name, leave, change, also };
    voice.notice("notice-leave", args)
}

fn all_of(voice: Voice<'_>, all: &[LeaveDays]) -> Vec<String> {
    all.iter().map(|leave| days(voice, leave)).collect()
}

/// `Thu 24 Dec 2026 to Sat 2 Jan 2027 (10 days)`.
fn days(voice: Voice<'_>, leave: &LeaveDays) -> String {
    let (from, to, days) = (day(voice, &leave.from), day(voice, &leave.to), leave.days);
    voice.notice("leave-days", context! { from, to, days })
}

/// `20 days in 2026`, for each year.
fn rest(voice: Voice<'_>, left: &[LeaveLeft]) -> Vec<String> {
    let one = |left| voice.notice("leave-left", Value::from(Serde(left)));
    left.iter().map(one).collect()
}

/// `Thu 24 Dec 2026`, from `2026-12-24`.
fn day(voice: Voice<'_>, text: &str) -> String {
    let date = text.parse::<NaiveDate>();
    date.map_or_else(|_| text.to_owned(), |date| instants::date(voice, date))
}

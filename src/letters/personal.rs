//! Words about settings that concern times, and about leave.

use chrono::{DateTime, NaiveDate, Utc};
use minijinja::context;

use crate::words::Voice;

use super::choices;
use super::data::{
    LeaveChange, LeaveDays, LeaveFault, LeaveLeft, LeaveNote, LeaveNotice, RemindFault, SettingNote,
};
use super::game_words::GameWords;
use super::instants::Instants;
use super::time_words::length;

impl GameWords<'_> {
    /// What stands in a calendar at the deadline of the turn that is due.
    #[must_use]
    pub fn calendar_summary(&self) -> String {
        let args = context! {
            game => self.game.id.0,
            name => &self.game.name,
            turn => self.turn(&self.game.label),
        };
        self.voice.say("notices/calendar-summary", args)
    }
}

/// An answer about a setting.
pub(super) fn setting(voice: Voice<'_>, note: &SettingNote) -> String {
    let say = |name: &str, args| voice.say(&format!("notices/setting-{name}"), args);
    match note {
        SettingNote::Zone { zone, at, set } => {
            let now = at.parse::<DateTime<Utc>>().ok();
            let now = now.map(|now| Instants::in_zone(zone.as_deref(), now).plain(now));
            say("zone", context! { zone, now, set })
        }
        SettingNote::NoZone { typed, near } => say("no-zone", context! { typed, near }),
        SettingNote::Quiet { hours, zone, set } => {
            let both = hours.as_ref().and_then(|hours| hours.split_once('-'));
            let hours = both.map(|(from, to)| vec![from.to_owned(), to.to_owned()]);
            say("quiet", context! { hours, zone, set })
        }
        SettingNote::NoQuiet { typed } => say("no-quiet", context! { typed }),
        SettingNote::Remind {
            before,
            chosen,
            set,
        } => {
            let before: Vec<String> = before.iter().map(|one| length(voice, *one)).collect();
            say("remind", context! { before, chosen, set })
        }
        SettingNote::NoRemind { typed, why } => {
            let (why, most) = match why {
                RemindFault::Unreadable => ("unreadable", None),
                RemindFault::TooMany(most) => ("too-many", Some(*most)),
                RemindFault::OutOfRange => ("out-of-range", None),
            };
            say("no-remind", context! { typed, why, most })
        }
        SettingNote::Calendar { on, set } => say("calendar", context! { on, set }),
        SettingNote::Choice { .. } | SettingNote::NoChoice { .. } => choices::setting(voice, note),
    }
}

/// An answer about leave.
pub(super) fn leave(voice: Voice<'_>, note: &LeaveNote) -> String {
    let say = |name: &str, args| voice.say(&format!("notices/leave-{name}"), args);
    let all_of = |all: &[LeaveDays]| -> Vec<String> {
        let written = all.iter().map(|leave| days(voice, leave));
        written.collect()
    };
    match note {
        LeaveNote::List { all, left } => say(
            "list",
            context! { all => all_of(all), left => rest(voice, left) },
        ),
        LeaveNote::Booked { leave, left, told } => {
            let (leave, left) = (days(voice, leave), rest(voice, left));
            say("booked", context! { leave, left, told })
        }
        LeaveNote::Refused { leave, why } => {
            let (leave, why) = (days(voice, leave), fault(voice, why));
            say("refused", context! { leave, why })
        }
        LeaveNote::NoDates { typed } => say("no-dates", context! { typed }),
        LeaveNote::TwoDates { typed, readings } => {
            let readings = readings.each_ref().map(|one| day(one));
            say("two-dates", context! { typed, readings })
        }
        LeaveNote::NoSuchDay { typed } => say("no-such-day", context! { typed }),
        LeaveNote::Cancelled { leave, back } => {
            say("cancelled", context! { leave => days(voice, leave), back })
        }
        LeaveNote::Shortened { leave, back } => {
            say("shortened", context! { leave => days(voice, leave), back })
        }
        LeaveNote::EndsAnyway { leave } => {
            say("ends-anyway", context! { leave => days(voice, leave) })
        }
        LeaveNote::NothingBooked => say("nothing-booked", context! {}),
        LeaveNote::Which { all } => say("which", context! { all => all_of(all) }),
        LeaveNote::NoEntry { number, count } => say("no-entry", context! { number, count }),
    }
}

/// Why a leave is not booked.
fn fault(voice: Voice<'_>, why: &LeaveFault) -> String {
    let say = |name: &str, args| voice.say(&format!("notices/leave-{name}"), args);
    match why {
        LeaveFault::Backwards => say("backwards", context! {}),
        LeaveFault::TooSoon { earliest } => say("too-soon", context! { earliest => day(earliest) }),
        LeaveFault::Overlaps { other } => say("overlaps", context! { other => days(voice, other) }),
        LeaveFault::TooShort { least } => say("too-short", context! { least }),
        LeaveFault::TooNear { other, apart } => {
            let other = days(voice, other);
            say("too-near", context! { other, apart })
        }
        LeaveFault::TooMany { most } => say("too-many", context! { most }),
        LeaveFault::UsedUp { left, needed } => {
            let LeaveLeft { year, days } = left;
            say("used-up", context! { year, days, needed })
        }
    }
}

/// What an opponent is told.
pub(super) fn notice(voice: Voice<'_>, notice: &LeaveNotice) -> String {
    let change = match notice.change {
        LeaveChange::Booked => "booked",
        LeaveChange::Shortened => "shortened",
        LeaveChange::Cancelled => "cancelled",
    };
    let also: Vec<String> = notice.also.iter().map(|game| format!("#{game}")).collect();
    let (name, leave) = (&notice.name, days(voice, &notice.leave));
    voice.say(
        "notices/notice-leave",
        context! { name, leave, change, also },
    )
}

/// `Thu 24 Dec 2026 to Sat 2 Jan 2027 (10 days)`.
fn days(voice: Voice<'_>, leave: &LeaveDays) -> String {
    let (from, to, days) = (day(&leave.from), day(&leave.to), leave.days);
    voice.say("notices/leave-days", context! { from, to, days })
}

/// `20 days in 2026`, for each year.
fn rest(voice: Voice<'_>, left: &[LeaveLeft]) -> Vec<String> {
    let one = |LeaveLeft { year, days }: &LeaveLeft| {
        voice.say("notices/leave-left", context! { year, days })
    };
    left.iter().map(one).collect()
}

/// `Thu 24 Dec 2026`, from `2026-12-24`.
fn day(text: &str) -> String {
    let date = text.parse::<NaiveDate>();
    date.map_or_else(
        |_| text.to_owned(),
        |date| date.format("%a %-d %b %Y").to_string(),
    )
}

//! Moments as they are written for a reader: in the reader's time zone, or in UTC, which is said.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use chrono_tz::Tz;
use minijinja::context;

use crate::time::{PlayerTimes, zones};
use crate::words::Voice;

/// Writes moments for one reader.
#[derive(Clone, Copy, Debug)]
pub struct Instants<'a> {
    /// The reader's language.
    voice: Voice<'a>,
    /// The reader's time zone.
    zone: Tz,
    /// The present: the year is left out where it is this year.
    now: DateTime<Utc>,
}

impl<'a> Instants<'a> {
    /// For a player. Without a zone, or with one that is not known here, it is UTC.
    pub fn of(voice: Voice<'a>, times: &PlayerTimes, now: DateTime<Utc>) -> Self {
        Self::in_zone(voice, times.zone.as_deref(), now)
    }

    /// For somebody in the zone of this name.
    pub fn in_zone(voice: Voice<'a>, zone: Option<&str>, now: DateTime<Utc>) -> Self {
        let zone = zone.map_or(Tz::UTC, zones::stored);
        Self { voice, zone, now }
    }

    /// `Tue 24 Nov 18:00 CET`.
    pub fn plain(&self, at: DateTime<Utc>) -> String {
        self.within(at, self.zone)
    }

    /// `Tue 24 Nov 18:00 CET (17:00 UTC)`: what must not be mistaken is in UTC as well.
    pub fn deadline(&self, at: DateTime<Utc>) -> String {
        let (own, utc) = (self.plain(at), self.within(at, Tz::UTC));
        if own == utc {
            return own;
        }
        let same_day = at.with_timezone(&self.zone).date_naive() == at.date_naive();
        let utc = match same_day {
            true => at.format("%H:%M UTC").to_string(),
            false => utc,
        };
        format!("{own} ({utc})")
    }

    /// Without the seconds, and with the year if it is not that of the present.
    fn within(&self, at: DateTime<Utc>, zone: Tz) -> String {
        let local = at.with_timezone(&zone);
        let this_year = local.year() == self.now.with_timezone(&zone).year();
        let date = day(self.voice, local.date_naive(), !this_year);
        let (time, zone) = (local.format("%H:%M").to_string(), zones::name(&local));
        self.voice.notice("moment", context! { date, time, zone })
    }
}

/// `Thu 24 Dec 2026`.
pub(super) fn date(voice: Voice<'_>, date: NaiveDate) -> String {
    day(voice, date, true)
}

fn day(voice: Voice<'_>, date: NaiveDate, with_year: bool) -> String {
    let weekday = date.weekday().number_from_monday();
    let (day, month) = (date.day(), date.month());
    let year = with_year.then(|| date.year());
    voice.notice("date", context! { weekday, day, month, year })
}

/// A stored moment (RFC 3339) for somebody in the zone of this name, as [`Instants::plain`] or [`Instants::deadline`]
/// writes it, without its year; nothing if it is damaged.
pub(super) fn stored<'a>(
    voice: Voice<'a>,
    zone: Option<&str>,
    at: &str,
    write: impl Fn(&Instants<'a>, DateTime<Utc>) -> String,
) -> String {
    stored_since(voice, zone, None, at, write)
}

/// The same with its year where that is not the one of `now`.
pub(super) fn stored_since<'a>(
    voice: Voice<'a>,
    zone: Option<&str>,
    now: Option<DateTime<Utc>>,
    at: &str,
    write: impl Fn(&Instants<'a>, DateTime<Utc>) -> String,
) -> String {
    let at = at.parse::<DateTime<Utc>>();
    at.map(|at| write(&Instants::in_zone(voice, zone, now.unwrap_or(at)), at))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;
    use chrono::TimeZone;

    #[test]
    fn deadlines_are_in_both_zones() {
        let moment = |year, month, day| {
            let at = Utc.with_ymd_and_hms(year, month, day, 17, 0, 0);
            at.single().expect("a moment")
        };
        let times = PlayerTimes {
            zone: Some("Europe/Rome".to_owned()),
            ..PlayerTimes::default()
        };
        let voice = Words::built_in().english();
        let rome = Instants::of(voice, &times, moment(2026, 11, 20));
        let at = moment(2026, 11, 24);
        assert_eq!(rome.plain(at), "Tue 24 Nov 18:00 CET");
        assert_eq!(rome.deadline(at), "Tue 24 Nov 18:00 CET (17:00 UTC)");
        let tokyo = Instants::in_zone(voice, Some("Asia/Tokyo"), at);
        let both = "Wed 25 Nov 02:00 JST (Tue 24 Nov 17:00 UTC)";
        assert_eq!(tokyo.deadline(at), both);
        let utc = Instants::of(voice, &PlayerTimes::default(), moment(2026, 11, 20));
        assert_eq!(utc.deadline(at), "Tue 24 Nov 17:00 UTC");
        assert_eq!(utc.deadline(moment(2027, 1, 5)), "Tue 5 Jan 2027 17:00 UTC");
        let new_year = Instants::of(voice, &times, moment(2026, 12, 30));
        let eve = moment(2026, 12, 31) + chrono::TimeDelta::hours(6);
        let both = "Fri 1 Jan 2027 00:00 CET (Thu 31 Dec 23:00 UTC)";
        assert_eq!(new_year.deadline(eve), both, "the year is that of the zone");
        let odd = Instants::in_zone(voice, Some("Nowhere/Else"), moment(2026, 11, 20));
        assert_eq!(odd.plain(at), "Tue 24 Nov 17:00 UTC");
    }
}

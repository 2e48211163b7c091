//! Moments as they are written for a reader: in the reader's time zone, or in UTC, which is said.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::time::{PlayerTimes, zones};

/// Writes moments for one reader.
#[derive(Clone, Copy, Debug)]
pub struct Instants {
    /// The reader's time zone.
    zone: Tz,
    /// The present: the year is left out where it is this year.
    now: DateTime<Utc>,
}

impl Instants {
    /// For a player. Without a zone, or with one that is not known here, it is UTC.
    pub fn of(times: &PlayerTimes, now: DateTime<Utc>) -> Self {
        Self::in_zone(times.zone.as_deref(), now)
    }

    /// For somebody in the zone of this name.
    pub fn in_zone(zone: Option<&str>, now: DateTime<Utc>) -> Self {
        let zone = zone.map_or(Tz::UTC, zones::stored);
        Self { zone, now }
    }

    /// `Tue 24 Nov 18:00 CET`.
    pub fn plain(&self, at: DateTime<Utc>) -> String {
        zones::write(at, self.zone, self.now)
    }

    /// `Tue 24 Nov 18:00 CET (17:00 UTC)`: what must not be mistaken is in UTC as well.
    pub fn deadline(&self, at: DateTime<Utc>) -> String {
        let (own, utc) = (self.plain(at), zones::write(at, Tz::UTC, self.now));
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
}

/// A stored moment (RFC 3339) for somebody in the zone of this name, as [`Instants::plain`] or [`Instants::deadline`]
/// writes it, without its year; nothing if it is damaged.
pub(super) fn stored(
    zone: Option<&str>,
    at: &str,
    write: impl Fn(&Instants, DateTime<Utc>) -> String,
) -> String {
    stored_since(zone, None, at, write)
}

/// The same with its year where that is not the one of `now`.
pub(super) fn stored_since(
    zone: Option<&str>,
    now: Option<DateTime<Utc>>,
    at: &str,
    write: impl Fn(&Instants, DateTime<Utc>) -> String,
) -> String {
    let at = at.parse::<DateTime<Utc>>();
    at.map(|at| write(&Instants::in_zone(zone, now.unwrap_or(at)), at))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let rome = Instants::of(&times, moment(2026, 11, 20));
        let at = moment(2026, 11, 24);
        assert_eq!(rome.plain(at), "Tue 24 Nov 18:00 CET");
        assert_eq!(rome.deadline(at), "Tue 24 Nov 18:00 CET (17:00 UTC)");
        let tokyo = Instants::in_zone(Some("Asia/Tokyo"), at);
        let both = "Wed 25 Nov 02:00 JST (Tue 24 Nov 17:00 UTC)";
        assert_eq!(tokyo.deadline(at), both);
        let utc = Instants::of(&PlayerTimes::default(), moment(2026, 11, 20));
        assert_eq!(utc.deadline(at), "Tue 24 Nov 17:00 UTC");
        assert_eq!(utc.deadline(moment(2027, 1, 5)), "Tue 5 Jan 2027 17:00 UTC");
        let odd = Instants::in_zone(Some("Nowhere/Else"), moment(2026, 11, 20));
        assert_eq!(odd.plain(at), "Tue 24 Nov 17:00 UTC");
    }
}

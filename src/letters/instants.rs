//! Moments as they are written for a reader: in his time zone, or in UTC, which is said.

use chrono::{DateTime, Utc};

use crate::store::PlayerTimes;
use chrono_tz::Tz;

use crate::time::zones;

/// Writes moments for one reader.
#[derive(Clone, Copy, Debug)]
pub struct Instants {
    /// The reader's time zone; `None`: UTC.
    zone: Option<Tz>,
    /// The present: the year is left out where it is this year.
    now: DateTime<Utc>,
}

impl Instants {
    /// For a player. A zone that is not known here is as none.
    #[must_use]
    pub fn of(times: &PlayerTimes, now: DateTime<Utc>) -> Self {
        Self::in_zone(times.zone.as_deref(), now)
    }

    /// For somebody in the zone of this name.
    #[must_use]
    pub fn in_zone(zone: Option<&str>, now: DateTime<Utc>) -> Self {
        let zone = zone.and_then(|name| zones::find(name).ok());
        Self { zone, now }
    }

    /// `Tue 24 Nov 18:00 CET`.
    #[must_use]
    pub fn plain(&self, at: DateTime<Utc>) -> String {
        match self.zone {
            Some(zone) => zones::write(at, zone, self.now),
            None => zones::write(at, Tz::UTC, self.now),
        }
    }

    /// `Tue 24 Nov 18:00 CET (Tue 24 Nov 17:00 UTC)`, for deadlines, so that nobody is wrong about the zone.
    #[must_use]
    pub fn deadline(&self, at: DateTime<Utc>) -> String {
        let (own, utc) = (self.plain(at), zones::write(at, Tz::UTC, self.now));
        if own == utc {
            own
        } else {
            format!("{own} ({utc})")
        }
    }
}

//! Calendar entries: a deadline as a part of a letter (RFC 5545, RFC 5546).

use std::fmt::{self, Write as _};

use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property};

use super::{address::Address, parse::text::one_line};

/// At most this many characters of a summary.
const LONGEST: usize = 120;

/// The deadline of a turn, as an entry in the reader's calendar. It holds no reply token: calendars are shown to
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarEntry {
    /// Identifies the entry: the same for all entries of a seat of a game, so that each takes the place of the one
    /// before.
    pub uid: String,
    /// Grows with every change of the game.
    pub sequence: i64,
    /// When the time is over.
    pub deadline: DateTime<Utc>,
    /// What it is: one line.
    pub summary: String,
    /// Whether the entry is to be taken out again.
    pub cancelled: bool,
}

impl CalendarEntry {
    /// The word for it in `Content-Type` and in the calendar itself.
    pub fn method(&self) -> &'static str {
        if self.cancelled { "CANCEL" } else { "PUBLISH" }
    }

    /// The calendar with this entry, with CRLF line ends. `organizer` is the server, which RFC 5546 wants to be
    /// named; `made` is when the letter is made.
    ///
    /// # Errors
    /// There is none that depends on the entry.
    pub fn to_text(&self, organizer: &Address, made: DateTime<Utc>) -> Result<String, fmt::Error> {
        use EventStatus::{Cancelled, Confirmed};
        let status = if self.cancelled { Cancelled } else { Confirmed };
        // Without an end, it is a moment and takes up no time.
        let event = Event::new()
            .uid(&one_line(&self.uid, LONGEST))
            .sequence(u32::try_from(self.sequence).unwrap_or(0))
            .timestamp(made)
            .starts(self.deadline)
            .summary(&one_line(&self.summary, LONGEST))
            .status(status)
            .add_property("ORGANIZER", format!("mailto:{organizer}"))
            .add_property("TRANSP", "TRANSPARENT")
            .done();
        let mut calendar = Calendar::empty();
        for (name, value) in [
            ("VERSION", "2.0"),
            ("PRODID", "-//Zugpost//correspondence games//EN"),
            ("CALSCALE", "GREGORIAN"),
            ("METHOD", self.method()),
        ] {
            calendar.append_property(Property::new(name, value));
        }
        calendar.push(event);
        let mut text = String::new();
        write!(text, "{calendar}")?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;
    use icalendar::{CalendarComponent, DatePerhapsTime};
    use proptest::prelude::*;

    fn moment(hour: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 24, hour, 0, 0)
            .single()
            .expect("a moment")
    }

    fn entry(summary: &str, cancelled: bool) -> CalendarEntry {
        CalendarEntry {
            uid: "g17.white@example.org".to_owned(),
            sequence: 5,
            deadline: moment(17),
            summary: summary.to_owned(),
            cancelled,
        }
    }

    fn text(entry: &CalendarEntry) -> String {
        let organizer = Address::parse("play@example.org").expect("good");
        entry.to_text(&organizer, moment(9)).expect("written")
    }

    fn back(entry: &CalendarEntry) -> (Calendar, Event) {
        let calendar: Calendar = text(entry).parse().expect("a calendar");
        let [CalendarComponent::Event(event)] = &calendar.components[..] else {
            panic!("one event: {calendar:?}")
        };
        let event = event.clone();
        (calendar, event)
    }

    #[test]
    fn an_entry_is_read_back() {
        let (calendar, event) = back(&entry("Chess #17: your time ends", false));
        assert_eq!(calendar.property_value("METHOD"), Some("PUBLISH"));
        assert_eq!(calendar.property_value("VERSION"), Some("2.0"));
        assert_eq!(event.get_uid(), Some("g17.white@example.org"));
        assert_eq!(event.get_sequence(), Some(5));
        assert_eq!(event.get_status(), Some(EventStatus::Confirmed));
        assert_eq!(event.get_timestamp(), Some(moment(9)));
        assert_eq!(event.get_start(), Some(DatePerhapsTime::from(moment(17))));
        assert_eq!(event.get_end(), None);
        assert_eq!(event.get_summary(), Some("Chess #17: your time ends"));
        let organizer = event.property_value("ORGANIZER");
        assert_eq!(organizer, Some("mailto:play@example.org"));
    }

    #[test]
    fn a_cancelled_entry_has_the_same_name() {
        let (calendar, event) = back(&entry("x", true));
        assert_eq!(calendar.property_value("METHOD"), Some("CANCEL"));
        assert_eq!(event.get_status(), Some(EventStatus::Cancelled));
        assert_eq!(event.get_uid(), Some("g17.white@example.org"));
    }

    proptest! {
        #[test]
        fn any_summary_is_one_property(summary in "\\PC{0,200}|[a-z;,\\\\\r\n:\"]{0,200}") {
            let (_, event) = back(&entry(&summary, false));
            let short = one_line(&summary, LONGEST);
            prop_assert_eq!(event.get_summary().unwrap_or_default(), short.as_str());
            prop_assert_eq!(event.get_status(), Some(EventStatus::Confirmed));
            for line in text(&entry(&summary, false)).split("\r\n") {
                prop_assert!(line.len() <= 76 && !line.contains('\n'), "{}", line);
            }
        }
    }
}

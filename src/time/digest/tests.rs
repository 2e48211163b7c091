use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

fn hour(text: &str) -> TimeOfDay {
    text.parse().expect("a time of the day")
}

fn next(digest: Digest, now: &str, zone: Tz) -> Option<String> {
    let next = digest.next(at(now), zone)?;
    Some(next.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
}

#[test]
fn times_of_the_day_are_read_and_written() {
    for (text, written) in [("7", "07:00"), ("7:30", "07:30"), ("23.59", "23:59")] {
        assert_eq!(hour(text).to_string(), written, "{text}");
    }
    for text in ["", "25", "7:60", "7:5", "noon", "-1", "7:300"] {
        assert_eq!(text.parse::<TimeOfDay>(), Err(NoTimeOfDay), "{text}");
    }
}

#[test]
fn an_hour_holds_from_the_next_day_on() {
    let rome = chrono_tz::Europe::Rome;
    let first = Digest::chosen(hour("07:00"), None, at("2026-01-05T12:00:00Z"), rome);
    // Until then letters leave at once.
    assert_eq!(next(first, "2026-01-05T22:30:00Z", rome), None);
    let of_morning = Some("2026-01-06T06:00:00Z".to_owned());
    assert_eq!(next(first, "2026-01-05T23:30:00Z", rome), of_morning);
    let next_day = Some("2026-01-07T06:00:00Z".to_owned());
    assert_eq!(next(first, "2026-01-06T06:00:00Z", rome), next_day);
    // A change on the same day, before and after the hour.
    let changed = Digest::chosen(hour("05:00"), Some(first), at("2026-01-06T05:30:00Z"), rome);
    assert_eq!(next(changed, "2026-01-06T05:40:00Z", rome), of_morning);
    let earlier = Some("2026-01-07T04:00:00Z".to_owned());
    assert_eq!(next(changed, "2026-01-06T06:40:00Z", rome), earlier);
}

#[test]
fn a_time_that_a_day_leaves_out_is_the_first_after_it() {
    let rome = chrono_tz::Europe::Rome;
    let digest = Digest::chosen(hour("02:30"), None, at("2026-03-01T12:00:00Z"), rome);
    let after = Some("2026-03-29T01:00:00Z".to_owned());
    assert_eq!(next(digest, "2026-03-29T00:10:00Z", rome), after);
    // Twice: the first of them.
    let twice = Some("2026-10-25T00:30:00Z".to_owned());
    assert_eq!(next(digest, "2026-10-24T22:10:00Z", rome), twice);
}

use proptest::prelude::*;

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect(text)
}

#[test]
fn zones_are_found() {
    for (text, name) in [
        ("Europe/Rome", "Europe/Rome"),
        (" europe/rome ", "Europe/Rome"),
        ("ROME", "Europe/Rome"),
        ("new york", "America/New_York"),
        (
            "America/Argentina/Buenos Aires",
            "America/Argentina/Buenos_Aires",
        ),
        ("utc", "UTC"),
        ("cet", "CET"),
    ] {
        assert_eq!(find(text).map(|zone| zone.name()), Ok(name), "{text}");
    }
}

#[test]
fn unknown_names_get_the_nearest() {
    let nearest = |text: &str| find(text).expect_err(text);
    assert_eq!(nearest("Europe/Roma")[0], "Europe/Rome");
    assert_eq!(nearest("Berln")[0], "Europe/Berlin");
    assert_eq!(nearest("Eurpoe/Berlin")[0], "Europe/Berlin");
    assert_eq!(nearest("Asia/Saigonn")[0], "Asia/Saigon");
    // Two zones have this last part: America/Louisville and America/Kentucky/Louisville.
    assert!(
        nearest("louisville")[..2]
            .iter()
            .all(|name| name.ends_with("/Louisville"))
    );
    assert_eq!(nearest("CEST")[0], "CET");
    // In the names of the database the signs of offsets are the other way round.
    assert!(
        nearest("GMT+2")
            .iter()
            .all(|name| !name.starts_with("Etc/"))
    );
    assert_eq!(nearest("").len(), 3);
    assert_eq!(nearest(&"x".repeat(100_000)).len(), 3);
}

#[test]
fn stored_names_are_found_again() {
    for zone in TZ_VARIANTS {
        assert_eq!(stored(zone.name()), zone);
        assert_eq!(find(zone.name()), Ok(zone));
    }
    assert_eq!(stored("Middle/Earth"), Tz::UTC);
}

#[test]
fn instants_are_written_for_their_reader() {
    let now = at("2026-11-22T12:00:00Z");
    for (text, zone, written) in [
        (
            "2026-11-24T17:00:59Z",
            Tz::Europe__Rome,
            "Tue 24 Nov 18:00 CET",
        ),
        ("2026-11-24T17:00:00Z", Tz::UTC, "Tue 24 Nov 17:00 UTC"),
        (
            "2026-07-01T17:00:00Z",
            Tz::Europe__Rome,
            "Wed 1 Jul 19:00 CEST",
        ),
        (
            "2026-12-31T23:30:00Z",
            Tz::Europe__Rome,
            "Fri 1 Jan 2027 00:30 CET",
        ),
        ("2026-12-31T23:30:00Z", Tz::UTC, "Thu 31 Dec 23:30 UTC"),
        (
            "2026-11-24T17:00:00Z",
            Tz::Asia__Tashkent,
            "Tue 24 Nov 22:00 UTC+5",
        ),
        (
            "2026-11-24T17:00:00Z",
            Tz::America__Sao_Paulo,
            "Tue 24 Nov 14:00 UTC-3",
        ),
        (
            "2026-11-24T17:00:00Z",
            Tz::Asia__Kathmandu,
            "Tue 24 Nov 22:45 UTC+5:45",
        ),
        (
            "2026-11-24T17:00:00Z",
            Tz::Africa__Abidjan,
            "Tue 24 Nov 17:00 GMT",
        ),
    ] {
        assert_eq!(write(at(text), zone, now), written);
    }
    assert_eq!(from_utc(-12_600), "UTC-3:30");
    assert_eq!(from_utc(-1800), "UTC-0:30");
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,30}") {
        let _ = find(&text);
    }

    #[test]
    fn any_instant_is_written(seconds in -4_000_000_000i64..8_000_000_000, n in any::<prop::sample::Index>()) {
        let at = DateTime::from_timestamp(seconds, 0).expect("an instant");
        let text = write(at, *n.get(&TZ_VARIANTS), at);
        prop_assert_eq!(text.split(' ').count(), 5, "{}", text);
    }
}

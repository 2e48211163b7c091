use proptest::prelude::*;

use chrono::Utc;

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
fn zones_are_named_as_they_are_at_an_instant() {
    for (text, zone, named) in [
        ("2026-11-24T17:00:59Z", Tz::Europe__Rome, "CET"),
        ("2026-11-24T17:00:00Z", Tz::UTC, "UTC"),
        ("2026-07-01T17:00:00Z", Tz::Europe__Rome, "CEST"),
        ("2026-12-31T23:30:00Z", Tz::Europe__Rome, "CET"),
        ("2026-12-31T23:30:00Z", Tz::UTC, "UTC"),
        ("2026-11-24T17:00:00Z", Tz::Asia__Tashkent, "UTC+5"),
        ("2026-11-24T17:00:00Z", Tz::America__Sao_Paulo, "UTC-3"),
        ("2026-11-24T17:00:00Z", Tz::Asia__Kathmandu, "UTC+5:45"),
        ("2026-11-24T17:00:00Z", Tz::Africa__Abidjan, "GMT"),
    ] {
        assert_eq!(name(&at(text).with_timezone(&zone)), named, "{text}");
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
    fn any_zone_has_a_name_at_any_instant(seconds in -4_000_000_000i64..8_000_000_000, n in any::<prop::sample::Index>()) {
        let at = DateTime::from_timestamp(seconds, 0).expect("an instant");
        let named = name(&at.with_timezone(n.get(&TZ_VARIANTS)));
        prop_assert!(!named.is_empty() && !named.contains(' '), "{}", named);
    }
}

use proptest::prelude::*;

use super::*;
use crate::time::{LONGEST, MINUTE};

fn fault(text: &str) -> (String, TermsFault) {
    let error = read::terms(text).expect_err(text);
    (error.read, error.fault)
}

fn length(text: &str) -> Length {
    text.parse().expect(text)
}

#[test]
fn terms_are_read_and_written() {
    for (text, written) in [
        ("3d/move", "3d/move"),
        (" 3 D / Move ", "3d/move"),
        ("36h/move", "1d12h/move"),
        ("2 days/move", "2d/move"),
        ("30d+1d/move max 40d", "30d+1d/move max 40d"),
        ("30d + 12h / move, grace 2d", "30d+12h/move grace 2d"),
        ("30d+0d/move", "30d+0m/move"),
        ("10/30d", "10/30d"),
        (
            "10 / 30 d grace 1d12h turn max 20d no leave weekdays",
            "10/30d grace 1d12h turn max 20d no leave weekdays",
        ),
        (
            "3d/move weekdays no leave turn max 2d grace 1d",
            "3d/move grace 1d turn max 2d no leave weekdays",
        ),
        (
            "30d+1d/move grace 2d max 30d",
            "30d+1d/move max 30d grace 2d",
        ),
    ] {
        assert_eq!(read::terms(text).expect(text).to_string(), written);
    }
    assert_eq!(Terms::read(" None "), Ok(None));
    assert_eq!(Terms::written(None), "none");
    let terms = Terms::read("3D/MOVE").expect("terms").expect("a clock");
    assert_eq!(Terms::written(Some(&terms)), "3d/move");
}

#[test]
fn faults_say_what_was_understood() {
    let zero = |part| TermsFault::Zero { part };
    let none = |part, found: &str| TermsFault::NoLength {
        part,
        found: found.to_owned(),
    };
    let unknown = |word: &str| TermsFault::Unknown {
        word: word.to_owned(),
    };
    let below = TermsFault::MaxBelowBank {
        bank: length("30d"),
        max: length("20d"),
    };
    for (text, read, what) in [
        ("", "", TermsFault::NoControl),
        ("fast", "fast", TermsFault::NoControl),
        ("3d", "3d", TermsFault::NoControl),
        ("3D / turn", "3d/turn", TermsFault::NoControl),
        ("30d+1d grace 2d", "30d+1d grace", TermsFault::NoControl),
        ("3", "3", none(Part::PerMove, "3")),
        ("3 /move", "3/move", none(Part::Turns, "move")),
        ("1d1d/move", "1d1d", none(Part::PerMove, "d")),
        ("30d+/move", "30d+/", none(Part::Increment, "/")),
        ("3d/move grace", "3d/move grace", none(Part::Grace, "")),
        (
            "3d/move grace no leave",
            "3d/move grace no",
            none(Part::Grace, "no"),
        ),
        ("0d/move", "0d", zero(Part::PerMove)),
        ("0d+1d/move", "0d", zero(Part::Bank)),
        ("10/0h", "10/0h", zero(Part::Turns)),
        (
            "3d/move grace 0d weekdays",
            "3d/move grace 0d",
            zero(Part::Grace),
        ),
        (
            "3d/move turn max 0h",
            "3d/move turn max 0h",
            zero(Part::TurnMax),
        ),
        ("30d+1d/move max 20d", "30d+1d/move max 20d", below),
        (
            "3d/move max 20d",
            "3d/move max 20d",
            TermsFault::MaxWithoutBank,
        ),
        ("3d/move none", "3d/move none", unknown("none")),
        ("3d/move turn 2d", "3d/move turn", unknown("turn")),
        ("3d/move no grace", "3d/move no", unknown("no")),
        ("3d/move.", "3d/move.", unknown(".")),
        (
            "3651d/move",
            "3651d",
            TermsFault::TooLong {
                part: Part::PerMove,
            },
        ),
        (
            "3d/move grace 99999999999999999999d",
            "3d/move grace 99999999999999999999d",
            TermsFault::TooLong { part: Part::Grace },
        ),
        ("0/3d", "0/", TermsFault::Count { most: MOST_TURNS }),
        (
            "99999999999/3d",
            "99999999999/",
            TermsFault::Count { most: MOST_TURNS },
        ),
        (
            "3d/move weekdays weekdays",
            "3d/move weekdays weekdays",
            TermsFault::Twice {
                part: Part::Weekdays,
            },
        ),
        (
            "3d/move grace 1d grace 2d",
            "3d/move grace 1d grace",
            TermsFault::Twice { part: Part::Grace },
        ),
    ] {
        assert_eq!(fault(text), (read.to_owned(), what), "{text}");
    }
}

#[test]
fn less_than_half_a_day_a_turn_is_fast() {
    for (text, fast) in [
        ("12h/move", false),
        ("719m/move", true),
        ("10/5d", false),
        ("11/5d", true),
        ("12h+0m/move", false),
        ("11h+1d/move", true),
        ("3d/move turn max 6h", true),
    ] {
        assert_eq!(read::terms(text).expect(text).is_fast(), fast, "{text}");
    }
}

#[test]
fn one_turns_time() {
    for (text, time) in [
        ("6h/move", "6h"),
        ("30d+2d/move", "2d"),
        ("30d+1h/move", "1d"),
        ("10/30d", "3d"),
        ("30/10d", "1d"),
    ] {
        let terms = read::terms(text).expect(text);
        assert_eq!(terms.one_turn(), length(time), "{text}");
    }
}

fn lengths() -> impl Strategy<Value = Length> {
    (1..=LONGEST / MINUTE).prop_map(|minutes| Length::of_seconds(minutes * MINUTE))
}

/// Any terms that make sense.
pub(in crate::time) fn any_terms() -> impl Strategy<Value = Terms> {
    let per_move = lengths().prop_map(|length| Control::PerMove { length });
    let increments = prop_oneof![Just(Length::default()), lengths()];
    let bank =
        (lengths(), increments, prop::option::of(lengths())).prop_map(|(bank, increment, max)| {
            Control::Bank {
                bank,
                increment,
                max: max.map(|max| max.max(bank)),
            }
        });
    let turns = (1..=MOST_TURNS, lengths());
    let turns = turns.prop_map(|(count, length)| Control::Turns { count, length });
    let rest = (prop::option::of(lengths()), prop::option::of(lengths()));
    (prop_oneof![per_move, bank, turns], rest, any::<[bool; 2]>()).prop_map(
        |(control, (grace, turn_max), [no_leave, weekdays])| Terms {
            control,
            grace,
            turn_max,
            no_leave,
            weekdays,
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_reads_back(terms in any_terms()) {
        let text = terms.to_string();
        prop_assert_eq!(read::terms(&text), Ok(terms));
        prop_assert_eq!(read::terms(&text.to_uppercase().replace('/', " / ")), Ok(terms));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "([0-9dhm+/ ]|max|move|grace|turn|no|leave|\\PC){0,30}") {
        if let Ok(terms) = read::terms(&text) {
            prop_assert_eq!(read::terms(&terms.to_string()), Ok(terms));
        }
    }
}

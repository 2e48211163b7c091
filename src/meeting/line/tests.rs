//! Lines as people write them, and the law that a written line reads back as the same terms.

use proptest::prelude::*;

use super::*;
use crate::variants::VARIANTS;

fn usual() -> Option<time::Terms> {
    time::Terms::read("3d/move grace 2d").expect("terms")
}

fn challenge(typed: &str) -> Result<Line, LineError> {
    read(
        typed,
        true,
        Base::Fresh(usual().as_ref()),
        Games::built_in(),
    )
}

fn line(typed: &str) -> Line {
    challenge(typed).unwrap_or_else(|error| panic!("{typed}: {error:?}"))
}

#[test]
fn what_people_write_is_read() {
    for (typed, who, written) in [
        ("boris chess", "boris", "chess random time 3d/move grace 2d"),
        (
            "Boris chess.",
            "Boris",
            "chess random time 3d/move grace 2d",
        ),
        (
            "boris to Hans38 Chess as Black",
            "boris",
            "hans38 as black time 3d/move grace 2d",
        ),
        (
            "boris hans38 white 7d/move",
            "boris",
            "hans38 as white time 7d/move",
        ),
        (
            "boris chess as random time 30d+1d/move max 40d private expires 3d",
            "boris",
            "chess random time 30d+1d/move max 40d private",
        ),
        (
            "bob@example.net xiangqi time none",
            "bob@example.net",
            "xiangqi random time none",
        ),
        (
            "Bob <bob@example.net> chess casual",
            "bob@example.net",
            "chess random time 3d/move grace 2d",
        ),
        (
            "boris, clara and dora yonin-bishogi",
            "boris|clara|dora",
            "yonin-bishogi random time 3d/move grace 2d",
        ),
        (
            "Anna Berg hans38 armies=fide/fide, as white",
            "Anna Berg",
            "hans38 as white time 3d/move grace 2d armies=fide/fide",
        ),
    ] {
        let line = line(typed);
        assert_eq!(line.who.join("|"), who, "{typed}");
        let seats = line
            .terms
            .variant(Games::built_in())
            .expect("a variant")
            .seats();
        let seat = match line.wish {
            Some(Wish::Seat(seat)) => seats.get(usize::from(seat)).copied(),
            _ => None,
        };
        assert_eq!(line.terms.line("", seat), written, "{typed}");
    }
}

#[test]
fn an_unknown_word_refuses_the_line_and_says_what_was_read() {
    for (typed, read, fault) in [
        (
            "boris chess blitz",
            "boris chess",
            LineFault::Unknown("blitz".to_owned()),
        ),
        (
            "boris chess rated casual",
            "boris chess rated",
            LineFault::Unknown("casual".to_owned()),
        ),
        (
            "boris chess rated from 8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "boris chess rated from 8/8/8/8/8/8/8/K1k5 w - - 0 1",
            LineFault::RatedPosition,
        ),
        (
            "boris ches",
            "",
            LineFault::Which {
                typed: "ches".to_owned(),
                lines: vec!["challenge boris chess".to_owned()],
            },
        ),
        (
            "boris tennis",
            "",
            LineFault::NoVariant("tennis".to_owned()),
        ),
        ("boris", "", LineFault::NoVariant(String::new())),
        ("chess", "", LineFault::NoVariant(String::new())),
        (
            "boris chess time soon private",
            "boris chess",
            LineFault::NoTime("soon".to_owned()),
        ),
        (
            "boris chess expires 90d",
            "boris chess expires",
            LineFault::NoExpiry("90d".to_owned()),
        ),
        (
            "boris chess private private",
            "boris chess private",
            LineFault::Twice("private".to_owned()),
        ),
        ("boris chess from", "boris chess", LineFault::NoPosition),
    ] {
        let error = challenge(typed).expect_err(typed);
        assert_eq!(error.fault, fault, "{typed}");
        assert_eq!(error.read, read, "{typed}");
    }
    let error = challenge("boris chess as green").expect_err("no seat");
    assert!(matches!(error.fault, LineFault::NoSeat(typed, _) if typed == "green"));
    let error = challenge("boris chess colour=red").expect_err("no option");
    assert!(matches!(error.fault, LineFault::Setup(_)));
    let error = challenge("boris chess from nonsense").expect_err("no position");
    assert!(matches!(error.fault, LineFault::Setup(_)));
}

#[test]
fn changed_terms_keep_the_rest() {
    let first = line("boris hans38 time 7d/move armies=fide/fide").terms;
    let changed = |typed: &str| {
        let read = read(typed, false, Base::Changes(&first), Games::built_in());
        read.unwrap_or_else(|error| panic!("{typed}: {error:?}"))
    };
    let one = changed("time 2d/move").terms;
    assert_eq!(
        one.line("", None),
        "hans38 random time 2d/move armies=fide/fide"
    );
    let two = changed("chess as white");
    assert_eq!(
        two.terms.line("", Some("white")),
        "chess as white time 7d/move"
    );
    assert_eq!(two.wish, Some(Wish::Seat(0)));
    assert_eq!(changed("").terms, first);
}

proptest! {
    #[test]
    fn a_written_line_reads_back_as_the_same_terms(
        which in 0..VARIANTS.len(),
        time in prop::sample::select(vec!["none", "3d/move", "30d+1d/move max 40d grace 5d", "10/30d no leave weekdays", "1d12h/move turn max 2d"]),
        private: bool,
        rated: bool,
        placed: bool,
        seat in prop::option::of(0_usize..4),
        who in prop::sample::subsequence(vec!["Anna", "Bob-2", "clara@example.org"], 1..=3),
    ) {
        let variant = VARIANTS[which];
        let settled = variant.settle(&Options::new(), &mut |n| n / 2).expect("no options");
        let start = variant.start(&settled, None).expect("the usual start");
        let position = placed.then(|| start.position());
        let time = time::Terms::read(time).expect("terms");
        let terms = GameTerms::checked(variant, Options::new(), position.as_deref(), time.as_ref());
        let rated = rated && !placed;
        let terms = GameTerms { private, rated, ..terms.expect("terms of a game") };
        let seat = seat.and_then(|seat| variant.seats().get(seat).copied());
        let written = terms.line(&who.join(", "), seat);
        let read = challenge(&written);
        let read = read.map_err(|error| TestCaseError::fail(format!("{written}: {error:?}")))?;
        prop_assert_eq!(&read.terms, &terms, "{}", &written);
        prop_assert_eq!(read.who, who);
        let wished = match read.wish {
            Some(Wish::Seat(seat)) => variant.seats().get(usize::from(seat)).copied(),
            _ => None,
        };
        prop_assert_eq!(wished, seat);
        // Stored terms are the same, too.
        prop_assert_eq!(GameTerms::from_json(&terms.to_json()).expect("stored"), terms);
    }
}

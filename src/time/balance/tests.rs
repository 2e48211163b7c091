use proptest::prelude::*;

use super::*;
use crate::time::terms::tests::any_terms;

fn terms(text: &str) -> Terms {
    Terms::read(text).expect(text).expect("clocks")
}

const D: i64 = DAY;

#[test]
fn a_bank_grows_up_to_its_max() {
    let terms = terms("30d+2d/move max 31d");
    let mut clock = Balance::new(&terms);
    let settled = clock.settle(&terms, D / 2, false);
    assert_eq!(
        settled,
        Settled {
            taken: D / 2,
            grace_used: 0,
            gained: D + D / 2
        }
    );
    assert_eq!(clock.bank, 31 * D);
    clock.settle(&terms, 31 * D, false);
    assert_eq!(clock.bank, 2 * D);
}

#[test]
fn a_bank_above_its_max_does_not_shrink() {
    let terms = terms("30d+2d/move max 31d");
    let mut clock = Balance::new(&terms);
    clock.take_back(&terms, 35 * D);
    assert_eq!(clock.settle(&terms, D, false).gained, 0);
    assert_eq!(clock.bank, 34 * D);
}

#[test]
fn time_per_move_is_not_saved_up() {
    let terms = terms("3d/move grace 2d");
    let mut clock = Balance::new(&terms);
    assert_eq!((clock.zero(&terms), clock.limit(&terms)), (3 * D, 5 * D));
    let settled = clock.settle(&terms, 4 * D, false);
    assert_eq!(
        settled,
        Settled {
            taken: 3 * D,
            grace_used: D,
            gained: 3 * D
        }
    );
    assert_eq!((clock.zero(&terms), clock.limit(&terms)), (3 * D, 4 * D));
    assert_eq!(clock.credit(&terms, 3 * D, 2 * D), 2 * D);
    assert_eq!(clock.settle(&terms, D, false).gained, -D);
    assert_eq!(clock.bank, 3 * D);
}

#[test]
fn time_for_turns_is_renewed_after_so_many() {
    let terms = terms("2/10d");
    let mut clock = Balance::new(&terms);
    assert_eq!(clock.settle(&terms, 4 * D, false).gained, 0);
    assert_eq!(clock.settle(&terms, 4 * D, true).gained, 10 * D);
    assert_eq!((clock.bank, clock.played), (16 * D, 2));
    clock.unplay(&terms, 10 * D);
    assert_eq!((clock.bank, clock.played), (6 * D, 1));
}

#[test]
fn turn_max_ends_a_turn_and_leaves_the_rest_of_the_bank() {
    let terms = terms("40d+1d/move max 40d grace 2d turn max 20d");
    let mut clock = Balance::new(&terms);
    assert_eq!((clock.zero(&terms), clock.limit(&terms)), (20 * D, 22 * D));
    // The bank is full, but a day of it is charged.
    assert_eq!(clock.credit(&terms, D, 5 * D), D);
    assert_eq!(clock.credit(&terms, 0, 5 * D), 0);
    assert_eq!((clock.zero(&terms), clock.limit(&terms)), (21 * D, 23 * D));
    let settled = clock.settle(&terms, 22 * D, false);
    assert_eq!(
        settled,
        Settled {
            taken: 21 * D,
            grace_used: D,
            gained: D
        }
    );
    assert_eq!((clock.bank, clock.grace, clock.credited), (21 * D, D, 0));
}

#[test]
fn new_terms_keep_what_is_left() {
    let per_move = terms("3d/move grace 2d");
    let bank = terms("30d+1d/move max 40d grace 1d");
    let small = terms("5d+1d/move max 10d");
    let turns = terms("10/20d");
    let mut clock = Balance::new(&per_move);
    clock.change(&per_move, &bank);
    assert_eq!((clock.bank, clock.grace), (30 * D, D));
    clock.change(&bank, &small);
    assert_eq!((clock.bank, clock.grace), (10 * D, 0));
    clock.change(&small, &turns);
    assert_eq!(clock.bank, 10 * D);
    clock.settle(&turns, 0, false);
    clock.change(&turns, &terms("10/30d grace 3d"));
    assert_eq!((clock.bank, clock.grace, clock.played), (10 * D, 3 * D, 1));
    clock.change(&turns, &per_move);
    assert_eq!((clock.bank, clock.played), (3 * D, 0));
}

#[test]
fn who_takes_back_has_at_least_a_day_or_a_turns_time() {
    for (text, had, bank) in [
        ("30d+2d/move", 5 * D, 5 * D),
        ("30d+2d/move", 60, D),
        ("6h/move", 60, D / 4),
        ("6h+0m/move max 6h", 60, D / 4),
        ("10/30d", 0, D),
    ] {
        let terms = terms(text);
        let mut clock = Balance::new(&terms);
        clock.take_back(&terms, had);
        assert_eq!(clock.bank, bank, "{text}");
    }
}

/// What may happen to a clock.
#[derive(Clone, Debug)]
enum Step {
    Settle(i64, bool),
    Credit(i64, i64),
    Unplay(i64),
    TakeBack,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let seconds = || prop_oneof![0..100 * D, Just(i64::MAX), -D..D];
    let step = prop_oneof![
        (seconds(), any::<bool>()).prop_map(|(charge, planned)| Step::Settle(charge, planned)),
        (seconds(), seconds()).prop_map(|(charge, more)| Step::Credit(charge, more)),
        seconds().prop_map(Step::Unplay),
        Just(Step::TakeBack),
    ];
    prop::collection::vec(step, 0..12)
}

proptest! {
    #[test]
    fn clocks_stay_within_their_bounds(terms in any_terms(), next in any_terms(), steps in steps()) {
        let mut clock = Balance::new(&terms);
        for step in steps {
            let before = clock;
            match step {
                Step::Settle(charge, planned) => {
                    // No turn is played after its flag has fallen.
                    let charge = charge.min(before.limit(&terms));
                    let settled = clock.settle(&terms, charge, planned);
                    let cost = if planned { 0 } else { charge.max(0) };
                    prop_assert_eq!(settled.taken + settled.grace_used, cost);
                    prop_assert_eq!(clock.bank, before.bank - settled.taken + settled.gained);
                    prop_assert_eq!(clock.grace, before.grace - settled.grace_used);
                    let grown = clock.bank > before.bank - settled.taken;
                    prop_assert!(!grown || clock.bank <= most(terms.max()));
                }
                Step::Credit(charge, more) => {
                    let charge = charge.clamp(0, before.bank);
                    let added = clock.credit(&terms, charge, more);
                    prop_assert!((0..=more.max(0)).contains(&added));
                    prop_assert!(added == 0 || clock.bank - charge <= most(terms.max()));
                    prop_assert!(clock.zero(&terms) <= before.zero(&terms) + added);
                }
                Step::Unplay(gained) => clock.unplay(&terms, gained),
                Step::TakeBack => {
                    clock.take_back(&terms, before.bank);
                    prop_assert!(clock.bank >= before.bank);
                }
            }
            prop_assert!((0..=MOST).contains(&clock.bank) && clock.grace >= 0);
            prop_assert!(clock.zero(&terms) <= clock.bank && clock.zero(&terms) >= 0);
            prop_assert!(clock.limit(&terms) >= clock.zero(&terms));
        }
        clock.change(&terms, &next);
        prop_assert!((0..=most(next.max())).contains(&clock.bank));
        prop_assert!((0..=next.grace.map_or(0, Length::seconds)).contains(&clock.grace));
    }

    #[test]
    fn a_clock_that_was_spoilt_does_not_panic(
        terms in any_terms(),
        bank in any::<i64>(),
        grace in any::<i64>(),
        charge in any::<i64>(),
    ) {
        let spoilt = Balance { bank, grace, played: u32::MAX, credited: i64::MAX };
        for planned in [false, true] {
            let mut clock = spoilt;
            let _ = clock.limit(&terms);
            clock.credit(&terms, charge, charge);
            clock.settle(&terms, charge, planned);
            clock.unplay(&terms, charge);
            clock.take_back(&terms, charge);
            clock.change(&terms, &terms);
        }
    }
}

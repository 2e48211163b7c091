//! Laws of what is limited by day.

use zugpost::store::{Budget, Decision, NewLetter, Spending, Spent, Store};

use super::kit::{Place, commit, look, news, nothing};

fn spent(store: &mut dyn Store, budget: Budget, day: &str, key: &str) -> i64 {
    look(store, |view| Ok(view.spent(budget, day, key)?.count))
}

fn spending(day: &str, key: &str) -> Decision {
    Decision {
        now: format!("{day}T12:00:00Z"),
        spends: vec![Spending {
            budget: Budget::Strangers,
            key: key.to_owned(),
            count: 2,
        }],
        ..nothing()
    }
}

pub fn budgets_are_counted_by_day_and_key(place: &Place) {
    let mut store = place.open();
    for (day, key) in [
        ("2026-01-31", "a"),
        ("2026-01-31", "a"),
        ("2026-01-31", "b"),
        ("2026-02-01", "a"),
    ] {
        commit(&mut *store, spending(day, key));
    }
    let mut of = |day, key| spent(&mut *store, Budget::Strangers, day, key);
    assert_eq!(of("2026-01-31", "a"), 4);
    assert_eq!(of("2026-01-31", "b"), 2);
    assert_eq!(of("2026-01-31", "c"), 0);
    assert_eq!(of("2026-02-01", "a"), 2);
    assert_eq!(spent(&mut *store, Budget::Talk, "2026-01-31", "a"), 0);
    let all = |store: &mut dyn Store, day: &str| {
        look(store, |view| Ok(view.spent_by_all(Budget::Strangers, day)?))
    };
    assert_eq!(all(&mut *store, "2026-01-31"), Spent { count: 6, bytes: 0 });
    store.forget(None, "2026-02-01").unwrap();
    assert_eq!(all(&mut *store, "2026-01-31").count, 0);
    assert_eq!(all(&mut *store, "2026-02-01").count, 2);
}

pub fn a_letter_that_is_due_once_a_day_is_written_once_a_day(place: &Place) {
    let (mut store, game) = place.with_game();
    let mut written = |day: &str, matter: &str| {
        let once = NewLetter {
            once: Some(matter.to_owned()),
            supersedes: false,
            ..news(game, 0)
        };
        let decision = Decision {
            now: format!("{day}T12:00:00Z"),
            // The same matter twice in one decision, and a letter after it.
            letters: vec![once.clone(), once, news(game, 0)],
            ..nothing()
        };
        commit(&mut *store, decision).letters.len()
    };
    assert_eq!(written("2026-01-31", "flood"), 2);
    assert_eq!(written("2026-01-31", "flood"), 1);
    assert_eq!(written("2026-01-31", "other"), 2);
    assert_eq!(written("2026-02-01", "flood"), 2);
}

//! A standby of PostgreSQL takes over: hosts stop until that is accepted, and no number is given again. Hosts are upgraded
//! one after the other. Locks that others hold are waited for.

use zugpost::store::{Maintain, PostgresStore, StoreError};

use crate::kit::{commit, new_game};
use crate::postgres::Postgres;
use crate::settings;

pub const TESTS: &[(&str, fn())] = &[
    (
        "hosts_stop_until_a_failover_is_accepted",
        hosts_stop_until_a_failover_is_accepted,
    ),
    (
        "a_newer_schema_says_which_programs_can_work_on_it",
        a_newer_schema_says_which_programs_can_work_on_it,
    ),
    (
        "a_lock_that_is_held_for_long_is_waited_for_again",
        a_lock_that_is_held_for_long_is_waited_for_again,
    ),
];

/// Longer than a statement waits for a lock: the transaction is run again.
fn a_lock_that_is_held_for_long_is_waited_for_again() {
    let postgres = Postgres::start(&["fsync=off"]);
    let url = postgres.url(None);
    let mut store = PostgresStore::create(settings(&url)).unwrap();
    commit(&mut store, new_game("Anna", "Boris"));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let held = "BEGIN; SELECT slot FROM subjects FOR UPDATE; SELECT pg_sleep(7); COMMIT";
            assert!(postgres.run(held));
        });
        std::thread::sleep(std::time::Duration::from_millis(500));
        commit(&mut store, new_game("Clara", "Dora"));
    });
}

fn a_newer_schema_says_which_programs_can_work_on_it() {
    let postgres = Postgres::start(&["fsync=off"]);
    let url = postgres.url(None);
    let mut store = PostgresStore::create(settings(&url)).unwrap();
    let (_, current) = store.versions().unwrap();
    let newer = |oldest: u32| {
        let sql = format!(
            "UPDATE meta SET value = '{}' WHERE key = 'schema'; UPDATE meta SET value = '{oldest}' WHERE key = 'oldest schema'",
            current + 1
        );
        assert!(postgres.run(&sql));
        PostgresStore::open(settings(&url))
    };
    newer(current).unwrap();
    let refused = newer(current + 1).unwrap_err().to_string();
    assert!(refused.contains("use a newer zugpost"), "{refused}");
}

fn hosts_stop_until_a_failover_is_accepted() {
    let mut postgres = Postgres::start(&[]);
    let url = postgres.url(None);
    let mut store = PostgresStore::create(settings(&url)).unwrap();
    let before = commit(&mut store, new_game("Anna", "Boris")).game;
    let again = PostgresStore::open(settings(&url))
        .unwrap()
        .accept_failover(false);
    assert_eq!(again.unwrap(), None);

    postgres.fail_over();
    // One that was at work, and one that begins.
    let refused = zugpost::store::read(&mut store, |_| Ok(())).unwrap_err();
    assert!(refused.to_string().contains("accept-failover"), "{refused}");
    let refused = PostgresStore::open(settings(&url)).unwrap_err();
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused}");

    let mut other = PostgresStore::open_any_version(settings(&url)).unwrap();
    let timelines = Some(("00000001".to_owned(), "00000002".to_owned()));
    assert_eq!(other.accept_failover(true).unwrap(), timelines);
    zugpost::store::read(&mut store, |_| Ok(())).unwrap_err();
    assert_eq!(other.accept_failover(false).unwrap(), timelines);
    let after = commit(&mut store, new_game("Clara", "Dora")).game;
    // PostgreSQL itself passes over a few after it was killed.
    assert!(after.unwrap().0 > before.unwrap().0 + 1_000_000);
    assert_eq!(other.accept_failover(false).unwrap(), None);
}

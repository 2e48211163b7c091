//! The answer to a COMMIT is lost: whether the decision was written is looked up, and it is written once. A row that cannot
//! be read holds no other up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use zugpost::ids::GameId;
use zugpost::store::{Committed, MailStatus, PostgresStore, Store, StoreError};

use crate::kit::{at, commit, look, new_game, new_mail, play};
use crate::postgres::Postgres;
use crate::proxy::{Proxy, Step, Then};
use crate::{new_schema, settings};

pub const TESTS: &[(&str, fn())] = &[
    (
        "a_decision_that_was_committed_is_not_written_again",
        a_decision_that_was_committed_is_not_written_again,
    ),
    (
        "a_decision_that_was_not_committed_is_written_again",
        a_decision_that_was_not_committed_is_written_again,
    ),
    (
        "what_the_lookup_itself_has_written_is_no_decision",
        what_the_lookup_itself_has_written_is_no_decision,
    ),
    (
        "a_slow_answer_says_nothing_about_the_clock",
        a_slow_answer_says_nothing_about_the_clock,
    ),
    (
        "while_nobody_answers_it_is_not_known",
        while_nobody_answers_it_is_not_known,
    ),
    (
        "a_damaged_mail_is_quarantined_and_others_are_claimed",
        a_damaged_mail_is_quarantined_and_others_are_claimed,
    ),
];

/// Plays the first turn of a game through the proxy, which, if `mended`, takes connections again soon after it has cut them.
fn play_through(
    proxy: &Proxy,
    store: &mut PostgresStore,
    game: GameId,
    mended: bool,
) -> Result<Vec<Committed>, StoreError> {
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while mended && !ended.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(100));
                proxy.mend();
            }
        });
        let made = store.commit(&[play(game, 0, "e4")]);
        ended.store(true, Ordering::SeqCst);
        made
    })
}

/// The clock of the database, as a host knows it whose answers are late: they would put it back.
fn a_slow_answer_says_nothing_about_the_clock() {
    let url = new_schema();
    drop(PostgresStore::create(settings(&url)).unwrap());
    let slow = Arc::new(AtomicBool::new(false));
    let is_slow = Arc::clone(&slow);
    let proxy = Proxy::start(&url, move |step, _| {
        if step == Step::Row && is_slow.swap(false, Ordering::SeqCst) {
            thread::sleep(Duration::from_secs(3));
        }
        Then::Serve
    });
    let mut store = PostgresStore::open(settings(&proxy.url())).unwrap();
    let mut ahead = || {
        look(&mut store, |view| Ok(view.hosts()?));
        store.clock_ahead().unwrap().load(Ordering::SeqCst)
    };
    assert!(ahead().abs() < 1000);
    slow.store(true, Ordering::SeqCst);
    let late = ahead();
    assert!(late.abs() < 1000, "{late} ms");
    assert!(!slow.load(Ordering::SeqCst), "an answer was late");
}

/// Neither its COMMIT has arrived, nor the answer to the question what has become of it.
fn what_the_lookup_itself_has_written_is_no_decision() {
    let url = new_schema();
    let mut direct = PostgresStore::create(settings(&url)).unwrap();
    let game = commit(&mut direct, new_game("Anna", "Boris")).game.unwrap();
    let cuts = Arc::new(Mutex::new(Vec::new()));
    let next = Arc::clone(&cuts);
    let proxy = Proxy::start(&url, move |step, statements| {
        let last = statements.last().map_or("", String::as_str);
        let lookup = last.starts_with("INSERT INTO budgets") && last.ends_with("DO NOTHING");
        let mut next = next.lock().unwrap();
        match (step, next.last()) {
            (Step::Asked, Some(Step::Asked)) => {}
            (Step::Sent, Some(Step::Sent)) if lookup => {}
            _ => return Then::Serve,
        }
        // So that what was sent is done.
        thread::sleep(Duration::from_millis(200));
        next.pop();
        Then::Cut
    });
    let mut store = PostgresStore::open(settings(&proxy.url())).unwrap();
    *cuts.lock().unwrap() = vec![Step::Sent, Step::Asked];
    let made = play_through(&proxy, &mut store, game, true);
    assert!(cuts.lock().unwrap().is_empty(), "not all was cut");
    made.unwrap();
    let turns = look(&mut direct, |view| Ok(view.events(game, None)?.len()));
    assert_eq!(turns, 1);
}

/// Plays a turn while connections are cut once, at this step of its decision; the number of turns that are stored then.
fn turns_of_one(cut_at: Step, mended: bool) -> (Result<usize, StoreError>, usize) {
    let url = new_schema();
    let mut direct = PostgresStore::create(settings(&url)).unwrap();
    let game = commit(&mut direct, new_game("Anna", "Boris")).game.unwrap();
    let armed = Arc::new(AtomicBool::new(false));
    let cut = Arc::clone(&armed);
    let proxy = Proxy::start(&url, move |step, _| {
        match step == cut_at && cut.swap(false, Ordering::SeqCst) {
            true => Then::Cut,
            false => Then::Serve,
        }
    });
    let mut store = PostgresStore::open(settings(&proxy.url())).unwrap();
    armed.store(true, Ordering::SeqCst);
    let made = play_through(&proxy, &mut store, game, mended);
    assert!(!armed.load(Ordering::SeqCst), "nothing was cut");
    let turns = look(&mut direct, |view| Ok(view.events(game, None)?.len()));
    (made.map(|made| made.len()), turns)
}

fn a_decision_that_was_committed_is_not_written_again() {
    let (made, turns) = turns_of_one(Step::Committed, true);
    assert_eq!((made.unwrap(), turns), (1, 1));
}

fn a_decision_that_was_not_committed_is_written_again() {
    let (made, turns) = turns_of_one(Step::Asked, true);
    assert_eq!((made.unwrap(), turns), (1, 1));
}

fn while_nobody_answers_it_is_not_known() {
    let (made, turns) = turns_of_one(Step::Committed, false);
    assert!(matches!(made, Err(StoreError::Unknown)), "{made:?}");
    assert_eq!(turns, 1);
}

fn a_damaged_mail_is_quarantined_and_others_are_claimed() {
    let postgres = Postgres::start(&["fsync=off"]);
    let mut store = PostgresStore::create(settings(&postgres.url(None))).unwrap();
    let mails = ["a", "b", "c"].map(|name| {
        let raw = format!("From: {name}@example.org\r\n\r\ne4\r\n");
        new_mail(&mut store, name, raw.as_bytes())
    });
    // As PostgreSQL refuses to read a row that is damaged on the disk.
    assert!(postgres.run(&format!(
        "ALTER TABLE inbox_raw RENAME TO kept;
         CREATE FUNCTION kept_bytes(id BIGINT, raw BYTEA) RETURNS BYTEA LANGUAGE plpgsql AS $$ BEGIN
             IF id = {} THEN RAISE 'missing chunk number 0' USING ERRCODE = 'XX001'; END IF;
             RETURN raw; END $$;
         CREATE VIEW inbox_raw AS
             SELECT id, kept_bytes(id, raw) AS raw, form, truncated, env_sender, env_rcpts FROM kept",
        mails[1]
    )));
    let claimed = store.claim_inbox(9, "judge", &at(1)).unwrap();
    let claimed: Vec<_> = claimed.iter().map(|mail| mail.id).collect();
    assert_eq!(claimed, [mails[0], mails[2]]);
    let aside = look(&mut store, |view| {
        Ok(view.mails(MailStatus::Quarantined, 9)?)
    });
    let [aside] = &aside[..] else {
        panic!("{aside:?}")
    };
    let reason = aside
        .verdict
        .as_ref()
        .and_then(|verdict| verdict.reason.clone());
    let reason = reason.unwrap_or_default();
    assert_eq!(aside.id, mails[1]);
    assert!(reason.contains("damaged"), "{reason}");
}

//! Laws of two stores on the same data: two processes, or two threads of one.

use std::time::Duration;

use zugpost::ids::GameId;
use zugpost::store::{StoreError, Subject};

use crate::kit::{Place, claim, commit, look, new_mail, news, play, post, public};

pub fn a_mail_is_claimed_by_one(place: &Place) {
    let (mut one, mut two) = (place.open(), place.open());
    for source in ["a", "b", "c"] {
        new_mail(&mut *one, source, b"x");
    }
    assert_eq!(
        one.claim_inbox(2, "host:1", "2026-01-01T00:00:00Z")
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        two.claim_inbox(2, "host:2", "2026-01-01T00:00:00Z")
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        one.claim_inbox(2, "host:1", "2026-01-01T00:00:00Z")
            .unwrap()
            .len(),
        0
    );
}

pub fn a_letter_is_claimed_by_one(place: &Place) {
    let (mut one, game) = place.with_game();
    let mut two = place.open();
    post(
        &mut *one,
        vec![news(game, 1), news(game, 2), public("a@example.org")],
    );
    assert_eq!(claim(&mut *one, 0).len(), 2);
    assert_eq!(
        claim(&mut *two, 0).len(),
        0,
        "one claims, and the other waits for it"
    );
}

pub fn one_of_two_decisions_is_a_conflict(place: &Place) {
    let (mut one, game) = place.with_game();
    let mut two = place.open();
    commit(&mut *one, play(game, 0, "e4"));
    let late = two.commit(&[play(game, 0, "d4")]);
    assert!(
        matches!(late, Err(StoreError::Conflict(Subject::Game(of))) if of == game),
        "{late:?}"
    );
    commit(&mut *two, play(game, 1, "e5"));
}

pub fn a_view_is_consistent_while_another_writes(place: &Place) {
    let (mut one, game) = place.with_game();
    let mut two = place.open();
    look(&mut *one, |view| {
        assert_eq!(view.game(game)?.unwrap().seq, 0);
        commit(&mut *two, play(game, 0, "e4"));
        assert_eq!(view.game(game)?.unwrap().seq, 0);
        assert_eq!(view.events(game, None)?, []);
        Ok(())
    });
    assert_eq!(
        look(&mut *one, |view| Ok(view.events(game, None)?.len())),
        1
    );
}

pub fn the_change_counter_tells_of_others(place: &Place) {
    let (mut one, game) = place.with_game();
    let mut two = place.open();
    let seen = one.change_counter().unwrap();
    assert!(!one.wait_for_changes(seen, Duration::ZERO).unwrap());
    commit(&mut *two, play(game, 0, "e4"));
    assert!(one.wait_for_changes(seen, Duration::ZERO).unwrap());
    let seen = one.change_counter().unwrap();
    assert_eq!(look(&mut *one, |view| Ok(view.game(game)?.unwrap().seq)), 1);
    assert_eq!(one.change_counter().unwrap(), seen);
    commit(&mut *one, play(game, 1, "e5"));
    assert_eq!(
        one.change_counter().unwrap(),
        seen,
        "it tells of others only"
    );
}

/// Each of several threads plays turns in one game; whoever comes too late decides again.
pub fn many_writers_wait_for_each_other(place: &Place) {
    const WRITERS: i64 = 4;
    const TURNS: i64 = 8;
    let (mut store, game) = place.with_game();
    std::thread::scope(|threads| {
        for _ in 0..WRITERS {
            threads.spawn(|| (0..TURNS).for_each(|_| play_one(place, game)));
        }
    });
    let events = look(&mut *store, |view| Ok(view.events(game, None)?));
    let seqs: Vec<i64> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=WRITERS * TURNS).collect::<Vec<_>>());
}

fn play_one(place: &Place, game: GameId) {
    let mut store = place.open();
    loop {
        let seq = look(&mut *store, |view| Ok(view.game(game)?.unwrap().seq));
        match store.commit(&[play(game, seq, "e4")]) {
            Ok(_) => return,
            Err(StoreError::Conflict(Subject::Game(of))) => assert_eq!(of, game),
            Err(error) => panic!("{error}"),
        }
    }
}

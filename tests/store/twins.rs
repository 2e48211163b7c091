//! Laws of two stores on the same data: two processes, or two threads of one.

use std::time::{Duration, Instant};

use zugpost::ids::{GameId, PlayerId};
use zugpost::store::{
    Budget, Counted, Decision, PlayerChange, Snapshot, Spending, StoreError, Subject, decide,
};

use crate::kit::{Place, claim, commit, look, new_mail, news, nothing, play, post, public};

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
    for seq in 0..4 {
        let seen = one.change_counter().unwrap();
        commit(&mut *two, play(game, seq, "e4"));
        // It may take a moment until a message arrives.
        let since = Instant::now();
        while one.change_counter().unwrap() == seen {
            assert!(since.elapsed() < Duration::from_millis(900), "{seq}");
        }
        let found = look(&mut *one, |view| Ok(view.game(game)?.unwrap().seq));
        assert_eq!(found, seq + 1);
    }
}

/// Each of several threads plays turns in one game; a thread that comes too late decides again.
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

/// Each of several threads, with a store of its own, makes the same decision several times.
fn many(place: &Place, decision: impl Fn(&dyn Snapshot) -> Option<Decision> + Sync) {
    const WRITERS: usize = 4;
    const TIMES: usize = 8;
    std::thread::scope(|threads| {
        for _ in 0..WRITERS {
            threads.spawn(|| {
                let mut store = place.open();
                for _ in 0..TIMES {
                    let made = |view: &dyn Snapshot| decision(view).unwrap_or_else(nothing);
                    decide(&mut *store, |view| Ok((made(view), ()))).unwrap();
                }
            });
        }
    });
}

pub fn of_many_who_want_one_name_one_has_it(place: &Place) {
    let (mut store, _) = place.with_game();
    let number = std::sync::atomic::AtomicU32::new(0);
    many(place, |view| {
        let number = number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        // Names of which each looks like each other one, which the table of players would take.
        let name = ["Carla", "carla", "CARLA", "Carl\u{430}"][number as usize % 4];
        let add = PlayerChange::Add {
            name: name.into(),
            address: format!("{number}@example.org"),
        };
        view.player_taking(name, None)
            .unwrap()
            .is_none()
            .then(|| Decision {
                players: vec![add],
                ..nothing()
            })
    });
    let players = look(&mut *store, |view| Ok(view.players()?));
    assert_eq!(players.len(), 3, "{players:?}");
}

pub fn no_change_of_many_is_lost(place: &Place) {
    let (mut store, _) = place.with_game();
    let anna = PlayerId(1);
    let settings = |view: &dyn Snapshot| view.player(anna).unwrap().unwrap().settings;
    many(place, |view| {
        let more = settings(view).unwrap_or_default() + "x";
        Some(Decision {
            players: vec![PlayerChange::Settings(anna, Some(more))],
            ..nothing()
        })
    });
    let length = look(&mut *store, |view| Ok(settings(view).unwrap().len()));
    assert_eq!(length, 32);
}

pub fn many_together_spend_as_much_as_fits(place: &Place) {
    const MOST: i64 = 21;
    let (mut store, _) = place.with_game();
    let spent = |view: &dyn Snapshot| view.spent(Budget::Hours, "2026-01-31", "10").unwrap().count;
    many(place, |view| {
        let (budget, key) = (Budget::Hours, "10".to_owned());
        let limit = (Counted::Spent(budget, key.clone()), MOST);
        (spent(view) < MOST).then(|| Decision {
            spends: vec![Spending {
                budget,
                key,
                count: 1,
            }],
            limits: [limit].into(),
            ..nothing()
        })
    });
    assert_eq!(look(&mut *store, |view| Ok(spent(view))), MOST);
}

//! Laws of what becomes of letters: tried, closed, and waiting again.

use zugpost::ids::{GameId, LetterId};
use zugpost::store::{Decision, EndedIn, LetterChange, LetterStatus, NewTry, Store};

use crate::kit::{
    Place, at, begin, bytes, change, claim, close, commit, defer, first_try, ids, letter, look,
    new_game, news, nothing, post, public,
};

pub fn the_bytes_of_a_try_are_kept_until_the_letter_is_closed(place: &Place) {
    let (mut store, game) = place.with_game();
    let id = post(&mut *store, vec![news(game, 1)])[0];
    let raw = b"Subject: a letter\r\n\r\n".repeat(50);
    claim(&mut *store, 0);
    let new = NewTry {
        recipient: Some("new@example.org".into()),
        ..first_try(id, &raw)
    };
    assert_eq!(store.begin_tries(&[new]).unwrap(), [id]);
    let row = letter(&mut *store, id);
    assert_eq!(
        (row.tries, row.rendered, &*row.recipient),
        (1, true, "new@example.org")
    );
    assert_eq!(row.next_try, at(30));
    assert_eq!(bytes(&mut *store, id), Some(raw.clone()));
    change(&mut *store, 1, vec![defer(id, 9, false)]);
    assert_eq!(claim(&mut *store, 9)[0].renderings, 1);
    let again = NewTry {
        letter: id,
        claimed_by: None,
        recipient: None,
        rendered: None,
        next_try: at(40),
    };
    store.begin_tries(&[again]).unwrap();
    let row = letter(&mut *store, id);
    assert_eq!((row.tries, &*row.recipient), (2, "new@example.org"));
    assert_eq!(bytes(&mut *store, id), Some(raw));
    assert_eq!(
        change(&mut *store, 10, vec![close(id, LetterStatus::Sent)]),
        1
    );
    let row = letter(&mut *store, id);
    assert_eq!(
        (row.status, row.closed_at, row.rendered),
        (LetterStatus::Sent, Some(at(10)), false)
    );
    assert_eq!((bytes(&mut *store, id), row.data.is_some()), (None, true));
}

pub fn a_dropped_letter_is_never_sent(place: &Place) {
    let (mut store, game) = place.with_game();
    let id = post(&mut *store, vec![news(game, 1)])[0];
    claim(&mut *store, 0);
    begin(&mut *store, id);
    let drop = LetterChange::DropOfGame(game, "called off".into());
    assert_eq!(change(&mut *store, 1, vec![drop]), 1);
    // The deliverer comes back.
    assert_eq!(
        change(&mut *store, 2, vec![close(id, LetterStatus::Sent)]),
        0
    );
    assert_eq!(change(&mut *store, 2, vec![defer(id, 3, false)]), 0);
    assert_eq!(store.begin_tries(&[first_try(id, b"raw")]).unwrap(), []);
    let row = letter(&mut *store, id);
    assert_eq!(
        (row.status, row.closed_at),
        (LetterStatus::Dropped, Some(at(1)))
    );
    assert_eq!(
        (row.tries, row.last_error.as_deref()),
        (1, Some("called off"))
    );
    assert_eq!(bytes(&mut *store, id), None);
    assert_eq!(ids(&claim(&mut *store, 9)), []);
}

pub fn closed_letters_wait_again(place: &Place) {
    let mut store = place.open();
    for status in LetterStatus::ALL.iter().copied() {
        let id = post(&mut *store, vec![public("a@example.org")])[0];
        claim(&mut *store, 0);
        begin(&mut *store, id);
        change(&mut *store, 0, vec![defer(id, 9, false)]);
        change(&mut *store, 2, vec![close(id, status)]);
        let again = change(&mut *store, 3, vec![LetterChange::Retry(id)]);
        let row = letter(&mut *store, id);
        if matches!(status, LetterStatus::Sent | LetterStatus::Superseded) {
            assert_eq!((again, row.status), (0, status));
            continue;
        }
        assert_eq!((again, row.status), (1, LetterStatus::Waiting));
        assert_eq!((row.renderings, row.closed_at), (0, None));
        assert_eq!((&*row.created_at, &*row.next_try), (&*at(0), &*at(3)));
        let revived = (status != LetterStatus::Waiting).then(|| at(3));
        assert_eq!(row.revived_at, revived);
        assert_eq!(ids(&claim(&mut *store, 3)), [id]);
        change(&mut *store, 3, vec![close(id, LetterStatus::Sent)]);
    }
}

pub fn a_letter_with_nothing_left_does_not_wait_again(place: &Place) {
    let mut store = place.open();
    let id = post(&mut *store, vec![public("a@example.org")])[0];
    change(&mut *store, 2, vec![close(id, LetterStatus::Failed)]);
    store.forget(Some(&at(5)), "2026-01-01").unwrap();
    assert_eq!(letter(&mut *store, id).data, None);
    assert_eq!(change(&mut *store, 6, vec![LetterChange::Retry(id)]), 0);
    assert_eq!(letter(&mut *store, id).status, LetterStatus::Failed);
    assert_eq!(
        change(&mut *store, 6, vec![LetterChange::Retry(LetterId(99))]),
        0
    );
}

pub fn letters_of_a_game_are_dropped_before_new_ones_are_added(place: &Place) {
    let (mut store, game) = place.with_game();
    let other = commit(&mut *store, new_game("Carla", "Dora")).game.unwrap();
    let old = post(
        &mut *store,
        vec![news(game, 1), news(other, 1), public("a@example.org")],
    );
    let decision = Decision {
        letters: vec![news(game, 2)],
        letter_changes: vec![LetterChange::DropOfGame(game, "called off".into())],
        ..nothing()
    };
    let made = commit(&mut *store, decision);
    assert_eq!(made.changed, 1);
    let mut status = |id| letter(&mut *store, id).status;
    assert_eq!(status(old[0]), LetterStatus::Dropped);
    for id in [old[1], old[2], made.letters[0]] {
        assert_eq!(status(id), LetterStatus::Waiting);
    }
    let unknown = LetterChange::DropOfGame(GameId(99), String::new());
    assert_eq!(change(&mut *store, 0, vec![unknown]), 0);
}

pub fn claims_are_released_and_letters_are_due(place: &Place) {
    let mut store = place.open();
    let addresses = ["a@example.org", "b@example.org", "c@example.org"];
    let written = post(&mut *store, addresses.map(public).to_vec());
    claim(&mut *store, 0);
    written.iter().for_each(|id| begin(&mut *store, *id));
    change(&mut *store, 0, vec![defer(written[1], 50, false)]);
    store.release("other:", &at(1)).unwrap();
    assert_eq!(ids(&claim(&mut *store, 1)), [written[1]], "it is due");
    store.release("host:", &at(2)).unwrap();
    let mut due = ids(&claim(&mut *store, 2));
    due.sort();
    assert_eq!(due, written);
}

pub fn only_letters_in_hand_are_due_after_claims_are_given_up(place: &Place) {
    let mut store = place.open();
    let addresses = ["a@example.org", "b@example.org"];
    let written = post(&mut *store, addresses.map(public).to_vec());
    claim(&mut *store, 0);
    written.iter().for_each(|id| begin(&mut *store, *id));
    change(&mut *store, 0, vec![defer(written[1], 50, false)]);
    store
        .give_up_claims("other:", &EndedIn::default(), &at(1))
        .unwrap();
    assert!(claim(&mut *store, 1).is_empty());
    store
        .give_up_claims("host:", &EndedIn::default(), &at(1))
        .unwrap();
    assert_eq!(ids(&claim(&mut *store, 1)), [written[0]]);
}

pub fn a_rendering_counts_if_it_may_have_crashed_its_owner(place: &Place) {
    let mut store = place.open();
    post(&mut *store, vec![public("a@example.org")]);
    for (owner_lives, count) in [(true, 1), (false, 1), (true, 2), (false, 2)] {
        let claimed = claim(&mut *store, 1);
        assert_eq!(claimed[0].renderings, count);
        let rendering = if owner_lives {
            vec![]
        } else {
            vec![claimed[0].id]
        };
        let ended_in = EndedIn {
            rendering,
            ..EndedIn::default()
        };
        store.give_up_claims("host:", &ended_in, &at(1)).unwrap();
    }
}

pub fn next_tries_are_corrected(place: &Place) {
    let mut store = place.open();
    let written = post(
        &mut *store,
        ["a@example.org", "b@example.org"].map(public).to_vec(),
    );
    claim(&mut *store, 0);
    store
        .begin_tries(&[first_try(written[0], b"raw"), first_try(written[1], b"raw")])
        .unwrap();
    // The pause after the first try is a minute; the clock may differ by another one.
    change(
        &mut *store,
        0,
        vec![defer(written[0], 3, false), defer(written[1], 4, false)],
    );
    assert_eq!(store.correct_next_tries(&at(20), &at(1)).unwrap(), 1);
    assert_eq!(ids(&claim(&mut *store, 1)), [written[1]]);
    // What waits for later than any pause is corrected, whatever the tries.
    assert_eq!(store.correct_next_tries(&at(2), &at(1)).unwrap(), 1);
    assert_eq!(ids(&claim(&mut *store, 1)), [written[0]]);
}

/// The clock was ahead by hours when it was written.
pub fn a_letter_that_was_not_tried_waits_for_nothing(place: &Place) {
    let mut store = place.open();
    let decision = Decision {
        now: at(180),
        letters: vec![public("a@example.org")],
        ..nothing()
    };
    let id = commit(&mut *store, decision).letters[0];
    assert_eq!(ids(&claim(&mut *store, 1)), []);
    assert_eq!(store.correct_next_tries(&at(240), &at(1)).unwrap(), 1);
    assert_eq!(ids(&claim(&mut *store, 1)), [id]);
}

pub fn a_delivery_report_is_counted_once(place: &Place) {
    let mut store = place.open();
    let id = post(&mut *store, vec![public("a@example.org")])[0];
    change(&mut *store, 1, vec![close(id, LetterStatus::Sent)]);
    assert_eq!(change(&mut *store, 2, vec![LetterChange::Bounced(id)]), 1);
    assert_eq!(change(&mut *store, 2, vec![LetterChange::Bounced(id)]), 0);
    assert!(letter(&mut *store, id).bounced);
}

pub fn a_spam_complaint_is_counted_once_a_day_and_for_ever(place: &Place) {
    let mut store = place.open();
    let ids = post(
        &mut *store,
        vec![public("a@example.org"), public("b@example.net")],
    );
    let marked = |store: &mut dyn Store, day: &str, letter, domain: &str| {
        let domain = domain.to_owned();
        let decision = Decision {
            now: format!("{day}T10:00:00Z"),
            letter_changes: vec![LetterChange::MarkedAsSpam { letter, domain }],
            ..nothing()
        };
        commit(store, decision).changed
    };
    for (day, letter, domain, counts) in [
        ("2026-02-01", ids[0], "example.org", 1),
        ("2026-02-01", ids[0], "example.org", 0),
        ("2026-02-01", ids[1], "example.net", 1),
        ("2026-02-02", ids[0], "example.org", 1),
    ] {
        assert_eq!(marked(&mut *store, day, letter, domain), counts, "{day}");
    }
    let expected = [("example.org".to_owned(), 2), ("example.net".to_owned(), 1)];
    let counted = look(&mut *store, |view| Ok(view.complaints()?));
    assert_eq!(counted, expected);
    // What is counted by day is deleted.
    store.forget(None, "2026-02-03").unwrap();
    let counted = look(&mut *store, |view| Ok(view.complaints()?));
    assert_eq!(counted, expected);
}

//! Laws of what is kept besides mails, games and letters, and of what is deleted.

use zugpost::ids::PlayerId;
use zugpost::store::{
    Decision, Judgement, LetterChange, LetterStatus, NewScope, NewToken, PlayerRef, Queue, Store,
};

use crate::kit::{
    Place, at, claim, commit, done, first_try, letter, look, new_mail, news, nothing, post, public,
};

pub fn bytes_are_forgotten(place: &Place) {
    let mut store = place.open();
    let [new, judged, quarantined] = ["a", "b", "c"].map(|key| new_mail(&mut *store, key, b"x"));
    commit(&mut *store, done(judged));
    let quarantine = Judgement::Quarantined("crash".into());
    commit(
        &mut *store,
        Decision {
            mail: Some((quarantined, quarantine)),
            ..nothing()
        },
    );
    let addresses = [
        "a@example.org",
        "b@example.org",
        "c@example.org",
        "d@example.org",
    ];
    let written = post(&mut *store, addresses.map(public).to_vec());
    claim(&mut *store, 0);
    for id in &written {
        store.begin_tries(&[first_try(*id, b"raw")]).unwrap();
    }
    let ends = [
        LetterStatus::Sent,
        LetterStatus::Failed,
        LetterStatus::Quarantined,
    ];
    for (letter, status) in written.iter().copied().zip(ends) {
        let close = LetterChange::Close {
            letter,
            status,
            reason: None,
        };
        let decision = Decision {
            now: at(2),
            letter_changes: vec![close],
            ..nothing()
        };
        commit(&mut *store, decision);
    }
    assert_eq!(store.forget(Some(&at(0)), "2026-01-01").unwrap(), 0);
    assert!(
        store.forget(Some(&at(1)), "2026-01-01").unwrap() > 0,
        "the mail"
    );
    assert!(letter(&mut *store, written[0]).data.is_some());
    assert!(
        store.forget(Some(&at(3)), "2026-01-01").unwrap() > 0,
        "the letters"
    );
    assert_eq!(store.forget(Some(&at(3)), "2026-01-01").unwrap(), 0);
    look(&mut *store, |view| {
        assert_eq!(view.mail_bytes(judged)?, None);
        assert!(view.mail_bytes(new)?.is_some() && view.mail_bytes(quarantined)?.is_some());
        assert!(view.letter_bytes(written[3])?.is_some());
        let data = written
            .iter()
            .map(|id| Ok(view.letter(*id)?.unwrap().data.is_some()));
        let data: Vec<bool> = data.collect::<anyhow::Result<_>>()?;
        assert_eq!(data, [false, false, true, true]);
        Ok(())
    });
    // Letters of later are forgotten in their turn.
    let id = post(&mut *store, vec![public("e@example.org")])[0];
    let close = LetterChange::Close {
        letter: id,
        status: LetterStatus::Sent,
        reason: None,
    };
    commit(
        &mut *store,
        Decision {
            now: at(4),
            letter_changes: vec![close],
            ..nothing()
        },
    );
    assert_eq!(store.forget(Some(&at(5)), "2026-01-01").unwrap(), 1);
    assert_eq!(letter(&mut *store, id).data, None);
}

pub fn queues_are_noted(place: &Place) {
    let mut store = place.open();
    assert_eq!(look(&mut *store, |view| Ok(view.queues()?)), []);
    store.note_queue(Queue::Fetch, &at(1), None).unwrap();
    store
        .note_queue(Queue::Send, &at(1), Some("no relay"))
        .unwrap();
    store
        .note_queue(Queue::Fetch, &at(2), Some("no route"))
        .unwrap();
    let mut queue = |queue| {
        let queues = look(&mut *store, |view| Ok(view.queues()?));
        queues.into_iter().find(|row| row.queue == queue).unwrap()
    };
    let fetch = queue(Queue::Fetch);
    assert_eq!(
        (&fetch.last_success, &fetch.last_failure),
        (&Some(at(1)), &Some(at(2)))
    );
    assert_eq!(
        (fetch.failure.as_deref(), fetch.fails()),
        (Some("no route"), true)
    );
    let send = queue(Queue::Send);
    assert_eq!((send.last_success.as_ref(), send.fails()), (None, true));
    store.note_queue(Queue::Fetch, &at(3), None).unwrap();
    let queues = look(&mut *store, |view| Ok(view.queues()?));
    assert_eq!(queues.len(), 2);
    let fetch = queues
        .into_iter()
        .find(|row| row.queue == Queue::Fetch)
        .unwrap();
    assert!(!fetch.fails() && fetch.last_failure.is_some());
    // The later note counts, within one second, too, and after the clock was set back.
    for (time, failure) in [
        (3, Some("no")),
        (3, None),
        (9, Some("no")),
        (4, None),
        (2, Some("no")),
    ] {
        store.note_queue(Queue::Fetch, &at(time), failure).unwrap();
        let queues = look(&mut *store, |view| Ok(view.queues()?));
        let row = queues.iter().find(|row| row.queue == Queue::Fetch);
        assert_eq!(
            row.map(|row| row.fails()),
            Some(failure.is_some()),
            "{time}"
        );
    }
}

pub fn things_are_counted(place: &Place) {
    let mut store = place.open();
    assert_eq!(look(&mut *store, |view| Ok(view.newest()?)), None);
    let (mut store, game) = {
        drop(store);
        place.with_game()
    };
    new_mail(&mut *store, "a", b"x");
    let written = post(
        &mut *store,
        vec![
            news(game, 1),
            public("a@example.org"),
            public("b@example.org"),
        ],
    );
    let close = |letter, status| LetterChange::Close {
        letter,
        status,
        reason: None,
    };
    let letter_changes = vec![
        close(written[1], LetterStatus::Failed),
        close(written[2], LetterStatus::Quarantined),
    ];
    commit(
        &mut *store,
        Decision {
            letter_changes,
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        let counts = view.counts()?;
        assert_eq!((counts.playing, counts.finished), (1, 0));
        assert_eq!((counts.aborted, counts.frozen), (0, 0));
        assert_eq!((counts.new_mails, counts.quarantined_mails), (1, 0));
        assert_eq!((counts.waiting_letters, counts.deferred_letters), (1, 0));
        assert_eq!((counts.failed_letters, counts.quarantined_letters), (1, 1));
        assert_eq!(view.newest()?, Some(at(0)));
        for (status, id) in [(LetterStatus::Failed, 1), (LetterStatus::Quarantined, 2)] {
            assert_eq!(view.letters(status, 9)?[0].id, written[id]);
        }
        Ok(())
    });
}

pub fn the_secret_is_recognised(place: &Place) {
    let mut store = place.open();
    assert_eq!(look(&mut *store, |view| Ok(view.secret_check()?)), None);
    for check in [b"one", b"two"] {
        store.set_secret_check(check).unwrap();
        let found = look(&mut *store, |view| Ok(view.secret_check()?));
        assert_eq!(found.as_deref(), Some(&check[..]));
    }
}

pub fn all_tokens_are_voided(place: &Place) {
    let (mut store, game) = place.with_game();
    let mut new = news(game, 1);
    let scope = NewScope::Player(PlayerRef::Known(PlayerId(1)));
    new.tokens.push(NewToken {
        scope,
        nonce: vec![1],
        generation: 1,
        sections: Vec::new(),
    });
    let sent = post(&mut *store, vec![new])[0];
    claim(&mut *store, 0);
    store.begin_tries(&[first_try(sent, b"raw")]).unwrap();
    let waits = post(&mut *store, vec![news(game, 2)])[0];
    let tokens_of = |store: &mut dyn Store, id| {
        let tokens = letter(store, id).tokens;
        look(store, |view| {
            let rows = tokens.iter().map(|token| view.token(*token));
            rows.map(|row| Ok(row?.unwrap()))
                .collect::<anyhow::Result<Vec<_>>>()
        })
    };
    store.void_all_tokens(7).unwrap();
    let void = tokens_of(&mut *store, sent);
    assert_eq!(void.len(), 2);
    assert!(void.iter().all(|token| token.void));
    // A letter that is not written out yet carries keys of the new secret.
    let new = tokens_of(&mut *store, waits);
    assert_eq!(new.len(), 1);
    assert!(new.iter().all(|token| !token.void && token.generation == 7));
}

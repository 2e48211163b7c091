//! Laws of mails.

use zugpost::ids::{GameId, MailId};
use zugpost::store::{
    Decision, EndedIn, Judgement, LetterChange, MailStatus, NewMail, Store, StoreError, TakenIn,
    Verdict,
};

use crate::kit::{Place, at, commit, done, look, mail, new_mail, nothing, take_in};

const ONE: &[u8] = b"Message-ID: <1@example.org>\r\nSubject: e4\r\n\r\ne4\r\n";
const TWO: &[u8] = b"Message-ID: <2@example.org>\r\nSubject: e5\r\n\r\ne5\r\n";
/// As [`ONE`], after another server has delivered it.
const ONE_AGAIN: &[u8] =
    b"Received: from a by b\r\nMessage-ID: <1@example.org>\r\nSubject: e4\r\n\r\ne4\r\n";
const WITHOUT_ID: &[u8] = b"Subject: none\r\n\r\n";

pub fn a_mail_is_stored_once(place: &Place) {
    let mut store = place.open();
    let first = new_mail(&mut *store, "a", ONE);
    let taken = take_in(
        &mut *store,
        &[mail("a", ONE), mail("b", TWO), mail("b", TWO)],
    );
    let second = match taken[1] {
        TakenIn::New(id) => id,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        taken,
        [
            TakenIn::Known(first),
            TakenIn::New(second),
            TakenIn::Known(second)
        ]
    );
    // The same mail may come under two keys; who sent it is asked later.
    assert!(matches!(
        take_in(&mut *store, &[mail("c", ONE)])[..],
        [TakenIn::New(_)]
    ));
    let new = look(&mut *store, |view| Ok(view.mails(MailStatus::New, 9)?));
    assert_eq!(new.len(), 3);
}

pub fn another_mail_under_a_known_key_is_stored_under_its_own(place: &Place) {
    let mut store = place.open();
    let first = new_mail(&mut *store, "a", ONE);
    let taken = take_in(
        &mut *store,
        &[
            mail("a", TWO),
            mail("a", WITHOUT_ID),
            mail("a", TWO),
            mail("a", ONE),
        ],
    );
    let (second, third) = match taken[..] {
        [
            TakenIn::Renamed(second),
            TakenIn::Renamed(third),
            TakenIn::Known(_),
            _,
        ] => (second, third),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(taken[2..], [TakenIn::Known(second), TakenIn::Known(first)]);
    look(&mut *store, |view| {
        let source = |id| Ok::<_, StoreError>(view.mail(id)?.unwrap().source);
        assert_eq!((&*source(second)?, &*source(third)?), ("a#2", "a#3"));
        assert_eq!(view.mail_bytes(third)?.unwrap().raw, WITHOUT_ID);
        Ok(())
    });
}

pub fn a_mail_is_recognised_after_its_bytes_are_forgotten(place: &Place) {
    let mut store = place.open();
    let (first, second) = (
        new_mail(&mut *store, "a", ONE),
        new_mail(&mut *store, "b", WITHOUT_ID),
    );
    let verdict = Verdict {
        word: "played".into(),
        message_id: Some("1@example.org".into()),
        ..Verdict::default()
    };
    let decision = |id, verdict| Decision {
        mail: Some((id, Judgement::Done(verdict))),
        ..nothing()
    };
    commit(&mut *store, decision(first, verdict));
    commit(&mut *store, done(second));
    assert_eq!(store.forget(Some(&at(5)), "2026-01-01").unwrap(), 2);
    look(&mut *store, |view| {
        assert_eq!(view.mail_bytes(first)?, None);
        assert!(view.mail(first)?.is_some());
        Ok(())
    });
    let taken = take_in(
        &mut *store,
        &[
            mail("a", ONE),
            mail("a", ONE_AGAIN),
            mail("b", WITHOUT_ID),
            mail("a", TWO),
        ],
    );
    let known = TakenIn::Known;
    assert_eq!(taken[..3], [known(first), known(first), known(second)]);
    assert!(matches!(taken[3], TakenIn::Renamed(_)));
}

pub fn delivery_may_change_headers(place: &Place) {
    let mut store = place.open();
    let first = new_mail(&mut *store, "a", ONE);
    let taken = take_in(&mut *store, &[mail("a", ONE_AGAIN)]);
    assert_eq!(taken, [TakenIn::Known(first)]);
}

pub fn a_former_key_is_known(place: &Place) {
    let mut store = place.open();
    let first = new_mail(&mut *store, "a", ONE);
    let with_former = |source, raw| NewMail {
        former_source: Some("a"),
        ..mail(source, raw)
    };
    let taken = take_in(
        &mut *store,
        &[with_former("box/a", ONE), with_former("box/a", TWO)],
    );
    assert_eq!(taken[0], TakenIn::Known(first));
    assert!(matches!(taken[1], TakenIn::New(_)), "{taken:?}");
    let taken = take_in(&mut *store, &[with_former("box/a", TWO)]);
    assert!(matches!(taken[..], [TakenIn::Known(id)] if id != first));
}

pub fn recipients_of_a_known_mail_are_added(place: &Place) {
    let mut store = place.open();
    let again = |store: &mut dyn Store, recipients: &[&str]| {
        let recipients: Vec<String> = recipients.iter().map(|&one| one.to_owned()).collect();
        let new = NewMail {
            recipients: &recipients,
            ..mail("a", WITHOUT_ID)
        };
        match store.take_in(&[new], &at(0)).unwrap()[..] {
            [TakenIn::New(id) | TakenIn::Known(id)] => id,
            ref other => panic!("{other:?}"),
        }
    };
    let stored = |store: &mut dyn Store, id| {
        look(store, |view| Ok(view.mail_bytes(id)?.unwrap().recipients))
    };
    let id = again(&mut *store, &[]);
    assert!(stored(&mut *store, id).is_empty());
    for (recipients, all) in [
        (&["q@d"][..], &["q@d"][..]),
        (&["q+key@d", "q@d"], &["q@d", "q+key@d"]),
        (&["q@d"], &["q@d", "q+key@d"]),
        (&[], &["q@d", "q+key@d"]),
    ] {
        assert_eq!(again(&mut *store, recipients), id);
        assert_eq!(stored(&mut *store, id), all);
    }
    // However often it comes.
    for number in 0..300 {
        again(&mut *store, &[&format!("q+{number}@d")]);
    }
    assert_eq!(stored(&mut *store, id).len(), 200);
    // Nothing is kept of a mail whose bytes are deleted.
    commit(&mut *store, done(id));
    store.forget(Some(&at(5)), "2026-01-01").unwrap();
    assert_eq!(again(&mut *store, &["r@d"]), id);
    look(&mut *store, |view| {
        assert_eq!(view.mail_bytes(id)?, None);
        Ok(())
    });
}

pub fn bytes_come_back_as_they_were(place: &Place) {
    let mut store = place.open();
    let recipients = ["z+key@d".to_owned(), "q@d".to_owned()];
    let long = b"line\r\n".repeat(3000);
    let noise: Vec<u8> = (0_u32..500)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let cases: [(&str, &[u8]); 4] = [("a", b""), ("b", &long), ("c", &noise), ("d", ONE)];
    for (source, raw) in cases {
        let new = NewMail {
            sender: Some(""),
            recipients: &recipients,
            truncated: true,
            ..mail(source, raw)
        };
        let id = match store.take_in(&[new], &at(0)).unwrap()[..] {
            [TakenIn::New(id)] => id,
            ref other => panic!("{other:?}"),
        };
        let bytes = look(&mut *store, |view| Ok(view.mail_bytes(id)?.unwrap()));
        assert_eq!(bytes.raw, raw);
        assert_eq!((bytes.sender.as_deref(), bytes.truncated), (Some(""), true));
        assert_eq!(bytes.recipients, recipients);
    }
    let id = new_mail(&mut *store, "e", ONE);
    let bytes = look(&mut *store, |view| Ok(view.mail_bytes(id)?.unwrap()));
    assert_eq!(
        (bytes.sender, bytes.recipients.len(), bytes.truncated),
        (None, 0, false)
    );
}

fn three(store: &mut dyn Store) -> [MailId; 3] {
    ["a", "b", "c"].map(|source| new_mail(store, source, ONE))
}

fn claimed(store: &mut dyn Store, max: usize) -> Vec<(MailId, i64)> {
    let claimed = store
        .claim_inbox(max, "host:1", "2026-01-01T00:00:00Z")
        .unwrap();
    claimed
        .iter()
        .map(|mail| (mail.id, mail.attempts))
        .collect()
}

pub fn long_mails_are_claimed_a_few_at_a_time(place: &Place) {
    let mut store = place.open();
    let long = [b"From: a@b\n\n".to_vec(), vec![b'x'; 1 << 20]].concat();
    for name in ["a", "b", "c", "d", "e", "f"] {
        new_mail(&mut *store, name, &long);
    }
    assert_eq!(claimed(&mut *store, 64).len(), 4);
    assert_eq!(claimed(&mut *store, 64).len(), 2);
    assert_eq!(claimed(&mut *store, 64).len(), 0);
}

pub fn mails_are_claimed_oldest_first_and_once(place: &Place) {
    let mut store = place.open();
    let arrived = at(7);
    let new = NewMail {
        arrived_at: Some(&arrived),
        ..mail("0", TWO)
    };
    assert!(matches!(
        take_in(&mut *store, &[new])[..],
        [TakenIn::New(_)]
    ));
    let first = store
        .claim_inbox(1, "host:1", "2026-01-01T00:00:00Z")
        .unwrap();
    assert_eq!(
        (&*first[0].bytes.raw, &*first[0].arrived_at),
        (TWO, &*at(7))
    );
    let [a, b, c] = three(&mut *store);
    assert_eq!(claimed(&mut *store, 2), [(a, 0), (b, 0)]);
    assert_eq!(claimed(&mut *store, 2), [(c, 0)]);
    assert_eq!(claimed(&mut *store, 2), []);
    assert_eq!(
        look(&mut *store, |view| Ok(view.mail(a)?.unwrap().attempts)),
        1
    );
}

pub fn a_mail_that_was_begun_before_is_claimed_alone(place: &Place) {
    let mut store = place.open();
    let [a, b, c] = three(&mut *store);
    assert_eq!(claimed(&mut *store, 9).len(), 3);
    commit(&mut *store, done(a));
    // The process ends and starts anew.
    store.release("host:", &at(1)).unwrap();
    let d = new_mail(&mut *store, "d", ONE);
    assert_eq!(claimed(&mut *store, 9), [(b, 1)]);
    assert_eq!(claimed(&mut *store, 9), [(c, 1)]);
    assert_eq!(claimed(&mut *store, 9), [(d, 0)]);
}

pub fn a_mail_that_did_not_end_its_owner_counts_nothing(place: &Place) {
    let mut store = place.open();
    let [a, b, c] = three(&mut *store);
    for (judging, attempts) in [(false, 0), (true, 1)] {
        assert_eq!(claimed(&mut *store, 9), [(a, 0), (b, 0), (c, 0)]);
        let ended_in = EndedIn {
            judging,
            ..EndedIn::default()
        };
        store.give_up_claims("host:", &ended_in, &at(1)).unwrap();
        let found = look(&mut *store, |view| Ok(view.mail(a)?.unwrap().attempts));
        assert_eq!(found, attempts);
    }
}

pub fn a_mail_that_is_given_back_counts_nothing(place: &Place) {
    let mut store = place.open();
    let [a, b, c] = three(&mut *store);
    assert_eq!(claimed(&mut *store, 9).len(), 3);
    let now = "2026-01-01T00:00:00Z";
    for other in ["another", "host:", "host:12"] {
        store.give_back(other, now).unwrap();
        assert!(claimed(&mut *store, 9).is_empty(), "they are not another's");
    }
    store.give_back("host:1", now).unwrap();
    store.give_back("host:1", now).unwrap();
    assert_eq!(claimed(&mut *store, 9), [(a, 0), (b, 0), (c, 0)]);
}

pub fn a_judged_mail_has_its_verdict(place: &Place) {
    let mut store = place.open();
    let [a, b, _] = three(&mut *store);
    let verdict = Verdict {
        word: "played".into(),
        reason: Some("why".into()),
        sender: Some("anna@example.org".into()),
        message_id: Some("1@example.org".into()),
        body_hash: Some("hash".into()),
        sent_at: 1_767_225_600,
        game: Some(GameId(17)),
        proven: true,
    };
    let decision = |id, judgement| Decision {
        mail: Some((id, judgement)),
        ..nothing()
    };
    commit(&mut *store, decision(a, Judgement::Done(verdict.clone())));
    commit(
        &mut *store,
        decision(b, Judgement::Quarantined("crash".into())),
    );
    look(&mut *store, |view| {
        let row = view.mail(a)?.unwrap();
        assert_eq!((row.status, row.verdict), (MailStatus::Done, Some(verdict)));
        let row = view.mail(b)?.unwrap();
        assert_eq!(row.status, MailStatus::Quarantined);
        let verdict = row.verdict.unwrap();
        assert_eq!(
            (&*verdict.word, verdict.reason.as_deref()),
            ("parked", Some("crash"))
        );
        for (status, count) in [
            (MailStatus::Done, 1),
            (MailStatus::Quarantined, 1),
            (MailStatus::New, 1),
        ] {
            assert_eq!(view.mails(status, 9)?.len(), count);
        }
        Ok(())
    });
}

pub fn a_mail_is_judged_once(place: &Place) {
    let mut store = place.open();
    let [a, ..] = three(&mut *store);
    commit(&mut *store, done(a));
    let again = store.commit(&[done(a)]);
    assert!(matches!(again, Err(StoreError::Constraint(_))), "{again:?}");
}

pub fn a_quarantined_mail_is_judged_again(place: &Place) {
    let mut store = place.open();
    let [a, b, c] = three(&mut *store);
    assert_eq!(claimed(&mut *store, 9).len(), 3);
    let quarantine = Judgement::Quarantined("crash".into());
    commit(
        &mut *store,
        Decision {
            mail: Some((a, quarantine)),
            ..nothing()
        },
    );
    commit(&mut *store, done(b));
    let retry = |mail| Decision {
        letter_changes: vec![LetterChange::RetryMail(mail)],
        ..nothing()
    };
    for (mail, changed) in [(a, 1), (a, 0), (b, 0), (c, 0)] {
        assert_eq!(commit(&mut *store, retry(mail)).changed, changed);
    }
    assert_eq!(claimed(&mut *store, 9), [(a, 0)]);
    assert_eq!(
        look(&mut *store, |view| Ok(view.mail(a)?.unwrap().verdict)),
        None
    );
}

pub fn a_proven_mail_is_found_again(place: &Place) {
    let mut store = place.open();
    let mails = three(&mut *store);
    for (mail, (proven, sent_at)) in mails.into_iter().zip([(false, 5), (true, 5), (true, 0)]) {
        let verdict = Verdict {
            word: "played".into(),
            sender: Some("Anna@example.org".into()),
            sent_at,
            message_id: Some("1@example.org".into()),
            body_hash: Some("hash".into()),
            proven,
            ..Verdict::default()
        };
        commit(
            &mut *store,
            Decision {
                mail: Some((mail, Judgement::Done(verdict))),
                ..nothing()
            },
        );
    }
    let mut same = |but, id, hash| {
        look(&mut *store, |view| Ok(view.same_mail(but, id, hash)?)).map(|mail| mail.id)
    };
    assert_eq!(same(MailId(99), "1@example.org", "hash"), Some(mails[1]));
    assert_eq!(same(mails[1], "1@example.org", "hash"), Some(mails[2]));
    assert_eq!(same(mails[0], "1@example.org", "other"), None);
    assert_eq!(same(mails[0], "2@example.org", "hash"), None);
    let mut bodies = |than, sender, hash, sent_at| -> Vec<MailId> {
        let found = look(&mut *store, |view| {
            Ok(view.same_bodies(than, sender, (hash, sent_at))?)
        });
        found.iter().map(|mail| mail.id).collect()
    };
    let (anna, last) = ("anna@example.org", MailId(99));
    assert_eq!(bodies(last, anna, "hash", 5), [mails[2], mails[1]]);
    // One whose date is not known may be the same.
    assert_eq!(bodies(last, anna, "hash", 6), [mails[2]]);
    assert_eq!(bodies(mails[2], anna, "hash", 5), [mails[1]]);
    assert!(bodies(mails[1], anna, "hash", 5).is_empty());
    assert!(bodies(last, anna, "other", 5).is_empty());
    assert!(bodies(last, "boris@example.org", "hash", 5).is_empty());
}

pub fn claims_of_an_owner_are_released(place: &Place) {
    let mut store = place.open();
    let [a, b, _] = three(&mut *store);
    for (owner, mail) in [("host:1", a), ("host2:1", b)] {
        assert_eq!(
            store.claim_inbox(1, owner, "2026-01-01T00:00:00Z").unwrap()[0].id,
            mail
        );
    }
    store.release("host:", &at(1)).unwrap();
    assert_eq!(claimed(&mut *store, 9), [(a, 1)]);
}

pub fn mails_are_listed_newest_first(place: &Place) {
    let mut store = place.open();
    let ids: Vec<MailId> = ["a", "b", "c", "d", "e"]
        .into_iter()
        .map(|source| new_mail(&mut *store, source, source.as_bytes()))
        .collect();
    // Whatever their status.
    commit(&mut *store, done(ids[1]));
    let mut listed = |before: MailId, limit| -> Vec<MailId> {
        let rows = look(&mut *store, |view| Ok(view.mails_before(before, limit)?));
        rows.into_iter().map(|row| row.id).collect()
    };
    let (all, last) = (MailId(i64::MAX), ids[4]);
    assert_eq!(listed(all, 2), [ids[4], ids[3]]);
    assert_eq!(listed(ids[3], 2), [ids[2], ids[1]]);
    assert_eq!(listed(last, usize::MAX), [ids[3], ids[2], ids[1], ids[0]]);
    assert_eq!(listed(ids[0], 2), []);
}

//! Laws of hosts that share a store.

use zugpost::ids::{LetterId, MailId};
use zugpost::store::{
    Decision, HostRow, LeaseRow, LetterChange, LetterClaim, LetterStatus, NewTry, Store,
    StoreError, Subject,
};

use crate::kit::{
    Place, at, bytes, close, commit, defer, done, first_try, letter, look, new_mail, nothing, post,
    public,
};

/// Host `a` or `b`.
fn host(id: &str, minute: u32) -> HostRow {
    HostRow {
        id: id.into(),
        name: format!("host {id}"),
        alive_at: at(minute),
        ..HostRow::default()
    }
}

/// A sign of life; a host is over that has given none for two minutes. Returns whose work is taken over.
fn alive(store: &mut dyn Store, id: &str, minute: u32) -> Vec<String> {
    let over = at(minute.saturating_sub(2));
    store.sign_of_life(&host(id, minute), &over).unwrap().freed
}

/// A sign of life of a host whose program knows this; returns what everybody has to know then.
fn club(store: &mut dyn Store, id: &str, minute: u32, knows: &str) -> String {
    let host = HostRow {
        knows: knows.into(),
        ..host(id, minute)
    };
    let over = at(minute.saturating_sub(2));
    let shown = store.sign_of_life(&host, &over).unwrap();
    let kept = look(store, |view| Ok(view.club_knows()?));
    assert_eq!(kept, shown.club);
    Vec::from_iter(shown.club).join(", ")
}

pub fn what_is_new_counts_when_all_hosts_that_work_know_it(place: &Place) {
    let mut store = place.open();
    let mut says = |id, minute, knows| club(&mut *store, id, minute, knows);
    assert_eq!(says("a", 0, "one"), "one");
    assert_eq!(says("b", 0, "one, two"), "one", "a does not know it");
    assert_eq!(says("a", 1, "one, two, three"), "one, two");
    assert_eq!(says("b", 1, "one, two"), "one, two");
    // A host that is gone keeps nobody waiting.
    assert_eq!(says("a", 4, "one, three, two"), "one, three, two");
}

pub fn a_host_whose_program_is_too_old_does_not_work(place: &Place) {
    let mut store = place.open();
    let mut says = |id, minute, knows| club(&mut *store, id, minute, knows);
    assert_eq!(says("a", 0, "one, two"), "one, two");
    assert_eq!(says("b", 1, "one"), "one, two");
    // It has no say then.
    assert_eq!(says("a", 1, "one, three, two"), "one, three, two");
    // Nor has one from before there was any of this, while nothing is new.
    assert_eq!(says("c", 1, ""), "one, three, two");
    let hosts = look(&mut *store, |view| Ok(view.hosts()?));
    let differs: Vec<&str> = hosts.iter().map(|host| host.differs.as_str()).collect();
    assert_eq!(differs, ["", "program", "program"]);
    let two = ["two".to_owned()].into();
    let known = store.forgo(&two, &at(0)).unwrap();
    assert_eq!(known.as_deref(), Some("host a"), "it works by it");
    assert_eq!(store.forgo(&two, &at(2)).unwrap(), None);
    assert_eq!(club(&mut *store, "b", 2, "one, three"), "one, three");
}

fn owner(id: &str) -> String {
    format!("{id} 17 judge")
}

/// The mails that a host claims.
fn mails(store: &mut dyn Store, id: &str, minute: u32) -> Vec<(MailId, i64)> {
    let claimed = store.claim_inbox(9, &owner(id), &at(minute)).unwrap();
    let claimed = claimed.iter().map(|mail| (mail.id, mail.attempts));
    claimed.collect()
}

/// The letters that a host claims.
fn letters(store: &mut dyn Store, id: &str, minute: u32) -> Vec<LetterId> {
    let claim = LetterClaim {
        owner: &owner(id),
        now: &at(minute),
        max: 9,
        hung: false,
    };
    let claimed = store.claim_letters(&claim).unwrap();
    claimed.iter().map(|letter| letter.id).collect()
}

fn by(id: &str, decision: Decision) -> Decision {
    Decision {
        claimant: Some(owner(id)),
        ..decision
    }
}

pub fn work_of_a_host_without_a_sign_of_life_is_taken_over(place: &Place) {
    let mut store = place.open();
    let mail = new_mail(&mut *store, "1", b"x");
    let sent = post(&mut *store, vec![public("a@example.org")])[0];
    assert!(alive(&mut *store, "a", 0).is_empty());
    assert_eq!(mails(&mut *store, "a", 0), [(mail, 0)]);
    assert_eq!(letters(&mut *store, "a", 0), [sent]);
    for minute in [1, 2] {
        assert!(alive(&mut *store, "b", minute).is_empty(), "{minute}");
        assert!(mails(&mut *store, "b", minute).is_empty());
        assert!(letters(&mut *store, "b", minute).is_empty());
    }
    assert_eq!(alive(&mut *store, "b", 3), [owner("a")]);
    // That it was begun counts: it may have ended that host.
    assert_eq!(mails(&mut *store, "b", 3), [(mail, 1)]);
    assert_eq!(letters(&mut *store, "b", 3), [sent]);
    assert!(alive(&mut *store, "b", 4).is_empty());
    let hosts = look(&mut *store, |view| Ok(view.hosts()?));
    assert_eq!(hosts, [host("a", 0), host("b", 4)]);
}

pub fn what_was_taken_over_is_not_written_by_the_former_host(place: &Place) {
    let mut store = place.open();
    let mail = new_mail(&mut *store, "1", b"x");
    alive(&mut *store, "a", 0);
    mails(&mut *store, "a", 0);
    alive(&mut *store, "b", 5);
    let mut late = by("a", done(mail));
    late.letters.push(public("a@example.org"));
    let is_refused =
        |refused| matches!(refused, Err(StoreError::Conflict(Subject::Mail(of))) if of == mail);
    assert!(is_refused(store.commit(&[late.clone()])), "nobody has it");
    mails(&mut *store, "b", 5);
    assert!(is_refused(store.commit(&[late.clone()])), "another has it");
    store.give_back(&owner("a"), &at(5)).unwrap();
    commit(&mut *store, by("b", done(mail)));
    assert!(is_refused(store.commit(&[late])), "it is done");
    let counts = look(&mut *store, |view| Ok(view.counts()?));
    assert_eq!((counts.new_mails, counts.waiting_letters), (0, 0));
}

pub fn a_letter_that_was_taken_over_is_not_begun_again(place: &Place) {
    let mut store = place.open();
    let id = post(&mut *store, vec![public("a@example.org")])[0];
    let begin = |store: &mut dyn Store, host: &str, raw: &[u8]| {
        let new = NewTry {
            claimed_by: Some(owner(host)),
            ..first_try(id, raw)
        };
        store.begin_tries(&[new]).unwrap()
    };
    alive(&mut *store, "a", 0);
    letters(&mut *store, "a", 0);
    alive(&mut *store, "b", 5);
    assert!(begin(&mut *store, "a", b"of a").is_empty());
    letters(&mut *store, "b", 5);
    assert!(begin(&mut *store, "a", b"of a").is_empty());
    assert_eq!(begin(&mut *store, "b", b"of b"), [id]);
    assert_eq!(bytes(&mut *store, id), Some(b"of b".to_vec()));
    // What the former host says about its own try does not change that of this one.
    for change in [
        defer(id, 9, true),
        close(id, LetterStatus::Failed),
        LetterChange::GiveBack(id),
    ] {
        let late = by("a", nothing());
        let late = Decision {
            letter_changes: vec![change],
            ..late
        };
        assert_eq!(commit(&mut *store, late).changed, 0);
    }
    let row = letter(&mut *store, id);
    assert_eq!(
        (row.status, row.tries, row.hung),
        (LetterStatus::Waiting, 1, false)
    );
}

pub fn that_a_relay_has_taken_a_letter_counts_whoever_says_so(place: &Place) {
    let mut store = place.open();
    let id = post(&mut *store, vec![public("a@example.org")])[0];
    alive(&mut *store, "a", 0);
    letters(&mut *store, "a", 0);
    alive(&mut *store, "b", 5);
    letters(&mut *store, "b", 5);
    let sent = Decision {
        letter_changes: vec![close(id, LetterStatus::Sent)],
        ..by("a", nothing())
    };
    assert_eq!(commit(&mut *store, sent).changed, 1);
    let later = Decision {
        letter_changes: vec![close(id, LetterStatus::Failed)],
        ..by("b", nothing())
    };
    assert_eq!(commit(&mut *store, later).changed, 0);
    assert_eq!(letter(&mut *store, id).status, LetterStatus::Sent);
}

fn lease(holder: &str, until: u32) -> LeaseRow {
    LeaseRow {
        name: "source:inbox".into(),
        holder: holder.into(),
        until: at(until),
    }
}

pub fn a_lease_is_one_host_s(place: &Place) {
    let mut store = place.open();
    let mut take = |holder, now, until| store.take_lease(&lease(holder, until), &at(now)).unwrap();
    assert!(take("a", 0, 2));
    assert!(!take("b", 1, 3), "it is another's");
    assert!(take("a", 1, 3), "it is renewed");
    assert!(!take("b", 3, 5), "it lasts to the end");
    assert!(take("b", 4, 6), "it is over");
    assert!(!take("a", 4, 6));
    assert_eq!(
        look(&mut *store, |view| Ok(view.leases()?)),
        [lease("b", 6)]
    );
}

pub fn a_host_that_ends_leaves_its_leases(place: &Place) {
    let mut store = place.open();
    let mail = new_mail(&mut *store, "1", b"x");
    alive(&mut *store, "a", 0);
    mails(&mut *store, "a", 0);
    assert!(store.take_lease(&lease("a", 9), &at(0)).unwrap());
    let other = HostRow {
        process: 2,
        ..host("a", 0)
    };
    store.leave(&other).unwrap();
    assert!(
        !store.take_lease(&lease("b", 9), &at(0)).unwrap(),
        "it was not that process"
    );
    store.leave(&host("a", 0)).unwrap();
    assert!(store.take_lease(&lease("b", 9), &at(0)).unwrap());
    assert_eq!(alive(&mut *store, "b", 0), [owner("a")]);
    assert_eq!(mails(&mut *store, "b", 0), [(mail, 1)]);
}

//! Laws of claiming mails when there are more than are claimed at once: senders take turns.

use zugpost::ids::MailId;
use zugpost::store::{Budget, Decision, NewMail, PlayerChange, Store, TakenIn};

use super::kit::{Place, at, commit, look, mail, nothing, take_in};

fn mail_of(store: &mut dyn Store, author: &str, raw: &[u8]) -> MailId {
    let known = look(store, |view| Ok(view.counts()?)).new_mails;
    let source = format!("{author} {known}");
    let new = NewMail {
        author,
        ..mail(&source, raw)
    };
    match take_in(store, &[new])[..] {
        [TakenIn::New(id)] => id,
        ref other => panic!("{other:?}"),
    }
}

fn claim(store: &mut dyn Store, max: usize) -> Vec<MailId> {
    let claimed = store.claim_inbox(max, "host:1", &at(0)).unwrap();
    claimed.iter().map(|mail| mail.id).collect()
}

pub fn senders_take_turns(place: &Place) {
    let mut store = place.open();
    let many: Vec<MailId> = (0..50)
        .map(|_| mail_of(&mut *store, "b@example.org", b"x"))
        .collect();
    let others = ["a@example.org", "c@example.org", ""];
    let others = others.map(|author| mail_of(&mut *store, author, b"y"));
    let first = claim(&mut *store, 8);
    // Each sender has a place, and one sender has those that are left.
    assert_eq!(first.len(), 8);
    for one in others {
        assert!(first.contains(&one), "{first:?}");
    }
    let of_many: Vec<MailId> = many
        .iter()
        .copied()
        .filter(|id| first.contains(id))
        .collect();
    assert_eq!(of_many, many[..5]);
    // All are claimed in the end, each once, those of one sender in order.
    let mut all = first;
    loop {
        let next = claim(&mut *store, 8);
        if next.is_empty() {
            break;
        }
        all.extend(next);
    }
    let order: Vec<MailId> = all.iter().copied().filter(|id| many.contains(id)).collect();
    assert_eq!((all.len(), order), (53, many));
}

pub fn players_have_half_of_the_places(place: &Place) {
    let mut store = place.open();
    commit(
        &mut *store,
        Decision {
            players: vec![PlayerChange::Add {
                name: "Pia".into(),
                address: "pia@example.org".into(),
            }],
            ..nothing()
        },
    );
    for number in 0..40 {
        mail_of(&mut *store, &format!("s{number}@example.net"), b"x");
    }
    let own: Vec<MailId> = (0..6)
        .map(|_| mail_of(&mut *store, "pia@example.org", b"y"))
        .collect();
    let first = claim(&mut *store, 8);
    let of_player = first.iter().filter(|id| own.contains(id)).count();
    assert_eq!((first.len(), of_player), (8, 4), "{first:?}");
    // The rest of hers, and as many of the others as fit.
    let second = claim(&mut *store, 8);
    let of_player = second.iter().filter(|id| own.contains(id)).count();
    assert_eq!((second.len(), of_player), (8, 2), "{second:?}");
    // The others are not begun anew with the first of them.
    assert!(second.iter().all(|id| !first.contains(id)));
}

pub fn claimed_mails_are_counted_by_sender(place: &Place) {
    let mut store = place.open();
    for author in ["a@example.org", "a@example.org", ""] {
        mail_of(&mut *store, author, b"12345");
    }
    let claimed = store.claim_inbox(9, "host:1", &at(0)).unwrap();
    let counts: Vec<(i64, i64, i64)> = claimed
        .iter()
        .map(|mail| {
            (
                mail.of_sender.count,
                mail.of_sender.bytes,
                mail.of_all.count,
            )
        })
        .collect();
    assert_eq!(counts, [(1, 5, 1), (2, 10, 2), (0, 0, 3)]);
    store.give_back("host:1", &at(0)).unwrap();
    let day = &at(0)[..10];
    let of = |store: &mut dyn Store, key: &str| {
        look(store, |view| Ok(view.spent(Budget::Mails, day, key)?.count))
    };
    // What is given back has not cost anything, its bytes included.
    for key in ["a@example.org", ""] {
        let spent = look(&mut *store, |view| {
            Ok(view.spent(Budget::Mails, day, key)?)
        });
        assert_eq!((spent.count, spent.bytes), (0, 0));
    }
    // The claim counts even if nothing comes of it: the process has crashed.
    assert_eq!(claim(&mut *store, 9).len(), 3);
    store.release("host:", &at(1)).unwrap();
    assert_eq!(of(&mut *store, "a@example.org"), 2);
    // The same mail counts once.
    assert_eq!(claim(&mut *store, 9).len(), 1);
    assert_eq!(of(&mut *store, "a@example.org"), 2);
}

pub fn a_claim_is_bounded_by_bytes(place: &Place) {
    let mut store = place.open();
    // It can be compressed, so that all of it is stored.
    let big = vec![b'x'; 1 << 20];
    for _ in 0..10 {
        mail_of(&mut *store, "a@example.org", &big);
    }
    let first = claim(&mut *store, 64).len();
    assert!((1..=5).contains(&first), "{first}");
    assert!(!claim(&mut *store, 64).is_empty());
}

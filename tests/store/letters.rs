//! Laws of letters.

use zugpost::ids::LetterId;
use zugpost::store::{GameRef, LetterChange, LetterKind, LetterStatus, NewLetter, PUT_OFF};

use crate::kit::{
    Place, at, begin, bytes, change, claim, claim_lane, close, commit, defer, ids, letter, look,
    new_game, new_mail, news, post, public,
};

pub fn a_letter_comes_back_as_it_was(place: &Place) {
    let (mut store, game) = place.with_game();
    let mail = new_mail(&mut *store, "a", b"x");
    let new = NewLetter {
        mail: Some(mail),
        last_event: 5,
        ..news(game, 3)
    };
    let written = post(&mut *store, vec![new, public("x@example.org")]);
    let row = letter(&mut *store, written[0]);
    assert_eq!(
        (row.kind, &*row.recipient),
        (LetterKind::News, "Anna@example.org")
    );
    let about = row.about.unwrap();
    assert_eq!((about.game, about.seat), (game, 0));
    assert_eq!((about.first_event, about.last_event), (3, 5));
    assert_eq!(
        (row.mail, row.data.as_deref()),
        (Some(mail), Some("{\"v\":1}"))
    );
    assert_eq!(
        (row.status, row.tries, row.renderings),
        (LetterStatus::Waiting, 0, 0)
    );
    assert_eq!((row.rendered, row.hung, row.bounced), (false, false, false));
    assert_eq!((&*row.created_at, &*row.next_try), (&*at(0), &*at(0)));
    assert_eq!(
        (row.closed_at, row.revived_at, row.last_error),
        (None, None, None)
    );
    let row = letter(&mut *store, written[1]);
    assert_eq!((row.about, row.mail, row.tokens.len()), (None, None, 0));
    assert_eq!(look(&mut *store, |view| Ok(view.next_try()?)), Some(at(0)));
    assert_eq!(bytes(&mut *store, written[0]), None);
}

pub fn letters_of_a_game_to_one_recipient_leave_in_order(place: &Place) {
    let (mut store, game) = place.with_game();
    let written = post(
        &mut *store,
        vec![news(game, 1), news(game, 2), news(game, 3)],
    );
    assert_eq!(ids(&claim(&mut *store, 0)), written[..1]);
    assert_eq!(ids(&claim(&mut *store, 0)), [], "the first one is in hand");
    begin(&mut *store, written[0]);
    change(&mut *store, 0, vec![defer(written[0], 10, false)]);
    assert_eq!(ids(&claim(&mut *store, 5)), [], "the first one waits");
    assert_eq!(ids(&claim(&mut *store, 10)), written[..1]);
    change(&mut *store, 10, vec![close(written[0], LetterStatus::Sent)]);
    assert_eq!(ids(&claim(&mut *store, 10)), written[1..2]);
    change(
        &mut *store,
        10,
        vec![close(written[1], LetterStatus::Quarantined)],
    );
    assert_eq!(ids(&claim(&mut *store, 10)), written[2..]);
}

pub fn answers_to_strangers_leave_after_letters_to_players(place: &Place) {
    let (mut store, game) = place.with_game();
    let all = post(
        &mut *store,
        vec![
            public("a@example.org"),
            public("b@example.org"),
            news(game, 1),
        ],
    );
    assert_eq!(ids(&claim(&mut *store, 1)), [all[2], all[0], all[1]]);
}

pub fn other_letters_do_not_wait(place: &Place) {
    let (mut store, game) = place.with_game();
    let other = commit(&mut *store, new_game("Carla", "Dora")).game.unwrap();
    let letters = vec![
        news(game, 1),
        news(other, 1),
        NewLetter {
            recipient: "b@example.org".into(),
            ..news(game, 1)
        },
        public("Anna@example.org"),
        public("Anna@example.org"),
    ];
    let written = post(&mut *store, letters);
    assert_eq!(ids(&claim(&mut *store, 0)), written);
}

pub fn a_claim_is_exclusive_and_counts_renderings(place: &Place) {
    let mut store = place.open();
    let written = post(
        &mut *store,
        vec![public("a@example.org"), public("b@example.org")],
    );
    let claimed = claim(&mut *store, 0);
    assert_eq!(ids(&claimed), written);
    assert!(
        claimed
            .iter()
            .all(|letter| letter.renderings == 1 && letter.tries == 0)
    );
    assert_eq!(ids(&claim(&mut *store, 0)), []);
    assert_eq!(look(&mut *store, |view| Ok(view.next_try()?)), None);
    begin(&mut *store, written[0]);
    store.release("host:", &at(1)).unwrap();
    // What is due for longer comes first. What was begun to be rendered without an end goes alone.
    for expected in [(written[1], 2, 0), (written[0], 1, 1)] {
        let claimed = claim(&mut *store, 1);
        let counts: Vec<_> = claimed
            .iter()
            .map(|l| (l.id, l.renderings, l.tries))
            .collect();
        assert_eq!(counts, [expected]);
    }
}

pub fn a_deferred_letter_waits_for_its_time(place: &Place) {
    let mut store = place.open();
    let id = post(&mut *store, vec![public("a@example.org")])[0];
    claim(&mut *store, 0);
    begin(&mut *store, id);
    assert_eq!(change(&mut *store, 0, vec![defer(id, 5, false)]), 1);
    let row = letter(&mut *store, id);
    assert_eq!(
        (row.last_error.as_deref(), row.hung),
        (Some("later"), false)
    );
    assert_eq!(ids(&claim(&mut *store, 4)), []);
    assert_eq!(look(&mut *store, |view| Ok(view.next_try()?)), Some(at(5)));
    assert_eq!(
        look(&mut *store, |view| Ok(view.counts()?.deferred_letters)),
        1
    );
    assert_eq!(change(&mut *store, 1, vec![LetterChange::RetryWaiting]), 1);
    assert_eq!(ids(&claim(&mut *store, 1)), [id]);
}

pub fn a_letter_that_is_put_off_was_not_tried(place: &Place) {
    let mut store = place.open();
    let id = post(&mut *store, vec![public("a@example.org")])[0];
    let put_off = |minute: u32| LetterChange::PutOff {
        letter: id,
        reason: format!("{PUT_OFF}then"),
        next_try: at(minute),
    };
    // Nobody has claimed it.
    assert_eq!(change(&mut *store, 0, vec![put_off(9)]), 0);
    for minute in [0, 9] {
        let claimed = claim(&mut *store, minute);
        assert_eq!(
            (ids(&claimed), claimed[0].renderings, claimed[0].tries),
            (vec![id], 1, 0)
        );
        assert_eq!(change(&mut *store, minute, vec![put_off(minute + 9)]), 1);
    }
    let row = letter(&mut *store, id);
    assert_eq!((row.renderings, row.tries), (0, 0));
    assert_eq!(row.last_error.as_deref(), Some("waits until then"));
    // Its time is no sign of a wrong clock, unless it lies beyond the longest pause.
    assert_eq!(store.correct_next_tries(&at(30), &at(10)).unwrap(), 0);
    assert_eq!(store.correct_next_tries(&at(12), &at(10)).unwrap(), 1);
    assert_eq!(ids(&claim(&mut *store, 10)), [id]);
}

pub fn hung_recipients_have_a_lane_of_their_own(place: &Place) {
    let mut store = place.open();
    let letters = ["slow@example.org", "slow@example.org", "b@example.org"].map(public);
    let written = post(&mut *store, letters.to_vec());
    assert_eq!(ids(&claim_lane(&mut *store, 0, true)), []);
    assert_eq!(claim(&mut *store, 0).len(), 3);
    written[..2].iter().for_each(|id| begin(&mut *store, *id));
    change(
        &mut *store,
        0,
        vec![defer(written[0], 5, true), defer(written[1], 0, false)],
    );
    assert!(letter(&mut *store, written[0]).hung);
    // Both letters to the recipient, and the one that hung at its time.
    assert_eq!(ids(&claim(&mut *store, 1)), []);
    assert_eq!(ids(&claim_lane(&mut *store, 1, true)), [written[1]]);
    assert_eq!(ids(&claim_lane(&mut *store, 5, true)), [written[0]]);
    change(
        &mut *store,
        6,
        vec![defer(written[0], 6, false), defer(written[1], 6, false)],
    );
    assert_eq!(ids(&claim_lane(&mut *store, 6, true)), []);
    assert_eq!(ids(&claim(&mut *store, 6)), written[..2]);
}

pub fn news_that_were_not_tried_are_superseded(place: &Place) {
    let (mut store, game) = place.with_game();
    let supersedes = |first_event| NewLetter {
        supersedes: true,
        ..news(game, first_event)
    };
    let old = post(&mut *store, vec![news(game, 2), news(game, 3)]);
    let new = post(&mut *store, vec![supersedes(5)])[0];
    for id in old {
        let row = letter(&mut *store, id);
        assert_eq!(
            (row.status, row.superseded_by),
            (LetterStatus::Superseded, Some(new))
        );
        assert!(row.closed_at.is_some());
    }
    let row = letter(&mut *store, new);
    let about = row.about.unwrap();
    assert_eq!((about.first_event, about.last_event), (2, 5));
    // One after the other, also in one decision; a letter that tells no event takes over one.
    let result = NewLetter {
        kind: LetterKind::Result,
        ..supersedes(0)
    };
    let both = post(&mut *store, vec![supersedes(7), result]);
    assert_eq!(letter(&mut *store, new).superseded_by, Some(both[0]));
    let row = letter(&mut *store, both[1]);
    assert_eq!(row.about.unwrap().first_event, 2);
    assert_eq!(ids(&claim(&mut *store, 0)), [both[1]]);
    let superseded = look(&mut *store, |view| {
        Ok(view.letters(LetterStatus::Superseded, 9)?)
    });
    assert_eq!(superseded.len(), 4);
}

pub fn other_letters_are_not_superseded(place: &Place) {
    let (mut store, game) = place.with_game();
    let other = commit(&mut *store, new_game("Carla", "Dora")).game.unwrap();
    let kept = vec![
        NewLetter {
            recipient: "tried@example.org".into(),
            ..news(game, 1)
        },
        NewLetter {
            recipient: "claimed@example.org".into(),
            ..news(game, 1)
        },
    ];
    let mut kept = post(&mut *store, kept);
    claim(&mut *store, 0);
    begin(&mut *store, kept[0]);
    change(&mut *store, 0, vec![defer(kept[0], 5, false)]);
    let kinds = LetterKind::ALL
        .iter()
        .filter(|kind| **kind != LetterKind::News);
    let mut letters: Vec<_> = kinds
        .map(|kind| NewLetter {
            kind: *kind,
            ..news(game, 1)
        })
        .collect();
    letters.push(NewLetter {
        seat: Some((GameRef::Known(game), 1)),
        ..news(game, 1)
    });
    letters.push(news(other, 1));
    letters.push(public("Anna@example.org"));
    kept.extend(post(&mut *store, letters));
    let new = post(
        &mut *store,
        vec![NewLetter {
            supersedes: true,
            ..news(game, 9)
        }],
    )[0];
    for id in kept {
        assert_eq!(
            letter(&mut *store, id).status,
            LetterStatus::Waiting,
            "{id}"
        );
    }
    assert_eq!(letter(&mut *store, new).about.unwrap().first_event, 9);
}

pub fn an_answer_is_found_by_its_mail(place: &Place) {
    let (mut store, game) = place.with_game();
    let mails = ["a", "b"].map(|source| new_mail(&mut *store, source, b"x"));
    let of = |kind, mail| NewLetter {
        kind,
        mail: Some(mail),
        ..news(game, 1)
    };
    let letters = vec![
        of(LetterKind::News, mails[0]),
        of(LetterKind::Answer, mails[0]),
        of(LetterKind::News, mails[1]),
    ];
    let written = post(&mut *store, letters);
    let mut answer = |mail| look(&mut *store, |view| Ok(view.answer_to(mail)?)).map(|row| row.id);
    assert_eq!(
        (answer(mails[0]), answer(mails[1])),
        (Some(written[1]), None)
    );
}

pub fn letters_are_listed_newest_first(place: &Place) {
    let mut store = place.open();
    let new = (0..5).map(|number| public(&format!("{number}@example.org")));
    let written = post(&mut *store, new.collect());
    // Whatever their status.
    change(
        &mut *store,
        0,
        vec![close(written[1], LetterStatus::Dropped)],
    );
    let mut listed = |before: LetterId, limit| {
        ids(&look(&mut *store, |view| {
            Ok(view.letters_before(before, limit)?)
        }))
    };
    assert_eq!(listed(LetterId(i64::MAX), 2), [written[4], written[3]]);
    assert_eq!(listed(written[3], 2), [written[2], written[1]]);
    assert_eq!(listed(written[2], usize::MAX), [written[1], written[0]]);
    assert_eq!(listed(written[0], 2), []);
}

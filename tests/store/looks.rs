//! When mail was read, outages, and the turn that a seat has to play.

use zugpost::ids::PlayerId;
use zugpost::store::{
    ClockChange, Decision, EventRow, GameChange, LetterChange, LetterKind, LetterStatus, Look,
    NewLetter, NewScope, NewToken, OpenTurn, SeatChange, SeatRow, Store, TokenSection,
};

use crate::kit::{Place, at, commit, look, new_mail, news, nothing, turn};

fn note(store: &mut dyn Store, source: &str, sources: &[String], minute: u32) {
    let read = Look {
        source,
        sources,
        at: &at(minute),
        longest_gap: 7_200,
    };
    store.note_look(&read, &at(minute)).unwrap();
}

pub fn a_gap_in_reading_is_an_outage(place: &Place) {
    let mut store = place.open();
    let both = ["a".to_owned(), "b".to_owned()];
    assert_eq!(look(&mut *store, |view| Ok(view.heartbeat()?)), None);
    note(&mut *store, "a", &both, 0);
    note(&mut *store, "b", &both, 1);
    note(&mut *store, "a", &both, 60);
    // Two hours since both were read are no gap yet.
    note(&mut *store, "b", &both, 121);
    look(&mut *store, |view| {
        assert_eq!(view.heartbeat()?, Some(at(60)));
        assert_eq!(view.outages("")?, []);
        Ok(())
    });
    note(&mut *store, "a", &both, 125);
    note(&mut *store, "b", &both, 300);
    note(&mut *store, "a", &both, 301);
    look(&mut *store, |view| {
        let all = view.outages("")?;
        let shown: Vec<_> = all.iter().map(|one| (&*one.from_at, &*one.to_at)).collect();
        assert_eq!(
            shown,
            [(&*at(125), &*at(300))],
            "only the time without any reading of all"
        );
        assert_eq!(all[0].declared, None);
        assert_eq!(view.outages(&at(300))?, [], "it has ended before");
        Ok(())
    });
    // A source that is not there any more holds nothing up.
    // Where several hosts work, no host knows all sources.
    if store.is_shared() {
        assert!(store.retire_source("b").unwrap());
    }
    note(&mut *store, "a", &both[..1], 305);
    let heartbeat = look(&mut *store, |view| Ok(view.heartbeat()?));
    assert_eq!(heartbeat, Some(at(305)));
}

pub fn a_clock_that_is_not_trusted_is_accepted_again(place: &Place) {
    let mut store = place.open();
    let changes = |now: u32, changes: Vec<ClockChange>| Decision {
        now: at(now),
        clock_changes: changes,
        ..nothing()
    };
    let outage = |from, to| ClockChange::Outage {
        from_at: at(from),
        to_at: at(to),
        declared: Some("umpire".to_owned()),
    };
    commit(
        &mut *store,
        changes(1, vec![ClockChange::Stop("it jumped".to_owned())]),
    );
    commit(
        &mut *store,
        changes(2, vec![ClockChange::Stop("again".to_owned())]),
    );
    let stopped = look(&mut *store, |view| Ok(view.clock_stopped()?));
    assert_eq!(
        stopped,
        Some((at(1), "it jumped".to_owned())),
        "the first time counts"
    );
    commit(&mut *store, changes(3, vec![outage(2, 30), outage(20, 30)]));
    commit(&mut *store, changes(5, vec![ClockChange::Accept]));
    look(&mut *store, |view| {
        assert_eq!(view.clock_stopped()?, None);
        let all = view.outages("")?;
        let shown: Vec<_> = all.iter().map(|one| (&*one.from_at, &*one.to_at)).collect();
        assert_eq!(
            shown,
            [(&*at(2), &*at(5))],
            "there is no outage in the future"
        );
        Ok(())
    });
}

pub fn mail_that_waits_or_is_quarantined_is_open(place: &Place) {
    let (mut store, _) = place.with_game();
    let anna = PlayerId(1);
    let open = |store: &mut dyn Store, until| {
        look(store, |view| {
            Ok(view.has_open_mail(anna, "", &at(until))?)
        })
    };
    assert!(!open(&mut *store, 600));
    // `kit::new_mail` stores it at minute 0.
    new_mail(&mut *store, "a", b"From: stranger@example.com\n\nx");
    assert!(open(&mut *store, 600), "nobody knows yet whose it is");
    let claimed = store.claim_inbox(9, "judge", &at(1)).unwrap();
    commit(&mut *store, crate::kit::done(claimed[0].id));
    assert!(!open(&mut *store, 600));
}

pub fn a_letter_about_several_games_starts_their_clocks(place: &Place) {
    let (mut store, first) = place.with_game();
    let second = commit(&mut *store, crate::kit::new_game("Cleo", "Dora"));
    let second = second.game.unwrap();
    let open = |seq| OpenTurn {
        seq: Some(seq),
        ..OpenTurn::default()
    };
    // The second game goes on, after the letter was written, with a turn of its own.
    let mut games = vec![GameChange::new(first, 0), GameChange::new(second, 0)];
    games[0].seats.push(SeatChange::OpenTurn(0, open(0)));
    games[1].events = vec![turn(1, "e4"), turn(2, "e5")];
    games[1].seats.push(SeatChange::OpenTurn(0, open(2)));
    let section = |game, state| TokenSection {
        game,
        seat: 0,
        state,
    };
    let letter = |kind, state| NewLetter {
        kind,
        seat: None,
        tokens: vec![NewToken {
            scope: NewScope::List(PlayerId(1)),
            nonce: vec![1, 2, 3],
            generation: 1,
            sections: vec![section(first, 0), section(second, state)],
        }],
        ..news(first, 0)
    };
    let decision = Decision {
        games,
        letters: vec![
            letter(LetterKind::Answer, 2),
            letter(LetterKind::Digest, 0),
            letter(LetterKind::Digest, 2),
        ],
        ..nothing()
    };
    let letters = commit(&mut *store, decision).letters;
    let mut left = |letter: usize, now: u32| {
        let sent = Decision {
            now: at(now),
            letter_changes: vec![LetterChange::Close {
                letter: letters[letter],
                status: LetterStatus::Sent,
                reason: None,
            }],
            ..nothing()
        };
        commit(&mut *store, sent);
        look(&mut *store, |view| {
            let [one, two] = [view.seats(first)?, view.seats(second)?];
            let left = |seats: &[SeatRow]| seats[0].open_turn.left_at.clone();
            Ok([left(&one), left(&two)])
        })
    };
    // An answer to a mail gives no turn.
    assert_eq!(left(0, 6), [None, None]);
    assert_eq!(left(1, 7), [Some(at(7)), None]);
    // The first letter counts.
    assert_eq!(left(2, 8), [Some(at(7)), Some(at(8))]);
}

pub fn the_clock_starts_when_the_letter_leaves(place: &Place) {
    let (mut store, game) = place.with_game();
    let turn = |left_at: Option<u32>| OpenTurn {
        seq: Some(0),
        left_at: left_at.map(at),
        ..OpenTurn::default()
    };
    let mut change = GameChange::new(game, 0);
    change.seats.push(SeatChange::OpenTurn(0, turn(None)));
    let decision = Decision {
        games: vec![change],
        letters: vec![news(game, 0)],
        ..nothing()
    };
    let letter = commit(&mut *store, decision).letters[0];
    let left = |store: &mut dyn Store| {
        look(store, |view| {
            Ok(view.seats(game)?[0].open_turn.left_at.clone())
        })
    };
    assert_eq!(left(&mut *store), None);
    let sent = |now: u32| Decision {
        now: at(now),
        letter_changes: vec![LetterChange::Close {
            letter,
            status: LetterStatus::Sent,
            reason: None,
        }],
        ..nothing()
    };
    commit(&mut *store, sent(7));
    assert_eq!(left(&mut *store), Some(at(7)));
    // A report stops it, for this turn alone.
    let stop = |turn| Decision {
        letter_changes: vec![LetterChange::StopClock {
            game,
            seat: 0,
            turn,
            left_at: None,
            returned: 1,
        }],
        ..nothing()
    };
    commit(&mut *store, stop(9));
    assert_eq!(left(&mut *store), Some(at(7)));
    commit(&mut *store, stop(0));
    assert_eq!(left(&mut *store), None);
}

pub fn clocks_are_counted(place: &Place) {
    let (mut store, game) = place.with_game();
    let counts = |store: &mut dyn Store| {
        let all = look(store, |view| Ok(view.clock_counts(&at(100), 3_600)?));
        (all.clocks, all.grace, all.paused)
    };
    let standing = |store: &mut dyn Store| look(store, |view| Ok(view.standing_clocks(9)?));
    assert_eq!(counts(&mut *store), (0, 0, 0), "a game without a clock");
    assert_eq!(standing(&mut *store), []);
    let open = OpenTurn {
        seq: Some(0),
        ..OpenTurn::default()
    };
    let mut change = GameChange::new(game, 0);
    change.seats.push(SeatChange::OpenTurn(0, open));
    let decision = Decision {
        games: vec![change],
        ..nothing()
    };
    commit(&mut *store, decision);
    assert_eq!(counts(&mut *store), (1, 0, 0));
    assert_eq!(standing(&mut *store), [game], "no timer");
    let mut happens = |seq: i64, minute: u32, kind: &str, seat: Option<u8>| {
        let mut change = GameChange::new(game, seq - 1);
        change.events.push(EventRow {
            kind: kind.to_owned(),
            seat,
            ..turn(seq, "")
        });
        let decision = Decision {
            now: at(minute),
            games: vec![change],
            ..nothing()
        };
        commit(&mut *store, decision);
        counts(&mut *store)
    };
    assert_eq!(happens(1, 10, "grace", Some(0)), (1, 1, 0));
    assert_eq!(happens(2, 11, "credit", Some(0)), (1, 0, 0));
    assert_eq!(happens(3, 12, "pause", Some(1)), (1, 0, 0), "long ago");
    assert_eq!(happens(4, 50, "pause", Some(1)), (1, 0, 1));
    assert_eq!(happens(5, 51, "resume", Some(1)), (1, 0, 0));
    assert_eq!(happens(6, 52, "pause", None), (1, 0, 1));
    assert_eq!(happens(7, 53, "resume", None), (1, 0, 0));
}

//! What a turn costs in an SQLite file.

use zugpost::ids::GameId;
use zugpost::store::{
    Decision, GameRef, Judgement, LetterChange, LetterKind, LetterStatus, MailStatus, NewLetter,
    NewMail, SqliteStore, Store, Verdict,
};

use crate::kit::{
    at, claim, claim_lane, commit, done, first_try, look, mail, new_game, new_mail, news, nothing,
    play,
};
use crate::sqlite::{TOKEN, file, pragma};

pub const TESTS: &[(&str, fn())] = &[
    (
        "a_turn_costs_the_same_in_a_large_database",
        a_turn_costs_the_same_in_a_large_database,
    ),
    ("a_turn_takes_little_room", a_turn_takes_little_room),
];

/// Plays turns by mail to their end, each with two letters, which leave; the game has `before` events.
fn play_by_mail(store: &mut SqliteStore, game: GameId, before: i64, turns: i64) {
    for seq in before..before + turns {
        let raw = mail_of_8_kb(seq);
        let recipients = [format!("zugpost+{TOKEN}@example.org")];
        let source = format!("INBOX/1700000000/{seq}");
        let arrived_at = at(1);
        let new = NewMail {
            sender: Some("anna@example.org"),
            recipients: &recipients,
            arrived_at: Some(&arrived_at),
            ..mail(&source, &raw)
        };
        store.take_in(&[new], &at(2)).unwrap();
        let mail = store
            .claim_inbox(50, "host.example.org:4711", "2026-01-01T00:00:00Z")
            .unwrap()[0]
            .id;
        let verdict = Verdict {
            word: "played".into(),
            sender: Some("anna@example.org".into()),
            message_id: Some(format!("CAF+{seq:0>40}@mail.example.org")),
            body_hash: Some(format!("{seq:0>64}")),
            game: Some(game),
            proven: true,
            ..Verdict::default()
        };
        let to_seat = |seat, kind| NewLetter {
            kind,
            seat: Some((GameRef::Known(game), seat)),
            mail: Some(mail),
            data: "{\"v\":1,\"notice\":\"turn\",\"echoes\":[{\"line\":\"e4\",\"event\":17}]}"
                .into(),
            ..news(game, seq + 1)
        };
        let decision = Decision {
            mail: Some((mail, Judgement::Done(verdict))),
            letters: vec![to_seat(0, LetterKind::Answer), to_seat(1, LetterKind::News)],
            ..play(game, seq, "Ng1f3")
        };
        let letters = commit(store, decision).letters;
        assert_eq!(claim(store, 2).len(), 1);
        for (nth, letter) in letters.into_iter().enumerate() {
            if nth > 0 {
                assert_eq!(claim(store, 3)[0].id, letter);
            }
            store.begin_tries(&[first_try(letter, &raw)]).unwrap();
            let close = LetterChange::Close {
                letter,
                status: LetterStatus::Sent,
                reason: None,
            };
            commit(
                store,
                Decision {
                    letter_changes: vec![close],
                    ..nothing()
                },
            );
        }
        assert_eq!(look(store, |view| Ok(view.next_try()?)), None);
    }
}

/// A mail of 8 kB: signatures that cannot be compressed, and text.
fn mail_of_8_kb(number: i64) -> Vec<u8> {
    const WORDS: [&str; 12] = [
        "the", "knight", "your", "move", "was", "wrote:", "> ", "key", "board", "white", "e4",
        "\r\n",
    ];
    let mut state = u64::try_from(number).unwrap() + 1;
    let mut chance = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 40).unwrap()
    };
    let mut raw = String::from("DKIM-Signature: ");
    while raw.len() < 1_500 {
        raw.push(char::from(b'A' + u8::try_from(chance() % 58).unwrap()));
    }
    while raw.len() < 8_000 {
        raw.push_str(WORDS[chance() % WORDS.len()]);
        raw.push(' ');
    }
    raw.into_bytes()
}

/// The steps of SQLite's machine in one round do not depend on how much is stored.
fn a_turn_costs_the_same_in_a_large_database() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    let (_folder, _, mut store) = file();
    // It is not the disk that is measured.
    store
        .connection()
        .pragma_update(None, "synchronous", "OFF")
        .unwrap();
    let steps = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&steps);
    let count = move || {
        counter.fetch_add(1, Ordering::Relaxed);
        false
    };
    store.connection().progress_handler(1, Some(count)).unwrap();
    let mut costs = Vec::new();
    for (number, games) in [2, 200].into_iter().enumerate() {
        for game in 0..games {
            let names = ["a", "b"].map(|seat| format!("{seat}{number}x{game}"));
            let game = commit(&mut store, new_game(&names[0], &names[1]))
                .game
                .unwrap();
            play_by_mail_under(&mut store, game, &names[0]);
        }
        let game = commit(
            &mut store,
            new_game(&format!("c{number}"), &format!("d{number}")),
        )
        .game;
        let before = steps.load(Ordering::Relaxed);
        play_by_mail_under(&mut store, game.unwrap(), &format!("last{number}"));
        costs.push(steps.load(Ordering::Relaxed) - before);
    }
    assert!(costs[0] > 500, "{costs:?}");
    assert!(costs[1] < costs[0] * 11 / 10, "{costs:?}");
}

/// A turn by mail, with a letter that leaves.
fn play_by_mail_under(store: &mut SqliteStore, game: GameId, source: &str) {
    let id = new_mail(store, source, b"e4");
    store
        .claim_inbox(50, "host:1", "2026-01-01T00:00:00Z")
        .unwrap();
    let decision = Decision {
        mail: done(id).mail,
        letters: vec![NewLetter {
            supersedes: true,
            ..news(game, 1)
        }],
        ..play(game, 0, "e4")
    };
    let letter = commit(store, decision).letters[0];
    claim(store, 0);
    store.begin_tries(&[first_try(letter, b"raw")]).unwrap();
    let close = LetterChange::Close {
        letter,
        status: LetterStatus::Sent,
        reason: None,
    };
    commit(
        store,
        Decision {
            letter_changes: vec![close],
            ..nothing()
        },
    );
    look(store, |view| {
        view.next_try()?;
        view.same_mail(id, "m@example.org", "hash")?;
        view.same_bodies(id, "anna@example.org", ("hash", 5))?;
        view.answer_to(id)?;
        view.letters(LetterStatus::Failed, 9)?;
        view.letters(LetterStatus::Waiting, 9)?;
        view.mails(MailStatus::Quarantined, 9)?;
        Ok(())
    });
    claim_lane(store, 0, true);
    store.release("host:", &at(0)).unwrap();
}

/// A turn by mail of 8 kB with two letters, after they have left.
fn a_turn_takes_little_room() {
    const TURNS: i64 = 200;
    let (_folder, _, mut store) = file();
    // It is not the disk that is measured.
    store
        .connection()
        .pragma_update(None, "synchronous", "OFF")
        .unwrap();
    let game = commit(&mut store, new_game("Anna", "Boris")).game.unwrap();
    play_by_mail(&mut store, game, 0, 10);
    let used = |store: &mut SqliteStore| {
        let names = ["page_count", "freelist_count", "page_size"];
        let [pages, free, size] = names.map(|name| pragma::<i64>(store, name));
        (pages - free) * size
    };
    let before = used(&mut store);
    play_by_mail(&mut store, game, 10, TURNS);
    let each = (used(&mut store) - before) / TURNS;
    println!("a turn takes {each} bytes");
    assert!(each < 6_000, "{each}");
}

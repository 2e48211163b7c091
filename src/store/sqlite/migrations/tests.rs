use super::*;
use crate::ids::{ChallengeId, GameId, LetterId, MailId, PlayerId, TokenId};
use crate::status::LetterFormat;
use crate::store::Maintain;
use crate::store::sqlite::SqliteStore;
use crate::store::{
    Decision, GameRef, LetterChange, LetterClaim, LetterKind, LetterStatus, LogOf, MailStatus,
    NewLetter, NewMail, NewScope, NewToken, PlayerChange, PlayerRef, Snapshot, Store, Subject,
    TakenIn, TokenScope, read,
};

/// A database of an earlier version, with these rows.
fn former(version: u32, rows: &str) -> SqliteStore {
    let connection = Connection::open_in_memory().unwrap();
    for (sql, _) in &STEPS[..version as usize] {
        connection.execute_batch(sql).unwrap();
    }
    connection
        .pragma_update(None, "user_version", version)
        .unwrap();
    connection.execute_batch(rows).unwrap();
    SqliteStore {
        connection,
        keep_sent: false,
        last_sender: Default::default(),
    }
}

/// News to a seat, with these tokens.
fn news(tokens: Vec<NewToken>) -> NewLetter {
    NewLetter {
        kind: LetterKind::News,
        recipient: "b@b.c".into(),
        seat: Some((GameRef::Known(GameId(1)), 1)),
        first_event: 4,
        last_event: 4,
        mail: None,
        tokens,
        data: "{}".into(),
        supersedes: true,
        once: None,
    }
}

fn look<T>(store: &mut SqliteStore, work: impl FnOnce(&dyn Snapshot) -> anyhow::Result<T>) -> T {
    read(store, work).unwrap()
}

const FIRST: &str = include_str!("first.sql");

#[test]
fn a_database_of_the_first_schema_keeps_its_data() {
    let mut store = former(1, FIRST);
    assert_eq!(store.migrate().unwrap(), (1, CURRENT));
    assert_eq!(store.migrate().unwrap(), (CURRENT, CURRENT));
    look(&mut store, |view| {
        let (begun, new) = (
            view.game(GameId(1))?.unwrap(),
            view.game(GameId(2))?.unwrap(),
        );
        assert_eq!(
            (begun.course.state, begun.course.to_move, begun.seq),
            (2, 1, 3)
        );
        assert_eq!((new.course.state, new.course.to_move, new.seq), (0, 1, 0));
        assert_eq!((&*begun.updated_at, &*new.updated_at), ("t5", "t2"));
        assert_eq!(
            (&*begun.created_by, new.position.as_deref()),
            ("umpire", Some("p"))
        );
        let seats = view.seats(GameId(1))?;
        assert_eq!((&*seats[0].address, seats[0].failures), ("A@b.c", 2));
        assert_eq!(
            (seats[1].held.as_deref(), seats[1].answers.count),
            (Some("x"), 0)
        );
        let events = view.events(GameId(1), None)?;
        let shown: Vec<_> = events
            .iter()
            .map(|e| (e.seq, e.state, &*e.text, e.typed.as_deref(), e.mail))
            .collect();
        let mail = Some(MailId(1));
        assert_eq!(
            shown,
            [
                (1, 1, "@@e3", Some("@@E3"), mail),
                (2, 1, "hello", None, mail),
                (3, 2, "", None, None)
            ]
        );
        let same = view.same_mail(MailId(2), "m@b.c", "h")?;
        assert_eq!(same.map(|mail| mail.id), Some(MailId(1)));
        assert_eq!(view.mail_bytes(MailId(1))?.unwrap().raw, [0]);
        Ok(())
    });
    let dangling = "INSERT INTO questions (game_id, seat, state, data) VALUES (9, 0, 0, '')";
    let refused = store.connection.execute(dangling, []);
    assert!(refused.is_err(), "foreign keys are checked again");
}

/// A reply token and an envelope token, in their form.
const TOKEN: &str = "aaaaaabbccddeeffgghhiijjkkllmmnn";
const ENVELOPE: &str = "aaaaaabccddeeffgghhiijj2";

/// Schema 2: a game in progress, a new mail, one that was begun, one that is done and one that is parked,
/// letters that wait, one of them tried, tokens, and the secret.
fn second() -> String {
    let rows = include_str!("second.sql");
    rows.replace("TOKEN", TOKEN).replace("ENVELOPE", ENVELOPE)
}

#[test]
fn the_secret_is_handed_over_and_deleted() {
    let mut store = former(2, &second());
    let secret = b"secretsecretsecr".to_vec();
    assert_eq!(store.former_secret().unwrap(), Some(secret));
    store.migrate().unwrap();
    assert_eq!(store.former_secret().unwrap(), None);
    let kept = "SELECT group_concat(key) FROM meta";
    let kept: Option<String> = store
        .connection
        .query_row(kept, [], |row| row.get(0))
        .unwrap();
    assert_eq!(kept, None);
    assert_eq!(look(&mut store, |view| Ok(view.secret_check()?)), None);
}

#[test]
fn mails_of_before_are_judged_and_recognised() {
    let mut store = former(2, &second());
    store.migrate().unwrap();
    look(&mut store, |view| {
        let done = view.mail(MailId(1))?.unwrap();
        assert_eq!((&*done.arrived_at, done.attempts), ("t3", 1));
        let verdict = done.verdict.unwrap();
        assert_eq!((&*verdict.word, verdict.proven), ("played", true));
        assert_eq!(view.answer_to(MailId(1))?.unwrap().id, LetterId(1));
        assert_eq!(
            view.same_mail(MailId(2), "m@b.c", "h")?.unwrap().id,
            MailId(1)
        );
        assert_eq!(view.mail_bytes(MailId(1))?, None);
        let parked = view.mails(MailStatus::Quarantined, 9)?;
        let reason = parked[0].verdict.as_ref().unwrap().reason.as_deref();
        assert_eq!(reason, Some("no such address: z+[key]@d"));
        assert_eq!(view.queues()?[0].last_success.as_deref(), Some("t9"));
        Ok(())
    });
    let begun = store.claim_inbox(9, "me", "2026-01-01T00:00:00Z").unwrap();
    assert_eq!(
        (begun.len(), begun[0].id, begun[0].attempts),
        (1, MailId(2), 1)
    );
    assert_eq!(begun[0].bytes.raw, b"ab");
    assert_eq!(begun[0].bytes.sender.as_deref(), Some(""));
    assert_eq!(
        begun[0].bytes.recipients,
        [format!("z+{TOKEN}@d"), "q@d".into()]
    );
    assert!(begun[0].bytes.truncated);
    let new = store.claim_inbox(9, "me", "2026-01-01T00:00:00Z").unwrap();
    assert_eq!((new.len(), &*new[0].bytes.raw), (1, &b"c"[..]));
    assert_eq!(
        (new[0].bytes.sender.as_ref(), new[0].bytes.recipients.len()),
        (None, 0)
    );

    let mail = |source, raw| NewMail {
        source,
        former_source: None,
        arrived_at: None,
        author: "",
        sender: None,
        recipients: &[],
        truncated: false,
        raw,
    };
    let mails = [
        mail("new", &b"c"[..]),
        mail("new", b"Subject: other\n\n"),
        mail("done", b"Message-ID: <m@b.c>\n\nx"),
        mail("done", b"Message-ID: <n@b.c>\n\nx"),
        NewMail {
            former_source: Some("done"),
            ..mail("box/done", b"Message-ID: <m@b.c>\n\nx")
        },
    ];
    assert_eq!(
        store.take_in(&mails, "t10").unwrap(),
        [
            TakenIn::Known(MailId(3)),
            TakenIn::Renamed(MailId(5)),
            TakenIn::Known(MailId(1)),
            TakenIn::Renamed(MailId(6)),
            TakenIn::Known(MailId(1)),
        ]
    );
}

#[test]
fn letters_of_before_keep_their_bytes_and_are_sent() {
    let mut store = former(2, &second());
    store.migrate().unwrap();
    look(&mut store, |view| {
        let letters = view.letters(LetterStatus::Waiting, 9)?;
        let shown: Vec<_> = letters
            .iter()
            .map(|l| (l.id.0, l.tries, &*l.next_try))
            .collect();
        assert_eq!(shown, [(2, 1, "t7"), (3, 0, "t5")]);
        assert!(
            letters
                .iter()
                .all(|l| l.rendered && l.data.is_none() && l.renderings == 0)
        );
        let about = letters[0].about.unwrap();
        assert_eq!((about.game, about.seat), (GameId(1), 1));
        assert_eq!((about.first_event, about.last_event), (0, 3));
        assert_eq!(
            letters[0].last_error.as_deref(),
            Some("450 <z+[key]@d> later")
        );
        assert_eq!(view.letter_bytes(LetterId(2))?.as_deref(), Some(&b"l2"[..]));
        let failed = view.letters(LetterStatus::Failed, 9)?;
        assert_eq!((failed[0].tries, failed[0].bounced), (9, true));
        assert_eq!(failed[0].closed_at.as_deref(), Some("t7"));
        Ok(())
    });
    let claim = LetterClaim {
        owner: "me",
        now: "t8",
        max: 9,
        hung: false,
    };
    // What they tell is not known, so that no other takes their place.
    let decision = Decision {
        now: "t8".into(),
        letters: vec![news(Vec::new())],
        ..Decision::default()
    };
    store.commit(&[decision]).unwrap();
    let waiting = look(&mut store, |view| Ok(view.counts()?.waiting_letters));
    assert_eq!(waiting, 3);
    let due = store.claim_letters(&claim).unwrap();
    assert_eq!(
        (due.len(), due[0].id, due[0].renderings),
        (1, LetterId(2), 0)
    );
}

#[test]
fn a_letter_of_before_that_is_given_up_waits_again_with_its_bytes() {
    let mut store = former(2, &second());
    store.migrate().unwrap();
    let change = |change| Decision {
        now: "t9".into(),
        letter_changes: vec![change],
        ..Decision::default()
    };
    let letter = LetterId(2);
    let give_up = LetterChange::Close {
        letter,
        status: LetterStatus::Failed,
        reason: None,
    };
    store.commit(&[change(give_up)]).unwrap();
    let again = store
        .commit(&[change(LetterChange::Retry(letter))])
        .unwrap();
    assert_eq!(again[0].changed, 1);
    let bytes = look(&mut store, |view| Ok(view.letter_bytes(letter)?));
    assert_eq!(bytes.as_deref(), Some(&b"l2"[..]));
}

#[test]
fn tokens_of_before_are_verified_as_before() {
    let mut store = former(2, &second());
    store.migrate().unwrap();
    look(&mut store, |view| {
        let token = view.token(TokenId(7))?.unwrap();
        let scope = TokenScope::Seat {
            game: GameId(1),
            seat: 0,
            state: 2,
        };
        assert_eq!((token.scope, &*token.nonce), (scope, &[1, 2][..]));
        assert_eq!((token.generation, token.form, token.void), (0, 1, false));
        assert!(view.token(TokenId(8))?.unwrap().void);
        assert_eq!(view.token_count()?, 2);
        Ok(())
    });
    let new = NewToken {
        scope: NewScope::Player(PlayerRef::Known(crate::ids::PlayerId(1))),
        nonce: vec![1],
        generation: 0,
        sections: Vec::new(),
    };
    let decision = Decision {
        letters: vec![news(vec![new])],
        ..Decision::default()
    };
    let letter = store.commit(&[decision]).unwrap()[0].letters[0];
    let letter = look(&mut store, |view| Ok(view.letter(letter)?.unwrap()));
    assert_eq!(letter.tokens, [TokenId(9)], "an id is never used again");
}

/// The whole content of tables but those with bytes, as text.
fn texts(connection: &Connection) -> String {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_raw'";
    let mut names = connection.prepare(names).unwrap();
    let names: Vec<String> = names
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(|name| name.unwrap())
        .collect();
    let mut all = String::new();
    for name in names {
        let mut rows = connection
            .prepare(&format!("SELECT * FROM {name}"))
            .unwrap();
        let columns = rows.column_count();
        let mut rows = rows.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                if let Ok(bytes) = row.get_ref(column).unwrap().as_bytes() {
                    all.push_str(&String::from_utf8_lossy(bytes));
                    all.push('\n');
                }
            }
        }
    }
    all
}

#[test]
fn no_token_and_no_secret_is_left_in_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let connection = Connection::open(&path).unwrap();
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .unwrap();
    for (sql, _) in &STEPS[..2] {
        connection.execute_batch(sql).unwrap();
    }
    connection.pragma_update(None, "user_version", 2).unwrap();
    connection.execute_batch(&second()).unwrap();
    // With the bytes gone, no page of the file may hold a token.
    let found = || {
        let files = ["db", "db-wal"].map(|name| std::fs::read(dir.path().join(name)));
        let text: Vec<u8> = files.into_iter().flatten().flatten().collect();
        let has = |needle: &str| {
            text.windows(needle.len())
                .any(|part| part == needle.as_bytes())
        };
        (has(TOKEN), has(ENVELOPE), has("secretsecret"))
    };
    assert_eq!(found(), (true, true, true));
    drop(connection);
    let mut store = SqliteStore::open_any_version(&path).unwrap();
    store.migrate().unwrap();
    let texts = texts(&store.connection);
    assert!(texts.contains("hello"));
    assert!(!texts.contains(TOKEN) && !texts.contains(ENVELOPE));
    let (_, envelope, secret) = found();
    assert_eq!((envelope, secret), (false, false));
}

#[test]
fn a_database_with_dangling_rows_is_not_migrated() {
    let mut store = former(1, "");
    let connection = &mut store.connection;
    connection
        .pragma_update(None, "foreign_keys", false)
        .unwrap();
    connection
        .execute_batch("INSERT INTO letter_keys VALUES (7, 1, 0, 2, x'00', 0)")
        .unwrap();
    let refused = migrate(connection).unwrap_err().to_string();
    assert!(refused.contains("1 rows"), "{refused}");
    assert_eq!(version(connection).unwrap(), 1);
}

#[test]
fn players_of_schema_3_have_letters_of_both_kinds_and_nobody_was_vouched_for() {
    let mut store = former(
        3,
        "INSERT INTO players (id, name, name_key, created_at, language)
            VALUES (1, 'A', 'a', 't0', 'de');
         INSERT INTO addresses VALUES ('a@b.c', 'A@b.c', 1, 1, 2, 't0');",
    );
    assert_eq!(store.migrate().unwrap(), (3, CURRENT));
    look(&mut store, |view| {
        let player = view.player_by_address("a@B.C")?.unwrap();
        assert_eq!((&*player.address, player.failures), ("A@b.c", 2));
        assert_eq!(
            (player.language.as_deref(), player.format),
            (Some("de"), LetterFormat::Both)
        );
        assert!(!view.was_vouched("A@b.c")?);
        assert_eq!(view.confirmations_of(PlayerId(1))?, []);
        Ok(())
    });
}

#[test]
fn names_of_schema_4_that_look_alike_are_found_and_no_address_is_marked() {
    let mut store = former(
        4,
        "INSERT INTO players (id, name, name_key, created_at) VALUES (1, 'Anna', 'anna', 't0'),
            (2, 'Boris', 'boris', 't0');
         INSERT INTO addresses (key, address, player_id, main, failures, created_at)
            VALUES ('a@b.c', 'a@b.c', 1, 1, 2, 't0'), ('a@c.d', 'a@c.d', 1, 0, 0, 't0');",
    );
    assert_eq!(store.migrate().unwrap(), (4, CURRENT));
    look(&mut store, |view| {
        let alike = view.player_alike("\u{430}nn\u{430}", None)?.unwrap();
        assert_eq!((alike.id, &*alike.address), (PlayerId(1), "a@b.c"));
        assert_eq!(view.player_alike("Anna", Some(PlayerId(1)))?, None);
        let taking = view.player_taking("B\u{f3}-ris", None)?.unwrap();
        assert_eq!(taking.id, PlayerId(2));
        assert_eq!(view.player_alike("B\u{f3}ris", None)?, None);
        assert_eq!(view.newest_player()?, Some(PlayerId(2)));
        assert_eq!(view.address("a@b.c")?.unwrap().failed_at, None);
        assert_eq!(view.counts()?.failed_addresses, 0);
        Ok(())
    });
}

#[test]
fn what_decisions_of_schema_8_are_about_is_known_from_then_on() {
    let mut store = former(
        8,
        "INSERT INTO players (id, name, name_key, created_at) VALUES (1, 'Anna', 'anna', 't0');",
    );
    assert_eq!(store.migrate().unwrap(), (8, CURRENT));
    let seen = look(&mut store, |view| Ok(view.seen()?));
    let decision = Decision {
        seen: Some(seen),
        players: vec![PlayerChange::Settings(PlayerId(1), None)],
        ..Decision::default()
    };
    store.commit(std::slice::from_ref(&decision)).unwrap();
    let late = store.commit(&[decision]);
    assert!(matches!(
        late,
        Err(StoreError::Conflict(Subject::Player(PlayerId(1))))
    ));
}

#[test]
fn what_schema_9_has_of_challenges_and_players_begins_their_logs() {
    let mut store = former(
        9,
        r#"INSERT INTO players (id, name, name_key, created_at, named_at)
            VALUES (1, 'An"na', 'an"na', 't0', 't3'), (2, 'player 2', 'player 2', 't0', NULL);
         INSERT INTO addresses (key, address, player_id, main, created_at)
            VALUES ('a@b.c', 'A@b.c', 1, 0, 't0'), ('z@b.c', 'z@b.c', 1, 1, 't1');
         INSERT INTO confirmations VALUES ('n@b.c', 1, 'N@b.c', x'0102', 7, 't2');
         INSERT INTO challenges VALUES (4, 'rematch', 2, 5, 'declined', 1,
            '{"variant":"chess","time":"none"}', 't1', 't9', 't5', 'i7', 3);
         INSERT INTO challenge_places VALUES (4, 1, NULL, 'n@b.c', NULL, 'no', 't5', 1),
            (4, 0, 1, NULL, 0, 'yes', 't1', 0), (4, 2, 2, NULL, NULL, NULL, NULL, 0);"#,
    );
    assert_eq!(store.migrate().unwrap(), (9, CURRENT));
    let challenge = r#"{"taken-over-1":{"id":4,"kind":"rematch","version":2,"status":"declined","maker":1,
        "terms":{"variant":"chess","time":"none"},"created_at":"t1","expires_at":"t9","closed_at":"t5",
        "closed_by":"i7","game":3,"places":[
        {"player":1,"address":null,"seat":0,"answer":true,"answered_at":"t1","hidden":false},
        {"player":null,"address":"n@b.c","seat":null,"answer":false,"answered_at":"t5","hidden":true},
        {"player":2,"address":null,"seat":null,"answer":null,"answered_at":null,"hidden":false}]}}"#;
    let anna = r#"{"taken-over-1":{"name":"An\"na","named_at":"t3","addresses":["z@b.c","A@b.c"],
        "main":"z@b.c","asked":[["N@b.c","t2"]]}}"#;
    let other = r#"{"taken-over-1":{"name":"player 2","named_at":null,"addresses":[],"main":null,"asked":[]}}"#;
    look(&mut store, |view| {
        for (of, value) in [
            (LogOf::Challenge(ChallengeId(4)), challenge),
            (LogOf::Player(PlayerId(1)), anna),
            (LogOf::Player(PlayerId(2)), other),
        ] {
            let value = value.replace("\n        ", "");
            let acts = view.acts(of)?;
            assert_eq!(
                (acts.len(), acts[0].seq, acts[0].by()),
                (1, 1, String::new())
            );
            assert_eq!(acts[0].act, value);
            if let LogOf::Player(player) = of {
                let state = view.player_state(player)?.unwrap();
                // Of the rest nothing was known then.
                let known = value.strip_suffix("}}").unwrap();
                assert!(format!("{{\"taken-over-1\":{state}}}").starts_with(known));
            }
        }
        Ok(())
    });
}

/// `db/schema.sql` is the result of all steps, for people to read.
#[test]
fn the_golden_schema_is_what_the_steps_make() {
    let store = SqliteStore::in_memory().unwrap();
    let mut statement = store
        .connection
        .prepare(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
             ORDER BY type = 'index', name",
        )
        .unwrap();
    let rows: Vec<String> = statement
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(|name| name.unwrap())
        .collect();
    let made = format!("{};\n", rows.join(";\n\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/db/schema.sql");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    assert_eq!(
        made, golden,
        "run the tests with UPDATE=1 and read the difference"
    );
}

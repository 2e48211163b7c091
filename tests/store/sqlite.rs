//! What [`SqliteStore`] does besides.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use tempfile::TempDir;
use zugpost::ids::{GameId, PlayerId};
use zugpost::store::{
    Decision, LetterChange, LetterStatus, MailStatus, Maintain, NewMail, PlayerChange, SqliteStore,
    Store, StoreError, is_trouble,
};

use crate::acts;
use crate::kit::{
    Place, at, claim, commit, done, first_try, letter, look, mail, new_game, new_mail, news,
    nothing, play, post, public,
};

pub const TESTS: &[(&str, fn())] = &[
    (
        "a_busy_writer_makes_another_wait",
        a_busy_writer_makes_another_wait,
    ),
    ("a_reader_waits_for_no_writer", a_reader_waits_for_no_writer),
    (
        "sent_letters_are_kept_on_request",
        sent_letters_are_kept_on_request,
    ),
    ("no_table_holds_a_token", no_table_holds_a_token),
    (
        "leave_keeps_when_it_was_booked_and_cut",
        leave_keeps_when_it_was_booked_and_cut,
    ),
    (
        "files_are_refused_with_a_reason",
        files_are_refused_with_a_reason,
    ),
    (
        "logs_that_begin_with_what_was_taken_over_go_on",
        logs_that_begin_with_what_was_taken_over_go_on,
    ),
    ("a_full_disk_stores_nothing", a_full_disk_stores_nothing),
    (
        "a_damaged_mail_stops_no_other",
        a_damaged_mail_stops_no_other,
    ),
];

/// A new file.
pub fn file() -> (TempDir, PathBuf, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = SqliteStore::create(&path).unwrap();
    (folder, path, store)
}

/// A store with a game, an open and a judged mail, and letters that wait, one of them rendered.
pub fn played() -> (TempDir, SqliteStore, GameId) {
    let (folder, _, mut store) = file();
    let game = commit(&mut store, new_game("Anna", "Boris")).game.unwrap();
    let judged = new_mail(&mut store, "a", b"bytes of the judged mail");
    new_mail(&mut store, "b", b"bytes of the open mail");
    let decision = Decision {
        mail: done(judged).mail,
        letters: vec![news(game, 1)],
        ..play(game, 0, "e4")
    };
    let id = commit(&mut store, decision).letters[0];
    claim(&mut store, 0);
    store
        .begin_tries(&[first_try(id, b"bytes of the letter")])
        .unwrap();
    post(&mut store, vec![public("a@example.org")]);
    (folder, store, game)
}

/// Holds the write lock of a database for a while.
fn hold(path: &Path, patience: Duration) -> std::thread::JoinHandle<()> {
    let other = Connection::open(path).unwrap();
    other
        .execute_batch("BEGIN IMMEDIATE; DELETE FROM budgets")
        .unwrap();
    std::thread::spawn(move || {
        std::thread::sleep(patience);
        other.execute_batch("COMMIT").unwrap();
    })
}

fn a_busy_writer_makes_another_wait() {
    let (_folder, path, mut store) = file();
    let busy = hold(&path, Duration::from_millis(600));
    new_mail(&mut store, "a", b"x");
    assert!(busy.is_finished() || busy.join().is_ok());
    let busy = hold(&path, Duration::from_millis(300));
    store
        .connection()
        .busy_timeout(Duration::from_millis(1))
        .unwrap();
    let error = store.take_in(&[mail("b", b"x")], &at(0)).unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)), "{error:?}");
    assert!(is_trouble(&error.into()));
    busy.join().unwrap();
}

fn a_reader_waits_for_no_writer() {
    let (_folder, path, mut store) = file();
    store.connection().busy_timeout(Duration::ZERO).unwrap();
    let busy = hold(&path, Duration::from_millis(300));
    look(&mut store, |view| {
        assert_eq!(view.counts()?.new_mails, 0);
        assert!(!busy.is_finished());
        Ok(())
    });
    busy.join().unwrap();
}

fn sent_letters_are_kept_on_request() {
    for keep in [false, true] {
        let (_folder, _, store) = file();
        let mut store = store.keep_sent(keep);
        let id = post(&mut store, vec![public("a@example.org")])[0];
        claim(&mut store, 0);
        store.begin_tries(&[first_try(id, b"raw")]).unwrap();
        let close = LetterChange::Close {
            letter: id,
            status: LetterStatus::Sent,
            reason: None,
        };
        commit(
            &mut store,
            Decision {
                letter_changes: vec![close],
                ..nothing()
            },
        );
        assert_eq!(letter(&mut store, id).rendered, keep);
    }
}

/// For the umpire who looks: the program itself does not read these columns.
fn leave_keeps_when_it_was_booked_and_cut() {
    let (_folder, mut store, _) = played();
    let day = |day: u32| format!("2026-02-{day:02}T00:00:00Z");
    let mut change = |change: PlayerChange, now: String| {
        let players = vec![change];
        let decision = Decision {
            players,
            now,
            ..Decision::default()
        };
        commit(&mut store, decision);
        let sql = "SELECT id, booked_at, cancelled_at FROM leaves";
        let row: (i64, String, Option<String>) = store
            .connection()
            .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap();
        row
    };
    let anna = PlayerId(1);
    let book = PlayerChange::BookLeave(anna, day(5), day(9));
    let (id, booked, cut) = change(book, at(1));
    assert_eq!((booked, cut), (at(1), None));
    let (_, booked, cut) = change(PlayerChange::CutLeave(anna, id, day(7)), at(2));
    assert_eq!((booked, cut), (at(1), Some(at(2))));
}

/// A reply token, as its form goes.
pub const TOKEN: &str = "aaaaaabbccddeeffgghhiijjkkllmmnn";

fn no_table_holds_a_token() {
    let (_folder, mut store, game) = played();
    let recipients = [format!("z+{TOKEN}@example.org")];
    let raw = format!("To: z+{TOKEN}@example.org\r\nMessage-ID: <m@example.org>\r\n\r\ne5\r\n");
    let new = NewMail {
        sender: Some("boris@example.org"),
        recipients: &recipients,
        ..mail("INBOX/1/2", raw.as_bytes())
    };
    store.take_in(&[new], &at(0)).unwrap();
    let claimed = store
        .claim_inbox(9, "host:1", "2026-01-01T00:00:00Z")
        .unwrap();
    let id = claimed.last().unwrap().id;
    let decision = Decision {
        mail: done(id).mail,
        letters: vec![news(game, 2)],
        ..play(game, 1, "e5")
    };
    commit(&mut store, decision);
    let letters = claim(&mut store, 1);
    let raw = format!("Reply-To: z+{TOKEN}@example.org\r\n\r\n");
    store
        .begin_tries(&[first_try(letters[0].id, raw.as_bytes())])
        .unwrap();

    let connection = store.connection();
    let mut select = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .unwrap();
    let tables: Vec<String> = select
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(|name| name.unwrap())
        .collect();
    let mut holders = Vec::new();
    for table in &tables {
        let mut select = connection
            .prepare(&format!("SELECT * FROM {table}"))
            .unwrap();
        let columns = select.column_count();
        let mut rows = select.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let holds = (0..columns).any(|column| {
                let value = row.get_ref(column).unwrap();
                let bytes = value.as_bytes().unwrap_or_default();
                bytes
                    .windows(TOKEN.len())
                    .any(|part| part == TOKEN.as_bytes())
            });
            if holds && !holders.contains(&table) {
                holders.push(table);
            }
        }
    }
    assert!(tables.len() > 10);
    assert_eq!(holders, ["inbox_raw", "outbox_raw"]);
}

/// A value of the connection.
pub fn pragma<T: rusqlite::types::FromSql>(store: &mut SqliteStore, name: &str) -> T {
    let value = store
        .connection()
        .pragma_query_value(None, name, |row| row.get(0));
    value.unwrap()
}

fn files_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let missing = SqliteStore::open(&path).unwrap_err().to_string();
    assert!(missing.contains("zugpost init"), "{missing}");
    std::fs::write(&path, "no database, but a text of some length".repeat(100)).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error:?}");
    let error = SqliteStore::create(&path).unwrap_err();
    assert!(error.to_string().contains("exists already"), "{error}");
    std::fs::remove_file(&path).unwrap();
    let mut store = SqliteStore::create(&path).unwrap();
    store.try_write().unwrap();
    let journal: String = pragma(&mut store, "journal_mode");
    assert_eq!((&*journal, pragma(&mut store, "synchronous")), ("wal", 2));
    for (version, advice) in [(2, "zugpost db migrate"), (99, "newer zugpost")] {
        store
            .connection()
            .pragma_update(None, "user_version", version)
            .unwrap();
        let error = SqliteStore::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        assert!(error.to_string().contains(advice), "{error}");
    }
    assert!(store.migrate().is_err(), "it is newer");
}

/// As if it had been written by the program of schema 10.
fn logs_that_begin_with_what_was_taken_over_go_on() {
    let place = Place::new(|path| Box::new(SqliteStore::create(&path.join("db")).unwrap()));
    drop(acts::run(&place, 60));
    let mut store = SqliteStore::open(&place.path("db")).unwrap();
    let before = "DROP TABLE engine_games; ALTER TABLE players DROP COLUMN engine; DROP TABLE thoughts; DROP INDEX inbox_by_sender; DROP TABLE reviews; DROP INDEX players_program; ALTER TABLE players DROP COLUMN program; DROP TABLE acts; DROP TABLE hosts; DROP TABLE leases; DROP TABLE sections; DROP TABLE variant_games; DROP TABLE variant_files;
         DROP TABLE ratings; DROP INDEX games_rated; ALTER TABLE games DROP COLUMN rated; ALTER TABLE games DROP COLUMN rated_end;
         DROP TABLE contests; DROP INDEX games_contest; ALTER TABLE games DROP COLUMN contest_id; ALTER TABLE games DROP COLUMN pairing;
         ALTER TABLE seats DROP COLUMN came_back_at;
         ALTER TABLE games DROP COLUMN section_hash; DROP INDEX inbox_by_date; DROP INDEX confirmations_by_key;
         CREATE INDEX inbox_by_body ON inbox(body_hash, sent_at) WHERE proven = 1;
         PRAGMA user_version = 10";
    store.connection().execute_batch(before).unwrap();
    store.migrate().unwrap();
    let found = acts::compared(&mut store);
    assert_eq!(found.act_differences, []);
    assert_eq!(found.acts, found.challenges + found.players);
    let mut run = acts::Run::of(Box::new(store), 60);
    run.decisions(60);
}

fn a_full_disk_stores_nothing() {
    let (_folder, _, mut store) = file();
    let pages: i64 = pragma(&mut store, "page_count");
    store
        .connection()
        .pragma_update(None, "max_page_count", pages)
        .unwrap();
    let mut state = 1_u64;
    let mut noise = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state.to_be_bytes()[0]
    };
    // It cannot be compressed.
    let noise: Vec<u8> = (0..200_000).map(|_| noise()).collect();
    let error = store
        .take_in(&[mail("a", b"x"), mail("b", &noise)], &at(0))
        .unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    store
        .connection()
        .pragma_update(None, "max_page_count", 1_000_000)
        .unwrap();
    new_mail(&mut store, "a", b"x");
}

fn a_damaged_mail_stops_no_other() {
    let (_folder, _, mut store) = file();
    let [damaged, empty, whole] = ["a", "b", "c"].map(|key| new_mail(&mut store, key, b"x"));
    let damage = format!(
        "UPDATE inbox_raw SET raw = x'00', form = 1 WHERE id = {damaged};
         DELETE FROM inbox_raw WHERE id = {empty}"
    );
    store.connection().execute_batch(&damage).unwrap();
    let claimed = store
        .claim_inbox(9, "host:1", "2026-01-01T00:00:00Z")
        .unwrap();
    assert_eq!((claimed.len(), claimed[0].id), (1, whole));
    let quarantined = look(&mut store, |view| {
        Ok(view.mails(MailStatus::Quarantined, 9)?)
    });
    assert_eq!(
        quarantined.iter().map(|mail| mail.id).collect::<Vec<_>>(),
        [empty, damaged]
    );
}

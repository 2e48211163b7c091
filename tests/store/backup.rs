//! Copies of an SQLite file.

use std::path::Path;

use rusqlite::Connection;
use zugpost::store::{Decision, LetterStatus, MailStatus, Maintain, SqliteStore, Store};

use crate::kit::{claim, commit, look, nothing, public};
use crate::sqlite::played;

pub const TESTS: &[(&str, fn())] = &[
    ("a_backup_has_everything", a_backup_has_everything),
    (
        "a_backup_without_mail_has_no_bytes",
        a_backup_without_mail_has_no_bytes,
    ),
    (
        "a_backup_has_plans_only_if_asked_for",
        a_backup_has_plans_only_if_asked_for,
    ),
    ("a_backup_overwrites_nothing", a_backup_overwrites_nothing),
];

fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().unwrap().permissions().mode() & 0o777
}

fn a_backup_has_everything() {
    let (folder, mut store, game) = played();
    let copy = folder.path().join("copy");
    store.backup(&copy, true, false).unwrap();
    assert_eq!(mode(&copy), 0o600);
    assert_eq!(mode(&folder.path().join("db")), 0o600);
    let mut copy = SqliteStore::open(&copy).unwrap();
    assert_eq!(copy.check().unwrap(), Vec::<String>::new());
    let letters = look(&mut store, |view| {
        Ok(view.letters(LetterStatus::Waiting, 9)?)
    });
    look(&mut copy, |view| {
        assert_eq!(view.events(game, None)?.len(), 1);
        assert_eq!(view.letters(LetterStatus::Waiting, 9)?, letters);
        let open = view.mails(MailStatus::New, 9)?;
        assert_eq!(
            view.mail_bytes(open[0].id)?.unwrap().raw,
            b"bytes of the open mail"
        );
        assert_eq!(
            view.letter_bytes(letters[0].id)?.as_deref(),
            Some(&b"bytes of the letter"[..])
        );
        Ok(())
    });
    // Nobody has claimed anything in it.
    assert_eq!(claim(&mut copy, 40).len(), letters.len());
    assert_eq!(
        copy.claim_inbox(9, "host:1", "2026-01-01T00:00:00Z")
            .unwrap()
            .len(),
        1
    );
}

fn a_backup_without_mail_has_no_bytes() {
    let (folder, mut store, game) = played();
    let path = folder.path().join("copy");
    // A writer is at work meanwhile.
    let other = Connection::open(folder.path().join("db")).unwrap();
    other
        .execute_batch("BEGIN IMMEDIATE; DELETE FROM budgets")
        .unwrap();
    store.backup(&path, false, false).unwrap();
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(mode(&path), 0o600);
    let content = std::fs::read(&path).unwrap();
    for raw in ["bytes of the judged", "bytes of the letter"] {
        assert!(
            !content
                .windows(raw.len())
                .any(|part| part == raw.as_bytes()),
            "{raw}"
        );
    }
    let mut copy = SqliteStore::open(&path).unwrap();
    assert_eq!(copy.check().unwrap(), Vec::<String>::new());
    let says: i64 = copy
        .connection()
        .query_row(
            "SELECT count(*) FROM meta WHERE key = 'without mail'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(says, 1);
    // The schema is the same, to the last index.
    let schema = |store: &mut SqliteStore| -> Vec<String> {
        let connection = store.connection();
        let mut select = connection
            .prepare("SELECT sql FROM sqlite_schema WHERE sql <> '' ORDER BY name")
            .unwrap();
        select
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(|sql| sql.unwrap())
            .collect()
    };
    assert_eq!(schema(&mut copy), schema(&mut store));
    look(&mut copy, |view| {
        assert_eq!(view.events(game, None)?.len(), 1);
        let counts = view.counts()?;
        assert_eq!((counts.new_mails, counts.quarantined_mails), (0, 1));
        // They are rendered again.
        let letters = view.letters(LetterStatus::Waiting, 9)?;
        assert!(letters.len() == 2 && letters.iter().all(|letter| !letter.rendered));
        Ok(())
    });
    let next = commit(
        &mut copy,
        Decision {
            letters: vec![public("b@example.org")],
            ..nothing()
        },
    );
    let last = look(&mut store, |view| {
        Ok(view.letters(LetterStatus::Waiting, 9)?.len())
    });
    assert_eq!(usize::try_from(next.letters[0].0).unwrap(), last + 1);
}

fn a_backup_has_plans_only_if_asked_for() {
    let (folder, mut store, _) = played();
    let database = store.connection();
    // The second statement is what an answer to the line says that made the plan.
    for sql in [
        "UPDATE seats SET plans = 'if Nightrider takes' WHERE seat = 0",
        "UPDATE outbox SET data = 'if Nightrider takes', status = 'sent'
         WHERE id = (SELECT min(id) FROM outbox)",
    ] {
        assert_eq!(database.execute(sql, []).unwrap(), 1, "{sql}");
    }
    for (with_plans, expected) in [(false, false), (true, true)] {
        let copy = folder.path().join(format!("copy {with_plans}"));
        store.backup(&copy, false, with_plans).unwrap();
        let bytes = std::fs::read(&copy).unwrap();
        let found = bytes.windows(10).any(|some| some == b"Nightrider");
        assert_eq!(found, expected, "with plans: {with_plans}");
        let mut copy = SqliteStore::open(&copy).unwrap();
        assert_eq!(copy.check().unwrap(), Vec::<String>::new());
    }
}

fn a_backup_overwrites_nothing() {
    let (folder, store, _) = played();
    for (name, with_mail) in [("one", true), ("two", false)] {
        let path = folder.path().join(name);
        std::fs::write(&path, "").unwrap();
        let refused = store.backup(&path, with_mail, true).unwrap_err();
        assert!(refused.to_string().contains("exists already"), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        let nowhere = folder.path().join("no such folder").join(name);
        assert!(store.backup(&nowhere, with_mail, true).is_err());
    }
}

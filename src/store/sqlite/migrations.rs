//! Migrations: the steps are the files in `db/`, the version is `PRAGMA user_version`.

use anyhow::{Result, bail, ensure};
use rusqlite::Connection;

/// The steps in order; step N brings version N-1 to N.
const STEPS: &[&str] = &[
    include_str!("../../db/0001_first.sql"),
    include_str!("../../db/0002_less_to_write.sql"),
];

fn current() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}

fn version(connection: &Connection) -> Result<u32> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Checks that the schema is that of this program.
///
/// # Errors
/// The schema is older or newer.
pub(super) fn require_current(connection: &Connection) -> Result<()> {
    let found = version(connection)?;
    let wanted = current();
    if found < wanted {
        bail!(
            "the database has schema {found}, this program needs {wanted}: run `zugpost db migrate`"
        );
    }
    if found > wanted {
        bail!(
            "the database has schema {found}, this program knows only {wanted}: use a newer zugpost"
        );
    }
    Ok(())
}

/// Runs all missing steps in one transaction; returns the versions before and after.
///
/// # Errors
/// The schema is newer than this program's, or a step fails, which changes nothing.
pub(super) fn migrate(connection: &mut Connection) -> Result<(u32, u32)> {
    let found = version(connection)?;
    if found > current() {
        require_current(connection)?;
    }
    // A step may replace a table by a new one with the same name, which needs foreign keys switched off
    // (sqlite.org/lang_altertable.html, section 7). The setting cannot be changed in a transaction.
    connection.pragma_update(None, "foreign_keys", false)?;
    let done = take_steps(connection, found);
    connection.pragma_update(None, "foreign_keys", true)?;
    done?;
    Ok((found, current()))
}

fn take_steps(connection: &mut Connection, found: u32) -> Result<()> {
    let transaction = connection.transaction()?;
    for step in STEPS.iter().skip(found as usize) {
        transaction.execute_batch(step)?;
    }
    let dangling: i64 =
        transaction.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| {
            row.get(0)
        })?;
    ensure!(
        dangling == 0,
        "{dangling} rows of the database refer to something that is not there: nothing was changed; \
         `zugpost db check` says more"
    );
    transaction.pragma_update(None, "user_version", current())?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    /// Two games of schema 1: one with a turn that came by mail, and one without events.
    const FIRST: &str = "
        INSERT INTO players VALUES (1, 'Anna', 'anna', 't0'), (2, 'Boris', 'boris', 't0');
        INSERT INTO addresses VALUES ('a@b.c', 'A@b.c', 1, 1, 2, 't0'), ('b@b.c', 'b@b.c', 2, 1, 0, 't0');
        INSERT INTO games VALUES
            (1, 'hans38', 1, '{}', NULL, 't1', 'umpire', 2, 'playing', 1, NULL, NULL, 't5'),
            (2, 'chess', 1, '{}', 'p', 't2', 'umpire', 0, 'playing', 1, NULL, NULL, 't2');
        INSERT INTO seats VALUES (1, 0, 1, NULL, 'first', 'last', 3, 0), (1, 1, 2, 'x', NULL, NULL, NULL, 4);
        INSERT INTO events VALUES
            (1, 1, 1, 't3', 'turn', 0, '@@e3', '@@E3', 1, 'a@b.c'),
            (1, 2, 1, 't4', 'say', 0, 'hello', NULL, 1, 'a@b.c'),
            (1, 3, 2, 't5', 'offer', 0, '', NULL, NULL, 'umpire');
        INSERT INTO letter_keys VALUES (7, 1, 0, 2, x'00', 0);
        INSERT INTO inbox (id, source, received_at, env_rcpts, truncated, status, verdict, message_id,
            body_hash, proven)
            VALUES (1, 's', 't3', 'x', 0, 'done', 'played', 'm@b.c', 'h', 1);
        INSERT INTO inbox_raw VALUES (1, x'00');";

    #[test]
    fn a_database_of_the_first_schema_keeps_its_data() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(STEPS[0]).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        connection.execute_batch(FIRST).unwrap();
        assert_eq!(migrate(&mut connection).unwrap(), (1, current()));
        assert_eq!(migrate(&mut connection).unwrap(), (current(), current()));
        let mut store = Store { connection };
        store
            .read(|tx| {
                let (begun, new) = (tx.game(1)?.unwrap(), tx.game(2)?.unwrap());
                assert_eq!((begun.course.state, begun.course.to_move), (2, 1));
                assert_eq!((new.course.state, new.course.to_move), (0, 1));
                assert_eq!((&*begun.updated_at, &*new.updated_at), ("t5", "t2"));
                assert_eq!(new.position.as_deref(), Some("p"));
                let seats = tx.seats(1)?;
                assert_eq!((&*seats[0].address, seats[0].failures), ("A@b.c", 2));
                assert_eq!(seats[0].first_letter.as_deref(), Some("first"));
                assert_eq!((seats[1].held.as_deref(), seats[1].puzzled), (Some("x"), 4));
                let mut events = Vec::new();
                tx.events(1, &mut |event| {
                    events.push((
                        event.seq,
                        event.state,
                        event.text.to_owned(),
                        event.inbox_id,
                    ));
                    Ok(())
                })?;
                let event = |seq, state, text: &str, mail| (seq, state, text.to_owned(), mail);
                assert_eq!(
                    events,
                    [
                        event(1, 1, "@@e3", Some(1)),
                        event(2, 1, "hello", Some(1)),
                        event(3, 2, "", None)
                    ]
                );
                assert_eq!(tx.typed(1, 1)?, "@@E3");
                assert_eq!(tx.typed(1, 2)?, "hello");
                let again = tx.same_mail(2, "m@b.c", "h")?;
                assert_eq!(again.map(|mail| mail.id), Some(1));
                assert_eq!(tx.mail_bytes(1)?, Some(vec![0]));
                Ok(())
            })
            .unwrap();
        let added = store.write(|tx| tx.add_reply_token(9, 0, 0, &[]));
        assert!(added.is_err(), "foreign keys are checked again");
    }

    #[test]
    fn a_database_with_dangling_rows_is_not_migrated() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(STEPS[0]).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        connection
            .pragma_update(None, "foreign_keys", false)
            .unwrap();
        connection
            .execute_batch("INSERT INTO letter_keys VALUES (7, 1, 0, 2, x'00', 0)")
            .unwrap();
        let refused = migrate(&mut connection).unwrap_err().to_string();
        assert!(refused.starts_with("1 rows"), "{refused}");
        assert_eq!(version(&connection).unwrap(), 1);
    }

    /// `db/schema.sql` is the result of all steps, for people to read.
    #[test]
    fn the_golden_schema_is_what_the_steps_make() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let mut statement = connection
            .prepare(
                "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
                 ORDER BY type = 'index', name",
            )
            .unwrap();
        let rows: Vec<String> = statement
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
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
}

//! Errors of PostgreSQL as errors of a store.

use tokio_postgres::error::{DbError, Severity, SqlState};

use crate::store::StoreError;

/// What an error of the database asks for.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// Others were in the way: the same transaction may be run again.
    Repeat,
    /// What was to be written does not fit.
    Constraint,
    /// What is stored cannot be read.
    Corrupt,
    /// The database cannot be used now.
    Unavailable,
}

/// The meaning of an SQLSTATE (PostgreSQL's documentation, appendix A): the first line that it begins with.
const KINDS: &[(&str, Kind)] = &[
    ("40001", Kind::Repeat),  // serialization_failure
    ("40P01", Kind::Repeat),  // deadlock_detected
    ("55P03", Kind::Repeat),  // lock_not_available
    ("23505", Kind::Repeat),  // unique_violation: another one has just written the same key
    ("XX001", Kind::Corrupt), // data_corrupted
    ("XX002", Kind::Corrupt), // index_corrupted
    ("22P05", Kind::Corrupt), // untranslatable_character
    ("22", Kind::Constraint), // data exceptions
    ("23", Kind::Constraint), // integrity constraints
];

fn kind(state: &str) -> &'static Kind {
    let mut kinds = KINDS.iter();
    let found = kinds.find(|(begin, _)| state.starts_with(begin));
    found.map_or(&Kind::Unavailable, |(_, kind)| kind)
}

/// Whether the transaction may be run again, because others were in its way.
pub(super) fn is_repeatable(error: &tokio_postgres::Error) -> bool {
    let state = error.code().map(SqlState::code);
    state.is_some_and(|state| *kind(state) == Kind::Repeat)
}

/// Whether the database ends the connection with this error: also what it has done before it said so may be done.
pub(super) fn ends_connection(error: &tokio_postgres::Error) -> bool {
    let severity = error.as_db_error().and_then(DbError::parsed_severity);
    matches!(severity, Some(Severity::Fatal | Severity::Panic))
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        let text = said(&error);
        match error.code().map(|state| kind(state.code())) {
            Some(Kind::Repeat) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => {
                Self::Constraint(text)
            }
            Some(Kind::Repeat) => Self::Busy(text),
            Some(Kind::Constraint) => Self::Constraint(text),
            Some(Kind::Corrupt) => Self::Corrupt(text),
            Some(Kind::Unavailable) | None => Self::Unavailable(text),
        }
    }
}

/// What to do about a pooler that keeps no session.
const POOLER: &str = " (a pooler gives each transaction another connection: set `pool_mode = session` in pgbouncer, or name \
     the database itself in `url`)";

/// What the database says, with what to do about it where that is known. It may quote a row, whose values are not shown.
fn said(error: &tokio_postgres::Error) -> String {
    let Some(db) = error.as_db_error() else {
        let mut text = error.to_string();
        let mut cause = std::error::Error::source(error);
        while let Some(next) = cause {
            text = format!("{text}: {next}");
            cause = next.source();
        }
        return text;
    };
    let hint = hint(db.code().code());
    let place = db.constraint().map(|name| format!(" ({name})"));
    let place = place.unwrap_or_default();
    format!("{}{place}{hint} [{}]", db.message(), db.code().code())
}

/// What to do about an error with this SQLSTATE, where that is known.
fn hint(state: &str) -> &'static str {
    match state {
        "25006" => " (this server only reads: the URL has to name the one that writes)",
        "28P01" | "28000" => " (check user and password in the URL)",
        "3D000" => " (make the database with `createdb`)",
        "42P01" => " (`zugpost db migrate` makes the tables)",
        // A prepared statement is there already, or is not.
        "42P05" | "26000" => POOLER,
        "53300" => " (raise max_connections, or let this host use fewer deliverers)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pooler_that_keeps_no_session_is_named() {
        // Two processes have prepared a statement of the same name over one connection.
        assert!(hint("42P05").contains("pool_mode = session"));
    }

    #[test]
    fn each_class_has_its_meaning() {
        for (state, expected) in [
            ("40001", Kind::Repeat),
            ("40P01", Kind::Repeat),
            ("55P03", Kind::Repeat),
            ("23505", Kind::Repeat),
            ("23503", Kind::Constraint),
            ("22021", Kind::Constraint),
            ("22P05", Kind::Corrupt),
            ("XX001", Kind::Corrupt),
            ("XX002", Kind::Corrupt),
            ("08006", Kind::Unavailable),
            ("53100", Kind::Unavailable),
            ("53300", Kind::Unavailable),
            ("57P01", Kind::Unavailable),
            ("58030", Kind::Unavailable),
            ("25006", Kind::Unavailable),
            ("25P03", Kind::Unavailable),
            ("XX000", Kind::Unavailable),
            ("42601", Kind::Unavailable),
        ] {
            assert_eq!(*kind(state), expected, "{state}");
        }
    }
}

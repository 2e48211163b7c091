//! Errors of SQLite as errors of a store.

use rusqlite::ErrorCode as Code;

use super::StoreError;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as E;
        let text = error.to_string();
        match (error.sqlite_error_code(), &error) {
            (Some(Code::DatabaseBusy | Code::DatabaseLocked), _) => Self::Busy(text),
            (Some(Code::CannotOpen), _) if no_files_left() => Self::Unavailable(format!(
                "{text}: this process may not open more files; raise the limit (`ulimit -n 1024`, or \
                 LimitNOFILE=1024 in the unit of systemd)"
            )),
            (Some(Code::ConstraintViolation), _) => Self::Constraint(text),
            (Some(Code::DatabaseCorrupt | Code::NotADatabase | Code::TypeMismatch), _)
            | (
                None,
                E::FromSqlConversionFailure(..)
                | E::IntegralValueOutOfRange(..)
                | E::InvalidColumnType(..)
                | E::QueryReturnedNoRows
                | E::Utf8Error(..),
            ) => Self::Corrupt(text),
            _ => Self::Unavailable(text),
        }
    }
}

/// Whether another file cannot be opened because of a limit.
fn no_files_left() -> bool {
    use rustix::io::Errno;
    let opened = std::fs::File::open("/");
    let why = opened.err().and_then(|error| Errno::from_io_error(&error));
    matches!(why, Some(Errno::MFILE | Errno::NFILE))
}

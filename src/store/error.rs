//! Errors of a store.

/// Why a store has not done what it was asked. Nothing was changed then, but for [`StoreError::Unknown`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else keeps it locked, for longer than it waits.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// What the decision is about has changed meanwhile, or a limit is reached: decide again.
    #[error("{0} has changed meanwhile")]
    Conflict(super::Subject),
    /// The decision does not fit what is stored: a name or an address is taken.
    #[error("{0}")]
    Constraint(String),
    /// What is stored cannot be read.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// The connection was lost while it wrote, and nobody can say whether it has.
    #[error("the database was lost while it wrote: it is not known whether it has")]
    Unknown,
    /// The store cannot be used: the disk is full, the file is read-only, the schema is another one.
    #[error("the database cannot be used: {0}")]
    Unavailable(String),
}

/// The result of asking a store.
pub type Result<T> = std::result::Result<T, StoreError>;

impl StoreError {
    /// Whether the store is in trouble, rather than what it was asked: the same may work later.
    pub fn is_trouble(&self) -> bool {
        !matches!(self, Self::Conflict(_) | Self::Constraint(_))
    }
}

/// Whether an error comes from the store's trouble (busy, full, unreadable …) and not from the mail
/// or game that is worked on.
pub fn is_trouble(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| cause.downcast_ref().is_some_and(StoreError::is_trouble))
}

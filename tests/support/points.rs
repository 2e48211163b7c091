//! Named points of the server's work, watched from outside: by a store, a source and a transport around
//! the real ones, and, within a transaction, by SQLite's hooks.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use zugpost::ids::TokenId;
use zugpost::mail::source::{RawMessage, Source};
use zugpost::mail::transport::{Delivery, Outgoing, Transport};

#[path = "watched_snapshot.rs"]
mod watched_snapshot;
#[path = "watched_store.rs"]
mod watched_store;

/// A point of the work, in the order of one mail's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// The source has handed over mails; nothing is stored.
    Fetched,
    /// They are written into the inbox; nothing is committed.
    MailsWritten,
    /// They are in the inbox, durably.
    Stored,
    /// They are marked at their source.
    Marked,
    /// They are claimed, and that judging them begins is counted, durably.
    Begun,
    /// A token is read: of a mail that is judged, or of a letter that is rendered.
    TokenRead(TokenId),
    /// Mails are judged; nothing is written.
    Judged,
    /// A letter is in the outbox, in a transaction that goes on.
    LetterWritten,
    /// All effects of mails are written; nothing is committed.
    DecisionsWritten,
    /// They are committed.
    Committed,
    /// Timers are set and what they ask for is written; nothing is committed.
    TimersWritten,
    /// They are set, durably.
    TimersSet,
    /// That a program begins to think is written; nothing is committed.
    ThoughtWritten,
    /// It is noted, durably.
    ThoughtNoted,
    /// How far a look back at a game is, or what came of it, is written; nothing is committed.
    ReviewWritten,
    /// It is noted, durably.
    ReviewNoted,
    /// Old bytes are deleted, durably.
    Forgotten,
    /// Letters are claimed, and that rendering them begins is counted, durably.
    LettersClaimed,
    /// The tries of letters are counted and their bytes are written; nothing is committed.
    TriesWritten,
    /// They are, durably.
    Counted,
    /// A letter is handed over; the outbox does not know yet.
    HandedOver,
    /// What came of letters is written; nothing is committed.
    NotesWritten,
    /// It is noted, durably.
    Noted,
}

/// Tells a function of every point that is passed.
#[derive(Clone)]
pub struct Watch {
    tell: Arc<dyn Fn(Point) + Send + Sync>,
}

/// The point to tell of before the present transaction is committed.
pub type Within = Arc<Mutex<Option<Point>>>;

fn set(within: &Within, point: Option<Point>) {
    *within.lock().unwrap_or_else(PoisonError::into_inner) = point;
}

impl Watch {
    pub fn new(tell: impl Fn(Point) + Send + Sync + 'static) -> Self {
        Self {
            tell: Arc::new(tell),
        }
    }

    /// Tells that a point is passed.
    #[allow(dead_code, reason = "some programs watch SQLite alone")]
    pub fn tell(&self, point: Point) {
        (self.tell)(point);
    }

    /// Watches a source.
    pub fn source(&self, source: Box<dyn Source>) -> Box<dyn Source> {
        Box::new(Watched(source, self.clone()))
    }

    /// Watches a transport.
    pub fn transport(&self, transport: Box<dyn Transport>) -> Box<dyn Transport> {
        Box::new(Watched(transport, self.clone()))
    }
}

/// The real thing, and who is told.
struct Watched<T>(T, Watch);

impl Source for Watched<Box<dyn Source>> {
    fn fetch(&mut self, max: usize) -> Result<Vec<RawMessage>> {
        let mails = self.0.fetch(max)?;
        if !mails.is_empty() {
            (self.1.tell)(Point::Fetched);
        }
        Ok(mails)
    }

    fn done(&mut self, keys: &[String]) -> Result<()> {
        self.0.done(keys)?;
        (self.1.tell)(Point::Marked);
        Ok(())
    }

    fn name(&self) -> &str {
        self.0.name()
    }

    fn troubles(&mut self) -> Vec<String> {
        self.0.troubles()
    }

    fn wait(&mut self, patience: Duration, stop: &dyn Fn() -> bool) -> Result<()> {
        self.0.wait(patience, stop)
    }
}

impl Transport for Watched<Box<dyn Transport>> {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        let delivery = self.0.send(letter);
        (self.1.tell)(Point::HandedOver);
        delivery
    }

    fn close(&mut self) {
        self.0.close();
    }
}

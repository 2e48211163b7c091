//! Named points of the server's work, watched from outside: by SQLite's hooks on the store's
//! connection, and by a source and a transport around the real ones.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use rusqlite::hooks::Action;
use zugpost::mail::source::{RawMessage, Source};
use zugpost::mail::transport::{Delivery, Outgoing, Transport};
use zugpost::store::SqliteStore;

/// A point of the work, in the order of one mail's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// The source has handed over mails; nothing is stored.
    Fetched,
    /// They are in the inbox, durably.
    Stored,
    /// They are marked at their source.
    Marked,
    /// That their reading begins is counted, durably.
    Begun,
    /// A letter is in the outbox, in a transaction that goes on.
    LetterWritten,
    /// Mails are judged, all effects are written; nothing is committed.
    Judged,
    /// It is.
    Committed,
    /// A letter is claimed, or its try is counted, durably.
    Counted,
    /// The letter is handed over; the outbox does not know yet.
    HandedOver,
    /// What came of it is noted, durably.
    Noted,
}

/// Tells a function of every point that is passed.
#[derive(Clone)]
pub struct Watch {
    tell: Arc<dyn Fn(Point) + Send + Sync>,
    /// Whether a letter is handed over but not noted.
    in_hand: Arc<AtomicBool>,
}

/// What a transaction has written so far.
#[derive(Clone, Copy, Default)]
struct Written {
    new_mail: bool,
    mail: bool,
    new_letter: bool,
    letter: bool,
}

impl Watch {
    pub fn new(tell: impl Fn(Point) + Send + Sync + 'static) -> Self {
        Self {
            tell: Arc::new(tell),
            in_hand: Arc::default(),
        }
    }

    /// Watches the transactions of a store.
    pub fn store(&self, store: &mut SqliteStore) -> rusqlite::Result<()> {
        /// SQLite's own default, which ends where a hook takes its place.
        const PAGES_BEFORE_CHECKPOINT: i32 = 1000;
        let transaction: Arc<Mutex<Written>> = Arc::default();
        let now = |of: &Mutex<Written>| *of.lock().expect("no panic");
        let connection = store.connection();

        let (watch, written) = (self.clone(), Arc::clone(&transaction));
        connection.update_hook(Some(move |action, _: &str, table: &str, _| {
            let mut so_far = now(&written);
            match (table, action) {
                ("inbox", Action::SQLITE_INSERT) => so_far.new_mail = true,
                ("inbox", _) => so_far.mail = true,
                ("outbox", Action::SQLITE_INSERT) => so_far.new_letter = true,
                ("outbox", _) => so_far.letter = true,
                _ => {}
            }
            *written.lock().expect("no panic") = so_far;
            if (table, action) == ("outbox", Action::SQLITE_INSERT) {
                (watch.tell)(Point::LetterWritten);
            }
        }))?;

        let (watch, written) = (self.clone(), Arc::clone(&transaction));
        connection.commit_hook(Some(move || {
            if now(&written).committed(false) == Some(Point::Committed) {
                (watch.tell)(Point::Judged);
            }
            false
        }))?;

        let written = Arc::clone(&transaction);
        connection.rollback_hook(Some(move || {
            *written.lock().expect("no panic") = Written::default();
        }))?;

        let (watch, written) = (self.clone(), transaction);
        connection.wal_hook(Some(move |wal: &mut rusqlite::hooks::Wal, pages| {
            let done = std::mem::take(&mut *written.lock().expect("no panic"));
            if let Some(point) = done.committed(watch.in_hand.load(Ordering::SeqCst)) {
                if point == Point::Noted {
                    watch.in_hand.store(false, Ordering::SeqCst);
                }
                (watch.tell)(point);
            }
            if pages >= PAGES_BEFORE_CHECKPOINT {
                wal.checkpoint()?;
            }
            Ok(())
        }))
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

impl Written {
    /// The point that the commit of this brings; `in_hand`: a letter is handed over.
    fn committed(self, in_hand: bool) -> Option<Point> {
        match self {
            Self { new_mail: true, .. } => Some(Point::Stored),
            Self {
                mail: true,
                new_letter: true,
                ..
            } => Some(Point::Committed),
            Self { mail: true, .. } => Some(Point::Begun),
            Self {
                new_letter: true, ..
            } => None,
            Self { letter: true, .. } if in_hand => Some(Point::Noted),
            Self { letter: true, .. } => Some(Point::Counted),
            _ => None,
        }
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
        self.1.in_hand.store(true, Ordering::SeqCst);
        (self.1.tell)(Point::HandedOver);
        delivery
    }

    fn close(&mut self) {
        self.0.close();
    }
}

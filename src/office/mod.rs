//! The server's mind: takes one message, decides, and writes everything in one transaction.
//!
//! One file per topic: `reading` (what a mail says), `sender` (whose it is, and about which game),
//! `desk` (one mail from there to its answer), `lines` (its lines, one by one), `play`, `talk` and
//! `info` (what the commands do), `post` (letters with their keys and threads), `draft` (letters
//! written out), `public` (people without a key), `umpire`, `account`, `bounce`, `batch` (mails that
//! share a transaction), `queue` and `send` (the loops over inbox and outbox, in whole and in small
//! steps, that daemon and command line drive).

pub mod account;
mod author;
mod batch;
mod bounce;
mod content;
mod info;
mod letter;
mod lines;
mod play;
mod post;
mod public;
pub mod queue;
pub mod replay;
pub mod send;
mod session;
mod talk;
pub mod umpire;
pub mod views;

use std::sync::Arc;

use anyhow::{Context, Result};
use chrono::{DateTime, SecondsFormat, Utc};

use crate::clock::Clock;
use crate::games::StoredGame;
use crate::ids::{Chance, Secret};
use crate::letters::Templates;
use crate::mail::{Address, Mailbox, Ours};
use crate::store::{Store, Tx};

use letter::Letter;

/// What the office has to know of the configuration.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Our own address.
    pub address: Address,
    /// Our name, in the From header.
    pub name: String,
    /// Between the local part of our address and a key; `None`: the host knows no plus-addresses.
    pub delimiter: Option<char>,
    /// Where trouble is reported.
    pub umpire: Option<Address>,
    /// Days for which the bytes of mails and letters are kept; 0: for ever.
    pub keep_days: u32,
}

/// Everything that thinking needs besides the transaction.
pub struct Office {
    settings: Settings,
    templates: Arc<Templates>,
    secret: Secret,
    chance: Chance,
    clock: Box<dyn Clock + Send>,
    /// Letters that another thread is to compose; `None`: each is composed at once.
    uncomposed: Option<Vec<Letter>>,
    /// Second threads can be had, as far as is known.
    helped: bool,
}

impl Office {
    /// Opens the office over a database: its secret is made at the first time.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn open(
        store: &mut Store,
        settings: Settings,
        templates: Templates,
        mut chance: Chance,
        clock: Box<dyn Clock + Send>,
    ) -> Result<Self> {
        const SECRET: &str = "secret";
        let known = store.read(|tx| tx.meta(SECRET))?;
        let secret = match known {
            Some(secret) => secret,
            None => {
                let mut fresh = vec![0; 32];
                chance(&mut fresh);
                store.write(|tx| {
                    // Another process may have been first.
                    let Some(known) = tx.meta(SECRET)? else {
                        tx.set_meta(SECRET, &fresh)?;
                        return Ok(fresh);
                    };
                    Ok(known)
                })?
            }
        };
        Ok(Self {
            settings,
            templates: Arc::new(templates),
            secret: Secret::new(secret),
            chance,
            clock,
            uncomposed: None,
            helped: true,
        })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    fn stamp(&self) -> String {
        stamp(self.now())
    }

    fn ours(&self) -> Ours {
        Ours {
            address: self.settings.address.clone(),
            delimiter: self.settings.delimiter,
        }
    }

    fn mailbox(&self) -> Mailbox {
        Mailbox {
            name: self.settings.name.clone(),
            address: self.settings.address.clone(),
        }
    }

    /// Our address with a detail (a key or a token) behind the delimiter.
    fn detailed(&self, detail: &str) -> Option<Address> {
        let delimiter = self.settings.delimiter?;
        self.settings.address.with_extension(delimiter, detail).ok()
    }

    /// The table of a game.
    ///
    /// # Errors
    /// There is no such game, or its record does not add up.
    pub fn stored_game(&self, tx: &Tx<'_>, game: i64) -> Result<StoredGame> {
        StoredGame::load(tx, game)?.with_context(|| format!("there is no game #{game}"))
    }
}

/// Now, as the database has it.
#[must_use]
pub fn stamp_now(office: &Office) -> String {
    office.stamp()
}

/// A moment as the database has it: `2026-01-31T12:00:00Z`.
#[must_use]
pub fn stamp(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

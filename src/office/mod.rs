//! Decides what a mail or a command of the umpire does, and writes it in one transaction.
//!
//! | file | contents |
//! |---|---|
//! | `content` | the content of a mail, read without the database |
//! | `author` | who wrote a mail, and for which seat of which game |
//! | `session` | one mail: from its content to the verdict and the letters |
//! | `lines` | the lines of a mail, carried out one by one |
//! | `play`, `talk`, `info` | what the commands do |
//! | `views` | lists and boards as lines of text |
//! | `post`, `seat_letter` | letters: headers, tokens and threads; what letters to seats say |
//! | `letter` | letters, composed and put into the outbox |
//! | `public` | answers to people without a reply token |
//! | `umpire`, `account` | commands of the umpire |
//! | `bounce` | delivery reports |
//! | `batch` | mails that share a transaction and a second thread |
//! | `queue`, `send` | the loops over inbox and outbox, whole and in steps |
//! | `replay` | `db replay --compare` |

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
mod seat_letter;
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
use crate::mail::{Address, Mailbox, OwnAddress};
use crate::store::{Store, Tx};

use letter::Letter;

/// The settings that the office needs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The server's address.
    pub address: Address,
    /// The server's name in the From header.
    pub name: String,
    /// The character between the local part of the address and a token; `None` if the host has no
    /// plus-addresses.
    pub delimiter: Option<char>,
    /// The umpire's address, to which trouble is reported.
    pub umpire: Option<Address>,
    /// Days for which the bytes of mails and letters are kept; 0 means for ever.
    pub keep_days: u32,
}

/// Everything that deciding needs besides the transaction.
pub struct Office {
    settings: Settings,
    templates: Arc<Templates>,
    secret: Secret,
    chance: Chance,
    clock: Box<dyn Clock + Send>,
    /// Letters that another thread is to compose; `None`: each is composed at once.
    uncomposed: Option<Vec<Letter>>,
    /// Whether a second thread may be used: true until starting one has failed.
    may_use_helper: bool,
}

impl Office {
    /// Opens the office over a database. If the database has no secret yet, one is made.
    ///
    /// # Errors
    /// The database fails.
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
                    // Another process may have stored one meanwhile.
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
            may_use_helper: true,
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

    fn ours(&self) -> OwnAddress {
        OwnAddress {
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

    /// The server's address with a token after the delimiter; `None` without plus-addresses.
    fn detailed(&self, detail: &str) -> Option<Address> {
        let delimiter = self.settings.delimiter?;
        self.settings.address.with_extension(delimiter, detail).ok()
    }

    /// Loads a game.
    ///
    /// # Errors
    /// There is no such game, an event cannot be applied, or the database fails.
    pub fn stored_game(&self, tx: &Tx<'_>, game: i64) -> Result<StoredGame> {
        StoredGame::load(tx, game)?.with_context(|| format!("there is no game #{game}"))
    }
}

/// The present time, in the form of [`stamp`].
#[must_use]
pub fn stamp_now(office: &Office) -> String {
    office.stamp()
}

/// A time as it is stored in the database: `2026-01-31T12:00:00Z`.
#[must_use]
pub fn stamp(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

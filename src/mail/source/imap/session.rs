//! One logged-in connection: the `imap` crate over our own stream. Panics of the crate are caught.

use std::io::{ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};
use chrono::{DateTime, Utc};
use imap::types::Flag;

use super::guard::{Guard, Shared};
use super::{login, source_key::Folder};
use crate::clock::Deadline;
use crate::mail::parse::{MAX_MAIL, text::one_line};
use crate::mail::servers::Security;
use crate::mail::tls::{Endpoint, Stream};

/// IDLE checks for the stop this often.
const SLICE: Duration = Duration::from_millis(500);
/// The extensions of servers that we use: to move mails to another folder in one command (RFC 6851), to be told at once
/// when a mail comes (RFC 2177), to expunge single mails (RFC 4315).
const EXTENSIONS: [&str; 3] = ["MOVE", "IDLE", "UIDPLUS"];
/// Time limit of the logout.
const LOGOUT_LIMIT: Duration = Duration::from_secs(2);

/// Why a command has failed.
#[derive(Debug)]
pub(super) enum Fault {
    /// The server has refused the command; the connection can be used further.
    No(String),
    /// The connection is broken.
    Lost(String),
}

impl Fault {
    pub(super) fn words(&self) -> &str {
        match self {
            Self::No(words) | Self::Lost(words) => words,
        }
    }
}

/// The selected folder, which commands refer to.
#[derive(Debug, Clone)]
pub(super) struct Selected {
    pub(super) folder: Folder,
    pub(super) read_only: bool,
    permanent: Vec<Flag<'static>>,
}

impl Selected {
    /// Whether the server stores a keyword (RFC 3501 section 7.1, PERMANENTFLAGS). A server that lists no
    /// permanent flags stores all.
    pub(super) fn keeps(&self, keyword: &str) -> bool {
        self.permanent.is_empty()
            || self.permanent.iter().any(|flag| match flag {
                Flag::MayCreate => true,
                Flag::Custom(name) => name.eq_ignore_ascii_case(keyword),
                _ => false,
            })
    }
}

/// A mail as the server returns it.
pub(super) struct Body {
    /// At most [`MAX_MAIL`] + 1 bytes.
    pub(super) raw: Vec<u8>,
    /// INTERNALDATE (RFC 3501 section 2.3.3): when the server received the mail, or what the client has
    /// said that put it there. `None` if the server writes a date that is none.
    pub(super) arrived_at: Option<DateTime<Utc>>,
}

/// A connection that is logged in.
pub(super) struct Session {
    library: imap::Session<Shared>,
    wire: Shared,
    /// Which of [`EXTENSIONS`] the server has.
    pub(super) can: Vec<&'static str>,
    selected: Option<Selected>,
    idles: u32,
}

impl Session {
    /// Connects, starts TLS if it is configured, and logs in.
    pub(super) fn open(endpoint: &Endpoint) -> Result<Self> {
        let mut stream = endpoint.dial()?;
        let greeted = endpoint.security == Security::StartTls;
        if greeted {
            stream = starttls(endpoint, stream)?;
        }
        let wire = Shared::new(stream);
        let mut client = imap::Client::new(wire.clone());
        if !greeted {
            let greeting = client
                .read_greeting()
                .map_err(|e| anyhow!("{endpoint} does not greet us: {e}; is it an IMAP server?"))?;
            check_greeting(endpoint, &String::from_utf8_lossy(&greeting))?;
        }
        let is_tls = wire.lock().stream().is_tls();
        let work = AssertUnwindSafe(|| login::log_in(client, endpoint, is_tls));
        let library = catch_unwind(work).unwrap_or_else(|_| {
            bail!("{endpoint} sends an answer that the IMAP library cannot bear")
        })?;
        let mut session = Self {
            library,
            wire,
            can: Vec::new(),
            selected: None,
            idles: 0,
        };
        let can = session.call(|library| {
            let list = library.capabilities()?;
            let has = |name: &&str| list.has_str(name);
            Ok(EXTENSIONS.into_iter().filter(has).collect())
        });
        session.can = can.map_err(|fault| anyhow!("{endpoint}: {}", fault.words()))?;
        Ok(session)
    }

    /// Runs a command of the `imap` crate. A panic or an unreadable answer breaks the connection.
    fn call<T>(
        &mut self,
        command: impl FnOnce(&mut imap::Session<Shared>) -> imap::error::Result<T>,
    ) -> Result<T, Fault> {
        self.wire.lock().renew();
        self.wire.lock().stream().begin();
        let library = &mut self.library;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let result = command(library);
            library.take_all_unsolicited().for_each(drop);
            result
        }));
        let fault = match result {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(error)) => fault(&error),
            Err(_) => Fault::Lost("an answer that the IMAP library cannot bear".to_owned()),
        };
        // A warning before the refusal often says the reason.
        let warning = self.wire.lock().warning.take();
        Err(match (fault, warning) {
            (Fault::No(words), Some(warning)) => {
                Fault::No(one_line(&format!("{words} ({warning})"), 300))
            }
            (fault, _) => fault,
        })
    }

    /// Selects a folder, unless it is selected.
    pub(super) fn select(&mut self, folder: &str) -> Result<Selected, Fault> {
        if let Some(selected) = self.selected.as_ref().filter(|s| s.folder.name == folder) {
            return Ok(selected.clone());
        }
        self.selected = None;
        let mailbox = self.call(|library| library.select(folder))?;
        let no_validity = || Fault::No("the folder has no UIDVALIDITY".to_owned());
        let selected = Selected {
            folder: Folder {
                name: folder.to_owned(),
                validity: mailbox.uid_validity.ok_or_else(no_validity)?,
            },
            read_only: mailbox.is_read_only,
            permanent: mailbox.permanent_flags,
        };
        Ok(self.selected.insert(selected).clone())
    }

    /// Selects a folder, or updates it by NOOP if it is selected: a search need not include mails that
    /// have arrived since, before the server has announced them (RFC 3501 section 7.4.1).
    pub(super) fn refresh(&mut self, folder: &str) -> Result<Selected, Fault> {
        let selected = self.selected.as_ref();
        if selected.is_some_and(|selected| selected.folder.name == folder) {
            self.call(|library| library.noop())?;
        }
        self.select(folder)
    }

    /// UIDs that a search finds, in ascending order.
    pub(super) fn search(&mut self, query: &str) -> Result<Vec<u32>, Fault> {
        // A mail that is announced from now on need not be among those that are found.
        self.wire.lock().grew = false;
        let found = self.call(|library| library.uid_search(query))?;
        let mut found: Vec<u32> = found.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// Pairs of UID and size. Mails that no longer exist are left out.
    pub(super) fn sizes(&mut self, set: &str) -> Result<Vec<(u32, u32)>, Fault> {
        self.call(|library| {
            let answers = library.uid_fetch(set, "(UID RFC822.SIZE)")?;
            let pairs = answers.iter().filter_map(|a| Some((a.uid?, a.size?)));
            Ok(pairs.collect())
        })
    }

    /// Bytes and times of mails, by UID. It does not set `\Seen`.
    pub(super) fn bodies(&mut self, set: &str) -> Result<Vec<(u32, Body)>, Fault> {
        let query = format!("(UID INTERNALDATE BODY.PEEK[]<0.{}>)", MAX_MAIL + 1);
        self.call(|library| {
            let answers = library.uid_fetch(set, query)?;
            let pairs = answers.iter().filter_map(|answer| {
                let body = Body {
                    raw: answer.body()?.to_vec(),
                    arrived_at: answer.internal_date().map(|date| date.to_utc()),
                };
                Some((answer.uid?, body))
            });
            Ok(pairs.collect())
        })
    }

    /// Moves mails (RFC 6851), and makes the folder if it is missing.
    pub(super) fn move_to(&mut self, set: &str, folder: &str) -> Result<(), Fault> {
        if self.can.contains(&"MOVE") {
            return self.making(folder, |library| library.uid_mv(set, folder));
        }
        self.making(folder, |library| library.uid_copy(set, folder))?;
        self.flag(set, "\\Deleted")?;
        self.expunge(set)
    }

    /// Removes the mails in `set` that are marked `\Deleted`, and no others. Without UIDPLUS, EXPUNGE
    /// removes all mails with that flag, also those that other clients have marked. Then it is used only
    /// if no such mails exist; else the flags stay, and searches skip the mails.
    fn expunge(&mut self, set: &str) -> Result<(), Fault> {
        if self.can.contains(&"UIDPLUS") {
            return self.call(|library| library.uid_expunge(set).map(drop));
        }
        let ours = self.search(&format!("DELETED UID {set}"))?;
        if self.search("DELETED")? == ours {
            self.call(|library| library.expunge().map(drop))?;
        }
        Ok(())
    }

    /// Sets a flag or keyword.
    pub(super) fn flag(&mut self, set: &str, flag: &str) -> Result<(), Fault> {
        self.call(|library| {
            let query = format!("+FLAGS.SILENT ({flag})");
            library.uid_store(set, query).map(drop)
        })
    }

    /// Runs `put`; if the server refuses it, makes the folder and tries again.
    fn making(
        &mut self,
        folder: &str,
        put: impl Fn(&mut imap::Session<Shared>) -> imap::error::Result<()>,
    ) -> Result<(), Fault> {
        match self.call(&put) {
            Err(Fault::No(why)) => match self.call(|library| library.create(folder)) {
                // The folder exists, so the refusal had another reason.
                Err(Fault::No(_)) => Err(Fault::No(why)),
                made => made.and_then(|()| self.call(put)),
            },
            result => result,
        }
    }

    /// Waits for new mail in the selected folder (RFC 2177). The `imap` crate is not used for it: its
    /// IDLE panics when the server refuses it, and cannot be stopped.
    pub(super) fn idle(&mut self, timeout: Duration, stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        self.idles += 1;
        let tag = format!("z{}", self.idles);
        let deadline = Deadline::after(timeout);
        let mut wire = self.wire.lock();
        // Announced during the last search: the server says it once.
        if wire.grew {
            return Ok(());
        }
        wire.send(&format!("{tag} IDLE\r\n")).map_err(lost)?;
        // A server that refuses IDLE is treated like one that does not offer it.
        let next = |wire: &mut Guard<Stream>| wire.line().map_err(lost)?.ok_or_else(hung_up);
        let mut line = next(&mut wire)?;
        while !line.starts_with('+') {
            if line.starts_with(&tag) {
                self.can.retain(|name| *name != "IDLE");
                return Ok(());
            }
            line = next(&mut wire)?;
        }
        wire.stream().wait_in_slices(SLICE, timeout + SLICE * 4);
        while !wire.grew && deadline.left().is_some() && !stop() {
            match wire.line() {
                Ok(Some(line)) if !line.starts_with("* BYE") => {}
                Ok(_) => return Err(hung_up()),
                Err(error) if error.kind() == ErrorKind::TimedOut => {}
                Err(error) => return Err(lost(error)),
            }
        }
        wire.send("DONE\r\n").map_err(lost)?;
        while !next(&mut wire)?.starts_with(&tag) {}
        Ok(())
    }

    /// Logs out and closes the connection.
    pub(super) fn log_out(mut self) {
        self.wire.lock().stream().shorten_limits(LOGOUT_LIMIT);
        let library = &mut self.library;
        let _ = catch_unwind(AssertUnwindSafe(|| library.logout()));
    }
}

fn starttls(endpoint: &Endpoint, mut stream: Stream) -> Result<Stream> {
    /// Untagged lines may precede the answer; at most this many are read.
    const MAX_LINES: usize = 20;
    let cut = |e| anyhow!("{endpoint} does not greet us: {e}; is it an IMAP server?");
    let greeting = stream.plain_line().map_err(cut)?;
    check_greeting(endpoint, &greeting)?;
    stream.write_all(b"z0 STARTTLS\r\n").map_err(cut)?;
    for _ in 0..MAX_LINES {
        let line = stream.plain_line().map_err(cut)?;
        if let Some(answer) = line.strip_prefix("z0 ") {
            ensure!(
                answer.to_ascii_uppercase().starts_with("OK"),
                "{endpoint} does not offer STARTTLS: write tls = \"implicit\", or another port"
            );
            return endpoint.secure(stream);
        }
    }
    bail!("{endpoint} does not answer STARTTLS: write tls = \"implicit\", or another port")
}

/// Accepts `* OK` alone. `* PREAUTH` is refused: it would be a login that is not ours.
fn check_greeting(endpoint: &Endpoint, greeting: &str) -> Result<()> {
    ensure!(
        greeting.to_ascii_uppercase().starts_with("* OK"),
        "{endpoint} does not want us: {}; try again later, or check the port",
        one_line(greeting, 120)
    );
    Ok(())
}

pub(super) fn fault(error: &imap::Error) -> Fault {
    use imap::Error;
    let line = |text: &str| one_line(text, 300);
    match error {
        Error::No(no) => Fault::No(line(without_times(&no.information))),
        Error::Bad(bad) => Fault::No(line(&format!("BAD {}", without_times(&bad.information)))),
        Error::Validate(wrong) => Fault::No(line(&wrong.to_string())),
        Error::Bye(bye) => Fault::Lost(line(&format!("hung up: {}", bye.information))),
        // The text of these errors quotes what cannot be parsed, which may be a whole mail.
        Error::Parse(_) | Error::Unexpected(_) | Error::TagMismatch(_) => {
            Fault::Lost("an answer that is none of IMAP's".to_owned())
        }
        other => Fault::Lost(line(&other.to_string())),
    }
}

/// What a server says, without the times that Dovecot adds: `(0.001 + 0.000 secs).`.
fn without_times(said: &str) -> &str {
    let cut = said.trim_end().trim_end_matches('.').strip_suffix(" secs)");
    let cut = cut.and_then(|rest| rest.rsplit_once(" ("));
    let is_time = |c: char| c.is_ascii_digit() || " .+".contains(c);
    match cut {
        Some((said, times)) if times.chars().all(is_time) => said,
        _ => said,
    }
}

fn lost(error: std::io::Error) -> Fault {
    Fault::Lost(one_line(&error.to_string(), 300))
}

fn hung_up() -> Fault {
    Fault::Lost("the server hung up".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_dovecot_are_cut() {
        for (said, kept) in [
            (
                "Mailbox doesn't exist: Done (0.001 + 0.000 secs).",
                "Mailbox doesn't exist: Done",
            ),
            (
                "[ALREADYEXISTS] There (0.002 + 0.000 + 0.001 secs).",
                "[ALREADYEXISTS] There",
            ),
            ("wait (20 secs or more).", "wait (20 secs or more)."),
            ("No such folder", "No such folder"),
        ] {
            assert_eq!(without_times(said), kept);
        }
    }
}

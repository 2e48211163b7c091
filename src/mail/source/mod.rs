//! Sources of mail: a Maildir, an IMAP mailbox, standard input.

mod imap;
mod maildir;
mod stdin;

use std::thread;
use std::time::Duration;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::clock::Deadline;

use super::parse::{Envelope, Headers, headers::bracketed, text::one_line};
use super::refusal::Credentials;

pub use imap::ImapSource;
pub use maildir::MaildirSource;
pub(in crate::mail) use maildir::listed;
pub(in crate::mail) use stdin::capped;
pub use stdin::read_stdin;

/// Whether a source of this name is the same for all hosts that share a database: a mailbox on a server. Others, such as a
/// Maildir, belong to their host.
pub fn is_of_all_hosts(name: &str) -> bool {
    name.starts_with(imap::NAME)
}

/// No further mail is added to a result of so many bytes: a mail has at most 1 MiB, and several results are
/// in memory at a time.
pub const MOST_BYTES: usize = 2 << 20;

/// At most so many recipients are read out of the headers of a mail.
pub(in crate::mail) const MOST_RECIPIENTS: usize = 200;

/// A mail as its source hands it over.
#[derive(Debug, Clone)]
pub struct RawMessage {
    /// Identifies the mail at its source: the same at every fetch, and different from that of any other
    /// mail, wherever the settings have fetched mail from. A Maildir in which a file name is used twice
    /// cannot guarantee the latter, so the bytes have to be compared.
    pub source_key: String,
    /// The source key that an earlier program has stored the mail under, where it differs. Such a key
    /// may also be that of another mail.
    pub former_source_key: Option<String>,
    /// When the mail came to the source, as the source has noted it; `None` if it is handed over as it
    /// arrives. Anyone who puts files or mails into the source by hand may have set any time.
    pub arrived_at: Option<DateTime<Utc>>,
    /// The SMTP envelope, as far as the source knows it.
    pub envelope: Envelope,
    /// The bytes of the mail; at most [`super::MAX_MAIL`].
    pub raw: Vec<u8>,
    /// Whether the mail was longer.
    pub truncated: bool,
}

/// A place that mail is fetched from. A mail stays there until it is marked as done, which happens after
/// it is stored: a process that is killed in between fetches it again.
pub trait Source: Send {
    /// Returns at most `max` mails that are not marked as done, oldest first, and fewer if they are longer
    /// than [`MOST_BYTES`] together. It removes nothing.
    ///
    /// A source may list its mails once and serve several calls from that listing; an empty result says
    /// that it has ended. The listing after it includes mails that were returned before and not marked.
    ///
    /// # Errors
    /// The source cannot be reached or read at all. A refused login is a
    /// [`Refusal`](super::refusal::Refusal). One unreadable mail is no error: see [`Source::troubles`].
    fn fetch(&mut self, max: usize) -> Result<Vec<RawMessage>>;

    /// Marks mails as done. It may be repeated; a mail that no longer exists counts as done.
    ///
    /// # Errors
    /// A mail could not be marked. The mails before it in the list are marked.
    fn done(&mut self, source_keys: &[String]) -> Result<()>;

    /// The name of the source in messages to the operator.
    fn name(&self) -> &str;

    /// Mails and folders that could not be read since the last call, one line for each, and again after a
    /// day. They stay where they are and do not delay others.
    fn troubles(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What is wrong with a part of the source, as of the last listing: the rest works.
    fn standing_trouble(&self) -> Option<String> {
        None
    }

    /// What a login depends on, as it is now; `None` if there is none.
    fn credentials(&self) -> Option<Credentials> {
        None
    }

    /// Waits until there is a sign of new mail, `timeout` is over, or `stop` returns true, whichever is
    /// first; `stop` is called at least once a second. A sign may be wrong or missing, so the caller has
    /// to call [`Source::fetch`] afterwards in any case.
    ///
    /// # Errors
    /// The connection was lost while waiting. The next fetch connects again; the caller should pause
    /// before it.
    fn wait(&mut self, timeout: Duration, stop: &dyn Fn() -> bool) -> Result<()> {
        sleep(timeout, stop);
        Ok(())
    }
}

/// Sleeps until `timeout` is over or `stop` returns true, which is asked every 200 ms.
pub(crate) fn sleep(timeout: Duration, stop: &dyn Fn() -> bool) {
    const SLICE: Duration = Duration::from_millis(200);
    let deadline = Deadline::after(timeout);
    while let Some(left) = deadline.left() {
        if stop() {
            return;
        }
        thread::sleep(left.min(SLICE));
    }
}

/// The envelope as the delivery agent has noted it at the top of the mail: Return-Path, Delivered-To,
/// X-Original-To.
///
/// Fields below the first Received line are ignored: other hosts than ours wrote them.
pub(crate) fn envelope_from_headers(raw: &[u8]) -> Envelope {
    let headers = Headers::scan(raw);
    let mut envelope = Envelope::default();
    for (name, value) in headers.iter() {
        let inside = bracketed(value).next().unwrap_or(value).trim().to_owned();
        match name {
            "return-path" if envelope.sender.is_none() => envelope.sender = Some(inside),
            "delivered-to" | "x-original-to" | "envelope-to"
                if !envelope.recipients.contains(&inside)
                    && envelope.recipients.len() < MOST_RECIPIENTS =>
            {
                envelope.recipients.push(inside);
            }
            "received" => break,
            _ => {}
        }
    }
    envelope
}

/// The headers of final delivery (RFC 5321 section 4.4), of which [`envelope_from_headers`] reads an envelope.
pub(in crate::mail) fn trace_headers(envelope: &Envelope) -> String {
    let line = |text: &str| one_line(text, 600);
    let sender = envelope.sender.iter();
    let sender = sender.map(|sender| format!("Return-Path: <{}>\r\n", line(sender)));
    let recipients = envelope.recipients.iter();
    let recipients = recipients.map(|to| format!("Delivered-To: {}\r\n", line(to)));
    sender.chain(recipients).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_ends_at_the_stop_and_at_the_timeout() {
        let long = Deadline::after(Duration::from_secs(60));
        sleep(Duration::from_secs(600), &|| true);
        assert!(long.left().is_some());
        let short = Deadline::after(Duration::from_millis(30));
        sleep(Duration::from_millis(40), &|| false);
        assert!(short.left().is_none());
    }
}

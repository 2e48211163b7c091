//! Where mail comes from.

mod imap;
mod maildir;
mod stdin;

use std::thread;
use std::time::Duration;

use anyhow::Result;

use crate::clock::Deadline;

use super::parse::{Envelope, Headers, headers::bracketed};

pub use imap::ImapSource;
pub use maildir::MaildirSource;
pub use stdin::read_stdin;

/// One mail as the source had it.
#[derive(Debug, Clone)]
pub struct RawMessage {
    /// What the mail is known by at its source; the same at every fetch, unlike that of any other mail
    /// there.
    pub source_key: String,
    /// What the transport said.
    pub envelope: Envelope,
    /// At most [`super::MAX_MAIL`] bytes.
    pub raw: Vec<u8>,
    /// There was more.
    pub truncated: bool,
}

/// A place where mail waits. The mail stays there until it is marked done, which is after it is stored:
/// whoever is killed in between finds it again.
pub trait Source: Send {
    /// At most `max` mails that are not marked done, oldest first. Removes nothing.
    ///
    /// A source may look once and serve several calls from that look. Fewer than `max` mails end a
    /// look; the next call takes a new one, and what was handed over but not marked comes again.
    ///
    /// # Errors
    /// If the source cannot be reached or read at all. One bad mail is no error: see
    /// [`Source::troubles`].
    fn fetch(&mut self, max: usize) -> Result<Vec<RawMessage>>;

    /// Marks mails as done. Safe to repeat; a mail that has vanished counts as done.
    ///
    /// # Errors
    /// If a mark could not be set. The mails before it in the list are marked.
    fn done(&mut self, source_keys: &[String]) -> Result<()>;

    /// What to call it in messages to the operator.
    fn name(&self) -> &str;

    /// Mails that could not be read since the last call, each in a line for the operator. They stay
    /// where they are and hold nothing up.
    fn troubles(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Waits until new mail is hinted at, `patience` is over, or `stop` says so, whichever is first;
    /// `stop` is asked at least once a second. A hint may be wrong or missing: whoever waits looks
    /// with [`Source::fetch`] afterwards in any case.
    ///
    /// # Errors
    /// If the source was lost while waiting. The next fetch connects anew; the caller pauses before.
    fn wait(&mut self, patience: Duration, stop: &dyn Fn() -> bool) -> Result<()> {
        sleep(patience, stop);
        Ok(())
    }
}

/// Sleeps until `patience` is over or `stop` says so, in slices short enough for a polite end.
pub(crate) fn sleep(patience: Duration, stop: &dyn Fn() -> bool) {
    const SLICE: Duration = Duration::from_millis(200);
    let deadline = Deadline::after(patience);
    while let Some(left) = deadline.left() {
        if stop() {
            return;
        }
        thread::sleep(left.min(SLICE));
    }
}

/// What a delivery agent wrote on top: Return-Path, Delivered-To, X-Original-To.
///
/// Envelope recipients end at the first Received line: below it, others than our own host wrote.
pub(crate) fn envelope_from_headers(raw: &[u8]) -> Envelope {
    let headers = Headers::scan(raw);
    let mut envelope = Envelope::default();
    for (name, value) in headers.iter() {
        let inside = bracketed(value).next().unwrap_or(value).trim().to_owned();
        match name {
            "return-path" if envelope.sender.is_none() => envelope.sender = Some(inside),
            "delivered-to" | "x-original-to" | "envelope-to"
                if !envelope.recipients.contains(&inside) && envelope.recipients.len() < 20 =>
            {
                envelope.recipients.push(inside);
            }
            "received" => break,
            _ => {}
        }
    }
    envelope
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends_when_told_to_and_when_patience_is_over() {
        let long = Deadline::after(Duration::from_secs(60));
        sleep(Duration::from_secs(600), &|| true);
        assert!(long.left().is_some());
        let short = Deadline::after(Duration::from_millis(30));
        sleep(Duration::from_millis(40), &|| false);
        assert!(short.left().is_none());
    }
}

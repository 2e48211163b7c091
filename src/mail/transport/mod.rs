//! Transports: how letters leave the server.

mod maildir;
mod sendmail;
mod smtp;

pub use maildir::MaildirTransport;
pub use sendmail::SendmailTransport;
pub use smtp::SmtpTransport;

/// The result of handing a letter over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// The relay has accepted it.
    Sent,
    /// The relay has refused this letter for now; it is to be tried again. The reason in one line.
    Deferred(String),
    /// The relay cannot be used at all (nobody answers, the login is refused, the program is
    /// missing). It says nothing about this letter; other letters would get the same. The reason in
    /// one line.
    RelayUnavailable(String),
    /// The relay has refused this letter for good. The reason in one line.
    Failed(String),
}

/// A letter with its envelope.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    /// Envelope sender, which delivery reports are sent to; empty for none.
    pub sender: &'a str,
    /// Envelope recipient.
    pub recipient: &'a str,
    /// Message-ID without brackets; the same on every try.
    pub message_id: &'a str,
    /// The whole message with CRLF line ends.
    pub raw: &'a [u8],
}

/// Sends letters to a relay.
pub trait Transport: Send {
    /// Hands one letter over and waits for the relay's answer: [`Delivery::Sent`] means that the relay
    /// has stored the letter durably.
    ///
    /// The same letter may be handed over twice, after a crash between sending and noting it.
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery;

    /// Closes the connection, if one is open. The next [`Transport::send`] opens a new one.
    fn close(&mut self) {}
}

//! Where letters go.

mod maildir;
mod sendmail;
mod smtp;

pub use maildir::MaildirTransport;
pub use sendmail::SendmailTransport;
pub use smtp::SmtpTransport;

/// What became of handing a letter over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// The next host has taken it.
    Sent,
    /// Not now; to be tried again. The reason in one line.
    Deferred(String),
    /// Not now, and no other letter either: the way out itself does not work (nobody answers, the
    /// login is refused, the program is missing). Says nothing about this letter. The reason in one
    /// line.
    Away(String),
    /// Never; trying again would bring the same. The reason in one line.
    Failed(String),
}

/// A letter with its envelope.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    /// Envelope sender, where reports go; empty for none.
    pub sender: &'a str,
    /// Envelope recipient.
    pub recipient: &'a str,
    /// Without brackets; the same on every try.
    pub message_id: &'a str,
    /// The whole message with CRLF line ends.
    pub raw: &'a [u8],
}

/// A way for letters to leave.
pub trait Transport: Send {
    /// Hands one letter over. It returns only when the letter is durably in other hands, or is not.
    ///
    /// The same letter may be handed over twice, after a crash between sending and noting it.
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery;

    /// Takes leave of the other side, if a connection is open. Sending afterwards opens a new one.
    fn close(&mut self) {}
}

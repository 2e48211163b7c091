//! Transports: how letters leave the server.

use std::sync::Arc;
use std::time::Duration;

pub mod limits;
mod maildir;
mod sendmail;
mod smtp;

use super::refusal::Credentials;

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
    /// missing). It says nothing about this letter; other letters would get the same over this transport.
    /// The reason in one line.
    ///
    /// With several transports to one relay, this concerns the one that returns it: a server that
    /// allows fewer connections refuses those beyond with 421 (RFC 5321 section 3.8), and goes on
    /// serving the others. The relay is unavailable only if no other transport delivers meanwhile;
    /// otherwise this one is to rest, and its letter may leave over another one at once.
    RelayUnavailable(String),
    /// The relay was reached and refuses to log us in. As [`Delivery::RelayUnavailable`], but trying again
    /// soon makes it worse: hosts lock out anyone who tries a wrong password too often. The reason
    /// in one line.
    RelayRefuses(String),
    /// The relay takes no more letters of ours for some time: we have sent too many in its eyes. It says
    /// nothing about the recipient, whatever the code of the reply. Others would probably get the same;
    /// if they do not, it was a limit for this recipient. The reason in one line.
    Limited(String),
    /// The relay was reached, and then the time limit of this letter was over ([`LETTER_LIMIT`]). The
    /// letter may be the reason, so that others are not to wait for it; the relay may have accepted it
    /// all the same. It is to be tried again, later than the others. The reason in one line.
    Hung(String),
    /// The relay has refused this letter for good. The reason in one line.
    Failed(String),
    /// It was not handed over to the end, since this process may not do that any more ([`Transport::send_while`]). The relay
    /// does not have it.
    Withheld,
}

/// The time limit for handing one letter over, from the first command of the letter to the reply after
/// its final dot, or from the start to the end of the `sendmail` program.
///
/// RFC 5321 section 4.5.3.2 asks a client to wait for up to 5 minutes for the replies to MAIL and RCPT, 2
/// for that to DATA, 3 for each block of the text and 10 for the reply after the dot, since a receiver may
/// deliver the letter before it answers. Ours is a submission server or the queue of this host, which
/// stores the letter and answers. That takes a second even where it looks through the letter for viruses
/// and spam, so that a minute is an ample reserve, and one letter cannot hold up the others for twenty
/// minutes. It costs little: if only the reply was late, the letter is sent again as the same letter,
/// byte for byte with the same Message-ID, and its reader may get it twice.
pub const LETTER_LIMIT: Duration = Duration::from_secs(60);

/// A letter with its envelope.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    /// Envelope sender, which delivery reports are sent to; empty for none.
    pub sender: &'a str,
    /// Envelope recipient: the one address that the letter is handed over for.
    pub recipient: &'a str,
    /// Message-ID without brackets; the same on every try.
    pub message_id: &'a str,
    /// The whole message with CRLF line ends.
    pub raw: &'a [u8],
}

/// Whether this process may still hand letters over: another host may have taken its work over, if it could not tell that it
/// is alive.
pub type MaySend = Arc<dyn Fn() -> bool + Send + Sync>;

/// Sends letters to a relay.
pub trait Transport: Send {
    /// Hands one letter over and waits for the relay's answer: [`Delivery::Sent`] means that the relay
    /// has stored the letter durably.
    ///
    /// The same letter may be handed over twice, after a crash between sending and noting it.
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery;

    /// What a login depends on, as it is now; `None` if there is none.
    fn credentials(&self) -> Option<Credentials> {
        None
    }

    /// From now on this is asked whenever handing a letter over has taken time and can still be given up. What hands letters
    /// over at once need not ask.
    fn send_while(&mut self, _may: MaySend) {}

    /// Closes the connection, if one is open. The next [`Transport::send`] opens a new one.
    fn close(&mut self) {}
}

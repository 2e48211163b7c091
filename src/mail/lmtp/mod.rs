//! Mail that the mail host of the server hands over by LMTP (RFC 2033): the dialogue, and the socket on which hosts
//! connect. Threads, and what storing a mail means, are the caller's ([`Intake`]).
//!
//! A mail is answered with 250 only when it is stored, and with 451 while it cannot be stored: then the host keeps it and
//! tries again. A recipient that is not ours is refused at RCPT, where the host still knows the sender. After that nothing
//! is refused for good: the host would write a delivery report to a sender who may be forged.

mod client;
mod command;
mod content;
mod copies;
mod greeting;
mod input;
mod listener;
mod session;

use std::io;

pub use client::Client;
pub use copies::{Copies, read as read_copy};
pub use greeting::greeting;
pub use listener::{Arrival, Listener};
pub use session::Session;

use super::source::RawMessage;
use crate::clock::Deadline;

/// What takes over the mails of a session.
pub trait Intake {
    /// Stores a mail durably; false if that is not possible now, and the host has to try again.
    fn store(&mut self, mail: RawMessage) -> bool;

    /// A mail was not taken for another reason, so that its host has to try again: the session broke within it.
    fn put_off(&mut self, why: &str);
}

/// A connection to a client.
pub trait Wire {
    /// Reads at least one byte, or 0 if the client has closed its side.
    ///
    /// # Errors
    /// [`io::ErrorKind::TimedOut`]: nothing came before `limit`. [`io::ErrorKind::Interrupted`]: this program ends.
    /// Others: the connection is broken.
    fn read(&mut self, into: &mut [u8], limit: Deadline) -> io::Result<usize>;

    /// Writes all bytes.
    ///
    /// # Errors
    /// The connection is broken, or the client does not read what is written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
}

#[cfg(test)]
mod tests;

//! Sends letters to a mail server over SMTP (RFC 5321), as a submission client (RFC 6409).

mod connection;
mod replies;

use std::time::Duration;

use crate::clock::Stopwatch;
use crate::mail::refusal::{Credentials, Refusal};
use crate::mail::{auth::Login, parse::text::one_line, servers::Smtp, tls::Endpoint};

use super::{Delivery, LETTER_LIMIT, MaySend, Outgoing, Transport};
use connection::Connection;

/// Sends letters over one connection, which is kept open for the next letter. A connection on which a
/// letter [hung](Delivery::Hung) is dropped.
///
/// Commands, replies and login mechanisms are lettre's. The connection is our own: that of lettre 0.11
/// waits 40 ms for every message, reads lines of any length, and keeps what it has read before TLS.
pub struct SmtpTransport {
    endpoint: Endpoint,
    connection: Option<Connection>,
    letter_limit: Duration,
    may: Option<MaySend>,
}

impl SmtpTransport {
    /// A transport to the server that the settings describe. It connects at the first letter, and reads
    /// passwords and certificates at each login.
    pub fn new(settings: &Smtp) -> Self {
        Self {
            endpoint: settings.into(),
            connection: None,
            letter_limit: LETTER_LIMIT,
            may: None,
        }
    }

    /// Shortens the time limit for one letter, for tests.
    #[doc(hidden)]
    pub fn with_letter_limit(mut self, limit: Duration) -> Self {
        self.letter_limit = limit.min(LETTER_LIMIT);
        self
    }

    /// Connects and logs in, if it is not connected, to test the settings.
    ///
    /// # Errors
    /// The server cannot be reached, TLS fails, or the login is refused; the message says what to do.
    pub fn check(&mut self) -> anyhow::Result<()> {
        self.connection().map(drop)
    }

    fn connection(&mut self) -> anyhow::Result<&mut Connection> {
        Ok(match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(Connection::open(&self.endpoint)?),
        })
    }
}

impl Transport for SmtpTransport {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        let fits = |b: u8| b.is_ascii_graphic() && b != b'<' && b != b'>';
        let plain = |address: &str| address.bytes().all(fits);
        if letter.recipient.is_empty() || !plain(letter.recipient) || !plain(letter.sender) {
            return Delivery::Failed("not an address".to_owned());
        }
        let mut left = self.letter_limit;
        let may = self.may.clone();
        let may = || may.as_ref().is_none_or(|may| may());
        loop {
            let reused = self.connection.is_some();
            let connection = match self.connection() {
                Ok(connection) => connection,
                Err(error) => {
                    let why = one_line(&format!("{error:#}"), 400);
                    return match Refusal::of(&error) {
                        Some(_) => Delivery::RelayRefuses(why),
                        None => Delivery::RelayUnavailable(why),
                    };
                }
            };
            let watch = Stopwatch::start();
            let result = connection.deliver(letter, left, &may);
            if !connection.usable {
                self.connection = None;
            }
            match result {
                Ok(delivery) => return delivery,
                // The server has closed the idle connection before the letter was begun, so connect again.
                Err(broken) if reused && broken.at_the_start => {
                    left = left.saturating_sub(watch.elapsed());
                }
                Err(broken) => {
                    let why = format!("{}: {}", self.endpoint, broken.why);
                    return (broken.delivery)(one_line(&why, 300));
                }
            }
        }
    }

    fn credentials(&self) -> Option<Credentials> {
        self.endpoint.login.as_ref().map(Login::credentials)
    }

    fn send_while(&mut self, may: MaySend) {
        self.may = Some(may);
    }

    fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.quit();
        }
    }
}

impl Drop for SmtpTransport {
    fn drop(&mut self) {
        self.close();
    }
}

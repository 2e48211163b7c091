//! Sends letters to a mail server over SMTP (RFC 5321), as a submission client (RFC 6409).

mod connection;
mod replies;

use std::time::Duration;

use crate::clock::Stopwatch;
use crate::mail::auth::Login;
use crate::mail::parse::text::one_line;
use crate::mail::refusal::{Credentials, Refusal};
use crate::mail::servers::Smtp;
use crate::mail::tls::Endpoint;

use super::{Delivery, LETTER_LIMIT, Outgoing, Transport};
use connection::{Connection, How};

/// Sends letters over one connection, which is kept open for the next letter. A connection on which a
/// letter [hung](Delivery::Hung) is dropped.
///
/// Commands, replies and login mechanisms are lettre's. The connection is our own: that of lettre 0.11
/// waits 40 ms for every message, reads lines of any length, and keeps what it has read before TLS.
pub struct SmtpTransport {
    endpoint: Endpoint,
    login: Option<Login>,
    connection: Option<Connection>,
    letter_limit: Duration,
}

impl SmtpTransport {
    /// A transport to the server that the settings describe. It connects at the first letter, and reads
    /// passwords and certificates at each login.
    pub fn new(settings: &Smtp) -> Self {
        let (password, token) = (settings.password.as_ref(), settings.token.as_ref());
        Self {
            endpoint: settings.into(),
            login: Login::new(settings.user.as_ref(), password, token),
            connection: None,
            letter_limit: LETTER_LIMIT,
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
        if self.connection.is_none() {
            self.connection = Some(Connection::open(&self.endpoint, self.login.as_ref())?);
        }
        Ok(())
    }

    /// The connection, and whether it was used before.
    fn connect(&mut self) -> Result<(Connection, bool), Delivery> {
        if let Some(connection) = self.connection.take() {
            return Ok((connection, true));
        }
        match Connection::open(&self.endpoint, self.login.as_ref()) {
            Ok(connection) => Ok((connection, false)),
            Err(error) => {
                let why = one_line(&format!("{error:#}"), 400);
                Err(match Refusal::of(&error) {
                    Some(_) => Delivery::RelayRefuses(why),
                    None => Delivery::RelayUnavailable(why),
                })
            }
        }
    }
}

impl Transport for SmtpTransport {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        let plain = |s: &str| {
            s.bytes()
                .all(|b| b.is_ascii_graphic() && b != b'<' && b != b'>')
        };
        if letter.recipient.is_empty() || !plain(letter.recipient) || !plain(letter.sender) {
            return Delivery::Failed("not an address".to_owned());
        }
        let mut left = self.letter_limit;
        loop {
            let (mut connection, reused) = match self.connect() {
                Ok(found) => found,
                Err(delivery) => return delivery,
            };
            let watch = Stopwatch::start();
            let broken = match connection.deliver(letter, left) {
                Ok(delivery) => {
                    self.connection = Some(connection).filter(Connection::is_usable);
                    return delivery;
                }
                Err(broken) => broken,
            };
            let why = one_line(&format!("{}: {}", self.endpoint, broken.why), 300);
            match (broken.how, broken.at_the_start) {
                (How::Hung, _) => return Delivery::Hung(why),
                // The server has closed the idle connection before the letter was begun, so connect again.
                (_, true) if reused => left = left.saturating_sub(watch.elapsed()),
                // The server serves nobody, or has enough connections of ours: it knows neither the
                // recipient nor the letter yet.
                (How::Dismissed, true) => return Delivery::RelayUnavailable(why),
                // If the server is down, the next connection fails as `RelayUnavailable`. If this letter
                // is the reason, only this letter waits.
                _ => return Delivery::Deferred(why),
            }
        }
    }

    fn credentials(&self) -> Option<Credentials> {
        self.login.as_ref().map(Login::credentials)
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

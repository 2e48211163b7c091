//! Sends letters to a mail server over SMTP (RFC 5321), as a submission client (RFC 6409).

mod connection;
mod replies;

use crate::config::Smtp;
use crate::mail::auth::Login;
use crate::mail::parse::text::one_line;
use crate::mail::tls::Endpoint;

use super::{Delivery, Outgoing, Transport};
use connection::{Broken, Connection};

/// Sends letters over one connection, which is kept open for the next letter.
///
/// Commands, replies and login mechanisms are lettre's. The connection is our own: that of lettre 0.11
/// waits 40 ms for every message, reads lines of any length, and keeps what it has read before TLS.
#[derive(Debug)]
pub struct SmtpTransport {
    endpoint: Endpoint,
    login: Option<Login>,
    connection: Option<Connection>,
}

impl SmtpTransport {
    /// A transport to the server that the settings describe. It connects at the first letter, and reads
    /// passwords and certificates at each login.
    #[must_use]
    pub fn new(settings: &Smtp) -> Self {
        let (password, token) = (settings.password.as_ref(), settings.token.as_ref());
        Self {
            endpoint: settings.into(),
            login: Login::new(settings.user.as_ref(), password, token),
            connection: None,
        }
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
    fn connect(&mut self) -> Result<(Connection, bool), String> {
        if let Some(connection) = self.connection.take() {
            return Ok((connection, true));
        }
        match Connection::open(&self.endpoint, self.login.as_ref()) {
            Ok(connection) => Ok((connection, false)),
            Err(error) => Err(one_line(&format!("{error:#}"), 400)),
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
        loop {
            let (mut connection, reused) = match self.connect() {
                Ok(found) => found,
                Err(why) => return Delivery::RelayUnavailable(why),
            };
            match connection.deliver(letter) {
                Ok(delivery) => {
                    self.connection = Some(connection);
                    return delivery;
                }
                // The server has closed the idle connection before the letter was begun, so connect again.
                Err(broken) if reused && broken.at_the_start => {}
                // If the server is down, the next connection fails as `RelayUnavailable`. If this letter
                // is the reason, only this letter waits.
                Err(Broken { why, .. }) => {
                    let why = one_line(&format!("{}: {why}", self.endpoint), 300);
                    return Delivery::Deferred(why);
                }
            }
        }
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

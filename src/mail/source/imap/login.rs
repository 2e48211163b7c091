//! Logs in at an IMAP server (RFC 3501 section 6.2, RFC 4616, SASL XOAUTH2).

use std::cell::Cell;

use anyhow::{Context, Result, anyhow, bail, ensure};

use super::guard::Shared;
use super::session::{Fault, fault};
use crate::mail::{auth, tls::Endpoint};

type Client = imap::Client<Shared>;

/// Answers the first challenge with the text and all later ones with an empty line, as XOAUTH2 requires
/// for its error messages.
struct Once(Cell<Option<String>>);

impl imap::Authenticator for Once {
    type Response = String;

    fn process(&self, _challenge: &[u8]) -> String {
        self.0.take().unwrap_or_default()
    }
}

/// The library may panic here.
pub(super) fn log_in(
    mut client: Client,
    endpoint: &Endpoint,
    is_tls: bool,
) -> Result<imap::Session<Shared>> {
    let login = endpoint.login.as_ref().context("no login is configured")?;
    let can = client
        .capabilities()
        .map_err(|e| anyhow!("{endpoint}: {}", fault(&e).words()))?;
    let user = &login.user;
    let result = if login.is_token {
        ensure!(
            can.has_str("AUTH=XOAUTH2"),
            "{endpoint} takes no tokens (XOAUTH2): write password in place of token"
        );
        let token = auth::read(&login.secret)?;
        let text = format!("user={user}\x01auth=Bearer {}\x01\x01", token.expose());
        client.authenticate("XOAUTH2", &Once(Cell::new(Some(text))))
    } else if can.has_str("AUTH=PLAIN") {
        let password = auth::read(&login.secret)?;
        let text = format!("\0{user}\0{}", password.expose());
        client.authenticate("PLAIN", &Once(Cell::new(Some(text))))
    } else if can.has_str("LOGINDISABLED") {
        bail!(
            "{endpoint} takes no password{}",
            match is_tls {
                false => " without TLS: write tls = \"starttls\"",
                true => ": its provider may want a token",
            }
        )
    } else {
        client.login(user, auth::read(&login.secret)?.expose())
    };
    result.map_err(|(error, _)| match fault(&error) {
        // The server itself is out of order, or busy (RFC 5530), so that the login is not to blame.
        Fault::No(said) if is_temporary(&said) => {
            anyhow!("{endpoint} cannot log us in now: {said}")
        }
        Fault::No(said) => login.refused(endpoint, &said),
        Fault::Lost(why) => anyhow!("{endpoint}: cut at login: {why}"),
    })
}

fn is_temporary(said: &str) -> bool {
    let said = said.to_ascii_uppercase();
    let codes = ["[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]"];
    codes.iter().any(|code| said.contains(code))
}

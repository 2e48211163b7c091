//! Logs in at an IMAP server (RFC 3501 section 6.2, RFC 4616, SASL XOAUTH2).

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Result, anyhow, bail};

use super::guard::Shared;
use super::session::{Fault, fault};
use crate::mail::auth::{self, Credential, Login};
use crate::mail::tls::Endpoint;

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

pub(super) fn log_in(
    client: Client,
    endpoint: &Endpoint,
    login: &Login,
    is_tls: bool,
) -> Result<imap::Session<Shared>> {
    let work = || attempt(client, endpoint, login, is_tls);
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| bail!("{endpoint} sends an answer that the IMAP library cannot bear"))
}

fn attempt(
    mut client: Client,
    endpoint: &Endpoint,
    login: &Login,
    is_tls: bool,
) -> Result<imap::Session<Shared>> {
    let can = client
        .capabilities()
        .map_err(|e| anyhow!("{endpoint}: {}", fault(&e).words()))?;
    let (plain, bearer) = (can.has_str("AUTH=PLAIN"), can.has_str("AUTH=XOAUTH2"));
    let disabled = can.has_str("LOGINDISABLED");
    drop(can);
    let user = &login.user;
    let result = match &login.credential {
        Credential::Token(_) if !bearer => {
            bail!("{endpoint} takes no tokens (XOAUTH2): write password in place of token")
        }
        Credential::Token(secret) => {
            let token = auth::read(secret)?;
            let text = format!("user={user}\x01auth=Bearer {}\x01\x01", token.expose());
            client.authenticate("XOAUTH2", &Once(Cell::new(Some(text))))
        }
        Credential::Password(secret) if plain => {
            let password = auth::read(secret)?;
            let text = format!("\0{user}\0{}", password.expose());
            client.authenticate("PLAIN", &Once(Cell::new(Some(text))))
        }
        Credential::Password(_) if disabled && !is_tls => {
            bail!("{endpoint} takes no password without TLS: write tls = \"starttls\"")
        }
        Credential::Password(_) if disabled => {
            bail!("{endpoint} takes no password: its provider may want a token")
        }
        Credential::Password(secret) => {
            let password = auth::read(secret)?;
            client.login(user, password.expose())
        }
    };
    match result {
        Ok(session) => Ok(session),
        Err((error, _)) => Err(match fault(&error) {
            // The server itself is out of order, or busy (RFC 5530), so that the login is not to blame.
            Fault::No(said) if is_temporary(&said) => {
                anyhow!("{endpoint} cannot log us in now: {said}")
            }
            Fault::No(said) => login.refused(endpoint, &said),
            Fault::Lost(why) => anyhow!("{endpoint}: cut at login: {why}"),
        }),
    }
}

fn is_temporary(said: &str) -> bool {
    let said = said.to_ascii_uppercase();
    ["[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]"]
        .iter()
        .any(|code| said.contains(code))
}

//! `authserv_id`: whether the mail host's word on the authors of mails is used.

use crate::mail::authentication::AuthenticationResults;
use crate::mail::parse::headers::Headers;
use crate::store::MailStatus;

use super::super::server::Server;
use super::Finding;

/// So many of the newest mails are looked at.
const NEWEST: usize = 50;
/// Fewer mails say nothing.
const ENOUGH: usize = 5;

/// What the stored mails say about the setting.
pub(super) fn check(server: &mut Server) -> Option<Finding> {
    let found = server.look(|_, store| {
        let mut hosts = Vec::new();
        for mail in store.mails(MailStatus::Done, NEWEST)? {
            if let Some(bytes) = store.mail_bytes(mail.id)? {
                hosts.push(host(&bytes.raw));
            }
        }
        Ok(hosts)
    });
    let hosts = found.ok()?;
    let Some(set) = &server.config.server.authserv_id else {
        return Some(none_set(&hosts));
    };
    let mut named = hosts.iter().flatten();
    if hosts.len() < ENOUGH || named.any(|host| host.eq_ignore_ascii_case(set)) {
        let text = format!("the word of {set} on the authors of mails counts");
        return Some(Finding::ok("trust", text));
    }
    let text = format!(
        "none of the newest {} mails has Authentication-Results of {set} at its top{}",
        hosts.len(),
        most(&hosts).map_or(String::new(), |host| format!("; they are of {host}"))
    );
    let mend = "correct `authserv_id` in [server], or leave it out; `zugpost doctor --round-trip` shows the name";
    Some(Finding::note("trust", text, mend))
}

fn none_set(hosts: &[Option<String>]) -> Finding {
    let text = "no `authserv_id` is set: only the keys in letters prove who has written a mail";
    match most(hosts) {
        None => Finding::ok("trust", text),
        Some(host) => Finding::note(
            "trust",
            format!("{text}; the newest mails have Authentication-Results of {host}"),
            "if that is your mail host: set `authserv_id` to this name; players may then write without a \
             key, and forged mails are noticed (docs/settings.md)",
        ),
    }
}

/// The host of the uppermost `Authentication-Results` of a mail.
fn host(raw: &[u8]) -> Option<String> {
    let headers = Headers::scan(raw);
    let value = headers.first("authentication-results")?;
    let results = AuthenticationResults::parse(value)?;
    Some(results.authserv_id)
}

/// The host that more than half of the mails name, if there are enough.
fn most(hosts: &[Option<String>]) -> Option<String> {
    let named = |host: &&String| hosts.iter().flatten().filter(|other| other == host).count();
    let mut known = hosts.iter().flatten();
    let host = known.find(|host| named(host) * 2 > hosts.len() && hosts.len() >= ENOUGH)?;
    Some(crate::text::clean(host, 100))
}

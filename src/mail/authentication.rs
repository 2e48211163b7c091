//! Who vouches for the author of a mail: `Authentication-Results` (RFC 8601).
//!
//! The host that takes mail in checks DMARC (RFC 7489), DKIM (RFC 6376) and SPF (RFC 7208), and writes what it
//! has found into the header. Nothing is checked here: the operator names the host (`authserv_id`), and
//! only what that host has written counts. Without a name, nobody is vouched for.
//!
//! Anybody can write such a header, so two rules say which ones are the host's:
//!
//! - It has the host's name, and is above the first Received line that the host did not write (section
//!   5): what an earlier relay has written is below. A Received line without `from` is a handover within
//!   a host and ends nothing.
//! - Of several that report on the same method, the uppermost one counts: a host writes above what it got.
//!
//! A host has to remove headers with its own name from the mail that it takes in (section 5); a host that
//! does not must not be named.

mod results;

pub use results::{AuthenticationResults, MethodResult};

use chrono::{DateTime, Utc};

use super::{address::Address, parse::Headers};

/// At most this many headers of the named host are read.
const MAX_HEADERS: usize = 20;
/// At most this many fields are looked at from the top: no relay adds more.
const MAX_FIELDS: usize = 500;

/// Whether the named host vouches for the author of a mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vouched {
    /// It does, by this method.
    Yes(Voucher),
    /// It does not, or there is no such host.
    #[default]
    No,
    /// It says that the mail is not from the domain of its From header: `dmarc=fail`.
    Fails,
}

impl Vouched {
    /// Whether the host vouches for the author.
    pub fn is_yes(self) -> bool {
        matches!(self, Self::Yes(_))
    }
}

/// The method by which a host vouches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voucher {
    /// `dmarc=pass` for the domain of the From header.
    Dmarc,
    /// A valid DKIM signature of exactly that domain.
    Dkim,
    /// SPF has passed for an envelope sender of exactly that domain.
    Spf,
}

/// Whether a host vouches for `from`, the only address in the From header.
pub fn vouched(headers: &Headers<'_>, from: &Address, host: &str) -> Vouched {
    let found = of_host(headers, host);
    // Each method by the uppermost header that reports on it.
    let of = |method: &str| -> Vec<&MethodResult> {
        let mut reports = found.iter().map(|header| {
            let results = header.results.iter();
            results.filter(|result| result.method == method).collect()
        });
        let reports = reports.find(|results: &Vec<_>| !results.is_empty());
        reports.unwrap_or_default()
    };
    let domain = from.domain();
    let same = |value: &str| value.trim_end_matches('.').eq_ignore_ascii_case(domain);
    let of_domain = |result: &&MethodResult, name: &str| {
        let value = result.property(name);
        value.is_some_and(|value| same(value.rsplit_once('@').map_or(value, |(_, host)| host)))
    };
    let dmarc = of("dmarc");
    // One that does not say of which domain it is counts as of this one.
    let about_it = |result: &MethodResult| {
        result.property("header.from").is_none() || of_domain(&result, "header.from")
    };
    if dmarc
        .iter()
        .any(|result| result.result == "fail" && about_it(result))
    {
        return Vouched::Fails;
    }
    let passes = |results: &[&MethodResult], name| {
        let mut results = results.iter();
        results.any(|result| result.result == "pass" && of_domain(result, name))
    };
    // Where the sender in the envelope has a local part, another user of the domain is another sender.
    let itself = |result: &&MethodResult| {
        let sender = result.property("smtp.mailfrom").unwrap_or_default();
        let user = sender.rsplit_once('@').map(|(user, _)| user);
        user.is_none_or(|user| user.eq_ignore_ascii_case(from.local()))
    };
    let mut spf = of("spf");
    spf.retain(itself);
    if passes(&dmarc, "header.from") {
        Vouched::Yes(Voucher::Dmarc)
    } else if passes(&of("dkim"), "header.d") {
        Vouched::Yes(Voucher::Dkim)
    } else if passes(&spf, "smtp.mailfrom") {
        Vouched::Yes(Voucher::Spf)
    } else {
        Vouched::No
    }
}

/// The results that a host has written, the uppermost first.
fn of_host(headers: &Headers<'_>, host: &str) -> Vec<AuthenticationResults> {
    let mut found = Vec::new();
    for (name, value) in headers.iter().take(MAX_FIELDS) {
        match name {
            "received" if !written_by(value, host) => break,
            "authentication-results" => {
                let results = AuthenticationResults::parse(value);
                found.extend(results.filter(|one| one.authserv_id.eq_ignore_ascii_case(host)));
            }
            _ => {}
        }
        if found.len() >= MAX_HEADERS {
            break;
        }
    }
    found
}

/// When a host took a mail in: the time in the uppermost Received line, if that
/// host has written it. What is below may be forged.
pub fn received_at(headers: &Headers<'_>, host: &str) -> Option<DateTime<Utc>> {
    let mut fields = headers.iter().take(MAX_FIELDS);
    let (_, uppermost) = fields.find(|(name, _)| *name == "received")?;
    if !written_by(uppermost, host) {
        return None;
    }
    let plain = results::without_comments(uppermost);
    let (_, date) = plain.rsplit_once(';')?;
    let date = DateTime::parse_from_rfc2822(date.trim()).ok()?;
    Some(date.to_utc())
}

/// Whether a mail was written by a host itself, as delivery reports of our own relay are:
/// each of its Received lines is of that host, and says that it took the mail from nobody, or handed it over within
/// itself (LMTP). What comes from elsewhere has a line above all others that says from where.
pub fn made_by(headers: &Headers<'_>, host: &str) -> bool {
    let fields = headers.iter().take(MAX_FIELDS);
    let mut lines = fields.filter(|(name, _)| *name == "received").peekable();
    lines.peek().is_some() && lines.all(|(_, line)| is_of_host_alone(line, host))
}

/// Whether a Received line says that a host took a mail from nobody but itself.
fn is_of_host_alone(received: &str, host: &str) -> bool {
    let plain = results::without_comments(received);
    let clauses = plain.split(';').next().unwrap_or_default();
    let words: Vec<&str> = clauses.split_ascii_whitespace().collect();
    let is = |word: &str, value: &str| {
        let mut pairs = words.windows(2);
        pairs.any(|two| two[0].eq_ignore_ascii_case(word) && two[1].eq_ignore_ascii_case(value))
    };
    let from = words.iter().any(|word| word.eq_ignore_ascii_case("from"));
    is("by", host) && (!from || is("from", host) && is("with", "lmtp"))
}

/// Whether a Received line (RFC 5321 section 4.4) is of this host, or of a handover within a host.
fn written_by(received: &str, host: &str) -> bool {
    let plain = results::without_comments(received);
    let mut words = plain.split_ascii_whitespace();
    let mut from = false;
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("from") {
            from = true;
        } else if word.eq_ignore_ascii_case("by") {
            let by = words.next().unwrap_or_default();
            let by = by.trim_end_matches([';', '.']);
            return !from || by.eq_ignore_ascii_case(host);
        }
    }
    false
}

#[cfg(test)]
mod tests;

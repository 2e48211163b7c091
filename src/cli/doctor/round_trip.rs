//! `doctor --round-trip`: sends two letters to the server itself, one of them to a plus-address, and
//! reports how the hosts on the way have changed them.

use std::time::Duration;

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta};
use rand::Rng;

use crate::clock::{Clock, Deadline, Stopwatch, SystemClock};
use crate::config::Outbox;
use crate::mail::parse::headers::Headers;
use crate::mail::source::Source;
use crate::mail::transport::{Delivery, Outgoing};
use crate::mail::{Address, Mailbox, MimeMessage};
use crate::office::Settings;
use crate::store::MailStatus;
use crate::tokens;

use super::super::{Server, lock::Lock};
use super::{FIRST, Finding};

/// The mailbox is checked this often.
const TICK: Duration = Duration::from_millis(500);
/// At most this many mails are fetched at once.
const BATCH: usize = 32;

/// A letter that was sent.
struct Probe {
    /// The extension of the address; `None` for the letter to the plain address.
    detail: Option<String>,
    /// A word that is in this letter and in no other mail.
    token: String,
    message_id: String,
    watch: Stopwatch,
    arrived: Option<(Duration, Vec<u8>)>,
}

/// Sends the letters and waits for them.
pub(super) fn run(server: &mut Server, wait: u64) -> Vec<Finding> {
    if matches!(server.config.outbox, Outbox::Maildir { .. }) {
        let text = "none was sent: letters go into a folder";
        let mend = "set kind = \"sendmail\" in [outbox] first";
        return vec![Finding::note("letter", text, mend)];
    }
    let tried = try_it(server, Duration::from_secs(wait));
    tried.unwrap_or_else(|error| vec![Finding::error("letter", &error, FIRST)])
}

fn try_it(server: &mut Server, wait: Duration) -> Result<Vec<Finding>> {
    let mut probes = Vec::new();
    let plus = server.config.server.recipient_delimiter;
    for delimiter in [None].into_iter().chain(plus.map(Some)) {
        match send(server, delimiter)? {
            Ok(probe) => probes.push(probe),
            Err(finding) => return Ok(vec![finding]),
        }
    }
    let mut source = server.source();
    let deadline = Deadline::after(wait);
    while probes.iter().any(|probe| probe.arrived.is_none()) && deadline.left().is_some() {
        in_database(server, &mut probes)?;
        // A process that works on the database stores the letters. Without one they stay at the source.
        if Lock::holder(&server.config.server.data).is_none()
            && let Some(source) = source.as_deref_mut()
        {
            at_source(source, &mut probes)?;
        }
        std::thread::sleep(deadline.left().unwrap_or_default().min(TICK));
    }
    let one_click = one_click(server.office.settings()).is_some();
    Ok(report(&probes, wait, one_click))
}

/// Where letters let mail programs unsubscribe by one click, which needs https.
fn one_click(settings: &Settings) -> Option<&str> {
    let url = settings.served_url.as_deref();
    url.filter(|url| url.starts_with("https://"))
}

fn send(server: &Server, delimiter: Option<char>) -> Result<Result<Probe, Finding>> {
    let mut bytes = [0; 10];
    tokens::system_chance()?.fill_bytes(&mut bytes);
    let token = data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase();
    let settings = server.office.settings();
    let ours = &settings.address;
    let detail = delimiter.map(|delimiter| format!("{delimiter}doctor-{token}"));
    let added = detail.as_deref().unwrap_or_default();
    let to = format!("{}{added}@{}", ours.local(), ours.domain());
    let address = Address::parse(&to).ok();
    let mailbox = |address: Address| Mailbox {
        name: settings.name.clone(),
        address,
    };
    let message_id = format!("doctor.{token}@{}", ours.domain());
    let letter = MimeMessage {
        from: mailbox(ours.clone()),
        to: mailbox(address.context("the address with a detail")?),
        reply_to: None,
        subject: format!("zugpost doctor {token}"),
        message_id: message_id.clone(),
        in_reply_to: None,
        references: Vec::new(),
        answer: false,
        list_id: None,
        unsubscribe: one_click(settings).map(|_| ours.clone()),
        unsubscribe_url: one_click(settings).map(|url| format!("{url}/u/{token}")),
        text: format!("A letter of `zugpost doctor` to its own server.\n{token}\n"),
        html: None,
        pictures: Vec::new(),
        files: Vec::new(),
        calendar: None,
        date: SystemClock.now().into(),
    };
    let watch = Stopwatch::start();
    let mut transport = server.transport();
    let delivery = transport.send(&Outgoing {
        sender: &ours.to_string(),
        recipient: &to,
        message_id: &message_id,
        raw: &letter.to_bytes()?,
    });
    transport.close();
    // Nothing is withheld here.
    let (Delivery::Deferred(why)
    | Delivery::RelayUnavailable(why)
    | Delivery::RelayRefuses(why)
    | Delivery::Limited(why)
    | Delivery::Hung(why)
    | Delivery::Failed(why)) = delivery
    else {
        return Ok(Ok(Probe {
            detail,
            token,
            message_id,
            watch,
            arrived: None,
        }));
    };
    let mend = match delimiter {
        Some(_) => {
            "if your mail host knows no plus-addresses: recipient_delimiter = \"none\" in [server]"
        }
        None => "check [outbox]",
    };
    let text = format!("the letter to {to} could not be sent: {why}");
    Ok(Err(Finding::wrong("letter", text, mend)))
}

fn note(probes: &mut [Probe], raw: &[u8]) -> bool {
    let mut found = false;
    for probe in probes {
        let token = probe.token.as_bytes();
        if raw.windows(token.len()).any(|part| part == token) {
            found = true;
            let took = probe.watch.elapsed();
            probe.arrived.get_or_insert_with(|| (took, raw.to_vec()));
        }
    }
    found
}

fn in_database(server: &mut Server, probes: &mut [Probe]) -> Result<()> {
    server.look(|_, store| {
        for status in MailStatus::ALL {
            for row in store.mails(*status, BATCH)? {
                if let Some(bytes) = store.mail_bytes(row.id)? {
                    note(probes, &bytes.raw);
                }
            }
        }
        Ok(())
    })
}

/// Looks for the letters at the source, and marks them as done. Other mails are left there.
fn at_source(source: &mut dyn Source, probes: &mut [Probe]) -> Result<()> {
    loop {
        let mails = source.fetch(BATCH)?;
        let ours = mails.iter().filter(|mail| note(probes, &mail.raw));
        let source_keys: Vec<String> = ours.map(|mail| mail.source_key.clone()).collect();
        source.done(&source_keys)?;
        if mails.len() < BATCH {
            return Ok(());
        }
    }
}

/// `one_click`: whether letters have the headers of RFC 8058.
fn report(probes: &[Probe], wait: Duration, one_click: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for probe in probes {
        let (what, mend) = match probe.detail {
            Some(_) => (
                "a letter to a plus-address",
                "let your mail host deliver plus-addresses (Postfix: recipient_delimiter=+), or set \
                 recipient_delimiter = \"none\" in [server]",
            ),
            None => (
                "a letter",
                "read your mail host's log; is [inbox] the mailbox of this address? Try --wait 600",
            ),
        };
        let Some((took, raw)) = &probe.arrived else {
            let text = format!("{what} has not arrived within {} s", wait.as_secs());
            findings.push(Finding::wrong("letter", text, mend));
            continue;
        };
        let text = format!("{what} has arrived after {:.1} s", took.as_secs_f64());
        findings.push(Finding::ok("letter", text));
        let headers = Headers::scan(raw);
        if let Some(detail) = &probe.detail {
            findings.push(plus_address(&headers, detail));
        } else {
            findings.push(authserv_id(&headers));
            findings.push(message_id(&headers, &probe.message_id));
            findings.extend(clocks(&headers));
            findings.extend(one_click.then(|| signed(&headers)));
        }
    }
    findings
}

fn plus_address(headers: &Headers<'_>, detail: &str) -> Finding {
    let shows = |name: &&str| headers.all(name).any(|value| value.contains(detail));
    let envelope = ["delivered-to", "x-original-to", "envelope-to"];
    let shown: Vec<&str> = envelope.into_iter().filter(shows).collect();
    if !shown.is_empty() {
        let text = format!("plus-addresses survive; {} shows them", shown.join(", "));
        return Finding::ok("address", text);
    }
    if shows(&"to") {
        let text = "plus-addresses survive in To; no header of the delivery shows them";
        return Finding::ok("address", text);
    }
    let text = "mail to a plus-address arrives, but without it";
    let mend = "set recipient_delimiter = \"none\" in [server]";
    Finding::wrong("address", text, mend)
}

fn authserv_id<'a>(headers: &'a Headers<'_>) -> Finding {
    let first = |value: &'a str| value.split([';', ' ']).find(|word| !word.trim().is_empty());
    if let Some(id) = headers.all("authentication-results").find_map(first) {
        let text = format!("this host signs Authentication-Results as {id}");
        return Finding::ok("authserv", text);
    }
    let text = "no Authentication-Results are written: nobody checks who mail is from";
    let mend =
        "keys protect the games all the same; a milter such as OpenDKIM or OpenDMARC adds them";
    Finding::note("authserv", text, mend)
}

fn message_id(headers: &Headers<'_>, sent: &str) -> Finding {
    let arrived = headers.ids("message-id");
    if arrived.iter().any(|id| id == sent) {
        return Finding::ok("threads", "Message-IDs are kept");
    }
    let text = "the relay replaces Message-IDs: players' programs cannot thread our letters";
    let mend = "nothing is lost: keys are also in the address and in the text";
    Finding::note("threads", text, mend)
}

/// Whether a signature covers the headers by which mail programs unsubscribe: without one they do not use them
/// (RFC 8058 section 4).
fn signed(headers: &Headers<'_>) -> Finding {
    let covers = |signature: &str| {
        let tags = signature.split(';').filter_map(|tag| tag.split_once('='));
        let mut fields = tags.filter(|(name, _)| name.trim() == "h");
        let fields = fields.next().map_or("", |(_, fields)| fields);
        let fields: Vec<String> = fields
            .split(':')
            .map(|field| field.trim().to_lowercase())
            .collect();
        ["list-unsubscribe", "list-unsubscribe-post"]
            .iter()
            .all(|field| fields.iter().any(|known| known == field))
    };
    if headers.all("dkim-signature").any(covers) {
        let text = "a DKIM signature covers the headers for unsubscribing by one click";
        return Finding::ok("one-click", text);
    }
    let text = "no DKIM signature covers List-Unsubscribe and List-Unsubscribe-Post: mail programs show no button";
    let mend = "let your relay sign both (OpenDKIM: SignHeaders); `unsubscribe` by mail works all the same";
    Finding::note("one-click", text, mend)
}

/// Compares the times in Received headers with our clock.
fn clocks(headers: &Headers<'_>) -> Option<Finding> {
    let received = headers.first("received")?;
    let date = received.rsplit(';').next()?.trim();
    let date = date.split('(').next().unwrap_or(date).trim();
    let apart = SystemClock.now() - DateTime::parse_from_rfc2822(date).ok()?.to_utc();
    // The letter may have taken a while, but cannot come from the future.
    (apart < TimeDelta::seconds(-60) || apart > TimeDelta::hours(1)).then(|| {
        let seconds = apart.num_seconds();
        let text = format!("this host and the mail host are {seconds} s apart");
        Finding::wrong("clock", text, "set the clock (timedatectl set-ntp true)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_has_to_cover_both_headers() {
        for (signature, well) in [
            (
                "v=1; a=rsa-sha256; h=From:To:List-Unsubscribe:\r\n\tList-Unsubscribe-Post; b=x",
                true,
            ),
            ("v=1; h=from:list-unsubscribe; b=x", false),
            ("v=1; b=h:list-unsubscribe:list-unsubscribe-post", false),
            ("", false),
        ] {
            let raw = format!("DKIM-Signature: {signature}\r\nFrom: a@example.org\r\n\r\n");
            let found = signed(&Headers::scan(raw.as_bytes()));
            assert_eq!(found.mend.is_none(), well, "{signature}");
        }
    }
}

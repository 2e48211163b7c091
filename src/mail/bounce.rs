//! Delivery reports: `multipart/report` (RFC 3462, RFC 3464) and the free forms of common mail servers.

use mail_parser::{Message, MimeHeaders, PartType};

use super::address::Address;
use super::autoreply::{Evidence, empty_return_path, is_machine};
use super::parse::{Headers, headers::bracketed, headers::is_id, text};

/// What became of the letter that a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryStatus {
    /// It will not arrive (RFC 3464 action `failed`).
    Permanent,
    /// It is late; the relay goes on trying (`delayed`).
    Temporary,
    /// It arrived, or went on to where no reports come from (`delivered`, `relayed`, `expanded`).
    Delivered,
    /// The report does not say.
    Unknown,
}

/// What a delivery report told. All of it is a claim: anybody can write one, so nothing counts unless
/// `token` or `message_id` is of a letter that we sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Whom the letter could not reach; the address we used, if the report names it.
    pub recipient: Option<Address>,
    /// What stood behind the delimiter in the address that the report was sent to: the token of the
    /// letter's envelope sender. Lower case.
    pub token: Option<String>,
    /// The letter's Message-ID, without brackets.
    pub message_id: Option<String>,
    /// What became of the letter.
    pub status: DeliveryStatus,
    /// In the relay's words, one line.
    pub reason: String,
}

/// The report that a mail is, if it is one.
#[must_use]
pub fn report(mail: &Evidence<'_>) -> Option<Report> {
    let mut report = match mail.message.and_then(delivery_status) {
        Some(status) => structured(mail, &status),
        None if free_form(mail) => free(mail),
        None => return None,
    };
    if report.reason.is_empty() {
        report.reason = text::one_line(mail.subject, 200);
    }
    Some(report)
}

/// The `report-type` of a `multipart/report` (RFC 3462 section 1), in lower case; empty if missing.
#[must_use]
pub fn report_type(message: &Message<'_>) -> Option<String> {
    let kind = message.parts.first()?.content_type()?;
    let is = kind.ctype().eq_ignore_ascii_case("multipart")
        && kind
            .subtype()
            .is_some_and(|s| s.eq_ignore_ascii_case("report"));
    is.then(|| {
        kind.attribute("report-type")
            .unwrap_or_default()
            .to_ascii_lowercase()
    })
}

/// The text of the `message/delivery-status` part; empty if the mail says that it is a report of that
/// type but the part is missing.
fn delivery_status(message: &Message<'_>) -> Option<String> {
    let kind = report_type(message)?;
    let part = message.parts.iter().find(|part| {
        part.content_type().is_some_and(|k| {
            k.ctype().eq_ignore_ascii_case("message")
                && k.subtype().is_some_and(|s| {
                    s.eq_ignore_ascii_case("delivery-status")
                        || s.eq_ignore_ascii_case("global-delivery-status")
                })
        })
    });
    match part.map(|part| &part.body) {
        Some(PartType::Binary(bytes) | PartType::InlineBinary(bytes)) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        Some(PartType::Text(text)) => Some(text.clone().into_owned()),
        _ => kind.contains("delivery-status").then(String::new),
    }
}

fn structured(mail: &Evidence<'_>, status: &str) -> Report {
    let status = status.replace("\r\n", "\n");
    let blocks: Vec<Headers<'_>> = status
        .split("\n\n")
        .map(|block| Headers::scan(block.as_bytes()))
        .collect();
    let action = |block: &Headers<'_>| {
        block
            .first("action")
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    let mut people = blocks
        .iter()
        .filter(|b| b.first("final-recipient").is_some());
    // A letter has one recipient; a list behind it may have many, of whom a lost one matters most.
    let first = people.clone().next();
    let block = people.find(|b| action(b).starts_with("failed")).or(first);
    let status = block.map_or(DeliveryStatus::Unknown, |b| {
        reported_status(&action(b), b.first("status"))
    });
    let reason = block
        .and_then(|b| b.first("diagnostic-code").or(b.first("status")))
        .unwrap_or_default();
    Report {
        recipient: block.and_then(recipient),
        token: token(mail),
        message_id: mail.message.and_then(original_id),
        status,
        reason: text::one_line(reason, 200),
    }
}

/// RFC 3464 section 2.3.3, and the class of the status (RFC 3463 section 2) where no action is named.
fn reported_status(action: &str, status: Option<&str>) -> DeliveryStatus {
    let word = action.split([' ', ';', '(']).next().unwrap_or_default();
    match (word, status.and_then(|s| s.trim_start().chars().next())) {
        ("failed", _) => DeliveryStatus::Permanent,
        ("delayed", _) => DeliveryStatus::Temporary,
        ("delivered" | "relayed" | "expanded", _) => DeliveryStatus::Delivered,
        (_, Some('5')) => DeliveryStatus::Permanent,
        (_, Some('4')) => DeliveryStatus::Temporary,
        (_, Some('2')) => DeliveryStatus::Delivered,
        _ => DeliveryStatus::Unknown,
    }
}

/// `rfc822; a@b`: the address we wrote to, before the one it was forwarded to.
fn recipient(block: &Headers<'_>) -> Option<Address> {
    ["original-recipient", "final-recipient"]
        .iter()
        .filter_map(|name| block.first(name))
        .find_map(|value| {
            Address::parse(value.rsplit(';').next()?.trim_matches([' ', '<', '>'])).ok()
        })
}

/// The Message-ID in the letter that the report gives back, whole or only its header.
fn original_id(message: &Message<'_>) -> Option<String> {
    message.parts.iter().skip(1).find_map(|part| {
        let id = |bytes: &[u8]| Headers::scan(bytes).ids("message-id").into_iter().next();
        match &part.body {
            PartType::Message(inner) => {
                inner.message_id().filter(|id| is_id(id)).map(str::to_owned)
            }
            PartType::Text(text) => part
                .is_content_type("text", "rfc822-headers")
                .then(|| id(text.as_bytes()))
                .flatten(),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => id(bytes),
            _ => None,
        }
    })
}

/// The report comes to the letter's envelope sender, which has a token of its own.
fn token(mail: &Evidence<'_>) -> Option<String> {
    let delimiter = mail.ours.delimiter?;
    let to = ["delivered-to", "x-original-to", "to"]
        .into_iter()
        .filter_map(|name| mail.headers.first(name));
    mail.envelope
        .recipients
        .iter()
        .map(String::as_str)
        .chain(to)
        .filter_map(|value| Address::parse(bracketed(value).next().unwrap_or(value)).ok())
        .filter(|address| mail.ours.address.covers(address, Some(delimiter)))
        .find_map(|address| address.extension(delimiter).map(str::to_ascii_lowercase))
}

/// Beginnings of subjects that mail servers write, in lower case.
const SUBJECTS: &[&str] = &[
    "mail delivery fail",
    "mail delivery system",
    "mail delivery: ",
    "failure notice",
    "undelivered mail",
    "undeliverable",
    "undelivered",
    "delivery status notification",
    "delivery notification",
    "delivery failure",
    "delivery has failed",
    "delivery delayed",
    "delayed mail",
    "message delayed",
    "message delivery",
    "returned mail",
    "mail system error",
    "mail failure",
    "warning: message ",
    "warning: could not send",
    "could not be delivered",
    "unzustellbar",
    "nicht zustellbar",
    "non remis",
    "no se puede entregar",
    "mancato recapito",
    "niet te bezorgen",
    "niet-bestelbaar",
];

/// A program's mail with such a subject. A person's mail with such a subject is a person's.
fn free_form(mail: &Evidence<'_>) -> bool {
    let daemon = |local: &str| is_machine(local) || local.eq_ignore_ascii_case("postmaster");
    let sender = mail
        .envelope
        .sender
        .as_deref()
        .is_some_and(|s| s.eq_ignore_ascii_case("mailer-daemon"));
    let machine =
        sender || empty_return_path(mail) || mail.from.is_some_and(|from| daemon(from.local()));
    let subject = mail.subject.to_lowercase();
    machine
        && (mail.headers.first("x-failed-recipients").is_some()
            || SUBJECTS.iter().any(|start| subject.starts_with(start)))
}

fn free(mail: &Evidence<'_>) -> Report {
    let subject = mail.subject.to_lowercase();
    let late =
        subject.starts_with("warning") || subject.contains("delay") || subject.contains("verzög");
    let failed = mail.headers.first("x-failed-recipients");
    let named = failed
        .into_iter()
        .flat_map(|value| value.split([',', ' ']))
        .filter_map(|w| Address::parse(w).ok());
    Report {
        recipient: named.chain(addresses(mail)).next(),
        token: token(mail),
        message_id: mail
            .message
            .and_then(original_id)
            .or_else(|| quoted_id(mail.body)),
        status: if late {
            DeliveryStatus::Temporary
        } else {
            DeliveryStatus::Permanent
        },
        reason: text::one_line(said(mail.body), 200),
    }
}

/// Addresses in the text, ours and those of daemons left out.
fn addresses<'a>(mail: &'a Evidence<'_>) -> impl Iterator<Item = Address> + 'a {
    mail.body
        .lines()
        .take_while(|line| !line.to_ascii_lowercase().contains("copy of"))
        .flat_map(|line| line.split([' ', '<', '>', '(', ')', ':', ',', '"', '\'']))
        .filter_map(|word| Address::parse(word.trim_end_matches('.')).ok())
        .filter(|a| !mail.ours.address.covers(a, mail.ours.delimiter))
        .filter(|a| !is_machine(a.local()) && !a.local().eq_ignore_ascii_case("postmaster"))
}

/// Free forms paste the letter below their own text.
fn quoted_id(body: &str) -> Option<String> {
    body.lines()
        .map(|line| line.trim_start_matches(['>', ' ']))
        .filter(|line| {
            line.get(..11)
                .is_some_and(|start| start.eq_ignore_ascii_case("message-id:"))
        })
        .find_map(|line| bracketed(line).find(|id| is_id(id)).map(str::to_owned))
}

/// The line that tells the reason: the first with a reply code in it.
fn said(body: &str) -> &str {
    let code = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '.');
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        word.len() == 3 && digits && word.starts_with(['4', '5'])
    };
    body.lines()
        .take(60)
        .find(|line| line.split([' ', '-']).any(code))
        .unwrap_or_default()
}

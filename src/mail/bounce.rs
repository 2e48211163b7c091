//! Delivery reports: `multipart/report` (RFC 3462, RFC 3464) and the free forms of common mail servers.

mod words;

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use super::address::Address;
use super::autoreply::{Evidence, empty_return_path, is_machine, is_responder};
use super::parse::{Headers, OwnAddress, headers::bracketed, headers::is_id, text};
use crate::reading::any;
use words::{code_in, is_reply, said};

pub use words::is_about_letter;

/// What a report says about the delivery of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryStatus {
    /// It will not arrive (RFC 3464 action `failed`).
    Permanent,
    /// It is delayed; the relay continues to try (`delayed`).
    Temporary,
    /// It was delivered, or relayed to a system that sends no reports (`delivered`, `relayed`,
    /// `expanded`).
    Delivered,
    /// The report does not say.
    Unknown,
}

/// The content of a delivery report. Anybody can forge one, so it must not be used unless `token` or
/// `message_id` belongs to a letter that we have sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The recipient of the letter; the address that we used, if the report names it.
    pub recipient: Option<Address>,
    /// The envelope token in the address that the report was sent to, in lower case.
    pub token: Option<String>,
    /// The letter's Message-ID, without brackets.
    pub message_id: Option<String>,
    /// The status of the letter.
    pub status: DeliveryStatus,
    /// The reason in the relay's words, one line.
    pub reason: String,
    /// Whether it has a form that reports have. Without one it is taken for a report because it has an empty
    /// return path and was sent to what may be an envelope token.
    pub known_form: bool,
}

/// Reads a delivery report; `None` if the mail is none.
pub fn report(mail: &Evidence<'_>) -> Option<Report> {
    let mut report = match delivery_status(mail.message) {
        Some(status) => structured(mail, &status),
        None if free_form(mail) => free(mail),
        None if may_be_one(mail) => unknown(mail)?,
        None => return None,
    };
    if report.reason.is_empty() {
        report.reason = text::one_line(mail.subject, 200);
    }
    Some(report)
}

/// The `report-type` of a `multipart/report` (RFC 3462 section 1), in lower case; empty if missing.
pub fn report_type(message: &Message<'_>) -> Option<String> {
    let whole = message.parts.first()?;
    let kind = whole.content_type()?.attribute("report-type");
    let is = whole.is_content_type("multipart", "report");
    is.then(|| kind.unwrap_or_default().to_ascii_lowercase())
}

/// The text of the `message/delivery-status` part; empty if the mail declares such a report but has no
/// such part.
fn delivery_status(message: &Message<'_>) -> Option<String> {
    let kind = report_type(message)?;
    let is_status = |part: &&MessagePart<'_>| {
        part.is_content_type("message", "delivery-status")
            || part.is_content_type("message", "global-delivery-status")
    };
    match message.parts.iter().find(is_status).map(|part| &part.body) {
        Some(PartType::Binary(bytes) | PartType::InlineBinary(bytes)) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        Some(PartType::Text(text)) => Some(text.clone().into_owned()),
        _ => kind.contains("delivery-status").then(String::new),
    }
}

/// At most this many bytes of a status are read: a letter has one recipient.
const MAX_STATUS: usize = 64 * 1024;

fn structured(mail: &Evidence<'_>, status: &str) -> Report {
    let status = status[..status.floor_char_boundary(MAX_STATUS)].replace("\r\n", "\n");
    let blocks = status.split("\n\n").map(str::as_bytes);
    let blocks: Vec<Headers<'_>> = blocks.map(Headers::scan).collect();
    let action = |block: &Headers<'_>| {
        block
            .first("action")
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    let people = |block: &&Headers<'_>| block.first("final-recipient").is_some();
    let mut people = blocks.iter().filter(people);
    // A letter has one recipient. If that is a mailing list, the report may name many members; a failed
    // one is the most important.
    let first = people.clone().next();
    let block = people.find(|b| action(b).starts_with("failed")).or(first);
    let status = block.map(|b| reported_status(&action(b), b.first("status")));
    let reason = block.and_then(|b| b.first("diagnostic-code").or(b.first("status")));
    Report {
        recipient: block.and_then(recipient),
        token: token(mail),
        message_id: original_id(mail.message),
        status: status.unwrap_or(DeliveryStatus::Unknown),
        reason: text::one_line(reason.unwrap_or_default(), 200),
        known_form: true,
    }
}

/// The action field (RFC 3464 section 2.3.3), or the class of the status (RFC 3463 section 2) where no
/// action is given.
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

/// The address that we sent to if it is given, else the one that the letter was forwarded to. The form
/// of the fields is `rfc822; a@b`.
fn recipient(block: &Headers<'_>) -> Option<Address> {
    let fields = ["original-recipient", "final-recipient"];
    fields.iter().find_map(|name| {
        let address = block.first(name)?.rsplit(';').next()?;
        Address::parse(address.trim_matches([' ', '<', '>'])).ok()
    })
}

/// The Message-ID of the letter, which the report contains whole or as headers only.
fn original_id(message: &Message<'_>) -> Option<String> {
    message.parts.iter().skip(1).find_map(|part| {
        let id = |bytes: &[u8]| Headers::scan(bytes).ids("message-id").into_iter().next();
        match &part.body {
            PartType::Message(inner) => {
                inner.message_id().filter(|id| is_id(id)).map(str::to_owned)
            }
            PartType::Text(text) if part.is_content_type("text", "rfc822-headers") => {
                id(text.as_bytes())
            }
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => id(bytes),
            _ => None,
        }
    })
}

/// The envelope token: reports are sent to the envelope sender, which has a token for each letter.
pub(super) fn token(mail: &Evidence<'_>) -> Option<String> {
    let names = ["delivered-to", "x-original-to", "to"].into_iter();
    let to = names.filter_map(|name| mail.headers.first(name));
    let recipients = mail.envelope.recipients.iter().map(String::as_str);
    recipients
        .chain(to)
        .find_map(|value| token_in(value, mail.ours))
}

/// What is behind the delimiter, in lower case, if this is an address of ours.
pub(super) fn token_in(value: &str, ours: &OwnAddress) -> Option<String> {
    let delimiter = ours.delimiter?;
    let address = Address::parse(bracketed(value).next().unwrap_or(value)).ok()?;
    let is_ours = ours.address.covers(&address, Some(delimiter));
    let extension = address.extension(delimiter).filter(|_| is_ours);
    extension.map(str::to_ascii_lowercase)
}

/// Whether it is a report without the standard structure: a mail from a program with such a subject. A
/// person may use such a subject, too.
fn free_form(mail: &Evidence<'_>) -> bool {
    let sender = mail.sender();
    let machine = sender.is_some_and(|s| s.eq_ignore_ascii_case("mailer-daemon"))
        || empty_return_path(mail)
        || mail.from.is_some_and(is_daemon);
    let subject = mail.subject.to_lowercase();
    let kind = report_type(mail.message);
    machine
        && kind.is_none_or(|kind| kind == "delivery-status")
        && (mail.headers.first("x-failed-recipients").is_some()
            || any("mail/report-subjects", |start| subject.starts_with(start)))
}

fn is_daemon(address: &Address) -> bool {
    is_machine(address.local()) || address.local().eq_ignore_ascii_case("postmaster")
}

fn free(mail: &Evidence<'_>) -> Report {
    let subject = mail.subject.to_lowercase();
    let says = |section| any(section, |word| subject.contains(word));
    let status = if says("hosts/arrived") && !says("hosts/not-arrived") {
        DeliveryStatus::Delivered
    } else if subject.starts_with("warning") || says("hosts/late") {
        DeliveryStatus::Temporary
    } else {
        DeliveryStatus::Permanent
    };
    let failed = mail.headers.first("x-failed-recipients");
    let mut words = failed.unwrap_or_default().split([',', ' ']);
    let named = words.find_map(|word| Address::parse(word).ok());
    Report {
        recipient: named.or_else(|| addressed(mail)),
        token: token(mail),
        message_id: original_id(mail.message).or_else(|| quoted_id(mail.body)),
        status,
        reason: text::one_line(said(mail.body), 200),
        known_form: true,
    }
}

/// Whether a mail may be a report in a form that is not known: it has an empty return path, it was sent to an
/// extension of our address, which may be an envelope token, and nothing says that it is an answer. Responders
/// answer to the envelope sender with an empty return path, too (RFC 3834 section 3.3, RFC 5230 section 5.1).
fn may_be_one(mail: &Evidence<'_>) -> bool {
    empty_return_path(mail)
        && token(mail).is_some()
        && report_type(mail.message).is_none()
        && !is_responder(mail)
}

/// A report in a form that is not known. Only a code of SMTP says that the letter will not arrive; words may be
/// those of a responder. `None`: they are, since the mail says that it answers by itself and has no such code.
fn unknown(mail: &Evidence<'_>) -> Option<Report> {
    let line = said(mail.body);
    let status = match code_in(line).filter(|_| is_reply(line)) {
        Some('5') => DeliveryStatus::Permanent,
        Some('4') => DeliveryStatus::Temporary,
        _ if mail.headers.first("auto-submitted").is_some() => return None,
        _ => DeliveryStatus::Unknown,
    };
    Some(Report {
        status,
        reason: text::one_line(line, 200),
        known_form: false,
        ..free(mail)
    })
}

/// The first address in the text besides our own and those of mail programs.
fn addressed(mail: &Evidence<'_>) -> Option<Address> {
    mail.body
        .lines()
        .take_while(|line| !line.to_ascii_lowercase().contains("copy of"))
        .flat_map(|line| line.split([' ', '<', '>', '(', ')', ':', ',', '"', '\'']))
        .filter_map(|word| Address::parse(word.trim_end_matches('.')).ok())
        .find(|a| !mail.ours.address.covers(a, mail.ours.delimiter) && !is_daemon(a))
}

/// The Message-ID in a copy of the letter below the text of the report.
fn quoted_id(body: &str) -> Option<String> {
    let mut lines = body.lines().map(|line| line.trim_start_matches(['>', ' ']));
    lines.find_map(|line| {
        let is_field = line.get(..11)?.eq_ignore_ascii_case("message-id:");
        let mut ids = bracketed(line).filter(|id| is_field && is_id(id));
        ids.next().map(str::to_owned)
    })
}

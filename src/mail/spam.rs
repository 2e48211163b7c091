//! Spam complaints: reports of mail hosts that their user has marked a letter as spam (RFC 5965).

use mail_parser::{Message, MessagePart, MimeHeaders};

use super::address::Address;
use super::autoreply::Evidence;
use super::bounce::{report_type, token, token_in};
use super::parse::{Headers, headers::bracketed};

/// Types that are told apart; any other one is `other` (RFC 5965 section 3.1).
const TYPES: [&str; 5] = ["abuse", "fraud", "virus", "opt-out", "opt-out-list"];
/// Types of reports with which nobody complains: somebody says that a mail is no spam (RFC 6430), or a host that it could
/// not verify it (RFC 6591).
const NO_COMPLAINT: [&str; 2] = ["not-spam", "auth-failure"];

/// The content of a spam complaint. Anybody can forge one, so it must not be used unless one of `tokens` or `message_id`
/// belongs to a letter that we have sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpamComplaint {
    /// What is complained of: `abuse`, `fraud` …
    pub what: &'static str,
    /// Who has complained, if the report says so.
    pub recipient: Option<Address>,
    /// What may be the envelope token of the letter, in lower case: from where the report was sent to, and from what it
    /// says about the envelope sender.
    pub tokens: Vec<String>,
    /// The letter's Message-ID, without brackets.
    pub message_id: Option<String>,
}

/// Reads a spam complaint; `None` if the mail is none.
pub fn spam_complaint(mail: &Evidence<'_>) -> Option<SpamComplaint> {
    report_type(mail.message).filter(|kind| kind == "feedback-report")?;
    let mut parts = mail.message.parts.iter();
    let part = parts.find(|part| part.is_content_type("message", "feedback-report"))?;
    let fields = Headers::scan(part.contents());
    let said = fields.first("feedback-type")?.trim().to_ascii_lowercase();
    if NO_COMPLAINT.contains(&said.as_str()) {
        return None;
    }
    let letter = original(mail.message)
        .map(Headers::scan)
        .unwrap_or_default();
    let senders = [
        fields.first("original-mail-from"),
        letter.first("return-path"),
    ];
    let senders = senders.into_iter().flatten();
    let named = senders.filter_map(|sender| token_in(sender, mail.ours));
    let mut recipients = ["original-rcpt-to", "removal-recipient"]
        .into_iter()
        .filter_map(|name| fields.first(name));
    Some(SpamComplaint {
        what: TYPES
            .into_iter()
            .find(|one| *one == said)
            .unwrap_or("other"),
        recipient: recipients
            .find_map(|value| Address::parse(bracketed(value).next().unwrap_or(value)).ok()),
        tokens: token(mail).into_iter().chain(named).collect(),
        message_id: letter.ids("message-id").into_iter().next(),
    })
}

/// The letter, which the report contains whole or as headers only.
fn original<'a>(message: &'a Message<'_>) -> Option<&'a [u8]> {
    let mut parts = message.parts.iter().skip(1);
    let part = parts.find(|part| {
        let is = |kind, name| part.is_content_type(kind, name);
        is("message", "rfc822") || is("text", "rfc822-headers") || is("message", "rfc822-headers")
    });
    part.map(MessagePart::contents)
}

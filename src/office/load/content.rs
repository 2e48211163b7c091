//! The content of a mail, as far as it can be read without the store.

use crate::mail::{self, AuthorLines, Envelope, Nature, OwnAddress, ParsedMessage};
use crate::store::MailBytes;
use crate::text::keys::{self, REPLY_TOKEN_LEN};

/// The content of a mail. It depends on the mail's bytes and the settings alone.
pub(in crate::office) struct MailContent {
    /// The parsed message.
    pub message: ParsedMessage,
    /// The author's own lines, without quotes and signature; empty for mails of programs.
    pub lines: Vec<String>,
    /// Those of them that are above the first quoted line.
    pub above: Vec<String>,
    /// Lines that may be the author's or quoted.
    pub unsure: Vec<String>,
    /// How many lines below those were not looked at, because the mail is too long.
    pub unread: usize,
    /// Words that have the form of a reply token, in the order of [`mail::token_candidates`]; empty for
    /// mails of programs, unless others got them, too.
    pub tokens: Vec<String>,
    /// Whether the mail went to other addresses than the server's, whose readers have seen its tokens.
    pub shared: bool,
}

impl MailContent {
    /// Reads a stored mail; `authserv_id` is the host whose word on authors counts.
    pub fn new(mail: &MailBytes, ours: &OwnAddress, authserv_id: Option<&str>) -> Self {
        let envelope = Envelope {
            sender: mail.sender.clone(),
            recipients: mail.recipients.clone(),
        };
        let mut message = mail::read(&mail.raw, &envelope, ours);
        message.vouch(&mail.raw, authserv_id);
        let foreign = |address| !ours.address.covers(address, ours.delimiter);
        let mut named = message.recipients.iter().chain(&message.blind);
        let shared = message.more_recipients || named.any(foreign);
        let by_person = matches!(message.nature, Nature::Player | Nature::BulkUnlessToken(_));
        let (mut own, mut tokens) = (AuthorLines::default(), Vec::new());
        if by_person || shared {
            let like = &keys::has_token_form;
            tokens = mail::token_candidates(&mail.raw, &message, &envelope, REPLY_TOKEN_LEN, like);
        }
        if by_person {
            own = message.author_lines(ours);
        }
        // What is stored and told of a mail holds no token: neither its lines nor a Message-ID of ours
        // with which it came back.
        let above = blanked(&own.lines[..own.above]);
        let (lines, unsure) = (blanked(&own.lines), blanked(&own.unsure));
        message.subject = keys::blanked(&message.subject);
        message.message_id = message.message_id.map(|id| keys::blanked(&id));
        Self {
            message,
            lines,
            above,
            unsure,
            unread: own.unread,
            tokens,
            shared,
        }
    }
}

/// Lines without tokens. A token alone on a line comes from the letter, not from the player.
fn blanked(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| keys::blanked(line));
    lines.filter(|line| line.trim() != keys::BLANK).collect()
}

//! The content of a mail, as far as it can be read without the store.

use crate::ids::{self, REPLY_TOKEN_LEN};
use crate::mail::{self, Envelope, Nature, OwnAddress, ParsedMessage};
use crate::store::MailBytes;

/// The content of a mail. It depends on the mail's bytes and the server's address alone.
pub(super) struct MailContent {
    /// The parsed message.
    pub message: ParsedMessage,
    /// The author's own lines, without quotes and signature; empty for mails of programs.
    pub lines: Vec<String>,
    /// Words that have the form of a reply token, in the order of [`mail::token_candidates`]; empty for
    /// mails of programs.
    pub tokens: Vec<String>,
}

impl MailContent {
    /// Reads a stored mail.
    pub fn new(mail: &MailBytes, ours: &OwnAddress) -> Self {
        let envelope = Envelope {
            sender: mail.sender.clone(),
            recipients: mail.recipients.clone(),
        };
        let mut message = mail::read(&mail.raw, &envelope, ours);
        let (mut lines, mut tokens) = (Vec::new(), Vec::new());
        if matches!(message.nature, Nature::Player | Nature::BulkUnlessToken(_)) {
            tokens = mail::token_candidates(&mail.raw, &message, &envelope, REPLY_TOKEN_LEN);
            lines = message.own_lines(ours);
            // A token alone on a line comes from the letter, not from the player.
            lines.retain(|line| ids::blanked(line.trim()) != ids::BLANK);
        }
        // What is stored and told of a mail holds no token: neither its lines nor a Message-ID of ours
        // with which it came back.
        for line in &mut lines {
            *line = ids::blanked(line);
        }
        message.subject = ids::blanked(&message.subject);
        message.message_id = message.message_id.map(|id| ids::blanked(&id));
        Self {
            message,
            lines,
            tokens,
        }
    }
}

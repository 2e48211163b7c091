//! A mail of the inbox.

use anyhow::Result;

use crate::ids::MailId;
use crate::mail::{self, ParsedMessage};
use crate::store::{MailRow, Snapshot};
use crate::text::keys;

use crate::office::MailContent;

/// One mail of the inbox with what was read of it.
#[derive(Clone, Copy)]
pub(in crate::office) struct InboxMail<'a> {
    /// Its id.
    pub id: MailId,
    /// When it arrived.
    pub arrived_at: &'a str,
    /// The parsed message.
    pub message: &'a ParsedMessage,
    /// The author's own lines, without quotes and signature.
    pub lines: &'a [String],
    /// Those of them that are above the first quoted line.
    pub above: &'a [String],
    /// Lines that may be the author's or quoted.
    pub unsure: &'a [String],
    /// How many lines below those were not looked at.
    pub unread: usize,
    /// Whether others than the server have got it.
    pub shared: bool,
}

impl<'a> InboxMail<'a> {
    /// A mail with its content.
    pub fn new(id: MailId, arrived_at: &'a str, content: &'a MailContent) -> Self {
        Self {
            id,
            arrived_at,
            message: &content.message,
            lines: &content.lines,
            above: &content.above,
            unsure: &content.unsure,
            unread: content.unread,
            shared: content.shared,
        }
    }
}

/// A proven mail that this one repeats: with the same Message-ID and body, or from the same address with the same date
/// and body, since the Message-ID is no part of many signatures.
///
/// # Errors
/// The store fails.
pub(in crate::office) fn earlier_copy(
    store: &dyn Snapshot,
    mail: InboxMail<'_>,
) -> Result<Option<MailRow>> {
    let (message, hash) = (mail.message, &mail.message.body_hash);
    if let Some(id) = &message.message_id
        && let Some(earlier) = store.same_mail(mail.id, id, hash)?
    {
        return Ok(Some(earlier));
    }
    let (Ok(from), Some(date)) = (&message.from, message.date) else {
        return Ok(None);
    };
    // A mail that is not stored is the newest one.
    let than = match mail.id {
        MailId(0) => MailId(i64::MAX),
        id => id,
    };
    let sender = keys::blanked(&from.address.to_string());
    for earlier in store.same_bodies(than, &sender, (hash, date.timestamp()))? {
        if earlier.verdict.as_ref().is_some_and(|v| v.sent_at != 0) {
            return Ok(Some(earlier));
        }
        // Its date was not noted by the versions before.
        let bytes = store.mail_bytes(earlier.id)?;
        if bytes.is_some_and(|bytes| mail::date_of(&bytes.raw) == Some(date)) {
            return Ok(Some(earlier));
        }
    }
    Ok(None)
}

//! What a mail says, before anybody looks into the database.

use crate::ids::{self, KEY_LEN};
use crate::mail::{self, Envelope, Incoming, Nature, Ours};
use crate::store::InboxRow;

/// A mail as read: it depends on the mail's bytes and on our address, on nothing else.
pub(super) struct Reading {
    /// As parsed.
    pub incoming: Incoming,
    /// The writer's own lines.
    pub lines: Vec<String>,
    /// What may be keys, in the order of the places where they stand.
    pub keys: Vec<String>,
}

impl Reading {
    /// Reads a stored mail.
    pub fn new(row: &InboxRow, raw: &[u8], ours: &Ours) -> Self {
        let envelope = Envelope {
            sender: row.env_sender.clone(),
            recipients: row.recipients.clone(),
        };
        let incoming = mail::read(raw, &envelope, ours);
        if !matches!(incoming.nature, Nature::Player | Nature::BulkUnlessKey(_)) {
            let (lines, keys) = (Vec::new(), Vec::new());
            return Self {
                incoming,
                lines,
                keys,
            };
        }
        let mut lines = mail::own_lines(&incoming.body);
        // A key that stands alone is no word of the player's.
        lines.retain(|line| ids::blanked(line.trim()) != ids::BLANK);
        Self {
            keys: mail::key_candidates(raw, &incoming, &envelope, KEY_LEN),
            lines,
            incoming,
        }
    }
}

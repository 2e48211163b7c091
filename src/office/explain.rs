//! What would be decided about a mail, and why: for the umpire, and for programs.
//!
//! The decision is the daemon's own (`Office::judge_one` on a snapshot); nothing of it is written. While it
//! is made, the office notes what it has read (`Trace`).

use anyhow::Result;

use crate::commands::{self, Script};
use crate::ids::{GameId, MailId};
use crate::mail::{LineKind, ParsedMessage};
use crate::rules::game::Seat;
use crate::store::{self, ClaimedMail, Decision, MailBytes, Snapshot, Spent, TokenScope};
use crate::text::keys;

use crate::office::judge::author_of;
use crate::office::load::author::Proof;
use crate::office::{Author, InboxMail, Office, stored_game};

pub use crate::office::load::scope::NamedBy;

/// What is noted while a decision is made.
#[derive(Debug, Default)]
pub struct Trace {
    /// The author of the mail; `None` if nobody has looked for them.
    pub writer: Option<Writer>,
    /// What says which game it is about.
    pub named_by: Option<NamedBy>,
    /// What its lines were read as; `None` if they were not read.
    pub script: Option<Script>,
}

/// A decision about a mail, with what it follows from.
#[derive(Debug)]
pub struct Explained {
    /// The mail as parsed: headers, sender, text.
    pub message: ParsedMessage,
    /// Every line of its text, keys and passwords blanked.
    pub lines: Vec<MailLine>,
    /// The keys that were found in it.
    pub keys: Vec<Key>,
    /// What was noted on the way: the author, what names the game, what lines were read as.
    pub trace: Trace,
    /// What would be written.
    pub decision: Decision,
}

/// A line of the text of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLine {
    /// Whether the author has written it, or it is a quote, a signature or something else.
    pub kind: LineKind,
    /// Whether it is a key and nothing else, which is read as no line of the author's.
    pub key: bool,
    /// The text of the line.
    pub text: String,
}

/// A key in a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The seat that it is for, with the game and the name of the player; `None`: it is for no game.
    pub seat: Option<(GameId, Seat, String)>,
    /// Whether its letter showed the position on the board.
    pub current: bool,
    /// Whether it no longer counts, because others have read it.
    pub void: bool,
}

/// The author of a mail, and why they are proven or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The name of the player from whose address of record it comes.
    pub player: Option<String>,
    /// Whether they are proven to write for a seat.
    pub proven: bool,
    /// Why, or why not, in one word (`docs/operations.md`).
    pub why: &'static str,
}

impl Office {
    /// Decides about a mail as the daemon would do now, and says why. `id` is that of a stored mail; a mail
    /// that is not stored has none, and arrives now.
    ///
    /// # Errors
    /// The store fails.
    pub fn explain(
        &mut self,
        store: &dyn Snapshot,
        stored: Option<(MailId, &str)>,
        bytes: &MailBytes,
    ) -> Result<Explained> {
        let (id, arrived_at) = match stored {
            Some((id, at)) => (id, at.to_owned()),
            // No stored mail has this number.
            None => (MailId(0), self.stamp()),
        };
        let claimed = ClaimedMail {
            id,
            attempts: 0,
            sender: author_of(&bytes.raw),
            received_at: self.stamp(),
            looked_at: None,
            arrived_at,
            // What was sent today is not looked at.
            of_sender: Spent::default(),
            of_all: Spent::default(),
            bytes: bytes.clone(),
            source: String::new(),
        };
        self.trace = Some(Trace::default());
        let judged = self.judge_one(store, &claimed);
        let trace = self.trace.take().unwrap_or_default();
        let (decision, _) = judged?;
        let mail = self.read_mail(id, bytes);
        let sorted = mail.message.sorted_lines(&self.ours()).into_iter();
        Ok(Explained {
            lines: sorted.map(|(kind, line)| shown(kind, &line)).collect(),
            keys: self.keys(store, &mail)?,
            message: mail.message,
            trace,
            decision,
        })
    }

    /// The keys in a mail, each once, with what they are for.
    fn keys(&self, store: &dyn Snapshot, mail: &InboxMail) -> Result<Vec<Key>> {
        let mut keys = Vec::new();
        for row in self.tokens_in(store, mail)? {
            let mut key = Key {
                seat: None,
                current: false,
                void: row.void,
            };
            if let TokenScope::Seat { game, seat, state } = row.scope {
                let holder = store.seats(game)?.into_iter().nth(usize::from(seat));
                let name = holder.map(|row| row.name).unwrap_or_default();
                key.seat = Some((game, Seat(seat), name));
                key.current = match stored_game(store, game) {
                    Ok(stored) => stored.is_current(state) && !row.void,
                    Err(error) if store::is_trouble(&error) => return Err(error),
                    // Why it cannot be loaded is the reason of the decision.
                    Err(_) => false,
                };
            }
            keys.push(key);
        }
        Ok(keys)
    }

    /// Notes who has written the mail.
    pub(in crate::office) fn note_author(&mut self, author: &Author) {
        let Some(trace) = &mut self.trace else {
            return;
        };
        let keyed = author.proofs.iter().any(|proof| proof.keyed);
        let (player, proven) = (author.player.as_ref(), !author.proofs.is_empty());
        trace.named_by = author.named_by.or(keyed.then_some(NamedBy::Key));
        trace.writer = Some(Writer {
            player: player.map(|player| player.name.clone()),
            proven,
            why: match (author.doubt, player, author.foreign) {
                _ if author.sender.is_none() => "no-sender",
                _ if author.proofs.iter().any(Proof::has_current_token) => "key",
                _ if keyed => "earlier-key",
                _ if proven => "host",
                (Some(true), ..) => "host-denies",
                (Some(false), ..) => "host-silent",
                (None, None, Some(_)) => "other-address",
                (None, None, None) => "unknown",
                (None, Some(_), Some(_)) => "key-of-another",
                (None, Some(_), None) => "no-key",
            },
        });
    }

    /// Notes what says which game a mail without proof is about.
    pub(in crate::office) fn note_game_by(&mut self, by: NamedBy) {
        if let Some(trace) = &mut self.trace {
            trace.named_by = Some(by);
        }
    }

    /// Notes what the lines were read as.
    pub(in crate::office) fn note_script(&mut self, script: &Script) {
        if let Some(trace) = &mut self.trace {
            trace.script = Some(script.clone());
        }
    }
}

/// A line as it may be shown.
fn shown(kind: LineKind, line: &str) -> MailLine {
    let blanked = keys::blanked(line);
    MailLine {
        kind,
        key: kind == LineKind::Own && blanked.trim() == keys::BLANK,
        text: commands::without_password(&blanked).into_owned(),
    }
}

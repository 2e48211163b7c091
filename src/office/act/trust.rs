//! What an author may do in a game: by the key of which letter, and whether their host vouches for
//! them (`docs/mail-protocol.md`, 'Who may do what').

use crate::games::{Refusal, Request, resolve};
use crate::letters::{Note, PlayerNotice};

use crate::office::{MailSession, OpenGame};

impl OpenGame {
    /// State number that counts as shown to the author for this request. A turn with the right
    /// number before it may be in an answer to an earlier letter, if the host vouches for its
    /// author: the number says that they know the position.
    pub fn shown_for(&self, request: &Request) -> i64 {
        let due = match request {
            Request::Play {
                number: Some(number),
                ..
            } => self.stored.is_due(*number),
            _ => false,
        };
        if self.vouched && due {
            self.stored.state
        } else {
            self.shown
        }
    }

    /// Why a request is refused that a mail without a key makes: a turn that is written like the author's last
    /// one may be an old mail, which was delayed, or which somebody has sent again.
    pub fn barred(&self, request: &Request) -> Option<Refusal> {
        let Request::Play { turn, number: None } = request else {
            return None;
        };
        if self.keyed
            || self.stored.game.to_move() != self.seat
            || self.stored.time_was_over().is_some()
        {
            return None;
        }
        let mut turns = self.stored.turns.iter();
        let last = turns.rposition(|played| played.seat == self.seat)?;
        // Whether it can be played at all is decided as for every turn.
        resolve(&self.stored, self.stored.held(self.seat), turn).ok()?;
        let before = self.stored.at(last).ok()?.play(turn).ok()?;
        (before.canonical == self.stored.turns[last].text).then(|| Refusal::NumberNeeded {
            due: self.stored.game.label(),
        })
    }

    /// Whether the author may do what cannot be taken back and is about no position. The
    /// key of a game that has ended stays with anyone who has read its last letter; it
    /// opens the game and talk alone.
    pub fn is_sure(&self) -> bool {
        let current = self.stored.is_on() && self.stored.is_current(self.shown);
        self.vouched || self.keyed && current
    }
}

impl MailSession<'_> {
    /// Whether the mail has a token of a letter to its author: they read what
    /// is sent to their address.
    pub fn has_own_token(&self) -> bool {
        self.account.keyed || self.games.iter().any(|game| game.keyed)
    }

    /// Whether authors may change their addresses: one of their games says so, or they have
    /// answered a letter that is about no game.
    pub fn is_sure(&self) -> bool {
        self.games.is_empty() && self.account.player || self.games.iter().any(OpenGame::is_sure)
    }

    /// What an author is answered who may not do something for which the key of a newer letter is needed. If the mail answers
    /// letters of games that are over alone, their answer has no better key: then a letter about no game goes out as well.
    pub(super) fn needs_newer_key(&mut self) -> Note {
        let over = !self.games.is_empty() && self.games.iter().all(|game| !game.stored.is_on());
        if !over {
            return Note::NeedsNewest;
        }
        if !self.sent_key {
            let reader = self.player.clone();
            let mail = Some(self.mail.id);
            self.draft.tell_player(&reader, mail, PlayerNotice::NewKey);
            self.sent_key = true;
        }
        Note::NeedsRunningGame
    }
}

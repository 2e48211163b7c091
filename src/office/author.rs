//! The author of a mail: which player it is, and which games the mail proves to be about
//! (`docs/mail-protocol.md`).
//!
//! A proof is a reply token in a mail from an address of record of the seat's player, unless there is reason
//! to doubt that the mail is his; or the word of the host that the settings name.

use anyhow::Result;
use chrono::TimeDelta;

use crate::games::{EventKind, StoredGame};
use crate::ids;
use crate::letters::Conflict;
use crate::rules::game::Seat;
use crate::store::{
    GameId, GameRow, GameStatus, PlayerRow, Snapshot, TokenId, TokenRow, TokenScope,
};

use super::content::MailContent;
use super::scope::{self, NamedBy};
use super::trust::answers_question;
use super::{Office, stamp, stored_game};

/// At most this many games of one mail are opened.
const MAX_GAMES: usize = 50;

/// The author of a mail, with what the mail proves.
pub(super) struct Author {
    /// The address in the From header, if it is one; without reply tokens.
    pub sender: Option<String>,
    /// The player whose address of record the From header shows.
    pub player: Option<PlayerRow>,
    /// The seats that he is proven to write for, one for each seat of which the mail has a token; without
    /// tokens, those that the mail is about, if the host vouches for him.
    pub proofs: Vec<Proof>,
    /// A seat of which the mail has a token that proves nothing, the newest one: that of somebody else, or
    /// his own in a mail that may be forged; and whether that shows the position on the board. Only looked for
    /// where there are no proofs.
    pub foreign: Option<(GameId, Seat, bool)>,
    /// All valid tokens in the mail.
    pub tokens: Vec<TokenId>,
    /// Whether the host vouches for him.
    pub vouched: bool,
    /// Why the tokens prove nothing although they are his own; see [`Office::doubt`].
    pub doubt: Option<bool>,
    /// Whether he has confirmed that he writes although his host does not vouch for him any more.
    pub without_voucher: bool,
    /// How a mail without tokens contradicts itself.
    pub conflict: Option<Conflict>,
    /// What says which games a mail without tokens is about.
    pub named_by: Option<NamedBy>,
}

/// A seat whose player is proven to write.
pub(super) struct Proof {
    /// The game.
    pub stored: StoredGame,
    /// The seat.
    pub seat: Seat,
    /// State number that the newest letter of which the mail has a token showed; without one, the
    /// present state number.
    pub shown: i64,
    /// Whether the mail has a token of the seat.
    pub keyed: bool,
}

impl Proof {
    /// Whether the mail has a token whose letter showed the position on the board.
    pub fn has_current_token(&self) -> bool {
        self.keyed && self.stored.is_current(self.shown)
    }
}

impl Office {
    /// Finds the author of a mail.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn recognise(&self, store: &dyn Snapshot, mail: &MailContent) -> Result<Author> {
        let player = match &mail.message.from {
            Ok(from) => store.player_by_address(&from.address.normalized())?,
            Err(_) => None,
        };
        let mut tokens = self.tokens_in(store, &mail.tokens)?;
        // The newest letter of a seat counts.
        tokens.sort_by_key(|(row, (_, _, state))| std::cmp::Reverse((*state, row.id)));
        let sender = mail.message.from.as_ref().ok();
        let mut author = Author {
            sender: sender.map(|from| ids::blanked(&from.address.normalized())),
            vouched: player.is_some() && mail.message.vouched.is_yes(),
            player,
            proofs: Vec::new(),
            foreign: None,
            tokens: tokens.iter().map(|(row, _)| row.id).collect(),
            doubt: None,
            without_voucher: false,
            conflict: None,
            named_by: None,
        };
        let mut foreign = None;
        for (_, (game, seat, shown)) in tokens {
            let open = &author.proofs;
            let same = |proof: &Proof| proof.stored.row.id == game && proof.seat == seat;
            if open.iter().any(same) || open.len() >= MAX_GAMES {
                continue;
            }
            let Some(row) = store.game(game)? else {
                continue;
            };
            if self.has_lapsed(store, &row)? {
                continue;
            }
            let seats = store.seats(game)?;
            let holder = seats.get(seat.index()).map(|row| row.player);
            // A token of a seat whose player is somebody else counts for nothing where one of the
            // author's own stands beside it: he may have quoted it.
            if holder.is_some() && holder == author.player.as_ref().map(|player| player.id) {
                let stored = StoredGame::load_onto(store, row, seats)?;
                author.proofs.push(Proof {
                    stored,
                    seat,
                    shown,
                    keyed: true,
                });
            } else if foreign.is_none() {
                foreign = Some((row, seats, seat, shown));
            }
        }
        if let (true, Some((row, seats, seat, shown))) = (author.proofs.is_empty(), foreign) {
            let stored = StoredGame::load_onto(store, row, seats)?;
            author.foreign = Some((stored.row.id, seat, stored.is_current(shown)));
        }
        self.doubt_proofs(store, mail, &mut author)?;
        // A private mail to somebody else that is sent on to us is no command.
        let to_us = |address| {
            self.settings
                .address
                .covers(address, self.settings.delimiter)
        };
        let addressed = mail.message.recipients.iter().any(to_us);
        if author.vouched && author.proofs.is_empty() && addressed {
            self.prove_by_voucher(store, mail, &mut author)?;
        }
        Ok(author)
    }

    /// Whether a game has ended so long ago that the tokens of its letters open it no more.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn has_lapsed(&self, store: &dyn Snapshot, game: &GameRow) -> Result<bool> {
        if !matches!(
            game.course.status,
            GameStatus::Finished | GameStatus::Aborted
        ) {
            return Ok(false);
        }
        let latest = stamp(self.now() - TimeDelta::days(self.settings.limits.ended_days));
        if game.updated_at < latest {
            return Ok(true);
        }
        // Words that were sent after the end prolong nothing.
        let events = store.events(game.id, None)?;
        let last = events
            .iter()
            .rfind(|event| event.kind != EventKind::Say.as_str());
        Ok(last.is_some_and(|end| end.at < latest))
    }

    /// Takes the proofs away if the mail may be forged, unless it answers the question whether one was.
    fn doubt_proofs(
        &self,
        store: &dyn Snapshot,
        mail: &MailContent,
        author: &mut Author,
    ) -> Result<()> {
        if author.proofs.is_empty() {
            return Ok(());
        }
        let Some(fails) = self.doubt(store, &mail.message)? else {
            return Ok(());
        };
        if let Some(agrees) = answers_question(store, mail, author)? {
            // A `no` says that the earlier mail was forged: the host's word is missed from then on, too.
            author.without_voucher = agrees && !fails;
            return Ok(());
        }
        author.doubt = Some(fails);
        let newest = author.proofs.first();
        author.foreign = newest.map(|proof| {
            let current = proof.has_current_token();
            (proof.stored.row.id, proof.seat, current)
        });
        author.proofs.clear();
        Ok(())
    }

    /// Opens the games that a mail without tokens is about, whose author the host vouches for.
    fn prove_by_voucher(
        &self,
        store: &dyn Snapshot,
        mail: &MailContent,
        author: &mut Author,
    ) -> Result<()> {
        let Some(player) = &author.player else {
            return Ok(());
        };
        let domain = self.settings.address.domain();
        let (games, conflict, named_by) = scope::games_of(store, player, mail, domain)?;
        author.conflict = conflict;
        author.named_by = named_by;
        for (game, seat) in games {
            let stored = stored_game(store, game)?;
            author.proofs.push(Proof {
                shown: stored.state,
                stored,
                seat,
                keyed: false,
            });
        }
        Ok(())
    }

    /// The tokens in a mail that are valid.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn valid_tokens(
        &self,
        store: &dyn Snapshot,
        mail: &MailContent,
    ) -> Result<Vec<TokenId>> {
        let found = self.tokens_in(store, &mail.tokens)?;
        Ok(found.into_iter().map(|(row, _)| row.id).collect())
    }

    /// The valid tokens among words that have their form, with game, seat and state.
    #[allow(clippy::type_complexity, reason = "used once, right above")]
    fn tokens_in(
        &self,
        store: &dyn Snapshot,
        candidates: &[String],
    ) -> Result<Vec<(TokenRow, (GameId, Seat, i64))>> {
        let mut found = Vec::new();
        for candidate in candidates {
            let Some(row) = self.token_of(store, candidate)?.filter(|row| !row.void) else {
                continue;
            };
            if let TokenScope::Seat { game, seat, state } = row.scope {
                found.push((row, (game, Seat(seat), state)));
            }
        }
        Ok(found)
    }

    /// The token that a word is, whether it still counts or not.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn token_of(
        &self,
        store: &dyn Snapshot,
        candidate: &str,
    ) -> Result<Option<TokenRow>> {
        let row = match ids::public_id(candidate) {
            Some(id) => store.token(TokenId(id))?,
            None => None,
        };
        Ok(row.filter(|row| self.secret.verifies(candidate, &row.base())))
    }
}

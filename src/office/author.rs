//! The author of a mail: which player it is, and which games the mail proves to be about
//! (`docs/mail-protocol.md`).
//!
//! The only proof is a reply token in a mail from an address of record of the seat's player.

use anyhow::Result;

use crate::games::StoredGame;
use crate::ids;
use crate::rules::game::Seat;
use crate::store::{GameId, PlayerRow, Snapshot, TokenId, TokenRow, TokenScope};

use super::Office;
use super::content::MailContent;

/// At most this many games of one mail are opened.
const MAX_GAMES: usize = 50;

/// The author of a mail, with what the mail proves.
pub(super) struct Author {
    /// The player whose address of record the From header shows.
    pub player: Option<PlayerRow>,
    /// The seats that he is proven to write for, one for each seat of which the mail has a token.
    pub proofs: Vec<Proof>,
    /// The seat of somebody else of which the mail has a token, the newest one; and whether that shows
    /// the position on the board. Only looked for where there are no proofs.
    pub foreign: Option<(GameId, Seat, bool)>,
    /// All valid tokens in the mail.
    pub tokens: Vec<TokenId>,
}

/// A seat, and a token that proves that its player writes.
pub(super) struct Proof {
    /// The game.
    pub stored: StoredGame,
    /// The seat.
    pub seat: Seat,
    /// State number that the newest letter of which the mail has a token showed.
    pub shown: i64,
}

impl Proof {
    /// Whether the letter showed the position on the board.
    pub fn is_current(&self) -> bool {
        self.stored.is_current(self.shown)
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
        let mut author = Author {
            player,
            proofs: Vec::new(),
            foreign: None,
            tokens: tokens.iter().map(|(row, _)| row.id).collect(),
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
                });
            } else if foreign.is_none() {
                foreign = Some((row, seats, seat, shown));
            }
        }
        if let (true, Some((row, seats, seat, shown))) = (author.proofs.is_empty(), foreign) {
            let stored = StoredGame::load_onto(store, row, seats)?;
            author.foreign = Some((stored.row.id, seat, stored.is_current(shown)));
        }
        Ok(author)
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
            let Some(id) = ids::public_id(candidate) else {
                continue;
            };
            let Some(row) = store.token(TokenId(id))? else {
                continue;
            };
            if row.void || !self.secret.verifies(candidate, &row.base()) {
                continue;
            }
            if let TokenScope::Seat { game, seat, state } = row.scope {
                found.push((row, (game, Seat(seat), state)));
            }
        }
        Ok(found)
    }
}

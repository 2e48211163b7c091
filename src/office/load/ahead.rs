//! What the usual mail and the usual letter need of the store, which is asked for together: it costs a round trip, and not
//! one for each question. What is missing here is asked for when it is needed.

use crate::ids::{About, GameId, TokenId};
use crate::rules::game::Seat;
use crate::store::{Asked, ClaimedMail, LetterRow, PlayerRow, Result, Snapshot};
use crate::tokens;

use crate::letters::shown::{EXPLAINED, PAGE_NOTES};
use crate::office::InboxMail;
use crate::office::load::mail::earlier_copy;
use crate::office::load::people::hides;

/// Who has written the mails of a batch, and what their tokens are for.
///
/// # Errors
/// The store cannot be read; so for all functions.
pub fn mails<'a>(
    store: &dyn Snapshot,
    mails: impl Iterator<Item = (&'a ClaimedMail, Option<&'a InboxMail>)> + Clone,
) -> Result<()> {
    store.ahead(&|store| {
        for (claimed, read) in mails.clone() {
            if !claimed.sender.is_empty() {
                let _ = store.player_by_address(&claimed.sender);
                let _ = store.address(&claimed.sender);
                let _ = store.confirmations(&claimed.sender);
            }
            if let Some(mail) = read {
                tokens(store, mail);
            }
        }
    })
}

fn tokens(store: &dyn Snapshot, mail: &InboxMail) {
    let candidates = mail.tokens.iter();
    for id in candidates.filter_map(|token| tokens::public_id(token)) {
        let _ = store.token(TokenId(id));
    }
}

/// What the mail of a player proves, and whether it has come before.
pub fn proofs(store: &dyn Snapshot, mail: &InboxMail, player: Option<&PlayerRow>) -> Result<()> {
    store.ahead(&|store| {
        tokens(store, mail);
        if let Some(player) = player {
            let _ = store.account_questions(&Asked::Player(player.id));
            let _ = earlier_copy(store, mail);
        }
    })
}

/// At most so many games of a mail are asked for together: their whole logs are kept while a batch is judged.
pub const GAMES: usize = 4;

/// Games, each with a seat in it.
pub fn games(
    store: &dyn Snapshot,
    games: impl Iterator<Item = (GameId, Seat)> + Clone,
) -> Result<()> {
    store.ahead(&|store| {
        for (game, seat) in games.clone() {
            let _ = store.game(game);
            let _ = store.seats(game);
            let _ = store.replay(game, None, &mut |_| Ok(()));
            let _ = store.question(game, seat.0);
            let _ = store.watchers(game);
        }
    })
}

/// What letters speak of.
pub fn letters(store: &dyn Snapshot, letters: &[LetterRow]) -> Result<()> {
    let letters = || letters.iter().filter(|letter| !letter.rendered);
    store.ahead(&|store| {
        for letter in letters() {
            for token in &letter.tokens {
                let _ = store.token(*token);
            }
            match letter.about {
                Some(About { game, .. }) => {
                    let _ = store.game(game);
                    let _ = store.seats(game);
                    let _ = store.events(game, None);
                }
                None => {
                    let _ = store.player_by_address(&letter.recipient);
                }
            }
        }
    })?;
    store.ahead(&|ahead| {
        for letter in letters() {
            // What was read just now says whom they go to.
            let Some(about) = letter.about else { continue };
            let (Ok(Some(game)), Ok(seats)) = (store.game(about.game), store.seats(about.game))
            else {
                continue;
            };
            let Some(seat) = seats.get(usize::from(about.seat)) else {
                continue;
            };
            let _ = ahead.player(seat.player);
            let _ = ahead.notes(seat.player, Some(about.game), PAGE_NOTES);
            let _ = ahead.letters_of_kind(seat.player, &game.variant, letter.id, EXPLAINED);
            for other in &seats {
                let _ = hides(ahead, seat.player, other.player);
            }
        }
    })
}

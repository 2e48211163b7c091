//! Links in letters to pages that the daemon serves (`docs/pages.md`): what they open, and the mails that the forms there
//! write. A form decides nothing: what is sent with it is stored as a mail and judged like one.

use anyhow::{Context, Result};
use chrono::TimeDelta;

use crate::games::{StoredGame, instant};
use crate::ids::LetterId;
use crate::mail::Envelope;
use crate::mail::source::RawMessage;
use crate::rules::game::Seat;
use crate::store::{LetterRow, PlayerRow, Snapshot, TokenScope};
use crate::tokens::Link;

use crate::office::load::mail::Form;
use crate::office::{Office, stored_game};

/// A link to a turn opens it for so long after its letter was written.
const OPEN: TimeDelta = TimeDelta::days(14);
/// From where a turn comes whose player has chosen to answer by mail alone. No mail can come from such an address
/// (RFC 6761 section 6.4).
const NOBODY: &str = "form@pages.invalid";

/// What the link of a letter opens: the turn that it asks for.
pub struct OpenedTurn {
    letter: LetterId,
    token: String,
    /// The player who got the letter, and has the seat.
    pub player: PlayerRow,
    /// The game in the state that the letter showed.
    pub stored: StoredGame,
    /// The seat.
    pub seat: Seat,
    /// Whether the player has chosen to answer on pages.
    pub chosen: bool,
}

/// What the link of a letter opens: whose letters end.
pub struct OpenedUnsubscribe {
    letter: LetterId,
    /// The player who got the letter.
    pub player: PlayerRow,
}

impl Office {
    /// The address of a page for a letter; `None`: this server serves none.
    pub(in crate::office) fn link(&self, link: Link, letter: LetterId) -> Option<String> {
        let url = self.settings.served_url.as_deref()?;
        let token = self.secret.link_token(link, letter.0);
        Some(match link {
            // A browser does not send what is behind the sign, so that no log has it.
            Link::Turn => format!("{url}/t/#{token}"),
            Link::Unsubscribe => format!("{url}/u/{token}"),
        })
    }

    /// Whether a token was made by this server for a link.
    pub fn knows_link(&self, link: Link, token: &str) -> bool {
        self.secret.letter_of_link_token(link, token).is_some()
    }

    /// The turn that a link opens; `None`: the token is wrong, its letter is old, or something has happened in the game.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub fn opened_turn(&self, store: &dyn Snapshot, token: &str) -> Result<Option<OpenedTurn>> {
        let Some((row, player)) = self.letter_of_link(store, Link::Turn, token)? else {
            return Ok(None);
        };
        if instant(&row.created_at)? + OPEN < self.now() {
            return Ok(None);
        }
        for id in &row.tokens {
            let Some(token) = store.token(*id)?.filter(|token| !token.void) else {
                continue;
            };
            let TokenScope::Seat { game, seat, state } = token.scope else {
                continue;
            };
            let stored = stored_game(store, game)?;
            let seat = Seat(seat);
            let holder = stored.seats.get(seat.index()).map(|row| row.player);
            let due = stored.is_on() && stored.game.to_move() == seat;
            if holder != Some(player.id) || !due || !stored.is_current(state) {
                return Ok(None);
            }
            let settings = crate::letters::PlayerSettings::of_stored(player.settings.as_deref());
            let token = self.secret.reply_token(&token.base());
            return Ok(Some(OpenedTurn {
                letter: row.id,
                token: token.context("the secret does not have the generation of its token")?,
                chosen: settings.web(),
                player,
                stored,
                seat,
            }));
        }
        Ok(None)
    }

    /// Whose letters a link ends; `None`: the token is wrong, or its letter is forgotten.
    ///
    /// # Errors
    /// The store fails.
    pub fn opened_unsubscribe(
        &self,
        store: &dyn Snapshot,
        token: &str,
    ) -> Result<Option<OpenedUnsubscribe>> {
        let found = self.letter_of_link(store, Link::Unsubscribe, token)?;
        Ok(found.map(|(row, player)| OpenedUnsubscribe {
            letter: row.id,
            player,
        }))
    }

    fn letter_of_link(
        &self,
        store: &dyn Snapshot,
        link: Link,
        token: &str,
    ) -> Result<Option<(LetterRow, PlayerRow)>> {
        let Some(letter) = self.secret.letter_of_link_token(link, token) else {
            return Ok(None);
        };
        let Some(row) = store.letter(LetterId(letter))? else {
            return Ok(None);
        };
        let player = store.player_by_address(&row.recipient)?;
        Ok(player.map(|player| (row, player)))
    }

    /// The mail that plays a turn, with its number in front. `number` is the form's own: the same form sent twice is one mail.
    pub fn turn_mail(&self, opened: &OpenedTurn, turn: &str, number: &str) -> RawMessage {
        let from = match opened.chosen {
            true => &opened.player.address,
            false => NOBODY,
        };
        let domain = self.settings.address.domain();
        let game = opened.stored.row.id;
        let headers = format!("In-Reply-To: <g{game}.{}@{domain}>\r\n", opened.token);
        let key = format!("{}{}:{number}", Form::Turn.prefix(), opened.letter);
        self.form_mail(key, from, &headers, turn)
    }

    /// The mail that ends the letters that need not be.
    pub fn unsubscribe_mail(&self, opened: &OpenedUnsubscribe) -> RawMessage {
        let key = format!("{}{}", Form::Unsubscribe.prefix(), opened.letter);
        self.form_mail(key, &opened.player.address, "", "unsubscribe")
    }

    fn form_mail(&self, key: String, from: &str, headers: &str, line: &str) -> RawMessage {
        let raw = format!(
            "From: <{from}>\r\nTo: <{}>\r\n{headers}MIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{line}\r\n",
            self.settings.address
        );
        RawMessage {
            source_key: key,
            former_source_key: None,
            arrived_at: None,
            envelope: Envelope::default(),
            raw: raw.into_bytes(),
            truncated: false,
        }
    }
}

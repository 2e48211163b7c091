//! The author of a mail: which player it is, which seat of which game he writes for, and whether that
//! is proven (`docs/mail-protocol.md`).
//!
//! The only proof is a reply token in a mail from an address of record of the seat's player.

use anyhow::Result;

use crate::ids::{self, TokenScope};
use crate::rules::game::Seat;
use crate::store::{GameRow, PlayerRow, ReplyTokenRow, SeatRow, Tx};

use super::Office;
use super::content::MailContent;

/// What the author of a mail may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// He has sent the current reply token from an address of record: he may do everything.
    Proven(ReplyTokenRow),
    /// He has sent an earlier reply token from an address of record: he may ask and talk.
    Earlier(ReplyTokenRow),
    /// He claims this seat without proof: nothing changes, and the letter goes to the seat's address of
    /// record.
    Claimed {
        /// Game number.
        game: i64,
        /// Seat.
        seat: Seat,
    },
    /// Nobody known: he may ask public questions.
    Stranger,
}

/// The author of a mail, with what the mail says about game and seat.
#[derive(Clone, Debug)]
pub struct Author {
    /// What he may do.
    pub standing: Standing,
    /// The player whose address of record the From header shows.
    pub player: Option<PlayerRow>,
    /// All valid reply tokens in the mail, the newest first.
    pub tokens: Vec<ReplyTokenRow>,
    /// The sentence for an author whose mail names different games or seats.
    pub conflict: Option<String>,
    /// Whether the newest token is current; bulk mail is read only then.
    pub current: bool,
    /// The rows of the game that the newest token belongs to.
    pub game: Option<(GameRow, Vec<SeatRow>)>,
}

impl Office {
    /// Finds the author of a mail; `named` is the game number that the mail names.
    ///
    /// # Errors
    /// The database fails.
    pub(super) fn recognise(
        &self,
        tx: &Tx<'_>,
        mail: &MailContent,
        named: Option<i64>,
    ) -> Result<Author> {
        let player = match &mail.message.from {
            Ok(from) => tx.player_by_address(&from.address.normalized())?,
            Err(_) => None,
        };
        let mut tokens = self.tokens_in(tx, &mail.tokens)?;
        tokens.sort_by_key(|token| std::cmp::Reverse((token.state, token.id)));
        let newest = tokens.first().cloned();
        let several = tokens
            .windows(2)
            .any(|pair| (pair[0].game, pair[0].seat) != (pair[1].game, pair[1].seat));
        let mut author = Author {
            standing: Standing::Stranger,
            player,
            tokens,
            conflict: None,
            current: false,
            game: None,
        };
        if several {
            author.conflict = Some(
                "Your mail holds keys of letters to different games or seats. \
                 Answer one letter with one mail."
                    .to_owned(),
            );
        }
        let standing = match newest {
            Some(token) => self.standing_by_token(tx, &mut author, token, named)?,
            None => self.standing_by_name(tx, &author, named)?,
        };
        author.standing = standing;
        Ok(author)
    }

    fn tokens_in(&self, tx: &Tx<'_>, candidates: &[String]) -> Result<Vec<ReplyTokenRow>> {
        let mut tokens = Vec::new();
        for candidate in candidates {
            let Some(id) = ids::public_id(candidate) else {
                continue;
            };
            let Some(row) = tx.reply_token(id)? else {
                continue;
            };
            if !row.void && self.secret.verifies(candidate, &scope(&row)) {
                tokens.push(row);
            }
        }
        Ok(tokens)
    }

    fn standing_by_token(
        &self,
        tx: &Tx<'_>,
        author: &mut Author,
        token: ReplyTokenRow,
        named: Option<i64>,
    ) -> Result<Standing> {
        let Some(game) = tx.game(token.game)? else {
            return Ok(Standing::Stranger);
        };
        let seats = tx.seats(token.game)?;
        let holder = seats.iter().find(|row| row.seat == token.seat);
        let Some(holder) = holder.map(|row| row.player) else {
            return Ok(Standing::Stranger);
        };
        author.current = token.state == game.course.state;
        author.game = Some((game, seats));
        if let Some(named) = named.filter(|named| *named != token.game) {
            author.conflict = Some(format!(
                "Your mail names game #{named} but answers a letter of game #{}. Answer the letter \
                 of the game that you mean.",
                token.game
            ));
        }
        let Some(player) = &author.player else {
            return Ok(Standing::Claimed {
                game: token.game,
                seat: Seat(token.seat),
            });
        };
        if player.id == holder {
            return Ok(if author.current {
                Standing::Proven(token)
            } else {
                Standing::Earlier(token)
            });
        }
        // The token is of a seat whose player is somebody else: an opponent must not play for a seat,
        // whatever tokens he has received.
        self.standing_by_name(tx, author, Some(token.game))
    }

    fn standing_by_name(
        &self,
        tx: &Tx<'_>,
        author: &Author,
        named: Option<i64>,
    ) -> Result<Standing> {
        let Some(player) = &author.player else {
            return Ok(Standing::Stranger);
        };
        let claim = |game: i64, seat: u8| Standing::Claimed {
            game,
            seat: Seat(seat),
        };
        if let Some(game) = named {
            let mut own = tx
                .seats(game)?
                .into_iter()
                .filter(|row| row.player == player.id);
            return Ok(own
                .next()
                .map_or(Standing::Stranger, |row| claim(game, row.seat)));
        }
        let running = tx.games_of(player.id, true, 200)?;
        let mut due = running
            .iter()
            .filter(|(game, seat)| game.course.to_move == *seat);
        Ok(match (due.next(), due.next()) {
            (Some((game, seat)), None) => claim(game.id, *seat),
            _ => Standing::Stranger,
        })
    }
}

fn scope(row: &ReplyTokenRow) -> TokenScope<'_> {
    TokenScope {
        id: row.id,
        game: row.game,
        seat: row.seat,
        state: row.state,
        nonce: &row.nonce,
    }
}

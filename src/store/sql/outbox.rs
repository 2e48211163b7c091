//! `outbox` and `outbox_raw`: letters, and their bytes from the first try until they are closed.

use super::values::{Values, params};

use super::{Connection, Result, View, bytes, commit::Writing, limit, statements::Statements};
use crate::ids::{GameId, LetterId, MailId, PlayerId, TokenId};
use crate::store::{LetterRow, LetterStatus, NewLetter, snapshot::ReadLetters};

const SELECT: &str = "SELECT o.id, kind, recipient, inbox_id,
    '[' || replace(coalesce(tokens, ''), ' ', ',') || ']', data,
    EXISTS (SELECT 1 FROM outbox_raw r WHERE r.id = o.id), status, renderings, tries,
    coalesce(next_try, closed_at, created_at), hung, last_error, superseded_by, created_at,
    revived_at, closed_at, bounced, CASE WHEN seat IS NULL THEN NULL ELSE game_id END, seat,
    coalesce(first_event, 0), coalesce(last_event, 0) FROM outbox o";

impl ReadLetters for View<'_> {
    fn answer_to(&self, mail: MailId) -> Result<Option<LetterRow>> {
        let condition = "o.id = (SELECT answer_id FROM inbox WHERE id = ?1)";
        Ok(self.letters_where(condition, [mail.0])?.pop())
    }

    fn letter(&self, id: LetterId) -> Result<Option<LetterRow>> {
        Ok(self.letters_where("o.id = ?1", [id.0])?.pop())
    }

    fn letter_of_token(&self, token: TokenId) -> Result<Option<LetterId>> {
        let sql = "SELECT id FROM outbox WHERE ' ' || tokens || ' ' LIKE '% ' || ?1 || ' %'
         ORDER BY id DESC LIMIT 1";
        self.row(sql, [token.0])
    }

    fn letter_bytes(&self, id: LetterId) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT form, raw FROM outbox_raw WHERE id = ?1";
        let row = self.first(sql, [id.0], |row| {
            Ok((row.integer(0)?, row.blob(1)?.to_vec()))
        })?;
        row.map(|(form, raw)| bytes::unpack(form, raw)).transpose()
    }

    fn letters(&self, status: LetterStatus, count: usize) -> Result<Vec<LetterRow>> {
        let condition = match status {
            LetterStatus::Waiting => {
                "o.id IN (SELECT id FROM outbox INDEXED BY outbox_waiting WHERE status = 'waiting')
             AND status = ?1"
            }
            // SQLite uses a partial index only if its condition is in the query.
            LetterStatus::Failed | LetterStatus::Quarantined => {
                "status IN ('failed', 'quarantined') AND status = ?1"
            }
            LetterStatus::Sent | LetterStatus::Dropped | LetterStatus::Superseded => "status = ?1",
        };
        let condition = format!("{condition} ORDER BY o.id LIMIT ?2");
        self.letters_where(&condition, params![status.as_str(), limit(count)])
    }

    fn letters_before(&self, before: LetterId, count: usize) -> Result<Vec<LetterRow>> {
        let condition = "o.id < ?1 ORDER BY o.id DESC LIMIT ?2";
        self.letters_where(condition, params![before.0, limit(count)])
    }

    fn letters_of_kind(
        &self,
        player: PlayerId,
        variant: &str,
        before: LetterId,
        count: usize,
    ) -> Result<usize> {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM seats s JOIN games g ON g.id = s.game_id
                JOIN outbox o ON o.game_id = g.id AND o.seat = s.seat
            WHERE s.player_id = ?1 AND g.variant = ?2 AND o.id < ?3 LIMIT ?4) AS found";
        let found = self.one::<i64>(sql, (player.0, variant, before.0, limit(count)))?;
        Ok(usize::try_from(found).unwrap_or(0))
    }

    fn next_try(&self) -> Result<Option<String>> {
        let sql =
            "SELECT min(next_try) FROM outbox WHERE status = 'waiting' AND claimed_by IS NULL";
        self.one(sql, ())
    }
}

impl View<'_> {
    /// The letters that a condition holds of, with what follows it in the query.
    pub(super) fn letters_where(
        &self,
        condition: &str,
        values: impl Values,
    ) -> Result<Vec<LetterRow>> {
        self.rows(&format!("{SELECT} WHERE {condition}"), values)
    }
}

/// The letters of news to a seat that were not tried, each with the first event that it tells. One that was rendered before
/// schema 3 is not among them: what it tells is not known.
pub(super) fn untold(
    connection: &dyn Connection,
    game: GameId,
    seat: u8,
) -> Result<Vec<(i64, Option<i64>)>> {
    // Not `IS NULL`: PostgreSQL could take that for the index of letters that are due, and look at all of them.
    let sql = "SELECT id, first_event FROM outbox
         WHERE status = 'waiting' AND game_id = ?1 AND seat = ?2 AND kind = 'news'
         AND tries = 0 AND coalesce(claimed_by, '') = '' AND data IS NOT NULL";
    connection.rows(sql, (game.0, seat))
}

/// Why a letter without a recipient is not sent.
const NOBODY: &str = "the settings name no umpire";

impl Writing<'_> {
    /// Adds a letter that is due now; one without a recipient is kept as given up. `seat` is that of `new`, with the number
    /// of its game.
    pub(super) fn add_to_outbox(
        &self,
        new: &NewLetter,
        seat: Option<(GameId, u8)>,
        tokens: &[TokenId],
    ) -> Result<LetterId> {
        let sql = "INSERT INTO outbox (kind, recipient, game_id, seat, first_event, last_event,
            inbox_id, tokens, data, status, next_try, created_at, closed_at, last_error)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?11, ?13, ?10, ?14, ?12)";
        let (status, why) = match new.recipient.is_empty() {
            true => (LetterStatus::Failed, Some(NOBODY)),
            false => (LetterStatus::Waiting, None),
        };
        let tokens: Vec<String> = tokens.iter().map(ToString::to_string).collect();
        let values = params![
            new.kind.as_str(),
            new.recipient,
            seat.map(|(game, _)| game.0),
            seat.map(|(_, seat)| seat),
            event(new.first_event),
            event(new.last_event),
            new.mail.map(|mail| mail.0),
            Some(tokens.join(" ")).filter(|tokens| !tokens.is_empty()),
            new.data,
            self.now,
            status.as_str(),
            why,
            why.is_none().then_some(self.now),
            why.map(|_| self.now)
        ];
        let superseded = seat.filter(|_| new.supersedes);
        // Before it is among them itself.
        let untold = superseded.map(|(game, seat)| untold(self.connection(), game, seat));
        let untold = untold.transpose()?.unwrap_or_default();
        let id = LetterId(self.add(sql, values)?);
        if let Some(of) = superseded {
            self.supersede(id, of, untold, new.first_event)?;
        }
        Ok(id)
    }

    /// Lets a letter take the place of others to the same seat, `told`, and of news that wait for a digest.
    fn supersede(
        &self,
        by: LetterId,
        (game, seat): (GameId, u8),
        told: Vec<(i64, Option<i64>)>,
        first_event: i64,
    ) -> Result<()> {
        // `RETURNING` would make SQLite open a temporary table, for each letter, and mostly there is nothing to change.
        for (id, _) in &told {
            let sql = "UPDATE outbox SET status = 'superseded', superseded_by = ?2, closed_at = ?3,
                next_try = NULL
                WHERE id = ?1 AND status = 'waiting' AND tries = 0 AND claimed_by IS NULL";
            self.run(sql, (id, by.0, self.now))?;
        }
        let told = told.into_iter().filter_map(|(_, first)| first);
        let waiting = self.take_digest(game, Some(seat))?;
        let earliest = told.chain(waiting).chain(event(first_event)).min();
        if earliest != event(first_event) {
            let sql = "UPDATE outbox SET first_event = ?2 WHERE id = ?1";
            self.run(sql, (by.0, earliest))?;
        }
        Ok(())
    }
}

/// The position of an event as it is stored with a letter.
fn event(seq: i64) -> Option<i64> {
    (seq != 0).then_some(seq)
}

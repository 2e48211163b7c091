//! The delivery of letters: claims, tries, and what comes of them.

use super::values::params;

use super::{
    Connection, Dialect, Result, View, budgets, bytes::Packed, commit::Writing, limit,
    statements::Statements, upkeep,
};
use crate::ids::{GameId, LetterId};
use crate::store::{
    Budget, Decision, LetterChange, LetterClaim, LetterRow, LetterStatus, NewTry, PUT_OFF, Queue,
    Spent,
};

/// Claims letters that are due, and counts that rendering begins of those without bytes.
pub(super) fn claim(
    connection: &dyn Connection,
    claim: &LetterClaim<'_>,
) -> Result<Vec<LetterRow>> {
    // Answers to people who do not play leave after the letters to players.
    let mut letters = Vec::new();
    for of in ["kind <> 'public'", "kind = 'public'"] {
        let more = claim.max.saturating_sub(letters.len());
        if more > 0 {
            let values = params![claim.now, limit(more)];
            let due = due(connection.dialect(), of, claim.hung);
            letters.extend(View(connection).letters_where(&due, values)?);
        }
    }
    // A letter whose rendering has begun without an end may have crashed the process: it goes alone.
    let whole = |letter: &LetterRow| letter.rendered || letter.renderings == 0;
    let first = letters.iter().take_while(|letter| whole(letter)).count();
    letters.truncate(first.max(1));
    let sql = "UPDATE outbox SET claimed_by = ?2, renderings = renderings + ?3 WHERE id = ?1";
    for letter in &mut letters {
        let begun = i64::from(!letter.rendered);
        connection.run(sql, (letter.id.0, claim.owner, begun))?;
        letter.renderings += begun;
    }
    Ok(letters)
}

/// The condition of letters that are due, the parameters being the time and how many, and their order. PostgreSQL would join
/// waiting letters with themselves, row by row, if few waited when it counted them last: conditions `IS TRUE` are asked of one
/// letter at a time, and it ends when enough are found.
fn due(dialect: Dialect, of: &str, hung: bool) -> String {
    let hung = if hung { "" } else { "NOT" };
    let waits = format!("{of} AND status = 'waiting' AND claimed_by IS NULL AND next_try <= ?1");
    let is_first = "NOT EXISTS (SELECT 1 FROM outbox e WHERE e.status = 'waiting'
            AND e.game_id = o.game_id AND e.recipient = o.recipient AND e.id < o.id)";
    let in_lane = format!(
        "{hung} EXISTS (SELECT 1 FROM outbox h WHERE h.status = 'waiting' AND h.hung = 1
            AND h.recipient = o.recipient)"
    );
    match dialect {
        Dialect::Sqlite => {
            format!("{waits} AND {is_first} AND {in_lane} ORDER BY next_try, o.id LIMIT ?2")
        }
        Dialect::Postgres => format!(
            "o.id = ANY (ARRAY (SELECT o.id FROM
                (SELECT id, game_id, recipient, next_try FROM outbox WHERE {waits} ORDER BY next_try, id) o
             WHERE ({is_first}) IS TRUE AND ({in_lane}) IS TRUE ORDER BY next_try, o.id LIMIT ?2))
             ORDER BY next_try, o.id"
        ),
    }
}

/// Counts a try that begins, and stores the bytes of a letter that was just rendered; `None` if the
/// letter does not wait any more.
pub(super) fn begin_try(
    connection: &dyn Connection,
    new: &NewTry,
    rendered: Option<&Packed>,
) -> Result<Option<LetterId>> {
    if !waits(connection, new.letter, new.claimed_by.as_ref())? {
        return Ok(None);
    }
    let sql = "UPDATE outbox SET tries = tries + 1, next_try = ?2, recipient = coalesce(?3,
         recipient) WHERE id = ?1";
    connection.run(sql, (new.letter.0, &new.next_try, &new.recipient))?;
    if let Some(packed) = rendered {
        let sql = "INSERT INTO outbox_raw (id, raw, form) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET raw = excluded.raw, form = excluded.form";
        connection.run(sql, params![new.letter.0, packed.bytes, packed.form])?;
    }
    Ok(Some(new.letter))
}

/// Whether a letter waits, and nobody else has claimed it. No other transaction changes that until this one ends.
fn waits(connection: &dyn Connection, letter: LetterId, claimant: Option<&String>) -> Result<bool> {
    let locked = match connection.dialect() {
        Dialect::Sqlite => "",
        Dialect::Postgres => "FOR NO KEY UPDATE",
    };
    let sql = format!(
        "SELECT 1 FROM outbox
         WHERE id = ?1 AND status = 'waiting' AND (claimed_by = ?2 OR ?2 IS NULL) {locked}"
    );
    connection.is_there(&sql, (letter.0, claimant))
}

/// Who must have claimed a letter that a decision closes; that a relay has taken it counts whoever says so.
fn closer(decision: &Decision, status: LetterStatus) -> Option<&String> {
    let claimant = decision.claimant.as_ref();
    claimant.filter(|_| status != LetterStatus::Sent)
}

/// Asks what the changes of letters will ask, if they are no more than what has come of tries.
pub(super) fn changes_ahead(connection: &dyn Connection, decision: &Decision) {
    use LetterChange::{Close, Defer, GiveBack};
    let of_tries =
        |change: &LetterChange| matches!(change, Close { .. } | Defer { .. } | GiveBack(_));
    if !decision.letter_changes.iter().all(of_tries) {
        return;
    }
    for change in &decision.letter_changes {
        if let LetterChange::Close { letter, status, .. } = change {
            let _ = waits(connection, *letter, closer(decision, *status));
        }
    }
}

/// Asks what beginning these tries will ask.
pub(super) fn ahead(connection: &dyn Connection, tries: &[NewTry]) -> Result<()> {
    connection.ahead(&|connection| {
        for new in tries {
            let _ = waits(connection, new.letter, new.claimed_by.as_ref());
        }
    })
}

/// Gives up the claims whose owner begins with `owner`, and makes all waiting letters due.
pub(super) fn release(connection: &dyn Connection, owner: &str, now: &str) -> Result<()> {
    give_up_claims(connection, owner, None, now)?;
    let sql = "UPDATE outbox SET next_try = ?1
         WHERE status = 'waiting' AND claimed_by IS NULL AND next_try > ?1";
    connection.run(sql, [now])
}

/// Gives up the claims whose owner begins with `owner`, and makes the claimed letters due. If it is known which
/// ones their owner was `rendering` when it ended, rendering the others was not begun, where they have no bytes.
pub(super) fn give_up_claims(
    connection: &dyn Connection,
    owner: &str,
    rendering: Option<&[LetterId]>,
    now: &str,
) -> Result<()> {
    let sql = "UPDATE outbox SET claimed_by = NULL, 
            next_try = CASE WHEN next_try < ?2 THEN next_try ELSE ?2 END,
            renderings = CASE WHEN ?3 AND renderings > 0 AND NOT EXISTS
                (SELECT 1 FROM outbox_raw r WHERE r.id = outbox.id)
                THEN renderings - 1 ELSE renderings END
         WHERE id IN
            (SELECT id FROM outbox INDEXED BY outbox_waiting WHERE status = 'waiting')
         AND substr(claimed_by, 1, length(?1)) = ?1";
    connection.run(sql, params![owner, now, rendering.is_some()])?;
    for letter in rendering.unwrap_or_default() {
        let sql = "UPDATE outbox SET renderings = renderings + 1 WHERE id = ?1 AND status =
             'waiting' AND NOT EXISTS (SELECT 1 FROM outbox_raw r WHERE r.id = outbox.id)";
        connection.run(sql, [letter.0])?;
    }
    Ok(())
}

/// Makes letters due that wait for later than `latest`, or for longer than a letter does after as many
/// tries: the clock was ahead when that was written. Returns how many there were.
pub(super) fn correct_next_tries(
    connection: &dyn Connection,
    latest: &str,
    now: &str,
) -> Result<usize> {
    // One minute more, for clocks that differ by seconds.
    let sql = "UPDATE outbox SET next_try = ?2
         WHERE status = 'waiting' AND claimed_by IS NULL AND next_try > ?2
         AND (next_try > ?1 OR coalesce(last_error, '') NOT LIKE ?3 || '%'
            AND unixepoch(next_try) > unixepoch(?2) + 60 * (1 + CASE
            WHEN tries = 0 AND renderings = 0 THEN 0
            WHEN tries > 9 OR renderings > 9 THEN 256
            WHEN tries > renderings THEN 1 << CAST(tries - 1 AS INTEGER)
            ELSE 1 << CAST(renderings - 1 AS INTEGER) END))";
    connection.count(sql, [latest, now, PUT_OFF])
}

impl Writing<'_> {
    /// Carries out a change; returns how many letters or mails it has changed.
    pub(super) fn change_letter(&self, change: &LetterChange) -> Result<usize> {
        match change {
            LetterChange::Close {
                letter,
                status,
                reason,
            } => {
                let closed = self.close_letter(*letter, *status, reason.as_deref())?;
                if closed && *status == LetterStatus::Sent {
                    self.start_clock(*letter)?;
                }
                Ok(closed.into())
            }
            LetterChange::Defer {
                letter,
                reason,
                next_try,
                hung,
            } => {
                let sql =
                    "UPDATE outbox SET last_error = ?2, next_try = ?3, hung = ?4, claimed_by =
                     NULL WHERE id = ?1 AND status = 'waiting' AND (claimed_by = ?5 OR ?5 IS NULL)";
                let claimant = &self.decision.claimant;
                self.count(sql, (letter.0, reason, next_try, hung, claimant))
            }
            LetterChange::PutOff {
                letter,
                reason,
                next_try,
            } => {
                let sql = "UPDATE outbox SET last_error = ?2, next_try = ?3, claimed_by = NULL,
                        renderings = CASE WHEN EXISTS
                            (SELECT 1 FROM outbox_raw r WHERE r.id = outbox.id)
                            THEN renderings ELSE renderings - 1 END
                     WHERE id = ?1 AND status = 'waiting' AND claimed_by IS NOT NULL
                     AND (claimed_by = ?4 OR ?4 IS NULL)";
                self.count(sql, (letter.0, reason, next_try, &self.decision.claimant))
            }
            LetterChange::Bounced(letter) => {
                let sql = "UPDATE outbox SET bounced = 1 WHERE id = ?1 AND bounced = 0";
                self.count(sql, [letter.0])
            }
            LetterChange::MarkedAsSpam { letter, domain } => {
                let first = self.is_first_today(Budget::Complaints, &format!("o{letter}"))?;
                if first {
                    let of = (Budget::Complaints, budgets::EVER, &**domain);
                    budgets::spend(self.connection(), of, Spent { count: 1, bytes: 0 })?;
                }
                Ok(first.into())
            }
            LetterChange::StopClock {
                game,
                seat,
                turn,
                left_at,
                returned,
            } => {
                let sql = "UPDATE seats SET left_at = ?4, returned = ?5
                     WHERE game_id = ?1 AND seat = ?2 AND turn_seq = ?3";
                self.count(sql, (game.0, seat, turn, left_at, returned))
            }
            LetterChange::CameBack {
                game,
                seat,
                turn,
                at,
            } => {
                let sql = "UPDATE seats SET came_back_at = ?4
                     WHERE game_id = ?1 AND seat = ?2 AND turn_seq = ?3";
                self.count(sql, (game.0, seat, turn, at))
            }
            LetterChange::DropOfGame(game, reason) => self.drop_of_game(*game, None, reason),
            LetterChange::DropOfSeat(game, seat, reason) => {
                self.drop_of_game(*game, Some(*seat), reason)
            }
            LetterChange::Due(letter) => {
                let sql = "UPDATE outbox SET next_try = ?2
                     WHERE id = ?1 AND status = 'waiting' AND next_try > ?2";
                self.count(sql, (letter.0, self.now))
            }
            LetterChange::GiveBack(letter) => {
                let sql = "UPDATE outbox SET tries = tries - 1, next_try = ?2, claimed_by = NULL
                     WHERE id = ?1 AND status = 'waiting' AND claimed_by IS NOT NULL
                     AND (claimed_by = ?3 OR ?3 IS NULL)";
                self.count(sql, (letter.0, self.now, &self.decision.claimant))
            }
            // If there is anything to send.
            LetterChange::Retry(letter) => {
                upkeep::retry_queue(self.connection(), Queue::Send)?;
                let sql = "UPDATE outbox SET next_try = ?2, renderings = 0, status = 'waiting',
                        closed_at = NULL, revived_at =
                            CASE status WHEN 'waiting' THEN revived_at ELSE ?2 END
                     WHERE id = ?1 AND status IN ('waiting', 'failed', 'dropped', 'quarantined')
                     AND (data IS NOT NULL
                        OR EXISTS (SELECT 1 FROM outbox_raw r WHERE r.id = outbox.id))";
                self.count(sql, (letter.0, self.now))
            }
            LetterChange::RetryWaiting => {
                upkeep::retry_queue(self.connection(), Queue::Send)?;
                let sql = "UPDATE outbox SET next_try = ?1 WHERE id IN
                    (SELECT id FROM outbox INDEXED BY outbox_waiting WHERE status = 'waiting')";
                self.count(sql, [self.now])
            }
            LetterChange::RetryMail(mail) => {
                let sql = "UPDATE inbox SET status = 'new', attempts = 0, verdict = NULL,
                     reason = NULL WHERE id = ?1 AND status = 'parked'";
                self.count(sql, [mail.0])
            }
        }
    }

    /// Closes a waiting letter, and deletes its bytes; false if it does not wait. The bytes of a letter that was not
    /// sent and cannot be rendered again, because its data is not known, are kept: the umpire may still want it to be
    /// sent.
    fn close_letter(
        &self,
        letter: LetterId,
        status: LetterStatus,
        reason: Option<&str>,
    ) -> Result<bool> {
        if status == LetterStatus::Waiting {
            return Ok(false);
        }
        let sql =
            "UPDATE outbox SET status = ?2, last_error = coalesce(?3, last_error), closed_at = ?4,
                next_try = NULL, claimed_by = NULL
             WHERE id = ?1 AND status = 'waiting' AND (claimed_by = ?5 OR ?5 IS NULL)";
        let claimant = closer(self.decision, status);
        if !waits(self.connection(), letter, claimant)? {
            return Ok(false);
        }
        self.run(sql, (letter.0, status.as_str(), reason, self.now, claimant))?;
        if !self.keep_sent {
            let sql = "DELETE FROM outbox_raw WHERE id = ?1 AND EXISTS (SELECT 1 FROM outbox o
                    WHERE o.id = ?1 AND (o.status = 'sent' OR o.data IS NOT NULL))";
            self.run(sql, [letter.0])?;
        }
        Ok(true)
    }

    /// Notes when the letter that gives a seat its turn first left; a later time is that at which the clock would have
    /// run without a letter.
    fn start_clock(&self, letter: LetterId) -> Result<()> {
        let sql = "UPDATE seats SET left_at = ?2 FROM outbox o
             WHERE o.id = ?1 AND seats.game_id = o.game_id AND seats.seat = o.seat
             AND turn_seq <= coalesce(o.last_event, 0) AND (left_at IS NULL OR left_at > ?2)";
        self.run(sql, (letter.0, self.now))?;
        // One letter may give several turns: those of the seats of its token, as they were then.
        let sql = "UPDATE seats SET left_at = ?2 FROM token_sections s, outbox o
             WHERE o.id = ?1 AND s.token_id = CASE WHEN o.kind = 'digest' THEN CAST(o.tokens AS BIGINT) END
             AND seats.game_id = s.game_id AND seats.seat = s.seat
             AND seats.turn_seq IS NOT NULL AND seats.left_at IS NULL
             AND coalesce((SELECT e.state FROM events e
                WHERE e.game_id = s.game_id AND e.seq = seats.turn_seq), 0) <= s.state";
        self.run(sql, (letter.0, self.now))
    }

    /// Drops the waiting letters of a game, or of one seat of it.
    fn drop_of_game(&self, game: GameId, seat: Option<u8>, reason: &str) -> Result<usize> {
        let sql = "SELECT id FROM outbox WHERE status = 'waiting' AND game_id = ?1
             AND (seat = ?2 OR ?2 IS NULL)";
        let letters: Vec<LetterId> = self.rows(sql, (game.0, seat))?;
        self.take_digest(game, seat)?;
        for letter in &letters {
            self.close_letter(*letter, LetterStatus::Dropped, Some(reason))?;
        }
        Ok(letters.len())
    }
}

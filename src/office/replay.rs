//! `db replay --compare`: replays every game from its setup by the full rules, reads every turn again from
//! its mail, and compares the result with the database.

use anyhow::{Context, Result};

use crate::commands;
use crate::games::{EventKind, StoredGame};
use crate::mail::{self, Envelope};
use crate::store::{self, GameRow, Store, Tx};
use crate::text;
use crate::words::Words;

use super::Office;

/// The result of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Findings {
    /// Games that were replayed.
    pub games: usize,
    /// Turns that were replayed.
    pub turns: usize,
    /// Turns that were found in their mails.
    pub mails: usize,
    /// Turns whose mail is no longer kept.
    pub without_mail: usize,
    /// Game numbers with descriptions of differences.
    pub differences: Vec<(i64, String)>,
    /// Games that are frozen and have no difference any more.
    pub mended: Vec<i64>,
}

impl Office {
    /// Replays every game. With `act`, games with differences are frozen and the umpire is told, and
    /// frozen games without differences are unfrozen.
    ///
    /// # Errors
    /// The database fails.
    pub fn replay(
        &mut self,
        store: &mut Store,
        act: bool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Findings> {
        let mut findings = Findings::default();
        let mut after = 0;
        loop {
            let games = store.read(|tx| {
                let games = tx.games(None, after, 200)?;
                for game in &games {
                    self.replay_game(tx, game, &mut findings)?;
                }
                Ok(games)
            })?;
            let Some(last) = games.last() else { break };
            after = last.id;
            progress(findings.games);
        }
        if act {
            for (game, why) in &findings.differences {
                store.write(|tx| self.freeze(tx, *game, why))?;
            }
            for game in &findings.mended {
                store.write(|tx| {
                    let mut stored = self.stored_game(tx, *game)?;
                    stored.unfreeze();
                    tx.set_status(*game, &stored.course())
                })?;
            }
        }
        Ok(findings)
    }

    fn replay_game(&self, tx: &Tx<'_>, row: &GameRow, findings: &mut Findings) -> Result<()> {
        findings.games += 1;
        let mut differ = |what: String| findings.differences.push((row.id, what));
        let mut judged = match StoredGame::begin(row.clone(), tx.seats(row.id)?) {
            Ok(stored) => stored,
            Err(error) => {
                differ(Words::built_in().english().error(&error));
                return Ok(());
            }
        };
        if !judged.rules_known() {
            differ(unknown_rules(&row.variant, row.rules_version));
            return Ok(());
        }
        let mut turns = Vec::new();
        let replayed = tx.events(row.id, &mut |event| {
            if event.kind == EventKind::Turn.as_str() {
                turns.push((event.seq, event.inbox_id));
            }
            judged
                .apply_checked(&event)
                .with_context(|| format!("event {}", event.seq))
        });
        match replayed {
            Err(error) if store::is_database_error(&error) => return Err(error),
            Err(error) => {
                differ(Words::built_in().english().error(&error));
                return Ok(());
            }
            Ok(()) => {}
        }
        let (found, stored) = (judged.course(), &row.course);
        if found != *stored {
            differ(format!("stored {stored:?}, replayed {found:?}"));
        }
        for (seq, inbox_id) in turns {
            findings.turns += 1;
            let Some(inbox_id) = inbox_id else { continue };
            let typed = tx.typed(row.id, seq)?;
            match self.mail_says(tx, inbox_id, &typed)? {
                None => findings.without_mail += 1,
                Some(true) => findings.mails += 1,
                Some(false) => findings.differences.push((
                    row.id,
                    format!("event {seq}: mail {inbox_id} does not hold its turn"),
                )),
            }
        }
        let differs = findings.differences.iter().any(|(game, _)| *game == row.id);
        if row.course.status == "frozen" && !differs {
            findings.mended.push(row.id);
        }
        Ok(())
    }

    /// Whether the stored mail has the line from which the turn was read; `None` if its bytes are deleted.
    fn mail_says(&self, tx: &Tx<'_>, inbox_id: i64, typed: &str) -> Result<Option<bool>> {
        let (Some(row), Some(raw)) = (tx.mail(inbox_id)?, tx.mail_bytes(inbox_id)?) else {
            return Ok(None);
        };
        let envelope = Envelope {
            sender: row.env_sender,
            recipients: row.recipients,
        };
        let message = mail::read(&raw, &envelope, &self.ours());
        // Lines are stored with passwords of older servers blanked, so compare them blanked.
        let clean = |line: &str| text::clean(&commands::without_password(line.trim()), 500);
        let mut lines = mail::own_lines(&message.body);
        lines.push(commands::subject_text(&message.subject).to_owned());
        Ok(Some(lines.iter().any(|line| clean(line).contains(typed))))
    }
}

/// Why a game is frozen that was begun by rules of a version that is not known here.
pub(super) fn unknown_rules(variant: &str, version: u32) -> String {
    format!("version {version} of the rules of {variant} is not known to this program")
}

//! `db replay --compare`: replays every game from its setup by the full rules, reads every turn
//! again from its mail, and compares the result with the database. It does the same with challenges
//! and players, and their acts.

mod acts;

pub use acts::compare as compare_acts;

use anyhow::{Context, Result, ensure};

use crate::commands;
use crate::games::{EventKind, StoredGame};
use crate::ids::{GameId, MailId};
use crate::letters::Frozen;
use crate::mail::{self, Envelope};
use crate::status::GameStatus;
use crate::store::{self, EventRow, GameChange, GameRow, SeatRow, Snapshot, Store};
use crate::text;

use crate::office::act::umpire::unknown_rules;
use crate::office::{Office, stored_game};

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
    /// Challenges and seeks that were replayed.
    pub challenges: usize,
    /// Contests that were replayed.
    pub contests: usize,
    /// Players who were replayed.
    pub players: usize,
    /// The acts of all these that were replayed.
    pub acts: usize,
    /// Challenges and players, such as `challenge 12`, with descriptions of differences.
    pub act_differences: Vec<(String, String)>,
}

impl Office {
    /// Replays every game, every challenge and every player. With `act`, games with differences are
    /// frozen and the umpire is told, and frozen games without differences are unfrozen.
    ///
    /// # Errors
    /// The database fails.
    pub fn replay(
        &mut self,
        store: &mut dyn Store,
        act: bool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Findings> {
        let mut findings = Findings::default();
        let mut after = GameId(0);
        loop {
            let games = store::read(store, |store| {
                let games = store.games(None, after, 200)?;
                for game in &games {
                    self.replay_game(store, game, &mut findings)?;
                }
                Ok(games)
            })?;
            let Some(last) = games.last() else { break };
            after = last.id;
            progress(findings.games);
        }
        acts::compare(store, &mut findings)?;
        if act {
            for (game, why) in &findings.differences {
                let game = GameId(*game);
                let unknown = |row: &GameRow| {
                    let version = (
                        row.variant.clone(),
                        row.rules_version,
                        row.section.is_some(),
                        1,
                    );
                    !unknown_rules(&[version]).is_empty()
                };
                self.decided(store, |draft| {
                    let row = draft.store.game(game)?.filter(unknown);
                    let reason = match row {
                        Some(row) => Frozen::UnknownRules {
                            variant: row.variant,
                            version: row.rules_version,
                        },
                        None => Frozen::Difference(why.clone()),
                    };
                    draft.freeze(game, reason)
                })?;
            }
            for game in &findings.mended {
                self.decided(store, |draft| {
                    let mut stored = stored_game(draft.store, GameId(*game))?;
                    stored.unfreeze();
                    let mut change = GameChange::new(stored.row.id, stored.seq);
                    change.course = Some(stored.course());
                    draft.decision.games.push(change);
                    Ok(())
                })?;
            }
        }
        Ok(findings)
    }

    fn replay_game(
        &self,
        store: &dyn Snapshot,
        row: &GameRow,
        findings: &mut Findings,
    ) -> Result<()> {
        findings.games += 1;
        let game = row.id.0;
        let mut differ = |what: String| findings.differences.push((game, what));
        let begun = begun(row, store.seats(row.id)?);
        // Events of a game that cannot be begun are not read: they may be damaged, too.
        let events = match &begun {
            Ok(_) => store.events(row.id, None)?,
            Err(_) => Vec::new(),
        };
        let judged = match begun.and_then(|stored| replayed(stored, &events)) {
            Ok(stored) => stored,
            Err(error) => {
                differ(format!("{error:#}"));
                return Ok(());
            }
        };
        let (found, stored) = (judged.course(), &row.course);
        if found != *stored {
            differ(format!("stored {stored:?}, replayed {found:?}"));
        }
        for event in &events {
            if event.kind != EventKind::Turn.as_str() {
                continue;
            }
            findings.turns += 1;
            let Some(mail) = event.mail else { continue };
            let typed = event.typed.as_deref().unwrap_or(&event.text);
            match self.mail_says(store, mail, typed)? {
                None => findings.without_mail += 1,
                Some(true) => findings.mails += 1,
                Some(false) => {
                    let what = format!("event {}: mail {mail} does not hold its turn", event.seq);
                    findings.differences.push((game, what));
                }
            }
        }
        let differs = findings.differences.iter().any(|(other, _)| *other == game);
        if row.course.status == GameStatus::Frozen && !differs {
            findings.mended.push(game);
        }
        Ok(())
    }

    /// Whether the stored mail has the line from which the turn was read; `None` if its bytes are deleted.
    fn mail_says(&self, store: &dyn Snapshot, mail: MailId, typed: &str) -> Result<Option<bool>> {
        let Some(bytes) = store.mail_bytes(mail)? else {
            return Ok(None);
        };
        let envelope = Envelope {
            sender: bytes.sender,
            recipients: bytes.recipients,
        };
        let message = mail::read(&bytes.raw, &envelope, &self.ours());
        // Lines are stored with passwords of older servers blanked, so compare them blanked.
        let clean = |line: &str| bare(&text::clean(&commands::without_password(line.trim()), 500));
        let own = message.author_lines(&self.ours());
        let mut lines = [own.lines, own.unsure].concat();
        lines.push(commands::subject_text(&message.subject, self.games()));
        // The actions of a turn may be on several lines.
        let said: String = lines.iter().map(|line| clean(line)).collect();
        let mut parts = typed.split(" / ");
        Ok(Some(parts.all(|part| said.contains(&bare(part)))))
    }
}

/// What of a text tells one turn from another.
fn bare(text: &str) -> String {
    let tells = |c: &char| c.is_alphanumeric() || "@=:+#".contains(*c);
    text.chars().filter(tells).collect()
}

/// A game before its first event, by rules that are known here.
fn begun(row: &GameRow, seats: Vec<SeatRow>) -> Result<StoredGame> {
    let stored = StoredGame::begin(row.clone(), seats)?;
    let (version, variant) = (row.rules_version, &row.variant);
    ensure!(
        stored.rules_known,
        "version {version} of the rules of {variant} is not known to this program"
    );
    Ok(stored)
}

/// The same after its events, by the full rules.
fn replayed(mut stored: StoredGame, events: &[EventRow]) -> Result<StoredGame> {
    for event in events {
        let applied = stored.apply_checked(&event.logged());
        applied.with_context(|| format!("event {}", event.seq))?;
    }
    Ok(stored)
}

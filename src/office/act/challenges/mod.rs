//! Challenges and seeks (`docs/mail-protocol.md`, 'Challenges'): what a line of a player's mail makes of them.
//!
//! | file | contents |
//! |---|---|
//! | `make` | `challenge`, `seek`, `rematch` |
//! | `answer` | `accept`, `join`, `decline`, `counter`, `withdraw` |
//! | `limits` | what players may have open, and write |
//! | `play` | the game that all have said yes to |
//! | `shown` | a challenge as a reader sees it |
//! | `end` | challenges that end without an answer: by time, by the umpire, because a player leaves |
//! | `invited` | people who are no players yet |

use anyhow::Result;

use crate::commands::{Command, Line, Meeting};
use crate::ids::{ChallengeId, PlayerId};
use crate::letters::{ChallengeNote, Part, ShownChallenge};
use crate::meeting::challenge;
use crate::status::ChallengeStatus;
use crate::store::{ChallengeRow, Decision, PlayerRow, Snapshot};

use crate::office::MailSession;

mod answer;
pub mod end;
pub(in crate::office) mod invited;
mod limits;
mod make;
mod play;
pub(in crate::office) mod shown;

/// At most this many open challenges of a player are looked at.
const LOOKED_AT: usize = 200;

/// What a line about a challenge comes to: a note, whether the challenge changes or not.
type Noted = Result<ChallengeNote>;

impl MailSession<'_> {
    /// Carries out a line about challenges; `None`: it is about something else.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn of_challenges(&mut self, line: &Line) -> Result<Option<Vec<Part>>> {
        let meeting = match &line.command {
            Command::Meeting(meeting) => meeting.clone(),
            Command::Yes | Command::YesAdd if self.answers_challenge() => Meeting::Accept(None),
            Command::No if self.answers_challenge() => Meeting::Decline {
                number: None,
                words: None,
            },
            _ => return Ok(None),
        };
        let below = line.words.as_deref().filter(|words| !words.is_empty());
        let mut unsent = below.is_some();
        let note = match &meeting {
            // These belong to a game, or are only shown.
            Meeting::Seeks(_) | Meeting::Rematch => return Ok(None),
            Meeting::Challenge(typed) => self.challenge(typed, below, &mut unsent)?,
            Meeting::Seek(typed) => self.seek(typed, below, &mut unsent)?,
            Meeting::Join(number) => self.join_seek(ChallengeId(*number))?,
            Meeting::Accept(number) => self.accept(number.map(ChallengeId))?,
            Meeting::Decline { number, words } => {
                // What stands below goes with it.
                let said = [words.as_deref(), below].into_iter().flatten();
                let said = said.collect::<Vec<_>>().join("\n");
                unsent = false;
                self.decline(number.map(ChallengeId), said.trim())?
            }
            Meeting::Counter { number, changes } => {
                let typed = (changes.as_str(), below);
                self.counter(number.map(ChallengeId), typed, &mut unsent)?
            }
            Meeting::Withdraw(number) => self.withdraw(number.map(ChallengeId))?,
        };
        let words = unsent.then_some(ChallengeNote::WordsUnsent);
        Ok(Some(words.into_iter().chain([note]).map(part).collect()))
    }
}

/// The number of the next challenge, in view of what `decision` makes already.
fn next_number(store: &dyn Snapshot, decision: &Decision) -> Result<ChallengeId> {
    let made = decision.challenges.iter().map(|write| write.row.id.0 + 1);
    let next = store.next_challenge()?;
    Ok(ChallengeId(made.max().unwrap_or(0).max(next.0)))
}

/// A note as a part of an answer.
pub(in crate::office) fn part(note: ChallengeNote) -> Part {
    Part::Challenge(Box::new(note))
}

/// A challenge as a decision leaves it so far.
pub(in crate::office) fn load(
    store: &dyn Snapshot,
    decision: &Decision,
    id: ChallengeId,
) -> Result<Option<ChallengeRow>> {
    let mut made = decision.challenges.iter();
    match made.find(|write| write.row.id == id) {
        Some(write) => Ok(Some(write.row.clone())),
        None => Ok(store.challenge(id)?),
    }
}

/// The open challenges and seeks in which a player has a place, as a decision leaves them so far.
fn open_of(
    store: &dyn Snapshot,
    decision: &Decision,
    player: PlayerId,
) -> Result<Vec<ChallengeRow>> {
    let mut all = store.challenges_of(player, LOOKED_AT)?;
    for write in &decision.challenges {
        all.retain(|row| row.id != write.row.id);
        all.push(write.row.clone());
    }
    let has_place = |row: &ChallengeRow| row.places.iter().any(|p| p.player == Some(player));
    all.retain(|row| {
        row.status == ChallengeStatus::Open && row.expires_at > decision.now && has_place(row)
    });
    all.sort_by_key(|row| row.id);
    Ok(all)
}

impl MailSession<'_> {
    /// Whether the mail answers a letter about a challenge, and no letter of a game.
    fn answers_challenge(&self) -> bool {
        self.games.is_empty() && !self.account.challenges.is_empty()
    }

    fn load(&self, id: ChallengeId) -> Result<Option<ChallengeRow>> {
        load(self.draft.store, self.draft.decision, id)
    }

    /// Who has ended a challenge by this mail, for its row.
    fn author_mark(&self) -> String {
        format!("i{}", self.mail.id)
    }

    /// A challenge as the author sees it.
    fn shown(&self, row: &ChallengeRow) -> Result<ShownChallenge> {
        shown::shown(self.draft.store, row, self.player.id)
    }

    /// The version of a challenge that the answered letters have shown.
    fn shown_version(&self, id: ChallengeId) -> Option<i64> {
        let tokens = self.account.challenges.iter();
        let of_it = tokens.filter(|(number, ..)| *number == id);
        of_it.map(|(_, _, version)| *version).max()
    }

    /// The challenge that a line is about: the one that it names, else that of the answered letter.
    fn meant(&self, number: Option<ChallengeId>) -> Result<Result<ChallengeRow, ChallengeNote>> {
        let id = match number {
            Some(number) => number,
            None => {
                let mut ids: Vec<ChallengeId> =
                    self.account.challenges.iter().map(|(id, ..)| *id).collect();
                ids.sort_unstable();
                ids.dedup();
                match ids.as_slice() {
                    [only] => *only,
                    _ => return Ok(Err(self.which()?)),
                }
            }
        };
        let Some(row) = self.load(id)? else {
            return Ok(Err(ChallengeNote::NoSuch(id)));
        };
        let mine = challenge::place_of(&row, self.player.id).is_some();
        if let Some(note) = shown::closed(&row, &self.draft.decision.now, mine) {
            return Ok(Err(note));
        }
        Ok(Ok(row))
    }

    /// Asks which of the challenges is meant that wait for the author's answer.
    fn which(&self) -> Noted {
        let player = self.player.id;
        let mut open = open_of(self.draft.store, self.draft.decision, player)?;
        open.retain(|row| {
            let place = challenge::place_of(row, player).and_then(|at| row.places.get(at));
            place.is_some_and(|place| place.answer.is_none())
        });
        if open.is_empty() {
            return Ok(ChallengeNote::NoneOpen);
        }
        let shown = open.iter();
        let shown = shown.map(|row| self.shown(row));
        Ok(ChallengeNote::Which(shown.collect::<Result<_>>()?))
    }
}

/// A player who can play: a member to whom letters can go.
pub(in crate::office) fn member(
    store: &dyn Snapshot,
    player: PlayerId,
) -> Result<Option<PlayerRow>> {
    let player = store.player(player)?;
    Ok(player.filter(|player| player.membership.is_member() && !player.address.is_empty()))
}

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
use crate::ids::ChallengeId;
use crate::letters::{ChallengeNote, Part, ShownChallenge};
use crate::meeting::{Challenge, ChallengeRequest};

use crate::office::MailSession;
use crate::office::load::challenges::{challenge, open_of};

mod answer;
pub mod end;
pub(in crate::office) mod invited;
mod limits;
mod make;
mod play;
pub(in crate::office) mod shown;

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
            Meeting::Join(number) => {
                self.answer_challenge(Some(ChallengeId(*number)), &ChallengeRequest::Accept)?
            }
            Meeting::Accept(number) => {
                self.answer_challenge(number.map(ChallengeId), &ChallengeRequest::Accept)?
            }
            Meeting::Decline { number, words } => {
                // The lines below go with it.
                let said = [words.as_deref(), below].into_iter().flatten();
                let said = said.collect::<Vec<_>>().join("\n");
                unsent = false;
                let words = said.trim().to_owned();
                self.answer_challenge(
                    number.map(ChallengeId),
                    &ChallengeRequest::Decline { words },
                )?
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

/// A note as a part of an answer.
pub(in crate::office) fn part(note: ChallengeNote) -> Part {
    Part::Challenge(Box::new(note))
}

impl MailSession<'_> {
    /// Whether the mail answers a letter about a challenge, and no letter of a game.
    fn answers_challenge(&self) -> bool {
        self.games.is_empty() && !self.account.challenges.is_empty()
    }

    fn load(&self, id: ChallengeId) -> Result<Option<Challenge>> {
        challenge(self.draft.store, self.draft.decision, id)
    }

    /// Who has ended a challenge by this mail, for its row.
    fn author_mark(&self) -> String {
        format!("i{}", self.mail.id)
    }

    /// A challenge as the author sees it.
    fn shown(&self, challenge: &Challenge) -> Result<ShownChallenge> {
        shown::shown(self.draft.store, challenge, self.player.id)
    }

    /// The version of a challenge that the answered letters have shown.
    fn shown_version(&self, id: ChallengeId) -> Option<i64> {
        let tokens = self.account.challenges.iter();
        let of_it = tokens.filter(|(number, ..)| *number == id);
        of_it.map(|(_, _, version)| *version).max()
    }

    /// The challenge that a line is about: the one that it names, else that of the answered letter.
    fn meant(&self, number: Option<ChallengeId>) -> Result<Result<Challenge, ChallengeNote>> {
        let mut ids: Vec<ChallengeId> = match number {
            Some(number) => vec![number],
            None => self.account.challenges.iter().map(|(id, ..)| *id).collect(),
        };
        ids.sort_unstable();
        ids.dedup();
        let [id] = ids.as_slice() else {
            return Ok(Err(self.which()?));
        };
        Ok(self.load(*id)?.ok_or(ChallengeNote::NoSuch(*id)))
    }

    /// Asks which of the challenges is meant that wait for the author's answer.
    fn which(&self) -> Noted {
        let player = self.player.id;
        let mut open = open_of(self.draft.store, self.draft.decision, player)?;
        open.retain(|one| {
            let place = one.place_of(player).and_then(|at| one.places.get(at));
            place.is_some_and(|place| place.answer.is_none())
        });
        self.which_of(&open)
    }

    fn which_of(&self, open: &[Challenge]) -> Noted {
        if open.is_empty() {
            return Ok(ChallengeNote::NoneOpen);
        }
        let shown = open.iter().map(|one| self.shown(one));
        Ok(ChallengeNote::Which(shown.collect::<Result<_>>()?))
    }
}

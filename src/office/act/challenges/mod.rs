//! Challenges and seeks (`docs/mail-protocol.md`, 'Challenges'): what a line of a player's mail makes of them.
//!
//! | file | contents |
//! |---|---|
//! | `make` | `challenge`, `seek`, `rematch` |
//! | `answer` | `accept`, `join`, `decline`, `counter`, `withdraw` |
//! | `limits` | what players may have open, and write |
//! | `play` | the game that all have said yes to |
//! | `partner` | challenges to the program |
//! | `shown` | a challenge as a reader sees it |
//! | `end` | challenges that end without an answer: by time, by the umpire, because a player leaves; seeks that nobody has joined |
//! | `invited` | people who are no players yet |

use anyhow::Result;

use crate::commands::{Command, Line, Meeting};
use crate::ids::ChallengeId;
use crate::letters::{ChallengeNote, Part, ShownChallenge};
use crate::meeting::Challenge;
use crate::status::ChallengeKind;

use crate::office::MailSession;

mod answer;
pub(in crate::office) mod end;
mod invited;
mod limits;
mod make;
mod partner;
mod play;
mod shown;

/// What a line about a challenge comes to: a note, whether the challenge changes or not.
type Noted = Result<ChallengeNote>;

impl MailSession<'_> {
    /// Carries out a line about challenges; `None`: it is about something else.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(super) fn of_challenges(&mut self, line: &Line) -> Result<Option<Vec<Part>>> {
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
        // The lines below a `decline` go with it.
        let mut unsent = below.is_some() && !matches!(meeting, Meeting::Decline { .. });
        let note = match &meeting {
            // These belong to a game, or are only shown.
            Meeting::Seeks(_) | Meeting::Rematch => return Ok(None),
            Meeting::Challenge(typed) => {
                self.make_challenge(ChallengeKind::Challenge, typed, below, &mut unsent)?
            }
            Meeting::Seek(typed) => {
                self.make_challenge(ChallengeKind::Seek, typed, below, &mut unsent)?
            }
            _ => self.answer_challenge(&meeting, below, &mut unsent)?,
        };
        let words = unsent.then_some(ChallengeNote::WordsUnsent);
        Ok(Some(words.into_iter().chain([note]).map(part).collect()))
    }

    /// Whether the mail answers a letter about a challenge, and no letter of a game.
    fn answers_challenge(&self) -> bool {
        self.games.is_empty() && !self.account.challenges.is_empty()
    }

    /// A challenge as the author sees it.
    fn shown(&self, challenge: &Challenge) -> Result<ShownChallenge> {
        self.draft.shown(challenge, self.player.id)
    }

    /// The challenge that a line is about: the one that it names, else that of the answered letter. A `withdraw` without
    /// either is about the only one that the author has made.
    fn meant(
        &self,
        number: Option<ChallengeId>,
        withdraws: bool,
    ) -> Result<Result<Challenge, ChallengeNote>> {
        let answered = &self.account.challenges;
        let mut ids: Vec<ChallengeId> = match number {
            Some(number) => vec![number],
            None => answered.iter().map(|(id, ..)| *id).collect(),
        };
        ids.sort_unstable();
        ids.dedup();
        if let [id] = ids[..] {
            return Ok(self.draft.challenge(id)?.ok_or(ChallengeNote::NoSuch(id)));
        }
        let player = self.player.id;
        let own = withdraws && answered.is_empty();
        let mut open = self.draft.open_challenges(player)?;
        open.retain(|one| match one.place_of(player) {
            _ if own => one.maker == player,
            Some(at) => one.places[at].answer.is_none(),
            None => false,
        });
        match open.len() {
            0 => Ok(Err(ChallengeNote::NoneOpen)),
            1 if own => Ok(Ok(open.remove(0))),
            _ => {
                let shown = open.iter().map(|one| self.shown(one));
                Ok(Err(ChallengeNote::Which(shown.collect::<Result<_>>()?)))
            }
        }
    }
}

/// A note as a part of an answer.
pub(super) fn part(note: ChallengeNote) -> Part {
    Part::Challenge(Box::new(note))
}

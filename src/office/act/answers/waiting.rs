//! What waits for a `yes` in a game: a question of ours, what others ask for, and what they ask in words.

use anyhow::Result;

use crate::commands::phrases;
use crate::games::{EventKind, Proposal, Request};
use crate::letters::{Content, Either, LetterData, Question, answer_lines};
use crate::store::{EventRow, QuestionRow};

use crate::office::load::people::hides;
use crate::office::load::shown::{settings_of, view_of};
use crate::office::{MailSession, OpenGame};

/// What there is in a game that a `yes` would carry out.
pub(super) struct Waiting {
    /// A question of ours that the answered letter asks.
    pub question: Option<Question>,
    /// Whether others offer a draw.
    pub draw: bool,
    /// What else they ask for.
    pub asked: Vec<Proposal>,
    /// What the author was asked before about their `yes`, by another letter,
    /// at this state of the game.
    pub open: Option<Either>,
}

impl Waiting {
    /// The turns that a question of ours is about.
    pub fn turns(&self, game: &OpenGame) -> Vec<String> {
        match &self.question {
            Some(Question::Doubt { doubt, .. }) => doubt.turns.clone(),
            Some(Question::Either(either)) => either.turns.clone(),
            Some(Question::OtherAddress { lines, .. }) => {
                let requests = lines.iter().flat_map(|(_, requests)| requests);
                let turns = requests.filter_map(|request| match request {
                    Request::Play { turn, .. } => game.stored.game.meaning(turn).ok(),
                    _ => None,
                });
                turns.collect()
            }
            None => Vec::new(),
        }
    }

    /// Whether a `yes` would do what cannot be taken back.
    pub fn is_final(&self) -> bool {
        let revocable = |what: &Proposal| matches!(what, Proposal::Pause | Proposal::Terms(_));
        self.question.is_none() && (self.draw || !self.asked.iter().all(revocable))
    }

    /// The choice that is asked for, before other lines are added to it.
    pub fn either(&self, game: &OpenGame) -> Either {
        match &self.question {
            None => self.open.clone().unwrap_or_else(|| Either {
                agree: answer_lines(self.draw, &self.asked, true),
                ..Either::default()
            }),
            Some(Question::Either(either)) => either.clone(),
            Some(Question::Doubt { doubt, .. }) if !doubt.turns.is_empty() => Either {
                turns: doubt.turns.clone(),
                play: doubt.turns.iter().map(|turn| game.typed(turn)).collect(),
                ..Either::default()
            },
            Some(question) => {
                let lines = question.lines().iter().map(|(line, _)| line);
                let command = match question {
                    Question::Doubt { doubt, .. } => doubt.command.as_ref(),
                    _ => None,
                };
                Either {
                    agree: command
                        .map_or_else(|| lines.cloned().collect(), |one| vec![one.clone()]),
                    ..Either::default()
                }
            }
        }
    }
}

impl MailSession<'_> {
    /// What a `yes` would carry out in a game of the mail; `None`: nothing.
    pub(super) fn waits_for_yes(&self, index: usize) -> Result<Option<Waiting>> {
        let game = &self.games[index];
        let row = self.asked(game.stored.row.id, game.seat)?;
        let question = row.as_ref().map(read).transpose()?;
        let (draw, asked) = game.asks_of_others();
        if question.is_none() && !draw && asked.is_empty() {
            return Ok(None);
        }
        let elsewhere = self.draft.store.question(game.stored.row.id, game.seat.0)?;
        let elsewhere =
            elsewhere.filter(|row| question.is_none() && row.state == game.stored.state);
        let open = match elsewhere.as_ref().map(read).transpose()? {
            Some(Question::Either(either)) => Some(either),
            _ => None,
        };
        Ok(Some(Waiting {
            question,
            draw,
            asked,
            open,
        }))
    }

    /// Whether words of others hold a question: those that the answered letter shows, and those
    /// since the author's last turn, since they may have several letters in front of them.
    pub(super) fn is_asked_in_words(&self, index: usize) -> Result<bool> {
        let game = &self.games[index];
        let own = Some(game.seat.0);
        let events = self.draft.store.events(game.stored.row.id, None)?;
        let of_author = |event: &EventRow| event.seat == own;
        let is = |event: &EventRow, kind: EventKind| event.kind == kind.as_str();
        let mut turns = events.iter().rev().filter(|one| is(one, EventKind::Turn));
        let last = turns
            .find(|one| of_author(one))
            .map_or(0, |event| event.seq);
        let first = self.first_shown(game)?.unwrap_or(last + 1).min(last + 1);
        let chat = settings_of(&game.stored, game.seat).chat();
        let store = self.draft.store;
        for event in events.iter().filter(|event| event.seq >= first) {
            let to_author = event.reader.is_none() || event.reader == own;
            let said = is(event, EventKind::Say) && !of_author(event) && to_author;
            if !said || !phrases::holds_question(&event.text) {
                continue;
            }
            let seats = &game.stored.seats;
            let by = event.seat.and_then(|seat| seats.get(usize::from(seat)));
            // The umpire's words are always shown.
            let Some(by) = by.map(|row| row.player) else {
                return Ok(true);
            };
            let own = self.player.id;
            if chat && !hides(store, own, by)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first event that the newest of the answered letters tells of a game; `None`: it tells none.
    fn first_shown(&self, game: &OpenGame) -> Result<Option<i64>> {
        let mut newest = None;
        for token in &self.tokens {
            newest = newest.max(self.draft.store.letter_of_token(*token)?);
        }
        let letter = newest.map(|id| self.draft.store.letter(id)).transpose()?;
        let Some(letter) = letter.flatten() else {
            return Ok(None);
        };
        let number = game.stored.row.id;
        let first = match (letter.about, &letter.data) {
            (Some(about), _) => (about.game == number).then_some(about.first_event),
            (None, Some(data)) => match LetterData::from_json(data)?.content {
                Content::Digest { sections, .. } => {
                    let own = sections.iter().find(|section| section.game == number);
                    own.map(|section| section.first)
                }
                _ => None,
            },
            (None, None) => None,
        };
        Ok(first.filter(|first| *first > 0))
    }
}

impl OpenGame {
    /// A turn as the author has to write it.
    pub(super) fn typed(&self, turn: &str) -> String {
        view_of(&self.stored).typed(self.seat, turn)
    }
}

/// What a stored question asks.
fn read(row: &QuestionRow) -> Result<Question> {
    Ok(serde_json::from_str(&row.data)?)
}

//! What comes of the lines of a mail, in words.

use std::collections::HashMap;

use anyhow::Result;
use serde::Serialize;

use crate::commands::{Line, without_plans};
use crate::games::{Refusal, StoredGame, variant_of};
use crate::ids::GameId;
use crate::letters::{
    Answer, GameWords, LetterData, Note, Part, PlanPart, challenge_text, help, note_text,
};
use crate::office::shown::view_of;
use crate::office::{Office, stored_game};
use crate::store::{Decision, EventRow, GameRef, NewLetter, Snapshot};
use crate::text::clean;

/// One thing that comes of a line, or of a mail.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    /// `turn`, `resign`, `offer`, `decline`, `claim`, `say`, `abort`: it happens; `refused`, `asked`, `held`,
    /// `dropped`, `query`, `plan`, `not-understood`, `misused`, `note`.
    pub what: String,
    /// The same in words.
    pub text: String,
}

/// The games of a decision, each loaded once.
pub(super) struct Games<'a> {
    office: &'a Office,
    store: &'a dyn Snapshot,
    decision: &'a Decision,
    known: HashMap<GameId, StoredGame>,
}

impl<'a> Games<'a> {
    /// Of a decision that was made on this snapshot.
    pub fn new(office: &'a Office, store: &'a dyn Snapshot, decision: &'a Decision) -> Self {
        Self {
            office,
            store,
            decision,
            known: HashMap::new(),
        }
    }

    /// A game as it is stored.
    ///
    /// # Errors
    /// It cannot be loaded.
    pub fn get(&mut self, game: GameId) -> Result<&StoredGame> {
        if !self.known.contains_key(&game) {
            self.known.insert(game, stored_game(self.store, game)?);
        }
        Ok(&self.known[&game])
    }

    /// The name of a seat as in settings and records: `white`.
    ///
    /// # Errors
    /// The store fails.
    pub fn seat(&self, game: GameId, seat: u8) -> Result<String> {
        // A damaged game has seats, too.
        let row = self.store.game(game)?;
        let variant = row.and_then(|row| variant_of(&row));
        let seats = variant
            .as_ref()
            .map_or_else(Vec::new, |variant| variant.seats());
        let name = seats.get(usize::from(seat)).copied();
        Ok(name.map_or_else(|| seat.to_string(), str::to_owned))
    }

    /// The event with this position in the log of a game, which the decision adds.
    fn event(&self, game: GameId, seq: i64) -> Option<&'a EventRow> {
        let mut changes = self.decision.games.iter();
        let change = changes.find(|change| change.id == game)?;
        let index = usize::try_from(seq - change.expected_seq - 1).ok()?;
        change.events.get(index)
    }

    /// One part of the answer to a line.
    fn outcome(&mut self, game: Option<GameId>, part: &Part) -> Result<Outcome> {
        let voice = self.office.voice();
        let said = |text: String| format!("the letter says: {}", clean(&text, 600));
        let in_letter = |text: &str| format!("the letter says {text}");
        let (what, text) = match part {
            Part::Event(seq) => match game.and_then(|game| self.event(game, *seq)) {
                Some(event) => (event.kind.as_str(), happens(event)),
                None => ("note", format!("event {seq}")),
            },
            Part::Refused(refusal) => {
                let text = match game {
                    // Why a plan is not kept says what is planned.
                    _ if matches!(refusal, Refusal::Plan(_)) => "the plan".to_owned(),
                    Some(game) => {
                        let game = &view_of(self.get(game)?);
                        GameWords { voice, game }.refusal(refusal)
                    }
                    None => String::new(),
                };
                ("refused", format!("refused: {}", clean(&text, 600)))
            }
            Part::Held(held, _) => ("held", format!("{held:?} is kept as beginning of a turn")),
            Part::Dropped(held) => ("dropped", format!("the beginning {held:?} is dropped")),
            Part::Query { .. } => ("query", "the answer stands in the letter".to_owned()),
            Part::NotUnderstood(_) => ("not-understood", in_letter("that it was not understood")),
            Part::Plan(PlanPart::Kept { .. }) => ("plan", "the plan is kept".to_owned()),
            Part::Plan(PlanPart::Cleared { .. }) => (
                "plan",
                "what is planned is dropped, all or a part".to_owned(),
            ),
            Part::Plan(_) => ("plan", in_letter("what is planned")),
            Part::Challenge(note) => (
                "challenge",
                said(challenge_text(voice, note, self.office.games())),
            ),
            Part::Lesson(_) => ("lesson", in_letter("what came of it in the lesson")),
            Part::Misused(hint) => ("misused", clean(&help::hint(hint, voice), 600)),
            Part::Note(note) => {
                let asked = matches!(note, Note::Doubtful(_));
                let game = game.map(|game| self.get(game).map(view_of)).transpose()?;
                let what = if asked { "asked" } else { "note" };
                (
                    what,
                    said(note_text(voice, self.office.games(), game.as_ref(), note)),
                )
            }
        };
        Ok(Outcome {
            what: what.to_owned(),
            text,
        })
    }

    /// What comes of each line of a script, and what is said of the mail as a whole.
    ///
    /// # Errors
    /// A game cannot be loaded.
    pub fn outcomes(&mut self, script: &[Line]) -> Result<(Vec<Vec<Outcome>>, Vec<Outcome>)> {
        let (mut of_lines, mut whole) = (vec![Vec::new(); script.len()], Vec::new());
        let Some((letter, answer)) = answer(self.decision) else {
            return Ok((of_lines, whole));
        };
        let mut next = 0;
        for echo in &answer.echoes {
            let game = echo.game.or(letter);
            let parts = echo.parts.iter().map(|part| self.outcome(game, part));
            let found: Vec<Outcome> = parts.collect::<Result<_>>()?;
            let Some(line) = &echo.line else {
                whole.extend(found);
                continue;
            };
            let own = script.get(next);
            if own.is_some_and(|own| clean(&own.text, 300) == clean(line, 300)) {
                of_lines[next].extend(found);
                next += 1;
                continue;
            }
            // What waited for a `yes` is carried out below that.
            let shown = found.into_iter().map(|one| Outcome {
                text: format!("{:?}: {}", without_plans(line), one.text),
                ..one
            });
            match next.checked_sub(1) {
                Some(last) => of_lines[last].extend(shown),
                None => whole.extend(shown),
            }
        }
        Ok((of_lines, whole))
    }
}

/// The answer to the mail itself, with the game of its letter.
fn answer(decision: &Decision) -> Option<(Option<GameId>, Answer)> {
    decision.letters.iter().find_map(|letter| {
        let data = LetterData::from_json(&letter.data).ok()?;
        let (answer, _) = data.answer(None)?;
        Some((game_of(letter), answer.clone()))
    })
}

/// The game of a letter to a seat.
pub(super) fn game_of(letter: &NewLetter) -> Option<GameId> {
    match letter.seat {
        Some((GameRef::Known(game), _)) => Some(game),
        _ => None,
    }
}

/// An event in words.
fn happens(event: &EventRow) -> String {
    match event.kind.as_str() {
        "turn" => format!("played: {}", event.text),
        "resign" => "the author resigns".to_owned(),
        "offer" => "a draw is offered, or agreed to".to_owned(),
        "decline" => "the draw offer is declined".to_owned(),
        "claim" => "the draw claim is right".to_owned(),
        "say" if event.reader.is_some() => "the words go to one player".to_owned(),
        "say" => "the words go to the others in the game".to_owned(),
        "abort" => "the game is called off".to_owned(),
        other => other.to_owned(),
    }
}

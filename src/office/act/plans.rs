//! Conditional turns in mails: kept, listed and tried. They are played when the game is closed.

use anyhow::Result;

use crate::commands::{Command, Line};
use crate::games::{Decided, PlanFault, Refusal, Request, decide};
use crate::letters::{self, Doubtful, Part, PlanPart};
use crate::text;

use crate::office::act::lines::LONGEST_LINE;
use crate::office::act::requests::requests;
use crate::office::{MailSession, Office, OpenGame};

/// The lines of a mail as the answer repeats them: what is planned is on several.
pub(in crate::office) fn shown(line: &Line) -> String {
    let clean = |line| text::clean(line, LONGEST_LINE);
    let lines: Vec<String> = line.text.lines().map(clean).collect();
    lines.join("\n")
}

impl MailSession<'_> {
    /// What comes of a line about plans; `None` if it is about something else.
    ///
    /// # Errors
    /// An event cannot be applied.
    pub(super) fn of_plans(&mut self, index: usize, line: &Line) -> Result<Option<Vec<Part>>> {
        let shared = self.mail.shared;
        // What was not read may belong to it.
        let cut = self.cut;
        let game = &mut self.games[index];
        let part = match &line.command {
            Command::Plan(_) if shared => {
                Part::Refused(Refusal::Plan(Box::new(PlanFault::SeenByOthers)))
            }
            Command::Plan(_) if cut => Part::Refused(Refusal::Plan(Box::new(PlanFault::Cut))),
            Command::Plan(lines) => return self.keep_plan(index, line, lines).map(Some),
            Command::ClearPlans(_) => {
                let parts = game.does_all(&requests(line), Some(&line.text))?;
                return Ok(Some(parts));
            }
            Command::Plans => Part::Plan(match game.stored.plans(game.seat) {
                Some(plans) => PlanPart::List(plans),
                None => PlanPart::NoList,
            }),
            Command::TestPlans(turns) => {
                Part::Plan(PlanPart::Trial(game.stored.try_plans(game.seat, turns)))
            }
            _ => return Ok(None),
        };
        Ok(Some(vec![part]))
    }

    /// Keeps a plan, or says what has to be answered before.
    fn keep_plan(&mut self, index: usize, line: &Line, lines: &[String]) -> Result<Vec<Part>> {
        let waits = self.waits_for_turn(index);
        let game = &mut self.games[index];
        let (chosen, is_final) = (game.plan_by_settings(lines), game.is_final(lines));
        let (why, would_be) = match chosen {
            Some(Err(note)) => return Ok(vec![Part::Note(note)]),
            _ if waits => (letters::Why::WithTurn, None),
            _ if is_final => (letters::Why::FinalPlan, None),
            Some(Ok(plans)) => (letters::Why::ChosenPlan, Some(plans)),
            None => return game.does_all(&requests(line), Some(&line.text)),
        };
        let mut parts = vec![self.ask(index, line, doubtful(why))];
        parts.extend(would_be.map(|plans| Part::Plan(PlanPart::WouldBe(plans))));
        Ok(parts)
    }

    /// Whether a turn of this mail waits for the author's `yes`: what is planned after it waits with it.
    fn waits_for_turn(&self, index: usize) -> bool {
        let plays = |request: &Request| matches!(request, Request::Play { .. });
        self.asks.iter().any(|(game, question)| {
            let mut lines = question.lines().iter();
            *game == index && lines.any(|(_, requests)| requests.iter().any(plays))
        })
    }
}

fn doubtful(why: letters::Why) -> Doubtful {
    Doubtful {
        turns: Vec::new(),
        why,
        command: None,
    }
}

impl OpenGame {
    /// Whether a plan that could be kept may end the game for its owner.
    fn is_final(&self, lines: &[String]) -> bool {
        let request = Request::Plan(lines.to_vec());
        matches!(
            decide(&self.stored, &self.actor(), &request),
            Decided::Planned { is_final: true, .. }
        )
    }
}

impl Office {
    /// Whether plans are played: not if what is decided is not written, since what others have planned is nobody's to
    /// see.
    pub(in crate::office) fn plays_plans(&self) -> bool {
        self.trace.is_none() && !self.trial
    }

    /// Says whether what is decided from now on is only tried, and not written.
    pub fn set_trial(&mut self, trial: bool) {
        self.trial = trial;
    }
}

//! Words about conditional turns.
//!
//! What shows them begins with `if` or `Plans:`, which `commands::without_plans` blanks up to the next blank
//! line wherever others may read a letter.

use minijinja::context;

use crate::games::{
    Answer, Ended, Event, Happening, MOST_DEPTH, MOST_PAIRS, MOST_PLAYED, Pair, PlanFault, Plans,
    Trial, TrialEnd,
};
use crate::rules::game::Seat;
use crate::text::{SENTENCE, paragraphs};
use crate::words::{kind, unnamed};

use super::data::PlanPart;
use super::game_words::{GameWords, guard};
use super::query::Reply;

/// Deeper pairs are indented no further.
const DEEPEST: usize = 12;

/// A pair as its owner may write it.
fn pair(pair: &Pair) -> String {
    let when = pair.when.as_deref().unwrap_or("any");
    format!("if {when} then {}", answer(&pair.answer))
}

/// An answer as it is written behind `then`.
fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Turn(turn) => turn.clone(),
        Answer::DrawOffer(turn) => format!("draw offer {turn}"),
        Answer::Resign => "resign".to_owned(),
        Answer::DrawAccept => "draw accept".to_owned(),
        Answer::Ask => "ask".to_owned(),
    }
}

/// Plans as a tree with numbers.
fn tree(plans: &Plans) -> Vec<String> {
    let mut lines = Vec::new();
    branch(plans, None, 0, &mut lines);
    lines
}

fn branch(plans: &Plans, parent: Option<u32>, depth: usize, lines: &mut Vec<String>) {
    let indent = " ".repeat(2 * depth.min(DEEPEST));
    for one in plans.following(parent) {
        let text = format!("  {:>3}. {indent}{}", one.number, pair(one));
        lines.extend(paragraphs(&text, SENTENCE, indent.len() + 11));
        branch(plans, Some(one.number), depth + 1, lines);
    }
}

impl GameWords<'_> {
    /// What comes of a line about plans, but for events.
    pub(super) fn plan_reply(&self, part: &PlanPart) -> Reply {
        let say = |name: &str, args| Reply::plain(self.say(name, args));
        match part {
            PlanPart::Kept { added: 0, .. } => say("plans-known", context! {}),
            PlanPart::Kept { pairs, .. } => say("plans-kept", context! { pairs }),
            PlanPart::Cleared { removed, left } => say("plans-cleared", context! { removed, left }),
            PlanPart::List(plans) if !plans.pairs.is_empty() => {
                Reply::with(self.say("plans-list", context! {}), tree(plans))
            }
            PlanPart::WouldBe(plans) => {
                Reply::with(self.say("plans-would-be", context! {}), tree(plans))
            }
            PlanPart::List(_) | PlanPart::NoList => say("plans-none", context! {}),
            PlanPart::Trial(trial) => self.trial(trial),
            PlanPart::Played { .. } => Reply::default(),
        }
    }

    fn trial(&self, trial: &Trial) -> Reply {
        let end = match &trial.end {
            TrialEnd::Answer(Answer::Turn(_) | Answer::DrawOffer(_)) => "ask".to_owned(),
            TrialEnd::Answer(answer) => kind(answer),
            end => kind(end),
        };
        let (turn, reason) = match &trial.end {
            TrialEnd::Illegal { turn, why } | TrialEnd::NotLegal { turn, why } => {
                (Some(turn), Some(self.voice.refusal(why)))
            }
            _ => (None, None),
        };
        let text = self.say("trial-end", context! { end, turn, reason });
        if trial.turns.is_empty() {
            return Reply::plain(text);
        }
        let mut block = vec![format!("  {}", self.say("trial-title", context! {}))];
        block.extend(trial.turns.iter().flat_map(|one| {
            let turn = one.played.to_string();
            let shown = match one.planned {
                true => self.say("turn-planned", context! { turn }),
                false => turn,
            };
            paragraphs(&format!("  {shown}"), SENTENCE, 4)
        }));
        Reply::with(text, block)
    }

    /// Sentences about the plans of a reader: how many turns, or why they have ended; for the end
    /// of the news.
    pub(super) fn plans_of(&self, plans: Option<&(usize, Option<Ended>)>) -> Option<String> {
        let (pairs, ended) = plans.filter(|_| self.game.is_on())?;
        let Some(ended) = ended else {
            return Some(self.say("plans-stand", context! { pairs }));
        };
        let (turn, reason) = match ended {
            Ended::Illegal { turn, why } => (Some(turn), Some(self.voice.refusal(why))),
            Ended::OtherTurn(turn) => (Some(turn), None),
            _ => (None, None),
        };
        let (why, most) = (kind(ended), MOST_PLAYED);
        Some(self.say("plans-ended", context! { why, turn, reason, most }))
    }

    /// What a reader is told of what has happened by a plan.
    pub(super) fn news_planned(&self, happening: &Happening, reader: Seat) -> Vec<String> {
        let (name, seat, turn) = match happening {
            Happening::Turn { seat, played } => ("turn", *seat, Some(played.to_string())),
            Happening::Event(Event::Resign(seat)) if self.game.outcome.is_some() => {
                ("resigned", *seat, None)
            }
            Happening::Event(Event::Offer(seat)) => ("offered", *seat, None),
            Happening::Agreed { seat, .. } => ("agreed", *seat, None),
            other => return self.news(other, false),
        };
        let (who, yours) = (self.player(seat), seat == reader);
        let args = context! { who, yours, turn };
        vec![self.say(&format!("news-planned-{name}"), args)]
    }

    /// Why a plan is not kept, or not cleared.
    pub(super) fn plan_fault(&self, fault: &PlanFault) -> String {
        let tell = |args| self.voice.tell("plan", fault, args);
        match fault {
            PlanFault::Turn {
                label, seat, why, ..
            } => {
                let (seat, reason) = (self.seat(*seat), self.voice.refusal(why));
                let label = label.trim_end_matches('.');
                tell(context! { label, seat, reason })
            }
            PlanFault::WrongNumber { typed, .. } => tell(context! { typed => guard(*typed) }),
            PlanFault::TwoAnswers { one, other, .. } => {
                tell(context! { one => answer(one), other => answer(other) })
            }
            PlanFault::TooLong => tell(context! { pairs => MOST_PAIRS, depth => MOST_DEPTH }),
            _ => tell(unnamed(fault, &["piece", "number"])),
        }
    }
}

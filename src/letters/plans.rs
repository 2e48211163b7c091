//! Words about conditional turns.
//!
//! What shows them begins with `if` or `Plans:`, which `commands::without_plans` blanks up to the next blank
//! line wherever others may read a letter.

use minijinja::context;

use crate::games::{
    Answer, Ended, Happening, MOST_DEPTH, MOST_PAIRS, MOST_PLAYED, Pair, PlanFault, Plans, Trial,
    TrialEnd,
};
use crate::rules::game::Seat;
use crate::text::{SENTENCE, paragraphs};

use super::data::PlanPart;
use super::game_words::{GameWords, guard};
use super::query::Reply;

/// Deeper pairs stand no further to the right.
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
    fn of_plans(&self, name: &str, args: minijinja::Value) -> String {
        self.voice.say(&format!("notices/{name}"), args)
    }

    /// What comes of a line about plans, but for events.
    pub(super) fn plan_reply(&self, part: &PlanPart) -> Reply {
        let say = |name: &str, args| Reply::plain(self.of_plans(name, args));
        match part {
            PlanPart::Kept { added: 0, .. } => say("plans-known", context! {}),
            PlanPart::Kept { pairs, .. } => say("plans-kept", context! { pairs }),
            PlanPart::Cleared { removed, left } => say("plans-cleared", context! { removed, left }),
            PlanPart::List(plans) if !plans.pairs.is_empty() => {
                Reply::with(self.of_plans("plans-list", context! {}), tree(plans))
            }
            PlanPart::WouldBe(plans) => {
                Reply::with(self.of_plans("plans-would-be", context! {}), tree(plans))
            }
            PlanPart::List(_) | PlanPart::NoList => say("plans-none", context! {}),
            PlanPart::Trial(trial) => self.trial(trial),
            PlanPart::Played { .. } => Reply::default(),
        }
    }

    fn trial(&self, trial: &Trial) -> Reply {
        let end = match &trial.end {
            TrialEnd::Waits => "waits",
            TrialEnd::Done => "done",
            TrialEnd::NoAnswer => "no-answer",
            TrialEnd::Answer(Answer::Resign) => "resign",
            TrialEnd::Answer(Answer::DrawAccept) => "draw-accept",
            TrialEnd::Answer(_) => "ask",
            TrialEnd::Over => "over",
            TrialEnd::Illegal { .. } => "illegal",
            TrialEnd::NotLegal { .. } => "not-legal",
            TrialEnd::YourTurn => "your-turn",
        };
        let (turn, reason) = match &trial.end {
            TrialEnd::Illegal { turn, why } => (Some(turn), Some(self.reason(why))),
            TrialEnd::NotLegal { turn, why } => (Some(turn), Some(self.reason(why))),
            _ => (None, None),
        };
        let text = self.of_plans("trial-end", context! { end, turn, reason });
        if trial.turns.is_empty() {
            return Reply::plain(text);
        }
        let mut block = vec![format!("  {}", self.of_plans("trial-title", context! {}))];
        block.extend(trial.turns.iter().flat_map(|one| {
            let turn = one.played.to_string();
            let shown = match one.planned {
                true => self.of_plans("turn-planned", context! { turn }),
                false => turn,
            };
            paragraphs(&format!("  {shown}"), SENTENCE, 4)
        }));
        Reply::with(text, block)
    }

    /// Sentences about the plans of a reader: how many turns, or why they have ended; to stand at the end of the news.
    pub(super) fn plans_of(&self, plans: Option<&(usize, Option<Ended>)>) -> Option<String> {
        let (pairs, ended) = plans.filter(|_| self.game.is_on())?;
        let Some(ended) = ended else {
            return Some(self.of_plans("plans-stand", context! { pairs }));
        };
        let (why, turn, reason) = match ended {
            Ended::Illegal { turn, why } => ("illegal", Some(turn.clone()), Some(self.reason(why))),
            Ended::OtherTurn(turn) => ("other-turn", Some(turn.clone()), None),
            Ended::DrawOffered => ("draw-offered", None, None),
            Ended::TakeBackProposed => ("take-back-proposed", None, None),
            Ended::Changed => ("changed", None, None),
            Ended::TooMany => ("too-many", None, None),
        };
        let most = MOST_PLAYED;
        Some(self.of_plans("plans-ended", context! { why, turn, reason, most }))
    }

    /// What a reader is told of what has happened by a plan.
    #[must_use]
    pub(super) fn news_planned(&self, happening: &Happening, reader: Seat) -> Vec<String> {
        let (name, seat, turn) = match happening {
            Happening::Turn { seat, played } => ("turn", *seat, Some(played.to_string())),
            Happening::Resigned(seat) if self.game.outcome.is_some() => ("resigned", *seat, None),
            Happening::Offered(seat) => ("offered", *seat, None),
            Happening::Agreed { seat, .. } => ("agreed", *seat, None),
            other => return self.news(other, false),
        };
        let (who, yours) = (self.player(seat), seat == reader);
        let args = context! { who, yours, turn };
        vec![self.of_plans(&format!("news-planned-{name}"), args)]
    }

    /// Why a plan is not kept, or not cleared.
    pub(super) fn plan_fault(&self, fault: &PlanFault) -> String {
        let (name, args) = match fault {
            PlanFault::Elsewhere => ("elsewhere", context! {}),
            PlanFault::SeenByOthers => ("seen-by-others", context! {}),
            PlanFault::Cut => ("cut", context! {}),
            PlanFault::YourTurn => ("your-turn", context! {}),
            PlanFault::WithoutThen { piece, before } => {
                ("without-then", context! { piece, before })
            }
            PlanFault::SecondIf { before, piece } => ("second-if", context! { before, piece }),
            PlanFault::TwoThens(piece) => ("two-thens", context! { piece }),
            PlanFault::Half(piece) => ("half", context! { piece }),
            PlanFault::AfterEnd { piece, next } => ("after-end", context! { piece, next }),
            PlanFault::Turn {
                piece,
                turn,
                label,
                seat,
                own,
                why,
            } => {
                let (seat, reason) = (self.seat(*seat), self.reason(why));
                let label = label.trim_end_matches('.');
                ("turn", context! { piece, turn, label, seat, own, reason })
            }
            PlanFault::Unreadable { piece, turn } => ("unreadable", context! { piece, turn }),
            PlanFault::Doubtful { piece, turn, means } => {
                ("doubtful", context! { piece, turn, means })
            }
            PlanFault::WrongNumber { piece, typed, due } => {
                let typed = guard(*typed);
                ("wrong-number", context! { piece, typed, due })
            }
            PlanFault::Over { piece } => ("over", context! { piece }),
            PlanFault::TwoAnswers {
                when,
                one,
                other,
                number,
            } => {
                let (one, other) = (answer(one), answer(other));
                ("two-answers", context! { when, one, other, number })
            }
            PlanFault::OnePair => ("one-pair", context! {}),
            PlanFault::TooLong => {
                let (pairs, depth) = (MOST_PAIRS, MOST_DEPTH);
                ("too-long", context! { pairs, depth })
            }
            PlanFault::TooMuch => ("too-much", context! {}),
            PlanFault::NoSuchPair(number) => ("no-such-pair", context! { number }),
            PlanFault::Nothing => ("nothing", context! {}),
        };
        self.of_plans(&format!("plan-{name}"), args)
    }
}

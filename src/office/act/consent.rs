//! What needs the consent of others, as lines of mails say it.

use anyhow::Result;

use crate::commands::{Command, Consent, Line, TimeOffer};
use crate::games::{Decided, Proposal, Request, Topic, Wish, decide};
use crate::letters::{Doubtful, Note, Part, Why};
use crate::rules::game::Seat;
use crate::time::Terms;

use crate::office::OpenGame;
use crate::office::act::requests::said;

/// What a command requests that needs the consent of others, or gives it.
pub(in crate::office) fn request(command: &Command) -> Option<Request> {
    let answer = |consent: &Consent, wish: Wish, topic: Topic| match consent {
        Consent::Ask => Request::Propose(wish),
        Consent::Accept => Request::Agree(topic),
        Consent::Decline => Request::Disagree(topic),
    };
    Some(match command {
        Command::Undo(consent) => answer(consent, Wish::TakeBack, Topic::TakeBack),
        Command::Pause(consent) => answer(consent, Wish::Pause, Topic::Pause),
        Command::Time(TimeOffer::Offer(terms)) => Request::Propose(Wish::Terms(terms.clone())),
        Command::Time(TimeOffer::Accept) => Request::Agree(Topic::Terms),
        Command::Time(TimeOffer::Decline) => Request::Disagree(Topic::Terms),
        Command::Resume => Request::Resume,
        Command::Forgive => Request::Forgive,
        Command::RefusePoints => Request::RefusePoints,
        Command::AddTime(length) => Request::AddTime(length.clone()),
        _ => return None,
    })
}

/// How a question names such a command.
pub(in crate::office) fn written(command: &Command) -> Option<String> {
    let answer = |verb: &str, consent: &Consent| match consent {
        Consent::Ask => verb.to_owned(),
        Consent::Accept => format!("{verb} accept"),
        Consent::Decline => format!("{verb} decline"),
    };
    Some(match command {
        Command::Undo(consent) => answer("undo", consent),
        Command::Pause(consent) => answer("pause", consent),
        Command::Time(TimeOffer::Offer(terms)) => format!("time {terms}"),
        Command::Time(TimeOffer::Accept) => answer("time", &Consent::Accept),
        Command::Time(TimeOffer::Decline) => answer("time", &Consent::Decline),
        Command::AddTime(length) => format!("addtime {length}"),
        Command::RefusePoints => "refuse points".to_owned(),
        _ => return None,
    })
}

/// The lines in the order in which they are carried out. A turn ends what waits for agreement, so
/// that what is asked for above a turn is asked for after it.
pub(super) fn in_order(lines: &[Line]) -> Vec<&Line> {
    let asks = |line: &Line| {
        matches!(
            line.command,
            Command::Pause(Consent::Ask) | Command::Time(TimeOffer::Offer(_))
        )
    };
    let last_turn = |game: Option<i64>| {
        let is_turn = |line: &Line| matches!(line.command, Command::Turn { .. });
        (lines.iter()).rposition(|line| is_turn(line) && line.game == game)
    };
    let place = |(at, line): &(usize, &Line)| match last_turn(line.game) {
        Some(turn) if asks(line) && turn > *at => (turn, true),
        _ => (*at, false),
    };
    let mut ordered: Vec<(usize, &Line)> = lines.iter().enumerate().collect();
    ordered.sort_by_key(place);
    ordered.into_iter().map(|(_, line)| line).collect()
}

impl OpenGame {
    /// The doubt about terms that leave little time for a turn, where they would be offered.
    pub(super) fn is_fast(&self, line: &Line) -> Option<Doubtful> {
        let Command::Time(TimeOffer::Offer(typed)) = &line.command else {
            return None;
        };
        let terms = Terms::read(typed).ok().flatten()?;
        let offer = Request::Propose(Wish::Terms(typed.clone()));
        let done = decide(&self.stored, &self.actor(), &offer);
        (terms.is_fast() && matches!(done, Decided::Done(_))).then(|| Doubtful {
            turns: Vec::new(),
            why: Why::Fast,
            command: Some(format!("time {terms}")),
        })
    }

    /// Whether others offer the author a draw, and what else they ask for, as far as the answered letter shows it.
    pub(super) fn asks_of_others(&self) -> (bool, Vec<Proposal>) {
        let unseen = self.stored.offers_since(self.shown);
        let other = |seat: &Seat| *seat != self.seat && !unseen.contains(seat);
        let draw = self.stored.offers.iter().any(other);
        let asked = self.stored.proposed_to(self.seat, self.shown);
        (
            draw,
            asked.into_iter().map(|one| one.what.clone()).collect(),
        )
    }

    /// A `yes` or `no` to a letter that asks nothing answers what it shows that others offer or ask for.
    pub(super) fn answer_offer(&mut self, line: &Line) -> Result<Vec<Part>> {
        let (draw, asked) = self.asks_of_others();
        let agrees = line.command == Command::Yes;
        // `yes, add` speaks of an address.
        if line.command == Command::YesAdd || asked.is_empty() && !draw {
            return Ok(vec![Part::Note(Note::NothingAsked)]);
        }
        let request = match (asked.as_slice(), draw) {
            ([], _) if agrees => Request::AcceptDraw,
            ([], _) => Request::DeclineDraw,
            ([only], false) if agrees => Request::Agree(only.topic()),
            ([only], false) => Request::Disagree(only.topic()),
            _ => {
                let which = Note::WhichAnswer {
                    draw,
                    asked,
                    agrees,
                };
                return Ok(vec![Part::Note(which)]);
            }
        };
        let mut all = vec![request];
        all.extend(said(line));
        self.does_all(&all, Some(&line.text))
    }
}

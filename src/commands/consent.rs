//! Reads commands about what needs the consent of others: `undo`, `pause`, `time`, `forgive`, `addtime`.

use super::line::Certainty;
use super::shapes::{Arguments, Reading, sure};
use super::{Command, Draw};

/// Words that are used in terms of time, besides numbers and signs.
const TERMS: &[&str] = &[
    "d", "day", "days", "h", "hour", "hours", "m", "min", "minutes", "move", "moves", "turn",
    "turns", "per", "each", "a", "for", "max", "grace", "no", "leave", "weekdays", "none",
];

/// What a line says of something that needs the consent of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// It asks for it.
    Ask,
    /// It agrees to what another player has asked for.
    Accept,
    /// It declines what another player has asked for.
    Decline,
}

/// What a line about the terms of time says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeOffer {
    /// It offers these, as written.
    Offer(String),
    /// It agrees to those that another player has offered.
    Accept,
    /// It declines those that another player has offered.
    Decline,
}

impl Command {
    /// Whether it asks the others for something about clocks or taking back, answers that, or gives time.
    #[must_use]
    pub fn concerns_others(&self) -> bool {
        matches!(
            self,
            Self::Undo(_)
                | Self::Pause(_)
                | Self::Resume
                | Self::Time(_)
                | Self::Forgive
                | Self::AddTime(_)
        )
    }

    /// Whether it is about taking back, so that a turn below it may be meant to take the place of another one.
    pub(super) fn takes_back(&self) -> bool {
        matches!(self, Self::Undo(Consent::Ask | Consent::Accept))
    }

    /// Whether it cannot be taken back once it is done, and is no turn.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(
            self,
            Self::Resign
                | Self::Draw(Draw::Accept)
                | Self::Undo(Consent::Accept)
                | Self::Forgive
                | Self::AddTime(_)
                | Self::RefusePoints
        )
    }
}

/// `accept`, `decline`, or nothing, which asks.
fn consent(a: &Arguments) -> Option<Consent> {
    Some(match a.plain() {
        "" => Consent::Ask,
        "accept" | "accepted" => Consent::Accept,
        "decline" | "declined" | "refuse" | "reject" => Consent::Decline,
        _ => return None,
    })
}

/// A line that is prose, though it begins with the word of a command.
fn prose() -> Option<Reading> {
    Some((Command::Unrecognised, Certainty::None))
}

pub(super) fn undo(a: &Arguments) -> Option<Reading> {
    sure(Command::Undo(consent(a)?))
}

/// `Pause for a moment and look at f7` is prose.
pub(super) fn pause(a: &Arguments) -> Option<Reading> {
    match consent(a) {
        Some(consent) => sure(Command::Pause(consent)),
        None if a.count(0..=1) => None,
        None => prose(),
    }
}

pub(super) fn resume(a: &Arguments) -> Option<Reading> {
    match a.are(&[""]) {
        true => sure(Command::Resume),
        false if a.count(0..=1) => None,
        false => prose(),
    }
}

/// `Time flies` is prose, and `time 0d/move` is an offer that is refused.
pub(super) fn time(a: &Arguments) -> Option<Reading> {
    let offer = match consent(a) {
        Some(Consent::Ask) => return None,
        Some(Consent::Accept) => TimeOffer::Accept,
        Some(Consent::Decline) => TimeOffer::Decline,
        None if a.begin_with_digit() || a.are(&["none"]) => TimeOffer::Offer(a.plain().to_owned()),
        None => return prose(),
    };
    let of_terms = |word: &str| {
        let bare = |c: char| c.is_ascii_digit() || "/+,".contains(c);
        word.split(bare)
            .all(|part| part.is_empty() || TERMS.contains(&part))
    };
    let certainty = match &offer {
        TimeOffer::Offer(terms) if !terms.split(' ').all(of_terms) => Certainty::Loose,
        _ => Certainty::Sure,
    };
    Some((Command::Time(offer), certainty))
}

/// `Forgive me for the delay` is prose.
pub(super) fn forgive(a: &Arguments) -> Option<Reading> {
    match a.are(&[""]) {
        true => sure(Command::Forgive),
        false => prose(),
    }
}

/// `Refuse to believe it` is prose, and `refuse` alone answers an offer.
pub(super) fn refuse_points(a: &Arguments) -> Option<Reading> {
    match a.are(&["points", "the points"]) {
        true => sure(Command::RefusePoints),
        false => prose(),
    }
}

pub(super) fn add_time(a: &Arguments) -> Option<Reading> {
    let fits = a.begin_with_digit() && a.count(1..=4);
    fits.then(|| (Command::AddTime(a.plain().to_owned()), Certainty::Sure))
}

//! One of each thing that happens to clocks, or by consent.

use anyhow::Result;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use crate::games::{
    Account, After, Clocks, ConsentRefusal, CreditReason, Event, EventTime, Happening, Proposal,
    ReopenReason, StoredGame, TimeHappening, Topic,
};
use crate::letters::clock::Present;
use crate::letters::data::Notice;
use crate::letters::game_words::GameWords;
use crate::letters::notes;
use crate::store::EventRow;
use crate::time::Terms;
use crate::time::account::Parts;
use crate::words::Voice;

use super::games::turn;
use super::lists::{BLACK, WHITE, chain};

/// Every proposal.
pub(super) fn proposals() -> Vec<Proposal> {
    chain(Proposal::TakeBack, |last| {
        Some(match last {
            Proposal::TakeBack => Proposal::Pause,
            Proposal::Pause => Proposal::Terms(TERMS[0].to_owned()),
            Proposal::Terms(terms) => {
                let mut further = TERMS.iter().skip_while(|text| *text != terms).skip(1);
                match further.next() {
                    Some(next) => Proposal::Terms((*next).to_owned()),
                    None => Proposal::Forgive,
                }
            }
            Proposal::Forgive => Proposal::AddTime(90_000),
            Proposal::AddTime(_) => return None,
        })
    })
}

/// Everything that an event about time can bring about.
pub(super) fn happenings() -> Vec<Happening> {
    let turns = || vec!["3. e2-e4".to_owned(), "3... e7-e5".to_owned()];
    let credit = |why| TimeHappening::Credited {
        seat: WHITE,
        seconds: 86_400,
        why,
    };
    let flag = |drawn| TimeHappening::Flagged { seat: WHITE, drawn };
    let reopened = |why| TimeHappening::Reopened { seat: WHITE, why };
    let of_proposals = proposals().into_iter().flat_map(|what| {
        let proposed = TimeHappening::Proposed {
            seat: WHITE,
            what: what.clone(),
            turns: turns(),
        };
        let agreed = TimeHappening::AgreedTo {
            seat: BLACK,
            what: what.clone(),
            turns: turns(),
        };
        let refused = TimeHappening::Refused {
            seat: BLACK,
            what: what.clone(),
            turns: turns(),
        };
        let seats = [WHITE, BLACK].into_iter();
        let lapsed = seats.map(move |seat| TimeHappening::Lapsed {
            seat,
            what: what.clone(),
        });
        [proposed, agreed, refused].into_iter().chain(lapsed)
    });
    let taken_back = TimeHappening::TurnsTakenBack {
        seat: WHITE,
        turns: turns(),
    };
    let others = chain(taken_back, |last| {
        Some(match last {
            TimeHappening::TurnsTakenBack { .. } => TimeHappening::Paused {
                by: Some(BLACK),
                reason: String::new(),
            },
            TimeHappening::Paused { by: Some(_), .. } => TimeHappening::Paused {
                by: None,
                reason: "The server moves.".to_owned(),
            },
            TimeHappening::Paused { by: None, .. } => TimeHappening::Resumed { by: Some(WHITE) },
            TimeHappening::Resumed { by: Some(_) } => TimeHappening::Resumed { by: None },
            TimeHappening::Resumed { by: None } => TimeHappening::Terms("3d/move".to_owned()),
            TimeHappening::Terms(terms) if terms != "none" => {
                TimeHappening::Terms("none".to_owned())
            }
            TimeHappening::Terms(_) => credit(CreditReason::Forgive),
            TimeHappening::Credited { why, .. } => match why {
                CreditReason::Forgive => credit(CreditReason::AddTime),
                CreditReason::AddTime => credit(CreditReason::Outage),
                CreditReason::Outage => credit(CreditReason::Umpire),
                CreditReason::Umpire => TimeHappening::Grace(WHITE),
            },
            TimeHappening::Grace(_) => flag(false),
            TimeHappening::Flagged { drawn: false, .. } => flag(true),
            TimeHappening::Flagged { drawn: true, .. } => reopened(ReopenReason::InTime),
            TimeHappening::Reopened { why, .. } => match why {
                ReopenReason::InTime => reopened(ReopenReason::Forgiven),
                ReopenReason::Forgiven => return None,
            },
            TimeHappening::Proposed { .. }
            | TimeHappening::AgreedTo { .. }
            | TimeHappening::Refused { .. }
            | TimeHappening::Lapsed { .. } => return None,
        })
    });
    of_proposals.chain(others).map(Happening::Time).collect()
}

/// What happens to clocks, and by consent.
pub(super) fn scenes() -> [Vec<Event>; 6] {
    let propose = |seat, what: &Proposal| Event::Propose {
        seat,
        what: what.clone(),
    };
    let both = |what: Proposal| [propose(WHITE, &what), propose(BLACK, &what)];
    let credit = |why| Event::Credit {
        seat: WHITE,
        seconds: 86_400,
        why,
    };
    let reasons = [
        CreditReason::Forgive,
        CreditReason::AddTime,
        CreditReason::Outage,
        CreditReason::Umpire,
    ];
    let terms = || Proposal::Terms("3d/move".to_owned());
    let asked = [
        Event::Terms("5d/move".to_owned()),
        turn(WHITE, "e2-e4"),
        propose(WHITE, &Proposal::TakeBack),
        Event::Refuse {
            seat: BLACK,
            what: Proposal::TakeBack,
        },
        propose(WHITE, &Proposal::TakeBack),
        Event::TakeBack(WHITE),
    ];
    let paused = both(Proposal::Pause).into_iter().chain([
        Event::Pause {
            by: Some(BLACK),
            reason: String::new(),
        },
        Event::Resume { by: Some(WHITE) },
        Event::Pause {
            by: None,
            reason: "The server moves.".to_owned(),
        },
        Event::Resume { by: None },
    ]);
    let agreed = both(terms())
        .into_iter()
        .chain([Event::Terms("3d/move".to_owned())])
        .chain(both(Proposal::Forgive))
        .chain(both(Proposal::AddTime(90_000)))
        .chain(reasons.map(credit));
    let flag = |drawn| Event::Flag { seat: WHITE, drawn };
    let reopen = |why| Event::Reopen { seat: WHITE, why };
    let flags = vec![
        Event::Grace(WHITE),
        flag(false),
        reopen(ReopenReason::InTime),
        flag(true),
        reopen(ReopenReason::Forgiven),
        flag(false),
    ];
    let asked = asked.into_iter().chain(paused).collect();
    let lapsed = propose(BLACK, &Proposal::Pause);
    let stands = vec![
        Event::Terms("5d/move".to_owned()),
        lapsed,
        turn(WHITE, "e2-e4"),
        propose(WHITE, &Proposal::TakeBack),
        propose(BLACK, &Proposal::Pause),
        propose(WHITE, &terms()),
    ];
    let paused = |by| {
        let reason = String::new();
        vec![
            Event::Terms("5d/move".to_owned()),
            Event::Pause { by, reason },
        ]
    };
    let by_all = paused(Some(BLACK));
    [asked, agreed.collect(), flags, stands, by_all, paused(None)]
}

/// The first of the reasons why nothing is proposed, agreed to, or given.
pub(super) fn first_refusal() -> ConsentRefusal {
    ConsentRefusal::SaidAlready(Topic::TakeBack)
}

/// The next one after another.
pub(super) fn next_refusal(last: &ConsentRefusal) -> Option<ConsentRefusal> {
    let terms = || "3d/move".to_owned();
    Some(match last {
        ConsentRefusal::SaidAlready(Topic::TakeBack) => ConsentRefusal::SaidAlready(Topic::Forgive),
        ConsentRefusal::SaidAlready(_) => ConsentRefusal::AnswerFirst(BLACK),
        ConsentRefusal::AnswerFirst(_) => ConsentRefusal::NoTurn,
        ConsentRefusal::NoTurn => ConsentRefusal::LeftSince(BLACK),
        ConsentRefusal::LeftSince(_) => ConsentRefusal::NothingAsked(Topic::TakeBack),
        ConsentRefusal::NothingAsked(topic) => match topic {
            Topic::TakeBack => ConsentRefusal::NothingAsked(Topic::Pause),
            Topic::Pause => ConsentRefusal::NothingAsked(Topic::Terms),
            Topic::Terms => ConsentRefusal::NothingAsked(Topic::Forgive),
            Topic::Forgive => ConsentRefusal::NothingAsked(Topic::AddTime),
            Topic::AddTime => ConsentRefusal::NotSeen,
        },
        ConsentRefusal::NotSeen => ConsentRefusal::WhichTerms(vec![terms(), "none".to_owned()]),
        ConsentRefusal::WhichTerms(_) => ConsentRefusal::NoClock,
        ConsentRefusal::NoClock => ConsentRefusal::NoClockYet,
        ConsentRefusal::NoClockYet => ConsentRefusal::PausedAlready,
        ConsentRefusal::PausedAlready => ConsentRefusal::NotPaused,
        ConsentRefusal::NotPaused => ConsentRefusal::PausedByUmpire,
        ConsentRefusal::PausedByUmpire => ConsentRefusal::NoTerms(NO_TERMS[0].to_owned()),
        ConsentRefusal::NoTerms(typed) => {
            let mut typed_next = NO_TERMS.iter().skip_while(|text| **text != typed).skip(1);
            match typed_next.next() {
                Some(next) => ConsentRefusal::NoTerms((*next).to_owned()),
                None => ConsentRefusal::SameTerms(terms()),
            }
        }
        ConsentRefusal::SameTerms(terms) if terms != "none" => {
            ConsentRefusal::SameTerms("none".to_owned())
        }
        ConsentRefusal::SameTerms(_) => ConsentRefusal::OwnTime,
        ConsentRefusal::OwnTime => ConsentRefusal::TooLate,
        ConsentRefusal::TooLate => ConsentRefusal::NoLength("2x".to_owned()),
        ConsentRefusal::NoLength(_) => ConsentRefusal::TooMuch(90_000),
        ConsentRefusal::TooMuch(left) if *left > 0 => ConsentRefusal::TooMuch(0),
        ConsentRefusal::TooMuch(_) => ConsentRefusal::AtMaximum(WHITE),
        ConsentRefusal::AtMaximum(_) => ConsentRefusal::NothingToGive,
        ConsentRefusal::NothingToGive => return None,
    })
}

/// Terms of time with each part that they can have.
const TERMS: &[&str] = &[
    "3d/move",
    "30d+1d12h/move max 40d grace 2d turn max 20d no leave weekdays",
    "30d+0m/move",
    "10/30d",
    "none",
];

/// Texts that are no terms of time, each for another reason, and with every part that a reason can name.
const NO_TERMS: &[&str] = &[
    "soon",
    "3d/move soon",
    "3d/move grace",
    "3d/move grace now",
    "0d/move",
    "0d+1d/move",
    "3d+9999d/move",
    "10/0d",
    "0/3d",
    "3d+1d/move max 0d",
    "3d+1d/move max 2d",
    "3d/move max 5d",
    "3d/move turn max 0d",
    "3d/move no leave no leave",
    "3d/move weekdays weekdays",
];

/// What is said of clocks: they run, stand at zero, stand still, and what turns took.
///
/// # Errors
/// The game cannot be replayed.
pub(super) fn clocks(voice: Voice<'_>, mut stored: StoredGame) -> Result<Vec<String>> {
    let begun = DateTime::UNIX_EPOCH;
    let longest_gap = TimeDelta::hours(2);
    let at = |days: i64| Present {
        now: begun + TimeDelta::days(days),
        longest_gap,
    };
    let terms = Terms::read("3d/move grace 2d").ok().flatten();
    stored.clocks = Clocks::new(terms, stored.seats.len(), begun);
    stored.known.left = Some(begun);
    let words = GameWords {
        voice,
        stored: &stored,
    };
    let mut all = notes::notice(&words, WHITE, &Notice::NewGame);
    let mut say = |stored: &StoredGame, present: &Present| -> Result<()> {
        let words = GameWords { voice, stored };
        let events = [turn_with_account(begun)?, credit(begun)];
        for seat in [WHITE, BLACK] {
            all.extend(words.deadline(seat, present));
            for events in [events.to_vec(), Vec::new()] {
                let log = crate::games::GameLog {
                    row: stored.row.clone(),
                    seats: stored.seats.clone(),
                    events,
                    ..Default::default()
                };
                let (title, lines) = words.clock(seat, &log, present)?;
                all.push(title);
                all.extend(lines);
            }
        }
        Ok(())
    };
    for days in [0, 4] {
        say(&stored, &at(days))?;
    }
    stored.known.asked = Some(begun + TimeDelta::days(3));
    say(&stored, &at(3))?;
    stored.known.asked = None;
    say(&stored, &at(6))?;
    stored.clocks.next_terms = Some(None);
    stored.known.untrusted = true;
    say(&stored, &at(0))?;
    let moment = EventTime {
        at: begun,
        came: begun,
        longest_gap,
    };
    let pause = Event::Pause {
        by: Some(WHITE),
        reason: String::new(),
    };
    let after = After {
        seq: 1,
        turns: stored.turns.len(),
        to_move: WHITE,
        moved: WHITE,
    };
    stored.clocks.follow(&pause, &moment, None, after)?;
    say(&stored, &at(1))?;
    Ok(all)
}

/// Time that is given.
fn credit(begun: DateTime<Utc>) -> EventRow {
    EventRow {
        seq: 2,
        state: 2,
        at: begun.to_rfc3339_opts(SecondsFormat::Secs, true),
        arrived_at: None,
        kind: "credit".to_owned(),
        seat: Some(0),
        reader: None,
        text: "umpire 86400".to_owned(),
        typed: None,
        mail: None,
        actor: Some("umpire".to_owned()),
        time: None,
    }
}

/// A turn whose time has gone into every part.
fn turn_with_account(begun: DateTime<Utc>) -> Result<EventRow> {
    let parts = Parts {
        unsent: 60,
        outage: 7_200,
        pause: 86_400,
        leave: 86_400,
        weekend: 86_400,
        charge: 300_000,
    };
    let account = Account {
        given: begun,
        left: Some(begun + TimeDelta::seconds(60)),
        came: begun + TimeDelta::seconds(parts.total()),
        parts,
        zero: 259_200,
        grace: 40_800,
        bank: 259_200,
        planned: false,
        untrusted: false,
    };
    let at = account.came.to_rfc3339_opts(SecondsFormat::Secs, true);
    Ok(EventRow {
        seq: 1,
        state: 1,
        at,
        arrived_at: None,
        kind: "turn".to_owned(),
        seat: Some(0),
        reader: None,
        text: "e2-e4".to_owned(),
        typed: None,
        mail: None,
        actor: None,
        time: Some(serde_json::to_string(&account)?),
    })
}

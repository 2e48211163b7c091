//! Decides about what needs the consent of others.

use crate::games::clock_facts::Standstill;
use crate::games::consent::{ConsentRefusal, MOST_ADDED, Topic, Wish};
use crate::games::event::{CreditReason, Event, Proposal, ReopenReason};
use crate::games::request::{Actor, Closure, Decided, PointsRefusal, Refusal};
use crate::games::stored_game::{Proposed, StoredGame};
use crate::rules::{Seat, outcome::Reason};
use crate::text::clean;
use crate::time::{Length, LengthError, Terms};

use super::{LONGEST_REASON, done, require_current, require_open, seat_of};

/// At most this many characters of what was typed are repeated.
const LONGEST_TYPED: usize = 80;

fn refused<T>(why: ConsentRefusal) -> Result<T, Refusal> {
    Err(Refusal::Consent(why))
}

fn require(fulfilled: bool, why: ConsentRefusal) -> Result<(), Refusal> {
    super::require(fulfilled, Refusal::Consent(why))
}

/// A seat asks the others for something. Asking for the same as another seat agrees to it, but for turns that are
/// to be taken back: each seat means its own.
pub(super) fn propose(game: &StoredGame, actor: &Actor, wish: &Wish) -> Result<Decided, Refusal> {
    require_open(game, actor)?;
    let seat = seat_of(game, actor);
    let what = match wish {
        Wish::TakeBack => taking_back(game, seat)?,
        Wish::Pause => pausing(game)?,
        Wish::Terms(typed) => other_terms(game, typed)?,
    };
    say(game, seat, what)
}

fn taking_back(game: &StoredGame, seat: Seat) -> Result<Proposal, Refusal> {
    let asked = standing(game, Topic::TakeBack).next();
    if let Some(other) = asked.and_then(|asked| asked.by.first())
        && *other != seat
    {
        return refused(ConsentRefusal::AnswerFirst(*other));
    }
    require(!game.turns_since(seat).is_empty(), ConsentRefusal::NoTurn)?;
    match game.left_since(seat) {
        Some(left) => refused(ConsentRefusal::LeftSince(left)),
        None => Ok(Proposal::TakeBack),
    }
}

fn pausing(game: &StoredGame) -> Result<Proposal, Refusal> {
    require_clock(game)?;
    require(game.standstill().is_none(), ConsentRefusal::PausedAlready)?;
    Ok(Proposal::Pause)
}

fn other_terms(game: &StoredGame, typed: &str) -> Result<Proposal, Refusal> {
    let typed = clean(typed, LONGEST_TYPED);
    let Ok(read) = Terms::read(&typed) else {
        return refused(ConsentRefusal::NoTerms(typed));
    };
    let terms = Terms::written(read.as_ref());
    let same = ConsentRefusal::SameTerms(terms.clone());
    require(game.terms_to_come() != read.as_ref(), same)?;
    Ok(Proposal::Terms(terms))
}

/// A seat agrees to what another one has asked for.
pub(super) fn agree(game: &StoredGame, actor: &Actor, topic: Topic) -> Result<Decided, Refusal> {
    if matches!(topic, Topic::Forgive | Topic::AddTime) {
        require_grantable(game, actor)?;
    } else {
        require_open(game, actor)?;
    }
    let seat = seat_of(game, actor);
    let open = |one: &&Proposed| game.have_not_agreed(one).contains(&seat);
    let mut asked = standing(game, topic).filter(open);
    let what = match (asked.next(), asked.next()) {
        // What the letter showed may have been something else: other terms, fewer turns.
        (Some(only), None) if !is_shown(actor, only) => return refused(ConsentRefusal::NotSeen),
        (Some(only), None) => only.what.clone(),
        (None, _) => {
            let agreed = |one: &Proposed| one.by.contains(&seat) && !one.is_of(seat);
            return refused(match standing(game, topic).any(agreed) {
                true => ConsentRefusal::SaidAlready(topic),
                false => ConsentRefusal::NothingAsked(topic),
            });
        }
        _ => return refused(ConsentRefusal::WhichTerms(terms_proposed_to(game, seat))),
    };
    say(game, seat, what)
}

/// Whether the letter that is answered showed a request.
fn is_shown(actor: &Actor, asked: &Proposed) -> bool {
    match actor {
        Actor::Seat { shown, .. } => asked.state <= *shown,
        Actor::Umpire => true,
    }
}

fn terms_proposed_to(game: &StoredGame, seat: Seat) -> Vec<String> {
    let terms = |one: &Proposed| match &one.what {
        Proposal::Terms(terms) => Some(terms.clone()),
        _ => None,
    };
    let asked = game.proposed_to(seat, game.state).into_iter();
    asked.filter_map(terms).collect()
}

/// A seat declines what others have asked for.
pub(super) fn decline(game: &StoredGame, actor: &Actor, topic: Topic) -> Result<Decided, Refusal> {
    require_open(game, actor)?;
    let seat = seat_of(game, actor);
    let of_others = standing(game, topic).filter(|one| !one.is_of(seat));
    let refuse = |one: &Proposed| Event::Refuse {
        seat,
        what: one.what.clone(),
    };
    let events: Vec<Event> = of_others.map(refuse).collect();
    require(!events.is_empty(), ConsentRefusal::NothingAsked(topic))?;
    Ok(Decided::Done(events))
}

fn standing(game: &StoredGame, topic: Topic) -> impl Iterator<Item = &Proposed> {
    let proposals = game.proposals.iter();
    proposals.filter(move |one| one.what.topic() == topic)
}

/// A seat says that it wants something. Where it is the last one to say so, that is done.
fn say(game: &StoredGame, seat: Seat, what: Proposal) -> Result<Decided, Refusal> {
    let topic = what.topic();
    let said = game.proposals.iter().find(|known| known.what == what);
    let said_by = said.map_or(&[][..], |said| &said.by);
    require(!said_by.contains(&seat), ConsentRefusal::SaidAlready(topic))?;
    let mut missing = game.have_to_agree(topic);
    missing.retain(|other| *other != seat && !said_by.contains(other));
    let done = match missing.is_empty() {
        false => Vec::new(),
        true => brought_about(game, seat, said_by.first().copied(), &what)?,
    };
    // Time that one alone can give is given without being proposed.
    let alone = said.is_none() && missing.is_empty();
    let propose = (!alone).then_some(Event::Propose { seat, what });
    Ok(Decided::Done(propose.into_iter().chain(done).collect()))
}

/// What happens when all have agreed: `last` the last one, `first` the one that has asked.
fn brought_about(
    game: &StoredGame,
    last: Seat,
    first: Option<Seat>,
    what: &Proposal,
) -> Result<Vec<Event>, Refusal> {
    let (seconds, why) = match what {
        Proposal::TakeBack => return Ok(vec![Event::TakeBack(first.unwrap_or(last))]),
        Proposal::Pause => {
            let (by, reason) = (Some(last), String::new());
            return Ok(vec![Event::Pause { by, reason }]);
        }
        Proposal::Terms(terms) => return Ok(vec![Event::Terms(terms.clone())]),
        Proposal::Forgive => (game.one_turn(), CreditReason::Forgive),
        Proposal::AddTime(seconds) => (*seconds, CreditReason::AddTime),
    };
    let seat = game.time_goes_to();
    let seconds = game.room_for(seat, seconds);
    require(seconds > 0, ConsentRefusal::AtMaximum(seat))?;
    // A fall that nobody has noticed yet is taken back like another one.
    let unnoticed = game.time_was_over().map(|_| game.flag());
    let fallen = game.fallen().is_some() || unnoticed.is_some();
    let forgiven = ReopenReason::Forgiven;
    let reopen = fallen.then_some(Event::Reopen {
        seat,
        why: forgiven,
    });
    let credit = Event::Credit { seat, seconds, why };
    let events = unnoticed.into_iter().chain(reopen).chain([credit]);
    Ok(events.collect())
}

/// A seat gives another one the time of one more turn.
pub(super) fn forgive(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = require_giver(game, actor)?;
    say(game, seat, Proposal::Forgive)
}

/// A seat gives another one so much time.
pub(super) fn add_time(game: &StoredGame, actor: &Actor, length: &str) -> Result<Decided, Refusal> {
    let seat = require_giver(game, actor)?;
    let length = clean(length, LONGEST_TYPED);
    let seconds = match length.parse::<Length>() {
        Ok(length) if !length.is_zero() => length.seconds(),
        Err(LengthError::TooLong(_)) => i64::MAX,
        _ => return refused(ConsentRefusal::NoLength(length)),
    };
    let left = (MOST_ADDED - game.added_time()).max(0);
    require(seconds <= left, ConsentRefusal::TooMuch(left))?;
    say(game, seat, Proposal::AddTime(seconds))
}

/// The seat that gives time: the game has a clock, and the time is for another one.
fn require_giver(game: &StoredGame, actor: &Actor) -> Result<Seat, Refusal> {
    require_grantable(game, actor)?;
    require_running_clock(game)?;
    let seat = seat_of(game, actor);
    require(game.time_goes_to() != seat, ConsentRefusal::OwnTime)?;
    Ok(seat)
}

/// As [`require_open`]; a game that has ended because a flag has fallen is open to those who can take that back.
fn require_grantable(game: &StoredGame, actor: &Actor) -> Result<(), Refusal> {
    let by_time =
        matches!(game.closure(), Some(Closure::Over { reason, .. }) if reason == Reason::Time);
    match by_time && game.fallen().is_some() {
        true => require_current(game, actor)?,
        false => require_open(game, actor)?,
    }
    require(!game.fell_long_ago(), ConsentRefusal::TooLate)
}

/// The game has a clock, or will have one from the next turn on.
fn require_clock(game: &StoredGame) -> Result<(), Refusal> {
    require(game.has_clocks(), ConsentRefusal::NoClock)
}

/// The game has a clock to which time can be added.
fn require_running_clock(game: &StoredGame) -> Result<(), Refusal> {
    require_clock(game)?;
    require(game.clocks.terms.is_some(), ConsentRefusal::NoClockYet)
}

/// A seat that has won by flag only lets the ratings of both players stay as they are.
pub(super) fn refuse_points(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    let require = |fulfilled, why| super::require(fulfilled, Refusal::Points(why));
    require(game.points_refused.is_none(), PointsRefusal::Already)?;
    require(game.won_by_flag(seat), PointsRefusal::NotByFlag)?;
    require(!game.fell_long_ago(), PointsRefusal::TooLate)?;
    Ok(done(Event::RefusePoints(seat)))
}

/// The clocks go on. What the umpire has stopped, only the umpire starts again.
pub(super) fn resume(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    require_open(game, actor)?;
    let by = actor.seat();
    match (game.standstill(), by) {
        (None, _) => refused(ConsentRefusal::NotPaused),
        (Some(Standstill::Umpire), Some(_)) => refused(ConsentRefusal::PausedByUmpire),
        _ => Ok(done(Event::Resume { by })),
    }
}

/// The umpire stops the clocks.
pub(super) fn pause(game: &StoredGame, reason: &str) -> Result<Decided, Refusal> {
    require_open(game, &Actor::Umpire)?;
    require_clock(game)?;
    let paused = game.standstill() == Some(Standstill::Umpire);
    require(!paused, ConsentRefusal::PausedAlready)?;
    let (by, reason) = (None, clean(reason, LONGEST_REASON));
    Ok(done(Event::Pause { by, reason }))
}

/// The umpire gives a seat time.
pub(super) fn extend(game: &StoredGame, seat: &str, seconds: i64) -> Result<Decided, Refusal> {
    require_open(game, &Actor::Umpire)?;
    let seat = super::seat_in_play(game, seat)?;
    require_running_clock(game)?;
    require(seconds > 0, ConsentRefusal::NothingToGive)?;
    let seconds = game.room_for(seat, seconds);
    require(seconds > 0, ConsentRefusal::AtMaximum(seat))?;
    let why = CreditReason::Umpire;
    Ok(done(Event::Credit { seat, seconds, why }))
}

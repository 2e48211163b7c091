//! Decides about requests. Nothing is read or written here: a decision follows from the game, the actor
//! and the request alone.

use chrono::SecondsFormat;

use crate::rules::{Game, Played, Seat, outcome};
use crate::text::clean;

use super::consent::{Topic, Wish};
use super::event::{Event, ReopenReason, Votes};
use super::plans;
use super::request::{Actor, Decided, Guard, Refusal, Request};
use super::stored_game::StoredGame;

mod consent;
mod umpire;

/// At most this many characters of words are passed on.
const LONGEST_WORDS: usize = 4000;
/// At most this many characters of the umpire's reasons are kept.
const LONGEST_REASON: usize = 500;

/// A turn that may be played: the game after it, and the turn.
pub type Resolved = (Box<dyn Game>, Played);

/// Decides about one request.
pub fn decide(game: &StoredGame, actor: &Actor, request: &Request) -> Decided {
    decided(game, actor, request).unwrap_or_else(Decided::Refused)
}

fn decided(game: &StoredGame, actor: &Actor, request: &Request) -> Result<Decided, Refusal> {
    require_in_time(game, actor, request)?;
    require(!is_of_event(game, actor, request), Refusal::OfEvent)?;
    require_before_last_day(game, actor, request)?;
    let reopens = matches!(request, Request::Undo { .. } | Request::Rollback { .. });
    require(!reopens || !game.known.renewed, Refusal::Renewed)?;
    let open = || require_open(game, actor);
    match request {
        Request::Say { to, words } => say(game, actor, to.as_deref(), words),
        Request::Undo { reason } => undo(game, reason),
        Request::Drop => drop_held(game, actor),
        // What was held before the mail is read as a turn.
        Request::Finish => Err(Refusal::NothingHeld),
        Request::Play { turn, .. } if comes_in_time(game, actor) => play_late(game, actor, turn),
        Request::Play { turn, number } => {
            let played = open().and_then(|()| play(game, actor, turn, *number));
            played.map_err(|why| match why {
                Refusal::OldLetter { .. } | Refusal::NotYourTurn { .. } => {
                    already_played(game, actor, turn).unwrap_or(why)
                }
                other => other,
            })
        }
        Request::Hold(beginning) => open().and_then(|()| hold(game, actor, beginning)),
        Request::Plan(lines) => open().and_then(|()| plan(game, actor, lines)),
        Request::ClearPlans(number) => open().and_then(|()| clear_plans(game, actor, *number)),
        Request::Resign => open().map(|()| done(Event::Resign(seat_of(game, actor)))),
        Request::OfferDraw => open().and_then(|()| offer(game, actor)),
        Request::AcceptDraw => open().and_then(|()| accept(game, actor)),
        Request::DeclineDraw => open().and_then(|()| decline(game, actor)),
        Request::ClaimDraw => open().and_then(|()| claim(game, actor)),
        Request::Forfeit { seat, reason } => open().and_then(|()| forfeit(game, seat, reason)),
        Request::Adjudicate {
            result,
            reason,
            votes,
        } => open().and_then(|()| adjudicate(game, result, (reason, *votes))),
        Request::Propose(wish) => consent::propose(game, actor, wish),
        Request::Agree(topic) => consent::agree(game, actor, *topic),
        Request::Disagree(topic) => consent::decline(game, actor, *topic),
        Request::Forgive => consent::forgive(game, actor),
        Request::AddTime(length) => consent::add_time(game, actor, length),
        Request::RefusePoints => consent::refuse_points(game, actor),
        Request::Resume => consent::resume(game, actor),
        Request::Pause { reason } => consent::pause(game, reason),
        Request::Extend { seat, seconds } => consent::extend(game, seat, *seconds),
        Request::Replace {
            who,
            newcomer,
            reason,
        } => open().and_then(|()| umpire::replace(game, who, newcomer, reason)),
        Request::Rollback { turn, reason } => umpire::roll_back(game, *turn, reason),
        Request::DeclineGame => open().and_then(|()| decline_game(game, actor)),
        Request::Abort { reason } => {
            let (by, reason) = (None, clean(reason, LONGEST_REASON));
            open().map(|()| done(Event::Abort { by, reason }))
        }
    }
}

/// Nothing comes of a request that reached us after the time of the seat to move was over. It is decided as if the
/// flag had fallen at that moment, whether that was noticed or not: nobody gains by what has not been looked at yet.
/// What may be asked of a game that is over may be asked still.
fn require_in_time(game: &StoredGame, actor: &Actor, request: &Request) -> Result<(), Refusal> {
    let Some(at) = game.time_was_over() else {
        return Ok(());
    };
    let (seat, by) = (game.game.to_move(), actor.seat());
    let stays_possible = match request {
        Request::Say { .. } | Request::Drop | Request::Rollback { .. } => true,
        // The other player may take the fall back. Where several play on, they are told of it first.
        Request::Forgive
        | Request::AddTime(_)
        | Request::Agree(Topic::Forgive | Topic::AddTime) => {
            by.is_some_and(|by| by != seat) && game.game.playing().len() == 2
        }
        _ => false,
    };
    let at = at.to_rfc3339_opts(SecondsFormat::Secs, true);
    let why = match by == Some(seat) {
        true => Refusal::TimeOver(at),
        false => Refusal::TimeOverFor { seat, at },
    };
    require(stays_possible, why)
}

/// Whether players may not agree on this, since the game is one of an event, in which all have the same terms.
fn is_of_event(game: &StoredGame, actor: &Actor, request: &Request) -> bool {
    let refused = |topic| !game.known.allowed.contains(&topic);
    let changes_terms = match request {
        Request::Propose(Wish::TakeBack) => refused(Topic::TakeBack),
        Request::Propose(Wish::Pause) => refused(Topic::Pause),
        Request::Agree(topic @ (Topic::TakeBack | Topic::Pause)) => refused(*topic),
        Request::Undo { .. }
        | Request::Propose(_)
        | Request::Agree(_)
        | Request::Forgive
        | Request::AddTime(_)
        | Request::RefusePoints
        | Request::DeclineGame => true,
        _ => false,
    };
    changes_terms && actor.seat().is_some() && game.row.contest.is_some()
}

/// Nothing comes of what a player wants after the last day of the event: the game waits for its adjudicators. Words are passed on.
fn require_before_last_day(
    game: &StoredGame,
    actor: &Actor,
    request: &Request,
) -> Result<(), Refusal> {
    let free = matches!(
        request,
        Request::Say { .. } | Request::Drop | Request::ClearPlans(_)
    );
    match game
        .was_closed()
        .filter(|_| actor.seat().is_some() && !free)
    {
        Some(at) => {
            let at = at.to_rfc3339_opts(SecondsFormat::Secs, true);
            Err(Refusal::LastDay(at))
        }
        None => Ok(()),
    }
}

fn done(event: Event) -> Decided {
    Decided::Done(vec![event])
}

/// Refuses what does not fulfil a condition.
fn require<E>(fulfilled: bool, why: E) -> Result<(), E> {
    match fulfilled {
        true => Ok(()),
        false => Err(why),
    }
}

/// The seat that acts: the umpire acts for the seat to move.
fn seat_of(game: &StoredGame, actor: &Actor) -> Seat {
    actor.seat().unwrap_or_else(|| game.game.to_move())
}

/// The game is being played, the seat is in it, and the letter that is answered shows the position on
/// the board.
fn require_open(game: &StoredGame, actor: &Actor) -> Result<(), Refusal> {
    if let Some(closure) = game.closure() {
        return Err(Refusal::Closed(closure));
    }
    let playing = |seat: Seat| game.game.playing().contains(&seat);
    require(actor.seat().is_none_or(playing), Refusal::Out)?;
    require_current(game, actor)
}

/// The letter that is answered shows the position on the board.
fn require_current(game: &StoredGame, actor: &Actor) -> Result<(), Refusal> {
    match actor {
        Actor::Seat { shown, .. } if !game.is_current(*shown) => Err(Refusal::OldLetter {
            then: game.label_at(*shown),
            now: game.game.label(),
        }),
        _ => Ok(()),
    }
}

/// The refusal of a turn that the seat has played last, and has sent once more.
fn already_played(game: &StoredGame, actor: &Actor, typed: &str) -> Option<Refusal> {
    let seat = actor.seat()?;
    let index = game.turns.iter().rposition(|turn| turn.seat == seat)?;
    let before = game.at(index).ok()?;
    let last = game.turns.get(index)?;
    let same = before.meaning(typed).ok()? == last.text;
    same.then(|| Refusal::AlreadyPlayed {
        label: last.label.clone(),
        turn: last.text.clone(),
    })
}

fn require_turn(game: &StoredGame, seat: Seat) -> Result<(), Refusal> {
    let (mover, label) = (game.game.to_move(), game.game.label());
    require(mover == seat, Refusal::NotYourTurn { mover, label })
}

fn require_number(game: &StoredGame, number: Option<Guard>) -> Result<(), Refusal> {
    match number {
        Some(typed) if !game.is_due(typed) => Err(Refusal::WrongNumber {
            typed,
            due: game.game.label(),
        }),
        _ => Ok(()),
    }
}

fn play(
    game: &StoredGame,
    actor: &Actor,
    turn: &str,
    number: Option<Guard>,
) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    require_turn(game, seat)?;
    require_number(game, number)?;
    // What a player holds is no part of what the umpire enters for them.
    let held = actor.seat().and_then(|seat| game.held(seat));
    let (_, played) = resolve(game, held, turn)?;
    let text = played.canonical;
    Ok(done(Event::Turn { seat, text }))
}

/// Whether the flag of the seat that acts has fallen though its mail had come.
fn comes_in_time(game: &StoredGame, actor: &Actor) -> bool {
    match actor {
        Actor::Seat { seat, shown } => game.may_play_late(*seat, *shown),
        Actor::Umpire => false,
    }
}

/// Plays a turn that came in time and is read after the fall of the flag, which is taken back.
fn play_late(game: &StoredGame, actor: &Actor, turn: &str) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    let before = game.at(game.turns.len());
    let mut before = before.map_err(|_| Refusal::NothingToUndo)?;
    let played = before.play(turn);
    let text = played.map_err(|why| refused(game, None, why))?.canonical;
    let why = ReopenReason::InTime;
    let reopen = Event::Reopen { seat, why };
    Ok(Decided::Done(vec![reopen, Event::Turn { seat, text }]))
}

/// Reads a turn as the continuation of what is held, if anything is, and as a whole turn. If both
/// readings are legal and differ, it is refused. In games whose turns are chains it is the continuation, or a whole turn that begins with
/// what is held.
///
/// # Errors
/// Why it is not played.
pub fn resolve(game: &StoredGame, held: Option<&str>, turn: &str) -> Result<Resolved, Refusal> {
    let attempt = |text: &str| {
        let mut fork = game.game.fork();
        fork.play(text).map(|played| (fork, played))
    };
    let whole = attempt(turn);
    let Some(held) = held else {
        return whole.map_err(|why| refused(game, None, why));
    };
    let continued = attempt(&format!("{held} {turn}"));
    if game.game.chains() {
        // The rest of a chain is nearly always a turn by itself, which is not meant: only one that begins with
        // what is held is another way to write the same.
        let again = |(_, played): &Resolved| played.canonical.starts_with(held);
        return match (continued, whole) {
            (Err(_), Ok(found)) if again(&found) => Ok(found),
            (continued, _) => continued.map_err(|why| refused(game, Some(held), why)),
        };
    }
    match (continued, whole) {
        (Ok(one), Ok(other)) if one.1 != other.1 => Err(Refusal::TwoReadings {
            held: held.to_owned(),
            continued: one.1.canonical,
            whole: other.1.canonical,
        }),
        (Ok(found), _) | (Err(_), Ok(found)) => Ok(found),
        (Err(continued), Err(whole)) => Err(Refusal::NeitherReading {
            held: held.to_owned(),
            continued: Box::new(continued),
            whole: Box::new(whole),
        }),
    }
}

/// A turn that the game refuses, with what of it could be held, or is held already.
fn refused(game: &StoredGame, held: Option<&str>, why: outcome::Refusal) -> Refusal {
    let good = match &why {
        outcome::Refusal::Illegal { good, .. } | outcome::Refusal::Incomplete { good, .. } => good,
        _ => "",
    };
    let begin = |good: &str| game.game.begin(good);
    let may_be_held = |good: &str| begin(good).is_ok_and(|begun| !begun.next.is_empty());
    let hold = Some(good.to_owned()).filter(|good| !good.is_empty() && may_be_held(good));
    let why = Box::new(why);
    let held = hold.is_some() && hold.as_deref() == held;
    Refusal::Turn { why, hold, held }
}

fn hold(game: &StoredGame, actor: &Actor, beginning: &str) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    require_turn(game, seat)?;
    let before = game.held(seat).map(str::to_owned);
    let alone = || game.game.begin(beginning);
    let begun = match &before {
        None => alone().map_err(|why| Refusal::NoBeginning(Box::new(why)))?,
        Some(held) => match game.game.begin(&format!("{held} {beginning}")) {
            Ok(begun) => begun,
            Err(why) => match alone() {
                // A whole turn is not meant where turns are chains, as in `resolve`.
                Ok(begun) if !begun.next.is_empty() || !game.game.chains() => begun,
                _ => {
                    let (held, why) = (held.clone(), Box::new(why));
                    return Err(Refusal::NoContinuation { held, why });
                }
            },
        },
    };
    if begun.next.is_empty() {
        return Err(Refusal::WholeTurn(begun.made));
    }
    let now = Some(begun.made);
    Ok(Decided::Held { now, before })
}

fn drop_held(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    let before = game.held(seat).map(str::to_owned);
    require(before.is_some(), Refusal::NothingHeld)?;
    Ok(Decided::Held { now: None, before })
}

fn plan(game: &StoredGame, actor: &Actor, lines: &[String]) -> Result<Decided, Refusal> {
    let kept = plans::keep(game, seat_of(game, actor), lines);
    kept.map_err(|fault| Refusal::Plan(Box::new(fault)))
}

fn clear_plans(game: &StoredGame, actor: &Actor, number: Option<u32>) -> Result<Decided, Refusal> {
    let cleared = plans::clear(game.plans(seat_of(game, actor)), number);
    let (plans, removed) = cleared.map_err(|fault| Refusal::Plan(Box::new(fault)))?;
    Ok(Decided::Planned {
        plans,
        added: 0,
        removed,
        is_final: false,
    })
}

/// Whether another seat offers a draw.
fn offered(game: &StoredGame, seat: Seat) -> bool {
    game.offers.iter().any(|offering| *offering != seat)
}

fn offer(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    require(!game.offers.contains(&seat), Refusal::OfferStands)?;
    Ok(done(Event::Offer(seat)))
}

fn accept(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    require(offered(game, seat), Refusal::NoOffer)?;
    Ok(done(Event::Offer(seat)))
}

fn decline(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    require(offered(game, seat), Refusal::NothingToDecline)?;
    Ok(done(Event::Decline(seat)))
}

/// Only a game that its player has not taken up: later on, giving it up is resigning.
fn decline_game(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    require(game.turns_since(seat).is_empty(), Refusal::TakenUp)?;
    Ok(done(Event::Abort {
        by: Some(seat),
        reason: String::new(),
    }))
}

/// A claim rests on the position on the board (`docs/rules/chess.md`, C1).
fn claim(game: &StoredGame, actor: &Actor) -> Result<Decided, Refusal> {
    let seat = seat_of(game, actor);
    require(game.game.to_move() == seat, Refusal::ClaimOutOfTurn)?;
    match game.game.fork().claim_draw() {
        Ok(_) => Ok(done(Event::Claim(seat))),
        Err(why) => Err(Refusal::ClaimFails(Box::new(why))),
    }
}

fn say(
    game: &StoredGame,
    actor: &Actor,
    to: Option<&str>,
    words: &str,
) -> Result<Decided, Refusal> {
    let by = actor.seat();
    let named = |word: &str| {
        let named = game.seat_named(word).filter(|seat| Some(*seat) != by);
        named.ok_or_else(|| Refusal::NoSuchSeat(clean(word, 40)))
    };
    let to = to.map(named).transpose()?;
    let words: String = words.chars().take(LONGEST_WORDS).collect();
    require(!words.trim().is_empty(), Refusal::NoWords)?;
    Ok(done(Event::Say { by, to, words }))
}

fn undo(game: &StoredGame, reason: &str) -> Result<Decided, Refusal> {
    require(game.takes_back().is_some(), Refusal::NothingToUndo)?;
    let reason = clean(reason, LONGEST_REASON);
    Ok(done(Event::Undo { reason }))
}

/// The seat with this word, as the umpire types it, if it is in the game.
fn seat_in_play(game: &StoredGame, word: &str) -> Result<Seat, Refusal> {
    let named = game.seat_named(word.trim());
    let seat = named.ok_or_else(|| Refusal::NotASeat(clean(word, 40)))?;
    let playing = game.game.playing().contains(&seat);
    require(playing, Refusal::OutAlready(seat)).map(|()| seat)
}

fn forfeit(game: &StoredGame, seat: &str, reason: &str) -> Result<Decided, Refusal> {
    let seat = seat_in_play(game, seat)?;
    let reason = clean(reason, LONGEST_REASON);
    Ok(done(Event::Forfeit { seat, reason }))
}

fn adjudicate(
    game: &StoredGame,
    result: &str,
    (reason, votes): (&str, Option<Votes>),
) -> Result<Decided, Refusal> {
    let result = result.trim();
    if result.contains(char::is_whitespace) {
        // Result and reason are stored in one text, a blank between.
        let typed = clean(result, 60);
        let missing = false;
        return Err(Refusal::NoResult { typed, missing });
    }
    game.read_result(result)?;
    Ok(done(Event::Adjudicate {
        result: result.to_owned(),
        reason: clean(reason, LONGEST_REASON),
        votes,
    }))
}

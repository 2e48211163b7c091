//! What the parts of an answer show.

use anyhow::{Context, Result};

use crate::games::{Account, Event, EventKind, GameLog, Refusal, StoredGame, by_plan};
use crate::ids::{About, GameId};
use crate::letters::shown::{
    Accounted, Begun, ClockAnswer, FOLLOWING, LISTED_TURNS, ShownEvent, ShownPart, Shows, TimeLeft,
};
use crate::letters::{Note, Part, PlanPart, Present, Query};
use crate::rules::game::Seat;
use crate::rules::outcome;
use crate::text::SENTENCE;
use crate::time::Terms;

use super::export;
use super::film;
use super::game::{board, course_for, view_of, viewer, written};
use super::page::begun;
use super::turns;

/// An account has at least so many bytes in a letter.
const SHORTEST_ACCOUNT: usize = 40;

/// What a part shows of the game of a seat for which its line was carried out; `room`: about so many bytes are left.
///
/// # Errors
/// The game cannot be replayed.
pub(super) fn of_game(
    log: &GameLog,
    about: About,
    part: &Part,
    (present, room): (Present, usize),
) -> Result<ShownPart> {
    let seat = Seat(about.seat);
    let after = match part {
        Part::Event(event) | Part::Plan(PlanPart::Played { first: event, .. }) => event - 1,
        Part::Refused(_) | Part::Note(Note::OfferLapsed(_)) => about.last_event,
        Part::Held(_, event) | Part::NotUnderstood(Some(event)) => *event,
        Part::Query { query, after, .. } if needs_game(query, about.game) => *after,
        _ => return Ok(ShownPart::default()),
    };
    let mut stored = log.after(after)?;
    let shows = match part {
        Part::Event(seq) => {
            let event = log.events.iter().find(|event| event.seq == *seq);
            let event = event.with_context(|| format!("no event {seq}"))?;
            let happenings = stored.happens(event)?;
            let turn = event.kind == EventKind::Turn.as_str();
            Shows::Event(written(happenings, &stored, seat), turn)
        }
        Part::Refused(refusal) => refused(&stored, seat, refusal),
        Part::Held(held, _) => held_by(&stored, held),
        Part::NotUnderstood(_) => Shows::Example(stored.game.example().filter(|_| stored.is_on())),
        Part::Plan(PlanPart::Played { first, last }) => {
            Shows::ByPlans(by_plans(log, &mut stored, seat, (*first, *last))?)
        }
        Part::Query { query, held, .. } => asked(
            log,
            &stored,
            (query, held.as_deref()),
            seat,
            (present, room),
        )?,
        _ => Shows::Nothing,
    };
    Ok(ShownPart {
        game: view_of(&stored),
        shows,
    })
}

/// Whether the answer to a query depends on the game that it is asked in.
fn needs_game(query: &Query, of: GameId) -> bool {
    match query {
        Query::Show { at, game, .. } => at.is_some() && game.is_none_or(|game| game == of),
        Query::Export(game) | Query::Film { game, .. } => game.is_none_or(|game| game == of),
        Query::Preview(_) | Query::Legal(_) | Query::Rules(None) => true,
        Query::History | Query::Clock | Query::Legend => true,
        _ => false,
    }
}

/// The answer to a query in a game.
fn asked(
    log: &GameLog,
    stored: &StoredGame,
    (query, held): (&Query, Option<&str>),
    seat: Seat,
    (present, room): (Present, usize),
) -> Result<Shows> {
    Ok(match query {
        Query::Preview(_) | Query::Legal(_) if stored.closure().is_some() => Shows::Nothing,
        Query::Preview(text) => Shows::Preview(Box::new(turns::preview(stored, seat, held, text))),
        Query::Legal(what) => turns::legal(stored, seat, held, what.as_deref()),
        Query::Show { at, second, .. } => board_at(stored, seat, at.map(|at| (at, *second)))?,
        Query::Film { from, to, .. } => Shows::Film(film::of_turns(stored, seat, (*from, *to))?),
        Query::History => {
            let mut course = course_for(stored, seat, 0)?;
            course.turns.truncate(room / 2 + 1);
            Shows::Course(course)
        }
        Query::Clock => clock(log, stored, present, room)?,
        Query::Export(_) => exported(log, stored, Some(seat), room)?,
        Query::Legend => Shows::Legend {
            writing: stored.game.writing(seat),
            board: Box::new(board(stored.game.as_ref(), stored, seat)),
        },
        Query::Rules(None) => match stored.variant.section() {
            Some(section) => Shows::Section(section.to_owned()),
            None => Shows::Nothing,
        },
        _ => Shows::Nothing,
    })
}

/// The board of a game as it is, or before an earlier turn.
///
/// # Errors
/// The game cannot be replayed.
pub(super) fn board_at(stored: &StoredGame, seat: Seat, at: Option<(u32, bool)>) -> Result<Shows> {
    let Some((at, second)) = at else {
        let board = Box::new(board(stored.game.as_ref(), stored, seat));
        return Ok(Shows::Board { turn: None, board });
    };
    if StoredGame::number(&stored.game.label()) < at {
        return Ok(Shows::NotReached(at));
    }
    let play = stored.at(stored.turns_before(at, second))?;
    Ok(Shows::Board {
        turn: Some(play.label()),
        board: Box::new(board(play.as_ref(), stored, seat)),
    })
}

/// A game as `export` writes it, as much as there is room for.
///
/// # Errors
/// A turn of it cannot be played.
pub(super) fn exported(
    log: &GameLog,
    stored: &StoredGame,
    reader: Option<Seat>,
    room: usize,
) -> Result<Shows> {
    let (_, format, mut lines) = export::of_reader(log, stored, reader, SENTENCE)?;
    let mut size = 0;
    let fits = lines.iter().take_while(|line| {
        let before = size;
        size += line.len();
        before <= room
    });
    let fits = fits.count();
    lines.truncate(fits);
    Ok(Shows::Export(format.as_str().to_owned(), lines))
}

/// What may follow a turn that is refused because it stops too soon, where the game has a board to show.
fn refused(stored: &StoredGame, seat: Seat, refusal: &Refusal) -> Shows {
    let why = match refusal {
        Refusal::Turn { why, .. } => why,
        Refusal::NeitherReading { continued, .. } => continued,
        _ => return Shows::Nothing,
    };
    let outcome::Refusal::Incomplete { good, .. } = why.as_ref() else {
        return Shows::Nothing;
    };
    if !stored.is_on() || stored.game.to_move() != seat {
        return Shows::Nothing;
    }
    let board = stored.game.view_begun(good, Some(viewer(stored, seat)));
    if board.is_none() {
        return Shows::Nothing;
    }
    Shows::Begun(Begun {
        board,
        ..begun(stored, good, FOLLOWING)
    })
}

/// What may follow a held beginning.
pub(super) fn held_by(stored: &StoredGame, held: &str) -> Shows {
    let side = viewer(stored, stored.game.to_move());
    Shows::Begun(Begun {
        board: stored.game.view_begun(held, Some(side)),
        ..begun(stored, held, LISTED_TURNS)
    })
}

fn by_plans(
    log: &GameLog,
    stored: &mut StoredGame,
    seat: Seat,
    (first, last): (i64, i64),
) -> Result<Vec<ShownEvent>> {
    let mut told = Vec::new();
    for event in log.until(last) {
        if event.seq >= first {
            let happenings = stored.happens(event)?;
            told.push(ShownEvent {
                happenings: written(happenings, stored, seat),
                game: view_of(stored),
                umpire: event.is_by_umpire(),
                planned: by_plan(event),
            });
        }
    }
    Ok(told)
}

/// The clocks, and what the turns have taken.
fn clock(log: &GameLog, stored: &StoredGame, present: Present, room: usize) -> Result<Shows> {
    let next = stored.clocks.next_terms.as_ref();
    let next = next.map(|next| Terms::written(next.as_ref()));
    let Some(terms) = &stored.clocks.terms else {
        return Ok(Shows::Clock(None, next));
    };
    let mut left = Vec::new();
    for seat in stored.game.playing() {
        let Some(balance) = stored.clocks.balance(seat) else {
            continue;
        };
        let open = stored.is_on() && seat == stored.game.to_move();
        let charged = match open {
            true => stored.charged(present.now, present.longest_gap),
            false => 0,
        };
        let grace_used = (charged - balance.zero(terms)).clamp(0, balance.grace);
        left.push(TimeLeft {
            seat,
            left: (balance.bank - charged + grace_used).max(0),
            grace: terms.grace.map(|_| balance.grace - grace_used),
            open,
        });
    }
    let answer = ClockAnswer {
        terms: terms.to_string(),
        left,
        accounts: accounts(log, stored, room / SHORTEST_ACCOUNT)?,
    };
    Ok(Shows::Clock(Some(answer), next))
}

/// The first `most` accounts of a game.
fn accounts(log: &GameLog, stored: &StoredGame, most: usize) -> Result<Vec<Accounted>> {
    let standing = |state: i64| stored.turns.iter().any(|turn| turn.state == state);
    let mut game = log.begin()?;
    let mut accounts = Vec::new();
    for event in log.until(stored.seq) {
        if accounts.len() > most {
            break;
        }
        let label = game.game.label();
        game.apply_row(&event.logged())?;
        if let Event::Credit { seat, seconds, .. } = Event::read(&event.logged())? {
            accounts.push(Accounted::Credit(seat, seconds));
        }
        let (Some(text), Some(seat)) = (&event.time, event.seat) else {
            continue;
        };
        let account: Account = serde_json::from_str(text)?;
        let flag = event.kind == EventKind::Flag.as_str();
        accounts.push(Accounted::Turn {
            label,
            seat: Seat(seat),
            account: Box::new(account),
            flag,
            undone: !flag && !standing(event.state),
        });
    }
    Ok(accounts)
}

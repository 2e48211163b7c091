//! What the player of a seat, or somebody who watches, gets of a game.

use anyhow::Result;

use crate::games::{EventKind, GameLog, StoredGame, by_plan};
use crate::ids::About;
use crate::letters::Present;
use crate::letters::shown::{
    Begun, ClockView, GameView, LAST_TURNS, LINKED, LISTED_TURNS, LONGEST_RECORD, ShownEvent,
    ShownPage, ShownWatched, first_square,
};
use crate::rules::BoardView;
use crate::rules::game::{Game, Listing, Seat};
use crate::store::EventRow;

use super::game::{board, course_for, view_of, written};

/// What a letter shows of a game beside its board.
#[derive(Clone, Copy, Default)]
pub(super) struct Wanted {
    /// The events since the first one that the letter tells are news.
    pub news: bool,
    /// The turns that can be played are given, for links in the HTML part.
    pub links: bool,
    /// The signs on the board are explained.
    pub full: bool,
}

/// The page of a game for a seat.
///
/// # Errors
/// The game cannot be replayed.
pub(super) fn page(
    log: &GameLog,
    about: About,
    wanted: Wanted,
    present: Present,
    by_director: &dyn Fn(&EventRow) -> bool,
) -> Result<ShownPage> {
    let seat = Seat(about.seat);
    let latest = log.row.seq;
    let mut stored = log.begin()?;
    if about.last_event != latest {
        // What a seat holds or plans is no event: it belongs to the position on the board, not to an
        // earlier one.
        for seat in &mut stored.seats {
            (seat.held, seat.plans) = (None, None);
        }
    }
    let mut events = Vec::new();
    for event in log.until(about.last_event) {
        if !wanted.news || about.first_event == 0 || event.seq < about.first_event {
            stored.apply_row(&event.logged())?;
            continue;
        }
        let happenings = stored.happens(event)?;
        let (umpire, planned) = (event.is_by_umpire(), by_plan(event));
        let author = EventKind::parse(&event.kind).is_none_or(EventKind::is_of_author);
        if event.seat != Some(seat.0) || umpire || planned || !author {
            events.push(ShownEvent {
                happenings: written(happenings, &stored, seat),
                game: GameView {
                    director: by_director(event),
                    ..view_of(&stored)
                },
                umpire,
                planned,
            });
        }
    }
    if about.last_event == latest {
        stored.known = log.known.get(&latest).cloned().unwrap_or_default();
    }
    let mut steps = log.until(about.last_event).iter().rev();
    let last_step = steps.find(|event| event.kind != EventKind::Say.as_str());
    let game = stored.game.as_ref();
    let due = stored.is_on() && game.to_move() == seat;
    let turns = stored.turns.len();
    // There are two turns on a line.
    let last = match stored.is_on() {
        true => LAST_TURNS,
        false => 2 * LONGEST_RECORD + 1,
    };
    let held = stored.held(seat).filter(|_| due);
    let plans = stored.plans(seat);
    let links = (due && wanted.links).then(|| links(&stored, seat));
    let links = links.flatten();
    let board = board(game, &stored, seat);
    let drop = due.then(|| drop_of(game, &board, seat)).flatten();
    Ok(ShownPage {
        about: Some(about),
        events,
        game: GameView {
            director: last_step.is_some_and(by_director),
            ..view_of(&stored)
        },
        board,
        full: wanted.full,
        writing: match wanted.full {
            true => game.writing(seat),
            false => Vec::new(),
        },
        course: course_for(&stored, seat, turns.saturating_sub(last))?,
        turns,
        checked: game.in_check(),
        warnings: game.warnings(),
        place: game.place(seat),
        // It takes a search in some games.
        example: due.then(|| game.example()).flatten(),
        drop,
        held: held.map(|held| begun(&stored, held, 1)),
        plans: plans.map(|plans| (plans.pairs.len(), plans.ended)),
        origins: match due && wanted.links && links.is_none() {
            true => origins(&stored, seat),
            false => None,
        },
        links,
        clock: clock(&stored, present),
        ..ShownPage::default()
    })
}

/// The beginning of a turn, with as much of what may follow as is listed; nothing follows one that cannot be read any
/// more.
pub(super) fn begun(stored: &StoredGame, made: &str, listed: usize) -> Begun {
    let read = stored.game.begin(made);
    let read = read.map(|read| (read.next, read.ends));
    let (mut next, ends) = read.unwrap_or_default();
    let more = next.len().saturating_sub(listed);
    next.truncate(listed);
    Begun {
        made: made.to_owned(),
        next,
        more,
        ends,
        board: None,
    }
}

/// The turns that are links; `None`: there are too many.
fn links(stored: &StoredGame, seat: Seat) -> Option<Vec<String>> {
    let game = stored.game.as_ref();
    let turns = match stored.held(seat) {
        // What may follow; it is written without the beginning.
        Some(held) => game.begin(held).ok()?.next,
        None if game.has_more_turns(LINKED as u64) => return None,
        None => match game.legal(LINKED) {
            Listing::All(turns) => turns,
            Listing::Over(_) | Listing::Next(_) => return None,
        },
    };
    Some(turns).filter(|turns| turns.len() <= LINKED)
}

/// A turn that puts a piece from hand on the board.
fn drop_of(game: &dyn Game, board: &BoardView, seat: Seat) -> Option<String> {
    board.held_by(seat).iter().find_map(|held| {
        let what = format!("{}*", held.letter);
        let listing = game.legal_of(&what, "", LISTED_TURNS);
        let Ok(Listing::All(turns)) = listing else {
            return None;
        };
        turns.into_iter().find(|turn| turn.starts_with(&what))
    })
}

/// Where turns begin that are too many for links: squares, `@@` where squares can be placed, `B*` where pieces come from
/// hand, and `pass`. `None`: that would take too long.
fn origins(stored: &StoredGame, seat: Seat) -> Option<Vec<String>> {
    let begun = stored.held(seat).is_some();
    let turns = match stored.game.legal(LISTED_TURNS) {
        Listing::All(turns) | Listing::Next(turns) if !begun => turns,
        _ => return None,
    };
    let origin = |turn: &String| match turn.split_once('*') {
        Some((held, _)) => Some(format!("{}*", held.trim_start_matches('+'))),
        None if turn.starts_with("@@") => Some("@@".to_owned()),
        None if turn == "pass" => Some(turn.clone()),
        None => first_square(turn).map(str::to_owned),
    };
    let mut origins: Vec<String> = turns.iter().filter_map(origin).collect();
    origins.sort();
    origins.dedup();
    Some(origins)
}

/// The clock of the seat to move; `None`: the game has no clocks, or is over.
fn clock(stored: &StoredGame, present: Present) -> Option<ClockView> {
    if !stored.is_on() || stored.clocks.terms.is_none() {
        return None;
    }
    let mover = stored.seats.get(stored.game.to_move().index());
    let of_program = mover.is_some_and(|row| row.program > 0);
    let deadline = stored.deadline(present.now, present.longest_gap);
    Some(ClockView {
        pause: stored.clocks.paused(present.now).copied(),
        untrusted: stored.known.untrusted,
        // Only where it may not play on, the clock of a program does not run.
        deadline: deadline.filter(|deadline| deadline.runs || !of_program),
        asked: stored.known.asked,
    })
}

/// A game for somebody who watches it: turns and the result, no words; `flip`: they
/// see it from the other side.
///
/// # Errors
/// The game cannot be replayed.
pub(super) fn watched(log: &GameLog, first: i64, after: i64, flip: bool) -> Result<ShownWatched> {
    let mut stored = log.begin()?;
    let mut turns = Vec::new();
    for event in log.until(after) {
        stored.apply_row(&event.logged())?;
        let turn = event.kind == EventKind::Turn.as_str() && event.seq >= first;
        let mut turn = stored.turns.last().filter(|_| turn).cloned();
        if let Some(turn) = &mut turn {
            turn.text.push_str(stored.game.check_sign());
        }
        turns.extend(turn);
    }
    Ok(ShownWatched {
        turns,
        game: view_of(&stored),
        after,
        board: stored.game.view(Some(Seat(u8::from(flip)))),
        record: None,
    })
}

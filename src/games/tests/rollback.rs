//! The umpire goes back to an earlier turn: the position, and the clocks.

use chrono::{DateTime, TimeDelta, Utc};

use crate::games::{
    Actor, Changes, Decided, Event, EventTime, Guard, Refusal, Request, StoredGame, decide,
};
use crate::rules::Seat;

use super::{BLACK, WHITE, chess};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A game of chess in which each has two days and gets an hour for each turn.
fn timed() -> StoredGame {
    let game = chess();
    let mut row = game.row;
    row.time = Some("2d+1h/move".to_owned());
    row.created_at = "2026-01-01T00:00:00Z".to_owned();
    StoredGame::begin(row, game.seats).expect("a game")
}

/// Lets an event happen so many hours after the start; the letters of all turns leave at once.
fn happen(game: &mut StoredGame, hours: i64, event: &Event) {
    let start: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().expect("a time");
    let at = start + TimeDelta::hours(hours);
    game.known.left = Some(game.clocks.given.0);
    let moment = EventTime {
        at,
        came: at,
        longest_gap: TimeDelta::MAX,
    };
    let mut changes = Changes::at(moment);
    changes.apply(game, event, None).expect("applied");
}

fn play(game: &mut StoredGame, hours: i64, turn: &str) {
    let seat = game.game.to_move();
    let text = game.game.fork().play(turn).expect("legal").canonical;
    happen(game, hours, &Event::Turn { seat, text });
}

fn to(number: u32, second: bool) -> Request {
    Request::Rollback {
        turn: Guard { number, second },
        reason: String::new(),
    }
}

fn roll_back(game: &mut StoredGame, hours: i64, number: u32, second: bool) {
    match decide(game, &Actor::Umpire, &to(number, second)) {
        Decided::Done(events) => events.iter().for_each(|event| happen(game, hours, event)),
        other => panic!("{other:?}"),
    }
}

fn left(game: &StoredGame, seat: Seat) -> i64 {
    game.clocks.balance(seat).expect("a clock").bank
}

/// Two turns of each, of 10, 20, 30 and 12 hours.
fn four_turns() -> StoredGame {
    let mut game = timed();
    for (hours, turn) in [(10, "e4"), (30, "e5"), (60, "Nf3"), (72, "Nc6")] {
        play(&mut game, hours, turn);
    }
    assert_eq!(
        left(&game, WHITE),
        2 * DAY - 10 * HOUR - 30 * HOUR + 2 * HOUR
    );
    assert_eq!(
        left(&game, BLACK),
        2 * DAY - 20 * HOUR - 12 * HOUR + 2 * HOUR
    );
    game
}

#[test]
fn the_clocks_stand_as_they_did() {
    let mut game = four_turns();
    roll_back(&mut game, 80, 2, false);
    assert_eq!((game.turns.len(), game.game.to_move()), (2, WHITE));
    assert_eq!(left(&game, WHITE), 2 * DAY - 10 * HOUR + HOUR);
    assert_eq!(left(&game, BLACK), 2 * DAY - 20 * HOUR + HOUR);
    // What was played again is charged from then on.
    play(&mut game, 85, "d4");
    assert_eq!(left(&game, WHITE), 2 * DAY - 15 * HOUR + 2 * HOUR);
    roll_back(&mut game, 90, 1, false);
    assert_eq!((left(&game, WHITE), left(&game, BLACK)), (2 * DAY, 2 * DAY));
    assert!(game.turns.is_empty());
}

#[test]
fn who_is_to_move_has_at_least_a_day() {
    let mut game = timed();
    play(&mut game, 40, "e4");
    play(&mut game, 50, "e5");
    play(&mut game, 51, "Nf3");
    assert_eq!(left(&game, WHITE), 2 * DAY - 41 * HOUR + 2 * HOUR);
    roll_back(&mut game, 52, 2, false);
    assert_eq!(left(&game, WHITE), DAY);
    assert_eq!(left(&game, BLACK), 2 * DAY - 10 * HOUR + HOUR);
}

#[test]
fn a_game_that_is_over_goes_on() {
    let mut game = four_turns();
    let white = decide(&game, &Actor::Umpire, &to(3, false));
    let refusal = |number| Refusal::NoRollback {
        typed: Guard {
            number,
            second: false,
        },
        due: "3.".to_owned(),
    };
    assert_eq!(white, Decided::Refused(refusal(3)), "it is due already");
    for number in [0, 4] {
        let odd = decide(&game, &Actor::Umpire, &to(number, false));
        assert_eq!(odd, Decided::Refused(refusal(number)));
    }
    happen(&mut game, 75, &Event::Offer(BLACK));
    happen(&mut game, 76, &Event::Resign(WHITE));
    let shown = game.state;
    roll_back(&mut game, 80, 3, false);
    assert!(game.is_on() && game.offers.is_empty());
    assert_eq!((game.turns.len(), game.game.to_move()), (4, WHITE));
    assert!(!game.is_current(shown), "earlier letters count no more");
    happen(&mut game, 81, &Event::Resign(WHITE));
    roll_back(&mut game, 82, 2, true);
    assert_eq!((game.turns.len(), game.game.to_move()), (3, BLACK));
}

#[test]
fn clocks_that_began_later_are_gone() {
    let mut game = chess();
    game.row.created_at = "2026-01-01T00:00:00Z".to_owned();
    play(&mut game, 1, "e4");
    happen(&mut game, 2, &Event::Terms("2d+1h/move".to_owned()));
    play(&mut game, 3, "e5");
    play(&mut game, 4, "Nf3");
    assert!(game.clocks.terms.is_some());
    let mut early = four_turns();
    roll_back(&mut early, 80, 2, true);
    assert!(early.clocks.terms.is_some());
    roll_back(&mut game, 5, 1, false);
    assert!(game.clocks.terms.is_none() && game.clocks.balance(WHITE).is_none());
}

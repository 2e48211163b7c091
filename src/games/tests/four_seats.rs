//! Games of more than two seats: who leaves them, and what the others decide.

use crate::games::{Actor, Decided, Event, Guard, Refusal, Request, StoredGame, TakenBack, decide};
use crate::rules::Seat;

use super::{begun, of, play, requests};

/// Applies the events to the game, one after another.
fn happen(game: &mut StoredGame, events: &[Event]) {
    for event in events {
        let state = game.state + 1;
        game.apply(event, state).expect("applied");
    }
}

fn undo() -> Event {
    Event::Undo {
        reason: String::new(),
    }
}

#[test]
fn a_seat_that_leaves_a_game_of_four_comes_back_by_an_undo() {
    let (red, green, blue) = (Seat(0), Seat(1), Seat(3));
    let mut game = begun("yonin-bishogi", 4);
    play(&mut game, &["f4-f5", "i5-g5"]);
    let forfeit = Event::Forfeit {
        seat: blue,
        reason: String::new(),
    };
    happen(&mut game, &[Event::Resign(green), forfeit]);
    assert_eq!(game.game.playing(), [red, Seat(2)]);
    assert_eq!(
        (game.game.place(blue), game.game.place(green)),
        (Some(3), Some(4))
    );
    assert_eq!(game.takes_back(), Some(TakenBack::Departure(blue)));
    happen(&mut game, &[undo()]);
    assert_eq!(game.game.playing(), [red, Seat(2), blue]);
    assert_eq!(game.takes_back(), Some(TakenBack::Departure(green)));
    happen(&mut game, &[undo()]);
    assert_eq!(game.game.playing().len(), 4);
    let turn = TakenBack::Turn("1. i5-g5".to_owned());
    assert_eq!(game.takes_back(), Some(turn));
}

#[test]
fn whoever_is_out_of_a_game_of_four_may_only_talk() {
    let green = Seat(1);
    let mut game = begun("yonin-bishogi", 4);
    happen(&mut game, &[Event::Resign(green)]);
    for request in requests() {
        let decided = decide(&game, &of(green, 0), &request);
        assert_eq!(decided, Decided::Refused(Refusal::Out), "{request:?}");
    }
    let say = Request::Say {
        to: Some("blue".to_owned()),
        words: "Good luck!".to_owned(),
    };
    assert!(matches!(
        decide(&game, &of(green, 0), &say),
        Decided::Done(_)
    ));
    let again = Request::Forfeit {
        seat: "Green".to_owned(),
        reason: String::new(),
    };
    let refused = Decided::Refused(Refusal::OutAlready(green));
    assert_eq!(decide(&game, &Actor::Umpire, &again), refused);
}

#[test]
fn a_draw_of_four_needs_all_who_are_left_and_keeps_the_places_of_the_others() {
    let seats = [0, 1, 2, 3].map(Seat);
    let mut game = begun("yonin-bishogi", 4);
    let offers = [seats[0], seats[2]].map(Event::Offer);
    happen(&mut game, &offers);
    assert!(game.is_on());
    happen(&mut game, &[Event::Resign(seats[1])]);
    assert!(game.is_on(), "Blue has not agreed");
    happen(&mut game, &[Event::Offer(seats[3])]);
    let result = game.course().result;
    assert_eq!(result.as_deref(), Some("red=yellow=blue>green"));
    // The last one who has not agreed goes out.
    let mut game = begun("yonin-bishogi", 4);
    happen(&mut game, &offers);
    happen(
        &mut game,
        &[Event::Offer(seats[3]), Event::Resign(seats[1])],
    );
    assert_eq!(game.course().reason.as_deref(), Some("agreement"));
}

#[test]
fn three_dots_mean_nothing_in_a_game_of_four() {
    let mut game = begun("yonin-bishogi", 4);
    play(&mut game, &["f4-f5"]);
    let typed = |number, second| Guard { number, second };
    assert!(game.is_due(typed(1, true)) && game.is_due(typed(1, false)));
    assert!(!game.is_due(typed(2, true)));
}

#[test]
fn an_earlier_position_of_four_knows_who_had_left() {
    let mut game = begun("yonin-bishogi", 4);
    play(&mut game, &["f4-f5"]);
    happen(&mut game, &[Event::Resign(Seat(1))]);
    play(&mut game, &["e9-e7", "c5-d5", "d2-d4", "d10-d8"]);
    let now = game.at(game.turns.len()).expect("replayed");
    assert_eq!(now.position(), game.game.position());
    let earlier = game.at(1).expect("replayed");
    assert_eq!((earlier.to_move(), earlier.playing().len()), (Seat(2), 3));
}

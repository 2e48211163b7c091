//! What needs the consent of others: who has to agree, and what comes of it.

use chrono::TimeDelta;

use crate::games::{
    Actor, Changes, ConsentRefusal, CreditReason, Decided, Event, EventTime, Proposal, Refusal,
    ReopenReason, Request, StoredGame, Topic, Wish, decide,
};
use crate::rules::Seat;

use super::{BLACK, WHITE, begun, chess, of};

const DAY: i64 = 86_400;

/// What is decided about a request of a seat that has read the newest letter. What is to be done happens.
fn does(game: &mut StoredGame, seat: Seat, request: &Request) -> Decided {
    carried_out(game, &of(seat, game.state), request)
}

fn carried_out(game: &mut StoredGame, actor: &Actor, request: &Request) -> Decided {
    let decided = decide(game, actor, request);
    if let Decided::Done(events) = &decided {
        happen(game, events);
    }
    decided
}

fn happen(game: &mut StoredGame, events: &[Event]) {
    let moment = moment("2026-01-01T12:00:00Z");
    for event in events {
        let mut changes = Changes::at(moment);
        changes.apply(game, event, None).expect("applied");
    }
}

fn moment(at: &str) -> EventTime {
    let at = at.parse().expect("a time");
    EventTime {
        at,
        came: at,
        longest_gap: TimeDelta::MAX,
    }
}

fn undo() -> Request {
    Request::Propose(Wish::TakeBack)
}

fn time(terms: &str) -> Request {
    Request::Propose(Wish::Terms(terms.to_owned()))
}

fn proposed(seat: Seat, what: Proposal) -> Event {
    Event::Propose { seat, what }
}

fn credit(seat: Seat, seconds: i64, why: CreditReason) -> Event {
    Event::Credit { seat, seconds, why }
}

fn refused(why: ConsentRefusal) -> Decided {
    Decided::Refused(Refusal::Consent(why))
}

/// The same game with this time.
fn timed(game: StoredGame, terms: &str) -> StoredGame {
    let mut row = game.row;
    row.time = Some(terms.to_owned());
    row.created_at = "2026-01-01T12:00:00Z".to_owned();
    StoredGame::begin(row, game.seats).expect("a game")
}

/// Turns that are played.
fn play(game: &mut StoredGame, turns: &[&str]) {
    for turn in turns {
        let seat = game.game.to_move();
        let text = game.game.fork().play(turn).expect("legal").canonical;
        happen(game, &[Event::Turn { seat, text }]);
    }
}

#[test]
fn a_turn_is_taken_back_when_the_other_side_agrees() {
    let mut game = chess();
    assert_eq!(
        does(&mut game, WHITE, &undo()),
        refused(ConsentRefusal::NoTurn)
    );
    play(&mut game, &["e4", "e5", "Nf3"]);
    let asked = does(&mut game, BLACK, &undo());
    assert_eq!(
        asked,
        Decided::Done(vec![proposed(BLACK, Proposal::TakeBack)])
    );
    let again = does(&mut game, BLACK, &undo());
    assert_eq!(again, refused(ConsentRefusal::SaidAlready(Topic::TakeBack)));
    let other = does(&mut game, WHITE, &undo());
    assert_eq!(other, refused(ConsentRefusal::AnswerFirst(BLACK)));
    let own = does(&mut game, BLACK, &Request::Agree(Topic::TakeBack));
    assert_eq!(own, refused(ConsentRefusal::NothingAsked(Topic::TakeBack)));
    let shown = game.state;
    let agreed = does(&mut game, WHITE, &Request::Agree(Topic::TakeBack));
    let events = vec![proposed(WHITE, Proposal::TakeBack), Event::TakeBack(BLACK)];
    assert_eq!(agreed, Decided::Done(events));
    assert_eq!((game.turns.len(), game.game.to_move()), (1, BLACK));
    assert!(!game.is_current(shown), "the position is another one");
    assert!(game.proposals.is_empty());
}

#[test]
fn a_request_lapses_with_the_next_turn() {
    let mut game = timed(chess(), "3d/move");
    play(&mut game, &["e4"]);
    for request in [undo(), Request::Propose(Wish::Pause), time("5d/move")] {
        assert!(matches!(does(&mut game, WHITE, &request), Decided::Done(_)));
    }
    assert_eq!(game.proposed_to(BLACK, game.state).len(), 3);
    assert_eq!(
        game.proposed_to(BLACK, game.state - 1).len(),
        2,
        "not shown"
    );
    assert_eq!(game.proposed_to(WHITE, game.state), Vec::<&_>::new());
    play(&mut game, &["e5"]);
    for topic in [Topic::TakeBack, Topic::Pause, Topic::Terms] {
        let late = does(&mut game, BLACK, &Request::Agree(topic));
        assert_eq!(late, refused(ConsentRefusal::NothingAsked(topic)));
    }
}

#[test]
fn what_stood_before_does_not_stand_again_when_turns_are_taken_back() {
    let mut game = timed(chess(), "3d/move");
    does(&mut game, BLACK, &Request::OfferDraw);
    does(&mut game, BLACK, &Request::Propose(Wish::Pause));
    play(&mut game, &["e4"]);
    does(&mut game, WHITE, &undo());
    does(&mut game, BLACK, &Request::Agree(Topic::TakeBack));
    assert_eq!(
        (game.turns.len(), game.offers.len(), game.proposals.len()),
        (0, 0, 0)
    );
    let accepted = does(&mut game, WHITE, &Request::AcceptDraw);
    assert_eq!(accepted, Decided::Refused(Refusal::NoOffer));
    assert!(game.has_clocks(), "the clocks stay");
}

#[test]
fn in_a_game_of_four_all_others_who_are_left_have_to_agree() {
    let seats: Vec<Seat> = (0..4).map(Seat).collect();
    let mut game = begun("yonin-bishogi", 4);
    play(&mut game, &["f4-f5", "i5-g5"]);
    does(&mut game, seats[0], &undo());
    let first = does(&mut game, seats[1], &Request::Agree(Topic::TakeBack));
    assert_eq!(
        first,
        Decided::Done(vec![proposed(seats[1], Proposal::TakeBack)])
    );
    let no = does(&mut game, seats[2], &Request::Disagree(Topic::TakeBack));
    let what = Proposal::TakeBack;
    let refuse = Event::Refuse {
        seat: seats[2],
        what,
    };
    assert_eq!(no, Decided::Done(vec![refuse]));
    assert!(game.proposals.is_empty(), "one who declines is enough");
    happen(&mut game, &[Event::Resign(seats[3])]);
    let late = does(&mut game, seats[0], &undo());
    assert_eq!(late, refused(ConsentRefusal::LeftSince(seats[3])));
    play(&mut game, &["e9-e7", "d2-d4"]);
    does(&mut game, seats[0], &undo());
    does(&mut game, seats[2], &Request::Agree(Topic::TakeBack));
    let last = does(&mut game, seats[1], &Request::Agree(Topic::TakeBack));
    let Decided::Done(events) = last else {
        panic!("{last:?}")
    };
    assert_eq!(events.last(), Some(&Event::TakeBack(seats[0])));
    assert_eq!((game.turns.len(), game.game.to_move()), (3, seats[0]));
}

#[test]
fn terms_are_offered_and_agreed_to() {
    let mut game = chess();
    assert_eq!(
        does(&mut game, WHITE, &time("none")),
        refused(ConsentRefusal::SameTerms("none".to_owned()))
    );
    let nonsense = does(&mut game, WHITE, &time("0d/move"));
    assert_eq!(
        nonsense,
        refused(ConsentRefusal::NoTerms("0d/move".to_owned()))
    );
    does(&mut game, WHITE, &time("3D / move"));
    does(&mut game, WHITE, &time("4d/move"));
    does(&mut game, BLACK, &time("5d/move"));
    assert_eq!(
        game.proposals.len(),
        2,
        "a second offer takes the place of the first"
    );
    let agreed = does(&mut game, BLACK, &Request::Agree(Topic::Terms));
    let four = || "4d/move".to_owned();
    let events = vec![
        proposed(BLACK, Proposal::Terms(four())),
        Event::Terms(four()),
    ];
    assert_eq!(agreed, Decided::Done(events));
    assert!(game.proposals.is_empty());
    let same = does(&mut game, BLACK, &time("4d/move"));
    assert_eq!(same, refused(ConsentRefusal::SameTerms(four())));
    does(&mut game, BLACK, &time("none"));
    let same_offer = does(&mut game, WHITE, &time("none"));
    assert!(
        matches!(same_offer, Decided::Done(_)),
        "offering the same agrees"
    );
    assert_eq!(game.terms_to_come(), None);
}

#[test]
fn what_the_umpire_has_stopped_only_he_starts() {
    let mut game = chess();
    let pause = Request::Propose(Wish::Pause);
    let umpire = Request::Pause {
        reason: "why".to_owned(),
    };
    assert_eq!(
        does(&mut game, WHITE, &pause),
        refused(ConsentRefusal::NoClock)
    );
    assert_eq!(
        carried_out(&mut game, &Actor::Umpire, &umpire),
        refused(ConsentRefusal::NoClock)
    );
    let mut game = timed(game, "3d/move");
    assert_eq!(
        does(&mut game, WHITE, &Request::Resume),
        refused(ConsentRefusal::NotPaused)
    );
    does(&mut game, WHITE, &pause);
    does(&mut game, BLACK, &pause);
    assert_eq!(
        does(&mut game, WHITE, &pause),
        refused(ConsentRefusal::PausedAlready)
    );
    let on = does(&mut game, BLACK, &Request::Resume);
    assert_eq!(on, Decided::Done(vec![Event::Resume { by: Some(BLACK) }]));
    carried_out(&mut game, &Actor::Umpire, &umpire);
    assert_eq!(
        does(&mut game, WHITE, &Request::Resume),
        refused(ConsentRefusal::PausedByUmpire)
    );
    let twice = carried_out(&mut game, &Actor::Umpire, &umpire);
    assert_eq!(twice, refused(ConsentRefusal::PausedAlready));
    let on = carried_out(&mut game, &Actor::Umpire, &Request::Resume);
    assert_eq!(on, Decided::Done(vec![Event::Resume { by: None }]));
}

#[test]
fn one_other_gives_time_alone() {
    let mut game = timed(chess(), "3d/move");
    let add = |length: &str| Request::AddTime(length.to_owned());
    assert_eq!(
        does(&mut game, WHITE, &Request::Forgive),
        refused(ConsentRefusal::OwnTime)
    );
    let given = does(&mut game, BLACK, &Request::Forgive);
    let forgiven = credit(WHITE, 3 * DAY, CreditReason::Forgive);
    assert_eq!(given, Decided::Done(vec![forgiven]));
    for nonsense in ["2x", "0d", "", "-1d"] {
        let decided = does(&mut game, BLACK, &add(nonsense));
        assert_eq!(
            decided,
            refused(ConsentRefusal::NoLength(nonsense.to_owned()))
        );
    }
    let all = refused(ConsentRefusal::TooMuch(30 * DAY));
    assert_eq!(does(&mut game, BLACK, &add("99999999d")), all);
    let added = credit(WHITE, 29 * DAY, CreditReason::AddTime);
    assert_eq!(
        does(&mut game, BLACK, &add("29d")),
        Decided::Done(vec![added])
    );
    play(&mut game, &["e4"]);
    let left = does(&mut game, WHITE, &add("1d1h"));
    assert_eq!(
        left,
        refused(ConsentRefusal::TooMuch(DAY)),
        "thirty days a game, not a seat"
    );
    does(&mut game, WHITE, &undo());
    does(&mut game, BLACK, &Request::Agree(Topic::TakeBack));
    assert_eq!(
        game.added_time(),
        29 * DAY,
        "taking back gives no time back"
    );
}

#[test]
fn a_fallen_flag_is_forgiven_by_the_winner() {
    let mut game = timed(chess(), "10/30d");
    play(&mut game, &["e4"]);
    does(&mut game, WHITE, &Request::OfferDraw);
    let shown = game.state;
    happen(
        &mut game,
        &[Event::Flag {
            seat: BLACK,
            drawn: false,
        }],
    );
    assert!(!game.is_on());
    let own = carried_out(&mut game, &of(BLACK, shown), &Request::Forgive);
    assert_eq!(own, refused(ConsentRefusal::OwnTime));
    let forgiven = carried_out(&mut game, &of(WHITE, shown), &Request::Forgive);
    let why = ReopenReason::Forgiven;
    let reopen = Event::Reopen { seat: BLACK, why };
    let events = vec![reopen, credit(BLACK, 3 * DAY, CreditReason::Forgive)];
    assert_eq!(forgiven, Decided::Done(events));
    assert!(
        game.is_on() && game.offers.is_empty(),
        "offers stay dropped"
    );
    assert_eq!((game.turns.len(), game.game.to_move()), (1, BLACK));
    happen(&mut game, &[Event::Resign(BLACK)]);
    let over = does(&mut game, WHITE, &Request::Forgive);
    assert!(matches!(over, Decided::Refused(Refusal::Closed(_))));
}

#[test]
fn of_four_the_others_forgive_until_the_next_turn() {
    let seats: Vec<Seat> = (0..4).map(Seat).collect();
    let mut game = timed(begun("yonin-bishogi", 4), "3d/move");
    let flag = Event::Flag {
        seat: seats[0],
        drawn: false,
    };
    happen(&mut game, std::slice::from_ref(&flag));
    let out = does(&mut game, seats[0], &Request::Forgive);
    assert_eq!(out, Decided::Refused(Refusal::Out));
    let first = does(&mut game, seats[1], &Request::Forgive);
    assert_eq!(
        first,
        Decided::Done(vec![proposed(seats[1], Proposal::Forgive)])
    );
    does(&mut game, seats[2], &Request::Forgive);
    does(&mut game, seats[3], &Request::Forgive);
    assert_eq!(
        (game.game.playing().len(), game.game.to_move()),
        (4, seats[0])
    );
    happen(&mut game, &[flag]);
    play(&mut game, &["i5-g5"]);
    assert!(game.fallen().is_none());
    // From now on, it is the seat to move that gets the time.
    does(&mut game, seats[1], &Request::Forgive);
    let last = does(&mut game, seats[3], &Request::Forgive);
    let credit = credit(seats[2], 3 * DAY, CreditReason::Forgive);
    assert_eq!(
        last,
        Decided::Done(vec![proposed(seats[3], Proposal::Forgive), credit])
    );
}

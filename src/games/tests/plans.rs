//! Plans: what is kept, what is played, and that playing by plans is playing.

use proptest::prelude::*;

use super::{begun, chess};
use crate::games::plans::{
    Answer, Ended, MOST_DEPTH, MOST_PAIRS, MOST_PLAYED, PlanFault, Plans, TrialEnd,
};
use crate::games::{Actor, Cause, Changes, Decided, Event, Refusal, Request, StoredGame, decide};
use crate::rules::{Game, Seat};
use crate::store::EventRow;
use crate::variants::VARIANTS;

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

fn of(game: &StoredGame, seat: Seat) -> Actor {
    let shown = game.state;
    Actor::Seat { seat, shown }
}

/// Keeps lines of play.
fn plan(game: &mut StoredGame, seat: Seat, lines: &[&str]) -> Result<usize, PlanFault> {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    match decide(game, &of(game, seat), &Request::Plan(lines)) {
        Decided::Planned { plans, added, .. } => {
            Changes::default().plan(game, seat, plans);
            Ok(added)
        }
        Decided::Refused(Refusal::Plan(fault)) => Err(*fault),
        other => panic!("{other:?}"),
    }
}

/// Plays a turn, and what is planned after it; returns the events.
fn play(game: &mut StoredGame, typed: &str) -> Vec<EventRow> {
    play_with(game, typed, &[], &[])
}

/// The same with other events behind the turn, and with lines of play of its seat.
fn play_with(
    game: &mut StoredGame,
    typed: &str,
    events: &[Event],
    lines: &[&str],
) -> Vec<EventRow> {
    let seat = game.game.to_move();
    let text = game.game.meaning(typed).expect("legal");
    let mut changes = Changes::default();
    let turn = Event::Turn { seat, text };
    changes.apply(game, &turn, Some(typed)).expect("applied");
    for event in events {
        changes.apply(game, event, None).expect("applied");
    }
    if !lines.is_empty() {
        plan(game, seat, lines).expect("kept");
    }
    changes.play_plans(game).expect("played");
    changes.into_change(game, &Cause::Umpire("umpire")).events
}

fn ended(game: &StoredGame, seat: Seat) -> Option<Ended> {
    game.plans(seat)?.ended
}

fn turns(game: &StoredGame) -> Vec<&str> {
    game.turns.iter().map(|turn| turn.text.as_str()).collect()
}

#[test]
fn planned_turns_are_events_that_nobody_has_written() {
    let mut game = chess();
    play_with(&mut game, "e4", &[], &["e5 then Nf3; Nc6 then Bb5"]);
    let events = play_with(&mut game, "e5", &[], &["Nf3 then Nc6"]);
    let by: Vec<bool> = events.iter().map(|event| event.actor.is_some()).collect();
    assert_eq!(by, [true, false, false, false]);
    assert!(
        events[1..]
            .iter()
            .all(|event| event.typed.is_none() && event.mail.is_none())
    );
    let planned: Vec<bool> = game.turns.iter().map(|turn| turn.planned).collect();
    assert_eq!(planned, [false, false, true, true, true]);
    assert!(game.plans(WHITE).is_none() && game.plans(BLACK).is_none());
}

#[test]
fn a_named_turn_goes_before_any() {
    let mut game = chess();
    play_with(
        &mut game,
        "e4",
        &[],
        &["any then d4; Nf6 then Nc3", "c5 then Nf3"],
    );
    play(&mut game, "c5");
    assert_eq!(turns(&game).last(), Some(&"Ng1-f3"));
    let mut game = chess();
    play_with(
        &mut game,
        "e4",
        &[],
        &["any then d4; Nf6 then Nc3", "c5 then Nf3"],
    );
    play(&mut game, "g6");
    play(&mut game, "Nf6");
    assert_eq!(
        turns(&game).last(),
        Some(&"Nb1-c3"),
        "judged when its time came"
    );
}

#[test]
fn plans_end_where_they_do_not_fit() {
    let with = |lines: &[&str]| {
        let mut game = chess();
        play_with(&mut game, "e4", &[], lines);
        game
    };
    let mut game = with(&["e5 then Nf3"]);
    play(&mut game, "c5");
    let other = Ended::OtherTurn("1... c7-c5".to_owned());
    assert_eq!(ended(&game, WHITE), Some(other));
    // White's own turn ends the word about it.
    play(&mut game, "Nf3");
    assert_eq!(game.plans(WHITE), None);

    let mut game = with(&["any then e5"]);
    play(&mut game, "e5");
    assert!(matches!(ended(&game, WHITE), Some(Ended::Illegal { turn, .. }) if turn == "e5"));

    let mut game = with(&["e5 then Nf3"]);
    play_with(&mut game, "e5", &[Event::Offer(BLACK)], &[]);
    assert_eq!(ended(&game, WHITE), Some(Ended::DrawOffered));

    let mut game = with(&["e5 then draw accept"]);
    play(&mut game, "e5");
    assert!(
        game.plans(WHITE).is_none() && game.is_on(),
        "nothing was offered"
    );

    let mut game = with(&["e5 then draw accept"]);
    play_with(&mut game, "e5", &[Event::Offer(BLACK)], &[]);
    assert!(!game.is_on() && game.plans(WHITE).is_none());

    let mut game = with(&["e5 then resign"]);
    play(&mut game, "e5");
    assert_eq!(game.course().result.as_deref(), Some("0-1"));

    let mut game = with(&["e5 then Nf3"]);
    let undo = Event::Undo {
        reason: String::new(),
    };
    Changes::default()
        .apply(&mut game, &undo, None)
        .expect("applied");
    assert_eq!(ended(&game, WHITE), Some(Ended::Changed));

    let mut game = with(&["e5 then Nf3"]);
    let back = Event::Propose {
        seat: BLACK,
        what: crate::games::Proposal::TakeBack,
    };
    play_with(&mut game, "e5", &[back], &[]);
    assert_eq!(ended(&game, WHITE), Some(Ended::TakeBackProposed));
}

#[test]
fn talk_and_offers_leave_plans_alone() {
    let mut game = chess();
    play_with(&mut game, "e4", &[], &["e5 then Nf3"]);
    let before = game.plans(WHITE);
    let said = Event::Say {
        by: Some(BLACK),
        to: None,
        words: "hello".to_owned(),
    };
    for event in [said, Event::Offer(WHITE), Event::Decline(BLACK)] {
        Changes::default()
            .apply(&mut game, &event, None)
            .expect("applied");
    }
    assert_eq!(game.plans(WHITE), before);
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let mut game = chess();
    assert_eq!(
        plan(&mut game, WHITE, &["e5 then Nf3"]),
        Err(PlanFault::YourTurn)
    );
    play(&mut game, "e4");
    let mut fault = |lines: &[&str]| {
        let before = game.plans(WHITE);
        let fault = plan(&mut game, WHITE, lines).expect_err("a fault");
        assert_eq!(game.plans(WHITE), before, "nothing is kept");
        fault
    };
    let two = |fault: &PlanFault| matches!(fault, PlanFault::TwoAnswers { when: Some(when), .. } if when == "e7-e5");
    assert!(two(&fault(&[
        "c5 then Nf3",
        "e5 then Nf3",
        "1... e7-e5 then d4"
    ])));
    assert!(matches!(
        fault(&["any then d4", "any then ask"]),
        PlanFault::TwoAnswers { when: None, .. }
    ));
    assert!(matches!(
        fault(&["e5 then ask; Nc6 then Bb5"]),
        PlanFault::AfterEnd { .. }
    ));
    assert!(matches!(
        fault(&["f6 then Qh5; g6 then Qxe8"]),
        PlanFault::Turn { own: true, .. }
    ));
    assert!(matches!(
        fault(&["Ke7 then d4"]),
        PlanFault::Turn { own: false, .. }
    ));
    assert!(matches!(
        fault(&["any then d4; hello then c4"]),
        PlanFault::Unreadable { .. }
    ));
    assert!(matches!(
        fault(&["f6 then d4; g5 then Qh5; a6 then a3"]),
        PlanFault::Over { .. }
    ));
    assert!(matches!(
        fault(&["e5 then 3. Nf3"]),
        PlanFault::WrongNumber { .. }
    ));
    assert_eq!(fault(&[]), PlanFault::Elsewhere);
}

/// Turns that repeat no position often: knights go out and back, and White pushes a pawn now and then.
fn white(at: usize) -> String {
    let pushes = at / 7;
    let file = ["a", "b", "c", "d", "e", "h", "g"][pushes % 7];
    match (at % 7, (at - pushes) % 2) {
        (6, _) => format!("{file}2-{file}3"),
        (_, 0) => "Ng1-f3".to_owned(),
        _ => "Nf3-g1".to_owned(),
    }
}

fn black(at: usize) -> &'static str {
    ["Ng8-f6", "Nf6-g8"][at % 2]
}

/// White's plan after White's first turn.
fn white_line(pairs: usize) -> String {
    let pair = |at| format!("{} then {}", black(at), white(at + 1));
    (0..pairs).map(pair).collect::<Vec<_>>().join("; ")
}

#[test]
fn plans_are_bounded() {
    let mut game = chess();
    play(&mut game, &white(0));
    assert_eq!(
        plan(&mut game, WHITE, &[&white_line(MOST_DEPTH)]),
        Ok(MOST_DEPTH)
    );
    let too_long = plan(&mut game, WHITE, &[&white_line(MOST_DEPTH + 1)]);
    assert_eq!(too_long, Err(PlanFault::TooLong));
    let square = |n: usize| {
        format!(
            "{}{}",
            char::from(b'a' + u8::try_from(n % 8).unwrap_or(0)),
            1 + n / 8 % 8
        )
    };
    let many: Vec<String> = (0..=MOST_PAIRS)
        .map(|n| format!("any then d4; N{}-{} then c4", square(n), square(n / 4)))
        .collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let fault = plan(&mut game, WHITE, &many).expect_err("too many");
    assert!(
        matches!(fault, PlanFault::TooLong | PlanFault::TooMuch),
        "{fault:?}"
    );
}

#[test]
fn at_most_so_many_turns_are_played_at_once() {
    let mut game = chess();
    let pair = |at| format!("{} then {}", white(at), black(at));
    let blacks: Vec<String> = (1..40).map(pair).collect();
    play_with(&mut game, &white(0), &[], &[&white_line(40)]);
    let events = play_with(&mut game, black(0), &[], &[&blacks.join("; ")]);
    assert_eq!(events.len(), 1 + MOST_PLAYED);
    assert_eq!(ended(&game, WHITE), Some(Ended::TooMany));
    assert!(game.plans(BLACK).is_some_and(|plans| plans.ended.is_none()));
}

#[test]
fn clearing_a_pair_clears_what_follows_it() {
    let mut game = chess();
    play_with(
        &mut game,
        "e4",
        &[],
        &["e5 then Nf3; Nc6 then Bb5", "c5 then c3"],
    );
    let clear =
        |game: &StoredGame, number| decide(game, &of(game, WHITE), &Request::ClearPlans(number));
    let Decided::Planned {
        plans: Some(left),
        removed: 2,
        ..
    } = clear(&game, Some(1))
    else {
        panic!("not cleared");
    };
    let answers: Vec<&Answer> = left.pairs.iter().map(|pair| &pair.answer).collect();
    assert_eq!(answers, [&Answer::Turn("c2-c3".to_owned())]);
    assert!(matches!(
        clear(&game, None),
        Decided::Planned {
            plans: None,
            removed: 3,
            ..
        }
    ));
    let none = |fault: PlanFault| Decided::Refused(Refusal::Plan(Box::new(fault)));
    assert_eq!(clear(&game, Some(9)), none(PlanFault::NoSuchPair(9)));
    Changes::default().plan(&mut game, WHITE, None);
    assert_eq!(clear(&game, None), none(PlanFault::Nothing));
}

#[test]
fn stored_plans_are_read_back() {
    let mut game = chess();
    play_with(
        &mut game,
        "e4",
        &[],
        &["e5 then draw offer Nf3; any then d4", "c5 then resign"],
    );
    let plans = game.plans(WHITE).expect("plans");
    assert_eq!(Plans::from_json(&plans.to_json()).as_ref(), Some(&plans));
    let newer = plans.to_json().replacen("\"v\":1", "\"v\":2", 1);
    assert_eq!(Plans::from_json(&newer), None);
}

#[test]
fn a_trial_changes_nothing() {
    let mut game = chess();
    play_with(&mut game, "e4", &[], &["e5 then Nf3; Nc6 then Bb5"]);
    let before = (game.game.position(), game.plans(WHITE));
    let trial = game.try_plans(WHITE, "e5; Nc6");
    assert_eq!((trial.turns.len(), trial.end), (4, TrialEnd::Done));
    assert_eq!(game.try_plans(WHITE, "c5").end, TrialEnd::NoAnswer);
    assert_eq!(game.try_plans(BLACK, "c5").end, TrialEnd::YourTurn);
    assert_eq!((game.game.position(), game.plans(WHITE)), before);
}

/// A turn of a game, picked by a number.
fn pick(game: &dyn Game, number: usize) -> String {
    let mut made = String::new();
    loop {
        let Ok(begun) = game.begin(&made) else {
            return made;
        };
        if begun.next.is_empty() || begun.ends && !begun.made.is_empty() && number.is_multiple_of(3)
        {
            return game.fork().play(&begun.made).expect("legal").canonical;
        }
        let action = &begun.next[number % begun.next.len()];
        made = format!("{} {action}", begun.made).trim().to_owned();
    }
}

/// Some turns of a game, none of which ends it.
fn some_turns(game: &StoredGame, numbers: &[usize]) -> Vec<String> {
    let mut board = game.game.fork();
    let mut turns = Vec::new();
    for number in numbers {
        let turn = pick(board.as_ref(), *number);
        board.play(&turn).expect("legal");
        if board.outcome().is_some() {
            break;
        }
        turns.push(turn);
    }
    turns
}

/// The plan of the seat whose turns are the second ones of these pairs.
fn line(turns: &[String]) -> String {
    let pairs = turns.chunks_exact(2);
    let pairs: Vec<String> = pairs
        .map(|pair| format!("{} then {}", pair[0], pair[1]))
        .collect();
    pairs.join("; ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two turns by hand and the rest by plans, or all by hand: the same game.
    #[test]
    fn playing_by_plans_is_playing(numbers in proptest::collection::vec(0..100_000_usize, 4..12)) {
        for variant in VARIANTS.iter().filter(|variant| variant.seats().len() == 2) {
            let seats = u8::try_from(variant.seats().len()).expect("few");
            let mut by_hand = begun(variant.id(), seats);
            let turns = some_turns(&by_hand, &numbers);
            if turns.len() < 4 {
                continue;
            }
            let mut events = Vec::new();
            for turn in &turns {
                events.extend(play(&mut by_hand, turn));
            }
            let mut by_plans = begun(variant.id(), seats);
            let (first, second) = (line(&turns[1..]), line(&turns[2..]));
            let mut planned = play_with(&mut by_plans, &turns[0], &[], &[&first]);
            planned.extend(play_with(&mut by_plans, &turns[1], &[], &[&second]));
            prop_assert_eq!(by_plans.game.position(), by_hand.game.position(), "{}", variant.id());
            prop_assert_eq!(by_plans.course(), by_hand.course());
            let plain = |events: Vec<EventRow>| -> Vec<EventRow> {
                let bare = |event: EventRow| EventRow { typed: None, actor: None, mail: None, ..event };
                events.into_iter().map(bare).collect()
            };
            prop_assert_eq!(plain(planned), plain(events), "{}", variant.id());
            prop_assert!(by_plans.plans(WHITE).is_none() && by_plans.plans(BLACK).is_none());
        }
    }

    /// Whatever is written, it is refused or kept, and nothing panics.
    #[test]
    fn hostile_plans_are_harmless(text in "([ -~]{0,20}(then|;|any|e4|Nf6|e7-e5| )){0,12}") {
        let mut game = chess();
        play(&mut game, "e4");
        let _ = plan(&mut game, WHITE, &[&text]);
        let _ = game.try_plans(WHITE, &text);
        play(&mut game, "e5");
    }
}

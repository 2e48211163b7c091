//! Laws of what two decisions must not be about at once.

use zugpost::ids::{AccountQuestionId, GameId, LetterId, PlayerId};
use zugpost::status::{ChallengeKind, LetterFormat, Relation};
use zugpost::store::{
    Asked, Budget, ConfirmationRow, Counted, Decision, DigestRow, GameChange, LetterChange, LogOf,
    MailboxChange, NewAccountQuestion, NewQuestion, PeopleChange, PlayerChange, PlayerRef,
    SeatChange, Seen, Spending, Store, StoreError, Subject, WatchChange,
};
use zugpost::time::PlayerTimes;

use crate::challenges;
use crate::kit::{Place, at, commit, look, new_game, nothing, play};

const ANNA: PlayerId = PlayerId(1);
const BORIS: PlayerId = PlayerId(2);

fn seen(store: &mut dyn Store) -> Option<Seen> {
    look(store, |view| Ok(Some(view.seen()?)))
}

/// Some of what is stored, to see whether it has changed.
fn stored(store: &mut dyn Store) -> String {
    look(store, |view| {
        let log = |player| view.acts(LogOf::Player(player));
        let (anna, boris) = (log(ANNA)?, log(BORIS)?);
        Ok(format!(
            "{:?} {anna:?} {boris:?} {:?}",
            view.counts()?,
            view.players()?
        ))
    })
}

fn player(change: PlayerChange) -> Decision {
    Decision {
        players: vec![change],
        ..nothing()
    }
}

fn people(change: PeopleChange) -> Decision {
    Decision {
        people: vec![change],
        ..nothing()
    }
}

fn watch(change: WatchChange) -> Decision {
    Decision {
        watches: vec![change],
        ..nothing()
    }
}

fn ask(asked: Asked) -> Decision {
    let question = NewAccountQuestion {
        asked,
        data: "{}".into(),
        mail: None,
        expires_at: at(60),
        due_at: None,
        letter: None,
    };
    Decision {
        account_asks: vec![question],
        ..nothing()
    }
}

fn add(name: &str, address: &str) -> Decision {
    player(PlayerChange::Add {
        name: name.into(),
        address: address.into(),
    })
}

/// Decisions that fit at any time for the first time with a number, each with what it is about.
fn decisions(game: GameId, nth: i64) -> Vec<(&'static str, Decision)> {
    let address = || "Anna@example.org".to_owned();
    let number = usize::try_from(nth).unwrap();
    let mut held = GameChange::new(game, 0);
    held.seats.push(SeatChange::Held(0, Some("e4".into())));
    let seat = Decision {
        games: vec![held],
        ..nothing()
    };
    let question = NewQuestion {
        game,
        seat: 0,
        state: 0,
        data: "{}".into(),
        mail: None,
        letter: None,
    };
    let question = Decision {
        asks: vec![question],
        ..nothing()
    };
    let mut again = new_game("", "");
    again.players.clear();
    again.new_game.as_mut().unwrap().players =
        vec![PlayerRef::Known(ANNA), PlayerRef::Known(BORIS)];
    let told = DigestRow {
        player: BORIS,
        game,
        seat: None,
        first_event: 1,
        last_event: 1,
        due: at(1),
    };
    let told = Decision {
        close_digests: vec![told],
        ..nothing()
    };
    let answered = Decision {
        close_account_questions: vec![AccountQuestionId(7)],
        ..nothing()
    };
    let bounced = Decision {
        letter_changes: vec![LetterChange::Bounced(LetterId(7))],
        ..nothing()
    };
    let confirmation = ConfirmationRow {
        player: ANNA,
        address: "new@example.org".into(),
        nonce: vec![1],
        generation: 1,
        created_at: at(0),
    };
    // Names that look alike, of people with addresses of their own.
    let (name, alike) = (format!("Carla {number:03}"), format!("CarIa {number:03}"));
    let new = |who: &str| format!("{who}{nth}@example.org");
    let failed = PlayerChange::Failed {
        player: BORIS,
        address: address(),
        why: "full".into(),
    };
    let other = PlayerChange::Address {
        player: BORIS,
        address: new("shared"),
        main: false,
    };
    let trouble = PlayerChange::Trouble {
        address: address(),
        why: "late".into(),
    };
    let (relation, now) = (Relation::Mute, at(1));
    let mute = PeopleChange::Relate {
        player: ANNA,
        other: BORIS,
        relation,
        on: true,
    };
    let note = PeopleChange::Note {
        player: BORIS,
        game,
        text: "beware".into(),
    };
    vec![
        ("game", seat),
        ("game", question),
        ("anna boris", again),
        (
            "challenge",
            challenges::write(challenges::row(nth, ChallengeKind::Seek, 60)),
        ),
        ("boris", told),
        ("question", answered),
        ("letter", bounced),
        ("anna", ask(Asked::Player(ANNA))),
        ("address", ask(Asked::Address("anna@example.org".into()))),
        ("name", add(&name, &new("carla"))),
        ("boris name", player(PlayerChange::Rename(BORIS, alike))),
        ("shared", add(&format!("Dora {number:03}"), &new("Shared"))),
        ("boris shared", player(other)),
        ("boris address", player(failed)),
        ("address", player(trouble)),
        ("address", player(PlayerChange::ClearFailures(address()))),
        ("address", player(PlayerChange::Vouched(address(), true))),
        ("anna", player(PlayerChange::AskConfirmation(confirmation))),
        ("boris", player(PlayerChange::Language(BORIS, None))),
        (
            "anna",
            player(PlayerChange::Format(ANNA, LetterFormat::Both)),
        ),
        (
            "anna",
            player(PlayerChange::Times(ANNA, PlayerTimes::default())),
        ),
        ("anna", player(PlayerChange::Settings(ANNA, None))),
        ("anna", player(PlayerChange::BookLeave(ANNA, at(1), at(2)))),
        ("boris", player(PlayerChange::CutLeave(BORIS, 1, at(2)))),
        ("", player(PlayerChange::ForgetConfirmations(at(0)))),
        (
            "mailbox",
            people(PeopleChange::Mailbox(vec![1, 2], MailboxChange::Written)),
        ),
        (
            "mailbox",
            people(PeopleChange::Mailbox(
                vec![1, 2],
                MailboxChange::RefusedUntil(now),
            )),
        ),
        (
            "stranger",
            people(PeopleChange::Mailbox(vec![2, 1], MailboxChange::Answered)),
        ),
        ("anna", people(mute)),
        ("boris", people(note)),
        ("anna", people(PeopleChange::Named(ANNA))),
        ("boris", people(PeopleChange::Left(BORIS, false))),
        ("anna", people(PeopleChange::Ban(ANNA, false))),
        ("watchers anna", watch(WatchChange::Begin(game, ANNA))),
        ("watchers boris", watch(WatchChange::End(game, BORIS))),
        ("watchers", watch(WatchChange::EndOfGame(game))),
        ("boris", watch(WatchChange::EndAllOf(BORIS))),
    ]
}

/// Whether these decisions, by their places in the list, are about one thing.
fn in_common(all: &[(&str, Decision)], (one, two): (usize, usize)) -> bool {
    let mut words = all[one].0.split_whitespace();
    words.any(|word| all[two].0.split_whitespace().any(|other| other == word))
}

pub fn of_two_decisions_about_one_thing_one_is_written(place: &Place) {
    let (mut store, game) = place.with_game();
    let count = decisions(game, 1).len();
    let mut nth = 0;
    for pair in (0..count).flat_map(|one| (one..count).map(move |two| (one, two))) {
        nth += 1;
        let seen = seen(&mut *store);
        let all = decisions(game, nth);
        let made = |nth: usize| Decision {
            seen: seen.clone(),
            ..all[nth].1.clone()
        };
        let (first, second) = (made(pair.0), made(pair.1));
        commit(&mut *store, first.clone());
        let before = stored(&mut *store);
        match store.commit(std::slice::from_ref(&second)) {
            Err(StoreError::Conflict(of)) => {
                assert!(in_common(&all, pair), "{of}: {first:?} {second:?}");
                assert!(first.about().contains(&of) && second.about().contains(&of));
                assert_eq!(stored(&mut *store), before);
            }
            Ok(_) => assert!(!in_common(&all, pair), "{first:?} {second:?}"),
            Err(error) => panic!("{error}: {first:?} {second:?}"),
        }
    }
}

pub fn a_batch_about_one_thing_is_not_written(place: &Place) {
    let (mut store, game) = place.with_game();
    let all = decisions(game, 1);
    for nth in (0..all.len()).filter(|nth| in_common(&all, (*nth, *nth))) {
        let (seen, before) = (seen(&mut *store), stored(&mut *store));
        let one = Decision {
            seen,
            ..all[nth].1.clone()
        };
        let both = store.commit(&[one.clone(), one.clone()]);
        assert!(
            matches!(&both, Err(StoreError::Conflict(of)) if one.about().contains(of)),
            "{one:?}: {both:?}"
        );
        assert_eq!(stored(&mut *store), before);
    }
}

pub fn a_turn_knows_what_its_seats_have_changed(place: &Place) {
    let (mut store, game) = place.with_game();
    let seen = seen(&mut *store);
    let (_, seat) = decisions(game, 1).remove(0);
    commit(&mut *store, seat);
    let turn = |seen| Decision {
        seen,
        ..play(game, 0, "e4")
    };
    let late = store.commit(&[turn(seen)]);
    assert!(
        matches!(late, Err(StoreError::Conflict(Subject::Game(of))) if of == game),
        "{late:?}"
    );
    let now = self::seen(&mut *store);
    commit(&mut *store, turn(now.clone()));
    // It is known by its events alone.
    let (_, mut seat) = decisions(game, 1).remove(0);
    seat.games[0].expected_seq = 1;
    commit(&mut *store, Decision { seen: now, ..seat });
}

pub fn a_decision_may_say_what_else_it_depends_on(place: &Place) {
    let (mut store, game) = place.with_game();
    let depends = |seen| Decision {
        seen,
        subjects: [Subject::Watchers(game)].into(),
        ..nothing()
    };
    let seen = seen(&mut *store);
    commit(&mut *store, depends(seen.clone()));
    for other in [depends(seen.clone()), watch(WatchChange::EndOfGame(game))] {
        let late = store.commit(&[Decision {
            seen: seen.clone(),
            ..other
        }]);
        assert!(
            matches!(&late, Err(StoreError::Conflict(Subject::Watchers(of))) if *of == game),
            "{late:?}"
        );
    }
}

/// What is counted; the limit; how much each decision adds, negative if that does not fit.
const COUNTED: &[(&str, i64, &[i64])] = &[
    ("key", 5, &[2, -4, 2, -3, 1, -1]),
    ("all", 5, &[5, -1, -5]),
    ("key", 0, &[-1]),
    ("seeks", 2, &[1, 1, -1]),
    ("challenges", 3, &[2, -2, 1, -1]),
];

pub fn no_more_is_counted_than_fits(place: &Place) {
    let (mut store, _) = place.with_game();
    let mut number = 0;
    for (row, (what, most, decisions)) in COUNTED.iter().enumerate() {
        let (budget, key) = (Budget::ALL[row], "g1.0".to_owned());
        let (counted, kind) = match *what {
            "key" => (Counted::Spent(budget, key.clone()), None),
            "all" => (Counted::SpentByAll(budget), None),
            "seeks" => (Counted::Open(ANNA, true), Some(ChallengeKind::Seek)),
            _ => (Counted::Open(ANNA, false), Some(ChallengeKind::Challenge)),
        };
        // All are made on one view.
        let seen = seen(&mut *store);
        for (nth, adds) in decisions.iter().enumerate() {
            let (count, fits) = (adds.abs(), *adds > 0);
            let mut decision = Decision {
                seen: seen.clone(),
                limits: [(counted.clone(), *most)].into(),
                ..nothing()
            };
            match kind {
                Some(kind) => {
                    for _ in 0..count {
                        number += 1;
                        let new = challenges::write(challenges::row(number, kind, 60));
                        decision.challenges.extend(new.challenges);
                    }
                }
                None => decision.spends.push(Spending {
                    budget,
                    key: match *what {
                        "all" => format!("{nth}"),
                        _ => key.clone(),
                    },
                    count,
                }),
            }
            match store.commit(&[decision]) {
                Ok(_) => assert!(fits, "{what} {nth}"),
                Err(StoreError::Conflict(Subject::Counted(of))) => {
                    assert!(!fits && of == counted, "{what} {nth}");
                }
                Err(error) => panic!("{what} {nth}: {error}"),
            }
        }
    }
}

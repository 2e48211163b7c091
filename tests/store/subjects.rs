//! Laws of what two decisions must not be about at once.

use zugpost::ids::{GameId, PlayerId};
use zugpost::store::{
    Budget, Decision, GameChange, PeopleChange, PlayerChange, PlayerTimes, SeatChange, Spending,
    Store, StoreError, Subject, WatchChange,
};

use crate::kit::{Place, commit, look, nothing, play};

fn version(store: &mut dyn Store) -> i64 {
    look(store, |view| Ok(view.version()?))
}

fn of_player(change: PlayerChange) -> Decision {
    Decision {
        players: vec![change],
        ..nothing()
    }
}

/// Decisions that may be made at any time, each with what it is about.
fn decisions(game: GameId) -> Vec<(Subject, Decision)> {
    let anna = PlayerId(1);
    let mut held = GameChange::new(game, 0);
    held.seats.push(SeatChange::Held(0, Some("e4".into())));
    let seat = Decision {
        games: vec![held],
        ..nothing()
    };
    let watches = |change| Decision {
        watches: vec![change],
        ..nothing()
    };
    let left = Decision {
        people: vec![PeopleChange::Left(anna, true)],
        ..nothing()
    };
    let (address, times) = ("anna@example.org".to_owned(), PlayerTimes::default());
    let leave = PlayerChange::BookLeave(anna, "2026-02-01".into(), "2026-02-02".into());
    vec![
        (Subject::Game(game), seat),
        (Subject::Player(anna), left),
        (
            Subject::Address(address.clone()),
            of_player(PlayerChange::ClearFailures(address)),
        ),
        (
            Subject::Names,
            of_player(PlayerChange::Rename(anna, "Annette".into())),
        ),
        (
            Subject::Times(anna),
            of_player(PlayerChange::Times(anna, times)),
        ),
        (
            Subject::Settings(anna),
            of_player(PlayerChange::Settings(anna, None)),
        ),
        (Subject::Leave, of_player(leave)),
        (
            Subject::Watchers(game),
            watches(WatchChange::Begin(game, PlayerId(2))),
        ),
        (
            Subject::WatchedBy(anna),
            watches(WatchChange::EndAllOf(anna)),
        ),
    ]
}

pub fn of_two_decisions_about_one_thing_one_is_written(place: &Place) {
    let (mut store, game) = place.with_game();
    for (subject, decision) in decisions(game) {
        assert_eq!(decision.subjects().first(), Some(&subject));
        let seen = Some(version(&mut *store));
        for (_, first) in decisions(game) {
            let common = decision.subjects() == first.subjects();
            let before = Some(version(&mut *store));
            commit(
                &mut *store,
                Decision {
                    seen: before,
                    ..first
                },
            );
            let second = Decision {
                seen: before,
                ..decision.clone()
            };
            match store.commit(&[second]) {
                Err(StoreError::Conflict(of)) => assert!(common && of == subject, "{of}"),
                written => assert!(written.is_ok() && !common, "{subject}"),
            }
        }
        // However much is written between.
        let late = Decision { seen, ..decision };
        let late = store.commit(&[late]);
        assert!(
            matches!(&late, Err(StoreError::Conflict(of)) if *of == subject),
            "{subject}: {late:?}"
        );
    }
}

pub fn a_batch_about_one_thing_is_not_written(place: &Place) {
    let (mut store, game) = place.with_game();
    for (subject, decision) in decisions(game) {
        let seen = Some(version(&mut *store));
        let one = Decision { seen, ..decision };
        let both = store.commit(&[one.clone(), one]);
        assert!(
            matches!(&both, Err(StoreError::Conflict(of)) if *of == subject),
            "{subject}: {both:?}"
        );
        assert_eq!(Some(version(&mut *store)), seen);
    }
}

pub fn a_turn_knows_what_its_seats_have_changed(place: &Place) {
    let (mut store, game) = place.with_game();
    let seen = Some(version(&mut *store));
    let (_, seat) = decisions(game).remove(0);
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
    let now = Some(version(&mut *store));
    commit(&mut *store, turn(now));
    assert_eq!(Some(version(&mut *store)), now, "its events count it");
}

pub fn no_more_is_spent_than_fits(place: &Place) {
    let (mut store, _) = place.with_game();
    let most = 5;
    let mut spent = 0;
    for count in [2, 4, 2, 3, 1, 1, 2] {
        let spending = Spending {
            budget: Budget::Talk,
            key: "g1.0".into(),
            count,
            most: Some(most),
        };
        let decision = Decision {
            spends: vec![spending],
            ..nothing()
        };
        let subject = Subject::Budget(Budget::Talk, "g1.0".into());
        let fits = spent + count <= most;
        match store.commit(&[decision]) {
            Ok(_) => spent += count,
            Err(StoreError::Conflict(of)) => assert!(!fits && of == subject, "{of}"),
            Err(error) => panic!("{error}"),
        }
        let stored = look(&mut *store, |view| {
            Ok(view.spent(Budget::Talk, "2026-01-31", "g1.0")?.count)
        });
        assert_eq!(stored, spent);
    }
    assert_eq!(spent, most);
}

//! Laws of programs that play.

use zugpost::store::{PeopleChange, PlayerChange, ReviewChange, ReviewRow, ThoughtRow};

use crate::kit::{Place, commit, look, new_game, nothing};

pub fn a_program_is_found_with_the_games_that_wait_for_it(place: &Place) {
    let mut store = place.open();
    let mut new = new_game("A", "B");
    new.players[0] = PlayerChange::AddProgram {
        name: "Partner program 2".to_owned(),
        level: 2,
        engine: String::new(),
    };
    let waits = commit(&mut *store, new).game.unwrap();
    let mut other = new_game("C", "D");
    other.players[1] = PlayerChange::AddProgram {
        name: "Partner program 4".to_owned(),
        level: 4,
        engine: "Fairy".to_owned(),
    };
    let does_not = commit(&mut *store, other).game.unwrap();
    look(&mut *store, |view| {
        let program = view.program("", 2)?.unwrap();
        assert_eq!(
            (&*program.name, &*program.address),
            ("Partner program 2", "")
        );
        assert!(!program.membership.is_member());
        assert_eq!(view.program("", 3)?, None);
        assert_eq!(view.program("", 4)?, None);
        assert!(view.program("Fairy", 4)?.is_some());
        assert_eq!(view.program("", 0)?, None, "people are no programs");
        assert_eq!(view.games_of_programs(9)?, [(waits, 0)]);
        let levels = |game| -> Result<Vec<i64>, zugpost::store::StoreError> {
            Ok(view.seats(game)?.iter().map(|row| row.program).collect())
        };
        assert_eq!(levels(waits)?, [2, 0]);
        assert_eq!(levels(does_not)?, [0, 4]);
        Ok(())
    });
}

pub fn what_a_program_has_thought_is_added_up(place: &Place) {
    let (mut store, game) = place.with_game();
    let thought = |state, begun, score| ThoughtRow {
        game,
        state,
        seat: 1,
        begun,
        score,
        failed: i64::from(begun < 0),
    };
    for (begun, score) in [(1, None), (1, None), (0, Some(-30)), (-1, None)] {
        let mut decision = nothing();
        decision.thoughts.push(thought(7, begun, score));
        commit(&mut *store, decision);
    }
    look(&mut *store, |view| {
        assert_eq!(
            view.thoughts(game)?,
            [ThoughtRow {
                failed: 1,
                ..thought(7, 1, Some(-30))
            }]
        );
        Ok(())
    });
}

pub fn what_players_look_back_at_waits_in_order_until_it_ends(place: &Place) {
    let (mut store, game) = place.with_game();
    let other = commit(&mut *store, new_game("C", "D")).game.unwrap();
    let players = look(&mut *store, |view| {
        Ok(view.seats(game)?.into_iter().map(|row| row.player))
    });
    let [anna, boris] = players.collect::<Vec<_>>()[..] else {
        panic!("two players");
    };
    let row = |player, game, asked_at: &str| ReviewRow {
        player,
        game,
        asked_at: asked_at.to_owned(),
        ..ReviewRow::default()
    };
    let mut change = |change| {
        let mut decision = nothing();
        decision.reviews.push(change);
        commit(&mut *store, decision);
    };
    let late = row(anna, game, "2026-01-05T12:00:02Z");
    let early = row(boris, other, "2026-01-05T12:00:01Z");
    change(ReviewChange::Ask(late.clone()));
    change(ReviewChange::Ask(early.clone()));
    // What waits already is not asked for once more.
    change(ReviewChange::Ask(row(anna, game, "2026-01-05T12:00:00Z")));
    let kept = ReviewRow {
        state: 7,
        begun: 1,
        waits: true,
        found: "{}".to_owned(),
        ..late.clone()
    };
    change(ReviewChange::Keep(kept.clone()));
    let waiting = |store: &mut dyn zugpost::store::Store, player, limit| {
        look(store, |view| Ok(view.reviews(player, limit)?))
    };
    assert_eq!(waiting(&mut *store, None, 9), [early.clone(), kept.clone()]);
    assert_eq!(waiting(&mut *store, None, 1), std::slice::from_ref(&early));
    assert_eq!(
        waiting(&mut *store, Some(anna), 9),
        std::slice::from_ref(&kept)
    );
    let mut merge = nothing();
    merge.people.push(PeopleChange::Merge(anna, boris));
    commit(&mut *store, merge);
    let merged = ReviewRow {
        player: boris,
        ..kept
    };
    assert_eq!(waiting(&mut *store, Some(boris), 9), [early, merged]);
    let mut decision = nothing();
    decision.reviews.push(ReviewChange::End(boris, other));
    decision.reviews.push(ReviewChange::End(boris, game));
    commit(&mut *store, decision);
    assert_eq!(waiting(&mut *store, None, 9), []);
}

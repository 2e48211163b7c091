//! Laws of programs that play.

use zugpost::store::{PlayerChange, ThoughtRow};

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

//! Laws of challenges: numbers, versions of what is stored, places, and what makes a game.

use zugpost::ids::{ChallengeId, PlayerId};
use zugpost::status::{ChallengeKind, ChallengeStatus};
use zugpost::store::{
    ChallengeRow, ChallengeWrite, Decision, GameRef, NewAct, PlaceRow, PlayerChange, PlayerRef,
    Store, StoreError, Subject,
};

use crate::kit::{Place, at, commit, look, new_game, nothing};

pub fn row(id: i64, kind: ChallengeKind, expires: u32) -> ChallengeRow {
    let place = |player: i64| PlaceRow {
        player: Some(PlayerId(player)),
        ..PlaceRow::default()
    };
    let free = PlaceRow::default();
    ChallengeRow {
        id: ChallengeId(id),
        kind,
        version: 1,
        revision: 0,
        status: ChallengeStatus::Open,
        maker: PlayerId(1),
        terms: "{}".to_owned(),
        created_at: at(0),
        expires_at: at(expires),
        closed_at: None,
        closed_by: None,
        game: None,
        places: match kind {
            ChallengeKind::Seek => vec![place(1), free],
            _ => vec![place(1), place(2)],
        },
    }
}

/// Something that has happened to it; nobody reads it.
pub fn act() -> NewAct {
    NewAct {
        by: "umpire".to_owned(),
        act: "{}".to_owned(),
    }
}

pub fn write(row: ChallengeRow) -> Decision {
    Decision {
        challenges: vec![ChallengeWrite::new(row, vec![act()])],
        ..nothing()
    }
}

fn stored(store: &mut dyn Store, id: i64) -> ChallengeRow {
    look(store, |view| Ok(view.challenge(ChallengeId(id))?.unwrap()))
}

pub fn a_challenge_is_read_as_it_was_written(place: &Place) {
    let (mut store, _) = place.with_game();
    let mut first = row(1, ChallengeKind::Rematch, 60);
    first.places[1] = PlaceRow {
        player: Some(PlayerId(2)),
        address: Some("boris@example.org".to_owned()),
        seat: Some(1),
        answer: Some(false),
        answered_at: Some(at(3)),
        hidden: true,
    };
    commit(&mut *store, write(first.clone()));
    first.revision = 1;
    assert_eq!(stored(&mut *store, 1), first);
    first.status = ChallengeStatus::Declined;
    (first.version, first.maker) = (2, PlayerId(2));
    (first.closed_at, first.closed_by) = (Some(at(4)), Some("i7".to_owned()));
    first.places.truncate(1);
    commit(&mut *store, write(first.clone()));
    first.revision = 2;
    assert_eq!(stored(&mut *store, 1), first);
}

pub fn a_number_is_used_once_and_no_change_is_lost(place: &Place) {
    let (mut store, _) = place.with_game();
    let next = |store: &mut dyn Store| look(store, |view| Ok(view.next_challenge()?.0));
    assert_eq!(next(&mut *store), 1);
    commit(&mut *store, write(row(1, ChallengeKind::Seek, 60)));
    assert_eq!(next(&mut *store), 2);
    let changed = |result: Result<_, StoreError>| {
        matches!(
            result,
            Err(StoreError::Conflict(Subject::Challenge(ChallengeId(1))))
        )
    };
    // Another one has taken the number meanwhile.
    let taken = write(row(1, ChallengeKind::Challenge, 60));
    assert!(changed(store.commit(&[taken]).map(|_| ())));
    let known = stored(&mut *store, 1);
    commit(&mut *store, write(known.clone()));
    // It has changed since it was read, so that nothing of the decision is written.
    let late = Decision {
        players: vec![PlayerChange::Rename(PlayerId(1), "Annette".to_owned())],
        ..write(known)
    };
    assert!(changed(store.commit(&[late]).map(|_| ())));
    let name = look(&mut *store, |view| {
        Ok(view.player(PlayerId(1))?.unwrap().name)
    });
    assert_eq!(name, "Anna");
    assert_eq!(stored(&mut *store, 1).revision, 2);
}

pub fn open_challenges_are_found_by_player_kind_and_time(place: &Place) {
    let (mut store, _) = place.with_game();
    for (id, kind, expires) in [
        (1, ChallengeKind::Challenge, 90),
        (2, ChallengeKind::Seek, 60),
        (3, ChallengeKind::Challenge, 30),
    ] {
        commit(&mut *store, write(row(id, kind, expires)));
    }
    let mut closed = row(4, ChallengeKind::Challenge, 10);
    closed.status = ChallengeStatus::Withdrawn;
    commit(&mut *store, write(closed));
    look(&mut *store, |view| {
        let ids =
            |rows: Vec<ChallengeRow>| -> Vec<i64> { rows.iter().map(|row| row.id.0).collect() };
        assert_eq!(ids(view.challenges_of(PlayerId(1), 10)?), [1, 2, 3]);
        assert_eq!(ids(view.challenges_of(PlayerId(2), 10)?), [1, 3]);
        assert_eq!(ids(view.seeks(10)?), [2]);
        assert_eq!(ids(view.due_challenges(&at(60), 10)?), [3, 2]);
        assert_eq!(ids(view.challenges(None, ChallengeId(2), 10)?), [3, 4]);
        let withdrawn = Some(ChallengeStatus::Withdrawn);
        assert_eq!(ids(view.challenges(withdrawn, ChallengeId(0), 10)?), [4]);
        Ok(())
    });
}

pub fn the_game_and_the_newcomer_of_a_challenge_are_of_its_decision(place: &Place) {
    let (mut store, _) = place.with_game();
    let mut accepted = row(1, ChallengeKind::Challenge, 60);
    accepted.status = ChallengeStatus::Accepted;
    accepted.places[1] = PlaceRow {
        address: Some("carla@example.org".to_owned()),
        ..PlaceRow::default()
    };
    let mut begun = new_game("Carla", "Dora");
    begun.challenges = vec![ChallengeWrite {
        game: Some(GameRef::New),
        newcomers: vec![(1, PlayerRef::New(0))],
        ..ChallengeWrite::new(accepted, vec![act()])
    }];
    if let Some(new) = &mut begun.new_game {
        (new.row.private, new.challenge) = (true, Some(ChallengeId(1)));
    }
    let made = commit(&mut *store, begun);
    let known = stored(&mut *store, 1);
    assert_eq!(known.game, made.game);
    assert_eq!(known.places[1].player, made.players.first().copied());
    let game = made.game.unwrap();
    assert!(look(&mut *store, |view| Ok(view
        .game(game)?
        .unwrap()
        .private)));
}

use super::*;
use crate::ids::ChallengeId;

const NOW: &str = "2026-01-05T12:00:00Z";
const LATER: &str = "2026-01-19T12:00:00Z";

fn place(player: i64) -> Place {
    Place::of(PlayerId(player))
}

fn terms(time: &str) -> GameTerms {
    GameTerms {
        variant: "chess".to_owned(),
        options: crate::rules::variant::Options::new(),
        position: None,
        time: time.to_owned(),
        private: false,
        rated: false,
        section: None,
    }
}

fn challenge(kind: ChallengeKind, places: Vec<Place>) -> Challenge {
    let made = Challenge {
        id: ChallengeId(12),
        kind,
        version: 1,
        revision: 1,
        status: ChallengeStatus::Open,
        maker: PlayerId(1),
        terms: terms("3d/move"),
        created_at: NOW.to_owned(),
        expires_at: LATER.to_owned(),
        closed_at: None,
        closed_by: None,
        game: None,
        places,
    };
    made.after(&[ChallengeAct::Open], NOW, "i1")
}

fn of_two() -> Challenge {
    challenge(ChallengeKind::Challenge, vec![place(1), place(2)])
}

#[test]
fn changed_terms_have_to_be_answered_again() {
    let counter = ChallengeAct::Counter {
        place: 1,
        terms: terms("7d/move"),
        wish: Some(Wish::Seat(0)),
        expires_at: LATER.to_owned(),
    };
    let after = of_two().after(&[counter], NOW, "i2");
    assert_eq!((after.version, after.maker), (2, PlayerId(2)));
    assert_eq!(after.missing(), [0]);
    let seats: Vec<_> = after.places.iter().map(|place| place.seat).collect();
    assert_eq!(seats, [Some(1), Some(0)]);
    assert_eq!(after.terms, terms("7d/move"));
}

#[test]
fn a_place_that_is_given_back_is_free_and_keeps_its_seat() {
    let free = Place::default;
    let mut seek = challenge(ChallengeKind::Seek, vec![place(1), free(), free()]);
    seek.places[1].seat = Some(2);
    let (place, player) = (1, PlayerId(2));
    let joined = seek.after(&[ChallengeAct::Join { place, player }], NOW, "i2");
    assert_eq!(
        (joined.place_of(player), joined.free_place()),
        (Some(1), Some(2))
    );
    assert_eq!(joined.after(&[ChallengeAct::Leave(1)], NOW, "i3"), seek);
}

#[test]
fn challenges_that_cross_are_one_and_repeated_ones_too() {
    let mut mine = of_two();
    wish_seat(&mut mine.places, 0, Wish::Seat(0));
    let mut other = challenge(ChallengeKind::Challenge, vec![place(2), place(1)]);
    other.maker = PlayerId(2);
    assert!(!mine.crosses(&other));
    wish_seat(&mut other.places, 0, Wish::Seat(1));
    assert!(mine.crosses(&other));
    assert!(!mine.is_repeated(&other));
    assert!(mine.is_repeated(&mine.clone()));
    // Named by address, a player is somebody else to the one who has named them.
    let mut named = mine.clone();
    named.places[1].address = Some("boris@example.net".to_owned());
    assert!(!mine.is_repeated(&named));
    other.terms = terms("7d/move");
    assert!(!mine.crosses(&other));
}

#[test]
fn seats_that_are_not_agreed_on_are_drawn() {
    let places: Vec<Place> = (1..=4).map(place).collect();
    let (seats, drawn) = draw_seats(&places, 4, &mut |n| n - 1);
    assert_eq!((seats, drawn), (vec![3, 2, 1, 0], true));
    let mut two = of_two();
    wish_seat(&mut two.places, 1, Wish::Seat(0));
    assert_eq!(draw_seats(&two.places, 2, &mut |_| 0), (vec![1, 0], false));
    let mut places = places;
    wish_seat(&mut places, 2, Wish::Seat(0));
    let (seats, drawn) = draw_seats(&places, 4, &mut |_| 0);
    assert_eq!((seats, drawn), (vec![1, 2, 0, 3], true));
}

#[test]
fn a_rematch_moves_every_player_on_by_a_seat() {
    let players = [PlayerId(5), PlayerId(6), PlayerId(7), PlayerId(8)];
    let seats: Vec<u8> = moved_on(&players)
        .into_iter()
        .map(|(_, seat)| seat)
        .collect();
    assert_eq!(seats, [1, 2, 3, 0]);
    assert_eq!(
        moved_on(&players[..2]),
        [(PlayerId(5), 1), (PlayerId(6), 0)]
    );
}

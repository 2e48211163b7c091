use super::*;
use crate::ids::PlayerId;

fn anna() -> Person {
    Person {
        id: PlayerId(12),
        name: "Anna".to_owned(),
        addresses: vec!["a@x".to_owned()],
        main: Some("a@x".to_owned()),
        ..Person::default()
    }
}

fn after(person: &Person, ruling: &PersonRuling) -> Result<Person, PersonRulingRefusal> {
    match rule(person, ruling) {
        Concluded::Done(acts) => Ok(person.clone().after(&acts, chrono::DateTime::UNIX_EPOCH)),
        Concluded::Refused(why) => Err(why),
    }
}

#[test]
fn a_player_is_banned_once_and_forgotten_once() {
    let ban = PersonRuling::Ban("spam".to_owned());
    let banned = after(&anna(), &ban).expect("banned");
    assert!(banned.banned && !banned.is_member());
    assert_eq!(after(&banned, &ban), Err(PersonRulingRefusal::Banned));
    let again = after(&banned, &PersonRuling::Unban);
    assert_eq!(again.as_ref(), Ok(&anna()));
    let unban = after(&anna(), &PersonRuling::Unban);
    assert_eq!(unban, Err(PersonRulingRefusal::NotBanned));
    let gone = after(&banned, &PersonRuling::Forget).expect("forgotten");
    assert_eq!((gone.name.as_str(), gone.address()), ("player 12", ""));
    assert!(gone.banned && gone.left);
    let twice = after(&gone, &PersonRuling::Forget);
    assert_eq!(twice, Err(PersonRulingRefusal::Forgotten));
}

#[test]
fn two_players_become_one() {
    let bea = Person {
        id: PlayerId(7),
        addresses: vec!["b@x".to_owned()],
        ..anna()
    };
    let merge = |into: &Person, opposed| PersonRuling::Merge {
        into: Box::new(into.clone()),
        opposed,
    };
    let own = after(&anna(), &merge(&anna(), None));
    assert_eq!(own, Err(PersonRulingRefusal::SamePlayer));
    let game = GameId(3);
    let opposed = after(&anna(), &merge(&bea, Some(game)));
    assert_eq!(opposed, Err(PersonRulingRefusal::Opposed(game)));
    let banned = Person {
        banned: true,
        ..bea.clone()
    };
    let one = after(&anna(), &merge(&banned, Some(game)));
    assert_eq!(one, Err(PersonRulingRefusal::OneBanned));
    let left = after(&anna(), &merge(&bea, None)).expect("merged");
    assert!(left.forgotten && left.addresses.is_empty());
    let absorb = PersonAct::Absorb(Box::new(anna()));
    let kept = bea.after(&[absorb], chrono::DateTime::UNIX_EPOCH);
    assert_eq!(kept.addresses, ["b@x", "a@x"]);
}

#[test]
fn an_address_of_the_umpires_may_be_the_main_one() {
    let address = |main| PersonRuling::Address {
        address: "B@x".to_owned(),
        main,
    };
    let main = after(&anna(), &address(true)).expect("done");
    assert_eq!((main.address(), main.main.as_deref()), ("B@x", Some("B@x")));
    let more = after(&main, &address(false)).expect("done");
    assert_eq!((more.address(), more.main.as_deref()), ("a@x", None));
}

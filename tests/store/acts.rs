//! Laws of the logs of challenges and players: what is stored is what the acts lead to.

mod run;

pub use run::{Run, run};

use zugpost::ids::{ChallengeId, MailId, PlayerId};
use zugpost::meeting::log::Entry;
use zugpost::meeting::person::{Person, PersonAct};
use zugpost::meeting::{Challenge, ChallengeAct, GameTerms, Place as Seat};
use zugpost::office::replay::{Findings, compare_acts};
use zugpost::status::{ChallengeKind, ChallengeStatus, Relation};
use zugpost::store::{
    ActRow, ChallengeWrite, ConfirmationRow, Decision, LogOf, NewAct, PeopleChange, PlayerActs,
    PlayerChange, PlayerRef, Store, StoreError, Subject,
};

use crate::challenges::{act, row, write};
use crate::kit::{Place, at, commit, done, look, new_mail, nothing};

const ANNA: PlayerId = PlayerId(1);
const BORIS: PlayerId = PlayerId(2);

fn log(store: &mut dyn Store, of: LogOf) -> Vec<ActRow> {
    look(store, |view| Ok(view.acts(of)?))
}

/// Everything that is in a log.
fn all(store: &mut dyn Store) -> Vec<ActRow> {
    let (players, challenges) = look(store, |view| {
        let next = view.next_challenge()?.0;
        Ok((view.players()?, (1..next).map(ChallengeId)))
    });
    let of = players.into_iter().map(|row| LogOf::Player(row.id));
    let of: Vec<LogOf> = of.chain(challenges.map(LogOf::Challenge)).collect();
    of.into_iter().flat_map(|of| log(store, of)).collect()
}

/// Replays all.
pub fn compared(store: &mut dyn Store) -> Findings {
    let mut findings = Findings::default();
    compare_acts(store, &mut findings).unwrap();
    findings
}

pub fn a_challenge_changes_by_acts_alone(place: &Place) {
    let (mut store, _) = place.with_game();
    let mut unsaid = write(row(1, ChallengeKind::Seek, 60));
    unsaid.challenges[0].acts.clear();
    let refused = store.commit(&[unsaid.clone()]);
    assert!(
        matches!(&refused, Err(StoreError::Constraint(why)) if why.contains("challenge 1")),
        "{refused:?}"
    );
    commit(&mut *store, write(row(1, ChallengeKind::Seek, 60)));
    unsaid.challenges[0].row.revision = 1;
    unsaid.challenges[0].row.status = ChallengeStatus::Withdrawn;
    assert!(store.commit(&[unsaid]).is_err());
    let stored = look(&mut *store, |view| {
        Ok(view.challenge(ChallengeId(1))?.unwrap())
    });
    assert_eq!((stored.status, stored.revision), (ChallengeStatus::Open, 1));
}

pub fn acts_are_numbered_and_say_by_whom(place: &Place) {
    let (mut store, _) = place.with_game();
    let mail = new_mail(&mut *store, "a", b"x");
    let by = |by: &str| NewAct {
        by: by.to_owned(),
        ..act()
    };
    let mut first = write(row(1, ChallengeKind::Challenge, 60));
    first.challenges[0].acts = vec![by("i1"), by("umpire")];
    first.mail = done(mail).mail;
    commit(&mut *store, first);
    let mut second = row(1, ChallengeKind::Challenge, 60);
    second.revision = 1;
    let mut second = write(second);
    (second.now, second.challenges[0].acts) = (at(7), vec![by("time")]);
    commit(&mut *store, second);
    commit(&mut *store, write(row(2, ChallengeKind::Seek, 60)));
    let acts = log(&mut *store, LogOf::Challenge(ChallengeId(1)));
    let shown: Vec<_> = acts
        .iter()
        .map(|row| (row.seq, &*row.at, row.mail, &*row.actor, row.by()))
        .collect();
    let (then, later, mail) = (at(0), at(7), Some(MailId(1)));
    assert_eq!(
        shown,
        [
            (1, &*then, mail, "", "i1".to_owned()),
            (2, &*then, mail, "umpire", "umpire".to_owned()),
            (3, &*later, None, "time", "time".to_owned()),
        ]
    );
    assert_eq!(log(&mut *store, LogOf::Challenge(ChallengeId(2)))[0].seq, 1);
}

pub fn what_is_not_committed_leaves_no_act(place: &Place) {
    let (mut store, _) = place.with_game();
    commit(&mut *store, write(row(1, ChallengeKind::Seek, 60)));
    let before = all(&mut *store);
    let said = said_by(ANNA, vec![act().act], &[]);
    let taken = |decision: Decision| Decision {
        players: vec![PlayerChange::Rename(BORIS, "Anna".into())],
        player_acts: said.clone(),
        ..decision
    };
    // Of a batch, the first decision could be written.
    let batches = [
        vec![write(row(2, ChallengeKind::Seek, 60)), taken(nothing())],
        vec![taken(write(row(2, ChallengeKind::Seek, 60)))],
        // The number is used.
        vec![Decision {
            player_acts: said.clone(),
            ..write(row(1, ChallengeKind::Seek, 60))
        }],
    ];
    for batch in batches {
        assert!(store.commit(&batch).is_err(), "{batch:?}");
        assert_eq!(all(&mut *store), before);
        let next = look(&mut *store, |view| Ok(view.next_challenge()?));
        assert_eq!(next, ChallengeId(2));
    }
}

pub fn a_challenge_whose_players_are_merged_or_forgotten_is_decided_about_again(place: &Place) {
    let (mut store, _) = place.with_game();
    commit(&mut *store, write(row(1, ChallengeKind::Challenge, 60)));
    for change in [
        PeopleChange::Merge(ANNA, BORIS),
        PeopleChange::Forget(BORIS, "player 2".into()),
    ] {
        let known = look(&mut *store, |view| {
            Ok(view.challenge(ChallengeId(1))?.unwrap())
        });
        let people = vec![change];
        commit(
            &mut *store,
            Decision {
                people,
                ..nothing()
            },
        );
        let late = store.commit(&[write(known)]);
        assert!(
            matches!(
                &late,
                Err(StoreError::Conflict(Subject::Challenge(ChallengeId(1))))
            ),
            "{late:?}"
        );
    }
}

pub fn a_change_of_a_player_that_is_no_act_is_noted_as_what_he_is_then(place: &Place) {
    let (mut store, _) = place.with_game();
    let decision = |players| Decision {
        players,
        by: "umpire".into(),
        ..nothing()
    };
    let renamed = PlayerChange::Rename(ANNA, "Annette".into());
    commit(&mut *store, decision(vec![renamed]));
    // Neither a setting nor a failure is in the log.
    commit(
        &mut *store,
        decision(vec![
            PlayerChange::Settings(ANNA, Some("{}".into())),
            PlayerChange::Trouble {
                address: "anna@example.org".into(),
                why: "late".into(),
            },
        ]),
    );
    let acts = log(&mut *store, LogOf::Player(ANNA));
    assert_eq!((acts.len(), &*acts[1].actor), (2, "umpire"), "{acts:?}");
    assert!(acts[0].act.starts_with("{\"state-1\":{\"name\":\"Anna\","));
    assert!(
        acts[1]
            .act
            .starts_with("{\"state-1\":{\"name\":\"Annette\",")
    );
    assert_eq!(compared(&mut *store).act_differences, []);
    // An act takes the place of that; what it says is not asked.
    let anja = Entry::<Person, _>::Act(renames("Anja"));
    let anita = vec![PlayerChange::Rename(ANNA, "Anita".into())];
    let said = Decision {
        player_acts: said_by(ANNA, vec![anja.to_json()], &anita),
        ..decision(anita)
    };
    commit(&mut *store, said);
    assert_eq!(log(&mut *store, LogOf::Player(ANNA)).len(), 3);
    let (of, what) = &compared(&mut *store).act_differences[0];
    assert_eq!(of, "player 1");
    assert!(what.ends_with("of name, named_at"), "{what}");
}

/// Acts that say these changes.
fn said_by(player: PlayerId, acts: Vec<String>, changes: &[PlayerChange]) -> Vec<PlayerActs> {
    vec![PlayerActs {
        player: PlayerRef::Known(player),
        acts,
        changes: changes.to_vec(),
        people: vec![PeopleChange::Named(player)],
    }]
}

fn renames(name: &str) -> PersonAct {
    PersonAct::Rename(name.to_owned())
}

fn entry<V: zugpost::meeting::log::Logged>(entry: Entry<V, V::Act>, by: &str) -> NewAct {
    NewAct {
        by: by.to_owned(),
        act: entry.to_json(),
    }
}

/// A challenge of a player to an address, or to another player, to which something happens.
fn happens(challenge: &Challenge, acts: &[ChallengeAct], now: &str, by: &str) -> ChallengeWrite {
    let after = challenge.after(acts, now, by);
    let terms = after.terms.to_json();
    let begins = (challenge.revision == 0).then(|| Entry::State(challenge.clone()));
    let entries = begins
        .into_iter()
        .chain(acts.iter().cloned().map(Entry::Act));
    let entries = entries.map(|one| entry::<Challenge>(one, by)).collect();
    ChallengeWrite::new(after.with_terms(terms), entries)
}

fn terms(position: Option<&str>) -> GameTerms {
    GameTerms {
        variant: "chess".to_owned(),
        options: Default::default(),
        position: position.map(str::to_owned),
        time: "none".to_owned(),
        private: false,
        rated: false,
        section: None,
    }
}

fn fresh(id: i64, kind: ChallengeKind, places: Vec<Seat>) -> Challenge {
    let mut row = row(id, kind, 600);
    row.places = places;
    row.maker = row.places[0].player.unwrap();
    row.with_terms(terms(None))
}

fn invited(address: &str) -> Seat {
    Seat {
        address: Some(address.to_owned()),
        ..Seat::default()
    }
}

pub fn nothing_of_a_forgotten_player_is_left_in_a_log(place: &Place) {
    let (mut store, _) = place.with_game();
    let confirmation = |player, address: &str| {
        PlayerChange::AskConfirmation(ConfirmationRow {
            player,
            address: address.to_owned(),
            nonce: vec![1],
            generation: 0,
            created_at: at(1),
        })
    };
    let players = vec![
        PlayerChange::Rename(ANNA, "Theodora".into()),
        PlayerChange::Address {
            player: ANNA,
            address: "Second@example.org".into(),
            main: true,
        },
        // The longer address is that of somebody else.
        confirmation(BORIS, "SECOND@example.org"),
        confirmation(BORIS, "my-second@example.org"),
        confirmation(ANNA, "third@example.org"),
    ];
    commit(
        &mut *store,
        Decision {
            players,
            ..nothing()
        },
    );
    let own = PlayerChange::Rename(ANNA, "Anja".into());
    let said = Entry::<Person, _>::Act(renames("Anja")).to_json();
    commit(
        &mut *store,
        Decision {
            player_acts: said_by(ANNA, vec![said], std::slice::from_ref(&own)),
            players: vec![own],
            people: vec![PeopleChange::Named(ANNA)],
            ..nothing()
        },
    );
    let [mine, to_me] = [
        vec![
            Seat::of(BORIS),
            Seat {
                address: Some("second@example.org".into()),
                ..Seat::of(ANNA)
            },
        ],
        vec![
            Seat::of(BORIS),
            invited("second@example.org"),
            invited("my-second@example.org"),
        ],
    ];
    for (id, places) in [(1, mine), (2, to_me)] {
        let challenge = fresh(id, ChallengeKind::Challenge, places);
        let acts = match id {
            1 => vec![
                ChallengeAct::Open,
                ChallengeAct::Decline {
                    place: 1,
                    words: "My mother is ill.".into(),
                },
            ],
            _ => vec![
                ChallengeAct::Open,
                ChallengeAct::Cancel(Some("Anja asked for it".into())),
            ],
        };
        let challenges = vec![happens(&challenge, &acts, &at(0), "umpire")];
        commit(
            &mut *store,
            Decision {
                challenges,
                ..nothing()
            },
        );
    }
    // What others' logs say of her: whom they mute, who asked for a ban, who became another.
    let clara = commit(
        &mut *store,
        Decision {
            players: vec![PlayerChange::Add {
                name: "Clara".into(),
                address: "clara@example.org".into(),
            }],
            ..nothing()
        },
    );
    let clara = Person {
        id: clara.players[0],
        name: "Mrs Anja".into(),
        addresses: vec!["clara@example.org".into()],
        ..Person::default()
    };
    let boris = Person {
        id: BORIS,
        ..Person::default()
    };
    let relate = PersonAct::Relate {
        other: ANNA,
        relation: Relation::Block,
        on: true,
    };
    let acts = [
        relate,
        PersonAct::Ban("Anja (second@example.org) has asked for it".into()),
        boris.absorbing(clara.clone()),
    ];
    let mut merged = nothing();
    run::said(&mut merged, &clara, &[PersonAct::Merge(BORIS)]);
    run::said(&mut merged, &boris, &acts);
    commit(&mut *store, merged);
    assert_eq!(compared(&mut *store).act_differences, []);
    let before = all(&mut *store);
    let forget = PeopleChange::Forget(ANNA, "player 1".into());
    commit(
        &mut *store,
        Decision {
            people: vec![forget],
            ..nothing()
        },
    );
    let after = all(&mut *store);
    // In none of the columns.
    let left: String = after.iter().map(|row| format!("{row:?}\n")).collect();
    let lower = left.to_lowercase().replace("my-second", "");
    for personal in ["anna", "theodora", "anja", "second@", "third@", "mother"] {
        assert!(!lower.contains(personal), "{personal}: {left}");
    }
    assert!(left.contains("my-second@example.org"));
    // The marks have the numbers of what they stand for; each of the two has an entry more.
    assert_eq!(after.len(), before.len() + 2);
    assert_eq!(after[0].seq, before[0].seq);
    let found = compared(&mut *store);
    assert_eq!(
        (found.challenges, found.players, found.acts),
        (2, 3, after.len())
    );
    assert_eq!(found.act_differences, []);
}

pub fn what_is_stored_is_what_the_acts_lead_to(place: &Place) {
    let (mut run, written) = run(place, 400);
    let found = compared(&mut *run.store);
    assert!((200..380).contains(&written), "{written} written");
    assert!(
        found.challenges > 20 && found.players > 20 && found.acts > 300,
        "{found:?}"
    );
    for kind in [
        "join",
        "return",
        "rename",
        "named",
        "ask",
        "lapse",
        "confirm",
        "assign",
        "remove",
        "relate",
        "ban",
        "absorb",
        "book-leave",
    ] {
        assert!(
            run.acts.contains(&format!("{{\"act-1\":{{\"{kind}\":")),
            "{kind}"
        );
    }
    for kind in ["depart", "unban"] {
        assert!(
            run.acts.contains(&format!("{{\"act-1\":\"{kind}\"}}")),
            "{kind}"
        );
    }
}

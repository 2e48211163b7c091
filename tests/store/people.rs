//! Laws of who is a member, of people who are none, and of what members have to do with each other.

use zugpost::ids::PlayerId;
use zugpost::status::Relation;
use zugpost::store::{
    Decision, GameChange, LetterKind, MailboxChange, NewLetter, NewScope, NewToken, PeopleChange,
    PlayerChange, PlayerRef, TokenScope,
};

use crate::kit::{Place, at, commit, look, news, nothing, public, turn};

const ANNA: PlayerId = PlayerId(1);
const BORIS: PlayerId = PlayerId(2);

fn people(changes: Vec<PeopleChange>) -> Decision {
    Decision {
        people: changes,
        ..nothing()
    }
}

pub fn mailboxes_are_counted(place: &Place) {
    let mut store = place.open();
    let (one, other) = (vec![1, 2, 3], vec![4]);
    let written = || PeopleChange::Mailbox(one.clone(), MailboxChange::Written);
    assert!(look(&mut *store, |view| Ok(view.outsider(&one)?)).is_none());
    // Who never got a letter has answered none.
    commit(
        &mut *store,
        people(vec![
            PeopleChange::Mailbox(other.clone(), MailboxChange::Answered),
            written(),
            written(),
        ]),
    );
    let row = look(&mut *store, |view| Ok(view.outsider(&one)?.unwrap()));
    assert_eq!((row.unanswered, row.last_letter), (2, Some(at(0))));
    assert!(look(&mut *store, |view| Ok(view.outsider(&other)?)).is_none());
    commit(
        &mut *store,
        people(vec![
            PeopleChange::Mailbox(one.clone(), MailboxChange::Answered),
            PeopleChange::Mailbox(one.clone(), MailboxChange::Invited),
            PeopleChange::Mailbox(one.clone(), MailboxChange::RefusedUntil(at(5))),
            PeopleChange::Mailbox(other.clone(), MailboxChange::Never),
            PeopleChange::Mailbox(other.clone(), MailboxChange::Banned(true)),
        ]),
    );
    let row = look(&mut *store, |view| Ok(view.outsider(&one)?.unwrap()));
    assert_eq!((row.unanswered, row.invited_at), (0, Some(at(0))));
    assert_eq!((row.refused_until, row.never), (Some(at(5)), false));
    let row = look(&mut *store, |view| Ok(view.outsider(&other)?.unwrap()));
    assert!(row.never && row.banned);
    commit(
        &mut *store,
        people(vec![PeopleChange::Mailbox(
            other.clone(),
            MailboxChange::Banned(false),
        )]),
    );
    // What has no effect any more is deleted; `never` stays.
    store.forget(None, "2027-01-01").unwrap();
    assert!(look(&mut *store, |view| Ok(view.outsider(&one)?)).is_none());
    let row = look(&mut *store, |view| Ok(view.outsider(&other)?.unwrap()));
    assert!(row.never && !row.banned);
}

pub fn whom_somebody_mutes_or_blocks_comes_back(place: &Place) {
    let (mut store, _) = place.with_game();
    let relate = |relation| PeopleChange::Relate {
        player: ANNA,
        other: BORIS,
        relation,
        on: true,
    };
    let changes = vec![
        relate(Relation::Mute),
        relate(Relation::Mute),
        relate(Relation::Block),
    ];
    commit(&mut *store, people(changes));
    look(&mut *store, |view| {
        assert!(view.is_muted(ANNA, BORIS)? && view.is_blocked(ANNA, BORIS)?);
        assert!(!view.is_muted(BORIS, ANNA)? && !view.is_blocked(BORIS, ANNA)?);
        assert_eq!(view.relations(ANNA)?.len(), 2);
        Ok(())
    });
    let ends = PeopleChange::Relate {
        player: ANNA,
        other: BORIS,
        relation: Relation::Block,
        on: false,
    };
    commit(&mut *store, people(vec![ends]));
    look(&mut *store, |view| {
        assert!(view.is_muted(ANNA, BORIS)? && !view.is_blocked(ANNA, BORIS)?);
        Ok(())
    });
}

pub fn notes_are_their_player_s(place: &Place) {
    let (mut store, game) = place.with_game();
    let note = |player, text: &str| PeopleChange::Note {
        player,
        game,
        text: text.into(),
    };
    let notes = vec![note(ANNA, "one"), note(BORIS, "his"), note(ANNA, "two")];
    commit(&mut *store, people(notes));
    look(&mut *store, |view| {
        let all = view.notes(ANNA, None, 10)?;
        let texts: Vec<&str> = all.iter().map(|note| &*note.text).collect();
        assert_eq!(texts, ["one", "two"]);
        assert_eq!(view.notes(ANNA, Some(game), 1)?[0].text, "two");
        Ok(())
    });
}

pub fn somebody_leaves_and_comes_back(place: &Place) {
    let (mut store, _) = place.with_game();
    for (change, member) in [
        (PeopleChange::Left(ANNA, true), false),
        (PeopleChange::Left(ANNA, false), true),
        (PeopleChange::Ban(ANNA, true), false),
        (PeopleChange::Ban(ANNA, false), true),
        (PeopleChange::Named(ANNA), true),
    ] {
        commit(&mut *store, people(vec![change]));
        let row = look(&mut *store, |view| Ok(view.player(ANNA)?.unwrap()));
        assert_eq!(row.membership.is_member(), member);
    }
    let row = look(&mut *store, |view| Ok(view.player(ANNA)?.unwrap()));
    assert_eq!(row.membership.named_at, Some(at(0)));
    assert!(
        store
            .commit(&[people(vec![PeopleChange::Named(PlayerId(99))])])
            .is_err()
    );
}

pub fn a_forgotten_player_has_no_name_and_no_address(place: &Place) {
    let (mut store, game) = place.with_game();
    let mut change = GameChange::new(game, 0);
    let mut played = turn(1, "e2-e4");
    played.typed = Some("e4, I am Anna".into());
    let mut said = turn(1, "Write to ANNA@example.org. Anna, not Annabel!");
    (said.kind, said.typed) = ("say".into(), None);
    change.events = vec![played, said];
    let boris = PeopleChange::Note {
        player: BORIS,
        game,
        text: "Anna attacks".into(),
    };
    let letter = NewLetter {
        data: "{\"v\":1,\"content\":{\"account\":{\"name\":\"Anna\",\"kind\":\"anna\"}}}".into(),
        ..public("boris@example.org")
    };
    commit(
        &mut *store,
        Decision {
            games: vec![change],
            people: vec![boris],
            letters: vec![news(game, 1), letter],
            ..nothing()
        },
    );
    commit(
        &mut *store,
        people(vec![PeopleChange::Forget(ANNA, "player 1".into())]),
    );
    look(&mut *store, |view| {
        let row = view.player(ANNA)?.unwrap();
        assert_eq!((&*row.name, &*row.address), ("player 1", ""));
        assert!(row.membership.forgotten_at.is_some() && !row.membership.is_member());
        assert!(view.player_by_address("anna@example.org")?.is_none());
        assert!(view.player_by_name("Anna")?.is_none());
        let events = view.events(game, None)?;
        assert_eq!((&*events[0].text, &events[0].typed), ("e2-e4", &None));
        assert_eq!(events[1].text, "Write to player 1. player 1, not Annabel!");
        assert_eq!(view.notes(BORIS, None, 9)?[0].text, "player 1 attacks");
        let own = view.letter(zugpost::ids::LetterId(1))?.unwrap();
        assert!(
            own.data.is_none() && !own.recipient.contains('@'),
            "{own:?}"
        );
        let other = view.letter(zugpost::ids::LetterId(2))?.unwrap();
        let data = other.data.unwrap();
        assert!(data.contains("\"name\":\"player 1\"") && data.contains("\"kind\":\"anna\""));
        Ok(())
    });
}

pub fn two_players_become_one(place: &Place) {
    let (mut store, game) = place.with_game();
    let added = commit(
        &mut *store,
        Decision {
            players: vec![PlayerChange::Add {
                name: "Anna2".into(),
                address: "anna2@example.org".into(),
            }],
            ..nothing()
        },
    );
    let other = added.players[0];
    let mutes = PeopleChange::Relate {
        player: ANNA,
        other,
        relation: Relation::Mute,
        on: true,
    };
    commit(
        &mut *store,
        people(vec![mutes, PeopleChange::Merge(ANNA, other)]),
    );
    look(&mut *store, |view| {
        assert_eq!(view.games_of(other, false, 9)?[0].0.id, game);
        assert!(view.games_of(ANNA, false, 9)?.is_empty());
        assert!(view.addresses(ANNA)?.is_empty());
        let both = view.addresses(other)?;
        assert_eq!(both, ["anna2@example.org", "Anna@example.org"]);
        assert!(!view.is_muted(other, other)?);
        Ok(())
    });
    assert!(
        store
            .commit(&[people(vec![PeopleChange::Merge(other, other)])])
            .is_err()
    );
}

pub fn a_letter_and_a_language_go_to_a_new_player(place: &Place) {
    let mut store = place.open();
    let letter = NewLetter {
        kind: LetterKind::Player,
        tokens: vec![NewToken {
            scope: NewScope::Player(PlayerRef::New(0)),
            nonce: vec![1],
            generation: 1,
            sections: Vec::new(),
        }],
        ..public("dora@example.org")
    };
    let add = PlayerChange::Add {
        name: "Dora".into(),
        address: "dora@example.org".into(),
    };
    let made = commit(
        &mut *store,
        Decision {
            players: vec![add, PlayerChange::LanguageOfNew(0, "de".into())],
            letters: vec![letter],
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        let player = view.player(made.players[0])?.unwrap();
        assert_eq!(player.language.as_deref(), Some("de"));
        let letter = view.letter(made.letters[0])?.unwrap();
        let token = view.token(letter.tokens[0])?.unwrap();
        assert_eq!(token.scope, TokenScope::Player(player.id));
        assert_eq!(view.letter_of_token(letter.tokens[0])?, Some(letter.id));
        Ok(())
    });
}

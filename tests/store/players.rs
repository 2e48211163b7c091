//! Laws of players, strangers and tokens.

use zugpost::ids::{PlayerId, TokenId};
use zugpost::status::LetterFormat;
use zugpost::store::{
    ConfirmationRow, Decision, NewScope, NewToken, PlayerChange, PlayerRef, StoreError, TokenScope,
};
use zugpost::time::PlayerTimes;

use crate::kit::{Place, commit, look, news, nothing, post};

pub fn a_taken_name_or_address_is_refused(place: &Place) {
    let (mut store, _) = place.with_game();
    let (anna, boris) = (PlayerId(1), PlayerId(2));
    let add = |name: &str, address: &str| PlayerChange::Add {
        name: name.into(),
        address: address.into(),
    };
    let address = |player, address: &str| PlayerChange::Address {
        player,
        address: address.into(),
        main: true,
    };
    let cases = [
        (add("ANNA", "new@example.org"), "ANNA"),
        (add("Carla", "anna@EXAMPLE.org"), "anna@EXAMPLE.org"),
        (PlayerChange::Rename(boris, "anna".into()), "anna"),
        (address(boris, "anna@example.org"), "anna@example.org"),
    ];
    for (change, taken) in cases {
        match store.commit(&[Decision {
            players: vec![change],
            ..nothing()
        }]) {
            Err(StoreError::Constraint(why)) => assert!(why.contains(taken), "{why}"),
            result => panic!("{result:?}"),
        }
    }
    let own = vec![
        PlayerChange::Rename(anna, "ANNA".into()),
        address(anna, "ANNA@example.org"),
    ];
    commit(
        &mut *store,
        Decision {
            players: own,
            ..nothing()
        },
    );
    let found = look(&mut *store, |view| Ok(view.player(anna)?.unwrap()));
    assert_eq!(
        (&*found.name, &*found.address),
        ("ANNA", "ANNA@example.org")
    );
}

pub fn players_change(place: &Place) {
    let (mut store, game) = place.with_game();
    let anna = PlayerId(1);
    let address = |address: &str, main| PlayerChange::Address {
        player: anna,
        address: address.into(),
        main,
    };
    let failed = |address: &str| PlayerChange::Failed {
        player: anna,
        address: address.into(),
        why: "nobody".into(),
    };
    let players = vec![
        address("second@example.org", false),
        address("main@example.org", true),
        PlayerChange::Language(anna, Some("de".into())),
        PlayerChange::Format(anna, LetterFormat::Plain),
        failed("MAIN@example.org"),
        PlayerChange::Trouble {
            address: "second@example.org".into(),
            why: "late".into(),
        },
        PlayerChange::Rename(anna, "Änne".into()),
    ];
    commit(
        &mut *store,
        Decision {
            players,
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        let found = view.player_by_name("äNNE")?.unwrap();
        assert_eq!(
            (found.id, &*found.address, found.failures),
            (anna, "Anna@example.org", 0),
            "letters go to the oldest address that is not marked"
        );
        assert_eq!(found.language.as_deref(), Some("de"));
        assert_eq!(
            view.addresses(anna)?,
            ["Anna@example.org", "second@example.org", "main@example.org"]
        );
        let mut all = view.all_addresses()?;
        all.retain(|(player, _)| *player == anna);
        let all: Vec<String> = all.into_iter().map(|(_, address)| address).collect();
        for known in view.addresses(anna)? {
            assert!(all.contains(&known), "{known}: {all:?}");
        }
        let main = view.address("main@EXAMPLE.org")?.unwrap();
        assert_eq!((main.player, main.main, main.failures), (anna, true, 1));
        assert!(main.failed_at.is_some() && main.trouble_at == main.failed_at);
        assert_eq!(main.trouble.as_deref(), Some("nobody"));
        let late = view.address("second@example.org")?.unwrap();
        assert_eq!(
            (late.failed_at, late.trouble.as_deref()),
            (None, Some("late"))
        );
        assert_eq!(view.address_rows(anna)?.len(), 3);
        assert_eq!(view.counts()?.failed_addresses, 1);
        assert_eq!(view.failed_domains()?, [("example.org".to_owned(), 1)]);
        assert_eq!(
            view.player_by_address("SECOND@example.org")?.unwrap().id,
            anna
        );
        assert_eq!(view.player_by_address("nobody@example.org")?, None);
        let seat = view.seats(game)?.remove(0);
        assert_eq!((&*seat.address, seat.failures), ("Anna@example.org", 0));
        assert_eq!(seat.language.as_deref(), Some("de"));
        assert_eq!(
            (found.format, seat.format),
            (LetterFormat::Plain, LetterFormat::Plain)
        );
        let ids: Vec<i64> = view.players()?.iter().map(|player| player.id.0).collect();
        assert_eq!(ids, [1, 2]);
        Ok(())
    });
    let players = vec![
        failed("main@example.org"),
        failed("anna@example.org"),
        failed("second@example.org"),
    ];
    commit(
        &mut *store,
        Decision {
            players,
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        let all_marked = view.player(anna)?.unwrap();
        assert_eq!(
            (&*all_marked.address, all_marked.failures),
            ("main@example.org", 2)
        );
        Ok(())
    });
    let players = vec![
        PlayerChange::ClearFailures("Main@example.org".into()),
        PlayerChange::Language(anna, None),
        PlayerChange::Format(anna, LetterFormat::Both),
    ];
    commit(
        &mut *store,
        Decision {
            players,
            ..nothing()
        },
    );
    let (found, main) = look(&mut *store, |view| {
        let main = view.address("main@example.org")?.unwrap();
        Ok((view.player(anna)?.unwrap(), main))
    });
    assert_eq!(
        (&*found.address, found.failures, found.language),
        ("main@example.org", 0, None)
    );
    assert_eq!(
        (main.failed_at, main.trouble_at, main.trouble),
        (None, None, None)
    );
    assert_eq!(found.format, LetterFormat::Both);
}

pub fn what_a_player_has_chosen_about_times_comes_back(place: &Place) {
    let (mut store, game) = place.with_game();
    let (anna, boris) = (PlayerId(1), PlayerId(2));
    let chosen = PlayerTimes {
        zone: Some("Europe/Rome".into()),
        quiet: Some("22:00-07:00".into()),
        remind: Some(String::new()),
        calendar: true,
    };
    let mut set = |times: &PlayerTimes| {
        let players = vec![PlayerChange::Times(anna, times.clone())];
        commit(
            &mut *store,
            Decision {
                players,
                ..nothing()
            },
        );
        look(&mut *store, |view| {
            assert_eq!(view.player(anna)?.unwrap().times, *times);
            let seats = view.seats(game)?;
            let of = |player| seats.iter().find(|row| row.player == player).unwrap();
            assert_eq!(of(anna).times, *times);
            assert_eq!(of(boris).times, PlayerTimes::default());
            Ok(())
        });
    };
    set(&chosen);
    // Nothing chosen is not the same as no reminders.
    set(&PlayerTimes {
        remind: None,
        ..chosen
    });
    set(&PlayerTimes::default());
}

pub fn leave_is_booked_and_ends_earlier(place: &Place) {
    let (mut store, _) = place.with_game();
    let (anna, boris) = (PlayerId(1), PlayerId(2));
    let day = |day: u32| format!("2026-02-{day:02}T00:00:00Z");
    let book = |player, from, to| PlayerChange::BookLeave(player, day(from), day(to));
    let mut write = |players: Vec<PlayerChange>| {
        let decision = Decision {
            players,
            ..nothing()
        };
        commit(&mut *store, decision);
        look(&mut *store, |view| {
            let all = view.leaves(anna, &day(1))?;
            assert!(all.iter().all(|row| row.player == anna));
            Ok(all)
        })
    };
    let spans = |rows: &[zugpost::store::LeaveRow]| -> Vec<(String, String)> {
        let span = |row: &zugpost::store::LeaveRow| (row.from_at.clone(), row.to_at.clone());
        rows.iter().map(span).collect()
    };
    let rows = write(vec![
        book(anna, 20, 25),
        book(boris, 2, 4),
        book(anna, 5, 9),
    ]);
    assert_eq!(spans(&rows), [(day(5), day(9)), (day(20), day(25))]);
    let (first, second) = (rows[0].id, rows[1].id);
    let cut = |id, to| PlayerChange::CutLeave(anna, id, day(to));
    // An end is never moved back, and never before the beginning.
    let rows = write(vec![cut(first, 7), cut(second, 27)]);
    assert_eq!(spans(&rows), [(day(5), day(7)), (day(20), day(25))]);
    let rows = write(vec![cut(second, 2)]);
    assert_eq!(spans(&rows), [(day(5), day(7)), (day(20), day(20))]);
    // What has ended before is left out.
    let since = look(&mut *store, |view| Ok(view.leaves(anna, &day(7))?));
    assert_eq!(spans(&since), [(day(20), day(20))]);
}

pub fn addresses_are_confirmed_vouched_for_and_removed(place: &Place) {
    let (mut store, _) = place.with_game();
    let (anna, boris) = (PlayerId(1), PlayerId(2));
    let asked = |player, address: &str, at: &str| ConfirmationRow {
        player,
        address: address.into(),
        nonce: vec![1, 2, 3],
        generation: 4,
        created_at: at.into(),
    };
    let mut change = |players| {
        commit(
            &mut *store,
            Decision {
                players,
                ..nothing()
            },
        );
    };
    change(vec![
        PlayerChange::AskConfirmation(asked(anna, "New@example.org", "t1")),
        PlayerChange::AskConfirmation(asked(boris, "new@example.org", "t2")),
        PlayerChange::AskConfirmation(asked(anna, "NEW@example.org", "t3")),
        PlayerChange::AskConfirmation(asked(anna, "other@example.org", "t2")),
        PlayerChange::Address {
            player: anna,
            address: "second@example.org".into(),
            main: false,
        },
        PlayerChange::Vouched("SECOND@example.org".into(), true),
    ]);
    look(&mut *store, |view| {
        let asked_for = view.confirmations("nEw@example.org")?;
        assert_eq!(
            asked_for,
            [
                asked(anna, "NEW@example.org", "t3"),
                asked(boris, "new@example.org", "t2")
            ]
        );
        assert_eq!(view.confirmations_of(anna)?.len(), 2);
        assert!(view.was_vouched("second@EXAMPLE.org")?);
        assert!(!view.was_vouched("anna@example.org")?);
        assert!(!view.was_vouched("nobody@example.org")?);
        Ok(())
    });
    let mut change = |players| {
        commit(
            &mut *store,
            Decision {
                players,
                ..nothing()
            },
        );
    };
    change(vec![
        PlayerChange::CloseConfirmation(anna, "new@example.org".into()),
        PlayerChange::RemoveAddress(anna, "SECOND@example.org".into()),
        // Neither the main address nor somebody else's.
        PlayerChange::RemoveAddress(anna, "anna@example.org".into()),
        PlayerChange::RemoveAddress(anna, "boris@example.net".into()),
    ]);
    look(&mut *store, |view| {
        assert_eq!(view.confirmations("new@example.org")?.len(), 1);
        assert_eq!(view.addresses(anna)?, ["Anna@example.org"]);
        assert_eq!(view.addresses(boris)?.len(), 1);
        assert!(!view.was_vouched("second@example.org")?);
        let log = view.player_log(anna)?;
        let last = log.last().expect("a change");
        assert_eq!(
            (last.what.as_str(), last.value.as_str()),
            ("address-removed", "SECOND@example.org")
        );
        let removed = log.iter().filter(|row| row.what == "address-removed");
        assert_eq!(removed.count(), 1);
        Ok(())
    });
}

pub fn tokens_come_before_their_letter_and_can_be_voided(place: &Place) {
    let (mut store, game) = place.with_game();
    let mut letter = news(game, 3);
    letter.tokens.push(NewToken {
        scope: NewScope::Player(PlayerRef::Known(PlayerId(2))),
        nonce: vec![9; 8],
        generation: 5,
        sections: Vec::new(),
    });
    let id = post(&mut *store, vec![letter])[0];
    let tokens = look(&mut *store, |view| Ok(view.letter(id)?.unwrap().tokens));
    assert_eq!(tokens.len(), 2);
    look(&mut *store, |view| {
        let seat = view.token(tokens[0])?.unwrap();
        assert_eq!(
            seat.scope,
            TokenScope::Seat {
                game,
                seat: 0,
                state: 3
            }
        );
        assert_eq!(
            (&*seat.nonce, seat.generation, seat.form, seat.void),
            (&[1, 2, 3][..], 4, 2, false)
        );
        let player = view.token(tokens[1])?.unwrap();
        assert_eq!(
            (player.scope, player.generation),
            (TokenScope::Player(PlayerId(2)), 5)
        );
        assert_eq!(view.token(TokenId(99))?, None);
        assert_eq!(view.token_count()?, 2);
        Ok(())
    });
    commit(
        &mut *store,
        Decision {
            void_tokens: vec![tokens[0]],
            ..nothing()
        },
    );
    let mut void = |token| look(&mut *store, |view| Ok(view.token(token)?.unwrap().void));
    assert_eq!((void(tokens[0]), void(tokens[1])), (true, false));
}

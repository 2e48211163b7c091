//! What is true of clocks, whatever happens: with a clock of the test, and every mail and letter real.

use chrono::TimeDelta;
use proptest::prelude::*;
use zugpost::games::{Account, StoredGame};
use zugpost::ids::GameId;
use zugpost::store::{self, EventRow};

use super::script;
use super::server::Server;

/// What may happen.
#[derive(Clone, Debug)]
enum Act {
    /// Hours pass, and mail is read each hour.
    Pass(u8),
    /// Hours pass at once: the server is stopped meanwhile.
    Stopped(u8),
    /// The mail host cannot be read for so many hours.
    Away(u8),
    /// The seat to move plays.
    Play,
    /// Its mail arrives while the mail host cannot be read, for so many hours.
    PlayUnread(u8),
    /// The umpire takes back the last turn.
    Undo,
    /// The umpire stops the clocks, or lets them go on.
    Pause(bool),
    /// The umpire gives a seat a day.
    Extend(bool),
    /// A player takes leave from so many days ahead on.
    Leave(bool, u8),
    /// Both agree that the clocks stand still, or one wants to go on.
    Agree(bool),
    /// The seat that waits gives the other one a day.
    AddTime,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        3 => (1_u8..30).prop_map(Act::Pass),
        1 => (1_u8..60).prop_map(Act::Stopped),
        1 => (1_u8..20).prop_map(Act::Away),
        4 => Just(Act::Play),
        1 => (1_u8..9).prop_map(Act::PlayUnread),
        1 => Just(Act::Undo),
        1 => any::<bool>().prop_map(Act::Pause),
        1 => any::<bool>().prop_map(Act::Extend),
        1 => (any::<bool>(), 1_u8..3).prop_map(|(who, days)| Act::Leave(who, days)),
        1 => any::<bool>().prop_map(Act::Agree),
        1 => Just(Act::AddTime),
    ];
    prop::collection::vec(act, 1..16)
}

/// Carries out the steps of a script.
fn run(server: &mut Server, text: &str) {
    let steps = script::read(text).expect("a script");
    for step in steps {
        server
            .step(&step)
            .unwrap_or_else(|e| panic!("{text}: {e:#}"));
    }
}

fn stored(server: &mut Server) -> (StoredGame, Vec<EventRow>) {
    let game = GameId(1);
    store::read(server.store.as_mut(), |store| {
        let stored = StoredGame::load(store, game)?.expect("the game");
        Ok((stored, store.events(game, None)?))
    })
    .expect("the store")
}

/// A mail with the turn that is due: knights go out and home.
fn turn(stored: &StoredGame) -> String {
    let who = ["anna", "boris"][stored.game.to_move().index()];
    let own = stored.turns.iter();
    let own = own
        .filter(|turn| turn.seat == stored.game.to_move())
        .count();
    let turns = [["Nf3", "Ng1"], ["Nf6", "Ng8"]];
    let text = turns[stored.game.to_move().index()][own % 2];
    format!("mail {who}\n    {text}\n")
}

/// Plays, if the game is on; a mail that comes before the deadline has to count.
fn play(server: &mut Server, unread: Option<u8>) {
    let (before, _) = stored(server);
    if !before.is_on() {
        return;
    }
    let deadline = server.office.deadline(&before);
    let in_time = deadline.is_none_or(|deadline| server.now() <= deadline.falls);
    let mail = turn(&before);
    match unread {
        None => run(server, &mail),
        Some(hours) => run(
            server,
            &format!("source away\n{mail}pass +{hours}h\nsource back\n"),
        ),
    }
    let (after, _) = stored(server);
    if in_time {
        assert_eq!(
            after.turns.len(),
            before.turns.len() + 1,
            "a mail that came in time has not played its turn"
        );
    }
}

fn act(server: &mut Server, act: &Act) {
    match act {
        Act::Pass(hours) => run(server, &format!("pass +{hours}h")),
        Act::Stopped(hours) => run(server, &format!("clock +{hours}h\nclock +0h")),
        Act::Away(hours) => run(server, &format!("source away\npass +{hours}h\nsource back")),
        Act::Play => play(server, None),
        Act::PlayUnread(hours) => play(server, Some(*hours)),
        Act::Undo => run(server, "umpire undo 1"),
        Act::Pause(true) => run(server, "umpire pause 1"),
        Act::Pause(false) => run(server, "umpire resume 1"),
        Act::Extend(white) => {
            let seat = if *white { "white" } else { "black" };
            run(server, &format!("umpire extend 1 {seat} 1d"));
        }
        Act::Leave(anna, days) => {
            let who = if *anna { "anna" } else { "boris" };
            let day = |ahead: i64| (server.now() + TimeDelta::days(ahead)).format("%Y-%m-%d");
            let first = i64::from(*days);
            let line = format!("leave {} to {}", day(first), day(first + 2));
            run(server, &format!("mail {who}\n    {line}"));
        }
        Act::Agree(true) => run(server, "mail anna\n    pause\nmail boris\n    pause accept"),
        Act::Agree(false) => run(server, "mail anna\n    resume"),
        Act::AddTime => {
            let (game, _) = stored(server);
            let waits = ["boris", "anna"][game.game.to_move().index()];
            run(server, &format!("mail {waits}\n    addtime 1d"));
        }
    }
}

/// Every account adds up, and is what the game was left with.
fn check_accounts(server: &mut Server) {
    let (_, events) = stored(server);
    for event in &events {
        let timed = ["turn", "flag"].contains(&event.kind.as_str());
        assert_eq!(event.time.is_some(), timed, "{event:?}");
        let Some(text) = &event.time else { continue };
        let account: Account = serde_json::from_str(text).expect("an account");
        let parts = &account.parts;
        for part in [
            parts.unsent,
            parts.outage,
            parts.pause,
            parts.leave,
            parts.weekend,
            parts.charge,
        ] {
            assert!(part >= 0, "{text}");
        }
        let whole = (account.came - account.given).num_seconds().max(0);
        let sum =
            parts.unsent + parts.outage + parts.pause + parts.leave + parts.weekend + parts.charge;
        assert_eq!(sum, whole, "{text}");
        assert!(account.bank >= 0 && account.grace >= 0, "{text}");
    }
    let found = server
        .office
        .replay(server.store.as_mut(), false, &mut |_| {});
    let found = found.expect("a replay");
    assert_eq!(found.differences, Vec::<(i64, String)>::new());
}

const TERMS: [&str; 5] = [
    "1d/move grace 12h",
    "2d+6h/move max 3d",
    "3/4d grace 1d",
    "2d/move weekdays",
    "5d+1d/move turn max 2d",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens: the accounts add up, nothing negative is charged, and a player who plays
    /// in time has played.
    #[test]
    fn every_second_is_accounted_for(acts in acts(), terms in 0..TERMS.len()) {
        let mut server = Server::open();
        run(&mut server, &format!("umpire new chess anna boris time=\"{}\"", TERMS[terms]));
        for one in &acts {
            act(&mut server, one);
        }
        check_accounts(&mut server);
    }

    /// The instant of a flag does not depend on when it is noticed: each minute, each hour, or after a restart.
    #[test]
    fn a_flag_falls_at_the_same_instant(
        terms in 0..TERMS.len(),
        looks in prop::collection::vec(1_i64..119, 1..40),
    ) {
        let mut instants = Vec::new();
        for pattern in 0..3 {
            let mut server = Server::open();
            run(&mut server, &format!("umpire new chess anna boris time=\"{}\"", TERMS[terms]));
            run(&mut server, "mail anna\n    e4");
            let mut looks = looks.iter().cycle();
            // Seven days hold every deadline of these terms, with what does not count.
            let mut left = 7 * 24 * 60_i64;
            while left > 0 {
                let minutes = match pattern {
                    0 => 30,
                    1 => 60,
                    _ => *looks.next().expect("a look"),
                };
                run(&mut server, &format!("clock +{minutes}m"));
                left -= minutes;
            }
            let (game, events) = stored(&mut server);
            prop_assert!(!game.is_on());
            let flag = events.iter().find(|event| event.kind == "flag").expect("a flag");
            instants.push(flag.time.clone());
        }
        instants.dedup();
        prop_assert_eq!(instants.len(), 1, "{:?}", instants);
    }
}

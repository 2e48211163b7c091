use super::*;
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::meeting::{GameTerms, Place, Wish};
use crate::status::{ChallengeKind, ChallengeStatus, Relation};

const AT: &str = "2026-01-05T12:00:00Z";
const LATER: &str = "2026-01-06T12:00:00Z";

fn terms() -> GameTerms {
    GameTerms {
        variant: "chess".to_owned(),
        options: [("castling".to_owned(), "no".to_owned())].into(),
        position: None,
        time: "3d/move".to_owned(),
        private: true,
        rated: false,
        section: None,
    }
}

fn challenge() -> Challenge {
    Challenge {
        id: ChallengeId(12),
        kind: ChallengeKind::Seek,
        version: 1,
        revision: 0,
        status: ChallengeStatus::Open,
        maker: PlayerId(1),
        terms: terms(),
        created_at: AT.to_owned(),
        expires_at: LATER.to_owned(),
        closed_at: None,
        closed_by: None,
        game: None,
        places: vec![Place::of(PlayerId(1)), Place::default()],
    }
}

/// Each act with its form in logs, which stays: a changed one gets a name of its own.
#[test]
fn acts_of_challenges_have_these_forms() {
    let counter = ChallengeAct::Counter {
        place: 1,
        terms: terms(),
        wish: Some(Wish::Seat(1)),
        expires_at: LATER.to_owned(),
    };
    let countered =
        r#"{"counter":{"place":1,"terms":{"variant":"chess","options":{"castling":"no"},"#;
    let countered = format!(
        r#"{countered}"time":"3d/move","private":true}},"wish":{{"seat":1}},"expires_at":"{LATER}"}}}}"#
    );
    let (player, words) = (PlayerId(2), "no".to_owned());
    let cases = [
        (ChallengeAct::Open, r#""open""#),
        (
            ChallengeAct::Join { place: 1, player },
            r#"{"join":{"place":1,"player":2}}"#,
        ),
        (ChallengeAct::Agree(1), r#"{"agree":1}"#),
        (ChallengeAct::Accept, r#""accept""#),
        (ChallengeAct::Leave(1), r#"{"leave":1}"#),
        (counter, &countered),
        (
            ChallengeAct::Decline { place: 1, words },
            r#"{"decline":{"place":1,"words":"no"}}"#,
        ),
        (ChallengeAct::Withdraw(0), r#"{"withdraw":0}"#),
        (ChallengeAct::Depart(0), r#"{"depart":0}"#),
        (ChallengeAct::Unanswered, r#""unanswered""#),
        (ChallengeAct::Expire, r#""expire""#),
        (ChallengeAct::Cancel(None), r#"{"cancel":null}"#),
        (
            ChallengeAct::Number {
                game: Some(GameId(5)),
                players: vec![(1, player)],
            },
            r#"{"number":{"game":5,"players":[[1,2]]}}"#,
        ),
        (
            ChallengeAct::Merge {
                from: player,
                into: PlayerId(3),
            },
            r#"{"merge":{"from":2,"into":3}}"#,
        ),
    ];
    for (act, form) in cases {
        let entry = Entry::<Challenge, _>::Act(act);
        assert_eq!(entry.to_json(), format!(r#"{{"act-1":{form}}}"#));
        assert_eq!(
            serde_json::from_str::<Entry<_, _>>(&entry.to_json()).ok(),
            Some(entry)
        );
    }
}

#[test]
fn acts_of_players_have_these_forms() {
    let address = || "b@x".to_owned();
    let absorb = concat!(
        r#"{"absorb":{"id":0,"name":"","named_at":null,"addresses":[],"main":null,"asked":[],"#,
        r#""leaves":[],"relations":[],"left":false,"banned":false,"forgotten":false}}"#
    );
    let cases = [
        (PersonAct::Rename("Bea".to_owned()), r#"{"rename":"Bea"}"#),
        (
            PersonAct::Ask {
                address: address(),
                send: true,
            },
            r#"{"ask":{"address":"b@x","send":true}}"#,
        ),
        (PersonAct::Lapse(address()), r#"{"lapse":"b@x"}"#),
        (PersonAct::Main(address()), r#"{"main":"b@x"}"#),
        (PersonAct::Remove(address()), r#"{"remove":"b@x"}"#),
        (
            PersonAct::Join {
                name: "Bea".to_owned(),
                address: address(),
            },
            r#"{"join":{"name":"Bea","address":"b@x"}}"#,
        ),
        (PersonAct::Return("Bea".to_owned()), r#"{"return":"Bea"}"#),
        (PersonAct::Named("Bea".to_owned()), r#"{"named":"Bea"}"#),
        (
            PersonAct::Confirm {
                address: address(),
                main: true,
            },
            r#"{"confirm":{"address":"b@x","main":true}}"#,
        ),
        (
            PersonAct::Assign {
                address: address(),
                main: false,
            },
            r#"{"assign":{"address":"b@x","main":false}}"#,
        ),
        (
            PersonAct::Relate {
                other: PlayerId(3),
                relation: Relation::Block,
                on: true,
            },
            r#"{"relate":{"other":3,"relation":"block","on":true}}"#,
        ),
        (PersonAct::Depart, r#""depart""#),
        (
            PersonAct::Forget("player 1".to_owned()),
            r#"{"forget":"player 1"}"#,
        ),
        (PersonAct::Ban("spam".to_owned()), r#"{"ban":"spam"}"#),
        (PersonAct::Unban, r#""unban""#),
        (PersonAct::Merge(PlayerId(3)), r#"{"merge":3}"#),
        (PersonAct::Absorb(Box::default()), absorb),
    ];
    for (act, form) in cases {
        let entry = Entry::<Person, _>::Act(act);
        assert_eq!(entry.to_json(), format!(r#"{{"act-1":{form}}}"#));
        assert_eq!(
            serde_json::from_str::<Entry<_, _>>(&entry.to_json()).ok(),
            Some(entry)
        );
    }
}

/// Entries numbered from 1, each as JSON.
fn entries(all: &[&str]) -> Vec<StoredEntry> {
    let numbered = all.iter().zip(1..);
    let entries = numbered.map(|(json, seq)| StoredEntry {
        seq,
        at: AT.to_owned(),
        by: "i7".to_owned(),
        json: (*json).to_owned(),
    });
    entries.collect()
}

#[test]
fn a_challenge_is_what_its_acts_lead_to() {
    let begun = Entry::State(challenge()).to_json();
    let join = r#"{"act-1":{"join":{"place":1,"player":2}}}"#;
    let number = r#"{"act-1":{"number":{"game":5,"players":[]}}}"#;
    let acts = [
        begun.as_str(),
        r#"{"act-1":"open"}"#,
        join,
        r#"{"act-1":"accept"}"#,
        number,
    ];
    let found: Challenge = replay(&entries(&acts)).expect("a challenge");
    assert_eq!(
        (found.status, found.game),
        (ChallengeStatus::Accepted, Some(GameId(5)))
    );
    assert_eq!(found.closed_by.as_deref(), Some("i7"));
    assert!(found.missing().is_empty() && found.places[1].player == Some(PlayerId(2)));
}

#[test]
fn a_player_is_what_his_acts_lead_to() {
    let taken_over = r#"{"taken-over-1":{"name":"Anna","addresses":["a@x"],"main":"a@x"}}"#;
    let rename = r#"{"act-1":{"rename":"Bea"}}"#;
    // Asked for again, an address waits once.
    let ask = r#"{"act-1":{"ask":{"address":"b@x","send":true}}}"#;
    let found: Person = replay(&entries(&[taken_over, rename, ask, ask])).expect("a player");
    assert_eq!((&*found.name, found.addresses.len()), ("Bea", 1));
    assert_eq!((found.named_at, found.asked.len()), (AT.parse().ok(), 1));
    // What was forgotten has no part in it.
    let (mark, state) = (r#""forgotten-1""#, r#"{"state-1":{"name":"player 1"}}"#);
    let found: Person = replay(&entries(&[mark, mark, state])).expect("a player");
    assert_eq!((&*found.name, found.main), ("player 1", None));
}

/// A log that was begun before it had all fields says nothing of the others.
#[test]
fn what_a_log_begins_with_says_what_is_known() {
    let taken_over = r#"{"taken-over-1":{"name":"Anna"}}"#;
    let (depart, mark) = (r#"{"act-1":"depart"}"#, r#""forgotten-1""#);
    let state = r#"{"state-1":{"name":"player 1","left":true}}"#;
    for (acts, known) in [
        (&[taken_over, depart][..], "name"),
        (&[taken_over, depart, mark, state], "left name"),
        (&[mark], ""),
    ] {
        let fields: Vec<String> = begun(&entries(acts)).into_iter().collect();
        assert_eq!(fields.join(" "), known);
    }
}

#[test]
fn what_cannot_be_replayed_is_said() {
    let state = r#"{"state-1":{"name":"Anna"}}"#;
    let rename = r#"{"act-1":{"rename":"Bea"}}"#;
    let mut gap = entries(&[state, rename, rename]);
    gap.remove(1);
    for (entries, why) in [
        (gap, "act 2 is missing"),
        (entries(&[rename]), "act 1 has nothing that it changes"),
        (entries(&[]), "there is no act"),
        (entries(&[state, r#""forgotten-1""#]), "there is no act"),
        (
            entries(&[state, r#"{"act-2":{}}"#]),
            "act 2: unknown variant `act-2`",
        ),
    ] {
        let error = replay::<Person>(&entries).expect_err(why);
        assert!(format!("{error:#}").starts_with(why), "{error:#}");
    }
}

use crate::rules::variant::Options;
use crate::status::ChallengeKind;

use super::super::{GameTerms, Place, Wish};
use super::*;

const NOW: &str = "2026-01-05T12:00:00Z";
const LATER: &str = "2026-01-19T12:00:00Z";

/// Each row: a challenge, who wants something of it, what, and what comes of it. A challenge of
/// player 1 is written by its kind, then by its places: the number of a player, an address, or `-`
/// where nobody is; behind it `+` for a yes, and `*` where the player was not told; then `v2` for
/// changed terms of player 2, or how it has ended. An actor is a player, who has seen a version
/// (`2@1`) or is not sure (`2?`), somebody who was invited to a place (`@1`), or the server.
const CASES: &[(&str, &str, &str, &str)] = &[
    // Made.
    ("challenge 1 2", "1", "open", "Open"),
    ("challenge 1 a@x", "1", "open", "Open"),
    ("seek 1 -", "1", "open", "Open"),
    ("challenge 1 1", "1", "open", "Open, Accept"),
    ("challenge 1 1", "1", "open begins", "OneGame"),
    ("challenge 1 2", "1", "open limit", "Limit(Running(3))"),
    ("challenge 1 2", "1", "open begins", "Open"),
    ("challenge 1 2", "1", "open known", "Known(ChallengeId(12))"),
    (
        "challenge 1 2",
        "1",
        "open crossing",
        "Crosses(ChallengeId(13))",
    ),
    ("seek 1 -", "1", "open crossing", "Open"),
    // Agreed to.
    ("challenge 1+ 2", "2", "accept", "Agree(1), Accept"),
    ("challenge 1+ 2", "2@1", "accept", "Agree(1), Accept"),
    ("challenge 1+ 2", "2?", "accept", "Ask { changed: false }"),
    ("challenge 1 2+ v2", "1", "accept", "Ask { changed: true }"),
    (
        "challenge 1 2+ v2",
        "1@1",
        "accept",
        "Ask { changed: true }",
    ),
    ("challenge 1 2+ v2", "1@2", "accept", "Agree(0), Accept"),
    ("challenge 1+ 2 3 4", "3", "accept", "Agree(2)"),
    ("challenge 1+ 2", "1", "accept", "Own"),
    ("challenge 1+ 2*", "2", "accept", "NoSuch"),
    ("challenge 1+ 2", "5", "accept", "NoSuch"),
    ("challenge 1+ 2", "server", "accept", "NoSuch"),
    ("challenge 1+ 2", "2", "accept limit", "Limit(Running(3))"),
    ("challenge 1+ 2", "2", "accept begins", "OneGame"),
    ("challenge 1+ 2 declined", "2", "accept", "Closed"),
    ("challenge 1+ 2 late", "2", "accept", "Closed"),
    ("challenge 1+ a@x", "@1", "accept", "Agree(1), Accept"),
    ("challenge 1+ a@x 3 4", "@1", "accept", "Agree(1)"),
    (
        "challenge 1+ a@x v2",
        "@1",
        "accept",
        "Ask { changed: true }",
    ),
    ("challenge 1+ a@x", "@4", "accept", "NoSuch"),
    (
        "seek 1+ -",
        "2",
        "accept",
        "Join { place: 1, player: PlayerId(2) }, Accept",
    ),
    (
        "seek 1+ - - -",
        "2",
        "accept",
        "Join { place: 1, player: PlayerId(2) }",
    ),
    ("seek 1+ 2+ -", "2", "accept", "Own"),
    ("seek 1+ -", "2", "accept blocked", "Closed"),
    ("seek 1+ -", "2?", "accept limit", "Limit(Running(3))"),
    ("challenge 1+ 2", "2", "accept blocked", "Agree(1), Accept"),
    // Looked at.
    ("challenge 1+ 2", "2", "see", "Ask { changed: false }"),
    ("challenge 1+ 2", "1", "see", "Own"),
    ("challenge 1+ 2", "5", "see", "NoSuch"),
    // Refused or taken back.
    (
        "challenge 1+ 2",
        "2",
        "decline",
        "Decline { place: 1, words: \"no\" }",
    ),
    ("challenge 1+ 2", "1", "decline", "Withdraw(0)"),
    (
        "challenge 1 2+ v2",
        "1",
        "decline",
        "Decline { place: 0, words: \"no\" }",
    ),
    (
        "challenge 1+ a@x",
        "@1",
        "decline",
        "Decline { place: 1, words: \"no\" }",
    ),
    (
        "challenge 1+ 2",
        "2",
        "withdraw",
        "Decline { place: 1, words: \"\" }",
    ),
    ("challenge 1+ 2", "1", "withdraw", "Withdraw(0)"),
    ("challenge 1 2+ v2", "1", "withdraw", "Withdraw(0)"),
    ("challenge 1 2+ v2", "2", "withdraw", "Withdraw(1)"),
    ("challenge 1+ 2", "5", "withdraw", "NoSuch"),
    ("seek 1+ 2+ -", "2", "withdraw", "Leave(1)"),
    ("seek 1+ 2+ -", "2", "decline", "Leave(1)"),
    ("seek 1+ 2+ -", "1", "decline", "Withdraw(0)"),
    ("challenge 1+ 2 withdrawn", "1", "withdraw", "Closed"),
    // Changed.
    ("challenge 1+ 2", "2", "counter 7d", "Counter(1)"),
    ("challenge 1+ 2", "2@1", "counter 7d", "Counter(1)"),
    (
        "challenge 1 2+ v2",
        "1@1",
        "counter 7d",
        "Ask { changed: true }",
    ),
    ("challenge 1+ 2", "2", "counter 3d", "NoChange"),
    ("challenge 1+ 2", "2", "counter white", "Counter(1)"),
    ("challenge 1+ 2", "2", "counter ?", "Fault"),
    (
        "challenge 1+ 2",
        "2",
        "counter 7d limit",
        "Limit(Running(3))",
    ),
    ("seek 1+ -", "1", "counter 7d", "SeekCountered"),
    ("challenge 1+ 2", "5", "counter 7d", "NoSuch"),
    // Nobody has answered.
    ("seek 1+ -", "server", "unanswered", "Unanswered"),
    ("seek 1+ - - -", "server", "unanswered", "Unanswered"),
    ("seek 1+ 2+ - -", "server", "unanswered", "NoChange"),
    ("seek 1+ - late", "server", "unanswered", "Closed"),
    ("challenge 1+ 2", "server", "unanswered", "NoChange"),
    // Ended otherwise.
    ("challenge 1+ 2", "server", "expire", "NotExpired"),
    ("challenge 1+ 2 late", "server", "expire", "Expire"),
    ("challenge 1+ 2 expired", "server", "expire", "Closed"),
    ("challenge 1+ 2", "server", "cancel", "Cancel(None)"),
    ("challenge 1+ 2 late", "server", "cancel", "Cancel(None)"),
    ("challenge 1+ 2 accepted", "server", "cancel", "Closed"),
    ("challenge 1+ 2", "1", "depart", "Depart(0)"),
    ("challenge 1+ 2*", "2", "depart", "Depart(1)"),
    ("challenge 1+ 2", "5", "depart", "NoSuch"),
    ("seek 1+ 2+ -", "2", "depart", "Leave(1)"),
    ("seek 1+ 2+ -", "1", "depart", "Depart(0)"),
];

fn terms(time: &str) -> GameTerms {
    GameTerms {
        variant: "chess".to_owned(),
        options: Options::new(),
        position: None,
        time: format!("{time}/move"),
        private: false,
        rated: false,
        section: None,
    }
}

fn challenge(written: &str) -> Challenge {
    let mut words = written.split(' ');
    let kind = ChallengeKind::parse(words.next().expect("a kind")).expect("a kind");
    let mut made = Challenge {
        id: ChallengeId(12),
        kind,
        version: 1,
        revision: 1,
        status: ChallengeStatus::Open,
        maker: PlayerId(1),
        terms: terms("3d"),
        created_at: NOW.to_owned(),
        expires_at: LATER.to_owned(),
        closed_at: None,
        closed_by: None,
        game: None,
        places: Vec::new(),
    };
    for word in words {
        let who = word.trim_end_matches(['+', '*']);
        match (ChallengeStatus::parse(word), who.parse().map(PlayerId)) {
            (Some(status), _) => made.status = status,
            (_, Ok(player)) => made.places.push(Place::of(player)),
            _ if who == "-" => made.places.push(Place::default()),
            _ if who == "v2" => (made.version, made.maker) = (2, PlayerId(2)),
            _ if who == "late" => made.expires_at = NOW.to_owned(),
            _ => made.places.push(Place {
                address: Some(who.to_owned()),
                ..Place::default()
            }),
        }
        if let Some(place) = made.places.last_mut().filter(|_| who != word) {
            place.answer = word.contains('+').then_some(true);
            place.hidden = word.contains('*');
        }
    }
    made
}

fn actor(written: &str) -> ChallengeActor {
    let number = |text: &str| text.parse().expect("a number");
    match written.trim_end_matches('?').split_once('@') {
        _ if written == "server" => ChallengeActor::Server,
        Some(("", place)) => ChallengeActor::Invited {
            place: usize::try_from(number(place)).expect("a place"),
            version: 1,
        },
        Some((id, seen)) => ChallengeActor::Player {
            id: PlayerId(number(id)),
            seen: Some(number(seen)),
            sure: false,
        },
        None => ChallengeActor::Player {
            id: PlayerId(number(written.trim_end_matches('?'))),
            seen: None,
            sure: !written.ends_with('?'),
        },
    }
}

/// What is wanted, and the facts: further words.
fn request(written: &str, of: &Challenge) -> (ChallengeRequest, ChallengeFacts) {
    let words: Vec<&str> = written.split(' ').collect();
    let also = |word: &str| words.contains(&word);
    let line = |time: &str, wish: Option<Wish>| Line {
        who: Vec::new(),
        terms: terms(time),
        wish,
        expires: None,
    };
    let request = match words[0] {
        "open" => ChallengeRequest::Open,
        "accept" => ChallengeRequest::Accept,
        "see" => ChallengeRequest::See,
        "decline" => ChallengeRequest::Decline {
            words: "no".to_owned(),
        },
        "withdraw" => ChallengeRequest::Withdraw,
        "counter" => ChallengeRequest::Counter {
            line: match words[1] {
                "?" => super::super::line::read(
                    "what",
                    false,
                    super::super::Base::Fresh(None),
                    crate::variants::Games::built_in(),
                ),
                "white" => Ok(line("3d", Some(Wish::Seat(0)))),
                time => Ok(line(time, None)),
            },
            expires_at: LATER.to_owned(),
        },
        "unanswered" => ChallengeRequest::Unanswered,
        "expire" => ChallengeRequest::Expire,
        "cancel" => ChallengeRequest::Cancel(None),
        "depart" => ChallengeRequest::Depart,
        odd => panic!("{odd}"),
    };
    let known = also("known").then(|| of.clone());
    let crossing = also("crossing").then(|| Challenge {
        id: ChallengeId(13),
        maker: PlayerId(2),
        places: of.places.iter().rev().cloned().collect(),
        ..of.clone()
    });
    let facts = ChallengeFacts {
        now: NOW.to_owned(),
        limit: also("limit").then_some(ChallengeLimit::Running(3)),
        begins: also("begins"),
        blocked: also("blocked"),
        open: known.into_iter().chain(crossing).collect(),
    };
    (request, facts)
}

fn said(decided: &ChallengeConcluded) -> String {
    let act = |act: &ChallengeAct| match act {
        ChallengeAct::Counter { place, .. } => format!("Counter({place})"),
        other => format!("{other:?}"),
    };
    match decided {
        Concluded::Done(acts) => acts.iter().map(act).collect::<Vec<_>>().join(", "),
        Concluded::Refused(ChallengeRefusal::Fault(_)) => "Fault".to_owned(),
        Concluded::Refused(refusal) => format!("{refusal:?}"),
        Concluded::Ask(AskTerms { changed }) => format!("Ask {{ changed: {changed} }}"),
    }
}

#[test]
fn what_comes_of_each_request() {
    for (of, who, wants, comes) in CASES {
        let of = challenge(of);
        let (request, facts) = request(wants, &of);
        let decided = decide(&of, &actor(who), &request, &facts);
        assert_eq!(said(&decided), *comes, "{of:?}, {who}: {wants}");
    }
}

/// Every challenge of the cases with every actor and every request of them.
#[test]
fn what_is_done_keeps_a_challenge_whole() {
    let (mut done, mut closed) = (0, 0);
    for (written, ..) in CASES {
        let before = challenge(written);
        for (_, who, ..) in CASES {
            for (_, _, wants, _) in CASES {
                let (request, facts) = request(wants, &before);
                if let Concluded::Done(acts) = decide(&before, &actor(who), &request, &facts) {
                    let after = before.after(&acts, NOW, "i1");
                    let about = format!("{written}, {who}: {wants}");
                    holds(&before, &after, &acts, &about);
                    done += 1;
                    closed += usize::from(after.status != ChallengeStatus::Open);
                }
            }
        }
    }
    assert!(done > 1000 && closed > 500, "{done}, {closed}");
}

fn holds(before: &Challenge, after: &Challenge, acts: &[ChallengeAct], about: &str) {
    assert_eq!(before.status, ChallengeStatus::Open, "{about}");
    assert_eq!(before.places.len(), after.places.len(), "{about}");
    assert_eq!((before.id, before.kind), (after.id, after.kind), "{about}");
    // A closed one says when and by whom, and nothing comes of it any more.
    let is_closed = after.status != ChallengeStatus::Open;
    assert_eq!(after.closed_at.is_some(), is_closed, "{about}");
    assert_eq!(after.closed_by.is_some(), is_closed, "{about}");
    let again = decide(
        after,
        &actor("1"),
        &ChallengeRequest::Withdraw,
        &ChallengeFacts::default(),
    );
    let refused = again == Concluded::Refused(ChallengeRefusal::Closed);
    assert_eq!(refused, is_closed, "{about}");
    // A game begins with the last yes, and with nothing else.
    let accepted = after.status == ChallengeStatus::Accepted;
    assert_eq!(
        acts.last() == Some(&ChallengeAct::Accept),
        accepted,
        "{about}"
    );
    let complete = after.missing().is_empty() && after.free_place().is_none();
    assert!(!accepted || complete, "{about}");
    // No agreement is noted for a player who has not given it.
    let news =
        (0..after.places.len()).filter(|at| after.has_agreed(*at) && !before.has_agreed(*at));
    let mut players: Vec<_> = news.map(|at| after.player_at(at)).collect();
    players.dedup();
    assert!(players.len() <= 1, "{about}");
    // Changed terms are of a new version and of the player who offers them, who alone agrees.
    let countered = matches!(acts, [ChallengeAct::Counter { .. }]);
    let changed = before.terms != after.terms || before.version != after.version;
    assert_eq!(changed, countered, "{about}");
    if let [ChallengeAct::Counter { place, .. }] = acts {
        let maker = after.player_at(*place);
        let mut others = 0..after.places.len();
        let only = others.all(|at| after.has_agreed(at) == (after.player_at(at) == maker));
        assert_eq!((only, maker), (true, Some(after.maker)), "{about}");
        assert_eq!(after.version, before.version + 1, "{about}");
    }
}

//! What reaches the server after the time of the seat to move was over comes too late, no matter
//! who has noticed it: with every kind of request, arrivals around that moment, and looks before
//! and after it.

use chrono::TimeDelta;
use zugpost::games::StoredGame;
use zugpost::ids::GameId;
use zugpost::store;

use super::script;
use super::server::Server;

/// A game in which a kind of request may be made: what is done to begin with, and the mail.
struct Kind {
    /// The name, for messages.
    name: &'static str,
    /// Steps before.
    before: &'static str,
    /// Who writes.
    who: &'static str,
    text: &'static str,
}

/// White is to move in each of them, after 1. Nf3 Nf6, and its time runs out.
const KINDS: &[Kind] = &[
    Kind {
        name: "a turn",
        before: "",
        who: "anna",
        text: "Nc3",
    },
    Kind {
        name: "a turn with an offer",
        before: "",
        who: "anna",
        text: "Nc3\n    draw offer",
    },
    Kind {
        name: "an offer of the mover",
        before: "",
        who: "anna",
        text: "draw offer",
    },
    Kind {
        name: "an offer of the other",
        before: "",
        who: "boris",
        text: "draw offer",
    },
    Kind {
        name: "agreeing to a draw",
        before: "mail anna\n    draw offer\n",
        who: "boris",
        text: "draw accept",
    },
    Kind {
        name: "the mover agrees to a draw",
        before: "mail boris\n    draw offer\n",
        who: "anna",
        text: "draw accept",
    },
    Kind {
        name: "yes to a draw",
        before: "mail anna\n    draw offer\n",
        who: "boris",
        text: "yes",
    },
    Kind {
        name: "declining a draw",
        before: "mail boris\n    draw offer\n",
        who: "anna",
        text: "draw decline",
    },
    Kind {
        name: "a claim",
        before: "",
        who: "anna",
        text: "draw claim",
    },
    Kind {
        name: "asking to take back",
        before: "",
        who: "boris",
        text: "undo",
    },
    Kind {
        name: "agreeing to take back",
        before: "mail boris\n    undo\n",
        who: "anna",
        text: "undo accept",
    },
    Kind {
        name: "the other agrees to take back",
        before: "mail anna\n    undo\n",
        who: "boris",
        text: "undo accept",
    },
    Kind {
        name: "asking for a pause",
        before: "",
        who: "anna",
        text: "pause",
    },
    Kind {
        name: "agreeing to a pause",
        before: "mail anna\n    pause\n",
        who: "boris",
        text: "pause accept",
    },
    Kind {
        name: "the mover agrees to a pause",
        before: "mail boris\n    pause\n",
        who: "anna",
        text: "pause accept",
    },
    Kind {
        name: "declining a pause",
        before: "mail anna\n    pause\n",
        who: "boris",
        text: "pause decline",
    },
    Kind {
        name: "going on",
        before: "",
        who: "anna",
        text: "resume",
    },
    Kind {
        name: "offering terms",
        before: "",
        who: "anna",
        text: "time 9d/move",
    },
    Kind {
        name: "agreeing to terms",
        before: "mail anna\n    time 9d/move\n",
        who: "boris",
        text: "time accept",
    },
    Kind {
        name: "forgiving",
        before: "",
        who: "boris",
        text: "forgive",
    },
    Kind {
        name: "the mover forgives",
        before: "",
        who: "anna",
        text: "forgive",
    },
    Kind {
        name: "giving time",
        before: "",
        who: "boris",
        text: "addtime 2d",
    },
    Kind {
        name: "the mover resigns",
        before: "",
        who: "anna",
        text: "resign",
    },
    Kind {
        name: "the other resigns",
        before: "",
        who: "boris",
        text: "resign",
    },
    Kind {
        name: "a plan",
        before: "",
        who: "boris",
        text: "if any then ask",
    },
    Kind {
        name: "holding",
        before: "",
        who: "anna",
        text: "hold Nc3",
    },
    Kind {
        name: "declining the game",
        before: "",
        who: "boris",
        text: "decline",
    },
    Kind {
        name: "leave",
        before: "",
        who: "anna",
        text: "leave 2026-01-20 to 2026-01-25",
    },
    Kind {
        name: "a message",
        before: "",
        who: "anna",
        text: "say Sorry.",
    },
    Kind {
        name: "a plan that waits",
        before: "mail boris\n    if Nc3 then d5\n",
        who: "anna",
        text: "Nc3",
    },
];

/// Terms, and after how many minutes without a turn the flag falls.
const TERMS: [(&str, i64); 3] = [
    ("2d/move", 2_880),
    ("1d/move grace 12h", 2_160),
    ("2d+6h/move", 3_240),
];

fn run(server: &mut Server, text: &str) {
    for step in script::read(text).expect("a script") {
        let done = server.step(&step);
        done.unwrap_or_else(|e| panic!("{text}: {e:#}"));
    }
}

fn stored(server: &mut Server) -> StoredGame {
    let game = GameId(1);
    store::read(server.store.as_mut(), |store| {
        Ok(StoredGame::load(store, game)?.expect("the game"))
    })
    .expect("the store")
}

/// What came of it: the end, the turns, what is offered and asked for, the terms and the pauses to come, and what is
/// left to the seat to move.
fn outcome(server: &mut Server) -> String {
    let game = stored(server);
    let turns: Vec<&str> = game.turns.iter().map(|turn| turn.text.as_str()).collect();
    let course = game.course();
    format!(
        "{:?} {:?} {:?} {turns:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        course.status,
        course.result,
        course.reason,
        game.offers,
        game.proposals
            .iter()
            .map(|one| &one.what)
            .collect::<Vec<_>>(),
        game.terms_to_come(),
        game.standstill(),
        game.clocks.balance(game.game.to_move()),
        game.plans(zugpost::rules::game::Seat(1)),
    )
}

/// How a server looks at its mail and its timers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Looks {
    /// At once, also right after the time is over.
    AtOnce,
    /// The mail is judged when it comes; timers run later, as in a daemon that waits for its next look.
    MailFirst,
    /// Mail and timers long after the mail came, as by `run --once`.
    Late,
}

/// Plays a game until White's time is over, with a mail that comes `minutes` after that moment.
fn play(kind: &Kind, (terms, falls): (&str, i64), minutes: i64, looks: Looks) -> String {
    let mut server = Server::open();
    run(
        &mut server,
        &format!("umpire new chess anna boris time=\"{terms}\""),
    );
    run(&mut server, "mail anna\n    Nf3\nmail boris\n    Nf6");
    run(&mut server, kind.before);
    let mail = format!("mail {}\n    {}", kind.who, kind.text);
    let zero = server.now() + TimeDelta::minutes(falls);
    let wait = |server: &mut Server, minutes: i64| {
        server.wait(zero + TimeDelta::minutes(minutes) - server.now());
    };
    // No two looks are so far from each other that the time between would be an outage.
    for at in (1..)
        .map(|hour| hour * 60 - falls)
        .take_while(|at| *at < minutes.min(0) - 5)
    {
        wait(&mut server, at);
        run(&mut server, "clock +0m");
    }
    wait(&mut server, minutes.min(0) - 5);
    run(&mut server, "clock +0m");
    if looks == Looks::AtOnce && minutes > 0 {
        wait(&mut server, 1);
        run(&mut server, "clock +0m");
    }
    wait(&mut server, minutes);
    match looks {
        Looks::AtOnce => run(&mut server, &mail),
        Looks::MailFirst => {
            server.post(&mail);
            server.judge();
        }
        Looks::Late => server.post(&mail),
    }
    wait(&mut server, minutes + 20);
    run(&mut server, "clock +0m");
    wait(&mut server, minutes.max(0) + 60);
    run(&mut server, "clock +0m\nclock +2m");
    outcome(&mut server)
}

/// Written by hand: after the moment of the fall nothing changes the result but the other one's consent.
fn too_late(kind: &Kind, minutes: i64) -> Option<&'static str> {
    let revives = ["forgiving", "giving time"].contains(&kind.name);
    (minutes > 0).then_some(match revives {
        true => "Playing None None",
        false => "Finished Some(\"0-1\") Some(\"time\")",
    })
}

#[test]
fn nothing_depends_on_when_a_fall_is_noticed() {
    for (at, kind) in KINDS.iter().enumerate() {
        let terms = TERMS[at % TERMS.len()];
        for minutes in [-60, -1, 1, 30, 60] {
            let results = [Looks::AtOnce, Looks::MailFirst, Looks::Late]
                .map(|looks| play(kind, terms, minutes, looks));
            let what = format!("{}, {terms:?}, {minutes} minutes", kind.name);
            assert_eq!(results[0], results[1], "{what}: mail first");
            assert_eq!(results[0], results[2], "{what}: late");
            if let Some(end) = too_late(kind, minutes) {
                assert!(results[0].starts_with(end), "{what}: {}", results[0]);
            }
        }
    }
}

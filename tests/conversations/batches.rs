//! Mails that have come together come to the same as mails that are judged one by one, and share transactions.

use zugpost::games::StoredGame;
use zugpost::ids::GameId;
use zugpost::metrics::Metrics;
use zugpost::store::{self, MailStatus};

use super::script;
use super::server::Server;

/// Pairs of players, each with two games.
const PAIRS: i64 = 6;
/// What each pair writes: who, in which of their games, and what.
const MAILS: [(char, i64, &str); 6] = [
    ('a', 1, "e4"),
    // Black answers his first letter, which came before the turn.
    ('b', 1, "draw offer"),
    // White's first letter once more, which the turn above has answered.
    ('a', 1, "d4"),
    ('b', 2, "Nf3\n    say Good luck"),
    ('a', 2, "resign"),
    ('b', 2, "c4"),
];

fn begin() -> Server {
    let mut server = Server::open();
    for pair in 0..PAIRS {
        let (a, b) = (format!("a{pair}"), format!("b{pair}"));
        let steps = format!(
            "umpire add {a} {a}@club.example\numpire add {b} {b}@club.example\n\
             umpire new chess {a} {b}\numpire new chess {b} {a}\n"
        );
        for step in script::read(&steps).expect("a script") {
            server.step(&step).expect("a game begins");
        }
    }
    server
}

/// What has become of the games and of the mails.
fn outcome(server: &mut Server) -> Vec<String> {
    store::read(server.store.as_mut(), |store| {
        let mut all = Vec::new();
        for game in 1..=2 * PAIRS {
            let stored = StoredGame::load(store, GameId(game))?.expect("a game");
            let turns: Vec<_> = stored.turns.iter().map(|turn| turn.text.clone()).collect();
            let (course, offers) = (stored.course(), &stored.offers);
            let end = (course.status, course.result, course.reason);
            all.push(format!("{turns:?} {end:?} {offers:?}"));
        }
        let mut mails = store.mails(MailStatus::Done, 1000)?;
        mails.sort_by_key(|mail| mail.id);
        let words = mails.into_iter().map(|mail| format!("{:?}", mail.verdict));
        all.extend(words);
        Ok(all)
    })
    .expect("it is read")
}

/// Judges all mails, `together` or each when it has come; returns the transactions that it took, and the outcome.
fn judged(together: bool) -> (u64, Vec<String>) {
    let mut server = begin();
    let metrics = Metrics::new(0.0, &[]);
    server.count_in(&metrics);
    for pair in 0..PAIRS {
        for (who, game, text) in MAILS {
            let (name, game) = (format!("{who}{pair}"), 2 * pair + game);
            server.post(&format!(
                "mail {name} from={name}@club.example answers=#{game}\n    {text}\n"
            ));
            if !together {
                server.judge();
            }
        }
    }
    server.judge();
    let text = metrics.text();
    let commits = text
        .lines()
        .find_map(|line| line.split_once("_count{work=\"commit\"} "));
    let (_, commits) = commits.expect("they are counted");
    (commits.parse().expect("a number"), outcome(&mut server))
}

#[test]
fn mails_that_come_together_come_to_the_same_in_few_transactions() {
    let (alone, one_by_one) = judged(false);
    let (few, together) = judged(true);
    assert_eq!(together, one_by_one);
    let mails = PAIRS as u64 * MAILS.len() as u64;
    assert!(alone >= mails, "{alone} transactions");
    // One for each mail of a pair, and as many for decisions that only show what they are about when they are made; if a
    // batch ended with each game that comes again, it would be several for each pair.
    assert!(few <= 2 * MAILS.len() as u64, "{few} transactions");
    for turn in ["e2-e4", "Ng1-f3"] {
        let played = together.iter().filter(|line| line.contains(turn)).count();
        assert_eq!(played, PAIRS as usize, "{turn}: {together:#?}");
    }
}

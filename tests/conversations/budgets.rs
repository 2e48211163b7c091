//! What one mail may cost: the bytes of its answer, and what it leaves in the database. The limits that are
//! counted by day are exceeded in `limits.txt`.

use std::fmt::Write as _;

use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};
use zugpost::variants::VARIANTS;

use super::script;
use super::server::{Done, Server};

/// The most that one mail may leave in the database, in bytes.
const MOST_STORED: i64 = 200_000;
/// The most bytes of an answer.
const LONGEST_ANSWER: usize = 100 << 10;

/// Carries out steps.
fn play(server: &mut Server, steps: &str) -> Done {
    let mut last = Done::default();
    for step in script::read(steps).expect("a script") {
        last = server.step(&step).expect("it is carried out");
    }
    last
}

/// A mail of anna in a game of this variant, and what it adds to the database.
fn written(variant: &str, body: &str) -> (Done, i64) {
    let mut server = Server::open();
    play(&mut server, &format!("umpire new {variant} anna boris\n"));
    let pages = |server: &mut Server| {
        let page = |name| {
            let connection = rusqlite::Connection::open(server.database()).expect("the database");
            let value = connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
            value.expect("a number")
        };
        (page("page_count") - page("freelist_count")) * page("page_size")
    };
    let before = pages(&mut server);
    let indented: Vec<String> = body.lines().map(|line| format!("    {line}")).collect();
    let done = play(
        &mut server,
        &format!("mail anna\n{}\n", indented.join("\n")),
    );
    let added = pages(&mut server) - before;
    assert_eq!(done.judged.len(), 1);
    (done, added)
}

/// Letters that compress badly.
fn noise(bytes: usize, seed: u64) -> String {
    let mut chance = ChaCha12Rng::seed_from_u64(seed);
    let letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/";
    let mut text = String::with_capacity(bytes + bytes / 70);
    for at in 0..bytes {
        if at % 70 == 69 {
            text.push('\n');
        }
        text.push(char::from(letters[chance.random_range(0..64)]));
    }
    text
}

#[test]
fn an_answer_is_bounded() {
    let mut body = String::new();
    for variant in VARIANTS {
        writeln!(body, "rules {}", variant.id()).expect("written");
    }
    // More lines than are carried out, each with a long answer.
    body.push_str("commands\nhelp\nlegal\nshow\nvariants\n");
    for turn in [
        "e4", "d4", "Nf3", "c4", "g3", "b3", "f4", "Nc3", "a3", "h3", "a4", "h4",
    ] {
        writeln!(body, "preview {turn}").expect("written");
    }
    let (done, _) = written("chess", &body);
    let answer = done.letters.last().expect("an answer");
    assert!(answer.raw.len() <= LONGEST_ANSWER, "{}", answer.raw.len());
    // It is long enough that the limit matters, and the key is in it.
    assert!(
        answer.text.len() > LONGEST_ANSWER / 3,
        "{}",
        answer.text.len()
    );
    assert!(answer.text.contains("at most 20 lines"), "{}", answer.text);
    assert!(answer.text.trim_end().ends_with(&answer.reply_token()));
}

#[test]
fn an_answer_that_is_too_long_is_cut_and_says_so() {
    let limits = zugpost::config::Limits {
        answer_kilobytes: 20,
        ..Default::default()
    };
    let mut server = Server::with_limits(limits);
    play(&mut server, "umpire new chess anna boris\n");
    let mail =
        "mail anna\n    rules chess\n    rules xiangqi\n    rules hans38\n    history\n    e4\n";
    let done = play(&mut server, mail);
    let answer = done.letters.last().expect("an answer");
    assert!(answer.raw.len() <= 20 << 10, "{}", answer.raw.len());
    let cut = "The rest is left out: this letter would be too long.";
    assert!(answer.text.matches(cut).count() >= 2, "{}", answer.text);
    // What is done is said in any case.
    assert!(answer.text.contains("Played: 1. e2-e4"), "{}", answer.text);
    assert!(!answer.raw.contains("text/html"));
}

#[test]
fn one_mail_leaves_little_in_the_database() {
    let words = noise(1 << 20, 1);
    let says: String = (0..30)
        .map(|seed| format!("say {}\n", noise(4000, seed).replace('\n', " ")))
        .collect();
    let wide: String = (0..20)
        .map(|_| format!("say {}\n", "象".repeat(4000)))
        .collect();
    let questions: String = VARIANTS
        .iter()
        .map(|v| format!("rules {}\n", v.id()))
        .collect();
    for (name, body) in [
        ("a megabyte of words below a turn", format!("e4\n\n{words}")),
        ("thirty long messages", says),
        ("twenty messages in Chinese", wide),
        ("a megabyte of questions", questions.repeat(2000)),
        ("a megabyte of nonsense", words.clone()),
    ] {
        let (done, added) = written("chess", &body);
        assert!(added <= MOST_STORED, "{name}: {added} bytes");
        assert!(added > 0, "{name}: nothing was stored");
        for letter in &done.letters {
            assert!(
                letter.raw.len() <= LONGEST_ANSWER,
                "{name}: {}",
                letter.raw.len()
            );
        }
    }
}

/// The words of the verdicts.
fn verdicts(done: &Done) -> Vec<&str> {
    let verdicts = done.judged.iter().map(|mail| mail.verdict.as_ref());
    verdicts
        .map(|verdict| verdict.map_or("none", |verdict| &*verdict.word))
        .collect()
}

/// How many letters went to the umpire.
fn to_umpire(done: &Done) -> usize {
    let letters = done.letters.iter();
    letters.filter(|letter| letter.who == "umpire").count()
}

#[test]
fn the_bytes_of_one_sender_are_limited() {
    let limits = zugpost::config::Limits {
        megabytes: 2,
        ..Default::default()
    };
    let mut server = Server::with_limits(limits);
    let text = "    nothing but words\n".repeat(30_000);
    let from = "mail long@example.net answers=no times=5\n";
    let done = play(&mut server, &format!("{from}{text}"));
    let expected = ["stranger", "silent", "silent", "limited", "limited"];
    // Half a megabyte each.
    assert_eq!(verdicts(&done)[..2], expected[..2]);
    assert!(
        verdicts(&done).ends_with(&["limited"]),
        "{:?}",
        verdicts(&done)
    );
    assert_eq!(to_umpire(&done), 1);
    // Others are read.
    let done = play(&mut server, "mail short@example.net answers=no\n    help\n");
    assert_eq!(verdicts(&done), ["stranger"]);
}

#[test]
fn beyond_what_is_read_of_all_only_mails_with_a_key_are() {
    let limits = zugpost::config::Limits {
        all_mails: 5,
        ..Default::default()
    };
    let mut server = Server::with_limits(limits);
    play(&mut server, "umpire new chess anna boris\n");
    let done = play(
        &mut server,
        "mail some@example.net answers=no times=4\n    help\n",
    );
    assert_eq!(verdicts(&done), ["stranger", "silent", "silent", "silent"]);
    let done = play(
        &mut server,
        "mail other@example.net answers=no times=3\n    help\n",
    );
    assert_eq!(verdicts(&done), ["stranger", "limited", "limited"]);
    assert_eq!(to_umpire(&done), 1);
    // A player without a key is no better off; with one that player plays.
    let done = play(&mut server, "mail anna answers=no\n    e4\n");
    assert_eq!((verdicts(&done), to_umpire(&done)), (vec!["limited"], 0));
    let done = play(&mut server, "mail anna\n    e4\n");
    assert_eq!(verdicts(&done), ["played"]);
    // The next day everybody is read again.
    let done = play(
        &mut server,
        "clock +1d\nmail third@example.net answers=no\n    help\n",
    );
    assert_eq!(verdicts(&done), ["stranger"]);
}

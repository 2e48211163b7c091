//! `mail parse`: what would be decided about a mail, and that nothing is done about it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::once::lock;
use super::place::{Letter, Place, Ran};

/// A server with a game, whose first letters have left; the letter to Anna, who is to move.
fn begun() -> (Place, Letter) {
    let place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    (place, letter)
}

/// What is said of a mail, to people.
fn said(place: &Place, mail: &str) -> String {
    let file = place.path("asked.eml");
    fs::write(&file, mail).expect("written");
    place.ok(&["mail", "parse", &file])
}

/// What is said of a mail, to programs.
fn told(place: &Place, mail: &str) -> Value {
    let ran = place.with_input(&["mail", "parse", "-", "--json"], mail.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    serde_json::from_str(&ran.out).expect("JSON")
}

/// Every file of the server, with its bytes.
fn files(place: &Place) -> BTreeMap<String, Vec<u8>> {
    fn below(folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                below(&path, found);
            } else {
                let bytes = fs::read(&path).expect("a file");
                found.insert(path.to_string_lossy().into_owned(), bytes);
            }
        }
    }
    let mut found = BTreeMap::new();
    for folder in ["data", "mail"] {
        below(Path::new(&place.path(folder)), &mut found);
    }
    found
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

#[test]
fn a_turn_line_by_line() {
    let (mut place, letter) = begun();
    let token = letter.reply_token();
    let body = format!(
        "Hello!\n\n1. @@e3\nGood luck,\u{1b}[31m Boris\n\nhistory\n\nOn Fri, 20 Nov 2026 at 10:11, Zugpost \
         <play+{token}@example.org> wrote:\n> 8 | |\n-- \nAnna\nphone"
    );
    let mail = place.answer(&letter, &body);
    let before = files(&place);
    let shown = said(&place, &mail);
    has(
        &shown,
        &[
            "Verdict: player, played",
            "Sender:  anna@example.org (Anna), proven: ",
            "Game:    #1, that of the key",
            "Key:     game #1, white (Anna), of a letter that shows the present position",
            "1 own         not used     | Hello!",
            "3 own         read (1)     | 1. @@e3",
            "4 own         words (1)    | Good luck,",
            "6 own         read (2)     | history",
            "8 attribution ",
            "9 quote ",
            "10 signature ",
            "12 below                    | phone",
            "(1) \"1. @@e3\": the turn \"@@e3\", for turn 1.",
            "=> played: @@e3",
            "(2) \"history\": the command history",
            "news to boris@example.net, game #1, black",
            "answer to anna@example.org, game #1, white",
            "Nothing was written",
        ],
    );
    assert!(shown.contains("play+[key]@"), "{shown}");
    let told = told(&place, &mail);
    let control = |c: char| c.is_control() && c != '\n';
    for text in [shown, told.to_string()] {
        assert!(!text.contains(&token) && !text.contains(control), "{text}");
    }
    assert_eq!(told["verdict"], "player");
    assert_eq!(told["result"], "played");
    assert_eq!(told["reason"], Value::Null);
    assert_eq!(
        (&told["game"], &told["game_by"]),
        (&json!(1), &json!("key"))
    );
    assert_eq!(
        told["sender"],
        json!({
            "address": "anna@example.org", "player": "Anna", "proven": true, "why": "key", "vouched": null
        })
    );
    let commands = told["commands"].as_array().expect("commands");
    let verbs: Vec<&str> = commands.iter().filter_map(|c| c["verb"].as_str()).collect();
    assert_eq!(verbs, ["move", "history"]);
    assert_eq!(commands[0]["outcome"][0]["what"], "turn");
    assert_eq!(commands[1]["outcome"][0]["what"], "query");
    let words = told["words"].as_array().expect("words");
    assert!(
        words.len() == 1
            && words[0]
                .as_str()
                .is_some_and(|w| w.starts_with("Good luck,"))
    );

    assert_eq!(files(&place), before, "something was written");
    // The daemon does what was said.
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    has(&place.ok(&["mail", "show", "i1"]), &["i1: done (played)"]);
    // It is judged against the game as it is now.
    has(
        &place.ok(&["mail", "parse", "i1"]),
        &[
            "i1 was judged when it came (played)",
            "of an earlier letter",
            "refused: ",
        ],
    );
    // The same mail once more.
    has(&said(&place, &mail), &["Verdict: player, duplicate"]);
}

#[test]
fn words_of_an_operator() {
    let (mut place, letter) = begun();
    let mail = place.answer(&letter, "Zdarec a sílu! @@e3");
    has(&said(&place, &mail), &["Verdict: player, asked"]);
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let text = text.replacen("#templates = \"templates\"", "templates = \"words\"", 1);
    fs::write(file, text).expect("written");
    fs::create_dir_all(place.path("words/cs/reading")).expect("a folder");
    let words = "[addresses]\nzdarec a sílu\n";
    fs::write(place.path("words/cs/reading/frames.txt"), words).expect("written");
    has(&said(&place, &mail), &["Verdict: player, played"]);
    place.ok(&["doctor"]);
    // What is final takes no words.
    let words = "[acceptances]\nzdarec\n";
    fs::write(place.path("words/cs/reading/offers.txt"), words).expect("written");
    let ran = place.run(&["doctor"]);
    assert!(
        ran.out
            .contains("cs/reading/offers.txt: [acceptances] takes no further words"),
        "{ran:?}"
    );
}

#[test]
fn doubts_and_refusals() {
    let (mut place, letter) = begun();
    let mail = place.answer(&letter, "I think @@e3 is good, or maybe @@d3?");
    has(
        &said(&place, &mail),
        &[
            "Verdict: player, asked",
            "in doubt: a turn stands in a sentence; it may mean @@d3, @@e3",
            "game #1: white is asked what he means; one of @@d3, @@e3",
        ],
    );
    let told_of_it = told(&place, &mail);
    assert_eq!(told_of_it["result"], "asked");
    assert_eq!(told_of_it["commands"][0]["doubt"]["why"], "sentence");
    assert_eq!(told_of_it["asks"][0]["turns"], json!(["@@d3", "@@e3"]));
    assert_eq!(told_of_it["words"], json!([]));
    let mail = place.answer(&letter, "Qd8-d4\nWell?");
    let told = told(&place, &mail);
    assert_eq!(told["result"], "answered");
    assert_eq!(told["commands"][0]["outcome"][0]["what"], "refused");
    // No turn is played, so no words go.
    assert_eq!(told["words"], json!([]));
    assert_eq!(told["letters"].as_array().map(Vec::len), Some(1));
}

#[test]
fn people_without_proof() {
    let (mut place, letter) = begun();
    let mail = place
        .answer(&letter, "@@e3")
        .replace("anna@example.org", "anna@elsewhere.example");
    has(
        &said(&place, &mail),
        &[
            "Verdict: player, unproven",
            "it has a key, but comes from no address of record",
            "a yes carries out \"@@e3\"",
            "question to anna@example.org",
        ],
    );
    assert_eq!(told(&place, &mail)["sender"]["why"], "other-address");
    let mail = "From: Eve <eve@example.com>\nSubject: hello\n\nrules hans38\n";
    has(
        &said(&place, mail),
        &[
            "Verdict: player, stranger",
            "Keys:    none",
            "outsider to eve@example.com",
        ],
    );
    let told_of_eve = told(&place, mail);
    assert_eq!(told_of_eve["sender"]["why"], "unknown");
    assert_eq!(told_of_eve["commands"][0]["verb"], "rules");
    assert_eq!(told_of_eve["game"], Value::Null);
    // A player without a key, in the only game in which she is to move.
    let mail = "From: anna@example.org\nSubject: hello\n\n@@e3\n";
    let told = told(&place, mail);
    assert_eq!(told["result"], "unproven");
    assert_eq!(told["sender"]["why"], "no-key");
    assert_eq!(
        (&told["game"], &told["game_by"]),
        (&json!(1), &json!("only-due"))
    );
    // A key may be only in the address that the mail server delivered it to.
    let file = place.path("bare.eml");
    fs::write(&file, mail).expect("written");
    let to = letter.header("Reply-To");
    let to = to
        .trim_end_matches('>')
        .rsplit('<')
        .next()
        .unwrap_or_default();
    let shown = place.ok(&["mail", "parse", &file, "--recipient", to]);
    has(&shown, &["Verdict: player, played", "=> played: @@e3"]);
}

#[test]
fn a_host_that_vouches() {
    let (place, _) = begun();
    let settings = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    let named = settings.replacen("[server]", "[server]\nauthserv_id = \"mx.example.org\"", 1);
    fs::write(place.path("zugpost.toml"), named).expect("written");
    let mail = |result: &str| {
        format!(
            "Authentication-Results: mx.example.org; dmarc={result} header.from=example.org\n\
             From: anna@example.org\nTo: play@example.org\nSubject: [#1] hello\n\n@@e3\n"
        )
    };
    has(
        &said(&place, &mail("pass")),
        &[
            "mx.example.org vouches for the sender by dmarc",
            "#1, the Subject names it",
            "player, played",
        ],
    );
    assert_eq!(told(&place, &mail("pass"))["sender"]["why"], "host");
    assert_eq!(told(&place, &mail("fail"))["sender"]["vouched"], "fails");
    has(
        &said(&place, &mail("none")),
        &["mx.example.org does not vouch for the sender"],
    );
}

#[test]
fn programs() {
    let (mut place, letter) = begun();
    let away = format!(
        "Auto-Submitted: auto-replied\n{}",
        place.answer(&letter, "@@e3")
    );
    has(
        &said(&place, &away),
        &[
            "Verdict: robot, robot",
            "Reason:  ",
            "No letter would leave.",
        ],
    );
    let told_of_it = told(&place, &away);
    assert_eq!(
        (&told_of_it["verdict"], &told_of_it["commands"]),
        (&json!("robot"), &json!([]))
    );
    assert_eq!(told_of_it["sender"]["why"], "program");
    let report = "Return-Path: <>\nFrom: MAILER-DAEMON@example.com\nTo: play@example.org\n\
         Subject: Undelivered Mail\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n\
         --b\nContent-Type: text/plain\n\nIt failed.\n\
         --b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.com\n\n\
         Final-Recipient: rfc822; anna@example.org\nAction: failed\nStatus: 5.1.1\n\n--b--\n";
    has(
        &said(&place, report),
        &[
            "Verdict: bounce, bounce",
            "Reason:  names no letter of ours",
        ],
    );
    // The report comes to the sender of the letter's envelope, which says which letter it is about.
    let envelope = letter.header("Return-Path");
    let envelope = envelope.trim_matches(['<', '>']);
    let report = report.replace("play@example.org", envelope);
    let told = told(&place, &report);
    assert_eq!(
        (&told["verdict"], &told["letters"][0]["to"]),
        (&json!("bounce"), &json!("boris@example.net"))
    );
    assert_eq!(
        told["changes"],
        json!([
            "letter o1 counts as not delivered",
            "the address anna@example.org is marked: letters cannot be delivered to it"
        ])
    );
    let reason = told["reason"].as_str().unwrap_or_default();
    has(reason, &["letter o1 to anna@example.org came back"]);
}

/// A mail that would be quarantined: a stored event is damaged.
#[test]
fn what_cannot_be_judged() {
    let (mut place, _) = begun();
    place.ok(&["game", "move", "1", "@@e3"]);
    place.ok(&["run", "--once"]);
    let letter = place.newest("boris@example.net", 1);
    let mail = place.answer(&letter, "@@e6");
    let file = Connection::open(place.path("data/zugpost.db")).expect("the database");
    let damage = "UPDATE events SET text = 'nonsense' WHERE game_id = 1 AND seq = 1";
    file.execute(damage, ()).expect("written");
    drop(file);
    has(
        &said(&place, &mail),
        &[
            "Verdict: player, quarantined",
            "Reason:  game #1, event 1",
            "game #1, black (Boris)",
        ],
    );
    assert_eq!(told(&place, &mail)["result"], "quarantined");
}

/// It works beside the daemon, and while others work.
#[test]
fn it_needs_no_lock() {
    let (mut place, letter) = begun();
    let mail = place.answer(&letter, "@@e3");
    let lock = lock(&place);
    has(&said(&place, &mail), &["=> played: @@e3"]);
    lock.unlock().expect("unlocked");
}

#[test]
fn what_is_no_mail() {
    let (place, _) = begun();
    let refused = |arguments: &[&str], why: &str| {
        let why_not = place.refused(&[&["mail", "parse"], arguments].concat());
        has(&why_not, &[why]);
    };
    refused(&[&place.path("nothing.eml")], "cannot open");
    refused(&[&place.path("data")], "is a folder");
    refused(&["i99"], "there is no mail i99");
    refused(
        &["i99", "--recipient", "a@b.example"],
        "--recipient is for files",
    );
    refused(&["-"], "standard input holds no mail");
    let huge = place.path("huge.eml");
    let file = fs::File::create(&huge).expect("a file");
    file.set_len(300 << 20).expect("a hole");
    refused(&[&huge], "too large to be a mail");
    // A mail that is longer than what is read of any mail is one all the same.
    let long = format!("From: a@b.example\n\nvariants\n{}", "x\n".repeat(1 << 20));
    has(
        &said(&place, &long),
        &["only its first 1048576 bytes are read"],
    );
    for bytes in [
        &b"\0\x01\xff\x1b[2J"[..],
        b"From: \x1b]0;x\x07@y\n\n\x1b[2J\xff",
    ] {
        let ran: Ran = place.with_input(&["mail", "parse", "-"], bytes);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(!ran.out.contains('\u{1b}'), "{ran:?}");
    }
    fs::rename(place.path("data"), place.path("away")).expect("moved");
    refused(&[&huge], "the database cannot be used");
}

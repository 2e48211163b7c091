//! Mails as mail programs write them. Each `.eml` in the folders beside this file has an `.expect` that says
//! how it is read; `SOURCES.md` says where each comes from. `UPDATE=1 cargo test --test corpus` rewrites the
//! expectations, to be read in review.

mod laws;
#[path = "../support/properties.rs"]
mod properties;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use zugpost::commands::{self, Command, Script, Stage, Turns};
use zugpost::mail::{Address, Envelope, Nature, OwnAddress, read, responders, token_candidates};
use zugpost::rules::game::{Game, Mention, TurnReading};
use zugpost::rules::variant::Options;
use zugpost::variants::{self, Games};

/// The folders, by where the mails come from.
const ORIGINS: [&str; 3] = ["run", "published", "synthetic"];
/// Fewer mails than this are not the whole corpus.
const MAILS: usize = 200;

/// Length of a reply token in these mails.
const KEY: usize = 26;

fn account(raw: &[u8]) -> String {
    let address = Address::parse("play@example.org").expect("our address");
    let ours = OwnAddress {
        address,
        delimiter: Some('+'),
    };
    let envelope = Envelope::default();
    let mail = read(raw, &envelope, &ours);
    let mut out = String::new();
    let nature = match &mail.nature {
        Nature::Player => "player".to_owned(),
        Nature::Robot(reason) => format!("robot: {reason}"),
        Nature::BulkUnlessToken(reason) => format!("bulk: {reason}"),
        Nature::SpamComplaint(c) => format!(
            "spam complaint: {}\n  recipient: {:?}\n  tokens: {:?}\n  letter: {:?}",
            c.what, c.recipient, c.tokens, c.message_id
        ),
        Nature::Bounce(r) => format!(
            "bounce: {:?}\n  recipient: {:?}\n  token: {:?}\n  letter: {:?}\n  reason: {}",
            r.status, r.recipient, r.token, r.message_id, r.reason
        ),
    };
    let from = mail
        .from
        .as_ref()
        .map_or_else(|why| format!("nobody ({why})"), ToString::to_string);
    let _ = writeln!(
        out,
        "nature: {nature}\nfrom: {from}\nsubject: {}",
        mail.subject
    );
    let _ = writeln!(
        out,
        "keys: {}",
        token_candidates(raw, &mail, &envelope, KEY, &|_| true).join(" ")
    );
    let own = mail.author_lines(&ours);
    let marked = own.lines.iter().map(|line| ('|', line));
    // What may be quoted.
    for (mark, line) in marked.chain(own.unsure.iter().map(|line| ('?', line))) {
        let shown: String = line.chars().take(100).collect();
        let more = line.chars().count().saturating_sub(100);
        let _ = if more > 0 {
            writeln!(out, "{mark} {shown}… {more} more")
        } else {
            writeln!(out, "{mark} {shown}")
        };
    }
    if matches!(mail.nature, Nature::Player | Nature::BulkUnlessToken(_)) {
        if let Some(form) = responders::form(&mail.subject, &own.lines) {
            let _ = writeln!(out, "form: {}", form.reason());
        }
        told(&mut out, &reading(&own.lines, &mail.subject));
    }
    out
}

/// What the lines are as a mail about a running game: the one that the Subject names, or chess.
fn reading(own: &[String], subject: &str) -> Script {
    let hans38 = own.iter().any(|line| line.contains("@@")) || subject.contains("Hans38");
    let variant = variants::find(if hans38 { "hans38" } else { "chess" }).expect("a game");
    let game = variant.start(&Options::new(), None).expect("its start");
    commands::read(own, subject, &Playing(game))
}

/// A game that is being played, in which the author is to move.
struct Playing(Box<dyn Game>);

impl Turns for Playing {
    fn reading(&self, _game: Option<i64>, text: &str) -> TurnReading {
        self.0.reading(text)
    }
    fn legal(&self, _game: Option<i64>, text: &str) -> Option<String> {
        self.0.meaning(text).ok()
    }
    fn goes_on(&self, _game: Option<i64>, text: &str) -> bool {
        self.0.begin(text).is_ok_and(|begun| !begun.next.is_empty())
    }
    fn mentions(&self, _game: Option<i64>, text: &str) -> Vec<Mention> {
        self.0.mentions(text)
    }
    fn stage(&self, _game: Option<i64>) -> Stage {
        Stage::Playing
    }
    fn asked(&self, _game: Option<i64>) -> bool {
        false
    }
    fn games(&self) -> &Games {
        Games::built_in()
    }
    fn author(&self) -> &str {
        "Alice Liddell"
    }
}

/// The commands, and the words that go to the opponent.
fn told(out: &mut String, script: &Script) {
    let mut words: Vec<&str> = Vec::new();
    for line in &script.lines {
        let shown: String = line.text.chars().take(100).collect();
        words.extend(line.words.as_deref());
        let _ = match &line.command {
            Command::Turn { turn, .. } => match &line.doubt {
                None => writeln!(out, "command: turn {turn}"),
                Some(doubt) => writeln!(out, "asked: {} ({:?})", doubt.turns.join(", "), doubt.why),
            },
            Command::Say { text, .. } => {
                words.push(text);
                writeln!(out, "command: say")
            }
            Command::Unrecognised => writeln!(out, "command: none: {shown}"),
            other => writeln!(out, "command: {}", other.verb().unwrap_or_default()),
        };
    }
    if script.signature > 0 {
        let _ = writeln!(out, "signature: {} lines", script.signature);
    }
    for line in words.iter().flat_map(|words| words.lines()) {
        let shown: String = line.chars().take(100).collect();
        let _ = writeln!(out, "words: {shown}");
    }
}

/// Every mail of the corpus, in order.
fn mails() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut mails: Vec<PathBuf> = ORIGINS
        .iter()
        .flat_map(|origin| fs::read_dir(folder.join(origin)).expect("the folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "eml"))
        .collect();
    mails.sort();
    mails
}

#[test]
fn the_corpus_is_whole_and_its_sources_are_named() {
    let mails = mails();
    assert!(mails.len() >= MAILS, "{} mails", mails.len());
    let sources =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/SOURCES.md"))
            .expect("the sources");
    for mail in &mails {
        assert!(mail.with_extension("expect").exists(), "{}", mail.display());
        let name = mail.file_stem().expect("a name").to_string_lossy();
        assert!(
            sources.contains(&format!("`{name}`")),
            "{name} is not in SOURCES.md"
        );
    }
    for origin in ORIGINS {
        let here = mails
            .iter()
            .filter(|m| m.parent().is_some_and(|p| p.ends_with(origin)))
            .count();
        assert!(
            sources.contains(&format!("| {origin} | {here} |")),
            "{origin}: {here} mails"
        );
    }
}

#[test]
fn every_mail_is_read_as_expected() {
    let mut wrong = String::new();
    for mail in mails() {
        let got = account(&fs::read(&mail).expect("the mail"));
        let expect = mail.with_extension("expect");
        if env::var_os("UPDATE").is_some() {
            fs::write(&expect, &got).expect("written");
            continue;
        }
        let wanted = fs::read_to_string(&expect).unwrap_or_default();
        if wanted != got {
            let _ = writeln!(
                wrong,
                "{}\n--- expected\n{wanted}--- got\n{got}",
                mail.display()
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

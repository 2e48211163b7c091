//! Hostile words in every place where somebody outside writes, through the real program: they stay words, in
//! letters, in the log and on the umpire's console.

use std::collections::BTreeSet;
use std::fs;

use data_encoding::BASE64;
use zugpost::mail::{self, Address, Envelope, OwnAddress};
use zugpost::text::printable;

use super::html_page;
use super::place::{Letter, Place};
use super::produced::quiet;
use super::running::Running;
use super::texts::{FORGED, MARK, encoded, mails, texts};

/// A server on which each text is in each place, of two players each.
struct Tried {
    place: Place,
    log: String,
    /// What commands of the umpire have said on standard error.
    said: String,
    mails: usize,
}

fn tried() -> Tried {
    let place = Place::new();
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let umpire = settings.replace("#umpire = \"umpire@", "umpire = \"umpire@");
    fs::write(&file, umpire).expect("written");
    let mut tried = Tried {
        place,
        log: String::new(),
        said: String::new(),
        mails: 0,
    };
    for (number, text) in (1..).zip(texts()) {
        // A name, as far as the program takes it as one.
        let name = String::from_utf8_lossy(&text).replace(['\0', '<', '>'], " ");
        let name: String = name.replace(FORGED, "NAME").chars().take(36).collect();
        let white = format!("{name} {number} <anna{number}@example.org>");
        let black = format!("Boris{number} <boris{number}@example.net>");
        let new = |white: &str| {
            tried
                .place
                .run(&["game", "new", "chess", "--white", white, "--black", &black])
        };
        let ran = new(&white);
        tried.said += &ran.err;
        if ran.code != 0 {
            let ran = new(&format!("Anna{number} <anna{number}@example.org>"));
            assert_eq!(ran.code, 0, "{ran:?}");
        }
    }
    tried.work();
    for (number, text) in (1..).zip(texts()) {
        tried.written(number, &text);
    }
    tried.work();
    // The umpire's words, which are in a sentence of their own; NUL ends an argument.
    for (number, text) in (1..).zip(texts()) {
        let reason = String::from_utf8_lossy(&text).replace('\0', " ");
        let reason = reason.replace(FORGED, "").replace("has resigned", "");
        let ran = tried.place.run(&[
            "game",
            "undo",
            &number.to_string(),
            "--reason",
            &reason,
            "--by",
            &reason,
        ]);
        tried.said += &ran.err;
    }
    tried.work();
    tried
}

impl Tried {
    /// The daemon works until nothing is left to do.
    fn work(&mut self) {
        let mut daemon = Running::start(&self.place);
        daemon.until("quiet", |_| quiet(&self.place));
        daemon.signal("TERM");
        assert!(daemon.end().0.success());
        self.log = daemon.log();
    }

    fn deliver(&mut self, head: &str, body: &[u8]) {
        self.mails += 1;
        let id = if head.contains("Message-ID") {
            String::new()
        } else {
            format!("Message-ID: <{}@x>\n", self.mails)
        };
        let code = BASE64.encode(body);
        let lines: Vec<&str> = code
            .as_bytes()
            .chunks(76)
            .map(|line| std::str::from_utf8(line).expect("ASCII"))
            .collect();
        self.place.deliver(&format!(
            "{head}{id}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}\n",
            lines.join("\n")
        ));
    }

    /// Every mail with this text: of a player, of a stranger, of a host.
    fn written(&mut self, number: usize, text: &[u8]) {
        let from = format!("anna{number}@example.org");
        let letter = self.place.newest(&from, number);
        for (more, body) in mails(text) {
            let subject = if more.contains("Subject") {
                ""
            } else {
                "Subject: Re: x\n"
            };
            let head = format!(
                "From: {} <{from}>\nTo: {}\n{subject}{more}",
                encoded(text),
                letter.header("Reply-To")
            );
            self.deliver(&head, &body);
        }
        let stranger = format!(
            "From: {} <s{number}@evil.example>\nTo: play@example.org\nSubject: {}\n",
            encoded(text),
            encoded(text)
        );
        self.deliver(&stranger, text);
        let unproven = format!(
            "From: {from}\nTo: play@example.org\nSubject: [#{number}] {}\n",
            encoded(text)
        );
        self.deliver(&unproven, &[b"e4\n\n", text].concat());
        let path = self
            .place
            .newest(&format!("boris{number}@example.net"), number)
            .header("Return-Path");
        let line: Vec<u8> = text
            .iter()
            .map(|&b| if b"\r\n".contains(&b) { b' ' } else { b })
            .collect();
        let report = format!(
            "Return-Path: <>\nFrom: {} <MAILER-DAEMON@host.example>\nTo: {}\nSubject: Undelivered Mail\nX-Failed-Recipients: boris{number}@example.net\n",
            encoded(text),
            path.trim_matches(['<', '>'])
        );
        self.deliver(&report, &[b"550 5.1.1 ".as_slice(), &line].concat());
    }
}

#[test]
fn hostile_words_stay_words() {
    let tried = tried();
    let letters = tried.place.letters();
    let games = texts().len();
    assert!(
        tried.mails == games * 14 && letters.len() > games * 8,
        "{} letters",
        letters.len()
    );
    let mut with_words = 0;
    for letter in &letters {
        headers(letter);
        with_words += usize::from(words(letter));
        read_back(letter);
    }
    assert!(
        with_words > games * 5,
        "only {with_words} letters hold the words"
    );
    assert!(tried.log.contains("mail i1 "), "{}", tried.log);
    for line in tried.log.lines() {
        console("the log", line);
        assert!(line.starts_with("20"), "a line of the log: {line}");
    }
    for line in tried.said.lines() {
        console("the command line", line);
        assert!(line.starts_with("zugpost: "), "{line}");
    }
    commands(&tried);
}

/// A letter has the headers that ours have, each once.
fn headers(letter: &Letter) {
    const KNOWN: &str = "Return-Path From To Reply-To Subject Date Message-ID In-Reply-To References Auto-Submitted \
        X-Auto-Response-Suppress List-Id List-Unsubscribe MIME-Version Content-Type Content-Transfer-Encoding Delivered-To";
    assert!(letter.raw.is_ascii(), "{}", letter.raw);
    let (head, _) = letter.raw.split_once("\r\n\r\n").expect("a head");
    let mut seen = BTreeSet::new();
    for line in head
        .split("\r\n")
        .filter(|line| !line.starts_with([' ', '\t']))
    {
        let (name, _) = line
            .split_once(':')
            .unwrap_or_else(|| panic!("no header: {line:?}"));
        assert!(
            KNOWN.split_whitespace().any(|known| known == name),
            "{line:?}"
        );
        assert!(seen.insert(name), "twice: {line:?}");
        assert!(!line.contains(['\r', '\n', '\0', '\u{1b}']), "{line:?}");
    }
}

/// The text of a letter, decoded.
fn text(letter: &Letter) -> String {
    let nobody = OwnAddress {
        address: Address::parse("nobody@invalid.example").expect("an address"),
        delimiter: None,
    };
    let mut raw = letter.raw.clone();
    // Read as a person's mail program does, no matter who has sent it.
    for header in ["Auto-Submitted", "List-Id"] {
        raw = raw.replace(header, "X-Other");
    }
    mail::read(raw.as_bytes(), &Envelope::default(), &nobody).body
}

/// Whether the hostile words are in a letter: each of its lines begins with a bar then, or the
/// words are within a sentence that quotes them.
fn words(letter: &Letter) -> bool {
    let text = text(letter);
    let name = &letter.mailbox;
    assert!(
        !text.contains("{{") || text.lines().all(|l| !l.contains("{{") || l.contains(MARK)),
        "{name}: {text}"
    );
    let marker = text
        .lines()
        .filter(|line| line.starts_with("--- #"))
        .count();
    assert!(marker <= 1, "{name}: {marker} markers in {text}");
    for line in text.lines() {
        assert!(line.chars().all(printable), "{name}: {line:?}");
        assert!(
            !line.starts_with('>') && !line.starts_with("From "),
            "{name}: {line}"
        );
        assert!(
            line.chars()
                .filter(|c| !('\u{300}'..='\u{489}').contains(c))
                .count()
                <= 72,
            "{name}: {line}"
        );
        // A sentence that quotes the words goes on in lines with two blanks at the left; it goes to the writer.
        let quoted = line.starts_with("  ") && letter.mailbox.starts_with("anna");
        let barred = line.starts_with("| ") || quoted;
        for forged in [
            FORGED,
            "White has resigned",
            "Bcc:",
            "8 |r|",
            "It is your turn: FORGED",
        ] {
            let begins = line.trim_start().starts_with(forged);
            assert!(barred || !begins, "{name}: {line}\n{text}");
        }
    }
    let parsed = mail_parser::MessageParser::default().parse(letter.raw.as_bytes());
    let html = parsed.as_ref().and_then(|letter| letter.body_html(0));
    if letter.raw.contains("Content-Type: text/html") {
        let page = html_page::read(&html.expect("HTML"));
        let page = page.unwrap_or_else(|why| panic!("{name}: {why} in {}", letter.raw));
        let ours = |link: &String| link.starts_with("mailto:play%2B");
        assert!(page.links.iter().all(ours), "{name}: {:?}", page.links);
    }
    text.contains(MARK)
}

/// Somebody who answers the letter and quotes it, in whatever way, has written nothing but their
/// own line.
fn read_back(letter: &Letter) {
    let ours = OwnAddress {
        address: Address::parse("play@example.org").expect("an address"),
        delimiter: Some('+'),
    };
    let text = text(letter);
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let attribution = "On Mon, 5 Jan 2026 at 12:00, Zugpost <play@example.org> wrote:";
    let block = "From: Zugpost <play@example.org>\nSent: Monday, January 5, 2026 12:00\nTo: Anna\nSubject: x\n";
    let mut answers = vec![
        format!("Nf3\n\n{attribution}\n{quoted}"),
        format!("{attribution}\n{quoted}\nNf3\n"),
        format!("Nf3\n\n-----Original Message-----\n{block}\n{text}"),
    ];
    if text.starts_with("--- #") {
        answers.push(format!("Nf3\n\n{text}"));
        answers.push(format!("Nf3\n\n{block}\n{text}"));
    }
    for answer in answers {
        let raw = format!(
            "From: a@b.example\nTo: {}\nContent-Type: text/plain; charset=utf-8\n\n{answer}",
            letter.header("Reply-To")
        );
        let own = mail::read(raw.as_bytes(), &Envelope::default(), &ours)
            .author_lines(&ours)
            .lines;
        assert_eq!(
            own,
            ["Nf3"],
            "of an answer to {}:\n{answer}",
            letter.mailbox
        );
    }
}

/// What the umpire sees on the console.
fn commands(tried: &Tried) {
    let place = &tried.place;
    let mut shown = 0;
    let mut look = |words: &[&str]| {
        let ran = place.run(words);
        for line in ran.out.lines().chain(ran.err.lines()) {
            console(&words.join(" "), line);
            // `mail show` shows a whole mail, as it is.
            assert!(
                words.contains(&"show") || !line.starts_with(FORGED),
                "{words:?}: {line}"
            );
            shown += usize::from(line.contains(MARK));
        }
        if words.contains(&"--json") {
            for line in ran.out.lines() {
                let read: Result<serde_json::Value, _> = serde_json::from_str(line);
                assert!(read.is_ok(), "{words:?}: {line}");
            }
        }
    };
    for words in [
        &["status"][..],
        &["game", "list"],
        &["player", "list"],
        &["mail", "queue"],
        &["doctor"],
    ] {
        look(words);
        look(&[words, &["--json"]].concat());
    }
    for game in 1..=texts().len() {
        let game = game.to_string();
        look(&["game", "show", &game, "--board"]);
        look(&["game", "export", &game]);
        look(&["game", "export", &game, "--json"]);
        look(&["player", "show", &format!("anna{game}@example.org")]);
    }
    for mail in 1..=tried.mails {
        let id = format!("i{mail}");
        look(&["mail", "parse", &id]);
        if mail % 3 == 0 {
            look(&["mail", "show", &id]);
            look(&["mail", "show", &id, "--json"]);
            look(&["mail", "parse", &id, "--json"]);
        }
    }
    for letter in (1..).take(place.letters().len()).step_by(3) {
        look(&["mail", "show", &format!("o{letter}")]);
    }
    assert!(shown > 500, "only {shown} lines with hostile words");
}

fn console(name: &str, line: &str) {
    let odd: Vec<char> = line
        .chars()
        .filter(|&c| !printable(c) && c != '\t')
        .collect();
    assert!(odd.is_empty(), "{name}: {odd:?} in {line:?}");
}

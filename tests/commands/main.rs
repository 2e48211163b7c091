//! Reading commands: `cases.txt` in this folder has mails, each with the commands that it holds.
//!
//! A case is a line `== what it shows`, an optional `subject: …`, the lines of the mail after `| `, and
//! below them what [`read`] has to return. `UPDATE=1 cargo test --test commands` rewrites the results, to
//! be read in review.

#[path = "../support/properties.rs"]
mod properties;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use proptest::prelude::*;
use zugpost::commands::table::Scope;
use zugpost::commands::{
    Command, Draw, Extra, Hint, NoGame, Script, Stage, Turns, read, subject_game, subject_text,
    table, without_password,
};
use zugpost::letters::help;
use zugpost::rules::game::{Mention, TurnReading};
use zugpost::variants::Games;
use zugpost::words::{Voice, Words};

fn english() -> Voice<'static> {
    Words::built_in().english()
}

/// Stands for a game: accepts as turns words of piece letters, squares, `@`, `x` and `O-O`, separated by
/// blanks, commas and `and`.
struct SomeGame<F: Fn(&str) -> bool>(F);

impl<F: Fn(&str) -> bool> Turns for SomeGame<F> {
    fn reading(&self, _game: Option<i64>, text: &str) -> TurnReading {
        match self.0(text) {
            true => TurnReading::Turn(text.to_owned()),
            false => TurnReading::No,
        }
    }
    fn legal(&self, _game: Option<i64>, text: &str) -> Option<String> {
        let one = |text: &&str| !text.contains(' ');
        self.0(text).then_some(text).filter(one).map(str::to_owned)
    }
    fn goes_on(&self, _game: Option<i64>, _text: &str) -> bool {
        false
    }
    fn mentions(&self, game: Option<i64>, text: &str) -> Vec<Mention> {
        let bare = |word: &str| {
            word.trim_matches(|c: char| !c.is_alphanumeric() && c != '@')
                .to_owned()
        };
        let words = text.split_whitespace().map(bare);
        let words = words.filter(|word| self.0(word));
        let mention = |typed: String| Mention {
            turns: self.legal(game, &typed).into_iter().collect(),
            typed,
        };
        words.map(mention).collect()
    }
    fn games(&self) -> &Games {
        Games::built_in()
    }
    fn stage(&self, _game: Option<i64>) -> Stage {
        Stage::Playing
    }
    fn asked(&self, _game: Option<i64>) -> bool {
        false
    }
    fn author(&self) -> &str {
        "Anna Berg"
    }
}

fn turnlike(text: &str) -> bool {
    let (number, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let text = if number.is_empty() {
        text
    } else {
        rest.trim_start_matches(['.', ' '])
    };
    let mut words = text
        .split([' ', ','])
        .filter(|w| !w.is_empty() && *w != "and")
        .peekable();
    words.peek().is_some() && words.all(is_action)
}

fn is_action(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let castling = ["o-o", "o-o-o", "0-0", "0-0-0"].contains(&word.to_ascii_lowercase().as_str());
    let bytes = word.as_bytes();
    let square = |w: &[u8]| (b'a'..=b'k').contains(&w[0]) && w[1].is_ascii_digit();
    let letters = bytes
        .iter()
        .all(|b| b"KQRBNGIHOabcdefghijk123456789@x:-=".contains(b));
    castling || (letters && bytes.windows(2).any(square))
}

struct Case {
    title: String,
    subject: Option<String>,
    mail: Vec<String>,
    answer: String,
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/commands/cases.txt")
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for block in text
        .split("\n== ")
        .map(|b| b.strip_prefix("== ").unwrap_or(b))
    {
        let mut lines = block.lines();
        let title = lines.next().unwrap_or_default().to_owned();
        let mut case = Case {
            title,
            subject: None,
            mail: vec![],
            answer: String::new(),
        };
        for line in lines.filter(|l| !l.is_empty()) {
            if let Some(subject) = line.strip_prefix("subject: ") {
                case.subject = Some(subject.to_owned());
            } else if let Some(text) = line.strip_prefix('|') {
                case.mail
                    .push(text.strip_prefix(' ').unwrap_or(text).to_owned());
            } else {
                case.answer.push_str(line);
                case.answer.push('\n');
            }
        }
        cases.push(case);
    }
    cases
}

/// A script as `cases.txt` writes it.
fn describe(script: &Script) -> String {
    let mut out = String::new();
    for line in &script.lines {
        let game = line.game.map(|g| format!("#{g} ")).unwrap_or_default();
        let _ = write!(out, "{game}{}", describe_command(&line.command));
        if let Some(doubt) = &line.doubt {
            let _ = write!(out, " doubt {:?} {:?}", doubt.why, doubt.turns);
        }
        if let Some(words) = &line.words {
            let _ = write!(out, " words {words:?}");
        }
        let _ = writeln!(out, " <- {}", line.text);
    }
    if script.from_subject {
        out.push_str("from the subject\n");
    }
    if script.signature > 0 {
        let _ = writeln!(out, "signature: {}", script.signature);
    }
    if script.unread > 0 {
        let _ = writeln!(out, "unread: {}", script.unread);
    }
    if out.is_empty() {
        "nothing\n".to_owned()
    } else {
        out
    }
}

fn describe_command(command: &Command) -> String {
    match command {
        Command::Turn {
            guard,
            turn,
            then,
            means: _,
            sure,
        } => {
            let mut out = format!("turn {turn:?}");
            if let Some(guard) = guard {
                let _ = write!(
                    out,
                    " guard {}{}",
                    guard.number,
                    &"..."[..guard.dots.into()]
                );
            }
            match then {
                Some(Extra::DrawOffer) => out.push_str(" + draw offer"),
                Some(Extra::DrawClaim) => out.push_str(" + draw claim"),
                None => {}
            }
            out + if *sure { " (sure)" } else { "" }
        }
        Command::Say { to, text } => format!("say to {to:?}: {text:?}"),
        Command::Show { at, game } => {
            let at = at.map(|at| format!("{}{}", at.number, &"..."[..at.dots.into()]));
            format!("show game {game:?} at {at:?}")
        }
        Command::Film { turns, game } => format!("film of game {game:?}, turns {turns:?}"),
        Command::Draw(Draw::Claim(turn)) => format!("draw claim {turn:?}"),
        Command::Misused { verb, hint } => {
            format!("misused {verb}: {}", help::hint(hint, english()))
        }
        Command::Unrecognised => "?".to_owned(),
        other => format!("{other:?}"),
    }
}

fn write_case(out: &mut String, case: &Case, answer: &str) {
    let _ = writeln!(out, "== {}", case.title);
    if let Some(subject) = &case.subject {
        let _ = writeln!(out, "subject: {subject}");
    }
    for line in &case.mail {
        let _ = writeln!(out, "{}", format!("| {line}").trim_end());
    }
    let _ = writeln!(out, "{answer}");
}

#[test]
fn every_case_is_read_as_written() {
    let text = std::fs::read_to_string(path()).expect("cases.txt stands beside this file");
    let (mut now, mut wrong, mut count) = (String::new(), Vec::new(), 0);
    for case in cases(&text) {
        let script = read(
            &case.mail,
            case.subject.as_deref().unwrap_or(""),
            &SomeGame(turnlike),
        );
        let answer = describe(&script);
        if answer != case.answer {
            wrong.push(format!(
                "{}\nexpected:\n{}got:\n{answer}",
                case.title, case.answer
            ));
        }
        write_case(&mut now, &case, &answer);
        count += 1;
    }
    assert!(count >= 60, "only {count} cases were found");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path(), format!("{}\n", now.trim_end())).expect("cases.txt can be written");
        return;
    }
    assert!(
        wrong.is_empty(),
        "{} cases differ:\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_subject_names_the_game() {
    for (subject, game) in [
        ("[#17] Hans38: your turn 3", Some(17)),
        ("Re: [#17] Hans38: your turn 3", Some(17)),
        ("AW: Fwd: [EXT] [#4711] Hans38", Some(4711)),
        ("[#] [#x] [#+3] [#0] [#18]", Some(18)),
        ("#17", None),
        ("[#17", None),
        ("[#99999999999999999999999]", None),
        ("", None),
    ] {
        assert_eq!(subject_game(subject), game, "{subject}");
    }
}

#[test]
fn prefixes_and_tags_are_no_part_of_the_subject() {
    for (subject, text) in [
        ("Re: [#17] Hans38: your turn 3", ""),
        ("[#17] Nf3", "Nf3"),
        ("RE: AW: Antw: SV: Re[2]: Re (3): VS : WG: Nf3", "Nf3"),
        ("Re: [EXT] Fwd: [#17] [list] resign", "resign"),
        ("回复：games", "games"),
        ("Reply: games", "Reply: games"),
        ("say to blue: hi", "say to blue: hi"),
        ("[not closed", "[not closed"),
    ] {
        assert_eq!(subject_text(subject, Games::built_in()), text, "{subject}");
    }
}

#[test]
fn passwords_are_blanked() {
    for (text, blanked) in [
        (
            "hans38 move 17 anna s3cret Nf3 @@e3",
            "hans38 move 17 anna *** Nf3 @@e3",
        ),
        ("chess resign 17 anna s3cret", "chess resign 17 anna ***"),
        ("SIGNON Fgame s3cret", "SIGNON *** ***"),
        ("userid create anna s3cret", "userid *** *** ***"),
        ("Password: s3cret", "Password: ***"),
        ("I move 17 squares", "I move 17 squares"),
        ("Ng1-f3 @@e3", "Ng1-f3 @@e3"),
    ] {
        assert_eq!(without_password(text), blanked);
    }
}

#[test]
fn every_example_is_a_command_of_its_verb() {
    for verb in table::VERBS.iter().filter(|v| v.is_built()) {
        let script = read(&[verb.example.to_owned()], "", &SomeGame(turnlike));
        let [line] = &script.lines[..] else {
            panic!("{}: {script:?}", verb.name)
        };
        let misread = matches!(
            line.command,
            Command::Misused { .. } | Command::Unrecognised
        );
        assert!(!misread, "{}: {line:?}", verb.example);
        assert!(help::help_text(verb.name, english()).is_some_and(|t| t.contains(verb.example)));
    }
}

#[test]
fn strangers_may_only_ask_and_confirm() {
    let public = |verb: &&table::Verb| verb.is_built() && verb.scope == Scope::Public;
    let public: Vec<&str> = table::VERBS
        .iter()
        .filter(public)
        .map(|verb| verb.name)
        .collect();
    assert_eq!(
        public,
        [
            "help", "commands", "rules", "variants", "confirm", "register", "never"
        ]
    );
}

#[test]
fn hints_are_data() {
    let lines = [
        "draw",
        "resign or not",
        "umpire #17 pause",
        "SIGNON a b",
        "hans38 move 17 anna x",
        "PRESS",
    ];
    let mut codes = BTreeSet::new();
    for line in lines
        .map(str::to_owned)
        .into_iter()
        .chain(["PRESS\n\nENDPRESS".to_owned()])
    {
        let mail: Vec<String> = line.lines().map(str::to_owned).collect();
        let script = read(&mail, "", &SomeGame(turnlike));
        let Command::Misused { hint, .. } = &script.lines[0].command else {
            panic!("{line}: {script:?}")
        };
        let stored = serde_json::to_value(hint).expect("JSON");
        codes.insert(stored["code"].to_string());
        assert_eq!(
            serde_json::from_value::<Hint>(stored).expect("a hint"),
            *hint
        );
    }
    assert_eq!(codes.len(), 7, "{codes:?}");
}

#[test]
fn no_word_belongs_to_two_verbs() {
    let mut seen = BTreeSet::new();
    for verb in table::VERBS {
        for word in verb.aliases.iter().chain([&verb.name]) {
            assert!(seen.insert(*word), "{word}");
            assert_eq!(
                table::find(&word.to_uppercase()).map(|v| v.name),
                Some(verb.name)
            );
        }
        for (phrase, _) in verb.phrases {
            assert!(seen.insert(*phrase), "{phrase}");
            assert_eq!(*phrase, phrase.to_lowercase());
            let script = read(&[(*phrase).to_owned()], "", &NoGame(Games::built_in()));
            assert!(
                !matches!(script.lines[0].command, Command::Misused { .. }),
                "{phrase}"
            );
        }
    }
}

#[test]
fn the_first_help_is_short_and_names_commands() {
    let text = english().plain("notices/help-first");
    assert!(text.lines().count() <= 15, "{text}");
    let list = text.lines().take_while(|line| !line.is_empty());
    for line in list {
        let word = line.split(' ').next().unwrap_or_default();
        let verb = table::find(word).filter(|verb| verb.is_built());
        assert!(verb.is_some() && line.len() <= 72, "{line}");
    }
}

#[test]
fn help_texts_fit_a_letter() {
    let mut texts = vec![help::commands_text(english())];
    texts.extend(
        table::VERBS
            .iter()
            .filter_map(|v| help::help_text(v.name, english())),
    );
    assert!(texts.len() > 10);
    for line in texts.iter().flat_map(|t| t.lines()) {
        assert!(
            line.len() <= 72 && line.is_ascii() && line == line.trim_end(),
            "{line:?}"
        );
        assert!(
            !line.starts_with('>') && !line.starts_with("From "),
            "{line:?}"
        );
    }
    assert!(
        help::commands_text(english())
            .lines()
            .any(|l| l.starts_with("resign "))
    );
    assert_eq!(help::help_text("umpire", english()), None);
    assert_eq!(help::help_text("", english()), None);
}

/// Words with a meaning in commands, so that random mails reach the special cases.
fn scraps() -> impl Strategy<Value = String> {
    let words = table::VERBS.iter().map(|v| v.name).chain([
        "#17",
        "3.",
        "3...",
        "12. …",
        "Nf3",
        "draw",
        "offer",
        "claim",
        "to",
        "blue:",
        "at",
        "?",
        "hans38",
        "17",
        "SIGNOFF",
        "PRESS",
        "ENDPRESS",
        "[#17]",
        "Re:",
        ",",
        "and",
        "é",
        "\u{2028}",
        "99999999999",
        "",
        " ",
        "\t",
        "(=)",
        "…",
        "move",
        "İ",
        "ﬁ",
    ]);
    let word = prop::sample::select(words.collect::<Vec<_>>()).prop_map(str::to_owned);
    let any = prop_oneof![4 => word, 1 => any::<String>()];
    prop::collection::vec(any, 0..7).prop_map(|w| w.join(" "))
}

/// Words of commands that end a game.
const GRAVE: &[&str] = &[
    "resign", "I", "draw", "accept", "agree", "agreed", "claim", "yes", "offer", "a",
];

/// A word of prose: any, or one of a grave command.
fn prose_word() -> impl Strategy<Value = String> {
    let grave = prop::sample::select(GRAVE).prop_map(str::to_owned);
    prop_oneof![2 => grave, 1 => "[a-z]{1,9}"]
}

proptest! {
    #![proptest_config(properties::config(256))]

    #[test]
    fn no_text_is_too_much(
        lines in prop::collection::vec(scraps(), 0..20),
        subject in scraps(),
        answers in any::<u64>(),
    ) {
        // The answers of the game are arbitrary, but the same for the same text.
        let arbitrary = |t: &str| answers >> (t.len() % 64) & 1 == 1;
        let script = read(&lines, &subject, &SomeGame(arbitrary));
        prop_assert!(script.lines.len() + script.unread <= lines.len() + 1);
        let senseless = script.lines.iter().filter(|l| l.command == Command::Unrecognised);
        prop_assert!(senseless.count() <= 3);
        for line in &script.lines {
            prop_assert_eq!(line.text.trim(), &line.text);
        }
        let _ = (subject_game(&subject), subject_text(&subject, Games::built_in()), help::help_text(&subject, english()));
    }

    #[test]
    fn prose_alone_changes_nothing(words in prop::collection::vec(prose_word(), 3..12)) {
        // Three or more words that are no known phrase never resign, agree or claim, although words
        // of such commands are among them. (A claim with a turn is decided by the turn.)
        let line = words.join(" ");
        let ours = table::VERBS.iter().flat_map(|v| v.phrases).any(|(p, _)| *p == line);
        prop_assume!(!ours);
        let script = read(std::slice::from_ref(&line), "", &NoGame(Games::built_in()));
        for line in &script.lines {
            let grave = matches!(
                line.command,
                Command::Resign | Command::Draw(Draw::Accept | Draw::Claim(None))
            );
            prop_assert!(!grave, "{}: {:?}", line.text, line.command);
        }
    }
}

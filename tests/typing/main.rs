//! What people type, and what shall come of it: mails as data, through the whole server.
//!
//! `README.md` describes the files. They are written from the protocol and the rules, not from what the
//! program does. `ZUGPOST_TYPING=all` prints all differences, not only the new ones.

mod answers;
mod cases;
#[path = "../conversations/letter.rs"]
#[allow(dead_code, reason = "the conversations use more of it")]
mod letter;
mod open;
mod server;
mod train;
#[path = "../support/transport.rs"]
mod transport;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::Result;
use cases::{Case, Section, Verdict, Want};
use server::{Got, Start, one_line};

/// So many turns of each game, each in so many ways.
const SECTIONS: usize = 10;
const WAYS: usize = 40;
/// So many mails that must not be played.
const NOT_PLAYED: usize = 100;
/// So many of them with those of people.
const COUNTER_EXAMPLES: usize = 200;
/// So many mails about words to the opponent.
const ABOUT_WORDS: usize = 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typing")
}

/// Reads a file and checks that it holds enough.
fn sections(name: &str) -> Vec<Section> {
    let path = folder().join(format!("{name}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let sections = cases::read(&text).unwrap_or_else(|e| panic!("{name}.txt, {e}"));
    let cases: Vec<&Case> = sections.iter().flat_map(|section| &section.cases).collect();
    assert!(!cases.is_empty(), "{name}.txt has no case");
    let least = match name {
        "not-played" => {
            for case in &cases {
                let played = matches!(case.want.verdict, Some(Verdict::Played(_)));
                assert!(!played, "{name}.txt, line {}: a turn is played", case.line);
            }
            NOT_PLAYED
        }
        "words" => ABOUT_WORDS,
        name if name.starts_with("people-") => 1,
        _ => {
            let turns = sections.iter().filter(|section| section.turn.is_some());
            assert!(turns.count() >= SECTIONS, "{name}.txt has too few turns");
            for section in sections.iter().filter(|section| section.turn.is_some()) {
                let (line, ways) = (section.line, section.cases.len());
                assert!(ways >= WAYS, "{name}.txt, line {line}: {ways} ways");
            }
            SECTIONS * WAYS
        }
    };
    assert!(cases.len() >= least, "{name}.txt has {} cases", cases.len());
    sections
}

/// Sends all mails of a file.
fn run(name: &str) {
    let sections = sections(name);
    let mut table: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut differences = Vec::new();
    let mut wrongly: Vec<String> = Vec::new();
    let (mut number, mut sent, mut differ) = (0, open::Lines::new(), open::Lines::new());
    for section in &sections {
        let chosen = section.cases.iter().filter(|_| {
            number += 1;
            open::is_sent(name, number)
        });
        let chosen: Vec<&Case> = chosen.collect();
        if chosen.is_empty() {
            continue;
        }
        let start = Start::new(&section.setup)
            .unwrap_or_else(|e| panic!("{name}.txt, line {}: {e:#}", section.line));
        let mut checked = BTreeSet::new();
        for case in chosen {
            check_turns(&start, case, &mut checked)
                .unwrap_or_else(|e| panic!("{name}.txt, line {}: {e:#}", case.line));
            sent.insert(case.line);
            let got = start.send(case);
            let different = match &got {
                Ok(got) => difference(case, got),
                Err(e) => Some(format!("{e:#}")),
            };
            // No number of open differences lets a turn be played that must not be.
            if let (Some(Verdict::Unplayed(_)), Ok(got)) = (&case.want.verdict, &got) {
                let (line, mail, turns) = (case.line, shown(case), &got.turns);
                let report = format!("{name}.txt, line {line}: {mail}: played {turns:?}");
                wrongly.extend((!turns.is_empty()).then_some(report));
            }
            let wanted = case.want.verdict.as_ref().map_or("", Verdict::word);
            let kind = match (&got, &different) {
                (_, None) => "as wanted".to_owned(),
                (Ok(got), Some(_)) => kind(got),
                (Err(_), Some(_)) => "error".to_owned(),
            };
            *table.entry((wanted, kind)).or_default() += 1;
            if let Some(why) = different {
                let mail = shown(case);
                differ.insert(case.line);
                differences.push((
                    case.line,
                    format!("  line {}: {mail}\n      {why}", case.line),
                ));
            }
        }
    }
    if std::env::var_os("UPDATE").is_some() && sent.len() == number {
        open::write(name, &differ);
    }
    assert!(!sent.is_empty(), "{name}.txt: no mail is sent");
    let mut known = open::known(name);
    known.retain(|line| sent.contains(line));
    let (new, mended) = (&differ - &known, &known - &differ);
    let is_as_known = wrongly.is_empty() && new.is_empty() && mended.is_empty();
    if is_as_known && std::env::var_os("ZUGPOST_TYPING").is_none() {
        return;
    }
    let all = std::env::var("ZUGPOST_TYPING").is_ok_and(|value| value == "all");
    let mut report = format!(
        "{name}.txt: {} of {} mails differ; new: {new:?}; as wanted now: {mended:?}\n",
        differ.len(),
        sent.len()
    );
    for wrong in &wrongly {
        let _ = writeln!(report, "  played, and must not be: {wrong}");
    }
    for ((wanted, got), count) in &table {
        let _ = writeln!(report, "  {wanted:10} -> {got:16} {count:5}");
    }
    for (_, difference) in differences
        .iter()
        .filter(|(line, _)| all || new.contains(line))
    {
        report.push_str(difference);
        report.push('\n');
    }
    panic!("{report}");
}

/// Checks that the turns in a case are legal and in canonical notation.
fn check_turns(start: &Start, case: &Case, checked: &mut BTreeSet<String>) -> Result<()> {
    let turns = match &case.want.verdict {
        Some(Verdict::Played(turn) | Verdict::Understood(turn)) => slice::from_ref(turn),
        Some(Verdict::Asked(turns) | Verdict::Unplayed(turns)) => turns.as_slice(),
        _ => &[],
    };
    for turn in turns {
        if checked.insert(turn.clone()) {
            let canonical = start.canonical(turn)?;
            anyhow::ensure!(canonical.as_ref() == Some(turn), "{turn} is {canonical:?}");
        }
    }
    Ok(())
}

/// What came of a mail, in a word or two.
fn kind(got: &Got) -> String {
    match (&got.asked, got.turns.len(), &got.answer) {
        (Some(_), _, _) => "asked".to_owned(),
        (None, 0, Some(_)) => "not played".to_owned(),
        (None, 0, None) => "no answer".to_owned(),
        (None, 1, _) => "played".to_owned(),
        (None, _, _) => "several turns".to_owned(),
    }
}

/// The mail on one line.
fn shown(case: &Case) -> String {
    let subject = case
        .subject
        .as_ref()
        .map(|subject| format!("Subject: {subject} "));
    let body = case.body.trim_end();
    format!("{}{}", subject.unwrap_or_default(), body.replace('\n', "⏎"))
}

/// How the result differs from what is wanted, if it does.
fn difference(case: &Case, got: &Got) -> Option<String> {
    let Want {
        verdict,
        words,
        may,
        open,
        others,
    } = &case.want;
    let played = || match got.turns.as_slice() {
        [] => "nothing".to_owned(),
        turns => turns.join("; "),
    };
    let asked = || {
        got.asked
            .as_ref()
            .map_or("nothing".to_owned(), |turns| turns.join(" | "))
    };
    let no_turn = |what: &str| {
        let turns = !got.turns.is_empty();
        turns.then(|| format!("wanted {what}, but {} is played", played()))
    };
    let of_verdict = match verdict.as_ref()? {
        Verdict::Played(turn) => {
            let other = got.turns != [turn.clone()];
            let question = got.asked.is_some();
            (other || question).then(|| {
                format!(
                    "wanted {turn} played; played: {}, asked: {}",
                    played(),
                    asked()
                )
            })
        }
        Verdict::Understood(turn) => {
            let plays = got.asked.is_none() && got.turns == [turn.clone()];
            let asks = got.turns.is_empty() && got.asked.as_deref() == Some(slice::from_ref(turn));
            let confirms = got.confirmed == [turn.clone()];
            (!(plays || asks && confirms)).then(|| {
                format!(
                    "wanted {turn} played or asked; played: {}, asked: {}",
                    played(),
                    asked()
                )
            })
        }
        Verdict::Asked(turns) => no_turn("a question").or_else(|| match &got.asked {
            // One of several: the answer may also name them without a question.
            None if turns.len() > 1 && turns.iter().all(|turn| names(got, turn)) => None,
            None => Some(format!(
                "wanted a question about {}; none asked",
                turns.join(" | ")
            )),
            Some(of) if of.iter().any(|turn| !turns.contains(turn)) => Some(format!(
                "wanted a question about {}, not {}",
                turns.join(" | "),
                asked()
            )),
            Some(of) if of.is_empty() && !turns.is_empty() => {
                Some("a question that names no turn".to_owned())
            }
            Some(of) if of.len() == 1 && got.confirmed != *of => Some(format!(
                "asked {}, but `yes` plays {:?}",
                asked(),
                got.confirmed
            )),
            Some(_) => None,
        }),
        Verdict::Refused(code) => no_turn(&format!("refused {code}")).or_else(|| {
            let code = format!("\"{code}\"");
            let named = got.answer.as_ref().is_some_and(|data| data.contains(&code));
            match &got.asked {
                Some(_) => Some(format!("wanted refused {code}; asked: {}", asked())),
                None => {
                    (!named).then(|| format!("wanted refused {code}; the answer: {}", told(got)))
                }
            }
        }),
        Verdict::Answered => no_turn("an answer alone").or_else(|| match &got.asked {
            Some(_) => Some(format!("wanted an answer alone; asked: {}", asked())),
            None => got.answer.is_none().then(|| "no answer".to_owned()),
        }),
        Verdict::Unplayed(turns) => no_turn("nothing played").or_else(|| match &got.asked {
            Some(of) if of.iter().any(|turn| !turns.contains(turn)) => {
                Some(format!("asked {}", asked()))
            }
            Some(_) if got.command.is_some() => Some(format!("asked {:?}", got.command)),
            _ => got.answer.is_none().then(|| "no answer".to_owned()),
        }),
        Verdict::Help(commands) => no_turn("an answer alone").or_else(|| {
            let named = commands.iter().any(|command| got.helps_with(command));
            let about = |command: &String| commands.contains(command);
            match &got.asked {
                Some(_) if !got.command.as_ref().is_some_and(about) => {
                    Some(format!("wanted help; asked: {}", asked()))
                }
                _ => (!named).then(|| {
                    let wanted = commands.join(" | ");
                    format!("wanted the answer to name {wanted}: {}", told(got))
                }),
            }
        }),
        Verdict::Asks(command) => no_turn("a question").or_else(|| {
            // An offer that the other side may refuse can be made at once.
            let made = command == "draw offer" && does(command, got);
            (!made && !asks(command, got)).then(|| unasked(command, got))
        }),
        Verdict::Does(command) => no_turn("a command alone").or_else(|| {
            let done = does(command, got) || asks(command, got);
            (!done).then(|| unasked(command, got))
        }),
    };
    of_verdict.or_else(|| {
        let commanded = matches!(verdict, Some(Verdict::Asks(_) | Verdict::Does(_)));
        if got.others != *others && !commanded {
            return Some(format!("wanted {others:?} besides, got {:?}", got.others));
        }
        let wanted = one_line(words.as_deref().unwrap_or_default());
        let own = case.body.split("{quote}").next().unwrap_or_default();
        let own = own.split("{bare}").next().unwrap_or_default();
        // Signs of quotation are made plain.
        let own = own.replace(['«', '»', '„', '“', '”'], "\"");
        let allowed = match may {
            Some(may) => one_line(may).contains(&got.words),
            None => *open && one_line(&own).contains(&got.words),
        };
        // Who says `yes` has read which words go on.
        let then = &got.confirmed_words;
        if !one_line(&case.body).contains(then.as_str()) {
            return Some(format!("sends other words after `yes`: {then:?}"));
        }
        if words.is_none() && allowed {
            return None;
        }
        // Whether words behind a turn on its own line, or behind a command in words, are sent is left open; whatever is sent
        // is there.
        let done = !got.turns.is_empty() || !got.others.is_empty();
        let behind = |own: &str| own.find(&got.words).is_some_and(|at| at > 0);
        let stands = match commanded {
            true => behind(&one_line(&own)),
            false => case.single && one_line(&case.body).ends_with(&got.words),
        };
        let open = done && words.is_none() && stands;
        let other = got.words != wanted && !open;
        other.then(|| format!("wanted the words {wanted:?}, got {:?}", got.words))
    })
}

/// Whether a command, and nothing else, was carried out at once.
fn does(command: &str, got: &Got) -> bool {
    got.others == events(command) && got.asked.is_none()
}

/// Whether nothing was done but to ask about a command, which `yes` alone carries out.
fn asks(command: &str, got: &Got) -> bool {
    let asked = got.others.is_empty() && got.command.as_deref() == Some(command);
    asked && got.confirmed.is_empty() && got.confirmed_others == events(command)
}

/// What happens by a command.
fn events(command: &str) -> &'static [&'static str] {
    match command {
        "resign" => &["resigned"],
        "draw offer" => &["offer"],
        "draw accept" => &["drawn"],
        "draw decline" => &["declined"],
        "undo accept" => &["propose", "take-back"],
        "undo decline" | "pause decline" => &["refuse"],
        _ => &["propose"],
    }
}

fn unasked(command: &str, got: &Got) -> String {
    let (asked, done, turns) = (&got.command, &got.others, &got.asked);
    format!(
        "wanted {command}; asked: {asked:?} {turns:?}, done: {done:?}, told: {}",
        told(got)
    )
}

/// Whether the answer names a turn, in any notation that ends with the square where it ends.
fn names(got: &Got, turn: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let last = turn.rfind(|c: char| c.is_ascii_lowercase());
    let square = last
        .map(|at| &turn[at..])
        .filter(|end| end.contains(is_digit));
    let data = got.answer.as_deref().unwrap_or_default();
    data.contains(&format!("\"{turn}\"")) || got.said.contains(square.unwrap_or(turn))
}

/// The codes in the answer.
fn told(got: &Got) -> String {
    let Some(data) = &got.answer else {
        return "none".to_owned();
    };
    let echoes = data.split_once("\"echoes\":").map_or("", |(_, rest)| rest);
    echoes.chars().take(600).collect()
}

#[test]
fn there_are_enough_mails_by_which_nothing_is_played() {
    let files = [
        "not-played",
        "people-5",
        "people-11",
        "people-14",
        "people-17",
        "people-19",
        "people-22",
        "people-25",
        "people-29",
        "people-32",
        "people-35",
    ]
    .map(sections);
    let cases = files.iter().flatten().flat_map(|section| &section.cases);
    let verdicts = cases.filter_map(|case| case.want.verdict.as_ref());
    let unplayed = verdicts.filter(|verdict| {
        !matches!(
            verdict,
            Verdict::Played(_) | Verdict::Understood(_) | Verdict::Does(_)
        )
    });
    let count = unplayed.count();
    assert!(count >= COUNTER_EXAMPLES, "{count}");
}

/// Mails from another address have asked a question from the beginning, so that this runner is known to
/// see a question, its turn, and what `yes` does.
#[test]
fn a_question_is_seen_and_answered() {
    let text = "% variant chess\n= Ng1-f3\nNf3 => asked\n";
    let sections = cases::read(text).expect("cases");
    let section = sections.first().expect("a section");
    let start = Start::new(&section.setup).expect("a game");
    let case = section.cases.last().expect("a case");
    let got = start.send_from("other@example.org", case).expect("sent");
    assert_eq!(difference(case, &got), None, "{got:?}");
    let got = start.send(case).expect("sent");
    assert_eq!(got.turns, ["Ng1-f3"], "{got:?}");
    assert!(difference(case, &got).is_some());
}

/// One test for each file.
macro_rules! files {
    ($($test:ident $name:literal)*) => {
        $(#[test] fn $test() { run($name); })*

        #[test]
        fn every_file_is_read() {
            let known = [$($name),*];
            let mut found = 0;
            for entry in fs::read_dir(folder()).expect("the folder").flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|kind| kind == "txt") {
                    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                    assert!(known.contains(&stem), "{stem}.txt is not listed in main.rs");
                    found += 1;
                }
            }
            assert!(found == known.len() && found > 0, "{found} files");
            let variants = zugpost::variants::VARIANTS.iter();
            for variant in variants.map(|variant| variant.id()) {
                assert!(known.contains(&variant), "nobody types turns of {variant}");
            }
        }
    };
}

files! {
    chess "chess"
    eight_piece "eight-piece"
    eight_piece_random "eight-piece-random"
    hans38 "hans38"
    hans38_neutral "hans38-neutral"
    in_the_bin "in-the-bin"
    infinite_reserves "infinite-reserves"
    moving_squares "moving-squares"
    xiangqi "xiangqi"
    yonin_bishogi "yonin-bishogi"
    not_played "not-played"
    words "words"
    people_1 "people-1"
    people_2 "people-2"
    people_3 "people-3"
    people_4 "people-4"
    people_5 "people-5"
    people_6 "people-6"
    people_7 "people-7"
    people_8 "people-8"
    people_9 "people-9"
    people_10 "people-10"
    people_11 "people-11"
    people_12 "people-12"
    people_13 "people-13"
    people_14 "people-14"
    people_15 "people-15"
    people_16 "people-16"
    people_17 "people-17"
    people_18 "people-18"
    people_19 "people-19"
    people_20 "people-20"
    people_21 "people-21"
    people_22 "people-22"
    people_23 "people-23"
    people_24 "people-24"
    people_25 "people-25"
    people_26 "people-26"
    people_27 "people-27"
    people_28 "people-28"
    people_29 "people-29"
    people_30 "people-30"
    people_31 "people-31"
    people_32 "people-32"
    people_33 "people-33"
    people_34 "people-34"
    people_35 "people-35"
    people_36 "people-36"
    people_37 "people-37"
    people_38 "people-38"
    people_39 "people-39"
    people_40 "people-40"
    people_41 "people-41"
    people_42 "people-42"
    people_43 "people-43"
    people_44 "people-44"
    people_45 "people-45"
    people_46 "people-46"
    people_47 "people-47"
    people_48 "people-48"
    people_50 "people-50"
    people_51 "people-51"
    people_52 "people-52"
    people_53 "people-53"
    people_54 "people-54"
    people_55 "people-55"
    people_56 "people-56"
    people_57 "people-57"
    people_58 "people-58"
    people_59 "people-59"
    people_60 "people-60"
    people_61 "people-61"
    people_62 "people-62"
    people_63 "people-63"
    people_64 "people-64"
    people_65 "people-65"
    people_66 "people-66"
    people_67 "people-67"
    people_68 "people-68"
    people_69 "people-69"
    people_70 "people-70"
    people_71 "people-71"
    people_72 "people-72"
    people_73 "people-73"
    people_74 "people-74"
    people_75 "people-75"
    people_76 "people-76"
    people_77 "people-77"
    people_78 "people-78"
    people_79 "people-79"
    people_80 "people-80"
    people_81 "people-81"
    people_82 "people-82"
    people_83 "people-83"
    people_84 "people-84"
    people_85 "people-85"
    people_86 "people-86"
}

/// One test for each column of `answers.table`.
macro_rules! answers {
    ($($test:ident $column:literal)*) => {
        $(#[test] fn $test() { answers::run($column); })*
    };
}

answers! {
    answers_where_nothing_waits "nothing"
    answers_to_a_draw_offer "draw"
    answers_to_taking_back "undo"
    answers_to_terms "time"
    answers_to_a_pause "pause"
    answers_to_two_requests "both"
    answers_to_our_question "doubt"
    answers_to_our_question_beside_an_offer "doubt-draw"
}

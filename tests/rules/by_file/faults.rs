//! Files of variants that are at fault: what is told of them, all in one run.
//!
//! `faults.txt` has files, each followed by what is told of it: `=> LINE CODE: words of the sentence`, with `~` before
//! the code of a remark. A file ends where its answers begin; empty lines and lines with `//` belong to no file. Signs
//! that an editor would lose are written `<tab>`, `<blank>`, `<bell>`, `<bom>`, and `<ff>` for a byte that is no UTF-8.

use std::collections::{BTreeMap, BTreeSet};

use zugpost::meeting::names::is_command_word;
use zugpost::rules::reason::Reason;
use zugpost::variants::VARIANTS;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::fault::{Fault, Faults};
use zugpost::variants::by_file::names::reserve;
use zugpost::variants::by_file::{ini, read};
use zugpost::words::Words;

const LIST: &str = include_str!("faults.txt");

/// A file of the list and the answers that are expected.
#[derive(Default)]
struct Case {
    line: usize,
    lines: Vec<&'static str>,
    answers: Vec<&'static str>,
}

impl Case {
    fn file(&self) -> Vec<u8> {
        let mut file = Vec::new();
        for line in &self.lines {
            let line = line.replace("<tab>", "\t").replace("<blank>", " ");
            let line = line.replace("<bell>", "\u{7}").replace("<bom>", "\u{feff}");
            let line = line
                .replace("<nbsp>", "\u{a0}")
                .replace("<rlo>", "\u{202e}");
            let mut parts = line.split("<ff>");
            file.extend(parts.next().unwrap_or_default().bytes());
            for part in parts {
                file.push(0xff);
                file.extend(part.bytes());
            }
            file.push(b'\n');
        }
        match file.strip_suffix(b"<end>\n") {
            Some(file) => file.to_vec(),
            None => file,
        }
    }

    fn faults(&self) -> Faults {
        read(&self.file(), &Catalogue::default()).1
    }
}

fn cases() -> Vec<Case> {
    let mut cases = vec![Case::default()];
    for (number, line) in (1..).zip(LIST.lines()) {
        if line.trim().is_empty() || line.starts_with("//") {
            continue;
        }
        let ended = cases.last().is_some_and(|case| !case.answers.is_empty());
        let answer = line.strip_prefix("=> ");
        if answer.is_none() && ended {
            cases.push(Case::default());
        }
        let case = cases.last_mut().expect("one at least");
        match answer {
            Some(answer) => case.answers.push(answer),
            None => {
                case.line = case.line.max(number);
                case.lines.push(line);
            }
        }
    }
    cases
}

/// A fault as the list writes it.
fn written(fault: &Fault) -> String {
    let said = Words::built_in().english().reason(&fault.reason);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let remark = if fault.remark { "~" } else { "" };
    format!("{} {remark}{}: {said}", fault.line, fault.reason.code)
}

fn told_of(faults: &Faults) -> Vec<String> {
    faults.iter().map(written).collect()
}

#[test]
fn faults_are_told_with_their_lines_and_all_at_once() {
    let mut wrong = Vec::new();
    for case in cases() {
        let faults = case.faults();
        let mut told = told_of(&faults);
        if told.is_empty() {
            told.push("0 nothing: ".to_owned());
        }
        let same = |told: &String, answer: &str| match answer.split_once(": ") {
            Some((code, words)) => told
                .strip_prefix(code)
                .and_then(|rest| rest.strip_prefix(": "))
                .is_some_and(|said| said.is_empty() || said.contains(words)),
            None => false,
        };
        let alike = told
            .iter()
            .zip(&case.answers)
            .all(|(told, answer)| same(told, answer));
        if told.len() != case.answers.len() || !alike {
            let told: Vec<String> = told.iter().map(|told| format!("=> {told}")).collect();
            let file = case.lines.join("\n");
            wrong.push(format!(
                "// line {}\n{file}\n{}\n",
                case.line,
                told.join("\n")
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} files:\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn each_kind_of_fault_has_three_files() {
    // Those of files that are too large, and what only a slip of the reader would lead to.
    const FEW: [&str; 5] = [
        "section-not-kept",
        "file-too-large",
        "too-many-sections",
        "too-many-keys",
        "start-not-read",
    ];
    let sentences = include_str!("../../../templates/en/reasons/by-file.txt");
    let codes = sentences
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let mut files: BTreeMap<&str, usize> = codes.map(|code| (code, 0)).collect();
    for case in cases() {
        let codes = case.answers.iter().filter_map(|answer| {
            let code = answer.split([' ', ':']).nth(1)?;
            Some(code.trim_start_matches('~'))
        });
        for code in codes.collect::<BTreeSet<_>>() {
            *files.entry(code).or_default() += 1;
        }
    }
    // What is told only when sections are played has its tests in `lot.rs`.
    files.retain(|code, _| !code.starts_with("played-"));
    files.retain(|code, count| *count < 3 && !FEW.contains(code) && *code != "nothing");
    assert!(files.is_empty(), "{files:?}");
}

/// A section with those that it takes over from, written anew, may be longer than a file may be.
#[test]
fn what_cannot_be_kept_with_a_game_is_a_fault() {
    let mut file = String::new();
    for number in 1..=129 {
        let parent = match number {
            1 => "chess".to_owned(),
            number => format!("s{}", number - 1),
        };
        file += &format!("[s{number}:{parent}]\nzugpost.rules={}\n", "x".repeat(1992));
    }
    let codes = |file: &str| -> Vec<String> {
        let (_, faults) = read(file.as_bytes(), Catalogue::built_in());
        let of = faults.iter().filter(|fault| !fault.remark);
        of.map(|fault| fault.reason.code.to_string()).collect()
    };
    assert_eq!(codes(&file), [] as [&str; 0]);
    // As long as a file may be; written anew, each key has two blanks more.
    let last = |rules: &str| format!("[tt:s129]\nzugpost.rules={rules}\n");
    let spare = ini::LARGEST - file.len() - last("").len();
    assert!((1..=2000).contains(&spare), "{spare}");
    file += &last(&"y".repeat(spare));
    assert_eq!(codes(&file), ["section-not-kept"]);
}

/// Words of commands are no names where commands are read.
#[test]
fn words_of_commands_are_told() {
    let file = b"[report:chess]\n[one:chess]\nzugpost.seats = resign gote\n[two:chess]\nzugpost.title = Draw\n";
    let (sections, mut faults) = read(file, Catalogue::built_in());
    reserve(&sections, &is_command_word, &mut faults);
    let told = faults
        .iter()
        .filter(|fault| fault.reason.code != "same-as-parent")
        .map(|fault| (fault.section.as_deref(), &*fault.reason.code));
    let told: Vec<_> = told.collect();
    let expected = ["report", "one", "two"].map(|section| (Some(section), "name-of-command"));
    assert_eq!(told, expected);
}

/// The games of the server keep their names.
#[test]
fn games_of_the_server_are_no_names() {
    for game in VARIANTS {
        let file = format!("[{}:chess]\n", game.id());
        let told = told_of(&read(file.as_bytes(), &Catalogue::default()).1);
        assert!(told[0].starts_with("1 name-taken: "), "{told:?}");
        for seat in game.seats() {
            let file = format!("[{seat}:chess]\n");
            let told = told_of(&read(file.as_bytes(), &Catalogue::default()).1);
            assert!(told[0].starts_with("1 name-not-a-name: "), "{told:?}");
        }
    }
}

/// Games can count in the lists of those games of the server that are for two.
#[test]
fn games_count_in_lists_of_games_for_two_alone() {
    for game in VARIANTS {
        let file = format!(
            "[one:chess]\nnMoveRule = 40\nzugpost.rated_as = {}\n",
            game.id()
        );
        let told = told_of(&read(file.as_bytes(), &Catalogue::default()).1);
        let refused = told
            .iter()
            .any(|told| told.starts_with("3 rated-as-of-four: "));
        assert_eq!(refused, game.seats().len() != 2, "{told:?}");
        assert_eq!(told.is_empty(), !refused, "{told:?}");
    }
}

/// Files that are too large for the list.
fn large() -> [Faults; 3] {
    let long = vec![b'#'; ini::LARGEST + 1];
    let many: String = (0..=ini::MOST_SECTIONS)
        .map(|number| format!("[game{number}:chess]\n"))
        .collect();
    let keys: String = (0..1000).map(|number| format!("k{number} = 1\n")).collect();
    let keys = format!("[one:chess]\n{keys}");
    [long, many.into_bytes(), keys.into_bytes()].map(|file| read(&file, &Catalogue::default()).1)
}

#[test]
fn files_that_are_too_large_are_refused() {
    let starts = [
        "1 file-too-large: The file is larger than 256 kB",
        "501 too-many-sections: This is section 501",
        "602 too-many-keys: The section has more than 600 keys",
    ];
    for (faults, start) in large().iter().zip(starts) {
        let told = told_of(faults);
        let told: Vec<&String> = told
            .iter()
            .filter(|t| !t.contains(" key-unknown"))
            .collect();
        assert!(told.len() == 1 && told[0].starts_with(start), "{told:?}");
    }
}

/// What all files of the list are told.
pub fn told() -> Vec<Reason> {
    let cases = cases();
    let all = cases.iter().map(Case::faults).chain(large());
    all.flat_map(|faults| faults.iter().map(|f| f.reason.clone()).collect::<Vec<_>>())
        .collect()
}

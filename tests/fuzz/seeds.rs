//! Inputs for the fuzz targets, made of the data of other tests.

use std::fs;
use std::path::Path;

use super::root;

/// One input.
pub struct Seed {
    /// Where it comes from.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The files of a folder, in order; those with this extension, if one is named.
pub fn files(folder: &Path, extension: &str) -> Vec<Seed> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| extension.is_empty() || path.extension().is_some_and(|e| e == extension));
    paths.sort();
    let seed = |path: std::path::PathBuf| Seed {
        bytes: fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
        name: path.display().to_string(),
    };
    paths.into_iter().map(seed).collect()
}

/// The mails of the corpus.
pub fn mails() -> Vec<Seed> {
    let folders = ["run", "published", "synthetic"];
    let folder = |name| files(&root().join("tests/corpus").join(name), "eml");
    folders.into_iter().flat_map(folder).collect()
}

/// The mails of `tests/commands/cases.txt`, each in a game that its lines may be turns of.
pub fn commands() -> Vec<Seed> {
    let text = read("tests/commands/cases.txt");
    let mut seeds = Vec::new();
    for (number, block) in text.split("\n== ").enumerate() {
        let subject = block
            .lines()
            .find_map(|line| line.strip_prefix("subject: "));
        let lines = block.lines().filter_map(|line| line.strip_prefix('|'));
        let lines: Vec<&str> = lines
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        let squares = lines.iter().any(|line| line.contains('@'));
        let game = if squares {
            "hans38 turn=postal-plus"
        } else {
            "chess"
        };
        // The four stages of a game, with and without a question, in turn.
        let state = format!("{}{}", number % 4, number / 4 % 2);
        let subject = subject.unwrap_or_default();
        let mail = format!("{game}\n{state}\n{subject}\n{}", lines.join("\n"));
        seeds.push(seed(format!("case {number}"), mail));
    }
    seeds
}

/// The commands of the umpire in the conversations about them, each with the lines below it.
pub fn umpire() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for list in files(&root().join("tests/conversations"), "golden") {
        let text = String::from_utf8(list.bytes).expect("a text");
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for mail in lines
            .windows(3)
            .filter(|mail| mail[0].starts_with("umpire #"))
        {
            let name = format!("{}, {}", list.name, mail[0]);
            seeds.push(seed(name, format!("\n{}", mail.join("\n"))));
        }
    }
    seeds
}

/// What people type, in the games for which the lists have it; at the beginning of a game, and later.
pub fn notation() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for list in [
        "rules/people/readings.txt",
        "rules/squares/typed.txt",
        "rules/chess/typed.txt",
        "rules/in-the-bin/typed.txt",
        "rules/xiangqi/typed.txt",
    ] {
        let text = read(&format!("tests/{list}"));
        let mut game = "chess".to_owned();
        let mut typed: Vec<&str> = Vec::new();
        for line in text.lines().chain(["game chess"]) {
            let next = line.strip_prefix("game ");
            if typed.len() == 6 || next.is_some() && !typed.is_empty() {
                let choices = ["", "AbCdEfGh"][seeds.len() % 2];
                let input = format!("{game}\n{choices}\n{}", typed.join("\n"));
                seeds.push(seed(format!("{list}, {}", typed[0]), input));
                typed.clear();
            }
            match (next, line.split_once(" =>")) {
                (Some(next), _) => {
                    game = next.split('|').next().unwrap_or_default().trim().to_owned()
                }
                (None, Some((text, _))) => typed.push(text),
                _ => {}
            }
        }
    }
    seeds
}

/// The position texts of the perft lists and of those that are refused.
pub fn positions() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for list in files(&root().join("tests/rules/perft"), "txt") {
        let text = String::from_utf8(list.bytes).expect("a text");
        for row in text.lines().filter(|line| !line.starts_with('#')) {
            let [game, options, position, ..] =
                row.split('|').map(str::trim).collect::<Vec<_>>()[..]
            else {
                continue;
            };
            let name = format!("{}, {row}", list.name);
            seeds.push(seed(name, format!("{game} {options}\n{position}")));
        }
    }
    for (game, list) in [
        ("chess", "chess"),
        ("in-the-bin", "in-the-bin"),
        ("xiangqi", "xiangqi"),
        ("hans38", "chess"),
    ] {
        let text = read(&format!("tests/rules/{list}/bad_positions.txt"));
        for (position, _) in text.lines().filter_map(|line| line.split_once(" =>")) {
            seeds.push(seed(
                format!("{game}, {position}"),
                format!("{game}\n{position}"),
            ));
        }
    }
    seeds
}

/// The requests of `tests/referee/`.
pub fn requests() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for list in files(&root().join("tests/referee"), "txt") {
        let text = String::from_utf8_lossy(&list.bytes).into_owned();
        for request in text.lines().filter_map(|line| line.strip_prefix("> ")) {
            seeds.push(seed(
                format!("{}, {request}", list.name),
                request.to_owned(),
            ));
        }
    }
    seeds
}

/// What clients say in the dialogues about LMTP, line by line and in pieces.
pub fn sessions() -> Vec<Seed> {
    let text = read("src/mail/lmtp/tests/dialogues.txt");
    let mut seeds = Vec::new();
    for (number, block) in text.split("\n\n").enumerate() {
        let mut said = String::new();
        for line in block.lines() {
            let (text, end) = match (line.strip_prefix(">|"), line.strip_prefix('>')) {
                (Some(text), _) => (text, ""),
                (None, Some(text)) => (text, "\r\n"),
                (None, None) => continue,
            };
            let text = text.strip_prefix(' ').unwrap_or(text);
            said.push_str(&text.replace("\\r", "\r").replace("\\n", "\n"));
            said.push_str(end);
        }
        for how in ["1", "\0", "\u{6}", "~"] {
            let name = format!("dialogue {number}, {how:?}");
            seeds.push(seed(name, format!("{how}{said}")));
        }
    }
    seeds
}

/// The sections that come with the program, those of the tests of games by file, and their files that are at fault.
pub fn variants() -> Vec<Seed> {
    let folder = "tests/rules/by_file";
    let mut seeds = files(&root().join("templates/variants"), "ini");
    seeds.extend(files(&root().join(folder), "ini"));
    let list = read(&format!("{folder}/faults.txt"));
    let lines = list.lines().filter(|line| !line.starts_with("//"));
    let mut file = String::new();
    for line in lines {
        if !line.is_empty() && !line.starts_with("=> ") {
            file.push_str(line);
            file.push('\n');
        } else if !file.is_empty() {
            let name = format!("{folder}/faults.txt, {}", seeds.len());
            seeds.push(seed(name, std::mem::take(&mut file)));
        }
    }
    seeds
}

fn seed(name: String, text: String) -> Seed {
    Seed {
        name,
        bytes: text.into_bytes(),
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

//! The texts of the reasons that games give: each code has one, each text is given somewhere and
//! finds what it asks for.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use zugpost::rules::game::Game;
use zugpost::rules::reason::{Arg, Reason};
use zugpost::rules::seat::Seat;
use zugpost::rules::variant::{Options, Variant};
use zugpost::rules::view::Fact;
use zugpost::variants::search::not_played;
use zugpost::variants::{VARIANTS, find};
use zugpost::words::Words;

use super::data::{Row, folders_with, rows, start};
use super::kit::capablanca::Capablanca;

/// How a code begins that is given as such, to be made a reason later.
const AS_A_CODE: [&str; 6] = [
    "\"movement-",
    "\"rated-as-",
    "\"summary-",
    "\"page-",
    "\"sign-of-",
    "\"special-",
];

/// The codes that the sources below `src/<folder>` name, tests apart.
fn named(folder: &str, codes: &mut BTreeSet<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(folder);
    for file in sources(&folder) {
        let text = fs::read_to_string(&file).expect("a source");
        let text = text.split("mod tests {").next().unwrap_or_default();
        let made = text.split("Reason::new(").skip(1);
        let made = made.filter_map(|rest| rest.trim_start().strip_prefix('"'));
        let given = AS_A_CODE.iter().flat_map(|start| {
            let found = text.match_indices(start).map(|(at, _)| &text[at + 1..]);
            found.collect::<Vec<_>>()
        });
        let code = |rest: &str| rest.split('"').next().unwrap_or_default().to_owned();
        codes.extend(made.chain(given).map(code));
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let entries = fs::read_dir(folder).expect("a folder");
    let all = entries.map(|entry| entry.expect("an entry").path());
    let below = all.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    let source =
        |path: &PathBuf| path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs");
    below.filter(source).collect()
}

fn texts() -> BTreeSet<String> {
    let names = Words::built_in().names();
    let codes = names
        .iter()
        .filter_map(|name| name.strip_prefix("reasons/"));
    codes.map(str::to_owned).collect()
}

#[test]
fn every_code_has_a_text_and_every_text_a_code() {
    let mut codes = BTreeSet::new();
    for folder in ["rules", "variants"] {
        named(folder, &mut codes);
    }
    // What only a server says of files of games.
    for file in ["office/files.rs", "office/installed.rs"] {
        named(file, &mut codes);
    }
    assert!(codes.len() > 100, "{codes:?}");
    let texts = texts();
    let without: Vec<_> = codes.difference(&texts).collect();
    assert!(without.is_empty(), "no text for {without:?}");
    let unused: Vec<_> = texts.difference(&codes).collect();
    assert!(unused.is_empty(), "nothing gives {unused:?}");
}

/// Puts a reason into words and notes its code and those of its parts.
fn say(reason: &Reason, said: &mut BTreeSet<String>) {
    let text = Words::built_in().english().reason(reason);
    assert!(!text.contains("[reasons/"), "{text}: {reason}");
    assert!(!text.is_empty() && text.trim() == text, "{text:?}");
    note(reason, said);
}

fn note(reason: &Reason, said: &mut BTreeSet<String>) {
    said.insert(reason.code.clone().into_owned());
    reason.args.iter().for_each(|(_, arg)| parts(arg, said));
}

fn parts(arg: &Arg, said: &mut BTreeSet<String>) {
    match arg {
        Arg::Reason(reason) => note(reason, said),
        Arg::List(all) => all.iter().for_each(|arg| parts(arg, said)),
        Arg::Text(_) | Arg::Number(_) | Arg::Name(_) | Arg::Said { .. } => {}
    }
}

/// Everything that a game says of itself and of a draw claimed.
fn look(game: &dyn Game, said: &mut BTreeSet<String>) {
    let view = game.view(None);
    for fact in &view.facts {
        match fact {
            Fact::Push { barred, .. } => barred.iter().for_each(|why| say(why, said)),
            Fact::BarredByBin { kinds, .. } => kinds.iter().for_each(|kind| say(&kind.since, said)),
            _ => {}
        }
    }
    let kinds = view.kinds;
    let moves = kinds.into_iter().filter_map(|kind| kind.moves);
    let all = game.warnings().into_iter();
    let seats = (0..view.seats.len() as u8).map(Seat);
    let all = all.chain(seats.flat_map(|reader| game.writing(reader)));
    all.chain(moves).for_each(|reason| say(&reason, said));
    if let Err(refusal) = game.fork().claim_draw() {
        say(refusal.reason(), said);
    }
}

/// What is said of the lines of a `typed.txt` (see `lists.rs`).
fn typed(folder: &str, said: &mut BTreeSet<String>) {
    let mut game = find("chess")
        .and_then(|variant| variant.start(&Options::new(), None).ok())
        .expect("a game");
    for Row { text: line, place } in rows(format!("{folder}/typed.txt")) {
        if let Some(rest) = line.strip_prefix("game ") {
            let (names, position) = rest.split_once(" | ").expect(&place);
            let (id, options) = names.split_once(' ').unwrap_or((names, ""));
            game = start(id, options, position);
            look(game.as_ref(), said);
        } else if let Some(turns) = line.strip_prefix("turns ") {
            for turn in turns.split(" | ") {
                game.play(turn).expect(&place);
                look(game.as_ref(), said);
            }
        } else {
            let (text, _) = line.split_once(" => ").expect(&place);
            let mut tried = game.fork();
            match tried.play(text) {
                Ok(_) => look(tried.as_ref(), said),
                Err(refusal) => say(refusal.reason(), said),
            }
        }
    }
}

/// Why a game cannot begin so.
fn why_not(id: &str, options: &str, position: Option<&str>) -> Reason {
    let pair = |p: &str| p.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned()));
    let options: Options = options.split_whitespace().filter_map(pair).collect();
    let variant = find(id).expect("registered");
    let refused = variant.start(&options, position).err();
    refused.expect("a start that is refused").reason()
}

/// What a line of `said.txt` asks for.
fn asked(id: &str, options: &str, position: &str, asked: &str) -> Vec<Reason> {
    let (verb, rest) = asked.split_once(' ').unwrap_or((asked, ""));
    if verb == "start" {
        let position = (position != "-").then_some(position);
        return vec![why_not(id, options, position)];
    }
    let mut game = start(id, options, position);
    let refusal = match verb {
        "turn" => game.play(rest).map(drop),
        "record" => game.replay(rest),
        "legal" => game.legal_of(rest, "", 9).map(drop),
        _ => {
            for turn in rest.split(' ') {
                game.play(turn).expect(turn);
            }
            return game.warnings();
        }
    };
    vec![refusal.expect_err(asked).reason().clone()]
}

/// Compares what is said with `said.txt`.
fn list(said: &mut BTreeSet<String>) {
    let mut wrong = Vec::new();
    for Row { text: line, place } in rows("said.txt") {
        let (head, expected) = line.split_once(" =>").expect(&place);
        let parts: Vec<&str> = head.split(" | ").collect();
        let [names, position, what] = parts[..] else {
            panic!("{place}: three parts are wanted");
        };
        let (id, options) = names.split_once(' ').unwrap_or((names, ""));
        let reasons = asked(id, options, position, what);
        reasons.iter().for_each(|reason| say(reason, said));
        let voice = Words::built_in().english();
        let told: Vec<String> = reasons.iter().map(|reason| voice.reason(reason)).collect();
        if told.join(" ") != expected.trim() {
            wrong.push(format!("{head} => {}", told.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the kit says for a game that says nothing of its own.
fn capablanca(said: &mut BTreeSet<String>) {
    let variant: &dyn Variant = &Capablanca;
    let game = variant.start(&Options::new(), None).expect("starts");
    look(game.as_ref(), said);
    let options = Options::from([("array".to_owned(), "1".to_owned())]);
    let refused = variant.start(&options, None).err();
    say(&refused.expect("no such option").reason(), said);
    let newer = variant.start_version(2, &Options::new(), None).err();
    say(&newer.expect("no such version").reason(), said);
}

#[test]
fn every_text_finds_what_it_asks_for() {
    let mut said = BTreeSet::new();
    for folder in folders_with("typed.txt") {
        typed(&folder, &mut said);
    }
    for variant in folders_with("bad_positions.txt") {
        for row in rows(format!("{variant}/bad_positions.txt")) {
            let (position, _) = row.text.split_once(" => ").expect(&row.place);
            say(&why_not(&variant, "", Some(position)), &mut said);
        }
    }
    for variant in VARIANTS {
        let options = variant.options().iter();
        let options = options.flat_map(|option| [&option.about, &option.values]);
        options.for_each(|reason| say(reason, &mut said));
        say(&variant.summary(), &mut said);
    }
    list(&mut said);
    capablanca(&mut said);
    // One for each reason.
    for game in [
        "Arimaa",
        "Kriegspiel",
        "Dice Chess",
        "Bughouse",
        "Three-Player Chess",
        "Raumschach",
        "Capablanca Random Chess",
    ] {
        say(&not_played(game).expect(game), &mut said);
    }
    let by_file = super::by_file::faults::told().into_iter();
    let by_file = by_file.chain(super::by_file::lot::told());
    let by_file = by_file.chain(super::by_file::warned::told());
    let by_file = by_file.chain(super::by_file::pages::told());
    for reason in by_file.chain(super::by_file::played::told()) {
        say(&reason, &mut said);
    }
    let long = start("chess", "", "-").play(&"x".repeat(1001));
    say(long.expect_err("too long").reason(), &mut said);
    // A text that asks for nothing cannot lack it.
    let asks = |code: &&String| {
        let name = format!("reasons/{code}");
        Words::built_in().english().plain(&name) == format!("[{name}]")
    };
    let texts = texts();
    // What only the store knows has a conversation, `umpire_files`, or is of a newer program.
    let by_server = ["name-of-command", "name-of-player", "section-not-read"].map(str::to_owned);
    said.extend(by_server);
    let unsaid: Vec<_> = texts.difference(&said).filter(asks).collect();
    assert!(unsaid.is_empty(), "never said: {unsaid:?}");
}

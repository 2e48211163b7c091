//! Every fuzz target, on every input that is kept: the mails of `tests/corpus`, what the lists of other tests
//! say that people write, and `tests/corpus/fuzz/TARGET/`, where inputs are kept that a fuzzer has found.
//!
//! `FUZZ_SEEDS=FOLDER cargo test --test fuzz` writes all of them into FOLDER, where `cargo fuzz` begins with
//! them; `fuzz/run.sh` does so.

#[path = "../support/fuzz_commands.rs"]
mod commands;
#[path = "../support/fuzz_games.rs"]
mod games;
#[path = "../support/fuzz_lmtp.rs"]
mod lmtp;
#[path = "../support/fuzz_mail.rs"]
mod mail;
#[path = "../support/fuzz_referee.rs"]
mod referee;
mod seeds;
#[path = "../support/fuzz_variants.rs"]
mod variants;

use std::path::{Path, PathBuf};
use std::{env, fs};

use seeds::Seed;

/// Plays what a target does on all its seeds; fewer of them than `least` are not the whole.
fn replay(target: &str, seeds: Vec<Seed>, least: usize, body: fn(&[u8])) {
    assert!(seeds.len() >= least, "{target}: only {} seeds", seeds.len());
    let kept = seeds::files(&root().join("tests/corpus/fuzz").join(target), "");
    assert!(!kept.is_empty(), "{target}: no input is kept");
    for seed in seeds.iter().chain(&kept) {
        // The output is shown if the body panics.
        println!("{target}: {}", seed.name);
        body(&seed.bytes);
    }
    if let Some(folder) = env::var_os("FUZZ_SEEDS") {
        let folder = PathBuf::from(folder).join(target);
        fs::create_dir_all(&folder).expect("a folder for seeds");
        for (number, seed) in seeds.iter().chain(&kept).enumerate() {
            fs::write(folder.join(format!("seed-{number:04}")), &seed.bytes).expect("written");
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn mails() {
    replay("mail", seeds::mails(), 400, mail::mail);
}

#[test]
fn reports() {
    replay("reports", seeds::mails(), 400, mail::report);
}

#[test]
fn commands() {
    replay("commands", seeds::commands(), 120, commands::commands);
}

#[test]
fn commands_of_an_umpire() {
    replay("umpire", seeds::umpire(), 50, commands::umpire);
}

#[test]
fn notation() {
    replay("notation", seeds::notation(), 100, games::notation);
}

#[test]
fn positions() {
    replay("positions", seeds::positions(), 60, games::position);
}

#[test]
fn requests_to_the_referee() {
    replay("referee", seeds::requests(), 100, referee::referee);
}

#[test]
fn files_of_variants() {
    replay("variants", seeds::variants(), 300, variants::variants);
}

#[test]
fn sessions_of_lmtp() {
    replay("lmtp", seeds::sessions(), 30, lmtp::lmtp);
}

/// Each target of `fuzz/` is replayed here, and nothing else is kept.
#[test]
fn every_target_is_replayed() {
    let names = |folder: &str, extension: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut names: Vec<String> = paths
            .filter(|path| path.extension().unwrap_or_default() == extension)
            .map(|path| {
                path.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    };
    let targets = [
        "commands",
        "lmtp",
        "mail",
        "notation",
        "positions",
        "referee",
        "reports",
        "umpire",
        "variants",
    ];
    assert_eq!(names("tests/corpus/fuzz", ""), targets);
    // A package from the registry has no `fuzz/`.
    if root().join("fuzz").exists() {
        assert_eq!(names("fuzz/fuzz_targets", "rs"), targets);
    }
}

/// What is kept stays small.
#[test]
fn what_is_kept_is_small() {
    let folder = root().join("tests/corpus/fuzz");
    let targets = fs::read_dir(&folder).expect("the folder");
    let kept = targets.flat_map(|target| seeds::files(&target.expect("an entry").path(), ""));
    let bytes: usize = kept.map(|seed| seed.bytes.len()).sum();
    assert!((1..200_000).contains(&bytes), "{bytes} bytes");
}

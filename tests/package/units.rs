//! The units of systemd: they are valid, and as tight as docs/operations.md says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn units() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/packaging/units")
}

fn text(unit: &str) -> String {
    fs::read_to_string(units().join(unit)).expect("a unit")
}

fn analyze(arguments: &[&str], unit: &Path) -> Output {
    let ran = Command::new("systemd-analyze")
        .args(arguments)
        .arg(unit)
        .env("SYSTEMD_COLORS", "0")
        .output();
    ran.expect("systemd-analyze is missing: install systemd")
}

/// The exposure of a unit, with a drop-in, in tenths.
fn exposure(unit: &str, drop_in: Option<&str>) -> u32 {
    let folder = tempfile::tempdir().expect("a folder");
    let mut whole = text(unit);
    if let Some(name) = drop_in {
        let file = units().join("../examples").join(name);
        whole += &fs::read_to_string(file).expect("a drop-in");
    }
    let file = folder.path().join(unit);
    fs::write(&file, whole).expect("written");
    let ran = analyze(&["security", "--offline=true", "--no-pager"], &file);
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let last = said.lines().last().unwrap_or_default();
    let (_, level) = last.split_once(": ").expect("a level");
    let number = level.split(' ').next().unwrap_or_default();
    let number: f64 = number.parse().unwrap_or_else(|_| panic!("{said}"));
    (number * 10.0).round() as u32
}

#[test]
fn they_are_valid() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut checked = 0;
    for file in fs::read_dir(units()).expect("a folder").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".sysusers") {
            // The programs are not where the package puts them.
            let unit = text(&name)
                .replace("/usr/bin/zugpost", env!("CARGO_BIN_EXE_zugpost"))
                .replace("/usr/games/fairy-stockfish", "/bin/cat");
            fs::write(folder.path().join(&name), unit).expect("written");
            checked += 1;
        }
    }
    assert_eq!(checked, 5);
    for name in [
        "zugpost.service",
        "zugpost-once.service",
        "zugpost-once.timer",
        "zugpost-engine.socket",
        "zugpost-engine@.service",
    ] {
        let ran = analyze(&["verify", "--man=no"], &folder.path().join(name));
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        // What is wrong with other units of this machine is not meant.
        let ours = said.lines().filter(|line| line.contains("zugpost"));
        assert_eq!(ours.collect::<Vec<_>>(), Vec::<&str>::new(), "{name}");
    }
}

#[test]
fn they_are_tight() {
    assert!(exposure("zugpost.service", None) <= 13);
    assert!(exposure("zugpost-once.service", None) <= 13);
    assert!(exposure("zugpost-engine@.service", None) <= 6);
}

#[test]
fn each_drop_in_says_what_it_costs() {
    let before = exposure("zugpost.service", None);
    let mut seen = 0;
    for file in fs::read_dir(units().join("../examples")).expect("a folder") {
        let file = file.expect("a file");
        let name = file.file_name().to_string_lossy().into_owned();
        let after = exposure("zugpost.service", Some(&name));
        let cost = format!(
            "says {}.{} instead of {}.{}.",
            after / 10,
            after % 10,
            before / 10,
            before % 10
        );
        let said = fs::read_to_string(file.path()).expect("a drop-in");
        assert!(said.contains(&cost), "{name}: {cost}");
        seen += 1;
    }
    assert_eq!(seen, 3);
}

#[test]
fn the_daemon_and_the_timer_are_kept_from_the_same() {
    let tight = |unit: &str| {
        let unit = text(unit);
        let (_, tight) = unit.split_once("NoNewPrivileges=").expect("the list");
        let lines = tight.lines().take_while(|line| !line.is_empty());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(tight("zugpost.service"), tight("zugpost-once.service"));
    assert!(tight("zugpost.service").len() > 25);
}

//! Sections that are played by lot when a file is checked.

use std::time::Duration;

use zugpost::rules::reason::Reason;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::check::games::{Limits, play};
use zugpost::variants::by_file::fault::Fault;
use zugpost::variants::by_file::read;

/// Kings alone, and nothing that ends the game.
const ENDLESS: &str = "[endless:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ncastling = false\n\
    nMoveRule = 0\nnFoldRule = 0\n";

/// What is found in a file by games whose clock goes on by so much each time that it is looked at.
fn found(file: &str, limits: Limits, step: Duration) -> Vec<Fault> {
    let (sections, mut faults) = read(file.as_bytes(), Catalogue::built_in());
    let before = faults.iter().count();
    assert_eq!(
        before,
        faults.iter().filter(|fault| fault.remark).count(),
        "{faults:?}"
    );
    let mut now = Duration::ZERO;
    let mut elapsed = || {
        now += step;
        now
    };
    play(&sections, limits, &mut elapsed, &mut faults);
    let is_new = |fault: &&Fault| fault.reason.code.contains("played");
    faults.iter().filter(is_new).cloned().collect()
}

/// Fewer games than in earnest, and no limit of time.
fn few() -> Limits {
    Limits {
        games: 4,
        ..Limits::default()
    }
}

/// A crowd of pieces that go everywhere, become any of many others and put walls.
fn crowd() -> String {
    let mut file = "[crowd]\nmaxRank = 10\nmaxFile = 12\n".to_owned();
    let others: Vec<char> = ('a'..='y').collect();
    for (number, letter) in (1..).zip(&others) {
        file += &format!("customPiece{number} = {letter}:QNAD\n");
    }
    let all: String = others.iter().collect();
    file += &format!("promotionPawnTypes = {all}\npromotionPieceTypes = {all}\n");
    let ranks = "*1 *2 *3 *4 *5 *6 *7 *8 *9 *10";
    file += &format!("promotionRegionWhite = {ranks}\npromotionRegionBlack = {ranks}\n");
    let rank: String = others
        .iter()
        .take(12)
        .map(char::to_ascii_uppercase)
        .collect();
    let rest: String = others
        .iter()
        .skip(12)
        .take(12)
        .map(char::to_ascii_uppercase)
        .collect();
    file += &format!(
        "wallingRule = static\ncastling = false\ndoubleStep = false\n\
        startFen = 11a/12/{rank}/{rest}/12/12/12/12/12/12 w - - 0 1\n"
    );
    file
}

fn slow() -> Vec<Fault> {
    let step = Duration::from_millis(60);
    found("[slow:chess]\n", few(), step)
}

fn over() -> Vec<Fault> {
    let step = Duration::from_millis(1);
    let limits = Limits {
        games: 1,
        turns: 100,
        file: Duration::from_millis(300),
        ..Limits::default()
    };
    found("[one:chess]\n[two:chess]\n[three:chess]\n", limits, step)
}

#[test]
fn games_that_end_are_nothing_to_tell() {
    let file = "[one:chess]\n[two:crazyhouse]\n[three:makruk]\n[four:amazons]\n";
    assert_eq!(found(file, few(), Duration::ZERO), []);
}

#[test]
fn what_delays_or_never_ends_is_told() {
    let told = found(ENDLESS, few(), Duration::ZERO);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].remark && told[0].reason.code == "played-without-end",
        "{told:?}"
    );
    let told = slow();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        !told[0].remark && told[0].reason.code == "played-slowly",
        "{told:?}"
    );
    let (_, told) = read(crowd().as_bytes(), Catalogue::built_in());
    let told: Vec<&Fault> = told.iter().filter(|fault| !fault.remark).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].reason.code == "played-many-turns", "{told:?}");
}

/// The section that was being played is named, and those behind it, which nothing is known of.
#[test]
fn the_time_is_one_for_the_file() {
    let mut told = over();
    told.retain(|fault| !fault.remark);
    let told = told
        .iter()
        .map(|fault| (fault.section.as_deref(), &*fault.reason.code));
    let told: Vec<_> = told.collect();
    let expected = [
        (Some("two"), "played-too-long"),
        (Some("three"), "played-not-reached"),
    ];
    assert_eq!(told, expected);
}

/// The same file is told the same.
#[test]
fn games_are_the_same_each_time() {
    let looks = || {
        let (sections, mut faults) = read(b"[one:crazyhouse]\n", Catalogue::built_in());
        let mut looks = 0_u32;
        let mut elapsed = || {
            looks += 1;
            Duration::ZERO
        };
        play(&sections, few(), &mut elapsed, &mut faults);
        looks
    };
    let first = looks();
    assert!(first > 100, "{first}");
    assert_eq!(first, looks());
}

/// Sections at fault are not played.
#[test]
fn only_what_can_be_played_is_played() {
    let (sections, mut faults) = read(b"[one:chess]\nmaxRank = 99\n", Catalogue::built_in());
    let before = faults.iter().count();
    assert!(before > 0);
    let mut elapsed = || panic!("nothing is to be measured");
    play(&sections, few(), &mut elapsed, &mut faults);
    assert_eq!(faults.iter().count(), before);
}

/// What files of these tests are told.
pub fn told() -> Vec<Reason> {
    let all = [
        found(ENDLESS, few(), Duration::ZERO),
        slow(),
        over(),
        read(crowd().as_bytes(), Catalogue::built_in())
            .1
            .iter()
            .cloned()
            .collect(),
    ];
    let mut all: Vec<Reason> = all
        .into_iter()
        .flatten()
        .map(|fault| fault.reason)
        .collect();
    // No section is known that crashes the program.
    all.push(Reason::new("played-to-a-crash"));
    all
}

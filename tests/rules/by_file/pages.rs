//! The pages of the rules that are made from the parts of games, and how movements are said.

use std::sync::Arc;

use zugpost::drawings::guide::expand;
use zugpost::rules::Variant;
use zugpost::rules::reason::Reason;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::game::ByFile;
use zugpost::variants::by_file::section::Resolved;
use zugpost::variants::by_file::{base, read};
use zugpost::words::Words;

/// Movements, a line each: the notation, and how it is said.
const MOVES: &str = include_str!("moves.txt");

/// Sections for tests, which have rules that others lack.
const SECTIONS: [&str; 2] = [include_str!("cases.ini"), include_str!("ends.ini")];

/// The names of the parts of a page.
const PARTS: &str = "pieces lines kings pawns castling hands captures turns ends writing";

/// Games with as many rules as there are: those that come with the program, those of the format, those of tests.
fn games() -> Vec<ByFile> {
    let mut all: Vec<Arc<Resolved>> = Catalogue::built_in().iter().cloned().collect();
    all.extend(base::names().filter_map(base::find));
    for file in SECTIONS {
        let (sections, faults) = read(file.as_bytes(), Catalogue::built_in());
        let sections = sections.into_iter();
        all.extend(sections.filter(|section| !faults.stop(&section.name)));
    }
    all.into_iter().map(ByFile::new).collect()
}

/// How a piece with a notation moves.
fn moves(notation: &str) -> Reason {
    let file = format!(
        "[one]\nking = k\ncustomPiece1 = a:{notation}\ncastling = false\n\
         startFen = a3k3/8/8/8/8/8/8/A3K3 w - - 0 1\n"
    );
    let (sections, _) = read(file.as_bytes(), Catalogue::built_in());
    let kinds = ByFile::new(sections[0].clone()).kinds();
    let kind = kinds.into_iter().find(|kind| kind.letter == 'A');
    kind.and_then(|kind| kind.moves).expect(notation)
}

/// All that pages say, and all that is said of movements.
pub fn told() -> Vec<Reason> {
    let mut told: Vec<Reason> = MOVES
        .lines()
        .filter_map(|line| line.split_once(" => "))
        .map(|(notation, _)| moves(notation))
        .collect();
    for game in games() {
        told.extend(game.kinds().into_iter().filter_map(|kind| kind.moves));
        told.extend(PARTS.split(' ').flat_map(|part| game.explained(part)));
    }
    told
}

#[test]
fn movements_are_said() {
    let english = Words::built_in().english();
    let mut wrong = Vec::new();
    assert!(MOVES.lines().count() > 120);
    for line in MOVES.lines() {
        let (notation, wanted) = line.split_once(" => ").expect(line);
        let said = english.reason(&moves(notation));
        if said != wanted {
            wrong.push(format!("{notation} => {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pages_fit_a_letter() {
    let english = Words::built_in().english();
    let mut wrong = Vec::new();
    // Two of the format's own games have names of ours, whose rules have a text.
    let own = |game: &ByFile| {
        Words::built_in()
            .english()
            .has(&format!("rules/{}", game.id()))
    };
    for game in games().into_iter().filter(|game| !own(game)) {
        let page = expand(&game, english);
        let bad = |line: &&str| {
            let odd = line.starts_with('?') || line.contains("[reasons") || line.contains("  .  ?");
            odd || line.chars().count() > 72 || line.trim_end() != *line
        };
        wrong.extend(
            page.lines()
                .filter(bad)
                .map(|line| format!("{}: {line}", game.id())),
        );
        let lines = page.lines().count();
        if lines > 180 {
            wrong.push(format!("{}: {lines} lines", game.id()));
        }
        for heading in ["THE PIECES", "HOW THE GAME ENDS", "HOW TURNS ARE WRITTEN"] {
            if !page.contains(heading) {
                wrong.push(format!("{}: no {heading}", game.id()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Statements hold for the sides and pieces that they name, and nothing is said that cannot happen.
#[test]
fn pages_say_what_can_happen() {
    for (name, there, absent) in [
        (
            "amazons",
            "also the last one",
            "may be captured|Repetition|Many turns",
        ),
        (
            "flipello",
            "has no legal turn, the side with more pieces on the board wins",
            "reversed|Many turns|check:",
        ),
        (
            "duck",
            "the square of the duck|(the duck)",
            "the square of the wall",
        ),
        (
            "atomic",
            "a king never captures|(e7xd8=Q)",
            "If a turn does this to both",
        ),
        ("janggi", "also ahead along", "Stalemate"),
        ("torishogi", "dropping a swallow", "dropping a pawn"),
        (
            "spartan",
            "if a hoplite H arrives|A pawn P on rank 2 may",
            "rank 2 (White)|cannot go there",
        ),
        ("dobutsu", "both sides have such a piece", "in hand, loses"),
        (
            "wolf",
            "If a sergeant S arrives|the pawn promotes to an elephant",
            "sergeant S or a pawn P arrives",
        ),
        ("kyotoshogi", "turns back into what it was", "same way"),
        (
            "shogi",
            "the bishop promotes; without +",
            "a piece has stepped",
        ),
    ] {
        let game = ByFile::new(Catalogue::built_in().find(name).expect(name));
        let page = expand(&game, Words::built_in().english());
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for text in there.split('|') {
            assert!(page.contains(text), "{name}: {text}");
        }
        for text in absent.split('|') {
            assert!(!page.contains(text), "{name}: {text}");
        }
    }
}

/// A page is the same whenever it is made, and has every kind of turn that its game has.
#[test]
fn pages_have_a_turn_of_each_kind() {
    let said = |name: &str| {
        let game = ByFile::new(Catalogue::built_in().find(name).expect(name));
        let [once, again] = [0, 1].map(|_| game.explained("writing"));
        assert_eq!(once, again);
        once.into_iter()
            .map(|reason| reason.code.into_owned())
            .collect::<Vec<_>>()
    };
    for (name, wanted) in [
        (
            "seirawan",
            "turn-gates turn-gates-beside turn-castles-left turn-castles-right turn-promotes",
        ),
        (
            "duck",
            "turn-and-wall turn-castles-left turn-castles-right turn-promotes turn-of-pawn",
        ),
        (
            "shogi",
            "turn-drops turn-promotes-piece turn-of-promoted turn-captures",
        ),
        (
            "kyotoshogi",
            "turn-drops-promoted turn-turns-back turn-promotes-piece",
        ),
        ("sittuyin", "turn-becomes turn-promotes turn-drops"),
        ("cambodian", "turn-leaps turn-promotes"),
        ("janggi", "turn-passes"),
    ] {
        let said = said(name);
        for code in wanted.split(' ') {
            assert!(
                said.contains(&format!("page-{code}")),
                "{name}: {code}: {said:?}"
            );
        }
    }
}

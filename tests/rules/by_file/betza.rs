//! Movements in the notation of the format, against what its engine does with them: `betza.txt`, written by `betza.py`
//! with the package pyffish 0.0.90, a notation a line.

use std::collections::BTreeSet;

use zugpost::rules::composed::Game;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::{betza, compile, read};

/// A board with the piece alone, White's and Black's.
const ALONE: [&str; 2] = [
    "10/10/10/10/10/4A5/10/10/10/10 w - - 0 1",
    "10/10/10/10/10/4a5/10/10/10/10 b - - 0 1",
];

/// The game in which a piece moves so, with or without a double step from its square.
fn game(notation: &str, initial: bool) -> Game {
    let step = match initial {
        true => "doubleStepRegionWhite = e5\ndoubleStepRegionBlack = e5",
        false => "doubleStep = false",
    };
    let section = format!(
        "[table]\nmaxRank = 10\nmaxFile = 10\nimmobile = x\ncustomPiece1 = a:{notation}\n\
         promotionRegionWhite = -\npromotionRegionBlack = -\nenPassantTypes = -\n{step}\n"
    );
    // The start position of chess does not fit, which is a fault and does not matter here.
    let (sections, _) = read(section.as_bytes(), Catalogue::built_in());
    Game::new(compile::compile(&sections[0]))
}

/// Where the piece on e5 goes.
fn targets(game: &Game, position: &str) -> BTreeSet<String> {
    let at = game.read(position).expect("a position");
    let texts = game.texts(&at).into_iter();
    texts
        .filter_map(|text| Some(text.strip_prefix("e5")?.to_owned()))
        .collect()
}

#[test]
fn pieces_move_as_the_format_moves_them() {
    let table = include_str!("betza.txt");
    let head = |start: &str| {
        let line = table.lines().find_map(|line| line.strip_prefix(start));
        line.expect("a position").trim()
    };
    let full = [head("# blockers:"), head("# black on the same squares:")];
    let (mut played, mut refused, mut wrong) = (0, Vec::new(), Vec::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [group, notation, squares @ ..] = &fields[..] else {
            panic!("{line}");
        };
        if betza::read(notation).is_err() {
            refused.push((*group, *notation));
            continue;
        }
        played += 1;
        let set = |at: &[usize]| -> BTreeSet<String> {
            let squares = at.iter().flat_map(|at| squares[*at].split(' '));
            squares
                .filter(|square| *square != "-")
                .map(str::to_owned)
                .collect()
        };
        let (usual, initial) = (game(notation, false), game(notation, true));
        let found = [
            (targets(&usual, ALONE[0]), set(&[0])),
            (targets(&usual, ALONE[1]), set(&[1])),
            (targets(&initial, ALONE[0]), set(&[2])),
            (targets(&usual, full[0]), set(&[3, 4])),
            (targets(&usual, full[1]), set(&[5, 6])),
        ];
        for (found, wanted) in found.iter().filter(|(found, wanted)| found != wanted) {
            wrong.push(format!(
                "{group} {notation}: {found:?} in place of {wanted:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(played > 120, "{played}");
    // What the format reads past, and riders that it does not ride, are refused; so is what would mix, and a number
    // behind a doubled letter, which the format does not look at.
    let known = ["unplayed", "leak", "misread"];
    let other = refused.iter().filter(|(group, _)| !known.contains(group));
    let other: Vec<&str> = other.map(|(_, notation)| *notation).collect();
    assert_eq!(other, ["RR2", "NN3", "nNN2"]);
    let misread = refused.iter().filter(|(group, _)| *group == "misread");
    assert_eq!(misread.count(), 16, "all but fbW");
}

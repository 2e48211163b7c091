//! What holds in every game of the family, under every option, whatever is played.

use proptest::prelude::*;
use zugpost::rules::game::{Game, Listing};
use zugpost::rules::variant::Options;

use super::variant;

const ARMIES: [&str; 4] = ["fide", "clobberers", "nutters", "rookies"];

fn options(id: &str, seed: usize) -> Options {
    let army = |n: usize| ARMIES[n % 4];
    let mut all = Options::from([(
        "armies".to_owned(),
        format!("{}/{}", army(seed), army(seed / 4)),
    )]);
    if id.starts_with("hans38") {
        let turn = ["single", "postal", "postal-plus"][seed / 16 % 3];
        all.insert("turn".to_owned(), turn.to_owned());
        all.insert("white-reserve".to_owned(), (1 + seed / 48 % 5).to_string());
    }
    all
}

/// A legal turn, built action by action so that wide positions are never listed; canonical.
fn pick(game: &dyn Game, pick: usize) -> String {
    let (mut made, mut n) = (String::new(), pick);
    loop {
        let next = game.begin(&made).expect("goes on");
        if next.next.is_empty() || next.ends && n.is_multiple_of(3) {
            let played = game.fork().play(&next.made).expect("complete");
            return played.canonical;
        }
        // Captures make the play that matters.
        let takes: Vec<&String> = next.next.iter().filter(|a| a.contains(':')).collect();
        let action = match takes[..] {
            [] => &next.next[n % next.next.len()],
            _ => takes[n % takes.len()],
        };
        made = format!("{} {action}", next.made).trim().to_owned();
        n /= 7;
    }
}

/// Squares on the board and in reserve; `None` for an endless reserve.
fn squares(text: &str) -> (usize, Option<usize>) {
    let fields: Vec<&str> = text.split(' ').collect();
    let board = fields[0]
        .chars()
        .filter(|c| !c.is_ascii_digit() && *c != '/')
        .count();
    let reserve = fields[5].split_once(',').map(|(white, black)| {
        white.parse::<usize>().expect("number") + black.parse::<usize>().expect("number")
    });
    (board, reserve)
}

/// The change of squares that the turn must make in an unlimited game (S13, S14).
fn grows(turn: &str, voids: bool) -> isize {
    let piece = !turn.starts_with('@');
    isize::from(turn.contains("@@")) - isize::from(piece && voids)
}

fn laws_hold(id: &str, seed: usize, picks: &[usize]) -> Result<(), TestCaseError> {
    let options = options(id, seed);
    let mut game = variant(id).start(&options, None).expect("starts");
    let (board, reserve) = squares(&game.position());
    let total = reserve.map(|r| r + board);
    for (ply, n) in picks.iter().enumerate() {
        if game.outcome().is_some() {
            prop_assert_eq!(game.count(), Some(0));
            break;
        }
        let before = game.position();
        let turn = pick(game.as_ref(), *n);

        // Read and write; the same turns from the text as in the game.
        let copied = variant(id).start(&options, Some(&before));
        let copied = copied.map_err(|e| TestCaseError::fail(format!("{before}: {e}")))?;
        prop_assert_eq!(copied.position(), before.clone());
        prop_assert_eq!(copied.count(), game.count());
        prop_assert!(game.count() > Some(0));
        if let Listing::All(all) = game.legal(300) {
            prop_assert!(all.contains(&turn), "{} in {}", turn, before);
        }
        let first = turn.split(['-', ':', ' ']).next().unwrap_or_default();
        let what = if first == "O" { "K" } else { first };
        if let Ok(Listing::All(all)) = game.legal_of(what, "", 300) {
            prop_assert!(all.contains(&turn), "{} of {} in {}", turn, what, before);
        }

        // A refused turn leaves no trace.
        for wrong in [
            format!("{turn} {turn}"),
            format!("{turn} @@a1 @@b1"),
            format!("{turn} x"),
        ] {
            prop_assert!(game.play(&wrong).is_err(), "{}", wrong);
            prop_assert_eq!(game.position(), before.clone());
        }
        // Parse and format, with and without the full writing.
        let mut dashed = game.fork();
        let played = dashed.play(&turn.replace('-', "\u{2013}").replace(':', "x"));
        prop_assert_eq!(played.map(|p| p.canonical), Ok(turn.clone()));
        let played = game.play(&turn).map(|p| p.canonical);
        prop_assert_eq!(played, Ok(turn.clone()));
        prop_assert_eq!(dashed.position(), game.position());

        let after = game.position();
        let ((old, _), (new, reserve)) = (squares(&before), squares(&after));
        match (total, reserve) {
            (Some(total), Some(reserve)) => prop_assert_eq!(new + reserve, total, "{}", after),
            _ => {
                let change = grows(&turn, ply >= 6);
                prop_assert_eq!(new as isize, old as isize + change, "{} {}", turn, after);
                prop_assert!(ply < 5 || new == 38, "{}", after);
            }
        }
        owners_hold(id, &before, &turn, &after)?;
    }
    Ok(())
}

/// The sign of a location in a position text; a blank for a hole.
fn sign(text: &str, square: &str) -> char {
    let (file, rank) = square.split_at(1);
    let file = usize::from(file.as_bytes()[0] - b'a');
    let row = text
        .split(['/', ' '])
        .nth(8 - rank.parse::<usize>().expect("rank"));
    let mut cells = String::new();
    for c in row.expect("row").chars() {
        match c.to_digit(10) {
            Some(n) => cells.extend(std::iter::repeat_n(' ', n as usize)),
            None => cells.push(c),
        }
    }
    cells.chars().nth(file).expect("file")
}

/// The player who placed a square or left it last owns it; nobody moves a square of the other
/// side's.
fn owners_hold(id: &str, before: &str, turn: &str, after: &str) -> Result<(), TestCaseError> {
    let white = before.contains(" w ");
    let own = match (id, white) {
        ("hans38", true) => '+',
        ("hans38", false) => '-',
        _ => '=',
    };
    let actions: Vec<&str> = turn.split(' ').collect();
    let shifted = actions
        .iter()
        .find_map(|a| a.strip_prefix('@').filter(|a| !a.starts_with('@')));
    if let [one] = actions[..]
        && let Some(at) = one.strip_prefix("@@")
    {
        prop_assert_eq!(sign(before, at), ' ');
        prop_assert_eq!(sign(after, at), own);
    }
    if let ([one], Some(shift)) = (&actions[..], shifted)
        && one.len() == 6
    {
        prop_assert_eq!(sign(before, &shift[..2]), own);
        prop_assert_eq!(sign(after, &shift[..2]), ' ');
        prop_assert_eq!(sign(after, &shift[3..5]), own);
    }
    if let ([one], None) = (&actions[..], shifted)
        && !one.starts_with(['@', 'O'])
        && id.starts_with("hans38")
    {
        let bare = one.trim_start_matches(|c: char| c.is_ascii_uppercase());
        prop_assert_eq!(sign(after, &bare[..2]), own);
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::properties::config(60))]

    #[test]
    fn squares_are_conserved_owned_and_written_back(
        seed in 0..1000_usize,
        picks in proptest::collection::vec(0..1_000_000_usize, 1..40),
    ) {
        for id in super::FAMILY {
            laws_hold(id, seed, &picks)?;
        }
    }
}

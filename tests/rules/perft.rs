//! Perft lists: `tests/rules/perft/*.txt`, one position a line:
//! `variant | options | position or - | leaves at depth 1, 2, …`. Lines with `#` are comments.

use super::data::{Row, files, rows, start};

fn check(line: &str, place: &str) {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [id, options, position, leaves] = fields[..] else {
        panic!("four fields: {place}")
    };
    let game = start(id, options, position);
    assert!(!leaves.is_empty(), "no figures: {place}");
    for (depth, leaves) in (1..).zip(leaves.split_whitespace()) {
        let leaves: u64 = leaves.parse().expect("number");
        assert_eq!(game.perft(depth), leaves, "depth {depth} of {place}");
    }
    let sum: u64 = game.divide(2).iter().map(|(_, n)| n).sum();
    assert_eq!(sum, game.perft(2), "{place}");
}

#[test]
fn perft_lists_hold() {
    let lists: Vec<Row> = files("perft", "txt").iter().flat_map(rows).collect();
    // A thread for each position: the deepest take most of the time.
    std::thread::scope(|scope| {
        for row in &lists {
            scope.spawn(|| check(&row.text, &row.place));
        }
    });
}

//! Perft lists: `tests/rules/perft/*.txt`, one position a line:
//! `variant | options | position or - | leaves at depth 1, 2, …`. Lines with `#` are comments.

use std::path::Path;

use zugpost::rules::variant::Options;
use zugpost::variants::find;

/// Deeper counts are left to release builds.
const MOST: u64 = if cfg!(debug_assertions) {
    200_000
} else {
    30_000_000
};

fn check(line: &str, place: &str) {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [id, options, position, leaves] = fields[..] else {
        panic!("four fields: {place}")
    };
    let options: Options = options
        .split_whitespace()
        .filter_map(|o| o.split_once('='))
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .collect();
    let position = (position != "-").then_some(position);
    let game = find(id)
        .expect("registered")
        .start(&options, position)
        .expect(place);
    for (depth, leaves) in (1..).zip(leaves.split_whitespace()) {
        let leaves: u64 = leaves.parse().expect("number");
        if leaves <= MOST {
            assert_eq!(game.perft(depth), leaves, "depth {depth} of {place}");
        }
    }
    let sum: u64 = game.divide(2).iter().map(|(_, n)| n).sum();
    assert_eq!(sum, game.perft(2), "{place}");
}

#[test]
fn perft_lists_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/perft");
    let mut checked = 0;
    for file in std::fs::read_dir(folder).expect("folder").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("readable");
        for (i, line) in text.lines().enumerate() {
            if !line.trim().is_empty() && !line.starts_with('#') {
                check(line, &format!("{}:{}", file.path().display(), i + 1));
                checked += 1;
            }
        }
    }
    assert!(checked > 0);
}

//! The games that people play: short ones, that chance has decided before by the names of the two.

/// How a game goes, as seen by who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The first one wins on the board.
    First,
    /// The second one wins on the board.
    Second,
    /// The first one gives up instead of the third turn.
    FirstResigns,
    /// The second one gives up instead of the third turn.
    SecondResigns,
    /// The first one offers a draw with the third turn, and the other accepts it.
    Draw,
}

/// Turns by the name of the game as letters have it: those with which the first one wins, the second one wins,
/// and those of other games.
const LINES: [(&str, [&str; 3]); 3] = [
    (
        "Xiangqi",
        [
            "Cb3-e3 Pa7-a6 Ce3xe7 Pa6-a5 Ch3-h5 Pi7-i6 Ch5-e5",
            "Pi4-i5 Cb8-e8 Pa4-a5 Ce8xe4 Pc4-c5 Ch8-h6 Pg4-g5 Ch6-e6",
            "Ch3-e3 Hh10-g8 Hh1-g3 Ri10-h10 Ri1-h1 Pg7-g6",
        ],
    ),
    (
        "Chess",
        [
            "e2-e4 g7-g5 d2-d4 f7-f6 Qd1-h5",
            "f2-f3 e7-e5 g2-g4 Qd8-h4",
            "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 a7-a6",
        ],
    ),
    (
        "Sprint Chess",
        [
            "e2-e4 e7-e5 Ke1-e2 Ke8-e7 Ke2-e3",
            "e2-e4 e7-e5 Ng1-f3 Ke8-e7 Nb1-c3 Ke7-e6",
            "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 a7-a6",
        ],
    ),
];

/// A number that depends on nothing but these words (FNV-1a), for chance that is the same in each run.
pub fn chance(words: &[&str]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^ (hash >> 29)
}

/// How a game of these two goes.
pub fn plan(seed: &str, first: &str, second: &str) -> Plan {
    match chance(&[seed, first, second]) % 10 {
        0 => Plan::First,
        1 => Plan::Second,
        2..5 => Plan::FirstResigns,
        5..8 => Plan::SecondResigns,
        _ => Plan::Draw,
    }
}

/// What is written at this turn of a game, counted from 1: a turn and what else, line by line.
pub fn written(game: &str, plan: Plan, turn: usize, first: bool) -> Vec<String> {
    let (_, lines) = LINES.iter().find(|line| line.0 == game).expect(game);
    let line = lines[match plan {
        Plan::First => 0,
        Plan::Second => 1,
        _ => 2,
    }];
    let resigns = match plan {
        Plan::FirstResigns => first,
        Plan::SecondResigns => !first,
        _ => false,
    };
    if resigns && turn == 3 {
        return vec!["resign".to_owned()];
    }
    let ply = 2 * (turn - 1) + usize::from(!first);
    let played = line.split(' ').nth(ply).expect("the game is over by then");
    let mut lines = vec![played.to_owned()];
    lines.extend((plan == Plan::Draw && turn == 3 && first).then(|| "draw offer".to_owned()));
    lines
}

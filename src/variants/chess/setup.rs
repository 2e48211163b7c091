//! The option `setup` and the arrays it gives: Chess960 by Scharnagl's numbers.

use crate::rules::{OptionSpec, Reason, SetupError, echo, variant::bad_option};

/// The number of the usual array, the only one in which it is known from where kings and rooks castle.
pub const USUAL: u32 = 518;
/// How many arrays there are.
pub const ARRAYS: u32 = 960;

/// The options that chess takes.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "518",
    values: Reason::new("chess960-arrays"),
    about: Reason::new("about-chess960"),
}];

/// The number of the array in force; `None` where a position text gives the array.
pub type Rules = Option<u32>;

/// The array with this number.
///
/// # Errors
/// There is none.
pub fn number(text: &str) -> Result<u32, SetupError> {
    let digits = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|n| digits && *n < ARRAYS);
    let bad = || Reason::new("bad-chess960-array").text("value", echo(text));
    number.map_or_else(|| bad_option(bad()), Ok)
}

/// The usual start position, or that of the Chess960 array in force.
pub fn start(rules: Rules) -> String {
    let white = first_rank(rules.unwrap_or(USUAL) as usize);
    let black = white.to_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// The pieces from the a-file on, by Scharnagl's numbering: bishops, queen, knights, and the king
/// between the rooks on what is left. So they are put in from the rooks on, each where it comes to stand.
fn first_rank(number: usize) -> String {
    let (light, dark) = (number % 4 * 2 + 1, number / 4 % 4 * 2);
    let queen = number / 16 % 6;
    let mut knights = (0..5).flat_map(|first| (first + 1..5).map(move |second| [first, second]));
    let [first, second] = knights.nth(number / 96).unwrap_or_default();
    let mut rank = "RKR".to_owned();
    for (file, letter) in [(first, 'N'), (second, 'N'), (queen, 'Q')] {
        rank.insert(file, letter);
    }
    rank.insert(light.min(dark), 'B');
    rank.insert(light.max(dark), 'B');
    rank
}

//! The arrays, and the option `setup` of the randomized game.

use std::sync::OnceLock;

use crate::rules::{OptionSpec, Reason, SetupError, echo, variant::bad_option};

/// The usual array, from the a-file on.
pub const USUAL: &str = "JLSQKBNR";
/// Its pieces in alphabetical order.
const LETTERS: &str = "BJKLNQRS";

/// The options of the randomized game.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "random",
    values: Reason::new("eight-piece-arrays"),
    about: Reason::new("about-eight-piece-setup"),
}];

/// Options in force, resolved.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Whether kings and partners may begin anywhere, and castling rights are written by file.
    pub random: bool,
    /// The pieces from the a-file on; not looked at where a position text gives them.
    pub array: String,
}

/// Reads an array, in any case.
///
/// # Errors
/// It is none that is allowed.
pub fn read(text: &str) -> Result<String, SetupError> {
    let array = text.to_ascii_uppercase();
    let mut letters: Vec<char> = array.chars().collect();
    letters.sort_unstable();
    if String::from_iter(letters) != LETTERS {
        return bad_option(Reason::new("bad-eight-piece-array").text("value", echo(text)));
    }
    match fault(&array) {
        None => Ok(array),
        Some(why) => {
            let reason = Reason::new("array-not-allowed").text("value", echo(text));
            bad_option(reason.with("why", why))
        }
    }
}

/// Which condition an array of the eight pieces breaks; completes a sentence.
fn fault(array: &str) -> Option<Reason> {
    let file = |letter| array.find(letter).unwrap_or_default();
    let (rook, jailer, sentry) = (file('R'), file('J'), file('S'));
    if !(2..=5).contains(&sentry) {
        return Some(Reason::new("array-sentry"));
    }
    if !(rook.min(jailer)..rook.max(jailer)).contains(&file('K')) {
        return Some(Reason::new("array-king"));
    }
    (file('B') % 2 == sentry % 2).then(|| Reason::new("array-shades"))
}

/// All arrays of the randomized game, by their letters in alphabetical order.
pub fn arrays() -> &'static [String] {
    static ALL: OnceLock<Vec<String>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        fill("", &mut all);
        all
    })
}

/// Adds the arrays that begin with these pieces.
fn fill(begun: &str, all: &mut Vec<String>) {
    if begun.len() == LETTERS.len() && fault(begun).is_none() {
        all.push(begun.to_owned());
    }
    for letter in LETTERS.chars().filter(|letter| !begun.contains(*letter)) {
        fill(&format!("{begun}{letter}"), all);
    }
}

/// The text of the position at the beginning, with the array in force.
pub fn start(rules: &Rules) -> String {
    let file = |at: Option<usize>| at.map_or('-', |file| char::from(b'A' + file as u8));
    let partners = [rules.array.rfind(['J', 'R']), rules.array.find(['J', 'R'])];
    let (rights, white, black) = match rules.random {
        true => (String::from_iter(partners.map(file)), "L{n}", "l{s}"),
        false => ("KQ".to_owned(), "L{ne}", "l{se}"),
    };
    let rights = format!("{rights}{}", rights.to_lowercase());
    let white = rules.array.replace('L', white);
    let black = rules.array.to_lowercase().replace('l', black);
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights} - - 0 1")
}

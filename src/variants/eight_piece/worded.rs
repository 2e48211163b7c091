//! Turns in words that only this game has: facings, turning and pushing.

use super::pieces::{PIECES, by_compass, compass};

/// The most words of a turn.
const MOST: usize = 16;

/// What a word is in notation.
enum Sign {
    /// Itself or a sign that stands for it.
    Text(String),
    /// A lancer turns.
    Turns,
    /// A sentry pushes.
    Pushes,
    /// Nothing.
    Filler,
}

/// The notation of text that says in words where a lancer looks, what is pushed, or that the player
/// passes; `None` for other text.
pub fn worded(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let plain = lower.trim_end_matches(['.', '!', ' ']);
    if matches!(
        plain,
        "i pass" | "i pass this turn" | "passing" | "my turn: pass" | "i will pass"
    ) {
        return Some("pass".to_owned());
    }
    let whole = plain
        .replace("north-", "north")
        .replace("south-", "south")
        .replace("north east", "northeast")
        .replace("north west", "northwest")
        .replace("south east", "southeast")
        .replace("south west", "southwest");
    // Letters keep their case: capitals are pieces.
    let mut words = Vec::new();
    let said = whole.split([' ', ',', ';']).filter(|word| !word.is_empty());
    let typed = text.split([' ', ',', ';']).filter(|word| !word.is_empty());
    let same = whole == plain;
    for (index, (word, typed)) in said.zip(typed.chain(std::iter::repeat(""))).enumerate() {
        if index >= MOST {
            return None;
        }
        let typed = typed.trim_end_matches(['.', '!']);
        let typed = if same { typed } else { word };
        words.push(sign(word, typed)?);
    }
    let turns = words.iter().any(|word| matches!(word, Sign::Turns));
    let pushes = words.iter().any(|word| matches!(word, Sign::Pushes));
    if !turns && !pushes {
        return None;
    }
    let mut notation = String::new();
    for word in words {
        match word {
            Sign::Text(text) => notation.push_str(&text),
            Sign::Turns if !notation.ends_with('=') => notation.push('='),
            Sign::Turns | Sign::Pushes | Sign::Filler => {}
        }
    }
    Some(match notation.strip_prefix('=') {
        Some(rest) => turned(rest)?,
        None => notation.replace("=-", "="),
    })
}

/// `La5-ne` as `La5=ne`: the lancer was named behind the word.
fn turned(rest: &str) -> Option<String> {
    let mut lengths = [2, 1].into_iter();
    lengths.find_map(|length| {
        let (head, tail) = rest.split_at_checked(rest.len().checked_sub(length)?)?;
        let facing = by_compass(tail)?;
        let head = head.trim_end_matches(['-', '=']);
        let ends = head.is_empty() || head.ends_with(|c: char| c.is_ascii_digit() || c == 'L');
        ends.then(|| format!("{head}={}", compass(facing)))
    })
}

fn sign(word: &str, typed: &str) -> Option<Sign> {
    let text = |text: &str| Some(Sign::Text(text.to_owned()));
    if let Some(kind) = PIECES.types.iter().find(|kind| kind.name == word) {
        return Some(Sign::Text(kind.letter.to_string()));
    }
    let long = [
        "north",
        "northeast",
        "east",
        "southeast",
        "south",
        "southwest",
        "west",
        "northwest",
    ];
    if let Some(at) = long.iter().position(|name| *name == word) {
        return text(["n", "ne", "e", "se", "s", "sw", "w", "nw"][at]);
    }
    match word {
        "facing" | "faces" | "face" | "turning" | "turns" | "turn" | "turned" | "looking"
        | "looks" => Some(Sign::Turns),
        "push" | "pushes" | "pushing" => Some(Sign::Pushes),
        "to" | "towards" | "toward" => text("-"),
        "takes" | "captures" | "taking" | "capturing" => text("x"),
        "the" | "my" | "on" | "from" | "and" | "then" | "it" | "goes" | "moves" | "your"
        | "which" => Some(Sign::Filler),
        _ => {
            let square = word.contains(|c: char| c.is_ascii_digit()) || by_compass(word).is_some();
            let notation = |c: char| c.is_ascii_alphanumeric() || "-=x:()".contains(c);
            (square && word.chars().all(notation)).then(|| Sign::Text(typed.to_owned()))
        }
    }
}

//! Attribution lines, which mail programs put above a quote: `On …, … wrote:`.

use super::text::one_line;

/// First words of attribution lines, in lower case.
const OPENINGS: &[&str] = &[
    "on ",
    "am ",
    "le ",
    "el ",
    "il ",
    "op ",
    "em ",
    "den ",
    "dne ",
    "w dniu ",
    "dnia ",
    "a ",
    "în ",
    "la data ",
    "på ",
    "pe ",
    "u ",
    "στις ",
    "в ",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
];

/// The word `wrote` in many languages, in lower case.
const WROTE: &[&str] = &[
    "wrote",
    "writes",
    "schrieb",
    "a écrit",
    "escribió",
    "ha scritto",
    "schreef",
    "escreveu",
    "skrev",
    "napsal",
    "napsala",
    "napsal(a)",
    "napisał",
    "napisała",
    "napisał(a)",
    "pisze",
    "írta",
    "kirjoitti",
    "yazdı",
    "a scris",
    "έγραψε",
    "написал",
    "написала",
    "пишет",
    "пише",
    "написав",
    "写道",
    "wrote the following",
    "je napisao",
];

/// How many lines from `at` on are an attribution; clients break it over up to three lines. `None` if
/// the line is the author's own.
pub fn attribution(lines: &[&str], at: usize) -> Option<usize> {
    // Longer lines are no attribution; the limit also bounds the copies below.
    let short = |line: &&&str| !line.is_empty() && line.len() <= 400;
    let first = lines.get(at).filter(short)?;
    if is_attribution(first, quote_follows(lines, at + 1)) {
        return Some(1);
    }
    if !opens(first) {
        return None;
    }
    let mut joined = (*first).to_owned();
    for extra in 1..3 {
        let next = lines
            .get(at + extra)
            .filter(short)
            .filter(|l| !l.trim_start().starts_with('>'))?;
        // The attribution begins at this line, so the lines above it are the author's.
        if begins(next) {
            return None;
        }
        joined.push(' ');
        joined.push_str(next.trim_start());
        if is_attribution(&joined, quote_follows(lines, at + extra + 1)) {
            return Some(extra + 1);
        }
    }
    None
}

/// Whether a line may be the first line of an attribution.
fn opens(line: &str) -> bool {
    begins(line) || line.contains('<') && line.contains('@')
}

/// Whether a line begins like an attribution, or shows a date.
fn begins(line: &str) -> bool {
    let lower = line.trim_start().to_lowercase();
    let word = OPENINGS.iter().any(|word| lower.starts_with(word)) && lower.contains(' ');
    word || has_clock(&lower) || has_year(&lower)
}

/// Whether the text has a time such as `10:11`.
fn has_clock(text: &str) -> bool {
    text.as_bytes().windows(4).any(|w| {
        w[0].is_ascii_digit()
            && matches!(w[1], b':' | b'.')
            && w[2].is_ascii_digit()
            && w[3].is_ascii_digit()
    })
}

/// Whether the text has a year `20xx` as a word.
fn has_year(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| {
            word.len() == 4 && word.starts_with("20") && word.bytes().all(|b| b.is_ascii_digit())
        })
}

fn is_attribution(text: &str, quoted: bool) -> bool {
    let lower = one_line(text, 1300).to_lowercase();
    let Some(line) = lower.strip_suffix([':', '：']) else {
        return false;
    };
    let line = line.trim_end();
    // Gmail uses no verb in some languages: date, name, <address>.
    if line.ends_with('>') && line.contains('@') && (has_clock(line) && has_year(line)) {
        return true;
    }
    let padded = format!(" {line} ");
    let wrote = WROTE.iter().any(|verb| {
        padded.find(verb).is_some_and(|at| {
            let word = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic());
            word(padded[..at].chars().next_back()) && word(padded[at + verb.len()..].chars().next())
                || verb.len() > 4 && !verb.is_ascii()
        })
    });
    // If no quote follows, a date or an address is required, since prose may end in `wrote:`, too.
    wrote && (quoted || line.contains('@') || line.bytes().filter(u8::is_ascii_digit).count() >= 3)
}

fn quote_follows(lines: &[&str], from: usize) -> bool {
    let next = lines
        .get(from..)
        .unwrap_or_default()
        .iter()
        .find(|line| !line.is_empty());
    next.is_some_and(|line| line.trim_start().starts_with('>'))
}

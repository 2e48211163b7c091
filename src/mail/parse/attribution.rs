//! Attribution lines, which mail programs put above a quote: `On …, … wrote:`.
//!
//! Right above a quote they are recognised without knowing the language: by a name or an address, a date
//! or a time, and the colon at their end. Lists of words serve where no quote follows.

use super::{dates::Dates, header_block::has_address, known::Known, text::one_line};
use super::{letter, quotes};
use crate::reading::any;

/// Longer lines are no attribution; the limit also bounds the copies below.
const LONGEST: usize = 400;

/// How many lines from `at` on are an attribution; clients break it over up to three lines. `None` if
/// the line is the author's own.
pub fn attribution(lines: &[&str], at: usize, known: &Known) -> Option<usize> {
    above_quote(lines, at, known).or_else(|| listed(lines, at, known))
}

/// Whether a line can be a part of an attribution.
fn can_be(lines: &[&str], at: usize) -> bool {
    lines.get(at).is_some_and(|line| {
        // `say` begins words to the opponent, whatever they are about.
        let begins = line.get(..4).unwrap_or_default();
        !begins.eq_ignore_ascii_case("say ")
            && !line.is_empty()
            && line.len() <= LONGEST
            && !quotes::is_quoted(lines, at)
            && !letter::is_marker(line.trim_start())
    })
}

/// An attribution right above a quote, in any language.
fn above_quote(lines: &[&str], at: usize, known: &Known) -> Option<usize> {
    let count =
        (1..=3).find(|&count| !can_be(lines, at + count) || quote_follows(lines, at + count))?;
    if !can_be(lines, at) || !quote_follows(lines, at + count) {
        return None;
    }
    // The last lines of the paragraph which are an attribution for themselves; then the lines above which
    // it cannot do without.
    let end = at + count;
    // Words of the author can be right above: the paragraph may begin before `at`.
    let start = (end.saturating_sub(3)..end)
        .rev()
        .take_while(|&from| (from..end).all(|line| can_be(lines, line)))
        .find(|&from| is_complete(&joined_from(lines, from, end), known))?;
    let mut first = start;
    while first > 0
        && end - first < 3
        && can_be(lines, first - 1)
        && goes_above(lines[first - 1], &joined_from(lines, first, end), known)
    {
        first -= 1;
    }
    (first == at).then_some(count)
}

/// The lines as one.
fn joined_from(lines: &[&str], from: usize, to: usize) -> String {
    one_line(&lines[from..to].join(" "), 3 * LONGEST)
}

/// Whether a text right above a quote is an attribution.
fn is_complete(text: &str, known: &Known) -> bool {
    let colon = ends_in_colon(text);
    let dates = Dates::of(text);
    if known.addressed(text) {
        return colon || dates.any();
    }
    if known.named(text) || has_address(text) {
        return colon || dates.both();
    }
    colon && dates.both()
}

/// Whether an attribution that ends in `below` begins in the line above.
fn goes_above(above: &str, below: &str, known: &Known) -> bool {
    let (upper, lower) = (Dates::of(above), Dates::of(below));
    // An address in angle brackets belongs to the name before it.
    let cut = below.starts_with(['<', '(']) || above.ends_with(['<', '(', ',']);
    let more = upper.both() && !lower.day || upper.day && cut && !lower.any();
    // In some languages the first line says who has written, and the second one when.
    let who = known.addressed(above) && !known.addressed(below) && !known.named(below);
    let name = (known.named(above) || known.addressed(above))
        && !lower.any()
        && !known.named(below)
        && (cut || upper.any());
    !ends_in_colon(above) && (more || who || name || upper.day && !lower.day && opening(above))
}

fn ends_in_colon(text: &str) -> bool {
    text.trim_end_matches(['*', '_', ' ', '"', '-'])
        .ends_with([':', '：', '։', '︰'])
}

/// An attribution by its words.
fn listed(lines: &[&str], at: usize, known: &Known) -> Option<usize> {
    if !can_be(lines, at) {
        return None;
    }
    let first = lines[at];
    if is_listed(first, quote_follows(lines, at + 1), known) {
        return Some(1);
    }
    if !opens(first, known) {
        return None;
    }
    let mut joined = first.to_owned();
    for extra in 1..3 {
        if !can_be(lines, at + extra) {
            return None;
        }
        let next = lines[at + extra];
        // The attribution begins at this line, so the lines above it are the author's. A date shows where it
        // begins. Its first words do not: those of the French one (`a écrit :`) also begin other lines.
        if Dates::of(next).any() || above_quote(lines, at + extra, known).is_some() {
            return None;
        }
        joined.push(' ');
        joined.push_str(next.trim_start());
        if is_listed(&joined, quote_follows(lines, at + extra + 1), known) {
            return Some(extra + 1);
        }
    }
    None
}

/// Whether a line may be the first line of an attribution.
fn opens(line: &str, known: &Known) -> bool {
    let dates = Dates::of(line);
    // A date alone is also used in commands.
    opening(line)
        || dates.both()
        || dates.day && known.named(line)
        || line.contains('<') && has_address(line)
}

/// Whether a line begins with a word that attributions begin with.
fn opening(line: &str) -> bool {
    let lower = line.trim_start().to_lowercase();
    any("mail/quote-openings", |word| lower.starts_with(word)) && lower.contains(' ')
}

/// Whether a short line says who has written what follows: `Mallory wrote:`.
pub fn names_writer(line: &str) -> bool {
    let lower = line.to_lowercase();
    let words = lower.trim_end_matches(['*', '_', ' ', '"', '-', ':', '：', '։', '︰']);
    ends_in_colon(&lower)
        && words.split_whitespace().count() <= 8
        && !words.starts_with("say ")
        && any("mail/wrote", |verb| {
            let before = words.strip_suffix(verb);
            before.is_some_and(|before| before.ends_with(' ') && !before.trim().is_empty())
        })
}

fn is_listed(text: &str, quoted: bool, known: &Known) -> bool {
    let lower = one_line(text, 3 * LONGEST).to_lowercase();
    if !ends_in_colon(&lower) {
        return false;
    }
    let line = lower.trim_end_matches(['*', '_', ' ', '"', '-', ':', '：', '։', '︰']);
    let dates = Dates::of(line);
    // Gmail uses no verb in some languages: date, name, <address>.
    if dates.both() && (line.ends_with('>') && has_address(line) || known.addressed(line)) {
        return true;
    }
    let padded = format!(" {line} ");
    let wrote = any("mail/wrote", |verb| {
        padded.find(verb).is_some_and(|at| {
            let word = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic());
            word(padded[..at].chars().next_back()) && word(padded[at + verb.len()..].chars().next())
                || verb.len() > 4 && !verb.is_ascii()
        })
    });
    // If no quote follows, a date or an address is required, since prose may end in `wrote:`, too.
    wrote && (quoted || has_address(line) || line.bytes().filter(u8::is_ascii_digit).count() >= 3)
}

/// Whether the next line with text is quoted, or begins one of our letters.
pub fn quote_follows(lines: &[&str], from: usize) -> bool {
    quotes::next_line(lines, from).is_some_and(|next| {
        quotes::is_quoted(lines, next) || letter::is_marker(lines[next].trim_start())
    })
}

//! Recognises the header block that Outlook and others put above an answered letter.

use super::{dates::Dates, known::Known, quotes};
use crate::reading::phrases;

/// At most this many lines of a block are looked at.
const LOOK_AHEAD: usize = 8;

/// Whether a header block begins here.
pub fn begins(lines: &[&str], at: usize, known: &Known) -> bool {
    named(lines, at) || unnamed(lines, at, known) || ruled(lines, at, known)
}

/// The name and the value of a field, if the line is one.
fn field(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(['*', ' ']);
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim_end_matches(['*', ' ']);
    (name.len() <= 40).then_some((name, value.trim_start_matches(['*', ' '])))
}

/// A block with names that are known: the From field, with two other fields below it.
fn named(lines: &[&str], at: usize) -> bool {
    let is = |line: &str, names: &[&str]| {
        field(line).is_some_and(|(name, _)| names.contains(&name.to_lowercase().as_str()))
    };
    let filled = lines[at + 1..].iter().filter(|line| !line.is_empty());
    let below = filled.take(5);
    let others = below.filter(|line| is(line, phrases("mail/other-fields")));
    is(lines[at], phrases("mail/from-field")) && others.count() >= 2
}

/// A block in any language: three fields or more, one below the other, with an address in one of them,
/// with our name, our address or a Subject of ours, and with a date or one of our names for the author. The
/// first one says who has written, or when, or what about, so that a player's own line above the block does
/// not count as a part of it.
fn unnamed(lines: &[&str], at: usize, known: &Known) -> bool {
    if !field(lines[at]).is_some_and(|(name, value)| is_name(name) && tells(value, known)) {
        return false;
    }
    let (mut fields, mut address, mut ours, mut dated) = (0, false, false, false);
    let lines = &lines[at..lines.len().min(at + 2 * LOOK_AHEAD)];
    // Some programs make each field a paragraph of its own; two empty lines end the block.
    let end = lines.windows(2).position(|two| two == ["", ""]);
    for line in lines[..end.unwrap_or(lines.len())]
        .iter()
        .filter(|line| !line.is_empty())
    {
        // A long list of recipients goes on in the next line.
        let value = match field(line) {
            Some((name, value)) if is_name(name) => {
                fields += 1;
                value
            }
            _ if has_address(line) || line.len() > 1000 => line,
            _ => break,
        };
        let (named, addressed) = (known.named(value), known.addressed(value));
        address |= has_address(value) || named;
        ours |= named || addressed || tagged(value);
        dated |= named || addressed || shows_date(value);
        if fields >= LOOK_AHEAD {
            break;
        }
    }
    fields >= 3 && address && ours && dated
}

/// Whether a text may be the name of a field: at most four words, no digits.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.split(' ').count() <= 4
        && name.chars().any(char::is_alphabetic)
        && !name.contains(|c: char| c.is_ascii_digit() || "#@<>()".contains(c))
}

/// Whether a value says who, when or what about.
fn tells(value: &str, known: &Known) -> bool {
    has_address(value) || known.named(value) || tagged(value) || shows_date(value)
}

fn shows_date(value: &str) -> bool {
    value.len() <= 400 && Dates::of(value).any()
}

/// Whether a Subject of our letters is there: `[#17]`.
fn tagged(value: &str) -> bool {
    value.match_indices("[#").take(5).any(|(at, _)| {
        let rest = value[at + 2..].trim_start_matches(|c: char| c.is_ascii_digit());
        rest.starts_with(']') && rest.len() < value.len() - at - 2
    })
}

/// Whether the text holds a mail address: `@` with a letter or digit before it, and a domain with a dot.
pub fn has_address(text: &str) -> bool {
    text.match_indices('@').take(20).any(|(at, _)| {
        let local = text[..at].chars().next_back();
        let domain = &text[at + 1..];
        let end = domain.find(|c: char| !(c.is_alphanumeric() || c == '.' || c == '-'));
        let domain = domain[..end.unwrap_or(domain.len())].trim_end_matches('.');
        local.is_some_and(char::is_alphanumeric)
            && domain.rsplit_once('.').is_some_and(|(host, top)| {
                !host.is_empty() && top.len() >= 2 && top.chars().all(char::is_alphabetic)
            })
    })
}

/// Whether a line of underscores or dashes begins here that Outlook puts above its block.
fn ruled(lines: &[&str], at: usize, known: &Known) -> bool {
    let line = lines[at];
    let rule =
        line.len() >= 10 && (line.bytes().all(|b| b == b'_') || line.bytes().all(|b| b == b'-'));
    let below = quotes::next_line(lines, at + 1).filter(|next| *next <= at + 3);
    rule && below.is_some_and(|next| named(lines, next) || unnamed(lines, next, known))
}

//! Lines of signatures: telephone numbers, addresses, companies, notices.

use std::sync::LazyLock;

use super::words::{Phrases, Words};
use crate::reading::phrases;

/// Whether a line of the last paragraph tells it to be a signature: it has a telephone number, an address of the
/// net or of a house, a company. A notice of a company or of a mail program counts, too.
#[must_use]
pub fn is_contact(line: &str) -> bool {
    let line = line.trim();
    let words = Words::of(line);
    let notice = NOTICES.longest_at(&words, 0).is_some();
    notice
        || line.split_whitespace().any(is_net_address)
        || has_telephone(line, &words)
        || (words.len() <= 12 && (is_street(&words) || is_town(&words) || is_company(line, &words)))
}

static NOTICES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("signatures/notices"));

static STREETS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("signatures/streets"));

/// Words that come before the name of a street.
static STREETS_FIRST: LazyLock<Phrases<()>> =
    LazyLock::new(|| Phrases::of("signatures/streets-first"));

/// Top domains that are no words of a language, so that `fine.It` is no address.
const DOMAINS: &[&str] = &[
    "com", "org", "net", "info", "biz", "edu", "gov", "eu", "de", "fr", "es", "uk", "ch", "nl",
    "se", "dk", "fi", "pl", "cz", "hu", "ro", "ru", "ua", "tr", "gr", "hr", "rs", "pt", "br", "ca",
    "au", "jp", "cn", "io", "dev", "app", "xyz", "online", "club", "рф",
];

/// `anna@example.org`, `https://…`, `www.example.org`, `example.org/anna`.
fn is_net_address(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
    let lower = word.to_lowercase();
    if lower.contains("://") || lower.starts_with("www.") {
        return true;
    }
    let host = lower.split(['/', '?', '#']).next().unwrap_or("");
    let host = host.strip_prefix("mailto:").unwrap_or(host);
    if let Some((user, domain)) = host.split_once('@') {
        return !user.is_empty() && is_host(domain);
    }
    let known = host
        .rsplit('.')
        .next()
        .is_some_and(|top| DOMAINS.contains(&top));
    // A missing blank between sentences is followed by a capital: `Bye.De`.
    let capital = word
        .rsplit('.')
        .next()
        .is_some_and(|t| t.starts_with(char::is_uppercase));
    is_host(host)
        && known
        && !capital
        && host
            .split('.')
            .any(|l| l.chars().filter(|c| c.is_alphabetic()).count() > 2)
}

/// Labels with points between them, the last of letters.
fn is_host(text: &str) -> bool {
    let text = text.trim_end_matches('.');
    let label = |l: &str| {
        !l.is_empty()
            && l.chars()
                .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    let top = text.rsplit('.').next().unwrap_or("");
    text.contains('.')
        && text.split('.').all(label)
        && top.chars().count() >= 2
        && top.chars().all(char::is_alphabetic)
}

fn has_telephone(line: &str, words: &Words) -> bool {
    let digits = line.chars().filter(char::is_ascii_digit).count();
    let named =
        (0..words.len()).any(|i| phrases("signatures/telephones").contains(&words.folded(i)));
    if named && digits >= 5 && words.len() <= 14 {
        return true;
    }
    let mut rest = line;
    while let Some(at) = rest.find(is_dialled) {
        let run = &rest[at..];
        let end = run.find(|c| !is_dialled(c)).unwrap_or(run.len());
        let alone = run.len() == line.len() && end == run.len();
        let apart = !rest[..at].ends_with(char::is_alphanumeric)
            && !run[end..].starts_with(char::is_alphanumeric);
        if apart && is_telephone(run[..end].trim(), alone) {
            return true;
        }
        rest = &run[end..];
    }
    false
}

fn is_dialled(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ' ' | '\u{a0}' | '+' | '(' | ')' | '-' | '–' | '/' | '.')
}

/// Whether a run of digits and signs is a telephone number. Results (`1-0`), dates and ICCF turns (`5254`)
/// are made of the same signs.
fn is_telephone(run: &str, alone: bool) -> bool {
    let groups: Vec<&str> = run
        .split(|c: char| !c.is_ascii_digit())
        .filter(|g| !g.is_empty())
        .collect();
    let digits = groups.iter().map(|g| g.len()).sum::<usize>();
    let various = ('0'..='9').filter(|&d| run.contains(d)).count();
    // Many short runs are a list of moves or results.
    if !(7..=17).contains(&digits) || various < 3 || groups.len() > 8 {
        return false;
    }
    if groups.iter().all(|g| is_iccf(g)) || is_date(&groups) {
        return false;
    }
    let sign = run.starts_with(['+', '(']) && !run.starts_with("()");
    let prefix = run.starts_with('0') && groups[0].len() >= 2;
    sign || prefix || (alone && !run.contains("..") && groups.iter().any(|g| g.len() >= 3))
}

/// A turn in the numbers of the ICCF: two squares, and a digit for a promotion.
fn is_iccf(digits: &str) -> bool {
    let digits: Vec<u32> = digits.chars().filter_map(|c| c.to_digit(10)).collect();
    let on_board = |d: &[u32]| d.iter().all(|d| (1..=8).contains(d));
    match digits[..] {
        [_, _, _, _] => on_board(&digits),
        [_, from, _, to, role] => {
            on_board(&digits) && matches!((from, to), (7, 8) | (2, 1)) && role <= 4
        }
        _ => false,
    }
}

/// A date, with or without a time: the year has four digits, or there are three short groups.
fn is_date(groups: &[&str]) -> bool {
    let year = |g: &str| g.len() == 4 && (g.starts_with("19") || g.starts_with("20"));
    let short = |g: &str| g.len() <= 2;
    match groups {
        [a, b, c, rest @ ..] => {
            let ymd = year(a) && short(b) && short(c);
            let dmy = short(a) && short(b) && (year(c) || short(c));
            (ymd || dmy) && rest.iter().all(|g| short(g))
        }
        [a, b] => year(a) && year(b),
        _ => false,
    }
}

/// The number of a house: `12`, `12a`; not that of a turn (`12.`).
fn is_house(words: &Words, at: usize) -> bool {
    let word = words.folded(at);
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let letters = word.len() - digits;
    let turn = words.gap(at + 1).starts_with(['.', '…']);
    (1..=5).contains(&digits) && letters <= 1 && word.is_char_boundary(digits) && !turn
}

/// `Hauptstr. 12`, `12 Main Street`, `12, rue de la Paix`, `Via Roma 5`.
fn is_street(words: &Words) -> bool {
    (0..words.len())
        .filter(|&i| is_house(words, i))
        .any(|house| {
            let ends = |i: usize| {
                let word = words.folded(i);
                let long = phrases("signatures/street-endings")
                    .iter()
                    .any(|e| word.ends_with(e) && word.len() > e.len() + 1);
                let capital = words.written(i).starts_with(char::is_uppercase);
                (long && capital) || (i > 0 && capital && STREETS.longest_at(words, i).is_some())
            };
            // The number follows the street, or comes first with the street within four words.
            let after = house > 0 && ends(house - 1);
            let before = house == 0 && (house + 2..=house + 4).any(ends) && words.is_name(1);
            let last = house + 1 == words.len() || words.gap(house + 1).starts_with(',');
            let short = words.gap(1).starts_with('.');
            let capital = short || words.written(0).starts_with(char::is_uppercase);
            let named = (1..words.len()).any(|i| words.is_name(i)) && words.len() <= 8;
            let first =
                STREETS_FIRST.longest_at(words, 0).is_some() && capital && house >= 2 && last;
            let french =
                house == 0 && phrases("signatures/numbered-streets").contains(&words.folded(1));
            after || before || (named && (first || french))
        })
}

/// `10115 Berlin`, `D-10115 Berlin`, `Springfield, IL 62704`, `London SW1A 1AA`.
fn is_town(words: &Words) -> bool {
    let zip = |i: usize| {
        let word = words.written(i);
        let year = word.starts_with("19") || word.starts_with("20");
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        let turn = words.gap(i + 1).starts_with(['.', '…']);
        let full = word.len() == 5 || (word.len() == 4 && !year);
        digits && full && !is_iccf(word) && !turn
    };
    let code = |i: usize| {
        let word = words.written(i);
        word.len() == 2 && word.bytes().all(|b| b.is_ascii_uppercase())
    };
    let first = usize::from(words.written(0).len() <= 2 && words.is_letters(0));
    let front = (0..=first).any(|i| {
        let town = words.name(i + 1, 4);
        zip(i) && town > 0 && words.gap(i + 1).trim().is_empty() && words.len() <= i + 1 + town + 2
    });
    let last = words.len().saturating_sub(1);
    let back = last >= 2
        && code(last - 1)
        && words.written(last).len() == 5
        && zip(last)
        && words.is_name(0);
    front || back || (last >= 2 && words.is_name(0) && is_british(words, last - 1))
}

/// `SW1A 1AA`. `1AA` cannot be a square.
fn is_british(words: &Words, at: usize) -> bool {
    let (out, into) = (
        words.written(at).as_bytes(),
        words.written(at + 1).as_bytes(),
    );
    let upper = |b: &u8| b.is_ascii_uppercase();
    let inward = into.len() == 3 && into[0].is_ascii_digit() && into[1..].iter().all(upper);
    let outward =
        (2..=4).contains(&out.len()) && upper(&out[0]) && out.iter().any(u8::is_ascii_digit);
    inward
        && outward
        && out
            .iter()
            .all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

/// `Muster GmbH`, `Example, Inc.`, `Esempio S.p.A.`
fn is_company(line: &str, words: &Words) -> bool {
    let forms = [
        "GmbH", "mbH", "Ltd", "LTD", "Inc", "LLC", "LLP", "PLC", "Plc", "Corp", "SARL", "Kft",
        "ООО", "ОАО", "ТОВ", "OHG", "GbR",
    ];
    let spelled = [
        "S.p.A",
        "S.r.l",
        "Sp. z o.o",
        "sp. z o.o",
        "B.V.",
        "N.V.",
        "S.A.",
        "S.A.S",
        "S.L.",
        "A/S",
        "s.r.o",
        "d.o.o",
        "e.V.",
        "e.K.",
        "A.Ş",
        "株式会社",
        "有限公司",
    ];
    let last = [
        "AG", "SE", "AB", "AS", "Oy", "Oyj", "ApS", "SpA", "Srl", "BV", "NV", "SA", "KG", "Zrt",
    ];
    let at_end =
        words.len() >= 2 && last.contains(&words.written(words.len() - 1)) && words.is_name(0);
    let form = (0..words.len()).any(|i| forms.contains(&words.written(i)));
    form || at_end || spelled.iter().any(|s| line.contains(s) && words.is_name(0))
}

//! Tables of lines for each function.

mod doubts;
mod frames;
mod letters;
mod meanings;

/// Asserts that a check holds for every line, and shows all lines for which it does not.
fn all(lines: &str, count: usize, check: impl Fn(&str) -> bool) {
    let lines: Vec<&str> = lines
        .split(['\n', '|'])
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    assert!(lines.len() >= count, "{} lines", lines.len());
    let wrong: Vec<_> = lines.iter().filter(|l| !check(l)).collect();
    assert!(wrong.is_empty(), "wrong: {wrong:#?}");
}

/// Texts that break careless slicing.
const ODD: &[&str] = &[
    "",
    " ",
    "?",
    "(",
    ")",
    "[]",
    "['",
    "İ",
    "ŉ'",
    "ß\u{301}",
    "\u{301}",
    "İİİ ǅ ﬁ Σς",
    "👍🏽",
    "🏴\u{e0067}\u{e007f}",
    "I play 👍",
    "Nf3 👍🏽!",
    "ﷺ",
    "\u{202e}Nf3",
    "我走",
    "私の手は",
    "😀 thanks 😀",
    "(thanks)",
    "Nf3 (",
    "Nf3 thanks)",
    "Hi İİİ, Nf3",
    "+",
    "0",
    "(0)",
    "@",
    "@.",
    "a@b.",
    "www.",
    "://",
    "D-",
    "12",
    "12 ",
    "１２３４５６７",
    "é",
    "e\u{301}4",
    "Best\u{2028}regards",
    "\u{0}",
    "-- ",
    "Nf3 :-)",
    ":-) :-)",
    "draw?",
    "？",
    "I'",
    "'I'",
    "½",
    "Nf3 ½?",
    "ſ",
    "K",
    "Å",
];

#[test]
fn no_text_panics() {
    let check = |text: &str| {
        let _ = (
            super::without_frame(text),
            super::doubt(text),
            super::closes(text),
        );
        let _ = (super::is_contact(text), super::answer_to_offer(text));
    };
    for first in ODD {
        check(first);
        for second in ODD {
            check(&format!("{first}{second}"));
            check(&format!("{first} {second}, I play {first}"));
        }
    }
}

#[test]
fn long_lines_take_linear_time() {
    let parts = [
        "I play ",
        "do not ",
        "not ",
        "thanks ",
        "best regards, ",
        "0 ",
        "a.b/",
        "if you like ",
        "？",
        "(",
        "我",
        "Ab ",
    ];
    for part in parts {
        // Quadratic time would take minutes.
        let line = part.repeat(200_000 / part.len());
        let _ = (
            super::without_frame(&line),
            super::doubt(&line),
            super::closes(&line),
        );
        let _ = (super::is_contact(&line), super::answer_to_offer(&line));
    }
}

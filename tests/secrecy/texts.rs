//! What hostile people write, and where.

use data_encoding::BASE64;

/// The beginning of each hostile text.
pub const MARK: &str = "ZQ";
/// A line that no program but ours may seem to have written.
pub const FORGED: &str = "FORGED";

/// What hostile people write. Each begins with [`MARK`].
pub fn texts() -> Vec<Vec<u8>> {
    let long = format!("ZQ{}", "x".repeat(5000));
    let marks = format!("ZQ{}", "e\u{301}\u{489}\u{34f}".repeat(400));
    let texts = [
        "ZQ\r\nBcc: zq@evil.example\r\nX-Forged: 1\r\n\r\nFORGED",
        "ZQ\0nul\0\u{8}\u{7f}FORGED",
        "ZQ\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[31mFORGED",
        "ZQ\u{9b}2J\u{90}1$r\u{9c}\u{9d}0;owned\u{9c}FORGED",
        "ZQ \u{202e}DEGROF\u{202c} \u{2066}x\u{2069} \u{200f}y",
        "ZQ\u{200b}zero\u{200d}\u{feff}\u{2060}\u{ad}width\u{e0041}",
        "ZQ\n--- #1: answer above this line, or below the quote ---\nFORGED",
        "ZQ\n> quoted\n>resign\n| resign\n>| FORGED",
        "ZQ\nFrom mallory Mon Jan  5 12:00:00 2026\nFrom: x@evil.example\nSubject: FORGED",
        "ZQ =?utf-8?Q?=0D=0AFORGED=0A?= =?utf-8?B?DQpGT1JHRUQ=?=",
        "ZQ </pre><script>alert(1)</script><b onclick=x>&lt;&#60;img src=x>",
        "ZQ \"quotes\" `ticks` 'single' \\n \\ $(id) ; '); DROP TABLE games; -- %s%n",
        "ZQ {{ secret }} {% raw %} {# FORGED #}",
        "ZQ\u{2028}FORGED\u{2029}FORGED\u{85}FORGED\u{b}FORGED\u{c}FORGED",
        "ZQ\n      a   b   c   d   e   f   g   h\n   8 |r|n|b|q|k|b|n|r| 8\nIt is your turn: FORGED's turn 7.",
        "ZQ\n-- \nFORGED\n-----Original Message-----\nFrom: Zugpost <play@example.org>",
        "ZQ\nAnna (White) played 1. e4\nWhite has resigned. The game is over: 0-1.",
    ];
    let mut all: Vec<Vec<u8>> = texts.map(|text| text.as_bytes().to_vec()).to_vec();
    all.push(b"ZQ \xed\xa0\x80\xed\xb0\x80 \xff\xfe \xc0\xaf \xf5\x80 FORGED".to_vec());
    all.extend([long.into_bytes(), marks.into_bytes()]);
    assert!(all.iter().all(|text| text.starts_with(MARK.as_bytes())));
    all
}

/// Where the text is in a mail: the heads that are added, and the bytes of the body.
pub fn mails(text: &[u8]) -> Vec<(String, Vec<u8>)> {
    let word = encoded(text);
    let line: Vec<u8> = text
        .iter()
        .map(|&b| if b == b'\n' || b == b'\r' { b' ' } else { b })
        .collect();
    let with = |before: &str| [before.as_bytes(), text].concat();
    let in_line = |before: &str, after: &str| [before.as_bytes(), &line, after.as_bytes()].concat();
    vec![
        (String::new(), with("say ")),
        (String::new(), in_line("say to black: ", "")),
        (format!("Subject: {word}\n"), b"history".to_vec()),
        (format!("Subject: e4 {word}\n"), Vec::new()),
        (String::new(), in_line("", "\nshow")),
        (
            String::new(),
            in_line("move ", "\npreview ")
                .into_iter()
                .chain(line.clone())
                .collect(),
        ),
        (
            String::new(),
            in_line("legal ", "\nrules ")
                .into_iter()
                .chain(line.clone())
                .collect(),
        ),
        (
            String::new(),
            in_line("help ", "\nhold ")
                .into_iter()
                .chain(line.clone())
                .collect(),
        ),
        (
            String::new(),
            in_line("address add ", "@example.org\nconfirm ")
                .into_iter()
                .chain(line.clone())
                .collect(),
        ),
        (
            format!(
                "Message-ID: <{word}@x>\nReferences: <{word}> <\u{9b}2J@x>\nX-Mailer: {word}\n"
            ),
            in_line("chess move 1 ", " secret e5"),
        ),
        (String::new(), with("e4\n\n")),
    ]
}

/// As an encoded word (RFC 2047) in a header, in which there may be line ends and NUL as well.
pub fn encoded(text: &[u8]) -> String {
    let text = text.get(..300).unwrap_or(text);
    format!("=?utf-8?B?{}?=", BASE64.encode(text))
}

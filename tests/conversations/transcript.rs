//! What a step and its letters look like in a transcript.

use super::letter::{Letter, masked};
use super::script::{Shown, Step};
use super::server::Done;

/// Writes a step and what came of it.
pub fn write(step: &Step, done: &Done, out: &mut String) {
    out.push_str(&step.text);
    if step.word(0) == Some("#") {
        out.push('\n');
        return;
    }
    if let Some(told) = &done.told {
        out.push_str(&format!("-> refused: {told}\n"));
    }
    for mail in &done.judged {
        let word = mail.verdict.as_deref().unwrap_or("?");
        let game = mail
            .game
            .map(|game| format!(" #{game}"))
            .unwrap_or_default();
        let why = mail
            .reason
            .as_deref()
            .map(|why| format!(" ({why})"))
            .unwrap_or_default();
        out.push_str(&masked(&format!("-> {word}{game}{why}\n")));
    }
    for letter in &done.letters {
        show(letter, &step.shown, out);
    }
    out.push('\n');
}

fn show(letter: &Letter, shown: &Shown, out: &mut String) {
    out.push_str(&format!(
        "=> {} {}: {}\n",
        letter.row.recipient,
        letter.number,
        letter.header("Subject")
    ));
    for name in &shown.headers {
        out.push_str(&masked(&format!("   {name}: {}\n", letter.header(name))));
    }
    if shown.brief {
        return;
    }
    let text = if shown.whole {
        letter.text.clone()
    } else {
        abridged(&letter.text)
    };
    for line in masked(text.trim_end()).lines() {
        out.push_str(format!("   {line}").trim_end());
        out.push('\n');
    }
}

/// What is the same in all letters is left out (a law checks that it is there): the first line,
/// boards, how to answer, the signs on the board, the last lines with the key.
fn abridged(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for (at, paragraph) in text.trim_end().split("\n\n").enumerate() {
        let first = paragraph.lines().next().unwrap_or_default();
        if at == 0 && first.starts_with("--- #") {
            kept.push(paragraph.lines().skip(1).collect::<Vec<_>>().join("\n"));
        } else if is_board(first) {
            kept.push("(board)".to_owned());
        } else if ![
            "Reply with your turn",
            "There is nothing to answer now",
            "Nothing more to do",
        ]
        .iter()
        .any(|start| first.starts_with(start))
            && first != "Signs on the board:"
            && !(first.starts_with("You play ") && first.contains(" in game #"))
        {
            kept.push(paragraph.to_owned());
        }
    }
    kept.join("\n\n")
}

/// The letters of the files above a board.
fn is_board(line: &str) -> bool {
    let files: Vec<&str> = line.split_whitespace().collect();
    files.len() > 5
        && line.starts_with("   ")
        && files
            .iter()
            .all(|file| file.len() == 1 && file.as_bytes()[0].is_ascii_lowercase())
}

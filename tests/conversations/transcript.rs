//! Writes steps and letters into a transcript.

use super::letter::{File, Letter, masked};
use super::script::{Shown, Step};
use super::server::Done;

/// Writes a step and its result.
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
        let verdict = mail.verdict.clone().unwrap_or_default();
        let word = verdict.word;
        let game = verdict
            .game
            .map(|game| format!(" #{game}"))
            .unwrap_or_default();
        let why = verdict
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
        headline(letter)
    ));
    for name in &shown.headers {
        out.push_str(&masked(&format!("   {name}: {}\n", letter.header(name))));
    }
    let calendar = letter.calendar();
    if !calendar.is_empty() {
        out.push_str(&format!("   (calendar: {calendar})\n"));
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
    for File {
        name, kind, text, ..
    } in letter.files()
    {
        let text = text.unwrap_or_default();
        // Both players get the record of their game, and those who watch it do.
        let record = name.starts_with("game-") && !shown.whole;
        let lines = text.trim_end().lines().count();
        let told = match (lines, record) {
            (1.., true) => format!("{name}, {kind}, {lines} lines"),
            _ => format!("{name}, {kind}"),
        };
        out.push_str(&format!("   (file {told})\n"));
        for line in masked(text.trim_end()).lines().filter(|_| !record) {
            out.push_str(format!("   | {line}").trim_end());
            out.push('\n');
        }
    }
}

/// What a letter about a game says first; of other letters the Subject.
fn headline(letter: &Letter) -> String {
    match of_a_game(&letter.text) {
        Some((game, told)) => format!("#{game}: {}", told.replace('\n', " ")),
        None => letter.subject(),
    }
}

/// The game that a letter is about, and its headline.
pub fn of_a_game(text: &str) -> Option<(&str, &str)> {
    let mut paragraphs = text.split("\n\n");
    // Behind it stands `answer above this line` in the reader's language.
    let first = paragraphs.next()?.strip_prefix("--- #")?;
    let (game, _) = first.strip_suffix(" ---")?.split_once(": ")?;
    let told = paragraphs.next()?;
    (!game.contains(',')).then_some((game, told))
}

/// The first words of paragraphs that every letter has.
const USUAL: [&str; 8] = [
    "--- #",
    "To move, answer with your turn",
    "You need not answer now",
    "`rematch` asks for another game",
    "What the answers do (",
    "Signs on the board:",
    "How a turn is written here (",
    "The next line shows that an answer is yours.",
];

/// The text of a letter without the parts that are the same in all letters, which the laws check: the first
/// paragraph, how to answer, the signs on the board, and the last lines with the token. Boards with the
/// line below them are replaced by a word.
fn abridged(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    // Of a letter about a game, the headline is told above, and whose game it is does not change.
    let told = if of_a_game(text).is_some() { 3 } else { 0 };
    for paragraph in text.trim_end().split("\n\n").skip(told) {
        let first = paragraph.lines().next().unwrap_or_default();
        let below_board = first.starts_with("Last turn: ") && first == paragraph;
        if is_board(first) {
            kept.push("(board)");
        } else if !below_board
            && masked(paragraph) != "[key]"
            && !USUAL.iter().any(|usual| first.starts_with(usual))
        {
            kept.push(paragraph);
        }
    }
    kept.join("\n\n")
}

/// The line with the letters of the files above a board, or the numbers of the ranks where it is seen from the side.
fn is_board(line: &str) -> bool {
    if line == "Seen from Black's side:" {
        return true;
    }
    let files: Vec<&str> = line.split_whitespace().collect();
    files.len() > 5
        && line.starts_with("   ")
        && files.iter().all(|file| {
            file.len() == 1 && file.as_bytes()[0].is_ascii_lowercase() || file.parse::<u8>().is_ok()
        })
}

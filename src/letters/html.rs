//! The HTML part of a letter, made from its text: paragraphs that fit any width, boards as tables, and links that
//! write an answer.
//!
//! A letter is one text, from one template. What looks different in HTML (a board, its legend, turns as links) is kept
//! beside it as a [`Block`], and the lines of the text that it replaces are marked. Marks are control characters, which
//! no text of others can have (`text::printable`); even one that had them could only show a block of the same letter.

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::drawings::{Picture, Style, html_board, html_picture, known_picture};
use crate::rules::view::BoardView;
use crate::text::{WIDTH, escape_html};
use crate::words::Voice;

/// The first line of a block begins with as many of these as its number says, from 1, and then [`MARKED`].
const NUMBER: char = '\u{1}';
/// Every line that a block replaces begins with this.
const MARKED: char = '\u{2}';

/// A sentence ends with this where its last line could be taken to go on.
const END: char = '\u{3}';

/// A token is one word, and longer than any that begins a line.
const LONGEST_WORD: usize = 20;

/// A part of a letter that looks different in HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A board, as HTML.
    Board(String),
    /// Lines, each a paragraph of its own.
    Lines(Vec<String>),
    /// Answers to choose from, in groups. They stand in the HTML part alone.
    Answers {
        /// What to do with them.
        title: String,
        /// Groups of answers, each with the text of its link.
        groups: Vec<Vec<(String, String)>>,
    },
}

/// How an answer to a letter is addressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTo {
    /// The local part of the address, with the reply token where addresses can have one.
    pub local: String,
    /// The domain.
    pub domain: String,
    /// The reply token, if it has to stand in the text.
    pub token: Option<String>,
}

/// The HTML part of one letter, while its text is put together.
#[derive(Debug)]
pub struct HtmlPart {
    answer_to: AnswerTo,
    blocks: RefCell<Vec<Block>>,
    pictures: RefCell<Vec<ShownPicture>>,
}

/// A picture that goes with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPicture {
    /// Its content id without brackets.
    pub id: String,
    /// The picture.
    pub picture: Arc<Picture>,
}

impl HtmlPart {
    /// The HTML part of a letter that is answered there.
    #[must_use]
    pub fn new(answer_to: AnswerTo) -> Self {
        Self {
            answer_to,
            blocks: RefCell::default(),
            pictures: RefCell::default(),
        }
    }

    /// Puts a board in the place of the lines that draw it.
    pub(super) fn draw(
        &self,
        lines: &mut [String],
        view: &BoardView,
        style: Style,
        voice: Voice<'_>,
    ) {
        let pictured = (style == Style::Picture).then(|| self.pictured(view, voice));
        let board = pictured.flatten();
        let board = board.unwrap_or_else(|| html_board(view, style, voice));
        self.replace(lines, Block::Board(board));
    }

    /// The board as a picture; none if it cannot be made.
    fn pictured(&self, view: &BoardView, voice: Voice<'_>) -> Option<String> {
        let picture = known_picture(view)
            .inspect_err(|why| tracing::error!("a picture: {why:#}"))
            .ok()?;
        // The same picture has the same id, and stands in the letter once.
        let digest = Sha256::digest(&picture.png);
        let id = format!(
            "{}@{}",
            HEXLOWER.encode(&digest[..12]),
            self.answer_to.domain
        );
        let board = html_picture(view, &picture, &id, voice);
        let mut pictures = self.pictures.borrow_mut();
        if pictures.iter().all(|shown| shown.id != id) {
            pictures.push(ShownPicture { id, picture });
        }
        Some(board)
    }

    /// The pictures of the boards that were drawn.
    pub(super) fn pictures(&self) -> Vec<ShownPicture> {
        self.pictures.take()
    }

    /// Marks lines of the text as what `block` replaces.
    pub(super) fn replace(&self, lines: &mut [String], block: Block) {
        let number = self.add(block);
        for (index, line) in lines.iter_mut().enumerate() {
            line.insert(0, MARKED);
            if index == 0 {
                line.insert_str(0, &number);
            }
        }
    }

    /// A line that stands for a block without text.
    pub(super) fn only(&self, block: Block) -> String {
        format!("{}{MARKED}", self.add(block))
    }

    fn add(&self, block: Block) -> String {
        let mut blocks = self.blocks.borrow_mut();
        blocks.push(block);
        NUMBER.to_string().repeat(blocks.len())
    }

    /// The page: of the marked text of the letter, with its subject and the code of its language. `commands`: those in
    /// sentences are links; in a letter about several games they would not say which one they are for.
    pub(super) fn page(&self, text: &str, subject: &str, language: &str, commands: bool) -> String {
        let blocks = self.blocks.borrow();
        let mut page = Page {
            out: String::with_capacity(2 * text.len() + (16 << 10)),
            link: link_start(&self.answer_to, subject),
            token: self.answer_to.token.as_deref(),
            commands,
        };
        let _ = write!(
            page.out,
            "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"supported-color-schemes\" content=\"light dark\">\n\
             </head>\n<body style=\"margin:0 auto;padding:8px;max-width:640px;\
             font:16px/1.4 sans-serif;overflow-wrap:break-word\">\n"
        );
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some((number, _)) = line.split_once(MARKED) {
                if let Some(block) = number.len().checked_sub(1).and_then(|at| blocks.get(at)) {
                    page.block(block);
                }
                continue;
            }
            let kind = Kind::of(line);
            let mut alike = vec![line];
            while let Some(next) = lines.next_if(|next| {
                let (of_next, last) = (Kind::of(next), alike.last().copied().unwrap_or(line));
                !next.contains(MARKED) && (of_next == kind || hangs(last, kind, of_next))
            }) {
                alike.push(next);
            }
            page.lines(kind, &alike);
        }
        page.out.push_str("</body></html>\n");
        page.out
    }
}

/// Marks the end of a sentence.
pub(super) fn end(sentence: &mut String) {
    sentence.push(END);
}

/// The text without marks, as the plain part has it.
pub(super) fn plain(text: String) -> String {
    let text = match text.contains(END) {
        true => text.replace(END, ""),
        false => text,
    };
    if !text.contains(MARKED) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.split_once(MARKED) {
            Some((number, rest)) if rest.trim_end().is_empty() && !number.is_empty() => {}
            Some((_, rest)) => plain.push_str(rest),
            None => plain.push_str(line),
        }
    }
    plain
}

/// Whether an indented line goes on with the sentence above it.
fn hangs(above: &str, kind: Kind, next: Kind) -> bool {
    kind == Kind::Plain && next == Kind::Indented && !above.trim_end().ends_with([':', END])
}

/// What a line of a letter looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    /// Words at the margin.
    Plain,
    /// Words that are a little indented.
    Indented,
    /// What depends on its blanks: examples, columns.
    Columns,
    /// A command, and behind a gap what it does.
    Explained,
    /// Words of people, with bars.
    Quoted,
    /// The same, indented.
    QuotedBelow,
}

impl Kind {
    fn of(line: &str) -> Self {
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        if words.trim_end().is_empty() {
            Self::Blank
        } else if words == "|" || words.starts_with("| ") {
            if indent == 0 {
                Self::Quoted
            } else {
                Self::QuotedBelow
            }
        } else if indent < 4 && is_turn(words) {
            Self::Indented
        } else if indent >= 4 && explained(words).is_some() {
            Self::Explained
        } else if indent >= 4 || words.trim_end().contains("  ") {
            Self::Columns
        } else if indent > 0 {
            Self::Indented
        } else {
            Self::Plain
        }
    }
}

/// Whether a line is a turn of a list, with its number, behind which blanks may stand.
fn is_turn(words: &str) -> bool {
    let label = words.split(' ').next().unwrap_or_default();
    let number = label.trim_end_matches('.');
    label.len() > number.len() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// A command and what it does, with a gap between them, and nothing else.
fn explained(line: &str) -> Option<(&str, &str)> {
    let (command, what) = line.trim_end().split_once("  ")?;
    let what = what.trim_start();
    (!what.contains("  ") && what.contains(' ')).then_some((command, what))
}

struct Page<'a> {
    out: String,
    /// A link up to the text of the answer.
    link: String,
    /// The token that an answer has to hold in its text.
    token: Option<&'a str>,
    /// Whether commands in sentences are links.
    commands: bool,
}

impl Page<'_> {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Board(html) => self.out.push_str(html),
            Block::Lines(lines) => {
                for line in lines {
                    self.out.push_str("<div class=\"signs\">");
                    escape_html(line.trim(), &mut self.out);
                    self.out.push_str("</div>\n");
                }
            }
            Block::Answers { title, groups } => self.answers(title, groups),
        }
    }

    fn answers(&mut self, title: &str, groups: &[Vec<(String, String)>]) {
        // Far enough from each other for fingers.
        self.out
            .push_str("<p class=\"answers\" style=\"margin:8px 0;line-height:2\">");
        escape_html(title, &mut self.out);
        for group in groups {
            self.out.push_str("<br>\n");
            for (index, (shown, answer)) in group.iter().enumerate() {
                self.out.push_str(if index == 0 { "" } else { "\n" });
                self.link(shown, answer, "white-space:nowrap;margin-right:12px");
            }
        }
        self.out.push_str("</p>\n");
    }

    /// A command in a sentence, as a link that writes it.
    fn command(&mut self, command: &str) {
        self.link(command, command, "white-space:nowrap");
    }

    /// A link that writes `answer`.
    fn link(&mut self, shown: &str, answer: &str, style: &str) {
        self.out.push_str(&self.link);
        percent(answer, &mut self.out);
        if let Some(token) = self.token {
            self.out.push_str("%0D%0A%0D%0A");
            percent(token, &mut self.out);
        }
        // A turn is not broken at its hyphen.
        let _ = write!(self.out, "\" style=\"{style}\">");
        escape_html(shown, &mut self.out);
        self.out.push_str("</a>");
    }

    fn lines(&mut self, kind: Kind, lines: &[&str]) {
        match kind {
            Kind::Blank => {}
            Kind::Columns => {
                self.out.push_str(
                    "<pre style=\"margin:8px 0;font:14px/1.4 monospace;white-space:pre-wrap\">",
                );
                for (index, line) in lines.iter().enumerate() {
                    self.out.push_str(if index == 0 { "" } else { "\n" });
                    escape_html(line.trim_end(), &mut self.out);
                }
                self.out.push_str("</pre>\n");
            }
            Kind::Explained => {
                for (command, what) in lines.iter().filter_map(|line| explained(line.trim_start()))
                {
                    self.out
                        .push_str("<div style=\"margin-left:24px;text-indent:-12px\"><code>");
                    escape_html(command, &mut self.out);
                    self.out.push_str("</code> &nbsp; ");
                    self.sentence(what);
                    self.out.push_str("</div>\n");
                }
            }
            Kind::Quoted | Kind::QuotedBelow => {
                self.out.push_str(match kind {
                    Kind::Quoted => {
                        "<div style=\"margin:8px 0;border-left:3px solid #888888;padding-left:8px\">"
                    }
                    _ => {
                        "<div style=\"margin:8px 0 8px 12px;border-left:3px solid #888888;padding-left:8px\">"
                    }
                });
                for (index, paragraph) in joined(lines).iter().enumerate() {
                    self.out.push_str(if index == 0 { "" } else { "<br>\n" });
                    escape_html(paragraph, &mut self.out);
                }
                self.out.push_str("</div>\n");
            }
            Kind::Plain | Kind::Indented => {
                self.out.push_str(match kind {
                    Kind::Plain => "<p style=\"margin:8px 0\">",
                    _ => "<p style=\"margin:8px 0 8px 12px\">",
                });
                for (index, paragraph) in joined(lines).iter().enumerate() {
                    self.out.push_str(if index == 0 { "" } else { "<br>\n" });
                    self.sentence(paragraph);
                }
                self.out.push_str("</p>\n");
            }
        }
    }

    /// The server's own words; commands in them become links that write them.
    fn sentence(&mut self, text: &str) {
        let mut parts = text.split('`');
        if let Some(first) = parts.next() {
            escape_html(first, &mut self.out);
        }
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                // A backtick without another one.
                self.out.push('`');
                escape_html(part, &mut self.out);
                break;
            }
            if self.commands && is_answer(part) {
                self.command(part);
            } else {
                self.out.push_str("<code>");
                escape_html(part, &mut self.out);
                self.out.push_str("</code>");
            }
            if let Some(behind) = parts.next() {
                escape_html(behind, &mut self.out);
            }
        }
    }
}

/// Lines with those joined that are one paragraph, wrapped; bars and margins are gone.
fn joined(lines: &[&str]) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut above = "";
    for line in lines {
        let words = line.trim().trim_end_matches(END);
        let words = words.strip_prefix("| ").unwrap_or(words);
        let words = if words == "|" { "" } else { words };
        match paragraphs.last_mut() {
            Some(last) if !words.is_empty() && goes_on(above, line, words) => {
                // A line break, as in the text, so that no line is too long for mail.
                last.push('\n');
                last.push_str(words);
            }
            _ => paragraphs.push(words.to_owned()),
        }
        above = line;
    }
    paragraphs
}

/// Whether a paragraph that has reached the line `above` goes on in this line: its first word did not fit there, or it
/// begins within a sentence.
fn goes_on(above: &str, line: &str, words: &str) -> bool {
    let (above, first) = (
        above.trim_end(),
        words.split(' ').next().unwrap_or_default(),
    );
    if above.ends_with(END)
        || above.trim_start() == "|"
        || words.len() > LONGEST_WORD && first.len() == words.len()
    {
        return false;
    }
    let hanging = Kind::of(above) == Kind::Plain && Kind::of(line) == Kind::Indented;
    // Words of people are wrapped to fewer columns.
    let width = if is_barred(line) { WIDTH - 4 } else { WIDTH };
    let full = above.chars().count() + 1 + first.chars().count() > width;
    hanging || full || words.starts_with(char::is_lowercase) && !is_barred(line)
}

fn is_barred(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Whether a command that a sentence names can be sent as it stands. Those that cannot be taken back are not among
/// them, nor those that want more words.
fn is_answer(command: &str) -> bool {
    const COMMANDS: [&str; 33] = [
        "accept", "addtime", "clock", "commands", "confirm", "decline", "draw", "export", "finish",
        "forgive", "games", "help", "history", "join", "legal", "legend", "no", "notes", "pause",
        "plans", "rematch", "remind", "resend", "resume", "rules", "seeks", "settings", "show",
        "time", "undo", "unwatch", "variants", "yes",
    ];
    let typed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || " #-".contains(c);
    let first = command.split(' ').next().unwrap_or_default();
    command.len() <= 40 && command.chars().all(typed) && COMMANDS.contains(&first)
}

/// A link to an answer, up to its text.
fn link_start(to: &AnswerTo, subject: &str) -> String {
    let mut link = "<a href=\"mailto:".to_owned();
    percent(&to.local, &mut link);
    link.push('@');
    link.push_str(&to.domain);
    link.push_str("?subject=");
    percent(subject, &mut link);
    link.push_str("&amp;body=");
    link
}

/// Percent-encodes a part of a `mailto:` URI (RFC 6068 section 2).
fn percent(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
}

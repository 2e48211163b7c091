//! The HTML part of a letter, made from its text: paragraphs that fit any width, boards as tables, and links that
//! write an answer.
//!
//! A letter is one text, from one template. What looks different in HTML (a board, its legend, turns as links) is kept
//! beside it as a [`Block`], and the lines of the text that it replaces are marked. Marks are control characters, which
//! no text of others can have (`text::printable`); even one that had them could only show a block of the same letter.

use std::cell::RefCell;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

mod lines;
mod page;

use lines::{Kind, hangs};
use page::Page;

use crate::drawings::{Look, Picture, Pieces, Style, html_board, html_picture, known_picture};
use crate::rules::view::BoardView;
use crate::words::Voice;

/// The first line of a block begins with as many of these as its number says, from 1, and then [`MARKED`].
const NUMBER: char = '\u{1}';
/// Every line that a block replaces begins with this.
const MARKED: char = '\u{2}';

/// A sentence ends with this where its last line could be taken to go on.
const END: char = '\u{3}';

/// A letter has so many pictures at most, since they are large, and each takes some milliseconds. Further boards are
/// tables.
const PICTURES: usize = 4;

/// A part of a letter that looks different in HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A board, as HTML.
    Board(String),
    /// Lines, each a paragraph of its own.
    Lines(Vec<String>),
    /// What the letter is about, large.
    Headline(String),
    /// What is said by the way, small.
    Aside(String),
    /// All that is below is small. It has no text.
    Small,
    /// Lines, each with a bar of this length, in hundredths of the longest.
    Bars(Vec<(String, u16)>),
    /// A link to a page, by its text and its address.
    Link(String, String),
    /// Answers to choose from, in groups. They are in the HTML part alone.
    Answers {
        /// What to do with them.
        title: String,
        /// What is to be chosen from.
        groups: Vec<Group>,
    },
}

/// Answers that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// What they have in common.
    pub label: String,
    /// The text of each link, and what it writes.
    pub answers: Vec<(String, String)>,
}

/// How an answer to a letter is addressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTo {
    /// The local part of the address, with the reply token where addresses can have one.
    pub local: String,
    /// The domain of the address, to which answers go.
    pub domain: String,
    /// The reply token, if it has to be in the text.
    pub token: Option<String>,
}

/// The HTML part of one letter, while its text is put together.
#[derive(Debug)]
pub struct HtmlPart {
    answer_to: AnswerTo,
    blocks: RefCell<Vec<Block>>,
    /// Lines that are links where a sentence names them, besides commands.
    offered: RefCell<Vec<String>>,
    pictures: RefCell<Vec<ShownPicture>>,
    /// At most so many of them.
    most: usize,
}

/// A picture that goes with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPicture {
    /// Its content id without brackets.
    pub id: String,
    /// The PNG and its size; the same picture may be part of other letters.
    pub picture: Arc<Picture>,
}

impl HtmlPart {
    /// The HTML part of a letter that is answered there.
    pub fn new(answer_to: AnswerTo) -> Self {
        Self {
            answer_to,
            blocks: RefCell::default(),
            offered: RefCell::default(),
            pictures: RefCell::default(),
            most: PICTURES,
        }
    }

    /// The same with tables in the place of pictures.
    #[must_use]
    pub fn without_pictures(self) -> Self {
        Self { most: 0, ..self }
    }

    /// Puts a board in the place of the lines that draw it.
    pub(super) fn draw(
        &self,
        lines: &mut [String],
        view: &BoardView,
        look: Look,
        voice: Voice<'_>,
    ) {
        let wanted = look.style == Style::Picture && self.pictures.borrow().len() < self.most;
        let board = wanted
            .then(|| self.pictured(view, look.pieces, voice))
            .flatten();
        let board = board.unwrap_or_else(|| html_board(view, look, voice));
        self.replace(lines, Block::Board(board));
    }

    /// The board as a picture; none if it cannot be made.
    fn pictured(&self, view: &BoardView, pieces: Pieces, voice: Voice<'_>) -> Option<String> {
        let picture = known_picture(view, pieces)
            .inspect_err(|why| tracing::error!("a picture: {why:#}"))
            .ok()?;
        // The same picture has the same id, and is in the letter once.
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

    /// Lets these lines be links where a sentence names them.
    pub(super) fn offer<'a>(&self, lines: impl Iterator<Item = &'a String>) {
        self.offered.borrow_mut().extend(lines.cloned());
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
        let offered = self.offered.borrow();
        let links = commands.then_some(offered.as_slice());
        let mut page = Page::new(&self.answer_to, subject, language, links);
        let mut lines = text.lines().peekable();
        // Where answers go.
        if let Some(marker) = lines.next_if(|line| line.starts_with("--- ")) {
            page.aside(marker);
        }
        // Lines of one kind.
        let (mut kind, mut alike) = (Kind::Blank, Vec::new());
        for line in lines {
            let block = line.split_once(MARKED);
            let next = match block {
                Some(_) => Kind::Blank,
                None => Kind::of(line),
            };
            let last = alike.last().copied().unwrap_or_default();
            if next != kind && !hangs(last, kind, line, next) {
                page.lines(kind, &alike);
                alike.clear();
                kind = next;
            }
            match block {
                Some((number, _)) => {
                    if let Some(block) = number.len().checked_sub(1).and_then(|at| blocks.get(at)) {
                        page.block(block);
                    }
                }
                None => alike.push(line),
            }
        }
        page.lines(kind, &alike);
        page.end()
    }
}

/// Marks the end of a sentence.
pub(super) fn end(sentence: &mut String) {
    sentence.push(END);
}

/// The text without marks, as the plain part has it.
pub(super) fn plain(text: String) -> String {
    if !text.contains([MARKED, END]) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let line = match line.split_once(MARKED) {
            Some((number, rest)) if rest.trim_end().is_empty() && !number.is_empty() => continue,
            Some((_, rest)) => rest,
            None => line,
        };
        plain.extend(line.split(END));
    }
    plain
}

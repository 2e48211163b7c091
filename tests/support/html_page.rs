//! The HTML part of a letter, taken apart by a tokenizer of the HTML standard.

use html5gum::{Token, Tokenizer};

/// What mail programs keep, and nothing that loads or runs anything.
const TAGS: [&str; 24] = [
    "html", "head", "meta", "title", "style", "body", "h1", "p", "div", "br", "hr", "a", "b", "u",
    "code", "pre", "table", "caption", "col", "tr", "th", "td", "span", "img",
];
/// What has no end tag.
const EMPTY: [&str; 5] = ["meta", "br", "hr", "img", "col"];
const ATTRIBUTES: [&str; 21] = [
    "align",
    "valign",
    "lang",
    "charset",
    "name",
    "content",
    "style",
    "class",
    "href",
    "title",
    "width",
    "height",
    "bgcolor",
    "colspan",
    "span",
    "scope",
    "role",
    "cellspacing",
    "cellpadding",
    "src",
    "alt",
];

/// A cell of a board: of those that have both headers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The headers of its column and of its row, the letter first: `e4`.
    pub square: String,
    /// What it is said to hold; empty if nothing is said.
    pub words: String,
    /// What is in it.
    pub text: String,
}

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The cells of all boards.
    pub cells: Vec<Cell>,
    /// What the boards are called.
    pub captions: Vec<String>,
    /// The content ids of pictures, and what is said for those who do not see them.
    pub pictures: Vec<(String, String)>,
    /// Where links lead.
    pub links: Vec<String>,
    /// Where its link to a page leads on which the turn can be played.
    pub turn_page: Option<String>,
    /// The words outside boards, legends and answers to choose from.
    pub words: Vec<String>,
    /// All text.
    pub text: String,
}

/// The table that is read.
#[derive(Debug, Default)]
struct Board {
    /// The headers of columns.
    columns: Vec<String>,
    /// The header of the row; none above the first one, and beside what is no row of the board.
    row: Option<String>,
    /// Where the row is: the number of cells and headers before.
    column: usize,
}

impl Board {
    /// The square of the cell that begins.
    fn square(&self) -> Option<String> {
        let row = self.row.as_ref()?;
        // The first column is that of the rows' headers.
        let column = self.columns.get(self.column.checked_sub(1)?)?;
        Some(match column.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("{row}{column}"),
            false => format!("{column}{row}"),
        })
    }
}

/// Where text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Elsewhere,
    Caption,
    Column,
    Row,
    Cell,
}

/// Takes a page apart.
///
/// # Errors
/// A tag, an attribute or a link that no letter may have, or a tag that is left open.
pub fn read(html: &str) -> Result<Page, String> {
    let mut page = Page::default();
    let mut board = Board::default();
    let mut place = Place::Elsewhere;
    let mut open: Vec<(String, bool)> = Vec::new();
    for token in Tokenizer::new(html) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if !TAGS.contains(&name.as_str()) {
                    return Err(format!("a tag {name}"));
                }
                let mut apart = matches!(name.as_str(), "table" | "head");
                let (mut title, mut role, mut scope) = (None, None, None);
                let (mut picture, mut said) = (None, String::new());
                for (attribute, value) in &tag.attributes {
                    let attribute = String::from_utf8_lossy(attribute).into_owned();
                    let value = String::from_utf8_lossy(value).into_owned();
                    if !ATTRIBUTES.contains(&attribute.as_str()) {
                        return Err(format!("an attribute {attribute}"));
                    }
                    match attribute.as_str() {
                        "href" if value.starts_with("https://play.example.org/t/#") => {
                            page.turn_page = Some(value);
                        }
                        "href" if !value.starts_with("mailto:") => {
                            return Err(format!("a link to {value}"));
                        }
                        "src" => match value.strip_prefix("cid:") {
                            Some(id) => picture = Some(id.to_owned()),
                            None => return Err(format!("a picture from {value}")),
                        },
                        "alt" => said = value,
                        "href" => page.links.push(value),
                        "title" => title = Some(value),
                        "role" => role = Some(value),
                        "scope" => scope = Some(value),
                        "class" => apart = true,
                        "style"
                            if value.contains("url")
                                || value.contains("position")
                                || value.contains("flex") =>
                        {
                            return Err(format!("a style {value}"));
                        }
                        _ => {}
                    }
                }
                page.pictures.extend(picture.map(|id| (id, said)));
                if matches!(name.as_str(), "tr" | "th" | "td") {
                    end_implied(&mut open, &name);
                }
                match name.as_str() {
                    "table" => board = Board::default(),
                    "caption" => {
                        place = Place::Caption;
                        page.captions.push(String::new());
                    }
                    "tr" => (board.row, board.column) = (None, 0),
                    "th" => match scope.as_deref() {
                        Some("col") => {
                            place = Place::Column;
                            board.columns.push(String::new());
                        }
                        Some("row") => {
                            place = Place::Row;
                            board.row = Some(String::new());
                        }
                        _ => return Err(format!("a header of {scope:?}")),
                    },
                    "td" => {
                        place = Place::Elsewhere;
                        if let Some(square) = board.square() {
                            place = Place::Cell;
                            page.cells.push(Cell {
                                square,
                                ..Cell::default()
                            });
                        }
                    }
                    _ => {}
                }
                if matches!(name.as_str(), "th" | "td") {
                    board.column += 1;
                }
                // Only the title of an image is its name.
                match (title, role.as_deref(), page.cells.last_mut()) {
                    (None, None | Some("main"), _) => {}
                    (None, Some("presentation"), _) if name == "table" => {}
                    (Some(title), Some("img"), Some(cell)) if place == Place::Cell => {
                        if !cell.words.is_empty() || title.is_empty() {
                            return Err(format!("the words {title:?} in {cell:?}"));
                        }
                        cell.words = title;
                    }
                    (title, role, _) => {
                        return Err(format!("a title {title:?} of a role {role:?}"));
                    }
                }
                if !EMPTY.contains(&name.as_str()) {
                    open.push((name, apart));
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if name == "table" {
                    end_implied(&mut open, &name);
                }
                if matches!(name.as_str(), "table" | "caption") {
                    place = Place::Elsewhere;
                }
                match open.pop() {
                    Some((opened, _)) if opened == name => {}
                    other => return Err(format!("the end of {name} within {other:?}")),
                }
            }
            Token::String(text) => {
                let text = String::from_utf8_lossy(&text).into_owned();
                page.text.push_str(&text);
                let of_place = match place {
                    Place::Elsewhere => None,
                    Place::Caption => page.captions.last_mut(),
                    Place::Column => board.columns.last_mut(),
                    Place::Row => board.row.as_mut(),
                    Place::Cell => page.cells.last_mut().map(|cell| &mut cell.text),
                };
                if let Some(of_place) = of_place {
                    of_place.push_str(text.trim());
                }
                if !open.iter().any(|(_, apart)| *apart) {
                    page.words.extend(words(&text));
                }
            }
            // For Word alone.
            Token::Comment(comment) if comment.starts_with(b"[if mso]>") => {}
            Token::Comment(_) | Token::Error(_) => return Err(format!("{token:?}")),
            Token::Doctype(_) => {}
        }
    }
    match open.is_empty() {
        true => Ok(page),
        false => Err(format!("{open:?} are left open")),
    }
}

/// Ends what a row, a cell or the end of a table ends without an end tag.
fn end_implied(open: &mut Vec<(String, bool)>, next: &str) {
    while let Some((name, _)) = open.last() {
        match (name.as_str(), next) {
            ("td" | "th", _) | ("tr", "tr" | "table") => open.pop(),
            _ => return,
        };
    }
}

/// Words without the signs around them.
pub fn words(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    words.filter(|word| !word.is_empty()).collect()
}

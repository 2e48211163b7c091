//! The HTML part of a letter, taken apart by a tokenizer of the HTML standard.

use html5gum::{Token, Tokenizer};

/// What mail programs keep, and nothing that loads or runs anything.
const TAGS: [&str; 19] = [
    "html", "head", "meta", "body", "p", "div", "br", "a", "b", "code", "pre", "table", "tbody",
    "tr", "td", "span", "small", "i", "img",
];
const ATTRIBUTES: [&str; 16] = [
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
    "cellspacing",
    "cellpadding",
    "src",
    "alt",
];

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its title.
    pub title: String,
    /// What is in it.
    pub text: String,
}

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The cells that have titles, of all boards.
    pub cells: Vec<Cell>,
    /// The content ids of pictures, and what is said for those who do not see them.
    pub pictures: Vec<(String, String)>,
    /// Where links lead.
    pub links: Vec<String>,
    /// The words outside boards, legends and answers to choose from.
    pub words: Vec<String>,
    /// All text.
    pub text: String,
}

/// Takes a page apart.
///
/// # Errors
/// A tag, an attribute or a link that no letter may have, or a tag that is left open.
pub fn read(html: &str) -> Result<Page, String> {
    let mut page = Page::default();
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
                let (mut title, mut picture, mut said) = (None, None, String::new());
                for (attribute, value) in &tag.attributes {
                    let attribute = String::from_utf8_lossy(attribute).into_owned();
                    let value = String::from_utf8_lossy(value).into_owned();
                    if !ATTRIBUTES.contains(&attribute.as_str()) {
                        return Err(format!("an attribute {attribute}"));
                    }
                    match attribute.as_str() {
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
                if let Some(title) = title {
                    apart = true;
                    let text = String::new();
                    page.cells.push(Cell { title, text });
                }
                if !matches!(name.as_str(), "meta" | "br" | "img") {
                    open.push((name, apart));
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                match open.pop() {
                    Some((opened, _)) if opened == name => {}
                    other => return Err(format!("the end of {name} within {other:?}")),
                }
            }
            Token::String(text) => {
                let text = String::from_utf8_lossy(&text).into_owned();
                page.text.push_str(&text);
                if let Some((_, titled)) = open.iter().find(|(name, _)| name == "td") {
                    if let Some(cell) = page.cells.last_mut().filter(|_| *titled) {
                        cell.text.push_str(text.trim());
                    }
                } else if !open.iter().any(|(_, apart)| *apart) {
                    page.words.extend(words(&text));
                }
            }
            Token::Comment(_) | Token::Error(_) => return Err(format!("{token:?}")),
            Token::Doctype(_) => {}
        }
    }
    match open.is_empty() {
        true => Ok(page),
        false => Err(format!("{open:?} are left open")),
    }
}

/// Words without the signs around them.
pub fn words(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    words.filter(|word| !word.is_empty()).collect()
}

//! Turns HTML mail into text, as a browser shows it. Only lines, quotes and what is hidden matter.
//!
//! Tags, attributes and character references are read by `html5gum`, which follows the HTML standard. What
//! comes after that is our own code: libraries that make text of HTML wrap lines, number links and draw
//! tables, while a turn has to stay on one line. Of tree construction (HTML standard, section 13.2.6) it
//! follows what decides where an element ends.
//!
//! The time is linear in the input whatever the nesting, since any stranger can send any input.

mod elements;
mod lines;
mod marks;
mod style;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use elements::{Layout, Scope};
use lines::Lines;
use marks::Mark;
use style::Style;

/// What stands for a rule, in a line of its own.
const RULE: &str = "________________";

/// Elements nested deeper than this take the place of the innermost one, as in browsers. It bounds the
/// search for the start tag of an end tag.
const MAX_OPEN: usize = 256;

/// At most so many steps are taken, one for each tag or text and each element that is open there. A letter of
/// ours that is quoted twelve times takes a tenth of them.
const MAX_STEPS: usize = 2_000_000;

/// The text of an HTML body: one line per block or `<br>`, block quotes marked by `> `. The end of a page of very
/// many tags is left out.
pub fn to_text(html: &str) -> String {
    let mut emitter = DefaultEmitter::default();
    // Between the tags of a script or a style there are no tags.
    emitter.naively_switch_states(true);
    let tags = html.as_bytes().windows(11);
    let mut page = Page {
        block_quotes: tags
            .filter(|w| w.eq_ignore_ascii_case(b"<blockquote"))
            .count(),
        ..Page::default()
    };
    let mut steps = 0;
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        steps += 1 + page.open.len();
        if steps > MAX_STEPS {
            break;
        }
        match token {
            Token::StartTag(tag) => page.start(&tag),
            Token::EndTag(tag) => page.end(&String::from_utf8_lossy(&tag.name)),
            Token::String(text) => page.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    page.lines.finish(page.quotes)
}

/// An element whose end tag has not come yet.
struct Open {
    name: String,
    layout: Layout,
    style: Style,
    /// Whether all in it is quoted.
    quote: bool,
    /// Whether what follows in it is quoted.
    rest: bool,
    /// Whether it was in the page when it began, so that its end counts as well.
    in_page: bool,
}

#[derive(Default)]
struct Page {
    lines: Lines,
    /// Outermost first. Inline elements that change nothing are not in it.
    open: Vec<Open>,
    /// How many of `open` are removed from the page with all they contain.
    removed: usize,
    /// How many of `open` in the page are quotes, or have one that goes on to their end.
    quotes: usize,
    /// How many block quotes are still to come.
    block_quotes: usize,
    /// Whether a line feed that follows is left out, as the first one in `<pre>` is.
    after_pre: bool,
    /// Whether a quote goes on to the end of the page.
    page_quoted: bool,
}

impl Page {
    fn start(&mut self, tag: &StartTag<()>) {
        self.after_pre = false;
        let name = String::from_utf8_lossy(&tag.name);
        self.end_implied(&name);
        if elements::is_void(&name) {
            self.void(&name);
            return;
        }
        let attribute = |name: &str| tag.attributes.get(name.as_bytes());
        let text = |name: &str| {
            let value = attribute(name).map(|value| String::from_utf8_lossy(value));
            value.unwrap_or_default()
        };
        let style = Style::of(&name, attribute("hidden").is_some(), &text("style"));
        let layout = style.layout.unwrap_or_else(|| elements::layout(&name));
        let block_quote = name == "blockquote";
        self.block_quotes = self.block_quotes.saturating_sub(usize::from(block_quote));
        let mark = if block_quote {
            Mark::Quote
        } else {
            Mark::of(&text("class"), &text("id"), &text("name"), &text("style"))
        };
        if mark == Mark::Rest {
            self.quote_the_rest();
        }
        let quote = mark == Mark::Quote || mark == Mark::Frame && self.block_quotes == 0;
        let matters = layout != Layout::Inline
            || quote
            || !style.is_plain()
            || elements::is_special(&name)
            || self.open.iter().any(|open| open.name == name);
        if matters {
            self.push(Open {
                name: name.into_owned(),
                layout,
                style,
                quote,
                rest: false,
                in_page: false,
            });
        }
    }

    fn push(&mut self, mut element: Open) {
        if self.open.len() >= MAX_OPEN {
            self.close(MAX_OPEN - 1);
        }
        self.after_pre = element.name == "pre";
        self.removed += usize::from(element.style.removed);
        element.in_page = self.removed == 0;
        if element.in_page {
            self.border(element.layout);
            self.quotes += usize::from(element.quote);
        }
        self.open.push(element);
    }

    /// Marks what follows in the innermost open element. Formatting may go on behind its block, so it
    /// does not count.
    fn quote_the_rest(&mut self) {
        if self.removed > 0 {
            return;
        }
        self.border(Layout::Block);
        let mut inner = self.open.iter_mut().rev();
        match inner.find(|open| !elements::is_formatting(&open.name)) {
            Some(open) if open.rest || !open.in_page => {}
            Some(open) => {
                open.rest = true;
                self.quotes += 1;
            }
            // What is in no element has no end but that of the page.
            None if self.page_quoted => {}
            None => {
                self.page_quoted = true;
                self.quotes += 1;
            }
        }
    }

    fn end(&mut self, name: &str) {
        self.after_pre = false;
        match name {
            // What follows these end tags still belongs to the body.
            "html" | "body" => self.lone(Layout::Block),
            "br" => self.lone(Layout::Break),
            _ => match self.find(&[name], elements::end_scope(name)) {
                Some(at) if elements::is_formatting(name) => {
                    let element = self.open.remove(at);
                    self.left(&element);
                }
                Some(at) => self.close(at),
                // The standard opens an empty paragraph here.
                None if name == "p" => self.lone(Layout::Paragraph),
                None => {}
            },
        }
    }

    /// Closes what a start tag ends without an end tag: a paragraph, a list item, a cell.
    fn end_implied(&mut self, name: &str) {
        if elements::ends_paragraph(name)
            && let Some(at) = self.find(&["p"], elements::end_scope("p"))
        {
            self.close(at);
        }
        if let Some((ended, scope)) = elements::ends_sibling(name)
            && let Some(at) = self.find(ended, scope)
        {
            self.close(at);
        }
    }

    /// The innermost open element of one of these names, unless one where `scope` holds is nearer.
    fn find(&self, names: &[&str], scope: Scope) -> Option<usize> {
        let mut inner = self.open.iter().enumerate().rev();
        let (at, found) =
            inner.find(|(_, open)| names.contains(&open.name.as_str()) || scope(&open.name))?;
        names.contains(&found.name.as_str()).then_some(at)
    }

    /// Closes the element at `at` and all in it. Formatting goes on behind a block that ends before it,
    /// but not behind a cell.
    fn close(&mut self, at: usize) {
        let mut inner = self.open.split_off(at);
        let cell = inner.first().map(|open| elements::is_scope(&open.name));
        let goes_on = |open: &mut Open| cell == Some(false) && elements::is_formatting(&open.name);
        let behind = inner.len().min(1)..;
        let kept: Vec<Open> = inner.extract_if(behind, goes_on).collect();
        for element in inner.iter().rev() {
            self.left(element);
        }
        self.open.extend(kept);
    }

    /// Undoes what an element did that is no longer open.
    fn left(&mut self, element: &Open) {
        self.removed -= usize::from(element.style.removed);
        if element.in_page {
            self.border(element.layout);
            self.quotes -= usize::from(element.quote) + usize::from(element.rest);
        }
    }

    fn void(&mut self, name: &str) {
        if name == "br" {
            self.lone(Layout::Break);
        } else if name == "hr" {
            self.lone(Layout::Paragraph);
            // What is quoted is marked.
            if self.quotes == 0 {
                self.text(RULE);
            }
            self.lone(Layout::Paragraph);
        }
    }

    /// Writes an element without content.
    fn lone(&mut self, layout: Layout) {
        if self.removed == 0 {
            self.border(layout);
        }
    }

    /// Writes what is at the beginning and at the end of an element.
    fn border(&mut self, layout: Layout) {
        match layout {
            Layout::Inline => {}
            Layout::Cell => self.lines.blank(),
            Layout::Break => self.lines.break_line(self.quotes),
            Layout::Block => self.lines.end_block(self.quotes),
            Layout::Paragraph => {
                self.lines.end_block(self.quotes);
                self.lines.gap();
            }
        }
    }

    /// Whether a browser shows text here. Text that is not visible still has its place in the page.
    fn shown(&self) -> bool {
        let innermost = |of: fn(&Style) -> Option<bool>| {
            let mut inner = self.open.iter().rev();
            inner.find_map(|open| of(&open.style)).unwrap_or(true)
        };
        self.removed == 0 && innermost(|style| style.visible) && innermost(|style| style.sized)
    }

    fn text(&mut self, text: &str) {
        let after_pre = std::mem::take(&mut self.after_pre);
        if !self.shown() {
            return;
        }
        let mut inner = self.open.iter().rev();
        let preformatted = inner.find_map(|open| open.style.preformatted);
        if preformatted.unwrap_or(false) {
            let first = text.strip_prefix('\n').filter(|_| after_pre);
            self.lines.preformatted(first.unwrap_or(text), self.quotes);
        } else {
            self.lines.words(text);
        }
    }
}

#[cfg(test)]
mod tests;

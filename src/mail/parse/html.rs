//! Turns HTML mail into text. Only lines and quotes matter.
//!
//! It is our own code, since libraries render layout tables, number links and wrap lines, while a turn has
//! to stay on one line. The time is linear in the input whatever the nesting, since any stranger can
//! send any input.

use mail_parser::decoders::html::add_html_token;

/// Quotes deeper than this are written with this many marks; it bounds the output.
const MAX_DEPTH: usize = 5;

/// The text of an HTML body: one line per block or `<br>`, block quotes marked by `> `.
#[must_use]
pub fn to_text(html: &str) -> String {
    let mut page = Page::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        page.text(&rest[..at]);
        let here = &rest[at..];
        rest = match markup(here) {
            Markup::Literal => {
                page.text("<");
                &here[1..]
            }
            Markup::Rest => {
                page.text(here);
                ""
            }
            Markup::Skip(len) => &here[len..],
            Markup::Tag { name, close, len } => {
                page.seen(&name, close, &here[..len]);
                let behind = &here[len..];
                if !close && matches!(name.as_str(), "script" | "style" | "title") {
                    &behind[raw_text_end(behind, &name)..]
                } else {
                    behind
                }
            }
        };
    }
    page.text(rest);
    page.finish()
}

/// What a `<` begins.
enum Markup {
    /// A lone `<`.
    Literal,
    /// Text up to the end, since no tag is closed any more.
    Rest,
    /// A comment, doctype or processing instruction of this length.
    Skip(usize),
    Tag {
        name: String,
        close: bool,
        len: usize,
    },
}

/// What the `<` at the start of `here` begins.
fn markup(here: &str) -> Markup {
    if let Some(comment) = here.strip_prefix("<!--") {
        return Markup::Skip(comment.find("-->").map_or(here.len(), |end| 4 + end + 3));
    }
    if here.starts_with("<!") || here.starts_with("<?") {
        return Markup::Skip(here.find('>').map_or(here.len(), |end| end + 1));
    }
    let close = here.starts_with("</");
    let start = if close { 2 } else { 1 };
    let name: String = here[start..]
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == ':')
        .take(20)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Markup::Literal;
    }
    match tag_end(here) {
        Some(len) => Markup::Tag { name, close, len },
        None => Markup::Rest,
    }
}

/// Quotes within a tag are followed this many bytes. Without a bound, unbalanced quotes in thousands of
/// tags would cost quadratic time.
const MAX_TAG: usize = 2048;

/// Length of the tag, with its `>`. A `>` within quotes does not end it, unless the quotes are not closed
/// within [`MAX_TAG`] bytes. `None` if no `>` follows at all.
fn tag_end(here: &str) -> Option<usize> {
    let mut quote = None;
    for (at, b) in here.bytes().enumerate().take(MAX_TAG) {
        match (quote, b) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => quote = Some(b),
            (Some(open), _) if open == b => quote = None,
            _ => {}
        }
    }
    here.find('>').map(|at| at + 1)
}

/// The position of the end tag `</name`; what is before it, in script or style, is no text.
fn raw_text_end(behind: &str, name: &str) -> usize {
    let closing = |at: usize| {
        let tail = behind.as_bytes().get(at + 2..at + 2 + name.len());
        tail.is_some_and(|t| t.eq_ignore_ascii_case(name.as_bytes()))
    };
    behind
        .match_indices("</")
        .map(|(at, _)| at)
        .find(|&at| closing(at))
        .unwrap_or(behind.len())
}

#[derive(Default)]
struct Page {
    out: String,
    line: String,
    depth: usize,
    pre: usize,
    /// Whether a blank is to be written before the next word.
    blank: bool,
    /// The enclosing hidden or struck-out element: its name, and how many of that name are open.
    unseen: Option<(String, usize)>,
}

/// Elements whose text is not shown or is struck out.
const UNSEEN: [&str; 5] = ["template", "noscript", "s", "strike", "del"];
/// Elements that have no end tag.
const VOID: [&str; 7] = ["br", "hr", "img", "input", "link", "meta", "wbr"];

/// Whether a start tag opens an element that is hidden or struck out.
fn unseen(name: &str, tag: &str) -> bool {
    if UNSEEN.contains(&name) {
        return true;
    }
    let plain: String = tag
        .chars()
        .take(MAX_TAG)
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let marked = tag
        .split(|c: char| c.is_whitespace() || c == '>' || c == '/')
        .any(|word| word.eq_ignore_ascii_case("hidden"));
    !VOID.contains(&name)
        && (marked
            || plain.contains("display:none")
            || plain.contains("visibility:hidden")
            || plain.contains("text-decoration:line-through"))
}

impl Page {
    /// Handles a tag. A hidden element ends with the matching end tag.
    fn seen(&mut self, name: &str, close: bool, tag: &str) {
        match &mut self.unseen {
            Some((open, depth)) if open == name => {
                *depth = if close { *depth - 1 } else { *depth + 1 };
                if *depth == 0 {
                    self.unseen = None;
                }
            }
            Some(_) => {}
            None if !close && unseen(name, tag) => self.unseen = Some((name.to_owned(), 1)),
            None => self.tag(name, close),
        }
    }

    fn text(&mut self, text: &str) {
        if self.unseen.is_some() {
            return;
        }
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            self.words(&rest[..at]);
            let here = &rest[at..];
            // The longest entity name has about thirty letters.
            let end = here.bytes().take(34).position(|b| b == b';');
            rest = match end.filter(|&end| {
                end > 1
                    && here[1..end]
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || b == b'#')
            }) {
                Some(end) => {
                    self.word_start();
                    add_html_token(&mut self.line, &here.as_bytes()[..=end], false);
                    &here[end + 1..]
                }
                None => {
                    self.words("&");
                    &here[1..]
                }
            };
        }
        self.words(rest);
    }

    fn words(&mut self, text: &str) {
        for c in text.chars() {
            if self.pre > 0 {
                match c {
                    '\n' => self.break_line(),
                    '\r' => {}
                    _ => self.line.push(c),
                }
            } else if c.is_ascii_whitespace() {
                self.blank = true;
            } else {
                self.word_start();
                self.line.push(c);
            }
        }
    }

    fn word_start(&mut self) {
        if std::mem::take(&mut self.blank) && !self.line.is_empty() {
            self.line.push(' ');
        }
    }

    fn tag(&mut self, name: &str, close: bool) {
        match name {
            "br" => self.break_line(),
            "blockquote" => {
                self.end_block();
                self.depth = if close {
                    self.depth.saturating_sub(1)
                } else {
                    self.depth + 1
                };
            }
            "pre" => {
                self.end_block();
                self.pre = if close {
                    self.pre.saturating_sub(1)
                } else {
                    self.pre + 1
                };
            }
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "table" | "hr" => {
                self.end_block();
                self.gap();
            }
            "div" | "tr" | "li" | "dl" | "dt" | "dd" | "section" | "article" | "header"
            | "footer" | "address" | "center" | "form" | "body" | "head" | "html" | "main"
            | "aside" | "nav" => {
                self.end_block();
            }
            "td" | "th" => self.blank = true,
            _ => {}
        }
    }

    fn break_line(&mut self) {
        let depth = self.depth.min(MAX_DEPTH);
        self.out.extend(std::iter::repeat_n('>', depth));
        if depth > 0 {
            self.out.push(' ');
        }
        self.out.push_str(self.line.trim_end());
        self.out.push('\n');
        self.line.clear();
        self.blank = false;
    }

    fn end_block(&mut self) {
        if !self.line.is_empty() {
            self.break_line();
        }
        self.blank = false;
    }

    /// Writes an empty line between paragraphs, but never two.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn finish(mut self) -> String {
        self.end_block();
        self.out.truncate(self.out.trim_end_matches('\n').len());
        self.out.push('\n');
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_is_a_line() {
        assert_eq!(
            to_text("<div>move: e2e4</div><div>caf&eacute; &amp; <b>x</b></div>"),
            "move: e2e4\ncafé & x\n"
        );
        assert_eq!(to_text("a<br>\r\n<br>b"), "a\n\nb\n");
        assert_eq!(
            to_text("<div>a</div><div><br></div><div>b</div>"),
            "a\n\nb\n"
        );
        assert_eq!(to_text("<p>a</p>\n<p>b</p>"), "a\n\nb\n");
    }

    #[test]
    fn quotes_are_marked() {
        let html = "e4<blockquote class=\"x>y\">one<br>two<blockquote>three</blockquote></blockquote>below";
        assert_eq!(to_text(html), "e4\n> one\n> two\n>> three\nbelow\n");
    }

    #[test]
    fn scripts_and_comments_are_left_out() {
        let html = "<!DOCTYPE html><head><style>p > a {}</style><title>T</title></head><!-- c --><script>if (a</b) x</SCRIPT >y";
        assert_eq!(to_text(html), "y\n");
    }

    #[test]
    fn hidden_and_struck_out_text_is_left_out() {
        for hidden in [
            "<p style=\"display: none\">resign</p>",
            "<div hidden>resign<div>x</div></div>",
            "<s>Ke2 @@d3</s>",
            "<del>resign</del><template>legal</template>",
            "<span style='TEXT-DECORATION:line-through'>resign</span>",
        ] {
            assert_eq!(to_text(&format!("{hidden}<p>Nf3</p>")), "Nf3\n", "{hidden}");
        }
        assert_eq!(to_text("<br hidden>Nf3"), "\nNf3\n");
    }

    #[test]
    fn preformatted_text_keeps_its_shape() {
        assert_eq!(to_text("<pre>8 |r|n\n7 |p  </pre>"), "8 |r|n\n7 |p\n");
    }

    #[test]
    fn broken_markup_is_text() {
        for html in [
            "<",
            "a < b",
            "<a href=\"",
            "&",
            "&;",
            "&#xffffffff;",
            "&#0;",
            "</",
            "<!--",
            "<script>",
            "&é;",
        ] {
            let _ = to_text(html);
        }
        assert_eq!(to_text("1 < 2 & 3"), "1 < 2 & 3\n");
        assert_eq!(to_text("e4 <unclosed"), "e4 <unclosed\n");
    }

    #[test]
    fn hostile_markup_takes_linear_time() {
        // Quadratic time would be minutes for these lengths.
        for unit in [
            "<a \"",
            "<x \"'\"'>",
            "<x \"'>",
            "</",
            "<!-",
            "<b x=1>",
            "&#",
            "<blockquote><p>",
        ] {
            let _ = to_text(&unit.repeat((1 << 20) / unit.len()));
        }
    }
}

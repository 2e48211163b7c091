//! What the HTML standard says of elements: how they are laid out (section 15.3), and where they end
//! (section 13.2.6.4.7).

/// How an element is laid out among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Within the line, without blanks around it.
    Inline,
    /// In the line, with a blank before and after it.
    Cell,
    /// It ends the line (`br`).
    Break,
    /// In lines of its own.
    Block,
    /// In lines of its own, with an empty line before and after them.
    Paragraph,
}

/// How an element is laid out where no style says otherwise.
pub fn layout(name: &str) -> Layout {
    match name {
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "table" => Layout::Paragraph,
        "address" | "article" | "aside" | "blockquote" | "body" | "caption" | "center" | "dd"
        | "details" | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption"
        | "figure" | "footer" | "form" | "head" | "header" | "hgroup" | "html" | "legend"
        | "li" | "listing" | "main" | "menu" | "nav" | "plaintext" | "pre" | "search"
        | "section" | "summary" | "tbody" | "tfoot" | "thead" | "tr" | "xmp" => Layout::Block,
        "td" | "th" => Layout::Cell,
        _ => Layout::Inline,
    }
}

/// Whether an element has no content and no end tag.
pub fn is_void(name: &str) -> bool {
    [
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
        "link", "meta", "param", "source", "track", "wbr",
    ]
    .contains(&name)
}

/// Whether the content of an element is never shown, or is struck out.
pub fn is_unseen(name: &str) -> bool {
    [
        "audio", "canvas", "datalist", "del", "iframe", "noembed", "noframes", "noscript", "s",
        "script", "strike", "style", "template", "title", "video",
    ]
    .contains(&name)
}

/// Whether an element keeps line feeds and blanks.
pub fn is_preformatted(name: &str) -> bool {
    matches!(name, "listing" | "plaintext" | "pre" | "textarea" | "xmp")
}

/// Formatting elements: they may overlap with blocks, and go on in the next block.
pub fn is_formatting(name: &str) -> bool {
    [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
        "u",
    ]
    .contains(&name)
}

/// Elements at whose border the search for a start tag ends.
pub fn is_scope(name: &str) -> bool {
    matches!(
        name,
        "applet" | "caption" | "marquee" | "object" | "table" | "td" | "template" | "th"
    )
}

/// Elements that an end tag of an inline element does not close.
pub fn is_special(name: &str) -> bool {
    layout(name) != Layout::Inline
        || is_scope(name)
        || matches!(
            name,
            "button" | "iframe" | "noscript" | "select" | "textarea"
        )
}

/// Where the search for the start tag of this end tag ends.
pub fn end_scope(name: &str) -> Scope {
    match name {
        "p" => |open| is_scope(open) || open == "button",
        "li" => |open| is_scope(open) || matches!(open, "ol" | "ul"),
        "caption" | "table" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" => is_table,
        _ if is_special(name) || is_formatting(name) => is_scope,
        _ => is_special,
    }
}

fn is_table(name: &str) -> bool {
    matches!(name, "table" | "template")
}

/// Whether a start tag ends an open paragraph.
pub fn ends_paragraph(name: &str) -> bool {
    let in_table = matches!(
        name,
        "body" | "caption" | "head" | "html" | "legend" | "tbody" | "tfoot" | "thead" | "tr"
    );
    name == "hr" || matches!(layout(name), Layout::Block | Layout::Paragraph) && !in_table
}

/// Whether a search for an open element ends at one of this name.
pub type Scope = fn(&str) -> bool;

/// The names of elements that a start tag ends, and where the search for them ends.
pub fn ends_sibling(name: &str) -> Option<(&'static [&'static str], Scope)> {
    let in_list = |open: &str| is_special(open) && !matches!(open, "address" | "div" | "p");
    Some(match name {
        "li" => (&["li"], in_list),
        "dd" | "dt" => (&["dd", "dt"], in_list),
        "td" | "th" => (&["td", "th"], is_table),
        "tr" => (&["tr"], is_table),
        "tbody" | "tfoot" | "thead" => (&["tbody", "tfoot", "thead"], is_table),
        _ => return None,
    })
}

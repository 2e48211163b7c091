//! What the style of an element says of its text: whether it is shown, and how it is laid out.
//!
//! Only the `style` attribute is read, since mail programs that hide or strike out text write it there. It
//! needs no parser of CSS: declarations are separated by semicolons, and what is no declaration of these
//! few properties is skipped.

use super::elements::{self, Layout};

/// What an element changes for the text in it. `None` is: as in the element around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Taken out of the page or struck out, with all elements in it.
    pub removed: bool,
    /// Whether text is visible.
    pub visible: Option<bool>,
    /// Whether text has a size greater than zero.
    pub sized: Option<bool>,
    /// Whether line feeds and blanks are kept.
    pub preformatted: Option<bool>,
    /// The layout, where it is not the element's usual one.
    pub layout: Option<Layout>,
}

impl Style {
    /// The style of an element with or without the attribute `hidden`, and the value of `style`.
    pub fn of(name: &str, hidden: bool, css: &str) -> Self {
        let mut style = Self {
            preformatted: elements::is_preformatted(name).then_some(true),
            ..Self::default()
        };
        let (mut gone, mut struck) = (hidden, false);
        let declarations = css.split(';').filter_map(|one| one.split_once(':'));
        for (property, value) in declarations {
            let value = value.to_ascii_lowercase();
            let value = value.trim().trim_end_matches("!important").trim_end();
            match property.trim().to_ascii_lowercase().as_str() {
                "display" => {
                    gone = value == "none";
                    style.layout = display(value);
                }
                "visibility" => style.visible = visibility(value).or(style.visible),
                "font-size" => style.sized = size(value).or(style.sized),
                "white-space" => {
                    style.preformatted = white_space(value).or(style.preformatted);
                }
                "text-decoration" | "text-decoration-line" => {
                    struck = value.split_ascii_whitespace().any(|w| w == "line-through");
                }
                _ => {}
            }
        }
        style.removed = gone || struck || elements::is_unseen(name);
        style
    }

    /// Whether the element changes nothing.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

fn display(value: &str) -> Option<Layout> {
    match value {
        "block" | "flex" | "grid" | "list-item" | "table" | "table-row" => Some(Layout::Block),
        "contents" | "inline" | "inline-block" | "inline-flex" => Some(Layout::Inline),
        "table-cell" => Some(Layout::Cell),
        _ => None,
    }
}

fn visibility(value: &str) -> Option<bool> {
    match value {
        "visible" => Some(true),
        "hidden" | "collapse" => Some(false),
        _ => None,
    }
}

/// Whether a size is more than zero; `None` if it depends on the text around, as a percentage does.
fn size(value: &str) -> Option<bool> {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let unit = &value[number.len()..];
    match number.parse::<f32>() {
        Ok(number) if number <= 0.0 => Some(false),
        Ok(_) => (!matches!(unit, "em" | "ex" | "ch" | "%")).then_some(true),
        Err(_) => matches!(unit, "small" | "medium" | "large").then_some(true),
    }
}

fn white_space(value: &str) -> Option<bool> {
    match value {
        "pre" | "pre-wrap" | "pre-line" | "break-spaces" => Some(true),
        "normal" | "nowrap" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read_by_name_and_value() {
        for (hidden, css, removed) in [
            (false, "display:none", true),
            (false, "color:red; DISPLAY : None !important", true),
            (false, "display:none;display:block", false),
            (true, "display: inline-block", false),
            (true, "color: red", true),
            (false, "overflow: hidden; max-display:none", false),
            (false, "text-decoration: underline line-through red", true),
            (false, "text-decoration-line:line-through", true),
            (false, "background:url(display:none)", false),
        ] {
            assert_eq!(Style::of("span", hidden, css).removed, removed, "{css}");
        }
    }

    #[test]
    fn sizes_and_visibility_are_inherited_unless_given() {
        for (css, sized) in [
            ("font-size:0", Some(false)),
            ("font-size: 0.0px", Some(false)),
            ("font-size:0em", Some(false)),
            ("font-size:12pt", Some(true)),
            ("font-size:x-large", Some(true)),
            ("font-size:1.2em", None),
            ("font-size:100%", None),
            ("font-size:nonsense", None),
        ] {
            assert_eq!(Style::of("p", false, css).sized, sized, "{css}");
        }
        let visible = |css| Style::of("p", false, css).visible;
        assert_eq!(visible("visibility:hidden"), Some(false));
        assert_eq!(visible("visibility:hidden;visibility:visible"), Some(true));
        assert_eq!(visible("visibility:inherit"), None);
    }
}

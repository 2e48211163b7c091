//! Words of others on pages, links, and the templates: one way to escape for each format.

use std::fmt::Write;

use anyhow::{Context, Result};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use unicode_normalization::UnicodeNormalization;

use crate::contests::Contest;
use crate::text::{clean, escape_html};
use crate::words::{ENGLISH, Voice};

/// At most so many characters of a name.
const LONGEST: usize = 80;
/// At most so many characters of a name are in the name of a folder.
const LONGEST_SLUG: usize = 30;

/// Templates in each language that has them: the language, and its files by name.
pub type Templates = &'static [(&'static str, &'static [(&'static str, &'static str)])];

/// Files of `templates/<language>/pages/`: a folder within it, the end of their names, their names.
macro_rules! in_all_languages {
    (@ $language:literal $folder:literal $end:literal [$($name:literal)*]) => {
        ($language, &[$((
            $name,
            include_str!(concat!("../../templates/", $language, "/pages/", $folder, $name, $end)),
        )),*])
    };
    ($folder:literal $end:literal $names:tt) => {
        &[
            in_all_languages!(@ "en" $folder $end $names),
            in_all_languages!(@ "de" $folder $end $names),
            in_all_languages!(@ "es" $folder $end $names),
            in_all_languages!(@ "fr" $folder $end $names),
        ]
    };
}
pub(crate) use in_all_languages;

/// The templates of pages.
const TEMPLATES: Templates = in_all_languages! { "" "" [
    "layout.html" "home.html" "games.html" "game.html" "player.html" "players.html" "event.html" "events.html"
    "variant.html" "variants.html" "month.html" "archive.html" "feed.atom"
] };

/// It has no words.
const SITEMAP: &str = include_str!("../../templates/en/pages/sitemap.xml");

/// A short text, which is not escaped.
pub fn say(voice: Voice<'_>, name: &str, args: Value) -> String {
    voice.say(&format!("pages/{name}"), args)
}

/// A short text without places.
pub fn plain(voice: Voice<'_>, name: &str) -> String {
    voice.plain(&format!("pages/{name}"))
}

/// The style of all pages.
pub const STYLE: &str = include_str!("../../templates/en/pages/style.css");
/// Arrow keys, play and flip. Everything is read without it.
pub const SCRIPT: &str = include_str!("../../templates/en/pages/board.js");
/// The search of the archive, which has lists without it.
pub const SEARCH: &str = include_str!("../../templates/en/pages/search.js");

/// The templates of the pages in the folder.
///
/// # Errors
/// A template is faulty.
pub fn environment(language: &str) -> Result<Environment<'static>> {
    let mut environment = environment_of(TEMPLATES, language)?;
    environment.add_template("sitemap.xml", SITEMAP)?;
    Ok(environment)
}

/// Templates by their names, in which everything is escaped that was not made here. A language without templates has the
/// English ones.
///
/// # Errors
/// A template is faulty.
pub fn environment_of(templates: Templates, language: &str) -> Result<Environment<'static>> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    // The escapes are those of XML, too.
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let of = |wanted: &str| templates.iter().find(|(language, _)| *language == wanted);
    let templates = of(language).or_else(|| of(ENGLISH)).map(|(_, all)| *all);
    for (name, text) in templates.unwrap_or_default() {
        environment
            .add_template(name, text)
            .with_context(|| format!("the template pages/{name}"))?;
    }
    Ok(environment)
}

/// Markup or a path that was made here, and is not escaped again.
pub fn made(text: impl Into<String>) -> Value {
    Value::from_safe_string(text.into())
}

/// Text as HTML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_html(text, &mut out);
    out
}

/// Words of others as one line: without control characters, keys, addresses and marks of direction.
pub fn shown(text: &str) -> String {
    let text = clean(text, LONGEST);
    if !text.contains('@') {
        return text;
    }
    let words = text.split(' ').map(|word| match word.contains('@') {
        true => "[address]",
        false => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The name of a folder, made of ASCII letters, digits and hyphens; it may be empty.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in shown(name).nfd() {
        match c {
            c if c.is_ascii_alphanumeric() => slug.push(c.to_ascii_lowercase()),
            c if c.is_ascii() && !slug.ends_with('-') && !slug.is_empty() => slug.push('-'),
            _ => {}
        }
    }
    slug.truncate(LONGEST_SLUG);
    slug.trim_end_matches('-').to_owned()
}

/// The folder of a variant.
pub fn variant_folder(id: &str) -> String {
    let made = slug(id);
    match made == id {
        true => made,
        false => {
            let hash = id
                .bytes()
                .fold(0_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(b.into()));
            format!("{made}-{hash:08x}")
        }
    }
}

/// The folder of the page of an event.
pub fn event_path(event: &Contest) -> String {
    format!("events/{}/", slug(&event.name))
}

/// A link by which somebody writes a mail to the server, without any key.
pub fn mailto(address: &str, subject: &str, body: &str) -> Value {
    let mut link = "mailto:".to_owned();
    percent(address, "@", &mut link);
    link.push_str("?subject=");
    percent(subject, "", &mut link);
    link.push_str("&amp;body=");
    percent(body, "", &mut link);
    made(link)
}

/// Percent-encodes a part of a `mailto:` URI (RFC 6068 section 2).
fn percent(text: &str, kept: &str, out: &mut String) {
    for byte in text.bytes() {
        let c = char::from(byte);
        match c.is_ascii_alphanumeric() || "-._~".contains(c) || kept.contains(c) {
            true => out.push(c),
            false => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
}

/// A text of rules as HTML: a line above indented ones is a heading; prose flows, and columns and boards keep their lines.
pub fn prose(text: &str) -> String {
    let mut out = String::new();
    for (number, block) in text.split("\n\n").enumerate() {
        let lines: Vec<&str> = block.lines().filter(|line| !line.is_empty()).collect();
        let Some((first, rest)) = lines.split_first() else {
            continue;
        };
        let indented = |line: &&str| line.starts_with(' ');
        let is_title = number == 0 && rest.is_empty();
        let capitals = first.contains(char::is_uppercase) && !first.contains(char::is_lowercase);
        let is_heading = capitals || rest.iter().all(indented);
        let body = match !rest.is_empty() && !indented(first) && is_heading {
            // The name of the game is the heading of the page.
            true if number == 0 && capitals => rest,
            true => {
                let _ = writeln!(out, "<h3>{}</h3>", escaped(first));
                rest
            }
            // The name of the game, which is the heading of the page.
            false if is_title => continue,
            false => &lines[..],
        };
        let margin = body
            .iter()
            .map(|line| line.len() - line.trim_start().len())
            .min();
        let margin = margin.unwrap_or(0);
        let body = body.iter().map(|line| &line[margin..]);
        let body: Vec<&str> = body.collect();
        let items = items(&body);
        for part in items.chunk_by(|one, other| is_column(one) == is_column(other)) {
            match part.first().is_some_and(|item| is_column(item)) {
                true => {
                    let _ = writeln!(
                        out,
                        "<pre tabindex=\"0\">{}</pre>",
                        escaped(&part.concat().join("\n"))
                    );
                }
                false => paragraphs(part, &mut out),
            }
        }
    }
    out
}

/// Lines with those that are indented below them.
fn items<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut items: Vec<Vec<&str>> = Vec::new();
    for line in lines.iter().copied() {
        match items.last_mut().filter(|_| line.starts_with(' ')) {
            Some(item) => item.push(line),
            None => items.push(vec![line]),
        }
    }
    items
}

/// Whether lines are columns or part of a board.
fn is_column(item: &[&str]) -> bool {
    let first = item.first().is_some_and(|line| line.starts_with(' '));
    first || item.iter().any(|line| line.trim().contains("  "))
}

/// Prose; a line with others indented below it is a paragraph of its own, and so is a numbered ruling.
fn paragraphs(items: &[Vec<&str>], out: &mut String) {
    let is_ruling = |line: &str| {
        let code = line.split(' ').next().unwrap_or_default();
        code.starts_with(|c: char| c.is_ascii_uppercase())
            && code.ends_with(|c: char| c.is_ascii_digit())
    };
    let own = |item: &Vec<&str>| item.len() > 1 || item.first().is_some_and(|line| is_ruling(line));
    for part in items.chunk_by(|one, other| !own(one) && !own(other)) {
        let lines = part.concat();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let is_point = |line: &str| line.trim_start().starts_with("- ");
        // A list within it: what is indented less than a point is behind it.
        let follows = |before: &&str, line: &&str| {
            let least = indent(before) + usize::from(is_point(before));
            !is_point(line) && indent(line) >= least
        };
        for lines in lines.chunk_by(follows) {
            let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
            let text = escaped(&lines.join(" "));
            let _ = match text.strip_prefix("- ") {
                Some(text) => writeln!(out, "<p class=\"point\">{text}</p>"),
                None => writeln!(out, "<p>{text}</p>"),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_are_one_harmless_line() {
        let key = format!("a{}", "b".repeat(31));
        for (text, expected) in [
            ("Anna", "Anna"),
            ("A\r\nBEGIN:VEVENT", "A BEGIN:VEVENT"),
            ("\u{202e}annA", "annA"),
            ("Anna anna@example.org", "Anna [address]"),
            (&*key, "[key]"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    #[test]
    fn rules_flow_and_columns_stay() {
        let text = "IN THE BIN\nby D. I.\n\nTHE IDEA\nPieces come\nfrom a bin.\n\nTHE END\n  X1 Mate.\n  X2 If both\n     agree:\n     - drawn\n       at once\n  There is\n  no more.\n\nTHE PIECES\n  K King   one\n           step\n";
        let html = "<p>by D. I.</p>\n<h3>THE IDEA</h3>\n<p>Pieces come from a bin.</p>\n<h3>THE END</h3>\n<p>X1 Mate.</p>\n<p>X2 If both agree:</p>\n<p class=\"point\">drawn at once</p>\n\
                    <p>There is no more.</p>\n<h3>THE PIECES</h3>\n<pre tabindex=\"0\">K King   one\n         step</pre>\n";
        assert_eq!(prose(text), html);
    }

    #[test]
    fn slugs_are_made() {
        for (name, expected) in [
            ("Anna", "anna"),
            ("../../etc/passwd", "etc-passwd"),
            ("Żółć & Søn", "zoc-sn"),
            ("<script>", "script"),
            ("Анна", ""),
            ("--x--", "x"),
        ] {
            assert_eq!(slug(name), expected, "{name}");
        }
    }

    #[test]
    fn a_link_for_mail_is_encoded() {
        let link = mailto("play@example.org", "register \"me\"", "a&b\n");
        assert_eq!(
            link.to_string(),
            "mailto:play@example.org?subject=register%20%22me%22&amp;body=a%26b%0A"
        );
    }
}

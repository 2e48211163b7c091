//! The HTML page: paragraphs, links and blocks, written one after the other.

use std::fmt::Write;

use crate::text::escape_html;

use super::lines::{Kind, explained, joined};
use super::{AnswerTo, Block, Group};

/// Some programs read this, others the same in the head. There are no colours but those of boards, and links have the
/// program's own: programs that darken a page do not tell it.
const STYLE: &str = ":root{color-scheme:light dark}";

/// Links of more characters may be broken at blanks.
const LONGEST: usize = 10;

/// Pixels of the longest bar, so that a line has room beside it on a narrow screen.
const LONGEST_BAR: u16 = 96;
/// A bar is seen on a light ground and on a dark one.
const BAR: &str = "#5b7fb4";

/// Words that are no part of what has happened: grey on any ground.
const SMALL: &str = "style=\"font-size:13px;opacity:0.85;";

/// A page that is written.
pub(super) struct Page<'a> {
    out: String,
    /// A link up to the text of the answer.
    link: String,
    /// The token that an answer has to hold in its text.
    token: Option<&'a str>,
    /// Whether what is written now is small.
    small: bool,
    /// Lines that are links in sentences, besides commands; `None`: no sentence has links.
    offered: Option<&'a [String]>,
}

impl<'a> Page<'a> {
    /// The beginning of a page with links to an answer.
    pub(super) fn new(
        answer_to: &'a AnswerTo,
        subject: &str,
        language: &str,
        offered: Option<&'a [String]>,
    ) -> Self {
        let mut page = Page {
            out: String::with_capacity(14 << 10),
            link: link_start(answer_to, subject),
            token: answer_to.token.as_deref(),
            offered,
            small: false,
        };
        let _ = write!(
            page.out,
            "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>"
        );
        escape_html(subject, &mut page.out);
        // Word knows no greatest width, but that of a table.
        let _ = write!(
            page.out,
            "</title>\n<style>{STYLE}</style>\n</head>\n<body style=\"margin:0\">\n\
             <!--[if mso]><table role=\"presentation\" width=\"560\" align=\"center\"><tr><td><![endif]-->\n\
             <div role=\"main\" style=\"max-width:544px;margin:0 auto;padding:8px;\
             font:16px/1.5 'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:break-word\">\n"
        );
        page
    }

    /// Ends the page, and returns the whole HTML text.
    pub(super) fn end(mut self) -> String {
        self.out.push_str(if self.small { "</div>\n" } else { "" });
        let end = "</div>\n<!--[if mso]></td></tr></table><![endif]-->\n</body></html>\n";
        self.out.push_str(end);
        self.out
    }

    pub(super) fn block(&mut self, block: &Block) {
        match block {
            Block::Board(html) => self.out.push_str(html),
            Block::Lines(lines) => {
                for line in lines {
                    self.out.push_str("<div class=\"signs\">");
                    escape_html(line.trim(), &mut self.out);
                    self.out.push_str("</div>\n");
                }
            }
            Block::Headline(sentence) => {
                let start = "<h1 style=\"margin:4px 0;font-size:22px;line-height:1.3\">";
                self.out.push_str(start);
                self.sentence(sentence);
                self.out.push_str("</h1>\n");
            }
            Block::Aside(sentence) => self.aside(sentence),
            Block::Link(text, url) => self.page_link(text, url),
            Block::Bars(lines) => self.bars(lines),
            Block::Answers { title, groups } => self.answers(title, groups),
            Block::Small => self.small(),
        }
    }

    /// The lines are what is read aloud. A bar is a table of one cell, which Word gives its width, too.
    fn bars(&mut self, lines: &[(String, u16)]) {
        let start = "<table role=\"presentation\" cellspacing=\"0\" style=\"margin:8px 0\">\n";
        self.out.push_str(start);
        for (line, length) in lines {
            self.out.push_str("<tr><td style=\"padding-right:8px\">");
            escape_html(line.trim(), &mut self.out);
            let width = length * LONGEST_BAR / 100;
            let _ = writeln!(
                self.out,
                "</td><td><table role=\"presentation\" cellspacing=\"0\"><tr><td width=\"{width}\" \
                 bgcolor=\"{BAR}\" style=\"padding:0;font-size:10px;line-height:12px\">&nbsp;</td></tr></table></td></tr>"
            );
        }
        self.out.push_str("</table>\n");
    }

    /// A link to a page of the server.
    fn page_link(&mut self, text: &str, url: &str) {
        self.out.push_str("<p style=\"margin:8px 0\"><a href=\"");
        escape_html(url, &mut self.out);
        self.out.push_str("\">");
        escape_html(text, &mut self.out);
        self.out.push_str("</a></p>\n");
    }

    /// What is said by the way.
    pub(super) fn aside(&mut self, sentence: &str) {
        let _ = write!(self.out, "<p {SMALL}margin:0 0 8px\">");
        self.sentence(sentence);
        self.out.push_str("</p>\n");
    }

    /// All that follows is small.
    fn small(&mut self) {
        if !self.small {
            let above = "margin-top:16px;padding-top:8px;border-top:1px solid #999";
            let _ = writeln!(self.out, "<div {SMALL}{above}\">");
            self.small = true;
        }
    }

    fn answers(&mut self, title: &str, groups: &[Group]) {
        // Far enough from each other for fingers.
        let start = "<table class=\"answers\" width=\"100%\" cellspacing=\"0\" style=\"margin:8px 0;line-height:32px\">\n\
                     <caption style=\"text-align:left;line-height:1.5\">";
        self.out.push_str(start);
        escape_html(title, &mut self.out);
        self.out.push_str("</caption>\n");
        for Group { label, answers } in groups {
            self.out
                .push_str("<tr valign=\"top\"><th scope=\"row\" align=\"left\" width=\"90\" style=\"padding-right:8px\">");
            escape_html(label, &mut self.out);
            self.out.push_str("</th><td>\n");
            for (shown, answer) in answers {
                // A turn is not broken at its hyphens, and a short one not at its blanks.
                let mut shown = shown.replace('-', "\u{2011}");
                if shown.chars().count() <= LONGEST {
                    shown = shown.replace(' ', "\u{a0}");
                }
                self.link(&shown, answer, " style=\"padding:6px\"");
                self.out.push('\n');
            }
            self.out.push_str("</td></tr>\n");
        }
        self.out.push_str("</table>\n");
    }

    /// A command that is named: as a link that writes it, if it can be sent as it is.
    fn named(&mut self, command: &str) {
        // A line of the text may end within it.
        let whole = command.replace('\n', " ");
        let linked = |offered: &[String]| is_answer(command) || offered.contains(&whole);
        if self.offered.is_some_and(linked) {
            return self.link(command, &whole, " style=\"white-space:nowrap\"");
        }
        self.out.push_str("<code>");
        escape_html(command, &mut self.out);
        self.out.push_str("</code>");
    }

    /// A link that writes `answer`, with an attribute for its style.
    fn link(&mut self, shown: &str, answer: &str, style: &str) {
        self.out.push_str(&self.link);
        percent(answer, &mut self.out);
        if let Some(token) = self.token {
            self.out.push_str("%0D%0A%0D%0A");
            percent(token, &mut self.out);
        }
        let _ = write!(self.out, "\"{style}>");
        escape_html(shown, &mut self.out);
        self.out.push_str("</a>");
    }

    pub(super) fn lines(&mut self, kind: Kind, lines: &[&str]) {
        match kind {
            Kind::Blank => {}
            Kind::Rule => self.out.push_str("<hr>\n"),
            Kind::Columns => {
                // A board stays as it is on a narrow screen, where it is moved sideways.
                let style = "margin:8px 0;font:13px/1.3 monospace;white-space:pre;overflow-x:auto";
                let _ = write!(self.out, "<pre style=\"{style}\">");
                for (index, line) in lines.iter().enumerate() {
                    self.out.push_str(if index == 0 { "" } else { "\n" });
                    escape_html(line.trim_end(), &mut self.out);
                }
                self.out.push_str("</pre>\n");
            }
            Kind::Explained => {
                let explained = lines.iter().map(|line| explained(line.trim_start()));
                for (command, what) in explained.flatten() {
                    let start = "<div style=\"margin-left:24px;text-indent:-12px\">";
                    self.out.push_str(start);
                    for (index, one) in command.split(", ").enumerate() {
                        self.out.push_str(if index == 0 { "" } else { ", " });
                        self.named(one);
                    }
                    self.out.push_str(" &nbsp; ");
                    self.sentence(what);
                    self.out.push_str("</div>\n");
                }
            }
            Kind::Quoted | Kind::QuotedBelow | Kind::Plain | Kind::Indented => {
                let margin = match kind {
                    Kind::Quoted | Kind::Plain => "8px 0",
                    _ => "8px 0 8px 12px",
                };
                let quoted = matches!(kind, Kind::Quoted | Kind::QuotedBelow);
                let (tag, bar) = match quoted {
                    true => ("div", ";border-left:3px solid #888888;padding-left:8px"),
                    false => ("p", ""),
                };
                let _ = write!(self.out, "<{tag} style=\"margin:{margin}{bar}\">");
                for (index, paragraph) in joined(lines).iter().enumerate() {
                    self.out.push_str(if index == 0 { "" } else { "<br>\n" });
                    match quoted {
                        true => escape_html(paragraph, &mut self.out),
                        false => self.sentence(paragraph),
                    }
                }
                let _ = writeln!(self.out, "</{tag}>");
            }
        }
    }

    /// The server's own words; commands in them become links that write them.
    fn sentence(&mut self, text: &str) {
        let mut parts = text.split('`').enumerate().peekable();
        while let Some((index, part)) = parts.next() {
            let inner = index % 2 == 1;
            if inner && parts.peek().is_some() {
                self.named(part);
                continue;
            }
            // A backtick without another one.
            self.out.push_str(if inner { "`" } else { "" });
            escape_html(part, &mut self.out);
        }
    }
}

/// Whether a command that a sentence names can be sent as it is. Those that cannot be taken back
/// are not among them, nor those that want more words.
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

/// A link to an answer, up to its text. Of the subject of a letter about a game, its number is enough.
fn link_start(to: &AnswerTo, subject: &str) -> String {
    let number = subject
        .strip_prefix("[#")
        .and_then(|rest| rest.split_once(']'));
    let subject = number.map_or(subject, |(number, _)| &subject[..number.len() + 3]);
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
    let unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    for part in text.split_inclusive(|c| !unreserved(c)) {
        let end = part.trim_end_matches(|c| !unreserved(c));
        out.push_str(end);
        for byte in part[end.len()..].bytes() {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

//! Finds the author's own lines among quotes and signatures (`docs/mail-protocol.md`, rule 3).

use std::ops::ControlFlow::{self, Break, Continue};

use super::attribution::{attribution, names_writer, quote_follows};
use super::{OwnAddress, ParsedMessage, dates::Dates, footers, header_block, letter, quotes};
use super::{known::Known, line_kind::LineKind};

/// The name under which our letters leave if the operator gives no other.
const DEFAULT_NAME: &str = "zugpost";

/// At most this many lines of a text are looked at. A letter quoted twelve times has a thousand.
const MOST_LINES: usize = 20_000;
/// At most this many of them without a quote mark at their beginning: to tell the author's lines from what
/// mail programs add costs some microseconds each.
const MOST_UNMARKED: usize = 400;
/// At most so many bytes of these.
const MOST_BYTES: usize = 32 * 1024;
/// At most so many bytes of a line are read.
const LONGEST: usize = 8 * 1024;

/// The author's own lines of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuthorLines {
    /// The lines, top to bottom; see [`ParsedMessage::author_lines`].
    pub lines: Vec<String>,
    /// How many of them are above the first line that is quoted.
    pub above: usize,
    /// Lines below a [border](LineKind::Border): no mark tells whether they are the author's or quoted.
    pub unsure: Vec<String>,
    /// How many lines with text are below those that were looked at, and how many of these were
    /// cut.
    pub unread: usize,
}

impl ParsedMessage {
    /// The author's own lines, top to bottom, with how much was not read. Quotes and attribution lines are left out, and
    /// reading continues below them. It ends at a signature, at what mail programs and companies add, or where an
    /// unmarked copy of our letter begins.
    ///
    /// Lines have no trailing blanks; those that are too long are cut. One empty line separates paragraphs, also where a
    /// quote was left out; there is none at the start or the end.
    pub fn author_lines(&self, ours: &OwnAddress) -> AuthorLines {
        read_lines(&self.body, &self.known(ours))
    }

    /// Every line of the text with what it is, as [`ParsedMessage::author_lines`] takes it.
    pub fn sorted_lines(&self, ours: &OwnAddress) -> Vec<(LineKind, String)> {
        let lines = sorted(&self.body, &self.known(ours));
        lines.map(|(kind, line)| (kind, line.to_owned())).collect()
    }

    /// Our address, and the names that mail programs may call us by.
    fn known(&self, ours: &OwnAddress) -> Known {
        let mut names = self.our_names.clone();
        names.push(DEFAULT_NAME.to_owned());
        let (local, domain) = (ours.address.local(), ours.address.domain());
        Known {
            names,
            address: Some((local.to_lowercase(), domain.to_lowercase())),
        }
    }
}

fn read_lines(body: &str, known: &Known) -> AuthorLines {
    let mut own = AuthorLines::default();
    let (mut gap, mut quoted) = (false, false);
    for (kind, line) in sorted(body, known) {
        let to = match kind {
            LineKind::Own => &mut own.lines,
            LineKind::Unsure => &mut own.unsure,
            _ => {
                own.unread += usize::from(kind == LineKind::Unread && !line.is_empty());
                gap = true;
                quoted |= kind != LineKind::Blank;
                continue;
            }
        };
        if std::mem::take(&mut gap) && !to.is_empty() {
            to.push(String::new());
        }
        let end = line.floor_char_boundary(LONGEST);
        own.unread += usize::from(end < line.len());
        to.push(line[..end].to_owned());
        if !quoted {
            own.above = own.lines.len();
        }
    }
    own
}

/// The lines of a text, without trailing blanks, with what they are.
fn sorted<'a>(body: &'a str, known: &Known) -> impl Iterator<Item = (LineKind, &'a str)> + use<'a> {
    let mut all = body.lines().map(str::trim_end);
    let lines: Vec<&str> = all.by_ref().take(MOST_LINES).collect();
    let reader = Reader {
        lines: &lines,
        known,
        letter: letter::last_line(&lines),
    };
    let mut kinds: Vec<LineKind> = Vec::with_capacity(lines.len());
    let (mut first, mut unsure) = (true, false);
    let (mut unmarked, mut bytes) = (0, 0);
    let mut rest = LineKind::Unread;
    while kinds.len() < lines.len() && unmarked < MOST_UNMARKED && bytes < MOST_BYTES {
        let at = kinds.len();
        match reader.step(at, first) {
            Break(kind) => {
                kinds.push(kind);
                rest = LineKind::Below;
                break;
            }
            Continue((kind, count)) => {
                first &= kind != LineKind::Own;
                unsure |= kind == LineKind::Border;
                let kind = match kind {
                    LineKind::Own if unsure => LineKind::Unsure,
                    kind => kind,
                };
                if !matches!(kind, LineKind::Blank | LineKind::Quote) {
                    unmarked += 1;
                    bytes += lines[at].len();
                }
                kinds.extend(std::iter::repeat_n(kind, count.max(1)));
            }
        }
    }
    kinds.resize(lines.len(), rest);
    let below = all.map(move |line| (rest, line));
    kinds.into_iter().zip(lines).chain(below)
}

struct Reader<'a> {
    lines: &'a [&'a str],
    known: &'a Known,
    /// The last line of one of our letters without a quote mark.
    letter: Option<usize>,
}

impl Reader<'_> {
    /// Whether a line is between two quoted lines with the bar at which our letters show a player's
    /// words. It is a part of these words, which a mail program has wrapped without marking it
    /// again: nobody answers within them, and their author could have chosen where they wrap.
    fn in_bars(&self, at: usize) -> bool {
        let barred = |line: &&str| {
            let marked = line.trim_start().strip_prefix('>');
            marked.is_some_and(|rest| rest.trim_start_matches(['>', ' ']).starts_with('|'))
        };
        let above = at.checked_sub(1).and_then(|above| self.lines.get(above));
        above.is_some_and(barred) && self.lines.get(at + 1).is_some_and(barred)
    }

    /// What the line at `at` is: `Break` at the end of reading, else how many lines are the same as it.
    /// `first`: nothing of the author's has come yet.
    fn step(&self, at: usize, first: bool) -> ControlFlow<LineKind, (LineKind, usize)> {
        let line = self.lines[at].trim_start();
        if line.is_empty() {
            return Continue((LineKind::Blank, 1));
        }
        if quotes::is_quoted(self.lines, at) || self.in_bars(at) {
            return Continue((LineKind::Quote, 1));
        }
        // `-----Original Message-----`, in any language.
        if dashed(line, 4) {
            // Zoho frames the attribution, too.
            return match quote_follows(self.lines, at + 1) && Dates::of(line).any() {
                true => Continue((LineKind::Attribution, 1)),
                false => Break(LineKind::Headers),
            };
        }
        let attribution = attribution(self.lines, at, self.known);
        if let Some(count) = attribution.filter(|count| self.marked(at + count)) {
            return Continue((LineKind::Attribution, count));
        }
        if line == "--" {
            return Break(LineKind::Signature);
        }
        if letter::is_marker(line) || letter::board(self.lines, at) {
            return Break(LineKind::Letter);
        }
        if header_block::begins(self.lines, at, self.known)
            || self.above_letter(at)
            || dashed(line, 3) && self.headers_follow(at)
        {
            return Break(LineKind::Headers);
        }
        if footers::is_footer(self.lines, at) {
            // An answer may be below the quote, with the signature of a phone above it.
            return match first {
                true => Continue((LineKind::Footer, 1)),
                false => Break(LineKind::Footer),
            };
        }
        if !first && attribution.is_some_and(|count| self.is_ours(at, count)) {
            // Somebody who answers above our letter does not answer below it.
            return Break(LineKind::Letter);
        }
        let border = is_rule(line) || names_writer(line) && !self.marked(at + 1);
        Continue(match attribution {
            Some(count) => (LineKind::Border, count),
            None if border => (LineKind::Border, 1),
            None => (LineKind::Own, 1),
        })
    }

    /// Whether the next line with text begins a header block.
    fn headers_follow(&self, at: usize) -> bool {
        let next = quotes::next_line(self.lines, at + 1);
        next.is_some_and(|next| header_block::begins(self.lines, next, self.known))
    }

    /// Whether these lines say that we have written what is below.
    fn is_ours(&self, at: usize, count: usize) -> bool {
        let mut lines = self.lines.iter().skip(at).take(count);
        lines.any(|line| self.known.addressed(line) || self.known.named(line))
    }

    /// Whether the next line with text has a quote mark.
    fn marked(&self, from: usize) -> bool {
        let next = quotes::next_line(self.lines, from);
        next.is_some_and(|next| quotes::is_quoted(self.lines, next))
    }

    /// Whether an unmarked letter of ours goes on below this line, which has our name or address and a
    /// date or a colon: whatever is between, it is what a mail program wrote above the letter.
    fn above_letter(&self, at: usize) -> bool {
        let line = self.lines[at];
        if line.len() > 400 || self.letter.is_none_or(|last| last <= at) {
            return false;
        }
        let dates = Dates::of(line);
        let colon = line.ends_with([':', '：']);
        self.known.addressed(line) && (dates.any() || colon || line.contains([':', '：']))
            || self.known.named(line) && dates.both()
    }
}

/// A row of low lines, as some mail programs put above a quote. `<hr>` in HTML becomes one.
fn is_rule(line: &str) -> bool {
    line.len() >= 8 && line.bytes().all(|byte| byte == b'_')
}

/// Whether there are words between two rows of dashes, the first of at least so many.
fn dashed(line: &str, least: usize) -> bool {
    let words = line.trim_start_matches('-');
    let before = line.len() - words.len();
    let inner = words.trim_end().trim_end_matches('-');
    let after = words.trim_end().len() - inner.len();
    before >= least && after >= 3 && line.len() <= 400 && inner.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests;

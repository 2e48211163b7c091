//! Finds the author's own lines among quotes and signatures (`docs/mail-protocol.md`, rule 3).

use std::ops::ControlFlow;

use super::attribution::{attribution, quote_follows};
use super::known::{self, Known};
use super::line_kind::LineKind;
use super::{OwnAddress, ParsedMessage, dates::Dates, footers, header_block, letter, quotes};

/// The name under which our letters leave if the operator gives no other.
const DEFAULT_NAME: &str = "zugpost";

/// At most this many lines of a text are looked at. A letter quoted twelve times has a thousand.
const MOST_LINES: usize = 20_000;
/// At most this many of them without a quote mark at their beginning: to tell the author's lines from what
/// mail programs add costs some microseconds each.
const MOST_UNMARKED: usize = 1_000;
/// At most so many bytes of these.
const MOST_BYTES: usize = 64 * 1024;
/// At most so many bytes of a line are read.
const LONGEST: usize = 8 * 1024;

/// The author's own lines of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuthorLines {
    /// The lines, top to bottom; see [`own_lines`].
    pub lines: Vec<String>,
    /// How many lines with text stand below those that were looked at, and how many of these were cut.
    pub unread: usize,
}

impl ParsedMessage {
    /// The author's own lines, as [`own_lines`] of the text, but with our address and the names that the
    /// headers give us.
    #[must_use]
    pub fn own_lines(&self, ours: &OwnAddress) -> Vec<String> {
        self.author_lines(ours).lines
    }

    /// As [`ParsedMessage::own_lines`], with how much was not read.
    #[must_use]
    pub fn author_lines(&self, ours: &OwnAddress) -> AuthorLines {
        let names = self.names();
        let (local, domain) = lower(ours);
        let known = Known {
            names: &names,
            address: Some((&local, &domain)),
        };
        read_lines(&self.body, &known)
    }

    /// Every line of the text with what it is, as [`ParsedMessage::own_lines`] takes it.
    #[must_use]
    pub fn sorted_lines(&self, ours: &OwnAddress) -> Vec<(LineKind, String)> {
        let names = self.names();
        let (local, domain) = lower(ours);
        let known = Known {
            names: &names,
            address: Some((&local, &domain)),
        };
        let sorted = sorted(&self.body, &known).into_iter();
        sorted.map(|(kind, line)| (kind, line.to_owned())).collect()
    }

    /// The names that mail programs may call us by.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.our_names.clone();
        names.push(DEFAULT_NAME.to_owned());
        names
    }
}

/// Local part and domain of our address, in lower case.
fn lower(ours: &OwnAddress) -> (String, String) {
    (
        ours.address.local().to_lowercase(),
        ours.address.domain().to_lowercase(),
    )
}

/// As [`ParsedMessage::own_lines`], of a text alone: our address is that of a letter quoted in it, if it
/// has one.
///
/// The author's own lines, top to bottom. Quotes and attribution lines are left out, and reading
/// continues below them. It ends at a signature, at what mail programs and companies add, or where an
/// unmarked copy of our letter begins.
///
/// Lines have no trailing blanks. One empty line separates paragraphs, also where a quote was left out;
/// there is none at the start or the end.
#[must_use]
pub fn own_lines(body: &str) -> Vec<String> {
    let address = known::address_in(body);
    let known = Known {
        names: &[DEFAULT_NAME.to_owned()],
        address: address
            .as_ref()
            .map(|(local, domain)| (local.as_str(), domain.as_str())),
    };
    read_lines(body, &known).lines
}

fn read_lines(body: &str, known: &Known<'_>) -> AuthorLines {
    let mut own = AuthorLines::default();
    let mut gap = false;
    for (kind, line) in sorted(body, known) {
        if kind != LineKind::Own {
            own.unread += usize::from(kind == LineKind::Unread);
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) && !own.lines.is_empty() {
            own.lines.push(String::new());
        }
        own.unread += usize::from(line.len() > LONGEST - 4);
        own.lines.push(line.to_owned());
    }
    own
}

/// The beginning of a line that is too long.
fn cut(line: &str) -> &str {
    line[..line.floor_char_boundary(LONGEST)].trim_end()
}

/// Every line of a text, without trailing blanks, with what it is.
fn sorted<'a>(body: &'a str, known: &Known<'_>) -> Vec<(LineKind, &'a str)> {
    let mut all = body.lines().map(cut);
    let lines: Vec<&str> = all.by_ref().take(MOST_LINES).collect();
    let reader = Reader {
        lines: &lines,
        known,
        letter: letter::last_line(&lines),
    };
    let mut kinds: Vec<LineKind> = Vec::with_capacity(lines.len());
    let mut first = true;
    let (mut unmarked, mut bytes) = (0, 0);
    let mut rest = LineKind::Unread;
    while kinds.len() < lines.len() && unmarked < MOST_UNMARKED && bytes < MOST_BYTES {
        let at = kinds.len();
        match reader.step(at, first) {
            ControlFlow::Break(kind) => {
                kinds.push(kind);
                rest = LineKind::Below;
                break;
            }
            ControlFlow::Continue((kind, count)) => {
                first &= kind != LineKind::Own;
                if !matches!(kind, LineKind::Blank | LineKind::Quote) {
                    unmarked += 1;
                    bytes += lines[at].len();
                }
                kinds.extend(std::iter::repeat_n(kind, count.max(1)));
            }
        }
    }
    let mut sorted: Vec<(LineKind, &str)> = kinds.into_iter().zip(lines.iter().copied()).collect();
    let below = lines[sorted.len()..].iter().copied().chain(all);
    sorted.extend(below.map(|line| match line.is_empty() {
        true => (LineKind::Blank, line),
        false => (rest, line),
    }));
    sorted
}

struct Reader<'a> {
    lines: &'a [&'a str],
    known: &'a Known<'a>,
    /// The last line of one of our letters without a quote mark.
    letter: Option<usize>,
}

impl Reader<'_> {
    /// Whether a line stands between two quoted lines with the bar at which our letters show a player's words.
    /// It is a part of these words, which a mail program has wrapped without marking it again: nobody
    /// answers within them, and whoever wrote them could have chosen where they wrap.
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
            return ControlFlow::Continue((LineKind::Blank, 1));
        }
        if quotes::is_quoted(self.lines, at) {
            return ControlFlow::Continue((LineKind::Quote, 1));
        }
        if self.in_bars(at) {
            return ControlFlow::Continue((LineKind::Quote, 1));
        }
        if framed(line) {
            // Zoho frames the attribution, too.
            return if quote_follows(self.lines, at + 1) && Dates::of(line).any() {
                ControlFlow::Continue((LineKind::Attribution, 1))
            } else {
                ControlFlow::Break(LineKind::Headers)
            };
        }
        let attribution = attribution(self.lines, at, self.known);
        if let Some(count) = attribution
            && self.marked(at + count)
        {
            return ControlFlow::Continue((LineKind::Attribution, count));
        }
        if line == "--" {
            return ControlFlow::Break(LineKind::Signature);
        }
        if letter::is_marker(line) || letter::board(self.lines, at) {
            return ControlFlow::Break(LineKind::Letter);
        }
        if header_block::begins(self.lines, at, self.known) || self.above_letter(at) {
            return ControlFlow::Break(LineKind::Headers);
        }
        if footers::is_footer(self.lines, at) {
            // An answer may stand below the quote, with the signature of a phone above it.
            return if first {
                ControlFlow::Continue((LineKind::Footer, 1))
            } else {
                ControlFlow::Break(LineKind::Footer)
            };
        }
        ControlFlow::Continue(match attribution {
            Some(count) => (LineKind::Attribution, count),
            None => (LineKind::Own, 1),
        })
    }

    /// Whether the next line with text has a quote mark.
    fn marked(&self, from: usize) -> bool {
        let rest = self.lines.get(from..).unwrap_or_default();
        rest.iter()
            .position(|line| !line.is_empty())
            .is_some_and(|skip| quotes::is_quoted(self.lines, from + skip))
    }

    /// Whether an unmarked letter of ours goes on below this line, which has our name or address and a
    /// date or a colon: whatever stands between, it is what a mail program wrote above the letter.
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

/// `-----Original Message-----`, in any language: words between two rows of dashes.
fn framed(line: &str) -> bool {
    let words = line.trim_start_matches('-');
    let before = line.len() - words.len();
    let inner = words.trim_end().trim_end_matches('-');
    let after = words.trim_end().len() - inner.len();
    before >= 4 && after >= 3 && line.len() <= 400 && inner.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(body: &str) -> Vec<String> {
        own_lines(body)
    }

    #[test]
    fn quotes_are_left_out_and_reading_continues() {
        let body = "Hello\n\n\nOn Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@example.org> wrote:\n> 8 | |\n\n> more\ne4\ndraw offer\n";
        assert_eq!(own(body), ["Hello", "", "e4", "draw offer"]);
        assert_eq!(own("> q\n\nNg8-f6 @@e6\n"), ["Ng8-f6 @@e6"]);
    }

    #[test]
    fn attributions_in_many_languages() {
        for line in [
            "On Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@example.org> wrote:",
            "On Fri, Nov 20, 2026 at 10:11 AM Zugpost\n<play@example.org> wrote:",
            "On Fri, Nov 20, 2026 at 10:11 AM\nZugpost <play+abcdefghijklmnopqrstuvw@example.org>\nwrote:",
            "Am 20.11.26 um 10:11 schrieb Zugpost:",
            "Am Freitag, 20. November 2026 schrieb Zugpost <play@example.org>:",
            "Le ven. 20 nov. 2026 à 10:11, Zugpost <play@example.org> a écrit :",
            "El vie, 20 nov 2026 a las 10:11, Zugpost (<play@example.org>) escribió:",
            "Il giorno ven 20 nov 2026 Zugpost\n<play@example.org> ha scritto:",
            "Op vr 20 nov 2026 schreef Zugpost <play@example.org>:",
            "Em sex., 20 de nov. de 2026, Zugpost escreveu:",
            "пт, 20 нояб. 2026 г. в 10:11, Zugpost <play@example.org>:",
            "20 ноября 2026 г. Zugpost написал:",
            "W dniu 20.11.2026 o 10:11, Zugpost pisze:",
            "2026-11-20 10:11 GMT+01:00 Zugpost <play@example.org>:",
        ] {
            assert_eq!(own(&format!("e4\n{line}\n> q\n")), ["e4"], "{line}");
            assert_eq!(
                own(&format!("e4\n\n{line}\n\n> q\nd4\n")),
                ["e4", "", "d4"],
                "{line}"
            );
        }
        assert_eq!(own("e4\n\nZugpost wrote:\n> q\n"), ["e4"]);
    }

    #[test]
    fn a_turn_right_above_an_attribution_is_kept() {
        for turn in [
            "3. Ng1-f3 @@e3",
            "e4",
            "address add a@b.org",
            "challenge Bob <bob@b.org> hans38",
            "a 20:15 b",
        ] {
            for line in [
                "On Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@example.org> wrote:",
                "On Fri, Nov 20, 2026 at 10:11 AM Zugpost\n<play@example.org> wrote:",
                "2026-11-20 10:11 GMT+01:00 Zugpost <play@example.org>:",
                "Am 20.11.26 um 10:11 schrieb Zugpost:",
            ] {
                assert_eq!(own(&format!("{turn}\n{line}\n> q\n")), [turn], "{line}");
            }
        }
    }

    #[test]
    fn prose_is_no_attribution() {
        for text in [
            "say as Lasker wrote: sit",
            "On my way to e4:",
            "move 3: e4",
            "Ng1-f3\n@@e3",
        ] {
            assert_eq!(own(text).join("\n"), text);
        }
        assert_eq!(own("say Bob wrote:\nhello"), ["say Bob wrote:", "hello"]);
    }

    #[test]
    fn an_attribution_right_above_a_quote_needs_no_language() {
        let address = "<play+abcdefghijklmnopqrst2345@example.org>";
        for line in [
            "Zugpost rašė:".to_owned(),
            "20.11.2026 10.11 xyzzy:".to_owned(),
            format!("Xyzzy Zugpost {address}:"),
            format!("{address} 10:11"),
            format!("Zugpost {address}\nxyzzy 2026-11-20 10:11:"),
            format!("Xyzzy 2026-11-20, 10:11\nZugpost {address}\nplugh:"),
            format!("Le ven. 20 nov. 2026 à 10:11, Zugpost {address}\na écrit :"),
            "Am 20.11.26 um 10:11 schrieb Zugpost".to_owned(),
        ] {
            for quote in ["> q", "| q", "--- #17: answer above this line ---"] {
                for turn in ["Bb5", "Bb5\nGood luck!", "leave 2026-12-01 to 2026-12-14"] {
                    let found = own(&format!("{turn}\n\n{line}\n{quote}\n"));
                    assert_eq!(found.join("\n"), turn, "{line}");
                }
            }
        }
    }

    #[test]
    fn what_stands_above_an_attribution_is_kept() {
        for turn in [
            "leave 2026-12-01 to 2026-12-14",
            "quiet 22:00-07:00",
            "if e5 then Nf3",
            "message boris@b.org",
            "say I wrote to Zugpost on 20.11.2026 at 10:11",
        ] {
            for line in [
                "Zugpost <play+abcdefghijklmnopqrst2345@example.org> wrote:",
                "Zugpost wrote:",
                "On Fri, 20 Nov 2026 at 10:11, Zugpost\n<play+abcdefghijklmnopqrst2345@example.org> wrote:",
            ] {
                let found = own(&format!("{turn}\n{line}\n> q\n"));
                assert_eq!(found, [turn], "{line}");
            }
            assert_eq!(own(&format!("{turn}\n> q\n")), [turn]);
        }
    }

    #[test]
    fn a_token_without_mark_does_not_hide_the_answer_below() {
        let body = "On Fri, 20 Nov 2026 at 10:11, Zugpost <play+abcdefghijklmnopqrst2345@example.org> wrote:\n> q\nabcdefghijklmnopqrst2345\n\nBb5\n";
        assert_eq!(own(body), ["abcdefghijklmnopqrst2345", "", "Bb5"]);
    }

    #[test]
    fn a_header_block_needs_no_language() {
        let block = "Xyzzy: Zugpost\nPlugh: 20.11.2026 10:11\nFrobozz: Alice <alice@wonder.example>\nYoho: [#17] Chess";
        assert_eq!(own(&format!("Bb5\n\n{block}\n\nwords")), ["Bb5"]);
        assert_eq!(own(&format!("say: hi\n{block}\nwords")), ["say: hi"]);
        let spaced = block.replace('\n', "\n\n");
        assert_eq!(own(&format!("Bb5\n{spaced}\n\nwords")), ["Bb5"]);
        for text in [
            "Plan: castle\nThen: attack\nAnna: good luck",
            "Note: see [#17]\nBb5\ndraw offer",
            "If: at 10:11\nThen: Nf3\nElse: resign",
        ] {
            assert_eq!(own(text).join("\n"), text);
        }
    }

    #[test]
    fn reading_ends() {
        for end in [
            "--",
            "-- ",
            "-----Original Message-----",
            "-------- Weitergeleitete Nachricht --------",
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "--- #17: answer above this line, or below the quote ---",
            "- #3: answer above this line, or",
            "--- #17: Antwort bitte über dieser Zeile ---",
            "— #17, #18: answer above this line, or below the quote —",
            "From: Zugpost <play@example.org>\nSent: Friday\nTo: Alice\nSubject: x",
            "*Von:* Zugpost\n*Gesendet:* Freitag\n*An:* Alice",
        ] {
            assert_eq!(own(&format!("e4\n{end}\nd4\n")), ["e4"], "{end}");
        }
        let quoted = "> --- #17: answer above this line, or below the quote ---";
        assert_eq!(own(&format!("e4\n{quoted}\nd4")), ["e4", "", "d4"]);
    }

    #[test]
    fn these_do_not_end_it() {
        for text in [
            "#17: Nf3",
            "- #17: Nf3",
            "--- #",
            "stop here please",
            "quit",
            "STOP",
            "End",
            "Thanks!",
            "thank you,",
            "from: x",
            "#17 e4",
            "---",
            "thanks for the game",
            "a-b--c",
        ] {
            assert_eq!(own(text), [text]);
        }
    }
}

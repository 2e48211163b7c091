//! The form of the file: sections, keys and values, and the lines on which they are.
//!
//! ```text
//! # a comment
//! [gardner:minishogi]
//! maxRank = 5
//! ```
//!
//! A section is a game; behind the colon is the game whose keys it takes over. Unlike programs that read
//! past what they do not know, each line is a comment, a section, a key or a fault.

use super::fault::{Fault, Faults};
use crate::rules::Reason;

/// The largest file that is looked at, in bytes.
pub const LARGEST: usize = 256 * 1024;
/// The most sections that a file may have.
pub const MOST_SECTIONS: usize = 500;
/// The most keys that a section may have: more than there are.
const MOST_KEYS: usize = 600;
/// The longest name of a section, in characters.
pub const LONGEST_NAME: usize = 32;
/// Blanks that may be around keys and values.
const BLANKS: [char; 2] = [' ', '\t'];

/// A game of the file, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name: the id of the game. Empty where the line cannot be read: its keys are looked at all the same.
    pub name: String,
    /// The game whose keys it takes over.
    pub parent: Option<String>,
    /// The line on which it begins, from 1.
    pub line: u32,
    /// Its keys in the order of the file, each once.
    pub entries: Vec<Entry>,
    /// The first words of lines that are at fault.
    pub lost: Vec<String>,
}

impl Section {
    fn new(name: &str, parent: Option<&str>, line: u32) -> Self {
        Self {
            name: name.to_owned(),
            parent: parent.map(str::to_owned),
            line,
            entries: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// A fault on a line of this section.
    pub fn fault(&self, line: u32, reason: Reason) -> Fault {
        match self.name.as_str() {
            "" => Fault::of_file(line, reason),
            name => Fault::new(name, line, reason),
        }
    }
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key: `maxRank`.
    pub key: String,
    /// What is behind `=`, without blanks around it; may be empty.
    pub value: String,
    /// Whether a blank ends the line, which the format takes for a part of the value.
    pub blank_at_end: bool,
    /// The line on which it is, from 1.
    pub line: u32,
}

/// Takes a file apart. What is at fault is left out; all else is read.
pub fn read(file: &[u8], faults: &mut Faults) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    if file.len() > LARGEST {
        let reason = Reason::new("file-too-large").number("most", LARGEST / 1024);
        faults.add(Fault::of_file(1, reason));
        return sections;
    }
    let text = match str::from_utf8(file) {
        Ok(text) => text,
        Err(error) => {
            let before = &file[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            faults.add(Fault::of_file(line as u32, Reason::new("file-not-utf-8")));
            return sections;
        }
    };
    if text.starts_with('\u{feff}') {
        faults.add(Fault::of_file(1, Reason::new("file-byte-order-mark")));
    }
    for (number, whole) in (1..).zip(text.trim_start_matches('\u{feff}').split_inclusive('\n')) {
        let ended = whole.ends_with('\n');
        let whole = whole.strip_suffix('\n').unwrap_or(whole);
        let whole = whole.strip_suffix('\r').unwrap_or(whole);
        let line = whole.trim_matches(BLANKS);
        let odd = odd_sign(whole);
        if line.is_empty() || line.starts_with(['#', ';']) {
            if let Some(reason) = odd {
                faults.add(Fault::of_file(number, reason));
            }
            continue;
        }
        let mut wrong = Vec::new();
        // The format takes the blank for a part of the key and goes on without a word.
        if whole.starts_with(BLANKS) {
            wrong.push(Reason::new("line-indented"));
        }
        if line.starts_with('[') {
            if sections.len() == MOST_SECTIONS {
                let reason = Reason::new("too-many-sections").number("most", MOST_SECTIONS);
                faults.add(Fault::of_file(number, reason));
                return sections;
            }
            let read = odd.map_or_else(|| head(line, number, &sections), Err);
            sections.push(read.unwrap_or_else(|reason| {
                wrong.push(reason);
                Section::new("", None, number)
            }));
            if !ended {
                wrong.push(Reason::new("head-without-line-end"));
            }
        } else {
            let line = whole.trim_start_matches(BLANKS);
            wrong.extend(keyed(line, number, odd, sections.last_mut()));
        }
        for reason in wrong {
            faults.add(match sections.last() {
                Some(section) => section.fault(number, reason),
                None => Fault::of_file(number, reason),
            });
        }
    }
    sections
}

/// A sign of a line that is not seen as it is read: control characters, blanks of other kinds, and what is hidden or
/// turns the direction of writing.
fn odd_sign(line: &str) -> Option<Reason> {
    let hidden = |sign| {
        matches!(sign,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
    };
    let blank = |sign: char| sign.is_whitespace() || sign.is_control();
    let odd = |sign: &char| hidden(*sign) || blank(*sign) && !BLANKS.contains(sign);
    let sign = u32::from(line.chars().find(odd)?);
    Some(Reason::new("odd-sign").text("sign", format!("U+{sign:04X}")))
}

/// Reads a line into the section that it belongs to, and says what is wrong with it.
fn keyed(
    line: &str,
    number: u32,
    odd: Option<Reason>,
    section: Option<&mut Section>,
) -> Option<Reason> {
    let Some(section) = section else {
        let typed = || Reason::new("text-before-section").text("typed", shown(line));
        return Some(odd.unwrap_or_else(typed));
    };
    let before = section.entries.len() + section.lost.len();
    let read = match odd {
        _ if before > MOST_KEYS => return None,
        _ if before == MOST_KEYS => Err(Reason::new("too-many-keys").number("most", MOST_KEYS)),
        Some(odd) => Err(odd),
        None => entry(line, number, section),
    };
    match read {
        Ok(entry) => section.entries.push(entry),
        Err(reason) => {
            let word = line.split(['=', ' ', '\t', ':']).next();
            section.lost.push(word.unwrap_or_default().to_owned());
            return Some(reason);
        }
    }
    None
}

/// Reads `[name]` or `[name:parent]`.
fn head(line: &str, number: u32, before: &[Section]) -> Result<Section, Reason> {
    let inner = line
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let Some(inner) = inner else {
        return Err(Reason::new("section-not-closed").text("typed", shown(line)));
    };
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name, Some(parent)),
        None => (inner, None),
    };
    for name in [Some(name), parent].into_iter().flatten() {
        if !is_name(name) {
            return Err(Reason::new("bad-section-name").text("typed", shown(name)));
        }
    }
    if let Some(first) = before.iter().find(|section| section.name == name) {
        let reason = Reason::new("section-twice").text("name", name);
        return Err(reason.number("first", first.line));
    }
    Ok(Section::new(name, parent, number))
}

/// Whether a game may have this name: small letters, digits and `-`, at least one letter.
pub fn is_name(name: &str) -> bool {
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    (2..=LONGEST_NAME).contains(&name.len())
        && name.starts_with(known)
        && name.chars().all(|c| known(c) || c == '-')
        && name.contains(|c: char| c.is_ascii_lowercase())
}

/// Reads `key = value`.
fn entry(line: &str, number: u32, section: &Section) -> Result<Entry, Reason> {
    let Some((key, value)) = line.split_once('=') else {
        return Err(Reason::new("line-without-value").text("typed", shown(line)));
    };
    let key = key.trim_end_matches(' ');
    let (blank_at_end, value) = (value.ends_with(BLANKS), value.trim_matches(BLANKS));
    let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    if key.is_empty() {
        return Err(Reason::new("key-missing"));
    }
    // In the format the tab would belong to the key.
    if key.ends_with('\t') {
        return Err(Reason::new("key-tab").text("typed", shown(key)));
    }
    if !key.chars().all(known) {
        return Err(Reason::new("bad-key").text("typed", shown(key)));
    }
    // Comments begin a line: here it would become a part of the value without anybody noticing.
    if value.contains('#') {
        return Err(Reason::new("comment-in-value").text("key", key));
    }
    if let Some(first) = section.entries.iter().find(|entry| entry.key == key) {
        let reason = Reason::new("key-twice").text("key", key);
        return Err(reason.number("first", first.line));
    }
    Ok(Entry {
        key: key.to_owned(),
        value: value.to_owned(),
        blank_at_end,
        line: number,
    })
}

/// A piece of the file as an answer quotes it: at most 60 signs, letters of all languages among them.
pub fn shown(text: &str) -> String {
    let plain = |c: char| match c.is_alphanumeric() || c.is_ascii_graphic() || c == ' ' {
        true => c,
        false => '?',
    };
    let mut signs = text.trim().chars().map(plain);
    let shown: String = signs.by_ref().take(60).collect();
    match signs.next() {
        Some(_) => shown + "...",
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(file: &[u8]) -> (Vec<Section>, Vec<String>) {
        let mut faults = Faults::default();
        let sections = read(file, &mut faults);
        let told = faults.iter().map(|f| format!("{}: {}", f.line, f.reason));
        (sections, told.collect())
    }

    #[test]
    fn sections_keys_and_comments() {
        let file = "# first\r\n\n[one]\nmaxRank = 5\n ; second\n[two:one]\nking=k:K \nempty =\n";
        let (sections, told) = faults(file.as_bytes());
        assert_eq!(told, Vec::<String>::new());
        let two = &sections[1];
        assert_eq!(
            (two.name.as_str(), two.parent.as_deref()),
            ("two", Some("one"))
        );
        let entries = two
            .entries
            .iter()
            .map(|e| (e.key.as_str(), e.value.as_str(), e.line));
        assert_eq!(
            entries.collect::<Vec<_>>(),
            [("king", "k:K", 7), ("empty", "", 8)]
        );
        let blanks = two.entries.iter().map(|e| e.blank_at_end);
        assert_eq!(blanks.collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn blanks_that_the_format_takes_for_a_part_of_names_are_faults() {
        let file = "[one]\n maxRank = 5\n[two : one]\n[three]\nmaxFile\t= 5\n  [four]\n";
        let codes: Vec<String> = faults(file.as_bytes()).1;
        let codes = codes.iter().map(|t| t.split('(').next().unwrap());
        assert_eq!(
            codes.collect::<Vec<_>>(),
            [
                "2: line-indented",
                "3: bad-section-name",
                "5: key-tab",
                "6: line-indented"
            ]
        );
    }

    #[test]
    fn signs_that_are_not_seen_are_faults() {
        for sign in ["\u{a0}", "\u{b}", "\r", "\u{202e}", "\u{200b}", "\u{1b}"] {
            for line in ["max{}Rank = 8", "maxRank = {}8", "{}[two]", "# a{}b", "{}#"] {
                let file = format!("[one]\n{}\n[three]\n", line.replace("{}", sign));
                let (sections, told) = faults(file.as_bytes());
                assert!(told[0].starts_with("2: odd-sign(sign: U+"), "{told:?}");
                assert_eq!((told.len(), sections[0].entries.len()), (1, 0));
            }
        }
    }

    #[test]
    fn the_last_line_may_have_no_end_unless_it_begins_a_section() {
        assert_eq!(faults(b"[one]\nmaxRank = 8").1, Vec::<String>::new());
        assert_eq!(faults(b"[one]\n[two]").1, ["2: head-without-line-end"]);
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let file = "maxRank = 1\n[a]\n[B C]\nlost = 1\n[one\n[one]\nx = 1\nx = 2\nno\ny = 1 # z\n= 3\n[one]\n[é]\n";
        let (sections, told) = faults(file.as_bytes());
        // Those with a name.
        assert_eq!(sections.iter().filter(|s| !s.name.is_empty()).count(), 1);
        let codes: Vec<&str> = told.iter().map(|t| t.split('(').next().unwrap()).collect();
        assert_eq!(
            codes,
            [
                "1: text-before-section",
                "2: bad-section-name",
                "3: bad-section-name",
                "5: section-not-closed",
                "8: key-twice",
                "9: line-without-value",
                "10: comment-in-value",
                "11: key-missing",
                "12: section-twice",
                "13: bad-section-name",
            ]
        );
    }

    #[test]
    fn what_is_no_text_is_refused_as_a_whole() {
        assert_eq!(faults(b"[ab]\n\nx = \xff\n").1, ["3: file-not-utf-8"]);
        assert_eq!(
            faults("\u{feff}[ab]\n".as_bytes()).1,
            ["1: file-byte-order-mark"]
        );
        assert_eq!(faults(&vec![b'#'; LARGEST + 1]).1.len(), 1);
        let many: String = (0..=MOST_SECTIONS).map(|n| format!("[a{n}]\n")).collect();
        let (sections, told) = faults(many.as_bytes());
        assert_eq!((sections.len(), told.len()), (MOST_SECTIONS, 1));
        let many: String = (0..2000).map(|n| format!("key{n} = 1\n")).collect();
        let (sections, told) = faults(format!("[ab]\n{many}").as_bytes());
        assert_eq!((sections[0].entries.len(), told.len()), (MOST_KEYS, 1));
    }
}

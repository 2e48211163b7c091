//! The short form in which transcripts are kept; `README.md` explains it to its readers.
//!
//! [`expand`] makes the whole transcript, [`compact`] the short form, of which there is one for
//! each transcript. Both read the letters in their order and remember the same of them.

use std::collections::HashMap;
use std::iter::repeat_n;

use super::lines::{
    ESCAPE, Paragraph, REST, SAME, apart, escaped, logical, long_line, physical, sentences,
    short_line, together,
};

/// What is written before each line of a letter, in a whole transcript and in the short form.
const INDENT: &str = "   ";
const SHORT_INDENT: &str = " ";
/// Between a result and how often it follows itself.
const TIMES: &str = " × ";
/// A place for a value, in a frame's name and in its lines.
const PLACE: &str = "{}";

/// Sentences that letters of many conversations have.
pub struct Frames {
    /// Name and text, those of most lines first. The name has the places of the text, in the same
    /// order.
    named: Vec<(String, String)>,
}

impl Frames {
    /// Reads `frames.txt`: blocks with blank lines between them, of a name in brackets and a text.
    /// A block that begins with `# ` is a remark.
    pub fn read(text: &str) -> Self {
        let blocks = text.trim_end().split("\n\n");
        let blocks = blocks.filter(|block| !block.starts_with("# "));
        let named = blocks.map(|block| {
            let (name, text) = block.split_once('\n').unwrap_or((block, ""));
            assert!(
                name.starts_with('[') && !text.is_empty(),
                "no frame: {block}"
            );
            (name.to_owned(), logical(text.lines()).join("\n"))
        });
        let mut named: Vec<(String, String)> = named.collect();
        named.sort_by_key(|(_, text)| std::cmp::Reverse(text.lines().count()));
        Self { named }
    }

    /// What no short form of these transcripts uses.
    pub fn unused(&self, transcripts: &[String]) -> Vec<&str> {
        let parts = transcripts
            .iter()
            .flat_map(|text| parts(text, SHORT_INDENT));
        let lines = parts.flat_map(|part| match part {
            Part::Letter(letter) => [vec![letter.headline], apart(&letter.lines).concat()].concat(),
            Part::Line(_) => Vec::new(),
        });
        let lines: Vec<String> = lines.collect();
        let uses = |name: &&str, line: &String| values(name, line.trim_end_matches(SAME)).is_some();
        let named = self.named.iter().map(|(name, _)| name.as_str());
        named
            .filter(|name| !lines.iter().any(|line| uses(name, line)))
            .collect()
    }

    /// The lines with the names of frames in place of their texts.
    fn short(&self, lines: &[String]) -> Vec<String> {
        let mut short = Vec::new();
        let mut rest = lines;
        while let [line, ..] = rest {
            let framed = self.named.iter().find_map(|(name, text)| {
                let count = text.lines().count();
                let part = rest.get(..count)?.join("\n");
                let named = vec![with_values(name, &values(text, &part)?)];
                let read = apart(&named).concat() == named && self.long(&named[0]).ok()? == part;
                read.then(|| (count, named.concat()))
            });
            let (count, line) = framed.unwrap_or_else(|| (1, line.clone()));
            short.push(line);
            rest = &rest[count..];
        }
        short
    }

    /// The text that a line of the short form has.
    fn long(&self, short: &str) -> Result<String, String> {
        if !short.starts_with('[') {
            return Ok(short.to_owned());
        }
        let mut frames = self.named.iter();
        let text = frames.find_map(|(name, text)| Some(with_values(text, &values(name, short)?)));
        text.ok_or_else(|| format!("no such frame: {short}"))
    }
}

/// What a text has at the places of a pattern; none if it is not of this form.
fn values<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split(PLACE);
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = match parts.peek() {
            Some(_) => rest.find(part)?,
            None => rest.strip_suffix(part)?.len(),
        };
        let value = &rest[..at];
        if value.is_empty() || value.contains('\n') {
            return None;
        }
        found.push(value);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(found)
}

/// A pattern with values at its places.
fn with_values(pattern: &str, values: &[&str]) -> String {
    let places = values.iter().copied().chain(repeat_n("", 1));
    pattern
        .split(PLACE)
        .zip(places)
        .flat_map(|(part, value)| [part, value])
        .collect()
}

/// What the letters above have said.
struct Above<'a> {
    frames: &'a Frames,
    /// What a line was last from a sentence on, by the words that the sentence begins with.
    texts: HashMap<String, String>,
    /// Paragraphs as they were last, by their first lines.
    paragraphs: HashMap<String, Paragraph>,
    /// The order of the lines in the last paragraph of a person that begins so.
    orders: HashMap<(String, String), Vec<String>>,
    /// The paragraphs of each letter.
    letters: Vec<Vec<Paragraph>>,
}

impl<'a> Above<'a> {
    fn new(frames: &'a Frames) -> Self {
        Self {
            frames,
            texts: HashMap::new(),
            paragraphs: HashMap::new(),
            orders: HashMap::new(),
            letters: Vec::new(),
        }
    }

    fn learn(&mut self, person: &str, paragraph: &[String]) {
        for line in paragraph {
            for line in self.frames.long(line).unwrap_or_default().lines() {
                for sentence in sentences(line) {
                    self.texts
                        .insert(sentence.begin.to_owned(), sentence.rest.to_owned());
                }
            }
        }
        if let [first, _, ..] = paragraph {
            self.paragraphs.insert(first.clone(), paragraph.to_vec());
            let order = paragraph.iter().map(|line| subject(line).to_owned());
            self.orders
                .insert((person.to_owned(), first.clone()), order.collect());
        }
    }

    /// A paragraph with its lines in the order that they had in the last such paragraph to this
    /// person, if it was about the same: seats are listed from the reader's own.
    fn arranged(&self, person: &str, paragraph: &[String]) -> Paragraph {
        let line = |of: &String| paragraph.iter().find(|line| subject(line) == of).cloned();
        let first = paragraph.first().cloned().unwrap_or_default();
        let order = self.orders.get(&(person.to_owned(), first));
        let order = order.filter(|order| order.len() == paragraph.len());
        let arranged =
            order.and_then(|order| order.iter().map(line).collect::<Option<Paragraph>>());
        let all = |arranged: &Paragraph| paragraph.iter().all(|line| arranged.contains(line));
        arranged.filter(all).unwrap_or_else(|| paragraph.to_vec())
    }

    /// What follows a paragraph in the last letter that has it, for this person.
    fn below(&self, person: &str, paragraph: &Paragraph) -> Option<Vec<Paragraph>> {
        let rest = self.letters.iter().rev().find_map(|letter| {
            let at = letter.iter().position(|other| other == paragraph)?;
            letter.get(at + 1..)
        })?;
        let rest = rest
            .iter()
            .map(|paragraph| self.arranged(person, paragraph));
        Some(rest.collect())
    }

    /// The short form of a letter.
    fn short(&mut self, person: &str, letter: Vec<Paragraph>) -> Vec<Paragraph> {
        let mut short = Vec::new();
        let mut rest = letter.as_slice();
        while let [paragraph, below @ ..] = rest {
            short.push(self.short_paragraph(person, paragraph));
            self.learn(person, paragraph);
            rest = below;
            if !rest.is_empty() && self.below(person, paragraph).as_deref() == Some(rest) {
                short.push(vec![REST.to_owned()]);
                rest.iter()
                    .for_each(|paragraph| self.learn(person, paragraph));
                break;
            }
        }
        self.letters.push(letter);
        short
    }

    fn short_paragraph(&self, person: &str, paragraph: &[String]) -> Paragraph {
        let first = paragraph.first().map_or("", String::as_str);
        let last = self.last(person, first);
        let more = last.and_then(|last| paragraph.strip_prefix(last.as_slice()));
        let same = more.map(|_| format!("{first}{SAME}"));
        let lines = more.unwrap_or(paragraph).iter();
        let lines = lines.map(|line| short_line(line, |begin| self.text(begin)));
        let short: Paragraph = same.into_iter().chain(lines).collect();
        let read = self.long_paragraph(person, &short);
        if read.as_deref() == Ok(paragraph) {
            short
        } else {
            paragraph.to_vec()
        }
    }

    fn text(&self, begin: &str) -> Option<&str> {
        self.texts.get(begin).map(String::as_str)
    }

    /// The last paragraph that begins with this line, for this person.
    fn last(&self, person: &str, first: &str) -> Option<Paragraph> {
        let last = self
            .paragraphs
            .get(first)
            .filter(|_| !first.starts_with(ESCAPE));
        last.map(|last| self.arranged(person, last))
    }

    /// The letter that a short form stands for.
    fn long(&mut self, person: &str, short: Vec<Paragraph>) -> Result<Vec<Paragraph>, String> {
        let mut letter: Vec<Paragraph> = Vec::new();
        for paragraph in short {
            let long = match letter.last() {
                Some(above) if paragraph == [REST] => {
                    let rest = self.below(person, above);
                    rest.ok_or_else(|| format!("no letter has {above:?}"))?
                }
                _ => vec![self.long_paragraph(person, &paragraph)?],
            };
            long.iter()
                .for_each(|paragraph| self.learn(person, paragraph));
            letter.extend(long);
        }
        self.letters.push(letter.clone());
        Ok(letter)
    }

    fn long_paragraph(&self, person: &str, short: &[String]) -> Result<Paragraph, String> {
        let first = short.first().and_then(|line| line.strip_suffix(SAME));
        let same = first.and_then(|first| self.last(person, first));
        let lines = short[usize::from(same.is_some())..].iter();
        let lines = lines.map(|line| long_line(line, |begin| self.text(begin)));
        let lines: Result<Paragraph, String> = lines.collect();
        Ok([same.unwrap_or_default(), lines?].concat())
    }
}

/// What a line of a list is about: what is before its colon.
fn subject(line: &str) -> &str {
    let end = line.find(": ");
    end.map_or(line, |at| line[..at].trim_start_matches('['))
}

/// A part of a transcript.
enum Part {
    /// A line of a step, or its result.
    Line(String),
    Letter(Letter),
}

struct Letter {
    /// The address; in the short form the part before its `@`, if letters to this address are
    /// above.
    to: String,
    number: String,
    headline: String,
    lines: Vec<String>,
    /// Blank lines below.
    blank: usize,
}

impl Letter {
    fn person(&self) -> String {
        self.to.split('@').next().unwrap_or_default().to_owned()
    }
}

/// The parts of a transcript whose letters have this indentation.
fn parts(text: &str, indent: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let heading = line
            .strip_prefix("=> ")
            .and_then(|line| line.split_once(": "));
        let heading = heading.and_then(|(to, headline)| Some((to.split_once(' ')?, headline)));
        let Some(((to, number), headline)) = heading else {
            parts.push(Part::Line(line.to_owned()));
            continue;
        };
        let of_letter = |line: &&str| line.is_empty() || line.starts_with(indent);
        let body = std::iter::from_fn(|| lines.next_if(of_letter));
        let mut body: Vec<String> = body
            .map(|line| line.strip_prefix(indent).unwrap_or(line).to_owned())
            .collect();
        let blank = body.iter().rev().take_while(|line| line.is_empty()).count();
        body.truncate(body.len() - blank);
        parts.push(Part::Letter(Letter {
            to: to.to_owned(),
            number: number.to_owned(),
            headline: headline.to_owned(),
            lines: body,
            blank,
        }));
    }
    parts
}

fn written(parts: &[Part], indent: &str) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Line(line) => text += &format!("{line}\n"),
            Part::Letter(letter) => {
                text += &format!("=> {} {}: {}\n", letter.to, letter.number, letter.headline);
                for line in &letter.lines {
                    let indent = if line.is_empty() { "" } else { indent };
                    text += &format!("{indent}{line}\n");
                }
                text.extend(repeat_n('\n', letter.blank));
            }
        }
    }
    text
}

/// The short form of a transcript.
pub fn compact(text: &str, frames: &Frames) -> String {
    let mut above = Above::new(frames);
    let mut addresses: HashMap<String, String> = HashMap::new();
    let mut short = Vec::new();
    let mut whole = parts(text, INDENT).into_iter().peekable();
    while let Some(part) = whole.next() {
        short.push(match part {
            Part::Line(line) => {
                let same = |next: &Part| {
                    line.starts_with("-> ") && matches!(next, Part::Line(next) if *next == line)
                };
                let times = 1 + std::iter::from_fn(|| whole.next_if(same)).count();
                let often = format!("{line}{TIMES}{times}");
                Part::Line(if times > 1 { often } else { line })
            }
            Part::Letter(letter) => {
                let person = letter.person();
                let lines = logical(letter.lines.iter().map(String::as_str));
                let lines = frames.short(&lines);
                let paragraphs = lines.split(String::is_empty).map(<[_]>::to_vec);
                let known = addresses.insert(person.clone(), letter.to.clone());
                let known = known.is_some_and(|address| address == letter.to);
                Part::Letter(Letter {
                    lines: together(&above.short(&person, paragraphs.collect())),
                    headline: frames.short(&[escaped(&letter.headline)]).concat(),
                    to: if known { person } else { letter.to },
                    ..letter
                })
            }
        });
    }
    written(&short, SHORT_INDENT)
}

/// The whole transcript, from its short form.
///
/// # Errors
/// A line names what is not there.
pub fn expand(text: &str, frames: &Frames) -> Result<String, String> {
    let mut above = Above::new(frames);
    let mut addresses: HashMap<String, String> = HashMap::new();
    let mut whole = Vec::new();
    for part in parts(text, SHORT_INDENT) {
        match part {
            Part::Line(line) => {
                let (line, times) = repeated(&line).unwrap_or((&line, 1));
                whole.extend((0..times).map(|_| Part::Line(line.to_owned())));
            }
            Part::Letter(letter) => {
                let person = letter.person();
                if letter.to.contains('@') {
                    addresses.insert(person.clone(), letter.to.clone());
                }
                let to = addresses
                    .get(&person)
                    .ok_or_else(|| format!("whose address is {person}?"))?;
                let framed = above
                    .long(&person, apart(&letter.lines))?
                    .join(&String::new());
                let headline = frames.long(&letter.headline)?;
                let lines: Result<Vec<String>, String> =
                    framed.iter().map(|line| frames.long(line)).collect();
                whole.push(Part::Letter(Letter {
                    to: to.clone(),
                    headline: headline
                        .strip_prefix(ESCAPE)
                        .unwrap_or(&headline)
                        .to_owned(),
                    lines: lines?.join("\n").lines().flat_map(physical).collect(),
                    ..letter
                }));
            }
        }
    }
    Ok(written(&whole, INDENT))
}

/// A result, and how often it follows itself.
fn repeated(line: &str) -> Option<(&str, usize)> {
    let (result, times) = line.rsplit_once(TIMES)?;
    result
        .starts_with("-> ")
        .then_some((result, times.parse().ok()?))
}

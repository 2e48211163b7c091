//! The short form in which transcripts are kept; `README.md` explains it to its readers.
//!
//! [`expand`] makes the whole transcript, [`compact`] the short form, of which there is one for
//! each transcript. Both read the letters in their order and remember the same of them.

use std::collections::HashMap;
use std::iter::repeat_n;

/// What is written before each line of a letter, in a whole transcript and in the short form.
const INDENT: &str = "   ";
const SHORT_INDENT: &str = " ";
/// A paragraph in place of the rest of a letter, and an end of a line: as in a letter above.
const REST: &str = "...";
const SAME: &str = " ...";
/// Between a result and how often it follows itself.
const TIMES: &str = " × ";
/// Before a line that would else be taken for a short form.
const ESCAPE: char = '\\';

/// A place for a value, in a frame's name and in its lines.
const PLACE: &str = "{}";

/// Sentences that letters of many conversations have.
pub struct Frames {
    /// Name and text, those of most lines first. The name has the places of the text, in the same
    /// order.
    named: Vec<(String, String)>,
    /// Paragraphs that every transcript knows before its first letter.
    known: Vec<Paragraph>,
}

/// The lines between two blank ones.
type Paragraph = Vec<String>;

impl Frames {
    /// Reads `frames.txt`: blocks with blank lines between them. A block whose first line is in
    /// brackets is a frame, one that begins with `# ` a remark, any other a paragraph that is
    /// known.
    pub fn read(text: &str) -> Self {
        let mut frames = Self {
            named: Vec::new(),
            known: Vec::new(),
        };
        let blocks = text
            .trim_end()
            .split("\n\n")
            .filter(|block| !block.starts_with("# "));
        let (named, known): (Vec<&str>, Vec<&str>) =
            blocks.partition(|block| block.starts_with('['));
        for block in named {
            let (name, text) = block
                .split_once('\n')
                .unwrap_or_else(|| panic!("{block} has no text"));
            frames.named.push((name.to_owned(), text.to_owned()));
        }
        frames
            .named
            .sort_by_key(|(_, text)| std::cmp::Reverse(text.lines().count()));
        frames.known = known
            .iter()
            .map(|block| frames.short(&block.lines().map(str::to_owned).collect::<Vec<_>>()))
            .collect();
        frames
    }

    /// What no short form of these transcripts uses.
    pub fn unused(&self, transcripts: &[String]) -> Vec<&str> {
        let lines = || transcripts.iter().flat_map(|text| text.lines());
        let told = |line: &'_ str| {
            line.find('[')
                .map(|at| line[at..].trim_end_matches(SAME).to_owned())
        };
        let names: Vec<String> = lines().filter_map(told).collect();
        let named = self.named.iter().map(|(name, _)| name.as_str());
        let named = named.filter(|name| !names.iter().any(|line| values(name, line).is_some()));
        let known = self.known.iter().map(|paragraph| paragraph[0].as_str());
        let known = known
            .filter(|first| !lines().any(|line| line == format!("{SHORT_INDENT}{first}{SAME}")));
        named.chain(known).collect()
    }

    /// The lines with the names of frames in place of their texts.
    fn short(&self, lines: &[String]) -> Vec<String> {
        let mut short = Vec::new();
        let mut rest = lines;
        while let [line, ..] = rest {
            let framed = self.named.iter().find_map(|(name, text)| {
                let count = text.lines().count();
                let part = rest.get(..count)?.join("\n");
                let named = filled(name, &values(text, &part)?);
                (self.long(&named).ok()? == part).then_some((count, named))
            });
            let (count, line) = framed.unwrap_or_else(|| (1, escaped(line)));
            short.push(line);
            rest = &rest[count..];
        }
        short
    }

    /// The text that a line of the short form has.
    fn long(&self, short: &str) -> Result<String, String> {
        if let Some(line) = short.strip_prefix(ESCAPE) {
            return Ok(line.to_owned());
        }
        if !short.starts_with('[') {
            return Ok(short.to_owned());
        }
        let mut frames = self.named.iter();
        let text = frames.find_map(|(name, text)| Some(filled(text, &values(name, short)?)));
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
fn filled(pattern: &str, values: &[&str]) -> String {
    let places = values.iter().copied().chain(repeat_n("", 1));
    pattern
        .split(PLACE)
        .zip(places)
        .flat_map(|(part, value)| [part, value])
        .collect()
}

fn escaped(line: &str) -> String {
    let taken = line.starts_with(['[', ESCAPE]) || line.ends_with(REST);
    if taken {
        format!("{ESCAPE}{line}")
    } else {
        line.to_owned()
    }
}

/// What the letters above have said.
struct Above {
    /// Paragraphs and their parts as they were last, by how they begin.
    last: HashMap<String, Vec<String>>,
    /// The order of the parts in the last paragraph of a person that begins so.
    orders: HashMap<(String, String), Vec<String>>,
    /// The paragraphs of each letter.
    letters: Vec<Vec<Paragraph>>,
}

impl Above {
    fn new(frames: &Frames) -> Self {
        let mut above = Self {
            last: HashMap::new(),
            orders: HashMap::new(),
            letters: Vec::new(),
        };
        for paragraph in &frames.known {
            above.learn("", paragraph);
        }
        above
    }

    fn learn(&mut self, person: &str, paragraph: &[String]) {
        let parts = parts_of(paragraph);
        for (begin, lines) in parts.iter().filter(|(_, lines)| lines.len() > 1) {
            self.last.insert((*begin).to_owned(), lines.to_vec());
        }
        if let [first, _, ..] = paragraph {
            self.last.insert(first.clone(), paragraph.to_vec());
            let order = parts.iter().map(|(begin, _)| (*begin).to_owned()).collect();
            self.orders
                .insert((person.to_owned(), first.clone()), order);
        }
    }

    /// A paragraph with its parts in the order that they had in the last such paragraph to this
    /// person, if it had the same parts: seats are listed from the reader's own.
    fn arranged(&self, person: &str, paragraph: &[String]) -> Paragraph {
        let parts = parts_of(paragraph);
        let part = |begin: &String| parts.iter().find(|(other, _)| other == begin);
        let first = paragraph.first().cloned().unwrap_or_default();
        let order = self.orders.get(&(person.to_owned(), first));
        let order = order.filter(|order| order.len() == parts.len());
        let arranged: Option<Vec<&[String]>> =
            order.and_then(|order| order.iter().map(|begin| Some(part(begin)?.1)).collect());
        arranged.map_or_else(|| paragraph.to_vec(), |parts| parts.concat())
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
        let same = |begin: &str, lines: &[String]| {
            let last = self.last.get(begin).filter(|_| lines.len() > 1);
            let same = last.is_some_and(|last| self.arranged(person, last) == lines);
            // Such a beginning would be read as an escaped line.
            (same && !begin.starts_with(ESCAPE)).then(|| format!("{begin}{SAME}"))
        };
        let first = paragraph.first().map_or("", String::as_str);
        if let Some(line) = same(first, paragraph) {
            return vec![line];
        }
        let parts = parts_of(paragraph).into_iter();
        let parts = parts.map(|(begin, lines)| match same(begin, lines) {
            Some(line) => vec![line],
            None => lines.to_vec(),
        });
        parts.flatten().collect()
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
        let mut long = Vec::new();
        for line in short {
            let begin = line
                .strip_suffix(SAME)
                .filter(|line| !line.starts_with(ESCAPE));
            match begin {
                Some(begin) => {
                    let known = self.last.get(begin);
                    let known = known.ok_or_else(|| format!("not known: {line}"))?;
                    long.extend(self.arranged(person, known));
                }
                None => long.push(line.clone()),
            }
        }
        Ok(long)
    }
}

/// The parts of a paragraph, and how each begins: a line up to its colon, with what follows to the
/// end of the sentence (`White: king e1; ...`); a line without a colon is a part and its own
/// beginning.
fn parts_of(paragraph: &[String]) -> Vec<(&str, &[String])> {
    let mut parts = Vec::new();
    let mut rest = paragraph;
    while let [line, ..] = rest {
        let (begin, count) = match line.find(": ") {
            Some(at) => {
                let end = rest.iter().position(|line| line.ends_with(['.', ']']));
                (
                    line[..=at].trim_start_matches('['),
                    end.map_or(1, |end| end + 1),
                )
            }
            None => (line.as_str(), 1),
        };
        parts.push((begin, &rest[..count]));
        rest = &rest[count..];
    }
    parts
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

/// The paragraphs that blank lines part.
fn paragraphs(lines: &[String]) -> Vec<Paragraph> {
    lines.split(String::is_empty).map(<[_]>::to_vec).collect()
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
                let framed = paragraphs(&frames.short(&letter.lines));
                let known = addresses.insert(person.clone(), letter.to.clone());
                let known = known.is_some_and(|address| address == letter.to);
                Part::Letter(Letter {
                    lines: above.short(&person, framed).join(&String::new()),
                    headline: frames.short(&[letter.headline]).concat(),
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
                    .long(&person, paragraphs(&letter.lines))?
                    .join(&String::new());
                let lines: Result<Vec<String>, String> =
                    framed.iter().map(|line| frames.long(line)).collect();
                whole.push(Part::Letter(Letter {
                    to: to.clone(),
                    headline: frames.long(&letter.headline)?,
                    lines: lines?.join("\n").lines().map(str::to_owned).collect(),
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

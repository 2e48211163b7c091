//! How the short form writes the lines of a letter: a text that the letter fills is one line, a
//! line may hold several short ones, and what a letter above has said is left out.

/// The lines between two blank ones.
pub type Paragraph = Vec<String>;

/// A paragraph in place of the rest of a letter, and what is in place of words.
pub const REST: &str = "...";
pub const SAME: &str = " ...";
/// In place of the blank line between paragraphs.
const BREAK: &str = " /";
/// Before a line that would else be taken for something else.
pub const ESCAPE: char = '\\';
/// In place of a board.
const BOARD: &str = "(board)";
/// Between the items of a list.
const ITEM: &str = "; ";

/// The width to which letters fill a text, and a list.
const FILLED: usize = 68;
const FILLED_LIST: usize = 64;
/// The width of a line that holds several.
const TOGETHER: usize = 100;
/// The words by which a sentence is known, and the bytes that are worth leaving out.
const WORDS: usize = 3;
const LEAST: usize = 8;

/// The lines of a letter, each filled text as one.
pub fn logical<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let lines: Vec<&str> = lines.collect();
    let mut rest = lines.as_slice();
    let mut logical = Vec::new();
    while let [first, ..] = rest {
        let ends = |pair: &[&str]| {
            pair[0].ends_with(['.', ':', '!', '?', ')'])
                || pair[1].is_empty()
                || indent(pair[0]) != indent(pair[1])
        };
        let end = rest.windows(2).position(ends);
        let most = end.map_or(rest.len(), |at| at + 1);
        let text = |count: usize| {
            let lines = rest[..count].iter();
            let lines = lines.map(|line| line.strip_prefix(indent(line)).unwrap_or(line));
            indent(first).to_owned() + &lines.collect::<Vec<_>>().join(" ")
        };
        let count = (1..=most).rev().find(|count| {
            let text = text(*count);
            !is_taken(&text) && filled(&text) == rest[..*count]
        });
        logical.push(count.map_or_else(|| format!("{ESCAPE}{first}"), text));
        rest = &rest[count.unwrap_or(1)..];
    }
    logical
}

/// The lines of the letter that a logical one stands for.
pub fn physical(line: &str) -> Vec<String> {
    let verbatim = line.strip_prefix(ESCAPE);
    verbatim.map_or_else(|| filled(line), |line| vec![line.to_owned()])
}

/// A line, or several if it is too wide.
fn filled(line: &str) -> Vec<String> {
    if line.is_empty() || !is_prose(line) {
        return vec![line.to_owned()];
    }
    let indent = indent(line);
    let width = if is_list(line) { FILLED_LIST } else { FILLED };
    let mut lines: Vec<String> = Vec::new();
    for word in line[indent.len()..].split(' ') {
        match lines.last_mut() {
            Some(last) if last.chars().count() + 1 + word.chars().count() <= width => {
                *last += &format!(" {word}");
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

/// The blanks and bars before a text.
fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '|']).len()]
}

/// Whether a line is of sentences: no frame, no headline, no row of a table.
fn is_prose(line: &str) -> bool {
    let row = line[indent(line).len()..].contains("  ");
    !row && !line.starts_with(['[', ESCAPE]) && !line.starts_with("---")
}

/// Whether a line says what is where (`White: king e1; pawns a2 to h2.`).
fn is_list(line: &str) -> bool {
    let (subject, items) = line.split_once(' ').unwrap_or_default();
    subject.ends_with(':') && (items.contains(ITEM) || items.starts_with(REST))
}

/// Whether a line of a letter would be taken for a short form.
fn is_taken(line: &str) -> bool {
    let several = is_short(line) && line != BOARD;
    let line = format!(" {line}");
    several || line.starts_with(" \\") || line.contains(SAME) || line.ends_with(BREAK)
}

/// Whether several such lines are in one.
fn is_short(line: &str) -> bool {
    line.starts_with('[') || line.starts_with(REST) || line.starts_with(BOARD)
}

/// With a sign before a line that would be taken for a short form.
pub fn escaped(line: &str) -> String {
    if is_taken(line) {
        format!("{ESCAPE}{line}")
    } else {
        line.to_owned()
    }
}

/// A letter as lines of which some hold several.
pub fn together(letter: &[Paragraph]) -> Vec<String> {
    let mut written: Vec<String> = Vec::new();
    for (at, paragraph) in letter.iter().enumerate() {
        match written.last_mut() {
            Some(above) if at > 0 && !above.starts_with(ESCAPE) && !above.ends_with(BREAK) => {
                *above += BREAK;
            }
            _ if at > 0 => written.push(BREAK.trim_start().to_owned()),
            _ => {}
        }
        for line in paragraph {
            let fits = |above: &str| above.chars().count() + line.chars().count() < TOGETHER;
            let frames = |above: &str| above.ends_with(']') && line.starts_with('[');
            let short = |above: &str| is_short(above) && is_short(line) && fits(above);
            match written.last_mut() {
                Some(above) if short(above) && (above.ends_with(BREAK) || frames(above)) => {
                    *above += &format!(" {line}");
                }
                _ => written.push(line.clone()),
            }
        }
    }
    written
}

/// The letter that such lines stand for.
pub fn apart(written: &[String]) -> Vec<Paragraph> {
    let mut lines: Vec<String> = Vec::new();
    for line in written {
        let ended = line
            .strip_suffix(BREAK)
            .filter(|_| !line.starts_with(ESCAPE));
        let line = ended.unwrap_or(line);
        if is_short(line) {
            let several = line.replace(" / ", "\n\n").replace("] [", "]\n[");
            lines.extend(several.split('\n').map(str::to_owned));
        } else {
            lines.push(if line == BREAK.trim_start() { "" } else { line }.to_owned());
        }
        lines.extend(ended.map(|_| String::new()));
    }
    lines.split(String::is_empty).map(<[_]>::to_vec).collect()
}

/// A sentence of a line.
pub struct Sentence<'a> {
    /// Its first words, by which it is known.
    pub begin: &'a str,
    pub text: &'a str,
    /// The line from its beginning on.
    pub rest: &'a str,
}

/// The sentences of a line. A list is one, and known by its subject.
pub fn sentences(line: &str) -> Vec<Sentence<'_>> {
    let mut rest = &line[indent(line).len()..];
    let words = if is_list(line) { 1 } else { WORDS };
    let mut sentences = Vec::new();
    while is_prose(line) && !rest.is_empty() {
        let ends = |at: &usize| {
            let before = rest[..*at].strip_suffix(['.', '!', '?']);
            let word = |c: char| c.is_alphabetic() || "`)\"".contains(c);
            let next = |c: char| c.is_uppercase() || "`(\"".contains(c);
            let ends = before.is_some_and(|end| end.ends_with(word));
            ends && rest[at + 1..].starts_with(next) && !is_list(line)
        };
        let mut blanks = rest.match_indices(' ').map(|(at, _)| at);
        let text = &rest[..blanks.clone().find(ends).unwrap_or(rest.len())];
        let begin = blanks.nth(words - 1).unwrap_or(rest.len()).min(text.len());
        sentences.push(Sentence {
            begin: &text[..begin],
            text,
            rest,
        });
        rest = rest[text.len()..].trim_start_matches(' ');
    }
    sentences
}

/// A line without what `last` tells: how a line went on, the last time, from such a beginning.
pub fn short_line<'a>(line: &str, last: impl Fn(&str) -> Option<&'a str>) -> String {
    let sentences = sentences(line);
    if is_list(line) || sentences.is_empty() {
        let known = sentences.first().and_then(|list| last(list.begin));
        let short = known.and_then(|known| short_list(known, line));
        return short.unwrap_or_else(|| line.to_owned());
    }
    let mut short = indent(line).to_owned();
    for Sentence { begin, text, rest } in sentences {
        let known = last(begin).unwrap_or_default();
        let worth = |text: &str| begin.len() + LEAST < text.len();
        if known == rest && worth(rest) {
            return short + begin + SAME;
        }
        let same = text != rest && first_sentence(known) == text && worth(text);
        short += if same { begin } else { text };
        short += if same { SAME } else { "" };
        short += if text == rest { "" } else { " " };
    }
    short
}

/// The line that a short one stands for.
pub fn long_line<'a>(
    short: &str,
    last: impl Fn(&str) -> Option<&'a str>,
) -> Result<String, String> {
    let mut long = String::new();
    let mut rest = short;
    while is_prose(short)
        && let Some((text, more)) = rest.split_once(SAME)
    {
        let piece = if is_list(short) { short } else { text };
        let begin = sentences(piece).pop().map_or("", |last| last.begin);
        let known = last(begin).ok_or_else(|| format!("not known: {short}"))?;
        if is_list(short) {
            return Ok(long_list(known, short));
        }
        long += &text[..text.len() - begin.len()];
        long += if more.is_empty() {
            known
        } else {
            first_sentence(known)
        };
        rest = more;
    }
    Ok(long + rest)
}

fn first_sentence(text: &str) -> &str {
    sentences(text).first().map_or(text, |first| first.text)
}

/// A list without the items at its beginning and its end that are as in the last one.
fn short_list(last: &str, list: &str) -> Option<String> {
    let (subject, items) = list.split_once(' ')?;
    let items: Vec<&str> = items.split(ITEM).collect();
    let known: Vec<&str> = last.split_once(' ')?.1.split(ITEM).collect();
    let same = |(item, other): &(&&str, &&str)| item == other;
    let begin = items.iter().zip(&known).take_while(same).count();
    let rest = items[begin..].iter().rev();
    let end = rest.zip(known.iter().rev()).take_while(same).count();
    let own = items[begin..items.len() - end].join(ITEM);
    let before = if begin > 0 { SAME } else { "" };
    let after = if end > 0 { "; ..." } else { "" };
    let short = match own.is_empty() {
        true => format!("{subject}{SAME}"),
        false => format!("{subject}{before} {own}{after}"),
    };
    (long_list(last, &short) == list).then_some(short)
}

/// The list that a short one stands for: around its own items, those of the last one.
fn long_list(last: &str, short: &str) -> String {
    let (subject, items) = short.split_once(' ').unwrap_or((short, ""));
    let (_, known) = last.split_once(' ').unwrap_or((last, ""));
    let known: Vec<&str> = known.split(ITEM).collect();
    let own = items.trim_start_matches("... ").split(ITEM);
    let own: Vec<&str> = own.filter(|item| *item != REST).collect();
    let kind = |item: &str| {
        item.split(' ')
            .next()
            .map(|word| word.trim_end_matches('s').to_owned())
    };
    let place = |item: &&str| known.iter().position(|other| kind(other) == kind(item));
    let before = own
        .first()
        .and_then(place)
        .filter(|_| items.starts_with(REST));
    let after = own.last().and_then(place).map_or(0, |at| at + 1);
    let after = if items.ends_with(REST) {
        after
    } else {
        known.len()
    };
    let items = [&known[..before.unwrap_or(0)], &own, &known[after..]].concat();
    format!("{subject} {}", items.join(ITEM))
}

//! Turns and actions that are in a text among other words.

use super::reading::{Judged, Reader};
use super::ruleset::Ruleset;
use crate::rules::notation::{Says, castling, clean, figurine, latin, says, strip_number};
use crate::rules::{Mention, Speech, TurnReading};

/// The longest text that is looked at, in characters.
const LONGEST: usize = 4_000;
/// The most mentions of one text.
const MOST: usize = 20;
/// The most words of one mention.
const WORDS: usize = 7;
/// The same where turns are chains of actions.
const WORDS_OF_CHAINS: usize = 12;
/// How many runs of words are read at most.
const RUNS: usize = 400;
/// How much is looked at for one text at most, in actions.
const EFFORT: u64 = 20_000;

/// A word of the text, without the marks around it.
struct Token {
    /// Where it begins and ends in the text.
    span: (usize, usize),
    /// Whether a sentence ends behind it.
    ends: bool,
    /// Whether it names a square or castles by its sign, so that it may be a mention by itself.
    alone: bool,
    /// Whether it names a square, a rank or castling.
    core: bool,
    /// Whether a mention may begin with it.
    begins: bool,
    /// Whether a mention may end with it.
    closes: bool,
    /// Whether it is a letter alone.
    letter: bool,
    /// Whether it says something in a turn.
    known: bool,
}

/// The turns and actions that are in `text` among other words, in order; at most 20.
pub fn mentions<R: Ruleset>(reader: &Reader<'_, R>, text: &str) -> Vec<Mention> {
    let end = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    let text = &text[..end.unwrap_or(text.len())];
    let speech = reader.ruleset.speech(&reader.state.rules);
    let tokens = tokens(reader, text, &speech);
    let mut found: Vec<Mention> = Vec::new();
    let words = match reader.ruleset.listable() {
        true => WORDS,
        false => WORDS_OF_CHAINS,
    };
    let (before, mut runs) = (reader.followers.effort(), 0);
    for sentence in tokens.split_inclusive(|token| token.ends) {
        let (known, mut at) = (found.len(), 0);
        while at < sentence.len() && found.len() < MOST {
            let mut length = reach(&sentence[at..], words);
            let mention = loop {
                let tired = runs >= RUNS || reader.followers.effort() - before >= EFFORT;
                if length == 0 || tired {
                    break None;
                }
                runs += 1;
                let run = &sentence[at..at + length];
                let typed = &text[run[0].span.0..run[length - 1].span.1];
                // `I take the knight to f3`: what is taken may be the piece that goes.
                let taken = |turns: &Vec<String>| typed.starts_with("I ") && turns.is_empty();
                if let Some(turns) = read(reader, typed, run).filter(|turns| !taken(turns)) {
                    let by_piece = || by_named_piece(reader, text, &sentence[..=at], &speech);
                    let by_piece = (length == 1).then(by_piece).flatten();
                    let typed = typed.split_whitespace().collect::<Vec<_>>().join(" ");
                    let turns = by_piece.unwrap_or(turns);
                    break Some(Mention { typed, turns });
                }
                length -= 1;
            };
            at += length.max(1);
            found.extend(mention);
        }
        let unclear = |mention: &Mention| mention.turns.is_empty() || mention.typed.len() <= 2;
        let here = &found[known..];
        if runs < RUNS && here.iter().all(unclear) {
            runs += 1;
            if let Some(gist) = gist(reader, text, sentence) {
                found.truncate(known);
                found.push(gist);
            }
        }
        // A turn that stands elsewhere lacks what is said here.
        if let ([first, ..], [.., last]) = (sentence, sentence)
            && found.len() == known
        {
            let words = &text[first.span.0..last.span.1];
            let typed = words.split_whitespace().collect::<Vec<_>>().join(" ");
            let turns = Vec::new();
            found.extend(
                reader
                    .ruleset
                    .adds(words)
                    .then_some(Mention { typed, turns }),
            );
        }
    }
    found
}

/// What a sentence says when the words that are not known are left out: `Shift the empty square on g1 over to e3`.
fn gist<R: Ruleset>(reader: &Reader<'_, R>, text: &str, sentence: &[Token]) -> Option<Mention> {
    if !sentence.iter().any(|token| token.core) {
        return None;
    }
    let word = |token: &Token| &text[token.span.0..token.span.1];
    let mut kept: Vec<&str> = Vec::new();
    for (at, token) in sentence.iter().enumerate() {
        let said = |wanted: Says| says(word(token)).any(|says| says == wanted);
        if said(Says::Or) {
            return None;
        }
        let next = sentence.get(at + 1);
        let letter = token.letter && !next.is_some_and(|next| next.core);
        let kept_apart = token.known && !said(Says::Your) || token.alone;
        if kept_apart && !letter {
            kept.push(word(token));
        }
    }
    if kept.len() < 2 {
        return None;
    }
    let clean = clean(&kept.join(" ")).ok()?;
    let turns = match reader.reading(strip_number(&clean)) {
        TurnReading::Doubtful(turns) => turns,
        TurnReading::Turn(plain) => reader.legal([plain]),
        TurnReading::No => return None,
    };
    let (first, last) = (sentence.first()?, sentence.last()?);
    let typed = &text[first.span.0..last.span.1];
    (!turns.is_empty()).then(|| Mention {
        typed: typed.split_whitespace().collect::<Vec<_>>().join(" "),
        turns,
    })
}

/// Whether a word is a square alone: `f3`, not `Nf3`.
fn is_square(word: &str) -> bool {
    let rank = word.strip_prefix(|c: char| c.is_ascii_lowercase());
    rank.is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit()))
}

/// The legal turns of the piece that is named nearest in front of a square, the last of these words; `None` where none
/// is, or a pawn.
fn by_named_piece<R: Ruleset>(
    reader: &Reader<'_, R>,
    text: &str,
    words: &[Token],
    speech: &Speech<'_>,
) -> Option<Vec<String>> {
    let word = |token: &Token| &text[token.span.0..token.span.1];
    let (square, before) = words.split_last()?;
    let before = before.iter().rev().take_while(|token| !token.alone);
    let letter = before.map(word).find_map(|word| {
        let piece = || says(word).find_map(|says| speech.piece(says));
        speech.called(&word.to_lowercase()).or_else(piece)
    })?;
    if speech.plain == Some(letter) || !is_square(word(square)) {
        return None;
    }
    Some(reader.legal([format!("{letter}{}", word(square))]))
}

/// How many words from here on may be one mention: none if nothing begins here, or if no square and no
/// castling follows before the sentence ends.
fn reach(tokens: &[Token], words: usize) -> usize {
    if !tokens[0].begins {
        return 0;
    }
    let near = &tokens[..tokens.len().min(words)];
    let ends = near.iter().position(|token| token.ends);
    let most = ends.map_or(near.len(), |last| last + 1);
    match tokens[..most].iter().any(|token| token.core) {
        true => most,
        false => 0,
    }
}

/// The legal turns of a run of words that is written as a turn; `None` for others. Several words are one
/// turn only if that is legal, or if they name a piece.
fn read<R: Ruleset>(reader: &Reader<'_, R>, typed: &str, run: &[Token]) -> Option<Vec<String>> {
    let joined = run.len() > 1;
    let fits = match run {
        [only] => only.alone,
        _ => run.iter().any(|token| token.core) && run.last()?.closes,
    };
    fits.then_some(())?;
    let clean = clean(typed).ok()?;
    let text = strip_number(&clean);
    let (reading, worded) = reader.read(text);
    match reading {
        TurnReading::No => None,
        TurnReading::Doubtful(turns) => (!joined || !turns.is_empty()).then_some(turns),
        TurnReading::Turn(plain) => match reader.judge(&plain) {
            Judged::Legal(turns) => Some(turns),
            Judged::Begun => Some(Vec::new()),
            Judged::Illegal => (!joined || worded).then(Vec::new),
            Judged::Unreadable => None,
        },
    }
}

/// How many signs a turn has in a script that does not separate words.
const SIGNS: usize = 4;

/// The turns in another script that are in a word, as that script has no blanks: `我不走炮二平五`; else
/// the word.
fn apart<'a, R: Ruleset>(reader: &Reader<'_, R>, word: &'a str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let end = rest.char_indices().nth(SIGNS - 1);
        let end = end.map(|(at, last)| at + last.len_utf8());
        let reads = |signs: String| signs.is_ascii() && reader.judge(&signs) != Judged::Unreadable;
        let turn = end.map(|end| &rest[..end]).filter(|turn| {
            let plain = clean(turn).unwrap_or_default();
            reader.ruleset.transcribed(&plain).is_some_and(reads)
        });
        found.extend(turn);
        rest = &rest[turn.map_or(first.len_utf8(), str::len)..];
    }
    match found.is_empty() {
        true => vec![word],
        false => found,
    }
}

fn tokens<R: Ruleset>(reader: &Reader<'_, R>, text: &str, speech: &Speech<'_>) -> Vec<Token> {
    let ruleset = reader.ruleset;
    // Commas, strokes and long dashes may be without a blank beside them.
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | '/' | '\u{2014}' | '…');
    let words = text.split(between).flat_map(|word| apart(reader, word));
    let words = words.map(|word| {
        let within = |c: char| c.is_alphanumeric() || c == '@' || !c.is_ascii() && !quotes(c);
        let begin = word.find(within).unwrap_or(word.len());
        let rest = &word[begin..];
        let bare = rest.trim_end_matches(|c: char| !within(c) && !"+#=)".contains(c));
        let bare = match bare.contains('(') {
            true => bare,
            false => bare.trim_end_matches(')'),
        };
        let start = word.as_ptr() as usize - text.as_ptr() as usize + begin;
        (word, bare, start)
    });
    let words = words.filter(|(_, bare, _)| !bare.is_empty());
    let token = |(word, bare, start): (&str, &str, usize)| {
        let castles = bare.contains('-') && castling(&latin_text(bare)).is_some();
        let transcribed = ruleset.transcribed(bare).is_some();
        let alone = castles || holds_square(bare) || transcribed;
        let said: Vec<Says> = says(bare).collect();
        let rank = bare.len() <= 2 && bare.bytes().all(|b| b.is_ascii_digit());
        let core = |says: &Says| matches!(says, Says::Castle | Says::Rank(_));
        let core = alone || rank || said.iter().any(core);
        let thing = |says: &Says| {
            use Says::{Castle, Place, Side, Square};
            matches!(says, Castle | Side(_) | Square | Place) || speech.piece(*says).is_some()
        };
        let letter = bare.chars().count() == 1 && !rank;
        let figure = bare.starts_with(|c| c == '@' || figurine(c).is_some());
        let named = speech.begins(bare) || ruleset.is_action(bare);
        let begins = alone || letter || figure || said.iter().any(thing) || named;
        let side = bare.len() > 2 && said.contains(&Says::Flank);
        Token {
            span: (start, start + bare.len()),
            ends: word.ends_with(['.', '!', '?', ';', ':']) || transcribed && bare == word,
            alone,
            core,
            begins,
            closes: begins || core || side,
            letter,
            known: begins || core || !said.is_empty(),
        }
    };
    words.map(token).collect()
}

fn quotes(c: char) -> bool {
    matches!(
        c,
        '\u{2018}'..='\u{201f}' | '«' | '»' | '…' | '。' | '，' | '、' | '！' | '？'
    )
}

fn latin_text(text: &str) -> String {
    text.chars().map(latin).collect()
}

/// Whether a square is in a word, and nothing after it but marks, or what a pawn becomes on a last
/// rank.
fn holds_square(word: &str) -> bool {
    let plain = latin_text(word);
    let square = |pair: &[u8]| pair[0].is_ascii_alphabetic() && (b'1'..=b'9').contains(&pair[1]);
    let end = plain.trim_end_matches(['+', '#', ')']);
    let becomes = end.trim_end_matches(char::is_alphabetic);
    let ends = becomes.len() == end.len() || becomes.ends_with(['1', '8', '=', '(', '/']);
    ends && plain.as_bytes().windows(2).any(square)
}

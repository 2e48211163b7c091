//! Turns and actions that stand in a text among other words.

use super::reading::{Judged, Reader};
use super::ruleset::Ruleset;
use crate::rules::game::{Mention, TurnReading};
use crate::rules::notation::{Says, Speech, castling, clean, figurine, latin, says, strip_number};

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
/// A piece that is named so many words before a square alone goes there: `Can the knight be put on f5?`
const OF_PIECE: usize = 6;
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
    /// Whether it names a piece by a word.
    piece: bool,
}

/// See [`crate::rules::game::Game::mentions`].
pub fn mentions<R: Ruleset>(reader: &Reader<'_, R>, text: &str) -> Vec<Mention> {
    let end = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    let text = &text[..end.unwrap_or(text.len())];
    let speech = reader.ruleset.speech(&reader.state.rules);
    let tokens = tokens(reader, text, &speech);
    let mut found: Vec<Mention> = Vec::new();
    let (mut at, mut runs) = (0, 0);
    let words = match reader.ruleset.listable() {
        true => WORDS,
        false => WORDS_OF_CHAINS,
    };
    let before = reader.followers.effort();
    while at < tokens.len() && found.len() < MOST {
        let mut length = reach(&tokens[at..], words);
        let mention = loop {
            let tired = runs >= RUNS || reader.followers.effort() - before >= EFFORT;
            if length == 0 || tired {
                break None;
            }
            runs += 1;
            let run = &tokens[at..at + length];
            let typed = &text[run[0].span.0..run[length - 1].span.1];
            if is_square(typed) && is_of_piece(&tokens[..at]) {
                break None;
            }
            if let Some(turns) = read(reader, typed, run) {
                break Some(Mention {
                    typed: typed.split_whitespace().collect::<Vec<_>>().join(" "),
                    turns,
                });
            }
            length -= 1;
        };
        at += length.max(1);
        found.extend(mention);
    }
    found
}

fn is_square(typed: &str) -> bool {
    let rank = typed.strip_prefix(|c: char| c.is_ascii_lowercase());
    rank.is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a piece is named shortly before in the same sentence, so that a square alone is no turn of a pawn.
fn is_of_piece(before: &[Token]) -> bool {
    let same = before.iter().rev().take_while(|token| !token.ends);
    same.take(OF_PIECE).any(|token| token.piece)
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
    let fits = match joined {
        true => run.iter().any(|token| token.core) && run[run.len() - 1].closes,
        false => run[0].alone,
    };
    if !fits {
        return None;
    }
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

/// The turns in another script that stand in a word, as that script has no blanks: `我不走炮二平五`; else the
/// word.
fn apart<'a, R: Ruleset>(reader: &Reader<'_, R>, word: &'a str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let end = rest.char_indices().nth(SIGNS - 1);
        let end = end.map(|(at, last)| at + last.len_utf8());
        let turn = end.map(|end| &rest[..end]).filter(|turn| {
            let plain = clean(turn).unwrap_or_default();
            let signs = reader.ruleset.transcribed(&plain);
            signs
                .is_some_and(|signs| signs.is_ascii() && reader.judge(&signs) != Judged::Unreadable)
        });
        found.extend(turn);
        rest = &rest[turn.map_or(first.len_utf8(), str::len)..];
    }
    match found.is_empty() {
        true => vec![word],
        false => found,
    }
}

fn tokens<R: Ruleset>(reader: &Reader<'_, R>, text: &str, speech: &Speech) -> Vec<Token> {
    let ruleset = reader.ruleset;
    // Commas, strokes and long dashes may stand without a blank beside them.
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
            use Says::{Castle, Piece, Place, Side, Square};
            matches!(says, Piece(_) | Castle | Side(_) | Square | Place)
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
            piece: !letter
                && said
                    .iter()
                    .any(|says| matches!(says, Says::Piece(piece) if *piece != 'P')),
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

/// Whether a square stands in a word, and nothing behind it but marks, or what a pawn becomes on a last
/// rank.
fn holds_square(word: &str) -> bool {
    let plain = latin_text(word);
    let square = |pair: &[u8]| pair[0].is_ascii_alphabetic() && (b'1'..=b'9').contains(&pair[1]);
    let end = plain.trim_end_matches(['+', '#', ')']);
    let becomes = end.trim_end_matches(char::is_alphabetic);
    let ends = becomes.len() == end.len() || becomes.ends_with(['1', '8', '=', '(', '/']);
    ends && plain.as_bytes().windows(2).any(square)
}

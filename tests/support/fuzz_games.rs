//! What is tried on every game: the turns that people type, and position texts.

use zugpost::rules::game::{Game, TurnReading};
use zugpost::rules::variant::{Options, Variant};
use zugpost::variants::{self, VARIANTS};

/// Options of the games, each as it is written after the name of the game.
const OPTIONS: &[&str] = &[
    "",
    "turn=postal",
    "turn=postal-plus",
    "armies=fide/fide",
    "armies=nutters/clobberers",
    "armies=rookies/fide",
    "white-reserve=9",
    "black-reserve=0",
    "setup=0",
    "setup=959",
    "setup=random",
    "setup=chinches",
];
/// At most so many turns are played to reach a position.
const TURNS: usize = 16;
/// At most so many lines are tried on it.
const LINES: usize = 8;

/// `GAME OPTION`, a line of bytes that choose the turns that are played first, and lines that people type.
pub fn notation(input: &[u8]) {
    let (setting, rest) = line(input);
    let (choices, rest) = line(rest);
    let Some(game) = started(setting, choices) else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    for line in text.split('\n').take(LINES) {
        typed(game.as_ref(), line);
    }
}

/// `GAME OPTION` and a position text.
pub fn position(input: &[u8]) {
    let (setting, rest) = line(input);
    let text = String::from_utf8_lossy(rest);
    let (variant, options) = chosen(setting);
    let Ok(game) = variant.start(&options, Some(&text)) else {
        return;
    };
    let written = game.position();
    let again = variant.start(&options, Some(&written));
    let again = again.unwrap_or_else(|e| panic!("{written:?}, written for {text:?}: {e:?}"));
    assert_eq!(again.position(), written, "read and written again");
    looked_at(game.as_ref());
    if let Some(turn) = game.example() {
        let mut next = game.fork();
        next.play(&turn)
            .unwrap_or_else(|e| panic!("{turn} in {written}: {e:?}"));
        let after = next.position();
        let copied = variant.start(&options, Some(&after));
        assert_eq!(
            copied.map(|g| g.position()),
            Ok(after),
            "after {turn} in {written}"
        );
    }
}

/// What the server asks a game about before it writes a letter.
fn looked_at(game: &dyn Game) {
    let _ = (
        game.in_check(),
        game.count(),
        game.legal(50),
        game.warnings(),
        game.writing(game.to_move()),
    );
    let _ = (game.view(None), game.view(Some(game.to_move())));
    let _ = game.fork().claim_draw();
}

/// One text that somebody has typed as a turn.
fn typed(game: &dyn Game, text: &str) {
    let before = game.position();
    let reading = game.reading(text);
    if let TurnReading::Turn(plain) = &reading {
        let meant = (game.meaning(text), game.meaning(plain));
        assert!(
            meant.0.is_err() || meant.0 == meant.1,
            "{text:?} and {plain:?}: {meant:?}"
        );
    }
    if let TurnReading::Doubtful(turns) = &reading {
        legal(game, turns);
    }
    for mention in game.mentions(text) {
        legal(game, &mention.turns);
    }
    let _ = (
        game.begin(text),
        game.legal_of(text, "", 20),
        game.legal_of("e2", text, 20),
    );
    let mut next = game.fork();
    match next.play(text) {
        Err(_) => {
            assert!(
                game.meaning(text).is_err(),
                "{text:?} is refused and has a meaning"
            );
            assert_eq!(
                next.position(),
                before,
                "{text:?} is refused and changes the board"
            );
        }
        Ok(played) => {
            let turn = &played.canonical;
            assert_eq!(
                game.meaning(text).as_ref(),
                Ok(turn),
                "the meaning of {text:?}"
            );
            assert_eq!(
                game.meaning(turn).as_ref(),
                Ok(turn),
                "{text:?} in {before}"
            );
            let mut replayed = game.fork();
            replayed
                .replay(turn)
                .unwrap_or_else(|e| panic!("{turn} in {before}: {e:?}"));
            assert_eq!(replayed.position(), next.position(), "{turn} in {before}");
            assert_eq!(replayed.outcome(), next.outcome(), "{turn} in {before}");
            let _ = (game.strands(turn), next.view(None), next.warnings());
        }
    }
    // A record is never judged again, whatever it holds.
    let _ = game.fork().replay(text);
}

fn legal(game: &dyn Game, turns: &[String]) {
    for turn in turns {
        assert_eq!(
            game.meaning(turn).as_ref(),
            Ok(turn),
            "a turn that may be meant"
        );
    }
}

/// Up to the first line feed, and what follows it.
pub fn line(input: &[u8]) -> (&[u8], &[u8]) {
    match input.iter().position(|&b| b == b'\n') {
        Some(end) => (&input[..end], &input[end + 1..]),
        None => (input, &[]),
    }
}

/// The variant and the options of a line. Words that name neither are a choice by their bytes, so that every
/// input is of use.
fn chosen(setting: &[u8]) -> (&'static dyn Variant, Options) {
    let text = String::from_utf8_lossy(setting);
    let mut words = text.split(' ');
    let name = words.next().unwrap_or_default();
    let pick = |word: &str| word.bytes().map(usize::from).sum::<usize>();
    let variant = variants::find(name).unwrap_or(VARIANTS[pick(name) % VARIANTS.len()]);
    let mut options = Options::new();
    for word in words.take(4) {
        let known = OPTIONS.contains(&word);
        let word = if known {
            word
        } else {
            OPTIONS[pick(word) % OPTIONS.len()]
        };
        if let Some((key, value)) = word.split_once('=')
            && variant.options().iter().any(|option| option.key == key)
        {
            options.insert(key.to_owned(), value.to_owned());
        }
    }
    (variant, options)
}

/// A game with its first turns played, each chosen by a byte for each of its actions.
pub fn started(setting: &[u8], choices: &[u8]) -> Option<Box<dyn Game>> {
    let (variant, options) = chosen(setting);
    let options = variant.settle(&options, &mut |n| n / 2).ok()?;
    let mut game = variant.start(&options, None).ok()?;
    let mut choices = choices.iter().map(|&b| usize::from(b));
    for _ in 0..TURNS {
        let Some(turn) = turn(game.as_ref(), &mut choices) else {
            break;
        };
        let before = game.position();
        game.play(&turn)
            .unwrap_or_else(|e| panic!("{turn} in {before}: {e:?}"));
    }
    Some(game)
}

/// A legal turn, action by action; `None` if nothing is left to choose by, or the game is over.
fn turn(game: &dyn Game, choices: &mut dyn Iterator<Item = usize>) -> Option<String> {
    let mut made = String::new();
    for _ in 0..12 {
        let so_far = game.begin(&made).ok()?;
        if so_far.next.is_empty() {
            return so_far.ends.then_some(so_far.made);
        }
        let pick = choices.next()?;
        if so_far.ends && pick % 4 == 0 {
            return Some(so_far.made);
        }
        made = format!("{} {}", so_far.made, so_far.next[pick % so_far.next.len()]);
    }
    None
}

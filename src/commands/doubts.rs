//! What is doubtful in a mail, so that it is asked back and not carried out (docs/mail-protocol.md, rule 5):
//! several turns, turns in sentences, words that speak against what is above them.

use std::collections::BTreeSet;

use crate::rules::game::TurnReading;

use super::against::Beside;
use super::line::{Certainty, is_idle, read_line};
use super::turns::Turns;
use super::{Command, Doubt, Line, Script, Why, phrases};

/// At most this many lines of a mail are searched for turns in sentences.
const SEARCHED: usize = 60;
/// At most so many bytes of a mail are searched for them.
const SEARCHED_BYTES: usize = 6000;

/// The lines of a mail that are searched.
pub(super) fn searched<'a>(lines: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut left = SEARCHED_BYTES;
    lines.take(SEARCHED).take_while(move |line| {
        let enough = line.len() <= left;
        left = left.saturating_sub(line.len());
        enough
    })
}

/// No turn has more actions. Without this bound, the lines of a mail of turns would be judged again for each of them.
const MOST_ACTIONS: usize = 12;

/// A turn whose actions are on several lines; `None` if the lines are several turns, or it is
/// doubtful.
pub(super) fn joined(group: &[&Line], turns: &dyn Turns) -> Option<Line> {
    let (first, more) = group.split_first()?;
    if more.is_empty() || group.len() > MOST_ACTIONS {
        return None;
    }
    let texts: Vec<&str> = group.iter().filter_map(|line| turn_text(line)).collect();
    let whole = texts.join(" ");
    let mut means = None;
    if let TurnReading::Doubtful(meant) = turns.reading(first.game, &whole) {
        means = Some(meant);
    } else if turns.legal(first.game, &whole).is_none() {
        let legal = texts
            .iter()
            .filter_map(|text| turns.legal(first.game, text));
        let legal: BTreeSet<String> = legal.collect();
        // In a game of one action a turn, the lines are turns of their own.
        if legal.len() > 1 || !turns.goes_on(first.game, texts[0]) {
            return None;
        }
    }
    let mut line = (*first).clone();
    let shown: Vec<&str> = group.iter().map(|line| line.text.as_str()).collect();
    line.text = shown.join(" ").trim().to_owned();
    let last = group.last().map(|line| &line.command);
    if let Command::Turn {
        turn,
        then,
        means: meant,
        ..
    } = &mut line.command
    {
        *turn = whole;
        *meant = means;
        if let Some(Command::Turn { then: extra, .. }) = last {
            *then = *extra;
        }
    }
    Some(line)
}

/// Marks what is doubtful. `unsent` are the lines above the first one of the script, and those below the last.
pub(super) fn settle(mut script: Script, unsent: [&[String]; 2], turns: &dyn Turns) -> Script {
    let mut games: Vec<Option<i64>> = Vec::new();
    for line in script.lines.iter().filter(|line| line.command.is_deed()) {
        if !games.contains(&line.game) {
            games.push(line.game);
        }
    }
    for game in games {
        settle_game(&mut script, game, unsent, turns);
    }
    script
}

fn settle_game(script: &mut Script, game: Option<i64>, unsent: [&[String]; 2], turns: &dyn Turns) {
    // A resignation above a condition may mean: only then.
    let conditional = script
        .lines
        .iter()
        .any(|line| line.command.verb() == Some("if"));
    let own = |line: &&mut Line| line.game == game && line.command.is_deed();
    let mut lines: Vec<&mut Line> = script.lines.iter_mut().filter(own).collect();
    let mut found = Found::of(&lines, game, unsent, turns);
    if conditional && lines.iter().any(|line| is_final(line)) {
        found.why.get_or_insert(Why::Final);
    }
    let Some(why) = found.why else {
        for line in &mut lines {
            // What is legal in no language is judged as it is.
            if let Command::Turn { means, .. } = &mut line.command {
                *means = None;
            }
        }
        drop(lines);
        if found.same {
            keep_first_turn(script, game);
        }
        return;
    };
    let said = matches!(why, Why::Letters | Why::Final);
    let found: Vec<String> = found.turns.into_iter().collect();
    for line in &mut lines {
        let turns = match line.command {
            // A turn that is not legal is refused at once.
            Command::Turn { .. } if found.is_empty() => continue,
            Command::Turn { .. } => found.clone(),
            _ => Vec::new(),
        };
        line.doubt = Some(Doubt {
            turns,
            why: why.clone(),
        });
        if let Why::Words(words) = &why {
            // The author sees what has made it doubtful.
            line.text = format!("{} / {}", line.text, super::without_password(words));
        }
        // Words that may speak against the turn are not for the others.
        if !said {
            line.words = None;
        }
    }
    keep_first_turn(script, game);
}

/// What was found in a mail about one game.
struct Found {
    /// The legal turns that it may mean.
    turns: BTreeSet<String>,
    /// Why it is doubtful, if it is.
    why: Option<Why>,
    /// Whether the same turn is there several times.
    same: bool,
}

impl Found {
    fn of(
        lines: &[&mut Line],
        game: Option<i64>,
        unsent: [&[String]; 2],
        turns: &dyn Turns,
    ) -> Self {
        let written: Vec<&Line> = lines.iter().map(|line| &**line).collect();
        let typed: Vec<&Line> = written
            .iter()
            .copied()
            .filter(|line| matches!(line.command, Command::Turn { .. }))
            .collect();
        let last = written.iter().rposition(|line| turn_text(line).is_some());
        let above = &written[..last.unwrap_or(0)];
        let contradicts = written.iter().any(|line| line.command == Command::Resign)
            || above.iter().any(|line| line.command.takes_back());
        let mut found = Self {
            turns: BTreeSet::new(),
            why: None,
            same: false,
        };
        let below: Vec<&str> = written
            .iter()
            .filter_map(|line| line.words.as_deref())
            .flat_map(str::lines)
            .collect();
        found.look_at_turns(&typed, turns);
        if contradicts && !typed.is_empty() {
            found.why.get_or_insert(Why::Others);
        }
        let played = !typed.is_empty();
        // A turn that is not legal is refused, whatever else is there.
        if played && found.turns.is_empty() && typed.len() == 1 {
            return found;
        }
        if played {
            found.look_at_words(game, unsent, &below, turns);
        }
        let irrevocable = written.iter().any(|line| is_final(line));
        let now = typed.iter().map(|line| meant_now(line, turns));
        let now: BTreeSet<String> = now.flatten().collect();
        if found.why.is_some() && !now.is_empty() {
            found.turns = now;
        }
        if found.why.is_none() && (played || irrevocable) {
            let beside = Beside::new(&written, &typed, &below, unsent);
            found.why = beside.against().map(Why::Words);
        }
        let farewell = |line: &&str| is_idle(line) || phrases::is_farewell(line);
        if irrevocable && !below.iter().all(farewell) {
            found.why.get_or_insert(Why::Final);
        }
        found
    }

    /// The turns that are on lines of their own.
    fn look_at_turns(&mut self, typed: &[&Line], turns: &dyn Turns) {
        let mut refused = false;
        for line in typed {
            let Command::Turn { turn, means, .. } = &line.command else {
                continue;
            };
            match means {
                Some(means) => {
                    self.turns.extend(means.iter().cloned());
                    if !means.is_empty() {
                        self.why = Some(Why::Letters);
                    }
                }
                None => match turns.legal(line.game, turn) {
                    Some(legal) => {
                        self.turns.insert(legal);
                    }
                    None => refused = true,
                },
            }
        }
        if typed.len() < 2 || self.turns.is_empty() {
            return;
        }
        let guard = |line: &&Line| match line.command {
            Command::Turn { guard, .. } => guard,
            _ => None,
        };
        let numbered = typed.iter().any(|line| guard(line) != guard(&typed[0]));
        if !refused && !numbered && self.turns.len() == 1 {
            self.same = true;
            return;
        }
        self.why = Some(Why::Others);
        // The actions of one turn, with other words between them.
        let whole: Vec<&str> = typed.iter().filter_map(|line| turn_text(line)).collect();
        if let Some(legal) = turns.legal(typed[0].game, &whole.join(" ")) {
            self.turns = BTreeSet::from([legal]);
        }
    }

    /// Other turns that are among the words above and below.
    fn look_at_words(
        &mut self,
        game: Option<i64>,
        unsent: [&[String]; 2],
        below: &[&str],
        turns: &dyn Turns,
    ) {
        let unsent = unsent.into_iter().flatten().map(String::as_str);
        let lines = below.iter().copied().chain(unsent);
        // The next action may be in words that are not understood: then the turn is not whole.
        let only = self.turns.iter().next().filter(|_| self.turns.len() == 1);
        let is_open = only.is_some_and(|turn| turns.goes_on(game, turn));
        for line in searched(lines) {
            if is_open && phrases::names_square(line) {
                self.why.get_or_insert(Why::Words(line.to_owned()));
            }
            let words = line.split_whitespace().count();
            let doubt = phrases::takes_back(line);
            for mention in turns.mentions(game, line) {
                // In a longer sentence `e5` is a square that is spoken about.
                let square = mention.typed.len() <= 2 && words > 3;
                if square && !doubt {
                    continue;
                }
                let instead = self.instead(game, &mention.typed, turns);
                let mentioned = mention.turns.into_iter().chain(instead);
                for turn in mentioned {
                    if self.turns.insert(turn) {
                        self.why = Some(Why::Others);
                    }
                }
            }
        }
    }

    /// The turn that an action makes in place of the last one of the turn found, as `or @@d3` below
    /// `Nf3 @@e3` does.
    fn instead(&self, game: Option<i64>, action: &str, turns: &dyn Turns) -> Option<String> {
        let mut found = self.turns.iter();
        let (Some(turn), None) = (found.next(), found.next()) else {
            return None;
        };
        let (begun, last) = turn.rsplit_once(' ')?;
        let other = turns.legal(game, &format!("{begun} {action}"))?;
        (action != last).then_some(other)
    }
}

/// Marks what a Subject wants done as doubtful, because this line of the text below it, which holds no command,
/// casts doubt on it.
pub(super) fn beside(mut script: Script, text: &str, turns: &dyn Turns) -> Script {
    for line in script
        .lines
        .iter_mut()
        .filter(|line| line.command.is_deed())
    {
        let legal = turn_text(line).and_then(|turn| turns.legal(line.game, turn));
        if line.doubt.is_some() || turn_text(line).is_some() && legal.is_none() {
            continue;
        }
        let shown = format!("{} / {}", line.text, super::without_password(text.trim()));
        shown.trim().clone_into(&mut line.text);
        line.doubt = Some(Doubt {
            turns: legal.into_iter().collect(),
            why: Why::Words(text.trim().to_owned()),
        });
    }
    script
}

/// The legal turns behind words such as `for now`. The other turns of the mail are plans.
fn meant_now(line: &Line, turns: &dyn Turns) -> BTreeSet<String> {
    let behind = phrases::for_now(&line.text).unwrap_or_default();
    let mentions = turns.mentions(line.game, behind).into_iter();
    mentions.flat_map(|mention| mention.turns).collect()
}

/// Looks for legal turns in the sentences of a mail without a line that is one.
pub(super) fn seen(lines: &[String], turns: &dyn Turns) -> Option<Line> {
    let mut found = BTreeSet::new();
    let mut shown: Vec<&str> = Vec::new();
    let mut named = None;
    let written = lines.iter().filter(|line| !is_idle(line));
    for text in searched(written.map(String::as_str)) {
        let reading = read_line(text, None, turns);
        let now = meant_now(&reading.line, turns);
        if !now.is_empty() {
            (found, shown, named) = (now, vec![text.trim()], reading.line.game);
            break;
        }
        let command = &reading.line.command;
        let move_it = matches!(
            command,
            Command::Misused { verb: "move", .. } | Command::Turn { .. }
        );
        // What begins like another command is no sentence about a turn.
        if reading.certainty == Certainty::Loose && !move_it || phrases::weighs(text) {
            continue;
        }
        let game = reading.line.game;
        let mut mentioned = turns.mentions(game, text).into_iter().flat_map(|m| m.turns);
        let first = mentioned.next();
        if first.is_some() {
            shown.push(text.trim());
            named = named.or(game);
        }
        found.extend(first);
        found.extend(mentioned);
    }
    let turn = found.first()?.clone();
    let command = Command::Turn {
        guard: None,
        turn,
        then: None,
        means: None,
        sure: false,
    };
    let text = super::without_password(shown.join(" / ").trim()).into_owned();
    Some(Line {
        game: named,
        doubt: Some(Doubt {
            turns: found.into_iter().collect(),
            why: Why::Sentence,
        }),
        ..Line::new(text, command)
    })
}

/// Leaves one line of several with turns of a game, with all their texts.
fn keep_first_turn(script: &mut Script, game: Option<i64>) {
    let own = |line: &Line| line.game == game && matches!(line.command, Command::Turn { .. });
    let texts = script.lines.iter().filter(|line| own(line));
    let texts: Vec<&str> = texts.map(|line| line.text.as_str()).collect();
    let joined = texts.join(" / ").trim().to_owned();
    let count = texts.len();
    let words: Vec<String> = script
        .lines
        .iter()
        .filter(|line| own(line))
        .filter_map(|line| line.words.clone())
        .collect();
    let mut kept = false;
    script.lines.retain_mut(|line| {
        if !own(line) {
            return true;
        }
        let first = !std::mem::replace(&mut kept, true);
        if first {
            line.text.clone_from(&joined);
            if count > 1
                && let Command::Turn { guard, .. } = &mut line.command
            {
                // Which of the numbers counts is part of the question.
                *guard = None;
            }
            line.words = Some(words.join("\n\n")).filter(|words| !words.is_empty());
        }
        first
    });
}

fn turn_text(line: &Line) -> Option<&str> {
    match &line.command {
        Command::Turn { turn, .. } => Some(turn),
        _ => None,
    }
}

/// Whether a line wants something that cannot be taken back.
pub(super) fn is_final(line: &Line) -> bool {
    line.command.is_final()
}

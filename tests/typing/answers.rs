//! What `yes` and its like bring about, as a table: what waits, beside which words, and what is answered. `README.md`
//! describes it.

use std::fs;

use super::cases::{Case, Setup};
use super::open;
use super::server::{Got, Start};

/// The position of every mail: Boris has the turn before it, Anna the next one.
const TURNS: [&str; 3] = ["e4", "e5", "Nf3"];
const HIS_TURN: &str = "Nb8-c6";
/// The turn that our own question is about, and another one.
const TURN: &str = "Bf1-b5";
const OTHER: &str = "d2-d4";
/// The mail that makes us ask.
const DOUBTFUL: &str = "I think Bf1-b5 is best.";

/// A column: what waits.
struct Waits {
    name: String,
    /// The lines below the opponent's turn.
    lines: Vec<String>,
    /// The lines that agree to them.
    accept: Vec<String>,
    /// Whether our own question about a turn waits.
    asked: bool,
}

/// The words that the letter shows.
struct Shows {
    words: String,
    asks: bool,
    /// Whether they came in an earlier letter.
    earlier: bool,
}

/// Answers with the same outcomes.
#[derive(Default)]
struct Block {
    answers: Vec<String>,
    /// What an answer that is asked back names besides.
    names: Option<String>,
    plain: Vec<String>,
    asks: Vec<String>,
}

struct Table {
    waits: Vec<Waits>,
    shows: Vec<Shows>,
    blocks: Vec<Block>,
}

fn read() -> Table {
    let path = super::folder().join("answers.table");
    let text = fs::read_to_string(path).expect("answers.table");
    let mut table = Table {
        waits: Vec::new(),
        shows: Vec::new(),
        blocks: Vec::new(),
    };
    let mut names: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        let listed = |text: &str| -> Vec<String> {
            let parts = text.split(';').map(|part| part.trim().to_owned());
            parts.filter(|part| !part.is_empty()).collect()
        };
        if let Some(rest) = line.strip_prefix("waits ") {
            let (rest, accept) = rest.split_once("=>").unwrap_or((rest, ""));
            let (rest, asked) = match rest.strip_suffix(", asked") {
                Some(rest) => (rest, true),
                None => (rest, false),
            };
            let (name, lines) = rest.split_once(':').unwrap_or((rest, ""));
            names.push(name.trim().to_owned());
            table.waits.push(Waits {
                name: name.trim().to_owned(),
                lines: listed(lines),
                accept: listed(accept),
                asked,
            });
        } else if let Some(rest) = line.strip_prefix("shows ") {
            let (kind, words) = rest.split_once(':').expect("shows KIND: WORDS");
            table.shows.push(Shows {
                words: words.trim().to_owned(),
                asks: kind.starts_with("asks"),
                earlier: kind.ends_with("earlier"),
            });
        } else if let Some(title) = line.strip_prefix("== ") {
            let named = title.split_once("names: ");
            table.blocks.push(Block {
                names: named.map(|(_, named)| named.to_owned()),
                ..Block::default()
            });
        } else if line.split_whitespace().eq(names.iter()) {
            // The heads of the columns.
        } else {
            let block = table
                .blocks
                .last_mut()
                .expect("an answer above the first block");
            let row = |text: &str| -> Vec<String> {
                let row: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
                assert_eq!(row.len(), names.len(), "{line}");
                row
            };
            match line.split_once(": ") {
                Some(("plain", rest)) => block.plain = row(rest),
                Some(("asks", rest)) => block.asks = row(rest),
                _ => block.answers.push(line.replace('⏎', "\n")),
            }
        }
    }
    table
}

fn start(waits: &Waits, shows: &Shows) -> Start {
    let mail = |lines: &[&str]| {
        let lines = lines.iter().filter(|line| !line.is_empty());
        (
            "black".to_owned(),
            lines.copied().collect::<Vec<_>>().join("\n"),
        )
    };
    let waiting = waits.lines.join("\n");
    let mut mails = match shows.earlier {
        true => vec![mail(&[HIS_TURN, &shows.words]), mail(&[&waiting])],
        false => vec![mail(&[HIS_TURN, &shows.words, &waiting])],
    };
    mails.retain(|(_, text)| !text.is_empty());
    if waits.asked {
        mails.push(("white".to_owned(), DOUBTFUL.to_owned()));
    }
    let setup = Setup {
        variant: "chess".to_owned(),
        turns: TURNS.iter().map(|turn| (*turn).to_owned()).collect(),
        mails,
        from: Some("white".to_owned()),
        time: Some("5d/move".to_owned()),
        ..Setup::default()
    };
    Start::new(&setup).expect("a game")
}

/// How what came of a mail differs from the outcome.
fn difference(outcome: &str, got: &Got, named: &[String]) -> Option<String> {
    let turns: &[&str] = match outcome {
        "turn" => &[TURN],
        "other" => &[OTHER],
        _ => &[],
    };
    let others: &[&str] = match outcome {
        "drawn" | "resigned" | "declined" | "refuse" => &[outcome],
        "undone" => &["propose", "take-back"],
        "terms" => &["propose", "terms"],
        "paused" => &["propose", "pause"],
        _ => &[],
    };
    let shown = || {
        format!(
            "turns {:?}, {:?}, asked {:?}",
            got.turns, got.others, got.asked
        )
    };
    if got.turns != turns || got.others != others {
        return Some(shown());
    }
    let nothing = got.confirmed.is_empty() && got.confirmed_others.is_empty();
    match outcome {
        // `yes` to the letter that asks does nothing, either.
        "which" if !nothing => Some(format!(
            "then {:?} {:?}",
            got.confirmed, got.confirmed_others
        )),
        "which" => {
            let missing = named
                .iter()
                .find(|line| !got.said.contains(&format!("`{line}`")));
            missing.map(|line| format!("{line:?} is not named: {}", got.said))
        }
        "asked" if got.confirmed_others.is_empty() => Some(format!("{} {}", shown(), got.said)),
        "asked" => None,
        _ => got.asked.is_some().then(shown),
    }
}

/// So many differences are shown.
const SHOWN: usize = 40;

/// Sends all answers to letters in which this waits.
pub fn run(column: &str) {
    let table = read();
    let at = table.waits.iter().position(|waits| waits.name == column);
    let at = at.expect("a column of this name");
    let waits = &table.waits[at];
    let mut differences = Vec::new();
    let (mut count, mut sent) = (0, 0);
    for shows in &table.shows {
        let start = start(waits, shows);
        for block in &table.blocks {
            let outcome = match shows.asks {
                true => &block.asks[at],
                false => &block.plain[at],
            };
            if outcome == "*" {
                continue;
            }
            for answer in &block.answers {
                count += 1;
                if !open::is_sent(column, count) {
                    continue;
                }
                sent += 1;
                let case = Case {
                    body: answer.clone(),
                    ..Case::default()
                };
                let named: Vec<String> = waits.accept.iter().chain(&block.names).cloned().collect();
                let different = match start.send(&case) {
                    Ok(got) => difference(outcome, &got, &named),
                    Err(e) => Some(format!("{e:#}")),
                };
                if let Some(why) = different {
                    let (answer, words) = (answer.replace('\n', "⏎"), &shows.words);
                    differences.push(format!(
                        "  {answer}  (beside {words:?}): wanted {outcome}, got {why}"
                    ));
                }
            }
        }
    }
    assert!(count >= 100 && sent > 0, "{column}: {count} mails");
    let many = differences.len();
    differences.truncate(SHOWN);
    assert!(
        many == 0,
        "{column}: {many} of {sent} differ\n{}",
        differences.join("\n")
    );
}

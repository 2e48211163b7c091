//! Files of lessons. `[name]` begins a position, whose text in the templates is `lessons/name`; below it are lines:
//!
//! ```text
//! position 4k3/8/8/8/8/8/8/4K2R w K - 0 1
//! options turn=postal             (of the game; none: the usual ones)
//! turn O-O                        (a right answer, in canonical text)
//! does take reach e5              (what a right answer does: all of it)
//! answer Rh1xe1                 (a right answer that the tests try where there are too many turns to list)
//! wrong Rh1-a1                    (a turn that the rules refuse)
//! ```

use crate::rules::{Options, Place};

use super::{Deed, Idea, Right, Step};

macro_rules! files {
    ($($id:literal)*) => { &[$(($id, include_str!(concat!($id, ".txt")))),*] };
}

const FILES: &[(&str, &str)] = files! {
    "chess" "hans38" "hans38-neutral" "infinite-reserves" "moving-squares" "in-the-bin" "xiangqi" "eight-piece"
    "eight-piece-random" "yonin-bishogi"
};

/// The file of a game of our own.
pub(super) fn of(id: &str) -> Option<&'static str> {
    let mut files = FILES.iter();
    files.find(|(of, _)| *of == id).map(|(_, text)| *text)
}

/// The positions of a file. A line that says nothing is left out; the tests find none.
pub(super) fn read(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'))
        {
            steps.push(Step {
                idea: Idea::Text(name.to_owned()),
                options: Options::new(),
                position: String::new(),
                right: Vec::new(),
                answers: Vec::new(),
                wrong: Vec::new(),
            });
            continue;
        }
        let (Some(step), Some((word, rest))) = (steps.last_mut(), line.split_once(' ')) else {
            continue;
        };
        match word {
            "position" => rest.clone_into(&mut step.position),
            "options" => {
                let options = rest.split(' ').filter_map(|option| option.split_once('='));
                let owned = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
                step.options = owned.collect();
            }
            "turn" => step.right.push(Right::Turn(rest.to_owned())),
            "does" => step.right.extend(deeds(rest).map(Right::Does)),
            "answer" => step.answers.push(rest.to_owned()),
            "wrong" => step.wrong.push(rest.to_owned()),
            _ => {}
        }
    }
    steps
}

fn deeds(text: &str) -> Option<Vec<Deed>> {
    let mut words = text.split(' ');
    let mut deeds = Vec::new();
    while let Some(word) = words.next() {
        let mut square = || words.next().and_then(Place::parse);
        deeds.push(match word {
            "any" => Deed::Any,
            "win" => Deed::Win,
            "draw" => Deed::Draw,
            "check" => Deed::Check,
            "take" => Deed::Take,
            "reach" => Deed::Reach(square()?),
            "leave" => Deed::Leave(square()?),
            _ => return None,
        });
    }
    Some(deeds)
}

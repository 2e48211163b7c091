//! Learns the weights of the classifier (`src/commands/classifier.rs`) from mails of people.
//!
//! A mail of which the turn is to be played is an example of one kind, a mail by which none may be played of the other;
//! those that may be asked about teach nothing, except in `not-played`. More examples, of which no game is known, are in `talk/`. `TRAIN=1` writes
//! the weights; otherwise they are compared with what learning comes to, so that they go with the mails.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use zugpost::commands::classifier::{Model, WEIGHTS, ZERO, features};

use super::cases::{Case, Verdict};
use super::{folder, sections};

/// Mails that the weights are not learnt from: they show what the classifier makes of mails that it does not know.
const HELD: &[&str] = &[
    "people-46",
    "people-48",
    "people-63",
    "people-67",
    "people-68",
    "people-69",
    "people-70",
    "people-71",
    "people-72",
    "people-73",
    "people-74",
    "people-75",
    "people-76",
    "people-84",
    "people-85",
    "people-86",
];
/// So often all examples are gone through.
const ROUNDS: u32 = 40;
/// The length of the first steps.
const RATE: f32 = 1.0;
/// The part of a weight that is lost in a round of steps of length 1.
const DECAY: f32 = 2e-4;
/// So many signs are on a line of the file.
const WIDTH: usize = 96;
/// The greatest weight, in steps of what a sign can say.
const MOST: f32 = 46.0;

/// What is known of a mail, and whether its turn must not be played.
struct Example {
    features: Vec<(usize, f32)>,
    unmeant: bool,
}

impl Example {
    fn new(text: &str, unmeant: bool) -> Self {
        let features = features(text);
        Self { features, unmeant }
    }

    /// The probability that its turn is not to be played.
    fn guess(&self, model: &Model) -> f32 {
        let weighed = self
            .features
            .iter()
            .map(|(at, value)| model.weights[*at] * value);
        1.0 / (1.0 + (-(weighed.sum::<f32>() + model.bias)).exp())
    }
}

/// The names of all files of a folder that end with `.txt`, without that, sorted.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| {
        file.expect("a file")
            .file_name()
            .to_string_lossy()
            .into_owned()
    });
    let mut names: Vec<String> = names
        .filter_map(|name| name.strip_suffix(".txt").map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// The mails of the files in [`HELD`], or of all other files.
fn mails(held: bool) -> Vec<Example> {
    let of_people =
        |name: &str| name.starts_with("people-") || ["not-played", "words"].contains(&name);
    let mut found = Vec::new();
    for name in names(&folder()) {
        if !of_people(&name) || HELD.contains(&name.as_str()) != held {
            continue;
        }
        for case in sections(&name).iter().flat_map(|section| &section.cases) {
            match case.want.verdict {
                Some(Verdict::Played(_)) => found.push(Example::new(&own(case), false)),
                Some(Verdict::Unplayed(_)) => found.push(Example::new(&own(case), true)),
                Some(Verdict::Asked(_)) if name == "not-played" => {
                    found.push(Example::new(&own(case), true))
                }
                _ => {}
            }
        }
    }
    assert!(found.len() > 50, "{} mails", found.len());
    found
}

/// The lines that the author has written.
fn own(case: &Case) -> String {
    let own = |line: &&str| !line.starts_with('>') && !line.contains('{');
    case.body.lines().filter(own).collect::<Vec<_>>().join("\n")
}

/// The examples of `talk/`: `play` or `ask`, the lines of the mail behind `| `, and a blank line.
fn talk() -> Vec<Example> {
    let folder = folder().join("talk");
    let mut found = Vec::new();
    for name in names(&folder) {
        let text = fs::read_to_string(folder.join(&name).with_extension("txt")).expect("a file");
        for block in text
            .split("\n\n")
            .map(str::trim)
            .filter(|block| !block.is_empty())
        {
            let (kind, mail) = block.split_once('\n').unwrap_or((block, ""));
            let unmeant = match kind {
                "play" => false,
                "ask" => true,
                _ => panic!("talk/{name}.txt: {block}"),
            };
            let lines = mail.lines().map(|line| {
                let own = line.strip_prefix('|');
                own.unwrap_or_else(|| panic!("talk/{name}.txt: {line}"))
                    .trim_start()
            });
            found.push(Example::new(&lines.collect::<Vec<_>>().join("\n"), unmeant));
        }
    }
    assert!(found.len() > 100, "{} examples", found.len());
    found
}

/// Stochastic gradient descent on the logistic loss. Both kinds weigh the same in sum.
fn learn(examples: &[Example]) -> Model {
    let all = examples.len() as f32;
    let unmeant = examples.iter().filter(|example| example.unmeant).count() as f32;
    let mut model = Model {
        bias: 0.0,
        weights: vec![0.0; WEIGHTS],
    };
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut chance = 1_u64;
    for round in 0..ROUNDS {
        let rate = RATE / (1.0 + 0.1 * round as f32);
        for at in (1..order.len()).rev() {
            // Knuth's linear congruential generator: the same order each time.
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            order.swap(at, (chance >> 33) as usize % (at + 1));
        }
        for example in order.iter().map(|at| &examples[*at]) {
            let (truth, share) = match example.unmeant {
                true => (1.0, 0.5 * all / unmeant),
                false => (0.0, 0.5 * all / (all - unmeant)),
            };
            let step = rate * share * (truth - example.guess(&model));
            model.bias += 0.1 * step;
            for (at, value) in &example.features {
                model.weights[*at] += step * value;
            }
        }
        let kept = 1.0 - DECAY * rate;
        model.weights.iter_mut().for_each(|weight| *weight *= kept);
    }
    model
}

/// The weight that a sign says if it is one further from zero.
fn step(model: &Model) -> f32 {
    model
        .weights
        .iter()
        .fold(0.0_f32, |most, weight| most.max(weight.abs()))
        / MOST
}

/// The file of these weights, as [`Model::parse`] reads it.
fn file(model: &Model) -> String {
    let step = step(model);
    let sign = |weight: &f32| (f32::from(ZERO) + weight / step).round() as u8 as char;
    let signs: Vec<char> = model.weights.iter().map(sign).collect();
    let mut file = format!("{} {step}\n", model.bias);
    for line in signs.chunks(WIDTH) {
        let _ = writeln!(file, "{}", line.iter().collect::<String>());
    }
    file
}

/// For each limit: how many examples of both kinds have a lower probability, to be played and not.
fn below(model: &Model, examples: &[Example]) -> BTreeMap<&'static str, (usize, usize)> {
    let limits = [
        ("0.05", 0.05),
        ("0.1", 0.1),
        ("0.15", 0.15),
        ("0.2", 0.2),
        ("0.3", 0.3),
        ("0.5", 0.5),
        ("0.75", 0.75),
        ("1", 1.0),
    ];
    let count = |limit: f32, unmeant: bool| {
        let below =
            |example: &&Example| example.unmeant == unmeant && example.guess(model) <= limit;
        examples.iter().filter(below).count()
    };
    limits
        .map(|(name, limit)| (name, (count(limit, false), count(limit, true))))
        .into()
}

#[test]
fn the_weights_are_learnt_from_mails() {
    let path = folder().join("../../src/commands/classifier.weights");
    let known: Vec<Example> = mails(false).into_iter().chain(talk()).collect();
    let learnt = learn(&known);
    let written = file(&learnt);
    if std::env::var_os("TRAIN").is_some() {
        fs::write(&path, &written).expect("written");
        println!("below: (to be played, not)");
        println!("known: {:?}", below(&learnt, &known));
        println!("held: {:?}", below(&learnt, &mails(true)));
    }
    let stored = fs::read_to_string(&path).expect("the weights");
    let [stored, learnt] = [&stored, &written].map(|file| Model::parse(file).expect("weights"));
    // The last digits of `exp` differ from machine to machine.
    let near = 1.5 * step(&learnt);
    let pairs = stored.weights.iter().zip(&learnt.weights);
    let differ = pairs.filter(|(a, b)| (*a - *b).abs() > near).count();
    assert_eq!(differ, 0, "TRAIN=1 cargo test --test typing weights");
}

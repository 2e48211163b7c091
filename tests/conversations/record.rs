//! Records the letters of all conversations that together say everything, for `src/letters/samples.json`:
//! `RECORD=1 cargo test --test conversations letters_are_recorded`. What no mail brings about is in `by_hand.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use chrono::DateTime;
use serde_json::{Map, Value};
use zugpost::letters::samples::Sample;
use zugpost::letters::shown::Shown;
use zugpost::letters::{LetterData, Present};
use zugpost::office::shown::shown;
use zugpost::store;
use zugpost::text::keys;
use zugpost::variants::Games;
use zugpost::words::{Trial, Words};

use super::letter::Letter;
use super::server::Server;
use super::variants;
use super::{SCRIPTS, begin, folder};

/// Numbers that are no counts.
const IDS: &str = "after first game generation number player repeats seat v version";

/// What most letters do not depend on.
const OFTEN_UNUSED: &str = "answers format nudged typed actor options own_data reader times settings kinds moves \
    pockets facts order seats surface hidden writing course turns checked warnings place example links clock \
    plans proposals playing label outcome result time_goes_to id variant name full planned umpire state game";

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/letters/samples.json")
}

#[test]
fn letters_are_recorded() {
    if std::env::var_os("RECORD").is_none() {
        return;
    }
    let text = fs::read_to_string(folder().join("by_hand.json")).expect("by_hand.json");
    let entries: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let mut by_hand: Vec<Option<Sample>> = (0..).zip(&entries).map(of_nobody).collect();
    let mut all: Vec<Sample> = Vec::new();
    for name in SCRIPTS {
        all.extend(letters_of(name, &entries, &mut by_hand));
    }
    all.extend(by_hand.into_iter().enumerate().map(|(at, sample)| {
        sample.unwrap_or_else(|| panic!("by_hand.json, line {}: nothing is like it", at + 2))
    }));
    let all: Vec<Candidate> = all.into_iter().filter_map(Candidate::new).collect();
    let few = chosen(&all);
    let few: Vec<&Candidate> = few.into_iter().map(|at| &all[at]).collect();
    let drawn = drawn_less(&few);
    let samples = few.into_iter().zip(drawn);
    let lines: Vec<String> = samples
        .map(|(candidate, json)| shortened(candidate, json).to_string())
        .collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    fs::write(file(), text).expect("the samples can be written");
}

/// The letters of a conversation. Letters that are made by hand speak of what the last letter of a conversation to a
/// seat of a game does (`like`).
fn letters_of(name: &str, entries: &[Value], by_hand: &mut [Option<Sample>]) -> Vec<Sample> {
    let (mut server, steps, _) = begin(name);
    let mut all = Vec::new();
    for step in &steps {
        let done = server
            .step(step)
            .unwrap_or_else(|e| panic!("{name}.golden, line {}: {e:#}", step.line));
        let from = format!("{name}.golden, line {}", step.line);
        for letter in &done.letters {
            let Some(data) = letter.row.data.as_deref() else {
                continue;
            };
            let data = LetterData::from_json(data).expect("it was written");
            all.push(sample(&mut server, letter, from.clone(), data));
            let about = letter.row.about.map(|about| about.game);
            for (at, entry) in entries.iter().enumerate() {
                let like = about.map(|game| format!("{name} #{game}"));
                if like.is_some() && entry["like"].as_str() == like.as_deref() {
                    let sample = sample(&mut server, letter, line_of(at), data_of(entry));
                    by_hand[at] = Some(changed(sample, entry));
                }
            }
        }
    }
    all
}

/// A letter with what it speaks of, without anything that is secret; `data` is what it says.
fn sample(server: &mut Server, letter: &Letter, from: String, data: LetterData) -> Sample {
    let (now, about) = (server.now(), letter.row.about);
    let shown = store::read(server.store.as_mut(), |store| {
        let present = Present {
            now,
            longest_gap: chrono::TimeDelta::hours(2),
        };
        shown(
            store,
            (&letter.row, &data),
            (Games::built_in(), &[]),
            present,
            75 << 10,
        )
    });
    let (limit, shown) = (None, shown.expect("what it speaks of"));
    let mut json = serde_json::to_value(Sample {
        from,
        now,
        limit,
        about,
        letter: data,
        shown,
    })
    .expect("JSON");
    without_secrets(&mut json);
    serde_json::from_value(json).expect("a sample")
}

/// Puts fixed values in the place of keys, codes, and the numbers that they are made from.
fn without_secrets(value: &mut Value) {
    match value {
        Value::String(text) => *text = keys::blanked(text),
        Value::Array(items) => items.iter_mut().for_each(without_secrets),
        Value::Object(map) => {
            for (key, item) in map {
                match &**key {
                    "nonce" => *item = Value::from("00"),
                    _ => without_secrets(item),
                }
            }
        }
        _ => {}
    }
}

/// A letter that is made by hand and speaks of nothing.
fn of_nobody((at, entry): (usize, &Value)) -> Option<Sample> {
    entry["like"].is_null().then(|| Sample {
        from: line_of(at),
        now: DateTime::UNIX_EPOCH,
        limit: limit_of(entry),
        about: None,
        letter: data_of(entry),
        shown: Shown::default(),
    })
}

/// A letter that is made by hand, with some of what it speaks of changed (`set`).
fn changed(sample: Sample, entry: &Value) -> Sample {
    let mut json = serde_json::to_value(sample).expect("JSON");
    for (place, value) in entry["set"].as_object().unwrap_or(&Map::new()) {
        *json.pointer_mut(place).expect("a place") = value.clone();
    }
    let mut sample: Sample = serde_json::from_value(json).expect("a sample");
    sample.limit = limit_of(entry);
    sample
}

/// What a letter says that is made by hand.
fn data_of(entry: &Value) -> LetterData {
    let data = serde_json::json!({"v": 1, "content": entry["content"]});
    serde_json::from_value(data).unwrap_or_else(|e| panic!("by_hand.json, {entry}: {e}"))
}

fn limit_of(entry: &Value) -> Option<usize> {
    entry["limit"]
        .as_u64()
        .and_then(|limit| usize::try_from(limit).ok())
}

fn line_of(at: usize) -> String {
    format!("by_hand.json, line {}", at + 2)
}

/// A letter that may be recorded, and what is said in it.
struct Candidate {
    sample: Sample,
    /// As JSON, without what is empty.
    json: Value,
    says: BTreeSet<String>,
}

impl Candidate {
    fn new(sample: Sample) -> Option<Self> {
        // One in a conversation was too long to be rendered.
        let (_, texts) = rendered(&sample)?;
        let mut says = texts;
        let kinds = variants::of_letter(&sample.letter).into_iter();
        says.extend(kinds.map(|(known, name)| format!("{name} of {known}")));
        let mut json = serde_json::to_value(&sample).expect("JSON");
        shapes(&json["letter"], "", &mut says);
        let whole = std::mem::take(&mut json["shown"]);
        json["shown"] = pruned(&whole);
        // Where something empty has to be written, all is.
        if serde_json::from_value::<Sample>(json.clone()).is_err() {
            json["shown"] = whole;
        }
        Some(Self { sample, json, says })
    }

    fn size(&self) -> usize {
        self.json.to_string().len()
    }
}

/// A letter, and the texts that it needs; `None`: it cannot be rendered.
fn rendered(sample: &Sample) -> Option<(String, BTreeSet<String>)> {
    let trial = Trial::default();
    let voice = Words::built_in().english().on_trial(&trial);
    let text = sample.render(voice).ok()?;
    Some((
        text,
        trial.tried().into_iter().map(|(_, name)| name).collect(),
    ))
}

/// What is there, how many of each there are, and what is true: none, one and several are not said alike.
fn shapes(value: &Value, at: &str, says: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, item) in map {
                says.insert(format!("{at}.{key}"));
                if !IDS.split(' ').any(|id| id == key) {
                    shapes(item, &format!("{at}.{key}"), says);
                }
            }
        }
        Value::Array(items) => {
            says.insert(format!("{at}: {}", items.len().min(2)));
            items.iter().for_each(|item| shapes(item, at, says));
        }
        Value::Number(number) => {
            says.insert(format!(
                "{at}: {}",
                number.as_u64().map_or(2, |count| count.min(2))
            ));
        }
        Value::Bool(_) | Value::Null => {
            says.insert(format!("{at}: {value}"));
        }
        Value::String(_) => {}
    }
}

/// Without what is empty: it is read as nothing in any case.
fn pruned(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let items = map.iter().map(|(key, item)| (key.clone(), pruned(item)));
            let is_empty = |item: &Value| match item {
                Value::Null => true,
                Value::String(text) => text.is_empty(),
                Value::Array(items) => items.is_empty(),
                Value::Object(map) => map.is_empty(),
                _ => false,
            };
            // The name of a variant stays.
            let one = map.len() == 1;
            Value::Object(items.filter(|(_, item)| one || !is_empty(item)).collect())
        }
        Value::Array(items) => items.iter().map(pruned).collect(),
        other => other.clone(),
    }
}

/// A few letters that say everything: the shortest one for each thing, beginning with what is said least often;
/// without those whose things others say.
fn chosen(all: &[Candidate]) -> BTreeSet<usize> {
    let mut sayers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, candidate) in all.iter().enumerate() {
        for said in &candidate.says {
            sayers.entry(said).or_default().push(at);
        }
    }
    let mut things: Vec<Vec<usize>> = sayers.into_values().collect();
    things.sort_by_key(Vec::len);
    let sizes: Vec<usize> = all.iter().map(Candidate::size).collect();
    let mut chosen = BTreeSet::new();
    for sayers in &things {
        if !sayers.iter().any(|at| chosen.contains(at)) {
            chosen.extend(sayers.iter().min_by_key(|at| (sizes[**at], **at)));
        }
    }
    let mut longest: Vec<usize> = chosen.iter().copied().collect();
    longest.sort_by_key(|at| std::cmp::Reverse(sizes[*at]));
    for at in longest {
        chosen.remove(&at);
        if !things
            .iter()
            .all(|sayers| sayers.iter().any(|at| chosen.contains(at)))
        {
            chosen.insert(at);
        }
    }
    chosen
}

/// The letters as JSON, most of them with empty boards, since boards are drawn by code that has tests of its own: a board
/// stays where it has texts that are nowhere else.
fn drawn_less(letters: &[&Candidate]) -> Vec<Value> {
    let texts = |sample: &Sample| rendered(sample).map(|(_, texts)| texts).unwrap_or_default();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for letter in letters.iter() {
        for text in texts(&letter.sample) {
            *counts.entry(text).or_default() += 1;
        }
    }
    let mut less = |letter: &&Candidate| {
        let mut json = letter.json.clone();
        for key in ["cells", "kinds", "facts", "pockets", "links"] {
            json = without(&json, key).0;
        }
        let sample: Sample = serde_json::from_value(json.clone()).expect("a sample");
        let left = texts(&sample);
        let lost: Vec<String> = texts(&letter.sample).difference(&left).cloned().collect();
        if lost.iter().any(|text| counts[text] < 2) {
            return letter.json.clone();
        }
        for text in lost {
            *counts.get_mut(&text).expect("counted") -= 1;
        }
        json
    };
    letters.iter().map(&mut less).collect()
}

/// A letter without what its text does not depend on.
fn shortened(candidate: &Candidate, mut json: Value) -> Value {
    let sample = serde_json::from_value(json.clone()).expect("a sample");
    let expected = rendered(&sample);
    for key in [""].into_iter().chain(OFTEN_UNUSED.split_whitespace()) {
        let (less, sample) = without(&json, key);
        match rendered(&sample) == expected {
            true => json = less,
            false => assert!(
                !key.is_empty(),
                "{}: what is empty says something",
                candidate.sample.from
            ),
        }
    }
    json
}

/// A letter that speaks of nothing under a key; if it cannot be read then, as it was.
fn without(json: &Value, key: &str) -> (Value, Sample) {
    let mut less = json.clone();
    leave_out(&mut less["shown"], key);
    let sample = serde_json::from_value::<Sample>(less.clone()).ok();
    let as_it_was = || serde_json::from_value(json.clone());
    match sample {
        Some(sample) => (less, sample),
        None => (
            json.clone(),
            as_it_was().expect("what is empty can be left out"),
        ),
    }
}

/// Leaves a key out wherever it is.
fn leave_out(value: &mut Value, key: &str) {
    match value {
        Value::Object(map) => {
            map.remove(key);
            map.values_mut().for_each(|item| leave_out(item, key));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| leave_out(item, key)),
        _ => {}
    }
}

#[test]
fn recorded_letters_hold_no_key() {
    let text = fs::read_to_string(file()).expect("the samples");
    assert_eq!(keys::blanked(&text), text);
    let nonces = text.split("\"nonce\":").skip(1);
    assert!(
        nonces.clone().count() > 0 && nonces.into_iter().all(|rest| rest.starts_with("\"00\""))
    );
}

//! Records the letters of all conversations that together say everything, for `src/letters/samples.json`:
//! `RECORD=1 cargo test --test conversations letters_are_recorded`. What no mail brings about is in `by_hand.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use chrono::DateTime;
use serde_json::{Map, Value};
use zugpost::letters::samples::Sample;
use zugpost::letters::{LetterData, Present};
use zugpost::office::shown::Reading;
use zugpost::store;
use zugpost::text::keys;
use zugpost::words::{Trial, Words};

use super::letter::Letter;
use super::server::Server;
use super::variants;
use super::{SCRIPTS, begin, folder};

/// Numbers that are no counts.
const IDS: &str = "after first game generation number player repeats seat v version";

/// What most letters do not depend on.
const OFTEN_UNUSED: &str = "address answers format open_turn nudged failures arrived_at typed mail at actor \
    created_by created_at updated_at known options own_data reader times settings time";

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/letters/samples.json")
}

#[test]
fn letters_are_recorded() {
    if std::env::var_os("RECORD").is_none() {
        return;
    }
    let mut all: Vec<Sample> = SCRIPTS.iter().flat_map(|name| letters_of(name)).collect();
    all.extend(by_hand(&all));
    let all: Vec<Candidate> = all.into_iter().filter_map(Candidate::new).collect();
    let lines: Vec<String> = chosen(&all)
        .into_iter()
        .map(|at| shortened(&all[at]).to_string())
        .collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    fs::write(file(), text).expect("the samples can be written");
}

/// The letters of a conversation.
fn letters_of(name: &str) -> Vec<Sample> {
    let (mut server, steps, _) = begin(name);
    let mut all = Vec::new();
    for step in &steps {
        let done = server
            .step(step)
            .unwrap_or_else(|e| panic!("{name}.golden, line {}: {e:#}", step.line));
        let from = format!("{name}.golden, line {}", step.line);
        let letters = done.letters.iter();
        all.extend(letters.filter_map(|letter| sample(&mut server, letter, from.clone())));
    }
    all
}

/// A letter with what it speaks of, without anything that is secret.
fn sample(server: &mut Server, letter: &Letter, from: String) -> Option<Sample> {
    let data = LetterData::from_json(letter.row.data.as_deref()?).expect("it was written");
    let (now, about, id) = (server.now(), letter.row.about, letter.row.id);
    let shown = store::read(&mut server.store, |store| {
        let present = Present {
            now,
            longest_gap: chrono::TimeDelta::hours(2),
        };
        Reading {
            store,
            letter: Some(id),
            present,
            limit: 75 << 10,
        }
        .shown(&data, about)
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
    Some(serde_json::from_value(json).expect("a sample"))
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

/// Letters as they would be: what they say is in `by_hand.json`. They speak of what the last letter of a
/// conversation to a seat of a game does (`like`), with some of it changed (`set`).
fn by_hand(recorded: &[Sample]) -> Vec<Sample> {
    let text = fs::read_to_string(folder().join("by_hand.json")).expect("by_hand.json");
    let entries: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let made = entries.iter().enumerate().map(|(at, entry)| {
        let mut sample = match entry["like"].as_str() {
            Some(like) => {
                let (name, game) = like.split_once(" #").expect("a conversation and a game");
                let (name, game) = (
                    format!("{name}.golden,"),
                    game.parse::<i64>().expect("a number"),
                );
                let mut letters = recorded
                    .iter()
                    .rev()
                    .filter(|sample| sample.from.starts_with(&name));
                let like =
                    letters.find(|sample| sample.about.is_some_and(|about| about.game.0 == game));
                serde_json::to_value(like.expect("such a letter")).expect("JSON")
            }
            None => serde_json::json!({"now": DateTime::UNIX_EPOCH, "shown": {}}),
        };
        for (place, value) in entry["set"].as_object().unwrap_or(&Map::new()) {
            *sample
                .pointer_mut(place)
                .expect("a place of what is like it") = value.clone();
        }
        if entry["limit"].is_number() {
            sample["limit"] = entry["limit"].clone();
        }
        sample["from"] = Value::from(format!("by_hand.json, line {}", at + 2));
        sample["letter"] = serde_json::json!({"v": 1, "content": entry["content"]});
        serde_json::from_value(sample)
            .unwrap_or_else(|e| panic!("by_hand.json, line {}: {e}", at + 2))
    });
    made.collect()
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
        json["shown"] = pruned(&json["shown"]);
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
            Value::Object(items.filter(|(_, item)| !is_empty(item)).collect())
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

/// A letter without what its text does not depend on.
fn shortened(candidate: &Candidate) -> Value {
    let expected = rendered(&candidate.sample);
    let mut json = candidate.json.clone();
    for key in [""].into_iter().chain(OFTEN_UNUSED.split(' ')) {
        let mut less = json.clone();
        leave_out(&mut less["shown"], key);
        let sample = serde_json::from_value::<Sample>(less.clone()).ok();
        match sample.is_some_and(|sample| rendered(&sample) == expected) {
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

/// Leaves a key out wherever it stands.
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

//! A server and the people who write to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::letter::masked;
use super::person::{Person, Result};
use super::script;
use super::server::Server;

/// All in a club.
pub struct Club {
    /// The server.
    pub server: Server,
    /// The people.
    pub people: Vec<Person>,
    /// What hour it is, since the club began.
    pub hour: usize,
    read: usize,
}

impl Club {
    /// A club of people with these names; each becomes a player by mail.
    pub fn new(seed: &'static str, names: &[&'static str]) -> Self {
        let person = |name: &&'static str| Person {
            name,
            seed,
            pace: 1,
            ..Person::default()
        };
        let mut club = Self {
            server: Server::open(),
            people: names.iter().map(person).collect(),
            hour: 0,
            read: 0,
        };
        for name in names {
            club.writes(name, None, &[format!("register {name}")]);
        }
        club.hours(1);
        club
    }

    /// The person with this name.
    pub fn person(&mut self, name: &str) -> &mut Person {
        let mut people = self.people.iter_mut();
        people.find(|one| one.name == name).expect(name)
    }

    /// What the umpire does.
    pub fn umpire(&mut self, line: &str) {
        let step = script::read(&format!("umpire {line}\n")).expect("a step");
        let done = self.server.step(&step[0]).expect("it is carried out");
        assert_eq!(done.told, None, "{line}");
        self.deliver();
    }

    /// A step of the server.
    pub fn step(&mut self, text: &str) {
        let step = script::read(text).expect("a step");
        self.server.step(&step[0]).expect("it is carried out");
    }

    /// Somebody writes a mail, that answers a letter or none; it is not looked at yet.
    pub fn writes(&mut self, name: &str, answers: Option<usize>, lines: &[String]) {
        let local = name.to_lowercase();
        let answers = answers.map_or("no".to_owned(), |number| number.to_string());
        let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        self.server.post(&format!(
            "mail {local} from={local}@club.example answers={answers} \
             auth=\"dmarc=pass header.from=club.example\"\n{body}"
        ));
    }

    /// The same, in answer to the newest letter of theirs.
    pub fn answers(&mut self, name: &str, lines: &[&str]) {
        let own = self.own(name);
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        self.writes(name, (own > 0).then_some(own), &lines);
    }

    /// Somebody leaves an event, and says so when asked.
    pub fn leaves(&mut self, name: &str, event: &str) {
        self.answers(name, &[&format!("withdraw {event}")]);
        self.hours(2);
    }

    /// Whether somebody has got a letter that begins a line with these words.
    pub fn read_by(&self, name: &str, words: &str) -> bool {
        let local = name.to_lowercase();
        let mut own = self.server.letters.iter().filter(|one| one.who == local);
        own.any(|one| one.text.contains(&format!("\n{words}")))
    }

    fn own(&self, name: &str) -> usize {
        let local = name.to_lowercase();
        let own = self.server.letters.iter();
        own.filter(|letter| letter.who == local).count()
    }

    /// Time passes, two hours at once, and people answer their letters. More would be an outage.
    pub fn hours(&mut self, hours: usize) {
        let step = script::read("clock +2h\n").expect("a step");
        for _ in 0..hours.div_ceil(2) {
            self.server.step(&step[0]).expect("time passes");
            self.hour += 2;
            self.deliver();
            self.write_all();
        }
    }

    /// So also, until nothing more comes, and at most so long.
    pub fn until(&mut self, hours: usize, mut done: impl FnMut(&mut Self) -> bool) {
        for _ in 0..hours / 2 {
            if done(self) {
                return;
            }
            self.hours(2);
        }
        panic!("it is not so after {hours} hours");
    }

    /// People read their letters.
    pub fn deliver(&mut self) {
        for letter in &self.server.letters[self.read..] {
            let mut people = self.people.iter_mut();
            if let Some(person) = people.find(|one| one.name.to_lowercase() == letter.who) {
                person.read(letter, self.hour);
            }
        }
        self.read = self.server.letters.len();
    }

    fn write_all(&mut self) {
        for at in 0..self.people.len() {
            let person = &mut self.people[at];
            if person.silent {
                continue;
            }
            let (name, hour) = (person.name, self.hour);
            let due = person.pending.extract_if(.., |one| one.0 <= hour);
            for (_, letter, lines) in due.collect::<Vec<_>>() {
                self.writes(name, Some(letter), &lines);
            }
        }
    }

    /// Nobody looks for so long.
    pub fn outage(&mut self, hours: usize) {
        let step = script::read(&format!("clock +{hours}h\n")).expect("a step");
        self.server.step(&step[0]).expect("it is back");
        self.hour += hours;
        self.deliver();
    }

    /// All results that people have read, by the numbers of the games; whoever plays a game reads the same.
    pub fn results(&self) -> BTreeMap<usize, Result> {
        let mut all: BTreeMap<usize, Result> = BTreeMap::new();
        for person in &self.people {
            for (game, result) in &person.results {
                let other = all.entry(*game).or_insert_with(|| result.clone());
                let same = (&result.players, result.score) == (&other.players, other.score);
                assert!(same, "#{game}: {result:?}, and {other:?}");
                other.hour = other.hour.min(result.hour);
            }
        }
        all
    }

    /// The command line on a copy of the database.
    pub fn command(&mut self, args: &[&str]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("place");
        let run = |args: &[&str]| {
            let output = Command::new(env!("CARGO_BIN_EXE_zugpost"))
                .env("ZUGPOST_CONFIG", place.join("zugpost.toml"))
                .args(args)
                .output()
                .expect("the program");
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
            assert!(output.status.success(), "{args:?}: {}", text(output.stderr));
            text(output.stdout)
        };
        let init = ["init", "--dir", place.to_str().expect("a path")];
        run(&[&init[..], &["--address", "play@zugpost.example"]].concat());
        let data = place.join("data");
        let database = data.join("zugpost.db");
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{end}", database.display()));
        }
        self.server
            .store
            .backup(&database, true, true)
            .expect("a copy");
        let secret = data.join("zugpost.secret");
        zugpost::secret::replace(&secret, &self.server.secret).expect("a secret");
        run(args)
    }

    /// The same, for what is JSON.
    pub fn json(&mut self, args: &[&str]) -> Value {
        serde_json::from_str(&self.command(args)).expect("JSON")
    }

    /// What holds at the end of every event: nothing waits, all laws hold, and the log makes the same anew.
    pub fn ends(&mut self) {
        let replayed = self.command(&["db", "replay", "--compare"]);
        assert!(replayed.contains("differences: 0"), "{replayed}");
        let mut told = BTreeSet::new();
        for letter in &self.server.letters {
            // What was asked twice is told twice.
            if letter.header("Auto-Submitted") != "auto-replied" {
                let text = masked(&letter.text);
                assert!(told.insert((&letter.who, text)), "twice: {}", letter.text);
            }
        }
        let found = self.server.store.check().expect("a check");
        assert!(found.is_empty(), "{found:?}");
    }

    /// Writes all letters of one person into a file, for a reader.
    pub fn keep(&self, name: &str, file: &str) {
        let local = name.to_lowercase();
        let own = self.server.letters.iter().filter(|one| one.who == local);
        let text: String = own
            .map(|one| {
                let at = &one.row.created_at;
                format!(
                    "=== {} {at} {}\n{}\n\n",
                    one.number,
                    one.subject(),
                    one.text
                )
            })
            .collect();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("events");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(format!("{file}.txt")), text).expect("letters");
    }
}

//! What a process has written, for the next one: so that it goes on where a killed one has stopped, and makes nothing anew
//! that was made from the same.
//!
//! The file has no name of anybody, and only its owner can read it. It is added to as games are written; when a game is shown
//! less far than before, it is written anew, so that nothing of it stays there.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::ids::GameId;

use super::entry::{Entry, Person};
use super::folder::Mark;
use super::known::{Games, Known};

/// Its name in the folder.
pub const NAME: &str = ".zugpost-state";

/// The name under which it is written.
const BESIDE: &str = ".zugpost-new-state";

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    key: u64,
    seq: i64,
    files: Vec<Mark>,
    entry: Entry,
}

/// The file.
#[derive(Debug, Default)]
pub struct State {
    file: PathBuf,
    /// What the program and its settings are recognised by: others make other files.
    made_by: u64,
    /// What an earlier process has written.
    found: HashMap<GameId, Known>,
    /// Lines to add.
    new: String,
    /// Whether a file has to be begun.
    fresh: bool,
    /// Whether the file says what is said no more.
    anew: bool,
    /// Nothing is written.
    check: bool,
}

impl State {
    /// What is known in a folder; nothing if others have made it, or if it is only looked at.
    pub fn open(root: &Path, made_by: u64, check: bool) -> Self {
        let mut state = Self {
            file: root.join(NAME),
            made_by,
            fresh: true,
            check,
            ..Self::default()
        };
        let text = fs::read_to_string(&state.file).unwrap_or_default();
        let mut lines = text.split_inclusive('\n');
        let is_ours = lines
            .next()
            .is_some_and(|line| line.trim_end() == made_by.to_string());
        if check || !is_ours {
            return state;
        }
        for line in lines {
            // The last line of a process that was killed may be a half.
            let Ok(line) = serde_json::from_str::<Line>(line) else {
                continue;
            };
            let known = Known {
                key: line.key,
                seq: line.seq,
                playing: !line.entry.over,
                files: line.files,
                entry: Some(line.entry),
            };
            state.found.insert(
                known.entry.as_ref().map_or(GameId(0), |entry| entry.game),
                known,
            );
        }
        state.fresh = !text.ends_with('\n');
        state
    }

    /// What an earlier process knew of a game, if it was made from the same.
    pub fn take(&mut self, game: GameId, key: u64) -> Option<Known> {
        let known = self.found.remove(&game)?;
        if known.key != key {
            // What it said is said no more.
            self.anew = true;
            return None;
        }
        Some(known)
    }

    /// Notes what is known of a game that was made just now, and `before`.
    pub fn note(&mut self, known: &Known, before: Option<&Known>) {
        let Some(entry) = &known.entry else {
            self.anew |= before.is_some_and(|before| before.entry.is_some());
            return;
        };
        let before = before.and_then(|before| before.entry.as_ref());
        self.anew |= before.is_some_and(|before| {
            before.turns > entry.turns
                || before.over && !entry.over
                || entry.delayed && !before.delayed
        });
        if let Some(line) = line(known) {
            self.new.push_str(&line);
        }
    }

    /// Writes what is new; at the end of a run all of it, if the file says more than may be said.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, games: &Games, is_end: bool) -> Result<()> {
        if self.check {
            return Ok(());
        }
        let named = || format!("cannot write {}", self.file.display());
        if is_end && !self.found.is_empty() {
            // Games that are shown no more.
            self.found.clear();
            self.anew = true;
        }
        let open = |file: &Path, new: bool| {
            let mut options = OpenOptions::new();
            options.mode(0o600).create(true).write(true);
            options.append(!new).truncate(new).open(file)
        };
        if self.fresh || self.anew && is_end {
            let beside = self.file.with_file_name(BESIDE);
            let mut text = format!("{}\n", self.made_by);
            let found = self.found.values();
            let known = games
                .numbers()
                .into_iter()
                .filter_map(|game| games.get(game));
            known
                .chain(found)
                .filter_map(line)
                .for_each(|line| text.push_str(&line));
            let written = open(&beside, true)
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .and_then(|()| fs::rename(&beside, &self.file));
            written.with_context(named)?;
            (self.fresh, self.anew) = (false, false);
        } else if !self.new.is_empty() {
            let added = open(&self.file, false);
            added
                .and_then(|mut file| file.write_all(self.new.as_bytes()))
                .with_context(named)?;
        }
        self.new.clear();
        Ok(())
    }
}

fn line(known: &Known) -> Option<String> {
    let mut entry = known.entry.clone()?;
    for seat in &mut entry.seats {
        seat.player = Person::default();
    }
    let line = Line {
        key: known.key,
        seq: known.seq,
        files: known.files.clone(),
        entry,
    };
    serde_json::to_string(&line).ok().map(|line| line + "\n")
}

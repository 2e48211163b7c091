//! The games that can be played: those of the program, those of the operator's files, and those of files that came by
//! mail.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;

use crate::meeting::names;
use crate::rules::{Reason, Variant};
use crate::store::{self, Store};
use crate::variants::{Games, Off, by_file};

use crate::office::{Office, knowledge};

/// What the operator's files have. All offices of a process share it, and take over what is put there between two
/// batches of mails or letters.
#[derive(Clone, Debug, Default)]
pub struct Installed(Arc<Mutex<Arc<Files>>>);

/// The operator's files, read.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Their games, and those of the program.
    games: Games,
    /// What keeps sections of them out.
    off: Vec<Off>,
    /// Why files cannot be read.
    unread: Vec<String>,
    /// Games that strangers are told of, too.
    public: Vec<String>,
}

impl Files {
    /// Reads files: the name and the content of each. Of several games of one name the first is played. `unread` says why
    /// others cannot be read.
    pub fn read(files: &[(String, Vec<u8>)], unread: Vec<String>, public: &[String]) -> Self {
        let mut read = Self {
            unread,
            public: public.to_vec(),
            ..Self::default()
        };
        for (name, text) in files {
            let (games, off) = read.games.with_file(name, text, &names::is_command_word);
            read.games = games;
            read.off.extend(off);
        }
        read
    }

    /// The games of the program and of the files.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// What keeps sections of the files out.
    pub fn off(&self) -> &[Off] {
        &self.off
    }

    /// Why files cannot be read.
    pub fn unread(&self) -> &[String] {
        &self.unread
    }

    /// The public games that none of the files has.
    pub fn unknown_public(&self) -> impl Iterator<Item = &str> {
        let unknown = |id: &&String| self.games.find(id).is_none();
        self.public.iter().filter(unknown).map(String::as_str)
    }
}

impl Installed {
    /// What these files have.
    pub fn new(files: Files) -> Self {
        let installed = Self::default();
        installed.put(files);
        installed
    }

    /// From now on these files count.
    pub fn put(&self, files: Files) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(files);
    }

    /// The files that count now.
    pub fn now(&self) -> Arc<Files> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The games that an office knows, and what they were made from.
#[derive(Debug, Default)]
pub(in crate::office) struct Known {
    /// All of them.
    pub games: Games,
    /// Those that strangers may be told of.
    pub public: Games,
    /// What keeps sections of files out.
    pub off: Vec<Off>,
    /// The operator's files.
    pub files: Option<Arc<Files>>,
    /// How often the files that came by mail had changed.
    changes: i64,
    /// What this program knows and others do not, that work on the same store.
    lacking: Arc<BTreeSet<String>>,
}

impl Office {
    /// The games that can be played now.
    pub fn games(&self) -> &Games {
        &self.known.games
    }

    /// The version of its rules by which a game is begun now: the newest one that all hosts know.
    pub(in crate::office) fn version_to_begin(&self, game: &dyn Variant) -> u32 {
        // It is among the games: one that not all know is not.
        knowledge::version_of_all(game, &self.known.lacking).unwrap_or(game.rules_version())
    }

    /// What this program knows and others do not, that work on the same store.
    pub(in crate::office) fn lacking(&self) -> &BTreeSet<String> {
        &self.known.lacking
    }

    /// What keeps sections of files, the operator's and those that came by mail, from being among the games.
    pub fn games_off(&self) -> &[Off] {
        &self.known.off
    }

    /// Takes over what has changed about settings, texts and files of games. It is done between two batches, before
    /// anything is claimed.
    ///
    /// # Errors
    /// The store fails.
    pub fn refresh(&mut self, store: &mut dyn Store) -> Result<()> {
        self.renew();
        let files = self.settings.variants.now();
        let changes = store::read(store, |store| Ok(store.variant_changes()?))?;
        let known = &self.known;
        let same = |of: &Arc<Files>| Arc::ptr_eq(of, &files);
        let lacking = self.renewal.lacking();
        if known.files.as_ref().is_some_and(same)
            && known.changes == changes
            && known.lacking == lacking
        {
            return Ok(());
        }
        let mailed = store::read(store, |store| Ok(store.mailed_games()?))?;
        let (mut new, mut off) = (Vec::new(), files.off.clone());
        for game in mailed {
            let taken = files.games.find(&game.game).is_some();
            let reason = match by_file::reread(&game.game, &game.section) {
                Some(section) if !taken => {
                    new.push(section);
                    continue;
                }
                Some(_) => Reason::new("name-taken"),
                None => Reason::new("section-not-read"),
            };
            off.push(Off {
                file: game.file,
                reason: reason.text("name", game.game.as_str()),
                section: Some(game.game),
                line: 1,
            });
        }
        let games = knowledge::known_to_all(&files.games.with(new.into_iter()), &lacking);
        let public = &files.public;
        self.known = Known {
            public: games.only_added(|game| {
                let mut public = public.iter();
                public.any(|one| one.eq_ignore_ascii_case(game.id()))
            }),
            games,
            off,
            files: Some(files),
            changes,
            lacking,
        };
        Ok(())
    }
}

//! Games that are played by replies to real letters, as Gmail writes them.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use zugpost::ids::GameId;
use zugpost::mail::transport::Delivery;
use zugpost::office::{Office, stored_game};
use zugpost::store::{SqliteStore, read};
use zugpost::tokens::{FIRST_GENERATION, Secret, system_chance};

use super::SMALL;
use super::game;
use super::gmail;
use super::transport::MemoryTransport;
use super::world::World;

/// Turns that are played in each game before a measurement, so that the pages of all tables have their
/// usual gaps.
const FIRST_TURNS: usize = 4;

/// Some messages, plain and deflated.
#[derive(Default)]
pub struct Sizes {
    /// How many there are.
    pub count: usize,
    /// All bytes.
    pub plain: usize,
    /// The same, each message deflated.
    pub deflated: usize,
}

impl Sizes {
    fn add(&mut self, message: &[u8]) -> Result<()> {
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
        deflated.write_all(message)?;
        self.count += 1;
        self.plain += message.len();
        self.deflated += deflated.finish()?.len();
        Ok(())
    }
}

/// Games in progress. Every mail answers the newest letter to its player.
pub struct Games {
    /// The folder.
    pub world: World,
    /// The database.
    pub store: SqliteStore,
    office: Office,
    transport: MemoryTransport,
    /// The newest letter for each game and recipient.
    newest: HashMap<(usize, String), Vec<u8>>,
    played: usize,
    /// The mails since the first turns.
    pub mails: Sizes,
    /// The letters since then.
    pub letters: Sizes,
}

impl Games {
    /// Begins the games, and plays the first turns.
    pub fn begin(folder: &Path) -> Result<Self> {
        let secret = Secret::sample(FIRST_GENERATION, &mut system_chance()?);
        let world = World::set(folder, SMALL, &secret)?;
        let mut store = SqliteStore::create(&world.database)?;
        let mut office = game::office(&mut store, &secret)?;
        for number in 1..=SMALL {
            let player = |seat| {
                let name = world.player(number, seat);
                format!("Player {name} <{name}@players.example>")
            };
            let id = game::begin(&mut store, &mut office, [0, 1].map(player))?;
            ensure!(
                usize::try_from(id.0)? == number,
                "game {number} has id {id}"
            );
        }
        let mut games = Self {
            world,
            store,
            office,
            transport: MemoryTransport::new(Delivery::Sent),
            newest: HashMap::new(),
            played: 0,
            mails: Sizes::default(),
            letters: Sizes::default(),
        };
        games.office.send(&mut games.store, &mut games.transport)?;
        games.read_letters()?;
        for _ in 0..FIRST_TURNS {
            games.play(&mut || Ok(()))?;
        }
        (games.mails, games.letters) = <(Sizes, Sizes)>::default();
        Ok(games)
    }

    /// Takes the letters that were sent.
    fn read_letters(&mut self) -> Result<()> {
        for letter in self.transport.letters.drain(..) {
            let message = gmail::parse(&letter)?;
            let to = message.to().and_then(|to| to.first()?.address());
            let game = message
                .subject()
                .and_then(|subject| subject.split_once("[#")?.1.split_once(']')?.0.parse().ok());
            let key = (
                game.context("no game in the subject")?,
                to.context("no recipient")?.to_owned(),
            );
            // Without the two lines that the transport has written on top.
            let raw = letter.splitn(3, |byte| *byte == b'\n').last();
            self.letters.add(raw.unwrap_or_default())?;
            self.newest.insert(key, letter);
        }
        Ok(())
    }

    /// Plays one turn in every game; `after` is called as [`game::answer`] calls it.
    pub fn play(&mut self, after: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        let mut mails = Vec::new();
        for number in 1..=SMALL {
            let seed = number * 1_000 + self.played;
            let played = self.played;
            let turn = read(&mut self.store, |store| {
                let stored = stored_game(store, GameId(i64::try_from(number)?))?;
                ensure!(
                    usize::try_from(stored.course().state)? == played,
                    "a turn of game {number} was not played"
                );
                game::next(&*stored.game, seed as u64)
            })?;
            let player = format!(
                "{}@players.example",
                self.world.player(number, self.played % 2)
            );
            let letter = self.newest.get(&(number, player.clone()));
            let mail = gmail::reply(&player, &turn, letter.context("no letter")?, seed)?;
            self.mails.add(mail.as_bytes())?;
            mails.push(mail);
        }
        self.world.deliver(mails.iter().map(String::as_str))?;
        let Self {
            world,
            store,
            office,
            transport,
            ..
        } = self;
        game::answer(world, store, office, transport, SMALL, after)?;
        self.read_letters()?;
        self.played += 1;
        Ok(())
    }
}

//! Bytes by which the database grows with each turn.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use zugpost::mail::source::MaildirSource;
use zugpost::mail::transport::Delivery;
use zugpost::office::Office;
use zugpost::office::umpire::GameRequest;
use zugpost::store::Store;

use super::SMALL;
use super::game;
use super::gmail;
use super::transport::MemoryTransport;
use super::world::World;

/// Turns that are played in each game before the measurement, so that every page of a table has its
/// usual gaps.
const FIRST_TURNS: usize = 4;
/// Turns that are measured in each game.
const TURNS: usize = 20;
/// All turns that are measured.
const ALL: usize = SMALL * TURNS;

/// Some messages, plain and deflated.
#[derive(Default)]
struct Sizes {
    count: usize,
    plain: usize,
    deflated: usize,
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
struct Games {
    world: World,
    store: Store,
    office: Office,
    transport: MemoryTransport,
    /// The newest letter for each game and recipient.
    newest: HashMap<(usize, String), Vec<u8>>,
    played: usize,
    mails: Sizes,
    letters: Sizes,
}

impl Games {
    /// Begins the games, and sends the first letters.
    fn begin(folder: &Path) -> Result<Self> {
        let world = World::set(folder, SMALL)?;
        let mut store = Store::create(&world.database)?;
        let mut office = game::office(&mut store)?;
        for number in 1..=SMALL {
            let seat = |seat| {
                format!(
                    "Player {0} <{0}@players.example>",
                    world.player(number, seat)
                )
            };
            let asked = GameRequest {
                variant: "hans38".to_owned(),
                seats: vec![("white".to_owned(), seat(0)), ("black".to_owned(), seat(1))],
                options: [("turn".to_owned(), "postal-plus".to_owned())].into(),
                position: None,
            };
            let id = store.write(|tx| Ok(office.new_game(tx, &asked, "umpire")?.row.id))?;
            ensure!(usize::try_from(id)? == number, "game {number} has id {id}");
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
        games.send()?;
        Ok(games)
    }

    /// Sends all letters, and remembers them.
    fn send(&mut self) -> Result<()> {
        self.office.send(&mut self.store, &mut self.transport)?;
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

    /// Plays one turn in every game.
    fn play(&mut self) -> Result<()> {
        let mut mails = Vec::new();
        for number in 1..=SMALL {
            let seed = number * 1_000 + self.played;
            let turn = self.store.read(|tx| {
                let stored = self.office.stored_game(tx, i64::try_from(number)?)?;
                ensure!(
                    usize::try_from(stored.course().state)? == self.played,
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
        let mut source = MaildirSource::new(&self.world.inbox(), "Processed");
        self.office.take_in(&mut self.store, &mut source)?;
        let work = self.office.judge(&mut self.store)?;
        ensure!(work.handled == SMALL, "{work:?}");
        self.world.forget_processed()?;
        self.send()?;
        self.played += 1;
        Ok(())
    }

    /// Bytes of all pages in use, and of those of each table and index.
    fn sizes(&mut self) -> Result<BTreeMap<String, i64>> {
        let connection = self.store.connection();
        let mut statement = connection.prepare(
            "SELECT ' all pages in use', (page_count - freelist_count) * page_size
             FROM pragma_page_count, pragma_freelist_count, pragma_page_size
             UNION ALL
             SELECT name, sum(pgsize) FROM dbstat GROUP BY name",
        )?;
        let sizes = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(sizes.collect::<rusqlite::Result<_>>()?)
    }

    /// Does what the daily clean-up does after the days for which bytes are kept.
    fn forget_bytes(&mut self) -> Result<()> {
        self.store.write(|tx| {
            tx.file_mails()?;
            tx.forget_bytes("9999")?;
            Ok(())
        })
    }
}

/// Plays all turns, and prints how much the database has grown.
pub fn print(folder: &Path) -> Result<()> {
    let mut games = Games::begin(folder)?;
    for _ in 0..FIRST_TURNS {
        games.play()?;
    }
    games.forget_bytes()?;
    let before = games.sizes()?;
    games.mails = Sizes::default();
    games.letters = Sizes::default();
    for _ in 0..TURNS {
        games.play()?;
    }
    let after = games.sizes()?;
    let letters = games.letters.count;
    ensure!(letters == 2 * ALL, "{letters} letters were sent");
    games.forget_bytes()?;
    let kept = games.sizes()?;

    println!(
        "\ngrowth of the database: {ALL} turns of {SMALL} games, by mails as Gmail writes them; all \
         letters have left; bytes by turn"
    );
    println!("{:<34}{:>9}{:>15}", "", "at once", "after 90 days");
    for name in after.keys() {
        let of = |sizes: &BTreeMap<String, i64>| sizes.get(name).copied().unwrap_or_default();
        let by_turn = |bytes: i64| bytes as f64 / ALL as f64;
        let (at_once, for_ever) = (of(&after) - of(&before), of(&kept) - of(&before));
        if (at_once, for_ever) != (0, 0) {
            println!(
                "{name:<34}{:>9.1}{:>15.1}",
                by_turn(at_once),
                by_turn(for_ever)
            );
        }
    }
    println!(
        "{:<34}{:>9}{:>12}",
        "bytes of a message (means)", "plain", "deflated"
    );
    for (name, sizes) in [("mails", &games.mails), ("letters", &games.letters)] {
        let (plain, deflated) = (sizes.plain / sizes.count, sizes.deflated / sizes.count);
        println!("{name:<34}{plain:>9}{deflated:>12}");
    }
    Ok(())
}

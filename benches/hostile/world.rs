//! The database: a game of each variant, long games, and sixty games of one player.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use zugpost::clock::SystemClock;
use zugpost::games::{Cause, Changes, Event};
use zugpost::ids::GameId;
use zugpost::mail::Address;
use zugpost::mail::transport::Delivery;
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Office, Settings, stored_game};
use zugpost::rules::game::{Game, Listing};
use zugpost::secret;
use zugpost::store::{Decision, SqliteStore, Store, read};
use zugpost::text::keys;
use zugpost::tokens::{self, FIRST_GENERATION, Secret};
use zugpost::words::Words;

use super::transport::MemoryTransport;

/// The database's name.
pub const FILE: &str = "world.db";
/// The server's address.
pub const OURS: &str = "play@zugpost.example";
/// The first player's address; that player is to move in all games.
pub const ANNA: &str = "anna@players.example";
const BORIS: &str = "boris@players.example";
/// Games of which a mail has a key each.
pub const MANY: usize = 60;

/// The games: name, variant, option `turn`, and turns that were played.
pub const GAMES: &[(&str, &str, &str, usize)] = &[
    ("chess", "chess", "", 0),
    ("in-the-bin", "in-the-bin", "", 0),
    ("in-the-bin after 60", "in-the-bin", "", 60),
    ("xiangqi", "xiangqi", "", 0),
    ("hans38", "hans38", "", 0),
    ("hans38 postal", "hans38", "postal", 0),
    ("hans38 postal-plus", "hans38", "postal-plus", 0),
    ("hans38-neutral", "hans38-neutral", "postal-plus", 0),
    ("infinite-reserves", "infinite-reserves", "", 0),
    ("moving-squares", "moving-squares", "", 0),
    ("hans38 after 30", "hans38", "postal-plus", 30),
    ("moving after 30", "moving-squares", "", 30),
    ("hans38 after 300", "hans38", "postal-plus", 300),
    ("hans38 after 900", "hans38", "postal-plus", 900),
    ("chess after 300", "chess", "", 300),
    ("chess after 2000", "chess", "", 2000),
    ("xiangqi after 300", "xiangqi", "", 300),
];

/// The reply tokens by name: that of the newest letter, `old …` of the first one, `black …` of the opponent.
pub type Keys = BTreeMap<String, String>;

/// The tokens of the games.
pub fn keys(folder: &Path) -> Result<Keys> {
    let text = std::fs::read_to_string(folder.join("keys.json"))?;
    Ok(serde_json::from_str(&text)?)
}

/// The secret of the database.
pub fn secret(folder: &Path) -> Result<Secret> {
    secret::load(&folder.join("secret"))?.context("no secret")
}

/// Opens the office.
pub fn office(store: &mut dyn Store, secret: &Secret) -> Result<Office> {
    let settings = Settings {
        authserv_id: Some("mx.zugpost.example".to_owned()),
        // A few players write very many mails.
        limits: zugpost::config::Limits {
            mails: i64::MAX,
            megabytes: 1_000_000,
            all_mails: i64::MAX,
            all_megabytes: 1_000_000,
            answers: i64::MAX,
            ..zugpost::config::Limits::default()
        },
        ..Settings::usual(Address::parse(OURS).ok().context("our address")?)
    };
    let (words, _) = Words::load(None);
    let chance = tokens::system_chance()?;
    let clock = Box::new(SystemClock);
    Office::open(
        store,
        settings,
        Arc::new(words),
        secret.clone(),
        chance,
        clock,
    )
}

/// Makes the database, the secret and the tokens.
pub fn build(folder: &Path) -> Result<()> {
    let secret = Secret::sample(FIRST_GENERATION, &mut tokens::system_chance()?);
    secret::create(&folder.join("secret"), &secret)?;
    let mut store = SqliteStore::create(&folder.join(FILE))?;
    let mut office = office(&mut store, &secret)?;
    let mut letters = MemoryTransport::new(Delivery::Sent);
    let mut keys = Keys::new();
    for (name, variant, turn, turns) in GAMES {
        let id = begin(&mut store, &mut office, variant, turn)?;
        office.send(&mut store, &mut letters)?;
        keys.insert(format!("black {name}"), newest(&letters, BORIS)?);
        let mut key = newest(&letters, ANNA)?;
        if *turns > 0 {
            keys.insert(format!("old {name}"), key);
            play(&mut store, id, *turns)?;
            office.decided(&mut store, |draft| {
                let stored = stored_game(draft.store, id)?;
                draft.send_again(id, &stored.seat_name(stored.game.to_move()))
            })?;
            office.send(&mut store, &mut letters)?;
            key = newest(&letters, ANNA)?;
        }
        keys.insert((*name).to_owned(), key);
    }
    for number in 0..MANY {
        begin(&mut store, &mut office, "chess", "")?;
        office.send(&mut store, &mut letters)?;
        keys.insert(format!("many {number}"), newest(&letters, ANNA)?);
    }
    std::fs::write(folder.join("keys.json"), serde_json::to_string(&keys)?)?;
    Ok(())
}

fn begin(store: &mut dyn Store, office: &mut Office, variant: &str, turn: &str) -> Result<GameId> {
    let options = match turn {
        "" => [].into(),
        turn => [("turn".to_owned(), turn.to_owned())].into(),
    };
    let seats = match variant {
        "xiangqi" => ["red", "black"],
        _ => ["white", "black"],
    };
    let players = [format!("Anna <{ANNA}>"), format!("Boris <{BORIS}>")];
    let asked = GameRequest {
        rated: false,
        time: None,
        variant: variant.to_owned(),
        seats: seats.map(str::to_owned).into_iter().zip(players).collect(),
        options,
        position: None,
    };
    let (made, _) = office.decided(store, |draft| draft.new_game(&asked, "umpire"))?;
    made.game.context("no game")
}

/// Plays turns that do not end the game, and writes them at once.
fn play(store: &mut dyn Store, id: GameId, turns: usize) -> Result<()> {
    let mut stored = read(store, |store| stored_game(store, id))?;
    let mut changes = Changes::default();
    for number in 0..turns {
        let seat = stored.game.to_move();
        let text = next(&*stored.game, number as u64)
            .with_context(|| format!("turn {number} of {}", stored.row.variant))?;
        changes.apply(&mut stored, &Event::Turn { seat, text }, None)?;
    }
    let change = changes.into_change(&stored, &Cause::Umpire("bench"));
    let decision = Decision {
        now: "2026-01-31T12:00:00Z".to_owned(),
        by: "bench".to_owned(),
        games: vec![change],
        ..Decision::default()
    };
    store.commit(&[decision])?;
    Ok(())
}

/// A legal turn that does not end the game, of a piece and without a capture if possible.
fn next(play: &dyn Game, seed: u64) -> Result<String> {
    let turns = match play.legal(3_000) {
        Listing::All(turns) => turns,
        Listing::Over(_) | Listing::Next(_) => {
            let begun = play.begin("").ok().context("begun")?;
            let first = &begun.next[seed as usize * 7 % begun.next.len()];
            match play.legal_of(first.split(['-', 'x']).next().unwrap_or(first), "", 3_000) {
                Ok(Listing::All(turns)) => turns,
                _ => play.example().into_iter().collect(),
            }
        }
    };
    let quiet = |turn: &&String| !turn.contains('x');
    let piece = |turn: &&String| turn.starts_with(|c: char| c.is_uppercase() && c != 'P');
    let best: Vec<&String> = turns.iter().filter(quiet).filter(piece).collect();
    let good: Vec<&String> = turns.iter().filter(quiet).collect();
    let all: Vec<&String> = turns.iter().collect();
    let mut place = seed;
    for some in [best, good, all] {
        for _ in 0..if some.is_empty() { 0 } else { 200 } {
            place = place
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let turn = some[(place >> 33) as usize % some.len()];
            let mut fork = play.fork();
            // Many turns of these games leave their player without one next time.
            if !play.strands(turn) && fork.play(turn).is_ok() && fork.outcome().is_none() {
                return Ok(turn.clone());
            }
        }
    }
    anyhow::bail!("the game does not go on")
}

/// The token in the newest letter to a recipient.
fn newest(transport: &MemoryTransport, who: &str) -> Result<String> {
    let to = format!("\r\nDelivered-To: {who}\r\n");
    let texts = transport
        .letters
        .iter()
        .rev()
        .map(|letter| String::from_utf8_lossy(letter));
    let letter = { texts }
        .find(|text| text.contains(&to))
        .context("no letter")?;
    let at = letter
        .find("\r\nReply-To:")
        .context("no address for replies")?;
    let letter = &letter[at..];
    let at = letter.find("play+").context("no token")? + "play+".len();
    Ok(letter[at..].chars().take(keys::REPLY_TOKEN_LEN).collect())
}

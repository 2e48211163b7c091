//! Plays one game of Hans38 by mails through the office. The benchmark databases are copies of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use chrono::DateTime;
use zugpost::clock::SystemClock;
use zugpost::ids::GameId;
use zugpost::mail::source::{MaildirSource, RawMessage};
use zugpost::mail::transport::{Delivery, Transport};
use zugpost::mail::{self, Address, Envelope, OwnAddress};
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Office, Settings, stored_game};
use zugpost::rules::game::{Game, Listing};
use zugpost::store::{SqliteStore, Store, read};
use zugpost::text::keys;
use zugpost::tokens::{self, FIRST_GENERATION, Secret};
use zugpost::words::Words;

use super::transport::MemoryTransport;
use super::world::World;

/// Turns of both seats that are played in every game.
pub const TURNS: usize = 40;
/// The server's address.
pub const OURS: &str = "play@zugpost.example";
/// The players of the game.
pub const PLAYERS: [(&str, &str); 2] = [
    ("Anna", "anna@players.example"),
    ("Boris", "boris@players.example"),
];

/// The game after [`TURNS`] turns, with the mails for the next two turns.
pub struct SampleGame {
    /// The database with this game alone.
    pub file: PathBuf,
    /// The next two mails, one from each player.
    pub mails: Vec<String>,
    /// The reply tokens in them.
    pub keys: Vec<String>,
    /// Number of its events.
    pub events: usize,
    /// Number of its letters.
    pub letters: usize,
    /// The newest letter.
    pub letter: Vec<u8>,
    /// The secret of the reply tokens.
    pub secret: Secret,
}

/// Opens the office over a store, with its secret.
pub fn office(store: &mut dyn Store, secret: &Secret) -> Result<Office> {
    let settings = Settings {
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
    Office::open(
        store,
        settings,
        Arc::new(words),
        secret.clone(),
        tokens::system_chance()?,
        Box::new(SystemClock),
    )
}

/// Begins a game between two players, each as `NAME <address>`.
pub fn begin(store: &mut dyn Store, office: &mut Office, players: [String; 2]) -> Result<GameId> {
    let [white, black] = players;
    let asked = GameRequest {
        rated: false,
        time: None,
        variant: "hans38".to_owned(),
        seats: vec![("white".to_owned(), white), ("black".to_owned(), black)],
        options: [("turn".to_owned(), "postal-plus".to_owned())].into(),
        position: None,
    };
    let (made, _) = office.decided(store, |draft| draft.new_game(&asked, "umpire"))?;
    made.game.context("no game")
}

/// Takes the mails in the Maildir in, judges them, and sends all letters. `after` is called after each of
/// these three steps. Every one of the `turns` mails has to be judged and to cause two letters.
pub fn answer(
    world: &World,
    store: &mut dyn Store,
    office: &mut Office,
    transport: &mut dyn Transport,
    turns: usize,
    after: &mut dyn FnMut() -> Result<()>,
) -> Result<()> {
    let mut source = MaildirSource::new(&world.inbox(), "Processed");
    let fetched = office.take_in(store, &mut source)?;
    after()?;
    let handled = office.judge(store)?.handled;
    after()?;
    let sent = office.send(store, transport)?.sent;
    after()?;
    ensure!(
        (fetched, handled, sent) == (turns, turns, 2 * turns),
        "{fetched} mails were taken in, {handled} judged, and {sent} letters sent: {}",
        verdicts(&world.database, 0)?
    );
    world.forget_processed()
}

/// How often the mails since one were judged how.
pub fn verdicts(database: &Path, since: i64) -> Result<String> {
    let connection = rusqlite::Connection::open(database)?;
    let sql = "SELECT verdict || ' ' || count(*) || coalesce(' (' || max(reason) || ')', '')
               FROM inbox WHERE id > ?1 GROUP BY verdict";
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map([since], |row| row.get(0))?;
    let rows: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(rows.join(", "))
}

/// Plays the game.
pub fn play(folder: &Path) -> Result<SampleGame> {
    std::fs::create_dir_all(folder)?;
    let mut store = SqliteStore::create(&folder.join("played.db"))?;
    let secret = Secret::sample(FIRST_GENERATION, &mut tokens::system_chance()?);
    let mut office = office(&mut store, &secret)?;
    let mut transport = MemoryTransport::new(Delivery::Sent);
    let id = begin(
        &mut store,
        &mut office,
        PLAYERS.map(|(name, address)| format!("{name} <{address}>")),
    )?;
    office.send(&mut store, &mut transport)?;
    let mut mails = Vec::new();
    let file = folder.join("one.db");
    let (mut events, mut letters) = (0, 0);
    for ply in 0..TURNS + 2 {
        if ply == TURNS {
            store.backup(&file, false, true)?;
            events = read(&mut store, |store| Ok(store.events(id, None)?.len()))?;
            letters = transport.letters.len();
        }
        let (seed, who) = (ply as u64, PLAYERS[ply % 2].1);
        let turn = read(&mut store, |store| {
            next(&*stored_game(store, id)?.game, seed)
        })?;
        let mail = reply(who, &turn, newest(&transport, who)?, ply);
        let fetched = RawMessage {
            source_key: format!("{}.M{ply}P1.host", 1_700_000_000 + ply * 3_600),
            former_source_key: None,
            arrived_at: None,
            envelope: Envelope::default(),
            raw: mail.clone().into_bytes(),
            truncated: false,
        };
        office.store_mails(&mut store, &[fetched])?;
        office.judge(&mut store)?;
        office.send(&mut store, &mut transport)?;
        mails.push(mail);
        let course = read(&mut store, |store| Ok(stored_game(store, id)?.course()))?;
        ensure!(course.state == ply as i64 + 1, "turn {ply} was not played");
    }
    let mails = mails.split_off(TURNS);
    Ok(SampleGame {
        file,
        keys: mails.iter().map(|mail| key(mail)).collect(),
        mails,
        events,
        letters,
        letter: newest(&transport, PLAYERS[0].1)?.to_vec(),
        secret,
    })
}

/// A legal turn that does not end the game, no capture if possible, chosen by `seed`.
pub fn next(play: &dyn Game, seed: u64) -> Result<String> {
    let Listing::All(mut turns) = play.legal(usize::MAX) else {
        anyhow::bail!("too many turns")
    };
    let quiet: Vec<String> = turns.iter().filter(|t| !t.contains('x')).cloned().collect();
    if !quiet.is_empty() {
        turns = quiet;
    }
    let mut place = seed;
    for _ in 0..1_000 {
        place = place
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let turn = &turns[(place >> 33) as usize % turns.len()];
        // Such a turn is asked back before it is played.
        if play.strands(turn) {
            continue;
        }
        let mut fork = play.fork();
        if fork.play(turn).is_ok() && fork.outcome().is_none() {
            return Ok(turn.clone());
        }
    }
    anyhow::bail!("the game does not go on")
}

/// The newest letter to a recipient, without what the transport has written on top.
pub fn newest<'a>(transport: &'a MemoryTransport, who: &str) -> Result<&'a [u8]> {
    let to = format!("\r\nDelivered-To: {who}\r\n");
    let text = |letter: &Vec<u8>| String::from_utf8_lossy(letter).contains(&to);
    let letter = transport.letters.iter().rfind(|letter| text(letter));
    let raw = letter.and_then(|letter| letter.splitn(3, |byte| *byte == b'\n').last());
    raw.context("no letter")
}

/// The text of a letter, decoded.
pub fn text(letter: &[u8]) -> String {
    let ours = OwnAddress {
        address: Address::parse("nobody@players.example").expect("an address"),
        delimiter: None,
    };
    mail::read(letter, &Envelope::default(), &ours).body
}

fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let start = format!("{name}: ");
    mail.lines()
        .find_map(|line| line.strip_prefix(start.as_str()))
        .unwrap_or_default()
}

/// The Message-ID of a mail, without brackets.
pub fn message_id(mail: &str) -> &str {
    header(mail, "Message-ID").trim_matches(['<', '>'])
}

fn key(mail: &str) -> String {
    let to = header(mail, "To");
    let from = to.find('+').map_or(0, |at| at + 1);
    to[from..].chars().take(keys::REPLY_TOKEN_LEN).collect()
}

/// The date in the header of a mail that was written so many minutes after the first one.
pub fn date(minutes: usize) -> String {
    let first = 1_769_860_800;
    let at = i64::try_from(minutes)
        .ok()
        .and_then(|minutes| DateTime::from_timestamp(first + 60 * minutes, 0));
    at.unwrap_or_default().to_rfc2822()
}

/// An answer as it arrives: with the headers of the mail program and of the servers on the way.
pub fn reply(player: &str, turn: &str, letter: &[u8], number: usize) -> String {
    let raw = String::from_utf8_lossy(letter);
    let body = text(letter);
    let key = body
        .lines()
        .map(str::trim)
        .find(|line| line.len() == keys::REPLY_TOKEN_LEN)
        .unwrap_or_default();
    let quoted: String = body.lines().map(|line| format!("> {line}\r\n")).collect();
    let id = header(&raw, "Message-ID");
    let subject = header(&raw, "Subject");
    let date = date(0);
    format!(
        "Return-Path: <{player}>\r\n\
         Delivered-To: play+{key}@zugpost.example\r\n\
         Received: from mx.players.example (mx.players.example [192.0.2.25])\r\n\
         \tby mail.zugpost.example (Postfix) with ESMTPS id 4XyZ1234abcd\r\n\
         \tfor <play+{key}@zugpost.example>; Sat, 31 Jan 2026 12:00:00 +0000 (UTC)\r\n\
         Authentication-Results: mail.zugpost.example; dkim=pass header.d=players.example;\r\n\
         \tspf=pass smtp.mailfrom={player}; dmarc=pass header.from=players.example\r\n\
         From: {player}\r\n\
         To: Zugpost <play+{key}@zugpost.example>\r\n\
         Subject: Re: {subject}\r\n\
         Date: {date}\r\n\
         Message-ID: <{number}.{key}@players.example>\r\n\
         In-Reply-To: {id}\r\n\
         References: {id}\r\n\
         User-Agent: A mail program\r\n\
         MIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8; format=flowed\r\n\
         Content-Transfer-Encoding: 8bit\r\n\
         \r\n\
         {turn}\r\n\
         \r\n\
         Have a nice evening!\r\n\
         \r\n\
         On Saturday, 31 January 2026, Zugpost wrote:\r\n\
         {quoted}"
    )
}

//! The time of each step of answering one mail.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};
use chrono::{TimeDelta, Utc};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use zugpost::drawings::{Style, render};
use zugpost::games::StoredGame;
use zugpost::ids::GameId;
use zugpost::letters::{AnswerTo, HtmlPart, LetterData, Present, Renderer};
use zugpost::mail::{self, Address, Envelope, Mailbox, MimeMessage, OwnAddress};
use zugpost::office::shown::shown;
use zugpost::rules::game::Seat;
use zugpost::rules::variant::Options;
use zugpost::store::{LetterKind, LetterRow, LetterStatus, Snapshot, SqliteStore, read};
use zugpost::text::escape_html;
use zugpost::text::keys;
use zugpost::variants::{self, Games};
use zugpost::words::Words;

use super::game::{OURS, SampleGame, office, text};
use super::world::World;
use super::{median, micros};

const RUNS: usize = 300;

/// Prints the time of each step, measured alone and with all data in memory.
pub fn print(world: &World, game: &SampleGame) -> Result<()> {
    let ours = OwnAddress {
        address: address(OURS)?,
        delimiter: Some('+'),
    };
    let raw = game.mails[1].as_bytes();
    let envelope = Envelope::default();
    let incoming = mail::read(raw, &envelope, &ours);
    println!("\nsteps of one mail, each alone, µs (median of {RUNS})");
    line("parse: take apart", &mut || {
        mail::read(raw, &envelope, &ours)
    });
    line("parse: own lines", &mut || {
        incoming.author_lines(&ours).lines
    });
    line("parse: keys", &mut || {
        mail::token_candidates(raw, &incoming, &envelope, keys::REPLY_TOKEN_LEN, &|_| true)
    });

    let mut store = SqliteStore::open(&world.database)?;
    let mut office = office(&mut store, &world.secret)?;
    let id = GameId(1);
    read(&mut store, |store| {
        let stored = StoredGame::load(store, id)?.context("game 1")?;
        line("judge: load the events", &mut || store.events(id, None));
        line("judge: load and replay", &mut || {
            StoredGame::load(store, id)
        });
        let options: Options = serde_json::from_str(&stored.row.options)?;
        let last = stored.turns.last().context("a turn")?.text.clone();
        let before = stored.at(stored.turns.len() - 1)?;
        line("judge: start a game", &mut || {
            variants::find("hans38").map(|game| game.start(&options, None))
        });
        line("judge: play one turn", &mut || before.fork().play(&last));
        line("judge: adjudicate", &mut || {
            let mut fork = before.fork();
            let _ = fork.replay(&last);
            fork.outcome().cloned()
        });
        line("compose: diagram", &mut || {
            let voice = Words::built_in().english();
            render(&stored.game.view(Some(Seat(0))), Style::Ascii, voice)
        });
        line("compose: example turn", &mut || stored.game.example());
        line("compose: who is attacked", &mut || stored.game.in_check());

        let letter = letter(game)?;
        line("compose: MIME", &mut || letter.to_bytes());
        line("decide: a letter again", &mut || {
            office.drafted(store, |draft| draft.send_again(id, "white"))
        });
        let letter = store.letters(LetterStatus::Waiting, usize::MAX)?;
        let letter = letter.into_iter().find(|row| row.kind == LetterKind::News);
        let letter = letter.context("a letter of news")?;
        line("render: whole letter", &mut || {
            office.letter_text(store, &letter)
        });
        html(store, &letter)?;
        let raw = office.letter_text(store, &letter)?.0;
        line("render: deflate", &mut || deflate(&raw));
        Ok(())
    })
}

/// What the HTML part adds to the text of a letter, beside what the text in `<pre>` would.
fn html(store: &dyn Snapshot, letter: &LetterRow) -> Result<()> {
    let data = LetterData::from_json(letter.data.as_deref().context("its data")?)?;
    let tokens = ["aaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned()];
    let present = Present {
        now: Utc::now(),
        longest_gap: TimeDelta::hours(2),
    };
    let load = || {
        shown(
            store,
            (letter, &data),
            (Games::built_in(), &[]),
            present,
            75 << 10,
        )
    };
    let shown = load()?;
    let render = |html: Option<&HtmlPart>| {
        let renderer = Renderer {
            shown: &shown,
            voice: Words::built_in().english(),
            server: "Zugpost",
            umpire: None,
            present,
            language: "en",
            limit: 75 << 10,
            html,
            turn_page: None,
            key_in_address: true,
        };
        renderer.render(&data, letter.about, &tokens)
    };
    let part = || {
        HtmlPart::new(AnswerTo {
            local: format!("play+{}", tokens[0]),
            domain: "zugpost.example".to_owned(),
            token: None,
        })
    };
    let body = render(None)?.body;
    line("render: read what it speaks of", &mut || load());
    line("render: text alone", &mut || render(None));
    line("render: text in <pre>", &mut || {
        let mut page = String::with_capacity(2 * body.len());
        escape_html(&body, &mut page);
        page
    });
    line("render: text and HTML", &mut || render(Some(&part())));
    Ok(())
}

fn deflate(raw: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(raw)?;
    encoder.finish()
}

fn line<T>(name: &str, work: &mut dyn FnMut() -> T) {
    let times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            black_box(work());
            begun.elapsed()
        })
        .collect();
    println!("{name:<34}{:>9.1}", median(times.into_iter().map(micros)));
}

fn address(text: &str) -> Result<Address> {
    Address::parse(text).ok().context("an address")
}

fn letter(game: &SampleGame) -> Result<MimeMessage> {
    let (ours, key) = (address(OURS)?, &game.keys[0]);
    let with_key = address(&format!("play+{key}@zugpost.example"))?;
    Ok(MimeMessage {
        from: Mailbox::new("Zugpost", ours),
        to: Mailbox::new("Anna", address("anna@players.example")?),
        reply_to: Some(Mailbox::new("Zugpost", with_key.clone())),
        subject: "[#1] Hans38 Chess: your turn 22".to_owned(),
        message_id: format!("g1.{key}@zugpost.example"),
        in_reply_to: Some(format!("1.{key}@players.example")),
        references: vec![format!("g1.{key}@zugpost.example"); 2],
        answer: true,
        list_id: Some("game 1 <game-1.zugpost.example>".to_owned()),
        unsubscribe: Some(with_key),
        unsubscribe_url: None,
        text: text(&game.letter),
        html: Some(format!("<pre>{}</pre>", text(&game.letter))),
        pictures: Vec::new(),
        files: Vec::new(),
        calendar: None,
        date: SystemTime::now(),
    })
}

//! Small games in memory, which sample letters are about.

use anyhow::{Context, Result};

use crate::games::{Cause, Changes, Event, Person, Proposal, Replacement, StoredGame};
use crate::ids::{GameId, MailId};
use crate::letters::data::{Answer, Content, Echo, LetterData, Part};
use crate::rules::game::Seat;
use crate::rules::variant::{Options, Variant};
use crate::status::GameStatus;
use crate::store::{
    self, Course, Decision, GameChange, GameRef, LetterKind, NewGame, NewLetter, PlayerChange,
    PlayerRef, SqliteStore, Store,
};
use crate::variants::{self, VARIANTS};

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

/// A time for all that happens.
const NOW: &str = "2026-01-01T12:00:00Z";

/// A game: its variant, its start position, and what happens.
pub(super) struct Scene {
    variant: &'static dyn Variant,
    position: Option<&'static str>,
    /// The events.
    pub events: Vec<Event>,
    /// What the first seat holds.
    held: Option<&'static str>,
    frozen: bool,
    shows_board: bool,
}

/// A game that is stored, and its last event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub game: GameId,
    pub seats: u8,
    pub last_event: i64,
    /// Whether queries are shown here: a game that has just begun.
    pub shows_board: bool,
}

pub(super) fn turn(seat: Seat, text: &str) -> Event {
    let text = text.to_owned();
    Event::Turn { seat, text }
}

fn say(by: Option<Seat>, to: Option<Seat>) -> Event {
    let words = "Good luck!".to_owned();
    Event::Say { by, to, words }
}

fn undo() -> Event {
    let reason = "Entered by mistake.".to_owned();
    Event::Undo { reason }
}

fn replace() -> Event {
    let person = |id, name: &str| Person {
        id,
        name: name.to_owned(),
    };
    let change = Replacement {
        former: person(Some(1), "Carla"),
        newcomer: person(None, "Anna"),
        reason: "Carla is ill.".to_owned(),
    };
    Event::Replace {
        seat: WHITE,
        change,
    }
}

fn roll_back() -> Event {
    Event::Rollback {
        label: "1...".to_owned(),
        reason: "Entered by mistake.".to_owned(),
    }
}

fn forfeit(seat: Seat) -> Event {
    let reason = "The seat has left.".to_owned();
    Event::Forfeit { seat, reason }
}

fn adjudicate(result: &str) -> Event {
    Event::Adjudicate {
        result: result.to_owned(),
        reason: "Black has left.".to_owned(),
    }
}

fn scene(variant: &'static dyn Variant, events: Vec<Event>) -> Scene {
    Scene {
        variant,
        position: None,
        events,
        held: None,
        frozen: false,
        shows_board: false,
    }
}

/// The games: those of chess that show each event and each end, and one of each variant.
///
/// # Errors
/// Chess is not there, or an example of a variant is no turn of it.
pub(super) fn scenes() -> Result<Vec<Scene>> {
    let variant = variants::find("chess").context("no chess")?;
    let chess = |events| scene(variant, events);
    let from = |position, events| Scene {
        position: Some(position),
        ..chess(events)
    };
    let knights = ["Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8"]
        .iter()
        .zip([WHITE, BLACK, WHITE, BLACK]);
    let knights: Vec<Event> = knights.map(|(text, seat)| turn(seat, text)).collect();
    let abort = Event::Abort {
        by: None,
        reason: "Set up twice.".to_owned(),
    };
    let e4 = || turn(WHITE, "e2-e4");
    let mut scenes = vec![
        chess(vec![
            e4(),
            say(Some(WHITE), None),
            say(Some(BLACK), Some(WHITE)),
            say(None, None),
            say(None, Some(WHITE)),
            Event::Offer(WHITE),
            Event::Decline(BLACK),
            turn(BLACK, "e7-e5"),
            undo(),
            turn(BLACK, "e7-e5"),
            replace(),
            turn(WHITE, "Ng1-f3"),
            roll_back(),
            turn(BLACK, "e7-e5"),
            turn(WHITE, "Ng1-f3"),
        ]),
        chess(vec![
            e4(),
            turn(BLACK, "f7-f5"),
            turn(WHITE, "Qd1-h5"),
            Event::Offer(WHITE),
        ]),
        chess(vec![
            Event::Resign(WHITE),
            undo(),
            adjudicate("1-0"),
            undo(),
            abort,
        ]),
        chess(vec![e4(), Event::Offer(WHITE), Event::Offer(BLACK)]),
        chess(vec![Event::Resign(WHITE)]),
        chess(vec![forfeit(BLACK)]),
        chess(vec![adjudicate("1/2-1/2")]),
        chess([&knights[..], &knights[..], &[Event::Claim(WHITE)]].concat()),
        from("7k/8/8/8/8/8/R7/K7 w - - 100 80", vec![Event::Claim(WHITE)]),
        from(
            "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
            vec![turn(WHITE, "Qg1-g6")],
        ),
        Scene {
            frozen: true,
            ..chess(vec![e4()])
        },
        Scene {
            held: Some("e2-e4"),
            shows_board: true,
            ..chess(Vec::new())
        },
    ];
    scenes.extend(super::time::scenes().map(chess));
    for variant in VARIANTS {
        scenes.push(begun(*variant)?);
    }
    let four = variants::find("yonin-bishogi").context("no game of four")?;
    scenes.extend(departures(four));
    Ok(scenes)
}

/// Games of more than two, which go on when a seat leaves them or is attacked.
fn departures(variant: &'static dyn Variant) -> [Scene; 5] {
    let last = u8::try_from(variant.seats().len() - 1).unwrap_or(u8::MAX);
    let others = || (1..last).map(|seat| Event::Resign(Seat(seat)));
    let going_on = vec![
        Event::Resign(Seat(last)),
        undo(),
        forfeit(Seat(last)),
        Event::Offer(WHITE),
    ];
    let over = [forfeit(Seat(last))].into_iter().chain(others()).collect();
    let attacked =
        "f4-f5 i5-g5 e9-e7 c5-d5 d2-d4 k3-j3 Bf10xc7 Bb6xd4 Qe1xb4 Bj6xg3 Bc7xa5 Bd4-h8=Q P*f10";
    let turns = attacked.split(' ').zip((0..=last).cycle());
    let attacked = turns.map(|(text, seat)| turn(Seat(seat), text)).collect();
    let flagged = vec![Event::Flag {
        seat: WHITE,
        drawn: false,
    }];
    let propose = |seat, what| Event::Propose {
        seat: Seat(seat),
        what,
    };
    let asked = vec![
        propose(1, Proposal::Pause),
        propose(2, Proposal::Pause),
        propose(1, Proposal::Forgive),
        propose(2, Proposal::AddTime(90_000)),
    ];
    let [mut going_on, over, attacked, flagged, asked] =
        [going_on, over, attacked, flagged, asked].map(|events| scene(variant, events));
    going_on.shows_board = true;
    [going_on, over, attacked, flagged, asked]
}

/// The default options of a variant, the same ones drawn each time.
fn drawn(variant: &dyn Variant) -> Result<Options> {
    Ok(variant.settle(&Options::new(), &mut |_| 0)?)
}

/// A game of a variant after the first two turns that it shows as examples.
fn begun(variant: &'static dyn Variant) -> Result<Scene> {
    let mut game = variant.start(&drawn(variant)?, None)?;
    let mut events = Vec::new();
    for _ in 0..2 {
        let Some(example) = game.example() else { break };
        let seat = game.to_move();
        let played = game.play(&example)?;
        events.push(turn(seat, &played.canonical));
    }
    Ok(Scene {
        shows_board: true,
        ..scene(variant, events)
    })
}

/// Writes the games, and an answer that a letter can repeat, into a store in memory.
///
/// # Errors
/// A game cannot be made.
pub(super) fn store() -> Result<(SqliteStore, Vec<Stored>)> {
    let mut store = SqliteStore::in_memory()?;
    let add = |name: &str| PlayerChange::Add {
        name: name.to_owned(),
        address: format!("{}@example.org", name.to_lowercase()),
    };
    let players = Decision {
        now: NOW.to_owned(),
        players: ["Anna", "Boris", "Clara", "Dora"].map(add).to_vec(),
        ..Decision::default()
    };
    let made = store.commit(&[players])?;
    let players = made.into_iter().flat_map(|made| made.players);
    let players: Vec<PlayerRef> = players.map(PlayerRef::Known).collect();
    let mut stored = Vec::new();
    for scene in scenes()? {
        stored.push(play(&mut store, &players, &scene)?);
    }
    let first = stored.first().context("no game")?;
    store.commit(&[answer(first.game)])?;
    Ok((store, stored))
}

/// Begins a game, and lets its events happen.
fn play(store: &mut SqliteStore, players: &[PlayerRef], scene: &Scene) -> Result<Stored> {
    let seats = scene.variant.seats().len();
    let options = drawn(scene.variant)?;
    let begin = Decision {
        now: NOW.to_owned(),
        new_game: Some(NewGame {
            variant: scene.variant.id().to_owned(),
            rules_version: scene.variant.rules_version(),
            options: serde_json::to_string(&options)?,
            position: scene.position.map(str::to_owned),
            time: None,
            to_move: scene.variant.start(&options, scene.position)?.to_move().0,
            players: players.iter().copied().take(seats).collect(),
            actor: "umpire".to_owned(),
            private: false,
            challenge: None,
        }),
        ..Decision::default()
    };
    let made = store.commit(&[begin])?;
    let game = made.first().and_then(|made| made.game);
    let game = game.context("the game was not begun")?;
    let mut live = store::read(store, |store| {
        StoredGame::load(store, game)?.context("the game is not there")
    })?;
    let mut decisions = Vec::new();
    for event in &scene.events {
        let mut changes = Changes::default();
        changes.apply(&mut live, event, None)?;
        let cause = match event.seat() {
            Some(_) => Cause::Mail(MailId(1), NOW),
            None => Cause::Umpire("umpire"),
        };
        let mut change = changes.into_change(&live, &cause);
        // There are no mails here.
        change.events.iter_mut().for_each(|event| event.mail = None);
        decisions.push(decision(change));
    }
    let mut last = GameChange::new(game, live.seq);
    if let Some(held) = scene.held {
        let mut changes = Changes::default();
        changes.hold(&mut live, WHITE, Some(held.to_owned()));
        last.seats = changes.into_change(&live, &Cause::Umpire("umpire")).seats;
    }
    last.course = scene.frozen.then(|| Course {
        status: GameStatus::Frozen,
        ..live.course()
    });
    decisions.push(decision(last));
    store.commit(&decisions)?;
    Ok(Stored {
        game,
        seats: u8::try_from(seats)?,
        last_event: live.seq,
        shows_board: scene.shows_board,
    })
}

fn decision(change: GameChange) -> Decision {
    Decision {
        now: NOW.to_owned(),
        games: vec![change],
        ..Decision::default()
    }
}

/// A letter that answers a mail.
fn answer(game: GameId) -> Decision {
    let echo = Echo {
        line: Some("e2-e4".to_owned()),
        game: None,
        parts: vec![Part::Event(1)],
    };
    let answer = Answer {
        echoes: vec![echo],
        ..Answer::default()
    };
    let content = Content::Seat {
        notices: Vec::new(),
        answer: Some(answer),
    };
    let letter = NewLetter {
        kind: LetterKind::Answer,
        recipient: "anna@example.org".to_owned(),
        seat: Some((GameRef::Known(game), WHITE.0)),
        first_event: 0,
        last_event: 1,
        mail: None,
        tokens: Vec::new(),
        data: LetterData::new(content).to_json(),
        supersedes: false,
        once: None,
    };
    Decision {
        now: NOW.to_owned(),
        letters: vec![letter],
        ..Decision::default()
    }
}

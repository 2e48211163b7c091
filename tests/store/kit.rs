//! A place for a store, and decisions to begin with.

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zugpost::ids::{GameId, LetterId, MailId};
use zugpost::store::{
    Committed, Decision, EventRow, GameChange, GameRef, GameRow, Judgement, LetterChange,
    LetterClaim, LetterKind, LetterRow, LetterStatus, NewGame, NewLetter, NewMail, NewScope,
    NewToken, NewTry, PlayerChange, PlayerRef, Snapshot, Store, TakenIn, Verdict, read,
};

/// Where a store is.
pub struct Place {
    folder: TempDir,
    open: fn(&Path) -> Box<dyn Store>,
}

impl Place {
    pub fn new(open: fn(&Path) -> Box<dyn Store>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, open }
    }

    /// The store, with nothing in it at the first time.
    pub fn open(&self) -> Box<dyn Store> {
        (self.open)(self.folder.path())
    }

    /// A file in its folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The store with a game of two players.
    pub fn with_game(&self) -> (Box<dyn Store>, GameId) {
        let mut store = self.open();
        let made = commit(&mut *store, new_game("Anna", "Boris"));
        (store, made.game.unwrap())
    }
}

/// Reads.
pub fn look<T>(store: &mut dyn Store, work: impl FnOnce(&dyn Snapshot) -> anyhow::Result<T>) -> T {
    read(store, work).unwrap()
}

/// Writes one decision.
pub fn commit(store: &mut dyn Store, decision: Decision) -> Committed {
    store.commit(&[decision]).unwrap().remove(0)
}

/// A time: so many minutes after a certain one.
pub fn at(minutes: u32) -> String {
    format!(
        "2026-01-31T{:02}:{:02}:00Z",
        10 + minutes / 60,
        minutes % 60
    )
}

/// A decision at minute 0 that changes nothing.
pub fn nothing() -> Decision {
    Decision {
        now: at(0),
        ..Decision::default()
    }
}

/// Two new players begin a game.
pub fn new_game(first: &str, second: &str) -> Decision {
    let add = |name: &str| PlayerChange::Add {
        name: name.to_owned(),
        address: format!("{name}@example.org"),
    };
    Decision {
        players: vec![add(first), add(second)],
        new_game: Some(NewGame {
            row: GameRow {
                variant: "chess".into(),
                rules_version: 1,
                options: "{}".into(),
                created_by: "umpire".into(),
                ..GameRow::default()
            },
            players: vec![PlayerRef::New(0), PlayerRef::New(1)],
            challenge: None,
        }),
        ..nothing()
    }
}

/// A turn as an event.
pub fn turn(state: i64, text: &str) -> EventRow {
    EventRow {
        state,
        to_move: Some(u8::try_from(state % 2).unwrap()),
        arrived_at: Some(at(1)),
        kind: "turn".into(),
        seat: Some(u8::try_from((state - 1) % 2).unwrap()),
        text: text.into(),
        ..EventRow::default()
    }
}

/// A turn after `expected_seq` events.
pub fn play(game: GameId, expected_seq: i64, text: &str) -> Decision {
    let mut change = GameChange::new(game, expected_seq);
    change.events.push(turn(expected_seq + 1, text));
    Decision {
        games: vec![change],
        ..nothing()
    }
}

/// A letter of news to seat 0, with a token, which tells the event `first_event`.
pub fn news(game: GameId, first_event: i64) -> NewLetter {
    let game = GameRef::Known(game);
    NewLetter {
        kind: LetterKind::News,
        recipient: "Anna@example.org".into(),
        seat: Some((game, 0)),
        first_event,
        last_event: first_event,
        mail: None,
        tokens: vec![NewToken {
            scope: NewScope::Seat {
                game,
                seat: 0,
                state: first_event,
            },
            nonce: vec![1, 2, 3],
            generation: 4,
            sections: Vec::new(),
        }],
        data: "{\"v\":1}".into(),
        supersedes: false,
        once: None,
    }
}

/// A letter to somebody about nothing.
pub fn public(recipient: &str) -> NewLetter {
    NewLetter {
        kind: LetterKind::Public,
        recipient: recipient.into(),
        seat: None,
        first_event: 0,
        last_event: 0,
        mail: None,
        tokens: Vec::new(),
        data: "{}".into(),
        supersedes: false,
        once: None,
    }
}

/// Writes letters.
pub fn post(store: &mut dyn Store, letters: Vec<NewLetter>) -> Vec<LetterId> {
    commit(
        store,
        Decision {
            letters,
            ..nothing()
        },
    )
    .letters
}

/// Claims all letters that are due at a minute, from recipients on whom nothing hung.
pub fn claim(store: &mut dyn Store, minute: u32) -> Vec<LetterRow> {
    claim_lane(store, minute, false)
}

pub fn claim_lane(store: &mut dyn Store, minute: u32, hung: bool) -> Vec<LetterRow> {
    let now = at(minute);
    let claim = LetterClaim {
        owner: "host:1",
        now: &now,
        max: 99,
        hung,
    };
    store.claim_letters(&claim).unwrap()
}

/// The ids of letters.
pub fn ids(letters: &[LetterRow]) -> Vec<LetterId> {
    letters.iter().map(|letter| letter.id).collect()
}

/// A try of a letter that was just rendered.
pub fn first_try(letter: LetterId, raw: &[u8]) -> NewTry {
    NewTry {
        letter,
        claimed_by: None,
        recipient: None,
        rendered: Some(raw.to_vec()),
        next_try: at(30),
    }
}

/// A letter as it is stored.
pub fn letter(store: &mut dyn Store, id: LetterId) -> LetterRow {
    look(store, |view| Ok(view.letter(id)?.unwrap()))
}

/// A mail under a key.
pub fn mail<'a>(source: &'a str, raw: &'a [u8]) -> NewMail<'a> {
    NewMail {
        source,
        former_source: None,
        arrived_at: None,
        author: "",
        sender: None,
        recipients: &[],
        truncated: false,
        raw,
    }
}

/// Takes in mails at minute 0.
pub fn take_in(store: &mut dyn Store, mails: &[NewMail<'_>]) -> Vec<TakenIn> {
    store.take_in(mails, &at(0)).unwrap()
}

/// A new mail.
pub fn new_mail(store: &mut dyn Store, source: &str, raw: &[u8]) -> MailId {
    match take_in(store, &[mail(source, raw)])[..] {
        [TakenIn::New(id)] => id,
        ref other => panic!("{other:?}"),
    }
}

/// A mail is done.
pub fn done(mail: MailId) -> Decision {
    let verdict = Verdict {
        word: "played".into(),
        ..Verdict::default()
    };
    Decision {
        mail: Some((mail, Judgement::Done(verdict))),
        ..nothing()
    }
}

/// Carries out changes at a minute; returns how many letters they have changed.
pub fn change(store: &mut dyn Store, minute: u32, letter_changes: Vec<LetterChange>) -> usize {
    let decision = Decision {
        now: at(minute),
        letter_changes,
        ..nothing()
    };
    commit(store, decision).changed
}

/// A letter is closed.
pub fn close(letter: LetterId, status: LetterStatus) -> LetterChange {
    LetterChange::Close {
        letter,
        status,
        reason: None,
    }
}

/// A try of a letter has failed.
pub fn defer(letter: LetterId, minute: u32, hung: bool) -> LetterChange {
    LetterChange::Defer {
        letter,
        reason: "later".into(),
        next_try: at(minute),
        hung,
    }
}

/// Begins the first try of a letter.
pub fn begin(store: &mut dyn Store, id: LetterId) {
    store.begin_tries(&[first_try(id, b"raw")]).unwrap();
}

/// The bytes of a letter.
pub fn bytes(store: &mut dyn Store, id: LetterId) -> Option<Vec<u8>> {
    look(store, |view| Ok(view.letter_bytes(id)?))
}

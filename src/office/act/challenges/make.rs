//! `challenge`, `seek` and `rematch`.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::games::Closure;
use crate::ids::GameId;
use crate::letters::{AccountQuestion, ChallengeNews, ChallengeNote, Part};
use crate::mail::Address;
use crate::meeting::{Base, GameTerms, Line, LineError, Wish, challenge};
use crate::rules::variant::Options;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{Budget, ChallengeRow, PlaceRow, PlayerRow};
use crate::text;
use crate::time::Terms;

use crate::office::act::challenges::answer::read_line;
use crate::office::act::challenges::{Noted, member, next_number, open_of, part, shown};
use crate::office::{MailSession, Office};

/// So long after its end a game has a rematch.
const REMATCH: TimeDelta = TimeDelta::days(14);

/// Somebody whom a line names.
enum Person {
    /// The author himself.
    Author,
    /// A player, by his name.
    Player(PlayerRow),
    /// An address, and the member whose it is.
    Address(Address, Option<PlayerRow>),
}

impl MailSession<'_> {
    /// `challenge WHO VARIANT …`.
    pub(super) fn challenge(
        &mut self,
        typed: &str,
        below: Option<&str>,
        unsent: &mut bool,
    ) -> Noted {
        let line = match self.draft.office.fresh_line(typed, below, true, unsent) {
            Ok(line) => line,
            Err(error) => return Ok(ChallengeNote::Fault(error)),
        };
        let people = match self.people(&line.who)? {
            Ok(people) => people,
            Err(note) => return Ok(note),
        };
        let count = line.terms.variant().map_or(2, |game| game.seats().len());
        if people.iter().all(|one| matches!(one, Person::Author)) {
            let places = (0..count).map(|_| own_place(self)).collect();
            let row = self.new_row(ChallengeKind::Challenge, &line, places)?;
            return self.practice(row);
        }
        if people.iter().any(|one| matches!(one, Person::Author)) {
            return Ok(ChallengeNote::Twice(self.player.name.clone()));
        }
        if people.len() + 1 != count {
            return Ok(ChallengeNote::Count {
                variant: line.terms.variant.clone(),
                needed: count - 1,
                given: people.len(),
            });
        }
        let by_address = people.iter().any(|one| matches!(one, Person::Address(..)));
        let mut places = vec![own_place(self)];
        for person in people {
            places.push(place_of(self, person)?);
        }
        let mut row = self.new_row(ChallengeKind::Challenge, &line, places)?;
        challenge::wish_seat(&mut row.places, 0, line.wish.unwrap_or(Wish::Random));
        if by_address && let Some(limit) = self.may_not_invite()? {
            return Ok(ChallengeNote::Limit(limit));
        }
        self.open_challenge(row, by_address, None)
    }
}

impl Office {
    /// A line that asks for a new game, with the server's time control where it names none.
    fn fresh_line(
        &self,
        typed: &str,
        below: Option<&str>,
        names_people: bool,
        unsent: &mut bool,
    ) -> Result<Line, LineError> {
        let usual = self.settings.time.of_players();
        let base = Base::Fresh(usual.as_ref());
        read_wrapped(typed, below, names_people, base, unsent)
    }
}

impl MailSession<'_> {
    /// Whom a line names.
    fn people(&self, who: &[String]) -> Result<Result<Vec<Person>, ChallengeNote>> {
        let mut people: Vec<Person> = Vec::new();
        for typed in who {
            let person = match self.person(typed)? {
                Ok(person) => person,
                Err(note) => return Ok(Err(note)),
            };
            let twice = people.iter().any(|other| match (other, &person) {
                (Person::Player(one), Person::Player(other)) => one.id == other.id,
                (Person::Address(one, _), Person::Address(other, _)) => {
                    one.normalized() == other.normalized()
                }
                _ => false,
            });
            if twice {
                return Ok(Err(ChallengeNote::Twice(text::clean(typed, 60))));
            }
            people.push(person);
        }
        Ok(Ok(people))
    }

    fn person(&self, typed: &str) -> Result<Result<Person, ChallengeNote>> {
        let own = self.player.id;
        if ["me", "myself"]
            .iter()
            .any(|me| typed.eq_ignore_ascii_case(me))
        {
            return Ok(Ok(Person::Author));
        }
        if !typed.contains('@') {
            let known = self.draft.store.player_by_name(typed)?;
            let known = match known {
                Some(player) if player.id == own => return Ok(Ok(Person::Author)),
                Some(player) => member(self.draft.store, player.id)?,
                None => None,
            };
            return Ok(known
                .map(Person::Player)
                .ok_or_else(|| ChallengeNote::NoPlayer(text::clean(typed, 60))));
        }
        let refused = || ChallengeNote::NoAddress(text::clean(typed, 80));
        let Ok(address) = Address::parse(typed) else {
            return Ok(Err(refused()));
        };
        let settings = &self.draft.office.settings;
        if settings.address.covers(&address, settings.delimiter) {
            return Ok(Err(refused()));
        }
        let known = self.draft.store.player_by_address(&address.normalized())?;
        Ok(Ok(match known {
            Some(player) if player.id == own => Person::Author,
            Some(player) => {
                let member = member(self.draft.store, player.id)?;
                Person::Address(address, member)
            }
            None => Person::Address(address, None),
        }))
    }

    fn new_row(
        &self,
        kind: ChallengeKind,
        line: &Line,
        places: Vec<PlaceRow>,
    ) -> Result<ChallengeRow> {
        let mut row = ChallengeRow {
            id: next_number(self.draft.store, self.draft.decision)?,
            kind,
            version: 1,
            revision: 0,
            status: ChallengeStatus::Open,
            maker: self.player.id,
            terms: line.terms.to_json(),
            created_at: self.draft.decision.now.clone(),
            expires_at: self.draft.office.expiry(line.expires),
            closed_at: None,
            closed_by: None,
            game: None,
            places,
        };
        challenge::agree(&mut row, 0, &self.draft.decision.now);
        Ok(row)
    }

    /// A game of the author's against himself.
    fn practice(&mut self, row: ChallengeRow) -> Noted {
        if let Some(limit) = self.plays_too_many()? {
            return Ok(ChallengeNote::Limit(limit));
        }
        if self.draft.decision.new_game.is_some() {
            return Ok(ChallengeNote::OneGame(row.id));
        }
        let (number, by) = (row.id, self.author_mark());
        let begun = self.draft.play_challenge(row, &[], &by)?;
        Ok(match begun {
            Some(_) => ChallengeNote::Practice,
            None => ChallengeNote::NoSuch(number),
        })
    }

    /// Opens a challenge, unless it is open already, or one of the others has made the same.
    fn open_challenge(
        &mut self,
        row: ChallengeRow,
        by_address: bool,
        rematch: Option<GameId>,
    ) -> Noted {
        let player = self.player.id;
        for other in open_of(self.draft.store, self.draft.decision, player)? {
            if challenge::is_repeated(&row, &other) {
                return Ok(ChallengeNote::Known(self.shown(&other)?));
            }
            let place = challenge::place_of(&other, player);
            if let Some(at) = place.filter(|_| other.maker != player)
                && challenge::crosses(&row, &other)
            {
                return self.agree(other, at, true);
            }
        }
        if let Some(limit) = self.plays_too_many()? {
            return Ok(ChallengeNote::Limit(limit));
        }
        if let Some(limit) = self.has_too_many_open(row.kind, by_address)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        if let Some(limit) = self.may_write_to_places(&row, 0)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        self.draft.limit_open(&row);
        self.draft.keep_challenge(&row)?;
        let to = self.send_challenge(&row, 0, false, rematch)?;
        Ok(ChallengeNote::Sent {
            shown: self.shown(&row)?,
            to,
            counter: false,
        })
    }

    /// Sends a challenge, or changed terms, to all who have a place but `own`; returns to whom, as the author may know
    /// them.
    pub(super) fn send_challenge(
        &mut self,
        row: &ChallengeRow,
        own: usize,
        counter: bool,
        rematch: Option<GameId>,
    ) -> Result<Vec<String>> {
        let mail = Some(self.mail.id);
        let mut to = Vec::new();
        for at in (0..row.places.len()).filter(|at| *at != own) {
            let Some(key) = key_of(row, at) else { continue };
            to.push(shown::name(self.draft.store, row, at, self.player.id)?);
            let player = &self.player;
            self.draft.count_letter(player, &key)?;
            if let (Some(address), false) = (&row.places[at].address, counter) {
                // Whether a letter goes there or not.
                self.draft
                    .decision
                    .spend(Budget::Invitations, address.to_lowercase());
                let all = (Budget::Invitations, None);
                self.draft
                    .limit(all, self.draft.office.club_invitations())?;
            }
            let Some(reader) = row.places[at].player else {
                self.draft.invite((row, at), player, mail)?;
                continue;
            };
            let by = shown::name(self.draft.store, row, own, reader)?;
            let blocked = blocked(self.draft.store, row, own, reader)?;
            if !blocked.is_empty() {
                self.ask_to_show((row, at), by, blocked)?;
                continue;
            }
            let news = ChallengeNews::Asked {
                by,
                counter,
                rematch,
            };
            self.draft.post_challenge((row, at), mail, news)?;
        }
        Ok(to)
    }

    /// Asks a player who has blocked somebody with a place in a challenge whether he wants to see it.
    fn ask_to_show(
        &mut self,
        (row, at): (&ChallengeRow, usize),
        by: String,
        blocked: Vec<String>,
    ) -> Result<()> {
        let place = row.places.get(at).filter(|place| !place.hidden);
        let Some(reader) = place.and_then(|place| place.player) else {
            return Ok(());
        };
        let Some(reader) = member(self.draft.store, reader)? else {
            return Ok(());
        };
        let question = AccountQuestion::Blocked {
            challenge: row.id,
            by,
            variant: shown::terms(row)?.variant,
            blocked,
        };
        let mail = Some(self.mail.id);
        if let Some(asked) = self.draft.ask_player(&reader, question, mail) {
            asked.expires_at.clone_from(&row.expires_at);
        }
        Ok(())
    }

    /// `seek VARIANT …`.
    pub(super) fn seek(&mut self, typed: &str, below: Option<&str>, unsent: &mut bool) -> Noted {
        let line = match self.draft.office.fresh_line(typed, below, false, unsent) {
            Ok(line) => line,
            Err(error) => return Ok(ChallengeNote::Fault(error)),
        };
        let count = line.terms.variant().map_or(2, |game| game.seats().len());
        let mut places = vec![PlaceRow::default(); count];
        if let Some(first) = places.first_mut() {
            *first = own_place(self);
        }
        let mut row = self.new_row(ChallengeKind::Seek, &line, places)?;
        challenge::wish_seat(&mut row.places, 0, line.wish.unwrap_or(Wish::Random));
        let player = self.player.id;
        for other in open_of(self.draft.store, self.draft.decision, player)? {
            if challenge::is_repeated(&row, &other) {
                return Ok(ChallengeNote::Known(self.shown(&other)?));
            }
        }
        let running = self.plays_too_many()?;
        let open = self.has_too_many_open(row.kind, false)?;
        if let Some(limit) = running.or(open) {
            return Ok(ChallengeNote::Limit(limit));
        }
        self.draft.limit_open(&row);
        self.draft.keep_challenge(&row)?;
        Ok(ChallengeNote::Seeking(self.shown(&row)?))
    }

    /// `rematch`: the same terms with other seats, to the players of a game that has ended.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn offer_rematch(&mut self, index: usize) -> Result<Vec<Part>> {
        let note = self.rematch(index)?;
        Ok(vec![part(note)])
    }

    fn rematch(&mut self, index: usize) -> Noted {
        let Some(game) = self.games.get(index) else {
            return Ok(ChallengeNote::NoRematch);
        };
        let stored = &game.stored;
        if stored.is_on() {
            return Ok(ChallengeNote::NotOver);
        }
        let ended = DateTime::parse_from_rfc3339(&stored.row.updated_at);
        let old = ended.is_ok_and(|ended| self.draft.office.now() - ended.to_utc() > REMATCH);
        if old || !matches!(stored.closure(), Some(Closure::Over { .. })) {
            return Ok(ChallengeNote::NoRematch);
        }
        let Some(terms) = terms_of(&stored.row) else {
            return Ok(ChallengeNote::NoRematch);
        };
        let id = stored.row.id;
        let players: Vec<_> = stored.seats.iter().map(|row| row.player).collect();
        let mut moved = challenge::moved_on(&players);
        // The author has the first place, the others follow in the order of the seats.
        moved.sort_by_key(|(player, _)| *player != self.player.id);
        let places = moved.into_iter().map(|(player, seat)| PlaceRow {
            player: Some(player),
            seat: Some(seat),
            ..PlaceRow::default()
        });
        let mut places: Vec<PlaceRow> = places.collect();
        for place in &mut places {
            let Some(player) = place.player else { continue };
            let Some(known) = member(self.draft.store, player)? else {
                return Ok(ChallengeNote::NoRematch);
            };
            place.hidden = self.draft.store.is_blocked(known.id, self.player.id)?;
        }
        let line = Line {
            who: Vec::new(),
            terms,
            wish: None,
            expires: None,
        };
        let mut row = self.new_row(ChallengeKind::Rematch, &line, places)?;
        row.game = Some(id);
        if challenge::missing(&row).is_empty() {
            return self.practice(row);
        }
        self.open_challenge(row, false, Some(id))
    }
}

/// Reads the arguments of a line, with the lines below it where the mail program has wrapped it. `unsent`: whether
/// anything below is left over.
pub(super) fn read_wrapped(
    typed: &str,
    below: Option<&str>,
    named: bool,
    base: Base<'_>,
    unsent: &mut bool,
) -> Result<Line, LineError> {
    let first = read_line(typed, named, base);
    let Some(below) = below else {
        return first;
    };
    let (paragraph, rest) = below.split_once("\n\n").unwrap_or((below, ""));
    let joined = read_line(&format!("{typed} {paragraph}"), named, base);
    // A position that was cut may read as another one.
    let cut = first
        .as_ref()
        .is_ok_and(|line| line.terms.position.is_some());
    match joined {
        Ok(line) if first.is_err() || cut => {
            *unsent = !rest.trim().is_empty();
            Ok(line)
        }
        _ => first,
    }
}

fn own_place(session: &MailSession<'_>) -> PlaceRow {
    PlaceRow {
        player: Some(session.player.id),
        ..PlaceRow::default()
    }
}

/// The place of somebody whom the author names. Whoever has blocked the author is not told.
fn place_of(session: &MailSession<'_>, person: Person) -> Result<PlaceRow> {
    let (player, address) = match person {
        Person::Author => (Some(session.player.clone()), None),
        Person::Player(player) => (Some(player), None),
        Person::Address(address, player) => (player, Some(address.normalized())),
    };
    let hidden = match &player {
        Some(player) => session
            .draft
            .store
            .is_blocked(player.id, session.player.id)?,
        None => false,
    };
    Ok(PlaceRow {
        player: player.map(|player| player.id),
        address,
        hidden,
        ..PlaceRow::default()
    })
}

/// Under which key letters to a place count: an address as such, whosever it is.
pub(super) fn key_of(row: &ChallengeRow, at: usize) -> Option<String> {
    let place = row.places.get(at)?;
    let by_player = place.player.map(|player| format!("p{player}"));
    place.address.clone().or(by_player)
}

/// Those among the others whom a reader has blocked.
fn blocked(
    store: &dyn crate::store::Snapshot,
    row: &ChallengeRow,
    maker: usize,
    reader: crate::ids::PlayerId,
) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for (at, place) in row.places.iter().enumerate() {
        let Some(other) = place.player.filter(|other| *other != reader) else {
            continue;
        };
        if at != maker && store.is_blocked(reader, other)? {
            names
                .extend(Some(shown::name(store, row, at, reader)?).filter(|name| !name.is_empty()));
        }
    }
    Ok(names)
}

/// The terms of a game that was played; `None`: it cannot be played any more.
fn terms_of(row: &crate::store::GameRow) -> Option<GameTerms> {
    let variant = crate::variants::find(&row.variant)?;
    let options: Options = serde_json::from_str(&row.options).ok()?;
    let time = Terms::read(row.time.as_deref().unwrap_or("none")).ok()?;
    let position = row.position.as_deref();
    GameTerms::checked(variant, options, position, time.as_ref(), row.private).ok()
}

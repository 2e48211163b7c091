//! `challenge`, `seek` and `rematch`.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::games::Closure;
use crate::ids::GameId;
use crate::letters::{AccountQuestion, ChallengeNews, ChallengeNote, Part, PlayerNotice};
use crate::mail::Address;
use crate::meeting::{Base, GameTerms, Line, LineError, Wish, challenge};
use crate::rules::variant::Options;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{Budget, ChallengeRow, ChallengeWrite, LetterKind, PlaceRow, PlayerRow};
use crate::text;
use crate::time::Terms;

use super::super::Office;
use super::super::outgoing::PlayerLetter;
use super::super::session::MailSession;
use super::answer::read_line;
use super::{Noted, member, open_of, part, put, shown};

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

impl Office {
    /// `challenge WHO VARIANT …`.
    pub(super) fn challenge(
        &mut self,
        session: &mut MailSession<'_>,
        typed: &str,
        below: Option<&str>,
        unsent: &mut bool,
    ) -> Noted {
        let line = match self.fresh_line(typed, below, true, unsent) {
            Ok(line) => line,
            Err(error) => return Ok(ChallengeNote::Fault(error)),
        };
        let people = match self.people(session, &line.who)? {
            Ok(people) => people,
            Err(note) => return Ok(note),
        };
        let count = line.terms.variant().map_or(2, |game| game.seats().len());
        if people.iter().all(|one| matches!(one, Person::Author)) {
            let places = (0..count).map(|_| own_place(session)).collect();
            let row = self.new_row(session, ChallengeKind::Challenge, &line, places)?;
            return self.practice(session, row);
        }
        if people.iter().any(|one| matches!(one, Person::Author)) {
            return Ok(ChallengeNote::Twice(session.player.name.clone()));
        }
        if people.len() + 1 != count {
            return Ok(ChallengeNote::Count {
                variant: line.terms.variant.clone(),
                needed: count - 1,
                given: people.len(),
            });
        }
        let by_address = people.iter().any(|one| matches!(one, Person::Address(..)));
        let mut places = vec![own_place(session)];
        for person in people {
            places.push(place_of(session, person)?);
        }
        let mut row = self.new_row(session, ChallengeKind::Challenge, &line, places)?;
        challenge::wish_seat(&mut row.places, 0, line.wish.unwrap_or(Wish::Random));
        if by_address && let Some(limit) = self.may_not_invite(session)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        self.open_challenge(session, row, by_address, None)
    }

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

    /// Whom a line names.
    fn people(
        &self,
        session: &MailSession<'_>,
        who: &[String],
    ) -> Result<Result<Vec<Person>, ChallengeNote>> {
        let mut people: Vec<Person> = Vec::new();
        for typed in who {
            let person = match self.person(session, typed)? {
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

    fn person(
        &self,
        session: &MailSession<'_>,
        typed: &str,
    ) -> Result<Result<Person, ChallengeNote>> {
        let own = session.player.id;
        if ["me", "myself"]
            .iter()
            .any(|me| typed.eq_ignore_ascii_case(me))
        {
            return Ok(Ok(Person::Author));
        }
        if !typed.contains('@') {
            let known = session.store.player_by_name(typed)?;
            let known = match known {
                Some(player) if player.id == own => return Ok(Ok(Person::Author)),
                Some(player) => member(session.store, player.id)?,
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
        let settings = &self.settings;
        if settings.address.covers(&address, settings.delimiter) {
            return Ok(Err(refused()));
        }
        let known = session.store.player_by_address(&address.normalized())?;
        Ok(Ok(match known {
            Some(player) if player.id == own => Person::Author,
            Some(player) => {
                let member = member(session.store, player.id)?;
                Person::Address(address, member)
            }
            None => Person::Address(address, None),
        }))
    }

    fn new_row(
        &self,
        session: &MailSession<'_>,
        kind: ChallengeKind,
        line: &Line,
        places: Vec<PlaceRow>,
    ) -> Result<ChallengeRow> {
        let decision = &session.decision;
        let mut row = ChallengeRow {
            id: Self::next_number(session.store, decision)?,
            kind,
            version: 1,
            revision: 0,
            status: ChallengeStatus::Open,
            maker: session.player.id,
            terms: line.terms.to_json(),
            created_at: decision.now.clone(),
            expires_at: self.expiry(line.expires),
            closed_at: None,
            closed_by: None,
            game: None,
            places,
        };
        challenge::agree(&mut row, 0, &decision.now);
        Ok(row)
    }

    /// A game of the author's against himself.
    fn practice(&mut self, session: &mut MailSession<'_>, row: ChallengeRow) -> Noted {
        if let Some(limit) = self.plays_too_many(session.store, &session.player)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        if session.decision.new_game.is_some() {
            return Ok(ChallengeNote::OneGame(row.id));
        }
        let (number, by) = (row.id, session.author_mark());
        let begun = self.play_challenge(session.store, &mut session.decision, row, &[], &by)?;
        Ok(match begun {
            Some(_) => ChallengeNote::Practice,
            None => ChallengeNote::NoSuch(number),
        })
    }

    /// Opens a challenge, unless it is open already, or one of the others has made the same.
    fn open_challenge(
        &mut self,
        session: &mut MailSession<'_>,
        row: ChallengeRow,
        by_address: bool,
        rematch: Option<GameId>,
    ) -> Noted {
        let (store, player) = (session.store, session.player.id);
        for other in open_of(store, &session.decision, player)? {
            if challenge::is_repeated(&row, &other) {
                return Ok(ChallengeNote::Known(shown::shown(store, &other, player)?));
            }
            let place = challenge::place_of(&other, player);
            if let Some(at) = place.filter(|_| other.maker != player)
                && challenge::crosses(&row, &other)
            {
                return self.agree(session, other, at, true);
            }
        }
        if let Some(limit) = self.plays_too_many(store, &session.player)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        if let Some(limit) = self.has_too_many_open(session, row.kind, by_address)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        if let Some(limit) = self.may_write_to_places(session, &row, 0)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        self.limit_open(&mut session.decision, &row);
        put(&mut session.decision, ChallengeWrite::new(row.clone()));
        session.decision.timers.push(super::end::timer(&row));
        let to = self.send_challenge(session, &row, 0, false, rematch)?;
        Ok(ChallengeNote::Sent {
            shown: shown::shown(store, &row, player)?,
            to,
            counter: false,
        })
    }

    /// Sends a challenge, or changed terms, to all who have a place but `own`; returns to whom, as the author may know
    /// them.
    pub(super) fn send_challenge(
        &mut self,
        session: &mut MailSession<'_>,
        row: &ChallengeRow,
        own: usize,
        counter: bool,
        rematch: Option<GameId>,
    ) -> Result<Vec<String>> {
        let (store, mail) = (session.store, Some(session.mail.id));
        let mut to = Vec::new();
        for at in (0..row.places.len()).filter(|at| *at != own) {
            let Some(key) = key_of(row, at) else { continue };
            to.push(shown::name(store, row, at, session.player.id)?);
            let (decision, player) = (&mut session.decision, &session.player);
            self.count_letter(store, decision, player, &key)?;
            if let (Some(address), false) = (&row.places[at].address, counter) {
                // Whether a letter goes there or not.
                decision.spend(Budget::Invitations, address.to_lowercase());
                let all = (Budget::Invitations, None);
                self.limit(store, decision, all, self.club_invitations())?;
            }
            let Some(reader) = row.places[at].player else {
                self.invite(store, decision, (row, at), player, mail)?;
                continue;
            };
            let by = shown::name(store, row, own, reader)?;
            let blocked = blocked(store, row, own, reader)?;
            if !blocked.is_empty() {
                self.ask_to_show(session, (row, at), by, blocked)?;
                continue;
            }
            let news = ChallengeNews::Asked {
                by,
                counter,
                rematch,
            };
            self.post_challenge(store, decision, (row, at), mail, news)?;
        }
        Ok(to)
    }

    /// Asks a player who has blocked somebody with a place in a challenge whether he wants to see it.
    fn ask_to_show(
        &mut self,
        session: &mut MailSession<'_>,
        (row, at): (&ChallengeRow, usize),
        by: String,
        blocked: Vec<String>,
    ) -> Result<()> {
        let place = row.places.get(at).filter(|place| !place.hidden);
        let Some(reader) = place.and_then(|place| place.player) else {
            return Ok(());
        };
        let Some(reader) = member(session.store, reader)? else {
            return Ok(());
        };
        let question = AccountQuestion::Blocked {
            challenge: row.id,
            by,
            variant: shown::terms(row)?.variant,
            blocked,
        };
        let letter = PlayerLetter::told(vec![PlayerNotice::Asked(question.clone())]);
        let mut asked = self.account_question(&reader, &question, Some(session.mail));
        asked.letter = Some(session.decision.letters.len());
        asked.expires_at.clone_from(&row.expires_at);
        let mail = Some(session.mail.id);
        let decision = &mut session.decision;
        self.post_player(decision, &reader, LetterKind::Player, mail, letter);
        decision.account_asks.push(asked);
        Ok(())
    }

    /// `seek VARIANT …`.
    pub(super) fn seek(
        &mut self,
        session: &mut MailSession<'_>,
        typed: &str,
        below: Option<&str>,
        unsent: &mut bool,
    ) -> Noted {
        let line = match self.fresh_line(typed, below, false, unsent) {
            Ok(line) => line,
            Err(error) => return Ok(ChallengeNote::Fault(error)),
        };
        let count = line.terms.variant().map_or(2, |game| game.seats().len());
        let mut places = vec![PlaceRow::default(); count];
        if let Some(first) = places.first_mut() {
            *first = own_place(session);
        }
        let mut row = self.new_row(session, ChallengeKind::Seek, &line, places)?;
        challenge::wish_seat(&mut row.places, 0, line.wish.unwrap_or(Wish::Random));
        let (store, player) = (session.store, session.player.id);
        for other in open_of(store, &session.decision, player)? {
            if challenge::is_repeated(&row, &other) {
                return Ok(ChallengeNote::Known(shown::shown(store, &other, player)?));
            }
        }
        let running = self.plays_too_many(store, &session.player)?;
        let open = self.has_too_many_open(session, row.kind, false)?;
        if let Some(limit) = running.or(open) {
            return Ok(ChallengeNote::Limit(limit));
        }
        self.limit_open(&mut session.decision, &row);
        put(&mut session.decision, ChallengeWrite::new(row.clone()));
        session.decision.timers.push(super::end::timer(&row));
        Ok(ChallengeNote::Seeking(shown::shown(store, &row, player)?))
    }

    /// `rematch`: the same terms with other seats, to the players of a game that has ended.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn offer_rematch(
        &mut self,
        session: &mut MailSession<'_>,
        index: usize,
    ) -> Result<Vec<Part>> {
        let note = self.rematch(session, index)?;
        Ok(vec![part(note)])
    }

    fn rematch(&mut self, session: &mut MailSession<'_>, index: usize) -> Noted {
        let Some(game) = session.games.get(index) else {
            return Ok(ChallengeNote::NoRematch);
        };
        let stored = &game.stored;
        if stored.is_on() {
            return Ok(ChallengeNote::NotOver);
        }
        let ended = DateTime::parse_from_rfc3339(&stored.row.updated_at);
        let old = ended.is_ok_and(|ended| self.now() - ended.to_utc() > REMATCH);
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
        moved.sort_by_key(|(player, _)| *player != session.player.id);
        let places = moved.into_iter().map(|(player, seat)| PlaceRow {
            player: Some(player),
            seat: Some(seat),
            ..PlaceRow::default()
        });
        let mut places: Vec<PlaceRow> = places.collect();
        for place in &mut places {
            let Some(player) = place.player else { continue };
            let Some(known) = member(session.store, player)? else {
                return Ok(ChallengeNote::NoRematch);
            };
            place.hidden = session.store.is_blocked(known.id, session.player.id)?;
        }
        let line = Line {
            who: Vec::new(),
            terms,
            wish: None,
            expires: None,
        };
        let mut row = self.new_row(session, ChallengeKind::Rematch, &line, places)?;
        row.game = Some(id);
        if challenge::missing(&row).is_empty() {
            return self.practice(session, row);
        }
        self.open_challenge(session, row, false, Some(id))
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
        Some(player) => session.store.is_blocked(player.id, session.player.id)?,
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

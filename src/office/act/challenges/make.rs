//! `challenge`, `seek` and `rematch`.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::games::Closure;
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountQuestion, ChallengeNews, ChallengeNote};
use crate::mail::Address;
use crate::meeting::challenge::{moved_on, wish_seat};
use crate::meeting::line::{self, Base, Line, LineError, Wish};
use crate::meeting::{Challenge, ChallengeRequest, GameTerms, LineFault, Place};
use crate::rules::variant::Options;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{Budget, GameRow};
use crate::text;
use crate::time::{Length, Terms};
use crate::variants::Games;

use crate::office::act::challenges::Noted;
use crate::office::load::challenges::member;
use crate::office::{Draft, MailSession};

/// So long after its end a game has a rematch.
const REMATCH: TimeDelta = TimeDelta::days(14);

impl MailSession<'_> {
    /// `challenge WHO VARIANT …`, or `seek VARIANT …`, with the server's time control where the line names none.
    pub(super) fn make_challenge(
        &mut self,
        kind: ChallengeKind,
        typed: &str,
        below: Option<&str>,
        unsent: &mut bool,
    ) -> Noted {
        let seeks = kind == ChallengeKind::Seek;
        if !seeks && let Some(engine) = self.program_named(typed)? {
            return self.challenge_program(&engine, (typed, below), unsent);
        }
        let usual = self.draft.office.settings.time.of_players();
        let base = Base::Fresh(usual.as_ref());
        let line = match self.read_line((typed, below), !seeks, base, unsent) {
            Ok(line) => line,
            Err(error) => return Ok(ChallengeNote::Fault(error)),
        };
        let own = Place::of(self.player.id);
        let count = line
            .terms
            .variant(&self.mail.games)
            .map_or(2, |game| game.seats().len());
        let others = match self.people(&line.who)? {
            // A seek names nobody.
            _ if seeks => vec![Place::default(); count - 1],
            Ok(named) => named,
            Err(note) => return Ok(note),
        };
        let terms = (line.terms, line.expires);
        if others.iter().all(|place| *place == own) {
            return self.open(kind, terms, vec![own; count], None);
        }
        if others.contains(&own) {
            return Ok(ChallengeNote::Twice(self.player.name.clone()));
        }
        if others.len() + 1 != count {
            return Ok(ChallengeNote::Count {
                variant: terms.0.variant,
                needed: count - 1,
                given: others.len(),
            });
        }
        let by_address = others.iter().any(|place| place.address.is_some());
        if by_address && let Some(limit) = self.may_not_invite()? {
            return Ok(ChallengeNote::Limit(limit));
        }
        let mut places = vec![own];
        places.extend(others);
        wish_seat(&mut places, 0, line.wish.unwrap_or(Wish::Random));
        self.open(kind, terms, places, None)
    }

    /// The places of those whom a line names. Nobody who has blocked the author is told.
    fn people(&self, who: &[String]) -> Result<Result<Vec<Place>, ChallengeNote>> {
        let mut places: Vec<Place> = Vec::new();
        for typed in who {
            let mut place = match self.person(typed)? {
                Ok(place) => place,
                Err(note) => return Ok(Err(note)),
            };
            if let Some(player) = place.player.filter(|player| *player != self.player.id) {
                place.hidden = self.draft.store.is_blocked(player, self.player.id)?;
            }
            // That a name and an address are of one person is not said.
            let same = |one: &Place| match &place.address {
                None => one.address.is_none() && one.player == place.player,
                address => one.address == *address,
            };
            if place.player != Some(self.player.id) && places.iter().any(same) {
                return Ok(Err(ChallengeNote::Twice(text::clean(typed, 60))));
            }
            places.push(place);
        }
        Ok(Ok(places))
    }

    fn person(&self, typed: &str) -> Result<Result<Place, ChallengeNote>> {
        let (own, store) = (self.player.id, self.draft.store);
        let is = |me: &&str| typed.eq_ignore_ascii_case(me);
        if ["me", "myself"].iter().any(is) {
            return Ok(Ok(Place::of(own)));
        }
        if !typed.contains('@') {
            let known = match store.player_by_name(typed)? {
                Some(player) if player.id == own => Some(player),
                Some(player) => member(store, player.id)?,
                None => None,
            };
            let place = known.map(|player| Place::of(player.id));
            return Ok(place.ok_or_else(|| ChallengeNote::NoPlayer(text::clean(typed, 60))));
        }
        let address = Address::parse(typed).ok();
        let foreign = |address: &Address| !self.draft.office.is_ours(address);
        let Some(address) = address.filter(foreign) else {
            return Ok(Err(ChallengeNote::NoAddress(text::clean(typed, 80))));
        };
        let address = address.normalized();
        let player = match store.player_by_address(&address)? {
            Some(player) if player.id == own => return Ok(Ok(Place::of(own))),
            Some(player) => member(store, player.id)?.map(|player| player.id),
            None => None,
        };
        Ok(Ok(Place {
            player,
            address: Some(address),
            ..Place::default()
        }))
    }

    /// Makes a challenge by a line: opens it, unless it is open already, or one of the others has made the same.
    /// `game`: the game of which it is a rematch.
    fn open(
        &mut self,
        kind: ChallengeKind,
        (terms, expires): (GameTerms, Option<Length>),
        places: Vec<Place>,
        game: Option<GameId>,
    ) -> Noted {
        let challenge = Challenge {
            id: self.draft.next_challenge()?,
            kind,
            version: 1,
            revision: 0,
            status: ChallengeStatus::Open,
            maker: self.player.id,
            terms,
            created_at: self.draft.decision.now.clone(),
            expires_at: self.draft.office.expiry(expires),
            closed_at: None,
            closed_by: None,
            game,
            places,
        };
        let actor = self.having_seen(None);
        self.decide_challenge(&challenge, &actor, &ChallengeRequest::Open)
    }

    /// Sends a challenge, or changed terms, to all who have a place but `own`.
    pub(super) fn send_challenge(
        &mut self,
        challenge: &Challenge,
        own: usize,
        counter: bool,
    ) -> Noted {
        let mail = Some(self.mail.id);
        let mut to = Vec::new();
        for (at, place) in challenge.places.iter().enumerate() {
            let Some(key) = key_of(challenge, at).filter(|_| at != own) else {
                continue;
            };
            to.push(self.draft.name_at(challenge, at, self.player.id)?);
            self.draft.count_letter(&self.player, &key)?;
            if let (Some(address), false) = (&place.address, counter) {
                // Whether a letter goes there or not.
                let (budget, address) = (Budget::Invitations, address.to_lowercase());
                self.draft.decision.spend(budget, address);
                let most = self.draft.office.club_invitations();
                self.draft.limit((budget, None), most)?;
            }
            let Some(reader) = place.player else {
                self.draft.invite((challenge, at), &self.player, mail)?;
                continue;
            };
            let by = self.draft.name_at(challenge, own, reader)?;
            let blocked = self.blocked(challenge, own, reader)?;
            if !blocked.is_empty() {
                // Players who have blocked somebody with a place are asked whether they want to see it.
                if place.hidden {
                    continue;
                }
                let Some(reader) = member(self.draft.store, reader)? else {
                    continue;
                };
                let question = AccountQuestion::Blocked {
                    challenge: challenge.id,
                    by,
                    variant: challenge.terms.variant.clone(),
                    blocked,
                };
                if let Some(asked) = self.draft.ask_player(&reader, question, mail) {
                    asked.expires_at.clone_from(&challenge.expires_at);
                }
                continue;
            }
            let news = ChallengeNews::Asked {
                by,
                counter,
                rematch: challenge.game.filter(|_| !counter),
            };
            self.draft.post_challenge((challenge, at), mail, news)?;
        }
        Ok(ChallengeNote::Sent {
            shown: self.shown(challenge)?,
            to,
            counter,
        })
    }

    /// Those among the others whom a reader has blocked.
    fn blocked(
        &self,
        challenge: &Challenge,
        maker: usize,
        reader: PlayerId,
    ) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for (at, place) in challenge.places.iter().enumerate() {
            if let Some(other) = place.player.filter(|other| at != maker && *other != reader)
                && self.draft.store.is_blocked(reader, other)?
            {
                names.push(self.draft.name_at(challenge, at, reader)?);
            }
        }
        names.retain(|name| !name.is_empty());
        Ok(names)
    }

    /// `rematch`: the same terms with other seats, to the players of a game that has ended.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn rematch(&mut self, index: usize) -> Noted {
        let stored = &self.games[index].stored;
        if stored.is_on() {
            return Ok(ChallengeNote::NotOver);
        }
        let ended = DateTime::parse_from_rfc3339(&stored.row.updated_at);
        let old = ended.is_ok_and(|ended| self.draft.office.now() - ended.to_utc() > REMATCH);
        let over = matches!(stored.closure(), Some(Closure::Over { .. })) && !old;
        let Some(terms) = terms_of(&stored.row, &self.mail.games).filter(|_| over) else {
            return Ok(ChallengeNote::NoRematch);
        };
        let id = stored.row.id;
        if let Some(note) = self.program_again(index, &terms)? {
            return Ok(note);
        }
        let stored = &self.games[index].stored;
        let players: Vec<_> = stored.seats.iter().map(|row| row.player).collect();
        let mut moved = moved_on(&players);
        // The author has the first place, the others follow in the order of the seats.
        moved.sort_by_key(|(player, _)| *player != self.player.id);
        let mut places = Vec::new();
        for (player, seat) in moved {
            if member(self.draft.store, player)?.is_none() {
                return Ok(ChallengeNote::NoRematch);
            }
            places.push(Place {
                seat: Some(seat),
                hidden: self.draft.store.is_blocked(player, self.player.id)?,
                ..Place::of(player)
            });
        }
        self.open(ChallengeKind::Rematch, (terms, None), places, Some(id))
    }

    /// Reads the arguments of a line, with the lines below it where the mail program has wrapped it. `unsent`: whether
    /// anything below is left over.
    pub(super) fn read_line(
        &self,
        typed: (&str, Option<&str>),
        named: bool,
        base: Base<'_>,
        unsent: &mut bool,
    ) -> Result<Line, LineError> {
        let games = &self.mail.games;
        self.draft.read_line(typed, named, (base, games), unsent)
    }
}

impl Draft<'_> {
    /// The same, for somebody who may be no player yet.
    pub(super) fn read_line(
        &self,
        typed: (&str, Option<&str>),
        named: bool,
        (base, games): (Base<'_>, &Games),
        unsent: &mut bool,
    ) -> Result<Line, LineError> {
        let line = read_wrapped(typed, named, base, games, unsent)?;
        if line.terms.rated && !self.office.can_rate() {
            let (read, fault) = (String::new(), LineFault::Rated);
            return Err(LineError { read, fault });
        }
        Ok(line)
    }
}

/// The same, without what depends on other hosts.
fn read_wrapped(
    (typed, below): (&str, Option<&str>),
    named: bool,
    base: Base<'_>,
    games: &Games,
    unsent: &mut bool,
) -> Result<Line, LineError> {
    let first = line::read(typed, named, base, games);
    let Some(below) = below else {
        return first;
    };
    let (paragraph, rest) = below.split_once("\n\n").unwrap_or((below, ""));
    let joined = line::read(&format!("{typed} {paragraph}"), named, base, games);
    // A position that was cut may read as another one.
    let cut = matches!(&first, Ok(line) if line.terms.position.is_some());
    match joined {
        Ok(line) if first.is_err() || cut => {
            *unsent = !rest.trim().is_empty();
            Ok(line)
        }
        _ => first,
    }
}

/// Under which key letters to a place count: an address as such, whosever it is.
pub(super) fn key_of(challenge: &Challenge, at: usize) -> Option<String> {
    let place = challenge.places.get(at)?;
    let by_player = place.player.map(|player| format!("p{player}"));
    place.address.clone().or(by_player)
}

/// The terms of a game that was played; `None`: it cannot be played any more.
fn terms_of(row: &GameRow, games: &Games) -> Option<GameTerms> {
    let variant = games.find(&row.variant)?;
    let options: Options = serde_json::from_str(&row.options).ok()?;
    let time = Terms::read(row.time.as_deref().unwrap_or("none")).ok()?;
    let position = row.position.as_deref();
    let terms = GameTerms::checked(variant, options, position, time.as_ref()).ok()?;
    let (private, rated) = (row.private, row.rated);
    Some(GameTerms {
        private,
        rated,
        ..terms
    })
}

//! The games of an event begin, and their players get the letters with them.

use anyhow::{Context, Result, bail};

use crate::contests::{Contest, LETTERS, Renewal};
use crate::ids::PlayerId;
use crate::letters::{ContestNews, DigestEvent, DigestSection, Notice};
use crate::rules::game::Seat;
use crate::store::{LetterKind, Subject};
use crate::time::Terms;

use crate::office::act::umpire::account::Player;
use crate::office::close::begin::Beginning;
use crate::office::load::challenges::member;
use crate::office::load::contests::{Of, games, line_of, name, of_player, on_board};
use crate::office::{Draft, SeatLetter, stored_game};

impl Draft<'_> {
    /// Begins the game of a pairing. Its players get no letter yet.
    pub(super) fn begin_game(&mut self, contest: &Contest, at: usize) -> Result<()> {
        let terms = &contest.terms.game;
        let pairings = contest.pairings();
        let players = pairings
            .get(at)
            .and_then(|pairing| contest.players(pairing));
        let variant = self.office.games().get(&terms.variant);
        let (Some(players), Some(variant), true) = (players, variant, self.can_be_played(terms))
        else {
            bail!("its games cannot be begun any more");
        };
        let round = contest.rounds.last().filter(|round| round.faster);
        let faster = round.and(contest.terms.faster.as_deref());
        let time = faster.unwrap_or(&terms.time);
        self.look_at_contests();
        // Another host begins no game of it at the same time.
        self.decision.subjects.insert(Subject::Contest(contest.id));
        let position = terms.position.as_deref();
        let (options, start) = self.office.set_up(&*variant, &terms.options, position)?;
        let mut seated = Vec::new();
        for player in players {
            let row = self.store.player(player)?;
            seated.push(Player::known(
                row.context("a player of the event is not there")?,
            ));
        }
        let beginning = Beginning {
            variant,
            options,
            start,
            placed: position.is_some(),
            terms: Terms::read(time).ok().context("the time")?,
            players: seated,
            actor: &actor(contest),
            private: terms.private,
            rated: terms.rated,
            challenge: None,
            contest: Some((contest.id, i64::try_from(at)? + 1)),
        };
        self.begin(beginning, &[])?;
        Ok(())
    }

    /// Writes one letter to each player who has none yet, with all their games that have begun now, and then to those who
    /// follow the contest, to at most [`LETTERS`]; returns how many have theirs then, `None`: all.
    pub(super) fn tell_of_games(&mut self, contest: &Contest) -> Result<Option<usize>> {
        let games = games(self.store, contest)?;
        let last = contest.rounds.last();
        let round = last.filter(|_| contest.ladder.is_none());
        let begun = DigestEvent {
            event: contest.name.clone(),
            round: round.map(|_| contest.rounds.len()),
            group: None,
            faster: last.is_some_and(|round| round.faster),
            ladder: contest.ladder.is_some(),
            line: line_of(contest),
            opening: contest.terms.opening.clone(),
            team: None,
            renewed: None,
            newcomer: false,
            reason: None,
        };
        if contest.renewals.is_empty() {
            // Those of earlier rounds were told before.
            let new = last.map_or(games.len(), |round| round.games.len());
            let before = games.len() - new.min(games.len());
            let (readers, followers) = contest.readers();
            for player in readers.iter().skip(contest.letters).take(LETTERS) {
                let begun = DigestEvent {
                    group: contest.group(*player),
                    team: on_board(contest, *player),
                    ..begun.clone()
                };
                if !self.tell_of_new(*player, &games[before..], &begun)? && round.is_some() {
                    self.tell_of_bye(contest, *player)?;
                }
            }
            let told = contest.letters + LETTERS;
            let behind = told.saturating_sub(readers.len()).min(followers.len());
            let before = contest.letters.saturating_sub(readers.len());
            self.tell_followers_of_round(contest, before..behind)?;
            return Ok((told < readers.len() + followers.len()).then_some(told));
        }
        let newcomers: Vec<PlayerId> = contest.renewals.iter().map(|one| one.by).collect();
        for Renewal {
            from, by, reason, ..
        } in &contest.renewals
        {
            let own = of_player(games.clone(), *by);
            let mut begun = DigestEvent {
                renewed: Some((name(self.store, *from)?, name(self.store, *by)?)),
                newcomer: true,
                reason: reason.clone(),
                team: on_board(contest, *by),
                ..begun.clone()
            };
            self.tell_of_new(*by, &own, &begun)?;
            (begun.newcomer, begun.team) = (false, None);
            for player in contest
                .order
                .iter()
                .filter(|player| !newcomers.contains(player))
            {
                self.tell_of_new(*player, &own, &begun)?;
            }
        }
        Ok(None)
    }

    /// Writes to a player about the own ones of these games, which have begun; whether there are any.
    fn tell_of_new(&mut self, player: PlayerId, games: &[Of], begun: &DigestEvent) -> Result<bool> {
        let own = games.iter().filter_map(|(played, game)| {
            let seat = played.players.iter().position(|one| *one == player)?;
            Some(DigestSection {
                game: game.as_ref()?.game,
                seat: Some(Seat(u8::try_from(seat).ok()?)),
                first: 0,
                after: 0,
            })
        });
        let mut sections: Vec<DigestSection> = own.collect();
        let any = !sections.is_empty();
        // The games in which the reader is to move come first.
        sections.sort_by_key(|section| section.seat);
        let Some(reader) = member(self.store, player)?.filter(|_| any) else {
            return Ok(any);
        };
        if let [only] = &sections[..]
            && let Some(seat) = only.seat
        {
            // As any other new game.
            let stored = stored_game(self.store, only.game)?;
            let notices = vec![Notice::OfEvent(begun.clone()), Notice::NewGame];
            let letter = SeatLetter::told(LetterKind::First, notices, None);
            self.post_seat(&stored, seat, letter);
        } else {
            let to = (reader.id, reader.address.as_str());
            self.post_digest(to, sections, Some(begun.clone()))?;
        }
        Ok(any)
    }

    /// Tells a player who has no game in a round, and plays on.
    fn tell_of_bye(&mut self, contest: &Contest, player: PlayerId) -> Result<()> {
        let last = contest.rounds.last().zip(contest.number(player));
        if last.is_some_and(|(round, number)| round.byes.contains(&number)) {
            let news = ContestNews::Bye {
                event: contest.name.clone(),
                round: contest.rounds.len(),
                point: contest.terms.kind.pairs_by_points(),
            };
            self.tell_of_contest(player, news)?;
        }
        Ok(())
    }
}

/// Who begins and ends games of an event, for their logs.
pub(super) fn actor(contest: &Contest) -> String {
    format!("event {}", contest.name)
}

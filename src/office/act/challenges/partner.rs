//! Challenges to the program (`docs/partner.md`): it accepts in the same decision, and the game begins.

use anyhow::{Context, Result};
use rand::RngExt;

use crate::games::Running;
use crate::letters::{ChallengeNote, Notice};
use crate::meeting::GameTerms;
use crate::meeting::line::{Base, Wish};
use crate::meeting::partner::{self, ProgramFacts, ProgramRefusal};
use crate::store::{PlayerChange, PlayerRef, PlayerRow};
use crate::time::Terms;

use crate::office::act::challenges::Noted;
use crate::office::act::engines;
use crate::office::act::umpire::account::Player;
use crate::office::close::begin::Beginning;
use crate::office::close::due::MOST_GAMES;
use crate::office::{Draft, MailSession, knowledge};

impl MailSession<'_> {
    /// To which program of others a challenge is; empty: to the house player; `None`: to somebody else. A member of its
    /// name comes first.
    pub(super) fn program_named(&self, typed: &str) -> Result<Option<String>> {
        let first = typed.split_whitespace().next().unwrap_or_default();
        let settings = &self.draft.office.settings;
        let own = [(&settings.partner.name, "")].into_iter();
        let others = settings.engines.iter().map(|of| (&of.name, &*of.name));
        let mut all = own.chain(others);
        let is_it = |name: &String| first.to_lowercase() == name.to_lowercase();
        Ok(match all.find(|(name, _)| is_it(name)) {
            Some((_, engine)) if self.draft.store.player_by_name(first)?.is_none() => {
                Some(engine.to_owned())
            }
            _ => None,
        })
    }

    /// `challenge partner VARIANT level N …`.
    pub(super) fn challenge_program(
        &mut self,
        engine: &str,
        (typed, below): (&str, Option<&str>),
        unsent: &mut bool,
    ) -> Noted {
        let (typed, level) = partner::without_level(typed);
        let usual = self.draft.office.settings.time.of_players();
        let base = Base::Fresh(usual.as_ref());
        let line = match self.read_line((&typed, below), true, base, unsent) {
            Ok(line) => line,
            Err(error) => return Ok(ChallengeNote::Fault(error)),
        };
        if line.who.len() > 1 {
            let (variant, given) = (line.terms.variant, line.who.len());
            return Ok(ChallengeNote::Count {
                variant,
                needed: 1,
                given,
            });
        }
        self.play_program(engine, &line.terms, level.as_deref(), line.wish)
    }

    /// The same terms against the same program, on the next seat; `None`: the game was with people alone.
    pub(super) fn program_again(
        &mut self,
        index: usize,
        terms: &GameTerms,
    ) -> Result<Option<ChallengeNote>> {
        let game = &self.games[index];
        let program = game.stored.seats.iter().find(|row| row.program > 0);
        let Some(program) = program else {
            return Ok(None);
        };
        let (engine, level) = (program.engine.clone(), program.program.to_string());
        let next = (game.seat.index() + 1) % game.stored.seats.len().max(1);
        let wish = Wish::Seat(u8::try_from(next)?);
        self.play_program(&engine, terms, Some(&level), Some(wish))
            .map(Some)
    }

    fn play_program(
        &mut self,
        engine: &str,
        terms: &GameTerms,
        level: Option<&str>,
        wish: Option<Wish>,
    ) -> Noted {
        let facts = self.program_facts(engine, terms)?;
        let level = match partner::decide(terms, level, &facts) {
            Ok(level) => level,
            Err(why) => return Ok(ChallengeNote::ProgramRefused(why)),
        };
        if let Some(limit) = self.plays_too_many()? {
            return Ok(ChallengeNote::Limit(limit));
        }
        let Some(program) = self.draft.program(engine, level)? else {
            return Ok(ChallengeNote::ProgramRefused(ProgramRefusal::Off));
        };
        let variant = self.draft.office.games().get(&terms.variant);
        let variant = variant.context("a variant that is not known")?;
        let words = variant.seats();
        let count = u8::try_from(words.len())?;
        let chance = &mut self.draft.office.chance;
        let (own, drawn) = match wish {
            Some(Wish::Seat(seat)) => (seat, false),
            Some(Wish::Random) | None => (chance.random_range(0..count.max(1)), true),
        };
        let seat = words.get(usize::from(own)).context("no such seat")?;
        let seat = (*seat).to_owned();
        let (options, position) = (&terms.options, terms.position.as_deref());
        let (options, start) = self.draft.office.set_up(&*variant, options, position)?;
        let human = Player::known(self.player.clone());
        let by = |seat| if seat == own { &human } else { &program };
        let beginning = Beginning {
            options,
            start,
            placed: terms.position.is_some(),
            terms: Terms::read(&terms.time).ok().context("the time")?,
            players: (0..count).map(|seat| by(seat).clone()).collect(),
            actor: &format!("i{}", self.mail.id),
            private: terms.private,
            rated: terms.rated,
            challenge: None,
            contest: None,
            variant,
        };
        let seats = usize::from(count) - 1;
        let notice = Notice::AgainstProgram { level, seats };
        self.draft.begin(beginning, &[notice, Notice::NewGame])?;
        Ok(ChallengeNote::AgainstProgram { seat, drawn })
    }

    fn program_facts(&self, engine: &str, terms: &GameTerms) -> Result<ProgramFacts> {
        let (office, store) = (&*self.draft.office, self.draft.store);
        let mut running = 0;
        for (game, _) in store.games_of(self.player.id, true, MOST_GAMES)? {
            let seats = store.seats(game.id)?;
            running += i64::from(seats.iter().any(|row| row.program > 0));
        }
        let position = terms.position.as_deref();
        let placed = position.and_then(|position| {
            let variant = terms.variant(office.games())?;
            variant.start(&terms.options, Some(position)).ok()
        });
        let stands_in = match placed {
            Some(game) => Running::load(store, self.player.id, None)?.stands_in(&*game),
            None => None,
        };
        let settings = &office.settings.partner;
        let other = office.engine(engine);
        let variant = office.games().find(&terms.variant);
        let lacks = match (other, variant) {
            (Some(other), Some(variant)) => {
                engines::refused(store, other, (variant, &terms.options))?
            }
            _ => None,
        };
        Ok(ProgramFacts {
            name: engine.to_owned(),
            enabled: match engine {
                "" => settings.enabled,
                _ => other.is_some(),
            },
            lacks,
            known: knowledge::all_know(knowledge::Known::Programs, office.lacking())
                && self.draft.can_be_played(terms),
            rated: settings.rated,
            running,
            most: settings.games,
            begins: self.draft.decision.new_game.is_some(),
            stands_in,
        })
    }
}

impl Draft<'_> {
    /// The house player of a level, or the program of others with this name, which is made when it is needed first; `None`: somebody else has its name.
    pub(in crate::office) fn program(&mut self, engine: &str, level: u8) -> Result<Option<Player>> {
        let base = match engine {
            "" => &self.office.settings.partner.name,
            _ => engine,
        };
        let name = format!("{base} program {level}");
        let known = self.store.program(engine, level)?;
        let own = |player: &PlayerRow| known.as_ref().is_some_and(|known| known.id == player.id);
        let holder = self.store.player_by_name(&name)?;
        if holder.is_some_and(|holder| !own(&holder)) {
            return Ok(None);
        }
        let at = match &known {
            Some(known) => {
                if known.name != name {
                    // The settings have another name now.
                    let renamed = PlayerChange::Rename(known.id, name.clone());
                    self.decision.players.push(renamed);
                }
                PlayerRef::Known(known.id)
            }
            None => {
                let at = PlayerRef::New(self.decision.added().count());
                let added = PlayerChange::AddProgram {
                    name: name.clone(),
                    level,
                    engine: engine.to_owned(),
                };
                self.decision.players.push(added);
                at
            }
        };
        let address = String::new();
        Ok(Some(Player { at, name, address }))
    }
}

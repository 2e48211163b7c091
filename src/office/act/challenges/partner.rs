//! Challenges to the program (`docs/partner.md`): it accepts in the same decision, and the game begins.

use anyhow::{Context, Result};
use rand::RngExt;

use crate::games::Running;
use crate::ids::PlayerId;
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
use crate::office::{Draft, InboxMail, MailSession, knowledge};

impl MailSession<'_> {
    /// [`Draft::program_named`].
    pub(super) fn program_named(&self, typed: &str) -> Result<Option<String>> {
        self.draft.program_named(typed)
    }

    /// `challenge partner VARIANT level N …`.
    pub(super) fn challenge_program(
        &mut self,
        engine: &str,
        typed: (&str, Option<&str>),
        unsent: &mut bool,
    ) -> Noted {
        let human = Player::known(self.player.clone());
        let by = (&human, self.mail);
        self.draft.challenge_program(by, engine, typed, unsent)
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
        let human = Player::known(self.player.clone());
        let by = (&human, self.mail);
        let program = (engine.as_str(), Some(level.as_str()));
        self.draft
            .play_program(by, program, terms, Some(wish))
            .map(Some)
    }
}

impl Draft<'_> {
    /// To which program a challenge is; empty: to the house player; `None`: to somebody else. A member of its name comes
    /// first.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn program_named(&self, typed: &str) -> Result<Option<String>> {
        let first = typed.split_whitespace().next().unwrap_or_default();
        let settings = &self.office.settings;
        let own = [(&settings.partner.name, "")].into_iter();
        let others = settings.engines.iter().map(|of| (&of.name, &*of.name));
        let mut all = own.chain(others);
        let is_it = |name: &String| first.to_lowercase() == name.to_lowercase();
        Ok(match all.find(|(name, _)| is_it(name)) {
            Some((_, engine)) if self.store.player_by_name(first)?.is_none() => {
                Some(engine.to_owned())
            }
            _ => None,
        })
    }

    /// `challenge partner VARIANT level N …`.
    ///
    /// # Errors
    /// The store fails, or the game cannot be begun.
    pub(in crate::office) fn challenge_program(
        &mut self,
        (human, mail): (&Player, &InboxMail),
        engine: &str,
        (typed, below): (&str, Option<&str>),
        unsent: &mut bool,
    ) -> Noted {
        let (typed, level) = partner::without_level(typed);
        let usual = self.office.settings.time.of_players();
        let base = Base::Fresh(usual.as_ref());
        let line = match self.read_line((&typed, below), true, (base, &mail.games), unsent) {
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
        let program = (engine, level.as_deref());
        self.play_program((human, mail), program, &line.terms, line.wish)
    }

    fn play_program(
        &mut self,
        (human, mail): (&Player, &InboxMail),
        (engine, level): (&str, Option<&str>),
        terms: &GameTerms,
        wish: Option<Wish>,
    ) -> Noted {
        let facts = self.program_facts(human.id(), engine, terms)?;
        let level = match partner::decide(terms, level, &facts) {
            Ok(level) => level,
            Err(why) => return Ok(ChallengeNote::ProgramRefused(why)),
        };
        if let Some(limit) = self.plays_too_many(human.id())? {
            return Ok(ChallengeNote::Limit(limit));
        }
        let Some(program) = self.program(engine, level)? else {
            return Ok(ChallengeNote::ProgramRefused(ProgramRefusal::Off));
        };
        let variant = self.office.games().get(&terms.variant);
        let variant = variant.context("a variant that is not known")?;
        let words = variant.seats();
        let count = u8::try_from(words.len())?;
        let chance = &mut self.office.chance;
        let (own, drawn) = match wish {
            Some(Wish::Seat(seat)) => (seat, false),
            Some(Wish::Random) | None => (chance.random_range(0..count.max(1)), true),
        };
        let seat = words.get(usize::from(own)).context("no such seat")?;
        let seat = (*seat).to_owned();
        let (options, position) = (&terms.options, terms.position.as_deref());
        let (options, start) = self.office.set_up(&*variant, options, position)?;
        let by = |seat| if seat == own { human } else { &program };
        let beginning = Beginning {
            options,
            start,
            placed: terms.position.is_some(),
            terms: Terms::read(&terms.time).ok().context("the time")?,
            players: (0..count).map(|seat| by(seat).clone()).collect(),
            actor: &format!("i{}", mail.id),
            private: terms.private,
            rated: terms.rated,
            challenge: None,
            contest: None,
            variant,
        };
        let seats = usize::from(count) - 1;
        let notice = Notice::AgainstProgram { level, seats };
        self.begin(beginning, &[notice, Notice::NewGame])?;
        Ok(ChallengeNote::AgainstProgram { seat, drawn })
    }

    fn program_facts(
        &self,
        player: PlayerId,
        engine: &str,
        terms: &GameTerms,
    ) -> Result<ProgramFacts> {
        let (office, store) = (&*self.office, self.store);
        let mut running = 0;
        for (game, _) in store.games_of(player, true, MOST_GAMES)? {
            let seats = store.seats(game.id)?;
            running += i64::from(seats.iter().any(|row| row.program > 0));
        }
        let position = terms.position.as_deref();
        let placed = position.and_then(|position| {
            let variant = terms.variant(office.games())?;
            variant.start(&terms.options, Some(position)).ok()
        });
        let stands_in = match placed {
            Some(game) => Running::load(store, player, None)?.stands_in(&*game),
            None => None,
        };
        let settings = &office.settings.partner;
        let other = office.engine(engine);
        let variant = office.games().find(&terms.variant);
        let lacks = match (other, variant) {
            (Some(other), Some(variant)) => engines::refused(store, other, (variant, terms))?,
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
                && self.can_be_played(terms),
            rated: settings.rated,
            running,
            most: settings.games,
            begins: self.decision.new_game.is_some(),
            stands_in,
        })
    }

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

//! The game that all have said yes to. The last yes, the game and its first letters are one decision.

use anyhow::{Context, Result};
use rand::RngExt;

use crate::ids::PlayerId;
use crate::letters::Notice;
use crate::meeting::{Challenge, GameTerms, challenge};
use crate::time::Terms;

use crate::office::Draft;
use crate::office::act::umpire::account::Player;
use crate::office::close::begin::Beginning;
use crate::office::close::challenge::Happened;
use crate::office::load::challenges::member;

/// The word of the seat of each player.
pub(super) type SeatWords = Vec<(PlayerId, String)>;

impl Draft<'_> {
    /// Whether a game by these terms can begin: its file may have been taken away or changed since they were written.
    pub(in crate::office) fn can_be_played(&self, terms: &GameTerms) -> bool {
        let Some(variant) = self.office.games().find(&terms.variant) else {
            return false;
        };
        let (options, position) = (terms.options.clone(), terms.position.as_deref());
        // Terms of before this was noted have no section.
        let same = |now: GameTerms| terms.section.is_none() || now.section == terms.section;
        let version = self.office.version_to_begin(variant);
        let begins = || {
            let settled = variant.settle(&terms.options, &mut |_| 0);
            settled.is_ok_and(|options| variant.start_version(version, &options, position).is_ok())
        };
        GameTerms::checked(variant, options, position, None).is_ok_and(same)
            && (version == variant.rules_version() || begins())
    }

    /// Begins the game of a challenge to which all have said yes, and closes it. Returns the word of the seat of each
    /// player, and whether seats were drawn by lot; `None`: one of them cannot play any more, or nobody can.
    ///
    /// # Errors
    /// The store fails, or the game cannot be begun any more.
    pub(super) fn play_challenge(
        &mut self,
        challenge: &Challenge,
        happened: &Happened<'_>,
    ) -> Result<Option<(SeatWords, bool)>> {
        let terms = &challenge.terms;
        if !self.can_be_played(terms) {
            return Ok(None);
        }
        let variant = self.office.games().get(&terms.variant);
        let variant = variant.context("a variant that is not known")?;
        let Some(players) = self.players_of(challenge, happened)? else {
            return Ok(None);
        };
        let chance = &mut self.office.chance;
        let mut sample = |n: u32| chance.random_range(0..n.max(1));
        let count = u8::try_from(variant.seats().len())?;
        let (seats, drawn) = challenge::draw_seats(&challenge.places, count, &mut sample);
        let (options, position) = (&terms.options, terms.position.as_deref());
        let (options, start) = self.office.set_up(&*variant, options, position)?;
        let time = Terms::read(&terms.time).ok().context("the time")?;
        let mut placed: Vec<(u8, Player)> = seats.into_iter().zip(players).collect();
        let words = variant.seats();
        let word = |seat: u8| {
            let word = words.get(usize::from(seat)).map(|word| (*word).to_owned());
            word.with_context(|| format!("no seat {seat}"))
        };
        let seats = placed
            .iter()
            .map(|(seat, player)| Ok((player.id(), word(*seat)?)));
        let seats = seats.collect::<Result<_>>()?;
        placed.sort_by_key(|(seat, _)| *seat);
        let first = challenge.player_at(0);
        let practice = challenge.places.iter().all(|place| place.player == first);
        let agreed = Notice::Agreed {
            number: challenge.id,
            seek: challenge.is_seek(),
            drawn,
            practice,
        };
        let beginning = Beginning {
            variant,
            options,
            start,
            placed: terms.position.is_some(),
            terms: time,
            players: placed.into_iter().map(|(_, player)| player).collect(),
            actor: &format!("challenge {}", challenge.id),
            private: terms.private,
            rated: terms.rated,
            challenge: Some(challenge.id),
            contest: None,
        };
        self.begin(beginning, &[agreed, Notice::NewGame])?;
        self.close_challenge(challenge, happened)?;
        Ok(Some((seats, drawn)))
    }

    /// Those who have the places, in order; `None`: one of them is no member any more.
    fn players_of(
        &self,
        challenge: &Challenge,
        happened: &Happened<'_>,
    ) -> Result<Option<Vec<Player>>> {
        let after = challenge.after(happened.acts, "", happened.by);
        let mut players = Vec::new();
        for (at, place) in after.places.iter().enumerate() {
            let mut newcomers = happened.newcomers.iter();
            let new = newcomers.find(|(of, _)| *of == at);
            let player = match (new, place.player) {
                (Some((_, player)), _) => Some(player.clone()),
                (None, Some(player)) => member(self.store, player)?.map(Player::known),
                (None, None) => None,
            };
            let Some(player) = player else {
                return Ok(None);
            };
            players.push(player);
        }
        Ok(Some(players))
    }
}

//! A game in progress, and the one blanket implementation that puts [`Variant`] and [`Game`] before
//! every [`Ruleset`].

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::diagram::{Diagram, Style};
use super::game::{Continuation, Game, Listing, Played, Seat};
use super::notation;
use super::outcome::{Outcome, Reason, Refusal, SetupError};
use super::perft;
use super::ruleset::{Filter, LastTurn, Ruleset, State};
use super::variant::{OptionSpec, Options, Variant};

/// One game of a variant.
///
/// The end of the game is looked for when somebody asks, not with every replayed turn.
struct Session<V: Ruleset> {
    variant: V,
    state: State<V>,
    /// The last turn and the position before it; its text is written only for a diagram.
    last: Option<(V::Turn, V::Position)>,
    /// How the game ended other than by a turn.
    ended: Option<Outcome>,
    judged: OnceCell<Option<Outcome>>,
}

impl<V: Ruleset> Clone for Session<V> {
    fn clone(&self) -> Self {
        Self {
            variant: self.variant.clone(),
            state: self.state.clone(),
            last: self.last.clone(),
            ended: self.ended.clone(),
            judged: self.judged.clone(),
        }
    }
}

impl<V: Ruleset> Variant for V {
    fn id(&self) -> &'static str {
        Ruleset::id(self)
    }
    fn name(&self) -> &'static str {
        Ruleset::name(self)
    }
    fn summary(&self) -> &'static str {
        Ruleset::summary(self)
    }
    fn seats(&self) -> &'static [&'static str] {
        Ruleset::seats(self)
    }
    fn options(&self) -> &'static [OptionSpec] {
        Ruleset::options(self)
    }
    fn rules_version(&self) -> u32 {
        Ruleset::rules_version(self)
    }
    fn rules(&self) -> String {
        self.guide()
    }
    fn settle(
        &self,
        options: &Options,
        chance: &mut dyn FnMut(u32) -> u32,
    ) -> Result<Options, SetupError> {
        Ruleset::settle(self, options, chance)
    }
    fn start(
        &self,
        options: &Options,
        position: Option<&str>,
    ) -> Result<Box<dyn Game>, SetupError> {
        let rules = Ruleset::rules(self, options, position.is_some())?;
        let position = match position {
            None => Ruleset::start(self, &rules),
            Some(text) => self.read(&rules, text)?,
        };
        let history = self.history(&rules, &position);
        Ok(Box::new(Session {
            variant: self.clone(),
            state: State {
                rules,
                position,
                history,
            },
            last: None,
            ended: None,
            judged: OnceCell::new(),
        }))
    }
}

impl<V: Ruleset> Session<V> {
    fn going_on(&self) -> Result<(), Refusal> {
        match self.outcome() {
            None => Ok(()),
            Some(outcome) => Err(Refusal::GameOver {
                message: format!(
                    "The game is over: {} ({}).",
                    outcome.result(self.variant.seats()),
                    outcome.reason
                ),
            }),
        }
    }

    fn advance(&mut self, turn: V::Turn) {
        let before = self.state.position.clone();
        self.variant.play_unchecked(&mut self.state, &turn);
        self.last = Some((turn, before));
        self.judged = OnceCell::new();
    }

    /// The legal turns, or those that `keep` lets through; `None` if they are more than `limit`.
    fn list(&self, limit: usize, keep: Option<&Filter>) -> Option<Vec<String>> {
        let mut all = Vec::new();
        let mut add = |turn| {
            if all.len() >= limit {
                return ControlFlow::Break(());
            }
            let State {
                rules, position, ..
            } = &self.state;
            all.push(self.variant.format(rules, position, &turn));
            ControlFlow::Continue(())
        };
        let done = match keep {
            None => self.variant.turns(&self.state, &mut add),
            Some(keep) => self.variant.turns_where(&self.state, keep, &mut add),
        };
        all.sort_unstable();
        done.is_continue().then_some(all)
    }
}

impl<V: Ruleset> Game for Session<V> {
    fn fork(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
    fn to_move(&self) -> Seat {
        self.variant.to_move(&self.state.position)
    }
    fn label(&self) -> String {
        self.variant.label(&self.state.position)
    }
    fn outcome(&self) -> Option<&Outcome> {
        self.ended.as_ref().or_else(|| {
            self.judged
                .get_or_init(|| self.variant.adjudicate(&self.state))
                .as_ref()
        })
    }
    fn play(&mut self, text: &str) -> Result<Played, Refusal> {
        self.going_on()?;
        let clean = notation::clean(text)?;
        let turn = self
            .variant
            .parse(&self.state, notation::strip_number(&clean))?;
        let canonical = self
            .variant
            .format(&self.state.rules, &self.state.position, &turn);
        let (rules, position) = (&self.state.rules, &self.state.position);
        let also = self.variant.also(rules, position, &turn);
        let label = self.label();
        self.advance(turn);
        Ok(Played {
            canonical,
            label,
            also,
        })
    }
    fn replay(&mut self, canonical: &str) -> Result<(), Refusal> {
        let turn = self
            .variant
            .parse_trusted(&self.state, canonical)
            .ok_or_else(|| {
                let message = format!(
                    "The record is damaged at turn {}: {}",
                    self.label(),
                    notation::echo(canonical)
                );
                Refusal::Unreadable { message }
            })?;
        self.advance(turn);
        Ok(())
    }
    fn reads_as_turn(&self, text: &str) -> bool {
        notation::clean(text).is_ok_and(|clean| {
            let text = notation::strip_number(&clean);
            self.variant.reads_as_turn(&self.state.rules, text) || notation::garbled(text)
        })
    }
    fn claim_draw(&mut self) -> Result<Vec<usize>, Refusal> {
        self.going_on()?;
        let claim = self.variant.claim(&self.state)?;
        self.ended = Some(claim.outcome);
        Ok(claim.rests_on)
    }
    fn retire(&mut self, seat: Seat, reason: Reason) {
        if self.outcome().is_some() || !self.playing().contains(&seat) {
            return;
        }
        self.ended = self.variant.retire(&mut self.state, seat, reason);
        self.judged = OnceCell::new();
    }
    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }
    fn playing(&self) -> Vec<Seat> {
        self.variant.playing(&self.state.position)
    }
    fn position(&self) -> String {
        self.variant.write(&self.state)
    }
    fn in_check(&self) -> Vec<Seat> {
        self.variant.in_check(&self.state)
    }
    fn count(&self) -> Option<u64> {
        if self.outcome().is_some() {
            Some(0)
        } else {
            self.variant.count(&self.state)
        }
    }
    fn legal(&self, limit: usize) -> Listing {
        if self.outcome().is_some() {
            return Listing::All(Vec::new());
        }
        let count = self.variant.count(&self.state);
        if count.is_some_and(|n| n > limit as u64) {
            return Listing::Over(count);
        }
        self.list(limit, None)
            .map_or(Listing::Over(count), Listing::All)
    }
    fn legal_of(&self, what: &str, limit: usize) -> Result<Listing, Refusal> {
        let clean = notation::clean(what)?;
        let keep = self.variant.named(&self.state, &clean)?;
        if self.outcome().is_some() {
            return Ok(Listing::All(Vec::new()));
        }
        Ok(self
            .list(limit, Some(&keep))
            .map_or(Listing::Over(None), Listing::All))
    }
    fn begin(&self, partial: &str) -> Result<Continuation, Refusal> {
        self.going_on()?;
        let clean = notation::clean(partial)?;
        self.variant
            .begin(&self.state, notation::strip_number(&clean))
    }
    fn example(&self) -> Option<String> {
        if self.outcome().is_some() {
            return None;
        }
        let turn = self.variant.example(&self.state)?;
        Some(
            self.variant
                .format(&self.state.rules, &self.state.position, &turn),
        )
    }
    fn perft(&self, depth: u32) -> u64 {
        match (depth, self.outcome()) {
            (0, _) => 1,
            (_, Some(_)) => 0,
            _ => self.variant.perft(&self.state, depth),
        }
    }
    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        perft::divide(&self.variant, &self.state, depth)
    }
    fn warnings(&self) -> Vec<String> {
        match self.outcome() {
            None => self.variant.warnings(&self.state),
            Some(_) => Vec::new(),
        }
    }
    fn diagram(&self, viewer: Option<Seat>) -> Diagram {
        self.diagram_in(viewer, Style::Ascii)
    }
    fn diagram_in(&self, viewer: Option<Seat>, style: Style) -> Diagram {
        let last = self.last.as_ref().map(|(turn, before)| LastTurn {
            turn: turn.clone(),
            seat: self.variant.to_move(before),
            canonical: self.variant.format(&self.state.rules, before, turn),
            label: self.variant.label(before),
        });
        let viewer = viewer.unwrap_or(Seat(0));
        match style {
            Style::Ascii => self.variant.draw(&self.state, viewer, last.as_ref()),
            other => {
                let last = last.as_ref();
                self.variant.draw_in(&self.state, viewer, last, other)
            }
        }
    }
}

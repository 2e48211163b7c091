//! A game in progress, and the one blanket implementation of [`Variant`] and [`Game`] for every
//! [`Ruleset`].

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::ruleset::{Ruleset, State, Turn};
use super::walk::{Walk, Walker};
use super::{followers::Followers, listing, mentions, perft, reading::Reader};
use crate::rules::view::KindView;
use crate::rules::{
    BoardView, Fact, Game, Listing, Mention, OptionSpec, Options, Outcome, PieceLetters, Played,
    Reason, Refusal, Sample, Seat, SetupError, Sketch, Standings, Started, TurnReading, Variant,
};
use crate::rules::{game::Continuation, notation, outcome, variant::Credits};

/// One game of a variant.
///
/// The end of the game is looked for when somebody asks, not with every replayed turn.
struct Session<R: Ruleset> {
    ruleset: R,
    state: State<R>,
    /// The last turn and the position before it; its text is written only for a view.
    last: Option<(Turn<R>, R::Position)>,
    /// How the game ended other than by a turn.
    ended: Option<Outcome>,
    judged: OnceCell<Option<Outcome>>,
    followers: Followers<R>,
}

impl<R: Ruleset> Clone for Session<R> {
    fn clone(&self) -> Self {
        Self {
            ruleset: self.ruleset.clone(),
            state: self.state.clone(),
            last: self.last.clone(),
            ended: self.ended.clone(),
            judged: self.judged.clone(),
            followers: Followers::default(),
        }
    }
}

impl<R: Ruleset> Variant for R {
    fn id(&self) -> &str {
        self.about().id
    }
    fn name(&self) -> &str {
        self.about().name
    }
    fn summary(&self) -> Reason {
        Ruleset::summary(self)
    }
    fn seats(&self) -> Vec<&str> {
        self.about().seats.iter().map(|word| &**word).collect()
    }
    fn credits(&self) -> Option<Credits<'_>> {
        Ruleset::credits(self)
    }
    fn kinds(&self) -> Vec<KindView> {
        Ruleset::kinds(self)
    }
    fn explained(&self, part: &str) -> Vec<Reason> {
        Ruleset::explained(self, part)
    }
    fn options(&self) -> &'static [OptionSpec] {
        self.about().options
    }
    fn rules_version(&self) -> u32 {
        self.about().rules_version
    }
    fn sketch(&self, letter: char) -> Option<Sketch> {
        Ruleset::sketch(self, letter)
    }
    fn settle(&self, options: &Options, sample: Sample<'_>) -> Result<Options, SetupError> {
        Ruleset::settle(self, options, sample)
    }
    fn start_version(&self, version: u32, options: &Options, position: Option<&str>) -> Started {
        let newest = self.about().rules_version;
        if version == 0 || version > newest {
            return Err(SetupError::UnknownVersion { version, newest });
        }
        let rules = Ruleset::rules(self, options, position.is_some())?;
        let start = || Ruleset::start(self, &rules);
        let text = position.map_or_else(start, str::to_owned);
        let position = self.read(&rules, &text)?;
        let history = self.history(&rules, &position);
        let standings = Standings::of(self.playing(&position));
        let mut state = State {
            rules,
            rules_version: version,
            position,
            history,
            standings,
        };
        perft::eliminate(self, &mut state);
        Ok(Box::new(Session {
            ruleset: self.clone(),
            state,
            last: None,
            ended: None,
            judged: OnceCell::new(),
            followers: Followers::default(),
        }))
    }
}

impl<R: Ruleset> Session<R> {
    fn going_on(&self) -> Result<(), Refusal> {
        let Some(outcome) = self.outcome() else {
            return Ok(());
        };
        let reason = Reason::new("game-over")
            .text("result", outcome.result(&self.ruleset.seats()))
            .name("by", &outcome.reason.to_string());
        Err(Refusal::GameOver { reason })
    }

    fn is_mated(&self) -> bool {
        let mated = |outcome: &Outcome| outcome.reason == outcome::Reason::Checkmate;
        self.outcome().is_some_and(mated)
    }

    fn advance(&mut self, turn: Turn<R>) {
        let before = self.state.position.clone();
        perft::play(&self.ruleset, &mut self.state, &turn);
        self.last = Some((turn, before));
        self.judged = OnceCell::new();
        self.followers = Followers::default();
    }

    fn text(&self, turn: &[R::Action]) -> String {
        listing::text(&self.ruleset, &self.state.rules, turn)
    }

    fn also(&self, before: &R::Position, turn: &[R::Action]) -> Option<String> {
        self.ruleset.also(before, turn)
    }

    fn reader(&self) -> Reader<'_, R> {
        Reader {
            ruleset: &self.ruleset,
            state: &self.state,
            followers: &self.followers,
            over: self.outcome().is_some(),
        }
    }

    /// The turn that a text means.
    fn read_turn(&self, text: &str) -> Result<Turn<R>, Refusal> {
        self.going_on()?;
        let clean = notation::clean(text)?;
        self.reader().turn(notation::strip_number(&clean))
    }

    fn read_beginning(&self, typed: &str) -> Result<Turn<R>, Refusal> {
        let clean = notation::clean(typed)?;
        self.reader().beginning(notation::strip_number(&clean))
    }
}

impl<R: Ruleset> Game for Session<R> {
    fn fork(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
    fn to_move(&self) -> Seat {
        self.ruleset.to_move(&self.state.position)
    }
    fn label(&self) -> String {
        self.ruleset.label(&self.state.position)
    }
    fn outcome(&self) -> Option<&Outcome> {
        let judged = || {
            let judge = || self.ruleset.adjudicate(&self.state);
            self.judged.get_or_init(judge).as_ref()
        };
        self.ended.as_ref().or_else(judged)
    }
    fn play(&mut self, text: &str) -> Result<Played, Refusal> {
        let turn = self.read_turn(text)?;
        let played = Played {
            canonical: self.text(&turn),
            label: self.label(),
            also: self.also(&self.state.position, &turn),
        };
        self.advance(turn);
        Ok(played)
    }
    fn replay(&mut self, canonical: &str) -> Result<(), Refusal> {
        let Some(turn) = self.ruleset.read_turn(&self.state, canonical) else {
            let reason = Reason::new("record-damaged")
                .text("label", self.label())
                .text("turn", notation::echo(canonical));
            return Err(Refusal::Unreadable { reason });
        };
        self.advance(turn);
        Ok(())
    }
    fn reading_by(&self, text: &str, letters: Option<&PieceLetters>) -> TurnReading {
        let Ok(clean) = notation::clean(text) else {
            return TurnReading::No;
        };
        let text = notation::strip_number(&clean);
        let by = letters.and_then(|letters| self.reader().reading_by(text, letters));
        by.unwrap_or_else(|| self.reader().reading(text))
    }
    fn written_by(&self, canonical: &str, letters: &PieceLetters) -> Option<String> {
        let speech = self.ruleset.speech(&self.state.rules);
        letters.write(canonical, &speech)
    }
    fn mentions(&self, text: &str) -> Vec<Mention> {
        mentions::mentions(&self.reader(), text)
    }
    fn meaning(&self, text: &str) -> Result<String, Refusal> {
        Ok(self.text(&self.read_turn(text)?))
    }
    fn strands(&self, canonical: &str) -> bool {
        let Some(turn) = self.ruleset.read_turn(&self.state, canonical) else {
            return false;
        };
        let after = perft::after(&self.ruleset, &self.state, &turn);
        self.ruleset.adjudicate(&after).is_none() && self.ruleset.stranded(&after, self.to_move())
    }
    fn claim_draw(&mut self) -> Result<Vec<usize>, Refusal> {
        self.going_on()?;
        let claim = self.ruleset.claim(&self.state)?;
        self.ended = Some(self.state.standings.outcome(claim.reason));
        Ok(claim.rests_on)
    }
    fn retire(&mut self, seat: Seat, reason: outcome::Reason) {
        if self.outcome().is_some() || !self.state.standings.playing.has(seat) {
            return;
        }
        self.state.standings.leave(vec![seat]);
        if self.state.standings.playing.iter().count() < 2 {
            self.ended = Some(self.state.standings.outcome(reason));
            return;
        }
        self.ruleset.remove(&mut self.state, seat);
        perft::eliminate(&self.ruleset, &mut self.state);
        self.judged = OnceCell::new();
        self.followers = Followers::default();
    }
    fn agree(&mut self) {
        if self.outcome().is_none() {
            self.ended = Some(self.state.standings.outcome(outcome::Reason::Agreement));
        }
    }
    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }
    fn playing(&self) -> Vec<Seat> {
        self.state.standings.playing.iter().collect()
    }
    fn left(&self) -> Vec<Vec<Seat>> {
        self.state.standings.left.clone()
    }
    fn cannot_win(&self, seat: Seat) -> bool {
        self.ruleset.cannot_win(&self.state, seat)
    }
    fn position(&self) -> String {
        self.ruleset.write(&self.state)
    }
    fn in_check(&self) -> Vec<Seat> {
        self.ruleset.in_check(&self.state)
    }
    fn check_sign(&self) -> &'static str {
        match self.outcome() {
            _ if !self.ruleset.writes_check() => "",
            _ if self.is_mated() => "#",
            None if self.in_check().contains(&self.to_move()) => "+",
            _ => "",
        }
    }
    fn count(&self) -> Option<u64> {
        match self.outcome() {
            Some(_) => Some(0),
            None => self.ruleset.count(&self.state),
        }
    }
    fn uci(&self) -> Option<Vec<String>> {
        let mut all = Some(Vec::new());
        if self.outcome().is_some() {
            return all;
        }
        let _ = self.ruleset.actions(&self.state, &[], &mut |action| {
            let text = self.ruleset.uci(&self.state.position, &action);
            match (&mut all, text) {
                (Some(texts), Some(text)) => {
                    texts.push(text);
                    ControlFlow::Continue(())
                }
                _ => {
                    all = None;
                    ControlFlow::Break(())
                }
            }
        });
        all.map(|texts| listing::sorted(texts.into_iter()))
    }
    fn uci_of(&self, canonical: &str) -> Option<String> {
        let turn = self.ruleset.read_turn(&self.state, canonical)?;
        let [action] = &turn[..] else {
            return None;
        };
        self.ruleset.uci(&self.state.position, action)
    }
    fn has_more_turns(&self, limit: u64) -> bool {
        self.outcome().is_none() && self.ruleset.has_more_turns(&self.state, limit)
    }
    fn legal(&self, limit: usize) -> Listing {
        if self.outcome().is_some() {
            return Listing::All(Vec::new());
        }
        let count = self.ruleset.count(&self.state);
        if count.is_some_and(|n| n > limit as u64) {
            return Listing::Over(count);
        }
        let (all, _) = listing::list(&self.ruleset, &self.state, limit, &|_| true);
        all.map_or(Listing::Over(count), Listing::All)
    }
    fn legal_of(&self, what: &str, made: &str, limit: usize) -> Result<Listing, Refusal> {
        let clean = notation::clean(what)?;
        let Some(filter) = self.ruleset.select(&self.state, &clean) else {
            let example = self.example().unwrap_or_default();
            let reason = Reason::new("nothing-of-that-name")
                .text("typed", notation::echo(&clean))
                .text("example", example.split(' ').next().unwrap_or_default());
            return Err(Refusal::Unreadable { reason });
        };
        if self.outcome().is_some() {
            return Ok(Listing::All(Vec::new()));
        }
        let made = self.read_beginning(made)?;
        if !self.ruleset.listable() {
            let all = listing::next_of_chains(&self.ruleset, &self.state, &made, &filter);
            return Ok(all);
        }
        let keep = |turn: &[R::Action]| {
            let rest = listing::rest(&self.ruleset, turn, &made);
            rest.is_some_and(|rest| rest.iter().any(&filter))
        };
        let (all, count) = listing::list(&self.ruleset, &self.state, limit, &keep);
        Ok(all.map_or(Listing::Over(count), Listing::All))
    }
    fn chains(&self) -> bool {
        !self.ruleset.listable()
    }
    fn begin(&self, partial: &str) -> Result<Continuation, Refusal> {
        self.going_on()?;
        let made = self.read_beginning(partial)?;
        Ok(listing::continuation(&self.ruleset, &self.state, &made))
    }
    fn example(&self) -> Option<String> {
        if self.outcome().is_some() {
            return None;
        }
        let turn = listing::example(&self.ruleset, &self.state)?;
        Some(self.text(&turn))
    }
    fn walk(&self) -> Box<dyn Walk> {
        Box::new(Walker::new(self.ruleset.clone(), self.state.clone()))
    }
    fn effort(&self) -> u64 {
        self.followers.effort()
    }
    fn perft_while(&self, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
        match (depth, self.outcome()) {
            (0, _) => Some(1),
            (_, Some(_)) => Some(0),
            _ => self.ruleset.perft(&self.state, depth, go_on),
        }
    }
    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => perft::divide(&self.ruleset, &self.state, depth),
        }
    }
    fn warnings(&self) -> Vec<Reason> {
        match self.outcome() {
            None => self.ruleset.warnings(&self.state),
            Some(_) => Vec::new(),
        }
    }
    fn writing(&self, reader: Seat) -> Vec<Reason> {
        self.ruleset.writing(&self.state, reader)
    }
    fn view(&self, viewer: Option<Seat>) -> BoardView {
        let viewer = viewer.unwrap_or(Seat(0));
        let turn = self.last.as_ref().map_or(&[][..], |(turn, _)| turn);
        let mut view = self.ruleset.view(&self.state, viewer, turn);
        if let Some((turn, before)) = &self.last {
            let last = Fact::LastTurn {
                seat: self.ruleset.to_move(before),
                canonical: self.text(turn),
                label: self.ruleset.label(before),
                also: self.also(before, turn),
            };
            view.facts.insert(0, last);
        }
        if self.ended.is_some() {
            view.close();
        }
        view.checkmate = self.is_mated();
        view
    }
    fn view_begun(&self, partial: &str, viewer: Option<Seat>) -> Option<BoardView> {
        let made = self.read_beginning(partial).ok()?;
        let viewer = viewer.unwrap_or(Seat(0));
        self.ruleset.view_begun(&self.state, &made, viewer)
    }
}

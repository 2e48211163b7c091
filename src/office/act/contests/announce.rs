//! How an event is announced.

use std::collections::BTreeSet;

use anyhow::{Context, Result, anyhow, ensure};

use crate::commands::BESIDE;
use crate::contests::{Allowed, Contest, ContestAct, ContestKind, ContestTerms, Ladder, Tie};
use crate::letters::{ChallengeNote, challenge_text};
use crate::meeting::GameTerms;
use crate::meeting::line::{self, Base};
use crate::status::{ContestStatus, Public};
use crate::text::clean;
use crate::time::Terms;

use crate::office::Draft;

/// The fewest and the most boards of teams.
const BOARDS: std::ops::RangeInclusive<usize> = 2..=8;

/// The most groups.
const GROUPS: usize = 16;

/// The fewest and the most characters of a name.
const NAME: std::ops::RangeInclusive<usize> = 3..=30;

/// Words of terms that are no names of events: `challenge boris chess rated` is about no event.
const TERMS: [&str; 6] = ["rated", "unrated", "random", "private", "public", "none"];

/// An event that the umpire wants to announce.
#[derive(Clone, Debug)]
pub struct NewContest {
    /// Its name.
    pub name: String,
    /// What its games are played by, as a player writes it: `xiangqi time 5d/move rated`.
    pub terms: String,
    /// Who plays whom.
    pub kind: ContestKind,
    /// Whether everybody meets everybody else twice.
    pub double: bool,
    /// In how many groups a round robin is played; `None`: in none.
    pub groups: Option<usize>,
    /// On how many boards teams play; `None`: it is not for teams.
    pub boards: Option<usize>,
    /// How many rounds a Swiss event has, or one of tables; `None`: as is usual.
    pub rounds: Option<usize>,
    /// After so many days the next round begins at the latest.
    pub round_days: Option<u16>,
    /// The program of the settings that pairs its rounds; `None`: the server does.
    pub pairing: Option<String>,
    /// A word for events that count for the same titles.
    pub category: Option<String>,
    /// The turns with which each game begins, separated by `;`.
    pub opening: Option<String>,
    /// So many can enter.
    pub places: usize,
    /// When it begins, as RFC 3339; `None`: when it is full.
    pub starts_at: Option<String>,
    /// The end of its last day, as RFC 3339; `None`: it has none.
    pub last_day: Option<String>,
    /// The names of members who decide games that are not over then.
    pub adjudicators: Vec<String>,
    /// What breaks ties, in order; `None`: as is usual for its kind.
    pub ties: Option<Vec<Tie>>,
    /// What the players of a game can agree on.
    pub allowed: Vec<Allowed>,
    /// Only players with at least this rating can enter.
    pub rating_from: Option<i64>,
    /// Only players with a lower rating can enter.
    pub rating_below: Option<i64>,
    /// What is shown on public pages of those who have said nothing themselves.
    pub public: Option<Public>,
}

impl Draft<'_> {
    /// Announces an event, which can be entered from now on.
    ///
    /// # Errors
    /// Its name is taken or no name, or its terms are not read; the message says why.
    pub fn announce_contest(&mut self, new: &NewContest, by: &str) -> Result<Contest> {
        by.clone_into(&mut self.decision.by);
        ensure!(
            self.office.can_hold_contests(),
            "not all hosts know events yet: upgrade the others first"
        );
        self.require_name(&new.name)?;
        require_kind(new)?;
        if let Some(wanted) = &new.pairing {
            let programs = &self.office.settings.pairing;
            let names: Vec<&str> = programs.iter().map(|one| &*one.name).collect();
            ensure!(
                new.kind == ContestKind::Swiss,
                "another program pairs only Swiss events"
            );
            ensure!(
                names.contains(&&**wanted),
                "no program {:?} in the settings ([[pairing]]); there are: {}",
                clean(wanted, 40),
                names.join(", ")
            );
        }
        if let Some(category) = &new.category {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            ensure!(
                (1..=20).contains(&category.len()) && category.chars().all(plain),
                "a category has 1 to 20 letters (a to z), digits and hyphens"
            );
        }
        if let Some(at) = &new.starts_at {
            ensure!(*at > self.decision.now, "{at} is over");
        }
        if let Some(end) = &new.last_day {
            let first = new.starts_at.as_ref().unwrap_or(&self.decision.now);
            ensure!(
                end > first,
                "the last day is over at {end}, before the event begins"
            );
        }
        let adjudicators = self.adjudicators(&new.adjudicators)?;
        let (mut game, seats) = self.terms_of(&new.terms, new.kind)?;
        let opening = new.opening.as_ref();
        let opening = opening.map(|turns| self.play_opening(&mut game, turns));
        let opening = opening.transpose()?;
        let time = Terms::read(&game.time).ok().context("the time")?;
        ensure!(
            new.kind != ContestKind::Ladder || game.time != "none",
            "a ladder needs a time for each turn, such as `time 5d/move`"
        );
        let faster = time.map(|time| (time, time.halved()));
        let faster = faster.filter(|(time, halved)| time != halved);
        let faster = faster.filter(|_| new.kind == ContestKind::KnockOut);
        let contest = Contest {
            id: self.store.next_contest()?,
            revision: 0,
            name: new.name.clone(),
            status: ContestStatus::Entries,
            terms: ContestTerms {
                game,
                seats,
                kind: new.kind,
                double: new.double,
                groups: new.groups,
                boards: new.boards,
                rounds: new.rounds,
                pairing: new.pairing.clone(),
                category: new.category.clone(),
                opening,
                round_days: new.round_days,
                faster: faster.map(|(_, halved)| halved.to_string()),
                places: new.places,
                starts_at: new.starts_at.clone(),
                last_day: new.last_day.clone(),
                allowed: new.allowed.clone(),
                ties: new.ties.clone().unwrap_or_else(|| new.kind.ties().to_vec()),
                rating_from: new.rating_from,
                rating_below: new.rating_below,
                public: new.public,
            },
            entrants: Vec::new(),
            reserves: Vec::new(),
            held: Vec::new(),
            order: Vec::new(),
            rounds: Vec::new(),
            told: false,
            letters: 0,
            renewals: Vec::new(),
            void: Vec::new(),
            corrected: None,
            adjudicators,
            brought: None,
            closing: None,
            ladder: (new.kind == ContestKind::Ladder).then(Ladder::default),
            teams: Vec::new(),
            directors: Vec::new(),
            followers: Vec::new(),
            unpaired: None,
            simple: false,
            reason: None,
            untold: false,
        };
        // A ladder begins at once, and players come and go.
        let begins = contest
            .ladder
            .as_ref()
            .map(|_| ContestAct::Start(Vec::new()));
        let acts: Vec<ContestAct> = [ContestAct::Announce].into_iter().chain(begins).collect();
        self.close_contest(&contest, &acts, by)
    }

    /// The terms that a line says, and the names of the seats if there are more than two.
    fn terms_of(&self, typed: &str, kind: ContestKind) -> Result<(GameTerms, Vec<String>)> {
        let time = self.office.settings.time.of_players();
        let games = self.office.games();
        let read = line::read(typed, false, Base::Fresh(time.as_ref()), games);
        let line = read.map_err(|error| {
            let note = ChallengeNote::Fault(error);
            let text = challenge_text(self.office.voice(), &note, games);
            // What follows is about challenges.
            let first = text.split_inclusive(". ").find(|part| !part.contains("Nothing was done"));
            let odd = clean(typed, 60);
            anyhow!(
                "the terms {odd:?} were not understood: {}; write them like \"chess time 3d/move rated\"",
                first.unwrap_or_default().trim().trim_end_matches('.')
            )
        })?;
        ensure!(
            line.who.is_empty(),
            "the terms begin with the game, such as \"chess time 3d/move rated\""
        );
        let terms = line.terms;
        let variant = terms
            .variant(games)
            .context("a variant that is not known")?;
        let seats = variant.seats();
        let kinds = ContestKind::ALL.iter();
        let kinds = kinds.filter(|kind| kind.seats() == seats.len());
        let words: Vec<&str> = kinds.map(|kind| kind.as_str()).collect();
        ensure!(
            seats.len() == kind.seats(),
            "{} has {} seats: the kind of its events is {}",
            variant.name(),
            seats.len(),
            words.join(", ")
        );
        ensure!(line.wish.is_none(), "the tables say who has which side");
        ensure!(line.expires.is_none(), "an event does not expire");
        ensure!(!terms.private, "the games of an event are public");
        ensure!(
            !terms.rated || self.office.can_rate(),
            "not all hosts know rated games yet: upgrade the others first"
        );
        let seats = seats
            .into_iter()
            .filter(|_| kind.seats() > 2)
            .map(str::to_owned);
        Ok((terms, seats.collect()))
    }

    /// The name is one by which the event can be told from everything else that people write.
    fn require_name(&self, name: &str) -> Result<()> {
        let odd = clean(name, 40);
        let sign = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let fits = NAME.contains(&name.len())
            && !name.starts_with('-')
            && !name.ends_with('-')
            && name.chars().all(sign)
            && name.chars().any(|c| c.is_ascii_alphabetic());
        ensure!(
            fits,
            "{odd:?} is no name of an event: it has {} to {} letters (a to z), digits and hyphens, at least one letter",
            NAME.start(),
            NAME.end()
        );
        ensure!(
            crate::commands::table::find(name).is_none(),
            "{odd:?} is a command"
        );
        let is_name = |word: &&str| word.eq_ignore_ascii_case(name);
        let mut games = self.office.games().all();
        let is_seat = games.any(|game| game.seats().iter().any(is_name));
        ensure!(
            !is_seat && !TERMS.iter().any(is_name),
            "{odd:?} is a word of the terms of a game"
        );
        ensure!(
            !BESIDE.iter().any(is_name),
            "{odd:?} is a word that stands beside names of events: add the year, such as \"{odd}-2027\""
        );
        ensure!(
            self.office.games().find(name).is_none(),
            "{odd:?} is a game"
        );
        ensure!(
            self.store.player_by_name(name)?.is_none(),
            "{odd:?} is the name of a player"
        );
        ensure!(
            self.contest_named(name)?.is_none(),
            "there is an event {odd:?} already"
        );
        Ok(())
    }
}

/// What is wanted fits the kind of the event.
fn require_kind(new: &NewContest) -> Result<()> {
    let (kind, fewest) = (new.kind, new.kind.fewest());
    let teams = kind == ContestKind::Teams;
    let groups = new.groups.unwrap_or(1);
    ensure!(
        (1..=GROUPS).contains(&groups) && (new.groups.is_none() || kind == ContestKind::RoundRobin),
        "only a round robin has groups: 1 to {GROUPS}"
    );
    let most = kind.most() * groups;
    ensure!(
        (fewest..=most).contains(&new.places),
        "a {} event is for {fewest} to {most} {}",
        kind.as_str(),
        if teams { "teams" } else { "players" },
    );
    ensure!(
        new.boards
            .map_or(!teams, |boards| teams && BOARDS.contains(&boards)),
        "teams play on {} to {} boards (`--boards N`), and other kinds have none",
        BOARDS.start(),
        BOARDS.end()
    );
    ensure!(
        !new.double || teams || kind == ContestKind::RoundRobin,
        "only a round robin and an event of teams are double"
    );
    ensure!(
        new.ties.is_none() || !teams,
        "what breaks ties between teams is always the same"
    );
    ensure!(
        new.rounds.is_none() || kind.pairs_by_points(),
        "only of a Swiss event, and of tables, it is said how many rounds it has"
    );

    ensure!(
        new.round_days
            .is_none_or(|days| kind.pairs_by_points() && (1..=365).contains(&days)),
        "only of a Swiss event, and of tables, it is said after how many days a round begins: 1 to 365"
    );
    let is_ladder = kind == ContestKind::Ladder;
    ensure!(
        !is_ladder || new.starts_at.is_none(),
        "a ladder begins at once"
    );
    ensure!(
        !is_ladder || new.last_day.is_none() && new.adjudicators.is_empty(),
        "a ladder has no last day, and no adjudicators"
    );
    ensure!(
        new.rounds.is_none_or(|rounds| (1..=15).contains(&rounds)),
        "an event has 1 to 15 rounds"
    );
    ensure!(
        !new.allowed.contains(&Allowed::Pause) || new.last_day.is_some(),
        "an event whose games can pause needs a last day"
    );
    let limits = new.rating_from.zip(new.rating_below);
    ensure!(
        limits.is_none_or(|(from, below)| from < below),
        "nobody has a rating within these limits"
    );
    let ties = new.ties.as_deref().unwrap_or_default();
    ensure!(
        ties.iter().collect::<BTreeSet<_>>().len() == ties.len(),
        "the same word twice breaks no further ties"
    );
    ensure!(
        new.ties.is_none() || !kind.ties().is_empty(),
        "in a {} event nothing breaks ties",
        kind.as_str()
    );
    let of_two = |tie: &Tie| !kind.ties().contains(tie);
    let says_nothing = |tie: &&Tie| **tie == Tie::BoardPoints || kind.seats() > 2 && of_two(tie);
    let odd = ties.iter().find(says_nothing);
    ensure!(
        odd.is_none(),
        "{} says nothing in a {} event; there are {}",
        odd.map_or("", |tie| tie.as_str()),
        kind.as_str(),
        kind.ties()
            .iter()
            .map(|tie| tie.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    );
    Ok(())
}

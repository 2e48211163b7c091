//! The words of letters about events of several games, and their tables.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::contests::{ContestKind, in_points};
use crate::text::{capitalised, clean};
use crate::words::Voice;

use super::account::said;
use super::challenges::{ChallengeWords, name};
use super::data::{
    ContestNews, ContestNote, DefenceAsked, EventPlan, PlaceAsked, Query, ShownContest,
    ShownPairing, ShownStanding, TeamAsked, WithdrawAsked,
};
use super::instants::{Instants, stored_since};
use super::people::numbers;
use super::query::{Reply, item};
use super::render::Renderer;
use super::seat::Echo;

/// No line of a table is longer: what does not fit is left out, the results of single games first.
const WIDEST: usize = 68;
/// At most so many characters of a name are in a table.
const NAME: usize = 16;

/// A stored moment in the reader's time zone.
fn written(words: ChallengeWords<'_>, at: &str) -> String {
    stored_since(words.voice, words.zone, words.now, at, Instants::plain)
}

/// What a line about an event is answered.
pub(super) fn note(words: ChallengeWords<'_>, note: &ContestNote) -> String {
    let voice = words.voice;
    let tell = |args| voice.tell("event", note, args);
    match note {
        ContestNote::Entered(shown) | ContestNote::Reserve(shown) => {
            tell(context! { ..described(words, shown) })
        }
        ContestNote::WithdrawAsked(asked) => withdraw_asked(voice, asked),
        ContestNote::TeamAsked(asked) => team_asked(words, asked),
        ContestNote::Refused { event, why } => voice.tell("event-refused", why, context! { event }),
        ContestNote::Challenged { until, .. }
        | ContestNote::Barred { until, .. }
        | ContestNote::TeamNamed { until, .. }
        | ContestNote::Withdrawn { until, .. } => tell(context! { until => written(words, until) }),
        ContestNote::Voted { winner, .. } => {
            tell(context! { winner => winner.as_ref().map(|seat| voice.name(&capitalised(seat))) })
        }
        _ => tell(context! {}),
    }
}

/// What somebody is asked who wants to leave an event.
pub(super) fn withdraw_asked(voice: Voice<'_>, asked: &WithdrawAsked) -> String {
    let args = context! { games => numbers(&asked.games), ..Value::from(Serde(asked)) };
    voice.notice("event-withdraw-asked", args)
}

/// What a captain is asked who names a team, and each player of it.
pub(super) fn team_asked(words: ChallengeWords<'_>, asked: &TeamAsked) -> String {
    let until = asked.until.as_deref().map(|at| written(words, at));
    let args = context! { team => Serde(&asked.team), until, ..described(words, &asked.shown) };
    words.voice.notice("event-entered", args)
}

/// What a line of an umpire would do that cannot be taken back.
pub(super) fn plan(voice: Voice<'_>, plan: &EventPlan) -> String {
    let args = context! { games => numbers(&plan.games), ..Value::from(Serde(plan)) };
    voice.notice("event-plan", args).trim().to_owned()
}

/// What a reserve is asked when a place gets free.
pub(super) fn place_asked(words: ChallengeWords<'_>, asked: &PlaceAsked) -> String {
    let until = written(words, &asked.until);
    let args = context! { until, ..Value::from(Serde(asked)) };
    words.voice.notice("event-place-asked", args)
}

/// What a player is asked who is challenged in a ladder.
pub(super) fn defence_asked(words: ChallengeWords<'_>, asked: &DefenceAsked) -> String {
    let until = written(words, &asked.until);
    let args = context! { until, ..Value::from(Serde(asked)) };
    words.voice.notice("event-defence-asked", args)
}

/// What a player is told of an event in a letter of its own.
pub(super) fn news(words: ChallengeWords<'_>, news: &ContestNews) -> Echo {
    let voice = words.voice;
    let tell = |args| said(&voice.tell("event-news", news, args));
    match news {
        ContestNews::Entered(shown) => {
            let args = context! { by_umpire => true, ..described(words, shown) };
            said(&voice.notice("event-entered", args))
        }
        ContestNews::Promoted(shown) => {
            let args = context! { promoted => true, ..described(words, shown) };
            said(&voice.notice("event-entered", args))
        }
        ContestNews::Reserve(shown) => {
            let args = context! { by_umpire => true, ..described(words, shown) };
            said(&voice.notice("event-reserve", args))
        }
        ContestNews::Round { shown, games } => {
            let standing = (shown.round > 1).then(|| table(voice, shown).0);
            let gap = standing.iter().map(|_| String::new());
            let block: Vec<String> = rounds(voice, shown, games).into_iter().chain(gap).collect();
            Echo {
                block: block
                    .into_iter()
                    .chain(standing.into_iter().flatten())
                    .collect(),
                ..tell(described(words, shown))
            }
        }
        ContestNews::Ended(shown) => {
            let (block, cells) = table(voice, shown);
            let legend = legend(voice, shown, cells);
            let text = voice.notice("event-ended", described(words, shown));
            Echo {
                block,
                ..said(&format!("{} {}", text.trim(), legend.trim()))
            }
        }
        ContestNews::Out {
            barred: Some(until),
            ..
        } => tell(context! { barred => written(words, until) }),
        ContestNews::ByHand {
            until: Some(until),
            games,
            ..
        } => tell(context! { until => written(words, until), games => numbers(games) }),
        ContestNews::Waits { games, .. } | ContestNews::ByHand { games, .. } => {
            tell(context! { games => numbers(games) })
        }
        ContestNews::Cases { until, .. } => tell(context! { until => written(words, until) }),
        ContestNews::TakenBack { .. }
        | ContestNews::Directs { .. }
        | ContestNews::DirectsNot { .. }
        | ContestNews::Replaced { .. }
        | ContestNews::Settled { .. }
        | ContestNews::Lowered { .. }
        | ContestNews::Cancelled { .. }
        | ContestNews::Out { .. }
        | ContestNews::Beaten { .. }
        | ContestNews::Bye { .. }
        | ContestNews::NotPaired { .. }
        | ContestNews::TeamEntered { .. }
        | ContestNews::NoTeam { .. }
        | ContestNews::Left { .. } => tell(context! {}),
    }
}

/// An event as arguments of a text.
fn described(words: ChallengeWords<'_>, shown: &ShownContest) -> Value {
    let (voice, known) = (words.voice, words.games);
    let begins = shown.starts_at.as_deref().map(|at| written(words, at));
    let last_day = shown.last_day.as_deref().map(|at| written(words, at));
    let open = shown.challenges.iter();
    let open = open.map(|(who, whom, until)| [who.clone(), whom.clone(), written(words, until)]);
    let challenges: Vec<[String; 3]> = open.collect();
    let entered = shown.entered();
    let rated = shown.line.split(' ').any(|word| word == "rated");
    let kind = voice.notice("event-kind", Value::from(Serde(shown)));
    context! {
        how => kind.trim(),
        game => name(known, &shown.variant),
        begins,
        last_day,
        challenges,
        entered,
        fewest => shown.kind.fewest(),
        event => &shown.name,
        rated,
        ..Value::from(Serde(shown))
    }
}

/// What the signs of a table mean, if it has `cells` with those of single results.
fn legend(voice: Voice<'_>, shown: &ShownContest, cells: bool) -> String {
    let left = shown.table.iter().any(|line| line.place.is_none());
    let args = context! { left, cells, ..Value::from(Serde(shown)) };
    voice.notice("event-legend", args)
}

/// The table of an event, line by line, and whether it has single results; that of each group below a line that says which it is.
fn table(voice: Voice<'_>, shown: &ShownContest) -> (Vec<String>, bool) {
    let groups = shown.table.chunk_by(|one, other| one.group == other.group);
    let (mut lines, mut cells) = (Vec::new(), false);
    for group in groups {
        if let Some(number) = group.first().and_then(|line| line.group) {
            let head = voice.notice("event-group", context! { group => number });
            let above = (!lines.is_empty()).then(String::new);
            lines.extend(above.into_iter().chain([format!("  {}", head.trim())]));
        }
        let (part, with_cells) = part(voice, shown, group);
        lines.extend(part);
        cells |= with_cells;
    }
    if !shown.teams.is_empty() {
        lines.push(String::new());
    }
    lines.extend(shown.teams.iter().flat_map(|team| {
        let players = team.players.iter().map(|player| {
            let points = in_points(player.points, 2);
            context! { points, ..Value::from(Serde(player)) }
        });
        let players: Vec<Value> = players.collect();
        let args = context! { players, ..Value::from(Serde(team)) };
        item(voice.notice("event-team", args).trim())
    }));
    (lines, cells)
}

/// The table of one group, and whether it has single results.
fn part(voice: Voice<'_>, shown: &ShownContest, table: &[ShownStanding]) -> (Vec<String>, bool) {
    let column = |name: &str| {
        voice
            .plain(&format!("notices/event-column-{name}"))
            .trim()
            .to_owned()
    };
    let mut head = vec![String::new(), String::new()];
    let cells = match shown.kind {
        ContestKind::RoundRobin | ContestKind::Teams => table.len(),
        _ => 0,
    };
    head.extend((1..=cells).map(|number| number.to_string()));
    head.push(match shown.kind {
        ContestKind::KnockOut | ContestKind::Ladder => column("matches"),
        ContestKind::Teams => column("match-points"),
        ContestKind::Dropout => column("penalties"),
        ContestKind::RoundRobin | ContestKind::Swiss | ContestKind::Tables => column("points"),
    });
    head.extend(shown.ties.iter().map(|tie| column(tie.as_str())));
    let mut rows = vec![head];
    for (at, line) in table.iter().enumerate() {
        let place = line.place.map_or("-".to_owned(), |place| place.to_string());
        let mut row = vec![place, clean(&line.name, NAME)];
        for (other, scores) in line.against.iter().enumerate() {
            let sign = |score: &Option<u8>| match score {
                Some(2) => '1',
                Some(1) => '=',
                Some(_) => '0',
                None => '.',
            };
            row.push(match other == at {
                true => "*".to_owned(),
                false => scores.iter().map(sign).collect(),
            });
        }
        row.push(
            line.place
                .map_or(String::new(), |_| in_points(line.points, 2)),
        );
        for (at, tie) in shown.ties.iter().enumerate() {
            let value = line.ties.get(at).copied().flatten();
            let value = value.map(|value| tie.written(value));
            row.push(value.unwrap_or_default());
        }
        rows.push(row);
    }
    let whole = aligned(&rows);
    if whole.iter().all(|line| line.chars().count() <= WIDEST) {
        return (whole, cells > 0);
    }
    // Where that is too wide, what breaks ties is more than single results.
    for row in &mut rows {
        row.drain(2..2 + cells);
    }
    (aligned(&rows), false)
}

/// Columns below each other: the second one, of names, from the left, the others from the right.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(at, (cell, width))| match at {
            1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line = cells.collect::<Vec<_>>().join(" ");
        format!("  {}", line.trim_end())
    };
    rows.iter().map(line).collect()
}

/// The games of an event, by rounds.
fn rounds(voice: Voice<'_>, shown: &ShownContest, games: &[ShownPairing]) -> Vec<String> {
    let mut block = Vec::new();
    for round in games.chunk_by(|one, other| one.round == other.round) {
        block.extend(round.iter().flat_map(|game| pairing(voice, game)));
        let number = round.first().map_or(0, |game| game.round);
        let free = shown.byes.iter().filter(|(round, _)| *round == number);
        block.extend(free.flat_map(|(round, who)| {
            let line = voice.notice("event-bye", context! { round, who });
            item(line.trim())
        }));
    }
    block
}

fn pairing(voice: Voice<'_>, game: &ShownPairing) -> Vec<String> {
    let number = game.game.map(|game| game.0);
    let players = game.players.join(" - ");
    let args = context! { number, who => players, ..Value::from(Serde(game)) };
    item(voice.notice("event-game", args).trim())
}

impl Renderer<'_> {
    /// Answers a query about events; `None`: it is about something else.
    pub(super) fn of_contests(&self, query: &Query) -> Option<Reply> {
        let mut all = self.shown.contests.iter();
        let found = all.find(|found| found.query == *query)?;
        Some(match (query, found.contests.as_slice()) {
            (Query::Event { name: typed, .. }, []) => {
                self.reply("event-unknown", context! { typed => clean(typed, 40) })
            }
            (
                Query::Event {
                    round: Some(number),
                    ..
                },
                [shown, ..],
            ) => self.event_round(shown, *number, &found.pairings),
            (Query::Event { games, .. }, [shown, ..]) => self.event(shown, *games, &found.pairings),
            (_, shown) => self.events(shown),
        })
    }

    fn events(&self, all: &[ShownContest]) -> Reply {
        let lines = all.iter().flat_map(|shown| {
            let line = described(self.in_own_zone(), shown);
            let line = self.voice.notice("event-line", line);
            item(line.trim())
        });
        let block: Vec<String> = lines.collect();
        self.above(
            "events-title",
            context! { some => !block.is_empty() },
            block,
        )
    }

    /// An event for the umpire or a director: the table, and the games below it.
    pub(super) fn event_shown(&self, shown: &ShownContest, games: &[ShownPairing]) -> Reply {
        let table = self.event(shown, false, &[]);
        let gap = [String::new()].into_iter().filter(|_| !games.is_empty());
        let games = gap.chain(rounds(self.voice, shown, games));
        Reply {
            block: table.block.into_iter().chain(games).collect(),
            ..Reply::plain(table.text)
        }
    }

    /// The games of one round.
    fn event_round(&self, shown: &ShownContest, number: usize, games: &[ShownPairing]) -> Reply {
        let of_round = games.iter().filter(|game| game.round == number);
        let games: Vec<ShownPairing> = of_round.cloned().collect();
        let args = context! { number, some => !games.is_empty(), event => &shown.name };
        self.above("event-round-title", args, rounds(self.voice, shown, &games))
    }

    /// An event in one line.
    pub(super) fn event_line(&self, shown: &ShownContest) -> String {
        let line = described(self.in_own_zone(), shown);
        let line = self.voice.notice("event-line", line);
        line.trim().trim_start_matches("- ").to_owned()
    }

    fn event(&self, shown: &ShownContest, games: bool, found: &[ShownPairing]) -> Reply {
        let args = described(self.in_own_zone(), shown);
        if games && !shown.table.is_empty() {
            let block = rounds(self.voice, shown, found);
            return self.above("event-games-title", args, block);
        }
        let text = self.voice.notice("event-title", args);
        if shown.table.is_empty() {
            return Reply::plain(text);
        }
        let (block, cells) = table(self.voice, shown);
        let legend = legend(self.voice, shown, cells);
        let text = format!("{} {}", text.trim(), legend.trim());
        Reply::with(text, block)
    }
}

//! A sample of every letter and of everything that letters say, rendered from small games in memory:
//! a text that fails is found before a player gets a letter with it.
//!
//! | file | contents |
//! |---|---|
//! | `lists` | a value of every variant of what letters say |
//! | `personal`, `time`, `told` | the same of settings and leave; of clocks and consent; of remarks, notices, reports |
//! | `challenges` | the same of challenges and seeks |
//! | `games` | the games that the letters are about |

mod challenges;
mod games;
mod lists;
mod people;
mod personal;
mod plans;
mod time;
mod told;

use std::iter::successors;

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta};
use minijinja::context;

use crate::commands::table::VERBS;
use crate::games::GameLog;
use crate::ids::About;
use crate::ids::{LetterId, PlayerId};
use crate::rules::game::Seat;
use crate::store::{self, Snapshot};
use crate::words::{Trial, Voice, Words};

use super::clock::Present;
use super::data::{Answer, Content, DigestSection, Echo, LetterData, Part, Query, Report, Section};
use super::game_words::GameWords;
use super::html::{AnswerTo, HtmlPart};
use super::render::{Rendered, Renderer};
use super::shown::{Results, Shown, ShownMember, ShownReader, ShownSeek};
use super::{subjects, views};

use games::Stored;

/// Renders samples in every language. Returns a line for each text that has failed: where one of the
/// operator's fails, readers get that of the program.
///
/// The samples fill in every text of letters, notices and help. Texts of the operator that no sample
/// needs, such as most reasons of games, are tried with made-up values.
#[must_use]
pub fn check(words: &Words) -> Vec<String> {
    let trial = Trial::default();
    let mut failures = match rendered(words, &trial) {
        Ok(samples) => samples
            .into_iter()
            .filter_map(|sample| sample.err().map(|error| format!("a sample: {error:#}")))
            .collect(),
        Err(error) => vec![format!("no samples: {error:#}")],
    };
    words.try_rest(&trial);
    failures.extend(trial.failures());
    failures
}

/// The samples in all languages, or why one cannot be rendered.
fn rendered(words: &Words, trial: &Trial) -> Result<Vec<Result<String>>> {
    let (mut store, games) = games::store()?;
    let shown = store::read(&mut store, |store| shown_of(store, &games))?;
    {
        let mut all = Vec::new();
        for language in words.languages() {
            let samples = Samples {
                shown: &shown,
                games: &games,
                voice: words.voice(language).on_trial(trial),
            };
            all.extend(samples.letters());
            all.push(samples.sentences());
        }
        Ok(all)
    }
}

/// What samples are made of.
struct Samples<'a> {
    shown: &'a Shown,
    games: &'a [Stored],
    voice: Voice<'a>,
}

/// A letter, and the seat that it is for.
type Sample = (Content, Option<About>);

impl Samples<'_> {
    fn letters(&self) -> Vec<Result<String>> {
        let renderer = Renderer {
            shown: self.shown,
            voice: self.voice,
            server: "Zugpost",
            umpire: Some("umpire@example.org"),
            limit: 75 << 10,
            language: "en",
            html: None,
            present: Present {
                now: DateTime::UNIX_EPOCH,
                longest_gap: TimeDelta::hours(2),
            },
        };
        let tokens = ["TOKEN1".to_owned(), "TOKEN2".to_owned()];
        let rendered = |renderer: Renderer<'_>, (content, about): Sample| {
            let html = HtmlPart::new(AnswerTo {
                local: "play+TOKEN1".to_owned(),
                domain: "example.org".to_owned(),
                token: None,
            });
            let html = Some(&html);
            let letter =
                Renderer { html, ..renderer }.render(&LetterData::new(content), about, &tokens);
            letter.map(|Rendered { subject, body, .. }| format!("{subject}\n\n{body}"))
        };
        // One that is cut.
        let short = Renderer {
            limit: 500,
            ..renderer
        };
        let cut = self.games.first();
        let cut = cut.map(|game| {
            let digest = Content::Digest {
                player: PlayerId(1),
                sections: vec![shown((*game, Some(Seat(0))))],
            };
            let all = [answered(game, parts(game)), (digest, None)];
            let all = all.into_iter().chain(news(game));
            all.map(|sample| rendered(short, sample))
                .collect::<Vec<_>>()
        });
        let mut all: Vec<Sample> = self.games.iter().flat_map(news).collect();
        if let [game, other, ..] = self.games {
            all.extend(kinds(*game, *other));
            all.push(answered(game, parts(game)));
        }
        let boards = self.games.iter().filter(|game| game.shows_board);
        all.extend(boards.map(|game| {
            let asked = lists::queries().into_iter().filter(is_of_the_board);
            answered(game, asked.map(|asked| query(asked, game, None)).collect())
        }));
        let all = all.into_iter().map(|sample| rendered(renderer, sample));
        all.chain(cut.into_iter().flatten()).collect()
    }

    /// What is said of events and requests, apart from letters.
    fn sentences(&self) -> Result<String> {
        let first = self.games.first().context("no game")?;
        let stored = self.shown.game(first.game)?.now()?;
        let words = GameWords {
            voice: self.voice,
            stored: &stored,
        };
        let mut all = Vec::new();
        for happening in lists::happenings() {
            for flag in [false, true] {
                all.extend(words.news(&happening, flag));
                all.push(words.receipt(&happening, Seat(0), flag).0);
                all.extend(words.news_planned(&happening, Seat(u8::from(flag))));
            }
        }
        all.extend(
            lists::closures()
                .iter()
                .map(|closure| words.closure(closure)),
        );
        let refusals = lists::refusals();
        all.extend(
            refusals
                .iter()
                .map(|refusal| words.refusal_for_umpire(refusal)),
        );
        let mut news = super::seat::News::default();
        news.leave_out(&words, Seat(1));
        all.extend(news.sentences);
        // Samples explain everything: no letters have gone before them.
        all.push(self.voice.plain("notices/legend-hint"));
        let named = context! { pieces => ["S sentry", "J jailer"] };
        all.push(self.voice.say("notices/legend-pieces", named));
        all.push(self.voice.plain("notices/legend-compass"));
        let example = context! { turn => "e4" };
        all.push(self.voice.say("notices/links-example", example));
        all.extend(self.endings(first)?);
        for game in self.games {
            let stored = self.shown.game(game.game)?.now()?;
            all.push(views::game_line(&stored, self.voice));
            let words = GameWords {
                voice: self.voice,
                stored: &stored,
            };
            all.push(words.calendar_summary());
        }
        let first = self.shown.game(first.game)?.now()?;
        all.extend(time::clocks(self.voice, first)?);
        all.extend(challenges::seeks(self.voice));
        Ok(all.join("\n"))
    }

    /// What is said of plans that stand or have ended.
    fn endings(&self, game: &Stored) -> Result<Vec<String>> {
        let mut stored = self.shown.game(game.game)?.begin()?;
        let ended = plans::endings().into_iter().map(crate::games::Plans::ended);
        let mut all = Vec::new();
        for plans in ended.chain([plans::plans()]) {
            stored.seats[0].plans = Some(plans.to_json());
            let voice = self.voice;
            all.extend(
                GameWords {
                    voice,
                    stored: &stored,
                }
                .plans_of(Seat(0)),
            );
        }
        Ok(all)
    }
}

/// The news of a whole game to each of its seats.
fn news(game: &Stored) -> Vec<Sample> {
    let content = || Content::Seat {
        notices: Vec::new(),
        answer: None,
    };
    let seats = 0..game.seats;
    seats
        .map(|seat| (content(), Some(about(game, seat))))
        .collect()
}

fn about(game: &Stored, seat: u8) -> About {
    About {
        game: game.game,
        seat,
        first_event: 1,
        last_event: game.last_event,
    }
}

/// Letters of every kind. A new kind does not compile before it has its place.
fn kinds(game: Stored, other: Stored) -> Vec<Sample> {
    let report = Report::Unsubscribe {
        game: game.game,
        seat: Seat(0),
    };
    let first = Content::Seat {
        notices: told::notices(),
        answer: None,
    };
    let one_of_each = successors(Some(first), |last| match last {
        Content::Seat { .. } => Some(Content::Games {
            sections: [game, other].map(section).to_vec(),
            answer: answer(&game, one_of_each_part(&game)),
        }),
        Content::Games { .. } => Some(Content::Player {
            player: PlayerId(1),
            notices: told::player_notices(),
            answer: Some(answer(&game, one_of_each_part(&game))),
        }),
        Content::Player { .. } => Some(Content::Digest {
            player: PlayerId(1),
            sections: [(game, Some(Seat(0))), (other, None)].map(shown).to_vec(),
        }),
        Content::Digest { .. } => Some(Content::Watch {
            player: PlayerId(1),
            section: shown((game, None)),
        }),
        Content::Watch { .. } => Some(public(Vec::new())),
        Content::Public { .. } => Some(Content::Outsider {
            notices: people::outsider_notices(),
            in_reply_to: None,
        }),
        Content::Outsider { .. } => Some(Content::Account {
            notices: told::account_notices(),
            in_reply_to: None,
        }),
        Content::Account { .. } => Some(Content::Ruling {
            echoes: told::rulings(),
            question: told::account_questions().pop(),
            in_reply_to: None,
        }),
        Content::Ruling { .. } => Some(Content::Umpire(report.clone())),
        Content::Umpire(_) => None,
    });
    let one_of_each = one_of_each.map(|content| {
        let about = matches!(content, Content::Seat { .. }).then(|| about(&game, 1));
        (content, about)
    });
    let asked = public_queries();
    let all = public(asked.clone());
    let single = asked.into_iter().map(|query| public(vec![query]));
    let publics = single.chain([all, public(Vec::new())]);
    let reports = told::reports().into_iter().map(Content::Umpire);
    let to_player = |notices, answer| Content::Player {
        player: PlayerId(1),
        notices,
        answer,
    };
    let notices = told::player_notices().into_iter();
    let told = notices.map(|notice| to_player(vec![notice], None));
    // Each has a Subject of its own.
    let parts = parts(&game).into_iter().filter(subjects::is_named);
    let parts = parts.map(|part| Some(answer(&game, vec![part])));
    let answers = parts.map(|answer| to_player(Vec::new(), answer));
    let outsiders = people::outsider_notices().into_iter();
    let outsiders = outsiders.map(|notice| Content::Outsider {
        notices: vec![notice],
        in_reply_to: None,
    });
    let nothing = [to_player(Vec::new(), None)];
    let without_seat = publics
        .chain(reports)
        .chain(told)
        .chain(answers)
        .chain(outsiders)
        .chain(nothing);
    let without_seat = without_seat.map(|content| (content, None));
    one_of_each.chain(without_seat).collect()
}

fn section(game: Stored) -> Section {
    Section {
        game: game.game,
        seat: Seat(0),
        after: game.last_event,
    }
}

fn shown((game, seat): (Stored, Option<Seat>)) -> DigestSection {
    DigestSection {
        game: game.game,
        seat,
        first: 1,
        after: game.last_event,
    }
}

fn public(queries: Vec<Query>) -> Content {
    Content::Public {
        in_reply_to: None,
        queries,
    }
}

/// An answer to the first seat.
fn answered(game: &Stored, parts: Vec<Part>) -> Sample {
    let content = Content::Seat {
        notices: Vec::new(),
        answer: Some(answer(game, parts)),
    };
    (content, Some(about(game, 0)))
}

/// An answer with a line for each of these parts.
fn answer(game: &Stored, parts: Vec<Part>) -> Answer {
    let echoes = parts.into_iter().map(|part| Echo {
        line: Some("a line of a mail".to_owned()),
        game: Some(game.game),
        parts: vec![part],
    });
    Answer {
        in_reply_to: None,
        echoes: echoes.collect(),
        repeats: Some(LetterId(1)),
    }
}

/// Whether the answer depends on variant and position.
fn is_of_the_board(query: &Query) -> bool {
    match query {
        Query::Preview(_)
        | Query::Legal(_)
        | Query::History
        | Query::Clock
        | Query::Legend
        | Query::Rules(None) => true,
        Query::Show { game, .. } | Query::Export(game) => game.is_none(),
        Query::Settings
        | Query::Games
        | Query::Help(_)
        | Query::Rules(Some(_))
        | Query::Variants
        | Query::Seeks(_)
        | Query::Who(_)
        | Query::GamesOf(_)
        | Query::GamesNext
        | Query::Notes
        | Query::ExportMe
        | Query::Resend => false,
    }
}

fn query(query: Query, game: &Stored, held: Option<&str>) -> Part {
    Part::Query {
        query,
        after: game.last_event,
        held: held.map(str::to_owned),
    }
}

/// What anybody may ask: with the help on each command.
fn public_queries() -> Vec<Query> {
    let built = VERBS.iter().filter(|verb| verb.is_built());
    let help = built.map(|verb| Query::Help(Some(verb.name.to_owned())));
    lists::queries().into_iter().chain(help).collect()
}

/// One of each part. A new part does not compile before it has its place.
fn one_of_each_part(game: &Stored) -> Vec<Part> {
    let refused = lists::refusals().into_iter().next().map(Part::Refused);
    let misused = lists::hints().into_iter().next().map(Part::Misused);
    let noted = told::notes().into_iter().next().map(Part::Note);
    let noted_challenge = challenges::notes().into_iter().next();
    let noted_challenge = noted_challenge.map(|note| Part::Challenge(Box::new(note)));
    let parts = successors(Some(Part::Event(1)), |last| match last {
        Part::Event(_) => refused.clone(),
        Part::Refused(_) => Some(Part::Held("d2-d4".to_owned(), 0)),
        Part::Held(..) => Some(Part::Dropped("d2-d4".to_owned())),
        Part::Dropped(_) => Some(query(Query::Legal(None), game, Some("d2-d4"))),
        Part::Query { .. } => Some(Part::NotUnderstood(Some(game.last_event))),
        Part::NotUnderstood(Some(_)) => Some(Part::NotUnderstood(None)),
        Part::NotUnderstood(None) => misused.clone(),
        Part::Misused(_) => Some(Part::Plan(super::PlanPart::NoList)),
        Part::Plan(_) => noted.clone(),
        Part::Note(_) => noted_challenge.clone(),
        Part::Challenge(_) => None,
    });
    parts.collect()
}

/// Everything that can come of a line.
fn parts(game: &Stored) -> Vec<Part> {
    let mut all = one_of_each_part(game);
    all.extend((2..=game.last_event).map(Part::Event));
    let queries = lists::queries().into_iter();
    all.extend(queries.map(|asked| query(asked, game, None)));
    all.extend(lists::refusals().into_iter().map(Part::Refused));
    all.extend(lists::hints().into_iter().map(Part::Misused));
    all.extend(plans::parts().into_iter().map(Part::Plan));
    all.extend(told::notes().into_iter().map(Part::Note));
    let of_challenges = challenges::notes().into_iter();
    all.extend(of_challenges.map(|note| Part::Challenge(Box::new(note))));
    all
}

#[cfg(test)]
mod tests;

fn shown_of(store: &dyn Snapshot, games: &[Stored]) -> Result<Shown> {
    let mut shown = Shown {
        reader: Some(ShownReader {
            id: PlayerId(1),
            games: games
                .iter()
                .map(|game| (game.game, Seat(0)))
                .take(41)
                .collect(),
            next: vec![
                (games[0].game, Some(DateTime::UNIX_EPOCH)),
                (games[1].game, None),
            ],
            notes: vec![
                (games[0].game, "The knight is loose.".to_owned()),
                (games[1].game, "Castle soon.".to_owned()),
            ],
            own_data: vec![("name".to_owned(), "Anna".to_owned())],
            ..ShownReader::default()
        }),
        seeks: vec![ShownSeek {
            number: 12,
            variant: "yonin-bishogi".to_owned(),
            who: "Anna".to_owned(),
            line: "yonin-bishogi time 3d/move".to_owned(),
            free: 3,
        }],
        ..Shown::default()
    };
    let results = Results {
        running: 1,
        won: 2,
        drawn: 1,
        lost: 1,
        other: 1,
    };
    let member = ShownMember {
        name: "Anna".to_owned(),
        since: "2026-01-01T12:00:00Z".to_owned(),
        results: [("chess".to_owned(), results)].into(),
        games: vec![games[0].game, games[1].game],
        more: true,
    };
    shown.members.insert("Anna".to_owned(), member);
    for game in games {
        let log = GameLog::load(store, game.game)?.context("no game")?;
        shown.games.insert(game.game, log);
    }
    Ok(shown)
}

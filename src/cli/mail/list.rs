//! `mail list`: mails and letters, the newest first, by player, game, day and status.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use chrono::NaiveDate;
use clap::Args;
use serde::Serialize;

use crate::cli::{Json, Server, print_list, shown::foreign};
use crate::ids::{GameId, LetterId, MailId, PlayerId};
use crate::office::account;
use crate::store::{self, LetterRow, LetterStatus, MailRow, MailStatus, Snapshot, TokenScope};
use crate::text::{clean, counted};

/// So many rows are read at once, so that the memory needed does not depend on their number.
const PAGE: usize = 500;

/// Arguments of `mail list`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: zugpost mail list --player Anna --day 2026-01-31\n\
                  `zugpost mail show i12` shows one of them."
)]
pub struct ListArgs {
    /// Only mails of a player, and letters to the player: name or address
    #[arg(long, value_name = "WHO")]
    player: Option<String>,
    /// Only those about a game
    #[arg(long, value_name = "N", value_parser = crate::cli::game::game_number)]
    game: Option<i64>,
    /// Only those of a day, in UTC: 2026-01-31
    #[arg(long, value_name = "DAY")]
    day: Option<NaiveDate>,
    /// Only mails that are new, done or quarantined; letters that are waiting, sent, given-up, dropped, superseded or
    /// quarantined
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    #[command(flatten)]
    json: Json,
}

/// A mail or a letter.
#[derive(Serialize)]
struct Row {
    /// The id of a mail (`i12`) or of a letter (`o34`).
    id: String,
    /// Whether it came or was written: `mail` or `letter`.
    what: &'static str,
    /// When it was stored.
    at: String,
    /// Of a mail what was decided about it, of a letter what it was written for.
    kind: Option<String>,
    /// Its status, as `mail show` says it.
    status: String,
    /// The author or the recipient.
    who: String,
    /// The player who has this address.
    player: Option<String>,
    /// The games that it is about.
    games: Vec<i64>,
    /// Of a letter the mail that it answers or that has caused it.
    mail: Option<String>,
    tries: i64,
    /// Why it has this status.
    reason: Option<String>,
}

/// Which mails and letters are listed, with what is looked up for them.
struct Filter {
    player: Option<PlayerId>,
    /// The seats of this player.
    seats: BTreeSet<(GameId, u8)>,
    game: Option<GameId>,
    /// The mails that have caused events of this game.
    mails: BTreeSet<MailId>,
    day: Option<String>,
    /// The statuses of mails and of letters that were asked for.
    status: Option<(Option<MailStatus>, Option<LetterStatus>)>,
    limit: usize,
    /// The players of addresses.
    known: BTreeMap<String, Option<(PlayerId, String)>>,
}

/// # Errors
/// There is no such player or status, or the store cannot be read.
pub(super) fn run(server: &mut Server, args: &ListArgs) -> Result<()> {
    let mut filter = server.look(|_, store| Filter::new(store, args))?;
    let mut rows = Vec::new();
    if filter.status.is_none_or(|(mail, _)| mail.is_some()) {
        let page = |store: &dyn Snapshot, before| store.mails_before(MailId(before), PAGE);
        rows.extend(filter.collect(server, page, |row| row.id.0, Filter::of_mail)?);
    }
    if filter.status.is_none_or(|(_, letter)| letter.is_some()) {
        let page = |store: &dyn Snapshot, before| store.letters_before(LetterId(before), PAGE);
        rows.extend(filter.collect(server, page, |row| row.id.0, Filter::of_letter)?);
    }
    // A letter comes before the mail that it answers, which came in the same second.
    rows.sort_by(|a, b| (&b.at, b.what == "letter").cmp(&(&a.at, a.what == "letter")));
    rows.truncate(filter.limit);
    print_list(args.json.json, &rows, Row::line, "none")
}

impl Filter {
    fn new(store: &dyn Snapshot, args: &ListArgs) -> Result<Self> {
        let player = args.player.as_deref().map(|who| account::find(store, who));
        let player = player.transpose()?.map(|player| player.id);
        let seats = match player {
            Some(player) => store.games_of(player, false, usize::MAX)?,
            None => Vec::new(),
        };
        let game = args.game.map(GameId);
        let events = match game {
            Some(game) => store.events(game, None)?,
            None => Vec::new(),
        };
        let seats = seats.into_iter().map(|(game, seat)| (game.id, seat));
        Ok(Self {
            player,
            seats: seats.collect(),
            game,
            mails: events.into_iter().filter_map(|event| event.mail).collect(),
            day: args.day.map(|day| day.to_string()),
            status: args.status.as_deref().map(statuses).transpose()?,
            limit: args.limit,
            known: BTreeMap::new(),
        })
    }

    /// The newest of the mails or letters that the filter keeps, page by page: `page` reads those before a number.
    fn collect<R>(
        &mut self,
        server: &mut Server,
        page: fn(&dyn Snapshot, i64) -> store::Result<Vec<R>>,
        number: fn(&R) -> i64,
        shown: fn(&mut Self, &dyn Snapshot, R) -> Result<Option<Row>>,
    ) -> Result<Vec<Row>> {
        let mut all = Vec::new();
        let mut next = Some(i64::MAX);
        while let Some(before) = next.filter(|_| all.len() < self.limit) {
            next = server.look(|_, store| {
                let page = page(store, before)?;
                let last = page.last().map(number);
                for row in page {
                    all.extend(shown(self, store, row)?);
                }
                Ok(last)
            })?;
        }
        Ok(all)
    }

    fn is_of_day(&self, time: &str) -> bool {
        let day = self.day.as_ref();
        day.is_none_or(|day| time.starts_with(day.as_str()))
    }

    fn of_mail(&mut self, store: &dyn Snapshot, row: MailRow) -> Result<Option<Row>> {
        let status = self.status;
        let verdict = row.verdict.unwrap_or_default();
        let about = |game: GameId| verdict.game == Some(game) || self.mails.contains(&row.id);
        if status.is_some_and(|(status, _)| status != Some(row.status))
            || !self.is_of_day(&row.received_at)
            || !self.game.is_none_or(about)
        {
            return Ok(None);
        }
        let sender = match verdict.sender {
            Some(sender) => sender,
            // The sender in the envelope is stored with the bytes.
            None => {
                let bytes = store.mail_bytes(row.id)?;
                bytes.and_then(|bytes| bytes.sender).unwrap_or_default()
            }
        };
        let (player, name) = self.player_of(store, &sender)?.unzip();
        if self.player.is_some() && self.player != player {
            return Ok(None);
        }
        let games = verdict.game.into_iter().chain(self.game);
        let games: BTreeSet<i64> = games.map(|game| game.0).collect();
        Ok(Some(Row {
            id: format!("i{}", row.id),
            what: "mail",
            at: row.received_at,
            kind: Some(verdict.word).filter(|word| !word.is_empty()),
            status: row.status.to_string(),
            who: foreign(&sender),
            player: name,
            games: games.into_iter().collect(),
            mail: None,
            tries: row.attempts,
            reason: verdict.reason.as_deref().map(foreign),
        }))
    }

    fn of_letter(&mut self, store: &dyn Snapshot, row: LetterRow) -> Result<Option<Row>> {
        let status = self.status;
        if status.is_some_and(|(_, status)| status != Some(row.status))
            || !self.is_of_day(&row.created_at)
        {
            return Ok(None);
        }
        // A letter about several games has a token of each.
        let mut seats: BTreeSet<(GameId, u8)> = BTreeSet::new();
        seats.extend(row.about.map(|about| (about.game, about.seat)));
        for token in &row.tokens {
            let token = store.token(*token)?;
            if let Some(TokenScope::Seat { game, seat, .. }) = token.map(|token| token.scope) {
                seats.insert((game, seat));
            }
        }
        let about = |game: GameId| seats.iter().any(|(one, _)| *one == game);
        if !self.game.is_none_or(about) {
            return Ok(None);
        }
        let (player, name) = self.player_of(store, &row.recipient)?.unzip();
        let seated = || seats.iter().any(|seat| self.seats.contains(seat));
        if self.player.is_some() && self.player != player && !seated() {
            return Ok(None);
        }
        let games: BTreeSet<i64> = seats.into_iter().map(|(game, _)| game.0).collect();
        let by = row.superseded_by.map(|by| format!("o{by} says it all"));
        Ok(Some(Row {
            id: format!("o{}", row.id),
            what: "letter",
            at: row.created_at,
            kind: Some(row.kind.to_string()),
            status: row.status.to_string(),
            who: foreign(&row.recipient),
            player: name,
            games: games.into_iter().collect(),
            mail: row.mail.map(|mail| format!("i{mail}")),
            tries: row.tries,
            reason: row.last_error.as_deref().map(foreign).or(by),
        }))
    }

    fn player_of(
        &mut self,
        store: &dyn Snapshot,
        address: &str,
    ) -> Result<Option<(PlayerId, String)>> {
        if let Some(known) = self.known.get(address) {
            return Ok(known.clone());
        }
        let found = store.player_by_address(address)?;
        let found = found.map(|player| (player.id, player.name));
        self.known.insert(address.to_owned(), found.clone());
        Ok(found)
    }
}

/// The statuses of mails and of letters that a word means.
fn statuses(word: &str) -> Result<(Option<MailStatus>, Option<LetterStatus>)> {
    let mail = match word {
        "quarantined" => Some(MailStatus::Quarantined),
        word => MailStatus::parse(word),
    };
    let letter = match word {
        "given-up" => Some(LetterStatus::Failed),
        word => LetterStatus::parse(word),
    };
    let word = clean(word, 40);
    ensure!(
        mail.is_some() || letter.is_some(),
        "no status {word:?}; mails are new, done or quarantined, letters waiting, sent, given-up, dropped, superseded \
         or quarantined"
    );
    Ok((mail, letter))
}

impl Row {
    /// `i12  2026-01-31T12:00:00Z  from Anna <anna@example.org>  #17  played`.
    fn line(&self) -> String {
        let toward = if self.what == "mail" { "from" } else { "to" };
        let who = match &self.player {
            Some(name) => format!("{name} <{}>", clean(&self.who, 60)),
            None => clean(&self.who, 60),
        };
        let games: String = self.games.iter().map(|game| format!(" #{game}")).collect();
        let kind = self.kind.as_deref().unwrap_or_default();
        let mut line = format!("{:<6} {}  {toward} {who}{games}  {kind}", self.id, self.at);
        if self.status != MailStatus::Done.as_str() {
            line.push_str(&format!(" {}", self.status));
        }
        if let Some(mail) = &self.mail {
            line.push_str(&format!(", after {mail}"));
        }
        if self.tries > 1 {
            line.push_str(&format!(", {}", counted(self.tries, "try", "tries")));
        }
        if let Some(reason) = &self.reason {
            line.push_str(&format!(": {}", clean(reason, 200)));
        }
        line
    }
}

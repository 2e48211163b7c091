//! `challenge`: challenges and seeks of players.

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::ids::{ChallengeId, PlayerId};
use crate::meeting::{Challenge, Place};
use crate::office::Office;
use crate::office::{account, challenges};
use crate::status::ChallengeStatus;
use crate::store::{ChallengeRow, Snapshot};
use crate::text::clean;

use super::{Change, Json, Server, known, print, print_rows, say};

/// So many rows are read at once, so that the memory needed does not depend on their number.
const PAGE: usize = 200;

#[derive(Debug, Subcommand)]
pub enum ChallengeCommand {
    /// List challenges and seeks
    #[command(after_help = "Example: zugpost challenge list --status open --player Anna")]
    List(ListArgs),
    /// Show a challenge or a seek
    Show {
        /// Its number, as `zugpost challenge list` shows it
        number: i64,
        #[command(flatten)]
        json: Json,
    },
    /// End an open challenge or seek; all who know of it are told
    #[command(
        after_help = "Example: zugpost challenge cancel 12 --reason \"The tournament is over.\""
    )]
    Cancel {
        /// Its number, as `zugpost challenge list` shows it
        number: i64,
        /// The reason that they are told
        #[arg(long)]
        reason: Option<String>,
        #[command(flatten)]
        change: Change,
    },
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only those that are open, accepted, declined, withdrawn, expired or cancelled
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// Only those in which a player has a place: name or address
    #[arg(long, value_name = "WHO")]
    player: Option<String>,
    #[command(flatten)]
    json: Json,
}

/// A challenge, for programs.
#[derive(Serialize)]
struct Shown {
    challenge: i64,
    kind: &'static str,
    status: &'static str,
    version: i64,
    maker: String,
    line: String,
    variant: String,
    private: bool,
    created_at: String,
    expires_at: String,
    closed_at: Option<String>,
    closed_by: Option<String>,
    game: Option<i64>,
    places: Vec<ShownPlace>,
}

#[derive(Serialize)]
struct ShownPlace {
    player: Option<String>,
    address: Option<String>,
    seat: Option<String>,
    answer: Option<&'static str>,
    told: bool,
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: ChallengeCommand) -> Result<()> {
    match command {
        ChallengeCommand::List(args) => list(server, &args),
        ChallengeCommand::Show { number, json } => {
            let shown = server.look(|office, store| {
                let row = store.challenge(ChallengeId(number))?;
                let row = row.with_context(|| {
                    format!("there is no challenge or seek {number}; `zugpost challenge list` shows them")
                })?;
                shown(office, store, &challenges::value(row)?)
            })?;
            print(json.json, &shown, &lines(&shown))
        }
        ChallengeCommand::Cancel {
            number,
            reason,
            change,
        } => {
            let id = ChallengeId(number);
            let (line, _) = server.change(change.dry_run, |draft| {
                let ended = draft.cancel_challenge(id, reason.as_deref(), &change.by)?;
                Ok(line(&shown(draft.office, draft.store, &ended)?))
            })?;
            say([format!("Ended{}: {line}", change.tried())])
        }
    }
}

fn list(server: &mut Server, args: &ListArgs) -> Result<()> {
    let status = args.status.as_deref();
    let status = status
        .map(|word| known(word, ChallengeStatus::ALL))
        .transpose()?;
    let find = |who| server.look(|_, store| Ok(account::find(store, who)?.id));
    let player: Option<PlayerId> = args.player.as_deref().map(find).transpose()?;
    let has_place = |row: &ChallengeRow| {
        let mut places = row.places.iter();
        player.is_none() || places.any(|place| place.player == player)
    };
    let mut after = ChallengeId(0);
    loop {
        let (last, rows) = server.look(|office, store| {
            let rows = store.challenges(status, after, PAGE)?;
            let last = rows.last().map(|row| row.id);
            let rows = rows.into_iter().filter(has_place);
            let rows = rows.map(|row| shown(office, store, &challenges::value(row)?));
            let rows: Result<Vec<Shown>> = rows.collect();
            Ok((last, rows?))
        })?;
        let Some(last) = last else { return Ok(()) };
        after = last;
        let text: Vec<String> = rows.iter().map(line).collect();
        print_rows(args.json.json, &rows, &text)?;
    }
}

fn shown(office: &Office, store: &dyn Snapshot, challenge: &Challenge) -> Result<Shown> {
    let terms = &challenge.terms;
    let seats = terms
        .variant(office.games())
        .map_or_else(Vec::new, |variant| variant.seats());
    let word = |seat: u8| seats.get(usize::from(seat)).map(|seat| (*seat).to_owned());
    let name = |player: PlayerId| -> Result<String> {
        let row = store.player(player)?;
        Ok(row.map(|row| row.name).unwrap_or_default())
    };
    let place = |place: &Place| -> Result<ShownPlace> {
        Ok(ShownPlace {
            player: place.player.map(name).transpose()?,
            address: place.address.clone(),
            seat: place.seat.and_then(word),
            answer: place.answer.map(|yes| if yes { "yes" } else { "no" }),
            told: !place.hidden,
        })
    };
    let places: Vec<ShownPlace> = challenge.places.iter().map(place).collect::<Result<_>>()?;
    let others = places.iter().skip(1);
    let others = others.filter_map(|place| place.address.clone().or(place.player.clone()));
    let others = others.collect::<Vec<_>>().join(", ");
    let head = match challenge.is_seek() {
        true => "seek".to_owned(),
        false => format!("challenge {others}"),
    };
    let seat = places.first().and_then(|place| place.seat.clone());
    Ok(Shown {
        challenge: challenge.id.0,
        kind: challenge.kind.as_str(),
        status: challenge.status.as_str(),
        version: challenge.version,
        maker: name(challenge.maker)?,
        line: terms.line(&head, seat.as_deref()),
        variant: terms.variant.clone(),
        private: terms.private,
        created_at: challenge.created_at.clone(),
        expires_at: challenge.expires_at.clone(),
        closed_at: challenge.closed_at.clone(),
        closed_by: challenge.closed_by.clone(),
        game: challenge.game.map(|game| game.0),
        places,
    })
}

/// One line of a list.
fn line(shown: &Shown) -> String {
    let (number, kind, status) = (shown.challenge, shown.kind, shown.status);
    let mut places = shown.places.iter();
    let first = places.next().and_then(|place| place.player.as_deref());
    let (maker, terms) = (
        clean(first.unwrap_or_default(), 40),
        clean(&shown.line, 200),
    );
    let game = shown.game.map(|game| format!(", game #{game}"));
    let game = game.unwrap_or_default();
    format!("{number} {kind}: {status} by {maker}: {terms}{game}")
}

fn lines(shown: &Shown) -> Vec<String> {
    let (made, until, version) = (&shown.created_at, &shown.expires_at, shown.version);
    let by = clean(&shown.maker, 40);
    let terms = format!("made {made}, open until {until}, version {version} by {by}");
    let mut lines = vec![line(shown), terms];
    for place in &shown.places {
        let who = place.player.as_deref().or(place.address.as_deref());
        let who = clean(who.unwrap_or("a free place"), 80);
        let seat = place.seat.as_deref().unwrap_or("by lot");
        let answer = place.answer.unwrap_or("no answer yet");
        let told = match place.told {
            true => "",
            false => " (not told: blocked)",
        };
        lines.push(format!("  {who}, {seat}: {answer}{told}"));
    }
    if let (Some(at), Some(by)) = (&shown.closed_at, &shown.closed_by) {
        lines.push(format!("ended {at} by {}", clean(by, 40)));
    }
    lines
}

//! The work: who does it, how the queues do, and what waits for the umpire.

use chrono::TimeDelta;

use super::super::Server;
use super::super::lock::{Holder, Lock};
use super::Finding;
use crate::clock::{Clock, SystemClock};
use crate::meeting::names;
use crate::office::stamp;
use crate::store::{Counts, PlayerRow, Queue, QueueRow};
use crate::text::{clean, counted};

/// What to do if nobody works.
const START: &str = "start `zugpost run` (systemd unit in the README) or the cron line";

/// Reports whether a process works on the database, how its queues do, and which mails and letters need
/// attention.
pub(super) fn check(server: &mut Server) -> Vec<Finding> {
    let holder = Lock::holder(&server.config.server.data);
    let has_umpire = server.config.server.umpire.is_some();
    let late = stamp(SystemClock.now() - TimeDelta::minutes(15));
    let found = server.look(|_, store| {
        let (counts, queues) = (store.counts()?, store.queues()?);
        let mut findings = vec![at_work(holder, &queues, &late)];
        findings.extend(queues.iter().filter_map(queue));
        if let Some(due) = store.next_try()?.filter(|due| *due < late) {
            let text = format!("a letter has been due since {due} and was not tried");
            findings.push(Finding::wrong("letters", text, START));
        }
        findings.extend(attention(&counts));
        let official = official(&store.players()?);
        if !official.is_empty() {
            let names = official.join(", ");
            let text = format!("players may be taken for somebody who runs the server: {names}");
            let mend =
                "they keep their names; `zugpost player rename NAME OTHER` gives another one";
            findings.push(Finding::note("names", text, mend));
        }
        if !has_umpire {
            let kept = match counts.kept_reports {
                0 => String::new(),
                count => {
                    let kept = counted(count, "report is kept", "reports are kept");
                    format!("; {kept}, see `zugpost status`")
                }
            };
            let text = format!("nobody is told when something goes wrong{kept}");
            findings.push(Finding::note("umpire", text, "set `umpire` in [server]"));
        }
        Ok(findings)
    });
    let more = "`zugpost db check` says more";
    found.unwrap_or_else(|error| vec![Finding::error("work", &error, more)])
}

/// Names of members that look like that of somebody who runs the server.
fn official(players: &[PlayerRow]) -> Vec<String> {
    let members = players.iter().filter(|one| one.membership.is_member());
    let official = members.filter(|one| names::is_office(&one.name));
    official.map(|one| clean(&one.name, 60)).take(20).collect()
}

fn at_work(holder: Option<Holder>, queues: &[QueueRow], late: &str) -> Finding {
    if let Some(holder) = holder {
        return Finding::ok("work", format!("{} does it", holder.name()));
    }
    let times = queues
        .iter()
        .map(|row| [&row.last_success, &row.last_failure]);
    match times.flatten().flatten().max() {
        Some(last) if last.as_str() >= late => {
            Finding::ok("work", format!("was last done at {last}"))
        }
        Some(last) => Finding::note("work", format!("was last done at {last}"), START),
        None => Finding::note("work", "was never done", START),
    }
}

/// A queue that fails.
fn queue(row: &QueueRow) -> Option<Finding> {
    let (part, mend) = match row.queue {
        Queue::Fetch => ("inbox", "see what is said above about the inbox"),
        Queue::Judge => ("work", "see what is said above about database and disk"),
        Queue::Send => (
            "letters",
            "see what is said above about the outbox; `zugpost mail queue` lists the letters",
        ),
    };
    let (at, why) = (row.last_failure.as_ref()?, row.failure.as_ref()?);
    row.fails()
        .then(|| Finding::wrong(part, format!("failed at {at}: {why}"), mend))
}

fn attention(counts: &Counts) -> Vec<Finding> {
    const MEND: &str = "`zugpost mail queue`, `zugpost game list`, `zugpost db replay --compare`";
    let found = [
        (
            counts.quarantined_mails,
            "quarantined mail",
            "quarantined mails",
        ),
        (
            counts.quarantined_letters,
            "quarantined letter",
            "quarantined letters",
        ),
        (
            counts.deferred_letters,
            "letter deferred by a mail host",
            "letters deferred by mail hosts",
        ),
        (counts.failed_letters, "letter given up", "letters given up"),
        (
            counts.failed_addresses,
            "address to which letters cannot be delivered",
            "addresses to which letters cannot be delivered",
        ),
        (
            counts.frozen,
            "frozen game, whose record does not add up",
            "frozen games, whose records do not add up",
        ),
    ];
    let found = found.into_iter().filter(|(count, ..)| *count > 0);
    found
        .map(|(count, one, more)| {
            let mend = match one {
                "letter given up" => {
                    "`zugpost mail queue` says why; `zugpost mail retry --given-up`"
                }
                "address to which letters cannot be delivered" => {
                    "`zugpost player list` names them; `zugpost player address` gives a player another one"
                }
                _ => MEND,
            };
            Finding::note("work", counted(count, one, more), mend)
        })
        .collect()
}

//! The lines of `status`.

use super::{HostStatus, Status};
use crate::cli::lock::DAEMON;
use crate::office::send::Sending;
use crate::store::{Counts, Queue, QueueRow};
use crate::text::counted;

/// At most so many domains are in a line.
const DOMAINS: usize = 5;

impl Status {
    pub fn lines(&self) -> Vec<String> {
        let counts = &self.counts;
        let mut lines = vec![
            match &self.at_work {
                None => "running  nobody is at work".to_owned(),
                Some(holder) if holder.role.is_empty() => "running  another process".to_owned(),
                Some(holder) => format!("running  {}, process {}", holder.role, holder.process),
            },
            format!(
                "games    {} playing, {} finished, {} called off, {} frozen",
                counts.playing, counts.finished, counts.aborted, counts.frozen
            ),
            format!(
                "mails    {} to read, {} quarantined",
                counts.new_mails, counts.quarantined_mails
            ),
            letters(counts),
        ];
        if let Some(listen) = &self.lmtp {
            let daemon = self.at_work.as_ref();
            let rests = match daemon.is_some_and(|holder| holder.role == DAEMON) {
                true => "",
                false => "; mail waits at the mail host until `zugpost run` takes it",
            };
            lines.push(format!("inbox    LMTP at {listen}{rests}"));
        }
        if counts.kept_reports > 0 {
            lines.push(format!(
                "reports  {} kept for the umpire, since the settings name none: `zugpost mail queue` lists \
                 them, `zugpost mail show oN` shows one",
                counts.kept_reports
            ));
        }
        if counts.failed_addresses > 0 {
            lines.push(format!(
                "address  {} to which letters cannot be delivered ({}): see `zugpost player list`",
                counts.failed_addresses,
                domains(&self.failed_domains)
            ));
        }
        if !self.complaints.is_empty() {
            let all: i64 = self.complaints.iter().map(|(_, count)| count).sum();
            let marked = counted(all, "letter was", "letters were");
            let domains = domains(&self.complaints);
            lines.push(format!("spam     {marked} marked as spam ({domains})"));
        }
        lines.extend(self.sending.iter().map(limit));
        for queue in Queue::ALL {
            let name = match queue {
                Queue::Fetch => "fetching",
                Queue::Judge => "judging",
                Queue::Send => "sending",
            };
            let row = self.queues.iter().find(|row| row.queue == *queue);
            lines.push(format!("{name:8} {}", row.map_or("never".to_owned(), how)));
        }
        lines.extend(self.hosts.iter().map(HostStatus::line));
        lines.extend(self.unread.iter().map(|(source, at)| {
            format!(
                "source   {source} was not read since {at}: flags wait for its mail; if it is gone for good, \
                 `zugpost source retire` forgets it"
            )
        }));
        lines.extend(self.troubles.iter().map(|why| format!("error    {why}")));
        if self.troubles.is_empty() {
            let error = self.last_error.as_deref().unwrap_or("none");
            lines.push(format!("error    {error}"));
        }
        let timed = &self.timed_games;
        if timed.clocks > 0 {
            lines.push(format!(
                "clocks   {} games, {} in grace, {} paused",
                timed.clocks, timed.grace, timed.paused
            ));
        }
        if let Some((game, at)) = &self.next_deadline {
            lines.push(format!("deadline the next one is at {at}, in game #{game}"));
        }
        if let Some((since, why)) = &self.clock_stopped {
            lines.push(format!(
                "clock    not trusted since {since}: {why}; `zugpost clock accept` if it is right now"
            ));
        }
        let off = self
            .variants_off
            .iter()
            .map(|fault| format!("variants {fault}"));
        lines.extend(off);
        for (variant, version, games) in &self.unknown_rules {
            lines.push(format!(
                "rules    version {version} of {variant} is not known to this program: {games} \
                 frozen; run the program that began them"
            ));
        }
        lines
    }
}

/// The first domains of a list, with their numbers.
fn domains(all: &[(String, i64)]) -> String {
    let shown = all.iter().take(DOMAINS);
    let shown = shown.map(|(domain, count)| format!("{domain} {count}"));
    let more = (all.len() > DOMAINS).then(|| "…".to_owned());
    Vec::from_iter(shown.chain(more)).join(", ")
}

/// How far a limit is used.
fn limit(limit: &Sending) -> String {
    let waits = match limit.sent >= limit.most {
        true => format!("; others wait until {}", limit.until),
        false => String::new(),
    };
    format!(
        "limit    {} of {} letters {} were sent{waits}",
        limit.sent, limit.most, limit.what
    )
}

fn letters(counts: &Counts) -> String {
    let deferred = match counts.deferred_letters {
        0 => String::new(),
        deferred => format!(", {deferred} of them deferred"),
    };
    format!(
        "letters  {} waiting{deferred}, {} given up, {} quarantined",
        counts.waiting_letters, counts.failed_letters, counts.quarantined_letters
    )
}

/// How a queue does.
fn how(row: &QueueRow) -> String {
    let success = match &row.last_success {
        Some(at) => format!("worked at {at}"),
        None => "never worked".to_owned(),
    };
    match (&row.last_failure, &row.failure) {
        (Some(at), Some(why)) if row.fails() => format!("FAILED at {at}: {why} ({success})"),
        (Some(at), _) => format!("{success}; failed at {at}, mended since"),
        (None, _) => success,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::status::last_error;

    fn row(queue: Queue, success: &str, failure: &str) -> QueueRow {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        QueueRow {
            queue,
            last_success: some(success),
            last_failure: some(failure),
            failure: some(failure).map(|_| "nobody answers".to_owned()),
        }
    }

    #[test]
    fn a_mended_failure_has_a_date_and_is_no_error() {
        let (early, late) = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
        let mended = row(Queue::Send, late, early);
        assert_eq!(
            how(&mended),
            format!("worked at {late}; failed at {early}, mended since")
        );
        let fails = row(Queue::Fetch, early, late);
        assert_eq!(
            how(&fails),
            format!("FAILED at {late}: nobody answers (worked at {early})")
        );
        assert_eq!(how(&row(Queue::Judge, "", "")), "never worked");
        assert_eq!(last_error(std::slice::from_ref(&mended)), None);
        let error = last_error(&[mended, fails]);
        assert_eq!(
            error.as_deref(),
            Some("2026-01-02T00:00:00Z nobody answers")
        );
    }

    #[test]
    fn letters_that_are_deferred_are_said_to_be() {
        let mut counts = Counts {
            waiting_letters: 1,
            ..Counts::default()
        };
        assert_eq!(
            letters(&counts),
            "letters  1 waiting, 0 given up, 0 quarantined"
        );
        counts.deferred_letters = 1;
        assert!(letters(&counts).contains("1 waiting, 1 of them deferred,"));
    }
}

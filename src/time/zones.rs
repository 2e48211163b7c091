//! Time zones, and instants as they are written for a reader.

use std::cmp::Reverse;

use chrono::{DateTime, Offset};
use chrono_tz::{OffsetName, TZ_VARIANTS, Tz};

#[cfg(test)]
mod tests;

/// The most letters of a name that is compared with those known; the longest has 32.
const LONGEST_NAME: usize = 64;

/// The time zone that `text` names in the IANA database, in any case and with blanks for `_`. Its last
/// part is enough (`rome`), unless several zones have it.
///
/// # Errors
///
/// For other texts: the three nearest names, the nearest first.
pub fn find(text: &str) -> Result<Tz, Vec<&'static str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wanted = words.join("_").to_ascii_lowercase();
    let is_wanted = |name: &str| name.eq_ignore_ascii_case(&wanted);
    if let Some(zone) = TZ_VARIANTS.iter().find(|zone| is_wanted(zone.name())) {
        return Ok(*zone);
    }
    let ends_so = |name: &str| !is_fixed(name) && is_wanted(last_part(name));
    let mut named = TZ_VARIANTS.iter().filter(|zone| ends_so(zone.name()));
    match (named.next(), named.next()) {
        (Some(zone), None) => Ok(*zone),
        _ => Err(nearest(&wanted)),
    }
}

/// The zone of a name that was stored; UTC if it is not known any more.
pub fn stored(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether `name` is of the folder of fixed offsets. Their signs are those of POSIX: `Etc/GMT+2` is two
/// hours behind UTC, which nobody means who writes `GMT+2`. They must be named in full.
fn is_fixed(name: &str) -> bool {
    name.starts_with("Etc/")
}

/// The names nearest to `wanted`, as a whole or in their last part. Of equally near ones those that
/// begin in the same way come first.
fn nearest(wanted: &str) -> Vec<&'static str> {
    let wanted: String = wanted.chars().take(LONGEST_NAME).collect();
    let last = last_part(&wanted);
    let names = TZ_VARIANTS.iter().map(|zone| zone.name());
    let mut names: Vec<(usize, Reverse<usize>, &str)> = names
        .filter(|name| !is_fixed(name))
        .map(|name| {
            let lower = name.to_ascii_lowercase();
            let part = last_part(&lower);
            let distance = strsim::osa_distance(last, part);
            let same = last.bytes().zip(part.bytes()).take_while(|(a, b)| a == b);
            let whole = strsim::osa_distance(&wanted, &lower);
            (distance.min(whole), Reverse(same.count()), name)
        })
        .collect();
    names.sort_unstable();
    names.into_iter().take(3).map(|(_, _, name)| name).collect()
}

/// How the zone of a moment is called at that moment: `CET`, `CEST`; `UTC+3` where its abbreviation is a number.
pub fn name(local: &DateTime<Tz>) -> String {
    let offset = local.offset();
    let name = offset.abbreviation().filter(|name| {
        let first = name.chars().next();
        first.is_some_and(|c| c.is_ascii_alphabetic())
    });
    name.map_or_else(
        || from_utc(offset.fix().local_minus_utc()),
        ToOwned::to_owned,
    )
}

/// An offset in seconds: `UTC+3`, `UTC-3:30`, `UTC`.
fn from_utc(seconds: i32) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.abs() / 60;
    match (minutes / 60, minutes % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}

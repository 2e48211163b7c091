//! The house player in whole games, and on positions with a proven mate. The short forms play little and assert what
//! holds for certain; with `ZUGPOST_PARTNER=20` so many games of each kind are played, which takes hours.

mod found;
mod games;
mod mates;
mod reviews;

/// How many games are played of each kind; `None`: the short form.
fn measured() -> Option<usize> {
    std::env::var("ZUGPOST_PARTNER").ok()?.parse().ok()
}

/// Whether a variant is among those that are to be measured (`ZUGPOST_PARTNER_OF=chess,xiangqi`).
fn is_wanted(id: &str) -> bool {
    let of = std::env::var("ZUGPOST_PARTNER_OF");
    of.map_or(true, |of| of.split(',').any(|wanted| wanted == id))
}

//! Bytes by which the database grows with each turn.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, ensure};
use zugpost::store::{SqliteStore, Store};

use super::SMALL;
use super::games::Games;

/// The growth that is wanted, with all bytes.
const WANTED: usize = 6_000;
/// Turns that are measured in each game.
const TURNS: usize = 20;
/// All turns that are measured.
const ALL: usize = SMALL * TURNS;

/// Bytes of all pages in use, and of those of each table and index.
fn sizes(store: &mut SqliteStore) -> Result<BTreeMap<String, i64>> {
    let connection = store.connection();
    let mut statement = connection.prepare(
        "SELECT ' all pages in use', (page_count - freelist_count) * page_size
         FROM pragma_page_count, pragma_freelist_count, pragma_page_size
         UNION ALL
         SELECT name, sum(pgsize) FROM dbstat GROUP BY name",
    )?;
    let sizes = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(sizes.collect::<rusqlite::Result<_>>()?)
}

/// Does what the daily clean-up does after the days for which bytes are kept.
fn forget_bytes(store: &mut SqliteStore) -> Result<()> {
    store.forget(Some("9999"), "9999")?;
    Ok(())
}

/// Plays all turns, and prints how much the database has grown: with the bytes of mails and letters, which
/// are kept for 90 days, and without them.
pub fn print(folder: &Path) -> Result<()> {
    let mut games = Games::begin(folder)?;
    forget_bytes(&mut games.store)?;
    let before = sizes(&mut games.store)?;
    for _ in 0..TURNS {
        games.play(&mut || Ok(()))?;
    }
    let after = sizes(&mut games.store)?;
    let letters = games.letters.count;
    ensure!(letters == 2 * ALL, "{letters} letters were sent");
    forget_bytes(&mut games.store)?;
    let kept = sizes(&mut games.store)?;

    println!(
        "\ngrowth of the database: {ALL} turns of {SMALL} games, by mails as Gmail writes them; all \
         letters have left; bytes per turn"
    );
    println!("{:<34}{:>9}{:>15}", "", "at once", "without bytes");
    for name in after.keys() {
        let of = |sizes: &BTreeMap<String, i64>| sizes.get(name).copied().unwrap_or_default();
        let per_turn = |bytes: i64| bytes as f64 / ALL as f64;
        let (at_once, kept_for_ever) = (of(&after) - of(&before), of(&kept) - of(&before));
        if (at_once, kept_for_ever) != (0, 0) {
            println!(
                "{name:<34}{:>9.1}{:>15.1}",
                per_turn(at_once),
                per_turn(kept_for_ever)
            );
        }
    }
    println!(
        "wanted: at most {WANTED} at once\n{:<34}{:>9}{:>12}",
        "bytes of a message (means)", "plain", "deflated"
    );
    for (name, sizes) in [("mails", &games.mails), ("letters", &games.letters)] {
        let (plain, deflated) = (sizes.plain / sizes.count, sizes.deflated / sizes.count);
        println!("{name:<34}{plain:>9}{deflated:>12}");
    }
    Ok(())
}

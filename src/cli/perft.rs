//! `zugpost perft`: counts leaf turns.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use clap::Args;

use crate::rules::{Game, Listing, Options};

use super::variant::Files;

/// What to count: a variant, its options, and how deep.
#[derive(Clone, Debug, Default, Args)]
pub struct PerftArgs {
    /// Variant id (`zugpost variant list`)
    variant: String,
    /// Depth in turns of both sides
    depth: u32,
    /// An option of the game: turn=postal
    #[arg(long, value_name = "KEY=VALUE", value_parser = super::pair)]
    option: Vec<(String, String)>,
    /// Start from this position text
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Print the number of leaves below each turn
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    files: Files,
    /// Number of threads that count, at most 256
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Prints the number of leaf turns. With `divide`, it is preceded by a line `turn: leaves` for each turn,
/// sorted bytewise, and an empty line.
///
/// # Errors
/// The variant is unknown, an option or the position is wrong, or `output` fails.
pub fn run(request: &PerftArgs, output: &mut dyn Write) -> anyhow::Result<()> {
    let games = request.files.games()?;
    let variant = super::variant::find(&games, &request.variant)?;
    let options: Options = request.option.iter().cloned().collect();
    let game = variant.start(&options, request.position.as_deref());
    let game = game.with_context(|| format!("{} cannot begin so", variant.id()))?;
    if !request.divide && (request.threads <= 1 || request.depth < 2) {
        writeln!(output, "{}", game.perft(request.depth))?;
        return Ok(());
    }
    let parts = match request.depth {
        0 => Vec::new(),
        depth => divide(game.as_ref(), depth, request.threads),
    };
    let sum: u64 = match request.depth {
        0 => 1,
        _ => parts.iter().map(|(_, n)| n).sum(),
    };
    if request.divide {
        for (turn, leaves) in &parts {
            writeln!(output, "{turn}: {leaves}")?;
        }
        writeln!(output)?;
    }
    writeln!(output, "{sum}")?;
    Ok(())
}

/// As [`Game::divide`] on several threads, each of which takes the next turn that is not counted yet.
pub fn divide(game: &dyn Game, depth: u32, threads: usize) -> Vec<(String, u64)> {
    let turns = match game.legal(usize::MAX) {
        Listing::All(turns) if threads > 1 && depth > 1 => turns,
        _ => return game.divide(depth),
    };
    let next = AtomicUsize::new(0);
    let count = |root: Box<dyn Game>| {
        let mut counted = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(turn) = turns.get(i) else {
                return counted;
            };
            let mut game = root.fork();
            let leaves = game.replay(turn).map_or(0, |_| game.perft(depth - 1));
            counted.push((turn.clone(), leaves));
        }
    };
    let mut all: Vec<(String, u64)> = std::thread::scope(|scope| {
        let roots = (0..threads.min(256)).map(|_| game.fork());
        let workers: Vec<_> = roots.map(|root| scope.spawn(|| count(root))).collect();
        let workers = workers.into_iter();
        workers
            .flat_map(|one| one.join().unwrap_or_default())
            .collect()
    });
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(divide: bool, threads: usize) -> String {
        let mut out = Vec::new();
        let request = PerftArgs {
            variant: "hans38".to_owned(),
            depth: 2,
            divide,
            threads,
            ..PerftArgs::default()
        };
        run(&request, &mut out).expect("runs");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn threads_change_nothing() {
        assert_eq!(printed(true, 1), printed(true, 3));
        assert_eq!(printed(false, 1), printed(false, 3));
        assert!(printed(true, 1).ends_with(&format!("\n\n{}", printed(false, 1))));
    }
}

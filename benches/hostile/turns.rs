//! Mails that are full of turns and of questions about turns.

use super::mails::{HostileMail, Sender, plain};
use super::world::GAMES;

/// Makes a line of a function that makes a turn of so many actions.
type MakesLine<'a> = dyn FnMut(&mut dyn FnMut(usize) -> String) -> String + 'a;

/// At most about this many bytes of turns.
const BYTES: usize = 1 << 20;

/// Adds these mails for every game, and for every sender in one game.
pub fn add(all: &mut Vec<HostileMail>) {
    for (game, variant, ..) in GAMES {
        for (name, _) in shapes(variant) {
            push(all, Sender::Key, game, variant, name);
        }
    }
    for sender in [
        Sender::OldKey,
        Sender::Vouched,
        Sender::Forged,
        Sender::OtherAddress,
        Sender::Stranger,
    ] {
        for game in ["hans38 after 900", "moving after 30"] {
            let (_, variant, ..) = GAMES
                .iter()
                .find(|(name, ..)| *name == game)
                .expect("a game");
            for (name, _) in shapes(variant) {
                push(all, sender, game, variant, name);
            }
        }
    }
}

fn push(
    all: &mut Vec<HostileMail>,
    sender: Sender,
    game: &'static str,
    variant: &'static str,
    wanted: &'static str,
) {
    all.push(HostileMail {
        name: format!("{sender:?}, {game}: {wanted}"),
        make: Box::new(move |keys| {
            let shape = shapes(variant)
                .into_iter()
                .find(|(name, _)| *name == wanted);
            let (_, body) = shape.expect("one of them");
            let end = body
                .char_indices()
                .map(|(at, _)| at)
                .take_while(|at| *at <= BYTES)
                .last();
            plain(keys, sender, game, &body[..end.unwrap_or(0)])
        }),
    });
}

/// Words that are actions of the game, many of them legal.
fn actions(variant: &str) -> Vec<String> {
    let mut all = Vec::new();
    let files = if variant == "xiangqi" {
        "abcdefghi"
    } else {
        "abcdefgh"
    };
    for file in files.chars() {
        for rank in 1..=8 {
            all.push(format!("{file}{rank}"));
            all.push(format!("N{file}{rank}"));
            if variant != "chess" && variant != "xiangqi" {
                all.push(format!("@@{file}{rank}"));
                all.push(format!("@g1-{file}{rank}"));
            }
        }
    }
    all
}

fn shapes(variant: &str) -> Vec<(&'static str, String)> {
    let actions = actions(variant);
    let mut seed = 1u64;
    let mut any = move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        actions[(seed >> 33) as usize % actions.len()].clone()
    };
    let mut turn =
        move |count: usize| -> String { (0..count).map(|_| any()).collect::<Vec<_>>().join(" ") };
    let mut lines = |count: usize, make: &mut MakesLine<'_>| -> String {
        (0..count).map(|_| make(&mut turn) + "\r\n").collect()
    };
    let joined = |text: String| text.replace("\r\n", " ");
    let piled: String = "N f3 ".repeat(60);
    vec![
        ("turns of one action", lines(3000, &mut |turn| turn(1))),
        ("turns of two actions", lines(3000, &mut |turn| turn(2))),
        ("turns of seven actions", lines(3000, &mut |turn| turn(7))),
        (
            "Nf3 and an action a line",
            lines(3000, &mut |turn| format!("Nf3 {}", turn(1))),
        ),
        (
            "Nf3, then actions",
            format!("Nf3\r\n{}", lines(1000, &mut |turn| turn(1))),
        ),
        (
            "Nf3, then prose with turns",
            format!(
                "Nf3\r\n{}",
                lines(1000, &mut |turn| format!(
                    "perhaps {} or {}, sorry",
                    turn(1),
                    turn(2)
                ))
            ),
        ),
        (
            "sentences",
            lines(3000, &mut |turn| {
                format!("I think I play {} or rather {}!", turn(1), turn(2))
            }),
        ),
        (
            "one sentence of turns",
            joined(lines(3000, &mut |turn| turn(2))),
        ),
        (
            "lines of 390 bytes",
            lines(1000, &mut |turn| turn(64).chars().take(390).collect()),
        ),
        (
            "lines of 4,000 bytes",
            lines(200, &mut |turn| turn(500).chars().take(4000).collect()),
        ),
        (
            "one drop over and over",
            "@@e3 @@e3 @@e3 @@e3 @@e3 @@e3 @@e3 @@e3\r\n".repeat(3000),
        ),
        (
            "letters and squares apart",
            format!("{piled}\r\n").repeat(500),
        ),
        (
            "knight to f3",
            "knight to f3 and knight to c3 and then knight takes e5\r\n".repeat(2000),
        ),
        (
            "preview",
            lines(3000, &mut |turn| format!("preview {}", turn(24))),
        ),
        (
            "preview of knights",
            format!("preview {}\r\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(6)).repeat(3000),
        ),
        ("legal", "legal\r\n".repeat(3000)),
        (
            "legal of a square",
            lines(3000, &mut |turn| format!("legal {}", turn(1))),
        ),
        ("legal N", "legal N\r\n".repeat(3000)),
        ("hold", lines(3000, &mut |turn| format!("hold {}", turn(2)))),
        ("hold Nf3", "hold Nf3\r\n".repeat(3000)),
        (
            "show at N",
            (1..3000).map(|n| format!("show at {n}\r\n")).collect(),
        ),
        ("history", "history\r\n".repeat(3000)),
        ("different queries", {
            let some = [
                "history",
                "legal",
                "show at 5",
                "rules",
                "rules moving-squares",
                "games",
                "variants",
                "help",
                "commands",
                "preview e4",
            ];
            (0..300)
                .map(|n| format!("{}\r\n", some[n % some.len()]))
                .collect()
        }),
        (
            "if",
            lines(3000, &mut |turn| {
                format!(
                    "if {} then {}; {} then {}",
                    turn(1),
                    turn(1),
                    turn(2),
                    turn(2)
                )
            }),
        ),
        (
            "Nf3, then if",
            format!(
                "Nf3\r\n{}",
                lines(1000, &mut |turn| format!("if {} then {}", turn(1), turn(7)))
            ),
        ),
        (
            "draw claim",
            lines(1000, &mut |turn| format!("{} draw claim", turn(2))),
        ),
        (
            "games named",
            lines(3000, &mut |turn| format!("#1 {}", turn(2))),
        ),
        (
            "resign, then words",
            format!(
                "resign\r\n{}",
                lines(1000, &mut |turn| format!("or not? {}", turn(3)))
            ),
        ),
    ]
}

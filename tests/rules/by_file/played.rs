//! Games by file behind the server's interface: canonical texts, UCI, position texts, views.

use std::collections::BTreeSet;

use serde_json::Value;
use zugpost::rules::reason::Reason;
use zugpost::rules::variant::Options;
use zugpost::rules::{Game, Listing, Refusal, TurnReading, Variant};
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::game::ByFile;
use zugpost::variants::by_file::read;

fn start(name: &str) -> (ByFile, Box<dyn Game>) {
    let section = Catalogue::built_in().find(name).expect(name);
    let variant = ByFile::new(section);
    let game = variant.start(&Options::new(), None).expect("a start");
    (variant, game)
}

/// All legal turns.
fn legal(game: &dyn Game) -> Vec<String> {
    match game.legal(5_000) {
        Listing::All(turns) => turns,
        other => panic!("{other:?}"),
    }
}

/// The recorded games of the variants that come with the program, a few of each: at each position the texts of the
/// turns differ, and the turn that was played is found by its UCI and by its text.
#[test]
fn turns_have_texts_of_their_own() {
    let (mut games, mut variants, mut plies) = (0, BTreeSet::new(), 0);
    let mut seen: Vec<(String, usize)> = Vec::new();
    for line in include_str!("vectors.jsonl").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let name = line["v"].as_str().expect("a name").to_owned();
        if Catalogue::built_in().find(&name).is_none() {
            continue;
        }
        let many = seen.iter().filter(|(known, _)| *known == name).count();
        if many >= 3 {
            continue;
        }
        seen.push((name.clone(), 0));
        let (variant, _) = start(&name);
        let position = line["fen"].as_str().expect("a position");
        let mut game = variant
            .start(&Options::new(), Some(position))
            .expect("a start");
        let mut again = variant
            .start(&Options::new(), Some(position))
            .expect("a start");
        for uci in line["t"].as_str().expect("turns").split_whitespace() {
            if game.outcome().is_some() {
                break;
            }
            let turns = legal(game.as_ref());
            let engines = game.uci().expect("by file");
            assert!(engines.len() == turns.len() && engines.iter().any(|text| text == uci));
            let different: BTreeSet<&String> = turns.iter().collect();
            assert_eq!(different.len(), turns.len(), "{name} {}", game.position());
            let played = game
                .play(uci)
                .unwrap_or_else(|why| panic!("{name} {uci}: {why}"));
            assert!(
                turns.contains(&played.canonical),
                "{name}: {}",
                played.canonical
            );
            assert_eq!(
                again.meaning(&played.canonical).as_deref(),
                Ok(&*played.canonical)
            );
            again.replay(&played.canonical).expect("canonical");
            assert_eq!(again.position(), game.position());
            plies += 1;
        }
        games += 1;
        variants.insert(name);
    }
    assert!(
        games >= 80 && variants.len() == 30 && plies > 700,
        "{games} {variants:?} {plies}"
    );
}

/// A line of `turns.txt`.
struct Typed {
    line: &'static str,
    game: Box<dyn Game>,
    typed: &'static str,
    wanted: &'static str,
}

/// The lines of `turns.txt`: `VARIANT | TURNS before | what is typed | what it means`; `?` for what is asked back, `!`
/// and the code of the refusal for what is refused.
fn typed() -> Vec<Typed> {
    let lines = include_str!("turns.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    let read = lines.map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, before, typed, wanted] = fields[..] else {
            panic!("{line}");
        };
        let (_, mut game) = start(name);
        for turn in before.split_whitespace().filter(|turn| *turn != "-") {
            game.play(turn)
                .unwrap_or_else(|why| panic!("{line}: {turn}: {why}"));
        }
        Typed {
            line,
            game,
            typed,
            wanted,
        }
    });
    read.collect()
}

#[test]
fn what_people_type_is_read() {
    let mut wrong = Vec::new();
    let all = typed();
    assert!(all.len() >= 50, "{}", all.len());
    for mut case in all {
        let text = match case.game.reading(case.typed) {
            TurnReading::Turn(text) => Some(text),
            TurnReading::No => Some(case.typed.to_owned()),
            TurnReading::Doubtful(_) => None,
        };
        let said = match text.map(|text| case.game.play(&text)) {
            Some(Ok(played)) => played.canonical,
            None | Some(Err(Refusal::Ambiguous { .. } | Refusal::Incomplete { .. })) => {
                "?".to_owned()
            }
            Some(Err(why)) => format!("! {}", why.reason().code),
        };
        if said != case.wanted {
            wrong.push(format!("{}: {said}", case.line));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How pieces move that stay on some squares.
fn bounded() -> Vec<Reason> {
    // The region of the queen is beyond the board of the child.
    let file = b"[large:chess]\nmaxRank = 10\nmobilityRegionBlackQueen = a10\n\
        [one:large]\nmaxRank = 8\nmobilityRegionWhiteRook = *1 *2\nmobilityRegionBlackRook = a1\n\
        mobilityRegionWhiteKnight = b1 c3 a3 d2\nmobilityRegionWhiteBishop = a1 b1 a2 b2\n";
    let (sections, _) = read(file, Catalogue::built_in());
    let game = ByFile::new(sections[1].clone());
    let game = game.start(&Options::new(), None).expect("a start");
    let kinds = game.view(None).kinds.into_iter();
    kinds.filter_map(|kind| kind.moves).collect()
}

#[test]
fn legends_say_where_pieces_stay() {
    let said: Vec<String> = bounded().iter().map(Reason::to_string).collect();
    let places: usize = said
        .iter()
        .map(|said| said.matches("region-").count())
        .sum();
    assert!(places >= 8, "{said:?}");
    for code in [
        "region-nowhere",
        "region-ranks",
        "region-rectangle",
        "region-squares",
        "region-everywhere",
    ] {
        assert!(
            said.iter().any(|said| said.contains(code)),
            "{code}: {said:?}"
        );
    }
}

/// All that these games have to say.
pub fn told() -> Vec<Reason> {
    let mut told = Vec::new();
    for mut case in typed() {
        told.extend(case.game.writing(case.game.to_move()));
        if let Err(why) = case.game.play(case.typed) {
            told.push(why.reason().clone());
        }
    }
    for section in Catalogue::built_in().iter() {
        let variant = ByFile::new(section.clone());
        told.push(variant.summary());
        let game = variant.start(&Options::new(), None).expect("a start");
        told.extend(
            game.view(None)
                .kinds
                .into_iter()
                .filter_map(|kind| kind.moves),
        );
    }
    told.extend(bounded());
    let (variant, mut game) = start("3check");
    told.push(
        game.claim_draw()
            .expect_err("nothing to claim")
            .reason()
            .clone(),
    );
    for turn in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ').take(4) {
        game.play(turn).expect("legal");
    }
    told.extend(game.warnings());
    for position in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 3+3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 3+3 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 3+3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x+3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPKP/RNBQKBNR w KQkq - 3+3 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 3+3 0 1",
    ] {
        let refused = variant.start(&Options::new(), Some(position)).err();
        told.push(refused.unwrap_or_else(|| panic!("{position}")).reason());
    }
    told
}

/// Every game is begun, shown, and played to its end by turns that are taken by turns from the list.
#[test]
fn every_game_that_comes_with_the_program_is_played() {
    let (mut count, mut ended) = (0, 0);
    for section in Catalogue::built_in().iter() {
        let variant = ByFile::new(section.clone());
        let mut game = variant.start(&Options::new(), None).expect("a start");
        let mut random = 7_usize;
        for _ in 0..120 {
            if game.outcome().is_some() {
                ended += 1;
                break;
            }
            let view = game.view(Some(game.to_move()));
            assert_eq!(
                view.cells.len(),
                usize::from(view.files) * usize::from(view.ranks)
            );
            assert!(!view.kinds.is_empty(), "{}", variant.id());
            let position = game.position();
            let read = variant
                .start(&Options::new(), Some(&position))
                .expect("read back");
            assert_eq!(read.position(), position);
            let turns = legal(game.as_ref());
            assert_eq!(game.count(), Some(turns.len() as u64));
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let turn = &turns[(random >> 33) % turns.len()];
            game.play(turn).expect("legal");
        }
        count += 1;
    }
    assert!(count >= 30 && ended > 3, "{count} games, {ended} ended");
}

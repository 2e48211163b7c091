//! Lessons: every position stands, every right answer is legal and counts, and a wrong one is refused.

use zugpost::lessons::{self, Idea, Judged, Lesson, Right, Step};
use zugpost::rules::{Game, Listing, Variant};
use zugpost::variants::{self, Games, VARIANTS};
use zugpost::words::Words;

fn game(variant: &dyn Variant, step: &Step) -> Box<dyn Game> {
    let started = variant.start(&step.options, Some(&step.position));
    let game = started.unwrap_or_else(|why| panic!("{}: {step:?}: {why:?}", variant.id()));
    assert_eq!(game.outcome(), None, "{}: {step:?}", variant.id());
    game
}

fn right(game: &dyn Game, step: &Step) -> Vec<String> {
    let Listing::All(turns) = game.legal(2_000) else {
        return Vec::new();
    };
    let is_right = |turn: &String| matches!(step.judge(game, turn), Judged::Right(_));
    turns.into_iter().filter(is_right).collect()
}

fn lesson(variant: &dyn Variant) -> Lesson {
    lessons::of(variant).unwrap_or_else(|| panic!("{} has no lesson", variant.id()))
}

#[test]
fn each_of_our_games_has_a_lesson_whose_answers_are_right() {
    let voice = Words::built_in().english();
    for variant in VARIANTS {
        let lesson = lesson(*variant);
        assert!((5..=8).contains(&lesson.steps.len()), "{}", variant.id());
        let mut refused = 0;
        for step in &lesson.steps {
            let game = game(*variant, step);
            let Idea::Text(name) = &step.idea else {
                panic!("{step:?}");
            };
            assert!(voice.has(&format!("lessons/{name}")), "{name} has no text");
            assert!(!step.right.is_empty(), "{step:?}");
            for right in &step.right {
                if let Right::Turn(turn) = right {
                    assert_eq!(
                        step.judge(&*game, turn),
                        Judged::Right(turn.clone()),
                        "{step:?}"
                    );
                }
            }
            for answer in &step.answers {
                assert!(
                    matches!(step.judge(&*game, answer), Judged::Right(_)),
                    "{step:?}: {answer}"
                );
            }
            let by_turn = !step.answers.is_empty()
                || step
                    .right
                    .iter()
                    .any(|right| matches!(right, Right::Turn(_)));
            let found = right(&*game, step);
            assert!(by_turn || !found.is_empty(), "{step:?}");
            for wrong in &step.wrong {
                let judged = step.judge(&*game, wrong);
                assert!(!matches!(judged, Judged::Right(_)), "{step:?}: {wrong}");
                refused += usize::from(matches!(judged, Judged::Refused(_)));
            }
        }
        assert!(refused > 0, "{}: no turn is refused", variant.id());
    }
}

#[test]
fn no_line_of_a_file_says_nothing() {
    for variant in VARIANTS {
        let path = format!(
            "{}/src/lessons/{}.txt",
            env!("CARGO_MANIFEST_DIR"),
            variant.id()
        );
        let text = std::fs::read_to_string(&path).expect("a file");
        let lesson = lesson(*variant);
        let (mut heads, mut rights, mut answers, mut wrongs) = (0, 0, 0, 0);
        for line in text.lines().filter(|line| !line.is_empty()) {
            match line.split(' ').next() {
                Some("turn" | "does") => rights += 1,
                Some("answer") => answers += 1,
                Some("wrong") => wrongs += 1,
                Some("position" | "options") => {}
                _ if line.starts_with('[') => heads += 1,
                _ => panic!("{}: {line}", variant.id()),
            }
        }
        let count = |of: fn(&Step) -> usize| lesson.steps.iter().map(of).sum::<usize>();
        let tried = (count(|s| s.answers.len()), count(|s| s.wrong.len()));
        let counts = (lesson.steps.len(), count(|s| s.right.len()), tried);
        assert_eq!(
            counts,
            (heads, rights, (answers, wrongs)),
            "{}",
            variant.id()
        );
    }
}

#[test]
fn each_game_by_file_gets_a_lesson_of_its_pieces_and_ends() {
    let (mut without, mut short, mut ends, mut all) = (Vec::new(), Vec::new(), 0, 0);
    for variant in Games::built_in().by_file() {
        all += 1;
        let Some(lesson) = lessons::of(variant) else {
            without.push(variant.id());
            continue;
        };
        for step in &lesson.steps {
            let found = right(&*game(variant, step), step);
            assert!(!found.is_empty(), "{}: {step:?}", variant.id());
        }
        if lesson.steps.len() < 5 {
            short.push((variant.id(), lesson.steps.len()));
        }
        let is_end = |step: &Step| matches!(step.idea, Idea::End(_));
        ends += usize::from(lesson.steps.iter().any(is_end));
    }
    assert_eq!(without, [""; 0]);
    // In these, games by lot show little more.
    assert_eq!(short, [("duck", 3), ("flipello", 4), ("flipello10", 4)]);
    for id in ["threekings", "amazons", "flipersi"] {
        let lesson = lesson(variants::find(id).expect("a game"));
        assert!((5..=8).contains(&lesson.steps.len()), "{id}");
        assert!(
            lesson
                .steps
                .iter()
                .any(|step| matches!(step.idea, Idea::End(_)))
        );
    }
    assert!(ends * 10 > all * 8, "{ends} of {all} show an end");
    let mark = |id| lesson(variants::find(id).expect("a game")).mark;
    assert_eq!(mark("crazyhouse"), mark("crazyhouse"));
    assert_ne!(mark("crazyhouse"), mark("shogi"));
}

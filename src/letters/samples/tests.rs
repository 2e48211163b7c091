use std::fs;

use super::*;
use crate::words::ENGLISH;

/// Texts that no sample fills in: boards of positions that are rare, films of too many turns, turns that are chains of
/// actions, and places in games of more than two seats, of which there is none. The filters use the words of lists.
const NOT_SAMPLED: [&str; 7] = [
    "board-",
    "film-too-",
    "guide-",
    "legal-next",
    "list-",
    "turn-begun",
    "you-hold-place",
];

/// Lines of letters have at most so many columns.
const WIDEST: usize = 72;

/// The texts of an operator's file.
fn ours(path: &str, text: &str) -> Words {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, text).expect("written");
    let (words, warnings) = Words::load(Some(folder.path()));
    assert_eq!(warnings, Vec::<String>::new());
    words
}

/// The recorded letters in English.
fn samples(words: &Words, trial: &Trial) -> Vec<String> {
    let samples = recorded().expect("they can be read");
    let voice = words.english().on_trial(trial);
    let rendered = samples.iter().map(|sample| sample.render(voice));
    rendered.map(|text| text.expect("rendered")).collect()
}

#[test]
fn the_texts_of_the_program_can_all_be_filled_in() {
    let (words, trial) = (Words::built_in(), Trial::default());
    let samples = samples(words, &trial);
    assert_eq!(trial.failures(), Vec::<String>::new());
    assert!(samples.len() > 50);
    for sample in &samples {
        for folder in ["[notices/", "[reasons/", "[letters/", "[help/"] {
            assert!(!sample.contains(folder), "{sample}");
        }
    }
    let untried = words.names().into_iter().filter(|text| {
        let (folder, name) = text.split_once('/').unwrap_or_default();
        let rare = NOT_SAMPLED.iter().any(|rare| name.starts_with(rare));
        let sampled = ["notices", "letters", "help"].contains(&folder) && !rare;
        sampled && !trial.has_tried("en", text)
    });
    assert_eq!(
        untried.collect::<Vec<_>>(),
        Vec::<String>::new(),
        "texts that no recorded letter needs: see CONTRIBUTING.md, 'Add a letter'"
    );
    assert_eq!(check(words), Vec::<String>::new());
}

/// A language of the program has all texts: none is taken from English, and none fails.
#[test]
fn every_language_of_the_program_is_complete() {
    let words = Words::built_in();
    let others: Vec<&str> = words.languages().filter(|name| *name != ENGLISH).collect();
    assert_eq!(others, ["de", "es", "fr"]);
    let samples = recorded().expect("they can be read");
    assert!(samples.len() > 50);
    for language in others {
        let trial = Trial::default();
        let voice = words.voice(language).on_trial(&trial);
        for sample in &samples {
            let rendered = sample.render(voice);
            let text =
                rendered.unwrap_or_else(|error| panic!("{language}, {}: {error:#}", sample.from));
            let english = sample.render(words.english()).expect("rendered");
            let wide = |text: &str| {
                let lines = text.lines().filter(|line| line.chars().count() > WIDEST);
                lines.map(str::to_owned).collect::<Vec<_>>()
            };
            if wide(&english).is_empty() {
                assert_eq!(
                    wide(&text),
                    Vec::<String>::new(),
                    "{language}, {}",
                    sample.from
                );
            }
        }
        words.try_own(language, &trial);
        assert_eq!(trial.failures(), Vec::<String>::new());
        let tried = trial.tried();
        let english: Vec<_> = tried.iter().filter(|(of, _)| of == ENGLISH).collect();
        assert!(english.is_empty(), "in {language}: {english:?}");
        assert!(tried.len() > 1_000, "only {} in {language}", tried.len());
    }
}

#[test]
fn a_text_that_fails_is_named_and_that_of_the_program_is_used() {
    for (path, name, text) in [
        ("en/notices/ours.txt", "notices/how-waiting", "{{ 1/0 }}"),
        (
            "en/notices/ours.txt",
            "notices/report-frozen",
            "{{ why|no_filter }}",
        ),
        (
            "en/notices/ours.txt",
            "notices/you-hold-place",
            "{{ place|no_filter }}",
        ),
        ("en/help/ours.txt", "help/draw", "{{ 1/0 }}"),
        (
            "en/reasons/ours.txt",
            "reasons/several-meanings",
            "{{ turns|no_filter }}",
        ),
        (
            "cs/notices/ours.txt",
            "notices/news-resigned",
            "{{ who|no_filter }} gibt auf.",
        ),
        ("cs/names/ours.txt", "names/knight", "{{ 1/0 }}"),
    ] {
        let short = name.split_once('/').expect("a folder").1;
        let words = ours(path, &format!("[{short}]\n{text}\n"));
        let failures = check(&words);
        let language = &path[..2];
        assert_eq!(failures.len(), 1, "{name}: {failures:#?}");
        let start = format!("{language}, {name}: ");
        assert!(failures[0].starts_with(&start), "{failures:?}");
    }
    let words = ours(
        "en/letters/seat/body.txt",
        "Hello!\n{{ place|no_filter }}\n",
    );
    let trial = Trial::default();
    let with_ours = samples(&words, &trial);
    assert_eq!(trial.failures().len(), 1, "{:?}", trial.failures());
    assert_eq!(with_ours, samples(Words::built_in(), &Trial::default()));
}

#[test]
fn texts_that_can_be_filled_in_are_not_named() {
    let text = "[several-meanings]\n{{ turns|alternatives(3) }}?\n\n[piece-on]\n{{ square }}\n";
    let words = ours("cs/reasons/ours.txt", text);
    assert_eq!(check(&words), Vec::<String>::new());
}

#[test]
fn the_line_that_begins_a_game_against_the_program_is_a_link() {
    let sample = serde_json::json!({
        "from": "", "now": "2026-01-06T12:00:00Z",
        "letter": {"v": 1, "content": {"player": {"player": 1, "notices": [{"challenge": {
            "news": {"unanswered": {"program": "partner"}},
            "shown": {
                "number": 12, "line": "seek gothic", "variant": "gothic", "seek": true,
                "places": [{"who": "you", "yes": true}, {"who": "free", "yes": false}],
                "until": "2027-01-31T12:00:00Z",
            },
        }}]}}},
    });
    let sample: Sample = serde_json::from_value(sample).expect("a sample");
    let text = sample
        .render(Words::built_in().english())
        .expect("rendered");
    assert!(
        text.contains("challenge%20partner%20gothic%20level%203"),
        "{text}"
    );
    // The year is said where it is another one.
    assert!(text.contains("until Sun 31 Jan 2027"), "{text}");
}

//! The sentences that readers get: those of the program are complete, and an operator's folder may
//! replace any of them and add languages.

mod letters;

// A server of the conversations, which not every test needs all of.
#[allow(dead_code)]
#[path = "../conversations/letter.rs"]
mod letter;
#[allow(dead_code)]
#[path = "../conversations/post.rs"]
mod post;
#[allow(dead_code)]
#[path = "../conversations/script.rs"]
mod script;
#[allow(dead_code)]
#[path = "../conversations/server.rs"]
mod server;
#[allow(dead_code)]
#[path = "../support/transport.rs"]
mod transport;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zugpost::commands::{Hint, table};
use zugpost::drawings::{Diagram, Style, guide, html_board, render};
use zugpost::letters::help;
use zugpost::rules::variant::{Options, Variant};
use zugpost::variants::{Games, VARIANTS, find};
use zugpost::words::{Voice, Words};

/// An operator's folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    folder
}

/// The languages whose folder in the sources has texts of letters.
fn translated() -> Vec<String> {
    let folders =
        fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")).expect("a folder");
    let folders = folders.map(|folder| folder.expect("a folder").path());
    let translated = folders.filter(|folder| folder.join("notices").is_dir());
    let name = |folder: PathBuf| folder.file_name().expect("a name").display().to_string();
    let mut languages: Vec<String> = translated.map(name).collect();
    languages.sort_unstable();
    assert!(languages.iter().any(|language| language == "en"));
    languages
}

fn load(folder: &TempDir) -> (Words, Vec<String>) {
    Words::load(Some(folder.path()))
}

fn chess() -> &'static dyn Variant {
    find("chess").expect("registered")
}

/// A board of chess with a king in check.
fn check(voice: Voice<'_>) -> Diagram {
    let mut game = chess().start(&Options::new(), None).expect("starts");
    for turn in ["e4", "f5", "Qh5"] {
        game.play(turn).expect("legal");
    }
    render(&game.view(None), Style::Ascii, voice)
}

/// All texts that are made without a game's help.
fn sample(voice: Voice<'_>) -> Vec<String> {
    let Diagram {
        board,
        notes,
        legend,
    } = check(voice);
    let mut all = [board, notes, legend].concat();
    all.push(help::commands_text(voice));
    all.extend(
        table::VERBS
            .iter()
            .filter_map(|verb| help::help_text(verb.name, voice)),
    );
    all.extend(
        VARIANTS
            .iter()
            .map(|variant| guide::expand(*variant, voice)),
    );
    all
}

#[test]
fn each_verb_has_a_help_text_and_each_help_text_a_verb() {
    let built = table::VERBS.iter().filter(|verb| verb.is_built());
    let mut verbs: Vec<String> = built.map(|verb| format!("help/{}", verb.name)).collect();
    let mut texts = Words::built_in().names();
    texts.retain(|name| name.starts_with("help/"));
    verbs.sort();
    texts.sort();
    assert!(verbs.len() > 10);
    assert_eq!(verbs, texts);
}

/// The words that are read are of many languages; letters are written in one that has its own texts.
#[test]
fn a_language_that_is_only_read_is_not_offered_for_letters() {
    let read = zugpost::reading::by_language("closings/closings");
    let read: Vec<&str> = read.map(|(language, _)| language).collect();
    assert!(read.contains(&"cs") && read.contains(&"de"));
    let offered: Vec<&str> = Words::built_in().languages().collect();
    assert_eq!(offered, translated());
    assert!(read.iter().any(|language| !offered.contains(language)));
}

#[test]
fn each_variant_has_its_rules() {
    for variant in VARIANTS {
        let name = format!("rules/{}", variant.id());
        assert!(Words::built_in().english().has(&name), "{name}");
    }
}

/// What games call their pieces and sides can be translated: English lists these names.
#[test]
fn names_of_games_are_there_to_be_translated() {
    let (words, mut looked_at) = (Words::built_in(), 0);
    for game in Games::built_in().all() {
        let kinds = game.kinds().into_iter().map(|kind| kind.name.to_string());
        let seats = game.seats().into_iter().map(str::to_owned);
        for name in kinds.chain(seats) {
            let text = format!("names/{}", name.to_lowercase().replace(' ', "-"));
            for language in ["en", "de", "es", "fr"] {
                let found = words.source(language, &text);
                assert!(found.is_some(), "{language}: {text}, of {}", game.id());
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 900, "only {looked_at} names");
}

/// Nothing is missing in a language of the program, nothing has changed since, and nothing has other places.
#[test]
fn languages_of_the_program_are_up_to_date() {
    let rules = Games::built_in().by_file().filter_map(|game| {
        let rules = game.credits()?.rules?;
        Some((game.id().to_owned(), rules.to_owned()))
    });
    let rules: BTreeMap<String, String> = rules.collect();
    assert!(rules.len() > 100, "only {} games by file", rules.len());
    let words = Words::built_in();
    for language in ["de", "es", "fr"] {
        assert_eq!(words.faults(language, &rules), [], "in {language}");
        let marked = words.marked(language, &[], &rules);
        let path = format!("templates/{language}/english.txt");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
        let file = fs::read_to_string(file).expect("a file");
        assert_eq!(
            file, marked,
            "{path}: `zugpost texts mark {language} --templates templates`"
        );
    }
}

/// Words that are English and of no other language of the program.
const ENGLISH_WORDS: [&str; 28] = [
    "the", "of", "you", "your", "this", "that", "with", "which", "have", "been", "were", "would",
    "they", "there", "their", "these", "those", "not", "into", "between", "because", "another",
    "each", "every", "only", "game", "letter", "answer",
];

/// Names of games, and words of mail, that stay as they are.
const STAYS: [&str; 6] = [
    "with neutral squares",
    "the game of infinite reserves",
    "in the bin",
    "moving occupied squares",
    "knights of the",
    "from-",
];

/// What is left of a text once code, what is typed, markup and addresses are taken away.
fn prose_of(text: &str) -> String {
    // What is typed stands in lines of their own, or in the first of two columns.
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("    ") && !line.starts_with('%'));
    let lines = lines.map(|line| line.rsplit_once("  ").map_or(line, |(_, behind)| behind));
    let mut prose = lines.collect::<Vec<_>>().join("\n");
    for (from, to) in [
        ("{#", "#}"),
        ("{{", "}}"),
        ("{%", "%}"),
        ("`", "`"),
        ("<", ">"),
    ] {
        let mut rest = prose.as_str();
        let mut kept = String::new();
        while let Some((before, after)) = rest.split_once(from) {
            kept.push_str(before);
            kept.push(' ');
            rest = after.split_once(to).map_or("", |(_, after)| after);
        }
        prose = kept + rest;
    }
    prose.to_lowercase()
}

/// No text of a language has words of another one, as far as the words tell: each language is looked at for common words
/// of English, and English for those of the others.
#[test]
fn no_text_has_words_of_another_language() {
    let words = Words::built_in();
    let foreign: [(&str, &[&str]); 4] = [
        ("de", &ENGLISH_WORDS),
        ("es", &ENGLISH_WORDS),
        ("fr", &ENGLISH_WORDS),
        (
            "en",
            &[
                "und", "nicht", "ist", "der", "partie", "coup", "votre", "avec", "una", "para",
                "jugada", "partida",
            ],
        ),
    ];
    let mut looked_at = 0;
    for (language, foreign) in foreign {
        for name in words.names_in(language) {
            let text = words.source(language, &name).expect("a text");
            let mut prose = prose_of(&text);
            for stays in STAYS {
                prose = prose.replace(stays, " ");
            }
            let found = prose
                .split(|c: char| !c.is_alphabetic())
                .find(|word| foreign.contains(word));
            assert_eq!(found, None, "{language}, {name}: {text}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 6_000, "only {looked_at} texts");
}

/// Texts that the sources name in full: `"notices/board-check"`.
#[test]
fn texts_that_are_asked_for_exist() {
    let voice = Words::built_in().english();
    let mut count = 0;
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let source = fs::read_to_string(&file).expect("a source");
        for literal in source.split('"') {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
            let named = ["notices/", "reasons/", "help/"];
            let asked = named.iter().any(|folder| {
                let name = literal.strip_prefix(folder);
                name.is_some_and(|name| !name.is_empty() && name.chars().all(plain))
            });
            if asked {
                count += 1;
                assert!(voice.has(literal), "{}: {literal}", file.display());
            }
        }
    }
    assert!(count > 20, "only {count} texts are asked for");
}

/// The code of pages has no sentence, but for the operator; all its short texts are in one file, and each is used.
#[test]
fn pages_have_their_words_in_templates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = fs::read_to_string(root.join("templates/en/pages/words.txt")).expect("texts");
    let names = texts
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 20, "{names:?}");
    // What the operator reads, and signs of formats.
    let of_others = [
        ".context(",
        "_context(",
        "ensure!",
        "tracing::",
        "#[error",
        "let text = \"The pages",
    ];
    let signs = [
        "pos last",
        "-//Zugpost//",
        "register YourName",
        "cannot write",
        "cannot re",
        "holds {:?}",
    ];
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let (mut literals, mut all) = (0, String::new());
    for file in sources(&root.join("src/pages")) {
        let source = fs::read_to_string(&file).expect("a source");
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        all.push_str(code);
        for line in code
            .lines()
            .map(str::trim)
            .filter(|line| !line.starts_with("//"))
        {
            if of_others.iter().any(|of| line.contains(of)) {
                continue;
            }
            for literal in line.split('"').skip(1).step_by(2) {
                literals += 1;
                let words: Vec<&str> = literal.split(' ').collect();
                let sentence = words.windows(2).any(|pair| pair.iter().all(is_word));
                let sign = signs.iter().any(|sign| literal.contains(sign));
                assert!(!sentence || sign, "{}: {literal}", file.display());
            }
        }
    }
    assert!(literals > 100, "{literals}");
    for name in names {
        let asked = all.contains(&format!("\"{name}\"")) || name.starts_with("status-");
        assert!(asked, "nothing says [{name}]");
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(sources(&path)),
            path => found.push(path),
        }
    }
    found.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    found
}

#[test]
fn an_operators_folder_replaces_single_texts() {
    let folder = folder(&[
        (
            "en/help/ours.txt",
            "A remark.\n\n[draw]\nend the game\nin peace\n",
        ),
        (
            "en/notices/ours.txt",
            "[board-check]\nMind the king of {{ seat }}!\n",
        ),
        (
            "en/rules/chess.txt",
            "OUR CHESS\n%draw N\n%include limited-squares/writing\nThe end.\n",
        ),
    ]);
    let (words, warnings) = load(&folder);
    assert_eq!(warnings, Vec::<String>::new());
    let (ours, built_in) = (words.english(), Words::built_in().english());

    let list = help::commands_text(ours);
    assert!(
        list.contains("\n                          end the game in peace\n"),
        "{list}"
    );
    assert!(!list.contains("agree on a draw"), "{list}");
    let text = help::help_text("draw", ours).expect("a command");
    assert!(text.contains("\n  end the game in peace.\n"), "{text}");
    assert_eq!(
        help::help_text("say", ours),
        help::help_text("say", built_in)
    );

    let drawn = check(ours);
    assert_eq!(drawn.notes[1], "Mind the king of Black!");
    assert_eq!(drawn.legend, check(built_in).legend);

    let rules = guide::expand(chess(), ours);
    assert!(rules.starts_with("OUR CHESS\nN Knight\n"), "{rules}");
    assert!(rules.contains("\nHOW TO WRITE A TURN\n") && rules.ends_with("\nThe end.\n"));
    let xiangqi = find("xiangqi").expect("registered");
    assert_eq!(
        guide::expand(xiangqi, ours),
        guide::expand(xiangqi, built_in)
    );
}

#[test]
fn what_a_language_does_not_have_is_in_english() {
    let sentence = "[hint-no-password]\nEin Passwort wird hier nicht gebraucht.\n";
    let folder = folder(&[("cs/notices/hints.txt", sentence)]);
    let (words, warnings) = load(&folder);
    assert_eq!(warnings, Vec::<String>::new());
    let mut offered = translated();
    offered.extend(["cs".to_owned()]);
    offered.sort_unstable();
    offered.dedup();
    assert_eq!(words.languages().collect::<Vec<_>>(), offered);
    let (german, english) = (words.voice("cs"), words.english());

    let hint = help::hint(&Hint::NoPassword, german);
    assert_eq!(hint, "Ein Passwort wird hier nicht gebraucht.");
    let said = "You need no password here: just answer a letter with your turn.";
    assert_eq!(help::hint(&Hint::NoPassword, english), said);
    let other = Hint::NoPasswordFor {
        game: 17,
        example: "resign".into(),
    };
    let said = "You need no password here. Write `#17 resign`.";
    assert_eq!(help::hint(&other, german), said);
    assert_eq!(sample(german), sample(english));
    assert_eq!(sample(words.voice("xx")), sample(english));
}

#[test]
fn names_of_pieces_and_seats_are_words_too() {
    let folder = folder(&[(
        "cs/names/names.txt",
        "[knight]\nspringer\n\n[white]\nWeiß\n\n[black]\nSchwarz\n",
    )]);
    let (words, warnings) = load(&folder);
    assert_eq!(warnings, Vec::<String>::new());
    let drawn = check(words.voice("cs"));
    assert_eq!(drawn.notes[1], "Schwarz is in check.");
    let legend = drawn.legend.join(" ");
    assert!(legend.starts_with("Upper case: Weiß's pieces;"), "{legend}");
    assert!(legend.contains("N springer"), "{legend}");
    assert!(guide::expand(chess(), words.voice("cs")).starts_with("CHESS\n"));
}

#[test]
fn texts_that_cannot_be_used_are_passed_over_with_a_warning() {
    let folder = folder(&[
        (
            "en/notices/ours.txt",
            "[hint-alone]\nWrite {{ shape \n\n[board-check]\nMind {{ king }}!\n\n\
             [no-such-text]\nNever said.\n",
        ),
        ("it/help/ours.txt", "[draw]\n{% if %}\n"),
        ("en/notes.txt", "Never said.\n"),
        ("cs/reading/frames.txt", "[heads]\nhraju\n"),
    ]);
    let (words, warnings) = load(&folder);
    let names = [
        ("en/notes.txt", "none of the files"),
        ("cs/reading/frames.txt", "[heads] takes no further words"),
        ("notices/hint-alone", "syntax error"),
        ("notices/board-check", "\"king\""),
        ("notices/no-such-text", "no text of this name"),
        ("help/draw", "syntax error"),
    ];
    assert_eq!(warnings.len(), names.len(), "{warnings:#?}");
    for (name, why) in names {
        let named = |warning: &&String| warning.contains(name) && warning.contains(why);
        assert_eq!(
            warnings.iter().filter(named).count(),
            1,
            "{name}: {warnings:#?}"
        );
    }
    assert_eq!(words.languages().collect::<Vec<_>>(), translated());
    assert_eq!(sample(words.english()), sample(Words::built_in().english()));
    let alone = Hint::Alone {
        shape: "games".into(),
    };
    let said = "Write `games` alone on a line.";
    assert_eq!(help::hint(&alone, words.english()), said);
}

#[test]
fn a_text_that_includes_itself_ends() {
    let folder = folder(&[("en/rules/chess.txt", "Round\n%include chess\n")]);
    let (words, _) = load(&folder);
    let rules = guide::expand(chess(), words.english());
    assert_eq!(rules.matches("Round").count(), 4, "{rules}");
    assert!(rules.contains("? %include chess: too many"), "{rules}");
}

#[test]
fn titles_of_cells_can_depend_on_what_stands_there() {
    let folder = folder(&[
        (
            "cs/notices/cells.txt",
            "[board-cell]\n{% if owner == \"White\" %}Weißer{% else %}Schwarzer{% endif %} {{ piece|upper }}\n\n\
             [board-cell-empty]\nleer\n",
        ),
        (
            "cs/notices/marked.txt",
            "\u{feff}[board-cell-marked]\nletzter Zug\n",
        ),
    ]);
    let (words, warnings) = load(&folder);
    assert_eq!(warnings, Vec::<String>::new());
    let mut game = chess().start(&Options::new(), None).expect("starts");
    game.play("e4").expect("legal");
    let html = html_board(&game.view(None), Style::Ascii, words.voice("cs"));
    for title in [
        "Weißer KING",
        "Schwarzer QUEEN",
        "leer, letzter Zug",
        "Weißer PAWN, letzter Zug",
    ] {
        assert!(
            html.contains(&format!("title=\"{title}\"")),
            "{title} is missing in {html}"
        );
    }
}

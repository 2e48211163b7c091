//! The texts of `templates/`.

use super::catalog::ENGLISH;

/// Files of one language.
macro_rules! files {
    ($language:literal; $($folder:literal: $($name:literal)*;)*) => {
        &[$($((
            concat!($language, "/", $folder, "/", $name, ".txt"),
            include_str!(concat!("../../templates/", $language, "/", $folder, "/", $name, ".txt")),
        )),*),*]
    };
}

/// The files that every complete language has.
macro_rules! common {
    ($language:literal) => {
        files! {
            $language;
            "help": "commands";
            "lessons": "chess" "eight-piece" "in-the-bin" "limited-squares" "xiangqi" "yonin-bishogi";
            "letters/account": "body" "subject";
            "letters/digest": "body" "subject";
            "letters/games": "body" "subject";
            "letters/outsider": "body" "subject";
            "letters/player": "body" "subject";
            "letters/public": "body" "subject";
            "letters/ruling": "body" "new-game" "subject";
            "letters/seat": "body" "subject";
            "letters/umpire": "body" "subject";
            "letters/watch": "body" "subject";
            "names": "names";
            "notices": "account" "board" "choices" "challenges" "events" "guide" "help" "hints" "lessons" "news" "notes"
                "notices" "subjects" "people" "personal" "plans" "queries" "refusals" "reports" "reviews" "ruling"
                "situation" "time";
            "pages": "words";
            "reasons": "by-file" "chess" "claims" "eight-piece" "files-of-games" "games-by-file" "in-the-bin" "kings"
                "limited-squares" "movements" "pages" "notation" "pawns" "pieces" "positions" "turns" "xiangqi"
                "yonin-bishogi";
            "rules": "by-file" "chess" "eight-piece-random" "eight-piece" "hans38-neutral" "hans38" "in-the-bin"
                "infinite-reserves" "moving-squares" "xiangqi" "yonin-bishogi";
            "rules/by-file": "parts";
            "rules/eight-piece": "end" "pieces" "writing";
            "rules/limited-squares": "armies" "pieces" "squares" "turns" "writing";
        }
    };
}

/// The files of a language besides English: it has the rules of games by file, which are in their files in English, and
/// says what its texts were translated from.
macro_rules! translated {
    ($language:literal) => {
        [
            common!($language),
            files! {
                $language;
                "variants": "aims" "armies" "captures" "drops" "few" "large" "makruk" "old" "pawns" "shogi" "small"
                    "xiangqi";
            },
            &[(
                concat!($language, "/english.txt"),
                include_str!(concat!("../../templates/", $language, "/english.txt")),
            )],
        ]
    };
}

/// Files: path below `templates/`, content.
type Files = &'static [(&'static str, &'static str)];

/// The files of each language. Languages are named beside their files: looking for them in the paths would bring all texts
/// into memory, which a run without work does not need.
const LANGUAGES: &[(&str, &[Files])] = &[
    (ENGLISH, &[common!("en")]),
    ("de", &translated!("de")),
    ("es", &translated!("es")),
    ("fr", &translated!("fr")),
];

/// The languages of the program.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|(language, _)| *language)
}

/// The files of texts of a language: path below `templates/`, content.
pub fn files_of(language: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let found = LANGUAGES.iter().filter(move |(name, _)| *name == language);
    found
        .flat_map(|(_, files)| *files)
        .copied()
        .flatten()
        .copied()
}

/// The English files: path below `templates/`, content.
pub fn english_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    files_of(ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => below(&path, found),
                path => found.push(path),
            }
        }
    }

    #[test]
    fn every_file_is_listed_once() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let mut found = Vec::new();
        below(&root, &mut found);
        let path = |path: &PathBuf| {
            let path = path.strip_prefix(&root).expect("below it");
            path.to_str().expect("UTF-8").replace('\\', "/")
        };
        let found = found.iter().map(path);
        // Shapes of pictures are no texts, words that are read are no sentences, variants are games, and pages are files.
        let is_text = |path: &String| {
            let other = ["pieces/", "variants/"];
            !other.iter().any(|folder| path.starts_with(folder))
                && !path.contains("/reading/")
                && (!path.contains("/pages/") || path.ends_with(".txt"))
        };
        let mut found: Vec<String> = found.filter(is_text).collect();
        found.sort();
        let files = languages().flat_map(|language| {
            let files = files_of(language).map(|(path, _)| path);
            files.inspect(move |path| assert!(path.starts_with(&format!("{language}/")), "{path}"))
        });
        let mut listed: Vec<&str> = files.collect();
        listed.sort_unstable();
        assert!(!found.is_empty());
        assert_eq!(found, listed);
    }
}

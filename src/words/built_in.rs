//! The texts of `templates/`.

macro_rules! files {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($((
            concat!($folder, "/", $name, ".txt"),
            include_str!(concat!("../../templates/", $folder, "/", $name, ".txt")),
        )),*),*]
    };
}

/// Every file of texts: path below `templates/`, content.
pub const BUILT_IN: &[(&str, &str)] = files! {
    "en/help": "commands";
    "en/lessons": "chess" "eight-piece" "in-the-bin" "limited-squares" "xiangqi" "yonin-bishogi";
    "en/letters/account": "body" "subject";
    "en/letters/digest": "body" "subject";
    "en/letters/games": "body" "subject";
    "en/letters/outsider": "body" "subject";
    "en/letters/player": "body" "subject";
    "en/letters/public": "body" "subject";
    "en/letters/ruling": "body" "new-game" "subject";
    "en/letters/seat": "body" "subject";
    "en/letters/umpire": "body" "subject";
    "en/letters/watch": "body" "subject";
    "en/names": "README";
    "en/notices": "account" "board" "choices" "challenges" "events" "guide" "help" "hints" "lessons" "news" "notes" "notices"
        "subjects" "people" "personal" "plans" "queries" "refusals" "reports" "reviews" "ruling" "situation" "time";
    "en/reasons": "by-file" "chess" "claims" "eight-piece" "files-of-games" "games-by-file" "in-the-bin" "kings" "limited-squares" "movements" "pages"
        "notation" "pawns" "pieces" "positions" "turns" "xiangqi" "yonin-bishogi";
    "en/rules": "by-file" "chess" "eight-piece-random" "eight-piece" "hans38-neutral" "hans38" "in-the-bin"
        "infinite-reserves" "moving-squares" "xiangqi" "yonin-bishogi";
    "en/rules/by-file": "parts";
    "en/rules/eight-piece": "end" "pieces" "writing";
    "en/rules/limited-squares": "armies" "pieces" "squares" "turns" "writing";
};

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
            let others = ["/reading/", "/pages/"];
            !other.iter().any(|folder| path.starts_with(folder))
                && !others.iter().any(|folder| path.contains(folder))
        };
        let mut found: Vec<String> = found.filter(is_text).collect();
        found.sort();
        let mut listed: Vec<&str> = BUILT_IN.iter().map(|(path, _)| *path).collect();
        listed.sort_unstable();
        assert!(!found.is_empty());
        assert_eq!(found, listed);
    }
}

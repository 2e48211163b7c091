//! The texts of `templates/`.

macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_str!(concat!("../../templates/", $path)))),*]
    };
}

/// Every file of texts: path below `templates/`, content.
pub const BUILT_IN: &[(&str, &str)] = files! {
    "en/help/commands.txt"
    "en/letters/account/body.txt"
    "en/letters/account/subject.txt"
    "en/letters/digest/body.txt"
    "en/letters/digest/subject.txt"
    "en/letters/games/body.txt"
    "en/letters/games/subject.txt"
    "en/letters/outsider/body.txt"
    "en/letters/outsider/subject.txt"
    "en/letters/player/body.txt"
    "en/letters/player/subject.txt"
    "en/letters/public/body.txt"
    "en/letters/public/subject.txt"
    "en/letters/ruling/body.txt"
    "en/letters/ruling/subject.txt"
    "en/letters/seat/body.txt"
    "en/letters/seat/subject.txt"
    "en/letters/umpire/body.txt"
    "en/letters/umpire/subject.txt"
    "en/letters/watch/body.txt"
    "en/letters/watch/subject.txt"
    "en/names/README.txt"
    "en/notices/account.txt"
    "en/notices/board.txt"
    "en/notices/choices.txt"
    "en/notices/challenges.txt"
    "en/notices/guide.txt"
    "en/notices/help.txt"
    "en/notices/hints.txt"
    "en/notices/news.txt"
    "en/notices/notes.txt"
    "en/notices/notices.txt"
    "en/notices/subjects.txt"
    "en/notices/people.txt"
    "en/notices/personal.txt"
    "en/notices/plans.txt"
    "en/notices/queries.txt"
    "en/notices/refusals.txt"
    "en/notices/reports.txt"
    "en/notices/ruling.txt"
    "en/notices/situation.txt"
    "en/notices/time.txt"
    "en/reasons/chess.txt"
    "en/reasons/eight-piece.txt"
    "en/reasons/claims.txt"
    "en/reasons/in-the-bin.txt"
    "en/reasons/kings.txt"
    "en/reasons/limited-squares.txt"
    "en/reasons/movements.txt"
    "en/reasons/notation.txt"
    "en/reasons/pawns.txt"
    "en/reasons/pieces.txt"
    "en/reasons/positions.txt"
    "en/reasons/turns.txt"
    "en/reasons/xiangqi.txt"
    "en/reasons/yonin-bishogi.txt"
    "en/rules/chess.txt"
    "en/rules/eight-piece-random.txt"
    "en/rules/eight-piece.txt"
    "en/rules/eight-piece/end.txt"
    "en/rules/eight-piece/pieces.txt"
    "en/rules/eight-piece/writing.txt"
    "en/rules/hans38-neutral.txt"
    "en/rules/hans38.txt"
    "en/rules/in-the-bin.txt"
    "en/rules/infinite-reserves.txt"
    "en/rules/limited-squares/armies.txt"
    "en/rules/limited-squares/pieces.txt"
    "en/rules/limited-squares/squares.txt"
    "en/rules/limited-squares/turns.txt"
    "en/rules/limited-squares/writing.txt"
    "en/rules/moving-squares.txt"
    "en/rules/xiangqi.txt"
    "en/rules/yonin-bishogi.txt"
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
        // Shapes of pictures are no texts, and words that are read are no sentences.
        let is_text = |path: &String| !path.starts_with("pieces/") && !path.contains("/reading/");
        let mut found: Vec<String> = found.filter(is_text).collect();
        found.sort();
        let mut listed: Vec<&str> = BUILT_IN.iter().map(|(path, _)| *path).collect();
        listed.sort_unstable();
        assert!(!found.is_empty());
        assert_eq!(found, listed);
    }
}

//! Which folder of `src/` may know which: the sources against the table in ARCHITECTURE.md. And which
//! documents are named: they exist.
//!
//! What is in backquotes in the table's first column is a folder or file of `src/`, in its last
//! column what that may name; `everything` is all. `variants/*` is each folder in `variants/` by
//! itself, so that games do not know each other.

mod prose;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What only these folders or files may name.
const ONLY: [(&str, &str); 15] = [
    ("store", "rusqlite"),
    ("store", "tokio_postgres"),
    ("cli::stored", "SqliteStore::"),
    ("daemon::tests", "SqliteStore::"),
    ("store", "SqliteStore::"),
    ("office::close::game", ".tell_watchers("),
    ("office::close::game", ".into_change("),
    ("office::close::challenge", "decision.challenges.push("),
    ("office::close::log", "decision.player_acts.push("),
    ("store::sql::acts", "INSERT INTO acts"),
    ("games::tests", ".into_change("),
    ("clock", "Utc::now"),
    ("clock", "Local::now"),
    ("clock", "SystemTime::now"),
    ("clock", "Instant::now"),
];

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The rows of the table: a folder, and what it may name.
fn table() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(root("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let quoted = |cell: &str| -> Vec<String> {
        let names = cell.split('`').skip(1).step_by(2);
        names
            .map(|name| name.trim_end_matches('/').replace('/', "::"))
            .collect()
    };
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1);
    let rows = rows.take_while(|line| line.starts_with('|')).map(|line| {
        let (row, knows) = line.trim_matches('|').rsplit_once(" | ").expect("a row");
        let everything = (knows.trim() == "everything").then(String::new);
        let knows = quoted(knows).into_iter().chain(everything).collect();
        (quoted(row)[0].clone(), knows)
    });
    rows.collect()
}

/// Whether `path` is `folder` or leads into it.
fn within(folder: &str, path: &str) -> bool {
    let rest = path.strip_prefix(folder);
    folder.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// What `module` names against the table, and how many paths it names.
fn breaches(
    table: &BTreeMap<String, Vec<String>>,
    module: &str,
    text: &str,
) -> (Vec<String>, usize) {
    let parts: Vec<&str> = module.split("::").collect();
    let each = format!("{}::*", parts[0]);
    let one_of_many = parts.len() > 1 && table.contains_key(&each);
    let (row, own) = if one_of_many {
        (each.as_str(), parts[..2].join("::"))
    } else {
        (parts[0], parts[0].to_owned())
    };
    let Some(knows) = table.get(row) else {
        return (vec![format!("{module}: the table has no row `{row}`")], 0);
    };
    let (mut wrong, mut count) = (Vec::new(), 0);
    let code: String = text
        .lines()
        .flat_map(|line| [line.split("//").next().unwrap_or(""), "\n"])
        .collect();
    for path in code.split("crate::").skip(1) {
        let path = path
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
            .next();
        let path = path.unwrap_or_default().trim_end_matches(':');
        if path.is_empty() || !knows.iter().chain([&own]).any(|known| within(known, path)) {
            wrong.push(format!("{module} names crate::{path}"));
        }
        count += 1;
    }
    // `super` stays in the folder; in tests at the end of a file it goes up one more.
    let (code, tests) = code.split_once("mod tests {").unwrap_or((&code, ""));
    let depth = parts.len() - own.matches("::").count();
    if code.contains(&"super::".repeat(depth)) || tests.contains(&"super::".repeat(depth + 1)) {
        wrong.push(format!(
            "{module} leaves its folder by `super`: write `crate::`"
        ));
    }
    let named = |word: &str| code.contains(word) || tests.contains(word);
    let may = |word| {
        let mut of_word = ONLY.iter().filter(|(_, other)| *other == word);
        of_word.any(|(folder, _)| within(folder, module))
    };
    let others = ONLY.iter().filter(|(_, word)| named(word) && !may(*word));
    wrong.extend(others.map(|(folder, word)| format!("{module}: {word} belongs to {folder}")));
    (wrong, count)
}

/// All files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = |path: PathBuf| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    };
    paths.flat_map(files).collect()
}

#[test]
fn folders_know_only_what_the_table_allows() {
    let table = table();
    assert!(!table.is_empty(), "ARCHITECTURE.md has no table");
    for row in table.keys() {
        let path = root("src").join(row.trim_end_matches("::*").replace("::", "/"));
        assert!(
            path.is_dir() || path.with_extension("rs").is_file(),
            "there is no src/{row}"
        );
    }
    let (mut wrong, mut names) = (Vec::new(), 0);
    let sources = files(&root("src"));
    let is_rust = |file: &&PathBuf| file.extension().is_some_and(|e| e == "rs");
    for file in sources.iter().filter(is_rust) {
        let name = file
            .strip_prefix(root("src"))
            .expect("below src")
            .with_extension("");
        let module = name.to_string_lossy().replace('/', "::");
        if module != "lib" && module != "main" {
            let text = fs::read_to_string(file).expect("a source");
            let (found, count) = breaches(&table, module.trim_end_matches("::mod"), &text);
            wrong.extend(found);
            names += count;
        }
    }
    assert!(names > 0, "no path was read");
    assert!(
        wrong.is_empty(),
        "against the table in ARCHITECTURE.md:\n{}",
        wrong.join("\n")
    );
}

/// Letters are made from plain data.
#[test]
fn letters_name_no_store() {
    never("src/letters", &["crate::store", "Snapshot", "store::"]);
}

/// Letters call no rules: what depends on them is in what was read for the letter. Of games there is plain data alone.
#[test]
fn letters_call_no_rules() {
    never(
        "src/letters",
        &[
            "StoredGame",
            "GameLog",
            "dyn Game",
            "Ruleset",
            ".start(",
            ".replay(",
            ".fork(",
        ],
    );
}

/// The route of a mail is decided from what was loaded, before anything of it is carried out.
#[test]
fn routes_name_no_decision() {
    never("src/office/route", &["Draft", "Decision"]);
}

/// No file of a folder has one of these words.
fn never(folder: &str, words: &[&str]) {
    for file in files(&root(folder)) {
        let text = fs::read_to_string(&file).expect("a source");
        for word in words {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
}

/// Nothing leads a reader to a document that is not there. A document may be named without the
/// folders above it.
#[test]
fn documents_that_are_named_exist() {
    let top = fs::read_dir(root("."))
        .expect("the root")
        .map(|e| e.expect("an entry").path());
    let mut documents: Vec<PathBuf> = top.filter(|path| path.is_file()).collect();
    for folder in ["docs", "tests"] {
        documents.extend(files(&root(folder)));
    }
    let (mut wrong, mut named) = (Vec::new(), 0);
    for folder in ["src", "tests", "templates", "db", "benches"] {
        for file in files(&root(folder)) {
            let text = fs::read(&file).expect("a file");
            let text = String::from_utf8_lossy(&text);
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"./_-".contains(c));
            let words = words.map(|word| word.trim_matches('.'));
            for name in words.filter(|word| word.len() > 3 && word.ends_with(".md")) {
                named += 1;
                if !documents.iter().any(|document| document.ends_with(name)) {
                    wrong.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(named > 0, "no document is named");
    assert!(
        wrong.is_empty(),
        "not in the repository:\n{}",
        wrong.join("\n")
    );
}

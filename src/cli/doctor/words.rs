//! The texts of letters: an operator's that cannot be used, or fail in a letter.

use crate::cli::texts::rules_of_files;
use crate::config::Config;
use crate::letters::samples;
use crate::words::{ENGLISH, FaultKind, Words};

use super::Finding;

pub(super) fn check(config: &Config) -> Finding {
    let folder = config.server.templates.as_deref();
    let (words, mut warnings) = Words::load(folder);
    warnings.extend(samples::check(&words));
    let language = &config.server.language;
    if !words.languages().any(|known| known == language) {
        warnings.push(format!(
            "there are no texts in {language:?}, the `language` in [server]: letters are in English"
        ));
    }
    if !warnings.is_empty() {
        let mend = "correct these texts or settings, or remove `templates` and `language` from [server]; until \
                    then the texts of the program are used";
        return Finding::wrong("templates", warnings.join("; "), mend);
    }
    let from = folder.map_or_else(
        || "the built-in ones".to_owned(),
        |folder| folder.display().to_string(),
    );
    let unfinished = unfinished(&words);
    Finding::ok("templates", [vec![from], unfinished].concat().join("; "))
}

/// What is to be done for each language that is not complete. Sentences that it lacks are in English.
fn unfinished(words: &Words) -> Vec<String> {
    let rules = rules_of_files();
    let languages = words.languages().filter(|language| *language != ENGLISH);
    let line = |language: &str| {
        let faults = words.faults(language, &rules);
        let count = |is: fn(&FaultKind) -> bool| faults.iter().filter(|one| is(&one.kind)).count();
        let missing = count(|kind| *kind == FaultKind::Missing);
        let changed = count(|kind| *kind == FaultKind::Changed);
        let others = faults.len() - missing - changed;
        let parts = [
            (missing, "missing"),
            (changed, "changed since"),
            (others, "with other faults"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        (!parts.is_empty()).then(|| {
            let parts = parts.join(", ");
            format!("texts in {language}: {parts} (`zugpost texts check {language}` lists them)")
        })
    };
    languages.filter_map(line).collect()
}

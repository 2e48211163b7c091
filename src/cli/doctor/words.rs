//! The texts of letters: an operator's that cannot be used, or fail in a letter.

use crate::config::Config;
use crate::letters::samples;
use crate::words::Words;

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
    match folder {
        None => Finding::ok("templates", "the built-in ones"),
        Some(folder) => Finding::ok("templates", folder.display().to_string()),
    }
}

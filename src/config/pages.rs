//! `[pages]`: public pages (`docs/pages.md`).

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::status::Public;

/// `[pages]`: off unless `dir` is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PagesSettings {
    /// The folder that the pages are written into; `None`: there are none.
    pub dir: Option<PathBuf>,
    /// Where the folder is on the web, without a slash at the end; feeds and the list of pages need it.
    pub url: Option<String>,
    /// What is shown of games whose players have not said it; their names are not shown.
    pub public: Public,
    /// The operator's words on the first page, in paragraphs.
    pub text: String,
}

impl PagesSettings {
    /// # Errors
    /// The address is none of a web page.
    pub(super) fn check(&self) -> Result<(), String> {
        let Some(url) = &self.url else {
            return Ok(());
        };
        let rest = url.strip_prefix("https://").or(url.strip_prefix("http://"));
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/:".contains(c);
        let fits = |rest: &&str| {
            rest.starts_with(|c: char| c.is_ascii_alphanumeric())
                && rest.chars().all(plain)
                && !rest.ends_with('/')
        };
        match rest.filter(fits) {
            Some(_) => Ok(()),
            None => Err(format!(
                "url is {url:?}: write the address of the folder on the web, like \
                 \"https://play.example.org/club\", without a slash at its end"
            )),
        }
    }

    pub(super) fn resolve(&mut self, folder: &Path) {
        if let Some(dir) = &mut self.dir {
            *dir = folder.join(&*dir);
        }
    }
}

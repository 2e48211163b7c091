//! `[pages]`: public pages (`docs/pages.md`).

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error};

use crate::listen::Listen;
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
    /// Where the daemon serves the folder, and the forms by which players answer; `None`: nowhere.
    #[serde(deserialize_with = "serve")]
    pub serve: Option<Listen>,
}

impl PagesSettings {
    /// # Errors
    /// The address is none of a web page, or the pages are to be served and are not on the web.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.serve.is_some() && (self.dir.is_none() || self.url.is_none()) {
            return Err("serve needs dir and url: write where the pages are".to_owned());
        }
        if let Some(Listen::Tcp(address)) = &self.serve
            && !address.ip().is_loopback()
        {
            return Err(format!(
                "serve is \"{address}\", which other machines may reach without encryption: write 127.0.0.1 or a \
                 socket, and let a web server with TLS in front of it pass requests on"
            ));
        }
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
        if let Some(serve) = &mut self.serve {
            serve.resolve(folder);
        }
    }

    /// The address on the web under which forms are served; `None`: none are.
    pub fn served_url(&self) -> Option<&str> {
        self.url.as_deref().filter(|_| self.serve.is_some())
    }
}

fn serve<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Listen>, D::Error> {
    let text = String::deserialize(from)?;
    let read = Listen::parse(&text, ("pages", 8080));
    read.map(Some).map_err(D::Error::custom)
}

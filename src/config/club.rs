//! Which settings are those of the club: hosts that share a database need the same ones.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::Config;

/// Sections, and keys of sections, that are those of the club.
const SECTIONS: &[&str] = &[
    "limits", "players", "time", "umpires", "meeting", "events", "partner", "engines", "titles",
];
const KEYS: &[(&str, &[&str])] = &[
    (
        "server",
        &[
            "address",
            "name",
            "recipient_delimiter",
            "umpire",
            "language",
            "keep_raw_days",
            "keep_sent",
            "authserv_id",
        ],
    ),
    ("outbox", &["per_minute", "per_day", "per_domain"]),
    ("pages", &["public"]),
];

/// By what each part of the settings of a club is recognised.
pub type ClubSettings = BTreeMap<String, String>;

/// What a file of settings says about the club. It is what is written there: a value that stands for itself in an older
/// version of the program does not differ from one that is left out in a newer one.
pub(super) fn written(table: &toml::Table) -> ClubSettings {
    // A section without keys says as much as none.
    let is_empty = |value: &toml::Value| value.as_table().is_some_and(toml::Table::is_empty);
    let section = |name: &&str| {
        let value = table.get(*name).filter(|value| !is_empty(value))?;
        Some((format!("[{name}]"), hash(value)))
    };
    let sections = SECTIONS.iter().filter_map(section);
    let keys = KEYS.iter().flat_map(|(name, keys)| {
        let section = table.get(*name).and_then(toml::Value::as_table);
        let section = section.into_iter();
        section.flat_map(|section| {
            let value = |key: &&str| Some(((*key).to_owned(), hash(section.get(*key)?)));
            keys.iter().filter_map(value)
        })
    });
    sections.chain(keys).collect()
}

impl Config {
    /// By what the settings of the club are recognised: those in the file, its texts, and its files of games.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn club(&self) -> io::Result<ClubSettings> {
        let mut all = self.club.clone();
        if let Some(folder) = &self.server.templates {
            let mut texts = Sha256::new();
            hash_folder(&mut texts, folder)?;
            all.insert("templates".to_owned(), HEXLOWER.encode(&texts.finalize()));
        }
        if !self.variants.files.is_empty() {
            let mut games = Sha256::new();
            for file in &self.variants.files {
                hash_file(&mut games, file)?;
            }
            all.insert("[variants]".to_owned(), HEXLOWER.encode(&games.finalize()));
        }
        Ok(all)
    }
}

fn hash(value: &toml::Value) -> String {
    HEXLOWER.encode(&Sha256::digest(value.to_string()))
}

fn hash_file(hash: &mut Sha256, file: &Path) -> io::Result<()> {
    let bytes = fs::read(file)?;
    hash.update(bytes.len().to_be_bytes());
    hash.update(bytes);
    Ok(())
}

/// All files in a folder, in the order of their names; where the folder lies does not count.
fn hash_folder(hash: &mut Sha256, folder: &Path) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut entries: Vec<_> = entries
        .iter()
        .map(|entry| (entry.file_name(), entry.path()))
        .collect();
    entries.sort();
    for (name, path) in entries {
        hash.update(name.as_encoded_bytes());
        match path.is_dir() {
            true => hash_folder(hash, &path)?,
            false => hash_file(hash, &path)?,
        }
    }
    Ok(())
}

/// The parts in which the settings of a host differ from those that are published, as JSON; none if nothing is.
///
/// # Errors
/// It is no such JSON.
pub fn differences(own: &ClubSettings, published: Option<&str>) -> serde_json::Result<Vec<String>> {
    let Some(published) = published else {
        return Ok(Vec::new());
    };
    let club: ClubSettings = serde_json::from_str(published)?;
    let mut parts: Vec<&String> = own.keys().chain(club.keys()).collect();
    parts.sort();
    parts.dedup();
    parts.retain(|part| own.get(*part) != club.get(*part));
    Ok(parts.into_iter().cloned().collect())
}

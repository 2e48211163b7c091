//! `texts`: what is to be translated, for those who add a language.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};

use crate::config::Config;
use crate::variants::Games;
use crate::words::{ENGLISH, Fault, FaultKind, Words, english_files};

use super::{Json, print_list, say};

#[derive(Debug, Subcommand)]
pub enum TextsCommand {
    /// List what a language lacks, what has changed in English since, and what uses other values or commands
    #[command(after_help = "Example: zugpost texts check cs --templates templates\n\
                            Exit status 1 if anything is to be done.")]
    Check {
        #[command(flatten)]
        of: Of,
        #[command(flatten)]
        json: Json,
    },
    /// Note that the texts of a language are translated from the present English ones
    #[command(
        after_help = "It writes the file english.txt of the language into the folder of the templates.\n\
                            Example: zugpost texts mark cs --templates templates"
    )]
    Mark {
        #[command(flatten)]
        of: Of,
        /// Only these texts, such as notices/state; default: all that the folder has
        names: Vec<String>,
    },
    /// Write the English texts into a folder, to be translated
    #[command(after_help = "Example: zugpost texts copy templates\n\
                            Files that are there already stay as they are.")]
    Copy {
        /// The folder of templates; the texts go into DIR/en
        dir: PathBuf,
    },
    /// Print a text as it stands in its file: in a language, and in English
    #[command(after_help = "Example: zugpost texts show de notices/state")]
    Show {
        #[command(flatten)]
        of: Of,
        /// Name of the text: folder and name
        name: String,
    },
}

/// A language, and the folder that has texts besides those of the program.
#[derive(Debug, Args)]
pub struct Of {
    /// The language: de, or a folder of your templates
    language: String,
    /// Folder of templates; default: `templates` in [server]
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
}

/// The English rules of the games by file that the program has, by the name of the game.
pub(in crate::cli) fn rules_of_files() -> BTreeMap<String, String> {
    let rules = Games::built_in().by_file().filter_map(|game| {
        let rules = game.credits()?.rules?;
        Some((game.id().to_owned(), rules.to_owned()))
    });
    rules.collect()
}

pub(in crate::cli) fn run(command: TextsCommand, config: Option<&Path>) -> Result<ExitCode> {
    match command {
        TextsCommand::Check { of, json } => {
            let words = of.words(config)?;
            let faults = words.faults(&of.language, &rules_of_files());
            print_list(json.json, &faults, line, "nothing is to be done")?;
            if !json.json && !faults.is_empty() {
                say([String::new(), summary(&faults)])?;
            }
            Ok(ExitCode::from(u8::from(!faults.is_empty())))
        }
        TextsCommand::Copy { dir } => copy(&dir),
        TextsCommand::Mark { of, names } => {
            let folder = of.folder(config).context("which folder? --templates DIR")?;
            let words = of.words(config)?;
            let path = folder.join(&of.language).join("english.txt");
            for name in &names {
                let known = words.source(&of.language, name).is_some();
                ensure!(known, "there is no text {name:?} in {}", of.language);
            }
            let marked = words.marked(&of.language, &names, &rules_of_files());
            fs::create_dir_all(folder.join(&of.language))?;
            fs::write(&path, marked).with_context(|| format!("cannot write {}", path.display()))?;
            say([format!("Wrote {}.", path.display())])?;
            Ok(ExitCode::SUCCESS)
        }
        TextsCommand::Show { of, name } => {
            let words = of.words(config)?;
            let of_file = || rules_of_files().remove(name.strip_prefix("variants/")?);
            let english = words.source(ENGLISH, &name).or_else(of_file);
            let english = english.with_context(|| format!("there is no text {name:?}"))?;
            let own = words.source(&of.language, &name);
            let language = &of.language;
            let own = match own {
                Some(own) => format!("\n[{language}]\n{own}"),
                None => format!("\n[{language}]: there is no such text, so it is in English"),
            };
            let english = format!("[{ENGLISH}]\n{english}");
            say([english, own])?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

impl Of {
    fn folder(&self, config: Option<&Path>) -> Option<PathBuf> {
        let of_settings = || Config::load(config).ok()?.server.templates;
        self.templates.clone().or_else(of_settings)
    }

    fn words(&self, config: Option<&Path>) -> Result<Words> {
        let folder = self.folder(config);
        ensure!(
            self.language != ENGLISH,
            "English is what the other languages are translated from: name another one"
        );
        if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
            bail!("there is no folder {}", folder.display());
        }
        let (words, warnings) = Words::load(folder.as_deref());
        // The folder may be that of the sources, with texts of other languages and words that are read.
        let own = |warning: &String| {
            let of_language = warning.starts_with(&format!("{}/", self.language));
            of_language && !warning.contains("/reading/") || warning.starts_with("cannot read")
        };
        for warning in warnings.iter().filter(|warning| own(warning)) {
            eprintln!("{warning}");
        }
        let known: Vec<&str> = words.languages().collect();
        ensure!(
            known.contains(&self.language.as_str()),
            "there are no texts in {:?}, only in {}; begin with a folder {}/notices in the folder of --templates",
            self.language,
            known.join(", "),
            self.language
        );
        Ok(words)
    }
}

fn line(fault: &Fault) -> String {
    let name = &fault.name;
    match &fault.kind {
        FaultKind::Missing => format!("missing  {name}"),
        FaultKind::Changed => format!("changed  {name}"),
        FaultKind::Values { lacks, adds } => different("values", name, lacks, adds),
        FaultKind::Typed { lacks, adds } => different("typed", name, lacks, adds),
        FaultKind::English => format!("english  {name}"),
        FaultKind::Unknown => format!("unknown  {name}"),
    }
}

fn different(what: &str, name: &str, lacks: &[String], adds: &[String]) -> String {
    let part = |what: &str, all: &[String]| match all {
        [] => String::new(),
        all => format!("; {what}: {}", all.join(", ")),
    };
    let parts = part("English alone has", lacks) + &part("English has not", adds);
    format!("{what:8} {name}{parts}")
}

/// `2225 to be done: help 92, lessons 57, …`
fn summary(faults: &[Fault]) -> String {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for fault in faults {
        let folder = fault.name.split('/').next().unwrap_or_default();
        *folders.entry(folder).or_default() += 1;
    }
    let folders: Vec<String> = folders
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    format!("{} to be done: {}", faults.len(), folders.join(", "))
}

/// Writes the English files that are not there yet.
fn copy(dir: &Path) -> Result<ExitCode> {
    let mut written = 0;
    for (path, text) in english_files() {
        let path = dir.join(path);
        if path.exists() {
            continue;
        }
        let parent = path.parent().unwrap_or(dir);
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        written += 1;
    }
    say([format!(
        "Wrote {written} files into {}.",
        dir.join(ENGLISH).display()
    )])?;
    Ok(ExitCode::SUCCESS)
}

//! `texts`: what is to be translated, for those who add a language.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};

use crate::config::Config;
use crate::variants::Games;
use crate::words::{ENGLISH, Fault, FaultKind, Words};

use super::{Json, print_list, say};

#[derive(Debug, Subcommand)]
pub enum TextsCommand {
    /// List what a language lacks, what has changed in English since, and what has other places
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
    },
    /// Print a text as it stands in its file: in a language, and in English
    #[command(after_help = "Example: zugpost texts show de notices/your-turn")]
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
            Ok(ExitCode::from(u8::from(!faults.is_empty())))
        }
        TextsCommand::Mark { of } => {
            let folder = of.folder(config).context("which folder? --templates DIR")?;
            let words = of.words(config)?;
            let path = folder.join(&of.language).join("english.txt");
            fs::write(&path, words.marked(&of.language, &rules_of_files()))
                .with_context(|| format!("cannot write {}", path.display()))?;
            say([format!("Wrote {}.", path.display())])?;
            Ok(ExitCode::SUCCESS)
        }
        TextsCommand::Show { of, name } => {
            let words = of.words(config)?;
            let english = words.source(ENGLISH, &name);
            let english =
                english.or_else(|| rules_of_files().remove(name.strip_prefix("variants/")?));
            let english = english.with_context(|| format!("there is no text {name:?}"))?;
            let own = words.source(&of.language, &name);
            let own = own.map(|own| format!("\n[{}]\n{own}", of.language));
            let english = format!("[{ENGLISH}]\n{english}");
            say([english].into_iter().chain(own).collect::<Vec<_>>())?;
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
        let (words, warnings) = Words::load(folder.as_deref());
        // The folder may be that of the sources, with texts of other languages and words that are read.
        let own = |warning: &String| {
            warning.starts_with(&format!("{}/", self.language)) && !warning.contains("/reading/")
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
        FaultKind::Places { lacks, adds } => {
            let part = |what: &str, all: &[String]| match all {
                [] => String::new(),
                all => format!("  {what} {}", all.join(", ")),
            };
            format!(
                "places   {name}{}{}",
                part("lacks", lacks),
                part("adds", adds)
            )
        }
    }
}

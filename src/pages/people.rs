//! Who is who: names, folders, and what people have chosen.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::ids::PlayerId;
use crate::letters::PlayerSettings;
use crate::status::Public;
use crate::store::{PlayerRow, Snapshot};
use crate::words::Voice;

use super::entry::Person;
use super::folder::Folder;
use super::seen::Holder;
use super::words::{shown, slug};

/// A player.
#[derive(Clone, Debug)]
pub struct One {
    /// The name, cleaned.
    pub name: String,
    /// What they are, and what they have chosen.
    pub holder: Holder,
    /// The folder of their page, with a slash; only those have one who have said that they are shown.
    pub path: Option<String>,
    /// Since when they are a member.
    pub since: String,
}

/// All players.
#[derive(Debug)]
pub struct People {
    all: BTreeMap<PlayerId, One>,
    /// Who has a name, in lower case.
    names: BTreeMap<String, PlayerId>,
    /// Who is not named.
    somebody: Person,
}

impl People {
    /// All players as they are stored; a folder that is there keeps its name.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn load(store: &dyn Snapshot, folder: &Folder, voice: Voice<'_>) -> Result<Self> {
        let mut folders: BTreeMap<i64, String> = BTreeMap::new();
        for name in folder.names("players") {
            let (number, rest) = name.split_once('-').unwrap_or((&name, ""));
            let fits = rest == slug(rest) && !name.ends_with('-');
            if let (Ok(number), true) = (number.parse(), fits) {
                folders.entry(number).or_insert(name);
            }
        }
        let mut people = Self {
            all: BTreeMap::new(),
            names: BTreeMap::new(),
            somebody: Person::somebody(voice),
        };
        for row in store.players()? {
            let holder = holder(&row, &people.somebody);
            let name = shown(&row.name);
            let listed = matches!(holder, Holder::Person(Some(public)) if public != Public::Off);
            let path = listed.then(|| {
                let made = || match slug(&row.name) {
                    made if made.is_empty() => row.id.to_string(),
                    made => format!("{}-{made}", row.id),
                };
                let folder = folders.get(&row.id.0).cloned().unwrap_or_else(made);
                format!("players/{folder}/")
            });
            people.names.insert(row.name.to_lowercase(), row.id);
            let since = row.membership.since;
            people.all.insert(
                row.id,
                One {
                    name,
                    holder,
                    path,
                    since,
                },
            );
        }
        Ok(people)
    }

    /// What somebody has chosen.
    pub fn holder(&self, player: PlayerId) -> Holder {
        self.all
            .get(&player)
            .map_or(Holder::Nobody, |one| one.holder)
    }

    /// Somebody as a page names them, if they are `named`.
    pub fn shown(&self, player: PlayerId, named: bool) -> Person {
        match self.all.get(&player).filter(|_| named) {
            Some(one) => Person {
                name: one.name.clone(),
                path: one.path.clone(),
                id: Some(player),
            },
            None => self.somebody.clone(),
        }
    }

    /// Who has a name.
    pub fn named(&self, name: &str) -> Option<PlayerId> {
        self.names.get(&name.to_lowercase()).copied()
    }

    /// The name to say in place of another one, in an event.
    pub fn said(&self, name: &str, event: Option<Public>) -> Person {
        let player = self.named(name);
        let player = player.filter(|player| super::seen::is_named(self.holder(*player), event));
        player.map_or_else(|| self.somebody.clone(), |player| self.shown(player, true))
    }

    /// What everything that is shown of somebody is recognised by.
    pub fn keys(&self) -> BTreeMap<PlayerId, u64> {
        let of = |one: &One| super::key(&(&one.name, format!("{:?}", one.holder), &one.path));
        self.all.iter().map(|(id, one)| (*id, of(one))).collect()
    }

    /// Those who have a page, in the order of their numbers.
    pub fn listed(&self) -> impl Iterator<Item = (PlayerId, &One, &str)> {
        let all = self.all.iter();
        all.filter_map(|(id, one)| Some((*id, one, one.path.as_deref()?)))
    }
}

fn holder(row: &PlayerRow, somebody: &Person) -> Holder {
    let membership = &row.membership;
    if membership.program != 0 {
        return Holder::Program;
    }
    if membership.forgotten_at.is_some() || row.name == somebody.name {
        return Holder::Nobody;
    }
    Holder::Person(PlayerSettings::of_stored(row.settings.as_deref()).public())
}

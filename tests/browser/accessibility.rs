//! What a screen reader gets of a letter, by Chromium's accessibility tree.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::Value;

/// What there is to be heard, by what is in the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Shown {
    language: String,
    boards: usize,
    pieces: usize,
    pictures: usize,
    links: usize,
}

/// Words that say nothing about where a link leads.
const VAGUE: [&str; 10] = [
    "here",
    "click",
    "click here",
    "link",
    "this",
    "this link",
    "more",
    "mail",
    "answer",
    "reply",
];

/// A tree of nodes. Nodes that are ignored are not said; what is below them is.
struct Tree<'a> {
    nodes: HashMap<&'a str, &'a Value>,
    all: &'a [Value],
}

impl<'a> Tree<'a> {
    fn new(all: &'a [Value]) -> Self {
        let nodes = all
            .iter()
            .filter_map(|node| Some((node["nodeId"].as_str()?, node)));
        Tree {
            nodes: nodes.collect(),
            all,
        }
    }

    fn with_role(&self, roles: &[&str]) -> Vec<&'a Value> {
        let all = self.all.iter();
        all.filter(|node| roles.contains(&role(node))).collect()
    }

    /// A node and everything below it, in the order in which it is said.
    fn below(&self, node: &'a Value) -> Vec<&'a Value> {
        let mut found = vec![node];
        let children = node["childIds"].as_array().into_iter().flatten();
        for child in children.filter_map(|id| self.nodes.get(id.as_str()?)) {
            found.extend(self.below(child));
        }
        found
    }

    /// What is said of a cell: the texts and pictures in it. Orca says neither the label nor the title of a cell that
    /// has a text.
    fn said(&self, node: &'a Value) -> String {
        let below = self.below(node).into_iter();
        let texts = below.filter(|node| ["StaticText", "image", "img"].contains(&role(node)));
        let texts: Vec<&str> = texts.map(name).collect();
        texts.join(" ")
    }
}

/// Its role; empty if it is ignored.
fn role(node: &Value) -> &str {
    match node["ignored"] == true {
        true => "",
        false => node["role"]["value"].as_str().unwrap_or_default(),
    }
}

fn name(node: &Value) -> &str {
    node["name"]["value"].as_str().unwrap_or_default().trim()
}

/// Whether colour and piece are said, and not a sign alone.
fn is_piece(said: &str, sides: &[&str]) -> bool {
    let words: Vec<&str> = said.split(|c: char| !c.is_alphabetic()).collect();
    let is_side = |word: &&str| sides.iter().any(|side| side.eq_ignore_ascii_case(word));
    let side = words.iter().position(is_side);
    side.is_some_and(|at| words[at + 1..].iter().any(|word| word.len() > 1))
}

/// The rules, and what does not keep them.
pub(crate) fn complaints(
    all: &[Value],
    shown: &Shown,
    sides: &[&str],
) -> Vec<(&'static str, String)> {
    let tree = Tree::new(all);
    let mut found = vec![];
    if shown.language.is_empty() {
        found.push(("no language", String::new()));
    }
    tables(&tree, shown, sides, &mut found);
    links(&tree, shown, &mut found);
    let pictures = tree.with_role(&["image", "img"]);
    if pictures.len() != shown.pictures {
        let what = format!("{} of {} are said", pictures.len(), shown.pictures);
        found.push(("pictures unheard", what));
    }
    for picture in pictures {
        if name(picture).is_empty() {
            found.push(("a picture without a name", String::new()));
        }
    }
    found
}

fn tables(tree: &Tree, shown: &Shown, sides: &[&str], found: &mut Vec<(&'static str, String)>) {
    let (mut boards, mut pieces) = (0, 0);
    for table in tree.with_role(&["table", "grid"]) {
        let below = tree.below(table);
        let count = |roles: &[&str]| below.iter().filter(|n| roles.contains(&role(n))).count();
        let (columns, rows) = (count(&["columnheader"]), count(&["rowheader"]));
        let cells = count(&["cell", "gridcell"]);
        let headers = format!(
            "{columns} of columns and {rows} of rows for {cells} cells: {}",
            name(table)
        );
        if name(table).is_empty() {
            found.push(("a table without a name", headers.clone()));
        }
        if columns + rows == 0 {
            found.push(("a layout table is said", headers));
            continue;
        }
        if cells < 16 || count(&["link"]) > 0 {
            continue;
        }
        boards += 1;
        if columns < 4 || rows < 4 || (columns + 1) * (rows + 1) < cells {
            found.push(("headers of a board", headers));
        }
        for cell in below
            .iter()
            .filter(|n| ["cell", "gridcell"].contains(&role(n)))
        {
            let said = tree.said(cell);
            pieces += usize::from(is_piece(&said, sides));
        }
    }
    if boards != shown.boards {
        let what = format!("{boards} of {} boards are data tables", shown.boards);
        found.push(("a board without its table", what));
    }
    if pieces < shown.pieces {
        let what = format!("{pieces} of {} pieces", shown.pieces);
        found.push(("pieces without colour and name", what));
    }
}

fn links(tree: &Tree, shown: &Shown, found: &mut Vec<(&'static str, String)>) {
    let links = tree.with_role(&["link"]);
    if links.len() != shown.links {
        let what = format!("{} of {} are said", links.len(), shown.links);
        found.push(("links unheard", what));
    }
    let mut known: HashMap<&str, &Value> = HashMap::new();
    let mut told = HashSet::new();
    for link in links {
        let properties = link["properties"].as_array().into_iter().flatten();
        let url = properties
            .clone()
            .find(|its| its["name"] == "url")
            .map_or(&Value::Null, |its| &its["value"]["value"]);
        let name = name(link);
        if name.is_empty() || VAGUE.contains(&name.to_lowercase().as_str()) {
            found.push(("vague links", format!("{name:?}")));
        }
        let other = *known.entry(name).or_insert(url);
        if other != url && told.insert(name) {
            found.push(("links with one name", name.to_owned()));
        }
    }
}

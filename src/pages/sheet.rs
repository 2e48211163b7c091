//! The cells of the boards of a variant: each kind of cell is a file and a class of a style sheet, which all its games share.
//!
//! The names of the files are the classes, so that the folder itself says which cell has which name.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::sync::Arc;

use anyhow::Result;

use crate::drawings::{self, Pieces, Side, Tiles};
use crate::rules::BoardView;

use super::folder::Folder;
use super::words::escaped;

/// The cells of a variant.
#[derive(Debug)]
pub struct Sheet {
    /// The path of its folder, with a slash.
    pub path: String,
    names: HashMap<Arc<str>, String>,
    /// The drawings by their names: those that are used.
    used: BTreeMap<String, Arc<str>>,
    /// The cells of the board that was drawn last, with their names: most stay from one position to the next.
    before: Vec<(Arc<str>, Arc<str>)>,
    /// How many names were given.
    count: usize,
    /// From where the boards can be seen; the first side is the one that the cells are drawn for.
    pub sides: Vec<Side>,
    /// Whether each cell is drawn for each side.
    redrawn: bool,
    /// Whether there are cells that are not written yet.
    pub is_new: bool,
    /// How the cells that are used look from the other sides: by name and quarter turns.
    turned: BTreeMap<(String, u8), Arc<str>>,
}

impl Sheet {
    /// The sheet of the boards of a variant, whose folder is `path`; `view`: its usual start.
    pub fn new(path: &str, view: &BoardView, folder: &Folder) -> Self {
        let mut sheet = Self {
            path: path.to_owned(),
            names: HashMap::new(),
            used: BTreeMap::new(),
            before: Vec::new(),
            count: 0,
            sides: drawings::sides(view),
            redrawn: drawings::looks_different_turned(view),
            is_new: true,
            turned: BTreeMap::new(),
        };
        // The two cells that occur most often, without pieces, need no class.
        let mut often: Vec<(usize, Arc<str>)> = Vec::new();
        let tiles = drawings::tiles(view, Pieces::default(), None);
        for tile in tiles.cells.iter().filter(|tile| tile.letter.is_none()) {
            match often.iter_mut().find(|(_, svg)| *svg == tile.svg) {
                Some((count, _)) => *count += 1,
                None => often.push((1, Arc::clone(&tile.svg))),
            }
        }
        often.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        for (name, (_, svg)) in ["td", "th"].into_iter().zip(often) {
            sheet.names.insert(Arc::clone(&svg), name.to_owned());
            let at = tiles.cells.iter().position(|tile| tile.svg == svg);
            sheet.used.insert(name.to_owned(), svg);
            sheet.turn(name, &tiles, view, at.unwrap_or_default());
        }
        for file in folder.names(&format!("{path}t")) {
            let Some(number) = file.strip_suffix(".svg").and_then(number) else {
                continue;
            };
            sheet.count = sheet.count.max(number + 1);
            sheet.found(name(number), folder);
        }
        sheet
    }

    /// Takes over a cell of an earlier process, which boards that are not drawn anew may have.
    fn found(&mut self, name: String, folder: &Folder) {
        let read = |file: String| {
            let bytes = folder.read(&format!("{}t/{file}.svg", self.path))?;
            Some(Arc::from(String::from_utf8(bytes).ok()?))
        };
        let Some(svg) = read(name.clone()) else {
            return;
        };
        let sides = self
            .sides
            .iter()
            .filter(|side| self.redrawn && side.quarters != 0);
        let turned = sides.map(|side| {
            let svg = read(format!("{name}-{}", side.quarters))?;
            Some(((name.clone(), side.quarters), svg))
        });
        let turned: Option<Vec<_>> = turned.collect();
        self.names
            .entry(Arc::clone(&svg))
            .or_insert_with(|| name.clone());
        if let Some(turned) = turned.filter(|_| self.names.get(&svg) == Some(&name)) {
            self.turned.extend(turned);
            self.used.insert(name, svg);
        }
    }

    /// How many cells a board has.
    pub fn cells(&self) -> usize {
        self.size().0 * self.size().1
    }

    /// How many columns and rows.
    fn size(&self) -> (usize, usize) {
        let first = self.sides.first();
        first.map_or((1, 1), |side| (side.columns.len(), side.rows.len()))
    }

    /// The name of the cell at a place of a board.
    fn name(&mut self, tiles: &Tiles, view: &BoardView, at: usize) -> String {
        let Some(svg) = tiles.cells.get(at).map(|tile| &tile.svg) else {
            return String::new();
        };
        let name = self.names.get(svg).cloned().unwrap_or_else(|| {
            self.count += 1;
            name(self.count - 1)
        });
        if !self.used.contains_key(&name) {
            self.names.insert(Arc::clone(svg), name.clone());
            self.used.insert(name.clone(), Arc::clone(svg));
            self.is_new = true;
            self.turn(&name, tiles, view, at);
        }
        name
    }

    /// Draws a cell as it looks from the other sides.
    fn turn(&mut self, name: &str, tiles: &Tiles, view: &BoardView, at: usize) {
        let columns = usize::from(tiles.columns.max(1));
        let place = (u8::try_from(at % columns), u8::try_from(at / columns));
        let (Ok(column), Ok(row), true) = (place.0, place.1, self.redrawn) else {
            return;
        };
        for side in self.sides.iter().filter(|side| side.quarters != 0) {
            if let Some(svg) = drawings::tile_turned(view, (column, row), side) {
                self.turned.insert((name.to_owned(), side.quarters), svg);
            }
        }
    }

    /// A board as a table: of its cells only the letters of pieces are text. End tags that HTML does not ask for are left out.
    pub fn table(&mut self, tiles: &Tiles, view: &BoardView, out: &mut String) {
        // What it shows is said beside it.
        out.push_str("<table class=bd aria-hidden=true>");
        let columns = usize::from(tiles.columns.max(1));
        let before = std::mem::take(&mut self.before);
        let mut drawn = Vec::with_capacity(tiles.cells.len());
        for (at, tile) in tiles.cells.iter().enumerate() {
            if at % columns == 0 {
                out.push_str("<tr>");
            }
            let kept = before
                .get(at)
                .filter(|(svg, _)| Arc::ptr_eq(svg, &tile.svg));
            let name = match kept {
                Some((_, name)) => Arc::clone(name),
                None => self.name(tiles, view, at).into(),
            };
            let _ = match &*name {
                "td" | "th" => write!(out, "<{name}>"),
                name => write!(out, "<td class={name}>"),
            };
            match tile.letter {
                Some(letter) if letter.is_ascii_alphanumeric() => out.push(letter),
                Some(letter) => out.push_str(&escaped(&letter.to_string())),
                None => {}
            }
            drawn.push((Arc::clone(&tile.svg), name));
        }
        self.before = drawn;
        out.push_str("</table>");
    }

    /// Writes the style sheet and the cells that are used.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn write(&mut self, folder: &mut Folder) -> Result<()> {
        if !std::mem::take(&mut self.is_new) {
            return Ok(());
        }
        let (columns, rows) = self.size();
        let mut css = format!(".frame{{--cols:{columns};--rows:{rows}}}\n");
        for (name, svg) in &self.used {
            let path = format!("{}t/{name}.svg", self.path);
            folder.put_once(&path, svg.as_bytes())?;
            let _ = writeln!(
                css,
                ".bd {}{{background-image:url(t/{name}.svg)}}",
                selector(name)
            );
        }
        for ((name, quarters), svg) in &self.turned {
            let path = format!("{}t/{name}-{quarters}.svg", self.path);
            folder.put_once(&path, svg.as_bytes())?;
            let of = selector(name);
            let _ = writeln!(
                css,
                ".frame:has(.to{quarters}:checked) .bd {of}{{background-image:url(t/{name}-{quarters}.svg)}}"
            );
        }
        folder.put(&format!("{}board.css", self.path), css.as_bytes())
    }
}

/// The cells with a name, in a style sheet.
fn selector(name: &str) -> String {
    match name {
        "td" | "th" => name.to_owned(),
        name => format!(".{name}"),
    }
}

/// `a`, `b` … `z`, `aa`: the name with this number.
fn name(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (number % 26) as u8);
        match number / 26 {
            0 => break,
            more => number = more - 1,
        }
    }
    letters.reverse();
    let name: String = letters.into_iter().map(char::from).collect();
    // These are elements here.
    match &*name {
        "td" | "th" => name + "-",
        _ => name,
    }
}

/// The number of such a name.
fn number(name: &str) -> Option<usize> {
    let letters = name.strip_suffix('-').unwrap_or(name).bytes();
    let fits = (1..=4).contains(&letters.len()) && letters.clone().all(|b| b.is_ascii_lowercase());
    let elements = ["td", "th"].contains(&name);
    (fits && !elements).then(|| letters.fold(0, |sum, b| sum * 26 + usize::from(b - b'a') + 1) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_numbers() {
        for at in 0..2000 {
            assert_eq!(number(&name(at)), Some(at), "{}", name(at));
        }
        assert_eq!(
            (name(0), name(25), name(26)),
            ("a".into(), "z".into(), "aa".into())
        );
        assert_eq!((number("td"), number("T"), number("")), (None, None, None));
    }
}

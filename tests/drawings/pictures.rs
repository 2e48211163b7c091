//! Pictures are read by their pixels: cells that hold the same look the same, others do not.

use std::collections::BTreeMap;
use std::io::Cursor;

use zugpost::drawings::{Picture, picture};
use zugpost::rules::pieces::movement::Forward;
use zugpost::rules::view::{BoardView, CellView, Surface};

use super::positions;

/// Pixels of the coordinates on each side.
const MARGIN: usize = 24;
/// So many positions are drawn; one picture takes as long as many of the other drawings.
const EACH: usize = 7;

/// Contents that differ differ in so many pixels at least.
const SEEN: usize = 12;

/// The colours of a picture, and its width.
struct Pixels {
    of: Vec<[u8; 3]>,
    width: usize,
}

fn decode(picture: &Picture) -> Pixels {
    let mut decoder = png::Decoder::new(Cursor::new(&picture.png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    assert_eq!(reader.info().bit_depth, png::BitDepth::Eight);
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("pixels");
    assert_eq!(frame.width * 2 / 3, picture.width);
    assert_eq!(frame.height * 2 / 3, picture.height);
    let pixels = bytes[..frame.buffer_size()].chunks_exact(3);
    Pixels {
        of: pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        width: frame.width as usize,
    }
}

/// Where a square lies for the viewer: column and row from the upper left.
fn place(view: &BoardView, cell: &CellView) -> (usize, usize) {
    let (file, rank) = (
        usize::from(cell.square.file()),
        usize::from(cell.square.rank()),
    );
    let (last_file, last_rank) = (usize::from(view.files) - 1, usize::from(view.ranks) - 1);
    match view.seats[view.viewer.index()].forward {
        Forward::North => (file, last_rank - rank),
        Forward::South | Forward::SouthTurned => (last_file - file, rank),
        Forward::West => (rank, file),
        Forward::East => (last_rank - rank, last_file - file),
    }
}

/// All that a cell shows, and of the board below it.
fn shows(view: &BoardView, cell: &CellView) -> (String, String) {
    let piece = cell
        .piece
        .as_ref()
        .map(|piece| (piece.owner, piece.letter, piece.facing, &piece.was));
    let (file, rank) = (cell.square.file(), cell.square.rank());
    let of_board = match view.surface {
        // A whole cell of its own: the lines end at the edges, and cross in palaces.
        Surface::Points { .. } => format!("{file} {rank}"),
        Surface::Squares => ((file + rank) % 2).to_string(),
        Surface::LooseSquares => String::new(),
    };
    if !cell.exists {
        let left = cell.mark.is_some();
        return (
            format!("hole, left by the last turn: {left}"),
            String::new(),
        );
    }
    let (mark, owner) = (cell.mark, cell.owner);
    let of_cell = format!("{piece:?} {mark:?} {owner:?} {} {}", cell.barred, cell.held);
    (of_cell, of_board)
}

fn pixels_of(picture: &Pixels, (column, row): (usize, usize), side: usize) -> Vec<[u8; 3]> {
    let rows = MARGIN + row * side..MARGIN + (row + 1) * side;
    // Without the outermost pixels, in which the edges of neighbours may lie.
    let columns = MARGIN + column * side + 1..MARGIN + (column + 1) * side - 1;
    let inner = rows.skip(1).take(side - 2);
    inner
        .flat_map(|y| {
            picture.of[y * picture.width + columns.start..y * picture.width + columns.end].to_vec()
        })
        .collect()
}

/// How many pixels differ by more than edges do that are rounded in another way.
fn differences(one: &[[u8; 3]], other: &[[u8; 3]]) -> usize {
    let pairs = one.iter().zip(other);
    let far = |(one, other): (&[u8; 3], &[u8; 3])| {
        let channels = one.iter().zip(other);
        let far = channels.map(|(a, b)| a.abs_diff(*b)).max();
        far.is_some_and(|far| far > 24)
    };
    pairs.filter(|pair| far(*pair)).count()
}

#[test]
fn a_picture_tells_cells_apart_as_the_view_does() {
    let (mut number, mut cells) = (0, 0);
    positions(|name, view| {
        number += 1;
        if number % EACH != 0 {
            return;
        }
        let drawn = picture(view).unwrap_or_else(|why| panic!("{name}: {why:#}"));
        assert!(
            drawn.png.len() <= 15 << 10,
            "{name}: {} bytes",
            drawn.png.len()
        );
        if let Ok(folder) = std::env::var("PICTURES") {
            std::fs::write(format!("{folder}/{name}-{number}.png"), &drawn.png).expect("written");
        }
        let pixels = decode(&drawn);
        let upright = place(view, &view.cells[0]).0 != place(view, &view.cells[1]).0;
        let columns = usize::from(if upright { view.files } else { view.ranks });
        let side = (pixels.width - 2 * MARGIN) / columns;
        let mut looks: BTreeMap<(String, String), Vec<[u8; 3]>> = BTreeMap::new();
        for cell in &view.cells {
            let look = pixels_of(&pixels, place(view, cell), side);
            let content = shows(view, cell);
            let square = cell.square;
            for (of, other) in &looks {
                let differ = differences(&look, other);
                if *of == content {
                    assert_eq!(differ, 0, "{name} {number}: {square} is drawn in two ways");
                } else if of.0 != content.0 {
                    assert!(
                        differ >= SEEN,
                        "{name} {number}: {square}, {content:?}, looks like {of:?}: {differ}"
                    );
                }
            }
            looks.entry(content).or_insert(look);
            cells += 1;
        }
    });
    assert!(cells > 1000, "{cells} cells");
}

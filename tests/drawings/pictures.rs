//! Pictures are read by their pixels: cells that hold the same look the same, others do not, and the armies differ in
//! shape as well.

use std::collections::BTreeMap;
use std::io::Cursor;

use zugpost::drawings::{Picture, Pieces, picture};
use zugpost::rules::pieces::movement::Forward;
use zugpost::rules::variant::Options;
use zugpost::rules::view::{BoardView, CellView, Fact, Holds, Surface};
use zugpost::variants;

use super::positions;

/// Pixels of CSS of the coordinates, on the left and below.
const MARGIN: f64 = 20.0;
/// So many positions are drawn; one picture takes as long as many of the other drawings.
const EACH: usize = 7;

/// Contents that differ differ in so many pixels at least.
const SEEN: usize = 12;

/// Red, green, blue and alpha.
type Colour = [u8; 4];

/// The colours of a picture, and where the board lies on it.
struct Pixels {
    of: Vec<Colour>,
    width: usize,
    margin: usize,
    /// Pixels above the board.
    top: usize,
    side: usize,
}

fn decode(view: &BoardView, picture: &Picture) -> Pixels {
    let mut decoder = png::Decoder::new(Cursor::new(&picture.png));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG");
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("pixels");
    assert!(picture.width <= 480, "{}", picture.width);
    let ratio = |pixels: u32, shown: u32| f64::from(pixels) / f64::from(shown);
    let density = ratio(frame.width, picture.width);
    let upright = ratio(frame.height, picture.height);
    assert!((density - upright).abs() < 0.01, "{density} {upright}");
    let pixels = bytes[..frame.buffer_size()].chunks_exact(4);
    let margin = (MARGIN * density).round() as usize & !1;
    let width = frame.width as usize;
    let side = (width - margin) / columns(view);
    let hand = (side * 3 / 4) & !1;
    Pixels {
        of: pixels
            .map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]])
            .collect(),
        width,
        margin,
        top: if has_hands(view) {
            hand + margin / 2
        } else {
            0
        },
        side,
    }
}

/// Whether two players have hands, which are above and below the board.
fn has_hands(view: &BoardView) -> bool {
    let mut pockets = view.pockets.iter();
    let held = pockets.any(|one| one.seat.is_some() && matches!(one.holds, Holds::Pieces(_)));
    held && view.seats.len() == 2
}

/// How many cells are side by side.
fn columns(view: &BoardView) -> usize {
    let upright = place(view, &view.cells[0]).0 != place(view, &view.cells[1]).0;
    usize::from(if upright { view.files } else { view.ranks })
}

/// Whether a king that is attacked stands there.
fn attacked(view: &BoardView, cell: &CellView) -> bool {
    view.facts.iter().any(|fact| match fact {
        Fact::Threat { king, .. } => *king == cell.square,
        Fact::Check { seat, .. } => {
            let mut piece = cell.piece.iter();
            piece.any(|piece| piece.name == "king" && piece.owner == Some(*seat))
                && !cell.attackers.is_empty()
        }
        _ => false,
    })
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
        Surface::Squares => {
            let zones = view.zones.iter();
            let zones = zones.filter(|of| of.squares.contains(&cell.square));
            let zones: Vec<_> = zones.map(|of| of.zone).collect();
            format!("{} {zones:?}", (file + rank) % 2)
        }
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
    let check = attacked(view, cell);
    let gate = view.facts.iter().any(|fact| match fact {
        Fact::Gates(all) => all
            .iter()
            .any(|(_, squares)| squares.contains(&cell.square)),
        _ => false,
    });
    let flags = (cell.barred, cell.held, check, gate);
    (format!("{piece:?} {mark:?} {owner:?} {flags:?}"), of_board)
}

fn pixels_of(picture: &Pixels, (column, row): (usize, usize)) -> Vec<Colour> {
    let (side, left) = (picture.side, picture.margin + column * picture.side);
    // Without the outermost pixels, in which the edges of neighbours may lie.
    let first = picture.top + row * side;
    let inner = (first..first + side).skip(1).take(side - 2);
    inner
        .flat_map(|y| {
            let from = y * picture.width + left;
            picture.of[from + 1..from + side - 1].to_vec()
        })
        .collect()
}

/// How many pixels differ by more than edges do that are rounded in another way, counted up to [`SEEN`].
fn differences(one: &[Colour], other: &[Colour]) -> usize {
    let pairs = one.iter().zip(other).filter(|(one, other)| one != other);
    let far = |(one, other): &(&Colour, &Colour)| {
        let mut channels = one.iter().zip(*other);
        channels.any(|(a, b)| a.abs_diff(*b) > 24)
    };
    pairs.filter(far).take(SEEN).count()
}

#[test]
fn a_picture_tells_cells_apart_as_the_view_does() {
    let (mut number, mut cells) = (0, 0);
    positions(|name, view| {
        number += 1;
        if number % EACH != 0 {
            return;
        }
        let pieces = [Pieces::Kanji, Pieces::Letters, Pieces::Western][number / EACH % 3];
        let drawn = picture(view, pieces).unwrap_or_else(|why| panic!("{name}: {why:#}"));
        assert!(
            drawn.png.len() <= 20 << 10,
            "{name}: {} bytes",
            drawn.png.len()
        );
        if let Ok(folder) = std::env::var("PICTURES") {
            std::fs::write(format!("{folder}/{name}-{number}.png"), &drawn.png).expect("written");
        }
        let pixels = decode(view, &drawn);
        let mut looks: BTreeMap<(String, String), Vec<Colour>> = BTreeMap::new();
        for cell in &view.cells {
            let look = pixels_of(&pixels, place(view, cell));
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

/// Which pixels of a cell are not of its ground, whatever their colours: what is left of a picture in grey, or when a
/// mail program turns its colours around.
fn outline(look: &[Colour]) -> Vec<bool> {
    let mut counts = BTreeMap::new();
    for pixel in look {
        *counts.entry(*pixel).or_insert(0) += 1;
    }
    // The corners are of the ground.
    let ground = look[0];
    assert!(counts[&ground] * 4 > look.len(), "little ground");
    look.iter().map(|pixel| *pixel != ground).collect()
}

#[test]
fn armies_differ_in_shape() {
    let pairs = [
        ("chess", Pieces::Kanji, "e1 e8 d1 d8 b1 b8 e2 e7"),
        ("shogi", Pieces::Kanji, "e1 e9 d1 d9 b1 b9 e3 e7"),
        ("shogi", Pieces::Letters, "e1 e9 d1 d9 b1 b9 e3 e7"),
        ("shogi", Pieces::Western, "e1 e9 d1 d9 b1 b9 e3 e7"),
    ];
    for (id, pieces, squares) in pairs {
        let game = variants::find(id).expect("a game");
        let game = game.start(&Options::new(), None).expect("starts");
        let view = game.view(None);
        let pixels = decode(&view, &picture(&view, pieces).expect("a picture"));
        let look = |square: &str| {
            let mut cells = view.cells.iter();
            let cell = cells.find(|cell| cell.square.to_string() == square);
            pixels_of(&pixels, place(&view, cell.expect("a square")))
        };
        let squares: Vec<&str> = squares.split(' ').collect();
        for pair in squares.chunks(2) {
            let pairs = outline(&look(pair[0]))
                .into_iter()
                .zip(outline(&look(pair[1])));
            let differ = pairs.filter(|(one, other)| one != other).count();
            assert!(differ > 100, "{id} {pieces:?} {pair:?}: {differ}");
        }
    }
}

#[test]
fn nothing_is_drawn_where_no_square_is() {
    for id in ["chess", "hans38", "xiangqi", "yonin-bishogi"] {
        let variant = variants::find(id).expect("a game");
        let options = variant
            .settle(&Options::new(), &mut |_| 0)
            .expect("options");
        let view = variant.start(&options, None).expect("starts").view(None);
        let pixels = decode(&view, &picture(&view, Pieces::Kanji).expect("a picture"));
        let alpha = |at: usize| pixels.of[at][3];
        assert_eq!(alpha(0), 0, "{id}: left of the board");
        assert_eq!(alpha(pixels.of.len() - 1), 0, "{id}: below the board");
        for cell in &view.cells {
            let look = pixels_of(&pixels, place(&view, cell));
            let seen = look.iter().filter(|pixel| pixel[3] > 0).count();
            match cell.exists || view.surface != Surface::LooseSquares {
                true => assert!(seen * 10 > look.len() * 9, "{id}: {}", cell.square),
                false => assert_eq!(seen, 0, "{id}: {}", cell.square),
            }
        }
    }
}

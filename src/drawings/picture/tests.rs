use super::*;
use crate::rules::{Options, Surface, Variant};
use crate::variants::VARIANTS;

/// The positions of a game in which example turns are played.
fn played(variant: &dyn Variant, most: usize) -> Vec<BoardView> {
    let options = variant
        .settle(&Options::new(), &mut |_| 0)
        .expect("options");
    let mut game = variant.start(&options, None).expect("starts");
    let mut views = vec![game.view(None)];
    while views.len() < most {
        let Some(turn) = game.example() else { break };
        game.play(&turn).expect("legal");
        views.push(game.view(None));
    }
    views
}

/// What a program that plays a film shows, frame by frame: size and pixels.
fn decoded(film: &[u8]) -> (usize, Vec<Vec<u8>>, Vec<u16>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(film).expect("a GIF");
    let width = usize::from(decoder.width());
    let mut canvas = vec![0; 4 * width * usize::from(decoder.height())];
    let (mut frames, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let rows = frame.buffer.chunks_exact(4 * usize::from(frame.width));
        for (row, pixels) in rows.enumerate() {
            let from = 4 * ((top + row) * width + left);
            let under = canvas[from..].chunks_exact_mut(4);
            for (under, pixel) in under.zip(pixels.chunks_exact(4)) {
                if pixel[3] > 0 {
                    under.copy_from_slice(pixel);
                }
            }
        }
        frames.push(canvas.clone());
        delays.push(frame.delay);
    }
    (width, frames, delays)
}

#[test]
fn a_film_shows_each_position() {
    for variant in VARIANTS {
        let (views, id) = (played(*variant, 60), variant.id());
        assert!(views.len() > 5, "{id}: {}", views.len());
        let gif = film(&views, Pieces::Kanji).expect("a film");
        assert!(gif.len() < 200_000, "{id}: {} bytes", gif.len());
        let (width, frames, delays) = decoded(&gif);
        assert_eq!(frames.len(), views.len(), "{id}");
        let (last, others) = delays.split_last().expect("frames");
        assert!(
            *last == 400 && others.iter().all(|delay| *delay == 100),
            "{id}"
        );
        // Those of the same positions at the same size, with what is transparent filled.
        for at in [0, views.len() / 2, views.len() - 1] {
            let pixels = Sheet::new(&views[at], Pieces::Kanji, 320)
                .pixels()
                .expect("pixels");
            assert_eq!(pixels.width, width, "{id}");
            let mut differ = 0;
            for (number, shown) in pixels.numbers.iter().zip(frames[at].chunks_exact(4)) {
                let [r, g, b, alpha] = pixels.colours[usize::from(*number)].rgba;
                let alpha = u32::from(alpha);
                let seen = [r, g, b].map(|c| (u32::from(c) * alpha + 0x16 * (255 - alpha)) / 255);
                let pairs = seen.iter().zip(shown);
                // The parts are rounded each on its own.
                let off = pairs.map(|(a, b)| a.abs_diff(u32::from(*b))).max();
                differ += usize::from(off > Some(1));
            }
            assert_eq!(differ, 0, "{id}, frame {at}");
        }
        assert_ne!(frames.first(), frames.last(), "{id}");
    }
}

#[test]
fn a_film_needs_positions_of_one_board() {
    assert!(film(&[], Pieces::Kanji).is_err());
    let first = |id| played(crate::variants::find(id).expect("a game"), 1).remove(0);
    assert!(film(&[first("chess"), first("xiangqi")], Pieces::Kanji).is_err());
    let once = film(&[first("chess"), first("chess")], Pieces::Kanji).expect("a film");
    assert_eq!(decoded(&once).1.len(), 2);
}

#[test]
fn all_pieces_of_our_own_games_have_a_shape() {
    let mut seen = std::collections::BTreeMap::new();
    for variant in VARIANTS {
        for view in played(*variant, 1) {
            if view.seats.len() > 2 || matches!(view.surface, Surface::Points { .. }) {
                continue;
            }
            for piece in view.cells.iter().filter_map(|cell| cell.piece.as_ref()) {
                let face = Face::of(&view, Pieces::Kanji, piece);
                let (Face::Known(shape) | Face::Shape(shape)) = face else {
                    panic!("{}: {}", variant.id(), piece.name)
                };
                let name = seen.entry(shape).or_insert(piece.name.clone());
                assert_eq!(*name, piece.name, "one shape for two pieces");
            }
        }
    }
    assert!(seen.len() > 12, "{}", seen.len());
}

#[test]
fn edges_keep_the_colours_of_the_drawing() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\">\
               <circle cx=\"10\" cy=\"10\" r=\"7\" fill=\"#c00\" stroke=\"#112233\"/></svg>";
    let pixels = tile::tile(svg).expect("pixels");
    let rgba = |at: usize| pixels.colours[usize::from(pixels.numbers[at])].rgba;
    assert_eq!(rgba(0), [0; 4]);
    assert_eq!(rgba(10 * 20 + 10), [0xcc, 0, 0, 255]);
    let (few, numbers) = pixels.fewer(0);
    assert!(few.len() < pixels.colours.len() && few.iter().all(|colour| colour.plain));
    let middle = few[usize::from(numbers[usize::from(pixels.numbers[210])])];
    assert_eq!(middle.rgba, [0xcc, 0, 0, 255]);
    assert_eq!(pixels.counts.iter().sum::<usize>(), 400);
}

#[test]
fn all_letters_and_coordinates_have_a_path() {
    let mut tried = 0;
    for variant in crate::variants::all() {
        let options = variant
            .settle(&Options::new(), &mut |_| 0)
            .expect("options");
        let game = variant.start(&options, None).expect("starts");
        let view = game.view(None);
        for piece in view.cells.iter().filter_map(|cell| cell.piece.as_ref()) {
            let character = piece
                .character
                .filter(|sign| !crate::drawings::ascii::is_chess(*sign));
            let drawn = character.is_none_or(|sign| shapes::character(sign).is_some());
            assert!(drawn, "{}: {character:?}", variant.id());
        }
        let letters = view.kinds.iter().map(|kind| kind.letter);
        // The small ones are those of promoted pieces.
        let several = view.seats.len() > 2;
        let small = letters.clone().filter(|_| several);
        let small = small.map(|letter| letter.to_ascii_lowercase());
        let files = (0..view.files.max(view.ranks)).map(|file| char::from(b'a' + file));
        for sign in letters
            .chain(small)
            .chain(files)
            .chain("0123456789!*+#~".chars())
        {
            assert!(shapes::sign(sign).is_some(), "{}: {sign:?}", variant.id());
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn a_picture_that_is_known_is_not_made_again() {
    let variant = crate::variants::find("chess").expect("chess");
    // No other test draws this position, which might be made at the same time.
    let fen = "4k3/8/8/3N1n2/8/8/8/4K3 w - - 0 1";
    let game = variant
        .start(&Options::new(), Some(fen))
        .expect("it can stand");
    let view = game.view(None);
    let first = known_picture(&view, Pieces::Kanji).expect("a picture");
    let second = known_picture(&view, Pieces::Kanji).expect("a picture");
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(
        *first,
        picture(&view, Pieces::Kanji).expect("the same picture")
    );
}

use super::*;
use crate::rules::Options;
use crate::variants::VARIANTS;

#[test]
fn all_letters_and_coordinates_have_a_path() {
    let mut tried = 0;
    for variant in VARIANTS {
        let options = variant
            .settle(&Options::new(), &mut |_| 0)
            .expect("options");
        let game = variant.start(&options, None).expect("starts");
        let view = game.view(None);
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
    let first = known_picture(&view).expect("a picture");
    let second = known_picture(&view).expect("a picture");
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(*first, picture(&view).expect("the same picture"));
}

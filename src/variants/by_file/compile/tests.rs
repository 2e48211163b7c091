use super::*;
use crate::rules::composed::army::Word;
use crate::rules::composed::ends::Value as Worth;
use crate::variants::by_file::{self, base, catalogue::Catalogue};

fn parts(name: &str) -> Parts {
    compile(&base::find(name).expect("one of the format's games"))
}

#[test]
fn chess_is_chess() {
    let chess = parts("chess");
    assert_eq!(chess.size, (8, 8));
    let letters: String = chess.army.kinds.iter().map(|kind| kind.letter).collect();
    assert_eq!(letters, "PNBRQK");
    assert!(chess.army.plain_king && !chess.army.palace_king);
    let king = chess.army.role(Word::KING);
    assert_eq!(chess.castling.king, [king, king]);
    assert!(chess.castling.allowed);
    assert_eq!(chess.promotion.piece_types[0].iter().count(), 4);
    assert_eq!(chess.promotion.main_pawn, [Some(Role(0)); 2]);
    assert_eq!(chess.pawns.en_passant_others, [false; 2]);
    assert_eq!((chess.ends.n_move, chess.ends.repetition.fold), (50, 3));
    assert!(chess.ends.extinction.is_none() && chess.ends.flag.is_none());
    assert!(chess.ends.connect.is_none());
}

#[test]
fn families_keep_what_no_key_says() {
    let xiangqi = parts("xiangqi");
    assert!(xiangqi.army.palace_king);
    let horse = xiangqi.army.role(Word::HORSE).expect("a horse");
    assert_eq!(xiangqi.army.about(horse).synonym, Some('H'));
    let king = xiangqi.army.role(Word::KING).expect("a king");
    assert_eq!(xiangqi.army.about(king).region[0].count(), 9);
    assert_eq!(xiangqi.army.about(king).atoms.len(), 4);
    let knightmate = parts("knightmate");
    assert!(!knightmate.army.plain_king && !knightmate.army.palace_king);
    assert!(parts("ataxx").hands.free);
}

#[test]
fn ends_are_those_of_the_section() {
    let atomic = parts("atomic").ends.extinction.expect("with blasts");
    assert_eq!(atomic.value, Worth::LOSS);
    assert!(parts("spartan").ends.extinction.is_none());
    assert!(parts("spartan").royalty.pseudo.is_some());
    let shatranj = parts("shatranj").ends.extinction.expect("baring");
    assert_eq!((shatranj.types, shatranj.claim), (Counted::Together, true));
    let hill = parts("kingofthehill").ends.flag.expect("a region");
    assert_eq!(hill.region[1].count(), 4);
    let minishogi = parts("minishogi");
    assert!(minishogi.hands.must_drop.is_empty());
    assert_eq!(minishogi.ends.repetition.value, Worth::LOSS);
    let spartan = parts("spartan");
    let hoplite = spartan.army.role(Word::custom(1));
    assert_eq!(spartan.promotion.main_pawn, [Some(Role(0)), hoplite]);
}

#[test]
fn rights_without_castling_are_not_in_the_start() {
    assert!(parts("chess").start.contains(" w KQkq - 0 1"));
    assert!(parts("seirawan").start.contains(" w KQBCDFGkqbcdfg - 0 1"));
    // A child that switches castling off has its parent's position.
    let file = b"[child:chess]\ncastling = false\n";
    let (games, _) = by_file::read(file, &Catalogue::default());
    assert!(compile(&games[0]).start.contains(" w - - 0 1"));
}

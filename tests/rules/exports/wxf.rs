//! A small reader of WXF. It reads the board from the position text, finds the piece that a move names by itself, and
//! plays the move by its points through the public interface.

use zugpost::rules::game::Game;

use super::Course;

/// Where a piece stands: file 0 to 8 and rank 0 to 9, as Red sees them.
type Point = (i32, i32);

/// Reads a file, plays its moves, and compares the position after each; returns how many moves were of one of
/// several pieces on a file.
pub fn compare(text: &str, course: &Course) -> usize {
    let (head, body) = text.split_once("START{\n").expect("fields and moves");
    let body = body.strip_suffix("}END").expect("an end");
    let fields: Vec<(&str, &str)> = head
        .lines()
        .map(|line| line.split_once(char::is_whitespace).expect(line))
        .map(|(name, value)| (name, value.trim()))
        .collect();
    let value = |name: &str| fields.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
    assert_eq!(fields[0], ("FORMAT", "WXF"));
    assert_eq!(value("RED"), Some("Anna \"A\\B\""));
    assert_eq!(value("RESULT"), Some(course.result()));
    const USUAL: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    assert_eq!(value("FEN").unwrap_or(USUAL), course.positions[0]);
    let xiangqi = zugpost::variants::find("xiangqi").expect("xiangqi");
    let mut game = xiangqi
        .start(&zugpost::rules::variant::Options::new(), value("FEN"))
        .expect("a start");
    let first: u32 = course.positions[0]
        .rsplit(' ')
        .next()
        .expect("a number")
        .parse()
        .expect("a number");
    let (mut played, mut crowded) = (0, 0);
    for (number, line) in (first..).zip(body.lines()) {
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some(&*format!("{number}.")), "{text}");
        for word in words.filter(|word| *word != "...") {
            crowded += usize::from(
                word.starts_with(['+', '-', '=']) || word.starts_with(|c: char| c.is_ascii_digit()),
            );
            play(game.as_mut(), word);
            played += 1;
            assert_eq!(
                game.position(),
                course.positions[played],
                "{word} in {text}"
            );
        }
    }
    assert_eq!(played, course.turns.len(), "{text}");
    crowded
}

fn play(game: &mut dyn Game, word: &str) {
    let position = game.position();
    let (board, rest) = position.split_once(' ').expect("a board");
    let red = rest.starts_with('w');
    let signs: Vec<char> = word.chars().collect();
    let (who, how) = signs.split_at(signs.len() - 2);
    let at = who.iter().position(char::is_ascii_uppercase).expect(word);
    let letter = who[at];
    let sign = match letter {
        'H' => 'N',
        'E' => 'B',
        letter => letter,
    };
    let sign = if red { sign } else { sign.to_ascii_lowercase() };
    let pieces = pieces(board, sign);
    // Files count from each player's right hand.
    let file = |number: char| {
        let number = i32::try_from(number.to_digit(10).expect(word)).expect("small");
        if red { 9 - number } else { number - 1 }
    };
    let forward = if red { 1 } else { -1 };
    let named: Vec<Point> = if at == 0 {
        let on = pieces.iter().filter(|(f, _)| *f == file(who[1]));
        on.copied().collect()
    } else {
        let files: Vec<i32> = match who.get(at + 1) {
            Some(number) => vec![file(*number)],
            None => (0..9).collect(),
        };
        let chosen = files.into_iter().filter_map(|f| {
            let mut on: Vec<Point> = pieces.iter().filter(|(g, _)| *g == f).copied().collect();
            on.sort_by_key(|(_, rank)| -forward * rank);
            if on.len() < 2 {
                return None;
            }
            match who[0] {
                '+' => on.first().copied(),
                '-' => on.last().copied(),
                '=' => on.get(1).copied(),
                place => on
                    .get(place.to_digit(10).expect(word) as usize - 1)
                    .copied(),
            }
        });
        chosen.collect()
    };
    let goals = named
        .iter()
        .filter_map(|from| Some((*from, goal(letter, *from, how, forward, file(how[1]))?)));
    let mut legal = Vec::new();
    for (from, to) in goals {
        let mut after = game.fork();
        if after.play(&format!("{}-{}", name(from), name(to))).is_ok() {
            legal.push((from, to));
        }
    }
    let [(from, to)] = legal[..] else {
        panic!("{word} in {position} means {legal:?}, of {named:?}")
    };
    game.play(&format!("{}-{}", name(from), name(to)))
        .expect("legal");
}

fn goal(letter: char, (file, rank): Point, how: &[char], forward: i32, to: i32) -> Option<Point> {
    let ahead = match how[0] {
        '+' => forward,
        '-' => -forward,
        '=' => return Some((to, rank)),
        odd => panic!("{odd}"),
    };
    let aside = (to - file).abs();
    let steps = match letter {
        'H' if (1..=2).contains(&aside) => 3 - aside,
        'E' if aside == 2 => 2,
        'A' if aside == 1 => 1,
        'H' | 'E' | 'A' => return None,
        _ => return Some((file, rank + ahead * how[1].to_digit(10)? as i32)),
    };
    Some((to, rank + ahead * steps))
}

fn pieces(board: &str, sign: char) -> Vec<Point> {
    let mut found = Vec::new();
    for (row, rank) in board.split('/').zip((0..10).rev()) {
        let mut file = 0;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(gap) => file += i32::try_from(gap).expect("small"),
                None => {
                    found.extend((c == sign).then_some((file, rank)));
                    file += 1;
                }
            }
        }
    }
    found
}

/// `e10`.
fn name((file, rank): Point) -> String {
    let letter = char::from(b'a' + u8::try_from(file).expect("a file"));
    format!("{letter}{}", rank + 1)
}

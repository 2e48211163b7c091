use super::*;
use crate::contests::Round;

const TABLES: &str = include_str!("published.txt");

/// A line of a table as it is printed; `-` stands for what is not known.
struct Line<'a> {
    name: &'a str,
    points: &'a str,
    place: &'a str,
    ties: Vec<&'a str>,
    results: &'a str,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Self {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [name, points, place, ties, results] = parts[..] else {
            panic!("not a line of a table: {line}");
        };
        Self {
            name,
            points,
            place,
            ties: ties.split(' ').collect(),
            results,
        }
    }
}

struct Table<'a> {
    name: &'a str,
    swiss: bool,
    ties: Vec<Tie>,
    lines: Vec<Line<'a>>,
}

impl<'a> Table<'a> {
    fn read(text: &'a str) -> Self {
        let (name, text) = text.split_once('\n').expect("a name");
        let mut table = Self {
            name,
            swiss: false,
            ties: Vec::new(),
            lines: Vec::new(),
        };
        for line in text.lines() {
            match line.split_once(": ") {
                Some(("source", _)) => {}
                Some(("kind", kind)) => table.swiss = kind == ContestKind::Swiss.as_str(),
                Some(("ties", words)) => {
                    let rule = |word| Tie::ALL.into_iter().find(|tie| tie.as_str() == word);
                    table.ties = words
                        .split(' ')
                        .map(|word| rule(word).expect("a rule"))
                        .collect();
                }
                _ => table.lines.push(Line::read(line)),
            }
        }
        table
    }

    fn contest(&self) -> (Contest, Vec<Played>) {
        let mut event = contest(self.lines.len() as i64, &self.ties);
        let rows: Vec<&str> = self.lines.iter().map(|line| line.results).collect();
        if !self.swiss {
            return (event, games(&rows.join("\n")));
        }
        event.terms.kind = ContestKind::Swiss;
        let mut played = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for (round, cell) in row.split(' ').enumerate() {
                if event.rounds.len() == round {
                    event.rounds.push(Round::default());
                }
                let round = &mut event.rounds[round];
                match cell.split_once('w') {
                    Some((other, sign)) => {
                        let pair = vec![at + 1, other.parse().expect("a number")];
                        let half = half(sign.chars().next().expect("a sign"));
                        played.push(Played {
                            players: pair.iter().map(|one| PlayerId(*one as i64)).collect(),
                            points: half.map(|half| vec![half, 2 - half]),
                            over: true,
                        });
                        round.games.push(pair);
                    }
                    None if cell == "+" => round.byes.push(at + 1),
                    // The game is that of the first side.
                    None => {}
                }
            }
        }
        (event, played)
    }

    /// What is not as it is printed.
    fn differences(&self) -> Vec<String> {
        let (event, games) = self.contest();
        let standings = standings(&event, &games);
        let mut all = Vec::new();
        for (player, line) in (1..).map(PlayerId).zip(&self.lines) {
            let standing = standings.iter().find(|one| one.player == player);
            let standing = standing.expect("a line for each player");
            let mut compare = |what: &str, printed: &str, ours: String| {
                if printed != "-" && printed != ours {
                    let name = line.name;
                    all.push(format!(
                        "{}: {name}: {what}: {ours}, not {printed}",
                        self.name
                    ));
                }
            };
            compare("points", line.points, in_points(standing.points, 2));
            let place = standing.place.map(|place| place.to_string());
            compare("place", line.place, place.unwrap_or_default());
            assert_eq!(line.ties.len(), self.ties.len(), "{}", line.name);
            for ((rule, value), printed) in self.ties.iter().zip(&standing.ties).zip(&line.ties) {
                let value = value.map(|value| rule.written(value));
                compare(rule.as_str(), printed, value.unwrap_or_default());
            }
        }
        all
    }
}

#[test]
fn published_crosstables_have_their_points_places_and_what_broke_ties() {
    let text: String = TABLES
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .flat_map(|line| ["\n", line])
        .collect();
    let tables: Vec<Table> = text.split("\n== ").skip(1).map(Table::read).collect();
    assert!(tables.len() >= 10, "{} tables", tables.len());
    assert!(tables.iter().all(|table| table.lines.len() > 2));
    let differences: Vec<String> = tables.iter().flat_map(Table::differences).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

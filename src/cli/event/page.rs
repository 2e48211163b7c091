//! An event as a page for a browser: the table and the games, in one file without scripts or anything from elsewhere.

use std::fmt::Write;

use crate::contests::{ContestKind, in_points};
use crate::letters::{ShownContest, ShownPairing, ShownStanding};
use crate::office::contests::export::results;
use crate::status::GameStatus;
use crate::text::escape_html;

use super::lines::{line, team};

/// Wide tables are moved sideways on phones. There are no colours but those of the reader's program.
const STYLE: &str = ":root{color-scheme:light dark}\
    body{max-width:60em;margin:0 auto;padding:8px;font:16px/1.5 sans-serif;overflow-wrap:break-word}\
    .wide{overflow-x:auto}\
    table{border-collapse:collapse}\
    th,td{padding:2px 8px;border-bottom:1px solid #999;text-align:right;white-space:nowrap}\
    th.name{text-align:left}\
    ul{padding-left:1.2em}";

/// The whole page, line by line.
pub(super) fn page(of: &ShownContest, pairings: &[ShownPairing]) -> Vec<String> {
    let name = escaped(&of.name);
    let mut lines = vec![
        "<!DOCTYPE html>".to_owned(),
        "<html lang=\"en\"><head><meta charset=\"utf-8\">".to_owned(),
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">".to_owned(),
        "<meta name=\"color-scheme\" content=\"light dark\">".to_owned(),
        format!("<title>{name}</title>"),
        format!("<style>{STYLE}</style>"),
        "</head><body><main>".to_owned(),
        format!("<h1>{name}</h1>"),
        format!("<p>{}</p>", escaped(&line(of))),
    ];
    let groups = of.table.chunk_by(|one, other| one.group == other.group);
    for group in groups {
        lines.extend(
            group
                .first()
                .and_then(|line| line.group)
                .map(|group| match group {
                    0 => "<h2>Final</h2>".to_owned(),
                    group => format!("<h2>Group {group}</h2>"),
                }),
        );
        lines.extend(table(of, group));
    }
    if !of.teams.is_empty() {
        lines.push("<h2>Teams</h2>".to_owned());
        lines.push("<ul>".to_owned());
        let teams = of.teams.iter().map(team);
        lines.extend(teams.map(|team| format!("<li>{}</li>", escaped(&team))));
        lines.push("</ul>".to_owned());
    }
    lines.extend(games(of, pairings));
    lines.push("</main></body></html>".to_owned());
    lines
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape_html(text, &mut out);
    out
}

fn table(of: &ShownContest, part: &[ShownStanding]) -> Vec<String> {
    let begin = "<div class=\"wide\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>";
    let mut head = String::from("<tr>");
    let count = of.kind.counts();
    let each = part.iter().any(|line| !line.against.is_empty());
    let numbers = (1..=part.len()).filter(|_| each);
    let numbers = numbers.map(|number| number.to_string());
    let ties = of.ties.iter().map(|tie| tie.as_str().to_owned());
    let whose = of.kind.entrant();
    let names = ["place".to_owned(), whose.to_owned()].into_iter();
    let names = names.chain(numbers).chain([count.to_owned()]).chain(ties);
    for (at, name) in names.enumerate() {
        let left = if at == 1 { " class=\"name\"" } else { "" };
        let _ = write!(head, "<th scope=\"col\"{left}>{name}</th>");
    }
    let rows = part.iter().enumerate();
    let rows = rows.map(|(at, line)| row(of, at, line));
    let mut lines = vec![begin.to_owned(), head + "</tr>"];
    lines.extend(rows);
    lines.push("</table></div>".to_owned());
    lines
}

/// The line of the table of one player, who is in the given line of it.
fn row(of: &ShownContest, own: usize, line: &ShownStanding) -> String {
    let place = line.place.map_or("-".to_owned(), |place| place.to_string());
    let name = escaped(&line.name);
    let mut out = format!("<tr><td>{place}</td><th scope=\"row\" class=\"name\">{name}</th>");
    for (at, scores) in line.against.iter().enumerate() {
        let cell = match at == own {
            true => String::new(),
            false => results(scores),
        };
        let _ = write!(out, "<td>{cell}</td>");
    }
    let points = line.place.map(|_| in_points(line.points, 2));
    let _ = write!(out, "<td>{}</td>", points.unwrap_or_default());
    for (at, tie) in of.ties.iter().enumerate() {
        let value = line.ties.get(at).copied().flatten();
        let value = value.map(|value| tie.written(value));
        let _ = write!(out, "<td>{}</td>", value.unwrap_or_default());
    }
    out + "</tr>"
}

/// The games below each other, by rounds; those of a ladder have none.
fn games(of: &ShownContest, pairings: &[ShownPairing]) -> Vec<String> {
    let ladder = of.kind == ContestKind::Ladder;
    let same = |one: &ShownPairing, other: &ShownPairing| ladder || one.round == other.round;
    let mut lines = Vec::new();
    for round in pairings.chunk_by(same) {
        let number = round.first().map_or(0, |game| game.round);
        lines.push(match ladder {
            true => "<h2>Games</h2>".to_owned(),
            false => format!("<h2>Round {number}</h2>"),
        });
        lines.push("<ul>".to_owned());
        lines.extend(round.iter().map(game));
        let free = of.byes.iter().filter(|(of, _)| *of == number && !ladder);
        lines.extend(free.map(|(_, name)| format!("<li>{} has no game</li>", escaped(name))));
        lines.push("</ul>".to_owned());
    }
    lines
}

fn game(of: &ShownPairing) -> String {
    let players = escaped(&of.players.join(" \u{2013} "));
    let result = match (&of.result, of.status, of.game) {
        (Some(result), ..) => escaped(result),
        (None, Some(GameStatus::Aborted), _) => "called off".to_owned(),
        (None, _, Some(_)) => "not over".to_owned(),
        (None, _, None) => "not begun".to_owned(),
    };
    let number = of.game.map(|game| format!("#{game} ")).unwrap_or_default();
    let teams = of
        .teams
        .as_ref()
        .map_or_else(String::new, |(teams, board)| {
            let teams = escaped(&teams.join(" \u{2013} "));
            format!(" ({teams}, board {board})")
        });
    format!("<li>{number}{players}{teams}: {result}</li>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_is_escaped_and_has_no_script() {
        let of = json!({
            "name": "spring-2027", "status": "playing", "variant": "chess", "line": "chess",
            "teams": [{"name": "<b>Rooks", "captain": "Cleo", "players": [{"name": "Boris", "points": 1, "played": 1}]}],
            "places": 3, "entrants": [], "games": 1, "over": 1, "ties": ["wins"], "kind": "round-robin",
            "table": [
                {"place": 1, "name": "<script>A&B", "points": 2, "played": 1, "ties": [1], "against": [[null], [2]]},
                {"place": null, "name": "Boris", "points": 0, "played": 0, "ties": [], "against": [[0], [null]]},
            ],
        });
        let of: ShownContest = serde_json::from_value(of).expect("an event");
        let games = json!([
            {"round": 1, "players": ["<script>A&B", "Boris"], "game": 7, "status": "finished", "result": "1-0"},
            {"round": 2, "players": ["Boris", "<script>A&B"]},
        ]);
        let games: Vec<ShownPairing> = serde_json::from_value(games).expect("games");
        let page = page(&of, &games).join("\n");
        assert!(!page.contains("<script"), "{page}");
        for part in [
            "<th scope=\"row\" class=\"name\">&lt;script&gt;A&amp;B</th><td></td><td>1</td><td>1</td><td>1</td>",
            "<tr><td>-</td><th scope=\"row\" class=\"name\">Boris</th><td>0</td><td></td><td></td><td></td>",
            "<li>#7 &lt;script&gt;A&amp;B \u{2013} Boris: 1-0</li>",
            "<li>&lt;b&gt;Rooks (captain Cleo): 1 Boris 0.5 of 1</li>",
            "<h2>Round 2</h2>\n<ul>\n<li>Boris \u{2013} &lt;script&gt;A&amp;B: not begun</li>",
            "width=device-width",
            "color-scheme:light dark",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
    }
}

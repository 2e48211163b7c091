"""Games whose turns follow from the variant and a number alone, so that a test can play them, too; for oracle.py.

`chance.rs` has the same rules, and random.txt the signs of these games.
"""
import collections
import hashlib
import re

from playing import canonical, engine, facts, name_of_end, squares
from selection import VARIANTS, compact

GAMES = 200
WAY = re.compile(r"^([a-l]\d+)([a-l]\d+)")


def arrives(turn, board):
    way = WAY.match(turn)
    return way is not None and way[1] != way[2] and way[2] in board


def choose(variant, number, ply, turns, board):
    """The turn of a game: of all, or in games with odd numbers sometimes of those that arrive at a piece."""
    drawn = hashlib.sha256(f"{variant} {number} {ply}".encode()).digest()
    first, second = int.from_bytes(drawn[:4], "big"), int.from_bytes(drawn[4:8], "big")
    if number % 2 == 1 and second % 2 == 1:
        turns = [turn for turn in turns if arrives(turn, board)] or turns
    return turns[first % len(turns)]


def most(number):
    """So many turns a game has at most."""
    return 40 + 16 * (number % 10)


def play(job):
    """A game from the start: it ends without legal turns, or at an optional end if its number is no fifth one."""
    variant, section, number = job
    sf = engine(section)
    fen = sf.get_fen(variant, sf.start_fen(variant), [])
    moves, plies, seen, end = [], [], collections.Counter(), None
    while True:
        fact, turns = facts(sf, variant, fen, moves)
        plies.append(fact)
        seen[" ".join(fact["f"].split()[:2])] += 1
        end = end or name_of_end(variant, fact, moves, seen)
        if not turns or len(moves) == most(number) or fact["o"] is not None and number % 5 != 4:
            break
        moves.append(choose(variant, number, len(moves), turns, squares(fact["f"])))
    return {"variant": variant, "section": section, "fen": fen, "moves": " ".join(moves), "end": end, "plies": plies}


def sign(game):
    """The first hexadecimal digits of the SHA-256 of all facts of a game."""
    lines = "\n".join(canonical(fact) for fact in game["plies"])
    return hashlib.sha256(lines.encode()).hexdigest()[:4]


def line(variant, signs, positions, ends):
    told = ", ".join(f"{end} {number}" for end, number in sorted(ends.items()))
    return f"{variant} | {positions} positions; {told} | {' '.join(signs)}"


def run(workers, section, only, games):
    """Writes random.txt; with a section, the same for the variants in it."""
    for variant in only or VARIANTS:
        signs, positions, ends = [], 0, collections.Counter()
        for game in workers.map(play, [(variant, section, number) for number in range(games)]):
            signs.append(sign(game))
            positions += len(game["plies"])
            if game["end"]:
                ends[game["end"]] += 1
        print(line(variant, signs, positions, ends), flush=True)


def show(variant, section, number):
    """Writes a game as a line of vectors.jsonl, by which its test tells where a difference begins."""
    print(compact(play((variant, section, number)), f"random game {number}"))

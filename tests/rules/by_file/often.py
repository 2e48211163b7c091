"""Each end of directed.txt in twenty games, which differ in where they begin or in their turns; for oracle.py."""
import collections
import random
import re
import sys
import zlib

from playing import directed, ends_ini, engine, name_of_end, play_game
from selection import compact, wanted

GAMES = 20
# So many games are tried for each of them.
TRIES = 12


def cells_of(row):
    cells = []
    for part in re.findall(r"\d+|\+?[A-Za-z*]~?", row):
        cells += [""] * int(part) if part.isdigit() else [part]
    return cells


def strewn(sf, variant, fen, rng):
    """The position with some pieces more or, if there are many, less; None if the side not to move is in check."""
    board, _, rest = fen.partition(" ")
    board, bracket, hand = board.partition("[")
    rows = [cells_of(row) for row in board.split("/")]
    places = [(y, x) for y, row in enumerate(rows) for x in range(len(row))]
    letters = [c for c in re.sub(r"\[.*", "", sf.start_fen(variant).split()[0]) if c.isalpha() and c not in "kK"]
    full = [at for at in places if rows[at[0]][at[1]]]
    for _ in range(rng.choice((1, 1, 2, 3))):
        y, x = rng.choice(places)
        if not rows[y][x] and letters:
            letter = rng.choice(letters)
            last = y in (0, len(rows) - 1)
            rows[y][x] = "" if letter in "pP" and last else letter
        elif len(full) > 12 and rows[y][x] not in ("k", "K", "*"):
            rows[y][x] = ""
    board = "/".join(re.sub(r"1+", lambda run: str(len(run.group())), "".join(c or "1" for c in row)) for row in rows)
    new = board + bracket + hand + " " + rest
    fields = new.split(" ")
    other = " ".join([fields[0], "wb"[fields[1] == "w"]] + fields[2:])
    return None if sf.gives_check(variant, other, []) else sf.get_fen(variant, new, [])


def last(game):
    """What is true at the end of a game, for the comparison with another one with the same turns."""
    fact = game["plies"][-1]
    end = name_of_end(game["variant"], fact, game["moves"].split(), collections.Counter())
    return end, *(fact[key] for key in "cior")


def start(sf, variant, fen):
    """The position in which a line of directed.txt begins, or None if only its clock is given."""
    if fen == "start":
        return sf.get_fen(variant, sf.start_fen(variant), [])
    return None if fen.startswith("start") else sf.get_fen(variant, fen, [])


def games_of(job):
    """Games that come to an end: (variant, end, its lines, number of games)."""
    variant, end, lines, number = job
    sf = engine(ends_ini() if variant.startswith("e-") else "")
    found, known = [], set()
    for attempt in range(number * TRIES):
        fen, turns, kind = lines[attempt % len(lines)]
        rng = random.Random(zlib.crc32(f"{variant} {end} {attempt}".encode()))
        begin = start(sf, variant, fen)
        # The first games begin as the lines say; with given turns there is but one such game.
        if begin and attempt >= len(lines) and (turns or rng.random() < 0.6):
            begin = strewn(sf, variant, begin, rng)
            if begin is None:
                continue
        try:
            game = play_game((variant, "", begin or fen, attempt, kind, 160, end, turns))
            right = wanted(game, end)
            if right and turns and begin:
                right = last(game) == last(play_game((variant, "", fen, attempt, kind, 160, end, turns)))
        except (SystemError, ValueError, IndexError):  # a given turn is not legal any more
            continue
        same = game["fen"], game["moves"]
        if right and same not in known:
            known.add(same)
            found.append(compact(game, end))
        if len(found) == number:
            break
    return variant, end, found


def run(workers, only, games):
    """Writes the games to stdout, and counts of ends, as in ends.txt, to stderr."""
    lines = collections.defaultdict(list)
    for variant, end, fen, turns, kind in directed():
        if not only or variant in only:
            lines[variant, end].append((fen, turns, kind))
    jobs = [(variant, end, ways, games) for (variant, end), ways in sorted(lines.items())]
    for variant, end, found in workers.map(games_of, jobs):
        print("\n".join(found), flush=True)
        print(f"{variant} | {end} | {len(found)}", file=sys.stderr, flush=True)

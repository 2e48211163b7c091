#!/usr/bin/env python3
"""Plays games of the format variants.ini with pyffish and writes what is true at each ply.

Needs pyffish 0.0.90. Users of Zugpost do not need this program: it makes
the vectors that the tests read.

    oracle.py play VARIANT ... [--ini FILE] [--games N] [--seed N] [--plies N] [--jobs N]
    oracle.py select [--only NAMES] [--seed N] [--jobs N]
    oracle.py random [--only NAMES] [--ini FILE] [--games N] [--game N] [--jobs N]
    oracle.py directed [--only NAMES] [--games N] [--jobs N]
    oracle.py explain FILE LINE [PLY]
    oracle.py sections DIR [--only NAMES] [--games N] [--jobs N]

play      plays games and writes one a line, with the facts of each position
select    writes the games of vectors.jsonl
random    writes the signs of random.txt; with --game one game as a line of vectors.jsonl
directed  writes twenty games for each end of directed.txt, and counts of them to standard error
explain   tells the facts and the legal turns at one ply of a game in a file of games
sections  compares the sections in DIR with the games of pyffish that have their names

Facts of a position, short keys: n number of legal turns, d digest of them, c check,
i immediate end, o optional end, r result if there is no legal turn, f position text.
Values are those of pyffish: 32000 the side to move wins, -32000 it loses, 0 draw.
"""
import argparse
import collections
import concurrent.futures
import json
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the sources

from playing import KINDS, directed, ends_ini, engine, facts, play_game  # noqa: E402


def pool(jobs):
    return concurrent.futures.ProcessPoolExecutor(jobs)


def tell(line):
    print(line, file=sys.stderr, flush=True)


def count(table):
    for variant in sorted(table):
        tell(f"{variant}: " + ", ".join(f"{end} {n}" for end, n in sorted(table[variant].items())))


def text_of(path):
    if not path:
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def command_play(args):
    section = text_of(args.ini)
    jobs = []
    for variant in args.variants:
        for number in range(args.games):
            kind = KINDS[number % len(KINDS)]
            jobs.append((variant, section, None, args.seed + number, kind, args.plies, None, []))
        for name, end, fen, turns, kind in directed():
            if name == variant:
                jobs.append((variant, section, fen, args.seed, kind, args.plies, end, turns))
    table = collections.defaultdict(collections.Counter)
    with pool(args.jobs) as workers:
        for game in workers.map(play_game, jobs):
            print(json.dumps(game), flush=True)
            table[game["variant"]][game["end"] or "none"] += 1
    count(table)


def read_games(path):
    """Games as `play` or as `select` writes them: (variant, section, fen, turns)."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            if "plies" in game:
                yield game["variant"], game["section"], game["fen"], game["moves"].split()
            else:
                yield game["v"], ends_ini() if "s" in game else "", game["fen"], game["t"].split()


def command_explain(args):
    variant, section, fen, turns = list(read_games(args.file))[args.line - 1]
    ply = len(turns) if args.ply is None else args.ply
    fact, listed = facts(engine(section), variant, fen, turns[:ply])
    print(variant, fen, " ".join(turns[:ply]), json.dumps(fact), " ".join(listed), sep="\n")


def command_select(args):
    import selection
    with pool(args.jobs) as workers:
        selection.run(workers, args.seed, args.only.split())


def command_random(args):
    import chance
    only, section = args.only.split(), text_of(args.ini)
    if args.game is not None:
        for variant in only:
            chance.show(variant, section, args.game)
        return
    with pool(args.jobs) as workers:
        chance.run(workers, section, only, args.games or chance.GAMES)


def command_directed(args):
    import often
    with pool(args.jobs) as workers:
        often.run(workers, args.only.split(), args.games or often.GAMES)


def command_sections(args):
    import selection
    with pool(args.jobs) as workers:
        sys.exit(selection.sections(workers, args.dir, args.games, args.only.split()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    play, select, chance, often, explain, sections = (
        modes.add_parser(name) for name in ("play", "select", "random", "directed", "explain", "sections"))
    play.add_argument("variants", nargs="+")
    for mode in (play, chance):
        mode.add_argument("--ini")
    play.add_argument("--plies", type=int, default=400)
    for mode in (play, sections):
        mode.add_argument("--games", type=int, default=20)
    for mode in (play, select):
        mode.add_argument("--seed", type=int, default=1)
    for mode in (play, select, chance, often, sections):
        mode.add_argument("--jobs", type=int, default=2)
    for mode in (chance, often):
        mode.add_argument("--games", type=int)
    chance.add_argument("--game", type=int)
    for mode in (select, chance, often, sections):
        mode.add_argument("--only", default="", help="names with blanks between")
    explain.add_argument("file")
    explain.add_argument("line", type=int)
    explain.add_argument("ply", type=int, nargs="?")
    sections.add_argument("dir")
    args = parser.parse_args()
    globals()["command_" + args.mode](args)


if __name__ == "__main__":
    main()

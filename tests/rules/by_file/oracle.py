#!/usr/bin/env python3
"""Plays games of the format variants.ini with pyffish and writes what is true at each ply.

Needs pyffish 0.0.90. Users of Zugpost do not need this program: it makes the vectors
that the tests read, and compares another program with pyffish.

    oracle.py play VARIANT ... [--ini FILE] [--games N] [--seed N] [--plies N] [--jobs N]
    oracle.py compare FILE [--limit N] -- PROGRAM ARGS ...
    oracle.py select [--only NAMES] [--seed N] [--jobs N]
    oracle.py explain FILE LINE [PLY]
    oracle.py sections DIR [--only NAMES] [--games N] [--jobs N]

Facts of a position, short keys: n number of legal turns, d digest of them, c check,
i immediate end, o optional end, r result if there is no legal turn, f position text.
Values are those of pyffish: 32000 the side to move wins, -32000 it loses, 0 draw.
"""
import argparse
import collections
import concurrent.futures
import json
import subprocess
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the sources

from playing import KINDS, canonical, directed, ends_ini, engine, facts, fingerprint, play_game  # noqa: E402


def pool(jobs):
    return concurrent.futures.ProcessPoolExecutor(jobs)


def tell(line):
    print(line, file=sys.stderr, flush=True)


def count(table):
    for variant in sorted(table):
        tell(f"{variant}: " + ", ".join(f"{end} {n}" for end, n in sorted(table[variant].items())))


def command_play(args):
    section = open(args.ini, encoding="utf-8").read() if args.ini else ""
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


# ---- the other modes ---------------------------------------------------------------------


def read_games(path):
    """Games of either form of file: (variant, section, fen, turns, facts or None, fingerprints, last)."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            if "plies" in game:
                yield game["variant"], game["section"], game["fen"], game["moves"].split(), game["plies"], None, None
            else:
                marks = [game["p"][k:k + 4] for k in range(0, len(game["p"]), 4)]
                section = ends_ini() if "s" in game else ""
                yield game["v"], section, game["fen"], game["t"].split(), None, marks, game["last"]


def difference(answer, plies, marks, last):
    """The first ply at which an answer differs, or None."""
    got = answer.get("plies", [])
    for ply in range(len(plies or marks)):
        if ply >= len(got):
            return ply
        if plies and canonical(got[ply]) != canonical(plies[ply]):
            return ply
        if marks and fingerprint(got[ply]) != marks[ply]:
            return ply
    return len(got) - 1 if last and canonical(got[-1]) != canonical(last) else None


def show(variant, section, fen, turns, ply, theirs, error, right=None):
    """A difference in full. `right` are the recorded facts, used if pyffish is not there."""
    print(f"\n== {variant}, ply {ply}\nstart {fen}\nturns {' '.join(turns[:ply])}")
    if section:
        print(section.rstrip())
    try:
        sf = engine(section)
        ours, listed = facts(sf, variant, fen, turns[:ply], full=True)
        if ply:
            print("before", sf.get_fen(variant, fen, turns[:ply - 1]), "turn", turns[ply - 1])
    except ImportError:
        ours, listed = right or {}, None
    print("pyffish", canonical(ours))
    print("program", canonical(theirs) if theirs else "-", error or "")
    if theirs and listed is not None and "u" in theirs:
        mine, other = collections.Counter(listed), collections.Counter(theirs["u"])
        print("only pyffish:", " ".join(sorted((mine - other).elements())) or "-")
        print("only program:", " ".join(sorted((other - mine).elements())) or "-")


def command_compare(args):
    program = subprocess.Popen(args.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(number, variant, section, fen, turns, full):
        request = {"id": number, "variant": variant, "section": section, "fen": fen, "moves": turns, "full": full}
        program.stdin.write(json.dumps(request) + "\n")
        program.stdin.flush()
        line = program.stdout.readline()
        if not line:
            sys.exit(f"the program ended at game {number}: {json.dumps(request)}")
        return json.loads(line)

    wrong, games, table = 0, 0, collections.Counter()
    for number, (variant, section, fen, turns, plies, marks, last) in enumerate(read_games(args.file)):
        games += 1
        answer = ask(number, variant, section, fen, turns, False)
        ply = difference(answer, plies, marks, last)
        if ply is None:
            continue
        wrong, error = wrong + 1, answer.get("error")
        table[variant] += 1
        if wrong <= args.limit:
            again = ask(number, variant, section, fen, turns[:ply], True)
            theirs = again["plies"][ply] if len(again.get("plies", [])) > ply else None
            show(variant, section, fen, turns, ply, theirs, error, plies[ply] if plies else None)
    program.stdin.close()
    program.wait()
    print(f"{games} games, {wrong} with a difference" + "".join(f"; {v} {n}" for v, n in sorted(table.items())))
    sys.exit(1 if wrong else 0)


def command_explain(args):
    game = list(read_games(args.file))[args.line - 1]
    variant, section, fen, turns = game[:4]
    ply = len(turns) if args.ply is None else args.ply
    fact, listed = facts(engine(section), variant, fen, turns[:ply])
    print(variant, fen, " ".join(turns[:ply]), json.dumps(fact), " ".join(listed), sep="\n")


def command_select(args):
    import selection
    with pool(args.jobs) as workers:
        selection.run(workers, args.seed, args.only.split())


def command_sections(args):
    import selection
    with pool(args.jobs) as workers:
        sys.exit(selection.sections(workers, args.dir, args.games, args.only.split()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    play, compare, select, explain, sections = (
        modes.add_parser(name) for name in ("play", "compare", "select", "explain", "sections"))
    play.add_argument("variants", nargs="+")
    play.add_argument("--ini")
    play.add_argument("--plies", type=int, default=400)
    for mode, games in ((play, 20), (select, 0), (sections, 20)):
        mode.add_argument("--games", type=int, default=games)
        mode.add_argument("--seed", type=int, default=1)
        mode.add_argument("--jobs", type=int, default=2)
    for mode in (select, sections):
        mode.add_argument("--only", default="", help="names with blanks between")
    compare.add_argument("file")
    compare.add_argument("--limit", type=int, default=20, help="differences that are shown in full")
    explain.add_argument("file")
    explain.add_argument("line", type=int)
    explain.add_argument("ply", type=int, nargs="?")
    sections.add_argument("dir")
    own = sys.argv[1:]
    cut = own.index("--") if "--" in own else len(own)
    args = parser.parse_args(own[:cut])
    args.program = own[cut + 1:]
    if args.mode == "compare" and not args.program:
        parser.error("no program: oracle.py compare FILE -- PROGRAM ARGS ...")
    globals()["command_" + args.mode](args)


if __name__ == "__main__":
    main()

"""The vectors of the tests, and the sections of templates/variants/ against pyffish's own; for oracle.py."""
import collections
import glob
import json
import os
import re
import sys

from playing import canonical, digest, directed, engine, facts, fingerprint, play_game

# Chess, the parent of most, and the games that come with the program.
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../templates/variants")


def named(path):
    """The games of a file, in its order."""
    with open(path, encoding="utf-8") as file:
        return re.findall(r"^\[([^]:]+)", file.read(), re.M)


VARIANTS = ["chess"] + [name for path in sorted(glob.glob(os.path.join(FOLDER, "*.ini"))) for name in named(path)]

# ---- vectors -----------------------------------------------------------------------------


def compact(game, label):
    line = {"v": game["variant"], "k": label, "fen": game["fen"], "t": game["moves"],
            "p": "".join(fingerprint(fact) for fact in game["plies"]), "last": game["plies"][-1]}
    if game["section"]:
        line["s"] = "ends.ini"
    return json.dumps(line, separators=(",", ":"))


def wanted(game, end):
    """Whether the game came to the end that its line of directed.txt names."""
    if game["kind"] == "given":
        last = game["plies"][-1]
        return end == "bare against bare" or any(last[key] is not None for key in "ior")
    return (game["end"] or "").startswith(re.split(":| of | that ", end)[0])


def hunted(job):
    """Plays a line of directed.txt with several seeds, until its end is there."""
    variant, end, fen, turns, kind, seed = job
    found = []
    for number in range(seed, seed + 40):
        game = play_game((variant, "", fen, number, kind, 160, end, turns))
        if wanted(game, end):
            found.append(game)
        if turns or found:
            break
    return variant, end, found[0] if found else None


def run(workers, seed, only):
    """Writes the selection to stdout, and a table of ends to stderr."""
    lines = [(*line, seed) for line in directed() if not only or line[0] in only]
    table = collections.defaultdict(collections.Counter)
    out = collections.defaultdict(list)
    for variant, end, game in workers.map(hunted, lines):
        table[variant][end if game else "MISSING " + end] += 1
        if game:
            out[variant].append(compact(game, end))
    jobs = []
    for variant in only or VARIANTS:
        if variant.startswith("e-"):
            continue
        for number, (kind, most) in enumerate((("random", 100), ("random", 100), ("random", 60), ("hunt", 60),
                                               ("checks", 60), ("random", 60), ("quiet", 40))):
            jobs.append((variant, "", None, seed + number, kind, most, None, []))
    for game in workers.map(play_game, jobs):
        out[game["variant"]].append(compact(game, game["kind"]))
        if game["end"]:
            table[game["variant"]][game["end"] + " (random)"] += 1
    for variant in VARIANTS + sorted(set(out) - set(VARIANTS)):
        if variant not in out:
            continue
        print("\n".join(out[variant]))
        print(f"{variant}: " + ", ".join(f"{end} {n}" for end, n in sorted(table[variant].items())), file=sys.stderr)


# ---- our sections --------------------------------------------------------------------------


def read(folder):
    """Our sections: name -> (text of the file with other names, example, number of keys of rules)."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.ini"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        own = re.findall(r"^\[([^]:]+)", text, re.M)
        renamed = re.sub(r"^\[([^]:]+)(:?)([^]]*)\]", lambda head: "[ours-" + head[1] + head[2] + (
            "ours-" if head[3] in own else "") + head[3] + "]", text, flags=re.M)
        for part in re.split(r"^(?=\[)", text, flags=re.M)[1:]:
            keys = dict(re.findall(r"^([\w.]+) *= *(.*)$", part, re.M))
            number = sum(not key.startswith("zugpost.") for key in keys)
            found[re.match(r"\[([^]:]+)", part)[1]] = (renamed, keys.get("zugpost.example", ""), number)
    return found


WAYS = ("random", "random", "quiet", "random", "shuffle", "random", "goal", "random", "pass", "checks")


def same(job):
    """Plays a game of the built-in, and asks our section for the same facts at each ply."""
    name, section, seed, kind, end, fen, turns = job
    game = play_game((name, "", fen, seed, kind, 60, end, turns))
    sf = engine(section)
    moves = game["moves"].split()
    for ply, fact in enumerate(game["plies"]):
        line = moves[:ply]
        if ply % 5 == 0 or ply > len(moves) - 3 or fact["o"] is not None:
            ours, _ = facts(sf, "ours-" + name, game["fen"], line)
        else:  # calls are slow; turns and position tell nearly all
            turns = sf.legal_moves("ours-" + name, game["fen"], line)
            ours = fact | {"n": len(turns), "d": digest(turns), "f": sf.get_fen("ours-" + name, game["fen"], line)}
        if canonical(ours) != canonical(fact):
            return name, len(game["plies"]), f"{kind} {seed} {game['fen']} {' '.join(moves[:ply])}\n" \
                f"  built-in {canonical(fact)}\n  ours     {canonical(ours)}"
    return name, len(game["plies"]), None


def sections(workers, folder, games, only):
    """0 if each section is as the built-in of its name. With 0 games: start and example only."""
    found, wrong, jobs = read(folder), 0, []
    for name, (section, example, _) in found.items():
        if only and name not in only:
            continue
        sf = engine(section)
        start = sf.get_fen("ours-" + name, sf.start_fen("ours-" + name), [])
        if start != sf.get_fen(name, sf.start_fen(name), []):
            wrong += 1
            print(name, "start", start)
        try:
            fact, _ = facts(sf, "ours-" + name, start, example.split())
            print(f"{name}: example {len(example.split())} plies, then {canonical(fact)}")
        except Exception as error:  # the binding raises SystemError for a turn that is not legal
            wrong += 1
            print(name, "example", error, error.__cause__)
        for number in range(games):
            jobs.append((name, section, 1000 + number, WAYS[number % len(WAYS)], None, None, []))
        if games:
            jobs += [(name, section, 1, kind, end, fen, turns) for v, end, fen, turns, kind in directed()
                     if v == name and kind != "hunt"]
    plies, played = collections.Counter(), collections.Counter()
    for name, number, fault in workers.map(same, jobs):
        plies[name] += number
        played[name] += 1
        if fault:
            wrong += 1
            print(name, fault)
    for name in played:
        print(f"{name}: {found[name][2]} keys, {played[name]} games, {plies[name]} positions")
    keys = sorted(number for _, _, number in found.values())
    print(f"{len(found)} sections, median {keys[len(keys) // 2]} keys, {sum(played.values())} games, "
          f"{sum(plies.values())} positions, {wrong} wrong")
    return 1 if wrong else 0

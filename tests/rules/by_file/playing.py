"""Facts of positions, and games that are chosen by chance, for oracle.py."""
import collections
import hashlib
import os
import random
import re
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TURN = re.compile(r"^([a-l]\d+)([a-l]\d+)([a-z+-]?)(?:,.*)?$")


def engine(section=""):
    """pyffish, with the sections of `section` known to it."""
    import pyffish
    if section and section not in engine.loaded:
        # A name that is known is dropped with a message; the text is the same, so this does not matter.
        pyffish.load_variant_config(section if section.endswith("\n") else section + "\n")
        engine.loaded.add(section)
    return pyffish


engine.loaded = set()

# ---- facts -----------------------------------------------------------------------------


def digest(turns):
    return hashlib.sha256(" ".join(sorted(turns)).encode()).hexdigest()[:16]


def facts(sf, variant, fen, moves):
    """Facts of the position after `moves`, and the legal turns."""
    turns = sorted(sf.legal_moves(variant, fen, moves))
    fact = {"n": len(turns), "d": digest(turns), "c": bool(sf.gives_check(variant, fen, moves))}
    # There is no legal turn wherever an immediate end holds, so one call is spared elsewhere.
    ended, value = sf.is_immediate_game_end(variant, fen, moves) if not turns else (False, 0)
    fact["i"] = value if ended else None
    ended, value = sf.is_optional_game_end(variant, fen, moves)
    fact["o"] = value if ended else None
    fact["r"] = sf.game_result(variant, fen, moves) if not turns else None
    fact["f"] = sf.get_fen(variant, fen, moves)
    return fact, turns


def canonical(fact):
    def text(value):
        return "-" if value is None else str(int(value)) if isinstance(value, bool) else str(value)
    return " ".join(text(fact.get(key)) for key in "ndciorf")


def fingerprint(fact):
    return hashlib.sha256(canonical(fact).encode()).hexdigest()[:4]


# ---- positions as text -------------------------------------------------------------------


def squares(fen):
    """Squares with a piece, and the piece's letter."""
    board, rows = {}, fen.split()[0].split("[")[0].split("/")
    for down, row in enumerate(rows):
        file, rank = 0, len(rows) - down
        for part in re.findall(r"\d+|[A-Za-z*]", row):
            if part.isdigit():
                file += int(part)
            else:
                board["abcdefghijkl"[min(file, 11)] + str(rank)] = part
                file += 1
    return board


def thin(sf, variant, fen, rng):
    """The start position with most of the pieces taken off: ends are near there."""
    for keep in (0.2, 0.25, 0.35, 0.5, 0.7):
        fields = fen.split()
        board, _, hand = fields[0].partition("[")
        rows = []
        for row in board.split("/"):
            cells = []
            for part in re.findall(r"\d+|\+?[A-Za-z*]", row):
                cells += ["1"] * int(part) if part.isdigit() else [part]
            cells = [c if c in "kK*1" or rng.random() < keep else "1" for c in cells]
            text = re.sub(r"1+", lambda run: str(len(run.group())), "".join(cells))
            rows.append(text)
        board = "/".join(rows)
        if hand:
            board += "[" + "".join(c for c in hand if c in "kK" or c.isalpha() and rng.random() < keep) + "]"
        tail = ["w", "-", "-"] + [f for f in fields[3:] if "+" in f] + ["0", "1"]
        rng.random() < 0.5 and tail.__setitem__(0, "b")
        new = " ".join([board] + tail)
        other = " ".join([board, "wb"[tail[0] == "w"]] + tail[1:])
        # The side that does not move must not stand in check.
        if sf.legal_moves(variant, new, []) and not sf.gives_check(variant, other, []):
            return new
    return fen


# ---- a choice of turns -------------------------------------------------------------------

# Variants with a place to be reached: letter of the piece, squares.
GOALS = {
    "kingofthehill": ("k", "d4 e4 d5 e5"),
    "racingkings": ("k", "a8 b8 c8 d8 e8 f8 g8 h8"),
}
CHOICES = ("random", "hunt", "quiet", "shuffle", "checks", "perpetual", "pass", "goal")
KINDS = ("random", "hunt", "random", "quiet", "random", "shuffle", "checks", "hunt", "perpetual", "goal")


class Game:
    """One game while it is played."""

    def __init__(self, sf, variant, fen, rng, kind, want=None):
        self.sf, self.variant, self.fen, self.rng, self.kind, self.want = sf, variant, fen, rng, kind, want
        self.moves, self.plies, self.seen = [], [], collections.Counter()
        self.board, self.turns = {}, []
        self.look()

    def look(self):
        fact, self.turns = facts(self.sf, self.variant, self.fen, self.moves)
        self.plies.append(fact)
        self.board = squares(fact["f"])
        fields = fact["f"].split()
        self.seen[" ".join(fields[:2])] += 1

    def play(self, turn):
        self.moves.append(turn)
        self.look()

    def sort_of(self, turn):
        parts = TURN.match(turn)
        if not parts:
            return "drop" if "@" in turn else "quiet"
        if parts[3]:
            return "promotion"
        mine, taken = self.board.get(parts[1], "?"), self.board.get(parts[2])
        return "capture" if taken and taken.islower() != mine.islower() and taken != "*" else "quiet"

    def pawn_or_drop(self, turn):
        return "@" in turn or self.board.get(TURN.match(turn)[1], "").lower() == "p"

    def any_turn(self):
        sorts = collections.defaultdict(list)
        for turn in self.turns:
            sorts[self.sort_of(turn)].append(turn)
        names = sorted(sorts)
        weights = {"capture": 3, "promotion": 3, "drop": 2, "quiet": 5}
        chosen = sorts[self.rng.choices(names, [weights[name] for name in names])[0]]
        if self.rng.random() < 0.2:
            return self.checking(chosen, 3) or self.rng.choice(chosen)
        return self.rng.choice(chosen)

    def checking(self, turns, most):
        for turn in self.rng.sample(turns, min(most, len(turns))):
            if self.sf.gives_check(self.variant, self.fen, self.moves + [turn]):
                return turn
        return None

    def back(self):
        """The turn of four plies ago, else the way back of the own last turn."""
        if len(self.moves) >= 4 and self.moves[-4] in self.turns:
            return self.moves[-4]
        last = TURN.match(self.moves[-2]) if len(self.moves) >= 2 else None
        if last and not last[3] and last[1] != last[2]:
            ways = [t for t in self.turns if t == last[2] + last[1] or t.startswith(last[2] + last[1] + ",")]
            if ways:
                return self.rng.choice(ways)
        return None

    def quiet(self):
        calm = [t for t in self.turns if self.sort_of(t) == "quiet" and not self.pawn_or_drop(t)]
        return self.rng.choice(calm or self.turns)

    def hunting(self):
        """A turn after which the other has few turns, best of all none."""
        best, ended = None, []
        for turn in self.rng.sample(self.turns, min(24, len(self.turns))):
            line = self.moves + [turn]
            number = len(self.sf.legal_moves(self.variant, self.fen, line))
            if number == 0:
                fact, _ = facts(self.sf, self.variant, self.fen, line)
                if not self.want or name_of_end(self.variant, fact, line, self.seen) == self.want:
                    return turn
                ended.append(turn)
            elif best is None or number < best[0]:
                best = (number, turn)
        rest = [t for t in self.turns if t not in ended]
        if best and self.rng.random() < 0.6:
            return best[1]
        return self.rng.choice(rest or self.turns)

    def to_goal(self):
        letter, places = GOALS[self.variant]
        places = [(ord(p[0]), int(p[1:])) for p in places.split()]

        def far(turn):
            to = TURN.match(turn)[2]
            return min(max(abs(ord(to[0]) - f), abs(int(to[1:]) - r)) for f, r in places)
        steps = [t for t in self.turns if TURN.match(t) and self.board.get(TURN.match(t)[1], "").lower() == letter]
        return min(steps, key=far) if steps and self.rng.random() < 0.7 else self.any_turn()

    def choose(self):
        kind, white = self.kind, " w " in self.plies[-1]["f"]
        if kind == "hunt" and (len(self.board) <= 12 or len(self.moves) > 40 and self.rng.random() < 0.2):
            return self.hunting()
        if kind == "quiet":
            return self.quiet()
        if kind == "shuffle":
            return self.back() or self.quiet()
        if kind == "checks":
            return self.checking(self.turns, 8) or self.any_turn()
        if kind == "perpetual":
            known = self.back()
            if not white:
                return known or self.quiet()
            if known and self.sf.gives_check(self.variant, self.fen, self.moves + [known]):
                return known
            calm = [t for t in self.turns if self.sort_of(t) == "quiet" and "@" not in t]
            return self.checking(calm, 40) or self.rng.choice(calm or self.turns)
        if kind == "pass":
            still = [t for t in self.turns if TURN.match(t) and TURN.match(t)[1] == TURN.match(t)[2]]
            return self.rng.choice(still) if still and self.rng.random() < 0.8 else self.any_turn()
        if kind == "goal" and self.variant in GOALS:
            return self.to_goal()
        return self.any_turn()


# Ends that a hunt can be told to look for.
ENDS = ("mate", "stalemate", "extinction", "flag", "immediate")
# Which immediate end a variant has, where the facts do not tell.
IMMEDIATE = {"kingofthehill": "flag", "racingkings": "flag", "breakthrough": "flag"}


def name_of_end(variant, fact, moves, seen):
    """A word for the end that holds, or None. A guess from the outside, for counting."""
    variant = variant.removeprefix("ours-")
    # The checks that are left stand between the limit of counting and the count.
    fields = [field for field in fact["f"].split() if "+" not in field or "/" in field]
    value = {0: "draw"}.get(fact["i"], "") if fact["i"] is not None else ""
    if fact["i"] is not None:
        if re.search(r" (0\+\d|\d\+0) ", fact["f"]):
            return "checks"
        still = [TURN.match(t) for t in moves[-2:]]
        if len(still) == 2 and all(t and t[1] == t[2] and not t[3] for t in still):
            return "passes"
        if variant == "janggi":
            return "bikjang"
        if variant.startswith("e-"):
            return "immediate"
        return (IMMEDIATE.get(variant, "extinction") + " " + value).strip()
    if fact["r"] is not None:
        if not fact["c"]:
            return "stalemate"
        return "mate" if fact["r"] != 32000 else "mate that wins"
    if fact["o"] is not None:
        numbers = [int(f) for f in fields if f.isdigit()]
        won = "" if fact["o"] == 0 else " loss" if fact["o"] < 0 else " win"
        if seen[" ".join(fields[:2])] >= 3:
            return "repetition" + won
        if len(fields) > 3 and fields[3].isdigit() and int(fields[4]) > int(fields[3]):
            return "counting"
        if len(numbers) > 1 and numbers[-2] >= 100:
            return "n-move" + won
        return "no step but promotion" if variant == "sittuyin" else "optional" + won
    return None


def ends_ini():
    """The sections with names e-…, which directed.txt plays."""
    with open(os.path.join(HERE, "ends.ini"), encoding="utf-8") as file:
        return file.read()


def play_game(job):
    """One game: (variant, section, fen or None, seed, kind, most plies, wanted end, given turns)."""
    variant, section, fen, seed, kind, most, want, given = job
    section = section or (ends_ini() if variant.startswith("e-") else "")
    sf = engine(section)
    rng = random.Random(zlib.crc32(f"{variant} {seed} {kind}".encode()))
    if fen is None or fen.startswith("start"):
        clock, fen = (fen or "").removeprefix("start").strip(), sf.start_fen(variant)
        if clock:
            fields = sf.get_fen(variant, fen, []).split(" ")
            fen = " ".join(fields[:-2] + [clock, "60"])
        elif not want and (kind in ("hunt", "quiet") or kind == "random" and rng.random() < 0.3):
            fen = thin(sf, variant, fen, rng)
    else:
        fen = sf.get_fen(variant, fen, [])
    game = Game(sf, variant, fen, rng, kind, want if want in ENDS else (want or "").split(":")[0] if (want or "").startswith("immediate") else None)
    end, go_on = None, not want and rng.random() < 0.1
    for turn in given:
        game.play(turn)
    while True:
        end = end or name_of_end(variant, game.plies[-1], game.moves, game.seen)
        if not game.turns or len(game.moves) >= most or end and not go_on or given:
            break
        game.play(game.choose())
    return {"variant": variant, "section": section, "seed": seed, "kind": kind, "fen": fen,
            "moves": " ".join(game.moves), "end": end, "plies": game.plies}


def directed():
    """Games of directed.txt: variant, end, FEN, turns, kind of choice if no turns are given."""
    with open(os.path.join(HERE, "directed.txt"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                variants, end, fen, turns = (part.strip() for part in line.split("|"))
                kind = turns if turns in CHOICES else None
                for variant in variants.split():
                    yield variant, end, fen, [] if kind else turns.split(), kind or "given"

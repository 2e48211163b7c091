#!/usr/bin/env python3
"""Writes betza.txt: where pyffish lets a piece with a given notation of its movement go.

Run:  python betza.py > betza.txt    (pyffish 0.0.90; nothing else; 2 s)
The tests read betza.txt; nobody needs pyffish for them.  10x10 board, the piece (letter A) on e5, no kings, blockers are
the format's `immobile` piece (X own, x enemy), `*` a wall.  `doubleStepRegion` is e5
for White in the variant that shows initial moves, and nowhere in the other one.
"""
import sys
import pyffish as sf

GROUPS = [
    ("atom", "W F D N A H C L Z J G K R B Q"),
    ("compound", "RN DAW FDH NW mNcB mRcpR RcpRnN cmW mQ2cQ2 mBcpB"),
    ("direction", "fW fsW sfW fN ffN fsN flN lfN frN rfN sN rN vN fhN bhN rhN hrN hlN fA sA fH lC "
                  "frB lfrbB frlR FsfW FvW fK fsK frK rfK sK vQ frQ fmWfceF mfrWmrfF mflFcflW bslN vlfN"),
    ("rider", "R3 R1 W2 W1 B2 Q2 NN N2 N1 WW FF KK K2 fR bBfR fNN RR2 R0 NN3"),
    ("hopper", "pR pB pQ gR gB gQ pW gK pR2 pR3 gR3 gR0 fpR mRmgQ"),
    ("lame", "nN nA nD nZ nJ fnN nNbN BnN nNN NnN nNN2"),
    ("initial", "ifmnD KifmnD ifD imN fmWfceFifmnD fsmWfceFifmnD mfFcfeWimfnA iR fmWimfR3"),
    ("unplayed", "nC nH nG nW nF nK nR2 DD AA HH CC ZZ D2 A2 H2 C0 pN gN pD pA sfN hN svN vrN sbN"),
    ("leak", "R2pR R2gR R1DD B1AA R1nH R2nH fgRbpR fgRspR gRmpB R2R4 R4R2 WgR"),
    ("misread", "R10 [F?R] F-B [W-R] mafsmafW zR oK yafsW fOW WfX fbW W(F) t[FR] udK R'3 mW. afW"),
]

BLOCK = {  # e5 itself is the piece
    "X": "e3 d4 d7 c6 f3 j5",
    "x": "e8 e10 e2 f5 h5 a5 f6 c7 b8 g3 i1 h8 b2 f7 g6 c4 c2 g9 i7 i3 h6 h7 g8 b3 b6 f2 g7",
    "*": "b5",
}
FILES = "abcdefghij"


def fen(pieces, side):
    rows = []
    for r in range(10, 0, -1):
        row, gap = "", 0
        for f in FILES:
            p = pieces.get(f + str(r))
            if p is None:
                gap += 1
                continue
            row += (str(gap) if gap else "") + p
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows) + f" {side} - - 0 1"


def targets(variant, position):
    return {m[2:] for m in sf.legal_moves(variant, position, []) if m.startswith("e5")}


def text(squares):
    order = sorted(squares, key=lambda q: (int(q[1:]), q[0]))
    return " ".join(order) if order else "-"


BASE = """maxRank = 10
maxFile = 10
immobile = x
promotionRegionWhite = -
promotionRegionBlack = -
enPassantTypes = -
"""


def main():
    rows = [(g, z) for g, line in GROUPS for z in line.split()]
    assert len({z for _, z in rows}) == len(rows)
    config = ""
    for i, (_, z) in enumerate(rows):
        config += f"[bt{i}]\n{BASE}doubleStep = false\ncustomPiece1 = a:{z}\n"
        config += f"[bi{i}]\n{BASE}doubleStepRegionWhite = e5\ndoubleStepRegionBlack = e5\ncustomPiece1 = a:{z}\n"
    sf.load_variant_config(config)
    full = {q: p for p, line in BLOCK.items() for q in line.split()}
    white = dict(full, e5="A")
    black = {q: ("a" if q == "e5" else p if p == "*" else p.swapcase()) for q, p in white.items()}
    print("# pyffish", ".".join(map(str, sf.version())), "- 10x10, piece on e5; made by betza.py: plays each notation in pyffish, as a custom piece, and writes its targets")
    print("# blockers:", fen(white, "w"))
    print("# black on the same squares:", fen(black, "b"))
    print("# fields: group, notation, white empty, black empty, white empty with e5 in doubleStepRegion,")
    print("#   white blocked quiet, white blocked captures, black blocked quiet, black blocked captures; - none")
    for i, (g, z) in enumerate(rows):
        out = [g, z]
        out.append(text(targets(f"bt{i}", fen({"e5": "A"}, "w"))))
        out.append(text(targets(f"bt{i}", fen({"e5": "a"}, "b"))))
        out.append(text(targets(f"bi{i}", fen({"e5": "A"}, "w"))))
        for pieces, side in ((white, "w"), (black, "b")):
            t = targets(f"bt{i}", fen(pieces, side))
            out.append(text({q for q in t if q not in pieces}))
            out.append(text({q for q in t if q in pieces}))
        print("\t".join(out))
    print(len(rows), "notations", file=sys.stderr)


main()

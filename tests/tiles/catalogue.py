#!/usr/bin/env python3
"""Compares the compiled tile tables with the tile catalogue, fact by fact.

usage: catalogue.py TILEDUMP CATALOGUE.json

TILEDUMP is the program built from tools/make/tiledump.c. The catalogue is reference material
that does not travel with the source, so its absence is no failure. Anchors and notes are
ours alone and not compared. Standard library only.
"""
import json
import os
import subprocess
import sys

SETS = ["base", "river-1", "river-2", "abbot", "inns-cathedrals", "traders-builders",
        "princess-dragon", "tower", "abbey-mayor", "count", "king-robber", "cult", "catapult"]
HALVES = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]
SIDES = ["N", "E", "S", "W"]
MARKS = {"start": "start", "volcano": "volcano", "dragon": "dragon", "magic_portal": "portal",
         "tower": "tower", "fair": "fair"}


def in_order(names, order):
    """Sides and half sides are sets; both tables list them clockwise here."""
    if len(set(names)) != len(names) or set(names) - set(order):
        raise ValueError("bad sides %r" % (names,))
    return [n for n in order if n in names]


def of_catalogue(tile, set_id):
    """A catalogue tile, in the shape both are compared in."""
    return {
        "id": tile["id"],
        "jcz": tile.get("jcz_id") or "",
        "letter": tile.get("letter") or "",
        "set": SETS.index(set_id),
        "count": tile["count"],
        "revised": tile["count_revised"],
        "edges": tile["edges"],
        "roads": [{"sides": in_order(r["edges"], SIDES), "inn": r["inn"]}
                  for r in tile["roads"]],
        "cities": [{"sides": in_order(c["edges"], SIDES), "shields": c["shields"],
                    "cathedral": c["cathedral"], "princess": c["princess"],
                    "goods": c["goods"] or ""} for c in tile["cities"]],
        "monastery": tile["monastery"] or "",
        "garden": tile["garden"],
        "fields": [{"halves": in_order(f["half_edges"], HALVES),
                    "cities": sorted("city%d" % c for c in f["adjacent_cities"]),
                    "herd": f["pig_herd"],
                    "carcassonne": f.get("adjacent_carcassonne", False)}
                   for f in tile["fields"]],
        "marks": sorted(ours for theirs, ours in MARKS.items() if tile[theirs]),
        "river_role": tile["river_role"] or "",
        "river": in_order([e for r in tile["rivers"] for e in r["edges"]], SIDES),
        "wagon": [sorted(g) for g in tile["wagon_groups"]],
        "crossings": [[c["kind"], c["upper"], c["lower"]] for c in tile["crossings"]],
        "place": [tile["position"]["col"], tile["position"]["row"]]
                 if "position" in tile else [-1, -1],
        "walls": in_order(tile.get("carcassonne_half_edges", []), HALVES),
        "variant_of": tile.get("garden_variant_of") or "",
    }


def monastery_of(segments):
    for s in segments:
        if s["kind"] == "monastery":
            return next((t for t in ("shrine", "abbey") if t in s["tags"]), "monastery")
    return ""


def of_table(tile):
    """A tile of the compiled table, in the same shape."""
    def kind(name):
        return [s for s in tile["segments"] if s["kind"] == name]
    out = {k: tile[k] for k in ("id", "jcz", "letter", "set", "count", "revised", "edges",
                                "river_role", "river", "crossings", "place", "walls",
                                "variant_of")}
    out["roads"] = [{"sides": s["sides"], "inn": "inn" in s["tags"]} for s in kind("road")]
    out["cities"] = [{"sides": s["sides"], "shields": s["shields"],
                      "cathedral": "cathedral" in s["tags"],
                      "princess": "princess" in s["tags"], "goods": s["goods"]}
                     for s in kind("city")]
    out["monastery"] = monastery_of(tile["segments"])
    out["garden"] = bool(kind("garden"))
    out["fields"] = [{"halves": s["halves"], "cities": sorted(s["cities"]),
                      "herd": "herd" in s["tags"], "carcassonne": "carcassonne" in s["tags"]}
                     for s in kind("field")]
    out["marks"] = sorted(tile["marks"])
    out["wagon"] = [sorted(g) for g in tile["wagon"]]
    return out


def misplaced_facts(tile):
    """Facts on a segment of a kind that cannot have them, which of_table() would not see."""
    allowed = {"road": {"inn"}, "city": {"cathedral", "princess"},
               "monastery": {"shrine", "abbey"}, "garden": set(),
               "field": {"herd", "carcassonne"}}
    for i, s in enumerate(tile["segments"]):
        k = s["kind"]
        if set(s["tags"]) - allowed[k]:
            yield "segment %d, a %s, is tagged %s" % (i, k, s["tags"])
        if s["sides"] and k not in ("road", "city"):
            yield "segment %d, a %s, has sides" % (i, k)
        if (s["halves"] or s["cities"]) and k != "field":
            yield "segment %d, a %s, has half sides or cities" % (i, k)
        if (s["shields"] or s["goods"]) and k != "city":
            yield "segment %d, a %s, has shields or goods" % (i, k)


def compare_tile(ours, theirs):
    for key in theirs:
        if ours[key] != theirs[key]:
            yield "%s: %s is %r, the catalogue has %r" % (theirs["id"], key, ours[key],
                                                          theirs[key])


def compare(table, catalogue):
    """Every difference, as a sentence."""
    want = [of_catalogue(t, s["id"]) for s in catalogue["sets"] for t in s["tiles"]]
    have = {t["id"]: t for t in table["tiles"]}
    if [t["id"] for t in table["tiles"]] != [t["id"] for t in want]:
        yield "the kinds differ, or their order does"
    for t in want:
        if t["id"] not in have:
            yield "%s: missing" % t["id"]
            continue
        yield from compare_tile(of_table(have[t["id"]]), t)
        for fact in misplaced_facts(have[t["id"]]):
            yield "%s: %s" % (t["id"], fact)
    for extra in sorted(set(have) - {t["id"] for t in want}):
        yield "%s: not in the catalogue" % extra
    yield from compare_quarters(table["quarters"], catalogue)


def compare_quarters(ours, catalogue):
    theirs = next(s["quarters"] for s in catalogue["sets"] if s["id"] == "count")
    want = [{"name": q["name"], "serves": q["serves"],
             "at": [round(1024 * v) for v in q["anchor"]]} for q in theirs]
    if ours != want:
        yield "the quarters are %r, the catalogue has %r" % (ours, want)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: catalogue.py TILEDUMP CATALOGUE.json")
    dump, path = sys.argv[1:]
    if not os.path.exists(path):
        print("skipped: no catalogue at %s" % path)
        return 0
    table = json.loads(subprocess.run([dump], check=True, capture_output=True).stdout)
    with open(path, encoding="utf-8") as f:
        differences = list(compare(table, json.load(f)))
    for d in differences:
        print(d)
    if differences:
        print("%d differences" % len(differences))
        return 1
    print("%d kinds compared, all equal" % len(table["tiles"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

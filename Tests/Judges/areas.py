#!/usr/bin/env python3
"""Makes areas of interest from real positions, and checks with GEOS what was packed for them.

usage: areas.py make INPUTS OUT --count N      writes OUT/NN.geojson, or OUT/NN.box for a box
       areas.py check INPUTS AREA=PACKAGE … [--margin DEGREES]

INPUTS has trees.csv, inspections.csv, species.csv and neighborhoods.geojson. A tree belongs to an
area if it is in it or on its boundary, with its inspections and species. A neighborhood belongs if
its polygon and the area share a point. With --margin, points near the boundary may be on either
side: for layers in another spatial reference, where straight edges bend.
Needs shapely.
"""
import argparse
import csv
import json
import math
import os
import random
import sys

import shapely
from shapely.geometry import MultiPolygon, Polygon, box, mapping, shape

import store


def table(folder, name):
    with open(os.path.join(folder, name + ".csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def positions(trees):
    return [(float(tree["Longitude"]), float(tree["Latitude"])) for tree in trees]


# Making.


def star(generator, x, y, radius, corners):
    """Returns a polygon around a position, with alternately near and far vertices: mostly concave."""
    turns = sorted(generator.uniform(0, 2 * math.pi) for _ in range(corners))
    reach = [radius * generator.uniform(0.15, 1) for _ in turns]
    return [(x + r * math.cos(t), y + r * math.sin(t) * 0.7) for r, t in zip(reach, turns)]


def through(generator, points, count):
    """Returns a polygon with trees as vertices, sorted by their bearing from their center."""
    chosen = generator.sample(points, count)
    x, y = (sum(p[i] for p in chosen) / count for i in (0, 1))
    return sorted(chosen, key=lambda p: math.atan2(p[1] - y, p[0] - x))


def upright(generator, points):
    """Returns a box with sides that pass exactly through trees."""
    x, y = [sorted(p[i] for p in generator.sample(points, 2)) for i in (0, 1)]
    return box(x[0], y[0], x[1], y[1])


def rotated_l(generator, points):
    """Returns an L of upright sides through trees, with a reflex vertex on tree coordinates."""
    x, y = [sorted(p[i] for p in generator.sample(points, 3)) for i in (0, 1)]
    corners = [(x[0], y[0]), (x[2], y[0]), (x[2], y[1]), (x[1], y[1]), (x[1], y[2]), (x[0], y[2])]
    turn = generator.randrange(6)
    return Polygon(corners[turn:] + corners[:turn])


def area(kind, generator, points, spread):
    x, y = generator.choice(points)
    radius = spread * generator.choice([0.02, 0.1, 0.3, 0.6])
    if kind == "box":
        width, height = (radius * generator.uniform(0.2, 1) for _ in range(2))
        return box(*(round(v, 6) for v in (x - width, y - height, x + width, y + height)))
    if kind == "box on trees":
        return upright(generator, points)
    if kind == "convex":
        return shapely.MultiPoint(star(generator, x, y, radius, 14)).convex_hull
    if kind == "concave":
        return Polygon(star(generator, x, y, radius, generator.choice([5, 12, 60, 900])))
    if kind == "corners on trees":
        return Polygon(through(generator, points, generator.choice([3, 4, 9, 40])))
    if kind == "upright, edges on trees":
        return rotated_l(generator, points)
    if kind == "with holes":
        outer = upright(generator, points)
        inner = [h for h in (upright(generator, points) for _ in range(60)) if outer.contains(h)]
        return outer.difference(inner[0]) if inner else outer
    if kind == "hole of corners on trees":
        return box(x - spread, y - spread, x + spread, y + spread).difference(
            Polygon(through(generator, points, 7)))
    many = [Polygon(star(generator, *generator.choice(points), radius, 9)) for _ in range(4)]
    apart = []
    for part in many:
        if part.is_valid and all(part.disjoint(other) for other in apart):
            apart.append(part)
    return MultiPolygon(apart)


KINDS = [
    "box", "corners on trees", "with holes", "multi-part", "box on trees", "concave",
    "upright, edges on trees", "convex", "hole of corners on trees",
]


def make(arguments):
    points = positions(table(arguments.inputs, "trees"))
    spread = max(p[0] for p in points) - min(p[0] for p in points)
    os.makedirs(arguments.out, exist_ok=True)
    generator = random.Random(arguments.seed)
    made = 0
    while made < arguments.count:
        kind = KINDS[made % len(KINDS)]
        one = area(kind, generator, points, spread)
        if not one.is_valid or one.is_empty or one.area == 0:
            continue
        name = os.path.join(arguments.out, "%02d" % made)
        # Half of the boxes go on the command line, everything else into files.
        if kind == "box":
            with open(name + ".box", "w") as file:
                file.write(",".join(map(repr, one.bounds)))
        else:
            feature = {"type": "Feature", "properties": {"kind": kind}, "geometry": mapping(one)}
            with open(name + ".geojson", "w") as file:
                json.dump({"type": "FeatureCollection", "features": [feature]}, file)
        made += 1


# Checking.


def read_area(path):
    with open(path) as file:
        if path.endswith(".box"):
            return box(*map(float, file.read().split(",")))
        return shape(json.load(file)["features"][0]["geometry"])


def packed_ids(connection, name):
    if connection.execute(
        "SELECT 1 FROM gpkg_contents WHERE table_name = ?", (name,)
    ).fetchone() is None:
        return []
    return [row[0] for row in connection.execute('SELECT "GlobalID" FROM "%s"' % name)]


class Inputs:
    def __init__(self, folder):
        self.trees = table(folder, "trees")
        self.points = shapely.points(positions(self.trees))
        self.inspections = table(folder, "inspections")
        self.species = {row["SpeciesCode"]: row["GlobalID"] for row in table(folder, "species")}
        with open(os.path.join(folder, "neighborhoods.geojson"), encoding="utf-8") as file:
            features = json.load(file)["features"]
        self.neighborhoods = [
            (f["properties"]["GlobalID"], shape(f["geometry"])) for f in features]

    def judge(self, area, package, margin):
        """Returns the differences, {table: (missing, surplus)}, and the number of trees."""
        shapely.prepare(area)
        inside = shapely.intersects(area, self.points)
        near = shapely.dwithin(area.boundary, self.points, margin) if margin else inside & False
        differences = {}

        def compare(name, packed, wanted, maybe=frozenset()):
            missing = wanted - maybe - set(packed)
            surplus = set(packed) - wanted - maybe
            if missing or surplus or len(packed) != len(set(packed)):
                differences[name] = {
                    "packed": len(packed), "missing": sorted(missing)[:5],
                    "surplus": sorted(surplus)[:5], "counts": [len(missing), len(surplus)]}

        with store.opened(package) as connection:
            names = ["Trees", "Inspections", "Species", "Neighborhoods"]
            packed = {name: packed_ids(connection, name) for name in names}
        ids = [tree["GlobalID"] for tree in self.trees]
        compare(
            "Trees", packed["Trees"], {i for i, is_in in zip(ids, inside) if is_in},
            {i for i, is_near in zip(ids, near) if is_near})
        # The related records are checked against the packed trees.
        trees = set(packed["Trees"])
        compare(
            "Inspections", packed["Inspections"],
            {row["GlobalID"] for row in self.inspections if row["TreeGlobalID"] in trees})
        codes = {tree["SpeciesCode"] for tree in self.trees if tree["GlobalID"] in trees}
        compare(
            "Species", packed["Species"],
            {self.species[code] for code in codes if code in self.species})
        edge = area.boundary
        compare(
            "Neighborhoods", packed["Neighborhoods"],
            {i for i, polygon in self.neighborhoods if shapely.intersects(area, polygon)},
            {i for i, p in self.neighborhoods if margin and p.boundary.dwithin(edge, margin)})
        return differences, len(trees)


def check(arguments):
    inputs = Inputs(arguments.inputs)
    verdict, trees = [], []
    for pair in arguments.pairs:
        path, package = pair.split("=", 1)
        differences, count = inputs.judge(read_area(path), package, arguments.margin)
        trees.append(count)
        if differences:
            verdict.append({"area": os.path.basename(path), **differences})
    json.dump({"areas": len(arguments.pairs), "trees": trees, "differences": verdict}, sys.stdout)
    sys.exit(1 if verdict else 0)


parser = argparse.ArgumentParser()
verbs = parser.add_subparsers(required=True)
one = verbs.add_parser("make")
one.add_argument("inputs")
one.add_argument("out")
one.add_argument("--count", type=int, default=50)
one.add_argument("--seed", type=int, default=20261120)
one.set_defaults(run=make)
one = verbs.add_parser("check")
one.add_argument("inputs")
one.add_argument("pairs", nargs="+")
one.add_argument("--margin", type=float, default=0)
one.set_defaults(run=check)
given = parser.parse_args()
given.run(given)

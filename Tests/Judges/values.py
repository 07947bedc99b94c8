#!/usr/bin/env python3
"""Compares every value of a packed table with its source, read by Python's own csv and json.

usage: values.py PACKAGE TABLE SOURCE [--member base/data.gpkg]
       values.py PACKAGE TABLE --same-as OTHER_PACKAGE [--meters TOLERANCE]

SOURCE is .csv, .geojson, .geojsonl, an Esri JSON page, or a folder of such pages. Rows are compared
one by one in the order of the source. With --same-as, two packages are compared, including the types
of values. With --meters, one of them may have Web Mercator coordinates, right to the tolerance.
Prints one JSON document; exits with 1 if something differs.
"""
import argparse
import csv
import datetime
import glob
import itertools
import json
import math
import os
import sys

import store

R = 6378137.0
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
csv.field_size_limit(1 << 30)


def source_rows(path):
    """Yields each record of a source as (properties, geometry), as Python reads it."""
    if os.path.isdir(path) or path.endswith(".json"):
        pages = [path] if os.path.isfile(path) else sorted(glob.glob(os.path.join(path, "*.json")))
        for page in pages:
            with open(page, encoding="utf-8") as file:
                for feature in json.load(file)["features"]:
                    shape = feature.get("geometry")
                    point = None if shape is None else ("Point", [shape["x"], shape["y"]])
                    yield feature["attributes"], point
    elif path.endswith(".csv"):
        with open(path, encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                x, y = row.get("Longitude"), row.get("Latitude")
                point = ("Point", [float(x), float(y)]) if x and y else None
                yield {name: Cell(text) for name, text in row.items()}, point
    else:
        with open(path, encoding="utf-8") as file:
            features = map(json.loads, file) if path.endswith("l") else json.load(file)["features"]
            for feature in features:
                shape = feature["geometry"]
                found = None if shape is None else (shape["type"], shape["coordinates"])
                yield feature["properties"], found


class Cell(str):
    """Returns a CSV cell, which is text without a declared type."""


def instant(text):
    moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return moment.replace(tzinfo=moment.tzinfo or datetime.timezone.utc)


def is_same(packed, given, declared):
    """Returns whether a packed value equals the given one, with nothing lost or added."""
    if isinstance(given, Cell):
        if given == "":
            return packed is None
        if declared in ("DATETIME", "DATE") and packed is not None:
            return instant(packed) == instant(given)
        if type(packed) is int:
            return str(packed) == given
        if type(packed) is float:
            return packed == float(given) and not given.lstrip("-").startswith("00")
    if given is None or packed is None:
        return packed is given
    if declared in ("DATETIME", "DATE"):
        # Services give milliseconds since 1970.
        moment = instant(packed)
        if type(given) is int:
            return (moment - EPOCH) // datetime.timedelta(milliseconds=1) == given
        return moment == instant(given)
    if isinstance(given, bool):
        return type(packed) is int and packed == int(given)
    if type(given) is int and type(packed) is str:
        # Numbers beyond a double's precision are compared by their digits.
        return len(packed.lstrip("-")) > 15 and packed == str(given)
    if isinstance(given, (int, float)):
        return type(packed) in (int, float) and packed == given
    return type(packed) is str and packed == given


def leave_out_coordinates(one, other):
    """Removes the columns of coordinates in CSV from one record if the other doesn't have them."""
    for name in {"Longitude", "Latitude"} & (set(one) ^ set(other)):
        one.pop(name, None)
        other.pop(name, None)


def parts(shape):
    """Returns a geometry with a single form as a multi form of one, as mixed layers need."""
    if shape is None or shape[0].startswith("Multi"):
        return shape
    return "Multi" + shape[0], [shape[1]]


class Verdict:
    def __init__(self):
        self.rows, self.count, self.samples = 0, 0, []

    def differs(self, what, **evidence):
        self.count += 1
        if len(self.samples) < 5:
            self.samples.append({"what": what, **{k: repr(v) for k, v in evidence.items()}})

    def end(self):
        json.dump({"rows": self.rows, "differences": self.count, "samples": self.samples}, sys.stdout)
        sys.exit(1 if self.count else 0)


def against_source(arguments):
    verdict = Verdict()
    with store.opened(arguments.package, arguments.member) as connection:
        declared = dict(store.columns(connection, arguments.table))
        pairs = itertools.zip_longest(
            store.rows(connection, arguments.table), source_rows(arguments.source)
        )
        for packed, given in pairs:
            verdict.rows += 1
            if packed is None or given is None:
                verdict.differs("row count", packed=packed, given=given)
                continue
            properties, shape = given
            leave_out_coordinates(packed, properties)
            if parts(packed.pop(None, None)) != parts(shape):
                verdict.differs("geometry", row=verdict.rows, given=shape)
            if set(packed) != set(properties):
                verdict.differs("columns", packed=sorted(packed), given=sorted(properties))
                break
            for name, value in properties.items():
                if not is_same(packed[name], value, declared[name]):
                    verdict.differs(name, row=verdict.rows, packed=packed[name], given=value)
        counts = connection.execute(
            "SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = ?", (arguments.table,)
        ).fetchone()
        if counts != (verdict.rows,):
            verdict.differs("gpkg_ogr_contents", packed=counts, given=verdict.rows)
    verdict.end()


def mercator(shape):
    x, y = shape[1]
    return R * math.radians(x), R * math.log(math.tan(math.pi / 4 + math.radians(y) / 2))


def is_same_geometry(one, other, meters):
    if one == other or meters is None or one is None or other is None:
        return one == other
    (x, y), (u, v) = [p[1] if abs(p[1][0]) > 180 else mercator(p) for p in (one, other)]
    return abs(x - u) <= meters and abs(y - v) <= meters


def against_package(arguments):
    verdict = Verdict()
    with store.opened(arguments.package) as one, store.opened(arguments.same_as) as other:
        for a, b in itertools.zip_longest(
            store.rows(one, arguments.table), store.rows(other, arguments.table)
        ):
            verdict.rows += 1
            if a is None or b is None:
                verdict.differs("row count", one=a, other=b)
                continue
            if not is_same_geometry(a.pop(None, None), b.pop(None, None), arguments.meters):
                verdict.differs("geometry", row=verdict.rows)
            leave_out_coordinates(a, b)
            if list(map(repr, a.items())) != list(map(repr, b.items())):
                verdict.differs("values", row=verdict.rows, one=a, other=b)
    verdict.end()


parser = argparse.ArgumentParser()
parser.add_argument("package")
parser.add_argument("table")
parser.add_argument("source", nargs="?")
parser.add_argument("--member", default="data.gpkg")
parser.add_argument("--same-as")
parser.add_argument("--meters", type=float)
given = parser.parse_args()
against_package(given) if given.same_as else against_source(given)

#!/usr/bin/env python3
"""Checks a store with SQLite and GDAL.

usage: structure.py STORE_OR_PACKAGE [--member MEMBER]

Runs integrity_check, foreign_key_check and rtreecheck, compares each R-tree with the geometries of
its table, and runs GDAL's validate_gpkg if GDAL's Python is installed. Prints one JSON document with
the complaints and the number of rows of each table. Exits with 1 if there are complaints.
"""
import argparse
import contextlib
import io
import json
import struct
import sys

import store


def complaints(connection):
    for (text,) in connection.execute("PRAGMA integrity_check"):
        if text != "ok":
            yield "integrity_check: " + text
    for row in connection.execute("PRAGMA foreign_key_check"):
        yield "foreign_key_check: %r" % (row,)
    extensions = connection.execute(
        "SELECT table_name, column_name FROM gpkg_extensions WHERE extension_name = ?",
        ("gpkg_rtree_index",),
    ).fetchall()
    for table, column in extensions:
        tree = "rtree_%s_%s" % (table, column)
        (text,) = connection.execute("SELECT rtreecheck(?)", (tree,)).fetchone()
        if text != "ok":
            yield "rtreecheck of %s: %s" % (tree, text)
        yield from boxes(connection, table, column, tree)
    for table, count in connection.execute("SELECT table_name, feature_count FROM gpkg_ogr_contents"):
        (rows,) = connection.execute('SELECT count(*) FROM "%s"' % table).fetchone()
        if rows != count:
            yield "gpkg_ogr_contents says %s of %s; it has %d rows" % (count, table, rows)


def boxes(connection, table, column, tree):
    """Checks that each box of the R-tree contains its geometry, no wider than floats require."""
    sql = 'SELECT r.id, r.minx, r.maxx, r.miny, r.maxy, g."%s" FROM "%s" r LEFT JOIN "%s" g' \
          " ON g.fid = r.id" % (column, tree, table)
    count = 0
    for row, *box, blob in connection.execute(sql):
        count += 1
        if blob is None:
            yield "%s has row %d, which has no geometry" % (tree, row)
            continue
        (srs,) = struct.unpack_from("<i", blob, 4)
        points = list(store.flat(store.geometry(blob, srs)[1]))
        for low, high, axis in ((box[0], box[1], 0), (box[2], box[3], 1)):
            least, most = min(p[axis] for p in points), max(p[axis] for p in points)
            slack = (abs(least) + abs(most)) * 2.0**-22
            if not (low <= least <= low + slack and high - slack <= most <= high):
                yield "%s: row %d has the wrong box" % (tree, row)
    (wanted,) = connection.execute(
        'SELECT count(*) FROM "%s" WHERE "%s" NOT NULL' % (table, column)).fetchone()
    if count != wanted:
        yield "%s has %d boxes of %d geometries" % (tree, count, wanted)


def validator(path):
    """Returns the complaints of GDAL's validator; empty if it is not installed."""
    try:
        from osgeo_utils.samples import validate_gpkg
    except ImportError:
        return
    with contextlib.redirect_stdout(io.StringIO()):
        found = validate_gpkg.check(path, abort_at_first_error=False)
    for error in found:
        yield "validate_gpkg: %s" % (error,)


parser = argparse.ArgumentParser()
parser.add_argument("path")
parser.add_argument("--member", default="data.gpkg")
given = parser.parse_args()
with store.opened(given.path, given.member) as opened:
    found = list(complaints(opened))
    file = opened.execute("PRAGMA database_list").fetchone()[2]
    found += validator(file)
    tables = opened.execute("SELECT table_name FROM gpkg_contents").fetchall()
    rows = {t: opened.execute('SELECT count(*) FROM "%s"' % t).fetchone()[0] for (t,) in tables}
json.dump({"complaints": found[:20], "rows": rows}, sys.stdout)
sys.exit(1 if found else 0)

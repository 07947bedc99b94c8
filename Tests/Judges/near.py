"""Counts, for each tree of a store, the trees in a box around it, with GEOS.

    python3 near.py STORE.gpkg HALF

HALF is half of the box's side in Web Mercator meters. Prints the sum of the counts.
"""

import sqlite3
import sys

import numpy
import shapely


def main():
    store, half = sys.argv[1], float(sys.argv[2])
    rows = sqlite3.connect(store).execute("SELECT geom FROM Trees WHERE geom IS NOT NULL")
    # A header of 8 bytes and an envelope, as its flags say (GeoPackage 1.3 §2.1.3).
    sizes = [0, 32, 48, 48, 64]
    shapes = shapely.from_wkb([blob[8 + sizes[blob[3] >> 1 & 7]:] for (blob,) in rows])
    points = shapely.get_coordinates(shapes)
    radius = 6378137.0
    x = radius * numpy.radians(points[:, 0])
    y = radius * numpy.arctanh(numpy.sin(numpy.radians(points[:, 1])))
    tree = shapely.STRtree(shapely.points(x, y))
    boxes = shapely.box(x - half, y - half, x + half, y + half)
    print(tree.query(boxes, predicate="intersects").shape[1])


main()

"""Copies features to a GeoPackage with the GDAL inside PyPI's pyogrio, which passes them as Arrow.

usage: newest_gdal.py SOURCE TARGET [WEST,SOUTH,EAST,NORTH]...

Each box is a run of its own that replaces TARGET, as with ogr2ogr -clipsrc.
"""

import os
import sys

import pyogrio
from pyogrio.raw import open_arrow, write_arrow


def copy(source, target, box=None):
    if os.path.exists(target):
        os.remove(target)
    with open_arrow(source, bbox=box, use_pyarrow=False) as (meta, stream):
        write_arrow(
            stream,
            target,
            layer="Trees",
            driver="GPKG",
            geometry_type=meta["geometry_type"],
            geometry_name=meta["geometry_name"] or "wkb_geometry",
            crs=meta["crs"],
        )


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        print("GDAL", pyogrio.__gdal_version_string__)
        sys.exit()
    source, target, *boxes = sys.argv[1:]
    for box in boxes or [None]:
        copy(source, target, box and tuple(map(float, box.split(","))))

"""Makes and reads tiles by Pillow, PyPI's pmtiles and mbutil, and Python's sqlite3.

usage: tiles.py pyramid FOLDER      write PNG tiles of levels 8 to 11 as LEVEL/COLUMN/ROW.png
       tiles.py lines FILE          print `LEVEL/COLUMN/ROW SHA-256` of each tile, by pmtiles or sqlite3
       tiles.py convert IN OUT      make PMTiles of MBTiles, by pmtiles
       tiles.py pack FOLDER OUT     make MBTiles, by mbutil
       tiles.py share FILE          give MBTiles a view of equal tiles, by mbutil
       tiles.py unpack FILE FOLDER  write the tiles of MBTiles to a folder, by mbutil
       tiles.py city OUT LEVEL      make MBTiles of Portland from level 10 on, with 9 to 12 KB a tile
       tiles.py extract IN OUT [WEST,SOUTH,EAST,NORTH]
                                    make MBTiles of PMTiles, whole or of a box, by pmtiles
       tiles.py pixels FOLDER FOLDER  compare the pixels of all tiles, by Pillow
"""

import hashlib
import logging
import math
import os
import random
import sqlite3
import sys


def pyramid(folder):
    from PIL import Image, ImageDraw

    for level in range(8, 12):
        first = (40 << (level - 8), 90 << (level - 8))
        for x in range(1 << (level - 8)):
            for y in range(1 << (level - 8)):
                image = Image.new("RGB", (256, 256), (level * 20, x * 31, y * 29))
                if (x + y) % 3:
                    ImageDraw.Draw(image).ellipse((20, 30, 20 + 20 * x + 9, 200), (9, 99, 199))
                else:
                    image = Image.new("RGB", (256, 256), (200, 220, 200))
                path = f"{folder}/{level}/{first[0] + x}"
                os.makedirs(path, exist_ok=True)
                image.save(f"{path}/{first[1] + y}.png")


def tiles(path):
    if path.endswith(".pmtiles"):
        from pmtiles.reader import MmapSource, all_tiles

        with open(path, "rb") as file:
            yield from all_tiles(MmapSource(file))
    else:
        for z, x, y, data in sqlite3.connect(path).execute("SELECT * FROM tiles"):
            yield (z, x, (1 << z) - 1 - y), data


def lines(path):
    for (z, x, y), data in tiles(path):
        print(f"{z}/{x}/{y} {hashlib.sha256(data).hexdigest()}")


def convert(source, target):
    from pmtiles.convert import mbtiles_to_pmtiles

    mbtiles_to_pmtiles(source, target, None)


def pack(folder, target):
    from mbutil import util

    util.disk_to_mbtiles(folder, target, format="png", scheme="xyz", silent=True)


def share(path):
    from mbutil import util

    # What mbutil's option `compression` does, which fails in version 0.3.0 for want of an argument.
    connection = sqlite3.connect(path, isolation_level=None)
    cursor = connection.cursor()
    util.compression_prepare(cursor, True)
    util.compression_do(cursor, connection, 256, True)
    util.compression_finalize(cursor)
    connection.close()


def unpack(source, folder):
    import mbutil

    mbutil.mbtiles_to_disk(source, folder, format="png", scheme="xyz", silent=True, callback="")


def pixels(one, other):
    from PIL import Image, ImageChops

    for folder, _, names in os.walk(one):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), one)
            if not name.endswith(".png"):
                continue
            try:
                images = [Image.open(os.path.join(f, path)).convert("RGB") for f in (one, other)]
            except FileNotFoundError:
                print("missing", path)
                continue
            if ImageChops.difference(*images).getbbox():
                print("different", path)


def box(level, west, south, east, north):
    """The tiles of a box in degrees."""
    n = 1 << level
    column = lambda degrees: int((degrees + 180) / 360 * n)
    row = lambda degrees: int((1 - math.asinh(math.tan(math.radians(degrees))) / math.pi) / 2 * n)
    for x in range(column(west), column(east) + 1):
        for y in range(row(north), row(south) + 1):
            yield level, x, y


def mbtiles(path, rows):
    if os.path.exists(path):
        os.remove(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA journal_mode=OFF")
    connection.execute("CREATE TABLE metadata (name text, value text)")
    connection.execute(
        "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)"
    )
    connection.executemany(
        "INSERT INTO tiles VALUES (?, ?, ?, ?)",
        ((z, x, (1 << z) - 1 - y, data) for (z, x, y), data in rows),
    )
    connection.execute(
        "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)"
    )
    connection.commit()
    connection.close()


def city(path, finest):
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0"
    random.seed(1)
    noise = random.randbytes(1 << 20)

    def rows():
        for level in range(10, int(finest) + 1):
            for tile in box(level, -122.84, 45.43, -122.47, 45.65):
                start = random.randrange(1_000_000)
                content = noise[start : start + random.randrange(9_000, 12_000)]
                yield tile, head + repr(tile).encode() + content

    mbtiles(path, rows())


def extract(source, target, area=None):
    from pmtiles.reader import MmapSource, Reader, all_tiles

    with open(source, "rb") as file:
        get = MmapSource(file)
        if area is None:
            return mbtiles(target, all_tiles(get))
        reader = Reader(get)
        header = reader.header()
        wanted = (
            tile
            for level in range(header["min_zoom"], header["max_zoom"] + 1)
            for tile in box(level, *map(float, area.split(",")))
        )
        found = ((tile, reader.get(*tile)) for tile in wanted)
        mbtiles(target, (row for row in found if row[1] is not None))


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    globals()[sys.argv[1]](*sys.argv[2:])

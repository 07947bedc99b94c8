"""Makes and reads tiles by Pillow, PyPI's pmtiles and mbutil, and Python's sqlite3.

usage: tiles.py pyramid FOLDER      write PNG tiles of levels 8 to 11 as LEVEL/COLUMN/ROW.png
       tiles.py lines FILE          print `LEVEL/COLUMN/ROW SHA-256` of each tile, by pmtiles or sqlite3
       tiles.py convert IN OUT      make PMTiles of MBTiles, by pmtiles
       tiles.py pack FOLDER OUT     make MBTiles, by mbutil
       tiles.py share FILE          give MBTiles a view of equal tiles, by mbutil
       tiles.py unpack FILE FOLDER  write the tiles of MBTiles to a folder, by mbutil
       tiles.py pixels FOLDER FOLDER  compare the pixels of all tiles, by Pillow
"""

import hashlib
import logging
import os
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


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    globals()[sys.argv[1]](*sys.argv[2:])

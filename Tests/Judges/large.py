#!/usr/bin/env python3
"""Measures a build with growing numbers of rows, up to a store over one gibibyte, and checks it.

usage: large.py FIELDPACK FOLDER [--rows 10000,100000,1000000] [--note 1500]

Writes Trees.geojsonl with these numbers of rows, and notes of this many bytes, into FOLDER. Builds a
package of each, and prints rows, sizes, seconds and peak memory. Then SQLite checks the store, which
must not use the lock-byte page (the one at 2^30), and zip checks the package. Run it by hand: the
default takes a few minutes and 6 GB of disk.
"""
import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
import uuid
import zipfile

WORDS = "bark crown dead wood lean root heave prune soon wire street corner leaf scorch".split()


def write(path, rows, note):
    generator = random.Random(1)
    text = " ".join(generator.choice(WORDS) for _ in range(note // 4))
    with open(path, "w", encoding="utf-8") as file:
        for number in range(rows):
            start = generator.randrange(len(text) - note)
            feature = {
                "type": "Feature",
                "properties": {
                    "GlobalID": "{%s}" % str(uuid.UUID(int=generator.getrandbits(128))).upper(),
                    "DBH": round(generator.uniform(1, 60), 1),
                    "Notes": text[start : start + note],
                },
                "geometry": {"type": "Point", "coordinates": [
                    round(generator.uniform(-122.8, -122.5), 6),
                    round(generator.uniform(45.4, 45.6), 6)]},
            }
            file.write(json.dumps(feature) + "\n")


def build(program, words):
    """Returns the elapsed and CPU seconds, and the peak memory in MB, of one run."""
    start = time.monotonic()
    process = subprocess.Popen([program, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit("%s ended with %d" % (program, status))
    cpu = usage.ru_utime + usage.ru_stime
    return time.monotonic() - start, cpu, usage.ru_maxrss / 1024


def check(store, rows):
    """Returns SQLite's verdict on a store, and whether page 2^30 / size + 1 is unused."""
    connection = sqlite3.connect("file:%s?mode=ro&immutable=1" % store, uri=True)
    (said,) = connection.execute("PRAGMA integrity_check").fetchone()
    (tree,) = connection.execute("SELECT rtreecheck('rtree_Trees_geom')").fetchone()
    (found,) = connection.execute('SELECT count(*) FROM "Trees"').fetchone()
    assert (said, tree, found) == ("ok", "ok", rows), (said, tree, found)
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    if os.path.getsize(store) <= 1 << 30:
        return "below the lock-byte page"
    with open(store, "rb") as file:
        file.seek(1 << 30)
        assert file.read(size) == bytes(size), "the lock-byte page is not empty"
    return "lock-byte page %d left out" % ((1 << 30) // size + 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--rows", default="10000,100000,1000000")
    parser.add_argument("--note", type=int, default=1500)
    given = parser.parse_args()
    data = os.path.join(given.folder, "data")
    os.makedirs(data, exist_ok=True)
    map_path = os.path.join(given.folder, "map.json")
    with open(map_path, "w") as file:
        json.dump({"version": "2.31", "operationalLayers": [
            {"id": "t", "title": "Trees", "layerType": "ArcGISFeatureLayer"}]}, file)
    for rows in map(int, given.rows.split(",")):
        source = os.path.join(data, "Trees.geojsonl")
        write(source, rows, given.note)
        package = os.path.join(given.folder, "large.mmpk")
        common = [map_path, "--data", data, "-q"]
        seconds, cpu, peak = build(given.program, ["build", *common, "-o", package, "--force"])
        _, _, check_peak = build(given.program, ["check", *common])
        with zipfile.ZipFile(package) as archive:
            store = archive.extract("data.gpkg", given.folder)
        said = check(store, rows)
        subprocess.run(["unzip", "-tq", package], check=True, stdout=subprocess.DEVNULL)
        print("%9d rows  source %6.0f MB  store %6.0f MB  package %6.0f MB  %6.1f s, %6.1f of CPU"
              "  %4.0f MB peak"
              "  check %4.0f MB peak  %s" % (
                  rows, os.path.getsize(source) / 1e6, os.path.getsize(store) / 1e6,
                  os.path.getsize(package) / 1e6, seconds, cpu, peak, check_peak, said), flush=True)


main()

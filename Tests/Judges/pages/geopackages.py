"""Compares the GeoPackage of a layer with its CSV, row by row, and with its GeoJSON, shape by shape."""
import os
import shutil
import sqlite3
import struct
import subprocess
import tempfile

# WKB codes and the names of GeoJSON.
SINGLE = {1: "Point", 2: "LineString", 3: "Polygon"}
SEVERAL = {4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon"}


class Shape:
    """Reads the geometry of a row, which is little-endian."""

    def __init__(self, blob):
        self.blob = blob
        envelope = {0: 0, 1: 32}[blob[3] >> 1 & 7]
        self.at = 8 + envelope

    def take(self, form):
        values = struct.unpack_from("<" + form, self.blob, self.at)
        self.at += struct.calcsize("<" + form)
        return list(values)

    def positions(self, size):
        return [self.take("%dd" % size) for _ in range(self.take("I")[0])]

    def geojson(self):
        _, code = self.take("BI")
        size, kind = 2 + code // 1000, code % 1000
        if kind in SEVERAL:
            members = [self.geojson()["coordinates"] for _ in range(self.take("I")[0])]
            return {"type": SEVERAL[kind], "coordinates": members}
        if kind == 1:
            return {"type": "Point", "coordinates": self.take("%dd" % size)}
        if kind == 2:
            return {"type": "LineString", "coordinates": self.positions(size)}
        rings = [self.positions(size) for _ in range(self.take("I")[0])]
        return {"type": "Polygon",
                "coordinates": [turned(ring, at == 0) for at, ring in enumerate(rings)]}


def turned(ring, is_shell):
    """Returns a ring in the order of GeoJSON: shells run counterclockwise, holes clockwise."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))
    return ring if (area > 0) == is_shell else ring[::-1]


def same(value, cell, guarded):
    """Whether a value is what a cell of the CSV shows."""
    if value is None:
        return cell == ""
    if cell in ("true", "false") and isinstance(value, int):
        return value == (cell == "true")
    if isinstance(value, float):
        return cell != "" and float(cell) == value
    return str(value) == cell or guarded and cell == "'" + str(value)


def complaints(layer, content, rows, features, is_indexed):
    """`rows` are those of the CSV with its first line; `features` those of the GeoJSON, if any."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, layer["id"] + ".gpkg")
        with open(path, "wb") as file:
            file.write(content)
        with sqlite3.connect(path) as database:
            return (rejected(path) + damaged(database) + different(layer, database, rows, features)
                    + (unindexed(database) if is_indexed and layer["kind"] != "table" else []))


def rejected(path):
    if not shutil.which("ogrinfo"):
        return []
    done = subprocess.run(["ogrinfo", "-ro", "-al", "-so", path], capture_output=True, text=True)
    return ["ogrinfo: " + done.stderr] if done.returncode or done.stderr else []


def damaged(database):
    said = [text for (text,) in database.execute("PRAGMA integrity_check")]
    return [] if said == ["ok"] else said


def different(layer, database, rows, features):
    found = []
    [(table, title)] = database.execute("SELECT table_name, identifier FROM gpkg_contents")
    if title != layer["title"]:
        found.append("the table has the title " + title)
    columns = [row[1] for row in database.execute('PRAGMA table_info("%s")' % table)]
    drawn = layer["kind"] != "table"
    names = dict(database.execute("SELECT column_name, name FROM gpkg_data_columns "
                                  "WHERE name IS NOT NULL")) if described(database) else {}
    given = [names.get(name, name) for name in columns[2 if drawn else 1:]]
    wanted = rows[0][:-2] if layer["kind"] == "point" else rows[0]
    if given != wanted:
        found.append("it has the columns %s, but the CSV has %s" % (given, wanted))
    stored = database.execute('SELECT * FROM "%s" ORDER BY 1' % table).fetchall()
    if len(stored) != len(rows) - 1:
        found.append("it has %d rows, but the CSV has %d" % (len(stored), len(rows) - 1))
    guarded = layer.get("guardsFormulas", False)
    for values, cells in zip(stored, rows[1:]):
        values = values[2 if drawn else 1:]
        if not all(same(value, cell, guarded) for value, cell in zip(values, cells)):
            found.append("it has %s, but the CSV has %s" % (values, cells))
            break
    for values, feature in zip(stored, features):
        shape = values[1] and Shape(values[1]).geojson()
        if shape != feature["geometry"]:
            found.append("it has %s, but the GeoJSON has %s" % (shape, feature["geometry"]))
            break
    return found


def unindexed(database):
    [(table, column)] = database.execute("SELECT table_name, column_name FROM gpkg_geometry_columns")
    boxes = database.execute('SELECT count(*) FROM "rtree_%s_%s"' % (table, column)).fetchone()[0]
    shapes = database.execute('SELECT count("%s") FROM "%s"' % (column, table)).fetchone()[0]
    return [] if boxes == shapes else ["the index has %d boxes for %d shapes" % (boxes, shapes)]


def described(database):
    return database.execute(
        "SELECT count(*) FROM sqlite_master WHERE name = 'gpkg_data_columns'").fetchone()[0]

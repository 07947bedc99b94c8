"""Reads an Esri mobile geodatabase with sqlite3 and an independent decoder of its shapes.

usage: geodatabase.py DECODER_FOLDER GEODATABASE

DECODER_FOLDER has esri_stgeom.py, which decodes and encodes the shapes. Prints one JSON document:

    {"tables": [{"name", "columns": [...], "box": [minx, miny, maxx, maxy] or null,
                 "rows": [[object id, [values], [coordinates] or null]],
                 "boxes": {row id: [minx, maxx, miny, maxy]}}],
     "shapes": number of shapes that were encoded again, "different": [[table, row id]]}

Values are numbers, texts and null, bytes as {"hex"}, and Julian days as ISO 8601 texts. Coordinates
are x, y[, z] of every point except separators. For replicas, only current rows count.
"""

import json
import re
import sqlite3
import sys

END = 464269060799000 / 86400000.0
HISTORY = {"gdb_archive_oid", "gdb_from_date", "gdb_to_date"}


def number(definition, name):
    found = re.findall("<%s>([^<]*)</%s>" % (name, name), definition)
    return float(found[-1]) if found else None


def main(folder, path):
    sys.path.insert(0, folder)
    import esri_stgeom as stgeom

    db = sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True)
    tables, count, different = [], 0, []
    for kind, item, definition in db.execute(
        "select Type, Name, Definition from GDB_Items where Type in "
        "('{70737809-852C-4A03-9E22-2CECEA5B9BFA}','{CD06BC3B-789D-4C51-AAFA-A467912B8965}')"
    ).fetchall():
        name = item.split(".", 1)[1]
        if name.endswith("__ATTACH") or name == "consolidationMapping_GDB":
            continue
        info = db.execute('pragma table_info("%s")' % name).fetchall()
        types = {column[1]: column[2].lower() for column in info}
        shape = next((c for c in types if types[c].startswith("geometryblob")), None)
        fields = [c for c in types if c not in HISTORY and c != shape]
        oid = re.findall("<OIDFieldName>([^<]*)</OIDFieldName>", definition)[0]
        wanted = ", ".join(
            "strftime('%%Y-%%m-%%dT%%H:%%M:%%fZ', \"%s\")" % c
            if types[c].startswith("realdate") else '"%s"' % c
            for c in fields)
        query = 'select rowid, "%s", %s, %s from "%s"' % (
            oid, '"%s"' % shape if shape else "null", wanted, name)
        if "gdb_to_date" in types:
            query += " where abs(gdb_to_date - %r) <= 1e-9" % END
        rows = []
        for rowid, number_of_row, blob, *values in db.execute(query + ' order by "%s"' % oid):
            values = [{"hex": v.hex()} if isinstance(v, bytes) else v for v in values]
            points = None
            if blob is not None:
                decoded = stgeom.decode(blob)
                count += 1
                if decoded["n"]:
                    again, start, used = stgeom.encode(decoded)
                    plain = bytearray(blob)
                    plain[start + used:start + 4] = bytes(4 - used)
                    if again != bytes(plain):
                        different.append([name, rowid])
                points = world(decoded, definition, stgeom.SEP)
            rows.append([number_of_row, values, points])
        box = db.execute(
            "select minx, miny, maxx, maxy from GDB_Layers where table_name = ?", (name,)).fetchone()
        tables.append({
            "name": name, "columns": fields, "box": box, "rows": rows,
            "boxes": boxes(db, name, shape),
        })
    json.dump({"tables": tables, "shapes": count, "different": different}, sys.stdout)


def world(decoded, definition, separator):
    x, y, units = (number(definition, n) for n in ("XOrigin", "YOrigin", "XYScale"))
    z, z_units = number(definition, "ZOrigin"), number(definition, "ZScale")
    result = []
    for index, point in enumerate(decoded["points"]):
        if point == separator:
            continue
        result += [point[0] / units + x, point[1] / units + y]
        if decoded["z"]:
            result.append(decoded["z"][index] / z_units + z)
    return result or None


def boxes(db, name, shape):
    if shape is None:
        return {}
    try:
        rows = db.execute(
            'select pkid, minx, maxx, miny, maxy from "st_spindex__%s_%s"' % (name, shape)).fetchall()
    except sqlite3.OperationalError:
        return {}
    return {str(row[0]): row[1:] for row in rows}


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

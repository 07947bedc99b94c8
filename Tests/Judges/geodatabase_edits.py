"""Checks a mobile geodatabase with sqlite3, and edits a replica like a client.

usage: geodatabase_edits.py GEODATABASE [TABLE ID_FIELD TEXT_FIELD]

SQLite lacks the collating sequence ICUFOLDCASE and the functions of a replica's triggers, so they
are registered here. Without a table the file is only checked. With one, the edits go through the
view of its current rows: the row with the highest ID is copied with a new GlobalID (and a moved
shape, if it is a point), the text of the row with the lowest ID is changed, and the second lowest
is deleted. Prints one JSON document: {"before": [...], "after": [...], "boxes": [rows with a shape,
entries of the spatial index], "history": number of rows of the table, "new": ID of the new row}.
"before" and "after" are the answers of PRAGMA integrity_check.
"""

import json
import sqlite3
import struct
import sys


def fold(left, right):
    left, right = left.casefold(), right.casefold()
    return (left > right) - (left < right)


def open_database(path):
    database = sqlite3.connect(path)
    database.create_collation("ICUFOLDCASE", fold)
    return database


def check(database):
    return [row[0] for row in database.execute("PRAGMA integrity_check")]


def packed(blob, at):
    byte = blob[at]
    negative, value, shift = byte & 0x40, byte & 0x3F, 6
    while byte & 0x80:
        at += 1
        byte = blob[at]
        value |= (byte & 0x7F) << shift
        shift += 7
    return (-value if negative else value), at + 1


def pack(value):
    out = bytearray([abs(value) & 0x3F | (0x40 if value < 0 else 0)])
    value = abs(value) >> 6
    while value:
        out[-1] |= 0x80
        out.append(value & 0x7F)
        value >>= 7
    return bytes(out)


def moved(blob):
    """Returns a point one step further on the grid, or another shape unchanged."""
    if blob is None or blob[8] & ~3 != 4:
        return blob
    start = 18
    x, after = packed(blob, start)
    body = pack(x + 1) + blob[after:]
    length = pack(len(body))
    return blob[:10] + length + bytes(4 - len(length)) + blob[14:18] + body


def grid(database, srid):
    known = {3857: (-20037700.0, -30241100.0, 10000.0), 4326: (-400.0, -400.0, 1 / 1e-9)}
    if srid in known:
        return known[srid]
    return database.execute(
        "SELECT falsex, falsey, xyunits FROM st_aux_spatial_reference_systems WHERE srid = ?",
        (srid,)).fetchone()


def box(database, blob):
    """Returns the box of a shape: the stored one, or that of its points."""
    count = struct.unpack_from("<I", blob, 4)[0]
    origin_x, origin_y, units = grid(database, blob[1] | blob[2] << 8 | blob[3] << 16)
    if count > 10:
        sides, at = [], 10
        for _ in range(4):
            side, at = packed(blob, at)
            sides.append(side)
    else:
        xs, ys, x, y, at = [], [], 0, 0, 18
        for _ in range(count):
            step, at = packed(blob, at)
            x += step
            step, at = packed(blob, at)
            y += step
            if (x, y) != (-1, 0):
                xs.append(x)
                ys.append(y)
        sides = [min(xs), min(ys), max(xs), max(ys)]
    return [sides[0] / units + origin_x, sides[2] / units + origin_x,
            sides[1] / units + origin_y, sides[3] / units + origin_y]


def register(database, now):
    def entry(index, shape, row, _):
        if shape is None:
            database.execute(f'DELETE FROM "{index}" WHERE pkid = ?', (row,))
        else:
            database.execute(f'INSERT OR REPLACE INTO "{index}" VALUES (?, ?, ?, ?, ?)',
                             [row] + box(database, shape))
        return None

    def next_id(_, table):
        key = database.execute("SELECT registration_id FROM GDB_TableRegistry "
                               "WHERE table_name = ?", (table,)).fetchone()[0]
        value = database.execute("SELECT base_id FROM GDB_RowidGenerators "
                                 "WHERE registration_id = ?", (key,)).fetchone()[0]
        database.execute("UPDATE GDB_RowidGenerators SET base_id = base_id + 1 "
                         "WHERE registration_id = ?", (key,))
        return value

    database.create_function("gdb_transaction_time", 0, lambda: now[0])
    database.create_function("gdb_undo_start_moment", 0, lambda: now[0])
    database.create_function("InsertIndexEntry", 4, entry)
    database.create_function("UpdateIndexEntry", 4, entry)
    database.create_function("Next_RowID", 2, next_id)


def edit(database, table, id_field, text_field):
    now = [2461162.25]
    register(database, now)
    view = f'"{table}_evw"'
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({view})")]
    ids = [row[0] for row in database.execute(f"SELECT {id_field} FROM {view} ORDER BY 1")]
    row = dict(zip(columns, database.execute(
        f"SELECT * FROM {view} WHERE {id_field} = ?", (ids[-1],)).fetchone()))
    row[id_field] = None
    for name, value in row.items():
        if name == "GlobalID":
            row[name] = "{00000000-0000-4000-8000-0000000000FF}"
        elif isinstance(value, bytes):
            row[name] = moved(value)
    names = ", ".join(f'"{name}"' for name in row)
    database.execute(f"INSERT INTO {view} ({names}) VALUES ({', '.join('?' * len(row))})",
                     list(row.values()))
    database.execute(f'UPDATE {view} SET "{text_field}" = ? WHERE {id_field} = ?',
                     ("changed", ids[0]))
    database.execute(f"DELETE FROM {view} WHERE {id_field} = ?", (ids[1],))
    database.commit()
    new = database.execute(f"SELECT max({id_field}) FROM {view}").fetchone()[0]
    shape = database.execute("SELECT f_geometry_column FROM st_geometry_columns "
                             "WHERE f_table_name = ?", (table,)).fetchone()
    boxes = None
    if shape:
        boxes = [
            database.execute(f'SELECT count(*) FROM "{table}" '
                             f'WHERE "{shape[0]}" IS NOT NULL').fetchone()[0],
            database.execute(f'SELECT count(*) FROM "st_spindex__{table}_{shape[0]}"')
            .fetchone()[0]]
    history = database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
    return {"new": new, "boxes": boxes, "history": history}


def main(path, *words):
    database = open_database(path)
    answer = {"before": check(database)}
    if words:
        answer.update(edit(database, *words))
        answer["after"] = check(database)
    print(json.dumps(answer))


main(*sys.argv[1:])

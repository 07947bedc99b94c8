#!/usr/bin/env python3
"""Takes the store from a package and makes every text of its records malformed UTF-8.

usage: malformed.py PACKAGE STORE EXPECTED

Only keys stay: GlobalIDs, paths of files, and every second foreign key. EXPECTED gets what the page
of each record must show, in the form of `hostile.py`.
"""
import json
import sqlite3
import sys
import zipfile

BYTES = "CAST(x'ff41fe' AS TEXT)"
SHOWN = "\ufffdA\ufffd"
JOINING = ("globalid", "parent_globalid", "path", "sha256")


def quoted(name):
    return '"%s"' % name.replace('"', '""')


def main():
    package, store, expected = sys.argv[1:]
    with zipfile.ZipFile(package) as archive, open(store, "wb") as file:
        file.write(archive.read("data.gpkg"))
    base = sqlite3.connect(store)
    # The spatial index has triggers. Their functions are never called, but must exist.
    for name in ("ST_IsEmpty", "ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY"):
        base.create_function(name, 1, lambda geometry: None)
    shown = {}
    tables = base.execute("SELECT table_name, data_type FROM gpkg_contents").fetchall()
    for table, kind in tables:
        columns = base.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
        texts = [name for name, type in columns if type.startswith("TEXT")]
        for name in texts:
            if name.lower() in JOINING:
                continue
            where = " WHERE OBJECTID % 2" if name == "Thing" else ""
            base.execute("UPDATE %s SET %s = %s%s" % (quoted(table), quoted(name), BYTES, where))
        if "OBJECTID" in [name for name, _ in columns]:
            ids = base.execute("SELECT OBJECTID FROM " + quoted(table))
            shown["point" if kind == "features" else "table"] = {str(id): [SHOWN] for id, in ids}
    base.commit()
    base.close()
    with open(expected, "w", encoding="utf-8") as file:
        json.dump(shown, file)


main()

#!/usr/bin/env python3
"""Follows a package from its item to the rows, like Esri's apps, with Python's own libraries.

usage: mobile_map.py PACKAGE

package.info names maps. A map's layers and tables name a geodatabase beside it and a number in its
GDB_ServiceItems, which names a table. SQLite checks each geodatabase, with the collation that it
needs, and each R-tree. Prints one JSON document: the complaints, the number of current rows of each
table, and the attachments with their sizes. Exits with 1 if there are complaints.
"""
import json
import sqlite3
import sys
import tempfile
import zipfile

END = 464269060799000 / 86400000.0


def folded(one, other):
    one, other = one.casefold(), other.casefold()
    return (one > other) - (one < other)


def current(connection, table):
    names = [row[1] for row in connection.execute('pragma table_info("%s")' % table)]
    return " where abs(gdb_to_date - %r) <= 1e-9" % END if "gdb_to_date" in names else ""


def judge(path, wanted, complaints, rows, attachments):
    connection = sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True)
    connection.create_collation("ICUFOLDCASE", folded)
    for (text,) in connection.execute("PRAGMA integrity_check"):
        if text != "ok":
            complaints.append("integrity_check: " + text)
    if connection.execute("PRAGMA application_id").fetchone()[0] != 0x45737269:
        complaints.append("the application id is not Esri's")
    tables = [n for (n,) in connection.execute("select name from sqlite_master where type = 'table'")]
    for tree in [t for t in tables if t.startswith("st_spindex__")]:
        if tree.rsplit("_", 1)[1] in ("node", "parent", "rowid"):
            continue
        (text,) = connection.execute("SELECT rtreecheck(?)", (tree,)).fetchone()
        if text != "ok":
            complaints.append("rtreecheck of %s: %s" % (tree, text))
    items = {}
    for number, name, info in connection.execute(
            "select ItemId, DatasetName, ItemInfo from GDB_ServiceItems where ItemType = 1"):
        items[number] = (name, json.loads(info))
    for title, number in wanted:
        if number not in items:
            complaints.append("%s asks for item %d, which is not there" % (title, number))
            continue
        name, info = items[number]
        if info["id"] != number:
            complaints.append("item %d calls itself %r" % (number, info["id"]))
        columns = {row[1] for row in connection.execute('pragma table_info("%s")' % name)}
        for field in info["fields"]:
            if field["name"] not in columns:
                complaints.append("%s has no column %s" % (name, field["name"]))
        for end in info["relationships"]:
            if end["relatedTableId"] not in items:
                complaints.append("%s is related to no item %d" % (name, end["relatedTableId"]))
            if end["keyField"] not in columns:
                complaints.append("%s has no key %s" % (name, end["keyField"]))
        (rows[title],) = connection.execute(
            'select count(*) from "%s"%s' % (name, current(connection, name))).fetchone()
        photos = name + "__ATTACH"
        if info["hasAttachments"] and photos not in tables:
            complaints.append("%s has no table of attachments" % name)
        if photos in tables:
            for parent, file, size, data in connection.execute(
                    'select REL_GLOBALID, ATT_NAME, DATA_SIZE, DATA from "%s"%s order by 1, 2'
                    % (photos, current(connection, photos))):
                if size != len(data):
                    complaints.append("%s has %d bytes, not %d" % (file, len(data), size))
                attachments.append([parent, file, size])
    connection.close()


def layers(entries):
    for entry in entries:
        if entry.get("layerType") == "GroupLayer":
            yield from layers(entry["layers"])
        else:
            yield entry


def main(package):
    complaints, rows, attachments = [], {}, []
    with zipfile.ZipFile(package) as archive, tempfile.TemporaryDirectory() as folder:
        for member in archive.infolist():
            if member.compress_type != zipfile.ZIP_STORED:
                complaints.append("%s is compressed" % member.filename)
        info = json.loads(archive.read("package.info"))
        if not info["maps"]:
            complaints.append("package.info names no map")
        for name in info["maps"]:
            member = "p13/%s.mmap" % name
            document = json.loads(archive.read(member))
            if document["item"]["type"] != "Mobile Map":
                complaints.append("the map is a %s" % document["item"]["type"])
            wanted = {}
            entries = list(layers(document["map"]["operationalLayers"]))
            for entry in entries + document["map"].get("tables", []):
                file, _, query = entry["path"].partition("?")
                if not file.startswith("file:./") or not query.startswith("itemId="):
                    complaints.append("%s has the path %s" % (entry["title"], entry["path"]))
                    continue
                wanted.setdefault("p13/" + file[7:], []).append((entry["title"], int(query[7:])))
            for file in wanted:
                judge(archive.extract(file, folder), wanted[file], complaints, rows, attachments)
    print(json.dumps({"complaints": complaints, "rows": rows, "attachments": attachments}))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

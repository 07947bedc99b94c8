#!/usr/bin/env python3
"""Compares what two mobile geodatabases with different content must have in common.

usage: geodatabase_like.py REAL.geodatabase OURS.geodatabase

Objects of the format must have the same names and SQL. Objects of a feature class or table are
compared with those of the real file's first feature class, by kind and name, without the names of
tables, columns and registrations. Indexes are also compared by SQL, except those of keys, which the
real file lacks. Lists of types, version and settings must have the same rows. Prints the
differences, one per line.
"""
import re
import sqlite3
import sys


class Geodatabase:
    def __init__(self, path):
        self.base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.datasets = {}
        for name, number in self.rows(
                "SELECT table_name, registration_id FROM GDB_TableRegistry"):
            if not name.startswith("GDB_"):
                self.datasets[name] = number
        self.spatial = {name for (name,) in self.rows("SELECT f_table_name FROM st_geometry_columns")} \
            if self.has("st_geometry_columns") else set()

    def rows(self, query):
        return self.base.execute(query).fetchall()

    def has(self, name):
        return bool(self.rows(f"SELECT 1 FROM sqlite_master WHERE name = '{name}'"))

    def setting(self, name):
        return self.rows(f"PRAGMA {name}")[0][0]

    def objects(self):
        """Returns the objects: of the format by name, of datasets by dataset without names and numbers."""
        own, theirs = {}, {name: {} for name in self.datasets}
        for kind, name, table, text in self.rows(
                "SELECT type, name, tbl_name, sql FROM sqlite_master"):
            owner = self.owner(name, table)
            if owner is None:
                own[kind, name] = text
                continue
            theirs[owner][kind, self.plain(name, owner)] = \
                self.plain(text or "", owner) if kind == "index" else ""
        return own, theirs

    def owner(self, name, table):
        for dataset in sorted(self.datasets, key=len, reverse=True):
            if dataset.lower() in (name.lower(), table.lower()) \
                    or re.search(rf"(^|__){re.escape(dataset.lower())}(_|$)", name.lower()) \
                    or re.search(rf"(^|__){re.escape(dataset.lower())}(_|$)", table.lower()):
                return dataset
        return None

    def plain(self, text, owner):
        number = str(self.datasets[owner])
        text = re.sub(re.escape(owner), "T", text, flags=re.I)
        text = re.sub(rf"(?<![0-9]){number}(?![0-9])", "N", text)
        columns = self.rows(
            "SELECT column_name, sde_type, object_flags FROM GDB_ColumnRegistry "
            f"WHERE table_name = '{owner}'")
        for name, kind, flags in columns:
            if kind == 8:
                text = re.sub(rf"_{name}\b", "_S", text, flags=re.I)
            elif flags & 256:
                text = re.sub(rf"\b{name}(?=_index|\b)", "G", text, flags=re.I)
            elif flags == 3:
                text = re.sub(rf"\b{name}\b", "ID", text, flags=re.I)
        # Names of indexes are numbered if another table has an index with the name.
        return re.sub(r"g_index_[0-9]+", "g_index", text.lower())


def main():
    real, ours = (Geodatabase(path) for path in sys.argv[1:])
    lines = []
    for name in ("application_id", "user_version", "page_size", "encoding", "auto_vacuum"):
        if real.setting(name) != ours.setting(name):
            lines.append(f"{name}: {ours.setting(name)}, not {real.setting(name)}")
    (own, theirs), (mine, sets) = real.objects(), ours.objects()
    for key in sorted(set(own) | set(mine)):
        if own.get(key, 0) != mine.get(key, 0):
            lines.append(f"{key}: {mine.get(key, 'absent')!r}, not {own.get(key, 'there')!r}")
    for table in ("GDB_ItemTypes", "GDB_ItemRelationshipTypes", "GDB_Version"):
        if sorted(map(repr, real.rows(f"SELECT * FROM {table}"))) \
                != sorted(map(repr, ours.rows(f"SELECT * FROM {table}"))):
            lines.append(f"{table}: other rows")
    model = next(theirs[name] for name in theirs if any("spindex" in key[1] for key in theirs[name]))
    boxes = {key for key in model if "spindex" in key[1] or "st_" in key[1]}
    for name, found in sets.items():
        if "__attach" in name.lower():
            continue
        wanted = dict(model)
        if not any("spindex" in key[1] for key in found):
            wanted = {key: text for key, text in wanted.items() if key not in boxes}
        keys = {key for key in found if re.match("gdb_[0-9n]+_", key[1])}
        for key in sorted((set(wanted) | set(found)) - keys):
            if wanted.get(key, 0) != found.get(key, 0):
                lines.append(f"{name} {key}: {found.get(key, 'absent')!r}, "
                             f"not {wanted.get(key, 'there')!r}")
    print("\n".join(lines))


main()

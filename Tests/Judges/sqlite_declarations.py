#!/usr/bin/env python3
"""Reports how libsqlite3 reads declarations of tables and indexes.

usage: sqlite_declarations.py FOLDER   reads JSON lines from standard input, each
                                       {"file": NAME, "table": NAME, "create": SQL,
                                        "indexes": [SQL, ...]},
                                       creates all that libsqlite3 accepts in new databases with
                                       those names in FOLDER, adds rows, and prints a JSON line
                                       for each: its pragmas, or {"refused": its message}
"""
import json
import os
import sqlite3
import struct
import sys

# Values that differ in class, case, trailing blanks and as numbers.
ROWS = [1, "a", "A", "a ", None, 2.5, "2.50", -7, b"\x00", "b"]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def told_value(value):
    """Returns N, I<decimal>, R<hex of the double>, T<text> or B<hex>."""
    if value is None:
        return "N"
    if isinstance(value, int):
        return f"I{value}"
    if isinstance(value, float):
        return "R" + struct.pack(">d", value).hex()
    return "B" + value.hex() if isinstance(value, bytes) else "T" + value


def default_of(text, kind):
    """Returns the value of a column added after a row; None if it is generated."""
    connection = sqlite3.connect(":memory:")
    connection.execute("create table d(a)")
    connection.execute("insert into d values(1)")
    # The text lost its parentheses, which some literals and all expressions need.
    for form in (text, f"({text})"):
        try:
            connection.execute(f"alter table d add column b {kind} default {form}")
        except sqlite3.Error:
            continue
        return told_value(connection.execute("select b from d").fetchone()[0])
    return None


def columns_of(connection, table):
    columns, defaults = [], []
    for _, name, kind, notnull, default, key, hidden in connection.execute(
            f"pragma table_xinfo({quoted(table)})").fetchall():
        connection.execute(f"create index probe on {quoted(table)}({quoted(name)})")
        collation = connection.execute("pragma index_xinfo(probe)").fetchone()[4]
        connection.execute("drop index probe")
        defaults.append(default)
        columns.append({"name": name, "type": kind, "isNotNull": bool(notnull), "key": key,
                        "hidden": hidden, "collation": collation.lower()})
    terms = ",".join(quoted(column["name"]) for column in columns)
    connection.execute(f"create temp table probe as select {terms} from {quoted(table)} limit 0")
    kinds = [row[2] for row in connection.execute("pragma temp.table_info(probe)")]
    connection.execute("drop table temp.probe")
    for column, kind, default in zip(columns, kinds, defaults):
        column["affinity"] = kind
        column["default"] = "N" if default is None else default_of(default, kind)
    return columns


def indexes_of(connection, table):
    indexes = []
    for _, name, unique, origin, partial in connection.execute(
            f"pragma index_list({quoted(table)})").fetchall():
        terms = [{"column": cid, "descends": bool(desc), "collation": collation.lower()}
                 for _, cid, _, desc, collation, key in connection.execute(
                     f"pragma index_xinfo({quoted(name)})") if key]
        indexes.append({"name": name, "isUnique": bool(unique), "origin": origin,
                        "isPartial": bool(partial), "terms": terms})
    return indexes


def fill(connection, table, columns):
    # OR ABORT, because a constraint may say ROLLBACK, which would undo all tables.
    names = [column["name"] for column in columns if column["hidden"] == 0]
    if not names:
        return
    terms = ",".join(map(quoted, names))
    marks = ",".join("?" * len(names))
    for row in range(len(ROWS)):
        values = [ROWS[(row + 3 * column) % len(ROWS)] for column in range(len(names))]
        try:
            connection.execute(f"insert or abort into {quoted(table)}({terms}) values({marks})", values)
        except sqlite3.Error:
            pass


def answer(connection, declaration):
    table = declaration["table"]
    try:
        connection.execute(declaration["create"])
    except sqlite3.Error as error:
        return {"refused": str(error)}
    for sql in declaration["indexes"]:
        try:
            connection.execute(sql)
        except sqlite3.Error:
            pass
    columns = columns_of(connection, table)
    fill(connection, table, columns)
    kind = connection.execute(f"pragma table_list({quoted(table)})").fetchone()
    # A table without rows has no sequence number.
    is_empty = connection.execute(f"select 1 from {quoted(table)}").fetchone() is None
    sequence = connection.execute(
        "select 1 from sqlite_sequence where name = ?", (table,)).fetchone()
    return {"columns": columns, "indexes": indexes_of(connection, table),
            "isWithoutRowid": bool(kind[4]), "isStrict": bool(kind[5]),
            "isCounted": None if is_empty else sequence is not None}


def opened(path):
    connection = sqlite3.connect(path, isolation_level=None)
    # Each tree has at least one page, and few have more.
    connection.execute("pragma page_size = 512")
    # So that sqlite_sequence exists.
    connection.execute("create table counted(id integer primary key autoincrement)")
    connection.execute("begin")
    return connection


def main():
    connections = {}
    for line in sys.stdin.buffer.read().decode().splitlines():
        declaration = json.loads(line)
        file = declaration["file"]
        if file not in connections:
            connections[file] = opened(os.path.join(sys.argv[1], file))
        print(json.dumps(answer(connections[file], declaration)))
    for connection in connections.values():
        connection.execute("commit")


main()

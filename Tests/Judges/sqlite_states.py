#!/usr/bin/env python3
"""Makes databases whose writer was killed, and reports what libsqlite3 reads from them.

usage: sqlite_states.py make FOLDER SEED COUNT   writes N.db with the N.db-wal or N.db-journal that
                                                 its writer left, then does what `tell` does
       sqlite_states.py tell FOLDER              writes expected.jsonl: a line for each *.db
       sqlite_states.py judge PATHS              reads paths, one per line, from the file PATHS and
                                                 prints a JSON line each: the verdict of
                                                 integrity_check, the rows of the tables, or the error

Databases are copied with their logs before libsqlite3 opens them. A row is written as N, I<decimal>,
R<hex of the double>, T<hex of the UTF-8> or B<hex>, joined by commas.
"""
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import time

BESIDE = ("-wal", "-journal")


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def value(kind, content):
    if content is None:
        return b"N"
    if kind == b"text":
        return b"T" + content.hex().encode()
    if kind == b"blob":
        return b"B" + content.hex().encode()
    if isinstance(content, int):
        return b"I%d" % content
    return b"R" + struct.pack(">d", content).hex().encode()


def rows(connection, table):
    columns = [row[1].decode() for row in connection.execute(f"pragma table_xinfo({quoted(table)})")
               if row[6] == 0]
    terms = ",".join(f"typeof({quoted(name)}),{quoted(name)}" for name in columns)
    digest, count = hashlib.sha256(), 0
    for row in connection.execute(f"select {terms} from {quoted(table)} not indexed"):
        digest.update(b",".join(map(value, row[::2], row[1::2])) + b"\n")
        count += 1
    return {"rows": count, "sha256": digest.hexdigest(), "cols": len(columns)}


def answer(path):
    answer = {"file": os.path.basename(path),
              "side": [ending for ending in BESIDE if os.path.exists(path + ending)]}
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.db")
        for ending in ("",) + BESIDE:
            if os.path.exists(path + ending):
                shutil.copyfile(path + ending, copy + ending)
        connection = sqlite3.connect(copy, isolation_level=None)
        connection.text_factory = bytes
        left = [3000]

        def tick():
            left[0] -= 1
            return 1 if left[0] < 0 else 0

        connection.set_progress_handler(tick, 1000)
        try:
            names = connection.execute(
                "select name from sqlite_master where type='table' and rootpage>0").fetchall()
            answer["open"] = "ok"
        except UnicodeError:
            # Python can't return a message that quotes a text with invalid UTF-8.
            answer["open"] = "malformed database schema"
            return answer
        except sqlite3.Error as error:
            answer["open"] = str(error)
            return answer
        try:
            lines = connection.execute("pragma integrity_check").fetchall()
            answer["integrity"] = b"; ".join(line[0] for line in lines).decode(errors="replace")[:300]
        except UnicodeDecodeError as error:
            # A message that quotes a text with invalid UTF-8.
            answer["integrity"] = "error: " + error.object.decode(errors="replace")
        except sqlite3.Error as error:
            answer["integrity"] = "error: " + str(error)
        answer["tables"] = {}
        for (name,) in names:
            name = name.decode(errors="replace")
            try:
                answer["tables"][name] = rows(connection, name)
            except UnicodeError:
                pass  # Python can't ask for a column whose name is no UTF-8.
            except sqlite3.Error as error:
                answer["tables"][name] = {"error": str(error)}
        connection.close()
    return answer


def change(connection, chance):
    """Runs one statement of a writer."""
    kind = chance.random()
    table = chance.choice("tuw")
    if kind < 0.45:
        for _ in range(chance.randint(1, 40)):
            long = chance.random() < 0.1
            connection.execute(
                f"insert or replace into {table} values(?,?,?)",
                (chance.randint(1, 4000), f"{chance.random()} \u00e9 {chance.randint(1, 9)}",
                 chance.randbytes(chance.randint(0, 9000 if long else 60))))
    elif kind < 0.65:
        connection.execute(f"update {table} set b = b || ' edited' where a % 7 = ?",
                           (chance.randint(0, 6),))
    elif kind < 0.85:
        connection.execute(f"delete from {table} where a % 5 = ?", (chance.randint(0, 4),))
    elif kind < 0.92:
        connection.execute(f"create table if not exists x{chance.randint(0, 9)}(p, q default 7)")
    elif kind < 0.96:
        connection.execute(f"drop table if exists x{chance.randint(0, 9)}")
    else:
        connection.execute(f"alter table {table} rename column c to d")
        connection.execute(f"alter table {table} rename column d to c")


def begin(path, chance, wal):
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in (
            f"page_size={chance.choice((512, 1024, 4096, 4096, 8192, 65536))}",
            f"auto_vacuum={chance.choice((0, 0, 0, 1, 2))}",
            f"encoding='{chance.choice(('UTF-8', 'UTF-8', 'UTF-16le', 'UTF-16be'))}'",
            f"journal_mode={'wal' if wal else chance.choice(('delete', 'delete', 'truncate', 'persist'))}",
            f"wal_autocheckpoint={chance.choice((0, 3, 30, 1000))}",
            f"synchronous={chance.choice(('off', 'normal', 'full'))}",
    ):
        connection.execute("pragma " + pragma)
    connection.execute("begin")
    connection.execute("create table t(a integer primary key, b text, c blob)")
    connection.execute("create table u(a, b text collate nocase, c, unique(a, b))")
    connection.execute("create table w(a int, b text, c, primary key(b, a)) without rowid")
    connection.execute("create index tb on t(b desc, c)")
    connection.execute("create index tp on t(c) where a % 2 = 0")
    for _ in range(chance.randint(0, 12)):
        change(connection, chance)
    connection.execute("commit")
    return connection


def work(path, seed, wal, until_killed):
    """Runs the writer, which never returns."""
    chance = random.Random(seed)
    connection = begin(path, chance, wal)
    connection.execute(f"pragma cache_size={chance.choice((1, 4, 2000))}")
    ends = None if until_killed else chance.randint(0, 9)
    while ends is None or ends > 0:
        connection.execute("begin immediate")
        for _ in range(chance.randint(1, 5)):
            change(connection, chance)
        connection.execute("rollback" if chance.random() < 0.1 else "commit")
        kind = chance.random()
        if kind < 0.05:
            connection.execute("vacuum")
        elif kind < 0.15:
            connection.execute("pragma incremental_vacuum(3)")
        elif kind < 0.25 and wal:
            connection.execute(
                f"pragma wal_checkpoint({chance.choice(('passive', 'full', 'restart', 'truncate'))})")
        ends = None if ends is None else ends - 1
    connection.execute("begin immediate")
    for _ in range(chance.randint(0, 30)):
        change(connection, chance)
    os._exit(0)


def make(folder, seed, count):
    chance = random.Random(seed)
    for number in range(count):
        path = os.path.join(folder, f"{number}.db")
        wal, killed = chance.random() < 0.5, chance.random() < 0.4
        own = chance.getrandbits(60)
        child = os.fork()
        if child == 0:
            try:
                work(path, own, wal, killed)
            finally:
                os._exit(1)
        if killed:
            time.sleep(0.01 + chance.random() * 0.2)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not killed and status != 0:
            sys.exit(f"the writer of {path} failed")


def main():
    verb, folder = sys.argv[1:3]
    if verb == "judge":
        with open(folder, encoding="utf-8") as paths:
            for path in paths:
                print(json.dumps(answer(path.rstrip("\n"))))
        return
    if verb == "make":
        make(folder, int(sys.argv[3]), int(sys.argv[4]))
    with open(os.path.join(folder, "expected.jsonl"), "w", encoding="utf-8") as out:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".db"):
                out.write(json.dumps(answer(os.path.join(folder, name))) + "\n")


main()

"""Edits a replica like an ArcGIS client: through its own views and triggers.

A mobile geodatabase calls functions of the client. They are registered here, so that SQLite itself
runs the triggers of the file:

    edit_replica.py FILE.geodatabase < edits.json

    [{"at": 1767225600000, "sql": "UPDATE Roads_evw SET NAME = 'x' WHERE FID = 3", "values": []}, …]

`at` is the time of the transaction in milliseconds since 1970. Edits with the same time are one
transaction. {"$hex": "…"} is a blob.
"""

import json
import sqlite3
import sys


class Client:
    """Opens a connection with the functions of the client."""

    def __init__(self, path):
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.moment = None
        self.numbers = {}
        create = self.connection.create_function
        create("gdb_transaction_time", 0, self.transaction_time)
        create("gdb_undo_start_moment", 0, self.transaction_time)
        create("Next_RowID", 2, self.next_row_id)
        create("InsertIndexEntry", 4, lambda index, shape, row, dimensions: 1)
        create("UpdateIndexEntry", 4, lambda index, shape, row, dimensions: 1)
        self.connection.create_collation(
            "ICUFOLDCASE", lambda a, b: (a.casefold() > b.casefold()) - (a.casefold() < b.casefold())
        )

    def transaction_time(self):
        """Returns the Julian day of the transaction."""
        return self.moment / 86_400_000 + 2_440_587.5

    def next_row_id(self, _, table):
        """Returns a number that no row of a table has had."""
        self.numbers[table] += 1
        return self.numbers[table]

    def count(self):
        """Finds the highest number of each table."""
        tables = self.connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'view' AND name LIKE '%~_evw' ESCAPE '~'"
        ).fetchall()
        for (view,) in tables:
            table = view[: -len("_evw")]
            oid = self.connection.execute(f'PRAGMA table_info("{table}")').fetchone()[1]
            self.numbers[table] = self.connection.execute(
                f'SELECT ifnull(max("{oid}"), 0) FROM "{table}"'
            ).fetchone()[0]

    def run(self, edits):
        """Runs edits, those with the same time as one transaction."""
        self.count()
        for edit in edits:
            if edit["at"] != self.moment:
                if self.moment is not None:
                    self.connection.execute("COMMIT")
                self.moment = edit["at"]
                self.connection.execute("BEGIN")
            values = [
                bytes.fromhex(v["$hex"]) if isinstance(v, dict) else v
                for v in edit.get("values", [])
            ]
            self.connection.execute(edit["sql"], values)
        if self.moment is not None:
            self.connection.execute("COMMIT")
        self.connection.close()


if __name__ == "__main__":
    Client(sys.argv[1]).run(json.load(sys.stdin))

#!/usr/bin/env python3
"""An office's GeoPackage with everything that SQLite allows, and libsqlite3's answers about it.

office_store.py build SAMPLE PATH ENCODING PAGE ROWS   makes the file, with the format's tables of SAMPLE
office_store.py edit PATH                              runs the SQL statements of standard input
office_store.py attempt PATH                           prints what refuses each statement
office_store.py query PATH SELECT                      prints rows, with bars between values
office_store.py compare EDITED WRITTEN                 prints how the second differs from the first
"""

import sqlite3
import struct
import sys

NAMES = ["Ash", "birch", "Cedar", "dogwood", "Elm", "Fir", "ginkgo"]

WELLS = """CREATE TABLE wells (
  name TEXT COLLATE NOCASE NOT NULL, -- the geometry does not come first here
  depth REAL DEFAULT (1.5 + 1) CONSTRAINT "deep, enough" CHECK (depth > 0 AND depth < 9000),
  fid INTEGER PRIMARY KEY AUTOINCREMENT,
  geom POINT,
  code TEXT DEFAULT (upper('a') || ')') UNIQUE,
  half REAL GENERATED ALWAYS AS (depth / 2) STORED,
  label TEXT AS (name || '!') VIRTUAL,
  owner INTEGER REFERENCES owners (id) ON DELETE CASCADE,
  note TEXT,
  CONSTRAINT once UNIQUE (owner, name, depth),
  CHECK (length(name) BETWEEN 1 AND 60)
)"""

SCHEMA = [
    "CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT UNIQUE, share NUMERIC)",
    WELLS,
    "CREATE TABLE log (what TEXT, fid INTEGER)",
    'CREATE UNIQUE INDEX "by code" ON wells (code) WHERE code IS NOT NULL',
    "CREATE INDEX by_lower ON wells (lower(name), depth DESC)",
    "CREATE INDEX deep ON wells (name) WHERE depth > 100 OR note = 'watch'",
    "CREATE INDEX by_label ON wells (label)",
    "CREATE INDEX by_office ON wells (note COLLATE OFFICE)",
    "CREATE INDEX by_like ON wells (owner) WHERE name LIKE 'a%'",
    "CREATE INDEX by_print ON wells (owner) WHERE printf('%s', name) > 'a'",
    "CREATE INDEX by_half ON wells (half DESC, note COLLATE RTRIM)",
    "CREATE INDEX by_id ON wells (fid, note)",
    "CREATE VIEW deep_wells AS SELECT fid, name FROM wells WHERE depth > 100",
    "CREATE TRIGGER no_view INSTEAD OF INSERT ON deep_wells BEGIN SELECT 1; END",
    "CREATE TRIGGER watch_new AFTER INSERT ON wells BEGIN INSERT INTO log VALUES ('watch_new', NEW.fid); END",
    "CREATE TRIGGER watch_any BEFORE UPDATE ON wells BEGIN INSERT INTO log VALUES ('watch_any', NEW.fid); END",
    "CREATE TRIGGER \"watch names\" AFTER UPDATE OF name, \"note\" ON wells WHEN OLD.name IS NOT NEW.name "
    "OR OLD.note IS NOT NEW.note BEGIN INSERT INTO log VALUES ('watch names', NEW.fid); END",
    "CREATE TRIGGER watch_old AFTER DELETE ON wells BEGIN INSERT INTO log VALUES ('watch_old', OLD.fid); END",
    "CREATE TABLE words (word TEXT, n INT CHECK (n > 0), more ANY, PRIMARY KEY (n DESC, word)) STRICT, WITHOUT ROWID",
    "CREATE INDEX by_more ON words (more, word COLLATE NOCASE)",
    "CREATE TABLE plain (a TEXT COLLATE OFFICE, b REAL DEFAULT 2.5, c, UNIQUE (b, a))",
    "CREATE INDEX by_sum ON plain (b + 1, c) WHERE c IS NOT NULL",
    "CREATE VIRTUAL TABLE found USING fts4(t)",
    "CREATE VIRTUAL TABLE found5 USING fts5(t, tokenize = 'porter')",
    "CREATE VIRTUAL TABLE solid USING rtree(id, x0, x1, y0, y1, z0, z1, +name TEXT)",
    "CREATE TABLE sums (id INTEGER PRIMARY KEY, a INT, shown TEXT AS (printf('%04d', a)) STORED, "
    "twice INT NOT NULL ON CONFLICT REPLACE DEFAULT 5, more INT AS (half + 1) STORED, half INT AS (a / 2) STORED)",
    "CREATE INDEX by_shown ON sums (shown)",
    "CREATE TABLE tags (id INTEGER PRIMARY KEY, tag TEXT COLLATE OFFICE UNIQUE, n INT)",
    "INSERT INTO tags VALUES (1, 'oak', 1), (2, 'ash', 2), (3, 'elm', 3)",
    "CREATE TABLE layer_styles (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_name TEXT(256), "
    "styleQML TEXT, useAsDefault BOOLEAN, update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))",
    "CREATE TABLE empty (a INTEGER, b TEXT CHECK (b GLOB '[a-z]*'), FOREIGN KEY (a) REFERENCES owners)",
    "ALTER TABLE gpkg_contents ADD COLUMN office TEXT DEFAULT 'ours'",
    "CREATE INDEX by_type ON gpkg_contents (data_type, lower(identifier))",
]


def blob(x, y):
    return b"GP\0\1" + struct.pack("<i", 4326) + struct.pack("<BIdd", 1, 1, x, y)


def position(ordinate):
    return lambda value: None if value is None else struct.unpack_from("<d", value, len(value) - 16 + 8 * ordinate)[0]


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    for name, ordinate in [("ST_MinX", 0), ("ST_MaxX", 0), ("ST_MinY", 1), ("ST_MaxY", 1)]:
        database.create_function(name, 1, position(ordinate), deterministic=True)
    database.create_function("ST_IsEmpty", 1, lambda value: value is None, deterministic=True)
    # Backwards, so that it differs from every known sequence.
    database.create_collation("OFFICE", lambda a, b: (a[::-1] > b[::-1]) - (a[::-1] < b[::-1]))
    return database


def build(sample, path, encoding, page, rows):
    database = connect(path)
    database.execute(f"PRAGMA page_size = {page}")
    database.execute(f"PRAGMA encoding = '{encoding}'")
    database.execute("PRAGMA application_id = 0x47504B47")
    database.execute("PRAGMA user_version = 10400")
    old = sqlite3.connect(sample)
    format_tables = old.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name GLOB 'gpkg_*'").fetchall()
    for _, sql in format_tables:
        database.execute(sql)
    for row in old.execute("SELECT * FROM gpkg_spatial_ref_sys"):
        database.execute(f"INSERT INTO gpkg_spatial_ref_sys VALUES ({','.join('?' * len(row))})", row)
    for statement in SCHEMA:
        database.execute(statement)
    database.execute("BEGIN")
    fill(database, rows)
    spatial_index(database, old)
    database.execute("COMMIT")
    # Rows from before a column was added don't contain it.
    database.execute("ALTER TABLE wells ADD COLUMN grade INTEGER NOT NULL DEFAULT 7")
    database.execute("CREATE INDEX by_grade ON wells (grade, code)")
    database.execute("UPDATE wells SET grade = fid WHERE fid % 3 = 0")
    database.execute("DELETE FROM wells WHERE fid % 11 = 0")
    database.execute("DELETE FROM log")
    database.execute("ANALYZE")


def fill(database, rows):
    for number in range(1, 6):
        database.execute("INSERT INTO owners VALUES (?, ?, ?)", (number * 10, f"owner {number}", number / 4))
    for number in range(1, rows + 1):
        name = f"{NAMES[number % 7]} {number}" + ("é" if number % 5 == 0 else "")
        database.execute(
            "INSERT INTO wells (name, depth, geom, code, owner, note) VALUES (?, ?, ?, ?, ?, ?)",
            (name, number * 1.25, blob(number, -number) if number % 9 else None,
             None if number % 4 == 0 else f"c{number}", None if number % 6 == 0 else number % 5 * 10 + 10,
             "watch" if number % 13 == 0 else f"note {number % 20}  "))
        if number <= 300:
            database.execute(
                "INSERT INTO words VALUES (?, ?, ?)",
                (f"w{number}" * (1 + number % 40), number, [None, 1, 2.5, "x", b"y"][number % 5]))
            database.execute("INSERT INTO plain VALUES (?, ?, ?)", (f"{number * 7919 % 1000}é", number % 30, name))
            database.execute("INSERT INTO sums (id, a) VALUES (?, ?)", (number, number % 7))
            database.execute("INSERT INTO found VALUES (?)", (f"{name} grows",))
            database.execute("INSERT INTO found5 VALUES (?)", (f"{name} grows",))
            database.execute("INSERT INTO solid VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (number, 0, number, 0, 1, 0, 2, name))
    database.execute("INSERT INTO layer_styles (f_table_name, styleQML, useAsDefault) VALUES ('wells', '<qgis/>', 1)")
    database.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id, min_x) "
                     "VALUES ('wells', 'features', 'Wells', 4326, 0)")
    for other in ["deep_wells", "layer_styles"]:
        database.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES (?, 'attributes', ?)",
                         (other, other))
    database.execute("INSERT INTO gpkg_geometry_columns VALUES ('wells', 'geom', 'POINT', 4326, 0, 0)")
    database.execute("INSERT INTO gpkg_extensions VALUES ('nothing', NULL, 'dangling', 'x', 'read-write')")
    database.execute("INSERT INTO gpkg_ogr_contents VALUES ('wells', (SELECT count(*) FROM wells))")


def spatial_index(database, old):
    """Adds the R-tree, the row count and their triggers, with the SQL of the sample's trees."""
    database.execute("CREATE VIRTUAL TABLE rtree_wells_geom USING rtree(id, minx, maxx, miny, maxy)")
    database.execute("INSERT INTO rtree_wells_geom SELECT fid, ST_MinX(geom), ST_MaxX(geom), ST_MinY(geom), "
                     "ST_MaxY(geom) FROM wells WHERE geom IS NOT NULL")
    for (sql,) in old.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Street_Trees' "
                              "AND name NOT LIKE '%globalid%'"):
        database.execute(sql.replace("Street_Trees", "wells"))


def edit(path):
    database = connect(path)
    database.execute("PRAGMA foreign_keys = ON")
    for statement in sys.stdin.read().split(";\n"):
        if statement.strip():
            database.execute(statement)
    for row in database.execute("SELECT what, count(*) FROM log GROUP BY what ORDER BY what"):
        print(*row)


def attempt(path):
    database = connect(path)
    database.execute("PRAGMA foreign_keys = ON")
    for statement in sys.stdin.read().split(";\n"):
        try:
            database.execute("BEGIN")
            database.execute(statement)
            print("ok")
        except sqlite3.IntegrityError as error:
            print(str(error).split(" constraint")[0])
        finally:
            database.execute("ROLLBACK")


def query(path, select):
    for row in connect(path).execute(select):
        print("|".join("" if value is None else str(value) for value in row))


def compare(edited, written):
    one, other = connect(edited), connect(written)
    for pragma in ["integrity_check", "foreign_key_check", "application_id", "user_version", "encoding", "page_size"]:
        answers = [d.execute(f"PRAGMA {pragma}").fetchall() for d in (one, other)]
        if answers[0] != answers[1]:
            print(pragma, answers)
    schemas = [d.execute("SELECT type, name, tbl_name, sql, rootpage > 0 FROM sqlite_schema").fetchall()
               for d in (one, other)]
    for left, right in zip(*schemas):
        if left != right:
            print("schema", left, right)
    if len(schemas[0]) != len(schemas[1]):
        print("schema", [row[:2] for row in schemas[0] if row not in schemas[1]])
    for kind, name, _, sql, has_root in schemas[1]:
        if kind != "table" or name == "log":
            continue
        columns = [row[1] for row in one.execute(f'PRAGMA table_xinfo("{name}")')]
        if name == "gpkg_contents":
            # SQL alone doesn't change these.
            columns = [c for c in columns if c not in ("last_change", "min_x", "min_y", "max_x", "max_y")]
        if name.startswith("rtree_wells_geom_") or name.startswith("sqlite_stat"):
            continue
        has_rowid = not sql or "WITHOUT ROWID" not in sql
        wanted = ", ".join((["rowid"] if has_rowid else []) + [f'quote("{c}"), typeof("{c}")' for c in columns])
        rows = [d.execute(f'SELECT {wanted} FROM "{name}" ORDER BY 1, 2').fetchall() for d in (one, other)]
        for left, right in zip(*rows):
            if left != right:
                print(name, left, right)
                break
        if len(rows[0]) != len(rows[1]):
            print(name, len(rows[0]), len(rows[1]))
    print(other.execute("SELECT rtreecheck('rtree_wells_geom')").fetchone()[0],
          other.execute("SELECT count(*) FROM found WHERE found MATCH 'grows'").fetchone()[0],
          other.execute("SELECT count(*) FROM found5 WHERE found5 MATCH 'grow'").fetchone()[0])


if __name__ == "__main__":
    verb, *rest = sys.argv[1:]
    {"build": build, "edit": edit, "attempt": attempt, "query": query, "compare": compare}[verb](*rest[:3], *map(int, rest[3:]))

#!/usr/bin/env python3
"""Twenty crews and an office edit the demo's data at random, and the files of the merge are audited.

usage: twenty_crews.py FIELDPACK PACKAGE SEED[-SEED] [--crews N] [--constraints] [--plant]
                       [--groupings] [--keep DIR]

PACKAGE is the demo's .mmpk as built. For each seed, it makes a copy for each crew and a copy of the
GeoPackage for the office, edits them by SQL, and merges the crews in a random order. Then it reads
every file with SQLite: the changes of each side, the result, and what the report and the page say.
It prints a line for each fault, and one for each seed:

  silent    a change that is neither in the result nor reported
  invented  a value, record or deletion in the result, or a claim of the report, that no side made
  misnamed  a change with the name of someone who didn't make it
  wrong     a value of another side than the merge rules require, or a wrong count

--constraints gives the office's GeoPackage UNIQUE indexes, a CHECK and its own columns; SQLite must
find them in the result. --plant falsifies the result, the report or the page after the merge, in one
way after another, and prints which are found, because a judge must be able to find errors. Exits
with 1 for a fault, or for a falsification that it missed.

--groupings merges the crews three times more, as change files and as packages in different
mixtures. Each file of each merge must have the same bytes.
"""
import argparse
import collections
import filecmp
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import uuid
import zipfile

OFFICE = None
# The field that names the record, and the field that names its parent.
TABLES = {
    "Trees": ("GlobalID", None, None),
    "Inspections": ("GlobalID", "TreeGlobalID", "Trees"),
    "Trees_attachments": ("globalid", "parent_globalid", "Trees"),
    "Inspections_attachments": ("globalid", "parent_globalid", "Inspections"),
}
# Row numbers, fields derived from an attachment's bytes, and the office's own fields.
DERIVED = {"fid", "id", "OBJECTID", "size", "sha256", "path", "proof", "state"}
# The report has the hash of an attachment's bytes.
TOLD_AS = {"data": "sha256"}
READ_AS = {"sha256": "data"}
# Texts that pages show unchanged.
PLAIN = {"Notes", "PlantedBy", "Address", "CollectedBy"}
# The last editor and edit date belong to the record as a whole.
TRACKING = {"Creator", "CreationDate", "Editor", "EditDate"}
CHOICES = {
    "Trees": {
        "Notes": ["leaning", "dead wood", "é", "e\u0301", "0", "", None],
        "Wires": ["No HV", "High voltage", "Other", None],
        "SiteType": ["cutout", "median", "planter", None],
        "SiteWidth": [0, 2.5, 3, 4.25, 12, None],
        "PlantedBy": ["City crew", "neighbors", None],
        "PlantedDate": ["2001-02-03T08:00:00.000Z", "2019-11-30T00:00:00.000Z", None],
        "SpeciesCode": ["ACPL", "PSME", "QUGA", "ACPA"],
        "Address": ["1 SE ASH ST", "2 SE ASH ST", None],
        "Condition": ["Good", "Fair", "Poor", "Dead"],
        "DBH": [1.5, 12.25, 31.1],
    },
    "Inspections": {
        "Notes": ["seen", "bark beetle", "", None],
        "Condition": ["Good", "Fair", "Poor", "Dead"],
        "DBH": [2, 13.5, 30.75, None],
        "CollectedBy": ["Ada", "Berthold", None],
    },
}
# The inspections of a tree; some name it without braces.
MINE = "upper(trim(TreeGlobalID, '{}')) = upper(trim(?, '{}'))"
# Values that the map doesn't allow.
REFUSED = {"Wires": "Nonsense", "SiteType": "moon", "Condition": "Superb", "DBH": -3}


# --- Editing --------------------------------------------------------------------------------


def opened(path):
    """Opens a GeoPackage for editing, with the functions that its R-tree triggers need
    (GeoPackage 1.3, annex F.3)."""
    database = sqlite3.connect(path)
    database.create_function("ST_IsEmpty", 1, lambda blob: point(blob) is None)
    for name, axis in (("ST_MinX", 0), ("ST_MaxX", 0), ("ST_MinY", 1), ("ST_MaxY", 1)):
        database.create_function(name, 1, lambda blob, axis=axis: (point(blob) or (None, None))[axis])
    return database


def point(blob):
    """Returns the coordinates of a point as a GeoPackage geometry (§2.1.3); None for None."""
    if not isinstance(blob, bytes) or blob[:2] != b"GP":
        return None
    start = 8 + (0, 32, 48, 48, 64)[blob[3] >> 1 & 7]
    return struct.unpack_from("<dd", blob, start + 5) if len(blob) >= start + 21 else None


def shape(x, y):
    return b"GP\0\x01" + struct.pack("<iBIdd", 4326, 1, 1, x, y)


def picture(random):
    """Returns a PNG of one pixel with unique bytes at the end."""
    text = b"tEXt" + b"Comment\0" + str(random.getrandbits(64)).encode()
    chunk = lambda body: struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zcrc(body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR" + struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + chunk(text) + chunk(b"IDAT" + bytes.fromhex("789c6360000000020001")) + chunk(b"IEND"))


def zcrc(body):
    import zlib
    return zlib.crc32(body)


# Constraints of an office in SQL, with the columns that they concern.
CONSTRAINTS = [
    "create unique index wide on Trees(Address) where SiteWidth = 12",
    "create unique index seen on Inspections(TreeGlobalID, Notes) where Notes = 'seen'",
    "alter table Trees add column proof INTEGER "
    "check (SiteWidth is null or SiteWidth < 12 or Wires <> 'Other')",
    "alter table Trees add column state TEXT not null default 'as is'",
]


class Editor:
    """Edits one side's copy of the data."""

    def __init__(self, path, name, random, hot):
        self.database, self.name, self.random, self.hot = opened(path), name, random, hot

    def edit(self, times):
        kinds = {self.set_tree: 9, self.move: 2, self.add_tree: 2, self.delete_tree: 1,
                 self.add_inspection: 3, self.set_inspection: 3, self.delete_inspection: 1,
                 self.add_photo: 2, self.delete_photo: 1, self.replace_photo: 1}
        for kind in self.random.choices(list(kinds), kinds.values(), k=times):
            self.database.execute("savepoint edit")
            try:
                kind()
            except sqlite3.IntegrityError:
                self.database.execute("rollback to edit")
            self.database.execute("release edit")
        self.database.commit()
        self.database.close()

    def stamp(self, table, identity, new=False):
        when = "2026-%02d-%02dT%02d:30:00.000Z" % (
            self.random.randint(1, 3), self.random.randint(1, 28), self.random.randint(0, 23))
        self.database.execute(
            f'update "{table}" set Editor = ?, EditDate = ? where GlobalID = ?',
            (self.name, when, identity))
        if new:
            self.database.execute(
                f'update "{table}" set Creator = ?, CreationDate = ? where GlobalID = ?',
                (self.name, when, identity))

    def tree(self):
        """Returns a tree of this copy, mostly one that others also edit."""
        known = [row[0] for row in self.database.execute("select GlobalID from Trees order by fid")]
        hot = [identity for identity in self.hot if identity in set(known)]
        return self.random.choice(hot if hot and self.random.random() < 0.8 else known)

    def row(self, table):
        rows = self.database.execute(
            f'select "{TABLES[table][0]}" from "{table}" order by 1').fetchall()
        return self.random.choice(rows)[0] if rows else None

    def identity(self):
        return "{" + str(uuid.UUID(int=self.random.getrandbits(128), version=4)).upper() + "}"

    def set(self, table, identity):
        for field in self.random.sample(sorted(CHOICES[table]), self.random.randint(1, 2)):
            value = self.random.choice(CHOICES[table][field])
            if field in REFUSED and self.random.random() < 0.06:
                value = REFUSED[field]
            self.database.execute(
                f'update "{table}" set "{field}" = ? where GlobalID = ?', (value, identity))
        if self.random.random() < 0.9:
            self.stamp(table, identity)

    def set_tree(self):
        self.set("Trees", self.tree())

    def set_inspection(self):
        rows = self.database.execute(
            f"select GlobalID from Inspections where {MINE} order by 1", (self.tree(),))
        rows = rows.fetchall()
        self.set("Inspections", self.random.choice(rows)[0] if rows else self.row("Inspections"))

    def move(self):
        tree = self.tree()
        old = self.database.execute("select geom from Trees where GlobalID = ?", (tree,))
        x, y = point(old.fetchone()[0]) or (-122.69, 45.54)
        near = lambda: self.random.randint(-9, 9) * 1e-5
        self.database.execute(
            "update Trees set geom = ? where GlobalID = ?", (shape(x + near(), y + near()), tree))
        self.stamp("Trees", tree)

    def add_tree(self):
        tree = self.identity()
        blob = shape(self.random.uniform(-122.74, -122.64), self.random.uniform(45.5, 45.58))
        self.database.execute(
            "insert into Trees(geom, GlobalID, SpeciesCode, Notes) values (?, ?, 'PSME', 'new')",
            (blob, tree))
        if self.random.random() < 0.5:
            self.set("Trees", tree)
        self.stamp("Trees", tree, new=True)

    def delete_tree(self):
        """Deletes a tree with its related records, like the field app, or alone, like QGIS."""
        tree = self.tree()
        if self.random.random() < 0.5:
            self.database.execute(
                "delete from Inspections_attachments where parent_globalid in "
                f"(select GlobalID from Inspections where {MINE})", (tree,))
            self.database.execute(f"delete from Inspections where {MINE}", (tree,))
            self.database.execute("delete from Trees_attachments where parent_globalid = ?", (tree,))
        self.database.execute("delete from Trees where GlobalID = ?", (tree,))

    def add_inspection(self):
        inspection, tree = self.identity(), self.tree()
        self.database.execute(
            "insert into Inspections(GlobalID, TreeGlobalID, CollectedDate, Condition, DBH) "
            "values (?, ?, ?, ?, ?)",
            (inspection, tree, "2026-03-%02dT12:00:00.000Z" % self.random.randint(1, 28),
             self.random.choice(["Good", "Fair", "Poor", None]), self.random.choice([4, 5.5, None])))
        self.stamp("Inspections", inspection, new=True)

    def delete_inspection(self):
        self.database.execute(
            "delete from Inspections where GlobalID = ?", (self.row("Inspections"),))

    def add_photo(self):
        table = self.random.choice(["Trees", "Inspections"])
        parent = self.tree() if table == "Trees" else self.row("Inspections")
        data = picture(self.random)
        self.database.execute(
            f'insert into "{table}_attachments"(data, content_type, parent_globalid, globalid, name, '
            "size, sha256) values (?, 'image/png', ?, ?, ?, ?, ?)",
            (data, parent, self.identity(), "Photo %d.png" % self.random.randint(1, 3), len(data),
             hashlib.sha256(data).hexdigest()))

    def delete_photo(self):
        table = self.random.choice(["Trees_attachments", "Inspections_attachments"])
        self.database.execute(f'delete from "{table}" where globalid = ?', (self.row(table),))

    def replace_photo(self):
        table = self.random.choice(["Trees_attachments", "Inspections_attachments"])
        data = picture(self.random)
        self.database.execute(
            f'update "{table}" set data = ?, content_type = \'image/png\', size = ?, sha256 = ? '
            "where globalid = ?",
            (data, len(data), hashlib.sha256(data).hexdigest(), self.row(table)))


# --- Making a Friday ------------------------------------------------------------------------


class Friday:
    """The files of one seed: who edited what, and what was merged."""

    def __init__(self, folder, package, seed, crews, constraints):
        self.folder = folder
        chance = random.Random(seed)
        with zipfile.ZipFile(package) as members:
            members.extractall(folder + "/issued", [
                name for name in members.namelist()
                if name in ("data.gpkg", "base.zip", "package.info")
                or name.startswith("attachments/")])
        base = opened(folder + "/issued/data.gpkg")
        trees = [row[0] for row in base.execute("select GlobalID from Trees order by fid")]
        base.close()
        hot = chance.sample(trees, 40)
        self.office = folder + "/office.gpkg"
        shutil.copy(folder + "/issued/data.gpkg", self.office)
        if constraints:
            database = opened(self.office)
            # Existing rows that break a constraint would keep the office from adding it.
            database.execute("update Trees set Wires = null where SiteWidth >= 12")
            database.execute("update Trees set Address = Address || ' ' || fid where SiteWidth = 12")
            for constraint in CONSTRAINTS:
                database.execute(constraint)
            database.commit()
            database.close()
        Editor(self.office, "office", chance, hot).edit(25)
        self.crews = []
        for number in range(1, crews + 1):
            name = "crew-%02d" % number
            shutil.copytree(folder + "/issued", folder + "/" + name)
            Editor(f"{folder}/{name}/data.gpkg", name, chance, hot).edit(chance.randint(1, 20))
            self.crews.append(name)
        chance.shuffle(self.crews)

    def merge(self, fieldpack, clock):
        """Merges the crews; the program must end well or with conflicts."""
        result = subprocess.run(
            [fieldpack, "merge", "--into", "office.gpkg", *self.crews, "-o", "merged.gpkg",
             "--review", "review", "--allow-deletes", "*", "--now", clock, "--quiet"],
            cwd=self.folder, capture_output=True, text=True)
        if result.returncode not in (0, 1):
            raise SystemExit(f"the merge ended with {result.returncode}: {result.stderr}")

    def differing(self, fieldpack, clock):
        """Merges change files and packages in three groupings; the files that differ."""
        def run(*words):
            result = subprocess.run(
                [fieldpack, *words, "--quiet"], cwd=self.folder, capture_output=True, text=True)
            if result.returncode not in (0, 1):
                raise SystemExit(f"{words[0]} ended with {result.returncode}: {result.stderr}")

        for crew in self.crews:
            run("diff", crew, "--changes", crew + ".changes")
        found = []
        for number, isChangeFile in enumerate([
                lambda index: True, lambda index: index % 2 == 0, lambda index: index >= 7]):
            inputs = [
                crew + ".changes" if isChangeFile(index) else crew
                for index, crew in enumerate(self.crews)]
            output = f"grouping-{number}"
            os.mkdir(f"{self.folder}/{output}")
            run("merge", "--into", "office.gpkg", *inputs, "-o", output + "/merged.gpkg",
                "--review", output + "/review", "--allow-deletes", "*", "--now", clock)
            files = ["merged.gpkg"] + [
                os.path.relpath(os.path.join(at, name), self.folder)
                for at, _, names in os.walk(self.folder + "/review") for name in names]
            for name in sorted(files):
                if not filecmp.cmp(
                        f"{self.folder}/{name}", f"{self.folder}/{output}/{name}", shallow=False):
                    found.append(f"{output}/{name}")
        return found

    def report(self):
        with open(self.folder + "/review/report.json") as file:
            return json.load(file)

    def receipts(self):
        with open(self.folder + "/review/receipts.txt") as file:
            return file.read().splitlines()

    def page(self):
        with open(self.folder + "/review/data/review.js") as file:
            text = file.read()
        return json.loads(text[text.index("(") + 1:text.rindex(")")])


# --- Reading what there is ------------------------------------------------------------------


def stored(path, folder=None):
    """Returns all rows: {table: {identity: {field: value}}}, with attachment bytes as their hash."""
    tables = {}
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    for table, (key, _, _) in TABLES.items():
        cursor = database.execute(f'select * from "{table}"')
        names = [column[0] for column in cursor.description]
        rows = tables[table] = {}
        for values in cursor:
            row = dict(zip(names, values))
            if "data" in row:
                row["data"] = content(row, folder)
            if "geom" in row:
                row["geom"] = point(row["geom"])
            rows[name_of(row[key])] = {
                name: value for name, value in row.items() if name not in DERIVED}
    database.close()
    return tables


def content(row, folder):
    """Returns the hash of an attachment's bytes, in its row or in the file that the row names."""
    data = row["data"]
    if not data and folder and row["path"]:
        with open(folder + "/" + row["path"], "rb") as file:
            data = file.read()
    return hashlib.sha256(data).hexdigest() if data else None


def name_of(identity):
    """Returns a GlobalID in the form of comparisons: without case and braces."""
    return identity.strip("{}").upper()


def same(one, other):
    """Returns whether two values of the files or the report are equal; a shape is its coordinates."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return list(one) == list(other)
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return one == other and (one is None) == (other is None)


def told_value(value):
    """Returns a value of the report in the form of the files."""
    if isinstance(value, dict) and "$wkb" in value:
        return struct.unpack_from("<dd", bytes.fromhex(value["$wkb"]), 5)
    return value


# --- The audit ------------------------------------------------------------------------------


class Audit:
    """Compares every change of every side with the result and the report."""

    def __init__(self, friday):
        folder = self.folder = friday.folder
        self.base = stored(folder + "/issued/data.gpkg", folder + "/issued")
        self.sides = {OFFICE: stored(friday.office, folder + "/issued")}
        for crew in friday.crews:
            self.sides[crew] = stored(f"{folder}/{crew}/data.gpkg", f"{folder}/{crew}")
        self.merged = stored(folder + "/merged.gpkg", folder + "/issued")
        self.report, self.page = friday.report(), friday.page()
        self.receipt_lines = friday.receipts()
        self.order = [OFFICE] + friday.crews
        self.faults = []
        self.changes = 0
        self.conflicts = self.by_record("conflicts")
        self.issues = self.by_record("issues")
        self.rules = collections.defaultdict(list)
        for value in self.report["rules"]["values"]:
            self.rules[value["table"], name_of(value["globalid"])].append(value)

    def by_record(self, member):
        found = collections.defaultdict(list)
        for entry in self.report[member]:
            if entry["globalid"]:
                found[entry["table"], name_of(entry["globalid"])].append(entry)
        return found

    def fault(self, kind, table, identity, text):
        self.faults.append(f"{kind:9} {table} {identity} {text}")

    def run(self):
        for table in TABLES:
            identities = set(self.base[table]) | set(self.merged[table])
            for side in self.sides.values():
                identities |= set(side[table])
            for identity in sorted(identities):
                self.record(table, identity)
        for entry in self.report["conflicts"]:
            self.claim(entry)
        for entry in self.report["issues"]:
            self.issue(entry)
        for entry in self.report["rules"]["values"]:
            self.rule(entry)
        self.counts()
        self.pages()
        self.sound()
        return self.faults

    def state(self, side, table, identity):
        return self.sides[side][table].get(identity)

    def changed(self, side, table, identity):
        """Returns what a side did with a record: None, "insert", "delete" or the changed fields."""
        before, after = self.base[table].get(identity), self.state(side, table, identity)
        if before is None:
            return None if after is None else "insert"
        if after is None:
            return "delete"
        fields = [name for name in before if not same(before[name], after[name])]
        return fields or None

    def record(self, table, identity):
        did = {side: self.changed(side, table, identity) for side in self.order}
        did = {side: what for side, what in did.items() if what}
        self.changes += sum(
            len(what) if isinstance(what, list) else 1 for what in did.values())
        if identity in self.merged[table]:
            self.present(table, identity, did)
        else:
            self.absent(table, identity, did)

    def absent(self, table, identity, did):
        """Checks a record that is not in the result: someone deleted it or its parent, and other edits to
        it are reported."""
        deleters = [side for side, what in did.items() if what == "delete"]
        if not did or not (deleters or self.goes_with_parent(table, identity)):
            if self.told(table, identity, {"photoDuplicate"}):
                return
            kind = "invented" if identity in self.base[table] else "silent"
            if kind == "invented" and self.goes_with_parent(table, identity):
                return
            self.fault(kind, table, identity, f"is gone, which nobody did: {did}")
            return
        for side, what in did.items():
            if what == "delete" or isinstance(what, list) and TRACKING.issuperset(what):
                continue
            if self.names(table, identity, side):
                continue
            lost = what if what == "insert" else [
                field for field in what if field not in TRACKING and not self.gave_way(
                    table, identity, field, self.state(side, table, identity)[field], side, did)]
            if lost:
                self.fault("silent", table, identity, f"is gone; {side} had {lost}")

    def goes_with_parent(self, table, identity):
        """Returns whether its parent is not in the result because someone deleted it."""
        _, field, parents = TABLES[table]
        if not parents:
            return False
        for side in [None] + self.order:
            row = (self.base if side is None else self.sides[side])[table].get(identity)
            if row and row[field]:
                parent = name_of(row[field])
                if parent not in self.merged[parents]:
                    return any(
                        self.changed(side, parents, parent) == "delete" for side in self.order
                    ) or self.goes_with_parent(parents, parent)
        return False

    def told(self, table, identity, kinds):
        return any(issue["kind"] in kinds for issue in self.issues[table, identity])

    def names(self, table, identity, side, field=None):
        """Returns whether a conflict or issue of the record names a side."""
        for entry in self.conflicts[table, identity]:
            if field is not None and entry["field"] not in (None, field):
                continue
            if side == entry["package"] or side == entry["currentPackage"]:
                return True
        return side is not OFFICE and any(
            issue["package"] == side and (field is None or issue["field"] in (None, field))
            for issue in self.issues[table, identity])

    def present(self, table, identity, did):
        """Checks a record in the result: each field has the value of the winning side, and overruled
        values are reported."""
        row = self.merged[table][identity]
        sources = [self.state(side, table, identity) for side in did]
        if identity in self.base[table]:
            sources.append(self.base[table][identity])
        sources = [source for source in sources if source]
        if not sources:
            self.fault("invented", table, identity, "no side has this record")
            return
        for side, what in did.items():
            if what == "delete" and not self.names(table, identity, side):
                others = [other for other in did
                          if did[other] == "delete" and self.names(table, identity, other)]
                if not others:
                    self.fault("silent", table, identity, f"is there; {side} deleted it")
        for field, value in row.items():
            if not any(same(value, source.get(field)) for source in sources):
                if not self.made(table, identity, field, value) and not (
                        value is None and self.is_refused(table, identity, field)):
                    self.fault("invented", table, identity, f"{field} = {value!r}")
            if field not in TRACKING:
                self.value(table, identity, field, value, did)

    def made(self, table, identity, field, value):
        """Returns whether the report says that a rule of the map, or a new name, made a value."""
        for entry in self.rules[table, identity]:
            if entry["field"] == field and same(entry["new"], value) and not entry["message"]:
                return True
        return field == "name" and self.told(table, identity, {"photoRenamed"})

    def value(self, table, identity, field, value, did):
        before = self.base[table].get(identity, {}).get(field)
        sides = [side for side, what in did.items()
                 if what == "insert" or isinstance(what, list) and field in what]
        stands, refused = before, []
        for side in sides:
            mine = self.state(side, table, identity)[field]
            if self.refused(table, identity, field, mine, side):
                refused.append(side)
            else:
                stands = mine
        for side in sides:
            mine = self.state(side, table, identity)[field]
            if same(mine, value) or side in refused:
                continue
            if not self.gave_way(table, identity, field, mine, side, sides):
                self.fault("silent", table, identity,
                           f"{field}: {side} left {mine!r}, the result has {value!r}")
        if not same(stands, value) and not self.made(table, identity, field, value):
            self.fault("wrong", table, identity,
                       f"{field} is {value!r}; {stands!r} was to stand, of {sides}")

    def is_refused(self, table, identity, field):
        """Returns whether a value of a new record was not merged."""
        return identity not in self.base[table] and (any(
            issue["kind"] == "invalidValue" and issue["field"] == field
            for issue in self.issues[table, identity]) or any(
            entry["kind"] == "constraint" and entry["field"] == field
            for entry in self.conflicts[table, identity]))

    def refused(self, table, identity, field, value, side):
        """Returns whether the report says that a value of a side was not merged."""
        return any(
            entry["kind"] == "constraint" and entry["field"] in (None, field)
            and entry["package"] == side
            and (entry["field"] is None or same(told_value(entry["returned"]), value))
            for entry in self.conflicts[table, identity]
        ) or any(
            issue["kind"] in ("invalidValue",) and issue["field"] == field
            and issue["package"] == side and same(told_value(issue["value"]), value)
            for issue in self.issues[table, identity])

    def gave_way(self, table, identity, field, value, side, sides):
        """Returns whether a value missing in the result is reported, with the name of a side that had it."""
        alike = {other for other in sides
                 if same((self.state(other, table, identity) or {}).get(field), value)}
        for entry in self.conflicts[table, identity]:
            if entry["field"] != TOLD_AS.get(field, field):
                continue
            ends = ((entry["returned"], entry["package"]),
                    (entry["current"], entry["currentPackage"]))
            if any(same(told_value(told), value) and name in alike for told, name in ends):
                return True
        for entry in self.rules[table, identity]:
            if entry["field"] == field and same(entry["old"], value):
                return True
        return field == "name" and any(
            issue["kind"] == "photoRenamed" and issue["package"] in alike
            for issue in self.issues[table, identity])

    # --- The claims of the report

    def side_of(self, name):
        return self.sides.get(name)

    def claim(self, entry):
        """Checks a conflict: both its sides did what it says."""
        table, identity, field = entry["table"], name_of(entry["globalid"]), entry["field"]
        for end, name in (("returned", entry["package"]), ("current", entry["currentPackage"])):
            if name not in self.sides:
                self.fault("misnamed", table, identity, f"{name} is no package")
                continue
            what = self.changed(name, table, identity)
            if entry["kind"] == "orphan" or entry["kind"] == "constraint" and end == "current":
                continue
            if field is None:
                if what is None and not self.caused(table, identity, name):
                    self.fault("misnamed", table, identity, f"{entry['kind']}: {name} did nothing")
                continue
            field = READ_AS.get(field, field)
            row = self.state(name, table, identity)
            if what == "delete" and entry[end] is None:
                continue
            if row is None or not same(told_value(entry[end]), row[field]):
                if not self.of_rule(table, identity, field, entry[end]):
                    self.fault("misnamed", table, identity,
                               f"{field}: {name} left {row and row[field]!r}, not {entry[end]!r}")
            elif what != "insert" and field not in (what or []):
                self.fault("misnamed", table, identity, f"{field}: {name} did not change it")
        row = self.state(entry["package"], table, identity)
        if row and "Editor" in row and entry["editor"] not in (None, row["Editor"]):
            self.fault("misnamed", table, identity, f"{entry['editor']} is not its editor")
        before = self.base[table].get(identity)
        if before and field in before and not same(told_value(entry["base"]), before[field]):
            self.fault("invented", table, identity, f"{field} was not {entry['base']!r} as issued")

    def of_rule(self, table, identity, field, value):
        return any(entry["field"] == field and same(entry["new"], value)
                   for entry in self.rules[table, identity])

    def caused(self, table, identity, name):
        """Returns whether a side deleted a parent of a record, or edited a child of it."""
        _, field, parents = TABLES[table]
        row = self.base[table].get(identity) or next(
            (self.state(side, table, identity) for side in self.order
             if self.state(side, table, identity)), None)
        if parents and row and row[field]:
            parent = name_of(row[field])
            if self.changed(name, parents, parent) or self.caused(parents, parent, name):
                return True
        for child, (_, link, parents) in TABLES.items():
            if parents != table:
                continue
            for other in set(self.base[child]) | set(self.sides[name][child]):
                row = self.sides[name][child].get(other) or self.base[child][other]
                if row[link] and name_of(row[link]) == identity and (
                        self.changed(name, child, other) or self.hangs(child, other, name)):
                    return True
        return False

    def hangs(self, table, identity, name):
        """Returns whether a side changed a child of this record."""
        for child, (_, link, parents) in TABLES.items():
            if parents != table:
                continue
            for other, row in self.sides[name][child].items():
                if row[link] and name_of(row[link]) == identity and self.changed(
                        name, child, other):
                    return True
        return False

    def issue(self, entry):
        """Checks an issue with a value: its package has that value."""
        if not entry["globalid"] or entry["table"] not in TABLES:
            return
        table, identity, field = entry["table"], name_of(entry["globalid"]), entry["field"]
        row = self.state(entry["package"], table, identity)
        if not self.changed(entry["package"], table, identity) and not self.caused(
                table, identity, entry["package"]):
            self.fault("misnamed", table, identity,
                       f"{entry['kind']}: {entry['package']} did nothing")
        if row and entry["kind"] == "invalidValue" and field in row and not same(
                told_value(entry["value"]), row[field]):
            self.fault("misnamed", table, identity,
                       f"{field}: {entry['package']} left {row[field]!r}, not {entry['value']!r}")

    def rule(self, entry):
        """Checks a value of a rule: it is in the result, and names the right package and old value."""
        table, identity, field = entry["table"], name_of(entry["globalid"]), entry["field"]
        if not entry["package"] or not (
                self.changed(entry["package"], table, identity)
                or self.caused(table, identity, entry["package"])):
            self.fault("misnamed", table, identity, f"rule of {field}: {entry['package']} did nothing")
        row = self.merged[table].get(identity)
        if row is None:
            self.fault("invented", table, identity, f"rule of {field} for a record that is gone")
        elif not entry["message"] and not same(row[field], entry["new"]):
            self.fault("invented", table, identity, f"rule: {field} is {row[field]!r}")
        owner = entry["oldPackage"]
        owned = owner and self.state(owner, table, identity)
        if owned and not same(owned[field], entry["old"]):
            self.fault("misnamed", table, identity, f"{owner} did not leave {entry['old']!r}")
        source = entry["source"]
        if source:
            copied = self.merged[source["table"]].get(name_of(source["globalid"]))
            if copied is None or not same(copied[field], entry["new"]):
                self.fault("misnamed", table, identity, f"{field} is not that of {source}")

    def sound(self):
        """Checks that the result is a database in which every constraint holds (sqlite.org,
        integrity_check), with everything that the office's has."""
        paths = [self.folder + "/office.gpkg", self.folder + "/merged.gpkg"]
        office, merged = (sqlite3.connect(f"file:{path}?mode=ro", uri=True) for path in paths)
        for pragma in ("integrity_check", "foreign_key_check"):
            for row in merged.execute("pragma " + pragma):
                if row != ("ok",):
                    self.fault("wrong", "merged.gpkg", pragma, row)
        objects = [
            {row for row in database.execute("select type, name, sql from sqlite_master")
             if row[2]} for database in (office, merged)]
        for lost in sorted(objects[0] - objects[1]):
            self.fault("silent", "merged.gpkg", lost[1], f"is not there: {lost[2]}")
        office.close()
        merged.close()

    def counts(self):
        """Checks that the report's counts for each package are those of its file."""
        for package in self.report["packages"]:
            name = package["name"]
            counted = collections.Counter()
            for table in TABLES:
                for identity in set(self.base[table]) | set(self.sides[name][table]):
                    what = self.changed(name, table, identity)
                    if what:
                        counted[what if isinstance(what, str) else "update"] += 1
            photos = sum(
                self.changed(name, table, identity) == "insert" or "data" in (
                    self.changed(name, table, identity) or ())
                for table in TABLES if table.endswith("_attachments")
                for identity in self.sides[name][table])
            if [package["photos"][what] for what in ("taken", "arrived")] != [photos, photos]:
                self.fault("wrong", "package", name, f"{photos} photos: {package['photos']}")
            if package["outcome"] != "merged" and counted:
                self.fault("wrong", "package", name, package["outcome"])
            told = {"insert": package["added"], "update": package["updated"],
                    "delete": package["deleted"]}
            for action, count in told.items():
                if count != counted[action]:
                    self.fault("wrong", "package", name,
                               f"{count} {action} reported, {counted[action]} in its file")
        self.receipts()
        for table in self.report["tables"]:
            before, after = self.sides[OFFICE][table["table"]], self.merged[table["table"]]
            added, deleted = len(set(after) - set(before)), len(set(before) - set(after))
            if (table["added"], table["deleted"]) != (added, deleted):
                self.fault("wrong", "table", table["table"], f"{added} added, {deleted} deleted")

    def receipts(self):
        """Checks that a receipt lists every edit of its package, and names only others that met them."""
        for line in self.receipt_lines:
            name, _, rest = line.partition(": ")
            receipt = re.match(r"([\d,]+) changes?: ", rest)
            if not receipt:
                continue
            edits = {(table, identity) for table in TABLES
                     for identity in set(self.base[table]) | set(self.sides[name][table])
                     if self.changed(name, table, identity)}
            count = int(receipt.group(1).replace(",", ""))
            outcomes = sum(int(part.split(" ")[0].replace(",", "")) for part in re.findall(
                r"(?:: |, )(\d[\d,]* [a-z])", rest[receipt.end() - 2:].split("; ")[0]))
            if count != len(edits) or outcomes != len(edits):
                self.fault("wrong", "receipt", name, f"{len(edits)} edits: {line}")
            for others in re.findall(r"overruled by ([^;]*)", rest):
                for other in set(re.findall(r"crew-\d\d", others)):
                    if not any(self.changed(other, *edit) or self.caused(*edit, other)
                               for edit in edits):
                        self.fault("misnamed", "receipt", name, f"{other} met none of its edits")

    def pages(self):
        """Checks that everyone named on the page made the change, and that its values are in the files."""
        layers = [layer["name"] for layer in self.page["layers"]]
        names = [package["name"] for package in self.page["packages"]]
        for change in self.page["changes"]:
            table, identity = layers[change["layer"]], name_of(change["id"])
            if table not in TABLES:
                continue
            detail = change["detail"]
            named = {names[change["package"]]} | set(re.findall(r"crew-\d\d", detail["story"]))
            for note in detail["notes"]:
                named |= set(re.findall(r"crew-\d\d", note))
            for name in sorted(named):
                if not self.changed(name, table, identity) and not self.caused(
                        table, identity, name):
                    self.fault("misnamed", table, identity, f"page: {name} did nothing: {detail}")
            for (photos, photo), item in zip(
                    change.get("attached", []), (detail["photos"] or {}).get("items", [])):
                by = re.findall(r"crew-\d\d", item["note"] or "")
                if not by or not self.changed(by[0], photos, name_of(photo)):
                    self.fault("misnamed", photos, photo, f"page: the photo is not of {item}")
            fields = self.page["layers"][change["layer"]]["fields"]
            for value in detail["fields"]:
                if value["field"] is not None and fields[value["field"]]["name"] in PLAIN:
                    self.shown(table, identity, fields[value["field"]]["name"], value, change, names)

    def shown(self, table, identity, field, value, change, names):
        """Checks a field of the page that is shown as it is stored."""
        def wrong(what, told, stored):
            # Null and an empty text look the same on a page.
            if (told or None) != (stored or None):
                self.fault("misnamed", table, identity,
                           f"page: {field}, {what}: {told!r} is {stored!r}: {value}")

        base, office = self.base[table].get(identity), self.state(OFFICE, table, identity)
        merged, state = self.merged[table].get(identity), value["state"]
        if change["action"] != "added":
            if state != "refused":
                wrong("base", value["base"], (base or office or {}).get(field) if state != "taken"
                      else (office or base or {}).get(field))
            if office:
                wrong("current", value["current"], office[field])
        if state == "taken":
            wrong("returned", value["returned"], (merged or {}).get(field))
        elif state == "same":
            wrong("returned", value["returned"], office[field])
        for side in value["sides"]:
            left = self.state(names[side["package"]], table, identity)
            wrong(names[side["package"]], side["value"], left and left[field])
        for name, told in re.findall(r"(crew-\d\d) entered \u201c(.*)\u201d", value["message"] or ""):
            left = self.state(name, table, identity)
            wrong(name, told, left and left[field])


# --- Falsifying -----------------------------------------------------------------------------


def plant(friday, name, audit):
    """Falsifies an audited result. A second audit must find the falsification as the kind of fault in
    PLANTS."""
    report, page = friday.report(), friday.page()
    database = opened(friday.folder + "/merged.gpkg")
    if name == "a value that is lost":
        identity = next(
            identity for identity, row in sorted(audit.merged["Trees"].items())
            if any("Notes" in (audit.changed(crew, "Trees", identity) or []) for crew in friday.crews)
            and not same(row["Notes"], audit.base["Trees"].get(identity, row)["Notes"])
            and not any(entry["field"] == "Notes" for entry in audit.conflicts["Trees", identity]))
        database.execute("update Trees set Notes = ? where GlobalID = ?",
                         (audit.base["Trees"][identity]["Notes"], "{" + identity + "}"))
    elif name == "a record that is lost":
        identity = min(set(audit.merged["Trees"]) - set(audit.base["Trees"]))
        database.execute("delete from Trees where GlobalID = ?", ("{" + identity + "}",))
    elif name == "a photo that is lost":
        database.execute("update Trees_attachments set data = x'00' where id = "
                         "(select max(id) from Trees_attachments)")
    elif name == "a value of nobody":
        database.execute(
            "update Trees set Notes = 'nobody wrote this' where fid = (select min(fid) from Trees)")
    elif name == "a deletion of nobody":
        identity = next(identity for identity in sorted(audit.base["Trees"]) if not any(
            audit.changed(side, "Trees", identity) for side in audit.order))
        database.execute("delete from Trees where GlobalID = ?", ("{" + identity + "}",))
    elif name == "a conflict of others":
        entry = next(entry for entry in report["conflicts"]
                     if entry["field"] and entry["currentPackage"])
        entry["package"], entry["currentPackage"] = entry["currentPackage"], entry["package"]
    elif name == "a change under another name":
        trees = next(index for index, layer in enumerate(page["layers"]) if layer["name"] == "Trees")
        change = next(change for change in page["changes"] if change["layer"] == trees)
        identity = name_of(change["id"])
        change["package"] = next(
            index for index, package in enumerate(page["packages"])
            if not audit.changed(package["name"], "Trees", identity)
            and not audit.caused("Trees", identity, package["name"]))
    elif name == "a wrong count":
        report["packages"][0]["added"] += 1
    database.commit()
    database.close()
    with open(friday.folder + "/review/report.json", "w") as file:
        json.dump(report, file)
    with open(friday.folder + "/review/data/review.js", "w") as file:
        file.write("FP.review(" + json.dumps(page) + ");")


PLANTS = {
    "a value that is lost": "silent",
    "a record that is lost": "silent",
    "a photo that is lost": "invented",
    "a value of nobody": "invented",
    "a deletion of nobody": "invented",
    "a conflict of others": "misnamed",
    "a change under another name": "misnamed",
    "a wrong count": "wrong",
}


# --- The call -------------------------------------------------------------------------------


def seeds(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fieldpack")
    parser.add_argument("package")
    parser.add_argument("seeds", type=seeds)
    parser.add_argument("--crews", type=int, default=20)
    parser.add_argument("--constraints", action="store_true")
    parser.add_argument("--plant", action="store_true")
    parser.add_argument("--groupings", action="store_true")
    parser.add_argument("--keep")
    options = parser.parse_args()
    faults = 0
    for seed in options.seeds:
        folder = tempfile.mkdtemp(prefix=f"friday-{seed}-", dir=options.keep)
        friday = Friday(
            folder, options.package, seed, options.crews, options.constraints)
        friday.merge(os.path.abspath(options.fieldpack), "2026-04-01T00:00:00Z")
        if options.groupings:
            differing = friday.differing(os.path.abspath(options.fieldpack), "2026-04-01T00:00:00Z")
            for name in differing:
                print("differs  ", name)
            faults += len(differing)
        faults += falsified(friday, seed) if options.plant else audited(friday, seed)
        if not options.keep:
            shutil.rmtree(folder)
    sys.exit(1 if faults else 0)


def audited(friday, seed):
    """Returns the number of faults."""
    audit = Audit(friday)
    found = audit.run()
    for fault in found:
        print(fault)
    print(f"seed {seed}: {len(friday.crews)} crews, {audit.changes} changes, "
          f"{len(audit.report['conflicts'])} conflicts, {len(audit.report['issues'])} issues, "
          f"{len(audit.report['rules']['values'])} values by rules: {len(found)} faults", flush=True)
    return len(found)


def falsified(friday, seed):
    """Returns the number of falsifications that the audit misses."""
    missed, clean = 0, Audit(friday)
    results = ["merged.gpkg", "review/report.json", "review/data/review.js"]
    for name in results:
        shutil.copy(f"{friday.folder}/{name}", f"{friday.folder}/{os.path.basename(name)}.true")
    for name, kind in PLANTS.items():
        plant(friday, name, clean)
        caught = any(fault.startswith(kind) for fault in Audit(friday).run())
        print(f"seed {seed}: {name}: {'found' if caught else 'missed'}", flush=True)
        missed += not caught
        for result in results:
            shutil.copy(f"{friday.folder}/{os.path.basename(result)}.true", f"{friday.folder}/{result}")
    return missed


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Merges the hand-written situations of Tests/MergingTests with geodiff and compares the results.

usage: geodiff.py SITUATIONS

SITUATIONS is the folder that `swift test --filter GeodiffTests` writes if FIELDPACK_SITUATIONS names
one: situations.json, and a folder of GeoPackages for each situation. The script prints the table as
Markdown. It needs pygeodiff (pip). Without it, the exit status is 3.

geodiff gets the same files: the base, the office data, and each package. Each package is rebased on
the result of the previous ones (`GeoDiff.rebase`). Rows are compared by GlobalID. Keys that are row
numbers are compared by the row they refer to, so new row numbers are no difference. A row without a
GlobalID may match any other row without one.

  right     the rows are those of the situation
  silent    the rows are right, but overruled values are not in its conflict file
  reported  the rows are wrong, but every difference is in its conflict file
  wrong     the rows are wrong, and a difference is not in its conflict file
  refused   geodiff failed; nothing is merged
"""
import importlib.metadata
import json
import multiprocessing
import os
import shutil
import sqlite3
import struct
import sys
import tempfile

try:
    import pygeodiff
except ImportError:
    sys.exit(3)

# Links between tables: table, field, referenced table, referenced field.
LINKS = (
    ("Inspections", "tree", "Trees", "globalid"),
    ("Notes", "inspection", "Inspections", "globalid"),
    ("Branches", "treefid", "Trees", "fid"),
    ("Limbs", "treeoid", "Trees", "oid"),
    ("Photos", "tree", "Trees", "globalid"),
    ("Trees", "sp", "Species", "code"),
)
SHORT = {"parent_globalid": "tree", "sha256": "sha"}
PREFIX = "{11112222-3333-4444-8000-0000"
GROUPS = {
    "fields": "fields that one or both sides changed",
    "rows": "rows added and deleted",
    "related": "parents, children and look-ups",
    "photos": "photos of records",
    "several": "several packages at once",
    "drift": "added and missing columns and tables",
    "keys": "rows without GlobalIDs",
    "validation": "values that the map does not allow",
    "hostile": "values that break tools",
    "names": "more than two sides, and the packages in conflicts",
    "likenesses": "values that are equal, or only look equal",
}


def number(value):
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def text(value):
    """Return a value as situations write it."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return number(value)
    value = str(value)
    if len(value) == 38 and value.upper().startswith(PREFIX.upper()):
        return str(int(value[-9:-1], 16))
    return value.replace(" ", "_")


def point(blob):
    """Return the point of a GeoPackage geometry (§2.1.3.1), or None for any other value. The flags give
    the length of the envelope."""
    if not isinstance(blob, bytes) or len(blob) < 8:
        return None
    envelope = (0, 32, 48, 48, 64)[blob[3] >> 1 & 7]
    start = 8 + envelope
    if len(blob) != start + 21 or 1 not in blob[start + 1:start + 5]:
        return None
    return struct.unpack_from("<dd" if blob[start] == 1 else ">dd", blob, start + 5)


def stored(path):
    """Return the rows of a GeoPackage: (table, row id, identity, fields)."""
    rows = []
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.text_factory = lambda bytes: bytes.decode("utf-8", "replace")
    tables = [row[0] for row in database.execute(
        "select table_name from gpkg_contents where data_type in ('features', 'attributes')")]
    for table in sorted(tables):
        infos = database.execute(f'pragma table_info("{table}")').fetchall()
        columns, key = [info[1] for info in infos], next(info[1] for info in infos if info[5])
        for values in database.execute(f'select * from "{table}"'):
            row, rowid, identity = {}, None, None
            for column, value in zip(columns, values):
                if column == key:
                    rowid = value
                elif column == "globalid":
                    identity = None if value is None else text(value)
                elif column == "geom" and value is not None:
                    position = point(value)
                    if position:
                        row["x"], row["y"] = map(number, position)
                    else:
                        row["shape"] = "odd"
                elif column not in ("data", "content_type") and value is not None:
                    row[SHORT.get(column, column)] = text(value)
            rows.append((table, rowid, identity, row))
    database.close()
    return rows


def written(lines):
    """Return the rows of lines such as `Trees 1#3 name=oak`, in the same form."""
    rows = []
    for line in lines:
        words = line.split(" ")
        identity, _, rowid = words[1].partition("#")
        fields = dict(word.split("=", 1) for word in words[2:])
        rows.append(
            (words[0], int(rowid), None if identity == "new" else identity, fields))
    return rows


def named(rows):
    """Return rows by table and identity. Keys that are numbers are replaced with identities."""
    rows = [(table, rowid, identity, dict(row)) for table, rowid, identity, row in rows]
    for table, field, origin, key in LINKS:
        if key in ("globalid", "code"):
            continue
        names = {}
        for other, rowid, identity, row in rows:
            if other == origin:
                names[str(rowid) if key == "fid" else row.get(key)] = identity or "new"
        for other, _, _, row in rows:
            if other == table and field in row:
                row[field] = names.get(row[field], "missing")
    kept, unnamed = {}, []
    for table, rowid, identity, row in rows:
        row.pop("oid", None)
        if identity is None or (table, identity) in kept:
            unnamed.append((table, identity or "new", tuple(sorted(row.items()))))
        else:
            kept[table, identity] = (rowid, row)
    return kept, sorted(unnamed)


def dangling(kept):
    """Return the rows that refer to a missing parent."""
    found = set()
    for table, field, origin, key in LINKS:
        keys = {identity for other, identity in kept if other == origin}
        if key == "code":
            keys = {row.get("code") for (other, _), (_, row) in kept.items() if other == origin}
        for (other, identity), (_, row) in kept.items():
            if other == table and field in row and row[field] not in keys:
                found.add((other, identity))
    return found


def shown(row):
    return " ".join(f"{name}={value}" for name, value in sorted(row.items()))


def differences(expected, found, reported):
    """Return the differences: (description, whether geodiff reports it)."""
    (right, right_unnamed), (rows, unnamed) = expected, found
    loose = dangling(rows) - dangling(right)
    answer = []
    for key in sorted(set(right) | set(rows)):
        name = " ".join(key)
        if key not in rows:
            answer.append((f"{name} is lost", False))
        elif key not in right:
            rowid = rows[key][0]
            word = "has no parent" if key in loose else "is extra"
            answer.append((f"{name} {word}", (key[0], rowid) in reported))
        else:
            rowid, row = rows[key]
            wanted = right[key][1]
            for field in sorted(set(row) | set(wanted)):
                if row.get(field) == wanted.get(field):
                    continue
                column = "geom" if field in "xy" else field
                words = f"{name} {field} {row.get(field, 'NULL')}, not {wanted.get(field, 'NULL')}"
                answer.append((words, (key[0], rowid, column) in reported))
            if key in loose:
                answer.append((f"{name} has no parent", False))
    for row in right_unnamed:
        if row in unnamed:
            unnamed.remove(row)
        else:
            answer.append((f"{row[0]} {row[1]} {shown(dict(row[2]))} is lost", False))
    for row in unnamed:
        answer.append((f"{row[0]} {row[1]} {shown(dict(row[2]))} is extra", False))
    return answer


def rebased(folder, packages, answer):
    """Merge with geodiff and write the result to a file. Runs in a separate process."""
    geodiff = pygeodiff.GeoDiff()
    geodiff.set_maximum_logger_level(0)
    reported, error = [], None
    theirs = os.path.join(folder, "current.gpkg")
    for index in range(packages):
        ours = os.path.join(folder, f"rebased-{index}.gpkg")
        conflicts = os.path.join(folder, f"conflicts-{index}.json")
        shutil.copyfile(os.path.join(folder, f"{index}.gpkg"), ours)
        try:
            geodiff.rebase(os.path.join(folder, "base.gpkg"), theirs, ours, conflicts)
        except pygeodiff.GeoDiffLibError as failure:
            lines = [line for line in str(failure).splitlines() if ":" in line[:-1] or "not" in line]
            error = (lines or [str(failure)])[0].replace(folder + "/", "")
            break
        if os.path.exists(conflicts):
            with open(conflicts, encoding="utf-8") as text:
                reported += json.load(text)["geodiff"]
        theirs = ours
    with open(answer, "w", encoding="utf-8") as out:
        json.dump({"error": error, "result": theirs, "reported": reported}, out)


def merged(folder, situation):
    """Merge a situation with geodiff. Return a verdict and a list of differences."""
    answer = os.path.join(folder, "answer.json")
    child = multiprocessing.Process(
        target=rebased, args=(folder, situation["packages"], answer))
    child.start()
    child.join(60)
    if child.is_alive():
        child.kill()
        return "refused", ["still running after 60 seconds"]
    if not os.path.exists(answer):
        return "refused", [f"crashed with status {child.exitcode}"]
    with open(answer, encoding="utf-8") as text:
        outcome = json.load(text)
    if outcome["error"] is not None:
        return "refused", [outcome["error"]]
    result = stored(outcome["result"])
    columns = {table: names(outcome["result"], table) for table in {row[0] for row in result}}
    reported = set()
    for conflict in outcome["reported"]:
        table = conflict["table"]
        reported.add((table, conflict["fid"]))
        for change in conflict.get("changes", []):
            column = columns.get(table, {}).get(change["column"])
            reported.add((table, conflict["fid"], column))
    found = differences(
        named(written(situation["numbered"])), named(result), reported)
    if not found:
        isSilent = situation["expected"][1] and not outcome["reported"]
        return ("silent", ["no conflict reported"]) if isSilent else ("right", [])
    isReported = all(reported for _, reported in found)
    return "reported" if isReported else "wrong", [words for words, _ in found]


def names(path, table):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    columns = {row[0]: SHORT.get(row[1], row[1])
               for row in database.execute(f'pragma table_info("{table}")')}
    database.close()
    return columns


def cell(text):
    clean = "".join(letter if letter.isprintable() else "\\x%02x" % ord(letter) for letter in text)
    for letter in "\\|<>*_`":
        clean = clean.replace(letter, "\\" + letter)
    return clean


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(os.path.join(sys.argv[1], "situations.json"), encoding="utf-8") as text:
        situations = json.load(text)
    lines, counts = [], {}
    for situation in situations:
        ours = "right" if situation["result"] == situation["expected"] else "wrong"
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(
                os.path.join(sys.argv[1], situation["folder"]), folder, dirs_exist_ok=True)
            verdict, words = merged(folder, situation)
        count = counts.setdefault(situation["group"], {"all": 0, "fieldpack": 0})
        count["all"] += 1
        count["fieldpack"] += ours == "right"
        count[verdict] = count.get(verdict, 0) + 1
        more = [f"and {len(words) - 3} more"] if len(words) > 3 else []
        lines.append(
            f"| {GROUPS[situation['group']]} | {cell(situation['name'])} | {ours} | {verdict} | "
            f"{cell('; '.join(words[:3] + more))} |")
    print("# Situations of a merge: Fieldpack and geodiff\n")
    print(f"pygeodiff {importlib.metadata.version('pygeodiff')}. Made by `Tests/Judges/geodiff.py`, "
          "which describes how rows are compared. The expected results are written by hand in "
          "`Tests/MergingTests/Situations`.\n")
    print("Other rows than expected can be a different choice. The last column lists the differences. "
          "geodiff knows tables and their keys, but not maps. It cannot know which values are allowed, "
          "or which table is a parent.\n")
    print("| situations | | fieldpack right | geodiff right | silent | reported | wrong | refused |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for group, count in list(counts.items()) + [("", total(counts.values()))]:
        values = [count.get(name, 0)
                  for name in ("all", "fieldpack", "right", "silent", "reported", "wrong", "refused")]
        print(f"| {GROUPS.get(group, 'all')} | " + " | ".join(map(str, values)) + " |")
    print("\n| group | situation | fieldpack | geodiff | differences |")
    print("| --- | --- | --- | --- | --- |")
    print("\n".join(lines))


def total(counts):
    sums = {}
    for count in counts:
        for name, value in count.items():
            sums[name] = sums.get(name, 0) + value
    return sums


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs a season of a city with 64 open files, and measures the memory of each command.

usage: limits.py FIELDPACK MAP DATA FOLDER

Prints a JSON list with an element for each command: its words, its exit code, what it wrote to
standard error, and its highest memory use in bytes.
"""
import json
import os
import resource
import sqlite3
import sys
import tempfile
import zipfile

NOW = ["--now", "2026-11-20T06:00:00Z"]


def trees(package, count):
    """The GlobalIDs of the first trees of a package."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(package) as archive:
            archive.extract("data.gpkg", folder)
        store = sqlite3.connect(os.path.join(folder, "data.gpkg"))
        rows = store.execute("SELECT GlobalID FROM Trees ORDER BY fid LIMIT ?", (count,)).fetchall()
        store.close()
    return [row[0] for row in rows]


def run(program, words, folder):
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
            os.chdir(folder)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(errors.fileno(), 2)
            os.execve(program, [program] + words, {"NO_COLOR": "1", "PATH": os.environ["PATH"]})
        _, status, usage = os.wait4(child, 0)
        errors.seek(0)
        return {"words": " ".join(words[:2]), "status": os.waitstatus_to_exitcode(status),
                "error": errors.read().decode(errors="replace")[-2000:],
                "peak": usage.ru_maxrss * 1024}


def main():
    program, map_file, data, folder = sys.argv[1:]
    path = lambda name: os.path.join(folder, name)
    done = []
    step = lambda *words: done.append(run(program, list(words), folder))
    step("check", map_file, "--data", data)
    step("build", map_file, "--data", data, "-o", "city.mmpk", *NOW)
    step("inspect", "city.mmpk")
    step("verify", "city.mmpk")
    step("export", "city.mmpk", "-l", "Trees", "--format", "csv", "-o", "trees.csv")
    step("export", "city.mmpk", "-l", "Trees", "--format", "geojson", "-o", "trees.geojson")
    step("site", "city.mmpk", "-o", "site", *NOW)
    updates = [{"attributes": {"GlobalID": tree, "Notes": f"seen {number}"}}
               for number, tree in enumerate(trees(path("city.mmpk"), 2000))]
    with open(path("edits.json"), "w") as file:
        json.dump([{"id": "Trees", "updates": updates}], file)
    step("edit", "city.mmpk", "--edits", "edits.json", "-o", "crew.mmpk", "--user", "crew")
    step("diff", "crew.mmpk", "--html", "diff", "--geojson", "diff.geojson")
    step("merge", "crew.mmpk", "--into", "city.mmpk", "-o", "next.mmpk", "--review", "review", *NOW)
    step("log", "next.mmpk")
    step("verify", "next.mmpk")
    step("undo", "next.mmpk", *NOW)
    json.dump(done, sys.stdout)


main()

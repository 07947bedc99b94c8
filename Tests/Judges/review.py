#!/usr/bin/env python3
"""Reads reviews of merges like the people who decide, and reports errors.

usage: review.py FOLDER:CHECK,... [FOLDER:CHECK,...]

Each FOLDER is opened from file:// in Chromium. Two run in parallel: one checks how pages look, the
other what they do. Checks:

looks     light and dark, on a desktop and a phone: console, network, axe, overflow; and the pages
          as changed by scripts, with the Nu checker
markup    html5lib's strict parser and the Nu checker
deciding  a walk: filter, search, sort, decide by mouse and keys, undo, note, save, load, refuse
saving    leaves the first record to the office and the second to the crew, and saves
          decisions.json beside FOLDER
reading   a page without decisions: what it lacks, and what still works
phone     list, map and record on a phone, with axe
widths    fields and values at every width: no broken words, no overlaps
marks     the size and contrast of the map's marks
several   the choices of three crews, for a field and a deleted record
paper     the printed pages
bulk      thousands of changes: the list scrolls, filters work; counts the rows that are written
          and measures the frame time
hostile   texts that are attacks: shown literally, and nothing runs
firefox, webkit   the walk in two other engines: map, filter, search, keys, decide, print

Prints {FOLDER: {"complaints": {check: [text]}, "skipped": {check: why}, "figures": {name: ms}}}.
"""
import concurrent.futures
import importlib
import json
import os
import sys
import traceback
import urllib.parse

OTHERS = ["firefox", "webkit"]


class Review:
    def __init__(self, folder):
        self.name = folder
        self.folder = os.path.abspath(folder)
        self.figures = {}
        # The page as changed by scripts, for the Nu checker.
        self.made = {}
        text = self.text("data/review.js")
        self.content = json.loads(text[text.index("(") + 1:text.rindex(")")])
        self.report = {"complaints": {}, "skipped": {}, "figures": self.figures}

    def url(self, relative):
        return "file://" + urllib.parse.quote(self.folder + "/" + relative)

    def text(self, relative):
        with open(os.path.join(self.folder, relative), encoding="utf-8") as file:
            return file.read()

    def pages(self):
        return ["index.html"]

    def check(self, name, make):
        """Runs one check: returns its complaints, or the reason why it was skipped."""
        try:
            skipped = []
            found = make(skipped.append)
            self.report["complaints"][name] = list(dict.fromkeys(found))
            if skipped:
                self.report["skipped"][name] = "; ".join(skipped)
        except Exception as error:  # A check that fails is a complaint, and the others continue.
            ours = [f for f in traceback.extract_tb(error.__traceback__) if "/pages/" in f.filename]
            steps = ", ".join("%s:%d" % (f.name, f.lineno) for f in ours)
            self.report["complaints"][name] = ["stopped at %s: %s" % (steps, error)]


def elsewhere(review, name):
    """Runs the walk in another engine."""
    from pages import engines, reviewwalk

    options = {"neighbor": "data/review.js"} if name == "firefox" else {}
    module = importlib.import_module("pages." + name)
    review.check(name, lambda skip: module.complaints(review, skip, reviewwalk.walk, **options))


def looked(wanted):
    """Checks how the pages look, and their markup."""
    from pages import markup

    browsed(wanted, ["looks"])
    # One Java process reads all pages, because starting it takes longer than reading.
    judged = markup.made_by_all([review for review, _ in wanted])
    for review, checks in wanted:
        for name, found in judged[review].items():
            if name in checks:
                review.report["complaints"].setdefault(name, [])
                review.report["complaints"][name] += found["complaints"]
                if found["skipped"]:
                    review.report["skipped"][name] = found["skipped"]


def browsed(wanted, names):
    """Runs the checks with these names in their own Chromium."""
    from pages.browser import Browser
    from pages import review as checks_of_review

    with Browser() as browser:
        for review, checks in wanted:
            for name in checks:
                if name in names:
                    check = getattr(checks_of_review, name)
                    review.check(name, lambda skip: check(review, browser, skip))


def main():
    wanted = []
    for word in sys.argv[1:]:
        folder, _, checks = word.rpartition(":")
        wanted.append((Review(folder), checks.split(",")))
    asked = {name for _, checks in wanted for name in checks}
    done = asked - {"looks", "markup"} - set(OTHERS)
    # Browsers mostly wait, so they run in parallel.
    with concurrent.futures.ThreadPoolExecutor(max_workers=4) as threads:
        walks = [
            threads.submit(elsewhere, review, name)
            for review, checks in wanted for name in checks if name in OTHERS]
        if asked & {"looks", "markup"}:
            walks.append(threads.submit(looked, wanted))
        if done:
            walks.append(threads.submit(browsed, wanted, done))
        for walk in walks:
            walk.result()
    json.dump({review.name: review.report for review, _ in wanted}, sys.stdout, indent=1)


main()

#!/usr/bin/env python3
"""Reads the review of a merge as the person does who decides, and tells what is wrong with it.

usage: review.py FOLDER [--only CHECK,...]

FOLDER is opened from file:// in Chromium. Checks:

looks     light and dark, on a desk and a phone: console, network, axe, overflow
markup    html5lib's strict parser and the Nu checker
deciding  a walk: filter, search, order, decide by hand and by keys, undo, note, save, load, refuse
phone     the same record on a phone
paper     what is printed
bulk      thousands of changes: the list scrolls, filters answer; says how long a frame takes
hostile   texts that are attacks: shown word for word, nothing runs

Prints {"complaints": {check: [text]}, "skipped": {check: why}, "figures": {name: ms}}.
"""
import argparse
import importlib
import json
import os
import sys
import traceback
import urllib.parse

CHECKS = ["looks", "markup", "deciding", "phone", "paper", "bulk", "hostile"]
FIGURES = {}


class Review:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.figures = FIGURES
        text = self.text("data/review.js")
        self.content = json.loads(text[text.index("(") + 1:text.rindex(")")])

    def url(self, relative):
        return "file://" + urllib.parse.quote(self.folder + "/" + relative)

    def text(self, relative):
        with open(os.path.join(self.folder, relative), encoding="utf-8") as file:
            return file.read()

    def pages(self):
        return ["index.html"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--only")
    options = parser.parse_args()
    review = Review(options.folder)
    report = {"complaints": {}, "skipped": {}, "figures": FIGURES}
    from pages.browser import Browser

    with Browser() as browser:
        for name in options.only.split(",") if options.only else CHECKS:
            skipped = []
            try:
                check = getattr(importlib.import_module("pages.review"), name)
                found = check(review, browser, skipped.append)
                report["complaints"][name] = list(dict.fromkeys(found))
                if skipped:
                    report["skipped"][name] = "; ".join(skipped)
            except Exception as error:  # A check that fails is a finding, and the others go on.
                ours = [f for f in traceback.extract_tb(error.__traceback__) if "/pages/" in f.filename]
                steps = ", ".join("%s:%d" % (f.name, f.lineno) for f in ours)
                report["complaints"][name] = ["stopped at %s: %s" % (steps, error)]
    json.dump(report, sys.stdout, indent=1)


main()

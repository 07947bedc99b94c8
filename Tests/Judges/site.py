#!/usr/bin/env python3
"""Reads a published site as its readers do and tells what is wrong with it.

usage: site.py SITE [--source FOLDER] [--only CHECK,...] [--budget MEGABYTES] [--expected FILE]

SITE is opened from file:// in Chromium, of which two run beside each other: one for how every page
looks, one for what the pages do. Checks, one a file in `pages/`:

every     every page in light and dark, on a desk and a phone: console, network, axe, overflow; as
          its scripts made it through the Nu checker
links     every link and source of every page leads to a file or an anchor that is there
markup    every page through html5lib's strict parser and the Nu checker
scripts   what is left when there is no JavaScript
reader    a walk: click, filter, search, open, follow, photo, print, links that restore (needs
          --source, the folder of the demo's data, for what is true)
keyboard  the same without a pointer
tables    a layer as a table: order, filters, columns, sheets of paper (needs --source)
heap      memory of the map page, with --budget
hostile   the texts of `hostile.py`, with --expected
firefox, webkit   the walk in two other engines: map, click, filter, search, record, related record,
          photo, print, every page (needs --source)

Prints {"complaints": {check: [text]}, "skipped": {check: why}}.
"""
import argparse
import concurrent.futures
import importlib
import json
import sys
import traceback

from pages.site import Site

BROWSERLESS = ["links", "markup"]
# In two of them.
CHROMIUM = [["every"], ["scripts", "reader", "keyboard", "tables", "heap", "hostile"]]
OTHERS = ["firefox", "webkit"]


def complaints(function, skip):
    """What one check complains of; a check that stops is a complaint, and the others go on."""
    try:
        return list(dict.fromkeys(function(skip)))
    except Exception as error:
        ours = [f for f in traceback.extract_tb(error.__traceback__) if "/pages/" in f.filename]
        steps = ", ".join("%s:%d" % (f.name, f.lineno) for f in ours)
        return ["stopped at %s: %s" % (steps, error)]


def run(name, function, report):
    """One check: its complaints, or the reason why it could not be made. A check that complains is
    made again, and only a fault that is there both times counts: what a machine under load does
    once, to a browser that waits for it, is told and decides nothing."""
    skipped = []
    found = complaints(function, skipped.append)
    if found:
        again = complaints(function, skipped.append)
        # Two walks may find one fault in two places, so a second complaint of any kind counts.
        if not again:
            skipped += ["not the second time: " + text for text in found]
        found = again
    report["complaints"][name] = found
    if skipped:
        report["skipped"][name] = "; ".join(dict.fromkeys(skipped))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site")
    parser.add_argument("--source")
    parser.add_argument("--budget", type=float)
    parser.add_argument("--expected")
    parser.add_argument("--only")
    options = parser.parse_args()
    site = Site(options.site, options.source, options.budget, options.expected)
    wanted = options.only.split(",") if options.only else BROWSERLESS + sum(CHROMIUM, [])
    report = {"complaints": {}, "skipped": {}}

    def check(name, *arguments):
        module = importlib.import_module("pages." + name)
        run(name, lambda skip: module.complaints(site, *arguments, skip), report)

    def browse(names):
        from pages.browser import Browser

        if names:
            with Browser() as browser:
                for name in names:
                    check(name, browser)

    def read(names):
        for name in names:
            check(name)

    def those(names):
        return [name for name in wanted if name in names]

    # Browsers are waited for more than they work, so they run beside each other.
    with concurrent.futures.ThreadPoolExecutor(max_workers=5) as threads:
        walks = [threads.submit(check, name) for name in those(OTHERS)]
        walks += [threads.submit(browse, those(names)) for names in CHROMIUM]
        walks.append(threads.submit(read, those(BROWSERLESS)))
        for walk in walks:
            walk.result()
    json.dump(report, sys.stdout, indent=1)


main()

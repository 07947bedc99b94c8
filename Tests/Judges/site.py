#!/usr/bin/env python3
"""Reads a published site like its readers, and reports errors.

usage: site.py SITE [--source FOLDER] [--only CHECK,...] [--budget MEGABYTES] [--expected FILE]

SITE is opened from file:// in Chromium. Two run in parallel: one checks how every page looks, the
other what the pages do. Checks, one per file in `pages/`:

every     every page in light and dark, on a desktop and a phone: console, network, axe, overflow;
          and as changed by scripts, with the Nu checker
states    pages in the states that readers bring them into, with axe, the Nu checker and html5lib
          (needs --source)
links     every link and source of every page leads to an existing file or anchor
markup    every page with html5lib's strict parser and the Nu checker
scripts   what remains without JavaScript
reader    a walk: click, filter, search, open, follow, photo, print, links that restore (needs
          --source, the folder of the demo's data, for comparison)
keyboard  the same without a pointer
ranges    the sliders of ranges, by keys, mouse and touch (needs --source)
looks     faults seen in pictures: cut menus, broken words, covered names, unreadable colors (needs --source)
halves    data on both sides of the 180th meridian is shown together; only with --only
steps     sharing, printing and saving in few steps (needs --source)
totals    totals and facets of 200 random filters, compared with SQL (needs --source)
tables    a layer as a table: order, filters, columns, printed pages (needs --source)
downloads files made in the browser, compared with those of whole layers
heap      memory of the map page, with --budget
hostile   the texts of `hostile.py`, with --expected
firefox, webkit   the walk in two other engines: map, click, filter, search, record, related record,
          photo, print, every page, sliders (needs --source)

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
# In two browsers.
CHROMIUM = [
    ["every", "states"], ["scripts", "reader", "keyboard", "ranges", "steps", "looks", "totals", "tables",
     "downloads", "heap", "hostile", "halves"]]
OTHERS = ["firefox", "webkit"]


def complaints(function, skip):
    """Returns the complaints of one check. A check that fails is a complaint, and the others continue."""
    try:
        return list(dict.fromkeys(function(skip)))
    except Exception as error:
        ours = [f for f in traceback.extract_tb(error.__traceback__) if "/pages/" in f.filename]
        steps = ", ".join("%s:%d" % (f.name, f.lineno) for f in ours)
        return ["stopped at %s: %s" % (steps, error)]


def run(name, function, report):
    """Runs one check: returns its complaints, or the reason why it was skipped.
    A check with complaints runs again, and only repeated ones count: a machine under load may cause
    a complaint once, which is printed but doesn't fail the check."""
    skipped = []
    found = complaints(function, skipped.append)
    if found:
        again = complaints(function, skipped.append)
        # Two walks may find the same fault in different pages, so any second complaint counts.
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
    usual = [name for name in BROWSERLESS + sum(CHROMIUM, []) if name != "halves"]
    wanted = options.only.split(",") if options.only else usual
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

    # Browsers mostly wait, so they run in parallel.
    with concurrent.futures.ThreadPoolExecutor(max_workers=5) as threads:
        walks = [threads.submit(check, name) for name in those(OTHERS)]
        walks += [threads.submit(browse, those(names)) for names in CHROMIUM]
        walks.append(threads.submit(read, those(BROWSERLESS)))
        for walk in walks:
            walk.result()
    json.dump(report, sys.stdout, indent=1)


main()

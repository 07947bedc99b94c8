#!/usr/bin/env python3
"""Walks through the site of a map made of parts, in one engine.

usage: parts.py SITE chromium|firefox|webkit

Prints {"complaints": {ENGINE: [text]}, "skipped": {ENGINE: why}}.
"""
import importlib
import json
import sys

from pages import partswalk
from pages.site import Site


def main():
    folder, name = sys.argv[1:]
    skipped = []
    module = importlib.import_module("pages." + name)
    found = list(module.complaints(Site(folder), skipped.append, partswalk.walk))
    json.dump({
        "complaints": {name: found},
        "skipped": {name: "; ".join(skipped)} if skipped else {},
    }, sys.stdout)


main()
